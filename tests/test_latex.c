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
    static const char *const header[] = {"Simulation", "Largest Δt (s), measured",
                                         "Largest Δt (s), published", NULL};
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

static void numbers_are_set_by_siunitx(void **state)
{
    (void)state;
    document d = small();
    char *text = latex_of(&d);
    assert_non_null(strstr(text, "\\begin{table}[!htbp]")); /* as wide as a column of two */
    assert_non_null(strstr(text, "\\caption{A heading \\& more}"));
    assert_non_null(strstr(text, "@{}lS[table-format=1.3,table-space-text-post={\\,$\\neq$},table-"
                                 "align-text-post=false]S[table-format=1e-1]@{}"));
    assert_non_null(strstr(text, "{Simulation} & {\\begin{tabular}[b]{@{}c@{}}Largest "
                                 "$\\Delta t$\\\\(s),\\\\measured\\end{tabular}} & "));
    assert_non_null(strstr(text, "\\\\\n{[}2em] & 0.012 & {--} \\\\\n{*} & 0.012 &"));
    assert_non_null(strstr(text, "S1 & 0.012 {\\,$\\neq$} & 1e-7 \\\\"));
    assert_non_null(strstr(text, "{\\begin{tabular}[t]{@{}c@{}}at least\\\\0.02 (cap) "
                                 "$\\neq$\\end{tabular}} & {--} \\\\"));
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

enum { COLUMNS = 14, ROWS = 90 };

/* What studies have and worse: 14 columns, of them three of long texts; 90 rows. */
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
        document_cell(&d, k % 3 == 2 ? "group of %d, head of column %d" : "a head %d (m/s) %d",
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
    assert_true(text_count(text, "\\begin{table*}") > 3);
    for (int row = 0; row < ROWS; row++) {
        char key[24];
        snprintf(key, sizeof key, "\nR%d & ", row);
        assert_int_equal(text_count(text, key), 1); /* in one of the parts */
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
             "\\usepackage[T1]{fontenc}\n\\usepackage{amssymb,booktabs,graphicx,siunitx,tabularx}\n"
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
    if (system("kpsewhich siunitx.sty amssymb.sty booktabs.sty tabularx.sty >/dev/null 2>&1") !=
        0) {
        print_message("skipped: pdflatex with siunitx and booktabs is not installed "
                      "(texlive-science, texlive-latex-recommended)\n");
        skip();
    }
    compile("a4paper");
    compile("a4paper,twocolumn");
}

/* Long texts share the line with the other columns where these leave room. */
static void long_texts_are_broken_and_empty_columns_left_out(void **state)
{
    (void)state;
    static const char *const header[] = {"Run", "What is said", "measured", "sentence", NULL};
    document d = {0};
    document_grid(&d, "llrl", "Claims");
    document_cells(&d, header);
    for (int row = 0; row < 5; row++) {
        document_cell(&d, "run %d", row);
        document_cell(&d, "the sheet %d comes to rest within the time that is printed", row);
        document_cell(&d, "%d", row);
        document_cell(&d, "%s", "");
    }
    char *text = latex_of(&d);
    assert_non_null(strstr(text,
                           "\\begin{tabularx}{\\linewidth}{@{}l>{\\raggedright\\arraybackslash"
                           "}XS[table-format=1]@{}}"));
    assert_non_null(strstr(text, "{Run} & {What is said} & {measured} \\\\"));
    assert_null(strstr(text, "sentence"));
    free(text);
    document_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_set_by_siunitx),
        cmocka_unit_test(a_number_is_told_from_a_word),
        cmocka_unit_test(long_texts_are_broken_and_empty_columns_left_out),
        cmocka_unit_test(what_a_page_has_no_room_for_is_continued),
        cmocka_unit_test(pdflatex_finds_no_box_too_full),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
