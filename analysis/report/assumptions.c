/* Values that the source of an experiment does not state, and the reasons given for ours. */
#include <stdlib.h>
#include <string.h>

#include "analysis/read/alike.h"
#include "analysis/report/report.h"

typedef struct assumption {
    const char *simulation, *path, *reason;
} assumption;

static int in_order(const void *left, const void *right)
{
    const assumption *a = left, *b = right;
    const int orders[] = {natural_order(a->simulation, b->simulation),
                          natural_order(a->path, b->path), strcmp(a->reason, b->reason)};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (orders[i] != 0)
            return orders[i];
    return 0;
}

/* The assumptions of all cases, with repetitions, sorted; to be freed. NULL without memory. */
static assumption *collect(const study *s, size_t *count)
{
    size_t most = 0;
    for (size_t i = 0; i < s->count; i++)
        most += case_rows(alike_source(s, &s->item[i]), &column_config_assumed_path);
    assumption *all = calloc(most + 1, sizeof *all);
    *count = 0;
    for (size_t i = 0; all && i < s->count; i++) {
        const study_case *c = &s->item[i], *source = alike_source(s, c);
        const size_t rows = case_rows(source, &column_config_assumed_path);
        char *const *path = case_texts(source, &column_config_assumed_path, rows);
        char *const *reason = case_texts(source, &column_config_assumed_reason, rows);
        for (size_t j = 0; path && reason && j < rows; j++)
            all[(*count)++] = (assumption){case_simulation(c), path[j], reason[j]};
    }
    if (all)
        qsort(all, *count, sizeof *all, in_order);
    return all;
}

static void write(report *r, FILE *out)
{
    const char *const header[] = {r->study.count > 0 ? case_simulation_word(&r->study.item[0])
                                                     : "case",
                                  "value", "why this one", NULL};
    size_t count;
    document d = {0};
    assumption *all = collect(&r->study, &count);
    if (count > 0) {
        document_grid(&d, "lll", "Values that the source does not state");
        document_cells(&d, header);
    }
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && in_order(&all[i - 1], &all[i]) == 0)
            continue;
        document_cell(&d, "%s", all[i].simulation);
        document_cell(&d, "%s", all[i].path);
        document_cell(&d, "%s", all[i].reason);
    }
    d.no_memory = d.no_memory || !all;
    free(all);
    report_document(r, &d, out);
}

const section_type section_assumptions = {
    .id = "assumptions", .title = "Assumed values", .write = write};
