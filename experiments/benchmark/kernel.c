/* Benchmark of the Cosserat kernel: ns per vertex and step of symplectic Euler on a square sheet,
 * scheme `reference`, one thread, pinned; one line for each grid and instruction set. A sample is
 * some steps and as many accelerations alone, so that what the integrator takes is their
 * difference. Samples of the variants are interleaved in random order, so that a slow spell of the
 * machine meets all of them; the clock counts the thread's own time, so that other processes show
 * only in what they take of caches and of a shared core. */
#define _GNU_SOURCE
#include "core/isa.h"
#include "core/numbers.h"
#include "core/random.h"
#include "integrator/integrator.h"
#include "model/model.h"

#include <getopt.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES_MAX = 1000, GRIDS_MAX = 8, VARIANTS_MAX = GRIDS_MAX * TRAMA_ISA_COUNT };

static const char help[] =
    "benchmark_kernel [--grids N,N...] [--isa NAME] [--seconds S]\n"
    "  --grids N,N...  vertices along a side of the sheets, up to 8 (32,128,512,1024)\n"
    "  --isa NAME      one instruction set, x86-64-v2 to v4 (all that the processor has)\n"
    "  --seconds S     time for each line of the table (1)\n"
    "Prints what the machine and the build are, then ns per vertex and step: the least, the "
    "median\n"
    "and the 5 % and 95 % quantiles of whole steps; medians of the kernel (the acceleration, "
    "loads\n"
    "and pins) and of the integrator's rest.\n";

typedef struct options {
    long grids[GRIDS_MAX];
    size_t grid_count;
    const char *isa; /* NULL: all */
    double seconds;
} options;

typedef struct variant {
    long points;
    trama_isa isa;
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
    double *a;  /* accelerations, nv */
    long steps; /* of a sample: about 2 ms */
    double step[SAMPLES_MAX], kernel[SAMPLES_MAX];
    size_t samples;
} variant;

/* --- options --- */

static bool read_grids(const char *text, options *o)
{
    char *end = NULL;
    o->grid_count = 0;
    do {
        const long points = strtol(text, &end, 10);
        if (end == text || points < 2 || points > 8192 || o->grid_count == GRIDS_MAX)
            return false;
        o->grids[o->grid_count++] = points;
        text = end + 1;
    } while (*end == ',');
    return *end == '\0';
}

static bool known_isa(const char *name)
{
    for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++)
        if (trama_isa_available(isa) && strcmp(name, trama_isa_name(isa)) == 0)
            return true;
    return false;
}

/* False: `program` was asked for help, or wrongly; *status is what it ends with. */
static bool read_options(int argc, char **argv, options *o, int *status)
{
    static const struct option table[] = {{"help", no_argument, NULL, 'h'},
                                          {"grids", required_argument, NULL, 'g'},
                                          {"isa", required_argument, NULL, 'i'},
                                          {"seconds", required_argument, NULL, 's'},
                                          {NULL, 0, NULL, 0}};
    *o = (options){.grids = {32, 128, 512, 1024}, .grid_count = 4, .seconds = 1.0};
    bool good = true;
    char *end = NULL;
    for (int c; good && (c = getopt_long(argc, argv, "h", table, NULL)) != -1;) {
        if (c == 'h') {
            fputs(help, stdout);
            *status = EXIT_SUCCESS;
            return false;
        }
        if (c == 'g')
            good = read_grids(optarg, o);
        else if (c == 'i')
            good = known_isa(o->isa = optarg);
        else if (c == 's')
            good = (o->seconds = strtod(optarg, &end)) > 0.0 && *end == '\0';
        else
            good = false;
    }
    if (!good || optind < argc)
        fputs(help, stderr);
    *status = EXIT_FAILURE;
    return good && optind == argc;
}

/* --- variants --- */

static void *parameters_of(const trama_model_type *type, double mass)
{
    static const struct {
        const char *name;
        double value;
    } material[] = {{"zeta", 100.0}, {"xi", 0.01}, {"phi", 0.1}};
    char *p = calloc(1, type->parameters.size);
    if (!p)
        return NULL;
    trama_fields_default(type->parameters, p);
    for (size_t i = 0; i < 3; i++) {
        double *value = trama_field_at(trama_fields_find(type->parameters, material[i].name), p);
        for (size_t j = 0; j < 4; j++)
            value[j] = material[i].value;
    }
    *(double *)trama_field_at(trama_fields_find(type->parameters, "mass"), p) = mass;
    return p;
}

/* One corner is held, gravity and damping act; the perturbation keeps numbers from being denormal.
 */
static trama_scene_spec scene_of(long points)
{
    static trama_pin pin = {.interval = {{TRAMA_NAN, TRAMA_NAN}, {TRAMA_NAN, TRAMA_NAN}}};
    trama_scene_spec spec;
    memset(&spec, 0, sizeof spec);
    trama_fields_default(trama_grid_fields, &spec.grid);
    spec.grid.points[0] = spec.grid.points[1] = points;
    spec.grid.side[0] = spec.grid.side[1] = 10.0;
    spec.gravity[1] = -9.8;
    spec.damping = 0.2;
    spec.perturbation = 1e-3;
    spec.seed = 1;
    spec.pins = &pin;
    spec.pin_count = 1;
    return spec;
}

static bool open_variant(variant *v, long points, trama_isa isa)
{
    const trama_model_type *type = trama_model_find("cosserat");
    const trama_scene_spec spec = scene_of(points);
    trama_error error = {.text = "out of memory"};
    *v = (variant){.points = points, .isa = isa};
    trama_isa_force(isa);
    void *p = parameters_of(type, 10.0);
    bool ok = p && trama_scene_create(&spec, &v->scene, &error) == TRAMA_OK &&
              trama_system_create(type, p, v->scene, &v->system, &error) == TRAMA_OK &&
              trama_integrator_create(trama_integrator_find("symplectic_euler"), NULL, v->system,
                                      &v->integrator, &error) == TRAMA_OK;
    ok = ok && (v->a = calloc(v->system->nv, sizeof *v->a));
    free(p);
    if (!ok)
        fprintf(stderr, "benchmark_kernel: %s\n", error.text);
    v->steps = 1 + (long)(2e-3 / (15e-9 * (double)(points * points)));
    return ok;
}

static void close_variant(variant *v)
{
    trama_integrator_destroy(v->integrator);
    trama_system_destroy(v->system);
    trama_scene_destroy(v->scene);
    free(v->a);
}

static size_t open_variants(const options *o, variant *variants, bool *ok)
{
    size_t count = 0;
    *ok = true;
    for (size_t g = 0; g < o->grid_count; g++)
        for (trama_isa isa = TRAMA_ISA_V2; *ok && isa < TRAMA_ISA_COUNT; isa++)
            if (trama_isa_available(isa) && (!o->isa || strcmp(o->isa, trama_isa_name(isa)) == 0))
                *ok = open_variant(&variants[count++], o->grids[g], isa);
    return count;
}

/* --- measurement --- */

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void take_sample(variant *v)
{
    const double vertices = (double)(v->points * v->points) * (double)v->steps;
    const trama_system *s = v->system;
    const double start = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    for (long i = 0; i < v->steps; i++)
        trama_integrator_step(v->integrator, v->system, 1e-4);
    const double middle = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    for (long i = 0; i < v->steps; i++)
        trama_system_acceleration(v->system, s->t, s->q, s->v, v->a);
    const double end = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    v->step[v->samples] = 1e9 * (middle - start) / vertices;
    v->kernel[v->samples++] = 1e9 * (end - middle) / vertices;
}

static void measure(variant *variants, size_t count, double seconds)
{
    trama_random random = {1};
    for (size_t i = 0; i < count; i++) {
        take_sample(&variants[i]); /* warm-up, not kept */
        variants[i].samples = 0;
        take_sample(&variants[i]);
    }
    const double end = seconds_of(CLOCK_MONOTONIC) + seconds * (double)count;
    while (count > 0 && seconds_of(CLOCK_MONOTONIC) < end) {
        variant *v = &variants[trama_random_bits(&random) % count];
        if (v->samples < SAMPLES_MAX)
            take_sample(v);
    }
}

/* --- report --- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(const double *sorted, size_t count, double share)
{
    return sorted[(size_t)(share * (double)(count - 1) + 0.5)];
}

static void report(variant *v)
{
    qsort(v->step, v->samples, sizeof v->step[0], ascending);
    qsort(v->kernel, v->samples, sizeof v->kernel[0], ascending);
    const double step = quantile(v->step, v->samples, 0.5);
    const double kernel = quantile(v->kernel, v->samples, 0.5);
    printf("%5ld^2  %-9s %7.2f %7.2f %7.2f %7.2f  %7.2f %10.2f  %7zu\n", v->points,
           trama_isa_name(v->isa), v->step[0], step, quantile(v->step, v->samples, 0.05),
           quantile(v->step, v->samples, 0.95), kernel, step - kernel, v->samples);
}

/* The file's first line that begins with `key`, under `name`; nothing if there is none. */
static void print_line(const char *name, const char *path, const char *key)
{
    char line[512];
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in))
        if (strncmp(line, key, strlen(key)) == 0) {
            const char *colon = strchr(line, ':');
            printf("%-13s %s", name, key[0] && colon ? colon + 2 : line);
            break;
        }
    if (in)
        fclose(in);
}

static void print_machine(void)
{
    static const char cpu[] = "/sys/devices/system/cpu/cpu0/";
    static const struct {
        const char *name, *file;
    } facts[] = {{"cache 1, data", "cache/index0/size"},
                 {"cache 2", "cache/index2/size"},
                 {"cache 3", "cache/index3/size"},
                 {"governor", "cpufreq/scaling_governor"}};
    print_line("processor", "/proc/cpuinfo", "model name");
    print_line("clock, MHz", "/proc/cpuinfo", "cpu MHz");
    for (size_t i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", cpu, facts[i].file);
        print_line(facts[i].name, path, "");
    }
    print_line("load", "/proc/loadavg", "");
    printf("%-13s %s\n", "compiler", __VERSION__);
#ifdef TRAMA_FLAGS
    printf("%-13s %s\n", "flags", TRAMA_FLAGS);
#endif
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
    options o;
    int status;
    if (!read_options(argc, argv, &o, &status))
        return status;
    bool ok = false;
    variant *variants = calloc(VARIANTS_MAX, sizeof *variants);
    const size_t count = variants ? open_variants(&o, variants, &ok) : 0;
    if (ok) {
        print_machine();
        printf("%-13s %d\n", "pinned to", pin_process());
        measure(variants, count, o.seconds);
        puts("ns a vertex and step        least  median     5 %    95 %   kernel integrator  "
             "samples");
        for (size_t i = 0; i < count; i++)
            report(&variants[i]);
    }
    for (size_t i = 0; i < count; i++)
        close_variant(&variants[i]);
    free(variants);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
