/* What holds nodes besides a fixed position: rotations, paths, bodies, stops, and their end. The
 * scene's business alone, so every integrator of the registry is put to it, on a model that knows
 * of none. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/oscillator.h"
#include "support/sheet.h"

enum { M = 4, N = 3, NODES = M * N };

/* A 4 x 3 sheet, 3 m x 2 m, x = k, z = l, with what a test holds. */
typedef struct stage {
    trama_scene_spec spec;
    trama_pin pin[3];
    trama_stop stop[2];
    trama_body body[2];
    void *options;
    sheet_run run;
} stage;

static void begin(stage *s)
{
    memset(s, 0, sizeof *s);
    s->spec = sheet_scene(M, N, 3.0, 2.0);
    for (int i = 0; i < 3; i++)
        s->pin[i] = sheet_pin(0, 0);
    for (int i = 0; i < 2; i++) {
        trama_fields_default(trama_stop_fields, &s->stop[i]);
        trama_fields_default(trama_body_fields, &s->body[i]);
        s->stop[i].k[1] = M - 1;
        s->stop[i].l[1] = N - 1;
    }
    s->spec.pins = s->pin;
    s->spec.stops = s->stop;
    s->spec.bodies = s->body;
    s->spec.gravity[1] = -9.8;
    s->spec.gravity[2] = 1.5;
}

static void open_with(stage *s, const char *integrator)
{
    const sheet_material material = sheet_isotropic(40.0, 0.01, 0.01, 1.2, "reference");
    trama_error error;
    s->run.parameters = sheet_parameters(&material);
    s->options = oscillator_options((oscillator_method){.name = integrator});
    if (trama_scene_create(&s->spec, &s->run.scene, &error) != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
    assert_int_equal(trama_system_create(trama_model_find("cosserat"), s->run.parameters,
                                         s->run.scene, &s->run.system, &error),
                     TRAMA_OK);
    assert_int_equal(trama_integrator_create(trama_integrator_find(integrator), s->options,
                                             s->run.system, &s->run.integrator, &error),
                     TRAMA_OK);
}

static void open_stage(stage *s)
{
    open_with(s, "symplectic_euler");
}

static void close_stage(stage *s)
{
    trama_integrator_destroy(s->run.integrator);
    trama_system_destroy(s->run.system);
    trama_scene_destroy(s->run.scene);
    free(s->run.parameters);
    free(s->options);
}

static void steps(stage *s, double h, int count)
{
    for (int i = 0; i < count; i++)
        trama_integrator_step(s->run.integrator, s->run.system, h);
}

/* k of a node, which is its x in m. */
static double row(size_t node)
{
    const size_t k = node / N;
    return (double)k;
}

static double at(const stage *s, size_t node, size_t axis)
{
    return s->run.system->q[axis * NODES + node];
}

static void assert_at(const stage *s, size_t node, double x, double y, double z)
{
    assert_near(at(s, node, 0), x, 1e-13);
    assert_near(at(s, node, 1), y, 1e-13);
    assert_near(at(s, node, 2), z, 1e-13);
}

static void set_path(trama_motion *motion, size_t rows, const double *value)
{
    motion->path.count = 4 * rows;
    memcpy(motion->path.value, value, 4 * rows * sizeof *value);
}

/* ---- Motions. */

/* Node [3, 2] turns about the vertical through (1, 0, 2), 2 m away, and rises. */
static void rotation_is_exact_at_the_end_of_every_step(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        stage s;
        begin(&s);
        s.spec.pin_count = 1;
        s.pin[0].k[0] = s.pin[0].k[1] = 3;
        s.pin[0].l[0] = s.pin[0].l[1] = 2;
        s.pin[0].motion = (trama_motion){
            .velocity = {0, 0.25, 0}, .centre = {1, 0, 2}, .angular_velocity = {0, 2.385, 0}};
        open_with(&s, trama_integrator_at(m)->name);
        for (int i = 0; i < 40; i++) {
            steps(&s, i < 20 ? 0.001 : 0.0007, 1); /* of another size half way */
            const double t = s.run.system->t;
            assert_at(&s, 11, 1 + 2 * cos(2.385 * t), 0.25 * t, 2 - 2 * sin(2.385 * t));
        }
        close_stage(&s);
    }
}

/* An edge goes 0.2 m along x in 0.01 s, then 0.1 m up in 0.02 s, and stays. */
static void path_is_exact_at_the_end_of_every_step(void **state)
{
    (void)state;
    static const double path[] = {0.01, 0.2, 0, 0, 0.03, 0.2, 0.1, 0};
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        stage s;
        begin(&s);
        s.spec.pin_count = 1;
        s.pin[0].l[1] = 2; /* nodes [0, 0] to [0, 2] */
        set_path(&s.pin[0].motion, 2, path);
        open_with(&s, trama_integrator_at(m)->name);
        for (int i = 0; i < 50; i++) {
            steps(&s, 0.0009, 1);
            const double t = s.run.system->t;
            for (size_t l = 0; l < 3; l++)
                assert_at(&s, l, 0.2 * fmin(t / 0.01, 1.0),
                          0.1 * fmin(fmax((t - 0.01) / 0.02, 0.0), 1.0), (double)l);
        }
        close_stage(&s);
    }
}

/* The motion's time and place begin with the pin, wherever the node has got to. */
static void motion_begins_when_and_where_the_pin_takes_hold(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    s.spec.pin_count = 1;
    s.pin[0].motion.centre[2] = 5.0;
    s.pin[0].motion.angular_velocity[0] = 0.75;
    s.pin[0].interval.iterations[0] = 21;
    s.pin[0].interval.iterations[1] = 60;
    open_stage(&s);
    steps(&s, 0.001, 20);
    const double y = at(&s, 0, 1), z = at(&s, 0, 2), x = at(&s, 0, 0);
    assert_true(y < -1e-3); /* it fell freely: measured -0.0021 */
    steps(&s, 0.001, 40);
    const double angle = 0.75 * 0.04, c = cos(angle), d = sin(angle);
    assert_at(&s, 0, x, c * y - d * (z - 5), 5 + d * y + c * (z - 5));
    close_stage(&s);
}

static void node_let_go_keeps_its_velocity(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    s.spec.pin_count = 1;
    s.spec.gravity[1] = s.spec.gravity[2] = 0;
    s.pin[0].k[1] = M - 1; /* the whole sheet moves, so that nothing pulls */
    s.pin[0].l[1] = N - 1;
    s.pin[0].motion.velocity[2] = 0.5;
    s.pin[0].interval.seconds[0] = 0;
    s.pin[0].interval.seconds[1] = 0.1;
    open_stage(&s);
    steps(&s, 0.01, 25);
    for (size_t i = 0; i < NODES; i++)
        assert_at(&s, i, row(i), 0, (double)(i % N) + 0.125);
    assert_int_equal(trama_activity_held(s.run.system->activity)->count, 0);
    close_stage(&s);
}

/* ---- Bodies. */

static void set_points(trama_body *body, size_t count, const double *value)
{
    body->points.count = 3 * count;
    memcpy(body->points.value, value, 3 * count * sizeof *value);
}

/* Three points on the sheet's edge and one elsewhere, turning about z; the edge, in order. */
static void attached_nodes_are_at_the_bodys_points(void **state)
{
    (void)state;
    static const double points[] = {9, 9, 9, 0, 0, 0, 0, 0, 1, 0, 0, 2};
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        stage s;
        begin(&s);
        s.spec.pin_count = s.spec.body_count = 1;
        s.pin[0].l[1] = 2;
        s.pin[0].body = 1;
        s.pin[0].points[0] = 1;
        s.pin[0].points[1] = -1;
        set_points(&s.body[0], 4, points);
        s.body[0].motion = (trama_motion){.centre = {2, 0, 0}, .angular_velocity = {0, 0, 1.25}};
        open_with(&s, trama_integrator_at(m)->name);
        steps(&s, 0.001, 37);
        const double angle = 1.25 * 0.037;
        for (size_t l = 0; l < 3; l++)
            assert_at(&s, l, 2 - 2 * cos(angle), -2 * sin(angle), (double)l);
        close_stage(&s);
    }
}

/* A later grip finds the body where its motion has brought it, at the end of the first step. */
static void later_attachment_catches_up_within_a_step(void **state)
{
    (void)state;
    static const double point[] = {0, 0.01, 0};
    stage s;
    begin(&s);
    s.spec.pin_count = s.spec.body_count = 1;
    s.pin[0].body = 1;
    s.pin[0].points[1] = 0;
    s.pin[0].interval.iterations[0] = 11;
    s.pin[0].interval.iterations[1] = 1000;
    set_points(&s.body[0], 1, point);
    s.body[0].motion.velocity[0] = 0.3;
    open_stage(&s);
    steps(&s, 0.001, 11);
    assert_at(&s, 0, 0.3 * 0.011, 0.01, 0);
    close_stage(&s);
}

/* ---- Stops. */

/* The sheet falls flat onto y = -0.05: it is there from one iteration on, to the last digit. */
static void falling_sheet_stops_at_a_plane(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        stage s;
        begin(&s);
        s.spec.stop_count = 1;
        s.spec.gravity[2] = 0;
        const double point[3] = {7, -0.05, 7}, normal[3] = {0, 3, 0};
        memcpy(s.stop[0].point, point, sizeof point);
        memcpy(s.stop[0].normal, normal, sizeof normal);
        s.stop[0].interval.seconds[0] = 0;
        s.stop[0].interval.seconds[1] = 0.2;
        open_with(&s, trama_integrator_at(m)->name);
        steps(&s, 0.001, 95);
        assert_true(at(&s, 5, 1) > -0.05);
        steps(&s, 0.001, 15); /* free fall takes 0.101 s */
        for (size_t i = 0; i < NODES; i++)
            assert_at(&s, i, row(i), -0.05, (double)(i % N));
        assert_int_equal(trama_activity_held(s.run.system->activity)->count, 3 * NODES);
        steps(&s, 0.001, 89);
        assert_near(at(&s, 5, 1), -0.05, 1e-15);
        steps(&s, 0.001, 15); /* and the interval has ended */
        assert_true(at(&s, 5, 1) < -0.0505);
        close_stage(&s);
    }
}

/* A box under nodes [0, *] and [1, *] catches those alone, at its upper face. */
static void box_stops_the_nodes_that_meet_it(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    s.spec.stop_count = 1;
    s.spec.gravity[2] = 0;
    const double low[3] = {-0.5, -1, -0.5}, high[3] = {1.5, -0.02, 2.5};
    memcpy(s.stop[0].low, low, sizeof low);
    memcpy(s.stop[0].high, high, sizeof high);
    open_stage(&s);
    steps(&s, 0.001, 80);
    for (size_t i = 0; i < NODES; i++)
        if (i / N < 2)
            assert_near(at(&s, i, 1), -0.02, 1e-15);
        else
            assert_true(at(&s, i, 1) < -0.025);
    close_stage(&s);
}

/* What a pin holds passes the plane; where the pin lets go, the stop takes it. */
static void pin_goes_before_a_stop(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    s.spec.pin_count = s.spec.stop_count = 1;
    s.stop[0].k[1] = s.stop[0].l[1] = 0; /* node [0, 0] alone */
    const double point[3] = {0, 0.1, 0}, normal[3] = {0, 1, 0};
    memcpy(s.stop[0].point, point, sizeof point); /* beyond it from the start */
    memcpy(s.stop[0].normal, normal, sizeof normal);
    s.pin[0].motion.velocity[1] = -1.0;
    s.pin[0].interval.iterations[0] = 5;
    s.pin[0].interval.iterations[1] = 14;
    open_stage(&s);
    steps(&s, 0.001, 4); /* the stop's: at the plane after the first step */
    assert_near(at(&s, 0, 1), 0.1, 1e-15);
    steps(&s, 0.001, 10); /* the pin's: from there down */
    assert_near(at(&s, 0, 1), 0.09, 1e-15);
    steps(&s, 0.001, 1); /* the stop's again */
    assert_near(at(&s, 0, 1), 0.1, 1e-15);
    close_stage(&s);
}

/* ---- The lists. */

static void busy(stage *s)
{
    static const double path[] = {0.02, 0.1, 0, 0.1}, points[] = {0, 0, 0};
    begin(s);
    s->spec.pin_count = 3;
    s->spec.stop_count = s->spec.body_count = 1;
    s->pin[0].body = 1;
    s->pin[0].points[1] = 0;
    set_points(&s->body[0], 1, points);
    s->body[0].motion.angular_velocity[1] = 2.0;
    s->pin[1].k[0] = s->pin[1].k[1] = 3;
    set_path(&s->pin[1].motion, 1, path);
    s->pin[2] = s->pin[1];
    s->pin[2].l[0] = s->pin[2].l[1] = 2;
    s->pin[2].motion.angular_velocity[2] = 1.0;
    s->pin[2].interval.iterations[0] = 10;
    s->pin[2].interval.iterations[1] = 25;
    s->stop[0].point[0] = s->stop[0].point[1] = s->stop[0].point[2] = -0.004;
    s->stop[0].normal[0] = s->stop[0].normal[2] = 0;
    s->stop[0].normal[1] = 1;
}

static void reset_run_repeats_itself_to_the_bit(void **state)
{
    (void)state;
    stage s;
    double first[3 * NODES];
    busy(&s);
    open_stage(&s);
    steps(&s, 0.001, 40);
    memcpy(first, s.run.system->q, sizeof first);
    trama_system_reset(s.run.system);
    trama_integrator_restart(s.run.integrator);
    steps(&s, 0.001, 40);
    assert_memory_equal(s.run.system->q, first, sizeof first);
    close_stage(&s);
}

/* Measures ask for the state's own iteration, with no step: that changes nothing. */
static void asking_twice_changes_nothing(void **state)
{
    (void)state;
    stage quiet, asked;
    busy(&quiet);
    busy(&asked);
    open_stage(&quiet);
    open_stage(&asked);
    for (int i = 0; i < 40; i++) {
        trama_system *system = asked.run.system;
        trama_activity_update(system->activity, system->t, system->iteration + 1, 0.0, system->q);
        steps(&quiet, 0.001, 1);
        steps(&asked, 0.001, 1);
        assert_memory_equal(quiet.run.system->q, system->q, 3 * NODES * sizeof(double));
    }
    close_stage(&quiet);
    close_stage(&asked);
}

/* The list of coordinates, and its version, change only when something begins, ends or stops. */
static void list_stays_while_what_it_holds_moves(void **state)
{
    (void)state;
    stage s;
    busy(&s);
    s.spec.stop_count = 0;
    open_stage(&s);
    const trama_held *held = trama_activity_held(s.run.system->activity);
    unsigned long version = held->version;
    for (int i = 1; i <= 30; i++) {
        steps(&s, 0.001, 1);
        assert_int_equal(held->version, version + (i >= 10) + (i >= 26));
        assert_int_equal(held->count, i >= 10 && i <= 25 ? 9 : 6);
    }
    close_stage(&s);
}

/* Without a step size the velocities are the motion's own at that time. */
static void without_a_step_velocities_are_those_of_the_instant(void **state)
{
    (void)state;
    stage s;
    busy(&s);
    s.spec.pin_count = 1;
    s.spec.stop_count = 0;
    s.pin[0].k[0] = s.pin[0].k[1] = 1;
    s.body[0].points.value[0] = 1.0; /* [1, 0, 0] turns about y: to -z */
    open_stage(&s);
    const trama_held *held = trama_activity_held(s.run.system->activity);
    assert_near(held->velocity[0], 0.0, 1e-15);
    assert_near(held->velocity[2], -2.0, 1e-15);
    close_stage(&s);
}

/* ---- What is refused. */

static void attach(stage *s)
{
    static const double points[] = {0, 0, 0, 0, 0, 1};
    s->spec.body_count = 1;
    s->pin[0].body = 1;
    s->pin[0].points[1] = 0;
    set_points(&s->body[0], 2, points);
}

static void path_back_in_time(stage *s)
{
    static const double path[] = {1, 0, 0, 0, 1, 2, 0, 0};
    set_path(&s->pin[0].motion, 2, path);
}
static void path_along_a_free_axis(stage *s)
{
    static const double path[] = {1, 0, 3, 0};
    set_path(&s->pin[0].motion, 1, path);
    s->pin[0].free[1] = true;
}
static void rotation_of_a_free_axis(stage *s)
{
    s->pin[0].motion.angular_velocity[2] = 1;
    s->pin[0].free[1] = true;
}
static void body_that_is_not_there(stage *s)
{
    s->pin[0].body = 1;
}
static void point_that_is_not_there(stage *s)
{
    attach(s);
    s->pin[0].points[0] = s->pin[0].points[1] = 2;
}
static void more_nodes_than_points(stage *s)
{
    attach(s);
    s->pin[0].l[1] = 2;
    s->pin[0].points[1] = -1;
}
static void point_elsewhere(stage *s)
{
    attach(s);
    s->pin[0].points[0] = s->pin[0].points[1] = 1;
}
static void attached_and_free(stage *s)
{
    attach(s);
    s->pin[0].free[2] = true;
}
static void attached_with_a_velocity(stage *s)
{
    attach(s);
    s->pin[0].motion.velocity[2] = 1;
}
static void body_without_points(stage *s)
{
    attach(s);
    s->body[0].points.count = 0;
}
static void two_motions_at_once(stage *s)
{
    s->spec.pin_count = 2;
    s->pin[0].motion.angular_velocity[1] = 1;
}
static void stop_nowhere(stage *s)
{
    s->spec.stop_count = 1;
}
static void stop_at_both(stage *s)
{
    s->spec.stop_count = 1;
    for (int axis = 0; axis < 3; axis++) {
        s->stop[0].point[axis] = s->stop[0].normal[axis] = 1;
        s->stop[0].low[axis] = 0;
    }
}
static void stop_without_a_direction(stage *s)
{
    s->spec.stop_count = 1;
    memset(s->stop[0].point, 0, sizeof s->stop[0].point);
    memset(s->stop[0].normal, 0, sizeof s->stop[0].normal);
}
static void box_inside_out(stage *s)
{
    s->spec.stop_count = 1;
    for (int axis = 0; axis < 3; axis++)
        s->stop[0].low[axis] = s->stop[0].high[axis] = axis;
}
static void stop_off_the_grid(stage *s)
{
    box_inside_out(s);
    s->stop[0].k[1] = M;
}

static void faulty_constraints_are_refused_with_the_field(void **state)
{
    (void)state;
    static const struct {
        void (*spoil)(stage *s);
        const char *path, *text;
    } cases[] = {
        {path_back_in_time, "pins[0].path", "at time 1 s after 1 s"},
        {path_along_a_free_axis, "pins[0].path", "free axis"},
        {rotation_of_a_free_axis, "pins[0].angular_velocity", "rotations about that axis"},
        {body_that_is_not_there, "pins[0].body", "no such body"},
        {point_that_is_not_there, "pins[0].points", "2 is outside the body; allowed: 0 to 1"},
        {more_nodes_than_points, "pins[0].points", "3 nodes are attached to 2 points"},
        {point_elsewhere, "pins[0].points", "node [0, 0] is 1 m from point 1"},
        {attached_and_free, "pins[0].free", "no free axis"},
        {attached_with_a_velocity, "pins[0].body", "no motion of its own"},
        {body_without_points, "bodies[0].points", "at least one point"},
        {two_motions_at_once, "pins[1]", "with another motion"},
        {stop_nowhere, "stops[0].point", "a plane (point and normal) or at a box"},
        {stop_at_both, "stops[0].low", "a plane (point and normal) or at a box"},
        {stop_without_a_direction, "stops[0].normal", "needs a direction"},
        {box_inside_out, "stops[0].high", "low < high"},
        {stop_off_the_grid, "stops[0].k", "4 is outside the grid"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stage s;
        trama_scene *scene;
        trama_error error = {0};
        begin(&s);
        s.spec.pin_count = 1;
        cases[i].spoil(&s);
        assert_int_equal(trama_scene_create(&s.spec, &scene, &error), TRAMA_BAD_INPUT);
        assert_string_equal(error.path, cases[i].path);
        if (!strstr(error.text, cases[i].text))
            fail_msg("'%s' does not say '%s'", error.text, cases[i].text);
    }
}

/* Pins on the same node that do not meet in time, or on other axes, are no contradiction. */
static void motions_that_do_not_meet_are_accepted(void **state)
{
    (void)state;
    stage s;
    begin(&s);
    s.spec.pin_count = 2;
    s.pin[0].motion.angular_velocity[1] = 1;
    s.pin[0].free[1] = true; /* turns about y in the plane */
    s.pin[1].free[0] = s.pin[1].free[2] = true;
    open_stage(&s);
    assert_int_equal(trama_activity_held(s.run.system->activity)->count, 3);
    close_stage(&s);
    begin(&s);
    s.spec.pin_count = 2;
    s.pin[0].motion.angular_velocity[1] = 1;
    s.pin[0].interval.iterations[0] = 1;
    s.pin[0].interval.iterations[1] = 5;
    s.pin[1].interval.iterations[0] = 6;
    s.pin[1].interval.iterations[1] = 9;
    open_stage(&s);
    close_stage(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotation_is_exact_at_the_end_of_every_step),
        cmocka_unit_test(path_is_exact_at_the_end_of_every_step),
        cmocka_unit_test(motion_begins_when_and_where_the_pin_takes_hold),
        cmocka_unit_test(node_let_go_keeps_its_velocity),
        cmocka_unit_test(attached_nodes_are_at_the_bodys_points),
        cmocka_unit_test(later_attachment_catches_up_within_a_step),
        cmocka_unit_test(falling_sheet_stops_at_a_plane),
        cmocka_unit_test(box_stops_the_nodes_that_meet_it),
        cmocka_unit_test(pin_goes_before_a_stop),
        cmocka_unit_test(reset_run_repeats_itself_to_the_bit),
        cmocka_unit_test(asking_twice_changes_nothing),
        cmocka_unit_test(list_stays_while_what_it_holds_moves),
        cmocka_unit_test(without_a_step_velocities_are_those_of_the_instant),
        cmocka_unit_test(faulty_constraints_are_refused_with_the_field),
        cmocka_unit_test(motions_that_do_not_meet_are_accepted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
