/* What rows and filters of several interactions take of what rests on all of them: to each its own.
 * An impulse that one gives where another takes it back is of neither, and no energy comes of it.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "measure/run.h"
#include "support/near.h"
#include "support/rigid.h"

static const double earth[3] = {0.0, -9.81, 0.0};

/* A rod of 1 kg, held at one end, whose other end lies on a box of 5 kg, which sinks a little. */
static void begin_rod(objects *o)
{
    rigid_begin_on_ground(o, earth, "friction=0.5");
    rigid_add_body(o, 0, "rod", "shape=box side=1,0.1,0.1 mass=1 position=0,0.25,0");
    rigid_add_body(o, 0, "foot",
                   "shape=box side=0.2,0.2,0.2 mass=5 position=0.4,0.1,0 friction=0.5");
    objects_join(o, "touch", "rigid_contact_soft", NULL, 1, 0);
    objects_join(o, "pin", "ball_joint", "body=rod at=-0.5,0.25,0", 1, 0);
}

static void begin_twice_held(objects *o)
{
    rigid_begin_on_ground(o, earth, "");
    rigid_add_body(o, 0, "box", "shape=box side=0.2,0.2,0.2 mass=1 position=0,0.1,0");
    objects_join(o, "hard", "rigid_contact", NULL, 1, 0);
    objects_join(o, "soft", "rigid_contact_soft", NULL, 1, 0);
}

/* A sheet of 0.2 kg that lies on a box with three quarters of it, and hangs by a corner. */
static void begin_sheet(objects *o)
{
    trama_scene_spec scene = {.grid = {.points = {5, 5},
                                       .side = {0.4, 0.4},
                                       .origin = {-0.2, 0.002, -0.2},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                              .damping = 0.02};
    scene.gravity[1] = earth[1];
    objects_begin(o);
    objects_add(o, "sheet", "provot", "structural=100 shear=50 mass=0.2 sweeps=0", &scene);
    objects_add(o, "box", "box_mesh", "low=-0.1,-0.5,-1 high=1,0,1 points=3,3,3", NULL);
    objects_add(o, "hook", "plane", "point=0,0.002,0", NULL);
    objects_join(o, "touch", "bridson_collision", "friction=0.3", 2, 0, 1);
    objects_join(o, "hold", "attachment", "kind=row compliance=0.05 k=0,0 l=0,0", 2, 0, 2);
}

static void keep_largest(void *context, const trama_view *view)
{
    double *worst = context;
    *worst = worst_of(*worst, trama_budget_excess(view->budget));
}

/* Under velocity Verlet, of which what rests has a velocity of h g/2. */
static double largest_excess(void (*begin)(objects *o), double h, long steps)
{
    objects o;
    double worst = 0.0;
    trama_outcome outcome;
    trama_error error;
    trama_run_spec spec = {
        .h = h, .horizon = steps, .observe = keep_largest, .context = &worst, .budget = true};
    trama_fields_default(trama_bounds_fields, &spec.bounds);
    spec.bounds.energy = 0.1;
    begin(&o);
    objects_make(&o, "velocity_verlet");
    assert_int_equal(trama_run(o.system, o.integrator, &spec, &outcome, &error), TRAMA_OK);
    print_message("%s after %ld steps, from nowhere at most %g J\n",
                  trama_ending_name(outcome.ending), outcome.iteration, worst);
    assert_int_equal(outcome.ending, TRAMA_COMPLETED);
    rigid_end(&o);
    return worst;
}

/* The box sinks by 0.3 mm at most. Booked by stages apart, the joint gave what the contact took,
 * and 41 steps were enough for 0.012 J from nowhere. */
static void what_a_joint_and_a_contact_hold_is_not_fed(void **state)
{
    (void)state;
    assert_true(largest_excess(begin_rod, 0.01, 300) < 1e-6);
}

static void what_two_contacts_hold_is_not_fed(void **state)
{
    (void)state;
    assert_true(largest_excess(begin_twice_held, 0.001, 200) < 1e-12);
}

static void what_rows_and_a_filter_hold_is_not_fed(void **state)
{
    (void)state;
    assert_true(largest_excess(begin_sheet, 0.001, 2000) < 2e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_joint_and_a_contact_hold_is_not_fed),
        cmocka_unit_test(what_two_contacts_hold_is_not_fed),
        cmocka_unit_test(what_rows_and_a_filter_hold_is_not_fed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
