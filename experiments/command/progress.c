#include "command/progress.h"
#include "clock.h"
#include "plan/name.h"
#include "results/terminal.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* s between renewals, but when a case ends: cases that take turns begin many a second. */
static const double rest = 0.2;

void progress_begin(progress *p, const engine_job *jobs, size_t total, bool quiet, bool verbose)
{
    *p = (progress){.quiet = quiet,
                    .verbose = verbose,
                    .terminal = isatty(STDERR_FILENO) != 0,
                    .total = total,
                    .start = seconds_now()};
    progress_estimate_begin(&p->estimate, jobs, total);
}

static size_t columns(void)
{
    const size_t told = terminal_columns(stderr);
    return told > 0 ? told : 80;
}

/* The names of as many cases as fit in `room` bytes, and the number of the others. */
static void name_running(const progress *p, char *text, size_t room)
{
    char name[512];
    size_t used = 0, named = 0;
    text[0] = '\0';
    for (; named < p->names; named++) {
        name_of_case(p->named[named]->the_case, name, sizeof name);
        const char *space = p->estimate.shares == 1 ? strchr(name, ' ') : NULL;
        const char *told = space ? space + 1 : name; /* the only experiment needs no name */
        if (used + strlen(told) + strlen("; ; and 9999 more") >= room)
            break;
        used += (size_t)snprintf(text + used, room - used, "%s%s", named > 0 ? "; " : "", told);
    }
    if (named < p->running && room - used > strlen("; and 9999 more"))
        snprintf(text + used, room - used, "%s%zu%s running", named > 0 ? "; and " : "",
                 p->running - named, named > 0 ? " more" : "");
}

/* "12 of 36 cases, 1 failed, 3:12, about 6 min left: drape rk4; drape verlet" */
static void renew(progress *p)
{
    char line[1024], left[64];
    const double elapsed = seconds_now() - p->start;
    const long seconds = (long)elapsed;
    if (p->quiet || !p->terminal)
        return;
    size_t room = columns(), used = 0;
    room = room < sizeof line ? room : sizeof line;
    used = (size_t)snprintf(line, sizeof line, "%zu of %zu cases", p->done, p->total);
    if (p->bad > 0)
        used += (size_t)snprintf(line + used, sizeof line - used, ", %zu failed", p->bad);
    used += (size_t)snprintf(line + used, sizeof line - used, ", %ld:%02ld", seconds / 60,
                             seconds % 60);
    progress_estimate_text(&p->estimate, elapsed, left, sizeof left);
    used += (size_t)snprintf(line + used, sizeof line - used, "%s%s%s", left[0] ? ", " : "", left,
                             p->running > 0 ? ": " : "");
    if (used < room)
        name_running(p, line + used, room - used);
    fprintf(stderr, "\r\033[K%.*s", (int)room - 1, line);
    fflush(stderr);
    p->shown = seconds_now();
}

static void renew_if_rested(progress *p)
{
    if (seconds_now() - p->shown >= rest)
        renew(p);
}

void progress_beat(void *context)
{
    renew_if_rested(context);
}

void progress_started(void *context, const engine_job *job)
{
    progress *p = context;
    if (p->names < PROGRESS_NAMED)
        p->named[p->names++] = job;
    p->running++;
    renew_if_rested(p);
}

/* A case that takes turns may end between two of them, when it does not run. */
void progress_left(void *context, const engine_job *job)
{
    progress *p = context;
    size_t i = 0;
    while (i < p->names && p->named[i] != job)
        i++;
    if (i == p->names && p->running == p->names)
        return;
    p->running--;
    if (i < p->names)
        memmove(&p->named[i], &p->named[i + 1], (--p->names - i) * sizeof(p->named[0]));
}

static void print_name(const plan_case *c)
{
    char name[512];
    name_of_case(c, name, sizeof name);
    fprintf(stderr, " %s", name);
}

static bool is_bad(const char *status)
{
    static const char *const bad[] = {"crashed", "timeout", "failed", "damaged"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (strcmp(status, bad[i]) == 0)
            return true;
    return false;
}

/* What is told even where a bar of progress stands for all lines. */
static bool is_told(const engine_end *end)
{
    return is_bad(end->status) || strstr(end->headline, ENGINE_REMARK);
}

void progress_ended(void *context, const engine_end *end)
{
    progress *p = context;
    p->done++;
    p->bad += is_bad(end->status);
    tally_add(&p->ended, end->status, 1);
    progress_estimate_add(&p->estimate, end, seconds_now() - p->start);
    if (!p->quiet && (!p->terminal || p->verbose || is_told(end))) {
        if (p->terminal)
            fprintf(stderr, "\r\033[K");
        fprintf(stderr, "[%zu/%zu]", p->done, p->total);
        print_name(end->job->the_case);
        fprintf(stderr, ": %s: %s (%.1f s)\n", end->status, end->headline, end->seconds);
    }
    renew(p);
}

void progress_finish(progress *p)
{
    if (!p->quiet && p->terminal)
        fprintf(stderr, "\r\033[K");
    progress_estimate_end(&p->estimate);
}
