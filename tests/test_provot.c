/* The kernel of Provot's cloth agrees with springs one by one, and its correction and its
 * parameters do what they say. */
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
#include "measure/momentum.h"
#include "model/particle/coupling.h"
#include "model/particle/normals.h"
#include "model/provot/sheet.h"
#include "support/cloth.h"
#include "support/near.h"

static const cloth_value plain[] = {{"structural", 50}, {"shear", 20}, {"flexion", 3},
                                    {"density", 0.5},   {"sweeps", 0}, {NULL, 0}};
static const cloth_value coupled[] = {{"structural", 50}, {"shear", 20},   {"flexion", 3},
                                      {"density", 0.5},   {"coupling", 7}, {"coupling_seed", 3},
                                      {"sweeps", 0},      {NULL, 0}};

static cloth shaken(long m, long n, const cloth_value *values, double drag)
{
    trama_scene_spec spec = cloth_scene(m, n, 0.1);
    spec.gravity[1] = drag != 0.0 ? -9.8 : 0.0;
    spec.drag = drag;
    spec.damping = 0.3 * drag;
    spec.wind[2] = 2.0;
    cloth made = cloth_of("provot", &spec, values, "symplectic_euler");
    cloth_shake(made.system->q, made.system->nq, 0.03, 11);
    cloth_shake(made.system->v, made.system->nv, 0.5, 12);
    return made;
}

static double *accelerations(cloth *c, double t)
{
    double *a = calloc(c->system->nv, sizeof *a);
    assert_non_null(a);
    trama_system_acceleration(c->system, t, c->system->q, c->system->v, a);
    return a;
}

/* --- the kernel --- */

typedef struct family {
    long dk, dl;
    double stiffness;
} family;
static const family families[] = {{0, 1, 50},  {1, 0, 50}, {1, 1, 20},
                                  {1, -1, 20}, {0, 2, 3},  {2, 0, 3}};

/* Adds K (l - l0) of one spring to both its ends. */
static void pull(const double *q, size_t nodes, size_t i, size_t j, double k, double rest,
                 double *force)
{
    double d[3], square = 0.0;
    for (size_t c = 0; c < 3; c++) {
        d[c] = q[c * nodes + j] - q[c * nodes + i];
        square += d[c] * d[c];
    }
    const double tension = k * (1.0 - rest / sqrt(square));
    for (size_t c = 0; c < 3; c++) {
        force[c * nodes + i] += tension * d[c];
        force[c * nodes + j] -= tension * d[c];
    }
}

/* Calls for every spring of families first..last. */
static void springs_of(long m, long n, size_t first, size_t last, const double *q, double *force)
{
    for (size_t f = first; f < last; f++)
        for (long k = 0; k + families[f].dk < m; k++)
            for (long l = 0; l < n; l++) {
                const long to = l + families[f].dl;
                if (to >= 0 && to < n)
                    pull(q, (size_t)(m * n), (size_t)(k * n + l),
                         (size_t)((k + families[f].dk) * n + to), families[f].stiffness,
                         0.1 * hypot((double)families[f].dk, (double)families[f].dl), force);
            }
}

/* F = sum of springs + m g - c v + C_f (n . (u - v)) n */
static double *plain_accelerations(const cloth *c, long m, long n, double drag)
{
    const size_t nodes = (size_t)(m * n);
    const trama_system *s = c->system;
    double *a = calloc(6 * nodes, sizeof *a), *normal = a + 3 * nodes;
    assert_non_null(a);
    springs_of(m, n, 0, 6, s->q, a);
    trama_grid_normals((size_t)m, (size_t)n, s->q, normal);
    for (size_t i = 0; i < nodes; i++) {
        double along = 0.0;
        for (size_t x = 0; x < 3; x++)
            along += normal[x * nodes + i] * ((x == 2 ? 2.0 : 0.0) - s->v[x * nodes + i]);
        for (size_t x = 0; x < 3; x++) {
            double *f = &a[x * nodes + i];
            *f += drag * along * normal[x * nodes + i] - 0.3 * drag * s->v[x * nodes + i];
            *f = *f / s->mass[i] - (x == 1 && drag != 0.0 ? 9.8 : 0.0);
        }
    }
    return a;
}

static void assert_same(const double *a, const double *b, size_t count, double tolerance)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        largest = worst_of(largest, fabs(b[i]));
    for (size_t i = 0; i < count; i++)
        assert_near(a[i], b[i], tolerance * largest);
}

/* 1100 columns are three panels. */
static const long sizes[][2] = {{2, 2}, {3, 2}, {2, 3}, {3, 7}, {17, 17}, {4, 1100}, {30, 5}};

static void the_kernel_is_the_sum_over_springs_one_by_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const long m = sizes[i][0], n = sizes[i][1];
        cloth c = shaken(m, n, plain, 0.02);
        double *a = accelerations(&c, 0.0), *expected = plain_accelerations(&c, m, n, 0.02);
        assert_same(a, expected, c.system->nv, 1e-14);
        free(a);
        free(expected);
        cloth_end(&c);
    }
}

static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        double *bits[TRAMA_ISA_COUNT] = {NULL};
        size_t size = 0;
        const trama_isa best = trama_isa_current();
        for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++) {
            if (!trama_isa_force(isa))
                continue;
            cloth c = shaken(sizes[i][0], sizes[i][1], coupled, 0.02);
            bits[isa] = accelerations(&c, 0.75);
            size = c.system->nv * sizeof *bits[isa];
            cloth_end(&c);
            assert_memory_equal(bits[isa], bits[TRAMA_ISA_V2], size);
        }
        trama_isa_force(best);
        for (int isa = 0; isa < TRAMA_ISA_COUNT; isa++)
            free(bits[isa]);
    }
}

static void forces_are_minus_the_gradient_of_the_energy(void **state)
{
    (void)state;
    cloth c = shaken(5, 6, plain, 0.0);
    assert_true(cloth_gradient_error(&c, c.system->q, 1e-6) < 1e-8); /* 3e-10 */
    cloth_end(&c);
}

static void internal_forces_conserve_momentum_and_its_moment(void **state)
{
    (void)state;
    cloth c = shaken(9, 12, plain, 0.0);
    double *a = accelerations(&c, 0.0), sum[6] = {0}, scale = 0.0;
    const size_t nodes = 9 * 12;
    const double *x = c.system->q, *y = x + nodes, *z = y + nodes;
    for (size_t i = 0; i < nodes; i++) {
        const double m = c.system->mass[i];
        const double f[] = {m * a[i], m * a[nodes + i], m * a[2 * nodes + i]};
        for (int axis = 0; axis < 3; axis++) {
            sum[axis] += f[axis];
            scale += fabs(f[axis]);
        }
        sum[3] += y[i] * f[2] - z[i] * f[1];
        sum[4] += z[i] * f[0] - x[i] * f[2];
        sum[5] += x[i] * f[1] - y[i] * f[0];
    }
    for (int i = 0; i < 6; i++)
        assert_near(sum[i], 0.0, 1e-14 * scale);
    free(a);
    cloth_end(&c);
}

/* The kernel draws for spring f N + i; the list has a harmless entry where there is none. */
static void the_kernel_and_the_list_give_the_same_coupling(void **state)
{
    (void)state;
    enum { M = 6, N = 9, NODES = M * N, ALL = 4 * NODES };
    static size_t first[ALL], second[ALL];
    static double rest[ALL], normal[3 * NODES], force[3 * NODES];
    cloth with = shaken(M, N, coupled, 0.0), without = shaken(M, N, plain, 0.0);
    double *a = accelerations(&with, 0.625), *b = accelerations(&without, 0.625);
    for (size_t i = 0; i < ALL; i++) {
        const family *f = &families[i / NODES];
        const long k = (long)(i % NODES) / N + f->dk, l = (long)(i % NODES) % N + f->dl;
        const bool there = k < M && l >= 0 && l < N;
        first[i] = there ? i % NODES : 0;
        second[i] = there ? (size_t)(k * N + l) : 0;
        rest[i] = there ? 0.1 * hypot((double)f->dk, (double)f->dl) : 1e-300;
    }
    const trama_coupling coupling = {7, 1.05, 0.95, 3};
    const trama_springs list = {ALL, first, second, rest};
    memset(force, 0, sizeof force);
    trama_grid_normals(M, N, with.system->q, normal);
    trama_coupling_add(&coupling, 0.625, &list, NODES, with.system->q, normal, force);
    for (size_t i = 0; i < 3 * (size_t)NODES; i++)
        assert_near((a[i] - b[i]) * with.system->mass[i], force[i], 1e-13);
    free(a);
    free(b);
    cloth_end(&with);
    cloth_end(&without);
}

/* --- the correction --- */

static void largest_stretch(const cloth *c, double strain[TRAMA_OBSERVABLES_MAX])
{
    c->system->object[0].type->observe(c->system->object[0].model, c->system->q, c->system->v,
                                       strain);
}

/* A sheet of 8 x 6 nodes pulled to 1.3 times its length and shaken a little. */
static cloth stretched(const cloth_value *values, bool pinned)
{
    trama_scene_spec spec = cloth_scene(8, 6, 0.1);
    if (pinned) {
        cloth_pin(&spec, 0, 0);
        cloth_pin(&spec, 0, -1);
    }
    cloth c = cloth_of("provot", &spec, values, "symplectic_euler");
    for (size_t i = 0; i < 48; i++)
        c.system->q[i] *= 1.3;
    cloth_shake(c.system->q, c.system->nq, 0.002, 5);
    cloth_shake(c.system->v, c.system->nv, 0.1, 6);
    trama_system_begin(c.system, 1e-3);
    return c;
}

static void correct(cloth *c, double h)
{
    const trama_system *s = c->system;
    s->object[0].type->post_step(s->object[0].model, h, h, s->inverse_mass, s->q, s->v);
}

#define CORRECTED(...)                                                                             \
    {                                                                                              \
        {"structural", 50}, {"shear", 20}, {"density", 0.5}, __VA_ARGS__,                          \
        {                                                                                          \
            NULL, 0                                                                                \
        }                                                                                          \
    }

static void the_correction_leaves_no_spring_above_tau_where_it_can(void **state)
{
    (void)state;
    for (int order = 0; order < 3; order++)
        for (int pinned = 0; pinned < 2; pinned++) {
            const cloth_value values[] = CORRECTED({"sweeps", 2000}, {"order", order});
            cloth c = stretched(values, pinned);
            double strain[TRAMA_OBSERVABLES_MAX];
            largest_stretch(&c, strain);
            assert_true(strain[0] > 0.29);
            correct(&c, 1e-3);
            largest_stretch(&c, strain);
            assert_true(strain[0] < 0.1 + 1e-12 && strain[1] < 0.1 + 1e-12); /* 1.3e-15 */
            cloth_end(&c);
        }
}

/* Positions (144) after that many sweeps. */
static void swept(double order, double sweeps, double *q)
{
    const cloth_value values[] = CORRECTED({"sweeps", sweeps}, {"order", order});
    cloth c = stretched(values, false);
    correct(&c, 1e-3);
    memcpy(q, c.system->q, 144 * sizeof *q);
    cloth_end(&c);
}

static void sweeps_go_by_rows_by_columns_or_back_and_forth(void **state)
{
    (void)state;
    double q[3][144];
    for (int sweeps = 1; sweeps <= 2; sweeps++) {
        for (int order = 0; order < 3; order++)
            swept(order, sweeps, q[order]);
        assert_memory_not_equal(q[0], q[1], sizeof q[0]);
        if (sweeps == 1)
            assert_memory_equal(q[0], q[2], sizeof q[0]); /* it has not come to go back */
        else
            assert_memory_not_equal(q[0], q[2], sizeof q[0]);
    }
    /* node [0, 0] comes last on the way back: its spring along k has its length, 1.1 x 0.1 m */
    const double *back = q[2];
    const double length =
        hypot(hypot(back[6] - back[0], back[54] - back[48]), back[102] - back[96]);
    assert_near(length, 0.11, 1e-15);
}

static void few_sweeps_leave_some_and_none_leaves_all(void **state)
{
    (void)state;
    const cloth_value four[] = CORRECTED({"sweeps", 4}), none[] = CORRECTED({"sweeps", 0});
    cloth c = stretched(four, false), d = stretched(none, false);
    double strain[TRAMA_OBSERVABLES_MAX], before[TRAMA_OBSERVABLES_MAX];
    largest_stretch(&c, before);
    correct(&c, 1e-3);
    correct(&d, 1e-3);
    largest_stretch(&c, strain);
    assert_true(strain[0] > 0.1 + 1e-3 && strain[0] < before[0]);
    largest_stretch(&d, strain);
    assert_true(strain[0] == before[0]);
    cloth_end(&c);
    cloth_end(&d);
}

static void held_ends_stay_and_velocities_are_kept(void **state)
{
    (void)state;
    const cloth_value values[] = CORRECTED({"sweeps", 30});
    cloth c = stretched(values, true);
    double q[144], v[144];
    memcpy(q, c.system->q, sizeof q);
    memcpy(v, c.system->v, sizeof v);
    correct(&c, 1e-3);
    for (size_t axis = 0; axis < 3; axis++) {
        assert_true(c.system->q[48 * axis] == q[48 * axis]);         /* node [0, 0] */
        assert_true(c.system->q[48 * axis + 5] == q[48 * axis + 5]); /* node [0, 5] */
    }
    assert_memory_equal(v, c.system->v, sizeof v);
    assert_true(fabs(c.system->q[47] - q[47]) > 0.01);
    cloth_end(&c);
}

static void sharing_by_mass_keeps_the_centre_and_moved_velocities_the_momentum(void **state)
{
    (void)state;
    const cloth_value by_mass[] = CORRECTED({"share", 1}, {"velocity", 1});
    const cloth_value by_half[] = CORRECTED({"share", 0}, {"velocity", 1});
    double before[3], after[3], centre[3], moved[3];
    cloth c = stretched(by_mass, false), d = stretched(by_half, false);
    trama_momentum(c.system, before);
    trama_centre(c.system, centre);
    correct(&c, 1e-3);
    trama_momentum(c.system, after);
    trama_centre(c.system, moved);
    for (int axis = 0; axis < 3; axis++) {
        assert_near(after[axis], before[axis], 1e-13);
        assert_near(moved[axis], centre[axis], 1e-15);
    }
    correct(&d, 1e-3); /* half each moves the centre: masses differ */
    trama_centre(d.system, moved);
    assert_true(fabs(moved[0] - centre[0]) > 1e-6);
    cloth_end(&c);
    cloth_end(&d);
}

/* --- masses, figures, input --- */

static double least_of(const double *x, size_t count)
{
    double least = x[0];
    for (size_t i = 1; i < count; i++)
        least = fmin(least, x[i]);
    return least;
}

static void masses_are_thirds_of_herringbone_triangles(void **state)
{
    (void)state;
    trama_scene_spec spec = cloth_scene(5, 4, 0.1);
    for (int distribution = 0; distribution < 3; distribution++) {
        const cloth_value values[] = {{"structural", 1},
                                      {"shear", 1},
                                      {"mass", 0.6},
                                      {"distribution", distribution},
                                      {NULL, 0}};
        cloth c = cloth_of("provot", &spec, values, "symplectic_euler");
        double sum = 0.0;
        for (size_t i = 0; i < 20; i++)
            sum += c.system->mass[i];
        assert_near(sum, 0.6, 1e-15);
        const double cell = 0.6 / 12, *mass = c.system->mass;
        static const double inner[] = {4.0 / 3, 1, 0.6}, corner[] = {1.0 / 6, 0.25, 0.6};
        assert_near(mass[5], (distribution == 2 ? 12.0 / 20 : inner[distribution]) * cell, 1e-16);
        assert_near(mass[3], (distribution == 2 ? 12.0 / 20 : corner[distribution]) * cell, 1e-16);
        cloth_end(&c);
    }
}

static void the_published_limit_is_of_the_least_mass_and_largest_stiffness(void **state)
{
    (void)state;
    trama_scene_spec spec = cloth_scene(17, 17, 0.002);
    const cloth_value values[] = {
        {"structural", 0.503}, {"shear", 0.305}, {"flexion", 0.031}, {"density", 0.3}, {NULL, 0}};
    cloth c = cloth_of("provot", &spec, values, "symplectic_euler");
    double value[TRAMA_OBSERVABLES_MAX];
    c.system->object[0].type->derive(c.system->object[0].model, value);
    /* a sixth of a cell of 4 mm^2 at 0.3 kg/m^2 is 0.2 mg, but 17 x 17 has no odd corner: an odd
     * node of an edge has two cells, 0.4 mg */
    assert_near(value[2], 4e-7, 1e-18);
    assert_near(value[0], 0.4 * 3.14159265358979 * sqrt(4e-7 / 0.503), 1e-12);
    assert_near(value[1], value[0] / 0.4, 1e-12);
    assert_near(least_of(c.system->mass, 289), value[2], 1e-20);
    cloth_end(&c);
}

static void stiffness_that_is_not_given_follows_from_mass(void **state)
{
    (void)state;
    trama_scene_spec spec = cloth_scene(17, 17, 0.002);
    const cloth_value values[] = {{"density", 3.75}, {NULL, 0}};
    cloth c = cloth_of("provot", &spec, values, "symplectic_euler");
    double value[TRAMA_OBSERVABLES_MAX];
    c.system->object[0].type->derive(c.system->object[0].model, value);
    assert_near(value[3], 0.01, 1e-15); /* Campos, 4.5: 0.01 N/m, and 0.0071 = 0.01/sqrt 2 */
    cloth_end(&c);
}

static void mass_is_given_once(void **state)
{
    (void)state;
    const trama_model_type *type = trama_model_find("provot");
    trama_scene_spec spec = cloth_scene(3, 3, 0.1);
    trama_scene *scene = NULL;
    trama_error error = {.text = ""};
    void *model = NULL, *p = calloc(1, type->parameters.size);
    assert_non_null(p);
    trama_fields_default(type->parameters, p);
    assert_int_equal(trama_scene_create(&spec, &scene, &error), TRAMA_OK);
    assert_int_equal(type->create(p, scene, &model, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "mass");
    *(double *)trama_field_at(trama_fields_find(type->parameters, "mass"), p) = 1.0;
    *(double *)trama_field_at(trama_fields_find(type->parameters, "density"), p) = 1.0;
    assert_int_equal(type->create(p, scene, &model, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "density");
    trama_scene_destroy(scene);
    free(p);
}

static void drag_is_solved_in_closed_form(void **state)
{
    (void)state;
    cloth c = shaken(6, 5, plain, 0.02);
    const trama_loads loads = {.damping = 0.006, .drag = 0.02};
    double dv[90], solved[90], normal[90];
    memset(dv, 0, sizeof dv);
    cloth_shake(dv, 90, 1.0, 9);
    memcpy(solved, dv, sizeof dv);
    c.system->object[0].type->solve_drag(c.system->object[0].model, 0.01, c.system->q, &loads,
                                         solved);
    trama_grid_normals(6, 5, c.system->q, normal);
    for (size_t i = 0; i < 30; i++) {
        double along = 0.0;
        for (size_t x = 0; x < 3; x++)
            along += normal[30 * x + i] * solved[30 * x + i];
        for (size_t x = 0; x < 3; x++) {
            const double d = 0.006 * solved[30 * x + i] + 0.02 * along * normal[30 * x + i];
            assert_near(solved[30 * x + i] + 0.01 / c.system->mass[i] * d, dv[30 * x + i], 1e-14);
        }
    }
    cloth_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_kernel_is_the_sum_over_springs_one_by_one),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
        cmocka_unit_test(forces_are_minus_the_gradient_of_the_energy),
        cmocka_unit_test(internal_forces_conserve_momentum_and_its_moment),
        cmocka_unit_test(the_kernel_and_the_list_give_the_same_coupling),
        cmocka_unit_test(the_correction_leaves_no_spring_above_tau_where_it_can),
        cmocka_unit_test(sweeps_go_by_rows_by_columns_or_back_and_forth),
        cmocka_unit_test(few_sweeps_leave_some_and_none_leaves_all),
        cmocka_unit_test(held_ends_stay_and_velocities_are_kept),
        cmocka_unit_test(sharing_by_mass_keeps_the_centre_and_moved_velocities_the_momentum),
        cmocka_unit_test(masses_are_thirds_of_herringbone_triangles),
        cmocka_unit_test(the_published_limit_is_of_the_least_mass_and_largest_stiffness),
        cmocka_unit_test(stiffness_that_is_not_given_follows_from_mass),
        cmocka_unit_test(mass_is_given_once),
        cmocka_unit_test(drag_is_solved_in_closed_form),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
