/* Sets a cloth up: its edges at rest and their stiffness. */
#include "model/bridson/build.h"
#include "core/isa.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "model/bridson/element.h"
#include "model/particle/masses.h"

#include <math.h>
#include <stdlib.h>

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

static void set_edges(const bridson_parameters *p, const double *rest, bridson_fabric *f)
{
    for (size_t i = 0; i < f->mesh->edge_count; i++) {
        const trama_edge *e = &f->mesh->edge[i];
        bridson_edge *made = &f->edge[i];
        made->length = distance(f->nodes, rest, e);
        made->diagonal = is_diagonal(f, e);
        made->hinge = trama_hinge_at_rest(f->mesh, i, rest, (trama_hinge_rest)p->cloth.rest,
                                          p->cloth.rest_angle);
    }
}

/* K = m / l0, m the larger mass of its ends. */
static double stiffness_of(const bridson_fabric *f, size_t edge)
{
    const size_t *node = f->mesh->edge[edge].node;
    return trama_stiffness_of_mass(fmax(f->mass[node[0]], f->mass[node[1]]), f->edge[edge].length);
}

static void set_stiffness(const bridson_parameters *p, bridson_fabric *f)
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
#ifdef TRAMA_SEVERAL_ISAS
    static bridson_kernel *const kernels[][2] = {{trama_bridson_mesh_v2, trama_bridson_grid_v2},
                                                 {trama_bridson_mesh_v3, trama_bridson_grid_v3},
                                                 {trama_bridson_mesh_v4, trama_bridson_grid_v4}};
    return kernels[trama_isa_current()][grid];
#else
    return grid ? trama_bridson_grid_v2 : trama_bridson_mesh_v2;
#endif
}

void trama_bridson_destroy(void *cloth)
{
    bridson *b = cloth;
    if (!b)
        return;
    free(b->fabric.faces);
    free(b->fabric.slots);
    free(b->fabric.buffers);
    free(b->fabric.edge);
    free(b->lengths);
    free(b->ends);
    trama_mesh_cloth_free(&b->cloth);
    free(b);
}

static bool allocate(bridson *b)
{
    bridson_fabric *f = &b->fabric;
    const size_t edges = f->mesh->edge_count;
    f->faces = trama_doubles(FACE * f->mesh->triangle_count);
    f->edge = calloc(edges, sizeof *f->edge);
    b->ends = calloc(2 * edges, sizeof *b->ends);
    b->lengths = trama_doubles(edges);
    return f->faces && f->edge && b->ends && b->lengths;
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

static void set_particles(bridson *b)
{
    const trama_particles *particles = &b->cloth.particles;
    bridson_fabric *f = &b->fabric;
    f->mesh = particles->mesh;
    f->nodes = particles->nodes;
    f->mass = particles->mass;
    f->inverse_mass = particles->inverse_mass;
    if (b->cloth.own) {
        f->m = (size_t)trama_scene_grid(particles->scene)->points[0];
        f->n = (size_t)trama_scene_grid(particles->scene)->points[1];
    }
}

static trama_status build_on_mesh(const bridson_parameters *p, bridson *b, trama_error *error)
{
    bridson_fabric *f = &b->fabric;
    const double *rest = b->cloth.particles.normal;
    const bool grid = b->cloth.own;
    set_particles(b);
    if (!allocate(b))
        return trama_fail_memory(error);
    for (size_t i = 0; i < f->mesh->triangle_count; i++)
        b->area += trama_mesh_area(f->mesh, i, rest);
    const trama_status status = trama_mesh_cloth_weigh(&p->cloth, b->area, &b->cloth, error);
    if (status != TRAMA_OK)
        return status;
    set_edges(p, rest, f);
    set_stiffness(p, f);
    list_springs(b);
    b->kernel = best_kernel(grid);
    return grid && !trama_bridson_lay_out(f) ? trama_fail_memory(error) : TRAMA_OK;
}

trama_status trama_bridson_build(const bridson_parameters *p, const trama_scene *scene,
                                 bridson **cloth, trama_error *error)
{
    bridson *b = calloc(1, sizeof *b);
    if (!b)
        return trama_fail_memory(error);
    b->limits = p->limits;
    b->coupling = p->coupling;
    b->fabric.bending = p->bending;
    b->fabric.damping = p->damping;
    trama_status status = trama_mesh_cloth_make(&p->cloth, scene, &b->cloth, error);
    if (status == TRAMA_OK)
        status = build_on_mesh(p, b, error);
    if (status == TRAMA_OK)
        *cloth = b;
    else
        trama_bridson_destroy(b);
    return status;
}
