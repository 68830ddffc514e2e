#!/bin/sh
# paper1.sh - sections 4.3, 5 and 6 of Castillo et al. (HPDC 2009) by coalloc_sim, with
# the logs of CTC, KTH and HPC2N, found by name (lib.sh): make paper1 TRACES=dir

paper=1 program=coalloc_sim
. "$(dirname "$0")/lib.sh"
[ -n "$TRACES" ] || complain 'TRACES is not set to a directory of job logs (README.md)'
seeds=${QUICK:+2} few=${QUICK:+2} many=${QUICK:+2} jobs=${QUICK:+50}
seeds=${seeds:-5} few=${few:-3} many=${many:-12} jobs=${jobs:-2000}
setting='--index range-tree --step 15m --retries half --horizon 42d'
known="--policy online $setting --lengths actual"

tell() { printf 'command\t%s\n' "$*" >>"$facts"; }

# The log of that name, if there is one: $file.
found() {   # name beginning-of-its-file
    file=$(find "$TRACES"/ -maxdepth 1 -name "$2-*.swf*" 2>/dev/null | sort | head -n 1)
    [ -n "$file" ] || return 1
    any=1
    case $file in *.gz) gzip -dc "$file" ;; *) cat "$file" ;; esac >"$dir/log" ||
        complain "$file: cannot be unpacked"
    tell "# $(basename "$file"), cksum $(cksum <"$dir/log" | tr '\t' ' ')"
}

# The setting of the paper, beside the log's waits and batch schedulers on the same jobs.
measure() {   # name servers
    # shellcheck disable=SC2086
    simulate "$1" "$file" --servers "$2" --policy online,trace,easy,conservative \
        $setting --lengths actual,paper
}

# shellcheck disable=SC2086
others() {   # name servers rhos seeds
    simulate "$1ar" "$file" --servers "$2" $known --ar "$3" --seeds "$4" \
        --items "$dir/items"
    if wanted "$1ar"; then
        awk -v servers="$2" -f bench/papers/trees.awk "$dir/items" >"$dir/out" ||
            complain "$(tail -n 1 "$dir/out")"
        sed "s/^/$1ar /" "$dir/out" >>"$facts"
    fi
    simulate "$1asked" "$file" --servers "$2" --policy online,easy --lengths requested \
        --step 15m --overrun kill --horizon 0
    [ "$1" = hpc2n ] ||
        simulate "$1step" "$file" --servers "$2" --policy online --index range-tree \
            --horizon 42d --lengths actual --step 15m,1m --retries 0
}

# N servers become idle one after the other; a job of all N tries until the last is.
phase_1='BEGIN {
    print "; MaxProcs: " n;
    for (i = 0; i <= n; i++) {
        size = i < n ? 1 : n; run = 3600 * (1 + 79 * i % n);
        print i + 1, 0, 0, run, size, -1, -1, size, run, -1, 1, 1, 1, 1, -1, 1, -1, -1;
    }
}'

any=
if found ctc CTC-SP2; then
    measure ctc 512
    tell "gzip -dcf $(basename "$file") | awk '/^;/ || \$4 >= 900' >CTC-15m.swf"
    file=$dir/CTC-15m.swf
    awk '/^[ \t]*;/ || $4 >= 900' "$dir/log" >"$file"
    measure ctc15 512
    others ctc15 512 0,0.25,0.5,0.75,1 $seeds
fi
if found kth KTH-SP2; then
    measure kth 100
    others kth 100 0,0.25,0.5,0.75,1 $seeds
    # shellcheck disable=SC2086
    simulate kth128 "$file" --servers 128 --policy online,trace $setting --lengths actual
    simulate kthload "$file" --servers 100 --load 1.3 --step 15m --horizon 0 \
        --policy online,easy,fcfs --lengths actual,paper
fi
if found hpc2n HPC2N; then
    measure hpc2n 240
    others hpc2n 240 0,0.5,1 $few
fi
[ -n "$any" ] || complain "no CTC-SP2, KTH-SP2 or HPC2N log in $TRACES"
# shellcheck disable=SC2086
{
    simulate grow --servers 64,512 --jobs $jobs --load 0.6 --seeds $many \
        --policy online $setting --lengths requested
    tell "awk -v n=N '$(echo "$phase_1" | tr -s ' \n' ' ')' >phase-N.swf"
    for n in 64 512; do
        awk -v n=$n "$phase_1" >"$dir/phase-$n.swf"
        simulate "phase$n" "$dir/phase-$n.swf" --policy online \
            --index range-tree --horizon 42d --lengths requested --step 1m --retries 0
    done
}
document
