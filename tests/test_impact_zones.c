/* Vertices of an impact zone move as one body: as corrected, they keep momentum and angular
 * momentum, lose energy, and stay where they are to each other; they follow what nothing moves. As
 * published, they keep the mean velocity alone. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/random.h"
#include "support/near.h"
#include "support/zone.h"

/* Momentum, angular momentum about the origin by x0, and energy. */
typedef struct sums {
    double linear[3], angular[3], energy;
} sums;

static sums sums_of(const trama_contact_mesh *mesh)
{
    sums s = {0};
    for (size_t i = 0; i < ZONE_VERTICES; i++) {
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
    for (size_t i = 0; i < ZONE_VERTICES; i++)
        for (size_t j = 0; j < i; j++) {
            double before = 0.0, after = 0.0;
            for (size_t a = 0; a < 3; a++) {
                before += pow(mesh->x0[3 * i + a] - mesh->x0[3 * j + a], 2);
                after += pow(mesh->x1[3 * i + a] - mesh->x1[3 * j + a], 2);
            }
            worst = worst_of(worst, fabs(sqrt(after / before) - 1.0));
        }
    return worst;
}

/* The rotation of the step is an angle of about h: half a radian would be a large one. */
static void check_free(double h, double *turn_error)
{
    zone_mesh f;
    zone_begin(&f, h, 3.0);
    const sums before = sums_of(f.mesh);
    assert_true(trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, ZONE_VERTICES));
    trama_contact_mesh_move(f.mesh);
    const sums after = sums_of(f.mesh);
    *turn_error = 0.0;
    for (size_t a = 0; a < 3; a++) {
        assert_true(fabs(after.linear[a] - before.linear[a]) < 1e-13);
        *turn_error = worst_of(*turn_error, fabs(after.angular[a] - before.angular[a]));
    }
    assert_true(after.energy < before.energy);
    assert_true(stretch(f.mesh) < 1e-12);
    zone_end(&f);
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
        zone_mesh f;
        double direction[3];
        zone_begin(&f, 1e-3, 3.0);
        for (int axis = 0; axis < 3; axis++)
            direction[axis] = trial == 0 ? (axis == 1) : trama_random_signed(&random);
        for (size_t i = 0; i < ZONE_VERTICES; i++)
            for (size_t axis = 0; axis < 3; axis++)
                f.mesh->x0[3 * i + axis] = (double)i * direction[axis] + 0.1;
        const sums before = sums_of(f.mesh);
        assert_true(trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, ZONE_VERTICES));
        trama_contact_mesh_move(f.mesh);
        const sums after = sums_of(f.mesh);
        for (size_t a = 0; a < 3; a++)
            if (!(fabs(after.angular[a] - before.angular[a]) < 0.05))
                fail_msg("trial %d: angular momentum %g, not %g", trial, after.angular[a],
                         before.angular[a]);
        assert_true(after.energy < before.energy && stretch(f.mesh) < 1e-12);
        zone_end(&f);
    }
}

static void a_published_zone_stretches_and_keeps_the_mean_velocity_alone(void **state)
{
    (void)state;
    zone_mesh f;
    zone_begin(&f, 0.1, 3.0);
    double mean[3] = {0}, now[3] = {0};
    const sums before = sums_of(f.mesh);
    for (size_t i = 0; i < 3 * ZONE_VERTICES; i++)
        mean[i % 3] += f.mesh->u[i];
    assert_true(trama_zone_move(f.mesh, TRAMA_ZONES_PUBLISHED, f.vertex, ZONE_VERTICES));
    trama_contact_mesh_move(f.mesh);
    const sums after = sums_of(f.mesh);
    for (size_t i = 0; i < 3 * ZONE_VERTICES; i++)
        now[i % 3] += f.mesh->u[i];
    for (size_t a = 0; a < 3; a++)
        assert_true(fabs(now[a] - mean[a]) < 1e-12);
    assert_true(fabs(after.linear[0] - before.linear[0]) > 1e-2);
    assert_true(fabs(after.angular[0] - before.angular[0]) > 1e-2);
    assert_true(stretch(f.mesh) > 1e-3);
    zone_end(&f);
}

/* A vertex near the centre weighs as 1/r: what it turns by goes to all. */
static void a_published_zone_may_gain_energy(void **state)
{
    (void)state;
    zone_mesh f;
    zone_begin(&f, 1e-3, 0.0);
    double centre[3] = {0};
    for (size_t i = 0; i < 3 * ZONE_VERTICES; i++)
        f.mesh->yield[i] = 1.0;
    for (size_t i = 3; i < 3 * ZONE_VERTICES; i++)
        centre[i % 3] += f.mesh->x0[i] / (ZONE_VERTICES - 1);
    for (size_t a = 0; a < 3; a++)
        f.mesh->x0[a] = centre[a] + (a == 0 ? 1e-3 : 0.0);
    f.mesh->u[1] = 1.0;
    const sums before = sums_of(f.mesh);
    trama_zone_move(f.mesh, TRAMA_ZONES_PUBLISHED, f.vertex, ZONE_VERTICES);
    assert_true(sums_of(f.mesh).energy > 100.0 * before.energy);
    zone_end(&f);
}

/* Fixed vertices that turn by 0.4 about z and move on take the others along. */
static void a_corrected_zone_follows_what_nothing_moves(void **state)
{
    (void)state;
    for (size_t fixed = 1; fixed <= 4; fixed++) {
        zone_mesh f;
        zone_begin(&f, 0.1, 3.0);
        for (size_t i = 0; i < fixed; i++) {
            double *x = f.mesh->x0 + 3 * i, *u = f.mesh->u + 3 * i;
            f.mesh->fixed[i] = true;
            u[0] = (cos(0.4) * x[0] - sin(0.4) * x[1] - x[0]) / 0.1 + 0.7;
            u[1] = (sin(0.4) * x[0] + cos(0.4) * x[1] - x[1]) / 0.1;
            u[2] = 0.0;
        }
        assert_true(trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, ZONE_VERTICES));
        trama_contact_mesh_move(f.mesh);
        if (!(stretch(f.mesh) < 1e-8))
            fail_msg("%zu fixed: distances change by %g", fixed, stretch(f.mesh));
        zone_end(&f);
    }
}

static void what_is_fixed_and_moves_apart_is_not_resolved(void **state)
{
    (void)state;
    zone_mesh f;
    zone_begin(&f, 0.1, 3.0);
    f.mesh->fixed[2] = f.mesh->fixed[5] = true;
    const double u = f.mesh->u[0];
    assert_false(trama_zone_move(f.mesh, TRAMA_ZONES_CORRECTED, f.vertex, ZONE_VERTICES));
    assert_true(f.mesh->u[0] == u);
    zone_end(&f);
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
