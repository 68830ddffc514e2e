#!/bin/sh
# cortex-m.sh - runs a program made with mps2.c on QEMU's Cortex-M3, or on its board MPS2.
# Its output, its exit status and the files it opens are the host's, through semihosting.
#
#     tests/cross/cortex-m.sh PROGRAM [WORD ...]
#
# TEST_SCALE, SEED and DIRENT_LIST (see dirent.h) are passed on.

program=$1
shift
arguments=${ARGUMENTS}arg=$(basename "$program")
for word in ${TEST_SCALE:+TEST_SCALE=$TEST_SCALE} ${SEED:+SEED=$SEED} \
        ${DIRENT_LIST:+DIRENT_LIST=$DIRENT_LIST} "$@"; do
    arguments=$arguments,arg=$word
done
exec ${MACHINE:-qemu-system-arm -M ${MPS2:-mps2-an385}} -nographic -monitor none \
    -serial none -semihosting-config enable=on,target=native,"$arguments" \
    -kernel "$program"
