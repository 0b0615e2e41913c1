/* The coupling force (Campos, chapter 7) has the size, the direction and the signs of its formula.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <math.h>
#include <string.h>
#include <cmocka.h>

#include "model/particle/coupling.h"

enum { SPRINGS = 4000, NODES = 2 * SPRINGS };

/* Springs side by side along x, each of two nodes of its own, 1 m long at rest; the first normal is
 * z, the second y. */
typedef struct springs {
    size_t first[SPRINGS], second[SPRINGS];
    double rest[SPRINGS], q[3 * NODES], normal[3 * NODES], force[3 * NODES];
    trama_springs list;
} springs;

static springs s, again;
static const trama_coupling gentle = {.lambda = 2.5, .above = 1.05, .below = 0.95, .seed = 7};

static void set(springs *made, double length)
{
    memset(made, 0, sizeof *made);
    for (size_t i = 0; i < SPRINGS; i++) {
        made->first[i] = 2 * i;
        made->second[i] = 2 * i + 1;
        made->rest[i] = 1.0;
        made->q[2 * i + 1] = length;
        made->normal[2 * NODES + 2 * i] = 1.0;
        made->normal[NODES + 2 * i + 1] = 1.0;
    }
    made->list = (trama_springs){SPRINGS, made->first, made->second, made->rest};
}

static void push(springs *made, const trama_coupling *coupling, double length, double t)
{
    set(made, length);
    trama_coupling_add(coupling, t, &made->list, NODES, made->q, made->normal, made->force);
}

static double at_first(const springs *made, size_t i)
{
    return made->force[2 * NODES + 2 * i];
}
static double at_second(const springs *made, size_t i)
{
    return made->force[NODES + 2 * i + 1];
}

static void a_stretched_spring_pushes_both_ends_along_their_normals(void **state)
{
    (void)state;
    push(&s, &gentle, 1.13, 0.25);
    for (size_t i = 0; i < SPRINGS; i++) { /* 2.5 (1.13 - 1.05) = 0.2 N */
        assert_true(fabs(fabs(at_first(&s, i)) - 0.2) < 1e-15);
        assert_true(fabs(fabs(at_second(&s, i)) - 0.2) < 1e-15);
        assert_true(s.force[2 * i] == 0.0 && s.force[2 * i + 1] == 0.0);
    }
}

static void a_compressed_spring_pushes_by_what_it_lacks(void **state)
{
    (void)state;
    push(&s, &gentle, 0.75, 0.25);
    assert_true(fabs(fabs(at_first(&s, 0)) - 0.5) < 1e-15); /* 2.5 (0.95 - 0.75) N */
    trama_coupling only_stretch = gentle;
    only_stretch.below = 0.0;
    push(&s, &only_stretch, 0.75, 0.25);
    assert_true(at_first(&s, 0) == 0.0);
}

static void between_the_critical_lengths_there_is_no_force(void **state)
{
    (void)state;
    static const double lengths[] = {0.9501, 1.0, 1.0499};
    for (size_t l = 0; l < 3; l++) {
        push(&s, &gentle, lengths[l], 0.25);
        for (size_t i = 0; i < 3 * NODES; i++)
            assert_true(s.force[i] == 0.0);
    }
}

static void the_force_repeats_itself_for_the_same_time_and_seed(void **state)
{
    (void)state;
    push(&s, &gentle, 1.2, 0.125);
    push(&again, &gentle, 1.2, 0.125);
    assert_memory_equal(s.force, again.force, sizeof s.force);
}

/* Number of first ends with another sign than in `again`. */
static size_t differing(const springs *a, const springs *b)
{
    size_t count = 0;
    for (size_t i = 0; i < SPRINGS; i++)
        count += at_first(a, i) != at_first(b, i);
    return count;
}

/* Of 4000 fair coins 2000 +- 3 x 32. */
static bool about_half(size_t count)
{
    return count > SPRINGS / 2 - 96 && count < SPRINGS / 2 + 96;
}

static void signs_are_fair_and_independent(void **state)
{
    (void)state;
    push(&s, &gentle, 1.2, 0.125);
    size_t up = 0, both = 0, next = 0;
    for (size_t i = 0; i < SPRINGS; i++) {
        up += at_first(&s, i) > 0.0;
        both += at_first(&s, i) == at_second(&s, i);
        next += at_first(&s, i) == at_first(&s, (i + 1) % SPRINGS);
    }
    assert_true(about_half(up));
    assert_true(about_half(both));
    assert_true(about_half(next));
}

static void another_time_or_seed_draws_other_signs(void **state)
{
    (void)state;
    trama_coupling other = gentle;
    other.seed = 8;
    push(&s, &gentle, 1.2, 0.125);
    push(&again, &other, 1.2, 0.125);
    assert_true(about_half(differing(&s, &again)));
    push(&again, &gentle, 1.2, nextafter(0.125, 1.0)); /* the next double */
    assert_true(about_half(differing(&s, &again)));
}

static void no_lambda_is_no_force(void **state)
{
    (void)state;
    trama_coupling none = gentle;
    none.lambda = 0.0;
    push(&s, &none, 3.0, 0.0);
    for (size_t i = 0; i < 3 * NODES; i++)
        assert_true(s.force[i] == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stretched_spring_pushes_both_ends_along_their_normals),
        cmocka_unit_test(a_compressed_spring_pushes_by_what_it_lacks),
        cmocka_unit_test(between_the_critical_lengths_there_is_no_force),
        cmocka_unit_test(the_force_repeats_itself_for_the_same_time_and_seed),
        cmocka_unit_test(signs_are_fair_and_independent),
        cmocka_unit_test(another_time_or_seed_draws_other_signs),
        cmocka_unit_test(no_lambda_is_no_force),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
