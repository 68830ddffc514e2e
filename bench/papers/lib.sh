# lib.sh - what the scripts of the papers share. They set
#
#     dir      a folder for what is kept for the run only
#     facts    the file of facts (claims.awk)
#
# and PAGES, if it is set, is the folder that gets the pictures and the table.

# One drawing of $dir/page.html as a file.
drawing() {   # file name
    [ -n "$PAGES" ] || return 0
    awk -v name="$2" -f bench/papers/drawing.awk "$dir/page.html" >"$PAGES/$1" ||
        complain "no drawing $2"
}

# All facts as a table: the words of the keys, the mean over the seeds, the least and the
# most, and how many seeds.
table() {   # file heading
    [ -n "$PAGES" ] || return 0
    awk -F '\t' -v heading="$2" '
        BEGIN {
            print heading ",mean,least,most,seeds"
            words = split(heading, word, ",")
        }
        $1 == "command" || $2 !~ /^[-+.0-9e]+$/ { next }
        {
            n = split($1, part, " ")
            seeded = n > words
            if (seeded) n--
            key = part[1]
            for (i = 2; i <= n; i++) key = key "," part[i]
            for (; i <= words; i++) key = key ","
            if (!(key in count)) { order[++keys] = key; least[key] = most[key] = $2 }
            count[key]++
            sum[key] += $2
            if ($2 + 0 < least[key] + 0) least[key] = $2
            if ($2 + 0 > most[key] + 0) most[key] = $2
        }
        END {
            for (i = 1; i <= keys; i++) {
                k = order[i]
                printf "%s,%.6g,%.6g,%.6g,%d\n", k, sum[k] / count[k], least[k],
                       most[k], count[k]
            }
        }' "$facts" >"$PAGES/$1" || complain "$1: awk failed"
}
