/* bridson_collision keeps its guarantees with every model and method: nothing passes through
 * anything, by a check of all pairs that shares no code with it; inelastic responses add no energy;
 * what free sheets exchange sums to nothing; friction is Coulomb's; what is not resolved is told.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/objects.h"
#include "support/penetration.h"

static const struct {
    const char *name, *settings;
} models[] = {
    {"cosserat", "zeta=100 xi=0.3 phi=0.001 mass=1"},
    {"provot", "structural=40 shear=20 density=0.3 sweeps=0"},
    {"bridson", "structural=40 shear=20 density=0.3 sweeps=0"},
    {"nedel", "mass=0.1 elasticity=40 curvature=0.1"},
};

static trama_scene_spec sheet(long points, double side, double x, double y, double z)
{
    return (trama_scene_spec){.grid = {.points = {points, points},
                                       .side = {side, side},
                                       .origin = {x, y, z},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                              .perturbation = 1e-3,
                              .seed = 7};
}

/* A pin that holds all. */
static trama_pin whole(void)
{
    trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.l[0] = 0;
    pin.k[1] = pin.l[1] = -1;
    return pin;
}

static double observed(const objects *o, size_t which)
{
    const trama_acting *acting = &o->system->acting[0];
    double value[TRAMA_OBSERVABLES_MAX];
    acting->type->observe(acting->self, o->system->t, o->system->q, o->system->v, value);
    return value[which];
}

/* In the order of TRAMA_COLLISION_OBSERVED. */
enum { CONTACTS, UNRESOLVED, UNRESOLVED_STEPS, CROSSINGS, DEEPEST, LOST, GAINED };

static double kinetic_of(const trama_system *s)
{
    double sum = 0.0;
    for (size_t i = 0; i < s->nv; i++)
        sum += 0.5 * s->mass[i] * s->v[i] * s->v[i];
    return sum;
}

/* Steps after each of which nothing crosses and nothing has passed; contacts in all. */
static double watched_steps(objects *o, double h, long count, const char *what)
{
    trama_system *s = o->system;
    double *before = malloc(s->nq * sizeof *before), contacts = 0.0;
    for (long i = 0; i < count; i++) {
        const double t = s->t;
        memcpy(before, s->q, s->nq * sizeof *before);
        objects_steps(o, h, 1);
        const size_t crossings = penetration_crossings(s),
                     passes = penetration_passes(s, t, before, s->t, s->q);
        if (crossings > 0 || passes > 0 || observed(o, CROSSINGS) > 0.0 ||
            observed(o, UNRESOLVED) > 0.0)
            fail_msg("%s, step %ld: %zu edges cross (seen: %g), %zu pairs passed, %g unresolved",
                     what, i, crossings, observed(o, CROSSINGS), passes, observed(o, UNRESOLVED));
        contacts += observed(o, CONTACTS);
    }
    free(before);
    return contacts;
}

/* ---- Nothing passes. */

static void check_fall(size_t model, const char *method)
{
    objects o;
    char what[128];
    trama_pin pin = whole();
    trama_scene_spec cloth = sheet(6, 0.5, 0.0, 0.012, 0.0),
                     table = sheet(3, 0.22, 0.13, 0.0, 0.14);
    cloth.velocity[1] = -3.0;
    cloth.velocity[0] = 0.4;
    table.pins = &pin;
    table.pin_count = 1;
    objects_begin(&o);
    objects_add(&o, "cloth", models[model].name, models[model].settings, &cloth);
    objects_add(&o, "table", "provot", models[1].settings, &table);
    objects_join(&o, "touch", "bridson_collision", "friction=0.2", 2, 0, 1);
    objects_make(&o, method);
    snprintf(what, sizeof what, "%s under %s", models[model].name, method);
    assert_true(watched_steps(&o, 2e-3, 25, what) > 20.0);
    objects_end(&o);
}

static void nothing_passes_with_any_model_and_method(void **state)
{
    (void)state;
    for (size_t model = 0; model < sizeof models / sizeof models[0]; model++)
        for (size_t m = 0; m < trama_integrator_count(); m++)
            check_fall(model, trama_integrator_at(m)->name);
}

/* A cloth that falls on what moves by a law of its own. */
static void nothing_passes_obstacles_that_move_and_turn(void **state)
{
    (void)state;
    static const struct {
        const char *model, *settings;
    } obstacles[] = {
        {"sphere_mesh", "radius=0.12 position=0.25,-0.121,0.25 points=9,9 centre=0.25,-0.121,0.25 "
                        "angular_velocity=0,30,0 velocity=0.5,1,0"},
        {"box_mesh", "low=0.1,-0.2,0.12 high=0.4,-0.002,0.4 points=3,3,3 velocity=0,2,0"},
        {"round_table", "radius=0.2 points=5 position=0.25,-0.002,0.26 centre=0.25,-0.002,0.26 "
                        "angular_velocity=5,20,0"},
    };
    for (size_t i = 0; i < sizeof obstacles / sizeof obstacles[0]; i++) {
        objects o;
        trama_scene_spec cloth = sheet(6, 0.5, 0.0, 0.012, 0.0);
        cloth.velocity[1] = -3.0;
        objects_begin(&o);
        objects_add(&o, "cloth", models[i].name, models[i].settings, &cloth);
        objects_add(&o, "obstacle", obstacles[i].model, obstacles[i].settings, NULL);
        objects_join(&o, "touch", "bridson_collision", "friction=0.5", 2, 0, 1);
        objects_make(&o, "symplectic_euler");
        assert_true(watched_steps(&o, 2e-3, 30, obstacles[i].model) > 20.0);
        objects_end(&o);
    }
}

/* One sheet folded over: two flaps of 4 x 4 nodes, 1 cm apart, and a back that joins them. */
enum { ROW = 5, FLAP = 5 };
static void fold(trama_mesh_spec *mesh, double *x, trama_triangle *face)
{
    const double angle = 3.14159265358979 / 3.0, radius = 0.01;
    const size_t rows = 2 * FLAP + 2, n = rows * ROW;
    *mesh = (trama_mesh_spec){.vertex_count = n, .vertex = x, .face = face};
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < ROW; c++) {
            const size_t i = r * ROW + c;
            const bool low = r < FLAP, high = r >= FLAP + 2;
            const double turn = angle * (double)(r - FLAP + 1);
            x[i] = low    ? -0.05 * (double)(FLAP - 1 - r)
                   : high ? -0.047 * (double)(r - FLAP - 2)
                          : radius * sin(turn);
            x[n + i] = low ? 0.0 : high ? 2.0 * radius : radius - radius * cos(turn);
            x[2 * n + i] = 0.05 * (double)c + (high ? 0.003 : 0.0);
        }
    for (size_t r = 0; r + 1 < rows; r++)
        for (size_t c = 0; c + 1 < ROW; c++) {
            const size_t a = r * ROW + c, b = a + 1, d = a + ROW, e = d + 1;
            face[mesh->face_count++] = (trama_triangle){{a, d, b}};
            face[mesh->face_count++] = (trama_triangle){{b, d, e}};
        }
}

static void a_cloth_thrown_on_itself_at_100_m_s_does_not_pass(void **state)
{
    (void)state;
    double x[3 * (2 * FLAP + 2) * ROW];
    trama_triangle face[2 * (2 * FLAP + 1) * ROW];
    objects o;
    trama_scene_spec cloth = {0};
    fold(&cloth.mesh, x, face);
    objects_begin(&o);
    objects_add(&o, "cloth", "bridson", "structural=40 density=0.3 sweeps=0", &cloth);
    objects_join(&o, "self", "bridson_collision", "", 1, 0);
    objects_make(&o, "symplectic_euler");
    trama_system *s = o.system;
    const size_t n = s->nq / 3;
    for (size_t i = (FLAP + 2) * ROW; i < n; i++)
        s->v[n + i] = -100.0; /* 10 cm a step, 5 times the distance */
    assert_true(watched_steps(&o, 1e-3, 12, "folded cloth") > 0.0);
    for (size_t i = 0; i < ROW; i++) /* the flaps' outer edges are in order */
        assert_true(s->q[n + i] < s->q[n + (2 * FLAP + 1) * ROW + i]);
    objects_end(&o);
}

/* ---- Energy and momentum. */

/* Loose particles, since springs of no stiffness: nothing but the response acts. */
static void begin_loose(objects *o, const char *settings)
{
    static const char loose[] = "structural=0 shear=0 density=0.3 sweeps=0";
    trama_scene_spec low = sheet(5, 0.5, 0.0, 0.0, 0.0), high = sheet(4, 0.3, 0.11, 0.02, 0.07);
    high.velocity[0] = 2.0;
    high.velocity[1] = -20.0;
    objects_begin(o);
    objects_add(o, "low", "provot", loose, &low);
    objects_add(o, "high", "provot", "structural=0 shear=0 density=0.7 sweeps=0", &high);
    objects_join(o, "touch", "bridson_collision", settings, 2, 0, 1);
    objects_make(o, "symplectic_euler");
}

static void check_loss(const char *settings)
{
    objects o;
    double p0[3], l0[3], p[3], l[3], contacts = 0.0;
    begin_loose(&o, settings);
    objects_sums(o.system, o.system->q, o.system->v, true, p0, l0);
    const double start = kinetic_of(o.system);
    for (int i = 0; i < 40; i++) {
        const double before = kinetic_of(o.system);
        objects_steps(&o, 1e-3, 1);
        objects_sums(o.system, o.system->q, o.system->v, true, p, l);
        for (int axis = 0; axis < 3; axis++)
            if (!(fabs(p[axis] - p0[axis]) < 1e-13))
                fail_msg("%s: momentum changes by %g", settings, p[axis] - p0[axis]);
        if (!(kinetic_of(o.system) <= before * (1.0 + 1e-14)))
            fail_msg("%s: energy grows by %g J", settings, kinetic_of(o.system) - before);
        contacts += observed(&o, CONTACTS);
    }
    const double lost = start - kinetic_of(o.system);
    assert_true(contacts > 0.0 || strstr(settings, "rounds=0") != NULL);
    assert_true(lost > 0.05 * start);
    assert_true(observed(&o, GAINED) <= 1e-14 * start);
    if (!(fabs(observed(&o, LOST) - lost) < 1e-12 * start))
        fail_msg("%s: %g J lost, %g said", settings, lost, observed(&o, LOST));
    objects_end(&o);
}

static void inelastic_responses_lose_energy_and_keep_momentum(void **state)
{
    (void)state;
    check_loss("stiffness=0 part=0");
    check_loss("stiffness=0 part=0 friction=0.5");
    check_loss("stiffness=0 part=0 rounds=0 thickness=1e-5"); /* zones alone */
}

static void the_spring_says_what_it_gives(void **state)
{
    (void)state;
    objects o;
    begin_loose(&o, "stiffness=1000 thickness=0.01");
    const double start = kinetic_of(o.system);
    objects_steps(&o, 1e-3, 40);
    assert_true(observed(&o, GAINED) > 0.0);
    const double lost = start - kinetic_of(o.system);
    assert_true(fabs(observed(&o, LOST) - observed(&o, GAINED) - lost) < 1e-12 * start);
    objects_end(&o);
}

/* ---- The velocity at the end. */

/* A damped sheet that lies on a held one, under bridson_mixed: the velocity of a node across, m/s,
 * and what the damping does to it in half a step, h/2 D/m. It may have become unstable. */
static double velocity_at_rest(double damping, const char *contact, const char *interaction,
                               double *k)
{
    objects o;
    trama_pin pin = whole();
    trama_scene_spec cloth = sheet(4, 0.2, 0.1, 0.999e-3, 0.11), table = sheet(2, 1, -0.3, 0, -0.3);
    cloth.perturbation = table.perturbation = 0.0;
    cloth.gravity[1] = -9.81;
    cloth.damping = damping;
    table.pins = &pin;
    table.pin_count = 1;
    objects_begin(&o);
    objects_add(&o, "cloth", "provot", models[1].settings, &cloth);
    objects_add(&o, "table", "provot", models[1].settings, &table);
    objects_join(&o, "touch", "bridson_collision", interaction, 2, 0, 1);
    objects_make_with(&o, "bridson_mixed", contact);
    trama_step_status status = TRAMA_STEP_OK;
    for (int i = 0; i < 150 && status == TRAMA_STEP_OK; i++)
        status = trama_integrator_step(o.integrator, o.system, 1e-3);
    const double velocity = status == TRAMA_STEP_OK ? o.system->v[16 + 5] : TRAMA_INFINITY;
    *k = 0.5e-3 * damping / o.system->mass[5];
    objects_end(&o);
    return velocity;
}

/* On its support the mean velocity of a step is 0. The last solve of the paper leaves the half kick
 * of gravity and damping, h/2 g / (1 + k), k = h/2 D/m; Campos' mean velocity leaves nothing. The
 * change of the mean velocity, added to the method's, grows by k (k - 1)/(k + 1) a step. */
static void the_last_solve_keeps_contact_stable_under_damping(void **state)
{
    (void)state;
    static const double dampings[] = {0.5, 20.0};
    for (int i = 0; i < 2; i++) {
        double k;
        const double solved = velocity_at_rest(dampings[i], "contact=solved", "", &k),
                     mean = velocity_at_rest(dampings[i], "contact=added", "velocity=mean", &k),
                     added = velocity_at_rest(dampings[i], "contact=added", "", &k);
        const double half = -9.81 * 0.5e-3 / (1.0 + k);
        if (!(fabs(solved - half) < 1e-8 && fabs(mean) < 1e-8))
            fail_msg("k = %g: %g, not %g; mean %g", k, solved, half, mean);
        assert_int_equal(!(fabs(added) < 1.0), k > 1.0 + sqrt(2.0));
    }
}

/* ---- Friction. */

/* How far a block with a speed at the start has slid down an incline of slope `slope` in t, m. */
static double slid(double slope, double speed, const char *settings, double h, double t)
{
    objects o;
    trama_pin pin = whole();
    const double c = 1.0 / sqrt(1.0 + slope * slope), s = slope * c,
                 gap = 0.999e-3; /* where no spring pushes */
    trama_scene_spec block = sheet(4, 0.1, -0.05 - s * gap, c * gap, -0.053),
                     plane = sheet(2, 3.0, -1.5 * c, -1.5 * s, -1.5);
    block.perturbation = plane.perturbation = 0.0;
    block.gravity[1] = -9.81;
    block.velocity[0] = -speed * c;
    block.velocity[1] = -speed * s;
    for (int i = 0; i < 2; i++) {
        trama_scene_spec *scene = i == 0 ? &block : &plane;
        scene->grid.axis[0][0] = c;
        scene->grid.axis[0][1] = s;
    }
    block.grid.origin[0] = -0.05 * c - s * gap;
    block.grid.origin[1] = -0.05 * s + c * gap;
    plane.pins = &pin;
    plane.pin_count = 1;
    objects_begin(&o);
    objects_add(&o, "block", "provot", "structural=40 shear=40 density=0.3 sweeps=0", &block);
    objects_add(&o, "plane", "provot", models[1].settings, &plane);
    objects_join(&o, "touch", "bridson_collision", settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    const double x = o.system->q[0], y = o.system->q[16];
    objects_steps(&o, h, lround(t / h));
    const double way = -(o.system->q[0] - x) * c - (o.system->q[16] - y) * s;
    objects_end(&o);
    return way;
}

static void friction_is_coulombs(void **state)
{
    (void)state;
    static const double slopes[] = {0.15, 0.28, 0.32, 0.5, 1.0};
    for (size_t i = 0; i < sizeof slopes / sizeof slopes[0]; i++) {
        const double slope = slopes[i], t = 0.5, c = 1.0 / sqrt(1.0 + slope * slope);
        const double expected = 0.5 * fmax(9.81 * (slope * c - 0.3 * c), 0.0) * t * t;
        const double way = slid(slope, 0.0, "friction=0.3", 1e-3, t);
        if (!(fabs(way - expected) <= 0.02 * expected + 1e-4))
            fail_msg("slope %g: slides %g m, not %g", slope, way, expected);
    }
    const double slope = 0.1, v = 0.6, c = 1.0 / sqrt(1.0 + slope * slope);
    const double stop = 0.5 * v * v / (9.81 * c * (0.3 - slope));
    const double way = slid(slope, v, "friction=0.3", 1e-3, 0.5);
    if (!(fabs(way - stop) <= 0.02 * stop))
        fail_msg("thrown, it stops after %g m, not %g", way, stop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_passes_with_any_model_and_method),
        cmocka_unit_test(nothing_passes_obstacles_that_move_and_turn),
        cmocka_unit_test(a_cloth_thrown_on_itself_at_100_m_s_does_not_pass),
        cmocka_unit_test(inelastic_responses_lose_energy_and_keep_momentum),
        cmocka_unit_test(the_spring_says_what_it_gives),
        cmocka_unit_test(the_last_solve_keeps_contact_stable_under_damping),
        cmocka_unit_test(friction_is_coulombs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
