#include "measure/taut.h"
#include "core/memory.h"
#include "core/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows of joints at a state, END's. */
static void collect(const trama_system *system, const double *q, trama_rows *rows)
{
    const trama_step_view view = {.stage = TRAMA_END,
                                  .before = {system->t, q, system->v},
                                  .q = q,
                                  .u = system->v,
                                  .v = system->v,
                                  .inverse_mass = system->inverse_mass};
    trama_rows_begin(rows, TRAMA_END, 1.0, system->inverse_mass);
    for (size_t i = 0; i < system->acting_count; i++) {
        rows->owner = i;
        if (system->acting[i].type->linearize)
            system->acting[i].type->rows(system->acting[i].self, &view, rows);
    }
}

typedef struct taut {
    trama_system *system;
    trama_rows here, there;    /* at the state, and beside it */
    double *q, *x, *y, *force; /* nq; nv; nv; of each row, N or N m */
} taut;

/* Lets u (nv) have the rates of `target`, or 0, in the rows; lambda of each is what that took. */
static void hold(taut *t, const double *target, double *u)
{
    for (size_t r = 0; r < t->here.count; r++) {
        t->here.row[r].lambda = t->here.row[r].prescribed = 0.0;
        t->here.row[r].target = target ? target[r] : 0.0;
    }
    t->here.scale = 0.0;
    trama_rows_solve(&t->here, &t->system->contact.rows, u);
}

/* The forces of the joints: J a = -(dJ/dt) v, with the acceleration of all other forces. */
static void find_forces(taut *t)
{
    const double ahead = 1e-7; /* s */
    trama_system *s = t->system;
    const long evaluations = s->evaluations;
    trama_system_drift(s, ahead, s->v, s->q, t->q);
    collect(s, t->q, &t->there);
    for (size_t r = 0; r < t->here.count; r++)
        t->force[r] =
            (trama_row_rate(&t->here.row[r], s->v) - trama_row_rate(&t->there.row[r], s->v)) /
            ahead;
    trama_system_acceleration(s, s->t, s->q, s->v, t->x);
    s->evaluations = evaluations;
    hold(t, t->force, t->x);
    for (size_t r = 0; r < t->here.count; r++)
        t->force[r] = t->here.row[r].lambda;
}

/* Adds sign g at q + e x to y. */
static void add_turned(taut *t, double e, double sign)
{
    trama_system_drift(t->system, e, t->x, t->system->q, t->q);
    collect(t->system, t->q, &t->there);
    for (size_t r = 0; r < t->there.count; r++)
        for (size_t i = 0; i < t->there.row[r].count; i++)
            t->y[t->there.row[r].index[i]] += sign * t->force[r] * t->there.row[r].j[i];
}

/* y = M^-1 K x + shift x within what the joints allow; x.Kx / x.Mx. */
static double apply(taut *t, double shift)
{
    const trama_system *s = t->system;
    double largest = 0.0, energy = 0.0, inertia = 0.0;
    for (size_t i = 0; i < s->nv; i++)
        largest = fmax(largest, fabs(t->x[i]));
    if (largest == 0.0)
        return 0.0;
    const double e = 1e-5 / largest; /* m, rad */
    memset(t->y, 0, s->nv * sizeof *t->y);
    add_turned(t, -e, 0.5 / e);
    add_turned(t, e, -0.5 / e);
    for (size_t i = 0; i < s->nv; i++) {
        energy += t->x[i] * t->y[i];
        inertia += s->mass[i] * t->x[i] * t->x[i];
        t->y[i] = s->inverse_mass[i] * t->y[i] + shift * t->x[i];
    }
    hold(t, NULL, t->y);
    return energy / inertia;
}

/* The largest quotient in magnitude of K + shift M, by the power method; of K. */
static double extreme(taut *t, double shift)
{
    enum { PRODUCTS = 1000 };
    const trama_system *s = t->system;
    double quotient = 0.0, before = TRAMA_INFINITY;
    for (size_t i = 0; i < s->nv; i++)
        t->x[i] = s->inverse_mass[i] > 0.0 ? (double)(i * i % 97) / 97.0 - 0.4 : 0.0;
    hold(t, NULL, t->x);
    for (int n = 0; n < PRODUCTS && fabs(quotient - before) > 1e-7 * fabs(quotient); n++) {
        double size = 0.0;
        before = quotient;
        quotient = apply(t, shift);
        for (size_t i = 0; i < s->nv; i++)
            size = fmax(size, fabs(t->y[i]));
        for (size_t i = 0; i < s->nv; i++)
            t->x[i] = size > 0.0 ? t->y[i] / size : 0.0;
    }
    return quotient;
}

double trama_taut_frequency(trama_system *system)
{
    taut t = {.system = system};
    double square = 0.0;
    if (!system->inverse_mass)
        return 0.0;
    collect(system, system->q, &t.here);
    double *block = trama_doubles(system->nq + 2 * system->nv + t.here.count);
    if (block && !t.here.no_memory && t.here.count > 0) {
        t.q = block;
        t.x = t.q + system->nq;
        t.y = t.x + system->nv;
        t.force = t.y + system->nv;
        trama_rows_start(&t.here, t.x);
        find_forces(&t);
        square = extreme(&t, 0.0);
        if (square < 0.0)
            square = extreme(&t, -square);
    }
    const bool failed = !block || t.here.no_memory || t.there.no_memory;
    free(block);
    trama_rows_free(&t.here);
    trama_rows_free(&t.there);
    return failed ? TRAMA_NAN : sqrt(fmax(square, 0.0));
}
