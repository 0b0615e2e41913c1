/* A plugin: a model, an interaction and an integrator of one's own, outside the tree.
 *
 *     make                                                   # cc -shared ... -o my_plugin.so
 *     trama list --plugin ./my_plugin.so
 *     trama run my_experiment.yaml my_objects.yaml --plugin ./my_plugin.so
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

/* ---- An interaction: a rope between two nodes, one of each object, which is slack up to its
 * length L. Beyond it,
 *
 *   F = -k (l - L)^2 n on the first node, -F on the second,  n = (x1 - x2)/l
 *
 * so that the force has no kink where the rope becomes taut, and methods keep order 2. Potential:
 * k (l - L)^3/3. It remembers its largest tension. */

typedef struct tether_parameters {
    double stiffness, length;
    long first[2], second[2];
} tether_parameters;

typedef struct tether {
    double stiffness, length;
    trama_spot end[2];
    double strongest; /* N: the interaction's own state */
} tether;

static const trama_field tether_fields[] = {
    {TRAMA_FIELD_OF(tether_parameters, stiffness), .required = true, .unit = "N/m^2",
     .maximum = DBL_MAX, .summary = "tension over the square of what it is stretched by"},
    {TRAMA_FIELD_OF(tether_parameters, length), .required = true, .unit = "m", .maximum = DBL_MAX,
     .summary = "L, up to which it is slack"},
    {TRAMA_FIELD_OF(tether_parameters, first), .unit = "1", .minimum = -1e9, .maximum = 1e9,
     .summary = "node [k, l] of the first object, from the end if negative"},
    {TRAMA_FIELD_OF(tether_parameters, second), .unit = "1", .minimum = -1e9, .maximum = 1e9,
     .summary = "node of the second object"},
};

/* A message names the field by its path below the interaction; the program adds file and line. */
static trama_status tether_create(const void *given, const trama_surface *const *among,
                                  size_t count, void **interaction, trama_error *error)
{
    const tether_parameters *p = given;
    tether *made = calloc(1, sizeof *made);
    (void)count; /* two: the table says so */
    if (!made)
        return trama_fail(error, TRAMA_NO_MEMORY, "", "not enough memory");
    *interaction = made;
    made->stiffness = p->stiffness;
    made->length = p->length;
    for (int end = 0; end < 2; end++)
        if (among[end]->vertices == 0)
            return trama_fail(error, TRAMA_BAD_INPUT, "among", "'%s' has no nodes to tie",
                              among[end]->name);
    if (trama_spot_at_node(among[0], "first", p->first, &made->end[0], error) != TRAMA_OK)
        return error->status;
    return trama_spot_at_node(among[1], "second", p->second, &made->end[1], error);
}

/* n, and l as the result, 0 if the ends are at one place. */
static double span(const tether *self, const double *q, double n[3])
{
    double second[3];
    trama_spot_position(&self->end[0], q, n);
    trama_spot_position(&self->end[1], q, second);
    for (int axis = 0; axis < 3; axis++)
        n[axis] -= second[axis];
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int axis = 0; axis < 3; axis++)
        n[axis] = length > 0.0 ? n[axis] / length : 0.0;
    return length;
}

/* l - L of a taut rope, 0 of a slack one. */
static double stretch(const tether *self, double length)
{
    return fmax(0.0, length - self->length);
}

/* c times the direction n on the first end, and its opposite on the second. */
static void tie(const tether *self, double c, const double n[3], double *f)
{
    trama_spot_push(&self->end[0], (double[]){c * n[0], c * n[1], c * n[2]}, f);
    trama_spot_push(&self->end[1], (double[]){-c * n[0], -c * n[1], -c * n[2]}, f);
}

static void tether_forces(void *interaction, double t, const double *q, const double *v, double *f)
{
    const tether *self = interaction;
    double n[3];
    const double longer = stretch(self, span(self, q, n));
    (void)t, (void)v;
    tie(self, -self->stiffness * longer * longer, n, f);
}

/* B = -dF/dx of the first end: 2 k (l - L) along n, k (l - L)^2/l across it. */
static void tether_matrix(const tether *self, const double *q, double b[9])
{
    double n[3];
    const double length = span(self, q, n), longer = stretch(self, length);
    const double across = length > 0.0 ? self->stiffness * longer * longer / length : 0.0;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            b[3 * r + c] =
                (2.0 * self->stiffness * longer - across) * n[r] * n[c] + (r == c ? across : 0.0);
}

static void tether_tangent_product(void *interaction, double t, const double *q, const double *v,
                                   double cq, double cv, const double *u, double *y)
{
    const tether *self = interaction;
    double b[9], first[3], second[3], change[3];
    (void)t, (void)v, (void)cv;
    tether_matrix(self, q, b);
    trama_spot_coordinates(&self->end[0], u, first);
    trama_spot_coordinates(&self->end[1], u, second);
    for (int r = 0; r < 3; r++)
        change[r] = b[3 * r] * (first[0] - second[0]) + b[3 * r + 1] * (first[1] - second[1]) +
                    b[3 * r + 2] * (first[2] - second[2]);
    tie(self, -cq, change, y);
}

static void tether_tangent(void *interaction, double t, const double *q, const double *v,
                           trama_triplets *k, trama_triplets *d)
{
    const tether *self = interaction;
    double b[9];
    (void)t, (void)v, (void)d;
    tether_matrix(self, q, b);
    trama_spots_add_matrix(&self->end[0], &self->end[1], b, k);
}

static double tether_energy(void *interaction, double t, const double *q)
{
    const tether *self = interaction;
    double n[3];
    const double longer = stretch(self, span(self, q, n));
    (void)t;
    return self->stiffness * longer * longer * longer / 3.0;
}

static double tension(const tether *self, const double *q)
{
    double n[3];
    const double longer = stretch(self, span(self, q, n));
    return self->stiffness * longer * longer;
}

static void tether_observe(void *interaction, double t, const double *q, const double *v,
                           double *value)
{
    const tether *self = interaction;
    (void)t, (void)v;
    value[0] = tension(self, q);
    value[1] = fmax(self->strongest, value[0]);
}

/* Its state changes here alone, once the step is sure; forces only read it. */
static void tether_advance(void *interaction, const trama_moment *end, double h)
{
    tether *self = interaction;
    (void)h;
    self->strongest = fmax(self->strongest, tension(self, end->q));
}

static void tether_restart(void *interaction)
{
    ((tether *)interaction)->strongest = 0.0;
}

/* Saved, loaded and digested by one function. */
static void tether_state(void *interaction, trama_archive *archive)
{
    trama_archive_reals(archive, &((tether *)interaction)->strongest, 1);
}

static const trama_interaction_type my_tether = {
    .name = "my_tether",
    .summary = "a rope between two nodes, slack up to its length",
    .reference = "examples/plugin",
    .version = 1,
    .parameters = TRAMA_FIELDS(tether_fields, tether_parameters),
    .least = 2,
    .most = 2,
    .order_limit = 2, /* the force's slope has a kink where the rope becomes taut */
    .observed = {{"tension", "N", "of the rope"},
                 {"strongest", "N", "largest tension since the start, at a step's end"}},
    .create = tether_create,
    .destroy = free,
    .forces = tether_forces,
    .tangent_product = tether_tangent_product,
    .tangent = tether_tangent,
    .energy = tether_energy,
    .observe = tether_observe,
    .advance = tether_advance,
    .restart = tether_restart,
    .state = tether_state,
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
static const trama_interaction_type *const interactions[] = {&my_tether};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD,      .name = "my_plugin",
    .version = "1",         .models = models,
    .model_count = 1,       .integrators = integrators,
    .integrator_count = 1,  .interactions = interactions,
    .interaction_count = 1,
};
