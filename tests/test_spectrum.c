/* The largest frequency about a state agrees with a dense eigensolver, with closed forms, and with
 * power iteration on the thesis' scenes. test_spectrum_search.c tests how the search ends. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>

#include "core/numbers.h"
#include "measure/spectrum.h"
#include "support/near.h"
#include "support/oscillator.h"
#include "support/sheet.h"
#include "support/spectrum.h"

/* ---- Systems. */

enum { SCHEMES = NO_CHRISTOFFEL }; /* those before it */

/* 5 x 4 nodes, two of them pinned, moved at random by `amplitude` (m; the spacing is 1 m). */
static void begin_small(sheet_run *run, const char *scheme, double amplitude)
{
    const sheet_material material = sheet_isotropic(100, 0.3, 0.1, 1.2, scheme);
    trama_scene_spec scene = sheet_scene(5, 4, 4, 3);
    trama_pin pins[2] = {sheet_pin(0, 0), sheet_pin(0, -1)};
    scene.pins = pins;
    scene.pin_count = 2;
    scene.damping = 0.2;
    sheet_begin(run, &scene, &material, "symplectic_euler");
    sheet_shake(run->system->q, run->system->nq, amplitude, 7);
}

/* A linear system of two coordinates: a = -A q - c v. */
static const double *planted_matrix; /* 2 x 2, row-major */
static double planted_damping;

static trama_status planted_create(const void *parameters, const trama_scene *scene, void **model,
                                   trama_error *error)
{
    (void)parameters, (void)scene, (void)error;
    *model = NULL;
    return TRAMA_OK;
}

static void planted_destroy(void *model)
{
    (void)model;
}

static void planted_dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = *nv = 2;
}

static void planted_initial(const void *model, double *q, double *v)
{
    (void)model;
    q[0] = 0.3, q[1] = -0.2, v[0] = 0.1, v[1] = 0.4;
}

static void planted_acceleration(void *model, double t, const double *q, const double *v,
                                 const trama_loads *loads, double *a)
{
    (void)model, (void)t, (void)loads;
    for (int i = 0; i < 2; i++)
        a[i] = -planted_matrix[2 * i] * q[0] - planted_matrix[2 * i + 1] * q[1] -
               planted_damping * v[i];
}

static const trama_model_type planted_type = {
    .name = "planted",
    .parameters = TRAMA_NO_FIELDS,
    .create = planted_create,
    .destroy = planted_destroy,
    .dimensions = planted_dimensions,
    .initial = planted_initial,
    .acceleration = planted_acceleration,
};

static trama_spectrum planted_spectrum(const double *matrix, double damping)
{
    const trama_scene_spec nowhere = {0};
    trama_scene *scene;
    trama_system *system;
    trama_error error;
    planted_matrix = matrix;
    planted_damping = damping;
    assert_int_equal(trama_scene_create(&nowhere, &scene, &error), TRAMA_OK);
    assert_int_equal(trama_system_create(&planted_type, NULL, scene, &system, &error), TRAMA_OK);
    const trama_spectrum spectrum = spectrum_at(system, 1e-6, 50);
    trama_system_destroy(system);
    trama_scene_destroy(scene);
    return spectrum;
}

/* ---- The dense way: -J of the free coordinates, column by column, and all its eigenvalues. */

static size_t free_coordinates(const trama_system *system, size_t *coordinate)
{
    const trama_held *held = trama_activity_held(system->object[0].activity);
    size_t count = 0;
    for (size_t i = 0; i < system->nv; i++) {
        bool is_free = true;
        for (size_t h = 0; h < held->count; h++)
            is_free = is_free && held->coordinate[h] != i;
        if (is_free)
            coordinate[count++] = i;
    }
    return count;
}

static gsl_matrix *dense_tangent(trama_system *system)
{
    const double step = 1e-5;
    size_t coordinate[60];
    assert_true(system->nv <= 60);
    const size_t n = free_coordinates(system, coordinate);
    double *up = sheet_numbers(2 * system->nv), *down = up + system->nv;
    gsl_matrix *dense = gsl_matrix_alloc(n, n);
    for (size_t j = 0; j < n; j++) {
        double *moved = &system->q[coordinate[j]], q = *moved;
        *moved = q + step;
        trama_system_acceleration(system, system->t, system->q, system->v, up);
        *moved = q - step;
        trama_system_acceleration(system, system->t, system->q, system->v, down);
        *moved = q;
        for (size_t i = 0; i < n; i++)
            gsl_matrix_set(dense, i, j, -(up[coordinate[i]] - down[coordinate[i]]) / (2 * step));
    }
    free(up);
    return dense;
}

/* The eigenvalue that lies farthest out, and the one nearest to `place`. */
typedef struct dense_pair {
    gsl_complex largest, nearest;
} dense_pair;

static dense_pair dense_eigenvalues(trama_system *system, double place)
{
    gsl_matrix *dense = dense_tangent(system);
    const size_t n = dense->size1;
    gsl_vector_complex *value = gsl_vector_complex_alloc(n);
    gsl_eigen_nonsymm_workspace *eigen = gsl_eigen_nonsymm_alloc(n);
    assert_int_equal(gsl_eigen_nonsymm(dense, value, eigen), 0);
    dense_pair found = {{{0, 0}}, {{HUGE_VAL, 0}}};
    for (size_t i = 0; i < n; i++) {
        const gsl_complex one = gsl_vector_complex_get(value, i);
        if (gsl_complex_abs(one) > gsl_complex_abs(found.largest))
            found.largest = one;
        if (hypot(GSL_REAL(one) - place, GSL_IMAG(one)) <
            hypot(GSL_REAL(found.nearest) - place, GSL_IMAG(found.nearest)))
            found.nearest = one;
    }
    gsl_eigen_nonsymm_free(eigen);
    gsl_vector_complex_free(value);
    gsl_matrix_free(dense);
    return found;
}

static gsl_complex dense_largest(trama_system *system)
{
    return dense_eigenvalues(system, 0).largest;
}

/* ---- Claims. */

/* Measured: 5e-10 at most, over four schemes, flat and deformed. */
static void largest_frequency_is_that_of_the_dense_matrix(void **state)
{
    (void)state;
    static const double amplitudes[] = {0, 0.03, 0.15};
    for (size_t s = 0; s < SCHEMES; s++)
        for (size_t a = 0; a < 3; a++) {
            sheet_run run;
            begin_small(&run, sheet_schemes[s], amplitudes[a]);
            const trama_spectrum found = spectrum_at(run.system, 1e-9, 60);
            const gsl_complex dense = dense_largest(run.system);
            const double size = gsl_complex_abs(dense);
            const double growth = sqrt(fmax(0, (size - GSL_REAL(dense)) / 2));
            assert_true(found.converged && found.finite);
            assert_near(found.omega / sqrt(size), 1, 1e-8);
            assert_near(found.growth, growth, 1e-4);
            sheet_end(&run);
        }
}

/* 2/omega of the flat sheets, ms, by power iteration on a prototype, rounded to 0.01. */
static void flat_sheets_of_the_thesis_have_their_known_frequencies(void **state)
{
    (void)state;
    static const struct {
        long points;
        double mass, xi, phi, expected;
    } sheets[] = {
        {10, 10, 0.3, 0.001, 12.58}, {20, 7.8, 0.01, 0.1, 5.21}, {30, 10, 0.01, 0.01, 3.86},
        {40, 9, 0.01, 0.1, 2.72},    {50, 11, 0.025, 0.1, 2.39}, {60, 13.3, 0.05, 0.1, 2.19},
    };
    for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++) {
        const trama_scene_spec scene = sheet_scene(sheets[i].points, sheets[i].points, 10, 10);
        const sheet_material material =
            sheet_isotropic(100, sheets[i].xi, sheets[i].phi, sheets[i].mass, "reference");
        sheet_run run;
        sheet_begin(&run, &scene, &material, "symplectic_euler");
        const trama_spectrum found = spectrum_at(run.system, 1e-3, 120);
        assert_true(found.converged);
        assert_near(2000 / found.omega, sheets[i].expected, 0.0075);
        /* the continuum's formula, which forgets the edges: sqrt(32 zeta / (mu h^2)) */
        const double h = 10.0 / (double)(sheets[i].points - 1);
        const double free_sheet = sqrt(32 * 100 / (sheets[i].mass / 100 * h * h));
        assert_true(found.omega < free_sheet && found.omega > 0.98 * free_sheet);
        sheet_end(&run);
    }
}

/* Both kinds of products; measured: 1e-9 of omega, 1e-8 of the damping. */
static void differences_agree_with_the_exact_tangent(void **state)
{
    (void)state;
    for (int amplitude = 0; amplitude < 3; amplitude++) {
        sheet_run run;
        begin_small(&run, "reference", 0.1 * amplitude);
        const trama_spectrum_spec differences = {1e-9, 60, 1, TRAMA_TANGENT_DIFFERENCES};
        const trama_spectrum exact = spectrum_at(run.system, 1e-9, 60);
        const trama_spectrum other = spectrum_of(run.system, &differences);
        assert_near(exact.omega / other.omega, 1, 1e-7);
        assert_near(exact.damping / other.damping, 1, 1e-6);
        assert_near(exact.asymmetry, other.asymmetry, 1e-6);
        assert_true(amplitude > 0 || exact.asymmetry < 1e-13);
        sheet_end(&run);
    }
}

static void oscillator_gives_its_frequency_and_damping(void **state)
{
    (void)state;
    piece run;
    oscillator_begin(&run, (oscillator_method){.name = "verlet"},
                     (oscillator_spring){3.7, 0.41, 0, 0.9, -0.4});
    const trama_spectrum found = spectrum_at(run.system, 1e-6, 10);
    assert_near(found.omega, 3.7, 1e-8);
    assert_near(found.symmetric, 3.7, 1e-8);
    assert_near(found.damping, 0.41, 1e-12);
    assert_near(found.growth, 0, 0);
    assert_int_equal(found.products, 1);
    assert_true(found.converged);
    piece_end(&run);
}

/* Duffing: omega^2 + 3 kappa x^2 at the state, not at rest. */
static void tangent_is_that_of_the_state(void **state)
{
    (void)state;
    piece run;
    oscillator_begin(&run, (oscillator_method){.name = "verlet"},
                     (oscillator_spring){2, 0, 5, 0.6, 0});
    assert_near(spectrum_at(run.system, 1e-6, 10).omega, sqrt(4 + 15 * 0.36), 1e-8);
    piece_end(&run);
}

static void operator_that_is_not_symmetric_is_taken_as_it_is(void **state)
{
    (void)state;
    static const double turning[] = {4, 3, -3, 4}, sheared[] = {1, 10, 0, 1};
    const trama_spectrum turn = planted_spectrum(turning, 0.3); /* eigenvalues 4 +- 3i */
    assert_near(turn.omega, sqrt(5), 1e-8);
    assert_near(turn.growth, sqrt(0.5), 1e-8);
    assert_near(turn.asymmetry, 6 * sqrt(2) / sqrt(50), 1e-8);
    assert_near(turn.symmetric, 2, 1e-8);
    assert_near(turn.damping, 0.3, 1e-12);
    const trama_spectrum shear = planted_spectrum(sheared, 0); /* 1 twice; symmetric part 6, -4 */
    assert_near(shear.omega, 1, 1e-4); /* a double eigenvalue: known to the root of round-off */
    assert_near(shear.symmetric, sqrt(6), 1e-8);
}

/* A state that moves away by itself, as a sheet that buckles does: no step is limited by it. */
static void what_moves_away_is_no_frequency(void **state)
{
    (void)state;
    static const double saddle[] = {4, 0, 0, -100}, hill[] = {-4, 0, 0, -100};
    const trama_spectrum both = planted_spectrum(saddle, 0.3), none = planted_spectrum(hill, 0.3);
    assert_near(both.omega, 2, 1e-8);
    assert_near(both.growth, 0, 1e-8);
    assert_true(both.converged);
    assert_near(none.omega, 0, 1e-12);
    assert_true(none.growth > 1.0);
    assert_true(none.converged);
}

/* The strong form has no potential. Measured: 4e-10 flat, 2e-3 deformed by 15 % of the spacing;
 * `natural` has Christoffel symbols at the edges that flatness does not make symmetric. */
static void strong_form_is_symmetric_only_when_flat(void **state)
{
    (void)state;
    sheet_run flat, deformed;
    begin_small(&flat, "reference", 0);
    begin_small(&deformed, "reference", 0.15);
    const trama_spectrum even = spectrum_at(flat.system, 1e-6, 60);
    const trama_spectrum bent = spectrum_at(deformed.system, 1e-6, 60);
    assert_true(even.asymmetry < 1e-7);
    assert_near(even.symmetric / even.omega, 1, 1e-8);
    assert_true(bent.asymmetry > 1e-4);
    assert_true(bent.symmetric > bent.omega);
    sheet_end(&deformed);
    sheet_end(&flat);
}

static void held_coordinates_do_not_take_part(void **state)
{
    (void)state;
    sheet_run run;
    begin_small(&run, "reference", 0.05);
    trama_system *system = run.system;
    trama_tangent *tangent;
    trama_error error;
    const trama_spectrum_spec spec = {1e-3, 4, 1, TRAMA_TANGENT_EXACT};
    double *u = sheet_numbers(2 * system->nv), *y = u + system->nv;
    assert_int_equal(trama_tangent_create(system, &spec, &tangent, &error), TRAMA_OK);
    for (size_t i = 0; i < system->nv; i++)
        u[i] = 1.0 + (double)i;
    trama_tangent_apply(tangent, system, system->q, system->v, u, y);
    const trama_held *held = trama_activity_held(system->object[0].activity);
    assert_int_equal(held->count, 6);
    for (size_t i = 0; i < held->count; i++)
        assert_near(y[held->coordinate[i]], 0, 0);
    trama_tangent_destroy(tangent);
    free(u);
    sheet_end(&run);
}

/* Pins in force at the coming iteration count, whatever the system did before. */
static void all_held_but_one_node_leaves_its_three_frequencies(void **state)
{
    (void)state;
    const sheet_material material = sheet_isotropic(100, 0.3, 0.1, 1.2, "reference");
    trama_scene_spec scene = sheet_scene(5, 4, 4, 3);
    trama_pin pins[2] = {sheet_pin(0, 0), sheet_pin(3, 0)};
    pins[0].k[1] = 2, pins[0].l[1] = 3;
    pins[1].k[1] = 4, pins[1].l[1] = 2;
    scene.pins = pins;
    scene.pin_count = 2;
    sheet_run run;
    sheet_begin(&run, &scene, &material, "symplectic_euler"); /* [3, 3] and [4, 3] are free */
    const trama_spectrum found = spectrum_at(run.system, 1e-9, 60);
    assert_true(found.products <= 7);
    assert_true(found.converged);
    assert_near(found.omega / sqrt(gsl_complex_abs(dense_largest(run.system))), 1, 1e-8);
    sheet_end(&run);
}

static void state_that_is_not_finite_has_no_tangent(void **state)
{
    (void)state;
    static const double broken[] = {TRAMA_NAN, TRAMA_INFINITY, 1e200};
    for (size_t i = 0; i < 3; i++) {
        sheet_run run;
        begin_small(&run, "reference", 0);
        run.system->q[11] = broken[i];
        const trama_spectrum found = spectrum_at(run.system, 1e-3, 60);
        assert_false(found.finite);
        assert_false(found.converged);
        assert_true(isnan(found.omega) && isnan(found.damping) && isnan(found.symmetric));
        assert_true(isinf(found.bound));
        sheet_end(&run);
    }
}

/* Where the products do not suffice, the last bound is told, and is one: an eigenvalue is that near
 * (symmetric operator). */
static void not_converged_says_so_with_its_last_bound(void **state)
{
    (void)state;
    sheet_run run;
    begin_small(&run, "reference", 0);
    for (long products = 3; products <= 12; products += 3) {
        const trama_spectrum found = spectrum_at(run.system, 1e-8, products);
        const double lambda = found.omega * found.omega;
        const gsl_complex near = dense_eigenvalues(run.system, lambda).nearest;
        assert_false(found.converged);
        assert_true(found.finite);
        assert_int_equal(found.products, products);
        assert_true(found.bound > 1e-8 * found.omega && found.bound < found.omega);
        assert_true(fabs(GSL_REAL(near) - lambda) <= 2 * found.omega * found.bound * 1.00001);
    }
    sheet_end(&run);
}

static void seed_decides_every_bit(void **state)
{
    (void)state;
    sheet_run run;
    begin_small(&run, "natural", 0.1);
    const trama_spectrum once = spectrum_at(run.system, 1e-5, 60);
    const trama_spectrum again = spectrum_at(run.system, 1e-5, 60);
    assert_memory_equal(&once.omega, &again.omega, sizeof once.omega);
    assert_memory_equal(&once.symmetric, &again.symmetric, sizeof once.symmetric);
    assert_int_equal(once.products, again.products);
    sheet_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(largest_frequency_is_that_of_the_dense_matrix),
        cmocka_unit_test(flat_sheets_of_the_thesis_have_their_known_frequencies),
        cmocka_unit_test(differences_agree_with_the_exact_tangent),
        cmocka_unit_test(oscillator_gives_its_frequency_and_damping),
        cmocka_unit_test(tangent_is_that_of_the_state),
        cmocka_unit_test(operator_that_is_not_symmetric_is_taken_as_it_is),
        cmocka_unit_test(what_moves_away_is_no_frequency),
        cmocka_unit_test(strong_form_is_symmetric_only_when_flat),
        cmocka_unit_test(held_coordinates_do_not_take_part),
        cmocka_unit_test(all_held_but_one_node_leaves_its_three_frequencies),
        cmocka_unit_test(state_that_is_not_finite_has_no_tangent),
        cmocka_unit_test(not_converged_says_so_with_its_last_bound),
        cmocka_unit_test(seed_decides_every_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
