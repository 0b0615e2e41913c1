/* `study:` is refused where it is wrong, written whole to study.h5 with the planned order, joined
 * by the index, and no part of a case's identity. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "quantities/quantities.h"
#include "results/columns/columns.h"
#include "study/study.h"
#include "study/units.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char study[] =
    "experiment: springs\n"
    "study:\n"
    "  question: how large a step?\n"
    "  factors: {spring: model.include, method: integrator.name, stiff: model.omega, tag: "
    "labels.tag}\n"
    "  response: {column: dt_stable, unit: ms, better: larger}\n"
    "  variants: {verlet: [verlet, leapfrog]}\n"
    "  must_hold: \"spring == 'soft' and method != 'leapfrog'\"\n"
    "  as_printed: method != 'leapfrog'\n"
    "  published:\n"
    "    - {table: limits.csv, match: [spring, method], compare: {dt_stable: limit_ms, z: {column: "
    "z, relative: 0.01}}}\n"
    "  listing:\n"
    "    name: springs_listed\n"
    "    rows: spring\n"
    "    columns: {spring: spring, omega: stiff, published_s: published dt_stable, status: "
    "status}\n";

static const char rest[] = "case:\n"
                           "  labels: {tag: a}\n"
                           "  model: {name: oscillator}\n"
                           "  bounds: {displacement: 10}\n"
                           "  task: {name: one_step, dt: 0.01}\n"
                           "sweep:\n"
                           "  - grid:\n"
                           "      model.include: [soft.yaml, hard.yaml]\n"
                           "      integrator.name: [verlet, leapfrog]\n";

static const char table[] = "# source: a book\n"
                            "# unit limit_ms ms\n"
                            "spring,method,limit_ms,z,page,kind\n"
                            "soft,verlet,200,2,12,printed\n"
                            "hard,verlet,,2,,printed\n";

static void write_parts(void)
{
    folder_write("soft.yaml", "omega: 10\n");
    folder_write("hard.yaml", "omega: 20\n");
    folder_write("limits.csv", table);
}

static void write_experiment(const char *block)
{
    char text[4096];
    snprintf(text, sizeof text, "%s%s", block, rest);
    folder_write("springs.yaml", text);
}

/* --- refused --- */

static const struct fault {
    const char *from, *to, *message;
} faults[] = {
    {"question", "questoin", "3:3: unknown key 'questoin'; nearest allowed: 'question'"},
    {"spring: model.include", "spring: modl.include",
     "4:21: a case has no 'modl.include'; allowed: a path of every case, as in model.zeta, "
     "integrator.name, labels.NAME, scene.include"},
    {"stiff: model.omega", "stiff: model", "4:68: 'model' is not a single value"},
    {"stiff: model.omega", "model: model.omega",
     "4:61: 'model' cannot name a factor; allowed: 1 to 64 letters, digits and _, the first no "
     "digit, and no section of the case"},
    {"column: dt_stable", "column: dt_stabel",
     "5:22: unknown quantity 'dt_stabel'; nearest allowed: 'dt_stable'"},
    {"column: dt_stable", "column: answer",
     "5:22: unknown quantity 'answer'; allowed: those of `trama list quantities`"},
    {"unit: ms", "unit: m", "5:39: dt_stable in 'm'; allowed: s, with a prefix or without"},
    {"better: larger", "better: bigger", "better is 'bigger'; allowed: larger, smaller"},
    {"[verlet, leapfrog]", "verlet", "variants of 'verlet': allowed: a list of one value or more"},
    {"spring == 'soft'", "sprung == 'soft'", "sprung"},
    {"limits.csv, match", "limts.csv, match", "10:15: file 'limts.csv' cannot be opened"},
    {"match: [spring, method]", "match: [spring, metod]",
     "10:43: unknown factor 'metod'; nearest allowed: 'method'"},
    {"match: [spring, method]", "match: [spring, tag]",
     "10:43: unknown column of limits.csv 'tag'; "},
    {"match: [spring, method]", "match: [method]",
     "10:35: limits.csv: 'method' is column 2; key columns come first"},
    {"compare: {dt_stable: limit_ms", "compare: {dt_stable: limit_s",
     "10:73: unknown column of limits.csv 'limit_s'; nearest allowed: 'limit_ms'"},
    {"compare: {dt_stable: limit_ms", "compare: {stretch: limit_ms",
     "limits.csv: 'limit_ms' is in 'ms' and stretch in '1'; allowed: the same unit, with a prefix "
     "or without"},
    {"relative: 0.01", "relativ: 0.01", "unknown key 'relativ'; nearest allowed: 'relative'"},
    {"rows: spring", "rows: sprung", "13:11: unknown factor 'sprung'; nearest allowed: 'spring'"},
    {"springs_listed", "springs listed",
     "12:11: 'springs listed' cannot name a table; allowed: 1 to 64 letters, digits and _, the "
     "first no digit"},
    {"springs_listed", "runs",
     "12:11: 'runs' is the name of a table of trama; allowed: another name"},
    {"springs_listed", "article",
     "12:11: 'article' is the name of a table of trama; allowed: another name"},
    {"stiff: model.omega", "count: model.omega", "4:61: 'count' cannot name a factor; "},
    {"stiff: model.omega", "status: model.omega", "4:61: 'status' cannot name a factor; "},
    {"omega: stiff", "omega: stif",
     "14:38: a column of 'stif': expression:1: unknown name 'stif'; nearest allowed: 'stiff'"},
    {"omega: stiff", "omega: 2 * model.omega",
     "14:38: a column of '2 * model.omega': expression:5: unknown name 'model.omega'; allowed: "
     "spring, method, stiff, tag, model.include, integrator.name, a quantity (trama list "
     "quantities), published QUANTITY, error QUANTITY, status, timing/PATH, NAME where NAME is "
     "VALUE"},
    {"rows: spring\n", "rows: spring\n    only: stif == 10\n",
     "14:11: only 'stif == 10': expression:1: unknown name 'stif'; nearest allowed: 'stiff'"},
    {"rows: spring\n", "rows: spring\n    sort: tag, stif\n", "14:11: sort by 'stif': "},
    {"  listing:", "  figures: [{name: f, x: stif, y: {of: fall}}]\n  listing:",
     "11:26: x of 'stif': expression:1: unknown name 'stif'; nearest allowed: 'stiff'"},
    {"  listing:", "  figures: [{name: f, x: stiff, y: {of: fal}}]\n  listing:",
     "11:41: y of 'fal': expression:1: unknown name 'fal'; nearest allowed: 'fall'"},
    {"{column: dt_stable, unit: ms, better: larger}", "dt_stable",
     "5:13: response is a mapping; its keys: column, unit, better"},
    {"omega: stiff", "omega: exponent dt_stable by stif", "a column of 'exponent dt_stable by"},
    {"omega: stiff", "omega: stiff where dt_stable is much", "a column of 'stiff where dt_stable"},
    {"omega: stiff", "omega: count 2", "a column of 'count 2'"},
    {"    rows: spring\n", "",
     "a listing is {name: NAME, rows: cases, FACTOR or [FACTOR, ...], columns: {HEADING: SOURCE, "
     "...}}"},
    {"rows: spring\n", "rows: spring\n    only: {sprung: soft}\n",
     "14:12: unknown factor 'sprung'; nearest allowed: 'spring'"},
    {"rows: spring\n", "rows: spring\n    only: [spring]\n",
     "14:11: only of a listing; allowed: {FACTOR: VALUE, ...}, or an expression"},
    {"compare: {", "compared: {", "unknown key 'compared'; nearest allowed: 'compare'"},
};

static void what_is_wrong_is_refused_with_its_place(void **state)
{
    (void)state;
    char whole[4096];
    size_t wrong = 0;
    write_parts();
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        snprintf(whole, sizeof whole, "%s%s", study, rest);
        experiment_write("springs.yaml", whole, EDITS(faults[i].from, faults[i].to));
        const shell_end end = shell_run(SHELL("run", "springs.yaml", "--dry-run"));
        if (end.code == 2 && strstr(end.err, faults[i].message))
            continue;
        print_error("'%s' for '%s': %d, %s", faults[i].to, faults[i].from, end.code, end.err);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static const struct csv_fault {
    const char *from, *to, *message;
} csv_faults[] = {
    {"hard,verlet,,2", "soft,verlet,,2",
     "10:15: limits.csv: rows 1 and 2 have the same key (soft, verlet)"},
    {"200", "2oo",
     "limits.csv: row 1: limit_ms is '2oo'; allowed: a number, or nothing if none is printed"},
    {"# unit limit_ms ms\n", "",
     "limits.csv has no unit for 'limit_ms'; allowed: a line `# unit limit_ms s` before "
     "its header"},
    {"12,printed", "12,sure",
     "limits.csv: row 1: kind is 'sure'; allowed: printed, read_off, fitted, hardware, "
     "theory, nothing"},
    {"soft,verlet,200,2,12,printed", "soft,verlet,200,2,12",
     "limits.csv: line 4: 5 fields where the header has 6"},
};

static void a_table_that_breaks_the_conventions_is_refused(void **state)
{
    (void)state;
    write_parts();
    write_experiment(study);
    for (size_t i = 0; i < sizeof csv_faults / sizeof csv_faults[0]; i++) {
        experiment_write("limits.csv", table, EDITS(csv_faults[i].from, csv_faults[i].to));
        const shell_end end = shell_run(SHELL("run", "springs.yaml", "--dry-run"));
        if (end.code != 2 || !strstr(end.err, csv_faults[i].message))
            fail_msg("'%s' for '%s': %d, %s", csv_faults[i].to, csv_faults[i].from, end.code,
                     end.err);
    }
}

/* Two tables of one name would be one file: refused where one command sees both, and said where
 * each was run by itself. */
static void a_table_is_listed_by_one_study(void **state)
{
    (void)state;
    char whole[4096];
    write_parts();
    snprintf(whole, sizeof whole, "%s%s", study, rest);
    folder_write("springs.yaml", whole);
    experiment_write("others.yaml", whole, EDITS("experiment: springs", "experiment: others"));
    shell_end end = shell_run(SHELL("run", "springs.yaml", "others.yaml", "-o", "both"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "others.yaml:12:11: the table 'springs_listed' is already listed in "
                             "springs.yaml; allowed: another name");
    shell_run(SHELL("run", "springs.yaml", "-o", "both", "-q"));
    shell_run(SHELL("run", "others.yaml", "-o", "both", "-q"));
    end = shell_run(SHELL("table", "both"));
    text_assert_has(end.err, "a study lists 'springs_listed', which is another table's name: left");
}

/* --- written --- */

static void assert_factor(const record_study *s, size_t row, const char *name, const char *text)
{
    swept_value value;
    char found[64] = "";
    if (record_study_factor(s, study_block_factor(&s->block, name), row, &value))
        swept_text(&value, found, sizeof found);
    assert_string_equal(found, text);
}

static void assert_whole(const char *folder)
{
    record_study s;
    record_error error;
    assert_int_equal(record_study_read(folder, &s, &error), RECORD_OK);
    assert_int_equal(s.rows, 4);
    assert_string_equal(s.block.question, "how large a step?");
    assert_string_equal(s.block.column, "dt_stable");
    assert_string_equal(s.block.table[0].file, "limits.csv");
    assert_string_equal(s.block.table[0].text, table);
    assert_int_equal(s.block.table[0].match_count, 2);
    assert_string_equal(s.block.table[0].comparison[1].published, "z");
    assert_true(s.block.table[0].comparison[1].relative == 0.01);
    assert_int_equal(s.block.listing_count, 1);
    assert_string_equal(s.block.listing[0].name, "springs_listed");
    assert_int_equal(s.block.listing[0].row_count, 1);
    assert_string_equal(s.block.listing[0].row[0], "spring");
    assert_int_equal(s.block.listing[0].count, 4);
    assert_string_equal(s.block.listing[0].column[2].heading, "published_s");
    assert_string_equal(s.block.listing[0].column[2].of, "published dt_stable");
    assert_true(study_block_stands_for(&s.block, "leapfrog", "verlet"));
    assert_false(study_block_stands_for(&s.block, "leapfrog", "leapfrogg"));
    for (size_t i = 0; i < 4; i++) {
        assert_factor(&s, i, "spring", i < 2 ? "soft" : "hard");
        assert_factor(&s, i, "method", i % 2 ? "leapfrog" : "verlet");
        assert_factor(&s, i, "stiff", i < 2 ? "10" : "20"); /* not swept by itself */
        assert_factor(&s, i, "tag", "a");                   /* not swept at all */
        assert_int_equal(s.required[i], i == 0);
        assert_int_equal(s.printed[i], i % 2 == 0);
    }
    record_study_free(&s);
}

static void run_to(const char *folder, const char *option, const char *value)
{
    const shell_end end =
        shell_run(SHELL("run", "springs.yaml", "-q", "-o", folder, option, value));
    if (end.code != 0)
        fail_msg("%s", end.err);
}

static void it_is_written_whole_by_every_kind_of_run(void **state)
{
    (void)state;
    write_parts();
    write_experiment(study);
    run_to("all", NULL, NULL);
    run_to("some", "--only", "integrator.name == 'verlet'");
    run_to("shard", "--shard", "2/3");
    assert_whole("all/springs");
    assert_whole("some/springs");
    assert_whole("shard/springs");
}

/* Where a published value has variants, they are all that stand for it, itself not among them
 * unless it is named. */
static void a_value_stands_for_itself_or_its_variants_do(void **state)
{
    (void)state;
    study_variant variant[] = {{"euler", "symplectic_euler"}, {"euler", "euler_b"}, {"2", "3"}};
    const study_block block = {.variant = variant, .variant_count = 3};
    assert_true(study_block_stands_for(&block, "symplectic_euler", "euler"));
    assert_true(study_block_stands_for(&block, "euler_b", "euler"));
    assert_false(study_block_stands_for(&block, "euler", "euler"));
    assert_false(study_block_stands_for(&block, "euler", "euler_b"));
    assert_true(study_block_stands_for(&block, "rk4", "rk4"));
    assert_true(study_block_stands_for(&block, "3.0", "2.00"));
    assert_false(study_block_stands_for(&block, "2", "2"));
    assert_true(study_block_stands_for(&block, "0.1", "1e-1"));
}

/* Two values that agree in six digits are of two rows. */
static void a_case_joins_the_row_of_its_very_number(void **state)
{
    (void)state;
    folder_write("close.csv", "# source: a book\n# unit limit_ms ms\nstiff,limit_ms,page,kind\n"
                              "10,200,12,printed\n10.0000001,300,12,printed\n0.3,400,12,printed\n");
    folder_write(
        "close.yaml",
        "experiment: close\n"
        "study:\n"
        "  factors: {stiff: model.omega}\n"
        "  response: {column: dt_stable, unit: ms}\n"
        "  published: [{table: close.csv, match: [stiff], compare: {dt_stable: limit_ms}}]\n"
        "  listing:\n"
        "    name: close_listed\n"
        "    rows: cases\n"
        "    columns: {damping: model.damping, published_s: published dt_stable}\n"
        "case:\n"
        "  model: {name: oscillator, omega: 1}\n"
        "  integrator: {name: rk4}\n"
        "  task: {name: one_step, dt: 0.01}\n"
        "sweep:\n"
        "  - zip:\n"
        "      model.damping: [0.1, 0.2, 0.3]\n"
        "      model.omega: [10, 10.0000001, 0.3]\n");
    assert_int_equal(shell_run(SHELL("run", "close.yaml", "-o", "close", "-q")).code, 0);
    const shell_end end = shell_run(SHELL("table", "close", "close_listed", "--format", "csv"));
    assert_string_equal(end.out, "damping,published_s\n0.1,0.2\n0.2,0.3\n0.3,0.4\n");
}

static void the_index_has_the_factors(void **state)
{
    (void)state;
    bundle index = experiment_read("all/springs/index.h5");
    const bundle_column *spring = bundle_find(&index, "/factors/spring");
    const bundle_column *stiff = bundle_find(&index, "/factors/stiff");
    assert_non_null(spring);
    assert_string_equal(spring->text[3], "hard");
    assert_int_equal(stiff->type, BUNDLE_REAL);
    assert_true(stiff->real[1] == 10);
    bundle_free(&index);
}

/* A row for each value of the factor, in natural order; the first case that knows fills a cell. */
static void its_listing_is_a_table(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("table", "all", "springs_listed", "--format", "csv"));
    assert_int_equal(end.code, 1); /* one_step measures no step that could come out as it must */
    assert_string_equal(end.out, "spring,omega,published_s,status\n"
                                 "hard,20,,ok\n"
                                 "soft,10,0.2,ok\n");
    char two[2048];
    snprintf(two, sizeof two, "%s", study);
    *strstr(two, "rows: spring") = '\0';
    strcat(two, "rows: [method, stiff]\n    columns: {m: method, w: stiff}\n");
    write_experiment(two);
    folder_write("soft.yaml", "omega: 0.1\n"); /* to natural order 0.1 is 0.01 */
    folder_write("hard.yaml", "omega: 0.01\n");
    run_to("pairs", NULL, NULL);
    const shell_end pairs = shell_run(SHELL("table", "pairs", "springs_listed", "--format", "csv"));
    assert_string_equal(pairs.out, "m,w\n"
                                   "leapfrog,0.01\n"
                                   "leapfrog,0.1\n"
                                   "verlet,0.01\n"
                                   "verlet,0.1\n");
    *strstr(two, "rows: [method") = '\0';
    strcat(two, "rows: [method, stiff]\n    only: {method: verlet, stiff: 1.0e-1}\n"
                "    columns: {m: method, w: stiff}\n");
    write_experiment(two);
    run_to("pairs", NULL, NULL);
    const shell_end one = shell_run(SHELL("table", "pairs", "springs_listed", "--format", "csv"));
    assert_string_equal(one.out, "m,w\nverlet,0.1\n");
    const shell_end none = shell_run(SHELL("table", "all", "springs_liste"));
    assert_int_equal(none.code, 2);
    assert_string_equal(none.err, "'springs_liste' is not a table; nearest: springs_listed\n");
    const shell_end far = shell_run(SHELL("table", "all", "nothing"));
    assert_non_null(strstr(far.err, "'nothing' is not a table; one of matrix, published"));
    assert_non_null(strstr(far.err, ", springs_listed"));
    write_parts();
}

/* Of all cases of a row together. The published limits are 0.2 at 10 and 0.05 at 20: a law of
 * exponent -2, by which 0.0125 is reached at 40. */
static void a_listing_gathers_the_cases_of_a_row(void **state)
{
    (void)state;
    char gathered[2048];
    snprintf(gathered, sizeof gathered, "%s", study);
    *strstr(gathered, "rows: spring") = '\0';
    strcat(gathered,
           "rows: method\n    columns: {m: method, n: count, most: largest published dt_stable, "
           "range: spread published dt_stable, p: exponent published dt_stable by stiff, w: stiff "
           "where published dt_stable is 0.0125}\n");
    folder_write("limits.csv", "# source: a book\n# unit limit_ms ms\n"
                               "spring,method,limit_ms,z,page,kind\n"
                               "soft,verlet,200,2,12,printed\nhard,verlet,50,2,,printed\n");
    write_experiment(gathered);
    run_to("gathered", NULL, NULL);
    const shell_end end =
        shell_run(SHELL("table", "gathered", "springs_listed", "--format", "csv"));
    const char *row = strstr(end.out, "verlet,2,");
    assert_non_null(row);
    char *rest_of = (char *)row + strlen("verlet,2");
    double most = strtod(rest_of + 1, &rest_of), range = strtod(rest_of + 1, &rest_of);
    double p = strtod(rest_of + 1, &rest_of), w = strtod(rest_of + 1, &rest_of);
    assert_float_equal(most, 0.2, 1e-9);
    assert_float_equal(range, 0.15, 1e-9);
    assert_float_equal(p, -2.0, 1e-9);
    assert_float_equal(w, 40.0, 1e-6);
    write_parts();
}

/* Another question, other factors, another table: the cases stand, and say nothing of it. */
static void a_changed_study_runs_nothing(void **state)
{
    (void)state;
    static const char other[] = "experiment: springs\n"
                                "study: {question: another one, factors: {who: tag}}\n";
    write_experiment(study);
    run_to("kept", NULL, NULL);
    record_names before, after;
    record_error error;
    assert_int_equal(record_list("kept/springs", &before, &error), RECORD_OK);
    for (size_t i = 0; i < 2; i++) {
        write_experiment(i == 0 ? other : "experiment: springs\n");
        const shell_end end = shell_run(SHELL("run", "springs.yaml", "-o", "kept"));
        assert_int_equal(end.code, 0);
        assert_non_null(strstr(end.err, "4 cases exist already"));
        record_study s;
        assert_int_equal(record_study_read("kept/springs", &s, &error), RECORD_OK);
        assert_int_equal(s.block.given, i == 0);
        assert_string_equal(s.block.question, i == 0 ? "another one" : "");
        if (i == 0) /* a bare name is a label's */
            assert_string_equal(s.block.factor[0].path, "labels.tag");
        record_study_free(&s);
    }
    assert_int_equal(record_list("kept/springs", &after, &error), RECORD_OK);
    assert_int_equal(after.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(before.name[i], after.name[i]);
    record_names_free(&before);
    record_names_free(&after);
}

/* As an earlier version wrote it: the marks of each case, and of the block no text. */
static void write_earlier(const char *folder)
{
    char path[64];
    record_study s;
    record_error error;
    int64_t marks[8] = {0};
    bundle b = {0};
    assert_int_equal(record_study_read(folder, &s, &error), RECORD_OK);
    assert_in_range(s.rows, 1, 8);
    bundle_put_texts(&b, &column_study_id, (const char **)(uintptr_t)s.id, s.rows);
    bundle_put_texts(&b, &column_study_path, NULL, 0);
    bundle_put_integers(&b, &column_study_required, marks, s.rows);
    snprintf(path, sizeof path, "%s/study.h5", folder);
    assert_int_equal(record_write(path, &b, &error), RECORD_OK);
    bundle_free(&b);
    record_study_free(&s);
}

/* The cases of an earlier version's study are shown without it, and one line says what to do. */
static void an_earlier_study_is_written_anew_without_running(void **state)
{
    (void)state;
    record_study s;
    record_error error;
    write_parts();
    write_experiment(study);
    run_to("early", NULL, NULL);
    bundle before = experiment_read("early/springs/index.h5");
    write_earlier("early/springs");
    shell_end end = shell_run(SHELL("table", "early", "--columns", "experiment,method"));
    assert_int_equal(end.code, 4);
    text_assert_has(end.err,
                    "early/springs/study.h5: its study block is of an earlier version, and "
                    "not read; `trama index CONFIG` writes it anew\n");
    text_assert_has(end.out, "Leapfrog");
    end = shell_run(SHELL("index", "springs.yaml", "-o", "early"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.out, "1 experiment is planned again, without running a case\n");
    assert_whole("early/springs");
    assert_int_equal(record_study_read("early/springs", &s, &error), RECORD_OK);
    assert_string_equal(s.unread, "");
    record_study_free(&s);
    bundle after = experiment_read("early/springs/index.h5");
    assert_string_equal(bundle_find(&before, "/index/digest")->text[3],
                        bundle_find(&after, "/index/digest")->text[3]);
    bundle_free(&before);
    bundle_free(&after);
    end = shell_run(SHELL("index", "springs.yaml", "-o", "nowhere"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err,
                    "nowhere/springs/cases: there is no such folder; `trama run` makes it");
}

static void units_differ_by_their_prefix_alone(void **state)
{
    (void)state;
    assert_true(unit_factor("ms", "s") == 1e-3);
    assert_true(unit_factor("s", "ms") == 1e3);
    assert_true(unit_factor("m", "m") == 1);
    assert_true(unit_factor("\u00b5s", "s") == 1e-6); /* the micro sign */
    assert_true(unit_factor("\u03bcs", "us") == 1);   /* the Greek letter */
    assert_true(unit_factor("1", "1") == 1);
    assert_true(isnan(unit_factor("min", "s")));
    assert_true(isnan(unit_factor("m", "s")));
    assert_true(isnan(unit_factor("", "s")));
}

/* The fields of the search of stable_step in seconds, of which `tolerance` is none; what only ends
 * alike is none either. */
static void time_steps_are_shown_in_milliseconds(void **state)
{
    (void)state;
    static const char *const steps[] = {"task.dt", "dt_stable", "task.search.first",
                                        "task.search.cap", "task.search.increment"};
    static const char *const others[] = {"task.end", "labels.first", "task.research.cap",
                                         "model.adt"};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        assert_string_equal(study_unit_of(steps[i], "s"), "ms");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_string_equal(study_unit_of(others[i], "s"), "s");
}

static void every_number_of_a_result_is_a_quantity_of_one_name(void **state)
{
    (void)state;
    const char *name[QUANTITIES_MAX];
    const size_t count = quantity_names(name);
    assert_true(count < QUANTITIES_MAX);
    for (size_t i = 0; i < count; i++) {
        assert_string_equal(quantity_name(quantity_find(name[i])), name[i]);
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(name[i], name[j]);
    }
    static const char *const some[] = {"dt_stable", "z", "push/after", "rest_iterations"};
    for (size_t i = 0; i < sizeof some / sizeof some[0]; i++)
        assert_non_null(quantity_find(some[i]));
    static const char *const none[] = {"outcome", "runs/dt", "seconds", "failure_value", ""};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        assert_null(quantity_find(none[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_wrong_is_refused_with_its_place),
        cmocka_unit_test(a_table_that_breaks_the_conventions_is_refused),
        cmocka_unit_test(a_table_is_listed_by_one_study),
        cmocka_unit_test(it_is_written_whole_by_every_kind_of_run),
        cmocka_unit_test(a_value_stands_for_itself_or_its_variants_do),
        cmocka_unit_test(a_case_joins_the_row_of_its_very_number),
        cmocka_unit_test(the_index_has_the_factors),
        cmocka_unit_test(its_listing_is_a_table),
        cmocka_unit_test(a_listing_gathers_the_cases_of_a_row),
        cmocka_unit_test(a_changed_study_runs_nothing),
        cmocka_unit_test(an_earlier_study_is_written_anew_without_running),
        cmocka_unit_test(units_differ_by_their_prefix_alone),
        cmocka_unit_test(time_steps_are_shown_in_milliseconds),
        cmocka_unit_test(every_number_of_a_result_is_a_quantity_of_one_name),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
