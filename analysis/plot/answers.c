/* What each case of an experiment answered, as dots in rows: for results of which no other figure
 * is made, such as the limits of three methods on one sheet. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "analysis/plot/style.h"
#include "analysis/plot/value_axis.h"
#include "analysis/quantities/response.h"
#include "core/numbers.h"

enum { ROWS_LEAST = 2, ROWS_MOST = 30, ROW_TITLE = 200 };

/* cm */
static const double row_height = 0.5, around = 0.35, below = 1.4, right = 1.6;
static const double beside = 0.3, title_most = 9, plot_least = 3.4;

/* The answers of one experiment to one question, a row each. */
typedef struct rows {
    const study *s;
    response of;
    const study_case **item;
    size_t count;
    bool subjects, methods; /* whether they differ */
    range values;
    double title; /* width of the longest, cm */
} rows;

/* "S1, RK4, zeta 80": what all rows share is in no title. */
static void row_title(const rows *r, size_t i, char *text)
{
    const study_case *c = r->item[i];
    char subject[ROW_TITLE], variation[ROW_TITLE];
    case_subject_title(c, subject, sizeof subject);
    study_case_variation(r->s, c, variation, sizeof variation);
    const size_t comma = r->subjects || r->methods ? 0 : strspn(variation, ", ");
    snprintf(text, ROW_TITLE, "%.60s%s%.60s%.70s", r->subjects ? subject : "",
             r->subjects && r->methods ? ", " : "", r->methods ? case_method_title(c) : "",
             variation + comma);
    if (text[0] == '\0')
        study_case_title(r->s, c, text, ROW_TITLE);
}

/* Of one experiment, and of one quantity. */
static bool is_like(const study_case *a, const study_case *b)
{
    return strcmp(case_text(a, &column_case_experiment), case_text(b, &column_case_experiment)) ==
               0 &&
           strcmp(response_of(a).quantity, response_of(b).quantity) == 0;
}

/* All that answer as a case of the study does. False without memory. */
static bool collect(rows *r, const study_case *first)
{
    r->of = response_of(first);
    r->item = calloc(r->s->count, sizeof(*r->item));
    if (!r->item)
        return false;
    for (size_t i = 0; i < r->s->count; i++)
        if (is_like(first, &r->s->item[i]))
            r->item[r->count++] = &r->s->item[i];
    r->values = range_empty();
    for (size_t i = 1; i < r->count; i++) {
        const study_case *c = r->item[i];
        r->subjects |= strcmp(case_simulation(c), case_simulation(r->item[0])) != 0;
        r->methods |= strcmp(case_method_title(c), case_method_title(r->item[0])) != 0;
    }
    for (size_t i = 0; i < r->count; i++) {
        char text[ROW_TITLE];
        row_title(r, i, text);
        r->title = fmax(r->title, sheet_text_width(text));
        range_include(&r->values, answer_of(r->s, r->item[i]).measured);
    }
    r->title = fmin(r->title, title_most);
    return true;
}

/* One block: value and row, from 1 at the top. */
static void write_data(const rows *r, figure *f)
{
    char text[ROW_TITLE];
    fprintf(f->data.stream, "# %s (%s), row; a line a case\n", r->of.quantity, r->of.unit);
    for (size_t i = 0; i < r->count; i++) {
        row_title(r, i, text);
        fprintf(f->data.stream, "# %s\n", text);
        figure_number(f, answer_of(r->s, r->item[i]).measured);
        fprintf(f->data.stream, " %zu\n", i + 1);
    }
    figure_end_block(f);
}

/* "Largest stable step before the first failure (ms)" */
static void write_label(const rows *r, double width, figure *f)
{
    char cut[ROW_TITLE];
    const char *unit = response_unit(&r->of);
    sheet_fit(response_words(&r->of), width - sheet_text_width(unit), cut, sizeof cut);
    cut[0] = (char)toupper((unsigned char)cut[0]);
    value_axis_label(f, cut, unit);
}

/* From zero, unless that would crowd the values. */
static void write_axis(const rows *r, double length, figure *f)
{
    range shown = r->values;
    if (shown.low > 0 && shown.high / shown.low >= 10) {
        style_log_axis_within(f, "x", shown, length);
        return;
    }
    const bool alike = !(shown.high > shown.low);
    if (shown.low > 0 && (alike || shown.low < 0.7 * shown.high))
        shown.low = 0;
    else if (alike)
        shown = (range){1.5 * shown.low - 1, 1};
    shown.high += 0.06 * (shown.high - shown.low);
    style_linear_axis(f, "x", shown);
}

/* Beside the frame, on an axis of its own from 0 to 1: the text of a row, which belongs to its
 * method as its dot does. */
static void write_text(const char *text, bool left, size_t row, const char *method, figure *f)
{
    FILE *out = f->script.stream;
    fprintf(out, "%s  data every ::%zu::%zu using (%d):2:(",
            row == 0 && left ? "plot \\\n" : ", \\\n", row, row, left ? 0 : 1);
    figure_text(f, text);
    fprintf(out, ") axes x2y1 with labels %s offset %s, 0 title ", left ? "right" : "left",
            left ? "-0.6" : "0.6");
    figure_text(f, method);
}

/* The dot of a row that has a number. */
static void write_dot(const rows *r, size_t i, figure *f)
{
    const series_style l = style_of_method(case_integrator(r->item[i]));
    fprintf(f->script.stream,
            ", \\\n  data every ::%zu::%zu using 1:2 with points pt %d ps 0.7 lc rgb '%s' title ",
            i, i, l.filled, l.colour);
    figure_text(f, case_method_title(r->item[i]));
}

/* Its name, its value, and its dot. */
static void write_row(const rows *r, size_t i, figure *f)
{
    const char *method = case_method_title(r->item[i]);
    char title[ROW_TITLE], cut[ROW_TITLE + 8], value[128];
    answer a = answer_of(r->s, r->item[i]);
    a.published = TRAMA_NAN;
    answer_text(&a, value, sizeof value);
    row_title(r, i, title);
    sheet_fit(title, r->title, cut, sizeof cut);
    write_text(cut, true, i, method, f);
    write_text(value, false, i, method, f);
    if (!isnan(a.measured))
        write_dot(r, i, f);
}

static void write_rows(const rows *r, figure *f)
{
    fprintf(f->script.stream,
            "set yrange [%zu.6:0.4]\nunset ytics\nset x2range [0:1]\nunset x2tics\n", r->count);
    for (size_t i = 0; i < r->count; i++)
        write_row(r, i, f);
    fputc('\n', f->script.stream);
}

static void draw_figure(const rows *r, gallery *g)
{
    char name[FIGURE_NAME];
    figure f;
    const double left = r->title + beside;
    const double width = left + right + plot_least > FIGURE_SINGLE ? FIGURE_DOUBLE : FIGURE_SINGLE;
    const double height = row_height * (double)r->count + around + below;
    snprintf(name, sizeof name, "%.40s_%.40s", case_text(r->item[0], &column_case_experiment),
             r->of.quantity);
    if (!figure_begin(&f, g, name, width, height))
        return;
    write_data(r, &f);
    edges_write(&(edges){left / width, 1 - right / width, below / height, 1 - around / height},
                f.script.stream);
    write_axis(r, width - left - right, &f);
    fputs("set xlabel ", f.script.stream);
    write_label(r, width - 3 * beside, &f);
    /* In the middle of the figure, where the longest of names has room. */
    fprintf(f.script.stream, " offset character %.3g, 0\n", 0.5 * (right - left) / 0.169);
    fputs("set grid xtics lc rgb '#dddddd' lw 0.7 lt 1\nunset key\n", f.script.stream);
    write_rows(r, &f);
    figure_end(&f, g);
}

/* All that answer as a case does. */
static bool draw_rows(const study *s, const study_case *first, gallery *g)
{
    rows r = {.s = s};
    const bool collected = collect(&r, first);
    const bool any =
        collected && r.count >= ROWS_LEAST && r.count <= ROWS_MOST && !range_is_empty(&r.values);
    if (!collected)
        fputs("answers: not made: no memory\n", g->err);
    g->failed |= !collected;
    if (any)
        draw_figure(&r, g);
    free(r.item);
    return any;
}

/* Whether a case answers another question than all that were drawn. */
static bool is_new(const study_case *const *drawn, size_t count, const study_case *c)
{
    for (size_t i = 0; i < count; i++)
        if (is_like(drawn[i], c))
            return false;
    return response_of(c).quantity[0] != '\0';
}

static bool draw(const study *s, gallery *g)
{
    size_t count = 0;
    bool any = false;
    if (g->made > 0)
        return false;
    const study_case **drawn = calloc(s->count + 1, sizeof(*drawn));
    if (!drawn)
        fputs("answers: not made: no memory\n", g->err);
    g->failed |= !drawn;
    for (size_t i = 0; drawn && i < s->count; i++)
        if (is_new(drawn, count, &s->item[i])) {
            drawn[count++] = &s->item[i];
            any = draw_rows(s, &s->item[i], g) || any;
        }
    free(drawn);
    return any;
}

const plot_type plot_answers = {
    .name = "answers",
    .needs = "two cases or more that answer with a number, and no other figure",
    .draw = draw,
};
