/* What every interaction owes the whole, whatever it does: action and reaction, energy that is
 * accounted for, forces that are functions, bits that depend on the case alone. Loops over every
 * interaction and, where it fits, every integrator; the example plugin's are among them. Filters:
 * test_interaction_filter.c. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/threads.h"
#include "support/acting.h"
#include "support/allocations.h"
#include "trama_plugin.h"

typedef struct trial {
    const acting_sample *sample;
    const char *method;
} trial;

typedef void trial_check(const trial *at);

static void for_every_sample(const char *method, trial_check *check)
{
    for (size_t s = 0; s < acting_sample_count(); s++)
        check(&(trial){&acting_samples[s], method});
}

static void for_every_sample_and_method(trial_check *check)
{
    for (size_t m = 0; m < trama_integrator_count(); m++)
        for_every_sample(trama_integrator_at(m)->name, check);
}

static void begin(objects *o, const trial *at)
{
    acting_begin(o, at->sample, (acting_setup){.method = at->method});
}

static double length(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

static double size_of(const double *x, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += fabs(x[i]);
    return sum;
}

static void every_interaction_has_a_sample(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_interaction_count(); i++) {
        const char *name = trama_interaction_at(i)->name;
        bool found = false;
        for (size_t s = 0; s < acting_sample_count(); s++)
            found = found || strcmp(acting_samples[s].interaction, name) == 0;
        if (!found)
            fail_msg("%s has no sample in support/acting.c", name);
    }
}

/* ---- Forces. */

/* f: of the interaction at the state of the system. */
static void forces_at(const objects *o, double *f)
{
    const trama_system *s = o->system;
    memset(f, 0, s->nv * sizeof *f);
    s->acting[0].type->forces(s->acting[0].self, s->t, s->q, s->v, f);
}

static void check_reaction(const trial *at)
{
    objects o;
    bool acted = false;
    begin(&o, at);
    double *f = calloc(o.system->nv, sizeof *f), *again = calloc(o.system->nv, sizeof *f);
    for (int i = 0; i < 60 && o.system->acting[0].type->forces; i++) {
        double sum[3], turning[3];
        objects_steps(&o, 5e-3, 1);
        forces_at(&o, f);
        forces_at(&o, again);
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
    for_every_sample("rk4", check_reaction);
}

/* Central difference of forces along u, in positions (cq) and velocities (cv). */
static void difference(objects *o, double cq, double cv, const double *u, double *y, double *f)
{
    trama_system *s = o->system;
    const double by = 1e-6;
    double *q = s->q, *v = s->v;
    double *moved = calloc(s->nq + s->nv, sizeof *moved);
    s->q = moved;
    s->v = moved + s->nq;
    memset(y, 0, s->nv * sizeof *y);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < s->nv; i++) {
            s->q[i] = q[i] + sign * by * cq * u[i];
            s->v[i] = v[i] + sign * by * cv * u[i];
        }
        forces_at(o, f);
        for (size_t i = 0; i < s->nv; i++)
            y[i] += sign * f[i] / (2.0 * by);
    }
    s->q = q;
    s->v = v;
    free(moved);
}

static void compare_tangent(objects *o, const trial *at, double cq, double cv)
{
    trama_system *s = o->system;
    double *block = calloc(4 * s->nv, sizeof *block), *u = block, *f = u + s->nv, *y = f + s->nv,
           *expected = y + s->nv;
    uint64_t random = 88172645463325252u;
    for (size_t i = 0; i < s->nv; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        u[i] = s->mass[i] != 1.0 ? (double)(random >> 11) / 4503599627370496.0 - 1.0 : 0.0;
    }
    difference(o, cq, cv, u, expected, f);
    s->acting[0].type->tangent_product(s->acting[0].self, s->t, s->q, s->v, cq, cv, u, y);
    const double size = size_of(expected, s->nv);
    for (size_t i = 0; i < s->nv; i++)
        if (!(fabs(y[i] - expected[i]) <= 1e-6 * size))
            fail_msg("%s at %g s: tangent %g %g has %.9g at %zu, differences %.9g",
                     acting_name(at->sample, at->method), s->t, cq, cv, y[i], i, expected[i]);
    free(block);
}

static void check_tangent(const trial *at)
{
    objects o;
    begin(&o, at);
    assert_int_equal(o.system->acting[0].type->forces != NULL,
                     o.system->acting[0].type->tangent_product != NULL);
    for (int i = 0; i < 20 && o.system->acting[0].type->forces; i++) {
        objects_steps(&o, 5e-3, 3);
        compare_tangent(&o, at, 1.0, 0.0);
        compare_tangent(&o, at, 0.0, 1.0);
        compare_tangent(&o, at, 0.7, -1.3);
    }
    objects_end(&o);
}

static void tangents_agree_with_differences(void **state)
{
    (void)state;
    for_every_sample("rk4", check_tangent);
}

/* ---- Rows. */

/* A row moves nothing as a whole, and turns nothing. */
static void check_row(const objects *o, const trial *at, const trama_row *row, const double *q)
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

static void check_stage(const objects *o, const trial *at, const trama_step_view *view,
                        const double *q, trama_rows *rows)
{
    trama_rows_begin(rows, view->stage, view->h, view->inverse_mass);
    o->system->acting[0].type->rows(o->system->acting[0].self, view, rows);
    for (size_t r = 0; r < rows->count; r++) {
        check_row(o, at, &rows->row[r], q);
        assert_true(r == 0 || rows->row[r].key > rows->row[r - 1].key);
    }
}

static void check_rows(const trial *at)
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
        trama_step_view view = {TRAMA_MOVE, h, {s->t, s->q, s->v}, q, s->v, s->v, s->inverse_mass};
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
    for_every_sample("symplectic_euler", check_rows);
}

/* ---- The whole. */

typedef struct balance {
    double momentum, angular, energy; /* largest changes */
} balance;

static double energy_of(const objects *o)
{
    const trama_system *s = o->system;
    double sum = trama_integrator_dissipated(o->integrator, 0), part[TRAMA_ENERGY_MAX];
    for (size_t i = 0; i < s->nv; i++)
        sum += 0.5 * s->mass[i] * s->v[i] * s->v[i];
    for (size_t b = 0; b < s->object_count; b++) {
        const trama_object *object = &s->object[b];
        object->type->energy(object->model, s->q + object->q_begin, part);
        for (size_t e = 0; object->type->energy_names[e]; e++)
            sum += part[e];
    }
    if (s->acting[0].type->energy)
        sum += s->acting[0].type->energy(s->acting[0].self, s->t, s->q);
    return sum;
}

static balance balance_of(const trial *at, double h, long steps)
{
    objects o;
    balance worst = {0};
    double p0[3], l0[3], p[3], l[3];
    acting_begin(&o, at->sample, (acting_setup){.method = at->method, .lossless = true});
    objects_sums(o.system, o.system->q, o.system->v, true, p0, l0);
    const double e0 = energy_of(&o);
    for (long i = 0; i < steps; i++) {
        objects_steps(&o, h, 1);
        objects_sums(o.system, o.system->q, o.system->v, true, p, l);
        for (int axis = 0; axis < 3; axis++) {
            worst.momentum = fmax(worst.momentum, fabs(p[axis] - p0[axis]));
            worst.angular = fmax(worst.angular, fabs(l[axis] - l0[axis]));
        }
        worst.energy = fmax(worst.energy, fabs(energy_of(&o) - e0));
    }
    objects_end(&o);
    return worst;
}

/* Momentum to rounding; angular momentum and energy as the step goes to zero. */
static void check_balance(const trial *at)
{
    const balance coarse = balance_of(at, 2e-3, 150), fine = balance_of(at, 2.5e-4, 1200);
    const bool booked = fine.energy < 0.5 * coarse.energy + 1e-10;
    if (!(coarse.momentum < 1e-12 && fine.momentum < 1e-11))
        fail_msg("%s: momentum changes by %g", acting_name(at->sample, at->method), fine.momentum);
    if (!(fine.angular < 0.5 * coarse.angular + 1e-10))
        fail_msg("%s: angular momentum changes by %g, then %g", acting_name(at->sample, at->method),
                 coarse.angular, fine.angular);
    if (!booked)
        fail_msg("%s: energy changes by %g, then %g", acting_name(at->sample, at->method),
                 coarse.energy, fine.energy);
}

static void momentum_is_kept_and_energy_is_booked(void **state)
{
    (void)state;
    for_every_sample_and_method(check_balance);
}

/* ---- What is held. */

static void check_held(const trial *at)
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
    for_every_sample_and_method(check_held);
}

/* ---- Bits. */

static void assert_same(const objects *a, const objects *b)
{
    assert_memory_equal(a->system->q, b->system->q, a->system->nq * sizeof(double));
    assert_memory_equal(a->system->v, b->system->v, a->system->nv * sizeof(double));
    assert_true(a->system->t == b->system->t);
    assert_true(trama_integrator_dissipated(a->integrator, 0) ==
                trama_integrator_dissipated(b->integrator, 0));
}

/* Copies the whole state. */
static void copy_state(const objects *from, const objects *to)
{
    trama_archive archive = {0};
    trama_error error;
    trama_archive_save(&archive);
    trama_system_state(from->system, &archive);
    trama_integrator_state(from->integrator, &archive);
    trama_archive_load(&archive);
    trama_system_state(to->system, &archive);
    trama_integrator_state(to->integrator, &archive);
    assert_int_equal(trama_archive_status(&archive, &error), TRAMA_OK);
    trama_archive_free(&archive);
}

static void check_continued(const trial *at)
{
    objects first, second;
    begin(&first, at);
    begin(&second, at);
    objects_steps(&first, 5e-3, 12);
    copy_state(&first, &second);
    objects_steps(&first, 5e-3, 30);
    objects_steps(&second, 5e-3, 30);
    assert_same(&first, &second);
    objects_end(&first);
    objects_end(&second);
}

static void a_saved_state_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    for_every_sample_and_method(check_continued);
}

static void run_threads(objects *o, const trial *at, size_t threads)
{
    trama_threads_set(threads);
    acting_begin(o, at->sample, (acting_setup){.method = at->method, .points = 24});
    objects_steps(o, 1e-3, 4);
    trama_threads_set(1);
}

static void check_threads(const trial *at)
{
    objects one, more;
    run_threads(&one, at, 1);
    for (size_t threads = 2; threads <= 3 && threads <= trama_threads_most(); threads++) {
        run_threads(&more, at, threads);
        assert_same(&one, &more);
        objects_end(&more);
    }
    objects_end(&one);
}

static void bits_do_not_depend_on_threads(void **state)
{
    (void)state;
    for_every_sample("rk4", check_threads);
}

/* ---- Memory. */

static void check_allocations(const trial *at)
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
    for_every_sample_and_method(check_allocations);
}

/* As the program does when it loads examples/plugin. */
static int add_example(void **state)
{
    trama_error error;
    (void)state;
    for (size_t i = 0; i < trama_plugin_table.interaction_count; i++)
        assert_int_equal(trama_interaction_register(trama_plugin_table.interactions[i], &error),
                         TRAMA_OK);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_interaction_has_a_sample),
        cmocka_unit_test(forces_have_a_reaction_and_are_functions_of_the_state),
        cmocka_unit_test(tangents_agree_with_differences),
        cmocka_unit_test(rows_have_a_reaction_and_ascending_keys),
        cmocka_unit_test(momentum_is_kept_and_energy_is_booked),
        cmocka_unit_test(held_coordinates_are_untouched),
        cmocka_unit_test(a_saved_state_goes_on_to_the_same_bits),
        cmocka_unit_test(bits_do_not_depend_on_threads),
        cmocka_unit_test(a_run_made_again_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, add_example, NULL);
}
