/* A ball. */
#include "core/vec.h"
#include "model/obstacle/obstacle.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct sphere {
    trama_obstacle obstacle;
    double centre[3], radius;
} sphere;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(sphere, radius), .required = true, .unit = "m", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .summary = "radius"},
    {TRAMA_FIELD_AS("position", sphere, centre), .unit = "m", .summary = "its centre at t = 0"},
    TRAMA_MOTION_FIELDS(sphere, obstacle.motion),
};

/* At the centre, where every direction is as near, the normal is y. */
static void nearest(const void *solid, const double x[3], double foot[3], double normal[3],
                    double *distance)
{
    const sphere *self = solid;
    const double r[3] = {x[0] - self->centre[0], x[1] - self->centre[1], x[2] - self->centre[2]};
    const double length = sqrt(dot3(r, r));
    *distance = length - self->radius;
    for (int axis = 0; axis < 3; axis++) {
        normal[axis] = length > 0.0 ? r[axis] / length : axis == 1 ? 1.0 : 0.0;
        foot[axis] = self->centre[axis] + self->radius * normal[axis];
    }
}

/* (1 - n n^T)/r. */
static void curves(const void *solid, const double x[3], double turning[9])
{
    const sphere *self = solid;
    const double r[3] = {x[0] - self->centre[0], x[1] - self->centre[1], x[2] - self->centre[2]};
    const double square = dot3(r, r), length = sqrt(square);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            turning[3 * row + column] =
                length > 0.0 ? ((row == column) - r[row] * r[column] / square) / length : 0.0;
}

/* The place on the unit sphere at `ring` of RINGS from the top, and `step` of AROUND about y. */
enum { RINGS = 10, AROUND = 16 };
static void unit_point(size_t ring, size_t step, double unit[3])
{
    const double pi = 3.14159265358979323846;
    const double down = pi * (double)ring / RINGS, turn = 2.0 * pi * (double)step / AROUND;
    unit[0] = sin(down) * sin(turn);
    unit[1] = cos(down);
    unit[2] = sin(down) * cos(turn);
}

static void add_point(const sphere *self, size_t ring, size_t step, trama_outline *outline)
{
    double unit[3], *point = outline->point[outline->points++];
    unit_point(ring, step, unit);
    for (int axis = 0; axis < 3; axis++)
        point[axis] = self->centre[axis] + self->radius * unit[axis];
}

/* The poles are the first and the last point; circles of latitude lie between them. */
static void outline(const void *solid, const double low[3], const double high[3],
                    trama_outline *outline)
{
    const sphere *self = solid;
    const size_t top = 0, bottom = 1 + (size_t)(RINGS - 1) * AROUND;
    (void)low, (void)high;
    add_point(self, 0, 0, outline);
    for (size_t i = 0; i + 2 <= bottom; i++)
        add_point(self, 1 + i / AROUND, i % AROUND, outline);
    add_point(self, RINGS, 0, outline);
    for (size_t i = 0; i < AROUND; i++) {
        const size_t next = (i + 1) % AROUND, last = bottom - AROUND;
        trama_outline_add_triangle(outline, top, 1 + i, 1 + next);
        for (size_t a = 1 + i, b = 1 + next; a < last; a += AROUND, b += AROUND) {
            trama_outline_add_triangle(outline, a, a + AROUND, b + AROUND);
            trama_outline_add_triangle(outline, a, b + AROUND, b);
        }
        trama_outline_add_triangle(outline, bottom, last + next, last + i);
    }
}

static void compose(const void *solid, trama_solid *composed, trama_solid_state *at)
{
    const sphere *self = solid;
    composed->kind = TRAMA_SOLID_SPHERE;
    composed->size[0] = self->radius;
    memcpy(at->position, self->centre, sizeof at->position);
}

static const trama_shape shape = {nearest, curves, outline, compose};

static trama_status create(const void *parameters, const trama_scene *scene, void **model,
                           trama_error *error)
{
    (void)scene;
    return trama_obstacle_create(parameters, sizeof(sphere), &shape, model, error);
}

const trama_model_type trama_model_sphere = {
    .name = "sphere",
    .summary = "an obstacle: a ball, still or moving",
    .reference = "prescribed motion; no equations",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, sphere),
    .create = create,
    TRAMA_OBSTACLE_FUNCTIONS,
};
