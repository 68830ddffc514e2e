# modules.awk - for make: what each program is linked with, as PROGRAM:OBJECT+OBJECT+... A
# program needs the modules whose headers it includes and what these modules include, and
# so on; x.c defines what x.h declares, or if there is no x.h, what the header declares that
# it includes first of the simulators'. No two modules have the same name.
#
#     awk -v build=build -f examples/sim/modules.awk SOURCE...

{
    if (FNR == 1) {
        file = FILENAME
        sub(/^examples\//, "", file)
        name = file
        sub(/.*\//, "", name)
        sub(/\.[ch]$/, "", name)
        made = build "/" substr(file, 1, length(file) - 2)
        if (file ~ /^sim\/.*\.h$/) headers[name]
        if (file ~ /^sim\/.*\.c$/) object[name] = made ".o"
        else if (file ~ /\.c$/) name = programs[file] = made
        else if (file !~ /\//) object[name] = made ".a" # coalloc.h, ...
    }
    if (/^#include "/) {
        split($0, quoted, "\"")
        inside = quoted[2] ~ /\// # of the simulators, not coalloc.h, ...
        sub(/.*\//, "", quoted[2])
        sub(/\.h$/, "", quoted[2])
        if (inside && !(name in first)) first[name] = quoted[2]
        includes[name] = includes[name] " " quoted[2]
    }
}
END {
    for (name in object)
        if ((name in first) && !(name in headers))
            includes[first[name]] = includes[first[name]] " " name
    for (file in programs) {
        split("", known)
        line = modules = ""
        for (left = includes[programs[file]]; (n = split(left, at, " ")) > 0;)
            for (left = ""; n > 0; n--) {
                if (at[n] in known) continue
                known[at[n]]
                left = left " " includes[at[n]]
                if (!(at[n] in object)) continue
                line = line "+" object[at[n]]
                if (object[at[n]] ~ /\.o$/) modules = 1
            }
        if (modules) print programs[file] ":" line
    }
}
