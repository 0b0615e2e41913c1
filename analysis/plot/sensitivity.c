/* How each largest stable step answers to a varied assumption: simulations against varied values,
 * a cell for each, which tells the step and whether it is the published one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/limits.h"
#include "analysis/plot/plot.h"
#include "core/numbers.h"

/* The columns of a figure: distinct pairs of what was varied and by how much, sorted. */
typedef struct columns {
    const study_case **first; /* a case of each */
    size_t count;
} columns;

static int compare(const study_case *a, const study_case *b)
{
    const bool plain_a = strcmp(case_label(a, "varied"), "none") == 0;
    const bool plain_b = strcmp(case_label(b, "varied"), "none") == 0;
    const int by_name = strcmp(case_label(a, "varied"), case_label(b, "varied"));
    if (plain_a != plain_b)
        return plain_a ? -1 : 1;
    return by_name ? by_name : natural_order(case_label(a, "factor"), case_label(b, "factor"));
}

static int ascending(const void *a, const void *b)
{
    return compare(*(const study_case *const *)a, *(const study_case *const *)b);
}

static columns columns_of(const case_list *cases)
{
    columns found = {.first = calloc(cases->count + 1, sizeof *found.first)};
    if (!found.first)
        return found;
    memcpy(found.first, cases->item, cases->count * sizeof *found.first);
    qsort(found.first, cases->count, sizeof *found.first, ascending);
    for (size_t i = 0; i < cases->count; i++)
        if (found.count == 0 || compare(found.first[found.count - 1], found.first[i]) != 0)
            found.first[found.count++] = found.first[i];
    return found;
}

static size_t column_of(const columns *all, const study_case *c)
{
    size_t i = 0;
    while (compare(all->first[i], c) != 0)
        i++;
    return i;
}

static size_t row_of(const char *const *name, const study_case *c)
{
    size_t i = 0;
    while (strcmp(name[i], case_simulation(c)) != 0)
        i++;
    return i;
}

enum { UNCHANGED = 0xe8e8e8, SMALLER = 0xf0b27a, LARGER = 0x9ec9e8, NO_STEP = 0xcc79a7 };

/* "12", "11 (-1)": ms, and by how much they differ from the published; "none". */
static void write_cell(const study_case *c, size_t column, size_t row, figure *f)
{
    const double stable = case_number(c, "/result/dt_stable");
    const double change = round(1e3 * (stable - limit_label(c)));
    const int colour = isnan(stable)        ? NO_STEP
                       : fabs(change) < 0.5 ? UNCHANGED
                       : change < 0         ? SMALLER
                                            : LARGER;
    char text[48] = "none";
    if (!isnan(stable))
        snprintf(text, sizeof text, fabs(change) >= 0.5 ? "%g (%+.0f)" : "%g", 1e3 * stable,
                 change);
    fprintf(f->data.stream, "%zu %zu %d \"%s\"\n", column + 1, row + 1, colour, text);
}

static void write_axes(const columns *all, const char *const *name, size_t names, figure *f)
{
    FILE *out = f->script.stream;
    fprintf(out, "set xrange [0.5:%zu.5]\nset yrange [%zu.5:0.5]\nset xtics (", all->count, names);
    for (size_t i = 0; i < all->count; i++) {
        char text[128];
        const char *varied = case_label(all->first[i], "varied");
        snprintf(text, sizeof text, "%s × %s", varied, case_label(all->first[i], "factor"));
        fputs(i ? ", " : "", out);
        figure_text(f, strcmp(varied, "none") == 0 ? "as it is" : text);
        fprintf(out, " %zu", i + 1);
    }
    fputs(") rotate by 45 right scale 0\nset ytics (", out);
    for (size_t i = 0; i < names; i++) {
        fputs(i ? ", " : "", out);
        figure_text(f, name[i]);
        fprintf(out, " %zu", i + 1);
    }
    fputs(") scale 0\nunset key\nset xlabel ''\n"
          "set title 'Largest stable time step, ms; in parentheses: ms from the published one' "
          "offset 0,-0.4\n",
          out);
}

static void draw_one(const case_list *cases, gallery *g)
{
    size_t names;
    char title[FIGURE_NAME];
    const char **name = case_simulations(cases, &names);
    const columns all = columns_of(cases);
    figure f;
    snprintf(title, sizeof title, "sensitivity_%.60s", case_integrator(cases->item[0]));
    if (name && all.first && figure_begin(&f, g, title, FIGURE_DOUBLE, 2.6 + 0.8 * (double)names)) {
        fputs("# column, row, colour, largest stable step in ms (change)\n", f.data.stream);
        for (size_t i = 0; i < cases->count; i++)
            write_cell(cases->item[i], column_of(&all, cases->item[i]),
                       row_of(name, cases->item[i]), &f);
        write_axes(&all, name, names, &f);
        fputs("plot data using 1:2:(0.48):(0.46):3 with boxxyerror fs solid noborder lc rgb "
              "variable, \\\n  data using 1:2:4 with labels font ',7'\n",
              f.script.stream);
        figure_end(&f, g);
    }
    free(name);
    free(all.first);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "stable_step", limit_is_varied);
    const bool any = cases.count > 0;
    for (size_t i = 0, end; i < cases.count; i = end) {
        end = integrator_run(&cases, i);
        const case_list one = {cases.item + i, end - i};
        draw_one(&one, g);
    }
    free(cases.item);
    return any;
}

const plot_type plot_sensitivity = {
    .name = "sensitivity",
    .needs = "cases of the task stable_step with the label `varied`",
    .draw = draw,
};
