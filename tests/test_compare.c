/* trama compare and trama baseline: results, bit by bit and within tolerances; times, by pairs. Run
 * as `PROGRAM run ...` this program is a build of trama whose times are made up, so that what is
 * said of them does not hang on the machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/analysis.h"
#include "command/contest.h"
#include "core/numbers.h"
#include "plan/plan.h"
#include "record/record.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%s", part, text);
}

/* --- folders to compare --- */

/* The springs of experiment.h, run once into a folder: the results that tests begin with. */
static void run_springs(const char *folder, const char *const *edits)
{
    experiment_write("spring.yaml", experiment_spring, edits);
    const shell_end end = shell_run(SHELL("run", "spring.yaml", "-q", "-o", folder));
    if (end.code != 0)
        fail_msg("%s", end.err);
}

/* The file of the spring under an integrator. */
static const char *file_of(const char *folder, const char *integrator)
{
    static char path[512];
    char inner[256];
    record_names names;
    record_error error;
    snprintf(inner, sizeof inner, "%s/spring", folder);
    assert_int_equal(record_list(inner, &names, &error), RECORD_OK);
    path[0] = '\0';
    for (size_t i = 0; i < names.count && !path[0]; i++) {
        char trial[512];
        snprintf(trial, sizeof trial, "%s/%s", inner, names.name[i]);
        if (strcmp(experiment_text(trial, "/case/integrator"), integrator) == 0)
            strcpy(path, trial);
    }
    record_names_free(&names);
    if (!path[0])
        fail_msg("%s has no case of %s", folder, integrator);
    return path;
}

static bundle_column *column_of(bundle *b, const char *path)
{
    for (size_t i = 0; i < b->count; i++)
        if (strcmp(b->column[i].path, path) == 0)
            return &b->column[i];
    fail_msg("no column %s", path);
    return NULL;
}

/* Changes a case's file by `change`. */
static void edit_case(const char *folder, const char *integrator, void (*change)(bundle *b))
{
    char path[512];
    record_error error;
    strcpy(path, file_of(folder, integrator));
    bundle b = experiment_read(path);
    change(&b);
    assert_int_equal(record_write(path, &b, &error), RECORD_OK);
    bundle_free(&b);
}

static void nudge_limit(bundle *b)
{
    double *value = column_of(b, "/result/dt_stable")->real;
    *value = nextafter(*value, 1.0);
}

static void move_run(bundle *b)
{
    column_of(b, "/result/runs/iteration")->integer[1] += 3;
}

static void break_off(bundle *b)
{
    bundle_column *status = column_of(b, "/case/status");
    strcpy(status->text[0], "ok");
    status->text[0][1] = 'f'; /* as long as "ok" */
}

static void add_result(bundle *b)
{
    bundle_add_real(b, "/result/new_quantity", "m", "", 1.5);
}

static shell_end compare(const char *baseline, const char *fresh)
{
    return shell_run(SHELL("compare", baseline, fresh));
}

/* --- results --- */

static void the_same_program_gives_the_same_results(void **state)
{
    (void)state;
    run_springs("a", NULL);
    run_springs("b", NULL);
    const shell_end end = compare("a", "b");
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    assert_contains(end.out, "3 cases: 3 same\n");
}

static void the_last_bit_counts_and_is_named(void **state)
{
    (void)state;
    run_springs("bit", NULL);
    edit_case("bit", "rk4", nudge_limit);
    shell_end end = compare("a", "bit");
    assert_int_equal(end.code, 1);
    assert_contains(end.out, "differs");
    assert_contains(end.out,
                    "/result/dt_stable[0]: 0.25000000000000006, was 0.25 (relative 2.2e-16)");
    assert_contains(end.out, "3 cases: 2 same, 1 differs\n");
    run_springs("moved", NULL);
    edit_case("moved", "verlet", move_run);
    end = compare("a", "moved");
    assert_int_equal(end.code, 1);
    assert_contains(end.out, "/result/runs/iteration[1]: 103, was 100 (relative 0.03)");
}

/* The tolerance is the new experiment's; it is no part of what identifies a case. */
static void a_declared_tolerance_is_granted_and_no_more(void **state)
{
    (void)state;
    const char *const exact[] = {"case:", "tolerance: {dt_stable: {relative: 1e-12}}\ncase:", NULL};
    const char *const wide[] = {"case:", "tolerance: {'runs/*': {absolute: 3}}\ncase:", NULL};
    run_springs("exact", exact);
    edit_case("exact", "rk4", nudge_limit);
    shell_end end = compare("a", "exact");
    assert_int_equal(end.code, 0);
    assert_contains(end.out, "3 cases: 2 same, 1 within tolerance\n");
    run_springs("start",
                (const char *const[]){"case:", "tolerance: {'*': {relative: 1e-12}}\ncase:", NULL});
    edit_case("start", "rk4", nudge_limit);
    assert_int_equal(compare("a", "start").code, 0);
    run_springs("narrow", (const char *const[]){"case:",
                                                "tolerance: {'*': {relative: 1}, "
                                                "'runs/*': {absolute: 2}}\ncase:",
                                                NULL});
    edit_case("narrow", "verlet", move_run);
    assert_int_equal(compare("a", "narrow").code, 1);
    run_springs("wide", wide);
    edit_case("wide", "verlet", move_run);
    assert_int_equal(compare("a", "wide").code, 0);
}

static void a_tolerance_of_nothing_is_told(void **state)
{
    (void)state;
    run_springs("typo", (const char *const[]){
                            "case:", "tolerance: {dt_stabel: {relative: 1e-12}}\ncase:", NULL});
    const shell_end end = compare("a", "typo");
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err,
                        "spring: tolerance: no result of the experiment is named 'dt_stabel'\n");
}

static void bad_tolerances_are_refused_while_planning(void **state)
{
    (void)state;
    static const struct {
        const char *text, *line;
    } table[] = {
        {"tolerance: 3",
         "bad.yaml:2:12: tolerance is a mapping, as in {runs/value: {relative: 1e-9}}"},
        {"tolerance: {/a: {relative: 1}}", "bad.yaml:2:13: tolerance of '/a'; allowed: a quantity "
                                           "below /result, as in runs/value, or "
                                           "with * at its end, the start of several"},
        {"tolerance: {a: {}}",
         "bad.yaml:2:16: the tolerance of 'a' is none; allowed: relative or absolute above 0"},
        {"tolerance: {a: {relative: 2}}",
         "bad.yaml:2:27: relative: '2' is out of range; allowed: from 0 to 1"},
        {"tolerance: {a: {relativ: 1}}",
         "bad.yaml:2:17: unknown key 'relativ'; nearest allowed: 'relative'"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char top[256], line[400];
        snprintf(top, sizeof top, "experiment: spring\n%s\n", table[i].text);
        snprintf(line, sizeof line, "%s\n", table[i].line);
        experiment_write("bad.yaml", experiment_spring, EDITS("experiment: spring\n", top));
        const shell_end end = shell_run(SHELL("run", "bad.yaml", "--dry-run"));
        assert_string_equal(end.err, line);
        assert_int_equal(end.code, 2);
    }
}

static void missing_extra_and_changed_are_verdicts_of_their_own(void **state)
{
    (void)state;
    run_springs("fewer", EDITS("[verlet, symplectic_euler, rk4]", "[verlet, symplectic_euler]"));
    shell_end end = compare("a", "fewer");
    assert_int_equal(end.code, 1);
    assert_contains(end.out, "3 cases: 2 same, 1 missing\n");
    end = compare("fewer", "a");
    assert_int_equal(end.code, 0);
    assert_contains(end.out, "3 cases: 2 same, 1 extra\n");
    run_springs("status", NULL);
    edit_case("status", "verlet", break_off);
    end = compare("a", "status");
    assert_int_equal(end.code, 1);
    assert_contains(end.out, "status changed");
    assert_contains(end.out, "of, was ok");
    run_springs("more", NULL);
    edit_case("more", "verlet", add_result);
    end = compare("a", "more");
    assert_int_equal(end.code, 1);
    assert_contains(end.out, "/result/new_quantity is new");
    end = compare("more", "a");
    assert_contains(end.out, "/result/new_quantity is no longer there");
}

static void edit_resolved(bundle *b, const char *from, const char *to)
{
    bundle_column *c = column_of(b, "/config/resolved");
    char *old = c->text[0], *at = strstr(old, from), text[8192];
    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - old), old, to, at + strlen(from));
    assert_true(strlen(text) <= strlen(old));
    strcpy(old, text);
}

static void another_version(bundle *b)
{
    edit_resolved(b, "integrator.version = 1", "integrator.version = 0");
}

static void forget_a_field(bundle *b)
{
    edit_resolved(b, "task.search.scan = 0\n", "");
}

static void another_value(bundle *b)
{
    edit_resolved(b, "task.search.scan = 0", "task.search.scan = 1");
}

/* What identifies a case is its configuration; versions of its parts, and fields that one of the
 * programs does not know, are told. */
static void cases_match_across_versions_of_the_program(void **state)
{
    (void)state;
    run_springs("old", NULL);
    edit_case("old", "verlet", another_version);
    edit_case("old", "rk4", forget_a_field);
    shell_end end = compare("old", "a");
    assert_int_equal(end.code, 0);
    assert_contains(end.out, "3 cases: 3 same\n");
    assert_contains(end.out, "integrator.version, was 0");
    assert_contains(end.out, "only in the new: task.search.scan");
    edit_case("old", "symplectic_euler", another_value);
    end = compare("old", "a");
    assert_int_equal(end.code, 1);
    assert_contains(end.out, "4 cases: 2 same, 1 missing, 1 extra\n");
}

/* Rounds of one program must agree among themselves. */
static void rounds_that_disagree_are_not_repeatable(void **state)
{
    (void)state;
    assert_int_equal(mkdir("rounds", 0777), 0);
    run_springs("rounds/round-001", NULL);
    run_springs("rounds/round-002", NULL);
    assert_int_equal(compare("a", "rounds").code, 0);
    edit_case("rounds/round-002", "rk4", nudge_limit);
    const shell_end end = compare("a", "rounds");
    assert_int_equal(end.code, 1);
    assert_contains(end.out, "1 not repeatable");
}

static void junit_has_a_test_of_every_result(void **state)
{
    (void)state;
    char text[4096] = "";
    assert_int_equal(shell_run(SHELL("compare", "a", "bit", "--junit", "out.xml")).code, 1);
    FILE *file = fopen("out.xml", "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    assert_contains(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"3\" "
                          "failures=\"1\" skipped=\"0\">");
    assert_contains(text, "<failure message=\"differs: the results differ: /result/dt_stable[0]");
    assert_contains(text, "<testcase classname=\"spring\" name=\"spring rk4 (");
    const shell_end end = shell_run(SHELL("compare", "a", "b", "--junit", "none/out.xml"));
    assert_int_equal(end.code, 4);
    assert_contains(end.err, "none/out.xml: not written: No such file or directory");
}

static void csv_has_a_row_of_every_result(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("compare", "a", "bit", "--format", "csv"));
    assert_contains(end.out, "experiment,case,id,of,part,verdict,detail,pairs,percent,");
    assert_contains(end.out, ",results,,same,");
    assert_contains(end.out, ",results,,differs,");
}

/* --- baseline files --- */

static void odd_values(bundle *b)
{
    const double value[] = {-0.0, TRAMA_NAN, TRAMA_INFINITY, 5e-324, 0.1};
    const char *const text[] = {"two\nlines", "", "#no comment", "+"};
    const int64_t integer[] = {INT64_MIN, INT64_MAX};
    bundle_add_reals(b, "/result/odd/real", "m", "", value, 5, 1);
    bundle_add_texts(b, "/result/odd/text", "", text, 4);
    bundle_add_integers(b, "/result/odd/integer", "1", "", integer, 1, 2);
    bundle_add_reals(b, "/result/odd/none", "m", "", value, 0, 1);
}

static void a_baseline_file_keeps_every_bit(void **state)
{
    (void)state;
    run_springs("odd", NULL);
    edit_case("odd", "verlet", odd_values);
    assert_int_equal(shell_run(SHELL("baseline", "odd", "-o", "odd.txt")).code, 0);
    shell_end end = compare("odd.txt", "odd");
    assert_string_equal(end.err, "");
    assert_int_equal(end.code, 0);
    assert_contains(end.out, "3 cases: 3 same\n");
    edit_case("odd", "rk4", nudge_limit);
    end = compare("odd.txt", "odd");
    assert_int_equal(end.code, 1);
    assert_contains(end.out, "/result/dt_stable[0]: 0.25000000000000006, was 0.25");
}

static void a_baseline_file_that_is_none_is_refused_by_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *line;
    } table[] = {
        {"", "bad.txt:1: no baseline of this version: its first line is `trama baseline 1`"},
        {"trama baseline 2\n",
         "bad.txt:1: no baseline of this version: its first line is `trama baseline 1`"},
        {"trama baseline 1\nkase\n", "bad.txt:2: 'kase'; a case begins with a line `case`"},
        {"trama baseline 1\ncase\n/a real 1 1\n",
         "bad.txt:3: '/a real 1 1' is no column: path, type, rows, columns, unit"},
        {"trama baseline 1\ncase\n/a rael 1 1 m\n",
         "bad.txt:3: 'rael' is no type; one of real, integer, text"},
        {"trama baseline 1\ncase\n/a real 1 1 m\n 1.5x\n", "bad.txt:4: '1.5x' is no real"},
        {"trama baseline 1\ncase\n/a integer 1 1 m\n 99999999999999999999\n",
         "bad.txt:4: '99999999999999999999' is no integer"},
        {"trama baseline 1\ncase\n/a real 2 1 m\n 1.5\n",
         "bad.txt:5: /a has 1 values before this line, and should have 2"},
        {"trama baseline 1\ncase\n/a real 1 1 m\n 1\n/a/b real 0 1 m\n",
         "bad.txt:5: the column /a/b cannot stand here; each stands once, none below another"},
        {"trama baseline 1\ncase\n/a text 1 2 -\n", "bad.txt:3: texts have one column"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char line[256];
        snprintf(line, sizeof line, "%s\n", table[i].line);
        folder_write("bad.txt", table[i].text);
        const shell_end end = compare("bad.txt", "a");
        assert_string_equal(end.err, line);
        assert_int_equal(end.code, 4);
    }
}

/* --- times: a build whose times are made up --- */

/* Its own name says how it is: "quick" takes 0.9 of the time, "quick-once" only until it is
 * measured again, "other" is of another machine; this program's name is none of them. */
static double factor_of(const char *program, const char *folder)
{
    if (strstr(program, "quick-once") && strstr(folder, "/confirm/"))
        return 1.0;
    return strstr(program, "quick") ? 0.9 : 1.0;
}

/* Round 7 begins at 7 s; the two sides' samples alternate, each with its own luck of up to 2 %. */
static void add_times(const char *program, const char *folder, bundle *b)
{
    enum { SAMPLES = 5 };
    double seconds[SAMPLES], when[SAMPLES];
    int64_t turn[SAMPLES], iterations[SAMPLES];
    const char *part[SAMPLES];
    const bool is_baseline = strstr(folder, "/baseline/") != NULL;
    const char *round = strstr(folder, "round-");
    const long number = round ? strtol(round + strlen("round-"), NULL, 10) : 0;
    for (int i = 0; i < SAMPLES; i++) {
        const double luck = (double)((number * 37 + i * 11 + is_baseline * 53) % 41) / 40.0 - 0.5;
        seconds[i] = 1e-3 * factor_of(program, folder) * (1.0 + 0.04 * luck);
        when[i] = 1e9 + (double)number + 0.1 * i + 0.05 * is_baseline;
        turn[i] = i;
        iterations[i] = 100;
        part[i] = "";
    }
    bundle_add_reals(b, "/timing/sample", "s", "", seconds, SAMPLES, 1);
    if (!strstr(program, "undated"))
        bundle_add_reals(b, "/timing/when", "s", "", when, SAMPLES, 1);
    bundle_add_integers(b, "/timing/turn", "1", "", turn, SAMPLES, 1);
    bundle_add_integers(b, "/timing/iterations", "1", "", iterations, SAMPLES, 1);
    bundle_add_texts(b, "/timing/part", "", part, SAMPLES);
    bundle_add_text(b, "/run/cpu", "", strstr(program, "other") ? "Z80" : "6502");
}

static bool write_case(const char *program, const char *folder, const plan_case *c)
{
    char path[4096], inner[4096];
    record_error error;
    bundle b = {0};
    bundle_add_text(&b, "/case/id", "", c->id);
    bundle_add_text(&b, "/case/experiment", "", c->experiment->name);
    bundle_add_text(&b, "/case/task", "", c->task->name);
    bundle_add_text(&b, "/case/integrator", "", c->integrator->name);
    bundle_add_text(&b, "/case/status", "", "ok");
    bundle_add_text(&b, "/config/resolved", "", c->resolved);
    bundle_add_real(&b, "/result/dt", "s", "", 0.01);
    add_times(program, folder, &b);
    snprintf(inner, sizeof inner, "%s/%s", folder, c->experiment->name);
    record_case_path(inner, c->id, path, sizeof path);
    const bool written = record_case_folder(path, &error) == RECORD_OK &&
                         record_write(path, &b, &error) == RECORD_OK;
    bundle_free(&b);
    return written;
}

static void make_folders(const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/spring/cases/", folder);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
}

/* run --quiet -o DIR --only EXPR -- FILE */
static int act_as_a_build(int argc, char **argv)
{
    plan p;
    config_error error;
    record_begin();
    if (argc != 9 || strstr(argv[0], "refuses"))
        return 2;
    bool done = plan_load(argv + 8, 1, argv[6], &p, &error);
    make_folders(argv[4]);
    for (size_t i = 0; done && i < p.case_count; i++)
        done = write_case(argv[0], argv[4], &p.cases[i]);
    plan_free(&p);
    return done ? 0 : 4;
}

/* This program, under the name of another build. */
static const char *build(const char *name)
{
    static char path[256];
    char self[4096];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    assert_true(length > 0);
    self[length] = '\0';
    snprintf(path, sizeof path, "./%s", name);
    if (access(path, X_OK) != 0)
        assert_int_equal(symlink(self, path), 0);
    return path;
}

typedef struct told {
    int code;
    char out[16384], err[4096];
} told;

/* What `trama compare --against BUILD spring.yaml` says of this program. */
static told contest_with(const char *name, size_t pairs, const char *folder, bool force)
{
    static const char task[] =
        "stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}";
    char *const files[] = {"spring.yaml"};
    const contest_request asked = {.baseline = build(name),
                                   .files = files,
                                   .file_count = 1,
                                   .folder = folder,
                                   .pairs = pairs,
                                   .quiet = true};
    told t = {0};
    contest c;
    experiment_write("spring.yaml", experiment_spring,
                     EDITS(task, "timing, dt: 0.01, iterations: 100, repeats: 5, warmup: 1"));
    t.code = contest_begin(&asked, &c);
    if (t.code == 0)
        t.code = contest_measure(&c);
    if (t.code == 0) {
        const analysis_comparison wanted = {.baseline = c.baseline,
                                            .fresh = c.fresh,
                                            .format = "csv",
                                            .limit = 0.05,
                                            .level = 0.025,
                                            .force = force,
                                            .again_baseline = c.again_baseline,
                                            .again_fresh = c.again_fresh,
                                            .measure_again = contest_measure_again,
                                            .context = &c};
        FILE *out = fmemopen(t.out, sizeof t.out, "w"), *err = fmemopen(t.err, sizeof t.err, "w");
        t.code = analysis_compare(&wanted, out, err);
        fclose(out);
        fclose(err);
    }
    contest_end(&c);
    return t;
}

static size_t times_said(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

static void equal_builds_are_no_slower(void **state)
{
    (void)state;
    const told t = contest_with("equal", 8, NULL, false);
    assert_int_equal(t.code, 0);
    assert_int_equal(times_said(t.out, ",time,,no slower,"), 3);
    assert_int_equal(times_said(t.out, ",results,,same,"), 3);
}

static void a_slower_build_is_flagged_when_it_is_so_again(void **state)
{
    (void)state;
    told t = contest_with("quick", 8, "kept", false);
    assert_int_equal(t.code, 1);
    assert_int_equal(times_said(t.out, ",time,,slower,"), 3);
    assert_int_equal(times_said(t.out, "again: +9.8 % [+9.8, +14.4], 8 pairs"), 3);
    t = contest_with("quick-once", 8, NULL, false);
    assert_int_equal(t.code, 0);
    assert_int_equal(times_said(t.out, ",time,,not confirmed,"), 3);
}

/* The samples that --against kept. */
static void kept_samples_are_judged_again(void **state)
{
    (void)state;
    shell_end end =
        shell_run(SHELL("compare", "kept/baseline", "kept/new", "--confirm", "kept/confirm"));
    assert_int_equal(end.code, 1);
    assert_contains(end.out, "3 times: 3 slower\n");
    end = shell_run(SHELL("compare", "kept/baseline", "kept/new"));
    assert_int_equal(end.code, 0);
    assert_contains(end.out, "3 times: 3 suspect\n");
    end = shell_run(SHELL("compare", "kept/baseline", "kept/new", "--slower", "20"));
    assert_contains(end.out, "3 times: 3 no slower\n");
    end = shell_run(SHELL("compare", "kept/new", "kept/baseline"));
    assert_contains(end.out, "3 times: 3 faster\n");
    assert_int_equal(end.code, 0);
}

/* Six pairs suffice for one case, three cases need seven. */
static void few_pairs_are_insufficient(void **state)
{
    (void)state;
    const told t = contest_with("quick", 6, NULL, false);
    assert_int_equal(t.code, 0);
    assert_int_equal(times_said(t.out, "insufficient data,\"6 pairs, needed are 7\""), 3);
}

static void samples_without_dates_are_insufficient(void **state)
{
    (void)state;
    const told t = contest_with("undated", 1, NULL, false);
    assert_int_equal(t.code, 0);
    assert_int_equal(times_said(t.out, "insufficient data,"), 3);
    assert_contains(t.out, "samples of an older program, which kept no dates");
}

static void times_of_other_machines_are_refused_unless_forced(void **state)
{
    (void)state;
    told t = contest_with("quick-other", 1, NULL, false);
    assert_int_equal(t.code, 0);
    assert_int_equal(times_said(t.out, ",time,,other machine,"), 3);
    assert_contains(t.out, "cpu: 6502, was Z80; --force compares all the same");
    t = contest_with("quick-other", 2, NULL, true);
    assert_int_equal(t.code, 1);
    assert_int_equal(times_said(t.out, ",time,,slower,"), 3);
}

/* Two runs one after the other, each of many samples: they show what changed between them, the
 * program or the weather. */
static void what_was_not_taken_in_turn_is_insufficient(void **state)
{
    (void)state;
    plan p;
    config_error error;
    char *const files[] = {"spring.yaml"};
    assert_true(plan_load(files, 1, NULL, &p, &error));
    for (int side = 0; side < 2; side++) {
        const char *folder = side ? "after/new/round-009" : "before/baseline/round-001";
        make_folders(folder);
        for (size_t i = 0; i < p.case_count; i++)
            assert_true(write_case(side ? "new" : "quick", folder, &p.cases[i]));
    }
    plan_free(&p);
    const shell_end end = compare("before/baseline", "after/new");
    assert_int_equal(end.code, 0);
    assert_contains(end.out, "3 times: 3 insufficient data\n");
    assert_contains(end.out, "1 pairs, needed are 7");
}

static void a_build_that_fails_ends_the_comparison(void **state)
{
    (void)state;
    assert_int_equal(contest_with("refuses", 3, NULL, false).code, 2);
    assert_int_equal(contest_with("equal", 3, "kept", false).code, 2);
}

/* --- times: the program itself --- */

typedef struct dated {
    double when;
    bool is_new;
} dated;

static int by_date(const void *a, const void *b)
{
    return (((const dated *)a)->when > ((const dated *)b)->when) -
           (((const dated *)a)->when < ((const dated *)b)->when);
}

/* All of a round's samples in order of time: of each two that follow one another from the first on,
 * one is of each build. */
static void two_builds_take_their_samples_in_turns(void **state)
{
    (void)state;
    enum { CASES = 3, SAMPLES = 4, ALL = 2 * CASES * SAMPLES };
    static const char task[] =
        "stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}";
    static const char *const integrators[CASES] = {"verlet", "symplectic_euler", "rk4"};
    dated sample[ALL];
    size_t count = 0, orders = 0;
    experiment_write("spring.yaml", experiment_spring,
                     EDITS(task, "timing, dt: 0.01, iterations: 2000, repeats: 4, warmup: 1"));
    const shell_end end = shell_run(
        SHELL("compare", "--against", TRAMA_PROGRAM, "spring.yaml", "--pairs", "2", "-o", "real"));
    assert_int_equal(end.code, 0);
    assert_contains(end.out, "3 times: 3 insufficient data\n");
    assert_contains(end.out, "2 pairs, needed are 7");
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < CASES; i++) {
            bundle b = experiment_read(
                file_of(side ? "real/new/round-001" : "real/baseline/round-001", integrators[i]));
            const bundle_column *when = bundle_find(&b, "/timing/when");
            assert_int_equal(when->rows, SAMPLES);
            for (size_t s = 0; s < SAMPLES; s++)
                sample[count++] = (dated){when->real[s], side};
            bundle_free(&b);
        }
    qsort(sample, ALL, sizeof *sample, by_date);
    for (size_t i = 0; i < ALL; i += 2) {
        assert_int_not_equal(sample[i].is_new, sample[i + 1].is_new);
        orders += sample[i].is_new;
    }
    assert_in_range(orders, 1, ALL / 2 - 1); /* both orders occur */
}

/* --- usage --- */

static void bad_usage_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[10];
        const char *line;
        int code;
    } table[] = {
        {{"compare", "a"},
         "trama compare: two results folders are needed, the baseline's first; see `trama --help`",
         2},
        {{"compare", "--against", "x"},
         "trama compare: --against needs configurations; see `trama --help`",
         2},
        {{"compare", "a", "b", "--only", "x"},
         "trama compare: -o and --only are of --against; see `trama --help`",
         2},
        {{"compare", "a", "b", "--slower", "5%"},
         "trama compare: --slower '5%' is not a number from 0.1 to 1000",
         2},
        {{"compare", "a", "b", "--level", "0.5"},
         "trama compare: --level '0.5' is not a number from 1e-06 to 0.2",
         2},
        {{"compare", "a", "b", "--format", "html"},
         "'html' is not a format; one of csv, md, latex",
         2},
        {{"compare", "a", "b", "--junti", "x"},
         "trama compare: unknown option '--junti'; nearest: --junit; see `trama --help`",
         2},
        {{"compare", "a", "nothing"}, "nothing: no results here, and no baseline file", 2},
        {{"compare", "--against", "/none", "spring.yaml"},
         "trama compare: --against '/none': No such file or directory",
         2},
        {{"compare", "--against", TRAMA_PROGRAM, "spring.yaml", "-o", "a"},
         "trama compare: -o 'a' is not empty; allowed: a new folder",
         2},
        {{"compare", "--against", TRAMA_PROGRAM, "spring.yaml", "--only", "model.omega > 99"},
         "trama compare: no case is left",
         2},
        {{"baseline"}, "trama baseline: one results folder is needed; see `trama --help`", 2},
        {{"baseline", "a", "-o", "x/"},
         "trama baseline: -o needs a file's name; see `trama --help`",
         2},
        {{"baseline", "a", "-o", "none/b.txt"},
         "none/b.txt: not written: No such file or directory",
         4},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char line[300];
        snprintf(line, sizeof line, "%s\n", table[i].line);
        const shell_end end = shell_run(table[i].arguments);
        assert_string_equal(end.err, line);
        assert_int_equal(end.code, table[i].code);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_program_gives_the_same_results),
        cmocka_unit_test(the_last_bit_counts_and_is_named),
        cmocka_unit_test(a_declared_tolerance_is_granted_and_no_more),
        cmocka_unit_test(a_tolerance_of_nothing_is_told),
        cmocka_unit_test(bad_tolerances_are_refused_while_planning),
        cmocka_unit_test(missing_extra_and_changed_are_verdicts_of_their_own),
        cmocka_unit_test(cases_match_across_versions_of_the_program),
        cmocka_unit_test(rounds_that_disagree_are_not_repeatable),
        cmocka_unit_test(junit_has_a_test_of_every_result),
        cmocka_unit_test(csv_has_a_row_of_every_result),
        cmocka_unit_test(a_baseline_file_keeps_every_bit),
        cmocka_unit_test(a_baseline_file_that_is_none_is_refused_by_its_line),
        cmocka_unit_test(equal_builds_are_no_slower),
        cmocka_unit_test(a_slower_build_is_flagged_when_it_is_so_again),
        cmocka_unit_test(kept_samples_are_judged_again),
        cmocka_unit_test(few_pairs_are_insufficient),
        cmocka_unit_test(samples_without_dates_are_insufficient),
        cmocka_unit_test(times_of_other_machines_are_refused_unless_forced),
        cmocka_unit_test(what_was_not_taken_in_turn_is_insufficient),
        cmocka_unit_test(a_build_that_fails_ends_the_comparison),
        cmocka_unit_test(two_builds_take_their_samples_in_turns),
        cmocka_unit_test(bad_usage_is_refused),
    };
    if (argc > 1 && strcmp(argv[1], "run") == 0)
        return act_as_a_build(argc, argv);
    record_begin();
    return cmocka_run_group_tests_name("compare", tests, folder_enter_in_memory, folder_leave);
}
