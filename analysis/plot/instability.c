/* Figure 3.16: how a mesh breaks. For every experiment of runs with frames of one simulation, of
 * which some break: a row of meshes a run, a column an iteration, all in the view and at the scale
 * of the first run that stays stable. */
#include "analysis/plot/instability.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/plot/film.h"
#include "analysis/plot/plot.h"
#include "analysis/quantities/run_pairs.h"
#include "analysis/read/partition.h"
#include "analysis/read/units.h"

enum { ROWS_MAX = 6 };

static const double room = 1.2; /* around the stable run, for nodes that leave it */

/* The runs of one experiment, and the iterations at which they are shown. */
typedef struct films {
    const study *s;
    film film[ROWS_MAX];
    size_t rows, columns;
    int64_t iteration[FILM_MOST];
    bool of_one_method;
    bool left_out; /* runs or iterations beyond what a figure holds */
} films;

/* Runs of different simulations have neither one view and scale nor the same iterations. What stays
 * whole is drawn by snapshots.c. */
bool instability_draws(const case_list *runs)
{
    bool broken = false;
    for (size_t i = 0; i < runs->count; i++)
        broken = broken || run_is_unstable(runs->item[i]);
    return broken && partition_is_one(runs->item, runs->count, partition_subject);
}

static int by_step(const void *left, const void *right)
{
    const study_case *const *a = left, *const *b = right;
    const double x = case_number(*a, &column_dt), y = case_number(*b, &column_dt);
    return x < y || x > y ? (x > y) - (x < y) : strcmp((*a)->path, (*b)->path);
}

static void read_runs(const case_list *cases, films *all, FILE *err)
{
    for (size_t i = 0; i < cases->count; i++) {
        film m = {.run = cases->item[i]};
        if (all->rows < ROWS_MAX && frames_read(m.run, &m.own, err))
            all->film[all->rows++] = m;
        else
            all->left_out = all->left_out || all->rows == ROWS_MAX;
    }
}

/* The next of all runs' iterations; INT64_MAX behind the last. */
static int64_t next_iteration(const films *all, int64_t after)
{
    int64_t next = INT64_MAX;
    for (size_t i = 0; i < all->rows; i++) {
        const frames *own = &all->film[i].own;
        for (size_t k = 0; k < own->count; k++)
            if (own->iteration[k] > after && own->iteration[k] < next)
                next = own->iteration[k];
    }
    return next;
}

/* All iterations, or as many as a figure holds, spread evenly over them. */
static void choose_columns(films *all)
{
    const int64_t first = next_iteration(all, -1);
    size_t count = 0, place = 0, i = 0;
    for (int64_t at = first; at < INT64_MAX; at = next_iteration(all, at))
        count++;
    all->columns = count < FILM_MOST ? count : FILM_MOST;
    all->left_out = all->left_out || count > all->columns;
    for (int64_t at = first; i < all->columns; at = next_iteration(all, at))
        if (place++ == film_spread(count, all->columns, i))
            all->iteration[i++] = at;
}

static void choose_frames(const films *all, film *m)
{
    m->count = all->columns;
    for (size_t i = 0; i < m->count; i++) {
        size_t k = 0;
        while (k < m->own.count && m->own.iteration[k] != all->iteration[i])
            k++;
        m->frame[i] = k < m->own.count ? k : FILM_NONE;
        m->iteration[i] = all->iteration[i];
    }
}

/* By the first run that stays stable; without one, by the first. */
static camera eye_of(const films *all)
{
    size_t first = 0;
    while (first < all->rows && run_is_unstable(all->film[first].run))
        first++;
    const frames *own = &all->film[first < all->rows ? first : 0].own;
    camera eye = camera_of(shade_view(own, own->count - 1));
    for (size_t i = 0; i < own->count; i++)
        camera_include(&eye, own, i);
    camera_widen(&eye, room);
    return eye;
}

/* "Bridson, Δt = 0.5 ms": the method where runs have several, and the step. */
static void write_title(const films *all, film *m)
{
    char step[UNIT_STEP];
    const bool one = all->of_one_method;
    unit_step_text(all->s, case_number(m->run, &column_dt), 6, step);
    snprintf(m->above[0], PICTURE_TEXT, "%.100s%sΔt = %s", one ? "" : case_method_title(m->run),
             one ? "" : ", ", step);
}

static void write_iteration(const film *m, size_t i, picture *to)
{
    snprintf(to->below[0], PICTURE_TEXT, "i = %lld, t = %.4g s", (long long)m->iteration[i],
             film_time(m, i));
    snprintf(to->below[1], PICTURE_TEXT, m->frame[i] == FILM_NONE ? "no frame" : "");
}

static bool draw_runs(films *all, const char *name, gallery *g)
{
    pictures drawn = {.name = name,
                      .width = FIGURE_DOUBLE,
                      .row = 4.4,
                      .kind = SHADE_FLAT,
                      .one_bar = true,
                      .outside = true};
    choose_columns(all);
    for (size_t i = 0; i < all->rows; i++)
        choose_frames(all, &all->film[i]);
    const camera eye = all->columns > 0 ? eye_of(all) : (camera){0};
    for (size_t i = 0; i < all->rows; i++) {
        write_title(all, &all->film[i]);
        film_add(&all->film[i], &eye, write_iteration, &drawn, g);
    }
    pictures_draw(&drawn, g);
    if (all->left_out)
        fprintf(g->out, "%s: more runs or iterations than a figure shows; some are left out\n",
                name);
    return drawn.figures > 0;
}

static bool draw(const study *s, gallery *g)
{
    case_list left = study_select(s, "run", frames_are_told);
    case_list own = {.item = calloc(left.count + 1, sizeof(*own.item))};
    bool any = false;
    if (left.count > 1)
        qsort(left.item, left.count, sizeof(*left.item), by_step);
    g->failed |= !own.item;
    while (own.item && film_take_experiment(&left, &own)) {
        films all = {.s = s};
        all.of_one_method = partition_is_one(own.item, own.count, partition_method);
        if (!instability_draws(&own))
            continue;
        read_runs(&own, &all, g->err);
        any = draw_runs(&all, case_text(own.item[0], &column_case_experiment), g) || any;
    }
    free(own.item);
    free(left.item);
    return any;
}

const plot_type plot_instability = {
    .name = "instability",
    .needs = "cases of the task run with frames, of one simulation, some unstable",
    .draw = draw,
    PLOT_CAPTIONS({"instability", "How a mesh breaks: shapes of stable and unstable runs",
                   "i: iteration. Nodes outside are too far away to be drawn."}),
};
