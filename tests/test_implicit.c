/* Implicit methods: each step satisfies its own equations, on every model that has a tangent and
 * across objects; every solver gives the same step; what cannot be solved is refused, counted and
 * never accepted; what damps, damps as theory says. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/amplification.h"
#include "measure/run.h"
#include "support/near.h"
#include "support/objects.h"
#include "support/oscillator.h"
#include "support/sheet.h"

/* ---- Models. */

static const char *const implicit[] = {"backward_euler", "implicit_midpoint", "bdf2",
                                       "newmark",        "baraff_witkin",     "semi_implicit_lu"};
enum { METHODS = sizeof implicit / sizeof *implicit };

/* One of every model with a tangent, with all that makes it unsymmetric. */
static const struct {
    const char *model, *settings;
    double drag;
    bool symmetric;
} sheets[] = {
    {"provot", "mass=2 structural=50 shear=20 flexion=5 sweeps=0", 0.0, true},
    {"provot", "mass=2 structural=50 shear=20 flexion=5 sweeps=0", 0.7, false},
    {"bridson", "mass=2 structural=50 shear=20 bending=3 sweeps=0", 0.0, false},
    {"nedel", "mass=2 elasticity=50 curvature=3", 0.0, true},
    {"cosserat", "mass=2 zeta=50 xi=0 phi=0", 0.0, true},
    {"cosserat", "mass=2 zeta=50 xi=3 phi=2", 0.7, false},
    {"cosserat", "mass=2 zeta=50 xi=3 phi=0 scheme=variational", 0.0, true},
    {"lattice", "mass=2 edge=50 face=30 space=20 damping=0.7", 0.0, false},
    {"fem_cloth", "mass=2 young_thickness=50 poisson=0.3 bending=3", 0.0, true},
    {"fem_cloth", "mass=2 young_thickness=50 poisson=0.3 bending=3 viscosity=0.2", 0.7, false},
    {"soft_body", "mass=2 young=50", 0.0, true},
    {"soft_body", "mass=2 young=50 stiffness_damping=0.1", 0.0, false},
};
enum { SHEETS = sizeof sheets / sizeof *sheets };

static trama_scene_spec scene_of(size_t sheet, trama_pin *pin)
{
    trama_scene_spec scene = sheet_scene(5, 4, 4, 3);
    *pin = sheet_pin(4, 0);
    scene.pins = pin;
    scene.pin_count = 1;
    scene.gravity[1] = -9.8;
    scene.gravity[2] = 1.0;
    scene.damping = 0.3;
    scene.drag = sheets[sheet].drag;
    if (trama_model_find(sheets[sheet].model)->lattice) {
        scene.lattice = (trama_lattice){.points = {5, 2, 2}, .side = {4, 1, 1}};
        scene.grid = (trama_grid){0};
    }
    if (trama_model_find(sheets[sheet].model)->tetrahedral) {
        scene.body = (trama_form){.form = TRAMA_FORM_BOX, .cells = 1, .side = {4, 1, 1}};
        scene.grid = (trama_grid){0};
    }
    return scene;
}

static void cloth_begin(piece *run, size_t sheet, const char *method, const char *options)
{
    trama_pin pin;
    const trama_scene_spec scene = scene_of(sheet, &pin);
    piece_begin(run, &scene, sheets[sheet].model, sheets[sheet].settings, method, options);
}

/* ---- Equations. */

/* Largest |v+ - v - h a(t + h, q+, v+)| and |q+ - q - h v+| of a step of backward Euler. */
static double residual_of_backward_euler(piece *run, double h)
{
    trama_system *s = run->system;
    double *q = sheet_numbers(3 * s->nv), *v = q + s->nv, *a = v + s->nv, worst = 0.0;
    memcpy(q, s->q, s->nv * sizeof *q);
    memcpy(v, s->v, s->nv * sizeof *v);
    assert_int_equal(trama_integrator_step(run->integrator, s, h), TRAMA_STEP_OK);
    trama_system_acceleration(s, s->t, s->q, s->v, a);
    for (size_t i = 0; i < s->nv; i++) {
        worst = fmax(worst, fabs(s->v[i] - v[i] - h * a[i]));
        worst = fmax(worst, fabs(s->q[i] - q[i] - h * s->v[i]));
    }
    free(q);
    return worst;
}

/* At steps far above the explicit limits. Measured: 4e-11 m/s at most. */
static void backward_euler_satisfies_its_equations_on_every_model(void **state)
{
    (void)state;
    for (size_t m = 0; m < SHEETS; m++) {
        piece run;
        cloth_begin(&run, m, "backward_euler", "solver=klu");
        for (int i = 0; i < 10; i++) {
            const double residual = residual_of_backward_euler(&run, 0.1);
            if (!(residual < 1e-8))
                fail_msg("%s: residual %g m/s, %ld refused", sheets[m].model, residual,
                         run.integrator->solves.refused[TRAMA_REFUSAL_INDEFINITE]);
        }
        assert_true(run.integrator->solves.newton >= 20);
        assert_int_equal(run.integrator->solves.analyses, 1);
        piece_end(&run);
    }
}

/* x'' = -x - c x' in one step, by hand. */
static void one_system_a_step_is_the_closed_form(void **state)
{
    (void)state;
    const double h = 0.7, w = 1.3, c = 0.4, x = 0.9, v = -0.3;
    const oscillator_spring spring = {w, c, 0, x, v};
    const struct {
        oscillator_method method;
        double expected; /* v+ */
    } cases[] = {
        {{"baraff_witkin", {NULL}}, (v - h * w * w * x) / (1 + h * c + h * h * w * w)},
        {{"semi_implicit_lu", {NULL}},
         ((1 - h * c / 2) * v - h * w * w * x) / (1 + h * c / 2 + h * h * w * w)},
        {{"semi_implicit_lu", {"right_side=printed"}},
         ((1 + c / 2) * v - h * w * w * x) / (1 + h * c / 2 + h * h * w * w)},
        {{"semi_implicit_lu", {"solver=umfpack"}},
         ((1 - h * c / 2) * v - h * w * w * x) / (1 + h * c / 2 + h * h * w * w)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        piece run;
        oscillator_begin(&run, cases[i].method, spring);
        piece_steps(&run, h, 1);
        assert_near(run.system->v[0], cases[i].expected, 1e-14);
        assert_near(run.system->q[0], x + h * cases[i].expected, 1e-14);
        piece_end(&run);
    }
}

/* ---- Solvers. */

static void end_by(size_t sheet, const char *method, const char *options, double *q, size_t *nq)
{
    piece run;
    cloth_begin(&run, sheet, method, options);
    for (int i = 0; i < 5; i++)
        assert_int_equal(trama_integrator_step(run.integrator, run.system, 0.05), TRAMA_STEP_OK);
    *nq = run.system->nq;
    memcpy(q, run.system->q, *nq * sizeof *q);
    piece_end(&run);
}

/* Measured: 2e-9 m at most, by Krylov's methods. */
static void every_solver_gives_the_same_steps(void **state)
{
    (void)state;
    static const char *const solvers[] = {"solver=klu",      "solver=umfpack",
                                          "solver=bicgstab", "solver=cholmod_supernodal",
                                          "solver=cholmod",  "solver=conjugate_gradients",
                                          "solver=multigrid"};
    enum { SYMMETRIC = 3, SOLVERS = sizeof solvers / sizeof *solvers, ROOM = 3 * 20 };
    for (size_t m = 0; m < SHEETS; m++)
        for (size_t k = 0; k < 5; k += 4) { /* backward_euler, baraff_witkin */
            double expected[ROOM], q[ROOM];
            size_t nq;
            end_by(m, implicit[k], NULL, expected, &nq);
            assert_true(nq <= ROOM);
            for (size_t s = 0; s < (sheets[m].symmetric ? SOLVERS : SYMMETRIC); s++) {
                end_by(m, implicit[k], solvers[s], q, &nq);
                for (size_t i = 0; i < nq; i++)
                    if (!(fabs(q[i] - expected[i]) < 1e-7))
                        fail_msg("%s %s %s: %g m apart", sheets[m].model, implicit[k], solvers[s],
                                 q[i] - expected[i]);
            }
        }
}

/* ---- What is refused before anything runs. */

static trama_error refusal(const trama_scene_spec *scene, const char *model, const char *settings,
                           const char *method, const char *options)
{
    const trama_integrator_type *type = trama_integrator_find(method);
    void *parameters = piece_parameters(trama_model_find(model)->parameters, settings);
    void *chosen = piece_parameters(type->parameters, options);
    trama_scene *made;
    trama_system *system;
    trama_integrator *integrator;
    trama_error error = {0};
    assert_int_equal(trama_scene_create(scene, &made, &error), TRAMA_OK);
    assert_int_equal(
        trama_system_create(trama_model_find(model), parameters, made, &system, &error), TRAMA_OK);
    assert_int_equal(trama_integrator_create(type, chosen, system, &integrator, &error),
                     TRAMA_BAD_INPUT);
    assert_null(integrator);
    trama_system_destroy(system);
    trama_scene_destroy(made);
    free(chosen);
    free(parameters);
    return error;
}

static void a_model_without_a_tangent_is_refused_by_name(void **state)
{
    (void)state;
    trama_pin pin;
    const trama_scene_spec scene = scene_of(4, &pin);
    for (size_t k = 0; k < METHODS; k++) {
        const trama_error e = refusal(
            &scene, "cosserat", "mass=2 zeta=50 xi=0 phi=0 scheme=literal", implicit[k], NULL);
        assert_non_null(strstr(e.text, implicit[k]));
        assert_non_null(strstr(e.text, "cosserat has no tangent"));
        assert_non_null(strstr(e.text, "provot"));
    }
}

static void a_symmetric_solver_is_refused_where_the_stiffness_is_not(void **state)
{
    (void)state;
    static const char *const solvers[] = {"solver=cholmod", "solver=conjugate_gradients",
                                          "solver=multigrid"};
    trama_pin pin;
    for (size_t m = 0; m < SHEETS; m++) {
        const trama_scene_spec scene = scene_of(m, &pin);
        for (size_t s = 0; s < 3 && !sheets[m].symmetric; s++) {
            const trama_error e =
                refusal(&scene, sheets[m].model, sheets[m].settings, "backward_euler", solvers[s]);
            assert_string_equal(e.path, "solver");
            assert_non_null(strstr(e.text, "not declared symmetric"));
        }
    }
}

/* ---- What is refused in a run. */

/* Newton's iteration is given one step where it needs several; halvings make it enough. */
static void a_step_that_newton_does_not_solve_is_halved(void **state)
{
    (void)state;
    const oscillator_spring spring = {1.0, 0.0, 40.0, 1.0, 0.0};
    piece run;
    oscillator_begin(&run, (oscillator_method){"backward_euler", {"iterations=2"}}, spring);
    assert_int_equal(trama_integrator_step(run.integrator, run.system, 0.2), TRAMA_STEP_OK);
    const trama_solves *s = &run.integrator->solves;
    assert_true(s->refused[TRAMA_REFUSAL_NEWTON] > 0);
    assert_true(s->residual > 0.0);
    assert_near(run.system->t, 0.2, 1e-15);
    piece_end(&run);
}

/* No step is small enough: the run ends, and says why. */
static void a_step_that_cannot_be_solved_ends_the_run(void **state)
{
    (void)state;
    const oscillator_spring spring = {1.0, 0.0, 40.0, 1.0, 0.0};
    piece run;
    trama_outcome outcome;
    trama_error error;
    oscillator_begin(&run, (oscillator_method){"backward_euler", {"floor=0 tolerance=0"}}, spring);
    const trama_run_spec spec = {
        .h = 0.2,
        .horizon = 10,
        .bounds = {TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY}};
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    if (outcome.ending == TRAMA_UNSTABLE) {
        assert_ptr_equal(outcome.detector, &trama_refusal);
        assert_int_equal(outcome.finding.value, run.system->acting_count);
        assert_int_equal(run.integrator->solves.refused[TRAMA_REFUSAL_NEWTON], 11);
        /* each ends where no shorter step makes the residual smaller, before its 20 iterations */
        assert_true(run.integrator->solves.newton < 11 * 20);
    }
    assert_int_equal(outcome.ending, TRAMA_UNSTABLE);
    piece_end(&run);
}

/* A spring pressed together pushes its ends apart and sideways: at a large step M + h^2 K is
 * indefinite, and Cholesky's factorisation is refused; at a small one the mass makes it definite.
 */
static void an_indefinite_matrix_is_refused_and_halved(void **state)
{
    (void)state;
    trama_scene_spec scene = sheet_scene(2, 2, 1, 1);
    piece run;
    piece_begin(&run, &scene, "provot", "mass=1 structural=1000", "backward_euler",
                "solver=cholmod");
    for (size_t i = 0; i < 4; i++)
        run.system->q[i] *= 0.5; /* x */
    trama_integrator_step(run.integrator, run.system, 0.05);
    assert_true(run.integrator->solves.refused[TRAMA_REFUSAL_INDEFINITE] > 0);
    piece_end(&run);
}

/* ---- The pattern. */

static void a_pattern_is_analysed_again_when_what_is_held_changes(void **state)
{
    (void)state;
    trama_pin pin = sheet_pin(4, 0);
    trama_scene_spec scene = sheet_scene(5, 4, 4, 3);
    piece run;
    pin.interval.iterations[0] = 4;
    pin.interval.iterations[1] = 6;
    scene.pins = &pin;
    scene.pin_count = 1;
    scene.gravity[1] = -9.8;
    piece_begin(&run, &scene, "provot", "mass=2 structural=50", "baraff_witkin", NULL);
    piece_steps(&run, 0.02, 20);
    assert_int_equal(run.integrator->solves.analyses, 3);
    assert_int_equal(run.integrator->solves.factorisations, 20);
    assert_int_equal(run.integrator->solves.unknowns, 60);
    piece_end(&run);
}

/* ---- Objects. */

/* Two sheets and a spring between them, by every method: momentum stays, but for what Newton's
 * iteration leaves. Measured: 3e-12 kg m/s at most. */
static void momentum_of_joined_objects_is_kept(void **state)
{
    (void)state;
    for (size_t k = 0; k < METHODS; k++) {
        objects o;
        double p0[3], l0[3], p[3], l[3];
        trama_scene_spec scene = sheet_scene(4, 3, 1, 1);
        objects_begin(&o);
        scene.velocity[0] = 0.3;
        objects_add(&o, "first", "provot", "mass=0.2 structural=50", &scene);
        scene.velocity[2] = -0.5;
        scene.grid.origin[1] = 0.7;
        objects_add(&o, "second", "nedel", "mass=0.1 elasticity=30", &scene);
        objects_join(&o, "spring", "spring_between", "stiffness=20 length=0.5 first=0,0 second=1,1",
                     2, 0, 1);
        objects_make(&o, implicit[k]);
        objects_sums(o.system, o.system->q, o.system->v, true, p0, l0);
        objects_steps(&o, 0.02, 50);
        objects_sums(o.system, o.system->q, o.system->v, true, p, l);
        for (int axis = 0; axis < 3; axis++)
            assert_near(p[axis], p0[axis], 1e-10);
        objects_end(&o);
    }
}

/* ---- Damping. */

/* Energy left of an undamped linear oscillator after a step, over that before: 1/(1 + z^2) of
 * implicit Euler, in whichever form, and all of it of the midpoint rule and of the trapezoidal one.
 */
static void implicit_euler_damps_and_the_midpoint_rule_does_not(void **state)
{
    (void)state;
    const oscillator_spring linear = {1.0, 0, 0, 0.7, -0.6};
    const double z = 0.8;
    for (size_t k = 0; k < METHODS; k++) {
        const double order = trama_integrator_find(implicit[k])->order;
        const bool euler = order == 1, bdf = strcmp(implicit[k], "bdf2") == 0;
        piece run;
        oscillator_begin(&run, (oscillator_method){.name = implicit[k]}, linear);
        for (int i = 0; i < 20 && !bdf; i++) {
            const double before = oscillator_energy(&run, linear);
            piece_steps(&run, z, 1);
            assert_near(oscillator_energy(&run, linear) / before, euler ? 1 / (1 + z * z) : 1.0,
                        1e-12);
        }
        piece_end(&run);
    }
}

/* ---- Methods of second order that damp what is fast. */

/* Spectral radius of a step. */
static double radius_of(oscillator_method method, double omega_h)
{
    double radius;
    trama_error error;
    void *options = oscillator_options(method);
    assert_int_equal(trama_amplification_radius(trama_integrator_find(method.name), options,
                                                omega_h, 0.0, &radius, &error),
                     TRAMA_OK);
    free(options);
    return radius;
}

/* tr_bdf2 leaves nothing. Of generalized_alpha it is that of its recurrence, by numpy from the
 * formulas of 1993, on the way to rho: 0.80772 at 1e3, 0.80167 at 1e4. */
static void what_is_fast_is_damped_as_the_formulas_say(void **state)
{
    static const struct {
        const char *option;
        double at_10, at_100;
    } cases[] = {{"radius=0.8", 0.92979177, 0.83463761},
                 {"radius=0.5", 0.68252842, 0.53717362},
                 {"radius=0", 0.24253563, 0.04783128}};
    (void)state;
    assert_true(radius_of((oscillator_method){.name = "tr_bdf2"}, 1e4) < 1e-3);
    for (size_t i = 0; i < 3; i++) {
        const oscillator_method method = {"generalized_alpha", {cases[i].option}};
        assert_near(radius_of(method, 10.0), cases[i].at_10, 1e-6);
        assert_near(radius_of(method, 100.0), cases[i].at_100, 1e-4);
    }
}

/* The error after 8 steps of 1 s of x'' = -x, whose parts are as long as their error allows. */
static double controlled_error(const char *option)
{
    piece run;
    oscillator_begin(&run, (oscillator_method){"tr_bdf2", {option}},
                     (oscillator_spring){.omega = 1.0, .position = 1.0, .velocity = 0.0});
    piece_steps(&run, 1.0, 8);
    const double error = fabs(run.system->q[0] - cos(8.0));
    piece_end(&run);
    return error;
}

/* A tolerance of e gives parts like e^(1/3) and an error like e^(2/3): 100 times less for e 1000
 * times less. */
static void parts_are_as_long_as_their_error_allows(void **state)
{
    (void)state;
    const double whole = controlled_error(NULL), coarse = controlled_error("error_position=1e-5"),
                 fine = controlled_error("error_position=1e-8");
    print_message("%g m with whole steps, %g and %g m in parts\n", whole, coarse, fine);
    assert_true(whole > 0.1 && coarse < 5e-3);
    assert_in_range(lround(coarse / fine), 60, 160);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(backward_euler_satisfies_its_equations_on_every_model),
        cmocka_unit_test(one_system_a_step_is_the_closed_form),
        cmocka_unit_test(every_solver_gives_the_same_steps),
        cmocka_unit_test(a_model_without_a_tangent_is_refused_by_name),
        cmocka_unit_test(a_symmetric_solver_is_refused_where_the_stiffness_is_not),
        cmocka_unit_test(a_step_that_newton_does_not_solve_is_halved),
        cmocka_unit_test(a_step_that_cannot_be_solved_ends_the_run),
        cmocka_unit_test(an_indefinite_matrix_is_refused_and_halved),
        cmocka_unit_test(a_pattern_is_analysed_again_when_what_is_held_changes),
        cmocka_unit_test(momentum_of_joined_objects_is_kept),
        cmocka_unit_test(implicit_euler_damps_and_the_midpoint_rule_does_not),
        cmocka_unit_test(what_is_fast_is_damped_as_the_formulas_say),
        cmocka_unit_test(parts_are_as_long_as_their_error_allows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
