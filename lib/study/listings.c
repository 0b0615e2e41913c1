/* `listing` of a study block: one table defined by the study, or a list of them. */
#include "study/parts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct column_format {
    long digits;
} column_format;

static const trama_field format_table[] = {
    {TRAMA_FIELD_OF(column_format, digits), .unit = "1", .minimum = 0, .maximum = 17,
     .summary = "significant digits; 0: as many as the value has"},
};
static const trama_fields format_fields = TRAMA_FIELDS(format_table, column_format);

/* A factor of the study, a path, or what else every case has. */
static bool read_row(const study_reader *in, const config_node *node, study_listing *listing)
{
    const bool general = node->kind == CONFIG_SCALAR && study_is_of_every_case(node->text);
    if (!general && !study_part_factor(in, node))
        return false;
    listing->row[listing->row_count++] = node->text;
    return true;
}

/* A factor, a list of them, or `cases`. */
static bool read_rows(const study_reader *in, const config_node *node, study_listing *listing)
{
    const bool alone = node->kind == CONFIG_SCALAR;
    const size_t count = alone ? 1 : node->count;
    if (alone && strcmp(node->text, "cases") == 0 &&
        study_block_factor(in->block, node->text) == in->block->factor_count)
        return true;
    if (node->kind == CONFIG_MAPPING || count == 0)
        return config_fail(in->error, node,
                           "rows of a listing; allowed: cases, a factor, a list of factors");
    if (!study_part_count(in, node, "factors of rows", STUDY_COLUMNS_MAX) ||
        !study_part_room(in, node, &listing->row, count, sizeof *listing->row))
        return false;
    bool read = true;
    for (size_t i = 0; read && i < count; i++)
        read = read_row(in, alone ? node : node->item[i], listing);
    return read;
}

/* A mapping from factors to the value that each has, or an expression. */
static bool read_only(const study_reader *in, const config_node *node, study_listing *listing)
{
    if (!node)
        return true;
    if (node->kind == CONFIG_SCALAR)
        return config_text(node, &listing->only, in->error);
    if (node->kind != CONFIG_MAPPING)
        return config_fail(in->error, node,
                           "only of a listing; allowed: {FACTOR: VALUE, ...}, or an expression");
    if (!study_part_count(in, node, "conditions", STUDY_COLUMNS_MAX) ||
        !study_part_room(in, node, &listing->condition, node->count, sizeof *listing->condition))
        return false;
    for (; listing->condition_count < node->count; listing->condition_count++) {
        const size_t i = listing->condition_count;
        study_condition *condition = &listing->condition[i];
        if (!study_part_factor(in, node->key[i]) ||
            !config_text(node->item[i], &condition->value, in->error))
            return false;
        condition->factor = node->key[i]->text;
    }
    return true;
}

/* {name: HEADING, of: SOURCE, unit: UNIT, digits: NUMBER}. */
static bool read_whole_column(const study_reader *in, const config_node *node, study_column *column)
{
    static const char *const others[] = {"name", "of", "unit", NULL};
    column_format format;
    if (!config_fields(node, format_fields, others, &format, in->error) ||
        !study_part_text(in, node, "of", &column->of) ||
        !study_part_text(in, node, "unit", &column->unit) ||
        !study_part_text(in, node, "name", &column->heading))
        return false;
    if (!config_get(node, "of"))
        return config_fail(in->error, node,
                           "a column is SOURCE, or {name: HEADING, of: SOURCE, unit: UNIT, digits: "
                           "NUMBER}");
    if (!config_get(node, "name"))
        column->heading = column->of;
    column->digits = format.digits;
    return true;
}

static bool read_column(const study_reader *in, const config_node *node, study_column *column)
{
    *column = (study_column){.heading = "", .of = "", .unit = ""};
    if (node->kind == CONFIG_MAPPING)
        return read_whole_column(in, node, column);
    if (!config_text(node, &column->of, in->error))
        return false;
    column->heading = column->of;
    return true;
}

/* A mapping from headings to sources, or a list of columns. */
static bool read_columns(const study_reader *in, const config_node *node, study_listing *listing)
{
    if (!study_part_count(in, node, "columns", STUDY_COLUMNS_MAX) ||
        !study_part_room(in, node, &listing->column, node->count, sizeof *listing->column))
        return false;
    for (; listing->count < node->count; listing->count++) {
        study_column *column = &listing->column[listing->count];
        const config_node *of = node->item[listing->count];
        if (node->kind == CONFIG_MAPPING && of->kind == CONFIG_MAPPING)
            return config_fail(in->error, of, "a column of a mapping; allowed: a text");
        if (!read_column(in, of, column))
            return false;
        if (node->kind == CONFIG_MAPPING)
            column->heading = node->key[listing->count]->text;
    }
    return true;
}

static bool check_name(const study_reader *in, const config_node *name,
                       const study_listing *listing)
{
    if (!study_is_name(listing->name))
        return config_fail(in->error, name,
                           "'%s' cannot name a table; allowed: 1 to 64 letters, digits and _, the "
                           "first no digit",
                           listing->name);
    for (const study_listing *other = in->block->listing; other < listing; other++)
        if (strcasecmp(other->name, listing->name) == 0)
            return config_fail(in->error, name,
                               "the study lists a table '%s' already; allowed: another name",
                               listing->name);
    return true;
}

static bool read_listing(const study_reader *in, const config_node *node, study_listing *listing)
{
    static const char *const keys[] = {"name", "title", "note", "rows", "only", "sort", "columns"};
    *listing = (study_listing){.name = "", .title = "", .note = "", .only = "", .sort = ""};
    if (!study_part_keys(in, node, "listing", keys, sizeof keys / sizeof *keys) ||
        !study_part_text(in, node, "name", &listing->name) ||
        !study_part_text(in, node, "title", &listing->title) ||
        !study_part_text(in, node, "note", &listing->note) ||
        !study_part_text(in, node, "sort", &listing->sort))
        return false;
    const config_node *name = config_get(node, "name"), *rows = config_get(node, "rows"),
                      *columns = config_get(node, "columns");
    if (!name || !rows || !columns || columns->kind == CONFIG_SCALAR)
        return config_fail(
            in->error, node,
            "a listing is {name: NAME, rows: cases, FACTOR or [FACTOR, ...], columns: {HEADING: "
            "SOURCE, ...}}");
    return check_name(in, name, listing) && read_rows(in, rows, listing) &&
           read_only(in, config_get(node, "only"), listing) && read_columns(in, columns, listing);
}

bool study_read_listings(const study_reader *in, const config_node *node)
{
    study_block *block = in->block;
    if (!node)
        return true;
    const bool is_list = node->kind == CONFIG_SEQUENCE;
    const size_t count = is_list ? node->count : 1;
    if ((is_list && !study_part_count(in, node, "listings", STUDY_LISTINGS_MAX)) ||
        !study_part_room(in, node, &block->listing, count, sizeof *block->listing))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!read_listing(in, is_list ? node->item[i] : node,
                          &block->listing[block->listing_count++]))
            return false;
    return true;
}

void study_listing_free(study_listing *listing)
{
    free(listing->row);
    free(listing->condition);
    free(listing->column);
}

const config_node *study_listing_node(const config_node *study, size_t i)
{
    const config_node *node = config_get(study, "listing");
    return node->kind == CONFIG_SEQUENCE ? node->item[i] : node;
}

const config_node *study_column_node(const config_node *listing, size_t i)
{
    const config_node *node = config_get(listing, "columns")->item[i];
    return node->kind == CONFIG_MAPPING ? config_get(node, "of") : node;
}
