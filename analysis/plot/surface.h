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
/* One view for things that are compared: from above and aside, so that no sheet that lies or hangs
 * along the axes is seen edge-on. */
view view_common(void);

/* What a panel shows. */
typedef struct camera {
    view view;
    vector low, high;               /* of what is included, along right, up and toward, m */
    vector low_around, high_around; /* of the obstacles beside it */
    edges panel;                    /* of the figure */
    double scale;                   /* m for each cm of paper */
} camera;

camera camera_of(view v);
/* All nodes of a frame; those that are not finite are passed over. */
void camera_include(camera *c, const frames *f, size_t frame);
/* Room around what is included: its extents times `factor`. */
void camera_widen(camera *c, double factor);
/* Once all is included: shows it as large as it goes into a panel of the figure. Of obstacles it
 * shows as much as is near what moves, so that a small sheet on a long plane is seen. */
void camera_fit(camera *c, const edges *panel, const figure *f);
/* Whether a node is finite and within what is shown of the figure. */
bool camera_sees(const camera *c, vector node, const figure *f);
/* Where a point is: cm to the right and up from the panel's middle, and toward the eye. */
vector camera_place(const camera *c, vector point);

/* Gives fitted cameras the scale of the one that shows most, unless that shows another at less than
 * 0.4 of its size; whether it did. */
bool cameras_share_scale(camera *const *cameras, size_t count);

/* A bar of a round length, and that length, above the lower edge of the panel. */
void camera_write_scale(const camera *c, const edges *panel, figure *f);

#endif
