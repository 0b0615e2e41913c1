/* Accuracy: the distance of a state from a reference, and its order in the time step. */
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

/* The order that an integrator's table states for a system: damped_order if its forces depend on
 * velocity (tested by accelerations at its initial state, to which it is reset), limited by its
 * models and interactions. Errors: TRAMA_NO_MEMORY. */
trama_status trama_stated_order(const trama_integrator_type *type, trama_system *system, int *order,
                                trama_error *error);

/* An order fitted to errors. */
typedef struct trama_order {
    double slope;     /* d ln error / d ln dt, fitted; NAN with fewer than two points */
    double low, high; /* 95 % interval; NAN with fewer than three points */
    double constant;  /* error = constant dt^slope */
    size_t first;     /* the points that it is fitted to: first, .., first + count - 1 */
    size_t count;
} trama_order;

/* Largest difference of a local order from that at the finest step that counts as the same order:
 * the difference due to a factor (1 + a dt) halves when dt is halved. */
#define TRAMA_ORDER_SPREAD 0.25

/* Fits the order to the asymptotic part of errors at decreasing steps dt. It starts with the finest
 * errors above `floor`, since smaller ones may be the reference's own error or round-off, and goes
 * on to coarser steps as long as the local order stays within TRAMA_ORDER_SPREAD of that at the
 * finest two. NAN is the error of an unstable run. `count` is at most TRAMA_LIST_MAX. */
trama_order trama_order_fit(const double *dt, const double *error, size_t count, double floor);

#ifdef __cplusplus
}
#endif

#endif
