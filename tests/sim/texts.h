/* texts.h - cases as text: inputs, and what must be said of each, in a file beside the
 * test.
 *
 *     # words               for the reader; as is an empty line
 *     == SECTION words      which test reads what follows; the words are for its function
 *     input -> answer       an input without an end of line
 *     input
 *     more of it            an input of two lines
 *     -> answer
 *     -> more of it
 *
 * \n, \t, \\ and \x1F stand for a byte. A line that ends with \ has no end of line. */
#ifndef TEXTS_H
#define TEXTS_H

#include "test.h"

#include <stdarg.h>

enum { TEXTS_ROOM = 1 << 14 };

typedef void texts_function(const char *input); /* says what it makes of it: */

static char texts_said[TEXTS_ROOM], texts_words[TEXTS_ROOM]; /* of the section */

static inline void texts_say(const char *format, ...)
{
    const size_t n = strlen(texts_said);
    va_list args;
    va_start(args, format);
    vsnprintf(texts_said + n, sizeof texts_said - n, format, args);
    va_end(args);
}

/* Adds the bytes that the line stands for, and `end`. */
static void texts_add(char *to, const char *line, const char *end)
{
    size_t n = strlen(to);
    for (; *line; line++) {
        const int escaped = *line == '\\';
        char c = escaped ? *++line : *line, hex[3] = "";
        CHECK(n + 2 < TEXTS_ROOM);
        if (!c) return;
        if (escaped && c == 'n') c = '\n';
        if (escaped && c == 't') c = '\t';
        if (escaped && c == 'x') {
            memcpy(hex, line + 1, 2);
            c = (char)strtol(hex, NULL, 16);
            line += 2;
        }
        to[n++] = c;
        to[n] = 0;
    }
    strcat(to, end);
}

static inline void texts_case(texts_function *make, const char *input, const char *want,
                              const char *file, int at)
{
    const size_t n = strlen(want);
    *texts_said = 0;
    make(input);
    if (strncmp(texts_said, want, n) == 0 &&
        (!texts_said[n] || strcmp(texts_said + n, "\n") == 0))
        return;
    snprintf(test_message_, sizeof test_message_, "%s:%d: '%.150s' against '%.150s'",
             file, at, texts_said, want);
    TEST_LEAVE_(1);
}

/* What the function says of each input of a section is what the file says. */
static inline void texts_check(const char *file, const char *section,
                               texts_function *make)
{
    static char line[TEXTS_ROOM], input[TEXTS_ROOM], want[TEXTS_ROOM];
    FILE *f = fopen(file, "rb");
    int at = 0, begun = 0, answered = 0, here = 0, cases = 0;
    CHECK(f != NULL);
    for (;;) {
        const int more = fgets(line, sizeof line, f) != NULL;
        char *arrow = line;
        if (answered && (!more || strncmp(line, "->", 2) != 0)) {
            if (here) texts_case(make, input, want, file, begun);
            cases += here;
            *input = *want = 0;
            begun = answered = 0;
        }
        if (!more) break;
        at++;
        CHECK(strchr(line, '\n') != NULL);
        *strchr(line, '\n') = 0;
        if (!begun && (!*line || *line == '#')) continue;
        if (!begun && strncmp(line, "== ", 3) == 0) {
            const size_t n = strcspn(line + 3, " ");
            here = strlen(section) == n && strncmp(line + 3, section, n) == 0;
            *texts_words = 0;
            texts_add(texts_words, line + 3 + n + (line[3 + n] != 0), "");
            continue;
        }
        if (!begun) begun = at;
        if (strncmp(line, "->", 2) != 0) {
            arrow = strstr(line, " ->");
            if (arrow) *arrow++ = 0;
            texts_add(input, line, arrow ? "" : "\n");
        }
        if (!arrow) continue;
        if (answered) strcat(want, "\n");
        texts_add(want, arrow + 2 + (arrow[2] != 0), "");
        answered = 1;
    }
    fclose(f);
    CHECK(cases > 0);
}

#endif
