/* Shared by joints between rigid bodies (for interaction/ only). A joint holds two ends together,
 * each fixed in a body or in the world, by bilateral rows C = 0:
 *
 *   MOVE: C(q + h u') = 0, by Newton's method with J of the step's beginning, to rounding;
 *   PUSH: J u = 0, with the rest of C, while contacts are pushed apart;
 *   END:  J v = 0.
 *
 * A step is refused, and so made in two halves, if the first step of Newton's method leaves more of
 * C than `apart` times the levers (and radii) of the bodies. That happens if light bodies between
 * heavy ones whip about.
 *
 * With velocity Verlet this is RATTLE (H. C. Andersen 1983), of order 2, except for the
 * displacements of PUSH. A kind of joint is a file with its law, its fields, and a table. */
#ifndef TRAMA_INTERACTION_JOINT_H
#define TRAMA_INTERACTION_JOINT_H

#include "interaction/interaction.h"
#include "surface/bodies.h"

enum { TRAMA_JOINT_ROWS = 8 }; /* most rows of a joint */

/* The parameters of all kinds; each kind uses those that it needs. */
typedef struct trama_joint_parameters {
    trama_name body, to; /* empty `to`: the world */
    double at[3], at_to[3];
    double axis[3];
    double apart;
} trama_joint_parameters;

#define TRAMA_JOINT_FIELDS                                                                         \
    {TRAMA_FIELD_OF(trama_joint_parameters, apart),                                                \
     .unit = "1",                                                                                  \
     .minimum = 1e-12,                                                                             \
     .maximum = 1.0,                                                                               \
     .fallback = {1e-3},                                                                           \
     .summary = "what the first step of Newton's method may leave of a joint, over its levers "    \
                "and the radii of its bodies; "                                                    \
                "a step that leaves more is made in two halves"},                                  \
        {TRAMA_FIELD_OF(trama_joint_parameters, body), .required = true, .unit = "",               \
         .summary = "that is held, of the first object"},                                          \
    {                                                                                              \
        TRAMA_FIELD_OF(trama_joint_parameters, to),                                                \
            .unit = "",                                                                            \
            .summary = "what it is held to, a body of the last object; not given: the world. An "  \
                       "arrangement and itself: each of its bodies to the next, with the places "  \
                       "of the first two moved along"                                              \
    }

/* Both ends at a moment, in the world. */
typedef struct trama_joint_state {
    double x[2][3];         /* m */
    double axis[2][3];      /* unit */
    double across[2][2][3]; /* two unit vectors across the axis of each */
    double length;          /* m, from one end to the other */
} trama_joint_state;

/* One C and its rate: direction . (v0 - v1) + turning . (w0 - w1), with the velocities of the ends
 * and the angular velocities of their bodies. */
typedef struct trama_joint_row {
    double gap; /* m, or rad */
    double direction[3], turning[3];
} trama_joint_row;

typedef struct trama_joint_law {
    trama_joint_kind kind;
    size_t rows;
    void (*row)(const trama_joint_state *state, size_t i, trama_joint_row *row);
} trama_joint_law;

typedef struct trama_joint trama_joint;

typedef struct trama_joints { /* the first member of the interaction */
    const trama_joint_law *law;
    trama_joint_parameters p;
    size_t count;
    trama_joint *joint;
    long linearized; /* number of linearisations in this step's MOVE */
    double left;     /* C after the first step of Newton's method, divided by the levers */
} trama_joints;

/* Makes the interaction from parameters with both places and an axis. TRAMA_BAD_INPUT with the path
 * "body", "to" or "among[i]". *interaction is set, or NULL without memory; destroy it in any
 * case. */
trama_status trama_joints_create(const trama_joint_parameters *parameters,
                                 const trama_joint_law *law, const trama_surface *const *among,
                                 size_t count, void **interaction, trama_error *error);

/* The functions of trama_interaction_type. check: finds the positions of the ends in their
 * bodies. */
void trama_joints_destroy(void *interaction);
trama_status trama_joints_check(void *interaction, const trama_moment *start, trama_error *error);
void trama_joints_rows(void *interaction, const trama_step_view *view, trama_rows *rows);
double trama_joints_linearize(void *interaction, const trama_step_view *view, const double *u,
                              trama_rows *rows);
void trama_joints_push(void *interaction, const trama_step_view *view, trama_rows *rows);
trama_step_status trama_joints_filter(void *interaction, const trama_step_view *view, double *u,
                                      trama_touched *touched);
void trama_joints_solved(void *interaction, const trama_step_view *view, size_t owner,
                         const trama_rows *rows);
size_t trama_joints_carriers(const void *interaction);
void trama_joints_carried(const void *interaction, size_t index, trama_carried *carried);
void trama_joints_observe(void *interaction, double t, const double *q, const double *v,
                          double *value);
extern const trama_interaction_composition trama_joints_composition;
#define TRAMA_JOINT_FUNCTIONS                                                                      \
    .least = 1, .most = 2, .order_limit = 2,                                                       \
    .observed = {{"drift", "1", "largest C of a joint: m of places and lengths, rad of axes"}},    \
    .destroy = trama_joints_destroy, .check = trama_joints_check, .rows = trama_joints_rows,       \
    .linearize = trama_joints_linearize, .push = trama_joints_push, .filter = trama_joints_filter, \
    .solved = trama_joints_solved, .carriers = trama_joints_carriers,                              \
    .carried = trama_joints_carried, .observe = trama_joints_observe,                              \
    .composition = &trama_joints_composition

/* x0 - x1 along axis i: the first rows of joints that keep two ends at one point. */
void trama_joint_place_row(const trama_joint_state *state, size_t i, trama_joint_row *row);

#endif
