/* A solver as a method among the integrators. A step passes it the step size, and receives
 * positions and velocities; if the system's state is not the one that the solver returned last (a
 * restarted run, a perturbation), the solver starts a new world from it. */
#include "solver/solver.h"

#include "core/memory.h"
#include "core/numbers.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct method {
    trama_integrator_type type; /* first: what the registry has */
    const trama_solver_type *solver;
    trama_field field[]; /* `setting`, and the solver's options behind it */
} method;

enum { DEFAULTS, RECOMMENDED };
enum { SETTING = sizeof(max_align_t) }; /* bytes of `setting`, before the struct of the solver */

typedef struct context {
    const trama_solver_type *type;
    const void *options;
    trama_problem problem;
    trama_mapping mapping;
    trama_state state;
    void *solver;              /* NULL: none has begun */
    double *given_q, *given_v; /* the system's state after the last step, as it was given */
} context;

static trama_status open_solver(trama_integrator *integrator, const trama_system *system,
                                trama_error *error);
static void close_solver(trama_integrator *integrator);
static void step(trama_integrator *integrator, trama_system *system, double h);

static bool add_fields(method *made, trama_error *error);

trama_status trama_solver_register(const trama_solver_type *type, trama_error *error)
{
    method *made = calloc(1, sizeof *made + (1 + type->options.count) * sizeof made->field[0]);
    if (!made)
        return trama_fail_memory(error);
    made->solver = type;
    made->type = (trama_integrator_type){
        .name = type->name,
        .summary = type->summary,
        .reference = type->reference,
        .version = type->version,
        .parameters = {made->field, 1 + type->options.count, SETTING + type->options.size},
        .stability = TRAMA_NAN,
        .whole = true,
        .step = step,
        .open = open_solver,
        .close = close_solver};
    const trama_status status =
        add_fields(made, error) ? trama_integrator_register(&made->type, error) : TRAMA_BAD_INPUT;
    if (status != TRAMA_OK)
        free(made);
    return status;
}

const trama_solver_type *trama_solver_of(const trama_integrator_type *type)
{
    return type->open == open_solver ? ((const method *)type)->solver : NULL;
}

static const context *context_of(const trama_integrator *integrator)
{
    return trama_solver_of(integrator->type) ? integrator->context : NULL;
}

bool trama_mapping_takes(const trama_mapping *mapping, const trama_problem *problem,
                         trama_feature *feature)
{
    for (int f = 0; f < TRAMA_FEATURES; f++)
        if (problem->has[f] && mapping->taking[f] == TRAMA_REFUSES) {
            if (feature)
                *feature = (trama_feature)f;
            return false;
        }
    return true;
}

const trama_mapping *trama_solver_mapping(const trama_integrator *integrator)
{
    const context *own = context_of(integrator);
    return own ? &own->mapping : NULL;
}

const trama_problem *trama_solver_problem(const trama_integrator *integrator)
{
    const context *own = context_of(integrator);
    return own ? &own->problem : NULL;
}

trama_account trama_solver_account(const trama_integrator *integrator)
{
    trama_account account = {.seconds = TRAMA_NAN};
    const context *own = context_of(integrator);
    if (own && own->solver && own->type->account)
        own->type->account(own->solver, &account);
    return account;
}

/* --- options --- */

static bool check_option(const trama_solver_type *type, const trama_field *own, trama_error *error)
{
    const char *name = own->name ? own->name : "";
    const bool is_taken = strcmp(name, "name") == 0 || strcmp(name, "setting") == 0;
    const bool is_scalar = own->count == 1 && !own->list && own->kind != TRAMA_NAME;
    const bool is_number = own->kind == TRAMA_REAL || own->kind == TRAMA_INTEGER;
    const bool is_allowed = !is_number || trama_field_allows(own, own->fallback[0]);
    if (!is_taken && is_scalar && !own->required && is_allowed)
        return true;
    trama_fail(error, TRAMA_BAD_INPUT, "",
               "the option '%s' of %s is %s; allowed: a scalar of a name of its own, whose default "
               "lies in its range",
               name, type->name,
               is_taken     ? "a key of every engine"
               : !is_scalar ? "no scalar"
               : is_allowed ? "without a default"
                            : "out of its range by default");
    return false;
}

static bool check_recommended(const trama_solver_type *type, trama_error *error)
{
    for (const trama_recommended *r = type->recommended; r && r->option; r++) {
        const trama_field *field = trama_fields_find(type->options, r->option);
        long choices = 0;
        while (field && field->choices && field->choices[choices])
            choices++;
        const bool in_range =
            field && (field->kind == TRAMA_CHOICE ? r->value >= 0.0 && r->value < (double)choices
                                                  : trama_field_allows(field, r->value));
        if (!in_range || !type->recommended_by) {
            trama_fail(error, TRAMA_BAD_INPUT, "",
                       "%s recommends for '%s' what it does not allow, or does not say where",
                       type->name, r->option);
            return false;
        }
    }
    return true;
}

/* `setting`, and the solver's own, moved behind it. */
static bool add_fields(method *made, trama_error *error)
{
    static const char *const settings[] = {"defaults", "recommended", NULL};
    static const char *const defaults[] = {"defaults", NULL};
    const trama_solver_type *type = made->solver;
    made->field[0] = (trama_field){
        .name = "setting",
        .kind = TRAMA_CHOICE,
        .count = 1,
        .later = true,
        .unit = "",
        .choices = type->recommended ? settings : defaults,
        .fallback = {DEFAULTS},
        .summary = "options that are not given: the engine's own defaults, or what its documents "
                   "recommend"};
    for (size_t i = 0; i < type->options.count; i++) {
        if (!check_option(type, &type->options.field[i], error))
            return false;
        made->field[1 + i] = type->options.field[i];
        made->field[1 + i].offset += SETTING;
        made->field[1 + i].later = true;
    }
    return check_recommended(type, error);
}

static const void *options_of(const trama_integrator *integrator)
{
    const trama_solver_type *type = trama_solver_of(integrator->type);
    return type->options.count > 0 ? (const char *)integrator->parameters + SETTING : NULL;
}

const trama_recommended *trama_solver_recommends(const trama_integrator_type *type,
                                                 const void *parameters)
{
    const trama_solver_type *solver = trama_solver_of(type);
    return solver && *(const int *)parameters == RECOMMENDED ? solver->recommended : NULL;
}

void trama_solver_recommend(const trama_integrator_type *type, const trama_recommended *value,
                            void *parameters)
{
    const trama_field *field = trama_fields_find(type->parameters, value->option);
    void *at = trama_field_at(field, parameters);
    if (field->kind == TRAMA_REAL)
        *(double *)at = value->value;
    else if (field->kind == TRAMA_INTEGER)
        *(long *)at = (long)value->value;
    else if (field->kind == TRAMA_BOOLEAN)
        *(bool *)at = value->value != 0.0;
    else
        *(int *)at = (int)value->value;
}

/* --- begin and end --- */

static void free_context(context *own)
{
    if (!own)
        return;
    own->type->close(own->solver);
    trama_problem_free(&own->problem);
    free(own->state.position);
    free(own->state.velocity);
    free(own->state.body);
    free(own->given_q);
    free(own->given_v);
    free(own);
}

/* By name what the problem has and the solver does not take. */
static trama_status check_mapping(const context *own, trama_error *error)
{
    trama_feature f;
    if (trama_mapping_takes(&own->mapping, &own->problem, &f))
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name", "%s does not take %s%s%s",
                      own->type->name, trama_feature_name(f), own->mapping.how[f][0] ? ": " : "",
                      own->mapping.how[f]);
}

static trama_status begin(context *own, trama_error *error)
{
    own->type->close(own->solver);
    own->solver = NULL;
    trama_status status = own->type->open(own->type->self, &own->problem, own->options,
                                          &own->mapping, &own->solver, error);
    return status == TRAMA_OK ? check_mapping(own, error) : status;
}

static context *make_context(const trama_solver_type *type, const trama_problem *problem,
                             const trama_system *system)
{
    context *own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    const size_t rows = 3 * problem->nodes + 1;
    *own = (context){.type = type,
                     .state = {0.0, trama_doubles(rows), trama_doubles(rows),
                               calloc(problem->bodies + 1, sizeof(trama_solid_state))},
                     .given_q = trama_doubles(system->nq + 1),
                     .given_v = trama_doubles(system->nv + 1)};
    if (own->state.position && own->state.velocity && own->state.body && own->given_q &&
        own->given_v) {
        own->problem = *problem;
        return own;
    }
    free_context(own);
    return NULL;
}

static trama_status open_solver(trama_integrator *integrator, const trama_system *system,
                                trama_error *error)
{
    trama_problem problem;
    trama_status status = trama_problem_make(system, &problem, error);
    if (status != TRAMA_OK)
        return status;
    const trama_solver_type *type = trama_solver_of(integrator->type);
    assert(type);
    context *own = make_context(type, &problem, system);
    if (!own) {
        trama_problem_free(&problem);
        return trama_fail_memory(error);
    }
    own->options = options_of(integrator);
    status = begin(own, error);
    if (status == TRAMA_OK)
        integrator->context = own;
    else
        free_context(own);
    return status;
}

static void close_solver(trama_integrator *integrator)
{
    free_context(integrator->context);
}

/* --- a step --- */

static bool is_as_given(const context *own, const trama_system *system)
{
    return own->state.time > 0.0 &&
           memcmp(system->q, own->given_q, system->nq * sizeof(double)) == 0 &&
           memcmp(system->v, own->given_v, system->nv * sizeof(double)) == 0;
}

/* A new world where the system is now. */
static trama_step_status begin_here(trama_integrator *integrator, const trama_system *system)
{
    context *own = integrator->context;
    trama_error error;
    own->state.time = 0.0;
    trama_problem_begin(system, &own->problem);
    const trama_status status = begin(own, &error);
    if (status == TRAMA_BAD_INPUT)
        snprintf(integrator->failure, sizeof integrator->failure, "%.255s", error.text);
    return status == TRAMA_OK          ? TRAMA_STEP_OK
           : status == TRAMA_NO_MEMORY ? TRAMA_STEP_NO_MEMORY
                                       : TRAMA_STEP_FAILED;
}

static void take_state(context *own, trama_system *system)
{
    trama_problem_put(&own->problem, &own->state, system);
    memcpy(own->given_q, system->q, system->nq * sizeof(double));
    memcpy(own->given_v, system->v, system->nv * sizeof(double));
}

/* One step by the solver, and why it made none. */
static trama_step_status step_solver(trama_integrator *integrator, double h)
{
    context *own = integrator->context;
    const double before = own->state.time;
    const trama_step_status made = own->type->step(own->solver, h, &own->state);
    if (made == TRAMA_STEP_FAILED)
        snprintf(integrator->failure, sizeof integrator->failure, "%.255s",
                 own->type->failure(own->solver));
    if (made != TRAMA_STEP_OK || own->state.time > before)
        return made;
    snprintf(integrator->failure, sizeof integrator->failure,
             "%.64s sends a state at %.17g s after one at %.17g s", own->type->name,
             own->state.time, before);
    return TRAMA_STEP_FAILED;
}

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const bool restarted = isnan(integrator->h);
    integrator->status = TRAMA_STEP_OK;
    if (restarted || !is_as_given(integrator->context, system))
        integrator->status = begin_here(integrator, system);
    if (integrator->status == TRAMA_STEP_OK)
        integrator->status = step_solver(integrator, h);
    if (integrator->status == TRAMA_STEP_OK)
        take_state(integrator->context, system);
}
