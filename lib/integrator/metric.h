/* The metric of quasi-Newton methods over elements (within integrator/): A = inertia + sum w B^T B,
 * N/m, of the elements' projections or what stands in for them (element.h, `metrics`), the same for
 * the three axes of a node. It is factorised once, by Cholesky, and again only when the step size,
 * the damping or what is held changes. Held coordinates take no part: axes that are held alike
 * share a factor. The solver is CHOLMOD. */
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
    double *inertia, *b, *x; /* nodes: of the factors; and room */
    vec *is_free;            /* nodes: of the factors */
    bool made;               /* there are factors */
} trama_metric;

/* Allocates, with the elements' part at the system's positions. TRAMA_NO_MEMORY. */
trama_status trama_metric_make(trama_metric *metric, const trama_elemental *e,
                               const trama_system *system, trama_error *error);
void trama_metric_free(trama_metric *metric);
/* Factorises if anything has changed since the last time. A failure is counted. */
trama_step_status trama_metric_prepare(trama_integrator *integrator, trama_metric *metric,
                                       const trama_elemental *e);
/* d = A^-1 g (nodes), m; g is 0 where it is held. In place allowed. */
void trama_metric_solve(trama_integrator *integrator, trama_metric *metric,
                        const trama_elemental *e, const vec *g, vec *d);

#endif
