#!/bin/sh
# pictures.sh - pages of every simulator, of small experiments, to see what --report
# draws, and their figures as text. They hold no times, so that they are the same bytes
# on every machine.
#
#     examples/pictures.sh DIR      or: make pictures
#
# BUILD: where the programs are; RUN_ENV: a command to run them under.

cd "$(dirname "$0")/.." || exit 1
to=${1:?'the folder of the pages is missing'}

page() {   # FILE PROGRAM OPTION...
    file=$1
    program=$2
    shift 2
    ${RUN_ENV} "${BUILD:-build}/$program" --no-timing "$@" \
        --report "$to/$file.html" --facts "$to/$file.tsv" >"$to/$file.txt"
}

batch='--policy online,fcfs,easy,conservative'
# shellcheck disable=SC2086
page coalloc_sim coalloc_sim --jobs 1500 $batch --seeds 5 &&
    page coalloc_weeks coalloc_sim --jobs 9000 --policy easy,conservative,fcfs &&
    page coalloc_sweep coalloc_sim --jobs 500 --policy online,easy --ar 0,0.5,1 &&
    page broker_sim broker_sim --jobs 1500 --seeds 3 --information-delay 0,30m,2h &&
    page mrfs_sim mrfs_sim --density 20,60,120 --horizon 4h --seeds 5 &&
    page multicost_sim multicost_sim --tasks 400 --warmup 100 --lambda 5:45:10 &&
    page flexco_sim flexco_sim --span 5d --errors 0,15,25 --seeds 3
