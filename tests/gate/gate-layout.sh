# gate-layout.sh - what must hold for the simulators' modules in examples/sim: which
# folder includes which, how names begin, that each header compiles alone, how long a
# file may be. gates.sh reads this file.

FILE_LINES=600   # of a file in examples/sim
MAIN_LINES=700   # of a driver (examples/NAME_sim.c), and of the mains of the tools

# A folder, and what it may include besides itself and the C library.
may_include() {
    papers='base kit workload machine topology check'
    papers="$papers swf.h coalloc.h netsched.h"
    cat <<END
base
kit         base
workload    base kit swf.h
machine     base kit workload swf.h coalloc.h
topology    base kit netsched.h
check       base kit
logtool     base kit workload swf.h
online      $papers
grid        $papers
mrfs        $papers
multicost   $papers
flexco      $papers
slurm       base kit workload coalloc.h
END
}

modules=$(found examples/sim/*/*.[ch])
module_headers=$(for f in $modules; do case $f in *.h) echo "$f" ;; esac; done)

# `FILE LINE INCLUDED` of every include in quotes.
quoted_includes() {
    grep -n '^# *include *"' $modules |
        sed 's/^\([^:]*\):\([0-9]*\):[^"]*"\([^"]*\)".*/\1 \2 \3/'
}

# A module includes only what its folder may, and by the path from examples/sim.
gate_layout_includes() {
    { may_include; echo end; quoted_includes; } | awk '
        !rules { if ($1 == "end") { rules = 1; next }
                 known[$1]; may[$1, $1]
                 for (i = 2; i <= NF; i++) may[$1, $i]
                 next }
        {
            split($1, part, "/"); folder = part[3]
            n = split($3, into, "/")
            if (!(folder in known) && !told[folder]++)
                print "examples/sim/" folder ": the folder is not in the table"
            else if (n == 1 && $3 !~ /^(coalloc|swf|netsched)\.h$/)
                print $1 ":" $2 ": " $3 " is included without its folder"
            else if ((folder in known) && !((folder, into[1]) in may))
                print $1 ":" $2 ": " folder " may not include " $3
        }'
    grep -n -E '^# *include *[^ "<]' $modules /dev/null
}

# Headers do not include each other in a circle.
gate_layout_cycles() {
    quoted_includes | grep '\.h [0-9]* ' |
        sed 's|^examples/sim/||; s/ [0-9]* / /' |
        circles 'headers that include each other'
}

# What an object exports begins with the module's name. No module calls another that
# calls it back, directly or on the way round.
gate_layout_names() {
    unset MAKEFLAGS MFLAGS MAKELEVEL
    if ! ${MAKE:-make} -s BUILD="$BUILD" "$BUILD/libsim.a" >"$log.make" 2>&1; then
        grep -m3 -E 'error|\*\*\*' "$log.make"
        return
    fi
    objects=$(echo "$modules" | sed -n "s|^examples/\(.*\)\.c\$|$BUILD/\1.o|p")
    echo "$objects" | xargs nm -A -g --defined-only | sed "s|^$BUILD|examples|; s/:/ /" |
        awk '
            { file = module = $1; sub(/o$/, "c", file); gsub(/.*\/|\.o$/, "", module) }
            $NF != module && index($NF, module "_") != 1 {
                print file ": " $NF " does not begin with " module "_" }'
    echo "$objects" | xargs nm -A -g | awk '
        { gsub(/.*\/sim\/|\.o:.*/, "", $1) }
        $(NF - 1) == "U" { calls[$1 " " $NF]; next }
        { home[$NF] = $1 }
        END { for (c in calls) if (split(c, of, " ") && of[2] in home)
                  print of[1], home[of[2]] }' | circles 'modules that call each other'
}

# Each header compiles with nothing before it, and all together in one file. One command
# for all: the compiler says which fails.
gate_layout_headers() {   # compiler
    echo "$module_headers" | sed 's|^examples/sim/\(.*\)|#include "\1"|' >"$log.c"
    "$1" -std=c99 -I. -Iexamples/sim $WARN_C -fsyntax-only -x c "$log.c" $module_headers \
        2>&1 | grep error | grep -v 'pragma once'
}

gate_layout_length() {
    wc -l $modules | awk -v most="$FILE_LINES" '
        $2 != "total" && $1 > most { print $2 ": " $1 " lines, more than " most }'
    wc -l $(found examples/*_sim.c examples/swf_tool.c examples/slurm_book.c) /dev/null |
        awk -v most="$MAIN_LINES" '$2 != "total" && $1 > most {
            print $2 ": " $1 " lines, more than " most }'
}
