/* modes.h - what the tests of netsched.h do with any object: book, save, load, and spoil
 * the stream. */
#ifndef MODES_H
#define MODES_H

#include "netsched.h"
#include "test.h"

#define NOMEM NETS_E_NOMEM, 1

/* ---- a booking --------------------------------------------------------------------- */

/* Of link 0. */
static inline nets_id book_link(nets_network *net, nets_time from, nets_time to,
                                nets_amount amount)
{
    nets_use u = {.from = from, .to = to, .amount = amount};
    const nets_plan p = {.uses = &u, .count = 1};
    nets_id id = 0;
    CHECK_EQ(nets_commit(net, &p, &id), NETS_OK);
    return id;
}

/* ---- streams ----------------------------------------------------------------------- */

enum { STREAM_BYTES = 1 << 17 };

typedef struct stream {
    unsigned char at[STREAM_BYTES];
    size_t size, read, most; /* most: room; 0 = all there is */
} stream;

static inline int put(void *ctx, const void *data, size_t size)
{
    stream *s = (stream *)ctx;
    if ((s->most ? s->most : STREAM_BYTES) - s->size < size) return 1;
    memcpy(s->at + s->size, data, size);
    s->size += size;
    return 0;
}

/* In pieces of any size. */
static inline size_t get(void *ctx, void *data, size_t size)
{
    stream *s = (stream *)ctx;
    if (size > s->size - s->read) size = s->size - s->read;
    if (size > 7) size = (size_t)test_between(1, (int64_t)size);
    memcpy(data, s->at + s->read, size);
    s->read += size;
    return size;
}

/* Writes a number of so many bytes. */
static inline void put_number(stream *s, size_t at, uint64_t x, int bytes)
{
    for (; bytes > 0; bytes--, x >>= 8) s->at[at++] = (unsigned char)x;
}

#endif
