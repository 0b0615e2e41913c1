/* Incremental potential contact: Li, Ferguson, Schneider, Langlois, Zorin, Panozzo, Jiang and
 * Kaufman, "Incremental potential contact: intersection- and inversion-free, large-deformation
 * dynamics", ACM Transactions on Graphics 39(4), 2020. Of any triangle meshes, with themselves and
 * each other, for methods that solve for the end of a step by Newton's iteration.
 *
 * Every vertex and face, and every two edges, that are nearer than dhat have the potential
 *
 *   kappa e b(d),   b(d) = -(d - dhat)^2 ln(d/dhat)       (equation 6; barrier_distance.h)
 *
 * and no pair comes nearer than a tenth of its distance from one iterate of Newton's to the next,
 * by continuous detection (algorithm 1; integrator/newton.h). So the distance is above 0 in every
 * iterate. Friction is Coulomb's, smoothed below eps_v, by the normal forces and tangents of the
 * step's start, or of an earlier solution of the same step (barrier_friction.h).
 *
 * Here the potential is an energy in J and kappa in N/m; the paper's kappa is that times h^2, for
 * the distance squared. Friction is a function of the velocities at the step's end. */
#include "interaction/barrier_friction.h"
#include "interaction/barrier_stiffness.h"
#include "interaction/collision.h"

#include "core/memory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameters {
    double dhat, kappa, friction, slip;
    bool adaptive;
    long lags;
} parameters;

typedef struct barrier {
    trama_collision collision; /* first: the mesh, lists of what is near and what
                                  would meet */
    parameters p;
    trama_barrier_potential potential;
    trama_friction friction;
    trama_stiffness stiffness;
    double *block;
    double *accepted; /* m: the last iterate that was accepted */
    double *target;   /* m */
    double *velocity; /* m/s: of the vertices; of prescribed ones, that of the step */
    long lag;         /* solutions of this step so far */
    double least;     /* m: the least distance of any iterate so far, dhat at most */
    double nearest;   /* m: that of the last iterate */
} barrier;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, dhat), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {1e-3}, .summary = "distance at which the barrier begins"},
    {TRAMA_FIELD_OF(parameters, kappa), .unit = "N/m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {1e4},
     .summary =
         "stiffness of the barrier (assumed); at half of dhat a pair pushes by 1.2 kappa dhat"},
    {TRAMA_FIELD_OF(parameters, adaptive), .unit = "",
     .summary = "whether kappa follows what presses, mass, step and distance as published, "
                "instead"},
    {TRAMA_FIELD_OF(parameters, friction), .unit = "1", .maximum = DBL_MAX,
     .summary = "mu of Coulomb's law"},
    {TRAMA_FIELD_OF(parameters, slip), .unit = "m/s", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {1e-3},
     .summary = "eps_v: speed below which friction is smooth; what should stick creeps below it"},
    {TRAMA_FIELD_OF(parameters, lags), .unit = "1", .minimum = 1, .maximum = 1000, .fallback = {1},
     .summary = "solutions of a step, each with the friction's normal forces of the one before"},
};

/* ---- Making. */

/* Searches leave out pairs of which nothing yields. What is held may be led against something. */
static void look_at_all(barrier *self)
{
    trama_contact_mesh *mesh = self->collision.mesh;
    for (size_t c = 0; c < 3 * mesh->vertices; c++)
        mesh->yield[c] = mesh->at[c] == TRAMA_NONE ? 0.0 : 1.0;
}

static trama_status allocate(barrier *self, trama_error *error)
{
    const trama_contact_mesh *mesh = self->collision.mesh;
    const size_t n = 3 * mesh->vertices;
    self->block = trama_doubles(5 * trama_padded(n) + trama_padded(mesh->soup->edges));
    if (!self->block)
        return trama_fail_memory(error);
    double *rest = self->block;
    self->potential.searched = trama_carve(&rest, n);
    self->stiffness.gradient = trama_carve(&rest, n);
    self->accepted = trama_carve(&rest, n);
    self->target = trama_carve(&rest, n);
    self->velocity = trama_carve(&rest, n);
    self->potential.square = trama_carve(&rest, mesh->soup->edges);
    look_at_all(self);
    return TRAMA_OK;
}

static void restart(void *interaction)
{
    barrier *self = interaction;
    trama_stiffness_restart(&self->stiffness);
    self->least = self->nearest = self->p.dhat;
    self->friction.count = 0;
    trama_collision_restart(interaction);
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    static const trama_collision_options options = {.tolerance = 1e-6};
    trama_status status =
        trama_collision_create(among, count, &options, sizeof(barrier), interaction, error);
    barrier *self = *interaction;
    if (status != TRAMA_OK)
        return status;
    self->p = *(const parameters *)given;
    self->potential = (trama_barrier_potential){
        .mesh = self->collision.mesh, .near = &self->collision.near, .dhat = self->p.dhat};
    self->stiffness = (trama_stiffness){
        .potential = &self->potential, .fixed = self->p.kappa, .adaptive = self->p.adaptive};
    self->friction = (trama_friction){.mu = self->p.friction, .eps_v = self->p.slip};
    status = allocate(self, error);
    if (status == TRAMA_OK)
        restart(self);
    return status;
}

static void destroy(void *interaction)
{
    barrier *self = interaction;
    if (self) {
        trama_friction_free(&self->friction);
        free(self->block);
    }
    trama_collision_destroy(interaction);
}

/* Neighbours of what may touch itself have to be farther than dhat. */
static trama_status check_dhat(const barrier *self, trama_error *error)
{
    const trama_soup *soup = self->collision.mesh->soup;
    double shortest = TRAMA_INFINITY;
    for (size_t e = 0; e < soup->edges; e++)
        if (trama_soup_meets(soup, soup->group_of_edge[e], soup->group_of_edge[e]))
            shortest = fmin(shortest, sqrt(self->potential.square[e]));
    if (self->p.dhat < 0.5 * shortest)
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "dhat",
                      "dhat: %g m, and the shortest edge of what may touch itself is %g m; "
                      "allowed: below half of that",
                      self->p.dhat, shortest);
}

/* Lengths of edges at the start are those at rest of the mollifier. */
static trama_status check(void *interaction, const trama_moment *start, trama_error *error)
{
    barrier *self = interaction;
    const trama_status status = trama_collision_check(interaction, start, error);
    for (size_t e = 0; e < self->collision.mesh->soup->edges; e++) {
        const double length = trama_contact_mesh_edge(self->collision.mesh, e);
        self->potential.square[e] = length * length;
    }
    self->potential.is_searched = false;
    return status == TRAMA_OK ? check_dhat(self, error) : status;
}

/* ---- Forces, energy and tangents. */

static double energy(void *interaction, double t, const double *q)
{
    barrier *self = interaction;
    trama_barrier_search(&self->potential, t, q);
    return self->stiffness.kappa * trama_barrier_sum(&self->potential);
}

/* Velocities of all vertices; of prescribed ones, as `begin` found them. */
static void take_velocities(barrier *self, const double *v)
{
    const trama_contact_mesh *mesh = self->collision.mesh;
    for (size_t c = 0; c < 3 * mesh->vertices; c++)
        if (mesh->at[c] != TRAMA_NONE)
            self->velocity[c] = v[mesh->at[c]];
}

/* The friction, which is all that the energy does not give. */
static void losses(void *interaction, double t, const double *q, const double *v, double *f)
{
    barrier *self = interaction;
    (void)t, (void)q;
    take_velocities(self, v);
    trama_friction_forces(&self->friction, self->collision.mesh, self->velocity, f);
}

static void forces(void *interaction, double t, const double *q, const double *v, double *f)
{
    barrier *self = interaction;
    trama_barrier_search(&self->potential, t, q);
    trama_barrier_forces(&self->potential, self->stiffness.kappa, f);
    losses(interaction, t, q, v, f);
}

static void visit(barrier *self, const trama_moment *at, trama_barrier_order order,
                  trama_visit_entry *entry, void *context)
{
    trama_barrier_search(&self->potential, at->t, at->q);
    trama_barrier_visit(&self->potential, order, self->stiffness.kappa, entry, context);
    take_velocities(self, at->v);
    trama_friction_visit(&self->friction, self->collision.mesh, self->velocity, entry, context);
}

static void tangent(void *interaction, double t, const double *q, const double *v,
                    trama_triplets *k, trama_triplets *d)
{
    trama_visit_matrices m = {k, d};
    visit(interaction, &(trama_moment){t, q, v}, TRAMA_BARRIER_EXACT, trama_visit_to_matrices, &m);
}

static void convex_tangent(void *interaction, double t, const double *q, const double *v,
                           trama_triplets *k, trama_triplets *d)
{
    trama_visit_matrices m = {k, d};
    visit(interaction, &(trama_moment){t, q, v}, TRAMA_BARRIER_CONVEX, trama_visit_to_matrices, &m);
}

static void tangent_product(void *interaction, double t, const double *q, const double *v,
                            double cq, double cv, const double *u, double *y)
{
    trama_visit_product p = {cq, cv, u, y};
    visit(interaction, &(trama_moment){t, q, v}, TRAMA_BARRIER_EXACT, trama_visit_to_product, &p);
}

static bool tangent_is_symmetric(const void *interaction)
{
    (void)interaction;
    return true;
}

/* ---- A step. */

/* The normal forces and tangents of the positions that were searched last. */
static void take_friction(barrier *self)
{
    self->potential.starved |=
        !trama_friction_take(&self->friction, &self->potential, self->stiffness.kappa);
}

/* Friction begins with the normal forces of the step's start; prescribed vertices have the mean
 * velocity of the step. */
static trama_step_status begin(void *interaction, const trama_moment *now, double h)
{
    barrier *self = interaction;
    trama_contact_mesh *mesh = self->collision.mesh;
    self->potential.starved = false;
    trama_contact_mesh_place(mesh, now->t + h, now->q);
    memcpy(self->target, mesh->x0, 3 * mesh->vertices * sizeof *self->target);
    trama_barrier_search(&self->potential, now->t, now->q);
    for (size_t c = 0; c < 3 * mesh->vertices; c++)
        if (mesh->at[c] == TRAMA_NONE)
            self->velocity[c] = (self->target[c] - mesh->x0[c]) / h;
    trama_stiffness_begin(&self->stiffness, h);
    take_friction(self);
    self->lag = 0;
    return self->potential.starved ? TRAMA_STEP_NO_MEMORY : TRAMA_STEP_OK;
}

/* From x0 to x1 of the mesh. A pair may come to a tenth of its distance. */
static trama_step_status part_of(barrier *self, double *part)
{
    const trama_step_status status =
        trama_contact_find_hits(self->collision.mesh, self->p.dhat, &self->collision.hits);
    if (status == TRAMA_STEP_OK)
        *part = self->collision.hits.count > 0 ? self->collision.hits.item[0].when : 1.0;
    return status;
}

static trama_step_status admissible(void *interaction, const trama_moment *from,
                                    const trama_moment *to, double *part)
{
    barrier *self = interaction;
    trama_contact_mesh *mesh = self->collision.mesh;
    const size_t size = 3 * mesh->vertices * sizeof *mesh->x0;
    if (self->potential.starved)
        return TRAMA_STEP_NO_MEMORY;
    trama_contact_mesh_place(mesh, to->t, to->q);
    memcpy(self->target, mesh->x0, size);
    trama_contact_mesh_place(mesh, from->t, from->q);
    memcpy(mesh->x1, self->target, size);
    return part_of(self, part);
}

static bool balance(void *interaction, const trama_moment *iterate, const double *left,
                    const double *moves)
{
    barrier *self = interaction;
    trama_barrier_search(&self->potential, iterate->t, iterate->q);
    return trama_stiffness_balance(&self->stiffness, left, moves);
}

static bool accepted(void *interaction, const trama_moment *iterate)
{
    barrier *self = interaction;
    const trama_contact_mesh *mesh = self->collision.mesh;
    const double before = self->nearest;
    trama_barrier_search(&self->potential, iterate->t, iterate->q);
    memcpy(self->accepted, mesh->x0, 3 * mesh->vertices * sizeof *self->accepted);
    self->nearest = trama_barrier_nearest(&self->potential);
    self->least = fmin(self->least, self->nearest);
    return trama_stiffness_follow(&self->stiffness, before, self->nearest);
}

static bool renew(void *interaction, const trama_moment *solution)
{
    barrier *self = interaction;
    if (self->p.friction == 0.0 || ++self->lag >= self->p.lags)
        return false;
    trama_barrier_search(&self->potential, solution->t, solution->q);
    take_friction(self);
    return true;
}

/* Changes nothing: if a model or another interaction has moved what Newton's iteration found, then
 * only where it may go. */
static trama_step_status filter(void *interaction, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    barrier *self = interaction;
    trama_contact_mesh *mesh = self->collision.mesh;
    double part = 1.0;
    (void)touched;
    if (view->stage != TRAMA_MOVE)
        return TRAMA_STEP_OK;
    trama_contact_mesh_gather(mesh, view, u);
    look_at_all(self);
    memcpy(mesh->x0, self->accepted, 3 * mesh->vertices * sizeof *mesh->x0);
    const trama_step_status status = part_of(self, &part);
    if (status != TRAMA_STEP_OK || self->potential.starved)
        return TRAMA_STEP_NO_MEMORY;
    return part == 1.0 ? TRAMA_STEP_OK : TRAMA_STEP_REFUSED;
}

static bool corrects(const void *interaction)
{
    (void)interaction;
    return false;
}

static void state(void *interaction, trama_archive *archive)
{
    barrier *self = interaction;
    trama_archive_reals(archive, &self->stiffness.kappa, 1);
    trama_archive_reals(archive, &self->least, 1);
    trama_archive_reals(archive, &self->nearest, 1);
    trama_archive_reals(archive, &self->stiffness.raised, 1);
}

static void observe(void *interaction, double t, const double *q, const double *v, double *value)
{
    barrier *self = interaction;
    trama_crossing crossing;
    (void)v;
    trama_barrier_search(&self->potential, t, q);
    const bool found =
        trama_contact_find_crossings(self->collision.mesh, &crossing) == TRAMA_STEP_OK;
    value[0] = (double)self->collision.near.count;
    value[1] = trama_barrier_nearest(&self->potential);
    value[2] = self->least;
    value[3] = found ? (double)crossing.count : TRAMA_NAN;
    value[4] = self->stiffness.kappa;
    value[5] = self->stiffness.raised;
}

const trama_interaction_type trama_interaction_barrier_contact = {
    .name = "barrier_contact",
    .summary = "triangle meshes against each other and themselves: incremental potential contact, "
               "for implicit methods",
    .reference = "Li et al. 2020",
    .version = 4, /* 4: the iteration knows the rounding of positions */
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 1,
    .most = TRAMA_AMONG_MAX,
    .order_limit = 1, /* forces begin in the middle of a step */
    .observed = {{"contacts", "1", "pairs that are nearer than dhat"},
                 {"nearest", "m", "distance of the nearest pair, dhat at most"},
                 {"least", "m", "the least distance in any iterate so far, dhat at most"},
                 {"crossings", "1", "edges that pass through a triangle"},
                 {"kappa", "N/m", "stiffness of the barrier"},
                 {"raised", "J", "energy put in by changes of kappa"}},
    .create = create,
    .destroy = destroy,
    .check = check,
    .begin = begin,
    .forces = forces,
    .losses = losses,
    .friction = losses,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
    .convex_tangent = convex_tangent,
    .admissible = admissible,
    .balance = balance,
    .accepted = accepted,
    .renew = renew,
    .filter = filter,
    .corrects = corrects,
    .restart = restart,
    .state = state,
    .energy = energy,
    .observe = observe,
    .keeps_apart = true,
};
