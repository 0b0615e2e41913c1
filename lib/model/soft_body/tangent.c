/* The tangent of a soft body, element by element (element.h). The elastic part and the damping
 * matrix are symmetric; the change of the damping force with the positions is not. */
#include "model/soft_body/tangent.h"
#include "model/particle/elements.h"

/* The change of P when F changes by df and its rate by drate. */
static matrix stress_change(const soft_body *self, const soft_state *state, matrix rate, matrix df,
                            matrix drate)
{
    const soft_material *m = &self->material;
    const double beta = m->beta;
    const matrix dp = soft_change(m, state, df);
    if (beta == 0.0)
        return dp;
    return matrix_sum(1.0, dp, beta,
                      matrix_sum(1.0, soft_damping_change(m, state, rate, df), 1.0,
                                 soft_damping(m, state, drate)));
}

void trama_soft_tangent_product(const soft_body *self, const double *q, const double *v,
                                const trama_loads *loads, double cq, double cv, const double *u,
                                double *y)
{
    const bool rates = self->material.beta != 0.0;
    for (size_t i = 0; i < self->count; i++) {
        const soft_element *e = &self->element[i];
        const soft_state state = soft_state_of(&self->material, soft_gradient(self, e, q));
        const matrix along = soft_gradient(self, e, u);
        const matrix rate = rates ? soft_gradient(self, e, v) : (matrix){{{0}}};
        soft_scatter(self, e, 1.0,
                     stress_change(self, &state, rate, matrix_sum(cq, along, 0.0, along),
                                   matrix_sum(cv, along, 0.0, along)),
                     y);
    }
    trama_damping_product(self->particles.nodes, loads->damping, cv, u, y);
    for (size_t i = 0; i < 3 * self->particles.nodes; i++)
        y[i] -= cv * self->alpha * self->particles.mass[i % self->particles.nodes] * u[i];
}

/* The column of node j's coordinate `axis`: minus the forces by dp on all four nodes. */
static void add_column(const soft_body *self, const soft_element *e, matrix dp, int j, size_t axis,
                       trama_triplets *entries)
{
    const size_t n = self->particles.nodes, column = axis * n + e->node[j];
    for (int i = 0; i < 4; i++) {
        const vec f = scaled(e->volume, matrix_times(dp, e->gradient[i]));
        trama_triplets_add(entries, e->node[i], column, f.x);
        trama_triplets_add(entries, n + e->node[i], column, f.y);
        trama_triplets_add(entries, 2 * n + e->node[i], column, f.z);
    }
}

static void add_element(const soft_body *self, const soft_element *e, const double *q,
                        const double *v, trama_triplets *k, trama_triplets *d)
{
    static const vec unit[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const soft_material *m = &self->material;
    const bool rates = m->beta != 0.0;
    const matrix none = {{{0}}};
    const soft_state state = soft_state_of(m, soft_gradient(self, e, q));
    const matrix rate = rates ? soft_gradient(self, e, v) : none;
    for (int j = 0; j < 4; j++)
        for (size_t axis = 0; axis < 3; axis++) {
            const matrix df = matrix_plus_outer(none, unit[axis], e->gradient[j]);
            add_column(self, e, stress_change(self, &state, rate, df, none), j, axis, k);
            if (rates) {
                const matrix damping = soft_damping(m, &state, df);
                add_column(self, e, matrix_sum(m->beta, damping, 0.0, damping), j, axis, d);
            }
        }
}

void trama_soft_tangent(const soft_body *self, const double *q, const double *v,
                        const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    for (size_t i = 0; i < self->count; i++)
        add_element(self, &self->element[i], q, v, k, d);
    trama_damping_assemble(self->particles.nodes, loads->damping, d);
    for (size_t i = 0; i < 3 * self->particles.nodes; i++)
        trama_triplets_add(d, i, i, self->alpha * self->particles.mass[i % self->particles.nodes]);
}
