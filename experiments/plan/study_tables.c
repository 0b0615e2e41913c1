/* `published` of a study: tables of published values, checked against the conventions of
 * docs/experiment.md. */
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
    const long found = csv_column(&r->csv, name->text);
    *column = (size_t)found;
    return found >= 0 || unknown_column(r, name);
}

/* --- match --- */

/* The columns of the factors that are the table's key. */
static bool find_keys(reader *r, size_t *key, size_t *keys)
{
    const config_node *match = config_get(r->entry, "match");
    for (; *keys < match->count; ++*keys) {
        const config_node *factor = match->item[*keys];
        if (!find_column(r, factor, &key[*keys]))
            return false;
        if (key[*keys] >= match->count)
            return config_fail(r->error, factor, "%s: '%s' is column %zu; key columns come first",
                               r->table->file, factor->text, key[*keys] + 1);
    }
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

static bool check_numbers(const reader *r, size_t column)
{
    for (size_t row = 0; row < r->csv.rows; row++) {
        const char *text = csv_cell(&r->csv, row, column);
        if (*text && isnan(csv_number(&r->csv, row, column)))
            return config_fail(
                r->error, r->file,
                "%s: row %zu: %s is '%s'; allowed: a number, or nothing if none is printed",
                r->table->file, row + 1, csv_name(&r->csv, column), text);
    }
    return true;
}

static bool check_unit(const reader *r, const config_node *column, const char *quantity)
{
    const char *own = plan_study_unit(r->experiment, quantity);
    const bool imported = quantity_is_imported(quantity);
    char unit[64];
    const bool given = csv_unit(r->table->text, column->text, unit, sizeof unit);
    if (!given && strcmp(own, "1") != 0)
        return config_fail(
            r->error, column,
            "%s has no unit for '%s'; allowed: a line `# unit %s %s` before its header",
            r->table->file, column->text, column->text, own);
    if (given && (imported ? strcmp(unit, own) != 0 : isnan(unit_factor(unit, own))))
        return config_fail(r->error, column,
                           "%s: '%s' is in '%s' and %s in '%s'; allowed: the same unit%s",
                           r->table->file, column->text, unit, quantity, own,
                           imported ? "" : ", with a prefix or without");
    return true;
}

static bool check_comparison(const reader *r, const config_node *key, const config_node *value)
{
    const config_node *name = value->kind == CONFIG_MAPPING ? config_get(value, "column") : value;
    size_t column = 0;
    return plan_study_check_quantity(r->experiment, key, r->error) &&
           find_column(r, name, &column) && check_numbers(r, column) &&
           check_unit(r, name, key->text);
}

static bool check_compared(const reader *r, const config_node *compare)
{
    for (size_t i = 0; i < compare->count; i++)
        if (!check_comparison(r, compare->key[i], compare->item[i]))
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

static bool refuse_pair(const reader *r, size_t row, const char *text, const char *factor)
{
    const study_block *block = &r->experiment->study;
    const char *known[STUDY_FACTORS_MAX];
    for (size_t i = 0; i < block->factor_count; i++)
        known[i] = block->factor[i].name;
    const char *nearest = trama_nearest(factor, known, block->factor_count);
    if (nearest)
        return config_fail(r->error, r->file,
                           "%s: row %zu: over is '%s': unknown factor '%s'; nearest allowed: '%s'",
                           r->table->file, row + 1, text, factor, nearest);
    return config_fail(r->error, r->file,
                       "%s: row %zu: over is '%s'; allowed: FACTOR is VALUE, of a factor "
                       "of the study, or nothing",
                       r->table->file, row + 1, text);
}

/* A statement of a pair names the other case by a factor of the study. */
static bool check_pairs(const reader *r)
{
    const study_block *block = &r->experiment->study;
    const long column = csv_column(&r->csv, "over");
    for (size_t row = 0; column >= 0 && row < r->csv.rows; row++) {
        const char *text = csv_cell(&r->csv, row, (size_t)column), *is = strstr(text, " is ");
        char factor[80];
        snprintf(factor, sizeof factor, "%.*s", is ? (int)(is - text) : 0, text);
        if (*text && study_block_factor(block, factor) == block->factor_count)
            return refuse_pair(r, row, text, factor);
    }
    return true;
}

static bool check_statements(const reader *r)
{
    static const char *const relations[] = {"at most", "at least", "above",
                                            "below",   "equals",   "beside"};
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
    return check_quantities(r) && check_words(r, "relation", relations, 6) && check_pairs(r);
}

/* What a statement is of is a part of its key. */
static bool find_statements(const reader *r, size_t *key, size_t *keys)
{
    if (!check_statements(r))
        return false;
    key[(*keys)++] = (size_t)csv_column(&r->csv, "quantity");
    key[(*keys)++] = (size_t)csv_column(&r->csv, "relation");
    if (csv_column(&r->csv, "over") >= 0)
        key[(*keys)++] = (size_t)csv_column(&r->csv, "over");
    return true;
}

/* --- a ledger --- */

/* Rows are told by their id; what is judged, and nothing else, says by what. */
static bool check_ledger(const reader *r)
{
    static const char *const needed[] = {"id",   "page",    "sentence",  "translation", "says",
                                         "kind", "verdict", "judged_by", "why"};
    static const char *const kinds[] = {"printed", "read off", "stated", "derived", "hardware"};
    static const char *const verdicts[] = {"judged", "not testable", "not built", "open"};
    size_t first, second;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (csv_column(&r->csv, needed[i]) < 0)
            return config_fail(r->error, r->file, "%s: a ledger needs a column '%s'",
                               r->table->file, needed[i]);
    const size_t id = (size_t)csv_column(&r->csv, "id");
    const size_t verdict = (size_t)csv_column(&r->csv, "verdict");
    const size_t judge = (size_t)csv_column(&r->csv, "judged_by");
    if (csv_repeats(&r->csv, &id, 1, &first, &second))
        return config_fail(r->error, r->file, "%s: rows %zu and %zu have the same id (%s)",
                           r->table->file, first + 1, second + 1, csv_cell(&r->csv, first, id));
    for (size_t row = 0; row < r->csv.rows; row++)
        if ((strcmp(csv_cell(&r->csv, row, verdict), "judged") == 0) !=
            (*csv_cell(&r->csv, row, judge) != '\0'))
            return config_fail(r->error, r->file,
                               "%s: row %zu: judged_by is '%s' and verdict '%s'; allowed: 'judged' "
                               "by TABLE or TABLE: CLAIM, or another verdict by nothing",
                               r->table->file, row + 1, csv_cell(&r->csv, row, judge),
                               csv_cell(&r->csv, row, verdict));
    return check_words(r, "kind", kinds, 5) && check_words(r, "verdict", verdicts, 4);
}

/* --- a table --- */

static bool check_values(reader *r, size_t *key)
{
    const config_node *compare = config_get(r->entry, "compare");
    size_t keys = 0;
    if (r->table->ledger)
        return check_ledger(r);
    return find_keys(r, key, &keys) && check_kind(r) &&
           (compare ? check_compared(r, compare) : find_statements(r, key, &keys)) &&
           check_keys_apart(r, key, keys);
}

static bool read_csv(reader *r)
{
    config_attached file;
    char why[256];
    r->file = config_get(r->entry, "table");
    if (!config_attach(r->experiment->store, r->file, shipped, CONFIG_TABLE, &file, r->error))
        return false;
    r->table->text = file.text;
    return csv_parse(r->table->text, &r->csv, why, sizeof why) ||
           config_fail(r->error, r->file, "%s: %s", r->table->file, why);
}

static bool read_table(plan_experiment *experiment, const config_node *entry, study_table *table,
                       config_error *error)
{
    reader r = {.experiment = experiment, .entry = entry, .table = table, .error = error};
    size_t *key = calloc(table->match_count + 4, sizeof *key);
    if (!key)
        return config_fail_memory(error, entry);
    const bool read = read_csv(&r) && check_values(&r, key);
    csv_free(&r.csv);
    free(key);
    return read;
}

bool plan_study_read_tables(plan_experiment *experiment, config_error *error)
{
    const config_node *list = config_get(experiment->study_node, "published");
    for (size_t i = 0; list && i < list->count; i++)
        if (!read_table(experiment, list->item[i], &experiment->study.table[i], error))
            return false;
    return true;
}
