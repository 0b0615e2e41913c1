/* The forces on the nodes of a scene: the active ones, and their contributions. */
#include "scene/activity.h"

#include <string.h>

void trama_activity_update_forces(trama_activity *activity, double t, long iteration)
{
    for (size_t f = 0; f < activity->spec->force_count; f++) {
        const trama_force_target *on = trama_force_target_of(&activity->spec->forces[f]);
        activity->force_in_force[f] = trama_interval_holds(&on->interval, t, iteration);
    }
}

/* What a force does on a node to arrays of nodes. */
typedef struct state {
    size_t nodes;
    double t;
    const double *q, *v;           /* v NULL: the potential is asked for */
    const double *inverse_measure; /* 1/mu */
    const double *mass;            /* 3 N */
    double *out;                   /* 3 N accelerations, or N potentials over mu */
} state;

static void add_at(const trama_force *force, const state *s, size_t node)
{
    const size_t n = s->nodes;
    const double r[3] = {s->q[node], s->q[n + node], s->q[2 * n + node]};
    const double inverse = force->type->newtons ? 1.0 / s->mass[node] : s->inverse_measure[node];
    if (!s->v) {
        if (force->type->potential)
            s->out[node] += force->type->potential(force->parameters, s->t, r) * inverse;
        return;
    }
    const double v[3] = {s->v[node], s->v[n + node], s->v[2 * n + node]};
    double f[3];
    force->type->at(force->parameters, s->t, r, v, f);
    for (size_t axis = 0; axis < 3; axis++)
        s->out[axis * n + node] += f[axis] * inverse;
}

/* Of a force on nodes that depends on where others are; it has no potential. */
static void add_among(const trama_activity *activity, const trama_force *force, const state *s)
{
    const trama_force_nodes nodes = {s->nodes, activity->spec->grid.points[1], s->q};
    if (!s->v)
        return;
    memset(activity->force, 0, 3 * s->nodes * sizeof *activity->force);
    force->type->among(force->parameters, &nodes, activity->force);
    for (size_t i = 0; i < 3 * s->nodes; i++)
        s->out[i] += activity->force[i] / s->mass[i];
}

static void add_all(const trama_activity *activity, const state *s)
{
    for (size_t f = 0; f < activity->spec->force_count; f++) {
        const trama_force *force = &activity->spec->forces[f];
        const trama_force_target *on = trama_force_target_of(force);
        if (!activity->force_in_force[f])
            continue;
        if (force->type->among) {
            add_among(activity, force, s);
            continue;
        }
        for (long k = on->k[0]; k <= on->k[1]; k += 1 + on->skip[0])
            for (long l = on->l[0]; l <= on->l[1]; l += 1 + on->skip[1])
                add_at(force, s, trama_activity_node(activity, k, l));
    }
}

void trama_activity_add_forces(const trama_activity *activity, double t, const double *q,
                               const double *v, const double *inverse_measure, double *a)
{
    add_all(activity, &(state){activity->nodes, t, q, v, inverse_measure, activity->mass, a});
}

void trama_activity_add_potentials(const trama_activity *activity, double t, const double *q,
                                   const double *inverse_measure, double *potential)
{
    add_all(activity,
            &(state){activity->nodes, t, q, NULL, inverse_measure, activity->mass, potential});
}
