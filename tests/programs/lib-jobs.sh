# lib-jobs.sh - what became of each job, for tests of coalloc_sim. Read after lib-cli.sh.

# runs ARGUMENT ...: and leaves in $dir/jobs of each job POLICY NUMBER SIZE SUBMIT READY
# FATE START END WAIT ATTEMPTS SERVERS; "-" is none.
runs() {
    rm -f "$dir/items" "$dir/jobs"
    run "$@" --items "$dir/items"
    [ ! -e "$dir/items" ] ||
        pick variant,number,size,submit,ready,fate,start,end,wait,attempts,held \
            "$dir/items" >"$dir/jobs"
}
