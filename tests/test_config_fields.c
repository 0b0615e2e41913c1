/* config/ reads scalars as values, and mappings into structs through Field tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "config/config.h"
#include "core/numbers.h"
#include "support/folder.h"

#include <float.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static config_store *store;

static int open_store(void **state)
{
    store = config_store_create();
    return store ? folder_enter(state) : -1;
}

static int close_store(void **state)
{
    config_store_destroy(store);
    return folder_leave(state);
}

/* The tree of a text, as the file a.yaml. */
static config_node *load(const char *text)
{
    config_node *root = NULL;
    config_error error;
    folder_write("a.yaml", text);
    if (!config_load(store, "a.yaml", &root, &error))
        fail_msg("%s", error.text);
    return root;
}

/* The value of `a: token`. */
static const config_node *value_of(const char *token)
{
    char text[128];
    snprintf(text, sizeof text, "a: %s\n", token);
    return config_get(load(text), "a");
}

/* The error without its place. */
static const char *sentence(const config_error *error)
{
    const char *space = strchr(error->text, ' ');
    return space ? space + 1 : "";
}

static void reals_are_whole_tokens(void **state)
{
    (void)state;
    static const struct {
        const char *token;
        double value;
    } good[] = {
        {"2.385", 2.385},
        {"-2.5e-3", -2.5e-3},
        {"+7", 7},
        {"0", 0},
        {"0.0e0", 0},
        {"1.", 1},
        {".5", 0.5},
        {"1E+3", 1000},
        {"010", 10},
        {"0x1.8p-3", 0.1875},
        {"-0x1p4", -16},
        {"0x10", 16},
        {"0x0p0", 0},
        {".inf", TRAMA_INFINITY},
        {"-.inf", -TRAMA_INFINITY},
        {"4.9e-324", 4.9406564584124654e-324},
        {"1.7976931348623157e308", DBL_MAX},
        {"0.1 # note", 0.1},
        {"0x1.999999999999ap-4", 0.1},
    };
    static const struct {
        const char *token, *message;
    } bad[] = {
        {"abc", "'abc' is not a number"},
        {"1,5", "'1,5' is not a number"},
        {"1_000", "'1_000' is not a number"},
        {"5 m", "'5 m' is not a number"},
        {"1e", "'1e' is not a number"},
        {"1e+", "'1e+' is not a number"},
        {"--1", "'--1' is not a number"},
        {"+-1", "'+-1' is not a number"},
        {".", "'.' is not a number"},
        {"0x", "'0x' is not a number"},
        {"0x1.8p", "'0x1.8p' is not a number"},
        {"1.5p3", "'1.5p3' is not a number"},
        {"inf", "'inf' is not a number"},
        {"+.inf", "'+.inf' is not a number"},
        {"infinity", "'infinity' is not a number"},
        {"nan", "'nan' is not a number"},
        {".nan", "'.nan' is no value to compute with"},
        {"1e400", "'1e400' is too large for a double"},
        {"-1e400", "'-1e400' is too large for a double"},
        {"1e-400", "'1e-400' is too small for a double"},
        {"-0x0.01p-2000", "'-0x0.01p-2000' is too small for a double"},
        {"'5'", "'5' is quoted, so a text and not a number"},
        {"", "nothing is given"},
        {"''", "'' is quoted, so a text and not a number"},
        {"~", "'~' is not a number"},
        {"[1]", "a list is not a number"},
        {"{b: 1}", "a mapping is not a number"},
        {"\xd9\xa1", "'\xd9\xa1' is not a number"}, /* an Arabic digit */
    };
    config_error error;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        double value = TRAMA_NAN;
        assert_true(config_real(value_of(good[i].token), &value, &error));
        assert_true(value == good[i].value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        double value = TRAMA_NAN;
        char message[256];
        snprintf(message, sizeof message, "%s; allowed: a number such as 0.5, 1e-3 or .inf",
                 bad[i].message);
        assert_false(config_real(value_of(bad[i].token), &value, &error));
        assert_string_equal(sentence(&error), message);
    }
}

/* The comma of another locale neither is accepted nor stops the point from being one. */
static void reals_do_not_depend_on_the_locale(void **state)
{
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "pt_BR.UTF-8"};
    size_t i = 0;
    while (i < 4 && !setlocale(LC_NUMERIC, names[i]))
        i++;
    config_error error;
    double value = 0;
    assert_true(config_real(value_of("2.385"), &value, &error));
    assert_true(value == 2.385);
    assert_false(config_real(value_of("2,385"), &value, &error));
    setlocale(LC_NUMERIC, "C");
    if (i == 4)
        skip(); /* no such locale is installed */
}

static void integers_are_written_as_integers(void **state)
{
    (void)state;
    static const struct {
        const char *token;
        long value;
    } good[] = {{"0", 0},
                {"-12", -12},
                {"+7", 7},
                {"010", 10},
                {"9223372036854775807", LONG_MAX},
                {"-9223372036854775808", LONG_MIN}};
    static const struct {
        const char *token, *message;
    } bad[] = {
        {"1e3", "'1e3' is not written as an integer"},
        {"5.0", "'5.0' is not written as an integer"},
        {"0x10", "'0x10' is not written as an integer"},
        {".inf", "'.inf' is not written as an integer"},
        {"9223372036854775808", "'9223372036854775808' does not fit an integer"},
        {"-9223372036854775809", "'-9223372036854775809' does not fit an integer"},
        {"5x", "'5x' is not an integer"},
        {"+", "'+' is not an integer"},
        {"'5'", "'5' is quoted, so a text and not an integer"},
        {"true", "'true' is not an integer"},
        {"[1]", "a list is not an integer"},
        {"", "nothing is given"},
    };
    config_error error;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        long value = 4711;
        assert_true(config_integer(value_of(good[i].token), &value, &error));
        assert_true(value == good[i].value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        long value = 0;
        char message[256];
        snprintf(message, sizeof message,
                 "%s; allowed: an integer such as 1000, without point or exponent", bad[i].message);
        assert_false(config_integer(value_of(bad[i].token), &value, &error));
        assert_string_equal(sentence(&error), message);
    }
}

static void booleans_are_true_or_false(void **state)
{
    (void)state;
    static const struct {
        const char *token, *message;
    } table[] = {
        {"true", ""},
        {"false", ""},
        {"yes", "a.yaml:1:4: 'yes' is not a boolean; allowed: true or false"},
        {"True", "a.yaml:1:4: 'True' is not a boolean; allowed: true or false"},
        {"1", "a.yaml:1:4: '1' is not a boolean; allowed: true or false"},
        {"\"true\"",
         "a.yaml:1:4: 'true' is quoted, so a text and not a boolean; allowed: true or false"},
        {"", "a.yaml:1:1: nothing is given; allowed: true or false"},
    };
    config_error error;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        bool value = i != 0;
        error.text[0] = '\0';
        const bool done = config_boolean(value_of(table[i].token), &value, &error);
        assert_string_equal(error.text, table[i].message);
        assert_int_equal(done, table[i].message[0] == '\0');
        if (done)
            assert_int_equal(value, i == 0);
    }
}

static void texts_are_given_or_quoted(void **state)
{
    (void)state;
    static const struct {
        const char *token, *value;
    } good[] = {{"two words", "two words"}, {"64", "64"}, {"\"null\"", "null"}, {"''", ""}};
    static const struct {
        const char *token, *message;
    } bad[] = {
        {"null", "'null' is no value"},
        {"~", "'~' is no value"},
        {"", "nothing is given"},
        {"[x]", "a list is not a text"},
    };
    config_error error;
    const char *value = NULL;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(config_text(value_of(good[i].token), &value, &error));
        assert_string_equal(value, good[i].value);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char message[256];
        snprintf(message, sizeof message, "%s; allowed: a text, in quotes if need be",
                 bad[i].message);
        assert_false(config_text(value_of(bad[i].token), &value, &error));
        assert_string_equal(sentence(&error), message);
    }
}

/* ---- Field tables ---- */

typedef struct sample {
    double mass, stiffness[3], limits[2], optional;
    long steps, points[2];
    bool closed, free[3];
    int scheme, corner[2];
    trama_reals instants, rows;
} sample;

static const char *const schemes[] = {"reference", "natural", "zero", NULL};

#define FIELD(member, type, ...)                                                                   \
    {                                                                                              \
        .name = #member, .kind = type, .offset = offsetof(sample, member), __VA_ARGS__             \
    }

static const trama_field table[] = {
    FIELD(mass, TRAMA_REAL, .count = 1, .required = true, .unit = "kg", .minimum = DBL_MIN,
          .maximum = DBL_MAX),
    FIELD(stiffness, TRAMA_REAL, .count = 3, .broadcast = true, .unit = "N/m", .minimum = 0,
          .maximum = 1e6, .fallback = {1.5, 2.5, 3.5}),
    FIELD(limits, TRAMA_REAL, .count = 2, .unit = "m", .fallback = {-0.25, 0.75}),
    FIELD(optional, TRAMA_REAL, .count = 1, .unit = "s", .maximum = TRAMA_INFINITY,
          .fallback = {TRAMA_NAN}),
    FIELD(steps, TRAMA_INTEGER, .count = 1, .unit = "1", .minimum = 1, .maximum = 1e9,
          .fallback = {100}),
    FIELD(points, TRAMA_INTEGER, .count = 2, .broadcast = true, .unit = "1", .minimum = 2,
          .maximum = 90, .fallback = {4, 6}),
    FIELD(closed, TRAMA_BOOLEAN, .count = 1, .unit = "", .fallback = {1}),
    FIELD(free, TRAMA_BOOLEAN, .count = 3, .unit = "", .fallback = {1, 0, 1}),
    FIELD(scheme, TRAMA_CHOICE, .count = 1, .unit = "", .choices = schemes, .fallback = {2}),
    FIELD(corner, TRAMA_CHOICE, .count = 2, .unit = "", .choices = schemes),
    FIELD(instants, TRAMA_REAL, .count = 1, .list = true, .unit = "s", .minimum = 0, .maximum = 50),
    FIELD(rows, TRAMA_REAL, .count = 3, .list = true, .unit = "m"),
};
static const trama_fields fields = TRAMA_FIELDS(table, sample);
static const char *const others[] = {"pins", "gravity", NULL};

static void defaults_come_first_then_every_key(void **state)
{
    (void)state;
    config_error error = {0};
    sample read;
    assert_true(config_fields(load("mass: 2.385\npins: [1]\n"), fields, others, &read, &error));
    assert_true(read.mass == 2.385 && isnan(read.optional) && read.limits[1] == 0.75);
    assert_true(read.stiffness[0] == 1.5 && read.stiffness[2] == 3.5);
    assert_int_equal(read.steps, 100);
    assert_true(read.closed && read.free[0] && !read.free[1] && read.points[1] == 6);
    assert_int_equal(read.scheme, 2);
    assert_int_equal(read.instants.count, 0);

    static const char all[] =
        "mass: 0x1.8p-3\nstiffness: 7.25\nlimits: [-3, 4.5]\noptional: .inf\n"
        "steps: 12\npoints: [5, 7]\nclosed: false\nfree: [false, true, false]\n"
        "scheme: natural\ncorner: [zero, 'natural']\ninstants: [0, 0.5, 12.5]\n"
        "assumed: {mass: weighed by eye, pins: as drawn}\npins: {}\n";
    assert_true(config_fields(load(all), fields, others, &read, &error));
    assert_true(read.mass == 0.1875 && read.limits[0] == -3 && read.limits[1] == 4.5);
    assert_true(read.stiffness[0] == 7.25 && read.stiffness[1] == 7.25 &&
                read.stiffness[2] == 7.25);
    assert_true(isinf(read.optional));
    assert_int_equal(read.steps, 12);
    assert_true(read.points[0] == 5 && read.points[1] == 7);
    assert_true(!read.closed && !read.free[0] && read.free[1] && !read.free[2]);
    assert_int_equal(read.scheme, 1);
    assert_int_equal(read.corner[0], 2);
    assert_int_equal(read.corner[1], 1);
    assert_int_equal(read.instants.count, 3);
    assert_true(read.instants.value[2] == 12.5);

    assert_true(
        config_fields(load("mass: 1\ninstants: 2.5\npoints: 9\n"), fields, others, &read, &error));
    assert_true(read.instants.count == 1 && read.instants.value[0] == 2.5);
    assert_true(read.points[0] == 9 && read.points[1] == 9);
}

static void list_of_lists_is_read_row_by_row(void **state)
{
    (void)state;
    config_error error = {0};
    sample read;
    assert_true(config_fields(load("mass: 1\nrows: [[1, 2, 3], [4, 5, 2.385]]\n"), fields, others,
                              &read, &error));
    assert_int_equal(read.rows.count, 6);
    assert_true(read.rows.value[2] == 3 && read.rows.value[3] == 4 && read.rows.value[5] == 2.385);
}

static void faults_in_fields_say_name_value_and_range(void **state)
{
    (void)state;
#define ONES "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "
#define MANY ONES ONES ONES ONES
    static const char long_list[] = "mass: 1\ninstants: [" MANY MANY MANY MANY "1]\n";
    static const struct {
        const char *text, *message;
    } faults[] = {
        {"steps: 5\n", "1:1: required key 'mass' is missing; allowed: 0 < x, in kg"},
        {"mass: 0\n", "1:7: mass: '0' is out of range; allowed: 0 < x, in kg"},
        {"mass: heavy\n", "1:7: mass: 'heavy' is not a number; allowed: 0 < x, in kg"},
        {"mass:\n", "1:1: mass: nothing is given; allowed: 0 < x, in kg"},
        {"mass: [1]\n", "1:7: mass: a list is not a single value; allowed: 0 < x, in kg"},
        {"mass: {kg: 1}\n", "1:7: mass: a mapping is not a single value; allowed: 0 < x, in kg"},
        {"mass: 1\nmas: 2\n", "2:1: unknown key 'mas'; nearest allowed: 'mass'"},
        {"mass: 1\npin: 2\n", "2:1: unknown key 'pin'; nearest allowed: 'pins'"},
        {"mass: 1\nasumed: {}\n", "2:1: unknown key 'asumed'; nearest allowed: 'assumed'"},
        {"mass: 1\nsomething: 2\n",
         "2:1: unknown key 'something'; allowed: mass, stiffness, limits, optional, steps, "
         "points, closed, free, scheme, corner, instants, rows, pins, gravity, assumed"},
        {"mass: 1\nsteps: 1e3\n", "2:8: steps: '1e3' is not written as an integer; allowed: a "
                                  "whole number, from 1 to 1e+09"},
        {"mass: 1\nsteps: 0\n",
         "2:8: steps: '0' is out of range; allowed: a whole number, from 1 to 1e+09"},
        {"mass: 1\npoints: [5, 91]\n",
         "2:13: points[1]: '91' is out of range; allowed: a whole number, from 2 to 90"},
        {"mass: 1\npoints: 1\n",
         "2:9: points: '1' is out of range; allowed: a whole number, from 2 to 90"},
        {"mass: 1\nstiffness: [1, 2]\n",
         "2:12: stiffness: a list of 2 values; allowed: a list of 3 values, or one value for all"},
        {"mass: 1\nstiffness: []\n",
         "2:12: stiffness: a list of 0 values; allowed: a list of 3 values, or one value for all"},
        {"mass: 1\nstiffness: [1, [2], 3]\n",
         "2:16: stiffness[1]: a list is not a number; allowed: from 0 to 1e+06 N/m"},
        {"mass: 1\nstiffness: {x: 1}\n", "2:12: stiffness: a mapping is not a list; allowed: a "
                                         "list of 3 values, or one value for all"},
        {"mass: 1\nlimits: 3\n", "2:9: limits: '3' is not a list; allowed: a list of 2 values"},
        {"mass: 1\nlimits: [1, .inf]\n",
         "2:13: limits[1]: '.inf' is out of range; allowed: any number m"},
        {"mass: 1\nclosed: no\n", "2:9: closed: 'no' is not a boolean; allowed: true or false"},
        {"mass: 1\nscheme: refrence\n", "2:9: scheme: 'refrence' is unknown; allowed: one of "
                                        "reference, natural, zero (nearest: 'reference')"},
        {"mass: 1\nscheme: other\n",
         "2:9: scheme: 'other' is unknown; allowed: one of reference, natural, zero"},
        {"mass: 1\nscheme: []\n",
         "2:9: scheme: a list is not a single value; allowed: one of reference, natural, zero"},
        {"mass: 1\ncorner: [zero, nul]\n",
         "2:16: corner[1]: 'nul' is unknown; allowed: one of reference, natural, zero"},
        {"mass: 1\ninstants: []\n",
         "2:11: instants: empty list; allowed: one value or a list of 1 to 256"},
        {"mass: 1\ninstants: [1, 51]\n",
         "2:15: instants[1]: '51' is out of range; allowed: from 0 to 50 s"},
        {"mass: 1\nrows: [1, 2, 3]\n", "2:8: rows[0]: allowed: a list of 3 values"},
        {"mass: 1\nrows: [[1, 2, 3], [1, 2]]\n", "2:19: rows[1]: allowed: a list of 3 values"},
        {"mass: 1\nrows: 1\n",
         "2:7: rows: is not a list of 1 to 85; allowed: lists of 3 values each"},
        {"mass: 1\nrows: []\n",
         "2:7: rows: is not a list of 1 to 85; allowed: lists of 3 values each"},
        {long_list, "2:11: instants: a list of 257 values; allowed: at most 256"},
        {"mass: 1\nassumed: weighed\n",
         "2:10: assumed: 'weighed' is not a mapping; allowed: 'key: reason' of keys given here"},
        {"mass: 1\nassumed: {steps: guess}\n",
         "2:11: assumed: 'steps' is not given here; allowed: keys given here"},
        {"mass: 1\nassumed: {assumed: guess}\n",
         "2:11: assumed: 'assumed' is not given here; allowed: keys given here"},
        {"mass: 1\nassumed: {mass: ''}\n",
         "2:17: mass: '' is empty; allowed: the reason for the assumption, a text"},
        {"mass: 1\nassumed: {mass: }\n",
         "2:11: mass: nothing is given; allowed: the reason for the assumption, a text"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        config_error error = {0};
        sample read;
        char message[512];
        snprintf(message, sizeof message, "a.yaml:%s", faults[i].message);
        assert_false(config_fields(load(faults[i].text), fields, others, &read, &error));
        assert_string_equal(error.text, message);
    }
}

static void fields_need_a_mapping(void **state)
{
    (void)state;
    config_error error = {0};
    sample read;
    const config_node *root = load("a: 5\nb: {}\n");
    assert_false(config_fields(config_get(root, "a"), fields, NULL, &read, &error));
    assert_string_equal(error.text, "a.yaml:1:4: '5' is not a mapping; allowed: 'key: value'");
    const trama_fields none = TRAMA_NO_FIELDS;
    assert_true(config_fields(config_get(root, "b"), none, NULL, NULL, &error));
    assert_false(config_fields(root, none, NULL, NULL, &error));
    assert_string_equal(error.text, "a.yaml:1:1: unknown key 'a'; allowed: assumed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reals_are_whole_tokens),
        cmocka_unit_test(reals_do_not_depend_on_the_locale),
        cmocka_unit_test(integers_are_written_as_integers),
        cmocka_unit_test(booleans_are_true_or_false),
        cmocka_unit_test(texts_are_given_or_quoted),
        cmocka_unit_test(defaults_come_first_then_every_key),
        cmocka_unit_test(list_of_lists_is_read_row_by_row),
        cmocka_unit_test(faults_in_fields_say_name_value_and_range),
        cmocka_unit_test(fields_need_a_mapping),
    };
    return cmocka_run_group_tests(tests, open_store, close_store);
}
