/* One co-rotational tetrahedron: energy, forces and their derivatives.
 *
 * The deformation gradient is F = sum x_i g_i^T with the gradients g_i (1/m) of the linear shape
 * functions, R its rotation (polar.h) and S = R^T F, symmetric. The energy is that of linear
 * elasticity in the body's own axes (Mueller et al. 2002; Sifakis and Barbic 2012, section 3.4; as
 * a function of F, McAdams et al. 2011):
 *
 *   W(F) = mu |S - I|^2 + lambda/2 tr(S - I)^2            J/m^3
 *
 * and the force is its exact gradient, not a stiffness matrix that is turned along:
 *
 *   P = dW/dF = R T,   T = 2 mu (S - I) + lambda tr(S - I) I,   f_i = -V P g_i.
 *
 * (The two are the same force, R K0 (R^T x - X), for a constant K0; but the usual "warped
 * stiffness" R K0 R^T as its tangent leaves out how R changes.) The change of R is dR = R [w], with
 *
 *   (tr(S) I - S) w = skew(R^T dF),   so   dS = R^T dF - [w] S   and   dP = R ([w] T + dT),
 *
 * which is the exact second derivative: symmetric, and indefinite where the element is compressed
 * (twist.h has a positive one).
 *
 * Damping: the Kelvin-Voigt stress of the rate of S, from the potential beta (mu |S'|^2 + lambda/2
 * tr(S')^2). It is Rayleigh's beta K at rest; unlike beta R K0 R^T it does not resist rigid
 * rotation of a deformed body, and conserves angular momentum:
 *
 *   P_d = beta R (T' - [y]),   T' = 2 mu S' + lambda tr(S') I,   (tr(S) I - S) y = skew(T' S). */
#ifndef TRAMA_MODEL_SOFT_BODY_ELEMENT_H
#define TRAMA_MODEL_SOFT_BODY_ELEMENT_H

#include "model/soft_body/matrix.h"
#include "model/soft_body/polar.h"

typedef struct soft_material {
    double mu, lambda; /* Pa */
    double beta;       /* s */
} soft_material;

/* The current state of an element. */
typedef struct soft_state {
    matrix r, s, t; /* R; S; T, Pa */
    matrix inverse; /* of tr(S) I - S */
} soft_state;

/* T of a symmetric strain, or of its rate. */
INLINE matrix soft_stress(const soft_material *m, matrix strain)
{
    return matrix_plus_diagonal(matrix_sum(2.0 * m->mu, strain, 0.0, strain),
                                m->lambda * matrix_trace(strain));
}

INLINE soft_state soft_state_of(const soft_material *m, matrix f)
{
    soft_state e;
    e.r = trama_soft_rotation(f);
    e.s = matrix_symmetric(matrix_transposed_product(e.r, f));
    e.t = soft_stress(m, matrix_plus_diagonal(e.s, -1.0));
    e.inverse = matrix_symmetric_inverse(
        matrix_plus_diagonal(matrix_sum(-1.0, e.s, 0.0, e.s), matrix_trace(e.s)));
    return e;
}

/* W, J/m^3. */
INLINE double soft_energy(const soft_material *m, matrix s)
{
    const matrix strain = matrix_plus_diagonal(s, -1.0);
    const double trace = matrix_trace(strain);
    return m->mu * matrix_square(strain) + 0.5 * m->lambda * trace * trace;
}

/* w for a change or a rate of F: a = R^T dF. */
INLINE vec soft_spin(const soft_state *e, matrix a)
{
    return matrix_times(e->inverse, matrix_skew(a));
}

/* dS */
INLINE matrix soft_strain_change(const soft_state *e, matrix a, vec w)
{
    return matrix_symmetric(matrix_sum(1.0, a, -1.0, matrix_product(matrix_cross(w), e->s)));
}

/* dP of dF. */
INLINE matrix soft_change(const soft_material *m, const soft_state *e, matrix df)
{
    const matrix a = matrix_transposed_product(e->r, df);
    const vec w = soft_spin(e, a);
    const matrix dt = soft_stress(m, soft_strain_change(e, a, w));
    return matrix_product(e->r, matrix_sum(1.0, matrix_product(matrix_cross(w), e->t), 1.0, dt));
}

/* R^T P_d / beta of the rate S': T' - [y]. */
INLINE matrix soft_damping_stress(const soft_material *m, const soft_state *e, matrix rate)
{
    const matrix t = soft_stress(m, rate);
    const vec y = matrix_times(e->inverse, matrix_skew(matrix_product(t, e->s)));
    return matrix_sum(1.0, t, -1.0, matrix_cross(y));
}

/* P_d / beta of the rate of F. Linear and symmetric in the rate, and positive semidefinite: without
 * velocities, a substitute for dP. */
INLINE matrix soft_damping(const soft_material *m, const soft_state *e, matrix rate)
{
    const matrix a = matrix_transposed_product(e->r, rate);
    const matrix strain = soft_strain_change(e, a, soft_spin(e, a));
    return matrix_product(e->r, soft_damping_stress(m, e, strain));
}

/* The change of P_d / beta with F at a fixed rate of F: the derivative of soft_damping, line by
 * line. */
INLINE matrix soft_damping_change(const soft_material *m, const soft_state *e, matrix rate,
                                  matrix df)
{
    const matrix along = matrix_transposed_product(e->r, df);
    const vec turn = soft_spin(e, along);
    const matrix ds = soft_strain_change(e, along, turn), turning = matrix_cross(turn);
    const matrix dg =
        matrix_plus_diagonal(matrix_sum(-1.0, ds, 0.0, ds), matrix_trace(ds)); /* of tr(S) I - S */

    const matrix a = matrix_transposed_product(e->r, rate);
    const matrix da = matrix_sum(-1.0, matrix_product(turning, a), 0.0, a);
    const vec w = soft_spin(e, a);
    const vec dw = matrix_times(e->inverse, minus(matrix_skew(da), matrix_times(dg, w)));
    const matrix strain = soft_strain_change(e, a, w);
    const matrix dstrain = matrix_symmetric(
        matrix_sum(1.0, matrix_sum(1.0, da, -1.0, matrix_product(matrix_cross(dw), e->s)), -1.0,
                   matrix_product(matrix_cross(w), ds)));

    const matrix t = soft_stress(m, strain), dt = soft_stress(m, dstrain);
    const vec y = matrix_times(e->inverse, matrix_skew(matrix_product(t, e->s)));
    const matrix dm = matrix_sum(1.0, matrix_product(dt, e->s), 1.0, matrix_product(t, ds));
    const vec dy = matrix_times(e->inverse, minus(matrix_skew(dm), matrix_times(dg, y)));
    const matrix own = matrix_sum(1.0, t, -1.0, matrix_cross(y));
    const matrix down = matrix_sum(1.0, dt, -1.0, matrix_cross(dy));
    return matrix_product(e->r, matrix_sum(1.0, matrix_product(turning, own), 1.0, down));
}

#endif
