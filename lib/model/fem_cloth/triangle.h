/* A triangle of the finite-element cloth: strains, stresses and their changes. All inline.
 *
 * Volino, Magnenat-Thalmann and Faure 2009, section 3. A triangle carries the unit vectors of warp
 * and weft to
 *
 *   U = sum_i ru_i P_i,   V = sum_i rv_i P_i,
 *   ru_a = (v_b - v_c)/d, rv_a = (u_c - u_b)/d, and so on in turn,
 *   d = u_a (v_b - v_c) + u_b (v_c - v_a) + u_c (v_a - v_b),
 *
 * from which follow Green and Lagrange's strains, the third that of engineers (twice the tensor's),
 *
 *   e_uu = (U.U - 1)/2,   e_vv = (V.V - 1)/2,   e_uv = U.V,
 *
 * and with stresses s, which are derivatives of an energy per area at rest, the forces
 *
 *   F_j = - A (s_uu ru_j U + s_vv rv_j V + s_uv (ru_j V + rv_j U)),   A = |d|/2.
 *
 * The weights sum to 0, so corner 0 is the origin here, and its force is the opposite of the
 * others': momentum is conserved to the bit. */
#ifndef TRAMA_MODEL_FEM_CLOTH_TRIANGLE_H
#define TRAMA_MODEL_FEM_CLOTH_TRIANGLE_H

#include "model/fem_cloth/fabric.h"

/* Two vectors: the deformed warp and weft, their rates or changes, or the corresponding forces. */
typedef struct warp_weft {
    vec u, v;
} warp_weft;

/* From the corners' positions, velocities or changes. */
INLINE warp_weft carried(const fem_triangle *t, const vec *x)
{
    const vec a = minus(x[1], x[0]), b = minus(x[2], x[0]);
    return (warp_weft){combined(t->ru[0], a, t->ru[1], b), combined(t->rv[0], a, t->rv[1], b)};
}

INLINE void strains_of(warp_weft w, double strain[FEM_STRAINS])
{
    strain[FEM_WARP] = 0.5 * (dot(w.u, w.u) - 1.0);
    strain[FEM_WEFT] = 0.5 * (dot(w.v, w.v) - 1.0);
    strain[FEM_SHEAR] = dot(w.u, w.v);
}

/* The change of the strains when `w` changes by `dw`. */
INLINE void strain_changes(warp_weft w, warp_weft dw, double change[FEM_STRAINS])
{
    change[FEM_WARP] = dot(w.u, dw.u);
    change[FEM_WEFT] = dot(w.v, dw.v);
    change[FEM_SHEAR] = dot(dw.u, w.v) + dot(w.u, dw.v);
}

/* Stresses at a strain, N/m, and the slopes of the curves. */
INLINE void stresses_of(const fem_material *m, const double strain[FEM_STRAINS],
                        double stress[FEM_STRAINS], double modulus[FEM_STRAINS])
{
    for (int i = 0; i < FEM_STRAINS; i++)
        stress[i] = trama_fem_curve_stress(&m->curve[i], strain[i], &modulus[i]);
    stress[FEM_WARP] += m->cross * strain[FEM_WEFT];
    stress[FEM_WEFT] += m->cross * strain[FEM_WARP];
}

/* s_uu U + s_uv V, and s_vv V + s_uv U. */
INLINE warp_weft pull_of(const double stress[FEM_STRAINS], warp_weft w)
{
    return (warp_weft){combined(stress[FEM_WARP], w.u, stress[FEM_SHEAR], w.v),
                       combined(stress[FEM_WEFT], w.v, stress[FEM_SHEAR], w.u)};
}

/* Forces on the corners. */
INLINE void forces_of(const fem_triangle *t, warp_weft pull, vec force[3])
{
    for (int j = 0; j < 2; j++)
        force[j + 1] = scaled(-t->area, combined(t->ru[j], pull.u, t->rv[j], pull.v));
    force[0] = scaled(-1.0, plus(force[1], force[2]));
}

#endif
