/* A system: objects, each a model in a scene of its own, the interactions among them, and the state
 * of all. Models, interactions and integrators meet only here.
 *
 * The state is that of the objects one after the other, q (nq) and v (nv), each padded to a
 * multiple of 8 numbers. Pads stay zero. A single object has no pads. */
#ifndef TRAMA_SYSTEM_H
#define TRAMA_SYSTEM_H

#include "interaction/interaction.h"
#include "model/model.h"
#include "scene/scene.h"
#include "surface/surface.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_OBJECTS_MAX = 64 };

typedef struct trama_object {
    const char *name; /* as in the configuration; "": the only object, without a name */
    const trama_model_type *type;
    void *model;
    const trama_scene *scene;
    trama_activity *activity;        /* pins, stops and forces of the current iteration */
    size_t q_begin, v_begin, nq, nv; /* its part of the state */
    trama_surface surface;           /* made where there are interactions */
    long limited, limited_last; /* number of steps in which its limits changed a velocity; the last
                                   such step */
    double seconds;             /* time spent on its forces, by the system's clock */
} trama_object;

typedef struct trama_acting {
    const char *name;
    const trama_interaction_type *type;
    void *self;
    size_t count, among[TRAMA_AMONG_MAX]; /* objects, by index */
    bool led;       /* one of them is a moving obstacle, or a body with a prescribed motion */
    double seconds; /* time spent on it in steps, by the system's clock */
} trama_acting;

/* How a step with interactions is made. */
typedef struct trama_contact_options {
    trama_rows_spec rows;
    long rounds;   /* most rounds of rows and filters in turn; beyond that the step is refused */
    long halvings; /* most halvings of a refused step; beyond that the run is unstable */
} trama_contact_options;
extern const trama_fields trama_contact_fields; /* trama_contact_options: sweeps ... halvings */

typedef struct trama_object_spec {
    const char *name;
    const trama_model_type *type;
    const void *parameters;
    const trama_scene *scene;
} trama_object_spec;

typedef struct trama_interaction_spec {
    const char *name;
    const trama_interaction_type *type;
    const void *parameters;
    size_t count, among[TRAMA_AMONG_MAX]; /* objects, by index */
} trama_interaction_spec;

/* Describes a system; parameters, scenes and names outlive it. */
typedef struct trama_system_spec {
    size_t object_count, interaction_count;
    const trama_object_spec *object;
    const trama_interaction_spec *interaction; /* in the order in which they act */
    const trama_contact_options *contact;      /* NULL: the defaults */
} trama_system_spec;

typedef struct trama_system {
    size_t object_count, acting_count;
    trama_object *object;
    trama_acting *acting;
    trama_contact_options contact;
    size_t nq, nv;
    bool plain;       /* dq/dt = v in every object */
    double t;         /* s */
    long iteration;   /* iterations done */
    double *q, *v;    /* the state, SoA within an object */
    double *mass;     /* nv, kg; 1 where a model gives none, and in pads */
    long evaluations; /* accelerations computed so far */
    double t_mark;    /* time and iteration of the last change of step size: t = t_mark + n h */
    long iteration_mark;
    double *inverse_mass;        /* nv, 1/kg, 0 where held; NULL if nothing corrects */
    unsigned long *held_version; /* version of each object's list of held coordinates for which
                                    inverse_mass was made */
    double *force;               /* nv, N: forces of interactions; NULL if there are none */
    double *seen_q, *seen_v;     /* nq, nv: the state for forces at a stage; NULL if no pin turns */
    double (*clock)(void);       /* s; NULL: nothing is timed */
    bool disturbed; /* positions, or data of forces, changed after the last step: stored
                       accelerations are invalid */
} trama_system;

/* Makes a system of several objects and their interactions, in its initial state. Errors:
 * TRAMA_BAD_INPUT with a path below "objects.NAME.model" or "interactions.NAME" (for a single
 * object without a name: that of its model or scene), TRAMA_NO_MEMORY. */
trama_status trama_system_build(const trama_system_spec *spec, trama_system **system,
                                trama_error *error);
/* Makes a system of one object without a name: a model of `type` with `parameters` in `scene` (both
 * outlive it). */
trama_status trama_system_create(const trama_model_type *type, const void *parameters,
                                 const trama_scene *scene, trama_system **system,
                                 trama_error *error);
void trama_system_destroy(trama_system *system); /* accepts NULL */

/* The time by the system's clock, s; 0 if it has none. */
static inline double trama_system_now(const trama_system *system)
{
    return system->clock ? system->clock() : 0.0;
}

/* True if the object is an obstacle that moves. */
bool trama_object_is_led(const trama_object *object);
/* Updates the activities (pins, stops, forces) to the current state, before any step. */
void trama_system_refresh(trama_system *system);
/* The first object with nodes, or the first of all. */
const trama_object *trama_system_first(const trama_system *system);
/* Nodes of all objects together. */
size_t trama_system_nodes(const trama_system *system);
/* The index of the object of that name; object_count: none. */
size_t trama_system_find(const trama_system *system, const char *name);

/* Back to the initial state at t = 0, iteration 0, evaluations 0. */
void trama_system_reset(trama_system *system);
/* Archives everything that the next steps depend on, except the method's own state. */
void trama_system_state(trama_system *system, trama_archive *archive);

/* For trama_integrator_step, in this order. mark: the step size changes. begin: starts a step of
 * size h of iteration system->iteration + 1, and sets held coordinates to their prescribed
 * velocity. correct: the models correct the state after a step of size h to time t. end: ends the
 * iteration of size h, and advances t and the iteration number. */
void trama_system_mark(trama_system *system);
void trama_system_begin(trama_system *system, double h);
void trama_system_correct(trama_system *system, double t, double h);
void trama_system_end(trama_system *system, double h);
/* The time at which an iteration of size h ends. */
double trama_system_time_after(const trama_system *system, double h);

/* Sets held coordinates and pads to 0 in x (nv). */
void trama_system_clear_idle(const trama_system *system, double *x);
/* The acceleration a of one object at its part (t, q, v) of a state, with nothing held and without
 * interactions; if `loaded` is false, also without its loads and forces. */
void trama_object_acceleration(const trama_object *object, bool loaded, double t, const double *q,
                               const double *v, double *a);
/* The same with the caller's loads; the scene's forces act if `pulled` is true. */
void trama_object_acceleration_under(const trama_object *object, const trama_loads *loads,
                                     bool pulled, double t, const double *q, const double *v,
                                     double *a);
/* a = acceleration at (t, q, v), 0 where held. For forces, the nodes of a turning pin are at their
 * position and velocity at t, not on the chord of the step. Counts one evaluation. */
void trama_system_acceleration(trama_system *system, double t, const double *q, const double *v,
                               double *a);
/* q_out = q_in moved by h v; v_out = v_in + h a. In place allowed. */
void trama_system_drift(const trama_system *system, double h, const double *v, const double *q_in,
                        double *q_out);
void trama_system_kick(const trama_system *system, double h, const double *a, const double *v_in,
                       double *v_out);
/* A kick of v, then a drift of q by the new v, both in place, in one pass over memory. Same bits as
 * a kick and a drift. */
void trama_system_kick_and_drift(const trama_system *system, double h, const double *a, double *v,
                                 double *q);
/* Adds h a(t, q, v) to v of the system's state, then h v to q, in place; a (nv) is scratch. Same
 * bits as trama_system_acceleration and trama_system_kick_and_drift, but nodes of a large sheet are
 * moved while they are in cache if nothing acts between the two. Counts one evaluation. */
void trama_system_accelerate_and_move(trama_system *system, double h, double *a);
/* u, the velocity whose drift for h carries `from` to `to`. */
void trama_system_difference(const trama_system *system, double h, const double *from,
                             const double *to, double *u);
/* dq/dt and dv/dt at (t, q, v), for Runge-Kutta on the whole state. Counts one evaluation. */
void trama_system_rates(trama_system *system, double t, const double *q, const double *v,
                        double *dq, double *dv);
/* The part of the motion that models integrate themselves (model.h). split: prepares it for a
 * method of this order; true if there is any. flow: advances the velocities of the state by it for
 * h, and marks the system as disturbed if any changed. */
bool trama_system_split(const trama_system *system, int order);
void trama_system_flow(trama_system *system, double h);
/* Lets the models limit the velocities v by which positions q are about to move for h. */
void trama_system_limit(trama_system *system, double h, const double *q, double *v);
/* The first object whose model has no closed form for the loads' damping, or NULL. */
const trama_object *trama_system_without_drag(const trama_system *system);
/* dv = (1 + h D/m)^-1 dv for the loads' damping D, 0 where held. Every model has a closed form. */
void trama_system_solve_drag(trama_system *system, double h, const double *q, double *dv);
/* Gives held coordinates of a velocity-like array their prescribed velocity. Integrators that store
 * velocities of their own call it at the start of a step. */
void trama_system_hold(const trama_system *system, double *v);

#ifdef __cplusplus
}
#endif

#endif
