/* The parts of the smooth works: for smooth_work.c, smooth_forces.c and smooth_causes.c alone. */
#ifndef TRAMA_MEASURE_SMOOTH_PARTS_H
#define TRAMA_MEASURE_SMOOTH_PARTS_H

#include "measure/smooth_work.h"

/* A state and the forces there by cause: those on objects over the mass (m/s^2), those of
 * interactions and of leading in N. */
typedef struct trama_smooth_moment {
    double *v;
    double *force[TRAMA_CAUSES];
} trama_smooth_moment;

/* How the work of a cause is summed: not at all; of a constant force, exactly; by the trapezoidal
 * rule along the way; by Simpson's along the cubic. */
typedef enum trama_smooth_rule {
    TRAMA_SUM_NONE,
    TRAMA_SUM_EXACT,
    TRAMA_SUM_TRAPEZOID,
    TRAMA_SUM_CUBIC
} trama_smooth_rule;

struct trama_smooth_work {
    trama_smooth_rule rule[TRAMA_CAUSES];
    bool corrected; /* velocities are corrected after the method: they are not those of the path */
    bool any_varies;
    double t; /* of the last update, s */
    trama_smooth_moment before, middle, now;
    double *q_before, *q_middle; /* nq each */
    double *way;                 /* nv: from q_before to the system's q */
    double *zero, *whole, *inner;
    double work[TRAMA_CAUSES];    /* J, since begin */
    double *damped, *most_damped; /* J, an object */
    bool half;                    /* of two steps for the second quadrature the first is made: */
    double half_step, half_power, half_work; /* s; W at its start; J */
    double second, difference;               /* J: second sum less the first; the largest so far */
    double *block;
};

/* smooth_causes.c: what acts on the system, and how each work is summed. */
void trama_smooth_find_causes(trama_smooth_work *work, const trama_system *system);
/* Whether air acts on the object. */
bool trama_object_is_aired(const trama_object *object);

/* smooth_forces.c: the forces at (t, q) with the velocities at->v. `known`: those of constant loads
 * are the same as at work->before. */
void trama_smooth_look(trama_smooth_work *work, trama_system *system, double t, const double *q,
                       bool known, trama_smooth_moment *at);

#endif
