#!/bin/sh
# swf_tool.sh - swf_tool: refusals, small logs by hand, hostile input, outputs that fail,
# round trips, logs it makes replayed; with TRACES=dir also on the logs there.

tool=swf_tool
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1
cp "$here/README.md" .
sim=$bin/coalloc_sim

# Every command that --help lists, so that none is without a test.
run --help
holds help out '^usage: swf_tool COMMAND' '^  generate '
commands=$(sed -n '/^commands /,/^options/s/^  \([a-z]*\) .*/\1/p' out)
[ "$(echo "$commands" | wc -l)" -ge 8 ] || fail commands "only $commands"

# ---- the command line ------------------------------------------------------------------
refuses no_command 2 'which command'
refuses unknown_command 2 "no command 'frobnicate'" frobnicate
refuses near_command 2 "no command 'infoo'; did you mean info" infoo
refuses unknown_option 2 'no option --frobnicate' info --frobnicate x
for command in $commands; do
    [ $command != generate ] || continue
    refuses "${command}_nothing" 2 'needed; - is standard input' $command
    case $command in convert | merge) continue ;; esac
    refuses "${command}_two_logs" 2 'one word too many' $command a.swf b.swf
done
refuses convert_no_log 2 'and a log, are needed' convert swf
refuses convert_to_what 2 "'xml' is not one of swf|gwf" convert xml a.swf
refuses generate_what 2 'what is to be made' generate
refuses generate_other 2 'what is to be made' generate weibull
refuses requirements_no_grid 2 '--grid is needed' generate requirements a.swf
refuses requirements_no_log 2 'a LOG is needed' generate requirements --grid dom_small
refuses requirements_stdin 2 'only once' generate requirements --grid - -
refuses requirements_over_grid 1 'is read, too: it would be replaced' \
    generate requirements --grid README.md --out ./README.md a.swf
refuses requirements_over_log 1 'is read, too: it would be replaced' \
    generate requirements --grid dom_small --out ./README.md README.md
for bad in 2:1 1:x -1:2 '' a: 1.5:2; do
    refuses "cut_'$bad'" 2 '--cut: .*LO:HI' cut "--cut=$bad" a.swf
done
for bad in 0 -1 x 1e3 0.0001 1000001 ''; do
    refuses "load_'$bad'" 2 '--load: .* from 0.001 to 1000000' scale "--load=$bad" a
done
refuses scale_size_zero 2 '--scale-size' scale --scale-size 0 a
refuses scale_run_zero 2 '--scale-run' scale --scale-run 0 a
refuses max_cpus_zero 2 '--max-cpus' scale --max-cpus 0 a
refuses skip_below_zero 2 '--skip' cut --skip=-1 a
refuses jobs_zero 2 '--jobs' cut --jobs 0 a
refuses list_word 2 '--list' check --list some a
refuses bad_lines_word 2 'of refuse, skip, repair' cut --bad-lines maybe a
refuses seed_overflow 2 '--seed' generate lublin --seed 9223372036854775808
for bad in '' user user= 'user 2' =2 usr=2 users=2 user==2 'user=!2' 'user!2' 'user=<2' \
        'user=2 or job=3' 'user=2 and' 'user=2andjob=3' 'user=2 an job=3' user=2x 'user=2 3' \
        user=--2 user=99999999999999999999 "job=1$(printf ' and job=1%.0s' $(seq 16))"; do
    refuses "filter_'$bad'" 2 '--drop: .* is not like' clean "--drop=$bad" a.swf
done
refuses merge_one 2 'another log is needed' merge a.swf
refuses stdin_twice 2 'only once' merge - -
refuses stdin_twice_merge 2 'only once' cut --merge - -

for command in $commands 'generate requirements'; do
    one_of 4 || continue
    run $command --help
    holds "help_$command" out "^usage: swf_tool $command \[options\]" '^options:' \
        '^  -h, --help'
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

# expect NAME ARGUMENT ...: the run's output is what stands in standard input.
expect() {
    cat >want
    name=$1
    shift
    run "$@"
    equal "$name" want out
}

expect convert_tidies convert swf "$small" <<'END'
; Version: 2.2
; Computer: Abacus
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
mv out tidy

# Records of a real Slurm: an array, a job of two components, one with a bar in its name,
# one given back to the queue, a failed node, one cancelled before it started.
records=$here/tests/data/slurm-22.05.sacct
run convert --from sacct --zone UTC --names names.tsv "$records"
equal real_records "${records%.sacct}.log" out
is names_of_jobs "$(sed -n 's/^job.*\t//p' names.tsv | paste -s -d ' ')" \
    '1 2 4 6 7 8 9 3_1 3_2 3_3 13'
refuses other_system 1 'looks like what sacct -P prints; --from sacct reads it' \
    convert --from pbs "$records"

# changed NAME EDIT ARGUMENT ...: the output is the log, tidied, with these lines changed.
changed() {
    name=$1
    sed "$2" tidy >want
    shift 2
    run "$@"
    equal "$name" want out
}
note='/^; MaxProcs/a; Note: swf_tool'
end='/^; EndTime/c; EndTime: Fri Jan  2'

# from 10 s until before 100 s after the first: jobs 2, 3, 4; the last end is 75
some="$note cut: submitted 10 s to 100 s after the first: 3 of 6 lines"
changed cut "/^; Max[JR]/s/6/3/
    $end 00:01:15 UTC 1970
    $some
    /^[156] /d" cut --cut 10:100s "$small"

# the job that job 3 follows is gone
changed cut_rebase_renumber "/^; Max[JR]/s/6/3/
    /^; Unix/s/6400/6420/
    /^; StartTime/c; StartTime: Fri Jan  2 00:00:20 UTC 1970
    $end 00:01:15 UTC 1970
    $some\\
; Note: swf_tool cut: submit times reduced by 20 s\\
; Note: swf_tool cut: jobs numbered anew
    s/^2 20/1 0/; s/^3 30\(.*\) 1 5/2 10\1 -1 -1/; s/^4 40/3 20/; /^1 10 /d; /^[56] /d" \
    cut --cut 10:100 --rebase --renumber "$small"

# nothing ends at another moment
run cut --jobs 6 --rebase "$small"
holds rebase_keeps_end_time out '^; UnixStartTime: 86410$' \
    '^; EndTime: Fri Jan  2 01:08:20 CET 1970$' '^6 200 0 20'

# work: 2 * 100 + 4 * 50 + 10 + 8 * 300 + 4 * 20 = 2890; on 8, over 200 s: 1.80625. For a
# load of 0.9 it takes 401.39 s: 401, so that 20 s after the first become 40.1.
changed scale_load "$end 00:10:01 UTC 1970
    $note scale: submissions over 401 s, not 200: load 0.9 on 8 processors
    s/^2 20/2 30/; s/^3 30/3 50/; s/^4 40/4 70/; s/^5 110/5 211/; s/^6 210/6 411/" \
    scale --load 0.9 "$small"
run scale --load 0.9 --size allocated --servers 16 "$small"   # 2870 / 16 / 0.9 = 199.3
holds scale_load_options out 'over 199 s, not 200: .* 16 processors' '^6 209 0 20'
run scale --scale-size 0.5 "$small"
is scale_size "$(job_lines <out | awk '{ printf "%s/%s ", $5, $8 }')" \
    '1/1 2/2 1/1 1/1 4/4 2/2 '

run scale --scale-run 0.1 --scale-size 2 --max-cpus 4 "$small"
is scale_run_max_cpus \
    "$(job_lines <out | awk '{ printf "%s/%s/%s/%s/%s ", $4, $5, $6, $8, $9 }')" \
    '10/4/-1/4/20 5/4/3/4/6 1/2/-1/2/1 0/2/-1/2/1 30/4/-1/4/25 2/4/-1/4/2 '
holds scale_run_notes out '^; Note: swf_tool scale: larger sizes cut to 4$' \
    '^; Note: swf_tool scale: run times multiplied by 0.1$'
run cut --skip 2 --cut 10: "$small"
is skip_and_cut "$(job_lines <out | cut -d ' ' -f 1,2 | tr '\n' ,)" '4 40,5 110,6 210,'
holds skip_note out \
    ': without the first 2 jobs, submitted 10 s to the end after the first: 3 of 6 lines$'
run cut --skip 6 "$small"
job_lines <out >got
: >want
equal skip_all want got

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
7 15 0 7 1 -1 -1 1 -1 -1 1 7 -1 2 1 -1 -1 -1" merge "$small" other.swf
cp out merged
run cut --merge other.swf "$small"
sed 's/swf_tool cut/swf_tool merge/' out >got
equal merge_option merged got

# The order of the options does not matter, that of the shapes does: after the merge, the
# cut from 5 s on, the first 3 jobs of those, double sizes; all at once.
run cut --load 1 --jobs 3 --scale-size 2 --cut 5: --merge other.swf "$small"
# 2 * 7 + 8 * 50 + 2 * 10 = 434; / 8 = 54.25: 54 s from 15 to 69
holds all_at_once out '^; Note: .*, the first 3 of them: 3 of 8 lines' \
    '^; Note: .* multiplied by 2$' '^7 15 .* 2 -1 -1 2 -1' '^2 33 .* 8 30' '^3 69 0 10 2'

# GWF stays GWF, with its texts; a submission that moves moves to a whole second.
{
    echo '# Version: 1.0'
    for i in 1 2; do
        echo "$i ${i}00.5 3.25 50.75 2 1.5 -1 2 60 -1 1 U$i G1 X2 Q1 P1 o$i r -1 -1 -1" \
             "-1 -1 -1 -1 -1 -1 VO1 p"
    done
} >grid.gwf
expect cut_gwf cut --cut 50: --rebase grid.gwf <<'END'
# Version: 1.0
# Note: swf_tool cut: submitted 50 s to the end after the first: 1 of 2 lines
# Note: swf_tool cut: submit times reduced by 201 s
2 0 3.25 50.75 2 1.5 -1 2 60 -1 1 U2 G1 X2 Q1 P1 o2 r -1 -1 -1 -1 -1 -1 -1 -1 -1 VO1 p
END
run merge grid.gwf "$small" --jobs 2
holds merge_gwf out '^1 100\.5 3\.25 50\.75 .* U1 .* VO1 p$' \
    '^3 101 0 100 2 -1 -1 2 200 -1 1 3 2 -1 1 -1 -1 -1 -1'

run merge "$small" "$small" "$small"
must merge_numbers 'job numbers are not all different' [ \
    "$(job_lines <out | cut -d ' ' -f 1 | sort -n | uniq | wc -l)" = 18 ]
echo '9223372036854775807 1 0 5 1 -1 -1 1 5 -1 1 1 1 1 1 1 -1 -1' >most.swf
refuses merge_overflow 1 'beyond 64 bits' merge most.swf "$small"

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
; Note: swf_tool clean: lines that are no job, left out: 1
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
if grep -q 'warning: .*lines skipped, as they are no job: 1; the first: line 8' err
then : >err; fi
equal clean want cleaned
run check cleaned
must clean_is_clean "exit status $code: $(head -n 1 out)" [ "$code" = 0 ]
# What a filter removes of jobs 1 and 2 of user 1, job 3 of user 2.
for filter in 'user=1:3' ' ( user = 2 ) :1,2' 'user!=1:1,2' 'job<2:2,3' 'job<=2:3' \
        'job>2:1,2' 'job>=2:1' 'user=1 and(job>1):1,3' '(job>-2) and job<3 and user=1:3' \
        'think=-1 and executable<0:' "job=1$(printf ' and job=1%.0s' $(seq 15)):2,3"; do
    printf '%s 10 0 5 1 -1 -1 1 5 -1 1 %s 1 -1 1 -1 -1 -1\n' 1 1 2 1 3 2 >users.swf
    run clean "--drop=${filter%:*}" users.swf
    is "filter_'${filter%:*}'" "$(job_lines <out | cut -d ' ' -f 1 | paste -s -d ,)" \
        "${filter##*:}"
done
run clean --drop 'job=10' cleaned
must clean_parts 'a part stays without its job' [ "$(job_lines <out | wc -l)" = 3 ]

# Each command that writes: a line that is no job.
for command in 'convert swf' cut 'scale --load 1' "merge $small"; do
    one_of 2 || continue
    refuses "bad_line $command" 1 'dirty.swf: line 4, column 13, field 5' $command \
        --out none.swf dirty.swf
    run $command --bad-lines skip dirty.swf
    why=$(refusal 0 'warning: .*lines skipped.* no job: 4; the first: .*line 4')
    verdict "bad_lines_skipped $command" "$why"
    run $command --bad-lines repair dirty.swf
    why=$(grep -q 'columns after the last .*: 1; the first: .*line 13' err || cat err)
    grep 'skipped' err >skipped
    mv skipped err
    verdict "bad_lines_repaired $command" \
        "$why$(refusal 0 'warning: .*lines skipped.* no job: 1; the first: .*line 8')"
done
must nothing_half_written 'it is there' not [ -e none.swf ]

echo '1 10 0 100 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1 7 8' >surplus.swf
run info surplus.swf
why=$(refusal 0 'warning: .*columns after the last .*are ignored: 1; the first: line 1,')
verdict columns_ignored "$why"
for command in clean 'cut --bad-lines repair' 'convert --bad-lines repair swf' \
               'convert --bad-lines repair gwf'; do
    run $command surplus.swf
    why=$(refusal 0 'warning: .*columns after the last .*ignored: 1; the first: line 1,')
    verdict "columns_dropped $command" "$why"
done
run clean dirty.swf
must columns_missing_or_surplus "$(cat err)" \
    grep -q 'columns after the last .*: 1; the first: line 13' err

# ---- check: every kind, on the line where it is ----------------------------------------
cat >odd.swf <<END
; MaxJobs: 7
; MaxRecords: many
; MaxProcs: 8
; MaxProcs: 8
; MaxProcs: 9
; MaxQueues: 2
; MaxRuntime: 100
; UnixStartTime: 0
; StartTime: Thu Jan  1 00:00:07 UTC 1970
; EndTime: Thu Jan  1 02:00:00 UTC 1970
1 10 0 100 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
2 20 0 50 2.0 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
3 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1
4 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1 7
x
5 -1 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
6 20 0 0 2 -1 -1 2 200 -1 5 1 1 -1 1 -1 -1 -1
7 20 0 50 -1 -1 -1 0 200 -1 1 1 1 -1 1 -1 -1 -1
8 20 0 1000000000001 2 -1 -1 2 -1 -1 1 1 1 -1 1 -1 -1 -1
9 20 0 50 10 -1 -1 10 200 -1 1 1 1 -1 1 -1 -1 -1
10 20 -2 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
11 19 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
12 20 0 90 2 -1 -1 2 60 -1 1 1 1 -1 1 -1 -1 -1
13 20 0 101 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
14 20 0 50 2 -1 -1 3 200 -1 1 1 1 -1 1 -1 -1 -1
15 20 0 50 2 50.1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
16 20 0 50 2 50 9 2 200 8 1 1 1 -1 1 -1 -1 -1
16 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
18 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
19 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 17 -1
20 20 0 50 2 -1 -1 2 200 -1 6 1 1 -1 1 -1 -1 -1
20 -1 0 50 2 -1 -1 2 200 -1 2 1 1 -1 1 -1 -1 -1
21 20 0 -1 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
22 20 0 50 2 -1 -1 2 200 -1 1 1 1 -1 3 -1 -1 -1
;$(awk 'BEGIN { for (i = 0; i < 4100; i++) printf "-" }')
END
run check odd.swf
# LINE: kind, in the order of the lines
cat >want <<'END'
2: header_value
5: header_twice
12: fraction
13: missing_field
14: extra_field
15: no_job
16: no_submit
17: no_run
18: no_size
19: out_of_range
19: run_beyond_limit
20: too_large
21: negative
22: out_of_order
23: run_beyond_request
24: run_beyond_limit
25: size_differs
26: cpu_beyond_run
27: memory_beyond_request
28: duplicate_number
29: number_jumps
30: preceding_unknown
31: status_unknown
32: status_part
33: no_run
33: completed_without_run
34: queue_beyond_header
35: long_comment
1: header_wrong
0: header_wrong
0: header_wrong
END
sed -n 's/^.*odd.swf:\([0-9]*: [a-z_]*\): ..*/\1/p' out >got
[ "$code" = 1 ] && code=0
equal check_every_kind want got
run check --json - odd.swf
kinds=$(sed -n 's/.*"kind":"\([a-z_]*\)".*/\1/p' out)
[ "$(echo "$kinds" | wc -l)" -ge 28 ] || fail check_every_kind "only $kinds"
for kind in $kinds; do
    [ "$kind" = header_missing ] || grep -q " $kind\$" want ||
        fail check_every_kind "$kind is not tried here"
done

run check --list 0 odd.swf
if grep -q 'odd.swf:[0-9]' out; then why='--list 0 lists a line'; else why=; fi
for kind in $kinds; do
    n=$(grep -c ": $kind\$" got)
    [ "$n" = 0 ] || grep -qE "^ +$n +[0-9]+ [ *] $kind: " out ||
        why="${why:-$kind is not counted $n times}"
done
verdict check_counts "$why"
run check --json - odd.swf
grep -q '"kind":"run_beyond_limit","times":2,"first_line":19,"useless":0' out &&
    grep -q '"useless_lines":9' out && why= || why=$(grep useless_l out)
verdict check_json "$why"
run check "$small"
[ "$code" = 1 ] && grep -q 'small.swf:13: no_run: job 4: run time 0' out &&
    why= || why="exit status $code"
verdict check_small "$why"
sed '/^4/d; s/Jobs: 6/Jobs: 5/; s/Records: 6/Records: 5/' "$small" >useful.swf
run check useful.swf
holds check_nothing_useless out '5 jobs read, 0 lines of no use' \
    'useful.swf:14: size_differs: job 6: 3 allocated, 4 requested'
awk 'BEGIN { for (i = 1; i <= 50; i++) print i, 9, 0, 5, 1, 9, -1, 1, 2, -1, 1, 1, 1, 1,
                                            1, 1, -1, -1 }' >many.swf
run check --list 3 many.swf
[ "$(grep -c 'many.swf:[0-9]*: cpu_beyond_run' out)" = 3 ] &&
    grep -qE '^ +50 +1   cpu_beyond_run' out && why= || why=$(cat out)
verdict check_list "$why"
run check --list all many.swf
must check_list_all 'not all' [ "$(grep -c 'many.swf:[0-9]*: cpu_beyond_run' out)" = 50 ]

# ---- info ------------------------------------------------------------------------------
run info --json small.json "$small"
holds info out '^small|small.swf \(SWF\)$' '^  Computer +Abacus$' '^  jobs +6$' \
    '^  users +3$' '^  executables +0$' \
    '^  first submission +Fri Jan  2 00:00:10 UTC 1970' \
    '^  last end +Fri Jan  2 00:08:20 UTC 1970$' '^  local time is UTC +\+01:00$' \
    '^  processors +8$' '^  offered load +1\.806[23]$' '^  utilisation +73\.2 %$' \
    '^  serial +33\.3 %$' '^  powers of two \(with serial\) +100\.0 %$' \
    '^  01:00 +6 +100\.0 %' '^  Fri +6 +100\.0 %' '^  completed +4$' '^  cancelled +1$' \
    '^  average CPU time +5$' '^  preceding job +5$'
# allocated: 200 + 200 + 10 + 2400 + 60 = 2870 of 8 * 490
holds info_json small.json '"utilisation":0\.73214285714285[67]' \
    '"offered_load":1\.80625,?$' '"lo":1,"hi":1,"jobs":2' '"lo":3,"hi":4,"jobs":2' \
    '"within_share":0\.5,?$' '"exact_share":0\.333333333333333' '"max":300,?$' \
    '"beyond_share":0\.1666666666' '"lo":1,"hi":2,"jobs":6' '"p50":20,?$'
# At most twelve groups of sizes, of as many powers of two as that takes.
for size in 1 2 3 4 5 4096; do
    echo "$size $size 0 10 $size -1 -1 $size 10 -1 1 1 1 -1 1 -1 -1 -1"
done >sizes.swf
run info sizes.swf
holds info_sizes_in_fours out '^  1  *1  *16\.7' '^  2 - 4  *3  *50\.0' \
    '^  5 - 16  *1 ' '^  1025 - 4096  *1 '
echo '7 9000 0 10 9223372036854775807 -1 -1 1 10 -1 1 1 1 -1 1 -1 -1 -1' >huge.swf
echo '8 9000 0 10 1 -1 -1 4611686018427387905 10 -1 1 1 1 -1 1 -1 -1 -1' >>huge.swf
run info huge.swf
holds info_sizes_huge out '^  1  *1 ' '9223372036854775807  *1 '
run info --json - "$small"
equal info_json_alone small.json out
run info "$small" --json
equal info_json_bare small.json out
cp "$small" other.swf
refuses info_json_over_a_log 1 'would replace a file that is none of ours' \
        info --json other.swf "$small"
refuses check_json_over_a_log 1 'would replace a file that is none of ours' \
        check --json other.swf "$small"
cmp -s "$small" other.swf || fail info_json_over_a_log 'it is another file now'
echo mine >mine
refuses clean_over_a_text 1 'is not a log with a header' clean --out mine "$small"
refuses convert_over_a_text 1 'is not a log with a header' convert --out mine gwf "$small"
refuses generate_over_a_text 1 'is not a log with a header' generate lublin --out mine
[ "$(cat mine)" = mine ] || fail clean_over_a_text 'it is another file now'
for line in '#!/bin/sh' '#include <stdio.h>' '# My notes' '; my.ini'; do
    echo "$line" >mine
    refuses "clean_over_$(echo "$line" | tr -dc a-z)" 1 'is not a log with a header' \
        clean --out mine "$small"
done
parses info_is_json small.json

# A log from the model: figures against awk's.
run generate lublin --jobs 2000 --seed 3 --servers 64 --out model.swf
holds generate model.swf '^; MaxJobs: 2000$' '^; MaxProcs: 64$'
run info --json model.json model.swf
job_lines <model.swf >model.jobs
awk '{ work += $4 * $8; serial += $8 == 1; hour += int($2 / 3600) % 24 == 14 }
     NR == 1 { first = $2 }
     END { printf "%.12g %.12g %d\n", work / 64 / ($2 - first), serial / NR, hour }' \
    model.jobs >want
printf '%.12g %.12g %s\n' "$(field offered_load model.json)" \
    "$(field serial_share model.json)" \
    "$(sed -n 's/.*"lo":14,"hi":15,"jobs":\([0-9]*\)}.*/\1/p' model.json)" \
    >got
equal info_against_awk want got
run check model.swf
holds generate_is_clean out ' 2,000 jobs read, 0 lines of no use'
must generate_nothing_odd "$(head -n 1 out)" [ "$(wc -l <out)" -le 2 ]

# Replayed, it is the built-in workload.
if [ -x "$sim" ]; then
    for options in '--jobs 2000 --seed 3 --servers 64' \
            '--jobs 300 --seed 9 --servers 1'; do
        one_of 2 || continue
        run generate lublin $options --out again.swf
        $RUN_ENV "$sim" --no-timing --json built-in.json $options >/dev/null 2>&1
        $RUN_ENV "$sim" --no-timing --json replayed.json again.swf >/dev/null 2>&1
        grep -o '"hash": *"[^"]*"' built-in.json >want
        grep -o '"hash": *"[^"]*"' replayed.json >got
        [ -s want ] || fail "replay $options" 'no hash'
        equal "replay $options" want got
    done
    few || ! cmp -s model.swf again.swf ||
        fail replay 'options make no difference'
else
    skip replay "$sim is not there"
fi

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
run convert swf made.swf
equal requirements_read_again made.swf out
run_on generate requirements --seed 7 --grid DOM_medium - <model.swf
equal requirements_same_again made.swf out
run generate requirements --grid dom_medium --seed 9 made.swf
without out >got
equal requirements_of_a_made_log model.swf got
grep -v 'seed 9$' out >got
equal requirements_kept made.swf got
run generate requirements --grid dom_medium --seed 9 --replace made.swf
grep -v '; Note' out >got
run generate requirements --grid dom_medium --seed 9 model.swf
grep -v '; Note' out >want
equal requirements_replaced want got
given --grid dom_big --usages model.swf
holds requirements_options made.swf ' --usages$' \
    '; usage_memory = [0-9.]*; usage_ethernet = [0-9.]*; usage_network = [0-9.]*$'
cat >one.grid <<'END'
cluster one nodes=4 cpus=8 os="Red Hat" memory=1GB disk=500
END
run generate requirements --grid one.grid "$small"
job_lines <out |
    sed 's/\([^ ]* \)\{18\}//; s/[0-9][0-9]*/N/g; s/; Memory.*SOFT$//' | sort | uniq -c |
    awk '{ $1 = $1; print }' >got
echo '6 Memory >= N MB; Disk >= N MB; OS Name == Red Hat' >want
equal requirements_of_a_file want got
printf '# Version: 1.0\n' >some.gwf
echo '1 10 3 50 2 1 -1 2 60 4096 1 U1 G1 X1 Q1 P1 o r -1 -1 -1 -1 -1 -1 -1 -1 -1 V p' \
    >>some.gwf
given --grid dom_small some.gwf
holds requirements_of_gwf made.swf '^; Note: swf_tool convert swf: without' \
    '^1 10 3 50 2 1 -1 2 60 4096 1 1 1 1 1 1 -1 -1 Memory >= 4 MB; Disk >= 1 MB; Vendor'
printf 'cluster a nodes=1 cpus=1\ncluster b nodes=2 cpus=1\n' >bad.grid
refuses requirements_bad_grid 1 \
    'bad.grid: line 2: at least one CPU on each node was expected, not 1 CPUs on 2' \
    generate requirements --grid bad.grid "$small"
refuses requirements_no_such_grid 1 'none.grid: No such file' \
    generate requirements --grid none.grid "$small"
refuses requirements_no_such_log 1 'none.swf: No such file' \
    generate requirements --grid dom_small none.swf

# ---- round trips -----------------------------------------------------------------------
run convert swf model.swf
equal round_trip_swf model.swf out
run convert gwf model.swf
cp out model.gwf
holds to_gwf model.gwf '^# MaxProcs: 64$' '^# Note: swf_tool convert gwf: without'
run convert gwf model.gwf
equal round_trip_gwf model.gwf out
run_on convert swf - <model.gwf
job_lines <out >got
equal round_trip_through_gwf model.jobs got
gzip -c model.swf >model.swf.gz
run cut --cut 0: model.swf.gz
equal gzip_and_a_cut_of_all model.swf out
run scale --scale-size 1 model.swf
equal scale_by_one model.swf out
run clean model.swf
grep -v 'Note: swf_tool clean: lines removed: 0' out >got
equal clean_of_a_clean_log model.swf got
tried=0
# whatever is left once repaired reads the same again
for data in "$here"/tests/data/*.?wf; do
    [ -f "$data" ] || continue
    tried=$((tried + 1))
    [ "${TEST_SCALE:-100}" -ge 100 ] || [ $((tried % 16)) = 0 ] || continue
    $RUN_ENV "$program" convert swf --bad-lines repair "$data" >want 2>/dev/null ||
        fail "corpus $data" "exit status $?"
    run convert swf want
    why=$(trouble)
    [ -n "$why" ] || cmp -s want out || why=$data
    [ -z "$why" ] || break
done
verdict round_trip_corpus "$why"
for load in 0.2 0.777 1 3.5; do
    one_of 2 || continue
    run scale --load $load --out scaled.swf model.swf
    run info --json - scaled.swf
    within "load_$load" "$(field offered_load out)" \
        "$(awk "BEGIN { print $load * 0.9999 }")" \
        "$(awk "BEGIN { print $load * 1.0001 }")"
done

# ---- inputs that are no logs, and outputs that fail ------------------------------------
: >empty.swf
head -c 60000 "$program" >junk.swf
printf '1\0002 3\n;\000\r: \000\n; MaxProcs: \000\n' >nul.swf
head -c 20000 model.swf.gz >cut.swf.gz
cat junk.swf >junk.swf.gz
awk 'BEGIN { for (i = 0; i < 30; i++) {
                 t = "1000000000000000000"
                 print i, t, t, t, t, t, t, t, t, t, 1, t, t, t, t, t, t, t
                 print i, "-" t, "-" t, "-" t, "-" t, -1, -1, "-" t, -2, 3, 1, t, 1, 1, 1,
                       1, 1, 1
                 print i, "99999999999999999999", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                       1, 1, 1
                 print i, "9223372036854775807", 1, "9223372036854775807", 9, 1, 1, 9, 1,
                       1, "9223372036854775807", 1, 1, 1, 1, 1, 1, 1 }
             print "; MaxProcs: 9223372036854775807"
             print "; UnixStartTime: 9223372036854775807"
             print "; TimeZone: -9223372036854775807" }' >huge.swf
{ awk 'BEGIN { for (i = 0; i < 100000; i++) printf "1 " }'; echo; } >long.swf
printf '1 0 0 5 1' >short.swf

# Whatever it is: no crash, and an error is one line that names the file. Slow tools try
# every ninth pair.
tried=0
for input in empty.swf junk.swf nul.swf huge.swf long.swf short.swf cut.swf.gz \
        junk.swf.gz none.swf .; do
    why=
    for command in info check 'convert swf' 'convert gwf' 'cut --cut 5:6' 'cut --jobs 2' \
            'scale --load 1' 'scale --scale-size 1000000 --bad-lines skip' \
            'scale --scale-run 1000000 --skip 1 --max-cpus 5 --bad-lines skip' \
            'generate requirements --grid dom_small --usages --bad-lines repair' \
            'scale --load 0.5 --bad-lines repair --rebase --renumber' \
            "merge $small --bad-lines skip" clean 'clean --renumber' \
            "cut --bad-lines repair --rebase --merge $small"; do
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
for input in cut.swf.gz junk.swf.gz; do
    for command in info check 'convert swf' cut; do
        one_of 3 || continue
        run $command "$input"
        verdict "gzip $command $input" "$(refusal 1 'not a whole gzip file')"
    done
done
run info junk.swf
verdict junk_is_refused "$(refusal 1 'not a job log: line 1')"
run info empty.swf
holds empty_info out '^  jobs +0$' '^  offered load +-$'
refuses folder 1 'is a directory' info "$dir"
refuses missing 1 'No such file' cut --jobs 1 missing.swf
refuses no_load 1 'all jobs are submitted at one moment' scale --load 1 many.swf

for command in 'info' 'check' 'convert swf' cut 'clean' --help 'cut --help'; do
    one_of 3 || continue
    operand=$dir/model.swf
    case $command in *--help) operand= ;; esac
    if [ -c /dev/full ]; then
        $RUN_ENV "$program" $command $operand >/dev/full 2>err </dev/null
        code=$?
        verdict "full_disk $command" "$(refusal 1 'standard output cannot be written')"
    fi
    $RUN_ENV "$program" $command $operand >&- 2>err </dev/null
    code=$?
    verdict "closed_output $command" "$(refusal 1 'standard output cannot be written')"
done
$RUN_ENV "$program" info --json x.json "$small" >&- 2>err </dev/null
must closed_output_and_file 'what was for the table went elsewhere' not [ -e x.json ]
run_on convert swf --out x.swf - <&-
verdict closed_input "$(refusal 1 'standard input: ')"
must closed_input_no_output 'an empty log was written' not [ -e x.swf ]
if [ -c /dev/full ]; then
    refuses full_out 1 '/dev/full cannot be written' cut --out /dev/full model.swf
    refuses full_generate 1 '/dev/full cannot be written' generate lublin --out /dev/full
    [ -c /dev/full ] && pass full_is_still_there || fail full_is_still_there 'replaced'
fi

# --out: all or nothing, never over what is read.
mkdir o
echo '; Note: old' >o/kept
chmod 640 o/kept
refuses out_bad_input 1 'not a whole gzip' cut --out o/kept cut.swf.gz
[ "$(cat o/kept)" = '; Note: old' ] && why= || why='the old file is gone'
[ "$(ls o)" = kept ] || why="beside it: $(ls o | tr '\n' ' ')"
verdict out_keeps_the_old "$why"
ln -s kept o/link
run cut --out o/link model.swf
equal out_replaces model.swf o/kept
must out_follows_links_and_rights "$(ls -l o)" eval \
    '[ -L o/link ] && [ "$(ls -l o/kept | cut -c 1-10)" = -rw-r----- ]'
cp model.swf o/in.swf
ln o/in.swf o/same.swf
for out in in.swf ./in.swf same.swf; do
    refuses "out_over_input $out" 1 'it would be replaced' cut --out "o/$out" o/in.swf
done
refuses out_over_merged 1 'it would be replaced' merge --out o/in.swf "$small" o/in.swf
refuses json_over_input 1 'it would be replaced' info --json o/in.swf o/in.swf
for command in info check 'convert swf' cut clean; do   # this would have no end
    one_of 3 || continue
    $RUN_ENV "$program" $command o/in.swf >>o/in.swf 2>err
    code=$?
    verdict "onto_the_input $command" "$(refusal 2 'in.swf is standard output, too')"
done
$RUN_ENV "$program" convert swf - <o/in.swf >>o/in.swf 2>err
code=$?
verdict onto_standard_input "$(refusal 2 'standard input is standard output, too')"
must inputs_stay 'it was changed' cmp -s model.swf o/in.swf
long=$(head -c 255 /dev/zero | tr '\0' x)
if (: >"o/$long") 2>/dev/null; then
    rm "o/$long"
    run cut --out "o/$long" model.swf
    equal out_longest_name model.swf "o/$long"
else
    skip out_longest_name 'no names of 255 characters here'
fi
refuses out_no_folder 1 'cannot be written: No such file' cut --out none/x "$small"
refuses out_is_folder 1 'cannot be written' cut --out o "$small"

# ---- the commands of examples/README.md ------------------------------------------------
sed -n '/^## swf_tool/,/^## /s/^build\/swf_tool //p' "$here/examples/README.md" >readme
[ -s readme ] || fail readme 'it has no commands'
if few; then
    skip readme 'under Valgrind or another RUN_ENV; all of it was above'
else
    while read -r line; do
        (cd "$dir" && eval "run $line"
         [ "$code" = 0 ] || fail readme "$line: $(cat err)")
    done <readme
    [ -s new.gwf ] && pass readme || fail readme 'there is no new.gwf'
fi

# ---- real logs -------------------------------------------------------------------------
if [ -z "$TRACES" ]; then
    skip traces 'TRACES is not set to a directory of job logs'
    exit 0
fi
for log in "$TRACES"/*.swf "$TRACES"/*.swf.gz; do
    [ -f "$log" ] || continue
    name=$(basename "$log" | sed 's/\.swf.*//')
    case $log in *.gz) gzip -dc "$log" ;; *) cat "$log" ;; esac | job_lines >jobs

    run info --json info.json "$log"
    must "$name info" "$(field jobs info.json | head -n 1) jobs, $(wc -l <jobs) lines" [ \
        "$(field jobs info.json | head -n 1)" = "$(wc -l <jobs)" ]

    run check --list 0 --json check.json "$log"
    sed -n 's/.*"kind":"run_beyond_request","times":\([0-9]*\).*/\1/p' check.json >got
    awk '$9 > 0 && $4 > $9 { n++ } END { print n + 0 }' jobs >want
    code=0
    equal "$name check" want got

    run convert gwf --out x.gwf "$log"
    run convert swf x.gwf
    job_lines <out | cut -d ' ' -f 1-16 >got
    run convert swf "$log"
    job_lines <out | cut -d ' ' -f 1-16 >want
    equal "$name through_gwf" want got

    run scale --load 0.7 --out x.swf "$log"
    run info --json info.json x.swf
    within "$name load" "$(field offered_load info.json)" 0.69999 0.70001

    run clean --out x.swf "$log"
    run check --list 0 x.swf
    holds "$name clean" out ' 0 lines of no use'
done
log=$(find "$TRACES"/ -maxdepth 1 -name 'KTH-SP2-1996-2.swf*' | head -n 1)
if [ -n "$log" ]; then
    run check "$log"
    code=0
    : >err
    holds KTH_figures out 'MaxJobs is 28490, there are 28489' '^ +8 .*no_run' \
        'job 27314 after 27312'
    run info "$log"
    holds KTH_info out '^  processors +100$' '^  users +214$' \
        '^  offered load +0\.6877$' '^  last end +Fri Aug 29 08:55:01 UTC 1997'
else
    skip KTH 'the log is not there'
fi
