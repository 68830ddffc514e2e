#!/bin/sh
# sim_checkpoint.sh - coalloc_sim --checkpoint from outside: killed (SIGKILL) again and
# again and started again, the results are those of a run in one piece; and which files
# it refuses to go on from. tests/sim/test_checkpoint.c kills it at every call.
#
# BUILD: where the program is; RUN_ENV: a command to run it under.

cd "$(dirname "$0")/../.." || exit 1
suite=sim_checkpoint.sh
program=${BUILD:-build}/coalloc_sim
. tests/programs/lib-cli.sh
. tests/programs/lib-sim.sh

save=$dir/save

replay() { run --no-timing "$@"; }
nap() { sleep 0.01 2>/dev/null || sleep 1; }

# One life: it is killed as soon as it has saved something new. Sets $code.
life() {
    before=$(cksum "$save" 2>/dev/null)
    patience=3000
    # shellcheck disable=SC2086
    $RUN_ENV "$program" --no-timing "$@" >"$dir/out" 2>"$dir/err" </dev/null &
    pid=$!
    while [ "$(cksum "$save" 2>/dev/null)" = "$before" ] && [ $patience -gt 0 ] &&
          kill -0 $pid 2>/dev/null; do
        nap
        patience=$((patience - 1))
    done
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    code=$?
}

but=nothing     # lines that may differ
times='1 2 3 4 5 6'
! few || times='1 2'

# What a run in one piece says of the options, then one of many lives.
lives() {   # NAME OPTION ...
    name=$1
    shift
    rm -rf "$dir/csv" "$save"
    replay "$@" --json "$dir/json" --csv "$dir/csv"
    [ "$code" = 0 ] || { fail "$name" "$(head -n 1 "$dir/err")"; return; }
    mv "$dir/json" "$dir/json.whole"
    mv "$dir/csv" "$dir/csv.whole"
    mv "$dir/out" "$dir/out.whole"
    killed=0
    for n in $times; do
        life "$@" --json "$dir/json" --csv "$dir/csv" --checkpoint "$save" \
             --checkpoint-jobs 3
        [ "$code" = 137 ] || break
        killed=$n
    done
    if [ "$code" != 0 ]; then
        replay "$@" --json "$dir/json" --csv "$dir/csv" --checkpoint "$save" \
               --checkpoint-jobs 500
    fi
    for file in json out json.whole out.whole csv/figures.csv csv.whole/figures.csv; do
        grep -Ev "$but" "$dir/$file" >"$dir/rest" && mv "$dir/rest" "$dir/$file"
    done
    if [ "$code" != 0 ]; then
        fail "$name" "exit status $code: $(head -n 1 "$dir/err")"
    elif ! cmp -s "$dir/json" "$dir/json.whole"; then
        fail "$name" "$(diff "$dir/json.whole" "$dir/json" | sed -n 2p)"
    elif ! cmp -s "$dir/out" "$dir/out.whole"; then
        fail "$name" "$(diff "$dir/out.whole" "$dir/out" | sed -n 2p)"
    elif ! diff -r "$dir/csv" "$dir/csv.whole" >"$dir/diff"; then
        fail "$name" "$(sed -n 2p "$dir/diff")"
    elif [ -e "$save" ] || [ -e "$save.tmp" ]; then
        fail "$name" 'the checkpoint is still there'
    elif [ $killed = 0 ]; then
        skip "$name" 'it was done before it could be killed'
    else
        pass "$name"
    fi
    rm -rf "$dir/csv.whole"
}

# NAME PATTERN OPTION ...: exit status 1, one line that names the file; the file stays.
declines() {
    name=$1 pattern=$2
    shift 2
    cp "$save" "$dir/kept"
    refuses "$name" 1 "$save: .*$pattern" --no-timing "$@" --checkpoint "$save"
    cmp -s "$save" "$dir/kept" || fail "$name" 'changed the file'
}

[ -x "$program" ] || { fail build "$program is not there"; exit 1; }

lives map --jobs 1500
busy_log 900 >"$dir/jobs.swf"
lives requested_times "$dir/jobs.swf" --servers 20 --runtime requested
lives reservations --jobs 1500 --ar 0.5
lives count --jobs 1500 --index count --ar 0.5
lives count_requested_times "$dir/jobs.swf" --servers 20 --runtime requested \
      --index count --ar 0.3
# The trees are built anew, so that the numbers of nodes visited differ.
but='visits_mean|tree nodes per request'
lives range_tree --jobs 300 --index range-tree --slot 3h --horizon 20d --place best-fit
but=nothing

# ---- a checkpoint of a run whose results could not be written --------------------------

replay --jobs 300 --checkpoint "$save" --checkpoint-jobs 120 --json "$dir/nowhere/json"
if [ "$code" = 1 ] && grep -q nowhere "$dir/err" && [ -s "$save" ]; then
    pass kept_after_failure
else
    fail kept_after_failure "exit status $code: $(cat "$dir/err")"
fi

declines other_seed 'other options' --jobs 300 --seed 2
declines other_step 'other options' --jobs 300 --step 1h
declines other_share 'other options' --jobs 300 --ar 0.5
declines other_index 'other options' --jobs 300 --index range-tree
cp "$save" "$dir/good"
rm "$save"
replay --jobs 300 --ar 0.5 --checkpoint "$save" --json "$dir/nowhere/json"
declines other_share_larger 'other options' --jobs 300 --ar 0.500000001
declines other_window 'other options' --jobs 300 --ar 0.5 --ar-window 2h
replay --jobs 300 --ar 0.5 --ar-window 3h --checkpoint "$save"    # the default
if [ "$code" = 0 ] && [ ! -e "$save" ]; then
    pass same_window
else
    fail same_window "exit status $code: $(cat "$dir/err")"
fi
echo '1 0 0 5 1 -1 -1 1 5 -1 1 1 1 1 1 -1 -1 -1' >"$dir/a.swf"
echo '1 0 0 6 1 -1 -1 1 6 -1 1 1 1 1 1 -1 -1 -1' >"$dir/b.swf"
replay "$dir/a.swf" --checkpoint "$save" --json "$dir/nowhere/json"
declines other_trace 'another workload' "$dir/b.swf"
replay "$dir/a.swf" --checkpoint "$save"
if [ "$code" = 0 ] && [ ! -e "$save" ]; then
    pass same_trace
else
    fail same_trace "exit status $code: $(cat "$dir/err")"
fi

: >"$save"
declines empty 'not a checkpoint' --jobs 300
cp "$dir/a.swf" "$save"
declines no_checkpoint 'not a checkpoint' --jobs 300
head -c 3000 "$dir/good" >"$save"
declines cut 'damaged' --jobs 300
{ cat "$dir/good"; echo; } >"$save"
declines longer 'damaged' --jobs 300
{ head -c 2000 "$dir/good"; printf '\377\377'; tail -c +2003 "$dir/good"; } >"$save"
declines changed 'damaged' --jobs 300
rm "$save"
mkdir "$save"
replay --jobs 300 --checkpoint "$save"
if [ "$code" = 1 ] && [ "$(wc -l <"$dir/err")" = 1 ] && grep -q "$save" "$dir/err"; then
    pass directory
else
    fail directory "exit status $code: $(cat "$dir/err")"
fi
rmdir "$save"
replay --jobs 300 --checkpoint "$dir/nowhere/save"
if [ "$code" = 1 ] && [ "$(wc -l <"$dir/err")" = 1 ] &&
   grep -q 'nowhere/save cannot be written' "$dir/err"; then
    pass unwritable
else
    fail unwritable "exit status $code: $(cat "$dir/err")"
fi
