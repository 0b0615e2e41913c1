#include "task/series.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "measure/folds.h"
#include "measure/momentum.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What can be sampled: a name, a unit, what it needs, and how to get it. */
typedef enum needs {
    RUN,    /* a run */
    MOTION, /* positions of nodes, and those before the iteration */
    SHAPE,  /* positions of nodes alone */
    BUDGET, /* the energy budget */
} needs;
typedef struct column {
    const char *name, *unit, *summary;
    needs needs;
    double (*of)(const trama_view *view);
} column;

static double iteration_of(const trama_view *view)
{
    return (double)view->system->iteration;
}
static double time_of(const trama_view *view)
{
    return view->system->t;
}
static double displacement_of(const trama_view *view)
{
    return view->displacement;
}
static double strain_of(const trama_view *view)
{
    return trama_edge_strain(view->system->object[0].scene, view->system->q).value;
}
static double area_of(const trama_view *view)
{
    return trama_area_ratio(view->system->object[0].scene, view->system->q);
}
static double drop_of(const trama_view *view)
{
    return trama_drop(view->system->object[0].scene, view->system->q);
}
static double sawtooth_in_of(const trama_view *view)
{
    return trama_sawtooth_of(view->system->object[0].scene, view->system->q, view->before).in_plane;
}
static double sawtooth_out_of(const trama_view *view)
{
    return trama_sawtooth_of(view->system->object[0].scene, view->system->q, view->before)
        .out_of_plane;
}
static double kinetic_of(const trama_view *view)
{
    return trama_budget_kinetic(view->budget);
}
static double work_of(const trama_view *view)
{
    return trama_budget_work(view->budget);
}
static double potential_of(const trama_view *view)
{
    return trama_budget_potential(view->budget);
}
static double excess_of(const trama_view *view)
{
    return trama_budget_excess(view->budget);
}

static double centre_of(const trama_view *view, size_t axis)
{
    double centre[3];
    trama_centre(view->system, centre);
    return centre[axis];
}
static double centre_x_of(const trama_view *view)
{
    return centre_of(view, 0);
}
static double centre_y_of(const trama_view *view)
{
    return centre_of(view, 1);
}
static double centre_z_of(const trama_view *view)
{
    return centre_of(view, 2);
}
static double momentum_of(const trama_view *view)
{
    double p[3];
    trama_momentum(view->system, p);
    return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}
static double angular_of(const trama_view *view, size_t axis)
{
    double angular[3];
    trama_angular_momentum(view->system, angular);
    return angular[axis];
}
static double angular_x_of(const trama_view *view)
{
    return angular_of(view, 0);
}
static double angular_y_of(const trama_view *view)
{
    return angular_of(view, 1);
}
static double angular_z_of(const trama_view *view)
{
    return angular_of(view, 2);
}
static double volume_of(const trama_view *view)
{
    return trama_volume(view->system->object[0].scene, view->system->q);
}
static trama_folds folds_of(const trama_view *view)
{
    return trama_folds_of(view->system->object[0].scene, view->system->q);
}
static double out_of_plane_of(const trama_view *view)
{
    return folds_of(view).out_of_plane;
}
static double projection_of(const trama_view *view)
{
    return folds_of(view).projection;
}
static double lines_k_of(const trama_view *view)
{
    return folds_of(view).lines[0];
}
static double lines_l_of(const trama_view *view)
{
    return folds_of(view).lines[1];
}

static const column columns[] = {
    {"iteration", "1", "iterations done", RUN, iteration_of},
    {"time", "s", "time", RUN, time_of},
    {"displacement", "m", "largest displacement of a node in the iteration", RUN, displacement_of},
    {"strain", "1", "largest |l/l0 - 1| of an edge", SHAPE, strain_of},
    {"area_ratio", "1", "area over rest area", SHAPE, area_of},
    {"drop", "m", "from the highest to the lowest node along gravity", SHAPE, drop_of},
    {"sawtooth_in_plane", "m", "r.m.s. of the shortest wave, in the surface", MOTION,
     sawtooth_in_of},
    {"sawtooth_out_of_plane", "m", "r.m.s. of the shortest wave, out of the surface", MOTION,
     sawtooth_out_of},
    {"centre_x", "m", "centre of mass", SHAPE, centre_x_of},
    {"centre_y", "m", "centre of mass", SHAPE, centre_y_of},
    {"centre_z", "m", "centre of mass", SHAPE, centre_z_of},
    {"momentum", "kg m/s", "of the whole, its magnitude", MOTION, momentum_of},
    {"angular_momentum_x", "kg m^2/s", "about the centre of mass", MOTION, angular_x_of},
    {"angular_momentum_y", "kg m^2/s", "about the centre of mass", MOTION, angular_y_of},
    {"angular_momentum_z", "kg m^2/s", "about the centre of mass", MOTION, angular_z_of},
    {"volume", "m^3", "enclosed by a closed mesh; not a number: it has a border", SHAPE, volume_of},
    {"out_of_plane", "m", "r.m.s. distance from the plane of least squares", SHAPE,
     out_of_plane_of},
    {"projection", "1", "area over its projection on that plane", SHAPE, projection_of},
    {"fold_lines_k", "1", "fold lines met along k", SHAPE, lines_k_of},
    {"fold_lines_l", "1", "fold lines met along l", SHAPE, lines_l_of},
    {"kinetic", "J", "kinetic energy", BUDGET, kinetic_of},
    {"potential", "J", "of gravity and point forces, 0 with all nodes at the origin", BUDGET,
     potential_of},
    {"work", "J", "work of the loads since the start", BUDGET, work_of},
    {"excess", "J", "energy that the work of the loads does not explain", BUDGET, excess_of},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

/* What the model itself says comes after these: energies by kind, then what it observes. */
static size_t energy_kinds(const trama_system *system)
{
    size_t kinds = 0;
    while (kinds < TRAMA_ENERGY_MAX && system->object[0].type->energy_names[kinds])
        kinds++;
    return kinds;
}

static size_t observed_count(const trama_system *system)
{
    size_t count = 0;
    while (count < TRAMA_FIGURES_MAX && system->object[0].type->observed[count].name)
        count++;
    return count;
}

trama_status task_series_create(task_series *series, const trama_system *system, long horizon,
                                long every, trama_error *error)
{
    *series = (task_series){.columns = COLUMNS + energy_kinds(system) + observed_count(system),
                            .capacity = (size_t)(horizon / every) + 1,
                            .every = every};
    series->value = trama_doubles(series->columns * series->capacity);
    return series->value ? TRAMA_OK : trama_fail_memory(error);
}

static bool available(const column *c, const trama_system *system, bool has_budget)
{
    const bool of_nodes = c->needs == MOTION || c->needs == SHAPE;
    return (!of_nodes || system->object[0].type->pointwise) && (c->needs != BUDGET || has_budget);
}

/* The model's own columns of a sample. */
static void observe_model(const task_series *series, const trama_view *view, double *sample)
{
    const trama_system *system = view->system;
    const size_t kinds = energy_kinds(system), count = observed_count(system);
    double observed[TRAMA_FIGURES_MAX];
    for (size_t kind = 0; kind < kinds; kind++)
        sample[(COLUMNS + kind) * series->capacity] =
            view->budget ? trama_budget_internal(view->budget, kind) : TRAMA_NAN;
    if (count > 0)
        system->object[0].type->observe(system->object[0].model, system->q, system->v, observed);
    for (size_t i = 0; i < count; i++)
        sample[(COLUMNS + kinds + i) * series->capacity] = observed[i];
}

void task_series_observe(task_series *series, const trama_view *view)
{
    if (view->system->iteration % series->every != 0)
        return;
    double *sample = series->value + series->count++;
    for (size_t c = 0; c < COLUMNS; c++)
        sample[c * series->capacity] = available(&columns[c], view->system, view->budget != NULL)
                                           ? columns[c].of(view)
                                           : TRAMA_NAN;
    observe_model(series, view, sample);
}

static trama_figure figure_of(const trama_system *system, size_t c)
{
    const size_t kinds = energy_kinds(system);
    if (c < COLUMNS)
        return (trama_figure){columns[c].name, columns[c].unit, columns[c].summary};
    if (c < COLUMNS + kinds)
        return (trama_figure){system->object[0].type->energy_names[c - COLUMNS], "J",
                              "internal energy of this kind"};
    return system->object[0].type->observed[c - COLUMNS - kinds];
}

void task_series_add(const task_series *series, const trama_system *system, bundle *results)
{
    char path[128];
    for (size_t c = 0; c < series->columns; c++) {
        const trama_figure figure = figure_of(system, c);
        snprintf(path, sizeof path, "/result/series/%s", figure.name);
        bundle_add_reals(results, path, figure.unit, figure.summary,
                         series->value + c * series->capacity, series->count, 1);
    }
}

static void add_of_state(const char *prefix, trama_figure figure, double value, bundle *results)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", prefix, figure.name);
    bundle_add_real(results, path, figure.unit, figure.summary, value);
}

void task_state_add(const trama_system *system, const char *prefix, bundle *results)
{
    const trama_view view = {.system = system, .before = system->q};
    const size_t observed = observed_count(system);
    double value[TRAMA_FIGURES_MAX];
    for (size_t c = 0; c < COLUMNS && system->object[0].type->pointwise; c++)
        if (columns[c].needs == SHAPE)
            add_of_state(prefix, figure_of(system, c), columns[c].of(&view), results);
    if (observed > 0)
        system->object[0].type->observe(system->object[0].model, system->q, system->v, value);
    for (size_t i = 0; i < observed; i++)
        add_of_state(prefix, system->object[0].type->observed[i], value[i], results);
}

void task_series_free(task_series *series)
{
    free(series->value);
    *series = (task_series){0};
}
