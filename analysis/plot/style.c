#include "analysis/plot/style.h"

#include <math.h>
#include <string.h>

#include "core/numbers.h"

/* Okabe and Ito (2008), which gnuplot calls podo, without its yellow: too faint on paper. */
static const series_style styles[STYLE_SERIES] = {
    {"#0072b2", 7, 6, 1},   {"#d55e00", 5, 4, 2},   {"#009e73", 9, 8, 3}, {"#cc79a7", 11, 10, 4},
    {"#e69f00", 13, 12, 5}, {"#56b4e9", 15, 14, 1}, {"#000000", 7, 6, 2},
};

series_style style_of(size_t series)
{
    return styles[series % STYLE_SERIES];
}

series_style style_of_place(size_t place)
{
    series_style l = style_of(place);
    if (place >= (size_t)2 * STYLE_SERIES)
        l.open = 1 + (int)(place % 3);
    if (place >= STYLE_SERIES)
        l.filled = l.open;
    return l;
}

/* Methods that are told apart; those of a study with more repeat styles anyway. */
enum { METHODS_MOST = 64 };

static bool is_among(const char *const *title, size_t count, const char *one)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(title[i], one) == 0)
            return true;
    return false;
}

/* A method's place among those of the study, in the order of their first cases. */
series_style style_of_method(const study *s, const study_case *c)
{
    const char *before[METHODS_MOST];
    size_t count = 0;
    for (size_t i = 0; i < s->count && count < METHODS_MOST; i++) {
        const char *title = case_method_title(&s->item[i]);
        if (strcmp(title, case_method_title(c)) == 0)
            break;
        if (!is_among(before, count, title))
            before[count++] = title;
    }
    return style_of_place(count);
}

range range_empty(void)
{
    return (range){TRAMA_INFINITY, -TRAMA_INFINITY};
}

void range_include(range *r, double value)
{
    r->low = fmin(r->low, value); /* fmin and fmax pass over NaN */
    r->high = fmax(r->high, value);
}

bool range_is_empty(const range *r)
{
    return !(r->low <= r->high);
}

/* Where a decade has tics, so that every axis has some. What has no span is taken where others have
 * no room. */
static const struct {
    double span; /* of the axis, at least */
    size_t count;
    double step[12];
} tics[] = {
    {1000, 1, {1}},
    {TRAMA_INFINITY, 2, {1, 3}},
    {10, 3, {1, 2, 5}},
    {3, 6, {1, 1.5, 2, 3, 5, 7}},
    {1, 12, {1, 1.2, 1.4, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6, 8}},
};

/* The tics of an axis: which of a decade's, and of every how many-th decade. */
typedef struct scale {
    double low, high; /* of the axis */
    size_t kind;
    int every;
} scale;

/* Numbers along an axis, whose type is 8 pt: digits are 0.18 cm wide. */
static double width_of(double number)
{
    char text[32];
    return 0.18 * snprintf(text, sizeof text, "%.6g", number);
}

/* Whether its numbers have no room along an axis of so many cm: in all, or two beside each other.
 */
static bool is_crowded(const scale *s, bool along, double room)
{
    static const double between = 0.08, height = 0.42; /* cm */
    static const double plain = 2000;
    const double decade_length = room / log10(s->high / s->low);
    double length = 0, before = 0;
    for (int decade = (int)floor(log10(s->low)); decade <= (int)ceil(log10(s->high));
         decade += s->every)
        for (size_t i = 0; i < tics[s->kind].count; i++) {
            const double at = tics[s->kind].step[i] * pow(10, decade);
            if (!(at >= s->low && at <= s->high))
                continue;
            if (along && before > 0 && s->high < plain * s->low &&
                log10(at / before) * decade_length <
                    (width_of(before) + width_of(at)) / 2 + between)
                return true;
            length += along ? 0.25 + width_of(at) : height;
            before = at;
        }
    return length > room;
}

static scale scale_of(range values, bool along, double room)
{
    const double around = 1.15 * pow(values.high / values.low, 0.04);
    scale s = {values.low / around, values.high * around, 0, 1};
    while (s.high / s.low < tics[s.kind].span)
        s.kind++;
    while (s.kind > 0 && is_crowded(&s, along, room))
        s.kind--;
    while (s.every < 20 && is_crowded(&s, along, room))
        s.every++;
    return s;
}

void style_log_axis_within(figure *f, const char *axis, range values, double room)
{
    FILE *out = f->script.stream;
    if (!(values.low > 0 && isfinite(values.high))) {
        fprintf(out, "set logscale %s\n", axis);
        return;
    }
    const scale s = scale_of(values, *axis == 'x', room);
    const char *comma = "";
    fprintf(out, "set logscale %s\nset %srange [%.6g:%.6g]\nset %stics (", axis, axis, s.low,
            s.high, axis);
    for (int decade = (int)floor(log10(s.low)); decade <= (int)ceil(log10(s.high));
         decade += s.every)
        for (size_t i = 0; i < tics[s.kind].count; i++) {
            const double at = tics[s.kind].step[i] * pow(10, decade);
            if (!(at >= s.low && at <= s.high))
                continue;
            fprintf(out, "%s%.6g", comma, at);
            comma = ", ";
        }
    fputs(")\n", out);
}

double style_round(double most)
{
    static const double steps[] = {5, 2, 1};
    const double decade = pow(10, floor(log10(most)));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i] * decade <= most)
            return steps[i] * decade;
    return decade;
}

void edges_write(const edges *e, FILE *script)
{
    fprintf(script,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set bmargin at screen %.5f\nset tmargin at screen %.5f\n",
            e->left, e->right, e->bottom, e->top);
}
