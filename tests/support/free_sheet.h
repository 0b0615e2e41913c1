/* A free sheet of 2 m x 2 m, 31 x 31 nodes, 0.1 kg/m^2, zeta 100 N/m, xi 0.05 N m, undamped, that
 * starts at rest from half a wave of 0.2 m in both directions and with a spin: the motion that
 * `reference` feeds with energy. Include after cmocka.h. */
#ifndef SUPPORT_FREE_SHEET_H
#define SUPPORT_FREE_SHEET_H

/* The largest of what changed over a run: energy, of that at the start; momentum, of the sum of all
 * nodes' |m v|; angular momentum, of that at the start.
 *
 * Velocity Verlet solves another problem exactly, whose energy is, with forces F = -dV/dq and K =
 * -dF/dq (Hairer, Lubich and Wanner 2006, section IX.3; of one mode: h^2 w^2 (v^2/12 - w^2
 * x^2/24)),
 *
 *     E + h^2 (v K v / 12 - F M^-1 F / 24) + O(h^4).
 *
 * `early` and `late` are the largest changes of the first two terms in the first and in the second
 * half of a run, of E at the start: of fourth order, and in a linear motion below (h w)^4/24 of its
 * largest frequency w. NAN under a scheme other than variational, which has no such energy. */
typedef struct free_sheet_drift {
    double energy, momentum, angular;
    double early, late;
} free_sheet_drift;

/* h w of the flat sheet at rest: w^2 = 24 zeta/(mu (side/30)^2). */
double free_sheet_angle(double h);

/* `steps` of velocity Verlet of h s, looked at `looks` times. */
free_sheet_drift free_sheet_run(const char *scheme, double h, long steps, long looks);

#endif
