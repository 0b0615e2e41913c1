/* Normal impulses of the up to four points of one manifold, all at once: a linear complementarity
 * problem of four unknowns, by principal pivoting with the least index (K. G. Murty, "Note on a
 * Bard-type scheme for solving the complementarity problem", Opsearch 11, 1974), which ends for
 * every positive definite matrix. So points that are alike get impulses that are alike, in whatever
 * order they stand. */
#include "interaction/rigid_soft.h"

#include <math.h>

enum { COUNT = TRAMA_MANIFOLD_POINTS, SETS = 1 << COUNT };

/* Solves a x + b = 0 for the points of a set, by Cholesky's factors; x of the others is 0. */
static void solve(double a[COUNT][COUNT], const double b[COUNT], unsigned set, double x[COUNT])
{
    double l[COUNT][COUNT], d[COUNT];
    for (int i = 0; i < COUNT; i++) {
        x[i] = 0.0;
        if (!(set >> i & 1))
            continue;
        d[i] = a[i][i];
        x[i] = -b[i];
        for (int j = 0; j < i; j++) {
            if (!(set >> j & 1))
                continue;
            double c = a[i][j];
            for (int k = 0; k < j; k++)
                if (set >> k & 1)
                    c -= l[i][k] * l[j][k] * d[k];
            l[i][j] = c / d[j];
            d[i] -= l[i][j] * c;
            x[i] -= l[i][j] * x[j];
        }
    }
    for (int i = COUNT - 1; i >= 0; i--) {
        if (!(set >> i & 1))
            continue;
        x[i] /= d[i];
        for (int j = i + 1; j < COUNT; j++)
            if (set >> j & 1)
                x[i] -= l[j][i] * x[j];
    }
}

/* The first point that is wrong: among those that push and pulled, or not among them and
 * approaching. COUNT: none. */
static int first_wrong(double a[COUNT][COUNT], const double b[COUNT], unsigned set,
                       unsigned pushing, const double x[COUNT])
{
    double scale = 0.0;
    for (int i = 0; i < COUNT; i++)
        if (set >> i & 1)
            scale = fmax(scale, fabs(b[i]));
    for (int i = 0; i < COUNT; i++) {
        double rate = b[i];
        if (pushing >> i & 1 && x[i] < 0.0)
            return i;
        if (pushing >> i & 1 || !(set >> i & 1))
            continue;
        for (int j = 0; j < COUNT; j++)
            rate += a[i][j] * x[j];
        if (rate < -1e-12 * scale) /* less is rounding */
            return i;
    }
    return COUNT;
}

void trama_soft_complement(double a[COUNT][COUNT], const double b[COUNT], unsigned set,
                           double x[COUNT])
{
    unsigned pushing = set;
    solve(a, b, pushing, x);
    for (int tries = 0; tries < SETS; tries++) {
        const int wrong = first_wrong(a, b, set, pushing, x);
        if (wrong == COUNT)
            break;
        pushing ^= 1U << wrong;
        solve(a, b, pushing, x);
    }
    for (int i = 0; i < COUNT; i++)
        x[i] = fmax(x[i], 0.0);
}
