#!/bin/sh
# sim_multicost.sh - multicost_sim: refusals, no impossible run, delays in an empty
# network by hand. What all simulators share is tests/sim/test_kit.c's.

tool=multicost_sim
. "$(dirname "$0")/lib-cli.sh"
cd "$dir" || exit 1

# ---- the command line: exit status 2 ---------------------------------------------------
for bad in method=best lambda=0 lambda=2000000 tasks=0 tasks=1000001 warmup=-1 data=0 \
    work=0 remote=1.5 repositories=0 clusters=0 cpus=0 speed=0 capacity=0 delay=-1 \
    rate=0 tau-l=0 tau-m=0 slots-l=0 slots-m=0 update-interval=-1 bound=-1 upstream=kept \
    retry=0 ties=fair
do
    refuses "$bad" 2 "--${bad%=*}: '${bad#*=}' is not " "--$bad"
done
for option in delay tau-l tau-m update-interval bound retry; do
    refuses "${option}_too_fine" 2 '1.0001 ms are not whole microseconds' \
            --$option 1.0001
done

# ---- bad input: exit status 1 ----------------------------------------------------------
cat >small.net <<'END'
node a x=0 y=0
node b x=1 y=0
node c x=2 y=0
link a b capacity=100M delay=2ms
link b c capacity=100M delay=2ms
cluster c cpus=2 speed=1000
END
refusals <<'END'
2|none of --tasks 10 is left|--tasks 10 --warmup 10
1|too few for --clusters 26|--clusters 26
1|too few for --repositories 26|--repositories 26 --remote 0.5
1|--rate 1001: no link of torus:5x5 has more than 1000 Mb/s|--rate 1001
1|the network is too large|--network torus:100x100
1|small.net is read, too|--network small.net --json small.net
END

# ---- a network that is empty -----------------------------------------------------------
# One task in 100 s or so: it is alone. At a cluster it begins at once (elsewhere:
# tests/sim/test_burst.c). Times are whole microseconds.
alone='--tasks 60 --method MC-T,AWMC-T,exact,MC-B,ECT'
[ -z "$RUN_ENV" ] || alone='--tasks 5 --method MC-T,ECT'
run --lambda 0.01 --warmup 0 --no-timing $alone --check --items i
holds told out '^network: torus:5x5, 25 nodes, 100 links, each one way, of 1000' \
      '^clusters: 4 of 25 CPUs of 1000 MIPS, at random nodes: r[0-4]c[0-4] '
sed -n 's/^clusters: .*nodes: //p' out | tr ' ' '\n' >clusters
pick node,delay,work,blocked,conflict i >tasks
checked alone "$(awk '
    FNR == NR { cluster[substr($1, 2, 1) * 5 + substr($1, 4, 1)]; next }
    $4 != 0 || $5 != 0 { print "blocked or in conflict: " $0 }
    $1 in cluster {
        n++
        more = $2 * 1e6 - $3 / 1000
        if (more < -0.01 || more > 1) print "task " FNR ": " more " us more than its work"
    }
    END { if (FNR > 100 && n < 10) print "only " n " tasks at clusters" }
    ' clusters tasks | head -n 1)"

rest

# ---- runs of all kinds are possible ----------------------------------------------------
# So the program says, which looks at every item, and with --check at every reservation.
some='--tasks 300 --warmup 50 --no-timing --check'
! few || some='--tasks 100 --warmup 20 --no-timing --check'
while read -r setting; do
    case $setting in *lambda*) ;; *) setting="$setting --lambda 40" ;; esac
    run $some $setting --items i
    checked "possible $setting" "$(grep -q ',done,' i || echo 'nothing done')"
done <<'END'
--seeds 2
--update-interval 100
--bound 2500
--strict --method MC-T,AWMC-T --lambda 10
--rate 500 --data 15
--slots-l 64 --slots-m 16 --tau-m 100 --tau-l 0.7
--retry 0.5
--network esnet --data 300
--network random:40 --update-interval 20 --upstream released --remote 1
END

run --network small.net --lambda 2 --tasks 50 --warmup 0 --data 5 --check
holds own_clusters out '^clusters: 1 of 2 CPUs of 1000 MIPS, at nodes c$' \
    '^bursts: at 100 Mb/s'
run --network small.net --tasks 5 --warmup 0
verdict overload "$(refusal 0 'warning: tasks send up to .* whose links carry 1')"

# Of two clusters as near to node 0 the first gets all its tasks, or either some.
cat >two.net <<'END'
node s
node a
node b
link s a
link s b
cluster a cpus=9 speed=1000
cluster b cpus=9 speed=1000
END
for ties in lowest:1 random:2; do
    run --network two.net --tasks 90 --warmup 0 --lambda 0.1 --method MC-B --items i \
        --ties ${ties%:*}
    pick node,resource i | grep '^0 ' | sort -u >served
    is "ties $ties" "$(grep -c . served)" "${ties#*:}"
done
pick resource i | paste -s >lots
run --network two.net --tasks 90 --warmup 0 --lambda 0.1 --method MC-B --items i \
    --ties random --seed 2
must ties_by_seed 'another seed draws the same lots' not [ \
    "$(pick resource i | paste -s)" = "$(cat lots)" ]

# A bound that nothing can meet; how much better the exact method is.
run $some --bound 1 --lambda 40 --method ECT --facts f
holds bound_none f '^ECT late	[1-9]' '^ECT done	0	'
run --lambda 45 --tasks 300 --warmup 0 --data 40 --method ECT --facts f --items i \
    --links l
pick blocked i | paste -s -d + >sum
{ echo $(($(cat sum))); values 'ECT link_utilisation' f; pick use,refusals l; } >numbers
checked links "$(awk 'NR == 1 { blocked = $1 } NR == 2 { use = $1 }
    NR > 2 { n++; mean += $1; refused += $2 }
    END { d = mean / n - use
        if (!use || d < -1e-9 || d > 1e-9 || !blocked || refused != blocked)
            print mean / n ", not " use "; " refused ", not " blocked }' numbers)"
run $some --method MC-T,ECT --lambda 20 --gap --facts f
holds gap f '^MC-T gap_share	[0-9]' '^ECT gap_cluster	0\.[0-9]'
run --network torus:3x3 --clusters 2 --tasks 60 --warmup 0 --method AWMC-T --lambda 40 \
    --data 100 --update-interval 200 --gap --facts f --seed 8
expected 'delays may grow'
holds gap_later f '^AWMC-T gap_share	0\.[0-9]*[1-9]'

# Vectors that end before the last reservation are reported, and block more; without a
# number they end after it. News that are older block more bursts.
for how in enough '--slots-l 16' '--update-interval 500'; do
    run --lambda 45 --tasks 400 --warmup 0 --data 40 --method MC-T --no-timing \
        --facts "f$how" ${how#enough}
    checked "run$how" ''
    [ "$how" = enough ] ||
        verdict "blocks$how" "$(values 'MC-T blocking' fenough | cat - "f$how" |
            awk 'NR == 1 { before = $1 } $1 $2 == "MC-Tblocking" && !(2 * before < $3)')"
done
is vectors_reach "$(values 'MC-T beyond' fenough)" 0
verdict too_short "$(values 'MC-T beyond' 'f--slots-l 16' | awk '!($1 > 0)')"
