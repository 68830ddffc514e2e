#!/bin/sh
# sim_broker.sh - broker_sim: refusals, what it writes, the same bytes whatever the
# threads, a small grid by hand, and that no job is lost.

tool=broker_sim
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1

# ---- the command line: exit status 2 ---------------------------------------------------
refuses unknown_option 2 'no option --frobnicate' --frobnicate
refuses two_traces 2 'one file at a time' a b
refuses missing_value 2 '--grid needs a value' --grid
wrong setup 'is not' FCFS, fcfs jr+ +match jr+match+slow best 'FCFS SLOW' jr+best ''
refuses setup_isis 2 '--setup: isis has no job policy' --setup jr+isis
refuses setup_twice 2 '--setup: RANK is there twice' --setup RANK,FCFS,jr+match
refuses setup_matchmaking 2 '--setup: RANK is there twice' --setup RANK,jr+matchmaking
wrong jr-factor 'is not' -1 x 1,1 2,1 1, 0:1 1:0:0.1 0:1:0 1000001 ''
wrong information-delay 'is not' -1 1x 1h,30m 1h,1h 2:1 '' 99999999999d
wrong local 'is not one of fcfs|easy' sjf online trace rua:0 easy:0 easy:x fcfs:2 \
    conservative: 'easy fcfs'
refuses processors 2 '--processors: .*is not one of first-fit|contiguous|less' \
        --processors best
refuses queue_order 2 '--queue-order: .*is not one of fcfs|sjf' --queue-order random
refuses backfill_order 2 '--backfill-order: .*is not one of queue|fcfs' --backfill-order x
refuses jr_formula 2 '--jr-formula.*weight|listing' --jr-formula both
refuses jr_head 2 '--jr-head.*on|off' --jr-head no
refuses constrained 2 '--constrained.* from 0 to 100' --constrained 101
refuses deadline_factor 2 '--deadline-factor.* from 1 to' --deadline-factor 0.9
refuses requirements 2 '--requirements.*log|generate|none' --requirements some
refuses requirements_of_none 2 '--requirements log needs a trace' --requirements log
for option in max-cpus jobs threads; do
    refuses "${option}_zero" 2 "--$option: '0' is not a whole number from 1" --$option 0
done
refuses report_standard 2 'name of a file' --report -
refuses csv_standard 2 'name of a directory' --csv -
refuses json_is_report 2 'are the same file, x' --json x --report x
refuses standard_input_twice 2 'standard input, which can be read once' --grid - -

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
mkdir trace grid
cp small.swf trace/x.csv
cp small.grid grid/x.csv
small="--grid $dir/small.grid"
refuses json_over_trace 2 'would replace the trace' trace/x.csv --json trace/x.csv
refuses report_over_grid 2 'would replace the grid' --grid grid/x.csv --report grid/x.csv
refuses csv_over_trace 2 'might replace' trace/x.csv --csv trace
refuses csv_over_grid 2 'might replace' --grid grid/x.csv --csv grid

run --help
holds help out '^usage: broker_sim \[options\] \[LOG\]' '^  --setup LIST' \
      'FCFS,RANK,SLOW\)$' '^  --jr-factor LIST' 'default 0.1' \
      '^  --information-delay LIST' '^  --local WORD' 'dom_big\)' '^  -h, --help ' \
      'Exit status'
verdict help_width "$(awk 'length > 80' out | head -n 1)"

# Jobs larger than 512 CPUs, on a cluster that has more: cut, and that is said.
{
    job 1 0 100 600 ''
    job 2 10 100 512 ''
    job 3 20 100 1000 ''
} >wide.swf
echo 'cluster large nodes=500 cpus=1000' >large.grid
holds help_cpus out '512, or the largest cluster if that has fewer; with$'
run --grid large.grid --json x.json wide.swf
why=$(refusal 0 'warning: .*wide.swf: jobs cut to 512 CPUs: 2; --max-cpus sets another')
verdict cut_is_warned_of "$why"
: >err
holds cut_is_counted x.json '"sizes_cut":2'
holds cut_is_printed out '^sizes: at most 512, to which 2 jobs were cut$'
run --grid large.grid --max-cpus 1000 wide.swf
holds cut_not_at_all out '^sizes: at most 1,000$'

# ---- bad input, or an output that cannot be: exit status 1 -----------------------------
while IFS='|' read -r name pattern lines; do
    # shellcheck disable=SC2059
    printf "$lines" >bad.txt
    refuses "grid_$name" 1 "bad.txt: $pattern" --grid bad.txt small.swf
done <<'END'
empty|a line 'cluster NAME|# nothing\n
word|line 1, field 1 .node.: a line was expected to begin with|node a\n
nameless|line 1, field 2 .*a name was expected|cluster\n
no_nodes|line 1: nodes=N was expected|cluster a cpus=4\n
no_cpus|line 2: cpus=N was expected|cluster a nodes=2 cpus=4\ncluster b nodes=4\n
zero_nodes|line 1, field 3 .nodes.|cluster a nodes=0 cpus=4\n
few_cpus|line 1: at least one CPU on each node|cluster a nodes=4 cpus=2\n
many_cpus|line 1, field 4 .cpus.|cluster a nodes=4 cpus=99999999999\n
bad_memory|line 1, field 5 .memory.|cluster a nodes=1 cpus=1 memory=much\n
dynamic|line 1, field 5 .load.|cluster a nodes=1 cpus=1 load=3\n
no_value|line 1, field 5 .os.: |cluster a nodes=1 cpus=1 os\n
twice|line 2, field 2 .a.: another|cluster a nodes=1 cpus=1\ncluster a nodes=1 cpus=1\n
priority|line 1, field 2 .x.|priority x\n
local|cluster a: local: 'sjf' is not one of|cluster a nodes=1 cpus=1 local=sjf\n
select|cluster a: select: 'any' is not one of|cluster a nodes=1 cpus=1 select=any\n
queue|cluster a: queue: 'x' is not one of|cluster a nodes=1 cpus=1 queue=x\n
backfill|cluster a: backfill: 'x' is|cluster a nodes=1 cpus=1 backfill=x\n
END
refuses missing_grid 1 'nowhere: No such file.*--grid. are dom_small, .*dom_big' \
    --grid nowhere
refuses missing_trace 1 'nowhere: No such file' nowhere
refuses no_log 1 'not a job log: line 2' --grid small.grid small.grid
{
    refuses json_nowhere 1 'cannot be written' $small small.swf --json no/where
    refuses csv_nowhere 1 'cannot be made' $small small.swf --csv no/where
    { cat small.swf; job 6 50 10 1 'OS = '; } >bad.swf
    run $small bad.swf
    expected 'line 6, column 50, field 19 .requirements.'
    holds bad_requirement out '^jobs +5 +5 +5$' '^lines skipped .no job.: 1$'
    { cat small.swf; job 6 50 10 1 'Memory >= Linux'; } >bad.swf
    run $small bad.swf
    expected 'line 6, field 19 .requirements.: .*Memory'
    holds senseless_requirement out '^lines skipped .no job.: 1$'
}

# ---- a grid worked out by hand ---------------------------------------------------------
# Job 2 needs all of big and waits for job 1. Under fcfs 3 and 4 wait behind it at the
# broker. Under jr they do not; 4 needs all of small and has it when 3 is through. Under
# SLOW all are where they are to be at once, and wait there. No cluster has Solaris.
run --no-timing $small small.swf --json small.json --csv small.csv
cut -d, -f 1,4,8- small.csv/jobs.csv >jobs
columns setup job fate cluster dispatched_seconds start_seconds end_seconds wait_seconds \
        bounded_slowdown >expected
cat >>expected <<'END'
FCFS,1,finished,big,0,0,100,0,1
FCFS,2,finished,big,100,100,200,90,1.9
FCFS,3,finished,small,100,100,150,80,2.1666666666666665
FCFS,4,finished,small,150,150,250,120,2.2
FCFS,5,no_cluster,,,,,,
RANK,1,finished,big,0,0,100,0,1
RANK,2,finished,big,100,100,200,90,1.9
RANK,3,finished,small,20,20,70,0,1
RANK,4,finished,small,70,70,170,40,1.4
RANK,5,no_cluster,,,,,,
SLOW,1,finished,big,0,0,100,0,1
SLOW,2,finished,big,10,100,200,90,1.9
SLOW,3,finished,small,20,20,70,0,1
SLOW,4,finished,small,30,70,170,40,1.4
SLOW,5,no_cluster,,,,,,
END
equal small_schedule expected jobs

# The figures of these schedules: 1050 CPU seconds on 6 CPUs; job 3 is on one of the nodes
# of small, which has two.
figures() {   # FIGURE FCFS RANK SLOW
    set -- "$@" $(field "$1" small.json)
    [ "$2 $3 $4" = "$5 $6 $7" ] || echo "$1: $5 $6 $7, by hand $2 $3 $4"
}
verdict small_figures "$({
    figures jobs 5 5 5
    figures finished 4 4 4
    figures no_cluster 1 1 1
    figures execution_time 250 200 200
    figures wait_mean 72.5 32.5 32.5
    figures wait_p95 120 90 90
    figures wait_max 120 90 90
    figures bsld_mean 1.8166666666666667 1.325 1.325
    figures bsld_p95 2.2 1.9 1.9
    figures response_mean 160 120 120
    figures cpu_utilisation 0.7 0.875 0.875
    figures cpu_clusters 0.65 0.8125 0.8125
    figures node_utilisation 0.65 0.8125 0.8125
    figures overtaken 0 1 1
    figures overtaken_most 0 2 2
    figures dispatches 4 4 4
    figures executions 4 4 4
} | head -n 1)"
holds small_table out '^grid: .*small.grid, 2 clusters of 2 to 4 CPUs, 6 in all$' \
      "^requirements: the log's, of 4 jobs$" '^ +FCFS +RANK +SLOW$' \
      '^waiting of finished jobs, mean ' \
      '^bounded slowdown .60 s. of these, mean +1.82 +1.32 +1.32$' \
      '^CPUs in use .%. +70.0 +87.5 +87.5$' '^small, 2 CPUs +50.0 +62.5 +62.5$' \
      '^the same schedule: RANK, SLOW$' \
      '^no cluster can ever run job 5: .*os == Solaris$' '^no cluster has gpuu$'

# By their deadlines, 150, 160, 95 and 180, job 3 is before job 2, but 2 and 4 begin at
# 100 and end at 200; and what is said of options without effect.
{
    run $small small.swf --setup edf+match,FCFS --deadline-factor 1.5 \
        --usages --constrained 20 --json dated.json
    holds missed_deadline out '^    ended after its deadline +2 +-$' \
          '^information: 0s? old$' '^no effect: --constrained and --usages, as no'
    verdict missed_deadline_json "$(
        field missed_deadline dated.json | tr '\n' ' ' |
        sed 's/^2 null $//')"
    holds attributes dated.json '"attributes":.*"os":"AIX","memory":512'
}
run --grid dom_small --jobs 20 --local rua --processors contiguous --json rua.json
holds rua_processors out 'rua, processors less-consume,'
holds rua_select rua.json '"local":"rua","select":"less-consume"'

# A cluster's own words, and those of all others.
printf 'cluster a nodes=1 cpus=4 local=fcfs queue=sjf\ncluster b nodes=1 cpus=4\n' \
    >own.grid
run --grid own.grid --jobs 50 --local conservative --processors contiguous \
    --setup SLOW --json own.json
holds own_words own.json \
      '"name":"a".*"local":"fcfs","select":"contiguous","queue":"sjf","backfill":"que' \
      '"name":"b".*"local":"conservative","select":"contiguous","queue":"fcfs",'

run --print-grid --grid DOM_small
cp out printed
run --print-grid --grid printed
equal printed_grid printed out

# ---- what is written -------------------------------------------------------------------
few='--jobs 1500'
[ -z "$RUN_ENV" ] || few='--jobs 100 --setup SLOW'
run $few --jr-factor 0.1,1 --information-delay 30m --json x.json --csv csv --report x.html
holds tables out '^grid: dom_big, 12 clusters of 36 to 1,068 CPUs, 3,712 in all' \
      '^JR-backfilling: reduction factor 0.1, and others' '^workload execution time' \
      '^waiting time, 95th percentile' '^1 as reduction factor ' \
      '^this table: information 0s? old, reduction factor 0.1$' \
      '^30m old information .* x[0-9]' 'x.json and' '^Pictures: '
holds page x.html 'jobs have arrived \(figure 7\)' 'workload takes \(figure 8a\)' \
      'How long jobs wait \(figure 8b\)' 'jobs are slowed down \(figure 8c\)' \
      'CPUs in use \(figure 9\)' 'of each cluster, SLOW \(figure 10\)' \
      'by reduction factor' 'What old information costs' '<code>broker_sim --jobs'
laid_out page_order x.html
fields='program grid source cpus clusters workload settings setups jr_factors
    information_delays seed load max_cpus requirements runs setup jr_factor
    information_delay jobs finished no_cluster deadline stuck execution_time wait_mean
    wait_p95 wait_max bsld_mean bsld_p95 response_mean cpu_utilisation cpu_clusters
    node_utilisation node_clusters overtaken overtaken_most dispatches executions passes
    looks wall_seconds'
written "$fields" 'runs clusters jobs executions fig7 fig8a fig8b fig8c fig9
    cluster_nodes fig10 factor_wait factor_longest factor_slowdown delay_wait
    delay_slowdown'

# ---- the same bytes --------------------------------------------------------------------
some="$few --information-delay 1h"
{
    all one $some --threads 1
    all two $some --threads 2
    equal threads one two
    [ -z "$RUN_ENV" ] || exit 0
    all again $some --threads 2
    equal same_bytes one again
    all other $some --threads 2 --seed 2
    must seeds 'seeds 1 and 2 give the same' not cmp -s one other
    run --no-timing --json - $few
    holds json_standard out '^  "runs":\[' '"wall_seconds":null'
}

# A log read from a pipe, and requirements that the log has: as if drawn here.
run_on --no-timing --json - --grid small.grid - <small.swf
sed 's/"source":"standard input"//' out >piped
run --no-timing --json - --grid small.grid small.swf
sed 's/"source":"[^"]*small.swf"//' out >named
unmade piped named
equal pipe named piped
busy_log 400 >busy.swf
tool=$bin/swf_tool
if [ -x "$tool" ]; then
    "$tool" generate requirements --grid dom_small --seed 3 busy.swf >asking.swf
    run --no-timing --grid dom_small --seed 3 --csv here busy.swf
    run --no-timing --grid dom_small --seed 3 --csv there asking.swf
    equal requirements_drawn here/executions.csv there/executions.csv
else
    skip requirements_drawn 'swf_tool is not built'
fi

# ---- figures, worked out again ---------------------------------------------------------
# From jobs.csv and executions.csv of a machine of 8 CPUs on 3 nodes (3, 3, 2):
# percentiles, who was overtaken, use of CPUs and nodes.
echo 'cluster m nodes=3 cpus=8' >machine.grid
run --no-timing --grid machine.grid --setup RANK --csv figured --json again.json busy.swf
cut -d, -f 4- figured/executions.csv | awk -F, '
    FNR > 1 {
        n = split($5, runs, " ")
        for (; n > 0; n--) {
            if (split(runs[n], ends, "-") == 1) ends[2] = ends[1]
            for (x = ends[1] + 0; x <= ends[2] + 0; x++) print int(x / 3), $3, $4
        }
    }' | sort -k1,1n -k2,2n -k3,3n >uses
awk -F, 'FNR > 1 && $8 == "finished" { print $13 }' figured/jobs.csv | sort -n >waits
awk -F, '
    FNR == 1 { file++; next }
    file == 1 { if (!($4 in begun) || $6 < begun[$4]) begun[$4] = $6; next }
    { order[++n] = $4 }
    END {
        for (i = 1; i <= n; i++) {
            if (!(order[i] in begun)) continue
            by = 0
            for (k = i + 1; k <= n; k++)
                by += order[k] in begun && begun[order[k]] < begun[order[i]]
            overtaken += by > 0
            if (by > most) most = by
        }
        print "overtaken", overtaken
        print "overtaken_most", most
    }' figured/executions.csv figured/jobs.csv >figures
awk '{ wait[NR] = $1; sum += $1 }
    END {
        at = int(NR * 0.95)
        if (at < NR * 0.95) at++
        print "wait_p95", wait[at]
        print "wait_mean", sum / NR
    }' waits >>figures
awk -v span="$(field execution_time again.json)" '
    { cpu += $3 - $2 }
    $1 != node { node = $1; until = -1 }
    $3 > until { used += $3 - ($2 > until ? $2 : until); until = $3 }
    END {
        print "cpu_utilisation", cpu / 8 / span
        print "node_utilisation", used / 3 / span
    }' uses >>figures
while read -r name value; do
    within "again_$name" "$(field "$name" again.json)" \
        "$(echo "$value" | awk '{ print $1 * 0.9999 }')" \
        "$(echo "$value" | awk '{ print $1 * 1.0001 }')"
done <figures

# ---- nothing is lost -------------------------------------------------------------------
# Of each run in a JSON file: every job has one fate, every job that ran finished.
accounts() {
    awk -F: '
        { gsub(/[ ",]/, "", $1); sub(/,$/, "", $2) }
        $1 == "setup" { name = $2 }
        $1 ~ /^(jobs|finished|no_cluster|deadline|stuck|executions|dispatches)$/ {
            v[$1] = $2
        }
        $1 == "wall_seconds" {
            runs++
            fates = v["finished"] + v["no_cluster"] + v["deadline"] + v["stuck"]
            if (fates != v["jobs"]) print name ": " fates " fates of " v["jobs"] " jobs"
            if (v["executions"] != v["finished"])
                print name ": " v["executions"] " executions, " v["finished"] " finished"
            if (v["dispatches"] < v["executions"]) print name ": dispatches"
        }
        END { if (runs < least) print "only " runs " runs" }' least="$1" "$2"
}
run --setup all --jobs 3000 --information-delay 20m --json lost.json
why=$(trouble)
setups=$(sed -n 's/^ *"setups":\[\(.*\)\].*/\1/p' lost.json | tr ',' '\n' | wc -l)
verdict all_setups "$([ "$setups" -ge 17 ] || echo "$setups set-ups")"
verdict accounting "${why:-$(accounts $((2 * setups)) lost.json | head -n 1)}"
# Each job once at a time on the CPUs it asked for: of executions.csv and jobs.csv alone.
run --jobs 3000 --setup RANK,SLOW --csv lost
checked exclusive "$(awk -F, '
    FNR == 1 { file++; next }
    file == 1 { size[$1 " " $4] = $6; next }
    {
        n = split($8, runs, " ")
        for (count = 0; n > 0; n--) {
            if (split(runs[n], ends, "-") == 1) ends[2] = ends[1]
            for (x = ends[1] + 0; x <= ends[2] + 0; x++) {
                count++
                print $1 "/" $5 "/" x, $6, $7, $4
            }
        }
        if (count != size[$1 " " $4]) print "! job " $4 " has " count " CPUs"
    }' lost/jobs.csv lost/executions.csv | sort -k1,1 -k2,2n -k3,3n | awk '
    $1 == "!" { print }
    $1 == cpu && $2 < end { print cpu ": jobs " job " and " $4 }
    { cpu = $1; end = $3; job = $4; n++ }
    END { if (!n) print "nothing ran" }' | head -n 1)"

# ---- runs of all kinds -----------------------------------------------------------------
kinds=$(for option in local processors queue-order backfill-order; do
        for word in $(words "$option"); do echo "--$option=$word"; done
    done)
for setting in $kinds '--local fcfs' '--local conservative' \
    '--local easy:4 --queue-order sjf' \
    '--queue-order lxwf' '--local rua:2 --backfill-order sjf --usages' \
    '--processors less-consume' '--ties least' '--jr-formula listing' \
    '--jr-factor 0:1:0.25' \
    '--setup edf+match,realtime+slow,isis --deadline-factor 2' '--requirements none' \
    '--setup jr+slow-gate,jr+slow-free,realtime+slow-gate --jr-head off' \
    '--requirements generate' '--grid dom_small' '--grid DOM_medium' \
    '--max-cpus 16 --load 1.5' '--skip 100 --cut 1d:5d --scale-run 0.5' \
    '--grid dom_small --jobs 1'; do
    run --jobs 1000 --no-timing $setting
    name=$(echo "$setting" | tr -d '.' | tr -s ' :,+=-' '_')
    holds "kind$name" out '^  finished +[0-9]'
done

# A share of the jobs asks for more than CPUs; of none it is as if nothing were drawn.
run --grid dom_small --jobs 1000 --setup RANK --constrained 30 --json x.json
holds constrained out 'generated, of (2[5-9][0-9]|3[0-4][0-9]) jobs$'
holds constrained_json x.json '"constrained":30,'
run --grid dom_small --jobs 1000 --setup RANK --constrained 0 --json x.json
run --grid dom_small --jobs 1000 --setup RANK --requirements none --json y.json
field bsld_mean x.json >want
field bsld_mean y.json >got
equal constrained_to_nothing want got

# Nodes with something to share: jobs run longer than alone, and RUA keeps them apart.
for i in 1 2 3; do
    echo "cluster c$i nodes=$((8 * i)) cpus=$((32 * i)) membw=150 network=100"
done >shared.grid
shared() {   # LOCAL: how many times as long as alone
    run --grid shared.grid --jobs 600 --setup RANK --local "$1" --usages --json -
    stretch=$(trouble)
    stretch=${stretch:-$(field stretch_mean out)}
}
echo 'cluster a nodes=20000000 cpus=20000000 membw=1' >large.grid
refuses shared_nodes 1 'line 1: at most 10000000 nodes in all' --grid large.grid \
        --jobs 3 --usages
shared easy
easy=$stretch
shared rua
verdict shared "$(echo "$easy $stretch" | awk '
    !($1 > 1 && $2 >= 1 && $2 < $1 && NF == 2) { print "easy " $1 ", rua " $2 }')"

# The issue of it all: 13,000 jobs on DOM_big under the paper's set-ups, with the page.
run --grid dom_big --report big.html
holds big out '^jobs +13,000 +13,000 +13,000$' '^  finished +13,000'

# ---- several seeds ---------------------------------------------------------------------
seeded bsld_mean --setup RANK
refuses seeds_of_standard_input 2 'cannot read standard input again' --seeds 2 -
forty_jobs >forty.swf
refuses seeds_of_nothing_random 1 'nothing here is random' --seeds 2 --requirements none \
        forty.swf
refuses seeds_beyond_the_last 2 'not so many after --seed' --seeds 2 \
        --seed 9223372036854775807
