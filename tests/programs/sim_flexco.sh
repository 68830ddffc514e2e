#!/bin/sh
# sim_flexco.sh - flexco_sim: refusals, sites and jobs made of logs, schedules
# of every mode by hand, figures worked out again, the same bytes whatever the threads.

tool=flexco_sim
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1
run --span 2d --sites 2 --errors 0,25
holds one_table out '^better than rigid, estimates .25 % .%. +shift' '^All tables: --all$'
must one_table 'has other tables' [ \
    "$(grep -cE '^(All figures|better|response time, red|runs worse)' out)" = 1 ]
run_on() {   # with all tables
    $RUN_ENV "$program" --all "$@" >"$dir/out" 2>"$dir/err"
    code=$?
}

# ---- the command line: exit status 2 ---------------------------------------------------
refuses unknown_option 2 'no option --frobnicate' --frobnicate
refuses operand 2 'one operand too many' log.swf
refuses missing_value 2 '--local needs a value' --local
wrong errors 'is not' 5,5 10,5 -1 0:25 0:25:0 x 1001 5% ''
wrong modes 'is not a list.*shift.remap.mold' remap shift, shift+mold shift,shift ''
refuses binding 2 '--binding: .*is not a list.*late' --binding both
refuses one_site 2 '--one-site: .*is not one of site' --one-site both
refuses drop_small 2 '--drop-small: .*is not one of no' --drop-small some
refuses split 2 '--split: .*is not one of none' --split thirds
refuses efficiency 2 '--efficiency: .*from 0 to 100' --efficiency 101
refuses load 2 '--load: .*from 0.001 to 1000' --load 0
for option in copies processors sites seeds threads fold meta-node; do
    refuses "${option}_zero" 2 "--$option: '0' is not" --$option 0
done
refuses meta_alone 2 '--meta needs --local' --meta x
refuses fold_alone 2 '--fold needs --meta' --local x --fold 1d
refuses meta_node_alone 2 '--meta-node needs --meta' --local x --meta-node 8
refuses split_alone 2 '--split needs --local' --split halves
refuses copies_alone 2 '--copies needs --local' --copies 2
refuses paper_alone 2 '--paper needs --local' --paper
refuses estimates_alone 2 '--local-estimates needs' --local-estimates log
refuses sites_of_logs 2 '--sites is of built-in jobs' --local x --sites 2
refuses standard_input_twice 2 'standard input, which can be read once' --local - --meta -
refuses report_standard 2 'name of a file' --report -
refuses csv_standard 2 'name of a directory' --csv -
refuses json_is_report 2 'are the same file, x' --json x --report x

run --help
holds help out '^usage: flexco_sim \[options\]$' '^  --local FILE' '^  --paper ' \
      'rigid,shift,shift.remap,shift.remap.mold\)$' 'default 0:25:5' 'Exit status'
verdict help_width "$(awk 'length > 80' out | head -n 1)"

# ---- bad input, or an output that cannot be: exit status 1 -----------------------------
# job NUMBER SUBMIT RUN PROCESSORS REQUESTED
job() { echo "$1" "$2" -1 "$3" "$4" "$4" "$5" | log; }

# Of half a log that begins at 0 or at two weeks: jobs in its first and its second week;
# one that never ran.
week=604800
{ job 8 200 0 1 100; job 1 100 60 2 100
  job 2 $((week + 100)) 50 1 99; job 6 $((2 * week + 99)) 50 1 100
  job 3 $((2 * week + 100)) 50 3 101; job 4 $((2 * week + 600100)) 50 1 100
  job 7 $((2 * week + 640100)) 50 1 100; job 5 $((4 * week + 100)) 50 1 100; } >l.swf
{ job 1 7 10 3 10; job 2 17 10 1 10; job 3 47 10 1 10; job 4 67 10 1 10
  job 5 106 20 9 10; job 6 107 10 1 10; } >m.swf
job 1 5 10 1 10 >one.swf
mkdir logs
cp l.swf logs/l.csv
bad() { if one_of 4; then refuses "$@"; fi; }
bad missing_log 1 'nowhere: No such file' --local nowhere
bad missing_meta 1 'nowhere: No such file' --local l.swf --meta nowhere
bad no_log 1 'README.md: not a job log: line ' --local "$here/README.md"
bad one_moment 1 'one.swf: --split halves: all jobs' --local one.swf --split halves
bad load_of_one 1 'one.swf: --load: all jobs' --local one.swf --load 0.5
bad many_sites 1 '1026 sites are more than 1024' --local l.swf --split halves --copies 513
bad many_jobs 1 'built-in .*: more than 1000000 jobs would be' --sites 1 --span 3650d \
    --processors 1 --load 1000
job 1 5 10 1073741824 10 >large.swf
bad large_machine 1 'large.swf: .*more than 1073741823; say how many it has$' \
    --local large.swf
bad json_nowhere 1 'cannot be written' --sites 1 --span 1h --errors 0 --seeds 1 \
    --json no/where
bad csv_nowhere 1 'cannot be made' --sites 1 --span 1h --errors 0 --seeds 1 --csv no/where
bad json_over_local 2 'would replace what --local reads' --local l.swf --json l.swf
bad json_over_meta 2 'would replace what --meta reads' --local l.swf \
    --meta m.swf --json m.swf
bad csv_over_local 2 'might replace' --local logs/l.csv --csv logs

# ---- sites and jobs --------------------------------------------------------------------
# Halves begin at 0; second copies are rotated by a week, of the time they take; of the
# meta-jobs those before 100 s, the second half of it 50 s earlier; job 5 is larger than
# all sites. Estimates 25 % too long, rounded up.
run --no-timing --local l.swf --split halves --copies 2 --processors 2 --local-estimates \
    log --meta m.swf --fold 100 --errors 25 --modes rigid --csv csv --report s.html
cut -d, -f 6-8,10-11,13 csv/jobs.csv >jobs
cat >expected <<'END'
site,job,submit_seconds,estimate_seconds,servers,fate
1,1,0,125,2,finished
2,2,0,124,1,finished
3,3,0,127,3,refused
4,7,0,125,1,finished
meta,1,0,13,3,finished
meta,2,10,13,1,finished
meta,4,10,13,1,finished
meta,3,40,13,1,finished
meta,5,49,13,9,refused
4,5,569600,125,1,finished
4,3,569601,127,3,refused
3,4,600000,125,1,finished
2,6,604799,125,1,finished
1,2,604800,124,1,finished
2,1,604800,125,2,finished
3,7,640000,125,1,finished
4,4,1169601,125,1,finished
1,6,1209599,125,1,finished
3,5,1209600,125,1,finished
END
equal sites_and_jobs expected jobs
holds sites_told out '^sites: 4, of 8 processors in all$' \
      '^  site 2: 2 processors, .*l.swf, first half, rotated by 1 week, 3 jobs over' \
      '^meta-jobs: .*m.swf, 5 jobs over' "^estimates: of local jobs the log's" \
      '^refused: can never fit +3$' 'l.swf, of 8 jobs in the log:$' \
      '^jobs left out .no run time, or zero.: 1$'
holds sites_on_page s.html '^<dt>site 2</dt>$' \
      '>2 processors, l.swf, first half, rot' '^<p>l.swf, of 8 jobs in the log:</p>'

# Meta-jobs counted in nodes: 3, 1 and 9 processors are 2, 1 and 5 nodes of 2.
run --no-timing --local l.swf --processors 8 --meta m.swf --meta-node 2 \
    --modes rigid --errors 0 --csv csv
verdict meta_node "$(awk -F, '$6 == "meta" { print $11 }' csv/jobs.csv | sort |
    tr '\n' ' ' | sed 's/^1 1 1 1 2 5 $//')"
holds meta_node_told out 'm.swf, sizes in nodes of 2 processors, 6 jobs over'

# A log that is cut as it is read is a log with these lines only.
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    job "$i" $((i * 50)) 400 $((i % 5 + 1)) 900
done >all.swf
same_jobs() {   # NAME LINES OPTION...
    name=$1
    sed -n "$2p" all.swf >few.swf
    shift 2
    run --no-timing --local few.swf --processors 8 --meta few.swf --csv few
    run --no-timing --local all.swf --processors 8 --meta all.swf --csv csv "$@"
    equal "$name" few/jobs.csv csv/jobs.csv
}
same_jobs jobs 1,12 --jobs 12
same_jobs cut 1,8 --cut :400
same_jobs cut_and_jobs 1,5 --cut 0:400 --jobs 5
holds cut_told out '^cut: submitted from 0s on, before 400s$' '^cut: the first 5 jobs$'
run --no-timing --local all.swf --processors 8 --meta all.swf --cut 400: --csv csv
verdict cut_from "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["job"] < 9 { print "job " $column["job"] }' csv/jobs.csv | head -n 1)"
bad jobs_built_in 2 '--jobs needs --local' --jobs 5
bad cut_built_in 2 '--cut needs --local' --cut :1h
bad cut_empty 1 'no job' --local all.swf --cut 10d:

# How often each mode is worse than rigid, and by how much at most, counted anew.
run --no-timing --errors 0,15 --seeds 5 --csv csv --report x.html
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    $column["mode"] != "rigid" {
        key = $column["figure"] " " $column["mode"]
        better = $column["percent_of_rigid"]
        n[key]++
        worse[key] += better < 0
        if (-better > most[key]) most[key] = -better
    }
    END {
        figures = split("response response_local response_meta bsld bsld_local" \
            " bsld_meta utilisation utilisation_local utilisation_meta", figure, " ")
        modes = split("shift shift+remap shift+remap+mold", mode, " ")
        for (f = 1; f <= figures; f++) {
            for (m = 1; m <= modes; m++) {
                key = figure[f] " " mode[m]
                said = sprintf("%d of %d, %.1f %%", worse[key], n[key], most[key])
                printf("%s%s", (m > 1 ? "|" : ""), (worse[key] ? said : "never"))
            }
            print ""
        }
    }' csv/better.csv >expected
sed -n '/^runs worse than rigid/,/^$/{ s/^  .*\(reduction\|gain\)  *//p; }' out |
    sed 's/   */|/g; s/% \([0-9n]\)/%|\1/g; s/never \([0-9n]\)/never|\1/g' >got
equal worse expected got
verdict worse_somewhere "$(grep -q ' of ' expected || echo 'never, anywhere')"
holds worse_on_page x.html '>Is a mode ever worse than rigid\?</h2>' \
      '<caption>runs worse than rigid, at most by</caption>'

# ---- schedules worked out by hand ------------------------------------------------------
# Both sites have 4 of 10 processors free; a meta-job wants 12. Booked at 1000, 10 of site
# 1 and 2 of site 2. Site 2 is free from 500 on, where shares that may change are found,
# site 1 from 800 on; in another shape, 6 processors, it does not wait at all.
job 1 0 800 6 1000 >a.swf
job 1 0 500 6 1000 >b.swf
job 1 0 100 12 1000 >m.swf
by_hand() {   # NAME OPTION...: a.swf, b.swf and m.swf in all modes, rows in $dir/jobs
    name=$1
    shift
    run --no-timing --local a.swf --local b.swf --meta m.swf --processors 10 \
        --local-estimates log --errors 0 --json "$name.json" --csv "$name.csv" "$@"
    cut -d, -f 1,6-8,14-16,18-22 "$name.csv/jobs.csv" >jobs
    p=$(awk -F, '$6 == "meta" { print $12; exit }' "$name.csv/jobs.csv")
}
by_hand shares
p100=${p:-0}              # what the meta-job takes more for each 100 s at several sites
molded=$((180 + p100))
columns mode site job submit_seconds promised_seconds start_seconds end_seconds \
        sites_at_first processors shifts remaps molds >expected
cat >>expected <<END
rigid,1,1,0,1000,0,800,1,1:6,0,0,0
rigid,2,1,0,1000,0,500,1,2:6,0,0,0
rigid,meta,1,0,$((2000 + 10 * p100)),1000,$((1100 + p100)),2,1:10 2:2,0,0,0
shift,1,1,0,1000,0,800,1,1:6,0,0,0
shift,2,1,0,1000,0,500,1,2:6,0,0,0
shift,meta,1,0,$((2000 + 10 * p100)),800,$((900 + p100)),2,1:10 2:2,1,0,0
shift+remap,1,1,0,1000,0,800,1,1:6,0,0,0
shift+remap,2,1,0,1000,0,500,1,2:6,0,0,0
shift+remap,meta,1,0,$((2000 + 10 * p100)),500,$((600 + p100)),2,1:2 2:10,0,1,0
shift+remap+mold,1,1,0,1000,0,800,1,1:6,0,0,0
shift+remap+mold,2,1,0,1000,0,500,1,2:6,0,0,0
shift+remap+mold,meta,1,0,$((1800 + 10 * p100)),0,$molded,2,1:4 2:2,0,0,0
END
equal shares expected jobs
within overhead "$p" 1 25

# Site 1 is full until 100, as planned until 1000, site 2 until 3000. A meta-job that fits
# into one site is booked at site 1; the site itself moves it, in every mode. If only the
# metascheduler may, rigid does not.
job 1 0 100 10 1000 >a.swf
job 1 0 3000 10 3000 >b.swf
job 1 0 50 8 100 >m.swf
by_hand alone
awk -F, '$2 == "meta" || NR == 1' jobs | cut -d, -f 1-9 >some
holds alone_told out '^meta-jobs at one site are moved by: the site$' \
      '^  moves of meta-jobs at one site +1 +1 +1 +1$'
by_hand fixed --one-site metascheduler
awk -F, '$2 == "meta"' jobs | cut -d, -f 1-9 >>some
columns mode site job submit_seconds promised_seconds start_seconds \
        end_seconds sites_at_first processors >expected
cat >>expected <<END
rigid,meta,1,0,1100,100,150,1,1:8
shift,meta,1,0,1100,100,150,1,1:8
shift+remap,meta,1,0,1100,100,150,1,1:8
shift+remap+mold,meta,1,0,1100,100,150,1,1:8
rigid,meta,1,0,1100,1000,1050,1,1:8
shift,meta,1,0,1100,100,150,1,1:8
shift+remap,meta,1,0,1100,100,150,1,1:8
shift+remap+mold,meta,1,0,1100,100,150,1,1:8
END
equal alone expected some
holds fixed_told out '^meta-jobs at one site are moved by: the metascheduler$' \
      '^  of these, successful +0 +1 +1 +1$'

# Site 1 is full until 100, site 2 as planned, too; then each has 4 of 10 free for a
# meta-job of 8. Site 2's first job ends at 50, its second runs from then to 70: now the
# meta-job has all it needs at one site.
{ job 1 0 100 10 100; job 2 0 2000 6 2000; } >a.swf
{ job 1 0 50 10 100; job 2 0 20 6 2000; } >b.swf
job 1 0 500 8 1000 >m.swf
by_hand join
grep -E '^mode|^shift|meta' jobs | grep -v '^shift+remap+mold,[12]' >some
columns mode site job submit_seconds promised_seconds start_seconds end_seconds \
        sites_at_first processors shifts remaps molds >expected
cat >>expected <<END
rigid,meta,1,0,$((1100 + 10 * p)),100,$((600 + 5 * p)),2,1:4 2:4,0,0,0
shift,1,1,0,100,0,100,1,1:10,0,0,0
shift,1,2,0,2100,100,2100,1,1:6,0,0,0
shift,2,1,0,100,0,50,1,2:10,0,0,0
shift,2,2,0,2100,50,70,1,2:6,1,0,0
shift,meta,1,0,$((1100 + 10 * p)),100,$((600 + 5 * p)),2,1:4 2:4,0,0,0
shift+remap,1,1,0,100,0,100,1,1:10,0,0,0
shift+remap,1,2,0,2100,100,2100,1,1:6,0,0,0
shift+remap,2,1,0,100,0,50,1,2:10,0,0,0
shift+remap,2,2,0,2100,50,70,1,2:6,1,0,0
shift+remap,meta,1,0,$((1100 + 10 * p)),70,570,2,2:8,0,1,0
shift+remap+mold,meta,1,0,$((1100 + 10 * p)),70,570,2,2:8,0,1,0
END
equal join expected some

# Slowdowns: of the jobs that take 100, 50 and 70 s it is 1, and 2100 / 2000.
figures() {   # FIGURE VALUE OF EACH MODE
    set -- "$@" $(field "$1" join.json)
    awk -v want="$2 $3 $4 $5" -v got="$6 $7 $8 $9" -v name="$1" 'BEGIN {
        split(want, w); split(got, g)
        for (i = 1; i <= 4; i++) {
            d = w[i] - g[i]
            if (d > 1e-9 || d < -1e-9 || g[i] == "") {
                print name ": " got ", by hand " want
                exit
            }
        }
    }'
}
late=$((600 + 5 * p))
verdict join_figures "$({
    figures jobs 5 5 5 5
    figures meta_jobs 1 1 1 1
    figures finished 5 5 5 5
    figures response_meta $late $late 570 570
    figures response_local 580 580 580 580
    figures bsld_local 1.0125 1.0125 1.0125 1.0125
    figures several 1 1 1 1
    figures several_one 0 0 1 1
    figures asked 0 2 2 2
    figures moved 0 0 1 1
    figures shifts 0 0 0 0
    figures remaps 0 0 1 1
    figures molds 0 0 0 0
    figures joined 0 0 1 1
    figures compressions 4 4 3 3
    figures advances 1 1 1 1
    figures response_meta_better_percent 0 0 \
        "$(awk -v a=$late 'BEGIN { printf "%.12f", 100 * (a - 570) / a }')" \
        "$(awk -v a=$late 'BEGIN { printf "%.12f", 100 * (a - 570) / a }')"
} | head -n 1)"
holds join_table out '^  ran at one site +0 +0 +1 +1$' '^    by remap +0 +0 +1 +1$' \
      '^All figures .estimates .0 %. +rigid +shift +shift.remap +shift.remap.mold$' \
      '^better than rigid, estimates .0 % .%. +shift +shift.remap' '^seed: 1$' \
      '^binding: late$'

# ---- what is written -------------------------------------------------------------------
few='--span 2d'
[ -z "$RUN_ENV" ] || few='--span 4h --sites 3 --seeds 2'
run $few --errors 0,25 --drop-small both --binding late,early \
    --json x.json --csv csv --report x.html
holds tables out '^sites: [34], of [0-9]* processors in all$' '^binding: late, and' \
      '^seeds: 1 to (2; means .least..most.|5; means [^ ]+ half the 95 % interval)$' \
      '^All figures .estimates .25 %, late binding. +rigid' \
      '^All figures .estimates .25 %, without small jobs, early binding. +rigid' \
      '^late binding, better than early .%. +rigid' '^response time, mean .hours.' \
      '^  response time of meta-jobs, reduction +-?[0-9.]+ (.*\.\.|[^ ]+ [0-9.]+ )' \
      '^utilisation, gain .%.' '^time a run took' 'x.json and' '^Pictures: '
holds page x.html 'all jobs \(figure 3\)' 'all jobs \(figure 4\)' \
      'local jobs \(figure 5\)' 'meta-jobs \(figure 6\)' 'Utilisation \(figure 7\)' \
      'Late and early binding' 'Who runs where: shift.remap' '<code>flexco_sim '
laid_out page_order x.html
fields='program sites meta settings split copies load meta_load fold meta_node
    local_estimates estimate_errors one_site efficiency seed seeds
    points mode estimate_error small_jobs binding jobs local_jobs meta_jobs finished
    killed refused response response_local response_meta bsld bsld_local bsld_meta
    utilisation utilisation_local utilisation_meta earlier_meta several several_one
    one_several molded asked moved shifts remaps molds joined compressions advances
    meta_advances wall_seconds response_better_percent response_better_percent_low
    utilisation_better_percent_high over_seeds runs'
written "$fields" 'points means better jobs fig3 fig4 fig5 fig6 fig7 moves gantt_rigid
    gantt_remap'
# Means over the seeds, and what they are more than rigid's, worked out again.
run --no-timing --span 1d --errors 25 --seeds 5 --modes rigid,shift --csv five
verdict means "$(awk -F, '
    FNR == 1 { file++; next }
    file == 1 && $6 == "response" {
        x[$1, ++n[$1]] = $7
        sum[$1] += $7
    }
    file == 2 && $6 == "response" {
        for (i = 1; i <= 5; i++) {
            d = x[$1, i] - sum[$1] / 5
            squares[$1] += d * d
            d = x[$1, i] - x["rigid", i] - (sum[$1] - sum["rigid"]) / 5
            apart[$1] += d * d
        }
        half = 2.776 * sqrt(squares[$1] / 20)
        own = 2.776 * sqrt(apart[$1] / 20)
        mean = sum[$1] / 5
        more = (sum[$1] - sum["rigid"]) / 5
        if ($5 != "all" || ($7 - mean) ^ 2 > 1e-12 || ($9 - mean + half) ^ 2 > 1e-9 ||
            ($10 - mean - half) ^ 2 > 1e-9 || ($12 - more + own) ^ 2 > 1e-9 ||
            ($13 - more - own) ^ 2 > 1e-9 || half <= 0)
            print $0
        seen++
    }
    END { if (seen != 2) print seen " means" }' five/points.csv five/means.csv |
    head -n 1)"
# A network that costs nothing, or as long again as the job.
run --no-timing --span 4d --load 1 --errors 25 --modes rigid --overhead 0 --csv five
verdict overhead_none "$(awk -F, 'NR > 1 && $12 != 0' five/jobs.csv | head -n 1)"
run --no-timing --span 4d --load 1 --errors 25 --modes rigid --overhead 100 --csv five
verdict overhead_all "$(awk -F, 'NR > 1 && $6 == "meta" && $15 != "" {
        several = $19 ~ / /
        if ($16 - $15 != $9 * (1 + several)) print $0
        seen += several
    }
    END { if (!seen) print "no job at several sites" }' five/jobs.csv | head -n 1)"

# Small: an hour at most on 64 processors or fewer; 25 % more are 75 minutes.
verdict without_small "$(awk -F, 'FNR == 1 { file++; next }
    file == 1 { left += $1 == "rigid" && !($10 <= 4500 && $11 <= 64) }
    file == 2 && $6 == "jobs" && $2 == 25 && $3 == "dropped" && $5 == 1 {
        if ($7 != left) print $1 ": " $7 " jobs, not " left
        seen++
    }
    END { if (seen != 8) print seen " points, not 8" }
    ' csv/jobs.csv csv/points.csv | head -n 1)"

# Means and use of the runs of the first table, worked out again from jobs.csv.
awk -F, '
    FNR == 1 { file++; next }
    { kind = $6 == "meta" ? "meta" : "local" }
    file == 1 {
        if (last < $8) last = $8
        if (first == "" || $8 < first) first = $8
        next
    }
    file == 2 && $16 != "" {
        key = $1 " " kind
        n[key]++
        sum[key] += $16 - $8
        run = $16 - $15 > 600 ? $16 - $15 : 600
        slow[key] += $16 - $8 > run ? ($16 - $8) / run : 1
    }
    file == 2 {
        parts = $19
        from = $15
        to = $16
        if (from == "") next
        if (from < first) from = first
        if (to > last) to = last
        for (k = split(parts, at, " "); k > 0; k--) {
            split(at[k], part, ":")
            if (to > from) used[$1 " " kind] += (to - from) * part[2]
        }
        next
    }
    $2 != 25 || $3 != "kept" || $4 != "late" || $5 != 1 { next }
    {
        what = $6
        kind = what ~ /_local$/ ? "local" : what ~ /_meta$/ ? "meta" : ""
        if (kind == "") next
        sub(/_[a-z]*$/, "", what)
        key = $1 " " kind
        span = (last - first) * all
        if (what == "earlier") next
        x = used[key] / span
        if (what == "response") x = sum[key] / n[key]
        if (what == "bsld") x = slow[key] / n[key]
        if (x - $7 > 1e-9 * x || $7 - x > 1e-9 * x) print $1 ": " $6 ": " $7 ", not " x
        seen++
    }
    END { if (seen != 24) print seen " figures, not 24" }
' all="$(sed -n 's/^sites: .*, of \([0-9]*\) processors.*/\1/p' out)" \
    csv/jobs.csv csv/jobs.csv csv/points.csv \
    >wrong || echo 'awk failed' >wrong
verdict figures_again "$(head -n 1 wrong)"

# ---- the same bytes --------------------------------------------------------------------
some="$few --errors 0,25 --seeds 2"
{
    all one $some --threads 1
    all two $some --threads 2
    equal threads one two
    [ -z "$RUN_ENV" ] || exit 0
    all other $some --threads 2 --seed 3
    must seeds 'seeds 1 and 3 give the same' not cmp -s one other
    run --no-timing --json - $few --errors 25
    holds json_standard out '^  "points":\[' '^ *"wall_seconds":null,$'
}

# At no time more processors of a site than it has, in no mode; and nobody ends later than
# promised.
run $few --errors 25 --seeds 1 --load 1 --csv plain
awk -F, 'NR > 1 {
    for (k = split($19, at, " "); k > 0; k--) {
        split(at[k], part, ":")
        print $1, part[1], $15, part[2]
        print $1, part[1], $16, -part[2]
    }
}' plain/jobs.csv | sort -k1,1 -k2,2n -k3,3n -k4,4n | awk '
    $1 " " $2 != at { at = $1 " " $2; used = 0 }
    { used += $4; if (used > most) most = used }
    used > 128 { print at ": " used " processors at " $3; exit }
    END { if (most < 120) print "at most " most " of 128 processors are in use" }
' >wrong
verdict exclusive "$(head -n 1 wrong)"
verdict promises "$(awk -F, 'NR > 1 && $16 > $14 { print $1 ": job " $7 " ends late" }' \
    plain/jobs.csv | head -n 1)"

# The seeds of one experiment are those of several.
run --no-timing --span 2d --errors 25 --seeds 2 --csv both
run --no-timing --span 2d --errors 25 --seeds 1 --seed 2 --csv second
grep ',2,[a-z_]*,[^,]*,[a-z]*$' both/points.csv >of_both
sed 1d second/points.csv >of_second
equal seeds_apart of_second of_both

# Small jobs are small in both ways, without the error of their estimates.
{ job 1 0 10 64 3600; job 2 5 10 65 3600; job 3 10 10 64 3601; job 4 15 10 1 1; } \
    >small.swf
run --no-timing --local small.swf --processors 100 --local-estimates log \
    --meta small.swf --errors 25 --drop-small yes --modes rigid --csv csv2
verdict small "$(cut -d, -f 6,7,10 csv2/jobs.csv | tr '\n' ' ' |
    sed 's/^site,job,estimate_seconds 1,2,4500 meta,2,4500 1,3,4502 meta,3,4502 $//')"

# A log from a pipe, and the load that is asked for.
busy_log 400 >busy.swf
run --no-timing --local busy.swf --copies 2 --errors 25 --load 0.6 --json - \
    --meta-load 0.2
sed 's/"source":"[^"]*"//' out >named
run_on --no-timing --local - --copies 2 --errors 25 --load 0.6 --json - --meta-load 0.2 \
    <busy.swf
sed 's/"source":"[^"]*"//' out >piped
unmade piped named
equal pipe named piped
run --no-timing --local busy.swf --copies 2 --processors 50 --errors 25 \
    --load 0.6 --meta busy.swf --meta-load 0.1
holds loads out '^  site 2: 50 processors, .*, rotated by 1 week, 400.* load 0.600$' \
      '^meta-jobs: .*, load 0.1[01]'
