/* Includes and overrides give the tree that the manual describes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "config/config.h"
#include "support/folder.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A tree on one line, with its quotes and places left out: {a: 1, b: [x, y]}. */
static void write_tree(const config_node *node, char *text, size_t size)
{
    static const char *const brackets[] = {
        [CONFIG_SCALAR] = "  ", [CONFIG_SEQUENCE] = "[]", [CONFIG_MAPPING] = "{}"};
    const char *bracket = brackets[node->kind];
    size_t used = strlen(text);
    if (node->kind == CONFIG_SCALAR) {
        snprintf(text + used, size - used, "%s", node->text);
        return;
    }
    snprintf(text + used, size - used, "%c", bracket[0]);
    for (size_t i = 0; i < node->count; i++) {
        used = strlen(text);
        snprintf(text + used, size - used, "%s%s%s", i > 0 ? ", " : "",
                 node->kind == CONFIG_MAPPING ? node->key[i]->text : "",
                 node->kind == CONFIG_MAPPING ? ": " : "");
        write_tree(node->item[i], text, size);
    }
    used = strlen(text);
    snprintf(text + used, size - used, "%c", bracket[1]);
}

static void assert_tree(const config_node *node, const char *expected)
{
    char text[1024] = "";
    write_tree(node, text, sizeof text);
    assert_string_equal(text, expected);
}

static config_node *load(config_store *store, const char *text)
{
    config_node *root = NULL;
    config_error error;
    folder_write("a.yaml", text);
    if (!config_load(store, "a.yaml", &root, &error))
        fail_msg("%s", error.text);
    return root;
}

static int write_library(void **state)
{
    if (folder_enter(state) != 0 || mkdir("scenes", 0700) != 0 || mkdir("materials", 0700) != 0)
        return -1;
    folder_write("scenes/s1.yaml",
                 "grid: [8, 8]\ncloth: {include: ../materials/silk.yaml, mass: 2}\n");
    folder_write("materials/silk.yaml", "mass: 1\nstiffness: {stretch: 5, bend: 6}\n");
    folder_write("b.yaml", "x: {p: 1, q: [1, 2]}\ny: 1\n");
    folder_write("c.yaml", "x: {q: [3], r: 4}\ny: {z: 2}\n");
    folder_write("list.yaml", "- 1\n");
    folder_write("curve.csv", "# measured\nload,force\r\n\n1, 0.5 \n# and\n2,.7\n");
    folder_write("short.csv", "load,force\n1,0.5\n2\n");
    folder_write("empty.csv", "load,force\n# none\n");
    folder_write("nameless.csv", "# load, force\n 0.5, 1\n1,2\n");
    folder_write("broken.yaml", "a: 1\nb: [\n");
    folder_write("self.yaml", "k:\n  include: self.yaml\n");
    folder_write("ring1.yaml", "include: scenes/../ring2.yaml\n");
    folder_write("ring2.yaml", "k: {include: link.yaml}\n");
    return symlink("ring1.yaml", "link.yaml");
}

static void includes_merge_key_by_key(void **state)
{
    (void)state;
    static const struct {
        const char *text, *resolved;
    } table[] = {
        {"include: b.yaml\n", "{x: {p: 1, q: [1, 2]}, y: 1}"},
        {"a: 1\n", "{a: 1}"},
        {"include: b.yaml\ny: 2\nz: 3\n", "{x: {p: 1, q: [1, 2]}, y: 2, z: 3}"},
        {"y: 2\ninclude: b.yaml\n", "{x: {p: 1, q: [1, 2]}, y: 2}"},
        {"include: [b.yaml, c.yaml]\n", "{x: {p: 1, q: [3], r: 4}, y: {z: 2}}"},
        {"include: [c.yaml, b.yaml]\n", "{x: {q: [1, 2], r: 4, p: 1}, y: 1}"},
        {"include: [b.yaml, c.yaml]\nx: {r: {s: 5}}\n",
         "{x: {p: 1, q: [3], r: {s: 5}}, y: {z: 2}}"},
        {"scene: {include: scenes/s1.yaml}\n",
         "{scene: {grid: [8, 8], cloth: {mass: 2, stiffness: {stretch: 5, bend: 6}}}}"},
        {"scene:\n  include: scenes/s1.yaml\n  cloth: {stiffness: {bend: 7}}\n",
         "{scene: {grid: [8, 8], cloth: {mass: 2, stiffness: {stretch: 5, bend: 7}}}}"},
        {"list: [1, {include: materials/silk.yaml, stiffness: 0}]\n",
         "{list: [1, {mass: 1, stiffness: 0}]}"},
        {"p: {include: b.yaml}\nq: {include: b.yaml}\n",
         "{p: {x: {p: 1, q: [1, 2]}, y: 1}, q: {x: {p: 1, q: [1, 2]}, y: 1}}"},
        {"a: {}\nb: []\n", "{a: {}, b: []}"},
        {"a: {csv: curve.csv}\n", "{a: [[1, 0.5], [2, .7]]}"},
        {"include: b.yaml\nx: {csv: curve.csv}\n", "{x: [[1, 0.5], [2, .7]], y: 1}"},
        {"a: {csv: curve.csv, b: 1}\n", "{a: {csv: curve.csv, b: 1}}"},
        {"include: b.yaml\nx: {}\n", "{x: {p: 1, q: [1, 2]}, y: 1}"},
        {"include: b.yaml\nx:\n", "{x: , y: 1}"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        config_store *store = config_store_create();
        config_node *resolved = NULL;
        config_error error;
        config_node *root = load(store, table[i].text);
        char before[1024] = "";
        write_tree(root, before, sizeof before);
        if (!config_resolve(store, root, &resolved, &error))
            fail_msg("%s", error.text);
        assert_tree(resolved, table[i].resolved);
        assert_tree(root, before);
        config_store_destroy(store);
    }
}

static void merged_values_keep_their_own_place(void **state)
{
    (void)state;
    config_store *store = config_store_create();
    config_node *root = load(store, "scene:\n  include: scenes/s1.yaml\n  cloth:\n    mass: 7\n");
    config_error error;
    assert_true(config_resolve(store, root, &root, &error));
    const config_node *cloth = config_at(root, "scene.cloth");
    assert_string_equal(config_get(cloth, "mass")->file, "a.yaml");
    assert_int_equal(config_key(cloth, "mass")->line, 4);
    assert_string_equal(config_get(cloth, "stiffness")->file, "scenes/../materials/silk.yaml");
    assert_int_equal(config_key(cloth, "stiffness")->line, 2);
    assert_string_equal(config_at(root, "scene.grid")->file, "scenes/s1.yaml");
    assert_string_equal(config_get(root, "scene")->file, "a.yaml");
    assert_int_equal(config_store_files(store), 3);
    root = load(store, "a: {csv: curve.csv}\n");
    assert_true(config_resolve(store, root, &root, &error));
    const config_node *value = config_get(root, "a")->item[0]->item[1];
    assert_string_equal(value->file, "curve.csv");
    assert_int_equal(value->line, 4);
    assert_int_equal(value->column, 4);
    config_store_destroy(store);
}

static void includes_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } table[] = {
        {"k: {csv: short.csv}\n",
         "short.csv:3:1: a row of 1 values; allowed: 2, as the first line names"},
        {"k: {csv: empty.csv}\n",
         "empty.csv:1:1: no rows; allowed: names of columns, and rows below them"},
        {"k: {csv: nameless.csv}\n",
         "nameless.csv:2:2: '0.5' in the first line; allowed: names of columns, and rows below "
         "them"},
        {"k: {csv: none.csv}\n",
         "a.yaml:1:10: file 'none.csv' cannot be opened: No such file or directory; allowed: a "
         "readable text file of at most 4 MiB"},
        {"k: {csv: []}\n", "a.yaml:1:10: csv: a list is not a text; allowed: a file name"},
        {"k: {include: scenes/s2.yaml}\n",
         "a.yaml:1:14: file 'scenes/s2.yaml' cannot be opened: No such file or directory, nearest "
         "there: 's1.yaml'; allowed: a readable text file of at most 4 MiB"},
        {"include: /nowhere/s2.yaml\n", "a.yaml:1:10: file '/nowhere/s2.yaml' cannot be opened: No "
                                        "such file or directory; allowed: "
                                        "a readable text file of at most 4 MiB"},
        {"include: [b.yaml, scenes]\n", "a.yaml:1:19: file 'scenes' is a directory; allowed: "
                                        "a readable text file of at most 4 MiB"},
        {"include: list.yaml\n", "list.yaml:1:1: not a mapping; allowed: a file of 'key: value'"},
        {"include: broken.yaml\n", "broken.yaml:3:1: flow sequence without a closing bracket; "
                                   "allowed: YAML 1.2, a mapping of 'key: value'"},
        {"include: a.yaml\n",
         "a.yaml:1:10: include of itself: a.yaml -> a.yaml; allowed: files that "
         "do not include each other"},
        {"include: self.yaml\n",
         "self.yaml:2:12: include of itself: a.yaml -> self.yaml -> self.yaml; "
         "allowed: files that do not include each other"},
        {"include: ring1.yaml\n",
         "scenes/../ring2.yaml:1:14: include of itself: a.yaml -> ring1.yaml -> "
         "scenes/../ring2.yaml -> "
         "scenes/../link.yaml; allowed: files that do not include each other"},
        {"include:\n",
         "a.yaml:1:1: include: nothing is given; allowed: a file name or a list of file names"},
        {"include: ''\n",
         "a.yaml:1:10: include: '' is empty; allowed: a file name or a list of file names"},
        {"include: []\n",
         "a.yaml:1:10: include: a list is empty; allowed: a file name or a list of file names"},
        {"include: {a: b}\n", "a.yaml:1:10: include: a mapping is not a text; allowed: a file name "
                              "or a list of file names"},
        {"include: [b.yaml, [c.yaml]]\n", "a.yaml:1:19: include: a list is not a text; allowed: a "
                                          "file name or a list of file names"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        config_store *store = config_store_create();
        config_node *resolved = NULL;
        config_error error = {0};
        assert_false(config_resolve(store, load(store, table[i].text), &resolved, &error));
        assert_null(resolved);
        assert_string_equal(error.text, table[i].message);
        config_store_destroy(store);
    }
}

/* 12 files that include the next one twice are 2^12 - 1 includes: refused at the 1001st. */
static void includes_do_not_blow_up(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        char name[32], text[128];
        snprintf(name, sizeof name, "bomb%d.yaml", i);
        snprintf(text, sizeof text, "l: {include: bomb%d.yaml}\nr: {include: bomb%d.yaml}\n", i + 1,
                 i + 1);
        folder_write(name, text);
    }
    folder_write("bomb12.yaml", "x: 1\n");
    config_store *store = config_store_create();
    config_node *resolved = NULL;
    config_error error = {0};
    assert_false(config_resolve(store, load(store, "include: bomb0.yaml\n"), &resolved, &error));
    assert_non_null(strstr(error.text, "too many includes; allowed: 1000"));
    assert_true(config_resolve(store, load(store, "include: bomb5.yaml\n"), &resolved, &error));
    assert_string_equal(config_at(resolved, "l.r.l.r.l.r.l.x")->text, "1");
    config_store_destroy(store);
}

/* Each file adds 7 levels; the ninth is too deep, though no file is. */
static void a_resolved_tree_is_as_deep_as_a_file_may_be(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++) {
        char name[32], text[128];
        snprintf(name, sizeof name, "deep%d.yaml", i);
        snprintf(text, sizeof text, "a: {a: {a: {a: {a: {a: {a: {include: deep%d.yaml}}}}}}}\n",
                 i + 1);
        folder_write(name, text);
    }
    folder_write("deep10.yaml", "x: 1\n");
    config_store *store = config_store_create();
    config_node *resolved = NULL;
    config_error error = {0};
    assert_true(config_resolve(store, load(store, "include: deep1.yaml\n"), &resolved, &error));
    assert_false(config_resolve(store, load(store, "include: deep0.yaml\n"), &resolved, &error));
    assert_string_equal(error.text,
                        "deep9.yaml:1:4: too deep with what it includes; allowed: 64 collections "
                        "inside each other");
    config_store_destroy(store);
}

static void attached_texts_are_found_from_the_file_that_names_them(void **state)
{
    (void)state;
    config_store *store = config_store_create();
    config_node *root = NULL;
    config_error error = {0};
    config_attached file = {NULL, NULL};
    folder_write("scenes/t.yaml", "table: t.csv\nnone: t2.csv\nlist: [t.csv]\nbad: bad.csv\n");
    folder_write("scenes/t.csv", "a,b\n1,\"2\n");
    folder_write("scenes/bad.csv", "a\n\xff\n");
    assert_true(config_load(store, "scenes/t.yaml", &root, &error));
    assert_true(config_attach(store, config_get(root, "table"), NULL, CONFIG_TABLE, &file, &error));
    assert_string_equal(file.text, "a,b\n1,\"2\n");
    assert_int_equal(config_store_files(store), 2);
    assert_string_equal(config_store_file_name(store, 1), "scenes/t.csv");
    assert_false(config_attach(store, config_get(root, "none"), NULL, CONFIG_TABLE, &file, &error));
    assert_string_equal(error.text,
                        "scenes/t.yaml:2:7: file 'scenes/t2.csv' cannot be opened: No such file or "
                        "directory, nearest there: 't.csv'; allowed: a readable text file of at "
                        "most 4 MiB");
    assert_false(config_attach(store, config_get(root, "list"), NULL, CONFIG_TABLE, &file, &error));
    assert_string_equal(error.text, "scenes/t.yaml:3:7: a list is not a text; allowed: a text, in "
                                    "quotes if need be");
    assert_false(config_attach(store, config_get(root, "bad"), NULL, CONFIG_TABLE, &file, &error));
    assert_string_equal(error.text,
                        "scenes/bad.csv:2:1: byte 0xff is not UTF-8; allowed: UTF-8 text");
    config_store_destroy(store);
}

static const char original[] = "scene: {pins: [{k: 1, node: 2}, {k: 3}], name: s1}\nsteps: 5\n";
static const char original_tree[] =
    "{scene: {pins: [{k: 1, node: 2}, {k: 3}], name: s1}, steps: 5}";

static void overrides_change_a_copy(void **state)
{
    (void)state;
    static const struct {
        const char *path, *changed;
    } table[] = {
        {"steps", "{scene: {pins: [{k: 1, node: 2}, {k: 3}], name: s1}, steps: [7, 8]}"},
        {"scene.name", "{scene: {pins: [{k: 1, node: 2}, {k: 3}], name: [7, 8]}, steps: 5}"},
        {"scene.pins[0].k", "{scene: {pins: [{k: [7, 8], node: 2}, {k: 3}], name: s1}, steps: 5}"},
        {"scene.pins[1]", "{scene: {pins: [{k: 1, node: 2}, [7, 8]], name: s1}, steps: 5}"},
        {"scene.pins[1].new",
         "{scene: {pins: [{k: 1, node: 2}, {k: 3, new: [7, 8]}], name: s1}, steps: 5}"},
        {"scene", "{scene: [7, 8], steps: 5}"},
        {"x.y.z",
         "{scene: {pins: [{k: 1, node: 2}, {k: 3}], name: s1}, steps: 5, x: {y: {z: [7, 8]}}}"},
    };
    config_store *store = config_store_create();
    const config_node *root = load(store, original);
    const config_node *value = NULL;
    config_node *other = NULL, *changed = NULL;
    config_error error;
    folder_write("v.yaml", "\nv: [7, 8]\n");
    assert_true(config_load(store, "v.yaml", &other, &error));
    value = config_get(other, "v");
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        assert_true(config_override(store, root, table[i].path, value, &changed, &error));
        assert_tree(changed, table[i].changed);
        assert_tree(root, original_tree);
        assert_ptr_equal(config_at(changed, table[i].path), value);
    }
    assert_int_equal(config_key(config_at(changed, "x.y"), "z")->line, 2); /* as the value */
    assert_int_equal(config_key(changed, "steps")->line, 2);               /* as it was */
    assert_string_equal(config_key(changed, "x")->file, "v.yaml");
    assert_string_equal(config_key(changed, "steps")->file, "a.yaml");
    config_store_destroy(store);
}

/* A derived value may be a list's next element, and the first of a list that is not there. */
static void what_is_derived_may_fill_the_next_element(void **state)
{
    (void)state;
    static const struct {
        const char *path, *changed; /* NULL: refused */
    } table[] = {
        {"scene.pins[2]", "{scene: {pins: [{k: 1, node: 2}, {k: 3}, 9], name: s1}, steps: 5}"},
        {"scene.pins[2].k",
         "{scene: {pins: [{k: 1, node: 2}, {k: 3}, {k: 9}], name: s1}, steps: 5}"},
        {"scene.stops[0]",
         "{scene: {pins: [{k: 1, node: 2}, {k: 3}], name: s1, stops: [9]}, steps: 5}"},
        {"scene.pins[1].k", "{scene: {pins: [{k: 1, node: 2}, {k: 9}], name: s1}, steps: 5}"},
        {"scene.pins[3]", NULL},
        {"scene.stops[1]", NULL},
        {"scene.name[0]", NULL},
    };
    config_store *store = config_store_create();
    const config_node *root = load(store, original);
    const config_node *value = config_scalar(store, "9", root);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        config_node *changed = NULL;
        config_error error;
        assert_int_equal(config_fill(store, root, table[i].path, value, &changed, &error),
                         table[i].changed != NULL);
        if (table[i].changed)
            assert_tree(changed, table[i].changed);
    }
    config_store_destroy(store);
}

static void overrides_that_fit_nothing_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *path, *message;
    } table[] = {
        {"steps.x", "'steps.x': 'steps' is not a mapping; allowed: keys of mappings"},
        {"scene.pins.k",
         "'scene.pins.k': 'scene.pins' is not a mapping; allowed: keys of mappings"},
        {"scene[0]", "'scene[0]': 'scene' is not a list; allowed: indices of lists"},
        {"x[0]", "'x[0]': 'x' is not a list; allowed: indices of lists"},
        {"[0]", "'[0]': 'top level' is not a list; allowed: indices of lists"},
        {"scene.pins[2].k", "'scene.pins[2].k': index 2 of 'scene.pins' is out of range; allowed: "
                            "indices from 0, below 2"},
        {"scene.pins[99999999999999999999]",
         "'scene.pins[99999999999999999999]': index 18446744073709551615 of "
         "'scene.pins' is out of range; allowed: indices from 0, below 2"},
        {"", "empty path; allowed: names and indices such as scene.pins[0].k"},
        {"scene.",
         "'scene.' is not a path; allowed: names and indices such as scene.pins[0].k, at most 64"},
        {"scene..x", "'scene..x' is not a path; allowed: names and indices such as "
                     "scene.pins[0].k, at most 64"},
        {"scene.pins[x]", "'scene.pins[x]' is not a path; allowed: names and indices such as "
                          "scene.pins[0].k, at most 64"},
        {"scene.pins[0", "'scene.pins[0' is not a path; allowed: names and indices such as "
                         "scene.pins[0].k, at most 64"},
    };
    config_store *store = config_store_create();
    const config_node *root = load(store, original);
    const config_node *value = config_scalar(store, "9", config_get(root, "steps"));
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        config_node *changed = NULL;
        config_error error = {0};
        char message[512];
        snprintf(message, sizeof message, "a.yaml:2:8: %s", table[i].message);
        assert_false(config_override(store, root, table[i].path, value, &changed, &error));
        assert_null(changed);
        assert_string_equal(error.text, message);
    }
    assert_tree(root, original_tree);
    config_store_destroy(store);
}

static void overrides_are_as_deep_as_a_file_may_be(void **state)
{
    (void)state;
    config_store *store = config_store_create();
    const config_node *root = load(store, original);
    config_node *changed = NULL;
    config_error error = {0};
    char path[131] = "";
    for (size_t i = 0; i < 64; i++)
        strcpy(path + 2 * i, "a.");
    path[127] = '\0'; /* 64 names */
    assert_true(config_override(store, root, path, root, &changed, &error));
    strcpy(path + 127, ".a");
    assert_false(config_override(store, root, path, root, &changed, &error));
    assert_non_null(strstr(error.text, "at most 64"));
    config_store_destroy(store);
}

static void derived_scalars_stand_where_they_come_from(void **state)
{
    (void)state;
    config_store *store = config_store_create();
    const config_node *root = load(store, original);
    char text[] = "0x1p-3";
    const config_node *scalar = config_scalar(store, text, config_get(root, "steps"));
    config_error error;
    double value = 0;
    text[0] = 'x';
    assert_true(config_real(scalar, &value, &error));
    assert_true(value == 0.125);
    assert_false(scalar->quoted);
    assert_string_equal(scalar->file, "a.yaml");
    assert_int_equal(scalar->line, 2);
    assert_int_equal(scalar->column, 8);
    config_store_destroy(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(includes_merge_key_by_key),
        cmocka_unit_test(merged_values_keep_their_own_place),
        cmocka_unit_test(includes_that_cannot_be_are_refused),
        cmocka_unit_test(includes_do_not_blow_up),
        cmocka_unit_test(a_resolved_tree_is_as_deep_as_a_file_may_be),
        cmocka_unit_test(attached_texts_are_found_from_the_file_that_names_them),
        cmocka_unit_test(overrides_change_a_copy),
        cmocka_unit_test(what_is_derived_may_fill_the_next_element),
        cmocka_unit_test(overrides_that_fit_nothing_are_refused),
        cmocka_unit_test(overrides_are_as_deep_as_a_file_may_be),
        cmocka_unit_test(derived_scalars_stand_where_they_come_from),
    };
    return cmocka_run_group_tests(tests, write_library, folder_leave);
}
