/* slurm_call.c - a command is a process group of its own, so that ^C on the terminal does
 * not end it between a request and its answer. */
#define _POSIX_C_SOURCE 200809L

#include "slurm/slurm_call.h"

#include "base/array.h"
#include "base/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { WORDS_MOST = 32, OUTPUT_MOST = 1 << 28 };

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

/* In the child: becomes the command, whose output goes to the pipes. */
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

struct stream {
    char *text; /* 0-terminated */
    size_t count, capacity;
};

/* Adds what the pipe has. 1; 0 at its end, or -1 without memory. */
static int take(int fd, struct stream *s)
{
    ssize_t n;
    if (s->count > OUTPUT_MOST || ARRAY_ROOM(s->text, s->count, s->capacity, 65536) != 0)
        return -1;
    n = read(fd, s->text + s->count, 65535);
    if (n > 0) s->count += (size_t)n;
    s->text[s->count] = 0;
    return n > 0 || (n < 0 && errno == EINTR);
}

/* Reads both pipes to their ends: 0; or -1 with the reason. */
static int gather(int fds[2], struct stream to[2], double until, const char **why)
{
    int open_pipes = 2, i;
    while (open_pipes > 0) {
        struct pollfd p[2] = {{fds[0], POLLIN, 0}, {fds[1], POLLIN, 0}};
        const double left = until - clock_seconds();
        *why = "does not answer in time";
        if (left <= 0 || poll(p, 2, (int)(left * 1000) + 1) == 0) return -1;
        for (i = 0; i < 2; i++) {
            if (!(p[i].revents & (POLLIN | POLLHUP | POLLERR))) continue;
            *why = "prints more than there is memory for";
            switch (take(fds[i], &to[i])) {
            case -1: return -1;
            case 0:
                close(fds[i]);
                fds[i] = -1; /* poll ignores it */
                open_pipes--;
            }
        }
    }
    return 0;
}

/* The last line of what a command said, which tells why. */
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
    struct stream said[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    const double until = clock_seconds() + (double)seconds;
    int pipes[2][2] = {{-1, -1}, {-1, -1}}, fds[2], status = 0, result = -1, i;
    const char *why = NULL;
    const pid_t caller = getpid();
    pid_t child = -1;
    *out = NULL;
    if (pipe(pipes[0]) == 0 && pipe(pipes[1]) == 0) child = fork();
    if (child == 0) {
        close(pipes[0][0]);
        close(pipes[1][0]);
        become(site, words, pipes[0][1], pipes[1][1], caller);
    }
    for (i = 0; i < 2; i++) {
        fds[i] = pipes[i][0];
        if (pipes[i][1] >= 0) close(pipes[i][1]);
    }
    if (child < 0) {
        error_fail(e, "%s: %s: %s", site->name, words[0], strerror(errno));
    } else {
        const int whole = gather(fds, said, until, &why) == 0;
        if (!whole) kill(child, SIGKILL);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
        if (whole && WIFEXITED(status) && WEXITSTATUS(status) != 127)
            result = WEXITSTATUS(status) != 0;
        if (result != 0)
            error_fail(e, "%s: %s%s %s", site->name, words[0], whole ? ":" : "",
                       whole ? last_line(said[1].text) : why);
    }
    for (i = 0; i < 2; i++)
        if (fds[i] >= 0) close(fds[i]);
    if (result == 0) {
        *out = said[0].text;
        said[0].text = NULL;
    }
    free(said[0].text);
    free(said[1].text);
    return result;
}
