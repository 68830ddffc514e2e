#!/bin/sh
# sim_cli.sh - coalloc_sim from outside: what it refuses, logs as they are, that the same
# run gives the same bytes, and online schedules worked out by hand. What every simulator
# does with its command line, files and pages is tested in tests/sim/*kit*.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
. "$(dirname "$0")/lib-jobs.sh"
sim=$program
online() { run --policy online "$@"; }   # alone
cd "$dir" || exit 1

warned() {   # NAME PATTERN: one line in all, which is then dealt with
    verdict "$1" "$(refusal 0 "warning: .*$2")"
    : >err
}

version=$(sed -n '1s/.* v\([0-9.]*\) .*/\1/p' "$here/coalloc.h")
for tool in coalloc_sim mrfs_sim multicost_sim broker_sim flexco_sim swf_tool; do
    program=$bin/$tool
    [ -x "$program" ] || continue
    prints "version_$tool" --version "^$tool $version$"
    prints "help_form_$tool" --help "^usage: $tool [^ ]" '^options:$'
done
program=$sim

# ---- what is refused -------------------------------------------------------------------
log '1 0 0 25 3 3 30, 2 0 30 10 2 2 10' >good.swf
: >empty.swf
mkdir folder
head -c 20000 "$sim" >binary.swf
awk 'BEGIN { for (i = 1; i <= 200; i++) print i, i * 7919 % 1000, -1, i * 31, i % 7,
    -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, -1, -1 }' >many.swf
gzip -c many.swf >many.swf.gz
head -c 500 many.swf.gz >truncated.swf.gz
cp good.swf plain.swf.gz
echo '; MaxProcs: 128' >header.swf
printf 'this is\nno log\n' >text.swf
{ echo '; MaxProcs: 9000000000000000000'; cat good.swf; } >machine.swf
echo '1 0 -1 0 3 -1 -1 3 -1 -1 1 1 1 1 1 1 -1 -1' >useless.swf
refusals <<'END'
2|longer than --horizon|--slot 2d --horizon 1d
2|needs a --horizon|--policy online --index range-tree --horizon 0
2|more than 16777215 slots|--policy online --index range-tree --slot 1 --horizon 1000d
2|needs a --step|--retries 5 --step 0
2|needs --index range-tree|--policy online --place paper
2|no --place but first-fit|--policy online --index count --place best-fit
1|at most 1024 servers, not 1025|--policy online --index slices --servers 1025
2|needs a log|--policy trace
2|--size allocated needs a log|--size allocated
2|one word too many|a.swf b.swf
2|nothing is drawn|--seeds 2 a.swf
2|'3' is not a number from 1 to 2|--drain 3@1+1 --servers 2 good.swf
2|'0-2' is not a list of servers from 0 to 1|--drain 0-2@1+1 --servers 2 good.swf
2|'0,1,0-1' has a server twice|--drain 0,1,0-1@1+1 --servers 2 good.swf
2|'1@5' is not NODES@FROM.FOR|--drain 1@5 good.swf
2|'1h2x' is not a time such as|--drain 1@1h2x+1 good.swf
2|between the first submission and|--drain 1@5+1 --at 6 good.swf
2|1h40m20s is beyond --horizon|--drain 1@20+100m --horizon 1h good.swf
2|nothing sweeps|--drain 1@5+1 --slot 5m,9m good.swf
2|it writes no file|--drain 1@5+1 --json - good.swf
2|needs --drain|--at 3 good.swf
1|nowhere.swf: No such file|nowhere.swf
1|empty.swf: there is no job in it|empty.swf
1|standard input: there is no job in it|-
1|is a directory|folder
1|binary.swf: |binary.swf
1|not a whole gzip file|truncated.swf.gz
1|not a whole gzip file|plain.swf.gz
1|there is no job in it|header.swf
1|not a job log: line 1|text.swf
1|is read, too|--json good.swf good.swf
1|no job can be .*1 of 1.*no run time|useless.swf
1|more than 1073741823; say how many|machine.swf
1|no job has a waiting time|--policy trace many.swf
END
refuses endless_line 1 '/dev/zero: line 1: more than 1048576 bytes' /dev/zero
run_on - </dev/zero
verdict endless_input "$(refusal 1 'standard input: line 1: more than 1048576 bytes')"
awk 'BEGIN { while (i++ < 17000) printf "; %4000s\n", "" }' | gzip -c >comments.swf.gz
refuses endless_comments 1 'line 16[0-9]*: no job in the last 64 MiB' comments.swf.gz
refuses name_with_line_break 1 'a\?b: No such file' "$(printf 'a\nb')"
if [ -n "$RUN_ENV" ]; then
    skip no_gzip 'RUN_ENV is set'
else
    PATH_WAS=$PATH PATH=$dir
    online many.swf.gz
    PATH=$PATH_WAS
    verdict no_gzip "$(refusal 1 'gzip, which it needs, cannot be run')"
fi

# ---- what an administrator asks -----------------------------------------------------
{
    printf '; MaxProcs: 4\n; UnixStartTime: 1000000000\n' # 2001-09-09T01:46:40
    log '1 0 0 100 2 2 100, 2 0 0 50 2 2 50, 3 10 0 20 4 4 20, 4 10 0 30 1 1 30'
} >down.swf
prints drain '--step 0 --at 20 --drain 2@2001-09-09T01:47:40+30 down.swf' \
    'down from 1m to 1m30s, known at 20s' '^lowest *1 *0 *0 .* 0-1$' \
    '^cheapest *0 *1 *1 *0.02 *0.02 *2-3$' 'nothing costs less, of 6 choices' \
    '^ *4 *1 *0.01  50s *2m *0 servers, or 0.00 h$'
prints drain_stays '--step 0 --at 20 --drain 0-3@60+30 down.swf' \
    '^as asked  *1  *1  *1 ' '^ *1  *2 .* 0s  *runs until 1m40s'
prints drain_at_first '--step 0 --at 0 --drain 0-3@60+30 down.swf' '^as asked  *1  *0 '

# ---- logs as sites have them --------------------------------------------------------
{ echo '; MaxProcs: 1,024'; cat good.swf; } >comma.swf
online comma.swf
verdict thousands "$(refusal 0 'warning: comma.swf: MaxProcs: 1,024 is taken for 1024')"
grep -q '^machine: 1,024 servers ' out || fail thousands_taken "$(head -n 1 out)"
: >err
for number in 1,02 ,024 1,0x4 1024,000 1,000,0; do
    { echo "; MaxProcs: $number"; cat good.swf; } >comma.swf
    prints "no_thousands_$number" "--policy fcfs comma.swf" \
        '^machine: [35] servers .a guess: '
done
# held until 100 and 500, or ready later than it started; others are in front of them
log '1 0 115 50 4 4 50, 2 10 0 100 4 4 100, 3 20 145 10 4 4 10' |
    sed '1s/$/ gpus = 2; nodes = 1; ready = 100/; 3s/$/ ready = 500/' >held.swf
for policy in fcfs easy conservative 'online --step 0' 'trace'; do
    prints "held_${policy% --*}" "--servers 4 --policy $policy held.swf --items items" \
        '^jobs that were ready after their submission: 2; waits are from then'
    pick number,submit,ready,start,wait,wait_submit items | sort >got
    case $policy in
    trace) printf '1 0 100 115 15 115\n2 10 10 10 0 0\n3 20 165 165 0 145\n' >want ;;
    *) printf '1 0 100 110 10 110\n2 10 10 10 0 0\n3 20 165 165 0 145\n' >want ;;
    esac
    equal "held_starts_${policy% --*}" got want
done

# ---- logs as they are: skipped, left out, rejected, sorted, counted --------------------
{
    echo '; MaxProcs: 4'
    cat good.swf
    echo '3 oops 0 25 3 -1 -1 3 30 -1 1 1 1 1 1 1 -1 -1'
    echo '4 5'
    log '5 20 0 10 1 1 10, 6 10 0 10 1 1 10, 7 30 0 0 1 1 10, 8 30 0 -1 1 1 10,
        9 30 0 10 -1 -1 10, 10 -1 0 10 1 1 10, 12 40 0 10 1 1 10 2,
        11 9000000000000000000 0 9000000000000000000 1 1 10'
    printf '13 50 0 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1'   # no line end
} >mixed.swf
online --json mixed.json mixed.swf
warned odd_lines_warned 'skipped.*: 2; .*line 4'
holds odd_lines mixed.json '"jobs": \{"mean": 5,' '"accepted": \{"mean": 5,'
holds odd_lines_in_the_table out '^jobs left out \(no run time.*: 2$' \
    '^lines skipped.*: 2$' '^jobs out of order.*: 1$' \
    '^machine: 4 servers .the log.s MaxProcs.$'
# Users of the archive add columns; a log may not say how large its machine is.
sed 's/$/ 7 0.5 x/' good.swf >wide.swf
online wide.swf
warned columns_ignored 'columns after the last .*are ignored: 2; .*line 1.*field 19'
holds size_is_a_guess out "servers .a guess: the largest job's size; no MaxProcs.$"
log '1 0 0 9 2 2 9, 2 0 5 9 2 2 9, 3 5 0 9 1 1 9' >used.swf
online used.swf
holds size_is_in_use out '5 servers .a guess: the most in use at once; no MaxProcs.$'
online --servers 4 used.swf
holds more_in_use out '4 servers .as --servers says; it used up to 5: try --servers 5'

log '1 0 -1 10 4 4 10, 2 0 -1 10 500 500 10, 3 0 -1 10 99999999999 99999999999 10,
    4 0 -1 10 5 5 10' >large.swf
online --servers 4 --json large.json large.swf
holds larger_said out '^jobs rejected.*: 3; .*job 3,'
holds larger_than_the_machine large.json '"jobs": [{]"mean": 4,' \
    '"accepted": [{]"mean": 1,' '"rejected_too_large": [{]"mean": 3,'
online --servers 1073741823 --json x.json many.swf
holds largest_machine x.json '"servers": 1073741823,' '"rejected": \{"mean": 0,'

run_on --policy online --no-timing --json - - <many.swf
want=$(hashes out)
sed 's/$/\r/' many.swf >crlf.swf
cp many.swf.gz "./-o \$HOME 'x;\`ls\`\".gz"
for file in many.swf crlf.swf many.swf.gz "./-o \$HOME 'x;\`ls\`\".gz"; do
    online --no-timing --json - "$file"
    is "same_log_$file" "$(hashes out)" "${want:-a hash}"
done

# ---- the same run, the same bytes ------------------------------------------------------
for threads in 1 2 5; do
    run --policy online,fcfs,easy:4,conservative --jobs 300 --threads $threads \
        --no-timing --ar 0.2 --lengths tsafrir --load 0.7 --json x.json --items items \
        --trace-out same.swf
    grep -hv '^  "command":' x.json items same-*.swf out >"same$threads"
done
equal threads_2 same1 same2
equal threads_5 same1 same5
online --jobs 300 --index range-tree --facts facts
holds visits facts '^online search_visits_mean	[0-9]' '^online update_visits_mean	[0-9]' \
    '^online wall_seconds	[0-9]'
# A job that is larger than the machine makes no request.
{ cat good.swf; log '3 0 -1 5 9 9 5'; } >larger.swf
for log in good larger; do
    online --servers 4 --index range-tree --step 15m --facts facts-$log $log.swf
    expected 'jobs rejected'
done
is visits_of_requests "$(values '.*visits_mean' facts-larger)" \
    "$(values '.*visits_mean' facts-good)"
# Idle periods: one of each server once job 1 is booked; job 2 makes two of each of its.
is idle_periods "$(values '.*idle_periods_mean' facts-good)" 5

# ---- schedules worked out by hand ------------------------------------------------------
# Four servers, a try every 10 s. Job 1 holds three until 25. Job 2 wants two: tried at 0,
# 10 and 20, gets 30. Job 3 takes the fourth at once. Job 4 is too large. Job 5 is longer
# than the horizon, so that there is no start to try.
log '1 0 0 25 3 3 30, 2 0 30 10 2 2 10, 3 5 1 20 1 1 20, 4 26 -1 100 5 5 100,
    5 26 -1 2000 1 1 2000' >hand.swf
runs --policy online,trace --servers 4 --step 10 --slot 10 --horizon 1000 --no-timing \
    --facts facts hand.swf
expected 'jobs rejected.*job 4'
lines 'online 1 3 0 0 ran 0 25 0 1 0-2, online 2 2 0 0 ran 30 40 30 4 0-1,
    online 3 1 5 5 ran 5 25 0 1 3, online 4 5 26 26 too_large - - - - -,
    online 5 1 26 26 no_room - - - - -, trace 1 3 0 0 ran 0 25 0 - -,
    trace 2 2 0 0 ran 30 40 30 - -, trace 3 1 5 5 ran 6 26 1 - -,
    trace 4 5 26 26 too_large - - - - -, trace 5 1 26 26 no_wait_in_the_log - - - - -' \
    >want
equal by_hand jobs want
# waits 0, 30, 0; turnaround 25, 40, 20; busy 75 + 20 + 20 of 4 * 40
sed -n 's/^online \([a-z_0-9]*\)	\([^	]*\)	.*/\1 \2/p' facts | sort >got
lines 'accepted 3, attempts_mean 2, bounded_slowdown_mean 2, compared 3,
    delayed_fraction 0.33333333333333331, jobs 5, length_mean 432, makespan 40,
    rejected 2, rejected_no_fit 1, rejected_too_large 1,
    temporal_penalty_below_1 0.66666666666666663, temporal_penalty_mean 1,
    turnaround_mean 28.333333333333332, unrecorded 0, utilisation 0.71875,
    wait_below_1_h 1, wait_below_2_h 1, wait_max 30, wait_mean 10, wait_p50 0,
    wait_p95 30, wait_p99 30, wait_submit_below_2_h 1, wait_submit_max 30,
    wait_submit_mean 10' >want
equal by_hand_figures got want

# Job 2 needs three retries. half: half the slots of the horizon, rounded down.
for setting in '2 no_room' '3 ran' 'half ran' 'none no_room' '0 ran'; do
    runs --policy online --retries "${setting% *}" --servers 4 --step 10 --slot 10 \
        --horizon 1009 hand.swf
    expected 'jobs rejected.*job 4'
    holds "retries_${setting% *}" jobs "^online 2 2 0 0 ${setting#* } "
done
for setting in '--slot 1000 --horizon 1000;no retry' '--horizon 0;retries every'; do
    online ${setting%;*} hand.swf
    expected 'jobs rejected.*job 4'
    holds "retries_half_$setting" out "^online: ${setting#*;}"
done

# early: two servers, booked by requested time. Job 1 holds both until 1000, so job 2 is
# promised 1000; but it ends at 100, before all else of that moment: job 3 gets both until
# then. Job 4 asks for 20 s and is cut off there. Late binding: each gets the lowest
# servers free when it starts.
# moment: job 1 ends at 100 although booked until 1000, the moment job 3 starts as
# promised: what it gives back, server 0, is there to be bound.
# late: both are busy at 0, so job 3 is promised 20. On the map that is server 0, which
# leaves job 4 at 10 with 10 s on it: it must wait until 30. On count one of the two is
# free all the time from 10 on: job 4 starts at once and is given server 0, job 3 at 20
# what is free then, server 1.
log '1 0 -1 100 2 2 1000, 2 10 -1 50 1 1 50, 3 100 -1 900 2 2 900, 4 101 -1 30 1 1 20' \
    >early.swf
log '1 0 -1 100 1 1 1000, 2 0 -1 100 1 1 100, 3 10 -1 50 2 2 50' >moment.swf
log '1 0 -1 10 1 1 10, 2 0 -1 20 1 1 20, 3 0 -1 20 1 1 20, 4 10 -1 20 1 1 20' >late.swf
# log | options | start, end and servers of each job
while IFS='|' read -r log options want; do
    runs --policy online $options --overrun kill $log.swf
    is "$log $options" "$(cut -d ' ' -f 7,8,11 jobs | paste -s -d ,)" "$want"
done <<'END'
early|--servers 2 --step 0|0 100 0-1,1000 1050 0,100 1000 0-1,1000 1020 1
early|--servers 2 --step 0 --index count|0 100 0-1,1000 1050 0,100 1000 0-1,1000 1020 1
moment|--servers 3 --step 0 --index count|0 100 0,0 100 1,100 150 0-1
late|--servers 2 --step 20 --place first-fit|0 10 0,0 20 1,20 40 0,30 50 1
late|--servers 2 --step 20 --index count|0 10 0,0 20 1,20 40 1,10 30 0
END

# ---- advance reservations --------------------------------------------------------------
# Of a share of 1 every job is one, within three hours.
runs --policy online --jobs 300 --ar 1 --facts facts
holds ar_all out '^advance reservations: 300$'
# both waits: from ready on of each job, from submission on in the mean; the makespan, too
awk '$7 < $5 || $9 != $7 - $5 || $5 > $4 + 10800 { exit 1 }
    NR == 1 { first = $4 }
    { if ($8 > last) last = $8; sum += $7 - $4 }
    END { printf "%.6f %.6f\n", sum / NR, last - first }' jobs >got || code=1
is ar_waits "$(values 'online (makespan|wait_submit_mean)' facts |
    awk '{ printf "%.6f %.6f\n", $1, $2 }')" "$(cat got)"
runs --policy online --jobs 300 --ar 1 --ar-window 1m
must ar_window_kept 'a job is ready later' awk '$5 - $4 > 60 { exit 1 }' jobs

run --policy easy,fcfs --jobs 300 --report x.html
holds page x.html 'Who waits longer' '"wait_mean-servers"'
