#!/bin/sh
# sim_mrfs.sh - mrfs_sim: refusals, what a link and its ends allow, what is drawn, the
# paper's own algorithms. What all simulators share is tests/sim/test_kit.c's.

tool=mrfs_sim
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1

small='--network nsfnet --sites 5 --requests 30 --density 20'

# ---- the command line: exit status 2 ---------------------------------------------------
# The limits of each option, and what these cannot be together.
for bad in algorithm=ws density=0 nodes=1 nodes=131073 degree=1.9 capacity=0 sites=1 \
    types=0 types=17 units=0 cids=0 unit-amount=0 pairs=1.1 pairs=-0.1 bandwidth=0 \
    amount=0 ends=1 ends=9 duration=0 window=0.9 ahead=-1 horizon=0 requests=0 \
    requests=1000001 combinations=0 search=fast
do
    refuses "$bad" 2 "--${bad%=*}: '${bad#*=}' is not " "--$bad"
done
refusals <<'END'
2|cids: there are only 4 units|--cids 5
2|more than 1048576 units|--sites 100000 --types 16 --units 100 --nodes 100000
2|more than 1048576 pairs|--sites 1000 --units 100 --nodes 1000
2|nodes: fewer than the 15 --sites|--nodes 10,20
2|nodes: fewer than the 15 --sites|--network random:10
2|more than 1000000 requests within --horizon|--horizon 3650d
2|ends: there are only 3 --sites|--sites 3 --ends 2,4
2|ends: more than 2 are for --search lib|--ends 3 --search paper
2|nodes is of random networks, not of nsfnet|--network nsfnet --nodes 20,30
END

# ---- networks: exit status 1 -----------------------------------------------------------
sites() { printf 'node %s\n' "$@"; printf 'resource %s cpu amount=7\n' "$@"; }
printf 'node a\nnode b\nlink a c\n' >bad.txt
{ sites a; printf 'node b\nlink a b\n'; } >one.txt
sites a b >no.txt
while read -r name wanted; do
    refuses "network $name" 1 "$name.* $wanted" --network "$name"
done <<'END'
nowhere No such file.*--network. are nsfnet
nsfnet: No such file
torus No such file
torus:5 torus:RxC, such as torus:5x5, is expected
torus:5x '': a whole number from 1 to 131072 is expected
torus:0x5 '0': a whole number
torus:5x5x5 '5x5': a whole number
torus:131072x131072 more than 131072 nodes
ring:2 '2': a whole number from 3 to 131072
random:x 'x': a whole number
random:1 '1': a whole number from 2 to 131072
random:99999999999999999999 '9*': a whole number
bad.txt no node 'c' before this line
one.txt nodes with resources: 1; requests need 2$
no.txt there is no link
END
refuses no_common_multiple 1 'count is out of range' --sites 5 --requests 30 \
    --unit-amount 999999000:1000000000 --capacity 999999937 --network torus:3x3
refuses network_replaced 1 'bad.txt is read, too' --network bad.txt --json bad.txt

# ---- one link, by hand -----------------------------------------------------------------
{ sites a b; echo 'link a b capacity=10'; } >line.txt
single='--bandwidth 100 --amount 100 --no-timing'
split='--bandwidth 150 --amount 150 --no-timing'

# Two links between them, and two units: what may be split has both at once, what may not
# has neither, and asks for more than one.
sed 's/^resource \(.\).*/resource \1 cpu amount=7 units=2/' line.txt >twice.txt
echo 'link a b capacity=10' >>twice.txt
run --network twice.txt $split --requests 5 --density 1 --facts f --duration 60 \
    --window 100
is split "$(values '..-.. acceptance' f)" '1 0 1 0'

# Units that cannot reach each other: constrained, nothing fits; unconstrained, all does.
{
    grep -v cpu line.txt
    printf 'resource %s amount=%s\n' a\ cpu 1 a\ cpu 9 a\ disk 9 b\ cpu 9
    printf '%s\n' 'access a disk pairs' 'allow a cpu 0 disk 0'
} >apart.txt
run --network apart.txt $single --requests 5 --density 1 --facts f --duration 60
is access "$(values '..-.. acceptance' f)" '0 0 1 1'

# ---- what a file may mean otherwise: directions, capacities, loops ---------------------
edge() { echo "<edge source='$1' target='$2'>$3</edge>"; }
{
    echo "<graphml><key id='l' for='edge' attr.name='LinkLabel'/>"
    echo "<graph edgedefault='directed'><node id='a'/><node id='b'/><node id='c'/>"
    edge a b "<data key='l'>&lt; 1 Gbps</data>"
    edge c b "<data key='l'>2 x 155 Mbps</data>"
    edge c c
    echo '</graph></graphml>'
} >zoo.graphml
zoo='--network zoo.graphml --sites 3 --requests 30 --no-timing'
run $zoo --json x.json --report p.html
told='one way: 2 of 2 links, 2 with none back'
path='no path: 4 of 6 ordered pairs of nodes'
none='no capacity: 1 of 2 links, which have 1000 Mb/s; the file.s keys of links: Link'
holds noted out "^$told" "^$path$" "^$none" '^left out: 1 link from a node'
holds noted_in_json x.json "\"about\": \".*$told.*u000a$path.*u000a$none"
holds noted_on_the_page p.html "^$path$"
run $zoo --algorithm WS-RN --pairs 1 --amount 1
holds no_path_is_no_unit out '^refused: units .%. +0.0$'
run $zoo --both-ways
must both_ways "$(trouble)$(cat out)" not grep -e 'one way' -e 'no path' out
tool=multicost_sim program=$bin/multicost_sim
run --network zoo.graphml --clusters 1 --tasks 20 --warmup 0
holds noted_by_multicost out "^$told" "^$path$" "^$none" ' of 310 to 1000 Mb/s'
tool=mrfs_sim program=$bin/mrfs_sim

# ---- written files ---------------------------------------------------------------------
run $small --no-timing --json x.json --facts f
holds table out '^network: nsfnet, 14 nodes, 21 links, 5 sites with resources$' \
    '^All figures +WS-RC +WN-RC +WS-RN +WN-RN$'
rest

# A point does not depend on the others, nor an algorithm on the others, nor the first
# seeds on how many there are.
run --density 50 --requests 60 --seeds 3 --algorithm WN-RC,WS-RN --no-timing --json x.json
alone=$(hashes x.json)
run --density 20,50 --nodes 50,100 --requests 60 --seeds 3 --no-timing --json x.json
is alone "$(hashes x.json | cut -d ' ' -f 14,15)" "$alone"
run --network random:60 --density 50 --requests 60 --no-timing --json x.json
named_random=$(hashes x.json)
run --nodes 60 --density 50 --requests 60 --no-timing --json x.json
is named_random "$(hashes x.json)" "$named_random"
run_on --network - --seeds 2 --requests 20 --no-timing --density 20,50 <line.txt
holds network_from_standard_input out '^network: -, 2 nodes'
if gzip -k line.txt 2>/dev/null; then
    run --network line.txt.gz --requests 20 --no-timing
    holds network_packed out '^network: line.txt.gz, 2 nodes'
else
    skip network_packed 'gzip is not installed'
fi

run --algorithm WN-RN --density 300 --requests 60 --network ring:15 --facts f --links l
checked links "$(values 'WN-RN link_utilisation' f | cat - l | awk -F , '
    NR == 1 { use = $1; next }
    NR == 2 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    { n++; mean += $at["use"]; some += $at["refusals"] }
    END { d = mean / n - use
        if (d < -1e-9 || d > 1e-9 || !some) print mean / n ", not " use "; " some }')"
run $small --no-timing --json x.json
two_ends=$(hashes x.json)
run $small --ends 2,3,5 --no-timing --json x.json --facts f
is two_ends "$(hashes x.json | cut -d ' ' -f 1-4)" "$two_ends"
checked more_ends "$(values '.*ends=[2-5] ..-.. acceptance' f | awk '
    NF != 12 { print "not 12 values" }
    { for (i = 5; i <= NF; i++) if ($i >= $(i - 4)) print "not fewer: " $i }')"

# ---- drawing ---------------------------------------------------------------------------
# Within its limits, from end to end of them, and as a Poisson process: the mean gap is an
# hour over the density, and 1 / e of the gaps are longer.
run --network torus:3x3 --sites 9 --density 60 --requests 4000 --algorithm WN-RN \
    --ahead 1000 --duration 100:200 --window 1.5 --capacity 300 --bandwidth 50:100 \
    --no-timing --items i
checked draws "$(pick submit,ready,until,start,length,size,from_node,to_node i | awk '
    function span(name, x, lo, hi) {
        if (x < lo || x > hi) print name " " x
        low[name] += x < lo + (hi - lo) / 50
        high[name] += x > hi - (hi - lo) / 50
    }
    {
        gap = $1 - before
        before = $1
        longer += gap > 60
        pairs += !seen[$7, $8]++
        if ($7 == $8) print "from a node to itself"
        span("ahead", $2 - $1, 0, 1000)
        span("duration", $5, 100, 200)
        span("bandwidth", $6, 150, 300)
        if ($3 - $2 != int(1.5 * $5)) print "window"
        if ($4 != "-" && ($4 < $2 || $4 + $5 > $3)) print "outside its window"
        n++
    }
    END {
        for (name in low) if (!low[name] || !high[name]) print name ": not all of it"
        if (before / n < 57 || before / n > 63) print "mean gap " before / n
        if (longer / n < 0.34 || longer / n > 0.395) print "longer gaps: " longer / n
        if (pairs != 72) print pairs " pairs of nodes"
    }' | head -n 1)"

# ---- the paper's algorithms agree ------------------------------------------------------
# With nets_first_slot, on each request: else the program fails.
for how in arcs 'arcs --pairs 1' 'paper --pairs 0' 'paper --pairs 1' 'paper --types 1' \
    'paper --units 1 --cids 1' 'paper --cids 4 --types 2' 'paper --unit-amount 3:50' \
    'paper --bandwidth 1:300 --amount 1:300' 'paper --degree 2 --window 1' \
    'paper --duration 1:5 --density 100000' 'paper --network torus:4x5 --density 200'
do
    case $how in *--network*) ;; *) how="$how --nodes 20" ;; esac
    run --search $how --sites 6 --requests 60 --no-timing
    verdict "agree $how" "$(trouble)"
done

# A unit alone is in a pair with each of the next partition, whatever the share.
for pairs in 0 1; do
    run --nodes 20 --sites 6 --requests 60 --no-timing --units 1 --cids 1 \
        --pairs $pairs --items i
    pick fate i >fates$pairs
done
equal pairs_of_one_unit fates0 fates1

# ---- what the paper's search counts, by hand -------------------------------------------
# One more basic interval, and flow, at each time in the window where another job begins
# or ends.
{
    printf 'node %s\n' a b c d e
    printf 'link %s capacity=10\n' 'a b' 'b c' 'c d' 'd e' 'e a'
    printf 'resource %s cpu amount=7 units=3\n' a b
} >ring.txt
run --network ring.txt --bandwidth 100 --amount 100 --no-timing --search paper \
    --algorithm WS-RN --window 1 --requests 150 --density 2 --items i
checked intervals "$(awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    {
        wanted = 1
        split("", seen)
        for (k = 1; k <= n; k++)
            if (at_time[k] > $at["ready"] && at_time[k] < $at["until"] &&
                !seen[at_time[k]]++) wanted++
        if ($at["instants"] != wanted || $at["searches"] != wanted)
            print "request " $1 ": " $at["instants"] ", by hand " wanted
        if ($at["fate"] != "accepted") next
        at_time[++n] = $at["start"]
        at_time[++n] = $at["start"] + $at["length"]
    }' i | head -n 1)"

# The shortest path with room (4.2): a link leads from one site to the other, or else four
# the other way round. Each request takes all of a link.
run --network ring.txt --bandwidth 100 --amount 100 --no-timing --search paper \
    --algorithm WN-RN --window 1 --requests 150 --density 2 --items i
checked shortest "$(awk -F, '
    NR == 1 { for (k = 1; k <= NF; k++) at[$k] = k; next }
    $at["fate"] != "accepted" { next }
    {
        wanted = 1
        for (k = 1; k <= n; k++)
            if (from[k] == $at["from_node"] && $at["start"] < end[k] &&
                begin[k] < $at["start"] + $at["length"]) wanted = 4
        if ($at["shortest"] != wanted || $at["links"] != wanted)
            print "request " $1 ": " $at["shortest"] ", by hand " wanted
        if (wanted == 4) { both = 1; next }
        from[++n] = $at["from_node"]
        begin[n] = $at["start"]
        end[n] = begin[n] + $at["length"]
    }
    END { if (!both || !n) print "not both ways are taken" }' i | head -n 1)"

# Of three ends one has no link: whichever the others are, that is why.
{
    printf 'node %s\n' a b c
    echo 'link a c capacity=10'
    printf 'resource %s cpu amount=7 units=3\n' a b c
} >apart.txt
run --network apart.txt --sites 3 --ends 3 --bandwidth 100 --amount 100 --requests 30 \
    --density 2 --items i
is apart "$(sed 1d i | cut -d , -f 4 | uniq -c | tr -s ' ')" ' 120 links'

for seed in 1 2; do
    run --nodes 12 --sites 4 --requests 1 --no-timing --seed $seed --links l
    cut -d , -f 3,4 l >links$seed
done
must network_of_seed 'two seeds have one network' not cmp -s links1 links2
