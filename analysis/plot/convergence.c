/* How fast what is measured approaches its reference when a grid is refined: for each quantity of
 * the studies that refine one, the size of the relative error over the number of points, a line a
 * subject, beside powers of the spacing. Studies with a parameter of three values or more have
 * figures of their own (validation.c). */
#include <math.h>

#include "analysis/plot/chart.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/refinement.h"

static bool is_shown(const study *s, const study_case *c, const void *context)
{
    (void)context;
    return refinement_is_asked(c) && !refinement_has_line(s, c->of);
}

/* In panels "scheme-sag: gauge normal, xi 0", all grids of a series with the finest. */
static void add_errors(chart_source *to, const study_case *c)
{
    refined_point p;
    for (size_t i = 0; i < refined_points(c); i += 2) {
        char title[CHART_TITLE + 200], name[96];
        if (!refined_point_read(to->to->s, c, i, &p) || !p.is_finest || p.of.count < 2)
            continue;
        quantity_title(p.value.quantity, name, sizeof name);
        snprintf(title, sizeof title, "%.80s: %s%s%s", case_text(c, &column_case_experiment), name,
                 *p.parameter ? ", " : "", p.parameter);
        for (size_t k = 0; k < p.of.count; k++) {
            const double error = 100 * fabs(p.of.measured[k] / p.value.reference - 1);
            if (error > 0 && isfinite(error))
                chart_add(to, title, chart_at(p.of.points[k], error));
        }
    }
}

static const chart_form forms[] = {{
    .name = "convergence",
    .keeps = is_shown,
    .x = {.title = "Points along the grid", .scale = CHART_LOG},
    .y = {.title = "Size of the error", .unit = "%", .scale = CHART_LOG},
    .points = add_errors,
    .together = true,
    .by_subject = true,
    .guide = {{chart_order_of_error, 1, .title = "first order", .dash = 2, .of_panels = true},
              {chart_order_of_error, 2, .title = "second order", .dash = 3, .of_panels = true}},
}};

const plot_type plot_convergence = {
    .name = "convergence",
    .needs = "cases of studies that refine a grid, with published values, on two grids or more",
    PLOT_CHARTS(forms),
    .fits_column = true,
};
