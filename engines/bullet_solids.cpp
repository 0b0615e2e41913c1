/* Bullet's rigid bodies and obstacles: a body in its principal axes, its shape at its place in
 * them. Hulls have no margin. */
#include "engines/bullet.hpp"

#include <cmath>

namespace bullet
{

/* --- shapes --- */

namespace
{

btTransform transform_of(const double *x, const double *q)
{
    return btTransform(btQuaternion(btScalar(q[1]), btScalar(q[2]), btScalar(q[3]), btScalar(q[0])),
                       vector_of(x));
}

btCollisionShape *make_hull(const trama_problem_shape &shape)
{
    auto *hull = new btConvexHullShape();
    for (size_t i = 0; i < shape.points; i++)
        hull->addPoint(vector_of(shape.point[i]), false);
    hull->setMargin(0);
    hull->recalcLocalAabb();
    return hull;
}

/* Nodes see distances to convex shapes alone, of which a plane is none: it is a box of 2 km for
 * them, round by half of that, so that all distances are read from outside of its core. */
const btScalar half_plane = btScalar(1000);

btCollisionShape *make_plane_for_nodes()
{
    auto *box = new btBoxShape({half_plane, half_plane, half_plane});
    box->setMargin(half_plane / 2);
    return box;
}

btCollisionShape *make_simple(const trama_problem_shape &shape, bool for_nodes)
{
    const btScalar a = btScalar(shape.size[0]), b = btScalar(shape.size[1]);
    switch (shape.kind) {
    case TRAMA_SOLID_SPHERE:
        return new btSphereShape(a);
    case TRAMA_SOLID_BOX:
        return new btBoxShape(vector_of(shape.size) / 2);
    case TRAMA_SOLID_CYLINDER:
        return new btCylinderShapeZ({a, a, b / 2});
    case TRAMA_SOLID_CAPSULE:
        return new btCapsuleShapeZ(a, b);
    case TRAMA_SOLID_PLANE:
        if (for_nodes)
            return make_plane_for_nodes();
        return new btStaticPlaneShape({0, 0, 1}, 0);
    default:
        return make_hull(shape);
    }
}

std::unique_ptr<btTriangleMesh> make_triangles(const trama_problem_shape &shape)
{
    auto mesh = std::make_unique<btTriangleMesh>();
    for (size_t t = 0; t < shape.triangles; t++) {
        const uint32_t *corner = shape.triangle[t];
        mesh->addTriangle(vector_of(shape.point[corner[0]]), vector_of(shape.point[corner[1]]),
                          vector_of(shape.point[corner[2]]));
    }
    return mesh;
}

bool is_placed(const trama_solid &solid)
{
    const double *x = solid.offset, *q = solid.turn;
    return x[0] != 0 || x[1] != 0 || x[2] != 0 || q[1] != 0 || q[2] != 0 || q[3] != 0;
}

/* Where the shape of an obstacle is in its frame. */
btTransform place_of(const trama_problem *problem, const trama_problem_solid &solid)
{
    const btTransform at = transform_of(solid.is.offset, solid.is.turn);
    if (problem->nodes == 0 || problem->shape[solid.shape].kind != TRAMA_SOLID_PLANE)
        return at;
    return at * btTransform(btQuaternion::getIdentity(), {0, 0, -half_plane});
}

bool is_moving(const trama_solid_state &at)
{
    const btVector3 v = vector_of(at.velocity), w = vector_of(at.spin);
    return !v.isZero() || !w.isZero();
}

/* --- contact --- */

const owner &owner_of(const btCollisionObject *object)
{
    return *static_cast<const owner *>(object->getUserPointer());
}

/* Of two solids, or of nodes, whose owner has none, and a solid. */
bool touch(const btCollisionObject *a, const btCollisionObject *b, trama_touching *how)
{
    const owner &first = owner_of(a), &second = owner_of(b);
    if (first.solid && second.solid)
        return trama_problem_solids_touch(first.problem, first.solid, second.solid, how);
    const trama_problem_solid *solid = first.solid ? first.solid : second.solid;
    for (size_t o = 0; solid && o < first.problem->objects; o++)
        if (first.problem->object[o].nodes > 0 &&
            trama_problem_node_touches(first.problem, o, solid, how))
            return true;
    return false;
}

/* Bullet's own are the products. */
btScalar friction_of(const btCollisionObject *a, const btCollisionObject *b)
{
    trama_touching how = {};
    return touch(a, b, &how) ? btScalar(how.friction) : btScalar(0);
}

btScalar restitution_of(const btCollisionObject *a, const btCollisionObject *b)
{
    trama_touching how = {};
    return touch(a, b, &how) ? btScalar(how.restitution) : btScalar(0);
}

} // namespace

bool filter::needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const
{
    trama_touching how;
    return touch(static_cast<btCollisionObject *>(a->m_clientObject),
                 static_cast<btCollisionObject *>(b->m_clientObject), &how);
}

/* Contacts of what bounces act from touching on, and depth is corrected beside velocities: Bullet
 * would have a contact of d > 0 m end at e v - d/h, and one of depth d at e v + erp d/h. */
void set_contact(btContactSolverInfo &to, const trama_problem *problem, const options *set)
{
    to.m_numIterations = int(set->iterations);
    to.m_leastSquaresResidualThreshold = btScalar(set->residual);
    to.m_erp2 = btScalar(set->erp);
    to.m_splitImpulse = set->split_impulse;
    if (problem->has[TRAMA_HAS_RESTITUTION])
        to.m_splitImpulsePenetrationThreshold = 0;
    to.m_restitutionVelocityThreshold = 0;
    for (size_t i = 0; i < problem->contacts; i++)
        to.m_restitutionVelocityThreshold =
            btMax(to.m_restitutionVelocityThreshold, btScalar(problem->contact[i].law.rest_speed));
    gCalculateCombinedFrictionCallback = friction_of;
    gCalculateCombinedRestitutionCallback = restitution_of;
}

/* --- bodies --- */

namespace
{

/* With anything. */
bool bounces(const trama_problem *problem, const trama_problem_solid &solid)
{
    for (size_t i = 0; i < problem->contacts; i++) {
        const trama_contact_law &law = problem->contact[i].law;
        const double own = std::isnan(law.restitution) ? solid.is.restitution : law.restitution;
        if (law.bodies && problem->contact[i].object[solid.object] && own > 0)
            return true;
    }
    return false;
}

} // namespace

solids::solids(const trama_problem *of) : problem(of)
{
    owners.reserve(problem->bodies + problem->obstacles);
    for (size_t i = 0; i < problem->shapes; i++)
        make_shape(problem->shape[i]);
    for (size_t i = 0; i < problem->bodies; i++)
        make_body(problem->body[i]);
    for (size_t i = 0; i < problem->obstacles; i++)
        make_body(problem->obstacle[i]);
    for (size_t i = 0; i < problem->joints; i++)
        make_joint(problem->joint[i]);
}

void solids::make_shape(const trama_problem_shape &shape)
{
    if (shape.kind != TRAMA_SOLID_MESH) {
        shapes.emplace_back(make_simple(shape, problem->nodes > 0));
        return;
    }
    meshes.push_back(make_triangles(shape));
    shapes.push_back(std::make_unique<btBvhTriangleMeshShape>(meshes.back().get(), true));
}

/* The damping of Bullet's takes v to v (1 - d)^h. */
void solids::make_body(const trama_problem_solid &solid)
{
    const bool free = solid.is.is_free;
    btCollisionShape *shape = shapes[solid.shape].get();
    if (free && is_placed(solid.is)) {
        auto compound = std::make_unique<btCompoundShape>();
        compound->addChildShape(transform_of(solid.is.offset, solid.is.turn), shape);
        shape = compound.get();
        placed.push_back(std::move(compound));
    }
    auto body = std::make_unique<btRigidBody>(btRigidBody::btRigidBodyConstructionInfo(
        free ? btScalar(solid.is.mass) : btScalar(0), nullptr, shape,
        free ? vector_of(solid.is.moment) : btVector3(0, 0, 0)));
    btTransform at = transform_of(solid.start.position, solid.start.orientation);
    if (!free)
        at *= place_of(problem, solid);
    body->setFriction(1); /* what touches nodes multiplies it with theirs */
    body->setWorldTransform(at);
    body->setInterpolationWorldTransform(at);
    if (free) {
        body->setLinearVelocity(vector_of(solid.start.velocity));
        body->setAngularVelocity(vector_of(solid.start.spin));
        body->updateInertiaTensor();
        body->setDamping(btScalar(-std::expm1(-solid.is.drag[0])),
                         btScalar(-std::expm1(-solid.is.drag[1])));
    } else if (is_moving(solid.start)) {
        body->setCollisionFlags(body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    }
    body->setActivationState(DISABLE_DEACTIVATION);
    if (bounces(problem, solid))
        body->setContactProcessingThreshold(0);
    owners.push_back({problem, &solid});
    body->setUserPointer(&owners.back());
    bodies.push_back(std::move(body));
}

/* --- joints --- */

btRigidBody *solids::body_of(const trama_problem_end &end)
{
    return end.in == TRAMA_END_WORLD
               ? nullptr
               : bodies[end.index + (end.in == TRAMA_END_OBSTACLE ? problem->bodies : 0)].get();
}

/* The first end is a solid's; of the second none is the world. */
void solids::make_joint(const trama_problem_joint &joint)
{
    btRigidBody *first = body_of(joint.end[0]), *second = body_of(joint.end[1]);
    const btTransform back = first->getWorldTransform().inverse();
    const btVector3 at = back * vector_of(joint.end[0].at),
                    axis = back.getBasis() * vector_of(joint.axis);
    if (!second) {
        if (joint.kind == TRAMA_JOINT_BALL)
            joints.push_back(std::make_unique<btPoint2PointConstraint>(*first, at));
        else
            joints.push_back(std::make_unique<btHingeConstraint>(*first, at, axis));
        return;
    }
    const btTransform other = second->getWorldTransform().inverse();
    const btVector3 to = other * vector_of(joint.end[1].at),
                    about = other.getBasis() * vector_of(joint.axis);
    if (joint.kind == TRAMA_JOINT_BALL)
        joints.push_back(std::make_unique<btPoint2PointConstraint>(*first, *second, at, to));
    else
        joints.push_back(std::make_unique<btHingeConstraint>(*first, *second, at, to, axis, about));
}

void solids::add_to(btDiscreteDynamicsWorld &world)
{
    for (auto &body : bodies)
        world.addRigidBody(body.get());
    for (auto &joint : joints)
        world.addConstraint(joint.get());
}

void solids::remove_from(btDiscreteDynamicsWorld &world)
{
    for (auto &joint : joints)
        world.removeConstraint(joint.get());
    for (auto &body : bodies)
        world.removeRigidBody(body.get());
}

/* --- a step --- */

namespace
{

btTransform led(const trama_solid_state &start, double t)
{
    const btVector3 spin = vector_of(start.spin);
    btTransform at = transform_of(start.position, start.orientation);
    at.setOrigin(at.getOrigin() + vector_of(start.velocity) * btScalar(t));
    if (!spin.isZero())
        at.setRotation(btQuaternion(spin.normalized(), spin.length() * btScalar(t)) *
                       at.getRotation());
    return at;
}

} // namespace

/* Bullet takes the velocity of a kinematic body from the two. */
void solids::lead(double t, double h)
{
    for (size_t i = 0; i < problem->obstacles; i++) {
        btRigidBody &body = *bodies[problem->bodies + i];
        if (!body.isKinematicObject())
            continue;
        const trama_problem_solid &obstacle = problem->obstacle[i];
        const btTransform place = place_of(problem, obstacle);
        body.setInterpolationWorldTransform(led(obstacle.start, t - h) * place);
        body.setWorldTransform(led(obstacle.start, t) * place);
    }
}

void solids::tell(trama_state *state) const
{
    for (size_t i = 0; i < problem->bodies; i++) {
        const btTransform &at = bodies[i]->getWorldTransform();
        const btQuaternion q = at.getRotation();
        trama_solid_state &to = state->body[i];
        to.orientation[0] = q.w();
        for (int axis = 0; axis < 3; axis++) {
            to.position[axis] = at.getOrigin()[axis];
            to.orientation[1 + axis] = q[axis];
            to.velocity[axis] = bodies[i]->getLinearVelocity()[axis];
            to.spin[axis] = bodies[i]->getAngularVelocity()[axis];
        }
    }
}

} // namespace bullet
