/* The page around the sections: head, contents, end. Its policy lets nothing in from outside and no
 * style or script run but its own, whose hashes it names; so no text of a results file can act. */
#include "analysis/report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/quantities/response.h"
#include "analysis/report/report.h"

/* One script, of which each file is a part. */
static const struct script {
    const unsigned char *text;
    const size_t *size;
} scripts[] = {
    {base_js, &base_js_size},     {mesh_js, &mesh_js_size},     {pair_js, &pair_js_size},
    {player_js, &player_js_size}, {tables_js, &tables_js_size}, {cases_js, &cases_js_size},
    {drawer_js, &drawer_js_size}, {page_js, &page_js_size},
};
enum { SCRIPTS = sizeof scripts / sizeof *scripts };

static void write_policy(FILE *out)
{
    html_part part[SCRIPTS];
    for (size_t i = 0; i < SCRIPTS; i++)
        part[i] = (html_part){scripts[i].text, *scripts[i].size};
    fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "img-src data: blob:; base-uri 'none'; form-action 'none'; style-src ",
          out);
    html_hash(&(html_part){page_css, page_css_size}, 1, out);
    fputs("; script-src ", out);
    html_hash(part, SCRIPTS, out);
    fputs("\">\n", out);
}

static void write_experiments(const report *r, FILE *out)
{
    size_t count;
    const char **experiment = report_distinct(&r->study, &column_case_experiment, &count);
    for (size_t i = 0; experiment && i < count; i++) {
        fputs(i ? ", " : "", out);
        html_text(experiment[i], out);
    }
    free(experiment);
}

static void write_question(const report *r, FILE *out)
{
    char text[600];
    report_question(r, text, sizeof text);
    html_text(text, out);
}

/* How much there is, and of what. */
static void write_about(const report *r, FILE *out)
{
    enum { NAMED_MOST = 6 };
    size_t count;
    const char **experiment = report_distinct(&r->study, &column_case_experiment, &count);
    fprintf(out, "trama, %zu case%s of ", r->study.count, r->study.count == 1 ? "" : "s");
    for (size_t i = 0; experiment && i < count && i < NAMED_MOST; i++) {
        fputs(i ? ", " : "", out);
        html_text(experiment[i], out);
    }
    if (count > NAMED_MOST)
        fprintf(out, " and %zu more experiments", count - NAMED_MOST);
    free(experiment);
}

/* A link to a page of the appendix, or (0) to the first. */
static void write_page_link(const report *r, size_t number, const char *text, const char *label,
                            FILE *out)
{
    char *path = number ? report_appendix(r->page, number) : strdup(r->page);
    const char *slash = path ? strrchr(path, '/') : NULL;
    fputs("<a href=\"", out);
    html_text(slash ? slash + 1 : path ? path : "", out);
    fprintf(out, "\"%s>%s</a>", label, text);
    free(path);
}

/* The other pages: "Appendix", or "Appendix 1 2 3" on one line. */
static void write_pages(const report *r, FILE *out)
{
    if (r->is_rest) {
        fputs("<li>", out);
        write_page_link(r, 0, "Back to the report", "", out);
        fputs("</li>\n", out);
    }
    if (r->pages == (r->is_rest ? 1 : 0))
        return;
    fputs(r->pages == 1 ? "<li>" : "<li class=\"pages\">Appendix", out);
    for (size_t number = 1; number <= r->pages; number++) {
        char text[32], label[64] = "";
        const bool one = r->pages == 1;
        snprintf(text, sizeof text, "%zu", number);
        if (!one)
            snprintf(label, sizeof label, " aria-label=\"Appendix, page %zu\"", number);
        fputs(one ? "" : " ", out);
        if (!r->is_rest || number != r->number)
            write_page_link(r, number, one ? "Appendix" : text, label, out);
        else
            fprintf(out, "<b>%s</b>", text);
    }
    fputs("</li>\n", out);
}

static void write_contents(const report *r, const bool *there, FILE *out)
{
    fputs("<nav aria-label=\"Contents\"><ul>\n", out);
    for (size_t i = 0; i < trama_registry_count(&section_registry); i++) {
        const section_type *section = trama_registry_at(&section_registry, i);
        if (!there[i])
            continue;
        fprintf(out, "<li><a href=\"#%s\">", section->id);
        html_text(section->title, out);
        fputs("</a></li>\n", out);
    }
    write_pages(r, out);
    fputs("</ul></nav>\n", out);
}

/* Where there are several; page.js shows it, since it does nothing without. */
static void write_methods(const report *r, FILE *out)
{
    size_t count = 0;
    const char **method = calloc(r->study.count + 1, sizeof *method);
    for (size_t i = 0; method && i < r->study.count; i++)
        names_add(method, &count, case_method_title(&r->study.item[i]));
    if (count > 1)
        fputs("<fieldset class=\"methods\" hidden><legend>Methods shown</legend>\n", out);
    for (size_t i = 0; count > 1 && i < count; i++) {
        fputs("<label><input type=\"checkbox\" checked value=\"", out);
        html_text(method[i], out);
        fputs("\"> ", out);
        html_text(method[i], out);
        fputs("</label>\n", out);
    }
    fputs(count > 1 ? "</fieldset>\n" : "", out);
    if (!method)
        study_miss(&r->study);
    free(method);
}

/* Whether one of the lines of a text is the one that begins at `line`. */
static bool has_line(const char *lines, const char *line, size_t length)
{
    for (const char *at = lines; at && *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strcspn(at, "\n") == length && memcmp(at, line, length) == 0)
            return true;
    return false;
}

static void write_line(const char *line, size_t length, FILE *out)
{
    char text[1200];
    snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : sizeof text), line);
    fputs("<li>", out);
    html_text(text, out);
    fputs("</li>\n", out);
}

/* Each once. */
static size_t write_lines(const report *r, FILE *out)
{
    enum { LINES_MOST = 30 };
    size_t lines = 0;
    for (const char *at = r->said->data; *at; at += strspn(at, "\n")) {
        const size_t length = strcspn(at, "\n");
        char *before = strndup(r->said->data, (size_t)(at - r->said->data));
        const bool told = has_line(r->told, at, length) || has_line(before, at, length);
        free(before);
        if (!told && lines++ == 0)
            fputs("<div id=\"amiss\">\n<h3>While this page was made</h3>\n<ul>\n", out);
        if (!told && lines <= LINES_MOST)
            write_line(at, length, out);
        at += length;
    }
    if (lines > LINES_MOST)
        fprintf(out, "<li>and %zu lines more</li>\n", lines - LINES_MOST);
    fputs(lines > 0 ? "</ul>\n</div>\n" : "", out);
    return lines;
}

/* Why a case that came to its end does not answer, or NULL. */
static const char *no_answer(const study *s, const study_case *c)
{
    const answer a = answer_of(s, c);
    const bool none = a.of.quantity[0] && isnan(a.measured) && a.end && a.end[0];
    return none && strcmp(a.end, "unstable") != 0 ? a.end : NULL;
}

/* To have become unstable is a result. */
static void say_none(const study *s, FILE *out)
{
    size_t unstable = 0, silent = 0;
    const char *first = NULL;
    for (size_t i = 0; i < s->count; i++) {
        const char *why = no_answer(s, &s->item[i]);
        unstable += strcmp(case_outcome(&s->item[i]), "unstable") == 0;
        silent += why != NULL;
        first = first ? first : why;
    }
    fprintf(out, "<p>None: %s%zu case%s gave a result", s->count > 1 ? "all " : "", s->count,
            s->count == 1 ? "" : "s");
    if (unstable > 0)
        fprintf(out, ", and %zu became unstable", unstable);
    if (silent > 0) {
        fprintf(out, "; %zu %s no answer, the first: ", silent, silent == 1 ? "has" : "have");
        html_text(first, out);
    }
    fputs(".</p>\n", out);
}

void page_said(const report *r, bool none, FILE *out)
{
    const bool kept = r->said && fflush(r->said->stream) == 0;
    const size_t lines = kept ? write_lines(r, out) : 0;
    if (none && lines == 0)
        say_none(&r->study, out);
}

void page_begin(const report *r, const bool *there, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    write_policy(out);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta name=\"color-scheme\" content=\"light dark\">\n"
          "<link rel=\"icon\" href=\"data:,\">\n<title>trama: report on ",
          out);
    write_experiments(r, out);
    fputs("</title>\n<style>", out);
    fwrite(page_css, 1, page_css_size, out);
    fputs("</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the report</a>\n"
          "<div class=\"side\">\n",
          out);
    write_contents(r, there, out);
    write_methods(r, out);
    fputs("</div>\n<div class=\"body\">\n<header>\n<h1>", out);
    if (r->is_rest && r->pages > 1)
        fprintf(out, "Appendix, page %zu of %zu: ", r->number, r->pages);
    else
        fputs(r->is_rest ? "Appendix: " : "", out);
    write_question(r, out);
    fputs("</h1>\n<p class=\"about\">", out);
    write_about(r, out);
    fputs("</p>\n</header>\n<main id=\"main\" tabindex=\"-1\">\n", out);
}

void page_end(const report *r, FILE *out)
{
    fputs("</main>\n<footer><p>", out);
    if (r->pages > 0)
        fprintf(out, "%zu files by themselves", r->pages + 1);
    else
        fputs("One file by itself", out);
    fputs(": nothing is loaded from anywhere. Made by <code>trama report</code>.</p></footer>\n"
          "</div>\n<script>",
          out);
    for (size_t i = 0; i < SCRIPTS; i++)
        fwrite(scripts[i].text, 1, *scripts[i].size, out);
    fputs("</script>\n</body>\n</html>\n", out);
}
