/* The parts of the smooth works, for smooth_work.c, smooth_forces.c and smooth_causes.c only. */
#ifndef TRAMA_MEASURE_SMOOTH_PARTS_H
#define TRAMA_MEASURE_SMOOTH_PARTS_H

#include "measure/smooth_work.h"

/* A state and the forces there by cause: on objects divided by the mass (m/s^2), of interactions
 * and of prescribed motion in N. */
typedef struct trama_smooth_moment {
    double *v;
    double *force[TRAMA_CAUSES];
} trama_smooth_moment;

/* Quadrature of the work of a cause: none; exact, for a constant force; the trapezoidal rule along
 * the path; Simpson's rule along the cubic. */
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
    double *damped, *most_damped; /* J, per object */
    bool half;                    /* the first of the two steps of the second quadrature has been
                                     made: */
    double half_step, half_power, half_work; /* s; W at its start; J */
    double second, difference;               /* J: second sum minus the first; the largest so far */
    double *block;
};

/* smooth_causes.c: finds the causes that act on the system, and the quadrature of each. */
void trama_smooth_find_causes(trama_smooth_work *work, const trama_system *system);
/* True if air acts on the object. */
bool trama_object_is_aired(const trama_object *object);

/* smooth_forces.c: the forces at (t, q) with the velocities at->v. `known`: those of constant loads
 * are the same as at work->before. */
void trama_smooth_look(trama_smooth_work *work, trama_system *system, double t, const double *q,
                       bool known, trama_smooth_moment *at);

#endif
