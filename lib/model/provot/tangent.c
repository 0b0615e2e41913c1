/* The tangent of Provot's cloth: springs, and the loads' damping and drag. Symmetric except for the
 * drag. The coupling force has no tangent here, since its signs are drawn again at every time. */
#include "model/particle/drag_tangent.h"
#include "model/provot/sheet.h"

static size_t find(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const provot_sheet *s = self;
    const size_t nodes = s->m * s->n, first = element % nodes;
    node[0] = first;
    return trama_provot_end(s, (provot_family)(element / nodes), first / s->n, first % s->n,
                            &node[1])
               ? 2
               : 0;
}

static void change(const void *self, size_t element, const trama_element_state *state,
                   vec force[TRAMA_ELEMENT_NODES])
{
    const provot_sheet *s = self;
    const size_t family = element / (s->m * s->n);
    force[0] =
        trama_spring_change(s->stiffness[trama_provot_steps[family].kind], s->rest[family],
                            minus(state->x[1], state->x[0]), minus(state->dx[1], state->dx[0]));
    force[1] = scaled(-1.0, force[0]);
}

static trama_elements springs_of(const provot_sheet *s)
{
    const size_t nodes = s->m * s->n;
    return (trama_elements){.self = s,
                            .count = PROVOT_FAMILIES * nodes,
                            .nodes = nodes,
                            .find = find,
                            .change = change};
}

void trama_provot_tangent_product(const provot_sheet *s, const double *q, const double *v,
                                  const trama_loads *loads, double cq, double cv, const double *u,
                                  double *y)
{
    const trama_grid_drag grid = {s->m, s->n, loads->drag, loads->wind};
    const trama_elements springs = springs_of(s), drag = trama_grid_drag_elements(&grid);
    trama_elements_product(&springs, q, v, cq, cv, u, y);
    trama_elements_product(&drag, q, v, cq, cv, u, y);
    trama_damping_product(s->m * s->n, loads, 1.0, s->inverse_mass, cv, u, y);
}

void trama_provot_tangent(const provot_sheet *s, const double *q, const double *v,
                          const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const trama_grid_drag grid = {s->m, s->n, loads->drag, loads->wind};
    const trama_elements springs = springs_of(s), drag = trama_grid_drag_elements(&grid);
    trama_elements_assemble(&springs, q, v, k, d);
    trama_elements_assemble(&drag, q, v, k, d);
    trama_damping_assemble(s->m * s->n, loads, 1.0, s->inverse_mass, d);
}
