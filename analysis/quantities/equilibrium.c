#include "analysis/quantities/equilibrium.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"

bool criterion_at(const study_case *c, size_t i, criterion *found)
{
    return criterion_of(&c->data, i, found);
}

static bool same(double a, double b)
{
    return fabs(a - b) <= 1e-12 * fabs(b);
}

static const char level[] = "level", displacement[] = "displacement";

static bool is_called(const criterion *of, const char *name)
{
    return strcmp(of->name, name) == 0;
}

static bool watches_level(const study_case *c)
{
    criterion of;
    for (size_t i = 0; criterion_at(c, i, &of); i++)
        if (is_called(&of, level))
            return true;
    return false;
}

static bool concerns(const study_case *c, const char *simulation)
{
    return simulation ? strcmp(case_simulation(c), simulation) == 0 : !watches_level(c);
}

/* The criterion that the choice means, as a run watched it. */
static bool find(const study_case *c, const equilibrium_choice *choice, criterion *of)
{
    for (size_t i = 0; criterion_at(c, i, of); i++)
        if (is_called(of, choice->name) &&
            (isnan(choice->threshold) || same(of->threshold, choice->threshold)))
            return true;
    return false;
}

long equilibrium_iterations(const study_case *c, const equilibrium_choice *choice)
{
    criterion of;
    return find(c, choice, &of) ? of.iteration : -1;
}

const char *equilibrium_why_not(const study_case *c, const equilibrium_choice *choice)
{
    criterion of;
    return find(c, choice, &of) && of.iteration < 0 ? of.state : "";
}

/* What a run tells of a criterion: its iterations, or those that it took at least; NAN. */
static double iterations_at_least(const study_case *c, const equilibrium_choice *choice)
{
    criterion of;
    const bool watched = find(c, choice, &of);
    if (watched && of.iteration > 0)
        return (double)of.iteration;
    const bool unstable =
        strcmp(case_status(c), "unstable") == 0 || (watched && strcmp(of.state, "unstable") == 0);
    return unstable ? TRAMA_NAN : case_number(c, &column_awaited);
}

/* Adds a run to the fit; the square of its logarithmic misfit. */
static double add_run(const study_case *c, equilibrium_choice *choice)
{
    const double published = case_published(c, "rest_iterations");
    const long iterations = equilibrium_iterations(c, choice);
    const double misfit = log(iterations_at_least(c, choice) / published);
    choice->published += published > 0;
    choice->met += iterations > 0;
    choice->reached += published > 0 && iterations > 0;
    choice->counted += isfinite(misfit) ? 1 : 0;
    return isfinite(misfit) ? misfit * misfit : 0;
}

static bool half_reached(const equilibrium_choice *fit)
{
    return fit->reached > 0 && 2 * fit->reached >= fit->counted;
}

static void measure_fit(const case_list *cases, const char *simulation, equilibrium_choice *choice)
{
    double squares = 0;
    for (size_t i = 0; i < cases->count; i++)
        if (concerns(cases->item[i], simulation))
            squares += add_run(cases->item[i], choice);
    choice->factor = choice->reached ? exp(sqrt(squares / (double)choice->counted)) : TRAMA_NAN;
    choice->stands = strcmp(choice->name, level) == 0 || half_reached(choice) ||
                     (choice->published == 0 && choice->met > 0);
}

static equilibrium_choice fit_of(const case_list *cases, const char *simulation,
                                 equilibrium_choice choice)
{
    measure_fit(cases, simulation, &choice);
    return choice;
}

equilibrium_choice equilibrium_displacement(double threshold)
{
    return (equilibrium_choice){.name = displacement, .unit = "m", .threshold = threshold};
}

equilibrium_choice equilibrium_fit(const case_list *cases, const char *simulation, double threshold)
{
    return fit_of(cases, simulation, equilibrium_displacement(threshold));
}

void equilibrium_criterion_text(const equilibrium_choice *choice, char *text, size_t size)
{
    if (isnan(choice->threshold))
        snprintf(text, size, "edge level");
    else
        snprintf(text, size, "%.3g %s", choice->threshold, choice->unit);
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

double *equilibrium_thresholds(const case_list *cases, const char *name, size_t *count)
{
    size_t all = 0, n = 0;
    for (size_t i = 0; i < cases->count; i++)
        all += case_rows(cases->item[i], &column_criteria_name);
    double *threshold = malloc((all + 1) * sizeof *threshold);
    criterion of;
    for (size_t i = 0; threshold && i < cases->count; i++)
        for (size_t j = 0; criterion_at(cases->item[i], j, &of); j++)
            if (is_called(&of, name))
                threshold[n++] = of.threshold;
    if (threshold)
        qsort(threshold, n, sizeof *threshold, falling);
    *count = threshold ? distinct(threshold, n) : 0;
    return threshold;
}

/* `a` is the finer of the two. */
static bool fits_better(const equilibrium_choice *a, const equilibrium_choice *b)
{
    if (half_reached(a) && half_reached(b))
        return a->factor < b->factor;
    if (half_reached(a) || half_reached(b))
        return half_reached(a);
    return a->met > 0 && a->met >= b->met; /* where none is met, the coarsest says most */
}

static bool any_watches_level(const case_list *cases, const char *simulation)
{
    for (size_t i = 0; simulation && i < cases->count; i++)
        if (concerns(cases->item[i], simulation) && watches_level(cases->item[i]))
            return true;
    return false;
}

static bool threshold_is_watched(const case_list *cases, const char *simulation,
                                 const equilibrium_choice *wanted)
{
    criterion of;
    for (size_t i = 0; i < cases->count; i++)
        if (concerns(cases->item[i], simulation) && find(cases->item[i], wanted, &of))
            return true;
    return false;
}

/* The threshold of a criterion that fits best; false if no run watches any. */
static bool choose_threshold(const case_list *cases, const char *simulation, const char *name,
                             const char *unit, equilibrium_choice *choice)
{
    size_t count;
    bool found = false;
    double *threshold = equilibrium_thresholds(cases, name, &count);
    for (size_t i = 0; i < count; i++) {
        const equilibrium_choice at = {.name = name, .unit = unit, .threshold = threshold[i]};
        if (!threshold_is_watched(cases, simulation, &at))
            continue;
        const equilibrium_choice fit = fit_of(cases, simulation, at);
        if (!found || fits_better(&fit, choice))
            *choice = fit;
        found = true;
    }
    free(threshold);
    return found;
}

bool equilibrium_choose(const case_list *cases, const char *simulation, equilibrium_choice *choice)
{
    static const struct {
        const char *name, *unit;
    } criteria[] = {{displacement, "m"}, {"displacement_rate", "m/s"}, {"kinetic", "J"}};
    if (any_watches_level(cases, simulation)) {
        *choice = fit_of(cases, simulation,
                         (equilibrium_choice){.name = level, .unit = "", .threshold = TRAMA_NAN});
        return true;
    }
    for (size_t i = 0; i < sizeof criteria / sizeof *criteria; i++)
        if (choose_threshold(cases, simulation, criteria[i].name, criteria[i].unit, choice))
            return true;
    return false;
}
