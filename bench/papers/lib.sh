# lib.sh - what the scripts of the papers share: each is a list of runs, and paperN.awk
# one of claims on them (page.awk). A fact is known by its key in the run's --facts, with
# the run's name in front: "light density=2 WS-RC acceptance"; "light acceptance: WS-RC /
# WN-RC at density=2" is asked of that run by --claim.
#     sh paper3.sh                  makes all runs, and of them the page
#     sh paper3.sh kept             makes no run: the page of the rows in paper3.tsv
#     sh paper3.sh claim 12 [RUN]   makes only the runs that claim 12 needs (of these
#                                   those whose names begin with RUN), prints its line
# BUILD: where the program is. FACTS: a file to keep the facts in. PAGES: a folder for the
# drawings and the rows. QUICK: not empty = the options in $quick, to see if it works.

cd "$(dirname "$0")/../.." || exit 1
sim=${BUILD:-build}/$program
LC_ALL=C
export LC_ALL
complain() { echo "paper$paper.sh: $1" >&2; exit 1; }
case $1,$2,$# in
,,0 | kept,,1) only='' among='' ;;
claim,[1-9],[23] | claim,[1-9][0-9],[23]) only=$2 among=$3 ;;
*) complain "usage: sh paper$paper.sh [kept | claim N [RUN]]" ;;
esac
[ "$1" = kept ] || [ -x "$sim" ] || complain "$sim is not there (make)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
facts=$dir/facts
echo "commit	$(git rev-parse --short=8 HEAD 2>/dev/null || echo unknown)" >"$facts"
page() {   # awk-option ...
    awk -v only="$only" -v among="$among" "$@" -f bench/papers/page.awk \
        -f "bench/papers/paper$paper.awk" "$facts"
}
if [ "$1" = kept ]; then
    facts=bench/papers/paper$paper.tsv
    page ${PAGES:+-v pages="$PAGES"}
    exit
fi
page -v needs=1 | sed -n 's/^needs	//p' | sort -u >"$dir/needs"
[ -z "$only" ] || [ -s "$dir/needs" ] || complain "no figure tells of claim $only"

# Does a claim that is asked for need the run?
wanted() {   # name
    [ -n "$only" ] || return 0
    case $1 in "$among"*) grep -q "^$1 " "$dir/needs" ;; *) return 1 ;; esac
}

# Runs the program, if a claim needs it; the command is kept as a reader would type it.
simulate() {   # name option ...
    name=$1
    shift
    wanted "$name" || return 0
    if [ -n "$QUICK" ]; then
        names=$(echo "$quick" | tr ' ' '\n' | sed -n 's/^--//p' | paste -sd '|' -)
        # shellcheck disable=SC2046,SC2086
        set -- $(echo "$*" | sed -E "s/--($names) [^ ]+//g") $quick
    fi
    printf 'command\tbuild/%s %s' "$program" "$(echo "$*" | sed 's,[^ ]*/,,g')" >>"$facts"
    while IFS= read -r asked; do
        [ -n "$asked" ] || break
        set -- "$@" --claim "$asked"
        printf " --claim '%s'" "$asked" >>"$facts"
    done <<END_OF_CLAIMS
$(sed -n "s/^$name \([^ ]*: .*\)/\1/p" "$dir/needs")
END_OF_CLAIMS
    echo >>"$facts"
    "$sim" "$@" --facts "$dir/found" </dev/null \
        >"$dir/out" 2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
    sed "1d; s/^/$name /" "$dir/found" >>"$facts"
}

# The page of all facts, the drawings, and the rows; or the line of one claim.
document() {
    if [ -n "$only" ]; then
        page | sed -n 's/^claim	| //p' | sed 's/ |$//'
        return
    fi
    [ -z "$PAGES" ] || awk -F '\t' -v OFS='\t' '
        FNR == NR { wanted[$1]; next }
        $1 == "commit" || $1 == "command" { print; next }
        { key = $1 }
        sub(/ (seed=)?[0-9]+$/, "", key) && key in wanted {
            seeds[key] = seeds[key] " " $2
        }
        !($1 in wanted) && !(key in wanted && !(key in rest)) { next }
        !(key in rest) { order[++n] = key }
        key == $1 || !(key in rest) {
            rest[key] = key == $1 ? $2 OFS $3 OFS $4 OFS $5 OFS $6 : OFS OFS OFS OFS
        }
        END {
            for (i = 1; i <= n; i++)
                print order[i], rest[order[i]], substr(seeds[order[i]], 2)
        }' "$dir/needs" "$facts" >"$PAGES/paper$paper.tsv" || complain 'awk failed'
    [ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
    page ${PAGES:+-v pages="$PAGES"}
}
