#!/bin/sh
# paper3.sh - section 5 of Li, Ranka, Sahni and Schmalz (Network Centered Multiple
# Resource Scheduling in e-Science Applications), and what their section 4 says of run
# times and paths, beside what mrfs_sim measures, as a document in Markdown.
#
#     bench/papers/paper3.sh >bench/papers/paper3.md     or: make paper3
#
# Here mrfs_sim is run, and its decisions become facts, lines of "run density nodes
# algorithm figure seed, tab, value"; paper3.awk makes the document of them, verdicts
# included. Takes about five minutes. BUILD: where the program is. FACTS: a file to keep
# the facts in. PAGES: a folder for the pictures and the table. QUICK: not empty = a few
# requests only, to see whether it works.

cd "$(dirname "$0")/../.." || exit 1
sim=${BUILD:-build}/mrfs_sim
LC_ALL=C
export LC_ALL

complain() { echo "paper3.sh: $1" >&2; exit 1; }

[ -x "$sim" ] || complain "$sim is not there (make)"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
facts=$dir/facts
: >"$facts"
. bench/papers/lib.sh

# Runs under a name of its own; the command is told as the reader would type it.
simulate() {   # name option ...
    name=$1
    shift
    printf 'command\tbuild/mrfs_sim %s --facts FILE\n' "$*" >>"$facts"
    if [ -n "$QUICK" ]; then
        # shellcheck disable=SC2046
        set -- $(echo "$*" | sed 's/--seeds [0-9]*//; s/--requests [0-9]*//') \
            --requests 40 --seeds 2
    fi
    "$sim" "$@" --threads 1 --facts "$dir/found" --items "$dir/items" \
        --report "$dir/page.html" </dev/null >"$dir/out" 2>"$dir/err" ||
        complain "$(tail -n 1 "$dir/err")"
    awk -v run="$name" -v options="$*" '
        BEGIN {
            FS = "\t"
            split("acceptance accepted instants_mean seconds_mean link_utilisation" \
                  " unit_utilisation", measure, " ")
            split("acceptance accepted list seconds link_utilisation" \
                  " unit_utilisation", figure, " ")
            for (i in measure) name[measure[i]] = figure[i]
            given["density"] = 60
            given["nodes"] = 100
            n = split(options, word, " ")
            for (i = 1; i < n; i++)
                if (word[i + 1] !~ /,/) given[substr(word[i], 3)] = word[i + 1]
        }
        FNR == 1 && file++ { FS = ","; $0 = $0; for (i = 1; i <= NF; i++) at[$i] = i; next }
        file == 1 && $1 ~ / seed=/ { # [density=D] [nodes=N] ALGORITHM MEASURE seed=K
            n = split($1, word, " ")
            for (i = 1; i <= n; i++)
                if (split(word[i], pair, "=") == 2) given[pair[1]] = pair[2]
            if (!(word[n - 1] in name)) next
            print run, given["density"], given["nodes"], word[n - 2], name[word[n - 1]], \
                  given["seed"] "\t" $2
            next
        }
        file == 2 && $at["shortest"] != "" {
            if ("density" in at) given["density"] = $at["density"]
            if ("nodes" in at) given["nodes"] = $at["nodes"]
            longer[run " " given["density"] " " given["nodes"] " " $at["variant"] \
                   " longer " $at["seed"]] += $at["links"] > $at["shortest"]
        }
        END { for (key in longer) print key "\t" longer[key] }
        ' "$dir/found" "$dir/items" >>"$facts" || complain "$name: awk failed"
}

light='--density 2,4,8,16 --requests 400 --seeds 8'
full='--density 20,40,80,160 --nodes 50,100,200,400,800,1600 --each --seeds 5'
wide='--density 20,40,80,160 --window 10 --seeds 5'
own='--cids 1 --search paper'

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
    simulate wideown $wide $own
    for units in 4 8 16 32; do
        some="--density 60 --seeds 3 --pairs 1 --units $units --cids 1"
        simulate "units$units" $some --search paper
        simulate "arcs$units" $some --search arcs
    done
    simulate fast --density 60 --nodes 100,1600 --seeds 5 --cids 1
} || exit 1

table paper3.csv run,density,nodes,algorithm,figure
[ -z "$FACTS" ] || cp "$facts" "$FACTS" || exit 1
awk -f bench/papers/claims.awk -f bench/papers/paper3.awk "$facts"
