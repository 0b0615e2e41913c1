#include "command/progress_estimate.h"

#include "core/numbers.h"

#include <stdio.h>
#include <stdlib.h>

/* Of the way to the newest estimate, with each case that ends. */
static const double pace = 0.25;

struct progress_share {
    const plan_experiment *experiment;
    size_t left, done;
    double seconds; /* of those that are done */
};

static progress_share *share_of(const progress_estimate *e, const engine_job *job)
{
    for (size_t i = 0; i < e->shares; i++)
        if (e->share[i].experiment == job->the_case->experiment)
            return &e->share[i];
    return NULL;
}

void progress_estimate_begin(progress_estimate *e, const engine_job *jobs, size_t count)
{
    *e = (progress_estimate){.share = calloc(count + 1, sizeof *e->share), .end = TRAMA_NAN};
    for (size_t i = 0; e->share && i < count; i++) {
        progress_share *share = share_of(e, &jobs[i]);
        if (!share) {
            share = &e->share[e->shares++];
            share->experiment = jobs[i].the_case->experiment;
        }
        share->left++;
    }
}

void progress_estimate_end(progress_estimate *e)
{
    free(e->share);
    *e = (progress_estimate){.end = TRAMA_NAN};
}

/* s of all cases that are to come, one after another. */
static double work_left(const progress_estimate *e, double mean)
{
    double sum = 0.0;
    for (size_t i = 0; i < e->shares; i++) {
        const progress_share *s = &e->share[i];
        sum += (double)s->left * (s->done > 0 ? s->seconds / (double)s->done : mean);
    }
    return sum;
}

void progress_estimate_add(progress_estimate *e, const engine_end *end, double elapsed)
{
    progress_share *share = e->share ? share_of(e, end->job) : NULL;
    double done = 0.0, seconds = 0.0;
    if (!share || share->left == 0)
        return;
    share->left--;
    share->done++;
    share->seconds += end->seconds;
    for (size_t i = 0; i < e->shares; i++) {
        done += (double)e->share[i].done;
        seconds += e->share[i].seconds;
    }
    if (seconds <= 0.0)
        return;
    const double newest = elapsed + work_left(e, seconds / done) * elapsed / seconds;
    e->end = isnan(e->end) ? newest : e->end + pace * (newest - e->end);
}

/* In steps that are a sixth of the time or less, since no more is known. */
void progress_estimate_text(const progress_estimate *e, double elapsed, char *text, size_t size)
{
    const double left = fmax(e->end - elapsed, 0.0);
    const long minutes = lround(left / 60.0);
    text[0] = '\0';
    if (isnan(e->end))
        return;
    if (left < 10.0)
        snprintf(text, size, "some seconds left");
    else if (left < 55.0)
        snprintf(text, size, "about %ld s left", 10 * lround(left / 10.0));
    else if (minutes < 60)
        snprintf(text, size, "about %ld min left", minutes);
    else
        snprintf(text, size, "about %ld h %02ld min left", minutes / 60, minutes % 60 / 10 * 10);
}
