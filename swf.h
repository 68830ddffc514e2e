/* swf.h - v0.5.0 - reads and writes job logs (SWF with job requirements, GWF) - MIT-0

DO THIS
    In *one* C or C++ file:     #define SWF_IMPLEMENTATION
                                #include "swf.h"
    In all others:              #include "swf.h"

EXAMPLE
    ---- example.c
    #define SWF_IMPLEMENTATION
    #include "swf.h"
    #include <stdio.h>

    int main(void)
    {
        static const char log[] = "; MaxProcs: 64\n"
                                  "1 0 5 100 4 9.5 -1 4 200 -1 1 1 1 -1 0 -1 -1 -1\n"
                                  "2 9 0 x77 4 9.5 -1 4 200 -1 1 1 1 -1 0 -1 -1 -1\n";
        static swf_reader reader;
        static swf_item item;
        char text[100];
        swf_status s = swf_init(&reader, NULL);
        if (s == SWF_OK) s = swf_feed(&reader, log, sizeof log - 1, 1);
        while (s == SWF_OK && (s = swf_next(&reader, &item)) == SWF_OK)
            if (item.kind == SWF_JOB) printf("a job of %d s\n", (int)item.job.run);
        if (s != SWF_END && swf_write_error(text, sizeof text, &reader.error)) puts(text);
        return 0;
    }
    ---- output
    a job of 100 s
    line 3, column 7, field 4 (run time): expected a number
    ----

TABLE OF CONTENTS
    The manual       WHAT IT IS, WHY NOT SSCANF, READING, ITEMS, NUMBERS, POLICIES,
                     REQUIREMENTS, GWF, WRITING, COSTS, ERRORS, MEMORY, THREADS,
                     DETERMINISM, LIMITS, OPTIONS, SOURCES, HISTORY
    The declarations statuses, settings, input, the reader, jobs,
                     job requirements, writing, text
    The code         >>characters and spans, >>numbers, >>jobs, >>formats,
                     >>requirements, >>fast path, >>one line, >>reader, >>writing,
                     >>text

WHAT IT IS
    swf.h reads and writes job logs, one line per job: the Standard Workload Format (18
    numbers, then optionally the job requirements that grid simulators add) or the Grid
    Workload Format (29 columns). Errors come with line, column, byte and field. Real logs
    have odd lines; POLICIES says which of them are errors.

    It does not read files: you pass the log, whole or in chunks of any size. It does not
    judge the values: jobs out of order, negative run times, run times beyond the
    requested time and sizes beyond the machine's are read as they are. It keeps no jobs.

WHY NOT SSCANF
    sscanf and strtol fill a missing field from the next line, read 12abc as 12, report an
    overflow through errno or not at all, depend on the locale, and need each line to be
    copied first. A loop of fgets and strtol over a log is also several times slower
    (bench/bench_swf measures by how much on your machine).

READING
    swf_init prepares a reader; swf_feed passes bytes to it; swf_next returns the next
    item, until it returns SWF_NEED_MORE (call swf_feed again) or SWF_END. A log in memory
    is fed as a single chunk, with the last argument 1: nothing follows. A file is read
    through a buffer of any size, in constant memory:

        while ((s = swf_next(&reader, &item)) == SWF_OK || s == SWF_NEED_MORE)
            if (s == SWF_OK) {
                ...
            } else {
                size_t n = fread(chunk, 1, sizeof chunk, file);
                if (swf_feed(&reader, chunk, n, n == 0) != SWF_OK) break;
            }

    A chunk may end anywhere. A line that lies within a chunk is read in place; only a
    line that spans chunks is copied, into the reader. The items do not depend on where
    the input is cut.

ITEMS
    Blank lines are ignored; any other line is one item:
    SWF_JOB      A job. The members of item.job are its 18 fields, -1 if unknown, and
                 `present`, a mask of the known ones. `extra` is the text after field 18;
                 in GWF, columns 12 to 29.
    SWF_HEADER   "; MaxProcs: 64 (dual)", in SWF and GWF: ';' or '#', one word, then a
                 colon, but not "://". Blanks between them do not matter, nor does the
                 case of names. `text` is all that follows the colon. If the name is
                 known (SWF_DIRECTIVES) and takes a number, `value.whole` is that number
                 (has_value is 1) and `rest` is the text after it. The number ends at a
                 blank, '(', '#', ';' or a comma before a blank, so 1,024 and 36h
                 give no value rather than a wrong one.
    SWF_COMMENT  Any other line that begins with ; or #.
    SWF_SKIPPED  A bad line (never under STRICT); reader.error describes the fault.
    Lines end with LF or CR LF; the last one need not. Blanks are space, tab and CR. A
    byte order mark before the first line is ignored.

NUMBERS
    A number consists of an optional '-', digits and, where the format allows a fraction,
    an optional decimal point; '+' and exponents are errors. It must fit in 64 bits. Where
    the format has fractions (average CPU time; in GWF all times and memory), the member
    holds the nearest integer, with halves rounded away from zero, and micro[] holds the
    difference in millionths: 99.5 is 100 with micro -500000. swf_get_decimal returns
    both. A number is first rounded to six decimals: 12.4999996 is 12.5. -1 and -1.00 mean
    unknown and are not in `present`.

POLICIES
    fault                                STRICT        LENIENT     REPAIR
    not a number, 12abc, 1e5, +5, --5    E_NUMBER      skipped     skipped
    does not fit in 64 bits              E_RANGE       skipped     skipped
    decimals in an integer field, 4.0    E_FRACTION    skipped     rounded as above
    fewer than 18 (29) columns           E_FEW         skipped     rest -1 (*)
    surplus columns, beyond 18 (29)      E_MANY        dropped     dropped
    a bad requirement                    E_REQUIREMENT skipped     skipped
    a line of more than 4096 bytes       E_LONG        skipped     skipped
    a known header without its number    E_HEADER      no value    no value
    (A GWF line has 29 columns. *: with fewer than 5, skipped.) Under STRICT the reader
    stops at the first fault and cannot continue. Under LENIENT and REPAIR, stats.jobs +
    stats.skipped is the number of job lines. stats.repaired counts the repaired jobs, and
    job.repaired is a mask of the repaired fields. If columns were dropped, it has
    SWF_REPAIRED_EXTRA. reader.error says where columns are missing or surplus.
    stats.bad_headers counts headers without a value; stats.bad_comments counts overlong
    comments and headers.

REQUIREMENTS
    Requirements may follow field 18, separated by ';'. Each is "name op value", then
    optionally HARD or SOFT, then optionally an integer priority:

        ... -1 -1 -1 Memory >= 1024 MB SOFT 100; OS Name == LINUX; usage_memory = 512.5

    A name begins with a letter and may contain blanks. The operators are == = != < <= >
    >= and the words EQUAL NOT_EQUAL LESS LESS_EQUAL GREATER GREATER_EQUAL. The value is a
    number, optionally with a unit, or text without ';'. A requirement is HARD unless it
    says SOFT. usage_memory, usage_ethernet and usage_network are not requirements: they
    state the job's usage as "= number". Empty requirements are ignored. The reader
    checks the syntax; swf_next_requirement parses swf_requirements(job) one by
    one; swf_get_usage finds one usage. Text after field 18 is an extra column unless
    it has an operator and starts with a letter or ';'.

GWF
    Columns 1 to 16 are as in SWF; columns 2 3 4 6 7 9 10 may have decimals. The
    identifiers (12 to 16: user, group, executable, queue, partition) may begin with
    letters: U12 is 12; an identifier without such a number is -1. Columns 17 to 29 are
    text: origin site, last run site, job structure, its parameters, used network, used
    disk, used resources, requested platform, network, disk, resources, virtual
    organization, project. swf_gwf_column returns columns 12 to 29 as text. `preceding`
    and `think`, which GWF lacks, are -1.
    AUTO, the default format, reads a log as GWF if its first non-blank line begins with
    '#', or is a job with 29 columns and no ';'. If the log begins with '#' but its first
    job line has fewer than 24 columns, it is read as SWF.

WRITING
    The swf_write functions fill your buffer as snprintf does; the lines that they write
    end with LF. An item that is read, then written in the same format, reads back as the
    same item. This holds for swf_write_job (in SWF, job.extra is unchanged; in GWF, each
    column), swf_write_header and swf_write_comment.
    To make a job, call swf_job_clear and then set members, or call swf_set, which also
    clears an old fraction. swf_write_requirement writes one requirement; several, joined
    by "; ", are the job's extra.
    What the target format cannot hold is lost: from GWF to SWF, fractions (except the CPU
    time's) and columns 17 to 29; from SWF to GWF, preceding, think and the requirements.
    Columns 12 to 16 of GWF are written as they were read, unless you changed the member.
    A line close to the longest that can be read may exceed the limit by a few bytes when
    it is written.

COSTS
    Constant time: swf_init, swf_job_clear, swf_get, swf_set, swf_get_decimal,
    swf_set_decimal, swf_requirements, swf_status_text, swf_field_name, swf_version,
    swf_reader_size. Linear in the input: swf_feed (the chunk's last line), swf_next
    (the line), swf_gwf_column, swf_next_requirement, swf_get_usage, swf_text; in the
    output: swf_write_job, swf_write_header, swf_write_comment, swf_write_requirement,
    swf_write_error.

ERRORS
    All statuses are in one list, SWF_STATUSES. reader.error describes the last bad line:
    code, byte (from 0), line and column (from 1, in bytes), field (from 1; 0 = none). Its
    position is the offending byte: the first that cannot belong to the number, the digit
    with which the number no longer fits, the decimal point, the end of a line that lacks
    a field, the first byte of a surplus column, byte 4097 of a long line. swf_write_error
    describes it in words. A NULL argument is E_ARG, never a crash.

MEMORY
    No function allocates, so no call can run out of memory and nothing must be freed. The
    reader is one struct that you provide (4.3 KB, with room for one line). Spans point
    into your chunk or into the reader, and are valid until the next swf_next or swf_feed
    on that reader.

THREADS
    There is no writable global data. A reader belongs to one thread at a time.

DETERMINISM
    There is no locale, no floating point and no errno: the same bytes give the same items
    and the same text on every platform.

LIMITS
    A line has at most SWF_LINE_MAX = 4096 bytes, including a CR; a longer one is a bad
    line, even if it is blank. Any input is safe: every call ends in time linear in its
    length. Stack, with GCC on x86-64: less than 2 KiB.

OPTIONS
    SWF_IMPLEMENTATION   in one file: creates the code, once, however often it is included
    SWF_STATIC           makes the functions static; gcc warns about them in other files
    SWF_DEF              put before each function (extern), for instance a visibility or
                         __declspec(dllexport), for a shared library
    SWF_NO_STDLIB        no <string.h>; memcpy and memset are still linked
    SWF_MEMCPY           yours in their place. Only a compiler that is neither gcc nor
    SWF_MEMSET           clang needs both with SWF_NO_STDLIB
    (There is no option for FILE *: the loop in READING reads a file.)
    Visual C++ is expected to give C4127, C4204 and C4505 at warning level 4.

SOURCES
    Chapin et al., Benchmarks and Standards for the Evaluation of Parallel Job Schedulers,
    JSSPP 1999, and the Parallel Workloads Archive's definition 2.2 of SWF. The Grid
    Workloads Archive's definition of GWF. Rodero, Guim and Corbalan,
    Performance-driven Coordinated Grid Scheduling, section IV-A2 and listing 2.

HISTORY
    What 1.0 will promise, for all 1.x:
    kept     every name documented here, with its meaning and its value, but for
             ..._COUNT. Names with swf_i_ or SWF_I_ are private.
    answers  the same bytes give the same items, the same bad lines and the same bytes
             when written, unless a new header name or a new format changes them. Not
             kept: what AUTO takes a file for, and the words of errors.
    new      a minor version may add calls, statuses, values, and members at the end of
             structs, for which 0 means: as before. So begin with swf_job_clear or with
             zeros, and recompile the implementation and its users; otherwise E_ABI.
    Before 1.0 a minor version may change all of this, and says so here. No change is
    planned.
    0.5.0  swf_version, swf_reader_size: for bindings. There is no 0.4
    0.3.0  swf_init is a macro, which compares the versions of header and implementation
    0.2.0  lines with requirements or surplus columns, and lines of GWF, are read 2.5 to
           3.5 times as fast. AUTO goes back to SWF if a '#' log has short lines.
    0.1.0  first version

LICENCE
    MIT No Attribution; at the end of this file.
*/

#ifndef SWF_H
#define SWF_H

#include <stddef.h>
#include <stdint.h>

#define SWF_VERSION_MAJOR 0
#define SWF_VERSION_MINOR 5
#define SWF_VERSION_PATCH 0

#if defined(__GNUC__) || defined(__clang__)
#define SWF_NODISCARD __attribute__((__warn_unused_result__))
#define SWF_I_UNUSED __attribute__((__unused__))
#define SWF_I_LIBC(name) __builtin_##name
#else
#define SWF_NODISCARD
#define SWF_I_UNUSED
#define SWF_I_LIBC(name) name
#endif

#ifndef SWF_DEF
#ifdef SWF_STATIC
#define SWF_DEF static SWF_I_UNUSED
#else
#define SWF_DEF extern
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- statuses: one list, append-only ----------------------------------------------- */

#define SWF_STATUSES(X)                                                                \
    X(SWF_OK, 0, "ok")                                                                 \
    X(SWF_END, 1, "nothing more to read")                                              \
    X(SWF_NEED_MORE, 2, "feed more input, or say that there is none")                  \
    X(SWF_E_ARG, 3, "an argument is missing or out of range")                          \
    X(SWF_E_NUMBER, 4, "expected a number")                                            \
    X(SWF_E_RANGE, 5, "the number is too large for 64 bits")                           \
    X(SWF_E_FRACTION, 6, "expected a whole number, without decimals")                  \
    X(SWF_E_FEW, 7, "the line ends before its last field")                             \
    X(SWF_E_MANY, 8, "the line has more fields than its format")                       \
    X(SWF_E_LONG, 9, "the line is longer than 4096 bytes")                             \
    X(SWF_E_HEADER, 10, "the value of this header must begin with a number")           \
    X(SWF_E_REQUIREMENT, 11, "a requirement is: name op value [HARD|SOFT [priority]]") \
    X(SWF_E_ABI, 12, "header and implementation are of different versions")

typedef enum swf_status {
#define SWF_STATUS_ENUM(name, value, text) name = value,
    SWF_STATUSES(SWF_STATUS_ENUM)
#undef SWF_STATUS_ENUM
        SWF_STATUS_COUNT
} swf_status;

/* ---- settings ---------------------------------------------------------------------- */

#define SWF_LINE_MAX 4096   /* longest line in bytes, its LF not counted */
#define SWF_REPAIR_FIELDS 5 /* fewest fields of a line that REPAIR completes */

typedef enum swf_policy {
    SWF_STRICT = 0,  /* the first bad line stops the reader */
    SWF_LENIENT = 1, /* a bad line is skipped and counted; surplus columns are dropped */
    SWF_REPAIR = 2   /* a bad line is repaired as POLICIES says, else skipped */
} swf_policy;

typedef enum swf_format {
    SWF_FORMAT_AUTO = 0, /* the first lines decide, see GWF */
    SWF_FORMAT_SWF = 1,
    SWF_FORMAT_GWF = 2
} swf_format;

typedef struct swf_desc {
    uint32_t policy; /* swf_policy; 0 = STRICT */
    uint32_t format; /* swf_format; 0 = AUTO */
} swf_desc;

/* ---- input ------------------------------------------------------------------------- */

/* Text inside the input. It is not terminated; it is valid until the next swf_next or
 * swf_feed. */
typedef struct swf_span {
    const char *data;
    size_t size;
} swf_span;

/* An exact decimal without floating point: whole + micro / 1000000. `whole` is the
 * nearest integer (halves round away from zero); micro is in -500000 .. 500000. */
typedef struct swf_decimal {
    int64_t whole;
    int32_t micro;
} swf_decimal;

/* The fields of a job, in the order of the format and of the members of swf_job. In the
 * masks below, the bit of a field is for example 1u << SWF_FIELD_WAIT. */
typedef enum swf_field {
    SWF_FIELD_NUMBER,
    SWF_FIELD_SUBMIT,
    SWF_FIELD_WAIT,
    SWF_FIELD_RUN,
    SWF_FIELD_PROCS,
    SWF_FIELD_CPU,
    SWF_FIELD_MEMORY,
    SWF_FIELD_REQ_PROCS,
    SWF_FIELD_REQ_TIME,
    SWF_FIELD_REQ_MEMORY,
    SWF_FIELD_STATUS,
    SWF_FIELD_USER,
    SWF_FIELD_GROUP,
    SWF_FIELD_EXECUTABLE,
    SWF_FIELD_QUEUE,
    SWF_FIELD_PARTITION,
    SWF_FIELD_PRECEDING,
    SWF_FIELD_THINK,
    SWF_FIELD_COUNT
} swf_field;

typedef struct swf_job {
    int64_t number;     /*  1  job number */
    int64_t submit;     /*  2  submit time, seconds from the log's start */
    int64_t wait;       /*  3  wait time, seconds */
    int64_t run;        /*  4  run time, seconds */
    int64_t procs;      /*  5  allocated processors */
    int64_t cpu;        /*  6  average CPU time, seconds; may have a fraction */
    int64_t memory;     /*  7  used memory, KB per processor */
    int64_t req_procs;  /*  8  requested processors */
    int64_t req_time;   /*  9  requested time, seconds */
    int64_t req_memory; /* 10  requested memory, KB per processor */
    int64_t status;     /* 11  1 done, 0 failed, 5 cancelled, 2 3 4 partial */
    int64_t user;       /* 12 */
    int64_t group;      /* 13 */
    int64_t executable; /* 14 */
    int64_t queue;      /* 15 */
    int64_t partition;  /* 16 */
    int64_t preceding;  /* 17  number of the job this one follows (SWF only) */
    int64_t think;      /* 18  seconds from that job's end to this submit (SWF only) */
                        /* a field is -1 if it is unknown */
    uint32_t present;   /* fields that are known: in the line and not -1 */
    uint32_t fractions; /* fields whose micro[] is set and not 0 */
    uint32_t repaired;  /* fields that were changed or found missing (POLICIES) */
    uint32_t format;    /* SWF_FORMAT_SWF or _GWF; says what `extra` holds */
    int32_t micro[SWF_FIELD_COUNT]; /* field = member + micro / 1000000 (swf_decimal) */
    swf_span extra; /* SWF: the text of the requirements after field 18; */
                    /* GWF: the text of columns 12 to 29 */
} swf_job;

/* One more bit of `repaired`: the line had surplus columns, or lacked texts (GWF). */
#define SWF_REPAIRED_EXTRA (UINT32_C(1) << SWF_FIELD_COUNT)

/* The known header names; 1 if the value must begin with a number. */
#define SWF_DIRECTIVES(X)                            \
    X(SWF_DIR_VERSION, "Version", 1)                 \
    X(SWF_DIR_COMPUTER, "Computer", 0)               \
    X(SWF_DIR_INSTALLATION, "Installation", 0)       \
    X(SWF_DIR_ACKNOWLEDGE, "Acknowledge", 0)         \
    X(SWF_DIR_INFORMATION, "Information", 0)         \
    X(SWF_DIR_CONVERSION, "Conversion", 0)           \
    X(SWF_DIR_MAX_JOBS, "MaxJobs", 1)                \
    X(SWF_DIR_MAX_RECORDS, "MaxRecords", 1)          \
    X(SWF_DIR_PREEMPTION, "Preemption", 0)           \
    X(SWF_DIR_UNIX_START_TIME, "UnixStartTime", 1)   \
    X(SWF_DIR_TIME_ZONE, "TimeZone", 1)              \
    X(SWF_DIR_TIME_ZONE_STRING, "TimeZoneString", 0) \
    X(SWF_DIR_START_TIME, "StartTime", 0)            \
    X(SWF_DIR_END_TIME, "EndTime", 0)                \
    X(SWF_DIR_MAX_NODES, "MaxNodes", 1)              \
    X(SWF_DIR_MAX_PROCS, "MaxProcs", 1)              \
    X(SWF_DIR_MAX_RUNTIME, "MaxRuntime", 1)          \
    X(SWF_DIR_MAX_MEMORY, "MaxMemory", 1)            \
    X(SWF_DIR_ALLOW_OVERUSE, "AllowOveruse", 0)      \
    X(SWF_DIR_MAX_QUEUES, "MaxQueues", 1)            \
    X(SWF_DIR_QUEUES, "Queues", 0)                   \
    X(SWF_DIR_QUEUE, "Queue", 1)                     \
    X(SWF_DIR_MAX_PARTITIONS, "MaxPartitions", 1)    \
    X(SWF_DIR_PARTITIONS, "Partitions", 0)           \
    X(SWF_DIR_PARTITION, "Partition", 1)             \
    X(SWF_DIR_NOTE, "Note", 0)

typedef enum swf_directive {
    SWF_DIR_OTHER = 0, /* "Name: text" with a name that is not in the list */
#define SWF_DIRECTIVE_ENUM(name, key, number) name,
    SWF_DIRECTIVES(SWF_DIRECTIVE_ENUM)
#undef SWF_DIRECTIVE_ENUM
        SWF_DIR_COUNT
} swf_directive;

/* A header line. The members' comments show "; MaxNodes: 338 (batch; 512 total)". */
typedef struct swf_header {
    uint32_t directive; /* SWF_DIR_MAX_NODES */
    uint32_t has_value; /* 1 */
    swf_decimal value;  /* 338 */
    swf_span key;       /* MaxNodes */
    swf_span text;      /* 338 (batch; 512 total) */
    swf_span rest;      /* (batch; 512 total); equals `text` if there is no number */
} swf_header;

typedef enum swf_kind {
    SWF_JOB = 1,     /* item.job */
    SWF_HEADER = 2,  /* item.header */
    SWF_COMMENT = 3, /* item.comment */
    SWF_SKIPPED = 4  /* a bad line, never under STRICT; see reader.error */
} swf_kind;

typedef struct swf_item {
    uint32_t kind; /* swf_kind; of the members below only the one it names is set */
    uint64_t line; /* line number: 1, 2, 3, ... */
    swf_job job;
    swf_header header;
    swf_span comment; /* what follows the ';' or '#' */
} swf_item;

/* ---- the reader -------------------------------------------------------------------- */

typedef struct swf_error {
    uint32_t column;  /* in bytes: 1, 2, 3, ... */
    swf_status code;  /* SWF_OK = none so far */
    uint64_t line;    /* 1, 2, 3, ... */
    uint64_t byte;    /* from the start of the input: 0, 1, 2, ... */
    uint32_t field;   /* 1 .. 18 (GWF 29), one more for SWF_E_MANY; 0 = none */
    uint32_t format;  /* the format that `field` refers to */
    const char *text; /* swf_status_text(code); NULL = none so far */
} swf_error;

typedef struct swf_stats {
    uint64_t lines_read;   /* complete lines */
    uint64_t jobs;         /* jobs returned; jobs + skipped = all job lines */
    uint64_t skipped;      /* bad job lines */
    uint64_t repaired;     /* jobs returned whose `repaired` is not 0 */
    uint64_t headers;      /* headers returned */
    uint64_t bad_headers;  /* headers that lack the number that their name requires */
    uint64_t comments;     /* comments returned */
    uint64_t bad_comments; /* comments and headers of more than SWF_LINE_MAX */
} swf_stats;

/* You provide the reader: 4.3 KB, nothing to free. You may read the first four
 * members. */
typedef struct swf_reader {
    uint32_t format; /* AUTO until the first line that is not blank */
    swf_desc desc;   /* as given to swf_init */
    swf_error error; /* the error of the last bad line */
    swf_stats stats;
    /* private */
    const char *begin, *at, *end; /* the chunk; it is read up to `at` */
    const char *lines_end;        /* just after the last '\n' of the chunk */
    uint64_t before;              /* bytes of the input before the chunk */
    uint32_t state;
    uint32_t held; /* bytes in `hold`: of a line that began in an earlier chunk */
    char hold[SWF_LINE_MAX + 1];
} swf_reader;

/* A number that differs if header and implementation are of different major versions (of
 * different minor ones before 1.0) or disagree on a public struct. */
#define SWF_ABI                                                                  \
    ((SWF_VERSION_MAJOR ? SWF_VERSION_MAJOR * 64u : SWF_VERSION_MINOR) * 1021u + \
     SWF_I_SIZES)

/* swf_init(&reader, &desc) prepares a reader for swf_feed. desc NULL = all defaults.
 * E_ARG: reader is NULL, or a member of desc is out of range. E_ABI: the implementation
 * was compiled from another version of this header; nothing was written. Bindings without
 * a preprocessor call swf_init_abi with the value of SWF_ABI. */
#define swf_init(reader, ...) swf_init_abi((reader), (__VA_ARGS__), SWF_ABI)
SWF_DEF SWF_NODISCARD swf_status swf_init_abi(swf_reader *reader, const swf_desc *desc,
                                              unsigned abi);

/* Passes the next chunk to the reader. It may have any size, even 0; a line may span
 * chunks. `last` is 1 if no chunk follows. Copies nothing: the bytes must stay unchanged
 * until swf_next has returned NEED_MORE or END. E_ARG: the previous chunk is not used
 * up, or was the last. */
SWF_DEF SWF_NODISCARD swf_status swf_feed(swf_reader *reader, const void *data,
                                          size_t size, int last);

/* Reads the next item. OK; NEED_MORE (call swf_feed, then call again); END; or, under
 * STRICT, an error of the input, which every later call returns again. Spans in the item
 * are valid until the next call of swf_next or swf_feed. */
SWF_DEF SWF_NODISCARD swf_status swf_next(swf_reader *reader, swf_item *item);

/* ---- jobs -------------------------------------------------------------------------- */

/* Sets every field to unknown (-1); no extra, format SWF. */
SWF_DEF void swf_job_clear(swf_job *job);

/* get: the member of a field. set: sets a field to a whole value; its fraction is
 * cleared, and the field becomes present unless the value is -1. */
SWF_DEF int64_t swf_get(const swf_job *job, swf_field field);
SWF_DEF void swf_set(swf_job *job, swf_field field, int64_t value);
/* The same including the fraction. */
SWF_DEF swf_decimal swf_get_decimal(const swf_job *job, swf_field field);
SWF_DEF void swf_set_decimal(swf_job *job, swf_field field, swf_decimal value);

/* Text of column 12 .. 29 of a job that was read from GWF; empty if there is none. */
SWF_DEF swf_span swf_gwf_column(const swf_job *job, uint32_t column);

/* ---- job requirements -------------------------------------------------------------- */

typedef enum swf_operator {
    SWF_EQUAL = 1,        /* ==  =  EQUAL */
    SWF_NOT_EQUAL = 2,    /* !=  NOT_EQUAL */
    SWF_LESS = 3,         /* <   LESS */
    SWF_LESS_EQUAL = 4,   /* <=  LESS_EQUAL */
    SWF_GREATER = 5,      /* >   GREATER */
    SWF_GREATER_EQUAL = 6 /* >=  GREATER_EQUAL */
} swf_operator;

typedef enum swf_importance {
    SWF_HARD = 0, /* also if neither word is there */
    SWF_SOFT = 1
} swf_importance;

typedef enum swf_usage {
    SWF_NO_USAGE = 0,       /* it is a requirement */
    SWF_USAGE_MEMORY = 1,   /* usage_memory = x: what the job uses when it runs */
    SWF_USAGE_ETHERNET = 2, /* usage_ethernet */
    SWF_USAGE_NETWORK = 3   /* usage_network */
} swf_usage;

/* A requirement. The members' comments show "Memory >= 1024 MB SOFT 100". */
typedef struct swf_requirement {
    uint32_t op;           /* swf_operator: SWF_GREATER_EQUAL */
    uint32_t importance;   /* swf_importance: SWF_SOFT */
    uint32_t usage;        /* swf_usage: SWF_NO_USAGE */
    uint32_t has_number;   /* 1: the value begins with a number */
    uint32_t has_priority; /* 1 */
    swf_decimal number;    /* 1024 */
    int64_t priority;      /* 100 */
    swf_span name;         /* Memory */
    swf_span value;        /* 1024 MB */
    swf_span unit;         /* MB */
} swf_requirement;

/* Parses the next requirement or usage in *rest and moves *rest past it. Start with
 * *rest = swf_requirements(job). OK; END if *rest is empty or a line break; E_REQUIREMENT
 * or E_RANGE, with *rest at the offending byte. A job that was read never gives these
 * errors. */
SWF_DEF SWF_NODISCARD swf_status swf_next_requirement(swf_span *rest,
                                                      swf_requirement *out);
/* The text of a job's requirements: job->extra, or nothing for a job of GWF. */
SWF_DEF swf_span swf_requirements(const swf_job *job);
/* A job's usage_memory, usage_ethernet or usage_network. OK, or END if it has none. */
SWF_DEF SWF_NODISCARD swf_status swf_get_usage(const swf_job *job, swf_usage usage,
                                               swf_decimal *out);

/* ---- writing ----------------------------------------------------------------------- */

/* These functions work as snprintf does: they write at most `size` bytes including the
 * terminating 0 and return the length of the whole text without it; buffer may be NULL if
 * size is 0. They return 0 if the text cannot be written: an argument is missing, a text
 * contains a line break, a requirement could not be read back, or a decimal is beyond 64
 * bits when rounded or has a `micro` of a million or more. Lines end with '\n'. `format`
 * is the format of the output (AUTO: the job's; SWF for headers and comments); what it
 * cannot hold is left out. */
SWF_DEF size_t swf_write_job(char *buffer, size_t size, const swf_job *job,
                             swf_format format);
/* If `key` is empty, the directive's name is written; if `text` is empty, the value. */
SWF_DEF size_t swf_write_header(char *buffer, size_t size, const swf_header *header,
                                swf_format format);
SWF_DEF size_t swf_write_comment(char *buffer, size_t size, swf_span comment,
                                 swf_format format);
/* Writes one requirement without a line end; join several with "; " and set job.extra to
 * the result. If `value` is empty, number and unit are written. */
SWF_DEF size_t swf_write_requirement(char *buffer, size_t size, const swf_requirement *r);
/* For example "line 7, column 12, field 4 (run time): expected a number". */
SWF_DEF size_t swf_write_error(char *buffer, size_t size, const swf_error *error);

/* ---- text -------------------------------------------------------------------------- */

SWF_DEF swf_span swf_text(const char *text);            /* a span of the whole string */
SWF_DEF const char *swf_status_text(swf_status status); /* never NULL */
/* The name of a column, 1 .. 18 (GWF 29): "run time" for 4. "" if unknown, never NULL. */
SWF_DEF const char *swf_field_name(swf_format format, uint32_t column);

/* For bindings: the version of the implementation, as in line 1 here, with its SWF_ABI in
 * *abi (unless NULL), which they pass to swf_init_abi; and the size of a swf_reader. */
SWF_DEF const char *swf_version(unsigned *abi);
SWF_DEF size_t swf_reader_size(void);

/* For SWF_ABI: an enumerator, so that a C++ file that uses it has no cast. */
enum {
    SWF_I_SIZES = (sizeof(swf_desc) + 3 * sizeof(swf_span) + 5 * sizeof(swf_decimal) +
                   7 * sizeof(swf_job) + 11 * sizeof(swf_header) + 13 * sizeof(swf_item) +
                   17 * sizeof(swf_error) + 19 * sizeof(swf_stats) +
                   23 * sizeof(swf_reader) + 29 * sizeof(swf_requirement)) %
                  32749 /* fits an int of 16 bits */
};

#ifdef __cplusplus
}
#endif

#endif /* SWF_H */

#if defined(SWF_IMPLEMENTATION) && !defined(SWF_IMPLEMENTED)
#define SWF_IMPLEMENTED

#if !(defined(SWF_MEMCPY) && defined(SWF_MEMSET))
#ifndef SWF_NO_STDLIB
#include <string.h>
#elif !defined(__GNUC__) && !defined(__clang__)
#error "swf.h: SWF_NO_STDLIB needs SWF_MEMCPY and SWF_MEMSET"
#endif
#endif
#ifndef SWF_MEMCPY
#define SWF_MEMCPY SWF_I_LIBC(memcpy)
#endif
#ifndef SWF_MEMSET
#define SWF_MEMSET SWF_I_LIBC(memset)
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- >>characters and spans -------------------------------------------------------- */

/* A CR counts as a blank, so that lines may end with CR LF. */
static int swf_i_is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static int swf_i_is_digit(char c) { return c >= '0' && c <= '9'; }

static int swf_i_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static char swf_i_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static const char *swf_i_skip_blanks(const char *p, const char *end)
{
    while (p < end && swf_i_is_blank(*p)) p++;
    return p;
}

static const char *swf_i_skip_word(const char *p, const char *end)
{
    while (p < end && !swf_i_is_blank(*p)) p++;
    return p;
}

/* The first c in the text, or NULL. Eight bytes at a time: a line that the fast path does
 * not read whole is read twice as fast. */
static const char *swf_i_find(char c, const char *p, const char *end)
{
    const uint64_t ones = UINT64_MAX / 255, all_c = ones * (unsigned char)c;
    uint64_t x;
    for (; end - p >= 8; p += 8) {
        SWF_MEMCPY(&x, p, sizeof x);
        x ^= all_c;
        if ((x - ones) & ~x & ones << 7) break; /* a byte is 0 */
    }
    while (p < end && *p != c) p++;
    return p < end ? p : NULL;
}

static swf_span swf_i_span(const char *begin, const char *end)
{
    swf_span s;
    s.data = begin;
    s.size = (size_t)(end - begin);
    return s;
}

/* The text from begin to end without blanks at its ends. */
static swf_span swf_i_trim(const char *begin, const char *end)
{
    begin = swf_i_skip_blanks(begin, end);
    while (end > begin && swf_i_is_blank(end[-1])) end--;
    return swf_i_span(begin, end);
}

/* Are they the same text? With `any_case` capitals are small letters. */
static int swf_i_equal(swf_span s, const char *text, int any_case)
{
    size_t i;
    for (i = 0; i < s.size && text[i]; i++)
        if (s.data[i] != text[i] &&
            (!any_case || swf_i_lower(s.data[i]) != swf_i_lower(text[i])))
            return 0;
    return i == s.size && text[i] == 0;
}

SWF_DEF swf_span swf_text(const char *text)
{
    const char *end = text;
    while (end && *end) end++;
    return swf_i_span(text, end);
}

/* ---- >>numbers --------------------------------------------------------------------- */

#define SWF_I_MILLION 1000000

/* Sets *out to +-(magnitude + micro / million), where 0 <= micro <= million: the nearest
 * integer and the rest. Returns 0 if the number is too large. */
static int swf_i_make_decimal(int negative, uint64_t magnitude, int32_t micro,
                              swf_decimal *out)
{
    const uint64_t limit = (uint64_t)INT64_MAX + (negative ? 1u : 0u);
    if (micro >= SWF_I_MILLION / 2) {
        magnitude++;
        micro -= SWF_I_MILLION;
    }
    if (magnitude > limit) return 0;
    if (negative) {
        out->whole = magnitude ? -(int64_t)(magnitude - 1) - 1 : 0;
        out->micro = -micro;
    } else {
        out->whole = (int64_t)magnitude;
        out->micro = micro;
    }
    return 1;
}

/* Reads the digits after a decimal point as millionths, rounded by the seventh digit.
 * Returns the end of the digits. */
static const char *swf_i_fraction(const char *p, const char *end, int32_t *micro)
{
    int32_t unit = SWF_I_MILLION / 10;
    *micro = 0;
    for (; p < end && swf_i_is_digit(*p) && unit > 0; p++, unit /= 10)
        *micro += (*p - '0') * unit;
    if (p < end && *p >= '5' && *p <= '9') (*micro)++;
    while (p < end && swf_i_is_digit(*p)) p++;
    return p;
}

/* Reads the decimal that begins at *at: -?[0-9]*[.]?[0-9]* with at least one digit. Moves
 * *at past it, or, on failure, to the wrong byte. *point becomes its decimal point, or
 * NULL. */
static swf_status swf_i_decimal(const char **at, const char *end, swf_decimal *out,
                                const char **point)
{
    const char *p = *at;
    const int negative = p < end && *p == '-';
    const uint64_t limit = (uint64_t)INT64_MAX + (negative ? 1u : 0u);
    uint64_t magnitude = 0;
    int32_t micro = 0;
    int digits;
    p += negative;
    digits = p < end && swf_i_is_digit(*p);
    for (; p < end && swf_i_is_digit(*p); p++) {
        const uint64_t digit = (uint64_t)(*p - '0');
        if (magnitude >= INT64_MAX / 10 &&
            (magnitude > INT64_MAX / 10 || 10 * magnitude > limit - digit)) {
            *at = p;
            return SWF_E_RANGE;
        }
        magnitude = 10 * magnitude + digit;
    }
    *point = NULL;
    if (p < end && *p == '.') {
        *point = p++;
        digits |= p < end && swf_i_is_digit(*p);
        p = swf_i_fraction(p, end, &micro);
    }
    *at = p;
    if (!digits) return SWF_E_NUMBER;
    if (swf_i_make_decimal(negative, magnitude, micro, out)) return SWF_OK;
    *at = *point;
    return SWF_E_RANGE;
}

/* Reads a text that is an integer and nothing else; returns 0 if it is not. */
static int swf_i_integer(swf_span s, int64_t *out)
{
    const char *p = s.data, *end = s.data + s.size, *point;
    swf_decimal d;
    if (swf_i_decimal(&p, end, &d, &point) != SWF_OK || point || p != end) return 0;
    *out = d.whole;
    return 1;
}

/* ---- >>jobs ------------------------------------------------------------------------ */

#define SWF_I_BIT(field) ((uint32_t)1 << (field))

/* Sets a field. Fields 1 to 18 are the first members of swf_job, of 8 bytes each. */
static void swf_i_put(swf_job *job, uint32_t field, int64_t value)
{
    SWF_MEMCPY((unsigned char *)job + sizeof value * field, &value, sizeof value);
}

SWF_DEF int64_t swf_get(const swf_job *job, swf_field field)
{
    int64_t value;
    if (!job || (unsigned)field >= SWF_FIELD_COUNT) return -1;
    SWF_MEMCPY(&value, (const unsigned char *)job + sizeof value * (unsigned)field,
               sizeof value);
    return value;
}

SWF_DEF swf_decimal swf_get_decimal(const swf_job *job, swf_field field)
{
    swf_decimal d = {0, 0};
    d.whole = swf_get(job, field);
    if (job && (unsigned)field < SWF_FIELD_COUNT && job->fractions >> field & 1u)
        d.micro = job->micro[field];
    return d;
}

SWF_DEF void swf_set_decimal(swf_job *job, swf_field field, swf_decimal value)
{
    const uint32_t mask = SWF_I_BIT((unsigned)field % 32);
    if (!job || (unsigned)field >= SWF_FIELD_COUNT) return;
    swf_i_put(job, (unsigned)field, value.whole);
    job->present &= ~mask;
    job->fractions &= ~mask;
    if (value.whole != -1 || value.micro) job->present |= mask;
    if (value.micro) {
        job->fractions |= mask;
        job->micro[field] = value.micro;
    }
}

SWF_DEF void swf_set(swf_job *job, swf_field field, int64_t value)
{
    swf_decimal d = {0, 0};
    d.whole = value;
    swf_set_decimal(job, field, d);
}

SWF_DEF void swf_job_clear(swf_job *job)
{
    unsigned i;
    if (!job) return;
    SWF_MEMSET(job, 0, sizeof *job);
    for (i = 0; i < SWF_FIELD_COUNT; i++) swf_i_put(job, i, -1);
    job->format = SWF_FORMAT_SWF;
}

/* ---- >>formats --------------------------------------------------------------------- */

/* The differences between the two formats, and the names of their fields. Fields 1 to 16
 * mean the same in both; the later columns of GWF are not numbers. */
#define SWF_I_SWF_COLUMNS 18u
#define SWF_I_GWF_COLUMNS 29u
#define SWF_I_GWF_LEAST 24u   /* so many are nearer to 29 than to 18 */
#define SWF_I_GWF_NUMBERS 11u /* columns 1 to 11 are numbers */
#define SWF_I_GWF_IDS 16u     /* columns 12 to 16 identifiers such as U12; then texts */

static uint32_t swf_i_columns(uint32_t format)
{
    return format == SWF_FORMAT_GWF ? SWF_I_GWF_COLUMNS : SWF_I_SWF_COLUMNS;
}

/* The mask of the fields that may have decimals. */
static uint32_t swf_i_decimals(uint32_t format)
{
    const uint32_t cpu = SWF_I_BIT(SWF_FIELD_CPU);
    if (format != SWF_FORMAT_GWF) return cpu;
    return cpu | SWF_I_BIT(SWF_FIELD_SUBMIT) | SWF_I_BIT(SWF_FIELD_WAIT) |
           SWF_I_BIT(SWF_FIELD_RUN) | SWF_I_BIT(SWF_FIELD_MEMORY) |
           SWF_I_BIT(SWF_FIELD_REQ_TIME) | SWF_I_BIT(SWF_FIELD_REQ_MEMORY);
}

SWF_DEF const char *swf_field_name(swf_format format, uint32_t column)
{
    static const char names[] = "job number\0submit time\0wait time\0run time\0"
                                "allocated processors\0average CPU time\0"
                                "used memory\0requested processors\0"
                                "requested time\0requested memory\0status\0user\0"
                                "group\0executable\0queue\0partition\0origin site\0"
                                "last run site\0job structure\0"
                                "structure parameters\0used network\0used disk\0"
                                "used resources\0requested platform\0"
                                "requested network\0requested disk\0"
                                "requested resources\0virtual organization\0"
                                "project";
    const char *name = names;
    if (format != SWF_FORMAT_GWF) {
        if (column == SWF_FIELD_PRECEDING + 1) return "preceding job";
        if (column == SWF_FIELD_THINK + 1) return "think time";
        if (column == SWF_I_SWF_COLUMNS + 1) return "requirements";
    }
    if (column - 1 >= swf_i_columns((uint32_t)format)) return "";
    for (; column > 1; column--)
        while (*name++) {
        }
    return name;
}

/* Word n of a text, counted from 0; empty if there are fewer. */
static swf_span swf_i_nth_word(swf_span s, uint32_t n)
{
    const char *p = s.data, *end = s.data + s.size, *token = p;
    uint32_t i;
    for (i = 0; i <= n; i++) {
        token = swf_i_skip_blanks(p, end);
        p = swf_i_skip_word(token, end);
    }
    return swf_i_span(token, p);
}

SWF_DEF swf_span swf_gwf_column(const swf_job *job, uint32_t column)
{
    if (!job || job->format != SWF_FORMAT_GWF || !job->extra.data ||
        column <= SWF_I_GWF_NUMBERS || column > SWF_I_GWF_COLUMNS)
        return swf_i_span(NULL, NULL);
    return swf_i_nth_word(job->extra, column - SWF_I_GWF_NUMBERS - 1);
}

/* The number of an identifier: 12 for U12 or 12; -1 (unknown) if there is no number. */
static int64_t swf_i_gwf_id(swf_span s)
{
    int64_t id;
    while (s.size && swf_i_is_letter(*s.data)) {
        s.data++;
        s.size--;
    }
    return s.size && swf_i_integer(s, &id) ? id : -1;
}

/* ---- >>requirements ---------------------------------------------------------------- */

/* Rodero et al., section IV-A2: a requirement is an identifier, an operator and a value;
 * listing 2 adds importance and priority. Requirements follow field 18, separated by
 * ';'. */

/* The operator that this word is, or 0. */
static uint32_t swf_i_operator_word(swf_span w)
{
    if (swf_i_equal(w, "EQUAL", 0)) return SWF_EQUAL;
    if (swf_i_equal(w, "NOT_EQUAL", 0)) return SWF_NOT_EQUAL;
    if (swf_i_equal(w, "LESS", 0)) return SWF_LESS;
    if (swf_i_equal(w, "LESS_EQUAL", 0)) return SWF_LESS_EQUAL;
    if (swf_i_equal(w, "GREATER", 0)) return SWF_GREATER;
    if (swf_i_equal(w, "GREATER_EQUAL", 0)) return SWF_GREATER_EQUAL;
    return 0;
}

static int swf_i_is_sign(char c) { return c == '=' || c == '<' || c == '>' || c == '!'; }

/* The operator that begins with this sign, or 0; `equal`: does a '=' follow? */
static uint32_t swf_i_operator_sign(char sign, int equal)
{
    if (sign == '=') return SWF_EQUAL;
    if (sign == '<') return equal ? SWF_LESS_EQUAL : SWF_LESS;
    if (sign == '>') return equal ? SWF_GREATER_EQUAL : SWF_GREATER;
    return sign == '!' && equal ? SWF_NOT_EQUAL : 0;
}

/* A requirement ends at a ';' or with its line. */
static int swf_i_is_end(char c) { return c == ';' || c == '\n'; }

static int swf_i_ends(const char *p, const char *end)
{
    return p == end || swf_i_is_end(*p);
}

/* Each of the next functions reads one part of a requirement at *at and moves *at past
 * it, or, on failure, to the wrong byte. This one reads the name and the operator. A name
 * may contain blanks ("OS Name"); it ends where an operator begins, which is a sign or a
 * separate word. */
static swf_status swf_i_requirement_name(const char **at, const char *end,
                                         swf_requirement *r)
{
    const char *begin = *at, *p = begin, *token, *name_end = begin;
    if (!swf_i_is_letter(*begin)) return SWF_E_REQUIREMENT;
    while (!swf_i_ends(p, end) && !swf_i_is_sign(*p)) {
        token = p;
        for (; p < end; p++)
            if (swf_i_is_blank(*p) || swf_i_is_sign(*p) || swf_i_is_end(*p)) break;
        if (token > begin && (swf_i_ends(p, end) || swf_i_is_blank(*p)))
            r->op = swf_i_operator_word(swf_i_span(token, p));
        if (r->op) break;
        name_end = p;
        p = swf_i_skip_blanks(p, end);
    }
    *at = p;
    if (!r->op && p < end) {
        const int equal = end - p > 1 && p[1] == '=';
        r->op = swf_i_operator_sign(*p, equal);
        p += 1 + equal;
    }
    if (!r->op) return SWF_E_REQUIREMENT;
    r->name = swf_i_span(begin, name_end);
    *at = p;
    return SWF_OK;
}

/* Reads "1024 MB" in the value. It is a number only if a blank, a letter or nothing
 * follows the digits. */
static swf_status swf_i_requirement_number(const char **at, swf_requirement *r)
{
    const char *p = r->value.data, *end = p + r->value.size, *point;
    const swf_status s = swf_i_decimal(&p, end, &r->number, &point);
    if (s == SWF_OK && (p == end || swf_i_is_blank(*p) || swf_i_is_letter(*p))) {
        r->has_number = 1;
        r->unit = swf_i_span(swf_i_skip_blanks(p, end), end);
    } else {
        r->number.whole = r->number.micro = 0;
    }
    if (s == SWF_E_RANGE) *at = p;
    return s == SWF_E_RANGE ? s : SWF_OK;
}

/* Reads the value, which ends at HARD or SOFT or at the end; after these words there is a
 * priority or nothing. */
static swf_status swf_i_requirement_value(const char **at, const char *end,
                                          swf_requirement *r)
{
    const char *begin = swf_i_skip_blanks(*at, end), *p = begin, *value_end = begin;
    int important = 0; /* HARD or SOFT was there */
    while (!swf_i_ends(p, end) && !important) {
        const char *word_end = p;
        swf_span token;
        for (; word_end < end; word_end++)
            if (swf_i_is_blank(*word_end) || swf_i_is_end(*word_end)) break;
        token = swf_i_span(p, word_end);
        p = swf_i_skip_blanks(word_end, end);
        r->importance = swf_i_equal(token, "SOFT", 0) ? SWF_SOFT : SWF_HARD;
        important = r->importance == SWF_SOFT || swf_i_equal(token, "HARD", 0);
        if (!important) value_end = word_end;
    }
    *at = p;
    if (!swf_i_ends(p, end)) {
        const char *point;
        swf_decimal d;
        const swf_status s = swf_i_decimal(&p, end, &d, &point);
        p = swf_i_skip_blanks(p, end);
        if (s != SWF_OK || point || !swf_i_ends(p, end)) return SWF_E_REQUIREMENT;
        r->has_priority = 1;
        r->priority = d.whole;
    }
    r->value = swf_i_span(begin, value_end);
    *at = begin;
    if (begin == value_end || *begin == '=' || *begin == '<' || *begin == '>')
        return SWF_E_REQUIREMENT;
    *at = p;
    return swf_i_requirement_number(at, r);
}

/* Recognizes usage_memory, usage_ethernet and usage_network, which must state an
 * amount. */
static swf_status swf_i_requirement_usage(const char **at, swf_requirement *r)
{
    if (swf_i_equal(r->name, "usage_memory", 0)) r->usage = SWF_USAGE_MEMORY;
    if (swf_i_equal(r->name, "usage_ethernet", 0)) r->usage = SWF_USAGE_ETHERNET;
    if (swf_i_equal(r->name, "usage_network", 0)) r->usage = SWF_USAGE_NETWORK;
    if (!r->usage || (r->op == SWF_EQUAL && r->has_number)) return SWF_OK;
    *at = r->value.data;
    return SWF_E_REQUIREMENT;
}

static swf_status swf_i_requirement(const char **at, const char *end, swf_requirement *r)
{
    swf_status s;
    SWF_MEMSET(r, 0, sizeof *r);
    s = swf_i_requirement_name(at, end, r);
    if (s == SWF_OK) s = swf_i_requirement_value(at, end, r);
    if (s == SWF_OK) s = swf_i_requirement_usage(at, r);
    return s;
}

SWF_DEF swf_status swf_next_requirement(swf_span *rest, swf_requirement *out)
{
    const char *p, *end;
    swf_status s;
    if (!rest || !out || (!rest->data && rest->size)) return SWF_E_ARG;
    p = rest->data;
    if (!p) return SWF_END;
    end = p + rest->size;
    while (p < end && (swf_i_is_blank(*p) || *p == ';')) p++;
    *rest = swf_i_span(p, end);
    if (p == end || *p == '\n') return SWF_END;
    s = swf_i_requirement(&p, end, out);
    *rest = swf_i_span(p, end);
    return s;
}

SWF_DEF swf_span swf_requirements(const swf_job *job)
{
    if (!job || job->format == SWF_FORMAT_GWF) return swf_i_span(NULL, NULL);
    return job->extra;
}

SWF_DEF swf_status swf_get_usage(const swf_job *job, swf_usage usage, swf_decimal *out)
{
    swf_span rest = swf_requirements(job);
    swf_requirement r;
    swf_status s;
    if (!job || !out || usage == SWF_NO_USAGE) return SWF_E_ARG;
    while ((s = swf_next_requirement(&rest, &r)) == SWF_OK)
        if (r.usage == (uint32_t)usage) {
            *out = r.number;
            return SWF_OK;
        }
    return s;
}

/* ---- >>fast path ------------------------------------------------------------------- */

#if defined(__GNUC__) || defined(__clang__)
#define SWF_I_INLINE static inline __attribute__((__always_inline__))
#else
#define SWF_I_INLINE static
#endif

/* Reads the decimals of a field; *p is the decimal point. Rarely called in SWF. */
static const char *swf_i_fast_fraction(const char *p, swf_job *job, uint32_t field,
                                       uint64_t *value)
{
    const char *digits = ++p;
    swf_decimal d = {0, 0};
    int32_t micro;
    while (swf_i_is_digit(*p)) p++;
    (void)swf_i_fraction(digits, p, &micro);
    (void)swf_i_make_decimal(0, *value, micro, &d); /* 18 digits fit */
    *value = (uint64_t)d.whole;
    if (d.micro) job->fractions |= SWF_I_BIT(field);
    job->micro[field] = d.micro;
    return p;
}

/* Reads a field that consists of digits, with decimals where the mask has it, or is -1.
 * NULL: it has another form. (A control byte may follow it: see swf_i_fast_fields.) */
SWF_I_INLINE const char *swf_i_fast_field(const char *p, swf_job *job, uint32_t field,
                                          uint32_t decimals, uint32_t *present)
{
    const char *begin;
    uint64_t value;
    unsigned digit;
    while (*p == ' ' || *p == '\t') p++;
    begin = p;
    digit = (unsigned)(unsigned char)*p - '0';
    if (digit > 9) {
        if (*p != '-' || p[1] != '1' || (unsigned char)p[2] > ' ') return NULL;
        swf_i_put(job, field, -1);
        return p + 2;
    }
    value = digit;
    while ((digit = (unsigned)(unsigned char)*++p - '0') <= 9) value = 10 * value + digit;
    if (p - begin > 18) return NULL;
    if (decimals >> field & 1u && *p == '.') {
        p = swf_i_fast_fraction(p, job, field, &value);
    }
    if ((unsigned char)*p > ' ') return NULL;
    *present |= SWF_I_BIT(field);
    swf_i_put(job, field, (int64_t)value);
    return p;
}

/* Reads the fields with which a job line begins as long as they have the usual form: at
 * most 18 digits, decimals where the format allows them, or -1. A line break must follow,
 * because each byte is tested only once. Returns where it stops, and sets *fields to the
 * number of fields read; swf_i_job reads the rest by all rules. Nearly all of the time
 * for a log is spent here. */
SWF_I_INLINE const char *swf_i_fast_fields(const char *p, swf_job *job, uint32_t format,
                                           uint32_t decimals, uint32_t *fields)
{
    const char *q;
    uint32_t present = 0, field = 0;
    job->fractions = job->repaired = 0;
    job->format = format;
    job->extra = swf_i_span(NULL, NULL);
    SWF_MEMSET(job->micro, 0, sizeof job->micro);
    do {
        /* each column has a copy of the code, so that branches are predicted by column */
#define SWF_I_FIELD(f)                                               \
    q = swf_i_fast_field(p, job, SWF_FIELD_##f, decimals, &present); \
    if (!q) break;                                                   \
    p = q;                                                           \
    field++;
        SWF_I_FIELD(NUMBER)
        SWF_I_FIELD(SUBMIT)
        SWF_I_FIELD(WAIT)
        SWF_I_FIELD(RUN)
        SWF_I_FIELD(PROCS)
        SWF_I_FIELD(CPU)
        SWF_I_FIELD(MEMORY)
        SWF_I_FIELD(REQ_PROCS)
        SWF_I_FIELD(REQ_TIME)
        SWF_I_FIELD(REQ_MEMORY)
        SWF_I_FIELD(STATUS)
        if (format == SWF_FORMAT_GWF) break; /* its other columns are not numbers */
        SWF_I_FIELD(USER)
        SWF_I_FIELD(GROUP)
        SWF_I_FIELD(EXECUTABLE)
        SWF_I_FIELD(QUEUE)
        SWF_I_FIELD(PARTITION)
        SWF_I_FIELD(PRECEDING)
        SWF_I_FIELD(THINK)
#undef SWF_I_FIELD
    } while (0);
    if (field > 0 && !swf_i_is_blank(*p) && *p != '\n') field--; /* a wrong byte */
    job->present = present;
    for (*fields = field; field < SWF_I_SWF_COLUMNS; field++) swf_i_put(job, field, -1);
    return p;
}

/* Reads the requirements from p on, to the end or the end of the line. *s becomes END, or
 * the error at the byte where it stops. */
static const char *swf_i_read_requirements(const char *p, const char *end, swf_job *job,
                                           swf_status *s)
{
    swf_requirement requirement;
    swf_span rest = swf_i_span(p, end);
    do *s = swf_next_requirement(&rest, &requirement);
    while (*s == SWF_OK);
    if (*s == SWF_END) job->extra = swf_i_trim(p, rest.data);
    return rest.data;
}

/* Does a text that ends with a line break begin with this word? */
static int swf_i_begins(const char *p, const char *token)
{
    while (*token && *p == *token) p++, token++;
    return !*token && (swf_i_is_blank(*p) || swf_i_is_end(*p));
}

/* Behind HARD or SOFT at p, and a priority of at most 18 digits, if the requirement ends
 * there, else NULL; p if there is another word. */
static const char *swf_i_fast_importance(const char *p)
{
    const char *digits;
    if (!swf_i_begins(p, "HARD") && !swf_i_begins(p, "SOFT")) return p;
    for (p += 4; swf_i_is_blank(*p);) p++;
    for (digits = p; swf_i_is_digit(*p);) p++;
    if (p - digits > 18) return NULL;
    while (swf_i_is_blank(*p)) p++;
    return swf_i_is_end(*p) ? p : NULL;
}

/* Behind the requirement at p, if it is right and has the usual form: a name, a sign, and
 * a value that begins with a letter or at most 18 digits; in what may be a usage, which
 * begins with u, the sign = and nothing but a number. NULL: swf_i_requirement decides. */
static const char *swf_i_fast_requirement(const char *p)
{
    const int usage = *p == 'u';
    const char *value;
    if (!swf_i_is_letter(*p)) return NULL;
    for (; swf_i_is_letter(*p) || *p == ' '; p++)
        if (*p == ' ' && (p[1] == 'E' || p[1] == 'N' || p[1] == 'L' || p[1] == 'G') &&
            p[2] >= 'A' && p[2] <= 'Z') /* perhaps an operator */
            return NULL;
    if (!swf_i_is_sign(*p) || !swf_i_operator_sign(*p, p[1] == '=')) return NULL;
    if (usage && *p != '=') return NULL;
    for (p += 1 + (p[1] == '='); *p == ' ';) p++;
    for (value = p; swf_i_is_digit(*p);) p++;
    if (usage && p > value && *p == '.')
        for (p++; swf_i_is_digit(*p);) p++;
    if (p - value > 18 || (usage && !swf_i_is_end(*p))) return NULL;
    if (p == value && (!swf_i_is_letter(*p) || swf_i_fast_importance(p) != p))
        return NULL;
    for (;;) {
        while (swf_i_is_letter(*p) || !(swf_i_is_blank(*p) || swf_i_is_end(*p))) p++;
        while (swf_i_is_blank(*p)) p++;
        if (*p == 'H' || *p == 'S') {
            const char *end = swf_i_fast_importance(p);
            if (end != p) return end;
        } else if (swf_i_is_end(*p)) {
            return p;
        }
    }
}

/* The fast path: each reads as much of a line as has the usual form. */
static const char *swf_i_fast_swf(const char *p, const char *end, swf_job *job,
                                  uint32_t *fields)
{
    const char *q;
    swf_status s;
    p = swf_i_fast_fields(p, job, SWF_FORMAT_SWF, swf_i_decimals(SWF_FORMAT_SWF), fields);
    if (*fields < SWF_I_SWF_COLUMNS) return p;
    while (swf_i_is_blank(*p)) p++;
    if (!swf_i_is_letter(*p)) return p;
    for (q = p; q && *q != '\n';) {
        q = swf_i_fast_requirement(q);
        while (q && (swf_i_is_blank(*q) || *q == ';')) q++;
    }
    if (q) {
        job->extra = swf_i_trim(p, q);
        return q;
    }
    q = swf_i_read_requirements(p, end, job, &s);
    return s == SWF_END ? q : p;
}

/* Reads columns 12 to 29 of GWF, or as many as there are before the line break: five
 * identifiers, then texts. Returns where it stops, after blanks; *done becomes the
 * number of columns of the line that are read. */
static const char *swf_i_gwf_texts(const char *p, swf_job *job, uint32_t *done)
{
    const char *begin, *end, *token;
    uint32_t column = SWF_I_GWF_NUMBERS;
    while (swf_i_is_blank(*p)) p++;
    for (begin = end = p; *p != '\n' && column < SWF_I_GWF_COLUMNS; column++) {
        if (*p == '-' && p[1] == '1' && p[2] == ' ' && (unsigned char)p[3] > ' ') {
            end = p + 2; /* unknown, as most are: saves a quarter of the time */
            p += 3;
            continue;
        }
        for (token = p; column < SWF_I_GWF_IDS && swf_i_is_letter(*token);) token++;
        end = NULL;
        if (column < SWF_I_GWF_IDS && (unsigned char)*token > ' ')
            end = swf_i_fast_field(token, job, column, 0, &job->present);
        if (end && (*end == ' ' || *end == '\n')) {
            p = end;
        } else {
            while ((unsigned char)*p > ' ' || (!swf_i_is_blank(*p) && *p != '\n')) p++;
            end = p;
            if (column < SWF_I_GWF_IDS)
                swf_set(job, (swf_field)column, swf_i_gwf_id(swf_i_span(token, end)));
        }
        while ((unsigned char)*p <= ' ' && swf_i_is_blank(*p)) p++;
    }
    job->extra = swf_i_span(begin, end);
    *done = column;
    return p;
}

static const char *swf_i_fast_gwf(const char *p, swf_job *job, uint32_t *fields)
{
    p = swf_i_fast_fields(p, job, SWF_FORMAT_GWF, swf_i_decimals(SWF_FORMAT_GWF), fields);
    return *fields == SWF_I_GWF_NUMBERS ? swf_i_gwf_texts(p, job, fields) : p;
}

/* ---- >>one line -------------------------------------------------------------------- */

#define SWF_I_LAST 1u    /* bit of reader.state: no chunk follows */
#define SWF_I_DROP 2u    /* the rest of a line that is too long must be skipped */
#define SWF_I_STOPPED 4u /* STRICT has met an error */
#define SWF_I_SHARP 8u   /* GWF because of a '#': the first job line may say otherwise */

/* A line of the input without its line end. *end may be read: it is a line break. */
typedef struct swf_i_line {
    const char *begin, *end;
    uint64_t byte; /* position of `begin` in the input */
} swf_i_line;

/* Records an error at the byte `at` of a line; returns its code. */
static swf_status swf_i_fault(swf_reader *r, const swf_i_line *line, swf_status code,
                              const char *at, uint32_t field)
{
    const uint64_t column = (uint64_t)(at - line->begin);
    r->error.code = code;
    r->error.text = swf_status_text(code);
    r->error.byte = line->byte + column;
    r->error.line = r->stats.lines_read;
    r->error.column = (uint32_t)column + 1;
    r->error.field = field;
    r->error.format = r->format;
    return code;
}

/* The line ends before `field`. REPAIR leaves the missing fields unknown if at least
 * SWF_REPAIR_FIELDS are there. */
static swf_status swf_i_too_few(swf_reader *r, const swf_i_line *line, uint32_t field,
                                swf_job *job)
{
    const int gwf = r->format == SWF_FORMAT_GWF;
    const swf_status s = swf_i_fault(r, line, SWF_E_FEW, line->end, field + 1);
    if (r->desc.policy != SWF_REPAIR || field < SWF_REPAIR_FIELDS) return s;
    if (gwf) job->repaired |= SWF_REPAIRED_EXTRA;
    for (; field < (gwf ? SWF_I_GWF_IDS : SWF_I_SWF_COLUMNS); field++)
        job->repaired |= SWF_I_BIT(field);
    return SWF_OK;
}

/* The line has more columns than the format; they begin at p. STRICT refuses the line,
 * the other policies drop them. */
static swf_status swf_i_too_many(swf_reader *r, const swf_i_line *line, const char *p,
                                 swf_job *job)
{
    const swf_status s =
        swf_i_fault(r, line, SWF_E_MANY, p, swf_i_columns(r->format) + 1);
    job->repaired |= SWF_REPAIRED_EXTRA;
    return r->desc.policy == SWF_STRICT ? s : SWF_OK;
}

/* Reads a number of a job at *at. */
static swf_status swf_i_field(swf_reader *r, const swf_i_line *line, const char **at,
                              uint32_t field, swf_job *job)
{
    const char *p = *at, *point;
    swf_decimal d;
    swf_status s = swf_i_decimal(&p, line->end, &d, &point);
    if (s == SWF_OK && p < line->end && !swf_i_is_blank(*p)) s = SWF_E_NUMBER;
    if (s != SWF_OK) return swf_i_fault(r, line, s, p, field + 1);
    if (point && !(swf_i_decimals(job->format) >> field & 1u)) {
        if (r->desc.policy != SWF_REPAIR)
            return swf_i_fault(r, line, SWF_E_FRACTION, point, field + 1);
        d.micro = 0;
        job->repaired |= SWF_I_BIT(field);
    }
    swf_set_decimal(job, (swf_field)field, d);
    *at = p;
    return SWF_OK;
}

/* Reads what follows field 18 of SWF: requirements, or columns too many. */
static swf_status swf_i_swf_tail(swf_reader *r, const swf_i_line *line, const char *p,
                                 swf_job *job)
{
    const swf_span rest = swf_i_trim(p, line->end);
    const char *begin = rest.data, *end = begin + rest.size, *sign = begin;
    swf_status s;
    p = swf_i_read_requirements(begin, end, job, &s);
    while (sign < end && !swf_i_is_sign(*sign)) sign++;
    if (s == SWF_END) return SWF_OK;
    return sign == end || (!swf_i_is_letter(*begin) && *begin != ';')
               ? swf_i_too_many(r, line, begin, job)
               : swf_i_fault(r, line, s, p, SWF_I_SWF_COLUMNS + 1);
}

/* Reads what follows column 11 of GWF, if the fast path has not read the line up to
 * `column`. */
static swf_status swf_i_gwf_tail(swf_reader *r, const swf_i_line *line, const char *p,
                                 uint32_t column, swf_job *job)
{
    swf_status s = SWF_OK;
    if (column == SWF_I_GWF_NUMBERS) p = swf_i_gwf_texts(p, job, &column);
    if (column < SWF_I_GWF_COLUMNS) s = swf_i_too_few(r, line, column, job);
    return p < line->end ? swf_i_too_many(r, line, p, job) : s;
}

/* Reads a job line from `field` on, which follows p, by all rules; finds the exact byte
 * of every error. */
static swf_status swf_i_job(swf_reader *r, const swf_i_line *line, const char *p,
                            uint32_t field, swf_job *job)
{
    const int gwf = r->format == SWF_FORMAT_GWF;
    const uint32_t numbers = gwf ? SWF_I_GWF_NUMBERS : SWF_I_SWF_COLUMNS;
    if (field == 0) swf_job_clear(job);
    job->format = r->format;
    for (; field < numbers; field++) {
        swf_status s;
        p = swf_i_skip_blanks(p, line->end);
        if (p == line->end) return swf_i_too_few(r, line, field, job);
        s = swf_i_field(r, line, &p, field, job);
        if (s != SWF_OK) return s;
    }
    return gwf ? swf_i_gwf_tail(r, line, p, field, job) : swf_i_swf_tail(r, line, p, job);
}

/* The known headers, by swf_directive. */
static const struct swf_i_directive {
    char key[16];
    char number; /* 1 if its value must begin with a number */
} swf_i_directives[SWF_DIR_COUNT] = {
#define SWF_I_DIRECTIVE(name, key, number) {key, number},
    {"", 0}, SWF_DIRECTIVES(SWF_I_DIRECTIVE)
#undef SWF_I_DIRECTIVE
};

static uint32_t swf_i_directive_of(swf_span key)
{
    uint32_t d = SWF_DIR_COUNT - 1;
    while (d > SWF_DIR_OTHER && !swf_i_equal(key, swf_i_directives[d].key, 1)) d--;
    return d;
}

/* Splits "; Key: text", with any blanks between; returns 0 if the comment is not a
 * header, such as "; http://...". */
static int swf_i_split_header(swf_span comment, swf_header *h)
{
    const char *end = comment.data + comment.size;
    const char *key = swf_i_skip_blanks(comment.data, end), *p = key, *colon;
    if (p == end || !swf_i_is_letter(*p)) return 0;
    while (p < end && (swf_i_is_letter(*p) || swf_i_is_digit(*p) || *p == '-')) p++;
    colon = swf_i_skip_blanks(p, end);
    if (colon == end || *colon != ':') return 0;
    if (end - colon > 2 && colon[1] == '/' && colon[2] == '/') return 0;
    SWF_MEMSET(h, 0, sizeof *h);
    h->key = swf_i_span(key, p);
    h->text = h->rest = swf_i_trim(colon + 1, end);
    return 1;
}

/* Does the number of a header end at p? 1,024 and 36h must not be read as 1 and 36. */
static int swf_i_number_ends(const char *p, const char *end)
{
    if (p == end || swf_i_is_blank(*p) || *p == '(' || *p == '#' || *p == ';') return 1;
    return *p == ',' && (p + 1 == end || swf_i_is_blank(p[1]));
}

/* Completes a header that was split. Not OK: it lacks the number that its name
 * requires. */
static swf_status swf_i_header(swf_reader *r, const swf_i_line *line, swf_header *h)
{
    const char *p = h->text.data, *end = p + h->text.size, *point;
    swf_status s;
    h->directive = swf_i_directive_of(h->key);
    if (!swf_i_directives[h->directive].number) return SWF_OK;
    s = swf_i_decimal(&p, end, &h->value, &point);
    if (s == SWF_OK && swf_i_number_ends(p, end)) {
        h->has_value = 1;
        h->rest = swf_i_trim(p, end);
        return SWF_OK;
    }
    h->value.whole = h->value.micro = 0;
    return swf_i_fault(r, line, s == SWF_E_RANGE ? s : SWF_E_HEADER, p, 0);
}

/* AUTO: finds the format, from the first line that is not blank, and after '#' again from
 * the first job line. See GWF in the manual. */
static void swf_i_guess(swf_reader *r, const swf_i_line *line, const char *p)
{
    const uint32_t sharp = r->state & SWF_I_SHARP;
    uint32_t words = 0;
    int gwf = *p == '#';
    if (gwf) r->state |= SWF_I_SHARP;
    if (*p != '#' && *p != ';') {
        const int plain = !swf_i_find(';', p, line->end);
        while (p < line->end) {
            words++;
            p = swf_i_skip_blanks(swf_i_skip_word(p, line->end), line->end);
        }
        gwf = sharp ? words >= SWF_I_GWF_LEAST : words == SWF_I_GWF_COLUMNS && plain;
        r->state &= ~SWF_I_SHARP;
    } else if (sharp) {
        return;
    }
    r->format = gwf ? SWF_FORMAT_GWF : SWF_FORMAT_SWF;
}

/* ---- >>reader ---------------------------------------------------------------------- */

SWF_DEF swf_status swf_init_abi(swf_reader *reader, const swf_desc *desc, unsigned abi)
{
    if (abi != SWF_ABI) return SWF_E_ABI;
    if (!reader) return SWF_E_ARG;
    if (desc && (desc->policy > SWF_REPAIR || desc->format > SWF_FORMAT_GWF))
        return SWF_E_ARG;
    SWF_MEMSET(reader, 0, offsetof(swf_reader, hold));
    if (desc) reader->desc = *desc;
    reader->format = reader->desc.format;
    reader->begin = reader->at = reader->end = reader->lines_end = reader->hold;
    return SWF_OK;
}

SWF_DEF swf_status swf_feed(swf_reader *reader, const void *data, size_t size, int last)
{
    const char *p = data ? (const char *)data : "";
    if (!reader || (!data && size) || reader->at != reader->end ||
        (reader->state & SWF_I_LAST))
        return SWF_E_ARG;
    reader->before += (uint64_t)(reader->end - reader->begin);
    reader->begin = reader->at = p;
    reader->end = reader->lines_end = p + size;
    while (reader->lines_end > p && reader->lines_end[-1] != '\n') reader->lines_end--;
    if (last) reader->state |= SWF_I_LAST;
    return SWF_OK;
}

/* The position of `at` in the input. */
static uint64_t swf_i_tell(const swf_reader *r)
{
    return r->before + (uint64_t)(r->at - r->begin);
}

/* Appends the bytes up to the next line break to the part of the line that is held.
 * OK: the line is complete. E_LONG: there was no room for all of it. */
static swf_status swf_i_hold(swf_reader *r, const char *eol)
{
    const size_t n = (size_t)((eol ? eol : r->end) - r->at);
    const size_t room = (size_t)(SWF_LINE_MAX - r->held);
    const size_t take = n < room ? n : room;
    if (take) SWF_MEMCPY(r->hold + r->held, r->at, take);
    r->held += (uint32_t)take;
    r->at += n + (eol ? 1 : 0);
    if (n > room) {
        if (!eol) r->state |= SWF_I_DROP;
        return SWF_E_LONG;
    }
    return eol || (r->state & SWF_I_LAST) ? SWF_OK : SWF_NEED_MORE;
}

/* Skips the rest of a line that is too long. */
static swf_status swf_i_drop(swf_reader *r)
{
    const char *eol = swf_i_find('\n', r->at, r->end);
    r->at = eol ? eol + 1 : r->end;
    if (eol) r->state &= ~SWF_I_DROP;
    return eol ? SWF_OK : r->state & SWF_I_LAST ? SWF_END : SWF_NEED_MORE;
}

/* Finds the next line. It stays where it is if one chunk contains it with its line break;
 * else it is copied to `hold`. E_LONG: *line is only its first SWF_LINE_MAX bytes. */
static swf_status swf_i_next_line(swf_reader *r, swf_i_line *line, const char *read)
{
    const char *eol;
    swf_status s = r->state & SWF_I_DROP ? swf_i_drop(r) : SWF_OK;
    if (s != SWF_OK) return s;
    eol = r->at < r->lines_end ? swf_i_find('\n', read ? read : r->at, r->end) : NULL;
    if (eol && !r->held && eol - r->at <= SWF_LINE_MAX) {
        line->byte = swf_i_tell(r);
        line->begin = r->at;
        line->end = eol;
        r->at = eol + 1;
    } else {
        if (r->at == r->end && !(r->held && r->state & SWF_I_LAST))
            return r->state & SWF_I_LAST ? SWF_END : SWF_NEED_MORE;
        line->byte = swf_i_tell(r) - r->held;
        s = swf_i_hold(r, eol);
        if (s == SWF_NEED_MORE) return s;
        line->begin = r->hold;
        line->end = r->hold + r->held;
        r->hold[r->held] = '\n';
        r->held = 0;
    }
    r->stats.lines_read++;
    return s;
}

/* Removes the CR of a CR LF, which is not part of a comment. */
static void swf_i_strip(swf_i_line *line)
{
    while (line->end > line->begin && line->end[-1] == '\r') line->end--;
}

/* Where the text of a line begins: after blanks and, in the first line, after a byte
 * order mark. */
static const char *swf_i_text_begin(const swf_reader *r, const swf_i_line *line)
{
    const char *p = line->begin;
    if (r->stats.lines_read == 1 && line->end - p >= 3 &&
        swf_i_equal(swf_i_span(p, p + 3), "\xEF\xBB\xBF", 0))
        p += 3;
    return swf_i_skip_blanks(p, line->end);
}

/* Handles a line with an error: under STRICT the reader stops, else the line is an
 * item. */
static swf_status swf_i_bad_line(swf_reader *r, swf_item *item, int is_job)
{
    if (is_job) r->stats.skipped++;
    if (r->desc.policy == SWF_STRICT) {
        r->state |= SWF_I_STOPPED;
        return r->error.code;
    }
    item->kind = SWF_SKIPPED;
    return SWF_OK;
}

static swf_status swf_i_comment_item(swf_reader *r, const swf_i_line *line, const char *p,
                                     swf_item *item)
{
    item->comment = swf_i_span(p + 1, line->end);
    if (!swf_i_split_header(item->comment, &item->header)) {
        item->kind = SWF_COMMENT;
        r->stats.comments++;
        return SWF_OK;
    }
    item->kind = SWF_HEADER;
    r->stats.headers++;
    if (swf_i_header(r, line, &item->header) == SWF_OK) return SWF_OK;
    r->stats.bad_headers++;
    return r->desc.policy == SWF_STRICT ? swf_i_bad_line(r, item, 0) : SWF_OK;
}

static swf_status swf_i_job_item(swf_reader *r, const swf_i_line *line, const char *p,
                                 uint32_t field, swf_item *item)
{
    if (swf_i_job(r, line, p, field, &item->job) != SWF_OK)
        return swf_i_bad_line(r, item, 1);
    item->kind = SWF_JOB;
    r->stats.jobs++;
    r->stats.repaired += item->job.repaired != 0;
    return SWF_OK;
}

/* Reads the next line that is not blank, by all rules. Of a job line the fast path has
 * read the first `fields`, up to `read`, which is NULL if there are none. */
static swf_status swf_i_careful_next(swf_reader *r, swf_item *item, const char *read,
                                     uint32_t fields)
{
    swf_i_line line;
    swf_status s;
    const char *p;
    int is_comment;
    do {
        s = swf_i_next_line(r, &line, read);
        if (s != SWF_OK && s != SWF_E_LONG) return s;
        swf_i_strip(&line);
        p = swf_i_text_begin(r, &line);
    } while (p == line.end && s == SWF_OK);
    is_comment = *p == ';' || *p == '#';
    item->line = r->stats.lines_read;
    if ((r->format == SWF_FORMAT_AUTO || r->state & SWF_I_SHARP) &&
        (s == SWF_OK || is_comment))
        swf_i_guess(r, &line, p);
    if (s == SWF_E_LONG) {
        (void)swf_i_fault(r, &line, s, line.begin + SWF_LINE_MAX, 0);
        if (is_comment) r->stats.bad_comments++;
        return swf_i_bad_line(r, item, !is_comment);
    }
    return is_comment ? swf_i_comment_item(r, &line, p, item)
                      : swf_i_job_item(r, &line, read ? read : p, fields, item);
}

SWF_DEF swf_status swf_next(swf_reader *reader, swf_item *item)
{
    const char *p = NULL;
    uint32_t fields = 0;
    if (!reader || !item) return SWF_E_ARG;
    if (reader->state & SWF_I_STOPPED) return reader->error.code;
    if (reader->at < reader->lines_end && reader->format != SWF_FORMAT_AUTO &&
        !reader->held && !(reader->state & (SWF_I_DROP | SWF_I_SHARP))) {
        p = reader->format == SWF_FORMAT_GWF
                ? swf_i_fast_gwf(reader->at, &item->job, &fields)
                : swf_i_fast_swf(reader->at, reader->end, &item->job, &fields);
        if (fields == swf_i_columns(reader->format) && *p == '\n' &&
            p - reader->at < SWF_LINE_MAX) {
            reader->at = p + 1;
            reader->stats.jobs++;
            item->line = ++reader->stats.lines_read;
            item->kind = SWF_JOB;
            return SWF_OK;
        }
    }
    return swf_i_careful_next(reader, item, fields > 0 ? p : NULL, fields);
}

/* ---- >>writing --------------------------------------------------------------------- */

/* A text that is being written. As snprintf does, it counts on when the buffer is
 * full. */
typedef struct swf_i_out {
    char *buffer;
    size_t size, length;
    int broken; /* it cannot be written, because of a line break for example */
} swf_i_out;

static swf_i_out swf_i_begin(char *buffer, size_t size)
{
    const swf_i_out o = {buffer, buffer ? size : 0, 0, !buffer && size};
    return o;
}

static void swf_i_char(swf_i_out *o, char c)
{
    if (o->length < o->size) o->buffer[o->length] = c;
    o->length++;
}

static size_t swf_i_finish(swf_i_out *o)
{
    if (o->broken) o->length = 0;
    if (o->size) o->buffer[o->length < o->size ? o->length : o->size - 1] = 0;
    return o->length;
}

/* Appends a text. A CR at its end would be read as part of the line break. */
static void swf_i_write(swf_i_out *o, swf_span s)
{
    size_t i;
    if (s.size && (!s.data || s.data[s.size - 1] == '\r')) {
        o->broken = 1;
        return;
    }
    for (i = 0; i < s.size; i++) {
        if (s.data[i] == '\n') o->broken = 1;
        swf_i_char(o, s.data[i]);
    }
}

static void swf_i_string(swf_i_out *o, const char *text)
{
    swf_i_write(o, swf_text(text));
}

static void swf_i_unsigned(swf_i_out *o, uint64_t n)
{
    char digits[20];
    int i = 0;
    do digits[i++] = (char)('0' + (int)(n % 10));
    while (n /= 10);
    while (i > 0) swf_i_char(o, digits[--i]);
}

/* Appends the shortest text that reads as this decimal. There is none if it is rounded to
 * a number that does not fit, or if `micro` is a million or more. */
static void swf_i_write_decimal(swf_i_out *o, swf_decimal d)
{
    int32_t micro = d.micro % SWF_I_MILLION, unit = SWF_I_MILLION / 10;
    const int negative = d.whole < 0 || (d.whole == 0 && micro < 0);
    uint64_t magnitude = d.whole < 0 ? 0 - (uint64_t)d.whole : (uint64_t)d.whole;
    if (negative) micro = -micro;
    if (micro < 0) { /* `whole` was rounded away from zero */
        magnitude--;
        micro += SWF_I_MILLION;
    }
    if (d.micro / SWF_I_MILLION || !swf_i_make_decimal(negative, magnitude, micro, &d))
        o->broken = 1;
    if (negative) swf_i_char(o, '-');
    swf_i_unsigned(o, magnitude);
    if (micro) swf_i_char(o, '.');
    for (; micro > 0; micro %= unit, unit /= 10)
        swf_i_char(o, (char)('0' + (int)(micro / unit)));
}

/* Appends fields 1 to n, as whole numbers if the format has no decimals there. */
static void swf_i_write_fields(swf_i_out *o, const swf_job *job, uint32_t format,
                               uint32_t n)
{
    uint32_t i;
    for (i = 0; i < n; i++) {
        swf_decimal d = swf_get_decimal(job, (swf_field)i);
        if (!(swf_i_decimals(format) >> i & 1u)) d.micro = 0;
        if (i) swf_i_char(o, ' ');
        swf_i_write_decimal(o, d);
    }
}

/* Appends columns 12 to 29: the texts that were read, unless the member was changed. */
static void swf_i_write_gwf_tail(swf_i_out *o, const swf_job *job)
{
    uint32_t field;
    for (field = SWF_I_GWF_NUMBERS; field < SWF_I_GWF_COLUMNS; field++) {
        const swf_span text = swf_gwf_column(job, field + 1);
        const int is_id = field < SWF_I_GWF_IDS;
        swf_i_char(o, ' ');
        if (text.size && (!is_id || swf_i_gwf_id(text) == swf_get(job, (swf_field)field)))
            swf_i_write(o, text);
        else if (is_id)
            swf_i_write_decimal(o, swf_get_decimal(job, (swf_field)field));
        else
            swf_i_string(o, "-1");
    }
}

SWF_DEF size_t swf_write_job(char *buffer, size_t size, const swf_job *job,
                             swf_format format)
{
    swf_i_out o = swf_i_begin(buffer, size);
    const uint32_t to = job && format == SWF_FORMAT_AUTO ? job->format : (uint32_t)format;
    const swf_span requirements = swf_requirements(job);
    if (!job) {
        o.broken = 1;
    } else if (to == SWF_FORMAT_GWF) {
        swf_i_write_fields(&o, job, to, SWF_I_GWF_NUMBERS);
        swf_i_write_gwf_tail(&o, job);
    } else {
        swf_i_write_fields(&o, job, to, SWF_I_SWF_COLUMNS);
        if (requirements.size) swf_i_char(&o, ' ');
        swf_i_write(&o, requirements);
    }
    swf_i_char(&o, '\n');
    return swf_i_finish(&o);
}

static void swf_i_write_mark(swf_i_out *o, swf_format format)
{
    swf_i_char(o, format == SWF_FORMAT_GWF ? '#' : ';');
}

SWF_DEF size_t swf_write_header(char *buffer, size_t size, const swf_header *header,
                                swf_format format)
{
    swf_i_out o = swf_i_begin(buffer, size);
    swf_span key = swf_text("");
    if (!header) return swf_i_finish(&o);
    swf_i_write_mark(&o, format);
    swf_i_char(&o, ' ');
    if (header->directive < SWF_DIR_COUNT)
        key = swf_text(swf_i_directives[header->directive].key);
    if (header->key.size) key = header->key;
    if (!key.size) o.broken = 1;
    swf_i_write(&o, key);
    swf_i_char(&o, ':');
    if (header->text.size || header->has_value) swf_i_char(&o, ' ');
    if (header->text.size)
        swf_i_write(&o, header->text);
    else if (header->has_value)
        swf_i_write_decimal(&o, header->value);
    swf_i_char(&o, '\n');
    return swf_i_finish(&o);
}

SWF_DEF size_t swf_write_comment(char *buffer, size_t size, swf_span comment,
                                 swf_format format)
{
    swf_i_out o = swf_i_begin(buffer, size);
    swf_i_write_mark(&o, format);
    swf_i_write(&o, comment);
    swf_i_char(&o, '\n');
    return swf_i_finish(&o);
}

/* Can it be read back? 2: only with its operator's sign right behind the name. */
static int swf_i_reads(const swf_requirement *r)
{
    const swf_span value = r->value.size ? r->value : r->unit;
    const char *at = value.data, *end = value.size ? at + value.size : at;
    swf_requirement q = *r;
    q.has_number = !r->value.size;
    if (value.size && (swf_i_requirement_value(&at, end, &q) != SWF_OK || at != end ||
                       q.value.size != value.size))
        return 0;
    end = r->name.data + r->name.size;
    if (swf_i_requirement_usage(&at, &q) != SWF_OK) return 0;
    if (swf_i_is_blank(end[-1]) || swf_i_is_sign(end[-1])) return 0;
    at = r->name.data, q.op = 0;
    return (swf_i_requirement_name(&at, end, &q) == SWF_OK ? 2 : 1) * (at == end);
}

SWF_DEF size_t swf_write_requirement(char *buffer, size_t size, const swf_requirement *r)
{
    static const char signs[][3] = {"", "==", "!=", "<", "<=", ">", ">="};
    swf_i_out o = swf_i_begin(buffer, size);
    if (!r || r->op < SWF_EQUAL || r->op > SWF_GREATER_EQUAL || !r->name.size ||
        !(r->value.size || r->has_number) || !swf_i_reads(r))
        return swf_i_finish(&o);
    swf_i_write(&o, r->name);
    if (swf_i_reads(r) == 1) swf_i_char(&o, ' ');
    swf_i_string(&o, signs[r->op]);
    swf_i_char(&o, ' ');
    if (r->value.size) {
        swf_i_write(&o, r->value);
    } else {
        swf_i_write_decimal(&o, r->number);
        if (r->unit.size) swf_i_char(&o, ' ');
        swf_i_write(&o, r->unit);
    }
    if (r->importance == SWF_SOFT || r->has_priority)
        swf_i_string(&o, r->importance == SWF_SOFT ? " SOFT" : " HARD");
    if (r->has_priority) {
        const swf_decimal priority = {r->priority, 0};
        swf_i_char(&o, ' ');
        swf_i_write_decimal(&o, priority);
    }
    return swf_i_finish(&o);
}

SWF_DEF size_t swf_write_error(char *buffer, size_t size, const swf_error *error)
{
    swf_i_out o = swf_i_begin(buffer, size);
    const char *name;
    if (!error) return swf_i_finish(&o);
    swf_i_string(&o, "line ");
    swf_i_unsigned(&o, error->line);
    swf_i_string(&o, ", column ");
    swf_i_unsigned(&o, error->column);
    if (error->field) {
        swf_i_string(&o, ", field ");
        swf_i_unsigned(&o, error->field);
        name = error->code == SWF_E_MANY
                   ? ""
                   : swf_field_name((swf_format)error->format, error->field);
        if (*name) {
            swf_i_string(&o, " (");
            swf_i_string(&o, name);
            swf_i_char(&o, ')');
        }
    }
    swf_i_string(&o, ": ");
    swf_i_string(&o, swf_status_text(error->code));
    return swf_i_finish(&o);
}

/* ---- >>text ------------------------------------------------------------------------ */

SWF_DEF const char *swf_version(unsigned *abi)
{
    if (abi) *abi = SWF_ABI;
    return "0.5.0";
}

SWF_DEF size_t swf_reader_size(void) { return sizeof(swf_reader); }

SWF_DEF const char *swf_status_text(swf_status status)
{
    static const char *const texts[] = {
#define SWF_I_TEXT(name, value, text) text,
        SWF_STATUSES(SWF_I_TEXT)
#undef SWF_I_TEXT
    };
    return (unsigned)status < SWF_STATUS_COUNT ? texts[status] : "unknown status";
}

#ifdef __cplusplus
}
#endif

#endif /* SWF_IMPLEMENTATION */

/* ---- licence ------------------------------------------------------------------------ *
 *
 * MIT No Attribution
 *
 * Copyright 2026 the coalloc authors
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this
 * software and associated documentation files (the "Software"), to deal in the Software
 * without restriction, including without limitation the rights to use, copy, modify,
 * merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
 * permit persons to whom the Software is furnished to do so.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
 * INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A
 * PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
 * HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF
 * CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE
 * OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
