/* The tangent of the Cosserat cloth for the schemes `reference` and `no_christoffel` in the rest
 * measure; kernel_tangent.c takes the products.
 *
 * What is symmetric: with xi = phi = 0 the stiffness, as the force is then the gradient of the
 * stretching energy (energy.c); at the flat state at rest, for any constants. Once the sheet is
 * bent the strong form's moments have no potential, and the stiffness is not symmetric. Damping is.
 *
 * The matrices are assembled from products with vectors that are 1 at every fifth node along k and
 * along l, and 0 elsewhere: a node acts two rows and two columns far, so that no two of such nodes
 * act on one. As the tangent is linear, the entries are exact. (Curtis, Powell and Reid, J. Inst.
 * Maths Applics 13, 1974.) */
#include "model/cosserat/tangent.h"

#include "core/isa.h"
#include "core/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static tangent_kernel *best_kernel(void)
{
#if defined(__x86_64__)
    static tangent_kernel *const kernels[] = {trama_cosserat_tangent_v2, trama_cosserat_tangent_v3,
                                              trama_cosserat_tangent_v4};
    return kernels[trama_isa_current()];
#else
    return trama_cosserat_tangent_v2;
#endif
}

size_t trama_cosserat_tangent_room(void)
{
    return TANGENT_ROOM * sizeof(double) + TRAMA_ALIGNMENT;
}

void trama_cosserat_tangent_product(const cosserat_sheet *s, void *room, const double *q,
                                    const double *v, const trama_loads *loads, double cq, double cv,
                                    const double *u, double *y)
{
    const uintptr_t line = TRAMA_ALIGNMENT, begin = ((uintptr_t)room + line - 1) / line * line;
    best_kernel()(&(tangent_product){s, q, v, u, cq, cv, loads, y, (double *)begin});
}

/* ---- Matrices. */

enum { REACH = 2, COLOURS = 2 * REACH + 1 };

/* What node [k, l], moved along `axis`, does to the nodes within `reach`, from y. */
static void add_column(const cosserat_sheet *s, size_t k, size_t l, size_t axis, size_t reach,
                       const double *y, trama_triplets *entries)
{
    const size_t nodes = s->m * s->n, column = axis * nodes + k * s->n + l;
    for (size_t i = k > reach ? k - reach : 0; i <= k + reach && i < s->m; i++)
        for (size_t j = l > reach ? l - reach : 0; j <= l + reach && j < s->n; j++)
            for (size_t c = 0; c < 3; c++) {
                const size_t row = c * nodes + i * s->n + j;
                trama_triplets_add(entries, row, column, -y[row]);
            }
}

/* One product with the nodes of a colour, at distances 2 reach + 1, moved along `axis`. */
static void probe(const cosserat_sheet *s, void *room, const double *q, const double *v,
                  const trama_loads *loads, bool positions, size_t first[2], size_t axis, double *u,
                  trama_triplets *entries)
{
    const size_t nodes = s->m * s->n, reach = positions ? REACH : 0, step = 2 * reach + 1;
    double *y = u + 3 * nodes;
    memset(u, 0, 6 * nodes * sizeof *u);
    for (size_t k = first[0]; k < s->m; k += step)
        for (size_t l = first[1]; l < s->n; l += step)
            u[axis * nodes + k * s->n + l] = 1.0;
    trama_cosserat_tangent_product(s, room, q, v, loads, positions, !positions, u, y);
    for (size_t k = first[0]; k < s->m; k += step)
        for (size_t l = first[1]; l < s->n; l += step)
            add_column(s, k, l, axis, reach, y, entries);
}

void trama_cosserat_tangent(const cosserat_sheet *s, void *room, const double *q, const double *v,
                            const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    double *u = malloc(6 * s->m * s->n * sizeof *u);
    if (!u) {
        k->no_memory = true;
        return;
    }
    size_t first[2] = {0, 0};
    for (size_t axis = 0; axis < 3; axis++) {
        for (size_t colour = 0; colour < COLOURS * COLOURS; colour++)
            probe(s, room, q, v, loads, true, (size_t[]){colour / COLOURS, colour % COLOURS}, axis,
                  u, k);
        probe(s, room, q, v, loads, false, first, axis, u, d);
    }
    free(u);
}
