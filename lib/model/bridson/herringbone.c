#include "model/bridson/herringbone.h"

#include "core/memory.h"
#include "model/bridson/fabric.h"

/* Where an edge stands: row, kind and number. */
typedef struct place {
    size_t k, kind, number;
} place;

/* An edge along a row or a column, from its B, to its A. */
static place place_in_fan(size_t n, size_t b, size_t a)
{
    const size_t k = b / n, l = b % n;
    const size_t kind = a / n != k ? (a / n > k ? TO_S : TO_N) : (a % n > l ? TO_E : TO_W);
    return (place){k, kind, l / 2};
}

static place place_of(size_t n, const trama_edge *edge)
{
    const size_t i = edge->node[0], j = edge->node[1];
    const size_t k = i / n < j / n ? i / n : j / n, l = i % n < j % n ? i % n : j % n;
    if (i / n != j / n && i % n != j % n)
        return (place){k, l % 2 == 0 ? FIRST : SECOND, l / 2};
    return (i / n + i % n) % 2 == 1 ? place_in_fan(n, i, j) : place_in_fan(n, j, i);
}

/* Where there is no edge all constants are 0, and so are its forces. */
bool trama_bridson_lay_out(bridson_fabric *fabric)
{
    fabric->slots = trama_doubles(slot_at(fabric->n, fabric->m, 0, 0));
    fabric->buffers = trama_doubles(BUFFERS);
    if (!fabric->slots || !fabric->buffers)
        return false;
    for (size_t i = 0; i < fabric->mesh->edge_count; i++) {
        const place p = place_of(fabric->n, &fabric->mesh->edge[i]);
        const bridson_edge *e = &fabric->edge[i];
        const double constants[CONSTANTS] = {e->stiffness, e->length, e->hinge.inner,
                                             e->hinge.sine};
        for (size_t c = 0; c < CONSTANTS; c++)
            fabric->slots[slot_at(fabric->n, p.k, p.kind, c) + p.number] = constants[c];
    }
    return true;
}
