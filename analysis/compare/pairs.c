/* Pairs of times. Two samples make a pair if they are neighbours in time and of different sides.
 * All pairs of the same two processes count as one value, their median, since the memory layout of
 * a process affects all its times. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/quantities/timing.h"
#include "core/median.h"

typedef struct sample {
    double when, seconds; /* since 1970; an iteration */
    bool is_fresh;
    size_t process;
} sample;

typedef struct samples {
    sample *item;
    size_t count, processes;
    size_t busy; /* processes with a warning of timing_warnings */
    bool no_memory, no_times;
} samples;

/* --- from files to samples --- */

static size_t samples_of(const side_group *g)
{
    size_t count = 0;
    for (size_t i = 0; i < g->count; i++)
        count += case_rows(g->item[i], &column_sample);
    return count;
}

static void add_sample(samples *r, double when, double seconds, bool is_fresh)
{
    r->no_times |= !(seconds > 0 && isfinite(seconds) && isfinite(when));
    r->item[r->count++] = (sample){when, seconds, is_fresh, r->processes};
}

static void add_case(const study_case *c, const char *part, bool is_fresh, samples *r)
{
    timing_samples s;
    char warnings[128];
    const size_t rows = case_rows(c, &column_sample);
    const double *when = case_reals(c, &column_sample_when, rows);
    if (!timing_samples_read(c, part, &s)) {
        r->no_memory = true;
        return;
    }
    timing_warnings(c, &s, warnings, sizeof warnings);
    r->busy += warnings[0] != '\0';
    r->no_times |= s.count == 0;
    for (size_t i = 0; i < s.count; i++)
        add_sample(r, when ? when[s.row[i]] : -1.0, s.seconds[i], is_fresh);
    r->processes++;
    timing_samples_free(&s);
}

static void add_group(const side_group *g, const char *part, bool is_fresh, samples *r)
{
    for (size_t i = 0; i < g->count && !r->no_memory; i++)
        add_case(g->item[i], part, is_fresh, r);
}

static bool has_dates(const samples *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->item[i].when < 0)
            return false;
    return true;
}

/* --- from samples to pairs --- */

static int by_time(const void *left, const void *right)
{
    const sample *a = left, *b = right;
    return (a->when > b->when) - (a->when < b->when);
}

static double ratio(const sample *a, const sample *b)
{
    return a->is_fresh ? log(a->seconds / b->seconds) : log(b->seconds / a->seconds);
}

/* True if the pairs that begin at `a` and `b` are of the same two processes. */
static bool same_processes(const sample *a, const sample *b)
{
    return (a[0].process == b[0].process && a[1].process == b[1].process) ||
           (a[0].process == b[1].process && a[1].process == b[0].process);
}

/* Neighbours in time, each sample in one pair at most. Samples that were not taken in turn find
 * next to no partner. A value of `log_ratio` is the median over the pairs of two processes. */
static size_t pair_neighbours(samples *r, double *log_ratio)
{
    size_t count = 0, pairs = 0; /* pairs: of the two processes that are at work */
    double *member = calloc(r->count + 1, sizeof *member);
    const sample *first = NULL;
    r->no_memory = !member;
    qsort(r->item, r->count, sizeof *r->item, by_time);
    for (size_t i = 0; member && i + 1 < r->count; i++) {
        const sample *a = &r->item[i];
        if (a[0].is_fresh == a[1].is_fresh)
            continue;
        if (first && !same_processes(first, a)) {
            log_ratio[count++] = trama_median(member, pairs);
            pairs = 0;
        }
        member[pairs++] = ratio(&a[0], &a[1]);
        first = a;
        i++;
    }
    if (pairs > 0)
        log_ratio[count++] = trama_median(member, pairs);
    free(member);
    return count;
}

/* The i-th of one side with the i-th of the other. */
static size_t pair_by_order(const samples *r, size_t baselines, double *log_ratio)
{
    size_t count = 0;
    for (size_t i = 0; i < baselines && baselines + i < r->count; i++)
        log_ratio[count++] = ratio(&r->item[i], &r->item[baselines + i]);
    return count;
}

static void describe(const samples *r, bool has_all_dates, size_t pairs, bool forced, char *why,
                     size_t size)
{
    why[0] = '\0';
    if (r->no_times)
        snprintf(why, size, "samples without times");
    else if (forced)
        snprintf(why, size, "forced: what differs between the runs counts as slower or faster");
    else if (!has_all_dates)
        snprintf(why, size, "samples of an older program, which kept no dates");
    else if (2 * pairs < r->processes)
        snprintf(why, size, "%zu runs make %zu pair%s: not taken in turn, see --against",
                 r->processes, pairs, pairs == 1 ? "" : "s");
    const size_t used = strlen(why);
    if (r->busy > 0)
        snprintf(why + used, size - used, "%smachine not at rest in %zu of %zu runs",
                 used ? "; " : "", r->busy, r->processes);
}

double *pairs_take(const match *m, const char *part, bool forced, size_t *count, char *why,
                   size_t size)
{
    const size_t most = samples_of(m->baseline) + samples_of(m->fresh);
    samples r = {.item = calloc(most + 1, sizeof *r.item)};
    double *log_ratio = calloc(most + 1, sizeof *log_ratio);
    r.no_memory = !r.item || !log_ratio;
    *count = 0;
    add_group(m->baseline, part, false, &r);
    const size_t baselines = r.count;
    add_group(m->fresh, part, true, &r);
    const bool dates = has_dates(&r);
    if (!r.no_memory && !r.no_times && forced)
        *count = pair_by_order(&r, baselines, log_ratio);
    else if (!r.no_memory && !r.no_times && dates)
        *count = pair_neighbours(&r, log_ratio);
    describe(&r, dates, *count, forced, why, size);
    free(r.item);
    if (!r.no_memory)
        return log_ratio;
    free(log_ratio);
    return NULL;
}
