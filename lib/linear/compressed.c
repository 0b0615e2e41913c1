#include "linear/compressed.h"

#include <stdint.h>
#include <stdlib.h>

bool trama_compressed_make(trama_compressed *m, size_t rows, size_t columns, size_t entries)
{
    *m = (trama_compressed){.rows = rows,
                            .columns = columns,
                            .start = calloc(rows + 1, sizeof *m->start),
                            .column = calloc(entries + 1, sizeof *m->column),
                            .value = calloc(entries + 1, sizeof *m->value)};
    return m->start && m->column && m->value;
}

void trama_compressed_free(trama_compressed *m)
{
    free(m->start);
    free(m->column);
    free(m->value);
    *m = (trama_compressed){0};
}

/* The entries of each row of a product (Gustavson 1978): `seen` says in which row a column was met
 * last. */
static size_t count_product(const trama_compressed *a, const trama_compressed *b, size_t *seen)
{
    size_t count = 0;
    for (size_t j = 0; j < b->columns; j++)
        seen[j] = SIZE_MAX;
    for (size_t i = 0; i < a->rows; i++)
        for (size_t e = a->start[i]; e < a->start[i + 1]; e++)
            for (size_t f = b->start[a->column[e]]; f < b->start[a->column[e] + 1]; f++)
                if (seen[b->column[f]] != i) {
                    seen[b->column[f]] = i;
                    count++;
                }
    return count;
}

/* `place`: where a column's entry is, of this row if it is not before the row's first. */
static void fill_row(const trama_compressed *a, const trama_compressed *b, size_t i, size_t *place,
                     trama_compressed *product)
{
    size_t end = product->start[i];
    for (size_t e = a->start[i]; e < a->start[i + 1]; e++)
        for (size_t f = b->start[a->column[e]]; f < b->start[a->column[e] + 1]; f++) {
            const size_t j = b->column[f];
            if (place[j] == SIZE_MAX || place[j] < product->start[i]) {
                place[j] = end;
                product->column[end++] = j;
            }
            product->value[place[j]] += a->value[e] * b->value[f];
        }
    product->start[i + 1] = end;
}

bool trama_compressed_product(const trama_compressed *a, const trama_compressed *b,
                              trama_compressed *product)
{
    *product = (trama_compressed){0};
    size_t *place = malloc((b->columns + 1) * sizeof *place);
    const bool made =
        place && trama_compressed_make(product, a->rows, b->columns, count_product(a, b, place));
    for (size_t j = 0; made && j < b->columns; j++)
        place[j] = SIZE_MAX;
    for (size_t i = 0; made && i < a->rows; i++)
        fill_row(a, b, i, place, product);
    free(place);
    return made;
}

bool trama_compressed_transpose(const trama_compressed *a, trama_compressed *transposed)
{
    trama_compressed *t = transposed;
    if (!trama_compressed_make(t, a->columns, a->rows, a->start[a->rows]))
        return false;
    for (size_t e = 0; e < a->start[a->rows]; e++)
        t->start[a->column[e] + 1]++;
    for (size_t j = 0; j < t->rows; j++)
        t->start[j + 1] += t->start[j];
    for (size_t i = 0; i < a->rows; i++)
        for (size_t e = a->start[i]; e < a->start[i + 1]; e++) {
            const size_t at = t->start[a->column[e]]++;
            t->column[at] = i;
            t->value[at] = a->value[e];
        }
    for (size_t j = t->rows; j > 0; j--)
        t->start[j] = t->start[j - 1];
    t->start[0] = 0;
    return true;
}

void trama_compressed_add(const trama_compressed *a, const double *x, double *y)
{
    for (size_t i = 0; i < a->rows; i++) {
        double sum = 0.0;
        for (size_t e = a->start[i]; e < a->start[i + 1]; e++)
            sum += a->value[e] * x[a->column[e]];
        y[i] += sum;
    }
}

void trama_compressed_apply(const trama_compressed *a, const double *x, double *y)
{
    for (size_t i = 0; i < a->rows; i++)
        y[i] = 0.0;
    trama_compressed_add(a, x, y);
}
