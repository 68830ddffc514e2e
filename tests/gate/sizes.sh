#!/bin/sh
# sizes.sh - how many bytes of code and constants coalloc.h takes on a Cortex-M3, by what
# is left out of it: the table under OPTIONS in its manual. gate_sizes in gate-objects.sh
# compares the two.
#
#     tests/gate/sizes.sh          prints the table
#
# The most that is allowed, in bytes:
# limit 75000 - all calls
# limit 18500 RANGE_TREE COUNT SLICES, CONTIGUOUS to ARENA these four calls, MAP
# limit 9900 MAP RANGE_TREE SLICES, CONTIGUOUS to ARENA these four calls, COUNT
# limit 7168 MAP RANGE_TREE COUNT, CONTIGUOUS to ARENA these four calls, SLICES
#
# "All calls" are the bytes of the object file; otherwise a program is linked that makes a
# calendar, reserves, advances and destroys it, without the C library and the compiler's.

cd "$(dirname "$0")/../.." || exit 1
SIZES=${BUILD:-build}/sizes
mkdir -p "$SIZES" || exit 1
CC_ARM="arm-none-eabi-gcc -std=c99 -mcpu=cortex-m3 -mthumb -Os -ffunction-sections
        -fdata-sections -ffreestanding -I. -DCOALLOC_NO_STDLIB -DCOALLOC_IMPLEMENTATION"

cat >"$SIZES/program.c" <<'END'
#include "coalloc.h"
static uint64_t memory[512];
static coa_calendar *cal;
static coa_booking booking;

/* never gives anything back: only the size counts */
static void *take(void *used, void *ptr, size_t old_size, size_t new_size)
{
    size_t *at = (size_t *)used;
    (void)ptr;
    (void)old_size;
    *at += new_size;
    return (unsigned char *)memory + *at;
}

void start(void)
{
    static size_t used;
    coa_desc desc = {0};
    coa_request req = {0};
    desc.servers = 64;
    desc.alloc = take;
    desc.alloc_ctx = &used;
    if (coa_create(&cal, &desc) != COA_OK) return;
    req.servers = 3;
    req.length = 5;
    if (coa_reserve(cal, &req, &booking) != COA_OK) return;
    if (coa_advance(cal, 5) != COA_OK) return;
    coa_destroy(cal);
}
END
printf '#include "coalloc.h"\n' >"$SIZES/all.c"

# row WHAT-IS-LEFT-OUT WHAT-ONE-GETS: the first in words without NO_, or - for nothing
row() {
    flags=
    for part in $(echo "$1" | sed "s/, CONTIGUOUS to ARENA/ $REST/"); do
        [ "$part" = - ] || flags="$flags -DCOALLOC_NO_$part"
    done
    case $2 in
    all*) what=all ;;
    *)    what=program ;;
    esac
    # shellcheck disable=SC2086
    $CC_ARM $flags -c "$SIZES/$what.c" -o "$SIZES/$what.o" || exit 1
    object=$SIZES/$what.o
    if [ $what = program ]; then
        object=$SIZES/program.elf
        arm-none-eabi-ld --gc-sections -e start --unresolved-symbols=ignore-all \
            "$SIZES/program.o" -o "$object" || exit 1
    fi
    bytes=$(arm-none-eabi-size -A "$object" |
        awk '/^\.(text|rodata)/ { n += $2 } END { print n }')
    printf '%-45s %-29s %6d\n' "$1" "$2" "$bytes"
}

REST='CONTIGUOUS LESSONS REPLACE FLEX SAVE CHECK ARENA'
row '-' 'all calls'
row 'FLEX' 'all other calls'
row 'RANGE_TREE' 'all other calls'
row 'RANGE_TREE FLEX SAVE CHECK' 'all other calls'
row '-' 'these four calls'
row "RANGE_TREE COUNT SLICES" 'these four calls, MAP'
row "RANGE_TREE COUNT SLICES, CONTIGUOUS to ARENA" 'these four calls, MAP'
row "MAP RANGE_TREE SLICES, CONTIGUOUS to ARENA" 'these four calls, COUNT'
row "MAP COUNT SLICES, CONTIGUOUS to ARENA" 'these four calls, RANGE_TREE'
row "MAP RANGE_TREE COUNT, CONTIGUOUS to ARENA" 'these four calls, SLICES'
