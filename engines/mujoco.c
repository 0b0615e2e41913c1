/* MuJoCo (mujoco.org): a node is a body on slide joints along its free axes, a spring a spatial
 * tendon between two sites, with its stiffness, damping and length at rest. Steps are those of
 * MuJoCo's own default, semi-implicit Euler (velocities first, damping of joints implicit), unless
 * another of its integrators is asked for. A
 * problem is a new model, compiled from a text in MuJoCo's format, and new data: nothing is left of
 * the one before.
 * Sources: Todorov, Erez and Tassa, MuJoCo: a physics engine for model-based control (IROS 2012);
 * MuJoCo's XML reference, `option`, `spatial` and `joint`. */
#include "solver/solver.h"

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
    double time;
    bool is_lost; /* its state is no number any more */
} world;

static const trama_mapping mapping = {
    .taking = {[TRAMA_HAS_SPRINGS] = TRAMA_TAKES,
               [TRAMA_HAS_DAMPERS] = TRAMA_TAKES,
               [TRAMA_HAS_GRAVITY] = TRAMA_TAKES,
               [TRAMA_HAS_DRAG] = TRAMA_TAKES,
               [TRAMA_HAS_PINS] = TRAMA_TAKES,
               [TRAMA_HAS_GUIDES] = TRAMA_TAKES},
    .how = {[TRAMA_HAS_DRAG] = "implicit in the velocity"},
};

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
    *taken = mapping;
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

static bool is_held(const trama_problem *p, size_t node)
{
    const double *held = p->held + 3 * node;
    return held[0] != 0.0 && held[1] != 0.0 && held[2] != 0.0;
}

static void write_node(FILE *out, const trama_problem *p, size_t node)
{
    static const char *const axis[3] = {"1 0 0", "0 1 0", "0 0 1"};
    const double *x = p->position + 3 * node, m = p->mass[node];
    if (is_held(p, node)) {
        fprintf(out, "<site name='%zu' pos='%.17g %.17g %.17g'/>\n", node, x[0], x[1], x[2]);
        return;
    }
    fprintf(out,
            "<body pos='%.17g %.17g %.17g'><inertial pos='0 0 0' mass='%.17g' "
            "diaginertia='%.17g %.17g %.17g'/>",
            x[0], x[1], x[2], m, m, m, m); /* nothing turns: any inertia will do */
    for (size_t i = 0; i < 3; i++)
        if (p->held[3 * node + i] == 0.0)
            fprintf(out, "<joint type='slide' axis='%s' damping='%.17g'/>", axis[i], p->drag[node]);
    fprintf(out, "<site name='%zu'/></body>\n", node);
}

static void write_spring(FILE *out, const trama_spring *s)
{
    fprintf(out,
            "<spatial stiffness='%.17g' damping='%.17g' springlength='%.17g'><site site='%zu'/>"
            "<site site='%zu'/></spatial>\n",
            s->stiffness, s->damping, s->rest, (size_t)s->node[0], (size_t)s->node[1]);
}

/* MuJoCo's own guess at its memory grows with the square of the coordinates, for constraints, of
 * which there are none. */
static void write_model(FILE *out, const trama_problem *p)
{
    const double *g = p->gravity;
    fprintf(out,
            "<mujoco><option gravity='%.17g %.17g %.17g'>"
            "<flag constraint='disable' contact='disable'/></option>\n"
            "<size njmax='1' nconmax='1' nstack='%zu'/>\n<worldbody>\n",
            g[0], g[1], g[2], 10000 + 300 * p->nodes);
    for (size_t i = 0; i < p->nodes; i++)
        write_node(out, p, i);
    fprintf(out, "</worldbody>\n");
    if (p->springs > 0)
        fprintf(out, "<tendon>\n");
    for (size_t i = 0; i < p->springs; i++)
        write_spring(out, &p->spring[i]);
    fprintf(out, "%s</mujoco>\n", p->springs > 0 ? "</tendon>\n" : "");
}

static bool write_text(world *w)
{
    FILE *out = open_memstream(&w->text, &w->length);
    if (!out)
        return false;
    write_model(out, w->problem);
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
}

/* --- coordinates: a node's free axes, node by node --- */

typedef void exchange(const world *w, size_t at, size_t joint, trama_state *state);

/* Calls for each free axis of the problem. */
static void for_each_axis(const world *w, exchange *does, trama_state *state)
{
    size_t joint = 0;
    for (size_t at = 0; at < 3 * w->problem->nodes; at++)
        if (w->problem->held[at] == 0.0)
            does(w, at, joint++, state);
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

/* Joints are at 0 where the problem begins. */
static void make_data(world *w)
{
    w->data = mj_makeData(w->model);
    if (w->data)
        for_each_axis(w, set_axis, NULL);
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

static void tell(const world *w, trama_state *state)
{
    const size_t numbers = 3 * w->problem->nodes;
    memcpy(state->position, w->problem->position, numbers * sizeof(double));
    memset(state->velocity, 0, numbers * sizeof(double));
    for_each_axis(w, get_axis, state);
}

/* Divergence is a result: what MuJoCo would begin anew is no number. */
static void tell_loss(const world *w, trama_state *state)
{
    for (size_t i = 0; i < 3 * w->problem->nodes; i++)
        state->position[i] = state->velocity[i] = TRAMA_NAN;
}

static trama_step_status step(void *solver, double h, trama_state *state)
{
    world *w = solver;
    const double before = w->data->time;
    w->model->opt.timestep = h;
    if (!w->is_lost && !attempt(make_step, w))
        return TRAMA_STEP_FAILED;
    w->is_lost = w->is_lost || is_reset(w, before);
    state->time = w->time += h;
    if (w->is_lost)
        tell_loss(w, state);
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
    .summary = "MuJoCo: bodies on slide joints, spatial tendons, semi-implicit Euler",
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
