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
all() { printf 'WS-RC %s,WN-RC %s,WS-RN %s,WN-RN %s' "$1" "$1" "$1" "$1"; }

IFS='
'
why=
densities() { curve 'light * 100' '2 4 8 16' "$(all acceptance)" "last ? $2 : $1"; }
c='more requests in the same time degrade every algorithm: 2, 4'
limit "$c" 'densities 0.9' 0.8 0.91
flips "$c" 'cannot be told' $(densities 0.9 0.9)
flips "$c" 'holds in part' $(densities 0.9 0.8) \
    $(seeds 'light 4 100 WN-RC acceptance' 0.95)
flips "$c" holds $(densities 0.9 0.8) $(seeds 'light 4 100 WN-RC acceptance' 0.85 0.95)
flips "$c" 'cannot be told' 'light 4 100 WN-RC acceptance 1=' \
    'light 4 100 WN-RC acceptance 2='
wide() { curve 'wideown * 100' '20 40 80 160' "$(all seconds)" "x ^ $1 / 1e6"; }
limit 'longer lists lead to longer run times: 20, 40, 80, 160 an hour, windows' wide \
    0.1 -0.1
verdict density_flips "$why"

why=
c='with multiple paths and with fully shared'
flips "$c" 'holds in part' $(seeds 'light 4 100 WS-RC acceptance' 0.5) \
    $(seeds 'light 4 100 WN-RC acceptance' 0.6)
c='with them the scheduler better utilizes links'
uses() {   # of WN-RC, WN-RN, WS-RC, WS-RN
    for algorithm in WN-RC WN-RN WS-RC WS-RN; do
        curve 'full 60 *' '50 100 200 400 800 1600' "$algorithm link_utilisation" "$1"
        curve 'light * 100' '2 4 8 16' "$algorithm link_utilisation" "$1"
        curve 'full * 100' '20 40 80 160' "$algorithm link_utilisation" "$1"
        shift
    done
}
flips "$c" 'cannot be told' $(uses 0.1 0.1 0.1 0.1)
flips "$c" 'holds' $(uses 0.1 0.2 0.2 0.4)
flips "$c" 'does not hold' $(uses 0.4 0.2 0.2 0.1)
verdict pairs_flip "$why"

why=
c='scalable linearly in terms of network size'
sizes() {
    curve 'fullown 60 *' '50 100 200 400 800 1600' "$(all seconds)" "x ^ $1 / 1e6"
}
flips "$c" holds $(sizes 0.99)
flips "$c" 'does not hold' $(sizes 1.01)
on_top 'What does not hold' 'linear in the network size'
units() {   # run ratio
    curve "$1* 60 100" '4 8 16 32' 'WS-RN seconds' 1
    curve "$1* 60 100" '4 8 16 32' 'WS-RC seconds' "$2"
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
