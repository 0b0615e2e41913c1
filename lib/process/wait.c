/* Receives messages of a process, waits for it and reaps it. */
#include "process/internal.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- what it says --- */

/* Of more than there is room for, the last bytes are kept. */
static void keep(process_said *said, const char *part, size_t size)
{
    const size_t room = PROCESS_SAID_MAX - said->size, over = size > room ? size - room : 0;
    memmove(said->text, said->text + over, said->size - over);
    memcpy(said->text + said->size - over, part, size);
    said->size += size - over;
    said->text[said->size] = '\0';
}

/* There is something to hear, or its end. */
static void hear(process *p)
{
    char part[4096];
    const ssize_t got = read(p->heard, part, sizeof part);
    if (got > 0) {
        keep(p->said, part, (size_t)got);
    } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
        close(p->heard);
        p->heard = -1;
    }
}

/* The process is no more; something may hold the other end longer than it lives. What is left is
 * no more than a pipe holds. */
static void hear_the_rest(process *p)
{
    struct pollfd at = {.fd = p->heard, .events = POLLIN};
    for (int part = 0; part < 64 && p->heard >= 0 && poll(&at, 1, 0) > 0; part++)
        hear(p);
}

/* --- its end --- */

static process_end end_of(int status)
{
    return WIFSIGNALED(status) ? (process_end){PROCESS_SIGNALLED, WTERMSIG(status)}
                               : (process_end){PROCESS_EXITED, WEXITSTATUS(status)};
}

bool process_is_over(pid_t child)
{
    siginfo_t about = {.si_pid = 0};
    return waitid(P_PID, (id_t)child, &about, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           about.si_pid == child;
}

static int reap(pid_t child)
{
    int status = 1 << 8; /* exit code 1, should somebody else have reaped it */
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return status;
}

/* The number of a group is not given away before its first process is reaped. */
int process_end_group(pid_t child)
{
    kill(-child, SIGKILL);
    kill(child, SIGKILL); /* it may not have come to its group yet */
    return reap(child);
}

/* Reaps what has ended, or is about to; what it has started goes with it, as a keeper has seen to.
 */
static process_end finish(process *p)
{
    const int status = p->group && !p->kept ? process_end_group(p->pid) : reap(p->pid);
    p->pid = 0;
    hear_the_rest(p);
    return end_of(status);
}

process_end process_kill(process *p)
{
    kill(p->pid, p->kept ? SIGTERM : SIGKILL);
    if (p->kept)
        kill(p->pid, SIGCONT);
    return finish(p);
}

bool process_has_ended(process *p, process_end *end)
{
    if (!process_is_over(p->pid))
        return false;
    *end = finish(p);
    return true;
}

void process_ask_to_end(const process *p)
{
    kill(p->pid, SIGTERM);
}

process_end process_wait(process *p, double until)
{
    enum { HEARING_MS = 20, SILENT_MS = 1 };
    process_end end;
    while (!process_has_ended(p, &end)) {
        struct pollfd at = {.fd = p->heard, .events = POLLIN};
        if (now() >= until) {
            process_kill(p);
            return (process_end){PROCESS_LATE, SIGKILL};
        }
        if (p->heard < 0 && isinf(until))
            return finish(p);
        if (poll(&at, 1, p->heard < 0 ? SILENT_MS : HEARING_MS) > 0)
            hear(p);
    }
    return end;
}

bool process_run(const process_plan *plan, double seconds, process_end *end)
{
    process p;
    const double until = now() + seconds;
    if (!process_start(plan, &p))
        return false;
    *end = process_wait(&p, until);
    process_close(&p);
    return true;
}

/* --- messages --- */

/* Waits until `end` can be read or written, and hears what the process says meanwhile. */
static process_talk await(process *p, int end, short event, double until)
{
    for (;;) {
        struct pollfd at[] = {{.fd = end, .events = event}, {.fd = p->heard, .events = POLLIN}};
        const double left = until - now();
        const int ready = poll(at, 2, left > 0.0 ? (int)fmin(1e3 * left + 1.0, 1e9) : 0);
        if (ready > 0 && at[1].revents)
            hear(p);
        if (ready > 0 && at[0].revents)
            return PROCESS_DONE;
        if (ready == 0 && left <= 0.0)
            return PROCESS_SILENT;
        if (ready < 0 && errno != EINTR)
            return PROCESS_GONE;
    }
}

/* A process that is gone is found out by the answer, not by a signal to this program. */
static ssize_t write_unsignalled(int to, const void *bytes, size_t size)
{
    sigset_t broken, before, waiting;
    sigemptyset(&broken);
    sigaddset(&broken, SIGPIPE);
    sigpending(&waiting);
    sigprocmask(SIG_BLOCK, &broken, &before);
    const ssize_t put = write(to, bytes, size);
    const int reason = errno;
    if (put < 0 && reason == EPIPE && !sigismember(&waiting, SIGPIPE))
        sigtimedwait(&broken, NULL, &(struct timespec){0, 0});
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = reason;
    return put;
}

/* Where something can be written, PIPE_BUF bytes can without waiting. */
process_talk process_send(process *p, const void *bytes, size_t size, double until)
{
    const int end = p->line >= 0 ? p->line : p->in;
    const char *from = bytes;
    while (size > 0) {
        const process_talk talk = await(p, end, POLLOUT, until);
        if (talk != PROCESS_DONE)
            return talk;
        const ssize_t put = write_unsignalled(end, from, size < PIPE_BUF ? size : PIPE_BUF);
        if (put < 0 && errno != EINTR)
            return PROCESS_GONE;
        from += put > 0 ? put : 0;
        size -= put > 0 ? (size_t)put : 0;
    }
    return PROCESS_DONE;
}

process_talk process_listen(process *p, double until)
{
    return await(p, p->line >= 0 ? p->line : p->out, POLLIN, until);
}

process_talk process_receive(process *p, void *bytes, size_t size, double until)
{
    const int end = p->line >= 0 ? p->line : p->out;
    char *to = bytes;
    while (size > 0) {
        const process_talk talk = await(p, end, POLLIN, until);
        if (talk != PROCESS_DONE)
            return talk;
        const ssize_t got = read(end, to, size);
        if (got == 0 || (got < 0 && errno != EINTR))
            return PROCESS_GONE;
        to += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return PROCESS_DONE;
}
