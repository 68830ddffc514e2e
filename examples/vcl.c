/* vcl.c - a virtual computing laboratory (Castillo et al., section 3.1): classes reserve
 * seats for their hours; one that cannot have them gets an offer instead. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>
#include <stdlib.h>

#define HOUR 3600

typedef struct lesson {
    const char *name;
    int from, to; /* hours after Monday, 00:00 */
    unsigned seats;
    const coa_set *rooms; /* only these machines; NULL = any */
} lesson;

static void clock_text(coa_time t, char *text, size_t size)
{
    static const char *const day[] = {"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    snprintf(text, size, "%s %02d:00", day[t / (24 * HOUR) % 7], (int)(t / HOUR % 24));
}

static void offer(const coa_alternative_info *instead)
{
    char text[16];
    if (instead->start != COA_FOREVER) {
        clock_text(instead->start, text, sizeof text);
        printf("%12sor all of it from %s\n", "", text);
    }
    if (instead->servers > 0) printf("%12sor %u seats\n", "", (unsigned)instead->servers);
    if (instead->length > 0) printf("%12sor %d h\n", "", (int)(instead->length / HOUR));
}

static void ask(coa_calendar *cal, const lesson *l)
{
    coa_request req = {0};
    coa_booking b;
    coa_alternative_info instead;
    char text[16];
    coa_status s;

    req.ready = (coa_time)l->from * HOUR;
    req.deadline = (coa_time)l->to * HOUR;
    req.length = req.deadline - req.ready;
    req.servers = l->seats;
    req.among = l->rooms;
    clock_text(req.ready, text, sizeof text);
    printf("%-10s %3u seats, %s, %d h: ", l->name, l->seats, text, l->to - l->from);
    s = coa_reserve(cal, &req, &b);
    if (s == COA_OK) {
        printf("granted, booking %d\n", (int)b.id);
        return;
    }
    printf("%s\n", s == COA_E_NOFIT ? "full" : coa_status_text(s));
    if (s == COA_E_NOFIT && coa_alternatives(cal, &req, &instead) == COA_OK)
        offer(&instead);
}

int main(void)
{
    coa_set workstations = {0, 0, NULL, NULL, NULL};
    coa_desc desc = {0};
    coa_calendar *cal;
    lesson lessons[7] = {{"statistics", 9, 12, 70, NULL}, {"graphics", 10, 12, 20, NULL},
                         {"biology", 11, 13, 40, NULL},   {"chemistry", 12, 14, 60, NULL},
                         {"history", 33, 35, 100, NULL},  {"algebra", 7, 11, 80, NULL},
                         {"physics", 9, 11, 200, NULL}};
    int i;

    desc.servers = 100;
    desc.horizon = 7 * 24 * HOUR;
    if (coa_create(&cal, &desc) != COA_OK) return EXIT_FAILURE;
    /* machines 80 .. 99 are the ones with a graphics card */
    if (coa_set_add(&workstations, 80, 20) != COA_OK) return EXIT_FAILURE;
    lessons[1].rooms = &workstations;
    for (i = 0; i < 7; i++) ask(cal, &lessons[i]);
    coa_set_free(&workstations);
    coa_destroy(cal);
    return EXIT_SUCCESS;
}
