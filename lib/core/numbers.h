/* NaN and infinity as doubles. */
#ifndef TRAMA_CORE_NUMBERS_H
#define TRAMA_CORE_NUMBERS_H

#include <math.h>

/* Under -ffast-math isnan() is 0, and a simulation that diverged would count as stable. */
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "trama needs NaN: compile without -ffast-math and -ffinite-math-only"
#endif

/* In <math.h> they are floats, and clang's -Wdouble-promotion warns where they meet a double. */
#define TRAMA_NAN ((double)NAN)
#define TRAMA_INFINITY ((double)INFINITY)

#endif
