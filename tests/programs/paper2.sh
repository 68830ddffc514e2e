#!/bin/sh
# paper2.sh - the page of bench/papers/paper2.sh (lib-page.sh), on logs made up.

tool=broker_sim
. "$(dirname "$0")/lib-cli.sh"
unset TRACES
. tests/programs/lib-page.sh

mkdir "$dir/traces"
jobs_log 300 2000 64 'i % 5 ? 3600 : 20000' >"$dir/traces/DAS2-fs1-1.swf"
gzip -c "$dir/traces/DAS2-fs1-1.swf" >"$dir/traces/HPC2N-1.swf.gz"
cp "$dir/traces/DAS2-fs1-1.swf" "$dir/traces/SDSC-BLUE-1.swf"

nothing_to_measure 'no DAS2-fs1, HPC2N or SDSC-BLUE log in'
pages
alone 3 blue

# A run of the first fragment, made here by the command that is kept.
command=$(sed -n 's/^command	build.broker_sim DAS2[^ ]* //p' "$dir/facts" | head -n 1)
run "$dir/traces/DAS2-fs1-1.swf" $command --facts "$dir/x"
wanted=$(awk -F '\t' '$1 == "RANK execution_time" { print $2 }' "$dir/x")
got=$(awk -F '\t' '$1 == "das2 main RANK execution_time seed=1" { print $2 }' \
    "$dir/facts")
checked numbers "$(echo "$wanted $got" | awk '
    !(NF == 2 && $1 - $2 < 1e-6 * $1 && $2 - $1 < 1e-6 * $1)')"
