# table.awk - the results for each change: reads explained, the list of changes, and the
# table, whose last line on a change counts.
#
#     awk -v what=WORD -v table=FILE -v summary=FILE -f table.awk explained list table ...
#
# Prints the numbers of those that are `new` or `?`, unseen in the short form. With `all`
# it writes the table, sorted, and the summary, for which it reads short.reached, too,
# and prints what no test sees, and the counts; the exit status is 1 if there is such.

BEGIN { FS = "\t" }
FILENAME ~ /explained$/ { why[$1 FS $2 FS $3]; next }
FILENAME ~ /reached$/ { if (split($0, f, " ") && f[1] == 0) time[f[2]] = f[3]; next }
FILENAME ~ /list$/ {
    reason = ($3 FS $4 FS $5) in why
    row[$1] = $0 (reason ? "\texplained" : "")
    verdict[$1] = reason ? "explained" : "new"
    next
}
verdict[$1] != "explained" { row[$1] = $0; verdict[$1] = $NF }

END {
    for (k in row) if (verdict[k] == what) print k
    if (what != "all") exit
    for (k in row) {
        print row[k] | "sort -n >'" table "'"
        kind = verdict[k] ~ /^(explained|equal|NOT SEEN)$/ ? verdict[k] : "seen"
        count[kind]++
        if (kind == "NOT SEEN") print row[k]
        n = kind == "seen" ? split(verdict[k], who, " ") : 0
        if (n == 1) only[who[1]]++
        for (i = n; i > 0; i--) sees[who[i]]++
    }
    for (p in time) {
        name = p
        sub(/.*\//, "", name)
        printf "%4d seen, %4d by it alone, %3d at full length, %7.2f s  %s\n",
            sees[name], only[name], sees[name "+"], time[p],
            name | "sort -n >'" summary "'"
    }
    printf "%d changes, %d seen, %d explained, %d the same code, %d not\n",
        count["seen"] + count["explained"] + count["equal"] + count["NOT SEEN"],
        count["seen"], count["explained"], count["equal"], count["NOT SEEN"]
    exit count["NOT SEEN"] > 0
}
