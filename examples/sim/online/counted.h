/* counted.h - --resources, --nodes and --fit: GPUs and memory are counted under every
 * policy (workload/resources.h).
 */
#ifndef COUNTED_H
#define COUNTED_H

#include "kit/option.h"
#include "kit/run.h"
#include "online/schedule.h"

struct counted_question { /* as the user gives them, or NULL */
    const char *resources, *nodes;
    int64_t fit;
};

extern const struct option_word counted_fits[];

/* clang-format off */
#define COUNTED_OPTIONS_OF(type, member)                                                 \
    {"resources", OPTION(OPTION_TEXT, type, member.resources), .of = OF_WORLD,           \
     .meta = "LIST|log|none", .said = "as in the log's header, if given",                \
     .help = "what to count besides servers, such as gpus=64,memory=4096GB; log: as"   \
             " in the header's Resources. Jobs state their needs after field 18, as"    \
             " swf_tool convert writes them"},                                         \
    {"nodes", OPTION(OPTION_TEXT, type, member.nodes), .of = OF_WORLD,                   \
     .meta = "N|CLASSES", .said = "one pool, no fragmentation",                          \
     .help = "jobs are packed on N nodes of equal size, or on CLASSES of nodes, such as" \
             " 16x64cpu4gpu512GB,16x128cpu"},                                            \
    {"fit", OPTION(OPTION_WORD, type, member.fit), .of = OF_WORLD,                       \
     .words = counted_fits, .value = "first", .spans = OPTION_POINTS,                    \
     .help = "--nodes: which nodes a job gets"}
/* clang-format on */

/* Is any of them given? */
int counted_asked(const struct counted_question *q);

/* Ends the program where the options are wrong, whatever the log. */
void counted_check(const struct counted_question *q);

/* Reads the nodes. Their servers; if it describes none, as many as given. */
uint32_t counted_servers(struct resources *r, const struct counted_question *q,
                         uint32_t given);

/* Where the number of servers is from: "--nodes", "--servers", or NULL. */
const char *counted_said(const struct resources *r, int servers);

/* When the workload is read, too: counts all that; if nothing is asked, `by_header` says
 * whether the header of the log does. */
void counted_begin(struct resources *r, const struct counted_question *q,
                   const struct workload *w, int by_header);

/* How much of each was in use. */
void counted_give(struct run *to, const struct schedule *d);

#endif
