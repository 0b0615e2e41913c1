/* The poses of bodies: free ones from the state, others from their prescribed motion. */
#include "model/rigid/rigid.h"
#include "model/rigid/rotation.h"

void trama_rigid_centre(const trama_rigid *rigid, size_t i, double t, const double *q,
                        double centre[3])
{
    const trama_rigid_body *body = &rigid->body[i];
    for (size_t axis = 0; axis < 3; axis++)
        centre[axis] = body->motion == TRAMA_RIGID_FREE
                           ? q[TRAMA_RIGID_Q * body->index + axis]
                           : body->position[axis] + t * body->velocity[axis];
}

void trama_rigid_pose(const trama_rigid *rigid, size_t i, double t, const double *q,
                      trama_pose *pose)
{
    const trama_rigid_body *body = &rigid->body[i];
    trama_rigid_centre(rigid, i, t, q, pose->x);
    if (body->motion == TRAMA_RIGID_FREE) {
        quaternion_turn(quaternion_at(q + TRAMA_RIGID_Q * body->index + 3), pose);
        return;
    }
    const vec turned_by = {t * body->spin[0], t * body->spin[1], t * body->spin[2]};
    quaternion_turn(
        quaternion_product(quaternion_of_vector(turned_by), quaternion_at(body->orientation)),
        pose);
}

void trama_rigid_shape_of(const trama_rigid *rigid, size_t i, const trama_pose *of_axes,
                          trama_pose *pose)
{
    const trama_pose *in = &rigid->body[i].in_axes, axes = *of_axes;
    const vec x = placed(&axes, (vec){in->x[0], in->x[1], in->x[2]});
    pose->x[0] = x.x;
    pose->x[1] = x.y;
    pose->x[2] = x.z;
    for (size_t r = 0; r < 3; r++)
        for (size_t c = 0; c < 3; c++)
            pose->axes[r][c] = axes.axes[r][0] * in->axes[0][c] + axes.axes[r][1] * in->axes[1][c] +
                               axes.axes[r][2] * in->axes[2][c];
}

void trama_rigid_shape_pose(const trama_rigid *rigid, size_t i, double t, const double *q,
                            trama_pose *pose)
{
    trama_pose axes;
    trama_rigid_pose(rigid, i, t, q, &axes);
    trama_rigid_shape_of(rigid, i, &axes, pose);
}
