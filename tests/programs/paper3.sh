#!/bin/sh
# paper3.sh - the page of bench/papers/paper3.sh (lib-claims.sh), on a few requests.

tool=mrfs_sim
. "$(dirname "$0")/lib-cli.sh"
. tests/programs/lib-claims.sh

documents 11
verdict told "$(untold)"
verdict others "$(pictures paper3-fig3a.svg paper3-fig3a-light.svg paper3-fig3b.svg \
        paper3-time.svg paper3-time-density.svg paper3-time-density-light.svg
    csv_columns 7)"

c='"The increase of request density'
alone 1 "$c"
wanted=$(awk -v needs=1 -v only=1 -f bench/papers/claims.awk -f "$claims" /dev/null |
    sed -n 's/^needs	\([^ ]*\).*/\1/p' | sort -u | tr '\n' ' ')
same one_claim_needs "$wanted" 'full light '

# ---- the limits of the rules -----------------------------------------------------------
# Facts of all algorithms, or of these, along a list, as an expression of x (`last`).
along() {   # KEY LIST FIGURE EXPRESSION [ALGORITHM,...]
    curve "$1" "$2" "$(echo "${5:-WS-RC,WN-RC,WS-RN,WN-RN}" |
        sed "s/,/ $3 seed=,/g; s/$/ $3 seed=/")" "$4"
}

IFS='
'
sizes='50 100 200 400 800 1600'
why=
densities() {   # lowest-but-last last [ALGORITHM]
    along 'light density=*' '2 4 8 16' acceptance "last ? $2 : $1" $3
    along 'full density=* nodes=100' '20 40 80 160' acceptance "last ? $2 : $1" $3
}
limit "$c" 'densities 0.9' 0.8 0.91
flips "$c" 'cannot be told' $(densities 0.9 '(j % 2 ? 0.8 : 0.95)') # of two seeds
flips "$c" 'holds in part: 6 of 8' $(densities 0.9 0.8) $(densities 0.8 0.9 WN-RC)
flips "$c" 'cannot be told' $(for x in '' ' seed=1' ' seed=2'; do
    echo "light density=2 WN-RC acceptance$x="; done)
verdict order "$why" # a difference

why=
c='"our algorithms are scalable linearly'
powers() {   # of all; beyond 400 nodes
    along 'lightown density=*' '2 4 8 16' seconds_mean "x ^ $1 / 1e6"
    along 'wideown density=*' '20 40 80 160' seconds_mean "x ^ $1 / 1e6"
    along 'fullown density=* nodes=100' '20 40 80 160' seconds_mean "x ^ $1 / 1e6"
    along 'fullown density=60 nodes=*' "$sizes" seconds_mean \
        "(x < 400 ? (x / 400) ^ $1 : (x / 400) ^ ${2:-$1}) / 1e3"
}
limit "$c" powers 1.09 1.11
flips "$c" 'holds in part: 16 of 24' $(powers 0.9 1.3) # one power hides it
verdict margin "$why" # "linear": within a margin

why=
c='"BFS guaranteed'
paths() {   # links of the shortest: everywhere, and of one run
    along 'fullown density=60 nodes=*' "$sizes" links_mean 4 WN-RC,WN-RN
    along 'fullown density=60 nodes=*' "$sizes" shortest_mean 4 WN-RC,WN-RN
}
flips "$c" holds $(paths)
one='fullown density=60 nodes=50 WN-R'
flips "$c" 'holds in part' $(paths) "${one}C shortest_mean seed=1=3.999"
flips "$c" 'does not hold' $(paths) "${one}C shortest_mean seed=1=3.9" \
    "${one}N shortest_mean seed=2=3.9"
verdict guarantee "$why" # one exception refutes it
