#!/bin/sh
# table.sh - the README's tables, in Markdown, from the CSV that bench_calendar wrote.
#
#     build/bench/bench_calendar --full --csv FILE && bench/table.sh FILE ...
#
# For each FILE: where it was measured, then requests a second of every contestant, then
# how many times as fast as the best rival ours is, with the latency and memory behind it.
# A figure with a star is from fewer requests than the stream has: time ran out.

[ $# -gt 0 ] || { echo "usage: table.sh FILE.csv ..." >&2; exit 2; }
for file; do
    [ -r "$file" ] || { echo "table.sh: cannot read $file" >&2; exit 1; }
    awk -F, '
        function short(n) {
            if (n == "") return "-"
            if (n >= 999500) return sprintf("%.2fM", n / 1e6)
            if (n >= 9950) return sprintf("%.0fk", n / 1e3)
            if (n >= 995) return sprintf("%.1fk", n / 1e3)
            return sprintf("%.0f", n)
        }
        function times(r) { return r > 0 ? sprintf(r < 9.95 ? "%.2f" : "%.0f", r) : "-" }
        # the rival that ours leaves behind by the least: its name and the ratio
        function closest(row, rivals, column,    i, n, who, r, best, name) {
            n = split(rivals, who, " ")
            for (i = 1; i <= n; i++) {
                r = cell[row, who[i], column]
                if (r > 0 && (best == "" || r < best)) { best = r; name = who[i] }
            }
            return best == "" ? "- | -" : times(best) " | " name
        }
        function us(n) { return n == "" ? "-" : sprintf("%.1f", n / 1000) }
        /^# / { print substr($0, 3) "  "; next }
        !seen { for (i = 1; i <= NF; i++) column[$i] = i; seen = 1; next }
        {
            row = $column["stream"] ($column["ends"] == "early" ? ", early ends" : "") \
                  " | " $column["servers"]
            who = $column["contestant"]
            if (!(row in known)) { known[row] = 1; rows[++count] = row }
            for (name in column) cell[row, who, name] = $column[name]
            if ($column["requests"] > most[row]) most[row] = $column["requests"]
        }
        END {
            n = split("map map-first range-tree lists masks ranges count points", \
                      all, " ")
            print "\n| stream | servers | map | map, first fit | range tree | lists |" \
                  " masks | ranges | count | points |"
            print "|---|---|---|---|---|---|---|---|---|---|"
            for (i = 1; i <= count; i++) {
                line = "| " rows[i]
                for (k = 1; k <= n; k++) {
                    done = cell[rows[i], all[k], "requests"]
                    line = line " | " short(cell[rows[i], all[k], "per_second"]) \
                           (done != "" && done < most[rows[i]] ? "*" : "")
                }
                print line " |"
            }
            print "\n| stream | servers | map is times | the closest, |" \
                  " first fit is times | the closest, | count is times points |" \
                  " map p50, p99 us | count p50, p99 us | alive | map bytes each |"
            print "|---|---|---|---|---|---|---|---|---|---|---|"
            for (i = 1; i <= count; i++) {
                r = rows[i]
                print "| " r " | " closest(r, "lists masks ranges", "times_map") \
                      " | " closest(r, "lists masks ranges", "times_map_first") \
                      " | " times(cell[r, "points", "times_count"]) \
                      " | " us(cell[r, "map", "p50_ns"]) ", " \
                      us(cell[r, "map", "p99_ns"]) \
                      " | " us(cell[r, "count", "p50_ns"]) ", " \
                      us(cell[r, "count", "p99_ns"]) \
                      " | " cell[r, "map", "alive_peak"] \
                      " | " cell[r, "map", "bytes_per_alive"] " |"
            }
            print ""
        }' "$file"
done
