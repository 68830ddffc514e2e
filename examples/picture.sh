#!/bin/sh
# picture.sh - draws the schedules in README.md: the same jobs on 32 servers under first
# come, first served and under co-allocation, as one SVG file on standard output. One job
# is marked in both, and the heading of each says what the jobs waited.
#
#     examples/picture.sh >examples/schedule.svg      or: make picture
#
# coalloc_sim makes a page (--report); bench/papers/drawing.awk makes a file of the chart
# on it that tells which server runs which job.
#
# BUILD: where the program is; RUN_ENV: a command to run it under.

cd "$(dirname "$0")/.." || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
marked=34

${RUN_ENV} "${BUILD:-build}/coalloc_sim" --servers 32 --jobs 60 --load 1.1 --seed 38 \
    --policy fcfs,online --place contiguous --no-timing --csv "$dir/csv" \
    --report "$dir/page" >/dev/null || exit 1

awk -v title='Who runs what' -v rules='font-|[.]ax|[.]j0' -f bench/papers/drawing.awk \
    "$dir/page" >"$dir/drawing" || {
    echo 'picture.sh: the page has no drawing' >&2
    exit 1
}

awk -v marked="$marked" '
    function clock(s) { return sprintf("%d:%02d", s / 3600, s % 3600 / 60) }
    function heading(policy, name) {
        return sprintf("%s: job %d starts at %s; the mean wait is %.2f h; the last job" \
                       " ends at %s", name, marked, clock(start[policy]),
                       wait[policy] / jobs[policy] / 3600, clock(last[policy]))
    }
    FNR == 1 && NR == 1 { FS = ","; $0 = $0; reading = 1; next }
    FNR == 1 { FS = " "; $0 = $0; reading = 0 }
    reading {
        if (jobs[$1]++ == 0) first = $5
        wait[$1] += $10
        if ($9 - first > last[$1]) last[$1] = $9 - first
        if ($3 == marked) start[$1] = $8 - first
        next
    }
    />fcfs</ { sub(/>fcfs</, ">" heading("fcfs", "First come, first served") "<") }
    />online map</ { sub(/>online map</, ">" heading("online", "coalloc.h") "<") }
    index($0, "<title>job " marked ":") {
        style = "style=\"fill:#ffd23f;fill-opacity:1;stroke:#1b1b1b;stroke-width:2\""
        sub(/class="[^"]*"/, style)
        split($0, at, /[Mhv" ]+/)
        label = label sprintf("<text x=\"%s\" y=\"%s\">job %d</text>\n", at[3] + 6,
                              at[4] + at[6] / 2 + 5, marked)
    }
    /^<\/svg>/ { printf "%s", label }
    { print }' "$dir/csv/jobs.csv" "$dir/drawing"
