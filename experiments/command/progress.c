#include "command/progress.h"
#include "clock.h"
#include "plan/name.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

void progress_begin(progress *p, size_t total, bool quiet)
{
    *p = (progress){.quiet = quiet,
                    .terminal = isatty(STDERR_FILENO) != 0,
                    .total = total,
                    .start = seconds_now()};
}

/* Cases differ in cost; the estimate takes those to come for the mean of those done. */
static void renew(const progress *p)
{
    if (p->quiet || !p->terminal)
        return;
    fprintf(stderr, "\r\033[K%zu of %zu cases, %zu running", p->done, p->total, p->running);
    if (p->done > 0) {
        const double each = (seconds_now() - p->start) / (double)p->done;
        const long left = (long)(each * (double)(p->total - p->done));
        fprintf(stderr, ", about %ld:%02ld left", left / 60, left % 60);
    }
    fflush(stderr);
}

void progress_started(void *context, const engine_job *job)
{
    progress *p = context;
    (void)job;
    p->running++;
    renew(p);
}

void progress_left(void *context, const engine_job *job)
{
    progress *p = context;
    (void)job;
    p->running--;
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

void progress_ended(void *context, const engine_end *end)
{
    progress *p = context;
    p->done++;
    p->bad += is_bad(end->status);
    tally_add(&p->ended, end->status, 1);
    if (!p->quiet && (!p->terminal || is_bad(end->status))) {
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
}
