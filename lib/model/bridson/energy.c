/* Energies. The bending force is that of
 *
 *   V = K^e |E|^2/(|N1| + |N2|) [2 (cos(theta0/2) - cos(theta/2)) - sin(theta0/2) (theta -
 * theta0)],
 *
 * of which -dV/dx_i = dV/dtheta u_i (element.h), if the factor |E|^2/(|N1| + |N2|) is held
 * constant: Bridson et al. chose it for the force, not for an energy. It is taken at rest here. As
 * it changes with strain alone, what V misses is of the order of strain times bending energy, and
 * nothing at theta = theta0, where V is 0. */
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

static double bent(const bridson_fabric *f, size_t edge, const double *q)
{
    const bridson_edge *e = &f->edge[edge];
    const double theta = trama_bridson_angle(f, edge, q);
    return f->bending * e->factor *
           (2.0 * (cos(e->angle / 2.0) - cos(theta / 2.0)) - e->sine * (theta - e->angle));
}

void trama_bridson_energy(const bridson_fabric *fabric, const double *q, double energy[3])
{
    energy[0] = energy[1] = energy[2] = 0.0;
    for (size_t i = 0; i < fabric->mesh->edge_count; i++) {
        const bridson_edge *e = &fabric->edge[i];
        const double stretch = length(fabric, i, q) - e->length;
        energy[e->diagonal ? 1 : 0] += 0.5 * e->stiffness * stretch * stretch;
        if (e->inner != 0.0)
            energy[2] += bent(fabric, i, q);
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
