#include "linear/sparse.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Triplets. */

/* Gives the block to which *pointer points room for `capacity` elements; false: no memory, and the
 * block is as it was. */
static bool resize(void *pointer, size_t capacity, size_t size)
{
    void *block;
    memcpy(&block, pointer, sizeof block);
    block = capacity <= SIZE_MAX / size ? realloc(block, capacity * size) : NULL;
    if (block)
        memcpy(pointer, &block, sizeof block);
    return block != NULL;
}

static bool grow(trama_triplets *t)
{
    const size_t capacity = t->capacity > 0 ? 2 * t->capacity : 256;
    if (!resize(&t->row, capacity, sizeof *t->row) ||
        !resize(&t->column, capacity, sizeof *t->column) ||
        !resize(&t->value, capacity, sizeof *t->value))
        return false;
    t->capacity = capacity;
    return true;
}

void trama_triplets_add(trama_triplets *t, size_t row, size_t column, double value)
{
    if (t->count == t->capacity && !grow(t))
        t->no_memory = true;
    if (t->no_memory)
        return;
    t->row[t->count] = row + t->row_offset;
    t->column[t->count] = column + t->column_offset;
    t->value[t->count++] = value;
}

void trama_triplets_clear(trama_triplets *t)
{
    t->count = t->row_offset = t->column_offset = 0;
    t->no_memory = false;
}

void trama_triplets_free(trama_triplets *t)
{
    free(t->row);
    free(t->column);
    free(t->value);
    *t = (trama_triplets){0};
}

/* ---- The order of entries. */

/* Stable counting sort: `to` is `from` (NULL: as they come) in order of key. `start` has room for
 * `keys` + 1, and says at the end where each key begins. */
static void sort_by(const size_t *key, size_t keys, const size_t *from, size_t count, size_t *to,
                    size_t *start)
{
    memset(start, 0, (keys + 1) * sizeof *start);
    for (size_t i = 0; i < count; i++)
        start[key[i] + 1]++;
    for (size_t k = 0; k < keys; k++)
        start[k + 1] += start[k];
    for (size_t i = 0; i < count; i++) {
        const size_t entry = from ? from[i] : i;
        to[start[key[entry]]++] = entry;
    }
    for (size_t k = keys; k > 0; k--)
        start[k] = start[k - 1];
    start[0] = 0;
}

/* ---- Compressed rows. */

trama_status trama_sparse_create(size_t rows, size_t columns, trama_sparse **matrix,
                                 trama_error *error)
{
    trama_sparse *made = calloc(1, sizeof *made);
    *matrix = NULL;
    if (made)
        made->start = calloc(rows + 1, sizeof *made->start);
    if (!made || !made->start) {
        trama_sparse_destroy(made);
        return trama_fail_memory(error);
    }
    made->rows = rows;
    made->columns = columns;
    *matrix = made;
    return TRAMA_OK;
}

void trama_sparse_destroy(trama_sparse *matrix)
{
    if (!matrix)
        return;
    free(matrix->start);
    free(matrix->column);
    free(matrix->value);
    free(matrix->seen_row);
    free(matrix->seen_column);
    free(matrix->slot);
    free(matrix->order);
    free(matrix);
}

static bool reserve(trama_sparse *a, size_t count)
{
    if (count <= a->capacity)
        return true;
    if (!resize(&a->column, count, sizeof *a->column) ||
        !resize(&a->value, count, sizeof *a->value))
        return false;
    a->capacity = count;
    return true;
}

/* Room to remember where `count` entries go. */
static bool reserve_slots(trama_sparse *a, size_t count)
{
    if (count <= a->seen_capacity)
        return true;
    if (!resize(&a->seen_row, count, sizeof *a->seen_row) ||
        !resize(&a->seen_column, count, sizeof *a->seen_column) ||
        !resize(&a->slot, count, sizeof *a->slot))
        return false;
    a->seen_capacity = count;
    return true;
}

static bool reserve_order(trama_sparse *a, size_t count)
{
    if (count <= a->order_capacity)
        return true;
    if (!resize(&a->order, count, sizeof *a->order))
        return false;
    a->order_capacity = count;
    return true;
}

/* True if the entries come at the places of the last ones, in their order. */
static bool is_seen(const trama_sparse *a, const trama_triplets *t)
{
    return a->pattern > 0 && t->count == a->seen && !t->no_memory &&
           memcmp(t->row, a->seen_row, t->count * sizeof *t->row) == 0 &&
           memcmp(t->column, a->seen_column, t->count * sizeof *t->column) == 0;
}

/* The same sums in the same order as by `compress`. */
static void sum_again(trama_sparse *a, const trama_triplets *t)
{
    memset(a->value, 0, a->start[a->rows] * sizeof *a->value);
    for (size_t e = 0; e < t->count; e++)
        a->value[a->slot[e]] += t->value[e];
}

/* Writes the entries, which `order` has row by row (from `start` on) in order of column. True if
 * a place is another than before. */
static bool compress(trama_sparse *a, const trama_triplets *t, const size_t *order,
                     const size_t *start)
{
    bool changed = a->pattern == 0;
    size_t end = 0, row_end = a->start[0]; /* of the entries written; of the old pattern's row */
    for (size_t i = 0; i < a->rows; i++) {
        const size_t row_begin = end, old_begin = row_end;
        row_end = a->start[i + 1];
        for (size_t e = start[i]; e < start[i + 1]; e++) {
            const size_t column = t->column[order[e]];
            const double value = t->value[order[e]];
            if (end > row_begin && a->column[end - 1] == column) {
                a->value[end - 1] += value;
                a->slot[order[e]] = end - 1;
                continue;
            }
            /* while nothing has changed, old and new entries have the same index */
            changed = changed || end >= row_end || a->column[end] != column;
            a->column[end] = column;
            a->slot[order[e]] = end;
            a->value[end++] = value;
        }
        changed = changed || end - row_begin != row_end - old_begin;
        a->start[i + 1] = end;
    }
    return changed;
}

trama_status trama_sparse_fill(trama_sparse *a, const trama_triplets *t, trama_error *error)
{
    const size_t keys = a->rows > a->columns ? a->rows : a->columns;
    if (t->count > 0 && is_seen(a, t)) {
        sum_again(a, t);
        return TRAMA_OK;
    }
    if (t->no_memory || !reserve_order(a, 2 * t->count + keys + 2) || !reserve(a, t->count) ||
        !reserve_slots(a, t->count))
        return trama_fail_memory(error);
    size_t *order = a->order;
    size_t *sorted = order + t->count, *start = sorted + t->count;
    sort_by(t->column, a->columns, NULL, t->count, order, start);
    sort_by(t->row, a->rows, order, t->count, sorted, start);
    if (compress(a, t, sorted, start))
        a->pattern++;
    a->seen = t->count;
    if (t->count > 0) {
        memcpy(a->seen_row, t->row, t->count * sizeof *t->row);
        memcpy(a->seen_column, t->column, t->count * sizeof *t->column);
    }
    return TRAMA_OK;
}

/* ---- What is asked of it. */

void trama_sparse_multiply(const trama_sparse *a, const double *x, double *y)
{
    for (size_t i = 0; i < a->rows; i++) {
        double sum = 0.0;
        for (size_t e = a->start[i]; e < a->start[i + 1]; e++)
            sum += a->value[e] * x[a->column[e]];
        y[i] = sum;
    }
}

static void apply(void *context, const double *x, double *y)
{
    trama_sparse_multiply(context, x, y);
}

trama_operator trama_sparse_operator(const trama_sparse *a)
{
    return (trama_operator){a->rows, a->columns, apply, (void *)(uintptr_t)a};
}

double trama_sparse_at(const trama_sparse *a, size_t row, size_t column)
{
    for (size_t e = a->start[row]; e < a->start[row + 1]; e++)
        if (a->column[e] == column)
            return a->value[e];
    return 0.0;
}

void trama_sparse_diagonal(const trama_sparse *a, double *diagonal)
{
    assert(a->rows == a->columns);
    for (size_t i = 0; i < a->rows; i++)
        diagonal[i] = trama_sparse_at(a, i, i);
}
