/* Methods laid over each other, a panel for each group that a study names (`panels`): boundaries of
 * stability, and spectral radii. */
#include <string.h>

#include "analysis/plot/chart.h"
#include "analysis/plot/stability_data.h"

/* Adds what a group shows of a case of it. */
typedef void add_member(chart_source *to, const stability_data *d, const study_panel *group);

static void add_boundary_of(chart_source *to, const stability_data *d, const study_panel *group)
{
    for (size_t i = 0; i < d->rays; i++)
        chart_add(to, group->title, chart_at(d->limit[i], d->limit[i] * d->slope[i]));
}

static void add_radius_of(chart_source *to, const stability_data *d, const study_panel *group)
{
    const size_t row = stability_row(d, group->damping);
    char title[CHART_TITLE];
    snprintf(title, sizeof title, "%.120s, c Δt = %g", group->title, group->damping);
    for (size_t i = 0; i < d->columns; i++) {
        const double radius = d->radius[row * d->columns + i];
        if (radius >= group->low && radius <= group->high)
            chart_add(to, title, chart_at(d->omega_h[i], radius));
    }
}

static void add_groups(chart_source *to, const study_case *c, add_member *add)
{
    const study_block *of = case_block(c);
    stability_data d;
    for (size_t g = 0; g < of->panel_count && stability_data_of(c, &d); g++)
        for (size_t m = 0; m < of->panel[g].member_count; m++)
            if (strcmp(of->panel[g].member[m], case_integrator(c)) == 0)
                add(to, &d, &of->panel[g]);
}

static void add_boundary(chart_source *to, const study_case *c)
{
    add_groups(to, c, add_boundary_of);
}

static void add_radius(chart_source *to, const study_case *c)
{
    add_groups(to, c, add_radius_of);
}

static const chart_form forms[] = {
    {.name = "stability_compared",
     .task = "stability_map",
     .x = {.title = "ω Δt", .scale = CHART_LINEAR},
     .y = {.title = "c Δt", .scale = CHART_LINEAR},
     .line = "method",
     .points = add_boundary,
     .together = true,
     .as_added = true},
    {.name = "stability_radii",
     .task = "stability_map",
     .x = {.title = "ω Δt", .scale = CHART_LINEAR},
     .y = {.title = "Spectral radius of a step", .scale = CHART_LINEAR},
     .line = "method",
     .points = add_radius,
     .together = true,
     .guide = {{chart_level, 1}}},
};

const plot_type plot_stability_compared = {
    .name = "stability_compared",
    .needs = "cases of the task stability_map whose study names panels",
    PLOT_CHARTS(forms),
    .fits_column = true,
    PLOT_CAPTIONS({"stability_compared", "Stability of integrators side by side",
                   "The limits in ω Δt and c Δt of x'' = -ω² x - c x'."},
                  {"stability_radii", "Spectral radii of a step side by side", NULL}),
};
