#!/bin/sh
# paper5.sh - the page of bench/papers/paper5.sh (lib-page.sh), on logs made up.

tool=flexco_sim
. "$(dirname "$0")/lib-cli.sh"
unset TRACES
. tests/programs/lib-page.sh

mkdir "$dir/traces"
run='i % 3 ? 600 + i % 7 : 600 + i * 104729 % 30000'
jobs_log 160 10000 416 "$run" >"$dir/traces/SDSC-Par-1996-1.swf"
jobs_log 240 12000 8000 "$run" | gzip >"$dir/traces/SDSC-BLUE-2000-1.swf.gz"

nothing_to_measure 'no SDSC-Par-1996 log in'
pages
alone 8
