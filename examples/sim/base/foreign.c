/* foreign.c - files are known by their first line that is not a comment, nor a date or a
 * server's name alone; JSON by any key that it has soon. */
#include "base/foreign.h"

#include "base/word.h"

#include <string.h>

#define NO_CONVERTER                                                                 \
    ", which is not read; the Parallel Workloads Archive's scripts for convert2swf " \
    "(Perl), "                                                                       \
    "such as blue2swf.pl, show how such a log becomes SWF"
#define UTF_16 "text in UTF-16; iconv -f UTF-16 -t UTF-8 makes it readable"
#define NO_TEXT "; only text is read"
#define ENDED ", for jobs that have not ended; use sacct output, for ended jobs"
#define SACCT "sacct -P output; swf_tool convert --from sacct makes it a job log"
#define NETWORK \
    ", which is not read; networks are read in our own format, SNDlib's, or GraphML"
#define BATSIM "a Batsim workload; use a log in SWF"
#define KUBERNETES "of Kubernetes; use a log in SWF"
#define NO_JOBS "; for jobs, use sacct -P"
#define NOT_BLANKS "; SWF has blanks; DataToSWF of the R package hpcwld makes SWF"

/* The first kind counts with whose begin a text begins; which has a text and at least so
 * many of these signs behind it, or without a begin, in its first line. */
struct kind {
    const char *begin; /* a 0 is any number, a blank any blanks */
    const char *has, *signs;
    int least;
    const char *from, *what;
};

/* Networks that are read. */
static const struct kind networks[] = {
    {"<", "<graphml", .what = "a network in GraphML, which mrfs_sim --network reads"},
    {"<", ":graphml", .what = "a network in GraphML, which mrfs_sim --network reads"},
    {"?SNDlib", .what = "an SNDlib network, which mrfs_sim --network reads"},
    {"node ", .what = "a network, which mrfs_sim --network reads"},
    {0}};

/* Kinds that are read by neither. */
static const struct kind others[] = {
    {"\037\213", .what = "packed by gzip, perhaps twice; gzip -dc unpacks it"},
    {"BZh", .what = "packed by bzip2; bzip2 -dc unpacks it"},
    {"\3757zXZ", .what = "packed by xz; xz -dc unpacks it"},
    {"\050\265\057\375", .what = "packed by zstd; zstd -dc unpacks it"},
    {"PK\003\004", .what = "a zip archive, or a workbook of a spreadsheet (.xlsx, .ods)"},
    {"%PDF", .what = "a PDF document"},
    {"PAR1", .what = "a table in Parquet" NO_TEXT},
    {"SQLite format 3", .what = "an SQLite database" NO_TEXT},
    {"\211HDF", .what = "data in HDF5" NO_TEXT},
    {"\211PNG", .what = "a picture (PNG)"},
    {"\377\376", .what = UTF_16},
    {"\376\377", .what = UTF_16},
    {"<", "<gexf", .what = "a graph in GEXF" NETWORK},
    {"<", "<platform", .what = "a platform of SimGrid" NETWORK},
    {"<", "sndlib", .what = "an SNDlib network in XML; its native format is read"},
    {"\177ELF", .what = "a program (ELF)"},
    {"{", "\"edges\":",
     .what = "a network in JSON" NETWORK ", as networkx.write_graphml writes it"},
    {"{", "\"ietf-network", .what = "a network in JSON, as YANG models have it" NETWORK},
    {"*Vertices", .what = "a Pajek network" NETWORK},
    {"*vertices", .what = "a Pajek network" NETWORK},
    {"*Network", .what = "a Pajek network" NETWORK},
    {"dl ", "n", .what = "a UCINET network" NETWORK},
    {"router ", "node ", .what = "an ndnSIM network" NETWORK},
    {"name:", "topology:", .what = "a containerlab network" NETWORK},
    {"network:", "version:", .what = "a netplan file" NETWORK},
    {"set ", "new ", .what = "a script in Tcl, such as one for ns-2" NETWORK},
    {"Topology:", .what = "a BRITE network" NETWORK},
    {"from ", "import", .what = "a program in Python, such as one for Mininet" NETWORK},
    {"import ", .what = "a program in Python, such as one for networkx" NETWORK},
    {"{", "\"connections\":", .what = "a GNPy network" NETWORK},
    {"{", "\"links\":",
     .what = "a network in JSON" NETWORK ", as networkx.write_graphml writes it"},
    {"graph [", .what = "a graph in GML" NETWORK},
    {"graph", "{", .what = "a graph in DOT" NETWORK},
    {"digraph", "{", .what = "a graph in DOT" NETWORK},
    {"strict ", "{", .what = "a graph in DOT" NETWORK},
    {"graph", "[", .what = "a graph in GML" NETWORK},
    {"Creator", .what = "a graph in GML" NETWORK},
    {"Version", .what = "a graph in GML" NETWORK},
    {"multigraph ", "[", .what = "a graph in GML" NETWORK},
    {"NODES 0", .what = "a REPETITA graph" NETWORK},
    {0}};

/* Of jobs, and what may be anything. */
static const struct kind logs[] = {
    {"{", "\"nb_res\":", .what = BATSIM},
    {"{", "\"subtime\":", .what = BATSIM},
    {"{", "\"pbs_version\":", .what = "qstat -F json output; use qstat -f"},
    {"{", "\"accrue_time\":", .what = "squeue --json output" ENDED},
    {"{", "\"job_state\":", .what = "squeue --json or scontrol --json output" ENDED},
    {"{", "\"sinfo\":", .what = "sinfo --json output" NO_JOBS},
    {"{", "\"RECORDS\":", .what = "bjobs -json output (LSF)" NO_CONVERTER},
    {"{", "\"job_number\":", .what = "Grid Engine (SGE) accounting in JSON" NO_CONVERTER},
    {"{", "\"t_submit\":", .what = "flux jobs --json output" NO_CONVERTER},
    {"{", "\"apiVersion\":", .what = "kubectl output " KUBERNETES},
    {"NAME", "AGE", .what = "kubectl output " KUBERNETES},
    {"------", .what = "sreport output" NO_JOBS},
    {"---", .what = "YAML, such as a manifest " KUBERNETES},
    {"apiVersion:", .what = "a manifest " KUBERNETES},
    {"kind:", .what = "a manifest " KUBERNETES},
    {"JobId=", "NodeCnt=", .what = "Slurm jobcomp/filetxt output; use sacct -P"},
    {"JobId=", .what = "scontrol show job output" ENDED},
    {"NodeName=",
     .what = "scontrol show nodes output, which swf_tool convert --machine reads"},
    {"PartitionName=", .what = "scontrol show partition output" NO_JOBS},
    {"ReservationName=", .what = "scontrol show reservation output" NO_JOBS},
    {"{", NULL, NULL, 0, "sacct",
     "JSON; swf_tool convert --from sacct makes a job log of sacct --json output"},
    {"[", .what = "a list in JSON; sacct --json output, which is read, begins with a {"},
    {"Job Id:", NULL, NULL, 0, "pbs",
     "qstat -f output; swf_tool convert --from pbs --keep-queue makes it a job log"},
    {"Job id ", .what = "qstat output; use qstat -f"},
    {"Req", "Elap", .what = "qstat -a output; use qstat -f"},
    {"Job ID ", .what = "qstat output; use qstat -f"},
    {"0/0/0 0:0:0;", NULL, NULL, 0, "pbs",
     "accounting records of PBS; swf_tool convert --from pbs makes them a job log"},
    {"\"", "\"JobID", .what = "a table with fields in quotes; use sacct -P"},
    {"", "JobID", "|,;\t\037", 1, "sacct", SACCT},
    {"JobID", "State", " ", 1, .what = "sacct output without -P; use sacct -P"},
    {"JobID", "State", NULL, 0, NULL,
     "sacct -P output with a column separator other than | , ; tab and 0x1F"},
    {"Cluster|", .what = "sreport -P output" NO_JOBS},
    {"PARTITION", .what = "sinfo output" NO_JOBS},
    {"NODELIST", .what = "sinfo -N output" NO_JOBS},
    {"HOSTNAMES", .what = "sinfo output" NO_JOBS},
    {"JOBID", "STAT ", .what = "bjobs output (LSF)" NO_CONVERTER},
    {"JOBID", "STATUS", .what = "flux jobs output" NO_CONVERTER},
    {"JOBID", "NTASKS", .what = "flux jobs output" NO_CONVERTER},
    {"JOBID", .what = "squeue output" ENDED},
    {"", "JOBID", "|", 1, .what = "squeue output" ENDED},
    {"Job <", .what = "bjobs -l or bhist output (LSF)" NO_CONVERTER},
    {"Summary of time", .what = "bhist output (LSF)" NO_CONVERTER},
    {"Accounting information", .what = "bacct output (LSF)" NO_CONVERTER},
    {"queuename", .what = "qstat -f output (Grid Engine)" NO_CONVERTER},
    {"job-ID", .what = "qstat output (Grid Engine, SGE)" NO_CONVERTER},
    {"-- ", .what = "condor_q output" NO_CONVERTER},
    {"0:0:0 ", .what = "Moab or Maui events" NO_CONVERTER},
    {"\"JOB_", .what = "LSF accounting (lsb.acct)" NO_CONVERTER},
    {"", "OWNER", .what = "condor_history output" NO_CONVERTER},
    {"", " = ", .what = "condor_history -l output" NO_CONVERTER},
    {"", "", ":", 20, .what = "Grid Engine (SGE) accounting" NO_CONVERTER},
    {"", "======", .what = "qacct output (Grid Engine, SGE)" NO_CONVERTER},
    {"0", "", "|", 3,
     .what =
         "a table with bars; if it is from sacct -P, drop -n so line 1 names the columns,"
         " or pass --columns"},
    {"", "", ",", 3, .what = "a table with commas (CSV)" NOT_BLANKS},
    {"", "", ";", 3, .what = "a table with semicolons" NOT_BLANKS},
    {"<", .what = "HTML or XML, such as the error page of a web server"},
    {0}};

/* What a network may be, but a log in SWF, too. */
static const struct kind lists[] = {
    {";", .what = "a job log in SWF" NETWORK},
    {"0 @", .what = "a Rocketfuel map (.cch)" NETWORK},
    {"0 0", .what = "a table of numbers, such as a list of edges" NETWORK},
    {"", "", ",", 1, .what = "a table with commas (CSV)" NETWORK},
    {"", "", ";", 1, .what = "a table with semicolons" NETWORK},
    {"", "", "\t", 1, .what = "a table with tabs" NETWORK},
    {0}};

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int begins(struct word w, const char *begin)
{
    for (; *begin; begin++) {
        int (*const any)(char) = *begin == '0'   ? is_digit
                                 : *begin == ' ' ? word_is_blank
                                                 : NULL;
        if (w.length == 0 || !(any ? any(*w.at) : *w.at == *begin)) return 0;
        int most = any ? 64 : 1; /* a long line of blanks is looked at once */
        do w.at++, w.length--;
        while (--most > 0 && w.length > 0 && any(*w.at));
    }
    return 1;
}

static int has(struct word w, const char *text, const char *signs, int least)
{
    int found = 0;
    for (; w.length > 0 && !(found && least <= 0); w.at++, w.length--) {
        found |= !text || begins(w, text);
        least -= signs && *w.at && strchr(signs, *w.at);
    }
    return found && least <= 0;
}

/* A line that stands above what some commands print: "Sun Nov 29 13:00:00 2026", or the
 * name of a server, "pbs:". */
static int is_above(struct word line)
{
    const int date = line.length == 24 && line.at[13] == ':' && line.at[16] == ':';
    return date || (line.length > 1 && line.at[line.length - 1] == ':' &&
                    !memchr(line.at, ' ', line.length));
}

/* The text from where it is not blank and not a comment on: of #, or as in DOT; of a log
 * also without lines above it. */
static struct word content(const char *text, size_t size, int is_log)
{
    struct word rest = {text, size};
    if (begins(rest, "\357\273\277")) /* a byte order mark */
        rest.at += 3, rest.length -= 3;
    for (rest = word_trim(rest); rest.length > 0; rest = word_trim(rest)) {
        const struct word here = rest;
        struct word line = word_trim(word_part(&rest, '\n'));
        if (begins(here, "/*")) {
            for (rest = here; rest.length > 0 && !begins(rest, "*/"); rest.length--)
                rest.at++;
            (void)word_part(&rest, '/');
        } else if (*line.at != '#' && !begins(line, "//") &&
                   !(is_log && rest.at && is_above(line))) {
            return here;
        }
    }
    return rest;
}

/* The row for the text, or NULL. */
static const struct kind *find(const struct kind *k, struct word text)
{
    struct word rest = text, line = word_trim(word_part(&rest, '\n'));
    const int numbers = text.length > 0 && (is_digit(*text.at) || *text.at == '-');
    if (numbers) { /* what a job asks for may have all of it */
        rest = line;
        line = word_part(&rest, ' ');
    }
    for (; k->begin; k++)
        if (begins(text, k->begin) &&
            has(*k->begin && !numbers ? text : line, k->has, k->signs, k->least))
            return k;
    return NULL;
}

const char *foreign(const char *begin, size_t size, const char **from)
{
    const struct word text = content(begin, size, 1);
    const struct kind *k = find(networks, text);
    *from = NULL;
    if (text.length > 0 && *text.at == ';') return NULL;
    if (!k) k = find(others, text);
    if (!k) k = find(logs, text);
    if (!k) return NULL;
    *from = k->from;
    return k->what;
}

int foreign_network(const char *begin, size_t size, struct error *what)
{
    const struct word text = content(begin, size, 0);
    const struct kind *k = find(others, text), *l = find(logs, text);
    if (find(networks, text)) return 0;
    if (!k && !l) k = find(lists, text);
    if (k) return error_fail(what, "%s", k->what);
    return l ? error_fail(what, "%.*s" NETWORK, (int)strcspn(l->what, ",;"), l->what) : 0;
}
