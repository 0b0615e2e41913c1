/* Cases of several objects: what is refused, and where; their identity. */
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

static const char falling[] =
    "experiment: falling\n"
    "case:\n"
    "  environment: {gravity: [0, -9.81, 0]}\n"
    "  objects:\n"
    "    cloth:\n"
    "      model: {name: provot, structural: 100, shear: 100, density: 0.2, sweeps: 0}\n"
    "      scene: {grid: {points: [3, 3], side: [1, 1], origin: [0, 0.3, 0]}}\n"
    "    ball:\n"
    "      model: {name: sphere, position: [0.5, 0, 0.5], radius: 0.25}\n"
    "  interactions:\n"
    "    touch: {name: bouncing_contact, among: [cloth, ball]}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 0.001, horizon: 10}\n"
    "sweep: [{grid: {interactions.touch.friction: [0.1, 0.4]}}]\n";

static const struct {
    const char *from, *to, *message;
} faults[] = {
    {"  environment:", "  model: {name: oscillator}\n  environment:",
     "3:3: the case has objects, and model beside them; allowed: `objects`, each with its model "
     "and "
     "scene, or `model` and `scene` of one"},
    {"among: [cloth, ball]", "among: [cloth, bal]",
     "11:52: unknown object 'bal'; nearest allowed: 'ball'"},
    {"among: [cloth, ball]", "among: [cloth]",
     "11:44: bouncing_contact acts among 2 to 16 objects; given: 1"},
    {"among: [cloth, ball]", "among: [cloth, cloth]", "11:52: object 'cloth' is named twice"},
    {"bouncing_contact", "bouncing_contac",
     "11:19: unknown interaction 'bouncing_contac'; nearest allowed: 'bouncing_contact'"},
    {"among: [cloth, ball]", "among: [cloth, ball], frict: 1",
     "11:59: unknown key 'frict'; allowed: restitution, friction, thickness, rest_speed, name, "
     "among, enabled, assumed"},
    {"origin: [0, 0.3, 0]", "origin: [0, 0.1, 0]",
     "11:44: vertex 4 of 'cloth' is 0.15 m too far into 'ball' at the start; allowed: outside, by "
     "the thickness 0 m"},
    {"    ball:", "    cloth:", "8:5: duplicate key 'cloth', first given at line 5; allowed: once"},
    {"    ball:", "    a.b:",
     "8:5: object 'a.b'; allowed: a name of 1 to 32 letters, digits and _"},
    {"    ball:", "    kinetic:",
     "8:5: object 'kinetic'; allowed: another name, for a run has a series of this one"},
    {"    ball:", "    touch:", "11:5: interaction 'touch'; allowed: not the name of an object"},
    {"interactions.touch.friction", "objects.rod.model.mass",
     "14:17: 'objects.rod.model.mass': the case has no object 'rod'"},
    {"origin: [0, 0.3, 0]}}", "origin: [0, 0.3, 0]}, gravity: [0, 1, 0]}",
     "7:74: gravity is the same for all objects; allowed: `environment: {gravity: ...}` of the "
     "case"},
    {"radius: 0.25", "radius: -1", "9:62: radius: '-1' is out of range; allowed: 0 < x, in m"},
    {"density: 0.2", "density: 0.2, mass: 9",
     "6:67: mass 9 kg over 1 m^2 is 9 kg/m^2, and density is 0.2: give one of them"},
};

static void a_fault_is_refused_where_it_stands(void **state)
{
    (void)state;
    char *const files[] = {"case.yaml"};
    char expected[512];
    int wrong = 0;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        experiment_write("case.yaml", falling, EDITS(faults[i].from, faults[i].to));
        snprintf(expected, sizeof expected, "case.yaml:%s", faults[i].message);
        const char *message = plans_refusal(files, 1, NULL);
        if (strcmp(message, expected) == 0)
            continue;
        print_error("%s\n  is refused with  %s\n  and not with     %s\n", faults[i].to, message,
                    expected);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void the_order_of_interactions_in_the_file_has_no_meaning(void **state)
{
    (void)state;
    static const char touch[] = "    touch: {name: bouncing_contact, among: [cloth, ball]}\n";
    static const char spring[] =
        "    hold: {name: spring_between, among: [cloth, other], stiffness: 1}\n";
    static const char other[] =
        "    other:\n      model: {name: provot, structural: 1, shear: 1, density: 1}\n"
        "      scene: {grid: {points: [2, 2], side: [1, 1], origin: [0, 2, 0]}}\n  interactions:\n";
    char both[2][512], id[2][33];
    snprintf(both[0], sizeof both[0], "%s%s", touch, spring);
    snprintf(both[1], sizeof both[1], "%s%s", spring, touch);
    for (int i = 0; i < 2; i++) {
        experiment_write("case.yaml", falling, EDITS(touch, both[i], "  interactions:\n", other));
        plan p = plans_load("case.yaml");
        assert_int_equal(p.case_count, 2);
        assert_int_equal(p.cases[0].object_count, 3);
        assert_string_equal(p.cases[0].interaction[0].name, "hold");
        memcpy(id[i], p.cases[0].id, sizeof id[i]);
        assert_string_not_equal(p.cases[0].id, p.cases[1].id);
        plan_free(&p);
    }
    assert_string_equal(id[0], id[1]);
}

static void what_is_not_enabled_takes_no_part(void **state)
{
    (void)state;
    trama_error error;
    plan_made made;
    experiment_write("case.yaml", falling,
                     EDITS("among: [cloth, ball]", "among: [cloth, ball], enabled: false"));
    plan p = plans_load("case.yaml");
    assert_int_equal(plan_make(&p.cases[0], &made, &error), TRAMA_OK);
    assert_int_equal(made.system->acting_count, 0);
    plan_unmake(&made);
    plan_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_is_refused_where_it_stands),
        cmocka_unit_test(the_order_of_interactions_in_the_file_has_no_meaning),
        cmocka_unit_test(what_is_not_enabled_takes_no_part),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
