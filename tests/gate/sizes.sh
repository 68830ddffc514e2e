#!/bin/sh
# sizes.sh - how many bytes of code and constants coalloc.h or netsched.h takes on a
# Cortex-M3, by the parts left out: the table under OPTIONS in its manual. gate_sizes in
# gate-objects.sh compares the two; `make figures FIGURES=sizes` writes it there.
#
#     tests/gate/sizes.sh coalloc.h|netsched.h          prints the table
#     LIMITED=1 ...      only the rows with a limit: the most that is allowed, in bytes
# limit coalloc.h 9728 MAP RANGE_TREE SLICES, CONTIGUOUS to ARENA these four calls, COUNT
# limit coalloc.h 7168 MAP RANGE_TREE COUNT, CONTIGUOUS to ARENA these four calls, SLICES
# limit netsched.h 57900 - all calls
# limit netsched.h 55400 EXPLAIN all other calls
# limit netsched.h 38400 EXPLAIN MULTICOST SAVE ROOM first slot
# limit netsched.h 24500 FIRST_SLOT SAVE ROOM multicost
# limit netsched.h 1650 FIRST_SLOT MULTICOST SAVE ROOM profiles alone
#
# "All calls" and "all other calls": the bytes of the object file. Else a program is
# linked that makes a calendar, reserves, advances and destroys it (these four calls), or
# that uses a profile alone, without the C library and the compiler's.

cd "$(dirname "$0")/../.." || exit 1
header=$1
macro=$(basename "$header" .h | tr a-z A-Z)
[ -f "$header" ] || exit 1
SIZES=${BUILD:-build}/sizes/$macro
mkdir -p "$SIZES" || exit 1
CC_ARM="arm-none-eabi-gcc -std=c99 -mcpu=cortex-m3 -mthumb -Os -ffunction-sections
        -fdata-sections -ffreestanding $WARN -I. -D${macro}_NO_STDLIB
        -D${macro}_IMPLEMENTATION"

# the memory is the user's
if [ "$header" = netsched.h ]; then
    cat >"$SIZES/program.c" <<'END'
#include "netsched.h"
void *take(void *ctx, void *ptr, size_t old_size, size_t new_size);

void start(void)
{
    static nets_profile p;
    nets_time x;
    nets_profile_init(&p, 10, take, &p);
    if (nets_profile_take(&p, 3, 8, 4) != NETS_OK) return;
    if (nets_profile_earliest(&p, 7, 2, 0, 99, &x) != NETS_OK) return;
    if (nets_profile_min(&p, x, 99) < 7) return;
    if (nets_profile_give(&p, 3, 8, 4) != NETS_OK) return;
    nets_profile_forget(&p, x);
    nets_profile_free(&p);
}
END
else
    cat >"$SIZES/program.c" <<'END'
#include "coalloc.h"
void *take(void *ctx, void *ptr, size_t old_size, size_t new_size);

void start(void)
{
    static coa_calendar *cal;
    static coa_booking booking;
    const coa_desc desc = {.servers = 64, .alloc = take};
    const coa_request req = {.servers = 3, .length = 5};
    if (coa_create(&cal, &desc) != COA_OK) return;
    if (coa_reserve(cal, &req, &booking) != COA_OK) return;
    if (coa_advance(cal, 5) != COA_OK) return;
    coa_destroy(cal);
}
END
fi
printf '#include "%s"\n' "$header" >"$SIZES/all.c"

# row WHAT-IS-LEFT-OUT WHAT-ONE-GETS: the first in words without NO_, or - for nothing.
# Where nothing is left out, the program is linked with the object of the row before.
row() {
    [ -z "$LIMITED" ] ||
        grep -q "^# limit $header [0-9]* $1 $2\$" tests/gate/sizes.sh || return 0
    flags=
    for part in $(echo "$1" | sed "s/, CONTIGUOUS to ARENA/ $REST/"); do
        [ "$part" = - ] || flags="$flags -D${macro}_NO_$part"
    done
    case $2 in
    these* | profiles*) what=program ;;
    *)                  what=all ;;
    esac
    whole=
    [ "$what $1" != 'program -' ] ||
        { whole=$SIZES/all.o; flags=-U${macro}_IMPLEMENTATION; }
    $CC_ARM $flags -c "$SIZES/$what.c" -o "$SIZES/$what.o" || exit 1
    object=$SIZES/$what.o
    if [ $what = program ]; then
        object=$SIZES/program.elf
        arm-none-eabi-ld --gc-sections -e start --unresolved-symbols=ignore-all \
            "$SIZES/program.o" ${whole:+"$whole"} -o "$object" || exit 1
    fi
    bytes=$(arm-none-eabi-size -A "$object" |
        awk '/^\.(text|rodata)/ { n += $2 } END { print n }')
    printf '%-45s %-29s %6d\n' "$1" "$2" "$bytes"
}

if [ "$header" = netsched.h ]; then
    row '-' 'all calls'
    for part in FIRST_SLOT EXPLAIN MULTICOST SAVE ROOM; do
        row $part 'all other calls'
    done
    row 'EXPLAIN MULTICOST SAVE ROOM' 'first slot'
    row 'FIRST_SLOT SAVE ROOM' 'multicost'
    row 'FIRST_SLOT MULTICOST SAVE ROOM' 'network and bookings'
    row 'FIRST_SLOT MULTICOST SAVE ROOM' 'profiles alone'
    exit
fi
REST='CONTIGUOUS LESSONS REPLACE FLEX SAVE CHECK HOLES ARENA'
row '-' 'all calls'
row '-' 'these four calls'
row 'FLEX' 'all other calls'
row 'HOLES' 'all other calls'
row 'RANGE_TREE' 'all other calls'
row 'RANGE_TREE FLEX SAVE CHECK' 'all other calls'
row "RANGE_TREE COUNT SLICES" 'these four calls, MAP'
row "RANGE_TREE COUNT SLICES, CONTIGUOUS to ARENA" 'these four calls, MAP'
row "MAP RANGE_TREE SLICES, CONTIGUOUS to ARENA" 'these four calls, COUNT'
row "MAP COUNT SLICES, CONTIGUOUS to ARENA" 'these four calls, RANGE_TREE'
row "MAP RANGE_TREE COUNT, CONTIGUOUS to ARENA" 'these four calls, SLICES'
