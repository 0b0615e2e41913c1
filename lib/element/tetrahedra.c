/* Tetrahedra of a corotated linear material: the energy of model/soft_body/element.h,
 *
 *   U = V [mu |S - I|^2 + lambda tr(S - I)^2/2],   F = R S.
 *
 * C is S - I as six numbers (1), the last three twice the entries off the diagonal; alpha (V K)^-1
 * (1/J) with K of an isotropic material. Without lambda (nu = 0), U = w |F - R|^2/2, w = 2 mu V,
 * which is a projection; with it, tr(S - I)^2 is none of this form. */
#include "model/soft_body/twist.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { NODES = 4, STRAINS = 6 };

typedef struct constants {
    vec gradient[NODES]; /* g_i, 1/m */
    double volume;       /* m^3 */
    soft_material material;
} constants;

typedef struct state {
    bool positive;
    soft_state at;
    matrix twist;
} state;

INLINE matrix deformation(const constants *t, const vec *p)
{
    matrix f = {{{0}}};
    for (int i = 1; i < NODES; i++)
        f = matrix_plus_outer(f, minus(p[i], p[0]), t->gradient[i]);
    return f;
}

/* V P g_i of each node; the first gets the opposite of the others. */
INLINE void share(const constants *t, matrix stress, vec *g)
{
    g[0] = (vec){0.0, 0.0, 0.0};
    for (int i = 1; i < NODES; i++) {
        g[i] = scaled(t->volume, matrix_times(stress, t->gradient[i]));
        g[0] = minus(g[0], g[i]);
    }
}

INLINE double energy_of(const constants *t, const vec *p)
{
    return t->volume * soft_energy(&t->material, soft_state_of(&t->material, deformation(t, p)).s);
}

INLINE void gradient_of(const constants *t, const vec *p, vec *g)
{
    const soft_state s = soft_state_of(&t->material, deformation(t, p));
    share(t, matrix_product(s.r, s.t), g);
}

INLINE state state_of(const constants *t, bool positive, const vec *p)
{
    state s = {.positive = positive, .at = soft_state_of(&t->material, deformation(t, p))};
    if (positive)
        s.twist = trama_soft_twist(&s.at);
    return s;
}

INLINE void change_of(const constants *t, const state *s, const vec *dp, vec *dg)
{
    const matrix df = deformation(t, dp);
    share(t,
          s->positive ? soft_positive_change(&t->material, &s->at, s->twist, df)
                      : soft_change(&t->material, &s->at, df),
          dg);
}

/* Entry k of a symmetric strain as a row of C. */
INLINE double entry_of(matrix s, int k)
{
    return k < 3 ? s.at[k][k] : 2.0 * s.at[k == 3 ? 1 : 0][k == 5 ? 1 : 2];
}

INLINE void constraint_of(const constants *t, const vec *p, double *c, vec *jacobian)
{
    const soft_state s = soft_state_of(&t->material, deformation(t, p));
    for (int k = 0; k < STRAINS; k++)
        c[k] = entry_of(matrix_plus_diagonal(s.s, -1.0), k);
    for (int column = 0; column < 3 * NODES; column++) {
        matrix df = {{{0}}};
        const vec g = t->gradient[column / 3];
        df.at[column % 3][0] = g.x;
        df.at[column % 3][1] = g.y;
        df.at[column % 3][2] = g.z;
        const matrix a = matrix_transposed_product(s.r, df);
        const matrix ds = soft_strain_change(&s, a, soft_spin(&s, a));
        for (int k = 0; k < STRAINS; k++)
            (&jacobian[NODES * k + column / 3].x)[column % 3] = entry_of(ds, k);
    }
}

INLINE void compliance_of(const constants *t, double *alpha)
{
    const double mu = t->material.mu, lambda = t->material.lambda;
    const double all = lambda / (2.0 * mu + 3.0 * lambda) / (2.0 * mu * t->volume);
    for (int i = 0; i < STRAINS * STRAINS; i++)
        alpha[i] = 0.0;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            alpha[STRAINS * i + j] = (i == j ? 0.5 / (mu * t->volume) : 0.0) - all;
        alpha[(STRAINS + 1) * (i + 3)] = 1.0 / (mu * t->volume);
    }
}

INLINE void metric_of(const constants *t, const vec *p, double *metric)
{
    const double weight = t->volume * (2.0 * t->material.mu + t->material.lambda);
    (void)p;
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++)
            metric[NODES * i + j] = weight * dot(t->gradient[i], t->gradient[j]);
}

#include "element/batch.h"

/* Column k of F is A x, with A = the k-th components of the gradients, and goes to that of R. */
static void projections(const trama_element_group *group, size_t begin, size_t end, const vec *x,
                        double *weight, double *selector, vec *target)
{
    const constants *own = constants_of(group);
    vec p[NODES];
    for (size_t e = begin; e < end; e++) {
        const constants *t = &own[e];
        corners_of(group, e, x, p);
        const matrix r = trama_soft_rotation(deformation(t, p));
        weight[e - begin] = 2.0 * t->material.mu * t->volume;
        for (int k = 0; k < 3; k++) {
            for (int i = 0; i < NODES; i++)
                selector[3 * NODES * (e - begin) + (size_t)(NODES * k + i)] =
                    (&t->gradient[i].x)[k];
            target[3 * (e - begin) + (size_t)k] = (vec){r.at[0][k], r.at[1][k], r.at[2][k]};
        }
    }
}

static size_t count(const trama_model_type *type, const void *model)
{
    return type->composition->tetrahedra ? type->composition->tetrahedra(model) : 0;
}

static bool take(const trama_model_type *type, const void *model, size_t index, void *made,
                 size_t *node)
{
    const trama_elastic_tetrahedron told = type->composition->tetrahedron(model, index);
    constants *t = made;
    vec edge[NODES];
    for (int i = 0; i < NODES; i++)
        edge[i] = (vec){told.rest[i][0] - told.rest[0][0], told.rest[i][1] - told.rest[0][1],
                        told.rest[i][2] - told.rest[0][2]};
    const double six = dot(edge[1], cross(edge[2], edge[3])), over = 1.0 / six;
    t->gradient[1] = scaled(over, cross(edge[2], edge[3]));
    t->gradient[2] = scaled(over, cross(edge[3], edge[1]));
    t->gradient[3] = scaled(over, cross(edge[1], edge[2]));
    t->gradient[0] = scaled(-1.0, plus(t->gradient[1], plus(t->gradient[2], t->gradient[3])));
    t->volume = fabs(six) / 6.0;
    t->material = (soft_material){.mu = told.young / (2.0 * (1.0 + told.poisson)),
                                  .lambda = told.young * told.poisson /
                                            ((1.0 + told.poisson) * (1.0 - 2.0 * told.poisson))};
    memcpy(node, told.node, sizeof told.node);
    return told.young != 0.0;
}

static const char *without_energy(const void *own)
{
    (void)own;
    return NULL;
}

/* lambda comes from the model's as nu and back, so what is left of 0 is rounding. */
static const char *without_projection(const void *own)
{
    const constants *t = own;
    return fabs(t->material.lambda) > 1e-12 * t->material.mu ? "a Poisson's ratio that is not 0"
                                                             : NULL;
}

const trama_element_kind trama_element_tetrahedra = {
    .name = "tetrahedra",
    .summary = "corotated, of a linear material",
    .reference = "Sifakis and Barbic 2012, section 3.4; Bouaziz et al. 2014 (the projection)",
    TRAMA_ELEMENT_BATCHES,
    .count = count,
    .take = take,
    .without_energy = without_energy,
    .without_projection = without_projection,
    .rows = 3,
    .projections = projections,
};
