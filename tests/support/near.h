/* assert_near(value, expected, tolerance) for doubles, which cmocka 1.1 lacks; include after
 * cmocka.h. NaN is near nothing. */
#ifndef TRAMA_TESTS_SUPPORT_NEAR_H
#define TRAMA_TESTS_SUPPORT_NEAR_H

#include <math.h>

#define assert_near(value, expected, tolerance)                                                    \
    assert_near_at((value), (expected), (tolerance), #value, __FILE__, __LINE__)

static inline void assert_near_at(double value, double expected, double tolerance, const char *text,
                                  const char *file, int line)
{
    if (fabs(value - expected) <= tolerance)
        return;
    print_error("%s is %.17g, not %.17g within %g\n", text, value, expected, tolerance);
    _fail(file, line);
}

/* The larger, as fmax, but NaN if either is: the worst of many is then within no bound. */
static inline double worst_of(double a, double b)
{
    return a >= b || isnan(a) ? a : b;
}

#endif
