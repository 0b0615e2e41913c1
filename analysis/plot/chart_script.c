/* The data and the script of a figure of a chart. */
#include <math.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "core/numbers.h"

static void write_data(const chart_page *p, figure *f);
static void write_title(const chart_page *p, figure *f);
static void write_bar(const chart_page *p, figure *f);
static void write_panel(const chart_page *p, size_t panel, figure *f);
static void write_key(const chart_page *p, figure *f);

void chart_write(const chart_page *p, figure *f)
{
    write_data(p, f);
    fputs("set multiplot\nunset key\nset grid lc rgb '#dddddd' lw 0.7 lt 1\n", f->script.stream);
    if (p->of->form->title)
        write_title(p, f);
    if (p->bar > 0)
        write_bar(p, f);
    if (p->of->form->colours)
        fputs("set tics front\n", f->script.stream);
    for (size_t i = 0; i < p->panels; i++)
        write_panel(p, i, f);
    fputs("unset object 1\n", f->script.stream);
    write_key(p, f);
    fputs("unset multiplot\n", f->script.stream);
}

/* --- data: a block a panel and line --- */

enum { X = 1, Y, LOW, HIGH, PUBLISHED, AT_LEAST, AT_FRAME, WORD, MARKED, SYMBOL }; /* columns */

/* A line of more values has few symbols. If it is a history, it is thinned; of cases all are drawn.
 */
enum { LONG = 100, SYMBOLS_FEW = 5 };

static bool is_history(const chart *c, size_t points)
{
    return c->joined && c->adds && points > LONG;
}

static const double spread = 0.72; /* of the room of a name that its points take */

static void write_heading(const chart_page *p, figure *f)
{
    const chart *c = p->of;
    FILE *out = f->data.stream;
    fprintf(out,
            "# %s (%s), %s (%s), low, high, %s, 1 if at least this, place at the frame of "
            "what has no value, and why",
            c->x.title, c->x.shown, c->y.title, c->y.shown,
            c->form->open ? c->form->open : beside_word(c->of_values));
    for (size_t i = 0; i < c->words; i++)
        fprintf(out, "%s %zu %s", i ? "," : ":", i + 1, c->word[i]);
    fprintf(
        out,
        "\n# one block a panel and line; then 1 if marked; of a history of more than %d values 1 "
        "where it has a symbol, and points are left out where it is straight\n",
        LONG);
    for (size_t i = 0; i < p->names; i++)
        fprintf(out, "# %zu: %s\n", p->name + i + 1, c->x.name[p->name + i]);
}

static size_t number_of_word(const chart *c, const char *word)
{
    size_t i = 0;
    while (i < c->words && c->word[i] != word)
        i++;
    return i + 1;
}

static const chart_axis *x_at(const chart_page *p, size_t panel)
{
    return p->of->own_x ? &p->of->own_x[panel] : &p->x;
}

/* Points of several lines at one name stand side by side. */
static double place_of(const chart_page *p, const chart_point *at)
{
    const chart_axis *x = x_at(p, at->panel);
    const double share = ((double)(at->line - p->line) + 0.5) / (double)p->lines - 0.5;
    return x->name ? at->x + spread * share : x->scale * at->x;
}

/* Of what has no value: in layers from the lower end, by how many lines lie below. */
static double height_at_frame(const chart_page *p, const chart_point *at)
{
    return CHART_FRAME + CHART_LAYER * (double)((at->line - p->line) % chart_layers(p->of));
}

/* Without the end of its line. */
static void write_point(const chart_page *p, const chart_point *at, figure *f)
{
    const double scale = chart_y_at(p->of, at->panel)->scale;
    figure_number(f, place_of(p, at));
    figure_number(f, scale * at->y);
    figure_number(f, scale * at->low);
    figure_number(f, scale * at->high);
    figure_number(f, scale * at->published);
    fprintf(f->data.stream, " %d", at->at_least);
    figure_number(f, at->word ? height_at_frame(p, at) : TRAMA_NAN);
    fprintf(f->data.stream, " %zu %d", at->word ? number_of_word(p->of, at->word) : 0, at->marked);
}

static bool is_shown(const chart_page *p, const chart_point *at)
{
    return !p->x.name || (at->x > p->x.values.low && at->x < p->x.values.high);
}

typedef struct history {
    const chart_page *of;
    figure *f;
    const chart_point *first;
    size_t between; /* points between two symbols */
} history;

static bool has_symbol(const history *h, const chart_point *at)
{
    return (size_t)(at - h->first) % h->between == h->between / 2;
}

static void write_thinned(const chart_point *at, void *context)
{
    const history *h = context;
    write_point(h->of, at, h->f);
    fprintf(h->f->data.stream, " %d\n", has_symbol(h, at));
}

/* What has more than a place is always drawn. */
static void write_history(const chart_page *p, const chart_point *first, size_t count, figure *f)
{
    history h = {p, f, first, count / SYMBOLS_FEW};
    chart_thinning t = {.along = x_at(p, first->panel), .up = chart_y_at(p->of, first->panel)};
    for (const chart_point *at = first; at < first + count; at++)
        chart_thin(&t, at,
                   has_symbol(&h, at) || !isfinite(at->y) || chart_is_bound(at) ||
                       chart_is_published(at) || chart_is_interval(at) || chart_is_marked(at),
                   write_thinned, &h);
    chart_thin_end(&t, write_thinned, &h);
}

static void write_block(const chart_page *p, size_t panel, size_t line, figure *f)
{
    size_t first;
    const chart *c = p->of;
    const size_t count = chart_series(c, panel, line, &first);
    const bool thinned = is_history(c, count);
    const char *panel_title = c->panel[panel], *line_title = c->line[line].title;
    fprintf(f->data.stream, "# %s%s%s\n", panel_title, *panel_title && *line_title ? ": " : "",
            line_title);
    fputs(" NaN NaN NaN NaN NaN 0 NaN 0 0\n", f->data.stream); /* a block is never empty */
    for (size_t i = first; !thinned && i < first + count; i++)
        if (is_shown(p, &c->point[i])) {
            write_point(p, &c->point[i], f);
            fputc('\n', f->data.stream);
        }
    if (thinned)
        write_history(p, &c->point[first], count, f);
    figure_end_block(f);
}

static bool is_of_page(const chart_page *p, const chart_field *field)
{
    return field->panel >= p->panel && field->panel < p->panel + p->panels;
}

/* A line a cell, a blank line after each row. */
static void write_field(const chart *c, const chart_field *field, figure *f)
{
    fprintf(f->data.stream, "# %s: %s\n", c->panel[field->panel], c->form->colours->title);
    for (size_t j = 0; j < field->rows; j++) {
        for (size_t i = 0; i < field->columns; i++) {
            figure_number(f, field->x[i]);
            figure_number(f, field->y[j]);
            figure_number(f, fmin(field->value[j * field->columns + i], c->form->colours->most));
            fputc('\n', f->data.stream);
        }
        fputc('\n', f->data.stream);
    }
    fputc('\n', f->data.stream);
    f->blocks++;
}

static void write_data(const chart_page *p, figure *f)
{
    write_heading(p, f);
    for (size_t i = 0; i < p->panels; i++)
        for (size_t k = 0; k < p->lines; k++)
            write_block(p, p->panel + i, p->line + k, f);
    for (size_t i = 0; i < p->of->fields; i++)
        if (is_of_page(p, &p->of->field[i]))
            write_field(p->of, &p->of->field[i], f);
}

/* --- above the panels --- */

static void write_title(const chart_page *p, figure *f)
{
    char cut[400];
    sheet_fit(p->of->form->title, p->width - 0.4, cut, sizeof cut);
    fputs("set label 1 ", f->script.stream);
    figure_text(f, cut);
    fprintf(f->script.stream, " at screen 0.5, screen %.5f center\n", 1 - 0.35 / p->height);
}

static chart_axis axis_of_lines(const chart_page *p)
{
    const chart *c = p->of;
    chart_axis axis = {.unit = c->vline.own, .shown = c->vline.unit, .scale = c->vline.scale};
    const double low = axis.scale * c->line[0].value.number;
    const double high = axis.scale * c->line[c->lines - 1].value.number;
    axis.values = axis.data = (range){low, high};
    axis.logarithmic = low > 0 && high > 10 * low;
    snprintf(axis.title, sizeof axis.title, "%s", c->vline.title);
    return axis;
}

static chart_axis axis_of_fields(const chart_colours *of)
{
    chart_axis axis = {.unit = "", .shown = "", .scale = 1, .tight = true};
    axis.values = axis.data = (range){0, of->most};
    snprintf(axis.title, sizeof axis.title, "%s", of->title);
    return axis;
}

static void write_bar(const chart_page *p, figure *f)
{
    static const char lines[] =
        "0 '#440154', 0.25 '#3b528b', 0.5 '#21918c', 0.75 '#35a45b', 1 '#c9b000'";
    FILE *out = f->script.stream;
    const chart_colours *fields = p->of->form->colours;
    const chart_axis axis = fields ? axis_of_fields(fields) : axis_of_lines(p);
    const double length = 0.5 * p->width;
    fprintf(out, "set palette defined (%s)\n", fields ? fields->palette : lines);
    chart_write_axis(&axis, "cb", length, true, f);
    fprintf(out, "set cbrange [%.9g:%.9g]\nset cbtics offset 0, 0.45\nset cblabel ",
            axis.values.low, axis.values.high);
    chart_write_label(&axis, p->width - 0.4, false, f);
    fprintf(out,
            " offset 0, 0.8\nset colorbox horizontal user origin screen 0.25, screen %.5f size "
            "screen 0.5, screen %.5f\n",
            1 - (p->title + 0.4) / p->height, 0.22 / p->height);
}

/* --- a panel --- */

/* Lines lie over those before them, which are wider, so that both are seen where they coincide. */
typedef struct stroke {
    double point, line;
} stroke;

static stroke stroke_of(const chart_page *p, size_t line)
{
    const double below = fmin((double)(p->lines - 1 - line), 3);
    return !p->of->joined ? (stroke){0.55, 1} : (stroke){0.5 + 0.15 * below, 1 + 0.6 * below};
}

static void write_colour(const chart_page *p, size_t line, figure *f)
{
    if (p->by_colour)
        fprintf(f->script.stream, " lc palette cb %.9g",
                p->of->vline.scale * p->of->line[p->line + line].value.number);
    else
        fprintf(f->script.stream, " lc rgb '%s'",
                p->of->form->colours ? "#000000" : chart_line_style(p->of, p->line + line).colour);
}

/* Symbols along a line, at most; and the colour of a ring around one. */
enum { SYMBOLS_MOST = 24 };
#define RING "#b2182b"

/* What a line needs beside its points. */
typedef struct needs {
    size_t points, values, bounds, published, intervals, words, marked;
} needs;

static needs needs_of(const chart_page *p, size_t panel, size_t line)
{
    needs n = {0};
    size_t first;
    const size_t count = chart_series(p->of, p->panel + panel, p->line + line, &first);
    for (size_t i = first; i < first + count; i++) {
        const chart_point *at = &p->of->point[i];
        n.points++;
        n.values += isfinite(at->y) != 0;
        n.bounds += chart_is_bound(at);
        n.published += chart_is_published(at);
        n.intervals += chart_is_interval(at);
        n.words += at->word != NULL;
        n.marked += chart_is_marked(at);
    }
    return n;
}

static void begin_element(size_t block, bool *any, figure *f)
{
    fprintf(f->script.stream, "%sdata index %zu using ", *any ? ", \\\n  " : "plot \\\n  ", block);
    *any = true;
}

/* An arrow of a tenth of the axis. */
static void write_bounds(const chart_page *p, size_t block, size_t line, bool *any, figure *f)
{
    const chart_axis *y = chart_y_at(p->of, p->panel + block / p->lines);
    const range r = y->values;
    begin_element(block, any, f);
    fprintf(f->script.stream, "%d:($%d == 1 ? $%d : NaN):(0):", X, AT_LEAST, Y);
    if (y->logarithmic)
        fprintf(f->script.stream, "($%d*%.6g)", Y, pow(r.high / r.low, 0.09) - 1);
    else
        fprintf(f->script.stream, "(%.6g)", 0.09 * (r.high - r.low));
    fputs(" with vectors head filled size screen 0.008, 25 lw 1", f->script.stream);
    write_colour(p, line, f);
}

static const int word_marks[] = {2, 1, 3, 4, 8, 12};
enum { WORD_MARKS = sizeof word_marks / sizeof *word_marks };

/* A mark of its own a word, at the lower end of the panel. */
static void write_words(const chart_page *p, size_t block, size_t line, bool *any, figure *f)
{
    for (size_t i = 0; i < p->of->words; i++) {
        begin_element(block, any, f);
        fprintf(f->script.stream, "%d:($%d == %zu ? $%d : NaN) axes x1y2 with points pt %d ps 0.7",
                X, WORD, i + 1, AT_FRAME, word_marks[i % WORD_MARKS]);
        write_colour(p, line, f);
    }
}

/* The line, with its symbols; those of a history are an element of their own. */
static void write_values(const chart_page *p, size_t block, size_t line, const needs *n, bool *any,
                         figure *f)
{
    FILE *out = f->script.stream;
    const series_style l = chart_line_style(p->of, p->line + line);
    const stroke w = stroke_of(p, line);
    const bool joined = p->of->joined, thinned = is_history(p->of, n->points);
    const bool bare = joined && (p->of->form->colours || (p->by_colour && n->values > 12));
    begin_element(block, any, f);
    fprintf(out, "%d:%d with %s", X, Y,
            !joined           ? "points"
            : bare || thinned ? "lines"
                              : "linespoints");
    if (!bare && !thinned)
        fprintf(out, " pt %d ps %.2f", l.filled, w.point);
    if (!bare && joined && !thinned && n->values > SYMBOLS_MOST)
        fprintf(out, " pi %zu", n->values / (n->values > LONG ? SYMBOLS_FEW : SYMBOLS_MOST / 2));
    if (joined)
        fprintf(out, " lw %.1f dt %d", p->by_colour ? 1 : w.line, p->by_colour ? 1 : l.dash);
    write_colour(p, line, f);
    if (bare || !thinned)
        return;
    begin_element(block, any, f);
    fprintf(out, "%d:($%d == 1 ? $%d : NaN) with points pt %d ps %.2f", X, SYMBOL, Y, l.filled,
            w.point);
    write_colour(p, line, f);
}

static void write_line(const chart_page *p, size_t panel, size_t line, bool *any, figure *f)
{
    FILE *out = f->script.stream;
    const size_t block = panel * p->lines + line;
    const needs n = needs_of(p, panel, line);
    const series_style l = chart_line_style(p->of, p->line + line);
    if (n.published > 0) {
        begin_element(block, any, f);
        fprintf(out, "%d:%d with points pt %d ps 1.05 lw 1", X, PUBLISHED, l.open);
        write_colour(p, line, f);
    }
    if (n.intervals > 0) {
        begin_element(block, any, f);
        fprintf(out, "%d:%d:(0):($%d-$%d) with vectors nohead", X, LOW, HIGH, LOW);
        write_colour(p, line, f);
    }
    if (n.values > 0)
        write_values(p, block, line, &n, any, f);
    if (n.marked > 0) {
        begin_element(block, any, f);
        fprintf(out, "%d:($%d == 1 ? $%d : NaN) with points pt 6 ps 1 lw 0.8 lc rgb '" RING "'", X,
                MARKED, Y);
    }
    if (n.bounds > 0)
        write_bounds(p, block, line, any, f);
    if (n.words > 0)
        write_words(p, block, line, any, f);
}

/* Blocks of fields stand behind those of lines. */
static void write_fields(const chart_page *p, size_t panel, bool *any, figure *f)
{
    size_t block = p->panels * p->lines;
    for (size_t i = 0; i < p->of->fields; i++) {
        if (p->of->field[i].panel == p->panel + panel) {
            begin_element(block, any, f);
            fputs("1:2:3 with image", f->script.stream);
        }
        block += is_of_page(p, &p->of->field[i]);
    }
}

static void write_curves(const chart_page *p, size_t panel, bool *any, figure *f)
{
    for (size_t i = 0; i < p->of->curves; i++) {
        const chart_curve *curve = &p->of->curve[i];
        if (curve->panel != CHART_EVERYWHERE && (size_t)curve->panel != p->panel + panel)
            continue;
        fprintf(f->script.stream, "%s%s with lines lw 1 dt %d lc rgb '%s'",
                *any ? ", \\\n  " : "plot \\\n  ", curve->formula, curve->dash,
                chart_curve_colour(p, curve));
        *any = true;
    }
}

const char *chart_curve_colour(const chart_page *p, const chart_curve *curve)
{
    return curve->line == CHART_GUIDE ? "#777777"
                                      : chart_line_style(p->of, (size_t)curve->line).colour;
}

/* Below turned names it is placed here: gnuplot takes these for longer than they are. */
static void write_x_label(const chart_page *p, size_t panel, const edges *e, figure *f)
{
    static const double below = 0.8; /* cm, of its middle below the panel and its names */
    const double across = (e->right - e->left) * p->width;
    const bool shown = sheet_has_bottom(&p->at, panel), turned = p->at.form.names > 0;
    fputs(shown && turned ? "set label 2 " : "unset label 2\nset xlabel ", f->script.stream);
    if (shown)
        chart_write_label(x_at(p, p->panel + panel),
                          p->at.across == 1 ? p->width - 1 : across + 0.25, false, f);
    else
        fputs("''", f->script.stream);
    if (shown && turned)
        fprintf(f->script.stream, " at graph 0.5, screen %.5f center",
                e->bottom - (p->at.form.names + below) / p->height);
    fputc('\n', f->script.stream);
}

/* Names stand at every panel, titles of axes at the left and below. */
static void write_frame(const chart_page *p, size_t panel, const edges *e, figure *f)
{
    FILE *out = f->script.stream;
    const double across = (e->right - e->left) * p->width, along = (e->top - e->bottom) * p->height;
    const chart_axis *y = chart_y_at(p->of, p->panel + panel);
    const bool left = sheet_has_left(&p->at, panel);
    edges_write(e, out);
    fputs("set title ", out);
    chart_write_text(p->of->panel[p->panel + panel], across + CHART_TITLE_BEYOND, p->title_lines,
                     f);
    fputs(" offset 0, -0.7\n", out);
    write_x_label(p, panel, e, f);
    fputs("set ylabel ", out);
    if (left)
        chart_write_label(y, chart_label_most(along, p->panels == 1), true, f);
    else
        fputs("''", out);
    const bool two = chart_is_long(y, along, p->panels == 1);
    fprintf(out, " offset %s, 0\nset y2range [0:1]\n", two ? "-0.3" : "0.8");
    chart_write_axis(x_at(p, p->panel + panel), "x", across, true, f);
    chart_write_axis(y, "y", along, left, f);
}

/* A strip behind the marks of what has no value: there they are not read as values. */
static void write_strip(const chart_page *p, size_t panel, figure *f)
{
    const double top = CHART_FRAME + CHART_LAYER * ((double)chart_layers(p->of) - 0.4);
    bool any = false;
    for (size_t line = 0; line < p->lines && !any; line++)
        any = needs_of(p, panel, line).words > 0;
    fputs("unset object 1\n", f->script.stream);
    if (any)
        fprintf(f->script.stream,
                "set object 1 rectangle from graph 0, graph 0 to graph 1, graph %.4f behind "
                "fillstyle solid noborder fc rgb '#eeeeee'\n",
                top);
}

/* The scale of colours once, with the first panel. */
static void write_panel(const chart_page *p, size_t panel, figure *f)
{
    const edges e = chart_panel_edges(p, panel);
    bool any = false;
    write_frame(p, panel, &e, f);
    write_strip(p, panel, f);
    write_fields(p, panel, &any, f);
    write_curves(p, panel, &any, f);
    for (size_t line = 0; line < p->lines; line++)
        write_line(p, panel, line, &any, f);
    fputs(any ? "\n" : "plot NaN notitle\n", f->script.stream);
    if (panel == 0)
        fputs("unset colorbox\nunset label 1\n", f->script.stream);
}

/* --- key --- */

static void begin_entry(const char *looks, figure *f)
{
    fprintf(f->script.stream, ", \\\n  keyentry with %s title ", looks);
}

static void write_line_entry(const chart_page *p, size_t line, const sheet *s, figure *f)
{
    char looks[120];
    const series_style l = chart_line_style(p->of, p->line + line);
    const stroke w = stroke_of(p, line);
    const int used =
        snprintf(looks, sizeof looks, "%s pt %d ps %.2f lc rgb '%s'",
                 p->of->joined ? "linespoints" : "points", l.filled, w.point, l.colour);
    if (p->of->joined && used > 0)
        snprintf(looks + used, sizeof looks - (size_t)used, " lw %.1f dt %d", w.line, l.dash);
    char text[CHART_KEY];
    chart_key_text(p->of, p->line + line, text);
    begin_entry(looks, f);
    sheet_key_text(s, text, f);
}

static void write_marks(const chart_page *p, const sheet *s, figure *f)
{
    const chart *c = p->of;
    if (chart_page_has(p, chart_is_published)) {
        begin_entry("points pt 6 ps 1.05 lw 1 lc rgb '#555555'", f);
        sheet_key_text(s, chart_open_text(c), f);
    }
    if (chart_page_has(p, chart_is_marked)) {
        begin_entry("points pt 6 ps 1 lw 0.8 lc rgb '" RING "'", f);
        sheet_key_text(s, chart_marked_text(c), f);
    }
    if (chart_page_has(p, chart_is_bound)) {
        begin_entry("vectors head filled size screen 0.008, 25 lw 1 lc rgb '#555555'", f);
        sheet_key_text(s, CHART_AT_LEAST, f);
    }
    for (size_t i = 0; i < c->words; i++) {
        char looks[64];
        snprintf(looks, sizeof looks, "points pt %d ps 0.7 lc rgb '#555555'",
                 word_marks[i % WORD_MARKS]);
        begin_entry(looks, f);
        sheet_key_text(s, c->word[i], f);
    }
}

static void write_key(const chart_page *p, figure *f)
{
    const chart *c = p->of;
    sheet s = p->at;
    if (s.form.entries == 0)
        return;
    s.height = p->height;
    sheet_begin_key(&s, f);
    if (c->form->key) {
        begin_entry("lines lc rgb 'white'", f);
        sheet_key_text(&s, c->form->key, f);
    }
    for (size_t i = 0; chart_page_names_lines(p) && i < p->lines; i++)
        write_line_entry(p, i, &s, f);
    write_marks(p, &s, f);
    for (size_t i = 0; i < c->curves; i++) {
        char looks[64];
        if (!c->curve[i].title[0])
            continue;
        snprintf(looks, sizeof looks, "lines lw 1 dt %d lc rgb '%s'", c->curve[i].dash,
                 chart_curve_colour(p, &c->curve[i]));
        begin_entry(looks, f);
        sheet_key_text(&s, c->curve[i].title, f);
    }
    fputc('\n', f->script.stream);
}
