/* How fast what is measured approaches its reference when a grid is refined: for each quantity of
 * the studies that refine one, the size of the relative error over the number of points, a line a
 * subject, beside powers of the spacing. Studies with a parameter of three values or more have
 * figures of their own (validation.c). */
#include "analysis/quantities/refinement.h"

#include <math.h>

#include "analysis/plot/chart.h"
#include "analysis/plot/validation.h"
#include "analysis/quantities/quantity.h"

static bool is_shown(const study *s, const study_case *c, const void *context)
{
    (void)context;
    return refinement_is_asked(c) && !validation_has_parameter(s, c->of);
}

static double size_of_error(const refinement *r, const study_case *c, double reference)
{
    for (size_t i = 0; i < r->count; i++)
        if (r->points[i] == refinement_points(c))
            return 100 * fabs(r->measured[i] / reference - 1);
    return 0;
}

/* "scheme-sag: gauge normal, xi 0" */
static void panel_title(const study_case *c, const char *quantity, char *title, size_t size)
{
    char name[96], parameter[100];
    quantity_title(quantity, name, sizeof name);
    refinement_parameter(c, parameter, sizeof parameter);
    snprintf(title, size, "%.80s: %s%s%s", case_text(c, &column_case_experiment), name,
             *parameter ? ", " : "", parameter);
}

static void add_errors(chart_source *to, const study_case *c)
{
    const study *s = to->to->s;
    refined_value v;
    char title[CHART_TITLE + 100];
    for (size_t i = 0; refinement_value(s, c, i, &v); i++) {
        const refinement r = refinement_of(s, c, v.quantity);
        if (isnan(v.reference) || v.reference == 0 || r.count < 2)
            continue;
        const double error = size_of_error(&r, c, v.reference);
        panel_title(c, v.quantity, title, sizeof title);
        if (error > 0)
            chart_add(to, title, chart_at(refinement_points(c), error));
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
