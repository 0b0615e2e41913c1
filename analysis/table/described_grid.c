/* One grid: before the columns stand the coordinates that tell its cases apart, and the method. */
#include "analysis/table/described_grid.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/select/selection.h"

enum { GRID_CAPTION = 640 };

/* Rows, what tells their cases apart, and columns. */
typedef struct grid {
    const laid_grid *in;
    table_row *row;
    size_t rows;
    const study_case **item; /* the cases, each once */
    size_t count;
    selection of;
    table_column *column;
    size_t columns;
    char (*heading)[VARIABLE_NAME];
} grid;

static bool list_cases(grid *g);
static bool is_divided(const grid *g);
static bool list_columns(grid *g);
static void write_caption(const grid *g, char text[GRID_CAPTION]);

bool described_grid(const laid_grid *of, bool *divides, document *out)
{
    grid g = {.in = of};
    bool done = list_cases(&g);
    *divides = *divides && done && is_divided(&g);
    if (done && !*divides && (done = list_columns(&g))) {
        char caption[GRID_CAPTION];
        write_caption(&g, caption);
        columns_grid(g.column, g.columns, g.row, g.rows, caption, out);
    }
    free(g.heading);
    free(g.column);
    selection_free(&g.of);
    free(g.item);
    free(g.row);
    return done;
}

const char *laid_experiment(const laid_row *row)
{
    return row->of.c ? case_text(row->of.c, &column_case_experiment)
                     : unmeasured_experiment(row->of.of);
}

/* --- what tells rows apart --- */

static bool list_cases(grid *g)
{
    const laid_row *row = g->in->row;
    const size_t rows = g->in->rows;
    g->row = calloc(rows + 1, sizeof *g->row);
    g->item = calloc(rows + 1, sizeof(*g->item));
    for (size_t i = 0; g->row && g->item && i < rows; i++) {
        g->row[g->rows++] = row[i].of;
        if (row[i].of.c && (g->count == 0 || g->item[g->count - 1] != row[i].of.c))
            g->item[g->count++] = row[i].of.c;
    }
    return g->row && g->item &&
           (g->count == 0 || selection_of_cases(g->in->s, g->item, g->count, &g->of));
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

/* Whether a case of each experiment has a coordinate; the cases of one come one after another. */
static bool is_of_all(const selection *of, const variable *v)
{
    bool has = true;
    const char *experiment = NULL;
    for (size_t i = 0; i < of->cases.count; i++) {
        const study_case *c = of->cases.item[i];
        const char *own = case_text(c, &column_case_experiment);
        if (!experiment || strcmp(own, experiment) != 0) {
            if (!has)
                return false;
            has = false;
        }
        experiment = own;
        has |= variable_of(of->s, v, c).there;
    }
    return has;
}

static bool is_told_alike(const selection *of)
{
    for (size_t k = 0; k < of->coordinates; k++)
        if (!is_of_all(of, &of->coordinate[k].shown))
            return false;
    return true;
}

static bool is_divided(const grid *g)
{
    const laid_row *row = g->in->row;
    bool differ = false;
    for (size_t i = 1; i < g->in->rows; i++)
        differ |= strcmp(laid_experiment(&row[i]), laid_experiment(&row[0])) != 0;
    return differ && g->in->type->keys != KEYS_NONE && !is_told_alike(&g->of);
}

/* --- columns --- */

static void add_column(grid *g, table_column column)
{
    g->column[g->columns++] = column;
}

/* A row of no case is told by the keys of its table's row, under the first of the coordinates. */
static const column_traits first_key = {.exact = true};

static void key(const table_row *row, const table_column *column, table_cell *cell)
{
    char keys[CELL_OWN];
    if (row->c) {
        cell_variable(row, column, cell);
    } else if (column->traits == &first_key) {
        unmeasured_keys(row->of, keys, sizeof keys);
        cell_set_words(cell, "%s", keys);
    }
}

static void method(const table_row *row, const table_column *column, table_cell *cell)
{
    if (row->c)
        cell_method(row, column, cell);
}

static void subject(const table_row *row, const table_column *column, table_cell *cell)
{
    if (row->c)
        cell_simulation(row, column, cell);
    else
        key(row, column, cell);
}

/* Told by a method alone, which a label may name that names the subject too. */
static bool is_of_methods(const selection *of)
{
    return of->coordinates == 1 && of->coordinate[0].is_method &&
           strcmp(of->coordinate[0].shown.title, "simulation") != 0;
}

/* Whether the caption names the one method of the cases. */
static bool names_method(const grid *g)
{
    return g->count > 0 && strstr(g->in->caption, case_method_title(g->item[0]));
}

/* A method that all cases share is said once, in the caption. */
static bool is_said_once(const grid *g)
{
    return g->count > 1 && !has_method(&g->of) && g->in->type->keys == KEYS_OF_CASES &&
           !names_method(g);
}

static void write_caption(const grid *g, char text[GRID_CAPTION])
{
    const bool once = is_said_once(g);
    snprintf(text, GRID_CAPTION, "%s%s%s", g->in->caption,
             !once               ? ""
             : g->in->caption[0] ? "; all by "
                                 : "all by ",
             once ? case_method_title(g->item[0]) : "");
}

/* The coordinates, or the subject where nothing tells cases apart, and the method. */
static void add_keys(grid *g)
{
    static const table_column subjects = {
        .heading = "simulation", .value = subject, .traits = &first_key};
    static const table_column methods = {.heading = "method", .value = method};
    const selection *of = &g->of;
    const table_type *type = g->in->type;
    for (size_t i = 0; i < of->coordinates; i++) {
        if (type->says && type->says(g->item[0], of->coordinate[i].shown.name))
            continue;
        table_column made = column_of_variable(&of->coordinate[i].shown, g->heading[i]);
        made.value = key;
        made.traits = i == 0 ? &first_key : made.traits;
        add_column(g, made);
    }
    if (!type->says && (of->coordinates == 0 || is_of_methods(of)))
        add_column(g, subjects);
    if (!has_method(of) && type->keys == KEYS_OF_CASES && !names_method(g) && !is_said_once(g))
        add_column(g, methods);
}

static void add_own(grid *g)
{
    for (size_t k = 0; k < g->in->columns; k++)
        if (!is_key(&g->of, g->in->column[k].traits))
            add_column(g, g->in->column[k]);
}

static bool list_columns(grid *g)
{
    const table_type *type = g->in->type;
    const size_t most = g->of.coordinates + 2 + g->in->columns;
    g->column = calloc(most, sizeof *g->column);
    g->heading = calloc(most, sizeof *g->heading);
    if (!g->column || !g->heading)
        return false;
    if (type->keys != KEYS_NONE)
        add_keys(g);
    add_own(g);
    return true;
}
