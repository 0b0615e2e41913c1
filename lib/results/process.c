/* There are three processes. This one reads what the program says. A keeper, which is forked from
 * it, starts the program and waits for its end, for its time limit, or for the death of this
 * process; then it kills the program's group. So the program ends, whatever kills this process. */
/* For prctl and pipe2. */
#define _GNU_SOURCE
#include "results/process.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The keeper's exit code if the program did not end by its own; others are those of the program. */
enum { LATE = 124, NOT_STARTED = 126, NOT_FOUND = 127, SIGNALLED = 128 };

/* --- the program --- */

static bool redirect(const char *path, int flags, int to)
{
    const int file = open(path, flags);
    return file >= 0 && dup2(file, to) == to;
}

static void become_program(const process *p, int said)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    setpgid(0, 0);
    const bool ready = redirect("/dev/null", O_RDONLY, STDIN_FILENO) &&
                       redirect("/dev/null", O_WRONLY, STDOUT_FILENO) &&
                       dup2(said, STDERR_FILENO) == STDERR_FILENO && chdir(p->folder) == 0;
    if (!ready)
        _exit(NOT_STARTED);
    for (size_t i = 0; p->variable[i]; i += 2)
        setenv(p->variable[i], p->variable[i + 1], 1);
    execvp(p->argument[0], (char *const *)p->argument);
    _exit(errno == ENOENT ? NOT_FOUND : NOT_STARTED);
}

/* --- the keeper --- */

/* What the keeper waits for. What is sent to the group of this process, as by a terminal, is not
 * for it. */
static sigset_t hold_signals(void)
{
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGCHLD);
    sigprocmask(SIG_BLOCK, &awaited, NULL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    setpgid(0, 0);
    return awaited;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The signal that came; 0: none until then. */
static int await(const sigset_t *awaited, double until)
{
    const double left = fmax(0.0, until - now());
    const struct timespec time = {(time_t)left, (long)(1e9 * (left - floor(left)))};
    const int came = sigtimedwait(awaited, NULL, &time);
    return came > 0 ? came : errno == EINTR ? SIGCHLD : 0;
}

static bool has_ended(pid_t program)
{
    siginfo_t about = {.si_pid = 0};
    return waitid(P_PID, (id_t)program, &about, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           about.si_pid == program;
}

/* Kills what is left of the group, whose number is not given away before its first process is
 * reaped. */
static int end_group(pid_t program)
{
    int status = 0;
    kill(-program, SIGKILL);
    kill(program, SIGKILL); /* it may not have come to its group yet */
    while (waitpid(program, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

static int code_of(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALLED + WTERMSIG(status);
}

static int keep(const process *p, pid_t parent, int said)
{
    const sigset_t awaited = hold_signals();
    const double until = now() + p->seconds;
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    const pid_t program = getppid() == parent ? fork() : -1;
    if (program == 0)
        become_program(p, said);
    if (program < 0)
        return NOT_STARTED;
    close(said);
    int came = SIGCHLD;
    while (came == SIGCHLD && !has_ended(program))
        came = await(&awaited, until);
    const int code = code_of(end_group(program));
    if (getppid() != parent && p->abandoned)
        p->abandoned(p->context);
    return came == 0 ? LATE : code;
}

/* --- this process --- */

enum { SAID_MOST = 1 << 16, PAUSE_MS = 20 };

/* Passes on what there is to hear; false at its end. */
static bool hear(int said, text_buffer *to, size_t *heard)
{
    char part[4096];
    const ssize_t got = read(said, part, sizeof part);
    const size_t size = got > 0 ? (size_t)got : 0, left = SAID_MOST - *heard;
    fwrite(part, 1, size < left ? size : left, to->stream);
    *heard += size < left ? size : left;
    return got > 0 || (got < 0 && (errno == EINTR || errno == EAGAIN));
}

/* The keeper's exit code. Something may hold the other end of what is heard longer than it lives.
 */
static int listen_to(pid_t keeper, int said, text_buffer *to)
{
    struct pollfd line = {.fd = said, .events = POLLIN};
    size_t heard = 0;
    int status = 0;
    pid_t ended = 0;
    while (ended == 0) {
        const bool ready = poll(&line, 1, PAUSE_MS) > 0;
        if (ready && !hear(said, to, &heard))
            line.fd = -1;
        ended = waitpid(keeper, &status, line.fd < 0 ? 0 : WNOHANG);
        ended = ended < 0 && errno == EINTR ? 0 : ended;
    }
    while (line.fd >= 0 && heard < SAID_MOST && poll(&line, 1, 0) > 0 && hear(said, to, &heard))
        continue;
    return ended < 0 ? NOT_STARTED : code_of(status);
}

static process_ending ending_of(int code, int *own)
{
    *own = code > SIGNALLED ? code - SIGNALLED : code;
    switch (code) {
    case LATE:
        return PROCESS_LATE;
    case NOT_FOUND:
        return PROCESS_NOT_FOUND;
    case NOT_STARTED:
        return PROCESS_NOT_STARTED;
    default:
        return code > SIGNALLED ? PROCESS_SIGNALLED : PROCESS_EXITED;
    }
}

process_ending process_run(const process *p, text_buffer *said, int *code)
{
    int end[2];
    const pid_t parent = getpid();
    *code = NOT_STARTED;
    if (pipe2(end, O_CLOEXEC) != 0)
        return PROCESS_NOT_STARTED;
    const pid_t keeper = fork();
    if (keeper == 0) {
        close(end[0]);
        _exit(keep(p, parent, end[1]));
    }
    close(end[1]);
    const int ended = keeper > 0 ? listen_to(keeper, end[0], said) : NOT_STARTED;
    close(end[0]);
    return ending_of(ended, code);
}
