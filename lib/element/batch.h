/* The functions of a kind over ranges, made from those of one element, which are inlined into their
 * loops. For element/ only.
 *
 * A kind's file defines `constants` (a struct), NODES, STRAINS, and inline functions of one element
 * with nodes at p (NODES):
 *   double energy_of(const constants *, const vec *p)
 *   void gradient_of(const constants *, const vec *p, vec *g)
 *   state state_of(const constants *, bool positive, const vec *p)
 *   void change_of(const constants *, const state *, const vec *dp, vec *dg)   the Hessian times dp
 *   void constraint_of(const constants *, const vec *p, double *c, vec *jacobian)
 *   void compliance_of(const constants *, double *alpha)
 *   void metric_of(const constants *, const vec *p, double *metric)
 * and then includes this file. */
#include "element/element.h"

#include <string.h>

INLINE void corners_of(const trama_element_group *g, size_t e, const vec *x, vec *p)
{
    for (int i = 0; i < NODES; i++)
        p[i] = x[g->node[NODES * e + (size_t)i]];
}

static const constants *constants_of(const trama_element_group *g)
{
    return (const constants *)(const void *)g->constants;
}

static void energies(const trama_element_group *group, size_t begin, size_t end, const vec *x,
                     double *energy)
{
    const constants *own = constants_of(group);
    vec p[NODES];
    for (size_t e = begin; e < end; e++) {
        corners_of(group, e, x, p);
        energy[e - begin] = energy_of(&own[e], p);
    }
}

static void gradients(const trama_element_group *group, size_t begin, size_t end, const vec *x,
                      vec *gradient)
{
    const constants *own = constants_of(group);
    vec p[NODES];
    for (size_t e = begin; e < end; e++) {
        corners_of(group, e, x, p);
        gradient_of(&own[e], p, gradient + NODES * (e - begin));
    }
}

/* The change along coordinate `axis` of a corner. */
INLINE void column_of(const constants *own, const state *s, int corner, int axis, vec *dg)
{
    vec dp[NODES] = {{0.0, 0.0, 0.0}};
    dp[corner] = (vec){axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
    change_of(own, s, dp, dg);
}

static void hessians(const trama_element_group *group, size_t begin, size_t end, bool positive,
                     const vec *x, double *hessian)
{
    const constants *own = constants_of(group);
    vec p[NODES], dg[NODES];
    for (size_t e = begin; e < end; e++) {
        double *h = hessian + 9 * NODES * NODES * (e - begin);
        corners_of(group, e, x, p);
        const state s = state_of(&own[e], positive, p);
        for (int column = 0; column < 3 * NODES; column++) {
            column_of(&own[e], &s, column / 3, column % 3, dg);
            for (int i = 0; i < NODES; i++) {
                h[(3 * i) * 3 * NODES + column] = dg[i].x;
                h[(3 * i + 1) * 3 * NODES + column] = dg[i].y;
                h[(3 * i + 2) * 3 * NODES + column] = dg[i].z;
            }
        }
    }
}

static void blocks(const trama_element_group *group, const size_t *place, size_t count,
                   bool positive, const vec *x, vec *gradient, double block[9])
{
    const constants *own = constants_of(group);
    vec p[NODES], g[NODES];
    for (size_t k = 0; k < count; k++) {
        const size_t e = place[k] / NODES;
        const int corner = (int)(place[k] % NODES);
        corners_of(group, e, x, p);
        gradient_of(&own[e], p, g);
        *gradient = plus(*gradient, g[corner]);
        const state s = state_of(&own[e], positive, p);
        for (int axis = 0; axis < 3; axis++) {
            column_of(&own[e], &s, corner, axis, g);
            block[axis] += g[corner].x;
            block[3 + axis] += g[corner].y;
            block[6 + axis] += g[corner].z;
        }
    }
}

static void constraints(const trama_element_group *group, size_t begin, size_t end, const vec *x,
                        double *c, vec *jacobian)
{
    const constants *own = constants_of(group);
    vec p[NODES];
    for (size_t e = begin; e < end; e++) {
        corners_of(group, e, x, p);
        constraint_of(&own[e], p, c + STRAINS * (e - begin),
                      jacobian + STRAINS * NODES * (e - begin));
    }
}

static void compliances(const trama_element_group *group, size_t begin, size_t end, double *alpha)
{
    const constants *own = constants_of(group);
    for (size_t e = begin; e < end; e++)
        compliance_of(&own[e], alpha + STRAINS * STRAINS * (e - begin));
}

static void metrics(const trama_element_group *group, size_t begin, size_t end, const vec *x,
                    double *metric)
{
    const constants *own = constants_of(group);
    vec p[NODES];
    for (size_t e = begin; e < end; e++) {
        corners_of(group, e, x, p);
        metric_of(&own[e], p, metric + NODES * NODES * (e - begin));
    }
}

/* The members of a table for these functions. */
#define TRAMA_ELEMENT_BATCHES                                                                      \
    .nodes = NODES, .strains = STRAINS, .size = sizeof(constants), .energies = energies,           \
    .gradients = gradients, .hessians = hessians, .blocks = blocks, .constraints = constraints,    \
    .compliances = compliances, .metrics = metrics
