/* One edge: spring and bending element (Campos, 4.1.1; Bridson et al. 2003). All inline, for the
 * kernels. The bending element is that of particle/hinge.h, whose names are used here. */
#ifndef TRAMA_MODEL_BRIDSON_ELEMENT_H
#define TRAMA_MODEL_BRIDSON_ELEMENT_H

#include "model/particle/hinge.h"

/* The constants of an edge: its own, and those shared by all edges (fabric.h). */
typedef struct edge_constants {
    double stiffness, length, inner, sine;
} edge_constants;

typedef struct forces {
    vec f1, f2, f3, f4;
} forces;

INLINE forces element(bool damped, const point *p1, const point *p2, const point *p3,
                      const point *p4, const face *t1, const face *t2, edge_constants own,
                      bend_constants bend)
{
    const vec e = minus(p4->x, p3->x);
    const double square = dot(e, e), per_length = 1.0 / sqrt(square);
    const hinge_forces bent = hinge(damped, false, p1, p2, p3, p4, t1, t2, e, square, per_length,
                                    (trama_hinge){.inner = own.inner, .sine = own.sine}, bend);
    const vec spring = scaled(own.stiffness * (1.0 - own.length * per_length), e);
    forces f = {.f1 = bent.f1, .f2 = bent.f2};
    f.f3 = plus(bent.f3, spring);
    f.f4 = minus(minus(scaled(-1.0, f.f1), f.f2), f.f3);
    return f;
}

#endif
