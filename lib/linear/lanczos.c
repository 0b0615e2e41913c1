#include "linear/lanczos.h"

#include "core/memory.h"

#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct trama_lanczos {
    size_t n;
    size_t size;  /* vectors at most */
    size_t k;     /* products made */
    size_t found; /* those when Ritz values were last found */
    double *block;
    double *basis;       /* (size + 1) x n */
    double *coefficient; /* size: the Ritz vector in the basis */
    double *h;           /* (size + 1) x size: the projected operator, by rows */
    /* GSL's. Its matrices are k x k without a gap between rows: of a part of a larger matrix,
     * gsl_eigen_nonsymmv (2.7.1) returns other vectors than eigenvectors. */
    double *square, *value, *vector; /* size^2; complex: size, size^2 */
};

/* ---- Making. */

void trama_lanczos_destroy(trama_lanczos *l)
{
    if (!l)
        return;
    free(l->block);
    free(l);
}

trama_status trama_lanczos_create(size_t n, size_t size, trama_lanczos **lanczos,
                                  trama_error *error)
{
    trama_lanczos *l = calloc(1, sizeof *l);
    *lanczos = NULL;
    if (!l)
        return trama_fail_memory(error);
    l->n = n;
    l->size = size < n ? size : n;
    const size_t line = trama_padded(n);
    l->block = trama_doubles((l->size + 1) * line + trama_padded((l->size + 1) * l->size) +
                             2 * trama_padded(l->size) + 3 * trama_padded(l->size * l->size) +
                             trama_padded(l->size));
    if (!l->block) {
        trama_lanczos_destroy(l);
        return trama_fail_memory(error);
    }
    double *rest = l->block;
    l->basis = trama_carve(&rest, (l->size + 1) * line);
    l->h = trama_carve(&rest, (l->size + 1) * l->size);
    l->coefficient = trama_carve(&rest, l->size);
    l->value = trama_carve(&rest, 2 * l->size);
    l->square = trama_carve(&rest, l->size * l->size);
    l->vector = trama_carve(&rest, 2 * l->size * l->size);
    *lanczos = l;
    return TRAMA_OK;
}

size_t trama_lanczos_size(const trama_lanczos *l)
{
    return l->size;
}

/* ---- The process. */

static double *basis_at(const trama_lanczos *l, size_t j)
{
    return l->basis + j * trama_padded(l->n);
}

double *trama_lanczos_begin(trama_lanczos *l)
{
    l->k = l->found = 0;
    memset(l->h, 0, (l->size + 1) * l->size * sizeof *l->h);
    memset(l->coefficient, 0, l->size * sizeof *l->coefficient);
    return basis_at(l, 0);
}

/* Row `to` of H is the coefficient along basis vector `to`; orthogonalised twice. */
static double orthogonalise(trama_lanczos *l, size_t j, double *w)
{
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i <= j; i++) {
            const double along = trama_dot(l->n, basis_at(l, i), w);
            l->h[i * l->size + j] += along;
            for (size_t c = 0; c < l->n; c++)
                w[c] -= along * basis_at(l, i)[c];
        }
    return sqrt(trama_dot(l->n, w, w));
}

double trama_lanczos_extend(trama_lanczos *l, const trama_operator *a)
{
    const size_t j = l->k++;
    double *w = basis_at(l, j + 1);
    trama_operator_apply(a, basis_at(l, j), w);
    const double beyond = orthogonalise(l, j, w);
    l->h[(j + 1) * l->size + j] = beyond;
    if (beyond > 0.0)
        for (size_t i = 0; i < l->n; i++)
            w[i] /= beyond;
    return beyond;
}

size_t trama_lanczos_products(const trama_lanczos *l)
{
    return l->k;
}

double trama_lanczos_first(const trama_lanczos *l)
{
    return l->h[0];
}

/* ---- Eigenvalues of H. */

static double rank_of(const gsl_vector_complex *value, size_t i, trama_extreme which)
{
    const gsl_complex lambda = gsl_vector_complex_get(value, i);
    return which == TRAMA_LARGEST_REAL ? GSL_REAL(lambda) : gsl_complex_abs(lambda);
}

static size_t index_of_largest(const gsl_vector_complex *value, trama_extreme which)
{
    size_t best = 0;
    for (size_t i = 1; i < value->size; i++)
        if (rank_of(value, i, which) > rank_of(value, best, which))
            best = i;
    return best;
}

/* GSL's answer is in l->value and l->vector. */
static bool solve(trama_lanczos *l, bool *found)
{
    gsl_matrix_view square = gsl_matrix_view_array(l->square, l->k, l->k);
    gsl_vector_complex_view value = gsl_vector_complex_view_array(l->value, l->k);
    gsl_matrix_complex_view vector = gsl_matrix_complex_view_array(l->vector, l->k, l->k);
    for (size_t i = 0; i < l->k; i++)
        for (size_t j = 0; j < l->k; j++)
            gsl_matrix_set(&square.matrix, i, j, l->h[i * l->size + j]);
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    gsl_eigen_nonsymmv_workspace *eigen = gsl_eigen_nonsymmv_alloc(l->k);
    if (eigen)
        *found = gsl_eigen_nonsymmv(&square.matrix, &value.vector, &vector.matrix, eigen) == 0;
    gsl_eigen_nonsymmv_free(eigen);
    gsl_set_error_handler(handler);
    return eigen != NULL;
}

bool trama_lanczos_ritz(trama_lanczos *l, trama_extreme which, trama_ritz *ritz)
{
    if (!solve(l, &ritz->found))
        return false;
    if (!ritz->found)
        return true;
    const gsl_vector_complex_view value = gsl_vector_complex_view_array(l->value, l->k);
    const gsl_matrix_complex_view vector = gsl_matrix_complex_view_array(l->vector, l->k, l->k);
    const size_t best = index_of_largest(&value.vector, which);
    l->found = l->k;
    const gsl_complex lambda = gsl_vector_complex_get(&value.vector, best);
    ritz->real = GSL_REAL(lambda);
    ritz->imaginary = GSL_IMAG(lambda);
    ritz->last = gsl_complex_abs(gsl_matrix_complex_get(&vector.matrix, l->k - 1, best));
    for (size_t i = 0; i < l->k; i++)
        l->coefficient[i] = GSL_REAL(gsl_matrix_complex_get(&vector.matrix, i, best));
    return true;
}

void trama_lanczos_mode(const trama_lanczos *l, double *mode)
{
    memset(mode, 0, l->n * sizeof *mode);
    for (size_t j = 0; j < l->k; j++)
        for (size_t i = 0; i < l->n; i++)
            mode[i] += l->coefficient[j] * basis_at(l, j)[i];
}

/* How many are larger, or as large and before it. */
static size_t rank_among(const gsl_vector_complex *value, size_t i, trama_extreme which)
{
    const double own = rank_of(value, i, which);
    size_t larger = 0;
    for (size_t j = 0; j < value->size; j++) {
        const double other = rank_of(value, j, which);
        larger += other > own || (!(other < own) && j < i);
    }
    return larger;
}

bool trama_lanczos_ranked(trama_lanczos *l, trama_extreme which, size_t rank, double *mode)
{
    if (rank >= l->found)
        return false;
    const gsl_vector_complex_view value = gsl_vector_complex_view_array(l->value, l->found);
    const gsl_matrix_complex_view vector =
        gsl_matrix_complex_view_array(l->vector, l->found, l->found);
    size_t at = 0;
    while (rank_among(&value.vector, at, which) != rank)
        at++;
    for (size_t i = 0; i < l->k; i++)
        l->coefficient[i] =
            i < l->found ? GSL_REAL(gsl_matrix_complex_get(&vector.matrix, i, at)) : 0.0;
    trama_lanczos_mode(l, mode);
    return true;
}

bool trama_lanczos_symmetric(trama_lanczos *l, double *largest)
{
    gsl_matrix_view square = gsl_matrix_view_array(l->square, l->k, l->k);
    gsl_vector_view value = gsl_vector_view_array(l->coefficient, l->k);
    for (size_t i = 0; i < l->k; i++)
        for (size_t j = 0; j < l->k; j++)
            gsl_matrix_set(&square.matrix, i, j,
                           0.5 * (l->h[i * l->size + j] + l->h[j * l->size + i]));
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    gsl_eigen_symm_workspace *eigen = gsl_eigen_symm_alloc(l->k);
    if (eigen) {
        gsl_eigen_symm(&square.matrix, &value.vector, eigen);
        *largest = gsl_vector_max(&value.vector);
    }
    gsl_eigen_symm_free(eigen);
    gsl_set_error_handler(handler);
    return eigen != NULL;
}

double trama_lanczos_asymmetry(const trama_lanczos *l)
{
    double difference = 0.0, size = 0.0;
    for (size_t i = 0; i < l->k; i++)
        for (size_t j = 0; j < l->k; j++) {
            const double a = l->h[i * l->size + j], b = l->h[j * l->size + i];
            difference += (a - b) * (a - b);
            size += a * a;
        }
    return size > 0.0 ? sqrt(difference / size) : 0.0;
}
