/* What the files of the Cosserat cloth share: the sheet's constants and its row buffers. Not for
 * other rooms.
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

/* Whether the scheme has the measure and the edges of `reference`. */
static inline bool cosserat_is_reference(cosserat_scheme scheme)
{
    return scheme == COSSERAT_REFERENCE || scheme == COSSERAT_NO_CHRISTOFFEL;
}

/* Which area the density mass/area is taken over, and with it the factor s of N and M. */
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
    double mu0;                           /* mass over rest area, kg/m^2 */
    cosserat_scheme scheme;
    cosserat_density density;
    size_t blocks;         /* of rows, a thread each */
    size_t block_buffer;   /* numbers of `buffers` that a block has */
    double *buffers;       /* the kernel's rows, aligned */
    double *inverse_mu;    /* N: the kernel leaves 1/mu of each node here, unless it is NULL */
    cosserat_shell *shell; /* of a sheet that is curved at rest, whose h1 = h2 = 1; else NULL */
    double retardation;    /* tau of Kelvin and Voigt's damping, s */
    const cosserat_shell
        *dampers; /* its elements, NULL without damping; `shell`, if there is one */
} cosserat_sheet;

/* The share of a cell's area that row `i` of `count` rows has, or a column: the trapezoidal rule. A
 * node has that of its row times that of its column. */
static inline double cosserat_share(size_t i, size_t count)
{
    return i == 0 || i + 1 == count ? 0.5 : 1.0;
}

/* A clamp holds two neighbouring rows, and ends at the inner of them. Of the cell's length that a
 * node of that row stands for, the half within the clamp does not bend; the other half has all of
 * the turn, twice the curvature of the mean, and so twice its energy: the factor of bending across
 * row `i` (or column) of `count`, where the edges at both ends are clamped or not. */
static inline double cosserat_clamp(const bool clamped[2], size_t i, size_t count)
{
    return (clamped[0] && i == 1) || (clamped[1] && i + 2 == count) ? 2.0 : 1.0;
}

/* What bends a free edge along it, of 11 (i = 0) or 22 (i = 2): as no moment acts across the edge,
 * the curvature there is the one that makes the energy least, D12/D11 of the other. */
static inline double cosserat_bending_edge(const cosserat_sheet *s, int i)
{
    const double cross = s->bending_cross;
    return s->bending[i] - (cross == 0.0 ? 0.0 : cross * cross / s->bending[2 - i]);
}

/* The state does not fit into the second cache: worth code of its own, for the schemes that are
 * used on such sheets. */
enum { COSSERAT_LARGE = 20000 };
static inline bool cosserat_is_large(const cosserat_sheet *s)
{
    return (s->scheme == COSSERAT_REFERENCE || s->scheme == COSSERAT_VARIATIONAL) &&
           s->m * s->n > COSSERAT_LARGE;
}

/* Who is told which nodes are done with (model.h). */
typedef struct cosserat_listener {
    trama_nodes_done *done;
    void *context;
} cosserat_listener;

/* Accelerations (nv) at (q, v) under the loads: the kernel, once for each instruction set.
 * `listener` may be NULL. */
typedef void cosserat_kernel(const cosserat_sheet *sheet, const double *q, const double *v,
                             const trama_loads *loads, double *a,
                             const cosserat_listener *listener);
cosserat_kernel trama_cosserat_v2, trama_cosserat_v3, trama_cosserat_v4;

/* Columns of a panel at most, which the kernels sweep a sheet in; nodes kept free before and after
 * them, so that columns stay aligned; and what a column of numbers takes in a row buffer. */
enum { COSSERAT_PANEL = 104, COSSERAT_GHOST = 8 };
#define COSSERAT_WIDTH(panel) ((panel) + 2 * COSSERAT_GHOST)

/* energy.c: stretching, bending and coupling energy at q, J; energy_variational.c: the one that the
 * scheme `variational` is the gradient of. */
void trama_cosserat_energy(const cosserat_sheet *sheet, const double *q, double energy[3]);
void trama_cosserat_energy_variational(const cosserat_sheet *sheet, const double *q,
                                       double energy[3]);

/* tangent.c: the model's hooks (model.h) for `reference`, `no_christoffel` and `variational` in
 * the rest measure. `room` has the bytes that the first function gives. */
size_t trama_cosserat_tangent_room(const cosserat_sheet *sheet);
void trama_cosserat_tangent_product(const cosserat_sheet *sheet, void *room, const double *q,
                                    const double *v, const trama_loads *loads, double cq, double cv,
                                    const double *u, double *y);
void trama_cosserat_tangent(const cosserat_sheet *sheet, void *room, const double *q,
                            const double *v, const trama_loads *loads, trama_triplets *k,
                            trama_triplets *d);

#endif
