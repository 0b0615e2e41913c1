/* Simulation S1 (thesis, figure 3.16) by symplectic Euler is stable at 0.012 s and unstable at
 * 0.013 s, and has the same bits on every x86-64 processor, instruction set and compiler.
 *
 * The bits agree because a step uses only +, -, *, / and sqrt of IEEE 754, each correctly rounded,
 * in an order that the source fixes: no contraction (-ffp-contract=off), no reassociation, and no
 * function of libm but sqrt. A change of the kernel that reorders its arithmetic may change the
 * hashes below. Then raise the version of the model (model.h) and write the new hashes here. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/isa.h"
#include "core/numbers.h"
#include "measure/run.h"
#include "plan/plan.h"
#include "support/near.h"
#include "support/sheet.h"

/* FNV-1a, 64 bits, over the bytes of the doubles, the least significant first. */
static uint64_t hash_of(const double *array, size_t count)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count; i++) {
        union {
            double number;
            uint64_t bits;
        } word = {array[i]};
        for (int byte = 0; byte < 8; byte++)
            hash = (hash ^ (word.bits >> (8 * byte) & 0xff)) * UINT64_C(0x100000001b3);
    }
    return hash;
}

/* Hash of the positions of S1 after `iterations` of size h. */
static uint64_t s1_hash(const char *scheme, double h, long iterations)
{
    const trama_scene_spec scene = sheet_scene_s1();
    const sheet_material material = sheet_material_s1(scheme);
    sheet_run run;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    for (long i = 0; i < iterations; i++)
        trama_integrator_step(run.integrator, run.system, h);
    assert_true(isfinite(sheet_largest(run.system->q, run.system->nq)));
    const uint64_t hash = hash_of(run.system->q, run.system->nq);
    sheet_end(&run);
    return hash;
}

static void s1_is_the_same_to_the_last_bit_on_every_instruction_set(void **state)
{
    (void)state;
    static const struct {
        const char *scheme;
        double h;
        long iterations;
        uint64_t hash;
    } cases[] = {
        {"reference", 0.012, 0, UINT64_C(0x2d48a4df82f45efd)},
        {"reference", 0.012, 200, UINT64_C(0xf812a70e9a786e77)},
        {"reference", 0.012, 1725, UINT64_C(0xcb33f9562b37ca6d)},
        {"reference", 0.013, 42, UINT64_C(0x69ae2d1b5cd68dd0)},
        {"no_christoffel", 0.012, 200, UINT64_C(0x3a9e70d79af17ff1)},
        {"no_christoffel", 0.012, 1725, UINT64_C(0x391bd1f53019e42a)},
        {"no_christoffel", 0.013, 42, UINT64_C(0xd41b8ce549135418)},
        {"natural", 0.012, 200, UINT64_C(0xb05e162bb574d575)},
        {"zero", 0.012, 100, UINT64_C(0xd144472729de97be)},
        {"literal", 0.012, 40, UINT64_C(0x806a02b3f4e7ab42)},
    };
    const trama_isa best = trama_isa_current();
    for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++) {
        if (!trama_isa_force(isa))
            continue;
        for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            const uint64_t hash = s1_hash(cases[i].scheme, cases[i].h, cases[i].iterations);
            if (hash != cases[i].hash)
                fail_msg("%s at %g s, iteration %ld, %s: hash %#llx, not %#llx", cases[i].scheme,
                         cases[i].h, cases[i].iterations, trama_isa_name(isa),
                         (unsigned long long)hash, (unsigned long long)cases[i].hash);
        }
    }
    trama_isa_force(best);
}

/* Where a hash differs, this says by how much: node [9, 9], the free corner, after 200 iterations.
 */
static void s1_after_200_iterations_hangs_where_it_did(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene_s1();
    const sheet_material material = sheet_material_s1("reference");
    sheet_run run;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    for (int i = 0; i < 200; i++)
        trama_integrator_step(run.integrator, run.system, 0.012);
    const double *q = run.system->q;
    assert_near(q[99], 4.8097618807562297, 1e-9);
    assert_near(q[199], -8.9939465373366545, 1e-9);
    assert_near(q[299], 9.982639847741293, 1e-9);
    sheet_end(&run);
}

static trama_outcome run_s1(double h)
{
    const double off = TRAMA_INFINITY;
    const trama_scene_spec scene = sheet_scene_s1();
    const sheet_material material = sheet_material_s1("reference");
    const trama_run_spec spec = {.h = h, .horizon = 1725, .bounds = {off, 1.0, off, off, off}};
    sheet_run run;
    trama_outcome outcome;
    trama_error error;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    sheet_end(&run);
    return outcome;
}

/* 1.5 times the 1150 iterations of the thesis. */
static void s1_at_12_ms_is_stable(void **state)
{
    (void)state;
    const trama_outcome outcome = run_s1(0.012);
    assert_int_equal(outcome.ending, TRAMA_COMPLETED);
    assert_int_equal(outcome.iteration, 1725);
}

/* Figure 3.16 shows iterations 36, 39, 41 and 42. */
static void s1_at_13_ms_breaks_at_iteration_40_in_the_middle(void **state)
{
    (void)state;
    const trama_outcome outcome = run_s1(0.013);
    assert_int_equal(outcome.ending, TRAMA_UNSTABLE);
    assert_string_equal(outcome.detector->name, "strain");
    assert_int_equal(outcome.iteration, 40);
    assert_int_equal(outcome.finding.node, 22);
    assert_near(outcome.finding.value, 200.325773903391, 1e-6);
}

/* The S1 of these tests is the one that users run. */
static void the_configured_s1_has_the_same_bits(void **state)
{
    (void)state;
    char file[] = TRAMA_SOURCE_DIR "/configs/thesis/instability.yaml";
    char *files[] = {file};
    plan p;
    config_error config_failure;
    trama_error error;
    plan_made made;
    trama_integrator *integrator;
    assert_true(plan_load(files, 1, "task.dt == 0.012", &p, &config_failure));
    assert_int_equal(p.case_count, 1);
    const plan_case *c = &p.cases[0];
    assert_int_equal(plan_make(c, &made, &error), TRAMA_OK);
    trama_system *system = made.system;
    assert_int_equal(trama_integrator_create(c->integrator, c->integrator_parameters, system,
                                             &integrator, &error),
                     TRAMA_OK);
    for (int i = 0; i < 200; i++)
        trama_integrator_step(integrator, system, 0.012);
    assert_true(hash_of(system->q, system->nq) == s1_hash("reference", 0.012, 200));
    trama_integrator_destroy(integrator);
    plan_unmake(&made);
    plan_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s1_is_the_same_to_the_last_bit_on_every_instruction_set),
        cmocka_unit_test(s1_after_200_iterations_hangs_where_it_did),
        cmocka_unit_test(s1_at_12_ms_is_stable),
        cmocka_unit_test(s1_at_13_ms_breaks_at_iteration_40_in_the_middle),
        cmocka_unit_test(the_configured_s1_has_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
