/* Lines that values are compared with. */
#include <math.h>

#include "analysis/plot/chart.h"

static void add_guide(chart *c, const chart_guide *of, int panel, const char *title)
{
    chart_curve curve = {.panel = panel, .line = CHART_GUIDE, .dash = of->dash ? of->dash : 1};
    snprintf(curve.title, sizeof curve.title, "%s", title ? title : "");
    if (of->formula(c, of, panel == CHART_EVERYWHERE ? 0 : (size_t)panel, curve.formula))
        chart_add_curve(c, curve);
}

/* Guides of panels are told in the key once. */
void chart_add_guides(chart *c)
{
    for (size_t i = 0; i < sizeof c->form->guide / sizeof *c->form->guide; i++) {
        const chart_guide *of = &c->form->guide[i];
        const size_t before = c->curves;
        if (of->formula && !of->of_panels)
            add_guide(c, of, CHART_EVERYWHERE, of->title);
        for (size_t panel = 0; of->formula && of->of_panels && panel < c->panels; panel++)
            add_guide(c, of, (int)panel, c->curves == before ? of->title : NULL);
    }
}

static const chart_point *first_of_panel(const chart *c, size_t panel)
{
    size_t i = 0;
    while (i < c->points && c->point[i].panel != panel)
        i++;
    return i < c->points ? &c->point[i] : NULL;
}

bool chart_level(const chart *c, const chart_guide *of, size_t panel, char text[CHART_CURVE])
{
    const chart_point *first = of->of ? first_of_panel(c, panel) : NULL;
    const double level = first ? c->y.scale * case_number(first->of, of->of) : of->value;
    snprintf(text, CHART_CURVE, "%.6g", level);
    return !of->of || (first && level > 0);
}

bool chart_equal(const chart *c, const chart_guide *of, size_t panel, char text[CHART_CURVE])
{
    (void)of, (void)panel;
    snprintf(text, CHART_CURVE, c->x.scale == c->y.scale ? "x" : "%g*x", c->y.scale / c->x.scale);
    return true;
}

bool chart_proportional(const chart *c, const chart_guide *of, size_t panel, char text[CHART_CURVE])
{
    const range x = c->x.values, y = c->y.values;
    (void)of, (void)panel;
    snprintf(text, CHART_CURVE, "%.6g*x", sqrt(y.low * y.high / x.low / x.high));
    return true;
}

bool chart_order_of_error(const chart *c, const chart_guide *of, size_t panel,
                          char text[CHART_CURVE])
{
    range x = range_empty(), y = range_empty();
    for (size_t i = 0; i < c->points; i++)
        if (c->point[i].panel == panel) {
            range_include(&x, c->point[i].x);
            range_include(&y, c->point[i].y);
        }
    snprintf(text, CHART_CURVE, "%.6g*((%.6g-1)/(x-1))**%g", y.high, x.low, of->value);
    return !range_is_empty(&x);
}
