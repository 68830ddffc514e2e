/* words.h - the words of coalloc_sim's options. */
#ifndef WORDS_H
#define WORDS_H

#include "kit/option.h"

#define WORDS(name, ...) static const struct option_word name[] = {__VA_ARGS__, {0}};

WORDS(indexes, {.word = "map"}, {.word = "range-tree"},
      {.word = "count", .about = "late binding: servers are named when the job starts"},
      {.word = "slices", .about = "as map, for at most 1024 servers"})
WORDS(places,
      {.word = "default",
       .about = "best-fit on map and slices, paper on range-tree, first-fit on count"},
      {.word = "best-fit"}, {.word = "first-fit"}, {.word = "contiguous"},
      {.word = "paper", .about = "range-tree only"})
WORDS(paper_words, {.word = "paper", .about = "as Castillo et al. with --lengths paper"})
WORDS(retry_words, {.word = "half"}, {.word = "none"}, {.word = "paper"})
WORDS(lengths_known,
      {.word = "requested", .about = "where that is missing, the run time"},
      {.word = "actual", .about = "the run time"},
      {.word = "tsafrir",
       .about = "requests as users make them, by a model: see --limit"},
      {.word = "paper", .about = "online the run time, the others the time requested"})
WORDS(sizes, {.word = "requested"}, {.word = "allocated"})
WORDS(overruns, {.word = "kill", .about = "it is cut off"},
      {.word = "extend", .about = "it is planned by its run time"})
WORDS(late_words, {.word = "wait", .about = "it starts when there is room"},
      {.word = "refuse", .about = "when it comes, if it cannot be on time"})
WORDS(bindings, {.word = "count", .about = "where enough servers are free all the time"},
      {.word = "ids", .about = "where the same ones are free throughout"})
WORDS(tie_rules,
      {.word = "ends-first", .about = "all ends, one re-plan, arrivals, starts"},
      {.word = "per-event", .about = "arrivals as read, a re-plan for each end, starts"})
WORDS(compressions, {.word = "none", .about = "nobody moves"},
      {.word = "arrival", .about = "each takes its earliest start, in queue order"},
      {.word = "start", .about = "the same in order of their planned starts"})

#endif
