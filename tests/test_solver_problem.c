/* What a system says of itself to a solver that is not of this library: elements have the energy of
 * the model that says them, solids are where they are, and touch as the interactions say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/vec.h"
#include "solver/problem.h"
#include "support/rigid.h"

#include <math.h>
#include <string.h>

#define G 9.81

static trama_problem make(const trama_system *system)
{
    trama_problem problem;
    trama_error error;
    if (trama_problem_make(system, &problem, &error) != TRAMA_OK)
        fail_msg("%s", error.text);
    return problem;
}

static vec node_of(const trama_problem *p, size_t i)
{
    return (vec){p->position[3 * i], p->position[3 * i + 1], p->position[3 * i + 2]};
}

/* Every coordinate is somewhere else, by up to `most`. */
static void disturb(trama_system *system, double most)
{
    for (size_t i = 0; i < system->nq; i++)
        system->q[i] += most * sin(1.7 * (double)i + 0.3);
}

static void assert_same(double a, double b, double share)
{
    if (!(fabs(a - b) <= share * fabs(b)))
        fail_msg("%.17g, not %.17g", a, b);
}

/* --- elements: their energy by the formulas of composition.h --- */

/* Area E h/(1 - nu^2) ((1 - nu) tr(e^2) + nu tr(e)^2)/2, e = (F^T F - 1)/2. */
static double energy_of_membrane(const trama_problem *p, const trama_membrane *m)
{
    const double(*r)[2] = m->rest;
    const double u1 = r[1][0] - r[0][0], v1 = r[1][1] - r[0][1], u2 = r[2][0] - r[0][0],
                 v2 = r[2][1] - r[0][1], twice = u1 * v2 - u2 * v1;
    const vec a = minus(node_of(p, m->node[1]), node_of(p, m->node[0])),
              b = minus(node_of(p, m->node[2]), node_of(p, m->node[0]));
    const vec fu = combined(v2 / twice, a, -v1 / twice, b),
              fv = combined(-u2 / twice, a, u1 / twice, b);
    const double e[3] = {0.5 * (dot(fu, fu) - 1.0), 0.5 * (dot(fv, fv) - 1.0), 0.5 * dot(fu, fv)},
                 trace = e[0] + e[1], square = e[0] * e[0] + e[1] * e[1] + 2.0 * e[2] * e[2];
    return 0.5 * fabs(twice) * 0.5 * m->stiffness / (1.0 - m->poisson * m->poisson) *
           ((1.0 - m->poisson) * square + m->poisson * trace * trace);
}

/* c K^e (2 (cos(theta0/2) - cos(theta/2)) - sin(theta0/2) (theta - theta0)), flat at rest. */
static double energy_of_bend(const trama_problem *p, const trama_bend *b)
{
    const vec x3 = node_of(p, b->node[0]), x4 = node_of(p, b->node[1]), x1 = node_of(p, b->node[2]),
              x2 = node_of(p, b->node[3]);
    const vec n1 = cross(minus(x1, x3), minus(x1, x4)), n2 = cross(minus(x2, x4), minus(x2, x3));
    const double theta = acos(dot(n1, n2) / sqrt(dot(n1, n1) * dot(n2, n2)));
    assert_true(b->sine == 0.0);
    return 2.0 * b->factor * b->stiffness * (1.0 - cos(0.5 * theta));
}

static void a_cloth_of_triangles_is_membranes_and_bends(void **state)
{
    const trama_scene_spec scene = {
        .grid = {.points = {4, 3}, .side = {0.9, 0.5}, .axis = {{1, 0, 0}, {0, 0, 1}}}};
    piece run;
    (void)state;
    piece_begin(&run, &scene, "fem_cloth", "mass=0.2 young_thickness=70 poisson=0.31 bending=0.02",
                "rk4", NULL);
    disturb(run.system, 0.03);
    trama_problem p = make(run.system);
    double membranes = 0.0, bends = 0.0;
    for (size_t i = 0; i < p.membranes; i++)
        membranes += energy_of_membrane(&p, &p.membrane[i]);
    for (size_t i = 0; i < p.bends; i++)
        bends += energy_of_bend(&p, &p.bend[i]);
    assert_int_equal(p.membranes, 12);
    assert_int_equal(p.bends,
                     3 * 2 * 1 + 2 * 2 + 3 * 1); /* diagonals, and lines that are no border */
    assert_true(p.has[TRAMA_HAS_MEMBRANES] && p.has[TRAMA_HAS_BENDS]);
    assert_same(membranes + bends, piece_energy(&run, run.system->q), 1e-12);
    assert_true(bends > 1e-6 * membranes);
    trama_problem_free(&p);
    piece_end(&run);
}

/* --- solids --- */

/* A body whose principal axes are not those of its shape, an arrangement that shares one, a ground;
 * a plane that looks askew and moves; a ball. */
static void add_solids(objects *o)
{
    const double down[3] = {0.0, -G, 0.0};
    objects_begin(o);
    rigid_add(o, NULL, down);
    rigid_add_body(o, 0, "ground",
                   "shape=box side=8,2,8 position=0,-1,0 motion=static friction=0.4");
    rigid_add_body(o, 0, "wedge",
                   "shape=wedge side=0.3,0.5,0.7 mass=2 position=3,1,-1 "
                   "orientation=1,0.3,-0.2,0.5 angular_velocity=2,-3,4 friction=0.9");
    rigid_add_body(o, 0, "row",
                   "shape=sphere radius=0.2 mass=1 position=0,1,0 arrangement=line "
                   "count=3 step=1,0,0 restitution=0.25");
    objects_add(o, "slope", "plane", "point=0,-3,0 normal=1,-2,2 velocity=0.5,0,0", NULL);
}

static double norm(const double x[3])
{
    return sqrt(dot3(x, x));
}

static void solids_are_told_as_they_are(void **state)
{
    objects o;
    (void)state;
    add_solids(&o);
    objects_join(&o, "touch", "rigid_contact", "rest_speed=0.1", 1, 0);
    objects_make(&o, "symplectic_euler");
    trama_problem p = make(o.system);
    assert_int_equal(p.bodies, 4);
    assert_int_equal(p.obstacles, 2);
    assert_int_equal(p.shapes, 4); /* the row shares one */
    assert_int_equal(p.body[1].shape, p.body[3].shape);
    assert_same(p.gravity[1], -G, 0.0);

    /* rates of the world, whatever the axes; the corners of a wedge are about its centre of mass */
    const trama_problem_solid *wedge = &p.body[0];
    const trama_problem_shape *hull = &p.shape[wedge->shape];
    assert_true(fabs(norm(wedge->start.spin) - sqrt(29.0)) < 1e-12);
    assert_int_equal(hull->kind, TRAMA_SOLID_HULL);
    double least = 1e9, largest = 0.0;
    for (size_t i = 0; i < hull->points; i++) {
        least = fmin(least, norm(hull->point[i]));
        largest = fmax(largest, norm(hull->point[i]));
    }
    /* legs 0.3 and 0.7, a third of each from the right angle, half of 0.5 along */
    assert_same(least, sqrt(0.1 * 0.1 + 0.7 * 0.7 / 9.0 + 0.0625), 1e-12);
    assert_same(largest, sqrt(0.1 * 0.1 + 4.0 * 0.49 / 9.0 + 0.0625), 1e-12);

    /* z of the plane's frame is its normal; it moves */
    const trama_problem_solid *plane = &p.obstacle[1];
    const double *q = plane->start.orientation;
    const double z[3] = {2.0 * (q[1] * q[3] + q[0] * q[2]), 2.0 * (q[2] * q[3] - q[0] * q[1]),
                         1.0 - 2.0 * (q[1] * q[1] + q[2] * q[2])};
    assert_true(fabs(z[0] - 1.0 / 3.0) < 1e-15 && fabs(z[1] + 2.0 / 3.0) < 1e-15 &&
                fabs(z[2] - 2.0 / 3.0) < 1e-15);
    assert_true(plane->start.velocity[0] == 0.5 && p.has[TRAMA_HAS_MOVING_OBSTACLES]);
    trama_problem_free(&p);
    rigid_end(&o);
}

/* sqrt(0.4 x 0.9); the larger of 0.25 and 0; the plane is not among them. */
static void solids_touch_as_the_interaction_says(void **state)
{
    trama_touching how;
    objects o;
    (void)state;
    add_solids(&o);
    objects_join(&o, "touch", "rigid_contact", "rest_speed=0.1", 1, 0);
    objects_make(&o, "symplectic_euler");
    trama_problem p = make(o.system);
    const trama_problem_solid *ground = &p.obstacle[0], *plane = &p.obstacle[1];
    assert_true(trama_problem_solids_touch(&p, &p.body[0], ground, &how));
    assert_same(how.friction, 0.6, 1e-15);
    assert_true(how.rest_speed == 0.1);
    assert_true(trama_problem_solids_touch(&p, ground, &p.body[2], &how));
    assert_true(how.restitution == 0.25);
    assert_false(trama_problem_solids_touch(&p, &p.body[0], plane, &how));
    assert_false(trama_problem_solids_touch(&p, ground, plane, &how));
    assert_true(p.has[TRAMA_HAS_GROUPS] && p.has[TRAMA_HAS_RESTITUTION]);
    assert_false(p.has[TRAMA_HAS_NODE_CONTACT]);
    trama_problem_free(&p);
    rigid_end(&o);
}

/* What is put into the system is what was read of it. */
static void a_state_goes_there_and_back(void **state)
{
    objects o;
    (void)state;
    add_solids(&o);
    objects_make(&o, "rk4");
    objects_steps(&o, 1e-3, 200);
    double q[28], v[24];
    trama_problem p = make(o.system);
    trama_solid_state body[4];
    memcpy(q, o.system->q, sizeof q);
    memcpy(v, o.system->v, sizeof v);
    for (size_t i = 0; i < 4; i++)
        body[i] = p.body[i].start;
    memset(o.system->q, 0, sizeof q);
    memset(o.system->v, 0, sizeof v);
    trama_problem_put(&p, &(trama_state){.body = body}, o.system);
    for (size_t i = 0; i < 28; i++)
        assert_true(fabs(fabs(o.system->q[i]) - fabs(q[i])) <
                    1e-9); /* rk4: of nearly unit length */
    for (size_t i = 0; i < 24; i++)
        assert_true(fabs(o.system->v[i] - v[i]) < 1e-9);
    trama_problem_free(&p);
    rigid_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cloth_of_triangles_is_membranes_and_bends),
        cmocka_unit_test(solids_are_told_as_they_are),
        cmocka_unit_test(solids_touch_as_the_interaction_says),
        cmocka_unit_test(a_state_goes_there_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
