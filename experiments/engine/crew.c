#include "engine/crew.h"
#include "clock.h"
#include "engine/child.h"
#include "engine/execute.h"
#include "engine/line.h"
#include "engine/provenance.h"
#include "engine/rounds.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A process that is older begins no further case: what costs more than some forks gets one. */
static const double age_max = 0.2; /* s */

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal_number)
{
    interrupted = signal_number;
}

static void note_child(int signal_number)
{
    (void)signal_number;
}

bool crew_is_stopped(const crew *c)
{
    return interrupted || c->io_failed;
}

engine_status crew_status(const crew *c)
{
    return c->io_failed ? ENGINE_IO : interrupted ? ENGINE_INTERRUPTED : ENGINE_DONE;
}

/* --- signals --- */

/* The signals that the crew waits for, and what it does with them. */
static const struct {
    int number;
    void (*handler)(int);
} caught[CREW_SIGNALS] = {{SIGINT, note_interrupt},
                          {SIGTERM, note_interrupt},
                          {SIGHUP, note_interrupt},
                          {SIGCHLD, note_child}};

static void catch_signals(crew *c)
{
    sigset_t all;
    sigemptyset(&all);
    interrupted = 0;
    for (size_t i = 0; i < CREW_SIGNALS; i++)
        sigaddset(&all, caught[i].number);
    sigprocmask(SIG_BLOCK, &all, &c->outside);
    for (size_t i = 0; i < CREW_SIGNALS; i++) {
        const struct sigaction action = {.sa_handler = caught[i].handler};
        sigaction(caught[i].number, NULL, &c->before[i]);
        if (c->before[i].sa_handler != SIG_IGN || caught[i].number == SIGCHLD)
            sigaction(caught[i].number, &action, NULL);
    }
}

static void release_signals(const crew *c)
{
    for (size_t i = 0; i < CREW_SIGNALS; i++)
        sigaction(caught[i].number, &c->before[i], NULL);
    sigprocmask(SIG_SETMASK, &c->outside, NULL);
}

/* Those that are let in while the crew waits. */
static sigset_t while_waiting(const crew *c)
{
    sigset_t mask = c->outside;
    sigdelset(&mask, SIGCHLD);
    return mask;
}

void crew_let_signals_in(const crew *c)
{
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, &c->outside, &blocked);
    sigprocmask(SIG_SETMASK, &blocked, NULL);
}

/* --- processes --- */

/* The ends of other cases' lines are the crew's alone: a process that kept one would hide from the
 * others that the crew is gone. */
static void close_lines(const crew *c)
{
    for (size_t i = 0; i < c->places; i++)
        if (c->hand[i].pid)
            line_close(c->hand[i].line);
}

static bool fork_hand(crew *c, hand *h, const engine_job *job, bool in_turns)
{
    int ours = -1, its = -1;
    const pid_t self = getpid();
    fflush(NULL);
    const pid_t pid = line_open(&ours, &its) ? fork() : -1;
    if (pid == 0) {
        close_lines(c);
        line_close(c->options->outer > 0 ? c->options->outer : -1);
        line_close(ours);
        child_run((child_work){c->jobs, in_turns ? job : NULL, its}, self, &c->outside);
    }
    const int reason = errno;
    line_close(its);
    if (pid < 0) {
        fprintf(stderr, "trama: no process for a case: %s; fewer at a time (-j) need less\n",
                strerror(reason));
        line_close(ours);
        c->io_failed = true;
        return false;
    }
    *h = (hand){.pid = pid, .line = ours, .born = seconds_now()};
    h->experiment = job->the_case->experiment;
    return true;
}

/* Its exit status. A process that waits for a case ends at the end of its line. */
static int reap(hand *h)
{
    int status = 0;
    line_close(h->line);
    while (waitpid(h->pid, &status, 0) < 0 && errno == EINTR)
        ;
    h->pid = 0;
    return status;
}

/* A bound on memory is that of a process, and so of a case that has one to itself. */
static bool may_follow(const hand *h, const engine_job *job)
{
    const plan_experiment *experiment = job->the_case->experiment;
    return h->experiment == experiment && isinf(experiment->memory) &&
           seconds_now() - h->born < age_max;
}

hand *crew_idle(crew *c)
{
    for (size_t i = 0; i < c->places; i++)
        if (!c->hand[i].job)
            return &c->hand[i];
    return NULL;
}

bool crew_give(crew *c, hand *h, const engine_job *job, bool in_turns)
{
    if (h->pid && (in_turns || !may_follow(h, job)))
        reap(h);
    if (!h->pid && !fork_hand(c, h, job, in_turns))
        return false;
    h->job = job;
    h->cases++;
    h->start = seconds_now();
    h->seconds = 0.0;
    c->busy++;
    if (!in_turns)
        line_give(h->line, job - c->jobs);
    return true;
}

/* --- the end of a case --- */

/* How a process ended that wrote no file: a status and a sentence. */
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

/* A process that wrote no file leaves its case to its parent to record. */
static void bury(crew *c, const hand *h, int status, execute_ending *ending)
{
    char message[160];
    record_error error;
    const char *how = autopsy(status, h->seconds, message, sizeof message);
    if (execute_obituary(h->job->the_case, h->job->path, how, message, h->seconds, ending,
                         &error) != RECORD_OK) {
        fprintf(stderr, "%s\n", error.text);
        c->io_failed = true;
    }
}

/* The place is free again, and who is interested is told, now or when the file stands. */
static void finish(crew *c, hand *h, const execute_ending *ending)
{
    const engine_job *job = h->job;
    h->job = NULL;
    c->busy--;
    if (ending->waits)
        settler_add(&c->settler, job, ending, h->seconds);
    else if (!c->io_failed)
        settler_tell(c->options, job, ending, h->seconds);
    c->io_failed = c->io_failed || c->settler.failed;
}

/* What a process that has ended may have left of its case, in its name or in ours. */
static void discard(const engine_job *job, long pid)
{
    record_discard(job->path, pid);
    record_discard(job->path, (long)getpid());
}

/* The process has ended before its case. What other cases have left in it may be the reason: then
 * the case is tried again alone. */
static void lose(crew *c, hand *h)
{
    execute_ending ending = {0};
    const engine_job *job = h->job;
    const long pid = h->pid;
    const size_t cases = h->cases;
    const int status = reap(h);
    const bool io = WIFEXITED(status) && WEXITSTATUS(status) == CHILD_IO;
    discard(job, pid);
    c->io_failed = c->io_failed || io;
    const bool late = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
    if (cases > 1 && !io && !late && !interrupted) {
        c->busy--;
        h->job = NULL;
        crew_give(c, h, job, false);
        return;
    }
    if (!io)
        bury(c, h, status, &ending);
    finish(c, h, &ending);
}

/* --- waiting --- */

static void hear(crew *c, hand *h)
{
    line_message message;
    h->seconds = seconds_now() - h->start;
    if (line_hear(h->line, &message))
        finish(c, h, &message.ending);
    else
        lose(c, h);
}

void crew_wait(crew *c, double seconds)
{
    const sigset_t mask = while_waiting(c);
    for (size_t i = 0; i < c->places; i++)
        c->watched[i] = c->hand[i].job ? c->hand[i].line : -1;
    const bool heard = !interrupted && line_wait(c->watched, c->places,
                                                 settler_until(&c->settler, seconds), &mask) > 0;
    for (size_t i = 0; heard && i < c->places && !c->io_failed; i++)
        if (c->hand[i].job && c->watched[i] >= 0)
            hear(c, &c->hand[i]);
    if (settler_until(&c->settler, -1.0) == 0.0)
        crew_settle(c);
}

void crew_settle(crew *c)
{
    settler_settle(&c->settler, !c->io_failed);
    c->io_failed = c->io_failed || c->settler.failed;
}

/* A message, or the end of the process: true; false after an interruption. */
static bool await(const crew *c, const hand *h)
{
    const sigset_t mask = while_waiting(c);
    int ready = 0;
    while (ready <= 0 && !interrupted) {
        int line = h->line;
        ready = line_wait(&line, 1, -1.0, &mask);
    }
    return ready > 0;
}

void crew_turn(crew *c, hand *h, long number)
{
    line_message message;
    if (c->options->outer > 0 && !rounds_ask(c->options->outer)) {
        interrupted = SIGTERM;
        return;
    }
    const double begin = seconds_now();
    line_give(h->line, number);
    const bool came = await(c, h);
    h->seconds += seconds_now() - begin;
    if (came && !line_hear(h->line, &message)) {
        lose(c, h);
    } else if (came && message.is_end) {
        reap(h);
        finish(c, h, &message.ending);
    }
    crew_let_signals_in(c);
}

/* --- begin and end --- */

static void free_places(crew *c)
{
    settler_end(&c->settler);
    free(c->hand);
    free(c->watched);
}

bool crew_begin(crew *c, size_t places, const engine_job *jobs, const engine_options *options)
{
    *c = (crew){.options = options, .jobs = jobs, .places = places};
    c->hand = calloc(places, sizeof *c->hand);
    c->watched = calloc(places, sizeof *c->watched);
    if (!settler_begin(&c->settler, options) || !c->hand || !c->watched) {
        free_places(c);
        return false;
    }
    catch_signals(c);
    provenance_ask_machine();
    return true;
}

static void abandon(hand *h)
{
    const long pid = h->pid;
    if (h->job)
        kill(h->pid, SIGKILL);
    reap(h);
    if (h->job)
        discard(h->job, pid);
    h->job = NULL;
}

void crew_end(crew *c)
{
    for (size_t i = 0; i < c->places; i++)
        if (c->hand[i].pid)
            abandon(&c->hand[i]);
    crew_settle(c);
    release_signals(c);
    free_places(c);
}
