/* What came out, on one screen: for each experiment its response, methods against what they were
 * tried on, and beside it what was published. */
#include <math.h>
#include <string.h>

#include "analysis/quantities/response.h"
#include "analysis/table/answer_grid.h"
#include "analysis/table/table.h"

/* All cases of one place, one after another. */
static void cell(const answer_grid *g, size_t down, size_t across, document *out)
{
    char text[256] = "";
    size_t used = 0, found = 0;
    bool agree = true;
    for (size_t i = answer_grid_next(g, down, across, 0); i < g->count && used < sizeof text;
         i = answer_grid_next(g, down, across, i + 1)) {
        char one[128];
        const answer a = answer_of(g->s, g->item[i]);
        answer_text(&a, one, sizeof one);
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", found++ ? "; " : "", one);
        agree = agree && a.agrees;
    }
    document_cell(out, "%s", found > 0 ? text : "");
    if (found > 0 && agree)
        document_agrees(out);
}

static void grid(const answer_grid *g, const char *caption, document *out)
{
    const grid_names *down = answer_grid_down(g), *across = answer_grid_across(g);
    char align[GRID_ACROSS_MOST + 2] = "l";
    memset(align + 1, 'r', across->count);
    document_grid(out, align, caption);
    document_cell(out, "%s", answer_grid_corner(g));
    for (size_t i = 0; i < across->count; i++)
        document_cell(out, "%s", across->name[i]);
    for (size_t d = 0; d < down->count; d++) {
        document_cell(out, "%s", down->name[d]);
        for (size_t i = 0; i < across->count; i++)
            cell(g, d, i, out);
    }
}

/* "dt-limits: how large a time step does each method take? (largest stable step, ms)" */
static void introduction(const answer_grid *g, char *text, size_t size)
{
    const study_case *c = g->item[0];
    const char *question = case_block(c)->question;
    char caption[512];
    answer_grid_caption(g, caption, sizeof caption);
    snprintf(text, size, "%s%s%s (%s)", case_text(c, &column_case_experiment),
             question[0] ? ": " : "", question, caption);
}

static void show(const answer_grid *g, void *context)
{
    document *out = context;
    char text[1024];
    introduction(g, text, sizeof text);
    if (answer_grid_fits(g))
        grid(g, text, out);
    else
        document_paragraph(out,
                           "%s: %zu methods on %zu of %s: too many for a screen; the tables "
                           "below list them.",
                           text, g->method.count, g->subject.count,
                           case_simulation_word(g->item[0]));
}

static bool any_published(const study *s, const case_list *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (!isnan(answer_of(s, cases->item[i]).published))
            return true;
    return false;
}

static bool any_late(const study *s, const case_list *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (answer_of(s, cases->item[i]).late)
            return true;
    return false;
}

/* Cases come by method; those of an experiment stay in that order. */
static void layout(const study *s, const case_list *cases, document *out)
{
    if (any_published(s, cases)) {
        document_mark(out, "✓: as published, within the study's tolerance or else in the digits "
                           "printed.");
        document_mark(
            out, "≠: not as published; 10 ≠ 12: measured 10, published 12; 10 (12): published of "
                 "other hardware.");
    }
    if (any_late(s, cases))
        document_mark(out, "†: a longer run fails, or gains energy that no work explains.");
    out->no_memory |= !answer_grids(s, case_counts_as_published, show, out);
}

static void rows(const study *s, const study_case *c, data_table *out)
{
    const answer a = answer_of(s, c);
    char method[GRID_NAME];
    answer_method(s, c, method);
    data_text(out, case_text(c, &column_case_experiment));
    data_text(out, method);
    data_text(out, case_simulation(c));
    data_text(out, case_status(c));
    data_text(out, a.of.quantity);
    data_text(out, a.of.unit);
    data_real(out, a.measured);
    data_real(out, a.published);
    data_text(out, isnan(a.published) || a.beside || a.absent ? "" : a.agrees ? "yes" : "no");
}

static const char *const columns[] = {"experiment",   "method", "subject",  "status",
                                      "quantity",     "unit",   "measured", "published",
                                      "as_published", NULL};

const table_type table_matrix = {
    .name = "matrix",
    .title = "What came out",
    .task = NULL,
    .filter = case_counts_as_published,
    .column = columns,
    .printed = true,
    .rows = rows,
    .layout = layout,
};
