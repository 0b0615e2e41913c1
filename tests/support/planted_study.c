#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted_study.h"
#include "support/record_sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "results/csv.h"
#include "study/study.h"

enum { ROWS_MOST = 1024, TEXT = 96 };

static const char *const names[] = {"simulation", "varied", "factor", "member", "sheet", "series"};
enum { SIMULATION, VARIED, FACTOR, MEMBER, SHEET, SERIES, NAMES };

typedef struct planted_row {
    char experiment[256], id[TEXT], label[NAMES][TEXT], integrator[TEXT], method[TEXT];
    char comparison[TEXT];
    bool required;
    char *reference;
} planted_row;

static planted_row *row; /* of all experiments, until the test ends */
static size_t count;

static struct {
    char method[TEXT];
    bool required;
    const char *reference;
} next;

static void copy(char *to, const char *from)
{
    snprintf(to, TEXT, "%s", from ? from : "");
}

void planted_study_note(const char *method, const char *required, const char *reference)
{
    copy(next.method, method);
    next.required = required && strcmp(required, "true") == 0;
    next.reference = reference;
}

static bool has(const char *experiment, size_t name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(row[i].experiment, experiment) == 0 && row[i].label[name][0])
            return true;
    return false;
}

static const char *reference_of(const char *experiment)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(row[i].experiment, experiment) == 0 && row[i].reference)
            return row[i].reference;
    return NULL;
}

/* The pairs of quantities and columns that tests plant. */
static void compare(const csv *cells, study_table *table)
{
    static const study_comparison known[] = {{"dt_stable", "dt_max_s", 0, 0},
                                             {"rest_iterations", "iterations", 0.1, 0},
                                             {"iteration_time", "ti_s", 0, 0},
                                             {"rest_time", "te_s", 0, 0}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (csv_column(cells, known[i].published) >= 0)
            table->comparison[table->comparison_count++] = known[i];
}

static void match(const csv *cells, study_table *table)
{
    static const char *const keys[] = {"simulation", "method"};
    for (size_t i = 0; i < 2; i++)
        if (csv_column(cells, keys[i]) >= 0)
            table->match[table->match_count++] = keys[i];
}

static void put(swept_table *factors, size_t at, const char *name, const char *text)
{
    const swept_value value = {name, "", "", .type = BUNDLE_TEXT, .text = text};
    swept_put(factors, at, &value);
}

static void put_row(const planted_row *r, size_t at, record_plan *plan)
{
    plan->id[at] = r->id;
    plan->required[at] = r->required;
    plan->printed[at] = 1;
    put(&plan->factors, at, "method", r->integrator);
    for (size_t i = 0; i < NAMES; i++)
        put(&plan->factors, at, names[i], r->label[i]);
}

static void write_study(const char *experiment)
{
    static const char *const paths[] = {"labels.simulation", "labels.varied", "labels.factor",
                                        "labels.member",     "labels.sheet",  "labels.series"};
    study_factor factor[NAMES + 1] = {{"method", "integrator.name"}};
    study_variant variant[ROWS_MOST];
    study_comparison comparison[8];
    const char *keys[4], *id[ROWS_MOST];
    int64_t required[ROWS_MOST], printed[ROWS_MOST];
    const char *reference = reference_of(experiment);
    study_table table = {.file = "planted.csv", .text = reference, .match = keys};
    study_block block = {.given = true, .factor = factor, .factor_count = NAMES + 1};
    record_plan plan = {.id = id, .required = required, .printed = printed, .block = &block};
    csv parsed = {0};
    char message[256];
    record_error error;
    table.comparison = comparison;
    block.variant = variant;
    block.design = (study_design){has(experiment, VARIED) ? "varied" : "",
                                  has(experiment, VARIED) ? "factor" : "",
                                  has(experiment, VARIED) ? "none" : "",
                                  has(experiment, MEMBER) ? "member" : "",
                                  has(experiment, SHEET)    ? "sheet"
                                  : has(experiment, SERIES) ? "series"
                                                            : "",
                                  ""};
    for (size_t i = 0; i < NAMES; i++)
        factor[i + 1] = (study_factor){names[i], paths[i]};
    if (reference && csv_parse(reference, &parsed, message, sizeof message)) {
        match(&parsed, &table);
        compare(&parsed, &table);
    }
    block.table = &table;
    block.table_count = reference != NULL;
    for (size_t i = 0; i < count; i++)
        plan.rows += strcmp(row[i].experiment, experiment) == 0;
    plan.swept = (swept_table){.rows = plan.rows};
    plan.factors = (swept_table){.family = &column_factor, .rows = plan.rows};
    for (size_t i = 0, at = 0; i < count; i++) {
        if (strcmp(row[i].experiment, experiment) != 0)
            continue;
        if (row[i].method[0])
            variant[block.variant_count++] = (study_variant){row[i].method, row[i].integrator};
        if (row[i].comparison[0])
            block.comparison = row[i].comparison;
        put_row(&row[i], at++, &plan);
    }
    assert_int_equal(record_study_write(sample_path(experiment), &plan, &error), RECORD_OK);
    swept_free(&plan.factors);
    csv_free(&parsed);
}

/* The plan alone: the cases in order of id. */
static void write_plan(const char *experiment)
{
    const char *id[ROWS_MOST];
    int64_t marks[ROWS_MOST] = {0};
    record_plan plan = {.id = id, .required = marks, .printed = marks};
    record_error error;
    for (size_t i = 0; i < count; i++) {
        size_t at = plan.rows;
        if (strcmp(row[i].experiment, experiment) != 0)
            continue;
        for (; at > 0 && strcmp(id[at - 1], row[i].id) > 0; at--)
            id[at] = id[at - 1];
        id[at] = row[i].id;
        plan.rows++;
    }
    plan.swept = (swept_table){.rows = plan.rows};
    assert_int_equal(record_study_write(sample_path(experiment), &plan, &error), RECORD_OK);
}

static bool has_study(const char *experiment)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(row[i].experiment, experiment) == 0 && row[i].comparison[0])
            return true;
    return reference_of(experiment) || has(experiment, VARIED) || has(experiment, MEMBER) ||
           has(experiment, SHEET) || has(experiment, SERIES);
}

/* A case that is planted again takes its place. */
static planted_row *place(const char *experiment, const char *id)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(row[i].experiment, experiment) == 0 && strcmp(row[i].id, id) == 0)
            return &row[i];
    assert_true(count < ROWS_MOST);
    return &row[count++];
}

void planted_study_add(bundle *b, const char *folder, const char *id)
{
    char experiment[256], path[64];
    if (!row)
        row = calloc(ROWS_MOST, sizeof *row);
    snprintf(experiment, sizeof experiment, "%s/%s", folder,
             bundle_text(b, column_case_experiment.path, ""));
    planted_row *r = place(experiment, id);
    free(r->reference);
    *r = (planted_row){.required = next.required,
                       .reference = next.reference ? strdup(next.reference) : NULL};
    copy(r->experiment, "");
    snprintf(r->experiment, sizeof r->experiment, "%s", experiment);
    copy(r->id, id);
    copy(r->integrator, bundle_text(b, column_case_integrator.path, ""));
    copy(r->method, next.method);
    copy(r->comparison, bundle_text(b, "/labels/comparison", ""));
    for (size_t i = 0; i < NAMES; i++) {
        snprintf(path, sizeof path, "/labels/%s", names[i]);
        copy(r->label[i], bundle_text(b, path, ""));
    }
    planted_study_note(NULL, NULL, NULL);
    if (!bundle_get(b, &column_case_id))
        bundle_put_text(b, &column_case_id, id);
    if (has_study(experiment))
        write_study(experiment);
    else
        write_plan(experiment);
}
