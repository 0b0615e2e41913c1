/* What runs look like: a row of shaded surfaces a run, at a few snapshots up to the last; runs that
 * kept one frame, or are many, stand side by side. All are seen by one eye, but for those that it
 * would see edge-on, and at one scale where that leaves none too small. Runs that break are drawn
 * by instability.c, those just beside a limit play in the report. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/film.h"
#include "analysis/plot/instability.h"
#include "analysis/plot/plot.h"
#include "analysis/quantities/run_pairs.h"

/* Snapshots of a run; runs that have a row of them, or else a panel of the last: six rows or twelve
 * panels are a page of up to 2.2 MB, and the SVG of a study less than 10 MB. */
enum { MOST = 4, ROWS_MOST = 24, PANELS_MOST = 36 };

static void note_of(const film *m, char *note, size_t size)
{
    const size_t read = m->own.count;
    note[0] = '\0';
    if (m->broken > 0 && read < m->own.of)
        snprintf(note, size, ": %zu of %zu frames that were read are broken", m->broken, read);
    else if (m->broken > 0)
        snprintf(note, size, ": %zu later frame%s broken", m->broken,
                 m->broken == 1 ? " is" : "s are");
}

/* One line over a row; over a panel two: the simulation, and what else the title says. */
static void write_title(const study *s, film *m)
{
    char note[96], title[320];
    const char *name = case_simulation(m->run);
    const size_t length = strlen(name);
    note_of(m, note, sizeof note);
    study_case_title(s, m->run, title, sizeof title);
    const bool begins = strncmp(title, name, length) == 0 && strncmp(title + length, ", ", 2) == 0;
    if (m->count > 1) {
        snprintf(m->above[0], PICTURE_TEXT, "%.300s%s", title, note);
        return;
    }
    snprintf(m->above[0], PICTURE_TEXT, "%.300s%s", name, begins ? "" : note);
    snprintf(m->above[1], PICTURE_TEXT, "%.220s%s", begins ? title + length + 2 : "",
             begins ? note : "");
}

static void write_time(const film *m, size_t i, picture *to)
{
    const double time = film_time(m, i);
    if (isnan(time))
        snprintf(to->below[0], PICTURE_TEXT, "i = %lld", (long long)m->iteration[i]);
    else
        snprintf(to->below[0], PICTURE_TEXT, "t = %.4g s", time);
}

static const film_form form = {.most = MOST,
                               .title = write_title,
                               .label = write_time,
                               .looks = {.name = "snapshots",
                                         .width = FIGURE_DOUBLE,
                                         .row = 4.1,
                                         .side = 3,
                                         .rows = 6,
                                         .one_scale = true,
                                         .roomy = true}};

/* Runs that instability.c does not draw, experiment by experiment. */
static void take_whole(case_list *left, case_list *own, case_list *whole)
{
    while (film_take_experiment(left, own)) {
        const size_t count = instability_draws(own) ? 0 : own->count;
        memcpy(whole->item + whole->count, own->item, count * sizeof(*own->item));
        whole->count += count;
    }
}

/* Of many runs the last shapes, and of more than there is room for those of some. */
static void add_runs(const study *s, const case_list *runs, pictures *to, gallery *g)
{
    const bool few = runs->count <= ROWS_MOST;
    const size_t each = few ? 1 : (runs->count + PANELS_MOST - 1) / PANELS_MOST;
    film_form of = form;
    of.most = few ? MOST : 1;
    for (size_t i = 0; i < runs->count; i += each)
        film_show(&of, s, runs->item[i], to, g);
    if (!few)
        fprintf(g->out, "snapshots: the last shape of %zu of %zu runs: `trama report` plays them\n",
                (runs->count + each - 1) / each, runs->count);
}

static bool draw(const study *s, gallery *g)
{
    case_list left = study_select(s, "run", frames_are_told);
    const size_t paired = runs_leave_pairs_out(s, &left);
    case_list own = {.item = calloc(left.count + 1, sizeof(*own.item))};
    case_list whole = {.item = calloc(left.count + 1, sizeof(*whole.item))};
    pictures all = form.looks;
    g->failed |= !own.item || !whole.item;
    if (own.item && whole.item) {
        take_whole(&left, &own, &whole);
        add_runs(s, &whole, &all, g);
    }
    pictures_draw(&all, g);
    free(own.item);
    free(whole.item);
    free(left.item);
    if (paired > 0)
        fprintf(g->out, "snapshots: without %zu runs beside a limit: `trama report` plays them\n",
                paired);
    return all.figures > 0;
}

const plot_type plot_snapshots = {
    .name = "snapshots",
    .needs = "cases of the task run with frames",
    .draw = draw,
    PLOT_CAPTIONS({"snapshots", "Shapes over time", "Dots are nodes that are held."}),
    .last = true,
};
