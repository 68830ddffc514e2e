/* calls.h - calls and their answers as text, for the test_calls.c of each header: reads
 * the lines, makes each call in several worlds, and compares what is said. Include after
 * test.h. */
#ifndef CALLS_H
#define CALLS_H

#include <stdarg.h>

enum { CALLS_LINES = 1000, CALLS_LINE = 240 };

static char lines[CALLS_LINES][CALLS_LINE], answer[400];

/* ---- a line is read ---------------------------------------------------------------- */

static int read_lines(const char *usual)
{
    const char *name = getenv("CALLS");
    FILE *f = fopen(name ? name : usual, "r");
    int n = 0;
    CHECK(f != NULL);
    while (n < CALLS_LINES && fgets(lines[n], CALLS_LINE, f)) {
        CHECK(strchr(lines[n], '\n') != NULL);
        lines[n][strcspn(lines[n], "\r\n")] = '\0';
        n++;
    }
    fclose(f);
    CHECK(n > 100 && n < CALLS_LINES);
    return n;
}

/* Numbers that have a name: "end-3" is a number, too. */
static const struct {
    const char *name;
    int64_t is;
} named[] = {{"end", INT64_MAX},
             {"first", INT64_MIN + 1},
             {"half", INT64_MIN / 2},
             {"max", INT64_MAX / 2}};

static int64_t number(const char **s) /* *s goes on behind it */
{
    int64_t x = 0;
    char *rest;
    for (int k = 0; k < 4; k++)
        if (strncmp(*s, named[k].name, strlen(named[k].name)) == 0) {
            x = named[k].is;
            *s += strlen(named[k].name);
        }
    x += strtoll(*s, &rest, 10);
    *s = rest;
    return x;
}

static int is_number(const char *s)
{
    return strchr("-0123456789", *s) || !strncmp(s, "end", 3) || !strncmp(s, "max", 3);
}

static inline int list(int64_t *to, int most, const char *s) /* 4,5,1 */
{
    int n;
    for (n = 0; n < most && *s; n++, s += *s == ',') *to++ = number(&s);
    return n;
}

/* The place of a word in a list, or `count`. */
static uint32_t word_of(const char *const *words, uint32_t count, const char *word)
{
    uint32_t k = 0;
    while (k < count && strcmp(word, words[k]) != 0) k++;
    return k;
}

/* A bit for each world that is named. */
static uint32_t worlds_in(const char *s, const char *const *worlds, uint32_t count)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++)
        if (strstr(s, worlds[i])) found |= 1u << i;
    CHECK(found != 0);
    return found;
}

/* ---- an answer is said ------------------------------------------------------------- */

static void say(const char *format, ...)
{
    const size_t n = strlen(answer);
    va_list args;
    va_start(args, format);
    vsnprintf(answer + n, sizeof answer - n, format, args);
    va_end(args);
}

static void say_next(void) { say("%s", answer[0] ? "; " : ""); }

static void say_number(const char *before, int64_t x)
{
    say("%s", before);
    for (int k = 0; k < 4; k++) {
        const uint64_t far = (uint64_t)x - (uint64_t)named[k].is + 1000000;
        if ((x < 0) != (named[k].is < 0) || far > 2000000) continue;
        say("%s", named[k].name);
        if ((x -= named[k].is) == 0) return;
        if (x > 0) say("+");
        break;
    }
    say("%lld", (long long)x);
}

static void say_window(int64_t start, int64_t end)
{
    say_number("[", start);
    say_number(",", end);
    say(")");
}

/* ---- all calls --------------------------------------------------------------------- */

/* Does this line begin with new worlds? */
static int begins(const char *line)
{
    return !strncmp(line, "network ", 8) ||
           (!strncmp(line, "calendar ", 9) && !strstr(line, " at "));
}

/* Makes all calls of a file in each of these worlds; where time is dear, each network and
 * each set of calendars in one of them, in turn. `make` says the answer; it returns 0 if
 * the call is not for this world. A line that begins with a blank has the answer in the
 * worlds that it names. */
static void all_calls(const char *file, const char *const *worlds, uint32_t count,
                      int (*make)(uint32_t world, char *text))
{
    const int n = read_lines(file), few = test_scaled(100) < 3;
    int wrong = 0;
    char text[CALLS_LINE];
    uint32_t begun = 0;
    for (int at = 0; at < n; at++) {
        if (strchr("# ", lines[at][0])) continue; /* an empty line, too */
        begun += (uint32_t)begins(lines[at]);
        for (uint32_t i = 0; i < count; i++) {
            int k = at, of = at;
            if (few && i != begun % count) continue;
            answer[0] = '\0';
            if (!make(i, strcpy(text, lines[at]))) continue;
            while (++k < n && lines[k][0] == ' ')
                if (worlds_in(lines[k], worlds, count) >> i & 1) of = k;
            const char *want = strstr(lines[of], "-> ");
            if (strcmp(want ? want + 3 : "ok", answer) == 0) continue;
            printf("%s:%d: %s -> %s\n", file, of + 1, worlds[i], answer);
            wrong++;
        }
    }
    CHECK_EQ(wrong, 0);
}

#endif
