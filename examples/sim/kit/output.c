/* output.c - what output.h says, on base/outfile.h: a file has another name until it is
 * whole. */
#define _POSIX_C_SOURCE 200809L

#include "kit/output.h"

#include "base/hash.h"
#include "base/outfile.h"
#include "base/system.h"
#include "kit/base.h"

#include <pthread.h>
#include <string.h>

enum { OUTPUTS = 16, CHUNK = 65536 };

static struct outfile open_ones[OUTPUTS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of these: runs write, too */
static struct input {
    const char *path;
    struct input *next;
} * inputs;
static const char *claims[OUTPUTS];
static size_t claim_count;

/* Also from a signal: only what is safe there. */
static void remove_unfinished(void)
{
    size_t i;
    for (i = 0; i < OUTPUTS; i++)
        if (open_ones[i].beside) unlink(open_ones[i].beside);
}

void output_begin(void)
{
    outfile_guard_standard();
    fail_clean(remove_unfinished);
}

void output_protect(const char *path)
{
    struct input *one = (struct input *)base_kept(1, sizeof *one);
    one->path = base_text("%s", path);
    one->next = inputs;
    inputs = one;
}

void output_check(const char *path, const char *begins)
{
    const struct input *in;
    struct error e;
    for (in = inputs; in && strcmp(path, "-") != 0; in = in->next)
        if (outfile_same(path, in->path) || strcmp(path, in->path) == 0)
            fail("%s is read, too: it would be replaced", path);
    if (begins && outfile_may_replace(path, begins, &e) != 1) fail("%s", e.text);
}

void output_claim(const char *path, const char *begins)
{
    size_t i;
    output_check(path, begins);
    for (i = 0; i < claim_count; i++)
        if (strcmp(path, claims[i]) == 0 || outfile_same(path, claims[i]))
            fail_usage("%s would be written twice", path);
    if (claim_count < OUTPUTS) claims[claim_count++] = path;
}

FILE *output_open(const char *path, const char *begins)
{
    struct error e;
    size_t i = 0;
    FILE *file;
    output_check(path, begins);
    pthread_mutex_lock(&lock);
    while (i < OUTPUTS && open_ones[i].file) i++;
    if (i == OUTPUTS) fail("%s: too many outputs", path);
    if (outfile_open(&open_ones[i], path, &e) != 0) fail("%s", e.text);
    file = open_ones[i].file;
    pthread_mutex_unlock(&lock);
    return file;
}

void output_close(FILE *file)
{
    struct error e;
    size_t i = 0;
    pthread_mutex_lock(&lock);
    while (i < OUTPUTS && open_ones[i].file != file) i++;
    if (i == OUTPUTS) fail("an output that is not open is closed");
    if (outfile_commit(&open_ones[i], &e) != 0) fail("%s", e.text);
    pthread_mutex_unlock(&lock);
}

uint64_t output_hash(const char *path)
{
    static unsigned char chunk[CHUNK];
    FILE *file = fopen(path, "rb");
    uint64_t hash = HASH_START;
    size_t n;
    if (!file) return 0;
    while ((n = fread(chunk, 1, sizeof chunk, file)) > 0)
        hash = hash_bytes(hash, chunk, n);
    if (ferror(file)) fail("%s cannot be read", path);
    fclose(file);
    return hash;
}
