/* config/ reads YAML files into trees, and refuses wrong ones with their place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "config/config.h"
#include "support/folder.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define YAML "; allowed: YAML 1.2, a mapping of 'key: value'"
#define TEXT "; allowed: printable text, tabs and newlines"
#define FILES "; allowed: a readable text file of at most 4 MiB"

/* Loads the file a.yaml; returns the error, "" if there is none. */
static const char *load_file(void)
{
    static config_error error;
    config_store *store = config_store_create();
    config_node *root = NULL;
    assert_non_null(store);
    error.text[0] = '\0';
    const bool loaded = config_load(store, "a.yaml", &root, &error);
    assert_int_equal(loaded, root != NULL);
    assert_int_equal(loaded, error.text[0] == '\0');
    config_store_destroy(store);
    return error.text;
}

static const char *load_bytes(const char *bytes, size_t length)
{
    folder_write_bytes("a.yaml", bytes, length);
    return load_file();
}

static const char *load(const char *text)
{
    return load_bytes(text, strlen(text));
}

static void faults_are_one_line_with_place_and_what_is_allowed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } table[] = {
        /* what is not a mapping */
        {"", "a.yaml:1:1: empty file; allowed: a mapping of 'key: value'"},
        {"# only\n# comments\n", "a.yaml:1:1: empty file; allowed: a mapping of 'key: value'"},
        {"- a\n", "a.yaml:1:1: not a mapping; allowed: a file of 'key: value'"},
        {"word\n", "a.yaml:1:1: not a mapping; allowed: a file of 'key: value'"},
        {"---\n", "a.yaml:1:1: not a mapping; allowed: a file of 'key: value'"},
        {"a: 1\n---\nb: 2\n", "a.yaml:2:1: another document; allowed: one document in a file"},
        /* keys */
        {"a: 1\nb: 2\nb: 3\na: 4\n",
         "a.yaml:3:1: duplicate key 'b', first given at line 2; allowed: once"},
        {"a: 1\n'a': 2\n", "a.yaml:2:1: duplicate key 'a', first given at line 1; allowed: once"},
        {"a: {b: 1, c: 2, b: 3}\n",
         "a.yaml:1:17: duplicate key 'b', first given at line 1; allowed: once"},
        {"\"a\\nb\": 1\n\"a\\nb\": 2\n",
         "a.yaml:2:1: duplicate key 'a\\nb', first given at line 1; allowed: once"},
        {"\"\\u2028\\e\": 1\n\"\\u2028\\e\": 2\n",
         "a.yaml:2:1: duplicate key '\\u2028\\x1b', first given at line 1; allowed: once"},
        {"? [a]\n: b\n", "a.yaml:1:3: a key that is a list; allowed: a text as key"},
        {"{a: 1}: b\n", "a.yaml:1:1: a key that is a mapping; allowed: a text as key"},
        {"a: 1\n: b\n", "a.yaml:1:4: empty key; allowed: a text as key"},
        {"\"\": b\n", "a.yaml:1:1: empty key; allowed: a text as key"},
        /* what YAML has and configurations have not */
        {"a: &x 1\nb: *x\n", "a.yaml:1:4: anchor '&'; allowed: 'include: FILE' instead"},
        {"a: *x\n", "a.yaml:1:4: alias '*'; allowed: 'include: FILE' instead"},
        {"a: {<<: {b: 1}}\n", "a.yaml:1:5: merge key '<<'; allowed: 'include: FILE' instead"},
        {"a: !!str 5\n", "a.yaml:1:4: tag '!'; allowed: values without tags"},
        {"%FOO\n---\na: 1\n", "a.yaml:1:2: Unsupported directive" YAML},
        {"%YAML 3.0\n---\na: 1\n", "a.yaml:1:1: cannot be understood as YAML" YAML},
        {"a: \"x\\0y\"\n", "a.yaml:1:4: text with the character U+0000; allowed: text without it"},
        /* syntax, in libfyaml's words */
        {"a: [1, 2\n", "a.yaml:2:1: flow sequence without a closing bracket" YAML},
        {"a:\n\tb: 1\n", "a.yaml:2:1: tab character may not be used as indentation" YAML},
        {"a: 'x\n", "a.yaml:1:5: single-quoted scalar without closing quote" YAML},
        {"a: b: c\n", "a.yaml:1:5: invalid nested block mapping on the same line" YAML},
        {"a: @x\n", "a.yaml:1:4: plain scalar cannot start with '@'" YAML},
        {"a: \"\\ud800\"\n", "a.yaml:1:5: double-quoted scalar has invalid UTF8 escape" YAML},
        /* characters */
        {"a: 1\n\xc3\xa9: \xff\n", "a.yaml:2:4: byte 0xff is not UTF-8; allowed: UTF-8 text"},
        {"a: \xc0\x80\n", "a.yaml:1:4: byte 0xc0 is not UTF-8; allowed: UTF-8 text"},
        {"a: \xed\xa0\x80\n", "a.yaml:1:4: byte 0xed is not UTF-8; allowed: UTF-8 text"},
        {"a: \xf4\x90\x80\x80\n", "a.yaml:1:4: byte 0xf4 is not UTF-8; allowed: UTF-8 text"},
        {"a: \xc3", "a.yaml:1:4: byte 0xc3 is not UTF-8; allowed: UTF-8 text"},
        {"a: \x1b\n", "a.yaml:1:4: character U+001B" TEXT},
        {"a: \x7f\n", "a.yaml:1:4: character U+007F" TEXT},
        {"a: 1\r\n\xef\xbb\xbf"
         "b: 2\r\n",
         "a.yaml:2:1: character U+FEFF" TEXT},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_string_equal(load(table[i].text), table[i].message);
    assert_string_equal(load_bytes("a: 1\nb: \0\n", 10),
                        "a.yaml:2:4: byte 0x00: the file is binary; allowed: text");
    assert_string_equal(load_bytes("\xff\xfe"
                                   "a\0:\0",
                                   6),
                        "a.yaml:1:1: the file is UTF-16; allowed: UTF-8 text");
}

static void values_know_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *path, *value;
        bool quoted;
        int line, column;
    } table[] = {
        {"a: 1\n", "a", "1", false, 1, 4},
        {"\xef\xbb\xbf"
         "a: 1\n",
         "a", "1", false, 1, 4},
        {"a: 1\r\nb:\r\n  c: 2\r\n", "b.c", "2", false, 3, 6},
        {"a: 1\rb: 2\r", "b", "2", false, 2, 4},
        {"---\na: 1\n...\n", "a", "1", false, 2, 4},
        {"\xc3\xa9: [x, \"y\", 'z']\n", "\xc3\xa9[1]", "y", true, 1, 8},
        {"a: [x, \"y\", 'z']\n", "a[2]", "z", true, 1, 13},
        {"a:\n  - b: 5\n  - b: '5'\n", "a[1].b", "5", true, 3, 8},
        {"a: [[1, 2], [3]]\n", "a[1][0]", "3", false, 1, 14},
        {"a: \"5\\n\\t\\u00e9\"\n", "a", "5\n\t\xc3\xa9", true, 1, 4},
        {"a: |\n  5\n", "a", "5\n", true, 2, 1},
        {"a:\nb: 2\n", "a", "", false, 1, 1},
        {"{a, b: 2}\n", "a", "", false, 1, 2},
        {"a: ''\n", "a", "", true, 1, 4},
        {"a: one\n  two\n", "a", "one two", false, 1, 4},
        {"a: 1 # note\n", "a", "1", false, 1, 4},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        config_store *store = config_store_create();
        config_node *root = NULL;
        config_error error = {0};
        folder_write("a.yaml", table[i].text);
        if (!config_load(store, "a.yaml", &root, &error))
            fail_msg("%s", error.text);
        const config_node *node = config_at(root, table[i].path);
        assert_non_null(node);
        assert_int_equal(node->kind, CONFIG_SCALAR);
        assert_string_equal(node->text, table[i].value);
        assert_int_equal(node->quoted, table[i].quoted);
        assert_string_equal(node->file, "a.yaml");
        assert_int_equal(node->line, table[i].line);
        assert_int_equal(node->column, table[i].column);
        assert_false(config_fail(&error, node, "wrong"));
        assert_int_equal(error.status, TRAMA_BAD_INPUT);
        assert_string_equal(error.file, "a.yaml");
        assert_int_equal(error.line, table[i].line);
        assert_int_equal(error.column, table[i].column);
        assert_false(config_fail_memory(&error, NULL));
        assert_int_equal(error.status, TRAMA_NO_MEMORY);
        assert_null(error.file);
        assert_string_equal(error.text, "out of memory");
        config_store_destroy(store);
    }
}

static void paths_that_lead_nowhere_give_null(void **state)
{
    (void)state;
    static const char *const paths[] = {
        "",      ".",     "x",      "a.",     "a..b",  ".a",
        "a[2]",  "a[",    "a[1",    "a[]",    "a[-1]", "a[0]b",
        "a[0].", "b.c.d", "a.b",    "b[0]",   "a]",    "a[99999999999999999999999]",
        "b.",    "b.[0]", "a[0].x", "a[0][0]"};
    config_store *store = config_store_create();
    config_node *root = NULL;
    config_error error;
    folder_write("a.yaml", "a: [1, 2]\nb: {c: 3}\n");
    assert_true(config_load(store, "a.yaml", &root, &error));
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++)
        assert_null(config_at(root, paths[i]));
    assert_null(config_at(NULL, "a"));
    assert_null(config_get(NULL, "a"));
    assert_null(config_get(config_get(root, "a"), "a"));
    assert_null(config_key(root, "c"));
    assert_int_equal(config_key(root, "b")->line, 2);
    assert_string_equal(config_at(root, "b.c")->text, "3");
    config_store_destroy(store);
}

static void files_that_are_no_text_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name, *message;
    } table[] = {
        {"missing",
         "missing:1:1: file 'missing' cannot be opened: No such file or directory" FILES},
        {"", ":1:1: file '' cannot be opened: No such file or directory" FILES},
        {"folder", "folder:1:1: file 'folder' is a directory" FILES},
        {"pipe", "pipe:1:1: file 'pipe' is not a regular file" FILES},
        {"a.yaml/b", "a.yaml/b:1:1: file 'a.yaml/b' cannot be opened: Not a directory" FILES},
        {"new\nline",
         "new\\nline:1:1: file 'new\\nline' cannot be opened: No such file or directory" FILES},
    };
    folder_write("a.yaml", "a: 1\n");
    assert_int_equal(mkdir("folder", 0700), 0);
    assert_int_equal(mkfifo("pipe", 0600), 0);
    config_store *store = config_store_create();
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        config_node *root = NULL;
        config_error error = {0};
        assert_false(config_load(store, table[i].name, &root, &error));
        assert_string_equal(error.text, table[i].message);
    }
    assert_int_equal(config_store_files(store), 0);
    config_store_destroy(store);
}

/* `begin`, then `repeated` so often, then `end`; the caller frees it. */
static char *long_text(const char *begin, const char *repeated, size_t times, const char *end)
{
    char *text = malloc(strlen(begin) + times * strlen(repeated) + strlen(end) + 1);
    assert_non_null(text);
    char *at = stpcpy(text, begin);
    for (size_t i = 0; i < times; i++)
        at = stpcpy(at, repeated);
    strcpy(at, end);
    return text;
}

static void limits_hold_on_both_sides(void **state)
{
    (void)state;
    static const struct {
        const char *begin, *repeated;
        size_t times;
        const char *end, *message;
    } table[] = {
        {"{", "", 0, "}", ""},                   /* no limit below */
        {"#", "x", (4 << 20) - 6, "\na: 1", ""}, /* 4 MiB to the byte, and one more */
        {"#", "x", (4 << 20) - 5, "\na: 1", "a.yaml:1:1: file 'a.yaml' is too large" FILES},
        {"a: ", "[", 64, "", "a.yaml:1:67: too deep; allowed: 64 collections inside each other"},
        {"a: ", "- ", 64, "", "a.yaml:1:4: block sequence on the same line as a mapping key" YAML},
        {"a:\n  ", "- ", 63, "1", ""},
        {"a:\n  ", "- ", 64, "1",
         "a.yaml:2:129: too deep; allowed: 64 collections inside each other"},
        {"a: [", "1,", 1000001, "]",
         "a.yaml:1:1999999: too large; allowed: 1000000 values and keys"},
        {"a: [", "1,", 200000, "]", ""},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char *text = long_text(table[i].begin, table[i].repeated, table[i].times, table[i].end);
        assert_string_equal(load(text), table[i].message);
        free(text);
    }
}

static void mappings_have_at_most_ten_thousand_keys(void **state)
{
    (void)state;
    char *text = malloc(10001 * 12), *end = text;
    for (int i = 0; i < 10000; i++)
        end += sprintf(end, "k%d: 1\n", i);
    assert_string_equal(load(text), "");
    strcpy(end, "k: 1\n");
    assert_string_equal(load(text),
                        "a.yaml:10001:1: too many keys; allowed: 10000 keys in a mapping");
    strcpy(end - 9, "k5: 1\n"); /* in the place of k9999 */
    assert_string_equal(load(text),
                        "a.yaml:10000:1: duplicate key 'k5', first given at line 6; allowed: once");
    free(text);
}

static void long_names_leave_room_for_what_is_allowed(void **state)
{
    (void)state;
    /* two bytes a letter: a cut must not fall inside one */
    for (size_t shift = 0; shift < 2; shift++) {
        char *name = long_text(shift ? "x" : "", "\xc3\xa9", 100000, "");
        char *text = long_text(name, ": 1\n", 1, "");
        char *both = long_text(text, text, 1, "");
        const char *message = load(both);
        assert_in_range(strlen(message), 1020, 1023);
        assert_memory_equal(message, "a.yaml:2:1: duplicate key '", 27);
        assert_non_null(strstr(message, "\xc3\xa9...\xc3\xa9"));
        const char *end = "\xc3\xa9', first given at line 1; allowed: once";
        assert_string_equal(message + strlen(message) - strlen(end), end);
        free(name);
        free(text);
        free(both);
    }
}

static void files_read_are_noted_once_with_their_text(void **state)
{
    (void)state;
    config_store *store = config_store_create();
    config_node *root = NULL;
    config_error error;
    folder_write("a.yaml", "\xef\xbb\xbf"
                           "a: 1 # one\n");
    folder_write("b.yaml", "b: [\n");
    assert_true(config_load(store, "a.yaml", &root, &error));
    assert_false(config_load(store, "b.yaml", &root, &error));
    assert_true(config_load(store, "a.yaml", &root, &error));
    assert_int_equal(config_store_files(store), 2);
    assert_string_equal(config_store_file_name(store, 0), "a.yaml");
    assert_string_equal(config_store_file_text(store, 0), "\xef\xbb\xbf"
                                                          "a: 1 # one\n");
    assert_string_equal(config_store_file_text(store, 1), "b: [\n");
    folder_write("a.yaml", "a: 2\n");
    assert_true(config_load(store, "a.yaml", &root, &error));
    assert_int_equal(config_store_files(store), 3);
    assert_string_equal(config_store_file_text(store, 2), "a: 2\n");
    assert_null(config_store_file_name(store, 3));
    config_store_destroy(store);
    config_store_destroy(NULL);
}

static void config_fail_escapes_and_returns_false(void **state)
{
    (void)state;
    config_error error;
    const config_node where = {.file = "dir\n/a.yaml", .line = 3, .column = 7};
    assert_false(config_fail(&error, &where, "no '%s'; allowed: %d", "a\r\n\x01\xff\xc2\x85", 2));
    assert_string_equal(error.text, "dir\\n/a.yaml:3:7: no 'a\\r\\n\\x01\\xff\\x85'; allowed: 2");
    assert_false(config_fail(&error, NULL, "usage"));
    assert_string_equal(error.text, "usage");
    char *folder = long_text("", "f/", 3000, "a.yaml");
    const config_node deep = {.file = folder, .line = 1, .column = 2};
    assert_false(config_fail(&error, &deep, "no"));
    assert_memory_equal(error.text, "...", 3);
    assert_string_equal(strstr(error.text, "a.yaml"), "a.yaml:1:2: no");
    free(folder);
}

static void unknown_names_are_told_the_nearest_or_all(void **state)
{
    (void)state;
    static const char *const known[] = {"cosserat", "mass_spring", "rigid"};
    static const struct {
        const char *name, *message;
    } table[] = {
        {"coserat", "a.yaml:2:3: unknown model 'coserat'; nearest allowed: 'cosserat'"},
        {"shell", "a.yaml:2:3: unknown model 'shell'; allowed: cosserat, mass_spring, rigid"},
        {"a\nb", "a.yaml:2:3: unknown model 'a\\nb'; allowed: cosserat, mass_spring, rigid"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        config_error error;
        const config_node node = {
            .kind = CONFIG_SCALAR, .text = table[i].name, .file = "a.yaml", .line = 2, .column = 3};
        assert_false(config_unknown(&error, "model", &node, known, 3));
        assert_string_equal(error.text, table[i].message);
    }
}

/* A message is one line and begins with a place. */
static void check_message(const char *message)
{
    assert_null(strpbrk(message, "\n\r"));
    if (message[0])
        assert_memory_equal(message, "a.yaml:", 7);
}

static const char sample[] = "a: [1, \"x\\ty\"]\n"
                             "b:\n"
                             "  - {c: 'd', e}\n"
                             "  - |\n"
                             "    f # g\n";

static void every_prefix_is_read_or_refused(void **state)
{
    (void)state;
    for (size_t length = 0; length < sizeof sample; length++)
        check_message(load_bytes(sample, length));
    assert_string_equal(load(sample), "");
}

/* Sends the standard error into a file; returns the one that it was. */
static int silence(const char *name)
{
    fflush(stderr);
    const int kept = dup(STDERR_FILENO), file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_int_equal(dup2(file, STDERR_FILENO), STDERR_FILENO);
    close(file);
    return kept;
}

/* Puts it back; returns how many bytes were printed meanwhile. */
static long speak(int kept, const char *name)
{
    struct stat status;
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    return stat(name, &status) == 0 ? (long)status.st_size : -1;
}

/* Nothing leaks (under ASan), and libfyaml prints nothing of its own. */
static void every_mutation_is_read_or_refused_in_silence(void **state)
{
    (void)state;
    const size_t length = sizeof sample - 1;
    size_t refused = 0;
    folder_write("a.yaml", sample);
    const int file = open("a.yaml", O_WRONLY), kept = silence("printed");
    for (size_t i = 0; i < length; i++) {
        for (int value = 0; value < 256; value++) {
            const char byte = (char)value;
            assert_int_equal(pwrite(file, &byte, 1, (off_t)i), 1);
            const char *message = load_file();
            check_message(message);
            refused += message[0] != '\0';
        }
        assert_int_equal(pwrite(file, sample + i, 1, (off_t)i), 1);
    }
    assert_int_equal(speak(kept, "printed"), 0);
    close(file);
    /* measured: 10434 of 12800, 209 of 256 a byte; 158 can stand in no such text (control
     * characters, parts of longer characters), and one is the sample's own */
    assert_in_range(refused, 158 * length, 255 * length);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_one_line_with_place_and_what_is_allowed),
        cmocka_unit_test(values_know_their_place),
        cmocka_unit_test(paths_that_lead_nowhere_give_null),
        cmocka_unit_test(files_that_are_no_text_files_are_refused),
        cmocka_unit_test(limits_hold_on_both_sides),
        cmocka_unit_test(mappings_have_at_most_ten_thousand_keys),
        cmocka_unit_test(long_names_leave_room_for_what_is_allowed),
        cmocka_unit_test(files_read_are_noted_once_with_their_text),
        cmocka_unit_test(config_fail_escapes_and_returns_false),
        cmocka_unit_test(unknown_names_are_told_the_nearest_or_all),
        cmocka_unit_test(every_prefix_is_read_or_refused),
        cmocka_unit_test(every_mutation_is_read_or_refused_in_silence),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
