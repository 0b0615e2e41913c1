/* The search for the largest frequency ends when it should, and leaves the run unchanged.
 * test_spectrum.c tests what it finds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "measure/spectrum.h"
#include "support/near.h"
#include "support/sheet.h"
#include "support/spectrum.h"

/* S1's largest frequency is that of a mode of the edges, 2 % above the next, which a random start
 * hardly holds. */
static void tolerance_is_kept_and_costs_products(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene_s1();
    const sheet_material material = sheet_material_s1("reference");
    sheet_run run;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    const trama_spectrum exact = spectrum_at(run.system, 1e-8, 300);
    long products = 0;
    for (int i = 0; i < 7; i++) {
        const double tolerance = 5e-3 / pow(5, i);
        const trama_spectrum found = spectrum_at(run.system, tolerance, 300);
        assert_true(found.converged);
        assert_true(found.bound <= tolerance * found.omega);
        assert_near(found.omega / exact.omega, 1, tolerance);
        assert_true(found.products >= products);
        products = found.products;
    }
    assert_true(products < exact.products);
    sheet_end(&run);
}

static trama_spectrum begun_by(long seed, const sheet_run *run, double tolerance, long products)
{
    const trama_spectrum_spec spec = {tolerance, products, seed, TRAMA_TANGENT_EXACT};
    return spectrum_of(run->system, &spec);
}

/* Two things end the search: a bound within the tolerance, and a value that has not grown by more
 * since half as many products (looks are four apart). With a tolerance of half the
 * value that this many products give of either, the search goes on; where two modes are alike, the
 * bound depends on which of their vectors comes out, by a third. */
static void check_where_the_search_ends(const sheet_run *run, long seeds)
{
    for (long seed = 1; seed <= seeds; seed++) {
        double least = 4e-3; /* of all looks so far */
        for (long products = 24; products <= 64; products += 4) {
            const trama_spectrum now = begun_by(seed, run, 1e-12, products);
            const trama_spectrum half = begun_by(seed, run, 1e-12, products / 8 * 4);
            const double reached = fmax(now.bound, now.omega - half.omega) / now.omega;
            if (reached < 1e-9 || reached > least)
                continue;
            least = reached;
            assert_true(begun_by(seed, run, 0.5 * least, 300).products > products);
            assert_true(begun_by(seed, run, 2.0 * least, 300).products <= products);
        }
    }
}

/* On S1 the growth decides, on a strip of many modes alike the bound. */
static void search_goes_on_until_bound_and_growth_are_within_the_tolerance(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene_s1();
    const sheet_material material = sheet_material_s1("reference");
    sheet_run run;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    check_where_the_search_ends(&run, 6);
    sheet_end(&run);
    sheet_begin_unit(&run, 60, 2, 0.01, 0.0, "reference");
    check_where_the_search_ends(&run, 3);
    sheet_end(&run);
}

/* Looking at a run does not change it. */
static void spectra_leave_the_run_as_it_is(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene_s1();
    const sheet_material material = sheet_material_s1("reference");
    sheet_run seen, unseen;
    sheet_begin(&seen, &scene, &material, "symplectic_euler");
    sheet_begin(&unseen, &scene, &material, "symplectic_euler");
    for (int i = 0; i < 60; i++) {
        trama_integrator_step(seen.integrator, seen.system, 0.012);
        trama_integrator_step(unseen.integrator, unseen.system, 0.012);
        if (i % 10 == 0)
            assert_true(spectrum_at(seen.system, 1e-3, 60).converged);
    }
    assert_memory_equal(seen.system->q, unseen.system->q, seen.system->nq * sizeof(double));
    assert_memory_equal(seen.system->v, unseen.system->v, seen.system->nv * sizeof(double));
    assert_int_equal(seen.system->evaluations, unseen.system->evaluations);
    sheet_end(&unseen);
    sheet_end(&seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tolerance_is_kept_and_costs_products),
        cmocka_unit_test(search_goes_on_until_bound_and_growth_are_within_the_tolerance),
        cmocka_unit_test(spectra_leave_the_run_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
