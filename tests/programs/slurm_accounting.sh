#!/bin/sh
# slurm_accounting.sh - the accounting of a Slurm with its database, both started for the
# purpose: jobs of every kind run, and swf_tool convert reads what sacct says of them. By
# the database slurm_book finds both clusters without their slurm.conf.
# KEEP=FILE keeps that, as a sample for tests/data.

tool=swf_tool
. "$(dirname "$0")/lib-cli.sh"
ACCOUNTING=1
export ACCOUNTING
. "$(dirname "$0")/lib-slurm.sh"
SLURM_CONF=$dir/demo/north.conf
export SLURM_CONF
cd "$dir" || exit 1
submit() { sbatch --parsable --output=/dev/null --chdir=/ "$@"; }   # OPTION ...

# They are numbered from 1; of a het job each component takes a number.
{
    submit -J done -t 10 --wrap 'sleep 2'
    submit -J failing -t 1-02:03 -n 3 --mem-per-cpu=100M --wrap 'exit 3'
    submit -J array -a '1-3%2' -t 5 --wrap 'exit $((SLURM_ARRAY_TASK_ID % 2))'
    submit -J het -t 5 -n 2 --wrap 'srun true' : -n 8 -t 5
    submit -J 'a|b' -t 5 -N 2 --exclusive --mem=500M --wrap 'srun -l true'
} >jobs 2>err
submit -J long --wrap 'sleep 100' >long 2>>err
submit -J again -t 30 --requeue --wrap 'sleep 100' >again 2>>err
runs() { squeue -h -t R -j "$1" -o %A | grep -q .; }
within 30 runs "$(cat again)"    # only what runs is begun again
node=$(submit -J node -w n12 --no-requeue -t 5 --wrap 'sleep 100' 2>>err)
must over "$(cat err; squeue)" within 30 ended $(cat jobs)
submit -J all -n 48 -t 5 --wrap 'sleep 100' >>err 2>&1
submit -J waits -n 48 -t 5 --wrap true >waits 2>>err
submit -J pending -n 48 -t UNLIMITED --wrap true >>err 2>&1
sleep 1
scontrol requeue "$(cat again)"
scontrol update nodename=n12 state=down reason=test
scancel "$(cat waits)" "$(cat long)"
must ends "$(cat err; squeue)" within 30 ended "$(cat waits)" "$(cat long)" "$node"

# what waits is written down some time after it was submitted, or begun again
columns=$("$program" convert --help | tr -d ' \n' |
          grep -oE 'JobID,Cluster[A-Za-z,]*TotalCPU')
written() {
    sacct -aPD --delimiter=';' -S now-1hour -E now+1hour -o "$columns" >records &&
        grep ';waits;.*CANCELLED' records && grep ';pending;.*PENDING' records &&
        grep ';again;.*PENDING' records
}
within 60 written
[ -z "$KEEP" ] || cp records "$KEEP"
run convert --from sacct --out log.swf --names names.tsv records
holds reads log.swf '^; Computer: north$' \
      '^; Note: jobs that waited or ran were left out: 3$'

# id (tasks of an array take one when they start, so later ids differ), name,
# processors allocated and asked for, time, status
awk -F '[\t ]' 'NR == FNR { text[$1, $2] = $3; next }
    !/^;/ { print text["job", $1], text["executable", $14], $5, $8, $9, $11 }' \
    names.tsv log.swf | sed -E 's/^[0-9]+ (again|a\||het|long|node|waits)/0 \1/' |
    LC_ALL=C sort -n >got
cat >want <<'END'
0 again 1 1 1800 0
0 a|b 8 2 300 1
0 het 10 10 300 1
0 long 1 1 31536000 5
0 node 1 1 300 0
0 waits -1 48 300 5
1 done 1 1 600 1
2 failing 3 3 93780 0
3_1 array 1 1 300 0
3_2 array 1 1 300 1
3_3 array 1 1 300 0
END
code=0
equal records got want
awk '!/^;/ && ($3 < 0 || $1 == 1 && $4 < 2)' log.swf >got
is times "$(cat got)" ''

# what sacct --json says of them is the same, in another order
jobs_of() { grep -v '^;' "$1" | cut -d ' ' -f 2-13 | sort; }
if sacct -aD -S now-1hour -E now+1hour --json >records.json 2>err; then
    run convert --from sacct --out json.swf records.json
    jobs_of log.swf >want
    jobs_of json.swf >got
    equal json got want
else
    skip json "$(tail -n 1 err)"
fi

# ---- with -M ---------------------------------------------------------------------------
program=$bin/slurm_book
XDG_STATE_HOME=$dir/state
export XDG_STATE_HOME
unset SLURM_BOOK_CONF_DIR
prints booked_by_name \
    'book --nodes 14 --hours 1 --at now+2hours --name both north:2-2 south' '^both$' \
    '^  north .* n\[01-02\]$' '^  south .* s\[01-12\]$'
prints listed_by_name 'list' '^both: booked'
run cancel --name both
is cancelled_by_name "$(scontrol -M south show reservation)" \
   'No reservations in the system'
