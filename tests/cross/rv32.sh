#!/bin/sh
# rv32.sh - runs a program made with virt.c on QEMU's RV32. Its output, its exit status and
# the files it opens are the host's, through semihosting.
#
#     tests/cross/rv32.sh PROGRAM [WORD ...]
#
# TEST_SCALE, SEED and DIRENT_LIST (see dirent.h) are passed on.

MACHINE='qemu-system-riscv32 -M virt -m 64M -bios none -chardev stdio,id=line'
ARGUMENTS=chardev=line,
export MACHINE ARGUMENTS
exec sh "$(dirname "$0")/cortex-m.sh" "$@"
