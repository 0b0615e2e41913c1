/* The gas in the cells of an air layer: pressures, energy, forces on cloth and body, and their
 * derivatives by positions (sources in air_layer.c). These functions do not change the air. */
#ifndef TRAMA_INTERACTION_AIR_GAS_H
#define TRAMA_INTERACTION_AIR_GAS_H

#include "interaction/air_law.h"
#include "linear/sparse.h"

typedef struct trama_air_gas {
    trama_air_cells *cells;
    double ambient; /* Pa: P_atm */
    bool *open;     /* the cell keeps P_atm */
    double *air;    /* Q_i, J; of open cells it is not used */
    vec *room;      /* 3 points_most: of a cell: displacements of its points, forces and their
                       changes */
} trama_air_gas;

/* At the cells found. P_i - P_atm, Pa; NaN for a cell without volume. And the energy of some air in
 * the cells, J: infinite for a cell without volume. */
double trama_air_gas_excess(const trama_air_gas *gas, size_t cell);
double trama_air_gas_energy(const trama_air_gas *gas, const double *air);

/* At (t, q), where the cells are found first. Add `sign` times the forces (N) of a law to f (nv);
 * their change along u times cq to y (nv); and minus their derivatives to k (nv x nv, N/m). */
void trama_air_gas_add_forces(const trama_air_gas *gas, const trama_air_law *law, double sign,
                              double t, const double *q, double *f);
/* The same of the slope of the energy, minus, whatever the volume: found along each axis of each
 * point. */
void trama_air_gas_add_slopes(const trama_air_gas *gas, double sign, double t, const double *q,
                              double *f);
void trama_air_gas_add_product(const trama_air_gas *gas, const trama_air_law *law, double t,
                               const double *q, double cq, const double *u, double *y);
void trama_air_gas_add_stiffness(const trama_air_gas *gas, const trama_air_law *law, double t,
                                 const double *q, trama_triplets *k);

#endif
