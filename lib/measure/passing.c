#include "measure/passing.h"

#include <math.h>
#include <stdlib.h>

#include "core/numbers.h"
#include "core/vec.h"
#include "model/rigid/rigid.h"

struct trama_passing {
    const trama_object *object;
    double distance;
    size_t count;
    double *time, *place, *moved; /* of each; `moved`: m, when last looked */
    double last;                  /* time when last looked, s */
};

static double distance_of(const double a[3], const double b[3])
{
    const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    return sqrt(dot3(d, d));
}

/* Body `i` of the free ones. */
static const trama_rigid_body *body_of(const trama_passing *passing, size_t i)
{
    const trama_rigid *rigid = passing->object->type->rigid(passing->object->model);
    const trama_rigid_body *body = rigid->body;
    while (body->motion != TRAMA_RIGID_FREE || body->index != i)
        body++;
    return body;
}

trama_status trama_passing_create(const trama_object *object, double distance, size_t least,
                                  trama_passing **passing, trama_error *error)
{
    const trama_rigid *rigid = object->type->rigid ? object->type->rigid(object->model) : NULL;
    *passing = NULL;
    if (!rigid || rigid->free < least)
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "%zu free rigid bodies; allowed: at least %zu", rigid ? rigid->free : 0,
                          least);
    trama_passing *made = calloc(1, sizeof *made);
    double *room = calloc(3 * rigid->free + 1, sizeof *room);
    if (!made || !room) {
        free(made);
        free(room);
        return trama_fail_memory(error);
    }
    *made = (trama_passing){
        object, distance, rigid->free, room, room + rigid->free, room + 2 * rigid->free, 0.0};
    for (size_t i = 0; i < made->count; i++) {
        made->time[i] = TRAMA_NAN;
        made->place[i] = distance_of(body_of(made, i)->position, body_of(made, 0)->position);
    }
    *passing = made;
    return TRAMA_OK;
}

void trama_passing_destroy(trama_passing *passing)
{
    if (passing)
        free(passing->time);
    free(passing);
}

void trama_passing_observe(trama_passing *passing, double t, const double *q)
{
    const double *own = q + passing->object->q_begin;
    for (size_t i = 0; i < passing->count; i++) {
        const double moved = distance_of(own + TRAMA_RIGID_Q * i, body_of(passing, i)->position);
        if (isnan(passing->time[i]) && moved >= passing->distance) {
            const double part =
                (passing->distance - passing->moved[i]) / (moved - passing->moved[i]);
            passing->time[i] = passing->last + part * (t - passing->last);
        }
        passing->moved[i] = moved;
    }
    passing->last = t;
}

size_t trama_passing_count(const trama_passing *passing)
{
    return passing->count;
}
const double *trama_passing_times(const trama_passing *passing)
{
    return passing->time;
}
const double *trama_passing_places(const trama_passing *passing)
{
    return passing->place;
}

trama_passing_speed trama_passing_fit(const trama_passing *passing, size_t first, size_t end)
{
    const trama_passing_speed none = {TRAMA_NAN, TRAMA_NAN};
    const double *t = passing->time, *x = passing->place;
    const double n = (double)end - (double)first;
    double t_mean = 0.0, x_mean = 0.0, tt = 0.0, tx = 0.0, xx = 0.0;
    if (end > passing->count || end < first + 3)
        return none;
    for (size_t i = first; i < end; i++) {
        if (isnan(t[i]) || (i > first && t[i] <= t[i - 1]))
            return none;
        t_mean += t[i] / n;
        x_mean += x[i] / n;
    }
    for (size_t i = first; i < end; i++) {
        tt += (t[i] - t_mean) * (t[i] - t_mean);
        tx += (t[i] - t_mean) * (x[i] - x_mean);
        xx += (x[i] - x_mean) * (x[i] - x_mean);
    }
    const double speed = tx / tt, left = fmax(xx - speed * tx, 0.0);
    return (trama_passing_speed){speed, sqrt(left / (n - 2.0) / tt)};
}
