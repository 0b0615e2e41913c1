#include "model/particle/normals.h"

void trama_grid_normals(size_t m, size_t n, const double *q, double *normal)
{
    const size_t nodes = m * n;
    const double *x = q, *y = q + nodes, *z = y + nodes;
    for (size_t k = 0; k < m; k++)
        for (size_t l = 0; l < n; l++) {
            const size_t i = k * n + l;
            const size_t up = k + 1 < m ? i + n : i, down = k > 0 ? i - n : i;
            const size_t right = l + 1 < n ? i + 1 : i, left = l > 0 ? i - 1 : i;
            trama_normal_of(x[up] - x[down], y[up] - y[down], z[up] - z[down], x[right] - x[left],
                            y[right] - y[left], z[right] - z[left], &normal[i], &normal[nodes + i],
                            &normal[2 * nodes + i]);
        }
}

/* D has eigenvalue c across the normal and c + C_f along it. */
static void solve_node(double damping, double drag, const double n[3], double *x, double *y,
                       double *z)
{
    const double across = 1.0 / (1.0 + damping), along = 1.0 / (1.0 + damping + drag);
    const double excess = (along - across) * (n[0] * *x + n[1] * *y + n[2] * *z);
    *x = across * *x + excess * n[0];
    *y = across * *y + excess * n[1];
    *z = across * *z + excess * n[2];
}

void trama_particle_solve_drag(size_t nodes, double h, const double *inverse_mass,
                               const double *normal, const trama_loads *loads, double *dv)
{
    static const double none[3] = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < nodes; i++) {
        const double scale = h * inverse_mass[i];
        double n[3];
        for (size_t axis = 0; axis < 3; axis++)
            n[axis] = normal ? normal[axis * nodes + i] : none[axis];
        solve_node(scale * loads->damping + h * loads->rate, scale * loads->drag, n, &dv[i],
                   &dv[nodes + i], &dv[2 * nodes + i]);
    }
}
