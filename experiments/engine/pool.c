#include "engine/child.h"
#include "engine/engine.h"
#include "engine/execute.h"
#include "engine/line.h"

#include "core/random.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Cases that take turns live at the same time: a bound on their memory together. */
enum { GROUP_MAX = 64 };

typedef struct worker {
    pid_t pid; /* 0: idle */
    const engine_job *job;
    double start;
    int line;       /* to a case that works in turns; -1: none */
    bool begun;     /* it has had a turn */
    double seconds; /* that the case took, its own turns alone */
} worker;

typedef struct pool {
    const engine_options *options;
    worker *worker;
    size_t workers; /* places for them */
    size_t running;
    bool io_failed;
    sigset_t outside; /* the signals that were blocked before the pool ran */
} pool;

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal_number)
{
    interrupted = signal_number;
}

static void note_child(int signal_number)
{
    (void)signal_number;
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void say_started(const pool *p, const engine_job *job)
{
    if (p->options->started)
        p->options->started(p->options->context, job);
}

/* The ends of other cases' lines are the pool's alone: a process that kept one would hide from the
 * others that the pool is gone. */
static void close_lines(const pool *p)
{
    for (size_t i = 0; i < p->workers; i++)
        if (p->worker[i].pid)
            line_close(p->worker[i].line);
}

/* A process for a case, which waits for its first turn if the case works in turns. */
static bool start(pool *p, worker *w, const engine_job *job, bool in_turns)
{
    const double now = seconds_now();
    int ours = -1, its = -1;
    const pid_t self = getpid();
    fflush(NULL);
    const pid_t pid = in_turns && !line_open(&ours, &its) ? -1 : fork();
    if (pid == 0) {
        close_lines(p);
        line_close(ours);
        child_run(job, self, &p->outside, its);
    }
    line_close(its);
    if (pid < 0) {
        fprintf(stderr, "trama: no process for a case: %s\n", strerror(errno));
        line_close(ours);
        p->io_failed = true;
        return false;
    }
    *w = (worker){.pid = pid, .job = job, .start = now, .line = ours};
    p->running++;
    return true;
}

/* What the case's file says of its end. */
static void read_end(const engine_job *job, engine_end *end)
{
    static const char *const prefixes[] = {"/case", NULL};
    bundle b = {0};
    record_error error;
    if (record_read(job->path, prefixes, &b, &error) == RECORD_OK) {
        snprintf(end->status, sizeof end->status, "%s", bundle_text(&b, "/case/status", "failed"));
        snprintf(end->headline, sizeof end->headline, "%s", bundle_text(&b, "/case/headline", ""));
    } else {
        snprintf(end->status, sizeof end->status, "damaged");
        snprintf(end->headline, sizeof end->headline, "%.255s", error.text);
    }
    bundle_free(&b);
}

/* How a child ended that wrote no file: a status and a sentence. */
static const char *autopsy(int status, double seconds, char *message, size_t size)
{
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM) {
        snprintf(message, size, "ended after %.3g s, the limit of the experiment", seconds);
        return "timeout";
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == CHILD_NO_MEMORY) {
        snprintf(message, size, "there is not enough memory, not even for the results");
        return "failed";
    }
    if (WIFSIGNALED(status))
        snprintf(message, size, "killed by signal %d (%s)", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(message, size, "ended with exit code %d, without results", WEXITSTATUS(status));
    return "crashed";
}

/* A child that wrote no file leaves its case to its parent to record. */
static void bury(pool *p, const worker *w, int status)
{
    char message[160];
    record_error error;
    const char *how = autopsy(status, w->seconds, message, sizeof message);
    record_discard(w->job->path, w->pid);
    if (execute_obituary(w->job->the_case, w->job->path, how, message, w->seconds, &error) !=
        RECORD_OK) {
        fprintf(stderr, "%s\n", error.text);
        p->io_failed = true;
    }
}

static void finish(pool *p, worker *w, int status)
{
    engine_end end = {.job = w->job, .seconds = w->seconds};
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    p->running--;
    p->io_failed |= code == CHILD_IO;
    if (code != CHILD_WROTE && code != CHILD_IO)
        bury(p, w, status);
    line_close(w->line);
    w->pid = 0;
    if (p->io_failed)
        return;
    read_end(w->job, &end);
    if (p->options->ended)
        p->options->ended(p->options->context, &end);
}

static worker *worker_of(pool *p, size_t workers, pid_t pid)
{
    for (size_t i = 0; i < workers; i++)
        if (p->worker[i].pid == pid)
            return &p->worker[i];
    return NULL;
}

/* Delivers what is pending: a pool that always finds a child ended would never wait. */
static void let_signals_in(const pool *p)
{
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, &p->outside, &blocked);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

/* Waits for one child, or for an interruption. The signals are blocked but in sigsuspend, so that
 * none comes between the question and the wait. */
static void wait_for_one(pool *p)
{
    int status;
    pid_t pid = 0;
    sigset_t waiting = p->outside;
    sigdelset(&waiting, SIGCHLD);
    while (!interrupted && (pid = waitpid(-1, &status, WNOHANG)) == 0)
        sigsuspend(&waiting);
    worker *w = pid > 0 ? worker_of(p, p->workers, pid) : NULL;
    if (!w)
        return;
    w->seconds = seconds_now() - w->start;
    finish(p, w, status);
}

static void abandon(pool *p)
{
    for (size_t i = 0; i < p->workers; i++) {
        worker *w = &p->worker[i];
        if (!w->pid)
            continue;
        kill(w->pid, SIGKILL);
        while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
            ;
        record_discard(w->job->path, w->pid);
        line_close(w->line);
        w->pid = 0;
        p->running--;
    }
}

/* --- cases that share the machine --- */

static void run_together(pool *p, const engine_job *const *jobs, size_t count)
{
    const size_t places = (size_t)p->options->workers;
    for (size_t next = 0; (next < count || p->running > 0) && !interrupted && !p->io_failed;) {
        worker *idle = next < count ? worker_of(p, places, 0) : NULL;
        if (!idle)
            wait_for_one(p);
        else if (start(p, idle, jobs[next++], false))
            say_started(p, idle->job);
        let_signals_in(p);
    }
    abandon(p);
}

/* --- cases that have it alone, in turns --- */

/* Fisher and Yates. */
static void shuffle(void *items, size_t count, size_t size, trama_random *random)
{
    char *item = items, swap[sizeof(worker *)];
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)(trama_random_bits(random) % i);
        memcpy(swap, item + (i - 1) * size, size);
        memcpy(item + (i - 1) * size, item + j * size, size);
        memcpy(item + j * size, swap, size);
    }
}

static void reap(pool *p, worker *w)
{
    int status = 0;
    while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
        ;
    finish(p, w, status);
}

/* One turn of one case; nobody else works. */
static void give_turn(pool *p, worker *w, long number)
{
    sigset_t waiting = p->outside;
    sigdelset(&waiting, SIGCHLD);
    if (!w->begun)
        say_started(p, w->job);
    w->begun = true;
    const double begin = seconds_now();
    line_event event = LINE_SIGNAL;
    line_give(w->line, number);
    while (event == LINE_SIGNAL && !interrupted)
        event = line_wait(w->line, &waiting);
    w->seconds += seconds_now() - begin;
    if (event == LINE_ENDED)
        reap(p, w);
    let_signals_in(p);
}

/* Round after round, in an order of its own each, every case has a turn, until all have ended: a
 * slow spell of the machine meets all of them. */
static void run_group(pool *p, const engine_job *const *jobs, size_t count, trama_random *random)
{
    worker *alive[GROUP_MAX];
    size_t left = 0;
    long turn = 0;
    while (left < count && start(p, &p->worker[left], jobs[left], true)) {
        alive[left] = &p->worker[left];
        left++;
    }
    while (left > 0 && !interrupted && !p->io_failed) {
        size_t kept = 0;
        shuffle(alive, left, sizeof *alive, random);
        for (size_t i = 0; i < left && !interrupted && !p->io_failed; i++) {
            give_turn(p, alive[i], turn++);
            if (alive[i]->pid)
                alive[kept++] = alive[i];
        }
        left = kept;
    }
    abandon(p);
}

/* The end of the cases from `first` that belong to the same experiment. */
static size_t experiment_end(const engine_job *const *jobs, size_t first, size_t count)
{
    size_t end = first;
    while (end < count && jobs[end]->the_case->experiment == jobs[first]->the_case->experiment)
        end++;
    return end;
}

/* An experiment's cases are compared with one another, and so take turns; those of one that is too
 * large for a group are spread over several at random. */
static void run_alone(pool *p, const engine_job **jobs, size_t count)
{
    trama_random random = {p->options->seed};
    for (size_t i = 0, end; i < count; i = end) {
        end = experiment_end(jobs, i, count);
        shuffle(jobs + i, end - i, sizeof *jobs, &random);
        for (size_t size; i < end && !interrupted && !p->io_failed; i += size) {
            size = end - i < GROUP_MAX ? end - i : GROUP_MAX;
            run_group(p, jobs + i, size, &random);
        }
    }
}

/* --- both --- */

/* The signals that the pool waits for, and what it does with them. */
static const struct {
    int number;
    void (*handler)(int);
} watched[] = {{SIGINT, note_interrupt}, {SIGTERM, note_interrupt}, {SIGCHLD, note_child}};
enum { WATCHED = sizeof watched / sizeof watched[0] };

static void catch_signals(struct sigaction before[WATCHED], sigset_t *outside)
{
    sigset_t all;
    sigemptyset(&all);
    for (size_t i = 0; i < WATCHED; i++)
        sigaddset(&all, watched[i].number);
    sigprocmask(SIG_BLOCK, &all, outside);
    for (size_t i = 0; i < WATCHED; i++) {
        const struct sigaction action = {.sa_handler = watched[i].handler};
        sigaction(watched[i].number, NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN || watched[i].number == SIGCHLD)
            sigaction(watched[i].number, &action, NULL);
    }
}

static void release_signals(const struct sigaction before[WATCHED], const sigset_t *outside)
{
    for (size_t i = 0; i < WATCHED; i++)
        sigaction(watched[i].number, &before[i], NULL);
    sigprocmask(SIG_SETMASK, outside, NULL);
}

/* Those that share the machine first; the number of them. */
static size_t arrange(engine_job *jobs, size_t count, const engine_job **order)
{
    size_t shared = 0, placed = 0;
    for (int exclusive = 0; exclusive < 2; exclusive++) {
        for (size_t i = 0; i < count; i++)
            if (jobs[i].the_case->task->exclusive == (exclusive != 0))
                order[placed++] = &jobs[i];
        shared = exclusive ? shared : placed;
    }
    return shared;
}

engine_status pool_run(engine_job *jobs, size_t count, const engine_options *options)
{
    const size_t most = (size_t)options->workers;
    pool p = {.options = options, .workers = most > GROUP_MAX ? most : GROUP_MAX};
    const engine_job **order = calloc(count + 1, sizeof *order);
    p.worker = calloc(p.workers, sizeof *p.worker);
    if (!order || !p.worker) {
        free(order);
        free(p.worker);
        fprintf(stderr, "trama: out of memory\n");
        return ENGINE_IO;
    }
    const size_t shared = arrange(jobs, count, order);
    struct sigaction before[WATCHED];
    interrupted = 0;
    catch_signals(before, &p.outside);
    run_together(&p, order, shared);
    if (!interrupted && !p.io_failed)
        run_alone(&p, order + shared, count - shared);
    release_signals(before, &p.outside);
    free(order);
    free(p.worker);
    return p.io_failed ? ENGINE_IO : interrupted ? ENGINE_INTERRUPTED : ENGINE_DONE;
}
