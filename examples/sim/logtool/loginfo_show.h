/* loginfo_show.h - writes the figures of a log (loginfo.h), as a table or as JSON. */
#ifndef LOGINFO_SHOW_H
#define LOGINFO_SHOW_H

#include "logtool/loginfo.h"
#include "logtool/sheet.h"

void loginfo_show(struct sheet *s, const struct loginfo *f);

#endif
