/* What runs look like: a row of shaded surfaces a run, at a few snapshots up to the last; runs that
 * kept one frame stand side by side. All are seen by one eye, but for those that it would see
 * edge-on, and at one scale where that leaves none too small. Runs that break are drawn by
 * instability.c, those just beside a limit play in the report. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/instability.h"
#include "analysis/plot/legend.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/shade.h"
#include "analysis/plot/sheet.h"
#include "analysis/quantities/run_pairs.h"

enum { SNAPSHOTS_MAX = 4, ROWS_MAX = 6, ACROSS = 3 };

static const double row_height = 4.1, title_line = 0.5, label_height = 0.6; /* cm */

/* One run, the frames of it that are shown, and where. */
typedef struct film {
    const study_case *run;
    char title[320], note[96];
    frames frames;
    size_t snapshot[SNAPSHOTS_MAX], snapshots;
    size_t row, column;
    camera camera;
} film;

/* Runs of one figure. */
typedef struct films {
    film film[ROWS_MAX * ACROSS];
    size_t films, rows;
    size_t columns[ROWS_MAX];               /* of each row */
    double widest[ROWS_MAX];                /* title of its panels, cm */
    size_t panels;                          /* drawn so far */
    const frames *drawn[ROWS_MAX * ACROSS]; /* of each film */
    bool one_scale;
} films;

static bool is_shown(const film *m, size_t frame)
{
    return run_is_unstable(m->run) ? frames_sound(&m->frames, frame)
                                   : frames_finite(&m->frames, frame);
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
        snprintf(m->note, sizeof m->note, ": %zu later frame%s broken", m->frames.count - shown,
                 m->frames.count - shown == 1 ? " is" : "s are");
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

static bool is_alone(const film *m)
{
    return m->snapshots > 1;
}

/* --- where films stand --- */

/* What stands over a panel in two lines: the simulation, and what else the title says. */
static void panel_title(const film *m, char above[320], char below[320])
{
    const char *name = case_simulation(m->run);
    const size_t length = strlen(name);
    const bool split =
        strncmp(m->title, name, length) == 0 && strncmp(m->title + length, ", ", 2) == 0;
    snprintf(above, 320, "%s%s", name, split ? "" : m->note);
    snprintf(below, 320, "%.220s%s", split ? m->title + length + 2 : "", split ? m->note : "");
}

static double title_width(const film *m)
{
    char above[320], below[320];
    panel_title(m, above, below);
    return fmax(sheet_text_width(above), sheet_text_width(below)) + 0.4;
}

/* A film of several snapshots has a row; films of one share it, if their titles have room. */
static bool joins_last_row(const films *p, const film *m)
{
    if (p->films == 0 || is_alone(m) || is_alone(&p->film[p->films - 1]))
        return false;
    const size_t row = p->rows - 1, columns = p->columns[row] + 1;
    return columns <= ACROSS &&
           fmax(p->widest[row], title_width(m)) * (double)columns <= FIGURE_DOUBLE;
}

static bool has_room(const films *p, const film *m)
{
    return p->rows < ROWS_MAX || joins_last_row(p, m);
}

static void place(films *p, film *m)
{
    if (!joins_last_row(p, m)) {
        p->widest[p->rows] = 0;
        p->columns[p->rows++] = 0;
    }
    m->row = p->rows - 1;
    m->column = p->columns[m->row];
    p->columns[m->row] += m->snapshots;
    p->widest[m->row] = fmax(p->widest[m->row], is_alone(m) ? 0 : title_width(m));
}

static double title_height(const film *m)
{
    return is_alone(m) ? 1.1 * title_line : 2 * title_line;
}

static edges edges_of(const films *p, const film *m, size_t snapshot, double height)
{
    const panel_rows rows = {p->columns[m->row], row_height, title_height(m), label_height};
    return panel_edges(&rows, m->row, m->column + snapshot, height);
}

static void place_cameras(films *p, const figure *f)
{
    camera *shown[ROWS_MAX * ACROSS];
    for (size_t i = 0; i < p->films; i++) {
        film *m = &p->film[i];
        const edges e = edges_of(p, m, 0, f->height);
        m->camera = camera_of(shade_view_shared(&m->frames, m->snapshot[m->snapshots - 1]));
        for (size_t j = 0; j < m->snapshots; j++)
            camera_include(&m->camera, &m->frames, m->snapshot[j]);
        camera_fit(&m->camera, &e, f);
        shown[i] = &m->camera;
    }
    p->one_scale = cameras_share_scale(shown, p->films);
}

/* --- the figure --- */

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

static void write_line(const char *text, double most, double middle, double height, figure *f)
{
    char cut[320];
    sheet_fit(text, most, cut, sizeof cut);
    fputs("set label ", f->script.stream);
    figure_text(f, cut);
    fprintf(f->script.stream, " at screen %.5f, screen %.5f center\n", middle, height);
}

static void write_panel_title(const films *p, const film *m, double middle, double top, figure *f)
{
    const double most = FIGURE_DOUBLE / (double)p->columns[m->row] - 0.2;
    char above[320], below[320];
    panel_title(m, above, below);
    write_line(above, most, middle, top - 0.55 * title_line / f->height, f);
    write_line(below, most, middle, top - 1.45 * title_line / f->height, f);
}

static void write_titles(films *p, const film *m, const edges *e, figure *f)
{
    const double top = 1 - (double)m->row * row_height / f->height;
    char title[420];
    snprintf(title, sizeof title, "%s%s", m->title, m->note);
    fputs("unset label\nunset arrow\n", f->script.stream);
    if (is_alone(m))
        write_line(title, FIGURE_DOUBLE - 0.3, 0.5, top - 0.55 * title_line / f->height, f);
    else
        write_panel_title(p, m, (e->left + e->right) / 2, top, f);
    if (p->panels == 0)
        legend_write(p->drawn, p->films, f);
    if (p->panels == 0 || !p->one_scale)
        camera_write_scale(&m->camera, e, f);
}

static void write_film(films *p, const film *m, figure *f)
{
    for (size_t snapshot = 0; snapshot < m->snapshots; snapshot++) {
        const edges e = edges_of(p, m, snapshot, f->height);
        camera c = m->camera;
        c.panel = e;
        if (snapshot == 0)
            write_titles(p, m, &e, f);
        else
            fputs("unset label\nunset arrow\n", f->script.stream);
        write_label(m, snapshot, p->panels++, &e, f);
        shade_draw(&m->frames, m->snapshot[snapshot], &c, SHADE_SMOOTH, f);
    }
}

static void write_figure(films *p, size_t number, gallery *g)
{
    char name[FIGURE_NAME] = "snapshots";
    figure f;
    for (size_t i = 0; i < p->films; i++)
        p->drawn[i] = &p->film[i].frames;
    if (number > 1)
        snprintf(name, sizeof name, "snapshots_%zu", number);
    const double height = row_height * (double)p->rows + legend_height(p->drawn, p->films);
    if (!figure_begin(&f, g, name, FIGURE_DOUBLE, height))
        return;
    place_cameras(p, &f);
    shade_begin(&f);
    for (size_t i = 0; i < p->films; i++)
        write_film(p, &p->film[i], &f);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

static void films_free(films *p)
{
    for (size_t i = 0; i < p->films; i++)
        frames_free(&p->film[i].frames);
    *p = (films){0};
}

static void end_page(films *p, size_t *number, gallery *g)
{
    if (p->films > 0)
        write_figure(p, ++*number, g);
    films_free(p);
}

static void add_run(const study *s, const study_case *c, films *p, size_t *number, gallery *g)
{
    film m;
    if (!film_read(s, c, &m, g->err))
        return;
    if (m.snapshots == 0) {
        fprintf(g->out, "snapshots: %s of %s shows no sheet\n", m.title,
                case_text(c, &column_case_experiment));
        frames_free(&m.frames);
        return;
    }
    if (!has_room(p, &m))
        end_page(p, number, g);
    place(p, &m);
    p->film[p->films++] = m;
}

/* Runs of the experiment of item `first`; the list comes in any order of experiments. */
static void add_experiment(const study *s, const case_list *cases, size_t first, films *p,
                           size_t *number, gallery *g)
{
    const char *experiment = case_text(cases->item[first], &column_case_experiment);
    if (instability_draws(cases, experiment))
        return;
    for (size_t i = 0; i < cases->count; i++) {
        if (strcmp(case_text(cases->item[i], &column_case_experiment), experiment) != 0)
            continue;
        if (i < first) /* drawn with an earlier one */
            return;
        add_run(s, cases->item[i], p, number, g);
    }
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "run", frames_are_told);
    const size_t paired = runs_leave_pairs_out(s, &cases);
    size_t number = 0;
    films p = {0};
    for (size_t i = 0; i < cases.count; i++)
        add_experiment(s, &cases, i, &p, &number, g);
    end_page(&p, &number, g);
    free(cases.item);
    if (paired > 0)
        fprintf(g->out, "snapshots: without %zu runs beside a limit: `trama report` plays them\n",
                paired);
    return number > 0;
}

const plot_type plot_snapshots = {
    .name = "snapshots",
    .needs = "cases of the task run with frames",
    .draw = draw,
};
