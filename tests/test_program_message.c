/* A problem as a message of the protocol: what the header says, and the numbers that follow it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "config/config.h"
#include "core/vec.h"
#include "program/message.h"
#include "support/rigid.h"
#include "support/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct told {
    trama_problem problem;
    problem_message message;
    config_store *store;
    config_node *root;
} told;

static void tell(const trama_system *system, told *t)
{
    static const program nobody = {.name = "nobody"};
    trama_error error;
    config_error wrong;
    if (trama_problem_make(system, &t->problem, &error) != TRAMA_OK)
        fail_msg("%s", error.text);
    assert_true(message_make(&t->problem, &nobody, NULL, &t->message));
    assert_int_equal(t->message.length[0] + 256 * t->message.length[1], t->message.size);
    t->store = config_store_create();
    assert_non_null(t->store);
    if (!config_read(t->store, "header", t->message.header, &t->root, &wrong))
        fail_msg("%s", wrong.text);
}

static void forget(told *t)
{
    config_store_destroy(t->store);
    message_free(&t->message);
    trama_problem_free(&t->problem);
}

static long whole(const config_node *node)
{
    config_error wrong;
    long value = -1;
    assert_non_null(node);
    assert_true(config_integer(node, &value, &wrong));
    return value;
}

/* The numbers of an array; NULL: it is not sent. *rows: how many. */
static const double *array_of(const told *t, const char *name, long *rows, long columns)
{
    const config_node *arrays = config_get(t->root, "arrays");
    size_t at = 0;
    for (size_t i = 0; i < arrays->count; i++) {
        const config_node *shape = config_get(arrays->item[i], "shape");
        const long own = whole(shape->item[0]), wide = shape->count > 1 ? whole(shape->item[1]) : 1;
        if (strcmp(config_get(arrays->item[i], "name")->text, name) == 0) {
            *rows = own;
            assert_int_equal(wide, columns);
            assert_true(at + (size_t)(own * wide) <= t->message.count);
            return t->message.numbers + at;
        }
        at += (size_t)(own * wide);
    }
    assert_int_equal(at, t->message.count);
    return NULL;
}

/* A brick of 6 kg that hangs by a hinge, over a static ground. */
static void bodies_shapes_contacts_and_joints_are_sent(void **state)
{
    const double down[3] = {0.0, -9.81, 0.0};
    objects o;
    told t;
    long rows;
    (void)state;
    rigid_begin_on_ground(&o, down, "friction=0.25");
    rigid_add_body(&o, 0, "brick",
                   "shape=box side=1,2,3 mass=6 position=0,5,0 velocity=0,0,7 "
                   "angular_velocity=0.5,0,0 damping=0.125 friction=0.75");
    objects_join(&o, "touch", "rigid_contact", "rest_speed=0.5", 1, 0);
    objects_join(&o, "hang", "hinge_joint", "body=brick at=0,6,0 axis=2,0,0", 1, 0);
    objects_make(&o, "symplectic_euler");
    tell(o.system, &t);
    assert_int_equal(whole(config_get(t.root, "bodies")), 1);
    assert_int_equal(whole(config_get(t.root, "obstacles")), 1);

    const double *body = array_of(&t, "body", &rows, 13);
    const double right[13] = {0, 5, 0, 1, 0, 0, 0, 0, 0, 7, 0.5, 0, 0};
    for (int i = 0; i < 13; i++)
        assert_true(fabs(body[i] - right[i]) < 1e-15);
    const double *mass = array_of(&t, "body_mass", &rows, 4);
    assert_true(mass[0] == 6.0 && fabs(mass[1] - 6.5) < 1e-14 && fabs(mass[2] - 5.0) < 1e-14 &&
                fabs(mass[3] - 2.5) < 1e-14); /* m (b^2 + c^2)/12 */
    assert_true(array_of(&t, "body_drag", &rows, 2)[0] == 0.125);
    const double *solid = array_of(&t, "body_solid", &rows, 12);
    assert_true(solid[1] == 0.0 && solid[3] == 0.75 && solid[8] == 1.0);
    const config_node *shape = config_get(t.root, "shapes")->item[(size_t)solid[0]];
    assert_string_equal(config_get(shape, "kind")->text, "box");
    assert_int_equal(whole(config_get(shape, "size")->item[2]), 3);
    assert_null(array_of(&t, "shape_point", &rows, 3));
    assert_null(array_of(&t, "bend", &rows, 8));
    array_of(&t, "mass", &rows, 1);
    assert_int_equal(rows, 0);

    const config_node *contact = config_get(t.root, "contacts")->item[0];
    assert_string_equal(config_get(contact, "friction")->text, "null");
    assert_string_equal(config_get(contact, "rest_speed")->text, "0.5");
    assert_string_equal(config_get(contact, "bodies")->text, "true");
    const config_node *joint = config_get(t.root, "joints")->item[0];
    assert_string_equal(config_get(joint, "kind")->text, "hinge");
    assert_string_equal(config_get(config_get(joint, "ends")->item[0], "in")->text, "body");
    assert_string_equal(config_get(config_get(joint, "ends")->item[1], "in")->text, "world");
    assert_int_equal(whole(config_get(joint, "axis")->item[0]), 1);
    forget(&t);
    rigid_end(&o);
}

/* A sheet of triangles over a mesh: elements, faces, whose nodes are of which object, the mesh's
 * points.
 */
static void elements_faces_and_surfaces_are_sent(void **state)
{
    const trama_scene_spec scene = {
        .grid = {
            .points = {3, 2}, .side = {2, 1}, .origin = {0, 3, 0}, .axis = {{1, 0, 0}, {0, 0, 1}}}};
    objects o;
    told t;
    long rows;
    (void)state;
    objects_begin(&o);
    objects_add(&o, "stone", "sphere_mesh", "radius=0.5 points=6,5", NULL);
    objects_add(&o, "sheet", "fem_cloth", "mass=0.6 young_thickness=70 poisson=0.25 bending=0.5",
                &scene);
    objects_join(&o, "touch", "bouncing_contact", "friction=0.5 thickness=0.01", 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    tell(o.system, &t);
    const double *membrane = array_of(&t, "membrane", &rows, 11);
    assert_int_equal(rows, 4);
    assert_true(fabs(membrane[3] - 70.0) < 1e-12 && fabs(membrane[4] - 0.25) < 1e-15);
    array_of(&t, "bend", &rows, 8);
    assert_int_equal(rows, 3);
    array_of(&t, "face", &rows, 3);
    assert_int_equal(rows, 4);
    const double *object = array_of(&t, "node_object", &rows, 1);
    assert_int_equal(rows, 6);
    assert_true(object[0] == 1.0 && object[5] == 1.0);
    const config_node *shape = config_get(t.root, "shapes")->item[0];
    const double *point = array_of(&t, "shape_point", &rows, 3);
    assert_int_equal(rows, whole(config_get(shape, "points")));
    for (long i = 0; i < rows; i++)
        assert_true(fabs(sqrt(dot3(point + 3 * i, point + 3 * i)) - 0.5) < 1e-14);
    array_of(&t, "shape_triangle", &rows, 3);
    assert_int_equal(rows, whole(config_get(shape, "triangles")));
    forget(&t);
    objects_end(&o);
}

/* What has a name here has it in docs/engine-protocol.schema.json too, and nothing else has. */
static void the_schema_names_every_feature(void **state)
{
    config_store *store = config_store_create();
    config_node *root;
    config_error wrong;
    char *text = text_of_file(TRAMA_SOURCE_DIR "/docs/engine-protocol.schema.json");
    (void)state;
    assert_non_null(store);
    if (!config_read(store, "schema", text, &root, &wrong))
        fail_msg("%s", wrong.text);
    const config_node *names = config_get(config_get(config_get(root, "$defs"), "feature"), "enum");
    assert_int_equal(names->count, TRAMA_FEATURES);
    for (size_t f = 0; f < TRAMA_FEATURES; f++)
        assert_string_equal(names->item[f]->text, trama_feature_name((trama_feature)f));
    config_store_destroy(store);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_shapes_contacts_and_joints_are_sent),
        cmocka_unit_test(elements_faces_and_surfaces_are_sent),
        cmocka_unit_test(the_schema_names_every_feature),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
