/* Soft contacts in substeps (rigid_contact_soft.c): bodies and points of contact through the
 * substeps of one step. */
#ifndef TRAMA_INTERACTION_RIGID_SOFT_H
#define TRAMA_INTERACTION_RIGID_SOFT_H

#include "interaction/rigid_pairs.h"
#include "rigid/pose.h"

/* A body through the substeps. */
typedef struct trama_soft_body {
    bool is_free, touches;
    double inverse_mass, inverse_moment[3];
    trama_pose start, axes; /* of the centre and the principal axes: at the step's start, and now */
    vec v, w;               /* in the world */
    vec gain;               /* of v over the step, by the method */
    double spin_gain[3];    /* of w in the axes */
} trama_soft_body;

/* A point of contact through the substeps. */
typedef struct trama_soft_point {
    uint64_t key;
    vec lever[2][3];  /* the arm of each body, at the step's start, times each direction */
    vec moment[2][3]; /* the change of w of each by a unit impulse along each direction */
    double mass;      /* 1 over the larger yield of both tangents: friction has one mass */
    double gap;       /* now, m: negative is depth */
    double speed;     /* of separation before the step, m/s */
    double impulse[3], largest;
    double total; /* of all substeps along the normal, N s */
} trama_soft_point;

/* Two bodies and their points of contact through the substeps. The second body is pushed along the
 * directions, the first against them. */
typedef struct trama_soft_pair {
    uint32_t body[2], points;
    bool is_fixed;    /* one of both cannot move */
    vec direction[3]; /* the normal from first to second, and two across it */
    double friction, restitution;
    /* Along the normal: the change of the rate at a point by a unit impulse at another. */
    double yield[TRAMA_MANIFOLD_POINTS][TRAMA_MANIFOLD_POINTS];
    trama_soft_point point[TRAMA_MANIFOLD_POINTS];
} trama_soft_pair;

/* The law of the springs. */
typedef struct trama_soft_law {
    double frequency, damping_ratio; /* Hz; 1 */
    double push_speed;               /* at which penetration is pushed out, at most, m/s */
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

/* As it is at the step's start; a body that is led has the velocities that carry it over the step.
 */
void trama_soft_body_begin(const trama_body *shape, const trama_step_view *view,
                           trama_soft_body *body);
/* Adds a part of what the method gives over the step. */
void trama_soft_body_kick(trama_soft_body *body, double part);
/* Moves it by its velocities for s, s. */
void trama_soft_body_move(const trama_body *shape, double s, trama_soft_body *body);
/* What a moment of impulse (N m s, world) changes of w, with the inertia of the step's start. */
vec trama_soft_body_turned_by(const trama_soft_body *body, vec moment);
/* The 6 components that carry it from the step's start to where it is, in h, and those that it has
 * now. */
void trama_soft_body_mean(const trama_soft_body *body, double h, double u[6]);
void trama_soft_body_last(const trama_soft_body *body, double v[6]);

/* ---- rigid_soft_pairs.c */

/* Adds a pair, without points; NULL without memory. Its points are added in the order in which
 * impulses are to be found, without an impulse; all before the first substep. */
trama_soft_pair *trama_soft_pair_add(trama_soft *soft, const trama_rigid_pair *from);
trama_soft_point *trama_soft_point_add(trama_soft *soft, trama_soft_pair *pair,
                                       const trama_rigid_point *from);
/* One part of the step, of s seconds; and restitution, after the last. */
void trama_soft_substep(trama_soft *soft, double s);
void trama_soft_bounce(trama_soft *soft);

/* ---- rigid_soft_normals.c */

/* The impulses x >= 0 at the points of a set (bit p: point p) for which a x + b >= 0 at each, and
 * = 0 where x > 0; x of other points is 0. `a` is symmetric and positive definite. */
void trama_soft_complement(double a[TRAMA_MANIFOLD_POINTS][TRAMA_MANIFOLD_POINTS],
                           const double b[TRAMA_MANIFOLD_POINTS], unsigned set,
                           double x[TRAMA_MANIFOLD_POINTS]);

#endif
