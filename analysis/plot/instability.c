/* Figure 3.16: how a mesh breaks. For every experiment of runs with frames of one simulation, of
 * which some break: a row of meshes a run, a column an iteration, all in the view and at the scale
 * of the first run that stays stable. */
#include "analysis/plot/instability.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/plot/pictures.h"
#include "analysis/plot/plot.h"
#include "analysis/read/units.h"

enum { COLUMNS_MAX = 5, ROWS_MAX = 6 };

static const double room = 1.2; /* around the stable run, for nodes that leave it */

/* The runs of one experiment, by time step, and the iterations at which they are shown. */
typedef struct panels {
    const study *s;
    size_t rows, columns;
    const study_case *run[ROWS_MAX];
    frames frames[ROWS_MAX];
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

static camera eye_of(const panels *p)
{
    const frames *own = &p->frames[yardstick(p)];
    camera c = camera_of(shade_view(own, own->count - 1));
    for (size_t i = 0; i < own->count; i++)
        camera_include(&c, own, i);
    camera_widen(&c, room);
    return c;
}

static long frame_at(const frames *f, int64_t iteration)
{
    for (size_t i = 0; i < f->count; i++)
        if (f->iteration[i] == iteration)
            return (long)i;
    return -1;
}

static bool is_of_one_method(const panels *p)
{
    for (size_t i = 1; i < p->rows; i++)
        if (strcmp(case_integrator(p->run[i]), case_integrator(p->run[0])) != 0)
            return false;
    return true;
}

/* "Bridson, Δt = 0.5 ms": the method where runs have several, and the step. */
static void row_title(const panels *p, size_t row, char title[PICTURE_TEXT])
{
    char step[UNIT_STEP];
    const bool one = is_of_one_method(p);
    unit_step_text(p->s, case_number(p->run[row], &column_dt), 6, step);
    snprintf(title, PICTURE_TEXT, "%.100s%sΔt = %s", one ? "" : case_method_title(p->run[row]),
             one ? "" : ", ", step);
}

static void add_picture(const panels *p, size_t row, size_t column, const camera *eye, pictures *to)
{
    const int64_t iteration = p->iteration[column];
    const long frame = frame_at(&p->frames[row], iteration);
    picture *own = pictures_add(to);
    *own = (picture){.row = row, .column = column, .eye = *eye, .over_row = true};
    own->of = frame < 0 ? NULL : &p->frames[row];
    own->frame = frame < 0 ? 0 : (size_t)frame;
    own->scale = row == 0 && column == 0;
    if (column == 0)
        row_title(p, row, own->above[0]);
    snprintf(own->below[0], PICTURE_TEXT, "i = %lld, t = %.4g s", (long long)iteration,
             (double)iteration * case_number(p->run[row], &column_dt));
    snprintf(own->below[1], PICTURE_TEXT, frame < 0 ? "no frame" : "");
}

static void draw_panels(const panels *p, const char *name, gallery *g)
{
    pictures all = {
        .name = name, .width = FIGURE_DOUBLE, .row = 4.4, .kind = SHADE_FLAT, .outside = true};
    const camera eye = eye_of(p);
    for (size_t row = 0; row < p->rows; row++)
        for (size_t column = 0; column < p->columns; column++)
            add_picture(p, row, column, &eye, &all);
    pictures_draw(&all, g);
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
        draw_panels(&p, experiment, g);
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
