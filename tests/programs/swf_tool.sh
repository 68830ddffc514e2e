#!/bin/sh
# swf_tool.sh - swf_tool: refusals, small logs by hand, hostile input, round trips, logs
# it makes replayed; with TRACES=dir also on the logs there.

tool=swf_tool
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1
cp "$here/README.md" .

# Every command that --help lists, so that none is without a test.
prints help "--help" '^usage: swf_tool COMMAND' '^  generate '
commands=$(sed -n '/^commands /,/^options/s/^  \([a-z]*\) .*/\1/p' out)
[ "$(echo "$commands" | wc -l)" -ge 8 ] || fail commands "only $commands"
for command in $commands 'generate requirements'; do
    one_of 4 || continue
    prints "help_$command" "$command --help" "^usage: swf_tool $command \[options\]" \
        '^options:'
done

# ---- the command line ------------------------------------------------------------------
refusals <<'END'
2|which command|
2|needed; - is standard input|info
2|needed; - is standard input|cut
2|no command 'infoo'; did you mean info|infoo
2|one word too many|info a.swf b.swf
2|and a log, are needed|convert swf
2|'xml' is not one of swf.gwf|convert xml a.swf
2|what is to be made|generate
2|what is to be made|generate weibull
2|--grid is needed|generate requirements a.swf
2|a LOG is needed|generate requirements --grid dom_small
2|only once|generate requirements --grid - -
2|--cut: .*LO:HI|cut --cut=2:1 a.swf
2|--cut: .*LO:HI|cut --cut=-1:2 a.swf
2|--load: .* from 0.001 to 1000000|scale --load 0.0001 a.swf
2|--load: .* from 0.001 to 1000000|scale --load=1000001 a.swf
2|--scale-size|scale --scale-size 0 a.swf
2|--scale-run|scale --scale-run 0 a.swf
2|--max-cpus|scale --max-cpus 0 a.swf
2|--skip|cut --skip=-1 a.swf
2|--jobs|cut --jobs 0 a.swf
2|--list|check --list some a.swf
2|of refuse, skip, repair|cut --bad-lines maybe a.swf
2|need --from|convert swf --zone UTC a.swf
2|has no time zone 'No/Where'|convert --from sacct --zone No/Where a.swf
2|another log is needed|merge a.swf
2|only once|merge - -
2|only once|cut --merge - -
END
for bad in '' user user= 'user 2' =2 usr=2 users=2 user==2 'user=!2' 'user!2' 'user=<2' \
        'user=2 or job=3' 'user=2 and' 'user=2andjob=3' 'user=2 an job=3' user=2x \
        'user=2 3' user=--2 user=99999999999999999999 \
        "job=1$(printf ' and job=1%.0s' $(seq 16))"; do
    refuses "filter_'$bad'" 2 '--drop: .* is not like' clean "--drop=$bad" a.swf
done

# ---- a small log, and what becomes of it, by hand --------------------------------------
cat >small.swf <<'END'
; Version: 2.2
;Computer:  Abacus
;  (a comment)
; MaxJobs: 6
; MaxRecords: 6
; UnixStartTime: 86400
; StartTime: Fri Jan  2 01:00:00 CET 1970
; EndTime: Fri Jan  2 01:08:20 CET 1970
; MaxProcs: 8
1 10 0 100 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
2 20 5 50 4 30 -1 4 60 -1 1 2 1 -1 1 -1 -1 -1
3 30 0 10 1 -1 -1 1 10 -1 0 1 1 -1 1 -1 1 5
4 40 0 0 1 -1 -1 1 10 -1 5 3 1 -1 1 -1 -1 -1
5 110 90 300 8 -1 -1 8 250 -1 1 2 1 -1 1 -1 -1 -1
6 210 0 20 3 -1 -1 4 20 -1 1 3 1 -1 1 -1 -1 -1
END
small=small.swf
sed 's/^;Computer:  /; Computer: /' $small >tidy

# changed NAME EDIT ARGUMENT ...: the output is the log, tidied, with these lines changed.
changed() {
    name=$1
    sed "$2" tidy >want
    shift 2
    run "$@"
    equal "$name" want out
}
# jobs NAME WANTED FIELDS ARGUMENT ...: the fields of the jobs in the output.
jobs() {
    name=$1 want=$2 fields=$3
    shift 3
    run "$@"
    is "$name" "$(job_lines <out | cut -d ' ' -f "$fields" | paste -s -d ,)" "$want"
}

note='/^; MaxProcs/a; Note: swf_tool'
end='/^; EndTime/c; EndTime: Fri Jan  2'
some="$note cut: submitted 10 s to 100 s after the first: 3 of 6 lines"

changed convert '' convert swf $small
# from 10 s until before 100 s after the first: jobs 2, 3, 4; the last end is 75
changed cut "/^; Max[JR]/s/6/3/
    $end 00:01:15 UTC 1970
    $some
    /^[156] /d" cut --cut 10:100s $small
# the job that job 3 follows is gone
changed cut_rebase_renumber "/^; Max[JR]/s/6/3/
    /^; Unix/s/6400/6420/
    /^; StartTime/c; StartTime: Fri Jan  2 00:00:20 UTC 1970
    $end 00:01:15 UTC 1970
    $some\\
; Note: swf_tool cut: submit times reduced by 20 s\\
; Note: swf_tool cut: jobs numbered anew
    s/^2 20/1 0/; s/^3 30\(.*\) 1 5/2 10\1 -1 -1/; s/^4 40/3 20/; /^1 10 /d; /^[56] /d" \
    cut --cut 10:100 --rebase --renumber $small
# work: 2 * 100 + 4 * 50 + 10 + 8 * 300 + 4 * 20 = 2890; on 8, over 200 s: 1.80625. For a
# load of 0.9 it takes 401.39 s: 401, so that 20 s after the first become 40.1.
changed scale_load "$end 00:10:01 UTC 1970
    $note scale: submissions over 401 s, not 200: load 0.9 on 8 processors
    s/^2 20/2 30/; s/^3 30/3 50/; s/^4 40/4 70/; s/^5 110/5 211/; s/^6 210/6 411/" \
    scale --load 0.9 $small

# nothing ends at another moment
prints rebase_keeps_end_time "cut --jobs 6 --rebase $small" '^; UnixStartTime: 86410$' \
    '^; EndTime: Fri Jan  2 01:08:20 CET 1970$' '^6 200 0 20'
# 2870 / 16 / 0.9 = 199.3
prints scale_load_options "scale --load 0.9 --size allocated --servers 16 $small" \
    'over 199 s, not 200: .* 16 processors' '^6 209 0 20'
jobs scale_size '1 1,2 2,1 1,1 1,4 4,2 2' 5,8 scale --scale-size 0.5 $small
jobs scale_run_max_cpus \
    '10 4 -1 4 20,5 4 3 4 6,1 2 -1 2 1,0 2 -1 2 1,30 4 -1 4 25,2 4 -1 4 2' 4-6,8-9 \
    scale --scale-run 0.1 --scale-size 2 --max-cpus 4 $small
holds scale_run_notes out '^; Note: swf_tool scale: larger sizes cut to 4$' \
    '^; Note: swf_tool scale: run times multiplied by 0.1$'
jobs skip_and_cut '4 40,5 110,6 210' 1,2 cut --skip 2 --cut 10: $small
holds skip_note out \
    ': without the first 2 jobs, submitted 10 s to the end after the first: 3 of 6 lines$'

cat >other.swf <<'END'
; Computer: Loom
; Queue: 1 night
1 1005 0 7 1 -1 -1 1 -1 -1 1 4 -1 2 1 -1 -1 -1
2 1000 0 7 1 -1 -1 1 -1 -1 1 1 1 -1 1 -1 1 -1
END
# The other log's first submission, 1000, falls on 10; numbers are raised by 6, users by
# 3, groups by 1.
changed merge "/^; Max[JR]/s/6/8/
    $note merge: jobs of other.swf: 2\\
; Note: of other.swf: Computer: Loom\\
; Note: of other.swf: Queue: 1 night\\
; Note: of other.swf: Note: swf_tool merge: put in order of submission; out of it: 1
    /^1 10/a8 10 0 7 1 -1 -1 1 -1 -1 1 4 2 -1 1 -1 7 -1\\
7 15 0 7 1 -1 -1 1 -1 -1 1 7 -1 2 1 -1 -1 -1" merge $small other.swf
# The order of the options does not matter, that of the shapes does: after the merge, the
# cut from 5 s on, the first 3 jobs of those, double sizes; all at once.
run cut --load 1 --jobs 3 --scale-size 2 --cut 5: --merge other.swf $small
# 2 * 7 + 8 * 50 + 2 * 10 = 434; / 8 = 54.25: 54 s from 15 to 69
holds all_at_once out '^; Note: .*, the first 3 of them: 3 of 8 lines' \
    '^; Note: .* multiplied by 2$' '^7 15 .* 2 -1 -1 2 -1' '^2 33 .* 8 30' '^3 69 0 10 2'
run merge $small $small $small
is merge_numbers "$(job_lines <out | cut -d ' ' -f 1 | sort -u | wc -l)" 18
echo '9223372036854775807 1 0 5 1 -1 -1 1 5 -1 1 1 1 1 1 1 -1 -1' >most.swf
refuses merge_overflow 1 'beyond 64 bits' merge most.swf $small

# GWF stays GWF, with its texts; a submission that moves moves to a whole second.
{
    echo '# Version: 1.0'
    for i in 1 2; do
        echo "$i ${i}00.5 3.25 50.75 2 1.5 -1 2 60 4096 1 U$i G1 X2 Q1 P1 o$i r -1 -1" \
             "-1 -1 -1 -1 -1 -1 -1 VO1 p"
    done
} >grid.gwf
run cut --cut 50: --rebase grid.gwf
cat >want <<'END'
# Version: 1.0
# Note: swf_tool cut: submitted 50 s to the end after the first: 1 of 2 lines
# Note: swf_tool cut: submit times reduced by 201 s
2 0 3.25 50.75 2 1.5 -1 2 60 4096 1 U2 G1 X2 Q1 P1 o2 r -1 -1 -1 -1 -1 -1 -1 -1 -1 VO1 p
END
equal cut_gwf want out
prints merge_gwf "merge grid.gwf $small --jobs 2" \
    '^1 100\.5 3\.25 50\.75 .* U1 .* VO1 p$' \
    '^3 101 0 100 2 -1 -1 2 200 -1 1 3 2 -1 1 -1 -1 -1 -1'

# Records of a real Slurm: an array, a job of two components, one with a bar in its name,
# one given back to the queue, a failed node, one cancelled before it started.
records=$here/tests/data/slurm-22.05.sacct
run convert --from sacct --zone UTC --names names.tsv "$records"
equal real_records "${records%.sacct}.log" out
is names_of_jobs "$(sed -n 's/^job.*\t//p' names.tsv | paste -s -d ' ')" \
    '1 2 4 6 7 8 9 3_1 3_2 3_3 13'

# ---- clean -----------------------------------------------------------------------------
cat >dirty.swf <<'END'
; MaxJobs: 11
; MaxProcs: 8
1 50 0 100 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
2 20 -7 50 4.0 30.5 -1 4 60 -1 1 2 1 -1 1 -1 -1 -1
3 30 0 0 1 -1 -1 1 10 -1 0 1 1 -1 1 -1 -1 -1
4 40 0 10 -1 -1 -1 0 10 -1 5 3 1 -1 1 -1 -1 -1
5 -1 0 10 1 -1 -1 1 10 -1 1 3 1 -1 1 -1 -1 -1
this is no job
6 60 0 10 9 -1 -1 9 10 -1 1 3 1 -1 1 -1 -1 -1
7 61 0 10 1 -1 -1 1 10 -1 1 7 1 -1 1 -1 -1 -1
8 62 0 10 1 -1 -1 1
9 63 0 5000000000000 1 -1 -1 1 10 -1 1 3 1 -1 1 -1 -1 -1
10 64 0 10 1 -1 -1 1 10 -1 1 9 1 -1 1 -1 -1 -1 99
10 -1 0 5 1 -1 -1 1 10 -1 2 9 1 -1 1 -1 -1 -1
END
run clean --drop 'user=7 and (job>=7 and job<=9)' --drop user=11 dirty.swf
cat >want <<'END'
; MaxJobs: 4
; MaxProcs: 8
; Note: swf_tool clean: lines removed: 6
; Note: swf_tool clean: no submit time (1 job removed)
; Note: swf_tool clean: no run time, or zero (1 job removed)
; Note: swf_tool clean: no number of processors (1 job removed)
; Note: swf_tool clean: times beyond 10^12 seconds (1 job removed)
; Note: swf_tool clean: more processors than the machine has (1 job removed)
; Note: swf_tool clean: user=7 and (job>=7 and job<=9) (1 job removed)
; Note: swf_tool clean: user=11 (0 jobs removed)
; Note: swf_tool clean: lines that are not jobs, left out: 1
; Note: swf_tool clean: lines mended (decimals, number of columns): 3
; Note: swf_tool clean: jobs with negative fields, made unknown: 1
; Note: swf_tool clean: put in order of submission; out of it: 1
2 20 -1 50 4 30.5 -1 4 60 -1 1 2 1 -1 1 -1 -1 -1
1 50 0 100 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
8 62 0 10 1 -1 -1 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
10 64 0 10 1 -1 -1 1 10 -1 1 9 1 -1 1 -1 -1 -1
10 -1 0 5 1 -1 -1 1 10 -1 2 9 1 -1 1 -1 -1 -1
END
cp out cleaned
said=$(sed -n 's/.*: 1; the first: line \([0-9]*\),.*/\1/p' err | paste -s -d ' ')
: >err
is clean_says_lines "$said" '8 13'
equal clean want cleaned
prints clean_is_clean 'check cleaned' '0 lines of no use'
jobs clean_parts '2,1,8' 1 clean --drop 'job=10' cleaned # no part stays without its job
# What a filter leaves of jobs 1 and 2 of user 1, job 3 of user 2.
printf '%s 10 0 5 1 -1 -1 1 5 -1 1 %s 1 -1 1 -1 -1 -1\n' 1 1 2 1 3 2 >users.swf
for filter in 'user=1:3' ' ( user = 2 ) :1,2' 'user!=1:1,2' 'job<2:2,3' 'job<=2:3' \
        'job>2:1,2' 'job>=2:1' 'user=1 and(job>1):1,3' '(job>-2) and job<3 and user=1:3' \
        'think=-1 and executable<0:' "job=1$(printf ' and job=1%.0s' $(seq 15)):2,3"; do
    jobs "filter_'${filter%:*}'" "${filter##*:}" 1 clean "--drop=${filter%:*}" users.swf
done

# Each command that writes: a line that is not a job, columns too many.
echo '1 10 0 100 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1 7 8' >surplus.swf
columns='columns after the last .* ignored: 1; .* line 13'
for command in 'convert swf' 'convert gwf' cut 'scale --load 1' "merge $small"; do
    one_of 2 || continue
    refuses "bad_line $command" 1 'dirty.swf: line 4, column 13, field 5' $command \
        --out none.swf dirty.swf
    run $command --bad-lines skip dirty.swf
    verdict "bad_lines_skipped $command" \
        "$(refusal 0 'warning: .*lines skipped.* not jobs: 4; the first: .*line 4')"
    run $command --bad-lines repair dirty.swf
    same "bad_lines_repaired $command" \
        "$code $(grep -c -e 'not jobs: 1; .* line 8' -e "$columns" err)" '0 2'
done
must nothing_half_written 'it is there' not [ -e none.swf ]
run info surplus.swf
verdict columns_ignored \
    "$(refusal 0 'warning: .*columns after the last .* ignored: 1; the first: line 1,')"

# ---- check: every kind, on the line where it is ----------------------------------------
# what it is said to be : the line
cat >odd <<END
:; MaxJobs: 7
header_value:; MaxRecords: many
:; MaxProcs: 8
:; MaxProcs: 8
header_twice:; MaxProcs: 9
:; MaxQueues: 2
:; MaxRuntime: 100
:; UnixStartTime: 0
:; StartTime: Thu Jan  1 00:00:07 UTC 1970
:; EndTime: Thu Jan  1 02:00:00 UTC 1970
:1 10 0 100 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
fraction:2 20 0 50 2.0 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
missing_field:3 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1
extra_field:4 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1 7
no_job:x
no_submit:5 -1 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
no_run:6 20 0 0 2 -1 -1 2 200 -1 5 1 1 -1 1 -1 -1 -1
no_size:7 20 0 50 -1 -1 -1 0 200 -1 1 1 1 -1 1 -1 -1 -1
out_of_range run_beyond_limit:8 20 0 1000000000001 2 -1 -1 2 -1 -1 1 1 1 -1 1 -1 -1 -1
too_large:9 20 0 50 10 -1 -1 10 200 -1 1 1 1 -1 1 -1 -1 -1
negative:10 20 -2 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
out_of_order:11 19 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
run_beyond_request:12 20 0 90 2 -1 -1 2 60 -1 1 1 1 -1 1 -1 -1 -1
run_beyond_limit:13 20 0 101 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
size_differs:14 20 0 50 2 -1 -1 3 200 -1 1 1 1 -1 1 -1 -1 -1
cpu_beyond_run:15 20 0 50 2 50.1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
memory_beyond_request:16 20 0 50 2 50 9 2 200 8 1 1 1 -1 1 -1 -1 -1
duplicate_number:16 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
number_jumps:18 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
preceding_unknown:19 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 17 -1
status_unknown:20 20 0 50 2 -1 -1 2 200 -1 6 1 1 -1 1 -1 -1 -1
status_part:20 -1 0 50 2 -1 -1 2 200 -1 2 1 1 -1 1 -1 -1 -1
no_run completed_without_run:21 20 0 -1 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
queue_beyond_header:22 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 3 -1 -1 -1
long_comment:;$(awk 'BEGIN { for (i = 0; i < 4100; i++) printf "-" }')
END
sed 's/[^:]*://' odd >odd.swf
awk -F: '{ n = split($1, kind, " "); for (i = 1; i <= n; i++) print NR ": " kind[i] }
    END { print "1: header_wrong\n0: header_wrong\n0: header_wrong" }' odd >want
run check odd.swf
same check_finds_useless "$code" 1
sed -n 's/^.*odd.swf:\([0-9]*: [a-z_]*\): ..*/\1/p' out >got
code=0
equal check_every_kind want got
run check --json - --list 0 odd.swf
same check_tries_all "$(sed -n 's/.*"kind":"\([a-z_]*\)","times":0.*/\1/p' out)" \
    header_missing
code=0
holds check_json out '"useless_lines":9' \
    '"run_beyond_limit","times":2,"first_line":19,"useless":0'
run check --list 0 odd.swf
must check_lists_none 'a line is listed' not grep -q 'odd.swf:[0-9]' out
sed -n 's/^ *\([0-9]*\)  *[0-9]* [ *] \([a-z_]*\): .*/\1 \2/p' out | sort >counts
sed 's/.*: //' got | sort | uniq -c | awk '{ print $1, $2 }' | sort >want
code=0
equal check_counts want counts
sed '/^4/d; /^; Max[JR]/s/6/5/' $small >useful.swf
prints check_nothing_useless "check useful.swf" '5 jobs read, 0 lines of no use' \
    'useful.swf:14: size_differs: job 6: 3 allocated, 4 requested'
awk 'BEGIN { for (i = 1; i <= 50; i++) print i, 9, 0, 5, 1, 9, -1, 1, 2, -1, 1, 1, 1, 1,
                                            1, 1, -1, -1 }' >many.swf
for list in 3:3 all:50; do
    run check --list ${list%:*} many.swf
    is "check_list_${list%:*}" "$(grep -c '^many.swf:.*: cpu_beyond_run' out)" ${list#*:}
done
refuses no_load 1 'all jobs are submitted at one moment' scale --load 1 many.swf

# ---- info ------------------------------------------------------------------------------
prints info "info --json small.json $small" \
    '^small|small.swf \(SWF\)$' '^  Computer +Abacus$' '^  jobs +6$' \
    '^  users +3$' '^  executables +0$' \
    '^  first submission +Fri Jan  2 00:00:10 UTC 1970' \
    '^  last end +Fri Jan  2 00:08:20 UTC 1970$' '^  local time is UTC +\+01:00$' \
    '^  processors +8$' '^  offered load +1\.806[23]$' '^  utilisation +73\.2 %$' \
    '^  serial +33\.3 %$' '^  powers of two \(with serial\) +100\.0 %$' \
    '^  01:00 +6 +100\.0 %  #{40}$' '^  Fri +6 +100\.0 %' '^  completed +4$' \
    '^  cancelled +1$' '^  average CPU time +5$' '^  preceding job +5$'
# allocated: 200 + 200 + 10 + 2400 + 60 = 2870 of 8 * 490
holds info_json small.json '"utilisation":0\.73214285714285[67]' \
    '"offered_load":1\.80625,?$' '"lo":1,"hi":1,"jobs":2' '"lo":3,"hi":4,"jobs":2' \
    '"within_share":0\.5,?$' '"exact_share":0\.333333333333333' '"max":300,?$' \
    '"beyond_share":0\.1666666666' '"lo":1,"hi":2,"jobs":6' '"p50":20,?$' \
    '"lo":80,"hi":90,"jobs":1' '"lo":1,"hi":10,"jobs":1' '"lo":604801,"hi":null,"jobs":0'
is info_lines "$(wc -l <out) $(wc -l <small.json)" '173 178'
if command -v python3 >/dev/null; then
    must info_is_json 'another refuses it' python3 -m json.tool small.json json
else
    skip info_is_json 'there is no python3'
fi

# the machine: two jobs of 4 processors at once, in logs with such headers
log '1 0 0 9 4 4 9, 2 0 5 9 4 4 9' >two
while IFS='|' read -r header want; do
    { echo "$header" | tr , '\n'; cat two; } >machine.swf
    prints "info $header" 'info machine.swf' "$want" '^  most in use at once  *8$'
done <<'END'
; Note: none|not in the header: the most in use at once
; MaxNodes: 2|MaxNodes is less than was in use
; MaxProcs: 64,; MaxNodes: 16|sizes may be nodes
; MaxProcs: 4,; MaxNodes: 16|MaxProcs is less than MaxNodes
END
# At most twelve groups of sizes, of as many powers of two as that takes.
for size in 1 2 3 4 5 4096; do
    echo "$size $size 0 10 $size -1 -1 $size 10 -1 1 1 1 -1 1 -1 -1 -1"
done >sizes.swf
prints info_sizes_in_fours "info sizes.swf" '^  1  *1  *16\.7' '^  2 - 4  *3  *50\.0' \
    '^  5 - 16  *1 ' '^  1025 - 4096  *1 '
echo '7 9000 0 10 9223372036854775807 -1 -1 1 10 -1 1 1 1 -1 1 -1 -1 -1' >huge.swf
echo '8 9000 0 10 1 -1 -1 4611686018427387905 10 -1 1 1 1 -1 1 -1 -1 -1' >>huge.swf
prints info_sizes_huge "info huge.swf" '^  1  *1 ' '9223372036854775807  *1 '
for json in '--json -' --json; do
    run info $small $json
    equal "info $json" small.json out
done

# A log from the model. Replayed, it is the built-in workload.
run generate lublin --jobs 2000 --seed 3 --servers 64 --out model.swf
holds generate model.swf '^; MaxJobs: 2000$' '^; MaxProcs: 64$'
prints generate_is_clean "check model.swf" ' 2,000 jobs read, 0 lines of no use'
must generate_nothing_odd "$(head -n 1 out)" [ "$(wc -l <out)" -le 2 ]
for log in model.swf '--jobs 2000 --seed 3 --servers 64'; do
    $RUN_ENV "$bin/coalloc_sim" --no-timing --json sim.json $log >/dev/null 2>&1
    hashes sim.json
done >replayed
same replay "$(uniq replayed | grep -c .) $(grep -c . replayed)" '1 2'

# ---- generate requirements -------------------------------------------------------------
# All but the requirements stays as it is: take them away, and the note.
without() {
    sed -e '/; Note: swf_tool generate requirements: /d' \
        -e '/^[^;]/s/\(\([^ ]* \)\{17\}[^ ]*\).*/\1/' "$@"
}
given() { run generate requirements "$@"; cp out made.swf; }

given --grid dom_medium --seed 7 model.swf
without made.swf >got
equal requirements_all_else model.swf got
holds requirements_note made.swf \
    '^; Note: swf_tool generate requirements: --grid dom_medium --seed 7$' \
    'Memory >= [0-9]* MB; Disk >= [0-9]* MB; Vendor == [A-Za-z]*; OS Name == [A-Za-z]*; C'
run_on generate requirements --seed 9 --grid DOM_medium - <made.swf
grep -v 'seed 9$' out >got
equal requirements_kept made.swf got
for from in '--replace made' model; do
    run generate requirements --grid dom_medium --seed 9 $from.swf
    grep -v '; Note' out >"anew${from##* }"
done
equal requirements_replaced anewmade anewmodel
given --grid dom_big --usages model.swf
holds requirements_options made.swf ' --usages$' \
    '; usage_memory = [0-9.]*; usage_ethernet = [0-9.]*; usage_network = [0-9.]*$'
given --grid dom_small grid.gwf
holds requirements_of_gwf made.swf '^; Note: swf_tool convert swf: without' \
    '^1 101 3 51 2 1.5 -1 2 60 4096 1 1 1 2 1 1 -1 -1 Memory >= 4 MB; Disk >= '
refuses requirements_no_such_grid 1 'none.grid: No such file' \
    generate requirements --grid none.grid $small
refuses requirements_over_grid 1 'is read, too: it would be replaced' \
    generate requirements --grid README.md --out ./README.md a.swf

# ---- round trips -----------------------------------------------------------------------
run convert gwf model.swf
cp out model.gwf
holds to_gwf model.gwf '^# MaxProcs: 64$' '^# Note: swf_tool convert gwf: without'
run convert gwf model.gwf
equal round_trip_gwf model.gwf out
run_on convert swf - <model.gwf
job_lines <out >got
job_lines <model.swf >want
equal round_trip_through_gwf want got
gzip -c model.swf >model.swf.gz
for command in 'convert swf' 'cut --cut 0: --out -' 'scale --scale-size 1' clean; do
    run $command model.swf.gz
    grep -v 'Note: swf_tool clean: lines removed: 0' out >got
    equal "nothing_to_do $command" model.swf got
done

# ---- inputs that are not logs ----------------------------------------------------------
: >empty.swf
head -c 60000 "$program" >junk.swf
printf '1\0002 3\n;\000\r: \000\n; MaxProcs: \000\n' >nul.swf
head -c 20000 model.swf.gz >cut.swf.gz
cat junk.swf >junk.swf.gz
for t in 1000000000000000000 -1000000000000000000 9223372036854775807; do
    for i in 1 2 3 4 5; do echo "$i $t 1 $t 9 $t -1 $t $t $t 1 $t 1 1 1 1 1 1"; done
    printf '; MaxProcs: %s\n; UnixStartTime: %s\n; TimeZone: %s\n' $t $t -${t#-}
done >huge.swf
{ awk 'BEGIN { for (i = 0; i < 100000; i++) printf "1 " }'; echo; } >long.swf
printf '1 0 0 5 1' >short.swf

# Whatever it is: no crash, and an error is one line that names the file. Slow tools try
# every ninth pair.
tried=0
for input in empty.swf junk.swf nul.swf huge.swf long.swf short.swf cut.swf.gz \
        junk.swf.gz none.swf .; do
    why=
    for command in info check 'convert swf' 'convert gwf' 'cut --cut 5:6' \
            'scale --scale-size 1000000 --bad-lines skip' \
            'scale --scale-run 1000000 --skip 1 --max-cpus 5 --bad-lines skip' \
            'generate requirements --grid dom_small --usages --bad-lines repair' \
            'scale --load 0.5 --bad-lines repair --rebase --renumber' \
            "merge $small --bad-lines skip" 'clean --renumber' 'convert --from sacct' \
            'convert --from pbs --bad-lines skip'; do
        tried=$((tried + 1))
        [ "${TEST_SCALE:-100}" -ge 100 ] || [ $((tried % 9)) = 0 ] || continue
        run $command "$input"
        if [ "$code" -gt 1 ]; then
            why="$command: exit status $code"
        elif [ "$code" = 1 ] && [ "$command" != check ] &&
                { [ "$(wc -l <err)" != 1 ] ||
                  ! grep -q "^swf_tool [a-z ]*: \(--load\|.*$input\)" err; }; then
            why="$command: said '$(cat err)'"
        fi
        [ -z "$why" ] || break
    done
    verdict "hostile $input" "$why"
done
prints empty_info "info empty.swf" '^  jobs +0$' '^  offered load +-$'

# ---- outputs: all or nothing, never over what is read or not a log ---------------------
for command in info check cut; do   # this would have no end
    cp model.swf in.swf
    $RUN_ENV "$program" $command in.swf >>in.swf 2>err
    code=$?
    verdict "onto_the_input $command" "$(refusal 2 'in.swf is standard output, too')"
done
$RUN_ENV "$program" convert swf - <in.swf >>in.swf 2>err
code=$?
verdict onto_standard_input "$(refusal 2 'standard input is standard output, too')"
run_on convert swf --out x.swf - <&-
verdict closed_input "$(refusal 1 'standard input: ')"
must closed_input_no_output 'an empty log was written' not [ -e x.swf ]
refuses out_over_merged 1 'it would be replaced' merge --out in.swf $small ./in.swf
must inputs_stay 'it was changed' cmp -s model.swf in.swf
for line in mine '#!/bin/sh' '#include <stdio.h>' '# My notes' '; my.ini'; do
    echo "$line" >mine
    refuses "over '$line'" 1 'is not a log with a header' clean $small --out mine
    must "over '$line'" 'it is another file now' [ "$(cat mine)" = "$line" ]
done
echo '; Note: old' >kept
refuses out_bad_input 1 'not a whole gzip' cut --out kept cut.swf.gz
must out_keeps_the_old "$(ls kept*)" [ "$(cat kept*)" = '; Note: old' ]
run cut --out kept model.swf
equal out_replaces model.swf kept

# ---- the commands of examples/README.md ------------------------------------------------
sed -n '/^## swf_tool/,/^## /s/^build\/swf_tool //p' "$here/examples/README.md" >readme
[ -s readme ] || fail readme 'it has no commands'
while read -r line; do
    (eval "run $line"
     [ "$code" = 0 ] || fail readme "$line: $(cat err)")
done <readme
must readme 'there is no new.gwf' [ -s new.gwf ]

# ---- real logs -------------------------------------------------------------------------
reads traces TRACES 'job logs'
for log in "$TRACES"/*.swf "$TRACES"/*.swf.gz; do
    [ -f "$log" ] || continue
    name=$(basename "$log" | sed 's/\.swf.*//')
    run convert gwf --out x.gwf "$log"
    run convert swf x.gwf
    job_lines <out | cut -d ' ' -f 1-16 >got
    run convert swf "$log"
    job_lines <out | cut -d ' ' -f 1-16 >want
    equal "$name through_gwf" want got
    run clean --out x.swf "$log"
    run check --list 0 x.swf
    holds "$name clean" out ' 0 lines of no use'
done
