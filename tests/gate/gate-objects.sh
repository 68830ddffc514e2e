# gate-objects.sh - what must hold for the object file of a header: its symbols, what it
# wants from outside, its stack. gates.sh reads this file after gate-headers.sh.

# Symbols of the object: only the public functions are exported, nothing is writable, and
# nothing is wanted from outside but these.
wanted='memcpy memmove memset memcmp'
heap='malloc realloc free'
support='bcmp __stack_chk_fail _GLOBAL_OFFSET_TABLE_ __gxx_personality_v0'

# Not position-independent, else constant tables of pointers count as writable.
object() (   # compiler level file flags ...
    cc=$1 level=$2 file=$3
    shift 3
    compile "$cc" "$(oldest "$cc")" "$file.c" -c "$level" -fno-pic -o "$log.o" "$@"
)

# nm's report of an object: exported, writable or undefined names
symbols() {   # kind
    case $1 in
    exported)  nm -g --defined-only "$log.o" | awk '{ print $NF }' | sort ;;
    writable)  nm --defined-only "$log.o" | awk '$2 ~ /^[bBdDCgGsS]$/ { print $NF }' ;;
    undefined) nm -u "$log.o" | awk '{ print $NF }' ;;
    esac
}

# Complain of undefined names outside the list.
undefined_beyond() {   # compiler-and-flags name ...
    how=$1
    shift
    for s in $(symbols undefined); do
        case " $* " in *" $s "*) ;; *) echo "$how: needs $s from outside" ;; esac
    done
}

# Exports depend on macros, symbols wanted from outside on optimising: of clang's code
# gate_bare sees these, and in C++ it is the same. Gcc says what stack both objects take.
# The file that implements everything, one with a private copy and one that uses all
# make a program, in either language and across the two.
gate_object() {   # compiler [compiler-of-the-user ...]
    public_functions >"$log.public"
    [ -s "$log.public" ] || { echo 'no public functions found'; return; }
    cc=$1
    shift
    object "$cc" -O0 static || return
    symbols exported | sed "s/^/$cc: static mode exports /"
    mv "$log.o" "$log.static.o"
    for how in '-O2 implement' '-O0 declare_implement'; do
        case $how$cc in -O2*++ | -O2*clang) continue ;; esac
        case $cc in gcc) told=$stack_told ;; *) told= ;; esac
        object "$cc" $how $told || return
        [ -z "$told" ] || stack_held "${how% *}"
        symbols exported >"$log.exported"
        comm -13 "$log.public" "$log.exported" | sed "s/^/$cc $how.c: exports /"
        comm -23 "$log.public" "$log.exported" | sed "s/^/$cc $how.c: does not define /"
        symbols writable | sed "s/^/$cc $how.c: writable data: /"
        undefined_beyond "$cc $how.c" $wanted $heap $support
    done
    [ -z "$told" ] || stack_calls
    sed 's/.*/F(&)/' "$log.public" >"$log.list"
    for user; do
        compile "$user" "$(oldest "$user")" use.c -c -O0 -o "$log.use.o" \
            -DFUNCTIONS="\"$PWD/$log.list\"" || continue
        if "$cc" -no-pie -o "$log.prog" "$log.use.o" "$log.o" "$log.static.o" \
                2>"$log.ld"; then
            "$log.prog" || echo "the program returns $?"
        else
            grep -E -m5 'undefined|multiple|error' "$log.ld"
        fi | sed "s/^/used by $user: /"
    done
}

# A machine without a C library or heap: <stddef.h> and <stdint.h> are the compiler's own;
# nothing is wanted but what every compiler needs for itself, for which functions of the
# user can stand. What a distribution adds on its own, and exceptions, are turned off.
gate_bare() {   # compiler
    case $1 in
    clang) how='--target=wasm32 -nostdlibinc' ;;
    *) how="-ffreestanding -nostdinc -isystem $(gcc -print-file-name=include)" ;;
    esac
    alone="-fno-stack-protector -fno-exceptions -D${macro}_NO_STDLIB=1"
    compile "$1" c99 declare_implement.c -fsyntax-only $how $alone
    cat >"$log.h" <<END
#include <stddef.h>
void *my_copy(void *to, const void *from, size_t n);
void *my_set(void *to, int byte, size_t n);
#define ${macro}_MEMCPY my_copy
#define ${macro}_MEMMOVE my_copy
#define ${macro}_MEMSET my_set
END
    object "$1" -Os implement $alone -include "$log.h" || return
    undefined_beyond "$1 -Os" $wanted my_copy my_set
    [ "$header" = sample.h ] || [ "$(symbols undefined | grep -c my_)" = 2 ] ||
        echo 'memory functions of the user are not called'
}

# The stack: no frame of variable size, recursion only in functions on trees, whose depth
# is bounded (64), and along every path of calls no more in sum than the manual states:
# one figure for all, and where it does so another `with RANGE_TREE`. Hooks are not
# counted. The compiler says what each function takes and calls.
stack_told='-fno-exceptions -fstack-usage -fcallgraph-info=su'

stack_figure() {   # words before it
    manual | grep Stack | grep -o "$1less than [0-9]* KiB" | head -n 1 | tr -dc 0-9
}

stack_deepest() {   # call-graph pattern-of-functions-left-out
    awk -v out="$2" -f tests/gate/stack.awk "$1" | sort -n | tail -n 1
}

# The frames and the sums of the object that was compiled with $stack_told.
stack_held() {   # level
    trees="^${fn}_(i_)?(slots|tree|trees|rtree)_"
    all=$(stack_figure '')
    [ -n "$all" ] || { echo 'the manual does not say how much stack it needs'; return; }
    with_trees=$(stack_figure 'with RANGE_TREE ')
    awk -F '\t' '$3 != "static" && $3 !~ /bounded/ {
        print $1 ": a frame of variable size" }' "$log.su"
    if [ -n "$with_trees" ]; then
        echo "$with_trees $(stack_deepest "$log.ci" '')"
        echo "$all $(stack_deepest "$log.ci" "$trees")"
    else
        echo "$all $(stack_deepest "$log.ci" '')"
    fi | awk -v how="$1" '$2 >= $1 * 1024 {
        print how ": " $3 " takes " $2 " bytes, the manual says " $1 " KiB" }'
}

# Who calls whom is seen before functions are split into parts, which share a name.
stack_calls() {
    sed -n 's/^edge: { sourcename: "\([^"]*\)" targetname: "\([^"]*\)".*/\1 \2/p' \
        "$log.ci" | sed 's/[^ ]*://g' >"$log.calls"
    awk '$1 == $2 { print $1 }' "$log.calls" | sort -u |
        grep -v -E -e "$trees" -e "^${fn}_i_(node|stretch)_" | sed 's/$/ calls itself/'
    awk '$1 != $2' "$log.calls" | circles 'functions that call each other'
}

gate_embedded() { sh bench/embedded.sh check; } # its tables

# The table of sizes under OPTIONS has the rows of sizes.sh with a limit, each number
# within 3 % of what is measured here, and no more than that.
# Nothing in it makes the compiler for the Cortex-M3 warn.
gate_sizes() {
    if ! command -v arm-none-eabi-gcc >/dev/null; then
        echo 'SKIP arm-none-eabi-gcc is not installed'
        return
    fi
    LIMITED=1 WARN=$WARN sh tests/gate/sizes.sh "$header" >"$log.measured" 2>"$log.cc"
    grep -m3 -E 'error|warning' "$log.cc"
    awk -v part=0.03 -f tests/gate/rows.awk "$log.measured" "$header"
}
