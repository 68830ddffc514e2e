#!/bin/sh
# selftest.sh - a gate never seen failing does not count.
#
# Makes a small project of its own under build/selftest (the header
# tests/compile/sample.h, and project.txt there) on which every gate passes; then breaks a
# copy of it in one way at a time, as tests/compile/broken.txt says, and the gate that
# watches for it must complain in the words given there. The gates on parts that can
# be left out work on our own coalloc.h. selftest-runner.sh does likewise with run.sh.

cd "$(dirname "$0")/../.." || exit 1
. tests/gate/selftest-lib.sh
broken=$HERE/tests/compile/broken.txt

# Gates on our own coalloc.h: it, and of their tables only the rows that controls need.
few_rows() {   # gate
    case $1 in expand | parts | sizes | embedded | visual) cp "$HERE/coalloc.h" . ;; esac
    case $1 in
    parts) sed -i "/^MAP /{/COUNT RANGE_TREE CONTIGUOUS/!d;}; /^COUNT RANGE_TREE/d" \
        tests/gate/gate-headers.sh ;;
    embedded) sed -i 's/code stack time/ram/; /climb[. ][t2]/d' bench/embedded.sh ;;
    esac
}

control() {   # name
    cp -r "$DIR/good" "$DIR/$1" && cd "$DIR/$1" || exit 1
    awk -v name="$1" 'BEGIN { RS = "" } $1 == name' "$broken" >control
    read -r name gate file words <control
    few_rows "$gate"
    cp "$file" before
    sed 1d control | sed -i -f - "$file"
    ! cmp -s "$file" before || { echo "FAIL selftest $name: nothing was broken"; exit; }
    sh tests/gate/gates.sh "$gate" >said 2>&1
    if grep -q "^FAIL .*$words" said; then
        echo "PASS selftest $name"
    elif ! grep -q '^FAIL' said && grep -q '^SKIP' said; then
        echo "SKIP selftest $name: $(sed -n '/^SKIP /{s///p;q;}' said)"
    else
        echo "FAIL selftest $name: gate $gate does not say '$words':" \
            "$(grep -v -m1 '^PASS' said)"
    fi
}

if [ "$1" = --control ]; then
    DIR=$2
    control "$3"
    exit
fi
rm -rf "$DIR"
STANDARDS=$DIR  # what each compiler knows is asked once
export STANDARDS
project "$DIR/good" "$HERE/tests/compile/project.txt"
mv tests/compile/sample.h .
mkdir bench
cp "$HERE"/bench/figures.sh "$HERE"/bench/embedded.sh bench
sh tests/gate/gates.sh >"$DIR/good.said" 2>&1
rm -rf build
complaint=$(grep -v -m1 -e '^PASS' -e '^SKIP' "$DIR/good.said")
[ -s "$DIR/good.said" ] || complaint='no gate ran'
if [ -n "$complaint" ]; then echo "FAIL selftest good: $complaint"
else echo 'PASS selftest good: every gate passes on a header that obeys them'; fi
awk 'BEGIN { RS = "" } !/^#/ { print $1 }' "$broken" |
    JOBS=1 xargs -P "$JOBS" -I NAME \
        sh "$HERE/tests/gate/selftest.sh" --control "$DIR" NAME
