/* Frames of a case: positions of nodes, and the facets between them, for grids and triangle
 * meshes. */
#ifndef ANALYSIS_PLOT_FRAMES_H
#define ANALYSIS_PLOT_FRAMES_H

#include "analysis/read/study.h"

typedef struct vector {
    double x, y, z;
} vector;

double vector_dot(vector a, vector b);
vector vector_sum(double a, vector x, double b, vector y); /* a x + b y */
vector vector_cross(vector a, vector b);
vector vector_unit(vector a); /* of zero: zero */
bool vector_is_finite(vector a);

/* Four nodes around a square of a grid; for a triangle the last two are equal. */
typedef struct frames_facet {
    size_t corner[4], part;
} frames_facet;

/* An object of the case; its nodes and facets are contiguous. */
typedef struct frames_part {
    char name[64];               /* "": the only object, without a name */
    bool obstacle;               /* its nodes are only for display */
    size_t begin, nodes;         /* nodes */
    size_t first, facets;        /* facets */
    size_t m, n;                 /* of a grid: nodes along each direction; 0 of triangles */
    size_t rows, columns;        /* node (k, l) of the scene is k columns + l */
    const double *x, *y, *z;     /* frames x nodes, m, as in the data */
    const double *held;          /* frames x nodes, 1 if held; NULL: unknown */
    const bundle_column *corner; /* of triangles; NULL: a grid */
} frames_part;

/* A case's frames, read from its file: all of them, or for more than FRAMES_BYTES as many as fit,
 * evenly spaced, including the first and the last. */
enum { FRAMES_BYTES = 1 << 26 };
typedef struct frames {
    size_t count, nodes, facets, parts;
    size_t of;                /* frames in the file: `count`, or more */
    size_t own;               /* nodes without those of obstacles, which come last */
    size_t m, n;              /* of the only part, as there */
    frames_facet *facet;      /* facets */
    frames_part *part;        /* parts */
    const int64_t *iteration; /* count */
    const double *time;       /* s, count; NULL: unknown */
    bool *still;              /* nodes: those that move in no frame; NULL: use `held` */
    bundle data;              /* columns with one row per frame */
    bundle joined;            /* connectivity */
} frames;

/* False if the case has none, or if they cannot be read, which is reported once on `err` and
 * recorded in the case (outcome_of_shown). */
bool frames_read(const study_case *c, frames *f, FILE *err);
void frames_free(frames *f); /* accepts an empty one */

/* True if a case has frames and their connectivity; for study_select. */
bool frames_are_told(const study_case *c);

/* The same of a case that has ended with a result. */
bool frames_end(const study_case *c);

/* Whether a node is held at a frame: as the frames say, or, of files that do not, whether no frame
 * sees it moved while others move. */
bool frames_holds(const frames *f, size_t frame, size_t node);

vector frames_node(const frames *f, size_t frame, size_t node);

/* Area vector of a facet: half the cross product of its diagonals (two sides of a triangle). */
vector frames_area(const frames *f, size_t frame, size_t facet);
/* The mean direction of a frame, or a part of it: the sum of its area vectors. */
vector frames_facing(const frames *f, size_t frame);
vector frames_part_facing(const frames *f, size_t frame, size_t part);

/* True if every node of a frame is finite. */
bool frames_finite(const frames *f, size_t frame);
/* True if a frame of a run that fails still shows an intact sheet: every own node is within 1.5
 * diagonals of the first frame's centre, the reach of a held sheet that does not stretch. */
bool frames_sound(const frames *f, size_t frame);

/* Whether the last frame is a shape that a run has come to: a later one than the start, whole. */
bool frames_end_whole(const frames *f);

/* A box around nodes; those that are not finite are passed over. */
typedef struct extent {
    vector low, high;
    bool any;
} extent;

void extent_include(extent *e, vector v);
vector extent_middle(const extent *e);
/* The extent of the first frame, and the reach of a sheet from its centre, m. */
extent frames_first(const frames *f);
double frames_reach(const extent *first);

#endif
