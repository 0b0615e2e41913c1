/* The step limit of taut joints. Their rows hold to rounding at any step, but the forces in them
 * rotate with the bodies, which is a stiffness: a body of moment of inertia I pulled by T at both
 * ends, l apart, has the restoring moment T l, so omega^2 = T l/I if its centre is at rest; a
 * massless rod with tension T and a mass m at its end has omega^2 = T/(m l). With rows every method
 * is stable up to omega h = 2, since the rows' impulses are those of velocity Verlet.
 *
 * K x = -d/de g(q + e x), g = J(q)^T F with the forces F that the joints have at the state, and
 * omega^2 is the largest x.Kx / x.Mx over motions with J x = 0. */
#ifndef TRAMA_MEASURE_TAUT_H
#define TRAMA_MEASURE_TAUT_H

#include "system.h"

/* omega at the system's state, rad/s; 0: no joint is under tension, NaN: no memory. Only
 * interactions with nonlinear gaps have such a stiffness. */
double trama_taut_frequency(trama_system *system);

#endif
