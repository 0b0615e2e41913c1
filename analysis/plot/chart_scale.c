/* Ranges and scales of the axes of a chart, their units and the numbers along them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/chart.h"

/* Values smaller than this share of the largest are what rounding leaves of zero. */
static const double noise = 1e-10;
/* Of what a form calls logarithmic; what reaches further down is not shown. */
static const double least_shown = 1e-14;
/* A span smaller than this share of the values is none: the ends and numbers of an axis have six
 * digits. */
static const double alike = 1e-5;
/* Past this ratio the numbers of an axis are powers of ten. */
static const double powers_from = 1000;
/* Share of an axis that arrows take at its upper end. */
static const double arrow_share = 0.10;

static void scale_axis(const chart *c, int panel, bool along, chart_axis *axis);
static bool make_own_axes(chart *c, chart_axis y);

void chart_scale_axes(chart *c)
{
    const chart_axis y = c->y; /* whose unit each panel may choose */
    scale_axis(c, CHART_EVERYWHERE, false, &c->x);
    scale_axis(c, CHART_EVERYWHERE, true, &c->y);
    c->no_memory |= c->form->own_axes && !make_own_axes(c, y);
}

static bool make_own_axes(chart *c, chart_axis y)
{
    c->own_x = calloc(2 * c->panels + 1, sizeof *c->own_x);
    c->own_y = c->own_x ? c->own_x + c->panels : NULL;
    for (size_t i = 0; c->own_x && i < c->panels; i++) {
        c->own_x[i] = c->x;
        c->own_y[i] = y;
        scale_axis(c, (int)i, false, &c->own_x[i]);
        scale_axis(c, (int)i, true, &c->own_y[i]);
    }
    return c->own_x != NULL;
}

const chart_axis *chart_y_at(const chart *c, size_t panel)
{
    return c->own_y ? &c->own_y[panel] : &c->y;
}

/* The values that are looked at: of one panel, or everywhere. */
typedef struct looked {
    const chart *c;
    int panel;
    bool along; /* y */
} looked;

static bool is_logarithmic(const looked *at, const chart_values *of);
static range range_of(const looked *at, bool logarithmic);
static void choose_unit(const chart *c, chart_axis *axis);
static void take_unit(const chart_axis *from, chart_axis *axis);
static void make_room(const looked *at, chart_axis *y);

static void scale_axis(const chart *c, int panel, bool along, chart_axis *axis)
{
    const looked at = {c, panel, along};
    axis->logarithmic =
        (along || !c->x.name) && is_logarithmic(&at, along ? &c->form->y : &c->form->x);
    axis->values = !along && c->x.name ? (range){0.5, (double)c->x.names + 0.5}
                                       : range_of(&at, axis->logarithmic);
    if (along || panel == CHART_EVERYWHERE)
        choose_unit(c, axis);
    else
        take_unit(&c->x, axis); /* its title stands below all panels */
    axis->tight = c->fields > 0;
    if (along)
        make_room(&at, axis);
}

typedef void value_visit(double value, void *context);

static bool is_looked_at(const looked *at, size_t panel)
{
    return at->panel == CHART_EVERYWHERE || panel == (size_t)at->panel;
}

static void visit_fields(const looked *at, value_visit *use, void *context)
{
    for (size_t i = 0; i < at->c->fields; i++) {
        const chart_field *field = &at->c->field[i];
        const size_t values = at->along ? field->rows : field->columns;
        for (size_t k = 0; is_looked_at(at, field->panel) && k < values; k++)
            use(at->along ? field->y[k] : field->x[k], context);
    }
}

/* Every value along an axis: where there are fields, theirs. */
static void visit(const looked *at, value_visit *use, void *context)
{
    visit_fields(at, use, context);
    for (size_t i = 0; at->c->fields == 0 && i < at->c->points; i++) {
        const chart_point *p = &at->c->point[i];
        if (!is_looked_at(at, p->panel))
            continue;
        use(at->along ? p->y : p->x, context);
        if (at->along) {
            use(p->low, context);
            use(p->high, context);
            use(p->published, context);
        }
    }
}

static void include(double value, void *context)
{
    if (isfinite(value))
        range_include(context, value);
}

typedef struct positive {
    double least_counted;
    range values;
} positive;

static void include_positive(double value, void *context)
{
    positive *p = context;
    if (isfinite(value) && value > 0 && value >= p->least_counted)
        range_include(&p->values, value);
}

static range range_of(const looked *at, bool logarithmic)
{
    range all = range_empty();
    visit(at, include, &all);
    positive p = {least_shown * all.high, range_empty()};
    if (logarithmic)
        visit(at, include_positive, &p);
    return logarithmic ? p.values : all;
}

static bool is_logarithmic(const looked *at, const chart_values *of)
{
    const range all = range_of(at, false);
    if (of->scale != CHART_BY_VALUES)
        return of->scale == CHART_LOG && all.high > 0;
    return all.low > noise * all.high && all.high > 10 * all.low;
}

/* Where nothing says the unit, seconds are shown in that in which the largest is 1 or more, and
 * joules of a panel's own axis. */
static void choose_unit(const chart *c, chart_axis *axis)
{
    static const double rounding = 1e-12; /* smaller is no µs or nJ, but what is left of 0 */
    static const struct {
        const char *of, *name;
        double scale;
    } units[] = {{"s", "ms", 1e3},  {"s", "µs", 1e6}, {"s", "ns", 1e9}, {"J", "MJ", 1e-6},
                 {"J", "kJ", 1e-3}, {"J", "mJ", 1e3}, {"J", "µJ", 1e6}, {"J", "nJ", 1e9}};
    const double most = fmax(fabs(axis->values.low), fabs(axis->values.high));
    const bool energy = strcmp(axis->unit, "J") == 0, known = axis->shown != NULL;
    if (!known && !axis->logarithmic && most < rounding && (energy || strcmp(axis->unit, "s") == 0))
        axis->values = (range){0, 0};
    axis->scale = known ? axis->scale : 1;
    axis->shown = known ? axis->shown : axis->unit;
    for (size_t i = 0; !known && (c->own_x || !energy) && i < sizeof units / sizeof *units; i++) {
        const bool smaller = units[i].scale > 1;
        if (strcmp(units[i].of, axis->unit) == 0 && most >= rounding && axis->scale >= 1 &&
            (smaller ? most < 1e3 / units[i].scale
                     : axis->scale == 1 && most * units[i].scale >= 1)) {
            axis->shown = units[i].name;
            axis->scale = units[i].scale;
        }
    }
    axis->values.low *= axis->scale;
    axis->values.high *= axis->scale;
    axis->data = axis->values;
}

static void take_unit(const chart_axis *from, chart_axis *axis)
{
    axis->values.low *= from->scale;
    axis->values.high *= from->scale;
    axis->data = axis->values;
}

static bool any_bound(const looked *at)
{
    bool any = false;
    for (size_t i = 0; !any && i < at->c->points; i++)
        any = is_looked_at(at, at->c->point[i].panel) && chart_is_bound(&at->c->point[i]);
    return any;
}

/* Around values that are alike, a tenth of them. */
static range spread(range r)
{
    const double size = fmax(fabs(r.low), fabs(r.high));
    if (r.high - r.low > alike * size)
        return r;
    const double around = size > 0 ? 0.1 * size : 1;
    return (range){r.low - around, r.high + around};
}

static void make_room(const looked *at, chart_axis *y)
{
    const chart *c = at->c;
    const double marks = c->words > 0 ? CHART_FRAME + CHART_LAYER * (double)chart_layers(c) : 0;
    const double below = marks / (1 - marks), above = any_bound(at) ? arrow_share : 0;
    range *r = &y->values;
    if (range_is_empty(r))
        *r = y->data = (range){0, 1};
    if (y->logarithmic) {
        const double ratio = fmax(r->high / r->low, 2);
        r->low /= pow(ratio, below);
        r->high *= pow(ratio, above);
        return;
    }
    *r = spread(*r);
    const double span = r->high - r->low;
    r->low -= below * span;
    r->high += above * span;
}

/* --- an axis in the script --- */

static double width_of(double number)
{
    char text[32];
    snprintf(text, sizeof text, "%.6g", number);
    char *power =
        strchr(text, 'e'); /* written as 1.5×10 to the -15, which gnuplot takes for longer */
    if (power)
        *power = '\0';
    return sheet_text_width(text) + (power ? sheet_text_width("×10-1500") : 0);
}

/* With some room around, unless it is tight; the values of a linear axis. */
static range shown_of(const chart_axis *axis)
{
    const range r = spread(axis->values);
    const double room = (axis->tight ? 0 : 0.06) * (r.high - r.low);
    return (range){r.low - room, r.high + room};
}

/* The widest of the numbers at multiples of a step within a range, cm. */
static double widest_of(range shown, double step)
{
    double widest = 0;
    const long first = lround(ceil(shown.low / step)), last = lround(floor(shown.high / step));
    for (long k = first; k <= last; k++)
        widest = fmax(widest, width_of((double)k * step));
    return widest;
}

/* Between the numbers of a linear axis: as many, up to eight, as have room along it. */
static double tics_of(range shown, bool along, double length)
{
    static const double between = 0.35, height = 0.55; /* cm */
    const double span = shown.high - shown.low;
    double step = style_round(span / 4);
    while (span / step > 8 ||
           span / step * (along ? widest_of(shown, step) + between : height) > length)
        step = style_round(2.51 * step);
    return span / step >= 2 ? step : style_round(span / 2);
}

static bool has_powers(const chart_axis *axis)
{
    return axis->logarithmic && axis->values.high / axis->values.low > powers_from;
}

static void write_names(const chart_axis *axis, double most, figure *f)
{
    const size_t first = (size_t)lround(axis->values.low + 0.5);
    fprintf(f->script.stream, "set xrange [%g:%g]\nset xtics (", axis->values.low,
            axis->values.high);
    for (size_t i = first; (double)i < axis->values.high; i++) {
        char cut[DATUM_TEXT + 8];
        fputs(i > first ? ", " : "", f->script.stream);
        sheet_fit(axis->name[i - 1], most, cut, sizeof cut);
        figure_tic(f, cut);
        fprintf(f->script.stream, " %zu", i);
    }
}

/* Its numbers are those of the values; where marks have room there are none. */
static void write_log_axis(const chart_axis *axis, const char *name, double length, figure *f)
{
    const double around = 1.15 * pow(axis->data.high / axis->data.low, 0.04);
    style_log_axis_within(f, name, axis->data, length);
    if (axis->values.low < axis->data.low || axis->values.high > axis->data.high)
        fprintf(f->script.stream, "set %srange [%.6g:%.6g]\n", name, axis->values.low / around,
                axis->values.high * around);
}

void chart_write_axis(const chart_axis *axis, const char *name, double length, bool numbers,
                      figure *f)
{
    FILE *out = f->script.stream;
    const range shown = shown_of(axis);
    if (axis->name) {
        const bool turned = chart_names_are_turned(axis, length);
        write_names(axis, CHART_NAME_MOST, f);
        fprintf(out, ") scale 0%s\n", turned ? " rotate by 45 right" : "");
        return;
    }
    if (axis->logarithmic)
        write_log_axis(axis, name, length, f);
    else
        fprintf(out, "set %srange [%.6g:%.6g]\nset %stics %.6g\n", name, shown.low, shown.high,
                name, tics_of(shown, *name != 'y', length));
    fprintf(out, "set format %s '%s'\n", name,
            !numbers           ? ""
            : has_powers(axis) ? "10^{%L}"
                               : "% h");
}

double chart_numbers(const chart_axis *axis)
{
    const range values = axis->values, shown = shown_of(axis);
    if (has_powers(axis))
        return sheet_text_width("10-10");
    if (axis->logarithmic)
        return fmax(width_of(values.low), width_of(values.high));
    return widest_of(shown, tics_of(shown, false, 6));
}

/* The names that an axis shows. */
double chart_names_width(const chart_axis *axis)
{
    double widest = 0;
    for (size_t i = 0; i < axis->names; i++)
        widest = fmax(widest, sheet_text_width(axis->name[i]));
    return fmin(widest, CHART_NAME_MOST);
}

bool chart_names_are_turned(const chart_axis *axis, double length)
{
    static const double between = 0.2; /* cm */
    const double shown = axis->values.high - axis->values.low;
    return axis->name && chart_names_width(axis) + between > length / shown;
}

void chart_label_text(const chart_axis *axis, char text[CHART_LABEL])
{
    const bool shown = axis->shown[0] && strcmp(axis->shown, "1") != 0;
    snprintf(text, CHART_LABEL, "%s%s%s%s%s", axis->title, shown ? " (" : "",
             shown ? axis->shown : "", shown ? ")" : "", axis->with);
}

void chart_write_label(const chart_axis *axis, double most, bool two, figure *f)
{
    char text[CHART_LABEL];
    chart_label_text(axis, text);
    chart_write_text(text, most, two ? 2 : 1, f);
}

void chart_write_text(const char *text, double most, size_t lines, figure *f)
{
    char line[CHART_LABEL], cut[CHART_LABEL + 8];
    do {
        const size_t length = sheet_line(text, most, lines--);
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        sheet_fit(line, most, cut, sizeof cut);
        figure_text(f, cut);
        text += length + (text[length] == ' ');
        fputs(*text ? ".\"\\n\"." : "", f->script.stream);
    } while (*text);
}
