#!/bin/sh
# sweep.sh - sweeps of coalloc_sim: refusals; points that anyone computes (xargs, GNU
# parallel, the Slurm script run by hand) give, gathered, the bytes of the sweep in one
# process; and no point that is missing, damaged or of another sweep is taken for one.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
script=$here/examples/sweep.sbatch

# Nothing on standard output; the text is no pattern, and wrong command lines are alike.
refuses() {   # NAME STATUS TEXT ARGUMENT ...
    name=$1 status=$2 text=$3
    shift 3
    [ "$status" != 2 ] || one_of 4 || return 0
    run "$@"
    why=$(refusal "$status" .)
    grep -qF -e "$text" "$dir/err" || why=${why:-"said '$(cat "$dir/err")'"}
    [ ! -s "$dir/out" ] || why=${why:-'wrote to standard output'}
    verdict "$name" "$why"
}
run() { run_on --no-timing "$@" </dev/null; }

cd "$dir" || exit 1

forty_jobs >log.swf
head -n 3 log.swf >tiny.swf

# ---- what is no sweep: exit status 2 ---------------------------------------------------
while IFS='|' read -r text sweeps; do
    for sweep in $sweeps; do
        ! one_of 2 || refuses "'$sweep'" 2 "$text" --sweep "$sweep"
    done
done <<'END'
is not NAME=FROM:TO:STEP|ar ar= =0:1:0.1 0:1:0.1 AR=0,1 a=0,1 --ar=0,1 policy=online,easy
is not NAME=FROM:TO:STEP|threads=1,2 sweep=1
ascending numbers from 0 to 1|ar=0:1 ar=0:1: ar=:1:0.1 ar=0::0.1 ar=:: ar=:
ascending numbers from 0 to 1|ar=0:1:0.1:1 ar=0:1:0.1,1 ar=-1:1:0.1 ar=0:1:-0.1
ascending numbers from 0 to 1|ar=0:1:1e-1 ar=0:1:0.0000000001 ar=0:1:0 ar=1:0:0.1
ascending numbers from 0 to 1|ar=0:2:0.5 ar=0:1:0.001 ar=0:1:0.000000001 ar=, ar=0,
ascending numbers from 0 to 1|ar=,1 ar=0,,1 ar=1,0 ar=0.5,0.50 ar=0,x ar=nan ar=0.1,2
ascending numbers from 0.001 to 1000000|load=0:999999999:0.000000001
ascending whole numbers from 0|seed=0:9223372036854775808:1 seed=0:9223372036854775807:1
ascending whole numbers from 0|seed=99999999999999999999999999999999999999:1:1
ascending whole numbers from 0|retries=half
ascending whole numbers from 1 to|servers=0,1 servers=1,1073741824 jobs=0,1 jobs=1.5
ascending durations from 0 to 1|horizon=0:106751991167301d:1 step=1h:5m:5m step=15x
ascending durations from 1 to 1|slot=0:900:300
--ar-window needs an --ar|ar-window=1h,2h
is longer than --horizon|slot=1h,43d
END
! one_of 2 || refuses "'ar =0,1'" 2 'is not NAME=FROM:TO:STEP' --sweep 'ar =0,1'
! one_of 2 || refuses "'ar=0;1'" 2 "'0;1' is not a list" --sweep 'ar=0;1'
! one_of 2 || refuses "'ar=0, 1'" 2 "'0, 1' is not a list" --sweep 'ar=0, 1'
many=$(i=0; while [ $i -le 1000 ]; do printf '%d,' $i; i=$((i + 1)); done)
refuses list_of_1001 2 'of at most 1000 ascending' --sweep "seed=${many%,}"
refuses empty 2 "'' is not NAME=FROM:TO:STEP (at most 64 of them; see --help" --sweep=
refuses missing 2 '--sweep needs a value' --sweep
refuses line_break 2 "'0?1' is not" --sweep "ar=0
1"
refuses plan_alone 2 '--plan needs a --sweep' --plan points
refuses gather_alone 2 '--gather needs a --sweep' --gather points
refuses plan_and_gather 2 'one of --plan, --gather and --point' --sweep ar=0,1 \
        --plan points --gather points
refuses point_and_sweep 2 'without --sweep' --sweep ar=0,1 --point a.point
refuses point_and_plan 2 'one of --plan' --sweep ar=0,1 --point x --plan points
for what in json csv report trace-out; do
    refuses "point_and_$what" 2 "no --$what" --point x "--$what" y
done
refuses point_over_the_log 2 'would replace the trace' --point tiny.swf tiny.swf
refuses twice 2 'ar is swept twice' --sweep ar=0,1 --sweep ar=0
refuses many_axes 2 'more than 4' --sweep ar=0 --sweep load=1 --sweep step=0 \
        --sweep jobs=1 --sweep slot=1h
refuses many_together 2 'more than 1000 values' --sweep seed=1:40:1 --sweep jobs=1:40:1
refuses many_seeds 2 'more than 1000 values' --sweep jobs=1:300:1 --seeds 4
refuses point_and_seeds 2 'not for --point' --point a.point --seeds 2
refuses only_trace 2 'besides trace' --sweep ar=0,1 --policy trace log.swf
refuses point_only_trace 2 'besides trace' --point x --policy trace log.swf
refuses standard_input 2 'standard input again' --sweep ar=0,1 -
[ ! -e points ] || fail refused_and_made "directory points"

# ---- the values of a sweep -------------------------------------------------------------
values() {   # NAME SWEEP 'VALUE VALUE ...'
    one_of 3 || return 0
    run --sweep "$2" --ar 0.5 --plan values log.swf
    told=$(sed "s/^[^ ]* --${2%%=*} \([^ ]*\) .*/\1/" out | paste -s -d ' ')
    must "$1" "has $told, not $3" [ "$told" = "$3" ]
    rmdir values
}
values tenths ar=0:1:0.1 '0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1'
values short_of_the_end ar=0:1:0.3 '0 0.3 0.6 0.9'
values one_value ar=0.25:0.25:1 0.25
values billionths ar=0.999999998:1:0.000000001 '0.999999998 0.999999999 1'
values durations step=5m:1h:20m '300 1500 2700'
values list load=0.5,1,1.25 '0.5 1 1.25'
values zeros servers=007,8 '7 8'
values any_option max-cpus=1:3:1 '1 2 3'
run --sweep seed=9223372036854774808:9223372036854775807:1 --plan values log.swf
must thousand "$(cat err)" [ "$(wc -l <out)" = 1000 ]

# ---- the same bytes, whoever computes --------------------------------------------------
# Results in the directory $1, which must be new; names in them do not depend on it.
results() {   # DIRECTORY ARGUMENT ...
    mkdir "$1" && cd "$1" || exit 1
    shift
    run --json r.json --csv r --report r.html "$@"
    cp "$dir/out" table
    cp "$dir/err" said
    cd "$dir" || exit 1
}

same() {   # NAME DIRECTORY DIRECTORY
    if [ "$code" != 0 ]; then
        fail "$1" "exit status $code: $(cat err)"
    elif [ -d "$2/r" ] && diff -r "$2" "$3" >differ; then
        pass "$1"
    else
        fail "$1" "$(head -n 1 differ)"
    fi
}

# A plan's commands in the current directory's order, all at once, or from the last on.
by_xargs() { tr '\n' '\0' <"$1" | xargs -r0 -n 1 -P 8 sh -c; }
by_parallel() { parallel --will-cite <"$1" 2>/dev/null; }
by_hand() {
    n=$(wc -l <"$1")
    while [ "$n" -gt 0 ]; do
        SLURM_ARRAY_TASK_ID=$n SLURM_SUBMIT_DIR=$PWD sh "$script" "$1" || return 1
        n=$((n - 1))
    done
}

ways='by_xargs by_hand'
if parallel --version 2>/dev/null | grep -q '^GNU parallel'; then ways="$ways by_parallel"
else skip parallel 'GNU parallel is not installed'; fi
threads='1 2 7'
if few; then ways=by_hand threads=2; fi

everywhere() {   # NAME ARGUMENT ...
    sweep=$1
    shift
    results "$sweep.whole" --threads 1 "$@"
    few || for n in 2 7; do
        results "$sweep.$n" --threads $n "$@"
        same "${sweep}_threads_$n" "$sweep.whole" "$sweep.$n"
    done
    for way in $ways; do
        mkdir "$sweep.$way"
        cd "$sweep.$way" || exit 1
        run --plan points "$@"
        cp ../out plan
        $way plan >said 2>&1 || fail "${sweep}_$way" "$(head -n 1 said)"
        [ ! -s said ] || fail "${sweep}_$way" "said $(head -n 1 said)"
        cd "$dir" || exit 1
        for n in $threads; do
            results "$sweep.$way.$n" --threads "$n" --gather "../$sweep.$way/points" "$@"
            same "${sweep}_${way}_threads_$n" "$sweep.whole" "$sweep.$way.$n"
        done
    done
}

# names are as seen from a directory of each way
everywhere paper ../log.swf --servers 6 --policy online,easy,trace --index range-tree \
           --slot 1h --horizon 10d --sweep ar=0:1:0.25 --ar-window 2h
everywhere crossed ../log.swf --servers 6 --policy online,easy --sweep load=0.5,1 \
           --sweep ar=0.2,0.5 --seeds 5
holds crossed crossed.whole/table '^Sweep of --load and --ar$' '^load 0.5, ar 0.2  ' \
      '^Means of 5 seeds .* half the 95 % interval$' '^minus online map.s, 95 %.* 5 seeds'
points=$(grep -c -- ' --load [01.5]* --ar 0.[25] --seed [1-5] ' crossed.by_hand/plan)
must crossed "$points of $(wc -l <crossed.by_hand/plan) points" [ "$points" = 20 ]
# a cell with one of its seeds is what that seed gives alone
run --json one.json log.swf --servers 6 --policy online,easy --load 0.5 --ar 0.2 --seed 1
is crossed_first_seed "$(field schedule_hash one.json | head -n 1)" \
    "$(sed -n '/"sweep"/,$p' crossed.whole/r.json >s.json; field schedule_hash s.json |
        head -n 1)"
everywhere built_in --jobs 50 --policy online,conservative --sweep load=0.5,1,2
if grep -q '^{' paper.whole/r.json && [ -s paper.whole/r/sweep.csv ] &&
   grep -q '<svg' paper.whole/r.html &&
   [ "$(grep -c 'waiting time from submission' paper.whole/table)" -le 1 ] &&
   [ "$(grep -A6 '^Sweep of --ar$' paper.whole/table | wc -l)" = 7 ]
then pass results_are_there; else fail results_are_there "$(ls paper.whole)"; fi
must points_without_trace 'has trace' not grep -q ',trace,' paper.whole/r/sweep.csv

# of one seed intervals are over the weeks, those of the run alone
run --jobs 4000 --policy online,easy --sweep load=0.5,0.9 --csv swept
holds weeks_told out '^minus online map.s, 95 % interval over weeks' \
    '^0.9 +-?[0-9.]+ [(]-?[0-9.]+[.][.]-?[0-9.]+[)]$'
sed -n 's/^load,0.9,\(.*\),wait_by_week,\([^,]*\),seconds/\1,\2/p' swept/sweep.csv >weeks
run --jobs 4000 --policy online,easy --load 0.9 --csv alone
sed -n 's/,all,,,[0-9]*,/,/p' alone/classes.csv >wanted
must weeks_csv "$(cat weeks)" cmp -s weeks wanted
must weeks_known 'no interval' [ "$(grep -c ',[0-9.]*,[0-9.]*,[0-9.]*,' weeks)" = 2 ]

run --jobs 200 --policy online,easy --retries none --sweep load=1 --no-timing
holds rejections_told out '^These waits are of the jobs that ran under every policy[.]$' \
    '^Jobs rejected  '

# each option that can be swept, once: in one process, and as a plan
while read -r swept more; do
    one_of 4 || continue
    results "$swept.one" ../log.swf --sweep "$swept" $more
    mkdir "$swept.plan"
    cd "$swept.plan" || exit 1
    run ../log.swf --sweep "$swept" $more --plan points
    sh <../out >said 2>&1 || fail "${swept%%=*}" "$(head -n 1 said)"
    cd "$dir" || exit 1
    results "$swept.all" ../log.swf --sweep "$swept" $more \
            --gather "../$swept.plan/points"
    same "sweep_${swept%%=*}" "$swept.one" "$swept.all"
    must "sweep_${swept%%=*}_matters" 'every point has the same schedule' not [ \
        "$(grep '"schedule_hash"' "$swept.one/r.json" | sort -u | wc -l)" -lt 2 ]
done <<'END'
ar=0,0.5,1 --ar-window 1h
ar-window=1h,5h --ar 0.5
load=0.5,2 --policy online,trace
scale-size=1,2 --policy easy,trace
servers=5,8 --policy online,trace
slot=15m,2h --index range-tree --horizon 2d --step 0
horizon=2h,1d
step=0,20m
retries=0,1 --servers 5 --step 10m
jobs=20,40
seed=1,2 --ar 0.5
END

# several threads unpack the log at the same time
gzip -c log.swf >log.swf.gz
run --threads 8 --sweep load=0.5:2:0.1 --csv plain log.swf
run --threads 8 --sweep load=0.5:2:0.1 --csv unpacked log.swf.gz
equal unpacked_at_once unpacked/sweep.csv plain/sweep.csv
# a point that fails is told by name, the first of several, whatever the threads
for n in 1 2 7; do
    one_of 3 || continue
    refuses "failing_point_threads_$n" 1 'sweep load=500000: --load: all jobs would be' \
            --threads $n --sweep load=0.5,1,500000,1000000 --json fails.json tiny.swf
done
must failing_point_writes 'fails.json' not [ -e fails.json ]

# ---- points that are none: exit status 1, the file by name -----------------------------
tiny='tiny.swf --servers 5 --sweep ar=0,1'
mkdir good bad
run $tiny --plan good
cp out plan
by_hand plan
run $tiny --gather good
verdict good_points "$([ "$code" = 0 ] || cat err)"

refuses_bad() { refuses "$1" 1 "bad/ar-1.point: $2" $tiny --gather bad; }

cp good/ar-0.point bad
refuses_bad missing_point 'No such file'
mkdir bad/ar-1.point
refuses_bad point_is_a_directory 'Is a directory'
rmdir bad/ar-1.point
: >bad/ar-1.point
refuses_bad empty_point 'not a whole point'
cp tiny.swf bad/ar-1.point
refuses_bad no_point 'not a whole point'
cp good/ar-0.point bad/ar-1.point
refuses_bad point_of_another_value 'a point of a run with other settings'
{ cat good/ar-1.point; echo; } >bad/ar-1.point
refuses_bad longer_point 'not a whole point'
cat good/ar-1.point good/ar-1.point >bad/ar-1.point
refuses_bad twice_the_point 'not a whole point'
sed 's/$/\r/' good/ar-1.point >bad/ar-1.point
refuses_bad point_with_crlf 'not a whole point'
tr '\n' '\0' <good/ar-1.point >bad/ar-1.point
refuses_bad point_of_zeros ''
if [ "$(id -u)" = 0 ]; then
    skip unreadable_point 'root may read everything'
    skip unreadable_directory 'root may read everything'
else
    cp good/ar-1.point bad/ar-1.point
    chmod 000 bad/ar-1.point
    refuses_bad unreadable_point 'Permission denied'
    rm -f bad/ar-1.point
    chmod 000 bad
    refuses unreadable_directory 1 'bad/ar-0.point: Permission denied' $tiny --gather bad
    chmod 755 bad
fi
{
    refuses missing_directory 1 'nowhere/ar-0.point: No such' $tiny --gather nowhere
    refuses file_as_directory 1 'plan/ar-0.point: Not a dir' $tiny --gather plan
    refuses plan_into_a_file 1 'plan cannot be made: it is there' $tiny --plan plan
    refuses plan_into_nothing 1 'nowhere/x cannot be made' $tiny --plan nowhere/x
    refuses other_seed 1 'good/ar-0.point: a point of a run with other settings' \
            $tiny --seed 2 --gather good
    refuses other_policy 1 'good/ar-0.point: a point of a run with other settings' \
            $tiny --policy easy --gather good
    refuses more_policies 1 'good/ar-0.point: a point of a run with other settings' \
            $tiny --policy online,easy --gather good
    refuses other_values 1 'good/ar-0.5.point: No such file' --gather good \
            tiny.swf --servers 5 --sweep ar=0,0.5,1
}
for what in json report; do
    refuses "${what}_over_a_point" 2 'would replace a file that is none of ours' \
            $tiny --gather good "--$what" ./good/ar-0.point
done
cp tiny.swf other.swf
refuses other_log 1 'good/ar-0.point: a point of a run with other settings' \
        --servers 5 --sweep ar=0,1 --gather good other.swf

# All of these have to be refused, and by name: the point cut at each byte, and with each
# byte changed.
damaged() {   # cut|changed
    size=$(wc -c <good/ar-1.point) at=0 step=1 runs=0
    ! few || step=293
    : >said
    while [ "$at" -lt "$size" ]; do
        if [ "$1" = cut ]; then
            head -c "$at" good/ar-1.point >bad/ar-1.point
        else
            case $((at % 3)) in 0) byte=x ;; 1) byte=8 ;; *) byte=' ' ;; esac
            { head -c "$at" good/ar-1.point
              printf %s "$byte"
              tail -c +$((at + 2)) good/ar-1.point; } >bad/ar-1.point
            ! cmp -s good/ar-1.point bad/ar-1.point || : >bad/ar-1.point
        fi
        run $tiny --gather bad
        [ "$code" = 1 ] || { echo "$1 at byte $at: exit status $code"; return; }
        cat out err >>said
        runs=$((runs + 1)) at=$((at + step))
    done
    [ "$runs" = "$(wc -l <said)" ] || echo "$(wc -l <said) lines in $runs runs"
    grep -v -m 1 '^coalloc_sim: bad/ar-1.point: ' said
}
verdict cut_anywhere "$(damaged cut)"
verdict changed_anywhere "$(damaged changed)"

# A point that is whole, as far as its hash can tell, but lies: of no end of waits, and of
# more jobs than memory holds. The hash is FNV-1a.
forge() {   # SED-COMMAND
    sed '$d' good/ar-1.point | sed "$1" >forged
    python3 -c '
import sys
data = open("forged", "rb").read()
hash = 0xCBF29CE484222325
for byte in data: hash = (hash ^ byte) * 0x100000001B3 % 2 ** 64
open("bad/ar-1.point", "wb").write(data + b"%016x\n" % hash)'
}
if command -v python3 >/dev/null; then
    forge ''
    run $tiny --gather bad
    verdict forged_well "$([ "$code" = 0 ] || cat err)"
    bins=$(($(sed '$d' good/ar-1.point | wc -l) - 1))
    while [ "$(sed -n "${bins}p" good/ar-1.point)" != "" ]; do bins=$((bins - 1)); done
    bins=$((bins + 1))    # the line with their number, after the figures without a value
    for lie in 1000000 18446744073709551615; do
        forge "${bins}s/.*/$lie/"
        refuses_bad "forged_bins_$lie" 'not a whole point'
    done
    for lie in 0 2305843009213693953 18446744073709551615; do
        forge "$((bins + 2))s/.*/$lie/"
        refuses_bad "forged_jobs_$lie" 'not a whole point'
    done
    forge "$((bins + 1))s/.*/18446744073709551615/"
    refuses_bad forged_wait 'not a whole point'
else
    skip forged 'python3, used here to make hashes, is not installed'
fi

# ---- --point alone, and what is still to be done ---------------------------------------
run tiny.swf --servers 5 --ar 1 --point alone.point
if [ "$code" != 0 ] || [ -s out ] || [ -s err ]; then fail point "$code: $(cat out err)"
elif cmp -s alone.point good/ar-1.point; then pass point
else fail point 'is not the one that was planned'; fi
run tiny.swf --servers 5 --ar 1 --policy online,easy,conservative,trace \
    --point alone.point
must point_leaves_out_trace 'it is another point' cmp -s alone.point good/ar-1.point
refuses point_into_nothing 1 'nowhere/x cannot be written' --jobs 5 --point nowhere/x
[ ! -c /dev/full ] ||
    refuses point_full 1 '/dev/full cannot be written: No space' --jobs 5 \
            --point /dev/full
refuses point_without_log 1 'nowhere.swf: No such' nowhere.swf --point x

cp good/* bad
head -c 100 good/ar-1.point >bad/ar-1.point
run $tiny --plan bad
grep -F 'bad/ar-1.point' out >plan
if [ "$(wc -l <out)" = 1 ] && cmp -s out plan && by_xargs plan; then pass the_rest
else fail the_rest "$(cat out)"; fi
refuses nothing_left 0 'nothing left to do: bad has every point' $tiny --plan bad

# measured time stays out where it is to stay out, whoever measured
$RUN_ENV "$program" tiny.swf --servers 5 --ar 1 --point bad/ar-1.point >out 2>&1
if cmp -s bad/ar-1.point good/ar-1.point; then fail timed 'has no measured time'; fi
run $tiny --gather bad --json timed.json
run $tiny --gather good --json untimed.json
verdict untimed "$(cmp timed.json untimed.json 2>&1)"

# ---- names that a shell would take for something else ----------------------------------
hostile() {   # NAME LOG DIRECTORY
    one_of 5 || return
    mkdir host
    cd host || exit 1
    cp ../tiny.swf "./$2"
    run --sweep servers=5,6 --plan "$3" -- "$2"
    cp ../out plan
    if [ "$(wc -l <plan)" != 2 ]; then
        fail "$1" "a plan of $(wc -l <plan) lines; $(head -n 1 ../err)"
    elif ! by_xargs plan >said 2>&1; then
        fail "$1" "$(head -n 1 said)"
    else
        run --sweep servers=5,6 --json whole.json -- "$2"
        run --sweep servers=5,6 --json all.json --gather "$3" -- "$2"
        verdict "$1" "$(cat ../err; cmp whole.json all.json 2>&1
                        find . ! -name . ! -name '*.json' ! -name plan ! -name said \
                             ! -name '*.point' ! -name '*log*' ! -name '*dir*' \
                             ! -name --csv)"
    fi
    cd "$dir" || exit 1
    rm -rf host
}
hostile spaces ' a  log ' ' a  dir '
hostile quotes "it's \"a\" log\\" "it's \"a\" dir\\"
# shellcheck disable=SC2016
hostile dollar '$HOME `touch bad` $(touch worse) log' '$HOME `touch bad` dir'
hostile operators 'log; touch bad & touch worse | x > y' 'dir && x # y'
hostile globs '*log?[a]~{1,2}!' '~dir*'
hostile percent '%log%s{}\n' '%d{}dir'
hostile dash '-log' '-dir'
hostile dashes '--json-log' '--json-dir'
hostile an_option_log --csv --plan=dir
hostile utf8 "$(printf 'gr\303\274n\377log')" "$(printf 'gr\303\274n\377dir')"
cp tiny.swf 'a
log'
refuses line_break_in_log 1 'a?log: a line break' --sweep ar=0,1 --plan line 'a
log'
refuses line_break_in_plan 1 'a?dir: a line break' --sweep ar=0,1 --plan 'a
dir' log.swf
[ ! -e line ] || fail refused_and_made "directory line"
long=$(i=0; while [ $i -lt 500 ]; do printf ./././././; i=$((i + 1)); done)
run --sweep ar=0,1 --plan long "${long}log.swf"
must long_name "$(cat out)" [ "$(wc -c <out)" -gt 10000 ]
refuses long_directory 1 './././././././' --sweep ar=0,1 --gather "$long" log.swf

# ---- examples/sweep.sbatch, without Slurm ----------------------------------------------
task() {   # NAME LINE STATUS TEXT ARGUMENT ...
    name=$1 line=$2 status=$3 text=$4
    shift 4
    SLURM_ARRAY_TASK_ID=$line SLURM_SUBMIT_DIR=$dir \
        sh "$script" "$@" >"$dir/out" 2>"$dir/err"
    code=$?
    if [ $code != "$status" ]; then
        fail "$name" "exit status $code: $(head -n 1 "$dir/err")"
    elif ! { cat "$dir/out" "$dir/err"; echo; } | grep -qF -e "$text"; then
        fail "$name" "said $(cat "$dir/out" "$dir/err")"
    else
        pass "$name"
    fi
}
printf 'echo one\nexit 3\necho "two  blanks"\nkill -9 $$\n' >'a plan'
task task 1 0 one 'a plan'
task task_fails 2 3 '' 'a plan'
task task_quotes 3 0 'two  blanks' 'a plan'
task task_killed 4 137 '' 'a plan'
task task_beyond 5 2 'a plan has no line 5' 'a plan'
task task_zero 0 2 'which line?' 'a plan'
task task_no_number x 2 'which line?' 'a plan'
task task_no_array '' 2 '--array' 'a plan'
task task_no_plan 1 2 'usage: sbatch'
task task_two_plans 1 2 'usage: sbatch' 'a plan' b
task task_missing_plan 1 1 'nowhere' nowhere
(cd / && task task_elsewhere 1 0 one 'a plan')
