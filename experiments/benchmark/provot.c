/* Benchmark of Provot's cloth: ns of a step of symplectic Euler on a square sheet, one thread,
 * pinned. There is one line for each grid, instruction set and kind of work; the samples of all of
 * them take turns in random order. The clock counts the processor time of the thread. A step visits
 * each spring once: 6 m n springs, less those that are missing at the edges. */
#include "benchmark/fixture/fixture.h"
#include "benchmark/fixture/machine.h"
#include "clock.h"
#include "core/median.h"
#include "core/random.h"
#include "core/sort.h"

#include <stdio.h>
#include <stdlib.h>

/* What a step does besides springs and gravity. */
static const struct work {
    const char *name;
    double drag, coupling;
    long sweeps;
} works[] = {{"springs", 0, 0, 0},
             {"and drag", 1e-4, 0, 0},
             {"and coupling", 0, 0.01, 0},
             {"and correction", 0, 0, 4}};
static const long grids[] = {32, 128, 512};

enum {
    WORKS = sizeof works / sizeof *works,
    GRIDS = sizeof grids / sizeof *grids,
    VARIANTS_MAX = WORKS * GRIDS * TRAMA_ISA_COUNT,
    SAMPLES = 60,
};

typedef struct variant {
    long points, steps; /* steps of a sample: about 2 ms */
    const struct work *work;
    fixture fixture;
    double ns[SAMPLES + 1]; /* a step */
    size_t samples;
} variant;

/* One corner is held. */
static trama_scene_spec scene_of(long points, double drag)
{
    trama_scene_spec spec = fixture_sheet(points, 1.0, 1e-5, 1e-4);
    spec.drag = drag;
    spec.pins = fixture_corner();
    spec.pin_count = 1;
    return spec;
}

static bool open_variant(variant *v, long points, trama_isa isa, const struct work *work)
{
    char material[128];
    snprintf(material, sizeof material,
             "structural=10 shear=5 flexion=1 mass=0.1 coupling=%g sweeps=%ld", work->coupling,
             work->sweeps);
    const trama_scene_spec spec = scene_of(points, work->drag);
    *v = (variant){.points = points, .work = work};
    v->steps = 1 + (long)(2e-3 / (20e-9 * (double)(points * points)));
    return fixture_open(&v->fixture, "provot", material, &spec, isa);
}

static void take_sample(variant *v)
{
    const double start = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    for (long i = 0; i < v->steps; i++)
        trama_integrator_step(v->fixture.integrator, v->fixture.system, 1e-5);
    v->ns[v->samples++] = 1e9 * (clock_seconds(CLOCK_THREAD_CPUTIME_ID) - start) / (double)v->steps;
}

/* All variants once a round, in random order; the first round is warm-up. */
static void measure(variant *variants, size_t count)
{
    trama_random random = {1};
    for (size_t round = 0; round <= SAMPLES; round++) {
        size_t order[VARIANTS_MAX];
        for (size_t i = 0; i < count; i++) {
            const size_t j = trama_random_bits(&random) % (i + 1);
            order[i] = i;
            order[i] = order[j];
            order[j] = i;
        }
        for (size_t i = 0; i < count; i++) {
            if (round == 1)
                variants[order[i]].samples = 0;
            take_sample(&variants[order[i]]);
        }
    }
}

static void report(variant *v)
{
    const double n = (double)v->points,
                 springs = 2 * n * (n - 1) + 2 * (n - 1) * (n - 1) + 2 * n * (n - 2);
    trama_sort(v->ns, v->samples);
    const double least = v->ns[0], median = trama_quantile(v->ns, v->samples, 0.5);
    printf("%5ld^2  %-9s  %-14s %8.2f %8.2f   %8.2f %8.2f\n", v->points,
           trama_isa_name(v->fixture.isa), v->work->name, least / springs, median / springs,
           least / (n * n), median / (n * n));
}

static size_t open_variants(variant *variants, bool *ok)
{
    size_t count = 0;
    *ok = true;
    for (size_t g = 0; g < GRIDS; g++)
        for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++)
            for (size_t w = 0; *ok && w < WORKS && trama_isa_available(isa); w++)
                *ok = open_variant(&variants[count++], grids[g], isa, &works[w]);
    return count;
}

int main(void)
{
    bool ok = false;
    machine_pin();
    variant *variants = calloc(VARIANTS_MAX, sizeof *variants);
    const size_t count = variants ? open_variants(variants, &ok) : 0;
    if (ok) {
        measure(variants, count);
        puts("ns of a step                        a spring: least, median   a vertex");
        for (size_t i = 0; i < count; i++)
            report(&variants[i]);
    }
    for (size_t i = 0; i < count; i++)
        fixture_close(&variants[i].fixture);
    free(variants);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
