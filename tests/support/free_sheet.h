/* A free sheet of 2 m x 2 m, 31 x 31 nodes, 0.1 kg/m^2, zeta 100 N/m, xi 0.05 N m, undamped, that
 * starts at rest from half a wave of 0.2 m in both directions and with a spin: the motion that
 * `reference` feeds with energy. Include after cmocka.h. */
#ifndef SUPPORT_FREE_SHEET_H
#define SUPPORT_FREE_SHEET_H

/* The largest of what changed over a run: energy, of that at the start; momentum, of the sum of all
 * nodes' |m v|; angular momentum, of that at the start. */
typedef struct free_sheet_drift {
    double energy, momentum, angular;
} free_sheet_drift;

/* `steps` of velocity Verlet of h s, looked at `looks` times. */
free_sheet_drift free_sheet_run(const char *scheme, double h, long steps, long looks);

#endif
