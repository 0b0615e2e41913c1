/* The force of the air in a cell, with c = P_i - P_atm:
 *
 *   published  F = c A_i N_i on the vertex, -F on its foot by barycentric weights (Chen et al.
 *              2013, equation 3)
 *   gradient   c dV_i on each point that V_i depends on: minus the slope of the air's energy
 *
 * They are equal if the cloth is parallel to the body, except for the pull on the neighbours, c d_i
 * dA_i, which is small if the layer is thin compared with a triangle. The published force exerts a
 * net torque d_i n x F; the gradient exerts none, and has a symmetric tangent. */
#ifndef TRAMA_INTERACTION_AIR_LAW_H
#define TRAMA_INTERACTION_AIR_LAW_H

#include "interaction/air_shape.h"

typedef struct trama_air_law {
    bool symmetric; /* its tangent, at every state */
    /* Forces on all points, N. */
    void (*forces)(const trama_air_shape *shape, double c, vec f[]);
    /* Their changes, when the shape and c (Pa) change. */
    void (*changes)(const trama_air_shape *shape, const trama_air_change *change, double c,
                    double dc, vec df[]);
} trama_air_law;

extern const trama_air_law trama_air_published, trama_air_gradient;

#endif
