/* Lays out a table that is a list of columns: before them stand the coordinates that tell its cases
 * apart, and the method. */
#include "analysis/table/described.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/select/selection.h"

static size_t rows_of(const table_type *type, const study_case *c)
{
    return type->row_count ? type->row_count(c) : 1;
}

void described_rows(const study *s, const table_type *type, const study_case *c, data_table *out)
{
    for (size_t i = 0; i < rows_of(type, c); i++)
        columns_data(type->columns, type->column_count, &(table_row){s, c, i}, out);
}

/* --- for people --- */

/* The columns and rows of a layout. */
typedef struct laid {
    const table_type *type;
    selection of;
    table_column *column;
    size_t columns;
    char (*heading)[VARIABLE_NAME];
    table_row *row;
    size_t rows;
} laid;

static bool list_columns(const study *s, const case_list *cases, laid *l);
static bool list_rows(const study *s, const case_list *cases, laid *l);
static void write_grids(laid *l, document *out);

void described_layout(const study *s, const table_type *type, const case_list *cases, document *out)
{
    laid l = {.type = type};
    const bool done = list_columns(s, cases, &l) && list_rows(s, cases, &l);
    if (type->introduce)
        type->introduce(s, cases, out);
    if (done)
        write_grids(&l, out);
    if (type->conclude)
        type->conclude(s, cases, out);
    out->no_memory |= !done;
    free(l.row);
    free(l.heading);
    free(l.column);
    selection_free(&l.of);
}

static bool has_method(const selection *of)
{
    for (size_t i = 0; i < of->coordinates; i++)
        if (of->coordinate[i].is_method)
            return true;
    return false;
}

static bool is_key(const selection *of, const char *path)
{
    for (size_t i = 0; path && i < of->coordinates; i++) {
        const coordinate *c = &of->coordinate[i];
        if (strcmp(c->shown.name, path) == 0 || (c->is_number && strcmp(c->number.name, path) == 0))
            return true;
    }
    return false;
}

/* The keys, or the subject where nothing tells its cases apart, and the columns that say something
 * else. */
static bool list_columns(const study *s, const case_list *cases, laid *l)
{
    static const table_column method = {.heading = "method", .value = cell_method},
                              subject = {.heading = "simulation", .value = cell_simulation};
    if (!selection_of_cases(s, cases->item, cases->count, &l->of))
        return false;
    const size_t keys = l->of.coordinates, most = keys + 2 + l->type->column_count;
    l->column = calloc(most, sizeof *l->column);
    l->heading = calloc(most, sizeof *l->heading);
    if (!l->column || !l->heading)
        return false;
    for (size_t i = 0; i < keys; i++)
        l->column[l->columns++] = column_of_variable(s, &l->of.coordinate[i].shown, l->heading[i]);
    if (keys == 0 || (keys == 1 && l->of.coordinate[0].is_method))
        l->column[l->columns++] = subject;
    if (!has_method(&l->of) && !l->type->of_methods)
        l->column[l->columns++] = method;
    for (size_t k = 0; k < l->type->column_count; k++)
        if (!is_key(&l->of, l->type->columns[k].path))
            l->column[l->columns++] = l->type->columns[k];
    return true;
}

static bool list_rows(const study *s, const case_list *cases, laid *l)
{
    size_t most = 0;
    for (size_t i = 0; i < cases->count; i++)
        most += rows_of(l->type, cases->item[i]);
    l->row = calloc(most + 1, sizeof *l->row);
    for (size_t i = 0; l->row && i < cases->count; i++)
        for (size_t k = 0; k < rows_of(l->type, cases->item[i]); k++) {
            const table_row row = {s, cases->item[i], k};
            if (!l->type->shown || l->type->shown(&row))
                l->row[l->rows++] = row;
        }
    return l->row != NULL;
}

enum { CAPTION = 512 };

static void caption_of(const laid *l, const table_row *row, char text[CAPTION])
{
    text[0] = '\0';
    if (l->type->caption)
        l->type->caption(row, text, CAPTION);
}

/* Rows of one caption come together, in the order of the first of them. */
static size_t gather(laid *l, size_t first, const char *caption)
{
    char own[CAPTION];
    size_t end = first + 1;
    for (size_t i = end; i < l->rows; i++) {
        caption_of(l, &l->row[i], own);
        if (strcmp(own, caption) != 0)
            continue;
        const table_row moved = l->row[i];
        memmove(&l->row[end + 1], &l->row[end], (i - end) * sizeof moved);
        l->row[end++] = moved;
    }
    return end;
}

static void write_grids(laid *l, document *out)
{
    for (size_t first = 0, end; first < l->rows; first = end) {
        char caption[CAPTION];
        caption_of(l, &l->row[first], caption);
        end = l->type->caption ? gather(l, first, caption) : l->rows;
        columns_grid(l->column, l->columns, l->row + first, end - first, caption, out);
    }
}
