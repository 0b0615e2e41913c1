/* What models measure against reference: for each quantity of a study that refines a grid, the
 * relative error against the study's parameter, a line a model: on the finest grid, and as open
 * marks of the limit that the grids approach. */
#include "analysis/quantities/refinement.h"

#include <string.h>

#include "analysis/plot/chart.h"
#include "analysis/plot/validation.h"
#include "analysis/quantities/quantity.h"
#include "core/numbers.h"

enum { LEAST = 3 }; /* values of a parameter that make a line */

/* The quantity of an experiment that a figure shows. */
typedef struct shown {
    const experiment_study *of;
    size_t index;
} shown;

static bool is_shown(const study *s, const study_case *c, const void *context)
{
    const shown *at = context;
    refined_value v;
    return c->of == at->of && refinement_is_asked(c) && !isnan(refinement_number(c)) &&
           refinement_value(s, c, at->index, &v);
}

static double percent(double measured, double reference)
{
    return 100 * (measured / reference - 1);
}

static void add_error(chart_source *to, const study_case *c)
{
    const study *s = to->to->s;
    const shown *at = to->to->form->context;
    refined_value v;
    if (!refinement_value(s, c, at->index, &v) || isnan(v.reference))
        return;
    const refinement r = refinement_of(s, c, v.quantity);
    if (r.count == 0 || refinement_points(c) != r.points[r.count - 1])
        return;
    chart_point p = chart_at(refinement_number(c), percent(v.measured, v.reference));
    p.published = percent(r.limit, v.reference);
    chart_add(to, NULL, p);
}

/* Different values of an experiment's parameter, up to LEAST, and one of its cases. */
static size_t count_values(const study *s, const experiment_study *of, const study_case **some)
{
    double value[LEAST];
    size_t count = 0;
    for (size_t i = 0; i < s->count && count < LEAST; i++) {
        const study_case *c = &s->item[i];
        size_t known = 0;
        if (c->of != of || !refinement_is_asked(c) || isnan(refinement_number(c)))
            continue;
        *some = c;
        while (known < count && value[known] != refinement_number(c))
            known++;
        if (known == count)
            value[count++] = refinement_number(c);
    }
    return count;
}

bool validation_has_parameter(const study *s, const experiment_study *of)
{
    const study_case *some = NULL;
    return count_values(s, of, &some) == LEAST;
}

static bool draw_quantity(const study *s, const study_case *some, size_t index,
                          const char *quantity, gallery *g)
{
    char name[FIGURE_NAME], x[128], y[CHART_TITLE] = "Error of ";
    const shown at = {some->of, index};
    refinement_parameter(some, x, sizeof x);
    x[strcspn(x, " ")] = '\0'; /* "gamma 0.1": its name */
    quantity_title(quantity, y + strlen(y), sizeof y - strlen(y));
    snprintf(name, sizeof name, "validation_%.50s_%.30s", case_text(some, &column_case_experiment),
             quantity);
    const chart_form form = {.name = name,
                             .keeps = is_shown,
                             .context = &at,
                             .x = {.title = x},
                             .y = {.title = y, .unit = "%", .scale = CHART_LINEAR},
                             .line = case_subject_factor(some),
                             .points = add_error,
                             .together = true,
                             .open = "limit of the grids (open)",
                             .least = 1,
                             .guide = {{chart_level}}};
    return chart_draw(&form, s, g);
}

static bool draw(const study *s, gallery *g)
{
    bool any = false;
    refined_value v;
    for (size_t k = 0; k < s->experiments; k++) {
        const study_case *some = NULL;
        const bool enough = count_values(s, s->experiment[k], &some) == LEAST;
        for (size_t i = 0; enough && refinement_value(s, some, i, &v); i++)
            if (v.made.asked)
                any = draw_quantity(s, some, i, v.quantity, g) || any;
    }
    return any;
}

const plot_type plot_validation = {
    .name = "validation",
    .needs = "cases of a study that refines a grid, with published values and a parameter",
    .draw = draw,
    .fits_column = true,
};
