/* MuJoCo (mujoco.org): mujoco_model.c says how it is told of a problem. Steps are those of
 * MuJoCo's own default, semi-implicit Euler (velocities first, damping of joints implicit), unless
 * another of its integrators is asked for. A
 * problem is a new model, compiled from a text in MuJoCo's format, and new data: nothing is left of
 * the one before.
 * Sources: Todorov, Erez and Tassa, MuJoCo: a physics engine for model-based control (IROS 2012);
 * MuJoCo's XML reference, `option`, `spatial` and `joint`. */
#include "engines/mujoco.h"
#include "engines/engines.h"

#include "core/numbers.h"

#include <mujoco/mujoco.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WHY = 256 };

typedef struct options {
    int integrator, solver, cone, jacobian;
    long iterations, noslip_iterations;
    double tolerance, noslip_tolerance, impratio;
    bool multiccd;
} options;

/* In the order of MuJoCo's own enums. */
static const char *const integrators[] = {"Euler", "RK4", "implicit", NULL};
static const char *const solvers[] = {"PGS", "CG", "Newton", NULL};
static const char *const cones[] = {"pyramidal", "elliptic", NULL};
static const char *const jacobians[] = {"dense", "sparse", "auto", NULL};

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(options, integrator, integrators), .fallback = {mjINT_EULER},
     .summary = "Euler: semi-implicit, joint damping implicit; RK4; implicit: in the velocity"},
    {TRAMA_CHOICE_OF(options, solver, solvers), .fallback = {mjSOL_NEWTON},
     .summary = "of constraints and contacts"},
    {TRAMA_FIELD_OF(options, iterations), .unit = "1", .minimum = 1, .maximum = 1e6,
     .fallback = {100}, .summary = "of that solver, at most"},
    {TRAMA_FIELD_OF(options, tolerance), .unit = "1", .minimum = 0, .maximum = 1,
     .fallback = {1e-8}, .summary = "at which that solver ends"},
    {TRAMA_CHOICE_OF(options, cone, cones), .fallback = {mjCONE_PYRAMIDAL},
     .summary = "of friction"},
    {TRAMA_FIELD_OF(options, impratio), .unit = "1", .minimum = 1e-6, .maximum = 1e6,
     .fallback = {1}, .summary = "how much harder friction is than the normal force"},
    {TRAMA_FIELD_OF(options, noslip_iterations), .unit = "1", .minimum = 0, .maximum = 1e6,
     .summary = "of the solver against slip, which runs behind the other; 0: it does not"},
    {TRAMA_FIELD_OF(options, noslip_tolerance), .unit = "1", .minimum = 0, .maximum = 1,
     .fallback = {1e-6}, .summary = "at which that one ends"},
    {TRAMA_CHOICE_OF(options, jacobian, jacobians), .fallback = {mjJAC_AUTO},
     .summary = "of constraints; auto: sparse from 60 coordinates on"},
    {TRAMA_FIELD_OF(options, multiccd), .unit = "",
     .summary = "several points of contact where one of two shapes is a cylinder or a hull, else "
                "one, about which they turn"},
};

static const trama_recommended recommended[] = {
    {"cone", mjCONE_ELLIPTIC}, {"solver", mjSOL_NEWTON}, {"tolerance", 1e-10}, {NULL, 0}};

typedef struct world {
    const trama_problem *problem;
    const options *options;
    char *text; /* the model in MuJoCo's format, while it is compiled */
    size_t length;
    mjModel *model;
    mjData *data;
    size_t axes; /* free ones, of nodes */
    double time;
    bool is_lost; /* its state is no number any more */
} world;

static _Thread_local char said[WHY]; /* MuJoCo's last error */

static void listen(void);
static bool attempt(void (*does)(world *w), world *w);
static trama_status compile(world *w, trama_error *error);
static void set_options(const world *w);
static void make_data(world *w);
static void close_world(void *solver);

static trama_status open_world(void *self, const trama_problem *problem, const void *set,
                               trama_mapping *taken, void **solver, trama_error *error)
{
    (void)self;
    *taken = mujoco_mapping(problem, cones[((const options *)set)->cone]);
    if (!trama_mapping_takes(taken, problem, NULL))
        return TRAMA_OK;
    world *w = calloc(1, sizeof *w);
    if (!w)
        return trama_fail_memory(error);
    w->problem = problem;
    w->options = set;
    listen();
    trama_status status = compile(w, error);
    if (status == TRAMA_OK)
        set_options(w);
    if (status == TRAMA_OK && !(attempt(make_data, w) && w->data))
        status = trama_fail_memory(error);
    if (status == TRAMA_OK)
        *solver = w;
    else
        close_world(w);
    return status;
}

static void close_world(void *solver)
{
    world *w = solver;
    if (!w)
        return;
    mj_deleteData(w->data);
    mj_deleteModel(w->model);
    free(w->text);
    free(w);
}

/* --- MuJoCo's errors, which else would end the program, and its warnings, which it would write to
 * a file in the current folder --- */

static _Thread_local jmp_buf *rescue;

static void take_error(const char *text)
{
    snprintf(said, sizeof said, "%s", text);
    if (rescue)
        longjmp(*rescue, 1);
    fprintf(stderr, "trama: MuJoCo: %s\n", text);
    abort();
}

static void take_warning(const char *text)
{
    (void)text; /* they are counted in mjData, where step looks */
}

static void listen(void)
{
    mju_user_error = take_error;
    mju_user_warning = take_warning;
}

/* False if MuJoCo met an error, which is in `said`. */
static bool attempt(void (*does)(world *w), world *w)
{
    jmp_buf here;
    rescue = &here;
    if (setjmp(here) == 0) {
        does(w);
        rescue = NULL;
        return true;
    }
    rescue = NULL;
    return false;
}

/* --- the model --- */

static bool write_text(world *w)
{
    FILE *out = open_memstream(&w->text, &w->length);
    if (!out)
        return false;
    mujoco_write_model(out, w->problem);
    const bool written = !ferror(out);
    return fclose(out) == 0 && written;
}

/* A file system of MuJoCo's own, of one file, in memory. */
static bool add_text(mjVFS *files, const world *w)
{
    mj_defaultVFS(files);
    if (mj_makeEmptyFileVFS(files, "problem.xml", (int)w->length) != 0)
        return false;
    memcpy(files->filedata[0], w->text, w->length);
    return true;
}

static trama_status compile(world *w, trama_error *error)
{
    char why[WHY] = "";
    mjVFS *files = malloc(sizeof *files); /* of 2 MB */
    const bool told = files && write_text(w) && add_text(files, w);
    if (told)
        w->model = mj_loadXML("problem.xml", files, why, sizeof why);
    if (told)
        mj_deleteVFS(files);
    free(files);
    free(w->text);
    w->text = NULL;
    if (!told)
        return trama_fail_memory(error);
    return w->model ? TRAMA_OK
                    : trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                                 "MuJoCo refuses the problem: %s", why);
}

static void set_options(const world *w)
{
    const options *o = w->options;
    mjOption *to = &w->model->opt;
    to->integrator = o->integrator;
    to->solver = o->solver;
    to->iterations = (int)o->iterations;
    to->tolerance = o->tolerance;
    to->cone = o->cone;
    to->impratio = o->impratio;
    to->noslip_iterations = (int)o->noslip_iterations;
    to->noslip_tolerance = o->noslip_tolerance;
    to->jacobian = o->jacobian;
    to->enableflags |= o->multiccd ? mjENBL_MULTICCD : 0;
}

/* --- coordinates: a node's free axes, node by node; then bodies, of which the spin is in their
 * axes
 * --- */

typedef void exchange(const world *w, size_t at, size_t joint, trama_state *state);

/* Calls for each free axis of the problem; how many there are. */
static size_t for_each_axis(const world *w, exchange *does, trama_state *state)
{
    size_t joint = 0;
    for (size_t at = 0; at < 3 * w->problem->nodes; at++)
        if (w->problem->held[at] == 0.0)
            does(w, at, joint++, state);
    return joint;
}

static void set_axis(const world *w, size_t at, size_t joint, trama_state *state)
{
    (void)state;
    w->data->qvel[joint] = w->problem->velocity[at];
}

static void get_axis(const world *w, size_t at, size_t joint, trama_state *state)
{
    state->position[at] = w->problem->position[at] + w->data->qpos[joint];
    state->velocity[at] = w->data->qvel[joint];
}

static void set_body(const trama_solid_state *from, double *v)
{
    mjtNum back[4];
    mju_negQuat(back, from->orientation);
    mju_copy3(v, from->velocity);
    mju_rotVecQuat(v + 3, from->spin, back);
}

static void get_body(const double *q, const double *v, trama_solid_state *to)
{
    mju_copy3(to->position, q);
    mju_copy4(to->orientation, q + 3);
    mju_copy3(to->velocity, v);
    mju_rotVecQuat(to->spin, v + 3, q + 3);
}

/* Joints are where the problem begins. */
static void make_data(world *w)
{
    w->data = mj_makeData(w->model);
    if (!w->data)
        return;
    w->axes = for_each_axis(w, set_axis, NULL);
    for (size_t i = 0; i < w->problem->bodies; i++)
        set_body(&w->problem->body[i].start, w->data->qvel + w->axes + 6 * i);
}

/* --- a step --- */

static void make_step(world *w)
{
    mj_step(w->model, w->data);
}

/* MuJoCo answers a bad number with a world at its beginning, and steps on. */
static bool is_reset(const world *w, double before)
{
    const mjWarningStat *warning = w->data->warning;
    return warning[mjWARN_BADQPOS].number > 0 || warning[mjWARN_BADQVEL].number > 0 ||
           warning[mjWARN_BADQACC].number > 0 || !(w->data->time > before);
}

/* Contacts beyond its memory, or constraints, it would leave out. */
static bool is_full(const world *w)
{
    const mjWarningStat *warning = w->data->warning;
    if (warning[mjWARN_CONTACTFULL].number == 0 && warning[mjWARN_CNSTRFULL].number == 0)
        return false;
    snprintf(said, sizeof said,
             "MuJoCo has memory for %d contacts and %d of their equations, and "
             "there are more",
             w->model->nconmax, w->model->njmax);
    return true;
}

static void drag_bodies(world *w)
{
    for (size_t i = 0; i < w->problem->bodies; i++) {
        const trama_solid *solid = &w->problem->body[i].is;
        const double *v = w->data->qvel + w->axes + 6 * i;
        double *force = w->data->qfrc_applied + w->axes + 6 * i;
        for (size_t axis = 0; axis < 3; axis++) {
            force[axis] = -solid->drag[0] * solid->mass * v[axis];
            force[3 + axis] = -solid->drag[1] * solid->moment[axis] * v[3 + axis];
        }
    }
}

static void tell(const world *w, trama_state *state)
{
    const size_t numbers = 3 * w->problem->nodes;
    memcpy(state->position, w->problem->position, numbers * sizeof(double));
    memset(state->velocity, 0, numbers * sizeof(double));
    for_each_axis(w, get_axis, state);
    for (size_t i = 0; i < w->problem->bodies; i++)
        get_body(w->data->qpos + w->axes + 7 * i, w->data->qvel + w->axes + 6 * i, &state->body[i]);
}

static trama_step_status step(void *solver, double h, trama_state *state)
{
    world *w = solver;
    const double before = w->data->time;
    w->model->opt.timestep = h;
    if (!w->is_lost) {
        drag_bodies(w);
        if (!attempt(make_step, w) || is_full(w))
            return TRAMA_STEP_FAILED;
    }
    w->is_lost = w->is_lost || is_reset(w, before);
    state->time = w->time += h;
    if (w->is_lost)
        engines_tell_loss(w->problem, state); /* what it would begin anew is no number */
    else
        tell(w, state);
    return TRAMA_STEP_OK;
}

static const char *failure(const void *solver)
{
    (void)solver;
    return said;
}

const trama_solver_type engine_mujoco = {
    .name = "mujoco",
    .summary = "MuJoCo: bodies, spatial tendons, soft contact; semi-implicit Euler by default",
    .reference = "Todorov, Erez and Tassa, IROS 2012; mujoco.org",
    .version = 1,
    .own = "MuJoCo",
    .own_version = ENGINES_MUJOCO,
    .precision = sizeof(mjtNum) == sizeof(double) ? "float64" : "float32",
    .options = TRAMA_FIELDS(fields, options),
    .recommended = recommended,
    .recommended_by =
        "MuJoCo's documentation, Modeling, Solver settings: elliptic cones, and Newton "
        "with a tolerance of 1e-10",
    .open = open_world,
    .step = step,
    .failure = failure,
    .close = close_world,
};
