# gate-layout.sh - which folder of examples/sim includes which. gates.sh reads this file.

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

# A module includes only what its folder may, and by the path from examples/sim.
gate_layout() {
    {
        may_include
        echo end
        grep -n '^# *include *"' $modules |
            sed 's/^\([^:]*\):\([0-9]*\):[^"]*"\([^"]*\)".*/\1 \2 \3/'
    } | awk '
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
