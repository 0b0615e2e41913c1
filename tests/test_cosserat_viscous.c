/* Kelvin and Voigt's damping of the Cosserat cloth, and orthotropic sheets: against the stiffness,
 * rigid motion, a wave in closed form, and the energy of uniform strains. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/damping.h"
#include "support/near.h"
#include "support/piece.h"
#include "support/sheet.h"

static const char *const materials[] = {
    "scheme=variational density=0.7 zeta=100,80,80,120 xi=9,7,7,12 phi=5,6,6,8 retardation=0.03",
    "scheme=variational density=0.7 young_thickness=300 poisson=0.3 bending=20 retardation=0.03",
    ("scheme=variational density=0.7 young_thickness=300 poisson=0.2 bending=20 "
     "young_thickness_2=120 bending_2=7 shear_thickness=90 twist=11 retardation=0.03 "
     "clamped=true,false,true,true"),
};
enum { MATERIALS = sizeof materials / sizeof *materials };

static void begin(piece *run, const char *material)
{
    const trama_scene_spec scene = sheet_scene(6, 5, 5.5, 4);
    piece_begin(run, &scene, "cosserat", material, "rk4", NULL);
}

/* f, N. */
static void damping_force(const piece *run, double *f)
{
    const trama_object *object = &run->system->object[0];
    double *zero = sheet_numbers(2 * run->system->nv), *room = zero + run->system->nv;
    trama_damping_acceleration(object->type, object->model, 0.0, run->system->q, run->system->v,
                               zero, room, f);
    for (size_t i = 0; i < run->system->nv; i++)
        f[i] *= run->system->mass[i];
    free(zero);
}

/* At rest no stress turns, and the force is that of the elastic stiffness on tau v, which the
 * sheet's own kernel computes: all constants of all elements are the same. */
static void damping_of_a_sheet_at_rest_is_its_stiffness_times_tau(void **state)
{
    (void)state;
    static const trama_loads none = {.none = true};
    for (size_t m = 0; m < MATERIALS; m++) {
        piece run;
        begin(&run, materials[m]);
        trama_system *s = run.system;
        double *f = sheet_numbers(2 * s->nv), *expected = f + s->nv;
        sheet_shake(s->v, s->nv, 0.5, 2);
        damping_force(&run, f);
        s->object[0].type->tangent_product(s->object[0].model, 0.0, s->q, s->v, &none, 0.03, 0.0,
                                           s->v, expected);
        assert_true(sheet_largest(expected, s->nv) > 0.1);
        assert_true(sheet_distance(f, expected, s->nv) < 1e-12 * sheet_largest(expected, s->nv));
        free(f);
        piece_end(&run);
    }
}

/* v = c + omega x q of a sheet that is stretched and bent. */
static void rigid_motion_is_not_damped(void **state)
{
    (void)state;
    static const double omega[3] = {0.7, -1.1, 0.4};
    for (size_t m = 0; m < MATERIALS; m++) {
        piece run;
        begin(&run, materials[m]);
        trama_system *s = run.system;
        const size_t n = s->nv / 3;
        double *f = sheet_numbers(s->nv);
        sheet_shake(s->q, s->nq, 0.2, 1);
        sheet_shake(s->v, s->nv, 0.5, 2);
        damping_force(&run, f);
        const double other = sheet_largest(f, s->nv);
        for (size_t i = 0; i < s->nv; i++) {
            const size_t axis = i / n, j = (axis + 1) % 3, k = (axis + 2) % 3;
            s->v[i] = 0.3 + omega[j] * s->q[k * n + i % n] - omega[k] * s->q[j * n + i % n];
        }
        damping_force(&run, f);
        assert_true(other > 0.1 && sheet_largest(f, s->nv) < 1e-12 * other);
        free(f);
        piece_end(&run);
    }
}

/* A free strip of 13 x 2 nodes rings lengthwise, cos(2 pi k/12), of amplitude A = 1e-6 m: omega^2 =
 * 4 (E h/mu)/h1^2 sin^2(2 pi/24), and the wave decays as a spring with c = tau omega^2. */
static void a_wave_decays_at_half_tau_omega_squared(void **state)
{
    (void)state;
    enum { ROWS = 13, STEPS = 600 };
    const double pi = acos(-1.0), tau = 0.05, h1 = 0.5, amplitude = 1e-6, t = 3.0;
    const trama_scene_spec scene = sheet_scene(ROWS, 2, 6, 0.5);
    piece run;
    piece_begin(&run, &scene, "cosserat",
                "scheme=variational density=0.4 young_thickness=2 poisson=0 bending=0 "
                "retardation=0.05",
                "rk4", NULL);
    double rest[2 * ROWS], shape[2 * ROWS];
    memcpy(rest, run.system->q, sizeof rest);
    for (size_t i = 0; i < 2 * ROWS; i++) {
        const size_t k = i / 2;
        shape[i] = cos(2.0 * pi * (double)k / 12.0);
        run.system->q[i] += amplitude * shape[i];
    }
    piece_steps(&run, t / STEPS, STEPS);
    const double sine = sin(pi / 12.0), square = 4.0 * 5.0 / (h1 * h1) * sine * sine,
                 b = 0.5 * tau * square, w = sqrt(square - b * b);
    const double expected = exp(-b * t) * (cos(w * t) + b / w * sin(w * t));
    print_message("omega %.3f rad/s, left %.8f of 1, expected %.8f\n", sqrt(square),
                  (run.system->q[0] - rest[0]) / amplitude, expected);
    assert_true(b * t > 0.3);
    for (size_t i = 0; i < 2 * ROWS; i++)
        assert_near((run.system->q[i] - rest[i]) / amplitude, expected * shape[i], 1e-5);
    piece_end(&run);
}

/* ---- Orthotropic sheets. */

static const char orthotropic[] =
    "scheme=variational density=0.7 young_thickness=300 poisson=0.25 bending=20 "
    "young_thickness_2=120 bending_2=7 shear_thickness=90 twist=11";

/* x = X + a X + c Z, z = Z + b Z: Green's strains by hand, and the energy of a plane state. */
static void a_uniform_strain_has_the_energy_of_an_orthotropic_sheet(void **state)
{
    (void)state;
    const double a = 0.1, b = -0.05, c = 0.07;
    piece run;
    begin(&run, orthotropic);
    double *q = run.system->q, energy[TRAMA_ENERGY_MAX];
    const size_t n = run.system->nq / 3;
    for (size_t i = 0; i < n; i++) {
        q[i] += a * q[i] + c * q[2 * n + i];
        q[2 * n + i] += b * q[2 * n + i];
    }
    run.system->object[0].type->energy(run.system->object[0].model, q, energy);
    const double e1 = a + 0.5 * a * a, e2 = b + 0.5 * b * b + 0.5 * c * c, slide = c * (1.0 + a);
    const double nu = 0.25, back = nu * 120.0 / 300.0, both = 1.0 - nu * back;
    const double density =
        0.5 * (300.0 * e1 * e1 + 2.0 * nu * 120.0 * e1 * e2 + 120.0 * e2 * e2) / both +
        0.5 * 90.0 * slide * slide;
    assert_near(energy[0], 22.0 * density, 1e-10);
    piece_end(&run);
}

/* y = k x^2/2, k z^2/2 and k x z on a sheet of 6 x 5 nodes, 5.5 x 4 m. Of the first two the ends do
 * not bend: 4 of 5 lengths of 1.1 m, and 3 of 4 of 1 m. A free edge bends as a strip: with nu = 0
 * like all else. */
static void bending_and_twist_have_their_own_stiffness(void **state)
{
    (void)state;
    const double k = 1e-4;
    const double expected[] = {0.5 * 20.0 * k * k * 4.4 * 4.0, 0.5 * 7.0 * k * k * 5.5 * 3.0,
                               11.0 * k * k * 22.0};
    for (int form = 0; form < 3; form++) {
        piece run;
        begin(&run, "scheme=variational density=0.7 young_thickness=300 poisson=0 bending=20 "
                    "young_thickness_2=120 bending_2=7 shear_thickness=90 twist=11");
        double *q = run.system->q, energy[TRAMA_ENERGY_MAX];
        const size_t n = run.system->nq / 3;
        for (size_t i = 0; i < n; i++) {
            const double x = q[i], z = q[2 * n + i];
            q[n + i] = form == 0 ? 0.5 * k * x * x : form == 1 ? 0.5 * k * z * z : k * x * z;
        }
        run.system->object[0].type->energy(run.system->object[0].model, q, energy);
        assert_near(energy[1], expected[form], 1e-5 * expected[form]);
        piece_end(&run);
    }
}

static void half_of_the_constants_are_refused(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene(6, 5, 5.5, 4);
    trama_error error =
        piece_refused(&scene, "cosserat",
                      "scheme=variational density=1 young_thickness=300 poisson=0.3 "
                      "bending=2 young_thickness_2=100");
    assert_string_equal(error.path + strlen(error.path) - strlen("bending_2"), "bending_2");
    error = piece_refused(&scene, "cosserat", "density=1 zeta=1 xi=1 phi=0 retardation=0.1");
    assert_non_null(strstr(error.text, "allowed with retardation: variational"));
    error =
        piece_refused(&scene, "cosserat",
                      "scheme=variational density=0.7 young_thickness=100 poisson=0.9 bending=20 "
                      "young_thickness_2=130 bending_2=7 shear_thickness=90 twist=11");
    assert_non_null(strstr(error.text, "nu_12^2 below"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damping_of_a_sheet_at_rest_is_its_stiffness_times_tau),
        cmocka_unit_test(rigid_motion_is_not_damped),
        cmocka_unit_test(a_wave_decays_at_half_tau_omega_squared),
        cmocka_unit_test(a_uniform_strain_has_the_energy_of_an_orthotropic_sheet),
        cmocka_unit_test(bending_and_twist_have_their_own_stiffness),
        cmocka_unit_test(half_of_the_constants_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
