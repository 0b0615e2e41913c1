/* Bodies that are made and destroyed while a run goes: one that is not there is touched by nothing,
 * falls nowhere and is seen nowhere; who comes has the motion that it was given; and the books have
 * what each brings and takes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/momentum.h"
#include "measure/run.h"
#include "support/near.h"
#include "support/rigid.h"
#include "system_lifetimes.h"

static const double earth[3] = {0.0, -9.81, 0.0};

static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4", "leapfrog"};

/* ---- Motion. */

/* A ball that is thrown when it appears, at 0.3 s, is where one is 0.7 s after its throw. */
static void who_appears_flies_as_it_was_thrown(void **state)
{
    (void)state;
    for (size_t m = 1; m < 3; m++) {
        objects o;
        rigid_begin_on_ground(&o, earth, NULL);
        rigid_add_body(&o, 0, "ball",
                       "shape=sphere radius=0.1 position=1,5,0 velocity=2,3,0 "
                       "angular_velocity=0,4,0 appears=0.3");
        objects_make(&o, methods[m]);
        objects_steps(&o, 0.01, 30);
        const double *q = o.system->q, *v = o.system->v;
        assert_true(q[0] == 1.0 && q[1] == 5.0 && v[0] == 2.0 && v[1] == 3.0);
        assert_near(v[4], 4.0, 1e-15);
        objects_steps(&o, 0.01, 70);
        assert_near(q[0], 1.0 + 2.0 * 0.7, 1e-12);
        assert_near(q[1], 5.0 + 3.0 * 0.7 - 0.5 * 9.81 * 0.49, 1e-12);
        rigid_end(&o);
    }
}

/* Before it appears and after it has vanished it does not move, and has no velocity, to the bit. */
static void who_is_not_there_does_not_move(void **state)
{
    (void)state;
    for (size_t m = 0; m < 4; m++) {
        objects o;
        double gone[7] = {0.0};
        rigid_begin_on_ground(&o, earth, NULL);
        rigid_add_body(&o, 0, "brick",
                       "shape=box side=1,2,3 position=0,9,0 velocity=1,0,0 "
                       "angular_velocity=3,1,2 force=5,0,0 damping=0.2 appears=0.1 vanishes=0.2");
        objects_make(&o, methods[m]);
        for (long i = 0; i < 40; i++) {
            const bool there = i >= 10 && i < 20;
            if (i == 20)
                memcpy(gone, o.system->q, sizeof gone);
            for (size_t k = 0; k < 6; k++)
                assert_true(there || o.system->v[k] == 0.0);
            assert_true(i > 10 || o.system->q[0] == 0.0);
            for (size_t k = 0; i >= 20 && k < 7; k++)
                assert_true(o.system->q[k] == gone[k]);
            objects_steps(&o, 0.01, 1);
        }
        assert_true(gone[0] > 0.09);
        rigid_end(&o);
    }
}

/* ---- Contact, under each response that follows it. */

static bool follows(const trama_interaction_type *type)
{
    return strncmp(type->name, "rigid_contact", 13) == 0;
}

static const char *settings_of(const trama_interaction_type *type)
{
    return strcmp(type->name, "rigid_contact_published") == 0
               ? "iterations=10 merge=0.02 breaking=0.02"
               : NULL;
}

/* A ball falls towards a shelf that is there, has gone, or comes too late. */
static double height_after(const trama_interaction_type *type, const char *shelf)
{
    objects o;
    rigid_begin_on_ground(&o, earth, NULL);
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.1 position=0,1.5,0");
    rigid_add_body(&o, 0, "shelf", shelf);
    objects_join(&o, "touch", type->name, settings_of(type), 1, 0);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 0.005, 200);
    const double y = o.system->q[1];
    rigid_end(&o);
    return y;
}

static void who_is_not_there_is_not_touched(void **state)
{
    (void)state;
    const double fallen = 1.5 - 0.5 * 9.81 * 0.005 * 0.005 * 200 * 201;
    size_t responses = 0;
    for (size_t i = 0; i < trama_interaction_count(); i++) {
        const trama_interaction_type *type = trama_interaction_at(i);
        if (!follows(type))
            continue;
        responses++;
        assert_true(height_after(type, "shape=box side=1,1,1 motion=static") > 0.55);
        assert_near(height_after(type, "shape=box side=1,1,1 motion=static vanishes=0.1"), fallen,
                    1e-12);
        assert_near(height_after(type, "shape=box side=1,1,1 motion=static appears=0.9"), fallen,
                    1e-12);
        assert_true(height_after(type, "shape=box side=1,1,1 motion=static appears=0.3") > 0.55);
    }
    assert_int_equal(responses, 3);
}

/* A ball rests on a box until that vanishes. */
static void what_lay_on_it_falls(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_interaction_count(); i++) {
        const trama_interaction_type *type = trama_interaction_at(i);
        objects o;
        if (!follows(type))
            continue;
        rigid_begin_on_ground(&o, earth, "friction=0.5");
        rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.1 position=0,1.1,0");
        rigid_add_body(&o, 0, "box", "shape=box side=1,1,1 position=0,0.5,0 vanishes=0.5");
        objects_join(&o, "touch", type->name, settings_of(type), 1, 0);
        objects_make(&o, "symplectic_euler");
        objects_steps(&o, 0.005, 100);
        const double rested = o.system->q[1];
        assert_true(rested > 1.05);
        objects_steps(&o, 0.005, 20);
        assert_near(o.system->q[1], rested - 0.5 * 9.81 * 0.01, 0.03);
        objects_steps(&o, 0.005, 380);
        assert_near(o.system->q[1], 0.1, 0.05);
        rigid_end(&o);
    }
}

/* A box that appears around half of a ball, or half a millimetre beside it; the first of both, or
 * the last. */
static trama_remark remark_after(const trama_interaction_type *type, const char *box, bool first)
{
    static const char ball[] = "shape=sphere radius=0.1 position=0,0.1,0";
    objects o;
    rigid_begin_on_ground(&o, NULL, NULL);
    rigid_add_body(&o, 0, first ? "box" : "ball", first ? box : ball);
    rigid_add_body(&o, 0, first ? "ball" : "box", first ? ball : box);
    objects_join(&o, "touch", type->name, settings_of(type), 1, 0);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 0.005, 100);
    const trama_remark remark = type->remark(o.system->acting[0].self);
    trama_system_reset(o.system);
    assert_int_equal(type->remark(o.system->acting[0].self).steps, 0);
    rigid_end(&o);
    return remark;
}

static void who_appears_inside_another_is_remarked(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_interaction_count(); i++) {
        const trama_interaction_type *type = trama_interaction_at(i);
        if (!follows(type))
            continue;
        for (int first = 0; first < 2; first++) {
            const trama_remark inside = remark_after(
                type, "shape=box side=0.2,0.2,0.2 position=0.15,0.1,0 motion=static appears=0.2",
                first);
            assert_int_equal(inside.steps, 1);
            assert_non_null(strstr(inside.what, "appeared inside another"));
            assert_int_equal(
                remark_after(
                    type,
                    "shape=box side=0.2,0.2,0.2 position=0.2005,0.1,0 motion=static appears=0.2",
                    first)
                    .steps,
                0);
        }
    }
}

/* ---- Sums, books and pictures. */

static void sums_leave_it_out(void **state)
{
    (void)state;
    objects o;
    double p[3], centre[3], angular[3];
    rigid_begin_on_ground(&o, NULL, NULL);
    rigid_add_body(&o, 0, "a", "shape=sphere radius=0.1 mass=2 position=1,0,0 velocity=0,3,0");
    rigid_add_body(
        &o, 0, "b",
        "shape=sphere radius=0.1 mass=6 position=-1,0,0 velocity=0,0,1 appears=0.1 vanishes=0.2");
    objects_make(&o, "velocity_verlet");
    for (long i = 0; i < 30; i++, objects_steps(&o, 0.01, 1)) {
        const double t = 0.01 * (double)i, there = i >= 10 && i < 20 ? 1.0 : 0.0;
        trama_momentum(o.system, p);
        trama_centre(o.system, centre);
        trama_angular_momentum(o.system, angular);
        assert_near(p[1], 6.0, 1e-12);
        assert_near(p[2], 6.0 * there, 1e-12);
        assert_near(centre[0], (2.0 - 6.0 * there) / (2.0 + 6.0 * there), 1e-12);
        assert_near(centre[1], 2.0 * 3.0 * t / (2.0 + 6.0 * there), 1e-12);
        assert_near(rigid_kinetic(&o), 9.0 + 3.0 * there, 1e-12);
        if (there == 0.0)
            assert_near(angular[2], 0.0, 1e-12);
    }
    rigid_end(&o);
}

/* What a run under the budget has at each of its ends. */
typedef struct books {
    double kinetic, work, made, excess, bookkeeping;
} books;

static void see_books(void *context, const trama_view *view)
{
    books *b = (books *)context + view->system->iteration;
    *b = (books){trama_budget_kinetic(view->budget), trama_budget_work(view->budget),
                 trama_budget_led(view->budget), trama_budget_excess(view->budget),
                 trama_budget_bookkeeping(view->budget)};
}

enum { BOOKED = 100 };

static void run_booked(objects *o, books book[BOOKED + 1])
{
    trama_outcome outcome;
    trama_error error = {0};
    const trama_run_spec spec = {
        .h = 0.01,
        .horizon = BOOKED,
        .bounds = {TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY},
        .budget = true,
        .observe = see_books,
        .context = book};
    assert_int_equal(trama_run(o->system, o->integrator, &spec, &outcome, &error), TRAMA_OK);
    rigid_end(o);
}

/* A ball is made at 0.2 s with 1/2 m v^2, falls for half a second, and takes what it has then. */
static void making_and_destroying_is_work_from_outside(void **state)
{
    (void)state;
    objects o;
    books book[BOOKED + 1];
    rigid_begin_on_ground(&o, earth, NULL);
    rigid_add_body(&o, 0, "stays", "shape=sphere radius=0.1 mass=1 position=5,0,0");
    rigid_add_body(
        &o, 0, "ball",
        "shape=sphere radius=0.1 mass=2 position=0,9,0 velocity=3,0,0 appears=0.2 vanishes=0.7");
    objects_make(&o, "velocity_verlet");
    run_booked(&o, book);
    const double gained = 0.5 * 2.0 * 9.81 * 9.81 * 0.25, stayed = 0.5 * 9.81 * 9.81;
    assert_true(book[19].made == 0.0);
    assert_near(book[20].made, 9.0, 1e-12);
    assert_near(book[69].made, 9.0, 1e-12);
    assert_near(book[70].made, -gained, 1e-10);
    assert_near(book[BOOKED].work, gained + stayed, 1e-10);
    assert_near(book[BOOKED].kinetic, stayed, 1e-10);
    for (size_t i = 0; i <= BOOKED; i++)
        assert_near(book[i].excess, 0.0, 1e-10);
}

/* Also of one that is damped: no part of the last step's damping is lost. By Simpson's rule on the
 * method's path: what is left is within the difference of both quadratures, 2e-6 J. */
static void books_of_a_damped_body_close(void **state)
{
    (void)state;
    objects o;
    books book[BOOKED + 1];
    rigid_begin_on_ground(&o, NULL, NULL);
    rigid_add_body(&o, 0, "ball",
                   "shape=sphere radius=0.1 mass=2 velocity=3,0,0 damping=0.5 appears=0.2 "
                   "vanishes=0.7");
    objects_make(&o, "rk4");
    run_booked(&o, book);
    const double left = 9.0 * exp(-0.5);
    assert_near(book[69].kinetic + book[70].made, 9.0 + (book[69].kinetic - left), 1e-6);
    for (size_t i = 0; i <= BOOKED; i++)
        assert_near(book[i].excess, 0.0, 2e-6);
}

static void frames_show_nothing_of_it(void **state)
{
    (void)state;
    objects o;
    size_t points, triangles;
    rigid_begin_on_ground(&o, earth, NULL);
    rigid_add_body(&o, 0, "a", "shape=box side=1,1,1");
    rigid_add_body(&o, 0, "b", "shape=box side=1,1,1 position=3,0,0 appears=0.1 vanishes=0.2");
    objects_make(&o, "symplectic_euler");
    const trama_object *object = &o.system->object[0];
    object->type->display->size(object->model, &points, &triangles);
    double *x = calloc(3 * points, sizeof *x);
    assert_non_null(x);
    for (long i = 0; i < 30; i++, objects_steps(&o, 0.01, 1)) {
        object->type->display->points(object->model, o.system->t, o.system->q, x);
        for (size_t k = 0; k < 3 * points; k++)
            assert_int_equal(isnan(x[k]), k % points >= points / 2 && !(i >= 10 && i < 20));
    }
    free(x);
    rigid_end(&o);
}

/* A run anew begins with who was there at the start. */
static void a_run_begins_anew(void **state)
{
    (void)state;
    objects o;
    rigid_begin_on_ground(&o, earth, NULL);
    rigid_add_body(&o, 0, "a", "shape=box side=1,1,1 velocity=1,2,3 vanishes=0.1");
    rigid_add_body(&o, 0, "b", "shape=box side=1,1,1 position=3,0,0 velocity=1,2,3 appears=0.1");
    objects_make(&o, "symplectic_euler");
    for (size_t i = 0; i < 2; i++) {
        const trama_rigid *rigid = rigid_of(&o, 0);
        assert_true(rigid->body[0].there && !rigid->body[1].there);
        assert_true(o.system->v[0] == 1.0 && o.system->v[6] == 0.0);
        objects_steps(&o, 0.01, 10);
        assert_true(!rigid->body[0].there && rigid->body[1].there);
        assert_true(o.system->v[0] == 0.0 && o.system->v[6] == 1.0);
        trama_system_reset(o.system);
        trama_integrator_restart(o.integrator);
    }
    rigid_end(&o);
}

/* Iterations until a slow body counts as at rest, while another is to come, to go, or neither. */
static long rests_after(const char *other)
{
    objects o;
    trama_outcome outcome;
    trama_error error = {0};
    trama_equilibrium equilibrium = {0};
    trama_equilibrium_spec criteria = {.displacement_rate = {1, {0.1}}, .window = 10, .confirm = 1};
    rigid_begin_on_ground(&o, NULL, NULL);
    rigid_add_body(&o, 0, "slows", "shape=sphere radius=0.1 mass=1 velocity=1,0,0 damping=20");
    rigid_add_body(&o, 0, "other", other);
    objects_make(&o, "symplectic_euler");
    assert_int_equal(trama_equilibrium_begin(&equilibrium, &criteria,
                                             trama_system_first(o.system)->scene, &error),
                     TRAMA_OK);
    const trama_run_spec spec = {
        .h = 0.01,
        .horizon = 500,
        .bounds = {TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY},
        .equilibrium = &equilibrium};
    assert_int_equal(trama_run(o.system, o.integrator, &spec, &outcome, &error), TRAMA_OK);
    assert_int_equal(outcome.ending, TRAMA_AT_EQUILIBRIUM);
    rigid_end(&o);
    return outcome.iteration;
}

static void nothing_rests_while_a_body_is_to_come_or_to_go(void **state)
{
    (void)state;
    const long alone = rests_after("shape=sphere radius=0.1 position=0,3,0");
    assert_true(alone > 10 && alone < 40);
    assert_int_equal(rests_after("shape=sphere radius=0.1 position=0,3,0 appears=2"), 209);
    assert_int_equal(rests_after("shape=sphere radius=0.1 position=0,3,0 vanishes=2"), 209);
    assert_int_equal(rests_after("shape=sphere radius=0.1 position=0,3,0 appears=1 vanishes=2"),
                     209);
}

/* ---- Refusals. */

static void assert_refused(const char *body, const char *interaction, const char *settings,
                           const char *path, const char *says)
{
    objects o;
    rigid_begin_on_ground(&o, earth, "friction=0.5");
    rigid_add_body(&o, 0, "ball", body);
    if (interaction)
        objects_join(&o, "act", interaction, settings, 1, 0);
    const trama_error error = objects_refused(&o);
    assert_string_equal(error.path, path);
    if (!strstr(error.text, says))
        fail_msg("%s", error.text);
    rigid_end(&o);
}

static void what_cannot_follow_is_refused_by_name(void **state)
{
    (void)state;
    static const char comes[] = "shape=sphere radius=0.1 position=0,1,0 appears=1";
    assert_refused("shape=sphere radius=0.1 appears=1 vanishes=1", NULL, NULL,
                   "objects.bodies.model.bodies.ball.vanishes",
                   "it vanishes at 1 s and appears at 1 s; allowed: later");
    assert_refused(comes, "ball_joint", "body=ball at=0,1,0", "interactions.act.among",
                   "which ball_joint does not follow; allowed: rigid_contact, ");
    assert_refused(comes, "rigid_contact", "sleep=0.5", "interactions.act.sleep", "allowed: 0 s");
    objects o;
    trama_error error = {0};
    rigid_begin_on_ground(&o, earth, NULL);
    rigid_add_body(&o, 0, "ball", comes);
    assert_int_equal(objects_try(&o, "verlet", &error), TRAMA_BAD_INPUT);
    assert_non_null(strstr(error.text, "have just appeared or vanished"));
    rigid_end(&o);
}

/* A flag of the type, whatever else it is made of. */
static void a_type_says_whether_it_follows(void **state)
{
    (void)state;
    objects o;
    trama_error error = {0};
    trama_interaction_type contact = *trama_interaction_find("rigid_contact"),
                           joint = *trama_interaction_find("ball_joint");
    rigid_begin_on_ground(&o, earth, NULL);
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.1 position=0,1,0 appears=1");
    objects_make(&o, "symplectic_euler");
    const trama_object *object = &o.system->object[0];
    assert_int_equal(trama_system_check_lifetimes(&contact, object, &error), TRAMA_OK);
    contact.follows_lifetimes = false;
    assert_int_equal(trama_system_check_lifetimes(&contact, object, &error), TRAMA_BAD_INPUT);
    assert_int_equal(trama_system_check_lifetimes(&joint, object, &error), TRAMA_BAD_INPUT);
    joint.follows_lifetimes = true;
    assert_int_equal(trama_system_check_lifetimes(&joint, object, &error), TRAMA_OK);
    rigid_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_appears_flies_as_it_was_thrown),
        cmocka_unit_test(who_is_not_there_does_not_move),
        cmocka_unit_test(who_is_not_there_is_not_touched),
        cmocka_unit_test(what_lay_on_it_falls),
        cmocka_unit_test(who_appears_inside_another_is_remarked),
        cmocka_unit_test(nothing_rests_while_a_body_is_to_come_or_to_go),
        cmocka_unit_test(a_type_says_whether_it_follows),
        cmocka_unit_test(sums_leave_it_out),
        cmocka_unit_test(making_and_destroying_is_work_from_outside),
        cmocka_unit_test(books_of_a_damped_body_close),
        cmocka_unit_test(frames_show_nothing_of_it),
        cmocka_unit_test(a_run_begins_anew),
        cmocka_unit_test(what_cannot_follow_is_refused_by_name),
    };
    return cmocka_run_group_tests_name("rigid_lifetimes", tests, NULL, NULL);
}
