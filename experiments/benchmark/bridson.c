/* Benchmark of Bridson's cloth: ns per bending element of one step of symplectic Euler and of the
 * acceleration alone, on square herringbone meshes, one thread. There is one line for each grid and
 * instruction set, with and without bending damping and limits. The clock counts the processor time
 * of the thread; the table has the least and the median of the samples. */
#include "benchmark/fixture/fixture.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct variant {
    long points;
    trama_isa isa;
    double damping; /* K^d, N s */
    double sweeps;  /* of the limits */
} variant;

static void measure(const variant *v, const fixture *sheet, double *a)
{
    const double cells = (double)(v->points - 1),
                 elements = cells * cells + 2 * cells * (cells - 1);
    const fixture_cost cost = fixture_measure(sheet, elements, 1 + (long)(1e6 / elements), a);
    printf("%5ld^2  %-9s  %-7s %6.0f  %7.2f %7.2f  %7.2f %7.2f\n", v->points,
           trama_isa_name(v->isa), v->damping > 0 ? "damped" : "elastic", v->sweeps, cost.step[0],
           cost.step[1], cost.force[0], cost.force[1]);
}

static bool run(const variant *v)
{
    char material[128];
    snprintf(material, sizeof material,
             "structural=100 shear=100 bending=1e-4 bending_damping=%g density=0.1 sweeps=%.0f",
             v->damping, v->sweeps);
    const trama_scene_spec spec = fixture_sheet(v->points, 10.0, 0.2, 1e-3);
    fixture sheet;
    bool ok = fixture_open(&sheet, "bridson", material, &spec, v->isa);
    double *a = ok ? fixture_room(&sheet) : NULL;
    ok = ok && a;
    if (ok)
        measure(v, &sheet, a);
    fixture_close(&sheet);
    free(a);
    return ok;
}

int main(void)
{
    static const struct {
        double damping, sweeps;
    } kinds[] = {{0, 0}, {1e-6, 0}, {1e-6, 2}};
    static const long grids[] = {32, 128, 512};
    printf("compiler %s, flags %s\n", __VERSION__, TRAMA_FLAGS);
    puts("ns a bending element              sweeps     step  median    force  median");
    for (size_t g = 0; g < sizeof grids / sizeof grids[0]; g++)
        for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++)
            for (size_t k = 0; trama_isa_available(isa) && k < 3; k++)
                if (!run(&(variant){grids[g], isa, kinds[k].damping, kinds[k].sweeps}))
                    return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
