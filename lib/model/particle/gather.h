/* Forces of elements, computed by several threads and summed at the nodes in the order of the
 * elements: the same bits as with one thread. */
#ifndef TRAMA_MODEL_PARTICLE_GATHER_H
#define TRAMA_MODEL_PARTICLE_GATHER_H

#include "core/vec.h"
#include "model/particle/elements.h"

typedef struct trama_gather {
    size_t nodes;
    size_t corners; /* most corners of an element */
    vec *force;     /* on each corner of each element, N; NULL: with one thread */
    size_t *begin;  /* of each node, and an end: first entry in `slot` */
    size_t *slot;   /* of each node, in the order of the elements: its forces in `force` */
} trama_gather;

/* Number of parts worth using for that many elements: at most one per thread. */
size_t trama_gather_parts(size_t elements);

/* For the elements of `find`, in `parts` parts. False without memory; free it by trama_gather_free
 * in any case. */
bool trama_gather_make(const trama_elements *elements, size_t corners, size_t parts,
                       trama_gather *gather);
void trama_gather_free(trama_gather *gather);

/* Takes the forces of an element on its `count` nodes: with one thread it adds them to `sum` (3 N),
 * with several it stores them. The order of the nodes is that of `find`. */
INLINE void trama_gather_put(const trama_gather *g, size_t element, const size_t *node,
                             size_t count, const vec *force, double *sum)
{
    for (size_t c = 0; c < count; c++)
        if (g->force) {
            g->force[g->corners * element + c] = force[c];
        } else {
            sum[node[c]] += force[c].x;
            sum[g->nodes + node[c]] += force[c].y;
            sum[2 * g->nodes + node[c]] += force[c].z;
        }
}

/* Adds the stored forces on nodes begin <= i < end to `sum`. */
void trama_gather_add(const trama_gather *gather, size_t begin, size_t end, double *sum);

#endif
