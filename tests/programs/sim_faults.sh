#!/bin/sh
# sim_faults.sh - the simulators and swf_tool when a disk is full or fails, and when they
# are killed, at each of their calls on files (faults.c): the old file stays until the new
# one is whole, one sentence names the file, the next run goes well. EVERY=1 tries each
# call; else one in five, and where few are enough one in sixty.

tool=coalloc_sim
[ ! -w /dev/shm ] || TMPDIR=/dev/shm # where to replace a file takes no time
export TMPDIR
. "$(dirname "$0")/lib-cli.sh"
why=$(no_faults)
[ -z "$why" ] || { skip faults "$why"; exit 0; }
cd "$dir" || exit 1

every=${EVERY:-5} turn=${SEED:-0}
! few || every=60
mkdir in old new now
busy_log 5 >in/x.swf
echo 'cluster a nodes=2 cpus=8 os=Linux memory=1024' >in/a.grid

# The fault after a run that a call ended, which is in `said`, with the files here.
judge() {
    call=$(cat ../said)
    file=${call##* } end=".$(expr "$file" : '.*\.\([^.]*\)$')"
    [ ${#end} != 7 ] || file=${file%$end} # what is yet to get this name
    if [ $code = 0 ]; then # what it can do without
        case $call in open* | read*) ;; *) echo 'exit status 0' ;; esac
        echo "$said" | grep .
        diff -r -x csv_files.txt . ../new
        return
    fi
    find . -type f ! -name csv_files.txt -exec cksum {} + | grep -vxFf ../sums |
        if [ $how = kill ]; then grep -v '\.......$'; else cat; fi
    if [ $how = kill ]; then
        [ $code = 137 ] || echo "exit status $code"
    else
        [ $code = 1 ] || echo "exit status $code"
        case $how in full | room) file= ;; esac
        case $said in
        *"
"*) echo "said '$said'" ;;
        "$tool"*": "*"${file##*/}"*) ;;
        *) echo "said '$said'" ;;
        esac
    fi
}

points=0
faulty() {   # NAME PROGRAM ARGUMENT ... in a folder with what `old` has
    name=$1 tool=$2
    shift 2
    rm -rf new
    cp -R old new
    cd new || exit 1
    "$bin/$tool" "$@" >../out 2>../err </dev/null
    code=$?
    why=$(trouble)
    (find . -type f -exec cksum {} + && cd ../old && find . -type f -exec cksum {} +) \
        >../sums
    cd ../now || exit 1
    for how in once full kill room; do
        step=$every
        [ $how != room ] || step=$((every * 199)) # bytes
        k=$((turn % step + 1))
        turn=$((turn + 7))
        while [ -z "$why" ]; do
            rm -rf ./*
            cp -R ../old/. .
            said=$("$faults" $how $k ../said "$bin/$tool" "$@" 2>&1 >../out </dev/null)
            code=$?
            [ -s ../said ] && [ $code$how != 0room ] || break
            why=$(judge | head -n 1)
            if [ "$how$why" = kill ]; then
                find . -name '*.??????' -exec rm {} +
                "$bin/$tool" "$@" >../out 2>../err </dev/null
                code=$?
                why=$(trouble; diff -r . ../new | head -n 1)
            fi
            why=${why:+$how $k, $(cat ../said): $why}
            [ -z "$TELL" ] || { [ -z "$why" ] || echo "$why"; why=; }
            k=$((k + step)) points=$((points + 1))
        done
    done
    cd ..
    verdict "$name" "$why"
    [ -z "$TELL" ] || echo $points
}

few='--servers 8 --policy easy --jobs 5 --threads 1'
files='--no-timing --facts x.tsv --items x.csv --report x.html'
faulty sim_new coalloc_sim $few $files
# name, program, arguments: likewise where a run with another seed was
while read -r name other arguments; do
    rm -rf old
    mkdir old
    (cd old && "$bin/$other" $arguments --seed 7 >../out)
    faulty "$name" "$other" $arguments --seed 1
done <<END
sim coalloc_sim $few $files
sim_logs coalloc_sim $few --no-timing --trace-out x.swf --facts - --ar 0.5
sim_of_log coalloc_sim ../in/x.swf --policy easy $files --trace-out y.swf
broker broker_sim --grid ../in/a.grid ../in/x.swf --setup FCFS $files
mrfs mrfs_sim --network nsfnet --sites 5 --requests 5 --density 20 $files
multicost multicost_sim --network ring:4 --method ECT --tasks 9 --warmup 0 $files
flexco flexco_sim --sites 2 --span 1h --modes rigid $files
generate swf_tool generate lublin --jobs 5 --out x.swf
END
rm -rf old
mkdir old
faulty convert swf_tool convert gwf ../in/x.swf --out x.gwf
for command in check info; do
    faulty $command swf_tool $command ../in/x.swf --json x.json
done
faulty stdout swf_tool info ../in/x.swf
for p in coalloc_sim broker_sim mrfs_sim multicost_sim flexco_sim 'swf_tool clean' \
    'slurm_book book' swf_tool slurm_book; do
    faulty "help $p" $p --help
done
