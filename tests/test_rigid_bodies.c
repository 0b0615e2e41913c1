/* Rigid bodies move as Euler's equations say: a torque-free cylinder and an asymmetric top against
 * their exact solutions, the order of every method, what each keeps, and no sense of place. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gsl/gsl_sf_elljac.h>

#include "measure/energy.h"
#include "measure/momentum.h"
#include "model/rigid/rotation.h"
#include "support/near.h"
#include "support/rigid.h"

static void make(objects *o, const char *settings, const char *body, const char *integrator)
{
    objects_begin(o);
    rigid_add(o, settings, NULL);
    rigid_add_body(o, 0, "top", body);
    objects_make(o, integrator);
}

/* ---- Rotations. */

static void the_logarithm_undoes_the_exponential(void **state)
{
    (void)state;
    const double angles[] = {0.0, 1e-200, 1e-9, 1e-3, 0.3, 1.0, 2.0, 3.0, 3.14159};
    for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
        const vec r = scaled(angles[i], (vec){0.36, -0.48, 0.8});
        const quaternion e = quaternion_of_vector(r);
        const vec back = quaternion_to_vector(e);
        assert_near(quaternion_square(e), 1.0, 1e-15);
        assert_near(e.w, cos(0.5 * angles[i]), 4e-16);
        assert_near(e.v.z, 0.8 * sin(0.5 * angles[i]), 4e-16);
        assert_near(back.x, r.x, 2e-15 * angles[i]);
        assert_near(back.y, r.y, 2e-15 * angles[i]);
        assert_near(back.z, r.z, 2e-15 * angles[i]);
    }
    const quaternion often = quaternion_of_vector((vec){0.0, 0.0, 200.0});
    assert_near(often.w, cos(100.0), 1e-13); /* by squaring: a digit and a half are lost */
}

static void the_difference_undoes_the_drift(void **state)
{
    (void)state;
    static const char *const variants[] = {"variant=exact", "variant=published"};
    for (size_t i = 0; i < 2; i++) {
        objects o;
        const double v[6] = {1.0, -2.0, 0.5, 3.0, -1.0, 7.0};
        double q[7], u[6];
        make(&o, variants[i], "shape=box side=1,2,3 orientation=1,2,3,4", "rk4");
        trama_system_drift(o.system, 0.1, v, o.system->q, q);
        trama_system_difference(o.system, 0.1, o.system->q, q, u);
        for (size_t k = 0; k < 6; k++)
            assert_near(u[k], v[k], 1e-14);
        rigid_end(&o);
    }
}

/* ---- Exact solutions. */

/* A symmetric body: q(t) = exp(t L / I1) q0 exp(t (1/I3 - 1/I1) L3 e3), L in the world (Kane,
 * Likins and Levinson, "Spacecraft Dynamics", 1983, section 3.1). */
static quaternion symmetric(const trama_rigid_body *body, quaternion q0, vec w0, double t)
{
    const double *moment = body->moment;
    trama_pose pose;
    quaternion_turn(q0, &pose);
    const vec l = turned(&pose, (vec){moment[0] * w0.x, moment[1] * w0.y, moment[2] * w0.z});
    const double spin = (1.0 / moment[2] - 1.0 / moment[0]) * moment[2] * w0.z;
    return quaternion_product(
        quaternion_product(quaternion_of_vector(scaled(t / moment[0], l)), q0),
        quaternion_of_vector((vec){0.0, 0.0, t * spin}));
}

/* The angle between two orientations, rad. */
static double angle_between(quaternion a, quaternion b)
{
    const vec r = quaternion_to_vector(quaternion_product(quaternion_conjugate(a), b));
    return sqrt(dot(r, r));
}

static const char cylinder[] = "shape=cylinder radius=0.2 height=1 density=700 "
                               "orientation=0.5,0.5,-0.5,0.5 angular_velocity=1,4,3";

/* Measured over 10 s, 8 turns: 1.4e-9 rad with the method of order 8. */
static void a_torque_free_cylinder_moves_as_kane_has_it(void **state)
{
    (void)state;
    objects o;
    make(&o, NULL, cylinder, "gsl_rk8pd");
    const trama_rigid_body *body = &rigid_of(&o, 0)->body[0];
    const quaternion q0 = quaternion_at(o.system->q + 3);
    const vec w0 = {o.system->v[3], o.system->v[4], o.system->v[5]};
    assert_near(body->moment[0], body->moment[1], 1e-12 * body->moment[0]);
    objects_steps(&o, 0.02, 500);
    const quaternion exact = symmetric(body, q0, w0, 10.0);
    assert_near(angle_between(exact, quaternion_at(o.system->q + 3)), 0.0, 1e-8);
    assert_true(angle_between(q0, exact) > 0.5);
    rigid_end(&o);
}

/* The angular velocity of an asymmetric top with I1 > I2 > I3 and L^2 > 2 E I2 that starts at
 * w = (a, 0, c): w1 = a dn, w2 = s sn, w3 = c cn, by Jacobi's elliptic functions (Landau and
 * Lifshitz, Mechanics, section 37). */
static void an_asymmetric_top_follows_jacobi(void **state)
{
    (void)state;
    objects o;
    /* sides 1, 2, 3: moments 13/12, 10/12, 5/12 of the mass */
    make(&o, NULL, "shape=box side=1,2,3 density=1 angular_velocity=2,0,1", "gsl_rk8pd");
    const double *moment = rigid_of(&o, 0)->body[0].moment;
    const double i1 = moment[0], i2 = moment[1], i3 = moment[2], a = 2.0, c = 1.0;
    const double twice_e = i1 * a * a + i3 * c * c, ll = i1 * i1 * a * a + i3 * i3 * c * c;
    assert_true(ll > twice_e * i2); /* it turns about the axis of the largest moment: w1 is dn */
    const double rate = sqrt((i1 - i2) * (ll - twice_e * i3) / (i1 * i2 * i3));
    const double k2 = (i2 - i3) * (twice_e * i1 - ll) / ((i1 - i2) * (ll - twice_e * i3));
    const double second = sqrt((twice_e * i1 - ll) / (i2 * (i1 - i2)));
    for (int part = 1; part <= 20; part++) {
        double sn, cn, dn;
        objects_steps(&o, 0.01, 20);
        gsl_sf_elljac_e(rate * o.system->t, k2, &sn, &cn, &dn);
        const double *w = o.system->v + 3;
        assert_near(w[0], a * dn, 1e-11);
        assert_near(fabs(w[1]), fabs(second * sn), 1e-11);
        assert_near(w[2], c * cn, 1e-11);
    }
    rigid_end(&o);
}

/* ---- Orders, and what is kept. */

static const char brick[] = "shape=box side=1,2,3 density=1 orientation=0.2,-0.4,0.1,0.9 "
                            "angular_velocity=0.3,2,-0.8 velocity=1,2,3";

static double angle_error(const char *integrator, long steps, quaternion reference)
{
    objects o;
    make(&o, NULL, brick, integrator);
    objects_steps(&o, 1.0 / (double)steps, steps);
    const double error = angle_between(reference, quaternion_at(o.system->q + 3));
    rigid_end(&o);
    return error;
}

/* A gyroscopic moment depends on velocity, so the order is the damped one. Printed for
 * docs/rigid.md.
 */
static void every_explicit_method_has_its_order_on_rotations(void **state)
{
    (void)state;
    objects o;
    size_t tested = 0;
    make(&o, NULL, brick, "gsl_rk8pd");
    objects_steps(&o, 1.0 / 512.0, 512);
    const quaternion reference = quaternion_at(o.system->q + 3);
    rigid_end(&o);
    for (size_t i = 0; i < trama_integrator_count(); i++) {
        const trama_integrator_type *type = trama_integrator_at(i);
        if (type->implicit)
            continue;
        const long steps = type->damped_order > 4 ? 8 : 64;
        const double coarse = angle_error(type->name, steps, reference);
        const double fine = angle_error(type->name, 2 * steps, reference);
        const double order = log2(coarse / fine);
        print_message("%s: order %.2f (stated %d), error %.2g rad at h = 1/%ld s\n", type->name,
                      order, type->damped_order, fine, 2 * steps);
        assert_true(order > (double)type->damped_order - 0.35);
        tested++;
    }
    assert_in_range(tested, 10, 100);
}

static void implicit_methods_refuse_rigid_bodies_by_name(void **state)
{
    (void)state;
    size_t refused = 0;
    for (size_t i = 0; i < trama_integrator_count(); i++) {
        const trama_integrator_type *type = trama_integrator_at(i);
        objects o;
        trama_error error = {0};
        trama_integrator *integrator = NULL;
        if (!type->implicit)
            continue;
        make(&o, NULL, brick, "rk4");
        void *options = piece_parameters(type->parameters, NULL);
        assert_int_equal(trama_integrator_create(type, options, o.system, &integrator, &error),
                         TRAMA_BAD_INPUT);
        if (!strstr(error.text, "rigid_bodies"))
            fail_msg("%s: %s", type->name, error.text);
        free(options);
        rigid_end(&o);
        refused++;
    }
    assert_in_range(refused, 4, 100);
}

/* The exact drift keeps a quaternion's length to rounding, step after step; a Runge-Kutta method to
 * the order of its error; and a rotation is none the worse for it. */
static void quaternions_keep_their_length(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        double tolerance;
    } cases[] = {{"symplectic_euler", 1e-12}, {"velocity_verlet", 1e-12}, {"rk4", 2e-8}};
    for (size_t i = 0; i < 3; i++) {
        objects o;
        make(&o, NULL, brick, cases[i].method);
        objects_steps(&o, 0.01, 10000);
        assert_near(sqrt(quaternion_square(quaternion_at(o.system->q + 3))), 1.0,
                    cases[i].tolerance);
        rigid_end(&o);
    }
}

/* Without its gyroscopic term the published motion keeps energy to rounding and loses the direction
 * of the angular momentum. Measured: 57 % off after 10 s. */
static void the_published_variant_keeps_energy_and_no_angular_momentum(void **state)
{
    (void)state;
    objects o;
    double before[3], after[3], off = 0.0;
    make(&o, "variant=published", brick, "symplectic_euler");
    rigid_angular_momentum(&o, before);
    const double energy = rigid_kinetic(&o);
    objects_steps(&o, 0.033, 303);
    rigid_angular_momentum(&o, after);
    for (size_t axis = 0; axis < 3; axis++)
        off = worst_of(off, fabs(after[axis] - before[axis]));
    assert_near(rigid_kinetic(&o), energy, 1e-12 * energy);
    assert_true(off > 0.1 * sqrt(dot3(before, before)));
    rigid_end(&o);
}

/* ---- Place and orientation. */

/* A box of a tensor that is diagonal in no frame of the world's: a wedge. Momentum measures see the
 * spin. */
static void momentum_and_energy_are_those_of_the_body(void **state)
{
    (void)state;
    objects o;
    double l[3], p[3], centre[3];
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, 0, "one",
                   "shape=sphere radius=0.5 mass=3 position=1,0,0 velocity=0,2,0 "
                   "angular_velocity=0,0,4");
    rigid_add_body(&o, 0, "wall", "shape=box side=1,1,1 motion=static position=9,9,9");
    objects_make(&o, "rk4");
    rigid_angular_momentum(&o, l);
    assert_near(l[2], 3.0 * 2.0 + 0.4 * 3.0 * 0.25 * 4.0, 1e-14);
    trama_momentum(o.system, p);
    trama_centre(o.system, centre);
    assert_near(p[1], 6.0, 1e-14);
    assert_near(centre[0], 1.0, 1e-15);
    trama_angular_momentum(o.system, l); /* about the centre of mass: the spin alone */
    assert_near(l[2], 0.4 * 3.0 * 0.25 * 4.0, 1e-14);
    assert_near(rigid_kinetic(&o), 0.5 * 3.0 * 4.0 + 0.5 * 0.3 * 16.0, 1e-13);
    assert_int_equal(o.system->nq, 7); /* the static one has no coordinates */
    rigid_end(&o);
}

/* The same motion, seen from elsewhere. Measured: 4e-15 of rotations; 1e-9 m at 1e6 m, 8 digits
 * of 16. */
static void motion_does_not_depend_on_place(void **state)
{
    (void)state;
    objects o[2];
    make(&o[0], NULL, "shape=wedge side=1,2,3 density=1 angular_velocity=1,2,3 velocity=1,0,2",
         "velocity_verlet");
    make(&o[1], NULL,
         "shape=wedge side=1,2,3 density=1 angular_velocity=1,2,3 velocity=1,0,2 "
         "position=1e6,-2e6,3e6",
         "velocity_verlet");
    for (size_t i = 0; i < 2; i++)
        objects_steps(&o[i], 0.01, 300);
    for (size_t k = 3; k < 7; k++)
        assert_true(o[0].system->q[k] == o[1].system->q[k]);
    assert_near(o[1].system->q[0] - 1e6, o[0].system->q[0], 1e-7);
    rigid_end(&o[0]);
    rigid_end(&o[1]);
}

/* Turned by a quarter about z: (x, y, z) to (-y, x, z). */
static void motion_does_not_depend_on_orientation(void **state)
{
    (void)state;
    objects o[2];
    double l[2][3];
    make(&o[0], NULL, "shape=wedge side=1,2,3 density=1 angular_velocity=1,2,3 velocity=1,0,2",
         "velocity_verlet");
    make(&o[1], NULL,
         "shape=wedge side=1,2,3 density=1 angular_velocity=-2,1,3 velocity=0,1,2 "
         "orientation=1,0,0,1",
         "velocity_verlet");
    for (size_t i = 0; i < 2; i++) {
        objects_steps(&o[i], 0.01, 300);
        trama_angular_momentum(o[i].system, l[i]);
    }
    const quaternion quarter = quaternion_unit((quaternion){1.0, {0.0, 0.0, 1.0}});
    const quaternion expected = quaternion_product(quarter, quaternion_at(o[0].system->q + 3));
    assert_near(angle_between(expected, quaternion_at(o[1].system->q + 3)), 0.0, 1e-12);
    assert_near(o[1].system->q[0], -o[0].system->q[1], 1e-12);
    assert_near(o[1].system->q[1], o[0].system->q[0], 1e-12);
    rigid_end(&o[0]);
    rigid_end(&o[1]);
}

/* A body that falls, turns and is damped: what the loads take and give is seen. */
static void the_energy_budget_explains_gravity_and_damping(void **state)
{
    (void)state;
    objects o;
    const double gravity[3] = {0.0, -9.81, 0.0};
    trama_budget *budget;
    trama_error error;
    double before[7];
    objects_begin(&o);
    rigid_add(&o, NULL, gravity);
    rigid_add_body(&o, 0, "top",
                   "shape=box side=1,2,3 density=1 angular_velocity=1,2,3 "
                   "velocity=1,0,2 damping=0.5 angular_damping=0.8");
    objects_make(&o, "rk4");
    assert_int_equal(trama_budget_create(o.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, o.system, o.integrator);
    const double energy = rigid_kinetic(&o);
    for (int i = 0; i < 1000; i++) {
        memcpy(before, o.system->q, sizeof before);
        objects_steps(&o, 0.001, 1);
        trama_budget_update(budget, o.system, o.integrator, before);
    }
    assert_true(fabs(trama_budget_work(budget)) > 0.1 * energy);
    assert_near(trama_budget_work(budget), -6.0 * 9.81 * o.system->q[1], 1e-9 * energy);
    assert_true(trama_budget_damped(budget) > 0.1 * energy);
    assert_near(trama_budget_excess(budget), 0.0, 1e-5 * energy);
    assert_near(trama_budget_potential(budget), 6.0 * 9.81 * o.system->q[1], 1e-9 * energy);
    trama_budget_destroy(budget);
    rigid_end(&o);
}

/* ---- What is refused, and what bodies are made of. */

static void bad_bodies_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *path, *text;
    } cases[] = {
        {"shape=box side=1,1,1 mass=-2", "bodies.bad.mass", "mass is -2; allowed: 0 < x, in kg"},
        {"shape=box side=1,1,1 density=0", "bodies.bad.density", "density is 0"},
        {"shape=box side=1,1,1 mass=1 density=1", "bodies.bad.mass", "both given"},
        {"shape=box side=1,1,1 orientation=0,0,0,0", "bodies.bad.orientation",
         "body 'bad': the quaternion is zero"},
        {"shape=sphere", "bodies.bad", "a sphere needs radius"},
        {"shape=sphere radius=1 side=1,1,1", "bodies.bad.side", "a sphere has no side"},
        {"shape=polyhedron", "bodies.bad", "needs vertices"},
        {"shape=sphere radius=1 motion=static velocity=1,0,0", "bodies.bad.motion",
         "a static body has a velocity"},
        {"shape=sphere radius=1 count=3", "bodies.bad.count", "3 bodies in one place"},
        {"shape=sphere radius=1 arrangement=pyramid count=2000", "bodies.bad.count",
         "2001000 bodies in all; allowed: up to 1000000"},
        {"shape=sphere radius=1 arrangement=line count=2 position=1e308,0,0 step=1e308,0,0",
         "bodies", "body 'bad[1]' is at no finite place"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        objects o;
        objects_begin(&o);
        rigid_add(&o, NULL, NULL);
        rigid_add_body(&o, 0, "good", "shape=sphere radius=1");
        rigid_add_body(&o, 0, "bad", cases[i].settings);
        const trama_error error = objects_refused(&o);
        char path[96];
        snprintf(path, sizeof path, "objects.bodies.model.%s", cases[i].path);
        assert_string_equal(error.path, path);
        if (!strstr(error.text, cases[i].text))
            fail_msg("%s: %s", cases[i].settings, error.text);
        rigid_end(&o);
    }
}

/* A force of (6, 8, 0) N on 2 kg, steps of 0.1 s: 0.5 m/s a step along (0.6, 0.8, 0), cut to 1.2
 * m/s after the third. A torque of 0.04 N m on a moment of 0.02 kg m^2 (a ball of radius 0.158 m):
 * 0.2 rad/s a step, cut to 0.5 rad/s. */
static void caps_cut_velocities_and_keep_their_direction(void **state)
{
    (void)state;
    objects o;
    make(&o, "velocity_cap=1.2 angular_velocity_cap=0.5",
         "shape=sphere radius=0.15811388300841897 mass=2 force=6,8,0 torque=0,0,0.04",
         "symplectic_euler");
    const double speed[] = {0.5, 1.0, 1.2, 1.2}, turn[] = {0.2, 0.4, 0.5, 0.5};
    for (size_t i = 0; i < 4; i++) {
        objects_steps(&o, 0.1, 1);
        const double *v = o.system->v;
        assert_near(v[0], 0.6 * speed[i], 1e-14);
        assert_near(v[1], 0.8 * speed[i], 1e-14);
        assert_near(v[5], turn[i], 1e-14);
    }
    rigid_end(&o);
}

static void a_body_that_starts_faster_than_its_cap_is_refused(void **state)
{
    (void)state;
    objects o;
    objects_begin(&o);
    rigid_add(&o, "velocity_cap=1", NULL);
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=1 velocity=0,0,2");
    assert_non_null(strstr(objects_refused(&o).text, "ball starts at 2 m/s"));
    rigid_end(&o);
}

static void two_bodies_of_one_name_are_refused(void **state)
{
    (void)state;
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=1");
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=2");
    const trama_error error = objects_refused(&o);
    assert_non_null(strstr(error.text, "two bodies have this name"));
    rigid_end(&o);
}

static void arrangements_stand_where_they_say(void **state)
{
    (void)state;
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, 0, "stack",
                   "shape=box side=1,1,1 arrangement=line count=10 step=0,1,0 position=0,0.5,0");
    rigid_add_body(&o, 0, "heap", "shape=box side=1,1,1 arrangement=pyramid count=10 step=1,1,0");
    rigid_add_body(&o, 0, "wall",
                   "shape=box side=1,1,1 arrangement=wall count=20 layers=10 step=1,1,0");
    rigid_add_body(&o, 0, "balls",
                   "shape=sphere radius=0.3 arrangement=pile count=27 step=1,1,1 jitter=0.1");
    objects_make(&o, "rk4");
    const trama_rigid *rigid = rigid_of(&o, 0);
    assert_int_equal(rigid->count, 10 + 55 + 200 + 27);
    assert_string_equal(rigid->body[9].name, "stack[9]");
    assert_near(rigid->body[9].position[1], 9.5, 1e-15);
    assert_near(rigid->body[64].position[0], 4.5, 1e-15); /* the tip of the pyramid */
    assert_near(rigid->body[64].position[1], 9.0, 1e-15);
    assert_near(rigid->body[65 + 20].position[0], 0.5, 1e-15); /* the second layer of the wall */
    for (size_t i = 265; i < 292; i++)
        for (size_t axis = 0; axis < 3; axis++)
            assert_in_range((long)(10.0 * rigid->body[i].position[axis] + 5.0), 4, 26);
    rigid_end(&o);
}

/* Its corners are given away from its centre of mass: the position is of the frame of the corners,
 * the coordinates are of the centre, and so is the shape's own frame. */
static void a_polyhedron_turns_about_its_centre_of_mass(void **state)
{
    (void)state;
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, NULL);
    trama_rigid_spec *body =
        rigid_add_body(&o, 0, "tetra", "shape=polyhedron density=6 position=10,0,0");
    const double corners[12] = {-0.1, -0.1, -0.1, 0.9,  -0.1, -0.1,
                                -0.1, 0.9,  -0.1, -0.1, -0.1, 0.9};
    body->vertices.count = 12;
    memcpy(body->vertices.value, corners, sizeof corners);
    objects_make(&o, "rk4");
    for (size_t axis = 0; axis < 3; axis++)
        assert_near(o.system->q[axis], (axis == 0 ? 10.0 : 0.0) + 0.15, 1e-14);
    assert_near(o.system->mass[0], 1.0, 1e-14);
    const trama_rigid *rigid = rigid_of(&o, 0);
    trama_pose pose;
    trama_rigid_shape_pose(rigid, 0, 0.0, o.system->q, &pose);
    for (size_t r = 0; r < 3; r++) {
        assert_near(pose.x[r], (r == 0 ? 10.0 : 0.0) + 0.15, 1e-14);
        for (size_t c = 0; c < 3; c++)
            assert_near(pose.axes[r][c], r == c ? 1.0 : 0.0, 1e-14);
    }
    rigid_end(&o);
}

/* A force and a torque of the world on a box that lies a quarter turned, along an axis of its own:
 * F t/m and T t/I, and their work F^2 t^2/(2 m) + T^2 t^2/(2 I). */
static void a_force_and_a_torque_from_outside_act(void **state)
{
    (void)state;
    objects o;
    make(&o, NULL, "shape=box side=1,2,3 mass=6 orientation=1,0,0,1 force=0,3,0 torque=0.5,0,0",
         "velocity_verlet");
    const double inertia = 6.0 / 12.0 * (1.0 + 9.0); /* about its y, which lies along -x */
    const objects_energy energy = objects_budget(&o, 0.01, 2.0);
    assert_near(o.system->v[1], 3.0 * 2.0 / 6.0, 1e-12);
    assert_near(o.system->q[1], 0.5 * 3.0 * 4.0 / 6.0, 1e-12);
    assert_near(o.system->v[4], -0.5 * 2.0 / inertia, 1e-12);
    assert_near(energy.work, 9.0 * 4.0 / 12.0 + 0.25 * 4.0 / (2.0 * inertia), 1e-9);
    assert_near(energy.unexplained, 0.0, 1e-9);
    rigid_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_force_and_a_torque_from_outside_act),
        cmocka_unit_test(the_logarithm_undoes_the_exponential),
        cmocka_unit_test(the_difference_undoes_the_drift),
        cmocka_unit_test(a_torque_free_cylinder_moves_as_kane_has_it),
        cmocka_unit_test(an_asymmetric_top_follows_jacobi),
        cmocka_unit_test(every_explicit_method_has_its_order_on_rotations),
        cmocka_unit_test(implicit_methods_refuse_rigid_bodies_by_name),
        cmocka_unit_test(quaternions_keep_their_length),
        cmocka_unit_test(the_published_variant_keeps_energy_and_no_angular_momentum),
        cmocka_unit_test(momentum_and_energy_are_those_of_the_body),
        cmocka_unit_test(motion_does_not_depend_on_place),
        cmocka_unit_test(motion_does_not_depend_on_orientation),
        cmocka_unit_test(the_energy_budget_explains_gravity_and_damping),
        cmocka_unit_test(bad_bodies_are_refused_by_name),
        cmocka_unit_test(caps_cut_velocities_and_keep_their_direction),
        cmocka_unit_test(a_body_that_starts_faster_than_its_cap_is_refused),
        cmocka_unit_test(two_bodies_of_one_name_are_refused),
        cmocka_unit_test(arrangements_stand_where_they_say),
        cmocka_unit_test(a_polyhedron_turns_about_its_centre_of_mass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
