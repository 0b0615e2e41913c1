#include "model/particle/drag_tangent.h"

enum { NODE, UP, DOWN, RIGHT, LEFT, NODES };

static size_t find(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const trama_grid_drag *g = self;
    const size_t k = element / g->n, l = element % g->n;
    node[NODE] = element;
    node[UP] = k + 1 < g->m ? element + g->n : element;
    node[DOWN] = k > 0 ? element - g->n : element;
    node[RIGHT] = l + 1 < g->n ? element + 1 : element;
    node[LEFT] = l > 0 ? element - 1 : element;
    return NODES;
}

/* A = u x w, u and w the vectors between the neighbours. */
static void change(const void *self, size_t element, const trama_element_state *s,
                   vec force[TRAMA_ELEMENT_NODES])
{
    const trama_grid_drag *g = self;
    const vec u = minus(s->x[UP], s->x[DOWN]), w = minus(s->x[RIGHT], s->x[LEFT]);
    const vec du = minus(s->dx[UP], s->dx[DOWN]), dw = minus(s->dx[RIGHT], s->dx[LEFT]);
    (void)element;
    for (int i = UP; i <= LEFT; i++)
        force[i] = (vec){0.0, 0.0, 0.0};
    force[NODE] = trama_drag_change(g->drag, g->wind, cross(u, w), s->v[NODE],
                                    plus(cross(du, w), cross(u, dw)), s->dv[NODE]);
}

trama_elements trama_grid_drag_elements(const trama_grid_drag *grid)
{
    return (trama_elements){.self = grid,
                            .count = grid->drag != 0.0 ? grid->m * grid->n : 0,
                            .nodes = grid->m * grid->n,
                            .rates = true,
                            .find = find,
                            .change = change};
}
