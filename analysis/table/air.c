/* What a layer of air does beside closed forms: every comparison of a case that has one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/quantities/verdicts.h"
#include "analysis/table/table.h"
#include "core/numbers.h"
#include "quantities/quantities.h"

/* The study is asked first: the configuration's text is in the case's file. */
static bool is_compared(const study_case *c)
{
    return verdict_is_asked(c) && strstr(case_text(c, &column_config_resolved), "air_layer");
}

/* "air-limit ambient 101325, distance 0.02"; with the quantity, where it is not the response. */
static void name_case(const study_case *c, const comparison *made, char *text, size_t size)
{
    const study_block *of = case_block(c);
    size_t used = (size_t)snprintf(text, size, "%s", case_text(c, &column_case_experiment));
    for (size_t f = 0; f < of->factor_count && used < size; f++)
        used += (size_t)snprintf(text + used, size - used, "%s %s %s", f > 0 ? "," : "",
                                 of->factor[f].name, c->factor[f]);
    if (!comparison_answers(of, made->asked->quantity) && used < size)
        snprintf(text + used, size - used, ", %s", made->asked->quantity);
}

static double error_of(const comparison *made)
{
    const double reference = made->published.value;
    return reference == 0.0 ? made->measured : made->measured / reference - 1.0;
}

static void air_rows(const study *s, const study_case *c, data_table *out)
{
    comparison made;
    for (size_t i = 0; comparison_at(s, c, i, &made); i++) {
        char text[256];
        name_case(c, &made, text, sizeof text);
        data_text(out, text);
        data_real(out, made.measured);
        data_real(out, made.published.value);
        data_real(out, error_of(&made));
    }
}

static void air_cells(const study *s, const study_case *c, document *out)
{
    comparison made;
    for (size_t i = 0; comparison_at(s, c, i, &made); i++) {
        const results_column *q = quantity_find(made.asked->quantity);
        char text[256];
        name_case(c, &made, text, sizeof text);
        document_cell(out, "%s", text);
        document_cell(out, "%s", q ? q->unit : "");
        document_real(out, made.measured, 6);
        document_real(out, made.published.value, 6);
        document_cell(out, "%+.1e", error_of(&made));
    }
}

static void layout(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {"case", "unit", "measured", "closed form", "error", NULL};
    document_paragraph(out, "A layer of air beside closed forms. error: measured over the closed "
                            "form, less 1.");
    document_grid(out, "llrrr", "");
    document_cells(out, header);
    for (size_t i = 0; i < cases->count; i++)
        air_cells(s, cases->item[i], out);
}

static const char *const columns[] = {"case", "measured", "reference", "error", NULL};

const table_type table_air = {
    .name = "air",
    .title = "A layer of air beside closed forms",
    .filter = is_compared,
    .column = columns,
    .complete = true,
    .rows = air_rows,
    .layout = layout,
};
