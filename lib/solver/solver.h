/* Solvers of other libraries. Each has one const table; trama_solver_register adds it to the
 * integrators, so that every task, search and measurement can use it. Measurements use positions
 * and velocities and the model's own functions, as for every method. */
#ifndef TRAMA_SOLVER_SOLVER_H
#define TRAMA_SOLVER_SOLVER_H

#include "integrator/integrator.h"
#include "solver/problem.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_SOLVER_WORDS = 256 };

/* How a solver treats a feature of a problem. */
typedef enum trama_taking {
    TRAMA_REFUSES, /* and so every problem with the feature */
    TRAMA_TAKES,   /* exactly */
    TRAMA_APPROXIMATES,
} trama_taking;

typedef struct trama_mapping {
    trama_taking taking[TRAMA_FEATURES];
    char how[TRAMA_FEATURES][TRAMA_SOLVER_WORDS]; /* how it approximates, or why it refuses */
} trama_mapping;

/* True if no feature of the problem is refused; else *feature (may be NULL) is the first that
 * is. */
bool trama_mapping_takes(const trama_mapping *mapping, const trama_problem *problem,
                         trama_feature *feature);

/* Work of a solver since it was opened; NAN if unknown. */
typedef struct trama_account {
    double seconds; /* its own time, without communication */
} trama_account;

/* A value recommended by the documents of an engine for one of its options: a number, the index of
 * a choice, or 0 and 1 for false and true. */
typedef struct trama_recommended {
    const char *option; /* NULL ends a table */
    double value;
} trama_recommended;

typedef struct trama_solver_type {
    const char *name, *summary, *reference;
    unsigned version;              /* of the code between it and this library */
    const char *own, *own_version; /* name and version that it reports: part of a case's identity */
    const char *precision;         /* of its arithmetic: "float64" */
    /* Its options: scalars, with the engine's own defaults. An option at its default is not part of
     * a case's identity, since the engine's version is. */
    trama_fields options;
    /* Values that its documents recommend where they differ from the defaults, and the place in
     * these documents; NULL: none. */
    const trama_recommended *recommended;
    const char *recommended_by;
    /* Opens a solver for the problem in its current state, at time 0. It first fills in the
     * mapping. If that refuses a feature of the problem (trama_mapping_takes), no solver need be
     * made: the caller reports the feature by name. `self` is the type's own context, or NULL;
     * `options` is the type's struct of options, which outlives the solver, or NULL if it has
     * none. */
    trama_status (*open)(void *self, const trama_problem *problem, const void *options,
                         trama_mapping *mapping, void **solver, trama_error *error);
    /* One step of h (s). TRAMA_STEP_REFUSED: it cannot make a step of that size. TRAMA_STEP_FAILED:
     * it cannot make any more, and `failure` gives the reason. */
    trama_step_status (*step)(void *solver, double h, trama_state *state);
    const char *(*failure)(const void *solver);
    void (*account)(const void *solver, trama_account *account); /* NULL: not available */
    void (*close)(void *solver);                                 /* accepts NULL */
    void *self;
    bool elsewhere; /* it runs in another process: its processor time and memory are not counted
                       here */
} trama_solver_type;

/* Adds the solver to the integrators, under its name. Both live as long as the program. The
 * method's parameters are `setting` (`defaults`, or `recommended` if its documents recommend
 * values), then the solver's options. TRAMA_BAD_INPUT if an option is a list or an array, is called
 * `name` or `setting`, or has a default or recommended value out of range; and for the errors of
 * trama_integrator_register. */
trama_status trama_solver_register(const trama_solver_type *type, trama_error *error);

/* The values selected by the parameters' `setting`, ended by a NULL option; NULL if there are none,
 * and for methods of the library. A reader of parameters sets them where no other value is
 * given. */
const trama_recommended *trama_solver_recommends(const trama_integrator_type *type,
                                                 const void *parameters);
void trama_solver_recommend(const trama_integrator_type *type, const trama_recommended *value,
                            void *parameters);

/* The solver behind an integrator, or NULL. */
const trama_solver_type *trama_solver_of(const trama_integrator_type *type);

/* The mapping of the problem by the integrator's solver; NULL for a method of the library. */
const trama_mapping *trama_solver_mapping(const trama_integrator *integrator);
/* The last problem given to it. */
const trama_problem *trama_solver_problem(const trama_integrator *integrator);
/* Its account of its work. */
trama_account trama_solver_account(const trama_integrator *integrator);

#ifdef __cplusplus
}
#endif

#endif
