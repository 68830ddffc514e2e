#!/bin/sh
# policy_program.sh - coalloc_sim --policy-program: EASY in Python and in awk is ours job
# by job; promises, wakes and rejections by hand; what is said of a wrong program.

tool=coalloc_sim
. "$(dirname "$0")/lib-cli.sh"
. "$(dirname "$0")/lib-jobs.sh"
cd "$dir" || exit 1
policies=$here/examples/policies
jobs=3000
! few || jobs=300

# Every job has the start and the servers that easy gives it.
same() {   # NAME COMMAND ARGUMENT ...
    name=$1 command=$2
    shift 2
    runs --policy easy,program --policy-program "$command" --jobs $jobs \
        --lengths tsafrir "$@"
    grep '^easy ' jobs >want
    sed -n 's/^program /easy /p' jobs >got
    equal "$name" got want
}
if command -v python3 >/dev/null; then
    same python "python3 '$policies/easy.py'"
    run --policy-program "python3 '$policies/easy.py'" --policy easy,program --jobs 100 \
        --load 0.5,1 --report page.html
    holds sweep_and_page page.html '>program<' 'easy.py'
    busy_log 400 | awk '{ $5 = NR % 5 + 1; $17 = NR % 3 ? NR - 1 : -1
        $18 = NR % 4 * 300; print }' >loops.swf
    printf -- '- 5h 9h 4\n1d 2d 8h 0-6\n6h 6h 1h 5\n' >reserved
    same reserved "python3 '$policies/easy.py'" --servers 7 --reservations reserved \
        loops.swf
    holds reserved_told out '^program: reservations: 2 of 3 on time; the others'
    same feedback "python3 '$policies/easy.py'" --feedback --servers 7 loops.swf
else
    for name in python feedback reserved sweep_and_page; do
        skip $name 'there is no python3'
    done
fi
awk=awk
! awk -W version 2>&1 </dev/null | grep -q '^mawk' || awk='mawk -W interactive'
same awk "$awk -f '$policies/easy.awk'"
for file in easy.py easy.awk; do
    must "$file" 'more than 60 lines' test "$(wc -l <"$policies/$file")" -le 60
done

# Four jobs on four servers; each line of `answers` answers one event.
log '1 0 -1 10 4 4 10, 2 1 -1 5 2 2 5, 3 2 -1 5 2 2 5, 4 3 -1 1 4 4 1' >log
cat >play <<'END'
exec 3<answers
while read -r event && read -r answer <&3; do
    echo "$event" >>events
    echo "$answer"
done
END
play() {   # ANSWER ...
    printf '%s\n' "$@" >answers
    rm -f events
    runs log --servers 4 --policy program --policy-program 'sh play'
}
play '{"start":[1]}' '{"promise":[[2,20]]}' \
    '{ "promise" : [ [3, 12] ] , "reject" : [] }' '{"promise":[[4,13]],"wake":11}' \
    '{"reject":[4],"wake":11}' '{"promise":[[2,30]]}' '{}' '{"start":[2]}' '{}'
is promise_wake_reject "$(cut -d ' ' -f 2,6,7 jobs | paste -s -d ,)" \
    '1 ran 0,2 ran 17,3 ran 12,4 no_room -'
cat >want <<'END'
{"time":10,"servers":4,"ended":[1],"started":[],"free":4,"submitted":[]}
{"time":11,"servers":4,"ended":[],"started":[],"free":4,"submitted":[]}
{"time":12,"servers":4,"ended":[],"started":[3],"free":2,"submitted":[]}
{"time":17,"servers":4,"ended":[3],"started":[],"free":4,"submitted":[]}
END
sed -n '5,8p' events >got
equal events got want

# 100000 wakes in a row are the most: not those before something else happened.
if ! few; then
    log '1 0 -1 10 4 4 10, 2 5 -1 5 2 2 5' >two
    run two --servers 4 --policy program --policy-program \
        "$awk '{ print \"{\\\"wake\\\":\" NR \"}\"; fflush() }'"
    verdict woken "$(refusal 1 'line 100006 of its answers: it was woken 100000 times')"
fi

# NAME|what is said of the last answer|ANSWER|...
while IFS='|' read -r name pattern answers; do
    set -f
    IFS='|'; set -- $answers; IFS=' '
    set +f
    play "$@"
    verdict "$name" "$(refusal 1 "--policy-program: line $# of its answers: $pattern")"
done <<'END'
too_many|job 2 cannot start at 1: it needs 2 servers, and 0 .*|{"start":[1]}|{"start":[2]}
twice|job 1 cannot be .*: it has started already$|{"start":[1]}|{"promise":[[1,9]]}
unknown|job 2 is not known at 0$|{"start":[2]}
over|job 1 cannot start at 1: it is over$|{"reject":[1]}|{"start":[1]}
broken|job 2 was promised a start at 3: it needs 2 .*|{"start":[1]}|{"promise":[[2,3]]}|{}
past|job 1 is promised a start at 0, which is not after 0$|{"promise":[[1,0]]}
wake|wake is 0, which is not after 0$|{"wake":0}
waiting|it leaves jobs waiting \(4, the first is job 1\) .*|{}|{}|{}|{}
no_json|column 1: a JSON object, \{...\}, was expected, not hello$|hello
member|column 2: .*"wake" was expected, not "begin":\[1\]\}$|{"begin":[1]}
fraction|column 11: a whole number .*, not 1.5\]\}$|{"start":[1.5]}
huge|column 11: a whole number |{"start":[99999999999999999999]}
behind|column 4: the end of the line was expected, not x$|{} x
cut|column 12: ']' was expected, not the end|{"start":[1
END

program() {   # NAME COMMAND PATTERN
    run log --servers 4 --policy program --policy-program "$2"
    verdict "$1" "$(refusal 1 "--policy-program: line 1 of its answers: the program $3")"
}
program dies 'exit 3' 'has ended, with exit status 3$'
program killed 'kill -9 $$' 'was killed by signal 9$'
program not_there 'exec 2>&-; ./nothing' 'has ended, with exit status 127$'
program closes 'exec >&-; cat >/dev/null' 'has closed its standard output$'
program no_line 'tr -d "\n" </dev/zero' 'prints a line of more than 16777216 bytes$'

# One that does not end with its standard input is ended with a simulator that is ended.
mkfifo said
for signal in INT TERM HUP; do
    $RUN_ENV "$program" log --servers 4 --policy program --policy-program \
        'echo on >&2; sleep 20; echo lives >&2' >out 2>said &
    said=$({ read -r _; kill -s $signal $!; cat; } <said)
    must "ended_by_$signal" "said $said" [ "$said" = "coalloc_sim: interrupted" ]
done
# What one that has ended leaves behind ends, too.
$RUN_ENV "$program" log --servers 4 --policy program --policy-program \
    '(sleep 9; echo lives) >&2 & exit 3' >out 2>said &
must leaves_behind "it lives" test "$(grep -c lives <said)" = 0
refuses alone 2 '--policy program needs --policy-program COMMAND' --policy program
refuses unnamed 2 '--policy-program: none of .* looks at it' --policy-program x
