/* Benchmark of detection on the same pairs of oriented boxes: pairs per second of Minkowski portal
 * refinement (overlap with the depth along its ray, and with the least depth), of the published
 * listing, of separating axes, of the distance, of whole manifolds, and of libccd's MPR if the
 * build found it. Samples, each of all pairs once, are interleaved; the clock counts the processor
 * time of the thread. Then it reports which algorithms disagree with separating axes, and by how
 * much depths exceed the least depth. */
#include "rigid/mpr.h"
#include "benchmark/fixture/machine.h"
#include "benchmark/fixture/oriented.h"
#include "benchmark/peer/ccd.h"
#include "clock.h"
#include "core/numbers.h"
#include "core/random.h"
#include "core/sort.h"
#include "rigid/contact.h"
#include "rigid/gjk.h"
#include "rigid/mpr_published.h"
#include "rigid/sat.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 200000, SAMPLES = 11 };

typedef struct pair {
    trama_convex a, b;
    trama_pose pose_a, pose_b;
#ifdef BENCHMARK_CCD
    peer_ccd_box ccd_a, ccd_b;
#endif
} pair;

/* What one method says of a pair. */
typedef struct answer {
    bool hit;
    double depth; /* m; NAN: it gives none */
} answer;

typedef answer method(const pair *p);

/* ---- Methods. */

static answer mpr_with(const pair *p, trama_mpr_depth depth)
{
    trama_mpr_options options = trama_mpr_default();
    options.depth = depth;
    const trama_mpr_result r = trama_mpr(&p->a, &p->pose_a, &p->b, &p->pose_b, &options, NULL);
    return (answer){r.status == TRAMA_MPR_HIT, depth == TRAMA_MPR_BOOLEAN ? TRAMA_NAN : r.depth};
}

static answer boolean(const pair *p)
{
    return mpr_with(p, TRAMA_MPR_BOOLEAN);
}

static answer along_ray(const pair *p)
{
    return mpr_with(p, TRAMA_MPR_RAY);
}

static answer least(const pair *p)
{
    return mpr_with(p, TRAMA_MPR_LEAST);
}

static answer published(const pair *p)
{
    const trama_mpr_result r = trama_mpr_published(&p->a, &p->pose_a, &p->b, &p->pose_b);
    return (answer){r.status == TRAMA_MPR_HIT, TRAMA_NAN};
}

static answer axes(const pair *p)
{
    const trama_sat_result r = trama_sat_boxes(&p->a, &p->pose_a, &p->b, &p->pose_b, 0.0);
    return (answer){r.depth >= 0.0, r.depth};
}

static answer distance(const pair *p)
{
    return (answer){!trama_gjk(&p->a, &p->pose_a, &p->b, &p->pose_b, TRAMA_INFINITY).found,
                    TRAMA_NAN};
}

static answer manifold(const pair *p)
{
    trama_manifold_options options = trama_manifold_default(&p->a, &p->b);
    options.reach = 0.0;
    trama_manifold manifold;
    trama_manifold_find(&p->a, &p->pose_a, &p->b, &p->pose_b, &options, NULL, &manifold);
    return (answer){manifold.count > 0, TRAMA_NAN};
}

#ifdef BENCHMARK_CCD
static answer ccd_boolean(const pair *p)
{
    return (answer){peer_ccd_mpr(&p->ccd_a, &p->ccd_b, false, NULL), TRAMA_NAN};
}

static answer ccd_boolean_matrix(const pair *p)
{
    return (answer){peer_ccd_mpr(&p->ccd_a, &p->ccd_b, true, NULL), TRAMA_NAN};
}

static answer ccd_with(const pair *p, bool by_matrix)
{
    double depth = TRAMA_NAN;
    const bool hit = peer_ccd_mpr(&p->ccd_a, &p->ccd_b, by_matrix, &depth);
    return (answer){hit, depth};
}

static answer ccd_depth(const pair *p)
{
    return ccd_with(p, false);
}

static answer ccd_depth_matrix(const pair *p)
{
    return ccd_with(p, true);
}
#endif

typedef struct variant {
    const char *name;
    method *run;
    int beside; /* the peer's variant that does the same, with two after it by matrices; -1: none */
    double seconds[SAMPLES];
} variant;

static variant variants[] = {
#ifdef BENCHMARK_CCD
    {"libccd, boolean", ccd_boolean, -1, {0}},
    {"libccd, depth", ccd_depth, -1, {0}},
    {"libccd by matrices, boolean", ccd_boolean_matrix, -1, {0}},
    {"libccd by matrices, depth", ccd_depth_matrix, -1, {0}},
#endif
    {"MPR, boolean", boolean, 0, {0}},
    {"MPR, depth along its ray", along_ray, 1, {0}},
    {"MPR, least depth", least, 1, {0}},
    {"published listing", published, -1, {0}},
    {"separating axes", axes, -1, {0}},
    {"distance (GJK)", distance, -1, {0}},
    {"manifold", manifold, -1, {0}},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* ---- Pairs. */

/* Edges from 0.2 to 2 m; the second's centre within 1.5 m of the first's along each axis. */
static void draw(pair *p, size_t count)
{
    trama_random random = {1};
    trama_error error;
    for (size_t i = 0; i < count; i++) {
        double size[2][3];
        p[i] = (pair){.pose_a = {.x = {0.0}}};
        for (int k = 0; k < 3; k++) {
            size[0][k] = 1.1 + 0.9 * trama_random_signed(&random);
            size[1][k] = 1.1 + 0.9 * trama_random_signed(&random);
            p[i].pose_b.x[k] = 1.5 * trama_random_signed(&random);
        }
        trama_convex_make(&p[i].a, trama_convex_find("box"), size[0], &error);
        trama_convex_make(&p[i].b, trama_convex_find("box"), size[1], &error);
        oriented_axes(&random, p[i].pose_a.axes);
        oriented_axes(&random, p[i].pose_b.axes);
#ifdef BENCHMARK_CCD
        p[i].ccd_a = peer_ccd_box_of(&p[i].a, &p[i].pose_a);
        p[i].ccd_b = peer_ccd_box_of(&p[i].b, &p[i].pose_b);
#endif
    }
}

/* ---- Measurement. */

static volatile long hits_seen; /* so that no call is left out */

static double take_sample(const variant *v, const pair *p)
{
    long hits = 0;
    const double start = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    for (size_t i = 0; i < PAIRS; i++)
        hits += v->run(&p[i]).hit;
    hits_seen = hits;
    return clock_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
}

static void measure(const pair *p)
{
    for (int v = 0; v < VARIANTS; v++)
        take_sample(&variants[v], p); /* warm-up */
    for (int sample = 0; sample < SAMPLES; sample++)
        for (int v = 0; v < VARIANTS; v++)
            variants[v].seconds[sample] = take_sample(&variants[v], p);
    for (int v = 0; v < VARIANTS; v++)
        trama_sort(variants[v].seconds, SAMPLES);
}

static double pairs_a_second(const variant *v, int place)
{
    return 1e-6 * PAIRS / v->seconds[place];
}

static void print_speeds(void)
{
    puts("million pairs a second       median   least    most   over libccd, and by matrices");
    for (int v = 0; v < VARIANTS; v++) {
        const variant *of = &variants[v];
        printf("%-27s %7.2f %7.2f %7.2f", of->name, pairs_a_second(of, SAMPLES / 2),
               pairs_a_second(of, SAMPLES - 1), pairs_a_second(of, 0));
#ifdef BENCHMARK_CCD
        if (of->beside >= 0)
            printf("   %.2f   %.2f",
                   variants[of->beside].seconds[SAMPLES / 2] / of->seconds[SAMPLES / 2],
                   variants[of->beside + 2].seconds[SAMPLES / 2] / of->seconds[SAMPLES / 2]);
#endif
        putchar('\n');
    }
}

/* ---- Agreement. */

typedef struct agreement {
    long hits, wrong;         /* wrong: and not within 1e-6 m of touching */
    long depths, over;        /* hits with a depth; those whose depth exceeds the least by 1e-6 m */
    double excess, worst;     /* sum of excess/least; most, m */
    double nearest, furthest; /* m, of the least depths of those that are wrong */
} agreement;

static agreement agree(const variant *v, const pair *p)
{
    agreement g = {.nearest = TRAMA_INFINITY};
    for (size_t i = 0; i < PAIRS; i++) {
        const answer exact = axes(&p[i]), got = v->run(&p[i]);
        g.hits += got.hit;
        if (got.hit != exact.hit && fabs(exact.depth) > 1e-6) {
            g.wrong++;
            g.nearest = fmin(g.nearest, fabs(exact.depth));
            g.furthest = fmax(g.furthest, fabs(exact.depth));
        }
        if (!got.hit || !(exact.depth > 1e-6) || isnan(got.depth))
            continue;
        g.depths++;
        g.excess += (got.depth - exact.depth) / exact.depth;
        g.worst = fmax(g.worst, got.depth - exact.depth);
        g.over += got.depth - exact.depth > 1e-6;
    }
    return g;
}

static void print_agreement(const pair *p)
{
    puts("against separating axes         hits   wrong   depth over the least: mean   of pairs   "
         "worst");
    for (int v = 0; v < VARIANTS; v++) {
        const agreement g = agree(&variants[v], p);
        printf("%-27s %8ld %7ld", variants[v].name, g.hits, g.wrong);
        if (g.depths > 0)
            printf("   %21.2f %%  %6.2f %%   %.3f m", 100.0 * g.excess / (double)g.depths,
                   100.0 * (double)g.over / (double)g.depths, g.worst);
        if (g.wrong > 0)
            printf("   wrong at %.1e to %.1e m from touching", g.nearest, g.furthest);
        putchar('\n');
    }
}

int main(void)
{
    pair *p = calloc(PAIRS, sizeof *p);
    if (!p)
        return EXIT_FAILURE;
    machine_pin();
    machine_print();
    draw(p, PAIRS);
    printf("%d pairs of oriented boxes, edges 0.2 to 2 m; %d samples of all pairs\n", PAIRS,
           SAMPLES);
    measure(p);
    print_speeds();
    print_agreement(p);
    free(p);
    return EXIT_SUCCESS;
}
