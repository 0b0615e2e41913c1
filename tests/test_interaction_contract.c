/* Every interaction keeps its contract: action equals reaction, forces are functions and the slope
 * of their energy, and bits depend on the case alone. The tests loop over every interaction, those
 * of the example plugin too, and where it fits over every integrator. test_interaction_balance.c
 * tests what is kept in a run, and test_interaction_filter.c filters. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "core/threads.h"
#include "support/acting.h"
#include "support/allocations.h"
#include "support/example_plugin.h"
#include "support/norms.h"
#include "support/tangents.h"

static void begin(objects *o, const acting_trial *at)
{
    acting_begin(o, at->sample, (acting_setup){.method = at->method});
}

/* They act among rigid bodies alone, and not between sheets; test_rigid_response.c and
 * test_joints.c hold them to the same. */
static bool acts_among_bodies(const char *name)
{
    const size_t length = strlen(name);
    return strncmp(name, "rigid_contact", strlen("rigid_contact")) == 0 ||
           (length > 6 && strcmp(name + length - 6, "_joint") == 0);
}

static void every_interaction_has_a_sample(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_interaction_count(); i++) {
        const char *name = trama_interaction_at(i)->name;
        bool found = acts_among_bodies(name);
        for (size_t s = 0; s < acting_sample_count(); s++)
            found = found || strcmp(acting_samples[s].interaction, name) == 0;
        if (!found)
            fail_msg("%s has no sample in support/acting.c", name);
    }
}

/* ---- Forces. */

static void check_reaction(const acting_trial *at)
{
    objects o;
    bool acted = false;
    begin(&o, at);
    double *f = calloc(o.system->nv, sizeof *f), *again = calloc(o.system->nv, sizeof *f);
    for (int i = 0; i < 60 && o.system->acting[0].type->forces; i++) {
        double sum[3], turning[3];
        objects_steps(&o, 5e-3, 1);
        tangents_forces(&o, f);
        tangents_forces(&o, again);
        assert_memory_equal(f, again, o.system->nv * sizeof *f);
        const double size = size_of(f, o.system->nv);
        objects_sums(o.system, o.system->q, f, false, sum, turning);
        if (!(length(sum) <= 1e-13 * size &&
              length(turning) <= 1e-12 * size + at->sample->arm * size))
            fail_msg("%s: of %g N, %g N and %g N m are left over",
                     acting_name(at->sample, at->method), size, length(sum), length(turning));
        acted = acted || size > 0.0;
    }
    if (o.system->acting[0].type->forces && strstr(at->sample->settings, "kind=row") == NULL)
        assert_true(acted);
    free(f);
    free(again);
    objects_end(&o);
}

static void forces_have_a_reaction_and_are_functions_of_the_state(void **state)
{
    (void)state;
    acting_each("rk4", check_reaction);
}

static void compare_tangents(objects *o, const acting_trial *at, double cq, double cv)
{
    const trama_interaction_type *type = o->system->acting[0].type;
    const double product = tangents_error(o, cq, cv, 7),
                 assembled = type->tangent ? tangents_assembled_error(o, cq, cv, 8) : 0.0;
    if (!(product <= 1e-6 && assembled <= 1e-13))
        fail_msg("%s at %g s: tangent %g %g is off by %g, the matrix by %g",
                 acting_name(at->sample, at->method), o->system->t, cq, cv, product, assembled);
}

static void check_tangent(const acting_trial *at)
{
    objects o;
    begin(&o, at);
    const trama_interaction_type *type = o.system->acting[0].type;
    assert_int_equal(type->forces != NULL, type->tangent_product != NULL);
    assert_true(!type->tangent || type->tangent_product);
    for (int i = 0; i < 20 && type->forces; i++) {
        objects_steps(&o, 5e-3, 3);
        compare_tangents(&o, at, 1.0, 0.0);
        compare_tangents(&o, at, 0.0, 1.0);
        compare_tangents(&o, at, 0.7, -1.3);
    }
    objects_end(&o);
}

static void tangents_agree_with_differences(void **state)
{
    (void)state;
    acting_each("rk4", check_tangent);
}

static double energy_moved(const objects *o, double by, const double *u, double *q)
{
    const trama_system *s = o->system;
    for (size_t i = 0; i < s->nq; i++)
        q[i] = s->q[i] + by * u[i];
    return s->acting[0].type->energy(s->acting[0].self, s->t, q);
}

/* What forces do without their losses is the slope of the energy; losses take energy out. */
static void check_potential(const acting_trial *at)
{
    objects o;
    begin(&o, at);
    const trama_system *s = o.system;
    const trama_acting *acting = &s->acting[0];
    double *block = calloc(4 * s->nv, sizeof *block), *u = block, *f = u + s->nv, *lost = f + s->nv,
           *q = lost + s->nv;
    trama_random random = {5};
    for (int step = 0; step < 60 && acting->type->forces; step++) {
        double slope = 0.0, power = 0.0, size = 0.0;
        objects_steps(&o, 5e-3, 1);
        tangents_forces(&o, f);
        memset(lost, 0, s->nv * sizeof *lost);
        if (acting->type->losses)
            acting->type->losses(acting->self, s->t, s->q, s->v, lost);
        for (size_t i = 0; i < s->nv; i++) {
            u[i] = s->mass[i] != 1.0 ? trama_random_signed(&random) : 0.0;
            slope += (f[i] - lost[i]) * u[i];
            power += lost[i] * s->v[i];
            size += fabs(f[i]);
        }
        const double expected =
            (energy_moved(&o, -1e-6, u, q) - energy_moved(&o, 1e-6, u, q)) / 2e-6;
        if (!(fabs(slope - expected) <= 1e-5 * size + 1e-9 && power <= 0.0))
            fail_msg("%s at %g s: forces give %.9g J, the energy %.9g; losses %g W",
                     acting_name(at->sample, at->method), s->t, slope, expected, power);
    }
    free(block);
    objects_end(&o);
}

static void forces_are_the_slope_of_the_energy_and_losses(void **state)
{
    (void)state;
    acting_each("rk4", check_potential);
}

/* ---- Rows. */

/* A row moves nothing as a whole, and turns nothing. */
static void check_row(const objects *o, const acting_trial *at, const trama_row *row,
                      const double *q)
{
    double sum[3], turning[3];
    double *f = calloc(o->system->nv, sizeof *f);
    for (size_t i = 0; i < row->count; i++)
        f[row->index[i]] += row->j[i];
    objects_sums(o->system, q, f, false, sum, turning);
    assert_true(size_of(f, o->system->nv) > 0.5);
    if (!(length(sum) < 1e-13 && length(turning) < 1e-12 + at->sample->arm))
        fail_msg("%s: a row pushes by %g and turns by %g m", acting_name(at->sample, at->method),
                 length(sum), length(turning));
    free(f);
}

static void check_stage(const objects *o, const acting_trial *at, const trama_step_view *view,
                        const double *q, trama_rows *rows)
{
    trama_rows_begin(rows, view->stage, view->h, view->inverse_mass);
    o->system->acting[0].type->rows(o->system->acting[0].self, view, rows);
    for (size_t r = 0; r < rows->count; r++) {
        check_row(o, at, &rows->row[r], q);
        assert_true(r == 0 || rows->row[r].key > rows->row[r - 1].key);
    }
}

static void check_rows(const acting_trial *at)
{
    objects o;
    trama_rows rows = {0};
    size_t seen = 0;
    begin(&o, at);
    trama_system *s = o.system;
    double *q = calloc(s->nq, sizeof *q);
    for (int i = 0; i < 60 && s->acting[0].type->rows; i++) {
        const double h = 5e-3;
        objects_steps(&o, h, 1);
        trama_system_drift(s, h, s->v, s->q, q);
        trama_step_view view = {TRAMA_MOVE, h,    {s->t, s->q, s->v}, q,
                                s->v,       s->v, s->inverse_mass,    0};
        check_stage(&o, at, &view, s->q, &rows);
        seen += rows.count;
        view.stage = TRAMA_END;
        check_stage(&o, at, &view, q, &rows);
    }
    assert_true(seen > 0 || !s->acting[0].type->rows || strstr(at->sample->settings, "kind=force"));
    trama_rows_free(&rows);
    free(q);
    objects_end(&o);
}

static void rows_have_a_reaction_and_ascending_keys(void **state)
{
    (void)state;
    acting_each("symplectic_euler", check_rows);
}

/* ---- Bits. */

/* What the interaction says of its state; 0 where it says nothing. */
static void observe(const objects *o, double value[TRAMA_OBSERVABLES_MAX + 1])
{
    const trama_acting *acting = &o->system->acting[0];
    memset(value, 0, (TRAMA_OBSERVABLES_MAX + 1) * sizeof *value);
    if (acting->type->observe)
        acting->type->observe(acting->self, o->system->t, o->system->q, o->system->v, value);
    if (acting->type->spent)
        value[TRAMA_OBSERVABLES_MAX] = acting->type->spent(acting->self);
}

static void assert_same(const objects *a, const objects *b)
{
    double of_a[TRAMA_OBSERVABLES_MAX + 1], of_b[TRAMA_OBSERVABLES_MAX + 1];
    observe(a, of_a);
    observe(b, of_b);
    assert_memory_equal(of_a, of_b, sizeof of_a);
    assert_memory_equal(a->system->q, b->system->q, a->system->nq * sizeof(double));
    assert_memory_equal(a->system->v, b->system->v, a->system->nv * sizeof(double));
    assert_true(a->system->t == b->system->t);
}

static void assert_same_books(const objects *a, const objects *b)
{
    assert_same(a, b);
    assert_true(trama_integrator_dissipated(a->integrator, 0) ==
                trama_integrator_dissipated(b->integrator, 0));
}

static void check_continued(const acting_trial *at)
{
    objects first, second;
    begin(&first, at);
    begin(&second, at);
    objects_steps(&first, 5e-3, 12);
    objects_copy_state(&first, &second);
    objects_steps(&first, 5e-3, 30);
    objects_steps(&second, 5e-3, 30);
    assert_same_books(&first, &second);
    objects_end(&first);
    objects_end(&second);
}

static void a_saved_state_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    acting_each_under_every_method(check_continued);
}

/* Nothing is left of the first run, nor of a second that was cut short. */
static void check_again(const acting_trial *at)
{
    objects first, again;
    begin(&first, at);
    begin(&again, at);
    for (int run = 0; run < 3; run++) {
        if (run > 0) {
            trama_system_reset(again.system);
            trama_integrator_restart(again.integrator);
        }
        objects_steps(&again, 5e-3, run == 1 ? 23 : 40);
    }
    objects_steps(&first, 5e-3, 40);
    assert_same(&first, &again);
    objects_end(&first);
    objects_end(&again);
}

static void a_run_made_again_ends_alike(void **state)
{
    (void)state;
    acting_each("symplectic_euler", check_again);
}

static void run_threads(objects *o, const acting_trial *at, size_t threads)
{
    trama_threads_set(threads);
    acting_begin(o, at->sample, (acting_setup){.method = at->method, .points = 24});
    objects_steps(o, 1e-3, 4);
    trama_threads_set(1);
}

static void check_threads(const acting_trial *at)
{
    objects one, more;
    run_threads(&one, at, 1);
    for (size_t threads = 2; threads <= 3 && threads <= trama_threads_most(); threads++) {
        run_threads(&more, at, threads);
        assert_same_books(&one, &more);
        objects_end(&more);
    }
    objects_end(&one);
}

static void bits_do_not_depend_on_threads(void **state)
{
    (void)state;
    acting_each("rk4", check_threads);
}

/* ---- Memory. */

static void check_allocations(const acting_trial *at)
{
    objects o;
    begin(&o, at);
    for (int run = 0; run < 2; run++) { /* the first makes what room the second needs */
        trama_system_reset(o.system);
        trama_integrator_restart(o.integrator);
        const long before = allocations;
        objects_steps(&o, 5e-3, 60);
        if (run == 1)
            assert_int_equal(allocations, before);
    }
    objects_end(&o);
}

static void a_run_made_again_allocates_nothing(void **state)
{
    (void)state;
    watch_allocations();
    acting_each_under_every_method(check_allocations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_interaction_has_a_sample),
        cmocka_unit_test(forces_have_a_reaction_and_are_functions_of_the_state),
        cmocka_unit_test(tangents_agree_with_differences),
        cmocka_unit_test(forces_are_the_slope_of_the_energy_and_losses),
        cmocka_unit_test(rows_have_a_reaction_and_ascending_keys),
        cmocka_unit_test(a_saved_state_goes_on_to_the_same_bits),
        cmocka_unit_test(a_run_made_again_ends_alike),
        cmocka_unit_test(bits_do_not_depend_on_threads),
        cmocka_unit_test(a_run_made_again_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, example_plugin_add, NULL);
}
