/* barrier_contact keeps its guarantee in every iterate of Newton's iteration, not at the end of
 * steps alone: nothing meets anything on the straight way from one iterate to the next, by exact
 * arithmetic over all pairs, which shares no code with it. Its friction is Coulomb's, its energy is
 * accounted for, and a method that does not ask it where it may go is refused by name. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "exact/passes.h"
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

static trama_pin whole(void)
{
    trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.l[0] = 0;
    pin.k[1] = pin.l[1] = -1;
    return pin;
}

/* In the order in which they are observed. */
enum { CONTACTS, NEAREST, LEAST, CROSSINGS, KAPPA, RAISED };

static double observed(const objects *o, size_t which)
{
    const trama_acting *acting = &o->system->acting[0];
    double value[TRAMA_OBSERVABLES_MAX];
    acting->type->observe(acting->self, o->system->t, o->system->q, o->system->v, value);
    return value[which];
}

/* ---- A witness of all iterates: an interaction that allows everything, and is told of each. */

static struct {
    const trama_system *system;
    double *last;
    const char *what;
    size_t iterates, near;
} witness;

static trama_status witness_create(const void *parameters, const trama_surface *const *among,
                                   size_t count, void **self, trama_error *error)
{
    (void)parameters, (void)among, (void)count, (void)error;
    *self = malloc(1);
    return TRAMA_OK;
}

/* A step begins, or begins anew in two halves. */
static trama_step_status witness_begin(void *self, const trama_moment *now, double h)
{
    (void)self, (void)h;
    if (witness.system)
        memcpy(witness.last, now->q, witness.system->nq * sizeof *witness.last);
    return TRAMA_STEP_OK;
}

static bool witness_accepted(void *self, const trama_moment *iterate)
{
    (void)self;
    if (!witness.system)
        return false;
    const exact_passes passes = exact_passes_of(witness.system, witness.last, iterate->q);
    if (passes.meet > 0)
        fail_msg("%s, iterate %zu at %g s: %zu pairs meet, of %zu near", witness.what,
                 witness.iterates, iterate->t, passes.meet, passes.near);
    memcpy(witness.last, iterate->q, witness.system->nq * sizeof *witness.last);
    witness.iterates++;
    witness.near += passes.near;
    return false;
}

static const trama_interaction_type witness_type = {.name = "witness",
                                                    .summary = "looks at iterates",
                                                    .least = 1,
                                                    .most = TRAMA_AMONG_MAX,
                                                    .create = witness_create,
                                                    .destroy = free,
                                                    .begin = witness_begin,
                                                    .accepted = witness_accepted};

/* Steps in none of whose iterates anything has met anything. */
static void judged_steps(objects *o, double h, long count, const char *what)
{
    trama_system *s = o->system;
    witness.last = malloc(s->nq * sizeof *witness.last);
    witness.what = what;
    witness.system = s;
    witness.iterates = witness.near = 0;
    for (long i = 0; i < count; i++) {
        objects_steps(o, h, 1);
        const size_t crossings = penetration_crossings(s);
        if (crossings > 0 || observed(o, CROSSINGS) > 0.0 || !(observed(o, LEAST) > 0.0) ||
            memcmp(witness.last, s->q, s->nq * sizeof *witness.last) != 0)
            fail_msg("%s, step %ld: %zu edges cross (seen: %g), the least distance is %g m", what,
                     i, crossings, observed(o, CROSSINGS), observed(o, LEAST));
    }
    print_message("%s: %zu iterates, %zu pairs near, none meets; least distance %g m\n", what,
                  witness.iterates, witness.near, observed(o, LEAST));
    free(witness.last);
    witness.system = NULL;
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
    objects_join(&o, "touch", "barrier_contact", "friction=0.2", 2, 0, 1);
    objects_join_type(&o, "witness", &witness_type, 1, (size_t[]){0});
    objects_make_with(&o, method, "iterations=100");
    snprintf(what, sizeof what, "%s under %s", models[model].name, method);
    judged_steps(&o, 2e-3, 12, what);
    assert_true(witness.near > 20 && observed(&o, LEAST) < 1e-3);
    objects_end(&o);
}

static void nothing_meets_in_any_iterate_with_any_model_and_method(void **state)
{
    (void)state;
    for (size_t model = 0; model < sizeof models / sizeof models[0]; model++)
        for (size_t m = 0; m < trama_integrator_count(); m++)
            if (trama_integrator_at(m)->guarded)
                check_fall(model, trama_integrator_at(m)->name);
}

/* ---- A cloth thrown on itself. */

/* One sheet folded over: two flaps, 1 cm apart, and a back that joins them. */
enum { ROW = 3, FLAP = 4 };
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
    objects_join(&o, "self", "barrier_contact", "", 1, 0);
    objects_join_type(&o, "witness", &witness_type, 1, (size_t[]){0});
    objects_make_with(&o, "backward_euler", "iterations=200 tolerance=1e-6");
    trama_system *s = o.system;
    const size_t n = s->nq / 3;
    for (size_t i = (FLAP + 2) * ROW; i < n; i++)
        s->v[n + i] = -100.0; /* 10 cm a step, 5 times the distance */
    judged_steps(&o, 1e-3, 4, "folded cloth");
    assert_true(observed(&o, LEAST) < 1e-3);
    objects_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_meets_in_any_iterate_with_any_model_and_method),
        cmocka_unit_test(a_cloth_thrown_on_itself_at_100_m_s_does_not_pass),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
