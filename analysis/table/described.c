/* Lays out a table that is a list of columns. For people rows of one caption stand in one grid, and
 * before the columns stand the coordinates that tell the cases of the grid apart, and the method;
 * experiments that are told by different coordinates stand in grids of their own. */
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
        columns_data(type->columns, type->column_count, &(table_row){s, c, i, NULL}, out);
}

void described_unmeasured(const study *s, const table_type *type, data_table *out)
{
    size_t count;
    unmeasured *of = unmeasured_list(s, &count);
    for (size_t i = 0; i < count; i++)
        columns_data(type->columns, type->column_count, &(table_row){s, NULL, 0, &of[i]}, out);
    out->no_memory |= !of;
    free(of);
}

/* --- for people --- */

enum { CAPTION = 512 };

/* A row, and the grid that it stands in. */
typedef struct laid_row {
    table_row of;
    size_t grid, place;
} laid_row;

/* The rows of a layout, and the columns that depend on its cases. */
typedef struct laid {
    const study *s;
    const table_type *type;
    document *out;
    unmeasured *unmeasured;
    table_column *more;
    size_t more_count;
    laid_row *row;
    size_t rows, grids;
    char (*caption)[CAPTION]; /* of each grid */
} laid;

static bool list_rows(const case_list *cases, laid *l);
static bool divide_by_caption(laid *l);
static bool write_grids(laid *l);

void described_layout(const study *s, const table_type *type, const case_list *cases, document *out)
{
    laid l = {.s = s, .type = type, .out = out};
    if (type->more)
        l.more = type->more(s, cases, &l.more_count, out);
    if (type->introduce)
        type->introduce(s, cases, out);
    if (!list_rows(cases, &l) || !divide_by_caption(&l) || !write_grids(&l))
        out->no_memory = true;
    if (type->conclude)
        type->conclude(s, cases, out);
    free(l.caption);
    free(l.row);
    free(l.more);
    free(l.unmeasured);
}

/* --- rows --- */

static void add_row(laid *l, table_row row)
{
    if (!l->type->shown || l->type->shown(&row)) {
        l->row[l->rows] = (laid_row){.of = row, .place = l->rows};
        l->rows++;
    }
}

static bool list_rows(const case_list *cases, laid *l)
{
    const table_type *type = l->type;
    size_t most = 0, rest = 0;
    if (type->unmeasured && !(l->unmeasured = unmeasured_list(l->s, &rest)))
        return false;
    for (size_t i = 0; i < cases->count; i++)
        most += type->row_a_case ? 1 : rows_of(type, cases->item[i]);
    l->row = calloc(most + rest + 1, sizeof *l->row);
    for (size_t i = 0; l->row && i < cases->count; i++)
        for (size_t k = 0; k < (type->row_a_case ? 1 : rows_of(type, cases->item[i])); k++)
            add_row(l, (table_row){l->s, cases->item[i], k, NULL});
    for (size_t i = 0; l->row && i < rest; i++)
        add_row(l, (table_row){l->s, NULL, 0, &l->unmeasured[i]});
    return l->row != NULL;
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

/* Grids come in the order of the first of their rows. */
static bool divide_by_caption(laid *l)
{
    l->caption = calloc(l->type->caption ? l->rows + 1 : 1, sizeof *l->caption);
    for (size_t i = 0; l->caption && i < l->rows; i++) {
        char text[CAPTION] = "";
        if (l->type->caption)
            l->type->caption(&l->row[i].of, text, sizeof text);
        l->row[i].grid = grid_of(l, text);
    }
    if (l->caption)
        qsort(l->row, l->rows, sizeof *l->row, by_grid);
    return l->caption != NULL;
}

/* Of one grid: rows, what tells their cases apart, and columns. */
typedef struct grid {
    laid *l;
    table_row *row;
    size_t rows;
    const study_case **item; /* the cases, each once */
    size_t count;
    selection of;
    table_column *column;
    size_t columns;
    char (*heading)[VARIABLE_NAME];
} grid;

static bool write_part(laid *l, const laid_row *row, size_t rows, const char *caption, bool whole);

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

static const char *experiment_of(const laid_row *row)
{
    return row->of.c ? case_text(row->of.c, &column_case_experiment)
                     : unmeasured_experiment(row->of.of);
}

/* A grid for each experiment of one that is none: in the order of the first of their rows. */
static bool write_experiments(laid *l, const laid_row *row, size_t rows, const char *caption)
{
    laid_row *own = calloc(rows + 1, sizeof *own);
    bool done = own != NULL;
    for (size_t i = 0; done && i < rows; i++) {
        own[i] = row[i];
        for (own[i].grid = 0;
             strcmp(experiment_of(&row[own[i].grid]), experiment_of(&row[i])) != 0;)
            own[i].grid++;
    }
    if (done)
        qsort(own, rows, sizeof *own, by_grid);
    for (size_t first = 0, end; done && first < rows; first = end) {
        char text[CAPTION];
        for (end = first; end < rows && own[end].grid == own[first].grid;)
            end++;
        snprintf(text, sizeof text, "%.150s%s%.350s", experiment_of(&own[first]),
                 caption[0] ? ", " : "", caption);
        done = write_part(l, own + first, end - first, text, false);
    }
    free(own);
    return done;
}

/* --- what tells rows apart --- */

static bool list_cases(const laid_row *row, size_t rows, grid *g)
{
    g->row = calloc(rows + 1, sizeof *g->row);
    g->item = calloc(rows + 1, sizeof(*g->item));
    for (size_t i = 0; g->row && g->item && i < rows; i++) {
        g->row[g->rows++] = row[i].of;
        if (row[i].of.c && (g->count == 0 || g->item[g->count - 1] != row[i].of.c))
            g->item[g->count++] = row[i].of.c;
    }
    return g->row && g->item &&
           (g->count == 0 || selection_of_cases(g->l->s, g->item, g->count, &g->of));
}

static bool has_method(const selection *of)
{
    for (size_t i = 0; i < of->coordinates; i++)
        if (of->coordinate[i].is_method)
            return true;
    return false;
}

static bool is_key(const selection *of, const column_traits *traits)
{
    const char *path = traits ? traits->path : NULL;
    for (size_t i = 0; path && i < of->coordinates; i++) {
        const coordinate *c = &of->coordinate[i];
        if (strcmp(c->shown.name, path) == 0 || (c->is_number && strcmp(c->number.name, path) == 0))
            return true;
    }
    return false;
}

/* Whether more than half of the cases have each of the coordinates. */
static bool is_told_alike(const selection *of)
{
    for (size_t k = 0; k < of->coordinates; k++) {
        size_t there = 0;
        for (size_t i = 0; i < of->cases.count; i++)
            there += variable_of(of->s, &of->coordinate[k].shown, of->cases.item[i]).there;
        if (2 * there <= of->cases.count)
            return false;
    }
    return true;
}

static bool is_of_one_experiment(const laid_row *row, size_t rows)
{
    for (size_t i = 1; i < rows; i++)
        if (strcmp(experiment_of(&row[i]), experiment_of(&row[0])) != 0)
            return false;
    return true;
}

/* --- columns --- */

static void add_column(grid *g, table_column column)
{
    g->column[g->columns++] = column;
}

/* A row of no case is told by the keys of its table's row, under the first of the coordinates. */
static void first_key(const table_row *row, const table_column *column, table_cell *cell)
{
    if (row->c) {
        cell_variable(row, column, cell);
        return;
    }
    char keys[CELL_OWN];
    unmeasured_keys(row->of, keys, sizeof keys);
    cell_set_words(cell, "%s", keys);
}

static void subject(const table_row *row, const table_column *column, table_cell *cell)
{
    if (row->c)
        cell_simulation(row, column, cell);
    else
        first_key(row, column, cell);
}

/* Told by a method alone, which a label may name that names the subject too. */
static bool is_of_methods(const selection *of)
{
    return of->coordinates == 1 && of->coordinate[0].is_method &&
           strcmp(of->coordinate[0].shown.title, "simulation") != 0;
}

/* The coordinates, or the subject where nothing tells cases apart, and the method. */
static void add_keys(grid *g)
{
    static const column_traits first = {.of_any_row = true, .exact = true};
    static const table_column subjects = {
        .heading = "simulation", .value = subject, .traits = &column_of_any_row};
    static const table_column method = {.heading = "method", .value = cell_method};
    const selection *of = &g->of;
    for (size_t i = 0; i < of->coordinates; i++) {
        table_column key = column_of_variable(g->l->s, &of->coordinate[i].shown, g->heading[i]);
        if (i == 0) {
            key.value = first_key;
            key.traits = &first;
        }
        add_column(g, key);
    }
    if (of->coordinates == 0 || is_of_methods(of))
        add_column(g, subjects);
    if (!has_method(of) && g->l->type->keys == KEYS_OF_CASES)
        add_column(g, method);
}

static void add_own(grid *g)
{
    const table_type *type = g->l->type;
    for (size_t k = 0; k < type->column_count; k++)
        if (!is_key(&g->of, type->columns[k].traits)) {
            add_column(g, type->columns[k]);
            column_take_unit(g->l->s, &g->column[g->columns - 1]);
        }
    for (size_t k = 0; k < g->l->more_count; k++)
        add_column(g, g->l->more[k]);
}

static bool list_columns(grid *g)
{
    const table_type *type = g->l->type;
    const size_t most = g->of.coordinates + 2 + type->column_count + g->l->more_count;
    g->column = calloc(most, sizeof *g->column);
    g->heading = calloc(most, sizeof *g->heading);
    if (!g->column || !g->heading)
        return false;
    if (type->keys != KEYS_NONE)
        add_keys(g);
    add_own(g);
    return true;
}

/* Rows of several experiments are told apart, `whole`, only where the same tells all of them. */
static bool write_part(laid *l, const laid_row *row, size_t rows, const char *caption, bool whole)
{
    grid g = {.l = l};
    bool done = list_cases(row, rows, &g);
    const bool divided = done && whole && l->type->keys != KEYS_NONE && !is_told_alike(&g.of) &&
                         !is_of_one_experiment(row, rows);
    if (divided)
        done = write_experiments(l, row, rows, caption);
    else if (done && (done = list_columns(&g)))
        columns_grid(g.column, g.columns, g.row, g.rows, caption, l->out);
    free(g.heading);
    free(g.column);
    selection_free(&g.of);
    free(g.item);
    free(g.row);
    return done;
}
