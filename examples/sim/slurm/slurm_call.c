/* slurm_call.c - a command is a separate process group, so that ^C on the terminal does
 * not end it between a request and its answer. */
#define _POSIX_C_SOURCE 200809L

#include "slurm/slurm_call.h"

#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { WORDS_MOST = 32, AFTER_SIGNAL = 10 };

extern char **environ;

static volatile sig_atomic_t caught;

static void note(int signal_number) { caught = signal_number; }

void slurm_call_catch(void)
{
    struct sigaction act = {.sa_handler = note};
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    sigaction(SIGHUP, &act, NULL);
}

int slurm_call_stopped(void) { return caught; }

/* What the commands take from the environment would change what they print. */
static int prepare_environment(const struct slurm_site *site)
{
    static const char *const prefixes[] = {"SQUEUE_", "SINFO_", "SCONTROL_",
                                           "SLURM_CLUSTERS="};
    size_t i = 0, k;
    while (environ && environ[i]) {
        char name[64];
        for (k = 0; k < 4 && strncmp(environ[i], prefixes[k], strlen(prefixes[k])); k++)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(environ[i], "="), environ[i]);
        if (k == 4 || unsetenv(name) != 0) i++;
    }
    return setenv("TZ", "UTC0", 1) != 0 || setenv("LC_ALL", "C", 1) != 0 ||
           setenv("SLURM_TIME_FORMAT", "standard", 1) != 0 ||
           (site->conf && setenv("SLURM_CONF", site->conf, 1) != 0);
}

/* In the child: becomes the command, whose output goes to these files. */
static void become(const struct slurm_site *site, const char *const *words, int out,
                   int err, pid_t caller)
{
    char *argv[WORDS_MOST + 3];
    int nothing = open("/dev/null", O_RDONLY), n = 0;
    setpgid(0, 0);
#ifdef __linux__ /* who is killed leaves no command that is yet to act */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != caller) _exit(127);
#endif
    while (*words && n < WORDS_MOST) {
        argv[n++] = (char *)(uintptr_t)*words++;
        if (n > 1 || site->conf) continue;
        argv[n++] = (char *)(uintptr_t) "-M";
        argv[n++] = (char *)(uintptr_t)site->name;
    }
    argv[n] = NULL;
    if (*words || nothing < 0 || dup2(nothing, 0) < 0 || dup2(out, 1) < 0 ||
        dup2(err, 2) < 0 || prepare_environment(site) != 0)
        _exit(127);
    execvp(argv[0], argv);
    dprintf(2, "%s\n", strerror(errno));
    _exit(127);
}

char *slurm_call_text(FILE *file)
{
    const long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    char *text = size >= 0 && size < LONG_MAX ? malloc((size_t)size + 1) : NULL;
    rewind(file);
    const size_t n = text ? fread(text, 1, (size_t)size, file) : 0;
    if (!text || ferror(file)) {
        free(text);
        return NULL;
    }
    text[n] = 0;
    for (size_t i = 0; i < n; i++)
        if (!text[i]) text[i] = '?';
    return text;
}

/* Waits for the end of the command: 1, or 0 if it did not end in time. */
static int is_over(pid_t child, double until, int *status)
{
    const struct timespec nap = {0, 2000000};
    const int before = caught;
    for (;;) {
        const pid_t ended = waitpid(child, status, WNOHANG);
        if (caught != before && until > clock_seconds() + AFTER_SIGNAL)
            until = clock_seconds() + AFTER_SIGNAL;
        if (ended == child) return 1;
        if ((ended < 0 && errno != EINTR) || clock_seconds() > until) break;
        nanosleep(&nap, NULL);
    }
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    while (waitpid(child, status, 0) < 0 && errno == EINTR) continue;
    return 0;
}

/* A command whose answer finds no room on the disk may succeed all the same. 1, or 0. */
static int has_room(FILE *out)
{
    return fseek(out, 0, SEEK_END) == 0 && fputc('\n', out) != EOF && fflush(out) == 0;
}

/* The last line of what a command said, which says why. */
static const char *last_line(char *said)
{
    size_t n = said ? strlen(said) : 0;
    while (n > 0 && said[n - 1] == '\n') said[--n] = 0;
    if (n == 0) return "it failed and did not say why";
    while (n > 0 && said[n - 1] != '\n') n--;
    return said + n;
}

int slurm_call(const struct slurm_site *site, const char *const *words, int64_t seconds,
               char **out, struct error *e)
{
    FILE *files[2] = {tmpfile(), tmpfile()};
    const double until = clock_seconds() + (double)seconds;
    const pid_t caller = getpid(), child = files[0] && files[1] ? fork() : -1;
    int status = 0, result = -1;
    char *said = NULL;
    if (child == 0) become(site, words, fileno(files[0]), fileno(files[1]), caller);
    *out = NULL;
    if (child < 0) {
        error_fail(e, "%s: %s: %s", site->name, words[0], strerror(errno));
    } else if (!is_over(child, until, &status)) {
        error_fail(e, "%s: %s does not answer in time", site->name, words[0]);
    } else {
        said = slurm_call_text(files[1]);
        if (WIFEXITED(status) && WEXITSTATUS(status) != 127)
            result = WEXITSTATUS(status) != 0;
        if (result == 0 && has_room(files[0])) *out = slurm_call_text(files[0]);
        if (result != 0)
            error_fail(e, "%s: %s: %s", site->name, words[0], last_line(said));
        else if (!*out)
            result = error_fail(e, "%s: %s: no room for its answer: %s", site->name,
                                words[0], strerror(errno));
    }
    free(said);
    if (files[0]) fclose(files[0]);
    if (files[1]) fclose(files[1]);
    return result;
}
