#!/bin/sh
# embedded.sh - the slowest reserve, refusal, cancel and advance on a Cortex-M3, in
# instructions: builds bench/embedded.c and runs it under QEMU, which counts them. The
# same source and compiler give the same table: LIMITS in the manual of coalloc.h has it.
#
#     bench/embedded.sh          needs arm-none-eabi-gcc and qemu-system-arm

cd "$(dirname "$0")/.." || exit 1
out=${BUILD:-build}/bench
mkdir -p "$out" || exit 1
for c in arm-none-eabi-gcc qemu-system-arm; do
    command -v $c >/dev/null || { echo "SKIP embedded.sh: $c is not installed"; exit 0; }
done
arm-none-eabi-gcc -mcpu=cortex-m3 -mthumb --specs=rdimon.specs -std=c99 -O2 -I. \
    -nostartfiles -T tests/cross/mps2.ld -DCOALLOC_IMPLEMENTATION \
    -o "$out/embedded" tests/cross/mps2.c bench/embedded.c || exit 1
exec qemu-system-arm -M mps2-an385 -nographic -monitor none -serial none -icount shift=8 \
    -semihosting-config enable=on,target=native,arg=embedded -kernel "$out/embedded"
