/* Where each case of a grid of answers stands, and which rows are of one page. */
#include <stdlib.h>

#include "analysis/table/answer_grid_make.h"

/* --- places --- */

/* A case, and the place of its value of each coordinate among the values of that. */
typedef struct placed {
    const answer_grid *g;
    size_t item;
    const size_t *rank; /* of each coordinate */
} placed;

typedef struct ranked {
    datum value;
    size_t item;
} ranked;

static int by_value(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    const int order = datum_order(&x->value, &y->value);
    return order ? order : (x->item > y->item) - (x->item < y->item);
}

/* Words come in the order of their first cases: `at` of a value becomes that of its first case. */
static void rank_values(const answer_grid *g, size_t axis, ranked *of, size_t *rank)
{
    const bool number = answer_grid_is_number(g, axis);
    size_t first = 0;
    for (size_t i = 0; i < g->count; i++)
        of[i] = (ranked){answer_grid_value(g, axis, g->item[i]), i};
    qsort(of, g->count, sizeof *of, by_value);
    for (size_t i = 0; i < g->count; i++) {
        if (i > 0 && datum_order(&of[i].value, &of[i - 1].value) != 0)
            first = i;
        rank[of[i].item * g->of.coordinates + axis] = number ? first : of[first].item;
    }
}

static int compare_rows(const placed *x, const placed *y)
{
    for (size_t k = 0; k < x->g->keys; k++) {
        const size_t a = x->rank[x->g->key[k]], b = y->rank[x->g->key[k]];
        if (a != b)
            return a < b ? -1 : 1;
    }
    return 0;
}

static int compare_across(const placed *x, const placed *y)
{
    const size_t across = x->g->across;
    if (across == x->g->of.coordinates)
        return 0;
    return (x->rank[across] > y->rank[across]) - (x->rank[across] < y->rank[across]);
}

static int by_row(const void *a, const void *b)
{
    const int rows = compare_rows(a, b);
    return rows ? rows : compare_across(a, b);
}

static int by_column(const void *a, const void *b)
{
    const int columns = compare_across(a, b);
    return columns ? columns : compare_rows(a, b);
}

/* Of each case its column; cases in the order of columns. */
static void number_columns(answer_grid *g, placed *all, size_t *column)
{
    qsort(all, g->count, sizeof *all, by_column);
    for (size_t i = 0; i < g->count; i++) {
        if (i == 0 || compare_across(&all[i], &all[i - 1]) != 0)
            g->first[g->columns++] = all[i].item;
        column[all[i].item] = g->columns - 1;
    }
}

/* Cases that nothing tells apart stand in rows of their own. */
static bool begins_row(const placed *all, size_t i)
{
    return i == 0 || by_row(&all[i], &all[i - 1]) == 0 || compare_rows(&all[i], &all[i - 1]) != 0;
}

static void fill_cells(answer_grid *g, const placed *all, const size_t *column)
{
    size_t row = 0;
    for (size_t i = 0; i < g->rows * g->columns; i++)
        g->cell[i] = g->count;
    for (size_t i = 0; i < g->count; i++) {
        row += i > 0 && begins_row(all, i);
        g->in_row[row] = all[i].item;
        g->cell[row * g->columns + column[all[i].item]] = all[i].item;
    }
}

static size_t count_rows(const answer_grid *g, placed *all)
{
    size_t rows = 0;
    qsort(all, g->count, sizeof *all, by_row);
    for (size_t i = 0; i < g->count; i++)
        rows += begins_row(all, i);
    return rows;
}

static bool place_all(answer_grid *g, placed *all, size_t *column)
{
    number_columns(g, all, column);
    g->rows = count_rows(g, all);
    g->cell = calloc(g->rows * g->columns + 1, sizeof *g->cell);
    g->in_row = calloc(g->rows + 1, sizeof *g->in_row);
    if (g->cell && g->in_row)
        fill_cells(g, all, column);
    return g->cell && g->in_row;
}

bool answer_grid_place(answer_grid *g)
{
    const size_t n = g->count, coordinates = g->of.coordinates;
    size_t *rank = calloc(n * coordinates + 1, sizeof *rank), *column = calloc(n, sizeof *column);
    ranked *of = calloc(n, sizeof *of);
    placed *all = calloc(n, sizeof *all);
    g->first = calloc(n, sizeof *g->first);
    bool done = rank && column && of && all && g->first;
    for (size_t k = 0; done && k < coordinates; k++)
        rank_values(g, k, of, rank);
    for (size_t i = 0; done && i < n; i++)
        all[i] = (placed){g, i, rank + i * coordinates};
    done = done && place_all(g, all, column);
    free(all);
    free(of);
    free(column);
    free(rank);
    return done;
}

/* --- pages --- */

static bool is_same_page(const answer_grid *g, size_t a, size_t b)
{
    for (size_t k = 0; k < g->pages; k++) {
        const datum x = answer_grid_value(g, g->key[k], g->item[g->in_row[a]]);
        const datum y = answer_grid_value(g, g->key[k], g->item[g->in_row[b]]);
        if (datum_order(&x, &y) != 0)
            return false;
    }
    return true;
}

size_t answer_grid_next_page(const answer_grid *g, size_t row)
{
    const size_t first = row;
    while (row < g->rows && is_same_page(g, first, row))
        row++;
    return row;
}

static size_t longest_page(const answer_grid *g)
{
    size_t longest = 0;
    for (size_t row = 0, next; row < g->rows; row = next) {
        next = answer_grid_next_page(g, row);
        longest = next - row > longest ? next - row : longest;
    }
    return longest;
}

void answer_grid_page_rows(answer_grid *g)
{
    while (g->pages + 1 < g->keys && longest_page(g) > GRID_ROWS)
        g->pages++;
}
