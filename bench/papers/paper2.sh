#!/bin/sh
# paper2.sh - sections IV-B, V and VI of Rodero, Guim and Corbalan (Performance-driven
# Coordinated Grid Scheduling) beside what broker_sim measures, as a document in Markdown.
#
#     bench/papers/paper2.sh >bench/papers/paper2.md     or: make paper2 TRACES=dir
#
# Stand-ins for the paper's logs are found in $TRACES by name: DAS2-fs1 for DAS-2, HPC2N
# for Grid5000, SDSC-BLUE for Sharcnet. Of a log that is not there, the lines say so. Two
# fragments of each log, three seeds. Each run becomes facts, lines of "run system set-up
# figure, tab, value": means over fragments and seeds, and the same with "least" and
# "most" behind; paper2.awk makes the document of them, verdicts included. No time
# is measured: it is the same each time. Takes some minutes on two cores. BUILD: where the
# program is. FACTS: a file to keep the facts in. QUICK: not empty = few jobs and runs
# only, to see whether it works.

cd "$(dirname "$0")/../.." || exit 1
sim=${BUILD:-build}/broker_sim
LC_ALL=C
export LC_ALL

complain() { echo "paper2.sh: $1" >&2; exit 1; }

[ -n "$TRACES" ] || complain 'TRACES is not set to a directory of job logs (README.md)'
[ -x "$sim" ] || complain "$sim is not there (make)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
raw=$dir/raw
: >"$raw"

# ---- logs and fragments ----------------------------------------------------------------

# A fragment has as many jobs as the paper's, however long that took: no fortnight of
# these logs has so many. Where it begins (after the first 50,000 jobs, where the log has
# so many): two places where the longest job is a small part of the work, for a schedule
# cannot be shorter than that job.
systems='small medium big'
log_name() {
    case $1 in small) echo DAS2-fs1 ;; medium) echo HPC2N ;; big) echo SDSC-BLUE ;; esac
}
jobs_of() {
    case $1 in small) echo 11318 ;; medium) echo 12719 ;; big) echo 13283 ;; esac
}
skips_of() {
    case $1 in
    small) echo 6000 19000 ;;
    medium) echo 50000 186000 ;;
    big) echo 56000 200000 ;;
    esac
}
seeds='1 2 3'
loads='0.2 0.3 0.35 0.4 0.5 0.6 0.8 1.0'
if [ -n "$QUICK" ]; then
    jobs_of() { echo 150; }
    skips_of() { echo 0 20; }
    seeds=1
    loads='0.2 0.8 1.0'
fi

# The jobs of each fragment, how evenly they came, and the busiest fortnight of the log.
describe() {   # system
    awk -v name="$1" -v jobs="$(jobs_of "$1")" -v skips="$(skips_of "$1")" -v cap=512 '
        function fact(what, value) { print "log " name " " what "\t" value }
        /^[ \t]*;/ || NF < 9 { next }
        {
            size = $8 > 0 ? $8 : $5
            if ($4 <= 0 || size <= 0) next
            at[++n] = $2
            run[n] = $4
            work[n] = $4 * (size < cap ? size : cap)
        }
        END {
            fact("jobs", n)
            for (i = j = 1; i <= n; i++) {
                while (j <= n && at[j] < at[i] + 14 * 86400) j++
                if (j - i > most) most = j - i
            }
            fact("fortnight", most + 0)
            count = split(skips, skip, " ")
            for (k = 1; k <= count; k++) {
                first = skip[k] + 1
                last = skip[k] + jobs < n ? skip[k] + jobs : n
                span = at[last] - at[first]
                sum = longest = uneven = 0
                for (i = first; i <= last; i++) {
                    sum += work[i]
                    if (run[i] > longest) longest = run[i]
                    x = (i - first) / (last - first) - (at[i] - at[first]) / span
                    if (x < 0) x = -x
                    if (x > uneven) uneven = x
                }
                fact("jobs" k, last - skip[k])
                fact("skip" k, skip[k])
                fact("days" k, span / 86400)
                fact("uneven" k, uneven)
                fact("longest" k, longest / sum)
            }
        }' "$dir/$1.swf" || complain "$dir/$1.swf: awk failed"
}

# ---- what came of a run ----------------------------------------------------------------

# Figures of runs.csv and clusters.csv, and made of them: the execution time in arrivals;
# each figure as a part of that of FCFS and of RANK, and whether 1 % less ("ahead"); in
# what part of the clusters the utilisation is higher, or lower. A set-up of which several
# runs are made has what is swept behind its name.
from_figures() {   # key arrivals-length swept
    awk -F, -v key="$1" -v arrivals="$2" -v swept="$3" '
        function fact(s, what, x) { printf "%s %s %s\t%.9g\n", key, s, what, x }
        function label() {
            return swept == "factor" && $2 != "" ? $1 "/" $2 : \
                   swept == "delay" ? $1 "/" $3 : $1
        }
        function relative(base,    i, j, x, y) {
            if (!(base in known)) return
            for (i = 1; i <= setups; i++)
                for (j = 1; j <= figures; j++) {
                    x = value[setup[i], figure[j]]
                    y = value[base, figure[j]]
                    if (x > 0 && !(y > 0)) continue
                    x = x == y ? 1 : x / y
                    fact(setup[i], figure[j] "/" base, x)
                    fact(setup[i], "ahead/" figure[j] "/" base, x < 0.99)
                }
        }
        function clusters_of(a, base,    c, up, down) {
            if (!(a in known) || !(base in known)) return
            for (c = 1; c <= clusters; c++) {
                up += used[a, c] > used[base, c] + 0.005
                down += used[a, c] < used[base, c] - 0.005
            }
            fact(a, "higher/" base, up / clusters)
            fact(a, "lower/" base, down / clusters)
        }
        FNR == 1 { file++; next }
        { s = label() }
        file == 1 && !(s in known) { known[s] = 1; setup[++setups] = s }
        file == 1 && $5 != "" {
            value[s, $4] = $5
            fact(s, $4, $5)
            if ($4 == "execution_time") fact(s, "over", $5 / arrivals)
        }
        file == 2 && !($4 in number) { number[$4] = ++clusters }
        file == 2 && $5 == "cpu_utilisation" {
            used[s, number[$4]] = $6
            fact(s, "used" number[$4], $6)
        }
        END {
            figures = split("execution_time wait_mean wait_p95 bsld_mean bsld_p95 " \
                            "cpu_utilisation cpu_clusters looks", figure, " ")
            relative("FCFS")
            relative("RANK")
            clusters_of("RANK", "FCFS")
            clusters_of("SLOW", "RANK")
            clusters_of("SLOW", "FCFS")
        }' "$dir/csv/runs.csv" "$dir/csv/clusters.csv" || complain 'awk failed'
}

# Of the jobs: how far the average slowdowns of the clusters are from that of all jobs,
# on average and as a part of it, when one, two, three and four quarters of the time have
# gone; how many jobs in a row went to the same cluster; how long jobs of 384 CPUs or more
# waited.
from_jobs() {   # key arrivals-begin
    cut -d, -f 1,6,9,12,13,14 "$dir/csv/jobs.csv" | awk -F, -v key="$1" -v begin="$2" '
        function spread(s,    c, far, n, x) {
            for (c in seen) if (count[s, c]) {
                x = sum[s, c] / count[s, c] * all[s] / slow[s] - 1
                far += x < 0 ? -x : x
                n++
            }
            return far / n
        }
        FNR == 1 || $4 == "" || $4 < 0 { next }
        {
            n++
            setup[n] = $1; cluster[n] = $3; end[n] = $4; bsld[n] = $6
            seen[$3] = 1
            if ($4 > last[$1]) last[$1] = $4
            sent[$1]++
            rows[$1] += $3 != before[$1]
            before[$1] = $3
            if ($2 >= 384) { wide[$1]++; wide_wait[$1] += $5 }
        }
        END {
            for (q = 1; q <= 4; q++) {
                split("", sum); split("", count); split("", slow); split("", all)
                for (i = 1; i <= n; i++) {
                    s = setup[i]
                    if (end[i] > begin + (last[s] - begin) * q / 4) continue
                    sum[s, cluster[i]] += bsld[i]
                    count[s, cluster[i]]++
                    slow[s] += bsld[i]
                    all[s]++
                }
                for (s in all) printf "%s %s spread%d\t%.9g\n", key, s, q, spread(s)
            }
            for (s in sent) printf "%s %s row\t%.9g\n", key, s, sent[s] / rows[s]
            for (s in wide)
                printf "%s %s wide_wait\t%.9g\n", key, s, wide_wait[s] / wide[s]
        }' || complain 'awk failed'
}

# ---- running ---------------------------------------------------------------------------

broker() {   # log option ...
    "$sim" "$@" --no-timing --json "$dir/json" --csv "$dir/csv" </dev/null >"$dir/out" \
        2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
}

# When the first job of the run came, and how long jobs came.
arrivals() {
    sed -n 's/.*"\(first\|last\)_submit":\(-*[0-9]*\).*/\2/p' "$dir/json" |
        awk 'NR == 1 { first = $1 } END { printf "%d %d\n", first, $1 - first }'
}

# One run of a system's fragment under a name: its run times scaled so that at this load
# the arrivals last two weeks. The command is told once for each kind of run. `grid`,
# `size`, `times`, `local`: another grid, other sizes, run times so many times as long,
# another local scheduler.
grid='' size='' times=1 local=fcfs
simulate() {   # name system fragment load seed option ...
    name=$1 system=$2 fragment=$3 load=$4 seed=$5
    shift 5
    log=$dir/$system.swf
    # shellcheck disable=SC2046,SC2086
    set -- --grid "${grid:-dom_$system}" --jobs "$(jobs_of "$system")" --skip \
        $(skips_of "$system" | cut -d ' ' -f "$fragment") --max-cpus 512 $size \
        --seed "$seed" --local $local "$@"
    natural=$dir/$system.$fragment$size
    if [ ! -s "$natural" ]; then
        broker "$log" "$@" --setup isis --load 1
        arrivals | cut -d ' ' -f 2 >"$natural"
    fi
    factor=$(awk -v load="$load" -v times="$times" '{
        printf "%.4g", load * times * 14 * 86400 / $1 }' "$natural")
    broker "$log" "$@" --load "$load" --scale-run "$factor"
    # shellcheck disable=SC2046
    set -- "$*" $(arrivals)
    case $1 in
    *--jr-factor*) swept=factor ;;
    *--information-delay*) swept=delay ;;
    *) swept= ;;
    esac
    from_figures "$name $system" "$3" "$swept" >>"$raw"
    case $name in main | crowded) from_jobs "$name $system" "$2" >>"$raw" ;; esac
    [ "$name" != main ] || echo "log $system scale$fragment	$factor" >>"$raw"
    kind=${name%%[0-9]*}
    grep -qxF "$kind" "$dir/told" && return
    echo "$kind" >>"$dir/told"
    echo "command	build/broker_sim LOG $1 --load $load --scale-run $factor --no-timing" \
        "--csv DIR" | sed "s|$dir/||g" >>"$raw"
}
: >"$dir/told"

# The load at which the execution time of FCFS is nearest to 1.25 times the arrivals.
main_load() {   # system
    awk -f bench/papers/means.awk "$raw" | awk -F '\t' -v system_="$1" '
        { n = split($1, part, " ") }
        n == 4 && part[2] == system_ && part[3] == "FCFS" && part[4] == "over" &&
        sub(/^load/, "", part[1]) {
            x = $2 < 1.25 ? 1.25 - $2 : $2 - 1.25
            if (best == "" || x < least) { best = part[1]; least = x }
        }
        END { print best }'
}

# What makes a grid's clusters alike but for their sizes.
alike='s/ \(vendor\|os\|memory\|disk\|clock\)=[^ ]*//g; s/^cluster.*/& vendor=Intel'
alike="$alike os=Linux memory=8192 disk=140000 clock=2000/"
three=FCFS,RANK,SLOW
every=$three,fcfs+slow,jr+match-slow,isis,edf+match,realtime+match
found=
for system in $systems; do
    file=$(find "$TRACES"/ -maxdepth 1 -name "$(log_name "$system")-*.swf*" 2>/dev/null |
        sort | head -n 1)
    [ -n "$file" ] || continue
    found=1
    case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac >"$dir/$system.swf" ||
        complain "$file: cannot be unpacked"
    echo "log $system file	$(basename "$file")" >>"$raw"
    describe "$system" >>"$raw"
    "$sim" --grid "dom_$system" --print-grid >"$dir/$system.grid" || exit 1
    awk -v system_="$system" '$1 == "cluster" {
        for (i = 3; i <= NF; i++) { split($i, part, "="); word[part[1]] = part[2] }
        print "grid " system_ " name" ++n "\t" $2
        all += word["cpus"]
        cpus[word["vendor"]] += word["cpus"]
        cpus[word["os"]] += word["cpus"]
    }
    END {
        print "grid " system_ " clusters\t" n
        print "grid " system_ " cpus\t" all
        for (w in cpus) print "grid " system_ " share " w "\t" cpus[w] / all
    }' "$dir/$system.grid" >>"$raw"

    for fragment in 1 2; do
        for load in $loads; do
            simulate "load$load" "$system" "$fragment" "$load" 1 --setup $three,isis
            local=easy
            simulate "easy$load" "$system" "$fragment" "$load" 1 \
                --setup RANK,SLOW,jr+match-slow,isis
            local=fcfs
        done
    done
    main=$(main_load "$system")
    echo "log $system load	$main" >>"$raw"
    sed "$alike" "$dir/$system.grid" >"$dir/$system.alike"
    for fragment in 1 2; do
        for seed in $seeds; do
            simulate main "$system" "$fragment" "$main" "$seed" --setup $every
        done
        simulate factor "$system" "$fragment" 0.8 1 --setup FCFS,RANK \
            --jr-factor 0,0.001,0.01,0.1,1,10
        simulate old "$system" "$fragment" "$main" 1 --setup $three,isis \
            --information-delay 5m,1h,1d
        simulate failing "$system" "$fragment" "$main" 1 --setup $three,isis --mtbf 3d \
            --mttr 4h
        times=0.01
        simulate short "$system" "$fragment" "$main" 1 --setup $three
        times=1
        [ "$system" = small ] || {
            grep -qxF alike "$dir/told" || printf "command\t%s | sed '%s' >%s\n" \
                "build/broker_sim --grid dom_$system --print-grid" "$alike" \
                "$system.alike" >>"$raw"
            grid=$dir/$system.alike
            simulate alike "$system" "$fragment" "$main" 1 --setup $three
            grid=
        }
        [ "$system" != big ] || for seed in $seeds; do
            local=easy
            simulate crowded "$system" "$fragment" 0.9 "$seed" --setup $three,isis
            local=fcfs
        done
        [ "$system" != small ] || {
            size='--scale-size 2'
            simulate double "$system" "$fragment" "$main" 1 --setup $three
            size=
        }
    done
done
[ -n "$found" ] || complain "no DAS2-fs1, HPC2N or SDSC-BLUE log in $TRACES"

awk -f bench/papers/means.awk "$raw" >"$dir/facts"
[ -z "$FACTS" ] || cp "$dir/facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper2.awk "$dir/facts"
