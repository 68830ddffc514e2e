# cross.sh - the stage of other machines, which run.sh reads through stages.sh. Programs
# are built for each without a warning, and what passes here passes there.

# Test programs that need no POSIX, or say what they leave out without.
portable() {
    for f in $on_headers; do
        ! grep -q -E '<(pthread|unistd|sys/[a-z]+)\.h>' "$f" ||
            grep -q __unix__ "$f" && echo "$f"
    done
}

# Builds for the machine that is the stage's name. Compiling is dearer than running under
# an emulator: the optimiser does only what is quick, and nothing for the tests.
cross_build() {   # compiler-and-flags source ...
    compiler=$1
    shift
    # shellcheck disable=SC2086
    build "$BUILD/$stage" CC="$compiler" CFLAGS="$cross_cflags" AROUND=-O0 \
        CPPFLAGS="$cross_cppflags" LDFLAGS="$cross_ldflags" \
        ${without_posix:+THREADS=} "$@"
    no_warning
}
cross_cflags=-O1

# Chooses how programs for a machine run here: the first of these runners under which one
# starts, in $runner; else $why says why none does.
cross_runner() {   # compiler-and-flags runner ... ('': none is needed)
    compiler=$1
    shift
    for how in "$@"; do
        # shellcheck disable=SC2086
        why=$(lacks "$how" $compiler $cross_cppflags $cross_ldflags)
        runner=$how
        [ -n "$why" ] || return
    done
}

# All that is built and run for one machine.
cross() {   # machine compiler-and-flags scale source ... : what cross_runner has chosen
    stage=$1 compiler=$2 scale=$3
    shift 3
    if [ -n "$why" ]; then
        note "SKIP run.sh $stage: $why"
        return
    fi
    cross_build "$compiler" "$@" $pinned
    # shellcheck disable=SC2046
    queue program $(programs_in "$BUILD/$stage" "$@")
    # shellcheck disable=SC2046
    queue example $(programs_in "$BUILD/$stage" $pinned)
    run_queue RUN_ENV="$runner" TEST_SCALE="$scale" DIRENT_LIST="$OUT/corpus"
}

# A bare machine: tests/cross/mps2.c starts the programs, tests/cross/dirent.h lists the
# corpus.
cross_cortex_m() {   # source ...
    gcc='arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb --specs=rdimon.specs'
    start=$OUT/mps2.o
    stage=cortex-m
    find tests/data -name '*.?wf' 2>/dev/null | sed 's|.*/||' | sort >"$OUT/corpus"
    # shellcheck disable=SC2086
    $gcc -O1 -std=c99 -Wall -Wextra -Werror -c -o "$start" tests/cross/mps2.c \
        2>"$OUT/mps2.err"
    cross_cppflags='-isystem tests/cross'
    cross_ldflags="-nostartfiles -T tests/cross/mps2.ld $start"
    without_posix=1
    cross_runner "$gcc" tests/cross/cortex-m.sh
    command -v qemu-system-arm >/dev/null || why='qemu-system-arm is not installed'
    cross cortex-m "$gcc" 1 "$@"
    cross_cppflags='' cross_ldflags='' without_posix=
}

# Programs for Windows are linked; they run only where Wine does.
cross_windows() {   # source ...
    gcc='x86_64-w64-mingw32-gcc -static'
    stage=windows
    without_posix=1
    cross_runner "$gcc" wine
    # shellcheck disable=SC2086
    if [ -z "$why" ] || [ -n "$(lacks 'echo runs' $gcc)" ]; then
        cross windows "$gcc" "$(scaled 5)" "$@"
        without_posix=
        return
    fi
    cross_cflags=-O0
    cross_build "$gcc" "$@" $pinned
    cross_cflags=-O1 without_posix=
    for p in $(programs_in "$BUILD/windows" "$@" $pinned); do
        case $p in *"$ONLY"*) ;; *) continue ;; esac
        if [ -f "$p" ] || [ -f "$p.exe" ]; then
            note "PASS $(basename "$p") windows"
        else
            note "FAIL $(basename "$p") windows: does not compile"
        fi
    done
    note "SKIP run.sh windows: linked, not run: $why"
}

# What may differ on another machine: the headers, and the simulators' unit tests, among
# them those of bytes in files.
crossed() { smallest $tests | grep -v -e sim/oom_ -e sim/prop_; }

# The bare machine has 16 MB, too little for two of the tests.
stage_cross() {
    only_native || return
    # shellcheck disable=SC2046
    set -- $(smallest $(portable) | grep -v -e prop_calendar -e test_corners)
    cross_cortex_m "$@"
    # shellcheck disable=SC2046
    {
        gcc='s390x-linux-gnu-gcc -static'
        cross_runner "$gcc" qemu-s390x
        cross s390x "$gcc" 1 $(crossed) $fuzz
        # Not every kernel runs programs of 32 bits; QEMU's readdir needs large offsets.
        gcc='i686-linux-gnu-gcc -static -D_FILE_OFFSET_BITS=64'
        cross_runner "$gcc" '' qemu-i386
        cross_cflags=-O0
        cross i686 "$gcc" 1 $(crossed) $fuzz
        cross_cflags=-O1
    }
    cross_windows "$@"
    stage=cross
}
