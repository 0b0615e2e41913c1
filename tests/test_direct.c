/* Every direct solver of the registry solves the systems that it can factorise, with a residual of
 * round-off, and refuses the others. It keeps the pattern for the next matrix, and ends in order
 * when memory ends inside the library. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "linear/direct.h"
#include "support/near.h"
#include "support/suitesparse.h"

enum { SIDE = 9, N = SIDE * SIDE };

/* ---- Matrices. */

/* The five-point Laplacian of a square, shifted, with what is random on the diagonal; `skew` makes
 * it unsymmetric. Positive definite for skew 0 and a shift of at least 0. */
static void laplacian(trama_triplets *t, double shift, double skew, long seed)
{
    trama_random random = {(uint64_t)seed};
    trama_triplets_clear(t);
    for (size_t i = 0; i < N; i++) {
        trama_triplets_add(t, i, i, 4.0 + shift + 0.5 * (1 + trama_random_signed(&random)));
        for (size_t step = 1; step <= SIDE; step += SIDE - 1) {
            if (i + step >= N || (step == 1 && (i + 1) % SIDE == 0))
                continue;
            trama_triplets_add(t, i, i + step, -1.0 + skew);
            trama_triplets_add(t, i + step, i, -1.0 - skew);
        }
    }
}

/* Chains of nodes with springs between them and nothing that holds them: exactly singular, as all
 * numbers are small integers. */
static void loose_chains(trama_triplets *t)
{
    trama_triplets_clear(t);
    for (size_t i = 0; i < N; i++) {
        const size_t other = i % 2 == 0 && i + 1 < N ? i + 1 : i % 2 == 1 ? i - 1 : i;
        trama_triplets_add(t, i, i, other == i ? 2.0 : 1.0);
        if (other != i)
            trama_triplets_add(t, i, other, -1.0);
    }
}

typedef struct bench {
    trama_triplets t;
    trama_sparse *a;
    trama_direct *direct;
} bench;

static void begin(bench *b, size_t solver)
{
    trama_error error;
    *b = (bench){0};
    assert_int_equal(trama_sparse_create(N, N, &b->a, &error), TRAMA_OK);
    assert_int_equal(trama_direct_create(trama_direct_at(solver), &b->direct, &error), TRAMA_OK);
}

static void fill(bench *b)
{
    trama_error error;
    assert_int_equal(trama_sparse_fill(b->a, &b->t, &error), TRAMA_OK);
}

static void end(bench *b)
{
    trama_direct_destroy(b->direct);
    trama_sparse_destroy(b->a);
    trama_triplets_free(&b->t);
}

/* Analysis if need be, and factorisation. */
static trama_direct_status prepare(bench *b)
{
    trama_direct_status status = TRAMA_DIRECT_OK;
    if (trama_direct_is_new(b->direct, b->a))
        status = trama_direct_analyse(b->direct, b->a);
    return status == TRAMA_DIRECT_OK ? trama_direct_factorise(b->direct, b->a) : status;
}

/* Largest |b - A x|, with b of order 1. */
static double miss(bench *b, double *x)
{
    double right[N], image[N], largest = 0.0;
    trama_random random = {7};
    for (size_t i = 0; i < N; i++)
        right[i] = trama_random_signed(&random);
    assert_int_equal(trama_direct_solve(b->direct, b->a, right, x), TRAMA_DIRECT_OK);
    trama_sparse_multiply(b->a, x, image);
    for (size_t i = 0; i < N; i++)
        largest = fmax(largest, fabs(right[i] - image[i]));
    return largest;
}

/* ---- Solutions. */

/* Measured: 2e-15 at most. */
static void every_solver_solves_what_it_says_it_can(void **state)
{
    (void)state;
    for (size_t s = 0; s < trama_direct_count(); s++)
        for (int unsymmetric = 0; unsymmetric < 2; unsymmetric++) {
            bench b;
            double x[N];
            if (unsymmetric && trama_direct_at(s)->definite)
                continue;
            begin(&b, s);
            laplacian(&b.t, 0.1, unsymmetric ? 0.7 : 0.0, 3);
            fill(&b);
            assert_int_equal(prepare(&b), TRAMA_DIRECT_OK);
            assert_near(miss(&b, x), 0.0, 1e-12);
            end(&b);
        }
}

/* Those that need a positive definite matrix say so; the others solve. */
static void an_indefinite_matrix_is_solved_or_reported(void **state)
{
    (void)state;
    for (size_t s = 0; s < trama_direct_count(); s++) {
        const bool definite = trama_direct_at(s)->definite;
        bench b;
        double x[N];
        begin(&b, s);
        laplacian(&b.t, -3.3, 0.0, 5);
        fill(&b);
        assert_int_equal(prepare(&b), definite ? TRAMA_DIRECT_INDEFINITE : TRAMA_DIRECT_OK);
        if (!definite)
            assert_near(miss(&b, x), 0.0, 1e-11);
        laplacian(&b.t, 0.1, 0.0, 5); /* and it can be used again */
        fill(&b);
        assert_int_equal(prepare(&b), TRAMA_DIRECT_OK);
        assert_near(miss(&b, x), 0.0, 1e-12);
        end(&b);
    }
}

static void a_singular_matrix_is_reported(void **state)
{
    (void)state;
    for (size_t s = 0; s < trama_direct_count(); s++) {
        bench b;
        begin(&b, s);
        loose_chains(&b.t);
        fill(&b);
        assert_int_equal(prepare(&b), trama_direct_at(s)->definite ? TRAMA_DIRECT_INDEFINITE
                                                                   : TRAMA_DIRECT_SINGULAR);
        laplacian(&b.t, 0.1, 0.0, 5);
        b.t.value[11] = nan("");
        fill(&b);
        assert_int_equal(prepare(&b), TRAMA_DIRECT_SINGULAR);
        end(&b);
    }
}

/* Other values at the same places: no analysis, and the solution of a solver that saw nothing
 * before, bit for bit. Another pattern: an analysis. */
static void a_pattern_is_analysed_once(void **state)
{
    (void)state;
    for (size_t s = 0; s < trama_direct_count(); s++) {
        bench used, fresh;
        double x[N], y[N];
        begin(&used, s);
        begin(&fresh, s);
        laplacian(&used.t, 0.1, 0.0, 5);
        fill(&used);
        assert_true(trama_direct_is_new(used.direct, used.a));
        assert_int_equal(prepare(&used), TRAMA_DIRECT_OK);
        laplacian(&used.t, 0.9, 0.0, 6);
        fill(&used);
        assert_false(trama_direct_is_new(used.direct, used.a));
        laplacian(&fresh.t, 0.9, 0.0, 6);
        fill(&fresh);
        assert_int_equal(prepare(&used), TRAMA_DIRECT_OK);
        assert_int_equal(prepare(&fresh), TRAMA_DIRECT_OK);
        miss(&used, x);
        miss(&fresh, y);
        assert_memory_equal(x, y, sizeof x);
        trama_triplets_add(&used.t, 0, N - 1, 0.01);
        trama_triplets_add(&used.t, N - 1, 0, 0.01);
        fill(&used);
        assert_true(trama_direct_is_new(used.direct, used.a));
        assert_int_equal(prepare(&used), TRAMA_DIRECT_OK);
        assert_near(miss(&used, x), 0.0, 1e-12);
        end(&used);
        end(&fresh);
    }
}

static void every_solver_names_itself(void **state)
{
    (void)state;
    for (size_t s = 0; s < trama_direct_count(); s++) {
        const trama_direct_type *type = trama_direct_at(s);
        char text[64] = "";
        type->version(text, sizeof text);
        assert_non_null(strchr(text, '.'));
        assert_true(strlen(type->summary) > 10 && strlen(type->reference) > 10);
        assert_ptr_equal(trama_direct_find(type->name), type);
        const bool over_blas =
            strcmp(type->name, "umfpack") == 0 || strcmp(type->name, "cholmod_supernodal") == 0;
        assert_int_equal(type->exact, !over_blas);
    }
}

/* ---- Memory. SuiteSparse takes its own through functions that a program may replace. */

static long allocated, failing_at;

static bool is_short(void)
{
    return ++allocated == failing_at;
}
static void *scarce_malloc(size_t size)
{
    return is_short() ? NULL : malloc(size);
}
static void *scarce_calloc(size_t count, size_t size)
{
    return is_short() ? NULL : calloc(count, size);
}
static void *scarce_realloc(void *block, size_t size)
{
    return is_short() ? NULL : realloc(block, size);
}

/* The first failure, whichever part it is in. */
static trama_direct_status solve_with(size_t solver, bench *b)
{
    double right[N] = {1.0}, x[N];
    trama_direct *direct;
    trama_error error;
    assert_int_equal(trama_direct_create(trama_direct_at(solver), &direct, &error), TRAMA_OK);
    trama_direct_status status = trama_direct_analyse(direct, b->a);
    if (status == TRAMA_DIRECT_OK)
        status = trama_direct_factorise(direct, b->a);
    if (status == TRAMA_DIRECT_OK)
        status = trama_direct_solve(direct, b->a, right, x);
    trama_direct_destroy(direct);
    return status;
}

/* An allocation that the library can do without (a block that is not made smaller) changes nothing.
 * Measured: 30 to 60 allocations a solver, nearly all needed. */
static void memory_that_ends_in_a_library_is_reported(void **state)
{
    (void)state;
    suitesparse_allocates_by(scarce_malloc, scarce_calloc, scarce_realloc);
    for (size_t s = 0; s < trama_direct_count(); s++) {
        bench b;
        long reported = 0;
        begin(&b, s);
        laplacian(&b.t, 0.1, 0.0, 5);
        fill(&b);
        allocated = failing_at = 0;
        assert_int_equal(solve_with(s, &b), TRAMA_DIRECT_OK);
        const long needed = allocated;
        for (long at = 1; at <= needed; at++) {
            allocated = 0;
            failing_at = at;
            const trama_direct_status status = solve_with(s, &b);
            if (status != TRAMA_DIRECT_OK && status != TRAMA_DIRECT_NO_MEMORY)
                fail_msg("%s: allocation %ld of %ld fails: %s", trama_direct_at(s)->name, at,
                         needed, trama_direct_status_name(status));
            reported += status == TRAMA_DIRECT_NO_MEMORY;
        }
        failing_at = 0;
        assert_in_range(reported, needed / 2, needed);
        end(&b);
    }
    suitesparse_allocates_by(malloc, calloc, realloc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solver_solves_what_it_says_it_can),
        cmocka_unit_test(an_indefinite_matrix_is_solved_or_reported),
        cmocka_unit_test(a_singular_matrix_is_reported),
        cmocka_unit_test(a_pattern_is_analysed_once),
        cmocka_unit_test(every_solver_names_itself),
        cmocka_unit_test(memory_that_ends_in_a_library_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
