/* A cloth of triangles with measured stress curves for warp, weft and shear, which bends by
 * Bridson's hinges. Source: Volino, Magnenat-Thalmann and Faure 2009 (in the plane), Bridson et al.
 * 2003 (bending), as Chen, Feng and Wang 2013 combine them (section 3). */
#include "core/numbers.h"
#include "model/fem_cloth/build.h"
#include "model/model.h"
#include "model/particle/mesh_loads.h"

#include <float.h>
#include <math.h>

static const char *const factor_names[] = {"rest", "current", NULL};

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(fem_parameters, young_thickness), .unit = "N/m", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .fallback = {TRAMA_NAN},
     .summary = "Young's modulus times thickness, E h, of an isotropic cloth; with poisson in the "
                "place of the curves"},
    {TRAMA_FIELD_OF(fem_parameters, poisson), .unit = "1", .minimum = -0.999, .maximum = 0.999,
     .fallback = {TRAMA_NAN}, .summary = "Poisson's ratio; with young_thickness"},
    {TRAMA_LIST_AS("warp_curve", fem_parameters, curve[FEM_WARP], 2), .unit = "1, N/m",
     .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .summary = "points [Green's strain, stress] along the warp, through [0, 0], both increasing"},
    {TRAMA_LIST_AS("weft_curve", fem_parameters, curve[FEM_WEFT], 2), .unit = "1, N/m",
     .minimum = -DBL_MAX, .maximum = DBL_MAX, .summary = "the same along the weft"},
    {TRAMA_LIST_AS("shear_curve", fem_parameters, curve[FEM_SHEAR], 2), .unit = "1, N/m",
     .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .summary = "the same for shear U.V (twice Green's); one that begins at [0, 0] is mirrored"},
    {TRAMA_FIELD_OF(fem_parameters, cross), .unit = "N/m", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .summary = "stress of warp by strain of weft, and the other way round; with curves"},
    {TRAMA_FIELD_OF(fem_parameters, viscosity), .broadcast = true, .unit = "N s/m",
     .maximum = DBL_MAX, .summary = "stress by rate of strain, of warp, weft and shear"},
    {TRAMA_FIELD_OF(fem_parameters, warp), .unit = "1", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN},
     .summary = "direction of the warp at rest, projected onto each triangle; not given: along a "
                "grid's axis1; a mesh that is isotropic needs none"},
    {TRAMA_FIELD_OF(fem_parameters, bending), .unit = "N m", .maximum = DBL_MAX,
     .summary = "K^e of the bending elements (Bridson et al. 2003; Campos (4.2))"},
    {TRAMA_FIELD_AS("bending_damping", fem_parameters, damping), .unit = "N s", .maximum = DBL_MAX,
     .summary = "K^d of the bending elements"},
    {TRAMA_FIELD_AS("bending_factor", fem_parameters, factor), .unit = "", .choices = factor_names,
     .summary = "|E|^2/(|N1| + |N2|) of the bending elements: rest, which has an energy; current, "
                "as published, which has none"},
    {TRAMA_FIELD_AS("flexural_rigidity", fem_parameters, rigidity), .unit = "N m",
     .maximum = DBL_MAX, .later = true,
     .summary = "D of a plate, E h^3/(12 (1 - nu^2)), in the place of bending: couples the "
                "hinges around each triangle (Grinspun et al. 2006; Phaal and Calladine 1992)"},
    {TRAMA_FIELD_AS("flexural_poisson", fem_parameters, bending_poisson), .unit = "1",
     .minimum = -0.999, .maximum = 0.999, .later = true,
     .summary = "Poisson's ratio of bending; with flexural_rigidity"},
    TRAMA_MESH_CLOTH_FIELDS(fem_parameters, cloth),
    {TRAMA_FIELD_AS("strain_limit", fem_parameters, limits.strain), .unit = "1",
     .maximum = TRAMA_INFINITY, .fallback = {TRAMA_INFINITY}, .later = true,
     .summary = "stretch of an edge that velocities may lead to (Bridson et al. 2003); .inf: none"},
    {TRAMA_FIELD_AS("compression_limit", fem_parameters, limits.compression), .unit = "1",
     .maximum = TRAMA_INFINITY, .fallback = {TRAMA_INFINITY}, .later = true,
     .summary = "the same for compression; .inf: none"},
    {TRAMA_FIELD_AS("sweeps", fem_parameters, limits.sweeps), .unit = "1", .minimum = 1,
     .maximum = 1e6, .fallback = {2}, .later = true,
     .summary = "of each limit over the edges in a step; more hold it more closely"},
};

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    fem_cloth *made = NULL;
    const trama_status status = trama_fem_cloth_build(given, scene, &made, error);
    if (status == TRAMA_OK)
        *model = made;
    return status;
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    const fem_cloth *c = model;
    const trama_particles *particles = &c->cloth.particles;
    const size_t n = particles->nodes;
    (void)t;
    for (size_t i = 0; i < 3 * n; i++)
        a[i] = 0.0;
    trama_fem_cloth_forces(&c->fabric, !loads->none, q, v, a);
    for (size_t axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < n; i++)
            a[axis * n + i] *= particles->inverse_mass[i];
    trama_particles_apply(particles, loads, q, v, a);
}

static bool limit(void *model, double h, const double *inverse_mass, const double *q, double *v)
{
    const fem_cloth *c = model;
    return c->lengths &&
           trama_strain_limit(&c->limits, c->fabric.mesh, c->lengths, h, inverse_mass, q, v);
}

static bool tangent_is_symmetric(const void *model, const trama_loads *loads)
{
    const fem_fabric *f = &((const fem_cloth *)model)->fabric;
    const bool bends = f->bend.elastic == 0.0 || f->held;
    const bool damped = f->viscous || f->bend.damping != 0.0;
    return bends && (loads->none || !damped) && loads->drag == 0.0;
}

static void tangent_product(void *model, double t, const double *q, const double *v,
                            const trama_loads *loads, double cq, double cv, const double *u,
                            double *y)
{
    const fem_cloth *c = model;
    (void)t;
    trama_fem_cloth_tangent_product(&c->fabric, !loads->none, q, v, cq, cv, u, y);
    trama_mesh_loads_product(c->fabric.mesh, c->cloth.particles.inverse_mass, c->cloth.extra, q, v,
                             loads, cq, cv, u, y);
}

static void tangent(void *model, double t, const double *q, const double *v,
                    const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const fem_cloth *c = model;
    (void)t;
    trama_fem_cloth_tangent(&c->fabric, !loads->none, q, v, k, d);
    trama_mesh_loads_assemble(c->fabric.mesh, c->cloth.particles.inverse_mass, c->cloth.extra, q, v,
                              loads, k, d);
}

static void energy(void *model, const double *q, double *energies)
{
    trama_fem_cloth_energy(&((const fem_cloth *)model)->fabric, q, energies);
}

static bool material(const void *model, size_t triangle, double warp[2], double weft[2])
{
    const fem_cloth *c = model;
    const fem_triangle *t = &c->fabric.triangle[triangle];
    for (int j = 0; j < 2; j++) {
        warp[j] = t->ru[j];
        weft[j] = t->rv[j];
    }
    return c->directed;
}

/* Where a strain passes a point of its curve, the second derivative of the stress jumps: a method
 * loses what it has beyond the third order there. Velocities that limits change between two forces
 * are an error of that step. */
static int order_limit(const void *model)
{
    if (((const fem_cloth *)model)->lengths)
        return 1;
    return ((const fem_cloth *)model)->fabric.material.curve[FEM_WARP].count > 2 ? 3 : 0;
}

static void derive(const void *model, double *value)
{
    const fem_fabric *f = &((const fem_cloth *)model)->fabric;
    value[0] = ((const fem_cloth *)model)->area;
    value[1] = 0.0;
    for (int k = 0; k < FEM_STRAINS; k++) {
        double least, largest;
        trama_fem_curve_moduli(&f->material.curve[k], &least, &largest);
        value[1] = fmax(value[1], largest);
    }
}

static void observe(void *model, const double *q, const double *v, double *value)
{
    (void)v;
    trama_fem_cloth_strains(&((const fem_cloth *)model)->fabric, q, value);
}

/* ---- What it is made of. */

static size_t bends(const void *model)
{
    return ((const fem_cloth *)model)->fabric.mesh->edge_count;
}

static trama_bend bend(const void *model, size_t index)
{
    const fem_fabric *f = &((const fem_cloth *)model)->fabric;
    return trama_hinge_bend(&f->mesh->edge[index], &f->hinge[index], f->bend, f->held);
}

static size_t membranes(const void *model)
{
    return ((const fem_cloth *)model)->fabric.mesh->triangle_count;
}

/* The sides at rest are the inverse of what takes sides to U and V (fabric.h). */
static trama_membrane membrane(const void *model, size_t index)
{
    const fem_fabric *f = &((const fem_cloth *)model)->fabric;
    const fem_triangle *t = &f->triangle[index];
    const double modulus = f->material.curve[FEM_WARP].slope[0],
                 poisson = f->material.cross / modulus,
                 determinant = t->ru[0] * t->rv[1] - t->ru[1] * t->rv[0];
    trama_membrane made = {.stiffness = modulus * (1.0 - poisson * poisson), .poisson = poisson};
    for (size_t i = 0; i < 3; i++)
        made.node[i] = f->mesh->triangle[index].node[i];
    made.rest[1][0] = t->rv[1] / determinant;
    made.rest[1][1] = -t->ru[1] / determinant;
    made.rest[2][0] = -t->rv[0] / determinant;
    made.rest[2][1] = t->ru[0] / determinant;
    return made;
}

/* Hooke's law, the same in all directions. */
static bool is_isotropic(const fem_material *m)
{
    const double warp = m->curve[FEM_WARP].slope[0], weft = m->curve[FEM_WEFT].slope[0],
                 shear = m->curve[FEM_SHEAR].slope[0];
    return m->curve[FEM_WARP].count == 1 && m->curve[FEM_WEFT].count == 1 &&
           m->curve[FEM_SHEAR].count == 1 && warp == weft &&
           fabs(shear - 0.5 * (warp - m->cross)) <= 1e-12 * warp;
}

static const char *beyond(const void *model)
{
    const fem_fabric *f = &((const fem_cloth *)model)->fabric;
    if (((const fem_cloth *)model)->lengths)
        return "limits of strain";
    if (f->viscous)
        return "viscosity";
    if (f->plate)
        return "flexural_rigidity";
    return is_isotropic(&f->material) ? NULL : "curves of stress";
}

static const trama_composition composition = {
    .beyond = beyond, .bends = bends, .bend = bend, .membranes = membranes, .membrane = membrane};

static bool is_damped(const void *model)
{
    const fem_fabric *f = &((const fem_cloth *)model)->fabric;
    return f->viscous || f->bend.damping != 0.0;
}

static const trama_damping_type damping = {"viscosity and bending damping", is_damped};

const trama_model_type trama_model_fem_cloth = {
    .name = "fem_cloth",
    .summary = "cloth of triangles with curves of stress for warp, weft and shear, and hinges",
    .reference = "Volino, Magnenat-Thalmann and Faure 2009; Bridson et al. 2003; Fritsch "
                 "and Butland 1984; Grinspun et al. 2006; Phaal and Calladine 1992",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, fem_parameters),
    .pointwise = true,
    .air = TRAMA_AIR_RATE,
    .order_limit = 3,
    .order_limit_of = order_limit,
    .energy_names = {"tensile", "shear", "bending"},
    .derived = {{"area", "m^2", "at rest"},
                {"largest_modulus", "N/m", "the steepest slope of the curves"}},
    .observed = {{"strain_warp", "1", "largest Green's strain of the warp"},
                 {"strain_weft", "1", "largest Green's strain of the weft"},
                 {"strain_shear", "1", "largest |U.V|"},
                 {"compression", "1", "largest -Green's strain of warp and weft"}},
    .create = create,
    .destroy = trama_fem_cloth_destroy,
    .dimensions = trama_particles_dimensions,
    .initial = trama_particles_initial,
    .acceleration = acceleration,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .inverse_measure = trama_particles_inverse_measure,
    .limit = limit,
    .solve_drag = trama_particles_solve_drag,
    .damping = &damping,
    .energy = energy,
    .masses = trama_particles_masses,
    .material = material,
    .composition = &composition,
    .derive = derive,
    .observe = observe,
};
