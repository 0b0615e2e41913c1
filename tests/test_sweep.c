/* A model that reports finished nodes while it computes accelerations, so that a method may move
 * them at once, gives the bits of the plain step. The tests loop over such models, and over panels
 * and blocks of rows of the Cosserat kernel. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/isa.h"
#include "core/numbers.h"
#include "core/threads.h"
#include "support/piece.h"
#include "support/sheet.h"

static const struct {
    const char *model, *settings;
} cases[] = {
    {"cosserat", "mass=2 zeta=50 xi=3 phi=2"},
    {"cosserat", "mass=2 zeta=50 xi=3 phi=2 scheme=no_christoffel"},
    {"cosserat", "mass=2 zeta=50 xi=3 phi=2 scheme=natural"},
    {"cosserat", "mass=2 zeta=50 xi=3 phi=2 scheme=zero measure=local"},
    {"cosserat", "mass=2 zeta=50 xi=3 phi=2 scheme=literal"},
    {"cosserat", "mass=2 zeta=50 xi=3 phi=2 scheme=variational"},
};
enum { CASES = sizeof cases / sizeof *cases };

static void every_sweep_has_a_case(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_model_count(); m++) {
        bool found = false;
        for (size_t c = 0; c < CASES; c++)
            found |= strcmp(cases[c].model, trama_model_at(m)->name) == 0;
        assert_int_equal(found, trama_model_at(m)->sweep != NULL);
    }
}

/* ---- Nodes that are done with. */

typedef struct listener {
    double *q, *v, *a;
    size_t nodes;
    int *times; /* that each node was done */
} listener;

/* What it looks at later would not be a number. */
static void spoil(void *context, size_t first, size_t count, double *const a[3])
{
    listener *l = context;
    for (size_t i = first; i < first + count; i++) {
        l->times[i]++;
        for (size_t axis = 0; axis < 3; axis++) {
            l->a[axis * l->nodes + i] = a[axis][i - first];
            l->q[axis * l->nodes + i] = l->v[axis * l->nodes + i] = TRAMA_NAN;
        }
    }
}

/* In still air accelerations are not kept; drag is added to them afterwards. */
static void check_sweep(size_t c, const long points[2], double drag)
{
    piece run;
    trama_scene_spec scene = sheet_scene(points[0], points[1], 4.0, 3.0);
    scene.damping = 0.2;
    scene.drag = drag;
    scene.wind[0] = 1.0;
    scene.perturbation = 1e-3;
    piece_begin(&run, &scene, cases[c].model, cases[c].settings, "symplectic_euler", NULL);
    const trama_object *object = &run.system->object[0];
    const trama_loads *loads = trama_activity_loads(object->activity);
    const size_t nv = run.system->nv;
    double *block = sheet_numbers(5 * nv), *a = block, *expected = a + nv;
    listener l = {expected + nv, expected + 2 * nv, a, nv / 3, calloc(nv, sizeof *l.times)};
    memcpy(l.q, run.system->q, nv * sizeof *l.q);
    memcpy(l.v, run.system->v, nv * sizeof *l.v);
    object->type->acceleration(object->model, 0.0, l.q, l.v, loads, expected);
    object->type->sweep(object->model, 0.0, l.q, l.v, loads, expected + 3 * nv, spoil, &l);
    if (memcmp((const char *)a, (const char *)expected, nv * sizeof *a) != 0)
        fail_msg("%s %s, %ld x %ld, %zu threads: other bits", cases[c].model, cases[c].settings,
                 points[0], points[1], trama_threads());
    for (size_t i = 0; i < l.nodes; i++)
        if (l.times[i] != 1)
            fail_msg("%s %s, %ld x %ld: node %zu is done %d times", cases[c].model,
                     cases[c].settings, points[0], points[1], i, l.times[i]);
    free(l.times);
    free(block);
    piece_end(&run);
}

/* One panel, two, and more, with and without blocks of rows, where there are threads; the larger
 * ones are swept as large sheets are. */
static void nodes_are_done_once_and_looked_at_no_more(void **state)
{
    (void)state;
    static const long grids[][2] = {{3, 3},     {150, 104}, {150, 105}, {200, 104}, {200, 105},
                                    {150, 183}, {40, 531},  {20, 1100}, {330, 64}};
    for (size_t threads = 1; threads <= 3 && threads <= trama_threads_most(); threads++) {
        trama_threads_set(threads);
        for (size_t c = 0; c < CASES; c++)
            for (size_t g = 0; g < sizeof grids / sizeof *grids; g++) {
                check_sweep(c, grids[g], 0.0);
                check_sweep(c, grids[g], 0.3);
            }
    }
    trama_threads_set(1);
}

/* ---- A step. */

/* Large enough to be swept; two pins, of which one moves; `pulled`: with a force, which is added
 * after the acceleration. */
static void check_step(size_t c, bool pulled)
{
    piece run;
    trama_scene_spec scene = sheet_scene(190, 190, 4.0, 3.0);
    trama_pin pins[2] = {sheet_pin(0, 0), sheet_pin(77, 131)};
    pins[1].motion.velocity[1] = 0.3;
    scene.pins = pins;
    scene.pin_count = 2;
    scene.gravity[1] = -9.8;
    scene.perturbation = 1e-3;
    trama_point_force pull;
    trama_fields_default(trama_force_point.parameters, &pull);
    pull.on.k[0] = pull.on.k[1] = 50;
    pull.on.l[0] = pull.on.l[1] = 60;
    pull.force[2] = 3.0;
    trama_force force = {&trama_force_point, &pull};
    scene.forces = &force;
    scene.force_count = pulled ? 1 : 0;
    piece_begin(&run, &scene, cases[c].model, cases[c].settings, "symplectic_euler", NULL);
    trama_system *s = run.system;
    const double h = 1e-5;
    double *block = sheet_numbers(3 * s->nv), *a = block, *q = a + s->nv, *v = q + s->nq;
    for (int step = 0; step < 3; step++) {
        trama_system_begin(s, h);
        memcpy(q, s->q, s->nq * sizeof *q);
        memcpy(v, s->v, s->nv * sizeof *v);
        trama_system_acceleration(s, s->t, q, v, a);
        trama_system_kick_and_drift(s, h, a, v, q);
        const long evaluations = s->evaluations;
        trama_integrator_step(run.integrator, s, h);
        assert_int_equal(s->evaluations, evaluations + 1);
        assert_memory_equal(s->q, q, s->nq * sizeof *q);
        assert_memory_equal(s->v, v, s->nv * sizeof *v);
    }
    free(block);
    piece_end(&run);
}

static void a_step_has_the_bits_of_its_parts(void **state)
{
    (void)state;
    for (size_t threads = 1; threads <= 2 && threads <= trama_threads_most(); threads++) {
        trama_threads_set(threads);
        for (size_t c = 0; c < CASES; c++)
            check_step(c, false);
        check_step(0, true);
    }
    trama_threads_set(1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sweep_has_a_case),
        cmocka_unit_test(nodes_are_done_once_and_looked_at_no_more),
        cmocka_unit_test(a_step_has_the_bits_of_its_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
