/* The table of claims sets each statement of a publication beside what real runs of the program
 * measured, with the right verdict. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/quantities/claims.h"
#include "core/numbers.h"
#include "results/csv.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char claims[] =
    "# source: of a sheet that hangs\n"
    "set,quantity,claim,relation,published,criterion,tolerance,kind,page,sentence,translation\n"
    "hangs,stretch,it stretches,at least,0.01,,0,printed,1,estica,it stretches\n"
    "hangs,stretch,it stretches little,at most,,0.001,0,read_off,2,pouco,little\n"
    "hangs,out_of_plane,it stays in its plane,equals,0,,0,printed,3,plano,plane\n"
    "hangs,projection,its folds,beside,,,,printed,4,dobras,folds\n"
    "hangs,tremor,it trembles,at least,,1e-9,,fitted,9,treme,trembles\n"
    "hangs,swing,it swings,at least,,1e-9,,hardware,10,oscila,swings\n"
    "hangs,projection,its width,at least,,0,,,11,,\n"
    "breaks,unstable,it is stable,equals,0,,0,printed,5,fica,stays\n"
    "breaks,stretch,it stretches,at least,0.01,,0,printed,6,estica,it stretches\n"
    "other,stretch,of another run,at least,0.01,,0,printed,7,outro,another\n"
    "rests,steps_to_rest,it rests,beside,220,,,printed,8,para,rests\n";

static const char experiment[] =
    "experiment: hanging\n"
    "study:\n"
    "  factors: {run: labels.simulation, set: labels.claims, configuration: labels.configuration}\n"
    "  as_printed: configuration == 'printed'\n"
    "  published: [{table: claims.csv, match: [set], statements: true}]\n"
    "case:\n"
    "  model: {name: provot, structural: 10, shear: 5, flexion: 1, mass: 0.1, sweeps: 0}\n"
    "  scene:\n"
    "    grid: {points: 5, side: 1, axis1: [0, -1, 0], axis2: [1, 0, 0]}\n"
    "    gravity: [0, -9.8, 0]\n"
    "    pins: [{k: 0, l: 0}, {k: 0, l: -1}]\n"
    "  integrator: {name: symplectic_euler}\n"
    "  bounds: {strain: 10}\n"
    "  task: {name: run, horizon: 60}\n"
    "sweep:\n"
    "  - zip: {labels.claims: [hangs, breaks, '', breaks], labels.simulation: [sheet, broken, "
    "free, "
    "coarse],\n"
    "          labels.configuration: [printed, printed, printed, a step of 0.1 s],\n"
    "          task.dt: [0.002, 0.2, 0.002, 0.1]}\n";

/* The same that comes to rest; its criterion is the one of the figure. */
static const char resting[] =
    "experiment: resting\n"
    "study:\n"
    "  factors: {set: labels.claims}\n"
    "  published: [{table: claims.csv, match: [set], statements: true}]\n"
    "case:\n"
    "  labels: {claims: rests}\n"
    "  model: {name: provot, structural: 10, shear: 5, flexion: 1, mass: 0.1, sweeps: 0}\n"
    "  scene:\n"
    "    grid: {points: 5, side: 1, axis1: [0, -1, 0], axis2: [1, 0, 0]}\n"
    "    gravity: [0, -9.8, 0]\n"
    "    damping: 0.05\n"
    "    pins: [{k: 0, l: 0}, {k: 0, l: -1}]\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: equilibrium, dt: 0.002, horizon: 3000, criteria: {displacement: [1e-5, 1e-6, "
    "1e-7], push: 0}}\n"; /* the flat sheet would buckle at its upper edge */

/* A case that is held to a table; one at a time. */
static study_case case_of(const char *text, const char *set, const char *configuration)
{
    static study_factor factors[] = {{"run", "labels.simulation"},
                                     {"set", "labels.claims"},
                                     {"configuration", "labels.configuration"}};
    static const char *match[] = {"set"};
    static study_table held = {
        .file = "claims.csv", .match = match, .match_count = 1, .statements = true};
    static experiment_study of;
    static int64_t printed;
    static char *factor[3];
    static long joined = -1;
    char message[256];
    study_case c = {.published = -1, .planned = 1, .of = &of, .joined = &joined};
    printed = strcmp(configuration, "printed") == 0;
    held.text = text;
    of = (experiment_study){.table = calloc(1, sizeof(csv))};
    of.plan.printed = &printed;
    of.plan.block = (study_block){.given = true,
                                  .factor = factors,
                                  .factor_count = 3,
                                  .table = &held,
                                  .table_count = 1,
                                  .design = {"", "", "", "", "", ""}};
    assert_true(csv_parse(text, of.table, message, sizeof message));
    factor[0] = "";
    factor[1] = (char *)set;
    factor[2] = (char *)configuration;
    c.factor = factor;
    bundle_put_text(&c.data, &column_case_status, "ok");
    bundle_put_text(&c.data, &column_outcome, "completed");
    return c;
}

static void case_drop(study_case *c)
{
    csv_free(c->of->table);
    free(c->of->table);
    bundle_free(&c->data);
}

static csv table;

static int make_tables(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    folder_write("claims.csv", claims);
    folder_write("hanging.yaml", experiment);
    folder_write("resting.yaml", resting);
    const shell_end run =
        shell_run(SHELL("run", "hanging.yaml", "resting.yaml", "-o", "r", "--quiet"));
    if (run.code != 0)
        print_error("%s%s", run.out, run.err);
    if (shell_run(SHELL("table", "r")).code != 0)
        return -1;
    FILE *in = fopen("r/tables/claims.csv", "r");
    static char text[16384];
    char message[256];
    if (!in)
        return -1;
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    return csv_parse(text, &table, message, sizeof message) ? 0 : -1;
}

static int drop_tables(void **state)
{
    csv_free(&table);
    return folder_leave(state);
}

/* The first row of a page, or fails. */
static size_t row_of(const char *page)
{
    const size_t column = (size_t)csv_column(&table, "page");
    for (size_t row = 0; row < table.rows; row++)
        if (strcmp(csv_cell(&table, row, column), page) == 0)
            return row;
    fail_msg("no row of page %s", page);
    return 0;
}
static const char *cell_of(const char *page, const char *column)
{
    return csv_cell(&table, row_of(page), (size_t)csv_column(&table, column));
}

static void every_claim_of_a_run_is_a_row_and_no_other(void **state)
{
    (void)state;
    assert_int_equal(table.rows, 12);
    assert_string_equal(cell_of("1", "simulation"), "sheet");
    assert_string_equal(cell_of("6", "simulation"), "broken");
    assert_string_equal(cell_of("1", "sentence"), "estica");
    assert_string_equal(cell_of("1", "translation"), "it stretches");
    assert_string_equal(cell_of("1", "configuration"), "printed");
}

static void relations_are_judged(void **state)
{
    (void)state;
    assert_string_equal(cell_of("1", "verdict"), "holds");
    assert_string_equal(cell_of("2", "verdict"), "does not hold");
    assert_string_equal(cell_of("3", "verdict"), "holds");
    assert_string_equal(cell_of("4", "verdict"), "");
    assert_string_equal(cell_of("5", "verdict"), "does not hold");
}

/* The line of people's table with a text, or fails. */
static const char *line_with(const char *text, const char *words, char line[512])
{
    const char *at = strstr(text, words);
    if (!at)
        fail_msg("no line with %s", words);
    while (at > text && at[-1] != '\n')
        at--;
    snprintf(line, 512, "%.*s", (int)strcspn(at, "\n"), at);
    return line;
}

/* What counts has a mark, whichever way it came out, and what does not has none. */
static void people_see_marks_of_what_counts_and_why_else_not(void **state)
{
    char line[512];
    char *text = text_of_file("r/tables/claims.md");
    (void)state;
    text_assert_has(line_with(text, "| it stays in its plane ", line), " 0 ✓ |");
    text_assert_has(line, "| yes ");
    text_assert_has(line_with(text, "| it stretches little ", line), "at most 0.001 (ours) |");
    text_assert_has(line, " ≠ |");
    text_assert_has(line, "| yes ");
    text_assert_has(line_with(text, "| it is stable ", line), "| unstable ≠ |");
    text_assert_has(line_with(text, "| it trembles ", line), "| no: fitted ");
    text_assert_lacks(line, "✓");
    text_assert_has(text, "| no: a step of 0.1 s ");
    const char *sentences = strstr(text, "The sentences");
    assert_int_equal(text_count(sentences, "| pouco "), 1);
    assert_int_equal(text_count(sentences, "| estica "), 2); /* of two pages */
    free(text);
}

/* What is off by more than the row's own tolerance does not hold, however little more. */
static void relations_have_the_slack_of_their_row_and_no_other(void **state)
{
    (void)state;
    static const struct {
        const char *relation;
        double published, tolerance, measured;
        claim_verdict verdict;
    } rows[] = {
        {"at most", 2.0, 0.0, 2.0, CLAIM_HOLDS},
        {"at most", 2.0, 0.0, 2.001, CLAIM_FAILS},
        {"at most", 2.0, 0.05, 2.099, CLAIM_HOLDS},
        {"at most", 2.0, 0.05, 2.101, CLAIM_FAILS},
        {"at most", 2.0, TRAMA_NAN, 2.001, CLAIM_FAILS},
        {"at least", 2.0, 0.0, 2.0, CLAIM_HOLDS},
        {"at least", 2.0, 0.0, 1.999, CLAIM_FAILS},
        {"at least", 2.0, 0.05, 1.901, CLAIM_HOLDS},
        {"at least", 2.0, 0.05, 1.899, CLAIM_FAILS},
        {"equals", -2.0, 0.05, -2.099, CLAIM_HOLDS},
        {"equals", -2.0, 0.05, -2.101, CLAIM_FAILS},
        {"equals", 2.0, 0.05, 1.899, CLAIM_FAILS},
        {"equals", 2.0, 0.05, TRAMA_NAN, CLAIM_FAILS},
        {"at most", 2.0, 0.05, TRAMA_NAN, CLAIM_FAILS},
        {"beside", 2.0, 0.05, 7.0, CLAIM_OPEN},
        {"equals", TRAMA_NAN, 0.05, 7.0, CLAIM_OPEN},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const claim made = {.relation = rows[i].relation,
                            .published = rows[i].published,
                            .criterion = TRAMA_NAN,
                            .tolerance = rows[i].tolerance,
                            .measured = rows[i].measured};
        assert_int_equal(claim_judge(&made), rows[i].verdict);
    }
}

static void the_measured_figure_stands_beside_the_published_one(void **state)
{
    (void)state;
    assert_near(strtod(cell_of("1", "published"), NULL), 0.01, 1e-15);
    assert_true(strtod(cell_of("1", "measured"), NULL) > 0.01);
    assert_near(strtod(cell_of("4", "measured"), NULL), 1.0, 1e-12);
}

/* The second of the three thresholds is 1e-6 m. */
static void steps_to_rest_are_those_of_a_micrometre_a_step(void **state)
{
    (void)state;
    FILE *in = fopen("r/tables/equilibrium.csv", "r");
    static char text[4096];
    char message[256];
    csv rests;
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    assert_true(csv_parse(text, &rests, message, sizeof message));
    assert_int_equal(rests.rows, 3);
    const size_t column = (size_t)csv_column(&rests, "iterations");
    const double steps = csv_number(&rests, 1, column);
    assert_true(csv_number(&rests, 0, column) < steps && steps < csv_number(&rests, 2, column));
    assert_near(strtod(cell_of("8", "measured"), NULL), steps, 1e-9);
    csv_free(&rests);
}

static void a_run_that_broke_has_no_last_state_to_claim_of(void **state)
{
    (void)state;
    assert_string_equal(cell_of("6", "measured"), "");
    assert_string_equal(cell_of("6", "verdict"), "does not hold");
}

/* A run of 20 samples: 16 of a fall of 4 m, then the last fifth. */
static void tremor_and_swing_are_those_of_the_last_fifth(void **state)
{
    static const double height[20] = {4,   4,   3,    2, 2, 1, 1,     1,    1, 0,
                                      0.5, 0.5, 0.75, 1, 1, 1, 0.125, 0.25, 0, 0.125};
    static const double level[20] = {0},
                        displacement[20] = {
                            [15] = 9, [16] = 0.25, [17] = 0.5, [18] = 0.25, [19] = 0.5};
    claim found;
    (void)state;
    for (int tremor = 0; tremor < 2; tremor++) {
        study_case c = case_of(claims, "hangs", "printed");
        bundle_put_text(&c.data, &column_config_resolved, "scene.gravity = [0, -9.8, 0]\n");
        bundle_put_reals(&c.data, &column_series_centre_x, level, 20);
        bundle_put_reals(&c.data, &column_series_centre_y, height, 20);
        bundle_put_reals(&c.data, &column_series_centre_z, level, 20);
        bundle_put_reals(&c.data, &column_series_displacement, displacement, 20);
        assert_true(claim_read(&(study){0}, &c, tremor ? 4 : 5, &found));
        assert_near(found.measured, tremor ? 0.375 : 0.25 / 4, 1e-15);
        case_drop(&c);
    }
}

/* Whatever the bound and the verdict: a fitted value, a time of other hardware, a measurement that
 * nothing printed stands beside, and a case that is not as printed never count. */
static void only_what_is_printed_in_its_configuration_counts(void **state)
{
    (void)state;
    for (claim_kind kind = CLAIM_NOT_PRINTED; kind <= CLAIM_HARDWARE; kind++)
        for (size_t i = 0; i < 2; i++)
            for (int holds = 0; holds < 2; holds++) {
                const claim c = {.relation = "at most",
                                 .is_printed = i == 0,
                                 .kind = kind,
                                 .published = 2.385,
                                 .criterion = TRAMA_NAN,
                                 .tolerance = TRAMA_NAN,
                                 .measured = holds ? 1.0 : 3.0};
                const bool printed = kind == CLAIM_PRINTED || kind == CLAIM_READ_OFF;
                assert_int_equal(claim_judge(&c), holds ? CLAIM_HOLDS : CLAIM_FAILS);
                assert_int_equal(claim_stands(&c) == CLAIM_COUNTS, printed && i == 0);
            }
}

static void what_has_no_bound_does_not_count(void **state)
{
    (void)state;
    claim c = {.relation = "at most",
               .is_printed = true,
               .kind = CLAIM_PRINTED,
               .published = TRAMA_NAN,
               .criterion = TRAMA_NAN,
               .tolerance = TRAMA_NAN,
               .measured = 1.0};
    assert_int_equal(claim_stands(&c), CLAIM_IS_BESIDE);
    c.criterion = 2.385;
    assert_int_equal(claim_stands(&c), CLAIM_COUNTS);
    c.relation = "beside";
    assert_int_equal(claim_stands(&c), CLAIM_IS_BESIDE);
}

static claim_verdict judged(const char *relation, double tolerance, double measured)
{
    const claim c = {.relation = relation,
                     .published = 2.385,
                     .criterion = 99.0,
                     .tolerance = tolerance,
                     .measured = measured};
    return claim_judge(&c);
}

/* A bound has the tolerance that the table gives it and no other: 0.1 % beyond it fails. */
static void bounds_have_their_tolerance_and_no_slack(void **state)
{
    static const double tolerances[] = {TRAMA_NAN, 0.0, 0.02};
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const double t = tolerances[i], slack = isnan(t) ? 0.0 : t;
        const double high = 2.385 * (1.0 + slack), low = 2.385 * (1.0 - slack);
        const double in = 1.0 - 1e-9, out = 1.001;
        assert_int_equal(judged("at most", t, high * in), CLAIM_HOLDS);
        assert_int_equal(judged("at most", t, high * out), CLAIM_FAILS);
        assert_int_equal(judged("at least", t, low / in), CLAIM_HOLDS);
        assert_int_equal(judged("at least", t, low / out), CLAIM_FAILS);
        assert_int_equal(judged("equals", t, 2.385), CLAIM_HOLDS);
        assert_int_equal(judged("equals", t, high * out), CLAIM_FAILS);
        assert_int_equal(judged("equals", t, low / out), CLAIM_FAILS);
    }
}

static const char *page_of(const char *results)
{
    static char page[1 << 20];
    const shell_end report = shell_run(SHELL("report", results, "-o", "page.html"));
    assert_int_equal(report.code, 0);
    FILE *in = fopen("page.html", "r");
    assert_non_null(in);
    page[fread(page, 1, sizeof page - 1, in)] = '\0';
    fclose(in);
    return page;
}

/* Two count and hold (pages 1, 3), three count and do not (2, 5, 6); beside: 4, 8, 11; of the
 * variant both. */
static void the_report_has_a_section_that_counts_them(void **state)
{
    (void)state;
    const shell_end closing = shell_run(SHELL("table", "r"));
    assert_non_null(
        strstr(closing.out, "tables in r/tables; 2 of 5 published statements come out\n"));
    const char *page = page_of("r");
    const char *section = strstr(page, "<section id=\"models\"");
    assert_non_null(section);
    assert_non_null(strstr(page, "<a href=\"#models\">"));
    assert_non_null(strstr(page, "<strong>2 of 5</strong> published statements reproduced"));
    assert_non_null(strstr(page, " more could not have failed as printed."));
    assert_non_null(strstr(section, "no: a step of 0.1 s"));
    const char *claimed =
        strstr(section, "What is said of single runs, and what they measure</h3>");
    assert_non_null(claimed);
    assert_true(claimed < strstr(page, "<section id=\"tables\""));
    assert_null(strstr(claimed + 10, "What is said of single runs, and what they measure</h3>"));
}

static void a_report_without_a_statement_that_counts_says_so(void **state)
{
    (void)state;
    const shell_end run = shell_run(SHELL("run", "resting.yaml", "-o", "beside", "--quiet"));
    assert_int_equal(run.code, 0);
    const char *page = page_of("beside");
    assert_null(strstr(page, "published statements reproduced"));
    assert_non_null(strstr(page, "without a bound"));
}

/* --- the published tables --- */

static const char *const published[] = {"campos/provot.csv", "campos/bridson.csv",
                                        "nedel/flex3d.csv"};

static const char *published_table(const char *name)
{
    static char text[32768];
    char path[512];
    snprintf(path, sizeof path, TRAMA_SOURCE_DIR "/analysis/reference/%s", name);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    const size_t size = fread(text, 1, sizeof text - 1, in);
    text[size] = '\0';
    fclose(in);
    assert_true(size < sizeof text - 1);
    return text;
}

/* What is said has its page, its sentence and a translation; what nothing printed stands behind has
 * none of them and no bound. */
static void look_at_published(const study_case *c, size_t row)
{
    claim found;
    assert_true(claim_read(&(study){0}, c, row, &found));
    assert_string_not_equal(found.unit, ""); /* of a quantity that exists */
    if (found.kind == CLAIM_NOT_PRINTED) {
        assert_string_equal(found.kind_name, "");
        assert_string_equal(found.source.sentence, "");
        assert_int_equal(claim_judge(&found), CLAIM_OPEN);
        return;
    }
    assert_string_not_equal(found.source.page, "");
    assert_string_not_equal(found.source.sentence, "");
    assert_string_not_equal(found.source.translation, "");
}

static void published_claims_quote_their_source(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        const char *text = published_table(published[i]);
        csv all;
        char message[256];
        assert_true(csv_parse(text, &all, message, sizeof message));
        const long set = csv_column(&all, "set");
        assert_true(set >= 0 && all.rows > 0);
        for (size_t row = 0; row < all.rows; row++) {
            study_case c = case_of(text, csv_cell(&all, row, (size_t)set), "printed");
            look_at_published(&c, row);
            case_drop(&c);
        }
        csv_free(&all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_claim_of_a_run_is_a_row_and_no_other),
        cmocka_unit_test(relations_are_judged),
        cmocka_unit_test(people_see_marks_of_what_counts_and_why_else_not),
        cmocka_unit_test(relations_have_the_slack_of_their_row_and_no_other),
        cmocka_unit_test(the_measured_figure_stands_beside_the_published_one),
        cmocka_unit_test(steps_to_rest_are_those_of_a_micrometre_a_step),
        cmocka_unit_test(tremor_and_swing_are_those_of_the_last_fifth),
        cmocka_unit_test(only_what_is_printed_in_its_configuration_counts),
        cmocka_unit_test(what_has_no_bound_does_not_count),
        cmocka_unit_test(bounds_have_their_tolerance_and_no_slack),
        cmocka_unit_test(published_claims_quote_their_source),
        cmocka_unit_test(the_report_has_a_section_that_counts_them),
        cmocka_unit_test(a_report_without_a_statement_that_counts_says_so),
        cmocka_unit_test(a_run_that_broke_has_no_last_state_to_claim_of),
    };
    return cmocka_run_group_tests(tests, make_tables, drop_tables);
}
