#!/bin/sh
# sim_multicost.sh - multicost_sim from outside: refusals, what it writes, the same bytes
# whatever the threads, no impossible run, delays in an empty network by hand.

tool=multicost_sim
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1

# ---- the command line: exit status 2 ---------------------------------------------------
refuses unknown_option 2 'no option --frobnicate' --frobnicate
refuses operand 2 'one operand too many' tasks.txt
refuses missing_value 2 '--lambda needs a value: a list A,B,...' --lambda
wrong lambda 'is not ' 0 -1 x 5: 5:1:1 1:2 1:2:0 1:2:3:4 5,5 5,4 5, ,5 0.0001 2000000 \
    1:2000:1 ''
wrong method 'of mc-t|awmc-t|exact|mc-b|ect' mc-t, MC-T best 'mc-t awmc-t' mc-t,mc-t ''
for option in tasks clusters cpus speed capacity rate slots-l slots-m runs \
    repositories; do
    refuses "${option}_zero" 2 "--$option: '0' is not a whole number from 1" --$option 0
done
for option in tau-l tau-m retry data work; do
    refuses "${option}_zero" 2 "--$option: '0' is not a number from" --$option 0
done
wrong delay 'is not a number from 0' -1 1e3 x 1,5 2ms 1000001 ''
for option in delay tau-l tau-m update-interval bound retry; do
    refuses "${option}_too_fine" 2 "--$option: 1.0001 ms are not whole microseconds" \
            --$option 1.0001
done
refuses remote_above_one 2 '--remote.*a number from 0 to 1' --remote 1.5
refuses upstream_unknown 2 '--upstream.*wasted|released' --upstream kept
refuses nothing_counts 2 'none of --tasks 10 is left' --tasks 10 --warmup 10
refuses too_many_tasks 2 '--tasks.* to 1000000' --tasks 1000001
refuses seed_overflow 2 '--seed' --seed 9223372036854775807
refuses report_standard 2 'name of a file' --report -
refuses csv_standard 2 'name of a directory' --csv -
refuses empty_file_name 2 '--json' --json=
refuses json_is_report 2 'are the same file, x' --json x --report x
echo 'node a' >net.csv
refuses json_over_network 2 'would replace the network' --network net.csv --json net.csv
refuses csv_over_network 2 'might replace' --network net.csv --csv "$dir"

run --help
holds help out '^usage: multicost_sim ' '^  --lambda LIST' 'default 5:45:10' \
      '^  --tau-l MS' 'default up to the last' '^  --update-interval MS' '^  --bound MS' \
      'default mc-t,awmc-t,mc-b,ect' 'default wasted' '^  -h, --help ' 'Exit status'
verdict help_width "$(awk 'length > 80' out | head -n 1)"

# ---- bad input, or an output that cannot be: exit status 1 -----------------------------
cat >small.net <<'END'
node a x=0 y=0
node b x=1 y=0
node c x=2 y=0
link a b capacity=100M delay=2ms
link b c capacity=100M delay=2ms
cluster c cpus=2 speed=1000
END
{ cat small.net; echo 'link a nowhere'; } >bad.net
refuses missing_network 1 'nowhere.net: No such file.*--network. are nsfnet' \
    --network nowhere.net
refuses bad_network 1 "bad.net:7: .*no node 'nowhere'" --network bad.net
refuses bad_name 1 'torus:5: torus:RxC' --network torus:5
refuses too_many_clusters 1 'too few for --clusters 26' --clusters 26
refuses too_many_repositories 1 'too few for --repositories 26' --repositories 26 \
    --remote 0.5
refuses rate_above_links 1 '--rate 1001: no link of torus:5x5 has more than 1000 Mb/s' \
    --rate 1001
refuses too_large_network 1 'the network is too large' --network torus:100x100
refuses json_nowhere 1 'cannot be written' --tasks 1 --warmup 0 --runs 1 --lambda 1 \
        --method ect --json no/where
refuses csv_nowhere 1 'cannot be made' --tasks 1 --warmup 0 --runs 1 --lambda 1 \
        --method ect --csv no/where

# ---- what is written -------------------------------------------------------------------
few='--tasks 120 --warmup 20 --runs 2 --lambda 10,40'
[ -z "$RUN_ENV" ] || few='--tasks 30 --warmup 5 --runs 1 --lambda 40'
run $few
must one_table 'has other tables' not grep -q '^blocking probability' out
holds one_table out '^total delay, mean' '^All tables: --all$'
run $few --all --check --json x.json --csv csv --report x.html
holds tables out '^network: torus:5x5, 25 nodes, 100 links' \
      '^By lambda, tasks in a second:$' \
      '^total delay, mean \(seconds\) +MC-T +AWMC-T +MC-B +ECT$' '^blocking probability' \
      '^conflict probability' '^paths searched' 'x.json and' '^Pictures: '
holds page x.html 'end of the work \(figure 2a\)' 'Paths searched \(figure 2b\)' \
      'Bursts that are blocked' 'class="sp"' \
      'Upright lines: (from the least to the most|95 % intervals)' \
      '<code>multicost_sim --tasks'
laid_out page_order x.html
fields='program network nodes clusters settings data_mb tau_l_ms points method lambda
    delay_mean over_seeds delay_p95 blocking hit conflict paths_mean widest
    labels_mean decide_us gap_share link_utilisation cpu_utilisation'
written "$fields" 'points runs tasks fig2a fig2b blocking conflict bursts
    links cpus labels decide'

# What tasks.csv says is possible: from it alone.
possible() {   # tasks.csv cpus mips mbps
    awk -F, -v cpus="$2" -v mips="$3" -v mbps="$4" "$plain"'
        function ceil(x) { return x == int(x) ? x : int(x) + 1 }
        NR == 1 { for (i = 1; i <= NF; i++) at[plain($i)] = i; next }
        { run = $1 " " $2 }
        $at["fate"] != "done" { next }
        {
            n++
            sent = $at["links"] ? ceil($at["data"] / mbps) : 0
            if ($at["send"] < $at["created"] || $at["start"] < $at["arrive"] ||
                $at["arrive"] < $at["send"] + sent ||
                $at["end"] != $at["start"] + ceil($at["work"] / mips) ||
                ($at["conflict"] == 0 && $at["start"] != $at["predicted"]))
                print run " task " $at["task"] ": times that cannot be"
            print run " " $at["cluster"], $at["end"], 0, -1 >edges
            print run " " $at["cluster"], $at["start"], 1, 1 >edges
        }
        END { if (!n) print "nothing was done" }' edges=edges "$1"
    sort -k1,3 -k4,4n -k5,5n edges | awk -v cpus="$2" '
        $1 $2 $3 != cluster { busy = 0; cluster = $1 $2 $3 }
        { busy += $6 }
        busy > cpus { print cluster ": " busy " tasks at a time" }'
}
verdict possible "$(possible csv/tasks.csv 25 1000 1000 | head -n 1)"

# ---- the same bytes --------------------------------------------------------------------
{
    all one $few --threads 1
    all two $few --threads 2
    equal threads one two
    if [ -z "$RUN_ENV" ]; then
        all again $few --threads 2
        equal same_bytes one again
        run --no-timing --json - $few
        cp out seed1
        run --no-timing --json - $few --seed 2
        must seeds 'seeds 1 and 2 give the same' not cmp -s seed1 out
        holds no_timing seed1 '"decide_us":null'
    fi
}

# ---- a network that is empty -----------------------------------------------------------
# One task in 100 s or so: it is alone. Sent at once it needs 2 ms for each link, and its
# data, in whole slots of 2 ms; it begins in the next slot of 20 ms, at the cluster that
# is first. Links from the names of the nodes, r1c2, around the edge of the torus.
alone='--lambda 0.01 --tasks 60 --warmup 0 --runs 1 --no-timing'
methods=mc-t,awmc-t,exact,mc-b,ect
[ -z "$RUN_ENV" ] || { alone='--lambda 0.01 --tasks 5 --warmup 0 --runs 1 --no-timing'
                       methods=mc-t,ect; }
run $alone --method $methods --check --csv alone --json alone.json
sed -n 's/.*"node":"\([^"]*\)".*/\1/p' alone.json >clusters
checked alone "$(awk -F, "$plain"'
    function apart(a, b) { a = a > b ? a - b : b - a; return a > 2 ? 5 - a : a }
    function links(a, b) {
        return apart(substr(a, 2, 1), substr(b, 2, 1)) + \
               apart(substr(a, 4, 1), substr(b, 4, 1))
    }
    function ceil(x) { return x == int(x) ? x : int(x) + 1 }
    FNR == NR { cluster[++n] = $1; next }
    FNR == 1 { for (i = 1; i <= NF; i++) at[plain($i)] = i; next }
    {
        tasks++
        first = 1e18
        for (i = 1; i <= n; i++) {
            hops = links($at["node"], cluster[i])
            there = hops ? hops * 2000 + ceil($at["data"] / 1000 / 2000) * 2000 : 0
            if (there < first) first = there
        }
        wanted = ceil(first / 20000) * 20000 + ceil($at["work"] / 1000)
        got = $at["end"] - $at["created"]
        if (got != wanted)
            print $1 " task " $at["task"] ": " got " us, by hand " wanted
    }
    END { if (tasks < 10) print "only " tasks " tasks" }' clusters \
    alone/tasks.csv | head -n 1)"
# shellcheck disable=SC2016
verdict alone_unblocked "$(awk -F, 'NR > 1 && ($11 != 0 || $17 != 0) {
    print $1 " task " $3 ": blocked or in conflict" }' alone/tasks.csv |
    head -n 1)"

[ -z "$RUN_ENV" ] || exit 0

# ---- runs of all kinds are possible ----------------------------------------------------
some='--tasks 300 --warmup 50 --runs 1 --no-timing --check --lambda 40'
! few || some='--tasks 100 --warmup 20 --runs 1 --no-timing --check --lambda 40'
for setting in '--remote 0.5' '--update-interval 100' '--upstream released' \
    '--bound 2500' '--strict --method mc-t,awmc-t --lambda 10' \
    '--rate 500 --data 15' '--slots-l 64 --slots-m 16 --tau-m 100' '--tau-l 0.7' \
    '--clusters 1 --cpus 100 --data 5' '--retry 0.5' \
    '--network ring:9 --data 5' '--network geant --data 300' \
    '--network random:40 --update-interval 20 --upstream released --remote 1'; do
    run $some $setting --csv some
    name=$(echo "$setting" | tr -d '.' | tr -s ' :-' '_')
    checked "possible$name" "$(awk -F, '
        NR > 1 { fates[$9]++ }
        END { if (!fates["done"] || fates["pending"]) print "nothing done" }' \
        some/tasks.csv)"
done

run --network small.net --lambda 2 --tasks 50 --warmup 0 --runs 1 --data 5 \
    --check --json small.json
holds own_clusters small.json '"node":"c","cpus":2,"speed":1000' '"rate_mbps":100,'

# A bound that nothing can meet; how much better the exact method is.
{
    run $some --bound 1 --csv some
    holds bound_none some/tasks.csv ',late,0,0,,'
    run $some --method mc-t --lambda 20 --tasks 60 --gap --json gap.json
    holds gap gap.json '"gap_share":[0-9]'
}

# Vectors that end before the last reservation are told of, and block more; without a
# number they end after it.
run --lambda 45 --tasks 400 --warmup 0 --runs 1 --data 40 --method mc-t --json enough.json
must enough 'warns' not grep -q '^warning' out
run --lambda 45 --tasks 400 --warmup 0 --runs 1 --data 40 --method mc-t --slots-l 16 \
    --json short.json
holds too_short out '^warning: .* counted as free'
verdict too_short_blocks "$(echo "$(field blocking enough.json) $(field blocking \
    short.json)" | awk '2 * $1 >= $2 { print "blocked: " $1 " enough, " $2 " short" }')"

# News that are older block more bursts; a load that grows makes no delay shorter.
{
    run $few --method mc-t --lambda 40 --tasks 600 --json new.json
    run $few --method mc-t --lambda 40 --tasks 600 --update-interval 500 --json old.json
}
verdict stale "$({ field blocking new.json | head -n 1; field blocking old.json |
    head -n 1; } | tr '\n' ' ' |
    awk '$1 >= $2 { print "blocked: " $1 " fresh, " $2 " stale" }')"
