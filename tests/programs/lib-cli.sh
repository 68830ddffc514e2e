# lib-cli.sh - what tests of programs from outside share. They read it first, having set
# `tool` if one program is under test, and are then in the project's folder, $here, with:
# $dir, a directory that goes away; $bin, where programs are (BUILD); $program, the path
# of the tool, which runs under RUN_ENV. A run leaves its output in $dir/out and $dir/err,
# its exit status in $code.

cd "$(dirname "$0")/../.." || exit 1
here=$PWD
suite=$(basename "$0")
BUILD=${BUILD:-build}
case $BUILD in /*) bin=$BUILD ;; *) bin=$here/$BUILD ;; esac
case $TRACES in '' | /*) ;; *) TRACES=$here/$TRACES ;; esac
program=$bin/$tool
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
LC_ALL=C
export BUILD LC_ALL

pass() { echo "PASS $suite $1"; }
fail() { echo "FAIL $suite $1: $2"; }
skip() { echo "SKIP $suite $1: $2"; }
[ -e "$program" ] || { fail build "$program is not there"; exit 1; }

verdict() {   # NAME WHY: passed if there is no reason why not
    if [ -z "$2" ]; then pass "$1"; else fail "$1" "$2"; fi
}

# must NAME WHY COMMAND ...: passed if the command succeeds, else that is why not.
must() {
    name=$1 why=$2
    shift 2
    if "$@"; then why=; else why=${why:-it is not so}; fi
    verdict "$name" "$why"
}
not() { ! "$@"; }

same() { must "$1" "'$2', not '$3'" [ "$2" = "$3" ]; }   # NAME GOT WANTED
is() { checked "$1" "$([ "$2" = "$3" ] || echo "'$2', not '$3'")"; } # likewise, after a
checked() { why=$(trouble); verdict "$1" "${why:-$2}"; }   # run that went well

run() {
    $RUN_ENV "$program" "$@" >"$dir/out" 2>"$dir/err" </dev/null
    code=$?
}

# The fault of a run that should end with status $1 and say one line matching $2.
refusal() {
    if [ "$code" != "$1" ]; then
        echo "exit status $code, not $1: $(head -n 1 "$dir/err")"
    elif [ "$(wc -l <"$dir/err")" != 1 ]; then
        echo "$(wc -l <"$dir/err") lines on standard error, not one"
    elif ! grep -qE "^$(basename "$program")[ a-z]*: .*$2" "$dir/err"; then
        echo "said '$(cat "$dir/err")'"
    fi
}

# Is this a sanitizer (of which a stage wants 1 or 3 % of the work), or an emulator?
slow_tool() { [ -n "$RUN_ENV" ] || [ "${TEST_SCALE:-100}" -lt 10 ]; }

# Of many cases alike a few are enough where FEW is set (make test, sanitizers), and under
# RUN_ENV, as what emulates is slow to start.
few() { [ -n "$FEW$RUN_ENV" ]; }

# The fault of a run that should go well and say nothing else.
trouble() {
    if [ "$code" != 0 ]; then
        echo "exit status $code: $(head -n 1 "$dir/err")"
    elif [ -s "$dir/err" ]; then
        echo "said '$(head -n 1 "$dir/err")'"
    fi
}

# each COMMAND 'ARGUMENT ...' ...: ends with the status that all these runs have.
each() {
    command=$1 all=
    shift
    for arguments; do
        $command $arguments
        all="$all $?"
    done
    set -- $(printf '%s\n' $all | sort -u)
    [ $# = 1 ] || { echo "statuses:$all"; return 99; }
    return $1
}

# holds NAME FILE PATTERN ...: the run went well, each pattern matches a line of the file.
holds() {
    name=$1 file=$2 why=$(trouble)
    shift 2
    for pattern in "$@"; do
        grep -qE -e "$pattern" "$file" || why="${why:-no line matches '$pattern'}"
    done
    verdict "$name" "$why"
}

prints() {   # NAME 'ARGUMENT ...' PATTERN ...: so does this run
    name=$1
    run $2
    shift 2
    holds "$name" "$dir/out" "$@"
}

equal() {   # NAME FILE FILE: the run went well, and the files are the same
    why=$(trouble)
    [ -n "$why" ] || cmp -s "$2" "$3" || why="differ: $(diff "$2" "$3" | sed -n 2p)"
    verdict "$1" "$why"
}

# The columns of these names of a CSV file, blanks between them; "-" where one is empty,
# "_" where it has a blank.
pick() {   # NAME,... FILE
    awk -F, -v names="$1" '
        BEGIN { n = split(names, name, ",") }
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        {
            for (i = 1; i <= n; i++) {
                x = $at[name[i]]
                gsub(/ /, "_", x)
                printf "%s%s", x == "" ? "-" : x, i < n ? " " : "\n"
            }
        }' "$2"
}

# The values of --facts whose whole keys match, in one line; and those that are hashes.
values() { awk -F '\t' -v key="^($1)$" '$1 ~ key { print $2 }' "$2" | paste -s -d ' '; }
hashes() { values '.* hash( seed=.*)?' "$1"; }

# Lines 'ONE, ANOTHER, ...', or of standard input.
lines() {
    if [ $# = 0 ]; then cat; else echo "$1" | tr ',' '\n' | sed 's/^ *//; /^$/d'; fi
}

# Lines of jobs in a log, the blanks between fields made one.
job_lines() {
    tr -d '\r' | grep -v -e '^[ 	]*[;#]' -e '^[ 	]*$' | awk '{ $1 = $1; print }'
}

# Why calls cannot be made to fail here ('' is none); $faults does it (faults.c).
faults=$bin/$suite.faults
no_faults() {
    if [ -n "$RUN_ENV" ]; then
        echo 'RUN_ENV is set'
    elif ! (cd "$here" && ${CC:-cc} -std=c99 -o "$faults" tests/programs/faults.c
    ) 2>"$dir/err"; then
        echo "faults.c does not compile: $(head -n 1 "$dir/err")"
    elif ! "$faults" once 1 "$dir/said" true; then
        echo 'the kernel does not let calls fail'
    fi
}

# ---- logs ------------------------------------------------------------------------------
# log 'JOB, JOB, ...': number submit wait run procs requested-procs requested-time status.
log() {
    lines "$@" | while read -r number submit wait run procs req time status; do
        echo "$number $submit $wait $run $procs -1 -1 $req $time -1 ${status:-1}" \
             "1 1 1 1 1 -1 -1"
    done
}

# So many jobs that end before what they requested, five at a time.
busy_log() {
    awk -v jobs="$1" 'BEGIN {
        for (i = 1; i <= jobs; i++)
            print i, int(i / 5) * 400, -1, i % 7 * 300 + 300, i % 11 + 1, -1, -1, -1,
                i % 5 * 900 + 2700, -1, 1, 1, 1, 1, 1, -1, -1, -1
    }'
}
