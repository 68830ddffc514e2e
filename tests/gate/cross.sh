# cross.sh - the stages of other machines, which stages.sh reads. Programs are built for
# each without a warning, and what passes here passes there.

# Test programs that need no POSIX, or say what they leave out without; _large differs in
# nothing that differs by machine.
on_headers=$(echo "$on_headers" | grep -v _large)
portable() {
    for f in $on_headers; do
        ! grep -q -E '<(pthread|unistd|sys/[a-z]+)\.h>|"bench/' "$f" ||
            grep -q __unix__ "$f" && echo "$f"
    done
}

# What may differ on a machine with POSIX: the headers, and the simulators' unit tests,
# among them the tests of bytes in files.
crossed() { smallest $tests | grep -v -e sim/prop_ -e _large; }

# All that is built and run for one machine, under the first of these runners under which
# a program starts. Compiling is dearer than running under an emulator: the optimiser does
# only quick steps, and none for the tests. Where nothing starts, programs are linked if
# LINKED is set. BARE: without examples that need POSIX (modules) or read a log.
cross() {   # compiler-and-flags 'runner|runner ...' source ...
    gcc=$1 runners=$2; shift 2
    [ -z "$BARE" ] ||
        pinned=$(only . $pinned | xargs -r grep -L -e '^#include "[a-z]*/' -e freopen)
    for RUN_ENV in $runners; do
        RUN_ENV=${RUN_ENV#none}
        why=$(lacks "$RUN_ENV" $gcc $CPPFLAGS $LDFLAGS)
        [ -n "$why" ] || break
    done
    if [ -n "$why" ] && { [ -z "$LINKED" ] || [ -n "$(lacks 'echo runs' $gcc)" ]; }; then
        note "SKIP run.sh $stage: $why"
        return
    fi
    build "$BUILD/$stage" CC="$gcc" CFLAGS=-O${LEVEL:-0} AROUND=-O${TESTS_LEVEL:-0} \
        CPPFLAGS="$CPPFLAGS" LDFLAGS="$LDFLAGS" ${BARE:+THREADS=} $VALUES "$@" \
        $pinned
    no_warning
    if [ -n "$why" ]; then
        built "$BUILD/$stage" "$@" $pinned
        note "SKIP run.sh $stage: linked, not run: $why"
        return
    fi
    queue program 0.3 $(programs_in "$BUILD/$stage" "$@")
    queue example 1 $(programs_in "$BUILD/$stage" $pinned)
    run_queue RUN_ENV="$RUN_ENV" DIRENT_LIST="$OUT/corpus"
}

# What starts the programs on a bare machine, and the names of the corpus for it.
board() {
    find tests/data -name '*.?wf' 2>/dev/null | sed 's|.*/||' | sort >"$OUT/corpus"
    $gcc -O1 -std=c99 -Wall -Wextra -Werror -c -o "$OUT/$1.o" "tests/cross/$1.c" \
        2>"$OUT/$1.err"
}

# A bare machine: tests/cross/mps2.c starts the programs, tests/cross/dirent.h lists the
# corpus. It has 16 MB, too little for two of the tests.
stage_cortex_m() {
    gcc="arm-none-eabi-gcc -mcpu=${CPU:-cortex-m3} -mthumb --specs=rdimon.specs"
    board mps2
    CPPFLAGS='-isystem tests/cross' BARE=1 LEVEL=1
    LDFLAGS="-nostartfiles -T tests/cross/mps2.ld $OUT/mps2.o"
    cross "$gcc" tests/cross/cortex-m.sh \
        $(smallest $(portable) | grep -v -e prop_calendar -e coalloc/test_corners)
}

# Code for the smaller M0 runs on an M3; the M4's on an M4 board.
stage_cortex_m0() { CPU=cortex-m0; stage_cortex_m; }
stage_cortex_m4() { CPU=cortex-m4 MPS2=mps2-an386; export MPS2; stage_cortex_m; }

# A bare RV32 with picolibc, where a double is software: unit tests and calls.txt, no
# examples.
stage_rv32() {
    gcc='riscv64-unknown-elf-gcc -march=rv32imac -mabi=ilp32 --specs=picolibc.specs'
    gcc="$gcc --crt0=hosted --oslib=semihost"
    board virt
    CPPFLAGS=-Itests/cross BARE=1 LEVEL=1 pinned=
    LDFLAGS="-Wl,--wrap=main -Wl,--defsym=__flash=0x80000000,--defsym=__flash_size=8M"
    LDFLAGS="$LDFLAGS,--defsym=__ram=0x80800000,--defsym=__ram_size=48M $OUT/virt.o"
    set -- $(portable)
    cross "$gcc" tests/cross/rv32.sh $(only /test_ "$@" | grep -v _save)
}

# What older versions have saved is loaded, and goes on as there. One program for networks
# and one for calendars of each index, linked with each stream.
saved() {   # flags of saved.c, files ...
    $gcc $1 -c -o "$to/saved.o" tests/cross/saved.c
    shift
    for f; do
        name=$(basename "$f" .txt) o=$to/saved
        {
            echo 'const unsigned char stream[] = {'
            sed '/^[0-9a-f]*$/!d; s/../0x&,/g' "$f"
            echo '}; const int asked[][5] = {'
            sed '/^reserve/!d; s/reserve \(.*\) gets.*/{\1},/; s/ /,/g' "$f"
            echo '}; const unsigned stream_size = sizeof stream;'
            echo 'const unsigned asked_count = sizeof asked / sizeof *asked;'
        } >"$o.c"
        # parts of 0.4 are bookings like others
        case $name in *-0.4_*) part=' part' ;; *) part='^$' ;; esac
        sed "/^booking\|^reserve/!d; s/^reserve.*gets/gets/; s/$part//" "$f" >"$o.right"
        $gcc -Wl,--wrap=main -o "$o" tests/cross/avr.c "$o.c" "$o.o"
        tests/cross/avr.sh "$o" | cmp -s - "$o.right" && note "PASS $name avr" ||
            note "FAIL $name avr: not as in $f"
    done
}

# An int of 16 bits and 16 KB of memory. Each test case that fits is a separate program,
# and a calendar of each index must answer parts.c as here.
stage_avr() {
    for c in simavr avr-gcc; do
        command -v $c >/dev/null ||
            { note "SKIP run.sh avr: $c is not installed"; return; }
    done
    to=$BUILD/avr
    gcc='avr-gcc -mmcu=atmega1284p -Os -std=gnu99 -I. -Itests -Itests/cross'
    gcc="$gcc -Wl,--gc-sections -ffunction-sections -fdata-sections -Wno-unused-function"
    gcc="$gcc -mcall-prologues" # or all calls of MAP would not fit
    apart='-DTEST_APART -DSWF_IMPLEMENTATION -DNETSCHED_IMPLEMENTATION= -DPRId64="ld"'
    apart="$apart -Dstrtoull=strtoul"
    mkdir -p "$to"
    for h in coalloc netsched swf; do
        avr-gcc -mmcu=atmega1284p -std=c99 -fsyntax-only -Wall -Wextra -Wpedantic \
            -Wshadow -Wconversion -Wsign-conversion -Wcast-qual -Wundef -x c $h.h \
            -D"$(echo $h | tr a-z A-Z)_IMPLEMENTATION" 2>"$to/$h.err" &&
            [ ! -s "$to/$h.err" ] && note "PASS $h.h avr" ||
            note "FAIL $h.h avr: $(grep -m1 -e error -e warning "$to/$h.err")"
    done
    indexes='MAP COUNT SLICES RANGE_TREE'
    for index in $indexes; do
        o=$to/parts_$index
        set -- -DSERVERS=4u -DCALLS=16 -DHORIZON=60 -DCOA_I_FAT=8u -I. \
            $(echo $indexes SAVE FLEX CHECK HOLES | tr ' ' '\n' | grep -v -x $index |
                sed 's/^/-DCOALLOC_NO_/') tests/compile/parts.c
        $gcc -Wl,--wrap=main -o "$o" tests/cross/avr.c "$@"
        cc -O0 -o "$o-here" "$@"
        "$o-here" x >"$o.right"
        if [ -s "$o.right" ] && tests/cross/avr.sh "$o" | cmp -s - "$o.right"; then
            note "PASS parts_$index avr"
        else
            note "FAIL parts_$index avr: other answers than $o.right"
        fi
        set -- tests/data/coalloc-*__$(echo $index | tr A-Z a-z).txt
        [ $index != COUNT ] || set -- "$@" tests/data/coalloc-*__unnamed.txt
        saved "-DCOA_I_FAT=8u $(echo $indexes FLEX CHECK HOLES REPLACE | tr ' ' '\n' |
            grep -v -x $index | sed 's/^/-DCOALLOC_NO_/')" "$@"
    done
    saved '-DNETWORK -DNETSCHED_NO_MULTICOST -DNETSCHED_NO_EXPLAIN -DNETSCHED_NO_ROOM' \
        tests/data/netsched-*.txt
    while read -r test left_out; do
        o=$to/${test#*/}
        $gcc $apart -c -o "$o.o" tests/$test.c 2>"$o.err" ||
            note "FAIL $test avr: $(grep -m1 error "$o.err")"
        for c in $(avr-nm "$o.o" | sed -n 's/.* R test_case_//p' |
            grep -v -E -e "$left_out"); do
            $gcc -DTEST_CASE=test_case_$c -o "$o-$c" tests/cross/avr.c "$o.o" \
                2>/dev/null && queue program 1 "$o-$c"
        done
    done <<END
swf/test_swf corpus
netsched/test_netsched default_limit|no_request|_random
netsched/test_multicost gives_up|explosion|millions_of_slots|reuse
netsched/test_inside circles|sizes|too_much|spoiled|released|last_id|hooks
END
    [ -n "$ONLY" ] || [ "$(wc -l <"$OUT/avr.queue")" -ge 21 ] ||
        note 'FAIL run.sh avr: fewer than 21 test cases fit'
    run_queue RUN_ENV=tests/cross/avr.sh
}

stage_s390x() {
    LEVEL=1
    cross 's390x-linux-gnu-gcc -static' qemu-s390x $(crossed) $fuzz
}

# Not every kernel runs programs of 32 bits; QEMU's readdir needs large offsets.
stage_i686() {
    cross 'i686-linux-gnu-gcc -static -D_FILE_OFFSET_BITS=64' 'none qemu-i386' \
        $(crossed) $fuzz
}

# Programs for Windows are linked; they run only where Wine does.
stage_windows() {
    BARE=1 LINKED=1
    cross 'x86_64-w64-mingw32-gcc -static' wine $(smallest $(portable) |
        grep -v -e prop_calendar -e coalloc/test_corners)
}

# Simulators and swf_tool for Windows: a run under Wine must print and write what it does
# here. MinGW takes an attribute's printf for Microsoft's, isnan's argument for a float.
stage_windows_sim() {
    can_run wine x86_64-w64-mingw32-gcc -static || return
    set -- $(only '_sim\|swf_tool' $examples)
    build "$BUILD/windows-sim/here" CFLAGS=-O0 "$@"
    build "$BUILD/windows-sim" CC='x86_64-w64-mingw32-gcc -static' CFLAGS=-O0 \
        CPPFLAGS='-Wno-format -Wno-float-conversion' "$@"
    no_warning
    queue script 100 tests/gate/commands.sh
    run_queue TELL=lines RUN_ENV=wine BUILD="$BUILD/windows-sim" \
        BUILT="$BUILD/windows-sim/here"
}

# ---- platforms: other ways to compile for this machine ---------------------------------
# The headers' tests, and the examples on headers alone; `char` without a sign with the
# simulators' unit tests.
way() { BARE=1; cross "$1" none $(smallest $on_headers); }

stage_o0() { way gcc; }
stage_o3() { LEVEL=3 TESTS_LEVEL=3; way gcc; }
# When it links, gcc does not follow that a call which succeeds has set its result.
stage_lto() { LEVEL=2 TESTS_LEVEL=2; way 'gcc -flto=auto -Wno-maybe-uninitialized'; }
stage_unsigned_char() { LEVEL=1; cross 'gcc -funsigned-char' none $(crossed); }
stage_musl() { LEVEL=1; way 'musl-gcc -static'; }
stage_c23() { VALUES=CSTD=-std=c2x; way gcc; }
# tcc does not list what a file includes as make wants it
stage_tcc() { VALUES='LIBS=-lm INCLUDED='; way tcc; }

# The headers are compiled as C++20, the tests that call them are C.
stage_cxx20() {
    can_run '' g++ -std=c++20 || return
    made $MAKE -s BUILD="$BUILD/cxx20" CC=gcc CFLAGS=-O0 AROUND=-O0 THREADS= \
        "$BUILD/cxx20/flags"
    for h in coalloc swf netsched; do
        [ ! -f $h.h ] || g++ -std=c++20 -O0 -Wall -Wextra -x c++ -c $h.h \
            -D"$(echo $h | tr a-z A-Z)_IMPLEMENTATION" -o "$BUILD/cxx20/$h.o"
    done
    way gcc
}
