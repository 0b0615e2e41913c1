/* The scheme `variational` on a sheet that is curved at rest (scene/shell.h). The energy is that of
 * docs/cosserat.md with the strains eps = (a - A)/2 and kappa = -(b - B), and every element has its
 * metric A, curvature B and area at rest. For cosserat/ only. */
#ifndef TRAMA_MODEL_COSSERAT_SHELL_H
#define TRAMA_MODEL_COSSERAT_SHELL_H

#include "model/cosserat/variational.h"

/* Edges of a node, along a (0) and b (1): the end of the outgoing one, and the start of the
 * incoming one; TRAMA_NONE if there is none. */
typedef struct shell_star {
    size_t next[2], previous[2];
} shell_star;

/* Stiffness (N/m^3) and |e|^2 at rest (m^2) of an outgoing edge: its pull is stiffness u e. */
typedef struct shell_edge {
    double stiffness, rest;
} shell_edge;

typedef struct cosserat_shell {
    size_t nodes;
    double area;          /* in all, m^2 */
    shell_star *star;     /* of each node, like the members below */
    double *share;        /* its share of the area, m^2 */
    shell_edge *edge[2];  /* outgoing edges, if they exist */
    cell_constants *cell; /* of the cell with corners [a, b] and [a + 1, b + 1], if there is one */
    node_constants *node;
} cosserat_shell;

/* The shell of a scene; `unit` has the material's constants for spacings of 1 m. NULL: no memory.
 */
cosserat_shell *trama_cosserat_shell_create(const trama_shell *form, const cosserat_sheet *unit);
/* The same elements of a flat sheet with its clamps; `unit` as above. */
cosserat_shell *trama_cosserat_grid_create(const cosserat_sheet *sheet, const cosserat_sheet *unit);
void trama_cosserat_shell_destroy(cosserat_shell *shell); /* accepts NULL */

/* Counterparts of the functions of sheet.h and tangent.h for flat sheets. */
cosserat_kernel trama_cosserat_shell_kernel;
struct tangent_product;
void trama_cosserat_shell_tangent(const struct tangent_product *product);
void trama_cosserat_shell_energy(const cosserat_shell *shell, const double *q, double energy[3]);

#endif
