/* command/: the program as a user meets it. Exit codes: 0 ok, 2 usage or configuration, 3 cases
 * failed, 4 input or output; what is wrong is one line on the standard error. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"

#include "integrator/integrator.h"
#include "measure/detector.h"
#include "model/model.h"
#include "task/task.h"

/* A file of another schema version can only be had from HDF5 itself; Debian keeps the serial one
 * apart. */
#define H5_USE_110_API
#if __has_include(<hdf5.h>)
#include <hdf5.h>
#else
#include <hdf5/serial/hdf5.h>
#endif

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

static void assert_lacks(const char *text, const char *part)
{
    if (strstr(text, part))
        fail_msg("'%s' is in:\n%s", part, text);
}

/* --- bad input --- */

/* One line on stderr, nothing on stdout, exit 2, and no folder of results. */
static void assert_usage_error(shell_end end, const char *line)
{
    char expected[1024];
    snprintf(expected, sizeof expected, "%s\n", line);
    assert_string_equal(end.err, expected);
    assert_string_equal(end.out, "");
    assert_int_equal(end.code, 2);
    assert_false(experiment_stands("out"));
    assert_false(experiment_stands("results"));
}

static void bad_usage_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[8];
        const char *line;
    } table[] = {
        {{"rnu"}, "trama: unknown command 'rnu'; nearest: run; see `trama --help`"},
        {{"simulate"}, "trama: unknown command 'simulate'; see `trama --help`"},
        {{"run"}, "trama run: no configuration given; see `trama --help`"},
        {{"run", "ok.yaml", "--ouput", "out"},
         "trama run: unknown option '--ouput'; nearest: --output; see `trama --help`"},
        {{"run", "ok.yaml", "-o", "out", "--dry-rum"},
         "trama run: unknown option '--dry-rum'; nearest: --dry-run; see `trama --help`"},
        {{"run", "ok.yaml", "-o", "out", "-x"},
         "trama run: unknown option '-x'; see `trama --help`"},
        {{"run", "ok.yaml", "-o", "out", "--quiet=yes"},
         "trama run: unknown option '--quiet=yes'; see `trama --help`"},
        {{"run", "ok.yaml", "-o"}, "trama run: option -o needs a value"},
        {{"run", "ok.yaml", "-o", ""}, "trama run: -o '' names no folder"},
        {{"run", "ok.yaml", "-o", "out", "-j", "0"},
         "trama run: -j '0' is not a number of processes from 1 to 4096"},
        {{"run", "ok.yaml", "-o", "out", "-j-1"},
         "trama run: -j '-1' is not a number of processes from 1 to 4096"},
        {{"run", "ok.yaml", "-o", "out", "--workers=2.5"},
         "trama run: -j '2.5' is not a number of processes from 1 to 4096"},
        {{"run", "ok.yaml", "-o", "out", "-j", "99999999999999999999"},
         "trama run: -j '99999999999999999999' is not a number of processes from 1 to 4096"},
        {{"run", "ok.yaml", "-o", "out", "--threads", "0"},
         "trama run: --threads '0' is not a number of threads from 1 to 256"},
        {{"run", "ok.yaml", "-o", "out", "--threads=two"},
         "trama run: --threads 'two' is not a number of threads from 1 to 256"},
        {{"run", "ok.yaml", "-o", "out", "--again", "bda"},
         "trama run: --again 'bda' is not one of stale, bad, all"},
        {{"run", "ok.yaml", "-o", "out", "--only", "model.name =="},
         "--only: expression:14: unexpected end; allowed: a number, a text, a name or '('"},
        {{"run", "ok.yaml", "-o", "out", "--only", "model.name == 'silk'"},
         "trama run: --only \"model.name == 'silk'\" leaves no case"},
        {{"run", "none.yaml", "-o", "out"}, "trama run: `exclude` leaves no case"},
        {{"run", "ok.ymal", "-o", "out"},
         "ok.ymal:1:1: file 'ok.ymal' cannot be opened: No such file or directory, nearest there: "
         "'ok.yaml'; allowed: a readable text file of at most 4 MiB"},
        {{"list", "modles"},
         "trama list: 'modles' is not one of models, integrators, scenes, measures"},
        {{"list", "models", "scenes"}, "trama list: one of models, integrators, scenes, measures"},
        {{"table"}, "trama table: one results folder is needed; see `trama --help`"},
        {{"plot", "a", "b"}, "trama plot: one results folder is needed; see `trama --help`"},
        {{"report"}, "trama report: a results folder is needed; see `trama --help`"},
        {{"report", "out", "-o", "page/"},
         "trama report: -o needs a file's name; see `trama --help`"},
        {{"report", "no/such"}, "no/such: no results here (neither cases/*.h5 nor */cases/*.h5)"},
    };
    experiment_write("ok.yaml", experiment_spring, NULL);
    experiment_write("none.yaml", experiment_spring,
                     EDITS("sweep:", "exclude: [model.omega > 1]\nsweep:"));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_usage_error(shell_run(table[i].arguments), table[i].line);
}

/* The messages themselves are in test_plan; here, that nothing is begun, also when all but the last
 * case of the last file are right. */
static void bad_configuration_writes_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *line;
    } table[] = {
        {"omega: 10", "omgea: 10", "bad.yaml:3:29: unknown key 'omgea'; nearest allowed: 'omega'"},
        {"omega: 10", "omega: -1",
         "bad.yaml:3:36: omega: '-1' is out of range; allowed: at least 0 rad/s"},
        {"rk4]", "rk5]", "bad.yaml:8:56: unknown integrator 'rk5'; nearest allowed: 'rk4'"},
        {"[verlet, symplectic_euler, rk4]", "[]",
         "bad.yaml:8:29: 'integrator.name' sweeps over an empty list; allowed: a list of one value "
         "or more"},
        {"sweep:", "case: {}\nsweep:",
         "bad.yaml:7:1: duplicate key 'case', first given at line 2; allowed: once"},
    };
    experiment_write("ok.yaml", experiment_cloth, NULL);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        experiment_write("bad.yaml", experiment_spring, EDITS(table[i].from, table[i].to));
        assert_usage_error(shell_run(SHELL("run", "ok.yaml", "bad.yaml", "-o", "out")),
                           table[i].line);
        assert_usage_error(shell_run(SHELL("run", "bad.yaml", "--dry-run")), table[i].line);
    }
}

/* --- what is printed --- */

static void a_dry_run_prints_the_cases_and_writes_nothing(void **state)
{
    (void)state;
    experiment_write("ok.yaml", experiment_spring, NULL);
    const shell_end end = shell_run(SHELL("run", "ok.yaml", "-o", "out", "--dry-run"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    assert_contains(end.out, "experiment = spring\n");
    assert_contains(end.out, "model.omega = 0x1.4p+3\n");
    assert_contains(end.out, "integrator.name = symplectic_euler\n");
    assert_contains(end.out, "task.search.first = 0x1.999999999999ap-5\n");
    assert_ptr_equal(strstr(end.out, "# case "), end.out);
    assert_contains(end.out, "\n# 3 cases\n");
    assert_false(experiment_stands("out"));
}

/* The identities that a dry run prints are the names of the files. */
static void a_dry_run_names_the_files(void **state)
{
    (void)state;
    char expected[80];
    experiment_write("ok.yaml", experiment_spring, NULL);
    assert_int_equal(shell_run(SHELL("run", "ok.yaml", "-o", "named", "-q")).code, 0);
    const shell_end end = shell_run(SHELL("run", "ok.yaml", "--dry-run"));
    const experiment_names *names = experiment_list("named/spring/cases", "");
    assert_int_equal(names->count, 3);
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->name[i] + 3;
        snprintf(expected, sizeof expected, "# case %.32s\n", name);
        assert_contains(end.out, expected);
        assert_memory_equal(names->name[i], name, 2);
        assert_string_equal(name + 32, ".h5");
    }
    assert_true(experiment_stands("named/spring/index.h5"));
}

static void only_selects_and_quiet_is_quiet(void **state)
{
    (void)state;
    experiment_write("ok.yaml", experiment_spring, NULL);
    shell_end end = shell_run(SHELL("run", "--only=integrator.name == 'rk4'", "-oone/two/three",
                                    "-j2", "--quiet", "--", "ok.yaml"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    assert_string_equal(end.out, "");
    assert_int_equal(experiment_list("one/two/three/spring/cases", ".h5")->count, 1);
    end = shell_run(SHELL("run", "ok.yaml", "-o", "one/two/three/", "-j", "1"));
    assert_int_equal(end.code, 0);
    assert_contains(end.err, "1 cases stand already\n[1/2] spring verlet: ok: stable at ");
    assert_contains(end.err, "3 cases done, results in one/two/three/\n");
    end = shell_run(SHELL("run", "ok.yaml", "-o", "one/two/three", "-q"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
}

static void the_version_tells_compiler_flags_and_libraries(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "trama 0.1.0\n", "\ncommit    ",      "\ncompiler  ",       "\nbuild     ",
        "\nflags     ",  "-ffp-contract=off", "libraries HDF5 1.",  ", GSL 2.",
        ", libfyaml 0.", "\nkernels   ",      "\nthreads   OpenMP "};
    const shell_end end = shell_run(SHELL("--version"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        assert_contains(end.out, parts[i]);
    assert_lacks(end.out, "-ffast-math");
}

static void help_tells_every_command_and_exit_code(void **state)
{
    (void)state;
    static const char *const parts[] = {"trama run CONFIG...",   "trama list ",   "trama table DIR",
                                        "trama plot DIR",        "--dry-run",     "--only EXPR",
                                        "--again stale|bad|all", "exit codes:\n", "interrupted"};
    static const char *const ways[][2] = {
        {"--help"}, {"-h"}, {"help"}, {"run", "--help"}, {"list", "-h"}};
    for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++) {
        const shell_end end = shell_run(SHELL(ways[way][0], ways[way][1]));
        assert_int_equal(end.code, 0);
        assert_string_equal(end.err, "");
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            assert_contains(end.out, parts[i]);
    }
    const shell_end none = shell_run(SHELL(NULL));
    assert_int_equal(none.code, 2);
    assert_string_equal(none.out, "");
    assert_contains(none.err, "usage:\n");
}

static const char *model_name(size_t i)
{
    return trama_model_at(i)->name;
}
static const char *integrator_name(size_t i)
{
    return trama_integrator_at(i)->name;
}
static const char *task_name(size_t i)
{
    return task_at(i)->name;
}
static const char *detector_name(size_t i)
{
    return trama_detector_at(i)->name;
}

/* "\n  NAME: " of every one. */
static void assert_lists(const char *out, size_t count, const char *(*name_of)(size_t))
{
    char entry[128];
    assert_true(count > 0);
    for (size_t i = 0; i < count; i++) {
        snprintf(entry, sizeof entry, "\n  %s: ", name_of(i));
        assert_contains(out, entry);
    }
}

static void list_names_all_that_is_registered(void **state)
{
    (void)state;
    shell_end end = shell_run(SHELL("list", "models"));
    assert_int_equal(end.code, 0);
    assert_lists(end.out, trama_model_count(), model_name);
    assert_contains(end.out, "\n      zeta               N/m      ");
    assert_contains(end.out, "(0 < x, in kg; default: not given)\n");
    assert_lacks(end.out, "Integrators\n");
    end = shell_run(SHELL("list", "integrators"));
    assert_lists(end.out, trama_integrator_count(), integrator_name);
    assert_contains(end.out, "order 4 (damped 4), stable to omega dt = 2.828, 4 force evaluations");
    end = shell_run(SHELL("list", "measures"));
    assert_lists(end.out, task_count(), task_name);
    assert_lists(end.out, trama_detector_count(), detector_name);
    end = shell_run(SHELL("list"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    assert_lists(end.out, trama_model_count(), model_name);
    assert_lists(end.out, trama_integrator_count(), integrator_name);
    assert_lists(end.out, task_count(), task_name);
    assert_contains(end.out, "Scenes: keys of a scene\n");
    assert_lacks(end.out, "nan");
}

static void list_finds_scenes_below_configs(void **state)
{
    (void)state;
    mkdir("configs", 0777);
    mkdir("configs/mine", 0777);
    mkdir("configs/mine/scenes", 0777);
    folder_write("configs/mine/scenes/veil.yaml", "grid: {points: 6, side: 1}\n");
    folder_write("configs/mine/veil.yaml", "experiment: veil\n");
    const shell_end end = shell_run(SHELL("list", "scenes"));
    assert_int_equal(end.code, 0);
    assert_contains(end.out, "\n    configs/mine/scenes/veil.yaml\n");
    assert_lacks(end.out, "configs/mine/veil.yaml");
    assert_contains(end.out, "\n      gravity            m/s^2    ");
    assert_contains(end.out, "(a whole number, from 2 to 65536; required)");
}

static void a_full_standard_output_is_an_error(void **state)
{
    (void)state;
    experiment_write("ok.yaml", experiment_spring, NULL);
    const char *const *const ways[] = {SHELL("list"), SHELL("--version"),
                                       SHELL("run", "ok.yaml", "--dry-run")};
    for (size_t i = 0; i < 3; i++) {
        const shell_end end = shell_run_limited(64, ways[i]);
        assert_int_equal(end.code, 4);
        assert_ptr_equal(strstr(end.err, "trama: standard output cannot be written"), end.err);
    }
}

/* --- what stands --- */

/* Runs the spring into `folder`; returns the path of its first case, valid until the next call. */
static const char *run_spring(const char *folder)
{
    static char path[256];
    experiment_write("spring.yaml", experiment_spring, NULL);
    assert_int_equal(shell_run(SHELL("run", "spring.yaml", "-o", folder)).code, 0);
    snprintf(path, sizeof path, "%s/spring/cases", folder);
    const experiment_names *names = experiment_list(path, ".h5");
    assert_int_equal(names->count, 3);
    snprintf(path, sizeof path, "%s/spring/cases/%s", folder, names->name[0]);
    return path;
}

/* The text must not be longer than the one that it replaces. */
static void replace_text(const char *path, const char *column, const char *text)
{
    record_error error;
    bundle b = experiment_read(path);
    for (size_t i = 0; i < b.count; i++)
        if (strcmp(b.column[i].path, column) == 0) {
            assert_true(strlen(text) <= strlen(b.column[i].text[0]));
            strcpy(b.column[i].text[0], text);
        }
    assert_string_equal(bundle_text(&b, column, ""), text);
    assert_int_equal(record_write(path, &b, &error), RECORD_OK);
    bundle_free(&b);
}

static void results_of_another_build_are_shown_and_kept(void **state)
{
    (void)state;
    const char *path = run_spring("stale");
    replace_text(path, "/run/build", "trama 0.0.9");
    shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "stale"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "3 cases stand already; 1 of them by another build (`--again "
                                 "stale` runs them anew)\n3 cases done, results in stale\n");
    assert_string_equal(experiment_text(path, "/run/build"), "trama 0.0.9");
    end = shell_run(SHELL("run", "spring.yaml", "-o", "stale", "--again", "bad"));
    assert_string_equal(experiment_text(path, "/run/build"), "trama 0.0.9");
    end = shell_run(SHELL("run", "spring.yaml", "-o", "stale", "--again", "stale"));
    assert_int_equal(end.code, 0);
    assert_contains(end.err, "2 cases stand already\n[1/1] spring ");
    assert_string_not_equal(experiment_text(path, "/run/build"), "trama 0.0.9");
}

static void a_damaged_file_is_named_and_run_anew_on_demand(void **state)
{
    (void)state;
    const char *path = run_spring("damaged");
    char *expected = experiment_digests("damaged/spring/cases");
    assert_int_equal(truncate(path, 3000), 0);
    shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "damaged"));
    assert_int_equal(end.code, 4);
    assert_ptr_equal(strstr(end.err, path), end.err);
    assert_contains(end.err, "; `--again bad` runs it anew\n");
    end = shell_run(SHELL("run", "spring.yaml", "-o", "damaged", "--again", "stale"));
    assert_int_equal(end.code, 4);
    end = shell_run(SHELL("run", "spring.yaml", "-o", "damaged", "--again", "bad"));
    assert_int_equal(end.code, 0);
    assert_contains(end.err, "2 cases stand already\n[1/1] spring ");
    char *again = experiment_digests("damaged/spring/cases");
    assert_string_equal(again, expected);
    free(again);
    free(expected);
}

static void set_schema_version(const char *path, int64_t version)
{
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
    const hid_t attribute = H5Aopen(file, "schema_version", H5P_DEFAULT);
    assert_true(H5Awrite(attribute, H5T_NATIVE_INT64, &version) >= 0);
    H5Aclose(attribute);
    H5Fclose(file);
}

/* Whatever is asked for: the file may hold another program's work of months. */
static void a_file_of_another_schema_version_is_left_alone(void **state)
{
    (void)state;
    const char *path = run_spring("schema");
    static const char *const again[] = {NULL, "stale", "bad", "all"};
    struct stat before, after;
    set_schema_version(path, 999);
    assert_int_equal(stat(path, &before), 0);
    for (size_t i = 0; i < 4; i++) {
        const shell_end end = shell_run(
            SHELL("run", "spring.yaml", "-o", "schema", again[i] ? "--again" : NULL, again[i]));
        assert_int_equal(end.code, 4);
        assert_ptr_equal(strstr(end.err, path), end.err);
        assert_contains(end.err, "version 999");
        assert_contains(end.err,
                        "versions 1 to 2; it is left as it is: choose another folder (-o)\n");
        assert_int_equal(stat(path, &after), 0);
        assert_true(before.st_ino == after.st_ino && before.st_mtime == after.st_mtime);
    }
}

static void a_file_that_is_no_results_file_is_left_alone(void **state)
{
    (void)state;
    const char *path = run_spring("foreign");
    folder_write(path, "my diary, which is no HDF5 file\n");
    const shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "foreign", "--again", "all"));
    assert_int_equal(end.code, 4);
    assert_ptr_equal(strstr(end.err, path), end.err);
    struct stat after;
    assert_int_equal(stat(path, &after), 0);
    assert_int_equal(after.st_size, 32);
}

static void again_all_runs_everything_anew(void **state)
{
    (void)state;
    const char *path = run_spring("anew");
    struct stat before, after;
    assert_int_equal(stat(path, &before), 0);
    char *expected = experiment_digests("anew/spring/cases");
    const shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "anew", "--again", "all"));
    assert_int_equal(end.code, 0);
    assert_contains(end.err, "[3/3] spring ");
    assert_lacks(end.err, "stand already");
    assert_int_equal(stat(path, &after), 0);
    assert_true(before.st_ino != after.st_ino);
    char *again = experiment_digests("anew/spring/cases");
    assert_string_equal(again, expected);
    free(again);
    free(expected);
}

/* --- where nothing can be written --- */

static void a_folder_that_cannot_be_made_is_an_error(void **state)
{
    (void)state;
    experiment_write("spring.yaml", experiment_spring, NULL);
    folder_write("plain", "a file, not a folder\n");
    shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "plain/out"));
    assert_int_equal(end.code, 4);
    assert_string_equal(end.err, "plain/out: the folder cannot be made: Not a directory\n");
    end = shell_run(SHELL("run", "spring.yaml", "-o", "plain"));
    assert_int_equal(end.code, 4);
    assert_string_equal(end.err, "plain/spring: the folder cannot be made: Not a directory\n");
    end = shell_run(SHELL("run", "spring.yaml", "-o", "/proc/results"));
    assert_int_equal(end.code, 4);
    assert_ptr_equal(strstr(end.err, "/proc/results: the folder cannot be made: "), end.err);
}

/* The number of lines. */
static size_t lines_of(const char *text)
{
    size_t count = 0;
    while ((text = strchr(text, '\n')) != NULL) {
        text++;
        count++;
    }
    return count;
}

/* A text file, to be freed. */
static char *text_of(const char *path)
{
    char *text;
    size_t size;
    FILE *in = fopen(path, "r"), *out = open_memstream(&text, &size);
    assert_non_null(in);
    for (int c = getc(in); c != EOF; c = getc(in))
        putc(c, out);
    fclose(in);
    fclose(out);
    return text;
}

/* `trama report` says where the page went; a damaged case is named, and the page made without
 * it. */
static void a_report_is_one_page_in_the_folder_or_where_it_is_asked_for(void **state)
{
    (void)state;
    const char *path = run_spring("paged");
    shell_end end = shell_run(SHELL("report", "paged"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    assert_ptr_equal(strstr(end.out, "report: paged/report.html ("), end.out);
    char *page = text_of("paged/report.html");
    assert_contains(page, "<p>3 cases.</p>");
    assert_contains(page, "There are no plots in paged");
    free(page);
    end = shell_run(SHELL("report", "paged", "-o", "elsewhere.html"));
    assert_int_equal(end.code, 0);
    assert_true(experiment_stands("elsewhere.html"));
    folder_write(path, "no longer a results file\n");
    end = shell_run(SHELL("report", "paged"));
    assert_int_equal(end.code, 4);
    assert_ptr_equal(strstr(end.err, path), end.err);
    page = text_of("paged/report.html");
    assert_contains(page, "<p>2 cases.</p>");
    assert_contains(page, "1 files could not be read; nothing of them is on this page.");
    free(page);
}

static void a_report_that_cannot_be_written_leaves_no_page(void **state)
{
    (void)state;
    run_spring("unpaged");
    shell_end end = shell_run(SHELL("report", "unpaged", "-o", "no/such/page.html"));
    assert_int_equal(end.code, 4);
    assert_contains(end.err, "no/such/page.html: not written: No such file or directory\n");
    assert_string_equal(end.out, "");
    end = shell_run_limited(8192, SHELL("report", "unpaged"));
    assert_int_equal(end.code, 4);
    assert_contains(end.err, "report.html: not written: File too large\n");
    assert_false(experiment_stands("unpaged/report.html"));
    assert_int_equal(experiment_list("unpaged", ".tmp")->count, 0);
}

/* A file may not grow past 8 kB, and a case takes some 40 kB: as on a full disk, no write ends. */
static void a_full_disk_leaves_no_partial_file(void **state)
{
    (void)state;
    experiment_write("spring.yaml", experiment_spring, NULL);
    shell_end end = shell_run_limited(8192, SHELL("run", "spring.yaml", "-o", "full", "-j", "1"));
    assert_int_equal(end.code, 4);
    assert_int_equal(lines_of(end.err), 2);
    assert_contains(end.err, ".h5: cannot be written: File too large\n");
    assert_contains(end.err,
                    "\nstopped: 0 of 3 cases are done and kept; the same command resumes\n");
    assert_int_equal(experiment_list("full/spring/cases", "")->count, 0);
    assert_false(experiment_stands("full/spring/index.h5"));
    end = shell_run(SHELL("run", "spring.yaml", "-o", "full"));
    assert_int_equal(end.code, 0);
    assert_int_equal(experiment_list("full/spring/cases", "")->count, 3);
}

/* As on a disk that fills up later: what was done stays, and what stood is not harmed. */
static void a_disk_that_fills_up_keeps_what_was_done(void **state)
{
    (void)state;
    const char *path = run_spring("filled");
    char *expected = experiment_digests("filled/spring/cases");
    const shell_end end = shell_run_limited(
        8192, SHELL("run", "spring.yaml", "-o", "filled", "--again", "all", "-j", "2"));
    assert_int_equal(end.code, 4);
    assert_int_equal(experiment_list("filled/spring/cases", "")->count, 3);
    assert_true(experiment_stands(path));
    char *kept = experiment_digests("filled/spring/cases");
    assert_string_equal(kept, expected);
    free(kept);
    free(expected);
}

/* A folder stands where a case's file belongs. */
static void a_place_that_is_taken_is_an_error(void **state)
{
    (void)state;
    const char *path = run_spring("taken");
    assert_int_equal(remove(path), 0);
    assert_int_equal(mkdir(path, 0777), 0);
    const shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "taken", "--again", "all"));
    assert_int_equal(end.code, 4);
    assert_ptr_equal(strstr(end.err, path), end.err);
    assert_int_equal(experiment_list("taken/spring/cases", ".tmp")->count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_usage_is_refused),
        cmocka_unit_test(bad_configuration_writes_nothing),
        cmocka_unit_test(a_dry_run_prints_the_cases_and_writes_nothing),
        cmocka_unit_test(a_dry_run_names_the_files),
        cmocka_unit_test(only_selects_and_quiet_is_quiet),
        cmocka_unit_test(the_version_tells_compiler_flags_and_libraries),
        cmocka_unit_test(help_tells_every_command_and_exit_code),
        cmocka_unit_test(list_names_all_that_is_registered),
        cmocka_unit_test(list_finds_scenes_below_configs),
        cmocka_unit_test(a_full_standard_output_is_an_error),
        cmocka_unit_test(results_of_another_build_are_shown_and_kept),
        cmocka_unit_test(a_damaged_file_is_named_and_run_anew_on_demand),
        cmocka_unit_test(a_file_of_another_schema_version_is_left_alone),
        cmocka_unit_test(a_file_that_is_no_results_file_is_left_alone),
        cmocka_unit_test(again_all_runs_everything_anew),
        cmocka_unit_test(a_folder_that_cannot_be_made_is_an_error),
        cmocka_unit_test(a_report_is_one_page_in_the_folder_or_where_it_is_asked_for),
        cmocka_unit_test(a_report_that_cannot_be_written_leaves_no_page),
        cmocka_unit_test(a_full_disk_leaves_no_partial_file),
        cmocka_unit_test(a_disk_that_fills_up_keeps_what_was_done),
        cmocka_unit_test(a_place_that_is_taken_is_an_error),
    };
    record_begin();
    return cmocka_run_group_tests_name("command", tests, folder_enter, folder_leave);
}
