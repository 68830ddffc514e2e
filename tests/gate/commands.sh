#!/bin/sh
# commands.sh - the programs under Valgrind or Wine: a few command lines for each, which
# together use each policy, reader, output and kind of refusal once. A run must end with
# the right status, and Valgrind must find nothing; tests/programs compares the output.
# Under Wine a run must print and write the same as the program in BUILT.
#
# BUILD: where the programs are; RUN_ENV: the command to run them under.

. "$(dirname "$0")/../programs/lib-cli.sh"
grid=$here/tests/data/ok__grid.gwf
case $BUILT in /*) ;; *) BUILT=$here/$BUILT ;; esac
mkdir "$dir/now" "$dir/here"
cd "$dir/now" || exit 1

# run STATUS PROGRAM ARGUMENT ...: the run must end with this status
number=0
run() {
    case "$RUN_ENV$2 $*" in
    wine*--ask*) ;; # it prints no times
    wine*_sim\ *) set -- "$@" --no-timing ;;
    wineslurm_book* | winebench/*) return ;; # needs POSIX
    esac
    status=$1 program=$2 why= leaks=
    shift 2
    # a program that fails ends at once: what it still had is not a leak
    [ "$status" = 0 ] ||
        leaks='--show-leak-kinds=definite --errors-for-leak-kinds=definite'
    number=$((number + 1))
    case $RUN_ENV in
    wine) wine "$bin/$program.exe" "$@" ;;
    *) $RUN_ENV $leaks --log-file="$dir/vg" "$bin/$program" "$@" ;;
    esac >out 2>../err </dev/null
    code=$?
    if [ "$RUN_ENV" = wine ]; then
        (cd ../here && "$BUILT/$program" "$@" >out 2>../err.here </dev/null)
        why=$(diff -r -I ,build= . ../here | head -n 2 | paste -s -d ' ')
    fi
    [ ! -s ../vg ] || code="$code, and Valgrind complains"
    [ "$code" = "$status" ] || why="exit status $code, not $status: $(
        cat ../vg ../err 2>/dev/null | sed 's/^==[0-9]*== *//' | grep -m1 .)"
    verdict "$program.$number" "${why:+$program $*: $why}"
}

simulator() {   # PROGRAM ARGUMENT ...: every output that a simulator has
    program=$1
    shift
    rm -f i.csv r.csv ../here/[ir].csv # those of another are not replaced
    run 0 "$program" "$@" --rows r.csv --items i.csv --facts f.txt --report x.html
    run 2 "$program" --no-such-option
}

run 0 swf_tool generate lublin --jobs 60 --seed 2 --out log.swf
run 0 swf_tool generate lublin --jobs 40 --seed 3 --out more.swf
printf '1 0 x\n' >../bad.swf

simulator coalloc_sim --jobs 30 --policy online,fcfs,easy:2,conservative --ar 0.3
simulator broker_sim --jobs 20 --setup all --information-delay 0,30m
simulator flexco_sim --span 3h --sites 3 --errors 0,25 --binding late,early
simulator mrfs_sim --network nsfnet --density 20,30 --requests 12
simulator multicost_sim --tasks 25 --warmup 5 --lambda 20 --check --gap

run 0 coalloc_sim log.swf --index count --policy online --retries half
run 0 coalloc_sim log.swf --policy online --index range-tree --place paper --slot 15m
run 0 coalloc_sim log.swf --policy rua:2,easy --shared-nodes 16 --node-capacity 10,10,10 \
    --processors less-consume --trace-out schedule.swf
run 0 coalloc_sim log.swf --policy conservative --lengths tsafrir --compress start \
    --order saf --binding ids
run 0 coalloc_sim log.swf --policy online --index count --ar 0:0.2:0.1 --facts sweep.tsv
run 0 coalloc_sim log.swf --threads 1 --facts -
run 0 coalloc_sim log.swf --policy easy,online --resources gpus=4,memory=1TB --nodes 4
run 0 coalloc_sim log.swf --at 1h --ask 4x2h --policy easy,online
run 1 coalloc_sim log.swf --facts nowhere/x
run 1 coalloc_sim ../bad.swf
run 0 broker_sim "$grid" --grid dom_small --requirements generate --usages --local rua
run 0 broker_sim log.swf --grid dom_small --scale-size 3 --coallocate 10
run 0 flexco_sim --local log.swf --meta more.swf --copies 2 \
    --modes shift+remap+mold --seeds 1 --errors 0
run 0 mrfs_sim --network random:20 --algorithm ws-rc,wn-rn --search paper --density 20 \
    --requests 6
echo 'seattle houston volume=9GB deadline=12h' >../own.txt
run 0 mrfs_sim --network nsfnet --requests ../own.txt --items own.csv
run 0 multicost_sim --network ring:6 --method MC-T,AWMC-T,exact,MC-B,ECT --tasks 20 \
    --warmup 5 --lambda 20 --upstream released --remote 0.5 --bound 4000

run 0 swf_tool info log.swf
run 1 swf_tool check ../bad.swf
run 0 swf_tool convert gwf log.swf --out log.gwf
run 0 swf_tool convert swf log.gwf --out again.swf
run 0 swf_tool scale log.swf --merge more.swf --load 0.8 --scale-size 2 --max-cpus 64
run 0 swf_tool merge log.swf more.swf --renumber
run 0 swf_tool clean log.swf --drop 'user=1 and (procs>8 and run<=100)'
run 0 swf_tool generate requirements --grid dom_small log.swf
run 2 swf_tool nothing
run 0 slurm_book list --journal none
run 2 slurm_book when --nodes 2 --hours 1 --after soon north
run 2 slurm_book nothing

run 0 bench/bench_calendar --quick --streams wide --servers 128 --early
