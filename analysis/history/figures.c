/* A history as figures: a panel for each series, its values against the commits that have its case.
 * A value holds until it changes, so its line has steps; a time has the interval of its median. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history/history.h"
#include "analysis/plot/sheet.h"
#include "core/numbers.h"

enum { PANELS = 12, VALUES_MOST = 24 }; /* of a figure; values that changed */

static bool *choose(const history *h, const history_steps *steps);
static void draw_figure(const history *h, const size_t *series, size_t count, size_t number,
                        gallery *g);

size_t history_draw(const history *h, const history_steps *steps, gallery *g)
{
    size_t figures = 0, count = 0;
    bool *chosen = choose(h, steps);
    size_t *series = calloc(h->serieses + 1, sizeof *series);
    g->failed |= !chosen || !series;
    for (size_t i = 0; chosen && series && i < h->serieses; i++)
        if (chosen[i])
            series[count++] = i;
    for (size_t i = 0; i < count; i += PANELS)
        draw_figure(h, series + i, count - i < PANELS ? count - i : PANELS, ++figures, g);
    free(series);
    free(chosen);
    return figures;
}

/* Words have no place on an axis. */
static bool is_drawn(const history *h, size_t series)
{
    size_t numbers = 0;
    for (size_t i = h->series[series].last; i != HISTORY_NONE; i = h->point[i].before)
        numbers += isfinite(h->point[i].value);
    return numbers > 0;
}

/* Answers and times, and the first lines of what changed. NULL without memory. */
static bool *choose(const history *h, const history_steps *steps)
{
    bool *chosen = calloc(h->serieses + 1, sizeof *chosen);
    size_t values = 0;
    for (size_t i = 0; chosen && i < h->serieses; i++)
        chosen[i] = (h->series[i].kind == HISTORY_ANSWER || h->series[i].kind == HISTORY_TIME) &&
                    is_drawn(h, i);
    for (size_t i = 0; chosen && i < steps->count && values < VALUES_MOST; i++) {
        const size_t series = steps->item[i].series;
        if (!chosen[series] && history_is_told(h, steps, i) && is_drawn(h, series)) {
            chosen[series] = true;
            values++;
        }
    }
    return chosen;
}

/* --- the data of a panel --- */

/* The point that says what the series was at an entry, or NULL. */
static const history_point *point_at(const history *h, size_t series, size_t entry)
{
    size_t i = h->series[series].last;
    while (i != HISTORY_NONE && h->point[i].entry > entry)
        i = h->point[i].before;
    return i == HISTORY_NONE ? NULL : &h->point[i];
}

static bool has_case(const history *h, size_t of, size_t entry)
{
    return history_covered_before(h, of, entry + 1) == entry;
}

static bool is_taken(const history *h, const history_series *of, const history_point *p, size_t e)
{
    return p && has_case(h, of->of, e) && (of->kind != HISTORY_TIME || p->entry == e);
}

/* How the values of a panel are shown: as they are, or, where they differ by less than a hundredth,
 * as percent above the first. */
typedef struct scale {
    range values; /* as they are shown */
    double first; /* NAN: they are shown as they are */
} scale;

static double shown(const scale *as, double value)
{
    return isnan(as->first) ? value : 100.0 * (value - as->first) / fabs(as->first);
}

static scale scale_of(const history *h, size_t series)
{
    scale as = {range_empty(), TRAMA_NAN};
    range values = range_empty();
    double first = TRAMA_NAN;
    for (size_t e = 0; e < h->entries; e++) {
        const history_point *p = point_at(h, series, e);
        if (!is_taken(h, &h->series[series], p, e))
            continue;
        range_include(&values, p->value);
        range_include(&values, p->low);
        range_include(&values, p->high);
        first = isnan(first) ? p->value : first;
    }
    const double moved = values.high - values.low;
    if (moved > 0 && moved < 0.01 * fabs(first))
        as.first = first;
    range_include(&as.values, shown(&as, values.low));
    range_include(&as.values, shown(&as, values.high));
    return as;
}

/* Entry, value, and the interval; entries without the case are left out, so that a line joins those
 * that have it. */
static void write_data(const history *h, size_t series, const scale *as, figure *f)
{
    for (size_t e = 0; e < h->entries; e++) {
        const history_point *p = point_at(h, series, e);
        if (!is_taken(h, &h->series[series], p, e))
            continue;
        const double column[] = {p->value, isnan(p->low) ? p->value : p->low,
                                 isnan(p->high) ? p->value : p->high};
        fprintf(f->data.stream, "%zu", e);
        for (size_t k = 0; k < sizeof column / sizeof *column; k++) {
            fputc(' ', f->data.stream);
            figure_number(f, shown(as, column[k]));
        }
        fputc('\n', f->data.stream);
    }
    figure_end_block(f);
}

/* --- a panel --- */

static void cut_to(const char *text, size_t most, figure *f)
{
    char cut[200];
    const bool whole = strlen(text) <= most;
    snprintf(cut, sizeof cut, "%.*s%s", (int)(whole ? most : most - 1), text, whole ? "" : "…");
    figure_text(f, cut);
}

/* "dt_stable (ms)", or "kinetic, last, change (%)" */
static void write_quantity(const history_series *of, const scale *as, figure *f)
{
    char title[300];
    const char *unit = strcmp(of->unit, "1") == 0 ? "" : of->unit;
    if (!isnan(as->first))
        snprintf(title, sizeof title, "%.200s, change (%%)", of->quantity);
    else
        snprintf(title, sizeof title, "%.200s%s%.60s%s", of->quantity, unit[0] ? " (" : "", unit,
                 unit[0] ? ")" : "");
    cut_to(title, 38, f);
}

/* The quantity above its case. */
static void write_title(const history *h, const history_series *of, const scale *as, const edges *e,
                        figure *f)
{
    const double line = 0.42 / f->height;
    fputs("unset label\nset label ", f->script.stream);
    write_quantity(of, as, f);
    fprintf(f->script.stream, " at screen %.5f, screen %.5f left\nset label ", e->left,
            e->top + 1.5 * line);
    cut_to(h->of[of->of].name, 38, f);
    fprintf(f->script.stream, " at screen %.5f, screen %.5f left textcolor rgb '#555555'\n",
            e->left, e->top + 0.5 * line);
}

/* Names of commits along x, at most six, by their first letters. */
static void write_commits(const history *h, figure *f)
{
    enum { NAMES = 6, LETTERS = 7 };
    const size_t every = (h->entries + NAMES - 1) / NAMES;
    fputs("set xtics rotate by 35 right (", f->script.stream);
    for (size_t e = 0; e < h->entries; e += every ? every : 1) {
        char name[LETTERS + 1];
        snprintf(name, sizeof name, "%.*s", LETTERS, h->entry[e].commit);
        fputs(e ? ", " : "", f->script.stream);
        figure_tic(f, name);
        fprintf(f->script.stream, " %zu", e);
    }
    fprintf(f->script.stream, ")\nset xrange [-0.5:%zu.5]\n", h->entries ? h->entries - 1 : 0);
}

/* Values that changed fill it, however little that is. */
static void write_range(const range *values, figure *f)
{
    const double middle = (values->low + values->high) / 2.0;
    const double half = fmax((values->high - values->low) * 0.6, fabs(middle) * 1e-9);
    const double room = values->high > values->low ? half : middle != 0 ? fabs(middle) * 0.02 : 1.0;
    fprintf(f->script.stream, "set yrange [%.17g:%.17g]\n", middle - room, middle + room);
}

static void write_panel(const history *h, size_t series, const sheet *at, size_t place, figure *f)
{
    const history_series *of = &h->series[series];
    const edges e = sheet_panel(at, place);
    const series_style look = style_of(of->kind == HISTORY_TIME ? 1 : 0);
    const scale as = scale_of(h, series);
    write_data(h, series, &as, f);
    edges_write(&e, f->script.stream);
    write_title(h, of, &as, &e, f);
    write_range(&as.values, f);
    fprintf(
        f->script.stream,
        "plot data index %zu using 1:2 with %s lw 1.4 lc rgb '%s' notitle, \\\n"
        "  data index %zu using 1:2:3:4 with yerrorbars pt 7 ps 0.45 lw 1 lc rgb '%s' notitle\n",
        f->blocks - 1, of->kind == HISTORY_TIME ? "lines" : "steps", look.colour, f->blocks - 1,
        look.colour);
}

static void draw_figure(const history *h, const size_t *series, size_t count, size_t number,
                        gallery *g)
{
    figure f;
    char name[FIGURE_NAME];
    const sheet_form form = {.panels = count,
                             .across = 3,
                             .least = 4,
                             .row = 4.4,
                             .left = 1.55,
                             .every_left = true,
                             .title = 0.95,
                             .names = 0.6};
    const sheet at = sheet_of(&form, gallery_width(g));
    snprintf(name, sizeof name, "history-%zu", number);
    if (!figure_begin(&f, g, name, at.width, at.height))
        return;
    fputs("set multiplot\nunset key\nset format y '%.5g'\nset grid y\n", f.script.stream);
    write_commits(h, &f);
    for (size_t i = 0; i < count; i++)
        write_panel(h, series[i], &at, i, &f);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}
