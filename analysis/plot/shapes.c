/* Figures 3.11-3.15: the final shapes of the simulations under each integrator, as shaded surfaces.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/legend.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/shade.h"
#include "analysis/plot/style.h"

enum { ACROSS = 3 };

static const double panel_height = 5.4;  /* cm, with its label */
static const double label_height = 0.55; /* cm */

static bool has_shape(const study_case *c)
{
    return frames_are_told(c) && case_ended(c);
}

static edges edges_of(size_t index, size_t count, double height)
{
    const size_t columns = count < ACROSS ? count : ACROSS;
    const double width = 1 / (double)columns, row = panel_height / height;
    const double left = width * (double)(index % columns);
    const size_t above = index / columns;
    const double top = 1 - row * (double)above;
    return (edges){left + 0.015, left + width - 0.015, top - row + label_height / height,
                   top - 0.15 / height};
}

static void write_label(const study *s, const edges *a, size_t index, const study_case *c,
                        const char *note, double height, figure *f)
{
    char variation[160];
    FILE *out = f->script.stream;
    study_case_variation(s, c, variation, sizeof variation);
    fprintf(out, "unset label\nset label '(%c) '.", 'a' + (char)(index % 26));
    figure_text(f, case_simulation(c));
    if (variation[0]) {
        fputs(".", out);
        figure_text(f, variation);
    }
    fprintf(out, ".'%s' at screen %.5f, screen %.5f center\n", note, (a->left + a->right) / 2,
            a->bottom - 0.5 * label_height / height);
}

static void write_surface(const frames *f, const edges *a, figure *out)
{
    const size_t last = f->count - 1;
    camera eye = camera_of(shade_view(f, last));
    camera_include(&eye, f, last);
    camera_fit(&eye, a, out);
    shade_draw(f, last, &eye, SHADE_SMOOTH, out);
}

/* A run may keep the shape asked for and fail after it: the shape counts, and the label says so. */
static const char *note_of(const study_case *c, bool found, bool whole)
{
    const bool unstable = strcmp(case_text(c, &column_case_status), "unstable") == 0;
    if (whole)
        return unstable ? ", unstable later" : "";
    return found ? ": no shape" : ": no frames";
}

static bool is_whole(const frames *f)
{
    return f->count > 0 && f->iteration[f->count - 1] > 0 && frames_finite(f, f->count - 1);
}

/* Cases of one figure, their frames (none: count 0), and those that have a shape. */
typedef struct panels {
    size_t count, drawn;
    frames *own;
    const frames **shape;
} panels;

static bool panels_read(const case_list *cases, size_t first, size_t end, panels *p, FILE *err)
{
    p->count = end - first;
    p->drawn = 0;
    p->own = calloc(p->count, sizeof *p->own);
    p->shape = calloc(p->count, sizeof *p->shape);
    for (size_t i = 0; p->own && p->shape && i < p->count; i++)
        if (frames_read(cases->item[first + i], &p->own[i], err) && is_whole(&p->own[i]))
            p->shape[p->drawn++] = &p->own[i];
    return p->own && p->shape;
}

static void panels_free(panels *p)
{
    for (size_t i = 0; p->own && i < p->count; i++)
        frames_free(&p->own[i]);
    free(p->own);
    free(p->shape);
}

static void write_panels(const study *s, const case_list *cases, size_t first, const panels *p,
                         figure *f)
{
    shade_setup(f->script.stream);
    fputs("set multiplot\n", f->script.stream);
    for (size_t i = 0; i < p->count; i++) {
        const edges a = edges_of(i, p->count, f->height);
        const study_case *c = cases->item[first + i];
        const bool whole = is_whole(&p->own[i]);
        fprintf(f->data.stream, "# (%c)\n", 'a' + (char)(i % 26));
        write_label(s, &a, i, c, note_of(c, p->own[i].count > 0, whole), f->height, f);
        if (i == 0)
            legend_write(p->shape, p->drawn, f);
        if (whole)
            write_surface(&p->own[i], &a, f);
        else
            fputs("plot [0:1] [0:1] 2 notitle\n", f->script.stream);
    }
    fputs("unset multiplot\n", f->script.stream);
}

static void write_figure(const study *s, const case_list *cases, size_t first, size_t end,
                         gallery *g)
{
    panels p;
    char name[160];
    figure f;
    const bool read = panels_read(cases, first, end, &p, g->err);
    const size_t rows = (p.count + ACROSS - 1) / ACROSS;
    const double legend = read ? legend_height(p.shape, p.drawn) : 0;
    snprintf(name, sizeof name, "shapes_%s", case_integrator(cases->item[first]));
    if (!read) {
        fprintf(g->err, "no memory for %s\n", name);
        g->failed = true;
    } else if (figure_begin(&f, g, name, FIGURE_DOUBLE, panel_height * (double)rows + legend)) {
        write_panels(s, cases, first, &p, &f);
        figure_end(&f, g);
    }
    panels_free(&p);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "equilibrium", has_shape);
    const bool any = cases.count > 0;
    for (size_t i = 0, end; i < cases.count; i = end) {
        end = integrator_run(&cases, i);
        write_figure(s, &cases, i, end, g);
    }
    free(cases.item);
    return any;
}

const plot_type plot_shapes = {
    .name = "shapes",
    .needs = "cases of the task equilibrium with a shape kept",
    .draw = draw,
};
