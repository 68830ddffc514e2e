/* save_load.c - a calendar as a stream of bytes, here in memory; a file or a socket
 * works in the same way. */
#define COALLOC_IMPLEMENTATION
#include "../coalloc.h"

#include <stdio.h>
#include <string.h>

struct stream {
    unsigned char bytes[4096];
    size_t used, read;
};

static int put(void *ctx, const void *data, size_t size)
{
    struct stream *s = (struct stream *)ctx;
    if (size > sizeof s->bytes - s->used) return -1;
    memcpy(s->bytes + s->used, data, size);
    s->used += size;
    return 0;
}

static size_t get(void *ctx, void *data, size_t size)
{
    struct stream *s = (struct stream *)ctx;
    if (size > s->used - s->read) size = s->used - s->read;
    memcpy(data, s->bytes + s->read, size);
    s->read += size;
    return size;
}

int main(void)
{
    static struct stream stream;
    coa_desc desc = {0};
    coa_request req = {0};
    coa_calendar *cal;
    coa_booking b;

    desc.servers = 8;
    req.servers = 5;
    req.length = 30;
    req.tag = 4711; /* the caller's; it is saved, too */
    if (coa_create(&cal, &desc) != COA_OK || coa_reserve(cal, &req, &b) != COA_OK ||
        coa_save(cal, put, &stream) != COA_OK)
        return 1;
    coa_destroy(cal);
    printf("%u bytes\n", (unsigned)stream.used);

    if (coa_load(&cal, NULL, get, &stream) != COA_OK ||
        coa_get(cal, b.id, &b, NULL) != COA_OK)
        return 1;
    printf("booking %d: [%d, %d), tag %d\n", (int)b.id, (int)b.start, (int)b.end,
           (int)b.tag);
    if (coa_reserve(cal, &req, &b) != COA_OK) return 1;
    printf("booking %d: [%d, %d), tag %d\n", (int)b.id, (int)b.start, (int)b.end,
           (int)b.tag);
    coa_destroy(cal);
    return 0;
}
