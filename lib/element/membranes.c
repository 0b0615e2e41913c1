/* Triangles that resist in their plane: the energy of Green's strain (model/composition.h),
 *
 *   U = A (s . e)/2,   e = ((U.U - 1)/2, (V.V - 1)/2, U.V),   s = D e,
 *   D = E h/(1 - nu^2) [1 nu 0; nu 1 0; 0 0 (1 - nu)/2],
 *
 * U and V the vectors that the axes at rest go to (model/fem_cloth/triangle.h). C is e (1), alpha
 * (A D)^-1 (1/J): nu couples its rows. It is no projection: that on a rotation is of a corotated
 * energy. */
#include "core/vec.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { NODES = 3, STRAINS = 3 };

typedef struct constants {
    double ru[NODES], rv[NODES]; /* 1/m, of each corner: U = sum ru_i x_i */
    double area;                 /* m^2 */
    double modulus, poisson;     /* E h/(1 - nu^2), N/m */
} constants;

typedef struct state {
    vec u, v;
    double stress[STRAINS]; /* of the geometric part: without its negative one if positive */
} state;

/* U and V, from differences to the first corner. */
INLINE void carry(const constants *t, const vec *p, vec *u, vec *v)
{
    const vec a = minus(p[1], p[0]), b = minus(p[2], p[0]);
    *u = combined(t->ru[1], a, t->ru[2], b);
    *v = combined(t->rv[1], a, t->rv[2], b);
}

INLINE void strain_of(vec u, vec v, double *e)
{
    e[0] = 0.5 * (dot(u, u) - 1.0);
    e[1] = 0.5 * (dot(v, v) - 1.0);
    e[2] = dot(u, v);
}

INLINE void stress_of(const constants *t, const double *e, double *s)
{
    s[0] = t->modulus * (e[0] + t->poisson * e[1]);
    s[1] = t->modulus * (e[1] + t->poisson * e[0]);
    s[2] = t->modulus * 0.5 * (1.0 - t->poisson) * e[2];
}

INLINE double energy_of(const constants *t, const vec *p)
{
    vec u, v;
    double e[STRAINS], s[STRAINS];
    carry(t, p, &u, &v);
    strain_of(u, v, e);
    stress_of(t, e, s);
    return 0.5 * t->area * (s[0] * e[0] + s[1] * e[1] + s[2] * e[2]);
}

/* A (ru_i a + rv_i b) of each corner; the first gets the opposite of the others. */
INLINE void share(const constants *t, vec a, vec b, vec *g)
{
    for (int i = 1; i < NODES; i++)
        g[i] = scaled(t->area, combined(t->ru[i], a, t->rv[i], b));
    g[0] = scaled(-1.0, plus(g[1], g[2]));
}

INLINE void gradient_of(const constants *t, const vec *p, vec *g)
{
    vec u, v;
    double e[STRAINS], s[STRAINS];
    carry(t, p, &u, &v);
    strain_of(u, v, e);
    stress_of(t, e, s);
    share(t, combined(s[0], u, s[2], v), combined(s[2], u, s[1], v), g);
}

/* The positive part of a symmetric 2 x 2 matrix, [s0 s2; s2 s1], by its eigenvalues m +- r. */
INLINE void keep_positive(double *s)
{
    const double m = 0.5 * (s[0] + s[1]), d = 0.5 * (s[0] - s[1]), r = sqrt(d * d + s[2] * s[2]);
    if (m - r >= 0.0)
        return;
    const double large = m + r > 0.0 ? m + r : 0.0, half = r > 0.0 ? 0.5 * large / r : 0.0;
    s[0] = 0.5 * large + half * d;
    s[1] = 0.5 * large - half * d;
    s[2] *= half;
}

INLINE state state_of(const constants *t, bool positive, const vec *p)
{
    state at;
    double e[STRAINS];
    carry(t, p, &at.u, &at.v);
    strain_of(at.u, at.v, e);
    stress_of(t, e, at.stress);
    if (positive)
        keep_positive(at.stress);
    return at;
}

INLINE void change_of(const constants *t, const state *at, const vec *dp, vec *dg)
{
    vec du, dv;
    double s[STRAINS];
    carry(t, dp, &du, &dv);
    stress_of(t, (const double[]){dot(at->u, du), dot(at->v, dv), dot(du, at->v) + dot(at->u, dv)},
              s);
    const double *k = at->stress;
    share(t, plus(combined(s[0], at->u, s[2], at->v), combined(k[0], du, k[2], dv)),
          plus(combined(s[2], at->u, s[1], at->v), combined(k[2], du, k[1], dv)), dg);
}

INLINE void constraint_of(const constants *t, const vec *p, double *c, vec *jacobian)
{
    vec u, v;
    carry(t, p, &u, &v);
    strain_of(u, v, c);
    for (int i = 0; i < NODES; i++) {
        jacobian[i] = scaled(t->ru[i], u);
        jacobian[NODES + i] = scaled(t->rv[i], v);
        jacobian[2 * NODES + i] = combined(t->ru[i], v, t->rv[i], u);
    }
}

INLINE void compliance_of(const constants *t, double *alpha)
{
    const double nu = t->poisson, a = 1.0 / (t->area * t->modulus * (1.0 - nu * nu));
    const double of[STRAINS * STRAINS] = {
        a, -nu * a, 0.0, -nu * a, a, 0.0, 0.0, 0.0, 2.0 * (1.0 + nu) * a};
    for (int i = 0; i < STRAINS * STRAINS; i++)
        alpha[i] = of[i];
}

INLINE void metric_of(const constants *t, const vec *p, double *metric)
{
    (void)p;
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++)
            metric[NODES * i + j] =
                t->area * t->modulus * (t->ru[i] * t->ru[j] + t->rv[i] * t->rv[j]);
}

#include "element/batch.h"

static size_t count(const trama_model_type *type, const void *model)
{
    return type->composition->membranes ? type->composition->membranes(model) : 0;
}

static bool take(const trama_model_type *type, const void *model, size_t index, void *made,
                 size_t *node)
{
    const trama_membrane m = type->composition->membrane(model, index);
    constants *t = made;
    const double(*r)[2] = m.rest;
    const double u1 = r[1][0] - r[0][0], v1 = r[1][1] - r[0][1], u2 = r[2][0] - r[0][0],
                 v2 = r[2][1] - r[0][1], twice = u1 * v2 - u2 * v1;
    t->ru[1] = v2 / twice;
    t->ru[2] = -v1 / twice;
    t->rv[1] = -u2 / twice;
    t->rv[2] = u1 / twice;
    t->ru[0] = -(t->ru[1] + t->ru[2]);
    t->rv[0] = -(t->rv[1] + t->rv[2]);
    t->area = 0.5 * fabs(twice);
    t->poisson = m.poisson;
    t->modulus = m.stiffness / (1.0 - m.poisson * m.poisson);
    memcpy(node, m.node, sizeof m.node);
    return m.stiffness != 0.0;
}

static const char *without_energy(const void *own)
{
    (void)own;
    return NULL;
}

static const char *without_projection(const void *own)
{
    (void)own;
    return "the energy of Green's strain";
}

const trama_element_kind trama_element_membranes = {
    .name = "membranes",
    .summary = "triangles that resist in their plane",
    .reference = "Volino, Magnenat-Thalmann and Faure 2009, section 3",
    TRAMA_ELEMENT_BATCHES,
    .count = count,
    .take = take,
    .without_energy = without_energy,
    .without_projection = without_projection,
};
