#include "analysis/plot/by_simulation.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/sheet.h"

static const double spread = 0.72; /* of the unit between two simulations that the points take */

static size_t count_integrators(const case_list *cases)
{
    size_t count = 0;
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i))
        count++;
    return count;
}

/* 1 for the first simulation; series side by side around it. */
static double place(const char *const *name, const char *simulation, size_t series, size_t count)
{
    size_t at = 0;
    while (strcmp(name[at], simulation) != 0)
        at++;
    return (double)(at + 1) + spread * (((double)series + 0.5) / (double)count - 0.5);
}

static void write_data(const by_simulation *plot, const study *s, const case_list *cases,
                       const char *const *name, figure *f)
{
    const size_t count = count_integrators(cases);
    size_t series = 0;
    fputs("# x, measured, published; one block an integrator\n", f->data.stream);
    for (size_t i = 0; i < cases->count; series++) {
        const size_t end = integrator_run(cases, i);
        fprintf(f->data.stream, "# %s\n", case_method_title(cases->item[i]));
        for (; i < end; i++) {
            const study_case *c = cases->item[i];
            figure_number(f, place(name, case_simulation(c), series, count));
            figure_number(f, plot->measured(s, c));
            figure_number(f, plot->published(c));
            fputc('\n', f->data.stream);
        }
        figure_end_block(f);
    }
}

/* "Simulation", "Sheet size": what the cases are named by; "Case" if by different things. */
static void write_axis_title(const case_list *cases, figure *f)
{
    char title[64];
    const char *word = case_simulation_word(cases->item[0]);
    for (size_t i = 1; i < cases->count; i++)
        if (strcmp(case_simulation_word(cases->item[i]), word) != 0)
            word = "case";
    snprintf(title, sizeof title, "%s", word);
    for (char *c = title; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    title[0] = (char)toupper((unsigned char)title[0]);
    figure_text(f, title);
}

static void write_axes(const by_simulation *plot, const case_list *cases, const char *const *name,
                       size_t names, figure *f)
{
    FILE *out = f->script.stream;
    fprintf(out, "set xrange [0.5:%zu.5]\nset xtics (", names);
    for (size_t i = 0; i < names; i++) {
        fputs(i ? ", " : "", out);
        figure_text(f, name[i]);
        fprintf(out, " %zu", i + 1);
    }
    fputs(") scale 0\n", out);
    for (size_t i = 1; i < names; i++)
        fprintf(out,
                "set arrow from %zu.5, graph 0 to %zu.5, graph 1 nohead lc rgb '#cccccc' lw 0.7\n",
                i, i);
    fputs("set xlabel ", out);
    write_axis_title(cases, f);
    fprintf(out,
            "\nset ylabel '%s'\n"
            "set grid ytics lc rgb '#dddddd' lw 0.7 lt 1\nunset key\n",
            plot->axis);
}

/* One point is no figure. */
static bool has_points(const by_simulation *plot, const study *s, const case_list *cases)
{
    size_t points = 0;
    for (size_t i = 0; i < cases->count; i++)
        points += (size_t)isfinite(plot->measured(s, cases->item[i])) +
                  (size_t)isfinite(plot->published(cases->item[i]));
    return points > 1;
}

static range values_of(const by_simulation *plot, const study *s, const case_list *cases)
{
    range values = range_empty();
    for (size_t i = 0; i < cases->count; i++) {
        range_include(&values, plot->measured(s, cases->item[i]));
        range_include(&values, plot->published(cases->item[i]));
    }
    return values;
}

static void write_value_axis(const by_simulation *plot, range values, figure *f)
{
    if (plot->logarithmic)
        style_log_axis(f, "y", values);
    else
        fprintf(f->script.stream, "set yrange [0:%.6g]\nset ytics autofreq\nset mytics 2\n",
                1.15 * values.high);
}

static bool any_published(const by_simulation *plot, const case_list *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (isfinite(plot->published(cases->item[i])))
            return true;
    return false;
}

static void write_series(const case_list *cases, figure *f)
{
    FILE *out = f->script.stream;
    size_t series = 0;
    fputs("plot \\\n", out);
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i), series++) {
        const series_style l = style_of_method(case_integrator(cases->item[i]));
        fprintf(out,
                "%s  data index %zu using 1:3 with points pt %d ps 1.05 lw 1 lc rgb '%s', \\\n"
                "  data index %zu using 1:2 with points pt %d ps 0.5 lc rgb '%s'",
                series ? ", \\\n" : "", series, l.open, l.colour, series, l.filled, l.colour);
    }
    fputc('\n', out);
}

static void write_key(const by_simulation *plot, const case_list *cases, const sheet *s, figure *f)
{
    FILE *out = f->script.stream;
    sheet_begin_key(s, f);
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i)) {
        const series_style l = style_of_method(case_integrator(cases->item[i]));
        fprintf(out, ", \\\n  keyentry with points pt %d ps 0.6 lc rgb '%s' title ", l.filled,
                l.colour);
        sheet_key_text(s, case_method_title(cases->item[i]), f);
    }
    if (any_published(plot, cases))
        fputs(", \\\n  keyentry with points pt 6 ps 1.05 lw 1 lc rgb 'black' title "
              "'published (open)'",
              out);
    fputc('\n', out);
}

static sheet sheet_for(const by_simulation *plot, const case_list *cases, double width)
{
    sheet_form form = {.panels = 1,
                       .across = 1,
                       .least = 5,
                       .row = 6,
                       .left = 2.05,
                       .title = 0.2,
                       .entries = count_integrators(cases) + any_published(plot, cases),
                       .entry = sheet_text_width("published (open)")};
    for (size_t i = 0; i < cases->count; i++)
        sheet_widen(&form, case_method_title(cases->item[i]));
    return sheet_of(&form, width);
}

bool by_simulation_draw(const by_simulation *plot, const study *s, gallery *g)
{
    case_list cases = study_select(s, plot->task, plot->filter);
    size_t names;
    const char **name = case_simulations(&cases, &names);
    figure f;
    const range values = values_of(plot, s, &cases);
    const bool any = has_points(plot, s, &cases);
    const sheet at = sheet_for(plot, &cases, gallery_width(g));
    if (any && name && figure_begin(&f, g, plot->name, at.width, at.height)) {
        const edges e = sheet_panel(&at, 0);
        write_data(plot, s, &cases, name, &f);
        fputs("set multiplot\n", f.script.stream);
        edges_write(&e, f.script.stream);
        write_axes(plot, &cases, name, names, &f);
        write_value_axis(plot, values, &f);
        write_series(&cases, &f);
        write_key(plot, &cases, &at, &f);
        fputs("unset multiplot\n", f.script.stream);
        figure_end(&f, g);
    }
    free(name);
    free(cases.item);
    return any;
}
