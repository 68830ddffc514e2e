#!/bin/sh
# paper4.sh - section 5 of Christodoulopoulos and Varvarigos (Routing and Scheduling in
# Grids), and their section 4 on paths, by multicost_sim (lib.sh): make paper4

paper=4 program=multicost_sim quick='--tasks 60 --warmup 10 --seeds 2'
. "$(dirname "$0")/lib.sh"
# shellcheck disable=SC2086
{
    some='--warmup 500 --seeds 10 --check'
    simulate short --data 20 --lambda 5:45:10 --tasks 2000 $some
    simulate any --data 20 --lambda 5,35 --tasks 2000 $some --ties random
    simulate long --data 20 --lambda 25,35 --tasks 8000 $some
    some="--data 32 --method MC-T,AWMC-T,MC-B $some"
    simulate both --lambda 5:45:10 --tasks 2000 $some
    simulate longboth --lambda 35 --tasks 8000 $some
    some='--tasks 1500 --warmup 500 --seeds 5 --lambda 35 --check --data 20,32,40'
    simulate gap $some --method MC-T,AWMC-T,exact,MC-B --gap
    simulate crowd $(echo "$some" | sed 's/lambda 35/lambda 45/') --method MC-T --gap
    simulate printed $(echo "$some" | sed 's/lambda 35/lambda 45/') --method MC-T --gap \
        --strict
    simulate coarse $some --method MC-T --tau-l 20 --tau-m 200
    simulate old $some --method MC-T --update-interval 500
    simulate slots ${some% *} 40 --method MC-T,AWMC-T --slots-l 4,16,64,256
    simulate strict ${some% *} 40 --method AWMC-T --slots-l 4,16,64,256 --strict
}
for side in 3 4 5 6 7; do
    nodes=$((side * side))
    simulate "side$nodes" --network torus:${side}x$side --method MC-T,AWMC-T \
        --lambda $((nodes * 7 / 5)) --cpus $nodes --data 40 --tasks 600 --warmup 300 \
        --seeds 5 --check
done
ladder=$(dirname "$sim")/bench/bench_ladder
if wanted ladder; then
    [ -x "$ladder" ] || complain "$ladder is not there (make)"
    printf 'command\tbuild/bench/bench_ladder\n' >>"$facts"
    "$ladder" | sed 's/.*/ladder &\t\t\t1\trun/' >>"$facts"
fi
document
