#!/bin/sh
# slurm_book_files.sh - slurm_book on clusters that are made of files: scripts stand for
# sinfo, squeue and scontrol, so that it needs no Slurm, and every failure can be had.
# slurm_book.sh is about two real clusters.

tool=slurm_book
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1
TZ=UTC0
SLURM_BOOK_CONF_DIR=$dir
XDG_STATE_HOME=$dir/state
PATH=$dir/bin:$PATH
journal=$dir/state/slurm_book/journal
export TZ SLURM_BOOK_CONF_DIR XDG_STATE_HOME PATH

# ---- a cluster: north.conf, north/nodes, north/jobs, north/resv/NAME -------------------
# A file north/VERB makes the next call of this kind do what it says: refuse (and say the
# second word), shrink, term, kill, lost, sleep; more lines are for further calls.
mkdir bin
cat >bin/fake <<'END'
#!/bin/sh
me=${0##*/}
if [ "$1" = -M ]; then me="$me $1 $2"; shift 2; fi
cluster=${SLURM_CONF%.conf}
echo "$me $*" >>"${cluster%/*}/calls"
[ "$TZ $LC_ALL $SLURM_TIME_FORMAT" = 'UTC0 C standard' ] || exit 9
[ -z "$SQUEUE_USERS$SINFO_PARTITION" ] || exit 9
[ ! -e "$cluster/gone" ] || { echo 'Unable to contact slurm controller' >&2; exit 1; }
verb=${0##*/}
[ $verb != scontrol ] || case $* in *show*) verb=show ;; *) verb=$1 ;; esac
how=
[ ! -s "$cluster/$verb" ] || {
    how=$(head -n 1 "$cluster/$verb")
    sed -i 1d "$cluster/$verb"
}
case $how in
refuse*) echo "Error creating the reservation: ${how#refuse }" >&2; exit 1 ;;
sleep*) $how ;;
say*) echo "${how#say }"; exit 0 ;;
esac
for word; do
    case $word in
    ReservationName=*) name=${word#*=} ;;
    Nodes=*) [ "$how" != shrink ] || word=Nodes=${cluster##*/}-01; nodes=" $word" ;;
    StartTime=*) start=" $word" ;;
    EndTime=*) end=" $word" ;;
    Flags=*) flags=${word#*=} ;;
    esac
done
case $verb in
sinfo) cat "$cluster/nodes" ;;
squeue) cat "$cluster/jobs" ;;
show)
    cat "$cluster"/resv/* 2>/dev/null || echo 'No reservations in the system' ;;
create | update)
    [ $verb = update ] || [ ! -e "$cluster/resv/$name" ] ||
        { echo 'Error creating the reservation: Duplicate reservation name' >&2; exit 1; }
    [ "$how" = lost ] ||
        echo "ReservationName=$name$start$end$nodes NodeCnt=1 Flags=$flags Users=me" \
            >"$cluster/resv/$name" ;;
delete) rm "$cluster/resv/$name" ;;
esac
case $how in
taken) echo 'Error creating the reservation: Duplicate reservation name' >&2; exit 1 ;;
term) kill -TERM $PPID ;;
kill) kill -KILL $PPID ;;
esac
END
chmod +x bin/fake
for c in sinfo squeue scontrol; do ln -s fake bin/$c; done

# Two clusters, of which nothing is in use but one node of south, which is down.
fresh() {
    rm -rf state calls north south
    for c in north south; do
        : >$c.conf
        mkdir -p $c/resv
        : >$c/jobs
        for n in 1 2 3 4 5 6 7 8; do echo "$c-0$n|idle|all|(null)"; done >$c/nodes
    done
    sed -i '8s/idle/drained/' south/nodes
}

day=2040-01-01T
ten=${day}10:00:00
twelve=${day}12:00:00
ask="--hours 2 --after $ten"
short() { sed "s/$day//g; s/:00//g; s/  */ /g; s/^ //; s/;.*;/;/"; } # times of the day
resv() { echo "ReservationName=$1 StartTime=$2 EndTime=$3 Nodes=$4"; }
reserved() { # NAME START END NODES
    cat north/resv/* south/resv/* 2>/dev/null |
        sed 's/ NodeCnt.*//; s/[A-Za-z]*=//g' | short
}

filled() {   # FILE: waits until there is something in it
    for _ in 1 2 3 4 5 6 7 8 9; do
        [ ! -s "$1" ] || break
        sleep 0.5 2>/dev/null || sleep 1
    done
}

# says NAME STATUS COMMAND LINE ...: it ends so and prints these lines first.
says() {
    name=$1 wanted=$2
    run $3
    shift 3
    same "$name" "$code $(cat err)$(short <out | head -n $#)" \
        "$wanted $(printf '%s\n' "$@")"
}
finds() { # NAME OPTIONS LINE ...
    name=$1 options=$2
    shift 2
    case $1 in 'no room'*) wanted=3 ;; *) wanted=0 ;; esac
    says "$name" $wanted "when $options" "$@"
}

# leaves NAME 'STATUS LINE' COMMAND RESERVATION ...: it ends so (a pattern), then these
# are at the clusters.
leaves() {
    name=$1 wanted=$2
    run $3
    shift 3
    said="$code $(short <out | head -n 1)"
    # shellcheck disable=SC2254 # a pattern
    case $said in $wanted) said=$wanted ;; esac
    same "$name" "$said: $(reserved)" "$wanted: $(printf '%s\n' "$@")"
}

# ---- the command line ------------------------------------------------------------------
fresh
for c in when book drain list move cancel watch recover; do
    run $c --help
    holds help_$c out "^usage: slurm_book $c \[options\]"
done
refusals <<'END'
2|which command|
2|no command 'frob'|frob
1|--nodes is needed|when --hours 1 north
1|a CLUSTER is needed|when --nodes 1 --hours 1
1|--hours is needed|when --nodes 1 north
1|--after: 'soon' is not a time|when --nodes 1 --hours 1 --after soon north
1|is over|when --nodes 1 --hours 1 --at 2001-01-01 north
1|north is named twice|when --nodes 1 --hours 1 north north:2
1|nowhere.conf is not a file|when --nodes 1 --hours 1 north=nowhere.conf
2|--name is needed|cancel
END
for bad in 'a;b' '-x' 'a b' 'a|b' 'a/b'; do
    refuses "name_'$bad'" 1 'made of letters' book --nodes 1 --hours 1 "--name=$bad" north
    refuses "user_'$bad'" 1 'not a list of users' book --nodes 1 --hours 1 "--user=$bad" \
        north
    refuses "cluster_'$bad'" 1 'made of letters' when --nodes 1 --hours 1 -- "$bad"
done
for bad in 0 5-2 x 1-2-3 -3; do
    refuses "bounds_'$bad'" 1 'MIN-MAX was expected' when --nodes 1 --hours 1 "north:$bad"
done
verdict no_call "$(cat calls 2>/dev/null)"

# ---- where there is room ---------------------------------------------------------------
both='free at 10 for 02: north 8 of 8, south 7 of 8'
finds both "--nodes 12 $ask north south" 'north 10 12 north-[01-08]' \
    'south 10 12 south-[01-04]' "$both"
finds bounds "--nodes 6 $ask north:1-4 south:1-4" 'north 10 12 north-[01-04]' \
    'south 10 12 south-[01-02]'
never='no room; nor will there be room later, as things are'
finds no_room "--nodes 16 $ask north south" "$never"

# Jobs, reservations and the queue are in the way; what is over is not.
daily=' Nodes=south-07 NodeCnt=1 Flags=DAILY,SPEC_NODES Users=me'
cat >north/jobs <<END
1|RUNNING|2039-12-31T00:00:00|${day}11:00:00|north-[01-04]||7-00:00:00
2|RUNNING|2039-12-31T00:00:00|N/A|north-05||UNLIMITED
3|COMPLETING|2001-01-01T00:00:00|2001-01-01T00:00:00|north-06||1:00
4|PENDING|${day}14:00:00|${day}15:00:00||north-[01-08]|1:00:00
5|PENDING|N/A|N/A||(null)|1:00:00
END
cat >south/resv/x <<END
ReservationName=a b Nodes=north-01 StartTime=2001-01-01T00:00:00
ReservationName=c=d
e StartTime=${day}00:00:00 EndTime=${day}11:30:00 Nodes=south-[01-05] Flags=
ReservationName=daily StartTime=2039-12-30T13:00:00 EndTime=2039-12-30T13:30:00$daily
ReservationName=none StartTime=2039-12-30T13:00:00 EndTime=Unknown Nodes=(null)
END
finds waits "--nodes 7 $ask north south" 'north 11 13 north-[01-04,06-08]' \
    'free at 10 for 02: north 3 of 8, south 2 of 8'
later="--nodes 12 --hours 2 --after ${day}12:30:00"
finds queue "$later --respect-queue north south" 'north 15 17 north-[01-04,06-08]'
finds deadline "--nodes 7 $ask --before ${day}12:59:59 north south" \
    'no room; the first start is 11'
refuses no_zone 2 "is not a time zone" when --nodes 1 $ask --zone No/Where north
finds at "--nodes 7 --hours 2 --at $ten north south" 'no room; the first start is 11'

fresh
sed -i '3s/(null)/ib,gpu/; 4s/all/other/' north/nodes
finds feature "--nodes 1 $ask --feature gpu north" 'north 10 12 north-03'
finds partition "--nodes 1 $ask --partition other north" 'north 10 12 north-04'
refuses no_feature 1 'north: of 8 nodes none is of this partition' when --nodes 1 $ask \
    --feature none north
run when --nodes 2 $ask --report page.html north south
parts='<h1>.*2 nodes|<svg|Blue: this booking|>south<'
is report "$code $(grep -oE "$parts" page.html | sort -u | wc -l)" '0 4'

# ---- which cluster ---------------------------------------------------------------------
mkdir else
mv north.conf else/x.conf
ln -s ../north else/x
: >calls
run when --nodes 2 $ask north=else/x.conf
holds conf_operand else/calls '^sinfo '
mv else/x.conf north.conf
SLURM_CONF=$dir/north.conf SLURM_BOOK_CONF_DIR='' SQUEUE_USERS=x SINFO_PARTITION=y
export SLURM_CONF SQUEUE_USERS SINFO_PARTITION
run when --nodes 2 $ask west
is by_name "$(sed -n '$s/ -h.*//p' calls) $code" 'squeue -M west 0'
unset SLURM_CONF SQUEUE_USERS SINFO_PARTITION
SLURM_BOOK_CONF_DIR=$dir

# ---- answers that are none -------------------------------------------------------------
# command | what it answers | what is said of that
while IFS='|' read -r command answer said; do
    fresh
    echo "say $answer" | tr ! '|' >"north/${command##* }"
    refuses "garbled_$said" 1 "north: ${command% *}, line 1: '$said" when --nodes 1 $ask \
        north
done <<'END'
sinfo sinfo|a b c|a b c' is not a valid node
sinfo sinfo|x;y!idle!all!|x;y' is not a valid node
squeue squeue|7!RUNNING!x|7' is not a valid job
squeue squeue|7!RUNNING!x!y!n!!1|x' is not a valid start
squeue squeue|7!RUNNING!None!y!n!!1|y' is not a valid end
squeue squeue|7!RUNNING!None!None!n[!!1|n\[' is not a valid list of nodes
scontrol show reservation show|ReservationName=x StartTime=1 EndTime=2|1' is not a valid
END
fresh
: >north/gone
refuses gone 1 'north: sinfo: Unable to contact' when --nodes 1 $ask north
fresh # a command that finds no room for what it prints
awk 'BEGIN { while (n++ < 99) print "n" n "|idle|all|(null)" }' >north/nodes
(trap '' XFSZ; ulimit -f 1; $RUN_ENV "$program" when --nodes 1 $ask north) >out 2>err
same answer_cut "$? $(sed 's/answer.*/answer/' err)" \
    '1 slurm_book when: north: sinfo: no room for its answer'
fresh
if [ -z "$RUN_ENV" ]; then
    rm bin/sinfo
    PATH=$dir/bin "$program" when --nodes 1 $ask north >out 2>err </dev/null
    code=$?
    verdict not_installed "$(refusal 1 'north: sinfo: No such file')"
    ln -s fake bin/sinfo
fi

# ---- booking ---------------------------------------------------------------------------
north='shared 10 12 north-[01-08]' south='shared 10 12 south-[01-04]'
at_north='north 10 12 north-[01-08]' at_south='south 10 12 south-[01-04]'
book="book --nodes 12 $ask --name shared north south"
fresh
says book 0 "$book --user me,you" shared "$at_north" "$at_south"
same book_made "$(reserved)" "$north
$south"
holds book_users calls '^scontrol create reservation .* Users=me,you$'
booked='shared: booked, 12 nodes for me,you'
says list 0 list "$booked" "$at_north" "$at_south"
refuses book_again 1 'journal has a booking shared already' $book
rm south/resv/shared
says list_missing 1 list "$booked" "$at_north" "$at_south" \
    'south the reservation is missing'
leaves recover_again '0 *' recover "$north" "$south"
sed -i '3s/idle/down/' south/nodes
says list_down 1 list "$booked" "$at_north" "$at_south" \
    'south the reservation has a node that is down'
leaves cancel '0 *' 'cancel --name shared'
refuses cancel_other 1 'journal has no booking other' cancel --name other
leaves book_name_again '0 shared' "$book" "$north" 'shared 10 12 south-[01-02,04-05]'

# At all or at none: what fails at south undoes north, and the journal knows.
# name | whose calls | what the first of them do | what is said | options
while IFS='|' read -r name verb how pattern options; do
    fresh
    sed -i '2s/idle/down/' south/nodes
    echo "$how" | tr / '\n' >$verb
    run $book $options
    why=$(refusal 1 "$pattern")
    why=${why:-$(reserved)}
    verdict "undone_$name" "${why:-$(sed -n '$p' "$journal" | cut -f 5 | grep -vx 4)}"
done <<'END'
refused|south/create|refuse Busy/refuse Busy/refuse Busy|south: scontrol: .*Busy|
smaller|south/create|shrink/shrink/shrink|south: the reservation shared is not as it was|
lost|south/create|lost/lost/lost|south: the reservation shared is missing|
interrupted_first|north/create|term|interrupted by signal 15|
interrupted_last|south/create|term|interrupted by signal 15|
hangs|north/create|sleep 9|north: scontrol does not answer in time|--lease 1
lease|south/show|/sleep 2|(the lease ran out)|--lease 1
END
fresh; echo 'refuse Nodes are busy' >south/create
leaves tried_again '0 shared' "$book" "$north" "$south"
fresh; resv shared $ten $twelve 'south-[01-04]' >south/resv/shared
leaves of_someone_else '1 *' "$book" "$south"
fresh; echo taken >south/create # by another, for the same nodes, at the last moment
leaves taken '1 *' "$book" "$south"

# Whoever else would change something waits until the first is ready.
fresh; echo 'sleep 2' >south/create
$RUN_ENV "$program" $book >made 2>&1 </dev/null &
maker=$!
filled north/resv/shared
run cancel --name shared
wait $maker
is waits_for_other "$? $code $(head -n 1 made) $(reserved)" '0 0 shared '

# What cannot be undone at once is undone by recover.
fresh; echo kill >south/create
leaves killed '137 *' "$book" "$north" "$south" 2>told
refuses killed_name 1 'a booking shared already' book --nodes 1 $ask --name shared north
leaves killed_recovered '0 shared: undone, or over' recover
fresh
echo 'refuse Nodes are busy' >south/create
for _ in 1 2 3; do echo 'refuse Down'; done >north/delete
refuses not_undone 1 'Nodes are busy; NOT UNDONE: north: .*Down' $book
leaves not_undone_recover '1 *' recover "$north"
: >north/delete
leaves not_undone_recovered '0 *' recover
fresh
run $book
: >south/gone
refuses cancel_gone 1 'south: .*Unable to contact' cancel --name shared
rm south/gone
says cancel_gone_listed 1 list "shared: is being cancelled, 12 nodes for $(id -un)"
leaves cancel_gone_recovered '0 *' recover
says cancel_gone_done 0 list ''

# ---- the journal -----------------------------------------------------------------------
# The last line may have been cut by a crash; others are whole, or the file is damaged.
fresh
run $book
cp "$journal" whole
printf '%0600dcut' 0 >>"$journal"
run list
is journal_cut "$code $(head -n 1 out | sed 's/,.*//')" '0 shared: booked'
run book --nodes 1 $ask --name more south
is journal_mended "$code $(grep -c cut "$journal")" '0 0'
for bad in 'a line' '' 'a\0b' "$(sed -n '2s/1\t/x\t/gp' whole)"; do
    { cat whole; printf "$bad\n"; } >"$journal"
    lines=$(wc -l <"$journal")
    for c in list "book --nodes 1 $ask south" recover; do
        refuses "journal_damaged_${c%% *}" 1 "journal: line $lines is damaged" $c
    done
done
printf 'slurm_book jour' >"$journal" # the first line was cut
run book --nodes 1 $ask south
is journal_begun "$code $(wc -l <"$journal")" '0 3'
sed 's/journal 1/journal 9/' whole >"$journal"
refuses journal_other 1 "line 1: 'slurm_book journal 9' is not a journal" list
refuses journal_folder 1 "cannot be read" list --journal .
# Whichever of its calls on files fails, or is its last: what was booked stays booked, and
# what is being booked is so at both clusters or, after recover, at none.
unable=$(no_faults)
[ -z "$unable" ] || skip faults "$unable"
faulty() {   # HOW K: 1 if there is no K-th call
    fresh
    run book --nodes 1 $ask --name kept south
    said=$("$faults" $1 $2 call "$program" book --nodes 12 $ask --name shared \
        north south 2>&1 >out </dev/null)
    code=$?
    [ -s call ] || return 1
    ended="$1 $2, $(cat call): exit status $code, said '$said'"
    [ "$1 $code" = 'kill 137' ] ||
        expr "$1 $code $said" : 'once 1 slurm_book book: [^
]*$' >word || [ "$1 $code $said" = 'once 0 ' ] || why=${why:-$ended}
    run recover
    why=${why:-$(trouble)}
    run list
    why=${why:-$(trouble)}
    case "$(grep -c booked out) $(reserved | wc -l) $ended" in
    '2 3 '* | '1 1 '*' status 1'*) ;;
    *) why=${why:-$ended, then $(cat out; reserved)} ;;
    esac
}
why='' every=${EVERY:-15}
! few || every=100
for how in once kill; do
    k=$((${SEED:-0} % every + 1))
    while [ -z "$unable" ] && faulty $how $k; do
        [ -z "$TELL" ] || { [ -z "$why" ] || echo "$why"; why=; }
        k=$((k + every))
    done
done
[ -n "$unable" ] || verdict faults "$why"

# ---- moving ----------------------------------------------------------------------------
blocked="1|RUNNING|2039-12-31T00:00:00|$twelve|north-[01-08]||7-00:00:00"
waiting() {   # a booking at twelve, and what it waited for is over
    fresh
    echo "$blocked" >north/jobs
    run book --nodes 12 --hours 2 --after ${day}09:00:00 --name shared north south
    reserved >before
    : >north/jobs
}
move='move --name shared'
set -- 'shared 09 11 north-[01-08]' 'shared 09 11 south-[01-04]'
waiting
leaves move '0 shared moved' "$move" "$@"
leaves stays '0 shared stays' "$move" "$@"
says move_listed 0 list "shared: booked, 12 nodes for $(id -un)"
for how in 'refuse Nodes are busy' term shrink; do
    waiting
    { echo say; echo "$how"; } >south/update # the first makes it grow
    leaves "move_back_${how%% *}" '1 *' "$move" "$(cat before)"
done
# Killed at whichever of its calls on files, it is there or here.
why='' k=$((${SEED:-0} % every + 1)) before=$(cat before) there=$(printf '%s\n' "$@")
while [ -z "$unable" ]; do
    waiting
    "$faults" kill $k call "$program" $move >out 2>&1 </dev/null
    [ -s call ] || break
    run recover
    why=${why:-$(trouble)}
    case $(reserved) in
    "$before" | "$there") ;;
    *) why=${why:-kill $k, $(cat call): $(reserved)} ;;
    esac
    k=$((k + every))
done
[ -n "$unable" ] || verdict move_killed_anywhere "$why"
waiting
sed -i '7s/idle/down/; 2s/idle/down/; 8s/drained/idle/' south/nodes
echo "$blocked" >north/jobs
leaves move_from_down '0 *' "$move" 'shared 12 14 north-[01-08]' \
    'shared 12 14 south-[01,03-05]'

# ---- maintenance -----------------------------------------------------------------------
fresh
until="--from $ten --to ${day}16:00:00" # hostile: the name of a job
{
    printf '\0331|RUNNING|2039-12-31T00:00:00|%s|north-[01-03]||\n' ${day}11:00:00
    echo '2|RUNNING|2039-12-31T00:00:00|N/A|north-04||UNLIMITED'
    echo "3|PENDING|${day}14:00:00|${day}15:00:00||north-[05-06]|1:00:00"
} >north/jobs
resv other $ten $twelve north-07 >north/resv/other
says drain_proposes 0 "drain --nodes 3 $until north" 'north 10 16 north-[05-06,08]' \
    'proposed, not reserved: no other nodes disturb less' 'in the way:' \
    'expected 14 15 north-[05-06] 3'
drain="drain --nodes north-03,north-[05,04,07] $until --name down north"
says drain 0 "$drain" down 'north 10 16 north-[03,05,04,07]' 'in the way:' \
    'reserved 10 12 north-07 other' 'runs - 11 north-03 ?1' 'runs - Unknown north-04 2' \
    'expected 14 15 north-05 3'
refuses drain_again 1 'a booking down already' $drain
sed -i '3s/idle/down/' north/nodes
leaves drain_stays '0 ' move 'down 10 16 north-[03,05,04,07]' 'other 10 12 north-07'
rm north/resv/down
leaves drain_made_again '0 down: booked' recover 'down 10 16 north-[03,05,04,07]' \
    'other 10 12 north-07'
says drain_listed 0 list 'down: booked, 4 nodes for maintenance'
same drain_flags "$(grep -c MAINT,IGNORE_JOBS north/resv/down)" 1
fresh; echo kill >north/create
leaves drain_killed '137 *' "$drain" 'down 10 16 north-[03,05,04,07]' 2>told
leaves drain_recovered '0 down: undone, or over' recover
while IFS='|' read -r nodes from to more why; do
    refuses "drain_$nodes$more" 1 "$why" drain --nodes "$nodes" --from "$from" \
        --to "$to" north $more
done <<END
north-09|$ten|$twelve||north has no node north-09
n[|$ten|$twelve||not a list of nodes
north-[01,01]|$ten|$twelve||has a node twice
9|$ten|$twelve||north has 8 nodes, not 9
1|$ten|$ten||is not after
1|$ten|$twelve|south|one CLUSTER
END

# ---- watching --------------------------------------------------------------------------
waiting
: >out
$RUN_ENV "$program" watch --every 1 >out 2>err </dev/null &
watcher=$!
filled out
kill -TERM $watcher
wait $watcher
code=$?
sed -i '/: interrupted by signal 15$/d' err # if it had begun to look again
is watch "$(head -n 1 out) $(reserved)" "shared moved $there"
