/* Stability maps: where the step of an integrator damps, keeps or feeds an oscillation. */
#include <stdlib.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/stability_data.h"
#include "analysis/plot/style.h"

static const double most = 2; /* of the radius that colours tell apart */

static void write_script(const study_case *c, const stability_data *d, figure *f)
{
    static const edges panel = {0.16, 0.80, 0.18, 0.90};
    FILE *out = f->script.stream;
    edges_write(&panel, out);
    fputs("set title ", out);
    figure_text(f, case_method_title(c));
    fprintf(out,
            " offset 0,-0.5\nset xlabel 'ω Δt'\nset ylabel 'c Δt' offset 0.5,0\n"
            "set xrange [0:%.6g]\nset yrange [0:%.6g]\n"
            "set palette defined (0 '#08306b', 0.5 '#4292c6', 0.97 '#deebf7', 1 '#ffffff', 1.03 "
            "'#fee6ce', 1.5 '#f16913', 2 '#7f2704')\n"
            "set cbrange [0:%g]\nset cbtics 0.5\nset cblabel 'Spectral radius of a step' "
            "offset -0.5,0\nset tics front\nunset key\n"
            "plot data index 0 using 1:2:3 with image pixels, \\\n"
            "  data index 1 using 1:2 with lines lw 2 lc rgb 'black'\n",
            d->omega_h[d->columns - 1], d->c_h[d->rows - 1], most);
}

static void draw_map(const study_case *c, const stability_data *d, gallery *g)
{
    char name[FIGURE_NAME];
    figure f;
    snprintf(name, sizeof name, "stability_%s", case_integrator(c));
    if (!figure_begin(&f, g, name, FIGURE_SINGLE, 6.5))
        return;
    fputs("# omega dt, c dt, radius; then the boundary: omega dt, c dt\n", f.data.stream);
    stability_write_map(d, most, &f);
    stability_write_boundary(d, &f);
    write_script(c, d, &f);
    figure_end(&f, g);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "stability_map", NULL);
    bool any = false;
    for (size_t i = 0; i < cases.count; i++) {
        stability_data d;
        if (!stability_data_of(cases.item[i], &d))
            continue;
        draw_map(cases.item[i], &d, g);
        any = true;
    }
    free(cases.item);
    return any;
}

const plot_type plot_stability = {
    .name = "stability",
    .needs = "cases of the task stability_map",
    .draw = draw,
};
