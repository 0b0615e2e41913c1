/* Threads change no bit of a case, whatever the grid, scheme, measure and method. They really run,
 * and they survive a fork, which an engine makes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/isa.h"
#include "core/numbers.h"
#include "core/threads.h"
#include "support/sheet.h"

/* ---- The parts. */

static void parts_are_the_whole_in_order_at_multiples_of_the_grain(void **state)
{
    (void)state;
    static const size_t counts[] = {0, 1, 7, 8, 37, 1000, 3 * 41 * 67};
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
        for (size_t grain = 1; grain <= 8; grain *= 8)
            for (size_t parts = 1; parts <= 5; parts++) {
                size_t before = 0;
                assert_int_equal(trama_part_begin(counts[c], parts, 0, grain), 0);
                for (size_t part = 1; part <= parts; part++) {
                    const size_t begin = trama_part_begin(counts[c], parts, part, grain);
                    assert_true(begin >= before);
                    assert_true(part == parts ? begin == counts[c] : begin % grain == 0);
                    before = begin;
                }
            }
}

typedef struct roll {
    pthread_t thread[4];
    int calls[4];
} roll;

static void sign_in(void *context, size_t part)
{
    roll *r = context;
    r->thread[part] = pthread_self();
    r->calls[part]++;
}

static void every_part_is_done_once_on_a_thread_of_its_own(void **state)
{
    (void)state;
    roll r = {0};
    const size_t parts = trama_threads_most() < 4 ? trama_threads_most() : 4;
    print_message("threads: %s\n", trama_threads_kind());
    trama_threads_run(parts, sign_in, &r);
    for (size_t i = 0; i < parts; i++) {
        assert_int_equal(r.calls[i], 1);
        for (size_t j = 0; j < i; j++)
            assert_false(pthread_equal(r.thread[i], r.thread[j]));
    }
}

/* ---- Same bits. */

static const char *const measures[] = {"rest", "global", "local"};
enum { SCHEMES = NO_CHRISTOFFEL, MEASURES = 3 }; /* schemes: those before it */

/* Uneven; the fourth is wider than a panel of the kernel, the last one too narrow for blocks. */
static const long grids[][2] = {{37, 23}, {137, 103}, {128, 64}, {48, 531}, {2600, 5}};
enum { GRIDS = sizeof grids / sizeof grids[0] };

/* Positions and velocities after `steps` of a pinned, shaken sheet in wind, pulled at one node. */
static double *state_after(size_t threads, const long points[2], const char *scheme,
                           const char *measure, const char *integrator, int steps)
{
    trama_scene_spec scene = sheet_scene(points[0], points[1], 9.0, 7.0);
    trama_pin pin = sheet_pin(points[0] / 2, points[1] / 2);
    scene.pins = &pin;
    scene.pin_count = 1;
    scene.gravity[1] = -9.8;
    scene.damping = 0.2;
    scene.perturbation = 1e-3;
    scene.seed = 5;
    sheet_material material = sheet_isotropic(100.0, 0.01, 0.1, 10.0, scheme);
    material.measure = measure;
    sheet_run run;
    trama_threads_set(threads);
    sheet_begin(&run, &scene, &material, integrator);
    for (int i = 0; i < steps; i++)
        trama_integrator_step(run.integrator, run.system, 1e-4);
    const size_t nq = run.system->nq, nv = run.system->nv;
    double *all = sheet_numbers(nq + nv);
    memcpy(all, run.system->q, nq * sizeof *all);
    memcpy(all + nq, run.system->v, nv * sizeof *all);
    sheet_end(&run);
    trama_threads_set(1);
    assert_true(isfinite(sheet_largest(all, nq + nv)));
    return all;
}

static size_t most_threads(void)
{
    return trama_threads_most() < 4 ? trama_threads_most() : 4;
}

static void compare(const long points[2], const char *scheme, const char *measure,
                    const char *integrator, int steps)
{
    const size_t bytes = 6 * (size_t)(points[0] * points[1]) * sizeof(double);
    double *one = state_after(1, points, scheme, measure, integrator, steps);
    for (size_t threads = 2; threads <= most_threads(); threads++) {
        double *several = state_after(threads, points, scheme, measure, integrator, steps);
        if (memcmp((const char *)one, (const char *)several, bytes) != 0)
            fail_msg("%s, %s, %s, %ld x %ld: %zu threads give other bits than one", scheme, measure,
                     integrator, points[0], points[1], threads);
        free(several);
    }
    free(one);
}

static void any_number_of_threads_gives_the_same_bits(void **state)
{
    (void)state;
    for (int grid = 0; grid < GRIDS; grid++)
        for (int scheme = 0; scheme < SCHEMES; scheme++)
            for (int measure = 0; measure < MEASURES; measure++)
                compare(grids[grid], sheet_schemes[scheme], measures[measure], "symplectic_euler",
                        3);
    for (int grid = 0; grid < GRIDS; grid++)
        compare(grids[grid], "variational", "rest", "symplectic_euler", 3);
}

static void so_do_other_methods_and_every_instruction_set(void **state)
{
    (void)state;
    static const long points[2] = {97, 141};
    const trama_isa best = trama_isa_current();
    for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++) {
        if (!trama_isa_force(isa))
            continue;
        compare(points, "reference", "scheme", "rk4", 3);
        compare(points, "natural", "scheme", "velocity_verlet", 5);
        compare(points, "variational", "scheme", "velocity_verlet", 5);
    }
    trama_isa_force(best);
}

/* ---- Processes. */

/* What a child of this process ends with: 0 if three threads gave the bits of one. */
static int child_compares(void)
{
    const pid_t pid = fork();
    if (pid == 0) {
        const size_t threads = most_threads(), bytes = 6 * 67 * 41 * sizeof(double);
        double *one = state_after(1, grids[1], "reference", "scheme", "symplectic_euler", 3);
        double *several =
            state_after(threads, grids[1], "reference", "scheme", "symplectic_euler", 3);
        const int same = memcmp((const char *)one, (const char *)several, bytes) == 0;
        free(one);
        free(several);
        _exit(same ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

/* Forks before and after this process has threads of its own; the second would wait for ever if it
 * counted on them. Runs first, while there are none. */
static void a_child_of_a_process_works_whether_that_had_threads_or_not(void **state)
{
    (void)state;
    assert_int_equal(child_compares(), 0);
    roll r = {0};
    trama_threads_run(most_threads(), sign_in, &r);
    assert_int_equal(child_compares(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_child_of_a_process_works_whether_that_had_threads_or_not),
        cmocka_unit_test(parts_are_the_whole_in_order_at_multiples_of_the_grain),
        cmocka_unit_test(every_part_is_done_once_on_a_thread_of_its_own),
        cmocka_unit_test(any_number_of_threads_gives_the_same_bits),
        cmocka_unit_test(so_do_other_methods_and_every_instruction_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
