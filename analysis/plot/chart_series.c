/* Histories as lines of a chart. */
#include <math.h>

#include "analysis/plot/chart.h"

enum { PARTS = 400 };

/* The finite row of a part with the least or largest value; `end` if it has none. */
static size_t extreme(const double *y, size_t first, size_t end, double sign)
{
    size_t found = end;
    for (size_t i = first; i < end; i++)
        if (isfinite(y[i]) && (found == end || sign * y[i] > sign * y[found]))
            found = i;
    return found;
}

void chart_add_series(chart_source *to, const double *x, const double *y, size_t rows, double scale)
{
    const size_t parts = rows < 2 * PARTS ? rows : PARTS;
    for (size_t k = 0; k < parts; k++) {
        const size_t end = rows * (k + 1) / parts;
        const size_t least = extreme(y, rows * k / parts, end, -1);
        const size_t most = extreme(y, rows * k / parts, end, 1);
        const size_t first = least < most ? least : most, second = least < most ? most : least;
        if (first < end)
            chart_add(to, NULL, chart_at(x[first], scale * y[first]));
        if (second < end && second != first)
            chart_add(to, NULL, chart_at(x[second], scale * y[second]));
    }
}
