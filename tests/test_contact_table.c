/* What a response to collisions is told of, as a listing shows it: a row of contact.csv for each
 * case, whose momentum is what impulses made of nothing, and whose times are those of the steps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/folder.h"
#include "support/near.h"
#include "support/objects.h"
#include "support/shell.h"

static const char loose[] = "structural=0 shear=0 density=0.3 sweeps=0";

/* In the order of TRAMA_COLLISION_OBSERVED. */
enum { MOMENTUM = 7 };

/* Two loose sheets that meet; if `held`, the lower one by a pin. */
static void begin(objects *o, const char *interaction, const char *settings, bool held)
{
    static trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.k[1] = pin.l[0] = pin.l[1] = 0;
    trama_scene_spec low = {
        .grid = {.points = {5, 5}, .side = {0.5, 0.5}, .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
        .perturbation = 1e-3,
        .seed = 7};
    trama_scene_spec high = low;
    high.grid.points[0] = high.grid.points[1] = 4;
    high.grid.side[0] = high.grid.side[1] = 0.3;
    high.grid.origin[2] = 0.07;
    high.grid.origin[0] = 0.11;
    high.grid.origin[1] = 0.02;
    high.velocity[0] = 2.0;
    high.velocity[1] = -20.0;
    if (held) {
        low.pins = &pin;
        low.pin_count = 1;
    }
    objects_begin(o);
    objects_add(o, "low", "provot", loose, &low);
    objects_add(o, "high", "provot", "structural=0 shear=0 density=0.7 sweeps=0", &high);
    objects_join(o, "touch", interaction, settings, 2, 0, 1);
    objects_make(o, "symplectic_euler");
}

static double momentum_told(const objects *o)
{
    const trama_acting *acting = &o->system->acting[0];
    double value[TRAMA_OBSERVABLES_MAX];
    assert_string_equal(acting->type->observed[MOMENTUM].name, "momentum_error");
    acting->type->observe(acting->self, o->system->t, o->system->q, o->system->v, value);
    return value[MOMENTUM];
}

/* kg m/s, told, less what the velocities have. */
static double momentum_off(const char *interaction, const char *settings, double *told)
{
    objects o;
    double before[3], after[3], turning[3], change = 0.0;
    begin(&o, interaction, settings, false);
    objects_sums(o.system, o.system->q, o.system->v, true, before, turning);
    objects_steps(&o, 1e-3, 30);
    objects_sums(o.system, o.system->q, o.system->v, true, after, turning);
    for (int axis = 0; axis < 3; axis++)
        change += (after[axis] - before[axis]) * (after[axis] - before[axis]);
    *told = momentum_told(&o);
    objects_end(&o);
    return fabs(sqrt(change) - *told);
}

static void momentum_that_impulses_made_of_nothing_is_told(void **state)
{
    (void)state;
    double told;
    assert_true(momentum_off("bridson_collision", "friction=0.5", &told) < 1e-13 && told < 1e-13);
    assert_true(momentum_off("provot_collision", "rounds=1 zone_rounds=0 friction=0.5", &told) <
                1e-13);
    assert_true(told > 1e-4);
}

static void where_something_is_held_momentum_is_no_number(void **state)
{
    (void)state;
    objects o;
    begin(&o, "bridson_collision", "", true);
    objects_steps(&o, 1e-3, 1);
    assert_true(isnan(momentum_told(&o)));
    trama_system_reset(o.system);
    objects_end(&o);
}

static double asked;

static double count_up(void)
{
    return asked++;
}

/* By a clock that counts, a search takes 1 s, and a step 1 s and twice its searches. */
static void searches_and_steps_take_what_the_clock_says(void **state)
{
    (void)state;
    objects o;
    begin(&o, "bridson_collision", "", false);
    const trama_acting *acting = &o.system->acting[0];
    o.integrator->clock = count_up;
    assert_true(acting->type->searched(acting->self, count_up) == 0.0);
    objects_steps(&o, 1e-3, 10);
    const double steps = o.integrator->contact_s;
    const double searches = acting->type->searched(acting->self, NULL);
    assert_true(searches >= 20.0); /* what is near, and what meets, at least */
    assert_true(steps == 10.0 + 2.0 * searches);
    assert_int_equal(o.integrator->contact_steps, 10);
    o.integrator->clock = NULL;
    objects_steps(&o, 1e-3, 1);
    assert_true(acting->type->searched(acting->self, NULL) == searches);
    assert_true(o.integrator->contact_s == steps);
    objects_end(&o);
}

static const char experiment[] =
    "experiment: thrown\n"
    "study:\n"
    "  factors: {animation: labels.simulation, response: interactions.touch.name}\n"
    "  listing:\n"
    "    name: contact\n"
    "    rows: [animation, response]\n"
    "    columns: {scene: animation, response: response, points: contact/points, steps: "
    "iterations, "
    "deepest_m: deepest, unresolved_steps: unresolved_steps, momentum_error: momentum_error, "
    "share: detection_share, ns: ns_per_vertex_step}\n"
    "case:\n"
    "  labels: {simulation: two sheets}\n"
    "  objects:\n"
    "    low:\n"
    "      model: {name: provot, structural: 0, shear: 0, density: 0.3, sweeps: 0}\n"
    "      scene: {grid: {points: [2, 2], side: [1, 0.2], origin: [0, 0, 0.4]}}\n"
    "    high:\n"
    "      model: {name: provot, structural: 0, shear: 0, density: 0.3, sweeps: 0}\n"
    "      scene: {grid: {points: [2, 2], side: [0.2, 1], origin: [0.43, 1.0e-3, 0]}, velocity: "
    "[0, -2, 0]}\n"
    "  interactions:\n"
    "    touch: {name: bridson_collision, among: [low, high], thickness: 1.0e-4}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 0.001, horizon: 4}\n"
    "sweep:\n"
    "  - grid:\n"
    "      interactions.touch:\n"
    "        - {name: bridson_collision, among: [low, high]}\n"
    "        - {name: nedel_collision, among: [low, high]}\n";

/* The cell of a column of a line of CSV without quotes. */
static const char *cell(const char *line, int column)
{
    for (; column > 0; column--)
        line = strchr(line, ',') + 1;
    return line;
}

static double number(const char *line, int column)
{
    return strtod(cell(line, column), NULL);
}

enum { RESPONSE = 1, POINTS, STEPS, DEEPEST, UNRESOLVED, MADE, SHARE, NS };

/* Two strips that cross pass each other by their edges under Nedel's treatment, which tests none.
 */
static void a_listing_has_a_row_of_each_case(void **state)
{
    (void)state;
    static const char *const responses[] = {"bridson_collision,", "nedel_collision,"};
    folder_write("thrown.yaml", experiment);
    assert_int_equal(shell_run(SHELL("run", "thrown.yaml", "-o", "all")).code, 0);
    const shell_end end = shell_run(SHELL("table", "all", "contact", "--format", "csv"));
    const char *line = end.out;
    assert_memory_equal(line, "scene,response,points,steps,", 28);
    for (int i = 0; i < 2; i++) {
        line = strchr(line, '\n') + 1;
        assert_memory_equal(line, "two sheets,", 11);
        assert_memory_equal(cell(line, RESPONSE), responses[i], strlen(responses[i]));
        assert_true(number(line, POINTS) == 8.0 && number(line, STEPS) == 4.0);
        assert_true(number(line, MADE) < 1e-13);
        assert_true(number(line, SHARE) > 0.0 && number(line, SHARE) < 1.0);
        assert_true(number(line, NS) > 0.0);
        assert_int_equal(number(line, UNRESOLVED) > 0.0, i);
        assert_true(i == 1 || number(line, DEEPEST) == 0.0);
    }
}

static const char two_bodies[] =
    "experiment: laid\n"
    "study:\n"
    "  factors: {method: integrator.name}\n"
    "  listing:\n"
    "    name: laid\n"
    "    rows: [method]\n"
    "    columns: {method: method, contacts: contacts, inside: vertices_inside}\n"
    "case:\n"
    "  labels: {scene: laid on two}\n"
    "  objects:\n"
    "    cloth:\n"
    "      model: {name: provot, structural: 0, shear: 0, density: 0.3, sweeps: 0}\n"
    "      scene: {grid: {points: [3, 5], side: [0.2, 1], origin: [-0.1, 0.02, -0.5]}, velocity: "
    "[0, -2, 0]}\n"
    "    left: {model: {name: box_mesh, low: [-1, -1, -1], high: [1, 0, -0.1], points: [2, 2, "
    "2]}}\n"
    "    right: {model: {name: box_mesh, low: [-1, -1, 0.1], high: [1, 0, 1], points: [2, 2, 2]}}\n"
    "  interactions:\n"
    "    first: {name: surface_traversal, among: [cloth, left], thickness: 0.01, repulsion: 0}\n"
    "    second: {name: surface_traversal, among: [cloth, right], thickness: 0.01, repulsion: 0}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 0.01, horizon: 1, times: true}\n";

/* Of two contacts there is the sum: two rows of three vertices on either box, none inside. */
static void contacts_of_several_bodies_are_summed(void **state)
{
    (void)state;
    folder_write("laid.yaml", two_bodies);
    assert_int_equal(shell_run(SHELL("run", "laid.yaml", "-o", "laid")).code, 0);
    const shell_end end = shell_run(SHELL("table", "laid", "laid", "--format", "csv"));
    const char *line = strchr(end.out, '\n') + 1;
    assert_true(number(line, 1) == 12.0);
    assert_memory_equal(cell(line, 2), "0\n", 2);
}

/* The layers of a timed run sum to the whole. A layer that the case does not have takes no time;
 * friction is timed by one call in 16. */
static void the_times_of_a_run_are_listed_by_layer(void **state)
{
    (void)state;
    folder_write("timed.yaml", two_bodies);
    assert_int_equal(shell_run(SHELL("run", "timed.yaml", "-o", "timed")).code, 0);
    const shell_end end = shell_run(
        SHELL("table", "timed", "--columns",
              ("timing/models/*,timing/models/soft_body*,timing/interactions/*,"
               "timing/contact/steps,timing/models/provot,timing/models/p*,timing/contact/count,"
               "`timing/contact/steps` - `timing/models/*` - `timing/interactions/*`"),
              "--format", "csv"));
    const char *line = strchr(end.out, '\n') + 1;
    assert_int_equal(end.code, 0);
    assert_true(number(line, 0) > 0 && number(line, 1) == 0.0 && number(line, 2) > 0);
    assert_true(number(line, 4) > 0 && number(line, 4) < number(line, 0));
    assert_true(number(line, 5) == number(line, 4) && number(line, 6) == 1.0);
    assert_near(number(line, 7) + number(line, 0) + number(line, 2), number(line, 3),
                1e-8 * number(line, 3)); /* of ten digits */
}

/* Every file is planned, and contact.csv has its columns in order. */
static void the_cases_of_collisions_are_planned(void **state)
{
    (void)state;
    static const char *const heading[] = {
        "scene:",           "model:",          "response:",        "integrator:",
        "points:",          "steps:",          "deepest_m:",       "unresolved_steps:",
        "energy_gained_J:", "momentum_error:", "detection_share:", "ns_per_vertex_step:"};
    const char *argument[SHELL_ARGUMENTS_MAX + 1] = {"run", "--dry-run"};
    size_t count = 2;
    glob_t files;
    assert_int_equal(glob(TRAMA_SOURCE_DIR "/configs/campos/collisions/*.yaml", 0, NULL, &files),
                     0);
    assert_int_equal(
        glob(TRAMA_SOURCE_DIR "/configs/campos/collisions/large/*.yaml", GLOB_APPEND, NULL, &files),
        0);
    assert_true(files.gl_pathc >= 18 && count + files.gl_pathc <= SHELL_ARGUMENTS_MAX);
    for (size_t i = 0; i < files.gl_pathc; i++)
        argument[count++] = files.gl_pathv[i];
    const shell_end end = shell_run(argument);
    /* The first of the files of which that holds. */
    assert_string_equal(end.err, TRAMA_SOURCE_DIR
                        "/configs/campos/collisions/coarse.yaml: damping 0.0005 N s/m of provot is "
                        "that of a node, and the mesh is swept: more nodes damp one body more; "
                        "air_damping, N s/m^3, is per area\n");
    assert_int_equal(end.code, 0);
    globfree(&files);

    FILE *tables = fopen(TRAMA_SOURCE_DIR "/configs/campos/collisions/tables.yaml", "r");
    char text[8192];
    assert_non_null(tables);
    text[fread(text, 1, sizeof text - 1, tables)] = '\0';
    fclose(tables);
    const char *at = strstr(text, "name: contact");
    for (size_t i = 0; i < sizeof heading / sizeof *heading; i++) {
        assert_non_null(at);
        at = strstr(at, heading[i]);
    }
    assert_non_null(at);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momentum_that_impulses_made_of_nothing_is_told),
        cmocka_unit_test(where_something_is_held_momentum_is_no_number),
        cmocka_unit_test(searches_and_steps_take_what_the_clock_says),
        cmocka_unit_test(a_listing_has_a_row_of_each_case),
        cmocka_unit_test(contacts_of_several_bodies_are_summed),
        cmocka_unit_test(the_times_of_a_run_are_listed_by_layer),
        cmocka_unit_test(the_cases_of_collisions_are_planned),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
