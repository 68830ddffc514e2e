/* hostlist.c - a list is a set of names; brackets are opened when it is read, and made
 * again where names differ in one number. */
#include "slurm/hostlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int hostlist_is_name(struct word w, size_t most)
{
    for (size_t i = 0; i < w.length; i++) {
        const char c = word_lower(w.at[i]);
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_') &&
            (i == 0 || (c != '-' && c != '.')))
            return 0;
    }
    return w.length > 0 && w.length < most;
}

/* Adds a name, if so many more may be `left`. 1, or 0. */
static int add(struct names *to, struct word name, size_t *left)
{
    return hostlist_is_name(name, HOSTLIST_NAME) && (*left)-- > 0 &&
           names_add(to, name) != NAMES_NONE;
}

/* "001-010" or "12", behind the letters of a name. 1, or 0. */
static int add_range(struct names *to, struct word letters, struct word range,
                     size_t *left)
{
    const struct word low = word_part(&range, '-'), high = range.at ? range : low;
    int64_t first, last;
    char text[HOSTLIST_NAME + 16];
    struct word name = {text, 0};
    if (low.length > 9 || letters.length >= HOSTLIST_NAME ||
        !word_is_whole(low, 0, 999999999, &first) ||
        !word_is_whole(high, first, 999999999, &last) ||
        (uint64_t)(last - first) >= *left)
        return 0;
    do {
        name.length = (size_t)snprintf(text, sizeof text, "%.*s%0*d", (int)letters.length,
                                       letters.at, (int)low.length, (int)first);
    } while (add(to, name, left) && ++first <= last);
    return first > last;
}

int hostlist_read(struct word list, struct names *to, struct error *e)
{
    struct word rest = list;
    size_t left = HOSTLIST_MOST;
    const size_t each_once = to->count + left;
    int good = 1;
    if (list.length == 0) return 0;
    do {
        struct word name = {rest.at, 0};
        while (name.length < rest.length && !strchr(",[", name.at[name.length]))
            name.length++;
        if (name.length < rest.length && name.at[name.length] == '[') {
            rest.at += name.length + 1;
            rest.length -= name.length + 1;
            struct word ranges = word_part(&rest, ']');
            good = rest.at && (rest.length == 0 || *rest.at == ',');
            while (good && ranges.at)
                good = add_range(to, name, word_part(&ranges, ','), &left);
            if (rest.at && rest.length == 0) rest.at = NULL;
            if (good && rest.at) (void)word_part(&rest, ',');
        } else {
            good = add(to, word_part(&rest, ','), &left);
        }
    } while (good && rest.at);
    if (good && to->count + left == each_once) return 0;
    (void)error_fail(e,
                     good ? "'%.*s' repeats a node"
                          : "'%.*s' is not a list of nodes such as n[001-010,12],m3",
                     WORD(list));
    return good ? 1 : -1;
}

/* ---- writing ----------------------------------------------------------------------- */

/* How many characters stand before the number at a name's end; a number has at most nine
 * digits. */
static size_t stem(const char *name)
{
    size_t n = strlen(name), digits = 0;
    for (; n > 0 && digits < 9 && name[n - 1] >= '0' && name[n - 1] <= '9'; digits++) n--;
    return n;
}

/* Do the names differ in their numbers only? */
static int is_alike(const char *a, const char *b)
{
    const size_t n = stem(a);
    return stem(b) == n && a[n] && b[n] && strncmp(a, b, n) == 0;
}

/* Is b's number the next one, as a range counts: 09 10, 9 10, but not 9 010? */
static int follows(const char *a, const char *b)
{
    const size_t n = stem(a), more = strlen(b) - strlen(a);
    return strtol(b + n, NULL, 10) == strtol(a + n, NULL, 10) + 1 &&
           (more == 0 || (more == 1 && b[n] != '0'));
}

char *hostlist_text(const char *const *names, size_t count)
{
    size_t room = 1, i, last;
    char *text, *to;
    for (i = 0; i < count; i++) room += strlen(names[i]) + 3;
    text = to = malloc(room);
    if (!text) return NULL;
    for (*to = 0, i = 0; i < count; i = last + 1) {
        const size_t n = stem(names[i]);
        for (last = i; last + 1 < count && is_alike(names[i], names[last + 1]);) last++;
        to += sprintf(to, "%s%.*s%s", i > 0 ? "," : "", (int)n, names[i],
                      last > i ? "[" : "");
        for (size_t k = i; k <= last; k++) {
            const size_t from = k;
            while (k < last && follows(names[k], names[k + 1])) k++;
            to += sprintf(to, "%s%s", from > i ? "," : "", names[from] + n);
            if (k > from) to += sprintf(to, "-%s", names[k] + n);
        }
        if (last > i) to += sprintf(to, "]");
    }
    return text;
}

int hostlist_covers(const char *within, const char *list)
{
    struct names all = {.any_case = 0}, some = {.any_case = 0};
    struct error e;
    int covers = hostlist_read(word_of(within), &all, &e) >= 0 &&
                 hostlist_read(word_of(list), &some, &e) >= 0;
    for (uint32_t i = 0; i < some.count && covers; i++)
        covers = names_find(&all, word_of(some.text[i])) != NAMES_NONE;
    names_free(&all);
    names_free(&some);
    return covers;
}
