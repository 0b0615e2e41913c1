/* A bending element of Bridson's cloth conserves momentum and resists its bending mode alone and
 * none of the eleven others, and its forces are gradients of energies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/piece.h"
#include "support/sheet.h"
#include "support/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CORNERS = 4 };

typedef struct one_element {
    piece run;
    size_t at[CORNERS]; /* nodes x1 to x4 */
} one_element;

static void element_begin(one_element *el, const char *with)
{
    const trama_scene_spec scene = sheet_scene(2, 2, 1, 0.8);
    piece_begin(&el->run, &scene, "bridson", with, "symplectic_euler", NULL);
    el->at[0] = 1; /* the diagonal runs from node 0 to node 3 */
    el->at[1] = 2;
    el->at[2] = 0;
    el->at[3] = 3;
    trama_mesh *mesh;
    trama_error error;
    assert_int_equal(trama_mesh_of_grid(trama_scene_grid(el->run.scene), &mesh, &error), TRAMA_OK);
    for (size_t i = 0; i < mesh->edge_count; i++)
        if (mesh->edge[i].triangle[1] != TRAMA_NONE) {
            const trama_edge *e = &mesh->edge[i];
            const size_t at[CORNERS] = {e->opposite[0], e->opposite[1], e->node[0], e->node[1]};
            memcpy(el->at, at, sizeof at);
        }
    trama_mesh_destroy(mesh);
}

static vec corner_of(const one_element *el, const double *array, size_t i)
{
    return vec_at(array, CORNERS, el->at[i]);
}

static void forces_on(const one_element *el, vec f[CORNERS])
{
    double a[3 * CORNERS];
    trama_system *s = el->run.system;
    trama_system_acceleration(s, 0, s->q, s->v, a);
    for (size_t i = 0; i < CORNERS; i++)
        f[i] = scaled(s->mass[el->at[i]], corner_of(el, a, i));
}

static const char bending_alone[] =
    "structural=0 shear=0 bending=1.3 bending_damping=0.4 density=1 rest=angle rest_angle=0.3";

/* Measured: 8e-16 of the largest force at most. */
static void a_bending_element_conserves_linear_and_angular_momentum(void **state)
{
    (void)state;
    for (long seed = 1; seed <= 20; seed++) {
        one_element el;
        vec f[CORNERS], sum = {0, 0, 0}, torque = {0, 0, 0};
        double largest = 0;
        element_begin(&el, bending_alone);
        sheet_shake(el.run.system->q, 12, 0.4, seed);
        sheet_shake(el.run.system->v, 12, 1.0, 100 + seed);
        forces_on(&el, f);
        for (size_t i = 0; i < CORNERS; i++) {
            sum = plus(sum, f[i]);
            torque = plus(torque, cross(corner_of(&el, el.run.system->q, i), f[i]));
            largest = worst_of(largest, vec_length(f[i]));
        }
        assert_true(largest > 0.01);
        assert_near(vec_length(sum) / largest, 0, 1e-13);
        assert_near(vec_length(torque) / largest, 0, 1e-13);
        piece_end(&el.run);
    }
}

/* v = w x q + c, and positions that a turn has brought from those at rest. */
static void a_rigid_motion_meets_no_force(void **state)
{
    (void)state;
    one_element el;
    vec f[CORNERS];
    const vec w = {0.7, -1.1, 0.4}, c = {3, -2, 1};
    const double turn[3][3] = {{0.36, 0.48, -0.8}, {-0.8, 0.6, 0}, {0.48, 0.64, 0.6}};
    element_begin(&el, "structural=9 shear=9 bending=1.3 bending_damping=0.4 density=1");
    double *q = el.run.system->q, *v = el.run.system->v, flat[12];
    memcpy(flat, q, sizeof flat);
    for (size_t i = 0; i < CORNERS; i++) {
        for (size_t axis = 0; axis < 3; axis++)
            q[axis * CORNERS + i] = 1.0 + turn[axis][0] * flat[i] +
                                    turn[axis][1] * flat[CORNERS + i] +
                                    turn[axis][2] * flat[2 * CORNERS + i];
        const vec moves = plus(cross(w, vec_at(q, CORNERS, i)), c);
        v[i] = moves.x;
        v[CORNERS + i] = moves.y;
        v[2 * CORNERS + i] = moves.z;
    }
    forces_on(&el, f);
    for (size_t i = 0; i < CORNERS; i++)
        assert_near(vec_length(f[i]), 0, 1e-13); /* measured 6e-16 */
    piece_end(&el.run);
}

/* Work of the bending force in the eleven motions that leave the dihedral angle alone. */
static void the_bending_mode_is_orthogonal_to_the_eleven_others(void **state)
{
    (void)state;
    one_element el;
    vec f[CORNERS], x[CORNERS], modes[11][CORNERS];
    memset(modes, 0, sizeof modes);
    element_begin(&el, bending_alone);
    sheet_shake(el.run.system->q, 12, 0.4, 5);
    forces_on(&el, f);
    for (size_t i = 0; i < CORNERS; i++)
        x[i] = corner_of(&el, el.run.system->q, i);
    const vec axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < CORNERS; i++) {
            modes[axis][i] = axes[axis];
            modes[3 + axis][i] = cross(axes[axis], x[i]);
        }
    for (size_t tip = 0; tip < 2; tip++) { /* in the plane of its triangle */
        modes[6 + 2 * tip][tip] = minus(x[tip], x[2]);
        modes[7 + 2 * tip][tip] = minus(x[tip], x[3]);
    }
    modes[10][2] = minus(x[2], x[3]);
    modes[10][3] = minus(x[3], x[2]);
    double force = 0;
    for (size_t i = 0; i < CORNERS; i++)
        force += vec_length(f[i]);
    for (size_t k = 0; k < 11; k++) {
        double work = 0;
        for (size_t i = 0; i < CORNERS; i++)
            work += dot(f[i], modes[k][i]);
        assert_near(work / force, 0, 1e-14); /* measured 7e-17 */
    }
    piece_end(&el.run);
}

/* Largest |F + dV/dq| over the largest |F|, the gradient by central differences of 1e-6 m. */
static double gradient_error(const piece *run)
{
    const size_t nv = run->system->nv;
    double *a = sheet_numbers(nv), *q = sheet_numbers(nv), largest = 0, error = 0;
    const double step = 1e-6;
    memcpy(q, run->system->q, nv * sizeof *q);
    trama_system_acceleration(run->system, 0, q, run->system->v, a);
    for (size_t i = 0; i < nv; i++) {
        const double here = q[i], force = run->system->mass[i] * a[i];
        q[i] = here + step;
        const double above = piece_energy(run, q);
        q[i] = here - step;
        const double slope = (above - piece_energy(run, q)) / (2 * step);
        q[i] = here;
        error = worst_of(error, fabs(force + slope));
        largest = worst_of(largest, fabs(force));
    }
    free(a);
    free(q);
    return error / largest;
}

/* The factor |E|^2/(|N1| + |N2|) is held constant in the energy: with triangles as at rest, of
 * which one is turned about the edge, the force is its gradient. Measured: 1.1e-9, of the
 * differences. */
static void the_bending_force_is_the_gradient_of_its_energy_at_fixed_factor(void **state)
{
    (void)state;
    const double angles[] = {-2.6, -0.4, 0.05, 1.0, 2.9};
    for (size_t k = 0; k < sizeof angles / sizeof angles[0]; k++) {
        one_element el;
        element_begin(&el, "structural=0 shear=0 bending=1.3 density=1 rest=angle rest_angle=0.3");
        double *q = el.run.system->q;
        const vec x3 = corner_of(&el, q, 2), d = minus(corner_of(&el, q, 0), x3);
        const vec e = vec_unit(minus(corner_of(&el, q, 3), x3));
        const vec along = scaled(dot(d, e), e), across = minus(d, along);
        const vec turned = plus(plus(x3, along), plus(scaled(cos(angles[k]), across),
                                                      scaled(sin(angles[k]), cross(e, across))));
        q[el.at[0]] = turned.x;
        q[CORNERS + el.at[0]] = turned.y;
        q[2 * CORNERS + el.at[0]] = turned.z;
        assert_near(gradient_error(&el.run), 0, 1e-8);
        piece_end(&el.run);
    }
}

static void the_springs_force_is_the_gradient_of_their_energy(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene(5, 6, 4, 5);
    piece run;
    piece_begin(&run, &scene, "bridson", "structural=30 shear=20 density=1", "symplectic_euler",
                NULL);
    sheet_shake(run.system->q, run.system->nq, 0.3, 2);
    assert_near(gradient_error(&run), 0, 1e-8); /* measured 1.7e-10 */
    piece_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bending_element_conserves_linear_and_angular_momentum),
        cmocka_unit_test(a_rigid_motion_meets_no_force),
        cmocka_unit_test(the_bending_mode_is_orthogonal_to_the_eleven_others),
        cmocka_unit_test(the_bending_force_is_the_gradient_of_its_energy_at_fixed_factor),
        cmocka_unit_test(the_springs_force_is_the_gradient_of_their_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
