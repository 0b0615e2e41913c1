/* `published` and `reference` of a study block: the values with which its results are compared. */
#include "study/parts.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

/* By how much equals may differ. */
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

static bool read_match(const study_reader *in, const config_node *entry, study_table *table)
{
    const config_node *match = config_get(entry, "match");
    if (!match || match->kind != CONFIG_SEQUENCE || match->count == 0)
        return config_fail(in->error, match ? match : entry,
                           "a published table needs match: [FACTOR, ...]: the factors that are "
                           "its key columns");
    if (!study_part_count(in, match, "key columns", STUDY_COMPARED_MAX) ||
        !study_part_room(in, match, &table->match, match->count, sizeof *table->match))
        return false;
    for (; table->match_count < match->count; table->match_count++) {
        const config_node *factor = match->item[table->match_count];
        if (!study_part_factor(in, factor))
            return false;
        table->match[table->match_count] = factor->text;
    }
    return true;
}

static bool read_comparison(const study_reader *in, const config_node *key,
                            const config_node *value, study_comparison *made)
{
    static const char *const others[] = {"column", NULL};
    static const config_node none = {.kind = CONFIG_MAPPING};
    const bool whole = value->kind == CONFIG_MAPPING;
    const config_node *name = whole ? config_get(value, "column") : value;
    tolerance t;
    if (!config_fields(whole ? value : &none, tolerance_fields, others, &t, in->error))
        return false;
    if (!name)
        return config_fail(in->error, value, "'%s' is compared with no column: {column: NAME}",
                           key->text);
    if (name->kind != CONFIG_SCALAR)
        return config_fail(in->error, name, "a column is named by a text");
    *made = (study_comparison){key->text, name->text, t.relative, t.absolute};
    return true;
}

static bool read_compare(const study_reader *in, const config_node *compare, study_table *table)
{
    if (compare->kind != CONFIG_MAPPING || compare->count == 0)
        return config_fail(in->error, compare,
                           "compare is a mapping from quantities to columns of the table, as in "
                           "{dt_stable: dt_max_s}");
    if (!study_part_count(in, compare, "compared columns", STUDY_COMPARED_MAX) ||
        !study_part_room(in, compare, &table->comparison, compare->count,
                         sizeof *table->comparison))
        return false;
    for (; table->comparison_count < compare->count; table->comparison_count++)
        if (!read_comparison(in, compare->key[table->comparison_count],
                             compare->item[table->comparison_count],
                             &table->comparison[table->comparison_count]))
            return false;
    return true;
}

static bool read_statements(const study_reader *in, const config_node *statements,
                            study_table *table)
{
    if (!config_boolean(statements, &table->statements, in->error))
        return false;
    return table->statements ||
           config_fail(in->error, statements, "statements is false; allowed: true, or compare");
}

/* A ledger matches no case: what judges its rows are other tables. */
static bool read_ledger(const study_reader *in, const config_node *entry, study_table *table)
{
    const config_node *ledger = config_get(entry, "ledger"), *match = config_get(entry, "match");
    if (!config_boolean(ledger, &table->ledger, in->error))
        return false;
    if (!table->ledger)
        return config_fail(in->error, ledger, "ledger is false; allowed: true, or compare");
    return !match || config_fail(in->error, match, "a ledger matches no factor; allowed: no match");
}

static bool read_table(const study_reader *in, const config_node *entry, study_table *table)
{
    static const char *const keys[] = {"table", "match", "compare", "statements", "ledger"};
    *table = (study_table){.file = "", .text = ""};
    if (!study_part_keys(in, entry, "a published table", keys, 5))
        return false;
    if (!config_get(entry, "table"))
        return config_fail(in->error, entry, "a published table needs a file: table: FILE");
    const config_node *compare = config_get(entry, "compare"),
                      *statements = config_get(entry, "statements"),
                      *ledger = config_get(entry, "ledger");
    if (!!compare + !!statements + !!ledger != 1)
        return config_fail(in->error, entry,
                           "a published table needs compare: {QUANTITY: COLUMN}, or statements: "
                           "true, or ledger: true");
    if (!study_part_text(in, entry, "table", &table->file))
        return false;
    if (ledger)
        return read_ledger(in, entry, table);
    return read_match(in, entry, table) &&
           (compare ? read_compare(in, compare, table) : read_statements(in, statements, table));
}

bool study_read_published(const study_reader *in, const config_node *node)
{
    study_block *block = in->block;
    if (!node)
        return true;
    if (node->kind != CONFIG_SEQUENCE)
        return config_fail(in->error, node,
                           "published is a list of {table: FILE, match: [FACTOR, "
                           "...], compare: {QUANTITY: COLUMN}}");
    if (!study_part_count(in, node, "published tables", STUDY_TABLES_MAX) ||
        !study_part_room(in, node, &block->table, node->count, sizeof *block->table))
        return false;
    for (size_t i = 0; i < node->count; i++)
        if (!read_table(in, node->item[i], &block->table[block->table_count++]))
            return false;
    return true;
}

/* ---- The reference: its table is the last, and matches nothing. */

static const trama_field bound_table[] = {
    {TRAMA_FIELD_OF(tolerance, relative), .unit = "1", .maximum = DBL_MAX, .fallback = {0.01},
     .summary = "by how much of the reference the response may differ"},
    {TRAMA_FIELD_OF(tolerance, absolute), .unit = "", .maximum = DBL_MAX,
     .summary = "by how much it may differ, in its unit"},
};
static const trama_fields bound_fields = TRAMA_FIELDS(bound_table, tolerance);

static bool read_bounds(const study_reader *in, const config_node *node, tolerance *t)
{
    static const char *const others[] = {"of", NULL};
    *t = (tolerance){.relative = 0.01};
    return node->kind != CONFIG_MAPPING || config_fields(node, bound_fields, others, t, in->error);
}

/* One more table, with room for one comparison; NULL without memory. */
static study_table *add_table(study_block *block)
{
    study_table *grown = realloc(block->table, (block->table_count + 1) * sizeof *grown);
    study_comparison *comparison = grown ? calloc(1, sizeof *comparison) : NULL;
    if (grown)
        block->table = grown;
    if (!comparison)
        return NULL;
    block->table[block->table_count] =
        (study_table){.file = "reference", .text = "", .comparison = comparison};
    return &block->table[block->table_count++];
}

bool study_read_reference(const study_reader *in, const config_node *node)
{
    study_block *block = in->block;
    tolerance t;
    if (!node)
        return true;
    const config_node *source = node->kind == CONFIG_MAPPING ? config_get(node, "of") : node;
    if (!source || source->kind != CONFIG_SCALAR)
        return config_fail(in->error, node,
                           "reference is an expression over the case's values, or {of: EXPRESSION, "
                           "relative: NUMBER, absolute: NUMBER}");
    if (!*block->column)
        return config_fail(in->error, node,
                           "a reference of no quantity; allowed: beside response: {column: ...}");
    if (!read_bounds(in, node, &t))
        return false;
    study_table *table = add_table(block);
    if (!table)
        return config_fail_memory(in->error, node);
    table->comparison[table->comparison_count++] =
        (study_comparison){block->column, "reference", t.relative, t.absolute};
    block->reference = source->text;
    return true;
}
