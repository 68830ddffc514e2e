#!/bin/sh
# sim_flexco.sh - flexco_sim: refusals, sites and jobs made of logs, a schedule of every
# mode by hand. What all simulators share is tests/sim/test_kit.c's; schedules against a
# second simulator are tests/sim/prop_flexco.c's.

tool=flexco_sim
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1

# ---- options that do not go together: exit status 2 ------------------------------------
refusals <<'END'
2|--meta needs --local|--meta x
2|--fold needs --meta|--fold 1d --local x
2|--meta-node needs --meta|--meta-node 8 --local x
2|--split needs --local|--split halves
2|--copies needs --local|--copies 2
2|--paper needs --local|--paper
2|--local-estimates needs --local|--local-estimates log
2|--jobs needs --local|--jobs 5
2|--cut needs --local|--cut :1h
2|--sites is of built-in jobs|--local x --sites 2
END

# ---- bad input: exit status 1 ----------------------------------------------------------
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
refusals <<'END'
1|nowhere: No such file|--local l.swf --meta nowhere
1|one.swf: --split halves: all jobs|--local one.swf --split halves
1|one.swf: --load: all jobs|--local one.swf --load 0.5
1|1026 sites are more|--local l.swf --split halves --copies 513
1|more than 1000000 jobs would be|--sites 1 --span 3650d --processors 1 --load 1000
1|l.swf is read, too|--local m.swf,l.swf --json l.swf
END
run_on --local - --seeds 2 <l.swf
verdict standard_input_twice "$(refusal 1 'standard input can be read only once')"

# ---- sites and jobs --------------------------------------------------------------------
# A line for each job of i, commas between: its site, "meta" of a meta-job, and COLUMN,...
items() { pick "meta,site,$1" i | sed 's/^1 -/meta/; s/^0 //; s/ /,/g'; }

# Halves begin at 0; second copies are rotated by a week, of the time they take; of the
# meta-jobs those before 100 s, the second half of it 50 s earlier; job 5 is larger than
# all sites. Estimates 25 % too long, rounded up.
run --no-timing --local l.swf --split halves --copies 2 --processors 2 --local-estimates \
    log --meta m.swf --fold 100 --errors 25 --modes rigid --items i
items number,submit,estimate,size,fate >jobs
cat >expected <<'END'
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

# Meta-jobs counted in nodes: 3, 1 and 9 processors are 2, 1 and 5 nodes of 2.
run --no-timing --local l.swf --processors 8 --meta m.swf --meta-node 2 \
    --modes rigid --errors 0 --items i
is meta_node "$(items size | sed -n 's/^meta,//p' | sort | paste -s -d ' ')" \
    '1 1 1 1 2 5'
holds meta_node_told out 'm.swf, sizes in nodes of 2 processors, 6 jobs over'

# A log that is cut as it is read is a log with these lines only.
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    job "$i" $((i * 50)) 400 $((i % 5 + 1)) 900
done >all.swf
head -n 5 all.swf >few.swf
run --no-timing --local few.swf --processors 8 --meta few.swf --items few
run --no-timing --local all.swf --processors 8 --meta all.swf --items i --cut 0:400 \
    --jobs 5
equal cut_and_jobs few i
holds cut_told out '^cut: submitted from 0 on, before 6m40s$' '^cut: the first 5 jobs$'

# ---- a schedule worked out by hand -----------------------------------------------------
# Site 1 is full until 100, site 2 as planned, too; then each has 4 of 10 free for a
# meta-job of 8. Site 2's first job ends at 50, its second runs from then to 70: now the
# meta-job has all it needs at one site.
{ job 1 0 100 10 100; job 2 0 2000 6 2000; } >a.swf
{ job 1 0 50 10 100; job 2 0 20 6 2000; } >b.swf
job 1 0 500 8 1000 >m.swf
run --no-timing --local a.swf,b.swf --meta m.swf --processors 10 --local-estimates log \
    --errors 0 --items i --facts f
items overhead >overheads
p=$(sed -n 's/^meta,//p' overheads | head -n 1)
items variant,submit,promised,start,end,sites_at_first,shifts,remaps,molds,held |
    grep meta >some
cat >expected <<END
meta,rigid,0,$((1100 + 10 * p)),100,$((600 + 5 * p)),2,0,0,0,0:*4_1:*4
meta,shift,0,$((1100 + 10 * p)),100,$((600 + 5 * p)),2,0,0,0,0:*4_1:*4
meta,shift+remap,0,$((1100 + 10 * p)),70,570,2,0,1,0,1:*8
meta,shift+remap+mold,0,$((1100 + 10 * p)),70,570,2,0,1,0,1:*8
END
equal join expected some
holds relative out '^More than rigid \(%\) .* shift\+remap\+mold$'
within overhead "$p" 1 25

# What is drawn for the jobs of a site has a seed of its own.
run --sites 2 --span 1d --modes rigid --no-timing --items i
is estimates_of_seed "$(items estimate | head -n 6 | paste -s -d ' ')" \
    '1,1125 2,58500 meta,4500 1,9000 2,58500 2,375'

prints default_load '--sites 2 --span 1d --modes rigid --no-timing' \
    '^meta-jobs: .*, load 0\.2'

run --no-timing --local a.swf,b.swf --meta m.swf --processors 10 --overhead 100 --items i
is overhead_option "$(items overhead | grep meta | uniq)" meta,100

# Slowdowns: of the jobs that take 100, 50 and 70 s it is 1, and 2100 / 2000.
late=$((600 + 5 * p))
while read -r figure wanted; do
    is "join_$figure" "$(values "[a-z+]* $figure" f)" "$wanted"
done <<END
jobs 5 5 5 5
meta_jobs 1 1 1 1
finished 5 5 5 5
response_meta $late $late 570 570
response_local 580 580 580 580
bsld_local 1.0125 1.0125 1.0125 1.0125
several 1 1 1 1
several_one 0 0 1 1
asked 0 2 2 2
moved 0 0 1 1
shifts 0 0 0 0
remaps 0 0 1 1
molds 0 0 0 0
joined 0 0 1 1
compressions 4 4 3 3
advances 1 1 1 1
END

# Small jobs are small in both ways, without the error of their estimates.
{ job 1 0 10 64 3600; job 2 5 10 65 3600; job 3 10 10 64 3601; job 4 15 10 1 1; } \
    >small.swf
run --no-timing --local small.swf --processors 100 --local-estimates log \
    --meta small.swf --drop-small yes --modes rigid --items i
is small "$(items number,estimate | paste -s -d ' ')" \
    '1,2,4500 meta,2,4500 1,3,4502 meta,3,4502'

# The load that is asked for.
busy_log 400 >busy.swf
run --no-timing --local busy.swf --copies 2 --processors 50 --load 0.6 --meta busy.swf \
    --meta-load 0.2
holds loads out '^  site 2: 50 processors, .*, rotated by 1 week, 400.* load 0.600$' \
      '^meta-jobs: .*, load 0.2[01]'
