/* cli.c - what a kind of option accepts, its default in words and its value are each one
 * switch over the kinds. */
#include "program/cli.h"

#include "base/hash.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int cli_complain(const char *program, const char *format, ...)
{
    struct error e;
    va_list args;
    va_start(args, format);
    error_set(&e, format, args);
    va_end(args);
    fprintf(stderr, "%s: %s\n", program, e.text);
    return CLI_USAGE;
}

/* ---- words: "half|none" ------------------------------------------------------------ */

const char *cli_word(const char *words, int64_t index, size_t *length)
{
    while (words) {
        *length = strcspn(words, "|");
        if (index-- == 0) return words;
        words = words[*length] ? words + *length + 1 : NULL;
    }
    return NULL;
}

int64_t cli_word_index(const char *words, const char *text, size_t length)
{
    int64_t i;
    size_t n = 0;
    const char *word;
    for (i = 0; (word = cli_word(words, i, &n)) != NULL; i++)
        if (n == length && memcmp(word, text, n) == 0) return i;
    return -1;
}

/* ---- values ------------------------------------------------------------------------ */

/* FROM:TO as two durations. 0, or -1. */
static int cli_range(const struct cli_option *o, const char *text)
{
    const char *colon = strchr(text, ':');
    const size_t length = colon ? (size_t)(colon - text) : 0;
    char from[32];
    int64_t lo = 0, hi = CLI_OPEN;
    if (!colon || length >= sizeof from) return -1;
    memcpy(from, text, length);
    from[length] = 0;
    if (from[0]) lo = values_digits(from, 1);
    if (colon[1]) hi = values_digits(colon + 1, 1);
    if (lo < 0 || lo > hi || lo > o->hi || (colon[1] && hi > o->hi)) return -1;
    o->number[0] = lo;
    o->number[1] = hi;
    return 0;
}

/* May `none` be given for the empty list? */
static int takes_none(const struct cli_option *o)
{
    return o->unset && strcmp(o->unset, "none") == 0;
}

static int set_words(const struct cli_option *o, const char *text)
{
    int64_t bits = 0;
    if (takes_none(o) && strcmp(text, "none") == 0) {
        *o->number = 0;
        return 0;
    }
    for (;;) {
        const size_t length = strcspn(text, ",");
        const int64_t i = cli_word_index(o->words, text, length);
        if (i < 0 || (bits >> i & 1)) return -1;
        bits |= (int64_t)1 << i;
        if (!text[length]) break;
        text += length + 1;
    }
    *o->number = bits;
    return 0;
}

int cli_set(const struct cli_option *o, const char *text)
{
    int64_t n;
    switch (o->kind) {
    case CLI_FLAG: *o->number = 1; return 0;
    case CLI_TEXT: *o->text = text; return *text ? 0 : -1;
    case CLI_SET: return set_words(o, text);
    case CLI_CHOICE:
        n = cli_word_index(o->words, text, strlen(text));
        if (n < 0) return -1;
        *o->number = n;
        return 0;
    case CLI_NUMBER:
    case CLI_DURATION:
        n = cli_word_index(o->words, text, strlen(text));
        if (n >= 0) {
            *o->number = -1 - n;
            return 0;
        }
        n = values_digits(text, o->kind == CLI_DURATION);
        if (n < o->lo || n > o->hi) return -1;
        *o->number = n;
        return 0;
    case CLI_DECIMAL:
        n = values_decimal(text);
        if (n < o->lo || n > o->hi || n < 0) return -1;
        *o->number = n;
        return 0;
    case CLI_RANGE: return cli_range(o, text);
    case CLI_VALUES: return values_read(o->values, text, o->of, o->lo, o->hi);
    case CLI_SPAN: return values_span_read(o->span, text, o->of, o->lo, o->hi);
    case CLI_LIST:
        if (!*text || o->list->count == CLI_LIST_MAX) return -1;
        o->list->items[o->list->count++] = text;
        return 0;
    }
    return -1;
}

void cli_wanted(const struct cli_option *o, char *to, size_t size)
{
    static const char *const numbers[] = {"whole numbers", "durations", "numbers"};
    const char *or_word = o->words ? ", or " : "", *words = o->words ? o->words : "";
    const double unit = o->of == VALUES_DECIMAL ? CLI_ONE : 1;
    switch (o->kind) {
    case CLI_NUMBER:
        snprintf(to, size, "a whole number from %" PRId64 " to %" PRId64 "%s%s", o->lo,
                 o->hi, or_word, words);
        break;
    case CLI_DURATION:
        snprintf(to, size,
                 "a duration from %" PRId64 " to %" PRId64
                 " seconds (a suffix m, h or d counts minutes, hours or days)%s%s",
                 o->lo, o->hi, or_word, words);
        break;
    case CLI_DECIMAL:
        snprintf(to, size,
                 "a number from %.10g to %.10g (at most nine digits after the point)",
                 (double)o->lo / CLI_ONE, (double)o->hi / CLI_ONE);
        break;
    case CLI_RANGE:
        snprintf(to, size,
                 "a range FROM:TO of two durations up to %" PRId64
                 " seconds, the smaller first; either may be left out",
                 o->hi);
        break;
    case CLI_VALUES:
        snprintf(to, size,
                 "a list A,B,... or a range FROM:TO:STEP of at most %d ascending %s from"
                 " %.15g to %.15g%s",
                 VALUES_MAX, numbers[o->of], (double)o->lo / unit, (double)o->hi / unit,
                 o->of == VALUES_TIME ? " seconds" : "");
        break;
    case CLI_SPAN:
        snprintf(to, size,
                 "LO:HI or one number, whole and from %" PRId64 " to %" PRId64 "%s",
                 o->lo, o->hi,
                 o->of == VALUES_TIME
                     ? " seconds (a suffix m, h or d counts minutes, hours or days)"
                     : "");
        break;
    case CLI_LIST:
        snprintf(to, size, "%s (at most %d of them; see --help)", o->value, CLI_LIST_MAX);
        break;
    case CLI_CHOICE: snprintf(to, size, "one of %s", words); break;
    case CLI_SET:
        snprintf(to, size, "a list, separated by commas, of %s, each at most once%s",
                 words, takes_none(o) ? ", or none" : "");
        break;
    case CLI_FLAG: to[0] = 0; break; /* it has no value */
    case CLI_TEXT: { /* FILE, also where the value may be left out: [FILE] */
        const char *name = o->value + strspn(o->value, "[");
        snprintf(to, size, "%.*s (see --help)", (int)strcspn(name, "]"), name);
        break;
    }
    }
}

/* ---- --help ------------------------------------------------------------------------ */

enum { CLI_INDENT = 26, CLI_WIDTH = 79 };

/* Prints `text` from `column` on, broken at spaces, further lines indented; returns the
 * column it ends in. */
static int wrap(FILE *to, const char *text, int column, int indent)
{
    while (*text) {
        const size_t length = strcspn(text, " ");
        if (column > indent && column + 1 + (int)length > CLI_WIDTH) {
            fprintf(to, "\n%*s", indent, "");
            column = indent;
        } else if (column > indent) {
            fputc(' ', to);
            column++;
        }
        fwrite(text, 1, length, to);
        column += (int)length;
        text += length;
        text += strspn(text, " ");
    }
    return column;
}

void cli_duration_text(int64_t seconds, char *to, size_t size)
{
    const int64_t unit = seconds == 0           ? 1
                         : seconds % 86400 == 0 ? 86400
                         : seconds % 3600 == 0  ? 3600
                         : seconds % 60 == 0    ? 60
                                                : 1;
    const char suffix = unit == 86400 ? 'd' : unit == 3600 ? 'h' : unit == 60 ? 'm' : 's';
    snprintf(to, size, "%" PRId64 "%c", seconds / unit, suffix);
}

void cli_default(const struct cli_option *o, char *to, size_t size)
{
    size_t length = 0;
    int64_t i;
    const int counts = o->kind == CLI_NUMBER || o->kind == CLI_DURATION;
    to[0] = 0;
    if (o->unset) {
        snprintf(to, size, "%s", o->unset);
    } else if (o->standard) {
        snprintf(to, size, "%s", o->standard);
    } else if (o->kind == CLI_CHOICE || (counts && *o->number < 0)) {
        const char *word = cli_word(
            o->words, o->kind == CLI_CHOICE ? *o->number : -1 - *o->number, &length);
        snprintf(to, size, "%.*s", (int)length, word);
    } else if (o->kind == CLI_NUMBER) {
        snprintf(to, size, "%" PRId64, *o->number);
    } else if (o->kind == CLI_DURATION) {
        cli_duration_text(*o->number, to, size);
    } else if (o->kind == CLI_DECIMAL) {
        snprintf(to, size, "%.9g", (double)*o->number / CLI_ONE);
    } else if (o->kind == CLI_RANGE && (o->number[0] || o->number[1] != CLI_OPEN)) {
        cli_duration_text(o->number[0], to, size);
        strcat(to, ":");
        if (o->number[1] != CLI_OPEN)
            cli_duration_text(o->number[1], to + strlen(to), size - strlen(to));
    } else if (o->kind == CLI_SET) {
        for (i = 0; i < 63; i++) {
            const char *word = cli_word(o->words, i, &length);
            const size_t used = strlen(to);
            if (!word) break;
            if (*o->number >> i & 1)
                snprintf(to + used, size - used, "%s%.*s", used ? "," : "", (int)length,
                         word);
        }
    }
}

static void help_option(const struct cli_option *o)
{
    const char *value = o->value ? o->value : o->kind == CLI_SET ? "LIST" : o->words;
    char standard[128];
    int column = printf("  %s", o->name);
    if (o->kind != CLI_FLAG) column += printf(" %s", value);
    if (column >= CLI_INDENT) {
        printf("\n");
        column = 0;
    }
    printf("%*s", CLI_INDENT - column, "");
    column = wrap(stdout, o->help, CLI_INDENT, CLI_INDENT);
    if (o->more) column = wrap(stdout, o->more, column, CLI_INDENT);
    cli_default(o, standard, sizeof standard);
    if (standard[0]) {
        char text[160];
        snprintf(text, sizeof text, "(default %s)", standard);
        wrap(stdout, text, column, CLI_INDENT);
    }
    printf("\n");
}

int cli_written(const char *program, int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    cli_complain(program, "standard output cannot be written");
    return CLI_BAD;
}

static int cli_help(const struct cli_program *p)
{
    size_t i;
    printf("usage: %s [options]%s%s\n\n", p->name, *p->operand ? " " : "", p->operand);
    wrap(stdout, p->about, 0, 0);
    printf("\n\noptions:\n");
    for (i = 0; i < p->option_count; i++) help_option(&p->options[i]);
    printf("  %-*s%s\n", CLI_INDENT - 2, "-h, --help", "print this and end");
    printf("  %-*s%s\n", CLI_INDENT - 2, "--version", "print the version and end");
    printf("\n");
    wrap(stdout, p->notes, 0, 0);
    printf("\n");
    return cli_written(p->name, CLI_OK);
}

int cli_version(const char *program)
{
    printf("%.*s %s\n", (int)strcspn(program, " "), program, CLI_VERSION);
    return cli_written(program, CLI_OK);
}

/* ---- mistyped words ---------------------------------------------------------------- */

enum { CLI_WORD = 40 }; /* the words compared are shorter */

size_t cli_distance(const char *a, const char *b)
{
    size_t row[3][CLI_WORD + 1], i, k;
    const size_t n = strlen(a), m = strlen(b);
    if (n > CLI_WORD || m > CLI_WORD) return n > m ? n : m;
    for (k = 0; k <= m; k++) row[0][k] = k;
    for (i = 1; i <= n; i++) {
        size_t *now = row[i % 3];
        const size_t *last = row[(i + 2) % 3], *before = row[(i + 1) % 3];
        now[0] = i;
        for (k = 1; k <= m; k++) {
            size_t least = last[k - 1] + (a[i - 1] != b[k - 1]);
            if (last[k] + 1 < least) least = last[k] + 1;
            if (now[k - 1] + 1 < least) least = now[k - 1] + 1;
            if (i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1] &&
                before[k - 2] + 1 < least)
                least = before[k - 2] + 1;
            now[k] = least;
        }
    }
    return row[n % 3][m];
}

void cli_nearest_try(struct cli_nearest *n, const char *word)
{
    const size_t length = strlen(n->text);
    const int begins = length > 3 && strncmp(n->text, word, length) == 0;
    const size_t distance = begins ? 1 : cli_distance(n->text, word);
    if (distance > (length + 3) / 4) return;
    if (n->best && distance >= n->distance) return;
    n->best = word;
    n->distance = distance;
}

/* ---- parsing ----------------------------------------------------------------------- */

/* The option with that name, or NULL. */
static const struct cli_option *find(const struct cli_program *p, const char *name,
                                     size_t length)
{
    size_t i;
    for (i = 0; i < p->option_count; i++)
        if (strlen(p->options[i].name) == length &&
            memcmp(p->options[i].name, name, length) == 0)
            return &p->options[i];
    return NULL;
}

/* There is no option of that name, which has `length` characters. */
static int unknown(const struct cli_program *p, const char *arg, size_t length)
{
    char name[CLI_WORD + 1];
    struct cli_nearest near = {name, NULL, 0};
    size_t i;
    snprintf(name, sizeof name, "%.*s", (int)(length < CLI_WORD ? length : CLI_WORD),
             arg);
    for (i = 0; i < p->option_count; i++) cli_nearest_try(&near, p->options[i].name);
    cli_nearest_try(&near, "--help");
    cli_nearest_try(&near, "--version");
    if (!near.best)
        return cli_complain(p->name, "there is no option %s (see --help)", arg);
    return cli_complain(p->name, "there is no option %s; did you mean %s? (see --help)",
                        arg, near.best);
}

/* The option at argv[*at], which is moved to the last word used. CLI_RUN or CLI_USAGE. */
static int parse_option(const struct cli_program *p, int argc, char **argv, int *at)
{
    const char *arg = argv[*at], *equals = strchr(arg, '=');
    const size_t length = equals ? (size_t)(equals - arg) : strlen(arg);
    const struct cli_option *o = find(p, arg, length);
    const char *value = equals ? equals + 1 : NULL;
    char wanted[256];
    if (!o) return unknown(p, arg, length);
    if (o->kind == CLI_FLAG && value)
        return cli_complain(p->name, "%s takes no value", o->name);
    cli_wanted(o, wanted, sizeof wanted);
    if (o->bare && !value &&
        (*at + 1 >= argc || (argv[*at + 1][0] == '-' && argv[*at + 1][1] != 0)))
        value = o->bare;
    if (o->kind != CLI_FLAG && !value) {
        if (*at + 1 >= argc)
            return cli_complain(p->name, "%s needs a value: %s", o->name, wanted);
        value = argv[++*at];
    }
    if (cli_set(o, value) != 0)
        return cli_complain(p->name, "%s: '%s' is not %s", o->name, value, wanted);
    return CLI_RUN;
}

int cli_parse_list(const struct cli_program *p, int argc, char **argv,
                   struct cli_list *operands, size_t most)
{
    int i, options = 1;
    size_t k;
    for (k = 0; k < p->option_count; k++)
        if (p->options[k].standard) (void)cli_set(&p->options[k], p->options[k].standard);
    for (i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (options && strcmp(arg, "--") == 0) {
            options = 0;
        } else if (options && (!strcmp(arg, "--help") || !strcmp(arg, "-h"))) {
            return cli_help(p);
        } else if (options && strcmp(arg, "--version") == 0) {
            return cli_version(p->name);
        } else if (options && arg[0] == '-' && arg[1]) {
            if (parse_option(p, argc, argv, &i) != CLI_RUN) return CLI_USAGE;
        } else if (operands->count == most) {
            if (most == 1)
                return cli_complain(p->name, "one file at a time: '%s' comes after '%s'",
                                    arg, operands->items[0]);
            return cli_complain(p->name, "'%s' is one operand too many (see --help)",
                                arg);
        } else {
            operands->items[operands->count++] = arg;
        }
    }
    return CLI_RUN;
}

int cli_parse(const struct cli_program *p, int argc, char **argv, const char **operand)
{
    struct cli_list operands = {{NULL}, 0};
    const int code = cli_parse_list(p, argc, argv, &operands, 1);
    *operand = operands.items[0];
    return code;
}

/* ---- the settings as one number ---------------------------------------------------- */

/* With its end, so that "ab", "c" and "a", "bc" differ; NULL differs from "". */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    hash = hash_add(hash, text != NULL);
    return text ? hash_bytes(hash, (const unsigned char *)text, strlen(text) + 1) : hash;
}

static uint64_t hash_option(uint64_t hash, const struct cli_option *o)
{
    size_t i;
    switch (o->kind) {
    case CLI_TEXT: return hash_text(hash, *o->text);
    case CLI_LIST:
        hash = hash_add(hash, o->list->count);
        for (i = 0; i < o->list->count; i++) hash = hash_text(hash, o->list->items[i]);
        return hash;
    case CLI_RANGE:
        return hash_add(hash_add(hash, (uint64_t)o->number[0]), (uint64_t)o->number[1]);
    case CLI_VALUES:
        for (i = 0; i < o->values->count; i++)
            hash = hash_add(hash, (uint64_t)o->values->at[i]);
        return hash;
    case CLI_SPAN:
        return hash_add(hash_add(hash, (uint64_t)o->span->lo), (uint64_t)o->span->hi);
    case CLI_FLAG:
    case CLI_NUMBER:
    case CLI_DURATION:
    case CLI_DECIMAL:
    case CLI_CHOICE:
    case CLI_SET: break;
    }
    return hash_add(hash, (uint64_t)*o->number);
}

uint64_t cli_hash(const struct cli_option *options, size_t count)
{
    uint64_t hash = HASH_START;
    size_t i;
    for (i = 0; i < count; i++)
        if (!options[i].neutral)
            hash = hash_option(hash_text(hash, options[i].name), &options[i]);
    return hash;
}
