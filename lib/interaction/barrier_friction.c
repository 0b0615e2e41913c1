#include "interaction/barrier_friction.h"

#include "core/vec.h"

#include <math.h>

/* f1(y)/|w| and (f1' - f1/|w|)/|w|^2, in 1/(m/s) and 1/(m/s)^3. */
static void law(double speed, double eps_v, double *share, double *bend)
{
    const double y = speed / eps_v;
    if (y < 1.0) {
        *share = (2.0 - y) / eps_v;
        *bend = speed > 0.0 ? -1.0 / (eps_v * eps_v * speed) : 0.0;
    } else {
        *share = 1.0 / speed;
        *bend = -1.0 / (speed * speed * speed);
    }
}

void trama_lagged_force(const trama_lagged *contact, double eps_v, const double velocity[3],
                        double force[3], double matrix[3][3])
{
    const double *n = contact->normal, along = dot3(velocity, n);
    double slip[3], share, bend;
    for (int axis = 0; axis < 3; axis++)
        slip[axis] = velocity[axis] - along * n[axis];
    law(sqrt(dot3(slip, slip)), eps_v, &share, &bend);
    for (int axis = 0; axis < 3; axis++)
        force[axis] = -contact->limit * share * slip[axis];
    for (int r = 0; r < 3 && matrix; r++)
        for (int c = 0; c < 3; c++)
            matrix[r][c] = contact->limit * (share * ((r == c ? 1.0 : 0.0) - n[r] * n[c]) +
                                             bend * slip[r] * slip[c]);
}
