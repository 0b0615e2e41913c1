/* Benchmark of conjugate gradients against the mesh size: a sheet of 1 m, 0.2 kg and E h 1000 N/m
 * (`fem_cloth`), held at a corner, stretched by 1 % and bent to a bump of 5 cm, in meshes of
 * increasing fineness. The matrix is that of a step of backward Euler of 1/60 s, M + h^2 K; the
 * right side is a constant force. The table has the iterations to a residual of 1e-10 with the
 * diagonal and with multigrid (linear/multigrid.h) as preconditioner, ms of processor time, and the
 * largest difference from the solution of CHOLMOD, relative to its largest entry.
 *
 *   benchmark_multigrid [--plate] [POINTS...]   points along a side of the meshes; default: all;
 * --plate: instead the flat sheet that resists bending of configs/implicit/mesh.yaml, at 10 ms */
#include "linear/multigrid.h"
#include "benchmark/fixture/fixture.h"
#include "clock.h"
#include "integrator/implicit_points.h"
#include "linear/krylov.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const meshes[] = {"19", "37", "73", "145"};

/* A sheet, and the step, s. */
typedef struct sheet {
    const char *model, *material;
    double h;
    bool is_bent;
} sheet;

static const sheet cloth = {"fem_cloth", "young_thickness=1000 poisson=0.3 bending=1e-4 mass=0.2",
                            1.0 / 60.0, true},
                   plate = {"cosserat", "scheme=variational zeta=1000 xi=0.3 phi=0 mass=1", 0.01,
                            false};

typedef struct work {
    trama_linearisation linear;
    trama_triplets entries;
    trama_sparse *a;
    trama_multigrid_points points;
    double *b, *x, *exact, *diagonal;
    trama_krylov *krylov;
} work;

static double seconds(void)
{
    return clock_seconds(CLOCK_THREAD_CPUTIME_ID);
}

static void shape(trama_system *system)
{
    const double pi = 3.14159265358979323846;
    const size_t n = system->nv / 3;
    double *q = system->q;
    for (size_t i = 0; i < n; i++) {
        const double x = q[i], z = q[2 * n + i];
        q[i] = 1.01 * x;
        q[n + i] += 0.05 * sin(pi * x) * cos(pi * z);
        q[2 * n + i] = 1.01 * z;
    }
}

static void gather(work *w, const trama_system *system, double h)
{
    const trama_sparse *k = w->linear.k;
    for (size_t row = 0; row < w->linear.count; row++) {
        trama_triplets_add(&w->entries, row, row, system->mass[w->linear.coordinate[row]]);
        for (size_t e = k->start[row]; e < k->start[row + 1]; e++)
            trama_triplets_add(&w->entries, row, k->column[e], h * h * k->value[e]);
    }
}

static bool open_work(work *w, trama_system *s, double h)
{
    trama_error error;
    *w = (work){0};
    if (trama_system_linearise(s, s->t, s->q, s->v, &w->linear, &error) != TRAMA_OK ||
        trama_sparse_create(w->linear.count, w->linear.count, &w->a, &error) != TRAMA_OK ||
        trama_krylov_create(w->linear.count, &w->krylov, &error) != TRAMA_OK)
        return false;
    gather(w, s, h);
    const size_t room = w->linear.count + 1;
    w->b = calloc(room, sizeof *w->b);
    w->x = calloc(room, sizeof *w->x);
    w->exact = calloc(room, sizeof *w->exact);
    w->diagonal = calloc(room, sizeof *w->diagonal);
    if (!w->b || !w->x || !w->exact || !w->diagonal ||
        trama_sparse_fill(w->a, &w->entries, &error) != TRAMA_OK)
        return false;
    for (size_t i = 0; i < w->linear.count; i++)
        w->b[i] = s->mass[w->linear.coordinate[i]];
    trama_sparse_diagonal(w->a, w->diagonal);
    return trama_implicit_points(s, &w->linear, s->q, &w->points);
}

static void close_work(work *w)
{
    trama_linearisation_free(&w->linear);
    trama_triplets_free(&w->entries);
    trama_sparse_destroy(w->a);
    trama_implicit_points_free(&w->points);
    trama_krylov_destroy(w->krylov);
    free(w->b);
    free(w->x);
    free(w->exact);
    free(w->diagonal);
}

/* ms of a factorisation and a solution; negative: it failed. */
static double solve_exactly(work *w)
{
    trama_direct *direct;
    trama_error error;
    if (trama_direct_create(trama_direct_find("cholmod"), &direct, &error) != TRAMA_OK)
        return -1.0;
    bool ok = trama_direct_analyse(direct, w->a) == TRAMA_DIRECT_OK;
    const double start = seconds();
    ok = ok && trama_direct_factorise(direct, w->a) == TRAMA_DIRECT_OK &&
         trama_direct_solve(direct, w->a, w->b, w->exact) == TRAMA_DIRECT_OK;
    const double took = 1e3 * (seconds() - start);
    trama_direct_destroy(direct);
    return ok ? took : -1.0;
}

static void tell(const work *w, const char *name, const trama_krylov_result *result, double setup,
                 double took)
{
    double most = 0.0, apart = 0.0;
    for (size_t i = 0; i < w->linear.count; i++) {
        most = fmax(most, fabs(w->exact[i]));
        apart = fmax(apart, fabs(w->x[i] - w->exact[i]));
    }
    printf("  %-10s %6ld iterations %s  set-up %9.2f ms, solution %9.2f ms, apart %.1e\n", name,
           result->iterations, result->converged ? "" : "(not converged)", setup, took,
           apart / most);
}

static bool measure(work *w)
{
    const trama_krylov_spec spec = {1e-10, 100000};
    const trama_operator a = trama_sparse_operator(w->a);
    const double exactly = solve_exactly(w);
    if (exactly < 0.0)
        return false;
    printf("  cholmod                                         %9.2f ms\n", exactly);
    double start = seconds();
    trama_krylov_result result =
        trama_conjugate_gradients(w->krylov, &a, w->diagonal, w->b, &spec, w->x);
    tell(w, "diagonal", &result, 0.0, 1e3 * (seconds() - start));
    start = seconds();
    trama_multigrid *levels;
    if (trama_multigrid_create(w->a, &w->points, &levels) != TRAMA_DIRECT_OK)
        return false;
    const double setup = 1e3 * (seconds() - start);
    const trama_operator by = trama_multigrid_operator(levels);
    for (size_t i = 0; i < w->linear.count; i++)
        w->x[i] = 0.0;
    start = seconds();
    result = trama_conjugate_gradients_by(w->krylov, &a, &by, w->b, &spec, w->x);
    tell(w, "multigrid", &result, setup, 1e3 * (seconds() - start));
    printf("  %zu levels\n", trama_multigrid_levels(levels));
    trama_multigrid_destroy(levels);
    return true;
}

static bool measure_mesh(const sheet *of, long points)
{
    trama_scene_spec spec = fixture_sheet(points, 1.0, 0.0, 0.0);
    fixture f;
    work w = {0};
    spec.pins = fixture_corner();
    spec.pin_count = 1;
    bool ok = fixture_open(&f, of->model, of->material, &spec, TRAMA_ISA_V2);
    if (ok && of->is_bent)
        shape(f.system);
    ok = ok && open_work(&w, f.system, of->h);
    printf("%ld^2: %zu unknowns, %zu entries\n", points, w.linear.count,
           w.a ? w.a->start[w.linear.count] : 0);
    ok = ok && measure(&w);
    close_work(&w);
    fixture_close(&f);
    return ok;
}

int main(int argc, char **argv)
{
    bool ok = true;
    const bool is_plate = argc > 1 && strcmp(argv[1], "--plate") == 0;
    const int first = is_plate ? 2 : 1, given = argc - first,
              count = given > 0 ? given : (int)(sizeof meshes / sizeof *meshes);
    for (int i = 0; ok && i < count; i++) {
        const char *points = given > 0 ? argv[first + i] : meshes[i];
        ok = measure_mesh(is_plate ? &plate : &cloth, strtol(points, NULL, 10));
        fflush(stdout);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
