/* Energies. The bending force has no potential; the recorded energy uses the factor at rest
 * (particle/hinge.h). */
#include "core/numbers.h"
#include "model/bridson/fabric.h"

#include <math.h>

static double length(const bridson_fabric *f, size_t edge, const double *q)
{
    const size_t i = f->mesh->edge[edge].node[0], j = f->mesh->edge[edge].node[1];
    const double x = q[j] - q[i], y = q[f->nodes + j] - q[f->nodes + i];
    const double z = q[2 * f->nodes + j] - q[2 * f->nodes + i];
    return sqrt(x * x + y * y + z * z);
}

void trama_bridson_energy(const bridson_fabric *fabric, const double *q, double energy[3])
{
    energy[0] = energy[1] = energy[2] = 0.0;
    for (size_t i = 0; i < fabric->mesh->edge_count; i++) {
        const bridson_edge *e = &fabric->edge[i];
        const double stretch = length(fabric, i, q) - e->length;
        energy[e->diagonal ? 1 : 0] += 0.5 * e->stiffness * stretch * stretch;
        if (e->hinge.inner != 0.0)
            energy[2] += trama_hinge_energy(fabric->mesh, i, &e->hinge, fabric->bending, q);
    }
}

/* Not a number stays. */
static void raise(double value, double *largest)
{
    if (!(value <= *largest) && !isnan(*largest))
        *largest = value;
}

void trama_bridson_strains(const bridson_fabric *fabric, const double *q, double strain[3])
{
    strain[0] = strain[1] = strain[2] = -TRAMA_INFINITY;
    for (size_t i = 0; i < fabric->mesh->edge_count; i++) {
        const bridson_edge *e = &fabric->edge[i];
        const double stretch = length(fabric, i, q) / e->length - 1.0;
        raise(stretch, &strain[e->diagonal ? 1 : 0]);
        if (!e->diagonal)
            raise(-stretch, &strain[2]);
    }
    for (int i = 0; i < 3; i++)
        strain[i] = strain[i] == -TRAMA_INFINITY ? TRAMA_NAN : strain[i];
}
