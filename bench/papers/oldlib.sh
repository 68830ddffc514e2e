# lib.sh - what the scripts of the papers share. Such a script is a list of runs,
#
#     paper=3 program=mrfs_sim quick='--requests 40 --seeds 2'
#     . "$(dirname "$0")/lib.sh"
#     simulate light --density 2,16 --seeds 8
#     drawing paper3-fig3a.svg acceptance-density
#     document
#
# and paperN.awk a list of claims on them (claims.awk). A fact is known by its key in the
# run's --facts, with the run's name in front: "light density=2 WS-RC acceptance"; "light
# acceptance: WS-RC / WN-RC at density=2" is asked of that run by --claim.
#
#     sh paper3.sh                  makes the page
#     sh paper3.sh claim 12 [RUN]   makes only the runs that claim 12 needs (of these
#                                   those whose names begin with RUN), prints its line
#
# each=1 in the script: the table has the value of each seed, too.
#
# BUILD: where the program is. FACTS: a file to keep the facts in. PAGES: a folder for the
# pictures and the table. QUICK: not empty = the options in $quick, to see if it works.

cd "$(dirname "$0")/../.." || exit 1
sim=${BUILD:-build}/$program
LC_ALL=C
export LC_ALL
complain() { echo "paper$paper.sh: $1" >&2; exit 1; }
case $1,$2,$# in
,,0 | claim,[1-9],[23] | claim,[1-9][0-9],[23]) only=$2 among=$3 ;;
*) complain "usage: sh paper$paper.sh [claim N [RUN]]" ;;
esac
[ -x "$sim" ] || complain "$sim is not there (make)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
facts=$dir/facts
: >"$facts"
page() {   # awk-option ...
    awk -v only="$only" -v among="$among" "$@" -f bench/papers/claims.awk \
        -f "bench/papers/paper$paper.awk" "$facts"
}
page -v needs=1 | sed -n 's/^needs	//p' | sort -u >"$dir/needs"
[ -z "$only" ] || [ -s "$dir/needs" ] || complain "no figure tells of claim $only"

# Does a claim that is asked for need the run?
wanted() {   # name
    [ -n "$only" ] || return 0
    case $1 in "$among"*) grep -q "^$1 " "$dir/needs" ;; *) return 1 ;; esac
}

# Runs the program, if a claim needs it; the command is told as the reader would type it.
simulate() {   # name option ...
    name=$1
    shift
    made=
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
    "$sim" "$@" --facts "$dir/found" ${PAGES:+--report "$dir/page.html"} </dev/null \
        >"$dir/out" 2>"$dir/err" || complain "$(tail -n 1 "$dir/err")"
    sed "1d; s/^/$name /" "$dir/found" >>"$facts"
    made=1
}

# The document of all facts; or the line of one claim.
document() {
    if [ -n "$only" ]; then
        page | sed -n 's/^claim	| //p' | sed 's/ |$//'
        return
    fi
    [ -z "$PAGES" ] || awk -F '\t' -v each="$each" '
        function text(s) { return s ~ /[",]/ ? "\"" s "\"" : s }
        BEGIN { printf "run,figure,value,low,high,n,over" (each ? ",each" : "") }
        FNR == NR { wanted[$1]; next }
        { run = figure = key = $1 }
        sub(/ seed=[0-9]+$/, "", key) && each && key in wanted { printf " " $2 }
        $1 in wanted {
            sub(/ .*/, "", run)
            sub(/^[^ ]* /, "", figure)
            gsub(/"/, "\"\"", figure)
            printf "\n" run "," text(figure) "," $2 "," $3 "," $4 "," $5 "," $6 \
                   (each ? "," : "")
        }
        END { print "" }' "$dir/needs" "$facts" >"$PAGES/paper$paper.csv" ||
        complain 'awk failed'
    [ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
    page
}

# One drawing of $dir/page.html as a file.
drawing() {   # file name [heading]
    [ -n "$PAGES" ] && [ -z "$only" ] || return 0
    awk -v name="$2" -v heading="$3" -f bench/papers/drawing.awk "$dir/page.html" \
        >"$PAGES/$1" || complain "no drawing $2"
}
