#include "analysis/plot/legend.h"

#include <string.h>

#include "analysis/plot/shade.h"

enum { ACROSS = 4 }; /* entries of a line */

static const double line_height = 0.55, box_width = 0.45, box_height = 0.28; /* cm */

/* Obstacles are all of one grey. */
static bool are_told_apart(const frames_part *a, const frames_part *b)
{
    return !(a->obstacle && b->obstacle) && strcmp(a->name, b->name) != 0;
}

/* An entry for a part that no part before it has. */
static bool is_new(const frames *const run[], size_t r, size_t part)
{
    const frames *own = run[r];
    for (size_t i = 0; i <= r; i++)
        for (size_t p = 0; p < (i < r ? run[i]->parts : part); p++)
            if (!are_told_apart(&run[i]->part[p], &own->part[part]) &&
                shade_colour(run[i], p) == shade_colour(own, part))
                return false;
    return own->parts > 1;
}

/* Of a part: its name, or "obstacles" where there are others beside it. */
static const char *name_of(const frames *const run[], size_t runs, const frames_part *part)
{
    for (size_t r = 0; part->obstacle && r < runs; r++)
        for (size_t p = 0; p < run[r]->parts; p++)
            if (run[r]->part[p].obstacle && strcmp(run[r]->part[p].name, part->name) != 0)
                return "obstacles";
    return part->name;
}

double legend_height(const frames *const run[], size_t runs)
{
    size_t entries = 0;
    for (size_t r = 0; r < runs; r++)
        for (size_t p = 0; p < run[r]->parts; p++)
            entries += is_new(run, r, p);
    const size_t lines = (entries + ACROSS - 1) / ACROSS;
    return line_height * (double)lines;
}

static void write_box(double left, double middle, const char *colour, figure *f)
{
    fprintf(f->script.stream,
            "set object rectangle from screen %.5f, screen %.5f to screen %.5f, screen %.5f "
            "fc rgb '%s' fs solid border lc rgb '#555555' lw 0.3\n",
            left, middle - box_height / 2 / f->height, left + box_width / f->width,
            middle + box_height / 2 / f->height, colour);
}

/* Front, back and name; of obstacles both sides are grey. */
static void write_entry(size_t colour, const char *name, double left, double middle, figure *f)
{
    write_box(left, middle, shade_side(colour, true), f);
    write_box(left + box_width / f->width, middle, shade_side(colour, false), f);
    fputs("set label ", f->script.stream);
    figure_text(f, name);
    fprintf(f->script.stream, " at screen %.5f, screen %.5f left\n",
            left + 2.4 * box_width / f->width, middle);
}

void legend_write(const frames *const run[], size_t runs, figure *f)
{
    const double height = legend_height(run, runs);
    size_t entry = 0;
    for (size_t r = 0; r < runs; r++)
        for (size_t p = 0; p < run[r]->parts; p++) {
            if (!is_new(run, r, p))
                continue;
            const size_t line = entry / ACROSS, column = entry % ACROSS;
            write_entry(shade_colour(run[r], p), name_of(run, runs, &run[r]->part[p]),
                        0.02 + (double)column / ACROSS,
                        (height - ((double)line + 0.5) * line_height) / f->height, f);
            entry++;
        }
}
