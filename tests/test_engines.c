/* Solvers in other programs: one that solves, beside the same method of the library; and those that
 * do what none should do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "program/program.h"
#include "support/folder.h"
#include "support/sanitizer.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PYTHON "/usr/bin/python3"

/* Its limit is for a program that hangs: on a busy machine a start alone takes many seconds. */
static const char *const hanging = "experiment: hanging\n"
                                   "limits: {timeout: 300}\n"
                                   "case:\n"
                                   "  model: {name: provot, mass: 0.1, structural: 50, shear: 50, "
                                   "flexion: 1, sweeps: 0}\n"
                                   "  scene:\n"
                                   "    grid: {points: [4, 5], side: [1, 1]}\n"
                                   "    gravity: [0, -9.81, 0]\n"
                                   "    damping: 0.001\n"
                                   "    pins: [{k: [0, 0], l: [0, 0]}, {k: [-1, -1], l: [0, 0], "
                                   "free: [true, false, false]}]\n"
                                   "  task: {name: run, dt: 1e-3, horizon: 300, frames: 2}\n"
                                   "sweep:\n"
                                   "  - grid: {integrator.name: [symplectic_euler, other]}\n";

static const char *const small = "experiment: small\n"
                                 "limits: {timeout: 2, memory: 1024}\n"
                                 "case:\n"
                                 "  model: {name: provot, mass: 0.1, structural: 50, shear: 50, "
                                 "sweeps: 0}\n"
                                 "  scene: {grid: {points: [2, 2], side: [1, 1]}}\n"
                                 "  integrator: {name: other}\n"
                                 "  task: {name: run, dt: 1e-3, horizon: 3}\n";

static int set_up(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    folder_write("hanging.yaml", hanging);
    folder_write("small.yaml", small);
    return 0;
}

static bool has_numpy(void)
{
    return access(PYTHON, X_OK) == 0 &&
           shell_run_by(PYTHON " -c 'import numpy, h5py'", SHELL(NULL)).code == 0;
}

static bool has_node(void)
{
    return shell_run_by("node", SHELL("--version")).code == 0;
}

/* The two runs differ by rounding alone: forces are summed in another order. Some 1e-16 a step, in
 * a cloth that swings by 1 m for 300 steps. */
static void assert_steps_as_the_library(const char *folder, const char *engine)
{
    char compare[512];
    const shell_end ran =
        shell_run(SHELL("run", "hanging.yaml", "-o", folder, "--engine", engine, "--quiet"));
    assert_string_equal(ran.err, "");
    assert_int_equal(ran.code, 0);
    snprintf(compare, sizeof compare,
             PYTHON " '" TRAMA_SOURCE_DIR "/tests/engines/compare.py' %s/hanging", folder);
    const shell_end compared = shell_run_by(compare, SHELL(NULL));
    assert_string_equal(compared.err, "");
    assert_int_equal(compared.code, 0);
}

static void a_program_steps_as_the_library_does(void **state)
{
    (void)state;
    if (!has_numpy())
        skip();
    assert_steps_as_the_library("py",
                                "other=" PYTHON " '" TRAMA_SOURCE_DIR "/examples/engine/cloth.py'");
    if (has_node())
        assert_steps_as_the_library("js",
                                    "other=node '" TRAMA_SOURCE_DIR "/examples/engine/cloth.mjs'");
}

/* Under Node.js: what it prints is no message, and an error is the case's. */
static void a_loud_program_fails_with_its_own_words(void **state)
{
    (void)state;
    if (!has_node())
        skip();
    const shell_end ran =
        shell_run(SHELL("run", "small.yaml", "-o", "loud", "--engine",
                        ("other=node '" TRAMA_SOURCE_DIR "/tests/engines/loud.mjs'")));
    assert_int_equal(ran.code, 3);
    if (!strstr(ran.err, "other says: Error: no solution"))
        fail_msg("%s%s", ran.out, ran.err);
}

/* What a program does, and what the case's file, or the command, says of it. */
static const struct rogue {
    const char *moment, *mode, *said;
    bool at_once; /* before anything is planned: the command refuses it */
} rogues[] = {
    {"hello", "flood", "sends no message instead of its name", true},
    {"hello", "print", "sends no message instead of its name", true},
    {"hello", "kind", "sends no message instead of its name", true},
    {"hello", "short", "sends its name in invalid JSON", true},
    {"hello", "huge", "bytes; allowed: at most 65536", true},
    {"hello", "dies",
     "has ended instead of sending its name; it wrote: the \\x1b[31mlast\\x1b[0m words", true},
    {"hello", "crashes", "has ended instead of sending its name", true},
    {"hello", "says", "says: no \\x07solution", true},
    {"hello", "forks", "has ended instead of sending its name", true},
    {"problem", "kind", "other sends no message instead of its mapping", true},
    {"problem", "dies", "other has ended instead of sending its mapping", true},
    {"problem", "says", "other says: no \\x07solution", true},
    {"step", "flood", "sends no message instead of a state", false},
    {"step", "print", "sends no message instead of a state", false},
    {"step", "kind", "other sends no message instead of a state", false},
    {"step", "short", "other sends a state of 207 bytes; allowed: 208", false},
    {"step", "long", "other sends a state of 209 bytes; allowed: 208", false},
    {"step", "huge", "bytes; allowed: 208", false},
    {"step", "dies", "it wrote: the \\x1b[31mlast\\x1b[0m words", false},
    {"step", "crashes", "other has ended instead of sending a state", false},
#ifndef ADDRESS_SANITIZER /* which needs so much of the address space that nothing bounds it */
    {"step", "hoards", "it wrote: MemoryError", false}, /* by `limits: memory` */
#endif
    {"step", "says", "other says: no \\x07solution", false},
    {"step", "forks", "other has ended instead of sending a state", false},
    {"step", "backwards", "sends a state at -1 s after one at 0 s", false},
    {"step", "silent", "", false},
    {"step", "nan", "", false},
};

static void assert_said(const struct rogue *r, const shell_end *ran)
{
    if (!strstr(ran->err, r->said) && !strstr(ran->out, r->said))
        fail_msg("%s %s: not said: %s\n%s%s", r->moment, r->mode, r->said, ran->out, ran->err);
}

static void what_a_program_should_not_do_is_said(void **state)
{
    (void)state;
    if (access(PYTHON, X_OK) != 0)
        skip();
    for (size_t i = 0; i < sizeof rogues / sizeof *rogues; i++) {
        const struct rogue *r = &rogues[i];
        char engine[512];
        snprintf(engine, sizeof engine,
                 "other=" PYTHON " '" TRAMA_SOURCE_DIR "/tests/engines/rogue.py' %s %s", r->moment,
                 r->mode);
        const bool unstable = strcmp(r->mode, "nan") == 0;
        const shell_end ran = shell_run(
            SHELL("run", "small.yaml", "-o", r->mode, "--engine", engine, "--again", "all"));
        if (ran.code != (r->at_once ? 2 : unstable ? 0 : 3))
            fail_msg("%s %s: code %d\n%s%s", r->moment, r->mode, ran.code, ran.out, ran.err);
        assert_said(r, &ran);
        const char *status = unstable                         ? "unstable"
                             : strcmp(r->mode, "silent") == 0 ? "timeout"
                                                              : "failed";
        if (!r->at_once && !strstr(ran.out, status) && !strstr(ran.err, status))
            fail_msg("%s %s is not %s\n%s%s", r->moment, r->mode, status, ran.out, ran.err);
    }
}

/* Asks a program who it is, and catches what the terminal is told. */
static bool ask(program *p, char *why, size_t size, char *told, size_t room)
{
    const int before = dup(STDERR_FILENO);
    FILE *caught = tmpfile();
    dup2(fileno(caught), STDERR_FILENO);
    const bool answered = program_ask(p, why, size);
    dup2(before, STDERR_FILENO);
    close(before);
    rewind(caught);
    told[fread(told, 1, room - 1, caught)] = '\0';
    fclose(caught);
    return answered;
}

static void a_program_that_says_nothing_is_waited_for_in_plain_sight(void **state)
{
    const program_times before = program_patience;
    char why[512], told[512];
    program p = {.name = "other"};
    (void)state;
    if (access(PYTHON, X_OK) != 0)
        skip();
    assert_true(program_words(PYTHON " '" TRAMA_SOURCE_DIR "/tests/engines/rogue.py' hello silent",
                              p.argument));
    program_patience = (program_times){.name = 0.5, .notice = 0.2};
    assert_false(ask(&p, why, sizeof why, told, sizeof told));
    program_patience = before;
    assert_string_equal(why, "did not send its name in time");
    assert_string_equal(
        told, "trama: waiting until '" PYTHON " " TRAMA_SOURCE_DIR
              "/tests/engines/rogue.py hello silent' sends its name, for 0.5 s at most\n");
    program_free_words(p.argument);
}

static void a_program_that_is_not_there_is_named(void **state)
{
    (void)state;
    const shell_end ran =
        shell_run(SHELL("run", "small.yaml", "-o", "r", "--engine", "other=/no/program"));
    assert_int_equal(ran.code, 2);
    assert_non_null(strstr(ran.err, "cannot be started: /no/program: No such file or directory"));
    const shell_end taken =
        shell_run(SHELL("run", "small.yaml", "-o", "r", "--engine", "rk4=/no/program"));
    assert_int_equal(taken.code, 2);
    const shell_end near =
        shell_run(SHELL("run", "small.yaml", "-o", "r", "--engine", "other=sh ./smal.yaml"));
    assert_int_equal(near.code, 2);
    text_assert_has(near.err, "has ended instead of sending its name; there is no file "
                              "./smal.yaml, nearest: small.yaml");
    const shell_end none = shell_run(SHELL("run", "small.yaml", "-o", "r", "--engine", "other"));
    assert_int_equal(none.code, 2);
    assert_non_null(strstr(none.err, "is no NAME=COMMAND"));
}

static void words_are_split_without_a_shell(void **state)
{
    static const char *const expected[] = {"a b", "c\"d", "$HOME", "*", ";", "e f", "", NULL};
    char *word[PROGRAM_WORDS + 1];
    (void)state;
    assert_true(program_words("  'a b' c\\\"d $HOME * ; \"e f\" ''", word));
    for (size_t i = 0; i < 7; i++)
        assert_string_equal(word[i], expected[i]);
    assert_null(word[7]);
    program_free_words(word);
    assert_false(program_words("'a", word));
    assert_false(program_words("   ", word));
}

static void what_no_problem_says_is_refused_by_name(void **state)
{
    static const struct {
        const char *line, *said;
    } cases[] = {
        {"  scene: {grid: {points: [2, 2], side: [1, 1]}, wind: [1, 0, 0], drag: 1}\n",
         "drag of a surface (wind)"},
        {"  scene: {grid: {points: [2, 2], side: [1, 1]}, pins: [{k: [0, 0], l: [0, 0], velocity: "
         "[1, 0, 0]}]}\n",
         "pins that move or let go"},
    };
    char text[1024];
    (void)state;
    if (access(PYTHON, X_OK) != 0)
        skip();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(text, sizeof text,
                 "experiment: refused\ncase:\n  model: {name: provot, mass: 0.1, sweeps: 0}\n%s"
                 "  integrator: {name: other}\n  task: {name: run, dt: 1e-3, horizon: 3}\n",
                 cases[i].line);
        folder_write("refused.yaml", text);
        const shell_end ran = shell_run(SHELL("run", "refused.yaml", "-o", "r", "--engine",
                                              "other=" PYTHON " '" TRAMA_SOURCE_DIR
                                              "/tests/engines/rogue.py' never never"));
        assert_int_equal(ran.code, 2);
        assert_non_null(strstr(ran.err, cases[i].said));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_steps_as_the_library_does),
        cmocka_unit_test(a_loud_program_fails_with_its_own_words),
        cmocka_unit_test(what_a_program_should_not_do_is_said),
        cmocka_unit_test(a_program_that_says_nothing_is_waited_for_in_plain_sight),
        cmocka_unit_test(a_program_that_is_not_there_is_named),
        cmocka_unit_test(words_are_split_without_a_shell),
        cmocka_unit_test(what_no_problem_says_is_refused_by_name),
    };
    return cmocka_run_group_tests(tests, set_up, folder_leave);
}
