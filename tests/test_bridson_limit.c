/* The limits of strain, compression and rate of strain keep their bounds with enough sweeps,
 * conserve momentum, and leave held coordinates alone. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/piece.h"
#include "support/sheet.h"

static const double h = 0.05;

typedef struct spread {
    double longest, shortest; /* over the length at rest */
    double fastest;           /* |change| over the length at the start */
} spread;

/* The spread over all springs, if v moves the positions for h. */
static spread spread_of(const piece *run, const double *v)
{
    const size_t nodes = run->system->nq / 3;
    const double *q = run->system->q;
    double *flat = sheet_numbers(3 * nodes);
    trama_mesh *mesh;
    trama_error error;
    spread s = {0, 1e9, 0};
    trama_scene_reference(run->scene, flat);
    assert_int_equal(trama_mesh_of_grid(trama_scene_grid(run->scene), &mesh, &error), TRAMA_OK);
    for (size_t e = 0; e < mesh->edge_count; e++) {
        double rest = 0, now = 0, then = 0;
        for (size_t axis = 0; axis < 3; axis++) {
            const size_t i = axis * nodes + mesh->edge[e].node[0];
            const size_t j = axis * nodes + mesh->edge[e].node[1];
            rest += pow(flat[j] - flat[i], 2);
            now += pow(q[j] - q[i], 2);
            then += pow(q[j] + h * v[j] - q[i] - h * v[i], 2);
        }
        s.longest = worst_of(s.longest, sqrt(then / rest));
        s.shortest = fmin(s.shortest, sqrt(then / rest));
        s.fastest = worst_of(s.fastest, fabs(sqrt(then / now) - 1));
    }
    trama_mesh_destroy(mesh);
    free(flat);
    return s;
}

static void limited(piece *run, double *v)
{
    memcpy(v, run->system->v, run->system->nv * sizeof *v);
    trama_system_limit(run->system, h, run->system->q, v);
}

/* A sheet of 8 x 9 nodes, 1 m apart, bumpy, with velocities that would stretch it by half. */
static void stormy(piece *run, const trama_scene_spec *scene, const char *model,
                   const char *settings)
{
    piece_begin(run, scene, model, settings, "bridson_mixed", NULL);
    sheet_shake(run->system->q, run->system->nq, 0.02, 1);
    sheet_shake(run->system->v, run->system->nv, 5.0, 2);
}

/* Measured: from 1.51 and 0.60 of the length at rest to 1.1 and 0.95, to six digits. */
static void keeps_its_bounds(const char *model, const char *settings)
{
    const trama_scene_spec scene = sheet_scene(8, 9, 7, 8);
    piece run;
    stormy(&run, &scene, model, settings);
    double *v = sheet_numbers(run.system->nv);
    limited(&run, v);
    spread s = spread_of(&run, v);
    assert_true(s.longest < 1.1 + 5e-3 && s.shortest > 0.95 - 5e-3);
    s = spread_of(&run, run.system->v);
    assert_true(s.longest > 1.5 && s.shortest < 0.7);
    free(v);
    piece_end(&run);
}

static void enough_sweeps_keep_every_bound(void **state)
{
    (void)state;
    keeps_its_bounds("bridson", "density=1 sweeps=200 strain_limit=0.1 compression_limit=0.05 "
                                "rate_limit=inf");
    keeps_its_bounds("fem_cloth", "density=1 young_thickness=50 poisson=0.3 sweeps=200 "
                                  "strain_limit=0.1 compression_limit=0.05");
    const trama_scene_spec scene = sheet_scene(8, 9, 7, 8);
    piece run;
    stormy(&run, &scene, "bridson",
           "density=1 sweeps=200 strain_limit=inf compression_limit=inf rate_limit=0.05");
    double *v = sheet_numbers(run.system->nv);
    limited(&run, v);
    assert_true(spread_of(&run, v).fastest < 0.05 + 5e-3);
    free(v);
    piece_end(&run);
}

/* Linear momentum, as published. Angular momentum is not conserved: impulses act along the springs
 * as they will be, not as they are. Measured: the
 * former to 1e-12, the latter changes by 0.8 of 210 kg m^2/s. */
static void impulses_conserve_momentum(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene(8, 9, 7, 8);
    piece run;
    stormy(&run, &scene, "bridson", "density=1 rate_limit=0.05");
    double *v = sheet_numbers(run.system->nv), p[2][3];
    limited(&run, v);
    assert_true(sheet_distance(v, run.system->v, run.system->nv) > 1);
    piece_momentum(run.system, run.system->v, p[0]);
    piece_momentum(run.system, v, p[1]);
    for (size_t axis = 0; axis < 3; axis++)
        assert_near(p[1][axis], p[0][axis], 1e-12);
    free(v);
    piece_end(&run);
}

static void springs_of_a_square_end_at_their_bounds(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        double speed, expected; /* of one side of the square away from the other */
    } cases[] = {
        {"density=1 sweeps=1", 4.0, 1.1},
        {"density=1 sweeps=1", -4.0, 1.0},
        {"density=1 sweeps=1", 1.0, 1.05},
        {"density=1 sweeps=1 rate_limit=0.05", 4.0, 1.05},
        {"density=1 sweeps=1 rate_limit=inf", 4.0, 1.1},
        {"density=1 sweeps=1 compression_limit=inf rate_limit=inf", -4.0, 0.8},
        {"density=1 sweeps=1 compression_limit=0.05 rate_limit=inf", -4.0, 0.95},
        {"density=1 sweeps=0", 4.0, 1.2},
    };
    const trama_scene_spec scene = sheet_scene(2, 2, 1, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        piece run;
        double v[12];
        piece_begin(&run, &scene, "bridson", cases[i].settings, "bridson_mixed", NULL);
        run.system->q[2] = run.system->q[3] = 1.0; /* side 1 from nodes 0, 1 to nodes 2, 3 */
        run.system->v[2] = run.system->v[3] = cases[i].speed;
        limited(&run, v);
        const spread s = spread_of(&run, v);
        assert_near(cases[i].speed > 0 ? s.longest : s.shortest, cases[i].expected, 0.01);
        piece_end(&run);
    }
}

/* A row of nodes pulled from a held one: only the free end moves, and the held one keeps still. */
static void what_is_held_takes_no_part(void **state)
{
    (void)state;
    trama_scene_spec scene = sheet_scene(8, 9, 7, 8);
    trama_pin pins[2] = {sheet_pin(0, 0), sheet_pin(3, 4)};
    piece run;
    scene.pins = pins;
    scene.pin_count = 2;
    pins[1].free[1] = true;
    stormy(&run, &scene, "bridson", "density=1");
    trama_system_hold(run.system, run.system->v);
    double *v = sheet_numbers(run.system->nv);
    limited(&run, v);
    const size_t nodes = 72, half_held = 3 * 9 + 4;
    for (size_t axis = 0; axis < 3; axis++) {
        assert_true(v[axis * nodes] == 0);
        assert_true((v[axis * nodes + half_held] == 0) == (axis != 1));
    }
    free(v);
    piece_end(&run);
}

/* Hung by two corners, 17 x 17, in a fall of 2 s: the longest spring over its length. */
static double longest_in_a_fall(const char *sweeps)
{
    trama_scene_spec scene = sheet_scene(17, 17, 3.2, 3.2);
    trama_pin pins[2] = {sheet_pin(0, 0), sheet_pin(0, -1)};
    char settings[128] = "structural=0.01 shear=0.0071 density=0.0375 ";
    double longest = 0;
    piece run;
    scene.pins = pins;
    scene.pin_count = 2;
    scene.gravity[1] = -9.8;
    scene.perturbation = 0.01;
    piece_begin(&run, &scene, "bridson", strcat(settings, sweeps), "bridson_mixed", NULL);
    double *still = sheet_numbers(run.system->nv);
    for (int i = 0; i < 100; i++) {
        piece_steps(&run, 0.02, 1);
        longest = worst_of(longest, spread_of(&run, still).longest);
    }
    free(still);
    piece_end(&run);
    return longest;
}

/* The limit is 1.1; a few sweeps do not keep it where 16 rows hang from two corners. Measured: 41,
 * 2.99, 1.49. */
static void more_sweeps_come_nearer_to_the_limit(void **state)
{
    (void)state;
    const double none = longest_in_a_fall("sweeps=0"), two = longest_in_a_fall("sweeps=2"),
                 ten = longest_in_a_fall("sweeps=10");
    assert_true(none > 30 && two < 3.2 && ten < 1.6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enough_sweeps_keep_every_bound),
        cmocka_unit_test(impulses_conserve_momentum),
        cmocka_unit_test(springs_of_a_square_end_at_their_bounds),
        cmocka_unit_test(what_is_held_takes_no_part),
        cmocka_unit_test(more_sweeps_come_nearer_to_the_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
