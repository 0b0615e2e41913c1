#include "engine/workers.h"
#include "clock.h"
#include "engine/channel.h"
#include "engine/child.h"
#include "engine/execute.h"
#include "engine/paired_runs.h"
#include "engine/provenance.h"
#include "engine/signals.h"
#include "plugin/surroundings.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A process that is older begins no further case: what costs more than some forks gets one. */
static const double age_max = 0.2; /* s */

bool workers_is_stopped(const workers *c)
{
    return c->io_failed || c->called_off || signals_came();
}

engine_status workers_status(const workers *c)
{
    return c->io_failed ? ENGINE_IO : workers_is_stopped(c) ? ENGINE_INTERRUPTED : ENGINE_DONE;
}

/* --- processes --- */

typedef struct start {
    const workers *workers;
    child_work work;
} start;

/* The ends of other cases' channels are of the workers alone: a process that kept one would hide
 * from the others that the workers is gone. */
static void work(const void *context, int channel)
{
    const start *s = context;
    const workers *c = s->workers;
    for (size_t i = 0; i < c->places; i++)
        if (c->hand[i].process.pid)
            process_close(&c->hand[i].process);
    if (c->options->outer > 0)
        close(c->options->outer);
    child_run(&s->work, channel);
}

static bool start_process(workers *c, hand *h, const engine_job *job, bool in_turns)
{
    const start s = {c, {c->jobs, in_turns ? job : NULL, getpid()}};
    const plan_experiment *experiment = job->the_case->experiment;
    *h = (hand){.born = seconds_now(), .in_turns = in_turns, .experiment = experiment};
    if (process_start(&(process_plan){.work = work,
                                      .context = &s,
                                      .in = PROCESS_SAME,
                                      .out = PROCESS_SAME,
                                      .error = PROCESS_SAME,
                                      .line = PROCESS_MESSAGES,
                                      .memory = experiment->memory},
                      &h->process))
        return true;
    fprintf(stderr, "trama: no process for a case: %s; run fewer cases at a time (-j)\n",
            strerror(errno));
    c->io_failed = true;
    return false;
}

/* Nothing that it has to say is waited for. */
static void end_process(hand *h)
{
    process_kill(&h->process);
    process_close(&h->process);
}

/* Its case, or its turn, begins. */
static void begin_work(hand *h)
{
    h->works = true;
    h->since = seconds_now();
}

static void end_work(hand *h)
{
    h->seconds += h->works ? seconds_now() - h->since : 0.0;
    h->works = false;
}

/* A bound on memory is that of a process, and so of a case that has one to itself. */
static bool may_follow(const hand *h, const engine_job *job)
{
    const plan_experiment *experiment = job->the_case->experiment;
    return h->experiment == experiment && isinf(experiment->memory) &&
           seconds_now() - h->born < age_max;
}

hand *workers_idle(workers *c)
{
    for (size_t i = 0; i < c->places; i++)
        if (!c->hand[i].job)
            return &c->hand[i];
    return NULL;
}

bool workers_give(workers *c, hand *h, const engine_job *job, bool in_turns)
{
    if (h->process.pid && (in_turns || !may_follow(h, job)))
        end_process(h);
    if (!h->process.pid && !start_process(c, h, job, in_turns))
        return false;
    h->job = job;
    h->cases++;
    h->seconds = 0.0;
    c->busy++;
    if (in_turns)
        return true;
    begin_work(h);
    channel_give(h->process.line, job - c->jobs);
    return true;
}

/* --- the end of a case --- */

/* How a process ended that wrote no file: a status and a sentence. Code that cannot go on without
 * memory often aborts. */
static const char *describe_failure(const plan_case *c, process_end end, char *message, size_t size)
{
    char plugins[512];
    const bool foreign = plan_plugins(c, plugins, sizeof plugins)[0] != '\0';
    const bool exited = end.how == PROCESS_EXITED;
    const char *changed = foreign && exited ? surroundings_words(end.code - EXECUTE_CHANGED) : NULL;
    const bool no_memory = exited && end.code == CHILD_NO_MEMORY;
    if (changed) {
        snprintf(message, size, "plugin %s changed the state of the process: %s", plugins, changed);
        return "failed";
    }
    if (no_memory)
        snprintf(message, size, "there is not enough memory to record the results");
    else if (exited)
        snprintf(message, size, "ended with exit code %d, without results", end.code);
    else
        snprintf(message, size, "killed by signal %d (%s)", end.code, strsignal(end.code));
    const size_t used = strlen(message);
    if (foreign && !no_memory)
        snprintf(message + used, size - used, ", in a case of plugin %s", plugins);
    execute_name_memory(c, message, size);
    return no_memory ? "failed" : "crashed";
}

/* A process that wrote no file leaves its case to its parent to record. */
static void record_end(workers *c, const hand *h, const char *how, const char *message,
                       execute_ending *ending)
{
    record_error error;
    if (execute_record_failure(h->job->the_case, h->job->path, how, message, h->seconds, ending,
                               &error) != RECORD_OK) {
        fprintf(stderr, "%s\n", error.text);
        c->io_failed = true;
    }
}

/* The place is free again, and who is interested is told, now or when the file stands. */
static void finish(workers *c, hand *h, const execute_ending *ending)
{
    const engine_job *job = h->job;
    h->job = NULL;
    c->busy--;
    if (c->options->left)
        c->options->left(c->options->context, job);
    if (ending->waits)
        committer_add(&c->committer, job, ending, h->seconds);
    else if (!c->io_failed)
        committer_tell(c->options, job, ending, h->seconds);
    c->io_failed = c->io_failed || c->committer.failed;
}

/* What a process that has ended may have left of its case, in its name or in ours. */
static void discard(const engine_job *job, long pid)
{
    assert(job);
    record_discard(job->path, pid);
    record_discard(job->path, (long)getpid());
}

/* What other cases have left in the process may be the reason of its end: then the case is tried
 * again alone. */
static void try_alone(workers *c, hand *h, const engine_job *job)
{
    c->busy--;
    h->job = NULL;
    workers_give(c, h, job, false);
}

/* The process has ended before its case, and is no more. */
static void lose(workers *c, hand *h, process_end end)
{
    char message[900];
    execute_ending ending = {0};
    const bool io = end.how == PROCESS_EXITED && end.code == CHILD_IO;
    c->io_failed = c->io_failed || io;
    if (h->cases > 1 && !workers_is_stopped(c)) {
        try_alone(c, h, h->job);
        return;
    }
    const char *how = describe_failure(h->job->the_case, end, message, sizeof message);
    if (!io)
        record_end(c, h, how, message, &ending);
    finish(c, h, &ending);
}

/* The time of the case is over. */
static void end_late(workers *c, hand *h)
{
    char message[80];
    execute_ending ending = {0};
    const long pid = h->process.pid;
    end_work(h);
    end_process(h);
    discard(h->job, pid);
    snprintf(message, sizeof message, "ended after %.3g s, the limit of the experiment",
             h->seconds);
    record_end(c, h, "timeout", message, &ending);
    finish(c, h, &ending);
}

/* --- waiting --- */

/* True if its process has said something. The end of a channel tells nothing of the process: one
 * that has closed its files still runs, and one that has ended may have left a child that keeps
 * them open. */
static bool hear(workers *c, hand *h)
{
    channel_message message;
    const channel_state state = channel_hear(h->process.line, &message);
    if (state == CHANNEL_ENDED)
        process_close(&h->process);
    if (state != CHANNEL_SAYS)
        return false;
    end_work(h);
    if (!message.is_end)
        return true;
    if (h->in_turns && h->process.pid)
        end_process(h);
    finish(c, h, &message.ending);
    return true;
}

/* Those whose processes have ended; what they have said last is heard. */
static void count_losses(workers *c)
{
    for (size_t i = 0; i < c->places && !c->io_failed; i++) {
        hand *h = &c->hand[i];
        const long pid = h->process.pid;
        process_end end;
        if (!h->job || !process_has_ended(&h->process, &end))
            continue;
        const engine_job *job = h->job;
        const bool heard = hear(c, h) && h->job != job;
        process_close(&h->process);
        if (heard)
            continue;
        end_work(h);
        discard(job, pid);
        lose(c, h, end);
    }
}

/* s until its time is over. */
static double time_left(const hand *h)
{
    const double limit = h->works ? h->experiment->timeout : TRAMA_INFINITY;
    return limit - h->seconds - (seconds_now() - h->since);
}

static void end_late_ones(workers *c)
{
    for (size_t i = 0; i < c->places && !c->io_failed; i++)
        if (c->hand[i].job && time_left(&c->hand[i]) <= 0.0)
            end_late(c, &c->hand[i]);
}

/* The shorter of `seconds` (negative: no limit) and what is left until there is something to do. */
static double until_something_is_due(const workers *c, double seconds)
{
    double left = committer_until(&c->committer, seconds);
    for (size_t i = 0; i < c->places; i++) {
        const double own = c->hand[i].job ? fmax(time_left(&c->hand[i]), 0.0) : TRAMA_INFINITY;
        left = own < TRAMA_INFINITY && (left < 0.0 || own < left) ? own : left;
    }
    return left;
}

static void listen(workers *c, double seconds)
{
    const sigset_t mask = signals_let_in();
    for (size_t i = 0; i < c->places; i++)
        c->watched[i] = c->hand[i].job ? c->hand[i].process.line : -1;
    const bool heard = channel_wait(c->watched, c->places, seconds, &mask) > 0;
    for (size_t i = 0; heard && i < c->places && !c->io_failed; i++)
        if (c->hand[i].job && c->watched[i] >= 0)
            hear(c, &c->hand[i]);
}

void workers_wait(workers *c, double seconds)
{
    if (!signals_came())
        listen(c, until_something_is_due(c, seconds));
    if (signals_child_came())
        count_losses(c);
    end_late_ones(c);
    if (committer_until(&c->committer, -1.0) == 0.0)
        workers_commit(c);
}

void workers_commit(workers *c)
{
    committer_commit(&c->committer, !c->io_failed);
    c->io_failed = c->io_failed || c->committer.failed;
}

void workers_turn(workers *c, hand *h, long number)
{
    if (!h->job)
        return;
    c->called_off = c->options->outer > 0 && !paired_runs_ask(c->options->outer);
    if (c->called_off)
        return;
    begin_work(h);
    channel_give(h->process.line, number);
    while (h->works && !workers_is_stopped(c))
        workers_wait(c, -1.0);
}

/* --- begin and end --- */

static void free_places(workers *c)
{
    committer_end(&c->committer);
    free(c->hand);
    free(c->watched);
}

bool workers_begin(workers *c, size_t places, const engine_job *jobs, const engine_options *options)
{
    *c = (workers){.options = options, .jobs = jobs, .places = places};
    c->hand = calloc(places, sizeof *c->hand);
    c->watched = calloc(places, sizeof *c->watched);
    if (!committer_begin(&c->committer, options) || !c->hand || !c->watched) {
        free_places(c);
        return false;
    }
    signals_hold();
    provenance_ask_machine();
    return true;
}

static void abandon(hand *h)
{
    const long pid = h->process.pid;
    end_process(h);
    if (h->job)
        discard(h->job, pid);
    h->job = NULL;
}

void workers_end(workers *c)
{
    for (size_t i = 0; i < c->places; i++)
        if (c->hand[i].process.pid)
            abandon(&c->hand[i]);
    workers_commit(c);
    free_places(c);
}
