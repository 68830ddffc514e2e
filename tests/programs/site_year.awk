# site_year.awk - what a site's sacct prints of a schedule, and what a log of it has to
# say of each job: its fields 2 to 5, 8, 9, 11, and its reservation:
#
#     awk -F , -v change=SECONDS -v truth=FILE -f site_year.awk jobs.csv
#
# jobs.csv is what coalloc_sim --items writes. The clock of Berlin is put back at
# `change`, 2025-10-26T01:00Z, in the middle of the schedule. There is an output for each
# 30 days, with what waits and runs at their end; two days of each are also in the next.
# Jobs wait again after a failed node, are given up before they start, have two
# components, steps, or bars in their texts; some ran in a reservation of each week.

function text(t,   at, d, y, m, s) {   # a time as that clock showed it
    if (t == "") return "Unknown"
    at = t + (t < change ? 7200 : 3600)
    s = at % 86400
    d = (at - s) / 86400 - 20089          # from 2025-01-01; 2025 has 365 days
    y = d < 365 ? 2025 : 2026
    d -= 365 * (y - 2025)
    for (m = 1; d >= length_of[m]; m++) d -= length_of[m]
    return sprintf("%04d-%02d-%02dT%s", y, m, d + 1, clock(s))
}
function clock(s) { return sprintf("%02d:%02d:%02d", s / 3600, s / 60 % 60, s % 60) }
function elapsed(s) { return (s < 86400 ? "" : int(s / 86400) "-") clock(s % 86400) }

# One record in each output that sees the run: it waits, runs or is over.
function record(id, state, submit, start, end, cpus, asked,   n, now, s, e, what) {
    n = int((submit - first) / MONTH)
    for (; n <= int((end + 2 * DAY - first) / MONTH); n++) {
        now = first + (n + 1) * MONTH
        what = end <= now ? state : start != "" && start <= now ? "RUNNING" : "PENDING"
        s = what == "PENDING" ? "" : start == "" ? end : start
        e = what == "RUNNING" || what == "PENDING" ? "" : end
        out[n] = out[n] id "|north|u" job % 9 "|" name "|all|" what "|" text(submit) "|" \
            text(s) "|" text(e) "|" elapsed(s == "" ? 0 : (e == "" ? now : e) - s) "|" \
            elapsed(limit) "|" cpus "|" asked "|" \
            (what == "PENDING" || start == "" ? 0 : 1) "|4Gc|" reservation "|" folder "\n"
        if (job % 5 == 0 && s != "" && start != "")
            out[n] = out[n] id ".batch|north||batch||" what "|" text(s) "|" text(s) "|" \
                text(e) "|00:00:01||" cpus "|" cpus "|1|||" folder "\n"
    }
}
function known(submit, wait, run, cpus, asked, status) {   # a job of the log
    print submit - first, wait, run, cpus, asked, limit, status, week >truth
}

BEGIN {
    split("31 28 31 30 31 30 31 31 30 31 30 31", length_of, " ")
    DAY = 86400
    MONTH = 30 * DAY
}
NR > 1 { line[NR - 1] = $0; last = $5 }
END {
    first = change - int(last / 2 / DAY) * DAY
    split(line[1], f, ",")
    shift = f[5]
    for (job = 1; job < NR; job++) {
        split(line[job], f, ",")
        submit = first + f[5] - shift; start = first + f[7] - shift
        end = first + f[8] - shift; size = f[9]
        limit = 60 * (int((end - start) / 60) + 1)
        name = job % 13 ? "run" : job % 2 ? "a!b" : "!4!2!"
        folder = job % 17 ? "/home" : "/home!8!x"
        hour = (start - first) % (7 * DAY) / 3600
        reservation = week = ""
        if (hour >= 33 && hour < 41 && job % 3 == 0 && end - start < 4 * 3600) {
            reservation = "course"
            week = int((start - first) / 7 / DAY)
        }
        if (job % 40 == 0 && reservation == "") {          # given up before it started
            record(job, "CANCELLED by 7", submit, "", submit + 600, size, size)
            known(submit, 600, -1, -1, size, 5)
            continue
        }
        # its node failed
        if (job % 50 == 7 && start - submit > 1200 && reservation == "") {
            record(job, "NODE_FAIL", submit, submit + 300, submit + 700, size, size)
            known(submit, 300, 400, size, size, 0)
            submit += 700
        }
        if (size > 1 && job % 70 == 11) {
            record(job "+0", "COMPLETED", submit, start, end, 1, 1)
            record(job "+1", "COMPLETED", submit, start, end, size - 1, size - 1)
        } else
            record(job, "COMPLETED", submit, start, end, size, size)
        known(submit, start - submit, end - start, size, size, 1)
    }
    for (n = 0; n in out; n++) {
        text_of = "JobID|Cluster|User|JobName|QOS|State|Submit|Start|End|Elapsed|" \
            "Timelimit|AllocCPUS|ReqCPUS|AllocNodes|ReqMem|Reservation|WorkDir\n" out[n]
        gsub(/\|/, "\037", text_of)   # --delimiter
        gsub(/!/, "|", text_of)
        printf "%s", text_of
    }
}
