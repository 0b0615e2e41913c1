/* Bridson's cloth: its forces against the formulas as printed, on grids of every shape and on
 * meshes; what a bending element must keep; rest angles; bad input. Limits: test_bridson_limit.c;
 * statics and dynamics: test_bridson_physics.c. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/isa.h"
#include "core/random.h"
#include "support/near.h"
#include "support/piece.h"
#include "support/sheet.h"
#include "support/vec.h"

/* ---- The formulas of Campos, 4.1.1, word by word. */

typedef struct plain_element {
    vec x[4], v[4]; /* x1 x2 the tips, x3 x4 the edge */
} plain_element;

static void plain_mode(const plain_element *el, vec u[4])
{
    const vec x1 = el->x[0], x2 = el->x[1], x3 = el->x[2], x4 = el->x[3];
    const vec e = vec_difference(x4, x3);
    const vec n1 = vec_cross(vec_difference(x1, x3), vec_difference(x1, x4));
    const vec n2 = vec_cross(vec_difference(x2, x4), vec_difference(x2, x3));
    const double l = vec_length(e);
    const vec m1 = vec_scaled(1 / vec_dot(n1, n1), n1), m2 = vec_scaled(1 / vec_dot(n2, n2), n2);
    u[0] = vec_scaled(l, m1);
    u[1] = vec_scaled(l, m2);
    u[2] = vec_sum(vec_scaled(vec_dot(vec_difference(x1, x4), e) / l, m1),
                   vec_scaled(vec_dot(vec_difference(x2, x4), e) / l, m2));
    u[3] = vec_sum(vec_scaled(-vec_dot(vec_difference(x1, x3), e) / l, m1),
                   vec_scaled(-vec_dot(vec_difference(x2, x3), e) / l, m2));
}

/* +- sqrt((1 - n1 . n2) / 2) with the sign of (n1 x n2) . e. */
static double plain_half_sine(const plain_element *el)
{
    const vec x1 = el->x[0], x2 = el->x[1], x3 = el->x[2], x4 = el->x[3];
    const vec n1 = vec_unit(vec_cross(vec_difference(x1, x3), vec_difference(x1, x4)));
    const vec n2 = vec_unit(vec_cross(vec_difference(x2, x4), vec_difference(x2, x3)));
    const double sine = vec_dot(vec_cross(n1, n2), vec_difference(x4, x3));
    return (sine < 0 ? -1 : 1) * sqrt(fmax(0, (1 - vec_dot(n1, n2)) / 2));
}

static void plain_bending(const plain_element *el, double elastic, double damping, double rest,
                          vec f[4])
{
    const vec x1 = el->x[0], x2 = el->x[1], x3 = el->x[2], x4 = el->x[3];
    const double n1 = vec_length(vec_cross(vec_difference(x1, x3), vec_difference(x1, x4)));
    const double n2 = vec_length(vec_cross(vec_difference(x2, x4), vec_difference(x2, x3)));
    const double l = vec_length(vec_difference(x4, x3));
    vec u[4];
    double rate = 0;
    plain_mode(el, u);
    for (int i = 0; i < 4; i++)
        rate += vec_dot(u[i], el->v[i]);
    for (int i = 0; i < 4; i++)
        f[i] = vec_scaled(elastic * l * l / (n1 + n2) * (plain_half_sine(el) - sin(rest / 2)) -
                              damping * l * rate,
                          u[i]);
}

static void add_to(double *a, size_t nodes, size_t i, vec f)
{
    a[i] += f.x;
    a[nodes + i] += f.y;
    a[2 * nodes + i] += f.z;
}

typedef struct plain_material {
    double structural, shear, elastic, damping, rest;
} plain_material;

static bool crosses_a_square(const trama_grid *grid, const trama_edge *e)
{
    const size_t n = (size_t)grid->points[1];
    return n > 0 && e->node[0] / n != e->node[1] / n && e->node[0] % n != e->node[1] % n;
}

/* Forces (3 N) on a mesh whose rest lengths are those of `flat`. */
static void plain_forces(const trama_mesh *mesh, const trama_grid *grid, const double *flat,
                         plain_material m, const double *q, const double *v, double *force)
{
    const size_t nodes = mesh->nodes;
    memset(force, 0, 3 * nodes * sizeof *force);
    for (size_t k = 0; k < mesh->edge_count; k++) {
        const trama_edge *e = &mesh->edge[k];
        const size_t i = e->node[0], j = e->node[1];
        const vec d = vec_difference(vec_at(q, nodes, j), vec_at(q, nodes, i));
        const double l0 =
            vec_length(vec_difference(vec_at(flat, nodes, j), vec_at(flat, nodes, i)));
        const double stiffness = crosses_a_square(grid, e) ? m.shear : m.structural;
        const vec spring = vec_scaled(stiffness * (vec_length(d) - l0), vec_unit(d));
        add_to(force, nodes, i, spring);
        add_to(force, nodes, j, vec_scaled(-1, spring));
        if (e->triangle[1] == TRAMA_NONE)
            continue;
        const size_t at[4] = {e->opposite[0], e->opposite[1], i, j};
        plain_element el;
        vec f[4];
        for (int c = 0; c < 4; c++) {
            el.x[c] = vec_at(q, nodes, at[c]);
            el.v[c] = vec_at(v, nodes, at[c]);
        }
        plain_bending(&el, m.elastic, m.damping, m.rest, f);
        for (int c = 0; c < 4; c++)
            add_to(force, nodes, at[c], f[c]);
    }
}

/* ---- Forces of the model. */

static const plain_material material = {30, 20, 0.7, 0.05, 0.4};
static const char settings[] = "structural=30 shear=20 bending=0.7 bending_damping=0.05 density=2 "
                               "rest=angle rest_angle=0.4";

/* A crumpled state: positions off by up to a third of an edge, velocities of 1 m/s. */
static void crumple(piece *run, double edge)
{
    sheet_shake(run->system->q, run->system->nq, 0.3 * edge, 11);
    sheet_shake(run->system->v, run->system->nv, 1.0, 12);
}

static double largest_difference(const piece *run, const double *force, const double *a)
{
    double largest = 0;
    for (size_t i = 0; i < run->system->nv; i++)
        largest = fmax(largest, fabs(force[i] - run->system->mass[i] * a[i]));
    return largest;
}

static void compare(long m, long n, double tolerance)
{
    const trama_scene_spec scene = sheet_scene(m, n, 0.9 * (double)(m - 1), (double)(n - 1));
    piece run;
    trama_mesh *mesh;
    trama_error error;
    piece_begin(&run, &scene, "bridson", settings, "symplectic_euler", NULL);
    const size_t nv = run.system->nv;
    double *flat = sheet_numbers(nv), *force = sheet_numbers(nv), *a = sheet_numbers(nv);
    trama_scene_reference(run.scene, flat);
    assert_int_equal(trama_mesh_of_grid(trama_scene_grid(run.scene), &mesh, &error), TRAMA_OK);
    crumple(&run, 0.9);
    plain_forces(mesh, trama_scene_grid(run.scene), flat, material, run.system->q, run.system->v,
                 force);
    trama_system_acceleration(run.system, 0, run.system->q, run.system->v, a);
    const double off = largest_difference(&run, force, a);
    if (!(off <= tolerance * sheet_largest(force, nv)))
        fail_msg("%ld x %ld: %g of %g", m, n, off, sheet_largest(force, nv));
    trama_mesh_destroy(mesh);
    free(flat);
    free(force);
    free(a);
    piece_end(&run);
}

/* Also wider than a panel, of 256 columns. */
static void forces_on_a_grid_are_those_of_the_formulas(void **state)
{
    (void)state;
    static const long points[][2] = {{2, 2}, {2, 3}, {3, 2},  {3, 3},  {4, 4},   {4, 5},  {5, 4},
                                     {5, 5}, {8, 9}, {9, 16}, {17, 7}, {5, 300}, {6, 501}};
    for (size_t i = 0; i < sizeof points / sizeof points[0]; i++)
        compare(points[i][0], points[i][1], 1e-12);
}

/* The grid's triangles at shaken positions, as a mesh of its own: no row, no column. */
static void forces_on_a_mesh_are_those_of_the_formulas(void **state)
{
    (void)state;
    const plain_material even = {30, 30, 0.7, 0.05, 0.4};
    const trama_grid nowhere = {{0, 0}, {0, 0}, {0, 0, 0}, {{0, 0, 0}, {0, 0, 0}}};
    trama_scene_spec flat = sheet_scene(6, 7, 5, 6), scene;
    piece run;
    trama_mesh *mesh;
    trama_error error;
    assert_int_equal(trama_mesh_of_grid(&flat.grid, &mesh, &error), TRAMA_OK);
    double *vertex = sheet_numbers(3 * mesh->nodes);
    for (size_t i = 0; i < mesh->nodes; i++) {
        const size_t row = i / 7, column = i % 7;
        vertex[i] = (double)row;
        vertex[mesh->nodes + i] = (double)column;
    }
    sheet_shake(vertex, 3 * mesh->nodes, 0.2, 3);
    memset(&scene, 0, sizeof scene);
    scene.mesh = (trama_mesh_spec){mesh->nodes, mesh->triangle_count, vertex, mesh->triangle};
    piece_begin(&run, &scene, "bridson",
                "structural=30 bending=0.7 bending_damping=0.05 density=2 rest=angle "
                "rest_angle=0.4",
                "symplectic_euler", NULL);
    double *force = sheet_numbers(run.system->nv), *a = sheet_numbers(run.system->nv);
    crumple(&run, 0.6);
    plain_forces(trama_scene_mesh(run.scene), &nowhere, vertex, even, run.system->q, run.system->v,
                 force);
    trama_system_acceleration(run.system, 0, run.system->q, run.system->v, a);
    assert_true(largest_difference(&run, force, a) <= 1e-12 * sheet_largest(force, run.system->nv));
    double strain[TRAMA_FIGURES_MAX];
    run.system->type->observe(run.system->model, run.system->q, run.system->v, strain);
    assert_true(isfinite(strain[0]) && isnan(strain[1])); /* a mesh has no shear springs */
    trama_mesh_destroy(mesh);
    free(vertex);
    free(force);
    free(a);
    piece_end(&run);
}

static void every_instruction_set_gives_the_same_bits(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene(21, 300, 20, 299);
    double *first = NULL;
    for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++) {
        piece run;
        if (!trama_isa_force(isa))
            continue;
        piece_begin(&run, &scene, "bridson", settings, "symplectic_euler", NULL);
        double *a = sheet_numbers(run.system->nv);
        crumple(&run, 0.9);
        trama_system_acceleration(run.system, 0, run.system->q, run.system->v, a);
        if (first)
            assert_memory_equal(a, first, run.system->nv * sizeof *a);
        else
            first = a;
        if (first != a)
            free(a);
        piece_end(&run);
    }
    free(first);
    trama_isa best = TRAMA_ISA_V2;
    while (best + 1 < TRAMA_ISA_COUNT && trama_isa_available(best + 1))
        best++;
    trama_isa_force(best);
}

/* ---- One bending element: the two triangles of a square. */

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
        f[i] = vec_scaled(s->mass[el->at[i]], corner_of(el, a, i));
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
            sum = vec_sum(sum, f[i]);
            torque = vec_sum(torque, vec_cross(corner_of(&el, el.run.system->q, i), f[i]));
            largest = fmax(largest, vec_length(f[i]));
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
        const vec moves = vec_sum(vec_cross(w, vec_at(q, CORNERS, i)), c);
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
            modes[3 + axis][i] = vec_cross(axes[axis], x[i]);
        }
    for (size_t tip = 0; tip < 2; tip++) { /* in the plane of its triangle */
        modes[6 + 2 * tip][tip] = vec_difference(x[tip], x[2]);
        modes[7 + 2 * tip][tip] = vec_difference(x[tip], x[3]);
    }
    modes[10][2] = vec_difference(x[2], x[3]);
    modes[10][3] = vec_difference(x[3], x[2]);
    double force = 0;
    for (size_t i = 0; i < CORNERS; i++)
        force += vec_length(f[i]);
    for (size_t k = 0; k < 11; k++) {
        double work = 0;
        for (size_t i = 0; i < CORNERS; i++)
            work += vec_dot(f[i], modes[k][i]);
        assert_near(work / force, 0, 1e-14); /* measured 7e-17 */
    }
    piece_end(&el.run);
}

static double total_energy(const piece *run, const double *q)
{
    double e[3];
    run->system->type->energy(run->system->model, q, e);
    return e[0] + e[1] + e[2];
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
        const double above = total_energy(run, q);
        q[i] = here - step;
        const double slope = (above - total_energy(run, q)) / (2 * step);
        q[i] = here;
        error = fmax(error, fabs(force + slope));
        largest = fmax(largest, fabs(force));
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
        const vec x3 = corner_of(&el, q, 2), d = vec_difference(corner_of(&el, q, 0), x3);
        const vec e = vec_unit(vec_difference(corner_of(&el, q, 3), x3));
        const vec along = vec_scaled(vec_dot(d, e), e), across = vec_difference(d, along);
        const vec turned =
            vec_sum(vec_sum(x3, along), vec_sum(vec_scaled(cos(angles[k]), across),
                                                vec_scaled(sin(angles[k]), vec_cross(e, across))));
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

/* ---- Rest. */

static trama_scene_spec wavy_scene(void)
{
    trama_scene_spec scene = sheet_scene(9, 12, 8, 11);
    scene.wave[2] = 0.8;
    scene.wave_numbers[0] = scene.wave_numbers[1] = 3;
    return scene;
}

/* What a disturbed sheet comes back to: 30 s of damped motion, in the shape of its folds or flat.
 */
static double height_left(const char *rest)
{
    trama_scene_spec scene = wavy_scene();
    piece run;
    double largest = 0;
    char with[128] = "structural=50 shear=50 bending=5 density=1 sweeps=0 rest=";
    scene.damping = 2;
    piece_begin(&run, &scene, "bridson", strcat(with, rest), "bridson_mixed", "damping=drag");
    const size_t nodes = run.system->nq / 3;
    sheet_shake(run.system->q, run.system->nq, 0.05, 3);
    piece_steps(&run, 0.02, 1500);
    for (size_t i = 0; i < nodes; i++)
        for (size_t j = 0; j < nodes; j++)
            largest = fmax(largest, run.system->q[nodes + i] - run.system->q[nodes + j]);
    piece_end(&run);
    return largest;
}

static void rest_angles_keep_a_sculpted_fold(void **state)
{
    (void)state;
    const trama_scene_spec scene = wavy_scene();
    piece run;
    piece_begin(&run, &scene, "bridson", "structural=50 bending=5 density=1 rest=initial",
                "symplectic_euler", NULL);
    double *a = sheet_numbers(run.system->nv);
    trama_system_acceleration(run.system, 0, run.system->q, run.system->v, a);
    assert_near(sheet_largest(a, run.system->nv), 0, 1e-10); /* measured 8e-15 */
    assert_near(total_energy(&run, run.system->q), 0, 1e-12);
    free(a);
    piece_end(&run);
    const double folded = height_left("initial"), flat = height_left("flat");
    assert_true(folded > 1.4); /* measured 1.53 */
    assert_true(flat < 0.3);   /* measured 0.13 */
}

/* ---- Masses and stiffness. */

/* rho h^2: 8 triangles of half a square at an A inside, 4 at a B, and at corners 2 or 1, a third
 * each; K = m / l0 of the heaviest. */
static void masses_are_thirds_of_triangles_and_stiffness_follows(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene(5, 5, 2, 2);
    piece run;
    piece_begin(&run, &scene, "bridson", "density=3", "symplectic_euler", NULL);
    const double cell = 3 * 0.25;
    const double *mass = run.system->mass;
    assert_near(mass[12], cell * 8 / 6, 1e-14);
    assert_near(mass[7], cell * 4 / 6, 1e-14);
    assert_near(mass[0], cell * 2 / 6, 1e-14);
    double total = 0, e[3];
    for (size_t i = 0; i < 25; i++)
        total += mass[i];
    assert_near(total, 12, 1e-13);
    double q[75];
    for (size_t i = 0; i < 75; i++)
        q[i] = 2 * run.system->q[i];
    run.system->type->energy(run.system->model, q, e);
    assert_near(e[0], 40 * 0.5 * (cell * 8 / 6 / 0.5) * 0.25, 1e-12);
    assert_near(e[1], 16 * 0.5 * (cell * 8 / 6 / sqrt(0.5)) * 0.5, 1e-12);
    piece_end(&run);
}

/* ---- Bad input. */

static void bad_parameters_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *path, *text;
    } cases[] = {
        {"structural=1", "mass", "give mass (kg) or density (kg/m^2)"},
        {"mass=1 density=3", "density",
         "mass 1 kg over 1 m^2 is 1 kg/m^2, and density is 3: give one of them"},
        {"mass=1 rest_angle=1", "rest_angle", "rest_angle is for rest: angle; with flat it is 0"},
        {"mass=1 coupling=1", "coupling",
         "the coupling acts on springs below 0.95 of their length, and compression_limit 0 keeps "
         "them above; allowed: compression_limit from 0.05 (.inf: no limit), or coupling_below: "
         "0"},
        {"mass=1 strain_limit=-0.1", "strain_limit", NULL},
        {"mass=1 coupling=-1", "coupling", NULL},
        {"mass=1 bending=-1", "bending", NULL},
        {"mass=1 sweeps=-1", "sweeps", NULL},
        {"mass=1 rest=angle rest_angle=4", "rest_angle", NULL},
    };
    const trama_scene_spec scene = sheet_scene(3, 3, 1, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const trama_error error = piece_refused(&scene, "bridson", cases[i].settings);
        assert_string_equal(error.path, cases[i].path);
        if (cases[i].text)
            assert_string_equal(error.text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_on_a_grid_are_those_of_the_formulas),
        cmocka_unit_test(forces_on_a_mesh_are_those_of_the_formulas),
        cmocka_unit_test(every_instruction_set_gives_the_same_bits),
        cmocka_unit_test(a_bending_element_conserves_linear_and_angular_momentum),
        cmocka_unit_test(a_rigid_motion_meets_no_force),
        cmocka_unit_test(the_bending_mode_is_orthogonal_to_the_eleven_others),
        cmocka_unit_test(the_bending_force_is_the_gradient_of_its_energy_at_fixed_factor),
        cmocka_unit_test(the_springs_force_is_the_gradient_of_their_energy),
        cmocka_unit_test(rest_angles_keep_a_sculpted_fold),
        cmocka_unit_test(masses_are_thirds_of_triangles_and_stiffness_follows),
        cmocka_unit_test(bad_parameters_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
