/* pbslog.h - reads the accounting records of PBS Professional, OpenPBS and Torque:
 *
 *     11/23/2026 16:47:17;E;12.server;user=ann queue=workq start=... end=... ...
 *
 * An E record says all of a job that has ended. A job that was deleted (D) or aborted (A)
 * before it started is known from its Q record. Records of several days may follow one
 * another in any order.
 */
#ifndef PBSLOG_H
#define PBSLOG_H

#include "base/error.h"
#include "logtool/sitelog.h"

/* 0, or -1. */
int pbslog_read(struct sitelog *s, struct error *e);

#endif
