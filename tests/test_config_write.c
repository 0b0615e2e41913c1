/* What config_write writes reads back as the same tree: of every configuration that is here, and of
 * texts that plain YAML would not say as they are. */
#define _GNU_SOURCE /* nftw */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "config/config.h"
#include "support/folder.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A plain scalar may come back quoted, but for those that quotes would make something else. */
static bool is_same_scalar(const config_node *a, const config_node *b)
{
    double real;
    bool truth;
    config_error error;
    const bool as_it_was = a->quoted == b->quoted;
    const bool says_more =
        !a->quoted &&
        (a->text[0] == '\0' || strcmp(a->text, "~") == 0 || strcmp(a->text, "null") == 0 ||
         config_real(a, &real, &error) || config_boolean(a, &truth, &error));
    return strcmp(a->text, b->text) == 0 && (as_it_was || (b->quoted && !says_more));
}

static bool is_same(const config_node *a, const config_node *b)
{
    if (a->kind != b->kind || a->count != b->count)
        return false;
    if (a->kind == CONFIG_SCALAR)
        return is_same_scalar(a, b);
    for (size_t i = 0; i < a->count; i++)
        if (!is_same(a->item[i], b->item[i]) ||
            (a->kind == CONFIG_MAPPING && strcmp(a->key[i]->text, b->key[i]->text) != 0))
            return false;
    return true;
}

static void assert_comes_back(config_store *store, const config_node *root)
{
    char *text = NULL;
    size_t size;
    config_error error = {0};
    config_node *again;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    config_write(root, out);
    fclose(out);
    if (!config_read(store, "written", text, &again, &error) || !is_same(root, again))
        fail_msg("%s\n%s\n%s", root->file, error.text, text);
    free(text);
}

static size_t files;

static int visit(const char *path, const struct stat *status, int type, struct FTW *place)
{
    const char *ending = strrchr(path, '.');
    config_store *store = config_store_create();
    config_error error;
    config_node *root;
    (void)status, (void)place;
    assert_non_null(store);
    if (type == FTW_F && ending && strcmp(ending, ".yaml") == 0 &&
        config_load(store, path, &root, &error)) {
        assert_comes_back(store, root);
        files++;
    }
    config_store_destroy(store);
    return 0;
}

static void every_configuration_comes_back(void **state)
{
    (void)state;
    files = 0;
    nftw(TRAMA_SOURCE_DIR "/configs", visit, 16, FTW_PHYS);
    nftw(TRAMA_SOURCE_DIR "/examples", visit, 16, FTW_PHYS);
    assert_true(files > 150);
}

static void texts_that_are_hard_to_say_come_back(void **state)
{
    (void)state;
    static const char *const hard[] = {
        "a: \"\"\nb:\nc: ~\nd: \"~\"\ne: null\nf: 'null'\n",
        "a: 1e-3\nb: '1e-3'\nc: -.inf\nd: .5\ne: -5\nf: +5\ng: 0x1p-3\nh: true\ni: 'true'\n",
        "a: '- b'\nb: '? b'\nc: 'x: y'\nd: 'x #y'\ne: '[a, b]'\nf: '{a: b}'\ng: '&a'\nh: '*a'\n",
        "a: '!b'\nb: '%b'\nc: '@b'\nd: '`b`'\ne: '---'\nf: '...'\ng: '<<'\nh: '|'\ni: '>-'\n",
        "a: \"tab\\there, line\\nthere, \\x07 bell, \\u2028 line, \\ufeff mark\"\n",
        "a: \"a face, \\U0001f600\"\n",
        "a: 'quotes \" and \\ and '' '\nb: ' blanks '\nc: \"\\r\\n\"\nd: \"\\x85\\xa0\\xff\"\n",
        "a: []\nb: {}\nc: [[], {}, [[]]]\nd: [{a: []}, {b: {c: [1, [2, 3], {d: e}]}}]\n",
        "a:\n  -\n  - \n  - x\n  - - y\n    - - z\n    -\n",
        ("a: |\n  several\n  lines\n\n  and an empty one\nb: >\n  folded\n  text\nc: plain\n  "
         "text\n"),
        "'a b': 1\n'c: d': 2\n'[e': 3\n\"\\u00e9\\n\": 4\n'-': 5\n'? f': 6\n",
        "---\n'...': x\n'---': y\n",
    };
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++) {
        config_store *store = config_store_create();
        config_error error;
        config_node *root;
        assert_non_null(store);
        if (!config_read(store, "hard", hard[i], &root, &error))
            fail_msg("%s", error.text);
        assert_comes_back(store, root);
        config_store_destroy(store);
    }
}

/* YAML allows a key of 1024 characters before its colon. */
static void long_keys_come_back(void **state)
{
    (void)state;
    enum { LONG = 3000 };
    char text[LONG + 64] = "? ";
    config_store *store = config_store_create();
    config_error error;
    config_node *root;
    assert_non_null(store);
    memset(text + 2, 'k', LONG);
    strcpy(text + 2 + LONG, "\n: {a: [1, {b: 2}]}\nc: d\n");
    assert_true(config_read(store, "long", text, &root, &error));
    assert_comes_back(store, root);
    config_store_destroy(store);
}

static void a_text_in_memory_is_held_to_the_bounds_of_a_file(void **state)
{
    (void)state;
    enum { MANY = (4 << 20) + 1 };
    config_store *store = config_store_create();
    config_error error;
    config_node *root;
    char *large = malloc(MANY + 1);
    assert_non_null(store);
    assert_non_null(large);
    memset(large, ' ', MANY);
    large[MANY] = '\0';
    assert_false(config_read(store, "r/study.h5", large, &root, &error));
    assert_string_equal(error.text, "r/study.h5:1:1: too large; allowed: 4194304 bytes");
    free(large);
    assert_false(config_read(store, "r/study.h5", "a: \x01\n", &root, &error));
    assert_string_equal(error.text, "r/study.h5:1:4: character U+0001; allowed: printable text, "
                                    "tabs and newlines");
    assert_false(config_read(store, "r/study.h5", "a: 1\nb: &x 2\n", &root, &error));
    assert_string_equal(error.text, "r/study.h5:2:4: anchor '&'; allowed: 'include: FILE' instead");
    config_store_destroy(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_configuration_comes_back),
        cmocka_unit_test(texts_that_are_hard_to_say_come_back),
        cmocka_unit_test(long_keys_come_back),
        cmocka_unit_test(a_text_in_memory_is_held_to_the_bounds_of_a_file),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
