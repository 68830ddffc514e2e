#!/bin/sh
# site_year.sh - a site's months of sacct (site_year.awk): swf_tool convert makes the log
# of them that it should be, and coalloc_sim replays it with its reservations.

tool=swf_tool
. "$(dirname "$0")/lib-cli.sh"
awk=$here/tests/programs/site_year.awk
cd "$dir" || exit 1
jobs=27000
few && jobs=3000
$RUN_ENV "$bin/coalloc_sim" --jobs $jobs --servers 128 --policy easy --seed 3 \
    --items jobs.csv >/dev/null 2>err || fail schedule "$(cat err)"
awk -F , -v change=1761440400 -v truth=truth -f "$awk" jobs.csv >site.txt
run convert --from sacct --zone Europe/Berlin --out site.swf site.txt
if grep -q 'no time zone' err; then skip year "no Europe/Berlin here"; exit 0; fi

# In the hour that the clock showed twice a submission may be read an hour later.
grep -v '^;' site.swf | awk '{ print $2, $3, $4, $5, $8, $9, $11 }' | sort >got
cut -d ' ' -f -7 truth | sort >want
wrong=$(comm -3 got want | wc -l)
unsure=$(sed -n 's/.*showed twice.*: \([0-9]*\)$/\1/p' site.swf)
checked jobs "$([ "$wrong" -le $((2 * ${unsure:-0})) ] && [ "$wrong" -lt 40 ] ||
    echo "$wrong lines differ, $unsure are unsure: $(comm -3 got want | head -n 2)")"
holds notes site.swf '^; Computer: north$' '^; Note: records left out, .*: [1-9]'

sort -s -n -k 1,1 truth | awk 'NF > 7 {
        n[$8]++; at[$8, n[$8]] = $1 + $2; end[$8, n[$8]] = $1 + $2 + $3
        cpus[$8, n[$8]] = $4; number[$8, n[$8]] = NR; if ($8 > last) last = $8
    }
    END {
        for (w = 0; w <= last; w++) {
            if (!n[w]) continue
            from = at[w, 1]; till = most = 0; list = ""
            for (i = 1; i <= n[w]; i++) {
                if (at[w, i] < from) from = at[w, i]
                if (end[w, i] > till) till = end[w, i]
                for (j = used = 0; j++ < n[w];)
                    if (at[w, j] <= at[w, i] && end[w, j] > at[w, i]) used += cpus[w, j]
                if (used > most) most = used
                list = list "," number[w, i]
            }
            print "; Reservation: -", from, till - from, most, substr(list, 2)
        }
    }' >want
grep '^; Reservation:' site.swf >got
equal reservations got want

n=$(wc -l <got)
$RUN_ENV "$bin/coalloc_sim" --reservations log --policy easy,online site.swf >out 2>err
code=$?
holds replayed out "^easy: reservations: $n of $n on time; all other jobs wait " \
    "^online: reservations: $n of $n on time; " "^reservations: $n; jobs .* left out: "
