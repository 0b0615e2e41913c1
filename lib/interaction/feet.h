/* The points of a sheet of triangles nearest to many points, by a tree over its triangles, updated
 * when they have moved. Results are those of trama_surface_nearest, bit for bit. */
#ifndef TRAMA_INTERACTION_FEET_H
#define TRAMA_INTERACTION_FEET_H

#include "collision/tree.h"
#include "surface/surface.h"

typedef struct trama_feet {
    const trama_surface *surface;
    const double *q; /* positions of its triangles */
    trama_tree *tree;
    trama_extent *box; /* of each triangle */
} trama_feet;

/* The surface outlives it, and has a mesh. Errors: TRAMA_NO_MEMORY. Free it in any case. */
trama_status trama_feet_create(const trama_surface *surface, trama_feet *feet, trama_error *error);
void trama_feet_free(trama_feet *feet);
/* Sets the positions q of the triangles (nv of the whole system), which must not change during the
   queries that follow. */
void trama_feet_place(trama_feet *feet, const double *q);
/* The foot of x, if within `reach` (m); of several equally near, that on the first triangle. */
bool trama_feet_find(const trama_feet *feet, const double x[3], double reach, trama_foot *foot);

#endif
