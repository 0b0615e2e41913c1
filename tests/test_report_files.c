/* Which files a report is, and of what size: one page, or an appendix beside it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted.h"
#include "support/record_sample.h"
#include "support/report_sample.h"
#include "support/text.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/analysis.h"

static void plant_sheet(const char *folder, const char *experiment, const char *id, int points)
{
    bundle b = planted_case(experiment, "run", "rk4", "ok");
    planted_labels(&b, experiment, NULL, NULL, NULL);
    planted_run(&b, 0.01, "completed", 20);
    planted_frames(&b, points, points, 0, 2, 0);
    planted_write(&b, folder, id);
}

/* A page plays a sheet of a few facets; of one with more than it can hold it says so. */
static void what_a_page_cannot_hold_is_told(void **state)
{
    (void)state;
    plant_sheet("sizes", "small", "00", 4);
    plant_sheet("sizes", "large", "01", 225);
    sample_report("sizes");
    char *page = planted_text("sizes/report.html");
    report_holds(page, "aria-label=\"small\"");
    assert_null(strstr(page, "<canvas tabindex=\"0\" role=\"img\" aria-describedby=\"keys\" "
                             "aria-label=\"large\""));
    report_holds(page, "large: 1 run of more than 50000 facets, too many for a page.");
    assert_true(strlen(page) < 1000000);
    free(page);
}

/* A picture that no packing makes small. */
static void plant_large_picture(const char *path, size_t size)
{
    char *text = malloc(size + 100);
    uint32_t random = 1;
    size_t used = (size_t)sprintf(text, "<svg viewBox='0 0 9 9'><path d='M0 0");
    while (used < size) {
        random = random * 1664525u + 1013904223u;
        used += (size_t)sprintf(text + used, "l%u %u", random >> 20, random >> 8 & 0xFFF);
    }
    used += (size_t)sprintf(text + used, "'/></svg>");
    sample_write(sample_path(path), text, used);
    free(text);
}

/* A sheet whose frames no packing makes small. */
static void plant_noise(const char *folder, const char *id, int seed)
{
    enum { POINTS = 150 };
    uint32_t random = (uint32_t)seed;
    bundle b = planted_case("noise", "run", "rk4", "ok");
    planted_run(&b, 0.01 + 0.001 * seed, "completed", 20);
    planted_frames(&b, POINTS, POINTS, 0, 2, 0);
    for (size_t i = 0; i < b.count; i++)
        if (strncmp(b.column[i].path, "/frames/", 8) == 0 && b.column[i].path[9] == '\0')
            for (size_t k = 0; k < (size_t)2 * POINTS * POINTS; k++) {
                random = random * 1664525u + 1013904223u;
                b.column[i].real[k] += 1e-7 * (random >> 8);
            }
    planted_write(&b, folder, id);
}

/* What is behind captions and titles anyway; the first page links to where it is. */
static void past_three_megabytes_the_rest_is_an_appendix(void **state)
{
    (void)state;
    sample_results("large");
    sample_make_folder("large/plots");
    plant_large_picture("large/plots/energy_a.svg", 4000000);
    plant_large_picture("large/plots/energy_b.svg", 4000000);
    plant_large_picture("large/plots/drift.svg", 1000);
    const sample_said s = sample_report("large");
    report_holds(s.out, "large/report.html (0.");
    report_holds(s.out, "large/report-appendix.html (");
    char *page = planted_text("large/report.html"),
         *first = planted_text("large/report-appendix.html"),
         *second = planted_text("large/report-appendix-2.html");
    assert_true(strlen(page) < 3000000 && strlen(first) < 3000000 && strlen(second) < 3000000);
    report_holds(page, "id=\"plot-drift\"");
    report_holds(first, "id=\"plot-energy_a\"");
    report_holds(second, "id=\"plot-energy_b\"");
    report_holds(page,
                 "<a href=\"report-appendix.html#figures\">In the appendix: more figures (2)</a>");
    report_holds(page, "<a href=\"report-appendix-2.html#provenance\">");
    report_holds(page, "<a href=\"report-appendix-2.html\" aria-label=\"Appendix, page 2\">2</a>");
    report_holds(first, "<h1>Appendix, page 1 of 2: ");
    report_holds(second, "<a href=\"report.html\">Back to the report</a>");
    report_holds(page, "<a href=\"plots/drift.svg\">svg</a>");
    report_holds(second, "<details class=\"hashes\">");
    assert_int_equal(text_count(page, "<details class=\"hashes\">"), 0);
    assert_int_equal(text_count(first, "id=\"plot-drift\""), 0);
    assert_int_equal(text_count(second, "id=\"plot-energy_a\""), 0);
    free(page);
    free(first);
    free(second);
}

/* What made a folder stands with that folder, whatever other folders are on the page. */
static void each_folder_of_a_page_has_the_commands_that_made_it(void **state)
{
    (void)state;
    char first[PATH_MAX], second[PATH_MAX], page[PATH_MAX], part[2 * PATH_MAX];
    sample_results("first");
    bundle b = planted_case("other", "run", "verlet", "ok");
    bundle_put_texts(&b, &column_config_file_name, (const char *const[]){"configs/other.yaml"}, 1);
    bundle_put_texts(&b, &column_config_file_text, (const char *const[]){"experiment: other"}, 1);
    planted_write(&b, "second", "00");
    snprintf(first, sizeof first, "%s", sample_path("first"));
    snprintf(second, sizeof second, "%s", sample_path("second"));
    snprintf(page, sizeof page, "%s", sample_path("both.html"));
    const char *const folders[] = {first, second};
    FILE *null = fopen("/dev/null", "w");
    analysis_report(folders, 2, page, null, null);
    fclose(null);
    char *text = planted_text("both.html");
    snprintf(part, sizeof part, "trama run \\\n    configs/run.yaml \\\n    -o %s\n", first);
    report_holds(text, part);
    snprintf(part, sizeof part, "trama run \\\n    configs/other.yaml \\\n    -o %s\n", second);
    report_holds(text, part);
    free(text);
}

/* A program and a plugin, whose commands are not repeated: placeholders stand there. */
static void what_is_not_of_trama_is_asked_for(void **state)
{
    (void)state;
    bundle b = planted_case("other", "run", "verlet", "ok");
    bundle_put_texts(&b, &column_config_file_name, (const char *const[]){"other.yaml"}, 1);
    bundle_put_texts(&b, &column_config_file_text, (const char *const[]){"experiment: other"}, 1);
    bundle_put_texts(&b, &column_run_plugin_name, (const char *const[]){"mine"}, 1);
    bundle_put_texts(&b, &column_run_plugin_version, (const char *const[]){"1.2"}, 1);
    bundle_put_texts(&b, &column_run_plugin_file, (const char *const[]){"/evil/mine.so"}, 1);
    bundle_put_texts(&b, &column_run_plugin_sha256, (const char *const[]){"abcd"}, 1);
    bundle_put_text(&b, &column_run_engine_name, "Solver <b>");
    bundle_put_text(&b, &column_run_engine_version, "3");
    bundle_put_text(&b, &column_run_engine_sha256, "ef01");
    planted_write(&b, "asked", "00");
    sample_report("asked");
    char *page = planted_text("asked/report.html");
    report_holds(page, "<code>make engines\n");
    report_holds(page, "other.yaml \\\n    --plugin FILE \\\n    "
                       "--engine verlet=&#39;COMMAND ARG...&#39; \\\n    -o ");
    report_holds(page, "--plugin</th><td class=\"text\">mine</td><td class=\"text\"></td>"
                       "<td class=\"text\">1.2</td><td class=\"text\">abcd</td>");
    report_holds(page, "--engine</th><td class=\"text\">verlet</td><td class=\"text\">Solver "
                       "&lt;b&gt;</td><td class=\"text\">3</td><td class=\"text\">ef01</td>");
    assert_null(strstr(page, "/evil/mine.so"));
    free(page);
}

static void same_results_give_the_same_page(void **state)
{
    (void)state;
    sample_results("twice");
    sample_report("twice");
    char *first = planted_text("twice/report.html");
    sample_report("twice");
    char *second = planted_text("twice/report.html");
    assert_string_equal(first, second);
    free(first);
    free(second);
}

static void several_folders_make_one_page(void **state)
{
    (void)state;
    char out[1024] = "", err[4096] = "", file[256];
    sample_results("one");
    sample_results("two");
    snprintf(file, sizeof file, "%s", sample_path("both")); /* without an ending */
    const char *folders[] = {sample_path("one"), sample_path("two")};
    FILE *to = fmemopen(out, sizeof out, "w"), *errors = fmemopen(err, sizeof err, "w");
    assert_int_equal(analysis_report(folders, 2, file, to, errors), 3);
    fclose(to);
    fclose(errors);
    char *page = planted_text("both.html");
    report_holds(page, "trama, 10 cases of ");
    report_holds(page, "<strong>1 of 2</strong> published");
    free(page);
}

static void what_cannot_be_made_is_said(void **state)
{
    (void)state;
    char out[256] = "", err[4096] = "";
    sample_make_folder("empty");
    const sample_said nothing = sample_report("empty");
    assert_int_equal(nothing.code, 2);
    report_holds(nothing.err, "no results here");
    sample_results("there");
    const char *folder = sample_path("there");
    FILE *to = fmemopen(out, sizeof out, "w"), *errors = fmemopen(err, sizeof err, "w");
    assert_int_equal(analysis_report(&folder, 1, sample_path("no/such/page.html"), to, errors), 4);
    fclose(to);
    fclose(errors);
    assert_string_equal(out, "");
    report_holds(err, "no/such/page.html: not written: No such file");
}

/* A player of many large runs becomes several, which a page of the appendix holds each. */
static void many_runs_of_an_experiment_have_several_players(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        const char id[3] = {'0', (char)('0' + i), '\0'};
        plant_noise("many", id, i);
    }
    sample_report("many");
    char *page = planted_text("many/report.html");
    assert_int_equal(text_count(page, " data-player>"), 2);
    report_holds(page, "<h3 id=\"mesh-1\">noise</h3>");
    report_holds(page, "<h3 id=\"mesh-2\">noise, part 2</h3>");
    assert_int_equal(text_count(page, "\"iteration\":[0,1]"), 8);
    free(page);
}

/* The first page keeps what it can, and says where the rest plays. */
static void players_past_what_the_first_page_holds_play_in_the_appendix(void **state)
{
    (void)state;
    for (int i = 0; i < 20; i++) {
        const char id[3] = {(char)('0' + i / 10), (char)('0' + i % 10), '\0'};
        plant_noise("many_more", id, i);
    }
    sample_report("many_more");
    char *page = planted_text("many_more/report.html"),
         *rest = planted_text("many_more/report-appendix.html");
    assert_true(strlen(page) < 3000000 && strlen(rest) < 3000000);
    assert_int_equal(text_count(page, " data-player>"), 1);
    report_holds(page, "<h3 id=\"mesh-1\">noise</h3>");
    report_holds(page, "<a href=\"report-appendix.html#meshes\">In the appendix: players (3)</a>");
    report_holds(rest, "<h3 id=\"mesh-2\">noise, part 2</h3>");
    assert_int_equal(text_count(page, "<details id=\"keys\">"), 1);
    assert_int_equal(text_count(rest, "<details id=\"keys\">"), 1);
    free(page);
    free(rest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(past_three_megabytes_the_rest_is_an_appendix),
        cmocka_unit_test(what_a_page_cannot_hold_is_told),
        cmocka_unit_test(many_runs_of_an_experiment_have_several_players),
        cmocka_unit_test(players_past_what_the_first_page_holds_play_in_the_appendix),
        cmocka_unit_test(same_results_give_the_same_page),
        cmocka_unit_test(several_folders_make_one_page),
        cmocka_unit_test(each_folder_of_a_page_has_the_commands_that_made_it),
        cmocka_unit_test(what_is_not_of_trama_is_asked_for),
        cmocka_unit_test(what_cannot_be_made_is_said),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
