#!/bin/sh
# swf_tool.sh - swf_tool from outside: what it refuses and how, small logs worked out by
# hand, hostile input, outputs that fail, round trips, and logs it makes replayed by
# coalloc_sim. With TRACES=dir also on the real logs there.
#
# BUILD: where the programs are; RUN_ENV: a command to run them under.

cd "$(dirname "$0")/../.." || exit 1
suite=swf_tool.sh
program=${BUILD:-build}/swf_tool
sim=${BUILD:-build}/coalloc_sim
. tests/programs/lib-cli.sh

[ -x "$program" ] || { fail build "$program is not there"; exit 1; }

# Every command that --help lists, so that none is without a test.
run --help
holds help "$dir/out" '^usage: swf_tool command' '^  generate '
commands=$(sed -n '/^commands:/,$s/^  \([a-z]*\) .*/\1/p' "$dir/out")
[ "$(echo "$commands" | wc -l)" -ge 8 ] || fail commands "only $commands"

# ---- the command line ------------------------------------------------------------------

refuses no_command 2 'a command is needed'
refuses unknown_command 2 'no command frobnicate' frobnicate
refuses unknown_option 2 'no option --frobnicate' info --frobnicate x
for command in $commands; do
    [ $command != generate ] || continue
    refuses "${command}_nothing" 2 'needed; - is standard input' $command
    case $command in convert | merge) continue ;; esac
    refuses "${command}_two_logs" 2 'one file at a time' $command a.swf b.swf
done
refuses convert_no_log 2 'a log is needed' convert swf
refuses convert_to_what 2 "'xml' is not one of swf|gwf" convert xml a.swf
refuses generate_what 2 'what is to be made' generate
refuses generate_other 2 'what is to be made' generate weibull
refuses requirements_no_grid 2 '--grid is needed' generate requirements a.swf
refuses requirements_no_log 2 'a log is needed' generate requirements --grid dom_small
refuses requirements_stdin 2 'only once' generate requirements --grid - -
refuses requirements_over_grid 2 'a grid that is read; it would be replaced' \
    generate requirements --grid README.md --out ./README.md a.swf
refuses requirements_over_log 2 'a log that is read; it would be replaced' \
    generate requirements --grid dom_small --out ./README.md README.md
for bad in 1 2:1 1:x -1:2 '' a: 1.5:2; do
    refuses "cut_'$bad'" 2 '--cut: .*a range FROM:TO' cut "--cut=$bad" a.swf
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
refuses bad_lines_word 2 'one of refuse|skip|repair' cut --bad-lines maybe a
refuses seed_overflow 2 '--seed' generate lublin --seed 9223372036854775808
refuses filter 2 "--drop: 'user' is not like" clean --drop user a.swf
refuses merge_one 2 'another log is needed' merge a.swf
refuses stdin_twice 2 'only once' merge - -
refuses stdin_twice_merge 2 'only once' cut --merge - -

for command in $commands 'generate requirements'; do
    one_of 4 || continue
    # shellcheck disable=SC2086
    run $command --help
    holds "help_$command" "$dir/out" "^usage: swf_tool $command \[options\]" '^options:' \
        '^  -h, --help'
done

# ---- a small log, and what becomes of it, by hand --------------------------------------

cat >"$dir/small.swf" <<'END'
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
small=$dir/small.swf

# expect NAME ARGUMENT ...: the run's output is what stands in standard input.
expect() {
    cat >"$dir/want"
    name=$1
    shift
    run "$@"
    equal "$name" "$dir/want" "$dir/out"
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

# from 10 s until before 100 s after the first: jobs 2, 3, 4; the last end is 75
expect cut cut --cut 10:100s "$small" <<'END'
; Version: 2.2
; Computer: Abacus
;  (a comment)
; MaxJobs: 3
; MaxRecords: 3
; UnixStartTime: 86400
; StartTime: Fri Jan  2 01:00:00 CET 1970
; EndTime: Fri Jan  2 00:01:15 UTC 1970
; MaxProcs: 8
; Note: swf_tool cut: submitted 10 s to 100 s after the first: 3 of 6 lines
2 20 5 50 4 30 -1 4 60 -1 1 2 1 -1 1 -1 -1 -1
3 30 0 10 1 -1 -1 1 10 -1 0 1 1 -1 1 -1 1 5
4 40 0 0 1 -1 -1 1 10 -1 5 3 1 -1 1 -1 -1 -1
END

# the job that job 3 follows is gone
expect cut_rebase_renumber cut --cut 10:100 --rebase --renumber "$small" <<'END'
; Version: 2.2
; Computer: Abacus
;  (a comment)
; MaxJobs: 3
; MaxRecords: 3
; UnixStartTime: 86420
; StartTime: Fri Jan  2 00:00:20 UTC 1970
; EndTime: Fri Jan  2 00:01:15 UTC 1970
; MaxProcs: 8
; Note: swf_tool cut: submitted 10 s to 100 s after the first: 3 of 6 lines
; Note: swf_tool cut: submit times reduced by 20 s
; Note: swf_tool cut: jobs numbered anew
1 0 5 50 4 30 -1 4 60 -1 1 2 1 -1 1 -1 -1 -1
2 10 0 10 1 -1 -1 1 10 -1 0 1 1 -1 1 -1 -1 -1
3 20 0 0 1 -1 -1 1 10 -1 5 3 1 -1 1 -1 -1 -1
END

# nothing ends at another moment
run cut --jobs 6 --rebase "$small"
holds rebase_keeps_end_time "$dir/out" '^; UnixStartTime: 86410$' \
    '^; EndTime: Fri Jan  2 01:08:20 CET 1970$' '^6 200 0 20'

# work: 2 * 100 + 4 * 50 + 10 + 8 * 300 + 4 * 20 = 2890; on 8, over 200 s: 1.80625. For a
# load of 0.9 it takes 401.39 s: 401, so that 20 s after the first become 40.1.
expect scale_load scale --load 0.9 "$small" <<'END'
; Version: 2.2
; Computer: Abacus
;  (a comment)
; MaxJobs: 6
; MaxRecords: 6
; UnixStartTime: 86400
; StartTime: Fri Jan  2 01:00:00 CET 1970
; EndTime: Fri Jan  2 00:10:01 UTC 1970
; MaxProcs: 8
; Note: swf_tool scale: submissions over 401 s, not 200: load 0.9 on 8 processors
1 10 0 100 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
2 30 5 50 4 30 -1 4 60 -1 1 2 1 -1 1 -1 -1 -1
3 50 0 10 1 -1 -1 1 10 -1 0 1 1 -1 1 -1 1 5
4 70 0 0 1 -1 -1 1 10 -1 5 3 1 -1 1 -1 -1 -1
5 211 90 300 8 -1 -1 8 250 -1 1 2 1 -1 1 -1 -1 -1
6 411 0 20 3 -1 -1 4 20 -1 1 3 1 -1 1 -1 -1 -1
END
run scale --load 0.9 --size allocated --servers 16 "$small"   # 2870 / 16 / 0.9 = 199.3
holds scale_load_options "$dir/out" 'over 199 s, not 200: .* 16 processors' \
    '^6 209 0 20'
run scale --scale-size 0.5 "$small"
job_lines <"$dir/out" | awk '{ printf "%s/%s ", $5, $8 }' >"$dir/got"
printf '1/1 2/2 1/1 1/1 4/4 2/2 ' >"$dir/want"
equal scale_size "$dir/want" "$dir/got"

run scale --scale-run 0.1 --scale-size 2 --max-cpus 4 "$small"
job_lines <"$dir/out" | awk '{ printf "%s/%s/%s/%s/%s ", $4, $5, $6, $8, $9 }' >"$dir/got"
printf '10/4/-1/4/20 5/4/3/4/6 1/2/-1/2/1 0/2/-1/2/1 30/4/-1/4/25 2/4/-1/4/2 ' \
    >"$dir/want"
equal scale_run_max_cpus "$dir/want" "$dir/got"
holds scale_run_notes "$dir/out" '^; Note: swf_tool scale: larger sizes cut to 4$' \
    '^; Note: swf_tool scale: run times multiplied by 0.1$'
run cut --skip 2 --cut 10: "$small"
job_lines <"$dir/out" | cut -d ' ' -f 1,2 | tr '\n' , >"$dir/got"
printf '4 40,5 110,6 210,' >"$dir/want"
equal skip_and_cut "$dir/want" "$dir/got"
holds skip_note "$dir/out" \
    ': without the first 2 jobs, submitted 10 s to the end after the first: 3 of 6 lines$'
run cut --skip 6 "$small"
job_lines <"$dir/out" >"$dir/got"
: >"$dir/want"
equal skip_all "$dir/want" "$dir/got"

cat >"$dir/other.swf" <<'END'
; Computer: Loom
; Queue: 1 night
1 1005 0 7 1 -1 -1 1 -1 -1 1 4 -1 2 1 -1 -1 -1
2 1000 0 7 1 -1 -1 1 -1 -1 1 1 1 -1 1 -1 1 -1
END
# The other log's first submission, 1000, falls on 10; numbers are raised by 6, users by
# 3, groups by 1.
expect merge merge "$small" "$dir/other.swf" <<'END'
; Version: 2.2
; Computer: Abacus
;  (a comment)
; MaxJobs: 8
; MaxRecords: 8
; UnixStartTime: 86400
; StartTime: Fri Jan  2 01:00:00 CET 1970
; EndTime: Fri Jan  2 01:08:20 CET 1970
; MaxProcs: 8
; Note: swf_tool merge: jobs of other.swf: 2
; Note: of other.swf: Computer: Loom
; Note: of other.swf: Queue: 1 night
; Note: of other.swf: Note: swf_tool merge: put in order of submission; out of it: 1
1 10 0 100 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1
8 10 0 7 1 -1 -1 1 -1 -1 1 4 2 -1 1 -1 7 -1
7 15 0 7 1 -1 -1 1 -1 -1 1 7 -1 2 1 -1 -1 -1
2 20 5 50 4 30 -1 4 60 -1 1 2 1 -1 1 -1 -1 -1
3 30 0 10 1 -1 -1 1 10 -1 0 1 1 -1 1 -1 1 5
4 40 0 0 1 -1 -1 1 10 -1 5 3 1 -1 1 -1 -1 -1
5 110 90 300 8 -1 -1 8 250 -1 1 2 1 -1 1 -1 -1 -1
6 210 0 20 3 -1 -1 4 20 -1 1 3 1 -1 1 -1 -1 -1
END
cp "$dir/out" "$dir/merged"
run cut --merge "$dir/other.swf" "$small"
sed 's/swf_tool cut/swf_tool merge/' "$dir/out" >"$dir/got"
equal merge_option "$dir/merged" "$dir/got"

# The order of the options does not matter, that of the shapes does: after the merge, the
# cut from 5 s on, the first 3 jobs of those, double sizes; all at once.
run cut --load 1 --jobs 3 --scale-size 2 --cut 5: --merge "$dir/other.swf" "$small"
# 2 * 7 + 8 * 50 + 2 * 10 = 434; / 8 = 54.25: 54 s from 15 to 69
holds all_at_once "$dir/out" '^; Note: .*, the first 3 of them: 3 of 8 lines' \
    '^; Note: .* multiplied by 2$' '^7 15 .* 2 -1 -1 2 -1' '^2 33 .* 8 30' '^3 69 0 10 2'

# GWF stays GWF, with its texts; a submission that moves moves to a whole second.
{
    echo '# Version: 1.0'
    for i in 1 2; do
        echo "$i ${i}00.5 3.25 50.75 2 1.5 -1 2 60 -1 1 U$i G1 X2 Q1 P1 o$i r -1 -1 -1" \
             "-1 -1 -1 -1 -1 -1 VO1 p"
    done
} >"$dir/grid.gwf"
expect cut_gwf cut --cut 50: --rebase "$dir/grid.gwf" <<'END'
# Version: 1.0
# Note: swf_tool cut: submitted 50 s to the end after the first: 1 of 2 lines
# Note: swf_tool cut: submit times reduced by 201 s
2 0 3.25 50.75 2 1.5 -1 2 60 -1 1 U2 G1 X2 Q1 P1 o2 r -1 -1 -1 -1 -1 -1 -1 -1 -1 VO1 p
END
run merge "$dir/grid.gwf" "$small" --jobs 2
holds merge_gwf "$dir/out" '^1 100\.5 3\.25 50\.75 .* U1 .* VO1 p$' \
    '^3 101 0 100 2 -1 -1 2 200 -1 1 3 2 -1 1 -1 -1 -1 -1'

run merge "$small" "$small" "$small"
[ "$(job_lines <"$dir/out" | cut -d ' ' -f 1 | sort -n | uniq | wc -l)" = 18 ] && why= ||
    why='job numbers are not all different'
verdict merge_numbers "$why"
echo '9223372036854775807 1 0 5 1 -1 -1 1 5 -1 1 1 1 1 1 1 -1 -1' >"$dir/most.swf"
refuses merge_overflow 1 'beyond 64 bits' merge "$dir/most.swf" "$small"

# ---- clean -----------------------------------------------------------------------------

cat >"$dir/dirty.swf" <<'END'
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
run clean --drop 'user=7 and (job>=7 and job<=9)' --drop user=11 "$dir/dirty.swf"
cat >"$dir/want" <<'END'
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
cp "$dir/out" "$dir/cleaned"
if grep -q 'warning: .*lines skipped, as they are no job: 1; the first: line 8' "$dir/err"
then : >"$dir/err"; fi
equal clean "$dir/want" "$dir/cleaned"
run check "$dir/cleaned"
[ "$code" = 0 ] && why= || why="exit status $code: $(head -n 1 "$dir/out")"
verdict clean_is_clean "$why"
run clean --drop 'job=10' "$dir/cleaned"
[ "$(job_lines <"$dir/out" | wc -l)" = 3 ] && why= || why='a part stays without its job'
verdict clean_parts "$why"
run clean --keep-useless "$small"
[ "$(job_lines <"$dir/out" | wc -l)" = 6 ] && why= || why='something was removed'
verdict clean_keep_useless "$why"

# Each command that writes: a line that is no job.
for command in 'convert swf' cut 'scale --load 1' "merge $small"; do
    one_of 2 || continue
    # shellcheck disable=SC2086
    refuses "bad_line $command" 1 'dirty.swf: line 4, column 13, field 5' $command \
        --out "$dir/none.swf" "$dir/dirty.swf"
    # shellcheck disable=SC2086
    run $command --bad-lines skip "$dir/dirty.swf"
    why=$(refusal 0 'warning: .*lines skipped.* no job: 4; the first: .*line 4')
    verdict "bad_lines_skipped $command" "$why"
    # shellcheck disable=SC2086
    run $command --bad-lines repair "$dir/dirty.swf"
    grep -q 'columns after the last .*: 1; the first: .*line 13' "$dir/err" && why= ||
        why='nothing of the surplus column'
    grep 'skipped' "$dir/err" >"$dir/skipped"
    mv "$dir/skipped" "$dir/err"
    [ -n "$why" ] ||
        why=$(refusal 0 'warning: .*lines skipped.* no job: 1; the first: .*line 8')
    verdict "bad_lines_repaired $command" "$why"
done
[ -e "$dir/none.swf" ] && why='it is there' || why=
verdict nothing_half_written "$why"

echo '1 10 0 100 2 -1 -1 2 200 -1 1 1 1 -1 1 -1 -1 -1 7 8' >"$dir/surplus.swf"
run info "$dir/surplus.swf"
why=$(refusal 0 'warning: .*columns after the last .*are ignored: 1; the first: line 1,')
verdict columns_ignored "$why"
for command in clean 'cut --bad-lines repair' 'convert --bad-lines repair swf' \
               'convert --bad-lines repair gwf'; do
    # shellcheck disable=SC2086
    run $command "$dir/surplus.swf"
    why=$(refusal 0 'warning: .*columns after the last .*ignored: 1; the first: line 1,')
    verdict "columns_dropped $command" "$why"
done
run clean "$dir/dirty.swf"
grep -q 'columns after the last .*: 1; the first: line 13' "$dir/err" && why= ||
    why=$(cat "$dir/err")
verdict columns_missing_or_surplus "$why"

# ---- check: every kind, on the line where it is ----------------------------------------

cat >"$dir/odd.swf" <<END
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
run check "$dir/odd.swf"
# LINE: kind, in the order of the lines
cat >"$dir/want" <<'END'
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
sed -n 's/^.*odd.swf:\([0-9]*: [a-z_]*\): ..*/\1/p' "$dir/out" >"$dir/got"
if [ "$code" != 1 ]; then
    why="exit status $code"
elif ! cmp -s "$dir/want" "$dir/got"; then
    why=$(diff "$dir/want" "$dir/got" | sed -n 2p)
else
    why=
fi
verdict check_every_kind "$why"
run check --json - "$dir/odd.swf"
kinds=$(sed -n 's/.*"kind":"\([a-z_]*\)".*/\1/p' "$dir/out")
[ "$(echo "$kinds" | wc -l)" -ge 28 ] || fail check_every_kind "only $kinds"
for kind in $kinds; do
    [ "$kind" = header_missing ] || grep -q " $kind\$" "$dir/want" ||
        fail check_every_kind "$kind is not tried here"
done

run check --list 0 "$dir/odd.swf"
if grep -q 'odd.swf:[0-9]' "$dir/out"; then why='--list 0 lists a line'; else why=; fi
for kind in $kinds; do
    n=$(grep -c ": $kind\$" "$dir/got")
    [ "$n" = 0 ] || grep -qE "^ +$n +[0-9]+ [ *] $kind: " "$dir/out" ||
        why="${why:-$kind is not counted $n times}"
done
verdict check_counts "$why"
run check --json - "$dir/odd.swf"
grep -q '"kind":"run_beyond_limit","times":2,"first_line":19,"useless":0' "$dir/out" &&
    grep -q '"useless_lines":9' "$dir/out" && why= || why=$(grep useless_l "$dir/out")
verdict check_json "$why"
run check "$small"
[ "$code" = 1 ] && grep -q 'small.swf:13: no_run: job 4: run time 0' "$dir/out" &&
    why= || why="exit status $code"
verdict check_small "$why"
sed '/^4/d; s/Jobs: 6/Jobs: 5/; s/Records: 6/Records: 5/' "$small" >"$dir/useful.swf"
run check "$dir/useful.swf"
holds check_nothing_useless "$dir/out" '5 jobs read, 0 lines of no use' \
    'useful.swf:14: size_differs: job 6: 3 allocated, 4 requested'
awk 'BEGIN { for (i = 1; i <= 50; i++) print i, 9, 0, 5, 1, 9, -1, 1, 2, -1, 1, 1, 1, 1,
                                            1, 1, -1, -1 }' >"$dir/many.swf"
run check --list 3 "$dir/many.swf"
[ "$(grep -c 'many.swf:[0-9]*: cpu_beyond_run' "$dir/out")" = 3 ] &&
    grep -qE '^ +50 +1   cpu_beyond_run' "$dir/out" && why= || why=$(cat "$dir/out")
verdict check_list "$why"
run check --list all "$dir/many.swf"
[ "$(grep -c 'many.swf:[0-9]*: cpu_beyond_run' "$dir/out")" = 50 ] && why= ||
    why='not all'
verdict check_list_all "$why"

# ---- info ------------------------------------------------------------------------------

run info --json "$dir/small.json" "$small"
holds info "$dir/out" '^small|small.swf \(SWF\)$' '^  Computer +Abacus$' '^  jobs +6$' \
    '^  users +3$' '^  executables +0$' \
    '^  first submission +Fri Jan  2 00:00:10 UTC 1970' \
    '^  last end +Fri Jan  2 00:08:20 UTC 1970$' '^  local time is UTC +\+01:00$' \
    '^  processors +8$' '^  offered load +1\.806[23]$' '^  utilisation +73\.2 %$' \
    '^  serial +33\.3 %$' '^  powers of two \(with serial\) +100\.0 %$' \
    '^  01:00 +6 +100\.0 %' '^  Fri +6 +100\.0 %' '^  completed +4$' '^  cancelled +1$' \
    '^  average CPU time +5$' '^  preceding job +5$'
# allocated: 200 + 200 + 10 + 2400 + 60 = 2870 of 8 * 490
holds info_json "$dir/small.json" '"utilisation":0\.73214285714285[67]' \
    '"offered_load":1\.80625,?$' '"lo":1,"hi":1,"jobs":2' '"lo":3,"hi":4,"jobs":2' \
    '"within_share":0\.5,?$' '"exact_share":0\.333333333333333' '"max":300,?$' \
    '"beyond_share":0\.1666666666' '"lo":1,"hi":2,"jobs":6' '"p50":20,?$'
# At most twelve groups of sizes, of as many powers of two as that takes.
for size in 1 2 3 4 5 4096; do
    echo "$size $size 0 10 $size -1 -1 $size 10 -1 1 1 1 -1 1 -1 -1 -1"
done >"$dir/sizes.swf"
run info "$dir/sizes.swf"
holds info_sizes_in_fours "$dir/out" '^  1  *1  *16\.7' '^  2 - 4  *3  *50\.0' \
    '^  5 - 16  *1 ' '^  1025 - 4096  *1 '
echo '7 9000 0 10 9223372036854775807 -1 -1 1 10 -1 1 1 1 -1 1 -1 -1 -1' >"$dir/huge.swf"
echo '8 9000 0 10 1 -1 -1 4611686018427387905 10 -1 1 1 1 -1 1 -1 -1 -1' >>"$dir/huge.swf"
run info "$dir/huge.swf"
holds info_sizes_huge "$dir/out" '^  1  *1 ' '9223372036854775807  *1 '
run info --json - "$small"
equal info_json_alone "$dir/small.json" "$dir/out"
run info "$small" --json
equal info_json_bare "$dir/small.json" "$dir/out"
cp "$small" "$dir/other.swf"
refuses info_json_over_a_log 2 'would replace a file that is none of ours' \
        info --json "$dir/other.swf" "$small"
refuses check_json_over_a_log 2 'would replace a file that is none of ours' \
        check --json "$dir/other.swf" "$small"
cmp -s "$small" "$dir/other.swf" || fail info_json_over_a_log 'it is another file now'
echo mine >"$dir/mine"
refuses clean_over_a_text 1 'is not a log with a header' clean --out "$dir/mine" "$small"
refuses convert_over_a_text 1 'is not a log with a header' convert --out "$dir/mine" \
        gwf "$small"
refuses generate_over_a_text 1 'is not a log with a header' generate lublin \
        --out "$dir/mine"
[ "$(cat "$dir/mine")" = mine ] || fail clean_over_a_text 'it is another file now'
for line in '#!/bin/sh' '#include <stdio.h>' '# My notes' '; my.ini'; do
    echo "$line" >"$dir/mine"
    refuses "clean_over_$(echo "$line" | tr -dc a-z)" 1 'is not a log with a header' \
        clean --out "$dir/mine" "$small"
done
if command -v python3 >/dev/null; then
    if python3 -m json.tool "$dir/small.json" >"$dir/out" 2>"$dir/err"; then why=
    else why=$(cat "$dir/err"); fi
    verdict info_is_json "$why"
else
    skip info_is_json 'python3 is not installed'
fi

# A log from the model: figures against awk's.
run generate lublin --jobs 2000 --seed 3 --servers 64 --out "$dir/model.swf"
holds generate "$dir/model.swf" '^; MaxJobs: 2000$' '^; MaxProcs: 64$'
run info --json "$dir/model.json" "$dir/model.swf"
job_lines <"$dir/model.swf" >"$dir/model.jobs"
awk '{ work += $4 * $8; serial += $8 == 1; hour += int($2 / 3600) % 24 == 14 }
     NR == 1 { first = $2 }
     END { printf "%.12g %.12g %d\n", work / 64 / ($2 - first), serial / NR, hour }' \
    "$dir/model.jobs" >"$dir/want"
printf '%.12g %.12g %s\n' "$(field offered_load "$dir/model.json")" \
    "$(field serial_share "$dir/model.json")" \
    "$(sed -n 's/.*"lo":14,"hi":15,"jobs":\([0-9]*\)}.*/\1/p' "$dir/model.json")" \
    >"$dir/got"
equal info_against_awk "$dir/want" "$dir/got"
run check "$dir/model.swf"
holds generate_is_clean "$dir/out" ' 2,000 jobs read, 0 lines of no use'
[ "$(wc -l <"$dir/out")" -le 2 ] && why= || why=$(head -n 1 "$dir/out")
verdict generate_nothing_odd "$why"

# Replayed, it is the built-in workload.
if [ -x "$sim" ]; then
    for options in '--jobs 2000 --seed 3 --servers 64' \
            '--jobs 300 --seed 9 --servers 1'; do
        one_of 2 || continue
        # shellcheck disable=SC2086
        run generate lublin $options --out "$dir/again.swf"
        # shellcheck disable=SC2086
        $RUN_ENV "$sim" --no-timing --json "$dir/built-in.json" $options >/dev/null 2>&1
        $RUN_ENV "$sim" --no-timing --json "$dir/replayed.json" "$dir/again.swf" \
            >/dev/null 2>&1
        grep schedule_hash "$dir/built-in.json" >"$dir/want"
        grep schedule_hash "$dir/replayed.json" >"$dir/got"
        [ -s "$dir/want" ] || fail "replay $options" 'no schedule_hash'
        equal "replay $options" "$dir/want" "$dir/got"
    done
    few || ! cmp -s "$dir/model.swf" "$dir/again.swf" ||
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
given() { run generate requirements "$@"; cp "$dir/out" "$dir/made.swf"; }

given --grid dom_medium --seed 7 "$dir/model.swf"
without "$dir/made.swf" >"$dir/got"
equal requirements_all_else "$dir/model.swf" "$dir/got"
holds requirements_note "$dir/made.swf" \
    '^; Note: swf_tool generate requirements: --grid dom_medium --seed 7$' \
    'Memory >= [0-9]* MB; Disk >= [0-9]* MB; Vendor == [A-Za-z]*; OS Name == [A-Za-z]*; C'
run convert swf "$dir/made.swf"
equal requirements_read_again "$dir/made.swf" "$dir/out"
run_on generate requirements --seed 7 --grid DOM_medium - <"$dir/model.swf"
equal requirements_same_again "$dir/made.swf" "$dir/out"
run generate requirements --grid dom_medium --seed 9 "$dir/made.swf"
without "$dir/out" >"$dir/got"
equal requirements_of_a_made_log "$dir/model.swf" "$dir/got"
grep -v 'seed 9$' "$dir/out" >"$dir/got"
equal requirements_kept "$dir/made.swf" "$dir/got"
run generate requirements --grid dom_medium --seed 9 --replace "$dir/made.swf"
grep -v '; Note' "$dir/out" >"$dir/got"
run generate requirements --grid dom_medium --seed 9 "$dir/model.swf"
grep -v '; Note' "$dir/out" >"$dir/want"
equal requirements_replaced "$dir/want" "$dir/got"
given --grid dom_big --usages "$dir/model.swf"
holds requirements_options "$dir/made.swf" ' --usages$' \
    '; usage_memory = [0-9.]*; usage_ethernet = [0-9.]*; usage_network = [0-9.]*$'
cat >"$dir/one.grid" <<'END'
cluster one nodes=4 cpus=8 os="Red Hat" memory=1GB disk=500
END
run generate requirements --grid "$dir/one.grid" "$small"
job_lines <"$dir/out" |
    sed 's/\([^ ]* \)\{18\}//; s/[0-9][0-9]*/N/g; s/; Memory.*SOFT$//' | sort | uniq -c |
    awk '{ $1 = $1; print }' >"$dir/got"
echo '6 Memory >= N MB; Disk >= N MB; OS Name == Red Hat' >"$dir/want"
equal requirements_of_a_file "$dir/want" "$dir/got"
printf '# Version: 1.0\n' >"$dir/some.gwf"
echo '1 10 3 50 2 1 -1 2 60 4096 1 U1 G1 X1 Q1 P1 o r -1 -1 -1 -1 -1 -1 -1 -1 -1 V p' \
    >>"$dir/some.gwf"
given --grid dom_small "$dir/some.gwf"
holds requirements_of_gwf "$dir/made.swf" '^; Note: swf_tool convert swf: without' \
    '^1 10 3 50 2 1 -1 2 60 4096 1 1 1 1 1 1 -1 -1 Memory >= 4 MB; Disk >= 1 MB; Vendor'
printf 'cluster a nodes=1 cpus=1\ncluster b nodes=2 cpus=1\n' >"$dir/bad.grid"
refuses requirements_bad_grid 1 \
    'bad.grid: line 2: at least one CPU on each node was expected, not 1 CPUs on 2' \
    generate requirements --grid "$dir/bad.grid" "$small"
refuses requirements_no_such_grid 1 'none.grid: No such file' \
    generate requirements --grid "$dir/none.grid" "$small"
refuses requirements_no_such_log 1 'none.swf: No such file' \
    generate requirements --grid dom_small "$dir/none.swf"

# ---- round trips -----------------------------------------------------------------------

run convert swf "$dir/model.swf"
equal round_trip_swf "$dir/model.swf" "$dir/out"
run convert gwf "$dir/model.swf"
cp "$dir/out" "$dir/model.gwf"
holds to_gwf "$dir/model.gwf" '^# MaxProcs: 64$' '^# Note: swf_tool convert gwf: without'
run convert gwf "$dir/model.gwf"
equal round_trip_gwf "$dir/model.gwf" "$dir/out"
run_on convert swf - <"$dir/model.gwf"
job_lines <"$dir/out" >"$dir/got"
equal round_trip_through_gwf "$dir/model.jobs" "$dir/got"
gzip -c "$dir/model.swf" >"$dir/model.swf.gz"
run cut --cut : "$dir/model.swf.gz"
equal gzip_and_a_cut_of_all "$dir/model.swf" "$dir/out"
run scale --scale-size 1 "$dir/model.swf"
equal scale_by_one "$dir/model.swf" "$dir/out"
run clean "$dir/model.swf"
grep -v 'Note: swf_tool clean: lines removed: 0' "$dir/out" >"$dir/got"
equal clean_of_a_clean_log "$dir/model.swf" "$dir/got"
tried=0
for data in tests/data/*.?wf; do   # whatever is left once repaired reads the same again
    [ -f "$data" ] || continue
    tried=$((tried + 1))
    [ "${TEST_SCALE:-100}" -ge 100 ] || [ $((tried % 16)) = 0 ] || continue
    # shellcheck disable=SC2086
    $RUN_ENV "$program" convert swf --bad-lines repair "$data" >"$dir/want" 2>/dev/null ||
        fail "corpus $data" "exit status $?"
    run convert swf "$dir/want"
    why=$(trouble)
    [ -n "$why" ] || cmp -s "$dir/want" "$dir/out" || why=$data
    [ -z "$why" ] || break
done
verdict round_trip_corpus "$why"
for load in 0.2 0.777 1 3.5; do
    one_of 2 || continue
    run scale --load $load --out "$dir/scaled.swf" "$dir/model.swf"
    run info --json - "$dir/scaled.swf"
    within "load_$load" "$(field offered_load "$dir/out")" \
        "$(awk "BEGIN { print $load * 0.9999 }")" \
        "$(awk "BEGIN { print $load * 1.0001 }")"
done

# ---- inputs that are no logs, and outputs that fail ------------------------------------

: >"$dir/empty.swf"
head -c 60000 "$program" >"$dir/junk.swf"
printf '1\0002 3\n;\000\r: \000\n; MaxProcs: \000\n' >"$dir/nul.swf"
head -c 20000 "$dir/model.swf.gz" >"$dir/cut.swf.gz"
cat "$dir/junk.swf" >"$dir/junk.swf.gz"
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
             print "; TimeZone: -9223372036854775807" }' >"$dir/huge.swf"
{ awk 'BEGIN { for (i = 0; i < 100000; i++) printf "1 " }'; echo; } >"$dir/long.swf"
printf '1 0 0 5 1' >"$dir/short.swf"

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
            "merge $small --bad-lines skip" clean 'clean --keep-useless --renumber' \
            "cut --bad-lines repair --rebase --merge $small"; do
        tried=$((tried + 1))
        [ "${TEST_SCALE:-100}" -ge 100 ] || [ $((tried % 9)) = 0 ] || continue
        # shellcheck disable=SC2086
        run $command "$dir/$input"
        if [ "$code" -gt 1 ]; then
            why="$command: exit status $code"
        elif [ "$code" = 1 ] && [ "$command" != check ] &&
                { [ "$(wc -l <"$dir/err")" != 1 ] ||
                  ! grep -q "^swf_tool [a-z ]*: \(--load\|.*$input\)" "$dir/err"; }; then
            why="$command: said '$(cat "$dir/err")'"
        fi
        [ -z "$why" ] || break
    done
    verdict "hostile $input" "$why"
done
for input in cut.swf.gz junk.swf.gz; do
    for command in info check 'convert swf' cut; do
        one_of 3 || continue
        # shellcheck disable=SC2086
        run $command "$dir/$input"
        verdict "gzip $command $input" "$(refusal 1 'not a whole gzip file')"
    done
done
run info "$dir/junk.swf"
verdict junk_is_refused "$(refusal 1 'not a job log: line 1')"
run info "$dir/empty.swf"
holds empty_info "$dir/out" '^  jobs +0$' '^  offered load +-$'
refuses folder 1 'is a directory' info "$dir"
refuses missing 1 'No such file' cut --jobs 1 "$dir/missing.swf"
refuses no_load 1 'all jobs are submitted at one moment' scale --load 1 "$dir/many.swf"

for command in 'info' 'check' 'convert swf' cut 'clean' --help 'cut --help'; do
    one_of 3 || continue
    operand=$dir/model.swf
    case $command in *--help) operand= ;; esac
    if [ -c /dev/full ]; then
        # shellcheck disable=SC2086
        $RUN_ENV "$program" $command $operand >/dev/full 2>"$dir/err" </dev/null
        code=$?
        verdict "full_disk $command" "$(refusal 1 'standard output cannot be written')"
    fi
    # shellcheck disable=SC2086
    $RUN_ENV "$program" $command $operand >&- 2>"$dir/err" </dev/null
    code=$?
    verdict "closed_output $command" "$(refusal 1 'standard output cannot be written')"
done
$RUN_ENV "$program" info --json "$dir/x.json" "$small" >&- 2>"$dir/err" </dev/null
[ -e "$dir/x.json" ] && why='what was for the table went elsewhere' || why=
verdict closed_output_and_file "$why"
run_on convert swf --out "$dir/x.swf" - <&-
verdict closed_input "$(refusal 1 'standard input: ')"
[ -e "$dir/x.swf" ] && why='an empty log was written' || why=
verdict closed_input_no_output "$why"
if [ -c /dev/full ]; then
    refuses full_out 1 '/dev/full cannot be written' cut --out /dev/full "$dir/model.swf"
    refuses full_generate 1 '/dev/full cannot be written' generate lublin --out /dev/full
    [ -c /dev/full ] && pass full_is_still_there || fail full_is_still_there 'replaced'
fi

# --out: all or nothing, never over what is read.
mkdir "$dir/o"
echo '; Note: old' >"$dir/o/kept"
chmod 640 "$dir/o/kept"
refuses out_bad_input 1 'not a whole gzip' cut --out "$dir/o/kept" "$dir/cut.swf.gz"
[ "$(cat "$dir/o/kept")" = '; Note: old' ] && why= || why='the old file is gone'
[ "$(ls "$dir/o")" = kept ] || why="beside it: $(ls "$dir/o" | tr '\n' ' ')"
verdict out_keeps_the_old "$why"
ln -s kept "$dir/o/link"
run cut --out "$dir/o/link" "$dir/model.swf"
equal out_replaces "$dir/model.swf" "$dir/o/kept"
[ -L "$dir/o/link" ] && [ "$(ls -l "$dir/o/kept" | cut -c 1-10)" = -rw-r----- ] && why= ||
    why=$(ls -l "$dir/o")
verdict out_follows_links_and_rights "$why"
cp "$dir/model.swf" "$dir/o/in.swf"
ln "$dir/o/in.swf" "$dir/o/same.swf"
for out in in.swf ./in.swf same.swf; do
    refuses "out_over_input $out" 2 'it would be replaced' cut --out "$dir/o/$out" \
        "$dir/o/in.swf"
done
refuses out_over_merged 2 'it would be replaced' merge --out "$dir/o/in.swf" "$small" \
    "$dir/o/in.swf"
refuses json_over_input 2 'it would be replaced' info --json "$dir/o/in.swf" \
    "$dir/o/in.swf"
for command in info check 'convert swf' cut clean; do   # this would have no end
    one_of 3 || continue
    # shellcheck disable=SC2086
    $RUN_ENV "$program" $command "$dir/o/in.swf" >>"$dir/o/in.swf" 2>"$dir/err"
    code=$?
    verdict "onto_the_input $command" "$(refusal 2 'in.swf is standard output, too')"
done
$RUN_ENV "$program" convert swf - <"$dir/o/in.swf" >>"$dir/o/in.swf" 2>"$dir/err"
code=$?
verdict onto_standard_input "$(refusal 2 'standard input is standard output, too')"
cmp -s "$dir/model.swf" "$dir/o/in.swf" && why= || why='it was changed'
verdict inputs_stay "$why"
long=$(head -c 255 /dev/zero | tr '\0' x)
if (: >"$dir/o/$long") 2>/dev/null; then
    rm "$dir/o/$long"
    run cut --out "$dir/o/$long" "$dir/model.swf"
    equal out_longest_name "$dir/model.swf" "$dir/o/$long"
else
    skip out_longest_name 'no names of 255 characters here'
fi
refuses out_no_folder 1 'cannot be written: No such file' cut --out "$dir/none/x" "$small"
refuses out_is_folder 1 'cannot be written' cut --out "$dir/o" "$small"

# ---- the commands of examples/README.md ------------------------------------------------

sed -n '/^## swf_tool/,/^## /s/^build\/swf_tool //p' examples/README.md >"$dir/readme"
[ -s "$dir/readme" ] || fail readme 'it has no commands'
case $program in /*) ;; *) program=$PWD/$program ;; esac
if few; then
    skip readme 'under Valgrind or another RUN_ENV; all of it was above'
else
    while read -r line; do
        (cd "$dir" && eval "run $line"
         [ "$code" = 0 ] || fail readme "$line: $(cat err)")
    done <"$dir/readme"
    [ -s "$dir/new.gwf" ] && pass readme || fail readme 'there is no new.gwf'
fi

# ---- real logs -------------------------------------------------------------------------

if [ -z "$TRACES" ]; then
    skip traces 'TRACES is not set to a directory of job logs'
    exit 0
fi
for log in "$TRACES"/*.swf "$TRACES"/*.swf.gz; do
    [ -f "$log" ] || continue
    name=$(basename "$log" | sed 's/\.swf.*//')
    case $log in *.gz) gzip -dc "$log" ;; *) cat "$log" ;; esac | job_lines >"$dir/jobs"

    run info --json "$dir/info.json" "$log"
    [ "$(field jobs "$dir/info.json" | head -n 1)" = "$(wc -l <"$dir/jobs")" ] && why= ||
        why="$(field jobs "$dir/info.json" | head -n 1) jobs, $(wc -l <"$dir/jobs") lines"
    verdict "$name info" "$why"

    run check --list 0 --json "$dir/check.json" "$log"
    sed -n 's/.*"kind":"run_beyond_request","times":\([0-9]*\).*/\1/p' "$dir/check.json" \
        >"$dir/got"
    awk '$9 > 0 && $4 > $9 { n++ } END { print n + 0 }' "$dir/jobs" >"$dir/want"
    code=0
    equal "$name check" "$dir/want" "$dir/got"

    run convert gwf --out "$dir/x.gwf" "$log"
    run convert swf "$dir/x.gwf"
    job_lines <"$dir/out" | cut -d ' ' -f 1-16 >"$dir/got"
    run convert swf "$log"
    job_lines <"$dir/out" | cut -d ' ' -f 1-16 >"$dir/want"
    equal "$name through_gwf" "$dir/want" "$dir/got"

    run scale --load 0.7 --out "$dir/x.swf" "$log"
    run info --json "$dir/info.json" "$dir/x.swf"
    within "$name load" "$(field offered_load "$dir/info.json")" 0.69999 0.70001

    run clean --out "$dir/x.swf" "$log"
    run check --list 0 "$dir/x.swf"
    holds "$name clean" "$dir/out" ' 0 lines of no use'
done
log=$(find "$TRACES"/ -maxdepth 1 -name 'KTH-SP2-1996-2.swf*' | head -n 1)
if [ -n "$log" ]; then
    run check "$log"
    code=0
    : >"$dir/err"
    holds KTH_figures "$dir/out" 'MaxJobs is 28490, there are 28489' '^ +8 .*no_run' \
        'job 27314 after 27312'
    run info "$log"
    holds KTH_info "$dir/out" '^  processors +100$' '^  users +214$' \
        '^  offered load +0\.6877$' '^  last end +Fri Aug 29 08:55:01 UTC 1997'
else
    skip KTH 'the log is not there'
fi
