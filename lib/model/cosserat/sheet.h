/* What the files of the Cosserat cloth share: the sheet's constants and its row buffers. Not for
 * other rooms.
 *
 * Notation is the thesis': a1, a2 tangents, n unit normal, b_ab curvature, N^ab and M^ab the
 * components of the stress and of the director's stress, Q^a = M^ab|b. Coordinates are the indices
 * k and l, so that differences are derivatives; the rest state is flat: A_11 = h1^2, A_22 = h2^2,
 * A_12 = 0, B_ab = 0, and so G_11 = 3/h1^4, G_22 = 3/h2^4, G_12 = 1/(h1 h2)^2 (2.22). */
#ifndef TRAMA_MODEL_COSSERAT_SHEET_H
#define TRAMA_MODEL_COSSERAT_SHEET_H

#include "scene/loads.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum cosserat_scheme {
    COSSERAT_REFERENCE,
    COSSERAT_NATURAL,
    COSSERAT_ZERO,
    COSSERAT_LITERAL,
} cosserat_scheme;

/* Which area the density mass/area is taken over, and with it the factor s of N and M. */
typedef enum cosserat_density {
    COSSERAT_REST,   /* the area at rest: mu0, s = 1 */
    COSSERAT_GLOBAL, /* the whole current area: mu = mass/S, s = S0/S (Algorithm 2) */
    COSSERAT_LOCAL,  /* each node's own: mu = mu0 s, s = sqrt(A/a) */
} cosserat_density;

/* clang-format off */
/* Columns of a row of nodes. */
enum {
    W0, W1, W2, W3,                     /* 1/|f| of the four faces at the node */
    INVERSE,                            /* 1 / det a_ab */
    A1X, A1Y, A1Z, A2X, A2Y, A2Z,       /* tangents */
    NX, NY, NZ,                         /* normal */
    B11, B12, B22,                      /* curvature */
    M11, M12, M22, N11, N12, N21, N22,  /* stress */
    /* only with Christoffel symbols: */
    P111, P112, P121, P122, P221, P222, /* P_abl = r,ab . a_l */
    T1, T2,                             /* Gamma^l_1l, Gamma^l_2l */
    G1, G2,                             /* Gamma's part of Q^1, Q^2 */
    NODE_COLUMNS
};
/* clang-format on */
/* Columns of a row of fluxes F^a = N^ba a_b + Q^a n. */
enum { F1X, F1Y, F1Z, F2X, F2Y, F2Z, FLUX_COLUMNS };
/* Columns of a row of positions. */
enum { RX, RY, RZ, POSITION_COLUMNS };

typedef struct cosserat_sheet {
    size_t m, n;           /* nodes along each direction */
    double h1, h2;         /* spacing, m */
    double rest11, rest22; /* A_11, A_22, m^2 */
    double membrane[3];    /* zeta_ab G_ab for ab = 11, 12, 22: N*^ab = membrane 2 eps_ab + ... */
    double bending[3];     /* 2 xi_ab G_ab: M^ab = bending kappa_ab + ... */
    double coupling[3], half_coupling[3]; /* phi_ab G_ab, and half of it */
    double mu0;                           /* mass over rest area, kg/m^2 */
    double factor;                        /* s of the current call: S0/S, or 1 */
    cosserat_scheme scheme;
    cosserat_density density;
    /* Row buffers: columns of `width` doubles with GHOST of them before node 0 and at least as many
     * after the last; column c of a row begins at row + c * width + GHOST. */
    size_t width;
    double *block;
    double *position[3]; /* rolling: rows k - 1, k, k + 1 */
    double *node[3];     /* rolling */
    double *flux[2];     /* rolling */
    double *nothing;     /* a row of zeros, for what lies beyond an edge */
    /* Single columns, without ghosts: */
    double *ones, *not_last, *not_ends; /* 1, with 0 at the last node, with 0 at both ends */
    double *inverse_mu;                 /* 1/mu of the row's nodes */
    double *lane;                       /* of the sum of areas */
} cosserat_sheet;

enum { GHOST = 8 }; /* keeps columns aligned */

static inline double *cosserat_column(const cosserat_sheet *sheet, double *row, int column)
{
    return row + (size_t)column * sheet->width + GHOST;
}

/* Accelerations (nv) at (q, v) under the loads: the kernel, once for each instruction set. */
typedef void cosserat_kernel(cosserat_sheet *sheet, const double *q, const double *v,
                             const trama_loads *loads, double *a);
cosserat_kernel trama_cosserat_kernel_v2, trama_cosserat_kernel_v3, trama_cosserat_kernel_v4;

/* energy.c: stretching, bending and coupling energy at q, J. */
void trama_cosserat_energy(const cosserat_sheet *sheet, const double *q, double energy[3]);

#endif
