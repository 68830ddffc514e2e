#!/bin/sh
# network_file.sh - writes FOLDER/network_file.h and FOLDER/network_file.c, which read
# networks from files for any program with netsched.h (`make network_file`).
#
#     sh examples/network_file.sh FOLDER
#
# network_file.c is the module of that name in examples/sim/topology and what it is made
# of, each file once: a header where it is first included, and each .c that includes it
# first after all headers.
# Functions and tables of other modules become static.

folder=${1:?which folder?}
mkdir -p "$folder" || exit 1
cp examples/sim/topology/network_file.h "$folder" || exit 1

awk '
    # Prints the file; in place of an include of a module, its header.
    function put(file, header,    line, name) {
        if (seen[file]++) return
        while ((getline line < ("examples/sim/" file)) > 0) {
            name = line
            if (line !~ /^#include "/) {
                if (header && line ~ /^[a-z][^{]*[a-z_]\([^{]*$/ && line !~ /^static /)
                    printf "static "
                if (header) sub(/^extern /, "static ", line)
                if (!header && line ~ /^const [^(]*=/) line = "static " line
                print line
                continue
            }
            gsub(/^#include "|"$/, "", name)
            if (name ~ /network_file\.h$/) print "#include \"network_file.h\""
            else if (name !~ /\//) print line
            else put(name, 1)
        }
        close("examples/sim/" file)
        if (header) modules[++count] = defines[file]
    }
    FNR == 1 { found = 0 }
    /^#include "/ && !found++ {
        gsub(/^#include "|"$/, "")
        defines[$0] = defines[$0] " " substr(FILENAME, 14)
    }
    END {
        print "/* Made by `make network_file`: edit examples/sim, not this. */"
        print "#if defined(__GNUC__)"
        print "#pragma GCC diagnostic ignored \"-Wunused-function\""
        print "#endif\n"
        put("topology/network_file.c", 0)
        for (i = 1; i <= count; i++)
            for (k = 1; k <= split(modules[i], parts, " "); k++) put(parts[k], 0)
    }' examples/sim/*/*.c >"$folder/network_file.c"
echo "$folder/network_file.h, $folder/network_file.c"
