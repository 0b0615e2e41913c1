/* Pictures of surfaces by a depth buffer (Catmull 1974): every sample shows the surface nearest to
 * the eye, for any order of drawing, so nothing need be sorted. Each pixel is the mean of
 * RASTER_SAMPLES x RASTER_SAMPLES samples. */
#ifndef ANALYSIS_PLOT_RASTER_H
#define ANALYSIS_PLOT_RASTER_H

#include <stdbool.h>
#include <stddef.h>

enum { RASTER_SAMPLES = 2, RASTER_SHADES = 256, RASTER_EDGES = 4 };

/* Colours of a surface from dark to full light. */
typedef struct raster_ramp {
    unsigned char rgb[RASTER_SHADES][3];
} raster_ramp;

/* A corner of a triangle. x to the right and y down, in samples from the picture's upper left;
 * depth grows toward the eye. `edge` is 0 on a drawn edge and positive inside; 1 throughout if a
 * facet has none. All are linear over the triangle. */
typedef struct raster_corner {
    double x, y, depth;
    double shade; /* 0 to 1 */
    double edge[RASTER_EDGES];
} raster_corner;

/* Style of triangles. */
typedef struct raster_paint {
    const raster_ramp *ramp;
    double line; /* half the width of the edges, samples; 0: none */
    bool hollow; /* only edges */
} raster_paint;

typedef struct raster {
    size_t width, height; /* samples */
    unsigned char *rgb;   /* height x width x 3, from the top; white where nothing is */
    float *depth;         /* height x width */
} raster;

/* A white picture of width x height pixels; false without memory. Free in any case. */
bool raster_begin(raster *r, size_t width, size_t height);
void raster_free(raster *r);

/* Draws the part within the picture. A triangle with a corner that is not finite is left out. */
void raster_triangle(raster *r, const raster_corner corner[3], const raster_paint *paint);

/* The part of the picture with everything drawn and a margin of `around` pixels if available, at
 * even pixels; width 0: nothing was drawn. */
typedef struct raster_part {
    size_t left, top, width, height;
} raster_part;
raster_part raster_drawn(const raster *r, size_t around);

/* The part at a resolution reduced by `coarse`, which divides its width and height: height x width
 * x 3 bytes, for free(); NULL without memory. */
unsigned char *raster_pixels(const raster *r, const raster_part *part, size_t coarse);

#endif
