/* The super-elasticity correction by inverse dynamics (Provot 1995; Campos, section 3.3): after a
 * step, a structural or shear spring with (l - l0)/l0 > tau is shortened to tau along its own
 * direction. Springs are corrected one after another, so that one correction may stretch another
 * spring. Free ends share the change; if one end is held the other takes all of it, axis by axis;
 * two held ends do not move. As published, positions change and velocities do not: this adds energy
 * without any load. */
#include "core/vec.h"
#include "model/provot/sheet.h"

#include <math.h>

typedef struct correcting {
    const provot_sheet *sheet;
    const provot_correction *correction;
    const double *inverse_mass;
    double per_h; /* 1/h, or 0 where velocities keep */
    double *q, *v;
} correcting;

static double weight(const correcting *c, size_t coordinate)
{
    const double w = c->inverse_mass[coordinate];
    return c->correction->by_mass || w == 0.0 ? w : 1.0;
}

static void move(const correcting *c, size_t coordinate, double by)
{
    c->q[coordinate] += by;
    c->v[coordinate] += by * c->per_h;
}

/* Takes `excess` off component q[j] - q[i] of a spring. */
static void share(const correcting *c, size_t i, size_t j, double excess)
{
    const double wi = weight(c, i), wj = weight(c, j);
    if (wi + wj == 0.0)
        return;
    if (wi != 0.0)
        move(c, i, excess * (wi / (wi + wj)));
    if (wj != 0.0)
        move(c, j, -excess * (wj / (wi + wj)));
}

/* True if the spring was too long. */
static bool correct_spring(const correcting *c, double longest, size_t i, size_t j)
{
    const size_t nodes = c->sheet->m * c->sheet->n;
    double d[3];
    for (size_t axis = 0; axis < 3; axis++)
        d[axis] = c->q[axis * nodes + j] - c->q[axis * nodes + i];
    const double length = sqrt(dot3(d, d));
    if (!(length > longest))
        return false;
    const double surplus = 1.0 - longest / length;
    for (size_t axis = 0; axis < 3; axis++)
        share(c, axis * nodes + i, axis * nodes + j, surplus * d[axis]);
    return true;
}

static bool correct_node(const correcting *c, size_t k, size_t l)
{
    const provot_sheet *s = c->sheet;
    bool any = false;
    size_t end;
    for (provot_family f = 0; f < PROVOT_TANGENTIAL; f++)
        if (trama_provot_end(s, f, k, l, &end))
            any |= correct_spring(c, (1.0 + c->correction->tau) * s->rest[f], k * s->n + l, end);
    return any;
}

/* The nodes by rows or by columns, from the first to the last or back. */
static bool sweep(const correcting *c, bool columns, bool backward)
{
    const size_t m = c->sheet->m, n = c->sheet->n, count = m * n;
    bool any = false;
    for (size_t step = 0; step < count; step++) {
        const size_t i = backward ? count - 1 - step : step;
        any |= columns ? correct_node(c, i % m, i / m) : correct_node(c, i / n, i % n);
    }
    return any;
}

void trama_provot_correct(const provot_sheet *sheet, const provot_correction *correction, double h,
                          const double *inverse_mass, double *q, double *v)
{
    const correcting c = {sheet, correction, inverse_mass, correction->velocity ? 1.0 / h : 0.0,
                          q,     v};
    bool any = true;
    for (long i = 0; any && i < correction->sweeps; i++)
        any = sweep(&c, correction->order == PROVOT_COLUMNS,
                    correction->order == PROVOT_ALTERNATING && i % 2 == 1);
}
