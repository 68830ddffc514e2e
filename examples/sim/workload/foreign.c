/* foreign.c - packed files and documents begin with bytes of their own; of other texts
 * the first line that is no comment is looked at. */
#include "workload/foreign.h"

#include "base/word.h"

#include <string.h>

#define AS_SACCT "swf_tool convert --from sacct makes a job log of it"
#define NO_CONVERTER                                                                \
    "; the Parallel Workloads Archive's scripts on its Perl module convert2swf, such as" \
    " blue2swf.pl, show how such a log becomes SWF"
#define TABLE "; DataToSWF of the R package hpcwld makes SWF of a table"
#define BYTES(begin, text) {begin, sizeof begin - 1, text}

enum { LOOKED_AT = 4096 };

static const struct {
    const char *begin;
    size_t length;
    const char *text;
} kinds[] = {
    BYTES("\037\213", "packed by gzip, perhaps twice; gzip -dc unpacks it"),
    BYTES("BZh", "packed by bzip2; bzip2 -dc unpacks it"),
    BYTES("\3757zXZ", "packed by xz; xz -dc unpacks it"),
    BYTES("\050\265\057\375", "packed by zstd; zstd -dc unpacks it"),
    BYTES("PK\003\004", "a zip archive, or a workbook of a spreadsheet (.xlsx, .ods)"),
    BYTES("%PDF", "a PDF document"),
    BYTES("%YAML", "YAML; of what Slurm prints, sacct -P and sacct --json are read"),
    BYTES("CWS", "a film for the Flash player; SWF is the Standard Workload Format here"),
    BYTES("FWS", "a film for the Flash player; SWF is the Standard Workload Format here"),
    BYTES("\377\376", "a text in UTF-16; iconv -f UTF-16 -t UTF-8 makes it readable"),
    BYTES("\376\377", "a text in UTF-16; iconv -f UTF-16 -t UTF-8 makes it readable"),
    BYTES("<", "HTML or XML, such as the error page of a web server"),
    BYTES("\"JOB_", "the accounting of LSF (lsb.acct), which is not read" NO_CONVERTER),
    BYTES("JobId=", "what Slurm's scontrol or jobcomp/filetxt writes; sacct -P is read")};

/* How often the byte stands in the line. */
static size_t count(struct word line, char c)
{
    size_t i, n = 0;
    for (i = 0; i < line.length; i++) n += line.at[i] == c;
    return n;
}

static int has(struct word line, const char *text)
{
    const size_t length = strlen(text);
    for (; line.length >= length; line.at++, line.length--)
        if (memcmp(line.at, text, length) == 0) return 1;
    return 0;
}

static int is_pbs(struct word line)
{
    static const char stamp[] = "00/00/0000 00:00:00;";
    size_t i;
    for (i = 0; i < sizeof stamp - 1 && i < line.length; i++)
        if (stamp[i] == '0' ? line.at[i] < '0' || line.at[i] > '9'
                            : line.at[i] != stamp[i])
            return 0;
    return i == sizeof stamp - 1;
}

/* The same of a line: names of columns, or a record. */
static const char *text_of(struct word line, const char **from)
{
    const int names =
        has(line, "JobName") || (has(line, "JobID") && has(line, "State"));
    const int sacct = names && count(line, '|') == 0;
    const int digit = *line.at >= '0' && *line.at <= '9';
    struct word rest = line, first = digit ? word_part(&rest, ' ') : line;
    if (is_pbs(line)) {
        *from = "pbs";
        return "accounting records of PBS; swf_tool convert --from pbs makes a job log"
               " of it";
    }
    if (has(line, "JobID") && count(line, '|') > 0) {
        *from = "sacct";
        return "what sacct -P prints; " AS_SACCT;
    }
    if (digit && count(first, '|') > 2)
        return "a table with bars; if it is of sacct -P, its first line must name the"
               " columns (no -n)";
    if (has(line, "JOBID") && has(line, "PARTITION"))
        return "what squeue prints, of jobs that have not ended; sacct -P is read";
    if (has(line, " S Queue"))
        return "a list of jobs that have not ended; PBS's accounting files are read"
               " (swf_tool convert --from pbs)";
    if (sacct && (count(line, ',') > 1 || count(line, ';') > 1 || count(line, '\t') > 1))
        return "sacct's columns with other signs between them than the | of sacct -P";
    if (sacct) return "what sacct prints without -P; use sacct -P";
    if (digit && first.length == 8 && first.at[2] == ':')
        return "events of Moab or Maui, which are not read" NO_CONVERTER;
    if (has(line, " Completed [") || has(line, " Removed [") || has(line, " NotRun ["))
        return "a workload trace of Maui, which is not read" NO_CONVERTER;
    if (has(line, "OWNER") && has(line, "SUBMITTED"))
        return "what condor_history prints, which is not read" NO_CONVERTER;
    if (count(first, ':') > 20)
        return "the accounting of Grid Engine (SGE), which is not read" NO_CONVERTER;
    if (count(first, ',') > 2)
        return "a table with commas (CSV); SWF has blanks there" TABLE;
    if (count(first, ';') > 2)
        return "a table with semicolons; SWF has blanks there" TABLE;
    return NULL;
}

const char *foreign_text(const char *begin, size_t size, const char **from)
{
    struct word rest = {begin, size}, line;
    size_t i;
    *from = NULL;
    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (size >= kinds[i].length &&
            memcmp(begin, kinds[i].begin, kinds[i].length) == 0)
            return kinds[i].text;
    if (size > 3 && begin[0] && !begin[1] && begin[2] && !begin[3])
        return "a text in UTF-16; iconv -f UTF-16LE -t UTF-8 makes it readable";
    do line = word_trim(word_part(&rest, '\n'));
    while (rest.at && (line.length == 0 || *line.at == '#'));
    if (line.length == 0 || *line.at == ';') return NULL;
    rest.length = size < LOOKED_AT ? size : LOOKED_AT;
    rest.at = begin;
    if (*line.at == '{' && (has(rest, "\"jobs\"") || has(rest, "openapi"))) {
        *from = "sacct";
        return "what sacct --json prints; " AS_SACCT;
    }
    if (*line.at == '{' || (*line.at == '[' && (line.length == 1 || line.at[1] == '{')))
        return "JSON; what sacct --json prints is read (swf_tool convert --from sacct)";
    if (has(rest, "ClusterId = "))
        return "what condor_history -l prints, which is not read" NO_CONVERTER;
    return text_of(line, from);
}
