/* Vertices of an impact zone move as one body: as corrected, they keep momentum and angular
 * momentum, lose energy, and stay where they are to each other; they follow what nothing moves. As
 * published, they keep the mean velocity alone. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "interaction/impact_zone.h"
#include "support/standing.h"

enum { SIDE = 3, COUNT = SIDE * SIDE };

/* A mesh of one sheet, with positions, velocities and masses at random. */
typedef struct fixture {
    objects o;
    trama_contact_mesh *mesh;
    size_t vertex[COUNT];
} fixture;

static void begin(fixture *f, double h, double speed)
{
    const trama_scene_spec scene = {.grid = {.points = {SIDE, SIDE},
                                             .side = {1.0, 1.0},
                                             .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}}};
    trama_random random = {11};
    trama_error error;
    objects_begin(&f->o);
    objects_add(&f->o, "sheet", "provot", "structural=1 density=1 sweeps=0", &scene);
    objects_join(&f->o, "self", "bridson_collision", "", 1, 0);
    objects_make(&f->o, "symplectic_euler");
    const trama_surface *surface = &f->o.system->object[0].surface;
    assert_int_equal(trama_contact_mesh_create(&surface, 1, &f->mesh, &error), TRAMA_OK);
    trama_contact_mesh_place(f->mesh, 0.0, f->o.system->q);
    f->mesh->h = h;
    for (size_t i = 0; i < COUNT; i++) {
        const double yield = 1.0 + (double)i;
        f->vertex[i] = i;
        f->mesh->fixed[i] = false;
        for (size_t axis = 0; axis < 3; axis++) {
            f->mesh->x0[3 * i + axis] += 0.3 * trama_random_signed(&random);
            f->mesh->u[3 * i + axis] = speed * trama_random_signed(&random);
            f->mesh->yield[3 * i + axis] = yield;
        }
    }
    trama_contact_mesh_move(f->mesh);
}

static void end(fixture *f)
{
    trama_contact_mesh_destroy(f->mesh);
    objects_end(&f->o);
}

/* Momentum, angular momentum about the origin by x0, and energy. */
typedef struct sums {
    double linear[3], angular[3], energy;
} sums;

static sums sums_of(const trama_contact_mesh *mesh)
{
    sums s = {0};
    for (size_t i = 0; i < COUNT; i++) {
        const double m = 1.0 / mesh->yield[3 * i], *x = mesh->x0 + 3 * i, *u = mesh->u + 3 * i;
        for (size_t a = 0; a < 3; a++) {
            const size_t b = (a + 1) % 3, c = (a + 2) % 3;
            s.linear[a] += m * u[a];
            s.angular[a] += m * (x[b] * u[c] - x[c] * u[b]);
            s.energy += 0.5 * m * u[a] * u[a];
        }
    }
    return s;
}

/* The largest relative change of a distance between two of the vertices. */
static double stretch(const trama_contact_mesh *mesh)
{
    double worst = 0.0;
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < i; j++) {
            double before = 0.0, after = 0.0;
            for (size_t a = 0; a < 3; a++) {
                before += pow(mesh->x0[3 * i + a] - mesh->x0[3 * j + a], 2);
                after += pow(mesh->x1[3 * i + a] - mesh->x1[3 * j + a], 2);
            }
            worst = fmax(worst, fabs(sqrt(after / before) - 1.0));
        }
    return worst;
}

/* The rotation of the step is an angle of about h: half a radian would be a large one. */
static void check_free(double h, double *turn_error)
{
    fixture f;
    begin(&f, h, 3.0);
    const sums before = sums_of(f.mesh);
    assert_true(trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, COUNT));
    trama_contact_mesh_move(f.mesh);
    const sums after = sums_of(f.mesh);
    *turn_error = 0.0;
    for (size_t a = 0; a < 3; a++) {
        assert_true(fabs(after.linear[a] - before.linear[a]) < 1e-13);
        *turn_error = fmax(*turn_error, fabs(after.angular[a] - before.angular[a]));
    }
    assert_true(after.energy < before.energy);
    assert_true(stretch(f.mesh) < 1e-12);
    end(&f);
}

static void a_corrected_zone_is_a_rigid_body(void **state)
{
    (void)state;
    double coarse, fine;
    check_free(0.1, &coarse);
    check_free(0.01, &fine);
    assert_true(coarse >
                1e-6); /* of the first order in h, as the axis stays while the body turns */
    assert_true(fine < 0.12 * coarse);
}

/* Their tensor of inertia has no inverse; about the line they do not turn. What stands for one,
 * 1e-14 of the trace, is so little that rounding leaves an error of 1 % in angular momentum. */
static void vertices_on_a_line_turn_across_it(void **state)
{
    (void)state;
    trama_random random = {23};
    for (int trial = 0; trial < 20; trial++) {
        fixture f;
        double direction[3];
        begin(&f, 1e-3, 3.0);
        for (int axis = 0; axis < 3; axis++)
            direction[axis] = trial == 0 ? (axis == 1) : trama_random_signed(&random);
        for (size_t i = 0; i < COUNT; i++)
            for (size_t axis = 0; axis < 3; axis++)
                f.mesh->x0[3 * i + axis] = (double)i * direction[axis] + 0.1;
        const sums before = sums_of(f.mesh);
        assert_true(trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, COUNT));
        trama_contact_mesh_move(f.mesh);
        const sums after = sums_of(f.mesh);
        for (size_t a = 0; a < 3; a++)
            if (!(fabs(after.angular[a] - before.angular[a]) < 0.05))
                fail_msg("trial %d: angular momentum %g, not %g", trial, after.angular[a],
                         before.angular[a]);
        assert_true(after.energy < before.energy && stretch(f.mesh) < 1e-12);
        end(&f);
    }
}

static void a_published_zone_stretches_and_keeps_the_mean_velocity_alone(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 0.1, 3.0);
    double mean[3] = {0}, now[3] = {0};
    const sums before = sums_of(f.mesh);
    for (size_t i = 0; i < 3 * COUNT; i++)
        mean[i % 3] += f.mesh->u[i];
    assert_true(trama_zone_move(f.mesh, TRAMA_ZONES_PUBLISHED, f.vertex, COUNT));
    trama_contact_mesh_move(f.mesh);
    const sums after = sums_of(f.mesh);
    for (size_t i = 0; i < 3 * COUNT; i++)
        now[i % 3] += f.mesh->u[i];
    for (size_t a = 0; a < 3; a++)
        assert_true(fabs(now[a] - mean[a]) < 1e-12);
    assert_true(fabs(after.linear[0] - before.linear[0]) > 1e-2);
    assert_true(fabs(after.angular[0] - before.angular[0]) > 1e-2);
    assert_true(stretch(f.mesh) > 1e-3);
    end(&f);
}

/* A vertex near the centre weighs as 1/r: what it turns by goes to all. */
static void a_published_zone_may_gain_energy(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 1e-3, 0.0);
    double centre[3] = {0};
    for (size_t i = 0; i < 3 * COUNT; i++)
        f.mesh->yield[i] = 1.0;
    for (size_t i = 3; i < 3 * COUNT; i++)
        centre[i % 3] += f.mesh->x0[i] / (COUNT - 1);
    for (size_t a = 0; a < 3; a++)
        f.mesh->x0[a] = centre[a] + (a == 0 ? 1e-3 : 0.0);
    f.mesh->u[1] = 1.0;
    const sums before = sums_of(f.mesh);
    trama_zone_move(f.mesh, TRAMA_ZONES_PUBLISHED, f.vertex, COUNT);
    assert_true(sums_of(f.mesh).energy > 100.0 * before.energy);
    end(&f);
}

/* Fixed vertices that turn by 0.4 about z and move on take the others along. */
static void a_corrected_zone_follows_what_nothing_moves(void **state)
{
    (void)state;
    for (size_t fixed = 1; fixed <= 4; fixed++) {
        fixture f;
        begin(&f, 0.1, 3.0);
        for (size_t i = 0; i < fixed; i++) {
            double *x = f.mesh->x0 + 3 * i, *u = f.mesh->u + 3 * i;
            f.mesh->fixed[i] = true;
            u[0] = (cos(0.4) * x[0] - sin(0.4) * x[1] - x[0]) / 0.1 + 0.7;
            u[1] = (sin(0.4) * x[0] + cos(0.4) * x[1] - x[1]) / 0.1;
            u[2] = 0.0;
        }
        assert_true(trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, COUNT));
        trama_contact_mesh_move(f.mesh);
        if (!(stretch(f.mesh) < 1e-8))
            fail_msg("%zu fixed: distances change by %g", fixed, stretch(f.mesh));
        end(&f);
    }
}

static void what_is_fixed_and_moves_apart_is_not_resolved(void **state)
{
    (void)state;
    fixture f;
    begin(&f, 0.1, 3.0);
    f.mesh->fixed[2] = f.mesh->fixed[5] = true;
    const double u = f.mesh->u[0];
    assert_false(trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, COUNT));
    assert_true(f.mesh->u[0] == u);
    end(&f);
}

/* ---- By value. */

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
    fixture f;
    double mass[COUNT], u[3 * COUNT];
    begin(&f, 0.1, 3.0);
    for (size_t i = 0; i < COUNT; i++)
        mass[i] = 1.0 / f.mesh->yield[3 * i];
    memcpy(u, f.mesh->u, sizeof u);
    as_one(mass, COUNT, f.mesh->h, f.mesh->x0, u);
    assert_true(trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, COUNT));
    for (size_t c = 0; c < 3 * COUNT; c++)
        if (!(fabs(f.mesh->u[c] - u[c]) < 1e-11))
            fail_msg("component %zu: %.15g m/s, not %.15g", c, f.mesh->u[c], u[c]);
    end(&f);
}

/* Four fixed vertices at a distance from the origin, `size` times as large, of which one also moves
 * by a part of the largest radius, out of their centre: three quarters of it no rotation undoes. */
static bool is_resolved(double part, double size, double away)
{
    fixture f;
    double centre[3] = {0}, radius = 0.0, out = 0.0;
    begin(&f, 0.1, 3.0);
    for (size_t c = 0; c < 3 * COUNT; c++)
        f.mesh->x0[c] = away + size * f.mesh->x0[c];
    for (size_t c = 0; c < 12; c++)
        centre[c % 3] += f.mesh->x0[c] / 4.0;
    for (size_t i = 0; i < 4; i++) {
        double r[3], square = 0.0;
        for (size_t a = 0; a < 3; a++) {
            r[a] = f.mesh->x0[3 * i + a] - centre[a];
            square += r[a] * r[a];
        }
        radius = fmax(radius, sqrt(square));
        out = sqrt(square); /* of the last one, which moves out */
        turn((double[]){0.1, 0.0, -0.2}, r);
        for (size_t a = 0; a < 3; a++)
            f.mesh->u[3 * i + a] = (r[a] + centre[a] - f.mesh->x0[3 * i + a]) / f.mesh->h;
        f.mesh->fixed[i] = true;
        for (size_t a = 0; a < 3 && i == 3; a++)
            f.mesh->u[9 + a] += part * radius / out * r[a] / f.mesh->h;
    }
    const bool resolved = trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, COUNT);
    end(&f);
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
        cmocka_unit_test(a_corrected_zone_is_a_rigid_body),
        cmocka_unit_test(vertices_on_a_line_turn_across_it),
        cmocka_unit_test(a_published_zone_stretches_and_keeps_the_mean_velocity_alone),
        cmocka_unit_test(a_published_zone_may_gain_energy),
        cmocka_unit_test(a_corrected_zone_follows_what_nothing_moves),
        cmocka_unit_test(what_is_fixed_and_moves_apart_is_not_resolved),
        cmocka_unit_test(a_free_zone_moves_as_its_momenta_say),
        cmocka_unit_test(only_rounding_of_what_is_fixed_is_let_pass),
        cmocka_unit_test(a_corner_and_the_face_that_it_hits_move_as_one),
        cmocka_unit_test(a_zone_is_of_what_comes_nearer_than_the_tolerance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
