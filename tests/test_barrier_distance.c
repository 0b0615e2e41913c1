/* The barrier of incremental potential contact and its derivatives are what the paper says:
 * against differences for each kind of pair, and the projection gives the nearest positive
 * semidefinite matrix. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "interaction/barrier_distance.h"
#include "interaction/barrier_friction.h"
#include "support/near.h"

/* ---- The function of one distance. */

static void the_barrier_is_equation_6(void **state)
{
    (void)state;
    const double dhat = 1.3e-3;
    for (int i = 0; i < 350; i++) {
        const double d = 1e-13 * pow(1.07, i);
        const trama_barrier_value at = trama_barrier_of(d, dhat);
        const double expected = d < dhat ? -(d - dhat) * (d - dhat) * log(d / dhat) : 0.0;
        assert_true(fabs(at.b - expected) <= 1e-14 * dhat * dhat * (1.0 - log(d / dhat)));
        const double by = 1e-5 * d;
        const trama_barrier_value low = trama_barrier_of(d - by, dhat),
                                  high = trama_barrier_of(d + by, dhat);
        if (!(fabs((high.b - low.b) / (2.0 * by) - at.first) <= 1e-6 * (fabs(at.first) + dhat) &&
              fabs((high.first - low.first) / (2.0 * by) - at.second) <=
                  1e-6 * (fabs(at.second) + dhat / d)))
            fail_msg("at %g m: %g %g", d, at.first, at.second);
    }
}

static void the_barrier_begins_with_two_continuous_derivatives_and_has_no_end(void **state)
{
    (void)state;
    const trama_barrier_value begins = trama_barrier_of(1e-3 * (1.0 - 1e-9), 1e-3),
                              ends = trama_barrier_of(1e-300, 1e-3);
    assert_true(begins.b > 0.0 && begins.b < 1e-32);
    assert_true(begins.first < 0.0 && begins.first > -1e-20);
    assert_true(begins.second > 0.0 && begins.second < 1e-8);
    assert_true(ends.first < -1e290);
    assert_true(trama_barrier_of(1e-3, 1e-3).b == 0.0);
}

/* ---- A pair. */

/* A motion of the points changes which they are: kinds of pairs, by where closest points lie. */
static const struct {
    const char *name;
    bool edges;
    int slides; /* directions in which the closest points are free */
    double x[4][3];
} kinds[] = {
    {"vertex over a face", false, 2, {{.3, .2, .4}, {0, 0, .05}, {1.1, .1, 0}, {.1, .9, -.1}}},
    {"vertex beside an edge", false, 1, {{.5, -.3, .2}, {0, 0, .05}, {1.1, .1, 0}, {.1, .9, -.1}}},
    {"vertex beside a corner", false, 0, {{-.2, -.3, .2}, {0, 0, 0}, {1.1, .1, 0}, {.1, .9, -.1}}},
    {"crossing edges", true, 2, {{-.5, .1, .3}, {.6, .2, .25}, {.1, -.7, 0}, {.0, .5, -.1}}},
    {"edge and an end", true, 1, {{-.5, .1, .3}, {.6, .2, .25}, {.1, .4, 0}, {.2, .9, -.1}}},
    {"two ends", true, 0, {{.1, .1, .3}, {.6, .7, .25}, {-.1, -.1, 0}, {-.3, -.9, -.1}}},
    {"nearly parallel edges", true, 2, {{-.5, .0, .3}, {.6, .004, .3}, {-.6, .003, 0}, {.5, 0, 0}}},
    {"parallel edges", true, 1, {{-.5, .1, .3}, {.6, .1, .3}, {-.6, 0, 0}, {.5, 0, 0}}},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };
static const double dhat = 0.7, rest = 1.0;

static trama_four points_of(size_t kind)
{
    trama_four four;
    memcpy(four.x, kinds[kind].x, sizeof four.x);
    return four;
}

static trama_proximity closest_of(const trama_four *points, bool edges)
{
    return edges ? trama_closest_edge_edge(points) : trama_closest_vertex_face(points);
}

static trama_barrier_pair pair_of(size_t kind, const trama_four *points, trama_barrier_order order)
{
    trama_barrier_pair pair;
    const trama_proximity closest = closest_of(points, kinds[kind].edges);
    trama_barrier_pair_of(points, &closest, kinds[kind].edges, rest, dhat, order, &pair);
    return pair;
}

static trama_barrier_pair pair_at(size_t kind, const trama_four *points)
{
    return pair_of(kind, points, TRAMA_BARRIER_EXACT);
}

static trama_four moved(const trama_four *points, double by, const double *y)
{
    trama_four other = *points;
    for (int i = 0; i < 12; i++)
        other.x[i / 3][i % 3] += by * y[i];
    return other;
}

static void check_derivatives(size_t kind, const trama_four *points, const double *y)
{
    static const double by = 1e-6;
    /* Beside parallel edges the second derivatives jump, by less the nearer. */
    const double allowed = strcmp(kinds[kind].name, "parallel edges") == 0 ? 1e-4 : 1e-6;
    const trama_four low = moved(points, -by, y), high = moved(points, by, y);
    const trama_barrier_pair at = pair_at(kind, points), before = pair_at(kind, &low),
                             after = pair_at(kind, &high);
    double slope = 0.0, worst = 0.0, size = 1e-3;
    for (int i = 0; i < 12; i++) {
        double row = 0.0;
        slope += at.gradient[i] * y[i];
        for (int j = 0; j < 12; j++) {
            row += at.hessian[i][j] * y[j];
            size = worst_of(size, fabs(at.hessian[i][j]));
            assert_true(at.hessian[i][j] == at.hessian[j][i]);
        }
        worst = worst_of(worst, fabs(row - (after.gradient[i] - before.gradient[i]) / (2.0 * by)));
    }
    if (!(fabs(slope - (after.value - before.value) / (2.0 * by)) < 1e-6 && worst < allowed * size))
        fail_msg("%s: slope %g, not %g; second derivatives off by %g of %g", kinds[kind].name,
                 slope, (after.value - before.value) / (2.0 * by), worst, size);
}

static void derivatives_agree_with_differences(void **state)
{
    (void)state;
    trama_random random = {11};
    for (size_t kind = 0; kind < KINDS; kind++) {
        const trama_four points = points_of(kind);
        const trama_proximity closest = closest_of(&points, kinds[kind].edges);
        assert_int_equal(trama_distance_of(&points, &closest, kinds[kind].edges).slides,
                         kinds[kind].slides);
        for (int trial = 0; trial < 20; trial++) {
            double y[12], away[12];
            for (int i = 0; i < 12; i++) {
                y[i] = trama_random_signed(&random);
                away[i] = strcmp(kinds[kind].name, "parallel edges") == 0
                              ? 0.0
                              : trama_random_signed(&random);
            }
            const trama_four near = moved(&points, 1e-3, away);
            check_derivatives(kind, &near, y);
        }
    }
}

/* Where closest points jump from one end to the other, the mollifier makes the gradient whole. */
static void the_gradient_of_parallel_edges_does_not_jump(void **state)
{
    (void)state;
    trama_four points = points_of(KINDS - 1);
    double size = 0.0, jump = 0.0;
    for (int digits = 3; digits < 9; digits++) {
        const double turn = pow(0.1, digits);
        trama_four left = points, right = points;
        left.x[1][1] += turn;
        right.x[1][1] -= turn;
        const trama_barrier_pair a = pair_at(KINDS - 1, &left), b = pair_at(KINDS - 1, &right);
        jump = size = 0.0;
        for (int i = 0; i < 12; i++) {
            jump = worst_of(jump, fabs(a.gradient[i] - b.gradient[i]));
            size = worst_of(size, fabs(a.gradient[i]));
        }
        if (!(jump < 2e3 * turn))
            fail_msg("turned by %g the gradient jumps by %g of %g", turn, jump, size);
    }
}

static double form(double a[12][12], const double *y)
{
    double sum = 0.0;
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            sum += y[i] * a[i][j] * y[j];
    return sum;
}

/* P is nearest to A if P >= 0, P - A >= 0 and P (P - A) = 0. */
static void the_projection_is_the_nearest_semidefinite_matrix(void **state)
{
    (void)state;
    trama_random random = {12};
    for (size_t kind = 0; kind < KINDS; kind++) {
        const trama_four points = points_of(kind);
        trama_barrier_pair exact = pair_at(kind, &points),
                           convex = pair_of(kind, &points, TRAMA_BARRIER_CONVEX);
        double size = 0.0, above[12][12], off = 0.0, lifted = 0.0;
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) {
                above[i][j] = convex.hessian[i][j] - exact.hessian[i][j];
                size = worst_of(size, fabs(exact.hessian[i][j]));
                lifted = worst_of(lifted, fabs(above[i][j]));
            }
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) {
                double sum = 0.0;
                for (int k = 0; k < 12; k++)
                    sum += convex.hessian[i][k] * above[k][j];
                off = worst_of(off, fabs(sum));
            }
        for (int trial = 0; trial < 200; trial++) {
            double y[12];
            for (int i = 0; i < 12; i++)
                y[i] = trama_random_signed(&random);
            assert_true(form(convex.hessian, y) > -1e-12 * size);
            assert_true(form(above, y) > -1e-12 * size);
        }
        /* That of parallel edges is semidefinite, and stays. */
        const bool stays = strcmp(kinds[kind].name, "parallel edges") == 0;
        if (!(off < 1e-12 * size * size && (lifted > 1e-4 * size) != stays))
            fail_msg("%s: P (P - A) is %g, P - A %g of %g", kinds[kind].name, off, lifted, size);
    }
}

/* ---- Friction. */

static void friction_is_the_smoothed_law_with_its_derivative(void **state)
{
    (void)state;
    const trama_lagged contact = {.normal = {0.6, 0.0, 0.8}, .limit = 2.5};
    const double eps_v = 0.1;
    trama_random random = {13};
    for (int trial = 0; trial < 100; trial++) {
        double v[3], force[3], matrix[3][3], slip[3], along = 0.0, speed = 0.0, size = 0.0;
        for (int i = 0; i < 3; i++) {
            v[i] = (trial % 2 == 0 ? 0.05 : 0.5) * trama_random_signed(&random);
            along += v[i] * contact.normal[i];
        }
        for (int i = 0; i < 3; i++) {
            slip[i] = v[i] - along * contact.normal[i];
            speed += slip[i] * slip[i];
        }
        speed = sqrt(speed);
        trama_lagged_force(&contact, eps_v, v, force, matrix);
        const double y = speed / eps_v, f1 = y < 1.0 ? 2.0 * y - y * y : 1.0;
        for (int i = 0; i < 3; i++)
            assert_true(fabs(force[i] + 2.5 * f1 * slip[i] / speed) < 1e-14);
        for (int j = 0; j < 3; j++) {
            double low[3], high[3], other[3];
            memcpy(other, v, sizeof other);
            other[j] -= 1e-7;
            trama_lagged_force(&contact, eps_v, other, low, NULL);
            other[j] += 2e-7;
            trama_lagged_force(&contact, eps_v, other, high, NULL);
            for (int i = 0; i < 3; i++) {
                size = worst_of(size, fabs(matrix[i][j]));
                assert_true(fabs(matrix[i][j] + (high[i] - low[i]) / 2e-7) < 1e-4);
            }
        }
        assert_true(size > 0.1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_barrier_is_equation_6),
        cmocka_unit_test(the_barrier_begins_with_two_continuous_derivatives_and_has_no_end),
        cmocka_unit_test(derivatives_agree_with_differences),
        cmocka_unit_test(the_gradient_of_parallel_edges_does_not_jump),
        cmocka_unit_test(the_projection_is_the_nearest_semidefinite_matrix),
        cmocka_unit_test(friction_is_the_smoothed_law_with_its_derivative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
