/* The surface of a solid as pictures show it: a coarse mesh that takes part in no computation. */
#ifndef TRAMA_MODEL_OUTLINE_H
#define TRAMA_MODEL_OUTLINE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_OUTLINE_POINTS = 160, TRAMA_OUTLINE_TRIANGLES = 320 };

/* Triangles are counterclockwise as seen from outside of the solid. */
typedef struct trama_outline {
    size_t points, triangles;
    double point[TRAMA_OUTLINE_POINTS][3]; /* m */
    size_t corner[TRAMA_OUTLINE_TRIANGLES][3];
} trama_outline;

/* Adds a parallelogram of `squares` times `squares` parts, two triangles each, at `corner`, with
 * sides `along` and `across` (m); along x across points outside. The outline must have room for
 * (squares + 1)^2 points. */
void trama_outline_add_patch(trama_outline *outline, size_t squares, const double corner[3],
                             const double along[3], const double across[3]);
/* Adds a triangle of three points of the outline. */
void trama_outline_add_triangle(trama_outline *outline, size_t a, size_t b, size_t c);

/* The surfaces of a model's own bodies as pictures show them, with any number of points. */
typedef struct trama_display {
    void (*size)(const void *model, size_t *points, size_t *triangles);
    /* Where the points are at time t, with the object's coordinates q: x of all, then y, then z, m.
     */
    void (*points)(const void *model, double t, const double *q, double *x);
    /* Triangles by their points, counterclockwise as seen from outside. */
    void (*triangles)(const void *model, size_t (*corner)[3]);
} trama_display;

#ifdef __cplusplus
}
#endif

#endif
