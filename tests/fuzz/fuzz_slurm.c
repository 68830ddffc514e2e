/* make fuzz && build/fuzz/tests/fuzz/fuzz_slurm -entropic=0 -max_len=256 \
 *     build/corpus/slurm
 *
 * fuzz_slurm.c - any bytes at all as a hostlist, a time, a duration, and as what sinfo,
 * squeue and scontrol print. A hostlist that is read is written and read again. Without
 * LIBFUZZER it replays the files it is given, or else its corpus and random words of
 * these.
 */
#define _POSIX_C_SOURCE 200809L

#include "slurm/hostlist.h"
#include "slurm/slurm_cluster.h"
#include "workload/date.h"

#include "fuzz.h"

static void check_hostlist(struct word w)
{
    struct names names = {.any_case = 0}, again = {.any_case = 0};
    struct error e;
    if (hostlist_read(w, &names, &e) >= 0) {
        char *text = hostlist_text((const char *const *)names.text, names.count);
        CHECK(text != NULL && hostlist_read(word_of(text), &again, &e) == 0);
        CHECK_EQ(again.count, names.count);
        for (uint32_t i = 0; i < names.count; i++)
            CHECK_STR(again.text[i], names.text[i]);
        free(text);
    }
    names_free(&names);
    names_free(&again);
}

static void fuzz_check(const unsigned char *data, size_t size)
{
    static const struct slurm_filter filter = {"all", "gpu", 1, 1, 1};
    char *text = (char *)malloc(size + 1), to[DATE_TEXT];
    struct word w = {text, size};
    int64_t seconds, again;
    struct error e;
    struct slurm_cluster c = {.site = {"north", NULL}};
    size_t digits = 0;
    CHECK(text != NULL);
    memcpy(text, data, size);
    text[size] = 0;
    /* a list may be of a million nodes: that would take all the time */
    for (size_t i = 0; i < size; i++) {
        digits = text[i] >= '0' && text[i] <= '9' ? digits + 1 : 0;
        if (digits == 3 && memchr(text, '[', i)) text[i] = ']';
    }
    check_hostlist(w);
    if (date_printed(w, &seconds) && seconds != DATE_NEVER)
        CHECK(date_printed(word_of(date_iso(seconds, 1, to)), &again) &&
              again == seconds);
    if (date_length(w, &seconds))
        CHECK(date_length(word_of(date_length_text(seconds / 1000, to)), &again) &&
              again == seconds - seconds % 1000);
    (void)date_wanted(text, 1774737000, &seconds);
    CHECK_EQ(
        slurm_cluster_nodes(&c, word_of("n1|idle|all|\nn2|idle|all|\n"), &filter, &e), 0);
    if (strchr(text, '='))
        (void)slurm_cluster_reservations(&c, w, 0, &e);
    else if (size % 2)
        (void)slurm_cluster_nodes(&c, w, &filter, &e);
    else
        (void)slurm_cluster_jobs(&c, w, &filter, 0, &e);
    slurm_cluster_free(&c);
    free(text);
}

static void random_words(void)
{
    static const char words[] =
        "n1\tn\t[\t]\t1\t-\t3\t,\t001\t010\t|\t\n\t \t|\t|\t|\t:\t00\tT"
        "\t2026-11-24\tnow\t+\tmin\ttomorrow\tRUNNING\tPENDING\tidle*\tall\t10:00"
        "\t2026-11-24T10:00:00\tReservationName=\t StartTime=\t EndTime=\t Nodes="
        "\t Flags=\tDAILY\tHOURLY\tCLUSTER: \t(null)\t999999999";
    for (long n = test_scaled(20000); n > 0; n--) {
        char text[512];
        const size_t size = fuzz_words(text, sizeof text, words, "", 24);
        fuzz_check((const unsigned char *)text, size);
    }
}

FUZZ_MAIN(TEST(random_words))
