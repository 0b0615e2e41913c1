/* A rod without mass between two ends: C = |x0 - x1| - l. */
#include "interaction/joint.h"

#include "core/vec.h"

#include <math.h>

static const trama_field fields[] = {
    TRAMA_JOINT_FIELDS,
    {TRAMA_FIELD_OF(trama_joint_parameters, at), .required = true, .unit = "m",
     .summary = "the end in `body` at the start"},
    {TRAMA_FIELD_OF(trama_joint_parameters, at_to), .required = true, .unit = "m",
     .summary = "the other end at the start"},
};

static void row(const trama_joint_state *state, size_t i, trama_joint_row *row)
{
    double length = 0.0;
    (void)i;
    for (size_t axis = 0; axis < 3; axis++) {
        row->direction[axis] = state->x[0][axis] - state->x[1][axis];
        length += row->direction[axis] * row->direction[axis];
    }
    length = sqrt(length);
    row->gap = length - state->length;
    for (size_t axis = 0; axis < 3; axis++)
        row->direction[axis] /= length;
}

static const trama_joint_law law = {TRAMA_JOINT_DISTANCE, 1, row};

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    trama_joint_parameters p = *(const trama_joint_parameters *)given;
    const double apart[3] = {p.at[0] - p.at_to[0], p.at[1] - p.at_to[1], p.at[2] - p.at_to[2]};
    if (!(dot3(apart, apart) > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "at_to",
                          "both ends are in one place; allowed: apart, or a ball_joint");
    p.axis[0] = 1.0;
    return trama_joints_create(&p, &law, among, count, interaction, error);
}

const trama_interaction_type trama_interaction_distance_joint = {
    .name = "distance_joint",
    .summary = "points of rigid bodies, or of one and the world, held at a distance, by a row; "
               "taut, they limit the step (trama advise)",
    .reference = "RATTLE: Andersen 1983",
    .version = 2, /* 2: Newton to rounding; the rows' loss is booked by mean velocities */
    .parameters = TRAMA_FIELDS(fields, trama_joint_parameters),
    .create = create,
    TRAMA_JOINT_FUNCTIONS,
};
