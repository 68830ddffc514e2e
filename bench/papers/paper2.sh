#!/bin/sh
# paper2.sh - sections III-B, V and VI of Rodero, Guim and Corbalan (Performance-driven
# Coordinated Grid Scheduling) by broker_sim (lib.sh): make paper2 TRACES=dir
# Stand-ins for the paper's logs are found in $TRACES by name: DAS2-fs1 for DAS-2, HPC2N
# for Grid5000, SDSC-BLUE for Sharcnet.

paper=2 program=broker_sim
. "$(dirname "$0")/lib.sh"
[ -n "$TRACES" ] || complain 'TRACES is not set to a directory of job logs (README.md)'

# Ten fragments of each log that do not overlap, each with a factor for its run times, so
# that at the load of `main` arrivals last two weeks (of DAS-2 4.6 to 12.4 days); after
# the first 50,000 jobs, where the log has so many, and with the least longest job, as no
# schedule is shorter. DAS2-fs1 was one cluster of 64 CPUs: on 400 its jobs never queue,
# so they are four times as large, cut to 32; and only 2,000 of them arrive as linearly as
# the paper's. Loads are those at which RANK uses about as much as in the paper.
system() {   # name: sets file, load, workload, fragments
    case $1 in
    das2)
        file=DAS2-fs1 load=0.7
        workload='--grid dom_small --jobs 2000 --scale-size 4 --max-cpus 32'
        fragments='1660:1.112 5960:16.52 7960:21.84 10280:60.02 12280:26.1 14280:23.2
            26440:52.79 30360:55.98 32360:151.4 34460:168.9'
        ;;
    hpc2n)
        file=HPC2N load=0.45
        workload='--grid dom_medium --jobs 12719 --max-cpus 240'
        fragments='50000:0.4381 62719:0.7005 77756:0.7054 101237:0.7044 119844:0.7054
            132563:0.7021 145282:0.6847 158001:0.6474 175635:0.5992 188354:0.3299'
        ;;
    blue)
        file=SDSC-BLUE load=0.4
        workload='--grid dom_big --jobs 13283 --max-cpus 512'
        fragments='50000:0.449 63283:0.4572 76566:0.4786 93134:0.4475 106417:0.5221
            126976:0.4246 179203:0.6138 192486:0.3447 205769:0.3254 219052:0.3368'
        ;;
    esac
    [ -z "$QUICK" ] || {
        workload=$(echo "$workload" | sed 's/--jobs [0-9]*/--jobs 120/')
        fragments='0:1 20:1'
    }
}

# A run of the system, if a claim needs it, of each fragment, which is a seed, each with
# other requirements. 40 % of the jobs ask for more than CPUs, which brings FCFS near
# figure 9. The command of the first fragment is kept.
simulate() {   # run load option ...
    name="$system $1" at=${2#-}
    wanted "$name" || return 0
    shift 2
    options="--constrained 40 --load ${at:-$load} $*"
    case $options in *--grid*) options="${workload#* * } $options" ;;
    *) options="$workload $options" ;; esac
    k=0
    for fragment in $fragments; do
        k=$((k + 1))
        # shellcheck disable=SC2086
        set -- $options --skip "${fragment%:*}" --scale-run "${fragment#*:}" --seed $k
        [ $k -gt 1 ] || echo "command	build/broker_sim $(basename "$log") $*" |
            sed "s|$dir/||" >>"$facts"
        "$sim" "$log" "$@" --no-timing --facts "$dir/found" </dev/null \
            >"$dir/out" 2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
        sed "1d; s/^/$name /; s/	/ seed=$k	/" "$dir/found" >>"$facts"
    done
}

# What makes a grid's clusters alike but for their sizes.
alike='s/ \(vendor\|os\|memory\|disk\|clock\)=[^ ]*//g; s/^cluster.*/& vendor=Intel'
alike="$alike os=Linux memory=8192 disk=140000 clock=2000/"

found=
for system in das2 hpc2n blue; do
    system "$system"
    log=$(find "$TRACES"/ -maxdepth 1 -name "$file-*.swf*" 2>/dev/null | sort | head -n 1)
    [ -n "$log" ] || continue
    found=1
    grid=${workload#* } grid=${grid%% *}
    "$sim" --grid "$grid" --print-grid | sed "$alike" >"$dir/alike" || exit 1
    simulate main - --setup FCFS,RANK,jr+slow-free
    simulate first - --ties first --setup RANK
    simulate least - --ties least --setup RANK
    simulate letter - --setup SLOW,RANK,jr+slow-gate,fcfs+slow --ties first
    [ "$system" = das2 ] || simulate alike - --grid "$dir/alike" --setup FCFS,RANK
    simulate level - --grid "$dir/alike" --setup SLOW --ties first
    simulate factor 0.8 --jr-head off --setup RANK,FCFS --jr-factor 0.1,0
    simulate old - --information-delay 5m --setup SLOW,RANK,jr+slow-free
done
echo "command	build/broker_sim --grid dom_medium --print-grid | sed '$alike' >alike" \
    >>"$facts"
[ -n "$found" ] || complain "no DAS2-fs1, HPC2N or SDSC-BLUE log in $TRACES"
document
