/* Compressed frames of a run for a page: integers in a box. */
#ifndef ANALYSIS_REPORT_MESH_H
#define ANALYSIS_REPORT_MESH_H

#include <stdint.h>

#include "analysis/plot/shade.h"
#include "analysis/report/report.h"

/* Levels from the middle of the box to its side: a quarter of a pixel if the box is 2000 pixels
 * wide. */
enum { MESH_LEVELS = 4095 };

/* The number of a node that is outside the box or not finite. */
#define MESH_OUTSIDE INT16_MIN

/* A cube in which a run is shown. For an unstable run it contains every node within 1.5 diagonals
 * of the centre of the first shape: an unstretched, pinned sheet stays within that, and nodes
 * thrown further by a broken mesh are outside. For any other run it holds all nodes. */
typedef struct mesh_box {
    vector centre; /* m */
    double half;   /* m, > 0 */
} mesh_box;

mesh_box mesh_box_of(const frames *f, bool unstable);

/* A common box for two runs with the same first shape. */
mesh_box mesh_box_of_pair(const frames *stable, const frames *unstable);

/* A coordinate from -MESH_LEVELS to MESH_LEVELS across the box. */
int16_t mesh_quantise(double value, double centre, double half);

/* Whether a node is in the box, and the number of nodes of a frame outside it. */
bool mesh_is_inside(const mesh_box *box, vector node);
size_t mesh_outside(const frames *f, size_t frame, const mesh_box *box);

/* The last frame with all nodes in the box, or the first. */
size_t mesh_sound_frame(const frames *f, const mesh_box *box);

/* Writes all frames, packed as a JSON string's content. A frame has x of all nodes, then y, then z.
 * A value is predicted from the frame before and the node before, and only the rest is written: the
 * difference (modulo 2^16) between its change since the last frame (in the first: the value) and
 * the change of the node before. It is zigzag coded (0, -1, 1, -2 are 0, 1, 2, 3). The low bytes of
 * all values come first, then the high ones. A sheet moves smoothly, so this reduces the size to a
 * third. False without memory. */
bool mesh_write(const frames *f, const mesh_box *box, FILE *out);

#endif
