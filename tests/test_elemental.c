/* Methods over elements: how near each comes to backward Euler's step, what each keeps, and what it
 * refuses. Tests loop over elementals.def where a claim is of all. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/isa.h"
#include "integrator/elemental.h"
#include "support/near.h"
#include "support/soft.h"

#define G 9.81

static const char exact[] = "tolerance=1e-11 floor=1e-11 iterations=200";

/* ---- Scenes. */

static trama_pin pin_of(long k)
{
    trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.k[1] = k;
    return pin;
}

/* A chain along x, whose first node is held by `pin` (NULL: it is free). */
static trama_scene_spec chain_of(long nodes, double length, trama_pin *pin)
{
    return (trama_scene_spec){.lattice = {.points = {nodes, 1, 1}, .side = {length, 0.0, 0.0}},
                              .pins = pin,
                              .pin_count = pin ? 1 : 0,
                              .gravity = {0.0, -G, 0.0}};
}

typedef struct body {
    const char *model, *settings;
    trama_scene_spec scene;
} body;

static void begin(objects *o, const body *b, const char *method, const char *options)
{
    objects_begin(o);
    objects_add(o, "body", b->model, b->settings, &b->scene);
    objects_make_with(o, method, options);
}

/* A chain of 6 in the air, of 10 g a node and 1e4 N/m: s = h^2 1e6. */
static body stiff_chain(trama_pin *pin)
{
    *pin = pin_of(0);
    return (body){"lattice", "mass=0.06 edge=1e4", chain_of(6, 0.5, pin)};
}

/* State of a body after some time by backward Euler in fine steps: it moves, and is bent. */
static void move_on(objects *from, const body *b, double h, long steps)
{
    begin(from, b, "backward_euler", exact);
    soft_shake(from->system, 0.002, 0.3);
    trama_system_refresh(from->system);
    objects_steps(from, h, steps);
}

/* Positions after one step of h from a state; the sup norm of its displacement if `moved`. */
static void one_step(const objects *from, const body *b, const char *method, const char *options,
                     double h, double *q)
{
    objects o;
    begin(&o, b, method, options);
    memcpy(o.system->q, from->system->q, o.system->nq * sizeof(double));
    memcpy(o.system->v, from->system->v, o.system->nv * sizeof(double));
    objects_steps(&o, h, 1);
    memcpy(q, o.system->q, o.system->nq * sizeof(double));
    objects_end(&o);
}

enum { ROOM = 600 };

/* How far a method's step is from backward Euler's, over the step's largest displacement. */
static double distance(const objects *from, const body *b, const char *method, const char *options,
                       double h)
{
    static double q[ROOM], newton[ROOM];
    double apart = 0.0, moved = 0.0;
    const size_t n = from->system->nq;
    assert_true(n <= ROOM);
    one_step(from, b, method, options, h, q);
    one_step(from, b, "backward_euler", exact, h, newton);
    for (size_t i = 0; i < n; i++) {
        apart = worst_of(apart, fabs(q[i] - newton[i]));
        moved = worst_of(moved, fabs(newton[i] - from->system->q[i]));
    }
    return apart / moved;
}

static void expect_near(const body *b, const char *method, const char *options, double h,
                        double within)
{
    objects from;
    move_on(&from, b, 1e-3, 40);
    const double apart = distance(&from, b, method, options, h);
    if (!(apart < within))
        fail_msg("%s (%s) on %s: %.3g of the displacement from backward Euler's step", method,
                 options, b->model, apart);
    objects_end(&from);
}

static body sheet_of(const char *model, const char *settings, trama_pin *pin)
{
    *pin = pin_of(0);
    pin->l[0] = pin->l[1] = 0;
    return (body){model,
                  settings,
                  {.grid = {.points = {5, 4}, .side = {0.8, 0.6}, .axis = {{1, 0, 0}, {0, 0, 1}}},
                   .pins = pin,
                   .pin_count = 1,
                   .gravity = {0.0, -G, 0.0}}};
}

/* ---- Against backward Euler. */

/* s = 2.8, 1e-3 s < h < 2e-3 s. */
static void descent_methods_reach_the_step_of_newton_on_springs(void **state)
{
    trama_pin pin;
    const double h = sqrt(2.8e-6);
    const body chain = stiff_chain(&pin);
    (void)state;
    expect_near(&chain, "projective_dynamics", "iterations=2000", h, 1e-10);
    expect_near(&chain, "projective_dynamics", "iterations=400 radius=0.9", h, 1e-10);
    expect_near(&chain, "vertex_block_descent", "iterations=400", h, 1e-10);
    expect_near(&chain, "lbfgs", "iterations=200", h, 1e-10);
    expect_near(&chain, "xpbd", "iterations=400 momentum=restored", h, 1e-10);
}

/* s = 278, as at 1/60 s. */
static void stiff_chains_need_more_and_are_reached(void **state)
{
    trama_pin pin;
    const double h = 1.0 / 60.0;
    const body chain = stiff_chain(&pin);
    (void)state;
    expect_near(&chain, "projective_dynamics", "iterations=400 window=5", h, 1e-10);
    expect_near(&chain, "projective_dynamics", "iterations=120 window=10", h, 1e-10);
    expect_near(&chain, "vertex_block_descent", "iterations=3000", h, 1e-10);
    expect_near(&chain, "lbfgs", "iterations=3000", h, 1e-10);
    expect_near(&chain, "xpbd", "iterations=3000 momentum=restored", h, 1e-10);
}

static void every_energy_is_reached_by_descent(void **state)
{
    trama_pin pin;
    const body cloth = sheet_of("fem_cloth",
                                "mass=0.2 young_thickness=70 poisson=0.31 bending=0.002 "
                                "bending_factor=rest",
                                &pin);
    body soft = {"soft_body", "young=2e3 poisson=0.3 density=100", soft_box(0.4, 0.2, 0.2, 1)};
    soft.scene.gravity[1] = -G;
    (void)state;
    expect_near(&cloth, "lbfgs", "iterations=400", 0.01, 1e-9);
    expect_near(&cloth, "vertex_block_descent", "iterations=1000", 0.01, 1e-9);
    expect_near(&soft, "lbfgs", "iterations=400", 0.01, 1e-9);
    expect_near(&soft, "vertex_block_descent", "iterations=1000", 0.01, 1e-9);
}

/* Poisson 0: a projection. */
static void projective_dynamics_reaches_it_on_tetrahedra(void **state)
{
    body soft = {"soft_body", "young=2e3 poisson=0 density=100", soft_box(0.4, 0.2, 0.2, 1)};
    (void)state;
    soft.scene.gravity[1] = -G;
    expect_near(&soft, "projective_dynamics", "iterations=1000", 0.01, 1e-9);
}

static void damping_of_nodes_is_that_of_newton(void **state)
{
    trama_pin pin;
    body chain = stiff_chain(&pin);
    const double h = sqrt(2.8e-6);
    (void)state;
    chain.scene.damping = 0.3;
    expect_near(&chain, "projective_dynamics", "iterations=2000", h, 1e-10);
    expect_near(&chain, "vertex_block_descent", "iterations=400", h, 1e-10);
    expect_near(&chain, "lbfgs", "iterations=200", h, 1e-10);
    expect_near(&chain, "xpbd", "iterations=400 momentum=restored", h, 1e-10);
}

/* ---- XPBD. */

/* One sweep; and with a damper along it, whose line does not turn. */
static void one_spring_is_solved_by_one_sweep(void **state)
{
    static const char *const settings[] = {"mass=0.02 edge=1e4", "mass=0.02 edge=40 damping=0.7"};
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        const body spring = {"lattice", settings[i], chain_of(2, 0.1, NULL)};
        objects from;
        begin(&from, &spring, "backward_euler", exact);
        from.system->v[0] = -0.4; /* longer: Newton's matrix is not definite of a shorter one */
        const double apart = distance(&from, &spring, "xpbd", "iterations=1", 1.0 / 60.0);
        if (!(apart < 1e-12))
            fail_msg("%s: %.3g of the displacement", settings[i], apart);
        objects_end(&from);
    }
}

/* Measured: 5.1e-6, 4.6e-7, 4.3e-8 m, 11 times less where the step is halved. */
static void the_plateau_of_xpbd_falls_with_the_fourth_power_of_the_step(void **state)
{
    trama_pin pin;
    const body chain = stiff_chain(&pin);
    double apart[3], moved[3];
    objects from;
    (void)state;
    begin(&from, &chain, "backward_euler", exact); /* from a line: its tension is smooth */
    objects_steps(&from, 1e-3, 150);
    for (int i = 0; i < 3; i++) {
        const double h = 1.0 / (120 << i);
        static double q[ROOM], newton[ROOM];
        one_step(&from, &chain, "xpbd", "iterations=20000", h, q);
        one_step(&from, &chain, "backward_euler", exact, h, newton);
        apart[i] = moved[i] = 0.0;
        for (size_t k = 0; k < from.system->nq; k++) {
            apart[i] = worst_of(apart[i], fabs(q[k] - newton[k]));
            moved[i] = worst_of(moved[i], fabs(newton[k] - from.system->q[k]));
        }
        print_message("h = 1/%d s: %.3g m of %.3g m\n", 120 << i, apart[i], moved[i]);
    }
    const double order = 0.5 * log2(apart[0] / apart[2]);
    if (!(order > 3.2 && order < 5.0))
        fail_msg("order %.2f", order);
    objects_end(&from);
}

/* N 100, l0 1 cm, 1/600 s: N g h^2/(K l0), and with n substeps 1/n^2 of it. The colour that is
 * swept last is at its own length, so the third link has all of the strain of two. */
static void a_hanging_chain_is_as_long_as_its_sweeps_allow(void **state)
{
    static const struct {
        const char *options;
        double sweeps; /* K n^2 */
    } cases[] = {{"iterations=1", 1.0}, {"iterations=4", 4.0}, {"iterations=1 substeps=2", 4.0}};
    const double h = 1.0 / 600.0, rest = 0.01;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trama_pin pin = pin_of(0);
        body chain = {"lattice", "mass=1.01 edge=1e7", chain_of(101, 1.0, &pin)};
        objects o;
        chain.scene.damping = 0.02; /* 2/s: what it adds to the inertia is 0.3 % */
        chain.scene.gravity[0] = G;
        chain.scene.gravity[1] = 0.0;
        begin(&o, &chain, "xpbd", cases[i].options);
        objects_steps(&o, h, 6000);
        const double strain = (o.system->q[1] - o.system->q[0]) / rest - 1.0;
        const double law = 100.0 * G * h * h / (cases[i].sweeps * rest);
        print_message("%s: %.4f, law %.4f\n", cases[i].options, strain, law);
        if (!(fabs(strain / law - 1.0) < 0.02))
            fail_msg("%s: top strain %.4f, not %.4f", cases[i].options, strain, law);
        const double third = (o.system->q[3] - o.system->q[2]) / rest - 1.0;
        if (!(fabs(third / (2.0 * 0.98 * law) - 1.0) < 0.02))
            fail_msg("%s: the third link's strain is %.4f, not %.4f", cases[i].options, third,
                     2.0 * 0.98 * law);
        objects_end(&o);
    }
}

/* ---- What is kept. */

static body free_sheet(void)
{
    trama_scene_spec scene = {
        .grid = {.points = {4, 3}, .side = {0.6, 0.4}, .axis = {{1, 0, 0}, {0, 0, 1}}}};
    return (body){"provot", "structural=300 shear=200 flexion=70 density=1 sweeps=0", scene};
}

/* At every iteration of those that add pairs of opposite forces; descent node by node has it when
 * it has converged. */
static void linear_momentum_is_kept_at_every_iteration(void **state)
{
    const body sheet = free_sheet();
    (void)state;
    for (size_t m = 0; m < trama_elementals(); m++)
        for (int k = 1; k < 4; k++) {
            const char *name = trama_elemental_at(m)->name;
            const bool converged = strcmp(name, "vertex_block_descent") == 0;
            char options[64];
            double before[3], after[3];
            objects o;
            snprintf(options, sizeof options, "iterations=%d", converged ? 2000 : k);
            begin(&o, &sheet, name, options);
            soft_shake(o.system, 0.02, 1.0);
            piece_momentum(o.system, o.system->v, before);
            objects_steps(&o, 0.02, 3);
            piece_momentum(o.system, o.system->v, after);
            for (int axis = 0; axis < 3; axis++)
                if (!(fabs(after[axis] - before[axis]) < 1e-13))
                    fail_msg("%s (%s): %g kg m/s", name, options, after[axis] - before[axis]);
            objects_end(&o);
        }
}

/* v = v0 + g t, and no more. */
static void free_fall_loses_nothing(void **state)
{
    body sheet = free_sheet();
    (void)state;
    sheet.scene.gravity[1] = -G;
    sheet.scene.velocity[0] = 1.5;
    for (size_t m = 0; m < trama_elementals(); m++) {
        objects o;
        begin(&o, &sheet, trama_elemental_at(m)->name, "");
        objects_steps(&o, 0.01, 50);
        const size_t n = o.system->nv / 3;
        for (size_t i = 0; i < n; i++) {
            assert_near(o.system->v[i], 1.5, 1e-10);
            assert_near(o.system->v[n + i], -G * 0.5, 1e-10);
            assert_near(o.system->v[2 * n + i], 0.0, 1e-10);
        }
        objects_end(&o);
    }
}

/* Phi of a step that ended at q, from a state, by the model's own energy. */
static double potential_at(const objects *from, double h, const double *q)
{
    const trama_system *s = from->system;
    const size_t n = s->nq / 3;
    double sum = 0.0, energy[TRAMA_ENERGY_MAX] = {0.0};
    for (size_t i = 0; i < s->nq; i++) {
        const double y = s->q[i] + h * s->v[i] - (i / n == 1 && i % n > 0 ? h * h * G : 0.0);
        sum += 0.5 * s->mass[i] * (q[i] - y) * (q[i] - y) / (h * h);
    }
    s->object[0].type->energy(s->object[0].model, q, energy);
    for (size_t i = 0; i < TRAMA_ENERGY_MAX; i++)
        sum += energy[i];
    return sum;
}

static void the_potential_never_rises(void **state)
{
    static const char *const methods[] = {"projective_dynamics", "vertex_block_descent", "lbfgs",
                                          "projective_dynamics"};
    static const char *const more[] = {"", "", "", "window=5"};
    trama_pin pin;
    const body chain = stiff_chain(&pin);
    objects from;
    (void)state;
    move_on(&from, &chain, 1e-3, 40);
    for (size_t m = 0; m < 4; m++) {
        static double q[ROOM];
        double before = 0.0;
        for (int k = 1; k < 40; k++) {
            char options[48];
            snprintf(options, sizeof options, "iterations=%d %s", k, more[m]);
            one_step(&from, &chain, methods[m], options, 1.0 / 60.0, q);
            const double now = potential_at(&from, 1.0 / 60.0, q);
            if (k > 1 && !(now <= before * (1.0 + 1e-12)))
                fail_msg("%s: from %.17g to %.17g J at iteration %d", methods[m], before, now, k);
            before = now;
        }
    }
    objects_end(&from);
}

/* ---- As methods among others. */

/* The slope of the error of a swinging chain at 0.2 s, against rk4 in fine steps; iterations are
 * enough for each step. */
static void every_method_is_of_the_order_of_its_table(void **state)
{
    static const char *const options[] = {"iterations=60", "iterations=400", "iterations=200",
                                          "iterations=60"};
    trama_pin pin = pin_of(0);
    const body chain = {"lattice", "mass=0.06 edge=40", chain_of(3, 0.5, &pin)};
    objects fine;
    (void)state;
    begin(&fine, &chain, "rk4", "");
    objects_steps(&fine, 0.2 / 4096, 4096);
    for (size_t m = 0; m < trama_elementals(); m++) {
        double error[2] = {0.0};
        for (int k = 0; k < 2; k++) {
            objects o;
            begin(&o, &chain, trama_elemental_at(m)->name, options[m]);
            objects_steps(&o, 0.2 / (256 << k), 256 << k);
            for (size_t i = 0; i < o.system->nq; i++)
                error[k] = worst_of(error[k], fabs(o.system->q[i] - fine.system->q[i]));
            objects_end(&o);
        }
        const double order = log2(error[0] / error[1]);
        if (!(fabs(order - trama_elemental_at(m)->order) < 0.1))
            fail_msg("%s: order %.3f", trama_elemental_at(m)->name, order);
    }
    objects_end(&fine);
}

/* A guide holds two axes; a pin moves at 0.5 m/s. */
static void what_is_held_is_where_it_is_led(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_elementals(); m++) {
        trama_pin pins[2] = {pin_of(0), pin_of(4)};
        pins[0].motion.velocity[0] = 0.5;
        pins[1].free[1] = true;
        body chain = {"lattice", "mass=0.06 edge=40", chain_of(5, 0.5, pins)};
        objects o;
        chain.scene.pin_count = 2;
        begin(&o, &chain, trama_elemental_at(m)->name, "");
        const double x = o.system->q[4], z = o.system->q[14];
        objects_steps(&o, 0.01, 20);
        assert_near(o.system->q[0], 0.1, 1e-14);
        assert_near(o.system->v[0], 0.5, 0.0);
        assert_near(o.system->q[4], x, 0.0);
        assert_near(o.system->q[14], z, 0.0);
        assert_true(o.system->q[9] < -0.05); /* it falls along y */
        objects_end(&o);
    }
}

/* Saved in the middle, the same bits follow. */
static void a_saved_state_goes_on_to_the_same_bits(void **state)
{
    trama_pin pin;
    const body chain = stiff_chain(&pin);
    (void)state;
    for (size_t m = 0; m < trama_elementals(); m++) {
        objects first, second;
        begin(&first, &chain, trama_elemental_at(m)->name, "");
        begin(&second, &chain, trama_elemental_at(m)->name, "");
        objects_steps(&first, 0.01, 7);
        objects_copy_state(&first, &second);
        objects_steps(&first, 0.01, 7);
        objects_steps(&second, 0.01, 7);
        assert_memory_equal(first.system->q, second.system->q,
                            first.system->nq * sizeof *first.system->q);
        assert_memory_equal(first.system->v, second.system->v,
                            first.system->nv * sizeof *first.system->v);
        objects_end(&first);
        objects_end(&second);
    }
}

/* Lengths, times and masses in other units, by powers of 2: the same numbers, bit for bit. Length
 * 2, time 4, mass 8: stiffness 1/2, gravity 1/8. */
static void units_change_no_bit(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_elementals(); m++) {
        trama_pin pin = pin_of(0);
        body one = {"lattice", "mass=0.06 edge=400", chain_of(5, 0.5, &pin)};
        body other = {"lattice", "mass=0.96 edge=1600", chain_of(5, 1.0, &pin)};
        objects a, b;
        other.scene.gravity[1] = -G / 2.0;
        begin(&a, &one, trama_elemental_at(m)->name, "");
        begin(&b, &other, trama_elemental_at(m)->name, "");
        objects_steps(&a, 1.0 / 64.0, 10);
        objects_steps(&b, 1.0 / 32.0, 10);
        for (size_t i = 0; i < a.system->nq; i++)
            if (a.system->q[i] != 0.5 * b.system->q[i])
                fail_msg("%s: %.17g and %.17g", trama_elemental_at(m)->name, a.system->q[i],
                         0.5 * b.system->q[i]);
        objects_end(&a);
        objects_end(&b);
    }
}

/* Springs of a system without dampers are solved many at once, of one with dampers by elements. A
 * chain far away with dampers is no neighbour: the sheet's bits stay, under every instruction set.
 */
static void springs_many_at_once_have_the_bits_of_elements(void **state)
{
    trama_pin pins[2] = {pin_of(0), pin_of(2)};
    pins[1].free[1] = true;
    (void)state;
    trama_scene_spec sheet = {
        .grid = {.points = {7, 5}, .side = {0.6, 0.4}, .axis = {{1, 0, 0}, {0, 0, 1}}},
        .gravity = {0.0, -G, 0.0}};
    const trama_isa best = trama_isa_current();
    for (int held = 0; held < 2; held++) {
        static double q[ROOM];
        const trama_scene_spec chain = chain_of(3, 0.5, NULL);
        objects o;
        sheet.pins = pins;
        sheet.pin_count = 2 * (size_t)held;
        objects_begin(&o);
        objects_add(&o, "sheet", "provot", "structural=300 shear=200 density=1 sweeps=0", &sheet);
        objects_add(&o, "chain", "lattice", "mass=0.06 edge=40 damping=0.1", &chain);
        objects_make_with(&o, "xpbd", "iterations=3");
        soft_shake(o.system, 0.01, 1.0);
        memcpy(q, o.system->q, 105 * sizeof *q);
        objects_steps(&o, 0.01, 20);
        for (int isa = 0; isa < TRAMA_ISA_COUNT; isa++) {
            objects alone;
            if (!trama_isa_force((trama_isa)isa))
                continue;
            objects_begin(&alone);
            objects_add(&alone, "sheet", "provot", "structural=300 shear=200 density=1 sweeps=0",
                        &sheet);
            objects_make_with(&alone, "xpbd", "iterations=3");
            soft_shake(alone.system, 0.01, 1.0);
            assert_memory_equal(q, alone.system->q, 105 * sizeof *q);
            objects_steps(&alone, 0.01, 20);
            assert_memory_equal(o.system->q, alone.system->q, 105 * sizeof *q);
            objects_end(&alone);
        }
        trama_isa_force(best);
        objects_end(&o);
    }
}

/* ---- Contact by rows. */

/* A block (four springs' sheet) on a floor that leans: below the angle of friction it stays, above
 * it slides by (g sin - mu g cos) t^2/2. */
static double slid(const char *method, double slope, double friction, double h)
{
    const double cosine = 1.0 / sqrt(1.0 + slope * slope);
    trama_scene_spec scene = {
        .grid = {.points = {3, 3}, .side = {0.2, 0.2}, .axis = {{1, 0, 0}, {0, 0, 1}}},
        .gravity = {G * slope * cosine, -G * cosine, 0.0}};
    char contact[64];
    objects o;
    snprintf(contact, sizeof contact, "friction=%g", friction);
    objects_begin(&o);
    objects_add(&o, "block", "provot", "structural=300 shear=200 density=1 sweeps=0", &scene);
    objects_add(&o, "floor", "plane", NULL, NULL);
    objects_join(&o, "touch", "bouncing_contact", contact, 2, 0, 1);
    objects_make(&o, method);
    objects_steps(&o, h, lround(0.4 / h));
    const double moved = o.system->q[0], height = o.system->q[9];
    objects_end(&o);
    assert_true(fabs(height) < 1e-12);
    return moved;
}

static void a_block_slides_above_the_angle_of_friction_alone(void **state)
{
    const double t = 0.4, along = G * (0.6 - 0.5) / sqrt(1.36);
    (void)state;
    for (size_t m = 0; m < trama_elementals(); m++) {
        const char *name = trama_elemental_at(m)->name;
        const double still = slid(name, 0.45, 0.5, 2e-3), moved = slid(name, 0.6, 0.5, 2e-3);
        if (!(fabs(still) < 1e-11))
            fail_msg("%s creeps by %g m", name, still);
        if (!(fabs(moved - 0.5 * along * t * t) < 1.02 * along * t * 2e-3))
            fail_msg("%s slides by %g m, not %g", name, moved, 0.5 * along * t * t);
    }
}

/* ---- Refusals. */

static void refusals_name_what_is_not_an_element(void **state)
{
    static const struct {
        const char *method, *model, *settings, *words;
    } cases[] = {
        {"projective_dynamics", "fem_cloth", "mass=1 young_thickness=70 poisson=0.3",
         "Green's strain"},
        {"vertex_block_descent", "fem_cloth",
         "mass=1 young_thickness=70 poisson=0.3 flexural_rigidity=1", "flexural_rigidity"},
        {"projective_dynamics", "soft_body", "young=2e3 poisson=0.3 density=100",
         "Poisson's ratio"},
        {"vertex_block_descent", "lattice", "mass=1 edge=3 damping=1", "dampers along springs"},
        {"lbfgs", "bridson", "density=1", "limits of strain"},
        {"xpbd", "cosserat", "zeta=100 xi=0.3 phi=0.001 mass=10", "it has no elements"},
        {"xpbd", "oscillator", "", "it has no elements"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trama_scene_spec scene = {0};
        trama_error error;
        objects o;
        if (strcmp(cases[i].model, "soft_body") == 0)
            scene = soft_box(0.4, 0.2, 0.2, 1);
        else if (strcmp(cases[i].model, "lattice") == 0)
            scene.lattice = (trama_lattice){.points = {3, 1, 1}, .side = {1.0, 0.0, 0.0}};
        else if (strcmp(cases[i].model, "oscillator") != 0)
            scene.grid =
                (trama_grid){.points = {3, 3}, .side = {1, 1}, .axis = {{1, 0, 0}, {0, 0, 1}}};
        objects_begin(&o);
        objects_add(&o, "body", cases[i].model, cases[i].settings, &scene);
        assert_int_equal(objects_try(&o, cases[i].method, &error), TRAMA_BAD_INPUT);
        if (!strstr(error.text, cases[i].words))
            fail_msg("%s", error.text);
        objects_end(&o);
    }
}

/* But by descent, which takes those on single nodes (test_elemental_forces.c). */
static void forces_of_interactions_are_refused(void **state)
{
    trama_scene_spec scene = free_sheet().scene;
    (void)state;
    for (size_t m = 0; m < trama_elementals(); m++) {
        trama_error error;
        objects o;
        if (strcmp(trama_elemental_at(m)->name, "vertex_block_descent") == 0)
            continue;
        objects_begin(&o);
        objects_add(&o, "body", "provot", "structural=3 density=1 sweeps=0", &scene);
        objects_add(&o, "floor", "plane", NULL, NULL);
        objects_join(&o, "touch", "penalty_contact", "stiffness=100", 2, 0, 1);
        assert_int_equal(objects_try(&o, trama_elemental_at(m)->name, &error), TRAMA_BAD_INPUT);
        assert_non_null(strstr(error.text, "penalty_contact"));
        objects_end(&o);
    }
}

static int register_all(void **state)
{
    trama_error error;
    (void)state;
    return trama_elementals_register(&error) == TRAMA_OK ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descent_methods_reach_the_step_of_newton_on_springs),
        cmocka_unit_test(stiff_chains_need_more_and_are_reached),
        cmocka_unit_test(every_energy_is_reached_by_descent),
        cmocka_unit_test(projective_dynamics_reaches_it_on_tetrahedra),
        cmocka_unit_test(damping_of_nodes_is_that_of_newton),
        cmocka_unit_test(one_spring_is_solved_by_one_sweep),
        cmocka_unit_test(the_plateau_of_xpbd_falls_with_the_fourth_power_of_the_step),
        cmocka_unit_test(a_hanging_chain_is_as_long_as_its_sweeps_allow),
        cmocka_unit_test(linear_momentum_is_kept_at_every_iteration),
        cmocka_unit_test(free_fall_loses_nothing),
        cmocka_unit_test(the_potential_never_rises),
        cmocka_unit_test(every_method_is_of_the_order_of_its_table),
        cmocka_unit_test(what_is_held_is_where_it_is_led),
        cmocka_unit_test(a_saved_state_goes_on_to_the_same_bits),
        cmocka_unit_test(units_change_no_bit),
        cmocka_unit_test(springs_many_at_once_have_the_bits_of_elements),
        cmocka_unit_test(a_block_slides_above_the_angle_of_friction_alone),
        cmocka_unit_test(refusals_name_what_is_not_an_element),
        cmocka_unit_test(forces_of_interactions_are_refused),
    };
    return cmocka_run_group_tests(tests, register_all, NULL);
}
