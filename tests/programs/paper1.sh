#!/bin/sh
# paper1.sh - the page of bench/papers/paper1.sh (lib-page.sh), on logs made up; the rule
# of all pages; and, where TRACES has the KTH log, that it gives the kept figures again.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
traces=$TRACES
unset TRACES
. tests/programs/lib-page.sh

# Some jobs take ten minutes, some twenty, some three hours; large ones wait longest.
log() {   # largest jobs
    jobs_log "$2" 2000 "$1" 'i % 5 == 0 ? 600 : i % 3 ? 1200 : 10800' \
        '108000 * (size > largest / 2 ? 2 : 1)'
}
mkdir "$dir/traces"
log 350 90 >"$dir/traces/CTC-SP2-1-1.swf"
log 100 100 >"$dir/traces/KTH-SP2-1-1.swf"
log 60 60 | gzip >"$dir/traces/HPC2N-1-1.swf.gz"

rule
nothing_to_measure 'no CTC-SP2, KTH-SP2 or HPC2N log in'
pages
alone 13 kth

# The paper's trees, by hand: the first job's period leaves all 4,032 and comes back to
# 4,030; the second's leaves 4,031 (slot 0 is over), for 1 and 4,029. A third is refused.
trees() { awk -v servers=2 -f $folder/trees.awk "$dir/items" | cut -f 2 | xargs; }
printf '%s\n' ar,seed,fate,submit,ready,start,end,held 0,1,ran,0,0,0,1800,0 \
    0,1,ran,900,900,2700,3600,0 >"$dir/items"
is trees "$(trees)" '8061.5 2'
echo 0,1,ran,900,900,3000,3100,0 >>"$dir/items"
is booked_twice "$(trees)" 'server 0 is not idle at 3000'

log=$(find "${traces:-/nowhere}" -maxdepth 1 -name 'KTH-SP2-1996-2.swf*' 2>"$dir/err")
if [ -n "$log" ]; then
    run "$log" --servers 100 --policy online,trace --index range-tree --no-timing \
        --lengths actual --step 15m --retries half --horizon 42d --facts "$dir/x"
    : >"$dir/err"
    checked kept_figures "$(awk '
        FNR == NR { if (sub(/^kth lengths=actual /, "")) kept[$1] = $2; next }
        $1 in kept && $2 != kept[$1] { print $1, $2 }' FS='\t' bench/papers/paper1.tsv \
        "$dir/x" | head -n 1)"
else
    skip kept_figures 'TRACES has no KTH log'
fi
