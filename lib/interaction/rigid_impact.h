/* Impacts of rigid bodies within a step (within interaction/): they propagate through bodies in
 * contact until no point approaches.
 *
 * The law is the generalized reflections of B. Smith, D. M. Kaufman, E. Vouga, R. Tamstorf,
 * E. Grinspun, "Reflections on simultaneous impact", ACM Trans. Graph. 31 (2012): all closed points
 * that approach at this moment, and no others, are reflected as one,
 *   n . v' >= -e (n . v),   0 <= lambda,   one of the two an equality,
 * and this is repeated while a point approaches. With e = 1 a reflection keeps the kinetic energy,
 * with less, or with several e, it takes some, since a row's work is lambda (n.v + n.v') / 2. So a
 * ball that strikes a row of balls that touch drives out the last one, and a light ball on a heavy
 * one leaves at nearly three times the speed.
 *
 * Before the first reflection, what MOVE's impulses gave to the velocities of these bodies is taken
 * back: they stop bodies at the surface, and do not know who passes what on. Two rounds then find
 * the velocities of the impact's moment: what rests and what joints hold is carried, and what
 * strikes does so at the rate that it had when it struck, since MOVE holds it there until the
 * step's end. */
#ifndef TRAMA_INTERACTION_RIGID_IMPACT_H
#define TRAMA_INTERACTION_RIGID_IMPACT_H

#include "interaction/rigid_sleep.h"

#define TRAMA_RIGID_LEAST_RATE 1e-10 /* of the largest speed: smaller rates are rounding */

enum { TRAMA_IMPACT_ROUNDS = 1000 }; /* most reflections in a step */

/* The impact at a point of a manifold in a step. */
typedef struct trama_rigid_strike {
    bool struck;   /* its gap closes within the step by the method's motion */
    bool flies;    /* and it was open at the start */
    bool arrives;  /* as `flies`, for any restitution */
    bool closed;   /* its gap is closed at the step's end after MOVE */
    bool asks;     /* it needs a row in this round */
    double rate;   /* of separation at the impact, m/s */
    double rest;   /* speed that the forces of the step add at rest, m/s: slower approaches are not
                      impacts */
    double later;  /* the part added after the impact, m/s */
    double now[3]; /* N s: impulse of the current round along the normal and both tangents */
    double sum[3]; /* N s: the same, sum of all rounds */
} trama_rigid_strike;

typedef enum trama_impact_round {
    TRAMA_IMPACT_NONE,
    TRAMA_IMPACT_COMES, /* closed points that did not fly there carry the forces of the step */
    TRAMA_IMPACT_MEETS, /* points that close in the step do not approach faster than they struck */
    TRAMA_IMPACT_REFLECTS, /* points that approach are reflected */
    TRAMA_IMPACT_ENDS,     /* points that approach too slowly to bounce are stopped */
} trama_impact_round;

typedef struct trama_rigid_impacts {
    trama_rigid_pairs *pairs;
    const trama_rigid_sleep *sleep;
    double rest_speed;     /* m/s: below this speed nothing bounces */
    double speed, touch;   /* of the step: largest of a body, m/s; m: smaller gaps are closed */
    trama_rigid_frame *at; /* of all bodies at the step's end */
    trama_rigid_strike (*strike)[TRAMA_MANIFOLD_POINTS]; /* of each pair of `pairs->now` */
    size_t capacity;
    trama_impact_round round;
    bool reflected;   /* at least one round in this step */
    double largest;   /* m/s: of the approaches that bounce in the step */
    uint32_t *parent; /* of each body, in its island of touching bodies */
    bool *is_struck;  /* of each root: something bounces in its island */
    double *v;        /* nv: without MOVE's impulses in those islands */
    size_t nv;
} trama_rigid_impacts;

/* False without memory. */
bool trama_rigid_impacts_create(trama_rigid_impacts *impacts, trama_rigid_pairs *pairs,
                                const trama_rigid_sleep *sleep, double rest_speed);
void trama_rigid_impacts_destroy(trama_rigid_impacts *impacts);

/* Begins a step with its pairs; false without memory. */
bool trama_rigid_impacts_start(trama_rigid_impacts *impacts);
/* Before MOVE is solved: records how the points of pair i approach. */
void trama_rigid_impacts_note(trama_rigid_impacts *impacts, size_t i, const trama_rows_pair *rows,
                              const trama_step_view *view);
/* After it: finds the closed points, by the residuals of MOVE's rows. */
void trama_rigid_impacts_close(trama_rigid_impacts *impacts, const trama_rows *rows, double h);
/* True if an impact in the step is faster than bodies that come to rest. */
bool trama_rigid_impacts_arrive(const trama_rigid_impacts *impacts);
/* Whether anything bounces in the step. */
bool trama_rigid_impacts_any(const trama_rigid_impacts *impacts);
/* Rows of END, at frames `at`: first those of the moment before the impacts. */
void trama_rigid_impacts_begin(trama_rigid_impacts *impacts, const trama_step_view *view,
                               trama_rows *rows);
void trama_rigid_impacts_rows(trama_rigid_impacts *impacts, const trama_step_view *view,
                              trama_rows *rows);
/* As trama_interaction_type's `repeats`. */
bool trama_rigid_impacts_repeat(trama_rigid_impacts *impacts, const trama_step_view *view,
                                double *stored);
/* True if the impulses of pair i in this step come from impacts, not from MOVE; *impulse is then
 * their sum along the normal, N s. */
bool trama_rigid_impacts_impulse(trama_rigid_impacts *impacts, size_t i, double *impulse);
/* Whether a pair has rows. */
bool trama_rigid_pair_acts(const trama_rigid_impacts *impacts, const trama_rigid_pair *pair);

/* ---- rigid_strike.c, for rigid_impact.c only. */

/* An approach that is no faster than this ends at rest, m/s. */
double trama_rigid_bounce_speed(const trama_rigid_impacts *impacts, const trama_rigid_strike *s);
/* True if point p of pair i bounces at this impact. */
bool trama_rigid_bounces(const trama_rigid_impacts *impacts, size_t i, uint32_t p);
/* Finds islands of touching bodies in which something bounces; and tests whether a body, or pair i,
 * is in one. */
void trama_rigid_impacts_islands(trama_rigid_impacts *impacts);
bool trama_rigid_is_struck(const trama_rigid_impacts *impacts, uint32_t body);
bool trama_rigid_takes_part(const trama_rigid_impacts *impacts, size_t i);

#endif
