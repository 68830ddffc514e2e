# means.awk - facts of several runs, lines "key, tab, value", to those of all of them: of
# the same key its mean, and its least and most, with " least" and " most" behind it. What
# is no number is told as it came last; commands (claims.awk) are told as they are.

BEGIN { FS = "\t" }
$1 == "command" { print; next }
!($1 in count) { key[++keys] = $1; least[$1] = most[$1] = $2 }
{
    count[$1]++
    sum[$1] += $2
    if ($2 + 0 < least[$1] + 0) least[$1] = $2
    if ($2 + 0 > most[$1] + 0) most[$1] = $2
    text[$1] = $2
}
END {
    for (i = 1; i <= keys; i++) {
        k = key[i]
        if (text[k] !~ /^[-+.0-9e]+$/) { print k "\t" text[k]; continue }
        printf "%s\t%.9g\n", k, sum[k] / count[k]
        if (count[k] > 1)
            printf "%s least\t%.9g\n%s most\t%.9g\n", k, least[k], k, most[k]
    }
}
