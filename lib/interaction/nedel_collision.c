/* Collisions of Nedel, "Simulacao de objetos deformaveis baseada na analise dinamica", 1993,
 * section 2.2.5, of any triangle meshes: elastic, of the vertices of meshes that can move with any
 * face. The point of the face that is hit is no point of the mesh; three treatments stand for it:
 *   nearest   the vertex of the triangle that is nearest to it collides
 *   three     the three vertices collide, as one
 *   springs   it is joined to the vertices by springs at rest: it takes the blow and passes it on
 *
 * Two that collide exchange the impulse that turns their velocity along the triangle's normal, and
 * so keep kinetic energy. The source says no more; assumed: detection is continuous over the step;
 * a pair that another answer has parted is left alone; the point of `springs` has the mass of the
 * vertex that hits it, moves with the springs for the rest of the step, and then leaves to the
 * vertices, by its weights, the momentum that it still has. Edges against edges are not tested, and
 * there are no zones: what meets after all is recorded. */
#include "interaction/collision.h"

#include "core/vec.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { NEAREST, THREE, SPRINGS };
enum { PARTS = 32 }; /* of the rest of a step, for springs */

typedef struct parameters {
    int treatment;
    double stiffness;
    trama_collision_options options;
} parameters;

typedef struct nedel {
    trama_collision collision; /* first */
    parameters p;
} nedel;

static const char *const treatments[] = {"nearest", "three", "springs", NULL};

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(parameters, treatment, treatments), .fallback = {NEAREST},
     .summary = "what is hit: the nearest vertex of the triangle, its three vertices as one, or a "
                "point joined to them by springs (2.2.5)"},
    {TRAMA_FIELD_OF(parameters, stiffness), .unit = "N/m", .maximum = DBL_MAX, .fallback = {100},
     .summary = "of these springs (assumed: no source prints it)"},
    {TRAMA_FIELD_AS("tolerance", parameters, options.tolerance), .unit = "m", .minimum = 1e-15,
     .maximum = 1.0, .fallback = {1e-6},
     .summary = "a vertex and a face that come nearer collide "
                "(assumed)"},
    {TRAMA_FIELD_AS("rounds", parameters, options.rounds), .unit = "1", .minimum = 1,
     .maximum = 1000, .fallback = {1}, .summary = "of answers in a step (assumed)"},
    {TRAMA_FIELD_AS("on_unresolved", parameters, options.on_unresolved), .unit = "",
     .choices = trama_on_unresolved_names, .fallback = {TRAMA_UNRESOLVED_RECORD},
     .summary = "of a step in which features still meet: record, halve, or refuse"},
};

/* ---- Impulses. */

/* Turns the velocity along the normal of what the weights say collides. */
static void turn(nedel *self, const trama_mesh_contact *c)
{
    trama_contact_mesh *mesh = self->collision.mesh;
    const double yield = trama_contact_mesh_yield(mesh, c, c->normal);
    double v[3];
    trama_contact_mesh_between(mesh, c, v);
    const double speed = dot3(v, c->normal);
    if (!(speed < 0.0 && yield > 0.0))
        return;
    self->collision.contacts++;
    trama_collision_book(&self->collision,
                         trama_contact_mesh_push(mesh, c, c->normal, -2.0 * speed / yield));
}

static void hit_nearest(nedel *self, trama_mesh_contact c)
{
    int nearest = 1;
    for (int i = 2; i < 4; i++)
        if (c.weight[i] < c.weight[nearest])
            nearest = i;
    for (int i = 1; i < 4; i++)
        c.weight[i] = i == nearest ? -1.0 : 0.0;
    turn(self, &c);
}

static void hit_three(nedel *self, trama_mesh_contact c)
{
    c.weight[1] = c.weight[2] = c.weight[3] = -1.0 / 3.0;
    turn(self, &c);
}

/* ---- The point on springs. */

static vec of(const double *x, uint32_t vertex)
{
    return (vec){x[3 * (size_t)vertex], x[3 * (size_t)vertex + 1], x[3 * (size_t)vertex + 2]};
}

static void add(trama_contact_mesh *mesh, uint32_t vertex, double factor, vec change)
{
    double *u = mesh->u + 3 * (size_t)vertex;
    const double *yield = mesh->yield + 3 * (size_t)vertex;
    u[0] += factor * yield[0] * change.x;
    u[1] += factor * yield[1] * change.y;
    u[2] += factor * yield[2] * change.z;
}

/* The point and the vertices for the rest of the step, by symplectic Euler; the point's velocity v
 * changes, and so do those of the vertices. */
static void spring_on(nedel *self, const trama_mesh_contact *c, double mass, vec *v)
{
    trama_contact_mesh *mesh = self->collision.mesh;
    const double h = mesh->h * (1.0 - c->when) / PARTS;
    vec x = {0.0, 0.0, 0.0}, at[3];
    double rest[3];
    for (int i = 0; i < 3; i++) {
        at[i] = plus_scaled(of(mesh->x0, c->vertex[1 + i]), c->when * mesh->h,
                            of(mesh->u, c->vertex[1 + i]));
        x = plus_scaled(x, -c->weight[1 + i], at[i]);
    }
    for (int i = 0; i < 3; i++)
        rest[i] = sqrt(dot(minus(at[i], x), minus(at[i], x)));
    for (int part = 0; part < PARTS; part++) {
        for (int i = 0; i < 3; i++) {
            const vec along = minus(at[i], x);
            const double length = sqrt(dot(along, along));
            if (!(length > 0.0))
                continue;
            const vec pull = scaled(h * self->p.stiffness * (length - rest[i]) / length, along);
            *v = plus_scaled(*v, 1.0 / mass, pull);
            add(mesh, c->vertex[1 + i], -1.0, pull);
        }
        x = plus_scaled(x, h, *v);
        for (int i = 0; i < 3; i++)
            at[i] = plus_scaled(at[i], h, of(mesh->u, c->vertex[1 + i]));
    }
}

static double kinetic(const trama_contact_mesh *mesh, const trama_mesh_contact *c)
{
    double sum = 0.0;
    for (int i = 0; i < 4; i++)
        for (size_t axis = 0; axis < 3; axis++) {
            const size_t at = 3 * (size_t)c->vertex[i] + axis;
            if (mesh->yield[at] > 0.0)
                sum += 0.5 * mesh->u[at] * mesh->u[at] / mesh->yield[at];
        }
    return sum;
}

/* The vertex and the point, of the same mass, swap what they have along the normal. */
static void hit_springs(nedel *self, const trama_mesh_contact *c)
{
    trama_contact_mesh *mesh = self->collision.mesh;
    const vec normal = {c->normal[0], c->normal[1], c->normal[2]};
    const double mass = 1.0 / mesh->yield[3 * (size_t)c->vertex[0]];
    const double before = kinetic(mesh, c);
    vec start = {0.0, 0.0, 0.0};
    for (int i = 1; i < 4; i++)
        start = plus_scaled(start, -c->weight[i], of(mesh->u, c->vertex[i]));
    const double speed = dot(minus(of(mesh->u, c->vertex[0]), start), normal);
    if (!(speed < 0.0))
        return;
    vec v = plus_scaled(start, speed, normal);
    add(mesh, c->vertex[0], -mass * speed, normal);
    spring_on(self, c, mass, &v);
    for (int i = 1; i < 4; i++)
        add(mesh, c->vertex[i], -c->weight[i] * mass, minus(v, start));
    self->collision.contacts++;
    trama_collision_book(&self->collision, before - kinetic(mesh, c));
}

/* ---- The whole. */

/* An object, none of whose points moves, is hit as it is, whatever the treatment. */
static void respond(nedel *self, const trama_mesh_contact *c)
{
    const bool *fixed = self->collision.mesh->fixed;
    if (c->edges || fixed[c->vertex[0]])
        return;
    if (fixed[c->vertex[1]] && fixed[c->vertex[2]] && fixed[c->vertex[3]])
        turn(self, c);
    else if (self->p.treatment == NEAREST)
        hit_nearest(self, *c);
    else if (self->p.treatment == THREE)
        hit_three(self, *c);
    else
        hit_springs(self, c);
}

static trama_step_status filter(void *interaction, const trama_step_view *view, double *u,
                                trama_touched *touched)
{
    nedel *self = interaction;
    trama_collision *collision = &self->collision;
    if (view->stage == TRAMA_END || collision->gave_up)
        return TRAMA_STEP_OK;
    trama_contact_mesh_gather(collision->mesh, view, u);
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
        trama_collision_create(among, count, &p->options, sizeof(nedel), interaction, error);
    nedel *self = *interaction;
    if (self) {
        self->p = *p;
        self->collision.options.zone_rounds = 0; /* no zones */
    }
    return status;
}

const trama_interaction_type trama_interaction_nedel_collision = {
    .name = "nedel_collision",
    .summary = "vertices of triangle meshes against faces, elastic, by three treatments",
    .reference = "Nedel 1993, section 2.2.5",
    .version = 5, /* 5: what it gives back counts as excess */
    .parameters = TRAMA_FIELDS(fields, parameters),
    .least = 1,
    .most = TRAMA_AMONG_MAX,
    .order_limit = 1,
    .observed = {TRAMA_COLLISION_OBSERVED},
    .create = create,
    .filter = filter,
    TRAMA_COLLISION_FUNCTIONS,
};
