/* Shared by the files of the Cosserat cloth: constants of the sheet, row buffers. For this folder
 * only.
 *
 * Notation is the thesis': a1, a2 tangents, n unit normal, b_ab curvature, N^ab and M^ab the
 * components of the stress and of the director's stress, Q^a = M^ab|b. Coordinates are the indices
 * k and l, so that differences are derivatives; the rest state is flat: A_11 = h1^2, A_22 = h2^2,
 * A_12 = 0, B_ab = 0, and so G_11 = 3/h1^4, G_22 = 3/h2^4, G_12 = 1/(h1 h2)^2 (2.22). */
#ifndef TRAMA_MODEL_COSSERAT_SHEET_H
#define TRAMA_MODEL_COSSERAT_SHEET_H

#include "model/model.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum cosserat_scheme {
    COSSERAT_REFERENCE,
    COSSERAT_NATURAL,
    COSSERAT_ZERO,
    COSSERAT_LITERAL,
    COSSERAT_NO_CHRISTOFFEL, /* `reference` without Gamma^a_bl M^lb in Q^a */
    COSSERAT_VARIATIONAL,    /* the gradient of a discrete energy: variational.h */
} cosserat_scheme;

/* True if the scheme has the measure and the edges of `reference`. */
static inline bool cosserat_is_reference(cosserat_scheme scheme)
{
    return scheme == COSSERAT_REFERENCE || scheme == COSSERAT_NO_CHRISTOFFEL;
}

/* The area of the density mass/area, and with it the factor s of N and M. */
typedef enum cosserat_density {
    COSSERAT_REST,   /* the area at rest: mu0, s = 1 */
    COSSERAT_GLOBAL, /* the whole current area: mu = mass/S, s = S0/S (Algorithm 2) */
    COSSERAT_LOCAL,  /* each node's own: mu = mu0 s, s = sqrt(A/a) */
} cosserat_density;

typedef struct cosserat_shell cosserat_shell; /* shell.h */

typedef struct cosserat_sheet {
    size_t m, n;           /* nodes along each direction */
    double h1, h2;         /* spacing, m */
    double rest11, rest22; /* A_11, A_22, m^2 */
    double membrane[3];    /* zeta_ab G_ab for ab = 11, 12, 22: N*^ab = membrane 2 eps_ab + ... */
    double bending[3];     /* 2 xi_ab G_ab: M^ab = bending kappa_ab + ... */
    double coupling[3], half_coupling[3]; /* phi_ab G_ab, and half of it */
    double membrane_cross, bending_cross; /* of eps_11 eps_22 and of kappa_11 kappa_22 in W; only
                                             `variational` has them */
    bool clamped[4];                      /* edges k = 0, k = m - 1, l = 0, l = n - 1 (below) */
    double mu0;                           /* mass divided by rest area, kg/m^2 */
    cosserat_scheme scheme;
    cosserat_density density;
    size_t blocks;         /* of rows, one per thread */
    size_t block_buffer;   /* numbers of `buffers` per block */
    double *buffers;       /* the kernel's rows, aligned */
    double *inverse_mu;    /* N: the kernel writes 1/mu of each node here; or NULL */
    cosserat_shell *shell; /* of a sheet that is curved at rest, whose h1 = h2 = 1; else NULL */
    double retardation;    /* tau of Kelvin and Voigt's damping, s */
    const cosserat_shell
        *dampers; /* its elements, NULL without damping; `shell`, if there is one */
} cosserat_sheet;

/* The share of a cell's area of row (or column) `i` of `count`, by the trapezoidal rule. A node has
 * the share of its row times that of its column. */
static inline double cosserat_share(size_t i, size_t count)
{
    return i == 0 || i + 1 == count ? 0.5 : 1.0;
}

/* The factor of bending across row (or column) `i` of `count`, with clamped or free edges at both
 * ends. A clamp holds two neighbouring rows, and ends at the inner one. Of the cell length around a
 * node of that row, the half within the clamp does not bend; the other half takes the whole
 * rotation, with twice the mean curvature, and so twice the energy. */
static inline double cosserat_clamp(const bool clamped[2], size_t i, size_t count)
{
    return (clamped[0] && i == 1) || (clamped[1] && i + 2 == count) ? 2.0 : 1.0;
}

/* Bending stiffness along a free edge, of 11 (i = 0) or 22 (i = 2): no moment acts across the edge,
 * so the curvature across it minimises the energy, and is D12/D11 of that along it. */
static inline double cosserat_bending_edge(const cosserat_sheet *s, int i)
{
    const double cross = s->bending_cross;
    return s->bending[i] - (cross == 0.0 ? 0.0 : cross * cross / s->bending[2 - i]);
}

/* From this many nodes on the state does not fit into the second cache; schemes used on such sheets
 * have separate code. */
enum { COSSERAT_LARGE = 20000 };
static inline bool cosserat_is_large(const cosserat_sheet *s)
{
    return (s->scheme == COSSERAT_REFERENCE || s->scheme == COSSERAT_VARIATIONAL) &&
           s->m * s->n > COSSERAT_LARGE;
}

/* The receiver of finished nodes (model.h). */
typedef struct cosserat_listener {
    trama_nodes_done *done;
    void *context;
} cosserat_listener;

/* Accelerations (nv) at (q, v) under the loads: the kernel, one for each instruction set.
 * `listener` may be NULL. */
typedef void cosserat_kernel(const cosserat_sheet *sheet, const double *q, const double *v,
                             const trama_loads *loads, double *a,
                             const cosserat_listener *listener);
cosserat_kernel trama_cosserat_v2, trama_cosserat_v3, trama_cosserat_v4;

/* Most columns of a panel, in which the kernels sweep a sheet; free nodes before and after them,
 * for alignment; and the length of a column of numbers in a row buffer. */
enum { COSSERAT_PANEL = 104, COSSERAT_GHOST = 8 };
#define COSSERAT_WIDTH(panel) ((panel) + 2 * COSSERAT_GHOST)

/* energy.c: stretching, bending and coupling energy at q, J; energy_variational.c: the one that the
 * scheme `variational` is the gradient of. */
void trama_cosserat_energy(const cosserat_sheet *sheet, const double *q, double energy[3]);
void trama_cosserat_energy_variational(const cosserat_sheet *sheet, const double *q,
                                       double energy[3]);

/* tangent.c: the model's hooks (model.h) for `reference`, `no_christoffel` and `variational` in the
 * rest measure. `room` has the size in bytes returned by the first function. */
size_t trama_cosserat_tangent_room(const cosserat_sheet *sheet);
void trama_cosserat_tangent_product(const cosserat_sheet *sheet, void *room, const double *q,
                                    const double *v, const trama_loads *loads, double cq, double cv,
                                    const double *u, double *y);
void trama_cosserat_tangent(const cosserat_sheet *sheet, void *room, const double *q,
                            const double *v, const trama_loads *loads, trama_triplets *k,
                            trama_triplets *d);

#endif
