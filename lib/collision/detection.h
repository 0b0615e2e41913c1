/* The data of a detection, and its searches. For collision/ only. */
#ifndef TRAMA_COLLISION_DETECTION_H
#define TRAMA_COLLISION_DETECTION_H

#include "collision/detect.h"
#include "collision/extent.h"

enum { VERTEX_FACE, EDGE_EDGE, EDGE_FACE, KINDS }; /* of pairs */
enum { VERTEX, EDGE, FACE, FEATURES };

/* Threads write their results all the time: padding keeps them off each other's cache lines, of
 * which processors fetch two at once. */
enum { CACHE_LINES = 128 };

/* The results of a thread. */
typedef struct found {
    trama_pair_list list[KINDS];
    unsigned char apart[CACHE_LINES];
} found;

/* The tree of a group. Its elements are the group's triangles, then its lone vertices (in no
 * triangle). */
typedef struct branch {
    trama_tree *tree;
    trama_cones *cones; /* NULL: no pairs are left out */
    size_t triangles;
    const uint32_t *lone;
    trama_extent *box; /* of each element */
    uint32_t *part;    /* of each element: its part, which does not meet itself in the step
                          (cones.h) */
    uint32_t *part_of_node;
    bool is_built;
} branch;

/* Pairs found with boxes enlarged by a margin. While these contain the paths of the vertices, all
 * candidates are among the pairs (extent.h), and no tree need be searched. */
typedef struct kept {
    trama_extent *vertex; /* the larger boxes; NULL: no pairs are kept */
    double reach;         /* m: the largest requested */
    trama_pair_list list[EDGE_EDGE + 1];
    double *place;                    /* 3 per vertex, m: positions at that search */
    double *apart[EDGE_EDGE + 1];     /* of each pair, m: lower bound of its distance at `place`; <
                                         0: unknown */
    bool *is_distance[EDGE_EDGE + 1]; /* apart is for the features, not for their boxes */
    size_t room[EDGE_EDGE + 1];       /* of both */
    double *away[FEATURES];           /* of each vertex, edge, face: its distance from `place`, m */
    double farthest;                  /* m: the largest of the vertices' */
    bool stands;
    size_t uses, pause; /* searches served; searches to wait before pairs are kept again */
} kept;

struct trama_detection {
    const trama_soup *soup;
    trama_detection_spec spec;
    trama_extent *vertex, *edge; /* over both ends of the step */
    trama_extent *box;           /* of all branches' elements */
    uint32_t *part, *part_of_node;
    uint8_t *owned;  /* of each triangle: bit c, it owns its vertex c; bit 3 + c, the edge at side
                        c */
    uint32_t *owner; /* of each vertex: the triangle; NONE of a lone one */
    uint32_t *lone;
    branch *branch; /* of each group */
    found *found;   /* of each thread */
    bool *enough;   /* of each thread: one of its lists is full */
    trama_pair_list sorted[KINDS];
    size_t *begin; /* to sort with */
    kept kept;
    size_t builds, searches;
};

typedef struct step {
    trama_detection *detect;
    const double *x0, *x1;
    double reach;
    bool passes; /* only pairs of edges and faces are wanted */
    bool whole;  /* cones are not used */
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

/* True if features of a triangle (or of none) in one group are tested against those in another. */
static inline bool may_meet(const trama_detection *d, uint32_t group, uint32_t other,
                            uint32_t triangle, uint32_t second)
{
    const uint32_t first = (uint32_t)d->soup->triangle_begin[group];
    return trama_soup_meets(d->soup, group, other) &&
           (group != other || triangle == TRAMA_SOUP_NONE ||
            !is_one_part(&d->branch[group], triangle - first, second - first));
}

static inline bool shares_vertex(const trama_soup *soup, uint32_t edge, uint32_t face)
{
    return trama_soup_has_vertex(soup, face, soup->edge[edge][0]) ||
           trama_soup_has_vertex(soup, face, soup->edge[edge][1]);
}

/* Parts of every search. forget: empties the lists of d->found. Boxes of edges and elements from
 * those of the vertices. gather: the lists of a kind, `sorted` into one; false without memory. And
 * whether there are more than may be listed. */
void trama_detection_forget(trama_detection *detect);
void trama_detection_join_boxes(step *s);
bool trama_detection_gather(trama_detection *detect, int kind, trama_pair_list *sorted,
                            bool *crowded);

/* True if the candidates of the step (with the boxes of vertices set) are among the kept pairs;
 * searches for such pairs if that pays. */
bool trama_detection_keeps(step *s);
void trama_detection_find_kept(step *s);
trama_status trama_detection_keep_create(trama_detection *detect, trama_error *error);
void trama_detection_keep_destroy(trama_detection *detect);

/* Both add near pairs to the lists of d->found: those of a step, or only those of edges and
 * faces. */
void trama_detection_find_all(const step *s);
void trama_detection_find_by_trees(const step *s);

#endif
