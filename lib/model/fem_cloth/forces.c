/* Internal forces: those of the triangles, of the edges, and of plates, each in the order of the
 * mesh. */
#include "core/threads.h"
#include "model/fem_cloth/fabric.h"
#include "model/fem_cloth/triangle.h"

#include <string.h>

static vec node_of(size_t nodes, const double *q, size_t i)
{
    return (vec){q[i], q[nodes + i], q[2 * nodes + i]};
}

/* What is evaluated, and at which state. */
typedef struct evaluation {
    const fem_fabric *fabric;
    bool viscous, damped, bends;
    const double *q, *v;
    double *sum;
} evaluation;

/* ---- Membrane. */

static void add_viscous(const fem_material *m, warp_weft w, warp_weft rate,
                        double stress[FEM_STRAINS])
{
    double change[FEM_STRAINS];
    strain_changes(w, rate, change);
    for (int i = 0; i < FEM_STRAINS; i++)
        stress[i] += m->viscosity[i] * change[i];
}

/* For the hinges at its edges. */
static void store_face(const fem_fabric *f, size_t i, const vec x[3])
{
    const face t = face_of(x[0], x[1], x[2]);
    const double numbers[FACE] = {t.normal.x, t.normal.y, t.normal.z, t.inverse, t.area};
    memcpy(f->faces + FACE * i, numbers, sizeof numbers);
}

static void find_triangle(const evaluation *e, size_t i)
{
    const fem_fabric *f = e->fabric;
    const size_t *corner = f->mesh->triangle[i].node;
    vec x[3], force[3];
    double strain[FEM_STRAINS], stress[FEM_STRAINS], modulus[FEM_STRAINS];
    for (int c = 0; c < 3; c++)
        x[c] = node_of(f->nodes, e->q, corner[c]);
    if (e->bends)
        store_face(f, i, x);
    const warp_weft w = carried(&f->triangle[i], x);
    strains_of(w, strain);
    stresses_of(&f->material, strain, stress, modulus);
    if (e->viscous) {
        for (int c = 0; c < 3; c++)
            x[c] = node_of(f->nodes, e->v, corner[c]);
        add_viscous(&f->material, w, carried(&f->triangle[i], x), stress);
    }
    forces_of(&f->triangle[i], pull_of(stress, w), force);
    trama_gather_put(&f->triangles, i, corner, 3, force, e->sum);
}

/* ---- Bending. */

static face stored_face(const fem_fabric *f, size_t i)
{
    const double *n = f->faces + FACE * i;
    return (face){{n[0], n[1], n[2]}, n[3], n[4]};
}

INLINE void find_hinge(bool damped, const evaluation *e, size_t i)
{
    const fem_fabric *f = e->fabric;
    size_t node[TRAMA_ELEMENT_NODES];
    point p[TRAMA_HINGE_NODES] = {{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
    const trama_edge *edge = &f->mesh->edge[i];
    trama_hinge_find(edge, node);
    for (int k = 0; k < TRAMA_HINGE_NODES; k++) {
        p[k].x = node_of(f->nodes, e->q, node[k]);
        if (damped)
            p[k].v = node_of(f->nodes, e->v, node[k]);
    }
    const vec along = minus(p[TRAMA_HINGE_X4].x, p[TRAMA_HINGE_X3].x);
    const face t1 = stored_face(f, edge->triangle[0]), t2 = stored_face(f, edge->triangle[1]);
    const double square = dot(along, along);
    const hinge_forces bent = hinge(damped, f->held, &p[TRAMA_HINGE_X1], &p[TRAMA_HINGE_X2],
                                    &p[TRAMA_HINGE_X3], &p[TRAMA_HINGE_X4], &t1, &t2, along, square,
                                    1.0 / sqrt(square), f->hinge[i], f->bend);
    vec force[TRAMA_HINGE_NODES];
    force[TRAMA_HINGE_X1] = bent.f1;
    force[TRAMA_HINGE_X2] = bent.f2;
    force[TRAMA_HINGE_X3] = bent.f3;
    force[TRAMA_HINGE_X4] = scaled(-1.0, plus(bent.f1, plus(bent.f2, bent.f3)));
    trama_gather_put(&f->hinges, i, node, TRAMA_HINGE_NODES, force, e->sum);
}

/* For the plates. */
static void store_hinge(const evaluation *e, size_t i)
{
    const fem_fabric *f = e->fabric;
    size_t node[TRAMA_ELEMENT_NODES];
    vec x[TRAMA_HINGE_NODES];
    trama_hinge_find(&f->mesh->edge[i], node);
    for (int k = 0; k < TRAMA_HINGE_NODES; k++)
        x[k] = node_of(f->nodes, e->q, node[k]);
    f->bent[i] = hinge_bent_of(x);
}

static void find_plate(const evaluation *e, size_t i)
{
    const fem_plate *p = &e->fabric->plate[i];
    vec force[FEM_PLATE_NODES];
    trama_fem_plate_forces(p, e->fabric->bent, force);
    trama_gather_put(&e->fabric->plates, i, p->node, p->nodes, force, e->sum);
}

/* ---- The whole, in parts. */

static void find_triangles(void *context, size_t part)
{
    const evaluation *e = context;
    const size_t count = e->fabric->mesh->triangle_count, parts = e->fabric->parts;
    const size_t end = trama_part_begin(count, parts, part + 1, 1);
    for (size_t i = trama_part_begin(count, parts, part, 1); i < end; i++)
        find_triangle(e, i);
}

static void find_hinges(void *context, size_t part)
{
    const evaluation *e = context;
    const fem_fabric *f = e->fabric;
    const size_t end = trama_part_begin(f->mesh->edge_count, f->parts, part + 1, 1);
    for (size_t i = trama_part_begin(f->mesh->edge_count, f->parts, part, 1); i < end; i++)
        if (f->hinge[i].inner != 0.0) {
            if (e->damped)
                find_hinge(true, e, i);
            else
                find_hinge(false, e, i);
        }
}

static void store_hinges(void *context, size_t part)
{
    const evaluation *e = context;
    const fem_fabric *f = e->fabric;
    const size_t end = trama_part_begin(f->mesh->edge_count, f->parts, part + 1, 1);
    for (size_t i = trama_part_begin(f->mesh->edge_count, f->parts, part, 1); i < end; i++)
        if (f->hinge[i].inner != 0.0)
            store_hinge(e, i);
}

static void find_plates(void *context, size_t part)
{
    const evaluation *e = context;
    const size_t count = e->fabric->mesh->triangle_count, parts = e->fabric->parts;
    const size_t end = trama_part_begin(count, parts, part + 1, 1);
    for (size_t i = trama_part_begin(count, parts, part, 1); i < end; i++)
        find_plate(e, i);
}

static void sum_forces(void *context, size_t part)
{
    const evaluation *e = context;
    const fem_fabric *f = e->fabric;
    const size_t begin = trama_part_begin(f->nodes, f->parts, part, 1),
                 end = trama_part_begin(f->nodes, f->parts, part + 1, 1);
    trama_gather_add(&f->triangles, begin, end, e->sum);
    if (e->bends)
        trama_gather_add(&f->hinges, begin, end, e->sum);
    if (f->plate)
        trama_gather_add(&f->plates, begin, end, e->sum);
}

void trama_fem_cloth_forces(const fem_fabric *f, bool rates, const double *q, const double *v,
                            double *sum)
{
    const bool damped = rates && f->bend.damping != 0.0;
    evaluation e = {.fabric = f,
                    .viscous = rates && f->viscous,
                    .damped = damped,
                    .bends = damped || f->bend.elastic != 0.0,
                    .q = q,
                    .v = v,
                    .sum = sum};
    trama_threads_run(f->parts, find_triangles, &e);
    if (e.bends)
        trama_threads_run(f->parts, find_hinges, &e);
    if (f->plate) {
        trama_threads_run(f->parts, store_hinges, &e);
        trama_threads_run(f->parts, find_plates, &e);
    }
    trama_threads_run(f->parts, sum_forces, &e);
}
