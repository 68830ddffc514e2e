#!/bin/sh
# paper3.sh - section 5 of Li, Ranka, Sahni and Schmalz (Network Centered Multiple
# Resource Scheduling in e-Science Applications), and what their section 4 says of run
# times and paths, beside what mrfs_sim measures, as a document in Markdown (lib.sh):
#
#     bench/papers/paper3.sh >bench/papers/paper3.md     or: make paper3
#
# Takes about five minutes.

paper=3 program=mrfs_sim quick='--requests 40 --seeds 2'
. "$(dirname "$0")/oldlib.sh"

light='--density 2,4,8,16 --requests 400 --seeds 8'
full='--density 20,40,80,160 --nodes 50,100,200,400,800,1600 --each --seeds 5'
own='--cids 1 --search paper --threads 1'

# shellcheck disable=SC2086
{
    simulate light $light
    drawing paper3-fig3a-light.svg acceptance-density
    simulate full $full
    drawing paper3-fig3a.svg acceptance-density
    drawing paper3-fig3b.svg acceptance-nodes
    simulate lightown $light $own
    drawing paper3-time-density-light.svg seconds_mean-density
    simulate fullown $full $own
    drawing paper3-time-density.svg seconds_mean-density
    drawing paper3-time.svg seconds_mean-nodes
    simulate wideown --density 20,40,80,160 --window 10 --seeds 5 $own
    for units in 4 8 16 32; do
        some="--density 60 --seeds 5 --pairs 1 --units $units"
        simulate "units$units" $some $own
        simulate "arcs$units" $some --cids 1 --search arcs --threads 1
    done
    simulate fast --density 60 --nodes 100,1600 --seeds 5 --cids 1 --threads 1
}
document
