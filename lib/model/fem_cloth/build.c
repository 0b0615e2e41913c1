/* Sets a cloth up: its mesh, its material, its triangles and hinges at rest, its masses. */
#include "model/fem_cloth/build.h"
#include "core/memory.h"

#include <math.h>
#include <stdlib.h>

/* ---- Material. */

static const char *const curve_names[FEM_STRAINS] = {"warp_curve", "weft_curve", "shear_curve"};

/* Plane stress: s_uu = E h/(1 - nu^2) (e_uu + nu e_vv), s_uv = E h/(2 (1 + nu)) e_uv. */
static void set_isotropic(const fem_parameters *p, fem_material *m)
{
    const double along = p->young_thickness / (1.0 - p->poisson * p->poisson);
    trama_fem_curve_line(&m->curve[FEM_WARP], along);
    trama_fem_curve_line(&m->curve[FEM_WEFT], along);
    trama_fem_curve_line(&m->curve[FEM_SHEAR], p->young_thickness / (2.0 * (1.0 + p->poisson)));
    m->cross = p->poisson * along;
}

/* A strain of -1/2 is a length of 0. The energy has one least value, at rest, if the cross modulus
 * is smaller than the geometric mean of the other two at every strain. */
static trama_status set_curves(const fem_parameters *p, fem_material *m, trama_error *error)
{
    double least[FEM_STRAINS], largest;
    for (int i = 0; i < FEM_STRAINS; i++) {
        const bool shear = i == FEM_SHEAR;
        const trama_status status = trama_fem_curve_make(&m->curve[i], curve_names[i], &p->curve[i],
                                                         shear ? -HUGE_VAL : -0.5, shear, error);
        if (status != TRAMA_OK)
            return status;
        trama_fem_curve_moduli(&m->curve[i], &least[i], &largest);
    }
    m->cross = p->cross;
    const double bound = sqrt(least[FEM_WARP] * least[FEM_WEFT]);
    if (!(fabs(p->cross) < bound))
        return trama_fail(error, TRAMA_BAD_INPUT, "cross",
                          "cross is %g N/m; allowed: from above -%g to below %g, the root of the "
                          "product of the least slopes of warp_curve and weft_curve",
                          p->cross, bound, bound);
    return TRAMA_OK;
}

/* The moduli, or the curves. */
static trama_status check_form(const fem_parameters *p, trama_error *error)
{
    const bool short_form = !isnan(p->young_thickness) || !isnan(p->poisson);
    for (int i = 0; i < FEM_STRAINS; i++) {
        const bool given = p->curve[i].count > 0;
        if (short_form && given)
            return trama_fail(error, TRAMA_BAD_INPUT, curve_names[i],
                              "%s does not go with young_thickness and poisson: give those, or "
                              "warp_curve, weft_curve and shear_curve",
                              curve_names[i]);
        if (!short_form && !given)
            return trama_fail(error, TRAMA_BAD_INPUT, curve_names[i],
                              "%s is missing: give warp_curve, weft_curve and shear_curve, or "
                              "young_thickness and poisson",
                              curve_names[i]);
    }
    if (short_form && (isnan(p->young_thickness) || isnan(p->poisson)))
        return trama_fail(error, TRAMA_BAD_INPUT, "young_thickness",
                          "young_thickness goes with poisson: give both");
    if (short_form && p->cross != 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "cross",
                          "cross goes with curves; with young_thickness, poisson says it");
    return TRAMA_OK;
}

/* Hinges by themselves, or as a plate. */
static trama_status check_bending(const fem_parameters *p, trama_error *error)
{
    if (p->rigidity != 0.0 && p->bending != 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "flexural_rigidity",
                          "flexural_rigidity does not go with bending: give one of them");
    if (p->rigidity == 0.0 && p->bending_poisson != 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "flexural_poisson",
                          "flexural_poisson goes with flexural_rigidity: give both");
    return TRAMA_OK;
}

static trama_status set_material(const fem_parameters *p, fem_fabric *f, trama_error *error)
{
    trama_status status = check_form(p, error);
    if (status != TRAMA_OK)
        return status;
    for (int i = 0; i < FEM_STRAINS; i++) {
        f->material.viscosity[i] = p->viscosity[i];
        f->viscous |= p->viscosity[i] != 0.0;
    }
    if (!isnan(p->young_thickness))
        set_isotropic(p, &f->material);
    else
        status = set_curves(p, &f->material, error);
    return status;
}

/* ---- Triangles. */

static vec node_of(const trama_mesh *mesh, const double *q, size_t i)
{
    return (vec){q[i], q[mesh->nodes + i], q[2 * mesh->nodes + i]};
}

/* A unit vector across its normal n; false if `along` stands on the triangle to rounding. */
static bool in_plane(vec along, vec n, vec *direction)
{
    const vec rest = plus_scaled(along, -dot(along, n), n);
    const double length = sqrt(dot(rest, rest));
    *direction = scaled(1.0 / length, rest);
    return length > 1e-6 * sqrt(dot(along, along));
}

/* Corner 0 at (0, 0), `a` and `b` the edges from it. */
static fem_triangle triangle_of(vec a, vec b, vec warp, vec weft)
{
    const double ua = dot(a, warp), va = dot(a, weft), ub = dot(b, warp), vb = dot(b, weft);
    const double d = ua * vb - ub * va;
    return (fem_triangle){{vb / d, -va / d}, {-ub / d, ua / d}, 0.5 * d};
}

/* A direction in space, whose projection onto each triangle is its warp; a grid's rows if none is
 * given. An isotropic cloth of a mesh without one has any: its forces do not tell. */
static trama_status set_triangles(const fem_cloth *c, const double *rest, vec warp, fem_fabric *f,
                                  trama_error *error)
{
    for (size_t i = 0; i < f->mesh->triangle_count; i++) {
        const size_t *node = f->mesh->triangle[i].node;
        const vec x = node_of(f->mesh, rest, node[0]);
        const vec a = minus(node_of(f->mesh, rest, node[1]), x);
        const vec b = minus(node_of(f->mesh, rest, node[2]), x);
        const vec across = cross(a, b), n = scaled(1.0 / sqrt(dot(across, across)), across);
        vec along;
        if (!in_plane(c->directed ? warp : a, n, &along))
            return trama_fail(error, TRAMA_BAD_INPUT, "warp",
                              "warp stands on triangle %zu; allowed: a direction that is "
                              "perpendicular to no triangle",
                              i);
        f->triangle[i] = triangle_of(a, b, along, cross(n, along));
    }
    return TRAMA_OK;
}

/* Where warp goes at rest, if anybody says so. */
static trama_status find_warp(const fem_parameters *p, fem_cloth *c, vec *warp, trama_error *error)
{
    const double *given = p->warp, *row = trama_scene_grid(c->cloth.particles.scene)->axis[0];
    const bool grid = trama_scene_is_grid(c->cloth.particles.scene);
    c->directed = grid || !isnan(given[0]);
    *warp = isnan(given[0]) ? (vec){row[0], row[1], row[2]} : (vec){given[0], given[1], given[2]};
    if (!isnan(given[0]) && !(dot(*warp, *warp) > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "warp",
                          "warp is [0, 0, 0], which is no direction");
    if (!c->directed && isnan(p->young_thickness))
        return trama_fail(error, TRAMA_BAD_INPUT, "warp",
                          "a mesh with curves needs warp, the direction of the warp threads");
    return TRAMA_OK;
}

/* ---- The whole. */

void trama_fem_cloth_destroy(void *cloth)
{
    fem_cloth *c = cloth;
    if (!c)
        return;
    free(c->lengths);
    free(c->fabric.triangle);
    free(c->fabric.hinge);
    free(c->fabric.plate);
    free(c->fabric.bent);
    free(c->fabric.faces);
    trama_gather_free(&c->fabric.triangles);
    trama_gather_free(&c->fabric.hinges);
    trama_gather_free(&c->fabric.plates);
    trama_mesh_cloth_free(&c->cloth);
    free(c);
}

static bool allocate(fem_cloth *c, bool plates)
{
    fem_fabric *f = &c->fabric;
    if (plates) {
        f->plate = calloc(f->mesh->triangle_count, sizeof *f->plate);
        f->bent = calloc(f->mesh->edge_count, sizeof *f->bent);
    }
    f->triangle = calloc(f->mesh->triangle_count, sizeof *f->triangle);
    f->hinge = calloc(f->mesh->edge_count, sizeof *f->hinge);
    f->faces = trama_doubles(FACE * f->mesh->triangle_count);
    return f->triangle && f->hinge && f->faces && (!plates || (f->plate && f->bent));
}

static trama_status build_at_rest(const fem_parameters *p, fem_cloth *c, trama_error *error)
{
    fem_fabric *f = &c->fabric;
    const double *rest = c->cloth.particles.normal;
    vec warp;
    trama_status status = find_warp(p, c, &warp, error);
    if (status == TRAMA_OK)
        status = set_triangles(c, rest, warp, f, error);
    for (size_t i = 0; status == TRAMA_OK && i < f->mesh->triangle_count; i++)
        c->area += f->triangle[i].area;
    if (status == TRAMA_OK)
        status = trama_mesh_cloth_weigh(&p->cloth, c->area, &c->cloth, error);
    for (size_t i = 0; status == TRAMA_OK && i < f->mesh->edge_count; i++)
        f->hinge[i] = trama_hinge_at_rest(f->mesh, i, rest, (trama_hinge_rest)p->cloth.rest,
                                          p->cloth.rest_angle);
    if (status == TRAMA_OK && f->plate)
        status = trama_fem_plates_make(f->mesh, rest, f->hinge, p->rigidity, p->bending_poisson,
                                       f->plate, error);
    return status;
}

/* Lengths at rest of the edges, of a cloth whose strain is limited. */
static bool set_lengths(fem_cloth *c)
{
    const trama_mesh *mesh = c->fabric.mesh;
    if (!trama_strain_limits_act(&c->limits))
        return true;
    c->lengths = trama_doubles(mesh->edge_count);
    for (size_t i = 0; c->lengths && i < mesh->edge_count; i++) {
        const double *rest = c->cloth.particles.normal;
        const size_t *end = mesh->edge[i].node;
        const vec along = minus(node_of(mesh, rest, end[1]), node_of(mesh, rest, end[0]));
        c->lengths[i] = sqrt(dot(along, along));
    }
    return c->lengths;
}

/* The hinges and plates must be known. */
static bool make_gathers(fem_fabric *f)
{
    trama_elements kind[FEM_KINDS];
    trama_fem_cloth_elements(f, true, kind);
    f->parts = trama_gather_parts(f->mesh->triangle_count);
    return trama_gather_make(&kind[FEM_TRIANGLES], 3, f->parts, &f->triangles) &&
           trama_gather_make(&kind[FEM_HINGES], TRAMA_HINGE_NODES, f->parts, &f->hinges) &&
           (!f->plate ||
            trama_gather_make(&kind[FEM_PLATES], FEM_PLATE_NODES, f->parts, &f->plates));
}

static trama_status build_on_mesh(const fem_parameters *p, const trama_scene *scene, fem_cloth *c,
                                  trama_error *error)
{
    trama_status status = trama_mesh_cloth_make(&p->cloth, scene, &c->cloth, error);
    if (status != TRAMA_OK)
        return status;
    c->fabric.mesh = c->cloth.particles.mesh;
    c->fabric.nodes = c->cloth.particles.nodes;
    status =
        allocate(c, p->rigidity != 0.0) ? build_at_rest(p, c, error) : trama_fail_memory(error);
    if (status == TRAMA_OK && !(set_lengths(c) && make_gathers(&c->fabric)))
        status = trama_fail_memory(error);
    return status;
}

trama_status trama_fem_cloth_build(const fem_parameters *p, const trama_scene *scene,
                                   fem_cloth **cloth, trama_error *error)
{
    fem_cloth *c = calloc(1, sizeof *c);
    if (!c)
        return trama_fail_memory(error);
    c->fabric.bend = (bend_constants){p->bending, p->damping};
    c->fabric.held = p->factor == FEM_FACTOR_REST;
    c->limits = p->limits;
    c->limits.rate = HUGE_VAL;
    trama_status status = check_bending(p, error);
    if (status == TRAMA_OK)
        status = set_material(p, &c->fabric, error);
    if (status == TRAMA_OK)
        status = build_on_mesh(p, scene, c, error);
    if (status == TRAMA_OK)
        *cloth = c;
    else
        trama_fem_cloth_destroy(c);
    return status;
}
