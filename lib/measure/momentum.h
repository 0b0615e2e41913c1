/* Momentum, angular momentum and centre of mass of a system: of nodes, and of what models without
 * nodes say of theirs (rigid bodies, with their spins), all objects together. */
#ifndef TRAMA_MEASURE_MOMENTUM_H
#define TRAMA_MEASURE_MOMENTUM_H

#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whether there is anything to sum over: nodes with masses, or a model that gives moments. False
 * where a model with nodes says no masses. */
bool trama_has_momentum(const trama_system *system);
/* Sum of m v, kg m/s. */
void trama_momentum(const trama_system *system, double momentum[3]);
/* Sum of m (r - c) x (v - w) about the centre of mass c and its velocity w, kg m^2/s. Gravity and
 * internal forces do not change it. */
void trama_angular_momentum(const trama_system *system, double angular[3]);
/* Sum of m r over that of m, m. */
void trama_centre(const trama_system *system, double centre[3]);
/* Its velocity, m/s. */
void trama_centre_velocity(const trama_system *system, double velocity[3]);

#ifdef __cplusplus
}
#endif

#endif
