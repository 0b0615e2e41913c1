/* The half space below a plane. */
#include "core/vec.h"
#include "model/obstacle/obstacle.h"

#include <math.h>
#include <string.h>

typedef struct plane {
    trama_obstacle obstacle;
    double point[3], normal[3];
} plane;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(plane, point), .unit = "m", .summary = "a point of the plane at t = 0"},
    {TRAMA_FIELD_OF(plane, normal), .unit = "1", .fallback = {0.0, 1.0, 0.0},
     .summary = "out of the solid, of any length"},
    TRAMA_MOTION_FIELDS(plane, obstacle.motion),
};

static void nearest(const void *solid, const double x[3], double foot[3], double normal[3],
                    double *distance)
{
    const plane *self = solid;
    *distance = 0.0;
    for (int axis = 0; axis < 3; axis++)
        *distance += self->normal[axis] * (x[axis] - self->point[axis]);
    for (int axis = 0; axis < 3; axis++) {
        normal[axis] = self->normal[axis];
        foot[axis] = x[axis] - *distance * normal[axis];
    }
}

static void curves(const void *solid, const double x[3], double turning[9])
{
    (void)solid, (void)x;
    memset(turning, 0, 9 * sizeof *turning);
}

/* A direction in the plane: across the axis that leaves it most. */
static void find_tangent(const double normal[3], double tangent[3])
{
    int least = 0;
    for (int axis = 1; axis < 3; axis++)
        least = fabs(normal[axis]) < fabs(normal[least]) ? axis : least;
    const double scale = 1.0 / sqrt(1.0 - normal[least] * normal[least]);
    for (int axis = 0; axis < 3; axis++)
        tangent[axis] = scale * ((axis == least ? 1.0 : 0.0) - normal[least] * normal[axis]);
}

/* A square about the foot of the box's middle, as wide as the box's diagonal. */
static void outline(const void *solid, const double low[3], const double high[3],
                    trama_outline *outline)
{
    enum { SQUARES = 8 };
    const plane *self = solid;
    double middle[3], foot[3], normal[3], distance, square = 0.0, along[3], across[3];
    for (int axis = 0; axis < 3; axis++) {
        middle[axis] = 0.5 * (low[axis] + high[axis]);
        square += (high[axis] - low[axis]) * (high[axis] - low[axis]);
    }
    const double side = square > 0.0 ? sqrt(square) : 1.0;
    nearest(self, middle, foot, normal, &distance);
    find_tangent(self->normal, along);
    cross3(self->normal, along, across);
    for (int axis = 0; axis < 3; axis++) {
        along[axis] *= side;
        across[axis] *= side;
        foot[axis] -= 0.5 * (along[axis] + across[axis]);
    }
    trama_outline_add_patch(outline, SQUARES, foot, along, across);
}

/* The turn of z to the normal n, about z x n: (1 + n_z, z x n), of unit length; where n looks down
 * half a turn about x before that of -z to n. */
static void compose(const void *solid, trama_solid *composed, trama_solid_state *at)
{
    const plane *self = solid;
    const double *n = self->normal, length = sqrt(2.0 * (1.0 + fabs(n[2])));
    const double up[4] = {1.0 + n[2], -n[1], n[0], 0.0}, down[4] = {-n[1], 1.0 - n[2], 0.0, n[0]};
    composed->kind = TRAMA_SOLID_PLANE;
    memcpy(at->position, self->point, sizeof at->position);
    for (int i = 0; i < 4; i++)
        at->orientation[i] = (n[2] < 0.0 ? down[i] : up[i]) / length;
}

static const trama_shape shape = {nearest, curves, outline, compose};

static trama_status create(const void *parameters, const trama_scene *scene, void **model,
                           trama_error *error)
{
    plane made = *(const plane *)parameters;
    (void)scene;
    const double length = sqrt(dot3(made.normal, made.normal));
    if (!(length > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "normal",
                          "normal: [0, 0, 0]; allowed: a vector that is not zero");
    for (int axis = 0; axis < 3; axis++)
        made.normal[axis] /= length;
    return trama_obstacle_create(&made, sizeof made, &shape, model, error);
}

const trama_model_type trama_model_plane = {
    .name = "plane",
    .summary = "an obstacle: the half space below a plane, still or moving",
    .reference = "prescribed motion; no equations",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, plane),
    .create = create,
    TRAMA_OBSTACLE_FUNCTIONS,
};
