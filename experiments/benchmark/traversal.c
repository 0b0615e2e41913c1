/* Benchmark of surface traversal (lib/collision/traversal.h) against its baseline, the exhaustive
 * search in the same grid: ns per vertex and step, for vertices around bodies given by formula,
 * against the size of the body and the relative displacement of a vertex in a step, in edges of the
 * body. The vertices are 0 to 5 cm outside and slide while the body turns. Chen et al. 2013 give
 * 1.4 triangles per vertex and step, and a factor of 8. The set S has the triangles within the
 * largest displacement, for the sign alone, as in algorithm 1; or all triangles within the range of
 * contact, H + h, which a response needs. There H = 2L/3 for a cloth with edges half as long as the
 * body's: a third of an edge. A sample has both searches of one step, one after the other, so that
 * their ratio is for the same load; the clock counts the processor time of the thread. */
#include "collision/traversal.h"
#include "benchmark/fixture/closed_body.h"
#include "benchmark/fixture/machine.h"
#include "clock.h"
#include "core/median.h"
#include "core/random.h"
#include "core/sort.h"
#include "core/vec.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 15, SPEEDS = 5, SIZES = 3, RANGES = 2 };

/* Columns around the bodies, and their cloths' vertices: finer than the body, as the paper has it.
 */
static const size_t columns[SIZES] = {24, 48, 96}, vertices[SIZES] = {5000, 20000, 80000};
static const double speeds[SPEEDS] = {0.03, 0.1, 0.3, 1.0, 3.0};
static const double ranges[RANGES] = {0.0, 1.0 / 3.0}; /* edges */

typedef struct bench {
    closed_body body;
    size_t points;
    trama_traversal *search[2];
    double *x, *p, *along, *around, *out;
} bench;

static bool open_bench(bench *b, closed_body_shape shape, size_t size)
{
    trama_error error;
    trama_random random = {5};
    memset(b, 0, sizeof *b);
    b->body = closed_body_make(shape, columns[size] / 2, columns[size]);
    b->points = vertices[size];
    b->x = calloc(3 * b->body.vertices + 1, sizeof *b->x);
    b->p = calloc(6 * b->points + 1, sizeof *b->p);
    if (!b->body.triangle || !b->x || !b->p)
        return false;
    b->along = b->p + 3 * b->points;
    b->around = b->along + b->points;
    b->out = b->around + b->points;
    for (size_t i = 0; i < b->points; i++) {
        b->along[i] = 0.5 + 0.5 * trama_random_signed(&random);
        b->around[i] = trama_random_signed(&random);
        b->out[i] = 0.025 + 0.025 * trama_random_signed(&random);
    }
    for (int k = 0; k < 2; k++)
        if (trama_traversal_create(b->body.vertices, b->body.triangles, b->body.triangle, b->points,
                                   0.0, &b->search[k], &error) != TRAMA_OK)
            return false;
    return true;
}

static void close_bench(bench *b)
{
    trama_traversal_destroy(b->search[0]);
    trama_traversal_destroy(b->search[1]);
    closed_body_free(&b->body);
    free(b->x);
    free(b->p);
}

/* The body at time t, and its vertices, which have slid by a part of the way around. */
static void place(bench *b, double t, double slid)
{
    closed_body_positions(&b->body, t, b->x);
    for (size_t i = 0; i < b->points; i++)
        closed_body_point(b->body.shape, b->along[i], b->around[i] + slid, b->out[i], t,
                          b->p + 3 * i);
}

static double find(bench *b, int method)
{
    const double start = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    trama_traversal_find(b->search[method], (trama_traversal_method)method, b->x, b->p);
    return 1e9 * (clock_seconds(CLOCK_THREAD_CPUTIME_ID) - start) / (double)b->points;
}

static double mean_edge(const bench *b)
{
    double sum = 0.0;
    for (size_t i = 0; i < 3 * b->body.triangles; i++) {
        const double *from = b->x + 3 * b->body.triangle[i],
                     *to = b->x + 3 * b->body.triangle[i - i % 3 + (i + 1) % 3];
        const double side[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
        sum += sqrt(dot3(side, side));
    }
    return sum / (3.0 * (double)b->body.triangles);
}

/* Steps in which a vertex slides by `speed` edges around the body. */
static void measure(bench *b, double speed, double range)
{
    double sample[3][SAMPLES], visited[2] = {0.0, 0.0}, guarded = 0.0;
    size_t wrong = 0;
    place(b, 0.0, 0.0);
    for (int k = 0; k < 2; k++) {
        trama_traversal_set_range(b->search[k], range * mean_edge(b));
        trama_traversal_start(b->search[k], b->x, b->p);
    }
    for (int n = 0; n < SAMPLES; n++) {
        place(b, 1e-4 * (n + 1), speed * (n + 1) / (double)b->body.columns);
        for (int k = 0; k < 2; k++) {
            const int method = (n + k) % 2; /* each goes first as often */
            sample[method][n] = find(b, method);
            const trama_traversal_work work = trama_traversal_last_work(b->search[method]);
            visited[method] += (double)work.visited / (double)(SAMPLES * b->points);
            guarded += (double)work.guarded / (double)(SAMPLES * b->points);
        }
        sample[2][n] = sample[1][n] / sample[0][n];
        for (size_t i = 0; i < b->points; i++)
            wrong += (trama_traversal_points(b->search[0])[i].distance < 0.0) !=
                     (trama_traversal_points(b->search[1])[i].distance < 0.0);
        for (int k = 0; k < 2; k++)
            trama_traversal_accept(b->search[k]);
    }
    for (int k = 0; k < 3; k++)
        trama_sort(sample[k], SAMPLES);
    printf("%-7s %9zu %8zu %6.2f %6.2f %8.2f %8.2f %8.2f %9.1f %9.1f %7.2f %6.2f %6.2f %6zu\n",
           closed_body_name(b->body.shape), b->body.triangles, b->points, range, speed, visited[0],
           visited[1], guarded, trama_quantile(sample[0], SAMPLES, 0.5),
           trama_quantile(sample[1], SAMPLES, 0.5), trama_quantile(sample[2], SAMPLES, 0.5),
           trama_quantile(sample[2], SAMPLES, 0.05), trama_quantile(sample[2], SAMPLES, 0.95),
           wrong);
    fflush(stdout);
}

int main(void)
{
    static const closed_body_shape shapes[] = {CLOSED_BODY_PILLOW, CLOSED_BODY_BALL};
    machine_print();
    printf(
        "range, edges: in edges of the body; walk, all: triangles visited for a vertex in a step; "
        "guarded: vertices for which the "
        "walk\n"
        "asks S at all, part of all; ns: of a vertex and step, medians; "
        "ratio: median, 5 %% and 95 %%;\nwrong: signs in which they differ\n"
        "body    triangles vertices  range  edges     walk      all  guarded   walk ns    all ns   "
        "ratio    5 %%"
        "   95 %%  wrong\n");
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (size_t size = 0; size < SIZES; size++) {
            bench b;
            const bool ok = open_bench(&b, shapes[s], size);
            for (size_t v = 0; ok && v < RANGES * SPEEDS; v++)
                measure(&b, speeds[v % SPEEDS], ranges[v / SPEEDS]);
            close_bench(&b);
            if (!ok) {
                fputs("benchmark_traversal: out of memory\n", stderr);
                return EXIT_FAILURE;
            }
        }
    return EXIT_SUCCESS;
}
