/* A piecewise constant fit in the L1 norm by dynamic programming. Sources: M. Droettboom et al.,
 * airspeed velocity, step_detect.py (the criterion); G. Schwarz 1978 (its penalty). */
#include "analysis/history/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"

typedef struct fit {
    const double *value;
    size_t count;
    double noise;
    double *cost;   /* of the best fit of the first i values */
    size_t *begin;  /* where its last level begins */
    double *sorted; /* of a level that is tried */
} fit;

/* A value more in the sorted ones. */
static void insert(double *sorted, size_t count, double value)
{
    size_t at = count;
    while (at > 0 && sorted[at - 1] > value)
        at--;
    memmove(&sorted[at + 1], &sorted[at], (count - at) * sizeof *sorted);
    sorted[at] = value;
}

static double median_of(const double *sorted, size_t count)
{
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2.0;
}

static double deviation(const double *sorted, size_t count)
{
    const double median = median_of(sorted, count);
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += fabs(sorted[i] - median);
    return sum;
}

/* The scale of Laplace's distribution whose differences have this median: (1 + t/2) exp(-t) = 1/2
 * at t = 1.146. Of differences of neighbours, of which few are steps. */
static double noise_of_neighbours(const fit *f)
{
    for (size_t i = 0; i + 1 < f->count; i++)
        insert(f->sorted, i, fabs(f->value[i + 1] - f->value[i]));
    return median_of(f->sorted, f->count - 1) / 1.146;
}

/* The best fit of the first `end` values: its last level may begin anywhere before. */
static void extend(fit *f, size_t end)
{
    const double penalty = log((double)f->count);
    f->cost[end] = TRAMA_INFINITY;
    for (size_t begin = end; begin-- > 0;) {
        insert(f->sorted, end - 1 - begin, f->value[begin]);
        const double cost = f->cost[begin] + deviation(f->sorted, end - begin) / f->noise + penalty;
        if (cost < f->cost[end]) {
            f->cost[end] = cost;
            f->begin[end] = begin;
        }
    }
}

static void write_levels(fit *f, double *level)
{
    for (size_t end = f->count; end > 0; end = f->begin[end]) {
        const size_t begin = f->begin[end];
        for (size_t i = begin; i < end; i++)
            insert(f->sorted, i - begin, f->value[i]);
        for (size_t i = begin; i < end; i++)
            level[i] = median_of(f->sorted, end - begin);
    }
}

bool history_levels(const double *value, size_t count, double noise, double *level)
{
    enum { ENOUGH = 4 };
    fit f = {.value = value,
             .count = count,
             .cost = calloc(count + 1, sizeof *f.cost),
             .begin = calloc(count + 1, sizeof *f.begin),
             .sorted = calloc(count + 1, sizeof *f.sorted)};
    const bool made = f.cost && f.begin && f.sorted;
    if (made) {
        f.noise = count < ENOUGH ? noise : fmax(noise, noise_of_neighbours(&f));
        for (size_t end = 1; end <= count; end++)
            extend(&f, end);
        write_levels(&f, level);
    }
    free(f.cost);
    free(f.begin);
    free(f.sorted);
    return made;
}
