#!/bin/sh
# rv32.sh - runs a program made with virt.c on QEMU's RV32, as cortex-m.sh does.
#
#     tests/cross/rv32.sh PROGRAM [WORD ...]

MACHINE='qemu-system-riscv32 -M virt -m 64M -bios none -chardev stdio,id=line'
ARGUMENTS=chardev=line,
export MACHINE ARGUMENTS
exec sh "$(dirname "$0")/cortex-m.sh" "$@"
