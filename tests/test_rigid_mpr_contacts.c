/* Minkowski portal refinement in degenerate contacts, at any scale and place. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/convex_mpr.h"
#include "support/near.h"

static const trama_mpr_depth depths[] = {TRAMA_MPR_BOOLEAN, TRAMA_MPR_RAY, TRAMA_MPR_LEAST};

/* ---- Degenerate contacts: the published scenarios 1 to 6, touching, and coincident centres. */

/* Turns by 45 degrees about x: an edge down; about x, then so that a corner is down. */
static const double flat[4] = {1.0, 0.0, 0.0, 0.0};
static const double edge_x[4] = {0.92387953251128674, 0.38268343236508977, 0.0, 0.0};
static const double edge_y[4] = {0.92387953251128674, 0.0, 0.38268343236508977, 0.0};
static const double corner[4] = {0.88047623917, 0.27984814233, -0.36470519963, -0.11591690000};

typedef struct scenario {
    const char *name;
    const double *lower, *upper; /* turns of two unit cubes */
    double x, y;                 /* of the upper over the lower */
} scenario;

static const scenario scenarios[] = {
    {"vertex-vertex", corner, corner, 0, 0},  {"vertex-edge", edge_x, corner, 0.13, 0},
    {"vertex-face", flat, corner, 0.11, 0.2}, {"edge-edge", edge_x, edge_y, 0.1, 0.05},
    {"edge-face", flat, edge_x, 0.07, 0.1},   {"face-face", flat, flat, 0.21, 0.3},
    {"face-face, in line", flat, flat, 0, 0}, {"edge-edge, parallel", edge_x, edge_x, 0.3, 0},
};

static void set_turn(const double q[4], trama_pose *pose)
{
    double unit[4], square = 0.0;
    for (int i = 0; i < 4; i++)
        square += q[i] * q[i];
    for (int i = 0; i < 4; i++)
        unit[i] = q[i] / sqrt(square);
    convex_axes(unit, pose->axes);
}

/* How far a unit cube with this turn reaches up. */
static double height_of(const trama_pose *pose)
{
    return 0.5 * (fabs(pose->axes[2][0]) + fabs(pose->axes[2][1]) + fabs(pose->axes[2][2]));
}

/* The upper cube is let in by `depth` (of the size) from the place where the two touch from above.
 */
static void check_scenario(const scenario *s, double size, double from, double depth)
{
    const trama_convex cube = convex_make("box", size, size, size);
    trama_pose lower = convex_at(from, -from, 2 * from), upper = lower;
    set_turn(s->lower, &lower);
    set_turn(s->upper, &upper);
    const double distance = height_of(&lower) + height_of(&upper);
    upper.x[0] += size * s->x;
    upper.x[1] += size * s->y;
    upper.x[2] += size * (distance - depth);
    const double exact = (double)convex_box_overlap(&cube, &lower, &cube, &upper);
    const double rounding = 8e-16 * fabs(from) + 1e-9 * size;
    const trama_mpr_result r = mpr(&cube, &lower, &cube, &upper, TRAMA_MPR_LEAST);
    assert_true(r.status != TRAMA_MPR_UNDECIDED);
    if (fabs(exact) <= rounding)
        return; /* touching: both answers are right */
    assert_int_equal(r.status, exact > 0.0 ? TRAMA_MPR_HIT : TRAMA_MPR_APART);
    if (exact > 0.0) {
        assert_near(r.depth, exact, rounding + 1e-3 * exact);
        for (int k = 0; k < 3; k++)
            assert_near(r.b[k] - r.a[k], -r.depth * r.normal[k], 4 * rounding);
    }
}

static void each_scenario(double size, double from)
{
    static const double in[] = {-1e-2, -1e-4, -1e-8, 0.0, 1e-8, 1e-6, 1e-4, 1e-3, 1e-2};
    for (size_t i = 0; i < sizeof scenarios / sizeof *scenarios; i++)
        for (size_t k = 0; k < sizeof in / sizeof *in; k++)
            check_scenario(&scenarios[i], size, from, in[k]);
}

static void degenerate_contacts_are_found_from_a_millimetre_to_a_kilometre(void **state)
{
    (void)state;
    for (int power = -3; power <= 3; power++)
        each_scenario(pow(10.0, power), 0.0);
}

static void degenerate_contacts_are_found_far_from_the_origin(void **state)
{
    (void)state;
    each_scenario(1.0, 1e3);
    each_scenario(1.0, 1e6);
    each_scenario(1e-3, 1e4);
    each_scenario(1e3, 1e9);
}

/* Cubes of edges 1 and 0.5 in one place: the least depth is 0.75. */
static void coincident_centres_are_a_hit_with_the_least_depth(void **state)
{
    (void)state;
    trama_random random = {6};
    const trama_convex a = convex_make("box", 1, 1, 1), b = convex_make("box", 0.5, 0.5, 0.5);
    for (int i = 0; i < 100; i++) {
        trama_pose p = convex_pose(&random, 1.0), q = p;
        for (int k = 0; k < 3; k++) {
            const trama_mpr_result r = mpr(&a, &p, &b, &q, depths[k]);
            assert_int_equal(r.status, TRAMA_MPR_HIT);
            if (depths[k] == TRAMA_MPR_LEAST)
                assert_near(r.depth, 0.75, 1e-12);
        }
        q.x[2] += 1e-17; /* next to coincident */
        assert_near(mpr(&a, &p, &b, &q, TRAMA_MPR_LEAST).depth, 0.75, 1e-12);
    }
}

/* ---- Scale and place. */

/* Powers of two scale every number and no rounding: the results are the same bits, scaled. Every
 * fourth pair has its centres nearly in one place, which at 1 m is no nearer than at 1 mm. */
static void results_scale_with_lengths_to_the_bit(void **state)
{
    (void)state;
    trama_random random = {7};
    for (int i = 0; i < 2000; i++) {
        const trama_convex a = convex_any(&random), b = convex_any(&random);
        trama_pose p = convex_pose(&random, 0.5), q = convex_pose(&random, 0.5);
        for (int k = 0; k < 3 && i % 4 == 0; k++)
            q.x[k] = p.x[k] + 1e-5 * trama_random_signed(&random);
        const trama_mpr_result r = mpr(&a, &p, &b, &q, TRAMA_MPR_LEAST);
        for (int power = -10; power <= 10; power += 5) {
            const double s = ldexp(1.0, power);
            const trama_convex c = convex_make(a.type->name, s * a.size[0], s * a.size[1],
                                               s * a.size[2]),
                               d = convex_make(b.type->name, s * b.size[0], s * b.size[1],
                                               s * b.size[2]);
            trama_pose at_c = p, at_d = q;
            for (int k = 0; k < 3; k++) {
                at_c.x[k] *= s;
                at_d.x[k] *= s;
            }
            const trama_mpr_result scaled = mpr(&c, &at_c, &d, &at_d, TRAMA_MPR_LEAST);
            assert_int_equal(scaled.status, r.status);
            assert_int_equal(scaled.iterations, r.iterations);
            assert_true(scaled.depth == s * r.depth);
            assert_memory_equal(scaled.normal, r.normal, sizeof r.normal);
        }
    }
}

/* Coordinates are multiples of 2^-20 m, so that a shift of 2^20 m rounds nothing. */
static void results_do_not_depend_on_the_place_to_the_bit(void **state)
{
    (void)state;
    trama_random random = {8};
    for (int i = 0; i < 2000; i++) {
        const trama_convex a = convex_box(&random, 0.2, 2.0), b = convex_box(&random, 0.2, 2.0);
        trama_pose p = convex_pose(&random, 1.0), q = convex_pose(&random, 1.0);
        for (int k = 0; k < 3; k++) {
            p.x[k] = ldexp(nearbyint(ldexp(p.x[k], 20)), -20);
            q.x[k] = ldexp(nearbyint(ldexp(q.x[k], 20)), -20);
        }
        const trama_mpr_result r = mpr(&a, &p, &b, &q, TRAMA_MPR_LEAST);
        for (int k = 0; k < 3; k++) {
            p.x[k] += 1048576.0;
            q.x[k] += 1048576.0;
        }
        const trama_mpr_result far = mpr(&a, &p, &b, &q, TRAMA_MPR_LEAST);
        assert_int_equal(far.status, r.status);
        assert_true(far.depth == r.depth);
        assert_memory_equal(far.normal, r.normal, sizeof r.normal);
    }
}

/* Cubes of 1 m whose faces meet exactly: coordinates are multiples of 1/64 m. */
static void what_touches_exactly_is_a_hit(void **state)
{
    (void)state;
    const trama_convex cube = convex_make("box", 1.0, 1.0, 1.0);
    const trama_pose p = convex_at(0.5, -2.0, 4.0);
    for (int way = 0; way < 6; way++)
        for (int i = -40; i <= 40; i += 7)
            for (int k = -40; k <= 40; k += 7)
                for (int depth = 0; depth < 3; depth++) {
                    trama_pose q = p;
                    q.x[way / 2] += way % 2 ? -1.0 : 1.0;
                    q.x[(way / 2 + 1) % 3] += i / 64.0;
                    q.x[(way / 2 + 2) % 3] += k / 64.0;
                    assert_int_equal(mpr(&cube, &p, &cube, &q, depths[depth]).status,
                                     TRAMA_MPR_HIT);
                }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(degenerate_contacts_are_found_from_a_millimetre_to_a_kilometre),
        cmocka_unit_test(degenerate_contacts_are_found_far_from_the_origin),
        cmocka_unit_test(coincident_centres_are_a_hit_with_the_least_depth),
        cmocka_unit_test(results_scale_with_lengths_to_the_bit),
        cmocka_unit_test(results_do_not_depend_on_the_place_to_the_bit),
        cmocka_unit_test(what_touches_exactly_is_a_hit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
