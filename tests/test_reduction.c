/* The linearised step: by each method's closed form on a damped oscillator, on a bar whose spectrum
 * is known, and where damping differs from mode to mode. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "measure/reduction.h"
#include "solver/solver.h"
#include "support/near.h"

/* ---- Closed forms: the step at h = 1 on x'' = -z^2 x - c x', from the methods' papers. */

enum { STATE = 4 };
typedef double matrix[STATE][STATE];

static void multiply(int n, matrix a, matrix b, matrix out)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            out[i][j] = 0.0;
            for (int k = 0; k < n; k++)
                out[i][j] += a[i][k] * b[k][j];
        }
}

/* sum of b_k A^k of A = (0 1; -z^2 -c) scaled by s. */
static void polynomial(double z, double c, double s, const double *b, int degree, matrix out)
{
    matrix a = {{0, s}, {-z * z * s, -c * s}}, power = {{1, 0}, {0, 1}}, next;
    memset(out, 0, sizeof(matrix));
    for (int k = 0; k <= degree; k++) {
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++)
                out[i][j] += b[k] * power[i][j];
        multiply(2, power, a, next);
        memcpy(power, next, sizeof next);
    }
}

/* (1 - s A)^-1 (1 + r A). */
static void rational(double z, double c, double s, double r, matrix out)
{
    const double det = 1 + s * c + s * s * z * z;
    matrix inverse = {{(1 + s * c) / det, s / det}, {-s * z * z / det, 1 / det}};
    matrix above = {{1, r}, {-r * z * z, 1 - r * c}};
    multiply(2, inverse, above, out);
}

static const double taylor[] = {1, 1, 1 / 2.0, 1 / 6.0, 1 / 24.0, 1 / 120.0};

static int forward_euler(double z, double c, matrix m)
{
    polynomial(z, c, 1, taylor, 1, m);
    return 2;
}
static int midpoint(double z, double c, matrix m)
{
    polynomial(z, c, 1, taylor, 2, m);
    return 2;
}
static int predicted_euler(double z, double c, matrix m)
{
    static const double euler_at_the_end[] = {1, 1, 1};
    polynomial(z, c, 1, euler_at_the_end, 2, m);
    return 2;
}
static int rk3(double z, double c, matrix m) /* GSL's rk2 gives the result of its third order */
{
    polynomial(z, c, 1, taylor, 3, m);
    return 2;
}
static int rk4(double z, double c, matrix m)
{
    polynomial(z, c, 1, taylor, 4, m);
    return 2;
}
static int rk4_halves(double z, double c, matrix m) /* GSL's rk4: two half steps */
{
    matrix half;
    polynomial(z, c, 0.5, taylor, 4, half);
    multiply(2, half, half, m);
    return 2;
}
static int fehlberg(double z, double c, matrix m) /* the last coefficient: 1/2080 */
{
    double b[7];
    memcpy(b, taylor, sizeof taylor);
    b[6] = 1 / 2080.0;
    polynomial(z, c, 1, b, 6, m);
    return 2;
}
static int cash_karp(double z, double c, matrix m) /* the last coefficient: 1/800 */
{
    double b[7];
    memcpy(b, taylor, sizeof taylor);
    b[6] = 1 / 800.0;
    polynomial(z, c, 1, b, 6, m);
    return 2;
}
static int symplectic(double z, double c, matrix m)
{
    const matrix step = {{1 - z * z, 1 - c}, {-z * z, 1 - c}};
    memcpy(m, step, sizeof step);
    return 2;
}
static int position_verlet(double z, double c, matrix m)
{
    const double a = -z * z, b = -z * z / 2 - c; /* of q and v */
    const matrix step = {{1 + a / 2, 1 + b / 2}, {a, 1 + b}};
    memcpy(m, step, sizeof step);
    return 2;
}
static int kick_drift_kick(double z, double c, matrix m) /* state q, v, a */
{
    const double k = z * z;
    const double next[3] = {-k, -k - c, -k / 2 - c};
    const matrix step = {{1, 1, 0.5},
                         {next[0] / 2, 1 + next[1] / 2, 0.5 + next[2] / 2},
                         {next[0], next[1], next[2]}};
    memcpy(m, step, sizeof step);
    return 3;
}
static int central_verlet(double z, double c, matrix m) /* state q, v, a: w = v + a/2 */
{
    const double k = z * z;
    const matrix step = {{1 - k, 1 - c, 0.5}, {-k / 2, 1 - c / 2, 0.5}, {-k, -c, 0}};
    memcpy(m, step, sizeof step);
    return 3;
}
static int mixed(double z, double c, matrix m) /* trapezoid in the velocity */
{
    const double k = z * z, u = 1 - c / 2, below = 1 + c / 2;
    const double q[2] = {1 - k / 2, u};
    const matrix step = {{q[0], q[1]},
                         {(-k / 2 - k / 2 * q[0]) / below, (u - k / 2 * q[1]) / below}};
    memcpy(m, step, sizeof step);
    return 2;
}
/* The three slopes of the thesis' method, each a row over q, v. */
static void thesis_slopes(double z, double c, double k[5][2], double a[5][2])
{
    double r[2] = {1, 0.5};
    k[1][0] = 0, k[1][1] = 1;
    for (int s = 2; s <= 4; s++)
        for (int i = 0; i < 2; i++) {
            const double reach = s == 2 ? 0.5 : s == 3 ? 0.5 : 1.0, kick = s == 4 ? 1.0 : 0.5;
            r[i] = (i == 0) + reach * k[s - 1][i];
            a[s][i] = -z * z * r[i] - c * k[s - 1][i];
            k[s][i] = (i == 1) + kick * a[s][i];
        }
}
static int thesis(double z, double c, matrix m, double share[5])
{
    double k[5][2], a[5][2];
    thesis_slopes(z, c, k, a);
    for (int i = 0; i < 2; i++) {
        m[0][i] = (i == 0) + (k[1][i] + 2 * k[2][i] + 2 * k[3][i] + k[4][i]) / 6;
        m[1][i] = (i == 1) + share[2] * a[2][i] + share[3] * a[3][i] + share[4] * a[4][i];
    }
    return 2;
}
static int thesis_last(double z, double c, matrix m)
{
    return thesis(z, c, m, (double[5]){0, 0, 0, 0, 1});
}
static int thesis_mean(double z, double c, matrix m)
{
    return thesis(z, c, m, (double[5]){0, 0, 1 / 3.0, 1 / 3.0, 1 / 3.0});
}
static int backward(double z, double c, matrix m)
{
    rational(z, c, 1, 0, m);
    return 2;
}
static int trapezoid(double z, double c, matrix m)
{
    rational(z, c, 0.5, 0.5, m);
    return 2;
}
static int half_damped(double z, double c, matrix m) /* (1 + c/2 + z^2) dv = -z^2 q - (c + z^2) v */
{
    const double k = z * z, below = 1 + c / 2 + k, q = -k / below, v = -(c + k) / below;
    const matrix step = {{1 + q, 1 + v}, {q, 1 + v}};
    memcpy(m, step, sizeof step);
    return 2;
}
static int bdf2(double z, double c, matrix m) /* state y, y-: S (4 y - y-)/3 */
{
    matrix s;
    memset(m, 0, sizeof(matrix));
    rational(z, c, 2 / 3.0, 0, s);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            m[i][j] = 4 / 3.0 * s[i][j];
            m[i][2 + j] = -s[i][j] / 3;
        }
        m[2 + i][i] = 1;
    }
    return 4;
}

static int tr_bdf2(double z, double c, matrix m) /* (1 - s A)^-1 ((1 - on) y + on y') */
{
    const double gamma = 2 - sqrt(2), s = gamma / 2, on = 1 / (gamma * (2 - gamma));
    matrix middle, solve, right;
    rational(z, c, s, s, middle);
    rational(z, c, s, 0, solve);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            right[i][j] = (i == j) * (1 - on) + on * middle[i][j];
    multiply(2, solve, right, m);
    return 2;
}
static int generalized_alpha(double z, double c, matrix m) /* state q, v, a; rho 0.8 */
{
    const double rho = 0.8, am = (2 * rho - 1) / (rho + 1), af = rho / (rho + 1), o = 1 - af;
    const double gamma = 0.5 - am + af, beta = (1 - am + af) * (1 - am + af) / 4, k = z * z;
    const double below = 1 - am + k * o * beta + c * o * gamma;
    const double a[3] = {-k / below, -(k * o + c) / below,
                         -(am + k * o * (0.5 - beta) + c * o * (1 - gamma)) / below};
    for (int i = 0; i < 3; i++) {
        m[0][i] = (i == 0) + (i == 1) + (i == 2) * (0.5 - beta) + beta * a[i];
        m[1][i] = (i == 1) + (i == 2) * (1 - gamma) + gamma * a[i];
        m[2][i] = a[i];
    }
    return 3;
}

static const struct {
    const char *name;
    int (*map)(double z, double c, matrix m);
} forms[] = {{"forward_euler", forward_euler},
             {"symplectic_euler", symplectic},
             {"rk2_thesis", position_verlet},
             {"midpoint", midpoint},
             {"heun", midpoint},
             {"predicted_euler", predicted_euler},
             {"rk4_thesis", thesis_last},
             {"rk4_thesis_mean", thesis_mean},
             {"rk4", rk4},
             {"verlet", central_verlet},
             {"velocity_verlet", kick_drift_kick},
             {"leapfrog", symplectic},
             {"bridson_mixed", mixed},
             {"backward_euler", backward},
             {"implicit_midpoint", trapezoid},
             {"bdf2", bdf2},
             {"newmark", trapezoid},
             {"tr_bdf2", tr_bdf2},
             {"generalized_alpha", generalized_alpha},
             {"baraff_witkin", backward},
             {"semi_implicit_lu", half_damped},
             {"gsl_rk2", rk3},
             {"gsl_rk4", rk4_halves},
             {"gsl_rkf45", fehlberg},
             {"gsl_rkck", cash_karp}};

static double radius_of_form(size_t form, double z, double c)
{
    matrix m = {{0}};
    double flat[STATE * STATE], largest = 0;
    const size_t n = (size_t)forms[form].map(z, c, m);
    for (size_t i = 0; i < n * n; i++)
        flat[i] = m[i / n][i % n];
    gsl_matrix_view view = gsl_matrix_view_array(flat, n, n);
    gsl_vector_complex *value = gsl_vector_complex_alloc(n);
    gsl_eigen_nonsymm_workspace *work = gsl_eigen_nonsymm_alloc(n);
    gsl_eigen_nonsymm(&view.matrix, value, work);
    for (size_t i = 0; i < n; i++) {
        const gsl_complex x = gsl_vector_complex_get(value, i);
        largest = fmax(largest, sqrt(GSL_REAL(x) * GSL_REAL(x) + GSL_IMAG(x) * GSL_IMAG(x)));
    }
    gsl_eigen_nonsymm_free(work);
    gsl_vector_complex_free(value);
    return largest;
}

/* The row of a method; fails for one that has no closed form here. */
static size_t form_of(const char *name)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].name, name) == 0)
            return i;
    fail_msg("%s: no closed form", name);
    return 0;
}

/* GSL's method of order 8 has 13 stages; that it is of that order is said elsewhere. */
static bool is_left_out(const trama_integrator_type *type)
{
    return strcmp(type->name, "gsl_rk8pd") == 0 || trama_solver_of(type);
}

static void *defaults_of(const trama_integrator_type *type)
{
    void *parameters = calloc(1, type->parameters.size + 1);
    assert_non_null(parameters);
    trama_fields_default(type->parameters, parameters);
    return parameters;
}

static void radii_of_all_methods_are_their_closed_forms(void **state)
{
    (void)state;
    static const double at[][2] = {{0.3, 0},   {1, 0.1},   {1.5, 1.2}, {1.9, 0.02},
                                   {0.2, 1.9}, {2.3, 0.3}, {0.7, 2.6}, {3, 4}};
    for (size_t i = 0; i < trama_integrator_count(); i++) {
        const trama_integrator_type *type = trama_integrator_at(i);
        if (is_left_out(type))
            continue;
        const size_t form = form_of(type->name);
        void *parameters = defaults_of(type);
        for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
            double radius;
            trama_error error;
            assert_int_equal(
                trama_amplification_radius(type, parameters, at[k][0], at[k][1], &radius, &error),
                TRAMA_OK);
            const double expected = radius_of_form(form, at[k][0], at[k][1]);
            if (!(fabs(radius - expected) <= 1e-7 * expected))
                fail_msg("%s at %g, %g: %.9g, not %.9g", type->name, at[k][0], at[k][1], radius,
                         expected);
        }
        free(parameters);
    }
}

/* ---- A bar: equal masses of 1 kg in a row between walls, springs and dampers between them. */

enum { MASSES = 40 };

static struct {
    double spring, drag;
    double damper[MASSES + 1];
} bar;

static trama_status bar_create(const void *parameters, const trama_scene *scene, void **model,
                               trama_error *error)
{
    (void)parameters, (void)scene;
    *model = malloc(1);
    return *model ? TRAMA_OK : trama_fail_memory(error);
}
static void bar_dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = *nv = MASSES;
}
static void bar_initial(const void *model, double *q, double *v)
{
    (void)model;
    memset(q, 0, MASSES * sizeof *q);
    memset(v, 0, MASSES * sizeof *v);
}

/* y -= of bond coefficients, each over the difference of its ends. */
static void bonds(const double *coefficient, double same, double times, const double *u, double *y)
{
    for (size_t b = 0; b <= MASSES; b++) {
        const double left = b > 0 ? u[b - 1] : 0, right = b < MASSES ? u[b] : 0;
        const double pull = times * (coefficient ? coefficient[b] : same) * (right - left);
        if (b > 0)
            y[b - 1] += pull;
        if (b < MASSES)
            y[b] -= pull;
    }
}
static void bar_product(void *model, double t, const double *q, const double *v,
                        const trama_loads *loads, double cq, double cv, const double *u, double *y)
{
    (void)model, (void)t, (void)q, (void)v, (void)loads;
    bonds(NULL, bar.spring, cq, u, y);
    bonds(bar.damper, 0, cv, u, y);
    for (size_t i = 0; i < MASSES; i++)
        y[i] -= cv * bar.drag * u[i];
}
static void bar_acceleration(void *model, double t, const double *q, const double *v,
                             const trama_loads *loads, double *a)
{
    memset(a, 0, MASSES * sizeof *a);
    bar_product(model, t, q, v, loads, 1, 0, q, a);
    bar_product(model, t, q, v, loads, 0, 1, v, a);
}
static void bar_tangent(void *model, double t, const double *q, const double *v,
                        const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    for (size_t j = 0; j < MASSES; j++) {
        double u[MASSES] = {0}, of_q[MASSES] = {0}, of_v[MASSES] = {0};
        u[j] = 1;
        bar_product(model, t, q, v, loads, 1, 0, u, of_q);
        bar_product(model, t, q, v, loads, 0, 1, u, of_v);
        for (size_t i = 0; i < MASSES; i++) {
            trama_triplets_add(k, i, j, -of_q[i]);
            trama_triplets_add(d, i, j, -of_v[i]);
        }
    }
}
static bool bar_symmetric(const void *model, const trama_loads *loads)
{
    (void)model, (void)loads;
    return true;
}
static const trama_model_type bar_type = {.name = "bar",
                                          .summary = "masses in a row",
                                          .parameters = TRAMA_NO_FIELDS,
                                          .create = bar_create,
                                          .destroy = free,
                                          .dimensions = bar_dimensions,
                                          .initial = bar_initial,
                                          .acceleration = bar_acceleration,
                                          .tangent_product = bar_product,
                                          .tangent = bar_tangent,
                                          .tangent_is_symmetric = bar_symmetric};

static const trama_spectrum_spec spec = {1e-4, 120, 1, TRAMA_TANGENT_EXACT};

typedef struct looked_at {
    trama_scene *scene;
    trama_system *system;
    trama_tangent *tangent;
    trama_reducer *reducer;
} looked_at;

static void look(looked_at *l)
{
    const trama_scene_spec nowhere = {0};
    trama_error error;
    trama_spectrum largest;
    assert_int_equal(trama_scene_create(&nowhere, &l->scene, &error), TRAMA_OK);
    assert_int_equal(trama_system_create(&bar_type, NULL, l->scene, &l->system, &error), TRAMA_OK);
    assert_int_equal(trama_tangent_create(l->system, &spec, &l->tangent, &error), TRAMA_OK);
    assert_int_equal(trama_reducer_create(l->system, &l->reducer, &error), TRAMA_OK);
    assert_int_equal(
        trama_reducer_begin(l->reducer, l->tangent, l->system, &spec, &largest, &error), TRAMA_OK);
    /* of the bar: 2 sqrt(k) sin(n pi / 2 (n + 1)) */
    assert_near(largest.omega / (2 * sqrt(bar.spring) * sin(acos(0) * MASSES / (MASSES + 1))), 1,
                1e-4);
}
static void end(looked_at *l)
{
    trama_reducer_destroy(l->reducer);
    trama_tangent_destroy(l->tangent);
    trama_system_destroy(l->system);
    trama_scene_destroy(l->scene);
}

/* The largest radius of a mode of the bar with damping c = drag + viscosity omega^2, at h. */
static double radius_of_bar(size_t form, double viscosity, double h)
{
    double largest = 0;
    for (size_t j = 1; j <= MASSES; j++) {
        const double omega = 2 * sqrt(bar.spring) * sin(acos(0) * (double)j / (MASSES + 1));
        const double c = bar.drag + viscosity * omega * omega;
        largest = fmax(largest, radius_of_form(form, omega * h, c * h));
    }
    return largest;
}

/* Drag, and a viscosity from none to an over-critical one: each method's limit by its closed form
 * over the bar's closed spectrum, at 0.999 and 1.001 of what is found. */
static void a_bar_is_limited_where_its_closed_spectrum_says(void **state)
{
    (void)state;
    static const double viscosities[] = {0, 2e-4, 0.02, 0.5}, tolerance = 0.005;
    bar.spring = 400;
    bar.drag = 1;
    for (size_t k = 0; k < sizeof viscosities / sizeof *viscosities; k++) {
        looked_at l;
        for (size_t b = 0; b <= MASSES; b++)
            bar.damper[b] = viscosities[k] * bar.spring;
        look(&l);
        for (size_t i = 0; i < trama_integrator_count(); i++) {
            const trama_integrator_type *type = trama_integrator_at(i);
            if (is_left_out(type) || isinf(type->stability))
                continue;
            void *parameters = defaults_of(type);
            const size_t form = form_of(type->name);
            trama_reduction r;
            trama_error error;
            assert_int_equal(trama_reducer_find(l.reducer, l.tangent, l.system, type, parameters,
                                                tolerance, &r, &error),
                             TRAMA_OK);
            assert_true(r.converged && !r.whole && r.n <= TRAMA_REDUCTION_MAX);
            const double below = radius_of_bar(form, viscosities[k], 0.999 * r.step);
            const double above = radius_of_bar(form, viscosities[k], 1.001 * r.step);
            if (!(below <= 1 + tolerance && above > 1 + tolerance))
                fail_msg("%s, viscosity %g: %g s, with radius %.6f below it and %.6f above",
                         type->name, viscosities[k], r.step, below, above);
            free(parameters);
        }
        end(&l);
    }
}

/* The largest eigenvalue of h^2 K + 2 h D by itself: where it is 4 symplectic Euler flips. */
static double flip_of_bar(double h)
{
    gsl_matrix *m = gsl_matrix_alloc(MASSES, MASSES);
    gsl_vector *value = gsl_vector_alloc(MASSES);
    gsl_eigen_symm_workspace *work = gsl_eigen_symm_alloc(MASSES);
    for (size_t j = 0; j < MASSES; j++) {
        double u[MASSES] = {0}, y[MASSES] = {0};
        u[j] = 1;
        bar_product(NULL, 0, NULL, NULL, NULL, h * h, 2 * h, u, y);
        for (size_t i = 0; i < MASSES; i++)
            gsl_matrix_set(m, i, j, -y[i]);
    }
    gsl_eigen_symm(m, value, work);
    const double largest = gsl_vector_max(value);
    gsl_eigen_symm_free(work);
    gsl_vector_free(value);
    gsl_matrix_free(m);
    return largest;
}

/* Dampers on a part of the bar: no mode of the stiffness is one of the damping. */
static void dampers_on_a_part_are_found(void **state)
{
    (void)state;
    static const double dampers[] = {2, 20, 60, 400};
    bar.spring = 400;
    bar.drag = 0;
    for (size_t k = 0; k < sizeof dampers / sizeof *dampers; k++) {
        looked_at l;
        trama_reduction r;
        trama_error error;
        double low = 0, high = 1;
        for (size_t b = 0; b <= MASSES; b++)
            bar.damper[b] = b >= 7 && b < 12 ? dampers[k] : 0.0;
        look(&l);
        assert_int_equal(trama_reducer_find(l.reducer, l.tangent, l.system,
                                            trama_integrator_find("symplectic_euler"), NULL, 1e-9,
                                            &r, &error),
                         TRAMA_OK);
        while (high - low > 1e-9 * high)
            *(flip_of_bar(0.5 * (low + high)) < 4 ? &low : &high) = 0.5 * (low + high);
        print_message("damper %g: %.7g s, %.7g by the whole\n", dampers[k], r.step, low);
        assert_true(r.converged);
        assert_near(r.step, low, 5e-4 * low);
        end(&l);
    }
}

/* ---- Ranges. */

/* q+ = p(x) q with x = omega^2 h^2 and p = 1 + 0.3 x (x - 1) (2 - x): above 1 between 1 and 2,
 * below -1 from x (x - 1) (x - 2) = 20/3 on. */
static void window(trama_integrator *integrator, trama_system *system, double h)
{
    double *a = trama_integrator_v(integrator, 0), *u = trama_integrator_v(integrator, 1);
    static const double root[] = {0, 1, 2};
    memset(system->v, 0, system->nv * sizeof *system->v);
    memcpy(u, system->q, system->nq * sizeof *u);
    for (size_t k = 0; k < 3; k++) {
        trama_system_acceleration(system, system->t, u, system->v, a);
        for (size_t i = 0; i < system->nv; i++)
            u[i] = -h * h * a[i] - root[k] * u[i];
    }
    for (size_t i = 0; i < system->nv; i++)
        system->q[i] -= 0.3 * u[i];
}

static void ranges_of_growth_need_not_be_one(void **state)
{
    (void)state;
    const trama_integrator_type type = {.name = "window", .step = window, .v_arrays = 2};
    const double k = 1, d = 0, last = 3.0637; /* x; refined below */
    double x = last;
    for (int i = 0; i < 50; i++) /* Newton */
        x -= (x * (x - 1) * (x - 2) - 20 / 3.0) / (3 * x * x - 6 * x + 2);
    const trama_stretch stretch[] = {{{1, true, &k, &d}, 10.0, 1e9}};
    trama_growth_range range[TRAMA_GROWTH_RANGES_MAX];
    size_t count;
    trama_error error;
    assert_int_equal(trama_growth_ranges(&type, NULL, stretch, 1, 1.0, 0.3, range, &count, &error),
                     TRAMA_OK);
    assert_int_equal(count, 2);
    assert_near(range[0].from, 0.1, 1e-5);
    assert_near(range[0].to, 0.1 * sqrt(2), 1e-5);
    assert_near(range[1].from, 0.1 * sqrt(x), 1e-5);
    assert_true(isinf(range[1].to));
    /* at 0.3: x = 9, p = 1 - 0.3 x 9 x 8 x 7 */
    assert_near(range[1].radius, 0.3 * 9 * 8 * 7 - 1, 1e-6);
}

/* Rigid motion grows with time, and is no instability; nor is a state that moves away by itself. */
static void what_nothing_holds_does_not_limit(void **state)
{
    (void)state;
    const trama_scene_spec nowhere = {0};
    trama_scene *scene;
    trama_system *system;
    trama_tangent *tangent;
    trama_reducer *reducer;
    trama_error error;
    trama_spectrum largest;
    trama_reduction r;
    static const double springs[] = {0, -400};
    memset(bar.damper, 0, sizeof bar.damper);
    bar.drag = 0;
    for (size_t k = 0; k < 2; k++) {
        bar.spring = springs[k];
        assert_int_equal(trama_scene_create(&nowhere, &scene, &error), TRAMA_OK);
        assert_int_equal(trama_system_create(&bar_type, NULL, scene, &system, &error), TRAMA_OK);
        assert_int_equal(trama_tangent_create(system, &spec, &tangent, &error), TRAMA_OK);
        assert_int_equal(trama_reducer_create(system, &reducer, &error), TRAMA_OK);
        assert_int_equal(trama_reducer_begin(reducer, tangent, system, &spec, &largest, &error),
                         TRAMA_OK);
        assert_int_equal(trama_reducer_find(reducer, tangent, system,
                                            trama_integrator_find("forward_euler"), NULL, 1e-6, &r,
                                            &error),
                         TRAMA_OK);
        assert_true(isinf(r.step));
        trama_reducer_destroy(reducer);
        trama_tangent_destroy(tangent);
        trama_system_destroy(system);
        trama_scene_destroy(scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(radii_of_all_methods_are_their_closed_forms),
        cmocka_unit_test(a_bar_is_limited_where_its_closed_spectrum_says),
        cmocka_unit_test(dampers_on_a_part_are_found),
        cmocka_unit_test(ranges_of_growth_need_not_be_one),
        cmocka_unit_test(what_nothing_holds_does_not_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
