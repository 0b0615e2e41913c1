/* Benchmark of the Cosserat kernel: ns per vertex and step of symplectic Euler on a square sheet,
 * with the scheme `reference` or the named ones, one thread, pinned. There is one line for each
 * grid and instruction set, beside the limits of the machine; then the gain of more threads. A
 * sample consists of some steps and the same number of accelerations alone; their difference is the
 * time of the integrator. Samples of the variants are interleaved in random order, so that a slow
 * spell of the machine affects all of them. The clock counts the processor time of the thread, so
 * other processes affect it only through caches and a shared core. Threads are compared by elapsed
 * time, in pairs of successive samples. */
/* mallinfo2 */
#define _GNU_SOURCE
#include "benchmark/fixture/fixture.h"
#include "benchmark/fixture/machine.h"
#include "benchmark/roofline/roofline.h"
#include "clock.h"
#include "core/median.h"
#include "core/numbers.h"
#include "core/random.h"
#include "core/sort.h"
#include "core/threads.h"

#include <getopt.h>
#include <malloc.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES_MAX = 1000, GRIDS_MAX = 8, SCHEMES_MAX = 8 };
enum { VARIANTS_MAX = SCHEMES_MAX * GRIDS_MAX * TRAMA_ISA_COUNT };

static const char help[] =
    "benchmark_kernel [--grids N,N...] [--isa NAME] [--scheme NAME,NAME...] [--seconds S]\n"
    "                 [--threads N]\n"
    "  --grids N,N...  vertices along a side of the sheets, up to 8 (32,128,512,1024)\n"
    "  --isa NAME      one instruction set, x86-64-v2 to v4 (all that the processor has)\n"
    "  --scheme NAMES  schemes of the model, compared in one run (reference)\n"
    "  --seconds S     time for each line of the table (1)\n"
    "  --threads N     measure the gain of N threads (2; 1: leave it out)\n"
    "Prints what the machine and the build are and what they can do at best; then ns per vertex\n"
    "and step: the least, the median and the 5 % and 95 % quantiles of whole steps, medians of\n"
    "the kernel (the acceleration, loads and pins) and of the integrator's rest, the bound, the\n"
    "least over the bound, and bytes of memory a vertex, as allocated.\n";

typedef struct options {
    long grids[GRIDS_MAX];
    size_t grid_count;
    const char *isa;          /* NULL: all */
    int schemes[SCHEMES_MAX]; /* by their place among the field's choices */
    size_t scheme_count;
    double seconds;
    long threads;
} options;

typedef struct variant {
    long points;
    int scheme;
    fixture fixture;
    double *a;  /* accelerations, nv */
    long steps; /* of a sample: about 2 ms */
    double step[SAMPLES_MAX], kernel[SAMPLES_MAX];
    size_t samples;
    double bytes; /* a vertex: state, model, method; what malloc gave */
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

static const char *const *scheme_names(void)
{
    return trama_fields_find(trama_model_find("cosserat")->parameters, "scheme")->choices;
}

static bool read_schemes(char *text, options *o)
{
    o->scheme_count = 0;
    for (char *name = strtok(text, ","); name; name = strtok(NULL, ",")) {
        int i = 0;
        while (scheme_names()[i] && strcmp(scheme_names()[i], name) != 0)
            i++;
        if (!scheme_names()[i] || o->scheme_count == SCHEMES_MAX)
            return false;
        o->schemes[o->scheme_count++] = i;
    }
    return o->scheme_count > 0;
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
                                          {"scheme", required_argument, NULL, 'S'},
                                          {"threads", required_argument, NULL, 't'},
                                          {NULL, 0, NULL, 0}};
    *o = (options){.grids = {32, 128, 512, 1024},
                   .grid_count = 4,
                   .scheme_count = 1,
                   .seconds = 1.0,
                   .threads = 2};
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
        else if (c == 'S')
            good = read_schemes(optarg, o);
        else if (c == 's')
            good = (o->seconds = strtod(optarg, &end)) > 0.0 && *end == '\0';
        else if (c == 't')
            good = (o->threads = strtol(optarg, &end, 10)) >= 1 && *end == '\0' &&
                   o->threads <= (long)trama_threads_most();
        else
            good = false;
    }
    if (!good || optind < argc)
        fputs(help, stderr);
    *status = EXIT_FAILURE;
    return good && optind == argc;
}

/* --- variants --- */

/* One corner is held, gravity and damping act. */
static trama_scene_spec scene_of(long points)
{
    trama_scene_spec spec = fixture_sheet(points, 10.0, 0.2, 1e-3);
    spec.pins = fixture_corner();
    spec.pin_count = 1;
    return spec;
}

/* Bytes in use, as the allocator counts them. */
static double allocated(void)
{
    const struct mallinfo2 m = mallinfo2();
    return (double)m.uordblks + (double)m.hblkhd;
}

static bool open_variant(variant *v, long points, int scheme, trama_isa isa)
{
    char material[96];
    snprintf(material, sizeof material, "zeta=100 xi=0.01 phi=0.1 mass=10 scheme=%s",
             scheme_names()[scheme]);
    const trama_scene_spec spec = scene_of(points);
    *v = (variant){.points = points, .scheme = scheme};
    const double before = allocated();
    if (!fixture_open(&v->fixture, "cosserat", material, &spec, isa))
        return false;
    v->bytes = (allocated() - before) / (double)(points * points);
    v->a = calloc(v->fixture.system->nv, sizeof *v->a);
    if (!v->a)
        fputs("benchmark_kernel: out of memory\n", stderr);
    v->steps = 1 + (long)(2e-3 / (15e-9 * (double)(points * points)));
    return v->a;
}

static void close_variant(variant *v)
{
    fixture_close(&v->fixture);
    free(v->a);
}

static size_t open_variants(const options *o, variant *variants, bool *ok)
{
    size_t count = 0;
    *ok = true;
    for (size_t g = 0; g < o->grid_count * o->scheme_count; g++)
        for (trama_isa isa = TRAMA_ISA_V2; *ok && isa < TRAMA_ISA_COUNT; isa++)
            if (trama_isa_available(isa) && (!o->isa || strcmp(o->isa, trama_isa_name(isa)) == 0))
                *ok = open_variant(&variants[count++], o->grids[g / o->scheme_count],
                                   o->schemes[g % o->scheme_count], isa);
    return count;
}

/* --- measurement --- */

static void take_sample(variant *v)
{
    const double vertices = (double)(v->points * v->points) * (double)v->steps;
    const trama_system *s = v->fixture.system;
    trama_isa_force(v->fixture.isa);
    const double start = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    for (long i = 0; i < v->steps; i++)
        trama_integrator_step(v->fixture.integrator, v->fixture.system, 1e-4);
    const double middle = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    for (long i = 0; i < v->steps; i++)
        trama_system_acceleration(v->fixture.system, s->t, s->q, s->v, v->a);
    const double end = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
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
    const double end = seconds_now() + seconds * (double)count;
    while (count > 0 && seconds_now() < end) {
        variant *v = &variants[trama_random_bits(&random) % count];
        if (v->samples < SAMPLES_MAX)
            take_sample(v);
    }
}

/* --- report --- */

/* What a vertex and step of `reference` asks for: operations counted in kernel_frame.h, _stress.h,
 * _flux.h and advance.h; memory if q and v are each read and written once. */
static const struct {
    double products, sums, roots, quotients, bytes;
} vertex_work = {.products = 155, .sums = 136, .roots = 4, .quotients = 1, .bytes = 96};

/* s: units that are as busy as they can be, beside one another. */
static double arithmetic_bound(const roofline *c)
{
    const double products = vertex_work.products * c->product, sums = vertex_work.sums * c->sum;
    const double both = 0.5 * (vertex_work.products + vertex_work.sums) * c->pair;
    const double divider = vertex_work.roots * c->root + vertex_work.quotients * c->quotient;
    return fmax(fmax(products, sums), fmax(both, divider));
}

static void print_roofline(trama_isa isa, const roofline *c)
{
    printf("%-13s a product %.3f ns, a sum %.3f, both %.3f, a root %.3f, a quotient %.3f; "
           "a vertex: %.2f\n",
           trama_isa_name(isa), 1e9 * c->product, 1e9 * c->sum, 1e9 * c->pair, 1e9 * c->root,
           1e9 * c->quotient, 1e9 * arithmetic_bound(c));
}

static void report(variant *v, double bound)
{
    trama_sort(v->step, v->samples);
    trama_sort(v->kernel, v->samples);
    const double step = trama_quantile(v->step, v->samples, 0.5);
    const double kernel = trama_quantile(v->kernel, v->samples, 0.5);
    printf("%5ld^2  %-9s %7.2f %7.2f %7.2f %7.2f  %7.2f %10.2f  %6.2f %6.2f  %6.0f  %7zu  %s\n",
           v->points, trama_isa_name(v->fixture.isa), v->step[0], step,
           trama_quantile(v->step, v->samples, 0.05), trama_quantile(v->step, v->samples, 0.95),
           kernel, step - kernel, bound, v->step[0] / bound, v->bytes, v->samples,
           scheme_names()[v->scheme]);
}

static void print_table(variant *variants, size_t count)
{
    roofline rooflines[TRAMA_ISA_COUNT] = {{0}};
    const double bandwidth = roofline_bandwidth(1);
    printf("%-13s %.1f GB/s, triad of 3 x 64 MiB; a vertex: %.2f ns (%.0f bytes)\n", "memory",
           1e-9 * bandwidth, 1e9 * vertex_work.bytes / bandwidth, vertex_work.bytes);
    for (size_t i = 0; i < count; i++) {
        roofline *c = &rooflines[variants[i].fixture.isa];
        if (c->product != 0.0)
            continue;
        *c = roofline_measure(variants[i].fixture.isa);
        print_roofline(variants[i].fixture.isa, c);
    }
    puts("ns a vertex and step        least  median     5 %    95 %   kernel integrator   bound  "
         "times   bytes  samples  scheme (bound: of reference)");
    for (size_t i = 0; i < count; i++)
        report(&variants[i], 1e9 * arithmetic_bound(&rooflines[variants[i].fixture.isa]));
}

/* --- threads --- */

enum { PAIRS_MAX = 400 };

static double time_steps(variant *v, size_t threads)
{
    trama_threads_set(threads);
    const double start = seconds_now();
    for (long i = 0; i < v->steps; i++)
        trama_integrator_step(v->fixture.integrator, v->fixture.system, 1e-4);
    return seconds_now() - start;
}

/* Times of one thread over those of several, in pairs of samples in random order. */
static void compare_threads(variant pair[2], size_t threads, double seconds)
{
    static double ratio[PAIRS_MAX];
    trama_random random = {2};
    size_t count = 0;
    double least[2] = {TRAMA_INFINITY, TRAMA_INFINITY};
    time_steps(&pair[0], 1);
    time_steps(&pair[1], threads);
    const double end = seconds_now() + seconds;
    while (count < PAIRS_MAX && (count == 0 || seconds_now() < end)) {
        const size_t first = trama_random_bits(&random) % 2;
        double time[2];
        for (size_t turn = 0; turn < 2; turn++) {
            const size_t i = first ^ turn;
            time[i] = time_steps(&pair[i], i ? threads : 1);
            least[i] = fmin(least[i], time[i]);
        }
        ratio[count++] = time[0] / time[1];
    }
    trama_sort(ratio, count);
    const double vertices = (double)(pair[0].points * pair[0].points) * (double)pair[0].steps;
    printf("%5ld^2  %-9s %7.2f %7.2f  %6.2f   %6.2f %6.2f %6.2f  %7zu\n", pair[0].points,
           trama_isa_name(pair[0].fixture.isa), 1e9 * least[0] / vertices,
           1e9 * least[1] / vertices, least[0] / least[1], trama_quantile(ratio, count, 0.5),
           trama_quantile(ratio, count, 0.05), trama_quantile(ratio, count, 0.95), count);
}

/* Sheets of their own, with the best instruction set or the one asked for. */
static bool compare_all_threads(const options *o, trama_isa isa)
{
    const size_t threads = (size_t)o->threads;
    bool ok = true;
    printf("memory, %zu threads: %.1f GB/s\n", threads, 1e-9 * roofline_bandwidth(threads));
    printf(
        "1 and %zu threads, ns by the clock   least, least  ratio   ratios: median  5 %%  95 %%  "
        "pairs\n",
        threads);
    for (size_t g = 0; ok && g < o->grid_count; g++) {
        variant *pair = calloc(2, sizeof *pair);
        for (size_t i = 0; pair && ok && i < 2; i++) {
            trama_threads_set(i ? threads : 1);
            ok = open_variant(&pair[i], o->grids[g], o->schemes[0], isa);
        }
        ok = ok && pair;
        if (ok)
            compare_threads(pair, threads, o->seconds);
        for (size_t i = 0; pair && i < 2; i++)
            close_variant(&pair[i]);
        free(pair);
    }
    return ok;
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
    const trama_isa last = count ? variants[count - 1].fixture.isa : TRAMA_ISA_V2;
    if (ok) {
        machine_print();
        printf("%-13s %d\n", "pinned to", machine_pin());
        measure(variants, count, o.seconds);
        print_table(variants, count);
    }
    for (size_t i = 0; i < count; i++)
        close_variant(&variants[i]);
    free(variants);
    if (ok && o.threads > 1) {
        machine_unpin();
        ok = compare_all_threads(&o, last);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
