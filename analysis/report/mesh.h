/* Frames of a run made small for a page: whole numbers of 16 bits in a box. */
#ifndef ANALYSIS_REPORT_MESH_H
#define ANALYSIS_REPORT_MESH_H

#include <stdint.h>

#include "analysis/plot/shade.h"
#include "analysis/report/report.h"

/* What stands for a node that is outside the box or not a number. */
#define MESH_OUTSIDE INT16_MIN

/* A cube in which a run is shown. Of a run that ends unstable: one that holds every node within 1.5
 * diagonals of its first shape's middle, where a sheet that is held anywhere and does not stretch
 * stays; what a broken mesh throws further is outside. Of any other: all of it. */
typedef struct mesh_box {
    vector centre; /* m */
    double half;   /* m, > 0 */
} mesh_box;

mesh_box mesh_box_of(const frames *f, bool unstable);

/* A coordinate from -32767 to 32767 across the box. */
int16_t mesh_quantise(double value, double centre, double half);

/* Whether a node is in the box, and how many of a frame are not. */
bool mesh_is_inside(const mesh_box *box, vector node);
size_t mesh_outside(const frames *f, size_t frame, const mesh_box *box);

/* The last frame with all nodes in the box, or the first. */
size_t mesh_sound_frame(const frames *f, const mesh_box *box);

/* All frames, packed as a JSON string's content. Of each frame first x of all nodes, then y, then
 * z; of a value what neither the frame before nor the node before tells: the difference (modulo
 * 2^16) between its change since the last frame (of the first: the value) and that of the node
 * before. It is zigzag coded (0, -1, 1, -2 are 0, 1, 2, 3); the low bytes of all come first, then
 * the high ones. A sheet moves smoothly: a third of the size is left. False without memory. */
bool mesh_write(const frames *f, const mesh_box *box, FILE *out);

#endif
