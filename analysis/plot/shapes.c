/* Figures 3.11-3.15: the final shapes of the simulations as shaded surfaces, and how far the shapes
 * under other methods are from them. Methods that agree make pictures that nobody can tell apart:
 * one is drawn, of the first method that has the shape, and cells tell the distances of the others.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "analysis/plot/pictures.h"
#include "analysis/plot/plot.h"
#include "core/numbers.h"

/* The last frame of a case; `whole`: it shows a shape. */
typedef struct shape {
    const study_case *of;
    frames own;
    bool whole;
    char title[200]; /* "S1", "S1, zeta 10" */
} shape;

typedef struct shapes {
    shape *item;
    size_t count;
} shapes;

static bool has_shape(const study_case *c)
{
    return frames_are_told(c) && case_ended(c);
}

static size_t last_frame(const shape *s)
{
    return s->own.count - 1;
}

static bool is_whole(const frames *f)
{
    return f->count > 0 && f->iteration[f->count - 1] > 0 && frames_finite(f, f->count - 1);
}

/* The one that is drawn for all of its title: the first that is whole, or else the first. */
static const shape *drawn_for(const shapes *all, const shape *own)
{
    const shape *drawn = NULL;
    for (size_t i = 0; i < all->count; i++) {
        const shape *next = &all->item[i];
        if (strcmp(next->title, own->title) == 0 && (!drawn || (!drawn->whole && next->whole)))
            drawn = next;
    }
    return drawn;
}

/* False without memory. Free in any case. */
static bool shapes_read(const study *s, const case_list *cases, shapes *all, FILE *err)
{
    *all = (shapes){.item = calloc(cases->count + 1, sizeof *all->item)};
    for (size_t i = 0; all->item && i < cases->count; i++) {
        char variation[160];
        shape *to = &all->item[all->count++];
        to->of = cases->item[i];
        study_case_variation(s, to->of, variation, sizeof variation);
        snprintf(to->title, sizeof to->title, "%.30s%.160s", case_simulation(to->of), variation);
        to->whole = frames_read(to->of, &to->own, err) && is_whole(&to->own);
    }
    return all->item != NULL;
}

static void shapes_free(shapes *all)
{
    for (size_t i = 0; i < all->count; i++)
        frames_free(&all->item[i].own);
    free(all->item);
}

/* --- the panels --- */

/* "S1, zeta 10" and, below, "Symplectic Euler, t = 13.8 s". A run may keep the shape asked for and
 * fail after it: the shape counts, and the label says so. */
static void write_label(const shape *own, picture *to)
{
    char method[96];
    const bool unstable = strcmp(case_status(own->of), "unstable") == 0;
    snprintf(to->below[0], PICTURE_TEXT, "%s%s", own->title,
             own->whole && unstable ? ", unstable later" : "");
    integrator_title(case_integrator(own->of), method, sizeof method);
    if (own->whole && own->own.time)
        snprintf(to->below[1], PICTURE_TEXT, "%s, t = %.4g s", method,
                 own->own.time[last_frame(own)]);
    else
        snprintf(to->below[1], PICTURE_TEXT, "%s",
                 own->whole           ? method
                 : own->own.count > 0 ? "no shape"
                                      : "no frames");
}

static void add_picture(const shape *own, pictures *to, gallery *g)
{
    const picture at = pictures_next(to, 1, 0, g);
    picture *p = pictures_add(to);
    *p = at;
    p->scale = own->whole;
    write_label(own, p);
    if (!own->whole)
        return;
    p->of = &own->own;
    p->frame = last_frame(own);
    p->eye = camera_of(shade_view_shared(p->of, p->frame));
    camera_include(&p->eye, p->of, p->frame);
}

/* --- the distances --- */

/* r.m.s. over the nodes that the case moves, m; NAN if one has no shape or other nodes. */
static double distance_of(const shape *a, const shape *b)
{
    double sum = 0;
    if (!a->whole || !b->whole || a->own.own != b->own.own || a->own.nodes != b->own.nodes)
        return TRAMA_NAN;
    for (size_t i = 0; i < a->own.own; i++) {
        const vector apart = vector_sum(1, frames_node(&a->own, last_frame(a), i), -1,
                                        frames_node(&b->own, last_frame(b), i));
        sum += vector_dot(apart, apart);
    }
    return sqrt(sum / (double)a->own.own);
}

/* How large the reference is: the diagonal of its first frame, m. */
static double size_of(const shape *own)
{
    const extent first = frames_first(&own->own);
    const vector across = vector_sum(1, first.high, -1, first.low);
    return sqrt(vector_dot(across, across));
}

/* By share of the diagonal. */
enum { NONE, TINTS = 5 };
static const chart_tint tints[TINTS] = {[NONE] = {0xeeeeee, "no shape"},
                                        {0xdbe9f6, "≤ 1e-5 of the size"},
                                        {0xb0d2e8, "1e-3"},
                                        {0x7db8da, "0.1"},
                                        {0xf0b27a, "more"}};

static size_t tint_of(double share)
{
    static const double most[] = {1e-5, 1e-3, 0.1};
    size_t i = 0;
    while (i < sizeof most / sizeof *most && share > most[i])
        i++;
    return isnan(share) ? NONE : i + 1;
}

static void add_distance(chart_source *to, const study_case *c)
{
    const shapes *all = to->to->form->context;
    const shape *own = all->item;
    while (own->of != c)
        own++;
    const shape *drawn = drawn_for(all, own);
    const double distance = distance_of(own, drawn);
    chart_point p = chart_at(chart_name_at(to->to, own->title), 1e3 * distance);
    p.tint = tint_of(distance / size_of(drawn));
    if (own == drawn && own->whole) {
        p.y = TRAMA_NAN;
        p.word = "drawn";
    }
    chart_add(to, NULL, p);
}

static void draw_distances(const study *s, const shapes *all, gallery *g)
{
    const chart_form form = {.name = "shape_distances",
                             .task = "equilibrium",
                             .filter = has_shape,
                             .context = all,
                             .y = {.title = "Distance from the drawn shape, r.m.s.", .unit = "mm"},
                             .line = "method",
                             .points = add_distance,
                             .together = true,
                             .tints = tints,
                             .tint_count = TINTS,
                             .digits = 3};
    chart_draw(&form, s, g);
}

/* --- the pictures --- */

static void draw_shapes(const shapes *all, gallery *g)
{
    pictures drawn = {.name = "shapes",
                      .width = FIGURE_DOUBLE,
                      .row = 5.4,
                      .side = 3,
                      .rows = 4,
                      .narrow = true,
                      .one_scale = true};
    for (size_t i = 0; i < all->count; i++)
        if (drawn_for(all, &all->item[i]) == &all->item[i])
            add_picture(&all->item[i], &drawn, g);
    pictures_draw(&drawn, g);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "equilibrium", has_shape);
    const bool any = cases.count > 0;
    shapes all;
    if (shapes_read(s, &cases, &all, g->err)) {
        draw_shapes(&all, g);
        if (!partition_is_one(cases.item, cases.count, partition_method))
            draw_distances(s, &all, g);
    } else {
        fputs("shapes: not made: no memory\n", g->err);
        g->failed = true;
    }
    shapes_free(&all);
    free(cases.item);
    return any;
}

const plot_type plot_shapes = {
    .name = "shapes",
    .needs = "cases of the task equilibrium with a shape kept",
    .draw = draw,
    PLOT_CAPTIONS({"shapes", "Final shapes", "Dots are nodes that are held."},
                  {"shape_distances", "How far shapes under other methods are from those drawn",
                   "r.m.s. over the nodes; the size is the diagonal of the first frame."}),
    .last = true,
};
