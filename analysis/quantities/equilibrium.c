/* The runs of a study as study/rest.h sees them. */
#include "analysis/quantities/equilibrium.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Free run; without memory there are none. */
static rest_runs runs_of(const case_list *cases)
{
    rest_runs all = {.run = calloc(cases->count + 1, sizeof *all.run)};
    for (; all.run && all.count < cases->count; all.count++) {
        const study_case *c = cases->item[all.count];
        all.run[all.count] = (rest_run){.data = &c->data,
                                        .subject = case_simulation(c),
                                        .published = case_published(c, "rest_iterations"),
                                        .awaited = case_number(c, &column_awaited),
                                        .unstable = strcmp(case_status(c), "unstable") == 0};
    }
    return all;
}

bool equilibrium_choose(const case_list *cases, const char *simulation, equilibrium_choice *choice)
{
    const rest_runs runs = runs_of(cases);
    const bool chosen = rest_choose(&runs, simulation, choice);
    free(runs.run);
    return chosen;
}

equilibrium_choice equilibrium_fit(const case_list *cases, const char *simulation, double threshold)
{
    const rest_runs runs = runs_of(cases);
    const equilibrium_choice fit = rest_fit(&runs, simulation, rest_displacement(threshold));
    free(runs.run);
    return fit;
}

double *equilibrium_thresholds(const case_list *cases, const char *name, size_t *count)
{
    const rest_runs runs = runs_of(cases);
    double *threshold = rest_thresholds(&runs, name, count);
    free(runs.run);
    return threshold;
}

void equilibrium_criterion_text(const equilibrium_choice *choice, char *text, size_t size)
{
    if (isnan(choice->threshold))
        snprintf(text, size, "edge level");
    else
        snprintf(text, size, "%.3g %s", choice->threshold, choice->unit);
}
