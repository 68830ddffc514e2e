# gate-since.sh - what programs for the version before meet in today's headers. gates.sh
# reads this file.

# The examples of the commit that tests/compile/since names compile and print what they
# did, but for those that it lists.
gate_since() {
    since=tests/compile/since
    read -r commit version _ <$since
    mkdir -p "$log" "$log.run"
    git archive "$commit" examples 2>/dev/null | tar -x -C "$log" 2>/dev/null &&
        [ -d "$log/examples" ] || { echo "SKIP git has no commit $commit here"; return; }
    cp $headers "$log"
    for header in $headers; do
        names "$header"
        ${CC:-cc} -std=c99 -w -D${macro}_IMPLEMENTATION -x c -c -o "$log.run/$fn.o" \
            "$header"
    done
    for source in $(grep -l '"\.\./[a-z]*\.h"' "$log"/examples/*.c); do
        grep -q '"[a-z_]*/*[a-z_]*\.h"' "$source" && continue # of the simulators
        name=$(basename "$source" .c)
        changed=$(sed -n "5,\$s/^$name  *//p" $since)
        if ! ${CC:-cc} -std=c99 -Werror=implicit-function-declaration \
            -DCOALLOC_IMPLEMENTED -DNETSCHED_IMPLEMENTED -DSWF_IMPLEMENTED \
            -o "$log.run/$name" "$source" "$log.run"/*.o -lm 2>"$log.error"; then
            grep -Eq "(error:|undefined).*${changed:-nothing is listed}" "$log.error" ||
                echo "$name of $version: $(grep -m1 error: "$log.error")"
        else
            how='' # what is said if it is another thing than was listed
            { "$log.run/$name" </dev/null 2>&1; } 2>/dev/null |
                cmp -s - "$log/examples/$name.out" || how=prints
            [ "$how" = "$changed" ] || echo "$name of $version: ${how:-nothing changed}"
        fi
    done
    sed -n '5,$s/.* //p' $since | grep -v prints | while read -r word; do
        sed -n '/^ *HISTORY/,/\*\//p' $headers | grep -q "$word" ||
            echo "no HISTORY mentions $word"
    done
}
