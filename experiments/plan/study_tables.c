/* `published` of a study: tables of published values, held to the conventions that
 * docs/experiment.md states. */
#include "plan/study.h"

#include "quantities/quantities.h"
#include "results/csv.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tables that come with trama are looked for in this folder of a folder above the file. */
static const char shipped[] = "analysis/reference";

/* A table that is being read. */
typedef struct reader {
    plan_experiment *experiment;
    const config_node *entry; /* its mapping */
    const config_node *file;  /* the scalar that names it */
    study_table *table;
    csv csv;
    config_error *error;
} reader;

/* The columns of the table as names that an unknown one is told beside. */
static bool unknown_column(const reader *r, const config_node *name)
{
    const char *known[64];
    const size_t count = r->csv.columns < 64 ? r->csv.columns : 64;
    for (size_t i = 0; i < count; i++)
        known[i] = csv_name(&r->csv, i);
    char what[200];
    snprintf(what, sizeof what, "column of %.150s", r->table->file);
    return config_unknown(r->error, what, name, known, count);
}

static bool find_column(const reader *r, const config_node *name, size_t *column)
{
    if (name->kind != CONFIG_SCALAR)
        return config_fail(r->error, name, "a column is named by a text");
    const long found = csv_column(&r->csv, name->text);
    *column = (size_t)found;
    return found >= 0 || unknown_column(r, name);
}

/* --- match --- */

static bool read_match(reader *r, size_t *key, size_t *keys)
{
    const config_node *match = config_get(r->entry, "match");
    if (!match || match->kind != CONFIG_SEQUENCE || match->count == 0)
        return config_fail(r->error, match ? match : r->entry,
                           "a published table needs match: [FACTOR, ...]: the factors that are "
                           "its key columns");
    r->table->match = calloc(match->count + 1, sizeof(*r->table->match));
    if (!r->table->match)
        return config_fail(r->error, match, "out of memory");
    for (size_t i = 0; i < match->count; i++) {
        if (!plan_study_check_factor(&r->experiment->study, match->item[i], r->error) ||
            !find_column(r, match->item[i], &key[i]))
            return false;
        if (key[i] >= match->count)
            return config_fail(r->error, match->item[i],
                               "%s: '%s' is column %zu; key columns come first", r->table->file,
                               match->item[i]->text, key[i] + 1);
        r->table->match[r->table->match_count++] = match->item[i]->text;
    }
    *keys = match->count;
    return true;
}

static bool check_keys_apart(const reader *r, const size_t *key, size_t keys)
{
    size_t first, second;
    char names[300] = "";
    if (!csv_repeats(&r->csv, key, keys, &first, &second))
        return true;
    for (size_t i = 0, used = 0; i < keys && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                 csv_cell(&r->csv, first, key[i]));
    return config_fail(r->error, r->file, "%s: rows %zu and %zu have the same key (%s)",
                       r->table->file, first + 1, second + 1, names);
}

/* --- compare --- */

typedef struct tolerance {
    double relative, absolute;
} tolerance;

static const trama_field tolerance_table[] = {
    {TRAMA_FIELD_OF(tolerance, relative), .unit = "1", .minimum = 0, .maximum = 1,
     .summary = "relative to the published value"},
    {TRAMA_FIELD_OF(tolerance, absolute), .unit = "the quantity's", .minimum = 0, .maximum = 1e300,
     .summary = "beside it"},
};
static const trama_fields tolerance_fields = TRAMA_FIELDS(tolerance_table, tolerance);

static bool check_numbers(const reader *r, size_t column)
{
    for (size_t row = 0; row < r->csv.rows; row++) {
        const char *text = csv_cell(&r->csv, row, column);
        if (*text && isnan(csv_number(&r->csv, row, column)))
            return config_fail(r->error, r->file,
                               "%s: row %zu: %s is '%s'; allowed: a number, or nothing where none "
                               "is printed",
                               r->table->file, row + 1, csv_name(&r->csv, column), text);
    }
    return true;
}

static bool check_unit(const reader *r, const config_node *column, const results_column *q)
{
    char unit[64];
    const bool given = csv_unit(r->table->text, column->text, unit, sizeof unit);
    if (!given && strcmp(q->unit, "1") != 0)
        return config_fail(r->error, column,
                           "%s does not say the unit of '%s'; allowed: a line `# unit %s %s` "
                           "before its header",
                           r->table->file, column->text, column->text, q->unit);
    if (given && isnan(unit_factor(unit, q->unit)))
        return config_fail(r->error, column,
                           "%s: '%s' is in '%s' and %s in '%s'; allowed: the same unit, with a "
                           "prefix or without",
                           r->table->file, column->text, unit, quantity_name(q), q->unit);
    return true;
}

static bool read_comparison(reader *r, const config_node *key, const config_node *value)
{
    static const char *const others[] = {"column", NULL};
    static const config_node none = {.kind = CONFIG_MAPPING};
    const bool whole = value->kind == CONFIG_MAPPING;
    const config_node *name = whole ? config_get(value, "column") : value;
    tolerance t;
    size_t column = 0;
    if (!plan_study_check_quantity(key, r->error) ||
        !config_fields(whole ? value : &none, tolerance_fields, others, &t, r->error))
        return false;
    if (!name)
        return config_fail(r->error, value, "'%s' is compared with no column: {column: NAME}",
                           key->text);
    if (!find_column(r, name, &column) || !check_numbers(r, column) ||
        !check_unit(r, name, quantity_find(key->text)))
        return false;
    r->table->comparison[r->table->comparison_count++] =
        (study_comparison){key->text, name->text, t.relative, t.absolute};
    return true;
}

static bool read_compare(reader *r, const config_node *compare)
{
    if (compare->kind != CONFIG_MAPPING || compare->count == 0)
        return config_fail(r->error, compare,
                           "compare is a mapping from quantities to columns of the table, as in "
                           "{dt_stable: dt_max_s}");
    r->table->comparison = calloc(compare->count + 1, sizeof *r->table->comparison);
    if (!r->table->comparison)
        return config_fail(r->error, compare, "out of memory");
    for (size_t i = 0; i < compare->count; i++)
        if (!read_comparison(r, compare->key[i], compare->item[i]))
            return false;
    return true;
}

/* --- cells of a list of words --- */

static bool check_words(const reader *r, const char *column, const char *const *allowed,
                        size_t count)
{
    const long found = csv_column(&r->csv, column);
    char list[300] = "";
    for (size_t i = 0, used = 0; i < count && used < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "",
                                 *allowed[i] ? allowed[i] : "nothing");
    for (size_t row = 0; found >= 0 && row < r->csv.rows; row++) {
        const char *text = csv_cell(&r->csv, row, (size_t)found);
        size_t i = 0;
        while (i < count && strcmp(allowed[i], text) != 0)
            i++;
        if (i == count)
            return config_fail(r->error, r->file, "%s: row %zu: %s is '%s'; allowed: %s",
                               r->table->file, row + 1, column, text, list);
    }
    return true;
}

static bool check_kind(const reader *r)
{
    static const char *const kinds[] = {"printed", "read_off", "fitted", "hardware", "theory", ""};
    return check_words(r, "kind", kinds, 6);
}

/* --- statements --- */

static bool check_quantities(const reader *r)
{
    const char *known[QUANTITIES_MAX];
    const size_t count = quantity_names(known);
    const long column = csv_column(&r->csv, "quantity");
    for (size_t row = 0; row < r->csv.rows; row++) {
        const char *name = csv_cell(&r->csv, row, (size_t)column);
        if (quantity_find(name))
            continue;
        const char *nearest = trama_nearest(name, known, count);
        return config_fail(r->error, r->file, "%s: row %zu: quantity is '%s'; %s: %s",
                           r->table->file, row + 1, name, nearest ? "nearest allowed" : "allowed",
                           nearest ? nearest : "those of `trama list quantities`");
    }
    return true;
}

static bool check_statements(const reader *r)
{
    static const char *const relations[] = {"at most", "at least", "equals", "beside"};
    static const char *const needed[] = {"quantity", "relation", "published"};
    static const char *const numbers[] = {"published", "criterion", "tolerance"};
    for (size_t i = 0; i < 3; i++)
        if (csv_column(&r->csv, needed[i]) < 0)
            return config_fail(r->error, r->file, "%s: statements need a column '%s'",
                               r->table->file, needed[i]);
    for (size_t i = 0; i < 3; i++) {
        const long column = csv_column(&r->csv, numbers[i]);
        if (column >= 0 && !check_numbers(r, (size_t)column))
            return false;
    }
    return check_quantities(r) && check_words(r, "relation", relations, 4);
}

static bool read_statements(reader *r, const config_node *statements, size_t *key, size_t *keys)
{
    bool wanted;
    if (!config_boolean(statements, &wanted, r->error))
        return false;
    r->table->statements = wanted;
    if (!wanted)
        return config_fail(r->error, statements, "statements is false; allowed: true, or compare");
    if (!check_statements(r))
        return false;
    key[(*keys)++] = (size_t)csv_column(&r->csv, "quantity");
    key[(*keys)++] = (size_t)csv_column(&r->csv, "relation");
    return true;
}

/* --- a table --- */

static bool read_values(reader *r, size_t *key)
{
    const config_node *compare = config_get(r->entry, "compare");
    const config_node *statements = config_get(r->entry, "statements");
    size_t keys = 0;
    if (!compare == !statements)
        return config_fail(r->error, r->entry,
                           "a published table needs compare: {QUANTITY: COLUMN}, or statements: "
                           "true");
    return read_match(r, key, &keys) && check_kind(r) &&
           (compare ? read_compare(r, compare) : read_statements(r, statements, key, &keys)) &&
           check_keys_apart(r, key, keys);
}

static bool read_csv(reader *r)
{
    static const char *const keys[] = {"table", "match", "compare", "statements"};
    config_attached file;
    char why[256];
    if (!plan_study_keys(r->entry, "a published table", keys, 4, r->error))
        return false;
    r->file = config_get(r->entry, "table");
    if (!r->file)
        return config_fail(r->error, r->entry, "a published table needs a file: table: FILE");
    if (!config_text(r->file, &r->table->file, r->error) ||
        !config_attach(r->experiment->store, r->file, shipped, CONFIG_TABLE, &file, r->error))
        return false;
    r->table->text = file.text;
    return csv_parse(r->table->text, &r->csv, why, sizeof why) ||
           config_fail(r->error, r->file, "%s: %s", r->table->file, why);
}

static bool read_table(plan_experiment *experiment, const config_node *entry, study_table *table,
                       config_error *error)
{
    reader r = {.experiment = experiment, .entry = entry, .table = table, .error = error};
    const config_node *match = entry->kind == CONFIG_MAPPING ? config_get(entry, "match") : NULL;
    size_t *key = calloc((match ? match->count : 0) + 3, sizeof *key);
    if (!key)
        return config_fail(error, entry, "out of memory");
    const bool read = read_csv(&r) && read_values(&r, key);
    csv_free(&r.csv);
    free(key);
    return read;
}

bool plan_study_read_tables(const config_node *list, plan_experiment *experiment,
                            config_error *error)
{
    study_block *block = &experiment->study;
    if (list->kind != CONFIG_SEQUENCE)
        return config_fail(error, list,
                           "published is a list of {table: FILE, match: [FACTOR, "
                           "...], compare: {QUANTITY: COLUMN}}");
    block->table = calloc(list->count + 1, sizeof *block->table);
    if (!block->table)
        return config_fail(error, list, "out of memory");
    for (size_t i = 0; i < list->count; i++)
        if (!read_table(experiment, list->item[i], &block->table[block->table_count++], error))
            return false;
    return true;
}
