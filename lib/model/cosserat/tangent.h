/* Shared by the tangent's kernel and its callers. For cosserat/ only. */
#ifndef TRAMA_MODEL_COSSERAT_TANGENT_H
#define TRAMA_MODEL_COSSERAT_TANGENT_H

#include "model/cosserat/sheet.h"

/* y += (cq dF/dq + cv dF/dv) u at (q, v): arrays of nv. */
typedef struct tangent_product {
    const cosserat_sheet *s;
    const double *q, *v, *u;
    double cq, cv;
    const trama_loads *loads;
    double *y;
    double *room; /* aligned; TANGENT_ROOM numbers */
} tangent_product;

typedef void tangent_kernel(const tangent_product *product);
tangent_kernel trama_cosserat_tangent_v2, trama_cosserat_tangent_v3, trama_cosserat_tangent_v4;
/* The same for the scheme `variational`. */
tangent_kernel trama_cosserat_tangent_variational_v2, trama_cosserat_tangent_variational_v3,
    trama_cosserat_tangent_variational_v4;

/* Columns of a panel, free nodes before and after them, rows in flight and their columns. */
enum {
    TANGENT_PANEL = COSSERAT_PANEL,
    TANGENT_GHOST = COSSERAT_GHOST,
    TANGENT_WIDTH = COSSERAT_WIDTH(TANGENT_PANEL),
    TANGENT_NODE_ROWS = 3,
    TANGENT_NODE_COLUMNS = 56,
    TANGENT_FLUX_ROWS = 2,
    TANGENT_FLUX_COLUMNS = 12,
    TANGENT_ROOM = TANGENT_WIDTH * (TANGENT_NODE_ROWS * TANGENT_NODE_COLUMNS +
                                    TANGENT_FLUX_ROWS * TANGENT_FLUX_COLUMNS)
};

#endif
