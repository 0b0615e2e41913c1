/* A finite-element cloth that cannot be is refused at plan time, where it stands in the file:
 * curves with errors at their points, moduli that are no moduli, threads without a direction,
 * triangles without an area. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/plans.h"

static const char text[] = "experiment: cloth\n"
                           "summary: a cloth of curves\n"
                           "case:\n"
                           "  model:\n"
                           "    name: fem_cloth\n"
                           "    warp_curve:\n"
                           "      - [0, 0]\n"
                           "      - [0.1, 5]\n"
                           "      - [0.2, 40]\n"
                           "    weft_curve: [[-0.1, -5], [0, 0], [0.1, 5]]\n"
                           "    shear_curve: [[0, 0], [0.5, 9]]\n"
                           "    warp: [1, 0, 0]\n"
                           "    density: 0.2\n"
                           "  scene: {mesh: {file: cloth.obj}}\n"
                           "  integrator: {name: symplectic_euler}\n"
                           "  task: {name: run, dt: 0.001, horizon: 1}\n";
static const char obj[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";

#define CURVES                                                                                     \
    "    warp_curve:\n      - [0, 0]\n      - [0.1, 5]\n      - [0.2, 40]\n"                       \
    "    weft_curve: [[-0.1, -5], [0, 0], [0.1, 5]]\n    shear_curve: [[0, 0], [0.5, 9]]\n"

static const struct {
    const char *in, *from, *to, *message;
} faults[] = {
    {text, "[0.1, 5]\n", "[0, 5]\n",
     "case.yaml:8:9: warp_curve: point 1 must have a larger strain than the one before it"},
    {text, "[0.2, 40]", "[0.2, 5]",
     "case.yaml:9:9: warp_curve: point 2 must have a larger stress than the one before it"},
    {text, "[0.2, 40]", "[0.2]", "case.yaml:9:9: warp_curve[2]: allowed: a list of 2 values"},
    {text, "[[0, 0], [0.5, 9]]", "[[0, 0]]",
     "case.yaml:11:18: shear_curve has 1 point; allowed: 2 to 128 points [strain, stress in N/m]"},
    {text, "[0, 0], [0.1, 5]]", "[0, 0.1], [0.1, 5]]",
     "case.yaml:10:17: weft_curve does not go through zero; needed: a point [0, 0]"},
    {text, "[-0.1, -5]", "[-0.5, -5]",
     "case.yaml:10:18: weft_curve: point 0 has a strain of -0.5 or less, at which nothing is left "
     "of the length"},
    {text, "    shear_curve: [[0, 0], [0.5, 9]]\n", "",
     "case.yaml:5:5: shear_curve is missing: give warp_curve, weft_curve and shear_curve, or "
     "young_thickness and poisson"},
    {text, "    warp:", "    cross: 50\n    warp:",
     "case.yaml:12:12: cross is 50 N/m; allowed: from above -43.3013 to below 43.3013, the root of "
     "the product of the "
     "least slopes of warp_curve and weft_curve"},
    {text, "    warp: [1, 0, 0]\n", "",
     "case.yaml:5:5: a mesh with curves needs warp, the direction of the warp threads"},
    {text, "[1, 0, 0]", "[0, 0, 2]",
     "case.yaml:12:11: warp stands on triangle 0; allowed: a direction that is perpendicular to no "
     "triangle"},
    {text, "[1, 0, 0]", "[0, 0, 0]", "case.yaml:12:11: warp is [0, 0, 0], which is no direction"},
    {text, "    warp:", "    young_thickness: 100\n    warp:",
     "case.yaml:7:7: warp_curve does not go with young_thickness and poisson: give those, or "
     "warp_curve, weft_curve and shear_curve"},
    {text, CURVES, "    young_thickness: 100\n",
     "case.yaml:6:22: young_thickness goes with poisson: give both"},
    {text, CURVES, "    young_thickness: -100\n    poisson: 0.3\n",
     "case.yaml:6:22: young_thickness: '-100' is out of range; allowed: 0 < x, in N/m"},
    {text, CURVES, "    young_thickness: 100\n    poisson: 1\n",
     "case.yaml:7:14: poisson: '1' is out of range; allowed: from -0.999 to 0.999"},
    {text, "density: 0.2", "density: 0.2\n    viscosity: -1",
     "case.yaml:14:16: viscosity: '-1' is out of range; allowed: at least 0 N s/m"},
    {text, "density: 0.2", "density: 0.2\n    bending: -1",
     "case.yaml:14:14: bending: '-1' is out of range; allowed: at least 0 N m"},
    {text, "density: 0.2", "density: 0.2\n    bending: 1\n    flexural_rigidity: 1",
     "case.yaml:15:24: flexural_rigidity does not go with bending: give one of them"},
    {text, "density: 0.2", "density: 0.2\n    flexural_poisson: 0.3",
     "case.yaml:14:23: flexural_poisson goes with flexural_rigidity: give both"},
    {obj, "v 1 1 0", "v 2 0 0", "cloth.obj:5:1: this face has no area"},
};

static void a_cloth_that_cannot_be_is_refused_where_it_stands(void **state)
{
    (void)state;
    char *files[] = {"case.yaml"};
    int wrong = 0;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const bool in_case = faults[i].in == text;
        experiment_write("case.yaml", text,
                         in_case ? EDITS(faults[i].from, faults[i].to) : EDITS("", ""));
        experiment_write("cloth.obj", obj,
                         in_case ? EDITS("", "") : EDITS(faults[i].from, faults[i].to));
        const char *refusal = plans_refusal(files, 1, NULL);
        wrong += strcmp(refusal, faults[i].message) != 0;
        if (strcmp(refusal, faults[i].message) != 0)
            print_message("%s\n  instead of %s\n", refusal, faults[i].message);
    }
    assert_int_equal(wrong, 0);
}

static void the_cloth_itself_is_planned(void **state)
{
    (void)state;
    experiment_write("case.yaml", text, EDITS("", ""));
    experiment_write("cloth.obj", obj, EDITS("", ""));
    plan p = plans_load("case.yaml");
    assert_int_equal(p.row_count, 1);
    plan_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cloth_itself_is_planned),
        cmocka_unit_test(a_cloth_that_cannot_be_is_refused_where_it_stands),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
