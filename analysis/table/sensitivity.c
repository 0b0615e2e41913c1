/* How far the limits depend on what was assumed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/select/selection.h"
#include "analysis/table/answer_grid.h"
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

/* For people: a grid a simulation, a row a variation and what else is swept, a column an
 * integrator. */

typedef struct row {
    const study_case *c;
    char beside[GRID_NAME]; /* what tells the case beside simulation, method and variation */
} row;

typedef struct variations {
    const study *s;
    const case_list *cases; /* by integrator */
    row *of;                /* each case, in the order of that list */
    row *sorted;            /* in the order of rows */
    bool beside;            /* something tells them beside those */
} variations;

static int in_order(const void *left, const void *right)
{
    const row *a = left, *b = right;
    const int simulation = strcmp(case_simulation(a->c), case_simulation(b->c));
    const int order = simulation ? simulation : limit_variation_order(a->c, b->c);
    return order ? order : natural_order(a->beside, b->beside);
}

/* Whether a coordinate is said by the grid, its columns, or what is varied. */
static bool is_said(const study_case *c, const coordinate *of)
{
    const study_block *own = case_block(c);
    const variable *v = &of->shown;
    const char *const factor[] = {case_subject_factor(c), own->design.varied, own->design.by};
    if (of->is_method)
        return true;
    for (size_t i = 0; i < sizeof factor / sizeof *factor; i++) {
        const size_t at = study_block_factor(own, factor[i]);
        if (at < own->factor_count && strcmp(v->name, own->factor[at].path) == 0)
            return true;
    }
    return false;
}

static bool name_rows(variations *v, const selection *of)
{
    const char **said = calloc(of->coordinates + 1, sizeof(*said));
    for (size_t i = 0; said && i < v->cases->count; i++) {
        size_t count = 0;
        row *own = &v->of[i];
        own->c = v->cases->item[i];
        for (size_t k = 0; k < of->coordinates; k++)
            if (is_said(own->c, &of->coordinate[k]))
                said[count++] = of->coordinate[k].shown.name;
        said[count] = NULL;
        selection_name(of, own->c, said, own->beside, sizeof own->beside);
        v->beside |= own->beside[0] != '\0';
    }
    free(said);
    return said != NULL;
}

/* Free `of` and `sorted` in any case; false without memory. */
static bool variations_make(const study *s, const case_list *cases, variations *v)
{
    selection of;
    *v = (variations){.s = s, .cases = cases};
    v->of = calloc(cases->count + 1, sizeof *v->of);
    v->sorted = calloc(cases->count + 1, sizeof *v->sorted);
    const bool done = selection_of_cases(s, cases->item, cases->count, &of) && v->of && v->sorted &&
                      name_rows(v, &of);
    selection_free(&of);
    if (!done)
        return false;
    memcpy(v->sorted, v->of, cases->count * sizeof *v->of);
    qsort(v->sorted, cases->count, sizeof *v->sorted, in_order);
    return true;
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

/* The limit of the method whose cases begin at `first`. */
static void method_cell(const variations *v, size_t first, const row *like, document *out)
{
    char text[64];
    for (size_t j = first; j < integrator_run(v->cases, first); j++)
        if (in_order(&v->of[j], like) == 0) {
            limit_cell(v->s, v->of[j].c, text, sizeof text);
            document_cell(out, "%s", text);
            return;
        }
    document_cell(out, "–");
}

static void variation_row(const variations *v, const row *like, document *out)
{
    document_cell(out, "%s", limit_varied(like->c));
    document_cell(out, "%s", limit_varied_by(like->c));
    if (v->beside)
        document_cell(out, "%s", like->beside);
    for (size_t i = 0; i < v->cases->count; i = integrator_run(v->cases, i))
        method_cell(v, i, like, out);
}

enum { INTEGRATORS_MOST = 20 };

static void begin_grid(const variations *v, const char *simulation, document *out)
{
    char align[INTEGRATORS_MOST + 4] = "lll", caption[128];
    size_t columns = v->beside ? 3 : 2;
    align[columns] = '\0';
    for (size_t i = 0; i < v->cases->count && columns < sizeof align - 1;
         i = integrator_run(v->cases, i))
        align[columns++] = 'r';
    snprintf(caption, sizeof caption, "%s: largest stable time step (ms)", simulation);
    document_grid(out, align, caption);
    document_cell(out, "Varied");
    document_cell(out, "Factor");
    if (v->beside)
        document_cell(out, "Of");
    for (size_t i = 0; i < v->cases->count; i = integrator_run(v->cases, i))
        document_cell(out, "%s", case_method_title(v->cases->item[i]));
}

static void simulation_grid(const variations *v, const char *simulation, document *out)
{
    begin_grid(v, simulation, out);
    for (size_t i = 0; i < v->cases->count; i++)
        if (strcmp(case_simulation(v->sorted[i].c), simulation) == 0 &&
            (i == 0 || in_order(&v->sorted[i - 1], &v->sorted[i]) != 0))
            variation_row(v, &v->sorted[i], out);
}

static void sensitivity_layout(const study *s, const case_list *cases, document *out)
{
    size_t count;
    variations v;
    const char **simulation = case_simulations(cases, &count);
    const bool made = variations_make(s, cases, &v);
    document_paragraph(out, "Each assumed value varied alone, and the published search repeated: "
                            "all cells are measured, none is predicted. In parentheses: ms from "
                            "the limit of the same method with nothing varied (none).");
    for (size_t i = 0; simulation && made && i < count; i++)
        simulation_grid(&v, simulation[i], out);
    out->no_memory |= !simulation || !made;
    free(v.sorted);
    free(v.of);
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
