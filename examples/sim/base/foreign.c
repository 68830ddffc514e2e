/* foreign.c - files are known by their first line that is not a comment, nor a date or a
 * server's name alone; JSON by any key that it has soon. */
#include "base/foreign.h"

#include "base/word.h"

#include <string.h>

#define NO_CONVERTER                                                                    \
    ", which is not read; the Parallel Workloads Archive's scripts on its Perl module " \
    "convert2swf, such as blue2swf.pl, show how such a log becomes SWF"
#define UTF_16 "a text in UTF-16; iconv -f UTF-16 -t UTF-8 makes it readable"
#define NO_TEXT "; only text is read"
#define ENDED ", for jobs that have not ended; use sacct output, for ended jobs"
#define SACCT "sacct -P output; swf_tool convert --from sacct makes it a job log"
#define NETWORK \
    ", which is not read; networks are read in our own format, SNDlib's, or GraphML"
#define BATSIM "a Batsim workload; use a log in SWF"
#define KUBERNETES "of Kubernetes; use a log in SWF"
#define NO_JOBS "; for jobs, use sacct -P"
#define NOT_BLANKS "; SWF has blanks; DataToSWF of the R package hpcwld makes SWF"

/* The first kind counts whose begin and text the line has, and at least so many of a
 * sign. */
static const struct {
    const char *begin; /* a 0 is any digit */
    const char *has;
    char sign;
    int least;
    const char *from, *what;
} kinds[] = {
    {"\037\213", "", 0, 0, NULL, "packed by gzip, perhaps twice; gzip -dc unpacks it"},
    {"BZh", "", 0, 0, NULL, "packed by bzip2; bzip2 -dc unpacks it"},
    {"\3757zXZ", "", 0, 0, NULL, "packed by xz; xz -dc unpacks it"},
    {"\050\265\057\375", "", 0, 0, NULL, "packed by zstd; zstd -dc unpacks it"},
    {"PK\003\004", "", 0, 0, NULL,
     "a zip archive, or a workbook of a spreadsheet (.xlsx, .ods)"},
    {"%PDF", "", 0, 0, NULL, "a PDF document"},
    {"PAR1", "", 0, 0, NULL, "a table in Parquet" NO_TEXT},
    {"SQLite format 3", "", 0, 0, NULL, "a database of SQLite" NO_TEXT},
    {"\211HDF", "", 0, 0, NULL, "data in HDF5" NO_TEXT},
    {"\211PNG", "", 0, 0, NULL, "a picture (PNG)"},
    {"\377\376", "", 0, 0, NULL, UTF_16},
    {"\376\377", "", 0, 0, NULL, UTF_16},
    {"<", "<graphml", 0, 0, NULL, "a network in GraphML, which mrfs_sim --network reads"},
    {"<", "<gexf", 0, 0, NULL, "a graph in GEXF" NETWORK},
    {"<", "sndlib", 0, 0, NULL, "a network of SNDlib in XML; its native format is read"},
    {"<", "", 0, 0, NULL, "HTML or XML, such as the error page of a web server"},
    {"\177ELF", "", 0, 0, NULL, "a program (ELF)"},
    {"{", "\"nb_res\":", 0, 0, NULL, BATSIM},
    {"{", "\"subtime\":", 0, 0, NULL, BATSIM},
    {"{", "\"pbs_version\":", 0, 0, NULL, "qstat -F json output; use qstat -f"},
    {"{", "\"accrue_time\":", 0, 0, NULL, "squeue --json output" ENDED},
    {"{", "\"job_state\":", 0, 0, NULL, "squeue --json or scontrol --json output" ENDED},
    {"{", "\"sinfo\":", 0, 0, NULL, "sinfo --json output" NO_JOBS},
    {"{", "\"RECORDS\":", 0, 0, NULL, "bjobs -json output (LSF)" NO_CONVERTER},
    {"{", "\"job_number\":", 0, 0, NULL,
     "the accounting of Grid Engine (SGE) in JSON" NO_CONVERTER},
    {"{", "\"t_submit\":", 0, 0, NULL, "flux jobs --json output" NO_CONVERTER},
    {"{", "\"apiVersion\":", 0, 0, NULL, "kubectl output " KUBERNETES},
    {"NAME", "AGE", 0, 0, NULL, "kubectl output " KUBERNETES},
    {"------", "", 0, 0, NULL, "sreport output" NO_JOBS},
    {"---", "", 0, 0, NULL, "YAML, such as a manifest " KUBERNETES},
    {"apiVersion:", "", 0, 0, NULL, "a manifest " KUBERNETES},
    {"kind:", "", 0, 0, NULL, "a manifest " KUBERNETES},
    {"{", "\"edges\":", 0, 0, NULL,
     "a network in JSON" NETWORK ", as networkx.write_graphml writes it"},
    {"{", "\"ietf-network", 0, 0, NULL,
     "a network in JSON, as YANG models have it" NETWORK},
    {"*Vertices", "", 0, 0, NULL, "a network of Pajek" NETWORK},
    {"Topology:", "", 0, 0, NULL, "a network of BRITE" NETWORK},
    {"from ", "import", 0, 0, NULL,
     "a program in Python, such as one for Mininet" NETWORK},
    {"{", "\"connections\":", 0, 0, NULL, "a network of GNPy" NETWORK},
    {"{", "\"links\":", 0, 0, NULL,
     "a network in JSON" NETWORK ", as networkx.write_graphml writes it"},
    {"graph", "{", 0, 0, NULL, "a graph in DOT" NETWORK},
    {"digraph", "{", 0, 0, NULL, "a graph in DOT" NETWORK},
    {"strict ", "{", 0, 0, NULL, "a graph in DOT" NETWORK},
    {"graph", "", 0, 0, NULL, "a graph in GML" NETWORK},
    {"Creator", "", 0, 0, NULL, "a graph in GML" NETWORK},
    {"Version", "", 0, 0, NULL, "a graph in GML" NETWORK},
    {"NODES 0", "", 0, 0, NULL, "a graph of REPETITA" NETWORK},
    {"JobId=", "NodeCnt=", 0, 0, NULL, "Slurm jobcomp/filetxt output; use sacct -P"},
    {"JobId=", "", 0, 0, NULL, "scontrol show job output" ENDED},
    {"NodeName=", "", 0, 0, NULL,
     "scontrol show nodes output, which swf_tool convert --machine reads"},
    {"PartitionName=", "", 0, 0, NULL, "scontrol show partition output" NO_JOBS},
    {"ReservationName=", "", 0, 0, NULL, "scontrol show reservation output" NO_JOBS},
    {"{", "", 0, 0, "sacct",
     "JSON; swf_tool convert --from sacct makes a job log of sacct --json output"},
    {"[", "", 0, 0, NULL, "JSON; use sacct --json output"},
    {"Job Id:", "", 0, 0, "pbs",
     "qstat -f output; swf_tool convert --from pbs --keep-queue makes it a job log"},
    {"Job id ", "", 0, 0, NULL, "qstat output; use qstat -f"},
    {"Req", "Elap", 0, 0, NULL, "qstat -a output; use qstat -f"},
    {"Job ID ", "", 0, 0, NULL, "qstat output; use qstat -f"},
    {"00/00/0000 00:00:00;", "", 0, 0, "pbs",
     "accounting records of PBS; swf_tool convert --from pbs makes them a job log"},
    {"", "JobID", '|', 1, "sacct", SACCT},
    {"", "JobID", ',', 1, "sacct", SACCT},
    {"", "JobID", ';', 1, "sacct", SACCT},
    {"", "JobID", '\t', 1, "sacct", SACCT},
    {"", "JobID", '\037', 1, "sacct", SACCT},
    {"JobID", "State", ' ', 1, NULL, "sacct output without -P; use sacct -P"},
    {"JobID", "State", 0, 0, NULL,
     "sacct -P output with another sign between columns than | , ; or the bytes of a"
     " tab and 0x1F"},
    {"Cluster|", "", 0, 0, NULL, "sreport -P output" NO_JOBS},
    {"PARTITION", "", 0, 0, NULL, "sinfo output" NO_JOBS},
    {"NODELIST", "", 0, 0, NULL, "sinfo -N output" NO_JOBS},
    {"HOSTNAMES", "", 0, 0, NULL, "sinfo output" NO_JOBS},
    {"JOBID", "STAT ", 0, 0, NULL, "bjobs output (LSF)" NO_CONVERTER},
    {"JOBID", "STATUS", 0, 0, NULL, "flux jobs output" NO_CONVERTER},
    {"JOBID", "NTASKS", 0, 0, NULL, "flux jobs output" NO_CONVERTER},
    {"JOBID", "", 0, 0, NULL, "squeue output" ENDED},
    {"", "JOBID", '|', 1, NULL, "squeue output" ENDED},
    {"Job <", "", 0, 0, NULL, "bjobs -l or bhist output (LSF)" NO_CONVERTER},
    {"Summary of time", "", 0, 0, NULL, "bhist output (LSF)" NO_CONVERTER},
    {"Accounting information", "", 0, 0, NULL, "bacct output (LSF)" NO_CONVERTER},
    {"queuename", "", 0, 0, NULL, "qstat -f output (Grid Engine)" NO_CONVERTER},
    {"job-ID", "", 0, 0, NULL, "qstat output (Grid Engine, SGE)" NO_CONVERTER},
    {"-- ", "", 0, 0, NULL, "condor_q output" NO_CONVERTER},
    {"00:00:00 ", "", 0, 0, NULL, "events of Moab or Maui" NO_CONVERTER},
    {"\"JOB_", "", 0, 0, NULL, "the accounting of LSF (lsb.acct)" NO_CONVERTER},
    {"", "OWNER", 0, 0, NULL, "condor_history output" NO_CONVERTER},
    {"", " = ", 0, 0, NULL, "condor_history -l output" NO_CONVERTER},
    {"", "", ':', 20, NULL, "the accounting of Grid Engine (SGE)" NO_CONVERTER},
    {"", "======", 0, 0, NULL, "qacct output (Grid Engine, SGE)" NO_CONVERTER},
    {"0", "", '|', 3, NULL,
     "a table with bars; if it is from sacct -P, drop -n so line 1 names the columns, or"
     " pass --columns"},
    {"", "", ',', 3, NULL, "a table with commas (CSV)" NOT_BLANKS},
    {"", "", ';', 3, NULL, "a table with semicolons" NOT_BLANKS}};

static int is_digit(char c) { return c >= '0' && c <= '9'; }

static int begins(struct word w, const char *begin)
{
    size_t i;
    for (i = 0; begin[i]; i++)
        if (i == w.length || (begin[i] == '0' ? !is_digit(w.at[i]) : w.at[i] != begin[i]))
            return 0;
    return 1;
}

static int has(struct word w, const char *text, char sign, int least)
{
    int found = 0;
    for (; w.length > 0; w.at++, w.length--) {
        found |= begins(w, text);
        least -= *w.at == sign;
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

const char *foreign(const char *begin, size_t size, const char **from)
{
    const struct word all = {begin, size};
    struct word rest = all, line, where;
    size_t i;
    *from = NULL;
    if (begins(rest, "\357\273\277")) { /* a byte order mark */
        rest.at += 3;
        rest.length -= 3;
    }
    do line = word_trim(word_part(&rest, '\n'));
    while (rest.at && (line.length == 0 || *line.at == '#' || is_above(line)));
    if (line.length == 0 || *line.at == ';') return NULL;
    where = rest = line; /* what a job asks for may have all of it */
    if (is_digit(*line.at) || *line.at == '-') where = word_part(&rest, ' ');
    if (*line.at == '{' || *line.at == '<') where = all;
    for (i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (begins(line, kinds[i].begin) &&
            has(where, kinds[i].has, kinds[i].sign, kinds[i].least)) {
            *from = kinds[i].from;
            return kinds[i].what;
        }
    return NULL;
}
