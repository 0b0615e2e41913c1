/* A frame as a smooth shaded surface. */
#ifndef ANALYSIS_PLOT_SHADE_H
#define ANALYSIS_PLOT_SHADE_H

#include "analysis/plot/surface.h"

/* Adds a block to the figure's data: x, y, z, and the brightness of the facet that begins at the
 * node: 0 to 1 where its front is seen, -1 to 0 where its back is. Every cell is divided evenly
 * into enough facets for the shading to look smooth (Phong 1975: interpolated normals); positions
 * between nodes are bilinear, so that the mesh is the one that was computed. */
bool shade_write(const frames *f, size_t frame, const view *v, figure *out);

/* Commands that draw such blocks so: colours of both sides, order by depth. */
void shade_setup(FILE *script);

/* 1 if area vectors point toward the eye on the whole, -1 if they point away: a frame's front is
 * the side that is seen. */
double shade_front(const frames *f, size_t frame, const view *v);

/* The view that suits a frame: see shade.c. */
view shade_view(const frames *f, size_t frame);

#endif
