#!/bin/sh
# paper3.sh - the page of bench/papers/paper3.sh (lib-claims.sh), on a few requests.

tool=mrfs_sim
. "$(dirname "$0")/lib-cli.sh"
. tests/programs/lib-claims.sh

documents 18
verdict others "$(pictures paper3-fig3a.svg paper3-fig3a-light.svg paper3-fig3b.svg \
        paper3-time.svg paper3-time-density.svg paper3-time-density-light.svg
    csv_columns 9)"

# All but the times is the same again.
QUICK=1 FACTS=$dir/again sh bench/papers/paper3.sh >"$dir/out" 2>"$dir/err"
code=$?
for half in facts again; do grep -v ' seconds ' "$dir/$half" >"$dir/$half.same"; done
verdict again "$(trouble; cmp "$dir/facts.same" "$dir/again.same" 2>&1)"

# The first command, made here.
run --density 2,4,8,16 --requests 40 --seeds 2 --no-timing --algorithm WN-RC \
    --facts "$dir/f"
wanted=$(awk -F '\t' '$1 ~ / acceptance$/ { printf "%s%.1f", s, 100 * $2; s = ", " }' \
    "$dir/f")
why=$(trouble)
grep -qF "| $wanted %" "$dir/doc" || why=${why:-"no acceptance '$wanted %'"}
verdict numbers "$why"

# ---- the limits of the rules -----------------------------------------------------------
algorithms='WS-RC WN-RC WS-RN WN-RN'

# A figure of all algorithms at some densities or sizes: FIRST, and LAST at the last one.
along() {   # key-with-* values figure first last
    for algorithm in $algorithms; do
        for x in $2; do
            value=$4
            [ "$x" != "${2##* }" ] || value=$5
            seeds "$(echo "$1" | sed "s/[*]/$x/") $algorithm $3" "$value"
        done
    done
}

IFS='
'
why=
densities() {
    (IFS=' '
    along 'light * 100' '2 4 8 16' acceptance "$1" "$2")
}
c='more requests in the same time degrade every algorithm: 2, 4'
limit "$c" 'densities 0.9' 0.8 0.91
flips "$c" 'cannot be told' $(densities 0.9 0.9)
flips "$c" 'holds in part' $(densities 0.9 0.8) \
    $(seeds 'light 4 100 WN-RC acceptance' 0.95)
flips "$c" holds $(densities 0.9 0.8) $(seeds 'light 4 100 WN-RC acceptance' 0.85 0.95)
flips "$c" 'cannot be told' 'light 4 100 WN-RC acceptance 1=' \
    'light 4 100 WN-RC acceptance 2='
wide() {
    (IFS=' '
    for x in 20 40 80 160; do
        for algorithm in $algorithms; do
            seeds "wideown $x 100 $algorithm seconds" "$(awk -v x="$x" -v p="$1" \
                'BEGIN { printf "%.9g", x ^ p / 1e6 }')"
        done
    done)
}
limit 'longer lists lead to longer run times: 20, 40, 80, 160 an hour, windows' wide \
    0.1 -0.1
verdict density_flips "$why"

why=
c='with multiple paths and with fully shared'
flips "$c" 'holds in part' $(seeds 'light 4 100 WS-RC acceptance' 0.5) \
    $(seeds 'light 4 100 WN-RC acceptance' 0.6)
c='with them the scheduler better utilizes links'
uses() {   # of WN-RC, WN-RN, WS-RC, WS-RN
    (IFS=' '
    for n in 50 100 200 400 800 1600; do echo "full 60 $n"; done
    for n in 2 4 8 16; do echo "light $n 100"; done
    for n in 20 40 80 160; do echo "full $n 100"; done) | while read -r point; do
        seeds "$point WN-RC link_utilisation" "$1"
        seeds "$point WN-RN link_utilisation" "$2"
        seeds "$point WS-RC link_utilisation" "$3"
        seeds "$point WS-RN link_utilisation" "$4"
    done
}
flips "$c" 'cannot be told' $(uses 0.1 0.1 0.1 0.1)
flips "$c" 'holds' $(uses 0.1 0.2 0.2 0.4)
flips "$c" 'does not hold' $(uses 0.4 0.2 0.2 0.1)
verdict pairs_flip "$why"

why=
c='scalable linearly in terms of network size'
sizes() {
    (IFS=' '
    for n in 50 100 200 400 800 1600; do
        for algorithm in $algorithms; do
            seeds "fullown 60 $n $algorithm seconds" "$(awk -v n="$n" -v p="$1" \
                'BEGIN { printf "%.9g", n ^ p / 1e6 }')"
        done
    done)
}
flips "$c" holds $(sizes 0.99)
flips "$c" 'does not hold' $(sizes 1.01)
on_top 'What does not hold' 'linear in the network size'
units() {   # run ratio
    (IFS=' '; for u in 4 8 16 32; do
        seeds "$1$u 60 100 WS-RN seconds" 1
        seeds "$1$u 60 100 WS-RC seconds" "$2"
    done)
}
c='WS-RN is a much faster algorithm than WS-RC (4.3), an arc'
limit "$c" 'units arcs' 2.1 1.9
c='WS-RN is a much faster algorithm than WS-RC (4.3), full'
limit "$c" 'units units' 2.1 1.9
flips "$c" 'holds in part' $(units units 2.1) $(seeds 'units4 60 100 WS-RC seconds' 1.9)
flips "$c" holds $(units units 2.1) $(seeds 'units4 60 100 WS-RC seconds' 1.9 2.2)
c='the path found is the shortest'
flips "$c" 'does not hold' 'fullown 60 100 WN-RC longer 1=1' \
    'fullown 60 100 WN-RN longer 1=1'
flips "$c" 'holds in part' 'fullown 60 100 WN-RC longer 1=1'
verdict times_flip "$why"
