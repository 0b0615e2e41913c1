#include "measure/energy.h"
#include "core/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct trama_budget {
    double internal[TRAMA_ENERGY_MAX];
    double kinetic, potential, work, begin, lowest, scale, excess;
    double *block;
    double *load, *load_before, *total, *pull; /* nv each */
};

double trama_kinetic_energy(const trama_system *system)
{
    double sum = 0.0;
    for (size_t i = 0; i < system->nv; i++)
        sum += system->mass[i] * system->v[i] * system->v[i];
    return 0.5 * sum;
}

const trama_object *trama_system_without_energy(const trama_system *system)
{
    for (size_t o = 0; o < system->object_count; o++)
        if (system->object[o].nv > 0 && !system->object[o].type->energy)
            return &system->object[o];
    return NULL;
}

double trama_object_energy(const trama_object *object, const double *q)
{
    double kinds[TRAMA_ENERGY_MAX] = {0.0}, energy = 0.0;
    if (object->type->energy)
        object->type->energy(object->model, q + object->q_begin, kinds);
    for (size_t kind = 0; kind < TRAMA_ENERGY_MAX && object->type->energy_names[kind]; kind++)
        energy += kinds[kind];
    return energy;
}

double trama_system_energy(const trama_system *system)
{
    double energy = trama_kinetic_energy(system);
    for (size_t o = 0; o < system->object_count; o++)
        energy += trama_object_energy(&system->object[o], system->q);
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->energy)
            energy += system->acting[i].type->energy(system->acting[i].self, system->t, system->q);
    return energy;
}

bool trama_budget_possible(const trama_system *system)
{
    const trama_object *object = &system->object[0];
    return system->object_count == 1 && object->type->energy &&
           !trama_scene_moves(trama_scene_spec_of(object->scene));
}

trama_status trama_budget_create(const trama_system *system, trama_budget **budget,
                                 trama_error *error)
{
    *budget = NULL;
    if (!system->object[0].type->energy)
        return trama_fail(error, TRAMA_BAD_INPUT, "", "model '%s' has no energy to watch",
                          system->object[0].type->name);
    if (trama_scene_moves(trama_scene_spec_of(system->object[0].scene)))
        return trama_fail(
            error, TRAMA_BAD_INPUT, "",
            "energy cannot be watched where pins move or nodes are stopped: their work "
            "is not seen");
    trama_budget *made = calloc(1, sizeof *made);
    if (!made || !(made->block = trama_doubles(4 * trama_padded(system->nv)))) {
        free(made);
        return trama_fail_memory(error);
    }
    double *rest = made->block;
    made->load = trama_carve(&rest, system->nv);
    made->load_before = trama_carve(&rest, system->nv);
    made->total = trama_carve(&rest, system->nv);
    made->pull = trama_carve(&rest, system->nv);
    *budget = made;
    return TRAMA_OK;
}

void trama_budget_destroy(trama_budget *budget)
{
    if (budget)
        free(budget->block);
    free(budget);
}

/* Acceleration by the loads alone: with them, less without. */
static void load_acceleration(trama_budget *budget, trama_system *system, double *load)
{
    static const trama_loads none = {0};
    const trama_loads *loads = trama_activity_loads(system->object[0].activity);
    system->object[0].type->acceleration(system->object[0].model, system->t, system->q, system->v,
                                         loads, load);
    system->object[0].type->acceleration(system->object[0].model, system->t, system->q, system->v,
                                         &none, budget->total);
    for (size_t i = 0; i < system->nv; i++)
        load[i] -= budget->total[i];
}

/* The potential of gravity, -m g . r, and of the point forces, -F . r. The forces are given in the
 * model's measure of load: in newtons they are mass times what they add to the acceleration, of
 * which load_acceleration has just found the part without loads. */
static double load_potential(const trama_budget *budget, trama_system *system)
{
    const trama_object *object = &system->object[0];
    const trama_loads *loads = trama_activity_loads(object->activity);
    const trama_loads points = {.point_count = loads->point_count,
                                .point_node = loads->point_node,
                                .point_force = loads->point_force};
    if (!object->type->pointwise)
        return 0.0;
    const size_t nodes = system->nv / 3;
    double potential = 0.0;
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = axis * nodes; i < (axis + 1) * nodes; i++)
            potential -= system->mass[i] * loads->gravity[axis] * system->q[i];
    if (points.point_count == 0)
        return potential;
    object->type->acceleration(object->model, system->t, system->q, system->v, &points,
                               budget->pull);
    for (size_t i = 0; i < system->nv; i++)
        potential -= system->mass[i] * (budget->pull[i] - budget->total[i]) * system->q[i];
    return potential;
}

static double take_stock(trama_budget *budget, trama_system *system)
{
    budget->kinetic = trama_kinetic_energy(system);
    system->object[0].type->energy(system->object[0].model, system->q, budget->internal);
    double energy = budget->kinetic;
    for (size_t kind = 0; kind < TRAMA_ENERGY_MAX && system->object[0].type->energy_names[kind];
         kind++)
        energy += budget->internal[kind];
    return energy;
}

void trama_budget_begin(trama_budget *budget, trama_system *system)
{
    budget->work = budget->lowest = budget->excess = 0.0;
    budget->begin = take_stock(budget, system);
    budget->scale = fabs(budget->begin);
    trama_activity_update(system->object[0].activity, system->t, system->iteration + 1, 0.0,
                          system->q);
    load_acceleration(budget, system, budget->load_before);
    budget->potential = load_potential(budget, system);
}

void trama_budget_update(trama_budget *budget, trama_system *system, const double *before)
{
    load_acceleration(budget, system, budget->load);
    budget->potential = load_potential(budget, system);
    double work = 0.0;
    for (size_t i = 0; i < system->nv; i++)
        work += 0.5 * system->mass[i] * (budget->load[i] + budget->load_before[i]) *
                (system->q[i] - before[i]);
    memcpy(budget->load_before, budget->load, system->nv * sizeof *budget->load);
    budget->work += work;
    const double energy = take_stock(budget, system);
    budget->excess = energy - budget->begin - budget->work;
    budget->lowest = fmin(budget->lowest, budget->excess);
    budget->scale = fmax(budget->scale, fmax(fabs(energy), fabs(budget->work)));
}

double trama_budget_kinetic(const trama_budget *budget)
{
    return budget->kinetic;
}

double trama_budget_internal(const trama_budget *budget, size_t kind)
{
    return budget->internal[kind];
}

double trama_budget_potential(const trama_budget *budget)
{
    return budget->potential;
}

double trama_budget_work(const trama_budget *budget)
{
    return budget->work;
}

double trama_budget_excess(const trama_budget *budget)
{
    return budget->excess;
}

double trama_budget_growth(const trama_budget *budget)
{
    const double rise = budget->excess - budget->lowest;
    return rise == 0.0 ? 0.0 : rise / budget->scale; /* not a number, if an energy was none */
}
