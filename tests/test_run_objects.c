/* Cases of several objects work from configuration to table: the same bits however they are run,
 * histories and frames by object, limits and predictions of the whole, and failures that name the
 * object. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

/* A sheet falls on a ball that moves; two strengths of friction. */
static const char falling[] =
    "experiment: falling\n"
    "case:\n"
    "  environment: {gravity: [0, -9.81, 0]}\n"
    "  objects:\n"
    "    cloth:\n"
    "      model: {name: provot, structural: 100, shear: 100, density: 0.2, sweeps: 0}\n"
    "      scene: {grid: {points: 7, side: 1, origin: [0, 0.3, 0]}, damping: 0.0002}\n"
    "    ball: {model: {name: sphere, position: [0.5, 0, 0.5], radius: 0.25, velocity: [0.1, 0, "
    "0]}}\n"
    "  interactions:\n"
    "    touch: {name: bouncing_contact, among: [cloth, ball], thickness: 0.005}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  bounds: {strain: 1.0}\n"
    "  task: {name: run, dt: 0.001, horizon: 150, frames: [0, 150]}\n"
    "sweep: [{grid: {interactions.touch.friction: [0.1, 0.4]}}]\n";

/* Two sheets of different models, the first stiffer, sewn along an edge. */
static const char sewn[] =
    "experiment: sewn\n"
    "case:\n"
    "  environment: {gravity: [0, -9.81, 0]}\n"
    "  objects:\n"
    "    left:\n"
    "      model: {name: provot, structural: 100, shear: 100, density: 0.2, sweeps: 0}\n"
    "      scene: {grid: {points: 5, side: 1}, damping: 0.001, pins: [{k: 0, l: [0, -1]}]}\n"
    "    right:\n"
    "      model: {name: cosserat, zeta: 100, xi: 0.01, phi: 0, density: 0.2}\n"
    "      scene: {grid: {points: 5, side: 1, origin: [1, 0, 0]}, damping: 0.2}\n"
    "  interactions:\n"
    "    seam: {name: attachment, among: [left, right], kind: force, stiffness: 50, k: -1, l: [0, "
    "-1]}\n"
    "  integrator: {name: velocity_verlet}\n"
    "  bounds: {strain: 1.0}\n"
    "  task: {name: predict, horizon: 300, every: 50, search: {first: 0.001, increment: 0.001, "
    "cap: "
    "0.1, tolerance: 0.001}}\n";

static void run(const char *const *arguments, int code)
{
    const shell_end end = shell_run(arguments);
    if (end.code != code)
        fail_msg("exit %d: %s%s", end.code, end.out, end.err);
}

static bundle only_case(const char *folder)
{
    char path[256];
    const experiment_names *names = experiment_list(folder, ".h5");
    const char *first = NULL;
    for (size_t i = 0; i < names->count && !first; i++)
        if (strchr(names->name[i], '/'))
            first = names->name[i];
    assert_non_null(first);
    snprintf(path, sizeof path, "%s/%s", folder, first);
    return experiment_read(path);
}

static void the_bits_are_the_same_whatever_runs_the_cases(void **state)
{
    (void)state;
    folder_write("falling.yaml", falling);
    run(SHELL("run", "falling.yaml", "-o", "one", "-q", "-j", "1"), 0);
    run(SHELL("run", "falling.yaml", "-o", "two", "-q", "-j", "2"), 0);
    char *one = experiment_digests("one/falling/cases"),
         *two = experiment_digests("two/falling/cases");
    assert_non_null(strchr(one, '\n'));
    assert_string_equal(one, two);
    run(SHELL("run", "falling.yaml", "-o", "one", "-q"), 0); /* resumed: all stand */
    char *again = experiment_digests("one/falling/cases");
    assert_string_equal(one, again);
    free(one);
    free(two);
    free(again);
}

static void histories_and_frames_are_by_object(void **state)
{
    (void)state;
    static const char *const there[] = {"/frames/cloth/x",
                                        "/result/series/cloth/strain",
                                        "/result/series/touch/contacts",
                                        "/result/series/dissipated",
                                        "/result/series/excess",
                                        "/result/failure_object",
                                        "/result/model/cloth/published_dt",
                                        "/result/folds/cloth/spectrum_k",
                                        "/result/state"};
    static const char *const not_there[] = {"/frames/x", "/result/series/strain",
                                            "/result/series/ball/strain"};
    folder_write("falling.yaml", falling);
    run(SHELL("run", "falling.yaml", "-o", "parts", "-q"), 0);
    bundle b = only_case("parts/falling/cases");
    for (size_t i = 0; i < sizeof there / sizeof there[0]; i++)
        if (!bundle_find(&b, there[i]))
            fail_msg("no column %s", there[i]);
    for (size_t i = 0; i < sizeof not_there / sizeof not_there[0]; i++)
        assert_null(bundle_find(&b, not_there[i]));
    const bundle_column *contacts = bundle_find(&b, "/result/series/touch/contacts");
    assert_true(contacts->real[contacts->rows - 1] > 0.0); /* it has fallen on the ball */
    bundle_free(&b);
}

/* Within 1 % of the measured bracket, by the operator of both sheets and the seam. */
static void the_limit_of_the_whole_is_predicted(void **state)
{
    (void)state;
    folder_write("sewn.yaml", sewn);
    run(SHELL("run", "sewn.yaml", "-o", "limit", "-q"), 0);
    bundle b = only_case("limit/sewn/cases");
    const bundle_column *ratio = bundle_get(&b, &column_predicted_ratio);
    assert_non_null(ratio);
    const double worst = ratio->real[ratio->rows * ratio->columns > 1 ? 1 : 0];
    if (!(fabs(worst - 1.0) < 0.01))
        fail_msg("predicted over measured: %g", worst);
    assert_string_equal(bundle_text(&b, column_without.path, "?"), "");
    bundle_free(&b);
}

static void a_failure_names_its_object(void **state)
{
    (void)state;
    static const char from[] = "  task: {name: predict, horizon: 300, every: 50, search: {first: "
                               "0.001, increment: 0.001, cap: 0.1, tolerance: 0.001}}\n";
    experiment_write(
        "fails.yaml", sewn,
        EDITS(from, "  task: {name: run, dt: 0.004, horizon: 500}\n", "zeta: 100", "zeta: 1000"));
    run(SHELL("run", "fails.yaml", "-o", "fails", "-q"), 0);
    bundle b = only_case("fails/sewn/cases");
    assert_string_equal(bundle_text(&b, column_failure.path, ""), "strain");
    assert_string_equal(bundle_text(&b, column_failure_object.path, ""), "right");
    assert_non_null(strstr(bundle_text(&b, column_case_headline.path, ""), " of right)"));
    bundle_free(&b);
}

/* Two beads, each drawn to a centre beside it: springs of 100 and 400 N/m, while they are near. */
static const char drawn[] =
    "experiment: drawn\n"
    "case:\n"
    "  objects:\n"
    "    slow:\n"
    "      model: {name: lattice, mass: 1}\n"
    "      scene: {lattice: {points: 1}, forces: [{name: attractor, centre: [AWAY, 0, 0], "
    "strength: 100, radius: 1}]}\n"
    "    fast:\n"
    "      model: {name: lattice, mass: 1}\n"
    "      scene: {lattice: {points: 1, origin: [0, 5, 0]}, forces: [{name: attractor, centre: "
    "[AWAY, 5, 0], strength: 400, radius: 1}]}\n"
    "  integrator: {name: METHOD}\n"
    "  bounds: BOUNDS\n"
    "  task: TASK\n";

/* By differences, since the force has no tangent: 2/omega = 0.1 s of the faster bead. The measured
 * limit is 2 % above it, as the force softens where the bead is thrown to. */
static void an_attractors_limit_is_predicted(void **state)
{
    (void)state;
    static const char task[] = "{name: predict, horizon: 300, every: 50, search: {first: 0.001, "
                               "increment: 0.001, cap: 1, tolerance: 0.001}}";
    experiment_write("drawn.yaml", drawn,
                     EDITS("AWAY", "0.01", "AWAY", "0.01", "METHOD", "symplectic_euler", "BOUNDS",
                           "{displacement: 0.5}", "TASK", task));
    run(SHELL("run", "drawn.yaml", "-o", "drawn", "-q"), 0);
    bundle b = only_case("drawn/drawn/cases");
    const bundle_column *ratio = bundle_get(&b, &column_predicted_ratio),
                        *predicted = bundle_get(&b, &column_predicted_dt);
    assert_string_equal(bundle_text(&b, column_tangent.path, "?"), "differences");
    assert_true(fabs(predicted->real[0] - 0.1) < 1e-4);
    assert_true(fabs(ratio->real[0] - 1.0) < 0.04);
    bundle_free(&b);
}

/* Its potential explains the energy of a run, which a bound watches; past the limit it does not. */
static void an_attractors_work_is_in_the_energy_bound(void **state)
{
    (void)state;
    static const struct {
        const char *folder, *task, *failure;
    } runs[] = {
        {"calm", "{name: run, dt: 0.005, horizon: 1000, every: 10}", ""},
        {"wild", "{name: run, dt: 0.15, horizon: 1000, every: 10}", "energy"},
    };
    for (size_t i = 0; i < 2; i++) {
        char cases[64];
        experiment_write("drawn.yaml", drawn,
                         EDITS("AWAY", "0.7", "AWAY", "0.7", "METHOD", "velocity_verlet", "BOUNDS",
                               "{energy: 0.01}", "TASK", runs[i].task));
        run(SHELL("run", "drawn.yaml", "-o", runs[i].folder, "-q"), 0);
        snprintf(cases, sizeof cases, "%s/drawn/cases", runs[i].folder);
        bundle b = only_case(cases);
        const bundle_column *kinetic = bundle_get(&b, &column_series_kinetic);
        double most = 0.0;
        for (size_t row = 0; row < kinetic->rows; row++)
            most = fmax(most, kinetic->real[row]);
        assert_true(i == 1 || most > 50.0); /* J: the beads move */
        assert_string_equal(bundle_text(&b, column_failure.path, ""), runs[i].failure);
        bundle_free(&b);
    }
}

/* 1 t on 1 kg, which soft contacts do not hold, and 10 kg, which they do. */
static const char heavy[] =
    "experiment: heavy\n"
    "case:\n"
    "  environment: {gravity: [0, -9.81, 0]}\n"
    "  objects:\n"
    "    boxes:\n"
    "      model:\n"
    "        name: rigid_bodies\n"
    "        bodies:\n"
    "          ground: {shape: box, side: [9, 1, 9], position: [0, -0.5, 0], motion: static}\n"
    "          light: {shape: box, side: [1, 1, 1], mass: 1, position: [0, 0.5, 0]}\n"
    "          heavy: {shape: box, side: [1, 1, 1], mass: MASS, position: [0, 1.5, 0]}\n"
    "  interactions: {touch: {name: rigid_contact_soft, among: [boxes]}}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 0.005, horizon: 200}\n";

/* In the file, on the terminal and in the report; where there is nothing to remark, in none. */
static void what_an_interaction_remarks_is_recorded_and_shown(void **state)
{
    (void)state;
    static const char *const masses[] = {"1000", "10"};
    for (size_t i = 0; i < 2; i++) {
        char cases[64], report[64];
        column_member m;
        experiment_write("heavy.yaml", heavy, EDITS("MASS", masses[i]));
        snprintf(cases, sizeof cases, "kg%s/heavy/cases", masses[i]);
        snprintf(report, sizeof report, "kg%s", masses[i]);
        const shell_end end = shell_run(SHELL("run", "heavy.yaml", "-o", report));
        assert_int_equal(end.code, 0);
        assert_true((strstr(end.err, "; remark: touch: ") != NULL) == (i == 0));
        bundle b = only_case(cases);
        const bundle_column *steps =
            bundle_get(&b, column_named(&column_remark_steps, "touch", &m));
        assert_true(i == 0 ? steps && *steps->integer > 50 : !steps);
        bundle_free(&b);
        run(SHELL("report", report, "--no-plots"), 0);
        snprintf(report, sizeof report, "kg%s/report.html", masses[i]);
        char *page = text_of_file(report);
        assert_true((strstr(page, "with a contact deeper than a tenth") != NULL) == (i == 0));
        free(page);
    }
}

/* On the terminal, in the table of runs and in the report: a solve that its sweeps end above the
 * tolerance. */
static void contact_that_does_not_converge_is_shown(void **state)
{
    (void)state;
    static const char *const sweeps[] = {"{name: rigid_contact, among: [boxes]}}\n"
                                         "  contact: {sweeps: 1",
                                         "{name: rigid_contact, among: [boxes]}}\n"
                                         "  contact: {sweeps: 1000"};
    for (size_t i = 0; i < 2; i++) {
        char folder[64], page_name[80];
        experiment_write(
            "stack.yaml", heavy,
            EDITS("{name: rigid_contact_soft, among: [boxes]}", sweeps[i], "MASS", "10"));
        snprintf(folder, sizeof folder, "sweeps%zu", i);
        const shell_end end = shell_run(SHELL("run", "stack.yaml", "-o", folder));
        assert_int_equal(end.code, 0);
        assert_true((strstr(end.err, "; remark: contact: ") != NULL) == (i == 0));
        const shell_end table = shell_run(SHELL("table", folder, "runs"));
        assert_true((strstr(table.out, "Contact did not converge") != NULL) == (i == 0));
        run(SHELL("report", folder, "--no-plots"), 0);
        snprintf(page_name, sizeof page_name, "%s/report.html", folder);
        char *page = text_of_file(page_name);
        assert_true((strstr(page, column_unsolved.summary) != NULL) == (i == 0));
        free(page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bits_are_the_same_whatever_runs_the_cases),
        cmocka_unit_test(histories_and_frames_are_by_object),
        cmocka_unit_test(the_limit_of_the_whole_is_predicted),
        cmocka_unit_test(a_failure_names_its_object),
        cmocka_unit_test(an_attractors_limit_is_predicted),
        cmocka_unit_test(an_attractors_work_is_in_the_energy_bound),
        cmocka_unit_test(what_an_interaction_remarks_is_recorded_and_shown),
        cmocka_unit_test(contact_that_does_not_converge_is_shown),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
