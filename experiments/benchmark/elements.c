/* Benchmark of the models of finite elements: ns of one step of symplectic Euler and of the
 * acceleration alone, per triangle of fem_cloth (which bends, or does not) and per tetrahedron of
 * soft_body; a line for each size. With one thread the clock counts its own time, with several
 * (benchmark_elements THREADS) the time that passes; least and median of some samples. */
#include "benchmark/fixture/fixture.h"
#include "clock.h"
#include "core/sort.h"
#include "core/threads.h"

#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 15 };

static void measure(const char *name, size_t elements, trama_system *system,
                    trama_integrator *integrator, double *a)
{
    const clockid_t clock = trama_threads() == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
    const long steps = 1 + (long)(1e5 / (double)elements);
    double step[SAMPLES], force[SAMPLES];
    for (int s = 0; s < SAMPLES; s++) {
        const double start = clock_seconds(clock);
        for (long i = 0; i < steps; i++)
            trama_integrator_step(integrator, system, 1e-5);
        const double middle = clock_seconds(clock);
        for (long i = 0; i < steps; i++)
            trama_system_acceleration(system, system->t, system->q, system->v, a);
        const double per = 1e9 / ((double)steps * (double)elements);
        step[s] = (middle - start) * per;
        force[s] = (clock_seconds(clock) - middle) * per;
    }
    trama_sort(step, SAMPLES);
    trama_sort(force, SAMPLES);
    printf("%-22s %8zu %8zu  %7.1f %7.1f  %7.1f %7.1f\n", name, system->nv / 3, elements, step[0],
           step[SAMPLES / 2], force[0], force[SAMPLES / 2]);
}

static bool run(const char *name, const char *model, const fixture_value *values,
                const trama_scene_spec *spec)
{
    fixture made;
    bool ok = fixture_open(&made, model, values, spec, trama_isa_current());
    double *a = ok ? calloc(made.system->nv, sizeof *a) : NULL;
    ok = ok && a;
    if (ok) {
        const trama_tetrahedra *body = trama_scene_tetrahedra(made.scene);
        const long cells = spec->grid.points[0] - 1;
        measure(name, body ? body->count : (size_t)(2 * cells * cells), made.system,
                made.integrator, a);
    }
    fixture_close(&made);
    free(a);
    return ok;
}

int main(int count, char **text)
{
    static const fixture_value stretches[] = {
        {"young_thickness", 100.0}, {"poisson", 0.3}, {"density", 0.1}, {NULL, 0.0}};
    static const fixture_value bends[] = {{"young_thickness", 100.0},
                                          {"poisson", 0.3},
                                          {"density", 0.1},
                                          {"bending", 1e-4},
                                          {NULL, 0.0}};
    static const fixture_value soft[] = {
        {"young", 1e4}, {"poisson", 0.4}, {"density", 200.0}, {NULL, 0.0}};
    static const fixture_value damped[] = {{"young", 1e4},
                                           {"poisson", 0.4},
                                           {"density", 200.0},
                                           {"stiffness_damping", 1e-4},
                                           {NULL, 0.0}};
    static const long grids[] = {33, 65, 129}, cells[] = {4, 8, 16};
    bool ok = true;
    trama_threads_set(count > 1 ? strtoul(text[1], NULL, 10) : 1);
    printf("compiler %s, flags %s\n", __VERSION__, TRAMA_FLAGS);
    puts("ns an element             nodes elements     step  median    force  median");
    for (size_t g = 0; g < 3; g++) {
        const trama_scene_spec sheet = fixture_sheet(grids[g], 10.0, 0.2, 1e-3);
        ok = ok && run("fem_cloth, stretches", "fem_cloth", stretches, &sheet) &&
             run("fem_cloth, bends", "fem_cloth", bends, &sheet);
    }
    for (size_t g = 0; g < 3; g++) {
        const trama_scene_spec box = {
            .gravity = {0.0, -9.8, 0.0},
            .body = {.form = TRAMA_FORM_BOX, .cells = cells[g], .side = {0.4, 0.2, 0.4}}};
        ok = ok && run("soft_body", "soft_body", soft, &box) &&
             run("soft_body, damped", "soft_body", damped, &box);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
