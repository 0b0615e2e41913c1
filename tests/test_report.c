/* What the text of the report's page says. test_report_browser.c opens the page. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted.h"
#include "support/record_sample.h"
#include "support/report_sample.h"
#include "support/text.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"

/* One case from a configuration of that name, and its page. */
static char *page_of_a_case(const char *folder, const char *configuration)
{
    char page[64];
    bundle b = planted_case("one", "stable_step", "verlet", "ok");
    planted_limit(&b, 0.012, 0.013, "strain", 41);
    bundle_put_texts(&b, &column_config_file_name, (const char *const[]){configuration}, 1);
    bundle_put_texts(&b, &column_config_file_text, (const char *const[]){"experiment: one"}, 1);
    planted_write(&b, folder, "00");
    sample_report(folder);
    snprintf(page, sizeof page, "%s/report.html", folder);
    return planted_text(page);
}

static void what_a_shell_would_read_is_quoted(void **state)
{
    (void)state;
    char *page = page_of_a_case("quoted", "dad's $sheet.yaml");
    report_holds(page, "trama run \\\n    &#39;dad&#39;\\&#39;&#39;s $sheet.yaml&#39; \\\n    -o ");
    free(page);
}

static void what_there_is_none_of_has_no_section(void **state)
{
    (void)state;
    static const char *const none[] = {"meshes", "figures", "pairs", "changes"};
    char *page = page_of_a_case("still", "one.yaml");
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char id[64];
        snprintf(id, sizeof id, "\"#%s\"", none[i]);
        assert_null(strstr(page, id));
        snprintf(id, sizeof id, "<section id=\"%s\"", none[i]);
        assert_null(strstr(page, id));
    }
    report_holds(page, "<p>None: 1 case gave a result.</p>");
    assert_null(strstr(page, "≠: not as published")); /* nothing is published */
    assert_null(strstr(page, "id=\"assumptions\""));
    free(page);
}

/* To become unstable is a result, which is counted. */
static void what_became_unstable_is_counted(void **state)
{
    (void)state;
    bundle b = planted_case("broken", "run", "rk4", "ok");
    planted_labels(&b, "S1", NULL, NULL, NULL);
    planted_run(&b, 0.01, "unstable", 4);
    planted_write(&b, "broken", "00");
    char *page = page_of_a_case("broken", "one.yaml");
    report_holds(page, "<p>None: all 2 cases gave a result, and 1 became unstable.</p>");
    free(page);
}

/* A run that came to its end and does not answer is counted, with the word that its cell has. */
static void what_has_no_answer_is_counted(void **state)
{
    const planted_criterion never = {"displacement", 1e-6, -1, NULL};
    (void)state;
    for (int i = 0; i < 2; i++) {
        bundle b = planted_case("silent", "equilibrium", "rk4", "ok");
        planted_labels(&b, i ? "S2" : "S1", NULL, NULL, NULL);
        planted_criteria(&b, 0.01, &never, 1);
        planted_write(&b, "silent", i ? "01" : "00");
    }
    char *page = page_of_a_case("silent", "one.yaml");
    report_holds(page, "<p>None: all 3 cases gave a result; 2 have no answer, the first: not "
                       "reached.</p>");
    free(page);
}

static char *page_since(const char *folder, const char *since, int code)
{
    char page[64];
    char to[256], from[256];
    FILE *null = fopen("/dev/null", "w");
    snprintf(to, sizeof to, "%s", sample_path(folder));
    snprintf(from, sizeof from, "%s", sample_path(since));
    const char *const folders[] = {to};
    assert_int_equal(
        analysis_report_with(folders, 1, &(analysis_report_options){.since = from}, null, null),
        code);
    fclose(null);
    snprintf(page, sizeof page, "%s/report.html", folder);
    return planted_text(page);
}

static void plant_picture(const char *name)
{
    static const char picture[] = "<svg viewBox='0 0 9 9'><path d='M0 0'/></svg>";
    char path[64];
    snprintf(path, sizeof path, "captions/plots/%s.svg", name);
    sample_write(sample_path(path), picture, sizeof picture - 1);
}

/* Known by their whole name, by its start, or not at all; in the order of plots.def, but what a
 * study asks for before energies. */
static void a_picture_has_a_caption_by_its_name(void **state)
{
    (void)state;
    sample_make_folder("captions");
    sample_make_folder("captions/plots");
    plant_picture("stability_radii");
    plant_picture("response_rk4_of_mine");
    plant_picture("of_my_own");
    plant_picture("energy-2");
    char *page = page_of_a_case("captions", "one.yaml");
    report_holds(page, ". Spectral radii of a step side by side</span>");
    report_holds(page, ". What each case answers: rk4 of mine</span>");
    report_holds(page, ". of my own</span>");
    report_holds(page, ". Energy over time, page 2. Work is that of all loads");
    const char *own = strstr(page, "id=\"plot-of_my_own\"");
    assert_true(strstr(page, "id=\"plot-response_rk4_of_mine\"") <
                strstr(page, "id=\"plot-stability_radii\""));
    assert_true(strstr(page, "id=\"plot-stability_radii\"") < own);
    assert_true(own < strstr(page, "id=\"plot-energy-2\""));
    free(page);
}

static void plant_drawing(const char *name, int width)
{
    char path[64], text[120];
    const int size = snprintf(text, sizeof text,
                              "<svg width=\"%d\" height=\"9\" viewBox='0 0 9 9'>"
                              "<path d='M0 0'/></svg>",
                              width);
    snprintf(path, sizeof path, "widths/plots/%s.svg", name);
    sample_write(sample_path(path), text, (size_t)size);
}

/* How many drawings of a class a figure of the page has. */
static size_t drawings_of(const char *page, const char *name, const char *class)
{
    char begins[80], is[80];
    snprintf(begins, sizeof begins, "<figure id=\"plot-%s\"", name);
    snprintf(is, sizeof is, "<div class=\"paper%s\" role", class);
    const char *at = strstr(page, begins), *end = at ? strstr(at, "</figure>") : NULL;
    assert_non_null(end);
    char *figure = strndup(at, (size_t)(end - at));
    const size_t count = text_count(figure, is);
    free(figure);
    return count;
}

/* A figure as wide as a page has, for narrow screens, the one of a journal's column beside it; one
 * that is no wider than that, or has none, stands alone. */
static void a_broad_figure_has_a_narrow_one(void **state)
{
    static const struct {
        const char *name;
        int width, column;
        const char *alone; /* its class; NULL: it has two drawings */
    } figures[] = {{"broad", 661, 321, NULL}, {"slim", 321, 321, " slim"}, {"single", 661, 0, ""}};
    (void)state;
    sample_make_folder("widths");
    sample_make_folder("widths/plots");
    sample_make_folder("widths/plots/column");
    for (size_t i = 0; i < 3; i++) {
        char column[32];
        snprintf(column, sizeof column, "column/%s", figures[i].name);
        plant_drawing(figures[i].name, figures[i].width);
        if (figures[i].column > 0)
            plant_drawing(column, figures[i].column);
    }
    char *page = page_of_a_case("widths", "one.yaml");
    for (size_t i = 0; i < 3; i++) {
        const char *alone = figures[i].alone, *name = figures[i].name;
        assert_int_equal(drawings_of(page, name, alone ? alone : " broad"), 1);
        assert_int_equal(drawings_of(page, name, " narrow"), alone ? 0 : 1);
        assert_int_equal(drawings_of(page, name, " broad"), alone ? 0 : 1);
    }
    free(page);
}

/* A search, a timing and a run, of which all that is measured can differ. */
static void plant_measured(const char *folder, double stable, double seconds, double height)
{
    const double sample[] = {seconds, 1.001 * seconds, 1.002 * seconds, 0.999 * seconds};
    bundle b = planted_case("more", "stable_step", "rk4", "ok");
    planted_labels(&b, "T1", NULL, NULL, NULL);
    planted_limit(&b, stable, stable + 0.001, "strain", 41);
    planted_write(&b, folder, "00");
    b = planted_case("clock", "timing", "rk4", "ok");
    planted_labels(&b, "T1", NULL, NULL, NULL);
    planted_samples(&b, 100, sample, 4, 4);
    planted_write(&b, folder, "01");
    b = planted_case("shape", "run", "rk4", "ok");
    planted_labels(&b, "T1", NULL, NULL, NULL);
    planted_run(&b, 0.01, "completed", 20);
    planted_frames(&b, 3, 4, 0, 2, 0);
    for (size_t i = 0; i < b.count; i++)
        if (strcmp(b.column[i].path, "/frames/y") == 0)
            b.column[i].real[12 + 5] += height;
    bundle_put_real(&b, &column_end_drop, 1 + height);
    planted_write(&b, folder, "02");
}

static void what_changed_since_an_older_folder_is_told(void **state)
{
    (void)state;
    plant_measured("older", 0.002, 1e-3, 0);
    plant_measured("newer", 0.003, 2e-3, 0.25);
    char *page = page_since("newer", "older", 0);
    report_holds(page, "<section id=\"changes\"");
    report_holds(page, "<td class=\"number\">2 ms</td><td class=\"number\">3 ms</td>"
                       "<td class=\"number\">+50 %</td>");
    report_holds(page, "<td class=\"number\">2</td><td class=\"text\">longer</td>");
    report_holds(page, "Furthest that a node ends from where it ended then: 0.25 m");
    assert_int_equal(text_count(page, "clock: T1, RK4"), 1); /* a time is no answer that changed */
    free(page);
    page = page_since("newer", "newer", 0);
    report_holds(page, "Every answer that both have is the same.");
    report_holds(page, "cannot be told apart");
    assert_null(strstr(page, "<h3>Shapes</h3>"));
    free(page);
    page = page_since("newer", "nowhere", 4);
    free(page);
}

static void the_page_has_every_section_and_says_what_came_out(void **state)
{
    (void)state;
    static const char *const there[] = {
        "<html lang=\"en\">", "<a class=\"skip\" href=\"#main\">", "<nav aria-label=\"Contents\">",
        "<section id=\"front\"", "<section id=\"matrix\"", "<section id=\"exceptions\"",
        "<section id=\"tables\"", "<section id=\"pairs\"", "<section id=\"meshes\"",
        "<section id=\"assumptions\"", "<section id=\"provenance\"", "<section id=\"again\"",
        /* S1 holds, with a note; S2 is 0.003, not 0.004 */
        "<strong>1 of 2</strong> published values reproduced", "Not reproduced: S2 3 ≠ 4.",
        "<td class=\"number late\" id=\"S1/verlet\"><a href=\"#S1/verlet\" data-cell>12 ✓ †",
        "<td class=\"number differs\" id=\"S2/verlet\"><a href=\"#S2/verlet\" data-cell>3 ≠ 4",
        ("</span></td><td class=\"number\">4</td><td class=\"text\">yes</td><td "
         "class=\"number\">4</td>"
         "<td class=\"number\">41</td><td class=\"text\">strain</td>"
         "<td class=\"number\">42</td>"),
        "1856 †",
        /* the runs, in words too */
        "\"title\":\"S1, Verlet, Δt = 12 ms\",\"subject\":\"S1\",",
        "\"method\":\"Verlet\",\"status\":\"stable\",\"dt\":0.012,",
        "\"parts\":[{\"m\":3,\"n\":4,\"colour\":1,\"front\":", "\"iteration\":[36,37,38]",
        "S1, Verlet, Δt = 13 ms, unstable", "a processor", "2026-01-02 03:04:05 +0000",
        "build/release/trama run \\\n    configs/run.yaml"};
    sample_results("page");
    const sample_said s = sample_report("page");
    assert_int_equal(s.code, 3); /* the case that timed out */
    report_holds(s.out, "page/report.html (0.");
    char *page = planted_text("page/report.html");
    report_holds(page, "≠: not as published; 10 ≠ 12: measured 10, published 12.");
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        report_holds(page, there[i]);
    /* 0.4 sin k cos l, and 0.3 m more each frame */
    report_holds(page, ">36</td><td class=\"number\">0.432</td><td class=\"number\">-0.3601</td>"
                       "<td class=\"number\">0.3637</td><td class=\"number\">0</td>");
    report_holds(page, ">38</td><td class=\"number\">0.456</td><td class=\"number\">0.2399</td>"
                       "<td class=\"number\">0.9637</td><td class=\"number\">0.6</td>");
    assert_null(strstr(page, "\"#models\"")); /* nothing is claimed of a cloth model here */
    assert_int_equal(text_count(page, "<th scope=\"col\""), text_count(page, " scope=\"col\""));
    assert_int_equal(text_count(page, "<table"), text_count(page, "<caption>"));
    free(page);
}

/* The one script is the page's own, and no element comes from a text. */
static void texts_of_files_stay_texts(void **state)
{
    (void)state;
    static const char *const absent[] = {"alert(1)</script>", "<img src=x",
                                         "http:", "https:", "<link rel=\"style"};
    sample_results("hostile");
    sample_report("hostile");
    char *page = planted_text("hostile/report.html");
    report_holds(page, "&lt;script&gt;alert(1)&lt;/script&gt;");
    report_holds(page, "a&lt;b&gt;&amp;&#39;&quot;c");
    /* the shapes, the cells, one pair's frames, and the program */
    assert_int_equal(text_count(page, "<script"), 4);
    assert_int_equal(text_count(page, "\xff"), 0);
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (strstr(page, absent[i]))
            fail_msg("'%s' is there", absent[i]);
    free(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_has_every_section_and_says_what_came_out),
        cmocka_unit_test(what_changed_since_an_older_folder_is_told),
        cmocka_unit_test(what_a_shell_would_read_is_quoted),
        cmocka_unit_test(what_there_is_none_of_has_no_section),
        cmocka_unit_test(what_became_unstable_is_counted),
        cmocka_unit_test(what_has_no_answer_is_counted),
        cmocka_unit_test(a_picture_has_a_caption_by_its_name),
        cmocka_unit_test(a_broad_figure_has_a_narrow_one),
        cmocka_unit_test(texts_of_files_stay_texts),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
