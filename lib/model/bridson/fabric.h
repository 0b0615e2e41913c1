/* Shared by the files of Bridson's cloth: springs and bending elements, which are the edges of the
 * mesh, and masses. For this folder only. */
#ifndef TRAMA_MODEL_BRIDSON_FABRIC_H
#define TRAMA_MODEL_BRIDSON_FABRIC_H

#include "linear/sparse.h"
#include "model/particle/coupling.h"
#include "model/particle/hinge.h"
#include "scene/loads.h"
#include "scene/mesh.h"

#include <stdbool.h>

/* An edge of the mesh: a spring and, between two triangles, also a bending element. */
typedef struct bridson_edge {
    double stiffness;  /* K, N/m */
    double length;     /* l0, m */
    trama_hinge hinge; /* the bending element; its factor at rest is for the energy */
    bool diagonal;     /* of a square of a grid: a shear spring */
} bridson_edge;

typedef struct bridson_fabric {
    const trama_mesh *mesh;
    size_t nodes;
    size_t m, n; /* of a grid, cut herringbone; 0: any mesh */
    bridson_edge *edge;
    double bending, damping;           /* K^e, N m; K^d, N s */
    const double *mass, *inverse_mass; /* kg, 1/kg (N) */
    double *faces;   /* of any mesh, for its kernel: FACE numbers per triangle (element.h) */
    double *slots;   /* of a grid, for its kernel: edges by row and kind; herringbone.h */
    double *buffers; /* the grid kernel's rows: BUFFERS numbers of herringbone.h, aligned */
} bridson_fabric;

/* a = (F + extra) / m under the loads (all 3 N): springs and bending, elastic and damping. `extra`
 * (N), or NULL; `normal`: unit normals at the nodes, or NULL if the loads have no drag. */
typedef void bridson_kernel(const bridson_fabric *fabric, const double *q, const double *v,
                            const double *extra, const double *normal, const trama_loads *loads,
                            double *a);
/* The kernels for any mesh and for herringbone grids, once for each instruction set. */
bridson_kernel trama_bridson_mesh_v2, trama_bridson_mesh_v3, trama_bridson_mesh_v4;
bridson_kernel trama_bridson_grid_v2, trama_bridson_grid_v3, trama_bridson_grid_v4;

/* herringbone.c: allocates and fills slots and buffers from `edge`; false: no memory. */
bool trama_bridson_lay_out(bridson_fabric *fabric);

/* energy.c: structural, shear and bending energy at q, J. */
void trama_bridson_energy(const bridson_fabric *fabric, const double *q, double energy[3]);
/* Largest (l - l0)/l0 of the structural and of the shear springs (NaN without such), and largest
 * (l0 - l)/l0 of the structural ones. */
void trama_bridson_strains(const bridson_fabric *fabric, const double *q, double strain[3]);

/* tangent.c: the model's hooks (model.h), of the internal forces and those of the loads. `area`:
 * room for 3 N numbers. */
void trama_bridson_tangent_product(const bridson_fabric *fabric, double *area, const double *q,
                                   const double *v, const trama_loads *loads, double cq, double cv,
                                   const double *u, double *y);
void trama_bridson_tangent(const bridson_fabric *fabric, double *area, const double *q,
                           const double *v, const trama_loads *loads, trama_triplets *k,
                           trama_triplets *d);

#endif
