/* The tangent of a soft body, element by element (element.h). The elastic part and the damping
 * matrix are symmetric; the derivative of the damping force by the positions is not. */
#include "model/soft_body/tangent.h"
#include "model/particle/elements.h"
#include "model/soft_body/twist.h"

/* An element where it is, and the rate of F there. */
typedef struct moving {
    soft_state state;
    matrix rate;
    matrix twist; /* of a positive tangent */
} moving;

static moving moving_of(const soft_body *self, const soft_element *e, const double *q,
                        const double *v)
{
    moving m = {.state = soft_state_of(&self->material, soft_gradient(self, e, q))};
    if (self->positive)
        m.twist = trama_soft_twist(&m.state);
    else if (self->material.beta != 0.0)
        m.rate = soft_gradient(self, e, v);
    return m;
}

/* The change of P when F changes by df. */
static matrix stiffness_of(const soft_body *self, const moving *e, matrix df)
{
    const soft_material *m = &self->material;
    if (self->positive)
        return soft_positive_change(m, &e->state, e->twist, df);
    const matrix dp = soft_change(m, &e->state, df);
    return m->beta == 0.0
               ? dp
               : matrix_sum(1.0, dp, m->beta, soft_damping_change(m, &e->state, e->rate, df));
}

/* The change of P when the rate of F changes by drate. */
static matrix damping_of(const soft_body *self, const moving *e, matrix drate)
{
    const matrix damping = soft_damping(&self->material, &e->state, drate);
    return matrix_sum(self->material.beta, damping, 0.0, damping);
}

void trama_soft_tangent_product(const soft_body *self, const double *q, const double *v,
                                const trama_loads *loads, double cq, double cv, const double *u,
                                double *y)
{
    const bool rates = self->material.beta != 0.0;
    for (size_t i = 0; i < self->count; i++) {
        const soft_element *e = &self->element[i];
        const moving now = moving_of(self, e, q, v);
        const matrix along = soft_gradient(self, e, u);
        const matrix dp = stiffness_of(self, &now, along);
        vec force[4];
        soft_forces(
            e, matrix_sum(cq, dp, rates ? cv : 0.0, rates ? damping_of(self, &now, along) : dp),
            force);
        trama_gather_put(&self->gather, i, e->node, 4, force, y);
    }
    trama_gather_add(&self->gather, 0, self->particles.nodes, y);
    trama_damping_product(self->particles.nodes, loads, 1.0, self->particles.inverse_mass, cv, u,
                          y);
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
    const matrix none = {{{0}}};
    const moving now = moving_of(self, e, q, v);
    for (int j = 0; j < 4; j++)
        for (size_t axis = 0; axis < 3; axis++) {
            const matrix df = matrix_plus_outer(none, unit[axis], e->gradient[j]);
            add_column(self, e, stiffness_of(self, &now, df), j, axis, k);
            if (self->material.beta != 0.0)
                add_column(self, e, damping_of(self, &now, df), j, axis, d);
        }
}

void trama_soft_tangent(const soft_body *self, const double *q, const double *v,
                        const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    for (size_t i = 0; i < self->count; i++)
        add_element(self, &self->element[i], q, v, k, d);
    trama_damping_assemble(self->particles.nodes, loads, 1.0, self->particles.inverse_mass, d);
    for (size_t i = 0; i < 3 * self->particles.nodes; i++)
        trama_triplets_add(d, i, i, self->alpha * self->particles.mass[i % self->particles.nodes]);
}
