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
FILENAME == ARGV[1] {
    sub(/^ */, "     ")
    if (/([0-9]|-)$/ && !/\//) measured[key()] = $0
    next
}
/^\*\// { past = 1 }
!past && /^     / && key() in measured {
    row = measured[key()]
    found[key()]
    split(row, is, " ")
    for (i = wrong = 0; i++ < NF;) wrong += ($i - is[i]) ^ 2 > (is[i] * part) ^ 2
    if (!write && wrong) print "measured:" row "; the manual:" $0
    older += row != $0 && !wrong
    $0 = row
}
write
END {
    for (row in measured)
        if (!write && !(row in found)) print "the manual has no row:" measured[row]
    if (!write && older) print "SKIP the manual has " older " rows of older code"
}
