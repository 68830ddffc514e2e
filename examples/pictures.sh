#!/bin/sh
# pictures.sh - the pages of examples/pictures/: one of each simulator, of a small
# experiment, to see what --report draws. They hold no times, so that they are the same
# bytes on every machine.
#
#     examples/pictures.sh DIR      or: make pictures
#
# BUILD: where the programs are; RUN_ENV: a command to run them under.

cd "$(dirname "$0")/.." || exit 1
to=${1:?'the folder of the pages is missing'}

page() {   # NAME OPTION...
    name=$1
    shift
    ${RUN_ENV} "${BUILD:-build}/$name" --no-timing "$@" \
        --report "$to/$name.html" >/dev/null
}

page coalloc_sim --jobs 1500 --policy online,fcfs,easy,conservative --sweep ar=0,0.5,1 &&
    page broker_sim --jobs 1500 --information-delay 0,30m,2h &&
    page mrfs_sim --nodes none --density 20,60,120 --horizon 4h &&
    page multicost_sim --tasks 400 --warmup 100 &&
    page flexco_sim --span 5d --errors 0,15,25 --seeds 3
