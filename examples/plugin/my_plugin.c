/* A plugin: a model and an integrator of one's own, outside the tree.
 *
 *     make                                                   # cc -shared ... -o my_plugin.so
 *     trama list models --plugin ./my_plugin.so
 *     trama run my_experiment.yaml --plugin ./my_plugin.so
 */
#include "trama_plugin.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* ---- A model: the rows of the scene's grid are chains of masses on springs. */

typedef struct chains {
    double stiffness, mass; /* the parameters, as the table below describes them */
    const trama_scene *scene;
    size_t m, n, nodes;
    double rest;
} chains;

static const trama_field parameters[] = {
    {TRAMA_FIELD_OF(chains, stiffness), .required = true, .unit = "N/m", .maximum = DBL_MAX,
     .summary = "of each spring"},
    {TRAMA_FIELD_OF(chains, mass), .unit = "kg", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {0.01}, .summary = "of each node"},
};

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const trama_grid *grid = trama_scene_grid(scene);
    chains *made = malloc(sizeof *made);
    if (!made)
        return trama_fail(error, TRAMA_NO_MEMORY, "", "not enough memory");
    *made = *(const chains *)given;
    made->scene = scene;
    made->m = (size_t)grid->points[0];
    made->n = (size_t)grid->points[1];
    made->nodes = made->m * made->n;
    made->rest = trama_scene_spacing(scene, 1);
    *model = made;
    return TRAMA_OK;
}

static void dimensions(const void *model, size_t *nq, size_t *nv)
{
    *nq = *nv = 3 * ((const chains *)model)->nodes;
}

static void initial(const void *model, double *q, double *v)
{
    trama_scene_initial(((const chains *)model)->scene, q, v);
}

/* The vector from a node to the next in its row, of stride `nodes`; returns its length. */
static double reach(const chains *c, const double *q, size_t node, double d[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        d[axis] = q[axis * c->nodes + node + 1] - q[axis * c->nodes + node];
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

static void pull(const chains *c, const double *q, size_t node, double *a)
{
    double d[3];
    const double length = reach(c, q, node, d);
    const double factor = c->stiffness * (1.0 - c->rest / length) / c->mass;
    for (size_t axis = 0; axis < 3; axis++) {
        a[axis * c->nodes + node] += factor * d[axis];
        a[axis * c->nodes + node + 1] -= factor * d[axis];
    }
}

/* Pins are the scene's business; of the loads this model takes gravity and damping. */
static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    const chains *c = model;
    (void)t;
    for (size_t i = 0; i < 3 * c->nodes; i++)
        a[i] = loads->gravity[i / c->nodes] - loads->damping / c->mass * v[i];
    for (size_t k = 0; k < c->m; k++)
        for (size_t l = 0; l + 1 < c->n; l++)
            pull(c, q, k * c->n + l, a);
}

static void energy(void *model, const double *q, double *energies)
{
    const chains *c = model;
    energies[0] = 0.0;
    for (size_t k = 0; k < c->m; k++)
        for (size_t l = 0; l + 1 < c->n; l++) {
            double d[3];
            const double longer = reach(c, q, k * c->n + l, d) - c->rest;
            energies[0] += 0.5 * c->stiffness * longer * longer;
        }
}

static void masses(const void *model, double *mass)
{
    const chains *c = model;
    for (size_t i = 0; i < 3 * c->nodes; i++)
        mass[i] = c->mass;
}

static const trama_model_type my_chains = {
    .name = "my_chains",
    .summary = "rows of masses on springs",
    .reference = "examples/plugin",
    .version = 1,
    .parameters = TRAMA_FIELDS(parameters, chains),
    .rectangular = true,
    .pointwise = true,
    .energy_names = {"elastic"},
    .create = create,
    .destroy = free,
    .dimensions = dimensions,
    .initial = initial,
    .acceleration = acceleration,
    .energy = energy,
    .masses = masses,
};

/* ---- An integrator: drift, kick, drift (position Verlet). */

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    double *a = trama_integrator_v(integrator, 0);
    trama_system_drift(system, h / 2, system->v, system->q, system->q);
    trama_system_acceleration(system, system->t + h / 2, system->q, system->v, a);
    trama_system_kick(system, h, a, system->v, system->v);
    trama_system_drift(system, h / 2, system->v, system->q, system->q);
}

static const trama_integrator_type my_verlet = {
    .name = "my_verlet",
    .summary = "drift, kick, drift",
    .reference = "examples/plugin",
    .version = 1,
    .order = 2,
    .damped_order = 1,
    .stability = 2.0,
    .evaluations = 1,
    .v_arrays = 1,
    .step = step,
};

/* ---- The table. */

static const trama_model_type *const models[] = {&my_chains};
static const trama_integrator_type *const integrators[] = {&my_verlet};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD, .name = "my_plugin",        .version = "1",        .models = models,
    .model_count = 1,  .integrators = integrators, .integrator_count = 1,
};
