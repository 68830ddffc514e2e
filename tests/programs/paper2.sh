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
command=$(sed -n 's/^command	main: build.broker_sim LOG \(.*\) --rows FILE/\1/p' \
    "$dir/facts")
run "$dir/traces/DAS2-fs1-1.swf" $command --facts "$dir/x"
wanted=$(awk -F '\t' '$1 == "RANK execution_time" { print $2 }' "$dir/x")
got=$(awk -F '\t' '$1 == "das2 main RANK execution_time seed=1" { print $2 }' \
    "$dir/facts")
checked numbers "$(echo "$wanted $got" | awk '
    !(NF == 2 && $1 - $2 < 1e-6 * $1 && $2 - $1 < 1e-6 * $1)')"

# Figures 3 and 4: of the jobs behind a head that does not fit, number 20 is the smallest,
# and goes first; with the factor it is number 3. The ranks are not in the paper's text.
cat >"$dir/grid" <<'END_OF_GRID'
priority cpus=100
cluster one nodes=8 cpus=8 vendor=Intel os=Linux memory=1024 disk=1000 clock=1000
END_OF_GRID
awk 'BEGIN {
    print "; MaxProcs: 8"
    for (i = 0; i <= 20; i++) {
        size = i == 0 || i == 2 ? 8 : i == 20 ? 2 : i < 4 ? 4 : 6
        run = i == 0 ? 10 : i == 1 ? 1000 : 100
        print i, i < 4 ? i : 4, -1, run, size, -1, -1, size, run, -1, 1, 1, 1, 1, -1, 1, \
              -1, -1
    }
}' >"$dir/figure.swf"
for factor in 0 0.1; do
    run "$dir/figure.swf" --grid "$dir/grid" --requirements none --setup RANK \
        --jr-factor $factor --items "$dir/items" --no-timing
    is "figure_with_$factor" "$(pick number,start "$dir/items" | awk '$2 == 10' |
        tr '\n' ' ')" "1 10 $([ $factor = 0 ] && echo 20 || echo 3) 10 "
done
