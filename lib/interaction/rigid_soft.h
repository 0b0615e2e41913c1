/* Soft contacts in substeps (rigid_contact_soft.c): bodies and contact points during the substeps
 * of one step. */
#ifndef TRAMA_INTERACTION_RIGID_SOFT_H
#define TRAMA_INTERACTION_RIGID_SOFT_H

#include "interaction/rigid_pairs.h"
#include "rigid/pose.h"

/* A body during the substeps. */
typedef struct trama_soft_body {
    bool is_free, touches;
    double inverse_mass, inverse_moment[3];
    trama_pose start, axes; /* of the centre and the principal axes: at the step's start, and now */
    vec v, w;               /* in the world */
    vec gain;               /* of v over the step, by the method */
    double spin_gain[3];    /* of w in the axes */
} trama_soft_body;

/* A contact point during the substeps. */
typedef struct trama_soft_point {
    uint64_t key;
    vec lever[2][3];  /* cross product of each body's arm at the step's start and each direction */
    vec moment[2][3]; /* change of w of each body per unit impulse along each direction */
    double mass;      /* 1 / (larger inverse mass of both tangents): friction uses one mass */
    double gap;       /* now, m: negative is depth */
    double speed;     /* of separation before the step, m/s */
    double impulse[3], largest;
    double total; /* of all substeps along the normal, N s */
} trama_soft_point;

/* Two bodies and their contact points during the substeps. Impulses push the second body along the
 * directions, the first against them. */
typedef struct trama_soft_pair {
    uint32_t body[2], points;
    bool is_fixed;    /* one of the two cannot move */
    vec direction[3]; /* the normal from first to second, and two across it */
    double friction, restitution;
    /* Along the normal: change of the rate at a point per unit impulse at another. */
    double yield[TRAMA_MANIFOLD_POINTS][TRAMA_MANIFOLD_POINTS];
    trama_soft_point point[TRAMA_MANIFOLD_POINTS];
} trama_soft_pair;

/* The law of the springs. */
typedef struct trama_soft_law {
    double frequency, damping_ratio; /* Hz; 1 */
    double push_speed;               /* largest speed by which penetration is corrected, m/s */
    double rest_speed;               /* below it nothing bounces, m/s */
} trama_soft_law;

typedef struct trama_soft {
    trama_soft_law law;
    long substeps;
    double closed;           /* m: a gap up to this counts as closed */
    const trama_body *shape; /* of each body */
    trama_soft_body *body;
    size_t bodies;
    trama_soft_pair *pair;
    size_t pairs, capacity;
} trama_soft;

/* ---- rigid_soft_bodies.c */

/* Sets a body to its state at the step's start; a prescribed body gets its mean velocities over the
   step. */
void trama_soft_body_begin(const trama_body *shape, const trama_step_view *view,
                           trama_soft_body *body);
/* Adds a part of the method's change of velocity over the step. */
void trama_soft_body_kick(trama_soft_body *body, double part);
/* Moves it by its velocities for s, s. */
void trama_soft_body_move(const trama_body *shape, double s, trama_soft_body *body);
/* Change of w by a moment of impulse (N m s, world), with the inertia of the step's start. */
vec trama_soft_body_turned_by(const trama_soft_body *body, vec moment);
/* The 6 mean components over h from the step's start to its current pose; and its current
 * components. */
void trama_soft_body_mean(const trama_soft_body *body, double h, double u[6]);
void trama_soft_body_last(const trama_soft_body *body, double v[6]);

/* ---- rigid_soft_pairs.c */

/* Adds a pair, without points; NULL without memory. Its points are added in the order in which
 * impulses are to be found, without an impulse; all before the first substep. */
trama_soft_pair *trama_soft_pair_add(trama_soft *soft, const trama_rigid_pair *from);
trama_soft_point *trama_soft_point_add(trama_soft *soft, trama_soft_pair *pair,
                                       const trama_rigid_point *from);
/* One substep of s seconds; and restitution, after the last. */
void trama_soft_substep(trama_soft *soft, double s);
void trama_soft_bounce(trama_soft *soft);

/* ---- rigid_soft_normals.c */

/* The impulses x >= 0 at the points of a set (bit p: point p) for which a x + b >= 0 at each, and
 * = 0 where x > 0; x of other points is 0. `a` is symmetric and positive definite. */
void trama_soft_complement(double a[TRAMA_MANIFOLD_POINTS][TRAMA_MANIFOLD_POINTS],
                           const double b[TRAMA_MANIFOLD_POINTS], unsigned set,
                           double x[TRAMA_MANIFOLD_POINTS]);

#endif
