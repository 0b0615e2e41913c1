/* Figure 3.16: how a mesh breaks. For every experiment of runs with frames of one simulation, of
 * which some break: a row of meshes a run, a column an iteration, all in the view and at the scale
 * of the first run that stays stable. */
#include "analysis/plot/instability.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/plot/legend.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/shade.h"
#include "analysis/plot/style.h"
#include "analysis/read/units.h"

enum { COLUMNS_MAX = 5, ROWS_MAX = 6 };

static const double row_height = 4.4, title_height = 0.55, label_height = 0.95; /* cm */
static const double room = 1.2; /* around the stable run, for nodes that leave it */

/* The runs of one experiment, by time step, and the iterations at which they are shown. */
typedef struct panels {
    const study *s;
    size_t rows, columns;
    const study_case *run[ROWS_MAX];
    frames frames[ROWS_MAX];
    const frames *drawn[ROWS_MAX]; /* the same, for the legend */
    int64_t iteration[COLUMNS_MAX];
    bool left_out; /* runs or iterations beyond what a figure holds */
} panels;

static bool is_stable(const study_case *c)
{
    return strcmp(case_outcome(c), "unstable") != 0;
}

static void add_run(panels *p, const study_case *c, FILE *err)
{
    frames own;
    if (!frames_read(c, &own, err))
        return;
    if (p->rows == ROWS_MAX) {
        p->left_out = true;
        frames_free(&own);
        return;
    }
    p->run[p->rows] = c;
    p->frames[p->rows++] = own;
}

static int by_step(const void *left, const void *right)
{
    const study_case *const *a = left, *const *b = right;
    const double x = case_number(*a, &column_dt), y = case_number(*b, &column_dt);
    return x < y || x > y ? (x > y) - (x < y) : strcmp((*a)->path, (*b)->path);
}

static int rising(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Distinct iterations of all runs, rising; free it. */
static int64_t *all_iterations(const panels *p, size_t *count)
{
    size_t all = 0, kept = 0;
    for (size_t i = 0; i < p->rows; i++)
        all += p->frames[i].count;
    int64_t *iteration = malloc((all + 1) * sizeof *iteration);
    for (size_t i = 0, n = 0; iteration && i < p->rows; n += p->frames[i++].count)
        memcpy(iteration + n, p->frames[i].iteration, p->frames[i].count * sizeof *iteration);
    if (iteration)
        qsort(iteration, all, sizeof *iteration, rising);
    for (size_t i = 0; iteration && i < all; i++)
        if (kept == 0 || iteration[i] != iteration[kept - 1])
            iteration[kept++] = iteration[i];
    *count = kept;
    return iteration;
}

/* All iterations, or as many as a figure holds, spread evenly over them. */
static void choose_columns(panels *p)
{
    size_t count;
    int64_t *iteration = all_iterations(p, &count);
    p->columns = count < COLUMNS_MAX ? count : COLUMNS_MAX;
    p->left_out = p->left_out || count > p->columns;
    for (size_t i = 0; i < p->columns; i++)
        p->iteration[i] = iteration[p->columns < 2 ? 0 : i * (count - 1) / (p->columns - 1)];
    free(iteration);
}

static void panels_free(panels *p)
{
    for (size_t i = 0; i < p->rows; i++)
        frames_free(&p->frames[i]);
}

/* The first run that stays stable; without one, the first. */
static size_t yardstick(const panels *p)
{
    for (size_t i = 0; i < p->rows; i++)
        if (is_stable(p->run[i]))
            return i;
    return 0;
}

static edges edges_of(const panels *p, size_t row, size_t column, double height)
{
    const panel_rows rows = {p->columns, row_height, title_height, label_height};
    return panel_edges(&rows, row, column, height);
}

static camera camera_on(const panels *p, const edges *e, const figure *f)
{
    const frames *own = &p->frames[yardstick(p)];
    camera c = camera_of(shade_view(own, own->count - 1));
    for (size_t i = 0; i < own->count; i++)
        camera_include(&c, own, i);
    camera_widen(&c, room);
    camera_fit(&c, e, f);
    return c;
}

static long frame_at(const frames *f, int64_t iteration)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->iteration[i] == iteration)
            return (long)i;
    return -1;
}

/* The number of nodes of its own that the panel does not show. */
static size_t count_unseen(const frames *f, size_t frame, const camera *c, const figure *out)
{
    size_t unseen = 0;
    for (size_t i = 0; i < f->own; i++)
        unseen += !camera_sees(c, frames_node(f, frame, i), out);
    return unseen;
}

static bool is_of_one_method(const panels *p)
{
    for (size_t i = 1; i < p->rows; i++)
        if (strcmp(case_integrator(p->run[i]), case_integrator(p->run[0])) != 0)
            return false;
    return true;
}

/* "Bridson, Δt = 0.5 ms": the method where runs have several, and the step. */
static void write_row_title(const panels *p, size_t row, const edges *e, figure *f)
{
    char title[240], step[UNIT_STEP];
    const bool one = is_of_one_method(p);
    unit_step_text(p->s, case_number(p->run[row], &column_dt), 6, step);
    snprintf(title, sizeof title, "%.100s%sΔt = %s", one ? "" : case_method_title(p->run[row]),
             one ? "" : ", ", step);
    fputs("set label ", f->script.stream);
    figure_text(f, title);
    fprintf(f->script.stream, " at screen 0.5, screen %.5f center\n",
            e->top + 0.3 * title_height / f->height);
}

static void write_label(const panels *p, size_t row, size_t column, const edges *e,
                        const char *note, figure *f)
{
    const size_t index = row * p->columns + column;
    fprintf(f->script.stream,
            "unset label\n"
            "set label \"(%c) i = %lld, t = %.4g s%s\" at screen %.5f, "
            "screen %.5f center\n",
            'a' + (char)(index % 26), (long long)p->iteration[column],
            (double)p->iteration[column] * case_number(p->run[row], &column_dt), note,
            (e->left + e->right) / 2, e->bottom - 0.35 * label_height / f->height);
    if (column == 0)
        write_row_title(p, row, e, f);
}

static void write_panel(const panels *p, size_t row, size_t column, figure *f)
{
    const edges e = edges_of(p, row, column, f->height);
    const camera c = camera_on(p, &e, f);
    const frames *own = &p->frames[row];
    const long frame = frame_at(own, p->iteration[column]);
    const size_t unseen = frame < 0 ? 0 : count_unseen(own, (size_t)frame, &c, f);
    char note[96] = "";
    if (unseen > 0)
        snprintf(note, sizeof note, "\\n%zu nodes outside", unseen);
    write_label(p, row, column, &e, frame < 0 ? "\\nno frame" : note, f);
    fputs("unset arrow\n", f->script.stream);
    if (row == 0 && column == 0) {
        legend_write(p->drawn, p->rows, f);
        camera_write_scale(&c, &e, f);
    }
    if (frame < 0) /* nothing but the label */
        fputs("plot [0:1] [0:1] 2 notitle\n", f->script.stream);
    else
        shade_draw(own, (size_t)frame, &c, unseen == 0 ? SHADE_FLAT : SHADE_EDGES, f);
}

static void write_figure(panels *p, const char *name, gallery *g)
{
    figure f;
    for (size_t row = 0; row < p->rows; row++)
        p->drawn[row] = &p->frames[row];
    const double height = row_height * (double)p->rows + legend_height(p->drawn, p->rows);
    if (!figure_begin(&f, g, name, FIGURE_DOUBLE, height))
        return;
    shade_begin(&f);
    for (size_t row = 0; row < p->rows; row++)
        for (size_t column = 0; column < p->columns; column++)
            write_panel(p, row, column, &f);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

/* Whether a run breaks; runs of different simulations have neither one view and scale nor the same
 * iterations. What stays whole is drawn by snapshots.c. */
bool instability_draws(const case_list *cases, const char *experiment)
{
    const char *simulation = NULL;
    bool broken = false;
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        if (strcmp(case_text(c, &column_case_experiment), experiment) != 0)
            continue;
        if (simulation && strcmp(case_simulation(c), simulation) != 0)
            return false;
        simulation = case_simulation(c);
        broken = broken || !is_stable(c);
    }
    return broken;
}

/* The runs of the experiment of item `first`; the list comes in any order of experiments. */
static bool draw_experiment(const study *s, const case_list *cases, size_t first, gallery *g)
{
    const char *experiment = case_text(cases->item[first], &column_case_experiment);
    panels p = {.s = s};
    if (!instability_draws(cases, experiment))
        return false;
    for (size_t i = 0; i < cases->count; i++) {
        if (strcmp(case_text(cases->item[i], &column_case_experiment), experiment) != 0)
            continue;
        if (i < first) /* drawn with an earlier one */
            break;
        add_run(&p, cases->item[i], g->err);
    }
    choose_columns(&p);
    const bool any = p.columns > 0;
    if (any)
        write_figure(&p, experiment, g);
    if (p.left_out)
        fprintf(g->out, "%s: more runs or iterations than a figure shows; some are left out\n",
                experiment);
    panels_free(&p);
    return any;
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "run", frames_are_told);
    bool any = false;
    if (cases.count > 1)
        qsort(cases.item, cases.count, sizeof(*cases.item), by_step);
    for (size_t i = 0; i < cases.count; i++)
        any = draw_experiment(s, &cases, i, g) || any;
    free(cases.item);
    return any;
}

const plot_type plot_instability = {
    .name = "instability",
    .needs = "cases of the task run with frames, of one simulation, some unstable",
    .draw = draw,
};
