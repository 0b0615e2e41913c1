#include "analysis/plot/value_axis.h"

#include <math.h>
#include <string.h>

#include "analysis/plot/sheet.h"

static const double powers_from = 1000; /* past it the numbers of decades are powers of ten */

void value_axis_label(figure *f, const char *name, const char *unit)
{
    char text[240] = "";
    size_t used = (size_t)snprintf(text, sizeof text, "%.160s", name);
    const bool shown = unit[0] && strcmp(unit, "1") != 0;
    if (shown)
        used += (size_t)snprintf(text + used, sizeof text - used, " (");
    for (; shown && *unit && used + 8 < sizeof text; unit++) {
        const bool square = strncmp(unit, "^2", 2) == 0, cube = strncmp(unit, "^3", 2) == 0;
        used += (size_t)snprintf(text + used, sizeof text - used, "%s",
                                 square ? "²"
                                 : cube ? "³"
                                        : (char[]){*unit, '\0'});
        unit += square || cube;
    }
    if (shown)
        snprintf(text + used, sizeof text - used, ")");
    figure_text(f, text);
}

/* With some room around; the values of a linear axis. */
static range shown_of(range r)
{
    const double room = r.high > r.low ? 0.06 * (r.high - r.low) : 0.5 * fabs(r.high) + 0.5;
    return (range){r.low - room, r.high + room};
}

/* Between the numbers of a linear axis, three to eight of which stand along it. */
static double tics_of(range shown)
{
    return style_round((shown.high - shown.low) / 3);
}

void value_axis_write(figure *f, const char *axis, range values, bool logarithmic, double length)
{
    const range shown = shown_of(values);
    const bool few = *axis == 'x' && length < 5;
    if (logarithmic)
        style_log_axis_within(f, axis, values, length);
    else
        fprintf(f->script.stream, "set %srange [%.6g:%.6g]\nset %stics %.6g\n", axis, shown.low,
                shown.high, axis, (few ? 2 : 1) * tics_of(shown));
    fprintf(f->script.stream, "%sformat = '%s'\nset format %s %sformat\n", axis,
            logarithmic && values.high / values.low > powers_from ? "10^{%L}" : "% h", axis, axis);
}

static double width_of(double number)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g", number);
    return sheet_text_width(text);
}

double value_axis_numbers(range values, bool logarithmic)
{
    const range shown = shown_of(values);
    const double step = tics_of(shown);
    double widest = 0;
    if (logarithmic && values.high / values.low > powers_from)
        return sheet_text_width("10-10");
    if (logarithmic)
        return fmax(width_of(values.low), width_of(values.high));
    const long first = lround(ceil(shown.low / step)), last = lround(floor(shown.high / step));
    for (long k = first; k <= last; k++)
        widest = fmax(widest, width_of((double)k * step));
    return widest;
}
