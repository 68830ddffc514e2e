# rows.awk - rows of figures, as they are measured, against the rows in a header's manual:
# the rows that begin with five blanks, have the same words and as many columns.
#
#     awk [-v part=0.03] -f rows.awk MEASURED HEADER
#         says which differ: by more than that part, or how many by less
#     awk -v write=1 -f rows.awk MEASURED HEADER
#         prints the header with the measured rows

function key(   i, s) {
    s = NF
    for (i = 1; i <= NF; i++) if ($i !~ /^[0-9]+$/) s = s " " $i
    return s
}
function text(s) { sub(/^ */, "", s); return s }
function compare(row, told,   n, i, is, says, far, wrong) {
    n = split(row, is, " ")
    split(told, says, " ")
    for (i = 1; i <= n; i++) {
        far = says[i] - is[i]
        wrong += (far < 0 ? -far : far) > is[i] * part
    }
    if (wrong) print "measured: " text(row) "; the manual: " text(told)
    else older += text(row) != text(told)
}
FILENAME == ARGV[1] { if (/([0-9]|-)$/ && !/\//) measured[key()] = $0; next }
/^\*\// { past = 1 }
!past && /^     / && key() in measured {
    found[key()]
    if (!write) compare(measured[key()], $0)
    else print "     " text(measured[key()])
    next
}
write { print; next }
END {
    if (write) exit
    for (row in measured)
        if (!(row in found)) print "the manual has no row: " text(measured[row])
    if (older) print "SKIP the manual has " older " rows of older code (make figures)"
}
