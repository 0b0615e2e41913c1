/* The criterion of rest by which the runs of a subject are judged: rest.h. */
#include "study/rest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"
#include "quantities/criteria.h"

static bool same(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(b);
}

static const char level[] = "level", displacement[] = "displacement";

static bool is_called(const criterion *of, const char *name)
{
    return strcmp(of->name, name) == 0;
}

static bool watches_level(const rest_run *r)
{
    criterion of;
    for (size_t i = 0; criterion_of(r->data, i, &of); i++)
        if (is_called(&of, level))
            return true;
    return false;
}

static bool concerns(const rest_run *r, const char *subject)
{
    return subject ? strcmp(r->subject, subject) == 0 : !watches_level(r);
}

/* The criterion that the choice means, as a run watched it. */
static bool find(const bundle *data, const rest_choice *choice, criterion *of)
{
    for (size_t i = 0; criterion_of(data, i, of); i++)
        if (is_called(of, choice->name) &&
            (isnan(choice->threshold) || same(of->threshold, choice->threshold)))
            return true;
    return false;
}

long rest_iterations_by(const bundle *data, const rest_choice *choice)
{
    criterion of;
    return find(data, choice, &of) ? of.iteration : -1;
}

const char *rest_why_not(const bundle *data, const rest_choice *choice)
{
    criterion of;
    return find(data, choice, &of) && of.iteration < 0 ? of.state : "";
}

/* What a run tells of a criterion: its iterations, or those that it took at least; NAN. */
static double iterations_at_least(const rest_run *r, const rest_choice *choice)
{
    criterion of;
    const bool watched = find(r->data, choice, &of);
    if (watched && of.iteration > 0)
        return (double)of.iteration;
    const bool unstable = r->unstable || (watched && strcmp(of.state, "unstable") == 0);
    return unstable ? TRAMA_NAN : r->awaited;
}

/* Adds a run to the fit; the square of its logarithmic misfit. */
static double add_run(const rest_run *r, rest_choice *choice)
{
    const double published = r->published;
    const long iterations = rest_iterations_by(r->data, choice);
    const double misfit = log(iterations_at_least(r, choice) / published);
    choice->published += published > 0;
    choice->met += iterations > 0;
    choice->reached += published > 0 && iterations > 0;
    choice->counted += isfinite(misfit) ? 1 : 0;
    return isfinite(misfit) ? misfit * misfit : 0;
}

static bool half_reached(const rest_choice *fit)
{
    return fit->reached > 0 && 2 * fit->reached >= fit->counted;
}

static void measure_fit(const rest_runs *runs, const char *subject, rest_choice *choice)
{
    double squares = 0;
    for (size_t i = 0; i < runs->count; i++)
        if (concerns(&runs->run[i], subject))
            squares += add_run(&runs->run[i], choice);
    choice->factor = choice->reached ? exp(sqrt(squares / (double)choice->counted)) : TRAMA_NAN;
    choice->stands = strcmp(choice->name, level) == 0 || half_reached(choice) ||
                     (choice->published == 0 && choice->met > 0);
}

rest_choice rest_fit(const rest_runs *runs, const char *subject, rest_choice choice)
{
    measure_fit(runs, subject, &choice);
    return choice;
}

rest_choice rest_displacement(double threshold)
{
    return (rest_choice){.name = displacement, .unit = "m", .threshold = threshold};
}

static int falling(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

static size_t distinct(double *sorted, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (kept == 0 || !same(sorted[i], sorted[kept - 1]))
            sorted[kept++] = sorted[i];
    return kept;
}

double *rest_thresholds(const rest_runs *runs, const char *name, size_t *count)
{
    size_t all = 0, n = 0;
    for (size_t i = 0; i < runs->count; i++)
        all += bundle_get_rows(runs->run[i].data, &column_criteria_name);
    double *threshold = malloc((all + 1) * sizeof *threshold);
    criterion of;
    for (size_t i = 0; threshold && i < runs->count; i++)
        for (size_t j = 0; criterion_of(runs->run[i].data, j, &of); j++)
            if (is_called(&of, name))
                threshold[n++] = of.threshold;
    if (threshold)
        qsort(threshold, n, sizeof *threshold, falling);
    *count = threshold ? distinct(threshold, n) : 0;
    return threshold;
}

/* `a` is the finer of the two. */
static bool fits_better(const rest_choice *a, const rest_choice *b)
{
    if (half_reached(a) && half_reached(b))
        return a->factor < b->factor;
    if (half_reached(a) || half_reached(b))
        return half_reached(a);
    return a->met > 0 && a->met >= b->met; /* where none is met, the coarsest says most */
}

static bool any_watches_level(const rest_runs *runs, const char *subject)
{
    for (size_t i = 0; subject && i < runs->count; i++)
        if (concerns(&runs->run[i], subject) && watches_level(&runs->run[i]))
            return true;
    return false;
}

static bool threshold_is_watched(const rest_runs *runs, const char *subject,
                                 const rest_choice *wanted)
{
    criterion of;
    for (size_t i = 0; i < runs->count; i++)
        if (concerns(&runs->run[i], subject) && find(runs->run[i].data, wanted, &of))
            return true;
    return false;
}

/* The threshold of a criterion that fits best; false if no run watches any. */
static bool choose_threshold(const rest_runs *runs, const char *subject, const char *name,
                             const char *unit, rest_choice *choice)
{
    size_t count;
    bool found = false;
    double *threshold = rest_thresholds(runs, name, &count);
    for (size_t i = 0; i < count; i++) {
        const rest_choice at = {.name = name, .unit = unit, .threshold = threshold[i]};
        if (!threshold_is_watched(runs, subject, &at))
            continue;
        const rest_choice fit = rest_fit(runs, subject, at);
        if (!found || fits_better(&fit, choice))
            *choice = fit;
        found = true;
    }
    free(threshold);
    return found;
}

bool rest_choose(const rest_runs *runs, const char *subject, rest_choice *choice)
{
    static const struct {
        const char *name, *unit;
    } criteria[] = {{displacement, "m"}, {"displacement_rate", "m/s"}, {"kinetic", "J"}};
    if (any_watches_level(runs, subject)) {
        *choice = rest_fit(runs, subject,
                           (rest_choice){.name = level, .unit = "", .threshold = TRAMA_NAN});
        return true;
    }
    for (size_t i = 0; i < sizeof criteria / sizeof *criteria; i++)
        if (choose_threshold(runs, subject, criteria[i].name, criteria[i].unit, choice))
            return true;
    return false;
}

static int number_order(double a, double b)
{
    return (a > b) - (a < b);
}

int rest_criteria_order(const bundle *a, const bundle *b)
{
    criterion x, y;
    for (size_t i = 0;; i++) {
        const bool has = criterion_of(a, i, &x), other = criterion_of(b, i, &y);
        if (!has || !other)
            return has - other;
        const int name = strcmp(x.name, y.name);
        const int order = name ? name : number_order(x.threshold, y.threshold);
        if (order)
            return order;
    }
}
