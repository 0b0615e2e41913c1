/* Acceleration of Nedel's surface, row by row (compiled once for each instruction set).
 *
 * Springs: with r the vector to the neighbour, of length l and unit vector e, the force on the node
 * is km (l - l0) e, and the opposite on the neighbour.
 *
 * Angular springs: at P between opposite neighbours A and B, with unit vectors a and b towards them
 * at distances |a|, |b|, theta the angle APB, and E = k/2 (theta - pi)^2. With beta = pi - theta,
 * cos beta = -a.b, the gradient is
 *   F_A = -k (beta / sin beta) (b + cos(beta) a) / |a|,   F_B likewise,   F_P = -(F_A + F_B).
 * At the straight angle sin beta vanishes with beta: a singularity of the formula, not of the
 * energy. With w = a + b and w' = a - b, x = |w|/2 = sin(beta/2) and y = |w'|/2 = cos(beta/2),
 *   b + cos(beta) a = w - 2 x^2 a,   b-side: w - 2 x^2 b,   beta / sin beta = beta / (2 x y),
 * and beta / (2 x) = asin(x)/x is smooth in x^2 at 0. So the force is exact, and as precise near
 * the straight angle as far from it. At the other end, beta = pi, A and B coincide in direction and
 * the force has none (its mean over all is 0): there, within 6e-8 rad, y is not let below 2^-25.
 *
 * Loops are over a row and write to rows of their own, so that vectors of any width give the same
 * bits. */
#include "core/memory.h"
#include "model/nedel/sheet.h"

#include <math.h>
#include <string.h>

#define INLINE static inline __attribute__((always_inline))
#define NAME_OF(isa) trama_nedel_kernel_##isa
#define NAME(isa) NAME_OF(isa)

/* Columns of a row of springs: pointers to n numbers each. */
typedef struct springs {
    double *x, *y, *z, *inverse;
} springs;

static springs springs_at(const nedel_sheet *s, int direction, size_t k)
{
    const size_t width = trama_padded(s->n);
    const size_t row = ((size_t)direction * 2 + k % 2) * NEDEL_SPRING_COLUMNS;
    double *at = s->rows + row * width;
    return (springs){at, at + width, at + 2 * width, at + 3 * width};
}

/* x, y, z of a row of a state array. */
typedef struct row {
    double *x, *y, *z;
} row;

static row row_of(const nedel_sheet *s, double *state, ptrdiff_t node)
{
    const ptrdiff_t nodes = (ptrdiff_t)(s->m * s->n);
    return (row){state + node, state + nodes + node, state + 2 * nodes + node};
}

/* Columns l for which [k + dk, l + dl] is on the grid. */
static size_t first_of(nedel_step step)
{
    return step.dl < 0 ? 1 : 0;
}
static size_t end_of(const nedel_sheet *s, nedel_step step)
{
    return s->n - (step.dl > 0 ? 1 : 0);
}

/* --- springs --- */

/* The springs of a direction that start in row k: unit vectors and lengths are kept for the angular
 * ones. The pull (a force) is left in `pull`. */
static void stretch(const nedel_sheet *s, int direction, size_t k, const double *q, row pull)
{
    const nedel_step step = trama_nedel_steps[direction];
    const size_t nodes = s->m * s->n, first = first_of(step), end = end_of(s, step);
    const double *x = q + k * s->n, *y = x + nodes, *z = y + nodes;
    const ptrdiff_t to = step.dk * (ptrdiff_t)s->n + step.dl;
    const springs e = springs_at(s, direction, k);
    const double stiffness = s->elasticity[direction], rest = s->rest[direction];
#pragma omp simd
    for (size_t l = first; l < end; l++) {
        const ptrdiff_t i = (ptrdiff_t)l;
        const double dx = x[i + to] - x[i], dy = y[i + to] - y[i], dz = z[i + to] - z[i];
        const double length = sqrt(dx * dx + dy * dy + dz * dz), inverse = 1.0 / length;
        const double tension = stiffness * (length - rest);
        e.x[l] = dx * inverse;
        e.y[l] = dy * inverse;
        e.z[l] = dz * inverse;
        e.inverse[l] = inverse;
        pull.x[l] = tension * e.x[l];
        pull.y[l] = tension * e.y[l];
        pull.z[l] = tension * e.z[l];
    }
}

static void add(row to, row force, size_t first, size_t end)
{
#pragma omp simd
    for (size_t l = first; l < end; l++) {
        to.x[l] += force.x[l];
        to.y[l] += force.y[l];
        to.z[l] += force.z[l];
    }
}

static void subtract(row to, row force, size_t first, size_t end)
{
#pragma omp simd
    for (size_t l = first; l < end; l++) {
        to.x[l] -= force.x[l];
        to.y[l] -= force.y[l];
        to.z[l] -= force.z[l];
    }
}

/* The forces of two columns of three that a loop leaves. */
static row forces_at(const nedel_sheet *s, size_t which)
{
    const size_t width = trama_padded(s->n);
    double *at =
        s->rows + ((size_t)2 * NEDEL_DIRECTIONS * NEDEL_SPRING_COLUMNS + 3 * which) * width;
    return (row){at, at + width, at + 2 * width};
}

static void springs_of_row(const nedel_sheet *s, size_t k, const double *q, double *a)
{
    const row pull = forces_at(s, 0);
    for (int d = 0; d < NEDEL_DIRECTIONS; d++) {
        const nedel_step step = trama_nedel_steps[d];
        if (k + (size_t)step.dk >= s->m)
            continue;
        const size_t first = first_of(step), end = end_of(s, step);
        const ptrdiff_t start = (ptrdiff_t)(k * s->n);
        stretch(s, d, k, q, pull);
        add(row_of(s, a, start), pull, first, end);
        subtract(row_of(s, a, start + step.dk * (ptrdiff_t)s->n + step.dl), pull, first, end);
    }
}

/* --- angular springs --- */

/* asin(x)/x for x = sin, y = cos of an angle from 0 to pi/4: by half the angle, whose sine is x h,
 * h = 1/sqrt(2 (1 + y)), and the rational approximation of fdlibm's asin (Sun Microsystems 1993),
 * good to 2^-58 for sines up to 1/2. */
INLINE double arc_over_sine(double square, double y)
{
    const double scale = 1.0 / (2.0 + 2.0 * y), z = square * scale; /* of the half angle's sine */
    const double p =
        z * (1.66666666666666657415e-01 +
             z * (-3.25565818622400915405e-01 +
                  z * (2.01212532134862925881e-01 +
                       z * (-4.00555345006794114027e-02 +
                            z * (7.91534994289814532176e-04 + z * 3.47933107596021167570e-05)))));
    const double r =
        1.0 + z * (-2.40339491173441421878e+00 +
                   z * (2.02094576023350569471e+00 +
                        z * (-6.88283971605453293030e-01 + z * 7.70381505559019352791e-02)));
    return 2.0 * sqrt(scale) * (1.0 + p / r);
}

/* beta / sin beta for x = sin(beta/2), y = cos(beta/2) and their squares. */
INLINE double arc_over_chord(double x, double x2, double y, double y2)
{
    static const double pi = 3.14159265358979323846, least = 0x1p-25;
    const int shallow = x2 <= y2;
    const double arc = arc_over_sine(shallow ? x2 : y2, shallow ? y : x);
    const double guarded = y > least ? y : least;
    const double numerator = shallow ? arc : pi - 2.0 * y * arc;
    return numerator / (shallow ? y : 2.0 * x * guarded);
}

/* Forces on the neighbours A (column 0) and B (column 1) of the angular springs of a direction at
 * row k. `e`: springs that start at the row; `f`: those that end there, which start at l - dl. */
static void bend(const nedel_sheet *s, int direction, springs e, springs f, row on_a, row on_b)
{
    const ptrdiff_t dl = trama_nedel_steps[direction].dl;
    const size_t first = dl == 0 ? 0 : 1, end = s->n - first;
    const double stiffness = s->curvature[direction];
#pragma omp simd
    for (size_t l = first; l < end; l++) {
        const ptrdiff_t j = (ptrdiff_t)l - dl;
        const double ax = e.x[l], ay = e.y[l], az = e.z[l];
        const double bx = -f.x[j], by = -f.y[j], bz = -f.z[j];
        const double wx = ax + bx, wy = ay + by, wz = az + bz;
        const double ux = ax - bx, uy = ay - by, uz = az - bz;
        const double x2 = 0.25 * (wx * wx + wy * wy + wz * wz);
        const double y2 = 0.25 * (ux * ux + uy * uy + uz * uz);
        const double g = -stiffness * arc_over_chord(sqrt(x2), x2, sqrt(y2), y2);
        const double ga = g * e.inverse[l], gb = g * f.inverse[j], twice = 2.0 * x2;
        on_a.x[l] = ga * (wx - twice * ax);
        on_a.y[l] = ga * (wy - twice * ay);
        on_a.z[l] = ga * (wz - twice * az);
        on_b.x[l] = gb * (wx - twice * bx);
        on_b.y[l] = gb * (wy - twice * by);
        on_b.z[l] = gb * (wz - twice * bz);
    }
}

static void bends_of_row(const nedel_sheet *s, size_t k, double *a)
{
    const row on_a = forces_at(s, 0), on_b = forces_at(s, 1);
    for (int d = 0; d < NEDEL_DIRECTIONS; d++) {
        const nedel_step step = trama_nedel_steps[d];
        const size_t dk = (size_t)step.dk, first = step.dl == 0 ? 0 : 1;
        if (s->curvature[d] == 0.0 || k < dk || k + dk >= s->m || s->n < 1 + 2 * first)
            continue;
        const ptrdiff_t here = (ptrdiff_t)(k * s->n);
        const ptrdiff_t to = step.dk * (ptrdiff_t)s->n + step.dl;
        const size_t end = s->n - first;
        bend(s, d, springs_at(s, d, k), springs_at(s, d, k - dk), on_a, on_b);
        add(row_of(s, a, here + to), on_a, first, end);
        add(row_of(s, a, here - to), on_b, first, end);
        subtract(row_of(s, a, here), on_a, first, end);
        subtract(row_of(s, a, here), on_b, first, end);
    }
}

/* --- the whole --- */

static void scale(size_t count, double factor, double *a)
{
#pragma omp simd
    for (size_t i = 0; i < count; i++)
        a[i] *= factor;
}

void NAME(TRAMA_ISA)(const nedel_sheet *s, const double *q, const double *v, const double *normal,
                     const trama_loads *loads, double *a)
{
    const size_t nodes = s->m * s->n;
    memset(a, 0, 3 * nodes * sizeof *a);
    for (size_t k = 0; k < s->m; k++) {
        springs_of_row(s, k, q, a);
        bends_of_row(s, k, a);
    }
    scale(3 * nodes, 1.0 / s->mass, a);
    trama_loads_apply(loads, 0, nodes, nodes, s->inverse_mass, normal,
                      normal ? normal + nodes : NULL, normal ? normal + 2 * nodes : NULL, v, a);
}
