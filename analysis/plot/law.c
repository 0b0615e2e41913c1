#include "analysis/plot/law.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

bool law_of(const law_point *point, size_t count, power_law *law)
{
    bool holds = count >= LAW_POINTS && fit(point, count, law);
    for (size_t i = 0; holds && i < count; i++)
        holds = passes(law, &point[i]);
    return holds;
}

void law_exponent(const power_law *law, char *text, size_t size)
{
    snprintf(text, size, "p = %.3f ± %.3f", law->p,
             (law->p_interval.high - law->p_interval.low) / 2);
}
