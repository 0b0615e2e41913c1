/* A case of an import as a row of its plan: the values of its paths override those of `case:`; its
 * name, and its values for the study. */
#include "import/inside.h"

#include "core/numbers.h"
#include "core/text.h"
#include "plan/study.h"
#include "results/text_buffer.h"

#include <math.h>
#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool lay_values(const reading *r, const import_value *value, size_t count, plan_row *row,
                       const config_node **tree);
static bool name_row(const reading *r, const config_node *tree, plan_row *row);
static bool identify(const reading *r, const config_node *tree, plan_row *row, char **text);
static bool find_factors(const reading *r, const config_node *tree, plan_row *row);

bool import_row(const reading *r, size_t number, const import_value *value, size_t count)
{
    plan_row *row = &r->made->p.row[number];
    const config_node *tree;
    return lay_values(r, value, count, row, &tree) && name_row(r, tree, row) &&
           identify(r, tree, row, &r->made->text[number]) && find_factors(r, tree, row) &&
           plan_study_conditions(r->experiment, tree, row, r->error);
}

bool import_rows(const reading *r, size_t rows)
{
    plan *p = &r->made->p;
    p->row = calloc(rows + 1, sizeof *p->row);
    r->made->result = calloc(rows + 1, sizeof *r->made->result);
    r->made->text = calloc(rows + 1, sizeof *r->made->text);
    r->made->range = calloc(rows + 1, sizeof *r->made->range);
    if (!p->row || !r->made->result || !r->made->text || !r->made->range)
        return config_fail_memory(r->error, r->root);
    for (p->row_count = 0; p->row_count < rows; p->row_count++)
        p->row[p->row_count] = (plan_row){.experiment = r->experiment,
                                          .task = r->task,
                                          .integrator = "",
                                          .dt = TRAMA_NAN,
                                          .printed = true,
                                          .reference = TRAMA_NAN};
    return true;
}

/* --- values --- */

/* Whole numbers, numbers and texts, as a swept path of a run has them. */
static swept_value typed(const char *path, const char *unit, const char *text)
{
    swept_value value = {
        .path = path, .unit = unit, .summary = "as imported", .type = BUNDLE_TEXT, .text = text};
    long whole;
    if (trama_read_integer(text, -(1L << 53), 1L << 53, &whole)) {
        value.type = BUNDLE_INTEGER;
        value.integer = whole;
    } else if (trama_read_real(text, -TRAMA_INFINITY, TRAMA_INFINITY, &value.real) &&
               isfinite(value.real)) {
        value.type = BUNDLE_REAL;
    }
    return value;
}

static bool lay_values(const reading *r, const import_value *value, size_t count, plan_row *row,
                       const config_node **tree)
{
    static const char labels[] = "labels.";
    static const config_node nothing = {.kind = CONFIG_MAPPING};
    const config_node *shared = config_get(r->root, "case");
    config_store *store = r->experiment->store;
    *tree = shared ? shared : &nothing;
    row->swept = calloc(count + 1, sizeof *row->swept);
    row->label = calloc(count + 1, sizeof *row->label);
    if (!row->swept || !row->label)
        return config_fail_memory(r->error, r->root);
    for (size_t i = 0; i < count; i++) {
        config_node *changed, *scalar = config_scalar(store, value[i].text, value[i].where);
        if (!scalar)
            return config_fail_memory(r->error, r->root);
        if (!config_fill(store, *tree, value[i].path, scalar, &changed, r->error))
            return false;
        *tree = changed;
        if (strncmp(value[i].path, labels, sizeof labels - 1) == 0)
            row->label[row->label_count++] =
                (plan_pair){value[i].path + sizeof labels - 1, scalar->text};
        else
            row->swept[row->swept_count++] = typed(value[i].path, value[i].unit, scalar->text);
    }
    return true;
}

/* --- what it is called --- */

static const char *text_at(const config_node *tree, const char *path, const char *fallback)
{
    const config_node *node = config_at(tree, path);
    return node && node->kind == CONFIG_SCALAR && node->text[0] ? node->text : fallback;
}

static bool name_row(const reading *r, const config_node *tree, plan_row *row)
{
    row->integrator = text_at(tree, "integrator.name", *r->made->program ? r->made->program : "?");
    row->model = strdup(text_at(tree, "model.name", ""));
    const char *dt = text_at(tree, "task.dt", "");
    trama_read_real(dt, 0.0, TRAMA_INFINITY, &row->dt);
    return row->model || config_fail_memory(r->error, r->root);
}

/* As a run has it: by this quantities know which way is down. */
static void print_gravity(const config_node *tree, FILE *out)
{
    const config_node *g = config_at(tree, "scene.gravity");
    double x[3];
    bool is_vector = g && g->kind == CONFIG_SEQUENCE && g->count == 3;
    for (size_t i = 0; is_vector && i < 3; i++)
        is_vector = g->item[i]->kind == CONFIG_SCALAR &&
                    trama_read_real(g->item[i]->text, -TRAMA_INFINITY, TRAMA_INFINITY, &x[i]);
    if (is_vector)
        fprintf(out, "scene.gravity = [%a, %a, %a]\n", x[0], x[1], x[2]);
}

/* By its experiment and its values, whatever was found for them. */
static bool identify(const reading *r, const config_node *tree, plan_row *row, char **text)
{
    text_buffer printed;
    uint8_t digest[SHA256_DIGEST_LENGTH];
    SHA2_CTX sha;
    size_t size;
    if (text_begin(&printed)) {
        fprintf(printed.stream, "experiment: %s\norigin: imported\n", r->experiment->name);
        if (tree->count > 0)
            config_write(tree, printed.stream);
        print_gravity(tree, printed.stream);
    }
    *text = text_take(&printed, &size);
    if (!*text)
        return config_fail_memory(r->error, r->root);
    SHA256Init(&sha);
    SHA256Update(&sha, (const uint8_t *)*text, size);
    SHA256Final(digest, &sha);
    for (size_t i = 0; 2 * i + 1 < sizeof row->id; i++)
        snprintf(row->id + 2 * i, 3, "%02x", digest[i]);
    return true;
}

/* --- the study --- */

static bool find_factors(const reading *r, const config_node *tree, plan_row *row)
{
    const study_block *block = &r->experiment->study;
    const config_node *study = r->experiment->study_node;
    const config_node *factors = study ? config_get(study, "factors") : NULL;
    row->factor = calloc(block->factor_count + 1, sizeof *row->factor);
    if (!row->factor)
        return config_fail_memory(r->error, r->root);
    for (size_t i = 0; factors && i < block->factor_count; i++) {
        const char *path = block->factor[i].path, *text = text_at(tree, path, "");
        if (!*text)
            return config_fail(
                r->error, factors->item[i],
                "case %s has no '%s'; allowed: a path that `columns` or `case` gives "
                "every case",
                row->id, path);
        row->factor[i] = typed(block->factor[i].name, "1", text);
    }
    return true;
}
