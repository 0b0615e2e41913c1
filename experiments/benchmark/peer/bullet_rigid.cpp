// Bullet (github.com/bulletphysics/bullet3) in double precision: sequential impulses, warm started, split
// impulses, 10 iterations by default, friction along two directions.
#include "benchmark/peer/engine.h"

#include <btBulletDynamicsCommon.h>
#include <cstring>
#include <vector>

static_assert(sizeof(btScalar) == sizeof(double), "build with BT_USE_DOUBLE_PRECISION");

namespace {

struct bullet {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broad;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world{&dispatcher, &broad, &solver, &configuration};
    std::vector<btRigidBody *> body;
    double h;
};

void add(bullet *b, const peer_scene *scene, const peer_box *box)
{
    const double *s = box->side, *x = box->position, *q = box->orientation;
    btCollisionShape *shape = new btBoxShape(btVector3(s[0] / 2, s[1] / 2, s[2] / 2));
    btVector3 inertia(0, 0, 0);
    if (box->mass > 0)
        shape->calculateLocalInertia(box->mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(box->mass, nullptr, shape, inertia);
    info.m_startWorldTransform =
        btTransform(btQuaternion(q[1], q[2], q[3], q[0]), btVector3(x[0], x[1], x[2]));
    info.m_friction = btSqrt(scene->friction); // a pair has the product of both
    btRigidBody *body = new btRigidBody(info);
    body->setActivationState(DISABLE_DEACTIVATION);
    b->world.addRigidBody(body);
    b->body.push_back(body);
}

void *open(const peer_scene *scene)
{
    bullet *b = new bullet;
    b->h = scene->h;
    b->world.setGravity(btVector3(0, -scene->gravity, 0));
    btContactSolverInfo &info = b->world.getSolverInfo();
    info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    if (scene->iterations > 0)
        info.m_numIterations = static_cast<int>(scene->iterations);
    for (size_t i = 0; i < scene->count; i++)
        add(b, scene, &scene->box[i]);
    return b;
}

void step(void *engine)
{
    bullet *b = static_cast<bullet *>(engine);
    b->world.stepSimulation(b->h, 0);
}

long contacts(void *engine)
{
    bullet *b = static_cast<bullet *>(engine);
    long count = 0;
    for (int i = 0; i < b->dispatcher.getNumManifolds(); i++)
        count += b->dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
    return count;
}

void state(void *engine, peer_state *states)
{
    bullet *b = static_cast<bullet *>(engine);
    for (size_t i = 0; i < b->body.size(); i++) {
        const btTransform &at = b->body[i]->getWorldTransform();
        const btQuaternion q = at.getRotation();
        const double turn[4] = {q.w(), q.x(), q.y(), q.z()};
        for (int k = 0; k < 3; k++) {
            states[i].position[k] = at.getOrigin()[k];
            states[i].velocity[k] = b->body[i]->getLinearVelocity()[k];
            states[i].spin[k] = b->body[i]->getAngularVelocity()[k];
        }
        std::memcpy(states[i].orientation, turn, sizeof turn);
    }
}

void close(void *engine)
{
    bullet *b = static_cast<bullet *>(engine);
    for (btRigidBody *body : b->body) {
        b->world.removeRigidBody(body);
        delete body->getCollisionShape();
        delete body;
    }
    delete b;
}

} // namespace

const peer_engine peer_bullet = {"Bullet", open, step, contacts, state, close};
