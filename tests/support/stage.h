/* The frame of systems and integrators with models and a method of the tests' own, so that only the
 * frame is on trial. Include after cmocka.h. */
#ifndef SUPPORT_STAGE_H
#define SUPPORT_STAGE_H

#include "integrator/integrator.h"
#include "system.h"

/* A pointwise model: free nodes of density 1, moved by the loads alone. */
extern const trama_model_type stage_dust;

/* A model with nq = 2, nv = 1: a unit vector that turns with angular velocity v, which a force of
 * -t slows. */
extern const trama_model_type stage_rotor;

/* An integrator: symplectic Euler that counts how often it began afresh. */
extern const trama_integrator_type stage_probe;
extern long stage_beginnings;

/* Hooks that dust has not. post_step: moves what may be moved, by as much as it is light; how often
 * it was called, and with which t and h at last. masses: 0.25 kg. */
typedef struct stage_corrections {
    long count;
    double t, h;
} stage_corrections;
extern stage_corrections stage_shifts;
void stage_shift(void *model, double t, double h, const double *inverse_mass, double *q, double *v);
void stage_masses(const void *model, double *mass);

typedef struct stage {
    trama_scene_spec spec;
    trama_pin pin;
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
} stage;

/* A 3 x 2 grid; pin holds node [0, 0] = node 0 if it is turned on. */
void stage_begin_grid(stage *s);
/* A scene without nodes. */
void stage_begin_nothing(stage *s);
void stage_open(stage *s, const trama_model_type *type, const void *parameters);
void stage_run(stage *s, long steps, double h);
void stage_close(stage *s);

/* The status of a system that is only made; *error says why it was not. */
trama_status stage_refused(stage *s, const trama_model_type *type, const void *parameters,
                           trama_error *error);

#endif
