/* A frame as a shaded surface. */
#ifndef ANALYSIS_PLOT_SHADE_H
#define ANALYSIS_PLOT_SHADE_H

#include "analysis/plot/surface.h"

/* Commands that every drawing needs: colours of both sides, order by depth. */
void shade_setup(FILE *script);

/* Draws a frame as the camera sees it: its facets as data blocks of x, y, z and brightness, 0 to 1
 * where their front is seen, -1 to 0 where their back is, and the commands. Several objects are all
 * drawn, each in its own colours, with 3 times the number of its colours added to the brightness.
 * Smooth: each facet is divided evenly into enough pieces for the shading to look smooth (Phong
 * 1975: interpolated normals); positions are bilinear, so that the mesh is the one that was
 * computed. Else: one shade a facet, and its edges. False without memory. */
bool shade_draw(const frames *f, size_t frame, const camera *eye, bool smooth, figure *out);

/* 1 if a part's area vectors point toward the eye on the whole, -1 if they point away: its front is
 * the side that is seen. For a closed surface, 1: its outside. */
double shade_front(const frames *f, size_t frame, size_t part, const view *v);
/* The colours of a part: 0 for an obstacle, else 1, 2, ... SHADE_COLOURS, and again 1. */
enum { SHADE_COLOURS = 4 };
size_t shade_colour(const frames *f, size_t part);
/* The middle shade of these colours, "#rrggbb". */
const char *shade_side(size_t colour, bool front);

/* The view that suits a frame: see shade.c. */
view shade_view(const frames *f, size_t frame);

#endif
