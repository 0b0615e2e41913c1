/* Continuous detection for fast bodies: the first time in a step at which two convex shapes come
 * near, by conservative advancement (B. Mirtich 1996, "Impulse-based dynamic simulation", section
 * 2.3): if the shapes are apart by d, and no two points of them approach along the line of least
 * distance faster than u, they cannot meet before d/u has passed. So no body passes through
 * another, however fast and thin. */
#ifndef TRAMA_RIGID_SWEEP_H
#define TRAMA_RIGID_SWEEP_H

#include "rigid/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The motion of a shape in the step, s from 0 to 1: its origin moves to x + s shift, and its axes
 * rotate about the vector c = s turn by the angle 2 atan(|c|/2), by the normalised quaternion (1,
 * c/2) (Cayley's map; without sines, so the same bits everywhere). */
typedef struct trama_sweep_motion {
    double shift[3]; /* m */
    double turn[3];  /* rad: angular velocity times the step, in the world */
} trama_sweep_motion;

typedef enum trama_sweep_status {
    TRAMA_SWEEP_CLEAR,     /* apart by more than `separation` throughout the step */
    TRAMA_SWEEP_HIT,       /* apart by more before `s`, and at s by no more than separation +
                              tolerance */
    TRAMA_SWEEP_UNDECIDED, /* apart by more before `s`, where the limit of iterations was reached */
} trama_sweep_status;

typedef struct trama_sweep_options {
    double separation; /* m, >= 0 */
    double tolerance;  /* m, > 0 */
    int iterations;    /* at most */
} trama_sweep_options;

/* separation 0; tolerance 1e-4 of the smaller radius; 200 iterations */
trama_sweep_options trama_sweep_default(const trama_convex *a, const trama_convex *b);

typedef struct trama_sweep_result {
    trama_sweep_status status;
    int iterations;
    double s;          /* fraction of the step; 1 if CLEAR; 0 if the shapes are near at the start */
    double distance;   /* m, at s; 0 where they overlap at the start */
    double normal[3];  /* at s, unit, world, from the first to the second; 0 where they overlap */
    double a[3], b[3]; /* nearest points at s, world, m */
} trama_sweep_result;

trama_sweep_result trama_sweep(const trama_convex *a, const trama_pose *pose_a,
                               const trama_sweep_motion *motion_a, const trama_convex *b,
                               const trama_pose *pose_b, const trama_sweep_motion *motion_b,
                               const trama_sweep_options *options);

/* The pose at fraction s of the step. */
trama_pose trama_sweep_pose(const trama_pose *pose, const trama_sweep_motion *motion, double s);

#ifdef __cplusplus
}
#endif

#endif
