# captions.awk - for pages.sh: what a caption says of one place of its chart is what the
# run found, and is drawn. Prints the first that is wrong.
#
#     awk -F '\t' -v use=wait_mean -v factor=0.000277 -v tail=wait -f captions.awk \
#         x.facts x.html

function ends(text, with) {
    return substr(text, length(text) - length(with)) == " " with
}
function found(variant, place,    k, name, sum, known) {
    if ((place, variant) in swept) return factor * swept[place, variant]
    for (k = 1; k <= classes; k++) {
        name = class[k]
        if (ends(place, name)) return factor * figure[less, base, variant, name]
        sub(/ to .*/, "", name)
        if (!is_tail || !(("share", base, variant, class[k]) in figure)) continue
        known = known || ends(place, name)
        if (known) sum += figure["share", base, variant, class[k]]
    }
    return known ? 100 * sum : "none"
}
function wrong(why) { print why ", in: " said; bad = 1; exit }

# The key is the option that is swept, the variant (or two, behind the first alone), the
# measure, the class.
FNR == NR && NF > 2 {
    words = split($1, word, " ")
    i = word[1] ~ /=/ ? 2 : 1
    point = i > 1 ? word[1] : ""
    sub(/=/, " ", point)
    is_less = index(word[i], variant "-") == 1
    if (!is_less) variant = word[i]
    of = word[i + 1]
    name = axis = words > i + 1 ? word[i + 2] : ""
    sub(/=.*/, "", axis)
    sub(/^[^=]*=/, "", name)
    gsub(/_/, " ", name)
    if (of == use && name == "" && !is_less) swept[point, variant] = $2
    if (name != "" && (of == use || of == "share" && axis == tail)) {
        if (!(name in seen)) class[++classes] = name
        seen[name]
        figure[is_less ? 1 : of == use ? 0 : of, point, variant, name] = $2
    }
}
FNR == NR { next }

/^<h1>At / { base = substr($0, 8); sub(/:.*/, "", base) }
/^<h2>/ { less = /gains and losses/ }
/<details>/ { hidden++ }
/<.details>/ { hidden-- }
/<p class="cap">.*At .*:/ && !hidden {
    said = $0
    is_tail = / at least this long/
    gsub(/<[^>]*>/, "", said)
    gsub(/\342\210\222/, "-", said)
    gsub(/\302\240/, " ", said)
    sub(/^.*At /, "", said)
    place = said
    sub(/: .*/, "", place)
    n = split(substr(said, length(place) + 3), pair, /, /)
    for (i = 1; i <= n; i++) {
        match(pair[i], / -?[0-9][0-9.e+-]*( [^ 0-9]*)?$/)
        value[i] = substr(pair[i], RSTART) + 0
        is = place ~ /^week / ? value[i] :
            found(substr(pair[i], 1, RSTART - 1), place)
        if (is == "none" || (is - value[i]) ^ 2 > (0.0051 * is) ^ 2 + 1e-9)
            wrong("the run has " is ", not " value[i])
    }
    captions++
    ticks = drawn = 0
    next
}
n && !hidden {
    line = $0
    while (match(line, /class="(yl|xl[ a-z]*)" style="(top|left):[0-9.]*%">[^<]*/)) {
        token = substr(line, RSTART, RLENGTH)
        line = substr(line, RSTART + RLENGTH)
        if ((token ~ /^class="yl/) != /class="yl/) continue
        at = token
        sub(/.*(top|left):/, "", at)
        gsub(/\342\210\222/, "-", token)
        tick_at[++ticks] = token ~ /top:/ ? 1000 - 10 * at : 10 * at
        sub(/.*>/, "", token)
        tick[ticks] = token + 0
    }
    while (match(line = drawn ? line : $0, /[ML][0-9.]+ [0-9.]+/)) {
        split(substr(line, RSTART + 1, RLENGTH - 1), xy, " ")
        line = substr(line, RSTART + RLENGTH) " "
        y[++drawn] = xy[2]
    }
}
n && /<.div>$/ && ticks > 1 {
    span = tick_at[ticks] - tick_at[1]
    for (i = 1; i <= n; i++) {
        log_scale = tick[2] == 10 * tick[1] || ((tick[2] - tick[1]) / \
            (tick[ticks] - tick[1]) - (tick_at[2] - tick_at[1]) / span) ^ 2 > 1e-4
        part = log_scale ? log(value[i] / tick[1]) / log(tick[ticks] / tick[1]) :
            (value[i] - tick[1]) / (tick[ticks] - tick[1])
        near = 5 + (log_scale ? 0 : 0.0051 * value[i] / (tick[ticks] - tick[1]) * span)
        for (k = 1; k <= drawn; k++)
            if ((y[k] - tick_at[1] - part * span) ^ 2 < near ^ 2) break
        if (k > drawn) wrong("no mark at " value[i])
    }
    charts++
    n = 0
}
END { if (!bad && (captions < 2 || charts < captions)) print charts " of " captions }
