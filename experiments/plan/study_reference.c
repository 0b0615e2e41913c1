/* `reference`: a closed form of the case's values, which its response is compared with. It is
 * written as a published table of kind `theory`, with a row for each case. */
#include "plan/study.h"

#include "config/expression.h"
#include "core/numbers.h"
#include "quantities/quantities.h"
#include "results/text_buffer.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bounds {
    double relative, absolute;
} bounds;

static const trama_field table[] = {
    {TRAMA_FIELD_OF(bounds, relative), .unit = "1", .maximum = DBL_MAX, .fallback = {0.01},
     .summary = "by how much of the reference the response may differ"},
    {TRAMA_FIELD_OF(bounds, absolute), .unit = "", .maximum = DBL_MAX,
     .summary = "by how much it may differ, in its unit"},
};
static const trama_fields fields = TRAMA_FIELDS(table, bounds);

/* The expression: the node itself, or its key `of`. */
static const config_node *source_of(const config_node *node)
{
    return node->kind == CONFIG_MAPPING ? config_get(node, "of") : node;
}

static bool read_bounds(const config_node *node, bounds *b, config_error *error)
{
    static const char *const others[] = {"of", NULL};
    *b = (bounds){.relative = 0.01};
    return node->kind != CONFIG_MAPPING || config_fields(node, fields, others, b, error);
}

bool plan_study_read_reference(const config_node *node, study_block *block, config_error *error)
{
    bounds b;
    if (!node)
        return true;
    const config_node *source = source_of(node);
    if (!source || source->kind != CONFIG_SCALAR)
        return config_fail(error, node,
                           "reference is an expression over the case's values, or {of: EXPRESSION, "
                           "relative: NUMBER, absolute: NUMBER}");
    if (!*block->column)
        return config_fail(error, node,
                           "a reference of no quantity; allowed: beside response: {column: ...}");
    if (!read_bounds(node, &b, error))
        return false;
    study_table *grown = realloc(block->table, (block->table_count + 1) * sizeof *grown);
    study_comparison *comparison = calloc(1, sizeof *comparison);
    if (grown)
        block->table = grown;
    if (!grown || !comparison) {
        free(comparison);
        return config_fail(error, node, "out of memory");
    }
    *comparison = (study_comparison){block->column, "reference", b.relative, b.absolute};
    block->table[block->table_count++] = (study_table){
        .file = "reference", .text = "", .comparison_count = 1, .comparison = comparison};
    return true;
}

bool plan_study_reference(const config_node *study, const config_node *tree, double *value,
                          config_error *error)
{
    const config_node *node = study ? config_get(study, "reference") : NULL;
    expression_value found;
    *value = TRAMA_NAN;
    if (!node)
        return true;
    const config_node *source = source_of(node);
    if (!expression_evaluate(source->text, tree, source, &found, error))
        return false;
    *value = found.number;
    return !found.is_text || config_fail(error, source, "reference is a text; allowed: a number");
}

/* ---- The table. */

static bool is_reference(const study_table *t)
{
    return t->match_count == 0 && !t->statements;
}

static void write_rows(const plan *p, const plan_experiment *of, FILE *out)
{
    for (size_t i = 0; i < p->row_count; i++) {
        if (strcmp(p->row[i].experiment->name, of->name) != 0)
            continue;
        if (isnan(p->row[i].reference))
            fprintf(out, ",\n");
        else
            fprintf(out, "%.17g,theory\n", p->row[i].reference);
    }
}

/* "# source: closed form EXPRESSION", the unit, the header, and a row for each case. */
static char *table_text(const plan *p, const plan_experiment *of, const study_comparison *compared)
{
    text_buffer text;
    size_t size;
    const config_node *node = config_get(of->study_node, "reference");
    const results_column *q = quantity_find(compared->quantity);
    if (text_begin(&text)) {
        fprintf(text.stream, "# source: closed form: %s\n", node ? source_of(node)->text : "");
        fprintf(text.stream, "# unit reference %s\nreference,kind\n", q ? q->unit : "1");
        write_rows(p, of, text.stream);
    }
    return text_take(&text, &size);
}

bool plan_study_write_references(plan *p, config_error *error)
{
    for (size_t i = 0; i < p->experiment_count; i++) {
        plan_experiment *e = &p->experiment[i];
        for (size_t t = 0; t < e->study.table_count; t++) {
            if (!is_reference(&e->study.table[t]))
                continue;
            char *text = table_text(p, e, e->study.table[t].comparison);
            const config_node *kept = text ? config_scalar(e->store, text, e->study_node) : NULL;
            free(text);
            if (!kept)
                return config_fail(error, e->study_node, "out of memory");
            e->study.table[t].text = kept->text;
        }
    }
    return true;
}
