#include "model/particle/elements.h"

#include <math.h>

static vec node_of(const trama_elements *e, const double *x, size_t node)
{
    return (vec){x[node], x[e->nodes + node], x[2 * e->nodes + node]};
}

/* Its nodes, and where they are; their number. */
static size_t look_at(const trama_elements *e, size_t element, const double *q, const double *v,
                      size_t node[TRAMA_ELEMENT_NODES], trama_element_state *state)
{
    const size_t count = e->find(e->self, element, node);
    for (size_t i = 0; i < count; i++) {
        state->x[i] = node_of(e, q, node[i]);
        state->v[i] = node_of(e, v, node[i]);
        state->dx[i] = state->dv[i] = (vec){0.0, 0.0, 0.0};
    }
    return count;
}

void trama_elements_product(const trama_elements *e, const double *q, const double *v, double cq,
                            double cv, const double *u, double *y)
{
    for (size_t element = 0; element < e->count; element++) {
        size_t node[TRAMA_ELEMENT_NODES];
        trama_element_state state;
        vec force[TRAMA_ELEMENT_NODES];
        const size_t count = look_at(e, element, q, v, node, &state);
        for (size_t i = 0; i < count; i++) {
            const vec along = node_of(e, u, node[i]);
            state.dx[i] = scaled(cq, along);
            state.dv[i] = scaled(cv, along);
        }
        if (count > 0)
            e->change(e->self, element, &state, force);
        for (size_t i = 0; i < count; i++) {
            y[node[i]] += force[i].x;
            y[e->nodes + node[i]] += force[i].y;
            y[2 * e->nodes + node[i]] += force[i].z;
        }
    }
}

/* Adds the column of the coordinate `axis` of node `j`: minus the change of all forces with it. */
static void add_column(const trama_elements *e, size_t element, const trama_element_state *state,
                       const size_t *node, size_t count, size_t j, size_t axis,
                       trama_triplets *entries)
{
    vec force[TRAMA_ELEMENT_NODES];
    e->change(e->self, element, state, force);
    for (size_t i = 0; i < count; i++) {
        const size_t column = axis * e->nodes + node[j];
        trama_triplets_add(entries, node[i], column, -force[i].x);
        trama_triplets_add(entries, e->nodes + node[i], column, -force[i].y);
        trama_triplets_add(entries, 2 * e->nodes + node[i], column, -force[i].z);
    }
}

void trama_elements_assemble(const trama_elements *e, const double *q, const double *v,
                             trama_triplets *k, trama_triplets *d)
{
    static const vec unit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    static const vec zero = {0.0, 0.0, 0.0};
    for (size_t element = 0; element < e->count; element++) {
        size_t node[TRAMA_ELEMENT_NODES];
        trama_element_state state;
        const size_t count = look_at(e, element, q, v, node, &state);
        for (size_t j = 0; j < count; j++)
            for (size_t axis = 0; axis < 3; axis++) {
                state.dx[j] = unit[axis];
                add_column(e, element, &state, node, count, j, axis, k);
                state.dx[j] = zero;
                state.dv[j] = unit[axis];
                if (e->rates)
                    add_column(e, element, &state, node, count, j, axis, d);
                state.dv[j] = zero;
            }
    }
}

vec trama_spring_change(double stiffness, double rest, vec r, vec dr)
{
    const double square = dot(r, r), share = rest / sqrt(square); /* l0/l */
    return combined(stiffness * (1.0 - share), dr, stiffness * share * dot(r, dr) / square, r);
}

static double damping_of(const trama_loads *loads, double factor, double inverse_mass)
{
    return factor * (loads->damping + loads->rate / inverse_mass);
}

void trama_damping_product(size_t nodes, const trama_loads *loads, double factor,
                           const double *inverse_mass, double cv, const double *u, double *y)
{
    for (size_t i = 0; i < 3 * nodes; i++)
        y[i] -= cv * damping_of(loads, factor, inverse_mass[i % nodes]) * u[i];
}

void trama_damping_assemble(size_t nodes, const trama_loads *loads, double factor,
                            const double *inverse_mass, trama_triplets *d)
{
    for (size_t i = 0; i < 3 * nodes; i++)
        trama_triplets_add(d, i, i, damping_of(loads, factor, inverse_mass[i % nodes]));
}

vec trama_drag_change(double drag, const double wind[3], vec area, vec v, vec change, vec dv)
{
    const double square = dot(area, area), inverse = square > 0.0 ? 1.0 / sqrt(square) : 0.0;
    const vec n = scaled(inverse, area), apart = minus((vec){wind[0], wind[1], wind[2]}, v);
    const vec dn = scaled(inverse, plus_scaled(change, -dot(n, change), n));
    return combined(drag * (dot(dn, apart) - dot(n, dv)), n, drag * dot(n, apart), dn);
}
