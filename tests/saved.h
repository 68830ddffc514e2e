/* saved.h - streams that older versions have saved, in tests/data: a stream in
 * hexadecimal, then lines that say what it holds and how it goes on. Include after the
 * header, and after test.h where there are files. */
#ifndef SAVED_H
#define SAVED_H

#include <stdarg.h>
#include <stdio.h>

/* ---- a booking as the files have it ------------------------------------------------ */

static char saved_words[512];

static inline void saved_say(const char *format, ...)
{
    const size_t n = strlen(saved_words);
    va_list args;
    va_start(args, format);
    vsnprintf(saved_words + n, sizeof saved_words - n, format, args);
    va_end(args);
}

/* They are small or INT64_MAX: not every machine has a printf of 64 bits. */
static inline void saved_number(const char *before, int64_t x)
{
    saved_say(x == INT64_MAX ? "%s9223372036854775807"
              : x == (long)x ? "%s%ld"
                             : "%s?",
              before, (long)x);
}

static inline void saved_begin(int64_t id, int64_t start, int64_t end)
{
    saved_words[0] = '\0';
    saved_number("", id);
    saved_number(" [", start);
    saved_number(", ", end);
    saved_say(")");
}

static inline void saved_tag(uint64_t tag)
{
    if (tag >> 32) saved_say(" tag %lx", (unsigned long)(tag >> 32));
    saved_say(tag >> 32 ? "%08lx" : " tag %lx", (unsigned long)(tag & 0xFFFFFFFFu));
}

#ifdef COALLOC_H
static inline const char *in_words(const coa_booking *b, int was_part)
{
    saved_begin((int64_t)b->id, b->start, b->end);
    saved_say(" servers %lu", (unsigned long)b->servers);
    saved_tag(b->tag);
    saved_say("%s%s", was_part ? " part" : "", b->block ? " block" : "");
    for (uint32_t i = 0; i < b->run_count; i++)
        saved_say(" %lu+%lu", (unsigned long)b->runs[i].first,
                  (unsigned long)b->runs[i].count);
    return saved_words;
}

/* What the request of a file gets. */
static inline const char *got(coa_calendar *cal, const int *q)
{
    const coa_request r = {.ready = q[0], .length = q[1], .servers = (uint32_t)q[2]};
    coa_booking b;
    return coa_reserve(cal, &r, &b) == COA_OK ? in_words(&b, 0) : "nothing";
}
#endif

#ifdef NETSCHED_H
static inline const char *in_words(const nets_booking *b)
{
    saved_begin((int64_t)b->id, b->start, b->end);
    saved_tag(b->tag);
    saved_say("%s", b->block == 2 ? " failure" : b->block ? " block" : "");
    for (uint32_t i = 0; i < b->count; i++) {
        const nets_use *u = b->uses + i;
        saved_say(" %d.%lu leg %lu", (int)u->kind, (unsigned long)u->index,
                  (unsigned long)u->leg);
        saved_number(" [", u->from);
        saved_number(", ", u->to);
        saved_number(") ", u->amount);
        saved_number(" ", u->flow);
        saved_number("/", u->whole);
    }
    return saved_words;
}

/* What the request of a file gets. */
static inline const char *got(nets_network *net, const int *q)
{
    const nets_request r = {.from = (uint32_t)q[0],
                            .to = (uint32_t)q[1],
                            .ready = q[2],
                            .length = q[3],
                            .bandwidth = q[4]};
    nets_plan p = {0};
    nets_booking b;
    nets_id id;
    const int made = nets_first_slot(net, &r, &p) == NETS_OK &&
                     nets_commit(net, &p, &id) == NETS_OK &&
                     nets_get(net, id, &b) == NETS_OK;
    nets_plan_free(&p);
    return made ? in_words(&b) : "nothing";
}
#endif

/* ---- the files --------------------------------------------------------------------- */

#ifdef TEST_H
typedef struct saved_file {
    FILE *file;
    unsigned char at[2048]; /* the stream */
    size_t size, pos;
    char line[600]; /* the next line that is to come true; "" at the end */
} saved_file;

static inline void saved_line(saved_file *s)
{
    do
        if (!fgets(s->line, sizeof s->line, s->file)) s->line[0] = '\0';
    while (s->line[0] == '#');
    s->line[strcspn(s->line, "\r\n")] = '\0';
}

static inline void saved_open(saved_file *s, const char *name)
{
    char path[64];
    unsigned byte;
    snprintf(path, sizeof path, "tests/data/%s.txt", name);
    memset(s, 0, sizeof *s);
    s->file = fopen(path, "r");
    CHECK(s->file != NULL);
    for (saved_line(s); strspn(s->line, "0123456789abcdef") >= 2; saved_line(s)) {
        const char *at = s->line;
        for (; sscanf(at, "%2x", &byte) == 1; at += 2) {
            CHECK(s->size < sizeof s->at);
            s->at[s->size++] = (unsigned char)byte;
        }
    }
    CHECK(s->size > 0);
}

/* Reads the stream, for coa_load and nets_load. */
static inline size_t saved_read(void *ctx, void *data, size_t size)
{
    saved_file *s = (saved_file *)ctx;
    if (size > s->size - s->pos) size = s->size - s->pos;
    if (size > 0) memcpy(data, s->at + s->pos, size);
    s->pos += size;
    return size;
}

/* What the line says after this word is `text`; a further line comes next. */
static inline void saved_is(saved_file *s, const char *word, const char *text)
{
    const char *at = strstr(s->line, word);
    CHECK(at != NULL);
    CHECK_STR(at + strlen(word), text);
    saved_line(s);
}

static inline void saved_close(saved_file *s)
{
    CHECK_STR(s->line, "");
    fclose(s->file);
}

#endif
#endif
