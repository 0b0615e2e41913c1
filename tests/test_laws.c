/* configs/laws: every law is planned, says what it is and where its reference comes from;
 * references that a script makes come out again; methods of the library are as accurate as the
 * closed forms of their errors say, in a few laws that are run here; and eight laws, broken, leave
 * the error that arithmetic says (slow_laws.c breaks all). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <glob.h>
#include <sys/stat.h>

#include "core/numbers.h"
#include "support/folder.h"
#include "support/laws.h"
#include "support/near.h"
#include "support/shell.h"
#include "support/text.h"

#define PYTHON "/usr/bin/python3"
#define G 9.81

/* The value of the first comment "# KEY: ..." is more than nothing. */
static bool says(const char *text, const char *key)
{
    char line[64];
    snprintf(line, sizeof line, "\n# %s: ", key);
    const char *found = strstr(text, line);
    return found && strcspn(found + strlen(line), "\n") > 3;
}

static bool says_version(const char *text, const char *version)
{
    char head[32], label[32];
    snprintf(head, sizeof head, "# laws-%s, law ", version);
    snprintf(label, sizeof label, "benchmark: laws-%s,", version);
    return strncmp(text, head, strlen(head)) == 0 &&
           (strstr(text, label) || strstr(text, "benchmark: laws-1}"));
}

static void every_law_says_what_it_is(void **state)
{
    (void)state;
    static const char *const keys[] = {"tells", "law", "source", "uncertainty", "break", "seen"};
    glob_t laws;
    size_t first = 0;
    assert_int_equal(glob(LAWS "*.yaml", 0, NULL, &laws), 0);
    for (size_t i = 0; i < laws.gl_pathc; i++) {
        char *text = text_of_file(laws.gl_pathv[i]);
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            if (!says(text, keys[k]))
                fail_msg("%s says no '%s'", laws.gl_pathv[i], keys[k]);
        if (!says_version(text, "1") && !says_version(text, "2"))
            fail_msg("%s does not say its version", laws.gl_pathv[i]);
        first += says_version(text, "1");
        free(text);
    }
    globfree(&laws);
    assert_int_equal(first, 60); /* laws-1 is frozen: what is added is of laws-2 */
}

/* ---- References. */

/* Two files that say the same words, and numbers that are equal but for rounding. */
static void assert_same(const char *kept, const char *made)
{
    char *first = text_of_file(kept), *second = text_of_file(made);
    char *a = first, *b = second, *behind;
    while (*a && *b) {
        const double value = strtod(a, &behind);
        if (behind == a) {
            assert_true(*a++ == *b++);
            continue;
        }
        a = behind;
        assert_near(strtod(b, &behind), value, 1e-10 * fabs(value) + 1e-15);
        b = behind;
    }
    assert_true(!*a && !*b);
    free(first);
    free(second);
}

static void references_come_out_again(void **state)
{
    (void)state;
    if (system(PYTHON " -c 'import numpy' 2>/dev/null") != 0)
        skip();
    glob_t files;
    assert_int_equal(mkdir("made", 0700), 0);
    assert_int_equal(system(PYTHON " " LAWS "references.py made"), 0);
    assert_int_equal(glob(LAWS "references/*.csv", 0, NULL, &files), 0);
    assert_int_equal(files.gl_pathc, 14);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        char path[512];
        snprintf(path, sizeof path, "made/%s", strrchr(files.gl_pathv[i], '/') + 1);
        assert_same(files.gl_pathv[i], path);
    }
    globfree(&files);
    /* Starts of arches are files of bodies. */
    static const char *const arches[] = {"980", "998", "1002", "1020"};
    for (size_t i = 0; i < 4; i++) {
        char path[512];
        snprintf(path, sizeof path, LAWS "references/arch_%s.yaml", arches[i]);
        char made[64];
        snprintf(made, sizeof made, "made/arch_%s.yaml", arches[i]);
        assert_same(path, made);
    }
}

/* A label that a law's file has by hand. */
static void the_weight_of_a_strip_on_edge_is_the_references(void **state)
{
    (void)state;
    char *text = law_text("on_edge"), *table = text_of_file(LAWS "references/on_edge.csv");
    const char *label = strstr(text, "critical: "), *value = strstr(table, "critical\n");
    assert_true(label && value);
    assert_near(strtod(label + strlen("critical: "), NULL),
                strtod(value + strlen("critical\n"), NULL), 1e-12);
    free(text);
    free(table);
}

/* ---- Laws that are run. */

#define EULER "integrator.name == 'symplectic_euler'"
#define VERLET "integrator.name == 'velocity_verlet'"

/* The step at which a period pi h/asin(w h/2) is 1 % short: a root by bisection. */
static double verlet_step(double w)
{
    double low = 0.1, high = 2.0;
    for (int i = 0; i < 60; i++) {
        const double z = 0.5 * (low + high);
        *(0.5 * z / asin(0.5 * z) < 0.99 ? &high : &low) = z;
    }
    return low / w;
}

/* The place after n steps of symplectic Euler with the drag 2/s: v = (v + h g)/1 - 2 h v, x + h v.
 */
static double euler_drag_error(double h, long n)
{
    double x = 0, y = 0, u = 3, v = 4;
    for (long i = 0; i < n; i++) {
        u += h * (-2 * u);
        v += h * (-G - 2 * v);
        x += h * u;
        y += h * v;
    }
    const double reach = (1 - exp(-2.0)) / 2;
    return hypot(x - 3 * reach, y + G / 2 - (4 + G / 2) * reach);
}

static double euler_drag_step(void)
{
    long n = 400;
    while (euler_drag_error(1.0 / (double)n, n) > 0.01)
        n++;
    return 1.0 / (double)n;
}

/* Of nine masses of 0.01 kg between springs of 400 N/m that are pulled from 0.05 m to 0.1 m:
 * across, each spring is one of 400 (1 - 0.05/0.1) N/m. By power iteration on 4 - K of that chain,
 * whose largest eigenvalue is 4 less the lowest of K. */
static double string_frequency(void)
{
    double x[11] = {0}, y[11] = {0}, lowest = 0.0;
    for (size_t i = 1; i < 10; i++)
        x[i] = 1.0;
    for (int n = 0; n < 2000; n++) {
        double square = 0.0, product = 0.0;
        for (size_t i = 1; i < 10; i++) {
            y[i] = 4.0 * x[i] - (2.0 * x[i] - x[i - 1] - x[i + 1]);
            product += x[i] * y[i];
            square += x[i] * x[i];
        }
        lowest = 4.0 - product / square;
        for (size_t i = 1; i < 10; i++)
            x[i] = y[i] / 4.0;
    }
    return sqrt(400.0 * (1.0 - 0.05 / 0.1) / 0.01 * lowest);
}

/* Half a step's lag: a h T/2 of the way, and so a relative error h/T; 0.01 of the scale. */
static void methods_are_as_accurate_as_their_formulas(void **state)
{
    (void)state;
    const double slope = sin(35 * acos(-1) / 180) - 0.5 * cos(35 * acos(-1) / 180);
    const struct {
        const char *law, *only;
        double step, spread; /* s; share, by whole numbers of steps and crossings between steps */
        int order;
    } laws[] = {
        {"projectile", EULER, 0.02 / G, 1e-2 / 4, 1},
        {"drag", EULER, euler_drag_step(), 2e-3, 1},
        {"spring", EULER " and answer == 'ten periods'", verlet_step(10), 1e-2, 2},
        {"two_masses", EULER, verlet_step(10), 1e-2, 2},
        {"ramp", EULER " and degrees == 35 and way == 22.5", 0.02 / (G * slope), 1.3e-2, 1},
        {"stopping", EULER, 0.01 * 4 / (0.4 * G), 1e-2, 1},
        {"rolling", EULER " and answer == 'a cylinder rolls'", 0.01, 1e-2, 1},
        {"belt", EULER, 0.02 * 2 / (0.3 * G), 1e-2, 1}, /* v h/2 of v^2/(mu g) */
        /* at rest nodes are seen to fall by g h/2, of which damping takes its part */
        {"drape_on_ball", VERLET " and answer == 'support'", 0.01 * 2 * 0.04 / (49 * 0.01), 1e-2,
         1},
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        bundle b = law_run(laws[i].law, laws[i].only, NULL);
        const double step = bundle_get_number(&b, &column_accurate_step);
        if (!(step <= laws[i].step * (1 + 0.2 * laws[i].spread) &&
              step >= laws[i].step * (1 - laws[i].spread)))
            fail_msg("%s: %g s, not %g", laws[i].law, step, laws[i].step);
        assert_true(fabs(bundle_get_number(&b, &column_order_observed) - laws[i].order) < 0.1);
        bundle_free(&b);
    }
}

/* M_x = D (k_x + nu k_y) and 0 = M_y = D (nu k_x + k_y), of moments that bend the plate along by
 * 0.01 1/m, by Cramer's rule; the middle of a free side is 0.25 m from the plate's. */
static void a_plate_bends_across_by_its_ratio(void **state)
{
    (void)state;
    const double nu = 0.3, moment = 0.01 * (1 - nu * nu);
    const double across = (1 * 0 - nu * moment) / (1 * 1 - nu * nu);
    bundle b = law_run("anticlastic", VERLET " and plate == 'cosserat'", NULL);
    const double *law = bundle_get_reals(&b, &column_law, 1);
    assert_non_null(law);
    assert_near(law[0], -across * 0.25 * 0.25 / 2, 1e-15);
    assert_true(bundle_get_number(&b, &column_error_at_ms) < 3e-3);
    assert_true(bundle_get_number(&b, &column_accurate_step) > 3e-3);
    bundle_free(&b);
}

/* Verlet's period is pi h/asin(w h/2); A^2 of the amplitude is 1e-6. */
static void a_string_sounds_as_its_chain(void **state)
{
    (void)state;
    bundle b = law_run("string", VERLET, NULL);
    const double period = 2 * acos(-1) / string_frequency(), half = acos(-1) * 1e-3 / period;
    assert_near(bundle_get_number(&b, &column_error_at_ms), 1 - half / asin(half), 2e-6);
    bundle_free(&b);
}

/* The second-order method has no error of its own where the acceleration is constant. */
static void verlet_is_exact_under_constant_forces(void **state)
{
    (void)state;
    static const struct {
        const char *law, *only;
    } laws[] = {{"projectile", VERLET},
                {"ramp", VERLET " and degrees == 35 and way == 0"},
                {"rolling", VERLET " and answer == 'a ball slips'"},
                {"offcentre", VERLET " and answer == 'spin of the rod'"},
                {"overhang", VERLET " and share == 0.998"}};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        bundle b = law_run(laws[i].law, laws[i].only, NULL);
        if (!(bundle_get_number(&b, &column_error_at_60) < 1e-9))
            fail_msg("%s: %g", laws[i].law, bundle_get_number(&b, &column_error_at_60));
        assert_true(isnan(bundle_get_number(&b, &column_accurate_step_failed)));
        bundle_free(&b);
    }
}

/* A wrong number in the law, or in the scene, leaves an error that no step mends. */
static void a_broken_law_is_seen(void **state)
{
    (void)state;
    static const struct {
        const char *law, *only, *from, *to;
        double left; /* of the scale */
    } broken[] = {
        {"projectile", VERLET, "scene.gravity[1] * task.end^2 / 2", "-10 * task.end^2 / 2", 0.095},
        {"drag", "integrator.name == 'rk4'", "labels.b: scene.damping",
         "labels.b: 1.1 * scene.damping", 0.0857756},
        {"spring", VERLET " and answer == 'ten periods'", "sqrt(model.mass / 2",
         "sqrt(model.mass / 1.9", 0.0253},
        {"hanging_rope", VERLET " and cells == 5", "(2 * stiffness)", "(2.1 * stiffness)", 0.05},
        {"ramp", VERLET " and degrees == 35 and way == 0",
         "objects.bodies.model.bodies.box.friction: mu",
         "objects.bodies.model.bodies.box.friction: 1.21 * mu", 0.2009},
        {"bounce", VERLET " and answer == 'third apex'",
         "objects.bodies.model.bodies.ball.restitution: e",
         "objects.bodies.model.bodies.ball.restitution: 1.05 * e", 0.3401},
        {"rolling", VERLET " and answer == 'a ball rolls'", "[0.714285714285714286", "[0.7",
         0.0204},
        {"symmetric_top", "integrator.name == 'rk4'", "labels.along: radius^2 / 2",
         "labels.along: radius^2 / 2.1", 0.221161},
    };
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        bundle b = law_run(broken[i].law, broken[i].only, EDITS(broken[i].from, broken[i].to));
        const double left = bundle_get_number(&b, &column_error_at_ms);
        if (!isnan(bundle_get_number(&b, &column_accurate_step)) ||
            !(fabs(left - broken[i].left) < 0.01 * broken[i].left))
            fail_msg("%s: %g stays, not %g", broken[i].law, left, broken[i].left);
        bundle_free(&b);
    }
}

/* ---- trama laws, by a user's own solver. */

/* examples/engine/cloth.py is symplectic Euler in numpy, and takes no bodies. */
static void a_solver_of_ones_own_is_in_the_matrix(void **state)
{
    (void)state;
    if (system(PYTHON " -c 'import numpy' 2>/dev/null") != 0)
        skip();
    const shell_end end = shell_run(
        SHELL("laws", LAWS "projectile.yaml", LAWS "stopping.yaml", "-o", "own",
              "--engine=mine=" PYTHON " '" TRAMA_SOURCE_DIR "/examples/engine/cloth.py'"));
    if (end.code != 0)
        fail_msg("%s", end.err);
    text_assert_has(end.err, "mine refuses stopping: ");
    text_assert_has(end.out, "| projectile");
    assert_true(experiment_stands("own/report.html"));
    assert_int_equal(
        system(PYTHON " -c \"import json; d = json.load(open('own/laws.json')); "
                      "m = [r for r in d['laws'] if r['integrator'] == 'mine']; "
                      "assert len(m) == 1 and m[0]['experiment'] == 'projectile'; "
                      "assert abs(m[0]['accurate_step_s'] - 1 / 491) < 1e-12; "
                      "assert ['stopping', 'mine'] in [[r['experiment'], r['integrator']] for r "
                      "in d['refused']]; "
                      "assert sum(r['integrator'] == 'velocity_verlet' for r in d['laws']) == 2\""),
        0);
}

/* An answer that no solver of another program tells is refused by that solver alone. */
static void a_solver_that_tells_no_forces_is_refused(void **state)
{
    (void)state;
    if (shell_run(SHELL("list", "bullet")).code != 0)
        skip();
    const shell_end end =
        shell_run(SHELL("laws", LAWS "drape_on_ball.yaml", "-o", "forces", "--only",
                        "integrator.name == 'bullet' or answer == 'support' and " EULER));
    if (end.code != 0)
        fail_msg("%s", end.err);
    text_assert_has(end.err, "bullet refuses drape-on-ball: ");
    text_assert_has(end.err, "bullet does not report forces of contacts");
}

static void what_laws_tell_is_listed(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("laws", "--list", LAWS "spring.yaml"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "tells: numerical damping");
    text_assert_has(end.out, "uncertainty: rounding");
}

/* Of a folder without configs/laws they are those beside the program; or those of a folder that is
 * named. Twelve of them are the core. */
static void laws_are_found_from_anywhere(void **state)
{
    (void)state;
    shell_end end = shell_run(SHELL("laws", "--list", "--core"));
    assert_int_equal(end.code, 0);
    int count = 0;
    for (const char *at = end.out; (at = strstr(at, "\n  laws-1, law ")); at++)
        count++;
    assert_int_equal(count, 12);
    text_assert_has(end.out, "/configs/laws/projectile.yaml");
    end = shell_run(SHELL("laws", "--list", "--configs", LAWS));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "overhang.yaml");
    end = shell_run(SHELL("laws", "--list", "--configs", "nowhere"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "--configs 'nowhere': no file *.yaml is there");
}

/* A file whose sweep is over no solver has no place for them; a fault that is no solver's is one.
 */
static void laws_that_cannot_be_run_are_refused(void **state)
{
    (void)state;
    char *text = law_text("projectile");
    experiment_write("none.yaml", text,
                     EDITS("integrator.name: [", "labels.a: [",
                           "  task:", "  integrator: {name: rk4}\n  task:"));
    shell_end end = shell_run(SHELL("laws", "none.yaml", "-o", "refused"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "--every-solver needs one");
    experiment_write("wrong.yaml", text, EDITS("mass: 1", "mass: -1"));
    end = shell_run(SHELL("laws", "wrong.yaml", "-o", "refused"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "wrong.yaml:18:32: mass");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_says_what_it_is),
        cmocka_unit_test(references_come_out_again),
        cmocka_unit_test(the_weight_of_a_strip_on_edge_is_the_references),
        cmocka_unit_test(methods_are_as_accurate_as_their_formulas),
        cmocka_unit_test(a_plate_bends_across_by_its_ratio),
        cmocka_unit_test(a_string_sounds_as_its_chain),
        cmocka_unit_test(verlet_is_exact_under_constant_forces),
        cmocka_unit_test(a_broken_law_is_seen),
        cmocka_unit_test(a_solver_of_ones_own_is_in_the_matrix),
        cmocka_unit_test(a_solver_that_tells_no_forces_is_refused),
        cmocka_unit_test(what_laws_tell_is_listed),
        cmocka_unit_test(laws_are_found_from_anywhere),
        cmocka_unit_test(laws_that_cannot_be_run_are_refused),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
