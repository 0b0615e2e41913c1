/* What limits the step of taut joints. Their rows hold to rounding at any step, but the forces in
 * them turn with the bodies, which is a stiffness: a body of moment of inertia I that is pulled by
 * T at both ends, l apart, turns back with T l, at omega^2 = T l/I if its centre stays; a rod
 * without mass with T at an end of mass m swings at T/(m l). Methods that treat a force so are
 * stable to omega h = 2 with rows: the rows' impulses are those of velocity Verlet, whatever the
 * method.
 *
 * K x = -d/de g(q + e x), g = J(q)^T F with the forces F that the joints have at the state, and
 * omega^2 is the largest x.Kx / x.Mx of the motions that the joints allow, J x = 0. */
#ifndef TRAMA_MEASURE_TAUT_H
#define TRAMA_MEASURE_TAUT_H

#include "system.h"

/* omega at the system's state, rad/s; 0: no joint pulls, NaN: no memory. Only interactions whose
 * gaps are not linear have such a stiffness. */
double trama_taut_frequency(trama_system *system);

#endif
