/* Which points of a long line are drawn. Points between which it runs straight are left out: the
 * line through the others passes each within a share of the axis that neither a screen nor a
 * printer shows. After Bristol, ISA (1990), "swinging door": from the last point that was kept the
 * slopes of lines are known that pass all points since. */
#include <math.h>

#include "analysis/plot/chart.h"

/* Of the axis: 0.02 mm of a panel of 4 cm. */
static const double share = 1.0 / 2000;

static double place_on(const chart_axis *axis, double value)
{
    const range r = axis->values;
    const double drawn = axis->scale * value;
    return axis->logarithmic ? log(drawn / r.low) / log(r.high / r.low)
                             : (drawn - r.low) / (r.high - r.low);
}

static void keep(chart_thinning *t, const chart_point *at, chart_visit *visit, void *context)
{
    visit(at, context);
    t->x = place_on(t->along, at->x);
    t->y = place_on(t->up, at->y);
    t->low = -HUGE_VAL;
    t->high = HUGE_VAL;
    t->last = NULL;
}

/* Whether the line from the point that was kept to this one passes all between; then the slopes are
 * narrowed to those that pass this one, too. */
static bool passes(chart_thinning *t, const chart_point *at)
{
    const double across = place_on(t->along, at->x) - t->x, up = place_on(t->up, at->y) - t->y;
    const double slope = up / across;
    if (!(across > 0 && slope >= t->low && slope <= t->high))
        return false;
    t->low = fmax(t->low, (up - share) / across);
    t->high = fmin(t->high, (up + share) / across);
    return true;
}

void chart_thin(chart_thinning *t, const chart_point *at, bool needed, chart_visit *visit,
                void *context)
{
    const bool begun = t->begun, goes_on = begun && passes(t, at);
    if (begun && !goes_on && t->last)
        keep(t, t->last, visit, context);
    if (needed || !begun || (!goes_on && !passes(t, at)))
        keep(t, at, visit, context);
    else
        t->last = at;
    t->begun = true;
}

void chart_thin_end(chart_thinning *t, chart_visit *visit, void *context)
{
    if (t->last)
        visit(t->last, context);
}
