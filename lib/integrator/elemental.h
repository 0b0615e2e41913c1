/* Methods over elements (for integrator/ only). Each reduces the potential whose minimum is a step
 * of backward Euler of size h,
 *
 *   Phi(x) = sum_i (m_i/h^2 + c_i/h) |x_i - y_i|^2/2 + U(x),   v+ = (x - x0)/h,
 *
 * with U the energy of the system's elements (element/element.h), J; m_i/h^2 + c_i/h the node's
 * inertia, N/m; c_i (N s/m) the loads' damping; and y_i the node's position at the end without U:
 *
 *   (m/h^2 + c/h) y = m (x0 + h v)/h^2 + m g + c x0/h.
 *
 * Held coordinates have their values at the step's end and are not unknowns. Anything but elements,
 * gravity, damping and contact by rows and filters is refused by name. The difficulty of a step is
 * measured by s = h^2 k/m.
 *
 * integrator->solves.residual measures the distance of the last step from that minimum: the
 * mass-weighted root mean square of h M^-1 dPhi/dx, m/s, which is the residual of newton.h. */
#ifndef TRAMA_INTEGRATOR_ELEMENTAL_H
#define TRAMA_INTEGRATOR_ELEMENTAL_H

#include "element/element.h"
#include "integrator/integrator.h"

/* The number of methods, in the order of elementals.def. They are added to the registry of
 * integrators once. */
size_t trama_elementals(void);
const trama_integrator_type *trama_elemental_at(size_t index);
trama_status trama_elementals_register(trama_error *error);

typedef struct trama_elemental {
    trama_element_set set;
    size_t nodes;
    size_t *place, *stride; /* of each node: index of its x in v and q; distance to its y, and z */
    vec *block;
    vec *x0, *v;           /* at the step's start, m, m/s */
    vec *x, *y, *gradient; /* m, m, N */
    vec *is_free;          /* of each axis: 1 if free, 0 if held */
    vec *gravity;          /* m/s^2 */
    double *mass, *drag;   /* m, kg; c, N s/m */
    double *inertia;       /* m/h^2 + c/h, N/m */
    double h;              /* s */
    double *mask;          /* nv */
    bool damped;           /* some element has a damper */
    bool holds;            /* some axis of a node is held in this step */
} trama_elemental;

/* Allocates, and makes the elements. TRAMA_BAD_INPUT, path "integrator.name", for parts that are
 * refused. */
trama_status trama_elemental_make(trama_elemental *e, const trama_integrator_type *type,
                                  const trama_system *system, trama_error *error);
void trama_elemental_free(trama_elemental *e);
/* TRAMA_BAD_INPUT if an element has a damper. */
trama_status trama_elemental_undamped(const trama_elemental *e, const trama_integrator_type *type,
                                      trama_error *error);
/* TRAMA_BAD_INPUT if an interaction has forces. */
trama_status trama_elemental_unforced(const trama_system *system, const trama_integrator_type *type,
                                      trama_error *error);

/* Copies the system's state and loads. */
void trama_elemental_take(trama_elemental *e, const trama_system *system);
/* Begins a step of h at x0, v: sets inertia, y, and x = y. */
void trama_elemental_predict(trama_elemental *e, double h);
/* Ends it at x: v = (x - x0)/h on free axes, then x0 = x. */
void trama_elemental_advance(trama_elemental *e);
/* Copies the state to the system. */
void trama_elemental_give(const trama_elemental *e, trama_system *system);

/* Phi at x, J; without dampers, which have no potential. */
double trama_elemental_potential(const trama_elemental *e, const vec *x);
/* dPhi/dx at x, N: 0 on held axes. */
void trama_elemental_gradient(const trama_elemental *e, const vec *x, vec *gradient);
/* The same without U. */
void trama_elemental_inertial(const trama_elemental *e, const vec *x, vec *gradient);
/* Sets what is held to 0. */
void trama_elemental_clear_held(const trama_elemental *e, vec *a);
/* The residual of a gradient, m/s; and the change of velocity from the start to x, the scale of
 * tolerances. */
double trama_elemental_residual(const trama_elemental *e, const vec *gradient);
double trama_elemental_change(const trama_elemental *e, const vec *x);

#endif
