/* Shared by the files of Provot's cloth: springs by family, masses, row buffers. For this folder
 * only.
 *
 * Springs of a family join [k, l] to [k + dk, l + dl], with the same stiffness and rest length; the
 * spring that starts at node i of family f has number f N + i. */
#ifndef TRAMA_MODEL_PROVOT_SHEET_H
#define TRAMA_MODEL_PROVOT_SHEET_H

#include "linear/sparse.h"
#include "model/composition.h"
#include "model/particle/coupling.h"
#include "scene/loads.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum provot_kind {
    PROVOT_STRUCTURAL,
    PROVOT_SHEAR,
    PROVOT_FLEXION,
    PROVOT_KINDS,
} provot_kind;

/* The first four are structural and shear: corrected, and coupled to the normal. */
typedef enum provot_family {
    PROVOT_ALONG_L,
    PROVOT_ALONG_K,
    PROVOT_DIAGONAL,      /* [k, l] - [k+1, l+1] */
    PROVOT_ANTI_DIAGONAL, /* [k, l] - [k+1, l-1] */
    PROVOT_TWO_ALONG_L,
    PROVOT_TWO_ALONG_K,
    PROVOT_FAMILIES,
    PROVOT_TANGENTIAL = PROVOT_TWO_ALONG_L, /* number of structural and shear families */
} provot_family;

typedef struct provot_step {
    ptrdiff_t dk, dl;
    provot_kind kind;
} provot_step;
extern const provot_step trama_provot_steps[PROVOT_FAMILIES];

typedef struct provot_sheet {
    size_t m, n;                    /* nodes along each direction */
    double stiffness[PROVOT_KINDS]; /* N/m */
    double rest[PROVOT_FAMILIES];   /* m */
    const double *inverse_mass;     /* of the nodes, 1/kg (N) */
    trama_coupling coupling;
    double *buffers; /* the kernel's rows: BUFFERS numbers of kernel_rows.h, aligned */
} provot_sheet;

/* Super-elasticity correction (Campos, 3.3). */
typedef enum provot_order { PROVOT_ROWS, PROVOT_COLUMNS, PROVOT_ALTERNATING } provot_order;

typedef struct provot_correction {
    double tau;  /* strain of a spring after correction */
    long sweeps; /* most sweeps; 0: no correction */
    provot_order order;
    bool by_mass;  /* ends move in proportion to their inverse masses; else by half each */
    bool velocity; /* velocities follow: v += (correction of q) / h */
} provot_correction;

/* Accelerations (nv) at (t, q, v) under the loads: the kernel, one for each instruction set. */
typedef void provot_kernel(const provot_sheet *sheet, double t, const double *q, const double *v,
                           const trama_loads *loads, double *a);
provot_kernel trama_provot_kernel_v2, trama_provot_kernel_v3, trama_provot_kernel_v4;

/* Node that spring `family` of node [k, l] ends at; false: there is no such spring. */
bool trama_provot_end(const provot_sheet *sheet, provot_family family, size_t k, size_t l,
                      size_t *end);

/* springs.c: its springs, those without stiffness left out. */
size_t trama_provot_springs(const provot_sheet *sheet);
trama_spring trama_provot_spring(const provot_sheet *sheet, size_t index);

/* energy.c: structural, shear and flexion energy at q, J. */
void trama_provot_energy(const provot_sheet *sheet, const double *q, double energy[PROVOT_KINDS]);
/* Largest (l - l0)/l0 of the structural and of the shear springs, and largest (l0 - l)/l0 of the
 * structural ones. */
void trama_provot_strains(const provot_sheet *sheet, const double *q, double strain[3]);

/* correction.c: shortens springs longer than 1 + tau in q (and, with `velocity`, in v). */
void trama_provot_correct(const provot_sheet *sheet, const provot_correction *correction, double h,
                          const double *inverse_mass, double *q, double *v);

/* tangent.c: the model's hooks (model.h), of the internal forces and those of the loads. */
void trama_provot_tangent_product(const provot_sheet *sheet, const double *q, const double *v,
                                  const trama_loads *loads, double cq, double cv, const double *u,
                                  double *y);
void trama_provot_tangent(const provot_sheet *sheet, const double *q, const double *v,
                          const trama_loads *loads, trama_triplets *k, trama_triplets *d);

#endif
