/* Springs one by one, for quantities that are not needed in every step. */
#include "core/numbers.h"
#include "model/provot/sheet.h"

#include <math.h>

const provot_step trama_provot_steps[PROVOT_FAMILIES] = {
    [PROVOT_ALONG_L] = {0, 1, PROVOT_STRUCTURAL},  [PROVOT_ALONG_K] = {1, 0, PROVOT_STRUCTURAL},
    [PROVOT_DIAGONAL] = {1, 1, PROVOT_SHEAR},      [PROVOT_ANTI_DIAGONAL] = {1, -1, PROVOT_SHEAR},
    [PROVOT_TWO_ALONG_L] = {0, 2, PROVOT_FLEXION}, [PROVOT_TWO_ALONG_K] = {2, 0, PROVOT_FLEXION},
};

bool trama_provot_end(const provot_sheet *s, provot_family family, size_t k, size_t l, size_t *end)
{
    const provot_step step = trama_provot_steps[family];
    const ptrdiff_t to_k = (ptrdiff_t)k + step.dk, to_l = (ptrdiff_t)l + step.dl;
    if (to_k >= (ptrdiff_t)s->m || to_l < 0 || to_l >= (ptrdiff_t)s->n)
        return false;
    *end = (size_t)to_k * s->n + (size_t)to_l;
    return true;
}

static double length(const provot_sheet *s, const double *q, size_t i, size_t j)
{
    const size_t nodes = s->m * s->n;
    const double x = q[j] - q[i];
    const double y = q[nodes + j] - q[nodes + i];
    const double z = q[2 * nodes + j] - q[2 * nodes + i];
    return sqrt(x * x + y * y + z * z);
}

/* Calls `visit` for every spring with its family and length. */
static void each_spring(const provot_sheet *s, const double *q,
                        void visit(const provot_sheet *, provot_family, double, double *),
                        double *sums)
{
    size_t end;
    for (provot_family f = 0; f < PROVOT_FAMILIES; f++)
        for (size_t k = 0; k < s->m; k++)
            for (size_t l = 0; l < s->n; l++)
                if (trama_provot_end(s, f, k, l, &end))
                    visit(s, f, length(s, q, k * s->n + l, end), sums);
}

static void add_energy(const provot_sheet *s, provot_family f, double l, double *energy)
{
    const provot_kind kind = trama_provot_steps[f].kind;
    const double stretch = l - s->rest[f];
    energy[kind] += 0.5 * s->stiffness[kind] * stretch * stretch;
}

void trama_provot_energy(const provot_sheet *s, const double *q, double energy[PROVOT_KINDS])
{
    for (int kind = 0; kind < PROVOT_KINDS; kind++)
        energy[kind] = 0.0;
    each_spring(s, q, add_energy, energy);
}

/* Not a number stays. */
static void raise(double value, double *largest)
{
    if (!(value <= *largest) && !isnan(*largest))
        *largest = value;
}

static void watch_strain(const provot_sheet *s, provot_family f, double l, double *strain)
{
    const double stretch = (l - s->rest[f]) / s->rest[f];
    if (f < PROVOT_TANGENTIAL)
        raise(stretch, &strain[trama_provot_steps[f].kind]);
    if (trama_provot_steps[f].kind == PROVOT_STRUCTURAL)
        raise(-stretch, &strain[2]);
}

void trama_provot_strains(const provot_sheet *s, const double *q, double strain[3])
{
    for (int i = 0; i < 3; i++)
        strain[i] = -TRAMA_INFINITY;
    each_spring(s, q, watch_strain, strain);
}
