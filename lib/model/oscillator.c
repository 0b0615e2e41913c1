/* One mass of 1 kg on a spring: the system that shows the properties of integrators.
 *
 *   x'' = -omega^2 x - c x' - kappa x^3
 *
 * kappa = 0 is the test equation of stability analysis; kappa > 0 is Duffing's equation, smooth and
 * nonlinear, for orders that a linear system hides. */
#include "model/model.h"

#include <float.h>
#include <stdlib.h>

typedef struct oscillator {
    double omega, damping, cubic;
    double position, velocity;
} oscillator;

static const trama_field table[] = {
    {TRAMA_FIELD_OF(oscillator, omega), .unit = "rad/s", .maximum = DBL_MAX, .fallback = {1},
     .summary = "angular frequency without damping"},
    {TRAMA_FIELD_OF(oscillator, damping), .unit = "1/s", .maximum = DBL_MAX,
     .summary = "c of the force -c v"},
    {TRAMA_FIELD_OF(oscillator, cubic), .unit = "1/(m^2 s^2)",
     .summary = "kappa of the force -kappa x^3 (Duffing)"},
    {TRAMA_FIELD_OF(oscillator, position), .unit = "m", .fallback = {1},
     .summary = "initial position"},
    {TRAMA_FIELD_OF(oscillator, velocity), .unit = "m/s", .summary = "initial velocity"},
};

static trama_status create(const void *parameters, const trama_scene *scene, void **model,
                           trama_error *error)
{
    (void)scene;
    oscillator *made = malloc(sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    *made = *(const oscillator *)parameters;
    *model = made;
    return TRAMA_OK;
}

static void destroy(void *model)
{
    free(model);
}

static void dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = 1;
    *nv = 1;
}

static void initial(const void *model, double *q, double *v)
{
    const oscillator *self = model;
    q[0] = self->position;
    v[0] = self->velocity;
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    (void)t;
    (void)loads;
    const oscillator *self = model;
    const double x = q[0];
    a[0] = -self->omega * self->omega * x - self->damping * v[0] - self->cubic * x * x * x;
}

static double stiffness_at(const oscillator *self, double x)
{
    return self->omega * self->omega + 3.0 * self->cubic * x * x;
}

static void tangent_product(void *model, double t, const double *q, const double *v,
                            const trama_loads *loads, double cq, double cv, const double *u,
                            double *y)
{
    const oscillator *self = model;
    (void)t, (void)v, (void)loads;
    y[0] -= (cq * stiffness_at(self, q[0]) + cv * self->damping) * u[0];
}

static void tangent(void *model, double t, const double *q, const double *v,
                    const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const oscillator *self = model;
    (void)t, (void)v, (void)loads;
    trama_triplets_add(k, 0, 0, stiffness_at(self, q[0]));
    trama_triplets_add(d, 0, 0, self->damping);
}

static bool tangent_is_symmetric(const void *model, const trama_loads *loads)
{
    (void)model, (void)loads;
    return true;
}

static void energy(void *model, const double *q, double *energies)
{
    const oscillator *self = model;
    const double square = q[0] * q[0];
    energies[0] = 0.5 * self->omega * self->omega * square + 0.25 * self->cubic * square * square;
}

static void masses(const void *model, double *mass)
{
    (void)model;
    mass[0] = 1.0;
}

static bool is_damped(const void *model)
{
    return ((const oscillator *)model)->damping != 0.0;
}

static const trama_damping_type damping = {"damper", is_damped};

const trama_model_type trama_model_oscillator = {
    .name = "oscillator",
    .summary = "one mass on a spring, linear or with a cubic term (Duffing)",
    .reference = "the test equation x'' = -omega^2 x - c x'; Hairer, Norsett and Wanner 1993",
    .version = 1,
    .unit = "m",
    .parameters = TRAMA_FIELDS(table, oscillator),
    .energy_names = {"elastic"},
    .create = create,
    .destroy = destroy,
    .dimensions = dimensions,
    .initial = initial,
    .acceleration = acceleration,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .damping = &damping,
    .energy = energy,
    .masses = masses,
};
