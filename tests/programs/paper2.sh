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

# A job of the log: number, submission, run time, CPUs.
job() { echo "$1 $2 -1 $3 $4 -1 -1 $4 $3 -1 1 1 1 1 -1 1 -1 -1"; }

# The fates of the jobs of a log of these, on clusters with so many CPUs.
figure() {   # "CPUS ..." option ...
    echo 'priority cpus=100' >"$dir/grid"
    for cpus in $1; do
        echo "cluster of$((k += 1)) nodes=$cpus cpus=$cpus vendor=Intel os=Linux" \
            memory=1024 disk=1000 clock=1000
    done >>"$dir/grid"
    shift
    run "$dir/figure.swf" --grid "$dir/grid" --requirements none --ties first "$@" \
        --items "$dir/items" --no-timing
}

# Figures 3 and 4: of the jobs behind a head that does not fit, number 20 is the smallest,
# and goes first; with the factor it is number 3. The ranks are not in the paper's text.
{
    job 0 0 10 8; job 1 1 1000 4; job 2 2 100 8; job 3 3 100 4
    for i in $(seq 4 19); do job "$i" 4 100 6; done
    job 20 4 100 2
} >"$dir/figure.swf"
for factor in 0 0.1; do
    figure 8 --setup RANK --jr-factor $factor
    is "figure_with_$factor" "$(pick number,start "$dir/items" | awk '$2 == 10' |
        tr '\n' ' ')" "1 10 $([ $factor = 0 ] && echo 20 || echo 3) 10 "
done

# Listing 4: three jobs wait for one that has all CPUs until 500.
{ job 0 0 500 3; job 1 0 7000 1; job 2 100 4000 1; job 3 0 30 1; } >"$dir/figure.swf"
figure 3 --setup FCFS
is listing_4 "$(pick number,slowdown "$dir/items" | sort |
    awk '$1 { printf "%.2f ", $2; sum += $2 / 3 } END { printf "%.3f", sum }')" \
    '1.07 1.10 8.83 3.668'

# Figure 5: the job of 4 CPUs goes to the third cluster, with an average slowdown of
# (1 + 6) / 2; the second has (1 + 11) / 2, and the others fewer CPUs.
{
    job 1 0 1000 4; job 2 0 100 4; job 3 0 1000 8; job 4 0 200 8; job 5 3000 10 4
} >"$dir/figure.swf"
figure '2 4 8 2' --setup SLOW
is figure_5 "$(pick number,cluster,slowdown "$dir/items" | sort | tr '\n' ' ')" \
    '1 1 1 2 1 11 3 2 1 4 2 6 5 2 1 '
