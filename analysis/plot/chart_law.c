/* Power laws through the lines of a chart: a line and an exponent are drawn only where one holds.
 */
#include <math.h>
#include <stdlib.h>

#include "analysis/plot/chart.h"
#include "analysis/quantities/statistics.h"

/* A time and its interval; of one without, the time itself is both bounds. */
typedef struct law_point {
    double x, y, low, high;
} law_point;

/* The law through points, if it holds: fitted to LAW_POINTS or more, it passes each within
 * LAW_SHARE of its interval. Caches bend a curve so that no power does. */
enum { LAW_POINTS = 4 };
#define LAW_SHARE 0.05

static bool passes(const power_law *law, const law_point *p)
{
    const double there = law->c * pow(p->x, law->p);
    return there >= p->low * (1 - LAW_SHARE) && there <= p->high * (1 + LAW_SHARE);
}

static bool fit(const law_point *point, size_t count, power_law *law)
{
    double *x = calloc(2 * count + 1, sizeof *x), *y = x ? x + count : NULL;
    for (size_t i = 0; x && i < count; i++) {
        x[i] = point[i].x;
        y[i] = point[i].y;
    }
    const bool fits = x && statistics_power_law(x, y, count, law);
    free(x);
    return fits;
}

static bool law_of(const law_point *point, size_t count, power_law *law)
{
    bool holds = count >= LAW_POINTS && fit(point, count, law);
    for (size_t i = 0; holds && i < count; i++)
        holds = passes(law, &point[i]);
    return holds;
}

static void law_exponent(const power_law *law, char *text, size_t size)
{
    snprintf(text, size, "p = %.3f ± %.3f", law->p,
             (law->p_interval.high - law->p_interval.low) / 2);
}

/* In the units that are drawn. */
static void add_law(chart *c, size_t panel, size_t line)
{
    size_t first, count = chart_series(c, panel, line, &first);
    law_point *point = calloc(count + 1, sizeof *point);
    chart_curve curve = {.panel = (int)panel, .line = (int)line, .dash = 1};
    const double more = c->form->own.per_x ? 1 : 0;
    power_law law;
    for (size_t i = 0; point && i < count; i++) {
        const chart_point *p = &c->point[first + i];
        const bool likely = !isnan(p->low);
        point[i] = (law_point){p->x, c->y.scale * p->y, c->y.scale * (likely ? p->low : p->y),
                               c->y.scale * (likely ? p->high : p->y)};
    }
    if (point && law_of(point, count, &law)) {
        char exponent[64];
        snprintf(curve.formula, sizeof curve.formula, "%.9g*x**%.9g", law.c, law.p);
        law.p += more;
        law.p_interval = (interval){law.p_interval.low + more, law.p_interval.high + more};
        law_exponent(&law, exponent, sizeof exponent);
        snprintf(curve.title, sizeof curve.title, "%.60s%s%.60s: %s", c->line[line].title,
                 c->panel[panel][0] ? ", " : "", c->panel[panel], exponent);
        chart_add_curve(c, curve);
    }
    free(point);
}

void chart_add_laws(chart *c)
{
    for (size_t i = 0; i < c->panels; i++)
        for (size_t k = 0; k < c->lines; k++)
            add_law(c, i, k);
}
