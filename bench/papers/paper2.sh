#!/bin/sh
# paper2.sh - sections III-B, V and VI of Rodero, Guim and Corbalan (Performance-driven
# Coordinated Grid Scheduling) beside what broker_sim measures, as a document in Markdown.
#
#     bench/papers/paper2.sh >bench/papers/paper2.md     or: make paper2 TRACES=dir
#
# Stand-ins for the paper's logs are found in $TRACES by name: DAS2-fs1 for DAS-2, HPC2N
# for Grid5000, SDSC-BLUE for Sharcnet. Of a log that is not there, the lines say so. Ten
# workloads of each: five fragments in turn, each time with other requirements. Each run
# becomes facts, lines of "run system set-up figure workload, tab, value"; paper2.awk
# makes the document of them, verdicts included. No time is measured: it is the same each
# time. Takes some minutes on two cores. BUILD: where the program is. FACTS: a file to
# keep the facts in. PAGES: a folder for the pictures and the table. QUICK: not empty =
# few jobs and runs only, to see whether it works.

cd "$(dirname "$0")/../.." || exit 1
sim=${BUILD:-build}/broker_sim
LC_ALL=C
export LC_ALL

complain() { echo "paper2.sh: $1" >&2; exit 1; }

[ -n "$TRACES" ] || complain 'TRACES is not set to a directory of job logs (README.md)'
[ -x "$sim" ] || complain "$sim is not there (make)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
facts=$dir/facts
: >"$facts"
. bench/papers/lib.sh

# ---- workloads -------------------------------------------------------------------------

# A fragment has as many jobs as the paper's, however long that took: no fortnight of
# these logs has so many. Where it begins (after the first 50,000 jobs, where the log has
# so many): where the longest job is a small part of the work, for a schedule cannot be
# shorter than that job. DAS-2's arrivals are nearly linear in the paper: of DAS2-fs1
# these are the five fragments, a third as long, that are closest to a straight line.
# DAS2-fs1 was one cluster of 64 CPUs: on a grid of 400 its jobs never queue, so they are
# four times as large.
systems='small medium big'
log_of() {
    case $1 in small) echo DAS2-fs1 ;; medium) echo HPC2N ;; big) echo SDSC-BLUE ;; esac
}
jobs_of() {
    case $1 in small) echo 3773 ;; medium) echo 12719 ;; big) echo 13283 ;; esac
}
skips_of() {
    case $1 in
    small) echo 992 12214 21700 26474 31992 ;;
    medium) echo 50000 62719 126314 151752 189909 ;;
    big) echo 50000 63283 129698 196113 209396 ;;
    esac
}
size_of() {   # the size of jobs, and the largest: that of the largest cluster, or 512
    case $1 in
    small) echo --scale-size 4 --max-cpus 144 ;;
    medium) echo --max-cpus 240 ;;
    big) echo --max-cpus 512 ;;
    esac
}
loads='0.35 0.4 0.45 0.5 0.6 0.65 0.7'
sweep='1 2 3 4 5'
workloads="$sweep 6 7 8 9 10"
if [ -n "$QUICK" ]; then
    jobs_of() { echo 120; }
    skips_of() { echo 0 20; }
    loads='0.4 0.8'
    sweep='1 2'
    workloads=$sweep
fi
share=40   # percent of the jobs that ask for more than CPUs

# ---- what came of a run ----------------------------------------------------------------

# The figures, and the execution time in arrivals; how many percent of the CPUs of each
# cluster are in use. Reduction factors and ages of news stand behind the set-up's name
# where there are several; FCFS has no factor.
from_figures() {   # run system workload
    awk -F '\t' -v run="$1 $2" -v k="$3" '
        function fact(setup, what, x) {
            printf "%s %s %s %d\t%.9g\n", run, setup, what, k, x
        }
        { # [option=value] set-up measure [cluster=name]
            n = split($1, word, " ")
            i = word[1] ~ /=/ ? 2 : 1
            setup = word[i]
            what = word[i + 1]
            if (setup ~ /-FCFS$/ || word[1] ~ /=/ && run !~ /^(factor|head|old)/) next
            if (i == 2 && !(run ~ /^factor/ && setup == "FCFS")) {
                sub(/.*=/, "", word[1])
                setup = setup "/" (word[1] == "5m" ? 300 : word[1])
            }
        }
        n == i + 1 && what == "arrivals" { arrivals[setup] = $2 }
        n == i + 1 && what ~ /^(wait|bsld)_|^cpu_|^execution_time$|^looks$/ {
            if (!seen[setup, what]++) fact(setup, what, $2)
            if (what == "execution_time") took[setup] = $2
        }
        n == i + 2 && what == "cpu_utilisation" && run ~ /^main/ &&
        word[n] ~ /^cluster=/ && word[n] != "cluster=mean" {
            if (!(word[n] in number)) number[word[n]] = ++clusters
            fact(setup, "used" number[word[n]], $2)
        }
        END { for (setup in took) fact(setup, "over", took[setup] / arrivals[setup]) }
        ' "$dir/found" >>"$facts" || complain 'awk failed'
}

# How far the average slowdowns of the clusters are from that of all jobs, on average and
# as a part of it, when one and four quarters of the time have gone; how many jobs in a
# row went to the same cluster.
from_jobs() {   # run system workload
    awk -F, -v run="$1 $2" -v k="$3" '
        function spread(s,    c, far, n, x) {
            for (c in seen) if (count[s, c]) {
                x = sum[s, c] / count[s, c] * all[s] / slow[s] - 1
                far += x < 0 ? -x : x
                n++
            }
            return far / n
        }
        FNR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
        begin == "" || $column["submit"] < begin { begin = $column["submit"] + 0 }
        $column["end"] == "" { next }
        {
            n++
            s = setup[n] = $column["variant"]
            cluster[n] = "c" $column["cluster"]
            end[n] = $column["end"]
            bsld[n] = $column["slowdown"]
            seen[cluster[n]] = 1
            if (end[n] > last[s]) last[s] = end[n]
            sent[s]++
            rows[s] += cluster[n] != before[s]
            before[s] = cluster[n]
        }
        END {
            for (q = 1; q <= 4; q += 3) {
                split("", sum); split("", count); split("", slow); split("", all)
                for (i = 1; i <= n; i++) {
                    s = setup[i]
                    if (end[i] > begin + (last[s] - begin) * q / 4) continue
                    sum[s, cluster[i]] += bsld[i]
                    count[s, cluster[i]]++
                    slow[s] += bsld[i]
                    all[s]++
                }
                for (s in all)
                    printf "%s %s spread%d %d\t%.9g\n", run, s, q, k, spread(s)
            }
            for (s in sent)
                printf "%s %s row %d\t%.9g\n", run, s, k, sent[s] / rows[s]
        }' "$dir/items" >>"$facts" || complain 'awk failed'
}

# ---- running ---------------------------------------------------------------------------

broker() {   # log option ...
    "$sim" "$@" --no-timing --facts "$dir/found" </dev/null >"$dir/out" 2>"$dir/err" ||
        complain "$(tail -n 1 "$dir/err")"
}

pick() {   # number word ...: that word, from the first again after the last
    n=$1
    shift
    shift $(((n - 1) % $#))
    echo "$1"
}

# A run of a system's workload: run times are scaled so that at this load the arrivals
# last two weeks. The command is told once for each kind of run. `grid`, `local`,
# `constrained`: another grid, local scheduler, share of jobs with requirements.
grid='' local=fcfs constrained=$share
simulate() {   # run system workload load option ...
    run=$1 system=$2 k=$3 load=$4
    shift 4
    other="$* --load $load${grid:+ --grid $system.alike}"
    [ $local = fcfs ] || other="$other --local $local"
    [ "$constrained" = $share ] || other="$other --constrained $constrained"
    log=$dir/$system.swf
    # shellcheck disable=SC2046
    skip=$(pick "$k" $(skips_of "$system"))
    common="--grid ${grid:-dom_$system} --jobs $(jobs_of "$system") --skip $skip"
    common="$common $(size_of "$system") --constrained $constrained --seed $k"
    # shellcheck disable=SC2086
    set -- $common --local $local "$@"
    natural=$dir/$system.$skip
    if [ ! -s "$natural" ]; then
        # shellcheck disable=SC2086
        broker "$log" $common --setup isis --load 1
        awk -F '\t' '$1 == "isis arrivals" { print $2 }' "$dir/found" >"$natural"
    fi
    factor=$(awk -v rho="$load" '{ printf "%.4g", rho * 14 * 86400 / $1 }' "$natural")
    if [ "$run" = main ]; then
        broker "$log" "$@" --load "$load" --scale-run "$factor" --items "$dir/items"
        from_jobs "$run" "$system" "$k"
    else
        broker "$log" "$@" --load "$load" --scale-run "$factor"
    fi
    from_figures "$run" "$system" "$k"
    kind=${run%%[0-9]*}
    grep -qxF "$kind" "$dir/told" && return
    echo "$kind" >>"$dir/told"
    if [ "$kind" = load ]; then
        other="build/broker_sim LOG $* --load $load --scale-run $factor --no-timing"
        other="$other --facts FILE"
    fi
    echo "command	$other" >>"$facts"
}
echo picture >"$dir/told" # as a run of the sweep, with --report

# Of each workload: how many days it took, how far its arrivals are from a straight line
# at most, as a part of them, and the longest job as a part of the arrivals at load 1, by
# the log.
describe() {   # system cpus
    awk -v system_="$1" -v cpus="$2" -v jobs="$(jobs_of "$1")" \
        -v skips="$(skips_of "$1")" -v sizes="$(size_of "$1")" '
        BEGIN {
            words = split(sizes, word, " ")
            cap = word[words]
            times = words > 2 ? word[2] : 1
        }
        /^[ \t]*;/ || NF < 9 { next }
        {
            size = ($8 > 0 ? $8 : $5) * times
            if ($4 <= 0 || size <= 0) next
            at[++n] = $2
            run[n] = $4
            work[n] = $4 * (size < cap ? size : cap)
        }
        END {
            count = split(skips, skip, " ")
            for (k = 1; k <= count; k++) {
                last = skip[k] + jobs < n ? skip[k] + jobs : n
                sum = longest = bent = 0
                for (i = skip[k] + 1; i <= last; i++) {
                    sum += work[i]
                    if (run[i] > longest) longest = run[i]
                    far = (at[i] - at[skip[k] + 1]) / (at[last] - at[skip[k] + 1]) - \
                          (i - skip[k]) / (last - skip[k])
                    if (far < 0) far = -far
                    if (far > bent) bent = far
                }
                printf "log %s - days %d\t%.9g\n", system_, k,
                       (at[last] - at[skip[k] + 1]) / 86400
                printf "log %s - bent %d\t%.9g\n", system_, k, bent
                printf "log %s - longest %d\t%.9g\n", system_, k, longest * cpus / sum
            }
        }' "$dir/$1.swf" >>"$facts" || complain "$dir/$1.swf: awk failed"
}

# The load at which RANK uses as much of the CPUs as in the paper: near 40 % on Grid5000
# and Sharcnet; on DAS-2 up to 40 % more than the 40 % of FCFS.
wanted_use() { case $1 in small) echo 0.56 ;; *) echo 0.4 ;; esac; }
main_load() {   # system
    awk -F '\t' -v system_="$1" -v wanted="$(wanted_use "$1")" '
        { n = split($1, part, " ") }
        n == 5 && part[2] == system_ && part[3] == "RANK" &&
        part[4] == "cpu_utilisation" && sub(/^load/, "", part[1]) {
            sum[part[1]] += $2
            count[part[1]]++
        }
        END {
            for (load in sum) {
                x = sum[load] / count[load] - wanted
                if (x < 0) x = -x
                if (best == "" || x < least) { best = load; least = x }
            }
            print best
        }' "$facts"
}

# What makes a grid's clusters alike but for their sizes.
alike='s/ \(vendor\|os\|memory\|disk\|clock\)=[^ ]*//g; s/^cluster.*/& vendor=Intel'
alike="$alike os=Linux memory=8192 disk=140000 clock=2000/"
slows=SLOW,jr+slow-gate,jr+slow-free
found=
for system in $systems; do
    file=$(find "$TRACES"/ -maxdepth 1 -name "$(log_of "$system")-*.swf*" 2>/dev/null |
        sort | head -n 1)
    [ -n "$file" ] || continue
    found=1
    case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac >"$dir/$system.swf" ||
        complain "$file: cannot be unpacked"
    echo "log $system - file	$(basename "$file")" >>"$facts"
    "$sim" --grid "dom_$system" --print-grid >"$dir/$system.grid" || exit 1
    describe "$system" "$(awk '$1 == "cluster" {
        for (i = 3; i <= NF; i++) if (sub(/^cpus=/, "", $i)) all += $i }
        END { print all }' "$dir/$system.grid")"
    for load in $loads; do
        for k in $sweep; do
            simulate "load$load" "$system" "$k" "$load" --setup RANK
        done
    done
    main=$(main_load "$system")
    echo "log $system - load	$main" >>"$facts"
    sed "$alike" "$dir/$system.grid" >"$dir/$system.alike"
    simulate picture "$system" 1 "$main" --setup FCFS,RANK,jr+slow-free \
        --report "$dir/page.html"
    drawing "paper2-fig7-$system.svg" so-far
    drawing "paper2-fig8a-$system.svg" execution_time-all
    drawing "paper2-fig8b-$system.svg" wait_mean-all
    drawing "paper2-fig8c-$system.svg" bsld_mean-all
    drawing "paper2-fig9-$system.svg" cpu_utilisation-cluster
    drawing "paper2-fig10-$system.svg" bsld_mean-so-far-jr+slow-free
    for k in $workloads; do
        simulate main "$system" "$k" "$main" \
            --setup "FCFS,RANK,$slows,fcfs+slow-free,isis"
        simulate factor "$system" "$k" 0.8 --jr-head off --setup FCFS,RANK \
            --jr-factor 0,0.01,0.1,1
        simulate head "$system" "$k" 0.8 --setup RANK --jr-factor 0,0.01,0.1,1
        simulate listing "$system" "$k" 0.8 --setup RANK --jr-formula listing
        simulate first "$system" "$k" "$main" --setup FCFS,RANK,jr+slow-free --ties first
        simulate least "$system" "$k" "$main" --setup FCFS,RANK,jr+slow-free --ties least
        for constrained in 100 0; do
            simulate "ask$constrained" "$system" "$k" "$main" --setup "FCFS,RANK,$slows"
        done
        constrained=$share
        simulate nohead "$system" "$k" "$main" --setup "FCFS,RANK,$slows" --jr-head off
        simulate busy "$system" "$k" 0.8 --setup "FCFS,RANK,$slows"
        simulate old "$system" "$k" "$main" --setup "FCFS,RANK,$slows" \
            --information-delay 0,5m
        local=easy
        simulate easy "$system" "$k" "$main" --setup "FCFS,RANK,$slows,isis"
        local=fcfs
        [ "$system" = small ] || {
            grep -qxF alike "$dir/told" || printf "command\t%s | sed '%s' >%s\n" \
                "build/broker_sim --grid dom_$system --print-grid" "$alike" \
                "$system.alike" >>"$facts"
            grid=$dir/$system.alike
            simulate alike "$system" "$k" "$main" --setup FCFS,RANK,jr+slow-free
            grid=
        }
    done
done
[ -n "$found" ] || complain "no DAS2-fs1, HPC2N or SDSC-BLUE log in $TRACES"

table paper2.csv run,system,setup,figure
[ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper2.awk "$facts"
