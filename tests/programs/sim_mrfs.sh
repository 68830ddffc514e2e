#!/bin/sh
# sim_mrfs.sh - mrfs_sim: refusals, schedules on one link worked out again, the same bytes
# whatever the threads, nothing booked twice, the paper's own algorithms.

tool=mrfs_sim
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1

small='--nodes none --network nsfnet --sites 5 --repetitions 1 --requests 30 --density 20'
all='ws-rc wn-rc ws-rn wn-rn'

# ---- the command line: exit status 2 ---------------------------------------------------
while read -r option values; do
    for bad in $values; do
        refuses "$option '$bad'" 2 "--$option: '$bad' is not " "--$option=$bad"
    done
    refuses "$option ''" 2 "--$option: '' is not " "--$option="
done <<'END'
algorithm ws ws-rc, ,ws-rc WS-RC all ws-rc,wn-rc,ws-rc
density 0 1000001 -1 x 1.5 5,5 9,3 1,,2 1,2, 1:2 1:2:0 2:1:1 1:2:1:1 1:2000:1 1h
nodes 1 0 131073 none,5 x 200,100 100:50:10
nodes-density 0 1000001 x
degree 1.9 1001 x -2
capacity 0 1000000001 x
sites 1 100001 x
types 0 17 x
units 0 1001 x
cids 0 1001 x
unit-amount 0 5:4 1:1000000001 :5 5: x 1:2:3
pairs 1.1 -0.1 x
bandwidth 0 60:10 0:10 1000001 x 10%
amount 0 60:10 0:10 1000001 x
duration 0 2h:1h 1h: 3651d x 1w
window 0.9 1001 x
ahead -1 x 3651d
horizon 0 x 3651d
requests 0 1000001 x
combinations 0 1000000001 x
search fast x
repetitions 0 1001 x
threads 0 257 x
seed -1 9223372036854775807 x
END
refuses operand 2 'one operand too many' net.txt
refuses unknown 2 'no option --frobnicate' --frobnicate
refuses flag_value 2 'takes no value' --no-timing=1
refuses cids_above_units 2 'cids 5: there are only 4 units' --cids 5
refuses many_units 2 'more than 1048576 units' --sites 100000 --types 16 --units 100 \
    --nodes none
refuses many_pairs 2 'more than 1048576 pairs' --sites 1000 --units 100 --nodes none
refuses few_nodes 2 'nodes 10: fewer than --sites 15' --nodes 10,20
refuses long_horizon 2 'within --horizon are more than 1000000' --horizon 3650d
refuses report_dash 2 'report needs the name of a file' --report -
refuses csv_dash 2 'csv needs the name of a directory' --csv -
refuses same_file 2 'are the same file' --json x --report x
echo 'node a' >own.csv
refuses network_replaced 2 'would replace the network' --network own.csv --json own.csv
refuses network_in_csv 2 'might replace' --network own.csv --csv "$dir"

# ---- networks: exit status 1 -----------------------------------------------------------
refuses no_file 1 'nowhere: No such file.*--network. are nsfnet' --network nowhere
refuses random_size 1 "random:x: 'x': a whole number" --network random:x
printf 'node a\nnode b\nlink a c\n' >bad.txt
refuses bad_line 1 "bad.txt:3: .*'c'" --network bad.txt
printf 'node a\nnode b\nlink a b\nresource a cpu amount=1\n' >one.txt
refuses one_site 1 'resources at one node only' --network one.txt
printf 'node a\nnode b\nresource a cpu amount=1\nresource b cpu amount=1\n' >no.txt
refuses no_link 1 'there is no link' --network no.txt
refuses no_common_multiple 1 'count is out of range' $small \
    --unit-amount 999999000:1000000000 --capacity 999999937 --network torus:3x3

run --help
holds help out '^usage: mrfs_sim \[options\]$' '--density LIST' 'default 15\)$' \
    'default 2h\)$' 'Exit status'

# ---- one link, by hand -----------------------------------------------------------------
# Two sites, one unit of the only type at each, and all of everything for each request: a
# request runs if there is a stretch in its window when nobody else does, at its earliest.
cat >line.txt <<'END'
node a
node b
link a b capacity=10
resource a cpu amount=7
resource b cpu amount=7
END
single='--bandwidth 100 --amount 100 --nodes none --repetitions 1 --no-timing'

# Outcomes that differ from a search of all starts at which somebody ends, and its own.
by_hand() {   # requests.csv algorithm
    awk -F, -v algorithm="$2" "$plain"'
        function fits(t, length_,   k) {
            for (k = 1; k <= n; k++)
                if (t < end[k] && start[k] < t + length_) return 0
            return 1
        }
        NR == 1 { for (i = 1; i <= NF; i++) column[plain($i)] = i; next }
        $column["algorithm"] == algorithm {
            from = $column["window_start"]
            len = $column["duration"]
            last = $column["window_end"] - len
            best = from <= last && fits(from, len) ? from : ""
            for (k = 1; k <= n; k++)
                if (end[k] > from && end[k] <= last && (best == "" || end[k] < best) &&
                    fits(end[k], len))
                    best = end[k]
            if (best != $column["start"] ||
                (best != "") != ($column["outcome"] == "accepted"))
                print "request " $column["request"] ": " $column["start"] \
                      ", by hand " best
            if (best != "") { n++; start[n] = best; end[n] = best + len; taken++ }
            all++
        }
        END { if (!taken || taken == all) print taken " of " all " accepted" }' "$1"
}

for window in 1 1.5 4; do
    [ -z "$RUN_ENV" ] || [ $window = 4 ] || continue
    run --network line.txt $single --window $window --requests 150 --density 2 --csv csv
    for algorithm in $all; do
        name=$(echo "$algorithm" | tr a-z A-Z)
        why=$(trouble)
        [ -n "$why" ] || why=$(by_hand csv/requests.csv "$name" | head -n 1)
        verdict "by_hand_${window}_$algorithm" "$why"
    done
done

# Two links between them, and two units: what may be split has both at once, what may not
# has neither, and asks for more than one.
sed 's/^resource \(.\).*/resource \1 cpu amount=7 units=2/' line.txt >twice.txt
echo 'link a b capacity=10' >>twice.txt
run --network twice.txt $single --bandwidth 150 --amount 150 --requests 5 \
    --density 1 --json x.json --duration 60 --window 100
is split "$(field acceptance x.json | paste -s -d ' ')" '1 0 1 0'

# Units that cannot reach each other: constrained, nothing fits; unconstrained, all does.
cat >apart.txt <<'END'
node a
node b
link a b capacity=10
resource a cpu amount=1
resource a cpu amount=9
resource a disk amount=9
resource b cpu amount=9
access a disk pairs
allow a cpu 0 disk 0
END
run --network apart.txt $single --requests 5 --density 1 --json x.json --duration 60
is access "$(field acceptance x.json | paste -s -d ' ')" '0 0 1 1'

# ---- what is written -------------------------------------------------------------------
run $small --no-timing --json x.json --csv csv --report x.html
holds table out '^network: nsfnet, 14 nodes, 21 links$' \
    '^Acceptance ratio \(%\), by requests per hour +WS-RC +WN-RC +WS-RN +WN-RN$' \
    '^Pictures: .*x.html$'
holds json x.json '"network":"nsfnet"' '"requests":30' '"seconds_mean":null' \
    '"decisions_hash":"[0-9a-f]{16}"'
holds page x.html '<title>Multiple resource first slot on nsfnet' \
    'Made by <code>mrfs_sim --nodes none .* --no-timing</code>'
laid_out page_order x.html
holds points csv/points.csv '^20,14,21,1,0,WS-RC,requests,30,,,,0,,$' \
    '^20,14,21,1,0,WN-RN,seconds_mean,,seconds,,,,,$'
why=$(awk -F, 'NR == 1 { n = NF } NF != n { print FILENAME ": line " FNR }
    END { if (NR != 1 + 4 * 30) print NR " lines" }' csv/requests.csv)
verdict requests "$why"
for file in fig3a refusals searches_density; do
    holds "csv $file" "csv/$file.csv" ,
done
# Of five repetitions the means, and their 95 % intervals by Student's t.
run --nodes none --network nsfnet --sites 5 --repetitions 5 --requests 20 --density 90 \
    --no-timing --csv five --json five.json
why=$(awk -F, '
    FNR == 1 { file++; next }
    file == 1 && $8 == "acceptance" { n[$6]++; sum[$6] += $9; squares[$6] += $9 * $9 }
    file == 2 && $7 == "acceptance" {
        mean = sum[$6] / 5
        half = 2.776 * sqrt((squares[$6] / 5 - mean * mean) / 4)
        if (n[$6] != 5 || ($8 - mean) ^ 2 > 1e-20 || ($10 - mean + half) ^ 2 > 1e-12 ||
            ($11 - mean - half) ^ 2 > 1e-12 || half <= 0)
            print $6 ": " $0
        seen++
    }
    END { if (seen != 4) print seen " means" }' five/runs.csv five/points.csv)
verdict intervals "$why"
holds intervals_json five.json '"over_seeds"' '"acceptance":.*"low":[0-9.]*,"high"'
holds intervals_table out '^90 +[0-9.]+ .. [0-9.]+ '
if ! command -v python3 >/dev/null; then
    skip second_reader 'python3, used here as a second reader, is not installed'
else
    why=$(python3 - x.json csv/points.csv x.html <<'END' 2>&1
import csv, json, sys
import xml.etree.ElementTree as tree
x = json.load(open(sys.argv[1]))
rows = {}
for r in csv.DictReader(open(sys.argv[2])):
    rows[r['requests_per_hour'], r['nodes'], r['algorithm'], r['figure']] = r['value']
for p in x['points']:
    for a in p['algorithms']:
        for k, v in a.items():
            if k in ('algorithm', 'decisions_hash', 'over_seeds'):
                continue
            other = rows[str(p['density']), str(p['nodes']), a['algorithm'], k]
            if other != ('' if v is None else repr(v)) and float(other) != v:
                print(a['algorithm'], k, v, other)
        parts = [a['refused_' + w] for w in ('links', 'units', 'both', 'limit')]
        if abs(a['acceptance'] + sum(parts) - 1) > 1e-9:
            print('parts', a)
text = open(sys.argv[3]).read()
for svg in text.split('<svg')[1:]:
    tree.fromstring('<svg' + svg.split('</svg>')[0] + '</svg>')
END
    )
    verdict second_reader "$why"
fi
run $small --json - --no-timing
equal json_to_standard_output out x.json

run $small --json none/x.json
verdict json_unwritable "$(refusal 1 'none/x.json cannot be written')"
run $small --csv x.json
verdict csv_unwritable "$(refusal 1 'is no directory')"
if [ -c /dev/full ]; then
    $RUN_ENV "$program" $small >/dev/full 2>err </dev/null
    code=$?
    verdict output_full "$(refusal 1 'standard output cannot be written')"
fi

# ---- the same again --------------------------------------------------------------------
if [ -n "$RUN_ENV" ]; then
    skip rest 'RUN_ENV is set, and what emulates is slow'
    exit 0
fi

sweep='--density 20,50 --nodes 30,60 --nodes-density 50 --requests 60 --repetitions 3
       --no-timing'
outputs() {   # folder option ...
    mkdir -p "$1"
    folder=$1
    shift
    run $sweep "$@" --json "$folder/x.json" --csv "$folder" --report "$folder/x.html"
    sed 's/^\(Every\|Pictures\).*//' out >"$folder/out"
}
outputs one --threads 1
outputs three --threads 3
checked threads "$(diff -r one three 2>&1 | head -n 1)"
outputs again --threads 1
checked same_bytes "$(diff -r one again 2>&1 | head -n 1)"
outputs seed --seed 2
must other_seed 'another seed gives the same table' not cmp -s one/out seed/out

# A point does not depend on the others, nor an algorithm on the others; the shared point
# of the two sweeps is the same run; and the first repetitions of more are those of fewer.
hash_of() {   # json density nodes algorithm
    awk -v density="$2" -v nodes="$3" -v algorithm="\"$4\"" -F '[:,]' '
        /"density":/ { d = $2 } /"nodes":/ { n = $2 } /"algorithm":/ { a = $2 }
        /"decisions_hash":/ && d == density && n == nodes && a == algorithm { print $2 }
        ' "$1"
}
run --density 50 --nodes none --requests 60 --repetitions 3 --algorithm wn-rc,ws-rn \
    --no-timing --json x.json
why=$(trouble)
for algorithm in WN-RC WS-RN; do
    a=$(hash_of one/x.json 50 100 $algorithm)
    b=$(hash_of x.json 50 100 $algorithm)
    [ -n "$a" ] && [ "$a" = "$b" ] || why=${why:-$algorithm: $a and $b}
done
verdict alone "$why"

run --network random:60 --density 50 --nodes none --requests 60 --repetitions 3 \
    --no-timing --json x.json
why=$(trouble)
a=$(hash_of one/x.json 50 60 WS-RC) b=$(hash_of x.json 50 60 WS-RC)
[ -n "$a" ] && [ "$a" = "$b" ] || why=${why:-$a and $b}
verdict named_random "$why"

run_on --network - --sites 5 --repetitions 2 --requests 20 --no-timing \
    --json x.json --density 20,50 <line.txt
holds network_from_standard_input x.json '"nodes":2'

# Random networks of --nodes beside a --network that is a file.
run --network line.txt --nodes 20,30 --density 20 --requests 10 --repetitions 1 \
    --no-timing --json x.json
is file_and_nodes "$(field nodes x.json | paste -s -d ' ')" '100 2 20 30'

# All algorithms see the same requests; at another density the same ones come, closer
# together; and on a larger network they ask for the same.
same_requests() {   # columns: what must not differ between runs
    awk -F, -v columns="$1" "$plain"'
        NR == 1 { for (i = 1; i <= NF; i++) at[plain($i)] = i }
        NR == 1 { n = split(columns, c, " "); next }
        {
            key = ""
            for (i = 1; i <= n; i++) key = key " " $at[c[i]]
            id = $at["repetition"] " " $at["request"]
            if (id in seen && seen[id] != key) print "request " id ":" seen[id] ";" key
            seen[id] = key
        }' "$2" | head -n 1
}
verdict same_demands "$(same_requests 'duration bandwidth' one/requests.csv)"
awk -F, 'NR == 1 || ($1 == 50 && $2 == 100)' one/requests.csv >some.csv
verdict same_stream \
    "$(same_requests 'arrive from to window_start window_end' some.csv)"

# ---- what is drawn ---------------------------------------------------------------------
# Within its limits, from end to end of them, and as a Poisson process: the mean gap is an
# hour over the density, and 1 / e of the gaps are longer.
run --network torus:3x3 --sites 9 --nodes none --density 60 --requests 4000 \
    --repetitions 1 --algorithm wn-rn --ahead 1000 --duration 100:200 --window 1.5 \
    --capacity 300 --bandwidth 50:100 --no-timing --csv csv
checked draws "$(awk -F, "$plain"'
    function span(name, x, lo, hi) {
        if (x < lo || x > hi) print name " " x
        if (!(name in least) || x < least[name]) least[name] = x
        if (!(name in most) || x > most[name]) most[name] = x
        low[name] = lo
        high[name] = hi
    }
    NR == 1 { for (i = 1; i <= NF; i++) at[plain($i)] = i; next }
    {
        len = $at["duration"]
        gap = $at["arrive"] - before
        before = $at["arrive"]
        longer += gap > 60
        pairs[$at["from"], $at["to"]]++
        if ($at["from"] == $at["to"]) print "from a node to itself"
        span("ahead", $at["window_start"] - before, 0, 1000)
        span("duration", len, 100, 200)
        span("bandwidth", $at["bandwidth"], 150, 300)
        if ($at["window_end"] - $at["window_start"] != int(1.5 * len)) print "window"
        if ($at["start"] != "" && ($at["start"] < $at["window_start"] ||
                                   $at["start"] + len > $at["window_end"]))
            print "outside its window"
        n++
    }
    END {
        for (name in least)
            if (least[name] > low[name] + (high[name] - low[name]) / 50 ||
                most[name] < high[name] - (high[name] - low[name]) / 50)
                print name " from " least[name] " to " most[name]
        if (before / n < 57 || before / n > 63) print "mean gap " before / n
        if (longer / n < 0.34 || longer / n > 0.395) print "longer gaps: " longer / n
        for (p in pairs) {
            count++
            if (pairs[p] < 20 || pairs[p] > 100) print "a pair has " pairs[p]
        }
        if (count != 72) print count " pairs of nodes"
    }' csv/requests.csv | head -n 1)"

# ---- the paper's algorithms agree ------------------------------------------------------
for network in nsfnet esnet geant torus:4x5 ring:9 random:40; do
    for search in library paper; do
        run --network $network --sites 6 --types 2 --density 30,200 --requests 80 \
            --repetitions 2 --no-timing --search $search --json x.json
        why=$(trouble)
        field decisions_hash x.json >"$search"
    done
    [ -s paper ] && cmp -s library paper ||
        why=${why:-other decisions}
    verdict "search $network" "$why"
done
for odd in '--pairs 0' '--pairs 1' '--pairs 1 --search arcs' '--types 1' \
    '--units 1 --cids 1' '--cids 4' '--unit-amount 3:50' \
    '--bandwidth 1:300 --amount 1:300' '--degree 2' '--window 1' \
    '--ahead 0' '--duration 1:5 --density 100000 --requests 60'
do
    run --nodes none --network random:20 --sites 6 --types 2 --density 60 --requests 60 \
        --repetitions 1 --no-timing --search paper $odd
    verdict "agree $odd" "$(trouble)"
done

# ---- the shortest path with room (4.2), by hand ----------------------------------------
# Two sites next to each other on a ring of five: one link leads from one to the other, or
# else four the other way round. Each request takes all of a link.
{
    printf 'node %s\n' a b c d e
    printf 'link %s capacity=10\n' 'a b' 'b c' 'c d' 'd e' 'e a'
    printf 'resource %s cpu amount=7 units=3\n' a b
} >ring.txt
run --network ring.txt --bandwidth 100 --amount 100 --nodes none \
    --repetitions 1 --no-timing --search paper --algorithm wn-rn --window 1 \
    --requests 150 --density 2 --csv csv
checked shortest "$(awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["outcome"] != "accepted" { next }
    {
        start = $column["start_seconds"]
        end = start + $column["duration_seconds"]
        wanted = 1
        for (k = 1; k <= n; k++)
            if (from[k] == $column["from_node"] && start < to_end[k] && begin[k] < end)
                wanted = 4
        if ($column["shortest"] != wanted || $column["links"] != wanted)
            print "request " $column["request"] ": " $column["shortest"] ", by hand " \
                  wanted
        found[wanted]++
        if (wanted == 4) next
        from[++n] = $column["from_node"]
        begin[n] = start
        to_end[n] = end
    }
    END { if (!found[1] || !found[4]) print "not both ways are taken" }
    ' csv/requests.csv | head -n 1)"
