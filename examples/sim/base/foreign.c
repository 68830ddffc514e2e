/* foreign.c - files are known by their first line that is not a comment, nor a date or a
 * server's name alone; JSON by any key that it has soon. */
#include "base/foreign.h"

#include "base/word.h"

#include <string.h>

#define NO_CONVERTER                                                                    \
    ", which is not read; the Parallel Workloads Archive's scripts on its Perl module " \
    "convert2swf, such as blue2swf.pl, show how such a log becomes SWF"
#define UTF_16 "a text in UTF-16; iconv -f UTF-16 -t UTF-8 makes it readable"
#define NO_TEXT ", which is not read; what is read is text"
#define ENDED \
    ", of jobs that have not ended; what sacct prints of those that have is read"
#define SACCT "what sacct -P prints; swf_tool convert --from sacct makes a job log of it"
#define NETWORK \
    ", which is not read; networks are read in our own format, SNDlib's, or GraphML"
#define BATSIM "a workload of Batsim, which is not read; a log in SWF is"
#define KUBERNETES "of Kubernetes, which is not read; a log in SWF is"
#define NO_JOBS ", which has no jobs in it; what sacct -P prints is read"
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
    {"{", "\"pbs_version\":", 0, 0, NULL,
     "what qstat -F json prints; what qstat -f prints without it is read"},
    {"{", "\"accrue_time\":", 0, 0, NULL, "what squeue --json prints" ENDED},
    {"{", "\"job_state\":", 0, 0, NULL,
     "what squeue --json or scontrol --json prints" ENDED},
    {"{", "\"sinfo\":", 0, 0, NULL, "what sinfo --json prints" NO_JOBS},
    {"{", "\"RECORDS\":", 0, 0, NULL, "what bjobs -json of LSF prints" NO_CONVERTER},
    {"{", "\"job_number\":", 0, 0, NULL,
     "the accounting of Grid Engine (SGE) in JSON" NO_CONVERTER},
    {"{", "\"t_submit\":", 0, 0, NULL, "what flux jobs --json prints" NO_CONVERTER},
    {"{", "\"apiVersion\":", 0, 0, NULL, "what kubectl prints " KUBERNETES},
    {"NAME", "AGE", 0, 0, NULL, "what kubectl prints " KUBERNETES},
    {"------", "", 0, 0, NULL, "what sreport prints" NO_JOBS},
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
    {"JobId=", "NodeCnt=", 0, 0, NULL,
     "what Slurm's jobcomp/filetxt writes; what sacct -P prints is read"},
    {"JobId=", "", 0, 0, NULL, "what scontrol show job prints" ENDED},
    {"NodeName=", "", 0, 0, NULL,
     "what scontrol show nodes prints, which swf_tool convert --machine reads"},
    {"PartitionName=", "", 0, 0, NULL, "what scontrol show partition prints" NO_JOBS},
    {"ReservationName=", "", 0, 0, NULL, "what scontrol show reservation prints" NO_JOBS},
    {"{", "", 0, 0, "sacct",
     "JSON; of what sacct --json prints, swf_tool convert --from sacct makes a job log"},
    {"[", "", 0, 0, NULL, "JSON; of that, what sacct --json prints is read"},
    {"Job Id:", "", 0, 0, "pbs",
     "what qstat -f prints; swf_tool convert --from pbs --keep-queue makes a job log"},
    {"Job id ", "", 0, 0, NULL, "what qstat prints; what qstat -f prints is read"},
    {"Req", "Elap", 0, 0, NULL, "what qstat -a prints; what qstat -f prints is read"},
    {"Job ID ", "", 0, 0, NULL, "what qstat prints; what qstat -f prints is read"},
    {"00/00/0000 00:00:00;", "", 0, 0, "pbs",
     "accounting records of PBS; swf_tool convert --from pbs makes a job log of it"},
    {"", "JobID", '|', 1, "sacct", SACCT},
    {"", "JobID", ',', 1, "sacct", SACCT},
    {"", "JobID", ';', 1, "sacct", SACCT},
    {"", "JobID", '\t', 1, "sacct", SACCT},
    {"", "JobID", '\037', 1, "sacct", SACCT},
    {"JobID", "State", ' ', 1, NULL, "what sacct prints without -P; use sacct -P"},
    {"JobID", "State", 0, 0, NULL,
     "what sacct -P prints with another sign between columns than | , ; or the bytes of a"
     " tab and 0x1F"},
    {"Cluster|", "", 0, 0, NULL, "what sreport -P prints" NO_JOBS},
    {"PARTITION", "", 0, 0, NULL, "what sinfo prints" NO_JOBS},
    {"NODELIST", "", 0, 0, NULL, "what sinfo -N prints" NO_JOBS},
    {"HOSTNAMES", "", 0, 0, NULL, "what sinfo prints" NO_JOBS},
    {"JOBID", "STAT ", 0, 0, NULL, "what bjobs of LSF prints" NO_CONVERTER},
    {"JOBID", "STATUS", 0, 0, NULL, "what flux jobs prints" NO_CONVERTER},
    {"JOBID", "NTASKS", 0, 0, NULL, "what flux jobs prints" NO_CONVERTER},
    {"JOBID", "", 0, 0, NULL, "what squeue prints" ENDED},
    {"", "JOBID", '|', 1, NULL, "what squeue prints" ENDED},
    {"Job <", "", 0, 0, NULL, "what bjobs -l or bhist of LSF prints" NO_CONVERTER},
    {"Summary of time", "", 0, 0, NULL, "what bhist of LSF prints" NO_CONVERTER},
    {"Accounting information", "", 0, 0, NULL, "what bacct of LSF prints" NO_CONVERTER},
    {"queuename", "", 0, 0, NULL, "what qstat -f of Grid Engine prints" NO_CONVERTER},
    {"job-ID", "", 0, 0, NULL, "what qstat of Grid Engine (SGE) prints" NO_CONVERTER},
    {"-- ", "", 0, 0, NULL, "what condor_q prints" NO_CONVERTER},
    {"00:00:00 ", "", 0, 0, NULL, "events of Moab or Maui" NO_CONVERTER},
    {"\"JOB_", "", 0, 0, NULL, "the accounting of LSF (lsb.acct)" NO_CONVERTER},
    {"", "OWNER", 0, 0, NULL, "what condor_history prints" NO_CONVERTER},
    {"", " = ", 0, 0, NULL, "what condor_history -l prints" NO_CONVERTER},
    {"", "", ':', 20, NULL, "the accounting of Grid Engine (SGE)" NO_CONVERTER},
    {"", "======", 0, 0, NULL, "what qacct of Grid Engine (SGE) prints" NO_CONVERTER},
    {"0", "", '|', 3, NULL,
     "a table with bars; if it is of sacct -P, its first line must name the columns"
     " (no -n), or else --columns"},
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
