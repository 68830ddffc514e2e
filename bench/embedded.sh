#!/bin/sh
# embedded.sh - the figures that EMBEDDED in the manual of coalloc.h has of small
# machines. Needs their compilers, and QEMU for the times.
#
#     bench/embedded.sh ram      bytes of a buffer for SLICES, by servers/bookings
#     bench/embedded.sh code     bytes of code and constants of a program with SLICES only,
#                                without the C library and the compiler's own functions
#     bench/embedded.sh stack    bytes of stack on a Cortex-M3, rounded up to hundreds: the
#                                deepest path of calls, of a calendar of one index only
#     bench/embedded.sh time     the slowest calls on a Cortex-M3, in instructions
#                                (bench/embedded.c)
#     bench/embedded.sh          all of these
#     bench/embedded.sh climb [PERCENT]   tries to pass the bounds for SLICES, so long
#                                (bench/embedded_climb.c): what it found, and the bound
#     bench/embedded.sh check    all of them, against the manual: says what differs, all
#                                but ram by more than 3 % (another compiler), and which
#                                bounds a short climb has passed

cd "$(dirname "$0")/.." || exit 1
out=${BUILD:-build}/bench
mkdir -p "$out" || exit 1

has() {   # COMMAND: or says that it is not there
    command -v "$1" >/dev/null || { echo "SKIP embedded.sh: $1 is not installed"; return 1; }
}

# machine NAME TOOLS ARCHITECTURE LINKER: what $table prints of it, after its name
machine() {
    has "$2-gcc" || return
    cc="$2-gcc $3 -std=c99 -Os -ffunction-sections -fdata-sections -ffreestanding -I."
    cc="$cc -DCOALLOC_NO_STDLIB -DCOALLOC_IMPLEMENTATION"
    for part in MAP RANGE_TREE COUNT CONTIGUOUS LESSONS REPLACE FLEX CHECK HOLES; do
        cc="$cc -DCOALLOC_NO_$part"
    done
    printf '%-12s' "$1"
    $table "$2" $4
    echo
}

# On AVR no object has more than 32 KiB: a dash.
ram() {   # tools
    for size in 4,4 8,16 16,32 64,256; do
        echo "#include \"coalloc.h\"
            char buffer[COA_MEMORY_BOUND_SLICES($size)];" >"$out/ram.c"
        bytes=-
        ! $cc -UCOALLOC_IMPLEMENTATION -c "$out/ram.c" -o "$out/ram.o" 2>/dev/null ||
            bytes=$(printf '%d' 0x"$("$1-nm" -S "$out/ram.o" | awk '/ buffer$/ { print $2 }')")
        printf '%8s' "$bytes"
    done
}

code() {   # tools linker-flags
    tools=$1
    shift
    $cc -x c -c coalloc.h -o "$out/coalloc.o" || exit 1
    for saves in 0 1; do
        $cc -UCOALLOC_IMPLEMENTATION -DSAVES=$saves -c bench/embedded_code.c \
            -o "$out/code.o" &&
            "$tools-ld" "$@" --gc-sections -e start --unresolved-symbols=ignore-all \
                "$out/code.o" "$out/coalloc.o" -o "$out/code" 2>"$out/ld" || exit 1
        printf '%8d' "$("$tools-size" -A "$out/code" |
            awk '/^\.(text|rodata|data|sdata|srodata)/ { n += $2 } END { print n }')"
    done
}

machines() {   # table
    table=$1
    machine AVR avr -mmcu=atmega1284p -mavr51
    machine RV32IMC riscv64-unknown-elf \
        '-march=rv32imc -mabi=ilp32 --specs=picolibc.specs' -melf32lriscv
    machine Cortex-M0+ arm-none-eabi '-mcpu=cortex-m0plus -mthumb'
    machine Cortex-M3 arm-none-eabi '-mcpu=cortex-m3 -mthumb'
}

stack_m3() {
    has arm-none-eabi-gcc || return
    for index in MAP COUNT SLICES; do
        set -- MAP RANGE_TREE COUNT SLICES
        for i; do shift; [ "$i" = $index ] || set -- "$@" "-DCOALLOC_NO_$i"; done
        arm-none-eabi-gcc -std=c99 -mcpu=cortex-m3 -mthumb -Os -I. "$@" \
            -fcallgraph-info=su -DCOALLOC_IMPLEMENTATION -x c -c coalloc.h \
            -o "$out/stack.o" || exit 1
        awk -f tests/gate/stack.awk "$out/stack.ci" | sed "/coa_i_/d; s/^/$index /"
    done | awk '
        { sub(/_abi$/, "", $3) }
        { row = $3 ~ /^coa_(load|save|check|reserve)$/ ? $3 : "all others" }
        $2 > most[row, $1] { most[row, $1] = $2 }
        END {
            n = split("coa_load,coa_save,coa_check,coa_reserve,all others", rows, ",")
            printf "%-17s%8s%8s%8s\n", "", "MAP", "COUNT", "SLICES"
            for (i = 1; i <= n; i++) {
                printf "%-17s", rows[i]
                for (k = split("SLICES COUNT MAP", at, " "); k; k--)
                    printf "%8d", 100 * int((most[rows[i], at[k]] + 99) / 100)
                print ""
            }
        }'
}

on_m3() {   # PROGRAM-OF-bench WORD ...
    has arm-none-eabi-gcc && has qemu-system-arm || return
    program=$1
    shift
    arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb --specs=rdimon.specs -std=c99 -O2 -I. \
        -DCOALLOC_NO_RANGE_TREE -DCOALLOC_NO_FLEX -DCOALLOC_NO_SAVE -DCOALLOC_NO_CHECK \
        -nostartfiles -T tests/cross/mps2.ld -DCOALLOC_IMPLEMENTATION \
        -o "$out/$program" tests/cross/mps2.c "bench/$program.c" || exit 1
    qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none -icount shift=8 \
        -semihosting-config "enable=on,target=native$(printf ',arg=%s' "$program" "$@")" \
        -kernel "$out/$program"
}

# The bounds are the numbers of these rows of the manual.
climb() {   # percent
    on_m3 embedded_climb "$1" $(grep -E '^     (search|change|coa_advance|coa_get) ' \
        coalloc.h | tr -c '0-9\n' ' ')
}

tables() {
    for what in "$@"; do
        case $what in
        ram)  echo '             4/4    8/16   16/32  64/256'; machines ram ;;
        code) echo '         without    with'; machines code ;;
        stack) stack_m3 ;;
        time) on_m3 embedded ;;
        esac
    done
}

check() {
    tables ram >"$out/ram.txt" && tables code stack time >"$out/others.txt" || exit 1
    climb 5 >"$out/climb.txt" || exit 1
    grep -h '^SKIP' "$out/ram.txt" "$out/others.txt"
    awk '/ of / && $6 > $8 { print $0 ", its bound" }' "$out/climb.txt"
    for rows in ram.txt others.txt; do
        grep -v '^SKIP' "$out/$rows" >"$out/rows"
        awk -v part="$([ $rows = ram.txt ] || echo 0.03)" -f tests/gate/rows.awk \
            "$out/rows" coalloc.h
    done
}

if [ "$1" = check ]; then check
elif [ "$1" = climb ]; then climb "${2:-100}"
else tables ${*:-ram code stack time}
fi
