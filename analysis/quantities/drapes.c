#include "analysis/quantities/drapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/equilibrium.h"
#include "analysis/quantities/predictions.h"
#include "analysis/quantities/timing.h"
#include "analysis/read/coordinates.h"
#include "core/numbers.h"

bool drape_is_compared(const study_case *c)
{
    return case_block(c)->comparison[0] != '\0';
}

static bool same(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static bool has_same_task(const study_case *a, const study_case *b)
{
    return same(case_text(a, &column_case_task), case_text(b, &column_case_task));
}

/* The case of a task that belongs to `rest`: the first in the study that differs in the task and
 * what goes with it alone, and (any_method) in the method. */
static const study_case *beside(const study *s, const study_case *rest, const char *task,
                                bool any_method)
{
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        if (same(case_text(c, &column_case_task), task) &&
            same(case_block(c)->comparison, case_block(rest)->comparison) &&
            same(case_simulation(c), case_simulation(rest)) &&
            (any_method || (same(case_integrator(c), case_integrator(rest)) &&
                            coordinates_differ_in(s, rest, c, has_same_task))))
            return c;
    }
    return NULL;
}

drape drape_of(const study *s, const study_case *rest)
{
    drape d = {.rest = rest,
               .limit = beside(s, rest, "predict", false),
               .times = beside(s, rest, "timing", false),
               .folds = beside(s, rest, "run", true)};
    const interval none = {TRAMA_NAN, TRAMA_NAN};
    const interval step = d.times ? timing_interval(d.times) : none;
    d.iterations = equilibrium_of_all(rest);
    d.at_rest = isfinite(d.iterations);
    d.predicted =
        d.limit ? predicted_number(d.limit, &column_predicted_dt, PREDICTED_WORST) : TRAMA_NAN;
    d.measured = case_number(rest, &column_limit);
    d.dt = case_number(rest, &column_dt);
    d.time = d.iterations * d.dt;
    d.step = d.times ? timing_median(d.times) : TRAMA_NAN;
    d.cost = d.iterations * d.step;
    d.likely = (interval){d.iterations * step.low, d.iterations * step.high};
    return d;
}

/* Not a number comes last; equals by their names. */
static int by_cost(const void *left, const void *right)
{
    const drape *a = left, *b = right;
    if (isnan(a->cost) != isnan(b->cost))
        return isnan(a->cost) ? 1 : -1;
    if (a->cost < b->cost || a->cost > b->cost)
        return a->cost < b->cost ? -1 : 1;
    const int order = natural_order(case_simulation(a->rest), case_simulation(b->rest));
    return order ? order : natural_order(case_integrator(a->rest), case_integrator(b->rest));
}

drape *drapes_of(const study *s, size_t *count)
{
    case_list rests = study_select(s, "equilibrium", drape_is_compared);
    drape *all = calloc(rests.count + 1, sizeof *all);
    *count = all ? rests.count : 0;
    for (size_t i = 0; i < *count; i++)
        all[i] = drape_of(s, rests.item[i]);
    if (all)
        qsort(all, *count, sizeof *all, by_cost);
    free(rests.item);
    return all;
}

double drape_vertex_time(const drape *d)
{
    return d->times ? 1e9 * d->step / case_number(d->times, &column_nodes) : TRAMA_NAN;
}

double drape_fold(const drape *d, const results_column *column)
{
    const size_t rows = d->folds ? case_rows(d->folds, column) : 0;
    const double *value = rows ? case_reals(d->folds, column, rows) : NULL;
    return value ? value[rows - 1] : TRAMA_NAN;
}
