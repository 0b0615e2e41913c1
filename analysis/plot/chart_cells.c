/* A chart of cells: a row a line, in groups that are its panels; a column a name along x, as many
 * in a figure as have room for their values; in each cell the value, on a colour that says what it
 * means. */
#include <math.h>
#include <stdlib.h>

#include "analysis/plot/chart.h"

static const double row_height = 0.4, gap = 0.5; /* cm; between groups, in rows */
static const double key = 0.75, key_line = 0.45; /* of one line, and of one more: cm */
static const double edge = 0.25;                 /* the right margin, cm */

/* Where the rows and columns of a figure are. */
typedef struct cells {
    const chart *of;
    size_t *column; /* of each name along x, from 1 */
    double rows;    /* how far down they reach, with gaps */
    double left, below, above;
    size_t first, count; /* columns of the figure */
} cells;

static bool lay_out(const chart *c, cells *made);
static void write_data(const cells *all, figure *f);
static void write_columns(const cells *all, figure *f);
static void write_rows(const cells *all, figure *f);
static void write_key(const chart *c, bool two_lines, figure *f);

static size_t count_figures(const cells *all);
static void draw_figure(const cells *all, const char *name, gallery *g);

void chart_draw_cells(const chart *c, gallery *g)
{
    cells all;
    const bool made = lay_out(c, &all);
    const size_t figures = made ? count_figures(&all) : 0;
    for (size_t i = 0; i < figures; i++) {
        char name[FIGURE_NAME];
        snprintf(name, sizeof name, figures > 1 ? "%.70s-%zu" : "%.70s", c->name, i + 1);
        all.first = c->x.names * i / figures;
        all.count = c->x.names * (i + 1) / figures - all.first;
        draw_figure(&all, name, g);
    }
    g->failed |= !made;
    free(all.column);
}

static void draw_figure(const cells *all, const char *name, gallery *g)
{
    figure f;
    const double height = row_height * all->rows + all->below + all->above;
    if (!figure_begin(&f, g, name, FIGURE_DOUBLE, height))
        return;
    const edges panel = {all->left / f.width, 1 - edge / f.width, all->below / f.height,
                         1 - all->above / f.height};
    write_data(all, &f);
    edges_write(&panel, f.script.stream);
    write_columns(all, &f);
    write_rows(all, &f);
    write_key(all->of, all->above > key, &f);
    fputs("plot data using 1:2:(0.48):(0.46):3 with boxxyerror fs solid noborder lc "
          "rgb variable, \\\n  data using 1:2:4 with labels\n",
          f.script.stream);
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

/* Whether what the values are and what the colours say have no room in one line. */
static bool needs_two_lines(const chart *c)
{
    char text[CHART_LABEL];
    double width = edge + 0.5;
    chart_label_text(&c->y, text);
    width += sheet_text_width(text);
    for (size_t i = 0; i < c->form->tint_count; i++)
        width +=
            sheet_text_width(c->form->tints[i].text) + swatch + beside_swatch + between_swatches;
    return width > FIGURE_DOUBLE;
}

static bool lay_out(const chart *c, cells *made)
{
    static const double turned = 0.75;
    *made = (cells){.of = c,
                    .column = calloc(c->x.names + 1, sizeof *made->column),
                    .rows = height_of(c, c->panels - 1, c->lines) - 0.5,
                    .left = widest_row(c),
                    .below = turned * chart_names_width(&c->x) + 0.4,
                    .above = key + (needs_two_lines(c) ? key_line : 0)};
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
static size_t count_figures(const cells *all)
{
    static const double between = 0.1; /* cm */
    const chart *c = all->of;
    double widest = 0;
    for (size_t i = 0; i < c->points; i++) {
        char text[DATUM_TEXT];
        value_text(c, &c->point[i], text);
        widest = fmax(widest, sheet_text_width(text) + between);
    }
    const double most = fmax(floor((FIGURE_DOUBLE - all->left - edge) / widest), 1);
    return (size_t)ceil((double)c->x.names / most);
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

static void write_columns(const cells *all, figure *f)
{
    FILE *out = f->script.stream;
    const chart_axis *x = &all->of->x;
    fprintf(out, "set xrange [%zu.5:%zu.5]\nset yrange [%.2f:0]\nset xtics (", all->first,
            all->first + all->count, all->rows);
    for (size_t i = 0; i < x->names; i++) {
        char cut[DATUM_TEXT + 8];
        sheet_fit(x->name[i], CHART_NAME_MOST, cut, sizeof cut);
        fputs(i ? ", " : "", out);
        figure_tic(f, cut);
        fprintf(out, " %zu", all->column[i]);
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

/* What the values are, and what the colours say, in a line above, or in two. */
static void write_key(const chart *c, bool two_lines, figure *f)
{
    FILE *out = f->script.stream;
    const chart_form *form = c->form;
    const double first = 1 - 0.35 / f->height, half = 0.13 / f->height;
    const double top = two_lines ? first - key_line / f->height : first;
    char text[CHART_LABEL];
    double at = f->width - edge;
    for (size_t i = form->tint_count; i-- > 0;) {
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
    chart_label_text(&c->y, text);
    fputs("set label 1 ", out);
    figure_text(f, text);
    fprintf(out, " at screen 0.02, screen %.4f left\n", first);
}
