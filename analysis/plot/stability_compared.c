/* Three facts about the thesis' integrators in one figure: its RK2 is Verlet, its RK4 is not RK4,
 * and the lagged velocity of its (3.22) feeds what the damping should take. */
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/stability_data.h"
#include "analysis/plot/style.h"

enum { MEMBERS = 3, GROUPS = 3 };

/* A column of the figure: what is laid over each other, and the c dt at which radii are shown. */
static const struct group {
    const char *title, *member[MEMBERS];
    double c_h;
    double low, high; /* of the radius */
    double c_most;    /* of the boundaries' panel */
} groups[GROUPS] = {
    {"RK2 (thesis) is Verlet",
     {"symplectic_euler", "rk2_thesis", "velocity_verlet"},
     0,
     0.4,
     2.6,
     3},
    {"RK4 (thesis) is not RK4", {"rk4", "rk4_thesis", "rk4_thesis_mean"}, 0, 0.4, 2.6, 6},
    {"Damping by a lagged velocity",
     {"velocity_verlet", "verlet_backward", "verlet"},
     0.1,
     0.85,
     1.15,
     3},
};

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

/* Lines that coincide: each later one is thinner and broken otherwise. */
static void write_line(size_t block, size_t member, figure *f)
{
    static const double width[MEMBERS] = {5, 2.4, 1.2};
    static const int dash[MEMBERS] = {1, 1, 2};
    static const char *const colour[MEMBERS] = {"#56b4e9", "#d55e00", "#000000"};
    fprintf(f->script.stream, "data index %zu using 1:2 with lines lw %g dt %d lc rgb '%s'", block,
            width[member], dash[member], colour[member]);
}

static void write_panel(const struct group *group, size_t first, bool radii, figure *f)
{
    FILE *out = f->script.stream;
    for (size_t m = 0; m < MEMBERS; m++) {
        fputs(m ? ", \\\n  " : "plot ", out);
        write_line(first + 2 * m + radii, m, f);
        fputs(radii ? " title " : " notitle", out);
        if (radii)
            figure_text(f, integrator_title(group->member[m]));
    }
    fputc('\n', out);
}

static edges edges_of(size_t column, bool radii)
{
    const double width = 1.0 / GROUPS, left = width * (double)column;
    return (edges){left + 0.22 * width, left + 0.955 * width, radii ? 0.255 : 0.645,
                   radii ? 0.545 : 0.945};
}

static void write_group(size_t column, figure *f)
{
    const struct group *group = &groups[column];
    FILE *out = f->script.stream;
    const edges above = edges_of(column, false), below = edges_of(column, true);
    edges_write(&above, out);
    fprintf(out, "set title '(%c) '.", (char)('a' + column));
    figure_text(f, group->title);
    fprintf(out,
            " offset 0,-0.5\nset ylabel 'c Δt' offset 0.5,0\nset yrange [0:%g]\nset ytics 1\n"
            "set xlabel ' '\nunset key\n",
            group->c_most);
    write_panel(group, 2 * MEMBERS * column, false, f);
    edges_write(&below, out);
    fprintf(
        out,
        "unset title\nset key at screen %.4f, screen 0.145 left top vertical maxcols 1 reverse "
        "Left samplen 2.5 spacing 1.1\nset ylabel 'Radius at "
        "c Δt = %g' offset 1,0\n"
        "set yrange [%g:%g]\nset ytics auto\nset xlabel 'ω Δt' offset 0,0.3\n"
        "set arrow 1 from graph 0, first 1 to graph 1, first 1 nohead lw 0.7 lc rgb '#999999'\n",
        below.left - 0.01, group->c_h, group->low, group->high);
    write_panel(group, 2 * MEMBERS * column, true, f);
    fputs("unset arrow 1\n", out);
}

static bool all_there(const case_list *cases)
{
    stability_data d;
    for (size_t g = 0; g < GROUPS; g++)
        for (size_t m = 0; m < MEMBERS; m++) {
            const study_case *c = case_of(cases, groups[g].member[m]);
            if (!c || !stability_data_of(c, &d))
                return false;
        }
    return true;
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "stability_map", NULL);
    const bool any = all_there(&cases);
    figure f;
    if (any && figure_begin(&f, g, "stability_compared", FIGURE_DOUBLE, 12)) {
        for (size_t i = 0; i < GROUPS; i++)
            for (size_t m = 0; m < MEMBERS; m++)
                write_member(case_of(&cases, groups[i].member[m]), groups[i].c_h, &f);
        fputs("set multiplot\nset xrange [0:3.5]\nset grid lc rgb '#dddddd' lw 0.7 lt 1\n",
              f.script.stream);
        for (size_t i = 0; i < GROUPS; i++)
            write_group(i, &f);
        fputs("unset multiplot\n", f.script.stream);
        figure_end(&f, g);
    }
    free(cases.item);
    return any;
}

const plot_type plot_stability_compared = {
    .name = "stability_compared",
    .needs =
        "cases of the task stability_map for the thesis' integrators, rk4, velocity_verlet and "
        "verlet_backward",
    .draw = draw,
};
