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

BROKEN=tests/compile/broken.txt

# ---- one control -----------------------------------------------------------------------
# Names of the controls, in order.
controls() { awk 'BEGIN { RS = "" } !/^#/ { print $1 }' "$HERE/$BROKEN"; }

# Gates on our own coalloc.h: it, and of their tables only the rows that controls need.
few_rows() {   # gate
    case $1 in expand | parts | sizes | embedded | visual) cp "$HERE/coalloc.h" . ;; esac
    case $1 in
    parts) sed -i "/^MAP /{/COUNT RANGE_TREE CONTIGUOUS/!d;}; /^COUNT RANGE_TREE/d" \
        tests/gate/gate-headers.sh ;;
    embedded) mkdir bench
        sed 's/code stack time/ram/; /climb[. ][t2]/d' "$HERE"/bench/e*.sh \
            >bench/embedded.sh ;;
    figures) mkdir bench; cp "$HERE"/bench/figures.sh bench ;;
    esac
}

control() {   # name
    name=$1
    awk -v name="$name" 'BEGIN { RS = "" } $1 == name' "$HERE/$BROKEN" \
        >"$DIR/$name.control"
    read -r name gate file words <"$DIR/$name.control"
    cp -r "$DIR/good" "$DIR/$name"
    cd "$DIR/$name" || exit 1
    few_rows "$gate"
    sed 1d "$DIR/$name.control" >edit
    sed -f edit "$file" >changed
    if cmp -s "$file" changed; then
        echo "FAIL selftest $name: nothing was broken"
        return
    fi
    mv changed "$file"
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

# ---- all of it -------------------------------------------------------------------------
if [ "$1" = --control ]; then
    control "$2"
    exit 0
fi
rm -rf "$DIR"
mkdir -p "$DIR" || exit 1
STANDARDS=$DIR  # what each compiler knows is asked once
export STANDARDS
project "$DIR/good"
unpack tests/compile/project.txt "$DIR/good"
mv "$DIR/good/tests/compile/sample.h" "$DIR/good/"
(cd "$DIR/good" && sh tests/gate/gates.sh >"$DIR/good.said" 2>&1; rm -rf build)
if complaint=$(grep -v -m1 -e '^PASS' -e '^SKIP' "$DIR/good.said") ||
    ! grep -q '^PASS' "$DIR/good.said"; then
    echo "FAIL selftest good: $complaint"
else
    echo 'PASS selftest good: every gate passes on a header that obeys them'
fi
# one process each; what they say is kept apart, so that it comes out in order
controls | JOBS=1 xargs -P "$JOBS" -I NAME \
    sh -c 'sh tests/gate/selftest.sh --control NAME >"$DIR/NAME.out"'
for name in $(controls); do cat "$DIR/$name.out"; done
