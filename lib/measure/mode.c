#include "measure/mode.h"

#include <math.h>
#include <stdlib.h>

/* A mode at a state, and room for what forces are on both sides of it. */
typedef struct along {
    trama_system *system;
    const double *q, *v, *u;
    double square;      /* u . M u */
    double step;        /* of positions and of velocities, in units of u */
    double energy_step; /* of positions, for second differences */
    double *moved;      /* nv */
    double *force[2];   /* nv each: ahead, and behind */
} along;

/* The unit of u that is as large as the positions are. */
static double size_of(const trama_system *system, const double *q, const double *u)
{
    double size = 1e-3, largest = 0.0;
    for (size_t i = 0; i < system->nv; i++) {
        size = fmax(size, fabs(q[i]));
        largest = fmax(largest, fabs(u[i]));
    }
    return size / largest;
}

/* For forces the cube root of the rounding unit; for energies, whose second difference rounding
 * spoils sooner, somewhat more. */
static const double force_share = 6e-6, energy_share = 2e-5;

static const double *moved_by(along *a, const double *from, double step)
{
    for (size_t i = 0; i < a->system->nv; i++)
        a->moved[i] = from[i] + step * a->u[i];
    return a->moved;
}

/* Forces on an object, without interactions; or those of an interaction. */
typedef struct force_of {
    const trama_object *object;
    bool loaded;
    const trama_acting *acting; /* object is NULL */
} force_of;

/* Without loads, but with the dampers of the model itself. */
static void own_acceleration(const trama_object *object, double t, const double *q, const double *v,
                             double *a)
{
    static const trama_loads still = {.none = false};
    object->type->acceleration(object->model, t, q, v, &still, a);
    if (object->type->resultant)
        object->type->resultant(object->model, a);
}

static void evaluate(const along *a, const force_of *of, const double *q, const double *v,
                     double *f)
{
    const trama_system *s = a->system;
    for (size_t i = 0; i < s->nv; i++)
        f[i] = 0.0;
    if (!of->object) {
        of->acting->type->forces(of->acting->self, s->t, q, v, f);
        return;
    }
    const trama_object *o = of->object;
    const size_t begin = o->v_begin, end = begin + o->nv;
    if (of->loaded)
        trama_object_acceleration(o, true, s->t, q + begin, v + begin, f + begin);
    else
        own_acceleration(o, s->t, q + begin, v + begin, f + begin);
    for (size_t i = begin; i < end; i++)
        f[i] *= s->mass[i];
}

/* -u . dF/dx u / u . M u, x being positions or velocities. */
static double slope(along *a, const force_of *of, bool positions)
{
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        const double step = side == 0 ? a->step : -a->step;
        if (positions)
            evaluate(a, of, moved_by(a, a->q, step), a->v, a->force[side]);
        else
            evaluate(a, of, a->q, moved_by(a, a->v, step), a->force[side]);
    }
    for (size_t i = 0; i < a->system->nv; i++)
        sum -= a->u[i] * (a->force[0][i] - a->force[1][i]);
    return sum / (2.0 * a->step * a->square);
}

/* The second difference of each energy of an object; adds a part for each, and returns their sum.
 */
static double split_energy(along *a, const trama_object *object, trama_mode_part *part,
                           size_t *count)
{
    const double h = a->energy_step;
    double at[3][TRAMA_ENERGY_MAX] = {{0.0}}, sum = 0.0;
    if (!object->type->energy)
        return 0.0;
    for (int side = 0; side < 3; side++)
        object->type->energy(object->model, moved_by(a, a->q, (side - 1) * h) + object->q_begin,
                             at[side]);
    for (size_t e = 0; e < TRAMA_ENERGY_MAX && object->type->energy_names[e]; e++) {
        const double curvature = (at[0][e] - 2.0 * at[1][e] + at[2][e]) / (h * h * a->square);
        part[(*count)++] =
            (trama_mode_part){object->name, object->type->energy_names[e], curvature, 0.0};
        sum += curvature;
    }
    return sum;
}

static void split_object(along *a, const trama_object *object, trama_mode_part *part, size_t *count)
{
    const force_of own = {object, false, NULL}, all = {object, true, NULL};
    if (object->nv == 0)
        return;
    const double known = split_energy(a, object, part, count);
    const double stiffness = slope(a, &own, true), damping = slope(a, &own, false);
    part[(*count)++] = (trama_mode_part){object->name, "forces", stiffness - known, damping};
    part[(*count)++] = (trama_mode_part){object->name, "loads", slope(a, &all, true) - stiffness,
                                         slope(a, &all, false) - damping};
}

static void split(along *a, trama_mode_part *part, size_t *count)
{
    const trama_system *s = a->system;
    for (size_t o = 0; o < s->object_count; o++)
        split_object(a, &s->object[o], part, count);
    for (size_t i = 0; i < s->acting_count; i++) {
        const force_of of = {NULL, false, &s->acting[i]};
        if (s->acting[i].type->forces)
            part[(*count)++] = (trama_mode_part){s->acting[i].name, "interaction",
                                                 slope(a, &of, true), slope(a, &of, false)};
    }
}

size_t trama_mode_parts_most(const trama_system *system)
{
    return system->object_count * (TRAMA_ENERGY_MAX + 2) + system->acting_count;
}

trama_status trama_mode_split(trama_system *system, const double *q, const double *v,
                              const double *u, trama_mode_part *part, size_t *count,
                              trama_error *error)
{
    const size_t n = system->nv;
    const long evaluations = system->evaluations;
    double *room = calloc(3 * n + 1, sizeof *room);
    if (!room)
        return trama_fail_memory(error);
    const double size = size_of(system, q, u);
    along a = {.system = system,
               .q = q,
               .v = v,
               .u = u,
               .step = force_share * size,
               .energy_step = energy_share * size,
               .moved = room,
               .force = {room + n, room + 2 * n}};
    for (size_t i = 0; i < n; i++)
        a.square += u[i] * system->mass[i] * u[i];
    *count = 0;
    split(&a, part, count);
    system->evaluations = evaluations;
    free(room);
    return TRAMA_OK;
}

trama_mode_place trama_mode_largest(const trama_system *system, const double *u)
{
    trama_mode_place place = {0, 0, 0.0};
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const double *own = u + object->v_begin;
        const size_t nodes = object->type->pointwise ? object->nv / 3 : object->nv;
        for (size_t i = 0; i < nodes; i++) {
            double square = 0.0;
            for (size_t c = i; c < object->nv; c += nodes)
                square += own[c] * own[c];
            if (sqrt(square) > place.length)
                place = (trama_mode_place){o, i, sqrt(square)};
        }
    }
    return place;
}
