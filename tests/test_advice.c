/* trama advise recommends the method and the step that follow from the parts of a mode's stiffness
 * and from the predicted steps of all methods. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure/mode.h"
#include "measure/spectrum.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/objects.h"
#include "support/shell.h"
#include "support/text.h"
#include "task/advice.h"

/* ---- The parts of a mode. */

enum { PARTS = 64 };

static double part_of(const trama_mode_part *part, size_t count, const char *owner,
                      const char *name, bool damping)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(part[i].owner, owner) == 0 && strcmp(part[i].name, name) == 0)
            return damping ? part[i].damping : part[i].curvature;
    fail_msg("there is no part %s, %s", owner, name);
    return 0.0;
}

/* Two of omega 3 and 1 kg, joined by 4 N/m and 0.5 N s/m, against each other: 9 + 2 x 4 = 17, of
 * which each has half of 9, and the spring 8; damping 0.2 of the left one's 0.4, 1 of the spring.
 */
static void parts_of_a_pair_are_those_of_its_closed_form(void **state)
{
    (void)state;
    objects o;
    trama_mode_part part[PARTS];
    trama_error error;
    size_t count;
    const trama_scene_spec nowhere = {0};
    objects_begin(&o);
    objects_add(&o, "left", "oscillator", "omega=3 position=0.5 damping=0.4", &nowhere);
    objects_add(&o, "right", "oscillator", "omega=3 position=-0.2", &nowhere);
    objects_join(&o, "joint", "spring_between", "stiffness=4 damping=0.5 length=0", 2, 0, 1);
    objects_make(&o, "rk4");
    trama_system *s = o.system;
    double u[64] = {0.0};
    assert_true(s->nv <= 64);
    u[s->object[0].v_begin] = 2.0;
    u[s->object[1].v_begin] = -2.0;
    assert_int_equal(trama_mode_split(s, s->q, s->v, u, part, &count, &error), TRAMA_OK);
    assert_near(part_of(part, count, "left", "elastic", false), 4.5, 1e-5);
    assert_near(part_of(part, count, "right", "elastic", false), 4.5, 1e-5);
    assert_near(part_of(part, count, "joint", "interaction", false), 8.0, 1e-5);
    assert_near(part_of(part, count, "left", "forces", false), 0.0, 1e-5);
    assert_near(part_of(part, count, "left", "forces", true), 0.2, 1e-5);
    assert_near(part_of(part, count, "joint", "interaction", true), 1.0, 1e-6);
    objects_end(&o);
}

/* Every model with a tangent and nodes: the parts add up to omega^2 of the mode that was found. */
static void parts_add_up_to_the_square_of_the_frequency(void **state)
{
    (void)state;
    static const struct {
        const char *model, *settings;
    } table[] = {
        {"provot", "structural=40 shear=20 flexion=5 density=0.2 sweeps=0"},
        {"bridson", "structural=40 shear=20 density=0.2 sweeps=0"},
        {"nedel", "mass=0.3 elasticity=100 curvature=1"},
        {"cosserat", "zeta=100 xi=0.3 phi=0.001 mass=10"},
    };
    trama_scene_spec scene = {
        .grid = {.points = {6, 5}, .side = {1.0, 1.0}, .axis = {{1, 0, 0}, {0, 0, 1}}},
        .damping = 0.2};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        objects o;
        trama_mode_part part[PARTS];
        trama_error error;
        trama_tangent *tangent;
        trama_spectrum found;
        const trama_spectrum_spec spec = {.tolerance = 1e-6, .products = 90, .seed = 1};
        size_t count;
        double sum = 0.0, damping = 0.0;
        objects_begin(&o);
        objects_add(&o, "cloth", table[i].model, table[i].settings, &scene);
        objects_make(&o, "rk4");
        trama_system *s = o.system;
        double *u = calloc(s->nv, sizeof *u);
        assert_int_equal(trama_tangent_create(s, &spec, &tangent, &error), TRAMA_OK);
        assert_int_equal(trama_spectrum_largest(tangent, s, s->q, s->v, &spec, &found, &error),
                         TRAMA_OK);
        trama_tangent_mode(tangent, u);
        assert_int_equal(trama_mode_split(s, s->q, s->v, u, part, &count, &error), TRAMA_OK);
        for (size_t k = 0; k < count; k++) {
            sum += part[k].curvature;
            damping += part[k].damping;
        }
        if (fabs(sum - found.omega * found.omega) > 1e-4 * found.omega * found.omega)
            fail_msg("%s: %g, not %g", table[i].model, sum, found.omega * found.omega);
        assert_near(damping, found.damping, 1e-4 * found.damping);
        const trama_mode_place place = trama_mode_largest(s, u);
        assert_true(place.length >= 1.0 && place.length <= sqrt(3.0) + 1e-12);
        trama_tangent_destroy(tangent);
        free(u);
        objects_end(&o);
    }
}

/* ---- A damper. */

/* Two of omega 3 and 1 kg, joined by 4 N/m and 50 N s/m, move against each other with c = 2 x 50
 * and omega^2 = 17. Another one has a larger frequency, 30, and no damping. */
static const double damped_c = 100.0, damped_square = 17.0;
#define DAMPER                                                                                     \
    "experiment: damper\ncase:\n  objects:\n"                                                      \
    "    left: {model: {name: oscillator, omega: 3, position: 0.5}}\n"                             \
    "    middle: {model: {name: oscillator, omega: 3, position: -0.2}}\n"                          \
    "    right: {model: {name: oscillator, omega: 30, position: 0.1}}\n"                           \
    "  interactions:\n    joint: {name: spring_between, among: [left, middle], stiffness: 4, "     \
    "damping: 50, length: 0}\n"                                                                    \
    "  integrator: {name: symplectic_euler}\n  bounds: {displacement: 10}\n"                       \
    "  task: {name: run, dt: 0.01, horizon: 10}\n"

static void the_damped_mode_is_that_of_the_damper(void **state)
{
    (void)state;
    const trama_scene_spec nowhere = {0};
    for (int kind = TRAMA_TANGENT_EXACT; kind <= TRAMA_TANGENT_DIFFERENCES; kind++) {
        const trama_spectrum_spec spec = {1e-6, 20, 1, kind};
        objects o;
        trama_tangent *tangent;
        trama_spectrum found;
        trama_error error;
        objects_begin(&o);
        objects_add(&o, "left", "oscillator", "omega=3 position=0.5", &nowhere);
        objects_add(&o, "middle", "oscillator", "omega=3 position=-0.2", &nowhere);
        objects_add(&o, "right", "oscillator", "omega=30 position=0.1", &nowhere);
        objects_join(&o, "joint", "spring_between", "stiffness=4 damping=50 length=0", 2, 0, 1);
        objects_make(&o, "rk4");
        trama_system *s = o.system;
        assert_int_equal(trama_tangent_create(s, &spec, &tangent, &error), TRAMA_OK);
        const trama_spectrum largest = {.omega = 30.0, .damping = 0.0, .finite = true};
        assert_int_equal(
            trama_spectrum_damped(tangent, s, s->q, s->v, &spec, &largest, &found, &error),
            TRAMA_OK);
        assert_true(found.converged);
        /* of differences: round-off, 2e-16 of the forces (1e2 m/s^2), over 6e-6 m/s or m */
        assert_near(found.damping, damped_c, 1e-6 * damped_c);
        assert_near(found.omega * found.omega, damped_square, 1e-5 * damped_square);
        double u[64];
        assert_true(s->nv <= 64);
        trama_tangent_mode(tangent, u);
        assert_near(u[s->object[0].v_begin], -u[s->object[1].v_begin], 1e-6);
        assert_near(u[s->object[2].v_begin], 0.0, 1e-6);
        trama_tangent_destroy(tangent);
        objects_end(&o);
    }
}

/* Largest eigenvalue of h^2 K + 2 h D, K = diag(9, 900) + 4 J, D = 20 J, J = (1 -1; -1 1). */
static double flip_of_unlike(double h)
{
    const double off = 4 * h * h + 40 * h, a = 9 * h * h + off, d = 900 * h * h + off;
    return 0.5 * (a + d + sqrt((a - d) * (a - d) + 4 * off * off));
}

/* Oscillators of 3 and 30 rad/s joined by a damper: modes of stiffness are none of damping. The
 * step at which 4 = 2 c h + (omega h)^2 is 0.0393 s, by bisection; by the mode of the largest
 * frequency alone it would be 0.0478 s. */
static void modes_of_stiffness_and_of_damping_may_differ(void **state)
{
    (void)state;
    const trama_scene_spec nowhere = {0};
    const trama_spectrum_spec spec = {1e-6, 20, 1, TRAMA_TANGENT_EXACT};
    objects o;
    trama_tangent *tangent;
    trama_spectrum largest, found;
    trama_error error;
    double low = 0.0, high = 1.0;
    while (high - low > 1e-12)
        *(flip_of_unlike(0.5 * (low + high)) < 4.0 ? &low : &high) = 0.5 * (low + high);
    objects_begin(&o);
    objects_add(&o, "slow", "oscillator", "omega=3 position=0.5", &nowhere);
    objects_add(&o, "fast", "oscillator", "omega=30 position=-0.2", &nowhere);
    objects_join(&o, "joint", "spring_between", "stiffness=4 damping=20 length=0", 2, 0, 1);
    objects_make(&o, "rk4");
    trama_system *s = o.system;
    assert_int_equal(trama_tangent_create(s, &spec, &tangent, &error), TRAMA_OK);
    assert_int_equal(trama_spectrum_largest(tangent, s, s->q, s->v, &spec, &largest, &error),
                     TRAMA_OK);
    assert_int_equal(trama_spectrum_damped(tangent, s, s->q, s->v, &spec, &largest, &found, &error),
                     TRAMA_OK);
    print_message("%.6g s, by the largest frequency %.6g\n", trama_spectrum_flip_step(&found),
                  trama_spectrum_flip_step(&largest));
    assert_near(trama_spectrum_flip_step(&found), low, 1e-5 * low);
    assert_true(trama_spectrum_flip_step(&largest) > 1.05 * low);
    trama_tangent_destroy(tangent);
    objects_end(&o);
}

/* The number in column `column` of the row of a method, in a table of trama advise --format csv. */
static double cell_of(const char *csv, const char *method, int column)
{
    char row[64];
    snprintf(row, sizeof row, ",%s,", method);
    const char *at = strstr(csv, row);
    assert_non_null(at);
    for (int i = 1; i < column; i++)
        at = strchr(at + 1, ',');
    return strtod(at + 1, NULL);
}

/* 4/(c + sqrt(c^2 + 4 omega^2)) of symplectic Euler, whose map flips there; of RK4 its limit on the
 * negative axis, 2.785293563, over the larger of the two rates (c +- sqrt(c^2 - 4 omega^2))/2. Runs
 * of 2000 steps end a little later: growth from 1 to 10 m takes 2.3/2000 of a step. */
static void a_damper_stiffer_than_the_springs_limits_the_step(void **state)
{
    (void)state;
    enum { DT = 4, RATIO = 12 };
    const double c = damped_c, square = damped_square;
    folder_write("damper.yaml", DAMPER);
    shell_end end = shell_run(SHELL("advise", "damper.yaml"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "joint interaction 100 % of the most damped mode's damping");
    end = shell_run(SHELL("advise", "damper.yaml", "--check", "--format", "csv"));
    assert_int_equal(end.code, 0);
    const double euler = 4.0 / (c + sqrt(c * c + 4.0 * square));
    assert_near(cell_of(end.out, "symplectic_euler", DT), euler, 1e-6 * euler);
    const double rk4 = 2.785293563 / (0.5 * (c + sqrt(c * c - 4.0 * square)));
    assert_near(cell_of(end.out, "rk4", DT), rk4, 1e-4 * rk4);
    assert_near(cell_of(end.out, "symplectic_euler", RATIO), 1.0, 0.01); /* 0.996 */
}

/* ---- The recommendation. */

/* Of seconds that cannot be told apart the smallest error; none that grows, and none that misses
 * the accuracy while another keeps it. */
static void the_cheapest_accurate_method_that_does_not_grow_is_recommended(void **state)
{
    (void)state;
    advice_method methods[] = {
        {.cost_second = 0.1, .error = 1e-1, .limit = ADVICE_LIMIT},
        {.cost_second = 0.5, .error = 1e-5, .limit = ADVICE_GROWS, .accurate = true},
        {.cost_second = 1.00, .error = 1e-3, .limit = ADVICE_LIMIT, .accurate = true},
        {.cost_second = 1.05, .error = 1e-4, .limit = ADVICE_NONE, .accurate = true},
        {.cost_second = 1.06, .error = 1e-3, .limit = ADVICE_LIMIT, .accurate = true},
        {.cost_second = 1.20, .error = 1e-6, .limit = ADVICE_LIMIT, .accurate = true},
    };
    enum { COUNT = sizeof methods / sizeof *methods };
    advice a = {.method = methods, .count = COUNT, .recommended = COUNT};
    advice_recommend(&a);
    assert_int_equal(a.recommended, 3);
    for (size_t k = 0; k < COUNT; k++)
        methods[k].accurate = false;
    a.recommended = COUNT;
    advice_recommend(&a);
    assert_int_equal(a.recommended, 0);
    methods[0].limit = ADVICE_REFUSED;
    a.recommended = COUNT;
    advice_recommend(&a);
    assert_int_equal(a.recommended, 2); /* as cheap and no worse than the fifth */
}

/* ---- The command. */

#define SPRING                                                                                     \
    "experiment: spring\ncase:\n  model: {name: oscillator, omega: 10}\n"                          \
    "  integrator: {name: symplectic_euler}\n  bounds: {displacement: 10}\n"                       \
    "  task: {name: run, dt: 0.01, horizon: 10}\n"
#define SWEEP "sweep:\n  - grid: {model.omega: [10, 20]}\n"

static void advice_on_a_spring_is_its_closed_form(void **state)
{
    (void)state;
    folder_write("spring.yaml", SPRING);
    const shell_end end = shell_run(SHELL("advise", "spring.yaml", "--check"));
    assert_string_equal(end.err, "");
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "10 rad/s at the start, 10 at worst");
    text_assert_has(end.out, "elastic 100 % of the worst mode's stiffness");
    text_assert_has(end.out, " symplectic_euler       200 ms     200 ms");
    text_assert_has(end.out, " rk4                  282.8 ms   282.8 ms");
    text_assert_has(end.out, "  forward_euler ");
    text_assert_has(end.out, "grows at every step");
    text_assert_has(end.out, "\nUse ");
    text_assert_has(end.out, "\n* ");
    assert_int_equal(system("test -e results"), 256);
}

/* Ten steps of one unknown are the first run of an implicit method. A refusal of it may not touch
 * the explicit ones. */
static void an_implicit_method_is_compared_as_far_as_its_work_allows(void **state)
{
    (void)state;
    static const struct {
        const char *work, *note;
    } table[] = {
        {"9", "not compared: 10 steps of 1 unknowns exceed solve_work"},
        {"10", "halved no further: 20 steps of 1 unknowns exceed solve_work"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char file[512];
        snprintf(file, sizeof file,
                 "experiment: spring\ncase:\n  model: {name: oscillator, omega: 10}\n"
                 "  integrator: {name: symplectic_euler}\n  bounds: {displacement: 10}\n"
                 "  task: {name: advice, solve_work: %s}\n",
                 table[i].work);
        folder_write("work.yaml", file);
        const shell_end end = shell_run(SHELL("advise", "work.yaml"));
        assert_int_equal(end.code, 0);
        assert_true(text_count(end.out, table[i].note) >= 4);
        assert_true(text_count(end.out, "solve_work") <= 8); /* the implicit methods */
    }
}

static void a_sweep_is_advised_on_by_its_first_case_or_by_the_chosen_one(void **state)
{
    (void)state;
    folder_write("sweep.yaml", SPRING SWEEP);
    shell_end end = shell_run(SHELL("advise", "sweep.yaml", "--time", "5"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "omega 10, the first of 2 planned cases (--only chooses)\n");
    text_assert_has(end.out, "looked at          5 s");
    end = shell_run(SHELL("advise", "sweep.yaml", "--only", "model.omega == 20"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, ", one of 2 planned cases\n");
    text_assert_has(end.out, " symplectic_euler       100 ms     100 ms");
}

static void a_table_and_its_results_are_kept_where_that_is_asked_for(void **state)
{
    (void)state;
    folder_write("spring.yaml", SPRING);
    const shell_end end =
        shell_run(SHELL("advise", "spring.yaml", "-o", "kept", "--format", "csv"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "simulation,method,limit,dt_start_s,");
    text_assert_has(end.out, "spring-advice,symplectic_euler,stability,0.2,0.2,");
    assert_int_equal(shell_run(SHELL("verify", "kept")).code, 0);
    assert_int_equal(shell_run(SHELL("table", "kept", "advice")).code, 0);
}

/* Each is an experiment of one case, of the same name. */
static void advice_on_several_cases_gathers_in_a_folder(void **state)
{
    (void)state;
    folder_write("sweep.yaml", SPRING SWEEP);
    shell_run(SHELL("advise", "sweep.yaml", "-o", "many", "--only", "model.omega == 20"));
    shell_run(SHELL("advise", "sweep.yaml", "-o", "many"));
    const shell_end end = shell_run(SHELL("table", "many", "advice", "--format", "csv"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, ",symplectic_euler,stability,0.2,0.2,");
    text_assert_has(end.out, ",symplectic_euler,stability,0.1,0.1,");
}

static void what_advice_cannot_be_given_on_is_refused_in_a_line(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[8];
        const char *line;
    } table[] = {
        {{"advise"}, "trama advise: one configuration is needed; see `trama --help`\n"},
        {{"advise", "spring.yaml", "sweep.yaml"},
         "trama advise: one configuration is needed; see `trama --help`\n"},
        {{"advise", "spring.yaml", "--accuracy", "2"},
         "trama advise: --accuracy 2; allowed: from 1e-12 to 1\n"},
        {{"advise", "spring.yaml", "--time", "soon"},
         "trama advise: --time 'soon' is not a number\n"},
        {{"advise", "spring.yaml", "--format", "json"},
         "trama advise: --format 'json' is not one of md, csv, latex\n"},
        {{"advise", "sweep.yaml", "--only", "model.omega == 3"},
         "trama advise: --only \"model.omega == 3\" leaves no case\n"},
        {{"advise", "bad.yaml"}, "bad.yaml:1:13: experiment: 'a b' cannot name a folder"},
    };
    folder_write("spring.yaml", SPRING);
    folder_write("sweep.yaml", SPRING SWEEP);
    folder_write("bad.yaml", "experiment: a b\ncase: {}\n");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const shell_end end = shell_run(table[i].arguments);
        text_assert_has(end.err, table[i].line);
        assert_int_equal(text_count(end.err, "\n"), 1);
        assert_string_equal(end.out, "");
        assert_int_equal(end.code, 2);
    }
}

/* The run goes on for 9e7 steps, unless it is told to end. */
static void an_interrupted_advice_says_what_is_kept(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[8];
        const char *said;
    } table[] = {
        {{"advise", "spring.yaml", "--time", "9e6"}, "interrupted, and nothing is kept\n"},
        {{"advise", "spring.yaml", "--time", "9e6", "-o", "cut"},
         "interrupted: 0 of 1 cases are done and kept; the same command resumes\n"},
    };
    folder_write("spring.yaml", SPRING);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const shell_process process = shell_start(table[i].arguments);
        shell_await_child(process.pid);
        kill(-process.pid, SIGINT);
        const shell_end end = shell_wait(process);
        assert_int_equal(end.code, 130);
        assert_string_equal(end.err, table[i].said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_a_pair_are_those_of_its_closed_form),
        cmocka_unit_test(parts_add_up_to_the_square_of_the_frequency),
        cmocka_unit_test(the_damped_mode_is_that_of_the_damper),
        cmocka_unit_test(modes_of_stiffness_and_of_damping_may_differ),
        cmocka_unit_test(a_damper_stiffer_than_the_springs_limits_the_step),
        cmocka_unit_test(the_cheapest_accurate_method_that_does_not_grow_is_recommended),
        cmocka_unit_test(advice_on_a_spring_is_its_closed_form),
        cmocka_unit_test(an_implicit_method_is_compared_as_far_as_its_work_allows),
        cmocka_unit_test(a_sweep_is_advised_on_by_its_first_case_or_by_the_chosen_one),
        cmocka_unit_test(a_table_and_its_results_are_kept_where_that_is_asked_for),
        cmocka_unit_test(advice_on_several_cases_gathers_in_a_folder),
        cmocka_unit_test(an_interrupted_advice_says_what_is_kept),
        cmocka_unit_test(what_advice_cannot_be_given_on_is_refused_in_a_line),
    };
    return cmocka_run_group_tests_name("advice", tests, folder_enter, folder_leave);
}
