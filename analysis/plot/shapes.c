/* Figures 3.11-3.15: the final shapes of the simulations under each integrator, as shaded surfaces.
 */
#include <stdlib.h>
#include <string.h>

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
    shade_draw(f, last, &eye, true, out);
}

/* A run may keep the shape asked for and fail after it: the shape counts, and the label says so. */
static const char *note_of(const study_case *c, bool found, bool whole)
{
    const bool unstable = strcmp(case_text(c, &column_case_status), "unstable") == 0;
    if (whole)
        return unstable ? ", unstable later" : "";
    return found ? ": no shape" : ": no frames";
}

static void write_panel(const study *s, const study_case *c, size_t index, size_t count,
                        figure *out, FILE *err)
{
    const edges a = edges_of(index, count, out->height);
    frames f;
    const bool found = frames_read(c, &f, err);
    const bool whole = found && f.iteration[f.count - 1] > 0 && frames_finite(&f, f.count - 1);
    fprintf(out->data.stream, "# (%c)\n", 'a' + (char)(index % 26));
    write_label(s, &a, index, c, note_of(c, found, whole), out->height, out);
    if (whole)
        write_surface(&f, &a, out);
    else
        fputs("plot [0:1] [0:1] 2 notitle\n", out->script.stream);
    frames_free(&f);
}

static void write_figure(const study *s, const case_list *cases, size_t first, size_t end,
                         gallery *g)
{
    const size_t count = end - first, rows = (count + ACROSS - 1) / ACROSS;
    char name[160];
    figure f;
    snprintf(name, sizeof name, "shapes_%s", case_integrator(cases->item[first]));
    if (!figure_begin(&f, g, name, FIGURE_DOUBLE, panel_height * (double)rows))
        return;
    shade_setup(f.script.stream);
    fputs("set multiplot\n", f.script.stream);
    for (size_t i = first; i < end; i++)
        write_panel(s, cases->item[i], i - first, count, &f, g->err);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
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
