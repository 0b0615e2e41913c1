/* Several bodies of one entry: lines, pyramids, walls and piles. */
#include "core/random.h"
#include "model/rigid/build.h"
#include "model/rigid/rotation.h"

#include <stdio.h>
#include <string.h>

enum { BODIES_MOST = 1000000 }; /* of an entry: as many as `count` may name */

size_t trama_rigid_bodies_of(const trama_rigid_spec *spec)
{
    const size_t count = (size_t)spec->count;
    return spec->arrangement == TRAMA_RIGID_SINGLE    ? 1
           : spec->arrangement == TRAMA_RIGID_PYRAMID ? count * (count + 1) / 2
           : spec->arrangement == TRAMA_RIGID_WALL    ? count * (size_t)spec->layers
                                                      : count;
}

/* Steps along x, y, z of body `i`. */
static void line(const trama_rigid_spec *spec, size_t i, double steps[3])
{
    (void)spec;
    steps[0] = steps[1] = steps[2] = (double)i;
}
static void pyramid(const trama_rigid_spec *spec, size_t i, double steps[3])
{
    size_t layer = 0, wide = (size_t)spec->count;
    for (; i >= wide; wide--, layer++)
        i -= wide;
    steps[0] = (double)i + 0.5 * (double)layer;
    steps[1] = (double)layer;
    steps[2] = 0.0;
}
static void wall(const trama_rigid_spec *spec, size_t i, double steps[3])
{
    const size_t layer = i / (size_t)spec->count;
    steps[0] = (double)(i % (size_t)spec->count) + (layer % 2 ? 0.5 : 0.0);
    steps[1] = (double)layer;
    steps[2] = 0.0;
}
/* A lattice as wide as it is high, or nearly. */
static void pile(const trama_rigid_spec *spec, size_t i, double steps[3])
{
    size_t wide = 1;
    while (wide * wide * wide < (size_t)spec->count)
        wide++;
    const size_t layer = i / (wide * wide);
    steps[0] = (double)(i % wide);
    steps[2] = (double)(i / wide % wide);
    steps[1] = (double)layer;
}

static void (*const arrange[])(const trama_rigid_spec *spec, size_t i,
                               double steps[3]) = {[TRAMA_RIGID_LINE] = line,
                                                   [TRAMA_RIGID_PYRAMID] = pyramid,
                                                   [TRAMA_RIGID_WALL] = wall,
                                                   [TRAMA_RIGID_PILE] = pile};

/* A random rotation: a random point of the sphere of unit quaternions. */
static quaternion random_rotation(trama_random *random)
{
    quaternion q;
    do {
        q.w = trama_random_signed(random);
        q.v.x = trama_random_signed(random);
        q.v.y = trama_random_signed(random);
        q.v.z = trama_random_signed(random);
    } while (!(quaternion_square(q) <= 1.0 && quaternion_square(q) > 1e-4));
    return quaternion_unit(q);
}

/* Turns the body about the origin of its shape. */
static void tumble(const trama_rigid_spec *spec, trama_random *random, trama_rigid_body *body)
{
    trama_pose pose;
    const double *x = body->position, *origin = spec->position;
    const quaternion turn = random_rotation(random);
    memcpy(pose.x, origin, sizeof pose.x);
    quaternion_turn(turn, &pose);
    const vec moved = placed(&pose, (vec){x[0] - origin[0], x[1] - origin[1], x[2] - origin[2]});
    body->position[0] = moved.x;
    body->position[1] = moved.y;
    body->position[2] = moved.z;
    quaternion_put(quaternion_product(turn, quaternion_at(body->orientation)), body->orientation);
    for (size_t axis = 0; axis < 3; axis++)
        body->position[axis] += spec->jitter * trama_random_signed(random);
}

void trama_rigid_arrange(const trama_rigid_entry *e, size_t count, trama_rigid_body *body)
{
    const trama_rigid_spec *spec = e->spec;
    trama_random random = {(uint64_t)spec->seed};
    for (size_t i = 1; i < count; i++)
        body[i] = body[0];
    snprintf(body[0].name, sizeof body[0].name, "%.32s", e->name);
    for (size_t i = 0; i < count && spec->arrangement != TRAMA_RIGID_SINGLE; i++) {
        double steps[3];
        arrange[spec->arrangement](spec, i, steps);
        if (spec->arrangement == TRAMA_RIGID_PILE)
            tumble(spec, &random, &body[i]);
        for (size_t axis = 0; axis < 3; axis++)
            body[i].position[axis] += steps[axis] * spec->step[axis];
        snprintf(body[i].name, sizeof body[i].name, "%.32s[%zu]", e->name, i);
    }
}

trama_status trama_rigid_check_arrangement(const trama_rigid_entry *e)
{
    const trama_rigid_spec *spec = e->spec;
    if (spec->arrangement == TRAMA_RIGID_SINGLE && spec->count != 1)
        return trama_rigid_refuse(e, "count",
                                  "%ld bodies in one place; allowed: 1, or an arrangement: line, "
                                  "pyramid, wall, pile",
                                  spec->count);
    if (spec->arrangement != TRAMA_RIGID_WALL && spec->layers != 1)
        return trama_rigid_refuse(e, "layers", "layers of what is no wall; allowed: 1");
    if (spec->arrangement != TRAMA_RIGID_PILE && spec->jitter != 0.0)
        return trama_rigid_refuse(e, "jitter", "jitter of what is no pile; allowed: 0 m");
    if (trama_rigid_bodies_of(spec) > BODIES_MOST)
        return trama_rigid_refuse(e, "count", "%zu bodies in all; allowed: up to %d",
                                  trama_rigid_bodies_of(spec), BODIES_MOST);
    return TRAMA_OK;
}
