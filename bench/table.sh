#!/bin/sh
# table.sh - the benchmarks' tables, in Markdown, from the CSV files they wrote.
#
#     bench/table.sh FILE.csv ...      what each file says
#     bench/table.sh --readme FILE     replaces FILE's part between the two lines that
#                                      begin with `<!-- figures` by what bench/results has
#
# Of bench_calendar: requests a second of everybody; then how ours stand against their
# bars: `map` and `map-first` at least as fast as the fastest rival that knows which
# servers, `count` as fast as the array of points, the 99th percentile of the latency at
# most 20 times its median. A star: from fewer requests than the stream has. Latencies
# are without the driver's own, which is reading the clock.

results=$(dirname "$0")/results
LC_ALL=C
export LC_ALL

# mode: all, or the part wanted: rates bars verdict curve flows slots
tables() {   # mode file ...
    mode=$1
    shift
    for file; do
        [ -r "$file" ] || { echo "table.sh: cannot read $file" >&2; return 1; }
        awk -F, -v mode="$mode" '
        function wants(part) { return mode == "all" || mode == part }
        function short(n) {
            if (n == "") return "-"
            if (n >= 999500) return sprintf("%.2fM", n / 1e6)
            if (n >= 9950) return sprintf("%.0fk", n / 1e3)
            if (n >= 995) return sprintf("%.1fk", n / 1e3)
            return sprintf("%.0f", n)
        }
        function times(r) {
            return r == "" ? "-" : sprintf(r < 9.95 ? "%.2f" : "%.0f", r)
        }
        # of the rivals, the one that is the fastest, in `closest`; how many times as fast
        # ours is
        function ahead(row, column,    i, r, best) {
            closest = best = ""
            for (i = 1; i <= rivals; i++) {
                r = cell[row, rival[i], column]
                if (r > 0 && (best == "" || r < best)) { best = r; closest = rival[i] }
            }
            return best
        }
        # 99th percentile to median, both without what reading the clock takes
        function tail(row, who,    clock, half) {
            clock = cell[row, "(driver)", "p50_ns"]
            half = cell[row, who, "p50_ns"] - clock
            if (cell[row, who, "p99_ns"] == "" || half <= 0) return ""
            return (cell[row, who, "p99_ns"] - clock) / half
        }
        # compares with the bar; the figure, and what it means
        function bar(name, value, met) {
            if (value == "") return "-"
            asked[name]++
            if (met) reached[name]++; else missed = missed (missed ? ", " : "") name
            if (worst[name] == "" || (name ~ /p99/ ? value > worst[name] : \
                                                     value < worst[name]))
                worst[name] = value
            return times(value)
        }
        function verdict(name, limit) {
            if (!asked[name]) return "-"
            return sprintf("%s%d of %d met, worst %s", \
                reached[name] == asked[name] ? "all " : "", \
                reached[name], asked[name], times(worst[name]))
        }
        /^# / {
            if (wants("rates") && mode == "all") print substr($0, 3) "  "
            if (/^# flags: /) flags = substr($0, 10)
            if (mode == "where" && !/^# flags/) print substr($0, 3) "  "
            next
        }
        !kind {
            for (i = 1; i <= NF; i++) column[$i] = i
            kind = $1 == "stream" ? "calendar" : $1
            next
        }
        kind == "calendar" {
            ends = $column["ends"]
            row = $column["stream"] " | " $column["servers"]
            who = $column["contestant"]
            if (!(row in known)) { known[row] = 1; rows[++count] = row }
            for (name in column) cell[row, who, name] = $column[name]
            if ($column["requests"] > most[row]) most[row] = $column["requests"]
        }
        kind == "curve" {
            if (!($column["alive"] in known)) {
                known[$column["alive"]] = 1
                rows[++count] = $column["alive"]
            }
            cell[$column["alive"], $column["index"], "ns"] = $column["ns"]
            cell[$column["alive"], $column["index"], "log"] = $column["ns_per_log2"]
            cell[$column["alive"], $column["index"], "bytes"] = $column["bytes_peak"]
        }
        kind == "netsched" {
            flow = $1 ~ /^flow/
            row = flow ? substr($1, 6) " | " $column["nodes"] : \
                         $1 " | " $column["nodes"] " | " $column["live"]
            who = $column["contestant"]
            if (!(row in known)) {
                known[row] = 1
                rows[++count] = row
                flows_of[row] = flow
            }
            if (!((flow, who) in place)) {
                place[flow, who] = ++places[flow]
                named[flow, places[flow]] = who
            }
            for (name in column) cell[row, who, name] = $column[name]
        }
        kind == "structure" {
            row = $column["order"] " | " $column["operation"] " | " $column["size"]
            if (!(row in known)) { known[row] = 1; rows[++count] = row }
            cell[row, $1, "ns"] = $column["ns"]
            cell[row, $1, "bytes"] = $column["bytes"]
        }

        function rates(    n, i, k, all, line, done, some) {
            n = split("map map-first range-tree lists masks ranges count points", \
                      all, " ")
            print "\n| stream | servers | map | map, first fit | range tree | lists |" \
                  " masks | ranges | count | points | alive | bytes each, map | count |"
            print "|---|---|---|---|---|---|---|---|---|---|---|---|---|"
            for (i = 1; i <= count; i++) {
                line = "| " rows[i]
                for (k = 1; k <= n; k++) {
                    done = cell[rows[i], all[k], "requests"]
                    some = done != "" && done + 0 < most[rows[i]] + 0 ? "\\*" : ""
                    line = line " | " short(cell[rows[i], all[k], "per_second"]) some
                }
                print line " | " cell[rows[i], "map", "alive_peak"] \
                      " | " cell[rows[i], "map", "bytes_per_alive"] \
                      " | " cell[rows[i], "count", "bytes_per_alive"] " |"
            }
            printf "\nThe driver alone does %s requests a second; reading the clock " \
                   "takes %s ns.\n", short(cell[rows[1], "(driver)", "per_second"]), \
                   cell[rows[1], "(driver)", "p50_ns"]
        }
        function bars(    i, r, v, line, first) {
            if (wants("bars")) {
                print "\n| stream | servers | map, times the fastest | which is |" \
                      " map, first fit | fastest then | count, times points |" \
                      " p99/p50: map | first fit | count | bars |"
                print "|---|---|---|---|---|---|---|---|---|---|---|"
            }
            for (i = 1; i <= count; i++) {
                r = rows[i]
                missed = ""
                v = ahead(r, "times_map")
                line = bar("map", v, v >= 1) " | " (closest == "" ? "-" : closest)
                v = ahead(r, "times_map_first")
                line = line " | " bar("first fit", v, v >= 1) \
                       " | " (closest == "" ? "-" : closest)
                v = cell[r, "points", "times_count"]
                if (v == "-") v = ""
                line = line " | " bar("count", v, v >= 1)
                v = tail(r, "map")
                line = line " | " bar("p99 map", v, v <= 20)
                v = tail(r, "map-first")
                line = line " | " bar("p99 first fit", v, v <= 20)
                v = tail(r, "count")
                line = line " | " bar("p99 count", v, v <= 20)
                if (wants("bars"))
                    print "| " r " | " line " | " \
                          (missed == "" ? "met" : "missed: " missed) " |"
            }
        }
        function verdicts(    label) {
            label = "| " flags (ends == "early" ? ", early ends" : "")
            print label " | " verdict("map") " | " verdict("first fit") \
                  " | " verdict("count") " | " verdict("p99 map") \
                  " | " verdict("p99 first fit") " | " verdict("p99 count") " |"
        }
        function verdicts_head() {
            print "\n| compiled, stream | map | map, first fit | count |" \
                  " p99 of map | of first fit | of count |"
            print "|---|---|---|---|---|---|---|"
        }
        function curve(    i, a) {
            print "\n| bookings alive | map: ns each | / log2 | MiB | bytes each |" \
                  " count: ns each | / log2 | MiB | bytes each |"
            print "|---|---|---|---|---|---|---|---|---|"
            for (i = 1; i <= count; i++) {
                a = rows[i]
                print "| " a " | " curve_of(a, "map") " | " curve_of(a, "count") " |"
            }
        }
        function curve_of(a, who,    b) {
            if (cell[a, who, "ns"] == "") return "- | - | - | -"
            b = cell[a, who, "bytes"]
            return sprintf("%s | %s | %.1f | %.0f", cell[a, who, "ns"], \
                           cell[a, who, "log"], b / 1048576, b / a)
        }
        function micro(ns) {
            if (ns == "") return "-"
            return sprintf(ns < 9950 ? "%.2f" : ns < 99500 ? "%.1f" : "%.0f", ns / 1e3)
        }
        function rule(n) { while (n-- > 0) printf "|---"; print "|" }
        # us of each contestant; how many times the fastest library takes
        function flows(    i, k, r, best, v) {
            if (!places[1]) return
            printf "\nA maximum flow, microseconds:\n\n| between | nodes"
            for (k = 1; k <= places[1]; k++) printf " | %s", named[1, k]
            print " | libraries, times netsched |"
            rule(places[1] + 3)
            for (i = 1; i <= count; i++) {
                r = rows[i]
                if (!flows_of[r]) continue
                printf "| %s", r
                best = ""
                for (k = 1; k <= places[1]; k++) {
                    printf " | %s", micro(cell[r, named[1, k], "median_ns"])
                    v = cell[r, named[1, k], "times"]
                    if (named[1, k] ~ /^[A-Zi]/ && v != "" && \
                        (best == "" || v + 0 < best + 0)) best = v
                }
                print " | " times(best) " |"
            }
        }
        # us of ours; how many times as long the others take, on what they have done
        function slots(    i, k, r) {
            if (!places[0]) return
            printf "\nA first slot, microseconds:\n\n| | nodes | alive | not at once |" \
                   " refused | median | p99 | mean | mean a node, ns"
            for (k = 1; k <= places[0]; k++)
                if (named[0, k] != "netsched") printf " | %s, times", named[0, k]
            print " |"
            rule(8 + places[0])
            for (i = 1; i <= count; i++) {
                r = rows[i]
                if (flows_of[r]) continue
                printf "| %s | %.0f %% | %.0f %% | %s | %s | %s | %.0f", r, \
                       100 * part(r, "late"), 100 * part(r, "refused"), \
                       micro(cell[r, "netsched", "median_ns"]), \
                       micro(cell[r, "netsched", "p99_ns"]), \
                       micro(cell[r, "netsched", "mean_ns"]), \
                       cell[r, "netsched", "mean_ns"] / cell[r, "netsched", "nodes"]
                for (k = 1; k <= places[0]; k++)
                    if (named[0, k] != "netsched")
                        printf " | %s", times(cell[r, named[0, k], "times"])
                print " |"
            }
        }
        function part(r, name) {
            return cell[r, "netsched", name] / cell[r, "netsched", "count"]
        }
        function structure(    i) {
            print "\n| order | operation | periods | range tree: ns | bytes | map: ns |" \
                  " bytes |"
            print "|---|---|---|---|---|---|---|"
            for (i = 1; i <= count; i++)
                print "| " rows[i] " | " cell[rows[i], "rtree", "ns"] \
                      " | " cell[rows[i], "rtree", "bytes"] \
                      " | " cell[rows[i], "map", "ns"] \
                      " | " cell[rows[i], "map", "bytes"] " |"
        }
        BEGIN {
            rivals = split("range-tree lists masks ranges", rival, " ")
            if (mode == "head") { verdicts_head(); exit }
        }
        END {
            if (kind == "calendar" && mode != "where") {
                if (wants("rates")) rates()
                bars()
                if (mode == "all") verdicts_head()
                if (wants("verdict")) verdicts()
            }
            if (kind == "curve" && wants("curve")) curve()
            if (kind == "structure" && wants("structure")) structure()
            if (kind == "netsched" && wants("flows")) flows()
            if (kind == "netsched" && wants("slots")) slots()
            if (mode == "all") print ""
        }' "$file" || return 1
    done
}

# What bench/README.md shows of bench/results.
figures() {
    for file in calendar-O2 early-O2 calendar-native early-native curve-O2; do
        [ -r "$results/$file.csv" ] ||
            { echo "table.sh: cannot read $results/$file.csv" >&2; return 1; }
    done
    tables where "$results/calendar-O2.csv"
    printf '\nRequests a second, with -O2:\n'
    tables rates "$results/calendar-O2.csv"
    printf '\nAgainst the bars, with -O2:\n'
    tables bars "$results/calendar-O2.csv"
    printf '\nStreams that meet the bars, in all runs:\n'
    tables head "$results/calendar-O2.csv"
    for file in calendar-O2 early-O2 calendar-native early-native; do
        tables verdict "$results/$file.csv"
    done
    printf '\nA booking against the bookings alive, with -O2:\n'
    tables curve "$results/curve-O2.csv"
}

readme() {   # file
    figures >"$1.figures" &&
        awk -v figures="$1.figures" '
            /^<!-- figures: end/ { inside = 0; ends++ }
            !inside { print }
            /^<!-- figures: begin/ {
                inside = 1; begins++
                while ((getline line <figures) > 0) print line
            }
            END { exit !(begins == 1 && ends == 1) }' "$1" >"$1.new" &&
        mv "$1.new" "$1"
    status=$?
    [ $status = 0 ] || echo "table.sh: $1 stays as it was" >&2
    rm -f "$1.figures" "$1.new"
    return $status
}

case $1 in
'')       echo 'usage: table.sh FILE.csv ... | --readme FILE' >&2; exit 2 ;;
--readme) readme "${2:?}" ;;
*)        tables all "$@" ;;
esac
