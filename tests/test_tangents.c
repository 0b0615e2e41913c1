/* The tangents of every model and interaction are right: the product agrees with central
 * differences of the acceleration, the assembled matrices with the product, and both are symmetric
 * where there is a potential. A tangent without a case here fails. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "model/damping.h"
#include "support/near.h"
#include "support/objects.h"
#include "support/sheet.h"
#include "system_tangent.h"

/* ---- Cases. */

/* What the tangent of a case is. */
enum { SYMMETRIC, ANY };

typedef struct tangent_case {
    const char *model, *settings;     /* of the only object, or of both */
    const char *interaction, *joined; /* NULL: no interaction */
    double damping, drag, velocity;
    int shape; /* of K */
} tangent_case;

static const tangent_case cases[] = {
    {"oscillator", "omega=3 damping=0.4 position=0.7 velocity=0.3", NULL, NULL, 0, 0, 0, SYMMETRIC},
    {"oscillator", "omega=2 damping=0.1 cubic=5 position=0.7", NULL, NULL, 0, 0, 0, SYMMETRIC},
    {"provot", "mass=2 structural=50 shear=20 flexion=5", NULL, NULL, 0.3, 0, 1, SYMMETRIC},
    {"provot", "mass=2 structural=50 shear=20 flexion=5", NULL, NULL, 0.3, 0.7, 1, ANY},
    {"bridson", "mass=2 structural=50 shear=20 bending=0", NULL, NULL, 0.3, 0, 1, SYMMETRIC},
    {"bridson", "mass=2 structural=50 shear=20 bending=3", NULL, NULL, 0.3, 0, 1, ANY},
    {"bridson", "mass=2 bending=3 rest=angle rest_angle=0.4 bending_damping=0.5", NULL, NULL, 0.3,
     0.7, 1, ANY},
    {"nedel", "mass=2 elasticity=50 curvature=0", NULL, NULL, 0.3, 0, 1, SYMMETRIC},
    {"nedel", "mass=2 elasticity=50 curvature=3 friction=0.2", NULL, NULL, 0.3, 0, 1, SYMMETRIC},
    {"nedel", "mass=2 elasticity=50 curvature=3 friction=0.2", NULL, NULL, 0.3, 0.7, 1, ANY},
    {"cosserat", "mass=2 zeta=50 xi=0 phi=0", NULL, NULL, 0.3, 0, 1, SYMMETRIC},
    {"cosserat", "mass=2 zeta=50,20,20,30 xi=3,2,2,1 phi=1,4,4,2", NULL, NULL, 0.3, 0.7, 1, ANY},
    {"cosserat", "mass=2 zeta=50 xi=3 phi=2 scheme=no_christoffel", NULL, NULL, 0.3, 0, 1, ANY},
    {"cosserat", "scheme=variational mass=2 zeta=50,20,20,30 xi=3,2,2,1 phi=1,4,4,2", NULL, NULL,
     0.3, 0, 1, SYMMETRIC},
    {"cosserat", "scheme=variational mass=2 zeta=50 xi=3 phi=2", NULL, NULL, 0.3, 0.7, 1, ANY},
    {"cosserat", "scheme=variational mass=2 young_thickness=300 poisson=0.3 bending=9", NULL, NULL,
     0.3, 0, 1, SYMMETRIC},
    {"cosserat", "scheme=variational mass=2 young_thickness=300 poisson=-0.4 bending=9", NULL, NULL,
     0.3, 0.7, 1, ANY},
    {"cosserat",
     "scheme=variational mass=2 young_thickness=300 poisson=0.3 bending=9 retardation=0.05", NULL,
     NULL, 0.3, 0.7, 1, ANY},
    {"cosserat",
     "scheme=variational mass=2 young_thickness=300 poisson=0.3 bending=9 young_thickness_2=120 "
     "bending_2=4 shear_thickness=80 twist=5 retardation=0.02",
     NULL, NULL, 0.3, 0, 1, ANY},
    {"lattice", "mass=2 edge=50 face=30 space=20", NULL, NULL, 0.3, 0, 1, SYMMETRIC},
    {"lattice", "mass=2 edge=50 face=30 space=20 damping=0.7", NULL, NULL, 0.3, 0, 1, ANY},
    {"fem_cloth", "mass=2 young_thickness=300 poisson=0.3", NULL, NULL, 0.3, 0, 1, SYMMETRIC},
    {"fem_cloth", "mass=2 young_thickness=300 poisson=0.3 bending=3", NULL, NULL, 0.3, 0, 1,
     SYMMETRIC},
    {"fem_cloth", "mass=2 young_thickness=300 poisson=-0.4 bending=3 bending_factor=current", NULL,
     NULL, 0.3, 0, 1, ANY},
    {"fem_cloth", "mass=2 young_thickness=300 poisson=0.3 viscosity=4", NULL, NULL, 0.3, 0, 1, ANY},
    {"fem_cloth", "mass=2 young_thickness=300 poisson=0.3 bending=3 bending_damping=2", NULL, NULL,
     0.3, 0.7, 1, ANY},
    {"fem_cloth",
     "mass=2 young_thickness=300 poisson=0.3 flexural_rigidity=0.6 flexural_poisson=0.3", NULL,
     NULL, 0.3, 0, 1, SYMMETRIC},
    {"fem_cloth",
     "mass=2 warp_curve=0,0,0.1,5,0.2,40 weft_curve=-0.1,-2,0,0,0.3,30 "
     "shear_curve=0,0,0.1,2,0.4,20 "
     "cross=3 warp=1,0,0.3 bending=2",
     NULL, NULL, 0.3, 0, 1, SYMMETRIC},
    {"soft_body", "mass=2 young=50 poisson=0.3", NULL, NULL, 0.3, 0, 1, SYMMETRIC},
    {"soft_body", "mass=2 young=50 poisson=-0.4 mass_damping=0.7", NULL, NULL, 0, 0, 1, SYMMETRIC},
    {"soft_body", "mass=2 young=50 poisson=0.4 mass_damping=0.1 stiffness_damping=0.2", NULL, NULL,
     0.3, 0, 1, ANY},
    {"oscillator", "omega=3", "spring_between", "stiffness=4 damping=0.5 length=0.1", 0, 0, 0,
     SYMMETRIC},
    {"provot", "mass=2 structural=50", "spring_between", "stiffness=40 length=0.1", 0, 0, 1,
     SYMMETRIC},
    {"provot", "mass=2 structural=50", "spring_between", "stiffness=40 damping=6 length=0.1", 0, 0,
     1, ANY},
    {"provot", "mass=2 structural=50", "penalty_contact", "stiffness=40 thickness=0.95", 0, 0, 1,
     SYMMETRIC},
    {"provot", "mass=2 structural=50", "penalty_contact", "stiffness=40 damping=3 thickness=0.95",
     0, 0, 1, ANY},
    {"provot", "mass=2 structural=50", "barrier_contact", "kappa=40 dhat=0.45", 0, 0, 1, SYMMETRIC},
    {"soft_body", "mass=2 young=50 poisson=0.3", "air_layer", "ambient=100 overpressure=20", 0, 0,
     1, SYMMETRIC},
    {"soft_body", "mass=2 young=50 poisson=0.3", "air_layer", "ambient=100 law=published", 0, 0, 1,
     ANY},
    {"bridson", "mass=2 bending=0", "attachment",
     "kind=force stiffness=30 damping=2 k=0 l=0,1 within=10", 0, 0, 1, SYMMETRIC},
};
enum { CASES = sizeof cases / sizeof *cases };

static bool is_pointwise(const tangent_case *c)
{
    return trama_model_find(c->model)->pointwise;
}

static bool is_barrier(const tangent_case *c)
{
    return c->interaction && trama_interaction_find(c->interaction)->admissible;
}

static void begin(objects *o, const tangent_case *c)
{
    trama_scene_spec scene = sheet_scene(5, 4, 4, 3);
    trama_pin pin = sheet_pin(4, 0);
    scene.pins = &pin;
    scene.pin_count = 1;
    scene.damping = c->damping;
    scene.drag = c->drag;
    scene.wind[0] = 0.4, scene.wind[1] = -1.3, scene.wind[2] = 0.2;
    if (trama_model_find(c->model)->lattice) {
        scene.lattice = (trama_lattice){.points = {5, 2, 2}, .side = {4, 1, 1}};
        scene.grid = (trama_grid){0};
    }
    if (trama_model_find(c->model)->tetrahedral) {
        scene.body = (trama_form){.form = TRAMA_FORM_BOX, .cells = 1, .side = {4, 1, 1}};
        scene.grid = (trama_grid){0};
    }
    const trama_scene_spec *where = is_pointwise(c) ? &scene : NULL;
    objects_begin(o);
    objects_add(o, "first", c->model, c->settings, where);
    if (c->interaction) {
        scene.grid.origin[1] = 1.0;
        scene.body.centre[1] = 3.0;
        if (is_barrier(c)) /* turned, so that no closest points jump */
            scene.grid = (trama_grid){.points = {5, 4},
                                      .side = {4, 3},
                                      .origin = {0.83, 0.3, 0.11},
                                      .axis = {{0.936, 0.0, 0.352}, {-0.352, 0.0, 0.936}}};
        objects_add(o, "second", c->model, c->settings, where);
        objects_join(o, "joint", c->interaction, c->joined, 2, (size_t)0, (size_t)1);
    }
    objects_make(o, is_barrier(c) ? "backward_euler" : "symplectic_euler");
}

/* ---- States and vectors. */

static double *random_vector(const trama_system *system, double size, long seed)
{
    trama_random random = {(uint64_t)seed};
    double *u = sheet_numbers(system->nv);
    for (size_t i = 0; i < system->nv; i++)
        u[i] = size * trama_random_signed(&random);
    trama_system_clear_idle(system, u);
    return u;
}

/* Nodes are 1 m apart. */
static void disturb(trama_system *system, const tangent_case *c, double amplitude, long seed)
{
    double *q = random_vector(system, amplitude, seed);
    double *v = random_vector(system, c->velocity, seed + 100);
    for (size_t i = 0; i < system->nv; i++) {
        system->q[i] += q[i];
        system->v[i] += v[i];
    }
    free(q);
    free(v);
}

/* y = M (a(q + e cq u, v + e cv u) - a(q - ..., v - ...)) / 2e. */
static void difference_product(trama_system *system, double cq, double cv, const double *u,
                               double *y)
{
    const size_t n = system->nv;
    double *q = sheet_numbers(4 * n), *v = q + n, *up = v + n, *down = up + n;
    static const double step = 1e-5;
    for (int side = 0; side < 2; side++) {
        const double e = side == 0 ? step : -step;
        for (size_t i = 0; i < n; i++) {
            q[i] = system->q[i] + e * cq * u[i];
            v[i] = system->v[i] + e * cv * u[i];
        }
        trama_system_acceleration(system, system->t, q, v, side == 0 ? up : down);
    }
    for (size_t i = 0; i < n; i++)
        y[i] = system->mass[i] * (up[i] - down[i]) / (2 * step);
    free(q);
}

static double size_of(const double *x, size_t n)
{
    return sqrt(trama_dot(n, x, x));
}
static double error_of(const double *x, const double *y, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sqrt(sum) / size_of(y, n);
}

/* ---- Claims. */

/* Errors relative to |y|: central differences with 1e-5 m truncate to some 1e-9, and round to 1e-10
 * of the force. Measured: 1.4e-8 at most. */
static double product_error(const tangent_case *c, double amplitude, long seed, double cq,
                            double cv)
{
    objects o;
    begin(&o, c);
    trama_system *system = o.system;
    disturb(system, c, amplitude, seed);
    double *u = random_vector(system, 1, seed + 200), *y = sheet_numbers(2 * system->nv);
    double *expected = y + system->nv;
    trama_system_tangent_product(system, system->t, system->q, system->v, cq, cv, u, y);
    difference_product(system, cq, cv, u, expected);
    const bool none = size_of(expected, system->nv) == 0.0;
    const double error = none ? size_of(y, system->nv) : error_of(y, expected, system->nv);
    free(u);
    free(y);
    objects_end(&o);
    return error;
}

static void product_is_the_derivative_of_the_force(void **state)
{
    (void)state;
    static const double amplitudes[] = {1e-3, 0.05, 0.2};
    double worst = 0;
    for (size_t c = 0; c < CASES; c++)
        for (int a = 0; a < 3; a++)
            for (int way = 0; way < 3; way++) {
                const double error =
                    product_error(&cases[c], amplitudes[a], 7 + a, way != 1, way == 0 ? 0 : 0.3);
                worst = fmax(worst, error);
                if (!(error < 1e-7))
                    fail_msg("%s %s %s: amplitude %g, way %d: %g", cases[c].model,
                             cases[c].settings, cases[c].interaction ? cases[c].interaction : "",
                             amplitudes[a], way, error);
            }
    print_message("largest difference: %.1e\n", worst);
}

/* -(cq K + cv D) u against the product: the same formulas, in another order. */
static void assembled_is_the_product(void **state)
{
    (void)state;
    for (size_t c = 0; c < CASES; c++) {
        objects o;
        trama_error error;
        trama_linearisation linear = {0};
        begin(&o, &cases[c]);
        trama_system *system = o.system;
        const size_t n = system->nv;
        disturb(system, &cases[c], 0.1, 5);
        if (trama_system_linearise(system, system->t, system->q, system->v, &linear, &error))
            fail_msg("%s: %s", cases[c].model, error.text);
        double *u = random_vector(system, 1, 6), *y = sheet_numbers(4 * n), *own = y + n;
        double *ku = own + n, *du = ku + n;
        trama_system_tangent_product(system, system->t, system->q, system->v, 0.7, 0.2, u, y);
        for (size_t i = 0; i < linear.count; i++)
            own[i] = u[linear.coordinate[i]];
        trama_sparse_multiply(linear.k, own, ku);
        trama_sparse_multiply(linear.d, own, du);
        for (size_t i = 0; i < linear.count; i++)
            own[i] = y[linear.coordinate[i]], ku[i] = -0.7 * ku[i] - 0.2 * du[i];
        assert_true(error_of(ku, own, linear.count) < 1e-13);
        assert_int_equal(linear.count,
                         (is_pointwise(&cases[c]) ? 3 * 20 - 3 : 1) * system->object_count);
        free(u);
        free(y);
        trama_linearisation_free(&linear);
        objects_end(&o);
    }
}

/* |K - K^T| / |K|, Frobenius' norm. */
static double asymmetry_of(const trama_sparse *k)
{
    double difference = 0, size = 0;
    for (size_t i = 0; i < k->rows; i++)
        for (size_t e = k->start[i]; e < k->start[i + 1]; e++) {
            const double other = trama_sparse_at(k, k->column[e], i);
            difference += (k->value[e] - other) * (k->value[e] - other);
            size += k->value[e] * k->value[e];
        }
    return sqrt(difference / size);
}

static void check_symmetry(const tangent_case *c)
{
    objects o;
    trama_error error;
    trama_linearisation linear = {0};
    begin(&o, c);
    disturb(o.system, c, 0.1, 8);
    assert_int_equal(
        trama_system_linearise(o.system, o.system->t, o.system->q, o.system->v, &linear, &error),
        TRAMA_OK);
    const double asymmetry = asymmetry_of(linear.k);
    if ((asymmetry < 1e-14) != (c->shape == SYMMETRIC))
        fail_msg("%s %s: asymmetry %g", c->model, c->settings, asymmetry);
    if (trama_system_tangent_is_symmetric(o.system) != (c->shape == SYMMETRIC))
        fail_msg("%s %s: its declaration is wrong", c->model, c->settings);
    if (linear.d->start[linear.count] > 0)
        assert_true(asymmetry_of(linear.d) < 1e-14 ||
                    size_of(linear.d->value, linear.d->start[linear.count]) == 0);
    trama_linearisation_free(&linear);
    objects_end(&o);
}

/* Stiffness is symmetric where the force has a potential, and shows that it is not elsewhere, as
 * the models and interactions declare; damping is symmetric in all cases, which dissipate by
 * squares. Friction is looked at here alone: it jumps where a foot passes to another triangle,
 * whose plate moves otherwise, and no difference quotient is taken across that. */
static void stiffness_is_symmetric_where_there_is_a_potential(void **state)
{
    (void)state;
    static const tangent_case friction = {"provot",
                                          "mass=2 structural=50",
                                          "penalty_contact",
                                          "stiffness=40 friction=0.3 slip=0.5 thickness=0.95",
                                          0,
                                          0,
                                          1,
                                          ANY};
    for (size_t c = 0; c < CASES; c++)
        check_symmetry(&cases[c]);
    check_symmetry(&friction);
}

/* Whether places of a tangent depend on the state: contacts come and go, and feet of a layer of air
 * go from one triangle to the next. */
static bool has_moving_places(const tangent_case *c)
{
    return c->interaction &&
           (strstr(c->interaction, "_contact") || strcmp(c->interaction, "air_layer") == 0);
}

/* The pattern keeps its number from state to state where no places move. */
static void pattern_is_that_of_the_system(void **state)
{
    (void)state;
    for (size_t c = 0; c < CASES; c++) {
        objects o;
        trama_error error;
        trama_linearisation linear = {0};
        if (has_moving_places(&cases[c]))
            continue;
        begin(&o, &cases[c]);
        trama_system *s = o.system;
        for (long seed = 1; seed <= 3; seed++) {
            disturb(s, &cases[c], seed == 1 ? 0.0 : 0.1, seed);
            assert_int_equal(trama_system_linearise(s, s->t, s->q, s->v, &linear, &error),
                             TRAMA_OK);
            assert_int_equal(linear.k->pattern, 1);
            assert_int_equal(linear.d->pattern, 1);
        }
        trama_linearisation_free(&linear);
        objects_end(&o);
    }
}

/* `name`: of a model, or of an interaction. */
static bool has_case(const char *name)
{
    for (size_t c = 0; c < CASES; c++)
        if (strcmp(cases[c].model, name) == 0 ||
            (cases[c].interaction && strcmp(cases[c].interaction, name) == 0))
            return true;
    return false;
}

static void every_tangent_has_a_case(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_model_count(); m++) {
        const trama_model_type *type = trama_model_at(m);
        assert_int_equal(!type->tangent, !type->tangent_product);
        if (has_case(type->name) != (type->tangent != NULL))
            fail_msg("model %s", type->name);
    }
    for (size_t i = 0; i < trama_interaction_count(); i++) {
        const trama_interaction_type *type = trama_interaction_at(i);
        if (has_case(type->name) != (type->tangent != NULL))
            fail_msg("interaction %s", type->name);
    }
}

/* ---- Internal damping. */

/* f of trama_damping_acceleration at (q, v), N. */
static void damping_force(const trama_system *system, const double *q, const double *v, double *f)
{
    const trama_object *object = &system->object[0];
    double *zero = sheet_numbers(2 * system->nv), *room = zero + system->nv;
    trama_damping_acceleration(object->type, object->model, system->t, q, v, zero, room, f);
    for (size_t i = 0; i < system->nv; i++)
        f[i] *= system->mass[i];
    free(zero);
}

/* Relative error of the product against central differences of the force. */
static double damping_error(const trama_system *system, double cq, double cv, const double *u)
{
    static const double step = 1e-5;
    const size_t n = system->nv;
    double *q = sheet_numbers(7 * n), *v = q + n, *up = v + n, *down = up + n, *y = down + n,
           *expected = y + n, *zero = expected + n;
    for (int side = 0; side < 2; side++) {
        const double e = side == 0 ? step : -step;
        for (size_t i = 0; i < n; i++) {
            q[i] = system->q[i] + e * cq * u[i];
            v[i] = system->v[i] + e * cv * u[i];
        }
        damping_force(system, q, v, side == 0 ? up : down);
    }
    for (size_t i = 0; i < n; i++)
        expected[i] = (up[i] - down[i]) / (2 * step);
    trama_damping_tangent_product(system->object[0].type, system->object[0].model, system->t,
                                  system->q, system->v, zero, cq, cv, u, y);
    const double error = error_of(y, expected, n);
    free(q);
    return error;
}

static double power_of_damping(const trama_system *system)
{
    double *f = sheet_numbers(system->nv);
    damping_force(system, system->q, system->v, f);
    const double power = trama_dot(system->nv, f, system->v);
    free(f);
    return power;
}

static bool is_still(const trama_system *system)
{
    return trama_dot(system->nv, system->v, system->v) == 0.0;
}

static bool is_of_one(const tangent_case *c, const trama_system *system)
{
    return !c->interaction &&
           trama_damping_name(system->object[0].type, system->object[0].model) != NULL;
}

/* Of every model that has tangents and damping: the force takes energy, at any state, and its
 * tangent is its derivative. Measured: 2e-8 at most. */
static void damping_takes_energy_and_has_the_tangent_of_its_force(void **state)
{
    (void)state;
    bool *seen = calloc(trama_model_count(), sizeof *seen);
    assert_non_null(seen);
    for (size_t c = 0; c < CASES; c++) {
        objects o;
        begin(&o, &cases[c]);
        for (long seed = 3; is_of_one(&cases[c], o.system) && seed < 6; seed++) {
            disturb(o.system, &cases[c], 0.1, seed);
            double *u = random_vector(o.system, 1, seed + 200);
            const double by_places = damping_error(o.system, 1, 0.3, u),
                         by_rates = damping_error(o.system, 0, 1, u);
            if (!(by_places < 1e-7 && by_rates < 1e-7 &&
                  (power_of_damping(o.system) < 0.0 || is_still(o.system))))
                fail_msg("%s %s: %g, %g; %g W", cases[c].model, cases[c].settings, by_places,
                         by_rates, power_of_damping(o.system));
            for (size_t m = 0; m < trama_model_count(); m++)
                seen[m] |= o.system->object[0].type == trama_model_at(m);
            free(u);
        }
        objects_end(&o);
    }
    for (size_t m = 0; m < trama_model_count(); m++)
        if (trama_model_at(m)->damping && trama_model_at(m)->tangent && !seen[m])
            fail_msg("the damping of %s has no case", trama_model_at(m)->name);
    free(seen);
}

/* Named, with those that have one. */
static void a_model_without_a_tangent_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *model, *settings, *text;
    } refused[] = {
        {"cosserat", "mass=2 zeta=50 xi=0 phi=0 scheme=natural",
         "cosserat has no tangent with a scheme other than reference"},
        {"cosserat", "mass=2 zeta=50 xi=0 phi=0 measure=local",
         "cosserat has no tangent with a measure other than rest"},
        {"provot", "mass=2 coupling=1", "provot has no tangent with the coupling force"},
        {"bridson", "mass=2 coupling=1 compression_limit=1",
         "bridson has no tangent with the coupling force"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        objects o;
        trama_error error;
        const tangent_case c = {.model = refused[i].model, .settings = refused[i].settings};
        begin(&o, &c);
        assert_int_equal(trama_system_has_tangent(o.system, &error), TRAMA_BAD_INPUT);
        assert_string_equal(error.path, "objects.first.model");
        assert_non_null(strstr(error.text, refused[i].text));
        assert_non_null(strstr(error.text, "allowed: "));
        assert_non_null(strstr(error.text, "nedel"));
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tangent_has_a_case),
        cmocka_unit_test(product_is_the_derivative_of_the_force),
        cmocka_unit_test(assembled_is_the_product),
        cmocka_unit_test(stiffness_is_symmetric_where_there_is_a_potential),
        cmocka_unit_test(pattern_is_that_of_the_system),
        cmocka_unit_test(damping_takes_energy_and_has_the_tangent_of_its_force),
        cmocka_unit_test(a_model_without_a_tangent_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
