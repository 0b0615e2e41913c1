/* Benchmark of Provot's cloth: ns of a step of symplectic Euler on a square sheet, one thread,
 * pinned; a line for each grid, instruction set and kind of work, samples of all of them in turns
 * of random order. The clock counts the thread's own time. A spring is visited once a step: 6 m n
 * springs, less those that edges lack. */
#define _GNU_SOURCE
#include "core/isa.h"
#include "core/numbers.h"
#include "core/random.h"
#include "integrator/integrator.h"
#include "model/model.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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
    trama_isa isa;
    const struct work *work;
    void *parameters;
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
    double ns[SAMPLES + 1]; /* a step */
    size_t samples;
} variant;

static void set(const trama_model_type *type, void *parameters, const char *name, double value)
{
    const trama_field *field = trama_fields_find(type->parameters, name);
    void *at = trama_field_at(field, parameters);
    if (field->kind == TRAMA_INTEGER)
        *(long *)at = (long)value;
    else
        *(double *)at = value;
}

static void *parameters_of(const trama_model_type *type, const struct work *work)
{
    void *p = calloc(1, type->parameters.size);
    if (!p)
        return NULL;
    trama_fields_default(type->parameters, p);
    set(type, p, "structural", 10.0);
    set(type, p, "shear", 5.0);
    set(type, p, "flexion", 1.0);
    set(type, p, "mass", 0.1);
    set(type, p, "coupling", work->coupling);
    set(type, p, "sweeps", (double)work->sweeps);
    return p;
}

/* One corner is held; the perturbation keeps numbers from being denormal. */
static trama_scene_spec scene_of(long points, double drag)
{
    static trama_pin pin;
    trama_scene_spec spec;
    memset(&spec, 0, sizeof spec);
    trama_fields_default(trama_scene_fields, &spec);
    trama_fields_default(trama_grid_fields, &spec.grid);
    trama_fields_default(trama_pin_fields, &pin);
    pin.l[0] = pin.l[1] = 0;
    spec.grid.points[0] = spec.grid.points[1] = points;
    spec.grid.side[0] = spec.grid.side[1] = 1.0;
    spec.gravity[1] = -9.8;
    spec.damping = 1e-5;
    spec.drag = drag;
    spec.perturbation = 1e-4;
    spec.pins = &pin;
    spec.pin_count = 1;
    return spec;
}

static bool open_variant(variant *v, long points, trama_isa isa, const struct work *work)
{
    const trama_model_type *type = trama_model_find("provot");
    const trama_scene_spec spec = scene_of(points, work->drag);
    trama_error error = {.text = "out of memory"};
    *v = (variant){.points = points, .isa = isa, .work = work};
    v->steps = 1 + (long)(2e-3 / (20e-9 * (double)(points * points)));
    v->parameters = parameters_of(type, work);
    trama_isa_force(isa);
    const bool ok =
        v->parameters && trama_scene_create(&spec, &v->scene, &error) == TRAMA_OK &&
        trama_system_create(type, v->parameters, v->scene, &v->system, &error) == TRAMA_OK &&
        trama_integrator_create(trama_integrator_find("symplectic_euler"), NULL, v->system,
                                &v->integrator, &error) == TRAMA_OK;
    if (!ok)
        fprintf(stderr, "benchmark_provot: %s\n", error.text);
    return ok;
}

static void close_variant(variant *v)
{
    trama_integrator_destroy(v->integrator);
    trama_system_destroy(v->system);
    trama_scene_destroy(v->scene);
    free(v->parameters);
}

static double thread_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void take_sample(variant *v)
{
    const double start = thread_seconds();
    for (long i = 0; i < v->steps; i++)
        trama_integrator_step(v->integrator, v->system, 1e-5);
    v->ns[v->samples++] = 1e9 * (thread_seconds() - start) / (double)v->steps;
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

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void report(variant *v)
{
    const double n = (double)v->points,
                 springs = 2 * n * (n - 1) + 2 * (n - 1) * (n - 1) + 2 * n * (n - 2);
    qsort(v->ns, v->samples, sizeof v->ns[0], ascending);
    const double least = v->ns[0], median = v->ns[v->samples / 2];
    printf("%5ld^2  %-9s  %-14s %8.2f %8.2f   %8.2f %8.2f\n", v->points, trama_isa_name(v->isa),
           v->work->name, least / springs, median / springs, least / (n * n), median / (n * n));
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
    cpu_set_t one;
    bool ok = false;
    CPU_ZERO(&one);
    CPU_SET((unsigned)sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    variant *variants = calloc(VARIANTS_MAX, sizeof *variants);
    const size_t count = variants ? open_variants(variants, &ok) : 0;
    if (ok) {
        measure(variants, count);
        puts("ns of a step                        a spring: least, median   a vertex");
        for (size_t i = 0; i < count; i++)
            report(&variants[i]);
    }
    for (size_t i = 0; i < count; i++)
        close_variant(&variants[i]);
    free(variants);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
