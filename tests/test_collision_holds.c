/* What responses to collisions hold, beyond what their own tests say: large sheets pass nothing,
 * by samples; a folded cloth that closes at 100 m/s; friction on an incline, of each response that
 * has it; the same bits for any number of threads, with enough triangles that threads share the
 * work; impulses among unequal and infinite masses; a step that carries all across all is refused.
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

#include "core/random.h"
#include "core/threads.h"
#include "interaction/contact_find.h"
#include "support/objects.h"
#include "support/penetration.h"

#define CORRECTED "response=corrected zones=corrected on_unresolved=halve"

/* Those that let nothing pass. */
static const struct {
    const char *name, *settings;
} guards[] = {
    {"bridson_collision", "friction=0.3"},
    {"bridson_collision", "rounds=0 thickness=1e-5"}, /* impact zones alone */
    {"provot_collision", CORRECTED " friction=0.3"},
};
enum { GUARDS = sizeof guards / sizeof *guards };

static const char spring[] = "structural=40 shear=20 density=0.3 sweeps=0",
                  loose[] = "structural=0 shear=0 density=0.3 sweeps=0";

static trama_scene_spec sheet(long points, double side, double x, double y, double z)
{
    return (trama_scene_spec){.grid = {.points = {points, points},
                                       .side = {side, side},
                                       .origin = {x, y, z},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                              .perturbation = 1e-3,
                              .seed = 7};
}

static trama_pin whole(void)
{
    trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.l[0] = 0;
    pin.k[1] = pin.l[1] = -1;
    return pin;
}

/* ---- Nothing passes. */

static void begin_large(objects *o, long points, const char *response, const char *settings)
{
    trama_scene_spec cloth = sheet(points, 0.6, -0.3, 2e-3, -0.31);
    cloth.velocity[1] = -8.0;
    cloth.perturbation = 1e-4;
    objects_begin(o);
    objects_add(o, "cloth", "provot", "structural=20 shear=10 density=0.3 sweeps=0", &cloth);
    objects_add(o, "ball", "sphere_mesh",
                "radius=0.2 position=0,-0.2,0 points=25,33 angular_velocity=0,20,0", NULL);
    objects_join(o, "touch", response, settings, 2, 0, 1);
    objects_make(o, "symplectic_euler");
}

static void no_sampled_triangle_of_a_large_sheet_is_passed_through(void **state)
{
    (void)state;
    trama_random random = {3};
    for (size_t g = 0; g < GUARDS; g++) {
        objects o;
        begin_large(&o, 33, guards[g].name, guards[g].settings);
        for (int i = 0; i < 12; i++) {
            objects_steps(&o, 5e-4, 1);
            const size_t crossed = penetration_sampled(o.system, 250, &random);
            if (crossed > 0)
                fail_msg("%s, %s, step %d: %zu edges pass through the triangles of a sample",
                         guards[g].name, guards[g].settings, i, crossed);
        }
        objects_end(&o);
    }
}

/* The sample sees what does pass. */
static void a_sample_sees_a_sheet_that_falls_through(void **state)
{
    (void)state;
    objects o;
    trama_random random = {3};
    begin_large(&o, 33, "bridson_collision",
                "thickness=1e-9 rounds=0 zone_rounds=0 on_unresolved=record");
    objects_steps(&o, 5e-4, 10);
    assert_true(penetration_sampled(o.system, 250, &random) > 0);
    objects_end(&o);
}

/* A sheet of two flaps, the upper of which comes down at 100 m/s: 10 cm a step, 4 times their
 * distance, and past the lower flap before the back holds it. */
enum { FLAP = 4, COLUMNS = 4, NODES = 2 * FLAP * COLUMNS };
static void throw_on_itself(trama_system *s)
{
    for (size_t i = NODES / 2; i < NODES; i++) {
        const size_t row = i / COLUMNS, under = i - (2 * row - (2 * FLAP - 1)) * COLUMNS;
        s->q[i] = s->q[under] + 3e-3;
        s->q[NODES + i] = s->q[NODES + under] + 0.025;
        s->q[2 * NODES + i] = s->q[2 * NODES + under] + 2e-3;
        s->v[NODES + i] = -100.0;
    }
    s->disturbed = true;
}

static void a_cloth_thrown_on_itself_at_100_m_s_does_not_pass(void **state)
{
    (void)state;
    static const struct {
        const char *name, *settings;
    } models[] = {{"cosserat", "zeta=100 xi=0.3 phi=0.001 mass=1"},
                  {"provot", spring},
                  {"bridson", spring},
                  {"nedel", "mass=0.1 elasticity=40 curvature=0.1"}};
    for (size_t g = 0; g < GUARDS; g++)
        for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
            objects o;
            trama_scene_spec cloth = {.grid = {.points = {2 * FLAP, COLUMNS},
                                               .side = {0.35, 0.15},
                                               .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                                      .perturbation = 1e-3,
                                      .seed = 7};
            objects_begin(&o);
            objects_add(&o, "cloth", models[m].name, models[m].settings, &cloth);
            objects_join(&o, "self", guards[g].name, guards[g].settings, 1, 0);
            objects_make(&o, "symplectic_euler");
            trama_system *s = o.system;
            throw_on_itself(s);
            for (int i = 0; i < 6; i++) {
                double before[3 * NODES];
                const double t = s->t;
                memcpy(before, s->q, sizeof before);
                objects_steps(&o, 1e-3, 1);
                if (penetration_passes(s, t, before, s->t, s->q) + penetration_crossings(s) > 0)
                    fail_msg("%s under %s, %s: something passes in step %d", models[m].name,
                             guards[g].name, guards[g].settings, i);
            }
            objects_end(&o);
        }
}

/* ---- Friction. */

/* How far a block with a speed down the incline at the start has slid down it, in t and in 2 t, m.
 */
static void slide(double slope, double speed, const char *response, const char *settings, double t,
                  double way[2])
{
    objects o;
    trama_pin pin = whole();
    const double c = 1.0 / sqrt(1.0 + slope * slope), s = slope * c, gap = 2e-5;
    trama_scene_spec block = sheet(4, 0.1, -0.05 * c - s * gap, -0.05 * s + c * gap, -3.053),
                     plane = sheet(2, 9.0, -4.5 * c, -4.5 * s, -4.5);
    block.perturbation = plane.perturbation = 0.0;
    block.gravity[1] = -9.81;
    block.velocity[0] = -speed * c;
    block.velocity[1] = -speed * s;
    for (int i = 0; i < 2; i++) {
        trama_scene_spec *scene = i == 0 ? &block : &plane;
        scene->grid.axis[0][0] = c;
        scene->grid.axis[0][1] = s;
    }
    plane.pins = &pin;
    plane.pin_count = 1;
    objects_begin(&o);
    objects_add(&o, "block", "provot", "structural=40 shear=40 density=0.3 sweeps=0", &block);
    objects_add(&o, "plane", "provot", loose, &plane);
    objects_join(&o, "touch", response, settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    const double x = o.system->q[5], y = o.system->q[16 + 5];
    for (int half = 0; half < 2; half++) {
        objects_steps(&o, 1e-3, lround(t / 1e-3));
        way[half] = -(o.system->q[5] - x) * c - (o.system->q[16 + 5] - y) * s;
    }
    objects_end(&o);
}

/* With mu = 0.3: at rest below arctan mu; above it an acceleration of g (sin - mu cos), once the
 * block has come down on the incline; a thrown block stops after v^2 / 2 a. */
static void check_friction(const char *response, const char *settings, double stops_within)
{
    static const double slopes[] = {0.28, 0.32, 1.0};
    double way[2];
    for (size_t i = 0; i < sizeof slopes / sizeof *slopes; i++) {
        const double slope = slopes[i], t = 0.3, c = 1.0 / sqrt(1.0 + slope * slope);
        const double expected = fmax(9.81 * (slope * c - 0.3 * c), 0.0);
        slide(slope, 0.0, response, settings, t, way);
        const double found = (way[1] - 2.0 * way[0]) / (t * t);
        print_message("%s, %s: slope %g: %.6f m/s^2, %.6f expected; %g m in %g s\n", response,
                      settings, slope, found, expected, way[1], 2.0 * t);
        if (!(fabs(found - expected) <= 0.02 * expected + 5e-4) ||
            (expected == 0.0 && !(fabs(way[1]) < 1e-4)))
            fail_msg("%s, %s: slope %g: %g m/s^2, not %g; %g m", response, settings, slope, found,
                     expected, way[1]);
    }
    const double slope = 0.1, v = 0.6, c = 1.0 / sqrt(1.0 + slope * slope);
    const double stop = 0.5 * v * v / (9.81 * c * (0.3 - slope));
    slide(slope, v, response, settings, 0.35, way);
    if (!(fabs(way[1] - stop) <= stops_within * stop && fabs(way[1] - way[0]) < 1e-4))
        fail_msg("%s, %s: thrown, it is at %g and %g m, not %g", response, settings, way[0], way[1],
                 stop);
}

/* The way is over one triangle of the incline. Where it crosses an edge between two, a vertex
 * within the tolerance above it hits the edge askew, as if it were a border, and is slowed: by 2.3
 * % at 1 in 2, without repulsions. With them the height is the thickness, and nothing is slowed. */
static void friction_of_every_response_is_coulombs(void **state)
{
    (void)state;
    check_friction("bridson_collision", "friction=0.3 thickness=1e-4", 0.02);
    check_friction("provot_collision", CORRECTED " friction=0.3", 0.02);
    check_friction("provot_collision", "zones=corrected friction=0.3", 0.02);
}

/* ---- Threads. */

static double *run_with(size_t threads, size_t g, size_t *count)
{
    objects o;
    trama_threads_set(threads);
    begin_large(&o, 49, guards[g].name, guards[g].settings);
    objects_steps(&o, 5e-4, 2);
    const size_t n = o.system->nq;
    double *q = malloc(2 * n * sizeof *q);
    memcpy(q, o.system->q, n * sizeof *q);
    memcpy(q + n, o.system->v, n * sizeof *q);
    objects_end(&o);
    trama_threads_set(1);
    *count = 2 * n;
    return q;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* 4608 triangles of the sheet and 1536 of the ball: 3 threads detect, and test candidates. */
static void bits_are_the_same_for_any_number_of_threads(void **state)
{
    (void)state;
    for (size_t g = 0; g < GUARDS; g++) {
        size_t count;
        double *one = run_with(1, g, &count);
        for (size_t threads = 2; threads <= 5 && threads <= trama_threads_most(); threads++) {
            double *some = run_with(threads, g, &count);
            for (size_t i = 0; i < count; i++)
                if (bits_of(some[i]) != bits_of(one[i]))
                    fail_msg("%s: %zu threads differ at %zu", guards[g].name, threads, i);
            free(some);
        }
        free(one);
    }
}

/* ---- Impulses. */

typedef struct struck {
    objects o;
    trama_contact_mesh *mesh;
    trama_mesh_contact contact;
} struck;

/* Four vertices of a sheet with masses from 1 mg to 1 t, some of which nothing moves. */
static void begin_struck(struck *f, trama_random *random, unsigned fixed)
{
    const trama_scene_spec scene = sheet(3, 1.0, 0.0, 0.0, 0.0);
    trama_error error;
    objects_begin(&f->o);
    objects_add(&f->o, "sheet", "provot", "structural=1 density=1 sweeps=0", &scene);
    objects_join(&f->o, "self", "bridson_collision", "", 1, 0);
    objects_make(&f->o, "symplectic_euler");
    const trama_surface *surface = &f->o.system->object[0].surface;
    assert_int_equal(trama_contact_mesh_create(&surface, 1, &f->mesh, &error), TRAMA_OK);
    f->contact = (trama_mesh_contact){.vertex = {0, 4, 5, 7}, .weight = {1.0, -0.2, -0.5, -0.3}};
    double length = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        f->contact.normal[axis] = trama_random_signed(random);
        length += f->contact.normal[axis] * f->contact.normal[axis];
    }
    for (size_t i = 0; i < 4; i++) {
        const double yield = fixed >> i & 1U ? 0.0 : pow(10.0, 4.5 * trama_random_signed(random));
        f->contact.normal[i % 3] /= i < 3 ? sqrt(length) : 1.0;
        for (size_t axis = 0; axis < 3; axis++) {
            f->mesh->u[3 * f->contact.vertex[i] + axis] = trama_random_signed(random);
            f->mesh->yield[3 * f->contact.vertex[i] + axis] = yield;
        }
    }
}

static double along(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Momentum along the normal of those that yield, and energy seen from the second point. */
static void sums_of(const struck *f, const double frame[3], double *momentum, double *energy)
{
    *momentum = *energy = 0.0;
    for (int i = 0; i < 4; i++) {
        const size_t at = 3 * (size_t)f->contact.vertex[i];
        const double yield = f->mesh->yield[at];
        if (yield == 0.0)
            continue;
        double v[3];
        for (size_t axis = 0; axis < 3; axis++)
            v[axis] = f->mesh->u[at + axis] - frame[axis];
        *momentum += along(f->mesh->u + at, f->contact.normal) / yield;
        *energy += 0.5 * along(v, v) / yield;
    }
}

/* The impulse that stops the approach does, whatever the masses: it leaves no velocity along the
 * normal, takes the energy that it says, and what free vertices exchange sums to nothing. */
static void an_impulse_stops_unequal_and_infinite_masses(void **state)
{
    (void)state;
    trama_random random = {17};
    for (unsigned trial = 0; trial < 400; trial++) {
        struck f;
        const unsigned fixed = trial % 15; /* not all four */
        double v[3], frame[3] = {0}, before[2], after[2];
        begin_struck(&f, &random, fixed);
        const double *n = f.contact.normal;
        trama_contact_mesh_between(f.mesh, &f.contact, v);
        const double yield = trama_contact_mesh_yield(f.mesh, &f.contact, n),
                     impulse = -along(v, n) / yield;
        if (fixed) /* what is fixed is at rest in its frame */
            for (int i = 0; i < 4; i++)
                for (size_t axis = 0; axis < 3 && fixed >> i & 1U; axis++)
                    f.mesh->u[3 * f.contact.vertex[i] + axis] = 0.0;
        trama_contact_mesh_between(f.mesh, &f.contact, v);
        const double needed = fixed ? -along(v, n) / yield : impulse;
        sums_of(&f, frame, &before[0], &before[1]);
        const double lost = trama_contact_mesh_push(f.mesh, &f.contact, n, needed);
        sums_of(&f, frame, &after[0], &after[1]);
        trama_contact_mesh_between(f.mesh, &f.contact, v);
        assert_true(fabs(along(v, n)) < 1e-12);
        assert_true(lost >= 0.0 && fabs(before[1] - after[1] - lost) <= 1e-10 * before[1]);
        if (!fixed)
            assert_true(fabs(after[0] - before[0]) <= 1e-12 * fabs(needed) + 1e-9);
        for (int i = 0; i < 4; i++)
            if (fixed >> i & 1U)
                assert_true(along(f.mesh->u + 3 * f.contact.vertex[i], n) == 0.0);
        trama_contact_mesh_destroy(f.mesh);
        objects_end(&f.o);
    }
}

/* What has 1e-7 of the mass of what it meets is stopped, and hardly moves it. Loose nodes leave no
 * faster than an edge can lever them: an impulse between stops the edge's point, not its ends. */
static void a_light_sheet_on_a_heavy_one_ends_with_its_velocity(void **state)
{
    (void)state;
    for (size_t g = 0; g < GUARDS; g++) {
        objects o;
        trama_scene_spec low = sheet(3, 1.0, -0.5, 0.0, -0.5),
                         light = sheet(3, 0.3, -0.14, 2e-3, -0.16);
        double p0[3], p[3], l[3];
        light.velocity[1] = -5.0;
        low.perturbation = light.perturbation = 0.0;
        objects_begin(&o);
        objects_add(&o, "heavy", "provot", "structural=0 shear=0 density=3e5 sweeps=0", &low);
        objects_add(&o, "light", "provot", loose, &light);
        objects_join(&o, "touch", guards[g].name, guards[g].settings, 2, 0, 1);
        objects_make(&o, "symplectic_euler");
        objects_sums(o.system, o.system->q, o.system->v, true, p0, l);
        objects_steps(&o, 1e-3, 3);
        objects_sums(o.system, o.system->q, o.system->v, true, p, l);
        assert_true(fabs(p[1] - p0[1]) < 1e-9 * fabs(p0[1]) + 1e-12);
        for (size_t i = 0; i < 9; i++) {
            const double heavy = o.system->v[9 + i], falling = o.system->v[27 + 9 + i];
            if (!(fabs(heavy) < 1e-4 && falling > -1e-4 && falling < 2.0))
                fail_msg("%s, %s: node %zu: %g and %g m/s", guards[g].name, guards[g].settings, i,
                         heavy, falling);
        }
        objects_end(&o);
    }
}

/* What a response says that it took and put in, J: of a sheet that falls on a held one, both of
 * which move at `led` along x. */
static void booked(size_t g, double led, double value[2])
{
    objects o;
    trama_pin pin = whole();
    trama_scene_spec low = sheet(3, 1.0, -0.5, 0.0, -0.5),
                     falling = sheet(4, 0.3, -0.14, 2e-3, -0.16);
    double all[TRAMA_OBSERVABLES_MAX];
    pin.motion.velocity[0] = led;
    falling.velocity[0] = led + 3.0;
    falling.velocity[1] = -5.0;
    falling.velocity[2] = 0.7;
    low.pins = &pin;
    low.pin_count = 1;
    objects_begin(&o);
    objects_add(&o, "low", "provot", loose, &low);
    objects_add(&o, "falling", "provot", loose, &falling);
    objects_join(&o, "touch", guards[g].name, guards[g].settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 1e-3, 2);
    const trama_acting *acting = &o.system->acting[0];
    acting->type->observe(acting->self, o.system->t, o.system->q, o.system->v, all);
    value[0] = all[5]; /* impact_lost, impact_gained: TRAMA_COLLISION_OBSERVED */
    value[1] = all[6];
    objects_end(&o);
}

static void energy_is_booked_as_what_is_led_sees_it(void **state)
{
    (void)state;
    for (size_t g = 0; g < GUARDS; g++) {
        double still[2], moving[2];
        booked(g, 0.0, still);
        booked(g, 16.0, moving);
        assert_true(still[0] > 0.1);
        for (int i = 0; i < 2; i++)
            if (!(fabs(moving[i] - still[i]) < 1e-6 * still[0]))
                fail_msg("%s, %s: %g J at rest, %g J at 16 m/s", guards[g].name, guards[g].settings,
                         still[i], moving[i]);
    }
}

/* ---- Too large a step. */

/* 2048 triangles, each of which may meet each of the others: 7 million pairs are not looked at. */
static void a_step_that_carries_all_across_all_is_refused(void **state)
{
    (void)state;
    objects o;
    trama_contact_mesh *mesh;
    trama_mesh_contacts hits = {0};
    trama_random random = {5};
    trama_error error;
    const trama_scene_spec scene = sheet(33, 1.0, 0.0, 0.0, 0.0);
    objects_begin(&o);
    objects_add(&o, "sheet", "provot", loose, &scene);
    objects_join(&o, "self", "bridson_collision", "", 1, 0);
    objects_make(&o, "symplectic_euler");
    const trama_surface *surface = &o.system->object[0].surface;
    assert_int_equal(trama_contact_mesh_create(&surface, 1, &mesh, &error), TRAMA_OK);
    trama_contact_mesh_place(mesh, 0.0, o.system->q);
    mesh->h = 1e-3;
    for (size_t i = 0; i < 3 * mesh->vertices; i++) {
        mesh->yield[i] = 1.0;
        mesh->u[i] = 1e5 * trama_random_signed(&random);
    }
    trama_contact_mesh_move(mesh);
    assert_int_equal(trama_contact_find_hits(mesh, 1e-6, &hits), TRAMA_STEP_REFUSED);
    mesh->h = 1e-9; /* so little of it is small enough */
    trama_contact_mesh_move(mesh);
    assert_int_equal(trama_contact_find_hits(mesh, 1e-6, &hits), TRAMA_STEP_OK);
    trama_mesh_contacts_free(&hits);
    trama_contact_mesh_destroy(mesh);
    objects_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_sampled_triangle_of_a_large_sheet_is_passed_through),
        cmocka_unit_test(a_sample_sees_a_sheet_that_falls_through),
        cmocka_unit_test(a_cloth_thrown_on_itself_at_100_m_s_does_not_pass),
        cmocka_unit_test(friction_of_every_response_is_coulombs),
        cmocka_unit_test(bits_are_the_same_for_any_number_of_threads),
        cmocka_unit_test(an_impulse_stops_unequal_and_infinite_masses),
        cmocka_unit_test(a_light_sheet_on_a_heavy_one_ends_with_its_velocity),
        cmocka_unit_test(energy_is_booked_as_what_is_led_sees_it),
        cmocka_unit_test(a_step_that_carries_all_across_all_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
