/* core/ keeps its contract for status, memory, nearest names, random numbers, text, vectors and
 * registries. test_core_fields.c tests Field tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/field.h"
#include "core/hypot.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/random.h"
#include "core/registry.h"
#include "core/sort.h"
#include "core/text.h"
#include "core/vec.h"
#include "support/near.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void failure_carries_status_path_and_sentence(void **state)
{
    (void)state;
    trama_error error;
    assert_int_equal(trama_fail(&error, TRAMA_BAD_INPUT, "pins[2].k", "%d is too far", 71),
                     TRAMA_BAD_INPUT);
    assert_int_equal(error.status, TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "pins[2].k");
    assert_string_equal(error.text, "71 is too far");
    assert_int_equal(trama_fail_memory(&error), TRAMA_NO_MEMORY);
    assert_int_equal(error.status, TRAMA_NO_MEMORY);
}

static void failure_cuts_what_is_too_long(void **state)
{
    (void)state;
    char lengthy[1000];
    memset(lengthy, 'x', sizeof lengthy);
    lengthy[sizeof lengthy - 1] = '\0';
    trama_error error;
    trama_fail(&error, TRAMA_BAD_INPUT, lengthy, "%s", lengthy);
    assert_int_equal(strlen(error.path), sizeof error.path - 1);
    assert_int_equal(strlen(error.text), sizeof error.text - 1);
}

static void blocks_are_aligned_and_zeroed(void **state)
{
    (void)state;
    const size_t counts[] = {0, 1, 7, 8, 9, 1021};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
        double *block = trama_doubles(counts[c]);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % TRAMA_ALIGNMENT, 0);
        for (size_t i = 0; i < counts[c]; i++)
            assert_true(block[i] == 0.0);
        free(block);
    }
}

static void carved_arrays_are_aligned_and_apart(void **state)
{
    (void)state;
    double *block = trama_doubles(trama_padded(13) + trama_padded(5));
    assert_non_null(block);
    double *rest = block;
    const double *first = trama_carve(&rest, 13), *second = trama_carve(&rest, 5);
    assert_ptr_equal(first, block);
    assert_int_equal(second - first, 16);
    assert_int_equal((uintptr_t)second % TRAMA_ALIGNMENT, 0);
    free(block);
}

static void block_larger_than_memory_is_refused(void **state)
{
    (void)state;
    assert_null(trama_doubles(SIZE_MAX));
    assert_null(trama_doubles(SIZE_MAX / sizeof(double)));
}

static void mistyped_names_find_the_nearest(void **state)
{
    (void)state;
    const char *const names[] = {
        "symplectic_euler", "forward_euler", "verlet", "rk4", "mass", "dt"};
    const struct {
        const char *given, *nearest;
    } cases[] = {
        {"symplectic_euler", "symplectic_euler"},
        {"sympletic_euler", "symplectic_euler"},
        {"simplectik_euler", "symplectic_euler"},
        {"velret", "verlet"},
        {"verlets", "verlet"},
        {"rk5", "rk4"},
        {"masss", "mass"},
        {"euler", "symplectic_euler"}, /* the first that has this word */
        {"forward", "forward_euler"},
        {"uler", NULL},    /* begins no word */
        {"fo", NULL},      /* too short a part */
        {"gravity", NULL}, /* far from all */
        {"xy", NULL},      /* nothing of a name is left */
        {"", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *found = trama_nearest(cases[i].given, names, sizeof names / sizeof names[0]);
        if (cases[i].nearest) {
            assert_non_null(found);
            assert_string_equal(found, cases[i].nearest);
        } else
            assert_null(found);
    }
}

static void a_name_of_any_length_is_safe_to_look_up(void **state)
{
    (void)state;
    static char lengthy[5000];
    memset(lengthy, 'v', sizeof lengthy - 1);
    const char *const names[] = {"verlet"}, *const long_names[] = {lengthy};
    assert_null(trama_nearest(lengthy, names, 1));
    assert_null(trama_nearest("verlet", long_names, 1));
    assert_null(trama_nearest("verlet", NULL, 0));
}

static void random_bits_are_those_of_splitmix64(void **state)
{
    (void)state;
    /* The published sequence for the seed 1234567. */
    const uint64_t expected[] = {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
                                 UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
                                 UINT64_C(16408922859458223821)};
    trama_random random = {1234567};
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_true(trama_random_bits(&random) == expected[i]);
}

static void random_numbers_fill_the_interval_evenly(void **state)
{
    (void)state;
    enum { DRAWS = 100000 };
    trama_random random = {20240229};
    double sum = 0.0, squares = 0.0, least = 1.0, most = -1.0;
    for (int i = 0; i < DRAWS; i++) {
        const double x = trama_random_signed(&random);
        assert_true(x >= -1.0 && x < 1.0);
        sum += x;
        squares += x * x;
        least = fmin(least, x);
        most = fmax(most, x);
    }
    assert_true(fabs(sum / DRAWS) < 0.006);                 /* 3 sigma: 0.0055; measured -0.0021 */
    assert_true(fabs(squares / DRAWS - 1.0 / 3.0) < 0.003); /* measured -0.0021 */
    assert_true(least < -0.999 && most > 0.999);
}

/* Bits, the same on every processor. For the fourth, libm on 64-bit Arm gives an ulp less. */
static void hypotenuses_have_their_bits(void **state)
{
    (void)state;
    static const double table[][3] = {
        {3, -4, 5},
        {0, -2.385, 2.385},
        {0.83, 0.125, 0x1.adc093daa095cp-1},
        {1.1, 1.7, 0x1.032e249cc6172p+1},
        {0.1, 0.7, 0x1.6a09e667f3bccp-1},
        {3 * 0x1p+1000, 4 * 0x1p+1000, 5 * 0x1p+1000},
        {3 * 0x1p-1040, 4 * 0x1p-1040, 5 * 0x1p-1040},
        {1, 0x1p-600, 1},
        {1e300, TRAMA_INFINITY, TRAMA_INFINITY},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const double one = trama_hypot(table[i][0], table[i][1]);
        const double other = trama_hypot(table[i][1], table[i][0]);
        assert_memory_equal(&one, &table[i][2], sizeof one);
        assert_memory_equal(&other, &table[i][2], sizeof other);
    }
    assert_true(isnan(trama_hypot(TRAMA_NAN, 1.0)));
}

static void a_growing_array_keeps_what_is_in_it(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    size_t capacity = 0, moves = 0;
    double *value = NULL;
    for (size_t count = 0; count < MANY; count++) {
        const size_t before = capacity;
        value = trama_with_room(value, count, &capacity, sizeof *value);
        assert_non_null(value);
        assert_true(capacity > count);
        moves += capacity != before;
        value[count] = 2.385 * (double)count;
    }
    for (size_t i = 0; i < MANY; i++)
        assert_true(value[i] == 2.385 * (double)i);
    assert_in_range(moves, 1, 10);
    const size_t full = capacity;
    assert_null(trama_with_room(value, capacity, &capacity, SIZE_MAX / 2));
    assert_int_equal(capacity, full); /* and the array stands */
    free(value);
}

static void characters_are_those_of_rfc_3629(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t left, bytes;
        uint32_t code;
    } table[] = {
        {"A", 1, 1, 0x41},
        {"\xc3\xa9", 4, 2, 0xE9},
        {"\xe2\x80\x99x", 4, 3, 0x2019},
        {"\xf4\x8f\xbf\xbf", 4, 4, 0x10FFFF},
        {"", 1, 1, 0},
        {"\xc3\xa9", 1, 0, 0},         /* not all of it may be read */
        {"\xe2\x80", 4, 0, 0},         /* NUL comes first */
        {"\x80", 1, 0, 0},             /* begins nothing */
        {"\xc0\x80", 2, 0, 0},         /* overlong */
        {"\xe0\x9f\xbf", 3, 0, 0},     /* overlong */
        {"\xed\xa0\x80", 3, 0, 0},     /* a surrogate */
        {"\xf4\x90\x80\x80", 4, 0, 0}, /* above all */
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        uint32_t code = 0;
        assert_int_equal(trama_utf8(table[i].text, table[i].left, &code), table[i].bytes);
        assert_int_equal(code, table[i].code);
    }
}

static void names_are_letters_digits_and_marks(void **state)
{
    (void)state;
    assert_int_equal(trama_name_span("azAZ09_-./", "-_"), 8);
    assert_int_equal(trama_name_span("/", "_"), 0);
    assert_true(trama_is_name("velocity_7", 10, "_"));
    assert_false(trama_is_name("velocity_7", 9, "_"));
    assert_false(trama_is_name("velocity_7", 10, ""));
    assert_false(trama_is_name("v\xc3\xa9locit\xc3\xa9", 64, "_"));
    assert_false(trama_is_name("", 64, "_"));
    assert_false(trama_is_name(NULL, 64, "_"));
}

static void numbers_are_read_whole_and_in_their_range(void **state)
{
    (void)state;
    double real = -1.0;
    long integer = -1;
    assert_true(trama_read_real("2.385", 2.0, 2.385, &real) && real == 2.385);
    assert_true(trama_read_integer("4096", 1, 4096, &integer) && integer == 4096);
    static const char *const bad[] = {"",    "x",  "3x",  "0",  "4097", "99999999999999999999",
                                      "nan", " 2", "\t2", "+2", "2 "};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(trama_read_real(bad[i], 1.0, 4096.0, &real));
        assert_false(trama_read_integer(bad[i], 1, 4096, &integer));
    }
    assert_false(trama_read_integer(NULL, 1, 2, &integer));
    assert_false(trama_read_integer("99999999999999999999", LONG_MIN, LONG_MAX, &integer));
    assert_true(real == 2.385 && integer == 4096);
}

static void numbers_print_in_as_few_digits_as_they_need(void **state)
{
    (void)state;
    static const struct {
        double value;
        int digits;
        const char *text;
    } table[] = {{0.1, 6, "0.1"},
                 {1e6, 6, "1e+06"},
                 {1e6, 15, "1000000"},
                 {1.0 / 3.0, 15, "0.3333333333333333"},
                 {0x1.921fb54442d18p+1, 15, "3.141592653589793"},
                 {0x1.0000000000001p+0, 6, "1.0000000000000002"},
                 {1234567.0, 6, "1234567"},
                 {-123456.75, 6, "-123456.75"},
                 {1.234567e-317, 6, "1.234567e-317"}, /* subnormal */
                 {-0.0, 15, "-0"},
                 {TRAMA_INFINITY, 15, "inf"}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        char text[32];
        trama_print_real(table[i].value, table[i].digits, text, sizeof text);
        assert_string_equal(text, table[i].text);
    }
}

static void numbers_are_sorted(void **state)
{
    (void)state;
    double value[] = {2.385, -0.83, TRAMA_INFINITY, 1.7, -0.83, 0.0};
    const double sorted[] = {-0.83, -0.83, 0.0, 1.7, 2.385, TRAMA_INFINITY};
    trama_sort(value, 6);
    assert_memory_equal(value, sorted, sizeof sorted);
}

/* (1.1, 2.3, 3.7) x (0.7, -1.3, 0.9), by hand. */
static void products_of_vectors_are_those_by_hand(void **state)
{
    (void)state;
    const double a[3] = {1.1, 2.3, 3.7}, b[3] = {0.7, -1.3, 0.9}, expected[3] = {6.88, 1.6, -3.04};
    double product[3];
    cross3(a, b, product);
    const vec same = cross((vec){a[0], a[1], a[2]}, (vec){b[0], b[1], b[2]});
    assert_memory_equal(&same, product, sizeof product);
    for (int axis = 0; axis < 3; axis++)
        assert_near(product[axis], expected[axis], 2e-15);
    assert_near(dot3(a, b), 1.11, 1e-15);
    assert_near(dot3(a, product), 0.0, 1e-14);
}

/* ---- A registry: two entries that are built in, and room for those of plugins. */

typedef struct kind {
    const char *name;
    int payload;
} kind;
static const kind first = {"first", 1}, second = {"second", 2};
static const void *const built_in[] = {&first, &second};

static trama_status offer(const trama_registry *registry, const kind *type, const char *lacks)
{
    trama_error error;
    const trama_candidate candidate = {type, "one line", "none", TRAMA_NO_FIELDS, lacks};
    return trama_registry_add(registry, &candidate, &error);
}

static void a_registry_has_the_built_in_before_the_added(void **state)
{
    (void)state;
    static trama_registered added;
    static const trama_registry registry = TRAMA_REGISTRY("kind", built_in, &added);
    static char name[TRAMA_REGISTERED_MAX + 1][8];
    static kind many[TRAMA_REGISTERED_MAX + 1];
    for (size_t i = 0; i <= TRAMA_REGISTERED_MAX; i++) {
        snprintf(name[i], sizeof name[i], "k%zu", i);
        many[i].name = name[i];
        assert_int_equal(offer(&registry, &many[i], NULL),
                         i < TRAMA_REGISTERED_MAX ? TRAMA_OK : TRAMA_BAD_INPUT);
    }
    assert_int_equal(trama_registry_count(&registry), 2 + TRAMA_REGISTERED_MAX);
    assert_ptr_equal(trama_registry_at(&registry, 1), &second);
    assert_ptr_equal(trama_registry_at(&registry, 2), &many[0]);
    assert_ptr_equal(trama_registry_find(&registry, "first"), &first);
    assert_ptr_equal(trama_registry_find(&registry, "k63"), &many[63]);
    assert_null(trama_registry_find(&registry, "k64"));
    assert_string_equal(trama_registry_name(&registry, 3), "k1");
}

static void a_registry_refuses_what_is_named_wrongly_or_lacks_something(void **state)
{
    (void)state;
    static trama_registered added;
    static const trama_registry registry = TRAMA_REGISTRY("kind", built_in, &added);
    static const kind taken = {"second", 0}, unnamed = {NULL, 0}, odd = {"a kind", 0},
                      good = {"third", 3};
    assert_int_equal(offer(&registry, &taken, NULL), TRAMA_BAD_INPUT);
    assert_int_equal(offer(&registry, &unnamed, NULL), TRAMA_BAD_INPUT);
    assert_int_equal(offer(&registry, &odd, NULL), TRAMA_BAD_INPUT);
    assert_int_equal(offer(&registry, &good, "everything"), TRAMA_BAD_INPUT);
    assert_int_equal(trama_registry_count(&registry), 2);
    assert_int_equal(offer(&registry, &good, NULL), TRAMA_OK);
}

static void a_refusal_has_the_article_of_its_kind(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *begin;
    } table[] = {{"integrator", "an integrator is named 'a kind'; "},
                 {"model", "a model is named 'a kind'; "}};
    for (size_t i = 0; i < 2; i++) {
        static trama_registered added;
        const trama_registry registry = TRAMA_REGISTRY(table[i].kind, built_in, &added);
        const trama_candidate odd = {&(kind){"a kind", 0}, "one line", "none", TRAMA_NO_FIELDS,
                                     NULL};
        trama_error error;
        assert_int_equal(trama_registry_add(&registry, &odd, &error), TRAMA_BAD_INPUT);
        assert_memory_equal(error.text, table[i].begin, strlen(table[i].begin));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(failure_carries_status_path_and_sentence),
        cmocka_unit_test(failure_cuts_what_is_too_long),
        cmocka_unit_test(blocks_are_aligned_and_zeroed),
        cmocka_unit_test(carved_arrays_are_aligned_and_apart),
        cmocka_unit_test(block_larger_than_memory_is_refused),
        cmocka_unit_test(hypotenuses_have_their_bits),
        cmocka_unit_test(mistyped_names_find_the_nearest),
        cmocka_unit_test(a_name_of_any_length_is_safe_to_look_up),
        cmocka_unit_test(random_bits_are_those_of_splitmix64),
        cmocka_unit_test(random_numbers_fill_the_interval_evenly),
        cmocka_unit_test(a_growing_array_keeps_what_is_in_it),
        cmocka_unit_test(characters_are_those_of_rfc_3629),
        cmocka_unit_test(names_are_letters_digits_and_marks),
        cmocka_unit_test(numbers_are_read_whole_and_in_their_range),
        cmocka_unit_test(numbers_print_in_as_few_digits_as_they_need),
        cmocka_unit_test(numbers_are_sorted),
        cmocka_unit_test(products_of_vectors_are_those_by_hand),
        cmocka_unit_test(a_registry_has_the_built_in_before_the_added),
        cmocka_unit_test(a_registry_refuses_what_is_named_wrongly_or_lacks_something),
        cmocka_unit_test(a_refusal_has_the_article_of_its_kind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
