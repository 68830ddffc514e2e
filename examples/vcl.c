/* vcl.c - a virtual computing laboratory (Castillo et al., section 3.1): classes reserve
 * seats for their hours, and one that cannot have them is told when it could. */
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

static void ask(coa_calendar *cal, const lesson *l)
{
    coa_request req = {0};
    coa_booking b;
    coa_time start;
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
    req.deadline = 0; /* the same without its deadline: when could it be? */
    if (s == COA_E_NOFIT && coa_earliest(cal, &req, &start) == COA_OK) {
        clock_text(start, text, sizeof text);
        printf("full; the earliest is %s\n", text);
    } else {
        printf("refused: %s\n", coa_status_text(s));
    }
}

int main(void)
{
    coa_set workstations = {0, 0, NULL, NULL, NULL};
    coa_desc desc = {0};
    coa_calendar *cal;
    lesson lessons[6] = {{"statistics", 9, 12, 70, NULL}, {"graphics", 10, 12, 20, NULL},
                         {"biology", 11, 13, 40, NULL},   {"chemistry", 12, 14, 60, NULL},
                         {"history", 33, 35, 100, NULL},  {"physics", 9, 11, 200, NULL}};
    int i;

    desc.servers = 100;
    desc.horizon = 7 * 24 * HOUR;
    if (coa_create(&cal, &desc) != COA_OK) return EXIT_FAILURE;
    /* machines 80 .. 99 are the ones with a graphics card */
    if (coa_set_add(&workstations, 80, 20) != COA_OK) return EXIT_FAILURE;
    lessons[1].rooms = &workstations;
    for (i = 0; i < 6; i++) ask(cal, &lessons[i]);
    coa_set_free(&workstations);
    coa_destroy(cal);
    return EXIT_SUCCESS;
}
