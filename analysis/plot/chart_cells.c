/* A chart of cells: a row a line, in groups that are its panels; a column a name along x, as many
 * in a figure as have room for their values; in each cell the value, on a colour that says what it
 * means. As wide as one column of a journal, a figure has the same columns in bands below each
 * other, each with all rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/chart.h"

static const double row_height = 0.4, gap = 0.5; /* cm; between groups, in rows */
static const double key = 0.75, key_line = 0.45; /* of one line, and of one more: cm */
static const double label = 0.02;                /* left margin of the key, in widths */
static const double edge = 0.25;                 /* the right margin, cm */

/* Where the rows and columns of a figure are. */
typedef struct cells {
    const chart *of;
    size_t *column; /* of each name along x, from 1 */
    double rows;    /* how far down they reach, with gaps */
    double width, left, below, above;
    size_t first, count; /* columns of the figure */
    size_t across;       /* most of them in a band */
} cells;

/* The lines of the key: of what the values are, then of what the colours mean. */
typedef struct key_lines {
    size_t label, colours;
    bool one; /* both are in one line */
} key_lines;

static bool lay_out(const chart *c, double width, cells *made);
static void write_data(const cells *all, figure *f);
static void write_columns(const cells *all, size_t first, figure *f);
static void write_rows(const cells *all, figure *f);
static void write_key(const chart *c, figure *f);

static size_t columns_across(const cells *all, double width);
static void draw_figure(const cells *all, const char *name, gallery *g);

/* The number of parts of at most `most`, and the size of each if they are even. */
static size_t parts_of(size_t count, size_t most)
{
    return (count + most - 1) / most;
}

static size_t even_share(size_t count, size_t most)
{
    return parts_of(count, parts_of(count, most));
}

void chart_draw_cells(const chart *c, gallery *g)
{
    cells all;
    const bool made = lay_out(c, gallery_width(g), &all);
    const size_t most = made ? columns_across(&all, FIGURE_DOUBLE) : 0;
    const size_t across = made ? columns_across(&all, all.width) : 0;
    const bool fits = made && (across > 0 || !g->broad_only); /* else the broad drawing serves */
    const size_t figures = fits ? parts_of(c->x.names, most > 0 ? most : 1) : 0;
    for (size_t i = 0; i < figures; i++) {
        char name[FIGURE_NAME];
        snprintf(name, sizeof name, figures > 1 ? "%.70s-%zu" : "%.70s", c->name, i + 1);
        all.first = c->x.names * i / figures;
        all.count = c->x.names * (i + 1) / figures - all.first;
        all.across = even_share(all.count, across > 0 ? across : 1);
        draw_figure(&all, name, g);
    }
    g->failed |= !made;
    free(all.column);
}

static void draw_figure(const cells *all, const char *name, gallery *g)
{
    figure f;
    const size_t bands = parts_of(all->count, all->across);
    const double rows = row_height * all->rows, band = rows + all->below;
    if (!figure_begin(&f, g, name, all->width, (double)bands * band + all->above))
        return;
    FILE *out = f.script.stream;
    write_data(all, &f);
    fputs(bands > 1 ? "set multiplot\n" : "", out);
    for (size_t i = 0; i < bands; i++) {
        const double top = all->above + (double)i * band;
        const edges panel = {all->left / f.width, 1 - edge / f.width, 1 - (top + rows) / f.height,
                             1 - top / f.height};
        edges_write(&panel, out);
        write_columns(all, all->first + all->across * i, &f);
        if (i == 0) {
            write_rows(all, &f);
            write_key(all->of, &f);
        }
        fputs("plot data using 1:2:(0.48):(0.46):3 with boxxyerror fs solid noborder lc "
              "rgb variable, \\\n  data using 1:2:4 with labels\n",
              out);
        fputs(i + 1 < bands ? "unset label\nunset object\n" : "", out);
    }
    fputs(bands > 1 ? "unset multiplot\n" : "", out);
    figure_end(&f, g);
}

/* --- rows and columns --- */

static bool is_row(const chart *c, size_t panel, size_t line)
{
    size_t first;
    return chart_series(c, panel, line, &first) > 0;
}

/* Where the middle of a row lies, in rows from the top. */
static double height_of(const chart *c, size_t panel, size_t line)
{
    double height = 0.5;
    for (size_t p = 0; p < c->panels && p <= panel; p++) {
        height += p > 0 ? gap : 0;
        for (size_t k = 0; k < c->lines && (p < panel || k < line); k++)
            height += is_row(c, p, k);
    }
    return height;
}

typedef struct named {
    const study_case *first; /* of the name's cases */
    size_t cases, name;
    chart_order *order;
} named;

/* Names that most rows have come first, and of those the order is the form's. */
static int by_rows(const void *left, const void *right)
{
    const named *a = left, *b = right;
    if (a->cases != b->cases)
        return a->cases > b->cases ? -1 : 1;
    const int order = a->order ? a->order(a->first, b->first) : 0;
    return order ? order : (a->name > b->name) - (a->name < b->name);
}

static bool order_columns(const chart *c, size_t *column)
{
    named *all = calloc(c->x.names + 1, sizeof *all);
    for (size_t i = 0; all && i < c->points; i++) {
        named *of = &all[lround(c->point[i].x) - 1];
        of->first = of->first ? of->first : c->point[i].of;
        of->cases++;
    }
    for (size_t i = 0; all && i < c->x.names; i++) {
        all[i].name = i;
        all[i].order = c->form->order;
    }
    if (all)
        qsort(all, c->x.names, sizeof *all, by_rows);
    for (size_t i = 0; all && i < c->x.names; i++)
        column[all[i].name] = i + 1;
    free(all);
    return all != NULL;
}

static double widest_row(const chart *c)
{
    double line = 0, group = 0;
    for (size_t i = 0; i < c->lines; i++)
        line = fmax(line, sheet_text_width(c->line[i].title));
    for (size_t i = 0; i < c->panels; i++)
        group = fmax(group, 1.15 * sheet_text_width(c->panel[i]));
    return line + group + 0.6;
}

/* What a colour and its text take in the key. */
static const double swatch = 0.32, beside_swatch = 0.1, between_swatches = 0.35;

static double width_of_colour(const chart_form *form, size_t i)
{
    return sheet_text_width(form->tints[i].text) + swatch + beside_swatch + between_swatches;
}

/* The colours from `first` on that have room in one line; at least one. */
static size_t colours_in_line(const chart_form *form, size_t first, double room)
{
    double width = 0;
    size_t i = first;
    while (i < form->tint_count && (width += width_of_colour(form, i)) <= room)
        i++;
    return i > first ? i - first : 1;
}

static double room_for_label(double width)
{
    return (1 - label) * width - edge;
}

static key_lines lines_of_key(const chart *c, double width)
{
    char text[CHART_LABEL];
    double both = edge + 0.5;
    key_lines made = {.label = 0};
    chart_label_text(&c->y, text);
    both += sheet_text_width(text);
    for (size_t i = 0; i < c->form->tint_count; i++)
        both += width_of_colour(c->form, i);
    for (size_t i = 0; i < c->form->tint_count; made.colours++)
        i += colours_in_line(c->form, i, room_for_label(width));
    made.label = sheet_lines(text, room_for_label(width));
    made.one = both <= width;
    return made;
}

static bool lay_out(const chart *c, double width, cells *made)
{
    static const double turned = 0.75;
    const key_lines lines = lines_of_key(c, width);
    const size_t more = lines.one ? 0 : lines.label + lines.colours - 1;
    *made = (cells){.of = c,
                    .column = calloc(c->x.names + 1, sizeof *made->column),
                    .rows = height_of(c, c->panels - 1, c->lines) - 0.5,
                    .width = width,
                    .left = widest_row(c),
                    .below = turned * chart_names_width(&c->x) + 0.4,
                    .above = key + (double)more * key_line};
    return made->column && order_columns(c, made->column);
}

/* Where there is none a word, or "–"; thousands are whole. */
static void value_text(const chart *c, const chart_point *p, char text[DATUM_TEXT])
{
    const double value = c->y.scale * p->y;
    const char *bound = p->at_least ? "≥ " : "";
    if (isnan(value))
        snprintf(text, DATUM_TEXT, "%s", p->word ? p->word : "–");
    else if (fabs(value) >= 1000)
        snprintf(text, DATUM_TEXT, "%s%.0f", bound, value);
    else
        snprintf(text, DATUM_TEXT, "%s%.6g", bound, value);
}

/* As many columns have room as are as wide as the widest value. */
static size_t columns_across(const cells *all, double width)
{
    static const double between = 0.1; /* cm */
    const chart *c = all->of;
    double widest = 0;
    for (size_t i = 0; i < c->points; i++) {
        char text[DATUM_TEXT];
        value_text(c, &c->point[i], text);
        widest = fmax(widest, sheet_text_width(text) + between);
    }
    return (size_t)fmax(floor((width - all->left - edge) / widest), 0);
}

/* --- the script --- */

static void write_data(const cells *all, figure *f)
{
    const chart *c = all->of;
    fprintf(f->data.stream, "# column, row from the top, colour, %s (%s)\n", c->y.title,
            c->y.shown);
    for (size_t i = 0; i < c->points; i++) {
        const chart_point *p = &c->point[i];
        const size_t column = all->column[lround(p->x) - 1];
        char text[DATUM_TEXT];
        if (column <= all->first || column > all->first + all->count)
            continue;
        value_text(c, p, text);
        fprintf(f->data.stream, "%zu %.2f %d \"%s\"\n", column, height_of(c, p->panel, p->line),
                c->form->tints[p->tint].colour, text);
    }
}

/* Those of a band, from `first` on; all bands have cells of one width, so the last one may have
 * room for columns of the next figure, whose names are not its own. */
static void write_columns(const cells *all, size_t first, figure *f)
{
    FILE *out = f->script.stream;
    const chart_axis *x = &all->of->x;
    const size_t last = first + all->across, end = all->first + all->count;
    const char *between = "";
    fprintf(out, "set xrange [%zu.5:%zu.5]\nset yrange [%.2f:0]\nset xtics (", first, last,
            all->rows);
    for (size_t i = 0; i < x->names; i++) {
        char cut[DATUM_TEXT + 8];
        if (all->column[i] > end && all->column[i] <= last)
            continue;
        sheet_fit(x->name[i], CHART_NAME_MOST, cut, sizeof cut);
        fputs(between, out);
        figure_tic(f, cut);
        fprintf(out, " %zu", all->column[i]);
        between = ", ";
    }
    fputs(") rotate by 45 right scale 0\n", out);
}

/* The group stands beside its first row. */
static void write_rows(const cells *all, figure *f)
{
    FILE *out = f->script.stream;
    const chart *c = all->of;
    const char *between = "";
    fputs("set ytics (", out);
    for (size_t p = 0; p < c->panels; p++) {
        bool begins = c->panel[p][0] != '\0';
        for (size_t k = 0; k < c->lines; k++) {
            if (!is_row(c, p, k))
                continue;
            fputs(between, out);
            if (begins) {
                fputs("'{/:Bold '.", out);
                figure_tic(f, c->panel[p]);
                fputs(".'}   '.", out);
            }
            figure_tic(f, c->line[k].title);
            fprintf(out, " %.2f", height_of(c, p, k));
            between = ", ";
            begins = false;
        }
    }
    fputs(") scale 0\nunset border\nunset key\nset xlabel ''\n", out);
}

/* The colours from `first` to before `end`, in a line from the right. */
static void write_colours(const chart_form *form, size_t first, size_t end, double top, figure *f)
{
    FILE *out = f->script.stream;
    const double half = 0.13 / f->height;
    double at = f->width - edge;
    for (size_t i = end; i-- > first;) {
        at -= sheet_text_width(form->tints[i].text) + swatch + beside_swatch;
        fprintf(out,
                "set object %zu rectangle from screen %.4f, screen %.4f to screen %.4f, screen "
                "%.4f fillstyle solid noborder fc rgb '#%06x'\nset label %zu ",
                i + 1, at / f->width, top - half, (at + swatch) / f->width, top + half,
                (unsigned)form->tints[i].colour, i + 2);
        figure_text(f, form->tints[i].text);
        fprintf(out, " at screen %.4f, screen %.4f left\n",
                (at + swatch + beside_swatch) / f->width, top);
        at -= between_swatches;
    }
}

/* What the values are, in lines from `top` down. */
static void write_label(const chart *c, size_t lines, double top, figure *f)
{
    char text[CHART_LABEL], line[CHART_LABEL];
    const char *at = text;
    chart_label_text(&c->y, text);
    for (size_t i = 0; i < lines; i++) {
        const size_t bytes = sheet_line(at, room_for_label(f->width), lines - i);
        snprintf(line, sizeof line, "%.*s", (int)bytes, at);
        fprintf(f->script.stream, "set label %zu ", i ? c->form->tint_count + 1 + i : 1);
        figure_text(f, line);
        fprintf(f->script.stream, " at screen %.2f, screen %.4f left\n", label,
                top - (double)i * key_line / f->height);
        at += bytes;
        at += strspn(at, " ");
    }
}

/* What the values are, and what the colours mean, above: in one line, or in several. */
static void write_key(const chart *c, figure *f)
{
    const double top = 1 - 0.35 / f->height, line = key_line / f->height;
    const key_lines lines = lines_of_key(c, f->width);
    size_t above = lines.one ? 0 : lines.label;
    for (size_t i = 0; i < c->form->tint_count; above++) {
        const size_t end = i + colours_in_line(c->form, i, room_for_label(f->width));
        write_colours(c->form, i, end, top - (double)above * line, f);
        i = end;
    }
    write_label(c, lines.label, top, f);
}
