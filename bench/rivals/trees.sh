#!/bin/sh
# trees.sh - for make: one source for each bench/rivals/tree_NAME.c, with a list of what
# it defines as `const tree_kind`, by whatever name, so that a file may be a copy of
# another; and trees.c, the list of these lists.
#
#     sh bench/rivals/trees.sh DIRECTORY NAME ...

to=$1
shift
mkdir -p "$to"

write() { if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi; }

for name; do
    from=bench/rivals/tree_$name.c list=tree_list_$(echo "$name" | tr - _)
    kinds=$(sed -n 's/^\(static \)*const tree_kind \([A-Za-z_0-9]*\).*/\2/p' "$from")
    [ -n "$kinds" ] || { echo "$from: no line begins with: const tree_kind NAME" >&2; exit 1; }
    {
        for k in $kinds; do echo "#define $k ${list}_$k"; done
        echo "#include \"$from\""
        echo "extern const tree_kind *const $list[];"
        echo "const tree_kind *const $list[] = {$(printf '&%s, ' $kinds)NULL};"
    } >"$to/$name.c.new"
    write "$to/$name.c"
    externs="$externs *const $list[]," lists="$lists $list," files="$files \"$name\","
done
{
    echo '#include "bench/rivals/tree.h"'
    echo "extern const tree_kind$externs *const *const bench_trees[];"
    echo 'extern const char *const bench_tree_files[];'
    echo "const tree_kind *const *const bench_trees[] = {$lists NULL};"
    echo "const char *const bench_tree_files[] = {$files NULL};"
} >"$to/list.c.new"
write "$to/list.c"
