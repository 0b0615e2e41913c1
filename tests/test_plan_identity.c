/* The identity of a case is that of its resolved values, however they are spelled. The plan of the
 * thesis has the cases that it should. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "plan/parts.h"
#include "plan/typed.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/plans.h"

#include <sha2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The identity of the one case that edits of experiment_cloth make; valid until the next call. */
static const char *identity(const char *const *pairs)
{
    static char id[33];
    experiment_write("case.yaml", experiment_cloth, pairs);
    plan p = plans_load("case.yaml");
    assert_int_equal(p.case_count, 1);
    strcpy(id, p.cases[0].id);
    plan_free(&p);
    return id;
}

static void an_identity_is_the_hash_of_every_resolved_value(void **state)
{
    (void)state;
    char hash[SHA256_DIGEST_STRING_LENGTH];
    experiment_write("case.yaml", experiment_cloth, NULL);
    plan p = plans_load("case.yaml");
    const char *resolved = p.cases[0].resolved;
    SHA256Data((const uint8_t *)resolved, strlen(resolved), hash);
    assert_int_equal(strlen(p.cases[0].id), 32);
    assert_memory_equal(p.cases[0].id, hash, 32);
    assert_ptr_equal(
        strstr(resolved, "experiment = cloth\nmodel.name = cosserat\nmodel.version = "), resolved);
    assert_non_null(strstr(resolved, "\nmodel.xi = [0x1.3333333333333p-2, "));
    plan_free(&p);
}

static void spelling_does_not_change_an_identity(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"experiment: cloth", "# a comment\nexperiment: cloth   # another"},
        {"experiment: cloth", "experiment: cloth\nsummary: what it is for"},
        {"experiment: cloth", "experiment: cloth\nlimits: {timeout: 60, memory: 1e11}"},
        {"phi: 0.001", "phi: 1e-3"},
        {"phi: 0.001", "phi: 0.00100"},
        {"phi: 0.001", "phi: [1e-3, 1.0e-3, 0.001, 1E-3]"},
        {"zeta: 100, xi: 0.3", "xi: 0.3, zeta: 100"},
        {"zeta: 100", "zeta: 1e2, scheme: reference"},
        {"name: cosserat", "name: 'cosserat'"},
        {"gravity: [0, -9.8, 0]\n    damping: 0.2", "damping: 0.2\n    gravity: [0, -9.8, 0]"},
        {"{k: 0, l: 0}", "{l: [0, 0], k: [0, 0]}"},
        {"damping: 0.2", "damping: 0.2\n    assumed: {damping: nobody says}"},
        {"{strain: 1.0}", "{strain: 1, area: .inf}"},
        {"case:\n  model: {name: cosserat, zeta: 100,",
         "case:\n  include: part.yaml\n  model: {zeta: 100,"},
        {"case:", "sweep: [{grid: {model.zeta: [100]}}]\ncase:"},
        {"case:", "derive: {model.zeta: 4 * 25}\ncase:"},
    };
    char first[33];
    folder_write("part.yaml", "model: {name: cosserat, zeta: 1}\n");
    strcpy(first, identity(NULL));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const char *id = identity(EDITS(table[i][0], table[i][1]));
        if (strcmp(id, first) != 0)
            fail_msg("'%s' changes the identity", table[i][1]);
    }
}

/* A point force is what an entry without a name is. */
static void a_point_force_may_be_named(void **state)
{
    (void)state;
    char id[33];
    strcpy(id, identity(EDITS("damping: 0.2",
                              "damping: 0.2\n    forces: [{k: 5, l: 5, force: [0, 1, 0]}]")));
    assert_string_equal(
        identity(EDITS("damping: 0.2",
                       "damping: 0.2\n    forces: [{name: point, k: 5, l: 5, force: [0, 1, 0]}]")),
        id);
}

/* A start is its values, however they are given: node [k, l] of 6 x 6 lies at (2 k, 0, 2 l). */
static void a_start_is_told_apart_by_its_values(void **state)
{
    (void)state;
    char id[33], rows[4096] = "x,y,z\n";
    for (int node = 0; node < 36; node++)
        snprintf(rows + strlen(rows), sizeof rows - strlen(rows), "%d,0.5,%d\n", node / 6 * 2,
                 node % 6 * 2);
    folder_write("start.csv", rows);
    strcpy(id, identity(EDITS("damping: 0.2",
                              "damping: 0.2\n    start: {place: [x, model.zeta / 200, 2 * l]}")));
    assert_string_equal(
        identity(EDITS("damping: 0.2", "damping: 0.2\n    start: {place: {csv: start.csv}}")), id);
    assert_string_not_equal(
        identity(EDITS("damping: 0.2", "damping: 0.2\n    start: {velocity: {csv: start.csv}}")),
        id);
    assert_string_not_equal(
        identity(
            EDITS("damping: 0.2", "damping: 0.2\n    start: {place: [x, y + 0.5, z + 1e-9 * k]}")),
        id);
    assert_string_not_equal(identity(NULL), id);
}

/* A field that came later is in the text once it is given. */
static void a_later_field_at_its_default_leaves_an_identity(void **state)
{
    (void)state;
    char id[64];
    strcpy(id, identity(NULL));
    assert_string_equal(identity(EDITS("{k: 0, l: 0}", "{k: 0, l: 0, skip: 0}")), id);
    assert_string_not_equal(identity(EDITS("{k: 0, l: 0}", "{k: 0, l: 0, skip: [0, 1]}")), id);
}

static void the_order_of_labels_does_not_change_an_identity(void **state)
{
    (void)state;
    char id[33];
    strcpy(id, identity(EDITS("case:", "case:\n  labels: {a: 1, b: 2}")));
    assert_string_equal(identity(EDITS("case:", "case:\n  labels: {b: 2, a: 1}")), id);
    assert_string_not_equal(identity(EDITS("case:", "case:\n  labels: {a: 2, b: 1}")), id);
}

static void every_value_changes_an_identity(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"experiment: cloth", "experiment: clothes"},
        {"phi: 0.001", "phi: 0.0010000000000000002"}, /* the next double */
        {"phi: 0.001", "phi: [0.001, 0.002, 0.002, 0.001]"},
        {"mass: 10", "mass: 11"},
        {"mass: 10", "density: 0.1"},
        {"mass: 10", "mass: 10, scheme: natural"},
        {"mass: 10", "mass: 10, measure: local"},
        {"points: [6, 6]", "points: [6, 7]"},
        {"side: [10, 10]", "side: [10, 9]"},
        {"side: [10, 10]", "side: [10, 10], origin: [0, 1, 0]"},
        {"-9.8", "-9.81"},
        {"damping: 0.2", "damping: 0.3"},
        {"damping: 0.2", "damping: 0.2\n    wind: [1, 0, 0]"},
        {"damping: 0.2", "damping: 0.2\n    perturbation: 1e-9"},
        {"damping: 0.2", "damping: 0.2\n    seed: 2"},
        {"{k: 0, l: 0}", "{k: 0, l: 1}"},
        {"{k: 0, l: 0}", "{k: 0, l: 0, free: [true, false, false]}"},
        {"{k: 0, l: 0}", "{k: 0, l: 0, velocity: [1, 0, 0]}"},
        {"{k: 0, l: 0}", "{k: 0, l: 0, iterations: [1, 50]}"},
        {"{k: 0, l: 0}", "{k: [0, 4], l: 0, skip: 1}"},
        {"{k: 0, l: 0}", "{k: [0, 4], l: 0}"},
        {"{k: 0, l: 0}", "{k: 0, l: 0, seconds: [0, 1]}"},
        {"      - {k: 0, l: -1}\n", ""},
        {"damping: 0.2", "damping: 0.2\n    forces: [{k: 5, l: 5, force: [0, 1, 0]}]"},
        {"damping: 0.2",
         "damping: 0.2\n    forces: [{name: attractor, centre: [0, 1, 0], strength: "
         "2, radius: 1}]"},
        {"damping: 0.2",
         "damping: 0.2\n    forces: [{name: attractor, centre: [0, 1, 0], strength: "
         "3, radius: 1}]"},
        {"damping: 0.2", "damping: 0.2\n    forces: [{name: attractor, k: 5, centre: [0, 1, 0], "
                         "strength: 2, radius: 1}]"},
        {"symplectic_euler", "verlet"},
        {"symplectic_euler", "verlet, velocity: backward"},
        {"strain: 1.0", "strain: 1.1"},
        {"strain: 1.0", "strain: 1.0, energy: 1"},
        {"horizon: 200", "horizon: 201"},
        {"first: 0.005", "first: 0.006"},
        {"cap: 0.1", "cap: 0.1, late: 2"},
        {PLANS_TASK, "task: {name: timing, dt: 0.001}"},
        {"case:", "case:\n  labels: {a: x}"},
        {"case:", "case:\n  labels: {a: y}"},
        {"case:", "case:\n  labels: {b: x}"},
    };
    enum { ROWS = sizeof table / sizeof table[0] };
    char ids[ROWS + 1][33];
    strcpy(ids[ROWS], identity(NULL));
    for (size_t i = 0; i < ROWS; i++)
        strcpy(ids[i], identity(EDITS(table[i][0], table[i][1])));
    for (size_t i = 0; i < ROWS; i++)
        for (size_t j = i + 1; j <= ROWS; j++)
            if (strcmp(ids[i], ids[j]) == 0)
                fail_msg("'%s' has the identity of '%s'", table[i][1],
                         j < ROWS ? table[j][1] : "no change");
}

/* A model, an integrator or a task whose results change raises its version: no old file is taken
 * for the new result. */
static void a_raised_version_changes_an_identity(void **state)
{
    (void)state;
    experiment_write("case.yaml", experiment_cloth, NULL);
    plan p = plans_load("case.yaml");
    trama_model_type model = *p.cases[0].object[0].model;
    trama_integrator_type integrator = *p.cases[0].integrator;
    task_type task = *p.cases[0].task;
    model.version++;
    integrator.version++;
    task.version++;
    plan_case raised[3] = {p.cases[0], p.cases[0], p.cases[0]};
    plan_object object = p.cases[0].object[0];
    object.model = &model;
    raised[0].object = &object;
    raised[1].integrator = &integrator;
    raised[2].task = &task;
    for (size_t i = 0; i < 3; i++) {
        assert_true(typed_identify(&raised[i]));
        for (size_t j = 0; j < i; j++)
            assert_string_not_equal(raised[i].id, raised[j].id);
        assert_string_not_equal(raised[i].id, p.cases[0].id);
        free(raised[i].resolved);
    }
    plan_free(&p);
}

/* The digest of the one case that edits of experiment_cloth make; valid until the next call. */
static const char *digest(const char *const *pairs)
{
    static char text[65];
    experiment_write("case.yaml", experiment_cloth, pairs);
    plan p = plans_load("case.yaml");
    assert_true(plan_digest(&p.cases[0], text));
    plan_free(&p);
    return text;
}

/* Another version of the program, one that has more parameters, knows the same case by it. */
static void a_digest_is_of_what_the_configuration_sets(void **state)
{
    (void)state;
    static const char *const same[][2] = {
        {"mass: 10", "mass: 10, scheme: reference"}, /* the default */
        {"damping: 0.2", "damping: 0.2\n    seed: 1"},
        {"{strain: 1.0}", "{strain: 1, area: .inf}"},
        {"phi: 0.001", "phi: 1e-3"},
        {"case:", "case:\n  labels: {a: 1}"},
    };
    static const char *const other[][2] = {
        {"mass: 10", "mass: 10, scheme: natural"},
        {"damping: 0.2", "damping: 0.2\n    seed: 2"},
        {"{strain: 1.0}", "{strain: 2}"},
        {"phi: 0.001", "phi: 0.0010000000000000002"},
        {"experiment: cloth", "experiment: felt"},
        {"{k: 0, l: 0}", "{k: 0, l: 0}\n      - {k: 0, l: 0}"},
    };
    char first[65];
    strcpy(first, digest(NULL));
    assert_int_equal(strlen(first), 64);
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        if (strcmp(digest(EDITS(same[i][0], same[i][1])), first) != 0)
            fail_msg("'%s' changes the digest", same[i][1]);
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        if (strcmp(digest(EDITS(other[i][0], other[i][1])), first) == 0)
            fail_msg("'%s' does not change the digest", other[i][1]);
}

static void a_raised_version_does_not_change_a_digest(void **state)
{
    (void)state;
    char text[65], raised[65];
    experiment_write("case.yaml", experiment_cloth, NULL);
    plan p = plans_load("case.yaml");
    plan_case c = p.cases[0];
    plan_object object = c.object[0];
    trama_model_type model = *object.model;
    trama_integrator_type integrator = *c.integrator;
    task_type task = *c.task;
    model.version++;
    integrator.version++;
    task.version++;
    object.model = &model;
    c.object = &object;
    c.integrator = &integrator;
    c.task = &task;
    assert_true(plan_digest(&p.cases[0], text));
    assert_true(plan_digest(&c, raised));
    assert_string_equal(raised, text);
    plan_free(&p);
}

static void parts_with_a_version_are_named(void **state)
{
    (void)state;
    plan_versions v;
    experiment_write("case.yaml", experiment_cloth,
                     EDITS("damping: 0.2",
                           "damping: 0.2\n    forces: [{k: 0, l: 0, force: [0, 1, 0]}, {name: "
                           "attractor, centre: [0, 0, 0], strength: 1, radius: 1}]"));
    plan p = plans_load("case.yaml");
    assert_true(plan_versions_of(&p.cases[0], &v));
    assert_int_equal(v.count, 4);
    static const char *const parts[] = {"model", "scene.forces[1]", "integrator", "task"};
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(v.part[i], parts[i]);
    assert_int_equal(v.version[0], p.cases[0].object[0].model->version);
    assert_int_equal(v.version[3], p.cases[0].task->version);
    free(v.part);
    free(v.version);
    plan_free(&p);
}

static int by_id(const void *a, const void *b)
{
    return strcmp((*(const plan_case *const *)a)->id, (*(const plan_case *const *)b)->id);
}

static size_t cases_with(const plan *p, const char *label, const char *value)
{
    size_t count = 0;
    for (size_t i = 0; i < p->case_count; i++)
        count += strcmp(plan_label(&p->cases[i], label), value) == 0;
    return count;
}

static void the_thesis_is_planned_with_one_identity_a_case(void **state)
{
    (void)state;
    char *const files[] = {TRAMA_SOURCE_DIR "/configs/thesis/dt-limits.yaml",
                           TRAMA_SOURCE_DIR "/configs/thesis/equilibrium.yaml",
                           TRAMA_SOURCE_DIR "/configs/thesis/timing.yaml",
                           TRAMA_SOURCE_DIR "/configs/thesis/instability.yaml"};
    plan p;
    config_error error;
    if (!plan_load(files, 4, NULL, &p, &error))
        fail_msg("%s", error.text);
    assert_int_equal(p.experiment_count, 4);
    assert_int_equal(p.case_count, 3 * 36 + 2);
    assert_int_equal(cases_with(&p, "simulation", "S4"), 3 * 6);
    size_t required = 0;
    for (size_t i = 0; i < p.row_count; i++)
        required += p.row[i].required;
    assert_int_equal(required, 30); /* of dt-limits all but rk4_thesis */
    const plan_case *sorted[3 * 36 + 2];
    for (size_t i = 0; i < p.case_count; i++)
        sorted[i] = &p.cases[i];
    qsort(sorted, p.case_count, sizeof sorted[0], by_id);
    for (size_t i = 1; i < p.case_count; i++)
        assert_string_not_equal(sorted[i - 1]->id, sorted[i]->id);
    plan_free(&p);
}

/* Horizons: 1.5 times the thesis' iterations for symplectic Euler, S6 twice. */
static void horizons_come_from_the_published_iterations(void **state)
{
    (void)state;
    static const char *const lines[] = {"\ntask.horizon = 1725\n",  "\ntask.horizon = 3075\n",
                                        "\ntask.horizon = 5475\n",  "\ntask.horizon = 2775\n",
                                        "\ntask.horizon = 15000\n", "\ntask.horizon = 5000\n"};
    plan p = plans_load_only(TRAMA_SOURCE_DIR "/configs/thesis/dt-limits.yaml",
                             "integrator.name == 'leapfrog'");
    assert_int_equal(p.case_count, 6);
    for (size_t i = 0; i < 6; i++)
        assert_non_null(strstr(p.cases[i].resolved, lines[i]));
    assert_true(strlen(p.experiment[0].study.table[0].text) > 500);
    plan_free(&p);
}

/* ---- The list of parts. */

typedef struct visited {
    size_t count;
    char path[32][64];
} visited;

static bool note(void *context, const case_part *part)
{
    visited *v = context;
    assert_true(v->count < 32);
    snprintf(v->path[v->count++], sizeof v->path[0], "%s%s", part->path,
             part->is_unset     ? " unset"
             : part->mesh       ? " mesh"
             : part->tetrahedra ? " tetrahedra"
                                : "");
    return true;
}

static bool stop_at_once(void *context, const case_part *part)
{
    (void)part;
    return ++*(size_t *)context < 1;
}

/* What is not set is visited, too: it has a value, by its default. */
static void every_part_of_a_case_is_visited_in_order(void **state)
{
    (void)state;
    static const char *const expected[] = {
        "model",
        "scene",
        "scene.body unset",
        "scene unset", /* tetrahedra */
        "scene.lattice unset",
        "scene.shell unset",
        "scene unset", /* mesh */
        "scene.grid",
        "scene.pins[0]",
        "scene.pins[1]",
        "scene.point_sets[0]",
        "scene.stops[0]",
        "scene.forces[0]",
        "scene.forces[1]",
        "scene.gauge",
        "scene.start unset",
        "contact unset",
        "integrator",
        "bounds",
        "task",
        "task",
        "task.search",
    };
    visited v = {0};
    size_t count = 0;
    experiment_write("case.yaml", experiment_cloth,
                     EDITS("damping: 0.2",
                           "damping: 0.2\n"
                           "    forces: [{k: 5, l: 5, force: [0, 1, 0]}, {k: 1, l: 1, force: "
                           "[0, 1, 0]}]\n"
                           "    gauge: {k: 1}\n"
                           "    stops: [{k: 2, l: 2, point: [0, -9, 0], normal: [0, 1, 0]}]\n"
                           "    point_sets: [{name: frame, points: [[0, 0, 0]]}]"));
    plan p = plans_load("case.yaml");
    assert_true(parts_each(&p.cases[0], note, &v));
    for (size_t i = 0; i < v.count && i < sizeof expected / sizeof *expected; i++)
        assert_string_equal(v.path[i], expected[i]);
    assert_int_equal(v.count, sizeof expected / sizeof *expected);
    assert_false(parts_each(&p.cases[0], stop_at_once, &count));
    assert_int_equal(count, 1);
    plan_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_identity_is_the_hash_of_every_resolved_value),
        cmocka_unit_test(spelling_does_not_change_an_identity),
        cmocka_unit_test(a_point_force_may_be_named),
        cmocka_unit_test(a_start_is_told_apart_by_its_values),
        cmocka_unit_test(a_later_field_at_its_default_leaves_an_identity),
        cmocka_unit_test(the_order_of_labels_does_not_change_an_identity),
        cmocka_unit_test(every_value_changes_an_identity),
        cmocka_unit_test(a_raised_version_changes_an_identity),
        cmocka_unit_test(a_digest_is_of_what_the_configuration_sets),
        cmocka_unit_test(a_raised_version_does_not_change_a_digest),
        cmocka_unit_test(every_part_of_a_case_is_visited_in_order),
        cmocka_unit_test(parts_with_a_version_are_named),
        cmocka_unit_test(the_thesis_is_planned_with_one_identity_a_case),
        cmocka_unit_test(horizons_come_from_the_published_iterations),
    };
    return cmocka_run_group_tests_name("plan: identity", tests, folder_enter, folder_leave);
}
