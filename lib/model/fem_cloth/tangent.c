/* The tangent of the cloth: triangles, hinges and plates. It is symmetric without viscosity and
 * with constant factors of the hinges (hinge.h); the damping is always symmetric. */
#include "model/fem_cloth/fabric.h"
#include "model/fem_cloth/triangle.h"

static size_t find_triangle(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const fem_fabric *f = self;
    for (int c = 0; c < 3; c++)
        node[c] = f->mesh->triangle[element].node[c];
    return 3;
}

/* Adds viscous stresses, and their change when w changes by dw and its rate by drate. */
static void add_viscous(const fem_material *m, warp_weft w, warp_weft dw, warp_weft rate,
                        warp_weft drate, double stress[FEM_STRAINS], double change[FEM_STRAINS])
{
    double faster[FEM_STRAINS], turned[FEM_STRAINS], now[FEM_STRAINS];
    strain_changes(w, rate, now);
    strain_changes(w, drate, faster);
    strain_changes(dw, rate, turned);
    for (int i = 0; i < FEM_STRAINS; i++) {
        stress[i] += m->viscosity[i] * now[i];
        change[i] += m->viscosity[i] * (faster[i] + turned[i]);
    }
}

static void change_stress(const fem_material *m, warp_weft w, warp_weft dw,
                          double stress[FEM_STRAINS], double change[FEM_STRAINS])
{
    double strain[FEM_STRAINS], dstrain[FEM_STRAINS], modulus[FEM_STRAINS];
    strains_of(w, strain);
    strain_changes(w, dw, dstrain);
    stresses_of(m, strain, stress, modulus);
    for (int i = 0; i < FEM_STRAINS; i++)
        change[i] = modulus[i] * dstrain[i];
    change[FEM_WARP] += m->cross * dstrain[FEM_WEFT];
    change[FEM_WEFT] += m->cross * dstrain[FEM_WARP];
}

INLINE void change_triangle(bool viscous, const fem_fabric *f, size_t element,
                            const trama_element_state *s, vec force[TRAMA_ELEMENT_NODES])
{
    const fem_triangle *t = &f->triangle[element];
    const warp_weft w = carried(t, s->x), dw = carried(t, s->dx);
    double stress[FEM_STRAINS], change[FEM_STRAINS];
    change_stress(&f->material, w, dw, stress, change);
    if (viscous)
        add_viscous(&f->material, w, dw, carried(t, s->v), carried(t, s->dv), stress, change);
    const warp_weft by_shape = pull_of(stress, dw), by_stress = pull_of(change, w);
    forces_of(t, (warp_weft){plus(by_shape.u, by_stress.u), plus(by_shape.v, by_stress.v)}, force);
}

static void change_elastic(const void *self, size_t element, const trama_element_state *state,
                           vec force[TRAMA_ELEMENT_NODES])
{
    change_triangle(false, self, element, state, force);
}
static void change_viscous(const void *self, size_t element, const trama_element_state *state,
                           vec force[TRAMA_ELEMENT_NODES])
{
    change_triangle(true, self, element, state, force);
}

/* ---- Hinges. */

static size_t find_hinge(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const fem_fabric *f = self;
    trama_hinge_find(&f->mesh->edge[element], node);
    return f->hinge[element].inner != 0.0 ? TRAMA_HINGE_NODES : 0;
}

INLINE void change_hinge(bool damped, const fem_fabric *f, size_t element,
                         const trama_element_state *state, vec force[TRAMA_ELEMENT_NODES])
{
    const bend_constants bend = {f->bend.elastic, damped ? f->bend.damping : 0.0};
    trama_hinge_change(&f->hinge[element], &bend, f->held, state, force);
    force[TRAMA_HINGE_X4] = scaled(
        -1.0, plus(force[TRAMA_HINGE_X1], plus(force[TRAMA_HINGE_X2], force[TRAMA_HINGE_X3])));
}
static void change_still(const void *self, size_t element, const trama_element_state *state,
                         vec force[TRAMA_ELEMENT_NODES])
{
    change_hinge(false, self, element, state, force);
}
static void change_damped(const void *self, size_t element, const trama_element_state *state,
                          vec force[TRAMA_ELEMENT_NODES])
{
    change_hinge(true, self, element, state, force);
}

/* ---- Plates. */

static size_t find_plate(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const fem_plate *p = &((const fem_fabric *)self)->plate[element];
    for (size_t i = 0; i < p->nodes; i++)
        node[i] = p->node[i];
    return p->nodes;
}
static void change_plate(const void *self, size_t element, const trama_element_state *state,
                         vec force[TRAMA_ELEMENT_NODES])
{
    trama_fem_plate_change(&((const fem_fabric *)self)->plate[element], state, force);
}

/* ---- The whole. */

void trama_fem_cloth_elements(const fem_fabric *f, bool rates, trama_elements kind[FEM_KINDS])
{
    const bool viscous = rates && f->viscous, damped = rates && f->bend.damping != 0.0;
    const bool bends = damped || f->bend.elastic != 0.0;
    kind[FEM_TRIANGLES] = (trama_elements){.self = f,
                                           .count = f->mesh->triangle_count,
                                           .nodes = f->nodes,
                                           .rates = viscous,
                                           .find = find_triangle,
                                           .change = viscous ? change_viscous : change_elastic};
    kind[FEM_HINGES] = (trama_elements){.self = f,
                                        .count = bends ? f->mesh->edge_count : 0,
                                        .nodes = f->nodes,
                                        .rates = damped,
                                        .find = find_hinge,
                                        .change = damped ? change_damped : change_still};
    kind[FEM_PLATES] = (trama_elements){.self = f,
                                        .count = f->plate ? f->mesh->triangle_count : 0,
                                        .nodes = f->nodes,
                                        .find = find_plate,
                                        .change = change_plate};
}

void trama_fem_cloth_tangent_product(const fem_fabric *f, bool rates, const double *q,
                                     const double *v, double cq, double cv, const double *u,
                                     double *y)
{
    trama_elements kind[FEM_KINDS];
    trama_fem_cloth_elements(f, rates, kind);
    for (int i = 0; i < FEM_KINDS; i++)
        trama_elements_product(&kind[i], q, v, cq, cv, u, y);
}

void trama_fem_cloth_tangent(const fem_fabric *f, bool rates, const double *q, const double *v,
                             trama_triplets *k, trama_triplets *d)
{
    trama_elements kind[FEM_KINDS];
    trama_fem_cloth_elements(f, rates, kind);
    for (int i = 0; i < FEM_KINDS; i++)
        trama_elements_assemble(&kind[i], q, v, k, d);
}
