# lib-jobs.sh - what became of each job, for tests of coalloc_sim. Read after lib-cli.sh.
#
# `run ... --jobs-in DIR` leaves DIR/jobs.csv, which is made of --items and has these
# fields: policy,index,job,servers,submit,ready,fate,start,end,wait,attempts,server_ids.

run_on() {
    items=
    for word; do
        shift
        case $items in --jobs-in) items=$word word=$word/items.csv ;; esac
        case $word in
        --jobs-in) items=$word word=--items ;;
        "$items/items.csv") mkdir -p "$items"; rm -f "$word" ;;
        esac
        set -- "$@" "$word"
    done
    $RUN_ENV "$program" "$@" >"$dir/out" 2>"$dir/err"
    code=$?
    [ -n "$items" ] && [ -f "$items/items.csv" ] || return 0
    awk -F, '
        BEGIN { print "policy,index,job,servers,submit,ready,fate,start,end,wait," \
                      "attempts,server_ids" }
        NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i; next }
        {
            OFS = ","
            print $c["variant"], "", $c["number"], $c["size"], $c["submit"], \
                  $c["ready"], $c["fate"], $c["start"], $c["end"], $c["wait"], \
                  $c["attempts"] + 0, $c["held"]
        }' "$items/items.csv" >"$items/jobs.csv"
}
