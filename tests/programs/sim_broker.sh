#!/bin/sh
# sim_broker.sh - broker_sim: refusals, a small grid by hand, runs of all kinds, each of
# which the program checks itself. What all simulators share is tests/sim/test_kit.c's;
# schedules, and who is overtaken, are tests/sim/prop_broker.c's.

tool=broker_sim
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1

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

# ---- refusals --------------------------------------------------------------------------
refusals <<'END'
2|--requirements log needs a log|--requirements log
2|nothing is drawn here|--seeds 2 --requirements none x
1|nowhere: No such file.*--grid. are dom_small, .*dom_big|--grid nowhere
1|not a job log: line 2|--grid small.grid small.grid
1|small.grid is read, too|--json small.grid $small small.swf
1|narwhal: jobs run at .*only where|--coallocate 10 --processors contiguous --jobs 10
END
run_on --grid - - <small.grid
verdict standard_input_twice "$(refusal 1 'standard input can be read only once')"
for word in local=sjf select=any queue=x backfill=x; do
    echo "cluster a nodes=1 cpus=1 $word" >bad.txt
    refuses "grid_$word" 1 "cluster a: ${word%=*}: '${word#*=}' is not one of" \
        --grid bad.txt small.swf
done
{ cat small.swf; job 6 50 10 1 'OS = '; } >bad.swf
run $small bad.swf
expected 'line 6, column 50, field 19 .requirements.'
holds bad_requirement out '^jobs +5 +5 +5$' '^lines skipped .no job.: 1$'

# Jobs larger than 512 CPUs, on a cluster that has more: cut, and that is said.
{ job 1 0 100 600 ''; job 2 10 100 512 ''; job 3 20 100 1000 ''; } >wide.swf
echo 'cluster large nodes=500 cpus=1000' >large.grid
run --grid large.grid wide.swf
verdict cut_is_warned_of "$(
    refusal 0 'warning: .*wide.swf: jobs cut to 512 CPUs: 2; --max-cpus sets another')"
run --grid large.grid --max-cpus 1000 wide.swf
holds cut_not_at_all out '^sizes: at most 1,000$'

# ---- a grid worked out by hand ---------------------------------------------------------
# Job 2 needs all of big and waits for job 1. Under fcfs 3 and 4 wait behind it at the
# broker. Under jr they do not; 4 needs all of small and has it when 3 is through. Under
# SLOW all are where they are to be at once, and wait there. No cluster has Solaris.
run $small small.swf --items i --facts f --json small.json
pick variant,number,fate,cluster,dispatched,start,end,held i | grep ^SLOW >got
lines 'SLOW 1 finished 0 0 0 100 0:0-3, SLOW 2 finished 0 10 100 200 0:0-3,
    SLOW 3 finished 1 20 20 70 1:0, SLOW 4 finished 1 30 70 170 1:0-1,
    SLOW 5 no_cluster - - - - -' >want
equal small_schedule want got

# The figures of these schedules: 1050 CPU seconds on 6 CPUs; job 3 is on one of the nodes
# of small, which has two.
while read -r figure want; do
    is "small_$figure" "$(values "[A-Z]* $figure" f)" "$want"
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
bsld_apart 0.20183486238532117 0.094339622641509413 0.094339622641509413
response_mean 160 120 120
cpu_utilisation 0.7 0.875 0.875
cpu_clusters 0.65 0.8125 0.8125
node_utilisation 0.65 0.8125 0.8125
overtaken 0 1 1
overtaken_most 0 2 2
dispatches 4 4 4
executions 4 4 4
END
is use_of_cluster "$(values 'RANK cpu_utilisation cluster=small' f)" 0.625
holds small_table out '^grid: .*small.grid, 2 clusters of 2 to 4 CPUs, 6 in all$' \
      "^requirements: the log's, of 4 jobs$" \
      '^bounded slowdown .60 s. of these, mean +1.82 +1.32 +1.32$' \
      '^no cluster has os == Solaris: job 5$' '^no cluster has gpuu$'
is same_schedule "$(grep '"hash"' small.json | sort | uniq -c | awk '{ print $1 }' |
    paste -s -d ' ')" '2 1'

# Why no cluster can run a job: once for each kind, also in JSON.
{
    job 1 0 9 1 'Memory >= 2000 MB'
    job 2 1 9 1 'OS == AIX; Memory > 800 MB'
    job 3 2 9 1 'Memory >= 3 GB; OS == Solaris'
    job 4 3 9 5
} >lacks.swf
run $small lacks.swf --max-cpus 6 --setup FCFS --json x.json
holds lacks out '^no cluster has all that is asked for, but for each part .*: job 2$' \
    '^no cluster has cpus >= 5: job 4$' \
    '^no cluster has memory >= 2000 .. 3072: 2 jobs, the first is 1$'
holds lacks_in_json x.json '"about": ".*no cluster has cpus >= 5: job 4'

# By their deadlines, 150, 160, 95 and 180, job 3 is before job 2, but 2 and 4 begin at
# 100 and end at 200; and what is said of options without effect.
run $small small.swf --setup edf+match,FCFS --deadline-factor 1.5 --usages \
    --constrained 20 --facts f
holds missed_deadline out '^    ended after its deadline +2 +-$' \
      '^no effect: --constrained and --usages, as no'
is missed_deadline_facts "$(values 'edf.match missed_deadline' f)" 2
prints rua_processors '--grid dom_small --jobs 20 --local rua --processors contiguous' \
    'rua, processors less-consume,'

run --print-grid --grid DOM_small
cp out printed
run --print-grid --grid printed
equal printed_grid printed out

# Requirements that the log has: as if drawn here.
busy_log 400 >busy.swf
given='--grid dom_small --seed 3'
$RUN_ENV "$bin/swf_tool" generate requirements $given busy.swf >asking.swf
for log in busy asking; do
    run --no-timing $given --json $log.json $log.swf
done
is requirements_drawn "$(hashes asking.json)" "$(hashes busy.json)"
rest

# ---- runs of all kinds -----------------------------------------------------------------
for setting in '--local fcfs,easy,easy:4,conservative,rua,rua:2' \
    '--setup all --information-delay 0,20m' \
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
prints constrained '--grid dom_small --jobs 1000 --setup RANK --constrained 30' \
    'generated, of (2[5-9][0-9]|3[0-4][0-9]) jobs$'
for nobody in '--constrained 0' '--requirements none'; do
    run --grid dom_small --jobs 1000 --setup RANK $nobody --json "${nobody#* }.json"
done
is constrained_to_nothing "$(hashes 0.json)" "$(hashes none.json)"

echo 'cluster a nodes=20000000 cpus=20000000 membw=1' >many.grid
refuses shared_nodes 1 'line 1: at most 10000000 nodes in all' --grid many.grid \
        --jobs 3 --usages

# A grid of more clusters than classes: all but figures by cluster.
for i in $(seq 70); do echo "cluster c$i nodes=2 cpus=8"; done >wide.grid
run --grid wide.grid --jobs 300 --setup RANK --items i --report x.html
holds many_clusters out '^grid: .*70 clusters' '^  finished +300$'
checked many_clusters_served "$(pick resource i | sort -n | tail -n 1 |
    awk '$1 < 60 { print "up to " $1 }')"

# 13,000 jobs on DOM_big under the paper's set-ups, with the page.
prints big '--report big.html' '^jobs +13,000 +13,000 +13,000$' '^  finished +13,000'
holds page big.html 'have arrived .figure 7' 'figure 8a' 'figure 8b' 'figure 8c' \
    'CPUs in use .figure 9' 'so far .figure 10., SLOW'
