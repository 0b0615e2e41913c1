/* Energies, whose gradients are the elastic forces (for hinges with a constant factor). */
#include "core/numbers.h"
#include "model/fem_cloth/fabric.h"
#include "model/fem_cloth/triangle.h"

static void strains_at(const fem_fabric *f, size_t triangle, const double *q,
                       double strain[FEM_STRAINS])
{
    vec x[3];
    for (int c = 0; c < 3; c++) {
        const size_t i = f->mesh->triangle[triangle].node[c];
        x[c] = (vec){q[i], q[f->nodes + i], q[2 * f->nodes + i]};
    }
    strains_of(carried(&f->triangle[triangle], x), strain);
}

static double plate_energy(const fem_fabric *f, size_t triangle, const double *q)
{
    const fem_plate *p = &f->plate[triangle];
    vec x[FEM_PLATE_NODES];
    for (size_t i = 0; i < p->nodes; i++)
        x[i] = (vec){q[p->node[i]], q[f->nodes + p->node[i]], q[2 * f->nodes + p->node[i]]};
    return trama_fem_plate_energy(p, x);
}

void trama_fem_cloth_energy(const fem_fabric *f, const double *q, double energy[3])
{
    energy[0] = energy[1] = energy[2] = 0.0;
    for (size_t i = 0; i < f->mesh->triangle_count; i++) {
        double strain[FEM_STRAINS], work[FEM_STRAINS];
        strains_at(f, i, q, strain);
        for (int k = 0; k < FEM_STRAINS; k++)
            work[k] = trama_fem_curve_work(&f->material.curve[k], strain[k]);
        energy[0] +=
            f->triangle[i].area * (work[FEM_WARP] + work[FEM_WEFT] +
                                   f->material.cross * strain[FEM_WARP] * strain[FEM_WEFT]);
        energy[1] += f->triangle[i].area * work[FEM_SHEAR];
    }
    for (size_t i = 0; i < f->mesh->edge_count; i++)
        energy[2] += trama_hinge_energy(f->mesh, i, &f->hinge[i], f->bend.elastic, q);
    for (size_t i = 0; f->plate && i < f->mesh->triangle_count; i++)
        energy[2] += plate_energy(f, i, q);
}

/* Not a number stays. */
static void raise(double value, double *largest)
{
    if (!(value <= *largest) && !isnan(*largest))
        *largest = value;
}

void trama_fem_cloth_strains(const fem_fabric *f, const double *q, double largest[4])
{
    for (int k = 0; k < 4; k++)
        largest[k] = -TRAMA_INFINITY;
    for (size_t i = 0; i < f->mesh->triangle_count; i++) {
        double strain[FEM_STRAINS];
        strains_at(f, i, q, strain);
        raise(strain[FEM_WARP], &largest[0]);
        raise(strain[FEM_WEFT], &largest[1]);
        raise(fabs(strain[FEM_SHEAR]), &largest[2]);
        raise(-strain[FEM_WARP], &largest[3]);
        raise(-strain[FEM_WEFT], &largest[3]);
    }
}
