#include "integrator/newton.h"

#include <math.h>
#include <string.h>

/* The scratch arrays. */
enum { RESIDUAL, DIRECTION, TRIED, TRIED_RESIDUAL };

trama_status trama_newton_open(trama_integrator *integrator, const trama_system *system,
                               trama_error *error)
{
    const trama_newton_options *o = integrator->parameters;
    return trama_implicit_open(integrator, system, trama_implicit_solvers[o->solver.solver],
                               &o->solver, error);
}

void trama_newton_take(const trama_integrator *integrator, size_t first, trama_newton_stage *stage)
{
    for (size_t i = 0; i < TRAMA_NEWTON_ARRAYS; i++)
        stage->scratch[i] = trama_integrator_v(integrator, first + i);
}

/* Root mean square of x - y (y NULL: of x) over the coordinates, weighted by mass. */
static double size_of(const trama_system *system, const double *x, const double *y)
{
    double sum = 0.0, mass = 0.0;
    for (size_t i = 0; i < system->nv; i++) {
        const double d = x[i] - (y ? y[i] : 0.0);
        sum += system->mass[i] * d * d;
        mass += system->mass[i];
    }
    return sqrt(sum / mass);
}

/* R at w, and q there; its size. */
static double evaluate(trama_system *system, const trama_newton_stage *s, const double *w,
                       double *residual)
{
    trama_system_drift(system, s->cq, w, s->q0, s->q);
    trama_system_acceleration(system, s->t, s->q, w, residual);
    for (size_t i = 0; i < system->nv; i++)
        residual[i] = w[i] - s->v0[i] - s->cv * residual[i];
    trama_system_clear_idle(system, residual);
    return size_of(system, residual, NULL);
}

static double limit_of(const trama_newton_parameters *p, const trama_system *system,
                       const trama_newton_stage *s, const double *w)
{
    return p->tolerance * size_of(system, w, s->v0) + p->floor;
}

/* d of (M + cv D + cv cq K) d = M R. */
static trama_step_status find_direction(trama_integrator *integrator, trama_system *system,
                                        const trama_newton_stage *s)
{
    double *right = s->scratch[TRIED];
    const trama_step_status status =
        trama_implicit_prepare(integrator, system, s->t, s->q, s->w, s->cv, s->cv * s->cq);
    if (status != TRAMA_STEP_OK)
        return status;
    for (size_t i = 0; i < system->nv; i++)
        right[i] = system->mass[i] * s->scratch[RESIDUAL][i];
    return trama_implicit_solve(integrator, right, s->scratch[DIRECTION]);
}

static void swap(double **a, double **b)
{
    double *const other = *a;
    *a = *b;
    *b = other;
}

/* Moves w along the direction until the residual falls below *size, or is small enough. */
static bool search(const trama_newton_parameters *p, trama_system *system, trama_newton_stage *s,
                   double *size)
{
    static const double least_decrease = 1e-4;
    double share = 1.0;
    for (long n = 0; n <= p->halvings; n++) {
        double *tried = s->scratch[TRIED];
        for (size_t i = 0; i < system->nv; i++)
            tried[i] = s->w[i] - share * s->scratch[DIRECTION][i];
        const double found = evaluate(system, s, tried, s->scratch[TRIED_RESIDUAL]);
        if (found <= (1.0 - least_decrease * share) * *size ||
            found <= limit_of(p, system, s, tried)) {
            memcpy(s->w, tried, system->nv * sizeof *tried);
            swap(&s->scratch[RESIDUAL], &s->scratch[TRIED_RESIDUAL]);
            *size = found;
            return true;
        }
        share *= 0.5;
    }
    return false;
}

static bool give_up(trama_integrator *integrator, double size)
{
    integrator->solves.residual = size;
    integrator->status = trama_implicit_refuse(integrator, TRAMA_REFUSAL_NEWTON);
    return false;
}

bool trama_newton_solve(trama_integrator *integrator, trama_system *system, trama_newton_stage *s)
{
    const trama_newton_parameters *p =
        &((const trama_newton_options *)integrator->parameters)->newton;
    double size = evaluate(system, s, s->w, s->scratch[RESIDUAL]);
    for (long n = 0; n < p->iterations; n++) {
        integrator->status = find_direction(integrator, system, s);
        if (integrator->status != TRAMA_STEP_OK)
            return false;
        integrator->solves.newton++;
        if (!search(p, system, s, &size))
            return give_up(integrator, size);
        if (size <= limit_of(p, system, s, s->w))
            return true;
    }
    return give_up(integrator, size);
}
