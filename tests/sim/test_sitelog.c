/* test_sitelog.c - accounting of real systems as job logs (logtool/sitelog.h, sacct.c,
 * pbslog.c, sitelog_runs.c), as sitelog.txt has it: each word of the formats, each kind
 * of record, each way in which a line can be wrong; what records say together: dumps that
 * overlap, runs given up, components, a clock that is put back, reservations.
 */
#define _POSIX_C_SOURCE 200809L

#include "swf.h"

#include "texts.h"

#include "files.h"

#include "base/foreign.h"
#include "logtool/sitelog.h"
#include "workload/date.h"

#include <inttypes.h>

typedef int reader(struct sitelog *s, struct error *e);

#define FILE_OF "tests/sim/sitelog.txt"

static char path[FILES_PATH];
static struct sitelog site;
static struct error why;

static const char *zone = "UTC"; /* of times that do not say theirs */
static const char *columns;
static int nodes;

/* Reads the text as a file. */
static int read_text(reader *read, const char *text, int refuse)
{
    FILE *f = files_open(path);
    files_write(f, text);
    memset(&site, 0, sizeof site);
    site.path = path;
    site.zone = zone;
    site.columns = columns;
    site.refuse = refuse;
    site.nodes = nodes;
    CHECK(date_zone(zone));
    const int result = read(&site, &why);
    if (result == 0) sitelog_finish(&site);
    unlink(path);
    return result;
}

/* What is wrong, behind the path. */
static const char *wrong(void)
{
    const size_t n = strlen(path);
    return why.text + (strncmp(why.text, path, n) == 0 ? n + 2 : 0);
}

/* The log of the text, or what is wrong with it; a line that is wrong is counted where
 * it is left out. */
static void log_of(reader *read, const char *head, const char *text)
{
    static const char *const notes[SITE_NOTES] = {
        "unfinished", "replaced", "undecided",  "no size", "no submission", "held",
        "shorter",    "less",     "longer",     "differ",  "late",          "no memory",
        "resized",    "apart",    "partitions", "types",   "features",      "licences",
        "arrays",     "limited",  "others"};
    static char all[TEXTS_ROOM], line[SWF_LINE_MAX + 1];
    snprintf(all, sizeof all, "%s%s%s", head, *head ? "\n" : "", text);
    if (read_text(read, all, 1) != 0) {
        snprintf(line, sizeof line, "%s", wrong());
        sitelog_free(&site);
        if (read_text(read, all, 0) != 0) {
            texts_say("never: %s", wrong());
        } else {
            texts_say("%s", line);
            CHECK_EQ(site.log.bad.lines, 1);
            CHECK_STR(site.log.bad.first, line);
        }
        sitelog_free(&site);
        return;
    }
    for (size_t i = 0; i < site.log.count; i++) {
        swf_write_job(line, sizeof line, &site.log.jobs[i].job, SWF_FORMAT_SWF);
        texts_say("%s", line);
    }
    for (size_t i = 0; i < site.log.line_count; i++)
        if (strcmp(site.log.lines[i].key.data, "Reservation") == 0)
            texts_say("Reservation:%s\n", site.log.lines[i].text.data + 1);
    for (size_t i = 0; i < SITE_NOTES; i++)
        if (site.notes[i]) texts_say("%s: %d\n", notes[i], (int)site.notes[i]);
    sitelog_free(&site);
}

static void of_sacct(const char *text) { log_of(sacct_read, texts_words, text); }

static void of_pbs(const char *text) { log_of(pbslog_read, texts_words, text); }

static void sacct(void) { texts_check(FILE_OF, "sacct", of_sacct); }

static void pbs(void) { texts_check(FILE_OF, "pbs", of_pbs); }

static void nodes_as_processors(void)
{
    nodes = 1;
    texts_check(FILE_OF, "sacct-nodes", of_sacct);
    texts_check(FILE_OF, "pbs-nodes", of_pbs);
    nodes = 0;
}

/* Times that a clock showed twice, or never. */
static void clock_changes(void)
{
    zone = "Europe/Berlin";
    if (!date_zone(zone)) SKIP("this system has no Europe/Berlin");
    texts_check(FILE_OF, "sacct-Berlin", of_sacct);
    texts_check(FILE_OF, "pbs-Berlin", of_pbs);
    zone = "Australia/Lord_Howe";
    texts_check(FILE_OF, "sacct-Lord-Howe", of_sacct);
}

/* Files without a line that names the columns. */
static void of_columns(const char *text)
{
    columns = texts_words;
    log_of(sacct_read, "", text);
    columns = NULL;
}

static void columns_given(void) { texts_check(FILE_OF, "sacct-columns", of_columns); }

/* "Start|noon": what was expected in the column. */
static void of_column(const char *text)
{
    const int n = (int)strcspn(text, "|");
    char line[200], *end;
    snprintf(line, sizeof line, "JobID|%.*s|State|Submit|ReqTRES\n1%s|FAILED|5|\n", n,
             text, text + n);
    log_of(sacct_read, "", line);
    snprintf(line, sizeof line, "line 2, column 3, field 2 (%.*s): expected ", n, text);
    CHECK(strncmp(texts_said, line, strlen(line)) == 0);
    if ((end = strstr(texts_said, ", not '")) != NULL) *end = 0;
    memmove(texts_said, texts_said + strlen(line), strlen(texts_said + strlen(line)) + 1);
}

static void columns_that_are_wrong(void)
{
    texts_check(FILE_OF, "sacct-column", of_column);
}

/* Which number stands for which name. */
static void names_of(const char *text)
{
    CHECK_EQ(read_text(sacct_read, text, 1), 0);
    fclose(files_open(path));
    sitelog_write_names(&site, path);
    texts_said[files_read(path, texts_said, TEXTS_ROOM)] = 0;
    unlink(path);
    sitelog_free(&site);
}

static void names_written(void) { texts_check(FILE_OF, "names", names_of); }

/* The size of the machine, as its nodes say it. */
static void machine_of(const char *text)
{
    struct sitelog s = {.zone = "UTC"};
    files_write(files_open(path), text);
    if (sitelog_machine(&s, path, &why) == 0)
        texts_say("%d %s, %d down", (int)s.servers, s.resources, (int)s.off);
    else
        texts_say("%s", wrong());
    unlink(path);
}

static void machines(void) { texts_check(FILE_OF, "machine", machine_of); }

/* What people give to programs that read job logs; nothing: it is a job log. */
static void what_it_is(const char *text)
{
    const char *from, *what = foreign(text, strlen(text), &from);
    texts_say("%s", what ? what : "");
}

static void foreign_files(void) { texts_check(FILE_OF, "foreign", what_it_is); }

/* ---- words ------------------------------------------------------------------------- */

static void time_of(const char *text)
{
    const struct sitelog utc = {.zone = "UTC"};
    int64_t t, later;
    if (!sitelog_time(&utc, word_of(text), &t, &later)) return;
    CHECK_EQ(later, 0);
    texts_say("%" PRId64, t);
}

static void times(void) { texts_check(FILE_OF, "time", time_of); }

static void size_of(const char *text)
{
    int64_t kb = 0;
    const size_t n = sitelog_size(word_of(text), *texts_words ? 1 << 20 : 1, &kb);
    if (n > 0) texts_say("%" PRId64 " KB, %d bytes read", kb, (int)n);
    CHECK(n > 0 || kb == 0);
}

static void sizes(void) { texts_check(FILE_OF, "size", size_of); }

/* A folder, another file and a name that the system lacks are not zones. */
static void zones(void)
{
    static const char *const bad[] = {"Europe/", "", "../../../etc/passwd", "No/Where"};
    CHECK(date_zone("UTC"));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) CHECK(!date_zone(bad[i]));
}

/* ---- the log as a whole ------------------------------------------------------------ */

/* A list of jobs that is too long for one line goes on in the next. */
static void a_long_reservation(void)
{
    enum { JOBS = 1200 };
    static char text[24 * JOBS];
    size_t lines = 0, jobs = 0;
    size_t n = (size_t)snprintf(text, sizeof text,
                                "JobID|State|Submit|Start|End|AllocCPUS|Reservation\n");
    for (size_t i = 1; i <= JOBS; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%zu|CD|1|2|5|1|r\n", i);
    CHECK_EQ(read_text(sacct_read, text, 1), 0);
    for (size_t i = 0; i < site.log.line_count; i++) {
        const char *at = site.log.lines[i].text.data;
        if (strcmp(site.log.lines[i].key.data, "Reservation") != 0) continue;
        CHECK_EQ(*at, lines++ ? '+' : '-');
        CHECK(strlen(at) < SWF_LINE_MAX - 20);
        while (*at) jobs += *at++ == ',';
    }
    CHECK(lines == 2 && jobs == JOBS - lines);
    sitelog_free(&site);
}

/* Two components, 4 + 2 processors at once: at 25 one ends. */
static void the_header(void)
{
    CHECK_EQ(read_text(sacct_read,
                       "JobID|State|Submit|Start|End|AllocCPUS|Cluster\n9|F|2|5|25|4|n\n"
                       "7|F|1|25|35|3|s\n3|F|1|20|35|2|n\n",
                       1),
             0);
    CHECK_EQ(log_header_value(&site.log, SWF_DIR_MAX_PROCS), 0); /* texts alone */
    CHECK_STR(site.log.lines[8].text.data,
              "MaxProcs is not known; most processors in use at the same time: 6");
    CHECK(strstr(site.log.lines[9].text.data, "2 clusters"));
    sitelog_free(&site);
}

/* Without records and an end it is not accounting. */
static void endless(void)
{
    enum { LINES = 4200, LINE = 4000 };
    static char junk[LINES * LINE + 1];
    memset(junk, 'x', sizeof junk - 1);
    for (size_t i = 1; i <= LINES; i++) junk[i * LINE - 1] = '\n';
    CHECK_EQ(read_text(pbslog_read, junk, 0), -1);
    CHECK(strstr(why.text, ": line 4195: no record in the last 16 MiB"));
    sitelog_free(&site);
}

TEST_MAIN(TEST(times), TEST(sizes), TEST(zones), TEST(sacct), TEST(pbs),
          TEST(nodes_as_processors), TEST(columns_given), TEST(columns_that_are_wrong),
          TEST(names_written), TEST(machines), TEST(foreign_files),
          TEST(a_long_reservation), TEST(the_header), TEST(endless), TEST(clock_changes))
