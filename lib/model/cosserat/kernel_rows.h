/* The kernel's rows. All inline, so that it is compiled for the instruction set of the including
 * file. */
#ifndef TRAMA_MODEL_COSSERAT_KERNEL_ROWS_H
#define TRAMA_MODEL_COSSERAT_KERNEL_ROWS_H

#include "core/memory.h"
#include "core/vec.h"
#include "model/cosserat/sheet.h"

/* The differences between the schemes. */
typedef struct traits {
    cosserat_scheme scheme;
    bool reference; /* the edges of `reference` */
    bool inner;     /* Gamma^a_bl M^lb in Q^a, from differences of the metric */
    bool variational;
    bool gamma;      /* all Christoffel symbols, in both divergences */
    bool backward;   /* literal: backward differences, forward at the near edges */
    bool free_edges; /* no flux across the far edges */
    bool large;      /* the sheet is larger than the near caches */
} traits;

INLINE traits traits_of(cosserat_scheme scheme)
{
    const bool reference = cosserat_is_reference(scheme);
    const bool variational = scheme == COSSERAT_VARIATIONAL;
    return (traits){.scheme = scheme,
                    .reference = reference,
                    .inner = scheme == COSSERAT_REFERENCE,
                    .variational = variational,
                    .gamma = !reference && !variational,
                    .backward = scheme == COSSERAT_LITERAL,
                    .free_edges = reference || variational || scheme == COSSERAT_NATURAL};
}

/* One evaluation of the accelerations. */
typedef struct step {
    const cosserat_sheet *sheet;
    double factor; /* s of the whole sheet */
    const double *q, *v;
    const trama_loads *loads;
    double *a;
    const cosserat_listener *listener;
} step;

/* The sheet is swept in panels, so that columns of a row lie at constant distances, and that the
 * rows in flight, 80 columns of numbers, nearly stay in the first cache: 50 KB of 80 nodes.
 * Narrower panels cost time where a row is cut, so a rest that fits is not cut. WIDTH is an odd
 * number of lines, so that columns are not the same line of a cache. */
enum {
    PANEL = 80,
    PANEL_MOST = COSSERAT_PANEL,
    GHOST = COSSERAT_GHOST,
    WIDTH = COSSERAT_WIDTH(PANEL_MOST),
};

/* A column of numbers is WIDTH doubles; element 0 is the panel's first node. */
INLINE double *column(double *row, int c)
{
    return row + (ptrdiff_t)c * WIDTH + GHOST;
}
/* The row, its origin hidden from the compiler: columns are then displacements from one register,
 * not pointers loaded from the stack. */
INLINE double *base(double *row)
{
    __asm__("" : "+r"(row));
    return row;
}
/* The number in column c of node l, and the vector in columns c to c + 2. */
#define AT(row, c) (column(row, c)[l])
INLINE vec vec_at(double *row, int c, ptrdiff_t l)
{
    return (vec){AT(row, c), AT(row, c + 1), AT(row, c + 2)};
}
INLINE void put(double *row, int c, ptrdiff_t l, vec value)
{
    AT(row, c) = value.x;
    AT(row, c + 1) = value.y;
    AT(row, c + 2) = value.z;
}

enum { COPIED_ROWS = 3 };
/* clang-format off */
/* Columns of a row of nodes: two rows are in flight. */
enum {
    A1X, A1Y, A1Z, A2X, A2Y, A2Z,       /* tangents: the edges to the next row and column */
    G11, G12, G22,                      /* metric a_ab */
    B11, B12, B22,                      /* curvature */
    INVERSE,                            /* 1 / det a_ab */
    P1X, P1Y, P1Z, P2X, P2Y, P2Z,       /* N^b1 a_b, N^b2 a_b: the flux without Q */
    /* only with Christoffel symbols in Q: */
    Q1, Q2,                             /* their part of Q^1, Q^2 */
    /* only with all of them: */
    P111, P112, P121, P122, P221, P222, /* P_abl = r,ab . a_l */
    T1, T2,                             /* Gamma^l_1l, Gamma^l_2l */
    NODE_COLUMNS,
    /* `variational`: beside A1X to A2Z */
    U11 = G11, U22,                     /* |e|^2 - h^2 of the edges */
    NEARX, NEARY, NEARZ, FARX, FARY, FARZ, ACROSSX, ACROSSY, ACROSSZ, /* pulls of the cell, */
    CELL11, CELL22,                     /* and its stresses */
    VARIATIONAL_NODE_COLUMNS
};
/* Columns that the flux needs: three rows. */
enum {
    NX, NY, NZ,                         /* normal */
    M11, M12, M22,                      /* moments */
    SHARE,                              /* s = sqrt(A/a), only with each node's own density */
    MOMENT_COLUMNS,
    /* `variational`: pulls of the node along its normal, and its stresses */
    OUT1 = M11, IN1, OUT2, IN2, NODE11, NODE22,
    VARIATIONAL_MOMENT_COLUMNS
};
/* Columns of a row of fluxes F^a = N^ba a_b + Q^a n. */
enum { F1X, F1Y, F1Z, F2X, F2Y, F2Z, FLUX_COLUMNS };
/* Columns of which one row is enough. */
enum {
    S0, S1, S2, S3,                     /* |f|^2 of the four faces at a node; then, in S1 to S3 too, */
    W1 = S1, W2, W3, W0,                /* weights of their normals; then, in W0, */
    SQUARE = W0,                        /* |sum of the normals|^2 */
    ENDS,                               /* 1, and 0 where M^22 is nothing */
    SHEAR,                              /* 1, and 0 where a row's last node has no shear */
    CLAMP = S0,                         /* `variational`: of the column (cosserat_clamp), */
    COLUMN_SHARE = ENDS,                /* 1, and 1/2 of the first and last column, */
    INSIDE = SHEAR,                     /* 1, and 0 there */
    INVERSE_MU,                         /* 1/mu */
    EDGEX, EDGEY, EDGEZ,                /* positions of the first or last row, */
    NEXTX, NEXTY, NEXTZ,                /* and of the next one */
    COPIES = EDGEX,                     /* of a large sheet: positions of some rows, */
    AX = COPIES + 3 * COPIED_ROWS, AY, AZ, /* and accelerations that are not kept */
    NOTHING,                            /* zeros, for values beyond an edge */
    SCRATCH_COLUMNS = NOTHING + MOMENT_COLUMNS
};
/* clang-format on */
/* Rows in flight; `literal` (backward) needs more, since its row 0 depends on row 1. */
enum { FLUX_ROWS = 2 };
INLINE size_t node_rows(bool backward)
{
    return backward ? 4 : 2;
}
INLINE size_t moment_rows(bool backward)
{
    return backward ? 4 : 3;
}
INLINE size_t node_columns(traits t)
{
    if (t.variational)
        return VARIATIONAL_NODE_COLUMNS;
    return t.gamma ? NODE_COLUMNS : t.inner ? P111 : Q1;
}
INLINE size_t moment_columns(traits t)
{
    return t.variational ? VARIATIONAL_MOMENT_COLUMNS : MOMENT_COLUMNS;
}
/* Columns that a block of rows needs, at sheet.h's COSSERAT_WIDTH of its panel. */
INLINE size_t columns_in_flight(traits t)
{
    return node_rows(t.backward) * node_columns(t) + moment_rows(t.backward) * moment_columns(t) +
           FLUX_ROWS * FLUX_COLUMNS + SCRATCH_COLUMNS;
}

/* For each row of nodes of a large sheet: the positions of the last columns of a panel that the
 * next panel reads. They are a column of its halo and one more. */
enum { LOOKS_BACK = 2, SIDE_NUMBERS = 3 * LOOKS_BACK };
INLINE size_t sides_size(const cosserat_sheet *s)
{
    return cosserat_is_large(s) ? trama_padded(s->m * SIDE_NUMBERS) : 0;
}

#endif
