/* sacct.h - reads what Slurm's accounting says of jobs.
 *
 *     sacct -a -P -D -S 2026-01-01 -E now -o "$(SACCT_COLUMNS)"
 *
 * The first line names the columns; any set of them will do that has JobID, State and
 * Submit, in any order. Steps are dropped; the components of a heterogeneous job are one
 * job; each run of a job that was requeued is a job of its own (sacct -D lists them).
 */
#ifndef SACCT_H
#define SACCT_H

#include "base/error.h"
#include "logtool/sitelog.h"

/* Those that are read; all that a log has a place for. */
#define SACCT_COLUMNS                                                        \
    "JobID,Cluster,User,Group,JobName,QOS,Partition,State,Submit,Start,End," \
    "Elapsed,Timelimit,AllocCPUS,ReqCPUS,AllocNodes,ReqNodes,ReqMem,TotalCPU"

/* 0, or -1. */
int sacct_read(struct sitelog *s, struct error *e);

#endif
