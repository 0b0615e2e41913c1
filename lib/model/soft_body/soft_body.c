/* A soft body: co-rotational linear tetrahedra, whose nodes have lumped masses (element.h has the
 * formulas). The fluid acts along the normals of the surface nodes. */
#include "core/numbers.h"
#include "core/threads.h"
#include "model/model.h"
#include "model/soft_body/build.h"
#include "model/soft_body/tangent.h"

#include <float.h>
#include <math.h>

static const char *const tangent_names[] = {"exact", "positive", NULL};

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(soft_parameters, young), .required = true, .unit = "Pa", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .summary = "Young's modulus E"},
    {TRAMA_FIELD_OF(soft_parameters, poisson), .unit = "1", .minimum = -1.0, .maximum = 0.5,
     .fallback = {0.3}, .summary = "Poisson's ratio nu, above -1 and below 0.5"},
    {TRAMA_FIELD_OF(soft_parameters, density), .unit = "kg/m^3", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .fallback = {TRAMA_NAN},
     .summary = "mass over rest volume; this or mass. A node has a quarter of each tetrahedron"},
    {TRAMA_FIELD_OF(soft_parameters, mass), .unit = "kg", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "mass of the whole; this or density"},
    {TRAMA_FIELD_AS("mass_damping", soft_parameters, alpha), .unit = "1/s", .maximum = DBL_MAX,
     .summary = "Rayleigh's alpha: a force -alpha m v on every node"},
    {TRAMA_FIELD_AS("stiffness_damping", soft_parameters, beta), .unit = "s", .maximum = DBL_MAX,
     .summary = "Rayleigh's beta: the stress of beta times the rate of the strain"},
    {TRAMA_CHOICE_OF(soft_parameters, tangent, tangent_names),
     .summary = "for implicit methods: exact; positive, without what makes it indefinite in "
                "compressed elements and unsymmetric with stiffness_damping"},
};

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    soft_body *made = NULL;
    const trama_status status = trama_soft_build(given, scene, &made, error);
    if (status == TRAMA_OK)
        *model = made;
    return status;
}

/* ---- Forces. */

static matrix stress_of(const soft_body *self, const soft_element *e, const double *q,
                        const double *v, bool damped)
{
    const soft_material *m = &self->material;
    const soft_state state = soft_state_of(m, soft_gradient(self, e, q));
    const matrix p = matrix_product(state.r, state.t);
    return damped ? matrix_sum(1.0, p, m->beta, soft_damping(m, &state, soft_gradient(self, e, v)))
                  : p;
}

typedef struct evaluation {
    const soft_body *self;
    const double *q, *v;
    bool damped;
    double alpha;
    double *a;
} evaluation;

static void find_forces(void *context, size_t part)
{
    const evaluation *e = context;
    const soft_body *self = e->self;
    const size_t end = trama_part_begin(self->count, self->parts, part + 1, 1);
    for (size_t i = trama_part_begin(self->count, self->parts, part, 1); i < end; i++) {
        const soft_element *element = &self->element[i];
        vec force[4];
        soft_forces(element, stress_of(self, element, e->q, e->v, e->damped), force);
        trama_gather_put(&self->gather, i, element->node, 4, force, e->a);
    }
}

static void sum_forces(void *context, size_t part)
{
    const evaluation *e = context;
    const soft_body *self = e->self;
    const size_t n = self->particles.nodes, begin = trama_part_begin(n, self->parts, part, 1),
                 end = trama_part_begin(n, self->parts, part + 1, 1);
    trama_gather_add(&self->gather, begin, end, e->a);
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = begin; i < end; i++)
            e->a[axis * n + i] = self->particles.inverse_mass[i] * e->a[axis * n + i] -
                                 e->alpha * e->v[axis * n + i];
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    const soft_body *self = model;
    evaluation e = {.self = self,
                    .q = q,
                    .v = v,
                    .damped = !loads->none && self->material.beta != 0.0,
                    .alpha = loads->none ? 0.0 : self->alpha,
                    .a = a};
    (void)t;
    for (size_t i = 0; i < 3 * self->particles.nodes; i++)
        a[i] = 0.0;
    trama_threads_run(self->parts, find_forces, &e);
    trama_threads_run(self->parts, sum_forces, &e);
    trama_particles_apply(&self->particles, loads, q, v, a);
}

static void energy(void *model, const double *q, double *energies)
{
    const soft_body *self = model;
    energies[0] = 0.0;
    for (size_t i = 0; i < self->count; i++) {
        const matrix f = soft_gradient(self, &self->element[i], q);
        const matrix s = matrix_symmetric(matrix_transposed_product(trama_soft_rotation(f), f));
        energies[0] += self->element[i].volume * soft_energy(&self->material, s);
    }
}

/* ---- The tangent. */

static void tangent_product(void *model, double t, const double *q, const double *v,
                            const trama_loads *loads, double cq, double cv, const double *u,
                            double *y)
{
    (void)t;
    trama_soft_tangent_product(model, q, v, loads, cq, cv, u, y);
}

static void tangent(void *model, double t, const double *q, const double *v,
                    const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    (void)t;
    trama_soft_tangent(model, q, v, loads, k, d);
}

static bool tangent_is_symmetric(const void *model, const trama_loads *loads)
{
    const soft_body *self = model;
    return (self->positive || self->material.beta == 0.0) && loads->drag == 0.0;
}

static const char *tangent_missing(const void *model)
{
    return trama_scene_spec_of(((const soft_body *)model)->particles.scene)->drag != 0.0
               ? "the drag of a soft body, along the normals of its surface"
               : NULL;
}

/* ---- Numbers. */

/* The time that a pressure wave, of speed sqrt((lambda + 2 mu)/rho), takes through the least height
 * of a tetrahedron. */
static void derive(const void *model, double *value)
{
    const soft_body *self = model;
    const double stiffness = self->material.lambda + 2.0 * self->material.mu;
    value[0] = self->quality.shortest_height * sqrt(self->density / stiffness);
    value[1] = self->quality.shortest_height;
    value[2] = self->quality.least_dihedral;
    value[3] = self->quality.volume;
    value[4] = (double)self->count;
}

/* How far the centre of mass has gone from where it is at rest. */
static void travel_of(const soft_body *self, const double *q, double travel[3])
{
    const trama_particles *particles = &self->particles;
    const double *rest = trama_scene_tetrahedra(particles->scene)->vertex;
    const size_t n = particles->nodes;
    double mass = 0.0;
    for (size_t i = 0; i < n; i++)
        mass += particles->mass[i];
    for (size_t axis = 0; axis < 3; axis++) {
        travel[axis] = 0.0;
        for (size_t i = 0; i < n; i++)
            travel[axis] += particles->mass[i] * (q[axis * n + i] - rest[axis * n + i]) / mass;
    }
}

/* Elements that are turned inside out or flat, and the worst volume over that at rest. */
static void observe(void *model, const double *q, const double *v, double *value)
{
    const soft_body *self = model;
    (void)v;
    travel_of(self, q, value + 2);
    value[0] = 0.0;
    value[1] = TRAMA_INFINITY;
    for (size_t i = 0; i < self->count; i++) {
        const double ratio = matrix_determinant(soft_gradient(self, &self->element[i], q));
        value[0] += ratio > 0.0 ? 0.0 : 1.0;
        value[1] = ratio < value[1] || isnan(ratio) ? ratio : value[1];
    }
}

/* ---- What it is made of. */

static size_t tetrahedra(const void *model)
{
    return ((const soft_body *)model)->count;
}

/* E = mu (3 lambda + 2 mu)/(lambda + mu), nu = lambda/(2 (lambda + mu)). */
static trama_elastic_tetrahedron tetrahedron(const void *model, size_t index)
{
    const soft_body *self = model;
    const double mu = self->material.mu, lambda = self->material.lambda;
    const double *rest = trama_scene_tetrahedra(self->particles.scene)->vertex;
    trama_elastic_tetrahedron made = {.young = mu * (3.0 * lambda + 2.0 * mu) / (lambda + mu),
                                      .poisson = 0.5 * lambda / (lambda + mu)};
    for (size_t i = 0; i < 4; i++) {
        made.node[i] = self->element[index].node[i];
        for (size_t axis = 0; axis < 3; axis++)
            made.rest[i][axis] = rest[axis * self->particles.nodes + made.node[i]];
    }
    return made;
}

static const char *beyond(const void *model)
{
    const soft_body *self = model;
    return self->alpha != 0.0 || self->material.beta != 0.0 ? "Rayleigh's damping" : NULL;
}

static const trama_composition composition = {
    .beyond = beyond, .tetrahedra = tetrahedra, .tetrahedron = tetrahedron};

static bool is_damped(const void *model)
{
    const soft_body *self = model;
    return self->alpha != 0.0 || self->material.beta != 0.0;
}

static const trama_damping_type damping = {"Rayleigh's damping", is_damped};

const trama_model_type trama_model_soft_body = {
    .name = "soft_body",
    .summary = "a body of co-rotational linear tetrahedra",
    .reference = "Mueller et al. 2002; McAdams et al. 2011; Sifakis and Barbic 2012, section 3.4; "
                 "Smith, de Goes and Kim 2019 (the positive tangent)",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, soft_parameters),
    .tetrahedral = true,
    .pointwise = true,
    .energy_names = {"elastic"},
    .derived = {{"wave_dt", "s", "least height of a tetrahedron over the speed of pressure waves"},
                {"shortest_height", "m", "of a node over the face across, at rest"},
                {"least_dihedral", "rad", "angle between two faces of a tetrahedron, at rest"},
                {"volume", "m^3", "of all tetrahedra, at rest"},
                {"tetrahedra", "1", "their number"}},
    .observed = {{"inverted", "1", "tetrahedra without a positive volume"},
                 {"least_ratio", "1", "least volume of a tetrahedron over that at rest"},
                 {"travel_x", "m", "of the centre of mass, from where it is at rest, along x"},
                 {"travel_y", "m", "the same along y"},
                 {"travel_z", "m", "the same along z"}},
    .create = create,
    .destroy = trama_soft_destroy,
    .dimensions = trama_particles_dimensions,
    .initial = trama_particles_initial,
    .acceleration = acceleration,
    .inverse_measure = trama_particles_inverse_measure,
    .solve_drag = trama_particles_solve_drag,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .tangent_missing = tangent_missing,
    .damping = &damping,
    .energy = energy,
    .masses = trama_particles_masses,
    .composition = &composition,
    .derive = derive,
    .observe = observe,
};
