#!/bin/sh
# sim_batch.sh - the batch policies of coalloc_sim: refusals, small schedules by hand for
# every option, what is written and read back, and logs that are meant to do harm.
# tests/sim/prop_batch.c compares the schedules with a second scheduler.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
. "$(dirname "$0")/lib-jobs.sh"
cd "$dir" || exit 1

batch=fcfs,easy,easy:4,conservative

# Jobs as they are planned: 'submit run servers estimate, ...'. To a log.
plan() {
    lines "$@" |
        awk '{ print NR, $1, -1, $2, $3, -1, -1, $3, $4, -1, 1, 1, 1, 1, 1, -1, -1, -1 }'
}

# One line for each policy: its name and when each job started ("-": it did not).
starts_of() {   # jobs.csv
    awk -F, 'NR > 1 {
        if ($1 != policy) { if (NR > 2) print line; policy = line = $1 }
        line = line " " ($8 == "" ? "-" : $8)
    } END { print line }' "$1"
}

# starts NAME STARTS ARGUMENT ...: the starts of each policy.
starts() {
    name=$1
    lines "$2" >want
    shift 2
    run --jobs-in csv "$@"
    expected 'jobs rejected'
    starts_of csv/jobs.csv >got
    equal "$name" got want
}

# ---- the command line ------------------------------------------------------------------
for bad in rua:0 easy:x fcfs:2 fcfs,fcfs; do
    refuses "policy_'$bad'" 2 '--policy: ' "--policy=$bad"
done
for shape in '--load 1' '--scale-size 2' '--scale-run 2' \
        '--max-cpus 2'; do
    refuses "trace_policy ${shape% *}" 2 "${shape% *} is not for --policy trace" \
        --policy trace $shape a.swf
done
for bad in 1 1,2 1,2,3,4 1,,3 -1,0,0 1,2,x ' 1,2,3' 1000000000,0,0; do
    refuses "capacity_'$bad'" 2 '--node-capacity: .*three numbers from 0 on' \
        --nodes 2 "--node-capacity=$bad" a.swf
done
refuses nodes_alone 2 '--nodes and --node-capacity need each other' --nodes 2 a.swf
refuses capacity_alone 2 '--nodes and --node-capacity need each other' \
    --node-capacity 1,1,1 a.swf
refuses nodes_built_in 2 '--nodes needs a log' --nodes 2 --node-capacity 1,1,1
refuses nodes_online 1 '--nodes needs a batch' --policy online \
    --nodes 2 --node-capacity 1,1,1 a.swf
refuses processors_online 1 '--processors needs a batch' --policy online \
    --processors contiguous
refuses ar_with_trace 2 '--ar is not for --policy trace' --ar 0.5 --policy fcfs,trace \
    a.swf

# ---- policies, by hand -----------------------------------------------------------------
# Four servers, three of them job 1's until 10. fcfs: the others in turn. easy: job 4, on
# the server that job 2 does not need, is in nobody's way until 23, for only job 2 has a
# reservation; so job 3, which needs all four, waits for it. easy:2: job 3 has one, at
# 20; job 4 would be in its way, job 5 is not.
plan '0 10 3 10, 1 10 3 10, 2 10 4 10, 3 20 1 20, 4 6 1 6' >queue.swf
for binding in count ids; do
    for ties in ends-first per-event; do
        one_of 3 || continue
        starts "by_hand_${binding}_$ties" 'fcfs 0 10 20 30 30, easy 0 10 23 3 33,
            easy:2 0 10 20 30 4, conservative 0 10 20 30 4' --servers 4 queue.swf \
            --binding $binding --ties $ties --policy fcfs,easy,easy:2,conservative
    done
done

# The same with a third job in a row, which needs all servers: job 5 would be in its way.
plan '0 10 3 10, 1 10 3 10, 2 10 3 10, 3 10 4 10, 4 30 1 30' >row.swf
for binding in count ids; do
    starts "by_hand_row_$binding" \
        'easy:2 0 10 20 34 4, easy:3 0 10 20 30 40, conservative 0 10 20 30 40' \
        --servers 4 --binding $binding --policy easy:2,easy:3,conservative row.swf
done

# Three servers. One is free from 4 on: first job 1's, which job 4 has from 5 on, then
# another. Job 5 can have it if it may move from the one to the other: counted, at 4.
plan '0 4 1 4, 0 5 1 5, 0 5 1 5, 1 10 2 10, 2 8 1 8' >bind.swf
for binding in count ids; do
    [ $binding = count ] && at=4 || at=5
    starts "binding_$binding" \
        "fcfs 0 0 0 5 5, easy 0 0 0 5 $at, conservative 0 0 0 5 $at" --servers 3 \
        --binding $binding --policy fcfs,easy,conservative bind.swf
done
cut -d , -f 1,3,8-9,12 csv/jobs.csv >got
cat >want <<'END'
policy,job,start,end,server_ids
fcfs,1,0,4,0
fcfs,2,0,5,1
fcfs,3,0,5,2
fcfs,4,5,15,0-1
fcfs,5,5,13,2
easy,1,0,4,0
easy,2,0,5,1
easy,3,0,5,2
easy,4,5,15,0-1
easy,5,5,13,2
conservative,1,0,4,0
conservative,2,0,5,1
conservative,3,0,5,2
conservative,4,5,15,0-1
conservative,5,5,13,2
END
equal binding_ids_servers got want
run --jobs-in csv --servers 3 --policy easy bind.swf
cut -d , -f 3,8,12 csv/jobs.csv | tail -n 2 >got
printf '4,5,1-2\n5,4,0\n' >want
equal binding_count_servers got want

# Two servers. Job 1 has one until 20 and ends at 10, when job 3 comes; job 2 needs both.
# The end first: job 2 starts. The arrival first: job 3 fits before job 2's 20.
plan '0 10 1 20, 1 10 2 10, 10 10 1 10' >ties.swf
starts ties_ends_first 'fcfs 0 10 20, easy 0 10 20, conservative 0 10 20' --servers 2 \
    --policy fcfs,easy,conservative ties.swf
starts ties_per_event 'fcfs 0 10 20, easy 0 20 10, conservative 0 20 10' --servers 2 \
    --policy fcfs,easy,conservative --ties per-event ties.swf

# Ten servers, of which each job needs more than half. At 40, when job 1 ends, the others
# have waited 39, 38 and 10: by arrival 2 3 4, by estimate 4 2 3, by area (200, 180, 60)
# 4 3 2, by wait / estimate 2 3 4 (1.95, 1.27, 1) and at 60, after job 2, 4 3 (3, 1.93).
plan '0 40 10 40, 1 20 10 20, 2 30 6 30, 30 10 6 10' >order.swf
for order in 'fcfs 40 60 90' 'sjf 50 70 40' 'ljf 70 40 90' 'saf 80 50 40' 'lxf 40 70 60'
do
    ! one_of 2 || starts "order ${order%% *}" \
        "fcfs 0 ${order#* }, easy 0 ${order#* }, easy:3 0 ${order#* }" --servers 10 \
        --order "${order%% *}" --policy fcfs,easy,easy:3 order.swf
done
# Under conservative each has its place from its arrival on: 50, 70 and 100, as job 1 is
# planned until 50. When it ends at 40 those move who can, in the order of the queue, the
# others being in their places: job 4 before job 2 (sjf, saf); job 2, then job 4 into the
# gap it leaves (ljf: job 3 has found none).
sed '1s/ 40 -1 1/ 50 -1 1/' order.swf >early.swf
for order in 'fcfs 40 60 90' 'sjf 50 70 40' 'ljf 40 70 60' 'saf 50 70 40' 'lxf 40 60 90'
do
    ! one_of 2 ||
        starts "order_conservative ${order%% *}" "conservative 0 ${order#* }" --servers \
            10 --order "${order%% *}" --policy conservative early.swf
done

# The paper's name of the last one.
for order in lxf lxwf; do
    run --servers 10 --order $order --policy $batch --jobs-in "$order" order.swf
done
equal order_lxwf lxwf/jobs.csv lxf/jobs.csv

# Behind job 2, which waits for 3, there is room for one: the first, or the shorter.
plan '0 3 2 3, 0 1 3 1, 0 3 1 3, 0 2 1 2' >behind.swf
starts backfill_queue 'easy 0 3 0 4, fcfs 0 3 4 4' --servers 3 --policy easy,fcfs \
    behind.swf
starts backfill_sjf 'easy 0 3 4 0, fcfs 0 3 4 4' --servers 3 --backfill-order sjf \
    --policy easy,fcfs behind.swf

# At 1 servers 1 and 3 are free: two, but not consecutive.
plan '0 4 1 4, 0 1 1 1, 0 4 1 4, 1 1 2 1' >apart.swf
for processors in 'first-fit 1' 'contiguous 4' 'less-consume 1'; do
    at=${processors#* }
    starts "processors ${processors% *}" \
        "fcfs 0 0 0 $at, easy 0 0 0 $at, conservative 0 0 0 $at" --servers 4 \
        --processors "${processors% *}" --policy fcfs,easy,conservative apart.swf
done
holds contiguous_servers csv/jobs.csv '^fcfs,,4,2,.*,1 3$'

# Four processors on two nodes that give 10; jobs 1, 3 and 4 use 6 for each process, job 2
# needs all of the machine. rua: job 4 would slow somebody on either node, and waits for
# all. easy, by less consume: it starts beside job 1, both take 1.2 times as long, and job
# 2 waits for that: 4.8 seconds are 5.
plan '0 4 1 4, 0 2 4 2, 0 3 1 3, 0 3 1 3' | sed '2!s/$/ usage_memory = 6; Disk > 10/' \
    >shared.swf
shared='--servers 4 --nodes 2 --node-capacity 10,0,0'
starts rua 'rua 0 4 0 6, easy 0 5 0 0, conservative 0 5 0 0' $shared --policy \
    rua,easy,conservative --processors less-consume shared.swf
holds shared_ends csv/jobs.csv '^rua,,1,.*,0,4,0,0,0$' '^rua,,3,.*,0,3,0,0,2$' \
    '^easy,,1,.*,0,5,0,0,0$' '^easy,,4,.*,0,4,0,0,1$'
run $shared --policy rua,easy --json x.json --trace-out went.swf shared.swf
holds shared_figures x.json '"lost_mean": \{"mean": 0,' '"lost_mean": \{"mean": 0.5,' \
    '"promises_broken": \{"mean": 0,' '"nodes": 2,'
holds shared_log went-easy.swf '^1 0 0 5 1 ' '^2 0 5 2 4 '
sed 's/= 6/= -6/' shared.swf >bad.swf
run $shared --policy easy --jobs-in csv bad.swf
expected 'lines skipped, as they are no job: 3; .*usage_memory: an amount not below 0'
holds usage_below_0 csv/jobs.csv '^easy,,2,4,0,0,ran,0,2,'
refuses nodes_too_many 1 '4 servers shares .* on 1 to 4 nodes, not on 5' --policy easy \
    --servers 4 --nodes 5 --node-capacity 1,1,1 shared.swf
# A promise that cannot be kept, as job 3 slows job 1: 7, not 4.
plan '0 4 1 4, 0 2 2 2, 1 3 1 3' | sed '2!s/$/ usage_network = 10/' >late.swf
run --servers 2 --nodes 1 --node-capacity 0,0,10 --policy conservative --jobs-in csv \
    --json x.json late.swf
holds promise_broken x.json '"promises_broken": \{"mean": 1,' '"lost_mean": \{"mean": 2,'
holds promise_made_anew csv/jobs.csv '^conservative,,2,2,0,0,ran,7,9,7,'
# Ten servers. Job 2, which ends at 10 instead of 50, leaves room for job 3 (planned at
# 50) or job 4 (planned at 30), not for both.
plan '0 30 4 30, 0 10 6 50, 1 30 6 30, 2 20 4 20' >compress.swf
for compress in 'none 50 30' 'arrival 10 30' 'start 30 10'; do
    starts "compress ${compress%% *}" "conservative 0 0 ${compress#* }" --servers 10 \
        --compress "${compress%% *}" --policy conservative compress.swf
done

# Job 1 asks for 10 s and runs 30.
plan '0 30 1 10, 1 5 1 5' >overrun.swf
for overrun in 'kill 10' 'extend 30'; do
    at=${overrun#* }
    starts "overrun ${overrun% *}" \
        "fcfs 0 $at, easy 0 $at, easy:4 0 $at, conservative 0 $at" --servers 1 \
        --overrun "${overrun% *}" --policy $batch overrun.swf
done
starts overrun_default 'fcfs 0 30' --servers 1 --policy fcfs overrun.swf

# Job 3 runs 8 s and asks for 200: as far as is known it would be in job 2's way.
plan '0 10 3 100, 1 10 4 10, 2 8 1 200' >estimates.swf
for estimates in 'requested 20' 'actual 2'; do
    starts "estimates ${estimates% *}" \
        "easy 0 10 ${estimates#* }, conservative 0 10 ${estimates#* }" --servers 4 \
        --policy easy,conservative --lengths "${estimates% *}" estimates.swf
done

# What online books and the others plan by; a line says so.
while read -r lengths a b c line; do
    starts "lengths $lengths" "online 0 $a $b, easy 0 10 $c" --servers 4 --step 0 \
        --policy online,easy --lengths $lengths estimates.swf
    holds "lengths $lengths told" out "^lengths known: $line"
done <<'END'
requested 100 110 20 the times requested$
actual 10 2 2 the run times$
paper 10 2 20 the run times .online., the times requested .the others.$
END
run --policy online,easy --retries none --servers 4 estimates.swf
holds jobs_differ out '^  accepted  *2  *3$' '^  compared: .* policy  *2  *2$'

# Of the sizes in the log: allocated 1, requested 4 (field 5 and field 8).
echo '1 0 -1 10 1 -1 -1 4 10 -1 1 1 1 1 1 -1 -1 -1' >size.swf
for size in 'requested 4' 'allocated 1'; do
    run --policy fcfs --servers 4 --size "${size% *}" --jobs-in csv size.swf
    holds "size ${size% *}" csv/jobs.csv "^fcfs,,1,${size#* },0,"
done

# ---- workloads: their shape, by hand ---------------------------------------------------
# shape NAME JOBS ARGUMENT ...: the jobs are 'number submit size, ...'.
shape() {
    one_of 2 || return 0
    name=$1
    lines "$2" >want
    shift 2
    rm -f shape-out.swf
    run --policy fcfs --trace-out shape-out.swf "$@"
    expected 'jobs rejected'
    job_lines <shape-out.swf | cut -d ' ' -f 1,2,8 >got
    equal "$name" want got
}
{
    echo '; MaxProcs: 4'
    plan '100 10 2 10, 110 20 1 20, 130 5 3 5, 150 10 2 10'
} >shape.swf
shape cut '2 110 1, 3 130 3' --cut 10:50 shape.swf
shape cut_from '3 130 3, 4 150 2' --cut 11: shape.swf
shape cut_to_jobs '1 100 2' --jobs 1 --cut :31s shape.swf
shape scale_size_down '1 100 1, 2 110 1, 3 130 2, 4 150 1' --scale-size 0.5 shape.swf
shape scale_size_up '1 100 3, 2 110 2, 3 130 5, 4 150 3' --scale-size 1.5 shape.swf
shape skip '2 110 1, 3 130 3' --skip 1 --cut :30 shape.swf
shape max_cpus '1 100 3, 2 110 2, 3 130 4, 4 150 3' --max-cpus 4 --scale-size 1.5 \
    shape.swf
# three times as long, twice as large but at most 3: 90 + 120 + 45 + 90 = 345, which on 4
# take 57.5, so 58 s for a load of 1.5: 50 became 58
shape scale_run '1 100 3, 2 112 2, 3 135 3, 4 158 3' --scale-run 3 --scale-size 2 \
    --max-cpus 3 --load 1.5 shape.swf
rm -f x.swf
run --policy fcfs --scale-run 2.5 --json x.json --trace-out x.swf shape.swf
job_lines <x.swf | cut -d ' ' -f 1,4,9 | tr '\n' , >got
printf '1 25 25,2 50 50,3 13 13,4 25 25,' >want
equal scale_run_run want got
holds scale_run_json x.json '"scale-run": 2.5,' '"max-cpus": 0,' '"skip": 0,'
refuses skip_everything 1 'shape.swf: --skip leaves no job' --policy fcfs --skip 4 \
    shape.swf
run --policy $batch --scale-size 1.5 --json x.json shape.swf
expected 'jobs rejected.*: 1; .*job 3, needs 5'
holds scale_size_beyond x.json '"rejected_too_large": \{"mean": 1,' '"scale-size": 1.5,'
holds scale_size_machine out ' on 4 servers[ ,]'
# work: 20 + 20 + 15 + 20 on 4 for 50 s: 0.375
shape load_twice '1 100 2, 2 105 1, 3 115 3, 4 125 2' --load 0.75 shape.swf
# 187.5, so 188 s instead of 50: 37.6, 112.8
shape load_less '1 100 2, 2 138 1, 3 213 3, 4 288 2' --load 0.1 shape.swf
# the cut, of that two, twice as large: 40 + 40, which on 4 take 20 s for a load of 1
shape everything '1 100 4, 2 120 2' --load 1 --scale-size 2 --jobs 2 --cut 0:31 \
    shape.swf
refuses cut_everything 1 'shape.swf: --cut leaves no job' --policy fcfs --cut 1000: \
    shape.swf
refuses load_of_a_moment 1 '--load: all jobs are submitted at one moment' --policy fcfs \
    --load 1 --jobs 1 shape.swf

if [ -n "$RUN_ENV" ]; then
    skip rest 'RUN_ENV is set, and what emulates is slow'
    exit 0
fi

# ---- which jobs are compared -----------------------------------------------------------
# One server, a horizon of 120 s: online refuses job 2, which would end at 150. So waits
# are of jobs 1 and 3 everywhere: 0 and 98 without job 2, 0 and 148 behind it. Job 4 is
# too large for anyone.
plan '0 100 1 100, 1 50 1 50, 2 10 1 10, 3 10 2 10' >refused.swf
run --policy online,fcfs,conservative --servers 1 --slot 60 --horizon 120 --step 0 \
    --no-timing --jobs-in csv --json x.json --facts facts refused.swf
expected 'jobs rejected.*: 1; .*job 4'
starts_of csv/jobs.csv >got
cat >want <<'END'
online 0 - 100 -
fcfs 0 100 150 -
conservative 0 100 150 -
END
equal refused_starts got want
figures='(accepted|rejected.*|compared|wait_mean|delayed_fraction|makespan)'
grep -E "^[a-z]+ $figures	" facts | cut -f 1,2 | tr '\t' ' ' | sort >got
sort >want <<'END'
online accepted 2
online rejected 2
online rejected_too_large 1
online rejected_no_fit 1
online compared 2
online delayed_fraction 0.5
online wait_mean 49
online makespan 110
fcfs accepted 3
fcfs rejected 1
fcfs rejected_too_large 1
fcfs rejected_no_fit 0
fcfs compared 2
fcfs delayed_fraction 0.5
fcfs wait_mean 74
fcfs makespan 160
conservative accepted 3
conservative rejected 1
conservative rejected_too_large 1
conservative rejected_no_fit 0
conservative compared 2
conservative delayed_fraction 0.5
conservative wait_mean 74
conservative makespan 160
END
equal refused_figures got want
holds refused_in_the_table out '^4 jobs on ' '^  accepted +2 +3 +3$' \
    '^  rejected +2 +1 +1$' '^    larger than the machine +1 +1 +1$' \
    '^    no room in time +1 +0 +0$' '^  compared: .* +2 +2 +2$'
holds refused_in_json x.json '"compared": \{"mean": 2,' \
    '"rejected_no_fit": \{"mean": 1,' \
    '"wait_mean": \{"mean": 49,' '"wait_mean": \{"mean": 74,'

# ---- estimates made up -----------------------------------------------------------------
busy_log 400 >busy.swf
# estimates FILE: job, run time and estimate
estimates() { job_lines <"$1" | cut -d ' ' -f 1,4,9; }
for name in first:1 again:1 other:2; do
    run --policy easy --servers 20 --lengths tsafrir --seed ${name#*:} \
        --trace-out made.swf busy.swf
    estimates made.swf >"made-${name%:*}"
done
equal tsafrir_same made-first made-again
must tsafrir_seed 'seeds 1 and 2 give the same' not cmp -s made-first made-other
cp made-first made
why=$(awk '$3 < $2 { print "job " $1 " runs " $2 ", estimate " $3; exit }' made)
[ "$(wc -l <made)" = 400 ] || why='not 400 jobs'
verdict tsafrir_not_below "$why"
why=$(cut -d ' ' -f 3 made | sort | uniq | wc -l)
within tsafrir_few_values "$why" 10 30
run --policy easy --lengths actual --servers 20 --trace-out made.swf busy.swf
why=$(estimates made.swf | awk '$3 != $2' | head -n 1)
verdict actual_estimates "$why"

# ---- advance reservations --------------------------------------------------------------
# The share of jobs, nested and ready as with any policy; servers that are possible.
for binding in count ids; do
    for share in 0.3 0.6 1; do
        run --policy $batch --binding $binding --servers 20 --ar $share \
            --jobs-in csv --no-timing busy.swf
        mv csv/jobs.csv "ar$share.csv"
        awk -F, '$1 == "easy" && $6 > $5 { print $3, $6 }' "ar$share.csv" |
            sort >"ready$share"
        why=$([ "$code" = 0 ] || cat err)
        for policy in $(echo $batch | tr ',' ' '); do
            grep -E "^(policy|$policy)," "ar$share.csv" >one.csv
            why=${why:-$(exclusive 20 one.csv | head -n 1)}
            [ "$(wc -l <one.csv)" = 401 ] || why=${why:-not 400 jobs}
        done
        why=${why:-$(awk -F, 'NR > 1 && ($7 != "ran" || $8 < $6)' "ar$share.csv" |
            head -n 1)}
        verdict "ar_${binding}_$share" "$why"
    done
    why=$(comm -23 ready0.3 ready0.6
          comm -23 ready0.6 ready1)
    [ "$(wc -l <ready0.3)" -gt 60 ] || why='hardly any reservation'
    verdict "ar_nested_$binding" "$(echo "$why" | head -n 1)"
done

# A reservation is promised its start when it arrives, whatever comes later. So it starts
# when it would if its arrival were the end of the log; the other jobs do not.
promised() {   # NAME ARGUMENT ...
    name=$1
    shift
    run --servers 20 --ar 0.3 --jobs-in csv "$@" busy.swf
    cp csv/jobs.csv whole.csv
    why=$(trouble)
    for jobs in $(awk '{ print $1 }' ready0.3 | sort -n | awk 'NR % 25 == 7'); do
        run --servers 20 --ar 0.3 --jobs-in csv --jobs "$jobs" "$@" busy.swf
        awk -F, -v job="$jobs" 'NR == FNR { start[$1 $3] = $8; next }
            $3 <= job && $6 > $5 && $8 != start[$1 $3] {
                print $1 ": job " $3 " starts at " start[$1 $3] ", promised " $8 }
            $3 <= job && $6 == $5 && $8 != start[$1 $3] { later = 1 }
            END { exit later }' whole.csv csv/jobs.csv >late ||
            moved=1
        why=${why:-$(head -n 1 late)}
    done
    verdict "$name" "$why"
}
moved=
for binding in count ids; do
    for ties in ends-first per-event; do
        promised "ar_promised_${binding}_$ties" --binding $binding --ties $ties \
            --policy $batch
    done
done
must ar_promised_others_move 'no other job moved: nothing was tried' [ -n "$moved" ]

# All of them reservations: there is no queue, and everyone does what late binding does.
run --policy online,$batch --index count --step 0 --horizon 0 --ar 1 --servers 20 \
    --lengths actual --jobs-in csv busy.swf
starts_of csv/jobs.csv | cut -d ' ' -f 2- | uniq | wc -l >got
echo 1 >want
equal ar_all_the_same got want

# ---- closed loops ----------------------------------------------------------------------
# Job 2 comes 5 s after job 1 ends, job 3 at once after job 2; job 4 names one that is not
# there, job 5 a later one, job 6 no think time: these come as in the log.
plan '0 10 4 10, 1 3 4 3, 2 3 1 3, 3 4 4 4, 4 1 1 1, 6 1 1 1' |
    awk 'BEGIN { split("-1 1 2 9 6 1", p); split("-1 5 0 5 5 -1", t) }
        { $17 = p[NR]; $18 = t[NR]; print }' >loop.swf
starts feedback 'fcfs 0 15 18 10 14 14, conservative 0 15 18 10 14 14' --servers 4 \
    --feedback --policy fcfs,conservative loop.swf
cut -d , -f 3,5,10 csv/jobs.csv | sed -n 3,4p >got
lines '2;15;0, 3;18;0' | tr ';' , >want
equal feedback_submits got want
starts feedback_not_asked_for 'fcfs 0 10 13 16 20 20' --servers 4 --policy fcfs loop.swf
# Everywhere a job comes as long after the other one ended as the log says; of a rejected
# one, after that came.
awk 'NR % 3 { $17 = NR - 2; $18 = NR % 5 * 500 } { print }' busy.swf >loops.swf
for how in "--policy $batch,online --ties ends-first" \
    "--policy $batch,online --ties per-event --index count --ar 0.2 --retries 9"; do
    run --servers 10 --feedback $how --jobs-in csv loops.swf
    expected 'jobs rejected'
    checked "feedback ${how##*ties }" "$(awk -F, '
        FNR == NR { split($0, f, " "); before[f[1]] = f[17]; think[f[1]] = f[18]; next }
        FNR == 1 { next }
        { over[$1, $3] = $7 == "ran" ? $9 : $5; came[$1, $3] = $5 }
        END {
            for (k in came) {
                split(k, of, SUBSEP)
                if (before[of[2]] < 1) continue
                n++
                if (came[k] != over[of[1], before[of[2]]] + think[of[2]])
                    print of[1] ": job " of[2] " came at " came[k]
            }
            if (n < 1000) print "only " n " jobs follow others"
        }' loops.swf csv/jobs.csv | head -n 1)"
done
refuses feedback_none 1 'no job follows an earlier one .fields 17 and 18' --feedback \
    busy.swf
refuses feedback_built_in 2 '--feedback needs a log' --feedback
refuses feedback_trace 2 '--feedback is not for --policy trace' --feedback \
    --policy trace loop.swf

# ---- the schedule as a log -------------------------------------------------------------
run --policy online,$batch --servers 20 --jobs-in csv --trace-out made.out.swf busy.swf
for policy in online fcfs easy easy:4 conservative; do
    made=$dir/made.out-$policy.swf
    [ -s "$made" ] || { fail "trace_out_$policy" 'there is no log'; continue; }
    awk -F, -v policy=$policy '$1 == policy { print $3, $8, $10 }' csv/jobs.csv >want
    run --policy trace --jobs-in back "$made"
    awk -F, 'NR > 1 { print $3, $8, $10 }' back/jobs.csv >got
    equal "trace_out_$policy" got want
    # and the jobs in it are those of the log: the policy does the same again
    run --policy $policy --no-timing --trace-out again.swf "$made"
    equal "trace_out_again_$policy" again.swf "$made"
done
must trace_out_names 'there is one without a policy, too' not [ -e made.out.swf ]
run --policy easy --servers 20 --trace-out single.swf busy.swf
equal trace_out_one single.swf made.out-easy.swf
mkdir a.b
run --policy fcfs,easy --jobs 20 --trace-out a.b/log
must trace_out_no_suffix "$(ls a.b)" eval '[ -s a.b/log-fcfs ] && [ -s a.b/log-easy ]'
run --policy fcfs --servers 1 --trace-out made.swf refused.swf
expected 'jobs rejected'
holds trace_out_rejected made.swf '^; MaxProcs: 1$' '^; Note: .*scheduler: fcfs' \
    '^2 1 99 50 1 -1 -1 1 50 -1 1 ' '^4 3 -1 10 2 -1 -1 2 10 -1 5 '
run --policy fcfs --ar 1 --servers 20 --jobs-in csv --trace-out made.swf busy.swf
awk -F, 'NR > 1 { print $3, $8 - $5 }' csv/jobs.csv >want
job_lines <made.swf | cut -d ' ' -f 1,3 >got
equal trace_out_waits_from_submission got want

# Nothing that is read is written over, under whatever name.
cp queue.swf log-easy.swf
cp queue.swf log.swf
ln -s log.swf link.swf
refuses trace_out_trace 1 'is read, too' --policy easy --trace-out log.swf log.swf
refuses trace_out_link 1 'is read, too' --policy easy --trace-out link.swf log.swf
refuses trace_out_trace_of_policy 1 'is read, too' --policy fcfs,easy \
    --trace-out log.swf log-easy.swf
for file in log link log-easy; do
    must "trace_out_untouched_$file" 'it was written over' cmp -s "$file.swf" queue.swf
done
refuses trace_out_into_nothing 1 'nowhere/x.swf cannot be written' --policy fcfs \
    --jobs 20 --trace-out nowhere/x.swf

# ---- the same run, the same bytes ------------------------------------------------------
for threads in 1 2 5; do
    rm -rf "out$threads"
    mkdir "out$threads"
    run --policy online,$batch --threads $threads --no-timing --servers 20 --ar 0.2 \
        --lengths tsafrir --load 0.7 --json same.json --jobs-in same \
        --trace-out same.swf busy.swf
    [ "$code" = 0 ] || fail "threads_$threads" "$(head -n 1 err)"
    mv out same.json same same-*.swf "out$threads"
done
for threads in 2 5; do
    why=$(diff -r out1 "out$threads" | head -n 1)
    [ "$(ls "out$threads" | wc -l)" = 8 ] || why='files are missing'
    verdict "threads_$threads" "$why"
done

# ---- logs that mean harm ---------------------------------------------------------------
# As many servers as there can be, and times as long.
plan '0 10 1073741823 10, 0 10 1 10, 1 5 1073741823 7' >large.swf
starts most_servers 'online 0 10 20, fcfs 0 10 20, easy 0 10 20, easy:4 0 10 20,
    conservative 0 10 20' \
    --policy online,$batch --step 0 large.swf
t=1000000000000
plan "0 $t 1 $t, $t $t 1073741823 $t, $t 1 1 $t" >long.swf
for order in fcfs saf lxf; do
    [ $order = saf ] && at='1000000000001 1000000000000' ||
        at='1000000000000 2000000000000'
    starts "longest_$order" "fcfs 0 $at, easy 0 $at" --policy fcfs,easy --order $order \
        long.swf
done
awk 'BEGIN { for (i = 0; i < 300; i++) print i, 1, 1 + i % 3, "1000000000000" }' |
    plan >far.swf
run --policy $batch --servers 2 --no-timing --json x.json far.swf
expected 'jobs rejected'
holds longest_estimates x.json '"accepted": \{"mean": 200,' \
    '"makespan": \{"mean": [23][0-9][0-9],'

run --policy $batch --servers 1073741823 --binding ids --no-timing --jobs-in csv queue.swf
holds ids_most csv/jobs.csv '^easy,,5,1,4,4,ran,4,10,0,0,11$'

run --policy online,$batch --servers 2 --no-timing --json x.json --jobs-in csv \
    --trace-out none.swf size.swf
expected 'jobs rejected'
holds all_too_large x.json '"accepted": \{"mean": 0,' \
    '"rejected_too_large": \{"mean": 1,' \
    '"compared": \{"mean": 0,'
starts one_job 'online 0, fcfs 0, easy 0, easy:4 0, conservative 0' --policy \
    online,$batch size.swf

# Everybody at once: as many as TEST_SCALE allows, who all end early.
crowd=$((50000 * ${TEST_SCALE:-100} / 100))
[ $crowd -ge 500 ] || crowd=500
[ $crowd -le 50000 ] || crowd=50000
awk -v jobs=$crowd 'BEGIN { for (i = 0; i < jobs; i++)
    print 1, i % 97 * 10 + 1, i % 100 + 1, i % 89 * 60 + 1000 }' >crowd
for options in '--policy fcfs,easy' '--policy conservative --compress none' \
    '--policy conservative --lengths actual'; do
    plan <crowd >crowd.swf
    begun=$(date +%s)
    run $options --servers 128 --no-timing --json x.json crowd.swf
    took=$(($(date +%s) - begun))
    holds "crowd $options" x.json "\"accepted\": {\"mean\": $crowd,"
    # once for all: seconds, not minutes; more on a slow machine
    [ -n "$RUN_ENV" ] || within "crowd_time $options" $took 0 60
done
# Behind one job that has the whole machine they have all waited as long when it ends: the
# largest expansion factor is that of the shortest.
{ echo 0 100 128 100; head -n $((crowd / 5)) crowd; } | plan >crowd.swf
for order in sjf lxf; do
    run --policy fcfs,easy --order $order --servers 128 --no-timing --jobs-in "$order" \
        crowd.swf
done
equal crowd_lxf_as_sjf lxf/jobs.csv sjf/jobs.csv
# Re-planning everybody after each end costs the cube of a crowd: a smaller one.
head -n $((crowd / 100 + 1)) crowd | plan >crowd.swf
for compress in arrival start; do
    run --policy conservative --servers 128 --compress $compress --binding ids \
        --jobs-in csv crowd.swf
    checked "crowd_compress_$compress" "$(exclusive 128 csv/jobs.csv | head -n 1)"
done
