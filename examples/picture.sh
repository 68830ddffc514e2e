#!/bin/sh
# picture.sh - draws the schedules in README.md: the ten jobs of examples/conservative.c
# on 16 servers, booked once and re-planned when a job ends early, as one SVG file on
# standard output. The heading of each says what the jobs waited.
#
#     examples/picture.sh >examples/schedule.svg      or: make picture
#
# BUILD: where the program is; RUN_ENV: a command to run it under.

cd "$(dirname "$0")/.." || exit 1
for how in once again; do
    ${RUN_ENV} "${BUILD:-build}/conservative" $how || exit 1
done | awk '
    function label(x, y, more, what) {
        return sprintf("<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>\n", x, y, more, what)
    }
    function at(t) { return 44 + 10.6 * t }
    # runs of servers of one job, and its letter on the largest; of equal ones the lowest
    function rectangles(letter,   s, from, run, best, middle) {
        for (s = 0; s < 16; s += run) {
            for (run = 0; s + run < 16 && on[s + run, letter]; run++) continue
            if (!run) { run = 1; continue }
            body = body sprintf("<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\"" \
                " fill=\"%s\"/>\n", at(start[letter]), top + 128 - 8 * (s + run),
                10.6 * (end[letter] - start[letter]), 8 * run, colour[letter])
            if (run > best) { best = run; middle = s + run / 2 }
        }
        body = body label(at((start[letter] + end[letter]) / 2), top + 132 - 8 * middle,
                          "class=\"n\"", letter)
    }
    function schedule(name,   h, k) {
        top = 30 + 186 * drawn++
        body = body label(44, top - 9, "class=\"h\"", sprintf( \
            "%s: mean wait %.2f h, done after %.1f h", name, wait / jobs / 6, last / 6))
        for (h = 0; h <= 11; h++) {
            body = body sprintf("<path d=\"M%.1f %dv128\"/>\n", at(6 * h), top)
            if (h % 2 == 0) body = body label(at(6 * h), top + 142, "", h " h")
        }
        body = body label(26, top + 9, "", 16) label(26, top + 128, "", 0)
        for (k = 1; k <= jobs; k++) rectangles(substr(letters, k, 1))
        split("", on)
        wait = jobs = last = 0
    }
    BEGIN {
        letters = "ABCDEFGHIJ"
        split("0b62a8 c4500a 16784f 8a3fa0 8f6a00 b3204d 3f7f8c 5c6670 2a7d2a 7a4a21",
              c)
        for (k in c) colour[substr(letters, k, 1)] = "#" c[k]
    }
    /^[A-J] / {
        jobs++
        wait += $7 - $3
        start[$1] = $7; end[$1] = $8
        if ($8 > last) last = $8
    }
    /^ *[0-9]+ [.A-J]+$/ {
        for (k = 1; k <= length($2); k++) on[$1, substr($2, k, 1)] = 1
        if ($1 == 0) schedule(drawn ? "Re-planned when a job ends early" : "Booked once")
    }
    END {
        print "<svg viewBox=\"0 0 780 372\" xmlns=\"http://www.w3.org/2000/svg\">"
        print "<style>"
        print "text{font:13px system-ui,sans-serif;text-anchor:middle;fill:#59636e}"
        print ".h{font-size:14.5px;font-weight:600;text-anchor:start;fill:#1a1f24}"
        print ".n{font-weight:600;fill:#fff}path{stroke:#e1e5e9}rect{stroke:#fff}"
        print "</style>"
        printf "<path d=\"M0 0h780v372H0z\" fill=\"#fff\"/>\n%s</svg>\n", body
        exit drawn != 2
    }'
