/* The matrix of laws by solvers: a row a law, a column a solver, and in each cell the largest
 * accurate step in ms, on a ground that is darker the smaller it is; the error that stays where no
 * step is enough, on red. */
#include <math.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/select/law_grid.h"
#include "core/numbers.h"

static const double row = 0.36, column = 1.35; /* of a cell, cm */
static const double left = 5.2, top = 3.1, bottom = 1.5, right = 1.8;

/* The value of the palette: log10 of the step in ms; on red what stays. */
static const double red = 3.0, low = -2.0, high = 2.0;

static double ground_of(const law_answer *a)
{
    if (isnan(a->step))
        return a->verdict == LAW_CHANCE || a->verdict == LAW_STAYS ? red : TRAMA_NAN;
    return fmin(high, fmax(low, log10(1e3 * a->step)));
}

static void write_cells(figure *f, const law_grid *grid)
{
    fputs("# solver, law, log10 of the largest accurate step over 1 ms; 3: an error stays\n",
          f->data.stream);
    for (size_t r = 0; r < grid->rows; r++)
        for (size_t c = 0; c < grid->columns; c++) {
            const study_case *of = grid->at[r * grid->columns + c];
            const law_answer a = of ? law_answer_of(of) : (law_answer){.step = TRAMA_NAN};
            fprintf(f->data.stream, "%zu %zu ", c, r);
            figure_number(f, of ? ground_of(&a) : TRAMA_NAN);
            fputc('\n', f->data.stream);
        }
    figure_end_block(f);
}

/* "3.2 %" for "3.2 % stay": the legend says what red is. */
static void write_text(figure *f, const study_case *of, size_t r, size_t c)
{
    char text[64];
    const law_answer a = law_answer_of(of);
    law_answer_text(of, text, sizeof text);
    if (a.verdict == LAW_STAYS)
        text[strcspn(text, "%") + 1] = '\0';
    if (law_mark(&a)) {
        strcat(text, " ");
        strcat(text, law_mark(&a));
    }
    const bool dark = a.step < 2e-4;
    fprintf(f->script.stream, "set label ");
    figure_text(f, text);
    fprintf(f->script.stream, " at %zu,%zu center front font ',5' textcolor rgb '%s'\n", c, r,
            dark ? "white" : "black");
}

static void write_tics(figure *f, const char *axis, const law_grid *grid, const size_t *item,
                       size_t count, bool of_laws)
{
    fprintf(f->script.stream, "set %s (", axis);
    for (size_t i = 0; i < count; i++) {
        fputs(i ? ", " : "", f->script.stream);
        figure_tic(f, of_laws ? grid->item[item[i]].law : grid->item[item[i]].method);
        fprintf(f->script.stream, " %zu", i);
    }
    fputs(")\n", f->script.stream);
}

static void write_axes(figure *f, const law_grid *grid)
{
    fprintf(f->script.stream,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
            "set bmargin at screen %.5f\nset tmargin at screen %.5f\n"
            "set xrange [-0.5:%zu.5]\nset yrange [%zu.5:-0.5]\n"
            "set format x2 ''\nset x2range [-0.5:%zu.5]\nset tics scale 0\nunset xtics\n"
            "unset grid\nunset key\nset x2tics rotate by 50 left font ',6'\nset ytics font ',6'\n",
            left / f->width, 1 - right / f->width, bottom / f->height, 1 - top / f->height,
            grid->columns - 1, grid->rows - 1, grid->columns - 1);
    write_tics(f, "x2tics", grid, grid->column, grid->columns, false);
    write_tics(f, "ytics", grid, grid->row, grid->rows, true);
    fprintf(
        f->script.stream,
        "set palette defined (-2 '#08519c', -1 '#4292c6', 0 '#9ecae1', 1 '#deebf7', 2 '#ffffff', "
        "2.01 '#fdbba1', 3 '#fdbba1')\n"
        "set cbrange [-2:3]\nset cbtics ('0.01' -2, '0.1' -1, '1' 0, '10' 1, '100' 2, 'error "
        "that stays' 2.6) font ',6'\nset colorbox horizontal user origin screen 0.35, screen "
        "%.5f size screen 0.5, screen %.5f\n"
        "set cblabel 'Largest step within 1 %% (ms); \\~: approximate; †: in parts' "
        "offset 0,0.5 font ',6'\n",
        1.0 / f->height, 0.22 / f->height);
}

static void draw_grid(const law_grid *grid, gallery *g)
{
    figure f;
    if (!figure_begin(&f, g, "laws", left + column * (double)grid->columns + right,
                      top + row * (double)grid->rows + bottom))
        return;
    write_cells(&f, grid);
    write_axes(&f, grid);
    for (size_t r = 0; r < grid->rows; r++)
        for (size_t c = 0; c < grid->columns; c++)
            if (grid->at[r * grid->columns + c])
                write_text(&f, grid->at[r * grid->columns + c], r, c);
    fputs("plot data index 0 using 1:2:3 with image pixels\n", f.script.stream);
    figure_end(&f, g);
}

static bool draw(const study *s, gallery *g)
{
    law_grid grid;
    const bool made = law_grid_make(s, &grid);
    const bool any = made && grid.rows > 1;
    if (!made)
        fprintf(g->err, "no memory for the matrix of laws\n");
    g->failed |= !made;
    if (any)
        draw_grid(&grid, g);
    law_grid_free(&grid);
    return any;
}

const plot_type plot_laws = {.name = "laws",
                             .needs = "cases of the task accurate_step of several experiments",
                             .draw = draw};
