/* For pipe2. */
#define _GNU_SOURCE
#include "plugin/apart.h"
#include "clock.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the child says, in one write each. */
typedef struct note {
    enum { BEGUN, REFUSED, FORKED, DONE } kind;
    char text[APART_TEXT];
} note;

/* ---- The child. */

static void say(int channel, note *what)
{
    if (write(channel, what, sizeof *what) != (ssize_t)sizeof *what)
        _exit(EXIT_FAILURE);
}

/* A crash ends the process by its signal, whatever a sanitizer would rather do. */
static void crash_plainly(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++)
        signal(crashes[i], SIG_DFL);
}

/* Orphans of what it has started come to it, so that none is overlooked; it takes no signals meant
 * for the program, which takes it along when it ends. */
static void become_sandbox(pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    setpgid(0, 0);
    signal(SIGCHLD, SIG_DFL);
    crash_plainly();
    sigprocmask(SIG_SETMASK, &none, NULL);
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0)
        dup2(nowhere, STDOUT_FILENO);
    if (getppid() != parent) /* it died before */
        _exit(EXIT_FAILURE);
}

/* True of a copy of the process, and of a process that has children, dead ones too. */
static bool has_forked(pid_t self)
{
    return getpid() != self || waitpid(-1, NULL, WNOHANG) >= 0;
}

_Noreturn static void work(int channel, apart_step *step, void *context, size_t count)
{
    const pid_t self = getpid();
    note what;
    memset(&what, 0, sizeof what);
    for (size_t i = 0; i < count; i++) {
        what.kind = BEGUN;
        say(channel, &what);
        const bool done = step(context, i, what.text, sizeof what.text);
        if (done && !has_forked(self))
            continue;
        what.kind = done || getpid() != self ? FORKED : REFUSED;
        say(channel, &what);
        _exit(EXIT_SUCCESS);
    }
    what.kind = DONE;
    say(channel, &what);
    _exit(EXIT_SUCCESS);
}

/* ---- The parent. */

/* The next note before the deadline: 1; 0 if the child has ended, -1 if the time is over. */
static int hear(int channel, double deadline, note *what)
{
    for (;;) {
        const double left = deadline - seconds_now();
        struct pollfd at = {.fd = channel, .events = POLLIN};
        const int ready = poll(&at, 1, left > 0 ? (int)(left < 1e6 ? 1e3 * left + 1 : 1e9) : 0);
        if (ready > 0)
            return read(channel, what, sizeof *what) == (ssize_t)sizeof *what;
        if (ready == 0 && left <= 0)
            return -1;
        if (ready < 0 && errno != EINTR)
            return 0;
    }
}

/* How the child has ended; after the deadline it is killed. What it has started goes with it. */
static int reap(pid_t child, double deadline)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    int status = 0;
    pid_t ended = 0;
    while ((ended = waitpid(child, &status, WNOHANG)) == 0 && seconds_now() < deadline)
        nanosleep(&pause, NULL);
    kill(-child, SIGKILL);
    if (ended == 0) {
        kill(child, SIGKILL);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    return status;
}

static void name_end(int status, char *why, size_t size)
{
    if (WIFSIGNALED(status))
        snprintf(why, size, "crashes (signal %d, %s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(why, size, "exits (code %d)", WEXITSTATUS(status));
}

static apart_end listen(int channel, pid_t child, double seconds, size_t *index, char *why,
                        size_t size)
{
    note what = {.kind = BEGUN};
    size_t begun = 0;
    int heard = 1;
    while (what.kind == BEGUN && (heard = hear(channel, seconds_now() + seconds, &what)) > 0)
        begun += what.kind == BEGUN;
    const int status = reap(child, heard == 0 ? seconds_now() + seconds : 0.0);
    *index = begun > 0 ? begun - 1 : 0;
    if (heard < 0)
        snprintf(why, size, "does not end within %g s", seconds);
    else if (heard == 0)
        name_end(status, why, size);
    else if (what.kind == FORKED)
        snprintf(why, size, "starts another process");
    else
        snprintf(why, size, "%s", what.text);
    return heard <= 0 || what.kind == FORKED ? APART_LOST
           : what.kind == REFUSED            ? APART_REFUSED
                                             : APART_DONE;
}

static apart_end unable(size_t *index, char *why, size_t size)
{
    *index = 0;
    snprintf(why, size, "%s", strerror(errno));
    return APART_UNABLE;
}

apart_end apart_each(apart_step *step, void *context, size_t count, double seconds, size_t *index,
                     char *why, size_t size)
{
    int channel[2];
    if (pipe2(channel, O_CLOEXEC) != 0)
        return unable(index, why, size);
    fflush(NULL); /* a child that exits would write what is kept back once more */
    const pid_t parent = getpid(), child = fork();
    if (child == 0) {
        close(channel[0]);
        become_sandbox(parent);
        work(channel[1], step, context, count);
    }
    close(channel[1]);
    const apart_end end =
        child < 0 ? unable(index, why, size) : listen(channel[0], child, seconds, index, why, size);
    close(channel[0]);
    return end;
}
