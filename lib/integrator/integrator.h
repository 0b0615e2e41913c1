/* An integrator makes one step of a second-order system. One const table describes it. To add one:
 * write its file, export its table, add a line to integrators.def. An integrator never tests for a
 * pin and never allocates in a step; it calls trama_system_acceleration, _kick and _drift. */
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
    TRAMA_REFUSAL_SOLVER,     /* conjugate gradients or BiCGStab did not converge */
    TRAMA_REFUSAL_INDEFINITE, /* the matrix is not positive definite, which the solver needs */
    TRAMA_REFUSAL_SINGULAR,
    TRAMA_REFUSAL_MEMORY, /* too little for the factorisation */
    TRAMA_REFUSALS
} trama_refusal_reason;

/* Work of an implicit method since it was created, refused steps included; 0 for explicit methods.
 * Times by the integrator's clock. */
typedef struct trama_solves {
    const char *solver;                        /* NULL: it solves none */
    long unknowns, entries;                    /* of the last matrix */
    long newton;                               /* iterations of any kind */
    long assemblies, analyses, factorisations; /* of matrices */
    long solutions, products;                  /* with a factorised matrix; products with a matrix
                                                  (Krylov methods) */
    long refused[TRAMA_REFUSALS];              /* refused steps, halved ones included, by reason */
    double residual; /* m/s, when Newton's iteration last failed; of methods over elements, at the
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
    size_t state_arrays; /* the first v arrays that carry state from step to step; the others are
                            scratch */

    bool
        limits; /* its step calls trama_system_limit where velocities are about to move positions */
    bool reversible; /* steps of -h undo steps of h, without a velocity-dependent force: tests check
                        both values */

    bool implicit; /* solves equations: it needs tangents, may refuse a step by `status`, and
                      allocates when the pattern of its matrix changes; direct solvers allocate at
                      any time */
    bool guarded;  /* its iterates stay within the positions that interactions allow (guard.h), and
                      it solves for the end of the step */

    bool whole; /* its step includes all that interactions do; nothing else acts */

    /* One step of size h (s) from the system's state, in place. Method state (Verlet's last
     * acceleration) lives in the first `state_arrays` of the v workspace. If integrator->fresh is
     * set, it is initialised (integrator->h is NAN) or converted to the new step size
     * (integrator->h is the old one). */
    void (*step)(trama_integrator *integrator, trama_system *system, double h);

    /* Optional: sets the velocity at the end of a step after contact has changed the mean velocity
     * to u (nv). Positions are already those of u, and the change of u has been added to the
     * velocities, which stay so if this is NULL. */
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
    bool fresh; /* this step must initialise the method's own state: first step, or h has changed */
    void *context;
    double nominal;      /* step size of the last iteration, which may have been split */
    trama_step *contact; /* workspace for steps that may be refused or corrected; NULL: none can
                            be */
    trama_step_status status; /* of the current step; set by a method that refuses it */
    char failure[256];        /* the reason for TRAMA_STEP_FAILED */
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

/* Allocates the workspace of a method for a system. `parameters` may be NULL only if the type has
 * none. */
trama_status trama_integrator_create(const trama_integrator_type *type, const void *parameters,
                                     const trama_system *system, trama_integrator **integrator,
                                     trama_error *error);
void trama_integrator_destroy(trama_integrator *integrator); /* accepts NULL */

/* One iteration. It updates pins and loads, steps, lets the models limit and correct, then lets the
 * interactions act (step.h), and advances t and the iteration number. `fresh` tells the method of a
 * change of h. TRAMA_STEP_REFUSED: an interaction, or an implicit method, refused the step even
 * after all halvings. State, t and iteration number are then those before the step. An explicit
 * method without interactions never refuses. */
trama_step_status trama_integrator_step(trama_integrator *integrator, trama_system *system,
                                        double h);
/* Turns the status of a step into an error; steps that were made or refused are none. */
trama_status trama_integrator_error(const trama_integrator *integrator, trama_step_status made,
                                    trama_error *error);
/* For integrator/ only: the method's step of size h to time t_end, and the models' corrections. */
trama_step_status trama_integrator_advance(trama_integrator *integrator, trama_system *system,
                                           double h, double t_end);

/* Archives the method's own state, and what steps with interactions remember. */
void trama_integrator_state(trama_integrator *integrator, trama_archive *archive);
/* Kinetic energy that interaction `index` of the system has dissipated since the integrator was
 * made (a restart keeps it), J; NAN for a whole method, which does not measure it. */
double trama_integrator_dissipated(const trama_integrator *integrator, size_t index);
/* The part of that energy, over all interactions, dissipated by friction of contact rows, J. With
 * several interactions, the impulses that END adds to MOVE's (step.h) are not counted. */
double trama_integrator_friction(const trama_integrator *integrator);
/* Number of solves of contact rows since the last restart that reached `contact.sweeps` without
 * meeting the tolerance; 0 without interactions. */
long trama_integrator_unsolved(const trama_integrator *integrator);
/* From now on stores the impulses that each interaction gives by rows and filters. Errors:
 * TRAMA_NO_MEMORY. */
trama_status trama_integrator_keep_impulses(trama_integrator *integrator, trama_error *error);
/* Impulses of interaction `index` in the last step (nv, N s), which lasted *h s; of a halved step,
 * in its last part. NULL: not stored, or there are no steps with interactions. */
const double *trama_integrator_impulses(const trama_integrator *integrator, size_t index,
                                        double *h);
/* The interaction that refused the last step; system->acting_count: the method. */
size_t trama_integrator_refuser(const trama_integrator *integrator);
/* Archives the counts of `solves`, which a refused step does not undo; except that of analyses,
 * which a resumed run makes again. */
void trama_integrator_solves_state(trama_integrator *integrator, trama_archive *archive);

/* Makes the next step initialise the method's own state: call it after the system's state was
 * changed from outside (trama_system_reset, a perturbation, another integrator). */
void trama_integrator_restart(trama_integrator *integrator);

/* The registry, in the order of integrators.def. */
extern const trama_registry trama_integrator_registry;
size_t trama_integrator_count(void);
const trama_integrator_type *trama_integrator_at(size_t index);
const trama_integrator_type *trama_integrator_find(const char *name); /* or NULL */

/* Adds a plugin's type after those of the library; it must live as long as the program.
 * TRAMA_BAD_INPUT if its name is invalid or taken, or a required function is missing. */
trama_status trama_integrator_register(const trama_integrator_type *type, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
