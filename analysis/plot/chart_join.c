/* Whether lines join the points of a chart: along what rises with x, one value after the other. */
#include <math.h>

#include "analysis/plot/chart.h"
#include "analysis/read/coordinates.h"
#include "core/numbers.h"

static bool may_join(const chart *c);
static bool is_sampled(const chart *c);

void chart_join(chart *c)
{
    c->joined = may_join(c) &&
                (c->adds || (chart_longest_line(c) > 1 && (c->form->joined || !is_sampled(c))));
}

static bool may_join(const chart *c)
{
    return !c->form->unjoined && !c->x.name && (!c->x_is_measured || c->form->joined);
}

/* The end of the line that has the point `first`. */
static size_t end_of_line(const chart *c, size_t first)
{
    size_t end = first;
    while (end < c->points && c->point[end].panel == c->point[first].panel &&
           c->point[end].line == c->point[first].line)
        end++;
    return end;
}

/* Those at one x count once. */
static size_t count_along(const chart *c, size_t first, size_t end)
{
    size_t values = 0, last = 0;
    for (size_t i = first; i < end; i++) {
        const chart_point *p = &c->point[i];
        if (!isfinite(p->y) || (values > 0 && p->x == c->point[last].x))
            continue;
        last = i;
        values++;
    }
    return values;
}

size_t chart_longest_line(const chart *c)
{
    size_t most = 0;
    for (size_t first = 0, end; first < c->points; first = end) {
        end = end_of_line(c, first);
        const size_t values = count_along(c, first, end);
        most = values > most ? values : most;
    }
    return most;
}

size_t chart_values_drawn(const chart *c)
{
    size_t values = 0;
    for (size_t i = 0; i < c->points; i++)
        values += isfinite(c->point[i].y) != 0;
    return values;
}

/* Whether a number that is swept turns back somewhere along the line. */
static bool turns(const chart *c, const variable *v, size_t first, size_t end)
{
    double last = TRAMA_NAN, way = 0;
    for (size_t i = first; i < end; i++) {
        const double next = variable_of(c->s, v, c->point[i].of).number;
        const double step = next - last;
        if (way * step < 0)
            return true;
        way = step != 0 && isfinite(step) ? step : way;
        last = isfinite(next) ? next : last;
    }
    return false;
}

/* In a sample several paths vary at once, and one of them turns where another rises: a line over
 * one of them would show what the others do. What is computed from x, or planned beside it, rises
 * or falls with it. */
static bool is_sampled(const chart *c)
{
    const bundle *b = &c->cases.cases.item[0]->data;
    bool any = false;
    for (size_t k = 0; !any && k < b->count; k++) {
        const char *path = b->column[k].path;
        if (!coordinate_is(path) || group_rest(group_labels, path))
            continue;
        const variable v = variable_of_column(c->s, path);
        for (size_t first = 0, end; !any && first < c->points; first = end) {
            end = end_of_line(c, first);
            any = turns(c, &v, first, end);
        }
    }
    return any;
}
