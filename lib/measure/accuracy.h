/* Accuracy: how far a state is from a reference, and with which power of the time step that
 * distance falls. */
#ifndef TRAMA_MEASURE_ACCURACY_H
#define TRAMA_MEASURE_ACCURACY_H

#include "integrator/integrator.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Distance of two states, over all nodes, m. */
typedef struct trama_deviation {
    double rms, largest;
} trama_deviation;

/* The distance of two states of the system (nq each). A coordinate of a model without nodes counts
 * as a node. NAN in both if any coordinate of either is not finite. */
trama_deviation trama_deviation_of(const trama_system *system, const double *q,
                                   const double *reference);

/* The order that an integrator's table states for a system: that for forces that depend on velocity
 * if the system's do (seen on its accelerations at its initial state, to which it is reset), and no
 * more than the models and interactions allow. Errors: TRAMA_NO_MEMORY. */
trama_status trama_stated_order(const trama_integrator_type *type, trama_system *system, int *order,
                                trama_error *error);

/* An order seen in errors. */
typedef struct trama_order {
    double slope;     /* d ln error / d ln dt, fitted; NAN with fewer than two points */
    double low, high; /* 95 % interval; NAN with fewer than three points */
    double constant;  /* error = constant dt^slope */
    size_t first;     /* the points that it is fitted to: first, .., first + count - 1 */
    size_t count;
} trama_order;

/* How much the local order may differ from that at the finest step and still count as the same
 * power: (1 + a dt) halves its difference each time that dt is halved. */
#define TRAMA_ORDER_SPREAD 0.25

/* Fits the order to the asymptotic part of errors at decreasing steps dt. It takes the finest
 * errors above `floor`, since smaller ones cannot be told from the reference's own error and
 * round-off. From there it goes towards coarser steps as long as the local order stays within
 * TRAMA_ORDER_SPREAD of that at the finest two. NAN is the error of an unstable run. `count` is at
 * most TRAMA_LIST_MAX. */
trama_order trama_order_fit(const double *dt, const double *error, size_t count, double floor);

#ifdef __cplusplus
}
#endif

#endif
