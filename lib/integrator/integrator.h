/* What an integrator is: one step of a second-order system. One const table describes it. To add
 * one: write its file, export its table, add a line to integrators.def. An integrator never tests
 * for a pin and never allocates in a step; it is written over trama_system_acceleration, _kick,
 * _drift. */
#ifndef TRAMA_INTEGRATOR_INTEGRATOR_H
#define TRAMA_INTEGRATOR_INTEGRATOR_H

#include "core/field.h"
#include "core/registry.h"
#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_integrator trama_integrator;
typedef struct trama_step trama_step; /* step.h */

/* Why a method refuses a step. */
typedef enum trama_refusal_reason {
    TRAMA_REFUSAL_NEWTON,     /* Newton's iteration did not converge */
    TRAMA_REFUSAL_SOLVER,     /* nor did conjugate gradients or BiCGStab */
    TRAMA_REFUSAL_INDEFINITE, /* the matrix is not positive definite, where that is needed */
    TRAMA_REFUSAL_SINGULAR,
    TRAMA_REFUSAL_MEMORY, /* too little for the factorisation */
    TRAMA_REFUSALS
} trama_refusal_reason;

/* What a method that solves equations has done since it was made, refused steps too; 0 for others.
 * Times are those of the integrator's clock. */
typedef struct trama_solves {
    const char *solver;                        /* NULL: it solves none */
    long unknowns, entries;                    /* of the last matrix */
    long newton;                               /* iterations, of whatever kind */
    long assemblies, analyses, factorisations; /* of matrices */
    long solutions, products;                  /* by a matrix; with it (Krylov's methods) */
    long refused[TRAMA_REFUSALS];              /* steps, halved ones too, by reason */
    double residual; /* m/s, where Newton's iteration last failed; of methods over elements, at the
                        end of the last step */
    double assemble_s, analyse_s, factorise_s, solve_s;
} trama_solves;

typedef struct trama_integrator_type {
    const char *name;      /* as the configuration says it */
    const char *summary;   /* one line */
    const char *reference; /* paper, equations */
    unsigned version;      /* part of a case's identity: raise it when results may change a bit */
    trama_fields parameters;
    int order;        /* of the positions, smooth system without velocity-dependent force */
    int damped_order; /* the same, with a force that depends on velocity */
    double stability; /* expected z: largest omega h for which an undamped oscillator stays bounded;
                         tests compute it again from the step itself */
    int evaluations;  /* force evaluations a step; 0: varies */
    size_t q_arrays, v_arrays; /* workspace: arrays of nq and of nv doubles */
    size_t state_arrays; /* how many of the v arrays, from the first, a step reads from the step
                            before (the method's own state); everything else is scratch */

    bool
        limits; /* its step calls trama_system_limit where velocities are about to move positions */
    bool reversible; /* steps of -h undo steps of h, without a velocity-dependent force: tests hold
                        the table to it, from both sides */

    bool implicit; /* solves equations: it needs tangents, may refuse a step by `status`, and
                      allocates where the places of its matrix change; a direct solver anywhere */
    bool guarded;  /* its iteration asks interactions which positions they allow (guard.h), and ends
                      where the step ends */

    bool whole; /* its step is all: what interactions do is in it, and they do not act beside it */

    /* One step of size h (s) from the system's state, in place. Method state (Verlet's last
     * acceleration) lives in the first `state_arrays` of the v workspace. When integrator->fresh
     * says so it is begun afresh (h is NAN) or brought over to the new step size (h is the old
     * one). */
    void (*step)(trama_integrator *integrator, trama_system *system, double h);

    /* Optional: the velocity at the end of a step whose mean velocity contact has corrected to u
     * (nv); the system's positions are those by u, its velocities have taken the change of
     * u, and stay so without this function. */
    void (*absorb)(trama_integrator *integrator, trama_system *system, double h, const double *u);

    /* Optional: a context that a wrapped library needs. */
    trama_status (*open)(trama_integrator *integrator, const trama_system *system,
                         trama_error *error);
    void (*close)(trama_integrator *integrator);
} trama_integrator_type;

struct trama_integrator {
    const trama_integrator_type *type;
    const void *parameters;  /* struct of type->parameters; outlives the integrator */
    double *q_work, *v_work; /* q_arrays x nq, v_arrays x nv; see trama_integrator_q, _v */
    size_t nq, nv, acting;   /* acting: interactions of the system */
    double h;   /* of the last step (while a step runs: of the one before); NAN before the first */
    bool fresh; /* this step must begin the method's own state: first step, or h has changed */
    void *context;
    double nominal;      /* step size of the last iteration, which may have been made in parts */
    trama_step *contact; /* room for steps that may be refused or corrected; NULL: none may */
    trama_step_status status; /* of the current step; a method that refuses it says so here */
    char failure[256];        /* why it is TRAMA_STEP_FAILED */
    trama_solves solves;
    double (*clock)(void); /* s; set after the integrator is made; NULL: nothing is timed */
    double contact_s;      /* s, by that clock, of the steps of a system with interactions */
    long contact_steps;    /* number of those steps */
};

/* The i-th workspace array. */
static inline double *trama_integrator_q(const trama_integrator *integrator, size_t i)
{
    return integrator->q_work + i * integrator->nq;
}
static inline double *trama_integrator_v(const trama_integrator *integrator, size_t i)
{
    return integrator->v_work + i * integrator->nv;
}

/* Allocates the workspace of a method for a system. `parameters` may be NULL for the defaults only
 * if the type has none. */
trama_status trama_integrator_create(const trama_integrator_type *type, const void *parameters,
                                     const trama_system *system, trama_integrator **integrator,
                                     trama_error *error);
void trama_integrator_destroy(trama_integrator *integrator); /* accepts NULL */

/* One iteration. It updates pins and loads, steps, lets the models limit and correct, then lets the
 * interactions act (step.h), and advances t and the iteration number. `fresh` tells the method of a
 * change of h. TRAMA_STEP_REFUSED: an interaction, or an implicit method, refused the step, however
 * often it was halved. The state is then that before it, as are t and the iteration number.
 * Without interactions an explicit method never refuses. */
trama_step_status trama_integrator_step(trama_integrator *integrator, trama_system *system,
                                        double h);
/* The error of steps that ended so: none of those that were made or refused. */
trama_status trama_integrator_error(const trama_integrator *integrator, trama_step_status made,
                                    trama_error *error);
/* Within integrator/: the method's step of size h to time t_end, and the models' corrections. */
trama_step_status trama_integrator_advance(trama_integrator *integrator, trama_system *system,
                                           double h, double t_end);

/* Archives the method's own state, and what steps with interactions remember. */
void trama_integrator_state(trama_integrator *integrator, trama_archive *archive);
/* Energy that interaction `index` of the system has taken out of velocities so far, J; NAN of a
 * method that is whole, which does not say. */
double trama_integrator_dissipated(const trama_integrator *integrator, size_t index);
/* Of the energy that interactions have taken, what friction of contact rows did, J. With several
 * interactions, what END adds to MOVE's impulses (step.h) counts as none of it. */
double trama_integrator_friction(const trama_integrator *integrator);
/* Solves of contact rows, since the last restart, that ended at `contact.sweeps` above the
 * tolerance; 0 without interactions. */
long trama_integrator_unsolved(const trama_integrator *integrator);
/* From now on keeps what each interaction gives by rows and filters. TRAMA_NO_MEMORY. */
trama_status trama_integrator_keep_impulses(trama_integrator *integrator, trama_error *error);
/* What interaction `index` gave in the last step (nv, N s), of *h s; of a step that was halved, in
 * its last part. NULL: it is not kept, or there are no steps with interactions. */
const double *trama_integrator_impulses(const trama_integrator *integrator, size_t index,
                                        double *h);
/* The interaction that refused the last step; system->acting_count: the method. */
size_t trama_integrator_refuser(const trama_integrator *integrator);
/* Archives the counts of `solves`, which outlive a step that is refused; not that of analyses,
 * which a run that is resumed makes again. */
void trama_integrator_solves_state(trama_integrator *integrator, trama_archive *archive);

/* Makes the next step begin the method's own state afresh: after the system's state was changed
 * from outside (trama_system_reset, a perturbation, another integrator). */
void trama_integrator_restart(trama_integrator *integrator);

/* The registry, in the order of integrators.def. */
extern const trama_registry trama_integrator_registry;
size_t trama_integrator_count(void);
const trama_integrator_type *trama_integrator_at(size_t index);
const trama_integrator_type *trama_integrator_find(const char *name); /* or NULL */

/* Adds a type of a plugin behind those of the library; it must live as long as the program.
 * TRAMA_BAD_INPUT if its name is no name or is taken, or if a function that every type has is
 * missing. */
trama_status trama_integrator_register(const trama_integrator_type *type, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
