#!/bin/sh
# sizes.sh - how many bytes of code and constants coalloc.h or netsched.h takes on a
# Cortex-M3, by the parts left out: the table under OPTIONS in its manual. gate_sizes in
# gate-objects.sh compares the two; `make figures FIGURES=sizes` writes it there.
#
#     tests/gate/sizes.sh coalloc.h|netsched.h          prints the table
#     LIMITED=1 ...      only the rows with a limit, the most that is allowed

cd "$(dirname "$0")/../.." || exit 1
header=$1
macro=$(basename "$header" .h | tr a-z A-Z)
[ -f "$header" ] || exit 1
SIZES=${BUILD:-build}/sizes/$macro
mkdir -p "$SIZES" || exit 1
CC_ARM="arm-none-eabi-gcc -std=c99 -mcpu=cortex-m3 -mthumb -Os -ffunction-sections
        -fdata-sections -ffreestanding $WARN -I. -D${macro}_NO_STDLIB
        -D${macro}_IMPLEMENTATION"
REST='CONTIGUOUS LESSONS REPLACE FLEX SAVE CHECK HOLES ARENA'

printf '#include "%s"\n' "$header" | tee "$SIZES/all.c" >"$SIZES/program.c"
cat >>"$SIZES/program.c" <<'END'
void *take(void *ctx, void *ptr, size_t old_size, size_t new_size);

void start(void)
{
#ifdef COALLOC_H
    static coa_calendar *cal;
    static coa_booking booking;
    const coa_desc desc = {.servers = 64, .alloc = take};
    const coa_request req = {.servers = 3, .length = 5};
    if (coa_create(&cal, &desc) != COA_OK) return;
    if (coa_reserve(cal, &req, &booking) != COA_OK) return;
    if (coa_advance(cal, 5) != COA_OK) return;
    coa_destroy(cal);
#else
    static nets_profile p;
    nets_time x;
    nets_profile_init(&p, 10, take, &p);
    if (nets_profile_take(&p, 3, 8, 4) != NETS_OK) return;
    if (nets_profile_earliest(&p, 7, 2, 0, 99, &x) != NETS_OK) return;
    if (nets_profile_min(&p, x, 99) < 7) return;
    if (nets_profile_give(&p, 3, 8, 4) != NETS_OK) return;
    nets_profile_forget(&p, x);
    nets_profile_free(&p);
#endif
}
END

# HEADER|LIMIT|LEFT OUT, in words without NO_|WHAT ONE GETS: the bytes of the object file;
# of `these four calls` and `profiles alone` of the program, linked without libraries.
while IFS='|' read -r of limit parts what; do
    [ "$of" = "$header" ] || continue
    [ -z "$LIMITED" ] || [ -n "$limit" ] || continue
    flags=$(echo "$parts" | sed "s/, CONTIGUOUS to ARENA/ $REST/; s/^-//
        s/[A-Z_][A-Z_]*/-D${macro}_NO_&/g")
    case $what in these* | profiles*) source=program ;; *) source=all ;; esac
    object=$SIZES/$source.o
    $CC_ARM $flags -c "$SIZES/$source.c" -o "$object" || exit 1
    if [ $source = program ]; then
        arm-none-eabi-ld --gc-sections -e start --unresolved-symbols=ignore-all \
            "$object" -o "$SIZES/program.elf" || exit 1
        object=$SIZES/program.elf
    fi
    bytes=$(arm-none-eabi-size -A "$object" |
        awk '/^\.(text|rodata)/ { n += $2 } END { print n }')
    printf '%-45s %-29s %6d\n' "$parts" "$what" "$bytes"
    [ "$bytes" -le "${limit:-$bytes}" ] ||
        echo "error: $bytes bytes for $parts, $what, not $limit" >&2
done <<'END'
coalloc.h||-|all calls
coalloc.h||-|these four calls
coalloc.h||FLEX|all other calls
coalloc.h||HOLES|all other calls
coalloc.h||RANGE_TREE|all other calls
coalloc.h||RANGE_TREE FLEX SAVE CHECK|all other calls
coalloc.h||RANGE_TREE COUNT SLICES|these four calls, MAP
coalloc.h||RANGE_TREE COUNT SLICES, CONTIGUOUS to ARENA|these four calls, MAP
coalloc.h|9728|MAP RANGE_TREE SLICES, CONTIGUOUS to ARENA|these four calls, COUNT
coalloc.h||MAP COUNT SLICES, CONTIGUOUS to ARENA|these four calls, RANGE_TREE
coalloc.h|7168|MAP RANGE_TREE COUNT, CONTIGUOUS to ARENA|these four calls, SLICES
netsched.h|57900|-|all calls
netsched.h||FIRST_SLOT|all other calls
netsched.h|55400|EXPLAIN|all other calls
netsched.h||MULTICOST|all other calls
netsched.h||SAVE|all other calls
netsched.h||ROOM|all other calls
netsched.h|38400|EXPLAIN MULTICOST SAVE ROOM|first slot
netsched.h|24500|FIRST_SLOT SAVE ROOM|multicost
netsched.h||FIRST_SLOT MULTICOST SAVE ROOM|network and bookings
netsched.h|1650|FIRST_SLOT MULTICOST SAVE ROOM|profiles alone
END
