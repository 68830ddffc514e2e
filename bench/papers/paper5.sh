#!/bin/sh
# paper5.sh - Netto and Buyya (A Flexible Resource Co-Allocation Model based on Advance
# Reservations with Rescheduling Support) by flexco_sim (lib.sh): make paper5 TRACES=dir.
# Logs are found there by name: SDSC-Par-1996 (local jobs) and SDSC-BLUE-2000 (meta-jobs).

paper=5 program=flexco_sim
. "$(dirname "$0")/lib.sh"
[ -n "$TRACES" ] || complain 'TRACES is not set to a directory of job logs (README.md)'
seeds=${QUICK:+2} errors=${QUICK:+0,5,10,15,20,25}
seeds=${seeds:-5} errors=${errors:-0:25:5}

unpack() {   # name file
    file=$(find "$TRACES"/ -maxdepth 1 -name "$1-*.swf*" 2>/dev/null | sort | head -n 1)
    [ -n "$file" ] || complain "no $1 log in $TRACES"
    case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac >"$2" ||
        complain "$file: cannot be unpacked"
    printf 'command\t# %s: %s\n' "$(basename "$2")" "$(basename "$file")" >>"$facts"
}
unpack SDSC-Par-1996 "$dir/PARAGON"
unpack SDSC-BLUE-2000 "$dir/BLUE"

logs="--paper --local $dir/PARAGON --meta $dir/BLUE --seeds $seeds"
three='--modes rigid,shift,shift+remap --drop-small no,yes'

# shellcheck disable=SC2086
{
    simulate nodes $logs $three --errors $errors
    simulate sizes ${logs% *} 1 --modes rigid --errors 0 --meta-node 1
    simulate fixed $logs $three --errors 0,25 --one-site metascheduler
    simulate processors $logs $three --errors 0,25 --meta-node 1 --load 0.68 \
        --meta-load 0.12
    simulate crowded $logs $three --errors 0,25 --meta-node 1 --load 0.8 --meta-load 0.12
    simulate binding $logs --errors 25 --binding late,early
    simulate items $logs --modes rigid,shift+remap --errors 25 --items "$dir/items"
}
# What the meta-jobs gain that shift+remap first books at several sites.
wanted items && awk -F, -v OFS='\t' '
    NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
    NR == 1 || !$c["meta"] { next }
    { s = $c["seed"]; key = s " " $c["job"] }
    $c["variant"] == "rigid" { was[key] = $c["response"]; next }
    $c["sites_at_first"] > 1 { old[s] += was[key]; now[s] += $c["response"] }
    END { for (s in old) print "items gain seed=" s, 1 - now[s] / old[s] }' "$dir/items" |
    sort >>"$facts"
document
