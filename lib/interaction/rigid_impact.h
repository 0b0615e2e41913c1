/* Impacts of rigid bodies within a step (within interaction/): each is passed on to the bodies that
 * touch, until nothing approaches.
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

#define TRAMA_RIGID_LEAST_RATE 1e-10 /* of the largest speed: a rate below is rounding */

enum { TRAMA_IMPACT_ROUNDS = 1000 }; /* of reflections in a step at most */

/* How a point of a manifold is struck in a step. */
typedef struct trama_rigid_strike {
    bool struck;   /* by the method's motion its gap closes within the step */
    bool flies;    /* and was open at its start */
    bool arrives;  /* as `flies`, whatever its restitution */
    bool closed;   /* after MOVE its gap is closed at the step's end */
    bool asks;     /* for a row in this round */
    double rate;   /* of separation as it is struck, m/s */
    double rest;   /* what the step's forces make of rest, m/s: slower is no impact */
    double later;  /* of that, what they add after it was struck, m/s */
    double now[3]; /* N s: what the current round found along the normal and both tangents */
    double sum[3]; /* N s: the same, in all rounds */
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
    bool reflected;   /* in this step, a round at least */
    double largest;   /* m/s: of the approaches that bounce in the step */
    uint32_t *parent; /* of each body, in its island of bodies that touch */
    bool *is_struck;  /* of each root: something bounces in its island */
    double *v;        /* nv: without MOVE's impulses in those islands */
    size_t nv;
} trama_rigid_impacts;

/* False without memory. */
bool trama_rigid_impacts_create(trama_rigid_impacts *impacts, trama_rigid_pairs *pairs,
                                const trama_rigid_sleep *sleep, double rest_speed);
void trama_rigid_impacts_destroy(trama_rigid_impacts *impacts);

/* A step begins, with its pairs; false without memory. */
bool trama_rigid_impacts_start(trama_rigid_impacts *impacts);
/* Before MOVE is solved: how the points of pair i come to their contacts. */
void trama_rigid_impacts_note(trama_rigid_impacts *impacts, size_t i, const trama_rows_pair *rows,
                              const trama_step_view *view);
/* After it: which points are closed; u is what it found. */
void trama_rigid_impacts_close(trama_rigid_impacts *impacts, const trama_rows *rows, double h,
                               const double *u);
/* Whether something strikes within the step, faster than what comes to rest. */
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
/* Whether pair i has its impulses of this step from impacts, not from MOVE: true, and the sum along
 * its normal, N s. */
bool trama_rigid_impacts_impulse(trama_rigid_impacts *impacts, size_t i, double *impulse);
/* Whether a pair has rows. */
bool trama_rigid_pair_acts(const trama_rigid_impacts *impacts, const trama_rigid_pair *pair);

/* ---- rigid_strike.c, for rigid_impact.c alone. */

/* An approach that is no faster than this ends at rest, m/s. */
double trama_rigid_bounce_speed(const trama_rigid_impacts *impacts, const trama_rigid_strike *s);
/* Whether point p of pair i bounces by how it is struck. */
bool trama_rigid_bounces(const trama_rigid_impacts *impacts, size_t i, uint32_t p);
/* Finds islands of bodies that touch, and in which something bounces; whether a body is in such a
 * one, and whether pair i is. */
void trama_rigid_impacts_islands(trama_rigid_impacts *impacts);
bool trama_rigid_is_struck(const trama_rigid_impacts *impacts, uint32_t body);
bool trama_rigid_takes_part(const trama_rigid_impacts *impacts, size_t i);

#endif
