/* swf.h - v0.1.0 - reads and writes job traces (SWF, its requirements, GWF) - MIT-0 */

#ifndef SWF_H
#define SWF_H

#include <stddef.h>
#include <stdint.h>

#define SWF_VERSION_MAJOR 0
#define SWF_VERSION_MINOR 1
#define SWF_VERSION_PATCH 0

#if defined(SWF_STATIC)
#if defined(__GNUC__) || defined(__clang__)
#define SWF_DEF static __attribute__((unused))
#else
#define SWF_DEF static
#endif
#else
#define SWF_DEF extern
#endif

#if defined(__GNUC__) || defined(__clang__)
#define SWF_NODISCARD __attribute__((warn_unused_result))
#else
#define SWF_NODISCARD
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- statuses: one list, append-only ----------------------------------------------- */

#define SWF_STATUSES(X)                                                                 \
    X(SWF_OK, 0, "ok")                                                                  \
    X(SWF_END, 1, "nothing more to read")                                               \
    X(SWF_NEED_MORE, 2, "feed more input, or say that there is none")                   \
    X(SWF_E_ARG, 3, "an argument is missing or out of range")                           \
    X(SWF_E_NUMBER, 4, "a number was expected")                                         \
    X(SWF_E_RANGE, 5, "the number is too large for 64 bits")                            \
    X(SWF_E_FRACTION, 6, "a whole number was expected, without decimals")               \
    X(SWF_E_FEW, 7, "the line ends before its last field")                              \
    X(SWF_E_MANY, 8, "the line has more fields than its format")                        \
    X(SWF_E_LONG, 9, "the line is too long")                                            \
    X(SWF_E_HEADER, 10, "the value of this header must begin with a number")            \
    X(SWF_E_REQUIREMENT, 11, "a requirement is: name op value [HARD|SOFT [priority]]")

typedef enum swf_status {
#define SWF_STATUS_ENUM(name, value, text) name = value,
    SWF_STATUSES(SWF_STATUS_ENUM)
#undef SWF_STATUS_ENUM
    SWF_STATUS_COUNT
} swf_status;

/* ---- settings ---------------------------------------------------------------------- */

#define SWF_LINE_MAX 4096        /* longest line in bytes, its newline not counted */
#define SWF_REPAIR_FIELDS 5      /* fewest fields of a line that REPAIR completes */

typedef enum swf_policy {
    SWF_STRICT = 0,              /* the first bad line stops the reader */
    SWF_LENIENT = 1,             /* a bad line is skipped and counted */
    SWF_REPAIR = 2               /* ... unless a documented fix mends it */
} swf_policy;

typedef enum swf_format {
    SWF_FORMAT_AUTO = 0,         /* the first line that is not blank decides */
    SWF_FORMAT_SWF = 1,
    SWF_FORMAT_GWF = 2
} swf_format;

typedef struct swf_desc {
    uint32_t policy;             /* swf_policy; 0 = STRICT */
    uint32_t format;             /* swf_format; 0 = AUTO */
} swf_desc;

/* ---- what is read ------------------------------------------------------------------ */

/* Text inside the input: not terminated, valid until the next swf_next or swf_feed. */
typedef struct swf_span {
    const char *data;
    size_t size;
} swf_span;

/* An exact decimal without floating point: whole + micro / 1000000. `whole` is the
 * nearest integer (halves go away from zero), micro lies in -500000 .. 500000. */
typedef struct swf_decimal {
    int64_t whole;
    int32_t micro;
} swf_decimal;

/* The fields of a job, in the order of the format and of the members of swf_job.
 * Bits of the masks below: 1u << SWF_FIELD_WAIT. */
typedef enum swf_field {
    SWF_FIELD_NUMBER, SWF_FIELD_SUBMIT, SWF_FIELD_WAIT, SWF_FIELD_RUN, SWF_FIELD_PROCS,
    SWF_FIELD_CPU, SWF_FIELD_MEMORY, SWF_FIELD_REQ_PROCS, SWF_FIELD_REQ_TIME,
    SWF_FIELD_REQ_MEMORY, SWF_FIELD_STATUS, SWF_FIELD_USER, SWF_FIELD_GROUP,
    SWF_FIELD_EXECUTABLE, SWF_FIELD_QUEUE, SWF_FIELD_PARTITION, SWF_FIELD_PRECEDING,
    SWF_FIELD_THINK,
    SWF_FIELD_COUNT
} swf_field;

typedef struct swf_job {
    int64_t number;              /*  1  job number */
    int64_t submit;              /*  2  submit time, seconds from the log's start */
    int64_t wait;                /*  3  wait time, seconds */
    int64_t run;                 /*  4  run time, seconds */
    int64_t procs;               /*  5  allocated processors */
    int64_t cpu;                 /*  6  average CPU time, seconds; may have a fraction */
    int64_t memory;              /*  7  used memory, KB per processor */
    int64_t req_procs;           /*  8  requested processors */
    int64_t req_time;            /*  9  requested time, seconds */
    int64_t req_memory;          /* 10  requested memory, KB per processor */
    int64_t status;              /* 11  1 done, 0 failed, 5 cancelled, 2 3 4 partial */
    int64_t user;                /* 12 */
    int64_t group;               /* 13 */
    int64_t executable;          /* 14 */
    int64_t queue;               /* 15 */
    int64_t partition;           /* 16 */
    int64_t preceding;           /* 17  number of the job this one follows (SWF only) */
    int64_t think;               /* 18  seconds from its end to this submit (SWF only) */
                                 /* unknown = -1 everywhere */
    uint32_t present;            /* fields that are known: in the line and not -1 */
    uint32_t fractions;          /* fields whose micro[] is set and not 0 */
    uint32_t repaired;           /* fields that REPAIR changed or filled */
    uint32_t format;             /* SWF_FORMAT_SWF or _GWF: what `extra` holds */
    int32_t micro[SWF_FIELD_COUNT]; /* field = member + micro / 1000000: swf_decimal */
    swf_span extra;              /* SWF: the requirements after field 18, as written; */
                                 /* GWF: columns 12 to 29, as written */
} swf_job;

/* Header lines whose name is known, and whether their value begins with a number. */
#define SWF_DIRECTIVES(X)                                                               \
    X(SWF_DIR_VERSION, "Version", 1)                                                    \
    X(SWF_DIR_COMPUTER, "Computer", 0)                                                  \
    X(SWF_DIR_INSTALLATION, "Installation", 0)                                          \
    X(SWF_DIR_ACKNOWLEDGE, "Acknowledge", 0)                                            \
    X(SWF_DIR_INFORMATION, "Information", 0)                                            \
    X(SWF_DIR_CONVERSION, "Conversion", 0)                                              \
    X(SWF_DIR_MAX_JOBS, "MaxJobs", 1)                                                   \
    X(SWF_DIR_MAX_RECORDS, "MaxRecords", 1)                                             \
    X(SWF_DIR_PREEMPTION, "Preemption", 0)                                              \
    X(SWF_DIR_UNIX_START_TIME, "UnixStartTime", 1)                                      \
    X(SWF_DIR_TIME_ZONE, "TimeZone", 1)                                                 \
    X(SWF_DIR_TIME_ZONE_STRING, "TimeZoneString", 0)                                    \
    X(SWF_DIR_START_TIME, "StartTime", 0)                                               \
    X(SWF_DIR_END_TIME, "EndTime", 0)                                                   \
    X(SWF_DIR_MAX_NODES, "MaxNodes", 1)                                                 \
    X(SWF_DIR_MAX_PROCS, "MaxProcs", 1)                                                 \
    X(SWF_DIR_MAX_RUNTIME, "MaxRuntime", 1)                                             \
    X(SWF_DIR_MAX_MEMORY, "MaxMemory", 1)                                               \
    X(SWF_DIR_ALLOW_OVERUSE, "AllowOveruse", 0)                                         \
    X(SWF_DIR_MAX_QUEUES, "MaxQueues", 1)                                               \
    X(SWF_DIR_QUEUES, "Queues", 0)                                                      \
    X(SWF_DIR_QUEUE, "Queue", 1)                                                        \
    X(SWF_DIR_MAX_PARTITIONS, "MaxPartitions", 1)                                       \
    X(SWF_DIR_PARTITIONS, "Partitions", 0)                                              \
    X(SWF_DIR_PARTITION, "Partition", 1)                                                \
    X(SWF_DIR_NOTE, "Note", 0)

typedef enum swf_directive {
    SWF_DIR_OTHER = 0,        /* "Name: text" with a name not in the list */
#define SWF_DIRECTIVE_ENUM(name, key, number) name,
    SWF_DIRECTIVES(SWF_DIRECTIVE_ENUM)
#undef SWF_DIRECTIVE_ENUM
    SWF_DIR_COUNT
} swf_directive;

/* "; MaxNodes: 338 (batch; 512 total)" */
typedef struct swf_header {
    uint32_t directive;          /* SWF_DIR_MAX_NODES */
    uint32_t has_value;          /* 1 */
    swf_decimal value;           /* 338 */
    swf_span key;                /* MaxNodes */
    swf_span text;               /* 338 (batch; 512 total) */
    swf_span rest;               /* (batch; 512 total); = text where there is no number */
} swf_header;

typedef enum swf_kind {
    SWF_JOB = 1,                 /* item.job */
    SWF_HEADER = 2,              /* item.header */
    SWF_COMMENT = 3,             /* item.comment */
    SWF_SKIPPED = 4              /* a bad line, not under STRICT: see reader.error */
} swf_kind;

typedef struct swf_item {
    uint32_t kind;               /* swf_kind; only the member it names is set */
    uint64_t line;               /* 1, 2, 3, ... */
    swf_job job;
    swf_header header;
    swf_span comment;            /* what follows the ';' or '#' */
} swf_item;

/* ---- the reader -------------------------------------------------------------------- */

typedef struct swf_error {
    swf_status code;             /* SWF_OK = none so far */
    uint32_t column;             /* 1, 2, 3, ... in bytes */
    uint64_t line;               /* 1, 2, 3, ... */
    uint64_t byte;               /* 0, 1, 2, ... from the start of the input */
    uint32_t field;              /* 1 .. 18 (GWF 29), one more for SWF_E_MANY; 0 = none */
    uint32_t format;             /* whose fields */
    const char *text;            /* swf_status_text(code) */
} swf_error;

typedef struct swf_stats {
    uint64_t lines;              /* complete lines read */
    uint64_t jobs;               /* delivered; jobs + skipped = all job lines */
    uint64_t skipped;            /* bad job lines */
    uint64_t repaired;           /* delivered jobs that REPAIR changed */
    uint64_t headers;            /* delivered */
    uint64_t bad_headers;        /* ... without the number that their name promises */
    uint64_t comments;           /* delivered */
} swf_stats;

/* The caller owns it: about 4.3 KB, nothing to free. Read the first four members at will. */
typedef struct swf_reader {
    uint32_t format;             /* AUTO until the first line that is not blank */
    swf_desc desc;               /* as given to swf_init */
    swf_error error;             /* the error of the last bad line */
    swf_stats stats;
    /* private */
    const char *at, *end;        /* what is left of the chunk */
    uint64_t offset;             /* bytes before `at` */
    uint32_t state;
    uint32_t held;               /* bytes of an incomplete line in hold */
    char hold[SWF_LINE_MAX + 16];
} swf_reader;

/* Ready to be fed. desc NULL = all defaults. E_ARG: reader NULL, or desc out of range. */
SWF_DEF SWF_NODISCARD swf_status swf_init(swf_reader *reader, const swf_desc *desc);

/* Hands over the next chunk, of any size, 0 too; lines may straddle chunks. `last` says
 * that nothing follows. The bytes must stay until swf_next has returned NEED_MORE or END.
 * E_ARG: the chunk before is not used up yet, or was the last. Copies nothing. */
SWF_DEF SWF_NODISCARD swf_status swf_feed(swf_reader *reader, const void *data,
                                          size_t size, int last);

/* The next item. OK; NEED_MORE (feed, then call again); END; under STRICT an error of the
 * input, which every later call returns again. Spans in the item live until the next call. */
SWF_DEF SWF_NODISCARD swf_status swf_next(swf_reader *reader, swf_item *item);

/* ---- jobs -------------------------------------------------------------------------- */

/* A job of which nothing is known: every member -1, no extra, format SWF. */
SWF_DEF void swf_job_clear(swf_job *job);

/* A field by number, and setting one: whole value, present (unless -1), no fraction. */
SWF_DEF int64_t swf_get(const swf_job *job, swf_field field);
SWF_DEF void swf_set(swf_job *job, swf_field field, int64_t value);
/* The same with the fraction. */
SWF_DEF swf_decimal swf_get_decimal(const swf_job *job, swf_field field);
SWF_DEF void swf_set_decimal(swf_job *job, swf_field field, swf_decimal value);

/* Column 12 .. 29 of a job that was read from GWF; empty when there is none. */
SWF_DEF swf_span swf_gwf_column(const swf_job *job, uint32_t column);

/* ---- job requirements -------------------------------------------------------------- */

typedef enum swf_operator {
    SWF_EQUAL = 1,               /* ==  =  EQUAL */
    SWF_NOT_EQUAL = 2,           /* !=  NOT_EQUAL */
    SWF_LESS = 3,                /* <   LESS */
    SWF_LESS_EQUAL = 4,          /* <=  LESS_EQUAL */
    SWF_GREATER = 5,             /* >   GREATER */
    SWF_GREATER_EQUAL = 6        /* >=  GREATER_EQUAL */
} swf_operator;

typedef enum swf_importance {
    SWF_HARD = 0,                /* also when not said */
    SWF_SOFT = 1
} swf_importance;

typedef enum swf_usage {
    SWF_NO_USAGE = 0,            /* a requirement */
    SWF_USAGE_MEMORY = 1,        /* usage_memory = x: what the running job uses */
    SWF_USAGE_ETHERNET = 2,      /* usage_ethernet */
    SWF_USAGE_NETWORK = 3        /* usage_network */
} swf_usage;

/* "Memory >= 1024 MB SOFT 100" */
typedef struct swf_requirement {
    uint32_t op;                 /* swf_operator: SWF_GREATER_EQUAL */
    uint32_t importance;         /* swf_importance: SWF_SOFT */
    uint32_t usage;              /* swf_usage: SWF_NO_USAGE */
    uint32_t has_number;         /* 1: the value begins with a number */
    uint32_t has_priority;       /* 1 */
    swf_decimal number;          /* 1024 */
    int64_t priority;            /* 100 */
    swf_span name;               /* Memory */
    swf_span value;              /* 1024 MB */
    swf_span unit;               /* MB */
} swf_requirement;

/* The next requirement or usage in *rest, which begins as swf_requirements(job) and ends
 * empty. OK; END; E_REQUIREMENT or E_RANGE (*rest then begins at the fault), which cannot
 * happen for a job that was read. */
SWF_DEF SWF_NODISCARD swf_status swf_next_requirement(swf_span *rest,
                                                      swf_requirement *out);
/* Where to begin: job->extra, or nothing for a job of GWF. */
SWF_DEF swf_span swf_requirements(const swf_job *job);
/* A job's usage_memory, usage_ethernet or usage_network. OK, or END where it has none. */
SWF_DEF SWF_NODISCARD swf_status swf_get_usage(const swf_job *job, swf_usage usage,
                                               swf_decimal *out);

/* ---- writing ----------------------------------------------------------------------- */

/* As snprintf: at most `size` bytes with the terminating 0; the length of the whole text
 * without it is returned; buffer may be NULL when size is 0. Lines end with '\n'. 0: it
 * cannot be written, an argument is missing or a text holds a line break. `format` is the
 * file's (AUTO = the job's own, else SWF); what it has no place for is left out. */
SWF_DEF size_t swf_write_job(char *buffer, size_t size, const swf_job *job,
                             swf_format format);
/* key empty = the directive's own name; text empty = the value. */
SWF_DEF size_t swf_write_header(char *buffer, size_t size, const swf_header *header,
                                swf_format format);
SWF_DEF size_t swf_write_comment(char *buffer, size_t size, swf_span comment,
                                 swf_format format);
/* One requirement without a line end; join several with "; " and make the text job.extra.
 * value empty = the number and the unit. */
SWF_DEF size_t swf_write_requirement(char *buffer, size_t size, const swf_requirement *r);
/* "line 7, column 12, field 4 (run time): a number was expected" */
SWF_DEF size_t swf_write_error(char *buffer, size_t size, const swf_error *error);

/* ---- text -------------------------------------------------------------------------- */

SWF_DEF swf_span swf_text(const char *text);             /* a span over a string */
SWF_DEF const char *swf_status_text(swf_status status);  /* never NULL */
/* "run time" for column 4; columns 1 .. 18 or 29; never NULL */
SWF_DEF const char *swf_field_name(swf_format format, uint32_t column);
SWF_DEF const char *swf_version(void);                   /* "0.1.0" */

#ifdef __cplusplus
}
#endif

#endif /* SWF_H */
