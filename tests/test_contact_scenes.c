/* Each scene of configs/contact does what its header says, stepped as its task steps it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "integrator/integrator.h"
#include "support/near.h"
#include "support/objects.h"
#include "support/plans.h"

static const double gravity = 9.81;

/* A case of a file, made. */
typedef struct scene {
    plan plan;
    plan_made made;
    trama_integrator *integrator;
    trama_system *system;
} scene;

static void begin(scene *s, const char *name, size_t index)
{
    char path[512];
    trama_error error;
    snprintf(path, sizeof path, TRAMA_SOURCE_DIR "/configs/contact/%s.yaml", name);
    s->plan = plans_load(path);
    assert_true(index < s->plan.case_count);
    const plan_case *c = &s->plan.cases[index];
    if (plan_make(c, &s->made, &error) != TRAMA_OK)
        fail_msg("%s: %s", name, error.text);
    s->system = s->made.system;
    assert_int_equal(trama_integrator_create(c->integrator, c->integrator_parameters, s->system,
                                             &s->integrator, &error),
                     TRAMA_OK);
}

static void end(scene *s)
{
    trama_integrator_destroy(s->integrator);
    plan_unmake(&s->made);
    plan_free(&s->plan);
}

static void step(scene *s, double h)
{
    assert_int_equal(trama_integrator_step(s->integrator, s->system, h), TRAMA_STEP_OK);
}

static void steps(scene *s, double h, long count)
{
    for (long i = 0; i < count; i++)
        step(s, h);
}

static const trama_object *object_of(const scene *s, const char *name)
{
    return &s->system->object[trama_system_find(s->system, name)];
}

/* Coordinates of an object along an axis, N of them. */
static const double *along(const scene *s, const char *name, size_t axis, size_t *count)
{
    const trama_object *object = object_of(s, name);
    *count = object->nv / 3;
    return s->system->q + object->q_begin + axis * *count;
}

static void extent(const scene *s, const char *name, size_t axis, double *low, double *high)
{
    size_t count;
    const double *x = along(s, name, axis, &count);
    *low = *high = x[0];
    for (size_t i = 1; i < count; i++) {
        *low = fmin(*low, x[i]);
        *high = worst_of(*high, x[i]);
    }
}

static double fastest(const scene *s)
{
    double largest = 0.0;
    for (size_t i = 0; i < s->system->nv; i++)
        largest = worst_of(largest, fabs(s->system->v[i]));
    return largest;
}

/* ---- One scene each. */

static void a_ball_comes_up_to_what_restitution_leaves(void **state)
{
    (void)state;
    static const double kept[] = {1.0, 0.25};
    for (size_t c = 0; c < 2; c++) {
        scene s;
        double highest = 0.0, before = 1.0;
        bool bounced = false, falls = true;
        begin(&s, "ball", c);
        while (s.system->t < 1.2) {
            step(&s, 1e-3);
            const double now = s.system->q[1];
            bounced = bounced || now > before;
            if (bounced && falls && now < before)
                break; /* past the top of the first bounce */
            highest = bounced ? fmax(highest, now) : highest;
            before = now;
        }
        assert_near(highest, kept[c], 2e-4);
        assert_near(trama_integrator_dissipated(s.integrator, 0), gravity * (1.0 - kept[c]), 0.03);
        end(&s);
    }
}

static const double slopes[] = {0.45, 0.5, 0.6};

/* Down the incline of `configs/contact/incline.yaml`, m after 0.4 s. */
static double way_of_block(size_t index, double slope)
{
    scene s;
    begin(&s, "incline", index);
    steps(&s, 1e-3, 400);
    const double way = (s.system->q[0] - slope * s.system->q[1]) / hypot(1.0, slope);
    end(&s);
    return way;
}

static double pull_of(double slope)
{
    return fmax(0.0, gravity * (slope - 0.5) / hypot(1.0, slope));
}

static void a_block_slides_above_the_angle_of_friction_alone(void **state)
{
    (void)state;
    for (size_t c = 0; c < 3; c++) {
        const double way = way_of_block(c, slopes[c]), pull = pull_of(slopes[c]);
        if (c < 2)
            assert_true(fabs(way) < 1e-9);
        assert_near(way, 0.5 * pull * 0.16, pull * 0.4 * 1e-3 + 1e-9);
    }
}

/* Smooth friction creeps at w_r s/sqrt(mu^2 - s^2) below the angle; above it the block slides as
 * Coulomb's, but for the creep. Measured 8.2, 18 and 81 mm. */
static void held_by_forces_the_block_creeps_below_the_angle(void **state)
{
    (void)state;
    const double creep = 0.01 * 0.45 / sqrt(0.25 - 0.45 * 0.45);
    assert_near(way_of_block(3, slopes[0]), creep * 0.4, 0.05 * creep * 0.4);
    const double at = way_of_block(4, slopes[1]);
    assert_true(at > creep * 0.4 && at < 0.03);
    const double free = 0.5 * pull_of(slopes[2]) * 0.16, above = way_of_block(5, slopes[2]);
    assert_true(above > free && above < free + 0.02);
}

/* Weight goes from the box through the sheet into the table: after 1 s all is at rest, the layers a
 * thickness apart. */
static void a_box_rests_on_a_sheet_on_a_table(void **state)
{
    (void)state;
    scene s;
    double low, high;
    begin(&s, "box-on-sheet", 0);
    steps(&s, 1e-3, 1000);
    extent(&s, "sheet", 1, &low, &high);
    assert_near(low, 0.01, 1e-5);
    assert_near(high, 0.01, 1e-3);
    extent(&s, "box", 1, &low, &high);
    assert_near(low, 0.02, 1e-4);
    assert_near(high, 0.22, 3e-3); /* its springs give way */
    assert_true(fastest(&s) < 5e-3);
    end(&s);
}

static void a_cloth_drapes_over_a_sphere_that_carries_it_along(void **state)
{
    (void)state;
    scene s;
    size_t count;
    double nearest = 1.0, middle = 0.0;
    begin(&s, "cloth-on-sphere", 0);
    for (int i = 0; i < 500; i++) {
        step(&s, 1e-3);
        const double *x = along(&s, "cloth", 0, &count), *y = x + count, *z = y + count;
        for (size_t k = 0; k < count; k++) {
            const double dx = x[k] - 0.3 * s.system->t;
            nearest = fmin(nearest, sqrt(dx * dx + y[k] * y[k] + z[k] * z[k]));
        }
        middle = x[count / 2];
    }
    assert_true(nearest > 0.305 - 1e-6); /* never within the thickness */
    assert_true(middle > 0.05 && middle < 0.16);
    extent(&s, "cloth", 1, &nearest, &middle);
    assert_true(nearest < 0.1); /* the rims hang */
    end(&s);
}

/* By rows closed to rounding of the loop's tolerance; by forces, as far as the springs give. */
static void sewn_sheets_stay_together_and_keep_their_momentum(void **state)
{
    (void)state;
    static const double open[] = {1e-9, 5e-3};
    for (size_t c = 0; c < 2; c++) {
        scene s;
        double p0[3], l[3], p[3], gap, widest = 0.0;
        begin(&s, "sewn", c);
        const trama_acting *seam = &s.system->acting[0];
        objects_sums(s.system, s.system->q, s.system->v, true, p0, l);
        for (int i = 0; i < 500; i++) {
            step(&s, 1e-3);
            seam->type->observe(seam->self, s.system->t, s.system->q, s.system->v, &gap);
            widest = worst_of(widest, gap);
        }
        objects_sums(s.system, s.system->q, s.system->v, true, p, l);
        for (int axis = 0; axis < 3; axis++)
            assert_near(p[axis], p0[axis], 1e-12);
        if (!(widest < open[c]))
            fail_msg("case %zu: the seam opens by %g m", c, widest);
        end(&s);
    }
}

/* `k: [-1, -1]` alone: lifted by d, each of the edge's five nodes has a spring of 0.5 k d^2. */
static void the_whole_edge_is_sewn(void **state)
{
    (void)state;
    static const double lift = 0.01, stiffness = 2000.0;
    scene s;
    begin(&s, "sewn", 1);
    const trama_acting *seam = &s.system->acting[0];
    for (size_t node = 0; node < 25; node++)
        s.system->q[50 + node] += lift; /* of the left sheet: SoA */
    assert_near(seam->type->energy(seam->self, 0.0, s.system->q), 5 * 0.5 * stiffness * lift * lift,
                1e-12);
    end(&s);
}

static void a_pair_of_oscillators_swings_as_its_closed_form(void **state)
{
    (void)state;
    scene s;
    begin(&s, "pair", 0);
    steps(&s, 0.01, 200);
    const double fast = sqrt(17.0), t = 2.0;
    const double sum = 0.3 * cos(3.0 * t) + 0.7 / 3.0 * sin(3.0 * t);
    const double difference = 0.7 * cos(fast * t) - 0.7 / fast * sin(fast * t);
    assert_near(s.system->q[0], (sum + difference) / 2.0, 1e-7);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_comes_up_to_what_restitution_leaves),
        cmocka_unit_test(a_block_slides_above_the_angle_of_friction_alone),
        cmocka_unit_test(held_by_forces_the_block_creeps_below_the_angle),
        cmocka_unit_test(a_box_rests_on_a_sheet_on_a_table),
        cmocka_unit_test(a_cloth_drapes_over_a_sphere_that_carries_it_along),
        cmocka_unit_test(sewn_sheets_stay_together_and_keep_their_momentum),
        cmocka_unit_test(the_whole_edge_is_sewn),
        cmocka_unit_test(a_pair_of_oscillators_swings_as_its_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
