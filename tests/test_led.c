/* What is attached to an obstacle that is led goes with it, and the work of its motion is in the
 * energy budget, by forces and by rows. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/energy.h"
#include "support/objects.h"
#include "support/sheet.h"

static const struct {
    const char *interaction, *settings;
    double apart;  /* m, the sheet from the ball at the start */
    double within; /* m, of what goes with the ball */
    double order;  /* of the budget, at most */
} cases[] = {
    {"attachment", "kind=row k=0,0 l=0,0", 0.0, 1e-9, 1.0},
    {"attachment", "kind=force stiffness=2000 damping=2 k=0,0 l=0,0", 0.0, 5e-3, 2.0},
    {"penalty_contact", "stiffness=1e3 damping=2 friction=0.4 slip=0.05 thickness=0.01", 0.02,
     TRAMA_INFINITY, 1.0},
};
enum { CASES = sizeof cases / sizeof *cases };

/* A sheet beside a ball that rises and turns about z. Its corner is where the ball is nearest. */
static void begin(objects *o, size_t c, const char *integrator)
{
    char ball[160];
    trama_scene_spec scene = sheet_scene(3, 3, 1.0, 1.0);
    scene.gravity[1] = -2.0;
    snprintf(ball, sizeof ball,
             "radius=0.5 position=%g,0,0 centre=%g,0,0 velocity=0.4,0.5,0 angular_velocity=0,0,2",
             -0.5 - cases[c].apart, -0.5 - cases[c].apart);
    objects_begin(o);
    objects_add(o, "sheet", "provot", "structural=100 shear=50 density=0.2 sweeps=0", &scene);
    objects_add(o, "ball", "sphere", ball, NULL);
    objects_join(o, "hook", cases[c].interaction, cases[c].settings, 2, (size_t)0, (size_t)1);
    objects_make(o, integrator);
}

/* Where the ball has taken what was at the origin, by (t, 0.5 m before its centre). */
static double away_from_the_ball(const trama_system *system)
{
    const double t = system->t, *q = system->q;
    const double x = -0.5 + 0.4 * t + 0.5 * cos(2.0 * t), y = 0.5 * t + 0.5 * sin(2.0 * t);
    const size_t nodes = system->nq / 3;
    return sqrt((q[0] - x) * (q[0] - x) + (q[nodes] - y) * (q[nodes] - y) +
                q[2 * nodes] * q[2 * nodes]);
}

static void what_is_attached_goes_with_it(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++)
        for (size_t c = 0; c < CASES; c++) {
            objects o;
            const char *name = trama_integrator_at(m)->name;
            begin(&o, c, name);
            objects_steps(&o, 2e-4, 2000);
            const double away = away_from_the_ball(o.system);
            if (!(away < cases[c].within))
                fail_msg("%s, %s %s: %.3g m away", name, cases[c].interaction, cases[c].settings,
                         away);
            objects_end(&o);
        }
}

/* Largest energy that nothing explains in 0.2 s; *gained is what the sheet has got. */
static double unexplained(size_t c, const char *integrator, double h, double *gained)
{
    objects o;
    begin(&o, c, integrator);
    const objects_energy found = objects_budget(&o, h, 0.2);
    *gained = found.work - found.dissipated;
    objects_end(&o);
    return found.unexplained;
}

/* Rows hold to order 1; forces to the order of the method, or to that of the trapezoidal rule by
 * which work is summed, but where contact begins to order 1. Methods of order 1
 * show it at half the steps. */
static void the_energy_budget_closes_to_its_order(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++)
        for (size_t c = 0; c < CASES; c++) {
            double gained;
            const trama_integrator_type *type = trama_integrator_at(m);
            const double h = type->damped_order == 1 ? 2e-4 : 4e-4;
            const double coarse = unexplained(c, type->name, h, &gained),
                         fine = unexplained(c, type->name, h / 4, &gained);
            const double order = 0.5 * log2(coarse / fine);
            if (!(order > fmin(cases[c].order, type->damped_order) - 0.2 && fabs(gained) > 0.01))
                fail_msg("%s, %s %s: %.3g J, then %.3g J: order %.2f; %.3g J were gained",
                         type->name, cases[c].interaction, cases[c].settings, coarse, fine, order,
                         gained);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_attached_goes_with_it),
        cmocka_unit_test(the_energy_budget_closes_to_its_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
