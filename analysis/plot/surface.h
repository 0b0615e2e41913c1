/* The views in which frames are drawn. y is up. */
#ifndef ANALYSIS_PLOT_SURFACE_H
#define ANALYSIS_PLOT_SURFACE_H

#include "analysis/plot/frames.h"
#include "analysis/plot/style.h"

/* Directions on the screen, unit vectors: a parallel projection. `toward` points to the eye. */
typedef struct view {
    vector right, up, toward;
} view;

/* Degrees: the eye's elevation, and its azimuth from +z toward +x (0: x is to the right). */
view view_of(double elevation, double azimuth);

/* What a panel shows. gnuplot scales a plot by its ranges alone, and all three axes alike; so its
 * script projects: X to the right and Z up, in metres, Y into the depth, for the order of drawing.
 */
typedef struct camera {
    view view;
    vector low, high;     /* of what is included, along right, up and toward, m */
    double width, height; /* half of what is shown, m */
    edges plot;           /* where gnuplot is told to draw */
} camera;

camera camera_of(view v);
/* All nodes of a frame; those that are not finite are passed over. */
void camera_include(camera *c, const frames *f, size_t frame);
/* Room around what is included: its extents times `factor`. */
void camera_widen(camera *c, double factor);
/* Once all is included: shows it as large as it goes into a panel of the figure. */
void camera_fit(camera *c, const edges *panel, const figure *f);
/* Whether a node is finite and within what is shown, widened by `factor`. */
bool camera_sees(const camera *c, vector node, double factor);
/* Defines X(x,y,z), Y(x,y,z) and Z(x,y,z), and sets margins and ranges. */
void camera_write(const camera *c, FILE *script);

#endif
