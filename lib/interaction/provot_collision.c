/* Collisions of Provot, "Collision and self-collision handling in cloth model dedicated to design
 * garments", 1997, as Campos has them (chapter 5), of any triangle meshes.
 *
 * On the velocity that moves positions:
 *   1. each pair that collides on its straight way is answered by itself (5.3.3);
 *   2. impact zones, until nothing collides (5.4).
 *
 * response: published. Every vertex of the pair has its velocity V, seen from a frame, replaced
 * over the whole step: |V_T| > k_f |V_N|:   V' = V_T - k_f |V_N| V_T/|V_T| - k_d V_N,   else   V' =
 * -k_d V_N. The normal is the triangle's, or the product of the edges, when they meet. The frame
 * moves with the centre of mass of the object, where there is one; so what turns in place counts as
 * still. Of two cloths, and within one, it moves with the centre of mass of the four points.
 * Friction a vertex does not conserve momentum.
 *
 * response: corrected. The same law for the velocity between the two points that meet, by impulses
 * in parts of their weights: momentum is conserved, k_d <= 1 adds no energy, and what turns drags.
 *
 * Not printed, and assumed: a pair that an answer to another has parted is left alone; pairs are
 * answered in the order in which they meet. */
#include "interaction/collision.h"

#include "core/numbers.h"
#include "core/vec.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { PUBLISHED, CORRECTED };

typedef struct parameters {
    double friction, restitution;
    int response;
    trama_collision_options options;
} parameters;

typedef struct provot {
    trama_collision collision; /* first */
    parameters p;
    struct {
        bool is_object; /* nothing of it yields */
        double velocity[3];
    } of[TRAMA_AMONG_MAX]; /* surfaces, in this step */
} provot;

static const char *const responses[] = {"published", "corrected", NULL};

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, friction), .unit = "1", .maximum = DBL_MAX,
     .summary = "k_f of Coulomb's law (assumed: no source prints it)"},
    {TRAMA_FIELD_AS("restitution", parameters, restitution), .unit = "1", .maximum = 1.0,
     .summary = "k_d: 0 inelastic, 1 elastic (assumed: no source prints it)"},
    {TRAMA_CHOICE_OF(parameters, response, responses), .fallback = {PUBLISHED},
     .summary =
         "published: each vertex by itself; corrected: impulses between the points that meet"},
    TRAMA_COLLISION_FIELDS(parameters, options, 1, TRAMA_ZONES_PUBLISHED, TRAMA_UNRESOLVED_RECORD),
};

/* ---- As published. */

/* Which surfaces are objects, and the mean velocity of their vertices, by which a mesh without
 * masses stands for its centre of mass. */
static void find_objects(provot *self)
{
    const trama_contact_mesh *mesh = self->collision.mesh;
    for (size_t s = 0; s < mesh->surfaces; s++) {
        const size_t begin = mesh->soup->vertex_begin[s], end = mesh->soup->vertex_begin[s + 1];
        double sum[3] = {0.0, 0.0, 0.0};
        self->of[s].is_object = true;
        for (size_t i = begin; i < end; i++)
            for (size_t axis = 0; axis < 3; axis++) {
                sum[axis] += mesh->u[3 * i + axis];
                self->of[s].is_object = self->of[s].is_object && mesh->yield[3 * i + axis] == 0.0;
            }
        for (size_t axis = 0; axis < 3; axis++)
            self->of[s].velocity[axis] = sum[axis] / (double)(end - begin);
    }
}

/* The velocity of the frame. What is held and no object's weighs nothing in the centre of mass if
 * others do not. */
static void find_frame(const provot *self, const trama_mesh_contact *c, double frame[3])
{
    const trama_contact_mesh *mesh = self->collision.mesh;
    double mass = 0.0;
    frame[0] = frame[1] = frame[2] = 0.0;
    for (int i = 0; i < 4; i++) {
        const size_t s = mesh->soup->group_of_vertex[c->vertex[i]];
        if (self->of[s].is_object) {
            memcpy(frame, self->of[s].velocity, sizeof self->of[s].velocity);
            return;
        }
    }
    for (int i = 0; i < 4; i++) {
        const size_t at = 3 * (size_t)c->vertex[i];
        if (mesh->fixed[c->vertex[i]]) { /* of infinite mass */
            memcpy(frame, mesh->u + at, 3 * sizeof *frame);
            return;
        }
        mass += 1.0 / mesh->yield[at];
        for (size_t axis = 0; axis < 3; axis++)
            frame[axis] += mesh->u[at + axis] / mesh->yield[at];
    }
    for (size_t axis = 0; axis < 3; axis++)
        frame[axis] /= mass;
}

/* V' of V. */
static void answer(const provot *self, const double normal[3], double v[3])
{
    const double along = dot3(v, normal);
    double across[3];
    for (int axis = 0; axis < 3; axis++)
        across[axis] = v[axis] - along * normal[axis];
    const double slip = sqrt(dot3(across, across)), loss = self->p.friction * fabs(along);
    const double left = slip > loss ? 1.0 - loss / slip : 0.0;
    for (int axis = 0; axis < 3; axis++)
        v[axis] = left * across[axis] - self->p.restitution * along * normal[axis];
}

static void answer_vertices(provot *self, const trama_mesh_contact *c)
{
    trama_contact_mesh *mesh = self->collision.mesh;
    double frame[3];
    find_frame(self, c, frame);
    for (int i = 0; i < 4; i++) {
        const size_t at = 3 * (size_t)c->vertex[i];
        double v[3], after[3];
        if (mesh->fixed[c->vertex[i]])
            continue;
        for (size_t axis = 0; axis < 3; axis++)
            after[axis] = v[axis] = mesh->u[at + axis] - frame[axis];
        answer(self, c->normal, after);
        trama_collision_book(&self->collision,
                             0.5 / mesh->yield[at] * (dot3(v, v) - dot3(after, after)));
        for (size_t axis = 0; axis < 3; axis++)
            mesh->u[at + axis] = frame[axis] + after[axis];
    }
}

/* ---- As corrected. */

static void push(provot *self, const trama_mesh_contact *c, const double direction[3],
                 double change)
{
    const double yield = trama_contact_mesh_yield(self->collision.mesh, c, direction);
    if (yield > 0.0)
        trama_collision_book(&self->collision, trama_contact_mesh_push(self->collision.mesh, c,
                                                                       direction, change / yield));
}

static void answer_points(provot *self, const trama_mesh_contact *c, const double v[3])
{
    const double along = dot3(v, c->normal);
    double across[3];
    for (int axis = 0; axis < 3; axis++)
        across[axis] = along * c->normal[axis] - v[axis];
    const double slip = sqrt(dot3(across, across));
    push(self, c, c->normal, -(1.0 + self->p.restitution) * along);
    if (slip == 0.0)
        return;
    for (int axis = 0; axis < 3; axis++)
        across[axis] /= slip;
    push(self, c, across, fmin(self->p.friction * fabs(along), slip));
}

/* ---- The whole. */

static const double flat = 1e-6; /* rad, between triangles of one plane */

/* Whether the edge of two vertices is within a plane at the start of the step: nothing could be
 * caught at it, and what hits it lies on its triangles. */
static bool is_in_plane(const trama_contact_mesh *mesh, const uint32_t vertex[2])
{
    const trama_soup *soup = mesh->soup;
    const uint32_t e = trama_soup_edge(soup, vertex[0], vertex[1]);
    double normal[2][3], across[3];
    if (e == TRAMA_SOUP_NONE || soup->edge_triangles[e] != 2)
        return false;
    for (int side = 0; side < 2; side++) {
        const uint32_t *v = soup->triangle[soup->edge_triangle[e][side]];
        double d[2][3];
        for (size_t axis = 0; axis < 3; axis++)
            for (int k = 0; k < 2; k++)
                d[k][axis] =
                    mesh->x0[3 * (size_t)v[k + 1] + axis] - mesh->x0[3 * (size_t)v[0] + axis];
        cross3(d[0], d[1], normal[side]);
    }
    cross3(normal[0], normal[1], across);
    return dot3(across, across) <=
           flat * flat * dot3(normal[0], normal[0]) * dot3(normal[1], normal[1]);
}

static void respond(provot *self, const trama_mesh_contact *c)
{
    double v[3];
    trama_contact_mesh_between(self->collision.mesh, c, v);
    if (!(dot3(v, c->normal) < 0.0))
        return;
    self->collision.contacts++;
    self->collision.in_plane += c->edges && (is_in_plane(self->collision.mesh, c->vertex) ||
                                             is_in_plane(self->collision.mesh, c->vertex + 2));
    if (self->p.response == PUBLISHED)
        answer_vertices(self, c);
    else
        answer_points(self, c, v);
}

static trama_step_status filter(void *interaction, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    provot *self = interaction;
    trama_collision *collision = &self->collision;
    if (view->stage == TRAMA_END || collision->gave_up)
        return TRAMA_STEP_OK;
    trama_contact_mesh_gather(collision->mesh, view, u);
    find_objects(self);
    for (long round = 0; round < collision->options.rounds; round++) {
        const trama_step_status status = trama_contact_find_hits(
            collision->mesh, collision->options.tolerance, &collision->hits);
        if (status != TRAMA_STEP_OK)
            return status;
        for (size_t i = 0; i < collision->hits.count; i++)
            respond(self, &collision->hits.item[i]);
        trama_contact_mesh_move(collision->mesh);
    }
    return trama_collision_finish(collision, u, touched);
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    const parameters *p = given;
    const trama_status status =
        trama_collision_create(among, count, &p->options, sizeof(provot), interaction, error);
    provot *self = *interaction;
    if (self)
        self->p = *p;
    return status;
}

/* Its impulses are not told apart by cause. */
static double friction_taken(const void *interaction)
{
    return ((const provot *)interaction)->p.friction > 0.0 ? TRAMA_NAN : 0.0;
}

const trama_interaction_type trama_interaction_provot_collision = {
    .name = "provot_collision",
    .summary = "triangle meshes against each other and themselves: contact, friction, impact zones",
    .reference = "Provot 1997; Campos 2006, chapter 5",
    .version = 5, /* 5: what it gives back counts as excess */
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 1,
    .most = TRAMA_AMONG_MAX,
    .order_limit = 1,
    .observed = {TRAMA_COLLISION_OBSERVED},
    .create = create,
    .friction_taken = friction_taken,
    .filter = filter,
    TRAMA_COLLISION_FUNCTIONS,
};
