/* For sched_setaffinity and prctl. */
#define _GNU_SOURCE
#include "engine/child.h"
#include "engine/execute.h"
#include "engine/line.h"

#include "core/threads.h"

#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* --- limits: those beyond a century or an exabyte are none --- */

static void limit_memory(double mebibytes)
{
    if (mebibytes < 1e12) {
        const rlim_t bytes = (rlim_t)(mebibytes * 1048576.0);
        setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes});
    }
}

/* The time that is left, and the clock that ends the process when it is gone. */
typedef struct deadline {
    bool is_set;
    timer_t timer;
    struct itimerspec left;
} deadline;

static void deadline_create(deadline *d, double seconds)
{
    if (seconds >= 3e9)
        return;
    struct sigevent signal = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    const time_t whole = (time_t)seconds;
    d->left.it_value = (struct timespec){whole, (long)((seconds - (double)whole) * 1e9)};
    d->is_set = timer_create(CLOCK_MONOTONIC, &signal, &d->timer) == 0;
}

static void deadline_go(deadline *d)
{
    if (d->is_set)
        timer_settime(d->timer, 0, &d->left, NULL);
}

static void deadline_stop(deadline *d)
{
    static const struct itimerspec never;
    if (d->is_set)
        timer_settime(d->timer, 0, &never, &d->left);
}

/* --- signals and the processor --- */

/* Ctrl-C, and what ends a batch job, reach every process of the group; the parent decides what
 * they end, or the cases would stand as crashed. */
static void settle_signals(const sigset_t *outside)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    signal(SIGALRM, SIG_DFL); /* the end of a timeout */
    sigprocmask(SIG_SETMASK, outside, NULL);
}

/* A run that is killed takes its cases along: the next run must find nobody at work. */
static void die_with(pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) /* it died before */
        _exit(CHILD_IO);
}

/* Pins to the last `count` processors that this process may use: the first of them, or -1 if there
 * are not so many or it may not choose. */
static int pin(size_t count)
{
    cpu_set_t allowed, chosen;
    CPU_ZERO(&chosen);
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        return -1;
    for (size_t cpu = CPU_SETSIZE; cpu-- > 0;) {
        if (!CPU_ISSET(cpu, &allowed))
            continue;
        CPU_SET(cpu, &chosen);
        if (--count == 0)
            return sched_setaffinity(0, sizeof chosen, &chosen) == 0 ? (int)cpu : -1;
    }
    return -1;
}

/* --- turns --- */

typedef struct line_turns {
    task_turns turns; /* first: what the task sees */
    int line;
    deadline limit;
} line_turns;

/* A pool that is gone wants nothing written. */
static long take(line_turns *t)
{
    const double start = seconds_now();
    const long number = line_take(t->line);
    if (number < 0)
        _exit(CHILD_IO);
    t->turns.waited += seconds_now() - start;
    deadline_go(&t->limit);
    return number;
}

static long next_turn(task_turns *turns)
{
    line_turns *t = (line_turns *)turns;
    deadline_stop(&t->limit);
    line_give_back(t->line);
    return take(t);
}

static record_status run_in_turns(const engine_job *job, line_turns *t, record_error *error)
{
    t->turns.next = next_turn;
    take(t);
    t->turns.waited = 0.0;
    const task_type *task = job->the_case->task;
    trama_threads_set(task->threads ? (size_t)task->threads(job->the_case) : 1);
    const int processor = pin(trama_threads());
    return execute_case(job->the_case, job->path, processor, &t->turns, error);
}

static record_status run_at_once(const engine_job *job, line_turns *t, record_error *error)
{
    deadline_go(&t->limit);
    return execute_case(job->the_case, job->path, -1, NULL, error);
}

_Noreturn void child_run(const engine_job *job, pid_t parent, const sigset_t *outside, int line)
{
    record_error error;
    line_turns t = {.line = line};
    die_with(parent);
    settle_signals(outside);
    limit_memory(job->the_case->experiment->memory);
    deadline_create(&t.limit, job->the_case->experiment->timeout);
    const record_status status =
        line < 0 ? run_at_once(job, &t, &error) : run_in_turns(job, &t, &error);
    if (status == RECORD_OK)
        _exit(CHILD_WROTE);
    if (status == RECORD_NO_MEMORY)
        _exit(CHILD_NO_MEMORY);
    fprintf(stderr, "%s\n", error.text);
    _exit(CHILD_IO);
}
