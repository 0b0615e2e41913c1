#include "model/particle/gather.h"

#include "core/threads.h"

#include <stdlib.h>

enum {
    PART_LEAST = 2000
}; /* elements of a part: less than some 100 us of work is not worth a thread */

/* Counts the entries of each node in begin[node + 1], or writes them. */
static void list(const trama_elements *e, trama_gather *g, size_t *next)
{
    for (size_t element = 0; element < e->count; element++) {
        size_t node[TRAMA_ELEMENT_NODES];
        const size_t count = e->find(e->self, element, node);
        for (size_t c = 0; c < count; c++)
            if (next)
                g->slot[next[node[c]]++] = g->corners * element + c;
            else
                g->begin[node[c] + 1]++;
    }
}

bool trama_gather_make(const trama_elements *e, size_t corners, size_t parts, trama_gather *g)
{
    *g = (trama_gather){.nodes = e->nodes, .corners = corners};
    if (parts == 1)
        return true;
    size_t *next = calloc(e->nodes + 1, sizeof *next);
    g->force = calloc(corners * e->count + 1, sizeof *g->force);
    g->slot = calloc(corners * e->count + 1, sizeof *g->slot);
    g->begin = calloc(e->nodes + 1, sizeof *g->begin);
    const bool whole = next && g->force && g->slot && g->begin;
    if (whole) {
        list(e, g, NULL);
        for (size_t i = 0; i < e->nodes; i++)
            next[i + 1] = g->begin[i + 1] += g->begin[i];
        list(e, g, next);
    }
    free(next);
    return whole;
}

void trama_gather_free(trama_gather *g)
{
    free(g->force);
    free(g->slot);
    free(g->begin);
}

void trama_gather_add(const trama_gather *g, size_t begin, size_t end, double *sum)
{
    const size_t nodes = g->nodes;
    for (size_t i = begin; g->force && i < end; i++) {
        vec f = {sum[i], sum[nodes + i], sum[2 * nodes + i]};
        for (size_t s = g->begin[i]; s < g->begin[i + 1]; s++)
            f = plus(f, g->force[g->slot[s]]);
        sum[i] = f.x;
        sum[nodes + i] = f.y;
        sum[2 * nodes + i] = f.z;
    }
}

size_t trama_gather_parts(size_t elements)
{
    const size_t most = 1 + elements / PART_LEAST, threads = trama_threads();
    return threads < most ? threads : most;
}
