/* twostep_state.c - messages lie in an array whose free places are chained; events name
 * the places. */
#include "flexco/messages/twostep_state.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

/* ---- what there is ----------------------------------------------------------------- */

int twostep_state_fail(struct twostep *t, coa_status why)
{
    t->status = why;
    return -1;
}

void twostep_state_free(struct twostep *t)
{
    uint32_t i, k;
    for (i = 0; i < t->attempt_count; i++) {
        for (k = 0; t->attempts[i]->states && k < t->site_count; k++)
            slots_free(&t->attempts[i]->states[k].slots);
        free(t->attempts[i]->states);
        free(t->attempts[i]);
    }
    for (i = 0; t->providers && i < t->site_count; i++) free(t->providers[i].holds);
    free(t->attempts);
    free(t->providers);
    coa_flex_destroy(t->flex);
    free(t->board);
    free(t->at);
    free(t->parts);
    free(t->messages);
    slots_free_free(&t->known);
    events_free(&t->events);
    memset(t, 0, sizeof *t);
}

int twostep_state_open(struct twostep *t, const coa_site *sites, uint32_t n,
                       const struct twostep_rules *rules,
                       const struct twostep_calls *calls)
{
    uint32_t i;
    memset(t, 0, sizeof *t);
    t->sites = sites;
    t->site_count = n;
    t->rules = *rules;
    t->calls = *calls;
    t->spare = UINT32_MAX;
    t->providers = (struct twostep_provider *)calloc(n, sizeof *t->providers);
    t->board = (coa_site *)calloc(n, sizeof *t->board);
    t->at = (uint32_t *)calloc(n, sizeof *t->at);
    t->parts = (coa_flex_part *)calloc(n, sizeof *t->parts);
    if (!t->providers || !t->board || !t->at || !t->parts)
        return twostep_state_fail(t, COA_E_NOMEM);
    for (i = 0; i < n; i++) {
        coa_desc d;
        coa_describe(sites[i].calendar, &d);
        t->providers[i].servers = d.servers;
        t->providers[i].late = d.index == COA_INDEX_COUNT;
        t->providers[i].life = 1;
        t->providers[i].up = 1;
    }
    return 0;
}

/* ---- sending ----------------------------------------------------------------------- */

int64_t twostep_state_wait(const struct twostep *t) { return 2 * t->rules.latency + 1; }

/* A place for a message; UINT32_MAX when memory is out. */
static uint32_t twostep_state_message_place(struct twostep *t)
{
    uint32_t place = t->spare;
    if (place != UINT32_MAX) {
        t->spare = t->messages[place].place;
        return place;
    }
    if (ARRAY_ROOM(t->messages, t->message_count, t->message_capacity, 1) != 0)
        return UINT32_MAX;
    return t->message_count++;
}

int twostep_state_post(struct twostep *t, const struct twostep_message *m, int64_t when,
                       uint32_t turn)
{
    const uint32_t place = twostep_state_message_place(t);
    if (place == UINT32_MAX) return twostep_state_fail(t, COA_E_NOMEM);
    t->messages[place] = *m;
    if (events_push(&t->events, when, turn, place) != 0)
        return twostep_state_fail(t, COA_E_NOMEM);
    return 0;
}

int twostep_state_send(struct twostep *t, const struct twostep_message *m, int64_t now)
{
    t->counts.messages++;
    if (t->calls.lost && t->calls.lost(t->calls.context)) {
        t->counts.lost++;
        return 0;
    }
    return twostep_state_post(t, m, now + t->rules.latency, TWOSTEP_TURN_MESSAGE);
}
