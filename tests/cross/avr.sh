#!/bin/sh
# avr.sh - runs a program made with avr.c under simavr: its lines, and its exit status.
#
#     tests/cross/avr.sh PROGRAM

simavr -m atmega1284p -f 20000000 "$1" 2>&1 | awk '
    { gsub(/\033\[[0-9]*m/, "") }
    !sub(/\.$/, "") { next }    # what simavr says itself
    /^exit [0-9]+$/ { status = $2; next }
    { print }
    END { exit status == "" ? 99 : status }'
