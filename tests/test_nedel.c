/* Nedel's surface against what is known without it: gradients, conservation, frequencies of
 * springs, of an angular spring and of chains, and what friction as a share of the resultant does.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/isa.h"
#include "core/numbers.h"
#include "integrator/integrator.h"
#include "support/near.h"
#include "support/sheet.h"

static const double pi = 3.14159265358979323846;

/* A surface of m x n nodes, spacing 0.5 m and 0.4 m, of 0.02 kg a node. */
typedef struct surface {
    size_t nodes;
    trama_scene_spec spec;
    trama_point_force force;
    trama_force pull;
    trama_scene *scene;
    trama_system *system;
    void *parameters;
} surface;

enum { NODE_GRAMS = 20 };
static const double node_mass = 1e-3 * NODE_GRAMS;

static void set(void *parameters, const char *name, size_t i, double value)
{
    const trama_fields fields = trama_model_find("nedel")->parameters;
    ((double *)trama_field_at(trama_fields_find(fields, name), parameters))[i] = value;
}

static void prepare(surface *s, long m, long n, double straight, double diagonal, double curvature,
                    double friction)
{
    const trama_fields fields = trama_model_find("nedel")->parameters;
    memset(s, 0, sizeof *s);
    s->nodes = (size_t)(m * n);
    s->spec = sheet_scene(m, n, 0.5 * (double)(m - 1), 0.4 * (double)(n - 1));
    s->parameters = calloc(1, fields.size);
    trama_fields_default(fields, s->parameters);
    set(s->parameters, "elasticity", 0, straight);
    set(s->parameters, "elasticity", 1, diagonal);
    set(s->parameters, "curvature", 0, curvature);
    set(s->parameters, "curvature", 1, 0.7 * curvature);
    set(s->parameters, "mass", 0, node_mass * (double)s->nodes);
    set(s->parameters, "friction", 0, friction);
}

static void make(surface *s)
{
    trama_error error;
    assert_int_equal(trama_scene_create(&s->spec, &s->scene, &error), TRAMA_OK);
    if (trama_system_create(trama_model_find("nedel"), s->parameters, s->scene, &s->system,
                            &error) != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
}

static void open_surface(surface *s, long m, long n, double straight, double diagonal,
                         double curvature, double friction)
{
    prepare(s, m, n, straight, diagonal, curvature, friction);
    make(s);
}

static void close_surface(surface *s)
{
    trama_system_destroy(s->system);
    trama_scene_destroy(s->scene);
    free(s->parameters);
}

static void accelerate(const surface *s, double *a)
{
    trama_system_acceleration(s->system, 0.0, s->system->q, s->system->v, a);
}

static double energy_of(const surface *s, const double *q)
{
    double energy[TRAMA_ENERGY_MAX];
    s->system->object[0].type->energy(s->system->object[0].model, q, energy);
    return energy[0] + energy[1] + energy[2];
}

/* ---- The force. */

/* Central differences of the energy, at a state bent by up to a radian. Measured 4e-9 N of 22 N.
 */
static void force_is_minus_the_gradient_of_the_energy(void **state)
{
    (void)state;
    surface s;
    open_surface(&s, 5, 4, 30.0, 17.0, 2.5, 0.25);
    double a[60], largest = 0.0;
    sheet_shake(s.system->q, 60, 0.15, 7);
    accelerate(&s, a);
    for (size_t i = 0; i < 60; i++) {
        const double step = 1e-5, at = s.system->q[i];
        s.system->q[i] = at + step;
        const double above = energy_of(&s, s.system->q);
        s.system->q[i] = at - step;
        const double below = energy_of(&s, s.system->q);
        s.system->q[i] = at;
        assert_near(node_mass * a[i], -(above - below) / (2 * step), 2e-8);
        largest = fmax(largest, fabs(node_mass * a[i]));
    }
    assert_true(largest > 1.0);
    close_surface(&s);
}

static void check_no_net_force_or_torque(const surface *s)
{
    const size_t n = s->nodes;
    double *a = sheet_numbers(3 * n);
    accelerate(s, a);
    const double *q = s->system->q;
    double force[3] = {0, 0, 0}, torque[3] = {0, 0, 0};
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < 3; c++) {
            const size_t d = (c + 1) % 3, e = (c + 2) % 3;
            force[c] += a[c * n + i];
            torque[c] += q[d * n + i] * a[e * n + i] - q[e * n + i] * a[d * n + i];
        }
    const double scale = sheet_largest(a, 3 * n);
    assert_true(scale > 1.0);
    for (int c = 0; c < 3; c++) { /* measured 2.5e-16 and 2e-16 of the largest */
        assert_near(force[c] / scale, 0.0, 1e-13);
        assert_near(torque[c] / scale, 0.0, 1e-13);
    }
    free(a);
}

static void internal_forces_conserve_both_momenta(void **state)
{
    (void)state;
    for (int kind = 0; kind < 3; kind++) {
        surface s;
        open_surface(&s, 6, 5, kind == 0 ? 30 : 0, kind == 1 ? 17 : 0, kind == 2 ? 2.5 : 0, 0.0);
        sheet_shake(s.system->q, 90, 0.15, 3);
        check_no_net_force_or_torque(&s);
        close_surface(&s);
    }
}

/* Turned, the flat sheet stays at rest: angular springs see no angle. Measured 1.5e-12 m/s^2. */
static void rigid_motion_gives_no_force(void **state)
{
    (void)state;
    surface s;
    double a[60];
    open_surface(&s, 5, 4, 30.0, 17.0, 2.5, 0.0);
    accelerate(&s, a);
    assert_true(sheet_largest(a, 60) < 5e-12);
    for (size_t i = 0; i < 20; i++) {
        const double x = s.system->q[i], z = s.system->q[40 + i];
        s.system->q[i] = 0.6 * x + 3.0;
        s.system->q[20 + i] = 0.8 * x * cos(1.0) + z * sin(1.0);
        s.system->q[40 + i] = 0.8 * x * -sin(1.0) + z * cos(1.0);
    }
    accelerate(&s, a);
    assert_true(sheet_largest(a, 60) < 5e-12);
    close_surface(&s);
}

/* Three nodes in line, twice, bent by beta in the middle. */
static void bend_lines(surface *s, double beta)
{
    double *q = s->system->q;
    for (size_t l = 0; l < 2; l++) {
        q[4 + l] = 0.5 + 0.5 * cos(beta);
        q[6 + 4 + l] = 0.5 * sin(beta);
    }
}

/* The whole range of the angle: the force on an end is k beta / 0.5 m. Measured at most 3e-15,
 * relatively; at beta = pi it has no direction, and is 0. */
static void angular_force_is_exact_at_every_angle(void **state)
{
    (void)state;
    static const double betas[] = {1e-9, 1e-5, 1e-3, 0.1,  0.5,  1.0,     1.5,
                                   1.57, 1.58, 2.0,  2.75, 3.14, 3.141592};
    surface s;
    double a[18];
    open_surface(&s, 3, 2, 0.0, 0.0, 2.5, 0.0);
    for (size_t i = 0; i < sizeof betas / sizeof betas[0]; i++) {
        bend_lines(&s, betas[i]);
        accelerate(&s, a);
        const double force = node_mass * sqrt(a[4] * a[4] + a[10] * a[10]);
        double observed[TRAMA_OBSERVABLES_MAX];
        s.system->object[0].type->observe(s.system->object[0].model, s.system->q, s.system->v,
                                          observed);
        assert_near(observed[0], 0.0, 1e-15);
        assert_near(observed[2], betas[i], 1e-14);
        const double rounding = 4e-16 / fmin(betas[i], pi - betas[i]); /* of the position itself */
        assert_near(force / (2.5 * betas[i] / 0.5), 1.0, 1e-14 + rounding);
        assert_true(a[4] * sin(betas[i]) - a[10] * cos(betas[i]) > 0.0); /* straightens */
    }
    for (size_t l = 0; l < 2; l++) {
        s.system->q[4 + l] = s.system->q[l];
        s.system->q[6 + 4 + l] = s.system->q[6 + l];
    }
    accelerate(&s, a);
    assert_true(sheet_largest(a, 18) == 0.0);
    close_surface(&s);
}

/* No node of 2 x 2 has neighbours on opposite sides, so nothing is turned. */
static void four_nodes_are_stretched_and_never_turned(void **state)
{
    (void)state;
    double observed[TRAMA_OBSERVABLES_MAX];
    surface s;
    open_surface(&s, 2, 2, 1.0, 1.0, 1.0, 0.0);
    s.system->q[2] += 0.125;
    s.system->q[3] += 0.125; /* one side moved by a quarter of its distance from the other */
    s.system->object[0].type->observe(s.system->object[0].model, s.system->q, s.system->v,
                                      observed);
    assert_near(observed[0], 0.25, 1e-15);
    assert_near(observed[1], sqrt((0.625 * 0.625 + 0.16) / (0.25 + 0.16)) - 1, 1e-15);
    assert_true(observed[2] == 0.0);
    close_surface(&s);
}

static void instruction_sets_give_the_same_bits(void **state)
{
    (void)state;
    const trama_isa best = trama_isa_current();
    double first[3 * 77], a[3 * 77];
    for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++) {
        if (!trama_isa_force(isa))
            continue;
        surface s;
        open_surface(&s, 7, 11, 30.0, 17.0, 2.5, 0.25);
        sheet_shake(s.system->q, 3 * 77, 0.3, 5);
        accelerate(&s, isa == TRAMA_ISA_V2 ? first : a);
        if (isa != TRAMA_ISA_V2)
            assert_memory_equal(a, first, sizeof a);
        close_surface(&s);
    }
    trama_isa_force(best);
}

/* ---- Frequencies. */

/* Time of the n-th upward passage of coordinate `i` through `level`, by velocity Verlet. */
static double period_of(surface *s, size_t i, double level, double h)
{
    trama_integrator *integrator;
    trama_error error;
    double first = TRAMA_NAN;
    assert_int_equal(trama_integrator_create(trama_integrator_find("velocity_verlet"), NULL,
                                             s->system, &integrator, &error),
                     TRAMA_OK);
    for (int crossings = 0; crossings < 2;) {
        const double before = s->system->q[i] - level, t = s->system->t;
        trama_integrator_step(integrator, s->system, h);
        const double now = s->system->q[i] - level;
        if (!(before < 0.0 && now >= 0.0))
            continue;
        const double time = t + h * before / (before - now);
        if (crossings++ == 1)
            first = time - first;
        else
            first = time;
    }
    trama_integrator_destroy(integrator);
    return first;
}

/* Two nodes of mass m on a spring km swing against each other with omega = sqrt(2 km / m), at any
 * amplitude. Measured 1.7e-7 off (the method's own: (omega h)^2 / 24). */
static void spring_has_its_period(void **state)
{
    (void)state;
    surface s;
    open_surface(&s, 2, 2, 30.0, 0.0, 0.0, 0.0);
    for (size_t l = 0; l < 2; l++) {
        s.system->q[l] -= 0.1;
        s.system->q[2 + l] += 0.1;
    }
    const double omega = sqrt(2 * 30.0 / node_mass), h = 1e-3 / omega * 2;
    const double period = period_of(&s, 2, 0.5, h);
    assert_near(period * omega / (2 * pi), 1.0, 1e-6);
    close_surface(&s);
}

/* z = (a, -2 a, a): beta = 6 a / h, so 3 m a'^2 + 18 k a^2 / h^2 is constant: omega = sqrt(6 k / m)
 * / h. Measured 1.6e-7 off. */
static void angular_spring_has_its_frequency(void **state)
{
    (void)state;
    surface s;
    const double k = 0.02, amplitude = 2e-5;
    open_surface(&s, 3, 2, 500.0, 0.0, k, 0.0);
    for (size_t l = 0; l < 2; l++) {
        s.system->q[6 + l] = s.system->q[6 + 4 + l] = amplitude;
        s.system->q[6 + 2 + l] = -2 * amplitude;
    }
    const double omega = sqrt(6 * k / node_mass) / 0.5;
    const double period = period_of(&s, 6, 0.0, 1e-3 / omega * 2);
    assert_near(period * omega / (2 * pi), 1.0, 1e-6);
    close_surface(&s);
}

/* A free chain along k moves lengthwise in modes cos(pi p (j + 1/2) / M) with omega = 2 sqrt(km /
 * m) sin(pi p / 2M): the force is linear, so the acceleration is -omega^2 u to round-off. */
static void chain_has_the_dispersion_of_theory(void **state)
{
    (void)state;
    enum { M = 12 };
    for (int p = 1; p < M; p++) {
        surface s;
        double a[6 * M];
        open_surface(&s, M, 2, 30.0, 0.0, 0.0, 0.0);
        for (size_t j = 0; j < M; j++)
            for (size_t l = 0; l < 2; l++)
                s.system->q[2 * j + l] += 0.01 * cos(pi * p * ((double)j + 0.5) / M);
        accelerate(&s, a);
        const double omega = 2 * sqrt(30.0 / node_mass) * sin(pi * p / (2.0 * M));
        for (size_t j = 0; j < M; j++)
            assert_near(a[2 * j], -omega * omega * 0.01 * cos(pi * p * ((double)j + 0.5) / M),
                        1e-10);
        close_surface(&s);
    }
}

/* Away from the ends, waves of small height on a chain of angular springs: omega^2 = 16 k / (m h^2)
 * sin^4(kappa h / 2). Measured 2e-11 of the amplitude. */
static void bending_waves_have_the_dispersion_of_theory(void **state)
{
    (void)state;
    enum { M = 24 };
    const double k = 2.5, height = 1e-6;
    for (int p = 2; p < 12; p++) {
        surface s;
        double a[6 * M];
        open_surface(&s, M, 2, 0.0, 0.0, k, 0.0);
        for (size_t j = 0; j < M; j++)
            for (size_t l = 0; l < 2; l++)
                s.system->q[2 * M + 2 * j + l] = height * sin(0.25 * p * (double)j);
        accelerate(&s, a);
        const double square = 16 * k / (node_mass * 0.25) * pow(sin(0.125 * p), 4);
        for (size_t j = 2; j + 2 < M; j++)
            assert_near(a[2 * M + 2 * j] / (square * height), -sin(0.25 * p * (double)j), 1e-9);
        close_surface(&s);
    }
}

/* ---- Friction. */

static void load(surface *s)
{
    s->spec.gravity[1] = -9.8;
    s->spec.damping = 0.3;
    s->spec.drag = 0.2;
    s->spec.wind[1] = 4.0;
    trama_fields_default(trama_force_point.parameters, &s->force);
    s->force.on.k[1] = s->force.on.l[1] = -1;
    s->force.force[2] = 0.7;
    s->pull = (trama_force){&trama_force_point, &s->force};
    s->spec.forces = &s->pull;
    s->spec.force_count = 1;
}

/* A quarter of the resultant, loads and all, is cancelled. */
static void friction_cancels_its_share_of_the_resultant(void **state)
{
    (void)state;
    surface free_one, rubbing;
    double a[60], b[60];
    prepare(&free_one, 5, 4, 30.0, 17.0, 2.5, 0.0);
    prepare(&rubbing, 5, 4, 30.0, 17.0, 2.5, 0.25);
    load(&free_one);
    load(&rubbing);
    make(&free_one);
    make(&rubbing);
    sheet_shake(free_one.system->q, 60, 0.1, 11);
    sheet_shake(free_one.system->v, 60, 1.0, 12);
    memcpy(rubbing.system->q, free_one.system->q, sizeof a);
    memcpy(rubbing.system->v, free_one.system->v, sizeof a);
    accelerate(&free_one, a);
    accelerate(&rubbing, b);
    for (size_t i = 0; i < 60; i++)
        assert_near(b[i], 0.75 * a[i], 1e-15 * fabs(a[i]));
    close_surface(&free_one);
    close_surface(&rubbing);
}

static double total_energy(const surface *s)
{
    double kinetic = 0.0;
    for (size_t i = 0; i < 3 * s->nodes; i++)
        kinetic += 0.5 * node_mass * s->system->v[i] * s->system->v[i];
    return kinetic + energy_of(s, s->system->q);
}

/* Friction of this kind takes no energy: it is inertia, m / (1 - friction). Measured: the sum stays
 * within 2e-5 over 2000 steps, while 88 % of it goes to and fro. */
static void friction_loses_no_energy(void **state)
{
    (void)state;
    surface s;
    trama_integrator *integrator;
    trama_error error;
    open_surface(&s, 5, 4, 30.0, 17.0, 0.05, 0.6);
    sheet_shake(s.system->q, 60, 0.02, 11);
    const double begin = total_energy(&s);
    double least = TRAMA_INFINITY;
    assert_int_equal(trama_integrator_create(trama_integrator_find("velocity_verlet"), NULL,
                                             s.system, &integrator, &error),
                     TRAMA_OK);
    for (int i = 0; i < 2000; i++) {
        trama_integrator_step(integrator, s.system, 2e-4);
        assert_near(total_energy(&s) / begin, 1.0, 1e-4);
        least = fmin(least, energy_of(&s, s.system->q) / begin);
    }
    assert_true(least < 0.6);
    trama_integrator_destroy(integrator);
    close_surface(&s);
}

/* The equations as printed (section 3) move by the old velocity: forward Euler, which gains energy
 * at any step. Measured: 4.7-fold in 400 steps, far below the limit of symplectic Euler,
 * which keeps it within 1 %.
 */
static double growth_under(const char *method)
{
    surface s;
    trama_integrator *integrator;
    trama_error error;
    open_surface(&s, 5, 4, 30.0, 17.0, 0.0, 0.3);
    sheet_shake(s.system->q, 60, 0.02, 11);
    const double begin = total_energy(&s);
    assert_int_equal(
        trama_integrator_create(trama_integrator_find(method), NULL, s.system, &integrator, &error),
        TRAMA_OK);
    for (int i = 0; i < 400; i++)
        trama_integrator_step(integrator, s.system, 1e-3);
    const double growth = total_energy(&s) / begin;
    trama_integrator_destroy(integrator);
    close_surface(&s);
    return growth;
}

static void position_from_the_old_velocity_gains_energy(void **state)
{
    (void)state;
    assert_true(growth_under("forward_euler") > 2.0);
    assert_near(growth_under("symplectic_euler"), 1.0, 0.2);
}

/* ---- Bad input. */

static void faulty_parameters_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        double value;
        const char *text;
    } cases[] = {
        {"friction", 1.5, "from 0 to 1"},
        {"friction", -0.1, "from 0 to 1"},
        {"elasticity", -1, "at least 0 N/m"},
        {"curvature", TRAMA_INFINITY, "at least 0 N m"},
        {"mass", TRAMA_NAN, "give mass (kg) or density"},
        {"density", 3, "give one of them"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        surface s;
        trama_error error = {0};
        prepare(&s, 4, 3, 1.0, 1.0, 0.0, 0.0);
        set(s.parameters, cases[i].name, 0, cases[i].value);
        assert_int_equal(trama_scene_create(&s.spec, &s.scene, &error), TRAMA_OK);
        assert_int_equal(trama_system_create(trama_model_find("nedel"), s.parameters, s.scene,
                                             &s.system, &error),
                         TRAMA_BAD_INPUT);
        assert_string_equal(error.path, cases[i].name);
        if (!strstr(error.text, cases[i].text))
            fail_msg("'%s' does not say '%s'", error.text, cases[i].text);
        trama_scene_destroy(s.scene);
        free(s.parameters);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(force_is_minus_the_gradient_of_the_energy),
        cmocka_unit_test(internal_forces_conserve_both_momenta),
        cmocka_unit_test(rigid_motion_gives_no_force),
        cmocka_unit_test(angular_force_is_exact_at_every_angle),
        cmocka_unit_test(four_nodes_are_stretched_and_never_turned),
        cmocka_unit_test(instruction_sets_give_the_same_bits),
        cmocka_unit_test(spring_has_its_period),
        cmocka_unit_test(angular_spring_has_its_frequency),
        cmocka_unit_test(chain_has_the_dispersion_of_theory),
        cmocka_unit_test(bending_waves_have_the_dispersion_of_theory),
        cmocka_unit_test(friction_cancels_its_share_of_the_resultant),
        cmocka_unit_test(friction_loses_no_energy),
        cmocka_unit_test(position_from_the_old_velocity_gains_energy),
        cmocka_unit_test(faulty_parameters_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
