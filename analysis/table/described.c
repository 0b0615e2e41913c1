/* Lays out a table that is a list of columns: its rows, for CSV and for people, and the grids in
 * which people see them. Rows of one caption stand in one grid, but experiments that are told by
 * different coordinates in grids of their own (described_grid.c). */
#include "analysis/table/described.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/table/answer_layout.h"
#include "analysis/table/described_across.h"
#include "analysis/table/described_grid.h"
#include "analysis/table/described_part.h"
#include "analysis/table/described_quoted.h"

static size_t rows_of(const table_type *type, const study_case *c)
{
    return type->rows && type->rows->count ? type->rows->count(c) : 1;
}

/* A row with what its columns share; false: there is none. */
static bool read_row(const table_type *type, table_row *row, void *made)
{
    const told_rows *rows = type->rows;
    row->made = made;
    if (!row->c)
        return rows && rows->read_unmeasured && rows->read_unmeasured(row->of, made);
    return !rows || !rows->read || rows->read(row->s, row->c, row->index, made);
}

static size_t size_of(const table_type *type)
{
    return type->rows ? type->rows->size : 0;
}

static void *room_of(const table_type *type, size_t rows)
{
    return calloc(rows + 1, size_of(type) + 1);
}

static void data_row(const table_type *type, table_row row, void *made, data_table *out)
{
    if (read_row(type, &row, made))
        columns_data(type->columns, type->column_count, &row, out);
}

void described_rows(const study *s, const table_type *type, const study_case *c, data_table *out)
{
    void *made = room_of(type, 1);
    for (size_t i = 0; made && i < rows_of(type, c); i++)
        data_row(type, (table_row){.s = s, .c = c, .index = i}, made, out);
    out->no_memory |= !made;
    free(made);
}

void described_unmeasured(const study *s, const table_type *type, data_table *out)
{
    size_t count;
    unmeasured *of = unmeasured_list(s, &count);
    void *made = room_of(type, 1);
    for (size_t i = 0; made && i < count; i++)
        data_row(type, (table_row){.s = s, .of = &of[i]}, made, out);
    out->no_memory |= !of || !made;
    free(made);
    free(of);
}

/* --- for people --- */

enum { CAPTION = 512 };

/* The rows of a layout, and the columns that depend on its cases. */
typedef struct laid {
    const study *s;
    const table_type *type;
    document *out;
    unmeasured *unmeasured;
    table_column *more, *column; /* those that depend on the cases; all, in the study's units */
    size_t columns;
    across across; /* of the column that has one for each method; `methods` 0: there is none */
    laid_row *row;
    char *made; /* what the columns of each row share */
    size_t rows, grids;
    char (*caption)[CAPTION]; /* of each grid */
} laid;

static bool list_columns(const case_list *cases, laid *l);
static bool list_rows(const case_list *cases, laid *l);
static bool divide_by_caption(laid *l);
static bool write_grids(laid *l);

static void write_rows(const study *s, const table_type *type, const case_list *cases,
                       document *out)
{
    laid l = {.s = s, .type = type, .out = out};
    if (!list_columns(cases, &l) || !list_rows(cases, &l) || !divide_by_caption(&l) ||
        !write_grids(&l) || !described_quoted(type, l.row, l.rows, out))
        out->no_memory = true;
    free(l.caption);
    free(l.made);
    free(l.row);
    free(l.column);
    across_free(&l.across);
    free(l.more);
    free(l.unmeasured);
}

void described_layout(const study *s, const table_type *type, const case_list *cases, document *out)
{
    if (type->intro)
        document_paragraph(out, "%s", type->intro);
    for (told_paragraph *const *told = type->told; told && *told; told++) {
        char text[TOLD_PARAGRAPH] = "";
        (*told)(s, cases, text);
        if (text[0])
            document_paragraph(out, "%s", text);
    }
    for (const char *const *mark = type->marks; mark && *mark; mark++)
        document_mark(out, "%s", *mark);
    described_parts(s, type->before, cases, out);
    if (type->answers)
        answer_layout(s, cases, out);
    else
        write_rows(s, type, cases, out);
}

/* --- columns --- */

static bool is_across(const table_column *column)
{
    return column->traits && column->traits->across;
}

static bool make_across(const case_list *cases, const table_column *column, size_t count, laid *l)
{
    for (size_t k = 0; k < count; k++) {
        table_column of = column[k];
        column_take_unit(l->s, &of);
        if (is_across(&of))
            return across_make(l->s, cases, &of, &l->across);
    }
    return true;
}

static void add_columns(const table_column *column, size_t count, laid *l)
{
    for (size_t k = 0; k < count; k++)
        l->column[l->columns++] = column[k];
}

static bool list_columns(const case_list *cases, laid *l)
{
    const table_type *type = l->type;
    const size_t own = columns_spread(type->columns, type->column_count, NULL);
    table_column *column = calloc(own + 1, sizeof *column);
    size_t more = 0;
    l->more = table_more_columns(type->more, l->s, cases, &more, l->out);
    if (column)
        columns_spread(type->columns, type->column_count, column);
    if (column && make_across(cases, column, own, l))
        l->column = calloc(own + more + l->across.methods + 1, sizeof *l->column);
    for (size_t k = 0; column && l->column && k < own; k++) {
        table_column of = column[k];
        column_take_unit(l->s, &of);
        if (is_across(&of))
            add_columns(l->across.column, l->across.methods, l);
        else
            add_columns(&of, 1, l);
    }
    if (l->column)
        add_columns(l->more, more, l);
    free(column);
    return l->column != NULL;
}

/* --- rows --- */

static bool is_shown(const table_type *type, const table_row *row)
{
    const size_t *shown = type->rows ? type->rows->shown : NULL;
    const char *made = row->made;
    return !made || !shown || *(const bool *)(made + *shown);
}

static void add_row(laid *l, table_row row)
{
    if (l->across.methods > 0 && !across_begins(&l->across, row.c))
        return;
    if ((l->type->row_a_case || read_row(l->type, &row, l->made + l->rows * size_of(l->type))) &&
        is_shown(l->type, &row)) {
        l->row[l->rows] = (laid_row){.of = row, .place = l->rows, .order = l->type->order};
        l->rows++;
    }
}

static int in_order(const void *a, const void *b)
{
    const laid_row *x = a, *y = b;
    const int order = x->of.c && y->of.c ? x->order(x->of.c, y->of.c) : 0;
    return order ? order : (x->place > y->place) - (x->place < y->place);
}

static void sort_rows(laid *l)
{
    if (!l->type->order)
        return;
    qsort(l->row, l->rows, sizeof *l->row, in_order);
    for (size_t i = 0; i < l->rows; i++)
        l->row[i].place = i;
}

static bool keep_distinct(laid *l)
{
    table_row *row = calloc(l->rows + 1, sizeof *row);
    size_t kept = 0;
    for (size_t i = 0; row && i < l->rows; i++)
        row[i] = l->row[i].of;
    bool *first = row ? columns_first(l->column, l->columns, row, l->rows) : NULL;
    for (size_t i = 0; first && i < l->rows; i++)
        if (first[i])
            l->row[kept++] = l->row[i];
    l->rows = kept;
    free(row);
    free(first);
    return first != NULL;
}

static size_t rows_shown(const table_type *type, const study_case *c)
{
    return type->row_a_case ? 1 : rows_of(type, c);
}

static bool has_unmeasured(const table_type *type)
{
    return type->rows && type->rows->read_unmeasured;
}

static bool list_rows(const case_list *cases, laid *l)
{
    size_t most = 0, rest = 0;
    if (has_unmeasured(l->type) && !(l->unmeasured = unmeasured_list(l->s, &rest)))
        return false;
    for (size_t i = 0; i < cases->count; i++)
        most += rows_shown(l->type, cases->item[i]);
    l->row = calloc(most + rest + 1, sizeof *l->row);
    l->made = room_of(l->type, most + rest);
    const bool done = l->row && l->made;
    for (size_t i = 0; done && i < cases->count; i++)
        for (size_t k = 0; k < rows_shown(l->type, cases->item[i]); k++)
            add_row(l, (table_row){.s = l->s, .c = cases->item[i], .index = k});
    for (size_t i = 0; done && i < rest; i++)
        add_row(l, (table_row){.s = l->s, .of = &l->unmeasured[i]});
    if (done)
        sort_rows(l);
    return done && (!l->type->distinct || keep_distinct(l));
}

/* --- grids --- */

static int by_grid(const void *a, const void *b)
{
    const laid_row *x = a, *y = b;
    if (x->grid != y->grid)
        return x->grid < y->grid ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

/* The grid of a caption, from the last one down, which most rows are of; a new one if there is
 * none. */
static size_t grid_of(laid *l, const char *caption)
{
    for (size_t i = l->grids; i > 0; i--)
        if (strcmp(l->caption[i - 1], caption) == 0)
            return i - 1;
    strcpy(l->caption[l->grids], caption);
    return l->grids++;
}

/* "RK4: processing times (published: table 3.2)" */
static void caption_by_method(const table_type *type, const study_case *c, char text[CAPTION])
{
    if (type->compared && !comparison_is_asked(c, type->compared))
        return;
    const char *table = type->published ? case_published_cell(c, type->published, "table") : "";
    snprintf(text, CAPTION, "%s: %s%s%s%s", case_method_title(c), type->by_method,
             table[0] ? " (published: table " : "", table, table[0] ? ")" : "");
}

/* Grids come in the order of the first of their rows. */
static bool divide_by_caption(laid *l)
{
    const bool many = l->type->caption || l->type->by_method;
    l->caption = calloc(many ? l->rows + 1 : 1, sizeof *l->caption);
    for (size_t i = 0; l->caption && i < l->rows; i++) {
        char text[CAPTION] = "";
        if (l->type->caption)
            column_text(l->type->caption, &l->row[i].of, text, sizeof text);
        else if (l->type->by_method)
            caption_by_method(l->type, l->row[i].of.c, text);
        l->row[i].grid = grid_of(l, text);
    }
    if (l->caption)
        qsort(l->row, l->rows, sizeof *l->row, by_grid);
    return l->caption != NULL;
}

static bool write_part(const laid *l, const laid_row *row, size_t rows, const char *caption,
                       bool whole);

static bool write_grids(laid *l)
{
    bool done = true;
    for (size_t first = 0, end; done && first < l->rows; first = end) {
        for (end = first; end < l->rows && l->row[end].grid == l->row[first].grid;)
            end++;
        done = write_part(l, l->row + first, end - first, l->caption[l->row[first].grid], true);
    }
    return done;
}

static bool is_of_one_experiment(const laid_row *a, const laid_row *b)
{
    return strcmp(laid_experiment(a), laid_experiment(b)) == 0;
}

/* A grid for each experiment of one that is none: in the order of the first of their rows. */
static bool write_experiments(const laid *l, const laid_row *row, size_t rows, const char *caption)
{
    laid_row *own = calloc(rows + 1, sizeof *own);
    bool done = own != NULL;
    for (size_t i = 0; done && i < rows; i++) {
        own[i] = row[i];
        own[i].grid = i > 0 && is_of_one_experiment(&row[i - 1], &row[i]) ? own[i - 1].grid : 0;
        while (!is_of_one_experiment(&row[own[i].grid], &row[i]))
            own[i].grid++;
    }
    if (done)
        qsort(own, rows, sizeof *own, by_grid);
    for (size_t first = 0, end; done && first < rows; first = end) {
        char text[CAPTION];
        for (end = first; end < rows && own[end].grid == own[first].grid;)
            end++;
        snprintf(text, sizeof text, "%.150s%s%.350s", laid_experiment(&own[first]),
                 caption[0] ? ", " : "", caption);
        done = write_part(l, own + first, end - first, text, false);
    }
    free(own);
    return done;
}

/* Rows of several experiments stand together, `whole`, only where the same tells all of them. */
static bool write_part(const laid *l, const laid_row *row, size_t rows, const char *caption,
                       bool whole)
{
    const laid_grid of = {l->s, l->type, row, rows, l->column, l->columns, caption};
    bool divides = whole;
    const bool done = described_grid(&of, &divides, l->out);
    return done && (!divides || write_experiments(l, row, rows, caption));
}
