/* What runs look like: for every experiment of runs with frames a row of shaded surfaces a run, at
 * a few snapshots up to the last, each run in one view and at one scale. Runs that kept one frame
 * stand side by side. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/legend.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/shade.h"
#include "analysis/plot/style.h"

enum { SNAPSHOTS_MAX = 4, ROWS_MAX = 5, ACROSS = 3 };

static const double row_height = 4.6, title_line = 0.6, label_height = 0.6; /* cm */

/* One run, and the frames of it that are shown. */
typedef struct film {
    const study_case *run;
    char title[320], note[96];
    frames frames;
    size_t snapshot[SNAPSHOTS_MAX], snapshots;
} film;

/* Runs of one figure; `columns` panels a row. */
typedef struct films {
    film film[ROWS_MAX * ACROSS];
    size_t films, columns, rows, panels;    /* panels drawn so far */
    const frames *drawn[ROWS_MAX * ACROSS]; /* of each film */
} films;

/* A panel a run: titles stand over panels, in two lines, and not over rows. */
static bool is_side_by_side(const films *p)
{
    return p->films > p->rows;
}

static double title_height(const films *p)
{
    return is_side_by_side(p) ? 1.75 * title_line : title_line;
}

static bool is_unstable(const study_case *c)
{
    return strcmp(case_text(c, &column_outcome), "unstable") == 0;
}

static bool is_shown(const film *m, size_t frame)
{
    return is_unstable(m->run) ? frames_sound(&m->frames, frame) : frames_finite(&m->frames, frame);
}

/* The i-th of the frames that are shown. */
static size_t shown_frame(const film *m, size_t i)
{
    size_t frame = 0;
    for (; frame + 1 < m->frames.count; frame++)
        if (is_shown(m, frame) && i-- == 0)
            break;
    return frame;
}

/* All frames that show a sheet, or as many as a row holds, spread evenly over them, first and last
 * among them. */
static void choose_snapshots(film *m)
{
    size_t shown = 0;
    for (size_t i = 0; i < m->frames.count; i++)
        shown += is_shown(m, i);
    m->snapshots = shown < SNAPSHOTS_MAX ? shown : SNAPSHOTS_MAX;
    for (size_t i = 0; i < m->snapshots; i++)
        m->snapshot[i] =
            shown_frame(m, m->snapshots < 2 ? 0 : i * (shown - 1) / (m->snapshots - 1));
    if (shown < m->frames.count && m->frames.count < m->frames.of)
        snprintf(m->note, sizeof m->note, ": %zu of %zu frames that were read are broken",
                 m->frames.count - shown, m->frames.count);
    else if (shown < m->frames.count)
        snprintf(m->note, sizeof m->note, ": %zu later frames are broken", m->frames.count - shown);
}

static bool film_read(const study *s, const study_case *c, film *m, FILE *err)
{
    *m = (film){.run = c};
    if (!frames_read(c, &m->frames, err))
        return false;
    study_case_title(s, c, m->title, sizeof m->title);
    choose_snapshots(m);
    return true;
}

static edges edges_of(const films *p, size_t row, size_t column, double height)
{
    const panel_rows rows = {p->columns, row_height, title_height(p), label_height};
    return panel_edges(&rows, row, column, height);
}

static camera camera_on(const film *m, const edges *e, const figure *f)
{
    camera c = camera_of(shade_view(&m->frames, m->snapshot[m->snapshots - 1]));
    for (size_t i = 0; i < m->snapshots; i++)
        camera_include(&c, &m->frames, m->snapshot[i]);
    camera_fit(&c, e, f);
    return c;
}

/* "(a) t = 1.2 s". */
static void write_label(const film *m, size_t snapshot, size_t index, const edges *e, figure *f)
{
    FILE *out = f->script.stream;
    const long long iteration = (long long)m->frames.iteration[m->snapshot[snapshot]];
    const double time = (double)iteration * case_number(m->run, &column_dt);
    fprintf(out, "set label '(%c) ", 'a' + (char)(index % 26));
    if (isnan(time))
        fprintf(out, "i = %lld'", iteration);
    else
        fprintf(out, "t = %.4g s'", time);
    fprintf(out, " at screen %.5f, screen %.5f center\n", (e->left + e->right) / 2,
            e->bottom - 0.45 * label_height / f->height);
}

static void write_line(const char *text, const char *note, double middle, double height, figure *f)
{
    fputs("set label ", f->script.stream);
    figure_text(f, text);
    fputs(".", f->script.stream);
    figure_text(f, note);
    fprintf(f->script.stream, " at screen %.5f, screen %.5f center\n", middle, height);
}

/* Over a panel: the simulation, and below it what else the title says. */
static void write_panel_title(const film *m, double middle, double top, figure *f)
{
    const char *name = case_simulation(m->run);
    const size_t length = strlen(name);
    const bool split =
        strncmp(m->title, name, length) == 0 && strncmp(m->title + length, ", ", 2) == 0;
    write_line(name, split ? "" : m->note, middle, top - 0.55 * title_line / f->height, f);
    if (split)
        write_line(m->title + length + 2, m->note, middle, top - 1.3 * title_line / f->height, f);
}

static void write_film(films *p, size_t i, figure *f)
{
    const film *m = &p->film[i];
    const bool alone = is_side_by_side(p);
    const size_t row = alone ? i / p->columns : i, first = alone ? i % p->columns : 0;
    const double top = 1 - (double)row * row_height / f->height;
    for (size_t snapshot = 0; snapshot < m->snapshots; snapshot++) {
        const size_t column = first + snapshot;
        const edges e = edges_of(p, row, column, f->height);
        const camera c = camera_on(m, &e, f);
        fputs("unset label\n", f->script.stream);
        if (snapshot == 0 && alone)
            write_panel_title(m, (e.left + e.right) / 2, top, f);
        else if (snapshot == 0)
            write_line(m->title, m->note, 0.5, top - 0.55 * title_line / f->height, f);
        if (p->panels == 0)
            legend_write(p->drawn, p->films, f);
        write_label(m, snapshot, p->panels++, &e, f);
        shade_draw(&m->frames, m->snapshot[snapshot], &c, SHADE_SMOOTH, f);
    }
}

static void write_figure(films *p, const char *experiment, gallery *g)
{
    char name[FIGURE_NAME];
    figure f;
    size_t most = 1;
    for (size_t i = 0; i < p->films; i++) {
        most = p->film[i].snapshots > most ? p->film[i].snapshots : most;
        p->drawn[i] = &p->film[i].frames;
    }
    const size_t side = p->films < ACROSS ? p->films : ACROSS;
    p->columns = most > 1 ? most : side;
    p->rows = most > 1 ? p->films : (p->films + side - 1) / side;
    snprintf(name, sizeof name, "snapshots_%.80s", experiment);
    const double height = row_height * (double)p->rows + legend_height(p->drawn, p->films);
    if (!figure_begin(&f, g, name, FIGURE_DOUBLE, height))
        return;
    fputs("# nodes: x, y, z (m), and pixels of the picture where one is held; a block a panel\n",
          f.data.stream);
    shade_setup(f.script.stream);
    fputs("set multiplot\n", f.script.stream);
    for (size_t i = 0; i < p->films; i++)
        write_film(p, i, &f);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

static void films_free(films *p)
{
    for (size_t i = 0; i < p->films; i++)
        frames_free(&p->film[i].frames);
    *p = (films){0};
}

/* A figure holds as many runs as it has rows, or panels if no run has several snapshots. */
static bool is_full(const films *p)
{
    for (size_t i = 0; i < p->films; i++)
        if (p->film[i].snapshots > 1)
            return p->films >= ROWS_MAX;
    return p->films == (size_t)ROWS_MAX * ACROSS;
}

static bool add_film(const study *s, const study_case *c, films *p, gallery *g)
{
    film *m = &p->film[p->films];
    if (!film_read(s, c, m, g->err))
        return false;
    if (m->snapshots == 0) {
        fprintf(g->out, "snapshots: %s of %s shows no sheet\n", m->title,
                case_text(c, &column_case_experiment));
        frames_free(&m->frames);
        return false;
    }
    p->films++;
    return true;
}

/* The runs of the experiment of item `first`; the list comes in any order of experiments. */
static bool draw_experiment(const study *s, const case_list *cases, size_t first, gallery *g)
{
    const char *experiment = case_text(cases->item[first], &column_case_experiment);
    films p = {0};
    bool any = false;
    for (size_t i = 0; i < cases->count; i++) {
        if (strcmp(case_text(cases->item[i], &column_case_experiment), experiment) != 0)
            continue;
        if (i < first) /* drawn with an earlier one */
            break;
        any = add_film(s, cases->item[i], &p, g) || any;
        if (is_full(&p)) {
            write_figure(&p, experiment, g);
            films_free(&p);
        }
    }
    if (p.films > 0)
        write_figure(&p, experiment, g);
    films_free(&p);
    return any;
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "run", frames_are_told);
    bool any = false;
    for (size_t i = 0; i < cases.count; i++)
        any = draw_experiment(s, &cases, i, g) || any;
    free(cases.item);
    return any;
}

const plot_type plot_snapshots = {
    .name = "snapshots",
    .needs = "cases of the task run with frames",
    .draw = draw,
};
