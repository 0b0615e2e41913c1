/* A ball joint: two ends in one place, C = x0 - x1. */
#include "interaction/joint.h"

#include <string.h>

static const trama_field fields[] = {
    TRAMA_JOINT_FIELDS,
    {TRAMA_FIELD_OF(trama_joint_parameters, at), .required = true, .unit = "m",
     .summary = "where the joint is at the start"},
};

static const trama_joint_law law = {TRAMA_JOINT_BALL, 3, trama_joint_place_row};

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    trama_joint_parameters p = *(const trama_joint_parameters *)given;
    memcpy(p.at_to, p.at, sizeof p.at);
    p.axis[0] = 1.0;
    return trama_joints_create(&p, &law, among, count, interaction, error);
}

const trama_interaction_type trama_interaction_ball_joint = {
    .name = "ball_joint",
    .summary = "rigid bodies held together, or to the world, at a point, by rows; taut, they limit "
               "the step (trama advise)",
    .reference = "RATTLE: Andersen 1983",
    .version = 2, /* 2: Newton to rounding; the rows' loss is booked by mean velocities */
    .parameters = TRAMA_FIELDS(fields, trama_joint_parameters),
    .create = create,
    TRAMA_JOINT_FUNCTIONS,
};
