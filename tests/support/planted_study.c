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

enum { ROWS_MOST = 2048, TEXT = 96 };

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
static void write_compare(const csv *cells, FILE *out)
{
    static const char *const known[][2] = {
        {"dt_stable", "dt_max_s"},
        {"rest_iterations", "{column: iterations, relative: 0.1}"},
        {"iteration_time", "ti_s"},
        {"rest_time", "te_s"}};
    fputs("  compare:\n", out);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (csv_column(cells, i == 1 ? "iterations" : known[i][1]) >= 0)
            fprintf(out, "    %s: %s\n", known[i][0], known[i][1]);
}

static void write_match(const csv *cells, FILE *out)
{
    static const char *const keys[] = {"simulation", "method"};
    fputs("  match:\n", out);
    for (size_t i = 0; i < 2; i++)
        if (csv_column(cells, keys[i]) >= 0)
            fprintf(out, "  - %s\n", keys[i]);
}

static void write_table(const char *reference, FILE *out)
{
    csv parsed = {0};
    char message[256];
    if (!reference)
        return;
    fputs("published:\n- table: planted.csv\n", out);
    if (csv_parse(reference, &parsed, message, sizeof message)) {
        write_match(&parsed, out);
        write_compare(&parsed, out);
    } else {
        fputs("  match: [simulation]\n  compare: {dt_stable: dt_max_s}\n", out);
    }
    csv_free(&parsed);
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

static void write_design(const char *experiment, FILE *out)
{
    if (has(experiment, VARIED))
        fputs("design: {varied: varied, by: factor, unvaried: none}\n", out);
    else if (has(experiment, MEMBER))
        fputs("design: {member: member}\n", out);
    else if (has(experiment, SHEET) || has(experiment, SERIES))
        fprintf(out, "design: {size: %s}\n", has(experiment, SHEET) ? "sheet" : "series");
}

/* Whether an earlier row has said what stands for the published method of row `at`. */
static bool is_said(size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (strcmp(row[i].experiment, row[at].experiment) == 0 &&
            strcmp(row[i].method, row[at].method) == 0)
            return true;
    return false;
}

/* Once for each published method: the methods that stand for it. */
static void write_variants(const char *experiment, FILE *out)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(row[i].experiment, experiment) != 0 || !row[i].method[0] || is_said(i))
            continue;
        fprintf(out, "%s  \"%s\": [\"%s\"", any ? "" : "variants:\n", row[i].method,
                row[i].integrator);
        any = true;
        for (size_t k = i + 1; k < count; k++)
            if (strcmp(row[k].experiment, experiment) == 0 &&
                strcmp(row[k].method, row[i].method) == 0)
                fprintf(out, ", \"%s\"", row[k].integrator);
        fputs("]\n", out);
    }
}

/* The block, to be freed. */
static char *block_of(const char *experiment)
{
    char *text = NULL;
    size_t size;
    const char *comparison = NULL;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs("factors:\n  method: integrator.name\n", out);
    for (size_t i = 0; i < NAMES; i++)
        fprintf(out, "  %s: labels.%s\n", names[i], names[i]);
    write_variants(experiment, out);
    write_design(experiment, out);
    write_table(reference_of(experiment), out);
    for (size_t i = 0; i < count; i++)
        if (strcmp(row[i].experiment, experiment) == 0 && row[i].comparison[0])
            comparison = row[i].comparison;
    if (comparison)
        fprintf(out, "comparison: \"%s\"\n", comparison);
    fclose(out);
    return text;
}

static void write_study(const char *experiment)
{
    const char *id[ROWS_MOST], *reference = reference_of(experiment);
    int64_t required[ROWS_MOST], printed[ROWS_MOST];
    char *block = block_of(experiment);
    record_plan plan = {.id = id,
                        .required = required,
                        .printed = printed,
                        .block = block,
                        .table = &reference,
                        .tables = reference != NULL};
    record_error error;
    for (size_t i = 0; i < count; i++)
        plan.rows += strcmp(row[i].experiment, experiment) == 0;
    plan.swept = (swept_table){.rows = plan.rows};
    plan.factors = (swept_table){.family = &column_factor, .rows = plan.rows};
    for (size_t i = 0, at = 0; i < count; i++)
        if (strcmp(row[i].experiment, experiment) == 0)
            put_row(&row[i], at++, &plan);
    assert_int_equal(record_study_write(sample_path(experiment), &plan, &error), RECORD_OK);
    swept_free(&plan.factors);
    free(block);
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
    for (size_t name = 0; name < NAMES; name++)
        if (has(experiment, name))
            return true;
    return reference_of(experiment) != NULL;
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
