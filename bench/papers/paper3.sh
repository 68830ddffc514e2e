#!/bin/sh
# paper3.sh - sections 4 to 6 of Li, Ranka, Sahni and Schmalz (Network Centered Multiple
# Resource Scheduling in e-Science Applications) by mrfs_sim (lib.sh): make paper3

paper=3 program=mrfs_sim quick='--requests 40 --seeds 2'
. "$(dirname "$0")/lib.sh"
full='--density 20,40,80,160 --nodes 100,200,400,800 --each --threads 1 --seeds'
own='--cids 1 --search paper'

# shellcheck disable=SC2086
{
    simulate full $full 5
    simulate fullown $full 20 $own
    for units in 4 8 16 32; do
        some="--density 60 --seeds 5 --pairs 1 --units $units --threads 1"
        simulate "units$units" $some $own
        simulate "arcs$units" $some --cids 1 --search arcs
    done
    simulate lightown --density 2,4,8,16 --requests 400 --seeds 8 --threads 1 $own
    simulate fast --density 60 --nodes 100,1600 --seeds 5 --cids 1 --threads 1
}
document
