/* The forces on a scene's nodes: which are in force, and what they add. */
#include "scene/activity.h"

void trama_activity_update_forces(trama_activity *activity, double t, long iteration)
{
    for (size_t f = 0; f < activity->spec->force_count; f++) {
        const trama_force_target *on = trama_force_target_of(&activity->spec->forces[f]);
        activity->force_in_force[f] = trama_interval_holds(&on->interval, t, iteration);
    }
}

/* What a force does on a node, whose 1/mu is given, to arrays of nodes. */
typedef struct state {
    size_t nodes;
    double t;
    const double *q, *v; /* v NULL: the potential is asked for */
    const double *inverse_measure;
    double *out; /* 3 N accelerations, or N potentials */
} state;

static void add_at(const trama_force *force, const state *s, size_t node)
{
    const size_t n = s->nodes;
    const double r[3] = {s->q[node], s->q[n + node], s->q[2 * n + node]};
    if (!s->v) {
        if (force->type->potential)
            s->out[node] +=
                force->type->potential(force->parameters, s->t, r) * s->inverse_measure[node];
        return;
    }
    const double v[3] = {s->v[node], s->v[n + node], s->v[2 * n + node]};
    double f[3];
    force->type->at(force->parameters, s->t, r, v, f);
    for (size_t axis = 0; axis < 3; axis++)
        s->out[axis * n + node] += f[axis] * s->inverse_measure[node];
}

static void add_all(const trama_activity *activity, const state *s)
{
    for (size_t f = 0; f < activity->spec->force_count; f++) {
        const trama_force *force = &activity->spec->forces[f];
        const trama_force_target *on = trama_force_target_of(force);
        if (!activity->force_in_force[f])
            continue;
        for (long k = on->k[0]; k <= on->k[1]; k += 1 + on->skip[0])
            for (long l = on->l[0]; l <= on->l[1]; l += 1 + on->skip[1])
                add_at(force, s, trama_activity_node(activity, k, l));
    }
}

void trama_activity_add_forces(const trama_activity *activity, double t, const double *q,
                               const double *v, const double *inverse_measure, double *a)
{
    add_all(activity, &(state){activity->nodes, t, q, v, inverse_measure, a});
}

void trama_activity_add_potentials(const trama_activity *activity, double t, const double *q,
                                   const double *inverse_measure, double *potential)
{
    add_all(activity, &(state){activity->nodes, t, q, NULL, inverse_measure, potential});
}
