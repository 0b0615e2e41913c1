#include "benchmark/peer/ccd.h"

#include <ccd/ccd.h>
#include <ccd/quat.h>
#include <math.h>
#include <string.h>

/* w is at least 1/2 in one of the box's two halves of all rotations, or another component is: the
 * largest is found first, so that no root is of a small number. */
peer_ccd_box peer_ccd_box_of(const trama_convex *shape, const trama_pose *pose)
{
    peer_ccd_box box = {.shape = shape, .pose = pose};
    const double(*m)[3] = pose->axes;
    double *q = box.quaternion;
    const double trace = m[0][0] + m[1][1] + m[2][2];
    const double square[4] = {1.0 + 2.0 * m[0][0] - trace, 1.0 + 2.0 * m[1][1] - trace,
                              1.0 + 2.0 * m[2][2] - trace, 1.0 + trace};
    int largest = 0;
    for (int i = 1; i < 4; i++)
        if (square[i] > square[largest])
            largest = i;
    const double most = 0.5 * sqrt(square[largest]), rest = 0.25 / most;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        q[i] = largest == 3 ? rest * (m[k][j] - m[j][k]) : rest * (m[i][largest] + m[largest][i]);
        if (largest == i)
            q[3] = rest * (m[k][j] - m[j][k]);
    }
    q[largest] = most;
    return box;
}

static void by_quaternion(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point)
{
    const peer_ccd_box *b = object;
    ccd_quat_t q, back;
    ccd_vec3_t local = *direction;
    memcpy(q.q, b->quaternion, sizeof q.q);
    ccdQuatInvert2(&back, &q);
    ccdQuatRotVec(&local, &back);
    for (int i = 0; i < 3; i++)
        point->v[i] = copysign(0.5 * b->shape->size[i], local.v[i]);
    ccdQuatRotVec(point, &q);
    for (int i = 0; i < 3; i++)
        point->v[i] += b->pose->x[i];
}

static void by_matrix(const void *object, const ccd_vec3_t *direction, ccd_vec3_t *point)
{
    const peer_ccd_box *b = object;
    const double(*m)[3] = b->pose->axes, *d = direction->v;
    double local[3];
    for (int i = 0; i < 3; i++)
        local[i] =
            copysign(0.5 * b->shape->size[i], m[0][i] * d[0] + m[1][i] * d[1] + m[2][i] * d[2]);
    for (int i = 0; i < 3; i++)
        point->v[i] = b->pose->x[i] + m[i][0] * local[0] + m[i][1] * local[1] + m[i][2] * local[2];
}

static void centre(const void *object, ccd_vec3_t *point)
{
    const peer_ccd_box *b = object;
    for (int i = 0; i < 3; i++)
        point->v[i] = b->pose->x[i];
}

bool peer_ccd_mpr(const peer_ccd_box *a, const peer_ccd_box *b, bool matrix, double *depth)
{
    ccd_t ccd;
    ccd_vec3_t direction, position;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = matrix ? by_matrix : by_quaternion;
    ccd.center1 = ccd.center2 = centre;
    ccd.max_iterations = 100;
    if (!depth)
        return ccdMPRIntersect(a, b, &ccd);
    return ccdMPRPenetration(a, b, &ccd, depth, &direction, &position) == 0;
}
