/* A solver: what a task sees of time, whoever computes it. A solver that is not of this library has
 * one const table; trama_solver_method makes a method of it, which stands among the integrators, so
 * that every task, search and measure takes it. What is measured is measured from positions and
 * velocities, by the model's own functions, as of every method. */
#ifndef TRAMA_SOLVER_SOLVER_H
#define TRAMA_SOLVER_SOLVER_H

#include "integrator/integrator.h"
#include "solver/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_SOLVER_WORDS = 256 };

/* What a solver makes of a feature of a problem. */
typedef enum trama_taking {
    TRAMA_REFUSES, /* and so the problem, where it has the feature */
    TRAMA_TAKES,   /* exactly */
    TRAMA_APPROXIMATES,
} trama_taking;

typedef struct trama_mapping {
    trama_taking taking[TRAMA_FEATURES];
    char how[TRAMA_FEATURES][TRAMA_SOLVER_WORDS]; /* where it approximates, or why it refuses */
} trama_mapping;

/* Whether nothing that the problem has is refused; *feature (may be NULL): the first that is. */
bool trama_mapping_takes(const trama_mapping *mapping, const trama_problem *problem,
                         trama_feature *feature);

/* What a solver says of its work since it began: NAN where it does not know. */
typedef struct trama_account {
    double seconds; /* of its own, without the way to it and back */
} trama_account;

/* A value that the documents of an engine recommend for one of its options: a number, the index of
 * a choice, or 0 and 1 for false and true. */
typedef struct trama_recommended {
    const char *option; /* NULL ends a table */
    double value;
} trama_recommended;

typedef struct trama_solver_type {
    const char *name, *summary, *reference;
    unsigned version;              /* of what stands between it and this library */
    const char *own, *own_version; /* who it is by its own word: part of a case's identity */
    const char *precision;         /* of the numbers that it computes with: "float64" */
    /* What a user may set of it: scalars, whose defaults are the engine's own. At its default an
     * option is no part of a case's identity, since the engine's version is. */
    trama_fields options;
    /* What its documents recommend, where that is not the default; NULL: they recommend nothing.
     * Where they say so. */
    const trama_recommended *recommended;
    const char *recommended_by;
    /* Begins the problem: where it stands, at time 0. It fills in the mapping first. Where that
     * refuses what the problem has (trama_mapping_takes), no solver needs to be made: whoever
     * called refuses the feature by its name. `self` is the type's own context, or NULL; `options`
     * is a struct of the type's own, which outlives the solver, or NULL if it has none. */
    trama_status (*open)(void *self, const trama_problem *problem, const void *options,
                         trama_mapping *mapping, void **solver, trama_error *error);
    /* One step of h (s). TRAMA_STEP_REFUSED: it makes none of that size. TRAMA_STEP_FAILED: it can
     * make no more, and `failure` says why. */
    trama_step_status (*step)(void *solver, double h, trama_state *state);
    const char *(*failure)(const void *solver);
    void (*account)(const void *solver, trama_account *account); /* NULL: it says nothing */
    void (*close)(void *solver);                                 /* accepts NULL */
    void *self;
    bool elsewhere; /* it works in another process: its processor time and memory are not seen here
                     */
} trama_solver_type;

/* Adds the solver to the integrators, under its name. Both live as long as the program. The
 * method's parameters are the solver's options, and before them `setting`: `defaults`, or
 * `recommended` if its documents recommend values. TRAMA_BAD_INPUT if an option is a list or an
 * array, is called `name` or `setting`, or has a default or a recommended value out of its range;
 * and for whatever trama_integrator_register refuses. */
trama_status trama_solver_register(const trama_solver_type *type, trama_error *error);

/* The values that the parameters' setting asks for, ended by a NULL; NULL if it asks for none, and
 * of a method of the library. Whoever reads parameters sets them where nothing else is given. */
const trama_recommended *trama_solver_recommends(const trama_integrator_type *type,
                                                 const void *parameters);
void trama_solver_recommend(const trama_integrator_type *type, const trama_recommended *value,
                            void *parameters);

/* The solver that an integrator is, or NULL. */
const trama_solver_type *trama_solver_of(const trama_integrator_type *type);

/* What the solver of an integrator made of the problem; NULL of a method of the library. */
const trama_mapping *trama_solver_mapping(const trama_integrator *integrator);
/* The problem that it was given last. */
const trama_problem *trama_solver_problem(const trama_integrator *integrator);
/* What it says of its work. */
trama_account trama_solver_account(const trama_integrator *integrator);

#ifdef __cplusplus
}
#endif

#endif
