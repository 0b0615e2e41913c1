/* Benchmark of the finite element models: ns of one step of symplectic Euler and of the
 * acceleration alone, per triangle of fem_cloth (with and without bending) and per tetrahedron of
 * soft_body. One thread, by its own processor time; one line for each size. Then the gain of two
 * threads, or with benchmark_elements THREADS of that number: the same steps with one thread and
 * with several, in pairs of random order, by elapsed time, so that both samples of a pair meet the
 * same load. 1 leaves the comparison out. */
#include "benchmark/fixture/fixture.h"
#include "clock.h"
#include "core/median.h"
#include "core/random.h"
#include "core/sort.h"
#include "core/threads.h"

#include <stdio.h>
#include <stdlib.h>

enum { PAIRS = 61, VARIANTS = 12 };

typedef struct variant {
    const char *name, *model;
    const char *settings;
    trama_scene_spec spec;
} variant;

static bool open_variant(const variant *v, size_t threads, fixture *made)
{
    trama_threads_set(threads);
    const bool ok = fixture_open(made, v->model, v->settings, &v->spec, trama_isa_current());
    trama_threads_set(1);
    return ok;
}

static size_t elements_of(const variant *v, const fixture *made)
{
    const trama_tetrahedra *body = trama_scene_tetrahedra(made->scene);
    const long cells = v->spec.grid.points[0] - 1;
    return body ? body->count : (size_t)(2 * cells * cells);
}

static bool measure(const variant *v)
{
    fixture made;
    const bool opened = open_variant(v, 1, &made);
    double *a = opened ? fixture_room(&made) : NULL;
    if (a) {
        const size_t elements = elements_of(v, &made);
        const fixture_cost cost =
            fixture_measure(&made, (double)elements, 1 + (long)(1e5 / (double)elements), a);
        printf("%-20s %8zu %8zu  %7.1f %7.1f  %7.1f %7.1f\n", v->name, made.system->nv / 3,
               elements, cost.step[0], cost.step[1], cost.force[0], cost.force[1]);
    }
    fixture_close(&made);
    free(a);
    return a;
}

static double time_steps(const fixture *made, long steps)
{
    const double start = clock_seconds(CLOCK_MONOTONIC);
    for (long i = 0; i < steps; i++)
        trama_integrator_step(made->integrator, made->system, 1e-5);
    return clock_seconds(CLOCK_MONOTONIC) - start;
}

static void compare_pair(const variant *v, const fixture pair[2], size_t threads)
{
    const size_t elements = elements_of(v, &pair[0]);
    const long steps = 1 + (long)(1e5 / (double)elements);
    trama_random random = {2};
    double ratio[PAIRS];
    for (size_t i = 0; i < PAIRS; i++) {
        const size_t first = trama_random_bits(&random) % 2;
        double time[2];
        for (size_t turn = 0; turn < 2; turn++)
            time[first ^ turn] = time_steps(&pair[first ^ turn], steps);
        ratio[i] = time[0] / time[1];
    }
    trama_sort(ratio, PAIRS);
    printf("%-20s %8zu elements, 1 over %zu threads by the clock: median %.2f, 5 %% %.2f, 95 %% "
           "%.2f, %d pairs\n",
           v->name, elements, threads, trama_quantile(ratio, PAIRS, 0.5),
           trama_quantile(ratio, PAIRS, 0.05), trama_quantile(ratio, PAIRS, 0.95), PAIRS);
    fflush(stdout);
}

static bool compare(const variant *v, size_t threads)
{
    fixture pair[2] = {{0}, {0}};
    const bool ok = open_variant(v, 1, &pair[0]) && open_variant(v, threads, &pair[1]);
    if (ok)
        compare_pair(v, pair, threads);
    fixture_close(&pair[0]);
    fixture_close(&pair[1]);
    return ok;
}

#define SHEET "young_thickness=100 poisson=0.3 density=0.1"
#define BODY "young=1e4 poisson=0.4 density=200"

static void fill(variant variants[VARIANTS])
{
    static const long grids[] = {33, 65, 129}, cells[] = {4, 8, 16};
    for (size_t g = 0; g < 3; g++) {
        const trama_scene_spec sheet = fixture_sheet(grids[g], 10.0, 0.2, 1e-3);
        const trama_scene_spec box = {
            .gravity = {0.0, -9.8, 0.0},
            .body = {.form = TRAMA_FORM_BOX, .cells = cells[g], .side = {0.4, 0.2, 0.4}}};
        variants[2 * g] = (variant){"fem_cloth, stretches", "fem_cloth", SHEET, sheet};
        variants[2 * g + 1] =
            (variant){"fem_cloth, bends", "fem_cloth", SHEET " bending=1e-4", sheet};
        variants[2 * g + 6] = (variant){"soft_body", "soft_body", BODY, box};
        variants[2 * g + 7] =
            (variant){"soft_body, damped", "soft_body", BODY " stiffness_damping=1e-4", box};
    }
}

int main(int count, char **text)
{
    const size_t threads = count > 1 ? strtoul(text[1], NULL, 10) : 2;
    variant variants[VARIANTS];
    bool ok = threads >= 1 && threads <= trama_threads_most();
    fill(variants);
    printf("compiler %s, flags %s\n", __VERSION__, TRAMA_FLAGS);
    puts("ns an element           nodes elements     step  median    force  median");
    for (size_t i = 0; ok && i < VARIANTS; i++)
        ok = measure(&variants[i]);
    for (size_t i = 0; ok && threads > 1 && i < VARIANTS; i++)
        ok = compare(&variants[i], threads);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
