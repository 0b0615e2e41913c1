/* What every solver that is not of this library must do with nodes (support/solvers.h); rigid
 * bodies: test_solvers_bodies.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/memory.h"
#include "core/numbers.h"
#include "solver/solver.h"
#include "support/objects.h"
#include "support/piece.h"
#include "support/solvers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define G 9.81
#define PAIR .lattice = {.points = {2, 1, 1}, .side = {1, 0, 0}} /* of 1 kg each */

/* Two by two nodes, 1 m apart, joined by six springs. */
static const char *const cloth =
    "mass=0.4 distribution=uniform structural=50 shear=50 flexion=0 sweeps=0";
static trama_pin corner = {.interval = {{TRAMA_NAN, TRAMA_NAN}, {TRAMA_NAN, TRAMA_NAN}}};
static trama_scene_spec scene = {
    .grid = {.points = {2, 2}, .side = {1, 1}, .axis = {{1, 0, 0}, {0, 0, 1}}},
    .gravity = {0, -G, 0},
    .gauge = {0},
};

/* What numbers of 4 bytes leave of a law. */
typedef struct expectation {
    const char *name;
    double finest;   /* s: steps below are lost in rounding */
    double momentum; /* kg m/s that 1000 steps of 1 ms may add to 0.12 */
} expectation;

static const expectation exact = {"", 1e-4, 1e-9};
static const expectation expectations[] = {
    /* A velocity is the difference of two positions over a fifth of the step: at 1 ms and 1 m its
     * last digit is 3e-4 m/s. Measured: 7.6e-4 kg m/s. */
    {"jolt", 1e-3, 2e-3},
    {"rapier", 1e-4, 1e-6},
    {"rapier_soft", 1e-4, 1e-6},
    {"physx", 1e-4, 1e-6},
    /* A velocity is the difference of two positions over a fifth of the step. Measured: 2.9e-5. */
    {"blender", 1e-4, 2e-4},
};

static const expectation *expected_of(const char *name)
{
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++)
        if (strcmp(expectations[i].name, name) == 0)
            return &expectations[i];
    return &exact;
}

/* A spring between two nodes; what is refused is named. */
static bool takes_nodes(const char *name)
{
    const trama_scene_spec pair = {PAIR};
    trama_error error;
    piece run;
    const trama_status status =
        piece_try(&run, &pair, "lattice", "mass=2 edge=200", name, NULL, &error);
    piece_end(&run);
    if (status != TRAMA_OK && !strstr(error.text, "does not take springs"))
        fail_msg("%s: %s", name, error.text);
    return status == TRAMA_OK;
}

static double largest_difference(const double *a, const double *b, size_t count)
{
    double largest = 0.0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(a[i] - b[i]));
    return largest;
}

/* Within what any consistent first-order method makes of it: g t h/2. Edges keep their lengths. */
static void falls(const char *name)
{
    enum { STEPS = 100 };
    const double h = 1e-3, t = STEPS * h;
    piece run;
    piece_begin(&run, &scene, "provot", cloth, name, NULL);
    double before[12];
    memcpy(before, run.system->q, sizeof before);
    piece_steps(&run, h, STEPS);
    for (size_t i = 0; i < 4; i++) {
        const double fallen = before[4 + i] - run.system->q[4 + i];
        if (!(fabs(fallen - 0.5 * G * t * t) <= 0.5 * G * t * h + 1e-9))
            fail_msg("%s falls %.17g m in %g s", name, fallen, t);
        assert_true(fabs(run.system->q[i] - before[i]) < 1e-9);
        assert_true(fabs(run.system->v[4 + i] + G * t) <= G * h + 1e-9);
    }
    piece_end(&run);
}

static void every_solver_lets_things_fall(void **state)
{
    (void)state;
    solvers_each(takes_nodes, falls);
}

static void holds_a_node(const char *name)
{
    trama_scene_spec pinned = scene;
    piece run;
    pinned.pins = &corner;
    pinned.pin_count = 1;
    piece_begin(&run, &pinned, "provot", cloth, name, NULL);
    double before[12];
    memcpy(before, run.system->q, sizeof before);
    piece_steps(&run, 1e-3, 500);
    for (size_t axis = 0; axis < 3; axis++) {
        assert_true(run.system->q[4 * axis] == before[4 * axis]);
        assert_true(run.system->v[4 * axis] == 0.0);
    }
    assert_true(before[7] - run.system->q[7] > 0.1); /* the others do not hang still */
    piece_end(&run);
}

static void every_solver_holds_a_node(void **state)
{
    (void)state;
    solvers_each(takes_nodes, holds_a_node);
}

/* Springs that pull and no gravity. */
static void keeps_momentum(const char *name)
{
    trama_scene_spec free = scene;
    piece run;
    memset(free.gravity, 0, sizeof free.gravity);
    free.wave[0] = 0.05; /* along the first axis: nothing is at rest */
    free.wave_numbers[1] = 1;
    free.velocity[0] = 0.3;
    free.perturbation = 0.05;
    free.seed = 1;
    piece_begin(&run, &free, "provot", cloth, name, NULL);
    double p[3], before[3], start[12];
    memcpy(start, run.system->q, sizeof start);
    piece_momentum(run.system, run.system->v, before);
    piece_steps(&run, 1e-3, 1000);
    piece_momentum(run.system, run.system->v, p);
    for (size_t axis = 0; axis < 3; axis++)
        if (!(fabs(p[axis] - before[axis]) < expected_of(name)->momentum))
            fail_msg("%s: momentum %zu from %.17g to %.17g", name, axis, before[axis], p[axis]);
    assert_true(largest_difference(start, run.system->q, 12) > 0.1);
    piece_end(&run);
}

static void every_solver_keeps_momentum(void **state)
{
    (void)state;
    solvers_each(takes_nodes, keeps_momentum);
}

/* A run that begins again is the same one; and begins where the system is, wherever that is. */
static void begins_again(const char *name)
{
    trama_scene_spec stretched = scene;
    piece run;
    stretched.perturbation = 0.05;
    stretched.seed = 2;
    piece_begin(&run, &stretched, "provot", cloth, name, NULL);
    double first[12];
    piece_steps(&run, 1e-3, 200);
    memcpy(first, run.system->q, sizeof first);
    trama_system_reset(run.system);
    trama_integrator_restart(run.integrator);
    piece_steps(&run, 1e-3, 200);
    assert_memory_equal(first, run.system->q, sizeof first);

    run.system->q[4] += 0.01; /* from outside: the first node is elsewhere now */
    const double moved = run.system->q[4];
    piece_steps(&run, 1e-6, 1);
    assert_true(fabs(run.system->q[4] - moved) < 1e-4);
    piece_end(&run);
}

static void every_solver_begins_again_with_the_same_bits(void **state)
{
    (void)state;
    solvers_each(takes_nodes, begins_again);
}

/* 0.05 s in steps of 1 ms, and 0.05 s in steps of 0.5 ms. */
static void changes_its_step(const char *name)
{
    const double t = 0.1;
    piece run;
    piece_begin(&run, &scene, "provot", cloth, name, NULL);
    const double before = run.system->q[4];
    piece_steps(&run, 1e-3, 50);
    piece_steps(&run, 5e-4, 100);
    assert_true(fabs(before - run.system->q[4] - 0.5 * G * t * t) <= 0.5 * G * t * 1e-3 + 1e-9);
    piece_end(&run);
}

static void every_solver_takes_another_step(void **state)
{
    (void)state;
    solvers_each(takes_nodes, changes_its_step);
}

/* A spring of K = 200 N/m between the two nodes of a lattice, 1 kg each, stretched by 0.1 m: a
 * quarter of the period pi/20 s later it has its own length, to the order of the step. */
static void knows_a_spring(const char *name)
{
    const trama_scene_spec pair = {PAIR};
    const double quarter = 0.07853981633974483;
    const long steps = (long)(quarter / expected_of(name)->finest);
    piece run;
    piece_begin(&run, &pair, "lattice", "mass=2 edge=200", name, NULL);
    run.system->q[0] -= 0.05;
    run.system->q[1] += 0.05;
    piece_steps(&run, quarter / (double)steps, steps);
    const double length = run.system->q[1] - run.system->q[0];
    if (!(fabs(length - 1.0) < 1e-3))
        fail_msg("%s: a spring is %.17g m long after a quarter of its period", name, length);
    piece_end(&run);
}

static void every_solver_knows_stiffness_and_mass(void **state)
{
    (void)state;
    solvers_each(takes_nodes, knows_a_spring);
}

/* --- what a solver may refuse, by name; else it must be right --- */

/* Begins a pair of nodes of 1 kg, 1 m apart along x; false if the solver refuses the feature, which
 * it must name. */
static bool begins(piece *run, const trama_scene_spec *spec, const char *settings, const char *name,
                   const char *feature)
{
    char refusal[64];
    trama_error error = {0};
    if (piece_try(run, spec, "lattice", settings, name, NULL, &error) == TRAMA_OK)
        return true;
    snprintf(refusal, sizeof refusal, "does not take %s", feature);
    if (!strstr(error.text, refusal))
        fail_msg("%s: %s", name, error.text);
    return false;
}

/* K = 200 N/m, c = 10 N s/m, stretched by s0: s'' = -400 s - 20 s', half of critical damping. */
static void damps_a_spring(const char *name)
{
    enum { STEPS = 1000 };
    const trama_scene_spec pair = {PAIR};
    const double h = 1e-4, t = STEPS * h, fast = sqrt(300.0);
    piece run;
    if (begins(&run, &pair, "mass=2 edge=200 damping=10", name, "dampers")) {
        run.system->q[0] -= 0.05;
        run.system->q[1] += 0.05;
        piece_steps(&run, h, STEPS);
        const double right = 0.1 * exp(-10.0 * t) * (cos(fast * t) + 10.0 / fast * sin(fast * t)),
                     got = run.system->q[1] - run.system->q[0] - 1.0;
        if (!(fabs(got - right) < 2e-4))
            fail_msg("%s: a damped spring is stretched by %.17g m, not %.17g", name, got, right);
    }
    piece_end(&run);
}

static void every_solver_damps_a_spring_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_nodes, damps_a_spring);
}

/* v = v0 exp(-c t/m): t = 0.5 s, c/m = 2 1/s. */
static void feels_drag(const char *name)
{
    const trama_scene_spec pair = {PAIR, .velocity = {0, 0.3, 0}, .damping = 2};
    const double right = 0.3 * exp(-1.0);
    piece run;
    if (begins(&run, &pair, "mass=2 edge=200", name, "drag")) {
        piece_steps(&run, 1e-3, 500);
        for (size_t i = 2; i < 4; i++)
            if (!(fabs(run.system->v[i] - right) < 2e-4))
                fail_msg("%s: drag leaves %.17g m/s, not %.17g", name, run.system->v[i], right);
    }
    piece_end(&run);
}

static void every_solver_feels_drag_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_nodes, feels_drag);
}

/* The first node may fall, and go nowhere else, though the second moves along x and pulls. */
static void guides_a_node(const char *name)
{
    trama_pin guide = {.free = {false, true, false},
                       .interval = {{TRAMA_NAN, TRAMA_NAN}, {TRAMA_NAN, TRAMA_NAN}}};
    const trama_scene_spec pair = {PAIR, .gravity = {0, -G, 0}, .velocity = {0.3, 0, 0},
                                   .pins = &guide, .pin_count = 1};
    piece run;
    if (begins(&run, &pair, "mass=2 edge=200", name, "guides")) {
        const double before[3] = {run.system->q[0], run.system->q[2], run.system->q[4]};
        piece_steps(&run, 1e-3, 100);
        assert_true(run.system->q[0] == before[0]);
        assert_true(fabs(before[1] - run.system->q[2] - 0.5 * G * 0.01) < 0.5 * G * 0.1 * 2e-3);
        assert_true(run.system->q[4] == before[2]);
        assert_true(run.system->q[1] > 1.001);
    }
    piece_end(&run);
}

static void every_solver_guides_a_node_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_nodes, guides_a_node);
}

/* A step of 1 s is 5 times what an explicit method bears of K = 200 N/m. Divergence is a result:
 * who is lost does not come back as if nothing had been. */
static void stays_lost(const char *name)
{
    const trama_scene_spec pair = {PAIR};
    bool lost = false;
    piece run;
    piece_begin(&run, &pair, "lattice", "mass=2 edge=200", name, NULL);
    run.system->q[1] += 0.1;
    for (int i = 0; i < 200; i++) {
        piece_steps(&run, 1.0, 1);
        const double far = fabs(run.system->q[1]);
        if (lost && far < 1e3)
            fail_msg("%s is back at %g m after step %d", name, run.system->q[1], i);
        lost = lost || !(far < 1e6);
    }
    piece_end(&run);
}

static void no_solver_comes_back_from_divergence(void **state)
{
    (void)state;
    solvers_each(takes_nodes, stays_lost);
}

/* --- contact --- */

/* Three nodes in a row fall 4 cm on a board, on which they touch at 1 cm; they lie there a second
 * later, and have not slid, though they were let go at 0.1 m/s: of friction 0.5 that ends after 1
 * mm. */
static void lies_on_a_board(const char *name)
{
    const trama_scene_spec row = {
        .lattice = {.points = {3, 1, 1}, .side = {2, 0, 0}, .origin = {0, 0.05, 0}},
        .gravity = {0, -G, 0},
        .velocity = {0.1, 0, 0}};
    trama_error error;
    objects o;
    objects_begin(&o);
    objects_add(&o, "row", "lattice", "mass=3 edge=200", &row);
    objects_add(&o, "board", "box", "low=-3,-1,-3 high=3,0,3", NULL);
    objects_join(&o, "touch", "bouncing_contact", "friction=0.5 thickness=0.01", 2, 0, 1);
    if (objects_try(&o, name, &error) != TRAMA_OK) {
        if (!strstr(error.text, "does not take node_contact") &&
            !strstr(error.text, "does not take friction"))
            fail_msg("%s: %s", name, error.text);
    } else {
        const double before = o.system->q[0];
        objects_steps(&o, 1e-3, 1000);
        const double slid = o.system->q[0] - before;
        for (size_t i = 3; i < 6; i++)
            if (!(fabs(o.system->q[i] - 0.01) < 3e-3))
                fail_msg("%s: a node lies at %.6g m", name, o.system->q[i]);
        /* on the way down, for sqrt(0.08/g) s, and v^2/(2 mu g) */
        if (!(fabs(slid - 0.1 * sqrt(0.08 / G) - 0.01 / G) < 2e-3))
            fail_msg("%s: nodes slide by %.6g m", name, slid);
    }
    objects_end(&o);
}

static void every_solver_lets_nodes_touch_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_nodes, lies_on_a_board);
}

/* A point at the origin of its own scene, and what it touches at 0 m; false: it is refused. */
static bool begins_to_touch(objects *o, const char *name, const trama_scene_spec *point,
                            const char *solid, const char *settings, const char *contact)
{
    trama_error error;
    objects_begin(o);
    objects_add(o, "point", "lattice", "mass=0.5", point);
    objects_add(o, "solid", solid, settings, NULL);
    objects_join(o, "touch", "bouncing_contact", contact, 2, 0, 1);
    if (objects_try(o, name, &error) == TRAMA_OK)
        return true;
    if (!strstr(error.text, "does not take node_contact") &&
        !strstr(error.text, "does not take friction"))
        fail_msg("%s: %s", name, error.text);
    return false;
}

/* On a plane of slope 0.6 and friction 0.3: (g sin - mu g cos) t^2/2. */
static void slides_down_a_plane(const char *name)
{
    const double t = 0.4, h = 1e-3, slope = 0.6, cosine = 1.0 / sqrt(1.0 + slope * slope);
    const trama_scene_spec point = {.lattice = {.points = {1, 1, 1}},
                                    .gravity = {G * slope * cosine, -G * cosine, 0}};
    objects o;
    if (begins_to_touch(&o, name, &point, "plane", NULL, "friction=0.3")) {
        objects_steps(&o, h, lround(t / h));
        const double right = 0.5 * G * (slope - 0.3) * cosine * t * t;
        const double *q = o.system->q;
        if (!(fabs(q[0] - right) < 0.01 * right && fabs(q[1]) < 2e-3 && fabs(q[2]) < 1e-6))
            fail_msg("%s: a point slides to %.6g, %.6g, %.6g m, not %.6g", name, q[0], q[1], q[2],
                     right);
    }
    objects_end(&o);
}

/* Off a ball of 1 m without friction, from 30 degrees: it leaves at cos = 2/3 cos 30 degrees, and
 * 0.59808 s after it began is at (1.091303, -0.007482) m (configs/laws/off_the_ball.yaml). */
static void leaves_a_ball(const char *name)
{
    enum { STEPS = 600 };
    const trama_scene_spec point = {
        .lattice = {.points = {1, 1, 1}, .origin = {0.5, sqrt(0.75), 0}}, .gravity = {0, -G, 0}};
    objects o;
    if (begins_to_touch(&o, name, &point, "sphere", "radius=1", "friction=0")) {
        objects_steps(&o, 0.59808 / STEPS, STEPS);
        const double *q = o.system->q;
        if (!(hypot(q[0] - 1.091303, q[1] + 0.007482) < 0.01 && fabs(q[2]) < 0.01))
            fail_msg("%s: a point off a ball is at %.6g, %.6g, %.6g m", name, q[0], q[1], q[2]);
    }
    objects_end(&o);
}

static void every_solver_lets_points_slide_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_nodes, slides_down_a_plane);
    solvers_each(takes_nodes, leaves_a_ball);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solver_lets_things_fall),
        cmocka_unit_test(every_solver_holds_a_node),
        cmocka_unit_test(every_solver_keeps_momentum),
        cmocka_unit_test(every_solver_begins_again_with_the_same_bits),
        cmocka_unit_test(every_solver_takes_another_step),
        cmocka_unit_test(every_solver_knows_stiffness_and_mass),
        cmocka_unit_test(every_solver_damps_a_spring_or_refuses),
        cmocka_unit_test(every_solver_feels_drag_or_refuses),
        cmocka_unit_test(every_solver_guides_a_node_or_refuses),
        cmocka_unit_test(no_solver_comes_back_from_divergence),
        cmocka_unit_test(every_solver_lets_nodes_touch_or_refuses),
        cmocka_unit_test(every_solver_lets_points_slide_or_refuses),
    };
    return cmocka_run_group_tests(tests, solvers_register, NULL);
}
