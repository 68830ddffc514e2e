/* logfilter.c - a filter is read from left to right; as all terms are joined by `and`,
 * brackets change nothing and are skipped like blanks. */
#include "logtool/logfilter.h"

#include "program/cli.h"

#include <string.h>

static const char *skip_blanks(const char *p)
{
    while (*p == ' ' || *p == '\t' || *p == '(' || *p == ')') p++;
    return p;
}

/* Each of these moves *p behind what it read. */

/* SWF_FIELD_COUNT if there is no name of a field. */
static swf_field read_field(const char **p)
{
    static const char *const names[SWF_FIELD_COUNT] = {
        "job",    "submit",     "wait",     "run",        "procs",     "cpu",
        "memory", "req_procs",  "req_time", "req_memory", "status",    "user",
        "group",  "executable", "queue",    "partition",  "preceding", "think"};
    const size_t length = strspn(*p, "abcdefghijklmnopqrstuvwxyz_");
    int i;
    for (i = 0; i < SWF_FIELD_COUNT; i++)
        if (strlen(names[i]) == length && memcmp(names[i], *p, length) == 0) {
            *p += length;
            return (swf_field)i;
        }
    return SWF_FIELD_COUNT;
}

static int read_operator(const char **p, char op[3])
{
    const size_t length = strspn(*p, "=<>!");
    if (length == 0 || length > 2 || (length == 2 && ((*p)[1] != '=' || **p == '=')) ||
        (length == 1 && **p == '!'))
        return -1;
    memcpy(op, *p, length);
    op[length] = 0;
    *p += length;
    return 0;
}

static int read_number(const char **p, int64_t *value)
{
    char digits[24];
    const int negative = **p == '-';
    size_t length;
    *p += negative;
    length = strspn(*p, "0123456789");
    if (length == 0 || length >= sizeof digits) return -1;
    memcpy(digits, *p, length);
    digits[length] = 0;
    *p += length;
    *value = cli_digits(digits, 0);
    if (*value < 0) return -1;
    if (negative) *value = -*value;
    return 0;
}

static int read_term(const char **p, struct logfilter_term *t)
{
    t->field = read_field(p);
    *p = skip_blanks(*p);
    if (t->field == SWF_FIELD_COUNT || read_operator(p, t->op) != 0) return -1;
    *p = skip_blanks(*p);
    return read_number(p, &t->value);
}

static int read_and(const char **p)
{
    if (strncmp(*p, "and", 3) != 0 || ((*p)[3] != ' ' && (*p)[3] != '(')) return 0;
    *p = skip_blanks(*p + 3);
    return 1;
}

int logfilter_read(struct logfilter *f, const char *text)
{
    const char *p = skip_blanks(text);
    memset(f, 0, sizeof *f);
    f->text = text;
    do {
        if (f->count == LOGFILTER_TERMS || read_term(&p, &f->terms[f->count]) != 0)
            return -1;
        p = skip_blanks(p);
        f->count++;
    } while (read_and(&p));
    return *p ? -1 : 0;
}

static int term_holds(const struct logfilter_term *t, const swf_job *job)
{
    const int64_t x = swf_get(job, t->field);
    if (t->op[0] == '=') return x == t->value;
    if (t->op[0] == '!') return x != t->value;
    if (x == t->value) return t->op[1] == '=';
    return t->op[0] == '<' ? x < t->value : x > t->value;
}

int logfilter_holds(const struct logfilter *f, const swf_job *job)
{
    size_t i;
    for (i = 0; i < f->count; i++)
        if (!term_holds(&f->terms[i], job)) return 0;
    return 1;
}
