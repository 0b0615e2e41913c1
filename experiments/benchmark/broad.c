/* Benchmark of the broad phase of collisions (lib/collision/detect.h): ns per triangle and step of
 * one sheet (flat, draped over a table, crumpled; given by formula) against the number of
 * triangles, and the exponent of the time. A step moves the sheet by about a tenth of an edge, and
 * the reach is a tenth of an edge too, so each triangle has the same number of neighbours in fine
 * and coarse sheets. The time of a step includes the refit of boxes and cones, the search and the
 * sorting; trees are built before. The test of all pairs is measured for small sheets.
 *
 * The samples of all variants are interleaved in random order, and the clock counts the processor
 * time of the thread, as in kernel.c. The exponent is the slope of the logarithms of the medians,
 * with the 95 % interval of the regression. A time of n log n has a slope above 1, which is printed
 * for the same sizes. Threads are compared by elapsed time, in pairs of samples. */
#include "benchmark/fixture/crumpled.h"
#include "benchmark/fixture/machine.h"
#include "clock.h"
#include "collision/detect.h"
#include "core/median.h"
#include "core/numbers.h"
#include "core/random.h"
#include "core/sort.h"
#include "core/threads.h"

#include <assert.h>
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZES = 8, SMALL = 3, METHODS = 4, SHAPES = 3, SAMPLES_MAX = 400, FRAMES = 4 };

static const double sizes[SIZES] = {1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5};

static const char help[] =
    "benchmark_broad [--seconds S] [--threads N]\n"
    "  --seconds S  time for each line of the table (1)\n"
    "  --threads N  measure the gain of N threads (2; 1: leave it out)\n"
    "Prints the machine; then, for each sheet and method, ns a triangle and step: the least, the\n"
    "median, the 5 % and 95 % quantiles; candidates a triangle; the exponent of the medians.\n";

/* What is compared: trees that leave out what cones allow, trees alone, pairs that are kept while
 * vertices go at most a quarter of an edge, all pairs. */
static const struct {
    const char *name;
    trama_detection_method method;
    trama_cull cull;
    double keep;
    size_t sizes;
} methods[METHODS] = {{"cones", TRAMA_DETECTION_TREE, TRAMA_CULL_CONES, 0.0, SIZES},
                      {"trees", TRAMA_DETECTION_TREE, TRAMA_CULL_NONE, 0.0, SIZES},
                      {"kept", TRAMA_DETECTION_TREE, TRAMA_CULL_NONE, 0.25, SIZES},
                      {"all pairs", TRAMA_DETECTION_ALL_PAIRS, TRAMA_CULL_NONE, 0.0, SMALL}};

static const crumpled_shape shapes[SHAPES] = {CRUMPLED_FLAT, CRUMPLED_DRAPED, CRUMPLED_BALL};

typedef struct variant {
    crumpled_shape shape;
    size_t method;
    trama_soup *soup;
    trama_detection *detect;
    double *x[FRAMES]; /* positions at FRAMES times, one step apart */
    size_t frame;      /* that the next step begins at */
    double reach, candidates;
    double sample[SAMPLES_MAX];
    size_t samples;
} variant;

static bool read_options(int argc, char **argv, double *seconds, long *threads, int *status)
{
    static const struct option table[] = {{"help", no_argument, NULL, 'h'},
                                          {"seconds", required_argument, NULL, 's'},
                                          {"threads", required_argument, NULL, 't'},
                                          {NULL, 0, NULL, 0}};
    bool good = true;
    char *end = NULL;
    *seconds = 1.0;
    *threads = 2;
    for (int c; good && (c = getopt_long(argc, argv, "h", table, NULL)) != -1;) {
        if (c == 'h') {
            fputs(help, stdout);
            *status = EXIT_SUCCESS;
            return false;
        }
        if (c == 's')
            good = (*seconds = strtod(optarg, &end)) > 0.0 && *end == '\0';
        else if (c == 't')
            good = (*threads = strtol(optarg, &end, 10)) >= 1 && *end == '\0' &&
                   *threads <= (long)trama_threads_most();
        else
            good = false;
    }
    if (!good || optind < argc)
        fputs(help, stderr);
    *status = EXIT_FAILURE;
    return good && optind == argc;
}

/* --- variants --- */

static bool open_frames(variant *v, const crumpled_sheet *sheet)
{
    const double edge = 1.0 / (double)(sheet->points - 1);
    v->reach = 0.1 * edge;
    for (size_t f = 0; f < FRAMES; f++) {
        v->x[f] = calloc(3 * sheet->vertices, sizeof *v->x[f]);
        if (!v->x[f])
            return false;
        crumpled_positions(sheet, v->shape, 0.1 * edge * (double)f, v->x[f]);
    }
    return true;
}

static bool open_variant(variant *v, crumpled_shape shape, size_t method, double triangles,
                         size_t threads)
{
    crumpled_sheet sheet = crumpled_make(1 + (size_t)(sqrt(0.5 * triangles) + 0.5));
    const trama_soup_part part = {sheet.vertices, sheet.triangles, sheet.triangle};
    double *rest = calloc(3 * sheet.vertices, sizeof *rest);
    trama_error error = {0};
    *v = (variant){.shape = shape, .method = method};
    bool ok = sheet.triangle && rest && open_frames(v, &sheet) &&
              trama_soup_create(&part, 1, &v->soup, &error) == TRAMA_OK;
    if (ok) {
        crumpled_positions(&sheet, CRUMPLED_FLAT, 0.0, rest);
        const trama_detection_spec spec = {methods[method].method,
                                           methods[method].cull,
                                           rest,
                                           1.5,
                                           methods[method].keep,
                                           threads,
                                           0,
                                           false};
        ok = trama_detection_create(v->soup, &spec, &v->detect, &error) == TRAMA_OK;
    }
    if (!ok)
        fputs("benchmark_broad: out of memory\n", stderr);
    crumpled_free(&sheet);
    free(rest);
    return ok;
}

static void close_variant(variant *v)
{
    trama_detection_destroy(v->detect);
    trama_soup_destroy(v->soup);
    for (size_t f = 0; f < FRAMES; f++)
        free(v->x[f]);
}

/* --- measurement --- */

/* One step; to and fro through the frames. */
static void find(variant *v)
{
    trama_candidates found;
    trama_error error;
    const size_t next = (v->frame + 1) % FRAMES;
    if (trama_detection_find(v->detect, v->x[v->frame], v->x[next], v->reach, &found, &error) !=
        TRAMA_OK) {
        fputs("benchmark_broad: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    v->frame = next == FRAMES - 1 ? 0 : next;
    v->candidates = (double)(found.vertex_faces + found.edge_edges) / (double)v->soup->triangles;
}

static void take_sample(variant *v)
{
    const double start = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    find(v);
    const double end = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    v->sample[v->samples++] = 1e9 * (end - start) / (double)v->soup->triangles;
}

static void measure(variant *variants, size_t count, double seconds)
{
    trama_random random = {1};
    for (size_t i = 0; i < count; i++) {
        find(&variants[i]); /* builds the trees */
        find(&variants[i]);
        for (int k = 0; k < 3; k++)
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

typedef struct line {
    double slope, half; /* of the 95 % interval */
} line;

/* Least squares of `count` points, 3 to 8. */
static line fit(const double *x, const double *y, size_t count)
{
    /* Student's t, 97.5 %, for 1 to 6 degrees of freedom. */
    static const double student[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447};
    assert(count >= 3 && count < 3 + sizeof student / sizeof *student);
    double mean_x = 0.0, mean_y = 0.0, xx = 0.0, xy = 0.0, squares = 0.0;
    for (size_t i = 0; i < count; i++) {
        mean_x += x[i] / (double)count;
        mean_y += y[i] / (double)count;
    }
    for (size_t i = 0; i < count; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    const double slope = xy / xx;
    for (size_t i = 0; i < count; i++) {
        const double rest = y[i] - mean_y - slope * (x[i] - mean_x);
        squares += rest * rest;
    }
    return (line){slope, student[count - 3] * sqrt(squares / (double)(count - 2) / xx)};
}

static void report_line(variant *v)
{
    trama_sort(v->sample, v->samples);
    printf("%-9s %-9s %8zu %9.1f %9.1f %9.1f %9.1f %11.2f %7zu %8zu\n", crumpled_name(v->shape),
           methods[v->method].name, v->soup->triangles, v->sample[0],
           trama_quantile(v->sample, v->samples, 0.5), trama_quantile(v->sample, v->samples, 0.05),
           trama_quantile(v->sample, v->samples, 0.95), v->candidates,
           trama_detection_builds(v->detect), v->samples);
}

static void report_exponent(const variant *variants, size_t count)
{
    double size[SIZES], time[SIZES], ideal[SIZES];
    for (size_t i = 0; i < count; i++) {
        const double n = (double)variants[i].soup->triangles;
        size[i] = log(n);
        time[i] = log(n * trama_quantile(variants[i].sample, variants[i].samples, 0.5));
        ideal[i] = log(n * log(n));
    }
    const line measured = fit(size, time, count);
    printf("%-9s %-9s exponent %.3f +- %.3f; n log n: %.3f; n^2: 2\n",
           crumpled_name(variants->shape), methods[variants->method].name, measured.slope,
           measured.half, fit(size, ideal, count).slope);
}

/* Variants stand by shape and method, sizes within. */
static void report(variant *variants, size_t count)
{
    puts("ns a triangle and step             least    median       5 %      95 %  candidates  "
         "builds  samples");
    for (size_t i = 0; i < count; i++)
        report_line(&variants[i]);
    for (size_t i = 0; i < count; i += methods[variants[i].method].sizes)
        report_exponent(variants + i, methods[variants[i].method].sizes);
}

/* --- threads --- */

static double time_find(variant *v)
{
    const double start = seconds_now();
    find(v);
    return seconds_now() - start;
}

static bool compare_threads(crumpled_shape shape, size_t threads, double seconds)
{
    static double ratio[SAMPLES_MAX];
    variant pair[2];
    trama_random random = {2};
    size_t count = 0;
    if (!open_variant(&pair[0], shape, 0, 2e5, 1))
        return false;
    if (!open_variant(&pair[1], shape, 0, 2e5, threads)) {
        close_variant(&pair[0]);
        return false;
    }
    for (size_t i = 0; i < 2; i++)
        find(&pair[i]);
    const double end = seconds_now() + seconds;
    while (count < SAMPLES_MAX && (count == 0 || seconds_now() < end)) {
        const size_t first = trama_random_bits(&random) % 2;
        double time[2];
        for (size_t turn = 0; turn < 2; turn++)
            time[first ^ turn] = time_find(&pair[first ^ turn]);
        ratio[count++] = time[0] / time[1];
    }
    trama_sort(ratio, count);
    printf("%-9s 200000 triangles, 1 over %zu threads by the clock: median %.2f, 5 %% %.2f, 95 %% "
           "%.2f, %zu pairs\n",
           crumpled_name(shape), threads, trama_quantile(ratio, count, 0.5),
           trama_quantile(ratio, count, 0.05), trama_quantile(ratio, count, 0.95), count);
    close_variant(&pair[0]);
    close_variant(&pair[1]);
    return true;
}

static size_t open_variants(variant *variants, bool *ok)
{
    size_t count = 0;
    *ok = true;
    for (size_t s = 0; s < SHAPES; s++)
        for (size_t m = 0; m < METHODS; m++)
            for (size_t i = 0; *ok && i < methods[m].sizes; i++)
                *ok = open_variant(&variants[count++], shapes[s], m, sizes[i], 1);
    return count;
}

int main(int argc, char **argv)
{
    double seconds;
    long threads;
    int status;
    if (!read_options(argc, argv, &seconds, &threads, &status))
        return status;
    bool ok = false;
    variant *variants = calloc(SHAPES * METHODS * SIZES, sizeof *variants);
    const size_t count = variants ? open_variants(variants, &ok) : 0;
    if (ok) {
        machine_print();
        printf("%-13s %d\n", "pinned to", machine_pin());
        measure(variants, count, seconds);
        report(variants, count);
    }
    for (size_t i = 0; i < count; i++)
        close_variant(&variants[i]);
    free(variants);
    machine_unpin();
    for (size_t s = 0; ok && threads > 1 && s < SHAPES; s++)
        ok = compare_threads(shapes[s], (size_t)threads, seconds * 5.0);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
