/* Two objects that an interaction joins keep momentum, the budget books all energy, and held
 * coordinates stay. The tests loop over every interaction, those of the example plugin too, and
 * every integrator that it fits. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/energy.h"
#include "support/acting.h"
#include "support/example_plugin.h"
#include "support/near.h"

typedef struct balance {
    double momentum, angular, energy; /* largest changes */
} balance;

static balance balance_of(const acting_trial *at, bool undamped, double h, long steps)
{
    objects o;
    balance worst = {0};
    trama_budget *budget;
    trama_error error;
    double p0[3], l0[3], p[3], l[3];
    acting_begin(&o, at->sample, (acting_setup){.method = at->method, .undamped = undamped});
    double *before = malloc(o.system->nq * sizeof *before);
    assert_int_equal(trama_budget_create(o.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, o.system, o.integrator);
    objects_sums(o.system, o.system->q, o.system->v, true, p0, l0);
    for (long i = 0; i < steps; i++) {
        memcpy(before, o.system->q, o.system->nq * sizeof *before);
        objects_steps(&o, h, 1);
        trama_budget_update(budget, o.system, o.integrator, before);
        objects_sums(o.system, o.system->q, o.system->v, true, p, l);
        for (int axis = 0; axis < 3; axis++) {
            worst.momentum = worst_of(worst.momentum, fabs(p[axis] - p0[axis]));
            worst.angular = worst_of(worst.angular, fabs(l[axis] - l0[axis]));
        }
        worst.energy = worst_of(worst.energy, fabs(trama_budget_excess(budget)));
    }
    trama_budget_destroy(budget);
    free(before);
    objects_end(&o);
    return worst;
}

/* Momentum to rounding; energy as the step goes to zero, with all that dampers, friction and rows
 * take. An impact is off by where in a step it falls, which these steps meet fairly. */
static void check_balance(const acting_trial *at)
{
    const balance coarse = balance_of(at, false, 1.6e-3, 190),
                  fine = balance_of(at, false, 4e-4, 760);
    if (!(coarse.momentum < 1e-12 && fine.momentum < 1e-11))
        fail_msg("%s: momentum changes by %g", acting_name(at->sample, at->method), fine.momentum);
    if (!(fine.energy < 0.5 * coarse.energy + 1e-10))
        fail_msg("%s: energy changes by %g, then %g", acting_name(at->sample, at->method),
                 coarse.energy, fine.energy);
    if (at->sample->undamped)
        return;
    if (!(fine.angular < 0.5 * coarse.angular + 1e-10))
        fail_msg("%s: angular momentum changes by %g, then %g", acting_name(at->sample, at->method),
                 coarse.angular, fine.angular);
}

/* As the step goes to zero, where dampers between ends that are apart cannot turn the whole. */
static void check_turning(const acting_trial *at)
{
    const balance coarse = balance_of(at, true, 2e-3, 150), fine = balance_of(at, true, 5e-4, 600);
    if (!(fine.angular < 0.5 * coarse.angular + 1e-10))
        fail_msg("%s, undamped: angular momentum changes by %g, then %g",
                 acting_name(at->sample, at->method), coarse.angular, fine.angular);
}

static void momentum_is_kept_and_energy_is_booked(void **state)
{
    (void)state;
    acting_each_under_every_method(check_balance);
    for (size_t m = 0; m < trama_integrator_count(); m++)
        for (size_t s = 0; s < acting_sample_count(); s++)
            if (acting_samples[s].undamped &&
                acting_fits(&acting_samples[s], trama_integrator_at(m)->name))
                check_turning(&(acting_trial){&acting_samples[s], trama_integrator_at(m)->name});
}

/* ---- What is held. */

static void check_held(const acting_trial *at)
{
    objects o;
    acting_begin(&o, at->sample, (acting_setup){.method = at->method, .held = true});
    double *q = malloc(o.system->nq * sizeof *q);
    memcpy(q, o.system->q, o.system->nq * sizeof *q);
    objects_steps(&o, 2e-3, 150);
    for (size_t b = 0; b < 2; b++) {
        const trama_object *object = &o.system->object[b];
        const trama_held *held = trama_activity_held(object->activity);
        assert_int_equal(held->count, 3);
        for (size_t i = 0; i < held->count; i++) {
            const size_t c = held->coordinate[i];
            assert_true(o.system->q[object->q_begin + c] == q[object->q_begin + c]);
            assert_true(o.system->v[object->v_begin + c] == 0.0);
        }
    }
    free(q);
    objects_end(&o);
}

static void held_coordinates_are_untouched(void **state)
{
    (void)state;
    acting_each_under_every_method(check_held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(momentum_is_kept_and_energy_is_booked),
        cmocka_unit_test(held_coordinates_are_untouched),
    };
    return cmocka_run_group_tests(tests, example_plugin_add, NULL);
}
