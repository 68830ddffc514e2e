#!/bin/sh
# sim_broker.sh - broker_sim: refusals, a small grid by hand, figures worked out again,
# that no job is lost and no CPU used twice, runs of all kinds. What all simulators share
# is tests/sim/test_kit.c's.

tool=broker_sim
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1

# ---- the command line: exit status 2 ---------------------------------------------------
while read -r option values; do
    for bad in $values; do
        refuses "$option '$bad'" 2 "--$option: '$(echo "$bad" | tr + .)' is not " \
            "--$option=$bad"
    done
done <<'END'
setup FCFS, jr+ +match jr+match+slow best jr+best jr+isis jr+match
jr-factor -1 x 2,x 1, 0:1 1:0:0.1 0:1:0 1000001
information-delay -1 1x 2:1 99999999999d
local sjf online trace rua:0 easy:0 easy:x fcfs:2 conservative:
processors best
queue-order random
backfill-order x
jr-formula both
jr-head no
constrained 101
deadline-factor 0.9
requirements some
max-cpus 0
jobs 0
END
refuses setup_twice 2 '--setup: RANK is there twice' --setup RANK,FCFS,RANK
refuses requirements_of_none 2 '--requirements log needs a log' --requirements log
refuses seeds_of_nothing_drawn 2 'nothing is drawn here' --seeds 2 --requirements none x

cat >small.grid <<'END'
# two clusters, of different systems
cluster big nodes=2 cpus=4 os=Linux memory=1024
cluster small nodes=2 cpus=2 os=AIX memory=512
END
job() { echo "$1 $2 -1 $3 $4 -1 -1 $4 $3 -1 1 1 1 1 1 1 -1 -1 $5"; }
{
    job 1 0 100 4 'OS == Linux'
    job 2 10 100 4 'OS == Linux'
    job 3 20 50 1
    job 4 30 100 2 'OS == AIX'
    job 5 40 10 1 'OS == "Solaris"; gpuu == 3 SOFT'
} >small.swf
small='--grid small.grid --no-timing'

# Jobs larger than 512 CPUs, on a cluster that has more: cut, and that is said.
{
    job 1 0 100 600 ''
    job 2 10 100 512 ''
    job 3 20 100 1000 ''
} >wide.swf
echo 'cluster large nodes=500 cpus=1000' >large.grid
run --grid large.grid wide.swf
verdict cut_is_warned_of "$(
    refusal 0 'warning: .*wide.swf: jobs cut to 512 CPUs: 2; --max-cpus sets another')"
: >err
holds cut_is_printed out '^sizes: at most 512, to which 2 jobs were cut$'
run --grid large.grid --max-cpus 1000 wide.swf
holds cut_not_at_all out '^sizes: at most 1,000$'

# ---- bad input: exit status 1 ----------------------------------------------------------
while IFS='|' read -r name pattern lines; do
    # shellcheck disable=SC2059
    printf "$lines" >bad.txt
    refuses "grid_$name" 1 "bad.txt: $pattern" --grid bad.txt small.swf
done <<'END'
empty|a line 'cluster NAME|# nothing\n
word|line 1, field 1 .node.: a line was expected to begin with|node a\n
twice|line 2, field 2 .a.: another|cluster a nodes=1 cpus=1\ncluster a nodes=1 cpus=1\n
local|cluster a: local: 'sjf' is not one of|cluster a nodes=1 cpus=1 local=sjf\n
select|cluster a: select: 'any' is not one of|cluster a nodes=1 cpus=1 select=any\n
queue|cluster a: queue: 'x' is not one of|cluster a nodes=1 cpus=1 queue=x\n
backfill|cluster a: backfill: 'x' is|cluster a nodes=1 cpus=1 backfill=x\n
END
refuses missing_grid 1 'nowhere: No such file.*--grid. are dom_small, .*dom_big' \
    --grid nowhere
refuses missing_log 1 'nowhere: No such file' nowhere
refuses no_log 1 'not a job log: line 2' --grid small.grid small.grid
refuses standard_input_twice 1 'standard input can be read only once' --grid - -
refuses grid_replaced 1 'small.grid is read, too' $small --json small.grid small.swf
{ cat small.swf; job 6 50 10 1 'OS = '; } >bad.swf
run $small bad.swf
expected 'line 6, column 50, field 19 .requirements.'
holds bad_requirement out '^jobs +5 +5 +5$' '^lines skipped .no job.: 1$'

# ---- a grid worked out by hand ---------------------------------------------------------
# Job 2 needs all of big and waits for job 1. Under fcfs 3 and 4 wait behind it at the
# broker. Under jr they do not; 4 needs all of small and has it when 3 is through. Under
# SLOW all are where they are to be at once, and wait there. No cluster has Solaris.
run $small small.swf --items i --facts f --json small.json
named='NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }'
awk -F, "$named"'{ print $at["variant"], $at["number"], $at["fate"], $at["cluster"],
    $at["dispatched"], $at["start"], $at["end"], $at["held"] }' i | sed "s: *$::" >got
cat >want <<'END'
FCFS 1 finished 0 0 0 100 0:0-3
FCFS 2 finished 0 100 100 200 0:0-3
FCFS 3 finished 1 100 100 150 1:0
FCFS 4 finished 1 150 150 250 1:0-1
FCFS 5 no_cluster
RANK 1 finished 0 0 0 100 0:0-3
RANK 2 finished 0 100 100 200 0:0-3
RANK 3 finished 1 20 20 70 1:0
RANK 4 finished 1 70 70 170 1:0-1
RANK 5 no_cluster
SLOW 1 finished 0 0 0 100 0:0-3
SLOW 2 finished 0 10 100 200 0:0-3
SLOW 3 finished 1 20 20 70 1:0
SLOW 4 finished 1 30 70 170 1:0-1
SLOW 5 no_cluster
END
equal small_schedule want got

# The figures of these schedules: 1050 CPU seconds on 6 CPUs; job 3 is on one of the nodes
# of small, which has two.
value() { awk -F '\t' -v key="$1" '$1 == key { print $2 }' f; }   # KEY
while read -r figure fcfs rank slow; do
    is "small_$figure" "$(value "FCFS $figure") $(value "RANK $figure") $(
        value "SLOW $figure")" "$fcfs $rank $slow"
done <<'END'
jobs 5 5 5
finished 4 4 4
no_cluster 1 1 1
execution_time 250 200 200
wait_mean 72.5 32.5 32.5
wait_p95 120 90 90
wait_max 120 90 90
bsld_mean 1.8166666666666667 1.325 1.325
bsld_p95 2.2 1.9 1.9
response_mean 160 120 120
cpu_utilisation 0.7 0.875 0.875
cpu_clusters 0.65 0.8125 0.8125
node_utilisation 0.65 0.8125 0.8125
overtaken 0 1 1
overtaken_most 0 2 2
dispatches 4 4 4
executions 4 4 4
END
is use_of_cluster "$(value 'RANK cpu_utilisation cluster=small')" 0.625
holds small_table out '^grid: .*small.grid, 2 clusters of 2 to 4 CPUs, 6 in all$' \
      "^requirements: the log's, of 4 jobs$" \
      '^bounded slowdown .60 s. of these, mean +1.82 +1.32 +1.32$' \
      '^no cluster can ever run job 5: .*os == Solaris$' '^no cluster has gpuu$'
is same_schedule "$(grep '"hash"' small.json | sort | uniq -c | awk '{ print $1 }' |
    paste -s -d ' ')" '2 1'

# By their deadlines, 150, 160, 95 and 180, job 3 is before job 2, but 2 and 4 begin at
# 100 and end at 200; and what is said of options without effect.
run $small small.swf --setup edf+match,FCFS --deadline-factor 1.5 --usages \
    --constrained 20 --facts f
holds missed_deadline out '^    ended after its deadline +2 +-$' \
      '^no effect: --constrained and --usages, as no'
is missed_deadline_facts "$(value 'edf+match missed_deadline')" 2
run --grid dom_small --jobs 20 --local rua --processors contiguous
holds rua_processors out 'rua, processors less-consume,'

run --print-grid --grid DOM_small
cp out printed
run --print-grid --grid printed
equal printed_grid printed out

# ---- the same results ------------------------------------------------------------------
# Requirements that the log has: as if drawn here.
hashes() { sed -n 's/.*"hash": "\(.*\)",/\1/p' x.json | paste -s -d ' '; }
busy_log 400 >busy.swf
if [ -x "$bin/swf_tool" ]; then
    "$bin/swf_tool" generate requirements --grid dom_small --seed 3 busy.swf >asking.swf
    run --no-timing --grid dom_small --seed 3 --json x.json busy.swf
    here=$(hashes)
    run --no-timing --grid dom_small --seed 3 --json x.json asking.swf
    is requirements_drawn "$(hashes)" "$here"
    "$bin/swf_tool" generate lublin --jobs 90 --servers 144 --seed 3 |
        "$bin/swf_tool" generate requirements --grid dom_small --seed 3 - >asking.swf
    run --no-timing --grid dom_small --seed 3 --json x.json --jobs 90
    here=$(hashes)
    run --no-timing --grid dom_small --seed 3 --json x.json asking.swf
    is requirements_built_in "$(hashes)" "$here"
else
    skip requirements_drawn 'swf_tool is not built'
fi

# A set-up without JR runs once for all factors, whatever the threads, and as alone.
crowded='--grid dom_small --jobs 600 --load 1 --no-timing --json x.json'
run $crowded --setup FCFS
alone=$(hashes)
for threads in 1 4; do
    run $crowded --setup FCFS,RANK,isis --jr-factor 0,0.1,1 --threads $threads
    is "once_for_all_$threads" "$(hashes | cut -d ' ' -f 1,4,7)" "$alone $alone $alone"
    must "factors_$threads" 'RANK is alike' \
        [ "$(hashes | cut -d ' ' -f 2)" != "$(hashes | cut -d ' ' -f 8)" ]
done
if [ -n "$RUN_ENV" ]; then
    skip rest 'RUN_ENV is set, and what emulates is slow'
    exit 0
fi

# ---- figures, worked out again ---------------------------------------------------------
# From the items of a machine of 8 CPUs on 3 nodes (3, 3, 2): percentiles, who was
# overtaken, use of CPUs and nodes.
echo 'cluster m nodes=3 cpus=8' >machine.grid
run --no-timing --grid machine.grid --setup RANK --items i --facts f busy.swf
# Lines "CPU start end job" of a run's items.
cpus() {
    awk -F, "$named"'
        $at["fate"] == "finished" {
            n = split($at["held"], runs, " ")
            for (count = 0; n > 0; n--) {
                where = runs[n] ~ /:/ ? runs[n] : "0:" runs[n]
                split(where, part, ":")
                if (split(part[2], ends, "-") == 1) ends[2] = ends[1]
                for (x = ends[1] + 0; x <= ends[2] + 0; x++) {
                    count++
                    print $at["variant"] "/" part[1] "/" x, $at["start"], $at["end"], \
                          $at["number"]
                }
            }
            if (count != $at["size"]) print "! job " $at["number"] " has " count " CPUs"
        }' i | sort -k1,1 -k2,2n -k3,3n
}
cpus | sed 's:.*/::' | awk '{ print int($1 / 3), $2, $3 }' | sort -k1,1n -k2,2n >uses
awk -F, "$named"'
    $at["fate"] == "finished" { begun[++n] = $at["start"]; wait[n] = $at["wait"] }
    END {
        for (i = 1; i <= n; i++) {
            by = rank = 0
            for (k = 1; k <= n; k++) {
                by += k > i && begun[k] < begun[i]
                rank += wait[k] < wait[i] || (wait[k] == wait[i] && k < i)
            }
            overtaken += by > 0
            if (by > most) most = by
            sum += wait[i]
            of[rank + 1] = wait[i]
        }
        at95 = int(n * 0.95)
        if (at95 < n * 0.95) at95++
        print "overtaken", overtaken
        print "overtaken_most", most
        print "wait_p95", of[at95]
        print "wait_mean", sum / n
    }' i >figures
awk -v span="$(value 'RANK execution_time')" '
    { cpu += $3 - $2 }
    $1 != node { node = $1; until = -1 }
    $3 > until { used += $3 - ($2 > until ? $2 : until); until = $3 }
    END {
        print "cpu_utilisation", cpu / 8 / span
        print "node_utilisation", used / 3 / span
    }' uses >>figures
while read -r name value; do
    within "again_$name" "$(value "RANK $name")" \
        "$(echo "$value" | awk '{ print $1 * 0.9999 }')" \
        "$(echo "$value" | awk '{ print $1 * 1.0001 }')"
done <figures

# ---- nothing is lost -------------------------------------------------------------------
# Every job has one fate, every job that ran finished.
run --setup all --jobs 3000 --information-delay 0,20m --facts f
checked accounting "$(awk -F '\t' '
    split($1, w, " ") == 3 && w[2] !~ /-FCFS$/ {
        v[w[1] " " w[2], w[3]] = $2
        of[w[1] " " w[2]]
    }
    END {
        for (r in of) {
            runs++
            fates = v[r, "finished"] + v[r, "no_cluster"] + v[r, "deadline"] + \
                    v[r, "stuck"]
            if (fates != v[r, "jobs"]) print r ": " fates " fates of " v[r, "jobs"]
            if (v[r, "executions"] != v[r, "finished"]) print r ": executions"
            if (v[r, "dispatches"] < v[r, "executions"]) print r ": dispatches"
        }
        if (runs < 34) print "only " runs " runs"
    }' f | head -n 1)"
# Each job once at a time on the CPUs it asked for.
run --jobs 3000 --setup RANK,SLOW --items i
checked exclusive "$(cpus | awk '
    $1 == "!" { print }
    $1 == cpu && $2 < end { print cpu ": jobs " job " and " $4 }
    { cpu = $1; end = $3; job = $4; n++ }
    END { if (!n) print "nothing ran" }' | head -n 1)"

# ---- runs of all kinds -----------------------------------------------------------------
for setting in '--local fcfs,easy,easy:4,conservative,rua,rua:2' \
    '--processors first-fit,contiguous,less-consume --queue-order sjf,ljf,saf' \
    '--local easy --backfill-order queue,fcfs,sjf,ljf,saf,lxf,lxwf,laf' \
    '--local easy:4 --queue-order sjf' '--local rua:2 --backfill-order sjf --usages' \
    '--ties most,least,first' '--jr-formula listing,weight --jr-head on,off' \
    '--jr-factor 0:1:0.25' '--deadline-factor 2 --setup edf+match,realtime+slow,isis' \
    '--requirements none,generate' '--grid DOM_medium' '--max-cpus 16 --load 1.5' \
    '--skip 100 --cut 1d:5d --scale-run 0.5' '--jobs 1'; do
    case $setting in *--jobs*) few= ;; *) few='--jobs 500' ;; esac
    case $setting in *--setup* | *--grid*) ;; *) few="$few --grid dom_small" ;; esac
    run $few --no-timing $setting
    holds "kind$(echo "$setting" | tr -d '.' | tr -s ' :,+=-' '_')" out \
        '^  finished +[0-9]'
done

# A share of the jobs asks for more than CPUs; of none it is as if nothing were drawn.
run --grid dom_small --jobs 1000 --setup RANK --constrained 30
holds constrained out 'generated, of (2[5-9][0-9]|3[0-4][0-9]) jobs$'
run --grid dom_small --jobs 1000 --setup RANK --constrained 0 --json x.json
nobody=$(hashes)
run --grid dom_small --jobs 1000 --setup RANK --requirements none --json x.json
is constrained_to_nothing "$(hashes)" "$nobody"

# Nodes with something to share: jobs run longer than alone, and RUA keeps them apart.
for i in 1 2 3; do
    echo "cluster c$i nodes=$((8 * i)) cpus=$((32 * i)) membw=150 network=100"
done >shared.grid
echo 'cluster a nodes=20000000 cpus=20000000 membw=1' >many.grid
refuses shared_nodes 1 'line 1: at most 10000000 nodes in all' --grid many.grid \
        --jobs 3 --usages
run --grid shared.grid --jobs 600 --setup RANK --local easy,rua --usages --facts f
checked shared "$(echo "$(value 'easy stretch_mean') $(value 'rua stretch_mean')" | awk '
    !($1 > 1 && $2 >= 1 && $2 < $1 && NF == 2) { print "easy " $1 ", rua " $2 }')"

# A grid of more clusters than classes: all but figures by cluster.
for i in $(seq 70); do echo "cluster c$i nodes=2 cpus=8"; done >wide.grid
run --grid wide.grid --jobs 300 --setup RANK --items i --report x.html
holds many_clusters out '^grid: .*70 clusters' '^  finished +300$'
checked many_clusters_served "$(awk -F, "$named"'$at["resource"] > most {
    most = $at["resource"] } END { if (most < 60) print "up to " most }' i)"

# The issue of it all: 13,000 jobs on DOM_big under the paper's set-ups, with the page.
run --report big.html
holds big out '^jobs +13,000 +13,000 +13,000$' '^  finished +13,000'
holds page big.html 'have arrived .figure 7' 'figure 8a' 'figure 8b' 'figure 8c' \
    'CPUs in use .figure 9' 'so far .figure 10., SLOW'
