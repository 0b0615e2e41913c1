/* What runs look like: a row of shaded surfaces a run, at a few snapshots up to the last; runs that
 * kept one frame stand side by side. All are seen by one eye, but for those that it would see
 * edge-on, and at one scale where that leaves none too small. Runs that break are drawn by
 * instability.c, those just beside a limit play in the report. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/instability.h"
#include "analysis/plot/pictures.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "analysis/quantities/run_pairs.h"

enum { SNAPSHOTS_MAX = 4, ROWS_MAX = 6, ACROSS = 3 };

/* One run, and the frames of it that are shown. */
typedef struct film {
    const study_case *run;
    char title[320], note[96];
    frames frames;
    size_t snapshot[SNAPSHOTS_MAX], snapshots;
} film;

/* Runs of one figure. */
typedef struct films {
    film film[ROWS_MAX * ACROSS];
    size_t films, rows, figures;
    size_t columns; /* of the last row */
    double widest;  /* title of its panels, cm */
    pictures drawn;
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
static void panel_title(const film *m, char above[PICTURE_TEXT], char below[PICTURE_TEXT])
{
    const char *name = case_simulation(m->run);
    const size_t length = strlen(name);
    const bool split =
        strncmp(m->title, name, length) == 0 && strncmp(m->title + length, ", ", 2) == 0;
    snprintf(above, PICTURE_TEXT, "%s%s", name, split ? "" : m->note);
    snprintf(below, PICTURE_TEXT, "%.220s%s", split ? m->title + length + 2 : "",
             split ? m->note : "");
}

static double title_width(const film *m)
{
    char above[PICTURE_TEXT], below[PICTURE_TEXT];
    panel_title(m, above, below);
    return fmax(sheet_text_width(above), sheet_text_width(below)) + 0.4;
}

/* A film of several snapshots has a row; films of one share it, if their titles have room. */
static bool joins_last_row(const films *p, const film *m)
{
    if (p->films == 0 || is_alone(m) || is_alone(&p->film[p->films - 1]))
        return false;
    return p->columns < ACROSS &&
           fmax(p->widest, title_width(m)) * (double)(p->columns + 1) <= FIGURE_DOUBLE;
}

static bool has_room(const films *p, const film *m)
{
    return p->rows < ROWS_MAX || joins_last_row(p, m);
}

/* "t = 1.2 s". */
static void write_label(const film *m, size_t frame, char label[PICTURE_TEXT])
{
    const long long iteration = (long long)m->frames.iteration[frame];
    const double time = (double)iteration * case_number(m->run, &column_dt);
    if (isnan(time))
        snprintf(label, PICTURE_TEXT, "i = %lld", iteration);
    else
        snprintf(label, PICTURE_TEXT, "t = %.4g s", time);
}

static void add_pictures(const film *m, size_t row, size_t column, pictures *to)
{
    camera eye = camera_of(shade_view_shared(&m->frames, m->snapshot[m->snapshots - 1]));
    for (size_t i = 0; i < m->snapshots; i++)
        camera_include(&eye, &m->frames, m->snapshot[i]);
    for (size_t i = 0; i < m->snapshots; i++) {
        picture *p = pictures_add(to);
        *p = (picture){.of = &m->frames, .frame = m->snapshot[i], .row = row, .eye = eye};
        p->column = column + i;
        p->over_row = is_alone(m);
        p->scale = i == 0;
        if (i == 0 && is_alone(m))
            snprintf(p->above[0], PICTURE_TEXT, "%s%s", m->title, m->note);
        else if (i == 0)
            panel_title(m, p->above[0], p->above[1]);
        write_label(m, p->frame, p->below[0]);
    }
}

static void place(films *p, const film *m)
{
    if (!joins_last_row(p, m)) {
        p->widest = 0;
        p->columns = 0;
        p->rows++;
    }
    p->film[p->films] = *m;
    add_pictures(&p->film[p->films++], p->rows - 1, p->columns, &p->drawn);
    p->columns += m->snapshots;
    p->widest = fmax(p->widest, is_alone(m) ? 0 : title_width(m));
}

static void end_page(films *p, gallery *g)
{
    char name[FIGURE_NAME] = "snapshots";
    if (p->films == 0)
        return;
    if (++p->figures > 1)
        snprintf(name, sizeof name, "snapshots-%zu", p->figures);
    p->drawn.name = name;
    pictures_draw(&p->drawn, g);
    for (size_t i = 0; i < p->films; i++)
        frames_free(&p->film[i].frames);
    p->films = p->rows = p->columns = 0;
}

static void add_run(const study *s, const study_case *c, films *p, gallery *g)
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
        end_page(p, g);
    place(p, &m);
}

/* Runs of the experiment of item `first`; the list comes in any order of experiments. */
static void add_experiment(const study *s, const case_list *cases, size_t first, films *p,
                           gallery *g)
{
    const char *experiment = case_text(cases->item[first], &column_case_experiment);
    if (instability_draws(cases, experiment))
        return;
    for (size_t i = 0; i < cases->count; i++) {
        if (strcmp(case_text(cases->item[i], &column_case_experiment), experiment) != 0)
            continue;
        if (i < first) /* drawn with an earlier one */
            return;
        add_run(s, cases->item[i], p, g);
    }
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "run", frames_are_told);
    const size_t paired = runs_leave_pairs_out(s, &cases);
    films p = {.drawn = {.width = FIGURE_DOUBLE, .row = 4.1, .one_scale = true}};
    for (size_t i = 0; i < cases.count; i++)
        add_experiment(s, &cases, i, &p, g);
    end_page(&p, g);
    free(cases.item);
    if (paired > 0)
        fprintf(g->out, "snapshots: without %zu runs beside a limit: `trama report` plays them\n",
                paired);
    return p.figures > 0;
}

const plot_type plot_snapshots = {
    .name = "snapshots",
    .needs = "cases of the task run with frames",
    .draw = draw,
};
