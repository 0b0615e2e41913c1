/* Benchmark of the Cosserat kernel: ns per vertex and step of symplectic Euler on a square sheet,
 * one thread, pinned; one line for each grid and instruction set. Samples of the variants are
 * interleaved in random order, so that a slow spell of the machine meets all of them.
 *
 *   benchmark_kernel [SECONDS a variant] */
#define _GNU_SOURCE
#include "core/isa.h"
#include "core/numbers.h"
#include "core/random.h"
#include "integrator/integrator.h"
#include "model/model.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES_MAX = 400, GRIDS = 4, VARIANTS_MAX = GRIDS * TRAMA_ISA_COUNT };
static const long grids[GRIDS] = {32, 128, 512, 1024};

typedef struct variant {
    long points;
    trama_isa isa;
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
    long steps; /* of a sample: about 5 ms */
    double sample[SAMPLES_MAX];
    size_t samples;
} variant;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void *parameters_of(const trama_model_type *type, double mass)
{
    char *p = calloc(1, type->parameters.size);
    if (!p)
        return NULL;
    trama_fields_default(type->parameters, p);
    static const struct {
        const char *name;
        double value;
    } material[] = {{"zeta", 100.0}, {"xi", 0.01}, {"phi", 0.1}};
    for (size_t i = 0; i < 3; i++) {
        double *value = trama_field_at(trama_fields_find(type->parameters, material[i].name), p);
        for (size_t j = 0; j < 4; j++)
            value[j] = material[i].value;
    }
    *(double *)trama_field_at(trama_fields_find(type->parameters, "mass"), p) = mass;
    return p;
}

static bool open_variant(variant *v, long points, trama_isa isa)
{
    static trama_pin pin = {.interval = {{TRAMA_NAN, TRAMA_NAN}, {TRAMA_NAN, TRAMA_NAN}}};
    const trama_model_type *type = trama_model_find("cosserat");
    trama_scene_spec spec;
    trama_error error = {0};
    trama_fields_default(trama_scene_fields, &spec);
    memset(&spec, 0, sizeof spec);
    trama_fields_default(trama_grid_fields, &spec.grid);
    spec.grid.points[0] = spec.grid.points[1] = points;
    spec.grid.side[0] = spec.grid.side[1] = 10.0;
    spec.gravity[1] = -9.8;
    spec.damping = 0.2;
    spec.perturbation = 1e-3; /* so that no number is denormal */
    spec.seed = 1;
    spec.pins = &pin;
    spec.pin_count = 1;
    *v = (variant){.points = points, .isa = isa};
    trama_isa_force(isa);
    void *p = parameters_of(type, 10.0);
    const bool ok = p && trama_scene_create(&spec, &v->scene, &error) == TRAMA_OK &&
                    trama_system_create(type, p, v->scene, &v->system, &error) == TRAMA_OK &&
                    trama_integrator_create(trama_integrator_find("symplectic_euler"), NULL,
                                            v->system, &v->integrator, &error) == TRAMA_OK;
    free(p);
    if (!ok)
        fprintf(stderr, "benchmark_kernel: %s\n", error.text);
    v->steps = 1 + (long)(5e-3 / (10e-9 * (double)(points * points)));
    return ok;
}

static void take_sample(variant *v)
{
    const double dt = 1e-4;
    const double start = seconds_now();
    for (long i = 0; i < v->steps; i++)
        trama_integrator_step(v->integrator, v->system, dt);
    const double vertices = (double)(v->points * v->points) * (double)v->steps;
    v->sample[v->samples++] = 1e9 * (seconds_now() - start) / vertices;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const variant *v, double share)
{
    return v->sample[(size_t)(share * (double)(v->samples - 1) + 0.5)];
}

static void report(variant *v)
{
    qsort(v->sample, v->samples, sizeof v->sample[0], ascending);
    printf("%5ld^2  %-10s %7.2f  %7.2f %7.2f  %5zu\n", v->points, trama_isa_name(v->isa),
           quantile(v, 0.5), quantile(v, 0.05), quantile(v, 0.95), v->samples);
}

static void close_variant(variant *v)
{
    trama_integrator_destroy(v->integrator);
    trama_system_destroy(v->system);
    trama_scene_destroy(v->scene);
}

/* The line of /proc/cpuinfo, for the record. */
static void print_machine(void)
{
    char line[512];
    FILE *in = fopen("/proc/cpuinfo", "r");
    while (in && fgets(line, sizeof line, in))
        if (strncmp(line, "model name", 10) == 0 || strncmp(line, "cache size", 10) == 0 ||
            strncmp(line, "cpu MHz", 7) == 0) {
            fputs(line, stdout);
            if (strncmp(line, "cache size", 10) == 0)
                break;
        }
    if (in)
        fclose(in);
}

static int pin_process(void)
{
    cpu_set_t one;
    const int cpu = sched_getcpu();
    CPU_ZERO(&one);
    CPU_SET((unsigned)cpu, &one);
    return sched_setaffinity(0, sizeof one, &one) == 0 ? cpu : -1;
}

int main(int argc, char **argv)
{
    const double budget = argc > 1 ? strtod(argv[1], NULL) : 1.0;
    variant *variants = calloc(VARIANTS_MAX, sizeof *variants);
    size_t count = 0;
    trama_random random = {1};
    for (size_t g = 0; variants && g < GRIDS; g++)
        for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++)
            if (trama_isa_available(isa) && !open_variant(&variants[count++], grids[g], isa))
                return 1;
    print_machine();
    printf("pinned to processor %d; scheme reference, symplectic Euler, double precision\n",
           pin_process());
    for (size_t i = 0; i < count; i++)
        take_sample(&variants[i]); /* warm-up */
    const double end = seconds_now() + budget * (double)count;
    for (size_t i = 0; i < count; i++)
        variants[i].samples = 0;
    while (seconds_now() < end) {
        variant *v = &variants[trama_random_bits(&random) % count];
        if (v->samples < SAMPLES_MAX)
            take_sample(v);
    }
    printf("   grid  set         median     5 %%    95 %%  samples   (ns per vertex and step)\n");
    for (size_t i = 0; i < count; i++) {
        report(&variants[i]);
        close_variant(&variants[i]);
    }
    free(variants);
    return 0;
}
