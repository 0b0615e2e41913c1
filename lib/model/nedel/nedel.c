/* Nedel's surface (FLEX3D): particles on a rectangular mesh, each joined to its eight neighbours by
 * Hooke springs, with four angular springs that resist curvature and torsion. Source: L. P. Nedel,
 * Simulacao de Objetos Deformaveis Baseada na Analise Dinamica, UFRGS 1993, section 2.2; it has no
 * formula for the angular springs, and docs/nedel.md derives one.
 *
 * Friction is "the percentage of the resultant force that is cancelled" (2.2.7): every force, loads
 * included, is multiplied by 1 - friction. That acts as more inertia, not as a loss: the energies
 * here are those of the remaining forces, and their sum with the kinetic energy is constant. */
#include "core/hypot.h"
#include "core/isa.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "model/model.h"
#include "model/nedel/sheet.h"
#include "model/particle/particles.h"
#include "model/particle/total.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef struct parameters {
    double elasticity[2], curvature[2]; /* along rows and columns, along diagonals */
    double mass, density, friction;
} parameters;

typedef struct nedel {
    trama_particles particles; /* first */
    nedel_sheet sheet;
    nedel_kernel *kernel;
} nedel;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, elasticity), .broadcast = true, .required = true, .unit = "N/m",
     .maximum = DBL_MAX,
     .summary = "km of the springs (2.2.3): a number, or [rows and columns, diagonals]"},
    {TRAMA_FIELD_OF(parameters, curvature), .broadcast = true, .unit = "N m", .maximum = DBL_MAX,
     .summary = "k of the angular springs (2.2.4), energy k/2 (theta - pi)^2: a number, or [rows "
                "and columns, diagonals]"},
    {TRAMA_FIELD_OF(parameters, mass), .unit = "kg", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN},
     .summary = "mass of all particles together, which are alike; this or density"},
    {TRAMA_FIELD_OF(parameters, density), .unit = "kg/m^2", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "mass over rest area; this or mass"},
    {TRAMA_FIELD_OF(parameters, friction), .unit = "1", .minimum = 0.0, .maximum = 1.0,
     .summary = "share of the resultant force that is cancelled (2.2.7)"},
};

static nedel_kernel *best_kernel(void)
{
#ifdef TRAMA_SEVERAL_ISAS
    static nedel_kernel *const kernels[] = {trama_nedel_kernel_v2, trama_nedel_kernel_v3,
                                            trama_nedel_kernel_v4};
    return kernels[trama_isa_current()];
#else
    return trama_nedel_kernel_v2;
#endif
}

static void set_springs(const parameters *p, double h1, double h2, nedel_sheet *s)
{
    for (int d = 0; d < NEDEL_DIRECTIONS; d++) {
        const nedel_step step = trama_nedel_steps[d];
        s->elasticity[d] = p->elasticity[d >= NEDEL_DIAGONAL];
        s->curvature[d] = p->curvature[d >= NEDEL_DIAGONAL];
        s->rest[d] = trama_hypot((double)step.dk * h1, (double)step.dl * h2);
    }
    s->kept = 1.0 - p->friction;
}

static void destroy(void *model)
{
    nedel *self = model;
    if (self) {
        free(self->sheet.rows);
        trama_particles_free(&self->particles);
    }
    free(self);
}

static trama_status allocate(nedel *self, const trama_scene *scene, trama_error *error)
{
    nedel_sheet *s = &self->sheet;
    s->rows = trama_doubles(NEDEL_COLUMNS * trama_padded(s->n));
    return trama_particles_allocate(&self->particles, scene, NULL) && s->rows
               ? TRAMA_OK
               : trama_fail_memory(error);
}

static void set_masses(double total, nedel *self)
{
    trama_particles *particles = &self->particles;
    self->sheet.mass = total / (double)particles->nodes;
    self->sheet.inverse_mass = particles->inverse_mass;
    for (size_t i = 0; i < particles->nodes; i++)
        particles->mass[i] = self->sheet.mass;
    trama_particles_invert(particles);
}

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const parameters *p = given;
    const trama_grid *grid = trama_scene_grid(scene);
    double total = 0.0;
    nedel *self = calloc(1, sizeof *self);
    if (!self)
        return trama_fail_memory(error);
    nedel_sheet *s = &self->sheet;
    self->kernel = best_kernel();
    s->m = (size_t)grid->points[0];
    s->n = (size_t)grid->points[1];
    set_springs(p, trama_scene_spacing(scene, 0), trama_scene_spacing(scene, 1), s);
    trama_status status =
        trama_total_mass(p->mass, p->density, grid->side[0] * grid->side[1], "m^2", &total, error);
    if (status == TRAMA_OK)
        status = allocate(self, scene, error);
    if (status != TRAMA_OK) {
        destroy(self);
        return status;
    }
    set_masses(total, self);
    *model = self;
    return TRAMA_OK;
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    const nedel *self = model;
    (void)t;
    self->kernel(&self->sheet, q, v, trama_particles_normals(&self->particles, loads, q), loads, a);
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
    const nedel *self = model;
    (void)t;
    trama_nedel_tangent_product(&self->sheet, q, v, loads, cq, cv, u, y);
}

static void tangent(void *model, double t, const double *q, const double *v,
                    const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const nedel *self = model;
    (void)t;
    trama_nedel_tangent(&self->sheet, q, v, loads, k, d);
}

/* Friction cancels its share of the resultant, loads and all. */
static void resultant(const void *model, double *a)
{
    const nedel_sheet *s = &((const nedel *)model)->sheet;
    if (s->kept != 1.0)
        for (size_t i = 0; i < 3 * s->m * s->n; i++)
            a[i] *= s->kept;
}

static void energy(void *model, const double *q, double *energies)
{
    trama_nedel_energy(&((const nedel *)model)->sheet, q, energies);
}

static void observe(void *model, const double *q, const double *v, double *value)
{
    (void)v;
    trama_nedel_extremes(&((const nedel *)model)->sheet, q, value);
}

const trama_model_type trama_model_nedel = {
    .name = "nedel",
    .summary = "surface of particles with springs to eight neighbours and four angular springs",
    .reference = "Nedel 1993 (FLEX3D), sections 2.1 and 2.2",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .rectangular = true,
    .pointwise = true,
    .air = TRAMA_AIR_RATE,
    .energy_names = {"structural", "diagonal", "angular"},
    .observed = {{"stretch_structural", "1", "largest (l - l0)/l0 along rows and columns"},
                 {"stretch_diagonal", "1", "largest (l - l0)/l0 along diagonals"},
                 {"turn", "rad", "largest angle by which opposite neighbours are off a line"}},
    .create = create,
    .destroy = destroy,
    .dimensions = trama_particles_dimensions,
    .initial = trama_particles_initial,
    .acceleration = acceleration,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .inverse_measure = trama_particles_inverse_measure,
    .resultant = resultant,
    .energy = energy,
    .masses = trama_particles_masses,
    .observe = observe,
};
