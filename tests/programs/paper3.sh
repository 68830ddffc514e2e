#!/bin/sh
# paper3.sh - the page of bench/papers/paper3.sh (lib-claims.sh), on a few requests.

tool=mrfs_sim
. "$(dirname "$0")/lib-cli.sh"
. tests/programs/lib-claims.sh

documents 11
all_told
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
densities() {   # lowest-but-last last [ALGORITHM]
    along 'light density=*' '2 4 8 16' acceptance "last ? $2 : $1" $3
    along 'full density=* nodes=100' '20 40 80 160' acceptance "last ? $2 : $1" $3
}
limit 'densities 0.9' 0.8 0.91
flips 'cannot be told' $(densities 0.9 '(j % 2 ? 0.8 : 0.95)') # of two seeds
flips 'holds in part: 6 of 8' $(densities 0.9 0.8) $(densities 0.8 0.9 WN-RC)
flips 'cannot be told' $(for x in '' ' seed=1' ' seed=2'; do
    echo "light density=2 WN-RC acceptance$x="; done)
judged order # a difference

c='"our algorithms are scalable linearly'
powers() {   # of all; beyond 400 nodes
    along 'lightown density=*' '2 4 8 16' seconds_mean "x ^ $1 / 1e6"
    along 'wideown density=*' '20 40 80 160' seconds_mean "x ^ $1 / 1e6"
    along 'fullown density=* nodes=100' '20 40 80 160' seconds_mean "x ^ $1 / 1e6"
    along 'fullown density=60 nodes=*' "$sizes" seconds_mean \
        "(x < 400 ? (x / 400) ^ $1 : (x / 400) ^ ${2:-$1}) / 1e3"
}
limit powers 1.09 1.11
flips 'holds in part: 16 of 24' $(powers 0.9 1.3) # one power hides it
judged margin # "linear": within a margin

c='"BFS guaranteed'
paths() {   # links of the shortest: everywhere, and of one run
    along 'fullown density=60 nodes=*' "$sizes" links_mean 4 WN-RC,WN-RN
    along 'fullown density=60 nodes=*' "$sizes" shortest_mean 4 WN-RC,WN-RN
}
flips holds $(paths)
one='fullown density=60 nodes=50 WN-R'
flips 'holds in part' $(paths) "${one}C shortest_mean seed=1=3.999"
flips 'does not hold' $(paths) "${one}C shortest_mean seed=1=3.9" \
    "${one}N shortest_mean seed=2=3.9"
judged guarantee # one exception refutes it
