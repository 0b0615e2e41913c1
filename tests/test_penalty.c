/* penalty_contact pushes points out of surfaces by springs, with regularised friction. Sheets whose
 * springs have no stiffness stand for four balls. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "core/random.h"
#include "measure/energy.h"
#include "support/near.h"
#include "support/tangents.h"

static const double gravity = 9.81, ball = 1.0 / 3.0; /* kg, at two corners of 1 kg */
static const char balls_settings[] = "structural=0 shear=0 density=1 sweeps=0";

static trama_scene_spec balls_at(double height)
{
    return (trama_scene_spec){.grid = {.points = {2, 2},
                                       .side = {1.0, 1.0},
                                       .origin = {0.0, height, 0.0},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}}};
}

static void begin_balls(objects *o, const trama_scene_spec *scene, const char *contact,
                        const char *integrator)
{
    objects_begin(o);
    objects_add(o, "balls", "provot", balls_settings, scene);
    objects_add(o, "floor", "plane", NULL, NULL);
    objects_join(o, "floor", "penalty_contact", contact, 2, 0, 1);
    objects_make(o, integrator);
}

/* Speed after a bounce over the speed 1 m/s before. */
static double kept(const char *integrator, const char *contact, double h)
{
    objects o;
    trama_scene_spec scene = balls_at(0.01);
    scene.velocity[1] = -1.0;
    begin_balls(&o, &scene, contact, integrator);
    while (o.system->t < 0.5 && !(o.system->v[4] > 0.0 && o.system->q[4] > 0.0))
        objects_steps(&o, h, 1);
    const double speed = o.system->v[4];
    objects_end(&o);
    return speed;
}

/* A damped spring that pushes only: x = -(v0/w) e^{-a t} sin w t until k x + c x' = 0, after
 * which the ball is free, with the speed that it has. */
static double restitution_of(double k, double c, double m)
{
    const double a = c / (2.0 * m), w = sqrt(k / m - a * a);
    const double end = atan2(2.0 * a * w, a * a - w * w) / w; /* k sin + c (w cos - a sin) = 0 */
    return exp(-a * end) * -(cos(w * end) - a / w * sin(w * end));
}

/* The ball comes at 1 m/s from 0.01 m, so that a step of it ends where the damper's force jumps:
 * bdf2 needs another one. */
static const double meets = 2e-5, straddles = 1.97e-5;

static bool is_bdf2(const char *name)
{
    return strcmp(name, "bdf2") == 0;
}

static void a_bounce_keeps_what_its_damper_leaves(void **state)
{
    (void)state;
    const double damped = restitution_of(1e4, 10.0, ball);
    assert_true(damped > 0.5 && damped < 0.9);
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const char *name = trama_integrator_at(m)->name;
        const double h = is_bdf2(name) ? straddles : meets;
        const double elastic = kept(name, "stiffness=1e4", h);
        const double lossy = kept(name, "stiffness=1e4 damping=10", h);
        if (!(fabs(elastic - 1.0) < 1e-2 && fabs(lossy - damped) < 1e-2))
            fail_msg("%s keeps %g and %g of the speed, not 1 and %g", name, elastic, lossy, damped);
    }
}

/* What the step asks for has no solution there: with v0 its start's part and c its share of the
 * step, w = v0 without the force leaves the ball in the floor, where the damper pushes it out, and
 * with the force it is out, where nothing pushes. However often it is halved, it is refused. */
static void a_step_of_bdf2_that_ends_at_the_jump_of_a_damper_is_refused(void **state)
{
    (void)state;
    objects o;
    trama_scene_spec scene = balls_at(0.01);
    trama_step_status status = TRAMA_STEP_OK;
    scene.velocity[1] = -1.0;
    begin_balls(&o, &scene, "stiffness=1e4 damping=10", "bdf2");
    while (status == TRAMA_STEP_OK && o.system->t < 0.011)
        status = trama_integrator_step(o.integrator, o.system, meets);
    assert_int_equal(status, TRAMA_STEP_REFUSED);
    assert_true(o.integrator->solves.refused[TRAMA_REFUSAL_NEWTON] > o.system->contact.halvings);
    assert_near(o.system->q[4], 0.0, meets);
    objects_end(&o);
}

/* ---- Friction. */

/* How far, and how fast, a block on an incline of that slope is after 0.5 s; it begins at the depth
 * at which its weight is held. */
static void slide(const char *integrator, double slope, double *way, double *speed)
{
    objects o;
    const double cosine = 1.0 / sqrt(1.0 + slope * slope);
    trama_scene_spec scene = balls_at(1e-3);
    scene.gravity[0] = gravity * slope * cosine;
    scene.gravity[1] = -gravity * cosine;
    begin_balls(&o, &scene, "stiffness=1e4 damping=100 friction=0.5 slip=1e-3 thickness=1e-3",
                integrator);
    for (size_t i = 4; i < 8; i++)
        o.system->q[i] -= o.system->mass[i] * gravity * cosine / 1e4;
    trama_integrator_restart(o.integrator);
    objects_steps(&o, 1e-4, 5000);
    *way = o.system->q[0];
    *speed = o.system->v[0];
    objects_end(&o);
}

static const char *const methods[] = {"symplectic_euler", "rk4", "verlet"};

/* mu 0.5. Below, at w_r s/sqrt(mu^2 - s^2): 1.03 mm/s at 0.36. Above, as Coulomb's block. */
static void a_block_creeps_below_the_angle_of_friction_and_slides_above(void **state)
{
    (void)state;
    for (size_t m = 0; m < 3; m++) {
        double way, speed;
        slide(methods[m], 0.36, &way, &speed);
        const double creep = 1e-3 * 0.36 / sqrt(0.5 * 0.5 - 0.36 * 0.36);
        assert_near(speed, creep, 1e-6);
        assert_true(way < creep * 0.5);
        slide(methods[m], 0.6, &way, &speed);
        const double along = gravity * (0.6 - 0.5) / sqrt(1.0 + 0.36);
        assert_near(speed, along * 0.5, 5e-3);
        assert_near(way, 0.5 * along * 0.25, 2e-3);
    }
}

/* At arctan mu itself regularised friction never quite holds: the block is slow, but slower than
 * it would be with a thousandth less friction than Coulomb's limit asks. */
static void a_block_at_the_angle_of_friction_gains_little(void **state)
{
    (void)state;
    double way, speed;
    slide("rk4", 0.5, &way, &speed);
    const double free = gravity * 0.5 / sqrt(1.25) * 0.5;
    assert_true(speed > 1e-3 && speed < 0.02 * free);
}

/* ---- A sheet as the surface. */

/* Balls dropped on a sheet: momentum and angular momentum of the whole are kept, to rounding,
 * though friction acts at a distance from the sheet. */
static void a_sheet_carries_friction_without_a_torque(void **state)
{
    (void)state;
    objects o;
    double p[3], l[3], p0[3], l0[3];
    trama_scene_spec sheet = balls_at(0.0), balls = balls_at(0.06);
    balls.grid.side[0] = balls.grid.side[1] = 0.2;
    balls.grid.origin[0] = balls.grid.origin[2] = 0.35;
    balls.velocity[0] = 0.5;
    balls.velocity[1] = -1.0;
    objects_begin(&o);
    objects_add(&o, "balls", "provot", balls_settings, &balls);
    objects_add(&o, "sheet", "provot", "structural=1e3 shear=1e3 density=1 sweeps=0", &sheet);
    objects_join(&o, "touch", "penalty_contact",
                 "stiffness=1e4 friction=0.5 thickness=0.05 damping=1", 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    objects_sums(o.system, o.system->q, o.system->v, true, p0, l0);
    objects_steps(&o, 1e-4, 1000);
    assert_true(o.system->v[0] < 0.49); /* friction has slowed the balls */
    objects_sums(o.system, o.system->q, o.system->v, true, p, l);
    for (int axis = 0; axis < 3; axis++) {
        assert_near(p[axis], p0[axis], 1e-12);
        assert_near(l[axis], l0[axis], 1e-9);
    }
    objects_end(&o);
}

/* ---- The tangent. */

static void place_randomly(const objects *o, double middle, double size, trama_random *random)
{
    for (size_t i = 0; i < 12; i++) {
        o->system->q[i] = middle + size * trama_random_signed(random);
        o->system->v[i] = trama_random_signed(random);
    }
}

/* Obstacles that curve, stand askew, move and turn. Points lie anywhere about them, so that a box
 * is met at faces, edges and corners. Measured: 2e-9 of the product at most, 1e-16 of the matrix.
 */
static void tangents_at_obstacles_are_exact(void **state)
{
    (void)state;
    static const char *const solids[][2] = {
        {"plane", "normal=1,2,0.5"},
        {"plane", "normal=1,2,0.5 velocity=0.3,0.2,0 angular_velocity=0.5,0,0.7"},
        {"sphere", "radius=0.5"},
        {"sphere", "radius=0.5 velocity=0.3,0.2,0 angular_velocity=0.5,0,0.7"},
        {"box", "low=-0.5,-0.5,-0.5 high=0.5,0.5,0.5"},
        {"box", "low=-0.5,-0.5,-0.5 high=0.5,0.5,0.5 angular_velocity=0.5,0,0.7"},
    };
    static const char contact[] = "stiffness=40 damping=3 friction=0.4 slip=0.5 thickness=0.3";
    trama_scene_spec far = balls_at(10.0);
    trama_random random = {11};
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
        objects o;
        size_t seen = 0;
        objects_begin(&o);
        objects_add(&o, "balls", "provot", balls_settings, &far);
        objects_add(&o, "solid", solids[i][0], solids[i][1], NULL);
        objects_join(&o, "touch", "penalty_contact", contact, 2, 0, 1);
        objects_make(&o, "rk4");
        o.system->t = 0.3;
        for (long k = 0; k < 60; k++) {
            double contacts[2];
            place_randomly(&o, 0.1, 0.8, &random);
            const double product = tangents_error(&o, 0.7, -1.3, k);
            const double assembled = tangents_assembled_error(&o, 0.7, -1.3, k);
            if (!(product < 1e-7 && assembled < 1e-14))
                fail_msg("%s %s: the tangent is off by %g, the matrix by %g", solids[i][0],
                         solids[i][1], product, assembled);
            o.system->acting[0].type->observe(o.system->acting[0].self, o.system->t, o.system->q,
                                              o.system->v, contacts);
            seen += (size_t)contacts[0];
        }
        assert_true(seen > 60);
        objects_end(&o);
    }
}

/* At corners, edges and faces of a sheet's triangles, from both sides. */
static void tangents_at_sheets_are_exact(void **state)
{
    (void)state;
    trama_scene_spec far = balls_at(10.0), sheet = balls_at(0.0);
    trama_random random = {12};
    objects o;
    objects_begin(&o);
    objects_add(&o, "balls", "provot", balls_settings, &far);
    objects_add(&o, "sheet", "provot", balls_settings, &sheet);
    objects_join(&o, "touch", "penalty_contact",
                 "stiffness=40 damping=3 friction=0.4 slip=0.5 thickness=0.3", 2, 0, 1);
    objects_make(&o, "rk4");
    const trama_object *other = &o.system->object[1];
    for (size_t i = 0; i < other->nv; i++) {
        o.system->q[other->q_begin + i] += 0.1 * trama_random_signed(&random);
        o.system->v[other->v_begin + i] = trama_random_signed(&random);
    }
    for (long k = 0; k < 300; k++) {
        place_randomly(&o, 0.3, 0.8, &random);
        const double product = tangents_error(&o, 0.7, -1.3, k);
        const double assembled = tangents_assembled_error(&o, 0.7, -1.3, k);
        if (!(product < 1e-6 && assembled < 1e-13))
            fail_msg("state %ld: the tangent is off by %g, the matrix by %g", k, product,
                     assembled);
    }
    objects_end(&o);
}

/* Minus the force's change with a coordinate or a velocity of a node, by central differences. */
static double resistance(const objects *o, double *at, double *f, size_t row)
{
    const double kept = *at, step = 1e-6;
    *at = kept + step;
    tangents_forces(o, f);
    double change = -f[row];
    *at = kept - step;
    tangents_forces(o, f);
    change += f[row];
    *at = kept;
    return change / (2.0 * step);
}

static double summed(const trama_triplets *entries, size_t row, size_t column)
{
    double sum = 0.0;
    for (size_t e = 0; e < entries->count; e++)
        if (entries->row[e] == row && entries->column[e] == column)
            sum += entries->value[e];
    return sum;
}

/* On a plane: the exact derivative, but friction is the damper mu N/R that gives its force, R^2 =
 * |w|^2 + w_r^2. So the matrix has mu N/R^3 w w^T more. */
static void check_node(const objects *o, size_t node, const trama_triplets *k,
                       const trama_triplets *d)
{
    const double n[3] = {2.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0};
    double f[12], w[3], rate = 0.0, depth = 0.3;
    for (size_t axis = 0; axis < 3; axis++) {
        rate += n[axis] * o->system->v[4 * axis + node];
        depth -= n[axis] * o->system->q[4 * axis + node];
    }
    for (size_t axis = 0; axis < 3; axis++)
        w[axis] = o->system->v[4 * axis + node] - rate * n[axis];
    const double load = fmax(0.0, 40.0 * depth - 3.0 * rate),
                 r = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2] + 0.25);
    for (size_t row = 0; row < 3; row++)
        for (size_t column = 0; column < 3; column++) {
            const size_t i = 4 * row + node, j = 4 * column + node;
            const double more = depth > 0.0 ? 0.4 * load / (r * r * r) * w[row] * w[column] : 0.0;
            assert_near(summed(k, i, j), resistance(o, &o->system->q[j], f, i), 1e-6);
            assert_near(summed(d, i, j), resistance(o, &o->system->v[j], f, i) + more, 1e-6);
        }
}

static void a_nodes_tangent_is_exact_but_for_the_damper_of_friction(void **state)
{
    (void)state;
    trama_scene_spec far = balls_at(10.0);
    trama_random random = {13};
    trama_triplets k = {0}, d = {0};
    objects o;
    objects_begin(&o);
    objects_add(&o, "balls", "provot", balls_settings, &far);
    objects_add(&o, "floor", "plane", "normal=2,2,1", NULL);
    objects_join(&o, "touch", "penalty_contact",
                 "stiffness=40 damping=3 friction=0.4 slip=0.5 thickness=0.3", 2, 0, 1);
    objects_make(&o, "rk4");
    const trama_acting *acting = &o.system->acting[0];
    size_t entries = 0;
    for (int trial = 0; trial < 100; trial++) {
        place_randomly(&o, 0.0, 0.5, &random);
        trama_triplets_clear(&k);
        trama_triplets_clear(&d);
        acting->type->nodal_tangent(acting->self, o.system->t, o.system->q, o.system->v, &k, &d);
        for (size_t node = 0; node < 4; node++)
            check_node(&o, node, &k, &d);
        entries += d.count;
    }
    assert_true(entries > 9 * 100);
    trama_triplets_free(&k);
    trama_triplets_free(&d);
    objects_end(&o);
}

/* What friction gives is what the forces are more than those of the same contact without it,
 * however little presses. */
static void friction_is_what_forces_without_it_lack(void **state)
{
    (void)state;
    static const char *const contacts[] = {
        "stiffness=40 damping=3 friction=0.4 slip=0.5 thickness=0.3",
        "stiffness=40 damping=3 friction=0 slip=0.5 thickness=0.3"};
    trama_scene_spec far = balls_at(10.0);
    trama_random random = {14};
    objects o[2];
    size_t light = 0;
    for (size_t k = 0; k < 2; k++) {
        objects_begin(&o[k]);
        objects_add(&o[k], "balls", "provot", balls_settings, &far);
        objects_add(&o[k], "floor", "plane", "normal=2,2,1", NULL);
        objects_join(&o[k], "touch", "penalty_contact", contacts[k], 2, 0, 1);
        objects_make(&o[k], "rk4");
    }
    for (int trial = 0; trial < 200; trial++) {
        const trama_acting *acting = &o[0].system->acting[0];
        double f[2][12], rubs[12] = {0.0};
        place_randomly(&o[0], 0.17, 0.5 / (1.0 + trial), &random);
        memcpy(o[1].system->q, o[0].system->q, sizeof f[0]);
        memcpy(o[1].system->v, o[0].system->v, sizeof f[0]);
        for (size_t k = 0; k < 2; k++)
            tangents_forces(&o[k], f[k]);
        acting->type->friction(acting->self, 0.0, o[0].system->q, o[0].system->v, rubs);
        for (size_t i = 0; i < 12; i++)
            assert_near(rubs[i], f[0][i] - f[1][i], 1e-14);
        for (size_t i = 0; i < 4; i++)
            light += f[1][i] > 0.0 && f[1][i] < 0.06;
    }
    assert_true(light > 0);
    for (size_t k = 0; k < 2; k++)
        objects_end(&o[k]);
}

/* ---- The budget. */

/* Largest energy that nothing explains, of a block that slides and shakes on an incline, and what
 * its damper and friction have taken. */
static double unexplained(const char *integrator, double h, double *dissipated)
{
    objects o;
    trama_scene_spec scene = balls_at(1e-3);
    scene.gravity[0] = 0.6 * gravity;
    scene.gravity[1] = -0.8 * gravity;
    begin_balls(&o, &scene, "stiffness=1e4 damping=20 friction=0.5 slip=0.05 thickness=1e-3",
                integrator);
    for (size_t i = 4; i < 8; i++) /* at 1.5 times the depth at which the weight is held */
        o.system->q[i] -= 1.5 * o.system->mass[i] * 0.8 * gravity / 1e4;
    trama_integrator_restart(o.integrator);
    const objects_energy found = objects_budget(&o, h, 0.1);
    *dissipated = found.dissipated;
    objects_end(&o);
    return found.unexplained;
}

/* By a method of order 1 to order 1, by others to order 2, which is that of the trapezoidal rule by
 * which work is summed. */
static void the_energy_budget_closes_to_the_order_of_the_method(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const trama_integrator_type *type = trama_integrator_at(m);
        double dissipated;
        const double coarse = unexplained(type->name, 5e-4, &dissipated),
                     fine = unexplained(type->name, 2.5e-4, &dissipated);
        const double order = log2(coarse / fine), least = fmin(2.0, type->damped_order) - 0.15;
        if (!(order > least && dissipated > 0.01))
            fail_msg("%s: %.3g J, then %.3g J: order %.2f; %.3g J were taken out", type->name,
                     coarse, fine, order, dissipated);
    }
}

/* A block is thrown along a level floor, into which it sinks and bounces. Only friction works along
 * the floor, and only gravity, spring and damper across: so it took 1/2 m (v_x0^2 - v_x^2), and the
 * damper the rest. The first ball is above the floor alone. */
static void what_friction_took(const char *contact, double h, double *friction, double *rest,
                               double *expected)
{
    objects o;
    trama_scene_spec scene = balls_at(1e-3);
    scene.gravity[1] = -gravity;
    scene.velocity[0] = 1.3;
    begin_balls(&o, &scene, contact, "velocity_verlet");
    double before = 0.0, after = 0.0;
    for (size_t i = 0; i < 4; i++)
        before += 0.5 * o.system->mass[i] * o.system->v[i] * o.system->v[i];
    const objects_energy found = objects_budget(&o, h, 0.1);
    for (size_t i = 0; i < 4; i++)
        after += 0.5 * o.system->mass[i] * o.system->v[i] * o.system->v[i];
    *friction = found.friction;
    *rest = found.dissipated - found.friction;
    *expected = before - after;
    objects_end(&o);
}

static void friction_is_told_apart_from_the_damper(void **state)
{
    (void)state;
    double friction[2], rest, expected;
    for (size_t i = 0; i < 2; i++) {
        what_friction_took("stiffness=1e4 damping=20 friction=0.3 slip=0.01 thickness=1e-3",
                           i ? 5e-5 : 1e-4, &friction[i], &rest, &expected);
        print_message("friction %.6g J, of %.6g; damper %.3g J\n", friction[i], expected, rest);
        assert_true(expected > 0.01 && rest > 1e-4);
        assert_near(friction[i], expected, (i ? 0.25 : 1.0) * 2e-5 * expected);
    }
    what_friction_took("stiffness=1e4 friction=0.3 slip=0.01 thickness=1e-3", 5e-5, friction, &rest,
                       &expected);
    assert_near(rest, 0.0, 1e-12);
    what_friction_took("stiffness=1e4 damping=20 thickness=1e-3", 5e-5, friction, &rest, &expected);
    assert_near(friction[0], 0.0, 0.0);
    assert_true(rest > 1e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bounce_keeps_what_its_damper_leaves),
        cmocka_unit_test(a_step_of_bdf2_that_ends_at_the_jump_of_a_damper_is_refused),
        cmocka_unit_test(a_block_creeps_below_the_angle_of_friction_and_slides_above),
        cmocka_unit_test(a_block_at_the_angle_of_friction_gains_little),
        cmocka_unit_test(a_sheet_carries_friction_without_a_torque),
        cmocka_unit_test(tangents_at_obstacles_are_exact),
        cmocka_unit_test(tangents_at_sheets_are_exact),
        cmocka_unit_test(friction_is_what_forces_without_it_lack),
        cmocka_unit_test(a_nodes_tangent_is_exact_but_for_the_damper_of_friction),
        cmocka_unit_test(the_energy_budget_closes_to_the_order_of_the_method),
        cmocka_unit_test(friction_is_told_apart_from_the_damper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
