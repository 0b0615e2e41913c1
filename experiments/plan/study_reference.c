/* `reference`: a closed form of the values of a case, with which its response is compared. It is
 * recorded as a published table of kind `theory`, with a row for each case. */
#include "plan/study.h"

#include "config/expression.h"
#include "core/numbers.h"
#include "results/text_buffer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The expression: the node itself, or its key `of`. */
static const config_node *source_of(const config_node *node)
{
    return node->kind == CONFIG_MAPPING ? config_get(node, "of") : node;
}

bool plan_study_reference(const plan_experiment *experiment, const config_node *tree, double *value,
                          config_error *error)
{
    const config_node *study = experiment->study_node;
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
    return t->match_count == 0 && !t->statements && !t->ledger;
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
    const char *unit = plan_study_unit(of, compared->quantity);
    if (text_begin(&text)) {
        fprintf(text.stream, "# source: closed form: %s\n", of->study.reference);
        fprintf(text.stream, "# unit reference %s\nreference,kind\n", unit ? unit : "1");
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
                return config_fail_memory(error, e->study_node);
            e->study.table[t].text = kept->text;
        }
    }
    return true;
}
