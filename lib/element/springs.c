/* Springs: U = k (l - l0)^2/2. C = l - l0 (m), alpha = 1/k (m/N). The projection is that of the
 * vector r between the ends on the sphere of radius l0: |r - l0 r/|r||^2 = (l - l0)^2, so it is
 * exact (Liu et al. 2013). A spring of no length has no direction, and no force. */
#include "core/vec.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { NODES = 2, STRAINS = 1 };

typedef struct constants {
    double stiffness, rest, damping; /* N/m, m, N s/m */
} constants;

/* The Hessian is `along` n n^T + `across` (I - n n^T). */
typedef struct state {
    vec n;
    double along, across;
} state;

/* Unit vector from the first end to the second, and the length. */
INLINE vec way_of(const vec *p, double *length)
{
    const vec r = minus(p[1], p[0]);
    *length = sqrt(dot(r, r));
    return *length > 0.0 ? scaled(1.0 / *length, r) : (vec){0.0, 0.0, 0.0};
}

INLINE double energy_of(const constants *s, const vec *p)
{
    double length;
    way_of(p, &length);
    return 0.5 * s->stiffness * (length - s->rest) * (length - s->rest);
}

INLINE void gradient_of(const constants *s, const vec *p, vec *g)
{
    double length;
    const vec n = way_of(p, &length);
    g[1] = scaled(s->stiffness * (length - s->rest), n);
    g[0] = scaled(-1.0, g[1]);
}

INLINE state state_of(const constants *s, bool positive, const vec *p)
{
    double length;
    const vec n = way_of(p, &length);
    const double slack = length > 0.0 ? 1.0 - s->rest / length : 0.0;
    return (state){n, s->stiffness, s->stiffness * (positive && slack < 0.0 ? 0.0 : slack)};
}

INLINE void change_of(const constants *s, const state *at, const vec *dp, vec *dg)
{
    const vec dr = minus(dp[1], dp[0]);
    (void)s;
    dg[1] = combined((at->along - at->across) * dot(at->n, dr), at->n, at->across, dr);
    dg[0] = scaled(-1.0, dg[1]);
}

INLINE void constraint_of(const constants *s, const vec *p, double *c, vec *jacobian)
{
    double length;
    jacobian[1] = way_of(p, &length);
    jacobian[0] = scaled(-1.0, jacobian[1]);
    c[0] = length - s->rest;
}

INLINE void compliance_of(const constants *s, double *alpha)
{
    alpha[0] = 1.0 / s->stiffness;
}

INLINE void metric_of(const constants *s, const vec *p, double *metric)
{
    (void)p;
    metric[0] = metric[3] = s->stiffness;
    metric[1] = metric[2] = -s->stiffness;
}

#include "element/batch.h"

static void projections(const trama_element_group *group, size_t begin, size_t end, const vec *x,
                        double *weight, double *selector, vec *target)
{
    const constants *own = constants_of(group);
    vec p[NODES];
    for (size_t e = begin; e < end; e++) {
        double length;
        corners_of(group, e, x, p);
        weight[e - begin] = own[e].stiffness;
        selector[2 * (e - begin)] = -1.0;
        selector[2 * (e - begin) + 1] = 1.0;
        target[e - begin] = scaled(own[e].rest, way_of(p, &length));
    }
}

static void rests(const trama_element_group *group, size_t begin, size_t end, double *rest)
{
    for (size_t e = begin; e < end; e++)
        rest[e - begin] = constants_of(group)[e].rest;
}

static size_t count(const trama_model_type *type, const void *model)
{
    return type->composition->springs ? type->composition->springs(model) : 0;
}

static bool take(const trama_model_type *type, const void *model, size_t index, void *made,
                 size_t *node)
{
    const trama_spring spring = type->composition->spring(model, index);
    *(constants *)made = (constants){spring.stiffness, spring.rest, spring.damping};
    memcpy(node, spring.node, sizeof spring.node);
    return spring.stiffness != 0.0 || spring.damping != 0.0;
}

static const char *without_energy(const void *own)
{
    return ((const constants *)own)->stiffness == 0.0 ? "dampers without a spring" : NULL;
}

static const char *without_projection(const void *own)
{
    (void)own;
    return NULL;
}

static double damping(const void *own)
{
    return ((const constants *)own)->damping;
}

const trama_element_kind trama_element_springs = {
    .name = "springs",
    .summary = "two nodes at a length",
    .reference = "Hooke's law; Liu et al. 2013 (the projection)",
    TRAMA_ELEMENT_BATCHES,
    .count = count,
    .take = take,
    .without_energy = without_energy,
    .without_projection = without_projection,
    .damping = damping,
    .rests = rests,
    .rows = 1,
    .projections = projections,
};
