/* Momentum, angular momentum and centre of mass of a system: of all nodes and of the rigid bodies
 * (with their spins) of models without nodes, summed over all objects. */
#ifndef TRAMA_MEASURE_MOMENTUM_H
#define TRAMA_MEASURE_MOMENTUM_H

#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* True if there are masses: of nodes, or of a model that gives moments. False if a model with nodes
 * gives no masses. */
bool trama_has_momentum(const trama_system *system);
/* Sum of m v, kg m/s. */
void trama_momentum(const trama_system *system, double momentum[3]);
/* Sum of m (r - c) x (v - w) about the centre of mass c and its velocity w, kg m^2/s. Gravity and
 * internal forces do not change it. */
void trama_angular_momentum(const trama_system *system, double angular[3]);
/* Sum of m r divided by that of m, m. */
void trama_centre(const trama_system *system, double centre[3]);
/* Its velocity, m/s. */
void trama_centre_velocity(const trama_system *system, double velocity[3]);

#ifdef __cplusplus
}
#endif

#endif
