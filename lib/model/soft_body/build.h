/* Parameters and creation of a soft body. For this folder only. */
#ifndef TRAMA_MODEL_SOFT_BODY_BUILD_H
#define TRAMA_MODEL_SOFT_BODY_BUILD_H

#include "model/particle/gather.h"
#include "model/particle/particles.h"
#include "model/soft_body/element.h"

enum { SOFT_EXACT, SOFT_POSITIVE };

/* Documented by the field table in soft_body.c. */
typedef struct soft_parameters {
    double young, poisson; /* Pa, 1 */
    double density, mass;  /* kg/m^3, kg: one of them */
    double alpha, beta;    /* Rayleigh's, 1/s and s */
    int tangent;           /* SOFT_EXACT or SOFT_POSITIVE */
} soft_parameters;

/* A tetrahedron at rest. */
typedef struct soft_element {
    size_t node[4];
    vec gradient[4]; /* g_i, 1/m, which sum to 0 */
    double volume;   /* m^3 */
} soft_element;

typedef struct soft_body {
    trama_particles particles; /* first member; its mesh is the surface. A tetrahedron gives a
                                  quarter of its mass to each node */
    soft_material material;
    double alpha;  /* 1/s */
    bool positive; /* the tangent is (tangent.h) */
    size_t count;  /* of elements */
    soft_element *element;
    trama_gather gather; /* of the elements' forces */
    size_t parts;        /* of the work, one per thread */
    double density;      /* kg/m^3 */
    trama_tetrahedra_quality quality;
} soft_body;

/* Makes a body from the scene's tetrahedra. The caller destroys *body. TRAMA_BAD_INPUT (mass,
 * density, poisson), TRAMA_NO_MEMORY. */
trama_status trama_soft_build(const soft_parameters *parameters, const trama_scene *scene,
                              soft_body **body, trama_error *error);

/* A trama_model_type's `destroy`, of a soft body or NULL. */
void trama_soft_destroy(void *body);

/* F, or its rate, or its change: sum x_i g_i^T of an array of 3 N, from differences to the first
 * node. */
INLINE matrix soft_gradient(const soft_body *self, const soft_element *e, const double *x)
{
    const size_t n = self->particles.nodes, first = e->node[0];
    matrix f = {{{0}}};
    for (int i = 1; i < 4; i++) {
        const size_t node = e->node[i];
        const vec apart = {x[node] - x[first], x[n + node] - x[n + first],
                           x[2 * n + node] - x[2 * n + first]};
        f = matrix_plus_outer(f, apart, e->gradient[i]);
    }
    return f;
}

/* f_i = -V P g_i; the force on the first node is minus the sum of the others. */
INLINE void soft_forces(const soft_element *e, matrix p, vec force[4])
{
    vec sum = {0.0, 0.0, 0.0};
    for (int i = 1; i < 4; i++) {
        force[i] = scaled(-e->volume, matrix_times(p, e->gradient[i]));
        sum = plus(sum, force[i]);
    }
    force[0] = scaled(-1.0, sum);
}

#endif
