/* What models measure against reference: a figure for each study that refines a grid and has a
 * parameter, in which the relative error of each quantity stands against that, a line a model: on
 * the finest grid, and as open marks of the limit that the grids approach. */
#include <math.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/refinement.h"

static bool is_shown(const study *s, const study_case *c, const void *context)
{
    (void)context;
    return refinement_is_asked(c) && refinement_has_line(s, c->of);
}

/* "gamma" of "gamma 0.1". */
static const char *parameter(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of;
    refinement_parameter(c, room, PARTITION_TEXT);
    room[strcspn(room, " ")] = '\0';
    return room;
}

static void add_errors(chart_source *to, const study_case *c)
{
    refined_point p;
    for (size_t i = 0; i < refined_points(c); i += 2) {
        char quantity[96];
        if (!refined_point_read(to->to->s, c, i, &p) || !p.is_finest || isnan(p.error))
            continue;
        chart_point at = chart_at(refinement_number(c), 100 * p.error);
        at.published = 100 * p.limit_error.value;
        quantity_title(p.value.quantity, quantity, sizeof quantity);
        chart_add(to, quantity, at);
    }
}

static const chart_form forms[] = {{
    .name = "validation",
    .keeps = is_shown,
    .each = {partition_experiment},
    .x = {.titled = parameter},
    .y = {.title = "Error", .unit = "%", .scale = CHART_LINEAR},
    .points = add_errors,
    .together = true,
    .by_subject = true,
    .own_axes = true,
    .open = "limit of the grids (open)",
    .least = 1,
    .guide = {{chart_level}},
}};

const plot_type plot_validation = {
    .name = "validation",
    .needs = "cases of a study that refines a grid, with published values and a parameter",
    PLOT_CHARTS(forms),
    .fits_column = true,
};
