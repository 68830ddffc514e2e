/* holds.c - jobs[0 .. made) are held, jobs[0 .. booked) have a window. */
#include "machine/holds.h"

#include "kit/base.h"
#include "machine/plan.h"

static void unbook(struct machine *m, uint32_t job)
{
    if (m->known[job].booking) plan_give_up(m, job);
    plan_more_room(m);
    m->known[job].booking = 0;
    m->outcomes[job].start = JOB_NEVER;
}

void holds_drop(struct machine *m, size_t but)
{
    struct machine_holds *h = &m->holds;
    if (h->booked <= but) return;
    while (h->booked > but) unbook(m, h->jobs[--h->booked]);
    h->due = but > 0 ? m->outcomes[h->jobs[0]].start : JOB_NEVER;
}

void holds_book(struct machine *m)
{
    struct machine_holds *h = &m->holds;
    holds_drop(m, h->made);
    if (h->early && h->booked > 0 && m->known[h->jobs[0]].booking &&
        plan_move(m, h->jobs[0]))
        h->due = m->outcomes[h->jobs[0]].start;
    h->early = 0;
    for (; h->booked < h->made; h->booked++) {
        const uint32_t job = h->jobs[h->booked];
        plan_reserve(m, job, plan_from(m, job));
        if (m->outcomes[job].start < h->due) h->due = m->outcomes[job].start;
    }
}

void holds_add(struct machine *m, uint32_t job)
{
    struct machine_holds *h = &m->holds;
    if (h->made >= h->booked || h->jobs[h->made] != job) {
        holds_drop(m, h->made);
        h->jobs = base_room(h->jobs, &h->room, h->made, sizeof job);
        h->jobs[h->made] = job;
    }
    h->made++;
    m->known[job].state = MACHINE_HELD;
}

void holds_remove(struct machine *m, uint32_t job)
{
    struct machine_holds *h = &m->holds;
    size_t stay = 0;
    for (size_t i = 0; i < h->made; i++)
        if (h->jobs[i] != job) h->jobs[stay++] = h->jobs[i];
    h->made = h->booked = stay;
    unbook(m, job);
    h->due = stay > 0 ? m->outcomes[h->jobs[0]].start : JOB_NEVER;
    h->spoilt = 1;
}

void holds_open(struct machine *m)
{
    struct machine_holds *h = &m->holds;
    if (!h->stay) plan_more_room(m);
    if (h->spoilt || h->due <= m->now) holds_drop(m, 0);
    if (m->grown) holds_drop(m, 1);
    m->grown = h->spoilt = 0;
}

void holds_close(struct machine *m)
{
    struct machine_holds *h = &m->holds;
    while (h->made > 0) {
        const uint32_t job = h->jobs[--h->made];
        if (m->known[job].state == MACHINE_HELD) m->known[job].state = MACHINE_WAITS;
        if (h->made >= m->line.from || m->queue[h->made] != job) plan_unseen(m, 0);
    }
    if (!h->stay) holds_drop(m, 0);
}
