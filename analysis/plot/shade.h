/* A frame as a shaded surface, with a depth buffer. */
#ifndef ANALYSIS_PLOT_SHADE_H
#define ANALYSIS_PLOT_SHADE_H

#include "analysis/plot/surface.h"

/* What a figure of surfaces begins with: no axes, the head of the data, a multiplot. */
void shade_begin(figure *f);

/* How facets are drawn. Their edges are seen where facets are large enough on paper, so that a
 * saw-tooth of the mesh is seen. Smooth: each facet is divided evenly and its shading interpolated
 * (Phong 1975); positions are bilinear, so that the mesh is the one that was computed. Flat: one
 * shade a facet. Edges: no more than those, of a mesh that broke, and of a flat obstacle that is
 * seen from behind. */
typedef enum shade_kind { SHADE_SMOOTH, SHADE_FLAT, SHADE_EDGES } shade_kind;

/* Draws a frame as the camera sees it into a picture of SHADE_RESOLUTION pixels per cm (600 dpi; in
 * SVG half that) with a depth buffer, and writes the plot command that shows it, with a dot on
 * every node that is held; labels go before it. The data are the nodes: x, y, z, m; of very many
 * those that are held. Several objects
 * are all drawn, each in its own colours. False without memory. */
#define SHADE_RESOLUTION (600 / 2.54)
bool shade_draw(const frames *f, size_t frame, const camera *eye, shade_kind kind, figure *out);

/* 1 if a part's area vectors point toward the eye on the whole, -1 if they point away: its front is
 * the side that is seen. Of one that goes all around, as a closed surface or a tube, 1: its
 * outside. */
double shade_front(const frames *f, size_t frame, size_t part, const view *v);
/* Whether a part is a flat obstacle that is seen from behind: what it holds is on its other side,
 * and would be hidden. */
bool shade_is_screen(const frames *f, size_t frame, size_t part, const view *v);
/* The colours of a part: 0 for an obstacle, else 1, 2, ... SHADE_COLOURS, and again 1. */
enum { SHADE_COLOURS = 4 };
size_t shade_colour(const frames *f, size_t part);
/* The middle shade of these colours, "#rrggbb". */
const char *shade_side(size_t colour, bool front);

/* The view that suits a frame: see shade.c. */
view shade_view(const frames *f, size_t frame);
/* The common view, unless that sees the frame nearly edge-on: then the one that suits it. */
view shade_view_shared(const frames *f, size_t frame);

#endif
