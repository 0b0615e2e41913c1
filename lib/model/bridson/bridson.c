/* Bridson's cloth: masses on a triangle mesh, joined by springs along its edges and by bending
 * elements over them, with limits of strain and of its rate.
 * Source: Bridson, Marino and Fedkiw 2003, as Campos restates it (UFCG 2006, chapter 4); coupling:
 * his chapter 7. */
#include "core/numbers.h"
#include "model/bridson/build.h"
#include "model/model.h"

#include <float.h>
#include <math.h>

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(bridson_parameters, structural), .unit = "N/m", .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN},
     .summary =
         "K of the springs along edges; not given: mass / l0, of a grid the largest (Campos, 4.1)"},
    {TRAMA_FIELD_OF(bridson_parameters, shear), .unit = "N/m", .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN},
     .summary = "K of the springs along a grid's diagonals; not given: the largest mass / l0"},
    {TRAMA_FIELD_OF(bridson_parameters, bending), .unit = "N m", .maximum = DBL_MAX,
     .summary = "K^e of the bending elements (4.2)"},
    {TRAMA_FIELD_AS("bending_damping", bridson_parameters, damping), .unit = "N s",
     .maximum = DBL_MAX, .summary = "K^d of the bending elements"},
    TRAMA_MESH_CLOTH_FIELDS(bridson_parameters, cloth),
    {TRAMA_FIELD_AS("strain_limit", bridson_parameters, limits.strain), .unit = "1",
     .maximum = TRAMA_INFINITY, .fallback = {0.1},
     .summary = "stretch of a spring that velocities may lead to (Campos, 4.3); .inf: no limit"},
    {TRAMA_FIELD_AS("compression_limit", bridson_parameters, limits.compression), .unit = "1",
     .maximum = TRAMA_INFINITY,
     .summary = "the same for compression: 0, none is allowed (Campos, 4.3); .inf: no limit"},
    {TRAMA_FIELD_AS("rate_limit", bridson_parameters, limits.rate), .unit = "1",
     .maximum = TRAMA_INFINITY, .fallback = {0.1},
     .summary =
         "change of a spring's length in a step, over its length (Campos, 4.4: up to 0.1); .inf"},
    {TRAMA_FIELD_AS("sweeps", bridson_parameters, limits.sweeps), .unit = "1", .maximum = 1e6,
     .fallback = {2},
     .summary = "of each limit over the springs (Campos: one or two); 0: no limits"},
    TRAMA_COUPLING_FIELDS(bridson_parameters, coupling),
};

/* --- checks --- */

static trama_status check(const bridson_parameters *p, const trama_scene *scene, trama_error *error)
{
    if (trama_scene_mesh(scene) && !isnan(p->shear))
        return trama_fail(error, TRAMA_BAD_INPUT, "shear",
                          "the springs of a mesh are all structural; allowed: no shear");
    if (p->coupling.lambda != 0.0 && p->coupling.below > 0.0 && p->limits.sweeps > 0 &&
        p->limits.compression < 1.0 - p->coupling.below)
        return trama_fail(error, TRAMA_BAD_INPUT, "coupling",
                          "the coupling acts on springs below %g of their length, and "
                          "compression_limit %g keeps them above; allowed: compression_limit from "
                          "%g (.inf: no limit), or coupling_below: 0",
                          p->coupling.below, p->limits.compression, 1.0 - p->coupling.below);
    return TRAMA_OK;
}

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    bridson *made = NULL;
    trama_status status = check(given, scene, error);
    if (status == TRAMA_OK)
        status = trama_bridson_build(given, scene, &made, error);
    if (status == TRAMA_OK)
        *model = made;
    return status;
}

/* --- what a model does --- */

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    const bridson *b = model;
    const size_t nodes = b->fabric.nodes;
    const bool coupled = b->coupling.lambda != 0.0, drags = loads->drag != 0.0;
    double *normal = b->cloth.particles.normal, *extra = b->cloth.extra;
    if (coupled || drags)
        trama_mesh_normals(b->fabric.mesh, q, normal);
    if (coupled) {
        for (size_t i = 0; i < 3 * nodes; i++)
            extra[i] = 0.0;
        trama_coupling_add(&b->coupling, t, &b->springs, nodes, q, normal, extra);
    }
    b->kernel(&b->fabric, q, v, coupled ? extra : NULL, drags ? normal : NULL, loads, a);
}

static bool limit(void *model, double h, const double *inverse_mass, const double *q, double *v)
{
    const bridson *b = model;
    return trama_strain_limit(&b->limits, b->fabric.mesh, b->lengths, h, inverse_mass, q, v);
}

static const char *tangent_missing(const void *model)
{
    return trama_coupling_tangent_missing(&((const bridson *)model)->coupling);
}

/* The force of a bending element has no potential (tangent.c). */
static bool tangent_is_symmetric(const void *model, const trama_loads *loads)
{
    const bridson_fabric *f = &((const bridson *)model)->fabric;
    return f->bending == 0.0 && f->damping == 0.0 && loads->drag == 0.0;
}

static void tangent_product(void *model, double t, const double *q, const double *v,
                            const trama_loads *loads, double cq, double cv, const double *u,
                            double *y)
{
    const bridson *self = model;
    (void)t;
    trama_bridson_tangent_product(&self->fabric, self->cloth.extra, q, v, loads, cq, cv, u, y);
}

static void tangent(void *model, double t, const double *q, const double *v,
                    const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const bridson *self = model;
    (void)t;
    trama_bridson_tangent(&self->fabric, self->cloth.extra, q, v, loads, k, d);
}

static void energy(void *model, const double *q, double *energies)
{
    trama_bridson_energy(&((const bridson *)model)->fabric, q, energies);
}

/* Velocities limited between two forces, or a sign that is drawn anew, are an error of that step.
 */
static int order_limit(const void *model)
{
    const bridson *b = model;
    return trama_strain_limits_act(&b->limits) || b->coupling.lambda != 0.0 ? 1 : 0;
}

/* (4.4): stable for dt < O(dx sqrt(rho / K)), dx the shortest edge; with the springs' K, whose unit
 * is that of the formula, and a constant of 1. For bending the like is dx^2 sqrt(rho / K^e). */
static void derive(const void *model, double *value)
{
    const bridson_fabric *f = &((const bridson *)model)->fabric;
    double mass = 0.0, shortest = TRAMA_INFINITY, stiffest = 0.0;
    for (size_t i = 0; i < f->nodes; i++)
        mass += f->mass[i];
    for (size_t i = 0; i < f->mesh->edge_count; i++) {
        shortest = fmin(shortest, f->edge[i].length);
        stiffest = fmax(stiffest, f->edge[i].stiffness);
    }
    const double density = mass / ((const bridson *)model)->area;
    value[0] = shortest * sqrt(density / stiffest);
    value[1] = shortest * shortest * sqrt(density / f->bending);
    value[2] = shortest;
    value[3] = stiffest;
}

static void observe(void *model, const double *q, const double *v, double *value)
{
    (void)v;
    trama_bridson_strains(&((const bridson *)model)->fabric, q, value);
}

/* --- what it is made of: each edge is a spring, and a bending element where two triangles meet ---
 */

static size_t edges(const void *model)
{
    return ((const bridson *)model)->fabric.mesh->edge_count;
}

static trama_spring spring(const void *model, size_t index)
{
    const bridson_fabric *f = &((const bridson *)model)->fabric;
    const size_t *node = f->mesh->edge[index].node;
    return (trama_spring){.node = {node[0], node[1]},
                          .stiffness = f->edge[index].stiffness,
                          .rest = f->edge[index].length};
}

static trama_bend bend(const void *model, size_t index)
{
    const bridson_fabric *f = &((const bridson *)model)->fabric;
    return trama_hinge_bend(&f->mesh->edge[index], &f->edge[index].hinge,
                            (bend_constants){f->bending, f->damping}, false);
}

static const char *beyond(const void *model)
{
    const bridson *self = model;
    if (self->limits.sweeps > 0)
        return "limits of strain and of its rate (sweeps: 0 leaves them out)";
    return self->coupling.lambda != 0.0 ? "the coupling to the normal" : NULL;
}

static const trama_composition composition = {edges, spring, .beyond = beyond, .bends = edges,
                                              .bend = bend};

static bool is_damped(const void *model)
{
    return ((const bridson *)model)->fabric.damping != 0.0;
}

static const trama_damping_type damping = {"bending damping", is_damped};

const trama_model_type trama_model_bridson = {
    .name = "bridson",
    .summary = "cloth of springs and bending elements on triangles, strain limited by impulses",
    .reference = "Bridson et al. 2003; Campos 2006, chapters 4 and 7",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, bridson_parameters),
    .pointwise = true,
    .air = TRAMA_AIR_RATE,
    .order_limit = 1,
    .order_limit_of = order_limit,
    .energy_names = {"structural", "shear", "bending"},
    .derived = {{"published_dt", "s", "stable below O(dx sqrt(rho / K)) (4.4), constant 1"},
                {"bending_dt", "s", "dx^2 sqrt(rho / K^e), the like of (4.4) for bending"},
                {"shortest_edge", "m", "dx, of a spring at rest"},
                {"largest_stiffness", "N/m", "K_max, of a spring"}},
    .observed = {{"stretch_structural", "1", "largest (l - l0)/l0 of the structural springs"},
                 {"stretch_shear", "1", "largest (l - l0)/l0 of the shear springs"},
                 {"compression", "1", "largest (l0 - l)/l0 of the structural springs"}},
    .create = create,
    .destroy = trama_bridson_destroy,
    .dimensions = trama_particles_dimensions,
    .initial = trama_particles_initial,
    .acceleration = acceleration,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .tangent_missing = tangent_missing,
    .inverse_measure = trama_particles_inverse_measure,
    .limit = limit,
    .solve_drag = trama_particles_solve_drag,
    .damping = &damping,
    .energy = energy,
    .masses = trama_particles_masses,
    .composition = &composition,
    .derive = derive,
    .observe = observe,
};
