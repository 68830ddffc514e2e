/* embedded_code.c - a program whose size bench/embedded.sh reports: a calendar in an
 * arena, which books, cancels and moves on; with SAVES it also saves and loads. */
#include "coalloc.h"

void start(void);

static unsigned char buffer[COA_MEMORY_BOUND_SLICES(8, 16)];

#if SAVES
static unsigned char flash[512];
static int put(void *at, const void *data, size_t size)
{
    (void)at;
    (void)size;
    flash[0] = *(const unsigned char *)data;
    return 0;
}

static size_t get(void *at, void *data, size_t size)
{
    (void)at;
    *(unsigned char *)data = flash[0];
    return size;
}
#endif

void start(void)
{
    static coa_arena arena;
    static coa_calendar *cal;
    static coa_booking b;
    coa_desc desc = {0};
    coa_request req = {0};
    desc.servers = 8;
    desc.bookings = 16;
    desc.alloc = coa_arena_alloc;
    desc.alloc_ctx = &arena;
    if (coa_arena_init(&arena, buffer, sizeof buffer) != COA_OK) return;
#if SAVES
    if (coa_load(&cal, &desc, get, NULL) == COA_OK) return;
#endif
    if (coa_create(&cal, &desc) != COA_OK) return;
    req.servers = 3;
    req.length = 5;
    if (coa_reserve(cal, &req, &b) != COA_OK || coa_cancel(cal, b.id) != COA_OK) return;
    if (coa_advance(cal, 5) != COA_OK) return;
#if SAVES
    if (coa_save(cal, put, NULL) != COA_OK) return;
#endif
}
