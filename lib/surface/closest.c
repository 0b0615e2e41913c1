#include "surface/closest.h"

static vec mix(vec a, vec b, vec c, const double weight[3])
{
    return plus(plus(scaled(weight[0], a), scaled(weight[1], b)), scaled(weight[2], c));
}

static void set(double weight[3], double u, double v, double w)
{
    weight[0] = u;
    weight[1] = v;
    weight[2] = w;
}

/* The names are Ericson's: d1 ... d6 are projections on the two edges at a, from a, b and c; va,
 * vb, vc the barycentric areas of the projection on the plane. */
static void find_weights(vec x, vec a, vec b, vec c, double weight[3])
{
    const vec ab = minus(b, a), ac = minus(c, a);
    const vec ax = minus(x, a), bx = minus(x, b), cx = minus(x, c);
    const double d1 = dot(ab, ax), d2 = dot(ac, ax), d3 = dot(ab, bx), d4 = dot(ac, bx);
    const double d5 = dot(ab, cx), d6 = dot(ac, cx);
    const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    if (d1 <= 0.0 && d2 <= 0.0)
        set(weight, 1.0, 0.0, 0.0);
    else if (d3 >= 0.0 && d4 <= d3)
        set(weight, 0.0, 1.0, 0.0);
    else if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0)
        set(weight, d3 / (d3 - d1), d1 / (d1 - d3), 0.0);
    else if (d6 >= 0.0 && d5 <= d6)
        set(weight, 0.0, 0.0, 1.0);
    else if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0)
        set(weight, d6 / (d6 - d2), 0.0, d2 / (d2 - d6));
    else if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0)
        set(weight, 0.0, (d5 - d6) / (d4 - d3 + d5 - d6), (d4 - d3) / (d4 - d3 + d5 - d6));
    else
        set(weight, va / (va + vb + vc), vb / (va + vb + vc), vc / (va + vb + vc));
}

vec trama_closest_on_triangle(vec x, vec a, vec b, vec c, double weight[3])
{
    find_weights(x, a, b, c, weight);
    return mix(a, b, c, weight);
}
