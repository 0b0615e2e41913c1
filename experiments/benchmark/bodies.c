/* Benchmark of detection among many bodies: seconds of one detection (move the boxes, find the
 * pairs, compute the contact of each pair) against the number of bodies. The bodies are unit cubes
 * at random places in a space that grows with their number. The published algorithm, which applies
 * the portal refinement of the listing to every pair, is measured too, beside its published times
 * (Mueller 2010, quadro 26) if their file is named:
 *
 *   benchmark_bodies analysis/reference/mueller/detection_time.csv
 *
 * Standard output has CSV, then the exponents of time against the number of bodies, fitted over 500
 * to 3500. */
#include "benchmark/fixture/oriented.h"
#include "clock.h"
#include "collision/broad.h"
#include "core/median.h"
#include "core/numbers.h"
#include "core/random.h"
#include "rigid/contact.h"
#include "rigid/mpr_published.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 5, SIZES = 7, LARGER = 3, MOST = 100000 };

static const long sizes[SIZES + LARGER] = {500,  1000, 1500,  2000,  2500,
                                           3000, 3500, 10000, 30000, MOST};

typedef struct scene {
    long count;
    trama_convex shape;
    trama_pose *pose;
    trama_random random;
} scene;

/* One cube in 4 m^3: some 3 neighbours whose boxes overlap, and 0.6 contacts for each. */
static bool open_scene(scene *s, long count)
{
    const double unit[3] = {1.0, 1.0, 1.0};
    trama_error error;
    *s = (scene){.count = count, .pose = calloc((size_t)count, sizeof *s->pose), .random = {7}};
    if (!s->pose ||
        trama_convex_make(&s->shape, trama_convex_find("box"), unit, &error) != TRAMA_OK)
        return false;
    const double half = 0.5 * cbrt(4.0 * (double)count);
    for (long i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            s->pose[i].x[k] = half * trama_random_signed(&s->random);
        oriented_axes(&s->random, s->pose[i].axes);
    }
    return true;
}

/* 1 cm, as at 0.3 m/s in a published step of 0.033 s. */
static void stir(scene *s)
{
    for (long i = 0; i < s->count; i++)
        for (int k = 0; k < 3; k++)
            s->pose[i].x[k] += 0.01 * trama_random_signed(&s->random);
}

static trama_extent box_of(const scene *s, long i)
{
    trama_extent box;
    for (int k = 0; k < 3; k++) {
        const double *row = s->pose[i].axes[k];
        const double half = 0.5 * (fabs(row[0]) + fabs(row[1]) + fabs(row[2]));
        box.low[k] = s->pose[i].x[k] - half;
        box.high[k] = s->pose[i].x[k] + half;
    }
    return box;
}

typedef struct measurement {
    double seconds, broad_seconds; /* medians; of the whole, and of the broad phase alone */
    size_t pairs, contacts;
} measurement;

/* ---- By a broad phase. */

static bool fill(trama_broad *broad, const scene *s)
{
    trama_error error;
    for (long i = 0; i < s->count; i++) {
        const trama_extent box = box_of(s, i);
        if (trama_broad_insert(broad, (uint32_t)i, &box, &error) != TRAMA_OK)
            return false;
    }
    return true;
}

static bool detect(trama_broad *broad, const scene *s, measurement *m)
{
    trama_broad_pairs pairs;
    trama_error error;
    const double start = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    for (long i = 0; i < s->count; i++) {
        const trama_extent box = box_of(s, i);
        trama_broad_move(broad, (uint32_t)i, &box);
    }
    if (trama_broad_pairs_find(broad, &pairs, &error) != TRAMA_OK)
        return false;
    m->broad_seconds = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    const trama_manifold_options options = trama_manifold_default(&s->shape, &s->shape);
    m->pairs = pairs.count;
    m->contacts = 0;
    for (size_t i = 0; i < pairs.count; i++) {
        trama_manifold manifold;
        trama_manifold_find(&s->shape, &s->pose[pairs.pair[i].first], &s->shape,
                            &s->pose[pairs.pair[i].second], &options, NULL, &manifold);
        m->contacts += manifold.count > 0;
    }
    m->seconds = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
    return true;
}

static bool measure(const trama_broad_type *type, scene *s, measurement *median)
{
    double whole[SAMPLES], alone[SAMPLES];
    trama_broad *broad;
    trama_error error;
    bool ok = trama_broad_create(type, &broad, &error) == TRAMA_OK;
    ok = ok && fill(broad, s) && detect(broad, s, median); /* warm-up */
    for (int sample = 0; ok && sample < SAMPLES; sample++) {
        stir(s);
        ok = detect(broad, s, median);
        whole[sample] = median->seconds;
        alone[sample] = median->broad_seconds;
    }
    trama_broad_destroy(broad);
    if (!ok)
        return false;
    median->seconds = trama_median_in_place(whole, SAMPLES);
    median->broad_seconds = trama_median_in_place(alone, SAMPLES);
    return true;
}

/* ---- As published: every pair. */

static void measure_published(const scene *s, measurement *m)
{
    const double start = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    *m = (measurement){.broad_seconds = TRAMA_NAN};
    for (long i = 0; i < s->count; i++)
        for (long j = i + 1; j < s->count; j++) {
            m->pairs++;
            m->contacts +=
                trama_mpr_published(&s->shape, &s->pose[i], &s->shape, &s->pose[j]).status ==
                TRAMA_MPR_HIT;
        }
    m->seconds = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
}

/* ---- Tables. */

/* Of a CSV with the columns bodies and time_s; lines that are no numbers are passed over. */
static double published_seconds(const char *path, long bodies)
{
    char line[256];
    double seconds = TRAMA_NAN;
    FILE *file = path ? fopen(path, "r") : NULL;
    while (file && fgets(line, sizeof line, file)) {
        char *end;
        if (strtol(line, &end, 10) == bodies && *end == ',')
            seconds = strtod(end + 1, NULL);
    }
    if (file)
        fclose(file);
    return seconds;
}

static void print_row(const char *name, long bodies, const measurement *m, double published)
{
    printf("%s,%ld,%.4g,", name, bodies, m->seconds);
    if (!isnan(m->broad_seconds))
        printf("%.4g", m->broad_seconds);
    printf(",%zu,%zu,", m->pairs, m->contacts);
    if (!isnan(published))
        printf("%.4g", published);
    putchar('\n');
    fflush(stdout);
}

/* Of seconds against bodies, by least squares of the logarithms. */
static double exponent(const double *seconds)
{
    double x = 0.0, y = 0.0, xx = 0.0, xy = 0.0;
    for (int i = 0; i < SIZES; i++) {
        const double u = log((double)sizes[i]), v = log(seconds[i]);
        x += u / SIZES;
        y += v / SIZES;
        xx += u * u / SIZES;
        xy += u * v / SIZES;
    }
    return (xy - x * y) / (xx - x * x);
}

/* Kinds 0 to trama_broad_count() - 1 are broad phases; the next is the published way. All pairs and
 * the published way stop at 3500. */
static bool run(size_t kind, const char *path, double seconds[2][SIZES])
{
    const bool by_type = kind < trama_broad_count();
    const int count = kind > 0 && by_type ? SIZES + LARGER : SIZES;
    for (int i = 0; i < count; i++) {
        scene s;
        measurement m;
        bool ok = open_scene(&s, sizes[i]);
        if (ok && by_type)
            ok = measure(trama_broad_at(kind), &s, &m);
        else if (ok)
            measure_published(&s, &m);
        free(s.pose);
        if (!ok)
            return false;
        print_row(by_type ? trama_broad_at(kind)->name : "published", sizes[i], &m,
                  by_type ? TRAMA_NAN : published_seconds(path, sizes[i]));
        if (i < SIZES) {
            seconds[0][i] = m.seconds;
            seconds[1][i] = m.broad_seconds;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : NULL;
    const size_t kinds = trama_broad_count() + 1;
    double seconds[8][2][SIZES] = {{{0}}}, published[SIZES];
    puts("broad_phase,bodies,seconds,broad_seconds,pairs,contacts,published_s");
    for (size_t kind = 0; kind < kinds; kind++)
        if (!run(kind, path, seconds[kind]))
            return EXIT_FAILURE;
    puts("# exponent of bodies, 500 to 3500: whole detection, broad phase alone");
    for (size_t kind = 0; kind + 1 < kinds; kind++)
        printf("# %s %.2f %.2f\n", trama_broad_at(kind)->name, exponent(seconds[kind][0]),
               exponent(seconds[kind][1]));
    printf("# published way %.2f\n", exponent(seconds[kinds - 1][0]));
    for (int i = 0; i < SIZES; i++)
        published[i] = published_seconds(path, sizes[i]);
    if (!isnan(published[0]))
        printf("# published times %.2f\n", exponent(published));
    return EXIT_SUCCESS;
}
