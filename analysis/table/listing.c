/* The tables that studies list themselves: a row a case, or for each combination of some values. */
#include "analysis/table/listing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/statistics.h"
#include "analysis/table/asked.h"
#include "analysis/table/column.h"
#include "analysis/table/listing_numbers.h"
#include "core/numbers.h"
#include "core/text.h"
#include "quantities/quantities.h"
#include "results/columns/columns.h"
#include "study/listing_source.h"

/* What one of the rows' names says; `of` is NULL of what has no such name. */
typedef struct row_key {
    variable factor, other;
} row_key;

/* What tells rows apart, and what is asked of their cases. */
typedef struct keys {
    const study *s;
    const study_listing *listing;
    table_asked asked;
    row_key *key; /* of each of the rows' names */
} keys;

/* A case, and its row's. */
typedef struct member {
    const keys *keys;
    const study_case *c, *first; /* the case, and the first of its row */
    size_t order;                /* of the case in the study */
} member;

/* Numbers by value, texts in natural order; which takes 1 and 01 for the same. */
static int compare_values(const char *a, const char *b)
{
    double x, y;
    if (trama_read_real(a, -TRAMA_INFINITY, TRAMA_INFINITY, &x) &&
        trama_read_real(b, -TRAMA_INFINITY, TRAMA_INFINITY, &y))
        return (x > y) - (x < y);
    const int order = natural_order(a, b);
    return order ? order : strcmp(a, b);
}

/* A factor of the case's study, or what else has that name. */
static datum key_of(const keys *k, size_t i, const study_case *c)
{
    const row_key *key = &k->key[i];
    datum d = {.text = ""};
    if (key->factor.of)
        d = variable_of(k->s, &key->factor, c);
    if (!d.there && key->other.of)
        d = variable_of(k->s, &key->other, c);
    return d;
}

/* The first name first; where there is none, no two cases have one row. */
static int compare_rows(const member *a, const member *b)
{
    const size_t names = a->keys->listing->row_count;
    int order = names == 0 ? (a->order > b->order) - (a->order < b->order) : 0;
    for (size_t i = 0; order == 0 && i < names; i++) {
        const datum left = key_of(a->keys, i, a->c), right = key_of(b->keys, i, b->c);
        order = datum_order(&left, &right);
    }
    return order;
}

/* By what the listing sorts, then by its keys. */
static int by_row(const void *a, const void *b)
{
    const member *x = a, *y = b;
    const int sorted = table_asked_order(&x->keys->asked, x->first, y->first);
    const int order = sorted ? sorted : compare_rows(x, y);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

static int by_keys(const void *a, const void *b)
{
    const member *x = a, *y = b;
    const int order = compare_rows(x, y);
    return order ? order : (x->order > y->order) - (x->order < y->order);
}

static bool has_row(const keys *k, const study_case *c)
{
    const study_listing *listing = k->listing;
    for (size_t i = 0; i < listing->condition_count; i++) {
        const study_condition *must = &listing->condition[i];
        if (compare_values(case_factor(c, must->factor), must->value) != 0)
            return false;
    }
    for (size_t i = 0; i < listing->row_count; i++)
        if (!key_of(k, i, c).there)
            return false;
    return condition_holds(&k->asked.only, c);
}

/* In the order of rows, each with the first case of its row, by which rows are sorted. */
static size_t members_of(const keys *k, member *of)
{
    size_t count = 0;
    for (size_t i = 0; i < k->s->count; i++)
        if (has_row(k, &k->s->item[i]))
            of[count++] = (member){k, &k->s->item[i], &k->s->item[i], i};
    qsort(of, count, sizeof *of, by_keys);
    for (size_t i = 1; i < count; i++)
        if (compare_rows(&of[i], &of[i - 1]) == 0)
            of[i].first = of[i - 1].first;
    if (k->asked.sorts > 0)
        qsort(of, count, sizeof *of, by_row);
    return count;
}

/* ---- Cells: of the first case of the row that has something to say, or of all its cases. */

/* The rows of a listing: cases `first[i]` to `first[i + 1]` are row i. */
typedef struct listed {
    const study *s;
    const study_listing *listing;
    const study_case **of;
    size_t *first;
    size_t rows;
} listed;

/* A column, and what its text says. */
typedef struct source {
    const listed *rows;
    const char *of;
    listing_source read;
    extreme_source one; /* `of` is of the case that has this extreme */
    bool is_one, is_read, is_path;
    variable path, factor; /* `factor.of` is NULL of what names none */
    double scale;          /* from its own unit to that which is asked for */
} source;

static bool is_of_status(const source *from)
{
    return strcmp(from->is_one ? from->one.of : from->of, "status") == 0;
}

/* A factor of a case as it was written, or how the case ended. */
static void text_cell(const source *from, const study_case *c, table_cell *cell)
{
    char text[DATUM_TEXT];
    datum d = {.text = ""};
    if (from->factor.of)
        d = variable_of(from->rows->s, &from->factor, c);
    datum_text(&d, text, sizeof text);
    if (is_of_status(from))
        cell_set_text(cell, case_end(c));
    else if (d.text[0])
        cell_set_text(cell, d.text);
    else
        cell_set_words(cell, "%s", text);
}

/* A value of the first case that has it. */
static void path_cell(const source *from, const study_case *const *row, size_t count,
                      table_cell *cell)
{
    datum d = {0};
    for (size_t i = 0; i < count && !d.there; i++)
        d = variable_of(from->rows->s, &from->path, row[i]);
    if (d.there && d.is_text)
        cell_set_text(cell, d.text);
    else if (d.there)
        cell_set_real(cell, from->scale * d.number);
}

static void source_cell(const table_row *at, const table_column *column, table_cell *cell)
{
    const source *from = column->of;
    const listed *l = from->rows;
    const study_case *const *row = l->of + l->first[at->index];
    size_t count = l->first[at->index + 1] - l->first[at->index];
    const size_t one = from->is_one ? listing_extreme(l->s, row, count, &from->one) : count;
    if (from->is_one) {
        row += one;
        count = one < count;
    }
    for (size_t i = 0; i < count && cell->kind == CELL_ABSENT; i++)
        text_cell(from, row[i], cell);
    if (cell->kind != CELL_ABSENT)
        return;
    if (from->is_path)
        path_cell(from, row, count, cell);
    else if (from->is_read)
        cell_set_real(cell, from->scale * listing_number(l->s, row, count, &from->read));
}

/* ---- The table. */

static bool list_rows(const keys *k, listed *l)
{
    member *of = calloc(k->s->count + 1, sizeof *of);
    *l = (listed){.s = k->s, .listing = k->listing};
    l->of = calloc(k->s->count + 1, sizeof *l->of);
    l->first = calloc(k->s->count + 1, sizeof *l->first);
    const bool made = of && l->of && l->first;
    const size_t count = made ? members_of(k, of) : 0;
    for (size_t i = 0; i < count; i++) {
        l->of[i] = of[i].c;
        if (i == 0 || compare_rows(&of[i], &of[i - 1]) != 0)
            l->first[l->rows++] = i;
    }
    if (made)
        l->first[l->rows] = count;
    free(of);
    return made;
}

/* The unit of what a column is of; "" if it has none. */
static const char *own_unit(const source *from)
{
    const bool has_unit = from->is_read && from->read.kind != LISTING_ERROR;
    const results_column *q =
        has_unit && from->read.count > 0 ? quantity_find(from->read.quantity[0].name) : NULL;
    return from->is_path ? from->path.unit : q ? q->unit : "";
}

/* Whether the text is of quantities that there are: of a row, or of its first case. */
static bool is_of_quantities(const listing_source *read)
{
    bool is = true;
    for (size_t i = 0; is && i < read->count; i++)
        is = quantity_find(read->quantity[i].name) != NULL;
    return is;
}

static source source_of(const listed *l, const study_column *column)
{
    source from = {.rows = l, .of = column->of, .scale = 1.0};
    from.is_one =
        extreme_source_read(column->of, &from.one) && quantity_find(from.one.quantity.name);
    const char *of = from.is_one ? from.one.of : column->of;
    from.is_read = listing_source_read(of, &from.read) && is_of_quantities(&from.read);
    from.is_path = !from.is_read && variable_find(l->s, of, &from.path);
    variable_find_factor(l->s, of, &from.factor);
    const double scale = column->unit[0] ? unit_factor(own_unit(&from), column->unit) : 1.0;
    from.scale = isnan(scale) ? 1.0 : scale;
    return from;
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool read_alike(double a, double b, int digits)
{
    char one[40], other[40];
    snprintf(one, sizeof one, "%.*g", digits, a);
    snprintf(other, sizeof other, "%.*g", digits, b);
    return strcmp(one, other) == 0;
}

/* As many digits as it takes, from `least` on, that no two of the numbers, which are sorted, read
 * alike. */
static int digits_apart(const double *number, size_t count, int least)
{
    enum { ALL = 17 };
    int digits = least;
    for (size_t i = 1; i < count; i++)
        while (digits < ALL && number[i] > number[i - 1] &&
               read_alike(number[i], number[i - 1], digits))
            digits++;
    return digits;
}

/* A path is given, not measured: rows that differ in it are seen to. 0: the usual digits do. */
static int digits_of(const listed *l, const source *from, int asked)
{
    const int usual = asked > 0 ? asked : 5;
    double *number = from->is_path ? calloc(l->rows + 1, sizeof *number) : NULL;
    size_t count = 0;
    for (size_t i = 0; number && i < l->rows; i++) {
        table_cell cell = {.kind = CELL_ABSENT};
        path_cell(from, l->of + l->first[i], l->first[i + 1] - l->first[i], &cell);
        if (cell.kind == CELL_REAL)
            number[count++] = cell.value;
    }
    if (count > 0)
        qsort(number, count, sizeof *number, by_size);
    const int digits = digits_apart(number, count, usual);
    free(number);
    return digits > usual ? digits : asked;
}

static bool list_columns(const listed *l, source *from, table_column *column)
{
    for (size_t k = 0; from && column && k < l->listing->count; k++) {
        const study_column *of = &l->listing->column[k];
        from[k] = source_of(l, of);
        column[k] = (table_column){.name = of->heading,
                                   .heading = of->heading,
                                   .unit = of->unit,
                                   .digits = digits_of(l, &from[k], (int)of->digits),
                                   .value = source_cell,
                                   .of = &from[k]};
    }
    return from && column;
}

static bool is_of_nothing(const source *from)
{
    return !from->is_read && !from->is_path && !from->factor.of && !is_of_status(from);
}

/* Cases without the quantity of an extreme are in its row, and not compared; said once. */
static void tell_left_out(const listed *l, const table_column *column, size_t k, document *d)
{
    const source *from = column[k].of;
    const char *by = from->one.quantity.name;
    bool said = !from->is_one;
    for (size_t i = 0; i < k; i++) {
        const source *before = column[i].of;
        said = said || (before->is_one && strcmp(before->one.quantity.name, by) == 0);
    }
    const size_t count = l->first[l->rows];
    const size_t without = said ? 0 : listing_without(l->s, l->of, count, &from->one.quantity);
    if (without > 0)
        document_paragraph(d, "%zu of %zu cases have no %s, and are not compared by it.", without,
                           count, by);
}

/* What no row has, as `error fall` without published falls, is left out of the grid, and said. */
static void tell_empty_columns(const listed *l, const table_column *column, const table_row *row,
                               document *d)
{
    for (size_t k = 0; k < l->listing->count; k++) {
        const source *from = column[k].of;
        if (is_of_nothing(from)) /* as in a block that no plan has checked */
            document_paragraph(d, "No case here has '%s', which column '%s' is of.", from->of,
                               column[k].heading);
        else
            column_note_empty(&column[k], row, l->rows, d);
        tell_left_out(l, column, k, d);
    }
}

/* Every row, for programs and for people. */
static bool lay_out(const listed *l, const table_column *column, table_result *m)
{
    table_row *row = calloc(l->rows + 1, sizeof *row);
    const size_t columns = l->listing->count;
    m->named = columns_named(column, columns);
    if (row && m->named)
        m->data = data_of(m->named);
    for (size_t i = 0; row && m->named && i < l->rows; i++) {
        row[i] = (table_row){.s = l->s, .c = l->of[l->first[i]], .index = i};
        columns_data(column, columns, &row[i], &m->data);
    }
    if (row)
        tell_empty_columns(l, column, row, &m->document);
    if (row && l->rows > 0)
        columns_grid(column, columns, row, l->rows, "", &m->document);
    const bool done = row && m->named;
    free(row);
    return done;
}

static bool make(const keys *k, table_result *m)
{
    listed l;
    const study_listing *listing = k->listing;
    source *from = calloc(listing->count + 1, sizeof *from);
    table_column *column = calloc(listing->count + 1, sizeof *column);
    document_heading(&m->document, "%s", m->type->title);
    if (listing->note[0])
        document_paragraph(&m->document, "%s", listing->note);
    const bool done = list_rows(k, &l) && list_columns(&l, from, column) && lay_out(&l, column, m);
    free(column);
    free(from);
    free(l.first);
    free(l.of);
    return done && !m->data.no_memory && !m->document.no_memory;
}

static bool find_keys(const study *s, const study_listing *listing, keys *k, config_error *error)
{
    const table_words words = {.only = listing->only[0] ? listing->only : NULL,
                               .sort = listing->sort[0] ? listing->sort : NULL};
    *k = (keys){.s = s, .listing = listing};
    k->key = calloc(listing->row_count + 1, sizeof *k->key);
    for (size_t i = 0; k->key && i < listing->row_count; i++)
        if (!variable_find_factor(s, listing->row[i], &k->key[i].factor))
            variable_find(s, listing->row[i], &k->key[i].other);
    return table_asked_make(s, &words, &k->asked, error) && k->key;
}

bool listing_make(const study *s, const study_listing *listing, table_type *type, table_result *m,
                  config_error *error)
{
    keys k;
    const char *title = listing->title[0] ? listing->title : listing->name;
    *type = (table_type){.name = listing->name, .title = title};
    *m = (table_result){.type = type};
    error->text[0] = '\0';
    const bool done = find_keys(s, listing, &k, error) && make(&k, m);
    table_asked_free(&k.asked);
    free(k.key);
    return done;
}
