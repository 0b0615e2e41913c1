/* ODE's rigid bodies: a body in its principal axes, a geometry at the shape's place in them.
 * Contacts are made anew in each step, of at most four points a pair, by ODE's own detection. */
#include "engines/ode.h"

#include <stdlib.h>
#include <string.h>

enum { POINTS = 4 };

/* --- shapes --- */

typedef dGeomID make_geometry(ode_world *w, const trama_problem_shape *shape,
                              struct ode_surface *surface);

static dGeomID make_sphere(ode_world *w, const trama_problem_shape *shape,
                           struct ode_surface *surface)
{
    (void)surface;
    return dCreateSphere(w->space, shape->size[0]);
}

static dGeomID make_box(ode_world *w, const trama_problem_shape *shape, struct ode_surface *surface)
{
    (void)surface;
    return dCreateBox(w->space, shape->size[0], shape->size[1], shape->size[2]);
}

static dGeomID make_cylinder(ode_world *w, const trama_problem_shape *shape,
                             struct ode_surface *surface)
{
    (void)surface;
    return dCreateCylinder(w->space, shape->size[0], shape->size[1]);
}

static dGeomID make_capsule(ode_world *w, const trama_problem_shape *shape,
                            struct ode_surface *surface)
{
    (void)surface;
    return dCreateCapsule(w->space, shape->size[0], shape->size[1]);
}

static dGeomID make_plane(ode_world *w, const trama_problem_shape *shape,
                          struct ode_surface *surface)
{
    (void)shape, (void)surface;
    return dCreatePlane(w->space, 0.0, 0.0, 1.0, 0.0); /* place_plane sets it */
}

static bool copy_surface(const trama_problem_shape *shape, struct ode_surface *surface)
{
    if (surface->point)
        return true;
    surface->point = calloc(3 * shape->points + 1, sizeof *surface->point);
    surface->triangle = calloc(3 * shape->triangles + 1, sizeof *surface->triangle);
    surface->plane = calloc(4 * shape->triangles + 1, sizeof *surface->plane);
    surface->polygon = calloc(4 * shape->triangles + 1, sizeof *surface->polygon);
    if (!surface->point || !surface->triangle || !surface->plane || !surface->polygon)
        return false;
    memcpy(surface->point, shape->point, 3 * shape->points * sizeof *surface->point);
    for (size_t t = 0; t < shape->triangles; t++) {
        surface->polygon[4 * t] = 3;
        for (size_t c = 0; c < 3; c++)
            surface->triangle[3 * t + c] = surface->polygon[4 * t + 1 + c] = shape->triangle[t][c];
    }
    return true;
}

/* n . x = d, n out of the hull. */
static void find_plane(const struct ode_surface *surface, size_t triangle)
{
    const unsigned int *corner = surface->triangle + 3 * triangle;
    double *plane = surface->plane + 4 * triangle, side[2][3];
    const double *a = surface->point + 3 * corner[0];
    for (size_t k = 0; k < 2; k++)
        for (size_t axis = 0; axis < 3; axis++)
            side[k][axis] = surface->point[3 * corner[k + 1] + axis] - a[axis];
    dVector3 normal;
    dCalcVectorCross3(normal, side[0], side[1]);
    dSafeNormalize3(normal);
    plane[3] = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        plane[axis] = normal[axis];
        plane[3] += normal[axis] * a[axis];
    }
}

static dGeomID make_hull(ode_world *w, const trama_problem_shape *shape,
                         struct ode_surface *surface)
{
    if (!copy_surface(shape, surface))
        return NULL;
    for (size_t t = 0; t < shape->triangles; t++)
        find_plane(surface, t);
    return dCreateConvex(w->space, surface->plane, (unsigned int)shape->triangles, surface->point,
                         (unsigned int)shape->points, surface->polygon);
}

static dGeomID make_mesh(ode_world *w, const trama_problem_shape *shape,
                         struct ode_surface *surface)
{
    if (!copy_surface(shape, surface))
        return NULL;
    if (!surface->mesh) {
        surface->mesh = dGeomTriMeshDataCreate();
        dGeomTriMeshDataBuildDouble(surface->mesh, surface->point, 3 * sizeof(double),
                                    (int)shape->points, surface->triangle,
                                    (int)(3 * shape->triangles), 3 * sizeof(unsigned int));
    }
    return dCreateTriMesh(w->space, surface->mesh, NULL, NULL, NULL);
}

static make_geometry *const makers[TRAMA_SOLID_KINDS] = {
    [TRAMA_SOLID_SPHERE] = make_sphere,     [TRAMA_SOLID_BOX] = make_box,
    [TRAMA_SOLID_CYLINDER] = make_cylinder, [TRAMA_SOLID_CAPSULE] = make_capsule,
    [TRAMA_SOLID_HULL] = make_hull,         [TRAMA_SOLID_PLANE] = make_plane,
    [TRAMA_SOLID_MESH] = make_mesh,
};

/* --- bodies and obstacles --- */

/* A plane has no place in ODE, but a normal and a distance. */
static void place_plane(dGeomID geometry, const trama_solid_state *at)
{
    dMatrix3 axes;
    dQtoR(at->orientation, axes);
    const double n[3] = {axes[2], axes[6], axes[10]};
    dGeomPlaneSetParams(geometry, n[0], n[1], n[2],
                        n[0] * at->position[0] + n[1] * at->position[1] + n[2] * at->position[2]);
}

static dBodyID make_body(ode_world *w, const trama_problem_solid *solid)
{
    const trama_solid_state *at = &solid->start;
    const double *moment = solid->is.moment;
    dBodyID body = dBodyCreate(w->world);
    if (solid->is.is_free) {
        dMass mass;
        dMassSetParameters(&mass, solid->is.mass, 0, 0, 0, moment[0], moment[1], moment[2], 0, 0,
                           0);
        dBodySetMass(body, &mass);
    } else {
        dBodySetKinematic(body);
    }
    dBodySetPosition(body, at->position[0], at->position[1], at->position[2]);
    dBodySetQuaternion(body, at->orientation);
    dBodySetLinearVel(body, at->velocity[0], at->velocity[1], at->velocity[2]);
    dBodySetAngularVel(body, at->spin[0], at->spin[1], at->spin[2]);
    return body;
}

static bool make_solid(ode_world *w, const trama_problem_solid *solid, ode_owner *owner,
                       dBodyID *body)
{
    dGeomID geometry =
        makers[solid->is.kind](w, &w->problem->shape[solid->shape], &w->surface[solid->shape]);
    if (!geometry)
        return false;
    *owner = (ode_owner){solid, solid->object};
    dGeomSetData(geometry, owner);
    if (solid->is.kind == TRAMA_SOLID_PLANE) {
        place_plane(geometry, &solid->start);
        return true;
    }
    *body = make_body(w, solid);
    dGeomSetBody(geometry, *body);
    const double *offset = solid->is.offset;
    dGeomSetOffsetPosition(geometry, offset[0], offset[1], offset[2]);
    dGeomSetOffsetQuaternion(geometry, solid->is.turn);
    return true;
}

/* --- joints: between two bodies; 0 is the world --- */

static dBodyID body_of(const ode_world *w, const trama_problem_end *end)
{
    return end->in == TRAMA_END_BODY       ? w->body[end->index]
           : end->in == TRAMA_END_OBSTACLE ? w->obstacle[end->index]
                                           : NULL;
}

static void make_joint(ode_world *w, const trama_problem_joint *j)
{
    const double *at = j->end[0].at, *to = j->end[1].at, *axis = j->axis;
    dBodyID first = body_of(w, &j->end[0]), second = body_of(w, &j->end[1]);
    dJointID joint;
    switch (j->kind) {
    case TRAMA_JOINT_BALL:
        joint = dJointCreateBall(w->world, NULL);
        dJointAttach(joint, first, second);
        dJointSetBallAnchor(joint, at[0], at[1], at[2]);
        break;
    case TRAMA_JOINT_HINGE:
        joint = dJointCreateHinge(w->world, NULL);
        dJointAttach(joint, first, second);
        dJointSetHingeAnchor(joint, at[0], at[1], at[2]);
        dJointSetHingeAxis(joint, axis[0], axis[1], axis[2]);
        break;
    default:
        joint = dJointCreateDBall(w->world, NULL);
        dJointAttach(joint, first, second);
        dJointSetDBallAnchor1(joint, at[0], at[1], at[2]);
        dJointSetDBallAnchor2(joint, to[0], to[1], to[2]);
        dJointSetDBallDistance(joint, j->length);
    }
}

bool ode_make_solids(ode_world *w)
{
    const trama_problem *p = w->problem;
    w->body = calloc(p->bodies + 1, sizeof *w->body);
    w->obstacle = calloc(p->obstacles + 1, sizeof *w->obstacle);
    w->surface = calloc(p->shapes + 1, sizeof *w->surface);
    w->owner = calloc(p->nodes + p->bodies + p->obstacles + 1, sizeof *w->owner);
    if (!w->body || !w->obstacle || !w->surface || !w->owner)
        return false;
    ode_owner *owner = w->owner + p->nodes;
    for (size_t i = 0; i < p->bodies; i++)
        if (!make_solid(w, &p->body[i], owner++, &w->body[i]))
            return false;
    for (size_t i = 0; i < p->obstacles; i++)
        if (!make_solid(w, &p->obstacle[i], owner++, &w->obstacle[i]))
            return false;
    for (size_t i = 0; i < p->joints; i++)
        make_joint(w, &p->joint[i]);
    return true;
}

static double thickness_of(const trama_problem *p, size_t object)
{
    for (size_t i = 0; i < p->contacts; i++)
        if (p->contact[i].law.nodes && p->contact[i].object[object])
            return p->contact[i].law.thickness;
    return 0.0;
}

void ode_make_node_balls(ode_world *w)
{
    const trama_problem *p = w->problem;
    for (size_t o = 0; o < p->objects && p->has[TRAMA_HAS_NODE_CONTACT]; o++) {
        const double radius = thickness_of(p, o);
        for (size_t i = p->object[o].first_node; i < p->object[o].first_node + p->object[o].nodes;
             i++) {
            if (!w->node[i] || radius == 0.0)
                continue;
            dGeomID ball = dCreateSphere(w->space, radius);
            w->owner[i] = (ode_owner){NULL, o};
            dGeomSetData(ball, &w->owner[i]);
            dGeomSetBody(ball, w->node[i]);
        }
    }
}

void ode_free_solids(ode_world *w)
{
    for (size_t i = 0; w->surface && i < w->problem->shapes; i++) {
        struct ode_surface *surface = &w->surface[i];
        if (surface->mesh)
            dGeomTriMeshDataDestroy(surface->mesh);
        free(surface->point);
        free(surface->triangle);
        free(surface->plane);
        free(surface->polygon);
    }
    free(w->surface);
    free(w->owner);
    free(w->body);
    free(w->obstacle);
}

/* --- contact --- */

static bool meet(const trama_problem *p, const ode_owner *a, const ode_owner *b,
                 trama_touching *touching)
{
    if (a->solid && b->solid)
        return trama_problem_solids_touch(p, a->solid, b->solid, touching);
    if (!a->solid && !b->solid)
        return false;
    return trama_problem_node_touches(p, a->solid ? b->object : a->object,
                                      a->solid ? a->solid : b->solid, touching);
}

/* Between hulls that touch within rounding ODE may find a normal of length 0. */
static bool has_direction(const dContactGeom *at)
{
    return dCalcVectorLengthSquare3(at->normal) > 0.5;
}

static void touch(void *context, dGeomID a, dGeomID b)
{
    ode_world *w = context;
    dContact contact[POINTS];
    trama_touching how;
    if (!meet(w->problem, dGeomGetData(a), dGeomGetData(b), &how))
        return;
    const int count = dCollide(a, b, POINTS, &contact[0].geom, sizeof *contact);
    for (int i = 0; i < count; i++) {
        if (!has_direction(&contact[i].geom))
            continue;
        contact[i].surface = (dSurfaceParameters){.mode = dContactApprox1 | dContactBounce,
                                                  .mu = how.friction,
                                                  .bounce = how.restitution,
                                                  .bounce_vel = how.rest_speed};
        dJointAttach(dJointCreateContact(w->world, w->touching, &contact[i]), dGeomGetBody(a),
                     dGeomGetBody(b));
    }
}

void ode_touch(ode_world *w)
{
    if (w->problem->contacts > 0)
        dSpaceCollide(w->space, w, touch);
}

/* --- a step --- */

void ode_drag_bodies(ode_world *w)
{
    for (size_t i = 0; i < w->problem->bodies; i++) {
        const trama_solid *solid = &w->problem->body[i].is;
        const double d = -solid->mass * solid->drag[0], *m = solid->moment;
        dVector3 spin;
        if (solid->drag[0] == 0.0 && solid->drag[1] == 0.0)
            continue;
        const dReal *v = dBodyGetLinearVel(w->body[i]), *world = dBodyGetAngularVel(w->body[i]);
        dBodyVectorFromWorld(w->body[i], world[0], world[1], world[2], spin);
        dBodyAddForce(w->body[i], d * v[0], d * v[1], d * v[2]);
        dBodyAddRelTorque(w->body[i], -solid->drag[1] * m[0] * spin[0],
                          -solid->drag[1] * m[1] * spin[1], -solid->drag[1] * m[2] * spin[2]);
    }
}

void ode_tell_bodies(const ode_world *w, trama_state *state)
{
    for (size_t i = 0; i < w->problem->bodies; i++) {
        trama_solid_state *at = &state->body[i];
        memcpy(at->position, dBodyGetPosition(w->body[i]), sizeof at->position);
        memcpy(at->orientation, dBodyGetQuaternion(w->body[i]), sizeof at->orientation);
        memcpy(at->velocity, dBodyGetLinearVel(w->body[i]), sizeof at->velocity);
        memcpy(at->spin, dBodyGetAngularVel(w->body[i]), sizeof at->spin);
    }
}
