/* Impulses among unequal and infinite masses: what a response's impulse does to a pair, what a
 * light sheet does to a heavy one, and what is booked where things are led. */
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
#include "interaction/collision.h"
#include "interaction/contact_mesh.h"
#include "support/touching.h"

typedef struct struck {
    objects o;
    trama_contact_mesh *mesh;
    trama_mesh_contact contact;
} struck;

/* Four vertices of a sheet with masses from 1 mg to 1 t, some of which nothing moves. */
static void begin_struck(struck *f, trama_random *random, unsigned fixed)
{
    const trama_scene_spec scene = touching_sheet(3, 1.0, 0.0, 0.0, 0.0);
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
    for (size_t g = 0; g < TOUCHING_GUARDS; g++) {
        objects o;
        trama_scene_spec low = touching_sheet(3, 1.0, -0.5, 0.0, -0.5),
                         light = touching_sheet(3, 0.3, -0.14, 2e-3, -0.16);
        double p0[3], p[3], l[3];
        light.velocity[1] = -5.0;
        low.perturbation = light.perturbation = 0.0;
        objects_begin(&o);
        objects_add(&o, "heavy", "provot", "structural=0 shear=0 density=3e5 sweeps=0", &low);
        objects_add(&o, "light", "provot", touching_loose, &light);
        objects_join(&o, "touch", touching_guards[g].name, touching_guards[g].settings, 2, 0, 1);
        objects_make(&o, "symplectic_euler");
        objects_sums(o.system, o.system->q, o.system->v, true, p0, l);
        objects_steps(&o, 1e-3, 3);
        objects_sums(o.system, o.system->q, o.system->v, true, p, l);
        assert_true(fabs(p[1] - p0[1]) < 1e-9 * fabs(p0[1]) + 1e-12);
        for (size_t i = 0; i < 9; i++) {
            const double heavy = o.system->v[9 + i], falling = o.system->v[27 + 9 + i];
            if (!(fabs(heavy) < 1e-4 && falling > -1e-4 && falling < 2.0))
                fail_msg("%s, %s: node %zu: %g and %g m/s", touching_guards[g].name,
                         touching_guards[g].settings, i, heavy, falling);
        }
        objects_end(&o);
    }
}

/* What a response says that it took and put in, J: of a sheet that falls on a held one, both of
 * which move at `led` along x. */
static void booked(size_t g, double led, double value[2])
{
    objects o;
    trama_pin pin = touching_hold();
    trama_scene_spec low = touching_sheet(3, 1.0, -0.5, 0.0, -0.5),
                     falling = touching_sheet(4, 0.3, -0.14, 2e-3, -0.16);
    pin.motion.velocity[0] = led;
    falling.velocity[0] = led + 3.0;
    falling.velocity[1] = -5.0;
    falling.velocity[2] = 0.7;
    low.pins = &pin;
    low.pin_count = 1;
    objects_begin(&o);
    objects_add(&o, "low", "provot", touching_loose, &low);
    objects_add(&o, "falling", "provot", touching_loose, &falling);
    objects_join(&o, "touch", touching_guards[g].name, touching_guards[g].settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 1e-3, 2);
    value[0] = touching_observed(&o, "impact_lost");
    value[1] = touching_observed(&o, "impact_gained");
    objects_end(&o);
}

static void energy_is_booked_as_what_is_led_sees_it(void **state)
{
    (void)state;
    for (size_t g = 0; g < TOUCHING_GUARDS; g++) {
        double still[2], moving[2];
        booked(g, 0.0, still);
        booked(g, 16.0, moving);
        assert_true(still[0] > 0.1);
        for (int i = 0; i < 2; i++)
            if (!(fabs(moving[i] - still[i]) < 1e-6 * still[0]))
                fail_msg("%s, %s: %g J at rest, %g J at 16 m/s", touching_guards[g].name,
                         touching_guards[g].settings, still[i], moving[i]);
    }
}

/* ---- State. */

/* All that a response has counted and booked goes with a saved state. */
static void what_was_counted_is_saved(void **state)
{
    (void)state;
    static const char *const names[] = {"bridson_collision", "provot_collision"};
    for (size_t i = 0; i < 2; i++) {
        objects o[2];
        for (size_t k = 0; k < 2; k++) {
            const trama_scene_spec scene = touching_sheet(3, 1.0, 0.0, 0.0, 0.0);
            objects_begin(&o[k]);
            objects_add(&o[k], "sheet", "provot", "structural=1 density=1 sweeps=0", &scene);
            objects_join(&o[k], "self", names[i], "", 1, 0);
            objects_make(&o[k], "symplectic_euler");
        }
        trama_collision *from = o[0].system->acting[0].self, *to = o[1].system->acting[0].self;
        from->contacts = 2;
        from->unresolved = 3;
        from->in_plane = 5;
        from->unresolved_steps = 7;
        from->in_plane_steps = 11;
        from->lost = 1.25;
        from->gained = 2.5;
        for (int axis = 0; axis < 3; axis++)
            from->momentum[axis] = 0.5 + axis;
        from->held = true;
        objects_copy_state(&o[0], &o[1]);
        assert_int_equal(to->contacts, 2);
        assert_int_equal(to->unresolved, 3);
        assert_int_equal(to->in_plane, 5);
        assert_int_equal(to->unresolved_steps, 7);
        assert_int_equal(to->in_plane_steps, 11);
        assert_true(to->lost == 1.25 && to->gained == 2.5 && to->held);
        for (int axis = 0; axis < 3; axis++)
            assert_true(to->momentum[axis] == 0.5 + axis);
        objects_end(&o[0]);
        objects_end(&o[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_impulse_stops_unequal_and_infinite_masses),
        cmocka_unit_test(a_light_sheet_on_a_heavy_one_ends_with_its_velocity),
        cmocka_unit_test(energy_is_booked_as_what_is_led_sees_it),
        cmocka_unit_test(what_was_counted_is_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
