# easy.awk - EASY backfilling, as a policy of one's own for coalloc_sim (README.md).
#  build/coalloc_sim --policy program --policy-program 'awk -f examples/policies/easy.awk'
# mawk, `awk` on Debian, needs `mawk -W interactive -f`: else it waits for more lines.

function list(name,    text) { # its numbers; returns how many
    text = $0
    sub(".*\"" name "\":\\[", "", text)
    sub(/\].*/, "", text)
    gsub(/[^0-9,]/, "", text)
    return split(text, number, ",")
}

function start(job) {
    free -= servers[job]
    end[job] = now + estimate[job]
    answer = answer (answer == "" ? "" : ",") job
}

/"nodes":/ { print "easy.awk plans servers alone: --resources none" > "/dev/stderr"
    exit 1 }
{
    split($0, part, /[^0-9]+/)
    now = part[2]
    answer = ""
    for (i = list("ended"); i > 0; i--) delete end[number[i]]
    n = list("submitted") # 11 numbers each: id, number, servers, estimate, ready, user, ...
    for (i = 1; i <= n; i += 11) {
        queue[++waiting] = number[i]
        servers[number[i]] = number[i + 2]
        estimate[number[i]] = number[i + 3]
    }
    free = substr($0, index($0, "\"free\":") + 7) + 0
    for (head = 1; head <= waiting && servers[queue[head]] <= free; head++)
        start(queue[head])
    stay = 0
    if (head <= waiting) {
        spare = free - servers[queue[head]] # besides the head, when it starts
        for (begin = now; spare < 0; begin = next_end) {
            next_end = -1
            for (job in end)
                if (end[job] > begin && (next_end < 0 || end[job] < next_end))
                    next_end = end[job]
            for (job in end) if (end[job] == next_end) spare += servers[job]
        }
        queue[++stay] = queue[head]
    }
    for (i = head + 1; i <= waiting; i++) {
        job = queue[i]
        late = now + estimate[job] > begin
        if (servers[job] > free || (late && servers[job] > spare)) {
            queue[++stay] = job
            continue
        }
        if (late) spare -= servers[job]
        start(job)
    }
    waiting = stay
    print "{\"start\": [" answer "]}"
    fflush()
}
