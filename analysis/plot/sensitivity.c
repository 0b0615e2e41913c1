/* How each largest stable step answers to a varied assumption: simulations and their integrators
 * against varied values, a cell for each, which tells the step and whether it is the unvaried one.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/style.h"
#include "analysis/quantities/limits.h"
#include "core/numbers.h"
#include "core/text.h"

/* The columns of a figure: distinct pairs of what was varied and by how much, sorted. */
typedef struct columns {
    const study_case **first; /* a case of each */
    size_t count;
} columns;

static int ascending(const void *a, const void *b)
{
    return limit_variation_order(*(const study_case *const *)a, *(const study_case *const *)b);
}

static columns columns_of(const case_list *cases)
{
    columns found = {.first = calloc(cases->count + 1, sizeof *found.first)};
    if (!found.first)
        return found;
    memcpy(found.first, cases->item, cases->count * sizeof *found.first);
    qsort(found.first, cases->count, sizeof *found.first, ascending);
    for (size_t i = 0; i < cases->count; i++)
        if (found.count == 0 ||
            limit_variation_order(found.first[found.count - 1], found.first[i]) != 0)
            found.first[found.count++] = found.first[i];
    return found;
}

/* A column, by how many cases have it. */
typedef struct share {
    const study_case *first;
    size_t cases, place;
} share;

static int by_cases_and_place(const void *left, const void *right)
{
    const share *a = left, *b = right;
    if (a->cases != b->cases)
        return a->cases > b->cases ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

/* Columns that most cases have come first, but for the unvaried one; equals stay in order. */
static void put_common_first(columns *all, const case_list *cases)
{
    share *sorted = calloc(all->count + 1, sizeof *sorted);
    for (size_t i = 0; sorted && i < all->count; i++) {
        sorted[i] = (share){.first = all->first[i], .place = i};
        for (size_t j = 0; j < cases->count; j++)
            sorted[i].cases += limit_variation_order(all->first[i], cases->item[j]) == 0;
    }
    if (sorted && all->count > 2)
        qsort(sorted + 1, all->count - 1, sizeof *sorted, by_cases_and_place);
    for (size_t i = 0; sorted && i < all->count; i++)
        all->first[i] = sorted[i].first;
    free(sorted);
}

static size_t column_of(const columns *all, const study_case *c)
{
    size_t i = 0;
    while (limit_variation_order(all->first[i], c) != 0)
        i++;
    return i;
}

/* The rows: distinct pairs of simulation and integrator, simulation after simulation. */
typedef struct rows {
    const study_case **first; /* a case of each */
    size_t count, groups;     /* groups: simulations */
} rows;

static bool is_of_row(const study_case *row, const study_case *c)
{
    return strcmp(case_simulation(row), case_simulation(c)) == 0 &&
           strcmp(case_integrator(row), case_integrator(c)) == 0;
}

static void add_rows(rows *all, const case_list *cases, const char *simulation)
{
    const size_t first = all->count;
    for (size_t i = 0; i < cases->count; i++) {
        size_t known = first;
        while (known < all->count && !is_of_row(all->first[known], cases->item[i]))
            known++;
        if (known == all->count && strcmp(case_simulation(cases->item[i]), simulation) == 0)
            all->first[all->count++] = cases->item[i];
    }
}

static rows rows_of(const case_list *cases)
{
    rows all = {.first = calloc(cases->count + 1, sizeof *all.first)};
    const char **simulation = case_simulations(cases, &all.groups);
    for (size_t i = 0; all.first && simulation && i < all.groups; i++)
        add_rows(&all, cases, simulation[i]);
    free(simulation);
    return all;
}

static bool begins_group(const rows *all, size_t i)
{
    return i == 0 ||
           strcmp(case_simulation(all->first[i]), case_simulation(all->first[i - 1])) != 0;
}

static const double gap = 0.5; /* between simulations, in rows */

/* Where a row's middle lies, in rows from the top. */
static double height_of(const rows *all, size_t row)
{
    double height = 0.5;
    for (size_t i = 1; i <= row; i++)
        height += begins_group(all, i) ? 1 + gap : 1;
    return height;
}

static size_t row_of(const rows *all, const study_case *c)
{
    size_t i = 0;
    while (!is_of_row(all->first[i], c))
        i++;
    return i;
}

enum { UNCHANGED = 0xe8e8e8, SMALLER = 0xf0b27a, LARGER = 0x9ec9e8, NO_STEP = 0xcc79a7 };

/* The step in ms; "–" where there is none, "≥" and the cap where no step fails. */
static void write_cell(const study *s, const study_case *c, size_t column, double height, figure *f)
{
    const double stable = case_number(c, &column_dt_stable), change = limit_change(s, c);
    const int colour = isnan(stable)                    ? NO_STEP
                       : isnan(change) || change == 0.0 ? UNCHANGED
                       : change < 0                     ? SMALLER
                                                        : LARGER;
    char text[48] = "–";
    if (!isnan(stable))
        snprintf(text, sizeof text, "%s%g", limit_is_censored(c) ? "≥ " : "", 1e3 * stable);
    fprintf(f->data.stream, "%zu %.2f %d \"%s\"\n", column + 1, height, colour, text);
}

/* "mass × 0.8"; a name stands by itself. */
static void write_variation(const study_case *c, figure *f)
{
    const char *varied = limit_varied(c), *factor = limit_varied_by(c);
    char text[128];
    double value;
    const bool number = trama_read_real(factor, -TRAMA_INFINITY, TRAMA_INFINITY, &value);
    snprintf(text, sizeof text, number ? "%s × %s" : "%s: %s", varied, factor);
    figure_tic(f, limit_is_unvaried(c) ? "as it is" : text);
}

static void write_axes(const columns *across, const rows *down, double height, figure *f)
{
    FILE *out = f->script.stream;
    fprintf(out, "set xrange [0.5:%zu.5]\nset yrange [%.2f:0]\nset xtics (", across->count, height);
    for (size_t i = 0; i < across->count; i++) {
        fputs(i ? ", " : "", out);
        write_variation(across->first[i], f);
        fprintf(out, " %zu", i + 1);
    }
    fputs(") rotate by 45 right scale 0\nset ytics (", out);
    for (size_t i = 0; i < down->count; i++) {
        fputs(i ? ", " : "", out);
        if (begins_group(down, i)) {
            fputs("'{/:Bold '.", out);
            figure_tic(f, case_simulation(down->first[i]));
            fputs(".'}   '.", out);
        }
        figure_tic(f, case_method_title(down->first[i]));
        fprintf(out, " %.2f", height_of(down, i));
    }
    fputs(") scale 0\nunset border\nunset key\nset xlabel ''\n", out);
}

/* What the colours say, in a line above. */
static void write_key(figure *f)
{
    static const struct {
        int colour;
        const char *text;
        double at; /* of the figure's width */
    } entry[] = {{UNCHANGED, "unchanged", 0.42},
                 {SMALLER, "smaller", 0.57},
                 {LARGER, "larger", 0.70},
                 {NO_STEP, "no step is stable", 0.81}};
    const double top = 1 - 0.35 / f->height, half = 0.13 / f->height;
    FILE *out = f->script.stream;
    fprintf(out, "set label 1 'Largest stable time step (ms)' at screen 0.02, screen %.4f left\n",
            top);
    for (size_t i = 0; i < sizeof entry / sizeof *entry; i++) {
        fprintf(out,
                "set object %zu rectangle from screen %.4f, screen %.4f to screen %.4f, screen "
                "%.4f fillstyle solid noborder fc rgb '#%06x'\n",
                i + 1, entry[i].at, top - half, entry[i].at + 0.018, top + half,
                (unsigned)entry[i].colour);
        fprintf(out, "set label %zu '%s' at screen %.4f, screen %.4f left\n", i + 2, entry[i].text,
                entry[i].at + 0.024, top);
    }
}

static void draw_cells(const study *s, const case_list *cases, const columns *across,
                       const rows *down, gallery *g)
{
    const double height = height_of(down, down->count - 1) + 0.5;
    const double cm = 0.4 * height, below = 2.1, above = 0.75;
    figure f;
    if (!figure_begin(&f, g, "sensitivity", FIGURE_DOUBLE, cm + below + above))
        return;
    fputs("# column, row from the top, colour, largest stable step in ms\n", f.data.stream);
    for (size_t i = 0; i < cases->count; i++)
        write_cell(s, cases->item[i], column_of(across, cases->item[i]),
                   height_of(down, row_of(down, cases->item[i])), &f);
    const edges panel = {0.205, 0.985, below / f.height, 1 - above / f.height};
    edges_write(&panel, f.script.stream);
    write_axes(across, down, height, &f);
    write_key(&f);
    fputs("plot data using 1:2:(0.48):(0.46):3 with boxxyerror fs solid noborder lc rgb "
          "variable, \\\n  data using 1:2:4 with labels\n",
          f.script.stream);
    figure_end(&f, g);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "stable_step", limit_is_varied);
    const bool any = cases.count > 0;
    columns across = columns_of(&cases);
    put_common_first(&across, &cases);
    const rows down = rows_of(&cases);
    if (any && across.count > 0 && down.count > 0)
        draw_cells(s, &cases, &across, &down, g);
    free(across.first);
    free(down.first);
    free(cases.item);
    return any;
}

const plot_type plot_sensitivity = {
    .name = "sensitivity",
    .needs = "cases of the task stable_step whose study varies one assumption at a time",
    .draw = draw,
};
