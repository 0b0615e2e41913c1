/* Bridson's cloth: masses on a triangle mesh, joined by springs along its edges and by bending
 * elements over them, with limits of strain and of its rate.
 * Source: Bridson, Marino and Fedkiw 2003, as Campos restates it (UFCG 2006, chapter 4); coupling:
 * his chapter 7. */
#include "core/isa.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "model/bridson/element.h"
#include "model/bridson/fabric.h"
#include "model/model.h"
#include "model/particle/masses.h"
#include "model/particle/normals.h"
#include "model/particle/total.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { REST_FLAT, REST_INITIAL, REST_ANGLE };

typedef struct parameters {
    double structural, shear, bending, damping, mass, density;
    int rest;
    double rest_angle;
    bridson_limits limits;
    trama_coupling coupling;
} parameters;

typedef struct bridson {
    const trama_scene *scene;
    trama_mesh *own; /* of a grid; a scene with a mesh keeps its own */
    bridson_fabric fabric;
    bridson_limits limits;
    trama_coupling coupling;
    trama_springs springs;
    size_t *ends;    /* of the springs, 2 a spring */
    double *lengths; /* of the springs, at rest */
    bridson_kernel *kernel;
    double area;            /* at rest, m^2 */
    double *normal, *extra; /* 3 N */
} bridson;

static const char *const rest_names[] = {"flat", "initial", "angle", NULL};

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, structural), .unit = "N/m", .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN},
     .summary =
         "K of the springs along edges; not given: mass / l0, of a grid the largest (Campos, 4.1)"},
    {TRAMA_FIELD_OF(parameters, shear), .unit = "N/m", .maximum = DBL_MAX, .fallback = {TRAMA_NAN},
     .summary = "K of the springs along a grid's diagonals; not given: the largest mass / l0"},
    {TRAMA_FIELD_OF(parameters, bending), .unit = "N m", .maximum = DBL_MAX,
     .summary = "K^e of the bending elements (4.2)"},
    {TRAMA_FIELD_AS("bending_damping", parameters, damping), .unit = "N s", .maximum = DBL_MAX,
     .summary = "K^d of the bending elements"},
    {TRAMA_FIELD_OF(parameters, mass), .unit = "kg", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "mass of the rest area; this or density"},
    {TRAMA_FIELD_OF(parameters, density), .unit = "kg/m^2", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN},
     .summary =
         "mass over rest area; this or mass. A node has a third of each triangle (Campos, 4.1)"},
    {TRAMA_CHOICE_OF(parameters, rest, rest_names),
     .summary = "angles at rest: flat; initial, of the initial positions, and lengths too "
                "(pre-sculpted folds); angle, rest_angle everywhere"},
    {TRAMA_FIELD_OF(parameters, rest_angle), .unit = "rad", .minimum = -3.14, .maximum = 3.14,
     .summary = "theta0 of every inner edge with rest: angle; positive for a ridge"},
    {TRAMA_FIELD_AS("strain_limit", parameters, limits.strain), .unit = "1",
     .maximum = TRAMA_INFINITY, .fallback = {0.1},
     .summary = "stretch of a spring that velocities may lead to (Campos, 4.3); .inf: no limit"},
    {TRAMA_FIELD_AS("compression_limit", parameters, limits.compression), .unit = "1",
     .maximum = TRAMA_INFINITY,
     .summary = "the same for compression: 0, none is allowed (Campos, 4.3); .inf: no limit"},
    {TRAMA_FIELD_AS("rate_limit", parameters, limits.rate), .unit = "1", .maximum = TRAMA_INFINITY,
     .fallback = {0.1},
     .summary =
         "change of a spring's length in a step, over its length (Campos, 4.4: up to 0.1); .inf"},
    {TRAMA_FIELD_AS("sweeps", parameters, limits.sweeps), .unit = "1", .maximum = 1e6,
     .fallback = {2},
     .summary = "of each limit over the springs (Campos: one or two); 0: no limits"},
    TRAMA_COUPLING_FIELDS(parameters, coupling),
};

/* --- checks --- */

static trama_status check(const parameters *p, const trama_scene *scene, trama_error *error)
{
    if (trama_scene_mesh(scene) && !isnan(p->shear))
        return trama_fail(error, TRAMA_BAD_INPUT, "shear",
                          "the springs of a mesh are all structural; allowed: no shear");
    if (p->rest != REST_ANGLE && p->rest_angle != 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "rest_angle",
                          "rest_angle is for rest: angle; with %s it is 0", rest_names[p->rest]);
    if (p->coupling.lambda != 0.0 && p->coupling.below > 0.0 && p->limits.sweeps > 0 &&
        p->limits.compression < 1.0 - p->coupling.below)
        return trama_fail(error, TRAMA_BAD_INPUT, "coupling",
                          "the coupling acts on springs below %g of their length, and "
                          "compression_limit %g keeps them above; allowed: compression_limit from "
                          "%g (.inf: no limit), or coupling_below: 0",
                          p->coupling.below, p->limits.compression, 1.0 - p->coupling.below);
    return TRAMA_OK;
}

/* --- construction --- */

static double area_of(const trama_mesh *mesh, size_t triangle, const double *q)
{
    double area[3];
    trama_mesh_area_vector(mesh, triangle, q, area);
    return 0.5 * sqrt(area[0] * area[0] + area[1] * area[1] + area[2] * area[2]);
}

/* A third of each triangle's mass to each of its nodes. */
static trama_status set_masses(const parameters *p, const double *rest, double *whole,
                               bridson_fabric *f, trama_error *error)
{
    const trama_mesh *mesh = f->mesh;
    double area = 0.0, total;
    for (size_t i = 0; i < mesh->triangle_count; i++)
        area += area_of(mesh, i, rest);
    *whole = area;
    const trama_status status = trama_total_mass(p->mass, p->density, area, &total, error);
    if (status != TRAMA_OK)
        return status;
    for (size_t i = 0; i < mesh->triangle_count; i++)
        for (int corner = 0; corner < 3; corner++)
            f->mass[mesh->triangle[i].node[corner]] += total / area * area_of(mesh, i, rest) / 3.0;
    for (size_t i = 0; i < f->nodes; i++)
        f->inverse_mass[i] = 1.0 / f->mass[i];
    return TRAMA_OK;
}

static bool is_diagonal(const bridson_fabric *f, const trama_edge *e)
{
    return f->n > 0 && e->node[0] / f->n != e->node[1] / f->n &&
           e->node[0] % f->n != e->node[1] % f->n;
}

static double distance(size_t nodes, const double *q, const trama_edge *e)
{
    const size_t i = e->node[0], j = e->node[1];
    return sqrt((q[j] - q[i]) * (q[j] - q[i]) +
                (q[nodes + j] - q[nodes + i]) * (q[nodes + j] - q[nodes + i]) +
                (q[2 * nodes + j] - q[2 * nodes + i]) * (q[2 * nodes + j] - q[2 * nodes + i]));
}

static double factor_of(const bridson_fabric *f, const trama_edge *e, double length,
                        const double *rest)
{
    return length * length / 2.0 /
           (area_of(f->mesh, e->triangle[0], rest) + area_of(f->mesh, e->triangle[1], rest));
}

static void set_edges(const parameters *p, const double *rest, bridson_fabric *f)
{
    for (size_t i = 0; i < f->mesh->edge_count; i++) {
        const trama_edge *e = &f->mesh->edge[i];
        bridson_edge *made = &f->edge[i];
        made->length = distance(f->nodes, rest, e);
        made->diagonal = is_diagonal(f, e);
        made->inner = e->triangle[1] == TRAMA_NONE ? 0.0 : 1.0;
        if (made->inner == 0.0)
            continue;
        made->factor = factor_of(f, e, made->length, rest);
        if (p->rest == REST_INITIAL) {
            made->angle = trama_bridson_angle(f, i, rest);
            made->sine = trama_bridson_half_sine(f, i, rest);
        } else if (p->rest == REST_ANGLE) {
            made->angle = p->rest_angle;
            made->sine = sin(p->rest_angle / 2.0);
        }
    }
}

/* K = m / l0, m the larger mass of its ends. */
static double stiffness_of(const bridson_fabric *f, size_t edge)
{
    const size_t *node = f->mesh->edge[edge].node;
    return trama_stiffness_of_mass(fmax(f->mass[node[0]], f->mass[node[1]]), f->edge[edge].length);
}

static void set_stiffness(const parameters *p, bridson_fabric *f)
{
    double most[2] = {0.0, 0.0};
    for (size_t i = 0; i < f->mesh->edge_count; i++)
        most[f->edge[i].diagonal] = fmax(most[f->edge[i].diagonal], stiffness_of(f, i));
    for (size_t i = 0; i < f->mesh->edge_count; i++) {
        const double given = f->edge[i].diagonal ? p->shear : p->structural;
        const double own = f->n > 0 ? most[f->edge[i].diagonal] : stiffness_of(f, i);
        f->edge[i].stiffness = isnan(given) ? own : given;
    }
}

static bridson_kernel *best_kernel(bool grid)
{
#if defined(__x86_64__)
    static bridson_kernel *const kernels[][2] = {{trama_bridson_mesh_v2, trama_bridson_grid_v2},
                                                 {trama_bridson_mesh_v3, trama_bridson_grid_v3},
                                                 {trama_bridson_mesh_v4, trama_bridson_grid_v4}};
    return kernels[trama_isa_current()][grid];
#else
    return grid ? trama_bridson_grid_v2 : trama_bridson_mesh_v2;
#endif
}

static void destroy(void *model)
{
    bridson *b = model;
    if (!b)
        return;
    double *const blocks[] = {b->fabric.mass,    b->fabric.inverse_mass,
                              b->fabric.faces,   b->fabric.slots,
                              b->fabric.buffers, b->lengths,
                              b->normal,         b->extra};
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        free(blocks[i]);
    free(b->fabric.edge);
    free(b->ends);
    trama_mesh_destroy(b->own);
    free(b);
}

static bool allocate(bridson *b)
{
    bridson_fabric *f = &b->fabric;
    const size_t edges = f->mesh->edge_count;
    f->mass = trama_doubles(f->nodes);
    f->inverse_mass = trama_doubles(f->nodes);
    f->faces = trama_doubles(FACE * f->mesh->triangle_count);
    f->edge = calloc(edges, sizeof *f->edge);
    b->ends = calloc(2 * edges, sizeof *b->ends);
    b->lengths = trama_doubles(edges);
    b->normal = trama_doubles(3 * f->nodes);
    b->extra = trama_doubles(3 * f->nodes);
    return f->mass && f->inverse_mass && f->faces && f->edge && b->ends && b->lengths &&
           b->normal && b->extra;
}

/* The springs as the coupling force has them. */
static void list_springs(bridson *b)
{
    const size_t edges = b->fabric.mesh->edge_count;
    for (size_t i = 0; i < edges; i++) {
        b->ends[i] = b->fabric.mesh->edge[i].node[0];
        b->ends[edges + i] = b->fabric.mesh->edge[i].node[1];
        b->lengths[i] = b->fabric.edge[i].length;
    }
    b->springs = (trama_springs){edges, b->ends, b->ends + edges, b->lengths};
}

/* The rest state in the arrays that accelerations will use: nothing else is at hand yet. */
static void find_rest(bridson *b, int rest)
{
    if (rest == REST_INITIAL)
        trama_scene_initial(b->scene, b->normal, b->extra);
    else
        trama_scene_reference(b->scene, b->normal);
}

static trama_status build(const parameters *p, bridson *b, trama_error *error)
{
    bridson_fabric *f = &b->fabric;
    f->mesh = trama_scene_mesh(b->scene);
    const bool grid = !f->mesh;
    if (grid) {
        const trama_status status = trama_mesh_of_grid(trama_scene_grid(b->scene), &b->own, error);
        if (status != TRAMA_OK)
            return status;
        f->mesh = b->own;
        f->m = (size_t)trama_scene_grid(b->scene)->points[0];
        f->n = (size_t)trama_scene_grid(b->scene)->points[1];
    }
    f->nodes = f->mesh->nodes;
    if (!allocate(b))
        return trama_fail_memory(error);
    find_rest(b, p->rest);
    const trama_status status = set_masses(p, b->normal, &b->area, f, error);
    if (status != TRAMA_OK)
        return status;
    set_edges(p, b->normal, f);
    set_stiffness(p, f);
    list_springs(b);
    b->kernel = best_kernel(grid);
    return grid && !trama_bridson_lay_out(f) ? trama_fail_memory(error) : TRAMA_OK;
}

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    const parameters *p = given;
    trama_status status = check(p, scene, error);
    if (status != TRAMA_OK)
        return status;
    bridson *b = calloc(1, sizeof *b);
    if (!b)
        return trama_fail_memory(error);
    b->scene = scene;
    b->limits = p->limits;
    b->coupling = p->coupling;
    b->fabric.bending = p->bending;
    b->fabric.damping = p->damping;
    status = build(p, b, error);
    if (status == TRAMA_OK)
        *model = b;
    else
        destroy(b);
    return status;
}

/* --- what a model does --- */

static void dimensions(const void *model, size_t *nq, size_t *nv)
{
    *nq = *nv = 3 * ((const bridson *)model)->fabric.nodes;
}

static void initial(const void *model, double *q, double *v)
{
    trama_scene_initial(((const bridson *)model)->scene, q, v);
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    const bridson *b = model;
    const size_t nodes = b->fabric.nodes;
    const bool coupled = b->coupling.lambda != 0.0, drags = loads->drag != 0.0;
    if (coupled || drags)
        trama_mesh_normals(b->fabric.mesh, q, b->normal);
    if (coupled) {
        for (size_t i = 0; i < 3 * nodes; i++)
            b->extra[i] = 0.0;
        trama_coupling_add(&b->coupling, t, &b->springs, nodes, q, b->normal, b->extra);
    }
    b->kernel(&b->fabric, q, v, coupled ? b->extra : NULL, drags ? b->normal : NULL, loads, a);
}

static void limit(void *model, double h, const double *inverse_mass, const double *q, double *v)
{
    const bridson *b = model;
    trama_bridson_limit(&b->fabric, &b->limits, h, inverse_mass, q, v);
}

static void solve_drag(void *model, double h, const double *q, const trama_loads *loads, double *dv)
{
    const bridson *b = model;
    const bool drags = loads->drag != 0.0;
    if (drags)
        trama_mesh_normals(b->fabric.mesh, q, b->normal);
    trama_particle_solve_drag(b->fabric.nodes, h, b->fabric.inverse_mass, drags ? b->normal : NULL,
                              loads, dv);
}

static void energy(void *model, const double *q, double *energies)
{
    trama_bridson_energy(&((const bridson *)model)->fabric, q, energies);
}

static void masses(const void *model, double *mass)
{
    const bridson_fabric *f = &((const bridson *)model)->fabric;
    for (size_t i = 0; i < 3 * f->nodes; i++)
        mass[i] = f->mass[i % f->nodes];
}

/* Velocities limited between two forces, or a sign that is drawn anew, are an error of that step.
 */
static int order_limit(const void *model)
{
    const bridson *b = model;
    const bool limits =
        b->limits.sweeps > 0 &&
        (isfinite(b->limits.strain) || isfinite(b->limits.compression) || isfinite(b->limits.rate));
    return limits || b->coupling.lambda != 0.0 ? 1 : 0;
}

/* (4.4): stable for dt < O(dx sqrt(rho / K)), dx the shortest edge; with the springs' K, whose unit
 * is that of the formula, and a constant of 1. For bending the like is dx^2 sqrt(rho / K^e). */
static void figures(const void *model, double *value)
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

const trama_model_type trama_model_bridson = {
    .name = "bridson",
    .summary = "cloth of springs and bending elements on triangles, strain limited by impulses",
    .reference = "Bridson, Marino, Fedkiw 2003; Campos, UFCG 2006, chapters 4 and 7",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .pointwise = true,
    .order_limit = 1,
    .order_limit_of = order_limit,
    .energy_names = {"structural", "shear", "bending"},
    .figures = {{"published_dt", "s", "stable below O(dx sqrt(rho / K)) (4.4), constant 1"},
                {"bending_dt", "s", "dx^2 sqrt(rho / K^e), the like of (4.4) for bending"},
                {"shortest_edge", "m", "dx, of a spring at rest"},
                {"largest_stiffness", "N/m", "K_max, of a spring"}},
    .observed = {{"stretch_structural", "1", "largest (l - l0)/l0 of the structural springs"},
                 {"stretch_shear", "1", "largest (l - l0)/l0 of the shear springs"},
                 {"compression", "1", "largest (l0 - l)/l0 of the structural springs"}},
    .create = create,
    .destroy = destroy,
    .dimensions = dimensions,
    .initial = initial,
    .acceleration = acceleration,
    .limit = limit,
    .solve_drag = solve_drag,
    .energy = energy,
    .masses = masses,
    .figures_of = figures,
    .observe = observe,
};
