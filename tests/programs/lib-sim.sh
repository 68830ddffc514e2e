# lib-sim.sh - what tests of the simulators from outside share, on top of lib-cli.sh.

# log 'JOB, JOB, ...': number submit wait run procs requested-procs requested-time status.
log() {
    lines "$@" | while read -r number submit wait run procs req time status; do
        echo "$number $submit $wait $run $procs -1 -1 $req $time -1 ${status:-1}" \
             "1 1 1 1 1 -1 -1"
    done
}

# Warnings like this were to be expected: they leave $dir/err.
expected() {
    grep -v "^$(basename "$program"): warning: .*$1" "$dir/err" >"$dir/err.left"
    mv "$dir/err.left" "$dir/err"
}

# So many jobs that end before what they requested, five at a time.
busy_log() {
    awk -v jobs="$1" 'BEGIN {
        for (i = 1; i <= jobs; i++)
            print i, int(i / 5) * 400, -1, i % 7 * 300 + 300, i % 11 + 1, -1, -1, -1,
                i % 5 * 900 + 2700, -1, 1, 1, 1, 1, 1, -1, -1, -1
    }'
}

# No server has two jobs at once, each job has as many as it asked for, and the machine
# has no others: from jobs.csv alone.
exclusive() {   # SERVERS jobs.csv
    : >"$dir/bookings"
    awk -F, -v servers="$1" 'NR > 1 && $7 == "ran" {
        n = split($12, runs, " ")
        for (count = 0; n > 0; n--) {
            if (split(runs[n], ends, "-") == 1) ends[2] = ends[1]
            for (x = ends[1] + 0; x <= ends[2] + 0; x++) {
                count++
                if (x >= servers) print "job " $3 ": server " x
                print x, $8, $9, $3 >bookings
            }
        }
        if (count != $4) print "job " $3 " has " count " servers, not " $4
    }' bookings="$dir/bookings" "$2"
    [ -s "$dir/bookings" ] || echo 'nothing ran'
    sort -k1,1n -k2,2n "$dir/bookings" | awk '
        $1 == server && $2 < end { print "server " $1 ": jobs " job " and " $4 }
        { server = $1; end = $3; job = $4 }'
}
