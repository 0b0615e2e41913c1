/* Provot's cloth: masses on a rectangular grid, joined by structural, shear and flexion springs,
 * and a correction of overstretched springs. Flexion springs shorter than two spacings curve it at
 * rest, with no preferred side. Source: Provot 1995, as Campos restates it (UFCG 2006, chapter 3);
 * coupling: his chapter 7. */
#include "core/hypot.h"
#include "core/isa.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "model/model.h"
#include "model/particle/masses.h"
#include "model/particle/particles.h"
#include "model/particle/total.h"
#include "model/provot/kernel_rows.h"
#include "model/provot/sheet.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef struct parameters {
    double stiffness[PROVOT_KINDS];
    double bent; /* of flexion springs at rest, over twice the spacing */
    double mass, density;
    int distribution;
    double tau;
    long sweeps;
    int order, share, velocity;
    trama_coupling coupling;
} parameters;

typedef struct provot {
    trama_particles particles; /* first */
    provot_sheet sheet;
    provot_correction correction;
    provot_kernel *kernel;
} provot;

static const char *const order_names[] = {"rows", "columns", "alternating", NULL};
static const char *const share_names[] = {"half", "mass", NULL};
static const char *const velocity_names[] = {"kept", "moved", NULL};

static const trama_field fields[] = {
    {TRAMA_FIELD_AS("structural", parameters, stiffness[PROVOT_STRUCTURAL]), .unit = "N/m",
     .maximum = DBL_MAX, .fallback = {TRAMA_NAN},
     .summary =
         "K of the springs along rows and columns; not given: largest mass / l0 (Campos, 4.1)"},
    {TRAMA_FIELD_AS("shear", parameters, stiffness[PROVOT_SHEAR]), .unit = "N/m",
     .maximum = DBL_MAX, .fallback = {TRAMA_NAN},
     .summary = "K of the diagonal springs; not given: largest mass / l0 (Campos, 4.1)"},
    {TRAMA_FIELD_AS("flexion", parameters, stiffness[PROVOT_FLEXION]), .unit = "N/m",
     .maximum = DBL_MAX, .summary = "K of the springs between second neighbours"},
    {TRAMA_FIELD_AS("flexion_rest", parameters, bent), .unit = "1", .minimum = DBL_MIN,
     .maximum = 1.0, .fallback = {1}, .later = true,
     .summary = "length at rest of these springs over that of the flat grid: cos(b/2) bends the "
                "sheet by b at each node, to either side (Campos, 4.5)"},
    {TRAMA_FIELD_OF(parameters, mass), .unit = "kg", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "mass of the rest area; this or density"},
    {TRAMA_FIELD_OF(parameters, density), .unit = "kg/m^2", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "mass over rest area; this or mass"},
    {TRAMA_CHOICE_OF(parameters, distribution, trama_distribution_names),
     .summary = "of the mass over the nodes: triangles (a third of each, herringbone; Campos, 3.1 "
                "and 4.1), cells (a quarter of each), uniform"},
    {TRAMA_FIELD_OF(parameters, tau), .unit = "1", .maximum = DBL_MAX, .fallback = {0.1},
     .summary = "(l - l0)/l0 that the correction leaves to structural and shear springs"},
    {TRAMA_FIELD_OF(parameters, sweeps), .unit = "1", .maximum = 1e6, .fallback = {4},
     .summary = "of the correction over the sheet, at most, after each step (Campos: 4); 0: none"},
    {TRAMA_CHOICE_OF(parameters, order, order_names),
     .summary = "of the correction: nodes by rows (Campos), by columns, or by rows to and fro"},
    {TRAMA_CHOICE_OF(parameters, share, share_names),
     .summary =
         "how two free ends take a correction: half each (Campos), or by their inverse masses"},
    {TRAMA_CHOICE_OF(parameters, velocity, velocity_names),
     .summary = "kept: the correction moves positions alone (Campos); moved: velocities follow"},
    TRAMA_COUPLING_FIELDS(parameters, coupling),
};

static double largest_of(const double *value, size_t count)
{
    double largest = value[0];
    for (size_t i = 1; i < count; i++)
        largest = fmax(largest, value[i]);
    return largest;
}
static double least_of(const double *value, size_t count)
{
    double least = value[0];
    for (size_t i = 1; i < count; i++)
        least = fmin(least, value[i]);
    return least;
}

static provot_kernel *best_kernel(void)
{
#ifdef TRAMA_SEVERAL_ISAS
    static provot_kernel *const kernels[] = {trama_provot_kernel_v2, trama_provot_kernel_v3,
                                             trama_provot_kernel_v4};
    return kernels[trama_isa_current()];
#else
    return trama_provot_kernel_v2;
#endif
}

static void set_rests(provot_sheet *s, double h1, double h2, double bent)
{
    for (provot_family f = 0; f < PROVOT_FAMILIES; f++)
        s->rest[f] = trama_hypot((double)trama_provot_steps[f].dk * h1,
                                 (double)trama_provot_steps[f].dl * h2);
    s->rest[PROVOT_TWO_ALONG_L] *= bent;
    s->rest[PROVOT_TWO_ALONG_K] *= bent;
}

static void set_masses(const parameters *p, const trama_grid *grid, double total, provot *self)
{
    trama_grid_masses(grid, (trama_distribution)p->distribution, total, self->particles.mass);
    trama_particles_invert(&self->particles);
    self->sheet.inverse_mass = self->particles.inverse_mass;
}

/* Given, or by the distribution, whose largest value stands for all springs of a kind. */
static void set_stiffness(const parameters *p, const double *mass, provot_sheet *s)
{
    const double largest = largest_of(mass, s->m * s->n);
    const double rest[] = {fmin(s->rest[PROVOT_ALONG_L], s->rest[PROVOT_ALONG_K]),
                           s->rest[PROVOT_DIAGONAL],
                           fmin(s->rest[PROVOT_TWO_ALONG_L], s->rest[PROVOT_TWO_ALONG_K])};
    for (int kind = 0; kind < PROVOT_KINDS; kind++)
        s->stiffness[kind] = isnan(p->stiffness[kind])
                                 ? trama_stiffness_of_mass(largest, rest[kind])
                                 : p->stiffness[kind];
}

static void destroy(void *model)
{
    provot *self = model;
    if (self) {
        free(self->sheet.buffers);
        trama_particles_free(&self->particles);
    }
    free(self);
}

static trama_status allocate(provot *self, const trama_scene *scene, trama_error *error)
{
    self->sheet.buffers = trama_doubles(BUFFERS);
    return trama_particles_allocate(&self->particles, scene, NULL) && self->sheet.buffers
               ? TRAMA_OK
               : trama_fail_memory(error);
}

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const parameters *p = given;
    const trama_grid *grid = trama_scene_grid(scene);
    provot *self = calloc(1, sizeof *self);
    if (!self)
        return trama_fail_memory(error);
    double total = 0.0;
    self->kernel = best_kernel();
    self->sheet.m = (size_t)grid->points[0];
    self->sheet.n = (size_t)grid->points[1];
    self->sheet.coupling = p->coupling;
    self->correction =
        (provot_correction){p->tau, p->sweeps, (provot_order)p->order, p->share, p->velocity};
    trama_status status =
        trama_total_mass(p->mass, p->density, grid->side[0] * grid->side[1], "m^2", &total, error);
    if (status == TRAMA_OK)
        status = allocate(self, scene, error);
    if (status != TRAMA_OK) {
        destroy(self);
        return status;
    }
    set_rests(&self->sheet, trama_scene_spacing(scene, 0), trama_scene_spacing(scene, 1), p->bent);
    set_masses(p, grid, total, self);
    set_stiffness(p, self->particles.mass, &self->sheet);
    *model = self;
    return TRAMA_OK;
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    const provot *self = model;
    self->kernel(&self->sheet, t, q, v, loads, a);
}

static void post_step(void *model, double t, double h, const double *inverse_mass, double *q,
                      double *v)
{
    const provot *self = model;
    (void)t;
    trama_provot_correct(&self->sheet, &self->correction, h, inverse_mass, q, v);
}

static const char *tangent_missing(const void *model)
{
    return trama_coupling_tangent_missing(&((const provot *)model)->sheet.coupling);
}

static bool tangent_is_symmetric(const void *model, const trama_loads *loads)
{
    (void)model;
    return loads->drag == 0.0;
}

static void tangent_product(void *model, double t, const double *q, const double *v,
                            const trama_loads *loads, double cq, double cv, const double *u,
                            double *y)
{
    const provot *self = model;
    (void)t;
    trama_provot_tangent_product(&self->sheet, q, v, loads, cq, cv, u, y);
}

static void tangent(void *model, double t, const double *q, const double *v,
                    const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const provot *self = model;
    (void)t;
    trama_provot_tangent(&self->sheet, q, v, loads, k, d);
}

static void energy(void *model, const double *q, double *energies)
{
    trama_provot_energy(&((const provot *)model)->sheet, q, energies);
}

/* A position corrected after a step, or a sign that is drawn anew in each, is an error of that
 * step. */
static int order_limit(const void *model)
{
    const provot *self = model;
    return self->correction.sweeps > 0 || self->sheet.coupling.lambda != 0.0 ? 1 : 0;
}

/* (3.4): stable for dt <= 0.4 pi sqrt(mu / K), mu the smallest mass, K the largest stiffness. */
static void derive(const void *model, double *value)
{
    static const double pi = 3.14159265358979323846;
    const provot *self = model;
    const provot_sheet *s = &self->sheet;
    const double least = least_of(self->particles.mass, self->particles.nodes);
    const double stiffest = largest_of(s->stiffness, PROVOT_KINDS);
    value[1] = pi * sqrt(least / stiffest);
    value[0] = 0.4 * value[1];
    value[2] = least;
    value[3] = stiffest;
}

static void observe(void *model, const double *q, const double *v, double *value)
{
    (void)v;
    trama_provot_strains(&((const provot *)model)->sheet, q, value);
}

static size_t springs(const void *model)
{
    return trama_provot_springs(&((const provot *)model)->sheet);
}

static trama_spring spring(const void *model, size_t index)
{
    return trama_provot_spring(&((const provot *)model)->sheet, index);
}

static const char *beyond(const void *model)
{
    const provot *self = model;
    if (self->correction.sweeps > 0)
        return "the correction of springs that are too long (sweeps: 0 leaves it out)";
    return self->sheet.coupling.lambda != 0.0 ? "the coupling to the normal" : NULL;
}

static const trama_composition composition = {springs, spring, .beyond = beyond};

const trama_model_type trama_model_provot = {
    .name = "provot",
    .summary = "cloth of structural, shear and flexion springs, with super-elasticity correction",
    .reference = "Provot 1995; Campos 2006, chapters 3 and 7",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .rectangular = true,
    .pointwise = true,
    .air = TRAMA_AIR_RATE,
    .order_limit = 1,
    .order_limit_of = order_limit,
    .energy_names = {"structural", "shear", "flexion"},
    .derived = {{"published_dt", "s", "stable up to this, by 0.4 pi sqrt(m_min / K_max) (3.4)"},
                {"natural_period", "s", "T0 = pi sqrt(m_min / K_max)"},
                {"least_mass", "kg", "m_min, of a node"},
                {"largest_stiffness", "N/m", "K_max, of a spring"}},
    .observed = {{"stretch_structural", "1", "largest (l - l0)/l0 of the structural springs"},
                 {"stretch_shear", "1", "largest (l - l0)/l0 of the shear springs"},
                 {"compression", "1", "largest (l0 - l)/l0 of the structural springs"}},
    .create = create,
    .destroy = destroy,
    .dimensions = trama_particles_dimensions,
    .initial = trama_particles_initial,
    .acceleration = acceleration,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .tangent_missing = tangent_missing,
    .inverse_measure = trama_particles_inverse_measure,
    .post_step = post_step,
    .solve_drag = trama_particles_solve_drag,
    .energy = energy,
    .masses = trama_particles_masses,
    .composition = &composition,
    .derive = derive,
    .observe = observe,
};
