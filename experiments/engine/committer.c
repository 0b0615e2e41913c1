#include "engine/committer.h"
#include "clock.h"

#include "results/record.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { ENTRIES_MAX = 1024 };

/* They wait until settling is a twentieth of the time, but not long, as a machine that stops would
 * lose them: they would be run again. */
static const double wait_least = 0.1, wait_most = 5.0; /* s */

bool committer_begin(committer *s, const engine_options *options)
{
    *s = (committer){.options = options};
    s->entry = calloc(ENTRIES_MAX, sizeof *s->entry);
    s->path = calloc(ENTRIES_MAX, sizeof *s->path);
    return s->entry && s->path;
}

void committer_end(committer *s)
{
    free(s->entry);
    free(s->path);
    *s = (committer){0};
}

void committer_tell(const engine_options *options, const engine_job *job,
                    const execute_ending *ending, double seconds)
{
    engine_end end = {.job = job, .seconds = seconds};
    snprintf(end.status, sizeof end.status, "%s", ending->status);
    snprintf(end.headline, sizeof end.headline, "%s", ending->headline);
    if (options->ended)
        options->ended(options->context, &end);
}

void committer_commit(committer *s, bool aloud)
{
    record_error error = {0};
    const double start = seconds_now();
    const size_t count = s->count;
    if (count == 0)
        return;
    for (size_t i = 0; i < count; i++)
        s->path[i] = s->entry[i].job->path;
    s->count = 0;
    const size_t standing = record_commit(s->path, count, &error);
    for (size_t i = 0; i < standing; i++)
        committer_tell(s->options, s->entry[i].job, &s->entry[i].ending, s->entry[i].seconds);
    const bool failed = error.status != RECORD_OK;
    if (failed && aloud)
        fprintf(stderr, "%s\n", error.text);
    s->failed = s->failed || failed;
    s->cost = seconds_now() - start;
}

void committer_add(committer *s, const engine_job *job, const execute_ending *ending,
                   double seconds)
{
    if (s->count == 0)
        s->due = seconds_now() + fmin(fmax(wait_least, 20.0 * s->cost), wait_most);
    s->entry[s->count++] = (committer_entry){job, *ending, seconds};
    if (s->count == ENTRIES_MAX)
        committer_commit(s, true);
}

double committer_until(const committer *s, double seconds)
{
    if (s->count == 0)
        return seconds;
    const double left = fmax(s->due - seconds_now(), 0.0);
    return seconds < 0.0 ? left : fmin(seconds, left);
}
