/* Tables as LaTeX: every row has the columns of its head, every grid is set within a page and all
 * of its cells are there, whatever they hold; and pdflatex, where it is installed, agrees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/document.h"
#include "analysis/table/latex.h"

static char *latex_of(const document *d)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    document_latex(d, out);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* A grid of numbers with marks, words among them, groups, and a note. */
static document small(void)
{
    static const char *const header[] = {"Simulation", "Largest Δt (s)\tmeasured",
                                         "Largest Δt (s)\tpublished", NULL};
    document d = {0};
    document_heading(&d, "A heading & more");
    document_mark(&d, "≠: not as published.");
    document_mark(&d, "‡: never used.");
    document_grid(&d, "lrr", "");
    document_cells(&d, header);
    document_cell(&d, "S1");
    document_cell(&d, "0.012 ≠");
    document_real(&d, 1e-7, 4);
    document_cell(&d, "S2_long");
    document_cell(&d, "at least 0.02 (cap) ≠");
    document_cell(&d, "–");
    for (int row = 0; row < 2; row++) {
        document_cell(&d, row ? "*" : "[2em]");
        document_cell(&d, "0.012");
        document_cell(&d, "–");
    }
    document_note(&d, "A note on S2.");
    return d;
}

static void numbers_are_set_by_siunitx_below_their_groups(void **state)
{
    (void)state;
    document d = small();
    char *text = latex_of(&d);
    assert_non_null(strstr(text, "\\begin{table}[!htbp]")); /* as wide as a column of two */
    assert_non_null(strstr(text, "\\caption{A heading \\& more}"));
    assert_non_null(strstr(text, "@{}lS[table-format=1.3,table-space-text-post={\\,$\\neq$},table-"
                                 "align-text-post=false]S[table-format=1e-1]@{}"));
    assert_non_null(strstr(text, "\\multicolumn{2}{c}{Largest $\\Delta t$ (s)}"));
    assert_non_null(strstr(text, "\\cmidrule(lr){2-3}"));
    assert_non_null(strstr(text, "{Simulation} & {measured} & {published} \\\\"));
    assert_non_null(strstr(text, "\\\\\n{[}2em] & 0.012 & {--} \\\\\n{*} & 0.012 &"));
    assert_non_null(strstr(text, "S1 & 0.012 {\\,$\\neq$} & 1e-7 \\\\"));
    assert_non_null(strstr(text, "at least \\\\0.02 (cap) \\\\$\\neq$\\end{tabular}} & {--} \\\\"));
    assert_non_null(strstr(text, "$\\neq$: not as published.\n\\par\nA note on S2."));
    assert_null(strstr(text, "never used"));
    free(text);
    document_free(&d);
}

static void a_number_is_told_from_a_word(void **state)
{
    (void)state;
    static const struct {
        const char *cell;
        bool is;
        int before, after, exponent;
    } cells[] = {
        {"12", true, 2, 0, 0},        {"-0.012", true, 1, 3, 0}, {"1.5e-07 †", true, 1, 1, 1},
        {"3e+12", true, 1, 0, 2},     {"+3 %", false, 0, 0, 0},  {"–", false, 0, 0, 0},
        {"[12, 13]", false, 0, 0, 0}, {"", false, 0, 0, 0},      {"12 m", false, 0, 0, 0},
        {"1 ≠ 2", false, 0, 0, 0},    {"e5", false, 0, 0, 0},    {"5 ‡", true, 1, 0, 0},
    };
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        latex_number n;
        const bool is = latex_number_read(cells[i].cell, &n);
        if (is != cells[i].is || (is && (n.before != cells[i].before || n.after != cells[i].after ||
                                         n.exponent != cells[i].exponent)))
            fail_msg("'%s': %d, %d.%d e%d", cells[i].cell, is, n.before, n.after, n.exponent);
    }
}

/* Of cmr10, as its metrics have them. */
static void widths_are_those_of_the_font(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        long width;
    } texts[] = {{"newton", 3167}, {"Mixed", 2723}, {"0.012", 2278}, {"_{x}", 2328}, {"ã", 1000}};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (latex_width(texts[i].text, strlen(texts[i].text)) != texts[i].width)
            fail_msg("'%s': %ld", texts[i].text, latex_width(texts[i].text, strlen(texts[i].text)));
    assert_int_equal(latex_line("drape-newton at rest", 4000), strlen("drape-"));
    assert_int_equal(latex_line("drape-newton at rest", 6000), strlen("drape-newton "));
}

enum { COLUMNS = 14, ROWS = 20 };

/* What studies have and worse: 14 columns, of them three of long texts; 20 rows. */
static document large(void)
{
    char align[COLUMNS + 1] = "llrrrrrrrllrrr";
    document d = {0};
    document_heading(&d, "Too wide, too long: %d x %d", ROWS, COLUMNS);
    document_paragraph(&d, "A paragraph with/a/path/of_many_parts_that_no_hyphen_breaks, λ₁ ≤ 布 "
                           "and ω² ⊕ 3.");
    document_mark(&d, "†: with a note that is longer than the table is wide, so that it has to be "
                      "set in several lines below it.");
    document_grid(&d, align, "");
    for (int k = 0; k < COLUMNS; k++)
        document_cell(&d, k % 3 == 2 ? "group of %d\thead of column %d" : "a head %d (m/s) %d",
                      k / 3, k);
    for (int row = 0; row < ROWS; row++)
        for (int k = 0; k < COLUMNS; k++)
            if (k == 1 || k == 9 || k == 10)
                document_cell(&d,
                              "row %d of a text: Passos de tempo máximos e iterações "
                              "necessárias (claims_without_phi.csv)",
                              row);
            else
                document_cell(&d,
                              k == 0    ? "R%.0f"
                              : row % 7 ? "%.6g"
                                        : "none: it fell at %.3g †",
                              k == 0 ? row : (row - 30) * 1.234567e-3 * k);
    return d;
}

/* Outside the stacked heads, which are tables of one column. */
static void check_rows(const char *text)
{
    size_t columns = 0, rows = 0;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        const size_t length = strcspn(line, "\n");
        size_t ands = 0;
        for (size_t i = 1; i < length; i++)
            ands += line[i] == '&' && line[i - 1] != '\\';
        const bool row = length > 3 && strncmp(line + length - 3, " \\\\", 3) == 0 &&
                         strncmp(line, "\\multicolumn", 12) != 0;
        if (strncmp(line, "\\toprule", 8) == 0)
            columns = 0;
        if (!row)
            continue;
        if (columns > 0 && ands != columns)
            fail_msg("%zu columns, and the head has %zu: %.*s", ands + 1, columns + 1, (int)length,
                     line);
        columns = ands;
        rows++;
        if (line[length] == '\0')
            break;
    }
    assert_true(rows > ROWS);
}

static void what_a_page_has_no_room_for_is_continued(void **state)
{
    (void)state;
    document d = large();
    char *text = latex_of(&d);
    check_rows(text);
    assert_int_equal(text_count(text, "{"), text_count(text, "}"));
    assert_int_equal(text_count(text, "\\begin{table*}"), text_count(text, "\\end{table*}"));
    assert_int_equal(text_count(text, "(continued)"), text_count(text, "\\begin{table*}") - 1);
    for (int row = 0; row < ROWS; row++) {
        char key[24];
        snprintf(key, sizeof key, "\nR%d & ", row);
        assert_true(text_count(text, key) >= 2); /* in each part of the columns */
    }
    for (int k = 0; k < COLUMNS; k++) {
        char head[32];
        snprintf(head, sizeof head, "%d", k);
        assert_non_null(strstr(text, head));
    }
    assert_non_null(strstr(text, "{[}U+5E03]")); /* what LaTeX has no command for */
    free(text);
    document_free(&d);
}

/* Both documents under `options` of the class: no error, no box that is too full. */
static void compile(const char *options)
{
    document parts[] = {small(), large()};
    char head[512], *text[2] = {latex_of(&parts[0]), latex_of(&parts[1])};
    snprintf(head, sizeof head,
             "\\documentclass[%s]{article}\n\\usepackage[utf8]{inputenc}\n"
             "\\usepackage[T1]{fontenc}\n\\usepackage{amssymb,booktabs,siunitx}\n"
             "\\begin{document}\n",
             options);
    char *all = malloc(strlen(head) + strlen(text[0]) + strlen(text[1]) + 64);
    assert_non_null(all);
    sprintf(all, "%s%s%s\\end{document}\n", head, text[0], text[1]);
    folder_write("tables.tex", all);
    const int code = system("pdflatex -interaction=nonstopmode -halt-on-error tables >said 2>&1");
    char *log = text_of_file("tables.log");
    if (code != 0 || strstr(log, "Overfull") || strstr(log, "Float too large") ||
        strstr(log, "Missing character"))
        fail_msg("%s: pdflatex ends with %d: %s", options, code, log);
    free(log);
    free(all);
    for (size_t i = 0; i < 2; i++) {
        free(text[i]);
        document_free(&parts[i]);
    }
}

static void pdflatex_finds_no_box_too_full(void **state)
{
    (void)state;
    if (system("kpsewhich siunitx.sty amssymb.sty booktabs.sty >/dev/null 2>&1") != 0) {
        print_message("skipped: pdflatex with siunitx and booktabs is not installed "
                      "(texlive-science, texlive-latex-recommended)\n");
        skip();
    }
    compile("a4paper");
    compile("a4paper,twocolumn");
}

/* What every row says is said once, and what no row says not at all. */
static void a_wide_table_says_once_what_is_the_same_in_every_row(void **state)
{
    (void)state;
    static const char *const header[] = {"Run",      "Method", "What is said", "bound", "measured",
                                         "sentence", NULL};
    document d = {0};
    document_grid(&d, "llllrl", "Claims");
    document_cells(&d, header);
    for (int row = 0; row < 5; row++) {
        document_cell(&d, "run %d", row);
        document_cell(&d, "Symplectic Euler");
        document_cell(&d, "the sheet %d comes to rest within the time that is printed", row);
        document_cell(&d, "published at great length %d", row);
        document_cell(&d, "%d", row);
        document_cell(&d, "%s", "");
    }
    char *text = latex_of(&d);
    assert_non_null(strstr(text, "\\caption{Claims; Method: Symplectic Euler}"));
    assert_int_equal(text_count(text, "Symplectic"), 1);
    assert_non_null(strstr(text, "{Run} & {What is said} & {bound} & {measured} \\\\"));
    assert_null(strstr(text, "sentence"));
    free(text);
    document_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_set_by_siunitx_below_their_groups),
        cmocka_unit_test(widths_are_those_of_the_font),
        cmocka_unit_test(a_number_is_told_from_a_word),
        cmocka_unit_test(a_wide_table_says_once_what_is_the_same_in_every_row),
        cmocka_unit_test(what_a_page_has_no_room_for_is_continued),
        cmocka_unit_test(pdflatex_finds_no_box_too_full),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
