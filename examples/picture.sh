#!/bin/sh
# picture.sh - draws the schedules in README.md: the same jobs on 32 servers under first
# come, first served and under co-allocation, as one SVG file on standard output. One job
# is marked in both, and the heading of each says what the jobs waited.
#
#     examples/picture.sh >examples/schedule.svg      or: make picture
#
# coalloc_sim makes a page (--report); of the charts on it that tell which server runs
# which job, two make this file.
#
# BUILD: where the program is; RUN_ENV: a command to run it under.

cd "$(dirname "$0")/.." || exit 1
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
marked=34

${RUN_ENV} "${BUILD:-build}/coalloc_sim" --servers 32 --jobs 60 --load 1.1 --seed 38 \
    --policy fcfs,online --place contiguous --no-timing --items "$dir/items" \
    --report "$dir/page" >/dev/null || exit 1

awk -v marked="$marked" '
    function clock(s) { return sprintf("%d:%02d", s / 3600, s % 3600 / 60) }
    function heading(policy, name) {
        return sprintf("<text x=\"4\" y=\"14\">%s: job %d starts at %s; the mean wait" \
                       " is %.2f h; the last job ends at %s</text>", name, marked,
                       clock(start[policy]), wait[policy] / jobs[policy] / 3600,
                       clock(last[policy]))
    }
    FNR == 1 && NR == 1 {
        FS = ","
        $0 = $0
        for (i = 1; i <= NF; i++) c[$i] = i
        reading = 1
        next
    }
    FNR == 1 { FS = " "; $0 = $0; reading = 0 }
    reading {
        policy = $c["variant"]
        if (jobs[policy]++ == 0) first = $c["submit"]
        wait[policy] += $c["wait"]
        if ($c["end"] - first > last[policy]) last[policy] = $c["end"] - first
        if ($c["number"] == marked) start[policy] = $c["start"] - first
        next
    }
    # the light colours of the page, without variables
    /^:root[{]--bg/ && !colours {
        sub(/^:root[{]/, "")
        sub(/[}].*$/, "")
        colours = split($0, rule, ";")
        for (i = 1; i <= colours; i++) {
            split(rule[i], pair, ":")
            colour[pair[1]] = pair[2]
        }
        next
    }
    /^svg [.]f[0-9]|^svg [.](axis|text|grid)|^svg text/ { style = style $0 "\n" }
    /<h3>The day on which most jobs wait, / { inside = 1; next }
    inside && /^<svg / {
        if (!drawn++) {
            for (k in colour) gsub("var[(]" k "[)]", colour[k], style)
            print "<svg viewBox=\"0 0 440 562\" xmlns=\"http://www.w3.org/2000/svg\">"
            printf "<style>\n%ssvg text{font:8.8px sans-serif}\n</style>\n", style
            print "<rect width=\"100%\" height=\"100%\" fill=\"" colour["--bg"] "\"/>"
        }
        print "<g transform=\"translate(0 " 280 * (drawn - 1) ")\">"
        print heading(drawn == 1 ? "fcfs" : "online",
                      drawn == 1 ? "First come, first served" : "coalloc.h")
        print "<svg y=\"20\" width=\"440\" height=\"260\" viewBox=\"0 0 440 260\">"
        next
    }
    inside && index($0, "<title>job " marked ":") {
        gsub(/class="f[0-9]"/, "fill=\"#ffd23f\" stroke=\"#1b1b1b\" stroke-width=\"1.5\"")
        split($0, at, /["]/)
        for (i = 1; i in at; i++) {
            if (at[i] ~ / x=$/) x = at[i + 1]
            if (at[i] ~ / y=$/) y = at[i + 1]
            if (at[i] ~ / height=$/) high = at[i + 1]
        }
        label = sprintf("<text x=\"%s\" y=\"%s\">job %d</text>\n", x + 4,
                        y + high / 2 + 3, marked)
    }
    inside && /^<[/]svg>/ { printf "%s</svg></g>\n", label; label = ""; inside = 0; next }
    inside
    END { if (drawn) print "</svg>"; exit drawn != 2 }' "$dir/items" "$dir/page" || {
    echo 'picture.sh: the page has no two charts' >&2
    exit 1
}
