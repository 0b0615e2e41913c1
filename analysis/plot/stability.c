/* Stability maps: where the step of an integrator damps, keeps or feeds an oscillation. All on one
 * sheet, with one scale of colours. */
#include <stdlib.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "analysis/plot/stability_data.h"

static const double most = 2;  /* of the radius that colours tell apart */
static const double bar = 1.3; /* height of the band of the scale of colours, cm */
static const size_t page = 24; /* maps of a figure */

static sheet_form form_of(size_t maps)
{
    return (sheet_form){.panels = maps,
                        .across = 5,
                        .least = maps > 1 ? 2.2 : 5,
                        .row = maps > 1 ? 3.6 : 6,
                        .left = 1.25,
                        .title = 0.55};
}

static void write_bar(const figure *f)
{
    fprintf(f->script.stream,
            "set palette defined (0 '#08306b', 0.5 '#4292c6', 0.97 '#deebf7', 1 '#ffffff', 1.03 "
            "'#fee6ce', 1.5 '#f16913', 2 '#7f2704')\n"
            "set cbrange [0:%g]\nset cbtics 0.5 offset 0,0.4\n"
            "set cblabel 'Spectral radius of a step (white: 1)' offset 0,0.7\n"
            "set colorbox horizontal user origin screen 0.3, screen %.5f size screen 0.4, screen "
            "%.5f\n",
            most, 0.95 / f->height, 0.25 / f->height);
}

/* The scale of colours once, with the first map. */
static void write_map(const study_case *c, const stability_data *d, const sheet *s, size_t i,
                      figure *f)
{
    FILE *out = f->script.stream;
    edges e = sheet_panel(s, i);
    const double share = s->height / f->height;
    e.bottom = 1 - (1 - e.bottom) * share;
    e.top = 1 - (1 - e.top) * share;
    const bool left = sheet_has_left(s, i), bottom = sheet_has_bottom(s, i);
    edges_write(&e, out);
    fputs(i > 0 ? "unset colorbox\nset title " : "set title ", out);
    figure_text(f, case_method_title(c));
    fprintf(out,
            " offset 0,-0.7\nset xlabel '%s'\nset ylabel '%s' offset 0.3,0\n"
            "set format x '%s'\nset format y '%s'\n"
            "set xrange [0:%.6g]\nset yrange [0:%.6g]\nset xtics 0, 1, %.6g\nset ytics 1\n"
            "plot data index %zu using 1:2:3 with image, \\\n"
            "  data index %zu using 1:2 with lines lw 1.6 lc rgb 'black'\n",
            bottom ? "ω Δt" : "", left ? "c Δt" : "", bottom ? "%g" : "", left ? "%g" : "",
            d->omega_h[d->columns - 1], d->c_h[d->rows - 1],
            d->omega_h[d->columns - 1] - 0.5, /* whose number would touch the next panel's 0 */
            f->blocks - 2, f->blocks - 1);
}

static void draw_sheet(const case_list *cases, size_t first, size_t count, gallery *g)
{
    char name[FIGURE_NAME] = "stability";
    const sheet_form form = form_of(count);
    const sheet s = sheet_of(&form, count > 1 ? FIGURE_DOUBLE : FIGURE_SINGLE);
    figure f;
    if (first > 0)
        snprintf(name, sizeof name, "stability_%zu", first / page + 1);
    if (!figure_begin(&f, g, name, s.width, s.height + bar))
        return;
    fputs("# of each method: omega dt, c dt, radius; then the boundary: omega dt, c dt\n",
          f.data.stream);
    write_bar(&f);
    fputs("set multiplot\nset tics front\nunset key\n", f.script.stream);
    for (size_t i = 0; i < count; i++) {
        stability_data d;
        stability_data_of(cases->item[first + i], &d);
        fprintf(f.data.stream, "# %s\n", case_integrator(cases->item[first + i]));
        stability_write_map(&d, most, &f);
        stability_write_boundary(&d, &f);
        write_map(cases->item[first + i], &d, &s, i, &f);
    }
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

static bool is_map(const study_case *c)
{
    stability_data d;
    return stability_data_of(c, &d);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "stability_map", is_map);
    const bool any = cases.count > 0;
    for (size_t i = 0; i < cases.count; i += page)
        draw_sheet(&cases, i, cases.count - i < page ? cases.count - i : page, g);
    free(cases.item);
    return any;
}

const plot_type plot_stability = {
    .name = "stability",
    .needs = "cases of the task stability_map",
    .draw = draw,
};
