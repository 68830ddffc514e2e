#!/bin/sh
# swf_awk.sh - swf_tool against a reader of logs in awk, on damaged logs: every field of
# every job, and which lines are refused, at which field. The reader goes by the format's
# definition and by what swf.h says of bad lines. Requirements, whose operators no damage
# makes, are left to tests/swf. SEED: other damage.

tool=swf_tool
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1

# Jobs of 18 fields, of which most lines have a few characters changed, put in, left out,
# or a piece doubled or cut off.
cat >damage <<'END_OF_AWK'
function below(n) { state = state * 16807 % 2147483647; return state % n }
function any(list,   a) { return a[1 + below(split(list, a, ","))] }
BEGIN {
    state = 1 + seed % 2147483646
    print "; Version: 2.2"
    for (number = 1; number <= lines; number++) {
        line = number
        for (i = 2; i <= 18; i++)
            line = line any(" , ,  ,\t") \
                any("-1,-1,0,7,36,1000000,0012,-5,9223372036854775807," \
                    "-9223372036854775808" (i == 6 ? \
                    ",0.5,12.4999996,-3.25,-.5,7.,9223372036854775807.4" : ""))
        for (times = below(4); times > 0; times--) {
            at = 1 + below(length(line) + 1)
            how = below(9)
            piece = how == 6 ? substr(line, at, below(30)) : how > 6 ? "" : \
                any("0,9,-,.,+,e,x, ,\t,\r,5.5,00000000000000000000,#,:,\"")
            line = substr(line, 1, at - 1) piece \
                (how == 8 ? "" : substr(line, at + (how % 2 ? 0 : 1 + below(3))))
        }
        print line any(",,,,,,\r, ,\t")
    }
}
END_OF_AWK

# Prints each job as swf_write_job does, or `LINE FIELD` of each line that is refused, as
# REPAIR has it or, without `repair`, LENIENT (and columns too many are refused).
cat >reader <<'END_OF_AWK'
function up(digits,   i) { # digits + 1
    for (i = length(digits); i > 0 && substr(digits, i, 1) == "9"; i--) continue
    return substr(digits, 1, i - 1) (i ? substr(digits, i, 1) + 1 : 1) \
        substr("00000000000000000000000000", 1, length(digits) - i)
}
function plain(digits) { sub(/^0+/, "", digits); return digits "" == "" ? "0" : digits }
# The number as text, rounded to so many decimals; "" if it is none.
function rounded(text, decimals,   minus, point, more, most) {
    if (text !~ /^-?([0-9]+[.]?[0-9]*|[.][0-9]+)$/) return ""
    minus = sub(/^-/, "", text)
    point = index(text ".", ".")
    more = substr(text, point + 1) "0000000"
    text = substr(text, 1, point - 1) substr(more, 1, decimals)
    if (substr(more, decimals + 1, 1) >= 5) text = up(text)
    text = plain(text)
    while (length(text) < decimals) text = "0" text
    more = substr(text, length(text) - decimals + 1)
    text = plain(substr(text, 1, length(text) - decimals))
    sub(/0+$/, "", more)
    most = "922337203685477580" (minus ? 8 : 7)
    if (length(text) > 19 || (length(text) == 19 && "x" text > "x" most)) return ""
    if (more != "") text = text "." more
    return (minus && text != "0" ? "-" : "") text
}
function refused(field) { if (list) print NR, field }
{
    if (length($0) > 4096) { refused(0); next }
    count = split($0, field, /[ \t\r]+/)
    from = field[1] == "" ? 2 : 1 # blanks at the beginning and at the end
    if (count > 0 && field[count] == "") count--
    if (count < from || field[from] ~ /^[;#]/) next
    job = ""
    for (i = 1; i <= 18; i++) {
        at = from + i - 1
        value = at <= count ? field[at] : -1
        if (at > count && (!repair || i <= 5)) { refused(i); next }
        if (i != 6 && !repair && value ~ /[.]/) { refused(i); next }
        value = rounded(value, 6)
        if (i != 6 && value != "") value = rounded(value, 0)
        if (value == "") { refused(i); next }
        job = job (i > 1 ? " " : "") value
    }
    if (count >= from + 18 && (!repair || field[from + 18] ~ /^[A-Za-z;]/)) {
        refused(19)
        next
    }
    if (!list) print job
}
END_OF_AWK

compare() {   # NAME
    must "$1" "$(diff want got | head -n 3 | tr '\n' ' ')" cmp -s want got
}

awk -v seed="${SEED:-1}" -v lines=$((${TEST_SCALE:-100} * 40)) -f damage >log
for awk in mawk gawk; do
    command -v $awk >/dev/null || { skip $awk "$awk is not installed"; continue; }
    $awk -v list=1 -v repair=1 -f reader log >want
    run check --list all log
    sed -n 's/^log:[0-9]*: no_job: line \([0-9]*\), column [0-9]*/\1 /p' out |
        sed 's/ , field \([0-9]*\).*/ \1/; s/ :.*/ 0/' >got
    must ${awk}_refuses_some 'hardly any line is refused' [ "$(wc -l <want)" -gt 20 ]
    compare ${awk}_refused
    for policy in skip repair; do
        $awk -v repair="$([ $policy = skip ] || echo 1)" -f reader log >want
        run convert --bad-lines $policy swf log
        grep -v '^;' out >got
        must ${awk}_${policy}_some 'there is hardly any job' [ "$(wc -l <want)" -gt 20 ]
        compare ${awk}_$policy
    done
done
