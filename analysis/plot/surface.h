/* The views in which frames are drawn. y is up. */
#ifndef ANALYSIS_PLOT_SURFACE_H
#define ANALYSIS_PLOT_SURFACE_H

#include "analysis/plot/frames.h"
#include "analysis/plot/style.h"

/* A parallel projection: unit vectors of the screen; `toward` points to the eye. */
typedef struct view {
    vector right, up, toward;
} view;

/* Degrees: the eye's elevation, and its azimuth from +z toward +x (0: x is to the right). */
view view_of(double elevation, double azimuth);
/* A common view for comparisons: oblique from above, so that no sheet along the axes is seen
 * edge-on. */
view view_common(void);

/* The camera of a panel. */
typedef struct camera {
    view view;
    vector low, high;               /* bounds of the included nodes along right, up and toward, m */
    vector low_around, high_around; /* the same for obstacles */
    edges panel;                    /* of the figure */
    double scale;                   /* m per cm of paper */
} camera;

camera camera_of(view v);
/* Includes all finite nodes of a frame. */
void camera_include(camera *c, const frames *f, size_t frame);
/* Adds a margin: extents times `factor`. */
void camera_widen(camera *c, double factor);
/* After all is included: fits it into a panel of the figure, as large as possible. Obstacles are
 * shown only near moving objects, so that a small sheet on a long plane is visible. */
void camera_fit(camera *c, const edges *panel, const figure *f);
/* True if a node is finite and within the visible part. */
bool camera_sees(const camera *c, vector node, const figure *f);
/* Position of a point: cm to the right and up from the panel's centre, and toward the eye. */
vector camera_place(const camera *c, vector point);

/* Sets fitted cameras to the smallest scale of all, unless one would shrink below 0.4 of its size;
 * returns whether it did. */
bool cameras_share_scale(camera *const *cameras, size_t count);

/* Draws a scale bar of a round length, with that length, above the lower edge of the panel. */
void camera_write_scale(const camera *c, const edges *panel, figure *f);

#endif
