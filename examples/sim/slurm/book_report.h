/* book_report.h - a booking as a picture. */
#ifndef BOOK_REPORT_H
#define BOOK_REPORT_H

#include "slurm/book_journal.h"
#include "slurm/slurm_cluster.h"

/* A page: what holds the nodes of each cluster over time, with the booking at its next
 * place; `why` as book_plan says. */
void book_report_page(const char *path, const struct booking *b,
                      const struct slurm_cluster *clusters, const char *why);

#endif
