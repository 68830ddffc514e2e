#!/bin/sh
# cases.sh FILE.cases - runs the commands of a file and compares all that they print, byte
# for byte, with what the file says:
#
#     # words           for the reader, as is an empty line
#     $ command         one shell runs them all, in a folder that goes away
#     > its next line
#     2$ command        it ends with status 2
#     another line      what the command above prints, to standard output or error
#
# A printed line that would begin like one of these begins with \, and so does an empty
# one. The commands know lib-cli.sh. Printing `SKIP why` skips the command, and with a
# status of 1 also the rest of the file. Where a few cases are enough (FEW), every tenth
# of the commands that end with status 2 runs.
#
# RENEW=1 writes the present output into the file: `git diff` shows it for review.

case $1 in /*) case_file=$1 ;; *) case_file=$PWD/$1 ;; esac
. "$(dirname "$0")/lib-cli.sh"
suite=$(basename "$case_file")
mkdir "$dir/at" && cd "$dir/at" || exit 1
exec 9<"$case_file"
case_at=0 case_command= case_wrong=0 case_rest=
trap '[ -n "$case_ended" ] || fail $case_at "it ended the shell"; rm -rf "$dir"' EXIT

# Runs the command that has been read; ../wants has what the file says that it prints.
case_ends() {
    [ -n "$case_command" ] || return
    cp ../wants ../prints
    [ "$case_status" != 2 ] || case_wrong=$((case_wrong + 1))
    if [ -z "$case_rest" ] && ! { few && [ "$case_status" = 2 ] &&
        [ $((case_wrong % 10)) != 1 ]; }; then
        eval "$case_command" >../said 2>&1 </dev/null 9<&-
        case_code=$?
        sed 's/^\([0-9]*[$] \|> \|#\|\\\|$\)/\\\1/' ../said >../prints
        if grep -q '^SKIP ' ../said; then
            skip "$case_line" "$(sed 's/^SKIP //' ../said)"
            cp ../wants ../prints
            [ $case_code = 0 ] || case_rest=yes
        elif [ "$case_code" != "${case_status:-0}" ]; then
            fail "$case_line" "exit status $case_code: $(head -n 1 ../said)"
            case_status=${case_code#0}
        elif cmp -s ../wants ../prints; then
            pass "$case_line"
        else
            fail "$case_line" "wanted (<) and printed (>): $(diff ../wants ../prints |
                sed -n 2,5p | paste -s -d ' ')"
        fi
    fi
    { printf '%s\n' "$case_status\$ $case_command" | sed '2,$s/^/> /'; cat ../prints; } \
        >>../now
    case_command=
    : >../wants
}

: >../wants
while IFS= read -r case_text <&9; do
    case_at=$((case_at + 1))
    case $case_text in
    '> '*) case_command="$case_command
${case_text#> }" ;;
    '$ '* | [0-9]'$ '* | [0-9][0-9]*'$ '*)
        case_ends
        case_line=$case_at case_status=${case_text%%\$*} case_command=${case_text#*\$ } ;;
    '' | '#'*) case_ends; printf '%s\n' "$case_text" >>../now ;;
    *) printf '%s\n' "$case_text" >>../wants ;;
    esac
done
case_ends
case_ended=yes
diff -u "$case_file" ../now && exit
[ -z "$RENEW" ] || cp ../now "$case_file"
exit 1
