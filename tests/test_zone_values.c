/* Impact zones by value: how a free zone moves, and one as published, what of the motion of fixed
 * vertices is rounding, whom a zone holds, and from how near. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/standing.h"
#include "support/zone.h"

/* ---- Motions. */

/* a x = b, by elimination; a is symmetric and positive. */
static void eliminate(double a[3][3], double b[3])
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            const double factor = i == k ? 0.0 : a[i][k] / a[k][k];
            for (int j = 0; j < 3; j++)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    for (int k = 0; k < 3; k++)
        b[k] /= a[k][k];
}

static void cross_of(const double a[3], const double b[3], double c[3])
{
    for (size_t i = 0; i < 3; i++)
        c[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* r turned by the angle |w| about w, by the series of the exponential. */
static void turn(const double w[3], double r[3])
{
    double term[3], next[3];
    memcpy(term, r, sizeof term);
    for (int k = 1; k < 30; k++) {
        cross_of(w, term, next);
        for (int axis = 0; axis < 3; axis++) {
            term[axis] = next[axis] / k;
            r[axis] += term[axis];
        }
    }
}

/* The mean velocity of masses, and the turn of h times that angular velocity which keeps their
 * angular momentum about their centre: x0 and u are three numbers a mass. */
static void as_one(const double *mass, size_t count, double h, const double *x0, double *u)
{
    double sum = 0.0, centre[3] = {0}, mean[3] = {0}, inertia[3][3] = {{0}}, w[3] = {0};
    for (size_t i = 0; i < count; i++)
        sum += mass[i];
    for (size_t c = 0; c < 3 * count; c++) {
        centre[c % 3] += mass[c / 3] * x0[c] / sum;
        mean[c % 3] += mass[c / 3] * u[c] / sum;
    }
    for (size_t i = 0; i < count; i++) {
        double r[3], v[3], l[3];
        for (size_t a = 0; a < 3; a++) {
            r[a] = x0[3 * i + a] - centre[a];
            v[a] = u[3 * i + a] - mean[a];
        }
        cross_of(r, v, l);
        const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        for (size_t a = 0; a < 3; a++) {
            w[a] += mass[i] * l[a];
            for (size_t b = 0; b < 3; b++)
                inertia[a][b] += mass[i] * ((a == b ? square : 0.0) - r[a] * r[b]);
        }
    }
    eliminate(inertia, w);
    for (size_t a = 0; a < 3; a++)
        w[a] *= h;
    for (size_t i = 0; i < count; i++) {
        double r[3];
        for (size_t a = 0; a < 3; a++)
            r[a] = x0[3 * i + a] - centre[a];
        turn(w, r);
        for (size_t a = 0; a < 3; a++)
            u[3 * i + a] = mean[a] + (r[a] - (x0[3 * i + a] - centre[a])) / h;
    }
}

static void a_free_zone_moves_as_its_momenta_say(void **state)
{
    (void)state;
    zone_mesh f;
    double mass[ZONE_VERTICES], u[3 * ZONE_VERTICES];
    zone_begin(&f, 0.1, 3.0);
    for (size_t i = 0; i < ZONE_VERTICES; i++)
        mass[i] = 1.0 / f.mesh->yield[3 * i];
    memcpy(u, f.mesh->u, sizeof u);
    as_one(mass, ZONE_VERTICES, f.mesh->h, f.mesh->x0, u);
    assert_true(trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, ZONE_VERTICES));
    for (size_t c = 0; c < 3 * ZONE_VERTICES; c++)
        if (!(fabs(f.mesh->u[c] - u[c]) < 1e-11))
            fail_msg("component %zu: %.15g m/s, not %.15g", c, f.mesh->u[c], u[c]);
    zone_end(&f);
}

/* Provot's: w = sum r x v / (n r^2) about the mean position, each u = mean + w x r. */
static void a_published_zone_moves_as_printed(void **state)
{
    (void)state;
    zone_mesh f;
    double x[3] = {0}, mean[3] = {0}, w[3] = {0}, u[3 * ZONE_VERTICES];
    zone_begin(&f, 0.1, 3.0);
    memcpy(u, f.mesh->u, sizeof u);
    for (size_t c = 0; c < 3 * ZONE_VERTICES; c++) {
        x[c % 3] += f.mesh->x0[c] / ZONE_VERTICES;
        mean[c % 3] += u[c] / ZONE_VERTICES;
    }
    assert_true(trama_zone_move(f.mesh, TRAMA_ZONES_PUBLISHED, f.vertex, ZONE_VERTICES));
    for (int pass = 0; pass < 2; pass++) /* first w of all, then each velocity */
        for (size_t i = 0; i < ZONE_VERTICES; i++) {
            double r[3], v[3], l[3];
            for (size_t a = 0; a < 3; a++) {
                r[a] = f.mesh->x0[3 * i + a] - x[a];
                v[a] = u[3 * i + a] - mean[a];
            }
            cross_of(pass == 0 ? r : w, pass == 0 ? v : r, l);
            for (size_t a = 0; a < 3; a++)
                if (pass == 0)
                    w[a] += l[a] / (r[0] * r[0] + r[1] * r[1] + r[2] * r[2]) / ZONE_VERTICES;
                else
                    assert_true(fabs(f.mesh->u[3 * i + a] - mean[a] - l[a]) < 1e-12);
        }
    zone_end(&f);
}

/* Four fixed vertices at a distance from the origin, `size` times as large, of which one also moves
 * by a part of the largest radius, out of their centre: three quarters of it no rotation undoes. */
static bool is_resolved(double part, double size, double away)
{
    zone_mesh f;
    double centre[3] = {0}, radius = 0.0, out = 0.0;
    zone_begin(&f, 0.1, 3.0);
    for (size_t c = 0; c < 3 * ZONE_VERTICES; c++)
        f.mesh->x0[c] = away + size * f.mesh->x0[c];
    for (size_t c = 0; c < 12; c++)
        centre[c % 3] += f.mesh->x0[c] / 4.0;
    for (size_t i = 0; i < 4; i++) {
        double r[3], square = 0.0;
        for (size_t a = 0; a < 3; a++) {
            r[a] = f.mesh->x0[3 * i + a] - centre[a];
            square += r[a] * r[a];
        }
        radius = worst_of(radius, sqrt(square));
        out = sqrt(square); /* of the last one, which moves out */
        turn((double[]){0.1, 0.0, -0.2}, r);
        for (size_t a = 0; a < 3; a++)
            f.mesh->u[3 * i + a] = (r[a] + centre[a] - f.mesh->x0[3 * i + a]) / f.mesh->h;
        f.mesh->fixed[i] = true;
        for (size_t a = 0; a < 3 && i == 3; a++)
            f.mesh->u[9 + a] += part * radius / out * r[a] / f.mesh->h;
    }
    const bool resolved = trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, ZONE_VERTICES);
    zone_end(&f);
    return resolved;
}

/* Up to 1e-9 of the radius is rounding: 0.75 of it is, and 1.5 of it is not. */
static void only_rounding_of_what_is_fixed_is_let_pass(void **state)
{
    (void)state;
    static const double sizes[] = {1.0, 1e-2}, far[] = {0.0, 100.0};
    for (size_t i = 0; i < 4; i++) {
        assert_true(is_resolved(1e-9, sizes[i % 2], far[i / 2]));
        assert_false(is_resolved(2e-9, sizes[i % 2], far[i / 2]));
    }
}

/* ---- Zones that are found. */

/* Over a face at rest, which it approaches and slides over, m/s. */
static standing corner_that_falls(double height, double approach, double slide)
{
    standing s = standing_askew(height, false);
    for (size_t i = 0; i < STANDING_NODES; i++)
        for (int axis = 0; axis < 3 && (i == 0 || i > 3); axis++)
            s.v[i][axis] = slide * s.across[axis] - approach * s.normal[axis];
    return s;
}

/* A corner that passes through a face within the step is one body with it, and nothing else is:
 * velocities by value, and the corner stays as far from each of the face's as it was. */
static void a_corner_and_the_face_that_it_hits_move_as_one(void **state)
{
    (void)state;
    const double h = 1e-3;
    standing s = corner_that_falls(2e-3, 7.0, 3.0);
    double after[STANDING_NODES][3], expected[STANDING_NODES][3];
    standing_step(&s, "bridson_collision", "rounds=0 thickness=1e-5", h, after);
    memcpy(expected, s.v, sizeof expected);
    as_one(s.mass, 4, h, s.x[0], expected[0]);
    for (size_t c = 0; c < 3 * STANDING_NODES; c++)
        if (!(fabs(after[c / 3][c % 3] - expected[c / 3][c % 3]) < 1e-9))
            fail_msg("component %zu: %.15g m/s, not %.15g", c, after[c / 3][c % 3],
                     expected[c / 3][c % 3]);
    for (size_t i = 1; i < 4; i++) {
        double now = 0.0, then = 0.0;
        for (size_t a = 0; a < 3; a++) {
            const double apart = s.x[0][a] - s.x[i][a];
            then += apart * apart;
            now += pow(apart + h * (after[0][a] - after[i][a]), 2);
        }
        assert_true(fabs(sqrt(now) - sqrt(then)) < 1e-12);
    }
}

static bool differ(double a[STANDING_NODES][3], double b[STANDING_NODES][3])
{
    bool any = false;
    for (size_t c = 0; c < 3 * STANDING_NODES; c++)
        any |= a[c / 3][c % 3] != b[c / 3][c % 3];
    return any;
}

/* Two collide that come nearer than the tolerance, or than a tenth of their distance at the start
 * if that is less: by 0.95 and by 1.05 of either. */
static void a_zone_is_of_what_comes_nearer_than_the_tolerance(void **state)
{
    (void)state;
    static const double heights[] = {2e-3, 4e-4}, nearest[] = {1e-4, 4e-5};
    for (int i = 0; i < 4; i++) {
        const double height = heights[i % 2], left = (i < 2 ? 0.95 : 1.05) * nearest[i % 2];
        standing s = corner_that_falls(height, (height - left) / 1e-3, 0.0);
        double after[STANDING_NODES][3];
        standing_step(&s, "bridson_collision", "rounds=0 thickness=1e-5 tolerance=1e-4", 1e-3,
                      after);
        if (differ(after, s.v) != (i < 2))
            fail_msg("from %g m to %g m: %s", height, left, i < 2 ? "nothing" : "a collision");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_zone_moves_as_its_momenta_say),
        cmocka_unit_test(a_published_zone_moves_as_printed),
        cmocka_unit_test(only_rounding_of_what_is_fixed_is_let_pass),
        cmocka_unit_test(a_corner_and_the_face_that_it_hits_move_as_one),
        cmocka_unit_test(a_zone_is_of_what_comes_nearer_than_the_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
