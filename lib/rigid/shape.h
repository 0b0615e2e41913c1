/* Convex shapes of rigid bodies, each known by its support mapping: the point furthest in a
 * direction, s(d) = argmax { d . p : p in the shape } (Snethen, "Xenocollide", Game Programming
 * Gems 7, 2008). A kind is one const table in one file; detection uses only the table.
 *
 * The origin of a shape's frame is its centre of mass at uniform density. A polyhedron uses the
 * frame of its corners, with the origin inside; rigid bodies pass corners relative to the centre of
 * mass. Axes of revolution lie along z. All lengths in m. Shapes are immutable, and do not own the
 * tables of a polyhedron (polyhedron.h). */
#ifndef TRAMA_RIGID_SHAPE_H
#define TRAMA_RIGID_SHAPE_H

#include "core/status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_convex trama_convex;
typedef struct trama_polyhedron trama_polyhedron; /* polyhedron.h */

/* Position and orientation of a shape: a point p of its frame is at x + axes p in the world. */
typedef struct trama_pose {
    double x[3];       /* of the shape's origin, m */
    double axes[3][3]; /* a rotation, row by row: its columns are the shape's axes in the world */
} trama_pose;

enum {
    TRAMA_CONVEX_SIZES = 3, /* most sizes of a kind */
    TRAMA_FACE_CORNERS = 64 /* most corners of a face; polyhedra with more are refused */
};

/* The part of a surface that faces a direction: the corners of a polygon, counter-clockwise as seen
 * from outside, the two ends of a segment, or one point. A circle is replaced by an inscribed
 * polygon. `corner` and `face` are constant numbers, from which contacts make their keys. */
typedef struct trama_convex_face {
    uint32_t count; /* corners, 1 to TRAMA_FACE_CORNERS */
    uint32_t face;
    uint32_t corner[TRAMA_FACE_CORNERS];
    double x[TRAMA_FACE_CORNERS][3];
} trama_convex_face;

/* Size of the surface for drawing; triangles are counter-clockwise from outside. */
typedef struct trama_convex_outline {
    size_t vertices, triangles;
} trama_convex_outline;

/* A kind of shape. The functions take directions of any length above 0, in the shape's frame. */
typedef struct trama_convex_type {
    const char *name, *summary;
    size_t size_count;                            /* 0: a polyhedron */
    const char *size_name[TRAMA_CONVEX_SIZES];    /* as in the configuration; in m, positive */
    const char *size_meaning[TRAMA_CONVEX_SIZES]; /* for people */

    /* The furthest point along d. *hint is the start of a search on entry and its end on return: 0
     * at first, best kept by the caller for each shape and pair. Kinds that do not search leave
     * it. */
    void (*support)(const trama_convex *shape, const double d[3], uint32_t *hint, double point[3]);

    /* A round shape is the set of points within its margin (m) of its core, a point or a segment.
     * Both NULL: the margin is 0, the core the shape. */
    void (*core)(const trama_convex *shape, const double d[3], uint32_t *hint, double point[3]);
    double (*margin)(const trama_convex *shape);

    /* The face, segment or point that faces d. NULL: the kind has none, and is the ball of its
     * margin about its origin. */
    void (*face)(const trama_convex *shape, const double d[3], trama_convex_face *face);

    /* Radius (m) of the smallest ball about the origin around the shape. */
    double (*radius)(const trama_convex *shape);

    /* Volume (m^3), and at density 1 kg/m^3 the moments of inertia about the origin (kg m^2), a
     * symmetric tensor by rows. NULL for a polyhedron, whose outline is exact: use mass.h. */
    double (*volume)(const trama_convex *shape);
    void (*inertia)(const trama_convex *shape, double inertia[3][3]);

    /* The surface for drawing and for contact with cloth, round parts in `segments` (>= 3) pieces
     * per full turn; kinds with only flat faces ignore it. */
    trama_convex_outline (*outline_size)(const trama_convex *shape, size_t segments);
    void (*outline)(const trama_convex *shape, size_t segments, double (*x)[3],
                    uint32_t (*triangle)[3]);
} trama_convex_type;

struct trama_convex {
    const trama_convex_type *type;
    double size[TRAMA_CONVEX_SIZES];    /* as the type's size_name */
    const trama_polyhedron *polyhedron; /* NULL unless the type is of polyhedra */
    double radius;                      /* type->radius, stored */
};

/* Kinds: sphere (radius); box (length_x, length_y, length_z: whole edges); wedge (the same box cut
 * in half: a prism along y whose section is the right triangle with legs length_x and length_z);
 * capsule (radius, length of the straight part); cylinder and cone (radius, height; the cone's apex
 * at +z); polyhedron (made by trama_convex_of_polyhedron). */
size_t trama_convex_count(void);
const trama_convex_type *trama_convex_at(size_t index);
const trama_convex_type *trama_convex_find(const char *name); /* or NULL */

/* Makes a shape of a kind with sizes. TRAMA_BAD_INPUT, with the size's name as the path, if a size
 * is not positive and finite, or the kind has no sizes (a polyhedron). */
trama_status trama_convex_make(trama_convex *shape, const trama_convex_type *type,
                               const double *size, trama_error *error);

/* The shape of a polyhedron, which must outlive it. */
trama_convex trama_convex_of_polyhedron(const trama_polyhedron *polyhedron);

#ifdef __cplusplus
}
#endif

#endif
