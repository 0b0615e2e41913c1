/* Shared by the files of Nedel's surface: springs and angular springs by direction, and rows. For
 * this folder only.
 *
 * The eight neighbours of [k, l] lie two and two on four lines; direction d has the neighbours
 * [k + dk, l + dl] and [k - dk, l - dl]. A spring of direction d joins a node with the first of
 * them; an angular spring of direction d sits at a node that has both. */
#ifndef TRAMA_MODEL_NEDEL_SHEET_H
#define TRAMA_MODEL_NEDEL_SHEET_H

#include "linear/sparse.h"
#include "scene/loads.h"

#include <stddef.h>

typedef enum nedel_direction {
    NEDEL_ALONG_L,
    NEDEL_ALONG_K,
    NEDEL_DIAGONAL,      /* to [k+1, l+1] */
    NEDEL_ANTI_DIAGONAL, /* to [k+1, l-1] */
    NEDEL_DIRECTIONS,
} nedel_direction;

typedef struct nedel_step {
    ptrdiff_t dk, dl;
} nedel_step;
extern const nedel_step trama_nedel_steps[NEDEL_DIRECTIONS];

/* Rows of the kernel: of each direction, the springs that start in this row and in the last one;
 * then the forces of one direction's angular springs. */
enum {
    NEDEL_SPRING_COLUMNS = 4, /* unit vector, 1 / length */
    NEDEL_BEND_COLUMNS = 6,   /* forces on the two neighbours */
    NEDEL_COLUMNS = 2 * NEDEL_DIRECTIONS * NEDEL_SPRING_COLUMNS + NEDEL_BEND_COLUMNS,
};

typedef struct nedel_sheet {
    size_t m, n;                         /* nodes along each direction of the grid */
    double elasticity[NEDEL_DIRECTIONS]; /* km, N/m */
    double curvature[NEDEL_DIRECTIONS];  /* of the angular springs, N m/rad */
    double rest[NEDEL_DIRECTIONS];       /* m */
    double kept;                         /* share of the resultant left by friction */
    double mass;                         /* of a node, kg */
    const double *inverse_mass;          /* 1/kg (N), all alike */
    double *rows;                        /* NEDEL_COLUMNS of n, each padded; aligned */
} nedel_sheet;

/* Accelerations (nv) at (q, v) under the loads: the kernel, one for each instruction set. `normal`
 * (3 N) may be NULL if the loads have no drag. */
typedef void nedel_kernel(const nedel_sheet *sheet, const double *q, const double *v,
                          const double *normal, const trama_loads *loads, double *a);
nedel_kernel trama_nedel_kernel_v2, trama_nedel_kernel_v3, trama_nedel_kernel_v4;

/* energy.c: energy of the springs along rows and columns, of the diagonal ones, and of the angular
 * ones at q, J, times the share left by friction. */
void trama_nedel_energy(const nedel_sheet *sheet, const double *q, double energy[3]);
/* Largest (l - l0)/l0 of the springs along rows and columns and of the diagonal ones, and largest
 * pi - theta (rad). */
void trama_nedel_extremes(const nedel_sheet *sheet, const double *q, double extreme[3]);

/* tangent.c: the model's hooks (model.h), of the internal forces and those of the loads. */
void trama_nedel_tangent_product(const nedel_sheet *sheet, const double *q, const double *v,
                                 const trama_loads *loads, double cq, double cv, const double *u,
                                 double *y);
void trama_nedel_tangent(const nedel_sheet *sheet, const double *q, const double *v,
                         const trama_loads *loads, trama_triplets *k, trama_triplets *d);

#endif
