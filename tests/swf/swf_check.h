/* swf_check.h - what must hold for swf.h whatever the input is; shared by the property
 * tests and the fuzzer.
 *
 * A transcript is a text with everything a reader delivered: two readings are the
 * same if their transcripts are. */
#ifndef SWF_CHECK_H
#define SWF_CHECK_H

#include "swf.h"
#include "test.h"

#include <dirent.h>
#include <inttypes.h>

typedef struct swf_check_text { /* zero-initialise; free(data) */
    char *data;
    size_t size, capacity;
} swf_check_text;

static inline char *swf_check_room(swf_check_text *t, size_t n)
{
    if (n > t->capacity - t->size) {
        t->capacity = 2 * t->capacity + n + 4096;
        t->data = (char *)realloc(t->data, t->capacity);
        if (!t->data) abort();
    }
    return t->data + t->size;
}

static inline void swf_check_bytes(swf_check_text *t, const void *bytes, size_t n)
{
    char *room = swf_check_room(t, n);
    if (n) memcpy(room, bytes, n);
    t->size += n;
}

/* NUMBERS(t, a, b): they follow. */
#define NUMBERS(t, ...)                                  \
    swf_check_bytes((t), (const int64_t[]){__VA_ARGS__}, \
                    sizeof((const int64_t[]){__VA_ARGS__}))

static inline void swf_check_span(swf_check_text *t, swf_span s)
{
    NUMBERS(t, (int64_t)s.size);
    swf_check_bytes(t, s.data, s.size);
}

static inline void swf_check_requirements(swf_check_text *t, const swf_job *job)
{
    swf_span rest = swf_requirements(job);
    swf_requirement r;
    swf_status s;
    while ((s = swf_next_requirement(&rest, &r)) == SWF_OK) {
        NUMBERS(t, r.op, r.importance, r.usage, r.has_number, r.number.whole,
                r.number.micro, r.has_priority, r.priority);
        swf_check_span(t, r.name);
        swf_check_span(t, r.value);
        swf_check_span(t, r.unit);
    }
    CHECK_EQ(s, SWF_END);
}

/* A text that is missing is written as what it means: the number, or -1. */
static inline void swf_check_column(swf_check_text *t, const swf_job *job, unsigned i)
{
    const swf_span text = swf_gwf_column(job, i);
    char number[32];
    snprintf(number, sizeof number, "%" PRId64,
             i <= 16 ? swf_get(job, (swf_field)(i - 1)) : -1);
    swf_check_span(t, text.size ? text : swf_text(number));
}

static inline void swf_check_job(swf_check_text *t, const swf_job *job)
{
    NUMBERS(t, job->format, job->present, job->fractions);
    for (unsigned i = 0; i < SWF_FIELD_COUNT; i++) {
        const swf_decimal d = swf_get_decimal(job, (swf_field)i);
        NUMBERS(t, d.whole, d.micro);
        CHECK(d.micro >= -500000 && d.micro <= 500000);
        CHECK((job->present >> i & 1u) == (d.whole != -1 || d.micro));
    }
    swf_check_span(t, swf_requirements(job));
    swf_check_requirements(t, job);
    for (unsigned i = 12; i <= 29 && job->format == SWF_FORMAT_GWF; i++)
        swf_check_column(t, job, i);
}

/* What an item says; not where it stood and how well it was written. */
static inline void swf_check_item(swf_check_text *t, const swf_item *item)
{
    NUMBERS(t, item->kind);
    if (item->kind == SWF_JOB) swf_check_job(t, &item->job);
    if (item->kind == SWF_COMMENT) swf_check_span(t, item->comment);
    if (item->kind == SWF_HEADER) {
        NUMBERS(t, item->header.directive, item->header.has_value,
                item->header.value.whole, item->header.value.micro);
        swf_check_span(t, item->header.key);
        swf_check_span(t, item->header.text);
        swf_check_span(t, item->header.rest);
    }
}

static inline void swf_check_error(swf_check_text *t, const swf_error *e, size_t size)
{
    NUMBERS(t, e->code, (int64_t)e->line, e->column, (int64_t)e->byte, e->field);
    CHECK(e->byte <= size);
    if (e->code == SWF_OK) return;
    CHECK(e->line > 0 && e->column > 0 && e->column <= SWF_LINE_MAX + 1 &&
          e->field <= 30);
    CHECK_STR(e->text, swf_status_text(e->code));
}

/* What a reading gives. Zero-initialise; swf_check_free. */
typedef struct swf_check_reading {
    swf_check_text transcript;
    swf_check_text items;   /* only what the items say, the skipped ones left out */
    swf_check_text written; /* these items written down again                     */
    swf_format format;
    int changed; /* the format, after the '#' with which the log begins */
} swf_check_reading;

static inline void swf_check_free(swf_check_reading *r)
{
    free(r->transcript.data);
    free(r->items.data);
    free(r->written.data);
}

static inline void swf_check_write(swf_check_reading *r, const swf_item *item)
{
    static char text[2 * SWF_LINE_MAX];
    const size_t n = item->kind == SWF_JOB
                         ? swf_write_job(text, sizeof text, &item->job, r->format)
                     : item->kind == SWF_HEADER
                         ? swf_write_header(text, sizeof text, &item->header, r->format)
                         : swf_write_comment(text, sizeof text, item->comment, r->format);
    CHECK(n > 0 && n < sizeof text);
    CHECK_EQ(text[n], 0);
    /* a line near the limit may grow by the blanks and zeros it was spared */
    if (n > SWF_LINE_MAX) return;
    swf_check_bytes(&r->written, text, n);
    swf_check_item(&r->items, item);
}

/* Reads `size` bytes that arrive in pieces ending at cuts[0] <= cuts[1] ... Each piece
 * is in a separate block that is gone when the next comes. */
static inline void swf_check_read(swf_check_reading *r, const char *data, size_t size,
                                  const swf_desc *desc, const size_t *cuts,
                                  size_t cut_count)
{
    swf_reader reader;
    swf_item item;
    swf_status s = SWF_NEED_MORE;
    char *piece = NULL;
    size_t from = 0, next = 0, calls = 0;
    CHECK_EQ(swf_init(&reader, desc), SWF_OK);
    for (;;) {
        s = swf_next(&reader, &item);
        CHECK(calls++ <= size + cut_count + 3); /* it never stands still */
        if (s == SWF_NEED_MORE) {
            const size_t to = next < cut_count ? cuts[next] : size;
            CHECK(next <= cut_count);
            free(piece);
            piece = (char *)malloc(to - from + (to == from));
            if (!piece) abort();
            if (to > from) memcpy(piece, data + from, to - from);
            CHECK_EQ(swf_feed(&reader, piece, to - from, next == cut_count), SWF_OK);
            from = to;
            next++;
            continue;
        }
        if (s != SWF_OK) break;
        r->changed |= r->format == SWF_FORMAT_GWF && reader.format == SWF_FORMAT_SWF;
        r->format = (swf_format)reader.format;
        NUMBERS(&r->transcript, (int64_t)item.line,
                item.kind == SWF_JOB ? item.job.repaired : 0);
        swf_check_item(&r->transcript, &item);
        if (item.kind == SWF_SKIPPED)
            swf_check_error(&r->transcript, &reader.error, size);
        else
            swf_check_write(r, &item);
    }
    NUMBERS(&r->transcript, s);
    swf_check_error(&r->transcript, &reader.error, size);
    swf_check_bytes(&r->transcript, &reader.stats, sizeof reader.stats);
    if (desc->policy != SWF_STRICT) CHECK_EQ(s, SWF_END);
    if (s != SWF_END) CHECK_EQ(swf_next(&reader, &item), s); /* STRICT stays stopped */
    free(piece);
}

static inline void swf_check_same(const swf_check_text *a, const swf_check_text *b)
{
    CHECK_EQ(a->size, b->size);
    CHECK(a->size == 0 || memcmp(a->data, b->data, a->size) == 0);
}

/* The output reads as the same items again, and none is bad. */
static inline void swf_check_rewrite(const swf_check_reading *r)
{
    swf_check_reading again = {.format = SWF_FORMAT_AUTO};
    swf_desc desc = {SWF_LENIENT, 0};
    desc.format = (uint32_t)r->format;
    swf_check_read(&again, r->written.data, r->written.size, &desc, NULL, 0);
    swf_check_same(&r->items, &again.items);
    if (!r->changed) swf_check_same(&r->written, &again.written);
    swf_check_free(&again);
}

/* All of it, for any bytes: in one piece, in the pieces given, written and read again. */
static inline void swf_check_policy(const char *data, size_t size, const size_t *cuts,
                                    size_t cut_count, uint32_t policy)
{
    swf_check_reading whole = {.format = SWF_FORMAT_AUTO}, pieces = whole;
    swf_desc desc = {0, SWF_FORMAT_AUTO};
    desc.policy = policy;
    swf_check_read(&whole, data, size, &desc, NULL, 0);
    swf_check_read(&pieces, data, size, &desc, cuts, cut_count);
    swf_check_same(&whole.transcript, &pieces.transcript);
    swf_check_rewrite(&whole);
    swf_check_free(&whole);
    swf_check_free(&pieces);
}

static inline void swf_check_any(const char *data, size_t size, const size_t *cuts,
                                 size_t cut_count)
{
    for (uint32_t policy = SWF_STRICT; policy <= SWF_REPAIR; policy++)
        swf_check_policy(data, size, cuts, cut_count, policy);
}

/* ---- the corpus: tests/data -------------------------------------------------------- */

#define SWF_CHECK_CORPUS "tests/data"

static inline int swf_check_load(const char *path, swf_check_text *t)
{
    FILE *f = fopen(path, "rb");
    size_t n;
    t->size = 0;
    if (!f) return -1;
    do {
        n = fread(swf_check_room(t, 4096), 1, 4096, f);
        t->size += n;
    } while (n > 0);
    fclose(f);
    return 0;
}

/* Lines with something on them that is not a comment. */
static inline uint64_t swf_check_job_lines(const char *data, size_t size)
{
    uint64_t count = 0;
    size_t i = 0;
    if (size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0) i = 3;
    for (; i < size; i++) {
        while (i < size && (data[i] == ' ' || data[i] == '\t' || data[i] == '\r')) i++;
        count += i < size && data[i] != '\n' && data[i] != ';' && data[i] != '#';
        while (i < size && data[i] != '\n') i++;
    }
    return count;
}

/* Calls visit with each trace of the corpus; returns how many there are. */
static inline int swf_check_corpus(void (*visit)(const char *name, const char *data,
                                                 size_t size))
{
    DIR *dir = opendir(SWF_CHECK_CORPUS);
    struct dirent *entry;
    int count = 0;
    if (!dir) return 0;
    while ((entry = readdir(dir)) != NULL) {
        swf_check_text file = {NULL, 0, 0};
        char path[512];
        const char *dot = strrchr(entry->d_name, '.');
        if (!dot || (strcmp(dot, ".swf") != 0 && strcmp(dot, ".gwf") != 0)) continue;
        snprintf(path, sizeof path, "%s/%s", SWF_CHECK_CORPUS, entry->d_name);
        CHECK(swf_check_load(path, &file) == 0);
        visit(entry->d_name, file.data, file.size);
        free(file.data);
        count++;
    }
    closedir(dir);
    return count;
}

#endif
