#!/bin/sh
# paper2.sh - the page of bench/papers/paper2.sh (lib-claims.sh), on logs made up.

tool=broker_sim
. "$(dirname "$0")/lib-cli.sh"
unset TRACES
. tests/programs/lib-claims.sh

# Jobs of all sizes up to 64 come every half hour or so, most run an hour, some six.
log() {
    awk 'BEGIN {
        print "; MaxProcs: 64"
        for (i = 1; i <= 300; i++) {
            size = 1 + i * 7919 % 64
            run = i % 5 ? 3600 : 20000
            print i, i * 2000, 0, run, size, -1, -1, size, 2 * run, -1, 1, 1, 1, -1, 1, \
                  -1, -1, -1
        }
    }'
}
mkdir "$dir/traces"
log >"$dir/traces/DAS2-fs1-1.swf"
log | gzip >"$dir/traces/HPC2N-1.swf.gz"
log >"$dir/traces/SDSC-BLUE-1.swf"

nothing_to_measure 'no DAS2-fs1, HPC2N or SDSC-BLUE log in'
documents 30
verdict told "$(untold)"
verdict others "$(pictures $(for figure in 7 8a 8b 8c 9 10; do echo paper2-fig$figure.svg
    done)
    csv_columns 8)"

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
took() {   # SYSTEM RANK SLOW: execution times, FCFS's is 100
    plant "$1 main FCFS execution_time" 100
    plant "$1 main RANK execution_time" "$2"
    plant "$1 main jr+slow-free execution_time" "$3"
}
sharcnet() { queue 7200; took blue "$1" "$(($1 * $1 / 100))"; }

IFS='
'
why=
c='"With the Sharcnet workload'
limit "$c" sharcnet 90 110
flips "$c" 'holds in part: 1 of 2' $(queue 7200; took blue 90 95)
flips "$c" 'cannot be told' $(queue 7200; took blue '90
blue main RANK execution_time seed=2=110' 90)
flips "$c" 'cannot be told' $(for x in '' ' seed=1' ' seed=2'; do
    echo "blue main RANK execution_time$x="; done)
flips "$c" 'cannot be told' $(queue 0; took blue 110 120) # a stand-in never refutes
on_top 'What does not' 'What does not'
verdict order "$why"

why=
c='"the obtained performance may be'
may() {
    for s in das2 hpc2n blue; do
        plant "$s factor jr-factor=0 FCFS wait_mean" 1000
        plant "$s factor jr-factor=0 RANK wait_mean" 900 "$1"
    done
}
flips "$c" holds $(may 1001)
flips "$c" 'cannot be told' $(may 999)
verdict some "$why"

why=
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
flips "$c" holds $(used 0.3 0.4 0.5)
flips "$c" 'does not hold' $(used 0.5 0.4 0.3)
flips "$c" 'holds in part' $(used 0.3 0.4 0.3)
verdict clusters "$why"
