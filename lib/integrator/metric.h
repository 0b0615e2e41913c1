/* The metric of quasi-Newton methods over elements (for integrator/ only): A = inertia + sum w B^T
 * B, N/m, from the elements' projections or their substitutes (element.h, `metrics`), the same for
 * the three axes of a node. It is factorised by Cholesky (CHOLMOD), and again only when the step
 * size, the damping or the held coordinates change. Held coordinates are left out; axes with the
 * same held nodes share a factor. */
#ifndef TRAMA_INTEGRATOR_METRIC_H
#define TRAMA_INTEGRATOR_METRIC_H

#include "integrator/elemental.h"
#include "linear/direct.h"

typedef struct trama_metric {
    double **part; /* of each group: count x nodes x nodes, N/m */
    trama_triplets entries;
    trama_sparse *a[3];
    trama_direct *direct[3];
    size_t factor[3];        /* the axis whose factor an axis uses */
    double *inertia, *b, *x; /* nodes: of the factors; workspace */
    vec *is_free;            /* nodes: of the factors */
    bool made;               /* factors exist */
} trama_metric;

/* Allocates, with the elements' part at the system's positions. TRAMA_NO_MEMORY. */
trama_status trama_metric_make(trama_metric *metric, const trama_elemental *e,
                               const trama_system *system, trama_error *error);
void trama_metric_free(trama_metric *metric);
/* Factorises if anything has changed since the last call. Failures are counted. */
trama_step_status trama_metric_prepare(trama_integrator *integrator, trama_metric *metric,
                                       const trama_elemental *e);
/* d = A^-1 g (nodes), m; g is 0 on held axes. In place allowed. */
void trama_metric_solve(trama_integrator *integrator, trama_metric *metric,
                        const trama_elemental *e, const vec *g, vec *d);

#endif
