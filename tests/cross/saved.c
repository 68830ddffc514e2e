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
static nets_network *kept;

static int load(void) { return (int)nets_load(&kept, NULL, read_stream, NULL); }

static const char *next(void)
{
    static nets_booking b;
    return nets_next(kept, b.id, &b) == NETS_OK ? in_words(&b) : NULL;
}
#else
static coa_calendar *kept;

static int load(void) { return (int)coa_load(&kept, NULL, read_stream, NULL); }

static const char *next(void)
{
    static coa_booking b;
    static coa_set on;
    return coa_next(kept, b.id, &b, &on) == COA_OK ? in_words(&b, b.parts > 0) : NULL;
}
#endif

int main(void)
{
    const int status = load();
    const char *booking;
    unsigned i;
    if (status != 0) return printf("status %d\n", status), 1;
    while ((booking = next()) != NULL) printf("booking %s\n", booking);
    for (i = 0; i < asked_count; i++) printf("gets %s\n", got(kept, asked[i]));
    return 0;
}
