/* Internal forces: triangle after triangle, then edge after edge, in the order of the mesh. */
#include "model/fem_cloth/fabric.h"
#include "model/fem_cloth/triangle.h"

#include <string.h>

static vec node_of(size_t nodes, const double *q, size_t i)
{
    return (vec){q[i], q[nodes + i], q[2 * nodes + i]};
}
static void add(size_t nodes, double *f, size_t i, vec force)
{
    f[i] += force.x;
    f[nodes + i] += force.y;
    f[2 * nodes + i] += force.z;
}

/* ---- Membrane. */

static void add_viscous(const fem_material *m, warp_weft w, warp_weft rate,
                        double stress[FEM_STRAINS])
{
    double change[FEM_STRAINS];
    strain_changes(w, rate, change);
    for (int i = 0; i < FEM_STRAINS; i++)
        stress[i] += m->viscosity[i] * change[i];
}

static void add_triangle(const fem_fabric *f, size_t i, bool viscous, const double *q,
                         const double *v, double *sum)
{
    const size_t *corner = f->mesh->triangle[i].node;
    vec x[3], force[3];
    double strain[FEM_STRAINS], stress[FEM_STRAINS], modulus[FEM_STRAINS];
    for (int c = 0; c < 3; c++)
        x[c] = node_of(f->nodes, q, corner[c]);
    const warp_weft w = carried(&f->triangle[i], x);
    strains_of(w, strain);
    stresses_of(&f->material, strain, stress, modulus);
    if (viscous) {
        for (int c = 0; c < 3; c++)
            x[c] = node_of(f->nodes, v, corner[c]);
        add_viscous(&f->material, w, carried(&f->triangle[i], x), stress);
    }
    forces_of(&f->triangle[i], pull_of(stress, w), force);
    for (int c = 0; c < 3; c++)
        add(f->nodes, sum, corner[c], force[c]);
}

/* ---- Bending. */

static void find_faces(const fem_fabric *f, const double *q)
{
    for (size_t i = 0; i < f->mesh->triangle_count; i++) {
        const size_t *corner = f->mesh->triangle[i].node;
        const face t = face_of(node_of(f->nodes, q, corner[0]), node_of(f->nodes, q, corner[1]),
                               node_of(f->nodes, q, corner[2]));
        const double numbers[FACE] = {t.normal.x, t.normal.y, t.normal.z, t.inverse, t.area};
        memcpy(f->faces + FACE * i, numbers, sizeof numbers);
    }
}

static face stored_face(const fem_fabric *f, size_t i)
{
    const double *n = f->faces + FACE * i;
    return (face){{n[0], n[1], n[2]}, n[3], n[4]};
}

INLINE void add_hinge(bool damped, const fem_fabric *f, size_t i, const double *q, const double *v,
                      double *sum)
{
    size_t node[TRAMA_ELEMENT_NODES];
    point p[TRAMA_HINGE_NODES] = {{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
    const trama_edge *edge = &f->mesh->edge[i];
    trama_hinge_find(edge, node);
    for (int k = 0; k < TRAMA_HINGE_NODES; k++) {
        p[k].x = node_of(f->nodes, q, node[k]);
        if (damped)
            p[k].v = node_of(f->nodes, v, node[k]);
    }
    const vec e = minus(p[TRAMA_HINGE_X4].x, p[TRAMA_HINGE_X3].x);
    const face t1 = stored_face(f, edge->triangle[0]), t2 = stored_face(f, edge->triangle[1]);
    const double square = dot(e, e);
    const hinge_forces bent =
        hinge(damped, f->held, &p[TRAMA_HINGE_X1], &p[TRAMA_HINGE_X2], &p[TRAMA_HINGE_X3],
              &p[TRAMA_HINGE_X4], &t1, &t2, e, square, 1.0 / sqrt(square), f->hinge[i], f->bend);
    add(f->nodes, sum, node[TRAMA_HINGE_X1], bent.f1);
    add(f->nodes, sum, node[TRAMA_HINGE_X2], bent.f2);
    add(f->nodes, sum, node[TRAMA_HINGE_X3], bent.f3);
    add(f->nodes, sum, node[TRAMA_HINGE_X4], scaled(-1.0, plus(bent.f1, plus(bent.f2, bent.f3))));
}

static void add_hinges(const fem_fabric *f, bool damped, const double *q, const double *v,
                       double *sum)
{
    find_faces(f, q);
    for (size_t i = 0; i < f->mesh->edge_count; i++)
        if (f->hinge[i].inner != 0.0)
            add_hinge(damped, f, i, q, v, sum);
}

void trama_fem_cloth_forces(const fem_fabric *f, bool rates, const double *q, const double *v,
                            double *sum)
{
    const bool damped = rates && f->bend.damping != 0.0;
    for (size_t i = 0; i < f->mesh->triangle_count; i++)
        add_triangle(f, i, rates && f->viscous, q, v, sum);
    if (damped || f->bend.elastic != 0.0)
        add_hinges(f, damped, q, v, sum);
}
