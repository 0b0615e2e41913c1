/* Wrong cases of several objects are refused with their place, and right ones have an identity. */
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

typedef struct fault {
    const char *from, *to, *message;
} fault;

static const fault faults[] = {
    {"  environment:", "  model: {name: oscillator}\n  environment:",
     "3:3: the case has objects and also model; allowed: `objects`, each with its model "
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
     "11:59: unknown key 'frict'; nearest allowed: 'friction'"},
    {"origin: [0, 0.3, 0]", "origin: [0, 0.1, 0]",
     "11:44: vertex 4 of 'cloth' is 0.15 m too far into 'ball' at the start; allowed: outside, by "
     "the thickness 0 m"},
    {"    ball:", "    cloth:", "8:5: duplicate key 'cloth', first given at line 5; allowed: once"},
    {"    ball:", "    a.b:",
     "8:5: object 'a.b'; allowed: a name of 1 to 32 letters, digits and _"},
    {"    ball:", "    kinetic:",
     "8:5: object 'kinetic' is the name of a series of every run; allowed: another name"},
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

/* How many are not refused with their message. */
static int count_wrong(const char *text, const fault *list, size_t count)
{
    char *const files[] = {"case.yaml"};
    char expected[512];
    int wrong = 0;
    for (size_t i = 0; i < count; i++) {
        experiment_write("case.yaml", text, EDITS(list[i].from, list[i].to));
        snprintf(expected, sizeof expected, "case.yaml:%s", list[i].message);
        const char *message = plans_refusal(files, 1, NULL);
        if (strcmp(message, expected) == 0)
            continue;
        print_error("%s\n  is refused with  %s\n  and not with     %s\n", list[i].to, message,
                    expected);
        wrong++;
    }
    return wrong;
}

static void a_fault_is_refused_where_it_stands(void **state)
{
    (void)state;
    assert_int_equal(count_wrong(falling, faults, sizeof faults / sizeof faults[0]), 0);
}

static const char joined[] =
    "experiment: joined\n"
    "case:\n"
    "  objects:\n"
    "    cloth:\n"
    "      model: {name: provot, structural: 100, shear: 100, density: 0.2, sweeps: 0}\n"
    "      scene: {grid: {points: [3, 3], side: [1, 1]}}\n"
    "    other:\n"
    "      model: {name: nedel, mass: 1, elasticity: 10, curvature: 0}\n"
    "      scene: {grid: {points: [3, 3], side: [1, 1], origin: [1, 0, 0]}}\n"
    "    bead:\n"
    "      model: {name: lattice, mass: 1}\n"
    "      scene: {lattice: {points: 1, origin: [0, 1, 0]}}\n"
    "    swing:\n"
    "      model: {name: oscillator}\n"
    "    wall:\n"
    "      model: {name: plane, point: [1, 0, 0], normal: [-1, 0, 0]}\n"
    "    gate:\n"
    "      model: {name: plane, point: [1, 0, 0], normal: [-1, 0, 0], velocity: [0.5, 0, 0]}\n"
    "  interactions:\n"
    "    joint: {name: attachment, among: [cloth, other], k: -1}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 0.001, horizon: 10}\n";
#define JOINT "{name: attachment, among: [cloth, other], k: -1}"

/* What interactions serve, and what contradicts. */
static const fault joints[] = {
    {"k: -1", "k: 0",
     "20:57: point 0, at [0, 0, 0] m, is 1 m from 'other' at the start; allowed: at most `within`, "
     "1e-06 m"},
    {"k: -1", "k: 7", "20:57: k 7 is outside the object; allowed: 0 to 2, or -3 to -1"},
    {"k: -1", "k: -1, stiffness: 10",
     "20:72: stiffness and damping are of an attachment by force; allowed: compliance, or `kind: "
     "force`"},
    {"[cloth, other]", "[swing, cloth]", "20:38: 'swing' has no nodes to attach"},
    {"[cloth, other]", "[cloth, swing]", "20:38: 'swing' has no surface to be held to"},
    {"[cloth, other]", "[cloth, bead]", "20:38: 'bead' has no surface to be held to"},
    {JOINT, "{name: spring_between, among: [cloth, swing], stiffness: 1}",
     "20:42: a spring between 'cloth' and 'swing', of which one has nodes and the other none; "
     "allowed: both, or neither"},
    {JOINT, "{name: spring_between, among: [cloth, bead], stiffness: 1, second: [1, 0]}",
     "20:79: node [1, 0] of 'bead', which has 1 x 1"},
    {JOINT, "{name: bouncing_contact, among: [bead, swing]}",
     "20:44: 'swing' has neither vertices nor a surface to touch"},
    {JOINT, "{name: bouncing_contact, among: [cloth, bead]}",
     "20:12: thickness: 0 m, and vertices touch the sheet 'cloth'; allowed: above 0"},
    {JOINT, "{name: penalty_contact, among: [cloth, bead]}",
     "20:12: required key 'stiffness' is missing; allowed: 0 < x, in N/m"},
    {JOINT, "{name: penalty_contact, among: [cloth, other], stiffness: 1, thickness: 0.1}",
     "20:43: vertex 6 of 'cloth' is 0.1 m too far into 'other' at the start; allowed: outside, by "
     "the thickness 0.1 m"},
    {"    joint: " JOINT,
     "    joint: {name: attachment, among: [cloth, wall], k: -1}\n"
     "    second: {name: attachment, among: [cloth, gate], k: -1}",
     "21:39: 'second' holds a point that 'joint' holds elsewhere: at the start they are 0 m and "
     "0.5 "
     "m/s apart; allowed: one place"},
    {JOINT, "{name: attachment, among: [cloth, cloth], k: -1}",
     "20:46: object 'cloth' is named twice"},
    {"points: 1, origin", "points: 1, side: 0.1, origin",
     "12:42: side[0]: 0.1 m with 1 nodes; allowed: 0 where there is one node"},
    {"points: 1, origin", "points: [2, 1, 1], origin",
     "12:24: side[0]: 0 m with 2 nodes; allowed: above 0"},
    {"{lattice: {points: 1, origin: [0, 1, 0]}}", "{grid: {points: 2, side: 1}}",
     "11:14: the model lattice needs a scene with a lattice, and the scene has none"},
    {"{lattice: {points: 1, origin: [0, 1, 0]}}",
     "{lattice: {points: 1}, grid: {points: 2, side: 1}}",
     "12:24: a scene has a grid, a mesh or a lattice, and one of them"},
};

static void a_joint_that_cannot_be_is_refused_where_it_stands(void **state)
{
    (void)state;
    assert_int_equal(count_wrong(joined, joints, sizeof joints / sizeof joints[0]), 0);
}

/* Attachments of what pins hold; NULL: not refused. */
static const struct {
    const char *cloth, *other; /* pins of their nodes at x = 1 m */
    const char *interactions, *message;
} pinned[] = {
#define STILL "[{k: -1}]"
#define OTHER_STILL "[{k: 0}]"
#define OTHER_MOVES "[{k: 0, velocity: [0, 0.2, 0]}]"
#define TO(name) "    joint: {name: attachment, among: [cloth, " name "], k: -1}\n"
#define BOTH_ENDS                                                                                  \
    "case.yaml:20:38: 'joint' holds a point that is held at both ends, by pins or as an "          \
    "obstacle's: at the start they are 0 m and "
    {STILL, "[]", TO("other"), NULL},
    {STILL, OTHER_STILL, TO("other"), NULL},
    {STILL, "[]", TO("wall"), NULL},
    {STILL, "[]", TO("gate"),
     BOTH_ENDS "0.5 m/s apart; allowed: one end that can move, or one place"},
    {STILL, OTHER_MOVES, TO("other"),
     BOTH_ENDS "0.2 m/s apart; allowed: one end that can move, or one place"},
    {"[{k: -1, seconds: [1, 2]}]", "[]", TO("gate"), NULL}, /* not yet */
    {"[]", OTHER_STILL, TO("other") "    second: {name: attachment, among: [cloth, wall], k: -1}\n",
     NULL},
    {"[]", OTHER_MOVES, TO("other") "    second: {name: attachment, among: [cloth, wall], k: -1}\n",
     "case.yaml:21:39: 'second' holds a point that 'joint' holds elsewhere: at the start they are "
     "0 m and 0.2 m/s apart; allowed: one place"},
    {"[]", OTHER_MOVES, TO("wall") "    second: {name: attachment, among: [other, cloth], k: 0}\n",
     "case.yaml:21:39: 'second' holds a point that 'joint' holds elsewhere: at the start they are "
     "0 m and 0.2 m/s apart; allowed: one place"},
    {"[]", "[]", TO("other") "    second: {name: attachment, among: [other, cloth], k: 0}\n", NULL},
};

static void attachments_of_what_is_held_have_to_agree(void **state)
{
    (void)state;
    static const char joint[] = "    joint: " JOINT "\n";
    char *const files[] = {"case.yaml"};
    for (size_t i = 0; i < sizeof pinned / sizeof pinned[0]; i++) {
        char cloth[200], other[200];
        snprintf(cloth, sizeof cloth, "points: [3, 3], side: [1, 1]}, pins: %s}", pinned[i].cloth);
        snprintf(other, sizeof other, "origin: [1, 0, 0]}, pins: %s}", pinned[i].other);
        experiment_write("case.yaml", joined,
                         EDITS("points: [3, 3], side: [1, 1]}}", cloth, "origin: [1, 0, 0]}}",
                               other, joint, pinned[i].interactions, "horizon: 10}",
                               "horizon: 10, energy: false}"));
        const char *message = plans_refusal(files, 1, NULL);
        if (strcmp(message, pinned[i].message ? pinned[i].message : "(not refused)") != 0)
            fail_msg("%zu: %s", i, message);
    }
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
        cmocka_unit_test(a_joint_that_cannot_be_is_refused_where_it_stands),
        cmocka_unit_test(attachments_of_what_is_held_have_to_agree),
        cmocka_unit_test(the_order_of_interactions_in_the_file_has_no_meaning),
        cmocka_unit_test(what_is_not_enabled_takes_no_part),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
