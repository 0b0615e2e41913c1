#include "integrator/elemental.h"

#include "core/memory.h"

#include <math.h>
#include <stdlib.h>

/* ---- What is refused. */

static trama_status refuse(const trama_integrator_type *type, const char *what, trama_error *error)
{
    return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                      "%s is a method over elements, and cannot step %s; allowed: elements, "
                      "gravity, damping of nodes, pins, stops, contact by rows",
                      type->name, what);
}

static trama_status check_scenes(const trama_integrator_type *type, const trama_system *system,
                                 trama_error *error)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_scene_spec *scene = trama_scene_spec_of(system->object[o].scene);
        if (system->object[o].nv > 0 && scene->drag != 0.0)
            return refuse(type, "the drag of a surface", error);
        if (system->object[o].nv > 0 && scene->force_count > 0)
            return refuse(type, "forces of the scene", error);
    }
    return TRAMA_OK;
}

trama_status trama_elemental_unforced(const trama_system *system, const trama_integrator_type *type,
                                      trama_error *error)
{
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->forces)
            return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                              "%s is a method over elements, and the forces of %s ('%s') are none; "
                              "allowed: interactions that correct velocities",
                              type->name, system->acting[i].type->name, system->acting[i].name);
    return TRAMA_OK;
}

static bool has_dampers(const trama_element_set *set)
{
    for (size_t g = 0; g < set->groups; g++) {
        const trama_element_group *group = &set->group[g];
        for (size_t e = 0; group->kind->damping && e < group->count; e++)
            if (group->kind->damping(group->constants + e * group->kind->size) != 0.0)
                return true;
    }
    return false;
}

trama_status trama_elemental_undamped(const trama_elemental *e, const trama_integrator_type *type,
                                      trama_error *error)
{
    return e->damped ? refuse(type, "dampers along springs", error) : TRAMA_OK;
}

/* ---- Making. */

static trama_status take_elements(trama_elemental *e, const trama_system *system,
                                  trama_error *error)
{
    trama_status status = trama_element_set_begin(&e->set, error);
    for (size_t o = 0; status == TRAMA_OK && o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (object->nv > 0)
            status =
                trama_element_set_add(&e->set, object->type, object->model, object->nv / 3, error);
    }
    return status == TRAMA_OK ? trama_element_set_end(&e->set, error) : status;
}

static trama_status allocate(trama_elemental *e, size_t nv, trama_error *error)
{
    enum { ARRAYS = 7 };
    const size_t n = e->nodes + 1;
    e->block = calloc(ARRAYS * n, sizeof *e->block);
    e->mass = trama_doubles(3 * trama_padded(n) + trama_padded(nv));
    e->place = calloc(2 * n, sizeof *e->place);
    if (!e->block || !e->mass || !e->place)
        return trama_fail_memory(error);
    vec **const array[ARRAYS] = {&e->x0,       &e->v,       &e->x,      &e->y,
                                 &e->gradient, &e->is_free, &e->gravity};
    for (size_t i = 0; i < ARRAYS; i++)
        *array[i] = e->block + i * n;
    double *rest = e->mass;
    trama_carve(&rest, n);
    e->drag = trama_carve(&rest, n);
    e->inertia = trama_carve(&rest, n);
    e->mask = trama_carve(&rest, nv);
    e->stride = e->place + n;
    return TRAMA_OK;
}

static void find_places(trama_elemental *e, const trama_system *system)
{
    size_t node = 0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        for (size_t i = 0; i < object->nv / 3; i++, node++) {
            e->place[node] = object->v_begin + i;
            e->stride[node] = object->nv / 3;
            e->mass[node] = system->mass[object->v_begin + i];
        }
    }
}

trama_status trama_elemental_make(trama_elemental *e, const trama_integrator_type *type,
                                  const trama_system *system, trama_error *error)
{
    *e = (trama_elemental){0};
    trama_status status = check_scenes(type, system, error);
    if (status == TRAMA_OK)
        status = take_elements(e, system, error);
    e->nodes = e->set.nodes;
    if (status == TRAMA_OK)
        status = allocate(e, system->nv, error);
    if (status == TRAMA_OK) {
        find_places(e, system);
        e->damped = has_dampers(&e->set);
    } else {
        trama_elemental_free(e);
    }
    return status;
}

void trama_elemental_free(trama_elemental *e)
{
    trama_element_set_free(&e->set);
    free(e->block);
    free(e->mass);
    free(e->place);
    *e = (trama_elemental){0};
}

/* ---- A step. */

static vec read_at(const trama_elemental *e, size_t node, const double *x)
{
    const size_t i = e->place[node], on = e->stride[node];
    return (vec){x[i], x[i + on], x[i + 2 * on]};
}

static void take_loads(trama_elemental *e, const trama_system *system)
{
    size_t node = 0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_loads *loads = trama_activity_loads(system->object[o].activity);
        for (size_t i = 0; i < system->object[o].nv / 3; i++, node++) {
            e->drag[node] = loads->damping + loads->rate * e->mass[node];
            e->gravity[node] = (vec){loads->gravity[0], loads->gravity[1], loads->gravity[2]};
        }
    }
}

void trama_elemental_take(trama_elemental *e, const trama_system *system)
{
    take_loads(e, system);
    for (size_t i = 0; i < system->nv; i++)
        e->mask[i] = 1.0;
    trama_system_clear_idle(system, e->mask);
    e->holds = false;
    for (size_t i = 0; i < e->nodes; i++) {
        e->x0[i] = read_at(e, i, system->q);
        e->v[i] = read_at(e, i, system->v);
        e->is_free[i] = read_at(e, i, e->mask);
        e->holds |= e->is_free[i].x * e->is_free[i].y * e->is_free[i].z == 0.0;
    }
}

/* `a` where the axis is free, else `b`. */
static vec chosen(vec is_free, vec a, vec b)
{
    return (vec){is_free.x != 0.0 ? a.x : b.x, is_free.y != 0.0 ? a.y : b.y,
                 is_free.z != 0.0 ? a.z : b.z};
}

void trama_elemental_predict(trama_elemental *e, double h)
{
    e->h = h;
    for (size_t i = 0; i < e->nodes; i++) {
        const double damped = 1.0 / (1.0 + h * e->drag[i] / e->mass[i]);
        const vec led = plus_scaled(e->x0[i], h, e->v[i]);
        const vec change = combined(h * damped, e->v[i], h * h * damped, e->gravity[i]);
        e->inertia[i] = e->mass[i] / (h * h) + e->drag[i] / h;
        e->y[i] = chosen(e->is_free[i], plus(e->x0[i], change), led);
        e->x[i] = e->y[i];
    }
}

void trama_elemental_advance(trama_elemental *e)
{
    for (size_t i = 0; i < e->nodes; i++) {
        const vec v = scaled(1.0 / e->h, minus(e->x[i], e->x0[i]));
        e->v[i] = chosen(e->is_free[i], v, e->v[i]);
        e->x0[i] = e->x[i];
    }
}

void trama_elemental_give(const trama_elemental *e, trama_system *system)
{
    for (size_t i = 0; i < e->nodes; i++) {
        const size_t at = e->place[i], on = e->stride[i];
        const vec x = e->x0[i], v = e->v[i];
        const double position[3] = {x.x, x.y, x.z}, velocity[3] = {v.x, v.y, v.z};
        for (size_t axis = 0; axis < 3; axis++) {
            system->q[at + axis * on] = position[axis];
            system->v[at + axis * on] = velocity[axis];
        }
    }
}

/* ---- Phi. */

double trama_elemental_potential(const trama_elemental *e, const vec *x)
{
    double sum = 0.0;
    for (size_t i = 0; i < e->nodes; i++) {
        const vec off = minus(x[i], e->y[i]);
        sum += 0.5 * e->inertia[i] * dot(off, off);
    }
    return sum + trama_element_set_energy(&e->set, x);
}

void trama_elemental_inertial(const trama_elemental *e, const vec *x, vec *gradient)
{
    for (size_t i = 0; i < e->nodes; i++)
        gradient[i] = scaled(e->inertia[i], minus(x[i], e->y[i]));
}

void trama_elemental_clear_held(const trama_elemental *e, vec *a)
{
    for (size_t i = 0; i < e->nodes; i++)
        a[i] = (vec){a[i].x * e->is_free[i].x, a[i].y * e->is_free[i].y, a[i].z * e->is_free[i].z};
}

/* c (dC/dx . (x - x0)/h) dC/dx of each damper: that of the model, at the step's end. */
static void add_dampers(const trama_elemental *e, const trama_element_group *group, const vec *x,
                        vec *gradient)
{
    const size_t nodes = group->kind->nodes;
    double c[TRAMA_STRAINS];
    vec along[TRAMA_STRAINS * TRAMA_CORNERS];
    for (size_t k = 0; k < group->count; k++) {
        const size_t *node = group->node + nodes * k;
        const double damping = group->kind->damping(group->constants + k * group->kind->size);
        double rate = 0.0;
        group->kind->constraints(group, k, k + 1, x, c, along);
        for (size_t i = 0; i < nodes; i++)
            rate += dot(along[i], minus(x[node[i]], e->x0[node[i]]));
        for (size_t i = 0; i < nodes; i++)
            gradient[node[i]] = plus_scaled(gradient[node[i]], damping * rate / e->h, along[i]);
    }
}

void trama_elemental_gradient(const trama_elemental *e, const vec *x, vec *gradient)
{
    trama_elemental_inertial(e, x, gradient);
    trama_element_set_gradient(&e->set, x, gradient);
    for (size_t g = 0; e->damped && g < e->set.groups; g++)
        if (e->set.group[g].kind->damping)
            add_dampers(e, &e->set.group[g], x, gradient);
    trama_elemental_clear_held(e, gradient);
}

double trama_elemental_residual(const trama_elemental *e, const vec *gradient)
{
    double sum = 0.0, mass = 0.0;
    for (size_t i = 0; i < e->nodes; i++) {
        sum += dot(gradient[i], gradient[i]) / e->mass[i];
        mass += 3.0 * e->mass[i];
    }
    return e->h * sqrt(sum / mass);
}

double trama_elemental_change(const trama_elemental *e, const vec *x)
{
    double sum = 0.0, mass = 0.0;
    for (size_t i = 0; i < e->nodes; i++) {
        const vec v = scaled(1.0 / e->h, minus(x[i], e->x0[i])), dv = minus(v, e->v[i]);
        sum += e->mass[i] * dot(dv, dv);
        mass += 3.0 * e->mass[i];
    }
    return sqrt(sum / mass);
}
