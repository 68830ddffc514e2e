#!/bin/sh
# sim_cli.sh - coalloc_sim from outside: what it refuses and how, what it writes, that the
# same run gives the same bytes, and two small schedules worked out by hand.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
sim=$program
run_on() {   # of coalloc_sim online alone, unless another policy is named
    case $program in */coalloc_sim) set -- --policy online "$@" ;; esac
    $RUN_ENV "$program" "$@" >"$dir/out" 2>"$dir/err"
    code=$?
}
cd "$dir" || exit 1

warned() {   # NAME PATTERN: one line in all, which is then dealt with
    if [ "$(wc -l <err)" = 1 ] && grep -q "warning: .*$2" err; then
        pass "$1"
        : >err
    else
        fail "$1" "said '$(cat err)'"
    fi
}

# ---- the command line: exit status 2 ---------------------------------------------------
# All six programs alike. Each is built: the others where this script is not alone.
version=$(sed -n '1s/.* v\([0-9.]*\) .*/\1/p' "$here/coalloc.h")
for tool in coalloc_sim mrfs_sim multicost_sim broker_sim flexco_sim swf_tool; do
    [ -x "$bin/$tool" ] || continue
    program=$bin/$tool
    run --version
    is "version_$tool" "$(cat out)" "$tool $version"
    run -h
    cp out short
    run --help
    equal "short_help_$tool" short out
    holds "help_form_$tool" out "^usage: $tool [^ ]" '^options:$' \
        '^  -h, --help  *print this and end' '^  --version  *print the version and end'
    [ $tool != swf_tool ] || continue
    refuses "mistyped_$tool" 2 'no option --treads; did you mean --threads. .see' \
        --treads 2
    refuses "unfinished_$tool" 2 'no option --repor=x; did you mean --report' --repor=x
    # Every option that has a value names itself, what it read and what is allowed.
    sed -n 's/^  \(--[a-z-]*\) \([A-Za-z[][^ ]*\).*/\1 \2/p' short |
        sort -u >options
    while read -r option value; do
        refuses "empty_${tool}_$option" 2 "$option: '' is not [A-Za-z0-9]" "$option="
        case $value in *FILE*|DIR|NAME|COMMAND) continue ;; esac
        refuses "wrong_${tool}_$option" 2 "$option: '@' is not [A-Za-z0-9]" "$option=@"
    done <options
done
program=$bin/swf_tool
refuses mistyped_command 2 'no command chekc; did you mean check' chekc x.swf
refuses mistyped_option 2 'no option --lits; did you mean --list' check --lits 3 x.swf
refuses mistyped_version 2 'no option --versoin; did you mean --version' --versoin
program=$sim

refuses unknown_option 2 'no option --frobnicate' --frobnicate
refuses unknown_short_option 2 'no option -x' -x
refuses missing_value 2 '--servers needs a value' --servers
refuses missing_file_name 2 '--csv needs a value: DIR' --csv
refuses empty_file_name 2 '--json' --json=
refuses flag_with_value 2 '--no-timing takes no value' --no-timing=1
refuses two_traces 2 'one file at a time' a.swf b.swf
wrong servers 'from 1 to 1073741823' 0 -1 1073741824 99999999999999999999 1e3 ten ''
for bad in 0 -5 9999999999999999d 15x; do
    refuses "slot_'$bad'" 2 '--slot.* duration' --index range-tree --slot "$bad"
done
refuses slot_beyond_horizon 2 'longer than --horizon' --slot 2d --horizon 1d
refuses range_tree_without_horizon 2 'needs a --horizon' --index range-tree --horizon 0
refuses range_tree_slots 2 'more than 16777215 slots' --index range-tree --slot 1 \
        --horizon 1000d
refuses step_negative 2 '--step' --step -1
refuses retries_negative 2 '--retries' --retries -1
refuses retries_too_many 2 '--retries' --retries 4294967295
refuses retries_without_step 2 'needs a --step' --retries 5 --step 0
refuses place_unknown 2 '--place.*best-fit' --place middle
refuses place_paper_on_map 2 'needs --index range-tree' --place paper
refuses slices_servers 1 'at most 1024 servers, not 1025' --index slices --servers 1025
refuses index_unknown 2 'one of map|range-tree|count|slices' --index tree
for place in best-fit contiguous; do
    refuses "place_${place}_on_count" 2 '--index count has no --place but first-fit' \
            --index count --place $place
done
refuses place_paper_on_count 2 'needs --index range-tree' --index count --place paper
wrong ar 'a number from 0 to 1' 1.1 -1 2 x 50% .5 ''
refuses ar_window_alone 2 '--ar-window needs an --ar above 0' --ar-window 3h
refuses ar_window_of_none 2 '--ar-window needs an --ar above 0' --ar 0 --ar-window 3h
refuses ar_window_zero 2 '--ar-window.* duration' --ar 1 --ar-window 0
refuses ar_with_trace_policy 2 '--ar is not for --policy trace' --ar 0.5 \
        --policy online,trace a.swf
refuses policy_unknown 2 'online|trace' --policy batch
refuses policy_list 2 'online|trace' --policy online,
refuses policy_trace_without 2 'needs a trace' --policy trace
refuses lengths_unknown 2 'requested|actual|tsafrir|paper' --lengths guessed
refuses size_unknown 2 'requested|allocated' --size big
refuses jobs_zero 2 '--jobs' --jobs 0
refuses seed_overflow 2 '--seed' --seed 9223372036854775808

run --help
holds help out '^usage: coalloc_sim ' '^  --policy LIST' 'default 15m' \
      '^  --index map\|range-tree\|count\|slices' '^  --ar RHO' '^  --ar-window TIME' \
      'default 3h' '^  -h, --help ' 'default half' 'default 42d' 'Exit status'
must help_quiet 'standard error' not [ -s err ]
must help_width 'a line has more than 80 columns' awk 'length > 80 { exit 1 }' out

# ---- bad input: exit status 1 ----------------------------------------------------------
log '1 0 0 25 3 3 30, 2 0 30 10 2 2 10' >good.swf
gzip -c good.swf >good.swf.gz
: >empty.swf
: >empty.swf.gz
mkdir folder folder.gz
head -c 20000 "$sim" >binary.swf
awk 'BEGIN { for (i = 1; i <= 200; i++) print i, i * 7919 % 1000, -1, i * 31, i % 7,
    -1, -1, -1, -1, -1, 1, 1, 1, 1, 1, 1, -1, -1 }' >many.swf
gzip -c many.swf >many.swf.gz
head -c 500 many.swf.gz >truncated.swf.gz
cp good.swf plain.swf.gz
echo '; MaxProcs: 128' >header.swf
printf 'this is\nno log\n' >text.swf
{ echo '; MaxProcs: 9000000000000000000'; cat good.swf; } >machine.swf
echo '1 0 -1 0 3 -1 -1 3 -1 -1 1 1 1 1 1 1 -1 -1' >useless.swf

refuses missing_file 1 'nowhere.swf: No such file' nowhere.swf
refuses missing_gzip_file 1 'nowhere.swf.gz: No such file' nowhere.swf.gz
refuses missing_file_with_dash 1 '-- No such|-x: No such' -- -x
refuses empty_file 1 'there is no job in it' empty.swf
refuses empty_gzip_file 1 'not a whole gzip file' empty.swf.gz
refuses empty_input 1 'standard input: there is no job in it' -
refuses folder 1 'is a directory' folder
refuses folder_gz 1 'is a directory' folder.gz
refuses binary_file 1 'binary.swf: ' binary.swf
refuses truncated_gzip 1 'not a whole gzip file' truncated.swf.gz
refuses gzip_that_is_not 1 'not a whole gzip file' plain.swf.gz
refuses only_a_header 1 'there is no job in it' header.swf
refuses only_text 1 'not a job log: line 1' text.swf
refuses json_over_the_trace 2 'would replace' --json good.swf good.swf
refuses no_usable_job 1 'no job can be .*1 of 1.*no run time' useless.swf
refuses machine_too_large 1 'more than 1073741823; say how many' machine.swf
refuses no_recorded_wait 1 'no job has a waiting time' --policy trace many.swf
newline=$(printf 'a\nb')
refuses name_with_line_break 1 'a\?b: No such file' "$newline"
if [ "$(id -u)" = 0 ]; then
    skip unreadable_file 'root may read everything'
else
    cp good.swf secret.swf
    chmod 000 secret.swf
    refuses unreadable_file 1 'Permission denied' secret.swf
fi
if [ -n "$RUN_ENV" ]; then
    skip no_gzip 'RUN_ENV is set'
else
    PATH_WAS=$PATH PATH=$dir
    run good.swf.gz
    PATH=$PATH_WAS
    verdict no_gzip "$(refusal 1 'gzip, which it needs, cannot be run')"
fi

# ---- outputs that cannot be written: exit status 1 -------------------------------------
few='--jobs 50 --no-timing'
{
    refuses json_into_nothing 1 'x.json cannot be written: No such' $few \
            --json nowhere/x.json
    refuses json_over_a_folder 1 'cannot be written: Is a directory' $few --json folder
    refuses csv_into_nothing 1 'x cannot be made: No such' $few --csv nowhere/x
    # before the log is read
    refuses csv_into_nothing_first 1 'x/ cannot be made: No such' \
            --csv nowhere/x/ no_such.swf
    refuses csv_into_a_file 1 'cannot be made: it is there, but is no directory' $few \
            --csv good.swf
}
if [ -c /dev/full ]; then
    refuses json_full 1 '/dev/full cannot be written: No space' $few --json /dev/full
    refuses report_full 1 '/dev/full cannot be written: No space' $few --report /dev/full
    for what in '--json -' '--servers 64' '--help'; do
        one_of 2 || continue
        $RUN_ENV "$sim" --jobs 50 $what >/dev/full 2>err </dev/null
        code=$?
        : >out
        verdict "full ($what)" "$(refusal 1 'standard output cannot be written')"
    done
else
    skip json_full 'there is no /dev/full'
    skip report_full 'there is no /dev/full'
fi

# Standard output that was closed does not make a table go where JSON is to be.
$RUN_ENV "$sim" --jobs 50 --json closed.json >&- 2>err </dev/null
code=$?
why=$(refusal 1 'standard output cannot be written')
grep -q '^}' closed.json && [ "$(tail -n 1 closed.json)" = '}' ] ||
    why="${why:-the JSON file ends with '$(tail -n 1 closed.json)'}"
verdict closed_output "$why"

# ---- no output in the place of something else: exit status 2 ---------------------------
places=$dir/places
mkdir "$places" "$places/csv"
for f in t m; do cp good.swf "$places/$f"; done
ln -s t "$places/link"
ln "$places/t" "$places/hard"

# keeps NAME PATTERN ARGUMENT ...: refused, in the directory of these files.
keeps() {
    (cd "$places" && refuses "$@")
    why=
    for f in t m; do
        cmp -s good.swf "$places/$f" || why="${why:-$f is another file now}"
    done
    [ -z "$why" ] || fail "$1" "$why"
}
for what in json report trace-out; do
    for name in t ./t link hard csv/../t; do
        keeps "${what}_over_the_trace_$name" 2 'would replace the trace' "--$what" $name t
    done
    for other in json report trace-out; do
        [ $what = $other ] ||
            keeps "${what}_over_$other" 2 'are the same file' "--$what" new \
                  "--$other" new t
    done
    [ $what = json ] ||
        keeps "${what}_to_standard_output" 2 "--$what needs the name of a file" \
              "--$what" - t
done
keeps csv_to_standard_output 2 '--csv needs the name of a directory' --csv - t
keeps trace_out_of_a_policy 2 '--trace-out and --json are the same' --trace-out x.swf \
      --policy online,easy --json x-easy.swf t
cp "$places/t" "$places/other"
for what in json report; do
    keeps "${what}_over_another_log" 2 'would replace a file that is none of ours' \
          "--$what" other t
done
echo '{"mine":1}' >"$places/mine"
keeps json_over_other_json 2 'none of ours' --json mine t
echo '<!DOCTYPE html><p>mine' >"$places/mine"
keeps report_over_another_page 2 'none of ours' --report mine t
cmp -s "$places/t" "$places/other" || fail over_another_log 'it is another file now'
echo mine >"$places/mine"
for what in trace-out point; do
    keeps "${what}_over_a_text" 2 'none of ours' "--$what" mine t
done
[ "$(cat "$places/mine")" = mine ] || fail over_a_text 'it is another file now'

# --csv replaces what it wrote itself, and nothing else.
echo 'job,user' >"$places/csv/jobs.csv"
keeps csv_over_a_table 2 'csv might replace jobs.csv there, which --csv did not' --csv csv
[ "$(cat "$places/csv/jobs.csv")" = 'job,user' ] || fail csv_over_a_table 'it is gone'
rm "$places/csv/jobs.csv"
echo 'a b' >"$places/csv/csv_files.txt"
keeps csv_over_a_list 2 'csv might replace csv_files.txt there' --csv csv
rm "$places/csv/csv_files.txt"
run --jobs 20 --csv twice
run --jobs 20 --csv twice --policy easy
holds csv_twice twice/jobs.csv '^easy,'
: >twice/fig9.csv
refuses csv_with_another 2 'twice might replace fig9.csv there' --csv twice
rm twice/fig9.csv
refuses json_over_the_list 2 'none of ours' --csv twice \
    --json twice/csv_files.txt

# A list that somebody has changed: names only what whole lines of it say.
list=$dir/twice/csv_files.txt
mv "$list" list
grep -v -x jobs.csv list >"$list"
awk 'BEGIN { for (i = 0; i < 257; i++) printf "x"; print "jobs.csv" }' >>"$list"
refuses csv_long_line 2 'might replace jobs.csv there' --csv twice
mkfifo pipe
rm "$list"
ln -s ../pipe "$list"
refuses csv_list_is_a_pipe 2 'might replace csv_files.txt there' --csv twice
rm "$list"
mkdir fresh
printf %s "$(head -n 1 list)" >fresh/csv_files.txt
run --jobs 20 --csv fresh
run --jobs 20 --csv fresh
must csv_list_without_an_end "exit status $code" [ $code = 0 ]
echo keep >keep
mv list "$list"
rm twice/jobs.csv
ln -s ../keep twice/jobs.csv
refuses csv_through_a_link 2 'might replace jobs.csv there' --csv twice
[ "$(cat keep)" = keep ] || fail csv_through_a_link 'the file is another'

cp "$places/t" "$places/csv/jobs.csv"
keeps csv_over_the_trace 2 'csv might replace' --csv csv csv/jobs.csv
rm "$places/csv/jobs.csv"
ln -s ../t "$places/csv/fig3a.csv"
keeps csv_link_to_the_trace 2 'csv might replace fig3a.csv' --csv csv t
rm "$places/csv/fig3a.csv"
verdict refused_and_made_nothing "$(ls "$places/csv")"
program=$sim

# What could not be written completely is not there; what was before still is.
(cd "$places" && ulimit -f 1 && trap '' XFSZ && run --jobs 500 --csv csv --json old.json
 echo "$code" >../code)
code=$(cat code)
: >out
verdict too_large "$(refusal 1 'old.json cannot be written')"
must too_large_and_nothing "$(ls -R "$places" | tr '\n' ' ')" eval \
    '[ -z "$(ls "$places/csv")" ] && [ ! -e "$places/old.json" ]'
rm -r "$places"

# A name with a line break is a line of the table nevertheless.
cp good.swf "$(printf 'a\nb.swf')"
run "$(printf 'a\nb.swf')"
holds line_break_in_the_table out '^workload: a\?b.swf$'

# ---- logs as they are: skipped, left out, rejected, sorted, counted --------------------
{
    echo '; MaxProcs: 4'
    cat good.swf
    echo '3 oops 0 25 3 -1 -1 3 30 -1 1 1 1 1 1 1 -1 -1'
    echo '4 5'
    log <<'END'
5 20 0 10 1 1 10
6 10 0 10 1 1 10
7 30 0 0 1 1 10
8 30 0 -1 1 1 10
9 30 0 10 -1 -1 10
10 -1 0 10 1 1 10
11 9000000000000000000 0 9000000000000000000 1 1 10
12 40 0 10 1 1 10 2
END
    printf '13 50 0 10 1 -1 -1 1 10 -1 1 1 1 1 1 1 -1 -1'   # no line end
} >mixed.swf
run --json mixed.json mixed.swf
warned odd_lines_warned 'skipped.*: 2; .*line 4'
holds odd_lines mixed.json '"jobs":5,' '"servers":4,' '"skipped_lines":2,' \
      '"unsorted":1,' '"left_out_no_run_time":2,' '"left_out_no_size":1,' \
      '"left_out_no_submit_time":1,' '"left_out_out_of_range":1$' \
      '"left_out_partial_execution":1,' '"accepted":5,'
cp out table
holds odd_lines_in_the_table table '^jobs left out \(no run time.*: 2$' \
      '^lines skipped.*: 2$' '^jobs out of order.*: 1$'

holds size_in_the_header table 'on 4 servers, submitted'
run --cut 15:35 --json cut.json mixed.swf
expected 'lines skipped'
holds left_out_of_the_cut cut.json '"left_out_no_run_time":2,' \
      '"left_out_no_size":1,' '"left_out_no_submit_time":1,' \
      '"left_out_partial_execution":0,' '"left_out_out_of_range":0$'

# Users of the archive add columns; a log may not say how large its machine is.
sed 's/$/ 7 0.5 x/' good.swf >wide.swf
run --json wide.json wide.swf
warned columns_ignored 'columns after the last .*are ignored: 2; .*line 1.*field 19'
holds columns_ignored_counts wide.json '"jobs":2,' '"surplus_lines":2,' \
      '"servers_guessed":1,'
holds size_is_a_guess out "servers .a guess: the largest job's size, as .*MaxProcs"

log >large.swf <<'END'
1 0 0 10 4 4 10
2 0 0 10 500 500 10
3 0 0 10 99999999999 99999999999 10
4 0 0 10 5 5 10
END
run --servers 4 --json large.json large.swf
warned larger_warned_once 'jobs rejected.*: 3; .*job 3'
holds larger_than_the_machine large.json '"jobs":4,' '"accepted":1,' \
      '"rejected":3,' '"rejected_too_large":3,' '"attempts_mean":1,'

run --servers 1073741823 --json x.json many.swf
holds largest_machine x.json '"servers":1073741823,' '"rejected":0,'
sed 's/$/\r/' many.swf >crlf.swf
run --no-timing --json x.json many.swf
run --no-timing --json y.json crlf.swf
sed -i 's/crlf/many/' y.json
unmade x.json y.json
equal crlf x.json y.json
run --no-timing --json y.json many.swf.gz
sed -i 's/many.swf.gz/many.swf/' y.json
unmade y.json
equal gzip x.json y.json
$RUN_ENV "$sim" --policy online --no-timing --json y.json - <many.swf >out 2>err
code=$?
sed -i "s|standard input|many.swf|" y.json
unmade y.json
equal standard_input x.json y.json
cp many.swf.gz "./-o \$HOME 'x;\`ls\`\".gz"
run --no-timing --json y.json "./-o \$HOME 'x;\`ls\`\".gz"
holds gzip_with_a_strange_name y.json \
      "$(grep schedule_hash x.json)" 'HOME .x;`ls`\\"'

# ---- the same run, the same bytes ------------------------------------------------------
twice() {   # NAME OPTION ...
    one_of 3 || return
    name=$1
    shift
    for n in 1 2; do
        run --jobs 300 --no-timing "$@" --json "same$n.json" --csv "same$n"
        mv out "same$n/table"
        sed -i "s/same$n/same/g" "same$n/table"
    done
    for f in table jobs.csv figures.csv sizes.csv; do
        equal "${name}_$f" "same1/$f" "same2/$f"
    done
    equal "${name}_json" same1.json same2.json
}
twice determinism_ar --ar 0.5
twice determinism_count --index count --ar 0.5
twice determinism
run --jobs 300 --no-timing --json same1.json
must no_timing "$(field wall_seconds same1.json)" [ "$(field wall_seconds same1.json)" = \
    null ]
run --jobs 300 --json - --seed 2
holds json_to_standard_output out '^\{$' '^\}$' '"wall_seconds":[0-9.e-]+,$'
must seed_matters 'seeds 1 and 2 give the same schedule' [ "$(field schedule_hash out)" \
    != "$(field schedule_hash same1.json)" ]
for place in best-fit first-fit contiguous; do
    one_of 3 || continue
    run --jobs 300 --index map --place $place --json map.json
    for index in range-tree slices; do
        run --jobs 300 --index $index --place $place --json "$index.json"
        if [ "$code" = 0 ] && [ "$(field schedule_hash map.json)" = \
                "$(field schedule_hash "$index.json")" ]; then
            pass "same_schedule_${place}_$index"
        else
            fail "same_schedule_${place}_$index" "map and $index differ"
        fi
    done
done
run --jobs 300 --index range-tree --json x.json
holds visits x.json '"search_visits_mean":[0-9]' '"update_visits_mean":[0-9]' \
      '"place":"paper"'
fields='program source jobs servers policy index accepted rejected delayed_fraction
    wait_mean wait_max wait_p50 wait_p95 wait_p99 wait_submit_mean turnaround_mean
    temporal_penalty_mean wait_by_size bounded_slowdown_mean utilisation makespan
    attempts_mean attempts_by_size search_visits_mean update_visits_mean wall_seconds
    schedule_hash'
has_fields $fields
run --jobs 300 --json x.json --csv same1
holds where_the_results_are out '^300 jobs booked on 128 servers' 'x.json' \
      'same1' 'waiting time, mean \(hours\)' '^  rejected  '
parses json_parses ./*.json

# ---- schedules worked out by hand ------------------------------------------------------
# Four servers, a try every 10 s. Job 1 holds three until 25. Job 2 wants two: tried at 0,
# 10 and 20, gets 30. Job 3 takes the fourth at once. Job 4 is too large. Job 5 is longer
# than the horizon, so that there is no start to try.
log >hand.swf <<'END'
1 0 0 25 3 3 30
2 0 30 10 2 2 10
3 5 1 20 1 1 20
4 26 2 100 5 5 100
5 26 -1 2000 1 1 2000
END
run --policy online,trace --servers 4 --step 10 --slot 10 --horizon 1000 --no-timing \
    --csv hand --json hand.json hand.swf
expected 'jobs rejected.*job 4'
columns policy index job servers submit_seconds ready_seconds fate start_seconds \
        end_seconds wait_seconds attempts server_ids >expected
cat >>expected <<'END'
online,map,1,3,0,0,ran,0,25,0,1,0-2
online,map,2,2,0,0,ran,30,40,30,4,0-1
online,map,3,1,5,5,ran,5,25,0,1,3
online,map,4,5,26,26,too large,,,,0,
online,map,5,1,26,26,no room,,,,0,
trace,,1,3,0,0,ran,0,25,0,0,
trace,,2,2,0,0,ran,30,40,30,0,
trace,,3,1,5,5,ran,6,26,1,0,
trace,,4,5,26,26,too large,,,,0,
trace,,5,1,26,26,unrecorded,,,,0,
END
equal by_hand hand/jobs.csv expected
# waits 0, 30, 0; turnaround 25, 40, 20; busy 75 + 20 + 20 of 4 * 40
cat >expected <<'END'
policy,index,figure,value,unit
online,map,jobs,5,
online,map,accepted,3,
online,map,rejected,2,
online,map,rejected_too_large,1,
online,map,rejected_no_fit,1,
online,map,unrecorded,0,
online,map,compared,3,
online,map,delayed_fraction,0.33333333333333331,fraction
online,map,wait_mean,10,seconds
online,map,wait_p50,0,seconds
online,map,wait_p95,30,seconds
online,map,wait_p99,30,seconds
online,map,wait_max,30,seconds
online,map,wait_submit_mean,10,seconds
online,map,turnaround_mean,28.333333333333332,seconds
online,map,temporal_penalty_mean,1,
online,map,bounded_slowdown_mean,2,
online,map,lost_mean,,seconds
online,map,promises_broken,,
online,map,utilisation,0.71875,fraction
online,map,makespan,40,seconds
online,map,attempts_mean,2,
online,map,search_visits_mean,,
online,map,update_visits_mean,,
END
grep -E 'figure|^online' hand/figures.csv |
    grep -vE ',[a-z_]*(bytes|seconds)[a-z_]*,.*,' >got
equal by_hand_figures got expected

# Job 2 needs three retries. half: half the slots of the horizon, rounded down.
for setting in '2 2 refused' '3 3 ran' 'half 50 ran' 'none "none" refused' '0 0 ran'; do
    one_of 2 || continue
    set -- $setting
    run --retries "$1" --servers 4 --step 10 --slot 10 --horizon 1009 --csv hand \
        --json x.json hand.swf
    expected 'jobs rejected.*job 4'
    [ "$3" = ran ] && fate=ran || fate='no room'
    holds "retries_$1" x.json "\"retries\":$2,"
    holds "retries_$1_fate" hand/jobs.csv "^online,map,2,2,0,0,$fate,"
done
run --slot 1000 --horizon 1000 --json x.json hand.swf
holds retries_half_of_one_slot x.json '"retries":"none",'
run --horizon 0 --json x.json hand.swf
holds retries_half_of_no_horizon x.json '"retries":0,'

# Two servers, booked by requested time. Job 1 holds both until 1000, so job 2 is promised
# 1000; but it ends at 100, before all else of that moment: job 3 gets both until then.
# Job 4 asks for 20 s and is cut off there.
log '1 0 0 100 2 2 1000, 2 10 0 50 1 1 50, 3 100 0 900 2 2 900, 4 101 0 30 1 1 20' \
    >early.swf
run --servers 2 --step 0 --overrun kill --csv early early.swf
cut -d , -f 1-10 early/jobs.csv >got
columns policy index job servers submit_seconds ready_seconds fate start_seconds \
        end_seconds wait_seconds >expected
cat >>expected <<'END'
online,map,1,2,0,0,ran,0,100,0
online,map,2,1,10,10,ran,1000,1050,990
online,map,3,2,100,100,ran,100,1000,0
online,map,4,1,101,101,ran,1000,1020,899
END
equal by_hand_early_ends got expected

# ---- late binding ----------------------------------------------------------------------
# The same four jobs. Each gets the lowest servers free when it starts: jobs 2 and 4 both
# server 0, job 3 both after job 1 has given them back early.
run --servers 2 --step 0 --overrun kill --index count --csv early early.swf
cut -d , -f 3,8-12 early/jobs.csv >got
cat >expected <<'END'
job,start_seconds,end_seconds,wait_seconds,attempts,server_ids
1,0,100,0,1,0-1
2,1000,1050,990,1,0
3,100,1000,0,1,0-1
4,1000,1020,899,1,1
END
equal count_by_hand_early_ends got expected

# Three servers. Job 1 ends at 100 although booked until 1000, the moment job 3 starts as
# promised: what it gives back, server 0, is there to be bound.
log '1 0 0 100 1 1 1000, 2 0 0 100 1 1 100, 3 10 0 50 2 2 50' >moment.swf
run --servers 3 --step 0 --overrun kill --index count --csv early moment.swf
cut -d , -f 3,8-9,12 early/jobs.csv >got
cat >expected <<'END'
job,start_seconds,end_seconds,server_ids
1,0,100,0
2,0,100,1
3,100,150,0-1
END
equal count_end_before_start got expected

# Two servers, a try every 20 s. Both are busy at 0, so job 3 is promised 20. On the map
# that is server 0, which leaves job 4 at 10 with 10 s on it: it must wait until 30. On
# count one of the two is free all the time from 10 on: job 4 starts at once and is given
# server 0, job 3 at 20 what is free then, server 1.
log '1 0 0 10 1 1 10, 2 0 0 20 1 1 20, 3 0 0 20 1 1 20, 4 10 0 20 1 1 20' >late.swf
for index in map count; do
    run --servers 2 --step 20 --index $index --place first-fit --csv late \
        --json x.json late.swf
    cut -d , -f 2-3,8-9,12 late/jobs.csv | tail -n 4 >>both
done
cat >expected <<'END'
map,1,0,10,0
map,2,0,20,1
map,3,20,40,0
map,4,30,50,1
count,1,0,10,0
count,2,0,20,1
count,3,20,40,1
count,4,10,30,0
END
equal count_by_hand both expected
holds count_settings x.json '"index":"count",' '"place":"first-fit",' \
      '"search_visits_mean":null'

# What jobs.csv says of the servers is possible.
busy_log 400 >busy.swf
for index in map count; do
    for share in 0 0.5 1; do
        one_of 2 || continue
        run --index $index --ar $share --csv ids --servers 20 --step 0 \
            --lengths requested busy.swf
        why=$(exclusive 20 ids/jobs.csv | head -n 1)
        [ "$code" = 0 ] || why="exit status $code"
        verdict "server_ids_${index}_$share" "$why"
    done
done

# ---- advance reservations --------------------------------------------------------------
# Nothing changes without them; the reservations of a smaller share are among those of a
# larger one, with the same ready times; of a share of 1 every job is one.
run --no-timing --jobs 300 --json x.json
run --no-timing --jobs 300 --ar 0 --json y.json
unmade x.json y.json
equal ar_none x.json y.json
for share in 0.3 0.6 1; do
    run --no-timing --jobs 300 --ar $share --csv "ar$share" --json x.json
    awk -F, 'NR > 1 && $6 > $5 { print $3, $5, $6 }' "ar$share/jobs.csv" |
        sort >"ready$share"
done
holds ar_all x.json '"reservations":300,' '"ar":1,' '"ar_window":10800,' \
      '"wait_submit_mean":'
why=$(comm -23 ready0.3 ready0.6; comm -23 ready0.6 ready1)
[ "$(wc -l <ready0.3)" -gt 50 ] || why='hardly any reservation'
[ "$(wc -l <ready0.6)" -gt "$(wc -l <ready0.3)" ] || why='no more'
if awk '$3 - $2 > 10800 || $3 <= $2 { exit 1 }' ready1; then :
else why='not within three hours'; fi
must ar_nested "$(echo "$why" | head -n 1)" [ -z "$why" ]
# both waits: from ready on in jobs.csv, from submission on in the mean
awk -F, 'NR > 1 { if ($8 < $6 || $10 != $8 - $6) exit 1; sum += $8 - $5; n++ }
    END { printf "%.6f\n", sum / n }' ar1/jobs.csv >got || code=1
field wait_submit_mean x.json | awk '{ printf "%.6f\n", $1 }' >expected
equal ar_waits got expected
run --no-timing --jobs 300 --ar 1 --ar-window 1m --csv ar --json y.json
holds ar_window y.json '"ar_window":60,'
must ar_window_kept 'a job is ready later' awk -F, 'NR > 1 && $6 - $5 > 60 { exit 1 }' \
    ar/jobs.csv
run --ar 0.5 --seed 1 --csv ar --servers 20 busy.swf
cut -d , -f 6 ar/jobs.csv >seed1
run --ar 0.5 --seed 2 --csv ar --servers 20 busy.swf
cut -d , -f 6 ar/jobs.csv >seed2
must ar_seed 'seeds 1 and 2 choose the same' not cmp -s seed1 seed2
run --ar 0.5 --servers 20 --jobs 300
holds ar_in_the_table out '^advance reservations, ready up to 3h after.*: 1[0-9]+$'

# ---- the page --------------------------------------------------------------------------
run --jobs 300 --policy online,fcfs,easy --sweep ar=0,0.5 --report x.html
laid_out page_order x.html

# ---- how it was made -------------------------------------------------------------------
run --json x.json --csv made --report x.html --jobs 3 many.swf.gz
sum=$(cksum many.swf.gz | cut -d ' ' -f 1,2)
holds made_json x.json '"version":"[0-9.]+"' '"command":.*"--jobs","3","many.swf.gz"' \
    "\"file\":\"many.swf.gz\",\"cksum\":\"$sum\""
holds made_csv made/about.csv "^cksum,$sum\$" '^input,many.swf.gz$' '^word,--jobs$' \
    '^version,[0-9.]+$'
holds made_page x.html "Version [0-9.]+; many.swf.gz: cksum $sum<"

# ---- waits by class, with intervals ----------------------------------------------------
# Each week job 1 takes 3 of 4 servers, job 2 all for two hours, and job 3 one: with EASY
# it starts at once, with fcfs behind job 2, 10,798 s later; in the last `late` weeks it
# is too long to go first, and waits so in both.
weeks() {   # late
    awk -v late="$1" 'BEGIN {
        for (w = 0; w < 8; w++)
            for (i = 0; i < 3; i++) {
                run = i == 0 ? 3600 : i == 1 ? 7200 : w < 8 - late ? 600 : 7300
                print 3 * w + i + 1, w * 604800 + i, -1, run, i == 0 ? 3 : i == 1 ? 4 : 1,
                      -1, -1, -1, run, -1, 1, 1, 1, 1, 1, -1, -1, -1
            }
    }' >weeks.swf
    run --policy easy,fcfs --servers 4 --csv weeks --json weeks.json weeks.swf
}
weeks 0
checked classes_by_hand "$(for line in all,,,24,4799,4799,4799,3599.33,3599.33,3599.33 \
        servers,1,1,8,10798,10798,10798,10798,10798,10798 \
        servers,3,4,16,1799.5,1799.5,1799.5,0,0,0 \
        run_seconds,0,900,8,10798,10798,10798,10798,10798,10798; do
    awk -F, -v OFS=, '{ for (i = 7; i <= 12; i++) $i = sprintf("%.6g", $i); print }' \
        weeks/classes.csv | grep -qx "fcfs,,$line" || echo "no $line"
done | head -n 1)"
holds classes_in_the_table out '^mean wait .hours. +jobs +easy +fcfs$' \
    '^wait minus easy.s, 95 % interval over 8 weeks .hours. +fcfs$' \
    '^servers: 1 +3[.]00 [(]3[.]00[.][.]3[.]00[)]$'
holds classes_in_json weeks.json '"intervals":.*"over":"weeks".*"count":8' \
    '"class":"servers".*"difference_low":10798'
weeks 4
checked classes_of_two_kinds "$(awk -F, '$1 == "fcfs" && $3 == "servers" && $4 == 1 {
        found = $10 == 5399 && $11 >= 0 && $11 < 4000 && $12 > 6800 && $12 <= 10798 }
    END { if (!found) print "another difference" }' weeks/classes.csv)"
head -n 12 weeks.swf >few.swf
run --policy easy,fcfs --servers 4 few.swf
holds classes_of_four_weeks out '^wait minus easy.s, no interval: 4 weeks are too few' \
    '^servers: 1 +3[.]00$'

# ---- several seeds ---------------------------------------------------------------------
seeded wait_mean --policy easy
refuses seeds_of_a_sweep_of_seeds 2 'seeds is not for a --sweep of seed' --seeds 2 \
        --sweep seed=0,1
refuses seeds_of_nothing_random 2 'nothing here is random' --seeds 2 good.swf
refuses seeds_of_standard_input 2 'cannot read standard input again' --seeds 2 -
refuses seeds_beyond_the_last 2 'not so many after --seed' --seeds 2 \
        --seed 9223372036854775807
