#include "analysis/plot/dependence.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/response.h"
#include "analysis/quantities/rests.h"
#include "analysis/quantities/timing.h"
#include "core/numbers.h"

/* --- what is measured, by task --- */

static double limit_value(const dependence *p, const study_case *c)
{
    (void)p;
    return limit_answer(c);
}

static bool limit_is_bound(const study_case *c)
{
    return isnan(case_number(c, &column_dt_unstable));
}

static double rest_value(const dependence *p, const study_case *c)
{
    return rests_iterations(rests_of(p->s), c);
}

static double time_value(const dependence *p, const study_case *c)
{
    (void)p;
    return timing_median(c);
}

static double asked_value(const dependence *p, const study_case *c)
{
    return answer_of(p->s, c).measured;
}

static const char limit_axis[] = "Largest stable time step Δt";
static const char time_axis[] = "Time of one iteration";

const dependence_response dependence_responses[] = {
    {"stable_step", "dt_stable", limit_axis, "s", limit_value, limit_is_bound, 2, false},
    {"equilibrium", "iterations", "Iterations to equilibrium", "", rest_value, NULL, 2, false},
    {"timing", "time", time_axis, "s", time_value, NULL, 2, false},
    {"cost", "time", time_axis, "s", time_value, NULL, 2, false},
    {"run", NULL, NULL, NULL, asked_value, NULL, 3, true},
};
const size_t dependence_responses_count =
    sizeof dependence_responses / sizeof *dependence_responses;

/* --- points --- */

static size_t number_of(const char **names, size_t *count, const char *name)
{
    size_t i = 0;
    while (i < *count && strcmp(names[i], name) != 0)
        i++;
    if (i == *count)
        names[(*count)++] = name;
    return i;
}

static size_t panel_of(dependence *p, const study_case *c)
{
    char title[DEPENDENCE_TITLE];
    size_t i = 0;
    factors_text(c, &p->factors, p->x, title, sizeof title);
    while (i < p->panels && strcmp(p->panel[i], title) != 0)
        i++;
    if (i == p->panels)
        memcpy(p->panel[p->panels++], title, sizeof title);
    return i;
}

static int by_panel_line_and_x(const void *left, const void *right)
{
    const dependence_point *a = left, *b = right;
    if (a->panel != b->panel)
        return a->panel < b->panel ? -1 : 1;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->x > b->x) - (a->x < b->x);
}

static void add_point(dependence *p, const study_case *c)
{
    swept_value at;
    const double y = p->of->value(p, c);
    if (!factor_value(c, p->x, &at) || at.type == BUNDLE_TEXT || !isfinite(y))
        return;
    p->point[p->points++] =
        (dependence_point){.panel = panel_of(p, c),
                           .line = number_of(p->line, &p->lines, case_integrator(c)),
                           .x = at.type == BUNDLE_REAL ? at.real : (double)at.integer,
                           .y = y,
                           .is_bound = p->of->is_bound && p->of->is_bound(c)};
}

/* Panels with a line of enough points, which come by panel and line. */
static size_t count_lined(const dependence *p)
{
    size_t lined = 0, counted = SIZE_MAX;
    for (size_t i = 0, run = 0; i < p->points; i++) {
        const dependence_point *at = &p->point[i];
        const bool goes_on = i > 0 && at->panel == at[-1].panel && at->line == at[-1].line;
        run = goes_on ? run + 1 : 1;
        if (run >= p->of->least && at->panel != counted) {
            counted = at->panel;
            lined++;
        }
    }
    return lined;
}

bool dependence_has_lines(const dependence *p)
{
    const size_t lined = count_lined(p);
    return lined > 0 && (!p->of->every_panel || (lined == p->panels && lined <= DEPENDENCE_PANELS));
}

bool dependence_collect(dependence *p)
{
    p->point = calloc(p->cases.count + 1, sizeof *p->point);
    p->panel = calloc(p->cases.count + 1, sizeof *p->panel);
    p->line = calloc(p->cases.count + 1, sizeof *p->line);
    if (!p->point || !p->panel || !p->line)
        return false;
    for (size_t i = 0; i < p->cases.count; i++)
        add_point(p, p->cases.item[i]);
    qsort(p->point, p->points, sizeof *p->point, by_panel_line_and_x);
    p->across = p->along = range_empty();
    for (size_t i = 0; i < p->points; i++) {
        range_include(&p->across, p->point[i].x);
        range_include(&p->along, p->point[i].y);
    }
    return true;
}

void dependence_free(dependence *p)
{
    free(p->point);
    free(p->panel);
    free(p->line);
}
