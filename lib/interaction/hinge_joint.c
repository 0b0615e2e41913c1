/* A hinge: two ends in one place, and one axis: C = x0 - x1, and a0 . b1, a0 . c1 with b1 and c1
 * across the second end's axis. Their rate is (a0 x b1) . (w0 - w1). */
#include "interaction/joint.h"

#include "core/vec.h"

#include <string.h>

static const trama_field fields[] = {
    TRAMA_JOINT_FIELDS,
    {TRAMA_FIELD_OF(trama_joint_parameters, at), .required = true, .unit = "m",
     .summary = "where the joint is at the start"},
    {TRAMA_FIELD_OF(trama_joint_parameters, axis), .required = true, .unit = "1",
     .summary = "of the hinge at the start, of any length but zero"},
};

static void row(const trama_joint_state *state, size_t i, trama_joint_row *row)
{
    if (i < 3) {
        trama_joint_place_row(state, i, row);
        return;
    }
    const double *across = state->across[1][i - 3];
    row->gap = dot3(state->axis[0], across);
    cross3(state->axis[0], across, row->turning);
}

static const trama_joint_law law = {TRAMA_JOINT_HINGE, 5, row};

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    trama_joint_parameters p = *(const trama_joint_parameters *)given;
    memcpy(p.at_to, p.at, sizeof p.at);
    return trama_joints_create(&p, &law, among, count, interaction, error);
}

const trama_interaction_type trama_interaction_hinge_joint = {
    .name = "hinge_joint",
    .summary = "rigid bodies held together, or to the world, at a point and about one axis, by "
               "rows; taut, they limit the step (trama advise)",
    .reference = "RATTLE: Andersen 1983",
    .version = 2, /* 2: Newton to rounding; the rows' loss is booked by mean velocities */
    .parameters = TRAMA_FIELDS(fields, trama_joint_parameters),
    .create = create,
    TRAMA_JOINT_FUNCTIONS,
};
