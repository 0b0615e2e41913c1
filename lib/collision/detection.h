/* What a detection is made of, and the ways to search. Within collision/. */
#ifndef TRAMA_COLLISION_DETECTION_H
#define TRAMA_COLLISION_DETECTION_H

#include "collision/detect.h"
#include "collision/extent.h"

enum { VERTEX_FACE, EDGE_EDGE, EDGE_FACE, KINDS }; /* of pairs */

/* What a thread finds. */
typedef struct found {
    trama_pair_list list[KINDS];
} found;

/* The tree of a group. Its elements are the group's triangles and then its lone vertices, which are
 * in no triangle. */
typedef struct branch {
    trama_tree *tree;
    trama_cones *cones; /* NULL: no pairs are left out */
    size_t triangles;
    const uint32_t *lone;
    trama_extent *box; /* of each element */
    uint32_t *part;    /* of each element that does not meet itself in the step (cones.h) */
    uint32_t *part_of_node;
    bool is_built;
} branch;

struct trama_detection {
    const trama_soup *soup;
    trama_detection_spec spec;
    trama_extent *vertex, *edge; /* over both ends of the step */
    trama_extent *box;           /* of all branches' elements */
    uint32_t *part, *part_of_node;
    uint8_t *owned;  /* by a triangle: bit c its vertex c, bit 3 + c the edge at side c */
    uint32_t *owner; /* of each vertex: the triangle; NONE of a lone one */
    uint32_t *lone;
    branch *branch; /* of each group */
    found *found;   /* of each thread */
    bool *enough;   /* of each thread: one of its lists is full */
    trama_pair_list sorted[KINDS];
    size_t *begin; /* to sort with */
    size_t builds;
};

typedef struct step {
    trama_detection *detect;
    const double *x0, *x1;
    double reach;
    bool passes; /* edges and faces alone are looked for */
} step;

static inline trama_extent extent_of_triangle(const trama_detection *d, size_t triangle)
{
    const uint32_t *v = d->soup->triangle[triangle];
    const trama_extent side = trama_extent_join(&d->vertex[v[0]], &d->vertex[v[1]]);
    return trama_extent_join(&side, &d->vertex[v[2]]);
}

static inline bool is_one_part(const branch *b, uint32_t first, uint32_t second)
{
    return b->cones && b->part[first] == b->part[second];
}

static inline bool shares_vertex(const trama_soup *soup, uint32_t edge, uint32_t face)
{
    return trama_soup_has_vertex(soup, face, soup->edge[edge][0]) ||
           trama_soup_has_vertex(soup, face, soup->edge[edge][1]);
}

/* Both add what is near to the lists of d->found: of a step, or of edges and faces alone. */
void trama_detection_find_all(const step *s);
void trama_detection_find_by_trees(const step *s);

#endif
