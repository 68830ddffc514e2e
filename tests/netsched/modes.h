/* modes.h - what the tests of netsched.h do with any call: refuse its requests for
 * memory; and with any object: save and load it, and spoil the stream. */
#ifndef MODES_H
#define MODES_H

#include "netsched.h"
#include "test.h"

/* ---- requests for memory, refused -------------------------------------------------- */

static inline void refuse_begin(test_heap *h, int turn)
{
    h->failures = 0;
    h->sticky = (int)test_below(2);
    h->fail_at = turn < 0 ? 0 : h->calls + 1 + (long)test_below((uint64_t)turn + 1);
}

static long refusals; /* a test that refuses nothing proves nothing */

/* Was a request refused? Then the call must have said so. */
static inline int refused_one(test_heap *h, int status, int no_memory)
{
    h->fail_at = 0;
    if (h->failures) CHECK_EQ(status, no_memory);
    refusals += h->failures > 0;
    return h->failures > 0;
}

/* s = call. If `some`, first with one request for memory refused or all from then on,
 * again and again until no request comes as late; after each refusal `unchanged`. What
 * was got before the refusal may be kept, so the next attempt refuses any of as many
 * requests as there were attempts. */
#define EACH_REFUSED(h, some, s, call, unchanged)                 \
    do {                                                          \
        int turn_ = (some) ? 0 : -1;                              \
        for (;; turn_++) {                                        \
            refuse_begin((h), turn_);                             \
            (s) = (call);                                         \
            if (!refused_one((h), (int)(s), NETS_E_NOMEM)) break; \
            unchanged;                                            \
        }                                                         \
    } while (0)

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
