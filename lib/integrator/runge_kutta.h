/* Explicit Runge-Kutta methods over the whole state (q, v): a method is a table of coefficients. */
#ifndef TRAMA_INTEGRATOR_RUNGE_KUTTA_H
#define TRAMA_INTEGRATOR_RUNGE_KUTTA_H

#include "integrator/integrator.h"

enum { TRAMA_RUNGE_KUTTA_STAGES = 4 };

/* A Butcher tableau: stage i is at t + c[i] h and y + h sum_j a[i][j] k[j], j < i; the step is y +
 * h sum_i b[i] k[i]. */
typedef struct trama_tableau {
    size_t stages;
    double c[TRAMA_RUNGE_KUTTA_STAGES];
    double a[TRAMA_RUNGE_KUTTA_STAGES][TRAMA_RUNGE_KUTTA_STAGES];
    double b[TRAMA_RUNGE_KUTTA_STAGES];
} trama_tableau;

/* Number of workspace arrays, of nq and of nv: the rates of every stage and the state of one. */
#define TRAMA_RUNGE_KUTTA_ARRAYS(stages) ((stages) + 1)

/* One step of size h (s) by the tableau. */
void trama_runge_kutta_step(const trama_tableau *tableau, trama_integrator *integrator,
                            trama_system *system, double h);

#endif
