#!/bin/sh
# picture.sh - draws the schedules in README.md: the same jobs on 32 servers under first
# come, first served and under co-allocation, as one SVG file on standard output.
#
#     examples/picture.sh >examples/schedule.svg      or: make picture
#
# coalloc_sim makes a page (--report); bench/papers/drawing.awk makes a file of the chart
# on it that tells which server runs which job.
#
# BUILD: where the program is; RUN_ENV: a command to run it under.

cd "$(dirname "$0")/.." || exit 1
page=$(mktemp) || exit 1
trap 'rm -f "$page"' EXIT

${RUN_ENV} "${BUILD:-build}/coalloc_sim" --servers 32 --jobs 150 --ar 0.3 --load 0.9 \
    --policy fcfs,online --no-timing --report "$page" >/dev/null ||
    exit 1

awk -v name=day -v rules='font-|[.]ax|[.]j0' -f bench/papers/drawing.awk "$page" || {
    echo 'picture.sh: the page has no drawing' >&2
    exit 1
}
