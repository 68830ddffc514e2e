#!/bin/sh
# planner.sh - bench_calendar with the planner of flux-sched as a further contestant:
#
#     git clone https://github.com/flux-framework/flux-sched
#     sh bench/rivals/planner.sh flux-sched --contestants unnamed,planner --requests 20000
#
# Every start must be equal, or the run stops. Tried with commit fd257f71 of flux-sched.

flux=${1:?'the folder of flux-sched is missing'} build=${BUILD:-build}
shift
mkdir -p "$build/planner"
for file in c++/planner c++/scheduled_point_tree c++/mintime_resource_tree \
        c++/planner_internal_tree c/planner_c_interface; do
    object=$build/planner/$(basename $file).o
    objects="$objects $object"
    [ -f "$object" ] || ${CXX:-g++} -std=c++20 -O2 -I"$flux" -c \
        "$flux/resource/planner/$file.cpp" -o "$object" || exit 1
done
make BUILD="$build" "$build/libsim.a" >/dev/null &&
    ${CC:-cc} -O2 -I. -Iexamples/sim -DRIVAL_PLANNER -DBENCH_FLAGS='"-O2"' -o "$build/planner/bench" \
        bench/bench_calendar.c $objects "$build/libsim.a" -lstdc++ -lm -pthread &&
    exec "$build/planner/bench" "$@"
