/* Sparse matrices, Krylov solutions and Lanczos' process (lib/linear) agree with GSL's dense ones.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_linalg.h>

#include "core/numbers.h"
#include "core/random.h"
#include "linear/krylov.h"
#include "linear/lanczos.h"
#include "linear/sparse.h"
#include "support/near.h"

enum { N = 60 };

/* ---- Matrices. */

static trama_sparse *filled(size_t rows, size_t columns, const trama_triplets *entries)
{
    trama_sparse *matrix;
    trama_error error;
    assert_int_equal(trama_sparse_create(rows, columns, &matrix, &error), TRAMA_OK);
    assert_int_equal(trama_sparse_fill(matrix, entries, &error), TRAMA_OK);
    return matrix;
}

/* Random entries, some of them in one place; on the diagonal `diagonal`; symmetric or not. */
static trama_sparse *random_matrix(double diagonal, bool symmetric, long seed)
{
    trama_random random = {(uint64_t)seed};
    trama_triplets entries = {0};
    for (size_t e = 0; e < 5 * N; e++) {
        const size_t i = trama_random_bits(&random) % N, j = trama_random_bits(&random) % N;
        const double value = trama_random_signed(&random);
        trama_triplets_add(&entries, i, j, value);
        if (symmetric)
            trama_triplets_add(&entries, j, i, value);
    }
    for (size_t i = 0; i < N; i++)
        trama_triplets_add(&entries, i, i, diagonal + (double)i / N);
    trama_sparse *matrix = filled(N, N, &entries);
    trama_triplets_free(&entries);
    return matrix;
}

static gsl_matrix *dense_of(const trama_sparse *matrix)
{
    gsl_matrix *dense = gsl_matrix_alloc(matrix->rows, matrix->columns);
    for (size_t i = 0; i < matrix->rows; i++)
        for (size_t j = 0; j < matrix->columns; j++)
            gsl_matrix_set(dense, i, j, trama_sparse_at(matrix, i, j));
    return dense;
}

static void fill_random(double *x, size_t n, long seed)
{
    trama_random random = {(uint64_t)seed};
    for (size_t i = 0; i < n; i++)
        x[i] = trama_random_signed(&random);
}

/* x of A x = b by LU. */
static void dense_solve(const trama_sparse *matrix, const double *b, double *x)
{
    gsl_matrix *dense = dense_of(matrix);
    gsl_permutation *order = gsl_permutation_alloc(N);
    gsl_vector_const_view right = gsl_vector_const_view_array(b, N);
    gsl_vector_view left = gsl_vector_view_array(x, N);
    int sign;
    assert_int_equal(gsl_linalg_LU_decomp(dense, order, &sign), 0);
    assert_int_equal(gsl_linalg_LU_solve(dense, order, &right.vector, &left.vector), 0);
    gsl_permutation_free(order);
    gsl_matrix_free(dense);
}

/* ---- Sparse matrices. */

static void entries_of_one_place_are_summed_in_order(void **state)
{
    (void)state;
    static const struct {
        size_t i, j;
        double value;
    } given[] = {{1, 2, 1e16}, {0, 3, 2}, {1, 0, 5}, {1, 2, 1}, {1, 2, -1e16}, {2, 1, 0}};
    trama_triplets entries = {0};
    for (size_t e = 0; e < sizeof given / sizeof *given; e++)
        trama_triplets_add(&entries, given[e].i, given[e].j, given[e].value);
    trama_sparse *matrix = filled(3, 4, &entries);
    assert_int_equal(matrix->start[3], 4); /* a zero is an entry */
    assert_int_equal(matrix->column[1], 0);
    assert_int_equal(matrix->column[2], 2);
    assert_true(trama_sparse_at(matrix, 1, 2) == (1e16 + 1) - 1e16);
    assert_true(trama_sparse_at(matrix, 0, 3) == 2);
    assert_true(trama_sparse_at(matrix, 2, 3) == 0);
    trama_sparse_destroy(matrix);
    trama_triplets_free(&entries);
}

static void product_is_that_of_the_dense_matrix(void **state)
{
    (void)state;
    trama_sparse *matrix = random_matrix(1, false, 3);
    gsl_matrix *dense = dense_of(matrix);
    double x[N], y[N], expected[N], diagonal[N];
    fill_random(x, N, 4);
    gsl_vector_view given = gsl_vector_view_array(x, N);
    gsl_vector_view found = gsl_vector_view_array(expected, N);
    gsl_blas_dgemv(CblasNoTrans, 1.0, dense, &given.vector, 0.0, &found.vector);
    trama_sparse_multiply(matrix, x, y);
    trama_sparse_diagonal(matrix, diagonal);
    for (size_t i = 0; i < N; i++) {
        assert_near(y[i], expected[i], 1e-13);
        assert_true(diagonal[i] == gsl_matrix_get(dense, i, i));
    }
    gsl_matrix_free(dense);
    trama_sparse_destroy(matrix);
}

/* The number of a pattern tells whether what was made of it still holds. */
static void pattern_has_another_number_when_a_place_changes(void **state)
{
    (void)state;
    static const size_t places[][4][2] = {
        {{0, 0}, {1, 1}, {2, 0}, {2, 2}}, {{2, 2}, {0, 0}, {2, 0}, {1, 1}},
        {{0, 0}, {1, 1}, {2, 1}, {2, 2}}, {{0, 0}, {1, 1}, {1, 2}, {2, 2}},
        {{0, 0}, {1, 1}, {1, 2}, {1, 2}}, {{0, 0}, {1, 1}, {1, 2}, {2, 2}}};
    static const unsigned long expected[] = {1, 1, 2, 3, 4, 5};
    trama_sparse *matrix;
    trama_error error;
    assert_int_equal(trama_sparse_create(3, 3, &matrix, &error), TRAMA_OK);
    for (size_t s = 0; s < sizeof places / sizeof *places; s++) {
        trama_triplets entries = {0};
        for (size_t e = 0; e < 4; e++)
            trama_triplets_add(&entries, places[s][e][0], places[s][e][1], (double)(s + e));
        assert_int_equal(trama_sparse_fill(matrix, &entries, &error), TRAMA_OK);
        assert_int_equal(matrix->pattern, expected[s]);
        for (size_t e = 0; e < 3; e++)
            assert_true(trama_sparse_at(matrix, places[s][e][0], places[s][e][1]) >= (double)s);
        trama_triplets_free(&entries);
    }
    trama_sparse_destroy(matrix);
}

/* ---- Solutions. */

static void check_solution(bool symmetric, bool preconditioned)
{
    const trama_krylov_spec spec = {1e-12, 500};
    trama_sparse *matrix = random_matrix(symmetric ? 8 : 5, symmetric, 11);
    const trama_operator a = trama_sparse_operator(matrix);
    double b[N], x[N] = {0}, expected[N], diagonal[N];
    trama_krylov *krylov;
    trama_error error;
    fill_random(b, N, 12);
    trama_sparse_diagonal(matrix, diagonal);
    dense_solve(matrix, b, expected);
    assert_int_equal(trama_krylov_create(N, &krylov, &error), TRAMA_OK);
    const trama_krylov_result result = (symmetric ? trama_conjugate_gradients : trama_bicgstab)(
        krylov, &a, preconditioned ? diagonal : NULL, b, &spec, x);
    assert_true(result.converged && !result.broken);
    assert_true(result.iterations > 3 && result.residual <= 1e-12);
    for (size_t i = 0; i < N; i++)
        assert_near(x[i], expected[i], 1e-11);
    trama_krylov_destroy(krylov);
    trama_sparse_destroy(matrix);
}

static void solutions_are_those_of_the_dense_matrix(void **state)
{
    (void)state;
    for (int c = 0; c < 4; c++)
        check_solution(c % 2 == 0, c / 2 == 0);
}

/* A diagonal matrix is solved in one step by its own diagonal. */
static void preconditioner_is_used(void **state)
{
    (void)state;
    const trama_krylov_spec spec = {1e-12, 50};
    trama_triplets entries = {0};
    double b[N], diagonal[N];
    fill_random(b, N, 5);
    for (size_t i = 0; i < N; i++) {
        diagonal[i] = 1 + (double)(i * i);
        trama_triplets_add(&entries, i, i, diagonal[i]);
    }
    trama_sparse *matrix = filled(N, N, &entries);
    const trama_operator a = trama_sparse_operator(matrix);
    trama_krylov *krylov;
    trama_error error;
    assert_int_equal(trama_krylov_create(N, &krylov, &error), TRAMA_OK);
    double x[N] = {0}, y[N] = {0}, z[N] = {0};
    assert_int_equal(trama_conjugate_gradients(krylov, &a, diagonal, b, &spec, x).iterations, 1);
    assert_int_equal(trama_bicgstab(krylov, &a, diagonal, b, &spec, y).iterations, 1);
    assert_true(trama_conjugate_gradients(krylov, &a, NULL, b, &spec, z).iterations > 10);
    trama_krylov_destroy(krylov);
    trama_sparse_destroy(matrix);
    trama_triplets_free(&entries);
}

/* Not to converge, a matrix that is not definite, and what is not finite are told. */
static void what_does_not_converge_says_so(void **state)
{
    (void)state;
    trama_sparse *matrix = random_matrix(0.1, true, 21); /* indefinite */
    const trama_operator a = trama_sparse_operator(matrix);
    double b[N], x[N] = {0}, y[N] = {0}, z[N] = {0};
    trama_krylov *krylov;
    trama_error error;
    fill_random(b, N, 22);
    assert_int_equal(trama_krylov_create(N, &krylov, &error), TRAMA_OK);
    const trama_krylov_result indefinite =
        trama_conjugate_gradients(krylov, &a, NULL, b, &(trama_krylov_spec){1e-12, 500}, x);
    assert_true(indefinite.broken && !indefinite.converged);
    const trama_krylov_result short_of =
        trama_bicgstab(krylov, &a, NULL, b, &(trama_krylov_spec){1e-12, 2}, y);
    assert_true(!short_of.converged && short_of.iterations == 2 && short_of.residual > 1e-12);
    b[3] = TRAMA_NAN;
    const trama_krylov_result undefined =
        trama_bicgstab(krylov, &a, NULL, b, &(trama_krylov_spec){1e-12, 500}, z);
    assert_true(undefined.broken && !undefined.converged);
    trama_krylov_destroy(krylov);
    trama_sparse_destroy(matrix);
}

/* ---- Lanczos. */

static void begin_lanczos(trama_lanczos *lanczos, size_t n, long seed)
{
    double *first = trama_lanczos_begin(lanczos);
    fill_random(first, n, seed);
    const double length = sqrt(trama_dot(n, first, first));
    for (size_t i = 0; i < n; i++)
        first[i] /= length;
}

static double largest_eigenvalue(const trama_sparse *matrix)
{
    gsl_matrix *dense = dense_of(matrix);
    gsl_vector *value = gsl_vector_alloc(N);
    gsl_eigen_symm_workspace *eigen = gsl_eigen_symm_alloc(N);
    gsl_eigen_symm(dense, value, eigen);
    const double least = gsl_vector_min(value), most = gsl_vector_max(value);
    gsl_eigen_symm_free(eigen);
    gsl_vector_free(value);
    gsl_matrix_free(dense);
    return fabs(least) > most ? least : most;
}

/* The eigenvalue, its bound, and its vector; and that the process may begin anew. */
static void lanczos_finds_the_largest_eigenvalue(void **state)
{
    (void)state;
    trama_sparse *matrix = random_matrix(2, true, 31);
    const trama_operator a = trama_sparse_operator(matrix);
    const double expected = largest_eigenvalue(matrix);
    trama_lanczos *lanczos;
    trama_error error;
    trama_ritz ritz;
    double mode[N], image[N], symmetric;
    assert_int_equal(trama_lanczos_create(N, 1000, &lanczos, &error), TRAMA_OK);
    assert_int_equal(trama_lanczos_size(lanczos), N);
    for (long seed = 1; seed <= 2; seed++) {
        double beyond = 1;
        begin_lanczos(lanczos, N, seed);
        while (trama_lanczos_products(lanczos) < 50)
            beyond = trama_lanczos_extend(lanczos, &a);
        assert_true(trama_lanczos_ritz(lanczos, TRAMA_LARGEST_MODULUS, &ritz) && ritz.found);
        assert_near(ritz.real, expected, 1e-9);
        assert_true(fabs(ritz.real - expected) <= beyond * ritz.last + 1e-12);
        assert_true(beyond * ritz.last < 1e-3);
        trama_lanczos_mode(lanczos, mode);
        trama_sparse_multiply(matrix, mode, image);
        for (size_t i = 0; i < N; i++)
            assert_near(image[i], expected * mode[i], 1e-3);
        assert_true(trama_lanczos_asymmetry(lanczos) < 1e-12);
        assert_true(trama_lanczos_symmetric(lanczos, &symmetric));
        assert_true(symmetric <= fabs(expected) + 1e-9);
    }
    trama_lanczos_destroy(lanczos);
    trama_sparse_destroy(matrix);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_of_one_place_are_summed_in_order),
        cmocka_unit_test(product_is_that_of_the_dense_matrix),
        cmocka_unit_test(pattern_has_another_number_when_a_place_changes),
        cmocka_unit_test(solutions_are_those_of_the_dense_matrix),
        cmocka_unit_test(preconditioner_is_used),
        cmocka_unit_test(what_does_not_converge_says_so),
        cmocka_unit_test(lanczos_finds_the_largest_eigenvalue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
