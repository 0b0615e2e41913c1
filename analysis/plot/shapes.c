/* Figures 3.11-3.15: the final shapes of the simulations as shaded surfaces, and how far the shapes
 * under other methods are from them. Methods that agree make pictures that nobody can tell apart:
 * one is drawn, of the first method that has the shape, and the others are a row of distances each.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/pictures.h"
#include "analysis/plot/plot.h"
#include "core/numbers.h"

enum { ACROSS = 3, PAGE = 12 };

static const double cell_height = 0.5, names_width = 3.6, table_head = 1.15; /* cm */

/* The shape of a case; `whole`: there is one. */
typedef struct shape {
    const study_case *of;
    frames own;
    bool whole;
    char title[200]; /* "S1", "S1, zeta 10" */
} shape;

/* All shapes, and which of them is the first of its title that is whole, or else the first. */
typedef struct shapes {
    shape *shape;
    size_t count;
    size_t *reference, references; /* shapes of the figures' panels */
    const char **method;           /* distinct integrators, as listed */
    size_t methods;
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

static void add_reference(shapes *all, size_t i)
{
    for (size_t r = 0; r < all->references; r++) {
        shape *known = &all->shape[all->reference[r]];
        if (strcmp(known->title, all->shape[i].title) != 0)
            continue;
        if (!known->whole && all->shape[i].whole)
            all->reference[r] = i;
        return;
    }
    all->reference[all->references++] = i;
}

static void add_method(shapes *all, const char *method)
{
    for (size_t i = 0; i < all->methods; i++)
        if (strcmp(all->method[i], method) == 0)
            return;
    all->method[all->methods++] = method;
}

static void read_shape(const study *s, const study_case *c, shape *to, FILE *err)
{
    char variation[160];
    to->of = c;
    study_case_variation(s, c, variation, sizeof variation);
    snprintf(to->title, sizeof to->title, "%.30s%.160s", case_simulation(c), variation);
    to->whole = frames_read(c, &to->own, err) && is_whole(&to->own);
}

/* False without memory. Free in any case. */
static bool shapes_read(const study *s, const case_list *cases, shapes *all, FILE *err)
{
    const size_t room = cases->count + 1;
    *all = (shapes){.shape = calloc(room, sizeof *all->shape),
                    .reference = calloc(room, sizeof *all->reference),
                    .method = calloc(room, sizeof *all->method)};
    if (!all->shape || !all->reference || !all->method)
        return false;
    for (size_t i = 0; i < cases->count; i++, all->count++) {
        read_shape(s, cases->item[i], &all->shape[i], err);
        add_reference(all, i);
        add_method(all, case_integrator(cases->item[i]));
    }
    return true;
}

static void shapes_free(shapes *all)
{
    for (size_t i = 0; i < all->count; i++)
        frames_free(&all->shape[i].own);
    free(all->shape);
    free(all->reference);
    free(all->method);
}

/* --- the panels --- */

/* References from `first`, on one figure. */
typedef struct page {
    const shapes *all;
    size_t first, count;
} page;

static const shape *shape_of(const page *p, size_t i)
{
    return &p->all->shape[p->all->reference[p->first + i]];
}

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

static void add_picture(const shape *own, size_t i, size_t across, pictures *to)
{
    picture *p = pictures_add(to);
    *p = (picture){.row = i / across, .column = i % across, .scale = own->whole};
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

static const shape *find(const shapes *all, const char *title, const char *method)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->shape[i].title, title) == 0 &&
            strcmp(case_integrator(all->shape[i].of), method) == 0)
            return &all->shape[i];
    return NULL;
}

/* From white at a millionth of the diagonal and less to dark blue at a tenth and more, by powers.
 */
static void write_colour(double share, FILE *out)
{
    const double dark = fmin(fmax((log10(fmax(share, 1e-9)) + 6) / 5, 0), 1);
    const double red = 255 - dark * (255 - 8), green = 255 - dark * (255 - 81);
    const double blue = 255 - dark * (255 - 156);
    fprintf(out, " %ld %d", 65536 * lround(red) + 256 * lround(green) + lround(blue), dark > 0.6);
}

/* x, y, colour, 1 if it is dark, text. */
static void write_cell(const page *p, size_t column, size_t row, figure *f)
{
    const shape *reference = shape_of(p, column);
    const shape *own = find(p->all, reference->title, p->all->method[row]);
    const double distance = own ? distance_of(own, reference) : TRAMA_NAN;
    fprintf(f->data.stream, "%zu %zu", column + 1, row + 1);
    if (isnan(distance)) {
        fprintf(f->data.stream, " %d 0 \"%s\"\n", 0xeeeeee, own ? "no shape" : "");
        return;
    }
    write_colour(distance / size_of(reference), f->data.stream);
    if (own == reference)
        fputs(" \"drawn\"\n", f->data.stream);
    else
        fprintf(f->data.stream, distance < 1 ? " \"%.3g\"\n" : " \"%.0f\"\n", 1e3 * distance);
}

static double table_height(const page *p)
{
    return p->all->methods > 1 ? table_head + cell_height * (double)p->all->methods + 0.1 : 0;
}

static void write_table(const void *context, double below, figure *f)
{
    const page *p = context;
    FILE *out = f->script.stream;
    const double bottom = (below + 0.1) / f->height;
    const edges e = {names_width / f->width, 0.99, bottom,
                     bottom + cell_height * (double)p->all->methods / f->height};
    fputs("# the table: column, row, colour, 1 if it is dark, mm\n", f->data.stream);
    for (size_t row = 0; row < p->all->methods; row++)
        for (size_t column = 0; column < p->count; column++)
            write_cell(p, column, row, f);
    figure_end_block(f);
    edges_write(&e, out);
    fprintf(out, "unset label\nunset arrow\nset xrange [0.5:%zu.5]\nset yrange [%zu.5:0.5]\n",
            p->count, p->all->methods);
    fprintf(out,
            "set label 'Distance from the shape that is drawn, r.m.s. over the nodes (mm)' at "
            "screen 0.5, screen %.5f center\n",
            e.top + 0.75 / f->height);
    for (size_t i = 0; i < p->count; i++)
        fprintf(out, "set label '(%c)' at %zu, graph 1 center offset 0, 0.6\n",
                'a' + (char)(i % 26), i + 1);
    for (size_t i = 0; i < p->all->methods; i++) {
        char method[96];
        integrator_title(p->all->method[i], method, sizeof method);
        fputs("set label ", out);
        figure_text(f, method);
        fprintf(out, " at graph 0, first %zu right offset -0.7, 0\n", i + 1);
    }
    const size_t block = f->blocks - 1;
    fprintf(out,
            "plot data index %zu using 1:2:(0.485):(0.46):3 with boxxyerror fs solid noborder lc "
            "rgb variable, \\\n"
            "  data index %zu using 1:2:5:($4 > 0 ? 0xffffff : 0) with labels tc rgb variable\n",
            block, block);
}

/* --- the figure --- */

static void draw_page(const shapes *all, size_t first, gallery *g)
{
    const size_t left = all->references - first;
    const page p = {.all = all, .first = first, .count = left < PAGE ? left : PAGE};
    const size_t across = p.count < ACROSS ? p.count : ACROSS;
    char name[FIGURE_NAME] = "shapes";
    pictures drawn = {.name = name,
                      .width = across > 1 ? FIGURE_DOUBLE : FIGURE_SINGLE,
                      .row = 5.4,
                      .across = across,
                      .one_scale = true,
                      .more = table_height(&p),
                      .write_more = all->methods > 1 ? write_table : NULL,
                      .context = &p};
    if (first > 0)
        snprintf(name, sizeof name, "shapes_%zu", first / PAGE + 1);
    for (size_t i = 0; i < p.count; i++)
        add_picture(shape_of(&p, i), i, across, &drawn);
    pictures_draw(&drawn, g);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "equilibrium", has_shape);
    const bool any = cases.count > 0;
    shapes all;
    if (shapes_read(s, &cases, &all, g->err)) {
        for (size_t i = 0; i < all.references; i += PAGE)
            draw_page(&all, i, g);
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
};
