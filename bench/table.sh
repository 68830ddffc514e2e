#!/bin/sh
# table.sh - the benchmarks' tables, in Markdown, from the CSV files they wrote.
#
#     bench/table.sh FILE.csv ...      what each file says
#     bench/table.sh --page FOLDER     what bench/figures.md says of FOLDER's files
#     bench/table.sh --flows|--slots FILE.csv        only this table of bench_netsched
#
# Of bench_calendar: requests a second of everybody; a star: from fewer requests than the
# stream has. Of the figures for the goals (--goals): each cell of each goal, in bold
# where it is missed; then how many cells meet each goal. The goals stand in goals.h.

LC_ALL=C
export LC_ALL

# mode: all, or the part wanted: where rates curve flows slots
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
        function dash(text) { return text == "" ? "-" : text }
        function times(r) {
            return r == "" ? "-" : sprintf(r < 9.95 ? "%.2f" : "%.0f", r)
        }
        /^# / {
            if (wants("rates") && mode == "all") print substr($0, 3) "  "
            if (mode == "where" && !/^# flags/) print substr($0, 3) "  "
            next
        }
        !kind {
            for (i = 1; i <= NF; i++) column[$i] = i
            kind = $1 == "stream" ? "calendar" : $1
            next
        }
        kind == "calendar" {
            row = $column["stream"] " | " $column["servers"]
            who = $column["contestant"]
            if (!(row in known)) { known[row] = 1; rows[++count] = row }
            for (name in column) cell[row, who, name] = $column[name]
            if ($column["requests"] > most[row]) most[row] = $column["requests"]
        }
        kind == "curve" {
            if ($1 == "booking" && !($column["alive"] in known)) {
                known[$column["alive"]] = 1
                rows[++count] = $column["alive"]
            }
            if ($1 == "commit" && !(("n", $column["alive"]) in known)) {
                known["n", $column["alive"]] = 1
                commits[++commit_count] = $column["alive"]
            }
            if ($1 != "booking") {
                cell[$column["alive"], $1] = $column["ns"]
                next
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

        function rates(    n, i, k, all, line, done, some) {
            n = split("map map-first slices slices-first range-tree lists masks" \
                      " ranges count unnamed points profile", all, " ")
            print "\n| stream | servers | map | map, first fit | slices |" \
                  " slices, first fit | range tree | lists | masks | ranges | count |" \
                  " unnamed | points | profile | alive | bytes each, map | slices | count |"
            print "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|"
            for (i = 1; i <= count; i++) {
                line = "| " rows[i]
                for (k = 1; k <= n; k++) {
                    done = cell[rows[i], all[k], "requests"]
                    some = done != "" && done + 0 < most[rows[i]] + 0 ? "\\*" : ""
                    line = line " | " short(cell[rows[i], all[k], "per_second"]) some
                }
                print line " | " cell[rows[i], "map", "alive_peak"] \
                      " | " cell[rows[i], "map", "bytes_per_alive"] \
                      " | " dash(cell[rows[i], "slices", "bytes_per_alive"]) \
                      " | " cell[rows[i], "count", "bytes_per_alive"] " |"
            }
            printf "\nThe driver alone does %s requests a second; reading the clock " \
                   "takes %s ns.\n", short(cell[rows[1], "(driver)", "per_second"]), \
                   cell[rows[1], "(driver)", "p50_ns"]
        }
        function curve(    i, a) {
            print "\n| bookings alive | map: ns each | / log2 | MiB | bytes each |" \
                  " count: ns each | / log2 | MiB | bytes each |"
            print "|---|---|---|---|---|---|---|---|---|"
            for (i = 1; i <= count; i++) {
                a = rows[i]
                print "| " a " | " curve_of(a, "map") " | " curve_of(a, "count") " |"
            }
            if (!commit_count) return
            print "\n| commits | ns each | twice as many | cancelled: ns each |" \
                  " twice as many |"
            print "|---|---|---|---|---|"
            for (i = 1; i <= commit_count; i++)
                print "| " commits[i] " | " growth(i, "commit") \
                      " | " growth(i, "cancel") " |"
        }
        function curve_of(a, who,    b) {
            if (cell[a, who, "ns"] == "") return "- | - | - | -"
            b = cell[a, who, "bytes"]
            return sprintf("%s | %s | %.1f | %.0f", cell[a, who, "ns"], \
                           cell[a, who, "log"], b / 1048576, b / a)
        }
        function growth(i, what,    before, ns) {
            ns = cell[commits[i], what]
            before = i > 1 ? cell[commits[i - 1], what] : 0
            return ns " | " (before ? sprintf("%.2f", 2 * ns / before) : "-")
        }
        function micro(ns) {
            if (ns == "") return "-"
            return sprintf(ns < 9950 ? "%.2f" : ns < 99500 ? "%.1f" : "%.0f", ns / 1e3)
        }
        function rule(n) { while (n-- > 0) printf "|---"; print "|" }
        # us of each contestant; how many times the fastest library takes
        function flows(    i, k, r, best, v) {
            if (!places[1]) return
            if (mode == "all") print "\nA maximum flow, median microseconds:\n"
            printf "| between | nodes"
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
            if (mode == "all") print "\nA first slot, microseconds:\n"
            printf "| | nodes | alive | not at once |" \
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
        END {
            if (kind == "calendar" && wants("rates")) rates()
            if (kind == "curve" && wants("curve")) curve()
            if (kind == "netsched" && wants("flows")) flows()
            if (kind == "netsched" && wants("slots")) slots()
            if (mode == "all") print ""
        }' "$file" || return 1
    done
}

# The measurements for the goals: of `cells` each cell, of `counts` how many are met.
goals() {   # cells|counts file ...
    mode=$1
    shift
    awk -F, -v mode="$mode" '
        # all digits if it is missed and rounding would hide that
        function short(v, g, p,    b, s) {
            split(bar[g], b, " ")
            s = sprintf(v < 9.95 ? "%.2f" : "%.0f", v)
            return p < 1 && (b[1] == ">=" ? s >= b[2] + 0 : s <= b[2] + 0) ? v : s
        }
        function rule(n) { while (n-- > 0) printf "|---"; print "|" }
        # every kind of run has its own table of cells
        function cells(way,    i, k, r, v) {
            if (!row_count[way]) return
            printf "\n%s:\n\n| stream | servers", way
            for (k = 1; k <= goal_count; k++)
                if ((way, goal[k]) in asked) printf " | %s %s", goal[k], bar[goal[k]]
            print " |"
            rule(2 + columns[way])
            for (i = 1; i <= row_count[way]; i++) {
                r = row[way, i]
                sub(/ /, " | ", r)
                printf "| %s", r
                r = row[way, i]
                for (k = 1; k <= goal_count; k++) {
                    if (!((way, goal[k]) in asked)) continue
                    v = !((way, r, goal[k]) in value) ? "-" : \
                        short(value[way, r, goal[k]], goal[k], part[way, r, goal[k]])
                    printf " | %s", part[way, r, goal[k]] < 1 && v != "-" ? \
                        "**" v "**" : v
                }
                print " |"
            }
        }
        function counts(    i, k, g, w) {
            printf "\n| goal | bar | asked for"
            for (i = 1; i <= way_count; i++) printf " | %s", ways[i]
            print " |"
            rule(3 + way_count)
            for (k = 1; k <= goal_count; k++) {
                g = goal[k]
                printf "| %s | %s | %s", g, bar[g], where[g]
                for (i = 1; i <= way_count; i++) {
                    w = ways[i]
                    if (!((w, g) in asked)) { printf " | -"; continue }
                    printf " | %s%d of %d met, worst %s (%s)", \
                        met[w, g] == asked[w, g] ? "all " : "", met[w, g], asked[w, g], \
                        short(worst[w, g], g, least[w, g]), worst_at[w, g]
                }
                print " |"
            }
        }
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        {
            g = $column["goal"]
            at = $column["cell"]
            v = $column["value"]
            p = $column["part"]
            flags = $column["flags"]
            early = $column["ends"] == "early"
            w = flags (early ? ", early ends" : "")
            if (!(w in known)) { known[w] = 1; ways[++way_count] = w }
            if (!(g in bar)) {
                goal[++goal_count] = g
                bar[g] = $column["bar"]
                where[g] = $column["cells"]
            }
            if (!asked[w, g]++) columns[w] += $column["ends"] != "-"
            if (p >= 1) met[w, g]++
            if (asked[w, g] == 1 || p + 0 < least[w, g]) {
                least[w, g] = p + 0
                worst[w, g] = v
                worst_at[w, g] = at ", " $column["who"]
            }
            if ($column["ends"] == "-") { apart[w, g] = 1; next }
            if (!((w, at) in known)) {
                known[w, at] = 1
                row[w, ++row_count[w]] = at
            }
            if (!((w, at, g) in value) || p + 0 < part[w, at, g]) {
                value[w, at, g] = v
                part[w, at, g] = p + 0
            }
        }
        END {
            for (key in apart) { split(key, k2, SUBSEP); hidden[k2[1], k2[2]] = 1 }
            if (mode == "counts") { counts(); exit }
            for (key in hidden) delete asked[key]
            for (i = 1; i <= way_count; i++) cells(ways[i])
        }' "$@"
}

# The tables of bench/figures.md.
page() {   # folder
    for file in calendar-O2 curve-O2 goals-O2 goals-native; do
        [ -r "$1/$file.csv" ] ||
            { echo "table.sh: cannot read $1/$file.csv" >&2; return 1; }
    done
    tables where "$1/calendar-O2.csv"
    printf '\nThe goals, in all runs:\n'
    goals counts "$1/goals-O2.csv" "$1/goals-native.csv"
    printf '\nRequests a second, with -O2:\n'
    tables rates "$1/calendar-O2.csv"
    printf '\nThe goals in each cell, bold where missed; of p99 / p50 the figure is that '
    printf 'of our slowest.\n'
    grep -v ',early,' "$1/goals-O2.csv" | goals cells - | sed '/^-O2:$/,+1d'
    printf '\nA booking against the bookings alive, and a commit against the commits, '
    printf 'with -O2:\n'
    tables curve "$1/curve-O2.csv"
}

# The goals come last, those of all files in one table.
everything() {   # file ...
    for file; do
        shift
        if [ "$(head -n 1 "$file")" = "$goals_head" ]; then
            set -- "$@" "$file"
        else
            tables all "$file" || return 1
        fi
    done
    [ $# = 0 ] || { goals cells "$@" && goals counts "$@"; }
}

goals_head=goal,bar,cells,ends,cell,who,value,part,flags
case $1 in
'')     echo 'usage: table.sh FILE.csv ... | --page FOLDER | --flows|--slots FILE.csv' >&2
        exit 2 ;;
--page) page "${2:?}" ;;
--flows | --slots) tables "${1#--}" "${2:?}" ;;
*)      everything "$@" ;;
esac
