/* The work of smooth forces over the steps of a run, by cause. A method gives the states at both
 * ends of a step. In between the path is the cubic with the positions and velocities of both ends,
 * and the power is integrated by Simpson's rule,
 *
 *   q_m = (q_0 + q_1)/2 + h (v_0 - v_1)/8,   v_m = 3 (q_1 - q_0)/(2 h) - (v_0 + v_1)/4,
 *   W = h (F_0.v_0 + 4 F_m.v_m + F_1.v_1)/6
 *     = F_m.(q_1 - q_0) + h ((F_0 - F_m).v_0 + (F_1 - F_m).v_1)/6,
 *
 * which is of fourth order where the velocities are those of the path, exact for a constant force,
 * and never positive for a force that opposes every velocity. Source: the error of both formulas
 * is h^4/384 q'''' and h^4/1920 q''''' (1 - 5/4 ...) of the Hermite interpolant (Hairer, Norsett
 * and Wanner 1993, II.6).
 *
 * If rows, filters or limits correct velocities after the method, these are not the velocities of
 * the path, and may differ from 0 for bodies at rest. In that case, and for interactions whose
 * forces begin within a step, W is by the trapezoidal rule (F_0 + F_1).(q_1 - q_0)/2, and the
 * second quadrature is the midpoint rule.
 *
 * Otherwise the second quadrature is Simpson's rule over two steps, from the three states. The
 * largest difference of the two sums so far bounds their error. */
#ifndef TRAMA_MEASURE_SMOOTH_WORK_H
#define TRAMA_MEASURE_SMOOTH_WORK_H

#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_cause {
    TRAMA_BY_LOADS,        /* gravity and the scene's forces */
    TRAMA_BY_AIR,          /* damping and drag of the loads, wind */
    TRAMA_BY_DAMPING,      /* internal dampers of the models */
    TRAMA_BY_INTERACTIONS, /* dampers and friction of interactions: `losses` */
    TRAMA_BY_LEADING,      /* reactions of held coordinates that move */
    TRAMA_BY_FRICTION,     /* of contact by forces: a part of TRAMA_BY_INTERACTIONS */
    TRAMA_CAUSES
} trama_cause;

/* True if the object's model has internal dampers. */
bool trama_object_is_damped(const trama_object *object);
/* True if the system has such a cause; if prescribed motion does work (moving pins, stops,
 * obstacles moved against forces); and if any work is summed by the quadratures. */
bool trama_system_has_work(const trama_system *system, trama_cause cause);
bool trama_system_is_led(const trama_system *system);
bool trama_system_sums_work(const trama_system *system);

typedef struct trama_smooth_work trama_smooth_work;

/* Errors: TRAMA_NO_MEMORY. */
trama_status trama_smooth_work_create(const trama_system *system, trama_smooth_work **work,
                                      trama_error *error);
void trama_smooth_work_destroy(trama_smooth_work *work); /* accepts NULL */

/* Begins at the system's state. */
void trama_smooth_work_begin(trama_smooth_work *work, trama_system *system);
/* Call after a step from the state of the last update to the system's state. Evaluates forces at
 * that state and, if a force is not constant, at the middle of the step. */
void trama_smooth_work_update(trama_smooth_work *work, trama_system *system);
/* Continues from the system's state, which has changed since the last update without work of these
 * causes. */
void trama_smooth_work_resume(trama_smooth_work *work, trama_system *system);
void trama_smooth_work_state(trama_smooth_work *work, const trama_system *system,
                             trama_archive *archive);

/* Energy that the cause added to the system since begin, J; a loss is negative. */
double trama_smooth_work_by(const trama_smooth_work *work, trama_cause cause);
/* Energy dissipated by the internal dampers of an object since begin, J, and the largest value so
 * far: passive damping never returns energy. */
double trama_smooth_work_damped(const trama_smooth_work *work, size_t object);
double trama_smooth_work_most_damped(const trama_smooth_work *work, size_t object);
/* J: the largest difference so far of both quadratures, summed over all causes. */
double trama_smooth_work_difference(const trama_smooth_work *work);
/* Acceleration by loads and air at the last state, m/s^2 (nv). */
double trama_smooth_work_pull(const trama_smooth_work *work, size_t component);

#ifdef __cplusplus
}
#endif

#endif
