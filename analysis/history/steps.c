/* Where the values of a history changed. */
#include "analysis/history/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"

static void add_changes(const history *h, size_t series, history_steps *steps);
static void add_level_changes(const history *h, size_t series, double least, history_steps *steps);
static int newest_first(const void *left, const void *right);

history_steps history_find_steps(const history *h, double least)
{
    history_steps steps = {0};
    for (size_t i = 0; i < h->serieses; i++)
        if (h->series[i].kind == HISTORY_TIME)
            add_level_changes(h, i, least, &steps);
        else
            add_changes(h, i, &steps);
    if (steps.count > 0)
        qsort(steps.item, steps.count, sizeof *steps.item, newest_first);
    return steps;
}

void history_steps_free(history_steps *steps)
{
    free(steps->item);
    *steps = (history_steps){0};
}

static void add(history_steps *steps, const history_step *step)
{
    if (steps->count == steps->room) {
        const size_t room = steps->room ? 2 * steps->room : 64;
        history_step *more = realloc(steps->item, room * sizeof *more);
        if (!more) {
            steps->no_memory = true;
            return;
        }
        steps->item = more;
        steps->room = room;
    }
    steps->item[steps->count++] = *step;
}

static double relative(double was, double now)
{
    const double change = (now - was) / fabs(was);
    return isfinite(change) ? change : TRAMA_INFINITY;
}

/* Every point but the first of a series stands where it changed. */
static void add_changes(const history *h, size_t series, history_steps *steps)
{
    for (size_t i = h->series[series].last; i != HISTORY_NONE; i = h->point[i].before) {
        const history_point *now = &h->point[i];
        if (now->before == HISTORY_NONE)
            break;
        const history_point *was = &h->point[now->before];
        add(steps,
            &(history_step){.series = series,
                            .kind = h->series[series].kind,
                            .after = history_covered_before(h, h->series[series].of, now->entry),
                            .at = now->entry,
                            .was = was->value,
                            .now = now->value,
                            .was_word = was->word,
                            .now_word = now->word,
                            .relative = relative(was->value, now->value)});
    }
}

/* --- times --- */

typedef struct times {
    size_t count;
    const history_point **point; /* from the earliest on */
    double *logarithm, *level, *width;
} times;

static bool read_times(const history *h, size_t series, times *t)
{
    *t = (times){0};
    for (size_t i = h->series[series].last; i != HISTORY_NONE; i = h->point[i].before)
        t->count++;
    t->point = calloc(t->count + 1, sizeof(*t->point));
    t->logarithm = calloc(3 * t->count + 1, sizeof *t->logarithm);
    if (!t->point || !t->logarithm)
        return false;
    t->level = t->logarithm + t->count;
    t->width = t->level + t->count;
    size_t place = t->count;
    for (size_t i = h->series[series].last; i != HISTORY_NONE; i = h->point[i].before) {
        const history_point *p = &h->point[i];
        t->point[--place] = p;
        t->logarithm[place] = log(p->value);
        t->width[place] = isnan(p->low) || isnan(p->high) ? 0.0 : log(p->high / p->low) / 2.0;
    }
    return true;
}

static void free_times(times *t)
{
    free(t->point);
    free(t->logarithm);
}

static int by_value(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* What a median may be off by itself, and a tenth of what counts as a step. */
static double least_noise(times *t, double least)
{
    qsort(t->width, t->count, sizeof *t->width, by_value);
    return fmax(t->width[t->count / 2], log1p(least) / 10.0);
}

static bool stands_alone(const times *t, size_t at)
{
    return at + 1 == t->count;
}

static void add_level_changes(const history *h, size_t series, double least, history_steps *steps)
{
    times t;
    const bool made =
        read_times(h, series, &t) &&
        (t.count == 0 || history_levels(t.logarithm, t.count, least_noise(&t, least), t.level));
    steps->no_memory |= !made;
    for (size_t i = 1; made && i < t.count; i++)
        if (fabs(t.level[i] - t.level[i - 1]) >= log1p(least))
            add(steps, &(history_step){.series = series,
                                       .kind = HISTORY_TIME,
                                       .after = t.point[i - 1]->entry,
                                       .at = t.point[i]->entry,
                                       .was = exp(t.level[i - 1]),
                                       .now = exp(t.level[i]),
                                       .was_word = "",
                                       .now_word = "",
                                       .relative = expm1(t.level[i] - t.level[i - 1]),
                                       .alone = stands_alone(&t, i)});
    free_times(&t);
}

/* --- order --- */

static int newest_first(const void *left, const void *right)
{
    const history_step *a = left, *b = right;
    if (a->at != b->at)
        return a->at > b->at ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    const double most_a = fabs(a->relative), most_b = fabs(b->relative);
    if (most_a != most_b)
        return most_a > most_b ? -1 : 1;
    return (a->series > b->series) - (a->series < b->series);
}
