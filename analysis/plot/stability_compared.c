/* Methods laid over each other, a panel for each group that a study names (`panels`): boundaries of
 * stability above, spectral radii below. */
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/stability_data.h"
#include "analysis/plot/style.h"

static const study_case *case_of(const case_list *cases, const char *integrator)
{
    for (size_t i = 0; i < cases->count; i++)
        if (strcmp(case_integrator(cases->item[i]), integrator) == 0)
            return cases->item[i];
    return NULL;
}

/* Data of a case: its boundary, then its row. */
static void write_member(const study_case *c, double c_h, figure *f)
{
    stability_data d;
    if (!stability_data_of(c, &d))
        return;
    fprintf(f->data.stream, "# %s: boundary; radius at c dt = %g\n", case_integrator(c), c_h);
    stability_write_boundary(&d, f);
    stability_write_row(&d, c_h, f);
}

/* Lines that coincide: each later one is thinner, the last one broken. */
static void write_line(size_t block, size_t member, const char *integrator, figure *f)
{
    static const struct {
        double width;
        int dash;
    } line[STUDY_PANEL_MAX] = {{5, 1}, {2.4, 1}, {1.2, 2}};
    fprintf(f->script.stream, "data index %zu using 1:2 with lines lw %g dt %d lc rgb '%s'", block,
            line[member].width, line[member].dash, style_of_method(integrator).colour);
}

static void write_panel(const study_panel *group, size_t first, bool radii, figure *f)
{
    FILE *out = f->script.stream;
    for (size_t m = 0; m < group->member_count; m++) {
        char title[96];
        integrator_title(group->member[m], title, sizeof title);
        fputs(m ? ", \\\n  " : "plot ", out);
        write_line(first + 2 * m + radii, m, group->member[m], f);
        fputs(radii ? " title " : " notitle", out);
        if (radii)
            figure_text(f, title);
    }
    fputc('\n', out);
}

static edges edges_of(size_t column, size_t columns, bool radii)
{
    const double width = 1.0 / (double)columns, left = width * (double)column;
    return (edges){left + 0.22 * width, left + 0.955 * width, radii ? 0.255 : 0.645,
                   radii ? 0.545 : 0.945};
}

/* `first`: of its blocks of data. */
static void write_group(const study_block *of, size_t column, size_t first, figure *f)
{
    const study_panel *group = &of->panel[column];
    FILE *out = f->script.stream;
    const edges above = edges_of(column, of->panel_count, false),
                below = edges_of(column, of->panel_count, true);
    edges_write(&above, out);
    fprintf(out, "set title '(%c) '.", (char)('a' + column));
    figure_text(f, group->title);
    fprintf(out, " offset 0,-0.5\nset ylabel 'c Δt' offset 0.5,0\nset yrange [0:*]\nset ytics 1\n"
                 "set xlabel ' '\nunset key\n");
    write_panel(group, first, false, f);
    edges_write(&below, out);
    fprintf(
        out,
        "unset title\nset key at screen %.4f, screen 0.145 left top vertical maxcols 1 reverse "
        "Left samplen 2.5 spacing 1.1\nset ylabel 'Radius at "
        "c Δt = %g' offset 1,0\n"
        "set yrange [%g:%g]\nset ytics auto\nset xlabel 'ω Δt' offset 0,0.3\n"
        "set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lw 0.7 lc rgb '#999999'\n",
        below.left - 0.01, group->damping, group->low, group->high);
    write_panel(group, first, true, f);
    fputs("unset arrow 1\n", out);
}

static bool all_there(const case_list *cases, const study_block *of)
{
    stability_data d;
    for (size_t g = 0; g < of->panel_count; g++)
        for (size_t m = 0; m < of->panel[g].member_count; m++) {
            const study_case *c = case_of(cases, of->panel[g].member[m]);
            if (!c || !stability_data_of(c, &d))
                return false;
        }
    return of->panel_count > 0;
}

/* The first block of the cases that has panels. */
static const study_block *block_of(const case_list *cases)
{
    size_t i = 0;
    while (i < cases->count && case_block(cases->item[i])->panel_count == 0)
        i++;
    return i < cases->count ? case_block(cases->item[i]) : NULL;
}

static void write_all(const case_list *cases, const study_block *of, figure *f)
{
    for (size_t i = 0; i < of->panel_count; i++)
        for (size_t m = 0; m < of->panel[i].member_count; m++)
            write_member(case_of(cases, of->panel[i].member[m]), of->panel[i].damping, f);
    fputs("set multiplot\nset xrange [0:3.5]\nset grid lc rgb '#dddddd' lw 0.7 lt 1\n",
          f->script.stream);
    for (size_t i = 0, first = 0; i < of->panel_count; i++) {
        write_group(of, i, first, f);
        first += 2 * of->panel[i].member_count;
    }
    fputs("unset multiplot\n", f->script.stream);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "stability_map", NULL);
    const study_block *of = block_of(&cases);
    const bool any = of && all_there(&cases, of);
    figure f;
    if (any && figure_begin(&f, g, "stability_compared", FIGURE_DOUBLE, 12)) {
        write_all(&cases, of, &f);
        figure_end(&f, g);
    }
    free(cases.item);
    return any;
}

const plot_type plot_stability_compared = {
    .name = "stability_compared",
    .needs = "cases of the task stability_map whose study names panels",
    .draw = draw,
};
