/* Filters and refusals take effect, with interactions of the tests' own: two nodes that stick
 * together exchange momentum, and an interaction that finds the step too large refuses it, at its
 * beginning or in its filter. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/touching.h"

/* What the tests' interactions do now. */
static struct {
    double largest; /* step that begin, or the filter, accepts, s */
    bool in_filter, restless;
    long asked;
} plan;

typedef struct pair {
    size_t v[2][3]; /* velocity components of node 0 of each */
} pair;

static trama_status create(const void *parameters, const trama_surface *const *among, size_t count,
                           void **self, trama_error *error)
{
    pair *made = calloc(1, sizeof *made);
    (void)parameters;
    if (!made)
        return trama_fail_memory(error);
    for (size_t o = 0; o < count; o++)
        for (size_t axis = 0; axis < 3; axis++)
            made->v[o][axis] = among[o]->v_begin + axis * among[o]->vertices;
    *self = made;
    return TRAMA_OK;
}

static trama_step_status begin(void *self, const trama_moment *now, double h)
{
    (void)self, (void)now;
    plan.asked++;
    return !plan.in_filter && h > plan.largest ? TRAMA_STEP_REFUSED : TRAMA_STEP_OK;
}

/* One velocity of both along an axis, by momentum that they exchange; what is held gives none. */
static void stick(const trama_step_view *view, size_t first, size_t second, double *u,
                  trama_touched *touched)
{
    const double apart = u[first] - u[second];
    const double yields = view->inverse_mass[first] + view->inverse_mass[second];
    if ((fabs(apart) < 1e-12 && !plan.restless) || yields == 0.0)
        return;
    u[first] -= view->inverse_mass[first] / yields * apart;
    u[second] += view->inverse_mass[second] / yields * apart;
    if (view->inverse_mass[first] > 0.0)
        trama_touch(touched, first);
    if (view->inverse_mass[second] > 0.0)
        trama_touch(touched, second);
}

static trama_step_status filter(void *self, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    const pair *at = self;
    if (plan.in_filter && view->h > plan.largest)
        return TRAMA_STEP_REFUSED;
    for (size_t axis = 0; axis < 3; axis++)
        stick(view, at->v[0][axis], at->v[1][axis], u, touched);
    return TRAMA_STEP_OK;
}

static const trama_interaction_type sticky = {.name = "sticky",
                                              .summary = "node 0 of each moves with the other's",
                                              .reference = "a test's",
                                              .version = 1,
                                              .least = 2,
                                              .most = 2,
                                              .order_limit = 1,
                                              .create = create,
                                              .destroy = free,
                                              .begin = begin,
                                              .filter = filter};

static void add_sheet(objects *o, const char *name, double y, double speed, bool held)
{
    trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.k[1] = pin.l[0] = pin.l[1] = 0;
    const trama_scene_spec scene = {.grid = {.points = {3, 3},
                                             .side = {1.0, 1.0},
                                             .origin = {0.0, y, 0.0},
                                             .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                                    .velocity = {0.1, speed, 0.0},
                                    .pins = &pin,
                                    .pin_count = held};
    objects_add(o, name, "provot", "structural=30 shear=20 density=1 sweeps=0", &scene);
}

static void begin_sheets(objects *o, const char *method, bool held)
{
    plan.largest = 1.0;
    plan.in_filter = plan.restless = false;
    objects_begin(o);
    add_sheet(o, "first", 0.0, 0.4, held);
    add_sheet(o, "second", 1.0, -0.7, false);
    objects_join_type(o, "joint", &sticky, 2, (size_t[]){0, 1});
    objects_make(o, method);
}

/* ---- Filters. */

static void a_filter_exchanges_momentum_and_its_loss_is_booked(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const char *name = trama_integrator_at(m)->name;
        objects o;
        double p0[3], l[3], p[3];
        begin_sheets(&o, name, false);
        const trama_system *s = o.system;
        const size_t second = s->object[1].v_begin;
        const double kinetic = touching_kinetic(s);
        objects_sums(s, s->q, s->v, true, p0, l);
        objects_steps(&o, 1e-6, 1); /* before springs have done anything */
        objects_sums(s, s->q, s->v, true, p, l);
        for (size_t axis = 0; axis < 3; axis++) {
            assert_true(fabs(p[axis] - p0[axis]) < 1e-13);
            assert_true(fabs(s->v[9 * axis] - s->v[second + 9 * axis]) < 1e-11);
        }
        const double lost = kinetic - touching_kinetic(s);
        const double booked = trama_integrator_dissipated(o.integrator, 0);
        if (!(lost > 0.01 && fabs(booked - lost) < 1e-5 * lost))
            fail_msg("%s: %g J lost, %g J booked", name, lost, booked);
        objects_steps(&o, 1e-3, 100);
        assert_true(fabs((s->q[9] - 0.0) - (s->q[s->object[1].q_begin + 9] - 1.0)) < 1e-5);
        objects_end(&o);
    }
}

static double kinetic_of(const trama_system *s, size_t first, size_t end)
{
    double sum = 0.0;
    for (size_t i = s->object[first].v_begin; i < s->object[end].v_begin + s->object[end].nv; i++)
        sum += 0.5 * s->mass[i] * s->v[i] * s->v[i];
    return sum;
}

/* A third sheet falls on a plane in the same step; the rows of that come before the filter. */
static void what_rows_and_a_filter_take_is_booked_to_each(void **state)
{
    (void)state;
    objects o;
    plan.largest = 1.0;
    plan.in_filter = plan.restless = false;
    objects_begin(&o);
    add_sheet(&o, "first", 1.0, 0.4, false);
    add_sheet(&o, "second", 2.0, -0.7, false);
    add_sheet(&o, "third", 0.0, -0.5, false);
    objects_add(&o, "floor", "plane", "", NULL);
    objects_join(&o, "fall", "bouncing_contact", "friction=0", 2, 2, 3);
    objects_join_type(&o, "joint", &sticky, 2, (size_t[]){0, 1});
    objects_make(&o, "symplectic_euler");
    const trama_system *s = o.system;
    const double stuck = kinetic_of(s, 0, 1), fell = kinetic_of(s, 2, 2);
    objects_steps(&o, 1e-6, 1);
    const double lost[] = {fell - kinetic_of(s, 2, 2), stuck - kinetic_of(s, 0, 1)};
    for (size_t i = 0; i < 2; i++) {
        const double booked = trama_integrator_dissipated(o.integrator, i);
        if (!(lost[i] > 0.01 && fabs(booked - lost[i]) < 1e-5 * lost[i]))
            fail_msg("interaction %zu: %g J lost, %g J booked", i, lost[i], booked);
    }
    objects_end(&o);
}

static void what_is_held_stays_and_the_other_takes_its_velocity(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        objects o;
        begin_sheets(&o, trama_integrator_at(m)->name, true);
        const trama_system *s = o.system;
        objects_steps(&o, 1e-3, 50);
        assert_true(s->q[9] == 0.0 && s->v[9] == 0.0);
        assert_true(fabs(s->v[s->object[1].v_begin + 9]) < 1e-11);
        objects_end(&o);
    }
}

static void a_filter_that_never_rests_refuses_the_step(void **state)
{
    (void)state;
    objects o;
    begin_sheets(&o, "rk4", false);
    plan.restless = true;
    assert_int_equal(trama_integrator_step(o.integrator, o.system, 1e-3), TRAMA_STEP_REFUSED);
    assert_int_equal(trama_integrator_refuser(o.integrator), 0);
    objects_end(&o);
}

/* ---- Refusals. */

/* A step of h that is refused until its quarter is one iteration, to the state of four steps of
 * h/4. */
static void check_halved(const char *method, bool in_filter)
{
    objects halved, small;
    begin_sheets(&small, method, false);
    begin_sheets(&halved, method, false);
    const trama_system *a = halved.system, *b = small.system;
    plan.asked = 0;
    objects_steps(&small, 1e-3, 40);
    plan.largest = 1.5e-3;
    plan.in_filter = in_filter;
    objects_steps(&halved, 4e-3, 10);
    assert_int_equal(plan.asked, 40 + 10 * 7); /* 1 of h, 2 of h/2, 4 of h/4 */
    assert_int_equal(a->iteration, 10);
    assert_true(fabs(a->t - b->t) < 1e-15);
    for (size_t i = 0; i < a->nq; i++)
        if (!(fabs(a->q[i] - b->q[i]) < 1e-12 && fabs(a->v[i] - b->v[i]) < 1e-11))
            fail_msg("%s: q[%zu] is %g after halving, %g in small steps", method, i, a->q[i],
                     b->q[i]);
    assert_true(fabs(trama_integrator_dissipated(halved.integrator, 0) -
                     trama_integrator_dissipated(small.integrator, 0)) < 1e-12);
    objects_end(&halved);
    objects_end(&small);
}

static void a_refused_step_is_made_in_parts(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++)
        for (int in_filter = 0; in_filter < 2; in_filter++)
            check_halved(trama_integrator_at(m)->name, in_filter == 1);
}

static void a_step_that_no_halving_saves_is_refused_and_the_refuser_named(void **state)
{
    (void)state;
    for (int in_filter = 0; in_filter < 2; in_filter++) {
        objects o;
        objects_begin(&o);
        plan.in_filter = in_filter == 1;
        plan.restless = false;
        plan.largest = 1e-3 / 16.0;
        add_sheet(&o, "first", 0.0, 0.4, false);
        add_sheet(&o, "second", 1.0, -0.7, false);
        objects_join(&o, "spring", "spring_between", "stiffness=1", 2, 0, 1);
        objects_join_type(&o, "joint", &sticky, 2, (size_t[]){0, 1});
        o.contact.halvings = 3;
        objects_make(&o, "rk4");
        assert_int_equal(trama_integrator_step(o.integrator, o.system, 1e-3), TRAMA_STEP_REFUSED);
        assert_int_equal(trama_integrator_refuser(o.integrator), 1);
        trama_system_reset(o.system);
        trama_integrator_restart(o.integrator);
        plan.largest = 1e-3 / 8.0; /* three halvings are enough */
        assert_int_equal(trama_integrator_step(o.integrator, o.system, 1e-3), TRAMA_STEP_OK);
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_filter_exchanges_momentum_and_its_loss_is_booked),
        cmocka_unit_test(what_rows_and_a_filter_take_is_booked_to_each),
        cmocka_unit_test(what_is_held_stays_and_the_other_takes_its_velocity),
        cmocka_unit_test(a_filter_that_never_rests_refuses_the_step),
        cmocka_unit_test(a_refused_step_is_made_in_parts),
        cmocka_unit_test(a_step_that_no_halving_saves_is_refused_and_the_refuser_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
