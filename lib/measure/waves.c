#include "measure/waves.h"
#include "core/numbers.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { SAMPLES_LEAST = 8, PERIODS_LEAST = 2, FINE = 8 };

static const double two_pi = 6.28318530717958647692;

/* A complex number for each node, and what is worked on. */
typedef struct work {
    const trama_waves_spec *spec;
    size_t nodes;
    double *mean;             /* nodes, m */
    double *window;           /* samples */
    double *real, *imaginary; /* nodes: amplitudes at a frequency */
    double *part;             /* 2 points[1]: sums along the first direction */
} work;

static void free_work(work *w)
{
    free(w->mean);
    free(w->window);
    free(w->real);
    free(w->imaginary);
    free(w->part);
}

static bool allocate(work *w)
{
    w->mean = calloc(w->nodes, sizeof(double));
    w->window = calloc(w->spec->samples, sizeof(double));
    w->real = calloc(w->nodes, sizeof(double));
    w->imaginary = calloc(w->nodes, sizeof(double));
    w->part = calloc(2 * w->spec->points[1], sizeof(double));
    return w->mean && w->window && w->real && w->imaginary && w->part;
}

/* Means in time; the r.m.s. about them. */
static double take_means(work *w)
{
    const trama_waves_spec *s = w->spec;
    const double *first = s->displacement;
    double sum = 0.0;
    for (size_t t = 0; t < s->samples; t++)
        for (size_t i = 0; i < w->nodes; i++)
            w->mean[i] += (s->displacement[t * w->nodes + i] - first[i]) / (double)s->samples;
    for (size_t i = 0; i < w->nodes; i++)
        w->mean[i] += first[i]; /* exact for what does not move */
    for (size_t t = 0; t < s->samples; t++)
        for (size_t i = 0; i < w->nodes; i++) {
            const double d = s->displacement[t * w->nodes + i] - w->mean[i];
            sum += d * d;
        }
    return sqrt(sum / (double)(s->samples * w->nodes));
}

static void set_window(work *w)
{
    const double count = (double)w->spec->samples;
    for (size_t t = 0; t < w->spec->samples; t++)
        w->window[t] = 0.5 - 0.5 * cos(two_pi * ((double)t + 0.5) / count);
}

/* The amplitudes of line `bin` of the spectrum in time, so many periods in the window; their power.
 */
static double take_line(work *w, size_t bin)
{
    const trama_waves_spec *s = w->spec;
    double power = 0.0;
    for (size_t i = 0; i < w->nodes; i++)
        w->real[i] = w->imaginary[i] = 0.0;
    for (size_t t = 0; t < s->samples; t++) {
        const double phase = two_pi * (double)(bin * t % s->samples) / (double)s->samples;
        const double c = w->window[t] * cos(phase), sine = -w->window[t] * sin(phase);
        const double *d = s->displacement + t * w->nodes;
#pragma omp simd
        for (size_t i = 0; i < w->nodes; i++) {
            w->real[i] += c * (d[i] - w->mean[i]);
            w->imaginary[i] += sine * (d[i] - w->mean[i]);
        }
    }
    for (size_t i = 0; i < w->nodes; i++)
        power += w->real[i] * w->real[i] + w->imaginary[i] * w->imaginary[i];
    return power;
}

/* The line with the most power, its amplitudes, and its share. Lines are looked at up to a quarter
 * of the sampling rate. */
static size_t highest_line(work *w, double *share)
{
    const size_t lines = w->spec->samples / 4;
    double all = 0.0, beside = 0.0, before = 0.0, most = -1.0;
    size_t highest = PERIODS_LEAST;
    for (size_t bin = 1; bin <= lines; bin++) {
        const double power = take_line(w, bin);
        all += power;
        if (bin == highest + 1)
            beside += power;
        if (bin >= PERIODS_LEAST && power > most) {
            most = power;
            highest = bin;
            beside = before + power;
        }
        before = power;
    }
    *share = beside / all;
    take_line(w, highest);
    return highest;
}

/* Power of e^(2 pi i (f t - k.x)). */
static double wave_power(work *w, const double number[2])
{
    const trama_waves_spec *s = w->spec;
    const size_t m = s->points[0], n = s->points[1];
    double sum[2] = {0.0, 0.0};
    for (size_t l = 0; l < 2 * n; l++)
        w->part[l] = 0.0;
    for (size_t k = 0; k < m; k++) {
        const double phase = two_pi * number[0] * s->spacing[0] * (double)k;
        const double c = cos(phase), sine = sin(phase);
        for (size_t l = 0; l < n; l++) {
            const double re = w->real[k * n + l], im = w->imaginary[k * n + l];
            w->part[l] += c * re - sine * im;
            w->part[n + l] += c * im + sine * re;
        }
    }
    for (size_t l = 0; l < n; l++) {
        const double phase = two_pi * number[1] * s->spacing[1] * (double)l;
        const double c = cos(phase), sine = sin(phase);
        sum[0] += c * w->part[l] - sine * w->part[n + l];
        sum[1] += c * w->part[n + l] + sine * w->part[l];
    }
    return sum[0] * sum[0] + sum[1] * sum[1];
}

/* Waves of at least four spacings. */
static void find_number(work *w, double number[2], double *travel)
{
    const trama_waves_spec *s = w->spec;
    double step[2], most = -1.0;
    long reach[2];
    for (int d = 0; d < 2; d++) {
        step[d] = 1.0 / (FINE * s->spacing[d] * (double)(s->points[d] - 1));
        reach[d] = (long)(FINE * (s->points[d] - 1)) / 4;
    }
    for (long a = -reach[0]; a <= reach[0]; a++)
        for (long b = -reach[1]; b <= reach[1]; b++) {
            const double at[2] = {step[0] * (double)a, step[1] * (double)b};
            const double power = wave_power(w, at);
            if (power > most) {
                most = power;
                number[0] = at[0];
                number[1] = at[1];
            }
        }
    const double back[2] = {-number[0], -number[1]}, opposite = wave_power(w, back);
    *travel = (most - opposite) / (most + opposite);
}

static void find(work *w, trama_wave *wave)
{
    const trama_waves_spec *s = w->spec;
    set_window(w);
    const size_t line = highest_line(w, &wave->share);
    wave->frequency = (double)line / (s->interval * (double)s->samples);
    find_number(w, wave->number, &wave->travel);
    const double length =
        sqrt(wave->number[0] * wave->number[0] + wave->number[1] * wave->number[1]);
    wave->speed = length > 0.0 ? wave->frequency / length : TRAMA_INFINITY;
    wave->angle = 360.0 / two_pi * atan2(wave->number[1], wave->number[0]);
}

trama_status trama_waves_find(const trama_waves_spec *spec, trama_wave *wave, trama_error *error)
{
    const double none = TRAMA_NAN;
    work w = {.spec = spec, .nodes = spec->points[0] * spec->points[1]};
    *wave = (trama_wave){none, none, none, {none, none}, none, none, none};
    if (spec->samples < SAMPLES_LEAST)
        return trama_fail(error, TRAMA_BAD_INPUT, "samples", "%zu samples; allowed: at least %d",
                          spec->samples, SAMPLES_LEAST);
    const bool made = allocate(&w);
    if (made) {
        wave->amplitude = take_means(&w);
        if (wave->amplitude > 0.0)
            find(&w, wave);
    }
    free_work(&w);
    return made ? TRAMA_OK : trama_fail_memory(error);
}
