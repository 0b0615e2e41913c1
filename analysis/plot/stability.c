/* Stability maps: where the step of an integrator damps, keeps or feeds an oscillation, and the
 * limit between; and methods laid over each other, a panel for each group that a study names
 * (`panels`): their limits, and spectral radii. */
#include <math.h>
#include <string.h>

#include "analysis/plot/chart.h"

/* What the task stability_map leaves. */
typedef struct map {
    chart_field field;           /* omega dt, c dt, and the spectral radius */
    size_t rays;                 /* from the origin */
    const double *slope, *limit; /* c / omega, and omega dt of the boundary */
} map;

static bool map_of(const study_case *c, map *m)
{
    const size_t columns = case_rows(c, &column_map_omega_h), rows = case_rows(c, &column_map_c_h);
    const bundle_column *radius = bundle_get(&c->data, &column_map_radius);
    const bool fits =
        radius && radius->type == BUNDLE_REAL && radius->rows == rows && radius->columns == columns;
    const double *x = case_reals(c, &column_map_omega_h, columns),
                 *y = case_reals(c, &column_map_c_h, rows);
    *m = (map){.rays = case_rows(c, &column_boundary_omega_h)};
    m->field = (chart_field){0, columns, rows, x, y, fits ? radius->real : NULL};
    m->slope = case_reals(c, &column_boundary_c_over_omega, m->rays);
    m->limit = case_reals(c, &column_boundary_omega_h, m->rays);
    return fits && x && y && m->slope && m->limit && columns > 0 && rows > 0 &&
           isfinite(x[columns - 1]) && isfinite(y[rows - 1]);
}

static void add_boundary(chart_source *to, const map *m, const char *panel)
{
    for (size_t i = 0; i < m->rays; i++)
        chart_add(to, panel, chart_at(m->limit[i], m->limit[i] * m->slope[i]));
}

/* --- a map each --- */

static const chart_colours radii = {
    .title = "Spectral radius of a step (white: 1)",
    .palette = "0 '#08306b', 0.5 '#4292c6', 0.97 '#deebf7', 1 '#ffffff', 1.03 '#fee6ce', "
               "1.5 '#f16913', 2 '#7f2704'",
    .most = 2,
};

static void add_map(chart_source *to, const study_case *c)
{
    char title[CHART_TITLE], variation[100];
    map m;
    if (!map_of(c, &m))
        return;
    study_case_variation(to->to->s, c, variation, sizeof variation);
    snprintf(title, sizeof title, "%.90s%s", case_method_title(c), variation);
    chart_add_field(to, title, m.field);
    add_boundary(to, &m, title);
}

#define OVER_OMEGA .task = "stability_map", .x = {.title = "ω Δt", .scale = CHART_LINEAR}
static const chart_form maps[] = {{
    .name = "stability",
    OVER_OMEGA,
    .y = {.title = "c Δt", .scale = CHART_LINEAR},
    .line = "",
    .points = add_map,
    .together = true,
    .as_added = true,
    .own_axes = true,
    .across = 4,
    .colours = &radii,
}};

const plot_type plot_stability = {
    .name = "stability",
    .needs = "cases of the task stability_map",
    PLOT_CHARTS(maps),
    PLOT_CAPTIONS({"stability", "Stability maps",
                   "Of x'' = -ω² x - c x': blue decays, orange grows, the line is the limit."}),
};

/* --- methods side by side --- */

/* In the row nearest to the group's damping. */
static void add_radii(chart_source *to, const map *m, const study_panel *group)
{
    const chart_field *of = &m->field;
    char title[CHART_TITLE];
    size_t row = 0;
    for (size_t j = 1; j < of->rows; j++)
        if (fabs(of->y[j] - group->damping) < fabs(of->y[row] - group->damping))
            row = j;
    snprintf(title, sizeof title, "%.120s, c Δt = %g", group->title, group->damping);
    for (size_t i = 0; i < of->columns; i++) {
        const double radius = of->value[row * of->columns + i];
        if (radius >= group->low && radius <= group->high)
            chart_add(to, title, chart_at(of->x[i], radius));
    }
}

/* What the case's groups show of it: limits, in the order of their rays, or radii. */
static void add_groups(chart_source *to, const study_case *c)
{
    const study_block *block = case_block(c);
    map m;
    for (size_t g = 0; g < block->panel_count && map_of(c, &m); g++) {
        const study_panel *group = &block->panel[g];
        for (size_t i = 0; i < group->member_count; i++)
            if (strcmp(group->member[i], case_integrator(c)) != 0)
                continue;
            else if (to->to->form->as_added)
                add_boundary(to, &m, group->title);
            else
                add_radii(to, &m, group);
    }
}

#define SIDE_BY_SIDE OVER_OMEGA, .line = "method", .points = add_groups, .together = true
static const chart_form compared[] = {
    {.name = "stability_compared",
     SIDE_BY_SIDE,
     .y = {.title = "c Δt", .scale = CHART_LINEAR},
     .as_added = true},
    {.name = "stability_radii",
     SIDE_BY_SIDE,
     .y = {.title = "Spectral radius of a step", .scale = CHART_LINEAR},
     .guide = {{chart_level, 1}}},
};

const plot_type plot_stability_compared = {
    .name = "stability_compared",
    .needs = "cases of the task stability_map whose study names panels",
    PLOT_CHARTS(compared),
    .fits_column = true,
    PLOT_CAPTIONS({"stability_compared", "Stability of integrators side by side",
                   "The limits in ω Δt and c Δt of x'' = -ω² x - c x'."},
                  {"stability_radii", "Spectral radii of a step side by side", NULL}),
};
