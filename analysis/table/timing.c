/* Processing times, beside published ones: for people a grid a method, with costs relative to those
 * under the first. */
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/timing.h"
#include "analysis/quantities/timing_rows.h"
#include "analysis/table/table.h"

#define REAL(member) .value = cell_made_real, .of = AT(timing_row, member)
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {"vertices", "vertices", .value = cell_count, .of = &column_nodes},
    {"ti_s", "Tᵢ, measured", "µs", 1e6, 4, cell_told, AT(timing_row, ti), NULL},
    {.name = "ti_low_s", REAL(low)},
    {.name = "ti_high_s", REAL(high)},
    {"published_ti_s", "Tᵢ, published", "s", 1, 7, cell_published, "iteration_time", NULL},
    {"te_s", "Tₑ, measured", "s", 1, 3, cell_made_real, AT(timing_row, te), NULL},
    {"published_te_s", "Tₑ, published", "s", 1, 4, cell_published, "rest_time", NULL},
    {"force_evaluations", "evaluations", .value = cell_real,
     .of = &column_evaluations_per_iteration},
};

/* --- costs relative to those of the first method that is listed --- */

typedef struct relative {
    char heading[COLUMN_HEADING];
    const study_case *const *first; /* of each case of the study */
    told_value (*of)(const study_case *c, const study_case *first);
} relative;

static void ratio(const table_row *row, const table_column *column, table_cell *cell)
{
    const relative *of = column->of;
    const told_value made = of->of(row->c, of->first[row->c - row->s->item]);
    cell_set_told(cell, &made);
}

static const table_column relatives[] = {{.value = ratio}};

static void *ratios(const study *s, const case_list *cases, size_t *count)
{
    const study_case *const *first = timing_yardsticks(s, cases);
    const relative of[] = {{"relative, measured", first, timing_ratio},
                           {"relative, published", first, timing_published_ratio}};
    void *made = first ? malloc(sizeof of) : NULL;
    *count = sizeof of / sizeof *of;
    return made ? memcpy(made, of, sizeof of) : NULL;
}

/* --- what is said of them --- */

/* The first that says its machine: one without a file does not. */
static const study_case *first_measured(const case_list *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (case_text(cases->item[i], &column_run_cpu)[0])
            return cases->item[i];
    return cases->item[0];
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    const study_case *c = first_measured(cases);
    const char *cpu = case_text(c, &column_run_cpu);
    char criteria[512];
    timing_criteria(s, cases, criteria, sizeof criteria);
    document_paragraph(out,
                       "Tᵢ: one iteration%s%s%s%s, median and its 95 %% bootstrap interval; "
                       "published times are of other hardware, and compared by their ratios to "
                       "those of %s alone.",
                       cpu[0] ? " on " : "", cpu, cpu[0] ? ", " : "",
                       case_text(c, &column_run_compiler), case_method_title(cases->item[0]));
    document_paragraph(out,
                       "Tₑ is Tᵢ times the iterations to equilibrium by the best-fitting criterion "
                       "of each simulation: %s.",
                       criteria[0] ? criteria : "none was measured");
}

const table_type table_timing = {
    .name = "timing",
    .title = "Processing times",
    .task = "timing",
    .filter = timing_is_of_a_simulation,
    TABLE_COLUMNS(columns),
    .keys = KEYS_BUT_METHOD,
    .read = timing_row_read,
    .row_size = sizeof(timing_row),
    MORE_COLUMNS(relatives, ratios, relative),
    .by_method = "processing times",
    .published = "iteration_time",
    .printed = true,
    .introduce = introduce,
    .marks = MARKS("≠: further than 20 % from the published ratio.",
                   "†: the machine was not at rest (timing_details says how): no time to quote."),
};
