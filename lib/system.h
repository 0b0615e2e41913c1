/* A system: a model in a scene, with its state. The place where models and integrators meet;
 * neither knows the other. */
#ifndef TRAMA_SYSTEM_H
#define TRAMA_SYSTEM_H

#include "model/model.h"
#include "scene/scene.h"

typedef struct trama_system {
    const trama_model_type *type;
    void *model;
    const trama_scene *scene;
    trama_activity *activity; /* what holds and pulls during the current iteration */
    size_t nq, nv;
    double t;         /* s */
    long iteration;   /* iterations done */
    double *q, *v;    /* the state, SoA */
    double *mass;     /* nv, kg; all 1 if the model gives none */
    long evaluations; /* accelerations asked for so far */
    double t_mark;    /* time and iteration of the last change of step size: t = t_mark + n h */
    long iteration_mark;
    double *inverse_mass;       /* nv, 1/kg, 0 where held; NULL if the model corrects nothing */
    unsigned long held_version; /* of the list of held coordinates that inverse_mass stands for */
} trama_system;

/* A model of `type` with `parameters` in `scene` (both outlive it), at its initial state. */
trama_status trama_system_create(const trama_model_type *type, const void *parameters,
                                 const trama_scene *scene, trama_system **system,
                                 trama_error *error);
void trama_system_destroy(trama_system *system); /* accepts NULL */

/* Back to the initial state at t = 0, iteration 0, evaluations 0. */
void trama_system_reset(trama_system *system);

/* For trama_integrator_step: begins iteration system->iteration + 1 of size h (held coordinates
 * take their prescribed velocity; new_h: the step size is another than the last), and ends it: t
 * and the iteration number advance, and the model's post_step corrects the state. */
void trama_system_begin(trama_system *system, double h, bool new_h);
void trama_system_end(trama_system *system, double h);

/* a = acceleration at (t, q, v), 0 where held. Counts one evaluation. */
void trama_system_acceleration(trama_system *system, double t, const double *q, const double *v,
                               double *a);
/* q_out = q_in moved by h v; v_out = v_in + h a. In place allowed. */
void trama_system_drift(const trama_system *system, double h, const double *v, const double *q_in,
                        double *q_out);
void trama_system_kick(const trama_system *system, double h, const double *a, const double *v_in,
                       double *v_out);
/* A kick of v, then a drift of q by the new v, both in place: the same bits as one after the other,
 * in one pass over memory. */
void trama_system_kick_and_drift(const trama_system *system, double h, const double *a, double *v,
                                 double *q);
/* dq/dt and dv/dt at (t, q, v), for Runge-Kutta on the whole state. Counts one evaluation. */
void trama_system_rates(trama_system *system, double t, const double *q, const double *v,
                        double *dq, double *dv);
/* Lets the model limit the velocities v by which positions q are about to move for h. */
void trama_system_limit(trama_system *system, double h, const double *q, double *v);
/* dv = (1 + h D/m)^-1 dv for the loads' damping D, 0 where held. False, and dv as it was, if the
 * model has no closed form for it. */
bool trama_system_solve_drag(trama_system *system, double h, const double *q, double *dv);
/* Gives held coordinates of a velocity-like array their prescribed velocity. Integrators that keep
 * velocities of their own call it at the start of a step. */
void trama_system_hold(const trama_system *system, double *v);

#endif
