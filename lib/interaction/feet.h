/* The nearest points of a sheet of triangles to many points: a tree over its triangles, which is
 * renewed when they have moved. What is found is what trama_surface_nearest finds, to the bit. */
#ifndef TRAMA_INTERACTION_FEET_H
#define TRAMA_INTERACTION_FEET_H

#include "collision/tree.h"
#include "surface/surface.h"

typedef struct trama_feet {
    const trama_surface *surface;
    const double *q; /* where its triangles are */
    trama_tree *tree;
    trama_extent *box; /* of each triangle */
} trama_feet;

/* The surface outlives it, and has a mesh. Errors: TRAMA_NO_MEMORY. Free it in any case. */
trama_status trama_feet_create(const trama_surface *surface, trama_feet *feet, trama_error *error);
void trama_feet_free(trama_feet *feet);
/* The triangles are at q (nv of the whole system), which stays as it is while feet are looked for.
 */
void trama_feet_place(trama_feet *feet, const double *q);
/* The foot of x, if it is within `reach` (m); of several as near, that on the first triangle. */
bool trama_feet_find(const trama_feet *feet, const double x[3], double reach, trama_foot *foot);

#endif
