/* Whether two features that move in straight lines come within a distance of each other, decided in
 * exact arithmetic (GMP): what continuous detection is tested against. No step of it rounds.
 *
 * Coordinates are doubles, thus integers times a power of two. All of a query are scaled by one
 * power of two, so that everything below is a polynomial in t with integer coefficients. The
 * features are within `separation` at t if and only if the origin is as near to the triangle of the
 * differences of a vertex and a face, or to one of the two triangles that make the parallelogram of
 * the differences of two edges. A triangle D0 D1 D2 is as near if one of these holds, with X_ij =
 * D_i x D_j:
 *
 * - of a corner: |D_i|^2 <= s^2;
 * - of a side: |X_ij|^2 <= s^2 |D_j - D_i|^2, D_i . (D_j - D_i) <= 0 <= D_j . (D_j - D_i) and
 *   D_i != D_j;
 * - of the plane, with N = X01 + X12 + X20: (D0 . X12)^2 <= s^2 |N|^2, N . X01, N . X12 and
 *   N . X20 >= 0 and N != 0.
 *
 * For s = 0 the squares are equations of what is squared. Each is a system of polynomial
 * inequalities; the earliest t at which one of the systems holds is the begin of the time that is
 * looked at, or a root of one of the system's polynomials that are not 0: else the system would
 * hold just before. So it suffices to look at these t. Roots are isolated by Sturm's theorem. The
 * sign of a polynomial at a root is found by bounds of it on the interval, which shrinks; and if
 * these bounds keep different signs, it is 0 where the greatest common divisor of both polynomials
 * has a root in the interval. */
#ifndef TRAMA_TESTS_EXACT_MEETS_H
#define TRAMA_TESTS_EXACT_MEETS_H

#include "collision/proximity.h"

#include <stdbool.h>

typedef enum exact_kind { EXACT_VERTEX_FACE, EXACT_EDGE_EDGE } exact_kind;

/* Is the distance at most `separation` (m, >= 0) at a t of [from, to], 0 <= from <= to <= 1? */
bool exact_meets(exact_kind kind, const trama_four *x0, const trama_four *x1, double separation,
                 double from, double to);

#endif
