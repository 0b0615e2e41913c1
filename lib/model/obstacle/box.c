/* A box whose faces are parallel to the axes at t = 0: a table, a step, a wall. */
#include "model/obstacle/obstacle.h"

#include <math.h>

typedef struct box {
    trama_obstacle obstacle;
    double low[3], high[3];
} box;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(box, low), .required = true, .unit = "m",
     .summary = "its corner of least x, y, z at t = 0"},
    {TRAMA_FIELD_OF(box, high), .required = true, .unit = "m",
     .summary = "its corner of largest x, y, z"},
    TRAMA_MOTION_FIELDS(box, obstacle.motion),
};

/* Out of the face that is nearest to a point within. */
static void from_within(const box *self, const double x[3], double foot[3], double normal[3],
                        double *distance)
{
    double least = TRAMA_INFINITY, sign = 1.0;
    int across = 0;
    for (int axis = 0; axis < 3; axis++) {
        foot[axis] = x[axis];
        normal[axis] = 0.0;
        const double above = x[axis] - self->low[axis], below = self->high[axis] - x[axis];
        if (fmin(above, below) < least) {
            least = fmin(above, below);
            across = axis;
            sign = above < below ? -1.0 : 1.0;
        }
    }
    foot[across] = sign < 0.0 ? self->low[across] : self->high[across];
    normal[across] = sign;
    *distance = -least;
}

static void nearest(const void *solid, const double x[3], double foot[3], double normal[3],
                    double *distance)
{
    const box *self = solid;
    double square = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        foot[axis] = fmin(fmax(x[axis], self->low[axis]), self->high[axis]);
        normal[axis] = x[axis] - foot[axis];
        square += normal[axis] * normal[axis];
    }
    if (square == 0.0) {
        from_within(self, x, foot, normal, distance);
        return;
    }
    *distance = sqrt(square);
    for (int axis = 0; axis < 3; axis++)
        normal[axis] /= *distance;
}

/* At an edge or a corner (P - n n^T)/d, P keeping the axes along which x is outside; 0 at a face,
 * where there is one such axis, and within. */
static void curves(const void *solid, const double x[3], double turning[9])
{
    const box *self = solid;
    double foot[3], n[3], distance;
    nearest(solid, x, foot, n, &distance);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            const bool outside = x[row] < self->low[row] || x[row] > self->high[row];
            turning[3 * row + column] =
                distance > 0.0 ? ((row == column && outside) - n[row] * n[column]) / distance : 0.0;
        }
}

/* Every face has points of its own, so that edges look sharp, and is divided, because pictures draw
 * triangles in order of their depth. */
static void outline(const void *solid, const double low[3], const double high[3],
                    trama_outline *outline)
{
    enum { SQUARES = 4 };
    const box *self = solid;
    (void)low, (void)high;
    for (int face = 0; face < 6; face++) {
        const int out = face / 2, one = (out + 1) % 3, other = (out + 2) % 3;
        const bool upper = face % 2;
        double corner[3], along[3] = {0}, across[3] = {0};
        for (int axis = 0; axis < 3; axis++)
            corner[axis] = axis == out && upper ? self->high[axis] : self->low[axis];
        along[upper ? one : other] =
            self->high[upper ? one : other] - self->low[upper ? one : other];
        across[upper ? other : one] =
            self->high[upper ? other : one] - self->low[upper ? other : one];
        trama_outline_add_patch(outline, SQUARES, corner, along, across);
    }
}

static void compose(const void *solid, trama_solid *composed, trama_solid_state *at)
{
    const box *self = solid;
    composed->kind = TRAMA_SOLID_BOX;
    for (int axis = 0; axis < 3; axis++) {
        composed->size[axis] = self->high[axis] - self->low[axis];
        at->position[axis] = 0.5 * (self->low[axis] + self->high[axis]);
    }
}

static const trama_shape shape = {nearest, curves, outline, compose};

static trama_status create(const void *parameters, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const box *p = parameters;
    (void)scene;
    for (int axis = 0; axis < 3; axis++)
        if (!(p->low[axis] < p->high[axis]))
            return trama_fail(error, TRAMA_BAD_INPUT, "high",
                              "high[%d]: %g is not above low[%d], %g; allowed: above it", axis,
                              p->high[axis], axis, p->low[axis]);
    return trama_obstacle_create(p, sizeof *p, &shape, model, error);
}

const trama_model_type trama_model_box = {
    .name = "box",
    .summary = "an obstacle: a box, such as a table, still or moving",
    .reference = "prescribed motion; no equations",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, box),
    .create = create,
    TRAMA_OBSTACLE_FUNCTIONS,
};
