/* trama compare finds which of two builds is slower. Run as `PROGRAM run ...`, this program is a
 * build of trama with made-up times, so that no claim depends on the machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/analysis.h"
#include "command/ab_comparison.h"
#include "plan/plan.h"
#include "results/record.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/springs.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Set by this program; a build that does not have it was not given the environment. */
#define PASSED_ON "TRAMA_TEST_COMPARE_TIMES"

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
    bundle_put_reals(b, &column_sample, seconds, SAMPLES);
    if (!strstr(program, "undated"))
        bundle_put_reals(b, &column_sample_when, when, SAMPLES);
    bundle_put_integers(b, &column_sample_turn, turn, SAMPLES);
    bundle_put_integers(b, &column_sample_iterations, iterations, SAMPLES);
    bundle_put_texts(b, &column_sample_part, part, SAMPLES);
    bundle_put_text(b, &column_run_cpu, strstr(program, "other") ? "Z80" : "6502");
}

static bool write_case(const char *program, const char *folder, const plan_case *c)
{
    char path[4096], inner[4096], digest[65];
    record_error error;
    bundle b = {0};
    bundle_put_text(&b, &column_case_id, c->id);
    bundle_put_text(&b, &column_case_experiment, c->experiment->name);
    bundle_put_text(&b, &column_case_task, c->task->name);
    bundle_put_text(&b, &column_case_integrator, c->integrator->name);
    bundle_put_text(&b, &column_case_status, "ok");
    plan_digest(c, digest);
    bundle_put_text(&b, &column_config_digest, digest);
    bundle_put_real(&b, &column_dt, 0.01);
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
    if (argc != 9 || strstr(argv[0], "refuses") || !getenv(PASSED_ON))
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
static told ab_comparison_with(const char *name, size_t pairs, const char *folder, bool force)
{
    static const char task[] =
        "stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}";
    char *const files[] = {"spring.yaml"};
    const ab_comparison_request asked = {.baseline = build(name),
                                         .files = files,
                                         .file_count = 1,
                                         .folder = folder,
                                         .pairs = pairs,
                                         .quiet = true};
    told t = {0};
    ab_comparison c;
    experiment_write("spring.yaml", experiment_spring,
                     EDITS(task, "timing, dt: 0.01, iterations: 100, repeats: 5, warmup: 1"));
    t.code = ab_comparison_begin(&asked, &c);
    if (t.code == 0)
        t.code = ab_comparison_measure(&c);
    if (t.code == 0) {
        const analysis_comparison wanted = {.baseline = c.baseline,
                                            .fresh = c.fresh,
                                            .format = "csv",
                                            .limit = 0.05,
                                            .level = 0.025,
                                            .force = force,
                                            .again_baseline = c.again_baseline,
                                            .again_fresh = c.again_fresh,
                                            .measure_again = ab_comparison_measure_again,
                                            .context = &c};
        FILE *out = fmemopen(t.out, sizeof t.out, "w"), *err = fmemopen(t.err, sizeof t.err, "w");
        t.code = analysis_compare(&wanted, out, err);
        fclose(out);
        fclose(err);
    }
    ab_comparison_end(&c);
    return t;
}

static void equal_builds_are_no_slower(void **state)
{
    (void)state;
    const told t = ab_comparison_with("equal", 8, NULL, false);
    assert_int_equal(t.code, 0);
    assert_int_equal(text_count(t.out, ",time,,no slower,"), 3);
    assert_int_equal(text_count(t.out, ",results,,same,"), 3);
}

static void a_slower_build_is_flagged_when_it_is_so_again(void **state)
{
    (void)state;
    told t = ab_comparison_with("quick", 8, "kept", false);
    assert_int_equal(t.code, 1);
    assert_int_equal(text_count(t.out, ",time,,slower,"), 3);
    assert_int_equal(text_count(t.out, "again: +9.8 % [+9.8, +14.4], 8 pairs"), 3);
    t = ab_comparison_with("quick-once", 8, NULL, false);
    assert_int_equal(t.code, 0);
    assert_int_equal(text_count(t.out, ",time,,not confirmed,"), 3);
}

/* The samples that --against kept. */
static void kept_samples_are_judged_again(void **state)
{
    (void)state;
    shell_end end =
        shell_run(SHELL("compare", "kept/baseline", "kept/new", "--confirm", "kept/confirm"));
    assert_int_equal(end.code, 1);
    text_assert_has(end.out, "3 times: 3 slower\n");
    end = shell_run(SHELL("compare", "kept/baseline", "kept/new"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "3 times: 3 suspect\n");
    end = shell_run(SHELL("compare", "kept/baseline", "kept/new", "--slower", "20"));
    text_assert_has(end.out, "3 times: 3 no slower\n");
    end = shell_run(SHELL("compare", "kept/new", "kept/baseline"));
    text_assert_has(end.out, "3 times: 3 faster\n");
    assert_int_equal(end.code, 0);
}

/* Six pairs suffice for one case, three cases need seven. */
static void few_pairs_are_insufficient(void **state)
{
    (void)state;
    const told t = ab_comparison_with("quick", 6, NULL, false);
    assert_int_equal(t.code, 0);
    assert_int_equal(text_count(t.out, "insufficient data,\"6 pairs, needed are 7\""), 3);
}

static void samples_without_dates_are_insufficient(void **state)
{
    (void)state;
    const told t = ab_comparison_with("undated", 1, NULL, false);
    assert_int_equal(t.code, 0);
    assert_int_equal(text_count(t.out, "insufficient data,"), 3);
    text_assert_has(t.out, "samples of an older program, which kept no dates");
}

static void times_of_other_machines_are_refused_unless_forced(void **state)
{
    (void)state;
    told t = ab_comparison_with("quick-other", 1, NULL, false);
    assert_int_equal(t.code, 0);
    assert_int_equal(text_count(t.out, ",time,,other machine,"), 3);
    text_assert_has(t.out, "cpu: 6502, was Z80; --force compares all the same");
    t = ab_comparison_with("quick-other", 2, NULL, true);
    assert_int_equal(t.code, 1);
    assert_int_equal(text_count(t.out, ",time,,slower,"), 3);
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
    const shell_end end = springs_compare("before/baseline", "after/new");
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "3 times: 3 insufficient data\n");
    text_assert_has(end.out, "1 pairs, needed are 7");
}

static void a_build_that_fails_ends_the_comparison(void **state)
{
    (void)state;
    assert_int_equal(ab_comparison_with("refuses", 3, NULL, false).code, 2);
    assert_int_equal(ab_comparison_with("equal", 3, "kept", false).code, 2);
}

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
    text_assert_has(end.out, "3 times: 3 insufficient data\n");
    text_assert_has(end.out, "2 pairs, needed are 7");
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < CASES; i++) {
            bundle b = experiment_read(springs_file(
                side ? "real/new/round-001" : "real/baseline/round-001", integrators[i]));
            const bundle_column *when = bundle_get(&b, &column_sample_when);
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

/* What no case of a plan measures needs no turns: it is run once by each, and compared. */
static void two_builds_are_compared_without_times(void **state)
{
    (void)state;
    experiment_write("untimed.yaml", experiment_spring, NULL);
    const shell_end end =
        shell_run(SHELL("compare", "--against", TRAMA_PROGRAM, "untimed.yaml", "--pairs", "2"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "3 cases: 3 same\n");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_builds_are_no_slower),
        cmocka_unit_test(a_slower_build_is_flagged_when_it_is_so_again),
        cmocka_unit_test(kept_samples_are_judged_again),
        cmocka_unit_test(few_pairs_are_insufficient),
        cmocka_unit_test(samples_without_dates_are_insufficient),
        cmocka_unit_test(times_of_other_machines_are_refused_unless_forced),
        cmocka_unit_test(what_was_not_taken_in_turn_is_insufficient),
        cmocka_unit_test(a_build_that_fails_ends_the_comparison),
        cmocka_unit_test(two_builds_take_their_samples_in_turns),
        cmocka_unit_test(two_builds_are_compared_without_times),
    };
    if (argc > 1 && strcmp(argv[1], "run") == 0)
        return act_as_a_build(argc, argv);
    setenv(PASSED_ON, "", 1);
    record_begin();
    return cmocka_run_group_tests_name("compare: times", tests, folder_enter_in_memory,
                                       folder_leave);
}
