/* How far the limits depend on what was assumed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/table/table.h"

/* "unchanged", "1 ms less", "2 ms more" than the unvaried limit, "no limit" if no step is stable,
 * "at least 50 ms (cap)" if no step fails; empty without an unvaried limit. No text begins with a
 * sign, which spreadsheets would compute. */
static void change_text(const study *s, const study_case *c, char *text, size_t size)
{
    const double stable = case_number(c, &column_dt_stable);
    const double change = limit_change(s, c);
    text[0] = '\0';
    if (isnan(stable))
        limit_text(c, text, size);
    else if (limit_is_censored(c))
        snprintf(text, size, "at least %g ms (cap)", 1e3 * stable);
    else if (!isnan(change) && change == 0)
        snprintf(text, size, "unchanged");
    else if (!isnan(change))
        snprintf(text, size, "%.3g ms %s", fabs(change), change < 0 ? "less" : "more");
}

static void sensitivity_row(const study *s, const study_case *c, data_table *out)
{
    char change[32];
    change_text(s, c, change, sizeof change);
    data_text(out, case_simulation(c));
    data_text(out, case_integrator(c));
    data_text(out, limit_varied(c));
    data_text(out, limit_varied_by(c));
    data_real(out, case_number(c, &column_dt_stable));
    data_real(out, limit_published(c));
    data_real(out, limit_unvaried(s, c));
    data_text(out, change);
}

/* For people: a grid a simulation, a row a variation, a column an integrator. */

static int in_order(const void *left, const void *right)
{
    const study_case *a = *(const study_case *const *)left;
    const study_case *b = *(const study_case *const *)right;
    const int order = strcmp(case_simulation(a), case_simulation(b));
    return order ? order : limit_variation_order(a, b);
}

/* The cases in the order of rows; free it. NULL without memory. */
static const study_case **sorted(const case_list *cases)
{
    const study_case **row = calloc(cases->count + 1, sizeof *row);
    if (row) {
        memcpy(row, cases->item, cases->count * sizeof *row);
        qsort(row, cases->count, sizeof *row, in_order);
    }
    return row;
}

/* "12", "11 (-1)", "at least 50 (cap)", in ms. */
static void limit_cell(const study *s, const study_case *c, char *text, size_t size)
{
    const double stable = case_number(c, &column_dt_stable), change = limit_change(s, c);
    if (isnan(stable))
        limit_text(c, text, size);
    else if (limit_is_censored(c))
        snprintf(text, size, "at least %g (cap)", 1e3 * stable);
    else if (isnan(change) || change == 0)
        snprintf(text, size, "%g", 1e3 * stable);
    else
        snprintf(text, size, "%g (%+.3g)", 1e3 * stable, change);
}

/* The limits of a method that vary alike, one after another where something else is swept too. */
static void method_cell(const study *s, const case_list *cases, size_t first, const study_case *row,
                        document *out)
{
    char all[256] = "";
    size_t used = 0;
    for (size_t j = first; j < integrator_run(cases, first) && used < sizeof all; j++) {
        const study_case *c = cases->item[j];
        char one[64];
        if (strcmp(case_simulation(c), case_simulation(row)) != 0 || !limit_varies_alike(c, row))
            continue;
        limit_cell(s, c, one, sizeof one);
        used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? "; " : "", one);
    }
    document_cell(out, "%s", used ? all : "–");
}

static void variation_row(const study *s, const case_list *cases, const study_case *row,
                          document *out)
{
    document_cell(out, "%s", limit_varied(row));
    document_cell(out, "%s", limit_varied_by(row));
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i))
        method_cell(s, cases, i, row, out);
}

enum { INTEGRATORS_MOST = 20 };

static void simulation_grid(const study *s, const case_list *cases, const study_case **row,
                            const char *simulation, document *out)
{
    char align[INTEGRATORS_MOST + 3] = "ll", caption[128];
    size_t columns = 2;
    for (size_t i = 0; i < cases->count && columns < sizeof align - 1; i = integrator_run(cases, i))
        align[columns++] = 'r';
    snprintf(caption, sizeof caption, "%s: largest stable time step (ms)", simulation);
    document_grid(out, align, caption);
    document_cell(out, "Varied");
    document_cell(out, "Factor");
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i))
        document_cell(out, "%s", case_method_title(cases->item[i]));
    for (size_t i = 0; i < cases->count; i++)
        if (strcmp(case_simulation(row[i]), simulation) == 0 &&
            (i == 0 || in_order(&row[i - 1], &row[i]) != 0))
            variation_row(s, cases, row[i], out);
}

static void sensitivity_layout(const study *s, const case_list *cases, document *out)
{
    size_t count;
    const char **simulation = case_simulations(cases, &count);
    const study_case **row = sorted(cases);
    document_paragraph(out, "Each assumed value varied alone, and the published search repeated: "
                            "all cells are measured, none is predicted. In parentheses: ms from "
                            "the limit of the same method with nothing varied (none).");
    for (size_t i = 0; simulation && row && i < count; i++)
        simulation_grid(s, cases, row, simulation[i], out);
    out->no_memory |= !simulation || !row;
    free(row);
    free(simulation);
}

static const char *const sensitivity_columns[] = {"simulation",    "integrator",  "varied",
                                                  "factor",        "dt_stable_s", "published_dt_s",
                                                  "unvaried_dt_s", "changed",     NULL};

const table_type table_sensitivity = {
    .name = "sensitivity",
    .title = "Largest stable time steps under varied assumptions",
    .task = "stable_step",
    .filter = limit_is_varied,
    .column = sensitivity_columns,
    .rows = sensitivity_row,
    .layout = sensitivity_layout,
};
