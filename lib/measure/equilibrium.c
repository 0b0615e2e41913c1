#include "measure/equilibrium.h"
#include "core/numbers.h"
#include "core/vec.h"
#include "measure/energy.h"
#include "measure/folds.h"
#include "system_lifetimes.h"

#include <math.h>

static void add(trama_equilibrium *e, const char *name, const char *unit, const trama_reals *list)
{
    for (size_t i = 0; i < list->count; i++)
        e->criterion[e->count++] = (trama_criterion){.name = name,
                                                     .unit = unit,
                                                     .threshold = list->value[i],
                                                     .reached = -1,
                                                     .time = TRAMA_NAN,
                                                     .first = -1,
                                                     .out_of_plane = TRAMA_NAN};
}

static trama_status resolve_node(const trama_grid *grid, const long at[2], size_t *node,
                                 trama_error *error)
{
    long index[2];
    for (int d = 0; d < 2; d++) {
        index[d] = at[d] < 0 ? grid->points[d] + at[d] : at[d];
        if (index[d] < 0 || index[d] >= grid->points[d])
            return trama_fail(error, TRAMA_BAD_INPUT, "level",
                              "node [%ld, %ld] is outside the grid of %ld x %ld", at[0], at[1],
                              grid->points[0], grid->points[1]);
    }
    *node = (size_t)(index[0] * grid->points[1] + index[1]);
    return TRAMA_OK;
}

static trama_status add_level(trama_equilibrium *e, const trama_scene *scene, trama_error *error)
{
    const trama_equilibrium_spec *spec = e->spec;
    const double *g = trama_scene_spec_of(scene)->gravity;
    if (spec->level[0] == 0 && spec->level[1] == 0 && spec->level[2] == 0 && spec->level[3] == 0)
        return TRAMA_OK;
    if (trama_scene_nodes(scene) == 0 || (g[0] == 0.0 && g[1] == 0.0 && g[2] == 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "level",
                          "a level edge needs a grid, and gravity to say which way is up");
    for (int i = 0; i < 2; i++) {
        trama_status status =
            resolve_node(trama_scene_grid(scene), spec->level + 2 * i, &e->level_node[i], error);
        if (status != TRAMA_OK)
            return status;
    }
    const trama_reals once = {1, {spec->level_tolerance}};
    add(e, "level", "m", &once);
    e->criterion[e->count - 1].event = true;
    return TRAMA_OK;
}

trama_status trama_equilibrium_begin(trama_equilibrium *e, const trama_equilibrium_spec *spec,
                                     const trama_scene *scene, trama_error *error)
{
    e->spec = spec;
    e->count = 0;
    add(e, "displacement", "m", &spec->displacement);
    add(e, "displacement_rate", "m/s", &spec->displacement_rate);
    add(e, "kinetic", "J", &spec->kinetic);
    return add_level(e, scene, error);
}

/* How far node 1 of the edge hangs below node 0, m. */
static double edge_drop(const trama_equilibrium *e, const trama_system *system)
{
    const trama_object *object = trama_system_first(system);
    const double *g = trama_scene_spec_of(object->scene)->gravity, *q = system->q + object->q_begin;
    const double strength = sqrt(dot3(g, g));
    const size_t nodes = trama_scene_nodes(object->scene);
    double drop = 0.0;
    for (size_t axis = 0; axis < 3; axis++)
        drop += g[axis] / strength *
                (q[axis * nodes + e->level_node[1]] - q[axis * nodes + e->level_node[0]]);
    return drop;
}

/* The first quiet window, and the shape that it saw. */
static void note_first(trama_criterion *c, const trama_system *system)
{
    c->first = c->last + 1;
    const trama_object *object = trama_system_first(system);
    if (object->type->pointwise)
        c->out_of_plane = trama_folds_of(object->scene, system->q + object->q_begin).out_of_plane;
}

static void watch(trama_criterion *c, long window, long confirm, bool satisfied, bool violated,
                  const trama_system *system, double h)
{
    c->armed |= violated;
    if (c->event && c->reached >= 0)
        return;
    if (!satisfied)
        c->last = system->iteration;
    const long quiet = system->iteration - c->last;
    const bool at_rest = c->armed && quiet >= window;
    if (at_rest && c->first < 0)
        note_first(c, system);
    const bool confirmed = at_rest && (c->event || system->iteration >= confirm * (c->last + 1));
    c->reached = confirmed ? c->last + 1 : -1;
    c->time = confirmed ? system->t - (double)(quiet - 1) * h : TRAMA_NAN;
}

bool trama_equilibrium_update(trama_equilibrium *e, const trama_system *system, double h,
                              double displacement)
{
    bool all = e->count > 0;
    const double kinetic = e->spec->kinetic.count ? trama_kinetic_energy(system) : 0.0;
    const double values[3] = {displacement, displacement / h, kinetic};
    const size_t ends[3] = {
        e->spec->displacement.count, e->spec->displacement.count + e->spec->displacement_rate.count,
        e->spec->displacement.count + e->spec->displacement_rate.count + e->spec->kinetic.count};
    const long window = e->spec->window, confirm = e->spec->confirm;
    const bool awaits = trama_system_awaits(system);
    for (size_t i = 0, kind = 0; i < e->count; i++) {
        trama_criterion *c = &e->criterion[i];
        while (kind < 3 && i >= ends[kind])
            kind++;
        if (kind < 3) {
            watch(c, window, confirm, values[kind] < c->threshold && !awaits,
                  values[kind] >= c->threshold, system, h);
        } else {
            const double drop = edge_drop(e, system);
            watch(c, 1, 1, drop <= c->threshold, drop > e->spec->level_band, system, h);
        }
        all &= c->reached >= 0;
    }
    return all;
}

void trama_equilibrium_state(trama_equilibrium *e, trama_archive *archive)
{
    for (size_t i = 0; i < e->count; i++) {
        trama_criterion *c = &e->criterion[i];
        trama_archive_integer(archive, &c->reached);
        trama_archive_reals(archive, &c->time, 1);
        trama_archive_integer(archive, &c->first);
        trama_archive_reals(archive, &c->out_of_plane, 1);
        trama_archive_integer(archive, &c->last);
        trama_archive_flag(archive, &c->armed);
    }
}

static const trama_field fields[] = {
    {TRAMA_LIST_OF(trama_equilibrium_spec, displacement, 1), .unit = "m", .maximum = TRAMA_INFINITY,
     .summary = "largest displacement of any node in one iteration"},
    {TRAMA_LIST_OF(trama_equilibrium_spec, displacement_rate, 1), .unit = "m/s",
     .maximum = TRAMA_INFINITY, .summary = "the same divided by the time step"},
    {TRAMA_LIST_OF(trama_equilibrium_spec, kinetic, 1), .unit = "J", .maximum = TRAMA_INFINITY,
     .summary = "kinetic energy"},
    {TRAMA_FIELD_OF(trama_equilibrium_spec, window), .unit = "1", .minimum = 1, .maximum = 1e9,
     .fallback = {10}, .summary = "iterations in a row that must satisfy a criterion"},
    {TRAMA_FIELD_OF(trama_equilibrium_spec, confirm), .unit = "1", .minimum = 1, .maximum = 1000,
     .fallback = {3},
     .summary =
         "a criterion counts once the run has lasted this many times as long as it took, and "
         "none violated it"},
    {TRAMA_FIELD_OF(trama_equilibrium_spec, push), .unit = "m", .minimum = 0.0, .maximum = 1e3,
     .fallback = {1e-6},
     .summary = "of every coordinate at the end, at random; a state in which it grows is no "
                "equilibrium; 0: none"},
    {TRAMA_FIELD_OF(trama_equilibrium_spec, level), .unit = "1",
     .summary = "k1, l1, k2, l2: nodes whose heights become level again (S4); 0 0 0 0: none"},
    {TRAMA_FIELD_OF(trama_equilibrium_spec, level_band), .unit = "m", .minimum = 0.0,
     .maximum = TRAMA_INFINITY, .fallback = {0.1},
     .summary = "how far the second node must first hang below the first"},
    {TRAMA_FIELD_OF(trama_equilibrium_spec, level_tolerance), .unit = "m", .minimum = 0.0,
     .maximum = TRAMA_INFINITY, .fallback = {0.0},
     .summary = "how far it may then hang below and count as level"},
};
const trama_fields trama_equilibrium_fields = TRAMA_FIELDS(fields, trama_equilibrium_spec);
