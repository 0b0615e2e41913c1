/* Lines that coincide: the later hides the earlier, or is taken for it, so the key says of which it
 * is the same. */
#include <math.h>

#include "analysis/plot/chart.h"

/* Of an axis: less than the width of a line. */
static const double share = 1.0 / 400;

static bool are_same(const chart *c, size_t one, size_t other);

void chart_find_same(chart *c)
{
    for (size_t i = 0; c->lines <= STYLE_LOOKS && !c->x.name && i < c->lines; i++)
        for (size_t k = 0; c->line[i].same == 0 && k < i; k++)
            if (c->line[k].same == 0 && are_same(c, i, k))
                c->line[i].same = k + 1;
}

void chart_key_text(const chart *c, size_t line, char text[CHART_KEY])
{
    const chart_line *own = &c->line[line];
    snprintf(text, CHART_KEY, "%s%s%s%s", own->title, own->same ? " (≈ " : "",
             own->same ? c->line[own->same - 1].title : "", own->same ? ")" : "");
}

static double apart(const chart_axis *axis, double a, double b)
{
    const range r = axis->values;
    return axis->logarithmic ? fabs(log(a / b)) / log(r.high / r.low)
                             : axis->scale * fabs(a - b) / (r.high - r.low);
}

/* The height of a line of rising points at x; NAN beyond its ends. `*at` is where it was last
 * looked at. */
static double height_at(const chart *c, size_t first, size_t count, double x, size_t *at)
{
    const chart_point *p = c->point + first;
    while (*at + 1 < count && p[*at + 1].x <= x)
        ++*at;
    if (p[*at].x == x || *at + 1 == count)
        return p[*at].x == x ? p[*at].y : (double)NAN;
    const double s = (x - p[*at].x) / (p[*at + 1].x - p[*at].x);
    return s < 0 ? (double)NAN : (1 - s) * p[*at].y + s * p[*at + 1].y;
}

/* How many values of a line the other has, too, and how many of these lie apart. */
typedef struct compared {
    size_t values, common, off;
} compared;

static void compare(const chart *c, size_t panel, size_t line, size_t other, compared *sum)
{
    size_t first, first_other, at = 0;
    const size_t count = chart_series(c, panel, line, &first);
    const size_t others = chart_series(c, panel, other, &first_other);
    for (size_t i = first; sum->off == 0 && i < first + count; i++) {
        const chart_point *p = &c->point[i];
        const double there =
            others > 0 ? height_at(c, first_other, others, p->x, &at) : (double)NAN;
        sum->values += isfinite(p->y) != 0;
        sum->common += isfinite(p->y) && isfinite(there);
        sum->off += isfinite(p->y) && isfinite(there) &&
                    !(apart(chart_y_at(c, panel), p->y, there) <= share);
    }
}

/* In each panel, where both have values, which is at half of each's; at two places or more in all.
 * Of lines that turn nothing is said. */
static bool are_same(const chart *c, size_t one, size_t other)
{
    size_t common = 0;
    bool same = c->joined && !c->form->as_added && !c->form->joined;
    for (size_t panel = 0; same && panel < c->panels; panel++) {
        compared a = {0}, b = {0};
        compare(c, panel, one, other, &a);
        compare(c, panel, other, one, &b);
        same = a.off + b.off == 0 && 2 * a.common >= a.values && 2 * b.common >= b.values;
        common += a.common;
    }
    return same && common > 1;
}
