/* Pictures of surfaces by a depth buffer (Catmull 1974): every sample shows the piece of surface
 * that is nearest to the eye there, whatever the order of drawing, so nothing has to be sorted.
 * Each pixel is the mean of RASTER_SAMPLES x RASTER_SAMPLES samples. */
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
 * depth grows toward the eye. `edge` is 0 on an edge that is to be drawn and positive inside; where
 * a facet has fewer edges, it is 1 throughout. All are linear over the triangle. */
typedef struct raster_corner {
    double x, y, depth;
    double shade; /* 0 to 1 */
    double edge[RASTER_EDGES];
} raster_corner;

/* How the inside of triangles is drawn. */
typedef struct raster_paint {
    const raster_ramp *ramp;
    double line; /* half the width of the edges, samples; 0: none */
    bool hollow; /* edges alone */
} raster_paint;

typedef struct raster {
    size_t width, height; /* samples */
    unsigned char *rgb;   /* height x width x 3, from the top; white where nothing is */
    float *depth;         /* height x width */
} raster;

/* A white picture of width x height pixels; false without memory. Free in any case. */
bool raster_begin(raster *r, size_t width, size_t height);
void raster_free(raster *r);

/* Draws what lies within the picture. A triangle with a corner that is no finite number is left
 * out. */
void raster_triangle(raster *r, const raster_corner corner[3], const raster_paint *paint);

/* The part of the picture, in pixels, even ones, that holds whatever was drawn and, as far as
 * there are any, `around` pixels more; width 0: nothing was. */
typedef struct raster_part {
    size_t left, top, width, height;
} raster_part;
raster_part raster_drawn(const raster *r, size_t around);

/* The part with pixels that are `coarse` x `coarse` of the picture's, of which its width and height
 * are multiples: height x width x 3 of those, to be freed; NULL without memory. */
unsigned char *raster_pixels(const raster *r, const raster_part *part, size_t coarse);

#endif
