/* The report works in headless Chromium, in light and dark colours, on a screen and on a telephone.
 * A script in a copy of the page (report/selftest.js) tries it, and the resulting DOM says how it
 * went. Without Chromium the test is skipped, and says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/browser.h"
#include "support/planted.h"
#include "support/record_sample.h"
#include "support/report_sample.h"
#include "support/text.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"

static const char *const self_test[] = {"structure.js", "selftest.js", NULL};

/* A run on triangles, in a player of its own. */
static void plant_mesh(const char *folder, double lift)
{
    bundle b = planted_case("cloth", "run", "verlet", "ok");
    planted_run(&b, 0.01, "completed", 20);
    planted_frames(&b, 4, 5, 0, 2, 0);
    planted_triangles(&b, 4, 5);
    for (size_t i = 0; i < b.count; i++)
        if (strcmp(b.column[i].path, "/frames/y") == 0)
            for (size_t node = 0; node < 20; node++)
                b.column[i].real[node] = 1 + lift;
    bundle_put_text(&b, &column_state, lift > 0 ? "1" : "0");
    planted_write(&b, folder, "05");
}

static void plant_object(bundle *b, const char *name, double height, bool obstacle)
{
    enum { SIDE = 4, FRAMES = 3 };
    static const char axes[] = "xyz";
    char path[64];
    const int64_t points[2] = {SIDE, SIDE}, flag = obstacle;
    snprintf(path, sizeof path, "/frames/%s/points", name);
    bundle_add_integers(b, path, "1", "", points, 2, 1);
    snprintf(path, sizeof path, "/frames/%s/obstacle", name);
    bundle_add_integers(b, path, "1", "", &flag, 1, 1);
    for (size_t axis = 0; axis < 3; axis++) {
        double place[FRAMES * SIDE * SIDE];
        for (size_t i = 0; i < sizeof place / sizeof *place; i++) {
            const size_t node = i % (SIDE * SIDE), frame = i / (SIDE * SIDE), row = node / SIDE;
            const double at[3] = {(double)row + 4.0 * height, height + 0.3 * (double)frame,
                                  (double)(node % SIDE)};
            place[i] = at[axis];
        }
        snprintf(path, sizeof path, "/frames/%s/%c", name, axes[axis]);
        bundle_add_reals(b, path, "m", "", place, FRAMES, SIDE * SIDE);
    }
}

/* Two sheets and a table beside each other, in a player of their own. */
static void plant_objects(void)
{
    static const int64_t iteration[] = {0, 1, 2};
    static const double time[] = {0.0, 0.01, 0.02};
    bundle b = planted_case("objects", "run", "verlet", "ok");
    planted_run(&b, 0.01, "completed", 20);
    bundle_put_integers(&b, &column_frames_iteration, iteration, 3);
    bundle_put_reals(&b, &column_frames_time, time, 3);
    plant_object(&b, "lower", 0.0, false);
    plant_object(&b, "upper", 1.0, false);
    plant_object(&b, "table", -1.0, true);
    planted_write(&b, "shown", "06");
}

/* Enough cases for a table that can be filtered, and for a figure with lines of two methods. */
static void plant_more(void)
{
    static const char *const method[] = {"verlet", "rk4"};
    for (int i = 0; i < 6; i++) {
        char id[16], simulation[16];
        const int pair = 1 + i / 2;
        bundle b = planted_case("more", "stable_step", method[i % 2], "ok");
        snprintf(id, sizeof id, "%02d", 10 + i);
        snprintf(simulation, sizeof simulation, "T%d", pair);
        planted_labels(&b, simulation, NULL, NULL, NULL);
        bundle_add_real(&b, "/swept/model.zeta", "N/m", "stretch modulus", pair);
        planted_limit(&b, 0.002 + 0.001 * i, 0.003 + 0.001 * i, "strain", 41);
        planted_write(&b, "shown", id);
    }
}

/* Writes the report of a folder with plots, once. */
static void make_report(void)
{
    sample_results("shown");
    plant_mesh("shown", 0);
    plant_mesh("older", 0.5); /* than which the page is */
    plant_objects();
    plant_more();
    FILE *null = fopen("/dev/null", "w");
    analysis_plot(sample_path("shown"), null, null);
    fclose(null);
    char folder[256], since[256];
    snprintf(folder, sizeof folder, "%s", sample_path("shown"));
    snprintf(since, sizeof since, "%s", sample_path("older"));
    null = fopen("/dev/null", "w");
    const char *const folders[] = {folder};
    assert_int_equal(
        analysis_report_with(folders, 1, &(analysis_report_options){.since = since}, null, null),
        3);
    fclose(null);
    char *page = planted_text("shown/report.html");
    browser_add_script(page, self_test, "shown/tested.html");
    free(page);
}

static void passes_in(const char *window, const char *setting)
{
    char value[512];
    char *dom = browser_dom("shown/tested.html", window, setting);
    if (!dom) {
        print_message("chromium is not installed: the page is not opened\n");
        skip();
    }
    assert_non_null(strstr(dom, " data-errors=\"\""));
    browser_attribute(dom, "data-selftest", value, sizeof value);
    print_message("%s %s: %s\n", window, setting, value);
    /* the response, the meshes of two runs as they break, snapshots of them and of a third */
    assert_non_null(strstr(value, "passed: 2 players, 1 pair, 4 figures, least contrast "));
    free(dom);
}

static void the_page_works_on_a_screen(void **state)
{
    (void)state;
    passes_in("--window-size=1280,900", "--blink-settings=preferredColorScheme=1");
}

static void the_page_works_in_the_dark_on_a_telephone(void **state)
{
    (void)state;
    passes_in("--window-size=500,900", "--blink-settings=preferredColorScheme=0");
}

/* Pages of a PDF, whose objects stand one a page. */
static size_t count_pages(const char *text, size_t size)
{
    static const char page[] = "/Type /Page\n", also[] = "/Type /Page /";
    size_t count = 0;
    for (size_t i = 0; i + sizeof also < size; i++)
        count += memcmp(text + i, page, sizeof page - 1) == 0 ||
                 memcmp(text + i, also, sizeof also - 1) == 0;
    return count;
}

/* A copy of the page with a long part at its end, open or closed. */
static void write_long_part(const char *copy, const char *tag)
{
    enum { LINES = 1000 };
    char *page = planted_text("shown/report.html"), *end = strstr(page, "</main>");
    FILE *out = fopen(sample_path(copy), "w");
    assert_true(out && end);
    fprintf(out, "%.*s<%s><summary>long</summary>", (int)(end - page), page, tag);
    for (int i = 0; i < LINES; i++)
        fprintf(out, "<p>line %d</p>", i);
    fprintf(out, "</details>%s", end);
    assert_int_equal(fclose(out), 0);
    free(page);
}

static void a_print_leaves_closed_parts_out(void **state)
{
    (void)state;
    size_t pages[2];
    write_long_part("shown/closed.html", "details");
    write_long_part("shown/open.html", "details open");
    for (size_t i = 0; i < 2; i++) {
        char setting[400];
        snprintf(setting, sizeof setting, "--print-to-pdf=%s", sample_path("shown/print.pdf"));
        char *dom = browser_dom(i ? "shown/open.html" : "shown/closed.html",
                                "--no-pdf-header-footer", setting);
        if (!dom)
            skip();
        free(dom);
        sample_bytes pdf = sample_read(sample_path("shown/print.pdf"));
        pages[i] = count_pages((const char *)pdf.bytes, pdf.size);
        free(pdf.bytes);
    }
    print_message("%zu pages, with the long part open %zu\n", pages[0], pages[1]);
    assert_in_range(pages[0], 1, 12); /* 9 */
    assert_true(pages[1] > pages[0] + 5);
}

/* The self-test can fail: a page whose player has lost its frames. */
static void a_broken_page_is_noticed(void **state)
{
    (void)state;
    char value[512];
    char *page = planted_text("shown/report.html");
    char *at = strstr(page, "\"data\":\"");
    assert_non_null(at);
    at += strlen("\"data\":\"");
    memset(at, 'A', strcspn(at, "\"")); /* all nodes of all frames in one place */
    browser_add_script(page, self_test, "shown/broken.html");
    free(page);
    char *dom = browser_dom("shown/broken.html", "--window-size=1280,900", "--mute-audio");
    if (!dom)
        skip();
    browser_attribute(dom, "data-selftest", value, sizeof value);
    assert_non_null(strstr(value, "failed: "));
    free(dom);
}

static int begin(void **state)
{
    const int begun = sample_folder_begin(state);
    make_report();
    return begun;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_works_on_a_screen),
        cmocka_unit_test(the_page_works_in_the_dark_on_a_telephone),
        cmocka_unit_test(a_print_leaves_closed_parts_out),
        cmocka_unit_test(a_broken_page_is_noticed),
    };
    return cmocka_run_group_tests(tests, begin, sample_folder_end);
}
