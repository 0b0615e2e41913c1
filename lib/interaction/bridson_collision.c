/* Collisions of Bridson, Fedkiw and Anderson, "Robust treatment of collisions, contact and friction
 * for cloth animation", SIGGRAPH 2002, as Campos has them (chapter 6), of any triangle meshes.
 *
 * On the mean velocity u of the step, which carries x_n to the candidate x (6.3):
 *   1. repulsions of what is nearer than the thickness at x_n (6.2.2): an inelastic impulse if the
 *      two approach, and a spring's, I = min(h k d, m (0.1 d/h - V_N)), d the overlap;
 *   2. impulses on what collides on its straight way (6.2.4): inelastic if the two approach, the
 *      spring's if they separate; found anew and repeated for some rounds;
 *   3. rigid impact zones for what still collides (6.2.5).
 * Friction follows each normal impulse, V_T' = max(1 - mu dV_N/|V_T|, 0) V_T (6.2.3).
 *
 * An impulse is distributed by weights, I~ = 2 I / sum w^2 (6.2.1). With masses that differ, or are
 * infinite, sum w^2 becomes m sum w^2/m_i: an impulse J changes the relative velocity by J times
 * the yield, sum w_i^2/m_i. As printed, the bound m (0.1 d/h - V_N) would change it by twice
 * 0.1 d/h - V_N; here the relative velocity ends at 0.1 d/h, as the text says (at most a tenth of
 * the overlap a step).
 *
 * Under a method that holds apart what is near within its own iterations (pairing.h) 1 is left to
 * it: there the spring's force is k d, friction Coulomb's, and no part of the overlap is its limit.
 *
 * The step's end: the method's velocity takes the change of u (`velocity: added`), or is u itself
 * on what was changed (`mean`, Campos' v^{n+1} = v^{n+1/2}). */
#include "interaction/collision.h"

#include "core/numbers.h"
#include "core/vec.h"

#include <float.h>
#include <math.h>

enum { ADDED, MEAN };

typedef struct parameters {
    double thickness, stiffness, friction, part;
    bool edge_ends;
    int velocity;
    trama_collision_options options;
} parameters;

typedef struct bridson {
    trama_collision collision; /* first */
    parameters p;
} bridson;

static const char *const velocities[] = {"added", "mean", NULL};

#define default_part 0.1

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, thickness), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {1e-3}, .summary = "h: nearer than this, two repel (Campos, 6.1: 1 mm)"},
    {TRAMA_FIELD_OF(parameters, stiffness), .unit = "N/m", .maximum = DBL_MAX, .fallback = {1000},
     .summary = "k of the repulsive spring (assumed: no source prints it)"},
    {TRAMA_FIELD_OF(parameters, part), .unit = "1", .maximum = 1.0, .fallback = {default_part},
     .summary = "of the overlap that a spring may undo in a step (Campos, 6.2.2: 10 %)"},
    {TRAMA_FIELD_OF(parameters, friction), .unit = "1", .maximum = DBL_MAX,
     .summary = "mu of Coulomb's law (assumed: no source prints it)"},
    {TRAMA_FIELD_OF(parameters, edge_ends), .unit = "",
     .summary = "whether edges repel where an end of one is nearest, askew, as printed; if not, "
                "that is left to the vertex and its faces"},
    {TRAMA_CHOICE_OF(parameters, velocity, velocities), .fallback = {ADDED},
     .summary = "at the end: the method's, with the change added; or the mean velocity of the step "
                "(Campos, 6.3)"},
    TRAMA_COLLISION_FIELDS(parameters, options, 5, TRAMA_ZONES_CORRECTED, TRAMA_UNRESOLVED_HALVE),
};

/* ---- Impulses on a pair. */

/* Takes `change` (m/s) from the tangential velocity for `normal` (N s) of normal impulse. */
static void rub(bridson *self, const trama_mesh_contact *c, double normal)
{
    trama_contact_mesh *mesh = self->collision.mesh;
    double v[3];
    trama_contact_mesh_between(mesh, c, v);
    const double along = dot3(v, c->normal);
    for (int axis = 0; axis < 3; axis++)
        v[axis] -= along * c->normal[axis];
    const double slip = sqrt(dot3(v, v));
    if (self->p.friction == 0.0 || slip == 0.0)
        return;
    for (int axis = 0; axis < 3; axis++)
        v[axis] /= -slip;
    const double yield = trama_contact_mesh_yield(mesh, c, v);
    if (yield > 0.0)
        trama_collision_book(
            &self->collision,
            trama_contact_mesh_push(mesh, c, v, fmin(self->p.friction * normal, slip / yield)));
}

/* The inelastic impulse, and the spring's for an overlap d (m); N s in all. */
static double push(bridson *self, const trama_mesh_contact *c, double overlap)
{
    trama_contact_mesh *mesh = self->collision.mesh;
    const double yield = trama_contact_mesh_yield(mesh, c, c->normal);
    double v[3], impulse = 0.0, squares = 0.0;
    if (!(yield > 0.0))
        return 0.0;
    trama_contact_mesh_between(mesh, c, v);
    const double speed = dot3(v, c->normal);
    if (speed < 0.0) {
        impulse = -speed / yield;
        trama_collision_book(&self->collision,
                             trama_contact_mesh_push(mesh, c, c->normal, impulse));
    }
    for (int i = 0; i < 4; i++)
        squares += c->weight[i] * c->weight[i];
    const double enough = self->p.part * overlap / mesh->h - fmax(speed, 0.0);
    if (!(overlap > 0.0 && enough > 0.0))
        return impulse;
    const double spring =
        fmin(2.0 * mesh->h * self->p.stiffness * overlap / squares, enough / yield);
    trama_collision_book(&self->collision, trama_contact_mesh_push(mesh, c, c->normal, spring));
    return impulse + spring;
}

static void respond(bridson *self, const trama_mesh_contact *c, double overlap)
{
    const double impulse = push(self, c, overlap);
    if (impulse == 0.0)
        return;
    self->collision.contacts++;
    rub(self, c, impulse);
}

/* ---- Repulsions. */

static vec of(const trama_contact_mesh *mesh, uint32_t vertex)
{
    const double *x = mesh->x0 + 3 * (size_t)vertex;
    return (vec){x[0], x[1], x[2]};
}

/* A vertex and a face, by the face's normal and the barycentric coordinates of the projection,
 * which may be outside of the face by the thickness over its mean edge (6.1). */
static bool is_near_face(const bridson *self, trama_mesh_contact *c)
{
    const trama_contact_mesh *mesh = self->collision.mesh;
    const double thickness = self->p.thickness;
    const vec x3 = of(mesh, c->vertex[3]), a = minus(of(mesh, c->vertex[1]), x3),
              b = minus(of(mesh, c->vertex[2]), x3), x = minus(of(mesh, c->vertex[0]), x3);
    const double aa = dot(a, a), ab = dot(a, b), bb = dot(b, b), ax = dot(a, x), bx = dot(b, x);
    const double det = aa * bb - ab * ab, width = sqrt(det);
    if (!(det > 0.0))
        return false;
    const vec normal = scaled(1.0 / width, cross(a, b));
    const double height = dot(x, normal);
    const double sides = (sqrt(aa) + sqrt(bb) + sqrt(dot(minus(a, b), minus(a, b)))) / 3.0;
    const double w1 = (bb * ax - ab * bx) / det, w2 = (aa * bx - ab * ax) / det, w3 = 1.0 - w1 - w2;
    const double low = -thickness / sides;
    if (!(fabs(height) < thickness) || !(w1 >= low && w2 >= low && w3 >= low))
        return false;
    const double side = height < 0.0 ? -1.0 : 1.0;
    c->weight[1] = -w1;
    c->weight[2] = -w2;
    c->weight[3] = -w3;
    c->normal[0] = side * normal.x;
    c->normal[1] = side * normal.y;
    c->normal[2] = side * normal.z;
    c->distance = fabs(height);
    return true;
}

static bool is_near_edge(const bridson *self, const trama_mesh_contact *c)
{
    bool at_end = false;
    for (int i = 0; i < 4; i++)
        at_end = at_end || c->weight[i] == 0.0;
    return c->distance < self->p.thickness && c->distance > 0.0 && (self->p.edge_ends || !at_end);
}

/* A vertex whose projection is outside of a face by the margin is farther than the thickness:
 * beyond the tip of a needle, where two sides have theirs, up to 3 times beside it, and once above.
 */
static const double farthest = 3.17; /* sqrt(10), and rounding */

static trama_step_status repel(bridson *self)
{
    trama_collision *collision = &self->collision;
    const trama_step_status status =
        trama_contact_find_near(collision->mesh, farthest * self->p.thickness, &collision->near);
    for (size_t i = 0; status == TRAMA_STEP_OK && i < collision->near.count; i++) {
        trama_mesh_contact *c = &collision->near.item[i];
        if (c->edges ? is_near_edge(self, c) : is_near_face(self, c))
            respond(self, c, self->p.thickness - c->distance);
    }
    trama_contact_mesh_move(collision->mesh);
    return status;
}

/* ---- Collisions. */

static trama_step_status collide(bridson *self)
{
    trama_collision *collision = &self->collision;
    for (long round = 0; round < collision->options.rounds; round++) {
        const trama_step_status status = trama_contact_find_hits(
            collision->mesh, collision->options.tolerance, &collision->hits);
        if (status != TRAMA_STEP_OK || collision->hits.count == 0)
            return status;
        for (size_t i = 0; i < collision->hits.count; i++) {
            const trama_mesh_contact *c = &collision->hits.item[i];
            respond(self, c, fmax(self->p.thickness - c->distance, 0.0));
        }
        trama_contact_mesh_move(collision->mesh);
    }
    return TRAMA_STEP_OK;
}

/* ---- The whole. */

/* v = u where u was changed. */
static void take_mean(const bridson *self, double *v, trama_touched *touched)
{
    const trama_contact_mesh *mesh = self->collision.mesh;
    for (size_t c = 0; c < 3 * mesh->vertices; c++) {
        const size_t at = mesh->at[c];
        if (!mesh->changed[c] || v[at] == mesh->u[c])
            continue;
        v[at] = mesh->u[c];
        trama_touch(touched, at);
    }
}

static trama_step_status filter(void *interaction, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    bridson *self = interaction;
    if (view->stage == TRAMA_END) {
        if (self->p.velocity == MEAN)
            take_mean(self, u, touched);
        return TRAMA_STEP_OK;
    }
    if (self->collision.gave_up)
        return TRAMA_STEP_OK;
    trama_contact_mesh_gather(self->collision.mesh, view, u);
    trama_step_status status =
        self->collision.first && !self->collision.apart ? repel(self) : TRAMA_STEP_OK;
    if (status == TRAMA_STEP_OK)
        status = collide(self);
    return status == TRAMA_STEP_OK ? trama_collision_finish(&self->collision, u, touched) : status;
}

/* What has no meaning for rigid bodies. */
static trama_status check_bodies(const parameters *p, const trama_surface *const *among,
                                 size_t count, trama_error *error)
{
    size_t bodies = 0;
    for (size_t i = 0; i < count; i++)
        bodies += trama_surface_bodies(among[i]);
    if (bodies > 0 && p->velocity == MEAN)
        return trama_fail(error, TRAMA_BAD_INPUT, "velocity",
                          "velocity: mean, and rigid bodies; allowed: added");
    if (bodies > 0 && p->options.zones != TRAMA_ZONES_CORRECTED)
        return trama_fail(error, TRAMA_BAD_INPUT, "zones",
                          "zones: published, and rigid bodies; allowed: corrected");
    return TRAMA_OK;
}

static trama_status create(const void *given, const trama_surface *const *among, size_t count,
                           void **interaction, trama_error *error)
{
    const parameters *p = given;
    *interaction = NULL;
    if (check_bodies(p, among, count, error) != TRAMA_OK)
        return error->status;
    const trama_status status = trama_collision_create_of_bodies(
        among, count, &p->options, sizeof(bridson), interaction, error);
    bridson *self = *interaction;
    if (self) {
        self->p = *p;
        self->collision.thickness = p->thickness;
    }
    return status;
}

static trama_pairing_law law(const void *interaction)
{
    const parameters *p = &((const bridson *)interaction)->p;
    return (trama_pairing_law){
        p->thickness, p->stiffness, p->friction, p->edge_ends,
        p->part != default_part ? "has a part, which bounds its own springs alone" : NULL};
}

static const trama_pairing pairing = {
    .law = law,
    .vertices = trama_collision_vertices,
    .hold = trama_collision_hold,
    .find = trama_collision_find,
    .tell = trama_collision_tell,
};

/* Its impulses are not told apart by cause. */
static double friction_taken(const void *interaction)
{
    return ((const bridson *)interaction)->p.friction > 0.0 ? TRAMA_NAN : 0.0;
}

const trama_interaction_type trama_interaction_bridson_collision = {
    .name = "bridson_collision",
    .summary = "triangle meshes against each other and themselves: repulsions, impulses, zones",
    .reference = "Bridson, Fedkiw and Anderson 2002; Campos 2006, chapter 6",
    .version = 5, /* 5: what it gives back counts as excess */
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 1,
    .most = TRAMA_AMONG_MAX,
    .order_limit = 1,
    .observed = {TRAMA_COLLISION_OBSERVED},
    .create = create,
    .friction_taken = friction_taken,
    .filter = filter,
    .pairing = &pairing,
    TRAMA_COLLISION_FUNCTIONS,
};
