/* sacct_json.h - what sacct --json prints, as the columns that sacct -P prints. */
#ifndef SACCT_JSON_H
#define SACCT_JSON_H

#include "base/input.h"
#include "logtool/sitelog.h"

/* The columns of each job, in this order. */
#define SACCT_JSON_COLUMNS                                                           \
    "JobID|Cluster|User|Account|Group|JobName|QOS|Partition|State|Submit|Start|End|" \
    "Reservation|TimelimitRaw|AllocTRES|ReqTRES|ReqCPUS|AllocNodes|ReqMem|TotalCPU"
enum { SACCT_JSON_FIELDS = 20 };

/* Calls `each` for each job, once s->job is its id; what it returns, and the rest, is as
 * for sitelog_lines. A file may be several outputs, one after the other. */
typedef int (*sacct_json_fn)(void *context, const struct word *fields);
int sacct_json_read(struct sitelog *s, struct input *in, sacct_json_fn each,
                    void *context, struct error *e);

#endif
