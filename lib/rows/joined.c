#include "rows/joined.h"

#include <math.h>
#include <stdlib.h>

static const double least_pivot = 1e-10; /* of a row's own term */

/* Room for n rows: their indices, envelope, impulses and matrix. */
static bool make_room(trama_joined *joined, size_t n)
{
    if (n <= joined->capacity)
        return true;
    size_t *row = realloc(joined->row, n * sizeof *row);
    joined->row = row ? row : joined->row;
    size_t *first = realloc(joined->first, n * sizeof *first);
    joined->first = first ? first : joined->first;
    double *impulse = realloc(joined->impulse, n * sizeof *impulse);
    joined->impulse = impulse ? impulse : joined->impulse;
    double *matrix = realloc(joined->matrix, n * n * sizeof *matrix);
    joined->matrix = matrix ? matrix : joined->matrix;
    if (row && first && impulse && matrix)
        joined->capacity = n;
    return joined->capacity == n;
}

static double *entry(const trama_joined *joined, size_t i, size_t j)
{
    return &joined->matrix[i * joined->count + j];
}

/* The lower triangle of A, and where each of its rows begins. */
static void fill(trama_rows *rows)
{
    trama_joined *joined = &rows->joined;
    for (size_t i = 0; i < joined->count; i++) {
        const trama_row *row = &rows->row[joined->row[i]];
        joined->first[i] = i;
        for (size_t j = i; j-- > 0;) {
            const double a = trama_row_coupling(&rows->row[joined->row[j]], row);
            *entry(joined, i, j) = a;
            if (a != 0.0)
                joined->first[i] = j;
        }
        *entry(joined, i, i) = row->effective > 0.0 ? 1.0 / row->effective : 0.0;
    }
}

/* Row i of L, unit lower triangular, and 1/D on the diagonal; 0 where the row gets no impulse. */
static void factor_row(trama_joined *joined, size_t i)
{
    const double own = *entry(joined, i, i);
    double pivot = own;
    for (size_t j = joined->first[i]; j < i; j++) {
        double sum = *entry(joined, i, j);
        const size_t from =
            joined->first[i] > joined->first[j] ? joined->first[i] : joined->first[j];
        for (size_t k = from; k < j; k++)
            sum -= *entry(joined, i, k) * *entry(joined, j, k);
        *entry(joined, i, j) = sum; /* L D so far, against L of row j */
    }
    for (size_t j = joined->first[i]; j < i; j++) {
        const double scaled = *entry(joined, i, j) * *entry(joined, j, j);
        pivot -= scaled * *entry(joined, i, j);
        *entry(joined, i, j) = scaled;
    }
    *entry(joined, i, i) = pivot > least_pivot * own ? 1.0 / pivot : 0.0;
}

void trama_joined_make(trama_rows *rows)
{
    trama_joined *joined = &rows->joined;
    size_t count = 0;
    joined->count = 0;
    for (size_t r = 0; r < rows->count; r++)
        count += rows->row[r].joined;
    if (count == 0 || count > TRAMA_JOINED_MAX)
        return;
    if (!make_room(joined, count)) {
        rows->no_memory = true;
        return;
    }
    for (size_t r = 0; r < rows->count; r++)
        if (rows->row[r].joined)
            joined->row[joined->count++] = r;
    fill(rows);
    for (size_t i = 0; i < joined->count; i++)
        factor_row(joined, i);
}

static void substitute(const trama_joined *joined, double *x)
{
    for (size_t i = 0; i < joined->count; i++)
        for (size_t k = joined->first[i]; k < i; k++)
            x[i] -= *entry(joined, i, k) * x[k];
    for (size_t i = 0; i < joined->count; i++)
        x[i] *= *entry(joined, i, i);
    for (size_t i = joined->count; i-- > 0;)
        for (size_t k = joined->first[i]; k < i; k++)
            x[k] -= *entry(joined, i, k) * x[i];
}

double trama_joined_solve(trama_rows *rows, double *u)
{
    const trama_joined *joined = &rows->joined;
    double largest = 0.0;
    for (size_t i = 0; i < joined->count; i++)
        joined->impulse[i] = -trama_row_error(rows, &rows->row[joined->row[i]], u);
    substitute(joined, joined->impulse);
    for (size_t i = 0; i < joined->count; i++) {
        trama_row *row = &rows->row[joined->row[i]];
        row->lambda += joined->impulse[i];
        largest = fmax(largest, trama_row_apply(row, joined->impulse[i], u));
    }
    return largest;
}
