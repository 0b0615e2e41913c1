/* Field tables (core/field.h) allow what they say, print values as they should, and are set from
 * text (core/settings.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/settings.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A table with every kind and shape. */
typedef struct sample {
    double mass, limits[2], optional;
    long points[2];
    bool closed, free[3];
    int scheme;
    trama_reals steps;
} sample;

static const char *const schemes[] = {"reference", "natural", "zero", NULL};

static const trama_field sample_table[] = {
    {.name = "mass",
     .kind = TRAMA_REAL,
     .count = 1,
     .offset = offsetof(sample, mass),
     .unit = "kg",
     .minimum = DBL_MIN,
     .maximum = DBL_MAX,
     .fallback = {2.385}},
    {.name = "limits",
     .kind = TRAMA_REAL,
     .count = 2,
     .offset = offsetof(sample, limits),
     .unit = "m",
     .minimum = -1.5,
     .maximum = 4,
     .fallback = {-0.25, 3.5}},
    {.name = "optional",
     .kind = TRAMA_REAL,
     .count = 1,
     .offset = offsetof(sample, optional),
     .unit = "s",
     .maximum = TRAMA_INFINITY,
     .fallback = {TRAMA_NAN}},
    {.name = "points",
     .kind = TRAMA_INTEGER,
     .count = 2,
     .offset = offsetof(sample, points),
     .unit = "1",
     .minimum = 2,
     .maximum = 90,
     .fallback = {17, 13}},
    {.name = "closed",
     .kind = TRAMA_BOOLEAN,
     .count = 1,
     .offset = offsetof(sample, closed),
     .unit = "",
     .fallback = {1}},
    {.name = "free",
     .kind = TRAMA_BOOLEAN,
     .count = 3,
     .offset = offsetof(sample, free),
     .unit = "",
     .fallback = {0, 1, 0}},
    {.name = "scheme",
     .kind = TRAMA_CHOICE,
     .count = 1,
     .offset = offsetof(sample, scheme),
     .unit = "",
     .choices = schemes,
     .fallback = {1}},
    {.name = "steps",
     .kind = TRAMA_REAL,
     .count = 1,
     .list = true,
     .offset = offsetof(sample, steps),
     .unit = "s"},
};
static const trama_fields sample_fields = TRAMA_FIELDS(sample_table, sample);

static const trama_field *field_of(const char *name)
{
    const trama_field *field = trama_fields_find(sample_fields, name);
    assert_non_null(field);
    return field;
}

/* The same table, its rows begun by their members. */
static const trama_field table_result[] = {
    {TRAMA_FIELD_OF(sample, mass), .unit = "kg"},
    {TRAMA_FIELD_OF(sample, limits), .unit = "m"},
    {TRAMA_FIELD_OF(sample, optional), .unit = "s"},
    {TRAMA_FIELD_OF(sample, points), .unit = "1"},
    {TRAMA_FIELD_OF(sample, closed), .unit = ""},
    {TRAMA_FIELD_AS("free", sample, free), .unit = ""},
    {TRAMA_CHOICE_OF(sample, scheme, schemes)},
    {TRAMA_LIST_OF(sample, steps, 1), .unit = "s"},
};

static void a_row_takes_name_kind_count_and_place_from_its_member(void **state)
{
    (void)state;
    assert_int_equal(sizeof table_result, sizeof sample_table);
    for (size_t i = 0; i < sample_fields.count; i++) {
        const trama_field *made = &table_result[i], *written = &sample_table[i];
        assert_string_equal(made->name, written->name);
        assert_int_equal(made->kind, written->kind);
        assert_int_equal(made->count, written->count);
        assert_int_equal(made->list, written->list);
        assert_int_equal(made->offset, written->offset);
        assert_ptr_equal(made->choices, written->choices);
        assert_string_equal(made->unit, written->unit);
    }
    const trama_field end = {TRAMA_FIELD_AS("upper", sample, limits[1])};
    assert_string_equal(end.name, "upper");
    assert_int_equal(end.count, 1);
    assert_int_equal(end.offset, offsetof(sample, limits) + sizeof(double));
}

static void defaults_are_those_of_the_table(void **state)
{
    (void)state;
    sample s;
    memset(&s, 0x5a, sizeof s);
    trama_fields_default(sample_fields, &s);
    assert_true(s.mass == 2.385);
    assert_true(s.limits[0] == -0.25 && s.limits[1] == 3.5);
    assert_true(isnan(s.optional));
    assert_true(s.points[0] == 17 && s.points[1] == 13);
    assert_true(s.closed && !s.free[0] && s.free[1] && !s.free[2]);
    assert_int_equal(s.scheme, 1);
    assert_int_equal(s.steps.count, 0);
}

/* Each field once off its default in its last element, and a required one at zero. */
static void a_default_is_told_from_every_other_value(void **state)
{
    (void)state;
    sample s;
    trama_fields_default(sample_fields, &s);
    for (size_t i = 0; i < sample_fields.count; i++)
        assert_true(trama_field_is_default(&sample_table[i], &s));
    s.mass = nextafter(s.mass, 3.0);
    s.limits[1] = TRAMA_NAN;
    s.optional = 0.0;
    s.points[1] = 14;
    s.closed = false;
    s.free[2] = true;
    s.scheme = 0;
    s.steps.count = 1;
    for (size_t i = 0; i < sample_fields.count; i++)
        assert_false(trama_field_is_default(&sample_table[i], &s));
    trama_field zero = sample_table[0];
    zero.fallback[0] = 0.0;
    s.mass = 0.0;
    assert_true(trama_field_is_default(&zero, &s));
    s.mass = -0.0;
    assert_false(trama_field_is_default(&zero, &s));
    s.mass = 0.0;
    zero.required = true;
    assert_false(trama_field_is_default(&zero, &s));
}

static void table_without_fields_has_no_defaults_and_no_faults(void **state)
{
    (void)state;
    const trama_fields none = TRAMA_NO_FIELDS;
    trama_error error;
    trama_fields_default(none, NULL);
    assert_int_equal(trama_fields_check(none, NULL, "", &error), TRAMA_OK);
    assert_null(trama_fields_find(none, "mass"));
}

static void fields_are_found_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(trama_fields_find(sample_fields, "points"), &sample_table[3]);
    assert_null(trama_fields_find(sample_fields, "point"));
    sample s;
    assert_ptr_equal(trama_field_at(&sample_table[3], &s), &s.points);
}

static void ranges_allow_what_they_say(void **state)
{
    (void)state;
    const struct {
        const char *name;
        double value;
        bool allowed;
    } cases[] = {
        {"mass", 1e-300, true},
        {"mass", 0.0, false},
        {"mass", -1.0, false},
        {"mass", DBL_MAX, true},
        {"mass", TRAMA_INFINITY, false},
        {"mass", TRAMA_NAN, false},
        {"limits", -1.5, true},
        {"limits", -1.51, false},
        {"limits", 4.0, true},
        {"limits", 4.0001, false},
        {"optional", TRAMA_INFINITY, true},
        {"optional", -1e-9, false},
        {"points", 2, true},
        {"points", 2.5, false},
        {"points", 1, false},
        {"points", 91, false},
        {"closed", 1, true},
        {"closed", 0.5, false},
        {"closed", 2, false},
        {"scheme", 2, true},
        {"scheme", 3, false},
        {"scheme", -1, false},
        {"steps", -7e5, true},
        {"steps", TRAMA_INFINITY, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (trama_field_allows(field_of(cases[i].name), cases[i].value) != cases[i].allowed)
            fail_msg("%s = %g should %sbe allowed", cases[i].name, cases[i].value,
                     cases[i].allowed ? "" : "not ");
}

static void ranges_read_as_words(void **state)
{
    (void)state;
    const struct {
        trama_field field;
        const char *text;
    } cases[] = {
        {{.minimum = 0, .maximum = 1, .unit = "m"}, "from 0 to 1 m"},
        {{.minimum = 0, .maximum = 1, .unit = "1"}, "from 0 to 1"},
        {{.minimum = DBL_MIN, .maximum = DBL_MAX, .unit = "1"}, "0 < x"},
        {{.minimum = DBL_MIN, .maximum = 2.5, .unit = "kg"}, "0 < x <= 2.5, in kg"},
        {{.minimum = 3, .maximum = DBL_MAX, .unit = "s"}, "at least 3 s"},
        {{.minimum = 3, .maximum = TRAMA_INFINITY, .unit = "s"}, "at least 3 s"},
        {{.minimum = -DBL_MAX, .maximum = 3, .unit = "s"}, "at most 3 s"},
        {{.unit = "s"}, "any number s"},
        {{.kind = TRAMA_INTEGER, .minimum = 2, .maximum = 9, .unit = "1"},
         "a whole number, from 2 to 9"},
        {{.kind = TRAMA_BOOLEAN, .unit = ""}, "true or false"},
        {{.kind = TRAMA_CHOICE, .unit = "", .choices = schemes}, "one of reference, natural, zero"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128];
        trama_field_range(&cases[i].field, text, sizeof text);
        assert_string_equal(text, cases[i].text);
    }
}

static void check_names_the_field_that_is_out_of_range(void **state)
{
    (void)state;
    sample s;
    trama_error error;
    trama_fields_default(sample_fields, &s); /* `optional` is NAN: not given */
    assert_int_equal(trama_fields_check(sample_fields, &s, "", &error), TRAMA_OK);
    s.limits[1] = 4.5;
    assert_int_equal(trama_fields_check(sample_fields, &s, "part.", &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "part.limits");
    assert_string_equal(error.text, "limits is 4.5; allowed: from -1.5 to 4 m");
    s.limits[1] = TRAMA_NAN; /* has a default, so must be given */
    assert_int_equal(trama_fields_check(sample_fields, &s, "", &error), TRAMA_BAD_INPUT);
    s.limits[1] = 0.0;
    s.steps.count = 3;
    s.steps.value[2] = TRAMA_NAN;
    assert_int_equal(trama_fields_check(sample_fields, &s, "", &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "steps");
}

static const char *print(const char *name, const sample *s, bool exact)
{
    static char text[4096];
    const int length = trama_field_print(field_of(name), s, exact, text, sizeof text);
    assert_int_equal(length, strlen(text));
    return text;
}

static void values_print_for_people(void **state)
{
    (void)state;
    sample s;
    trama_fields_default(sample_fields, &s);
    s.limits[1] = 1.0 / 3.0;
    assert_string_equal(print("mass", &s, false), "2.385");
    assert_string_equal(print("limits", &s, false), "[-0.25, 0.3333333333333333]");
    assert_string_equal(print("optional", &s, false), "nan");
    assert_string_equal(print("points", &s, false), "[17, 13]");
    assert_string_equal(print("closed", &s, false), "true");
    assert_string_equal(print("free", &s, false), "[false, true, false]");
    assert_string_equal(print("scheme", &s, false), "natural");
    assert_string_equal(print("steps", &s, false), "[]");
}

static void both_texts_give_the_same_bits_back(void **state)
{
    (void)state;
    const double values[] = {2.385, 0.1,     1.0 / 3.0, -0.0,           DBL_TRUE_MIN,
                             1e308, DBL_MIN, -7.25e-5,  TRAMA_INFINITY, -TRAMA_INFINITY};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        for (int exact = 0; exact < 2; exact++) {
            const sample s = {.mass = values[i]};
            const double back = strtod(print("mass", &s, exact), NULL);
            assert_memory_equal(&back, &values[i], sizeof back);
        }
}

static void texts_differ_for_neighbouring_doubles(void **state)
{
    (void)state;
    const sample low = {.mass = 0.1}, high = {.mass = nextafter(0.1, 1.0)};
    char text[64];
    for (int exact = 0; exact < 2; exact++) {
        snprintf(text, sizeof text, "%s", print("mass", &low, exact));
        assert_string_not_equal(text, print("mass", &high, exact));
    }
    assert_string_equal(print("mass", &low, false), "0.1");
}

static void nan_prints_without_a_sign(void **state)
{
    (void)state;
    const sample s = {.mass = -TRAMA_NAN, .limits = {TRAMA_NAN, 1.0}};
    assert_string_equal(print("mass", &s, true), "nan");
    assert_string_equal(print("limits", &s, true), "[nan, 0x1p+0]");
}

static void list_prints_every_value_that_it_has(void **state)
{
    (void)state;
    sample s = {.steps = {.count = TRAMA_LIST_MAX}};
    for (size_t i = 0; i < TRAMA_LIST_MAX; i++)
        s.steps.value[i] = ldexp(1.0, (int)i);
    const char *text = print("steps", &s, true);
    size_t commas = 0;
    for (const char *c = text; *c; c++)
        commas += *c == ',';
    assert_int_equal(commas, TRAMA_LIST_MAX - 1);
    assert_non_null(strstr(text, ", 0x1p+255]"));
    s.steps.count = 1;
    assert_string_equal(print("steps", &s, true), "[0x1p+0]");
}

static void short_buffer_is_filled_and_the_need_is_told(void **state)
{
    (void)state;
    sample s;
    trama_fields_default(sample_fields, &s);
    char text[8];
    memset(text, '#', sizeof text);
    assert_int_equal(trama_field_print(field_of("points"), &s, true, text, 5), 8);
    assert_string_equal(text, "[17,");
    assert_true(text[5] == '#'); /* nothing is written past the size */
    assert_int_equal(trama_field_print(field_of("points"), &s, true, NULL, 0), 8);
}

static void settings_set_every_kind_and_leave_the_rest(void **state)
{
    trama_error error;
    (void)state;
    sample *made = trama_parameters_create(
        sample_fields, " mass=4.5 optional=inf points=3,5  free=true scheme=zero steps=0.5,1,2,8",
        &error);
    assert_non_null(made);
    assert_float_equal(made->mass, 4.5, 0.0);
    assert_true(isinf(made->optional));
    assert_int_equal(made->points[0], 3);
    assert_int_equal(made->points[1], 5);
    assert_true(made->free[0] && made->free[1] && made->free[2]);
    assert_int_equal(made->scheme, 2);
    assert_int_equal(made->steps.count, 4);
    assert_float_equal(made->steps.value[3], 8.0, 0.0);
    assert_float_equal(made->limits[1], 3.5, 0.0);
    assert_true(made->closed);
    free(made);
}

static void settings_that_are_none_are_refused_by_name(void **state)
{
    static const struct {
        const char *settings, *path, *text;
    } bad[] = {
        {"mass=1 mas=2", "mas", "unknown parameter \"mas\"; nearest allowed: \"mass\""},
        {"mass", "mass", "\"mass\" has no =value"},
        {"mass=heavy", "mass", "mass is heavy; allowed: 0 < x, in kg"},
        {"mass=1,2", "mass", "mass is 1,2; allowed: 0 < x, in kg"},
        {"mass=", "mass", "mass is ; allowed: 0 < x, in kg"},
        {"limits=1,", "limits", "limits is 1,; allowed: from -1.5 to 4 m"},
        {"points=2.5", "points", "points is 2.5; allowed: a whole number, from 2 to 90"},
        {"free=true,false", "free", "free is true,false; allowed: true or false"},
        {"closed=yes", "closed", "closed is yes; allowed: true or false"},
        {"scheme=nought", "scheme", "scheme is nought; allowed: one of reference, natural, zero"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        trama_error error;
        assert_null(trama_parameters_create(sample_fields, bad[i].settings, &error));
        assert_string_equal(error.path, bad[i].path);
        assert_string_equal(error.text, bad[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_takes_name_kind_count_and_place_from_its_member),
        cmocka_unit_test(defaults_are_those_of_the_table),
        cmocka_unit_test(a_default_is_told_from_every_other_value),
        cmocka_unit_test(table_without_fields_has_no_defaults_and_no_faults),
        cmocka_unit_test(fields_are_found_by_name),
        cmocka_unit_test(ranges_allow_what_they_say),
        cmocka_unit_test(ranges_read_as_words),
        cmocka_unit_test(check_names_the_field_that_is_out_of_range),
        cmocka_unit_test(values_print_for_people),
        cmocka_unit_test(both_texts_give_the_same_bits_back),
        cmocka_unit_test(texts_differ_for_neighbouring_doubles),
        cmocka_unit_test(nan_prints_without_a_sign),
        cmocka_unit_test(list_prints_every_value_that_it_has),
        cmocka_unit_test(short_buffer_is_filled_and_the_need_is_told),
        cmocka_unit_test(settings_set_every_kind_and_leave_the_rest),
        cmocka_unit_test(settings_that_are_none_are_refused_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
