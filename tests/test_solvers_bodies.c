/* What every solver that is not of this library must do with rigid bodies, or refuse by name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solver/solver.h"
#include "support/rigid.h"
#include "support/solvers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ODE cannot destroy a world that was lost in the middle of a step; LeakSanitizer, where it is on,
 * asks here what to leave out. */
const char *__lsan_default_suppressions(void); /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void)  /* NOLINT(bugprone-reserved-identifier) */
{
    return "leak:libode";
}

#define G 9.81

static const double down[3] = {0.0, -G, 0.0};

/* What a brick that tumbles about its middle axis for 0.5 s, in steps of 1 ms, may miss: measured
 * values are beside. The gyroscopic term of a method of first order turns the brick at its own
 * rate.
 */
typedef struct expectation {
    const char *name;
    double angular, energy; /* of what there was */
    double turned;          /* rad, from where it is in truth */
    double place;           /* m, m/s: by rounding */
    double bounce;          /* m, of 0.64 */
} expectation;

static const expectation usual = {"", 1e-9, 1e-4, 1e-3, 1e-6, 0.03};
static const expectation expectations[] = {
    {"ode", 3e-3, 1e-3, 0.01, 1e-6, 0.05},      /* 1.3e-3, 3.6e-4, 5.1e-3: the term implicit */
    {"bullet", 3e-3, 1e-3, 0.003, 1e-6, 0.03},  /* 1.3e-3, 3.6e-4, 1.1e-3 */
    {"mujoco", 3e-3, 1e-3, 0.004, 1e-6, 0.05},  /* 1.5e-3, 3.6e-4, 1.8e-3 */
    {"simbody", 3e-3, 1e-3, 0.004, 1e-6, 0.05}, /* the same: both are semi-implicit Euler */
    /* Its bounce does not converge: 0.61, 0.49 and 0.82 m at 1/60 s, 1/240 s and 1 ms. */
    {"cannon", 1e-9, 1e-4, 1e-3, 1e-6, 0.18},
    {"jolt", 2e-3, 1e-5, 2e-3, 1e-5, 0.03},      /* 1.5e-3, 4.7e-6, 1.6e-3 */
    {"mujoco3", 2e-3, 5e-4, 2.5e-3, 1e-6, 0.03}, /* 1.5e-3, 3.6e-4, 1.8e-3 */
    {"physx", 2e-3, 5e-5, 2e-3, 1e-5, 0.03},     /* 1.5e-3, 2.3e-5, 1.6e-3 */
    {"rapier", 6e-4, 5e-4, 1e-3, 5e-5, 0.03},    /* 4.1e-4, 3.3e-4, 5.4e-4, 2.0e-5 */
};

static const expectation *expected_of(const char *name)
{
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++)
        if (strcmp(expectations[i].name, name) == 0)
            return &expectations[i];
    return &usual;
}

/* What is refused is named: one of the features, "friction, body_contact". */
static bool begins(objects *o, const char *name, const char *features)
{
    static const char no[] = "does not take ";
    trama_error error;
    if (objects_try(o, name, &error) == TRAMA_OK)
        return true;
    const char *refused = strstr(error.text, no);
    char feature[64] = "?";
    if (refused)
        snprintf(feature, sizeof feature, "%.*s", (int)strcspn(refused + sizeof no - 1, ":; "),
                 refused + sizeof no - 1);
    if (!strstr(features, feature))
        fail_msg("%s: %s", name, error.text);
    return false;
}

static void begin(objects *o, const double gravity[3])
{
    objects_begin(o);
    rigid_add(o, NULL, gravity);
}

static bool takes_bodies(const char *name)
{
    objects o;
    begin(&o, NULL);
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.1 mass=1");
    const bool takes = begins(&o, name, "bodies");
    rigid_end(&o);
    return takes;
}

/* --- free bodies --- */

/* Within what any consistent first-order method makes of it: g t h/2. */
static void falls(const char *name)
{
    enum { STEPS = 100 };
    const double h = 1e-3, t = STEPS * h;
    objects o;
    begin(&o, down);
    rigid_add_body(&o, 0, "box",
                   "shape=box side=0.2,0.4,0.6 mass=2 position=1,2,3 velocity=0.5,0,0 "
                   "angular_velocity=1,2,3");
    objects_make(&o, name);
    objects_steps(&o, h, STEPS);
    const double *q = o.system->q, *v = o.system->v, fallen = 2.0 - q[1];
    const double near = expected_of(name)->place;
    if (!(fabs(fallen - 0.5 * G * t * t) <= 0.5 * G * t * h + near))
        fail_msg("%s falls %.17g m in %g s", name, fallen, t);
    if (!(fabs(q[0] - 1.05) < near && fabs(q[2] - 3.0) < near))
        fail_msg("%s falls at (%.17g, %.17g) m, not (1.05, 3)", name, q[0], q[2]);
    if (!(fabs(v[1] + G * t) <= G * h + near))
        fail_msg("%s has %.17g m/s after %g s", name, v[1], t);
    rigid_end(&o);
}

static void every_solver_lets_bodies_fall(void **state)
{
    (void)state;
    solvers_each(takes_bodies, falls);
}

/* A brick that turns about its middle axis, askew in the world, and a wedge, whose principal axes
 * are not those of its shape. */
static void add_tumbling(objects *o)
{
    begin(o, NULL);
    rigid_add_body(o, 0, "brick",
                   "shape=box side=0.2,0.4,0.6 mass=1 position=0,0,0 angular_velocity=0.1,10,0.1");
    rigid_add_body(o, 0, "wedge",
                   "shape=wedge side=0.3,0.5,0.7 mass=2 position=3,1,-1 "
                   "orientation=1,0.3,-0.2,0.5 angular_velocity=2,-3,4");
}

/* The angle between two orientations, rad. */
static double angle_between(const double *a, const double *b)
{
    double cosine = 0.0, square[2] = {0.0, 0.0};
    for (int i = 0; i < 4; i++) {
        cosine += a[i] * b[i];
        square[0] += a[i] * a[i];
        square[1] += b[i] * b[i];
    }
    return 2.0 * acos(fmin(fabs(cosine) / sqrt(square[0] * square[1]), 1.0));
}

static void tumbles(const char *name)
{
    const expectation *expected = expected_of(name);
    objects o, right;
    double angular[2][3], energy[2], change = 0.0, size = 0.0;
    add_tumbling(&right);
    objects_make(&right, "rk4");
    objects_steps(&right, 1e-4, 5000);
    add_tumbling(&o);
    if (begins(&o, name, "hulls")) {
        rigid_angular_momentum(&o, angular[0]);
        energy[0] = rigid_kinetic(&o);
        objects_steps(&o, 1e-3, 500);
        rigid_angular_momentum(&o, angular[1]);
        energy[1] = rigid_kinetic(&o);
        for (int axis = 0; axis < 3; axis++) {
            change += pow(angular[1][axis] - angular[0][axis], 2);
            size += pow(angular[0][axis], 2);
        }
        change = sqrt(change / size);
        const double lost = fabs(energy[1] / energy[0] - 1.0);
        const double brick = angle_between(o.system->q + 3, right.system->q + 3),
                     wedge = angle_between(o.system->q + 10, right.system->q + 10);
        if (!(change < expected->angular && lost < expected->energy && brick < expected->turned &&
              wedge < expected->turned))
            fail_msg("%s: angular momentum changes by %.3g, energy by %.3g; %.3g and %.3g rad off",
                     name, change, lost, brick, wedge);
        for (int axis = 0; axis < 3; axis++)
            assert_true(fabs(o.system->q[axis]) < expected->place);
    }
    rigid_end(&o);
    rigid_end(&right);
}

static void every_solver_lets_bodies_tumble(void **state)
{
    (void)state;
    solvers_each(takes_bodies, tumbles);
}

/* A run that begins again is the same one; and begins where the system is. */
static void begins_again(const char *name)
{
    objects o;
    double first[14];
    begin(&o, down);
    rigid_add_body(&o, 0, "a", "shape=box side=0.2,0.4,0.6 mass=1 angular_velocity=1,2,3");
    rigid_add_body(&o, 0, "b", "shape=sphere radius=0.1 mass=2 position=5,0,0 velocity=0,1,0");
    objects_make(&o, name);
    objects_steps(&o, 1e-3, 200);
    memcpy(first, o.system->q, sizeof first);
    trama_system_reset(o.system);
    trama_integrator_restart(o.integrator);
    objects_steps(&o, 1e-3, 200);
    assert_memory_equal(first, o.system->q, sizeof first);
    o.system->q[0] += 0.01; /* from outside */
    const double moved = o.system->q[0];
    objects_steps(&o, 1e-6, 1);
    assert_true(fabs(o.system->q[0] - moved) < 1e-4);
    rigid_end(&o);
}

static void every_solver_begins_again_with_the_same_bits(void **state)
{
    (void)state;
    solvers_each(takes_bodies, begins_again);
}

/* v = v0 exp(-2 t), w = w0 exp(-3 t), t = 0.5 s. */
static void feels_drag(const char *name)
{
    objects o;
    begin(&o, NULL);
    rigid_add_body(&o, 0, "ball",
                   "shape=sphere radius=0.1 mass=1 velocity=1,0,0 "
                   "angular_velocity=0,0,1 damping=2 angular_damping=3");
    if (begins(&o, name, "body_drag")) {
        objects_steps(&o, 1e-3, 500);
        const double *v = o.system->v;
        if (!(fabs(v[0] - exp(-1.0)) < 1e-3 && fabs(v[5] - exp(-1.5)) < 1e-3))
            fail_msg("%s: drag leaves %.17g m/s and %.17g rad/s", name, v[0], v[5]);
    }
    rigid_end(&o);
}

static void every_solver_feels_drag_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_bodies, feels_drag);
}

/* --- contact --- */

/* Bodies on a ground whose top is y = 0; false if the solver refuses the feature. */
static bool begins_on_ground(objects *o, const char *name, const char *more, const char *body,
                             const char *feature)
{
    rigid_begin_on_ground(o, down, more);
    rigid_add_body(o, 0, "body", body);
    objects_join(o, "touch", "rigid_contact", NULL, 1, 0);
    return begins(o, name, feature);
}

/* 2 m/s on a ground of friction 0.5: v^2/(2 mu g) = 0.4077 m, and on it no deeper than 5 mm. */
static void slides(const char *name)
{
    objects o;
    if (begins_on_ground(&o, name, "friction=0.5",
                         "shape=box side=1,1,1 mass=1 position=0,0.5,0 velocity=2,0,0 friction=0.5",
                         "body_contact, friction")) {
        objects_steps(&o, 1e-3, 1000);
        const double *q = o.system->q;
        if (!(fabs(q[0] - 4.0 / G) < 0.015 && fabs(q[1] - 0.5) < 5e-3 && fabs(q[2]) < 5e-3))
            fail_msg("%s: slides to %.17g m, at a height of %.17g m", name, q[0], q[1]);
    }
    rigid_end(&o);
}

static void every_solver_rubs_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_bodies, slides);
}

/* A crate on a belt of 0.5 m/s, both of friction 0.5: it slips for v/(mu g) = 0.102 s, and goes
 * with the belt after v^2/(2 mu g) = 0.0255 m less. */
static void rides(const char *name)
{
    objects o;
    begin(&o, down);
    rigid_add_body(&o, 0, "belt",
                   "shape=box side=100,2,100 position=0,-1,0 motion=kinematic "
                   "velocity=0.5,0,0 friction=0.5");
    rigid_add_body(&o, 0, "crate", "shape=box side=1,1,1 mass=1 position=0,0.5,0 friction=0.5");
    objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
    if (begins(&o, name, "body_contact, moving_obstacles, friction")) {
        objects_steps(&o, 1e-3, 1000);
        const double x = o.system->q[0], v = o.system->v[0];
        if (!(fabs(v - 0.5) < 0.01 && fabs(x - 0.5 + 0.125 / G / 0.5) < 5e-3))
            fail_msg("%s: a crate on a belt is at %.6g m, and goes at %.6g m/s", name, x, v);
    }
    rigid_end(&o);
}

/* A wall that moves at 0.5 m/s, without friction and weight, comes to a ball 0.2 s later, and takes
 * it with it to 0.1 m, or pushes it before it: to correct depth ODE adds 0.10 m/s, cannon 0.13. */
static void pushes(const char *name)
{
    objects o;
    begin(&o, NULL);
    rigid_add_body(
        &o, 0, "wall",
        "shape=box side=1,1,1 position=-1,0,0 motion=kinematic velocity=0.5,0,0 friction=0");
    rigid_add_body(&o, 0, "ball", "shape=sphere radius=0.1 mass=1 position=-0.3,0,0 friction=0");
    objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
    if (begins(&o, name, "body_contact, moving_obstacles")) {
        objects_steps(&o, 1e-3, 1000);
        const double x = o.system->q[0], v = o.system->v[0];
        if (!(x > 0.09 && x < 0.25 && v > 0.49 && v < 0.7))
            fail_msg("%s: a ball before a wall is at %.6g m, and goes at %.6g m/s", name, x, v);
    }
    rigid_end(&o);
}

static void every_solver_carries_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_bodies, rides);
    solvers_each(takes_bodies, pushes);
}

/* From 1 m above the ground back to 0.64 m, of restitution 0.8: the highest after the bounce. */
static void bounces(const char *name)
{
    objects o;
    if (begins_on_ground(&o, name, "friction=0",
                         "shape=sphere radius=0.1 mass=1 position=0,1.1,0 restitution=0.8 "
                         "friction=0",
                         "body_contact, restitution")) {
        double highest = 0.0;
        for (int i = 0; i < 900; i++) {
            objects_steps(&o, 1e-3, 1);
            if (i > 500)
                highest = fmax(highest, o.system->q[1] - 0.1);
        }
        if (!(fabs(highest - 0.64) < expected_of(name)->bounce))
            fail_msg("%s: bounces to %.17g m", name, highest);
    }
    rigid_end(&o);
}

static void every_solver_bounces_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_bodies, bounces);
}

/* A cylinder and a capsule, whose axes are z, lie on the ground: they stay as high as their radius.
 */
static void lies_on_its_side(const char *name, const char *body, const char *feature)
{
    const double deep =
        strcmp(name, "mujoco3") == 0 ? 0.012 : 5e-3; /* 9.5 mm: it rocks about one point */
    objects o;
    if (begins_on_ground(&o, name, "friction=0", body, feature)) {
        objects_steps(&o, 1e-3, 300);
        const double *q = o.system->q;
        if (!(fabs(q[0]) < 1e-3 && fabs(q[1] - 0.2) < deep && fabs(q[2]) < 1e-3))
            fail_msg("%s: '%s' lies at %.6g, %.6g, %.6g m", name, body, q[0], q[1], q[2]);
    }
    rigid_end(&o);
}

static void lies_as_a_cylinder(const char *name)
{
    lies_on_its_side(name, "shape=cylinder radius=0.2 height=1 mass=1 position=0,0.2,0 friction=0",
                     "body_contact, cylinders");
}

static void lies_as_a_capsule(const char *name)
{
    lies_on_its_side(name, "shape=capsule radius=0.2 length=1 mass=1 position=0,0.2,0 friction=0",
                     "body_contact, capsules");
}

/* On its base, its apex up. */
static void stands_as_a_cone(const char *name)
{
    objects o;
    if (begins_on_ground(&o, name, "friction=0",
                         "shape=cone radius=0.2 height=0.8 mass=1 position=0,0.2,0 orientation="
                         "1,-1,0,0 friction=0",
                         "body_contact, cones")) {
        objects_steps(&o, 1e-3, 300);
        const double *q = o.system->q;
        if (!(fabs(q[0]) < 1e-3 && fabs(q[1] - 0.2) < 5e-3 && fabs(q[2]) < 1e-3))
            fail_msg("%s: a cone is at %.6g, %.6g, %.6g m", name, q[0], q[1], q[2]);
    }
    rigid_end(&o);
}

static void every_solver_lets_round_bodies_lie_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_bodies, stands_as_a_cone);
    solvers_each(takes_bodies, lies_as_a_cylinder);
    solvers_each(takes_bodies, lies_as_a_capsule);
}

static void set_cube(double corner[3], int which)
{
    for (int axis = 0; axis < 3; axis++)
        corner[axis] = which >> axis & 1 ? 0.5 : -0.5;
}

/* The thinnest arch that stands (configs/laws/arch.yaml), of twelve stones, 2 % thicker. */
#define HALF_STONE (acos(-1.0) / 24)
static void set_stone(double corner[3], int which)
{
    const double radius = which & 1 ? 1.05348 : 0.94652;
    corner[0] = (radius - 1.0) * cos(HALF_STONE);
    corner[1] = radius * sin(HALF_STONE) * (which & 2 ? 1.0 : -1.0);
    corner[2] = which & 4 ? 0.15 : -0.15;
}

/* Hulls of eight corners on a ground, all of friction 0.5; false: refused. */
static bool begins_with_hulls(objects *o, const char *name, const char *options, int count,
                              const char *const body[], void (*set)(double *, int))
{
    static const char *const hulls[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
    rigid_begin_on_ground(o, down, "friction=0.5");
    for (int i = 0; i < count; i++) {
        trama_rigid_spec *hull = rigid_add_body(o, 0, hulls[i], body[i]);
        hull->vertices.count = 24;
        for (int which = 0; which < 8; which++)
            set(hull->vertices.value + 3 * which, which);
    }
    objects_join(o, "touch", "rigid_contact", NULL, 1, 0);
    if (!options)
        return begins(o, name, "hulls, body_contact, friction");
    objects_make_with(o, name, options);
    return true;
}

static const char *const cubes[] = {
    "shape=polyhedron mass=1 position=0,0.5,0 friction=0.5",
    "shape=polyhedron mass=1 position=0,1.5,0 orientation=0.99,0,0.13,0 friction=0.5",
    "shape=polyhedron mass=1 position=0,2.5,0 orientation=0.9,0,0.4,0 friction=0.5"};

/* Three cubes, each turned by itself, that just touch each other and the ground: 0.1 s later each
 * is where it was, to 1 cm in height. Under MuJoCo, with one point of contact, they sink by 35 mm
 * in all; Rapier pushes one 2.7 cm aside. */
static void stands(const char *name, const char *options, double room)
{
    enum { CUBES = 3 };
    objects o;
    if (begins_with_hulls(&o, name, options, CUBES, cubes, set_cube)) {
        objects_steps(&o, 1e-3, 100);
        for (int i = 0; i < CUBES; i++) {
            const double *q = o.system->q + 7 * i;
            if (!(fabs(q[1] - 0.5 - i) < room && hypot(q[0], q[2]) < 0.03))
                fail_msg("%s: cube %d of a stack is at %.6g, %.6g, %.6g m", name, i, q[0], q[1],
                         q[2]);
        }
    }
    rigid_end(&o);
}

static void stacks_hulls(const char *name)
{
    stands(name, NULL, strncmp(name, "mujoco", 6) == 0 ? 0.05 : 0.01);
}

/* Faces touch within rounding: whatever a solver makes of that, no stone is thrown: 20 ms later
 * none is further off than 2 cm. */
static void keeps_an_arch(const char *name)
{
    enum { STONES = 12 };
    char text[STONES][256];
    const char *body[STONES];
    objects o;
    for (int i = 0; i < STONES; i++) {
        const double angle = (2 * i + 1) * HALF_STONE, far = cos(HALF_STONE);
        snprintf(text[i], sizeof text[i],
                 "shape=polyhedron mass=1 friction=0.5 position=%.17g,%.17g,0 "
                 "orientation=%.17g,0,0,%.17g",
                 far * cos(angle), far * sin(angle), cos(angle / 2), sin(angle / 2));
        body[i] = text[i];
    }
    if (begins_with_hulls(&o, name, NULL, STONES, body, set_stone)) {
        double before[7 * STONES];
        memcpy(before, o.system->q, sizeof before);
        objects_steps(&o, 1e-3, 20);
        for (int i = 0; i < STONES; i++) {
            const double *q = o.system->q + 7 * i, *from = before + 7 * i;
            const double far = hypot(hypot(q[0] - from[0], q[1] - from[1]), q[2] - from[2]);
            if (!(far < 0.02))
                fail_msg("%s: stone %d of an arch is %.6g m off", name, i, far);
        }
    }
    rigid_end(&o);
}

static void every_solver_stacks_hulls_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_bodies, stacks_hulls);
    solvers_each(takes_bodies, keeps_an_arch);
}

/* Several points of contact are an option of MuJoCo's. */
static void mujoco_finds_more_points_where_it_is_asked_to(void **state)
{
    (void)state;
    if (trama_integrator_find("mujoco"))
        stands("mujoco", "multiccd=true", 0.001);
    if (trama_integrator_find("mujoco3"))
        stands("mujoco3", "multiccd=true", 0.001);
}

/* How high three balls on each other are, at the end of 0.3 s of cannon's. */
static void settle(const char *options, double height[3])
{
    objects o;
    rigid_begin_on_ground(&o, down, "friction=0");
    rigid_add_body(&o, 0, "a", "shape=sphere radius=0.2 mass=1 position=0,0.2,0 friction=0");
    rigid_add_body(&o, 0, "b", "shape=sphere radius=0.2 mass=2 position=0,0.6,0 friction=0");
    rigid_add_body(&o, 0, "c", "shape=sphere radius=0.2 mass=3 position=0,1,0 friction=0");
    objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
    objects_make_with(&o, "cannon", options);
    objects_steps(&o, 1e-3, 300);
    for (int i = 0; i < 3; i++)
        height[i] = o.system->q[7 * i + 1];
    rigid_end(&o);
}

/* Softer, slower and less well solved, contacts let the balls sink by more. */
static void cannon_takes_each_of_its_options(void **state)
{
    static const char *const options[] = {"stiffness=1e4", "relaxation=100", "iterations=1",
                                          "tolerance=1"};
    double plain[3], own[3];
    (void)state;
    if (!trama_integrator_find("cannon"))
        skip();
    settle(NULL, plain);
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        settle(options[i], own);
        if (!(own[2] < plain[2] - 1e-5))
            fail_msg("cannon, %s: the third ball is at %.9g m, and at %.9g m by default",
                     options[i], own[2], plain[2]);
    }
}

/* ODE ends its program where a quaternion is none any more. Here that is a result: no numbers, and
 * none later; and another world is none the worse for it. */
static void ode_outlives_what_is_lost(void **state)
{
    (void)state;
    if (!trama_integrator_find("ode"))
        skip();
    for (int round = 0; round < 2; round++) {
        objects o;
        begin(&o, NULL);
        rigid_add_body(&o, 0, "brick",
                       "shape=box side=0.2,0.4,0.6 mass=1 angular_velocity=1e200,1e200,2e200");
        objects_make(&o, "ode");
        for (int step = 0; step < 3; step++) {
            objects_steps(&o, 1e-3, 1);
            assert_true(isnan(o.system->q[0]) && isnan(o.system->q[3]) && isnan(o.system->v[5]));
        }
        rigid_end(&o);
    }
    falls("ode");
}

/* Three balls above each other: two of one group fall into one place on the ground, and the third,
 * of another, comes to lie above them. */
static void passes_through_its_group(const char *name)
{
    objects o;
    rigid_begin_on_ground(&o, down, "friction=0");
    rigid_add_body(&o, 0, "lower",
                   "shape=sphere radius=0.2 mass=1 position=0,0.2,0 friction=0 group=1");
    rigid_add_body(&o, 0, "upper",
                   "shape=sphere radius=0.2 mass=1 position=0,0.7,0 friction=0 group=1");
    rigid_add_body(&o, 0, "other",
                   "shape=sphere radius=0.2 mass=1 position=0,1.2,0 friction=0 group=2");
    objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
    if (begins(&o, name, "body_contact, groups")) {
        objects_steps(&o, 1e-3, 600);
        const double *q = o.system->q;
        if (!(fabs(q[1] - 0.2) < 0.01 && fabs(q[8] - 0.2) < 0.01 && q[15] > 0.55))
            fail_msg("%s: balls, of which two do not touch, are at heights of %.6g, %.6g, %.6g m",
                     name, q[1], q[8], q[15]);
    }
    rigid_end(&o);
}

static void every_solver_knows_groups_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_bodies, passes_through_its_group);
}

/* --- joints --- */

static bool has_soft_joints(const char *name)
{
    return strcmp(name, "cannon") == 0 || strcmp(name, "mujoco3") == 0;
}

/* A ball of 1 kg, 1 m from where it is held, released level, for 0.5 s, beside velocity Verlet with
 * the same joint. Bullet corrects a fifth of an error in a step, and leaves 1.2 mm of it. */
static void swings(const char *name, const char *bob, const char *joint, const char *settings,
                   const char *feature)
{
    const char *const methods[2] = {name, "velocity_verlet"};
    const double near = has_soft_joints(name) ? 0.012 : 8e-3; /* cannon 8.0 mm, mujoco3 7.4 mm */
    double place[2][3];
    for (int i = 0; i < 2; i++) {
        objects o;
        begin(&o, down);
        rigid_add_body(&o, 0, "bob", bob);
        objects_join(&o, "hold", joint, settings, 1, 0);
        const bool begun = begins(&o, methods[i], feature);
        if (begun) {
            objects_steps(&o, 1e-3, 500);
            memcpy(place[i], o.system->q, sizeof place[i]);
        }
        rigid_end(&o);
        if (!begun)
            return;
    }
    const double way[3] = {place[0][0] - place[1][0], place[0][1] - place[1][1],
                           place[0][2] - place[1][2]};
    assert_true(place[1][1] < -0.4);
    if (!(sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]) < near))
        fail_msg("%s: a bob at a %s is at %.6g, %.6g, not %.6g, %.6g", name, joint, place[0][0],
                 place[0][1], place[1][0], place[1][1]);
}

/* Two bodies askew, held to the world at a point and to each other by a hinge: after 0.3 s both are
 * where velocity Verlet has them. */
static void holds_two_bodies(const char *name)
{
    const char *const methods[2] = {name, "velocity_verlet"};
    const double room = has_soft_joints(name) ? 0.02 : 5e-3; /* 2e-3 and less of the others */
    double place[2][14];
    for (int i = 0; i < 2; i++) {
        objects o;
        begin(&o, down);
        rigid_add_body(&o, 0, "bob",
                       "shape=sphere radius=0.1 mass=1 position=1,0,0 orientation=1,0.3,-0.2,0.5");
        rigid_add_body(
            &o, 0, "rod",
            "shape=box side=0.2,0.3,0.8 mass=2 position=2,0,0 orientation=1,0.2,0.4,-0.5");
        objects_join(&o, "hold", "ball_joint", "body=bob at=0,0,0", 1, 0);
        objects_join(&o, "both", "hinge_joint", "body=bob to=rod at=1.5,0,0 axis=0.6,0,0.8", 1, 0);
        const bool begun = begins(&o, methods[i], "ball_joints, hinge_joints");
        if (begun) {
            objects_steps(&o, 1e-3, 300);
            memcpy(place[i], o.system->q, sizeof place[i]);
        }
        rigid_end(&o);
        if (!begun)
            return;
    }
    for (int body = 0; body < 2; body++) {
        const double *at = place[0] + 7 * body, *right = place[1] + 7 * body;
        const double off = hypot(hypot(at[0] - right[0], at[1] - right[1]), at[2] - right[2]),
                     turned = angle_between(at + 3, right + 3);
        if (!(off < room && turned < 4.0 * room))
            fail_msg("%s: body %d of two that are joined is %.3g m and %.3g rad off", name, body,
                     off, turned);
    }
}

static const char level[] = "shape=sphere radius=0.1 mass=1 position=1,0,0";

static void swings_at_a_ball_joint(const char *name)
{
    swings(name, level, "ball_joint", "body=bob at=0,0,0", "ball_joints");
}

static void swings_at_a_hinge(const char *name)
{
    swings(name, level, "hinge_joint", "body=bob at=0,0,0 axis=0,0,1", "hinge_joints");
}

/* Let go above where it is held: first the rod pushes, then it pulls. */
static void swings_at_a_rod(const char *name)
{
    swings(name, "shape=sphere radius=0.1 mass=1 position=0.8,0.6,0", "distance_joint",
           "body=bob at=0.8,0.6,0 at_to=0,0,0", "distance_joints");
}

static void every_solver_joins_or_refuses(void **state)
{
    (void)state;
    solvers_each(takes_bodies, swings_at_a_ball_joint);
    solvers_each(takes_bodies, swings_at_a_hinge);
    solvers_each(takes_bodies, swings_at_a_rod);
    solvers_each(takes_bodies, holds_two_bodies);
}

/* How far from 1 m a rod of Simbody's is at the worst, in 1 s of steps of 0.1 s. */
static double stretched(const char *options)
{
    double worst = 0.0;
    objects o;
    begin(&o, down);
    rigid_add_body(&o, 0, "bob", level);
    objects_join(&o, "hold", "distance_joint", "body=bob at=1,0,0 at_to=0,0,0", 1, 0);
    objects_make_with(&o, "simbody", options);
    for (int i = 0; i < 10; i++) {
        objects_steps(&o, 0.1, 1);
        worst = fmax(worst, fabs(hypot(o.system->q[0], o.system->q[1]) - 1.0));
    }
    rigid_end(&o);
    return worst;
}

static void simbody_holds_a_rod_to_its_tolerance(void **state)
{
    (void)state;
    if (!trama_integrator_find("simbody"))
        skip();
    const double rough = stretched("integrator=Verlet accuracy=0.1 constraint_tolerance=0.01"),
                 fine = stretched("integrator=Verlet accuracy=0.1 constraint_tolerance=1e-10");
    if (!(fine < 1e-9 && rough > 1e-6 && rough < 0.02))
        fail_msg("a rod is off by %.3g m at a tolerance of 0.01, by %.3g m at 1e-10", rough, fine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_solver_lets_bodies_fall),
        cmocka_unit_test(every_solver_lets_bodies_tumble),
        cmocka_unit_test(every_solver_begins_again_with_the_same_bits),
        cmocka_unit_test(every_solver_feels_drag_or_refuses),
        cmocka_unit_test(every_solver_rubs_or_refuses),
        cmocka_unit_test(every_solver_bounces_or_refuses),
        cmocka_unit_test(every_solver_knows_groups_or_refuses),
        cmocka_unit_test(every_solver_carries_or_refuses),
        cmocka_unit_test(every_solver_lets_round_bodies_lie_or_refuses),
        cmocka_unit_test(mujoco_finds_more_points_where_it_is_asked_to),
        cmocka_unit_test(every_solver_stacks_hulls_or_refuses),
        cmocka_unit_test(cannon_takes_each_of_its_options),
        cmocka_unit_test(ode_outlives_what_is_lost),
        cmocka_unit_test(every_solver_joins_or_refuses),
        cmocka_unit_test(simbody_holds_a_rod_to_its_tolerance),
    };
    return cmocka_run_group_tests(tests, solvers_register, NULL);
}
