/* Benchmark of whole steps: cases of experiments, including those of other libraries' solvers, take
 * turns of some steps each, so that the load of the machine affects all of them alike. A time is
 * that of the steps alone, without the measurements of a task between them. */
#include "benchmark/fixture/machine.h"
#include "benchmark/fixture/task_value.h"
#include "clock.h"
#include "core/median.h"
#include "core/sort.h"
#include "core/threads.h"
#include "engines/engines.h"
#include "integrator/elemental.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum { TURN = 20, ROUNDS_MAX = 25, ENTRANTS_MAX = 64 };

static const char help[] =
    "benchmark_turns [--only CONDITION] [--rounds R] [--threads N] EXPERIMENT.yaml...\n"
    "  --only CONDITION  the cases for which it holds, as in trama run; solvers of other\n"
    "                    libraries are among them\n"
    "  --rounds R        runs of each case (5, at most 25)\n"
    "  --threads N       the library's cases with N threads too; their states must have the\n"
    "                    same bits (1)\n"
    "Prints the machine; then for each case ms a step, by the time that the stepping thread had a\n"
    "processor: the least, median and largest of the rounds; of ratios to the first case within a\n"
    "round the same; and the median by the clock.\n";

/* A case with a number of threads, and ms a step of each round. */
typedef struct entrant {
    const plan_case *c;
    size_t threads;
    plan_made made;
    trama_integrator *integrator;
    double h;
    long steps, done;
    bool failed;
    double processor[ROUNDS_MAX], clock[ROUNDS_MAX];
} entrant;

typedef struct bench {
    entrant entrant[ENTRANTS_MAX];
    size_t count;
    long rounds;
    bool same_bits;
} bench;

/* ---- A round. */

/* Says why a case cannot be stepped. */
static bool open_entrant(entrant *e)
{
    trama_error error = {0};
    trama_threads_set(e->threads);
    e->done = 0;
    e->failed = false;
    e->h = task_value(e->c, "dt");
    e->steps = (long)task_value(e->c, "horizon");
    const bool made = plan_make(e->c, &e->made, &error) == TRAMA_OK &&
                      trama_integrator_create(e->c->integrator, e->c->integrator_parameters,
                                              e->made.system, &e->integrator, &error) == TRAMA_OK;
    if (!made)
        fprintf(stderr, "%s %s, %s: %s\n", e->c->experiment->name, e->c->id, e->c->integrator->name,
                error.text);
    return made;
}

static void close_entrant(entrant *e)
{
    trama_integrator_destroy(e->integrator);
    plan_unmake(&e->made);
    e->integrator = NULL;
}

static void take_turn(entrant *e, long round)
{
    const double processor = thread_seconds_now(), clock = seconds_now();
    for (int i = 0; i < TURN && e->done < e->steps && !e->failed; i++, e->done++)
        e->failed = trama_integrator_step(e->integrator, e->made.system, e->h) != TRAMA_STEP_OK;
    e->processor[round] += 1e3 * (thread_seconds_now() - processor) / (double)e->steps;
    e->clock[round] += 1e3 * (seconds_now() - clock) / (double)e->steps;
}

static bool is_under_way(const entrant *e)
{
    return e->done < e->steps && !e->failed;
}

/* Of each case with several threads, which stands behind the same with one. */
static void compare_bits(bench *b)
{
    for (size_t i = 1; i < b->count; i++) {
        const trama_system *one = b->entrant[i - 1].made.system, *more = b->entrant[i].made.system;
        if (b->entrant[i].threads > 1)
            b->same_bits = b->same_bits && memcmp(one->q, more->q, one->nq * sizeof *one->q) == 0 &&
                           memcmp(one->v, more->v, one->nv * sizeof *one->v) == 0;
    }
}

static bool run_round(bench *b, long round)
{
    bool ok = true, any = true;
    for (size_t i = 0; i < b->count; i++)
        ok = open_entrant(&b->entrant[i]) && ok;
    while (ok && any) {
        any = false;
        for (size_t i = 0; i < b->count; i++)
            if (is_under_way(&b->entrant[i])) {
                take_turn(&b->entrant[i], round);
                any = true;
            }
    }
    if (ok)
        compare_bits(b);
    for (size_t i = 0; i < b->count; i++)
        close_entrant(&b->entrant[i]);
    return ok;
}

/* ---- Tables. */

typedef struct spread {
    double least, median, most;
} spread;

static spread spread_of(const double *value, const double *over, long count)
{
    double sorted[ROUNDS_MAX];
    for (long i = 0; i < count; i++)
        sorted[i] = over ? value[i] / over[i] : value[i];
    trama_sort(sorted, (size_t)count);
    return (spread){sorted[0], trama_quantile(sorted, (size_t)count, 0.5), sorted[count - 1]};
}

static void print_entrant(const bench *b, const entrant *e)
{
    const spread ms = spread_of(e->processor, NULL, b->rounds),
                 ratio = spread_of(e->processor, b->entrant[0].processor, b->rounds),
                 clock = spread_of(e->clock, NULL, b->rounds);
    char models[256];
    plan_model_names(e->c, models, sizeof models);
    printf("%-18s %-12.30s %s %2zu  %8.3f %8.3f %8.3f  %6.3f %6.3f %6.3f  %8.3f%s\n",
           e->c->integrator->name, e->c->experiment->name, e->c->id, e->threads, ms.least,
           ms.median, ms.most, ratio.least, ratio.median, ratio.most, clock.median,
           e->failed ? "  did not come to its end" : "");
}

static void print(const bench *b)
{
    puts("method or solver   experiment   case                             threads  ms a step: "
         "least, median, most; over the first case's; by the clock");
    for (size_t i = 0; i < b->count; i++)
        print_entrant(b, &b->entrant[i]);
    for (size_t i = 0; i < b->count; i++)
        if (b->entrant[i].threads > 1) {
            printf("states of one and of several threads: %s\n",
                   b->same_bits ? "the same bits" : "OTHER BITS");
            return;
        }
}

/* ---- The program. */

static bool enter(bench *b, const plan *p, size_t threads)
{
    for (size_t i = 0; i < p->case_count; i++) {
        const bool own = !trama_solver_of(p->cases[i].integrator);
        for (size_t n = 1; n <= threads; n += threads > 1 ? threads - 1 : 1) {
            if (n > 1 && !own)
                continue;
            if (b->count == ENTRANTS_MAX) {
                fprintf(stderr, "more than %d cases: choose some by --only\n", ENTRANTS_MAX);
                return false;
            }
            b->entrant[b->count++] = (entrant){.c = &p->cases[i], .threads = n};
        }
    }
    if (b->count == 0)
        fputs("no case: see --only\n", stderr);
    return b->count > 0;
}

static void tell_refused(void *context, const char *experiment, const char *solver, const char *why)
{
    (void)context;
    fprintf(stderr, "%s, %s: %s\n", experiment, solver, why);
}

int main(int count, char **text)
{
    static const struct option options[] = {{"only", required_argument, NULL, 'o'},
                                            {"rounds", required_argument, NULL, 'r'},
                                            {"threads", required_argument, NULL, 't'},
                                            {0}};
    static bench b = {.rounds = 5, .same_bits = true};
    plan_wishes wishes = {.every_solver = true, .refused = tell_refused};
    size_t threads = 1;
    config_error error;
    plan p;
    for (int option; (option = getopt_long(count, text, "", options, NULL)) != -1;)
        if (option == 'o')
            wishes.only = optarg;
        else if (option == 'r')
            b.rounds = strtol(optarg, NULL, 10);
        else if (option == 't')
            threads = strtoul(optarg, NULL, 10);
    if (optind == count || b.rounds < 1 || b.rounds > ROUNDS_MAX || threads < 1 ||
        threads > trama_threads_most()) {
        fputs(help, stderr);
        return EXIT_FAILURE;
    }
    trama_error unknown;
    if (trama_elementals_register(&unknown) != TRAMA_OK || !engines_register() ||
        !plan_load_as(text + optind, (size_t)(count - optind), &wishes, &p, &error)) {
        fprintf(stderr, "%s\n", error.text);
        return EXIT_FAILURE;
    }
    bool ok = enter(&b, &p, threads);
    machine_print();
    for (long round = 0; ok && round < b.rounds; round++)
        ok = run_round(&b, round);
    if (ok)
        print(&b);
    plan_free(&p);
    return ok && b.same_bits ? EXIT_SUCCESS : EXIT_FAILURE;
}
