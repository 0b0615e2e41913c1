/* Limits of lengths in a scene, since areas, volumes and their squares are computed. For this
 * folder only. */
#ifndef SCENE_SIZES_H
#define SCENE_SIZES_H

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The sixth power of a length between them is a normal number; a side of a grid lies between them,
 * too. */
#define SCENE_LEAST_LENGTH 1e-30 /* m */
#define SCENE_MOST_LENGTH 1e30   /* m */

/* False for a length outside these limits, except 0, which is an error of shape. */
static inline bool scene_length_fits(double length)
{
    return length == 0.0 || (length >= SCENE_LEAST_LENGTH && length <= SCENE_MOST_LENGTH);
}

/* "has a side of 1e+200 m; allowed: ...", for the message of a triangle or tetrahedron. */
static inline void scene_name_length(double length, char *what, size_t size)
{
    snprintf(what, size, "has a side of %.3g m; allowed: %g to %g m", length, SCENE_LEAST_LENGTH,
             SCENE_MOST_LENGTH);
}

#endif
