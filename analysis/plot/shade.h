/* A frame as a shaded surface, with a depth buffer. */
#ifndef ANALYSIS_PLOT_SHADE_H
#define ANALYSIS_PLOT_SHADE_H

#include "analysis/plot/surface.h"

/* Begins a figure of surfaces: no axes, head of the data, a multiplot. */
void shade_begin(figure *f);

/* Style of facets. Edges are drawn if facets are large enough on paper, so that a saw-tooth of the
 * mesh is visible. Smooth: each facet is subdivided and its shading interpolated (Phong 1975);
 * positions are bilinear, so that the mesh is the computed one. Flat: one shade per facet. Edges:
 * only edges, for a failed mesh, and for a flat obstacle seen from behind. */
typedef enum shade_kind { SHADE_SMOOTH, SHADE_FLAT, SHADE_EDGES } shade_kind;

/* Draws a frame as the camera sees it into a picture of SHADE_RESOLUTION pixels per cm (600 dpi; in
 * SVG half that) with a depth buffer, and writes the plot command that shows it, with a dot on
 * every held node; set labels before. The data are the nodes: x, y, z, m; if there are very many,
 * only held ones. All objects are drawn, each in its own colours. False without memory. */
#define SHADE_RESOLUTION (600 / 2.54)
bool shade_draw(const frames *f, size_t frame, const camera *eye, shade_kind kind, figure *out);

/* 1 if a part's area vectors point toward the eye in the mean, -1 if away: its front is the visible
 * side. For a closed surface or a tube 1: its outside. */
double shade_front(const frames *f, size_t frame, size_t part, const view *v);
/* True if a part is a flat obstacle seen from behind, which would hide the objects on its other
 * side. */
bool shade_is_screen(const frames *f, size_t frame, size_t part, const view *v);
/* The colours of a part: 0 for an obstacle, else 1, 2, ... SHADE_COLOURS, and again 1. */
enum { SHADE_COLOURS = 4 };
size_t shade_colour(const frames *f, size_t part);
/* The middle shade of these colours, "#rrggbb". */
const char *shade_side(size_t colour, bool front);

/* A suitable view of a frame: see shade.c. */
view shade_view(const frames *f, size_t frame);
/* The common view, unless the frame is nearly edge-on in it: then a suitable one. */
view shade_view_shared(const frames *f, size_t frame);

#endif
