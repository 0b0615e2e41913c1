/* Benchmark of direct solvers: ms of processor time of the linear algebra of one implicit step on a
 * square sheet of Cosserat cloth (`variational`), pinned, in three variants: everything that
 * depends on the sparsity pattern is computed again; the symbolic analysis is kept; the positions
 * of the entries in the matrix are kept too, as implicit methods do. The three take turns. The
 * matrix is M + h^2 K with h = 2 ms; K changes its values from sample to sample, as if the sheet's
 * shape had changed, with the same pattern. */
#include "benchmark/fixture/fixture.h"
#include "benchmark/fixture/machine.h"
#include "clock.h"
#include "core/median.h"
#include "core/sort.h"
#include "linear/direct.h"
#include "system_tangent.h"

#include <stdio.h>
#include <stdlib.h>

static const long grids[] = {10, 20, 37, 100};
static const double h = 2e-3;
enum { ANEW, ANALYSIS_KEPT, ALL_KEPT, WAYS, SAMPLES = 11 };
static const char *const ways[WAYS] = {"all anew", "analysis kept", "places kept too"};

typedef struct work {
    trama_linearisation linear;
    trama_triplets entries;
    trama_sparse *a;
    trama_direct *direct;
    double *b, *x;
} work;

static void gather(work *w, const trama_system *system)
{
    trama_triplets_clear(&w->entries);
    for (size_t row = 0; row < w->linear.count; row++) {
        trama_triplets_add(&w->entries, row, row, system->mass[w->linear.coordinate[row]]);
        for (size_t e = w->linear.k->start[row]; e < w->linear.k->start[row + 1]; e++)
            trama_triplets_add(&w->entries, row, w->linear.k->column[e],
                               h * h * w->linear.k->value[e]);
    }
}

static bool open_work(work *w, const fixture *f, const trama_direct_type *type)
{
    trama_system *s = f->system;
    trama_error error;
    *w = (work){0};
    if (trama_system_linearise(s, s->t, s->q, s->v, &w->linear, &error) != TRAMA_OK ||
        trama_sparse_create(w->linear.count, w->linear.count, &w->a, &error) != TRAMA_OK ||
        trama_direct_create(type, &w->direct, &error) != TRAMA_OK)
        return false;
    gather(w, s);
    w->b = calloc(w->linear.count, sizeof *w->b);
    w->x = calloc(w->linear.count, sizeof *w->x);
    for (size_t i = 0; w->b && i < w->linear.count; i++)
        w->b[i] = 1.0;
    return w->b && w->x && !w->entries.no_memory;
}

static void close_work(work *w)
{
    trama_linearisation_free(&w->linear);
    trama_triplets_free(&w->entries);
    trama_sparse_destroy(w->a);
    trama_direct_destroy(w->direct);
    free(w->b);
    free(w->x);
}

/* Seconds of one fill, factorisation and solution; negative: one failed. */
static double take_sample(work *w, int way)
{
    trama_error error;
    const double start = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
    if (way != ALL_KEPT)
        w->a->seen = 0; /* it does not know where the entries go */
    bool ok = trama_sparse_fill(w->a, &w->entries, &error) == TRAMA_OK;
    if (way == ANEW || trama_direct_is_new(w->direct, w->a))
        ok = ok && trama_direct_analyse(w->direct, w->a) == TRAMA_DIRECT_OK;
    ok = ok && trama_direct_factorise(w->direct, w->a) == TRAMA_DIRECT_OK &&
         trama_direct_solve(w->direct, w->a, w->b, w->x) == TRAMA_DIRECT_OK;
    return ok ? clock_seconds(CLOCK_THREAD_CPUTIME_ID) - start : -1.0;
}

static bool measure(work *w, const char *solver, long points)
{
    const size_t samples = points < 100 ? SAMPLES : 3;
    double seconds[WAYS][SAMPLES], median[WAYS];
    take_sample(w, ANEW);
    for (size_t i = 0; i < samples; i++)
        for (int way = 0; way < WAYS; way++) {
            seconds[way][i] = take_sample(w, way);
            if (seconds[way][i] < 0.0)
                return false;
        }
    for (int way = 0; way < WAYS; way++) {
        trama_sort(seconds[way], samples);
        median[way] = trama_quantile(seconds[way], samples, 0.5);
        printf("%3ld^2  %-18s %-16s %9.3f %9.3f %9.3f  %5.2f\n", points, solver, ways[way],
               1e3 * seconds[way][0], 1e3 * median[way], 1e3 * seconds[way][samples - 1],
               median[way] / median[ANEW]);
    }
    return true;
}

static bool measure_grid(long points)
{
    static const char material[] = "scheme=variational zeta=100 xi=0.3 phi=0 mass=10";
    trama_scene_spec spec = fixture_sheet(points, 10.0, 0.2, 1e-2);
    fixture f;
    spec.pins = fixture_corner();
    spec.pin_count = 1;
    bool ok = fixture_open(&f, "cosserat", material, &spec, TRAMA_ISA_V2);
    for (size_t s = 0; ok && s < trama_direct_count(); s++) {
        work w;
        ok = open_work(&w, &f, trama_direct_at(s)) && measure(&w, trama_direct_at(s)->name, points);
        close_work(&w);
    }
    fixture_close(&f);
    return ok;
}

int main(void)
{
    bool ok = true;
    machine_pin();
    puts("ms of processor time                          least    median      most  ratio of "
         "medians");
    for (size_t g = 0; ok && g < sizeof grids / sizeof *grids; g++)
        ok = measure_grid(grids[g]);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
