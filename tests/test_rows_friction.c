/* Friction of rows gives a slide as computed by hand, and the impulses of a pair stay within the
 * disc of friction. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "rows/rows.h"
#include "support/near.h"

enum { PROBLEMS = 200 };

static const trama_rows_spec exact = {.sweeps = 100000, .tolerance = 1e-13};
static const double h = 0.02;

/* Two particles in space have u = (x, y, z of one, of the other) and different masses. One of them
 * touches a plane y = const. */
static void add_contact(trama_rows *rows, size_t particle, double friction)
{
    for (size_t i = 0; i < 3; i++) {
        static const size_t axis[3] = {1, 0, 2};
        const size_t normal = rows->count - i;
        trama_row *row = trama_rows_add(rows, 1 + 3 * particle + i);
        trama_row_component(row, 3 * particle + axis[i], 1.0);
        if (i == 0) {
            row->low = 0.0;
        } else {
            row->friction = friction;
            row->normal = normal;
        }
    }
}

/* Onto the floor at 1 m/s with 5 m/s along it, the angle of which is not special. */
static void check_slide(double friction, double mass)
{
    const double inverse_mass[3] = {1.0 / mass, 1.0 / mass, 1.0 / mass};
    const double speed = fmax(0.0, 5.0 - friction * 1.0);
    double u[3] = {3.0, -1.0, 4.0};
    trama_rows rows = {0};
    trama_rows_begin(&rows, TRAMA_END, h, inverse_mass);
    add_contact(&rows, 0, friction);
    trama_rows_start(&rows, u);
    assert_true(trama_rows_solve(&rows, &exact, u) <= 10);
    assert_near(rows.row[0].lambda, mass, 1e-15 * mass);
    assert_near(u[0], 0.6 * speed, 1e-14);
    assert_near(u[1], 0.0, 1e-15);
    assert_near(u[2], 0.8 * speed, 1e-14);
    trama_rows_free(&rows);
}

static void a_particle_slows_by_friction_times_its_normal_impulse(void **state)
{
    (void)state;
    check_slide(0.7, 2.0);
    check_slide(4.9, 0.3);
    check_slide(5.1, 0.3); /* sticks */
}

/* Held along one tangent, 2 kg slow down along the other by friction times 1 m/s, whichever it is:
 * what nothing can move takes no part of the disc. */
static void what_is_held_along_one_tangent_is_slowed_along_the_other(void **state)
{
    (void)state;
    for (size_t held = 0; held < 3; held += 2) {
        double inverse_mass[3] = {0.5, 0.5, 0.5}, u[3] = {0.7, -1.0, 0.7};
        trama_rows rows = {0};
        inverse_mass[held] = 0.0;
        u[held] = 0.0;
        trama_rows_begin(&rows, TRAMA_END, h, inverse_mass);
        add_contact(&rows, 0, 0.4);
        trama_rows_start(&rows, u);
        assert_true(trama_rows_solve(&rows, &exact, u) <= 10);
        assert_near(u[2 - held], 0.3, 1e-15);
        assert_true(u[held] == 0.0);
        for (size_t i = 0; i < 3; i++) {
            const double impulse[2][3] = {{2.0, 0.0, -0.8}, {2.0, -0.8, 0.0}};
            assert_near(rows.row[i].lambda, impulse[held / 2][i], 1e-15);
        }
        trama_rows_free(&rows);
    }
}

/* Two tangents that lean towards each other yield alike, 1.25/kg, and 1/kg to each other: their
 * disc yields 2.25/kg the stiffer way. One sweep from rest turns a slip of 0.09 and 0 m/s into
 * impulses of -0.04 and 0 N s, which are within the disc of 0.3 N s. */
static void tangents_that_lean_towards_each_other_yield_as_the_stiffer_way(void **state)
{
    (void)state;
    static const trama_rows_spec one = {.sweeps = 1};
    const double inverse_mass[3] = {1.0, 1.0, 1.0}, slip = 0.09;
    double u[3] = {slip / 0.75, -1.0, -0.5 * slip / 0.75};
    trama_rows rows = {0};
    trama_rows_begin(&rows, TRAMA_END, h, inverse_mass);
    add_contact(&rows, 0, 0.3);
    trama_row_component(&rows.row[1], 2, 0.5);
    trama_row_component(&rows.row[2], 0, 0.5);
    trama_rows_start(&rows, u);
    trama_rows_solve(&rows, &one, u);
    assert_near(rows.row[0].lambda, 1.0, 1e-15);
    assert_near(rows.row[1].lambda, -0.04, 1e-15);
    assert_near(rows.row[2].lambda, 0.0, 1e-15);
    trama_rows_free(&rows);
}

/* Complementarity at the normal, an impulse within the disc, and on its rim against the slip. */
static void check_disc(const trama_rows *rows, size_t normal, const double *u, int *sliding,
                       int *sticking)
{
    const trama_row *n = &rows->row[normal], *x = n + 1, *y = n + 2;
    const double radius = x->friction * n->lambda, size = hypot(x->lambda, y->lambda);
    const double slip_x = trama_row_rate(x, u), slip_y = trama_row_rate(y, u);
    const double slip = hypot(slip_x, slip_y);
    assert_true(n->lambda >= 0.0);
    assert_true(trama_row_rate(n, u) > -1e-10);
    assert_near(n->lambda * trama_row_rate(n, u), 0.0, 1e-10);
    assert_true(size <= radius * (1.0 + 1e-12));
    if (n->lambda < 1e-6)
        return;
    if (slip < 1e-9) {
        ++*sticking;
        return;
    }
    ++*sliding;
    assert_near(size, radius, 1e-9 * radius);
    assert_near(x->lambda * slip_x + y->lambda * slip_y, -size * slip, 1e-8 * size * slip);
}

/* Two particles on a plane, with a rigid rod between them in a random direction. */
static void impulses_of_a_pair_lie_in_their_discs(void **state)
{
    (void)state;
    trama_random random = {.state = 8};
    int sliding = 0, sticking = 0;
    for (int i = 0; i < PROBLEMS; i++) {
        double u[6], inverse_mass[6];
        trama_rows rows = {0};
        for (size_t k = 0; k < 6; k++) {
            inverse_mass[k] = k < 3 ? 0.5 : 1.5;
            u[k] = trama_random_signed(&random) - (k % 3 == 1 ? 0.7 : 0.0);
        }
        trama_rows_begin(&rows, TRAMA_END, h, inverse_mass);
        trama_row *rod = trama_rows_add(&rows, 0);
        for (size_t k = 0; k < 3; k++) {
            const double j = trama_random_signed(&random);
            trama_row_component(rod, k, j);
            trama_row_component(rod, 3 + k, -j);
        }
        add_contact(&rows, 0, 0.6);
        add_contact(&rows, 1, 0.6);
        trama_rows_start(&rows, u);
        assert_true(trama_rows_solve(&rows, &exact, u) <= exact.sweeps);
        assert_near(trama_row_rate(&rows.row[0], u), 0.0, 1e-10);
        check_disc(&rows, 1, u, &sliding, &sticking);
        check_disc(&rows, 4, u, &sliding, &sticking);
        trama_rows_free(&rows);
    }
    assert_true(sliding > 50 && sticking > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_particle_slows_by_friction_times_its_normal_impulse),
        cmocka_unit_test(what_is_held_along_one_tangent_is_slowed_along_the_other),
        cmocka_unit_test(tangents_that_lean_towards_each_other_yield_as_the_stiffer_way),
        cmocka_unit_test(impulses_of_a_pair_lie_in_their_discs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
