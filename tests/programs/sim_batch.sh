#!/bin/sh
# sim_batch.sh - the batch policies of coalloc_sim: refusals, small schedules by hand for
# every option, what is written and read back, and logs that are meant to do harm.
# tests/sim/prop_batch.c compares the schedules with a second scheduler.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
. "$(dirname "$0")/lib-jobs.sh"
cd "$dir" || exit 1

batch=fcfs,easy,easy:4,conservative

# Jobs as they are planned: 'submit run servers estimate, ...'. To a log.
plan() {
    lines "$@" |
        awk '{ print NR, $1, -1, $2, $3, -1, -1, $3, $4, -1, 1, 1, 1, 1, 1, -1, -1, -1 }'
}

# One line for each policy: its name and when each job started ("-": it did not).
starts_of() {
    awk '$1 != policy { if (NR > 1) print line; policy = line = $1 }
        { line = line " " $7 }
        END { print line }' jobs
}

# starts NAME STARTS ARGUMENT ...: the starts of each policy.
starts() {
    name=$1
    lines "$2" >want
    shift 2
    runs "$@"
    expected 'jobs rejected'
    starts_of >got
    equal "$name" got want
}

# ---- the command line ------------------------------------------------------------------
refusals <<'END'
2|--policy: |--policy rua:0
2|--policy: |--policy fcfs:2
2|--policy: |--policy fcfs,fcfs
2|--load is not for --policy trace|--policy trace --load 1 a.swf
2|--scale-size is not for --policy trace|--policy trace --scale-size 2 a.swf
2|--reservations is not for --policy trace|--policy trace --reservations x a.swf
2|--reservations is not for --ar|--reservations x --ar 0.5
2|--reservations is not for --n|--reservations x --nodes 2 --node-capacity 1,1,1 a.swf
2|--ar is not for --policy trace|--ar 0.5 --policy fcfs,trace a.swf
2|--feedback is not for --policy trace|--feedback --policy trace a.swf
2|--feedback needs a log|--feedback
2|--nodes and --node-capacity need each other|--nodes 2 a.swf
2|--nodes and --node-capacity need each other|--node-capacity 1,1,1 a.swf
2|--node-capacity: .*three numbers|--nodes 2 --node-capacity 1,2 a.swf
2|--node-capacity: .*three numbers|--nodes 2 --node-capacity 1,2,3,4 a.swf
2|--node-capacity: .*three numbers|--nodes 2 --node-capacity=-1,0,0 a.swf
2|--node-capacity: .*below 1e9|--nodes 2 --node-capacity 1000000000,0,0 a.swf
2|--nodes needs a log|--nodes 2 --node-capacity 1,1,1
2|--nodes: none of online looks|--policy online --nodes 2 --node-capacity 1,1,1 a.swf
2|--processors: none of online|--policy online --processors contiguous
END

# ---- policies, by hand -----------------------------------------------------------------
# Four servers, three of them job 1's until 10. fcfs: the others in turn. easy: job 4, on
# the server that job 2 does not need, is in nobody's way until 23, for only job 2 has a
# reservation; so job 3, which needs all four, waits for it. easy:2: job 3 has one, at
# 20; job 4 would be in its way, job 5 is not.
plan '0 10 3 10, 1 10 3 10, 2 10 4 10, 3 20 1 20, 4 6 1 6' >queue.swf
# Three servers. One is free from 4 on: first job 1's, which job 4 has from 5 on, then
# another. Job 5 can have it if it may move from the one to the other: counted, at 4.
plan '0 4 1 4, 0 5 1 5, 0 5 1 5, 1 10 2 10, 2 8 1 8' >bind.swf
# Two servers. Job 1 has one until 20 and ends at 10, when job 3 comes; job 2 needs both.
# The end first: job 2 starts. The arrival first: job 3 fits before job 2's 20.
plan '0 10 1 20, 1 10 2 10, 10 10 1 10' >ties.swf
# Ten servers, of which each job needs more than half. At 40, when job 1 ends, the others
# have waited 39, 38 and 10: by arrival 2 3 4, by estimate 4 2 3, by area (200, 180, 60)
# 4 3 2, by wait / estimate 2 3 4 (1.95, 1.27, 1) and at 60, after job 2, 4 3 (3, 1.93).
plan '0 40 10 40, 1 20 10 20, 2 30 6 30, 30 10 6 10' >order.swf
# Behind job 2, which waits for 3, there is room for one: the first, or the shorter.
plan '0 3 2 3, 0 1 3 1, 0 3 1 3, 0 2 1 2' >behind.swf
# At 1 servers 1 and 3 are free: two, but not consecutive.
plan '0 4 1 4, 0 1 1 1, 0 4 1 4, 1 1 2 1' >apart.swf
# Ten servers. Job 2, which ends at 10 instead of 50, leaves room for job 3 (planned at
# 50) or job 4 (planned at 30), not for both.
plan '0 30 4 30, 0 10 6 50, 1 30 6 30, 2 20 4 20' >compress.swf
# Job 1 asks for 10 s and runs 30.
plan '0 30 1 10, 1 5 1 5' >overrun.swf
# Job 3 runs 8 s and asks for 200: as far as is known it would be in job 2's way.
plan '0 10 3 100, 1 10 4 10, 2 8 1 200' >estimates.swf
# Job 2 comes 5 s after job 1 ends, job 3 at once after job 2; job 4 names one that is not
# there, job 5 a later one, job 6 no think time: these come as in the log. Job 7 is too
# large; job 8 comes 9 s after that came.
plan '0 10 4 10, 1 3 4 3, 2 3 1 3, 3 4 4 4, 4 1 1 1, 6 1 1 1, 7 9 5 9, 7 1 1 1' |
    awk 'BEGIN { split("-1 1 2 99 6 1 -1 7", p); split("-1 5 0 5 5 -1 -1 9", t) }
        { $17 = p[NR]; $18 = t[NR]; print }' >loop.swf
# The log gives the wait of a job as large as the machine.
plan '0 10 4 10' | awk '{ $3 = 7; print }' >waited.swf
# As many servers as there can be, and times as long.
plan '0 10 1073741823 10, 0 10 1 10, 1 5 1073741823 7' >large.swf
t=1000000000000
plan "0 $t 1 $t, $t $t 1073741823 $t, $t 1 1 $t" >long.swf

# log | servers | options | the starts of each policy
while IFS='|' read -r log servers options want; do
    policies=$(lines "$want" | sed 's/ .*//' | paste -s -d ,)
    starts "$log $options" "$want" --servers $servers --policy $policies $options $log.swf
done <<'END'
queue|4||fcfs 0 10 20 30 30, easy 0 10 23 3 33, easy:2 0 10 20 30 4
waited|4||trace 7
bind|3||fcfs 0 0 0 5 5, easy 0 0 0 5 4, conservative 0 0 0 5 4
bind|3|--binding ids|fcfs 0 0 0 5 5, easy 0 0 0 5 5, conservative 0 0 0 5 5
ties|2||fcfs 0 10 20, easy 0 10 20, conservative 0 10 20
ties|2|--ties per-event|fcfs 0 10 20, easy 0 20 10, conservative 0 20 10
order|10|--order sjf|fcfs 0 50 70 40, easy:3 0 50 70 40
order|10|--order saf|fcfs 0 80 50 40, easy:3 0 80 50 40
order|10|--order lxf|fcfs 0 40 70 60, easy:3 0 40 70 60
order|10|--order lxwf|fcfs 0 40 70 60, easy:3 0 40 70 60
order|10|--order ljf|fcfs 0 70 40 90
behind|3|--backfill-order sjf|easy 0 3 4 0, fcfs 0 3 4 4
apart|4|--processors contiguous|fcfs 0 0 0 4, conservative 0 0 0 4
apart|4|--processors less-consume|fcfs 0 0 0 1, easy 0 0 0 1
compress|10|--compress none|conservative 0 0 50 30
compress|10||conservative 0 0 10 30
compress|10|--compress start|conservative 0 0 30 10
overrun|1|--overrun kill|fcfs 0 10, easy 0 10
overrun|1||fcfs 0 30, easy 0 30
estimates|4|--lengths actual|easy 0 10 2, conservative 0 10 2
estimates|4|--step 0|online 0 100 110, easy 0 10 20
estimates|4|--step 0 --lengths paper|online 0 10 2, easy 0 10 20
estimates|4|--step 0 --lengths tsafrir|online 0 3600 4800
loop|4|--feedback|fcfs 0 15 18 10 14 14 - 18, conservative 0 15 18 10 14 14 - 18
loop|4|--feedback --ties per-event|easy 0 15 18 10 14 14 - 18
loop|4|--feedback --step 0 --index count|online 0 15 18 10 14 14 - 18
large|1073741823|--step 0|online 0 10 20, easy 0 10 20
long|1073741823|--order saf|easy 0 1000000000001 1000000000000
END

runs --servers 3 --policy easy bind.swf
holds binding_count_servers jobs '^easy 4 2 .* 5 15 .* 1-2$' '^easy 5 1 .* 4 12 .* 0$'
runs --servers 4 --policy fcfs --processors contiguous apart.swf
holds contiguous_servers jobs '^fcfs 4 2 .* 0[-_]1$'
prints lengths_told '--servers 4 --policy online,easy --lengths paper --retries none
    --table all estimates.swf' '^planned by: the true run times .online., the times' \
    '^  accepted  *[23]  *3$'
prints lengths_drawn '--policy easy --lengths tsafrir --seeds 2 estimates.swf' \
    '^planned by: requests that a model of users makes .mean'

# Of the sizes in the log: allocated 1, requested 4 (field 5 and field 8).
echo '1 0 -1 10 1 -1 -1 4 10 -1 1 1 1 1 1 -1 -1 -1' >size.swf
for size in 'requested 4' 'allocated 1'; do
    runs --policy fcfs --servers 4 --size "${size% *}" size.swf
    holds "size ${size% *}" jobs "^fcfs 1 ${size#* } 0 "
done

# ---- nodes that are shared -------------------------------------------------------------
# Four processors on two nodes that give 10; jobs 1, 3 and 4 use 6 for each process, job 2
# needs all of the machine. rua: job 4 would slow somebody on either node, and waits for
# all. easy, by less consume: it starts beside job 1, both take 1.2 times as long, and job
# 2 waits for that: 4.8 seconds are 5.
plan '0 4 1 4, 0 2 4 2, 0 3 1 3, 0 3 1 3' | sed '2!s/$/ usage_memory = 6; Disk > 10/' \
    >shared.swf
shared='--servers 4 --nodes 2 --node-capacity 10,0,0'
starts rua 'rua 0 4 0 6, easy 0 5 0 0, conservative 0 5 0 0' $shared --policy \
    rua,easy,conservative --processors less-consume shared.swf
holds shared_ends jobs '^rua 1 .* 0 4 0 - 0$' '^rua 3 .* 0 3 0 - 2$' \
    '^easy 1 .* 0 5 0 - 0$' '^easy 4 .* 0 4 0 - 1$'
run $shared --policy rua,easy --json x.json --trace-out went.swf shared.swf
holds shared_figures x.json '"lost_mean": \{"mean": 0,' '"lost_mean": \{"mean": 0.5,' \
    '"promises_broken": \{"mean": 0,' '"nodes": 2,'
holds shared_log went-easy.swf '^1 0 0 5 1 ' '^2 0 5 2 4 '
sed 's/= 6/= -6/' shared.swf >bad.swf
runs $shared --policy easy bad.swf
expected 'lines skipped, as they are not jobs: 3; .*usage_memory: an amount not below 0'
holds usage_below_0 jobs '^easy 2 4 0 0 ran 0 2 '
refuses nodes_too_many 1 '4 servers shares .* on 1 to 4 nodes, not on 5' --policy easy \
    --servers 4 --nodes 5 --node-capacity 1,1,1 shared.swf
# A promise that cannot be kept, as job 3 slows job 1: 7, not 4.
plan '0 4 1 4, 0 2 2 2, 1 3 1 3' | sed '2!s/$/ usage_network = 10/' >late.swf
runs --servers 2 --nodes 1 --node-capacity 0,0,10 --policy conservative \
    --json x.json late.swf
holds promise_broken x.json '"promises_broken": \{"mean": 1,' '"lost_mean": \{"mean": 2,'
holds promise_made_anew jobs '^conservative 2 2 0 0 ran 7 9 7 '

refuses skip_everything 1 'late.swf: --skip leaves no job' --skip 3 late.swf

rest

# ---- which jobs are compared -----------------------------------------------------------
# One server, a horizon of 120 s: online refuses job 2, which would end at 150. So waits
# are of jobs 1 and 3 everywhere: 0 and 98 without job 2, 0 and 148 behind it. Job 4 is
# too large for anyone.
plan '0 100 1 100, 1 50 1 50, 2 10 1 10, 3 10 2 10' >refused.swf
starts refused_starts 'online 0 - 100 -, fcfs 0 100 150 -' --policy online,fcfs \
    --servers 1 --slot 60 --horizon 120 --step 0 --no-timing --table all \
    --facts facts refused.swf
holds refused_figures facts '^online wait_mean	49	' '^fcfs wait_mean	74	' \
    '^online compared	2	' '^online makespan	110	' '^fcfs makespan	160	'
holds refused_in_the_table out '^4 jobs of refused.swf, ' '^  accepted +2 +3$' \
    '^    larger than the machine +1 +1$' '^    no room in time +1 +0$'

busy_log 400 >busy.swf

# ---- what a log prints -----------------------------------------------------------------
# Its own waits, EASY and conservative, against EASY; in 30 lines of 80 columns; without
# waits in the log, or of other jobs than its own, no row of them.
awk '{ $3 = NR % 7 * 100; print }' busy.swf >waited.swf
first() { run "$@" && sed -n '/^wait, hours/,/^$/s/ .*//p' out | paste -s -d ' ' -; }
narrow() { must "$1" 'more than 30 lines of 80 columns' \
    awk 'length > 80 { exit 1 } END { if (NR > 30) exit 1 }' out; }
is first_rows "$(first waited.swf)" 'wait, recorded easy conservative'
narrow first_page
holds first_against out 'minus easy .95 % interval.$' '^recorded .*  too few weeks$' \
    '^Compare policies with each other'
is first_no_waits "$(first busy.swf)" 'wait, easy conservative'
is first_other_jobs "$(first --load 0.5 waited.swf)" 'wait, easy conservative'
is first_online "$(first --policy trace,online,easy,fcfs,conservative waited.swf)" \
    'wait, recorded online easy fcfs conservative'
narrow first_five
holds first_online_said out '^online never moves a job up when another ends early'
# online is one policy: the exact start, unless the paper's lengths or one of its rules
# are given, and then the paper's.
alike() {   # NAME OPTIONS OPTIONS
    for options in "$2" "$3"; do
        runs --policy online --no-timing $options busy.swf
        mv jobs "as $options"
    done
    equal "$1" "as $2" "as $3"
}
alike online_exact '' '--step 0 --horizon 0'
alike online_paper '--lengths paper' '--lengths actual --horizon 42d --retries half'
must online_differs '' not cmp -s 'as ' 'as --lengths paper'

# ---- advance reservations --------------------------------------------------------------
# Those of a smaller share are among those of a larger one, as early.
for share in 0.3 0.6; do
    runs --policy easy --servers 20 --ar $share --no-timing busy.swf
    awk '$5 > $4 { print $2, $5 }' jobs | sort >"ready$share"
done
within ar_share "$(wc -l <ready0.3)" 60 180
checked ar_nested "$(comm -23 ready0.3 ready0.6 | head -n 1)"
# All of them reservations: there is no queue, and everyone does what late binding does.
runs --policy online,$batch --index count --step 0 --horizon 0 --ar 1 --servers 20 \
    --lengths actual busy.swf
is ar_all_the_same "$(starts_of | cut -d ' ' -f 2- | uniq | wc -l)" 1

# ---- reservations from a file ----------------------------------------------------------
# Two servers: job 1 has both until 10, job 2 wants both for 10 s, job 3 one for 4 s. What
# is announced at 5 is for 15 to 20. Promises are 10 and 20: a number is refused because
# of them, a list moves job 2 behind job 3, to 24 (conservative: job 3 moves to 10, and it
# to 20).
plan '0 10 2 10, 0 10 2 10, 0 4 1 4' >three.swf
echo '5 15 5 2 ; a number' >number
printf '\357\273\277; a list\n5s 15 5s 0-1\r\n' >list
all="--servers 2 --step 0 --policy fcfs,easy,conservative,online"
starts reserved_number \
    'fcfs 0 20 30 15, easy 0 20 10 15, conservative 0 10 20 -, online 0 10 20 -' $all \
    --reservations number three.swf
holds reserved_refused jobs '^online .* 5 15 no_room '
starts reserved_list \
    'fcfs 0 20 30 15, easy 0 20 10 15, conservative 0 20 10 15, online 0 24 20 15' $all \
    --reservations list --json x.json three.swf
holds reserved_told out \
    '^online: reservations: 1 of 1 on time; promised starts not kept: 1; the others'
holds reserved_classes x.json '"axis": "reserved", "class": "others", "items": 3' \
    '"axis": "reserved", "class": "reservations", "items": 1, "mean": 0,' \
    '"others_longer": \{"mean": 4.666' '"jobs": \{"mean": 3,'
# Job 2 keeps its start, 15, when its server is down then: on the other one.
plan '0 15 2 15, 0 5 1 5' >other.swf
echo '5 15 5 0-0' >down
runs --servers 2 --step 0 --policy online --reservations down other.swf
holds reserved_other_server jobs '^online 2 .* 15 20 15 [0-9]+ 1$'
# From the header: job 3 ran inside it. Servers have the names that are listed, or not.
printf '; %s\n' 'UnixStartTime: 1000' 'Reservation: - 1970-01-01T00:16:45Z 5 1-1 0,3-9' \
    'Reservation: + 3' | cat - three.swf >header.swf
runs $all --reservations log --binding ids --trace-out back.swf --json x.json header.swf
holds reserved_header jobs '^easy 2 1 0 5 ran 5 10 0 - 1$' '^online .* 5 10 0 1 1$'
holds reserved_counted out 'reservations: 1; downtimes: 1, .*; jobs .* left out: 1$'
holds reserved_longer x.json '"others_longer": \{"mean": 10[,}]'
holds reserved_trace_out back-easy.swf '^; MaxJobs: 2$' '^1 0 10 10 2 ' \
    '^; Reservation: - 5 5 1-1$'
# Times count from the log's first line, though that job did not run.
{ echo '9 3 -1 0 1 -1 -1 1 1 -1 5 1 1 1 1 -1 -1 -1'; plan '10 10 2 10'; } >cancelled.swf
echo '- 15 5 1' >number
starts reserved_first_line 'easy 18 23' --policy easy --servers 2 --reservations number \
    cancelled.swf
# Those over before the first job count as over; what has begun has its rest.
printf -- '- 0 5 1\n- 0 9d 1\n' >early
run --servers 20 --policy easy --reservations early --cut 10: busy.swf
holds reserved_over out 'reservations: 1; over before the first job: 1$'
# A wrong line is reported by file, line, field, and what was expected.
while IFS='|' read -r name pattern line; do
    printf -- "$line\n" >bad
    refuses "reserved_$name" 1 "easy: bad:1: $pattern.* expected, not" --policy easy \
        --servers 20 --reservations bad busy.swf
done <<'END'
short|length: a time|- 1h
huge|start: a time|- 99999999999999999999h 1h 4
date|start: a time after|- 2026-02-30T09:00 1h 4
no_epoch|start: .*if the log says when it begins|- 2026-02-03T09:00 1h 4
late|announced: a time that is not after|2h 1h 1h 4
no_length|length: a time from 1 second on|- 1h 0 4
none|processors: a number from 1 on|- 1h 1h 0
twice|processors: .*none twice|- 1h 1h 0-5,5
beyond|processors: .*a list of processors from 0 to 19|- 1h 1h 19-20
more|after the jobs: the end|- 1h 1h 4 1 2
zero_byte|processors: a number|- 1h 1h 4\0 5
END
echo ';' >bad
refuses reserved_empty 1 'bad: there is no reservation in it' --reservations bad busy.swf
sed '1s/$/\n; TimeZoneString: Europe\/Berlin/; s/Z 5/ 5/' header.swf >zone.swf
refuses reserved_zone 1 'zone.swf:3: start: .*distance from UTC .2026-11-03T09:00Z' \
    --policy easy --reservations log zone.swf

# ---- closed loops ----------------------------------------------------------------------
# Line 1 of other reservations is not job 1.
echo '1 1000 1 1' >other
starts feedback_reserved 'fcfs 0 1000 15 18 10 14 14 - 18' --policy fcfs --servers 4 \
    --feedback --reservations other loop.swf
refuses feedback_none 1 'no job follows an earlier one .fields 17 and' --feedback busy.swf

# ---- the schedule as a log -------------------------------------------------------------
runs --policy online,$batch --servers 20 --ar 0.2 --lengths tsafrir \
    --trace-out made.out.swf busy.swf
mv jobs planned
for policy in online fcfs easy easy:4 conservative; do
    awk -v policy=$policy '$1 == policy { print $2, $7, $7 - $4 }' planned >want
    runs --policy trace "made.out-$policy.swf"
    awk '{ print $2, $7, $9 }' jobs >got
    equal "trace_out_$policy" got want
done
for seeds in 1 2; do   # of the first
    run --policy easy --jobs 50 --no-timing --trace-out $seeds.swf --seeds $seeds
done
equal trace_out_first_seed 2.swf 1.swf
run --policy fcfs --servers 1 --trace-out made.swf refused.swf
expected 'jobs rejected'
holds trace_out_rejected made.swf '^; MaxProcs: 1$' '^; Note: .*scheduler: fcfs' \
    '^2 1 99 50 1 -1 -1 1 50 -1 1 ' '^4 3 -1 10 2 -1 -1 2 10 -1 5 '
starts trace_of_all 'trace 0 100 150 -' --policy trace made.swf # each has all servers

# Nothing that is read is written over, under whatever name.
cp queue.swf log-easy.swf
ln -s queue.swf link.swf
refuses trace_out_link 1 'is read, too' --policy easy --trace-out link.swf queue.swf
refuses trace_out_trace_of_policy 1 'is read, too' --policy fcfs,easy \
    --trace-out log.swf log-easy.swf
must trace_out_untouched 'it was written over' cmp -s log-easy.swf queue.swf

# ---- logs that mean harm ---------------------------------------------------------------
awk 'BEGIN { for (i = 0; i < 300; i++) print i, 1, 1 + i % 3, "1000000000000" }' |
    plan >far.swf
run --policy $batch --servers 2 --no-timing --json x.json far.swf
expected 'jobs rejected'
holds longest_estimates x.json '"accepted": \{"mean": 200,' \
    '"makespan": \{"mean": [23][0-9][0-9],'
runs --policy $batch --servers 1073741823 --binding ids --no-timing queue.swf
holds ids_most jobs '^easy 5 1 4 4 ran 4 10 0 - 11$'
run --policy online,$batch --servers 2 --no-timing --json x.json --trace-out none.swf \
    size.swf
expected 'jobs rejected'
holds all_too_large x.json '"rejected_too_large": \{"mean": 1,' '"compared": \{"mean": 0,'

# Everybody at once, who end early: seconds, not minutes.
awk -v jobs=$((500 * ${TEST_SCALE:-100})) 'BEGIN { while (i++ < jobs)
    print 1, i % 97 * 10 + 1, i % 100 + 1, i % 89 * 60 + 1000 }' | plan >crowd.swf
for options in '--policy fcfs,easy' '--policy conservative --compress none' \
    '--policy conservative --lengths actual'; do
    run $options --servers 128 --no-timing crowd.swf
    checked "crowd $options" ''
done
