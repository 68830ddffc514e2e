# modules.awk - for make: what each program is linked with, as PROGRAM:OBJECT+OBJECT+... A
# program needs the modules whose headers it includes and what these modules include, and
# so on; FOLDER/x.c defines what FOLDER/x.h declares, or if there is no x.h, what the
# header declares that it includes first of its own folder.
#
#     awk -v build=build -f examples/sim/modules.awk SOURCE...

{
    if (FNR == 1) {
        file = FILENAME
        sub(/^examples\//, "", file)
        name = file
        sub(/^(sim|tests)\//, "", name)
        sub(/\.[ch]$/, "", name)
        folder = name
        if (!sub(/[^\/]*$/, "", folder)) folder = ""
        made = build "/" substr(file, 1, length(file) - 2)
        if (file ~ /^sim\/.*\.h$/) {
            headers[name]
            alone[substr(name, length(folder) + 1)] = name # as network.c includes one
        }
        if (file ~ /^sim\/.*\.c$/) object[name] = made ".o"
        else if (file ~ /\.c$/) name = programs[file] = made
        else if (file !~ /\//) object[name] = made ".a" # coalloc.h, ...
    }
    if (/^#include "/) {
        split($0, quoted, "\"")
        inside = quoted[2] ~ /\// # of the simulators, not coalloc.h, ...
        sub(/\.h$/, "", quoted[2])
        if (!inside && quoted[2] !~ /^(coalloc|swf|netsched)$/)
            quoted[2] = folder quoted[2]
        if (inside && index(quoted[2], folder) == 1 && !(name in first))
            first[name] = quoted[2]
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
                if (at[n] in alone) at[n] = alone[at[n]]
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
