/* saved.c - a stream that an older version has saved, on a machine without files: prints
 * its bookings, and what three requests get, as the file in tests/data has them. cross.sh
 * makes saved.inc of that file: the stream and the requests. */
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#include <stdio.h>
#include <string.h>

static const unsigned char stream[] = {
#define BYTES
#include "saved.inc"
#undef BYTES
};
static const int asked[][3] = {
#include "saved.inc"
};
static size_t done;

static size_t read_stream(void *ctx, void *data, size_t size)
{
    (void)ctx;
    if (size > sizeof stream - done) size = sizeof stream - done;
    memcpy(data, stream + done, size);
    done += size;
    return size;
}

static void show(const coa_booking *b)
{
    uint32_t i;
    printf("%ld [%ld, ", (long)b->id, (long)b->start);
    if (b->end == COA_FOREVER)
        printf("9223372036854775807"); /* no printf for these here */
    else
        printf("%ld", (long)b->end);
    printf(") servers %lu tag ", (unsigned long)b->servers);
    if (b->tag >> 32) printf("%lx", (unsigned long)(b->tag >> 32));
    printf(b->tag >> 32 ? "%08lx" : "%lx", (unsigned long)(b->tag & 0xFFFFFFFFu));
    printf("%s%s", b->parts ? " part" : "", b->block ? " block" : "");
    for (i = 0; i < b->run_count; i++)
        printf(" %lu+%lu", (unsigned long)b->runs[i].first,
               (unsigned long)b->runs[i].count);
    puts("");
}

int main(void)
{
    coa_calendar *cal = NULL;
    coa_booking b = {0};
    coa_set on = {0};
    size_t i;
    const coa_status s = coa_load(&cal, NULL, read_stream, NULL);
    if (s != COA_OK) return puts(coa_status_text(s)), 1;
    while (coa_next(cal, b.id, &b, &on) == COA_OK) {
        printf("booking ");
        show(&b);
    }
    for (i = 0; i < sizeof asked / sizeof *asked; i++) {
        coa_request r = {0};
        r.ready = asked[i][0];
        r.length = asked[i][1];
        r.servers = (uint32_t)asked[i][2];
        if (coa_reserve(cal, &r, &b) != COA_OK) return 1;
        printf("reserve %d %d %d gets ", asked[i][0], asked[i][1], asked[i][2]);
        show(&b);
    }
    coa_set_free(&on);
    coa_destroy(cal);
    return 0;
}
