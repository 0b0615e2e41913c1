/* Makes a process: its pipes and its socket, then a copy of this program, which does its work or
 * executes another program. */
/* For prctl, pipe2, dup3 and closefrom. */
#define _GNU_SOURCE
#include "process/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static bool open_ends(const process_plan *plan, process *p, process_ends *its, int *report);
_Noreturn static void begin(const process_plan *plan, process_ends *its, pid_t parent);
static int hear_report(int report);
static void heed_children(void);
static void close_one(int *end);

bool process_start(const process_plan *plan, process *p)
{
    process_ends its;
    int report;
    const pid_t parent = getpid();
    if (!open_ends(plan, p, &its, &report))
        return false;
    heed_children();
    if (plan->work)
        fflush(NULL); /* a copy that calls exit would write once more what is kept back */
    p->pid = fork();
    if (p->pid == 0) {
        close_one(&report);
        process_close(p);
        begin(plan, &its, parent);
    }
    int failed = p->pid < 0 ? errno : 0;
    process_close_ends(&its);
    failed = failed ? failed : hear_report(report);
    close_one(&report);
    if (!failed)
        return true;
    if (p->pid > 0)
        waitpid(p->pid, NULL, 0);
    p->pid = 0;
    process_close(p);
    errno = failed;
    return false;
}

/* Where children that end are ignored, as some programs leave it, nobody learns how. */
static void heed_children(void)
{
    struct sigaction now;
    if (sigaction(SIGCHLD, NULL, &now) == 0 && now.sa_handler == SIG_IGN)
        signal(SIGCHLD, SIG_DFL);
}

/* --- pipes and lines --- */

static void close_one(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

void process_close(process *p)
{
    close_one(&p->in);
    close_one(&p->out);
    close_one(&p->heard);
    close_one(&p->line);
}

void process_close_ends(process_ends *its)
{
    for (int i = 0; i < 3; i++)
        close_one(&its->stream[i]);
    close_one(&its->line);
    close_one(&its->report);
}

static bool open_pipe(int *reading, int *writing)
{
    int end[2];
    if (pipe2(end, O_CLOEXEC) != 0)
        return false;
    *reading = end[0];
    *writing = end[1];
    return true;
}

static bool open_line(process_line kind, int *ours, int *its)
{
    int end[2];
    const int type = kind == PROCESS_BYTES ? SOCK_STREAM : SOCK_SEQPACKET;
    if (kind == PROCESS_NO_LINE)
        return true;
    if (socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, end) != 0)
        return false;
    *ours = end[0];
    *its = end[1];
    return true;
}

static bool open_streams(const process_plan *plan, process *p, int its[3])
{
    if (plan->in == PROCESS_PIPE && !open_pipe(&its[0], &p->in))
        return false;
    if (plan->out == PROCESS_PIPE && !open_pipe(&p->out, &its[1]))
        return false;
    if (plan->out == PROCESS_HEARD && !open_pipe(&p->heard, &its[1]))
        return false;
    if (plan->error != PROCESS_HEARD)
        return true;
    if (plan->out != PROCESS_HEARD)
        return open_pipe(&p->heard, &its[2]);
    its[2] = fcntl(its[1], F_DUPFD_CLOEXEC, 0);
    return its[2] >= 0;
}

static bool open_ends(const process_plan *plan, process *p, process_ends *its, int *report)
{
    *p = (process){.in = -1, .out = -1, .heard = -1, .line = -1, .said = plan->said};
    *its = (process_ends){{-1, -1, -1}, -1, -1};
    *report = -1;
    p->group = plan->group;
    p->kept = plan->group && !plan->work;
    if (p->said)
        *p->said = (process_said){0};
    if (open_streams(plan, p, its->stream) && open_line(plan->line, &p->line, &its->line) &&
        (plan->work || open_pipe(report, &its->report)))
        return true;
    const int reason = errno;
    process_close(p);
    process_close_ends(its);
    close_one(report);
    errno = reason;
    return false;
}

/* 0: it has become what it should; work always does. */
static int hear_report(int report)
{
    int failed = 0;
    ssize_t got = -1;
    while (report >= 0 && (got = read(report, &failed, sizeof failed)) < 0 && errno == EINTR)
        continue;
    return got == (ssize_t)sizeof failed ? failed : 0;
}

/* --- in the new process --- */

static void die_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before */
        _exit(EXIT_FAILURE);
}

static bool redirect(const process_plan *plan, const process_ends *its)
{
    const process_stream kind[3] = {plan->in, plan->out, plan->error};
    const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
    bool done = nowhere >= 0;
    for (int i = 0; i < 3 && done; i++)
        if (kind[i] != PROCESS_SAME)
            done = dup2(kind[i] == PROCESS_NOWHERE ? nowhere : its->stream[i], i) == i;
    close(nowhere);
    return done;
}

/* Leaves the streams, the line as descriptor 3, and the report, which a program does not get. */
static bool leave_bare(process_ends *its)
{
    enum { LINE = 3, ABOVE = 5 };
    int next = LINE;
    const int line = its->line < 0 ? -1 : fcntl(its->line, F_DUPFD, ABOVE);
    const int report = its->report < 0 ? -1 : fcntl(its->report, F_DUPFD, ABOVE);
    const bool kept = (its->line < 0 || line >= 0) && (its->report < 0 || report >= 0);
    if (!kept)
        return false;
    *its = (process_ends){{-1, -1, -1}, -1, -1};
    if (line >= 0)
        its->line = dup2(line, next++);
    if (report >= 0)
        its->report = dup3(report, next++, O_CLOEXEC);
    closefrom(next);
    return true;
}

static void clear_mask(void)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static void set_signals(bool plain_crashes)
{
    static const int passed_over[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGPROF};
    for (size_t i = 0; i < sizeof passed_over / sizeof *passed_over; i++)
        signal(passed_over[i], SIG_IGN);
    for (size_t i = 0; plain_crashes && i < sizeof crashes / sizeof *crashes; i++)
        signal(crashes[i], SIG_DFL);
    if (plain_crashes)
        setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(SIGPIPE, SIG_DFL);
    signal(SIGCHLD, SIG_DFL);
    clear_mask();
}

/* Orphans of what it has started come to it, so that none is overlooked. */
static void enclose(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    setpgid(0, 0);
}

_Noreturn void process_fail(const process_ends *its, int reason)
{
    while (write(its->report, &reason, sizeof reason) < 0 && errno == EINTR)
        continue;
    _exit(EXIT_FAILURE);
}

_Noreturn void process_become(const process_plan *plan, process_ends *its)
{
    clear_mask();
    if (plan->folder && chdir(plan->folder) != 0)
        process_fail(its, ENOTDIR); /* not ENOENT, which is of the program */
    if (!redirect(plan, its) || !leave_bare(its))
        process_fail(its, errno);
    for (size_t i = 0; plan->variable && plan->variable[i]; i += 2)
        setenv(plan->variable[i], plan->variable[i + 1], 1);
    process_bound_memory(plan->memory);
    execvp(plan->argument[0], (char *const *)plan->argument);
    process_fail(its, errno);
}

_Noreturn static void begin(const process_plan *plan, process_ends *its, pid_t parent)
{
    if (plan->argument && plan->group)
        process_keep(plan, its, parent);
    if (plan->argument)
        process_become(plan, its);
    die_with(parent);
    if (plan->group)
        enclose();
    set_signals(plan->plain_crashes);
    if (!redirect(plan, its) || (plan->bare && !leave_bare(its)))
        _exit(EXIT_FAILURE);
    process_bound_memory(plan->memory);
    plan->work(plan->context, its->line);
    _exit(EXIT_SUCCESS);
}
