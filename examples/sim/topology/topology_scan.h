/* topology_scan.h - what the readers of all network formats share: a text with its line
 * numbers, words, and how nodes and links are added to the network.
 *
 *     void topology_NAME_read(struct topology_source *s)      a reader
 *     {
 *         for (topology_scan_skip(s); s->at < s->end; topology_scan_skip(s)) {
 *             const struct word w = topology_scan_word(s, "()");
 *             ...
 *             if (...) topology_scan_fail(s, "unexpected '%.*s'", WORD(w));
 *             topology_scan_add_node(s, w, 0, 0, 0);
 *         }
 *     }
 *
 * A fault ends the reader: topology_scan_fail jumps back to topology_scan_run, so a
 * reader has nothing to free. What it has to remember is in the source.
 *
 * A link without a delay gets it from the distance of its nodes if both are placed
 * (great circle, 200 km in a millisecond, as light in fibre), or else the default.
 */
#ifndef TOPOLOGY_SCAN_H
#define TOPOLOGY_SCAN_H

#include "base/error.h"
#include "base/map.h"
#include "base/names.h"
#include "base/word.h"
#include "topology/topology.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>

struct topology_source {  /* zero but for name, text, options, t, error, of */
    const char *name;     /* for messages                                */
    const char *at, *end; /* the rest of the text; *end is 0             */
    unsigned long line;   /* of `at`, from 1; 0 = there is no text       */
    const struct topology_options *options;
    struct topology *t; /* the network that is made                    */
    struct error *error;
    const void *of;   /* a generator's: what it is to make           */
    struct map seen;  /* the reader's: pairs that were there         */
    struct names ids; /* the reader's: of nodes, by their numbers    */
    jmp_buf failed;
};

/* Calls the reader for the network *t, which must then have a node. 0, or -1 with a
 * sentence: the network is the caller's to free. */
int topology_scan_run(struct topology_source *s, void (*read)(struct topology_source *s));

#if defined(__GNUC__) || defined(__clang__)
#define TOPOLOGY_SCAN_ENDS __attribute__((noreturn))
#else
#define TOPOLOGY_SCAN_ENDS
#endif

/* Ends the reader with this sentence, and the line number before it. */
ERROR_PRINTF(2, 3)
TOPOLOGY_SCAN_ENDS
void topology_scan_fail(struct topology_source *s, const char *format, ...);

/* Ends the reader unless there is memory: if `failed` is not 0. */
void topology_scan_memory(struct topology_source *s, int failed);

/* ---- the text ---------------------------------------------------------------------- */

/* Goes over blanks, line ends, and comments from '#' to the end of the line. */
void topology_scan_skip(struct topology_source *s);

/* Goes over so many bytes. */
void topology_scan_over(struct topology_source *s, size_t bytes);

/* Takes what stands before the next blank or one of the characters in `ends`. */
struct word topology_scan_word(struct topology_source *s, const char *ends);

/* Does the rest of the text begin so? */
int topology_scan_begins(const struct topology_source *s, const char *with);

/* ---- the network ------------------------------------------------------------------- */

/* The name as the network keeps it, in `to`: characters that would end a word in our own
 * format become '_', other bytes than UTF-8 are ISO 8859-1. */
struct word topology_scan_name(struct topology_source *s, struct word w,
                               char to[TOPOLOGY_NAME]);

void topology_scan_add_node(struct topology_source *s, struct word name, int placed,
                            double lon, double lat);

/* The node of that name. */
uint32_t topology_scan_node(struct topology_source *s, struct word name);

/* So many bit/s in the caller's unit, to the nearest whole one, but 1 at least. */
int64_t topology_scan_capacity(struct topology_source *s, double bps);

/* So many microseconds in the caller's ticks, rounded up. */
int64_t topology_scan_delay(struct topology_source *s, double us);

/* Adds a link. Capacity 0: the default; delay -1: by distance, or the default. */
void topology_scan_add_link(struct topology_source *s, uint32_t from, uint32_t to,
                            int64_t capacity, int64_t delay, int oneway);

/* ---- the readers ------------------------------------------------------------------- */

void topology_graphml_read(struct topology_source *s);
void topology_sndlib_read(struct topology_source *s);
void topology_text_read(struct topology_source *s);

#endif
