/* Compiled once for each instruction set: three axes at a time, each as it would be alone. */
#include "rigid/sat_axes.h"

#include <math.h>

#define NAME_OF(name, isa) trama_kernel_##name##_##isa
#define NAME(name, isa) NAME_OF(name, isa)

#define EACH_LANE _Pragma("omp simd simdlen(4)") for (int l = 0; l < TRAMA_SAT_LANES; l++)

static inline void take_faces(trama_sat_axes *s)
{
    for (int k = 0; k < 3; k++)
        EACH_LANE
        {
            s->group[0].n[k][l] = k == l ? 1.0 : 0.0;
            s->group[1].n[k][l] = s->edge_b[k][l];
            s->group[0].square[l] = s->group[1].square[l] = 1.0;
        }
}

/* Edge i of the first times those of the second, made unit where that is worth it. */
static inline void multiply_edges(trama_sat_axes *s, int i)
{
    const double x = i == 0 ? 1.0 : 0.0, y = i == 1 ? 1.0 : 0.0, z = i == 2 ? 1.0 : 0.0;
    EACH_LANE
    {
        const double u = s->edge_b[0][l], v = s->edge_b[1][l], w = s->edge_b[2][l];
        const double a = y * w - z * v, b = z * u - x * w, c = x * v - y * u;
        const double square = a * a + b * b + c * c;
        const double size = square < 1e-16 ? 0.0 : 1.0 / sqrt(square);
        s->group[2 + i].square[l] = square;
        s->group[2 + i].n[0][l] = size * a;
        s->group[2 + i].n[1][l] = size * b;
        s->group[2 + i].n[2][l] = size * c;
    }
}

static inline void measure(trama_sat_axes *s, int g)
{
    const double *a = s->half_a, *b = s->half_b;
    const double(*e)[TRAMA_SAT_LANES] = (const double(*)[TRAMA_SAT_LANES])s->edge_b;
    EACH_LANE
    {
        const double x = s->group[g].n[0][l], y = s->group[g].n[1][l], z = s->group[g].n[2][l];
        const double between = s->x[0] * x + s->x[1] * y + s->x[2] * z;
        s->group[g].between[l] = between;
        s->group[g].depth[l] = a[0] * fabs(x) + a[1] * fabs(y) + a[2] * fabs(z) +
                               b[0] * fabs(e[0][0] * x + e[1][0] * y + e[2][0] * z) +
                               b[1] * fabs(e[0][1] * x + e[1][1] * y + e[2][1] * z) +
                               b[2] * fabs(e[0][2] * x + e[1][2] * y + e[2][2] * z) - fabs(between);
    }
}

void NAME(sat, TRAMA_ISA)(trama_sat_axes *s)
{
    take_faces(s);
    for (int i = 0; i < 3; i++)
        multiply_edges(s, i);
    for (int g = 0; g < TRAMA_SAT_GROUPS; g++)
        measure(s, g);
}
