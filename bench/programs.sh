#!/bin/sh
# programs.sh - the processor seconds of whole programs, least of REPEAT=3 runs, written
# into the table of bench/README.md that names their commands.
#
#     TRACES=directory bench/programs.sh [PAGE]    (after make; logs that are not there: -)

cd "$(dirname "$0")/.." || exit 1
page=${1:-bench/README.md}
log() { for f in "$TRACES"/$1-*.swf.gz; do [ ! -f "$f" ] || echo "$f"; done; }
KTH=$(log KTH) CTC=$(log CTC) HPC2N=$(log HPC2N)
export KTH CTC HPC2N

seconds() {   # command: what its children used, in user and system mode
    for i in $(seq "${REPEAT:-3}"); do
        sh -c "$1 >/dev/null 2>&1 </dev/null && times" || echo failed
    done | awk '/failed/ { print "failed" } /m.*m/ && NR % 2 == 0 {
            split($0, t, /[ms ]+/)
            printf "%.2f\n", 60 * (t[1] + t[3]) + t[2] + t[4]
        }' | sort -n | head -n 1
}

sed -n '/^<!-- programs: begin/,/^<!-- programs: end/s/.*| `\(.*\)` |$/\1/p' "$page" |
    while read -r command; do
        name=$(echo "$command" | sed -n 's/.*\$\([A-Z0-9]*\).*/\1/p')
        took=-
        [ -n "$name" ] && [ -z "$(eval echo "\$$name")" ] || took=$(seconds "$command")
        printf '%s\t%s\n' "$command" "$took"
    done | awk -F '\t' '
        FILENAME == "-" { took[$1] = $2; next }
        split($0, part, "`") == 3 && (part[2] in took) {
            n = split(part[1], cell, "|")
            $0 = "|" cell[2] "| " took[part[2]] " | `" part[2] "` |"
        }
        { print }' - "$page" >"$page.new" && mv "$page.new" "$page"
