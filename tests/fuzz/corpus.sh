#!/bin/sh
# corpus.sh - between tests/data/corpus/NAME, where each line is an input whose bytes are
# printable, ~ for 0, or %01 to %FF, and a directory of files as libFuzzer has them.
#
#     corpus.sh unpack FILE DIRECTORY    a file for each line
#     corpus.sh pack DIRECTORY           prints the lines, the shortest first

LC_ALL=C
export LC_ALL
case $1 in
unpack)
    mkdir -p "$3"
    awk -v to="$3/" 'BEGIN { for (i = 0; i < 256; i++) byte[sprintf("%02X", i)] = i }
    {
        name = to NR
        printf "" >name
        while ((at = match($0, "[%~]")) > 0) {
            hex = substr($0, at, 1) == "%" ? substr($0, at + 1, 2) : ""
            printf "%s%c", substr($0, 1, at - 1), hex == "" ? 0 : byte[hex] >name
            $0 = substr($0, at + 1 + length(hex))
        }
        printf "%s", $0 >name
        close(name)
    }' "$2"
    ;;
pack)
    for f in "$2"/*; do
        od -An -v -tu1 "$f" | awk '{
            for (i = 1; i <= NF; i++)
                line = line ($i == 0 ? "~" : \
                    sprintf($i > 31 && $i < 126 && $i != 37 ? "%c" : "%%%02X", $i))
        } END { print length(line), line }'
    done | sort -n -k1,1 -k2 | cut -d ' ' -f 2-
    ;;
esac
