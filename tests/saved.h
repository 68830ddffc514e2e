/* saved.h - streams that older versions have saved, in tests/data: a stream in
 * hexadecimal, then lines that say what it holds and how it goes on. Include after
 * test.h. */
#ifndef SAVED_H
#define SAVED_H

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
