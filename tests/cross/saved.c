/* saved.c - a stream that an older version has saved, on a machine without files: prints
 * its bookings, and what three requests get, as the file in tests/data has them. cross.sh
 * makes C of that file: the stream and the requests. NETWORK: it is a network's. */
#ifdef NETWORK
#define NETSCHED_IMPLEMENTATION
#include "netsched.h"
#else
#define COALLOC_IMPLEMENTATION
#include "coalloc.h"
#endif
#include "saved.h"

extern const unsigned char stream[];
extern const int asked[][5];
extern const unsigned stream_size, asked_count;
static size_t done;

static size_t read_stream(void *ctx, void *data, size_t size)
{
    (void)ctx;
    if (size > stream_size - done) size = stream_size - done;
    memcpy(data, stream + done, size);
    done += size;
    return size;
}

#ifdef NETWORK
static nets_network *net;

static int load(void) { return (int)nets_load(&net, NULL, read_stream, NULL); }

static const char *next(void)
{
    static nets_booking b;
    return nets_next(net, b.id, &b) == NETS_OK ? in_words(&b) : NULL;
}

static const char *reserve(const int *q)
{
    const nets_request r = {.from = (uint32_t)q[0],
                            .to = (uint32_t)q[1],
                            .ready = q[2],
                            .length = q[3],
                            .bandwidth = q[4]};
    nets_plan p = {0};
    nets_booking b;
    nets_id id;
    const int made = nets_first_slot(net, &r, &p) == NETS_OK &&
                     nets_commit(net, &p, &id) == NETS_OK &&
                     nets_get(net, id, &b) == NETS_OK;
    nets_plan_free(&p);
    return made ? in_words(&b) : "nothing";
}
#else
static coa_calendar *cal;

static int load(void) { return (int)coa_load(&cal, NULL, read_stream, NULL); }

static const char *next(void)
{
    static coa_booking b;
    static coa_set on;
    return coa_next(cal, b.id, &b, &on) == COA_OK ? in_words(&b, b.parts > 0) : NULL;
}

static const char *reserve(const int *q)
{
    const coa_request r = {.ready = q[0], .length = q[1], .servers = (uint32_t)q[2]};
    coa_booking b;
    return coa_reserve(cal, &r, &b) == COA_OK ? in_words(&b, 0) : "nothing";
}
#endif

int main(void)
{
    const int status = load();
    const char *booking;
    unsigned i;
    if (status != 0) return printf("status %d\n", status), 1;
    while ((booking = next()) != NULL) printf("booking %s\n", booking);
    for (i = 0; i < asked_count; i++) printf("gets %s\n", reserve(asked[i]));
    return 0;
}
