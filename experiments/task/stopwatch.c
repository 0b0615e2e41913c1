#include "task/stopwatch.h"
#include "core/numbers.h"
#include "core/sort.h"
#include "core/threads.h"
#include "task/common.h"
#include "task/counters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* The quantities that are kept of each sample. */
enum { SECONDS, START, WHEN, OWN, OTHERS, STEAL, SWITCHES, CLOCK_BEFORE, CLOCK_AFTER, QUANTITIES };

static const results_column *const columns[QUANTITIES] = {
    [SECONDS] = &column_sample,
    [START] = &column_sample_start,
    [WHEN] = &column_sample_when,
    [OWN] = &column_sample_processor_time,
    [OTHERS] = &column_sample_others,
    [STEAL] = &column_sample_steal,
    [SWITCHES] = &column_sample_switches,
    [CLOCK_BEFORE] = &column_sample_clock_before,
    [CLOCK_AFTER] = &column_sample_clock_after,
};

struct stopwatch {
    const task_bench *bench;
    double begin; /* of the case, s */
    size_t count, capacity;
    double *quantity[QUANTITIES], *event[COUNTERS];
    int64_t *turn, *iterations, *warmup;
    const char **part;
    double *sorted;    /* of a median */
    double *reals;     /* the block that quantity, event and sorted are carved from */
    int64_t *integers; /* that of turn, iterations, warmup */
    counters hardware;
};

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

trama_status stopwatch_create(const task_bench *bench, size_t samples, stopwatch **watch,
                              trama_error *error)
{
    stopwatch *w = *watch = calloc(1, sizeof *w);
    if (!w)
        return trama_fail_memory(error);
    *w = (stopwatch){.bench = bench, .begin = seconds_of(CLOCK_MONOTONIC), .capacity = samples};
    counters_open(&w->hardware);
    w->reals = calloc((QUANTITIES + COUNTERS + 1) * samples, sizeof *w->reals);
    w->integers = calloc(3 * samples, sizeof *w->integers);
    w->part = calloc(samples, sizeof *w->part);
    if (!w->reals || !w->integers || !w->part)
        return trama_fail_memory(error);
    for (size_t i = 0; i < QUANTITIES; i++)
        w->quantity[i] = w->reals + i * samples;
    for (size_t i = 0; i < COUNTERS; i++)
        w->event[i] = w->reals + (QUANTITIES + i) * samples;
    w->sorted = w->reals + (QUANTITIES + COUNTERS) * samples;
    w->turn = w->integers;
    w->iterations = w->integers + samples;
    w->warmup = w->integers + 2 * samples;
    return TRAMA_OK;
}

void stopwatch_destroy(stopwatch *watch)
{
    if (!watch)
        return;
    counters_close(&watch->hardware);
    free(watch->reals);
    free(watch->integers);
    free(watch->part);
    free(watch);
}

/* --- the clock --- */

enum { CLOCK_STEPS = 20000, CLOCK_RUNS = 8 };

/* Steps that each wait for the one before (a multiplication and an addition of 64 bits), so that
 * they take a fixed number of cycles whatever the compiler does. The least of a few runs: one that
 * was interrupted says nothing of the clock. */
static double clock_step(void)
{
    static volatile uint64_t seed = 20080101;
    double least = TRAMA_INFINITY;
    for (int run = 0; run < CLOCK_RUNS; run++) {
        uint64_t x = seed;
        const double start = seconds_of(CLOCK_MONOTONIC);
        for (long i = 0; i < CLOCK_STEPS; i++)
            x = x * 6364136223846793005u + 1442695040888963407u;
        seed = x;
        const double seconds = seconds_of(CLOCK_MONOTONIC) - start;
        least = seconds < least ? seconds : least;
    }
    return least / CLOCK_STEPS;
}

/* --- the machine --- */

typedef struct machine {
    double busy, steal; /* s, of all processors since the machine was started */
    double own;         /* s of this process */
    double switches;
} machine;

/* The first line of /proc/stat: cpu user nice system idle iowait irq softirq steal ..., in ticks.
 * Guests' time is part of that of users. NAN if it cannot be read. */
enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STOLEN, TICKS };

static void read_processors(machine *m)
{
    char line[512] = "", *at = line + strlen("cpu"), *end = at;
    double tick[TICKS];
    const double second = (double)sysconf(_SC_CLK_TCK);
    m->busy = m->steal = TRAMA_NAN;
    FILE *in = fopen("/proc/stat", "r");
    bool good = in && fgets(line, sizeof line, in) && strncmp(line, "cpu ", 4) == 0;
    for (int i = 0; good && i < TICKS; i++, at = end) {
        tick[i] = strtod(at, &end);
        good = end > at;
    }
    if (good) {
        m->busy = (tick[USER] + tick[NICE] + tick[SYSTEM] + tick[IRQ] + tick[SOFTIRQ]) / second;
        m->steal = tick[STOLEN] / second;
    }
    if (in)
        fclose(in);
}

static void read_own(machine *m)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    m->own = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    m->switches = (double)usage.ru_nivcsw;
}

/* --- samples --- */

static void keep(stopwatch *w, int quantity, double value)
{
    w->quantity[quantity][w->count] = value;
}

static double measure(stopwatch *w, const stopwatch_job *job, machine *before, machine *after,
                      trama_step_status *status)
{
    keep(w, WHEN, seconds_of(CLOCK_REALTIME));
    read_own(before);
    counters_start(&w->hardware);
    const double start = seconds_of(CLOCK_MONOTONIC);
    *status = job->work(w->bench, job->context, job->iterations);
    const double seconds = seconds_of(CLOCK_MONOTONIC) - start;
    counters_stop(&w->hardware);
    read_own(after);
    keep(w, START, start - w->begin);
    return seconds;
}

trama_step_status stopwatch_take(stopwatch *w, const stopwatch_job *job, long turn)
{
    machine before, after;
    double event[COUNTERS];
    keep(w, CLOCK_BEFORE, clock_step());
    trama_step_status status = TRAMA_STEP_OK;
    if (job->warmup > 0)
        status = job->work(w->bench, job->context, job->warmup);
    if (status != TRAMA_STEP_OK)
        return status;
    read_processors(&before);
    const double seconds = measure(w, job, &before, &after, &status);
    if (status != TRAMA_STEP_OK)
        return status;
    read_processors(&after);
    keep(w, CLOCK_AFTER, clock_step());
    counters_read(&w->hardware, event);
    for (size_t i = 0; i < COUNTERS; i++)
        w->event[i][w->count] = event[i];
    keep(w, SECONDS, seconds / (double)job->iterations);
    keep(w, OWN, (after.own - before.own) / (double)trama_threads());
    /* ticks are coarse, and may be told before the process' own time is */
    const double others = after.busy - before.busy - (after.own - before.own);
    keep(w, OTHERS, others < 0.0 ? 0.0 : others);
    keep(w, STEAL, after.steal - before.steal);
    keep(w, SWITCHES, after.switches - before.switches);
    w->turn[w->count] = turn;
    w->iterations[w->count] = job->iterations;
    w->warmup[w->count] = job->warmup;
    w->part[w->count++] = job->part;
    return TRAMA_STEP_OK;
}

double stopwatch_mean(const stopwatch *watch, const char *part)
{
    double sum = 0.0, count = 0.0;
    for (size_t i = 0; i < watch->count; i++)
        if (strcmp(watch->part[i], part) == 0) {
            sum += watch->quantity[SECONDS][i];
            count += 1.0;
        }
    return sum / count;
}

double stopwatch_processor_median(const stopwatch *watch, const char *part)
{
    double *value = watch->sorted;
    size_t count = 0;
    for (size_t i = 0; i < watch->count; i++)
        if (strcmp(watch->part[i], part) == 0)
            value[count++] = watch->quantity[OWN][i] / (double)watch->iterations[i];
    trama_sort(value, count);
    return count > 0 ? 0.5 * (value[(count - 1) / 2] + value[count / 2]) : TRAMA_NAN;
}

void stopwatch_add(const stopwatch *w, bundle *results)
{
    for (size_t i = 0; i < QUANTITIES; i++)
        if (i != OWN || !task_is_elsewhere(w->bench->the_case))
            bundle_put_reals(results, columns[i], w->quantity[i], w->count);
    bundle_put_texts(results, &column_sample_part, w->part, w->count);
    bundle_put_integers(results, &column_sample_turn, w->turn, w->count);
    bundle_put_integers(results, &column_sample_iterations, w->iterations, w->count);
    bundle_put_integers(results, &column_sample_warmup, w->warmup, w->count);
    counters_add(&w->hardware, w->event, w->count, results);
}
