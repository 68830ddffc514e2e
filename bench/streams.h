/* streams.h - the seeded request streams every benchmark of the calendar runs.
 *
 *   wide      sizes log-uniform in [1, N/4], lengths log-normal (mu 8.0, sigma 1.6)
 *             clipped to 60 s .. 36 h, Poisson arrivals at load 0.8, 20 % ready
 *             0 .. 3 h ahead
 *   narrow    the same with sizes log-uniform in [1, 32]: many bookings alive
 *   small     the same with sizes log-uniform in [1, 16]
 *   backlog   as wide at load 1.2, half of the requests ready up to 7 days ahead,
 *             4-week horizon
 *   deep      as backlog at load 0.8, ready up to 14 days ahead
 *
 * Load is exact for the stream drawn: arrivals are stretched until the requested servers
 * x seconds are `load` times the available ones. */
#ifndef STREAMS_H
#define STREAMS_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct bench_request {
    int64_t submit, ready, length;
    uint32_t servers;
} bench_request;

typedef struct bench_stream {
    const char *name;
    uint32_t servers; /* N */
    int64_t horizon;  /* 0 = none */
    uint64_t seed;
    size_t count;
    bench_request *requests; /* by submit time */
} bench_stream;

static const char *const bench_stream_names[] = {"wide", "narrow", "backlog", "small",
                                                 "deep"};
enum { BENCH_WIDE, BENCH_NARROW, BENCH_BACKLOG, BENCH_SMALL, BENCH_DEEP, BENCH_STREAMS };

typedef struct bench_random {
    uint64_t state;
} bench_random;

/* splitmix64, as a fraction in [0, 1) */
static inline double bench_uniform(bench_random *r)
{
    uint64_t z = (r->state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static inline double bench_normal(bench_random *r)
{
    const double u = 1 - bench_uniform(r), v = bench_uniform(r);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* Log-uniform whole number in [1, most]. */
static inline uint32_t bench_size(bench_random *r, uint32_t most)
{
    const double n = exp(bench_uniform(r) * log((double)most + 1));
    return n < most ? (uint32_t)n : most;
}

static inline int64_t bench_length(bench_random *r)
{
    const double l = exp(8.0 + 1.6 * bench_normal(r));
    return l < 60 ? 60 : l > 129600 ? 129600 : (int64_t)l;
}

/* NULL requests if out of memory. */
static inline bench_stream bench_stream_make(int kind, uint32_t servers, size_t count,
                                             uint64_t seed)
{
    const int far = kind == BENCH_BACKLOG || kind == BENCH_DEEP;
    const double load = kind == BENCH_BACKLOG ? 1.2 : 0.8;
    const double ahead = far ? 0.5 : 0.2;
    const double window = kind == BENCH_DEEP ? 14 * 86400 : far ? 7 * 86400 : 3 * 3600;
    const uint32_t limit = kind == BENCH_NARROW  ? 32
                           : kind == BENCH_SMALL ? 16
                                                 : UINT32_MAX;
    uint32_t most = servers / 4 ? servers / 4 : 1;
    bench_random r;
    bench_stream s;
    double area = 0, passed = 0, *at = (double *)malloc(count * sizeof *at);
    size_t i;
    memset(&s, 0, sizeof s);
    s.name = bench_stream_names[kind];
    s.servers = servers;
    s.seed = seed;
    s.horizon = far ? 28 * 86400 : 0;
    s.count = count;
    s.requests = (bench_request *)malloc(count * sizeof *s.requests);
    r.state = seed * 1000003 + servers * 31 + (uint64_t)kind;
    if (most > limit) most = limit;
    if (!at || !s.requests) {
        free(s.requests);
        s.requests = NULL;
        s.count = 0;
    }
    for (i = 0; i < s.count; i++) {
        bench_request *q = &s.requests[i];
        q->servers = bench_size(&r, most);
        q->length = bench_length(&r);
        area += (double)q->servers * (double)q->length;
        at[i] = (passed -= log(1 - bench_uniform(&r)));
        q->ready = bench_uniform(&r) < ahead ? (int64_t)(bench_uniform(&r) * window) : 0;
    }
    for (i = 0; i < s.count; i++) {
        bench_request *q = &s.requests[i];
        q->submit = (int64_t)(at[i] / passed * area / load / servers);
        q->ready += q->submit;
    }
    free(at);
    return s;
}

/* `live` bookings of one server on as many servers, starting up to 7 days ahead, all
 * requested at 0, then `more` at the rate at which they end. */
static inline bench_stream bench_stream_steady(size_t live, size_t more, uint64_t seed)
{
    const double ahead = 7 * 86400, stay = ahead / 2 + 9500; /* mean length: about 9500 */
    bench_random r;
    bench_stream s;
    double at = 0;
    size_t i;
    memset(&s, 0, sizeof s);
    s.name = "steady";
    s.servers = (uint32_t)live;
    s.seed = seed;
    s.requests = (bench_request *)malloc((live + more) * sizeof *s.requests);
    s.count = s.requests ? live + more : 0;
    r.state = seed * 1000003 + live;
    for (i = 0; i < s.count; i++) {
        bench_request *q = &s.requests[i];
        const double u = bench_uniform(&r);
        if (i >= live) at -= log(1 - bench_uniform(&r)) * stay / (double)live;
        q->servers = 1;
        q->length = bench_length(&r);
        q->submit = (int64_t)at;
        q->ready = q->submit + (int64_t)(ahead * (i < live ? 1 - sqrt(1 - u) : u));
    }
    return s;
}

#endif
