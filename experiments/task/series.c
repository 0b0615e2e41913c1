#include "task/series.h"
#include "core/memory.h"
#include "core/numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What can be sampled: a name, a unit, where it needs a grid, and how to get it. */
typedef struct column {
    const char *name, *unit, *summary;
    bool pointwise, budget;
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
    return trama_edge_strain(view->system->scene, view->system->q).value;
}
static double area_of(const trama_view *view)
{
    return trama_area_ratio(view->system->scene, view->system->q);
}
static double sawtooth_in_of(const trama_view *view)
{
    return trama_sawtooth_of(view->system->scene, view->system->q, view->before).in_plane;
}
static double sawtooth_out_of(const trama_view *view)
{
    return trama_sawtooth_of(view->system->scene, view->system->q, view->before).out_of_plane;
}
static double kinetic_of(const trama_view *view)
{
    return trama_budget_kinetic(view->budget);
}
static double work_of(const trama_view *view)
{
    return trama_budget_work(view->budget);
}
static double excess_of(const trama_view *view)
{
    return trama_budget_excess(view->budget);
}

static const column columns[] = {
    {"iteration", "1", "iterations done", false, false, iteration_of},
    {"time", "s", "time", false, false, time_of},
    {"displacement", "m", "largest displacement of a node in the iteration", false, false,
     displacement_of},
    {"strain", "1", "largest |l/l0 - 1| of an edge", true, false, strain_of},
    {"area_ratio", "1", "area over rest area", true, false, area_of},
    {"sawtooth_in_plane", "m", "r.m.s. of the shortest wave, in the surface", true, false,
     sawtooth_in_of},
    {"sawtooth_out_of_plane", "m", "r.m.s. of the shortest wave, out of the surface", true, false,
     sawtooth_out_of},
    {"kinetic", "J", "kinetic energy", false, true, kinetic_of},
    {"work", "J", "work of the loads since the start", false, true, work_of},
    {"excess", "J", "energy that the work of the loads does not explain", false, true, excess_of},
};
enum { COLUMNS = sizeof columns / sizeof columns[0] };

static size_t energy_kinds(const trama_system *system)
{
    size_t kinds = 0;
    while (kinds < TRAMA_ENERGY_MAX && system->type->energy_names[kinds])
        kinds++;
    return kinds;
}

trama_status task_series_create(task_series *series, const trama_system *system, long horizon,
                                long every, trama_error *error)
{
    *series = (task_series){.columns = COLUMNS + energy_kinds(system),
                            .capacity = (size_t)(horizon / every) + 1,
                            .every = every};
    series->value = trama_doubles(series->columns * series->capacity);
    return series->value ? TRAMA_OK : trama_fail_memory(error);
}

static bool available(const column *c, const trama_system *system, bool has_budget)
{
    return (!c->pointwise || system->type->pointwise) && (!c->budget || has_budget);
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
    for (size_t kind = 0; kind < series->columns - COLUMNS; kind++)
        sample[(COLUMNS + kind) * series->capacity] =
            view->budget ? trama_budget_internal(view->budget, kind) : TRAMA_NAN;
}

void task_series_add(const task_series *series, const trama_system *system, bundle *results)
{
    char path[128];
    for (size_t c = 0; c < series->columns; c++) {
        const bool internal = c >= COLUMNS;
        const char *name = internal ? system->type->energy_names[c - COLUMNS] : columns[c].name;
        snprintf(path, sizeof path, "/result/series/%s", name);
        bundle_add_reals(results, path, internal ? "J" : columns[c].unit,
                         internal ? "internal energy of this kind" : columns[c].summary,
                         series->value + c * series->capacity, series->count, 1);
    }
}

void task_series_free(task_series *series)
{
    free(series->value);
    *series = (task_series){0};
}
