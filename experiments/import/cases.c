/* `cases: TABLE.csv`: one row per case. `columns` gives the meaning of each column of the table: a
 * path of the case, a measured quantity, or the status of the case; `ignore` lists the others. */
#include "import/inside.h"

#include "core/numbers.h"
#include "core/text.h"
#include "plan/study.h"
#include "quantities/quantities.h"
#include "results/csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS_MAX = 64 };

typedef enum column_kind { OF_PATH, OF_QUANTITY, OF_STATUS } column_kind;

typedef struct column {
    column_kind kind;
    const config_node *where;     /* in the description */
    size_t at;                    /* in the table */
    const char *name;             /* of the path, or of the quantity */
    const char *unit, *summary;   /* as stored */
    double factor;                /* from the table's unit to that */
    const results_column *listed; /* the quantity; NULL: the table's own, imported/NAME */
} column;

typedef struct table {
    const reading *r;
    const config_node *file; /* the scalar that names it */
    const char *name;        /* of the file */
    csv csv;
    size_t count;
    column column[COLUMNS_MAX];
} table;

static bool read_table(table *t);
static bool read_columns(table *t);
static bool name_all_columns(const table *t);
static bool read_study(const table *t);
static bool read_row(const table *t, size_t row);
static bool check_apart(const table *t);

bool import_cases(const reading *r)
{
    table t = {.r = r, .file = config_get(r->root, "cases")};
    bool read = read_table(&t) && read_columns(&t) && name_all_columns(&t) && read_study(&t) &&
                import_rows(r, t.csv.rows);
    for (size_t row = 0; read && row < t.csv.rows; row++)
        read = read_row(&t, row);
    read = read && check_apart(&t);
    csv_free(&t.csv);
    return read;
}

/* --- the table --- */

static bool read_table(table *t)
{
    config_attached file;
    char why[256];
    char *path = import_file(t->r, t->file);
    free(path);
    if (!path ||
        !config_attach(t->r->experiment->store, t->file, NULL, CONFIG_TABLE, &file, t->r->error))
        return false;
    t->name = t->file->text;
    if (!csv_parse(file.text, &t->csv, why, sizeof why))
        return config_fail(t->r->error, t->file, "%s: %s", t->name, why);
    return t->csv.rows > 0 ||
           config_fail(t->r->error, t->file,
                       "%s: no rows; allowed: a header, and a row for each case", t->name);
}

static bool find_column(const table *t, const config_node *name, size_t *at)
{
    const char *known[COLUMNS_MAX];
    const size_t count = t->csv.columns < COLUMNS_MAX ? t->csv.columns : COLUMNS_MAX;
    const long found = csv_column(&t->csv, name->text);
    char what[200];
    *at = (size_t)found;
    if (found >= 0)
        return true;
    for (size_t i = 0; i < count; i++)
        known[i] = csv_name(&t->csv, i);
    snprintf(what, sizeof what, "column of %.150s", t->name);
    return config_unknown(t->r->error, what, name, known, count);
}

/* --- what its columns are --- */

static bool read_path(const table *t, const config_node *node, column *c)
{
    static const char *const keys[] = {"path", "unit", "as"};
    const char *unit, *as;
    const reading *r = t->r;
    c->kind = OF_PATH;
    if (!import_known_keys(r, node, "a column", keys, 3) ||
        !(c->name = import_path(r, config_get(node, "path"))) ||
        !import_text(r, node, "unit", "1", &unit) || !import_text(r, node, "as", unit, &as))
        return false;
    c->unit = as;
    return import_unit(r, node, unit, as, &c->factor);
}

/* One that other cases decide too, no case can bring. */
static bool read_quantity(const table *t, const config_node *node, column *c)
{
    static const char *const keys[] = {"quantity", "unit", "summary"};
    static const char own[] = "imported/";
    const config_node *name = config_get(node, "quantity"), *unit = config_get(node, "unit");
    const reading *r = t->r;
    const char *given;
    c->kind = OF_QUANTITY;
    if (!import_known_keys(r, node, "a column", keys, 3) ||
        !config_text(name, &c->name, r->error) || !import_text(r, node, "unit", NULL, &given) ||
        !import_text(r, node, "summary", "as imported", &c->summary))
        return false;
    c->unit = given;
    if (quantity_is_imported(c->name))
        return (trama_is_name(c->name + sizeof own - 1, 64, "_") ||
                config_fail(r->error, name,
                            "'%s'; allowed: imported/ and 1 to 64 letters, digits "
                            "and _",
                            c->name)) &&
               import_unit(r, unit, given, "", &c->factor);
    c->listed = quantity_find(c->name);
    if (!c->listed) {
        config_error near;
        plan_study_check_quantity(r->experiment, name, &near);
        return config_fail(r->error, NULL, "%.900s; a quantity of your own is called imported/NAME",
                           near.text);
    }
    if (quantity_needs_others(c->name))
        return config_fail(
            r->error, name,
            "%s is computed from several cases; allowed: a quantity of a single case", c->name);
    c->unit = c->listed->unit;
    return import_unit(r, unit, given, c->unit, &c->factor);
}

static bool read_column(const table *t, const config_node *name, const config_node *node, column *c)
{
    *c = (column){.where = name, .factor = 1.0, .unit = ""};
    if (!find_column(t, name, &c->at))
        return false;
    c->kind = OF_STATUS;
    if (node->kind == CONFIG_SCALAR && strcmp(node->text, "status") == 0)
        return true;
    if (node->kind == CONFIG_MAPPING && config_get(node, "path"))
        return read_path(t, node, c);
    if (node->kind == CONFIG_MAPPING && config_get(node, "quantity"))
        return read_quantity(t, node, c);
    return config_fail(
        t->r->error, node,
        "column '%s'; allowed: {path: PATH, unit: UNIT}, {quantity: NAME, unit: UNIT}, status",
        name->text);
}

static bool check_once(const table *t, const column *c)
{
    for (const column *other = t->column; other < c; other++)
        if (other->kind == c->kind && (c->kind == OF_STATUS || strcmp(other->name, c->name) == 0))
            return config_fail(t->r->error, c->where, "'%s' is the same as '%s' already",
                               c->where->text, other->where->text);
    return true;
}

static bool read_columns(table *t)
{
    const config_node *columns = config_get(t->r->root, "columns");
    if (!columns || columns->kind != CONFIG_MAPPING || columns->count == 0 ||
        columns->count > COLUMNS_MAX)
        return config_fail(t->r->error, columns ? columns : t->r->root,
                           "columns is a mapping of 1 to %d columns of the table, as in {h: "
                           "{quantity: dt_stable, unit: ms}}",
                           COLUMNS_MAX);
    for (; t->count < columns->count; t->count++) {
        column *c = &t->column[t->count];
        if (!read_column(t, columns->key[t->count], columns->item[t->count], c) ||
            !check_once(t, c))
            return false;
    }
    return true;
}

static bool is_ignored(const config_node *ignore, const char *name)
{
    for (size_t i = 0; ignore && i < ignore->count; i++)
        if (ignore->item[i]->kind == CONFIG_SCALAR && strcmp(ignore->item[i]->text, name) == 0)
            return true;
    return false;
}

/* Nothing of the table is left out unless the description says so. */
static bool name_all_columns(const table *t)
{
    const config_node *ignore = config_get(t->r->root, "ignore");
    size_t at;
    if (ignore && ignore->kind != CONFIG_SEQUENCE)
        return config_fail(t->r->error, ignore, "ignore is a list of columns of the table");
    for (size_t i = 0; ignore && i < ignore->count; i++)
        if (ignore->item[i]->kind != CONFIG_SCALAR || !find_column(t, ignore->item[i], &at))
            return ignore->item[i]->kind == CONFIG_SCALAR
                       ? false
                       : config_fail(t->r->error, ignore->item[i], "a column is named by a text");
    for (size_t i = 0; i < t->csv.columns; i++) {
        bool named = is_ignored(ignore, csv_name(&t->csv, i));
        for (size_t k = 0; k < t->count; k++)
            named = named || t->column[k].at == i;
        if (!named)
            return config_fail(t->r->error, t->file,
                               "%s: column '%s' is not described; allowed: name it in `columns`, "
                               "or list it in `ignore`",
                               t->name, csv_name(&t->csv, i));
    }
    return true;
}

/* The unit of the column that a response names; NULL: it is none of the table's own. */
static const char *unit_of(const table *t, const config_node *name)
{
    for (size_t i = 0; name && name->kind == CONFIG_SCALAR && i < t->count; i++)
        if (t->column[i].kind == OF_QUANTITY && !t->column[i].listed &&
            strcmp(t->column[i].name, name->text) == 0)
            return t->column[i].unit;
    return NULL;
}

/* The description, with the column's unit where the response names none. NULL without memory. */
static const config_node *with_unit(const table *t)
{
    config_store *store = t->r->experiment->store;
    const config_node *root = t->r->root, *study = config_get(root, "study");
    const config_node *response = config_get(study, "response");
    const char *unit = unit_of(t, config_get(response, "column"));
    config_node *changed = NULL;
    if (!unit || config_get(response, "unit"))
        return root;
    const config_node *value = config_scalar(store, unit, response);
    if (!value)
        config_fail_memory(t->r->error, response);
    else
        config_override(store, root, "study.response.unit", value, &changed, t->r->error);
    return changed;
}

/* The study may ask for the quantities that the table brings itself. */
static bool read_study(const table *t)
{
    plan_experiment *experiment = t->r->experiment;
    experiment->own = calloc(t->count + 1, sizeof *experiment->own);
    if (!experiment->own)
        return config_fail_memory(t->r->error, t->r->root);
    for (size_t i = 0; i < t->count; i++)
        if (t->column[i].kind == OF_QUANTITY && !t->column[i].listed)
            experiment->own[experiment->own_count++] =
                (plan_quantity){t->column[i].name, t->column[i].unit};
    const config_node *root = with_unit(t);
    return root && plan_study_read(root, experiment, t->r->error);
}

/* --- a row --- */

static bool refuse_cell(const table *t, size_t row, const column *c, const char *allowed)
{
    return config_fail(t->r->error, t->file, "%s: row %zu: %s is '%s'; allowed: %s", t->name,
                       row + 1, c->where->text, csv_cell(&t->csv, row, c->at), allowed);
}

static bool is_number(const char *text, double *value)
{
    return trama_read_real(text, -TRAMA_INFINITY, TRAMA_INFINITY, value) && isfinite(*value);
}

/* The text of a path's value: a number in the unit that is stored. */
static bool take_path(const table *t, size_t row, const column *c, char text[64],
                      import_value *value)
{
    const char *cell = csv_cell(&t->csv, row, c->at);
    double number, scaled;
    long whole;
    *value = (import_value){c->where, c->name, "", cell};
    if (trama_read_integer(cell, -(1L << 53), 1L << 53, &whole) && c->factor == 1.0) {
        snprintf(text, 64, "%ld", whole);
    } else if (is_number(cell, &number)) {
        scaled = c->factor * number;
        trama_print_real(scaled, 1, text, 64);
    } else if (strcmp(c->unit, "1") != 0) {
        return refuse_cell(t, row, c, "a finite number, since it has a unit");
    } else {
        return true;
    }
    *value = (import_value){c->where, c->name, c->unit, text};
    return true;
}

static void put_number(const column *c, double value, bundle *b)
{
    column_member m;
    if (!c->listed)
        bundle_put_real(
            b,
            column_described(&column_imported, strchr(c->name, '/') + 1, c->unit, c->summary, &m),
            value);
    else if (c->listed->type == COLUMN_REAL)
        bundle_put_real(b, c->listed, value);
    else
        bundle_put_integer(b, c->listed, (int64_t)value);
}

/* An empty cell was not measured: the case has no such value. */
static bool take_quantity(const table *t, size_t row, const column *c, bundle *b)
{
    const char *cell = csv_cell(&t->csv, row, c->at);
    const bool whole = c->listed && c->listed->type != COLUMN_REAL;
    double value;
    if (!*cell)
        return true;
    if (!is_number(cell, &value) || !isfinite(c->factor * value))
        return refuse_cell(t, row, c, "a finite number, or nothing where none was measured");
    value *= c->factor;
    if (whole && (value != floor(value) || fabs(value) > 9007199254740992.0))
        return refuse_cell(t, row, c, "a whole number");
    if (c->listed && c->listed->type == COLUMN_BOOLEAN && value != 0.0 && value != 1.0)
        return refuse_cell(t, row, c, "0 or 1");
    put_number(c, value, b);
    return true;
}

static bool take_status(const table *t, size_t row, const column *c, const char **status)
{
    static const char *const words[] = {"ok", "unstable", "timeout", "crashed", "failed"};
    const char *cell = csv_cell(&t->csv, row, c->at);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], cell) == 0) {
            *status = words[i];
            return true;
        }
    return refuse_cell(t, row, c, "ok, unstable, timeout, crashed, failed");
}

static void put_ending(const table *t, size_t row, const char *status, bundle *b)
{
    char headline[300];
    snprintf(headline, sizeof headline, "row %zu of %.200s", row + 1, t->name);
    bundle_put_text(b, &column_case_status, status);
    bundle_put_text(b, &column_case_headline, headline);
    bundle_put_text(b, &column_case_message, "");
    bundle_put_real(b, &column_case_seconds, TRAMA_NAN);
    if (strcmp(status, "unstable") == 0)
        bundle_put_text(b, &column_outcome, status);
    bundle_put_integer(b, &column_quantities_version, QUANTITIES_VERSION);
    t->r->made->range[row][1] = t->r->made->files;
}

static bool read_row(const table *t, size_t row)
{
    bundle *b = &t->r->made->result[row];
    import_value value[COLUMNS_MAX];
    char text[COLUMNS_MAX][64];
    const char *status = "ok";
    size_t values = 0;
    for (size_t i = 0; i < t->count; i++) {
        const column *c = &t->column[i];
        bool taken = true;
        if (c->kind == OF_STATUS)
            taken = take_status(t, row, c, &status);
        else if (c->kind == OF_QUANTITY)
            taken = take_quantity(t, row, c, b);
        else if (*csv_cell(&t->csv, row, c->at))
            taken = take_path(t, row, c, text[values], &value[values]), values++;
        if (!taken)
            return false;
    }
    put_ending(t, row, status, b);
    if (b->no_memory)
        return config_fail_memory(t->r->error, t->file);
    return import_row(t->r, row, value, values);
}

/* --- all rows --- */

typedef struct named_row {
    const char *id;
    size_t row;
} named_row;

static int by_id(const void *a, const void *b)
{
    const named_row *x = a, *y = b;
    const int order = strcmp(x->id, y->id);
    return order ? order : (x->row > y->row) - (x->row < y->row);
}

/* Two rows of the same values would be one case. */
static bool check_apart(const table *t)
{
    const plan *p = &t->r->made->p;
    named_row *sorted = calloc(p->row_count + 1, sizeof *sorted);
    bool apart = sorted != NULL;
    if (!apart)
        config_fail_memory(t->r->error, t->file);
    for (size_t i = 0; apart && i < p->row_count; i++)
        sorted[i] = (named_row){p->row[i].id, i};
    if (apart)
        qsort(sorted, p->row_count, sizeof *sorted, by_id);
    for (size_t i = 1; apart && i < p->row_count; i++)
        if (strcmp(sorted[i].id, sorted[i - 1].id) == 0)
            apart = config_fail(t->r->error, t->file,
                                "%s: rows %zu and %zu have the same values of all paths; allowed: "
                                "a column that distinguishes them, such as {path: labels.run}",
                                t->name, sorted[i - 1].row + 1, sorted[i].row + 1);
    free(sorted);
    return apart;
}
