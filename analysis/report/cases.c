/* All cases of a large study, as data that the page's script shows a part at a time: what tells
 * each, its answer, how it ended, and its file. */
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/quantities/response.h"
#include "analysis/report/names.h"
#include "analysis/report/report.h"
#include "analysis/select/selection.h"

enum {
    FEW = 60,              /* cases, which the answers show whole */
    BYTES_MOST = 1200000,  /* of the data: a page stays within some MB */
    EXPERIMENT_COLUMNS = 1 /* of several experiments a case is one name */
};

/* Where the data have columns of their own. */
static bool has_columns(const report *r, const selection *apart)
{
    return r->study.experiments <= EXPERIMENT_COLUMNS && apart->coordinates > 0;
}

static void write_text(const char *text, FILE *out)
{
    fputc(',', out);
    html_json(text, out);
}

static void write_header(const report *r, const selection *apart, FILE *out)
{
    const bool columns = has_columns(r, apart);
    fputs("{\"columns\":[", out);
    for (size_t i = 0; columns && i < apart->coordinates; i++) {
        const variable *v = &apart->coordinate[i].shown;
        char title[2 * VARIABLE_NAME];
        snprintf(title, sizeof title, "%s%s%s", v->title, v->unit[0] ? ", " : "", v->unit);
        fputs(i ? "," : "", out);
        html_json(title, out);
    }
    if (!columns)
        html_json("case", out);
    write_text("answer", out);
    write_text("ended", out);
    fputs("],\"rows\":[", out);
}

static void write_value(const variable *v, const datum *d, FILE *out)
{
    char text[DATUM_TEXT];
    variable_text(v, d, text, sizeof text);
    if (d->there && !d->text[0])
        fputs(text, out);
    else
        html_json(text, out);
}

static void write_answer(const report *r, const study_case *c, FILE *out)
{
    const answer a = answer_of(&r->study, c);
    const char *unit = response_unit(&a.of);
    char text[128], whole[192];
    answer_text(&a, text, sizeof text);
    snprintf(whole, sizeof whole, "%s%s%s", text, a.measured == a.measured && *unit ? " " : "",
             a.measured == a.measured ? unit : "");
    write_text(whole, out);
}

static void write_row(const report *r, const selection *apart, const study_case *c, FILE *out)
{
    char name[REPORT_NAME];
    const bool columns = has_columns(r, apart);
    fputc('[', out);
    for (size_t i = 0; columns && i < apart->coordinates; i++) {
        const variable *v = &apart->coordinate[i].shown;
        const datum d = variable_of(&r->study, v, c);
        fputs(i ? "," : "", out);
        write_value(v, &d, out);
    }
    if (!columns) {
        report_name(r, c, name);
        html_json(name, out);
    }
    write_answer(r, c, out);
    write_text(case_status(c), out);
    write_text(c->absent ? "" : c->path, out);
    fputc(']', out);
}

/* The rows that the data have room for. */
static size_t write_rows(const report *r, const selection *apart, FILE *out)
{
    const long begin = ftell(out);
    size_t rows = 0;
    while (rows < r->study.count && ftell(out) - begin < BYTES_MOST) {
        fputs(rows ? ",\n" : "", out);
        write_row(r, apart, &r->study.item[rows++], out);
    }
    return rows;
}

static void write_left_out(const report *r, size_t rows, FILE *out)
{
    if (rows == r->study.count)
        return;
    fprintf(out, "<p>The first %zu of %zu cases; <code>trama export ", rows, r->study.count);
    html_word(r->folder[0], out);
    fputs(" --csv</code> writes all.</p>\n", out);
}

static void write(report *r, FILE *out)
{
    selection apart;
    if (r->study.count <= FEW)
        return;
    if (!selection_make(&r->study, NULL, NULL, NULL, &apart)) {
        r->failed = true;
        fputs("no memory for the list of cases\n", r->err);
        selection_free(&apart);
        return;
    }
    fprintf(out,
            "<div class=\"cases\"><noscript><p>%zu cases, which are shown by JavaScript."
            "</p></noscript></div>\n<script type=\"application/json\" id=\"listing\">",
            r->study.count);
    write_header(r, &apart, out);
    const size_t rows = write_rows(r, &apart, out);
    fputs("]}</script>\n", out);
    write_left_out(r, rows, out);
    selection_free(&apart);
}

const section_type section_cases = {.id = "cases", .title = "All cases", .write = write};
