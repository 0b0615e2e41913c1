/* What may be set of solvers of other libraries: defaults are those of the library itself, as its
 * own functions tell them; what its documents recommend is in range; and an option does what it
 * says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "engines/engines.h"
#include "solver/solver.h"
#include "support/piece.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#if __has_include(<ode/ode.h>)
#include <ode/ode.h>
#define HAS_ODE
#endif
#if __has_include(<mujoco/mujoco.h>)
#include <mujoco/mujoco.h>
#define HAS_MUJOCO
#endif

#define G 9.81

static const trama_scene_spec scene = {
    .grid = {.points = {2, 2}, .side = {1, 1}, .axis = {{1, 0, 0}, {0, 0, 1}}},
    .gravity = {0, -G, 0},
};
static const char *const cloth =
    "mass=0.4 distribution=uniform structural=50 shear=50 flexion=0 sweeps=0";

static int register_all(void **state)
{
    (void)state;
    return engines_register() ? 0 : -1;
}

static const trama_integrator_type *engine(const char *name)
{
    const trama_integrator_type *type = trama_integrator_find(name);
    if (!type)
        skip();
    return type;
}

/* The default of an option, whatever its kind. */
static double usual(const trama_integrator_type *type, const char *option)
{
    const trama_field *field = trama_fields_find(type->parameters, option);
    if (!field)
        fail_msg("%s has no %s", type->name, option);
    return field->fallback[0];
}

static void ode_has_its_own_defaults(void **state)
{
    (void)state;
    const trama_integrator_type *type = engine("ode");
#ifdef HAS_ODE
    dInitODE2(0);
    dWorldID world = dWorldCreate();
    assert_true(usual(type, "iterations") == dWorldGetQuickStepNumIterations(world));
    assert_true(usual(type, "over_relaxation") == dWorldGetQuickStepW(world));
    assert_true(usual(type, "erp") == dWorldGetERP(world));
    assert_true(usual(type, "cfm") == dWorldGetCFM(world));
    assert_true(usual(type, "surface_layer") == dWorldGetContactSurfaceLayer(world));
    assert_true(usual(type, "correcting_velocity") == dWorldGetContactMaxCorrectingVel(world));
    dWorldDestroy(world);
    dCloseODE();
#else
    (void)type;
#endif
}

static void mujoco_has_its_own_defaults(void **state)
{
    (void)state;
    const trama_integrator_type *type = engine("mujoco");
#ifdef HAS_MUJOCO
    mjOption own;
    mj_defaultOption(&own);
    assert_true(usual(type, "integrator") == own.integrator);
    assert_true(usual(type, "solver") == own.solver);
    assert_true(usual(type, "iterations") == own.iterations);
    assert_true(usual(type, "tolerance") == own.tolerance);
    assert_true(usual(type, "cone") == own.cone);
    assert_true(usual(type, "impratio") == own.impratio);
    assert_true(usual(type, "noslip_iterations") == own.noslip_iterations);
    assert_true(usual(type, "noslip_tolerance") == own.noslip_tolerance);
    assert_true(usual(type, "jacobian") == own.jacobian);
    assert_true(usual(type, "multiccd") == ((own.enableflags & mjENBL_MULTICCD) != 0));
#else
    (void)type;
#endif
}

/* As Bullet's btContactSolverInfo.h of 3.24 says them. */
static void bullet_has_its_own_defaults(void **state)
{
    (void)state;
    const trama_integrator_type *type = engine("bullet");
    assert_true(usual(type, "iterations") == 10);
    assert_true(usual(type, "erp") == 0.2);
    assert_true(usual(type, "residual") == 0);
    assert_true(usual(type, "split_impulse") == 1);
    assert_true(usual(type, "deformable_erp") == 0.06);
    assert_true(usual(type, "deformable_cfm") == 0.01);
    assert_true(usual(type, "deformable_correction") == 0.1);
    assert_true(usual(type, "cell") == 0.01); /* ours: Bullet's is 0.25 m */
}

/* One grown node of the cloth, after `steps` of 5 ms in which its springs pull it back. */
static double swings(const char *name, const char *options, long steps)
{
    piece run;
    piece_begin(&run, &scene, "provot", cloth, name, options);
    run.system->q[0] -= 0.1;
    piece_steps(&run, 5e-3, steps);
    const double at = run.system->q[0];
    piece_end(&run);
    return at;
}

/* Relaxations of ODE converge to what its dense solver finds. */
static void more_iterations_of_ode_come_nearer_to_its_dense_solver(void **state)
{
    (void)state;
    engine("ode");
    const double dense = swings("ode", "stepper=dense", 20),
                 one = fabs(swings("ode", "iterations=1", 20) - dense),
                 usually = fabs(swings("ode", NULL, 20) - dense),
                 many = fabs(swings("ode", "iterations=1000", 20) - dense);
    if (!(one > 1e-4 && usually < 0.1 * one && many < 1e-9))
        fail_msg("from the dense solver: 1 iteration %g m, 20 %g m, 1000 %g m", one, usually, many);
    assert_true(swings("ode", "iterations=20", 20) == swings("ode", NULL, 20));
}

/* Euler falls by g h t/2 more than the parabola, which RK4 has exactly. */
static void mujoco_falls_by_the_integrator_that_is_set(void **state)
{
    static const struct {
        const char *options;
        double more; /* m below the parabola, after 0.1 s of 1 ms */
    } rows[] = {{NULL, 0.5 * G * 1e-3 * 0.1},
                {"integrator=Euler", 0.5 * G * 1e-3 * 0.1},
                {"integrator=RK4", 0.0}};
    (void)state;
    engine("mujoco");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        piece run;
        piece_begin(&run, &scene, "provot", cloth, "mujoco", rows[i].options);
        const double before = run.system->q[4];
        piece_steps(&run, 1e-3, 100);
        const double more = before - run.system->q[4] - 0.5 * G * 0.01;
        if (!(fabs(more - rows[i].more) < 1e-12))
            fail_msg("%s: %.17g m below the parabola, not %.17g", rows[i].options, more,
                     rows[i].more);
        piece_end(&run);
    }
}

/* The same of Simbody; Runge, Kutta and Merson's method is exact of it too. */
static void simbody_falls_by_the_integrator_that_is_set(void **state)
{
    static const struct {
        const char *options;
        double more; /* m below the parabola, after 0.1 s of 1 ms */
    } rows[] = {{NULL, 0.5 * G * 1e-3 * 0.1},
                {"integrator=Verlet", 0.0},
                {"integrator=RungeKuttaMerson", 0.0}};
    (void)state;
    engine("simbody");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        piece run;
        piece_begin(&run, &scene, "provot", cloth, "simbody", rows[i].options);
        const double before = run.system->q[4];
        piece_steps(&run, 1e-3, 100);
        const double more = before - run.system->q[4] - 0.5 * G * 0.01;
        if (!(fabs(more - rows[i].more) < 1e-9))
            fail_msg("%s: %.17g m below the parabola, not %.17g", rows[i].options, more,
                     rows[i].more);
        piece_end(&run);
    }
}

/* One node that springs pull back for 0.1 s: the finer the accuracy, the nearer to RK4's. */
static void simbody_is_as_accurate_as_is_asked(void **state)
{
    (void)state;
    engine("simbody");
    const double right = swings("rk4", NULL, 20),
                 rough = fabs(swings("simbody", "integrator=Verlet accuracy=0.1", 20) - right),
                 fine = fabs(swings("simbody", "integrator=RungeKuttaMerson accuracy=1e-9", 20) -
                             right);
    if (!(fine < 1e-6 && fine < 0.1 * rough))
        fail_msg("from RK4: Verlet of accuracy 0.1 %g m, Runge-Kutta-Merson of 1e-9 %g m", rough,
                 fine);
}

/* --- tables that are none, and what a setting does --- */

static trama_status open_nothing(void *self, const trama_problem *problem, const void *options,
                                 trama_mapping *mapping, void **solver, trama_error *error)
{
    (void)self, (void)problem, (void)options, (void)mapping, (void)solver;
    return trama_fail(error, TRAMA_BAD_INPUT, "", "opens nothing");
}

typedef struct settings {
    double real;
    long whole;
    bool truth;
    int choice;
    double pair[2];
} settings;

static const char *const letters[] = {"a", "b", NULL};
static const trama_field sound[] = {
    {TRAMA_FIELD_OF(settings, real), .unit = "1", .minimum = 0, .maximum = 1, .fallback = {0.5},
     .summary = "s"},
    {TRAMA_FIELD_OF(settings, whole), .unit = "1", .minimum = 1, .maximum = 9, .fallback = {2},
     .summary = "s"},
    {TRAMA_FIELD_OF(settings, truth), .unit = "", .summary = "s"},
    {TRAMA_CHOICE_OF(settings, choice, letters), .summary = "s"},
};
static const trama_recommended all[] = {
    {"real", 0.25}, {"whole", 3}, {"truth", 1}, {"choice", 1}, {NULL, 0}};
static trama_solver_type mine = {.summary = "s",
                                 .reference = "",
                                 .own = "mine",
                                 .own_version = "1",
                                 .precision = "float64",
                                 .options = TRAMA_FIELDS(sound, settings),
                                 .recommended = all,
                                 .recommended_by = "its manual",
                                 .open = open_nothing};

static void a_setting_stands_for_the_values_that_are_recommended(void **state)
{
    trama_error error;
    (void)state;
    mine.name = "mine";
    assert_int_equal(trama_solver_register(&mine, &error), TRAMA_OK);
    const trama_integrator_type *type = trama_integrator_find("mine");
    void *set = piece_parameters(type->parameters, "setting=defaults whole=7");
    assert_null(trama_solver_recommends(type, set));
    free(set);
    set = piece_parameters(type->parameters, "setting=recommended");
    const trama_recommended *value = trama_solver_recommends(type, set);
    assert_ptr_equal(value, all);
    for (; value->option; value++)
        trama_solver_recommend(type, value, set);
    const char *behind = (const char *)trama_field_at(trama_fields_find(type->parameters, "real"),
                                                      set); /* the solver's own struct */
    const settings *got = (const settings *)(const void *)behind;
    assert_true(got->real == 0.25 && got->whole == 3 && got->truth && got->choice == 1);
    free(set);
    assert_null(trama_solver_recommends(trama_integrator_find("rk4"), NULL));
}

static void a_table_that_is_none_is_refused(void **state)
{
    const struct {
        trama_field field;
        trama_recommended recommended[2];
        const char *by, *said;
    } rows[] = {
        {{TRAMA_FIELD_AS("name", settings, truth), .unit = "", .summary = "s"},
         {{NULL, 0}},
         "",
         "the option 'name' of wrong is a key of every engine"},
        {{TRAMA_FIELD_AS("setting", settings, truth), .unit = "", .summary = "s"},
         {{NULL, 0}},
         "",
         "the option 'setting' of wrong is a key of every engine"},
        {{TRAMA_FIELD_OF(settings, pair), .unit = "1", .summary = "s"},
         {{NULL, 0}},
         "",
         "the option 'pair' of wrong is no scalar"},
        {{TRAMA_FIELD_OF(settings, real), .unit = "1", .required = true, .summary = "s"},
         {{NULL, 0}},
         "",
         "the option 'real' of wrong is without a default"},
        {{TRAMA_FIELD_OF(settings, real), .unit = "1", .minimum = 1, .maximum = 2, .summary = "s"},
         {{NULL, 0}},
         "",
         "the option 'real' of wrong is out of its range by default"},
        {sound[1], {{"whole", 10}}, "", "wrong recommends for 'whole' what it does not allow"},
        {sound[3], {{"choice", 2}}, "", "wrong recommends for 'choice' what it does not allow"},
        {sound[1], {{"other", 1}}, "", "wrong recommends for 'other' what it does not allow"},
        {sound[1], {{"whole", 3}}, NULL, "or does not say where"},
        {{TRAMA_FIELD_OF(settings, truth), .summary = "s"},
         {{NULL, 0}},
         "",
         "has a field 'truth' without name, kind, unit"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        trama_error error = {0};
        trama_solver_type wrong = mine;
        wrong.name = "wrong";
        wrong.options = (trama_fields){&rows[i].field, 1, sizeof(settings)};
        wrong.recommended = rows[i].recommended;
        wrong.recommended_by = rows[i].by;
        assert_int_equal(trama_solver_register(&wrong, &error), TRAMA_BAD_INPUT);
        if (!strstr(error.text, rows[i].said))
            fail_msg("not said: %s\n%s", rows[i].said, error.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ode_has_its_own_defaults),
        cmocka_unit_test(mujoco_has_its_own_defaults),
        cmocka_unit_test(bullet_has_its_own_defaults),
        cmocka_unit_test(more_iterations_of_ode_come_nearer_to_its_dense_solver),
        cmocka_unit_test(mujoco_falls_by_the_integrator_that_is_set),
        cmocka_unit_test(simbody_falls_by_the_integrator_that_is_set),
        cmocka_unit_test(simbody_is_as_accurate_as_is_asked),
        cmocka_unit_test(a_setting_stands_for_the_values_that_are_recommended),
        cmocka_unit_test(a_table_that_is_none_is_refused),
    };
    return cmocka_run_group_tests(tests, register_all, NULL);
}
