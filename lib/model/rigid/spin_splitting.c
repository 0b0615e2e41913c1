/* The flow of the gyroscopic term by splitting the kinetic energy, sum of L_k^2 / (2 I_k), into its
 * three parts. Part k turns L = I w about axis k by the angle -h w_k, which it does not change:
 *
 *   1 for h/2, 2 for h/2, 3 for h, 2 for h/2, 1 for h/2
 *
 * It keeps |L| to rounding, and being a Lie-Poisson map the energy to order 2 without drift. */
#include "model/rigid/rotation.h"
#include "model/rigid/spin.h"

/* L_k stays, and the other two components turn about it. */
static void turn_about(size_t k, const double moment[3], double h, double w[3])
{
    const size_t i = (k + 1) % 3, j = (k + 2) % 3;
    const quaternion half = quaternion_of_vector((vec){-h * w[k], 0.0, 0.0});
    const double cosine = half.w * half.w - half.v.x * half.v.x, sine = 2.0 * half.w * half.v.x;
    const double a = moment[i] * w[i], b = moment[j] * w[j];
    w[i] = (cosine * a - sine * b) / moment[i];
    w[j] = (sine * a + cosine * b) / moment[j];
}

static void flow(const double moment[3], double h, double w[3])
{
    turn_about(0, moment, h / 2, w);
    turn_about(1, moment, h / 2, w);
    turn_about(2, moment, h, w);
    turn_about(1, moment, h / 2, w);
    turn_about(0, moment, h / 2, w);
}

const trama_spin_type trama_spin_splitting = {
    .name = "splitting",
    .summary = "the gyroscopic term apart, by turns about the three axes: of order 2, bounded; "
               "methods of a higher order evaluate it as exact does",
    .reference = "McLachlan 1993; Reich 1994; Touma and Wisdom 1994",
    .flow = flow,
    .order = 2,
    .yields = true,
};
