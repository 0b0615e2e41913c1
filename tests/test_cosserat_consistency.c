/* The force of the scheme `variational` converges to the continuum's: the work of its forces on a
 * smooth displacement of a curved, stretched and twisted sheet is the change of the continuum's
 * energy, to second order in the spacing inside the sheet. At free edges stretch has that order
 * too, and a moment that the edge does not carry is missed to first order. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/vec.h"
#include "support/piece.h"
#include "support/sheet.h"

static const double pi = 3.14159265358979323846;

/* ---- The surface over [0, 2] x [0, 2], and a displacement of it. ---- */

static vec surface(double x, double z)
{
    return (vec){x + 0.1 * sin(1.3 * x + 0.7 * z) + 0.05 * x * x,
                 0.3 * sin(1.5 * x + 0.4) * cos(1.1 * z + 0.3),
                 z + 0.08 * cos(0.9 * x * z) + 0.04 * x * z};
}

/* `inside`: nothing at the edges, nor its first two derivatives. */
static vec displacement(bool inside, double x, double z)
{
    const double bump = inside ? pow(sin(pi * x / 2) * sin(pi * z / 2), 3) : 1.0;
    return scaled(bump, (vec){cos(x - 0.5 * z), 1 + 0.5 * x * z - z * z, sin(0.7 * x + z)});
}

typedef struct place {
    bool inside;
    double amount; /* of the displacement */
} place;

static vec at(const place *p, double x, double z)
{
    return plus_scaled(surface(x, z), p->amount, displacement(p->inside, x, z));
}

/* ---- The continuum: an isotropic plate, or the thesis' short form. ---- */

typedef struct plate {
    const char *settings;
    double stretch[3], bend[3]; /* W = sum over 11, 12, 22 of stretch eps^2 + bend kappa^2 ... */
    double stretch_cross, bend_cross, couple[3]; /* ... + cross terms + couple eps kappa */
} plate;

static const plate plates[] = {
    {"zeta=100 xi=0 phi=0", {300, 200, 300}, {0, 0, 0}, 0, 0, {0, 0, 0}},
    {"zeta=0 xi=3 phi=0", {0, 0, 0}, {9, 6, 9}, 0, 0, {0, 0, 0}},
    {"zeta=0 xi=0 phi=2", {0, 0, 0}, {0, 0, 0}, 0, 0, {6, 4, 6}},
    {"young_thickness=273 poisson=0.3 bending=0", {150, 210, 150}, {0, 0, 0}, 90, 0, {0, 0, 0}},
    {"young_thickness=0 poisson=0.3 bending=8", {0, 0, 0}, {4, 5.6, 4}, 0, 2.4, {0, 0, 0}},
};
enum { PLATES = sizeof plates / sizeof *plates };

static double density(const plate *w, const place *p, double x, double z)
{
    const double d = 1e-3;
    const vec r = at(p, x, z), e = at(p, x + d, z), o = at(p, x - d, z), u = at(p, x, z + d),
              b = at(p, x, z - d), ee = at(p, x + 2 * d, z), oo = at(p, x - 2 * d, z),
              uu = at(p, x, z + 2 * d), bb = at(p, x, z - 2 * d);
    const vec a1 = scaled(1 / (12 * d), plus(scaled(8, minus(e, o)), minus(oo, ee)));
    const vec a2 = scaled(1 / (12 * d), plus(scaled(8, minus(u, b)), minus(bb, uu)));
    const vec r11 = scaled(1 / (d * d), plus(minus(e, r), minus(o, r)));
    const vec r22 = scaled(1 / (d * d), plus(minus(u, r), minus(b, r)));
    const vec r12 = scaled(1 / (4 * d * d), plus(minus(at(p, x + d, z + d), at(p, x - d, z + d)),
                                                 minus(at(p, x - d, z - d), at(p, x + d, z - d))));
    const vec f = cross(a1, a2), n = scaled(1 / sqrt(dot(f, f)), f);
    const double eps[3] = {0.5 * (dot(a1, a1) - 1), 0.5 * dot(a1, a2), 0.5 * (dot(a2, a2) - 1)};
    const double kappa[3] = {-dot(n, r11), -dot(n, r12), -dot(n, r22)};
    double sum = w->stretch_cross * eps[0] * eps[2] + w->bend_cross * kappa[0] * kappa[2];
    for (int i = 0; i < 3; i++)
        sum += w->stretch[i] * eps[i] * eps[i] + w->bend[i] * kappa[i] * kappa[i] +
               w->couple[i] * eps[i] * kappa[i];
    return sum;
}

/* Simpson's rule on 96 x 96 intervals. */
static double continuum_energy(const plate *w, bool inside, double amount)
{
    enum { N = 96 };
    const place p = {inside, amount};
    double sum = 0.0;
    for (int i = 0; i <= N; i++)
        for (int j = 0; j <= N; j++) {
            const double wi = i == 0 || i == N ? 1 : i % 2 ? 4 : 2;
            const double wj = j == 0 || j == N ? 1 : j % 2 ? 4 : 2;
            sum += wi * wj * density(w, &p, 2.0 * i / N, 2.0 * j / N);
        }
    return sum * 4.0 / (9.0 * N * N);
}

/* How fast the energy grows with the displacement. */
static double continuum_slope(const plate *w, bool inside)
{
    const double step = 1e-4;
    return (continuum_energy(w, inside, step) - continuum_energy(w, inside, -step)) / (2 * step);
}

/* ---- The scheme: minus the work of its forces. ---- */

static double discrete_slope(const plate *w, bool inside, long points)
{
    static const trama_loads none = {0};
    char settings[128];
    piece run;
    const trama_scene_spec scene = sheet_scene(points, points, 2, 2);
    snprintf(settings, sizeof settings, "scheme=variational density=1 %s", w->settings);
    piece_begin(&run, &scene, "cosserat", settings, "velocity_verlet", NULL);
    const trama_system *s = run.system;
    const size_t nodes = s->nv / 3;
    double *a = sheet_numbers(s->nv), *g = sheet_numbers(s->nv), sum = 0.0;
    for (size_t i = 0; i < nodes; i++) {
        const double x = s->q[i], z = s->q[2 * nodes + i];
        const vec r = surface(x, z), d = displacement(inside, x, z);
        s->q[i] = r.x, s->q[nodes + i] = r.y, s->q[2 * nodes + i] = r.z;
        g[i] = d.x, g[nodes + i] = d.y, g[2 * nodes + i] = d.z;
    }
    s->object[0].type->acceleration(s->object[0].model, 0.0, s->q, s->v, &none, a);
    for (size_t i = 0; i < s->nv; i++)
        sum -= s->mass[i] * a[i] * g[i];
    free(a);
    free(g);
    piece_end(&run);
    return sum;
}

/* The observed order between grids of 129 and 257 nodes a side. */
static double order_of(const plate *w, bool inside)
{
    const double exact = continuum_slope(w, inside);
    double error[4];
    long points = 33;
    for (int i = 0; i < 4; i++, points = 2 * points - 1)
        error[i] = discrete_slope(w, inside, points) / exact - 1;
    const double order = log2(fabs(error[2] / error[3]));
    print_message("%s, %s: %.4f, %.5f, %.6f, %.6f: order %.2f\n", w->settings,
                  inside ? "inside" : "to the edges", error[0], error[1], error[2], error[3],
                  order);
    return order;
}

/* Measured: 1.98 to 2.00; errors of 33 x 33 nodes 0.13 % to 2.6 %. */
static void the_force_inside_converges_to_the_continuums_to_second_order(void **state)
{
    (void)state;
    for (int i = 0; i < PLATES; i++)
        assert_true(fabs(order_of(&plates[i], true) - 2) < 0.1);
}

/* The surface has moments at its edges, where a free sheet has none: the half cells there leave out
 * their work, which is of first order. Stretch is of second order there too. Measured: 2.00 where
 * it only stretches, 0.99 to 1.00 where it bends. */
static void at_free_edges_stretch_is_of_second_order_and_a_moment_of_first(void **state)
{
    (void)state;
    for (int i = 0; i < PLATES; i++) {
        const bool bends = plates[i].bend[0] != 0 || plates[i].couple[0] != 0;
        assert_true(fabs(order_of(&plates[i], false) - (bends ? 1 : 2)) < 0.1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_force_inside_converges_to_the_continuums_to_second_order),
        cmocka_unit_test(at_free_edges_stretch_is_of_second_order_and_a_moment_of_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
