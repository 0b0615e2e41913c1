/* De Melo's semi-implicit step, after Terzopoulos: with central differences of (2.26),
 * M r'' + C r' + K r = F, and r- = r - h v,
 *
 *   (K + M/h^2 + C/2h) r+ = g,   g = F + (M/h^2 + C/2h) r + (M/h - C/2) v,   v+ = (r+ - r)/h,
 *
 * by LU. K is the tangent at the step's start, so K r and F together are the force there; F in g is
 * without the damping. With v+ = v + dv the same equation reads
 *
 *   (M + h/2 C + h^2 K) dv = h (F(t, r, v) - h K v),
 *
 * F now with the damping: Baraff and Witkin's step with half of the damping implicit.
 *
 * The printed right-hand side has (M/h + C/2h) v in place of (M/h - C/2) v (`right_side: printed`),
 * wrong in dimension and in sign: it adds h (C/2h + C/2) v to the momentum, in SI units, which does
 * not vanish with h. Without damping both are one. */
#include "integrator/implicit.h"

#include "system_tangent.h"

enum { DERIVED, PRINTED };

typedef struct parameters {
    int solver, right_side;
} parameters;

static const char *const solvers[] = {"klu", "umfpack", NULL};
static const char *const right_sides[] = {"derived", "printed", NULL};

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(parameters, solver, solvers),
     .summary = "that factorises: klu, or umfpack, whose bits are those of the BLAS"},
    {TRAMA_CHOICE_OF(parameters, right_side, right_sides), .fallback = {DERIVED},
     .summary = "(M/h - C/2) v as derived, or (M/h + C/2h) v as printed, an exhibit"},
};

static trama_status open(trama_integrator *integrator, const trama_system *system,
                         trama_error *error)
{
    const parameters *p = integrator->parameters;
    return trama_implicit_open(integrator, system, solvers[p->solver], NULL, error);
}

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const parameters *p = integrator->parameters;
    double *excess = NULL;
    if (p->right_side == PRINTED) { /* dF/dv v = -C v */
        excess = trama_integrator_v(integrator, 0);
        trama_system_tangent_product(system, system->t, system->q, system->v, 0.0, -(1.0 + h) / 2.0,
                                     system->v, excess);
    }
    integrator->status = trama_implicit_euler(integrator, system, h, 0.5, excess);
}

const trama_integrator_type trama_integrator_semi_implicit_lu = {
    .name = "semi_implicit_lu",
    .summary = "semi-implicit central differences, one factorisation by LU a step",
    .reference = "de Melo 2004; Terzopoulos et al. 1987; Unicamp thesis, section 2.4.2",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .order = 1,
    .damped_order = 1,
    .stability = TRAMA_INFINITY,
    .evaluations = 1,
    .v_arrays = 1,
    .implicit = true,
    .step = step,
    .open = open,
    .close = trama_implicit_close,
};
