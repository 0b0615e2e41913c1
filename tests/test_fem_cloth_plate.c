/* The finite-element cloth bends as a plate of flexural rigidity D and Poisson's ratio nu: on any
 * mesh a quadratic surface has the energy of plate theory, and a strip that is bent goes
 * anticlastic by nu between free sides. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "model/fem_cloth/plate.h"
#include "support/near.h"

enum { LONG = 15, WIDE = 7, NODES = LONG * WIDE };
static const double D = 3.0, SPACING = 0.1, SMALL = 1e-4;

/* w = (a x^2 + b y^2 + 2 c x y)/2, of curvatures that are SMALL. */
typedef struct quadratic {
    double a, b, c;
} quadratic;

static double height(const quadratic *s, double x, double y)
{
    return SMALL * 0.5 * (s->a * x * x + s->b * y * y + 2.0 * s->c * x * y);
}

/* Timoshenko's, per area: D/2 ((a + b)^2 - 2 (1 - nu) (a b - c^2)). */
static double theory(const quadratic *s, double nu)
{
    const double sum = s->a + s->b;
    return 0.5 * D * (sum * sum - 2.0 * (1.0 - nu) * (s->a * s->b - s->c * s->c));
}

/* A strip whose nodes lie anywhere, cut one way and at one end the other; its plates. */
typedef struct strip {
    double q[3 * NODES];
    trama_mesh *mesh;
    trama_hinge *hinge;
    fem_plate *plate;
} strip;

static void lay(double shake, double *q)
{
    trama_random random = {5};
    for (size_t i = 0; i < NODES; i++) {
        const size_t k = i / WIDE, l = i % WIDE;
        q[i] = SPACING * ((double)k + shake * trama_random_signed(&random));
        q[NODES + i] = SPACING * ((double)l + shake * trama_random_signed(&random));
        q[2 * NODES + i] = 0.0;
    }
    for (size_t k = 0; k < LONG; k++) { /* straight long sides */
        q[NODES + k * WIDE] = 0.0;
        q[NODES + k * WIDE + WIDE - 1] = SPACING * (WIDE - 1);
    }
}

static strip strip_make(double shake, double nu)
{
    strip s;
    trama_triangle cut[2 * NODES];
    trama_error error;
    size_t count = 0;
    lay(shake, s.q);
    for (size_t i = 0; i < NODES - WIDE; i++) {
        const bool other = i / WIDE > LONG / 2 && (i / WIDE + i % WIDE) % 2 == 1;
        const size_t a = i, b = i + WIDE, c = i + WIDE + 1, d = i + 1;
        if (i % WIDE + 1 == WIDE)
            continue;
        cut[count++] = other ? (trama_triangle){{a, b, d}} : (trama_triangle){{a, b, c}};
        cut[count++] = other ? (trama_triangle){{b, c, d}} : (trama_triangle){{a, c, d}};
    }
    assert_int_equal(trama_mesh_of_triangles(NODES, count, cut, &s.mesh, &error), TRAMA_OK);
    s.plate = calloc(count, sizeof *s.plate);
    s.hinge = calloc(s.mesh->edge_count, sizeof *s.hinge); /* flat */
    assert_int_equal(trama_fem_plates_make(s.mesh, s.q, s.hinge, D, nu, s.plate, &error), TRAMA_OK);
    return s;
}

static void strip_free(strip *s)
{
    trama_mesh_destroy(s->mesh);
    free(s->plate);
    free(s->hinge);
}

static vec place_of(const strip *s, const quadratic *shape, size_t node)
{
    const double x = s->q[node], y = s->q[NODES + node];
    return (vec){x, y, height(shape, x, y)};
}

static size_t neighbours(const trama_mesh *mesh, size_t triangle)
{
    size_t count = 0;
    for (size_t i = 0; i < mesh->edge_count; i++) {
        const size_t *t = mesh->edge[i].triangle;
        count += t[1] != TRAMA_NONE && (t[0] == triangle || t[1] == triangle);
    }
    return count;
}

/* Of every triangle with three neighbours. */
static void a_quadratic_surface_has_the_energy_of_a_plate(void **state)
{
    (void)state;
    static const quadratic surfaces[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {1, -1, 0.5}};
    for (size_t c = 0; c < 3 * sizeof surfaces / sizeof *surfaces; c++) {
        const quadratic *shape = &surfaces[c / 3];
        const double nu = 0.4 * (double)(c % 3) - 0.4;
        strip s = strip_make(0.2, nu);
        size_t whole = 0;
        for (size_t t = 0; t < s.mesh->triangle_count; t++) {
            const double expected = theory(shape, nu) * trama_mesh_area(s.mesh, t, s.q);
            vec x[FEM_PLATE_NODES];
            for (size_t i = 0; i < s.plate[t].nodes; i++)
                x[i] = place_of(&s, shape, s.plate[t].node[i]);
            if (neighbours(s.mesh, t) < 3)
                continue;
            assert_near(trama_fem_plate_energy(&s.plate[t], x) / (SMALL * SMALL), expected,
                        1e-6 * expected);
            whole++;
        }
        assert_true(whole > 100);
        strip_free(&s);
    }
}

/* The largest force within the strip and at its long sides, and at its ends, N over SMALL. */
static void forces_of(const strip *s, const quadratic *shape, double *within, double *ends)
{
    hinge_bent *bent = calloc(s->mesh->edge_count, sizeof *bent);
    vec sum[NODES] = {{0.0, 0.0, 0.0}}, force[FEM_PLATE_NODES];
    for (size_t i = 0; i < s->mesh->edge_count; i++) {
        size_t node[TRAMA_ELEMENT_NODES];
        vec x[TRAMA_HINGE_NODES];
        if (s->mesh->edge[i].triangle[1] == TRAMA_NONE)
            continue;
        trama_hinge_find(&s->mesh->edge[i], node);
        for (size_t k = 0; k < TRAMA_HINGE_NODES; k++)
            x[k] = place_of(s, shape, node[k]);
        bent[i] = hinge_bent_of(x);
    }
    for (size_t t = 0; t < s->mesh->triangle_count; t++) {
        trama_fem_plate_forces(&s->plate[t], bent, force);
        for (size_t i = 0; i < s->plate[t].nodes; i++)
            sum[s->plate[t].node[i]] = plus(sum[s->plate[t].node[i]], force[i]);
    }
    *within = *ends = 0.0;
    for (size_t i = 0; i < NODES; i++) {
        double *largest = i / WIDE >= 5 && i / WIDE + 5 < LONG ? within : ends;
        *largest = fmax(*largest, sqrt(dot(sum[i], sum[i])) / SMALL);
    }
    free(bent);
}

/* Moments that bend a strip along x alone curve it by -nu of that across (Kelvin and Tait), and are
 * in balance within and at its long sides, which are free; any other curvature is not. */
static void a_bent_strip_goes_anticlastic(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const double nu = 0.35 * i - 0.3;
        double within, ends;
        strip s = strip_make(0.2, nu);
        forces_of(&s, &(quadratic){1.0, -nu, 0.0}, &within, &ends);
        print_message("nu %g: %.1e within, %.1e N at the ends\n", nu, within, ends);
        assert_true(within < 1e-4 && ends > 1.0);
        forces_of(&s, &(quadratic){1.0, -nu + 0.1, 0.0}, &within, &ends);
        assert_true(within > 0.1);
        strip_free(&s);
    }
}

/* A triangle whose corners, and those of its neighbours, are the corners of a hexagon: the circle
 * through them has a quadratic that is 0 at all six. */
static void nodes_on_a_conic_are_refused(void **state)
{
    (void)state;
    static const trama_triangle four[] = {{{0, 2, 4}}, {{0, 1, 2}}, {{2, 3, 4}}, {{4, 5, 0}}};
    double q[18] = {0};
    trama_hinge hinge[16] = {{0}};
    fem_plate plate[4];
    trama_mesh *mesh;
    trama_error error;
    for (size_t i = 0; i < 6; i++) {
        q[i] = cos((double)i * acos(0.5));
        q[6 + i] = sin((double)i * acos(0.5));
    }
    assert_int_equal(trama_mesh_of_triangles(6, 4, four, &mesh, &error), TRAMA_OK);
    assert_int_equal(trama_fem_plates_make(mesh, q, hinge, D, 0.3, plate, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "flexural_rigidity");
    assert_non_null(strstr(error.text, "triangle 0 and its neighbours"));
    q[1] += 0.1;
    assert_int_equal(trama_fem_plates_make(mesh, q, hinge, D, 0.3, plate, &error), TRAMA_OK);
    trama_mesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quadratic_surface_has_the_energy_of_a_plate),
        cmocka_unit_test(a_bent_strip_goes_anticlastic),
        cmocka_unit_test(nodes_on_a_conic_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
