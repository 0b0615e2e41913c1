/* Kelvin and Voigt's damping of the scheme `variational`: every stress is that of the strain plus
 * `retardation` (s) times that of the strain rate. Its force is -tau sum_ij C_ij (d eps_j/dt) d
 * eps_i/dx over the strains and curvatures eps of all elements: zero in a rigid motion; its power
 * is -tau times twice the elastic energy of the rates. Source: W. Fluegge, "Viscoelasticity", 1975,
 * chapter 1. */
#ifndef TRAMA_MODEL_COSSERAT_VISCOUS_H
#define TRAMA_MODEL_COSSERAT_VISCOUS_H

typedef struct cosserat_shell cosserat_shell; /* shell.h */

/* Adds the force's acceleration to a (3 N, m/s^2); density mu0, kg/m^2. */
void trama_cosserat_damp(const cosserat_shell *elements, double retardation, double mu0,
                         const double *q, const double *v, double *a);
/* Adds (cq df/dq + cv df/dv) u to y (3 N, N), exactly. */
void trama_cosserat_damping_product(const cosserat_shell *elements, double retardation,
                                    const double *q, const double *v, double cq, double cv,
                                    const double *u, double *y);

#endif
