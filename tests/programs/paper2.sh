#!/bin/sh
# paper2.sh - the page of bench/papers/paper2.sh (lib-claims.sh), on logs made up.

tool=broker_sim
. "$(dirname "$0")/lib-cli.sh"
unset TRACES
. tests/programs/lib-claims.sh

mkdir "$dir/traces"
jobs_log 300 2000 64 'i % 5 ? 3600 : 20000' >"$dir/traces/DAS2-fs1-1.swf"
gzip -c "$dir/traces/DAS2-fs1-1.swf" >"$dir/traces/HPC2N-1.swf.gz"
cp "$dir/traces/DAS2-fs1-1.swf" "$dir/traces/SDSC-BLUE-1.swf"

nothing_to_measure 'no DAS2-fs1, HPC2N or SDSC-BLUE log in'
documents 30
all_told
alone 4 '"With the Grid5000 workload' hpc2n # its runs only

# A run of the first fragment, made here by the command that is told.
command=$(sed -n 's/^main: build.broker_sim LOG \(.*\) --rows FILE/\1/p' "$dir/doc")
run "$dir/traces/DAS2-fs1-1.swf" $command --facts "$dir/x"
why=$(trouble)
wanted=$(awk -F '\t' '$1 == "RANK wait_mean" { print $2 }' "$dir/x")
got=$(awk -F '\t' '$1 == "das2 main RANK wait_mean seed=1" { print $2 }' "$dir/facts")
verdict numbers "${why:-$(echo "$wanted $got" | awk '
    !(NF == 2 && $1 - $2 < 1e-6 * $1 && $2 - $1 < 1e-6 * $1)')}"

# ---- the limits of the rules -----------------------------------------------------------
queue() { for s in das2 hpc2n blue; do plant "$s main RANK wait_p95" "$1"; done; }
took() {   # RANK SLOW: blue's execution times, FCFS's is 100
    plant "blue main FCFS execution_time" 100
    plant "blue main RANK execution_time" "$1"
    plant "blue main jr+slow-free execution_time" "$2"
}

IFS='
'
why=
c='"With the Sharcnet workload'
flips 'holds in part: 1 of 2' $(queue 7200; took 90 95)
flips 'cannot be told' $(queue 7200; took '90
blue main RANK execution_time seed=2=110' 90)
flips 'cannot be told' $(queue 0; took 110 120) # a stand-in never refutes
on_top 'What does not' 'What does not'
judged order

c='"most clusters have better'
used() {   # FCFS RANK SLOW
    sed -n 's/ FCFS \(cpu_utilisation cluster=.*\) seed=1	.*/ * \1/p' "$dir/facts" |
        grep ' main .*=' | grep -v '=mean$' | while IFS= read -r key; do
        plant "$(echo "$key" | sed 's/[*]/FCFS/')" "$1"
        plant "$(echo "$key" | sed 's/[*]/RANK/')" "$2"
        plant "$(echo "$key" | sed 's/[*]/jr+slow-free/')" "$3"
    done
    queue 7200
}
flips holds $(used 0.3 0.4 0.5)
flips 'does not hold' $(used 0.5 0.4 0.3)
flips 'holds in part' $(used 0.3 0.4 0.3)
judged clusters
unset IFS
follow 69
