#!/bin/sh
# networks.sh - mrfs_sim on the networks in NETWORKS=dir: of the Internet Topology Zoo
# (*.graphml) and of SNDlib (*.txt), which we may not ship. Each is read with as
# many nodes and links as it declares, and no request books anything twice there.

tool=mrfs_sim
. "$(dirname "$0")/lib-cli.sh"

reads networks NETWORKS networks

# "N nodes, M links": a link from a node to itself is left out.
counted() {
    case $1 in
        *.graphml) tr '\n<' ' \n' <"$1" | awk '
            /^node / { nodes++ }
            /^edge / {
                match($0, /source="[^"]*"/); from = substr($0, RSTART + 7, RLENGTH - 7)
                match($0, /target="[^"]*"/); to = substr($0, RSTART + 7, RLENGTH - 7)
                links += from != to
            }
            END { print nodes " nodes, " links " links" }' ;;
        *) awk '
            /^[A-Z]/ { part = $1; next }
            /^ *\)/ { part = "" }
            NF && !/^ *#/ { lines[part]++ }
            END { print lines["NODES"] " nodes, " lines["LINKS"] " links" }' "$1" ;;
    esac
}

for f in "$NETWORKS"/*.graphml "$NETWORKS"/*.txt; do
    [ -f "$f" ] || continue
    seen=1
    run --network "$f" --sites 2 --requests 20 --density 20 --no-timing
    why=$(trouble)
    told=$(sed -n '1s/.*, \([0-9]* nodes, [0-9]* links\),.*/\1/p' "$dir/out")
    [ -n "$why" ] || [ "$told" = "$(counted "$f")" ] || why="$told, not $(counted "$f")"
    verdict "$(basename "$f")" "$why"
done
[ -n "$seen" ] || fail networks "there is no network in $NETWORKS"
