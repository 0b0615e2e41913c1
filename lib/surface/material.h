/* Thread directions of a surface, for direction-dependent properties of the cloth such as friction
 * along warp and weft.
 *
 * Deformation maps the unit vectors of the threads at rest to U (warp) and V (weft), the columns of
 * the deformation gradient. A velocity in the plane of a triangle, w = a U + b V, is (a, b) in the
 * material. Threads are those of the model (model.h, `material`); on a grid with any other model,
 * warp is along axis1 and weft along axis2; other surfaces have none. */
#ifndef TRAMA_SURFACE_MATERIAL_H
#define TRAMA_SURFACE_MATERIAL_H

#include "surface/surface.h"

#ifdef __cplusplus
extern "C" {
#endif

/* True if U and V are known on all its triangles. They are not on an obstacle, or on an isotropic
 * cloth of a mesh without a given warp. */
bool trama_surface_has_threads(const trama_surface *surface);
/* U and V of a triangle at coordinates q of the whole system; the surface must have threads. */
void trama_surface_threads(const trama_surface *surface, const double *q, size_t triangle,
                           double warp[3], double weft[3]);
/* U and V at every vertex: the mean over its triangles, in their order; warp[3 i + axis], and weft
 * likewise. 0 at a vertex of no triangle. `count` (one number per vertex) is workspace. */
void trama_surface_vertex_threads(const trama_surface *surface, const double *q, double *count,
                                  double *warp, double *weft);

#ifdef __cplusplus
}
#endif

#endif
