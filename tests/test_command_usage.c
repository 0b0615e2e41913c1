/* The program meets wrong usage with one line on standard error and exit code 2, and begins
 * nothing. It prints models, cases and versions as documented. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "command/command.h"
#include "integrator/integrator.h"
#include "measure/detector.h"
#include "model/model.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"
#include "task/task.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

#define NO_SHARD " is not I/N with I from 1 to N and N up to 100000, nor exclusive"

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
        {{"run", "ok.yaml", "--verbose", "-q"},
         "trama run: --verbose and --quiet exclude each other"},
        {{"run", "ok.yaml", "-o"}, "trama run: option -o needs a value"},
        {{"run", "ok.yaml", "-o", ""}, "trama run: -o '' names no folder"},
        {{"run", "ok.yaml", "-o", "out", "--output=other"},
         "trama run: option --output is given twice"},
        {{"run", "ok.yaml", "-o", "out", "-j", "0"},
         "trama run: -j '0' is not a number of processes from 1 to 4096"},
        {{"run", "ok.yaml", "-o", "out", "-j-1"},
         "trama run: -j '-1' is not a number of processes from 1 to 4096"},
        {{"run", "ok.yaml", "-o", "out", "--workers=2.5"},
         "trama run: -j '2.5' is not a number of processes from 1 to 4096"},
        {{"run", "ok.yaml", "-o", "out", "-j", "99999999999999999999"},
         "trama run: -j '99999999999999999999' is not a number of processes from 1 to 4096"},
        {{"run", "ok.yaml", "-o", "out", "-j", " 2"},
         "trama run: -j ' 2' is not a number of processes from 1 to 4096"},
        {{"run", "ok.yaml", "-o", "out", "--shard", "1/ 3"}, "trama run: --shard '1/ 3'" NO_SHARD},
        {{"run", "ok.yaml", "-o", "out", "--shard", " 1/3"}, "trama run: --shard ' 1/3'" NO_SHARD},
        {{"run", "ok.yaml", "-o", "out", "--shard", "+1/3"}, "trama run: --shard '+1/3'" NO_SHARD},
        {{"run", "ok.yaml", "-o", "out", "--shard", "4/3"}, "trama run: --shard '4/3'" NO_SHARD},
        {{"run", "ok.yaml", "-o", "out", "--shard", "/3"}, "trama run: --shard '/3'" NO_SHARD},
        {{"run", "ok.yaml", "-o", "out", "--threads", "0"},
         "trama run: --threads '0' is not a number of threads from 1 to 256"},
        {{"run", "ok.yaml", "-o", "out", "--threads=two"},
         "trama run: --threads 'two' is not a number of threads from 1 to 256"},
        {{"run", "ok.yaml", "-o", "out", "--again", "bda"},
         "trama run: --again 'bda' is not one of stale, bad, all, unplanned"},
        {{"run", "ok.yaml", "-o", "out", "--only", "model.name =="},
         "--only: expression:14: unexpected end; allowed: a number, a text, a name or '('"},
        {{"run", "ok.yaml", "-o", "out", "--only", "model.name == 'silk'"},
         "trama run: --only \"model.name == 'silk'\" leaves no case"},
        {{"run", "none.yaml", "-o", "out"},
         "none.yaml:7:10: exclude leaves none of the 3 cases; allowed: conditions under which at "
         "least one is left"},
        {{"run", "ok.ymal", "-o", "out"},
         "ok.ymal:1:1: file 'ok.ymal' cannot be opened: No such file or directory, nearest there: "
         "'ok.yaml'; allowed: a readable text file of at most 4 MiB"},
        {{"list", "modles"},
         "trama list: 'modles' is neither one of models, interactions, integrators, scenes, "
         "measures, quantities nor in the name or description of an entry; nearest: modes"},
        {{"list", "bridsno_mixed"},
         "trama list: 'bridsno_mixed' is neither one of models, interactions, integrators, scenes, "
         "measures, quantities nor in the name or description of an entry; nearest: "
         "bridson_mixed"},
        {{"run", "ok.yaml", "--engin", "a=b"},
         "trama run: unknown option '--engin'; nearest: --engine; see `trama --help`"},
        {{"run", "ok.yaml", "--plugin", "ok.yamk"},
         "trama: plugin ok.yamk cannot be read: No such file or directory, nearest there: "
         "'ok.yaml'"},
        {{"run", "ok.yaml", "--engine", "mine=./ok.yamk"},
         "trama: --engine mine=./ok.yamk: cannot be started: ./ok.yamk: No such file or directory; "
         "nearest: ok.yaml"},
        {{"run", "factor.yaml", "-o", "out"},
         "factor.yaml:2:27: a case has no 'integrator.nam'; nearest allowed: 'integrator.name'"},
        {{"list", "models", "scenes"},
         "trama list: one of models, interactions, integrators, scenes, measures, quantities, or "
         "one name"},
        {{"table"}, "trama table: one results folder is needed; see `trama --help`"},
        {{"plot"}, "trama plot: a results folder is needed; see `trama --help`"},
        {{"report"}, "trama report: a results folder is needed; see `trama --help`"},
        {{"report", "out", "-o", "page/"},
         "trama report: -o needs a file's name; see `trama --help`"},
        {{"baseline", "out", "-o", "values/"},
         "trama baseline: -o needs a file's name; see `trama --help`"},
        {{"report", "no/such"}, "no/such: no results here (neither cases/*.h5 nor */cases/*.h5)"},
    };
    experiment_write("ok.yaml", experiment_spring, NULL);
    experiment_write("factor.yaml", experiment_spring,
                     EDITS("case:", "study: {factors: {method: integrator.nam}}\ncase:"));
    experiment_write("none.yaml", experiment_spring,
                     EDITS("sweep:", "exclude: [model.omega > 1]\nsweep:"));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_usage_error(shell_run(table[i].arguments), table[i].line);
}

/* "./././out" with `length` bytes. */
static const char *long_name(char *text, size_t length, const char *end)
{
    const size_t lead = length - strlen(end);
    for (size_t i = 0; i < lead; i++)
        text[i] = i % 2 == lead % 2 ? '.' : '/';
    strcpy(text + lead, end);
    return text;
}

/* The longest name that is allowed has room for everything; with one byte more nothing is begun,
 * not even the plan. */
static void a_folder_whose_name_is_too_long_is_refused(void **state)
{
    (void)state;
    enum { LONGEST = PATH_MAX - 160 };
    char name[PATH_MAX];
    experiment_write("ok.yaml", experiment_spring, NULL);
    const char *folder = long_name(name, LONGEST, "long");
    assert_int_equal(shell_run(SHELL("run", "ok.yaml", "-q", "-o", folder)).code, 0);
    assert_int_equal(experiment_list("long/spring/cases", ".h5")->count, 3);
    assert_int_equal(shell_run(SHELL("verify", folder)).code, 0);
    assert_int_equal(shell_run(SHELL("merge", "ok.yaml", "-o", folder)).code, 0);
    folder = long_name(name, LONGEST + 1, "out");
    static const char *const begins[][3] = {{"run", "no.yaml"},
                                            {"merge", "no.yaml"},
                                            {"script", "slurm", "no.yaml"},
                                            {"export", "long"},
                                            {"compare", "--against=x", "no.yaml"}};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        const char *arguments[SHELL_ARGUMENTS_MAX + 1] = {"", "-o", folder};
        arguments[0] = begins[i][0];
        arguments[3] = begins[i][1];
        arguments[4] = begins[i][2];
        const shell_end end = shell_run(arguments);
        assert_int_equal(end.code, 2);
        text_assert_has(end.err, ": the name of the folder -o has 3937 bytes; allowed: up to 39");
        assert_false(experiment_stands("out"));
    }
}

/* One rule for all that take results. */
static void what_is_not_there_is_bad_usage_for_every_command(void **state)
{
    (void)state;
    static const char *const lines[][4] = {
        {"verify", "none/x"}, {"index", "none/x"},    {"table", "none/x"},
        {"plot", "none/x"},   {"report", "none/x"},   {"export", "none/x"},
        {"show", "none/x"},   {"baseline", "none/x"}, {"compare", "none/x", "none/y"}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const char *arguments[SHELL_ARGUMENTS_MAX + 1] = {lines[i][0], lines[i][1], lines[i][2]};
        const shell_end end = shell_run(arguments);
        if (end.code != 2)
            fail_msg("trama %s: %d", lines[i][0], end.code);
        assert_string_equal(end.out, "");
        assert_ptr_equal(strstr(end.err, "none/x: "), end.err);
    }
}

/* The messages themselves are in test_plan_refused; here, that nothing is begun, also when all but
 * the last case of the last file are right. */
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
         "or more, a range such as {from: 1, to: 10, count: 4}, or a sample"},
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

static void a_dry_run_prints_the_cases_and_writes_nothing(void **state)
{
    (void)state;
    experiment_write("ok.yaml", experiment_spring, NULL);
    shell_end end = shell_run(SHELL("run", "ok.yaml", "-o", "out", "--dry-run"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    assert_ptr_equal(strstr(end.out, "case          task         model       name\n"), end.out);
    text_assert_has(end.out, "  stable_step  oscillator  spring symplectic_euler\n");
    text_assert_has(end.out, "\n3 cases; --verbose prints every value\n");
    assert_false(experiment_stands("out"));
    end = shell_run(SHELL("run", "ok.yaml", "-o", "out", "--dry-run", "--verbose"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    text_assert_has(end.out, "experiment = spring\n");
    text_assert_has(end.out, "model.omega = 10\n");
    text_assert_has(end.out, "integrator.name = symplectic_euler\n");
    text_assert_has(end.out, "task.search.first = 0.05\n");
    assert_ptr_equal(strstr(end.out, "# case "), end.out);
    text_assert_has(end.out, "\n# 3 cases\n");
    assert_false(experiment_stands("out"));
}

/* A run stops at the first file that is refused; a dry run names each of them, and files that are
 * only refused together by the first such error. */
static void a_dry_run_names_every_file_that_is_refused(void **state)
{
    static const char first[] =
        "one.yaml:3:36: omega: '-1' is out of range; allowed: at least 0 rad/s\n",
                      last[] = "two.yaml:3:29: unknown key 'omgea'; nearest allowed: 'omega'\n";
    char both[sizeof first + sizeof last];
    (void)state;
    experiment_write("ok.yaml", experiment_spring, NULL);
    experiment_write("one.yaml", experiment_spring, EDITS("omega: 10", "omega: -1"));
    experiment_write("two.yaml", experiment_spring, EDITS("omega: 10", "omgea: 10"));
    shell_end end = shell_run(SHELL("run", "one.yaml", "ok.yaml", "two.yaml", "-o", "out"));
    assert_int_equal(end.code, 2);
    assert_string_equal(end.err, first);
    end = shell_run(SHELL("run", "one.yaml", "ok.yaml", "two.yaml", "--dry-run"));
    snprintf(both, sizeof both, "%s%s", first, last);
    assert_int_equal(end.code, 2);
    assert_string_equal(end.out, "");
    assert_string_equal(end.err, both);
    end = shell_run(SHELL("run", "ok.yaml", "ok.yaml", "--dry-run"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "a file is given twice\n");
}

/* The identities that a dry run prints are the names of the files. */
static void a_dry_run_names_the_files(void **state)
{
    (void)state;
    char expected[80];
    experiment_write("ok.yaml", experiment_spring, NULL);
    assert_int_equal(shell_run(SHELL("run", "ok.yaml", "-o", "named", "-q")).code, 0);
    const shell_end end = shell_run(SHELL("run", "ok.yaml", "--dry-run", "--verbose"));
    const experiment_names *names = experiment_list("named/spring/cases", "");
    assert_int_equal(names->count, 3);
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->name[i] + 3;
        snprintf(expected, sizeof expected, "# case %.32s\n", name);
        text_assert_has(end.out, expected);
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
    text_assert_has(end.err, "1 case exists already\n[1/2] spring verlet: ok: stable at ");
    text_assert_has(end.err, "3 cases done, results in one/two/three/\n");
    end = shell_run(SHELL("run", "ok.yaml", "-o", "one/two/three", "-q"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
}

static void the_version_tells_compiler_flags_and_libraries(void **state)
{
    (void)state;
    static const char *const parts[] = {
        "trama 0.2.0\n", "\ncommit    ",      "\ncompiler  ",       "\nbuild     ",
        "\nflags     ",  "-ffp-contract=off", "libraries HDF5 1.",  ", GSL 2.",
        ", libfyaml 0.", "\nkernels   ",      "\nthreads   OpenMP "};
    const shell_end end = shell_run(SHELL("--version"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        text_assert_has(end.out, parts[i]);
    text_assert_lacks(end.out, "-ffast-math");
}

static void help_tells_every_command_and_exit_code(void **state)
{
    (void)state;
    static const char *const parts[] = {"trama run CONFIG...",
                                        "trama list ",
                                        "trama table DIR",
                                        "trama plot DIR",
                                        "--dry-run",
                                        "--only EXPR",
                                        "--again stale|bad|all|unplanned",
                                        "exit codes:\n",
                                        "interrupted"};
    static const char *const ways[][3] = {{"--help"}, {"-h"}, {"help"}, {"help", "--help"}};
    for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++) {
        const shell_end end = shell_run(SHELL(ways[way][0], ways[way][1], ways[way][2]));
        assert_int_equal(end.code, 0);
        assert_string_equal(end.err, "");
        for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
            text_assert_has(end.out, parts[i]);
    }
    const shell_end none = shell_run(SHELL(NULL));
    assert_int_equal(none.code, 2);
    assert_string_equal(none.out, "");
    text_assert_has(none.err, "  trama new pendulum ");
    int lines = 0;
    for (const char *at = none.err; (at = strchr(at, '\n')); at++)
        lines++;
    assert_int_equal(lines, 8);
}

static void help_of_a_command_tells_its_options_alone(void **state)
{
    (void)state;
    static const char *const ways[][3] = {
        {"help", "run"}, {"run", "--help"}, {"run", "-h"}, {"run", "a.yaml", "--help"}};
    for (size_t way = 0; way < sizeof ways / sizeof ways[0]; way++) {
        const shell_end end = shell_run(SHELL(ways[way][0], ways[way][1], ways[way][2]));
        assert_int_equal(end.code, 0);
        assert_string_equal(end.err, "");
        assert_ptr_equal(strstr(end.out, "usage:\n  trama run CONFIG..."), end.out);
        text_assert_has(end.out, "--only EXPR");
        text_assert_has(end.out, "--plugin FILE");
        text_assert_lacks(end.out, "trama table DIR");
    }
    text_assert_has(
        shell_run(SHELL("table", "--help")).out,
        "  trama table DIR [TABLE] [--columns NAMES] [--only EXPR] [--sort NAMES] [--format");
    assert_usage_error(shell_run(SHELL("help", "rnu")),
                       "trama: unknown command 'rnu'; nearest: run; see `trama --help`");
}

/* "\n  NAME: " of every one. */
static void assert_lists(const char *out, const trama_registry *registry)
{
    char entry[128];
    assert_true(trama_registry_count(registry) > 0);
    for (size_t i = 0; i < trama_registry_count(registry); i++) {
        snprintf(entry, sizeof entry, "\n  %s: ", trama_registry_name(registry, i));
        text_assert_has(out, entry);
    }
}

static void list_names_all_that_is_registered(void **state)
{
    (void)state;
    shell_end end = shell_run(SHELL("list", "models"));
    assert_int_equal(end.code, 0);
    assert_lists(end.out, &trama_model_registry);
    text_assert_has(end.out, "\n      zeta               N/m      ");
    text_assert_has(end.out, "(0 < x, in kg; default: not given)\n");
    text_assert_lacks(end.out, "Integrators\n");
    end = shell_run(SHELL("list", "integrators"));
    assert_lists(end.out, &trama_integrator_registry);
    text_assert_has(end.out, "order 4 (damped 4), stable to omega dt = 2.828, 4 force evaluations");
    end = shell_run(SHELL("list", "interactions"));
    assert_lists(end.out, &trama_interaction_registry);
    text_assert_has(end.out, "among 2 to 16 objects");
    end = shell_run(SHELL("list", "measures"));
    assert_lists(end.out, &task_registry);
    assert_lists(end.out, &trama_detector_registry);
    end = shell_run(SHELL("list"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    assert_lists(end.out, &trama_model_registry);
    assert_lists(end.out, &trama_interaction_registry);
    assert_lists(end.out, &trama_integrator_registry);
    assert_lists(end.out, &task_registry);
    text_assert_has(end.out, "Scenes: keys of a scene\n");
    text_assert_lacks(end.out, "nan");
}

/* What the command prints, without a process of its own for each of a hundred names. */
static const char *listed(const char *name)
{
    static char text[1 << 16];
    char *argv[] = {"list", (char *)name, NULL};
    FILE *file = tmpfile();
    assert_non_null(file);
    fflush(stdout);
    const int before = dup(STDOUT_FILENO);
    dup2(fileno(file), STDOUT_FILENO);
    const int code = command_list(2, argv);
    fflush(stdout);
    dup2(before, STDOUT_FILENO);
    close(before);
    rewind(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_int_equal(code, EXIT_OK);
    return text;
}

/* The name of each registered thing lists that thing, and nothing of its kind beside it. */
static void list_of_a_name_says_that_one(void **state)
{
    (void)state;
    static const trama_registry *const registries[] = {
        &trama_model_registry, &trama_interaction_registry, &trama_integrator_registry,
        &task_registry, &trama_detector_registry};
    for (size_t r = 0; r < sizeof registries / sizeof registries[0]; r++) {
        const size_t count = trama_registry_count(registries[r]);
        for (size_t i = 0; i < count; i++) {
            const char *name = trama_registry_name(registries[r], i);
            char entry[128];
            const char *out = listed(name);
            snprintf(entry, sizeof entry, "%s\n  %s: ", registries[r]->kind, name);
            text_assert_has(out, entry);
            snprintf(entry, sizeof entry,
                     "\n  %s: ", trama_registry_name(registries[r], (i + 1) % count));
            text_assert_lacks(out, entry);
        }
    }
    const shell_end end = shell_run(SHELL("list", "attractor"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    text_assert_has(end.out, "force\n      attractor: ");
}

/* Every line that has the word, below what it belongs to, and no other. */
static void list_of_a_word_finds_names_descriptions_and_fields(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("list", "RETARDATION"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.err, "");
    assert_ptr_equal(strstr(end.out, "Models\n  cosserat: "), end.out);
    text_assert_has(end.out, "\n      retardation        s        tau of ");
    text_assert_lacks(end.out, "zeta");
    text_assert_lacks(end.out, "provot");
    text_assert_has(shell_run(SHELL("list", "below where it began")).out, "\n  fall [m]: how far ");
}

static void names_alone_are_a_line_a_name_or_a_line_a_kind(void **state)
{
    (void)state;
    shell_end end = shell_run(SHELL("list", "--names", "models"));
    assert_int_equal(end.code, 0);
    const char *at = end.out;
    for (size_t i = 0; i < trama_registry_count(&trama_model_registry); i++) {
        const char *name = trama_registry_name(&trama_model_registry, i);
        assert_int_equal(strcspn(at, "\n"), strlen(name));
        assert_memory_equal(at, name, strlen(name));
        at += strlen(name) + 1;
    }
    assert_string_equal(at, "");
    end = shell_run(SHELL("list", "--names"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "\nintegrators   forward_euler symplectic_euler ");
    text_assert_has(end.out, " dt_stable ");
    assert_usage_error(shell_run(SHELL("list", "--names", "--bibtex")),
                       "trama list: --bibtex and --names exclude each other");
}

/* Numbers are the machine's; that they are told, with a verdict, is the program's. */
static void doctor_tells_machine_programs_and_what_times_are_worth(void **state)
{
    (void)state;
    assert_usage_error(shell_run(SHELL("doctor", "x")),
                       "trama doctor: takes no argument; see `trama --help`");
    assert_int_equal(mkdir("tmp", 0700), 0);
    setenv("TMPDIR", "tmp", 1);
    const shell_end end = shell_run(SHELL("doctor"));
    unsetenv("TMPDIR");
    assert_string_equal(end.err, "");
    assert_int_equal(end.code, 0);
    static const char *const told[] = {"trama 0.",
                                       "\nprocessor ",
                                       "\ngovernor  ",
                                       "\ngnuplot   ",
                                       "\ntiming    20 samples of a small cloth: median ",
                                       "\nverdict   "};
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        text_assert_has(end.out, told[i]);
    text_assert_lacks(end.out, "nan");
    assert_int_equal(experiment_list("tmp", "")->count, 0);
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
    text_assert_has(end.out, "\n    configs/mine/scenes/veil.yaml\n");
    text_assert_lacks(end.out, "configs/mine/veil.yaml");
    text_assert_has(end.out, "\n      gravity            m/s^2    ");
    text_assert_has(end.out, "(a whole number, from 2 to 65536; required)");
    text_assert_has(end.out, "\n      attractor: a centre that attracts or repels");
    text_assert_has(end.out, "\n          strength           N/m^2    ");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_usage_is_refused),
        cmocka_unit_test(a_folder_whose_name_is_too_long_is_refused),
        cmocka_unit_test(what_is_not_there_is_bad_usage_for_every_command),
        cmocka_unit_test(bad_configuration_writes_nothing),
        cmocka_unit_test(a_dry_run_prints_the_cases_and_writes_nothing),
        cmocka_unit_test(a_dry_run_names_every_file_that_is_refused),
        cmocka_unit_test(a_dry_run_names_the_files),
        cmocka_unit_test(only_selects_and_quiet_is_quiet),
        cmocka_unit_test(the_version_tells_compiler_flags_and_libraries),
        cmocka_unit_test(help_tells_every_command_and_exit_code),
        cmocka_unit_test(help_of_a_command_tells_its_options_alone),
        cmocka_unit_test(list_names_all_that_is_registered),
        cmocka_unit_test(list_of_a_name_says_that_one),
        cmocka_unit_test(list_of_a_word_finds_names_descriptions_and_fields),
        cmocka_unit_test(names_alone_are_a_line_a_name_or_a_line_a_kind),
        cmocka_unit_test(doctor_tells_machine_programs_and_what_times_are_worth),
        cmocka_unit_test(list_finds_scenes_below_configs),
        cmocka_unit_test(a_full_standard_output_is_an_error),
    };
    record_begin();
    return cmocka_run_group_tests_name("command: usage", tests, folder_enter, folder_leave);
}
