// bullet.h
#include "benchmark/peer/bullet.h"

#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <memory>
#include <new>
#include <vector>

struct peer_bullet {
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btSoftRigidDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
    btConvexHullShape hull;
    btDefaultMotionState still;
    std::unique_ptr<btRigidBody> body;
    std::unique_ptr<btSoftBody> sheet;
    double damping = 0.0;
};

static btVector3 vector_of(const double *x)
{
    return {btScalar(x[0]), btScalar(x[1]), btScalar(x[2])};
}

/* A mass of 0 is that of a body that nothing moves. */
static void add_body(peer_bullet *peer, const peer_bullet_scene *scene)
{
    for (size_t i = 0; i < scene->corners; i++)
        peer->hull.addPoint(vector_of(scene->corner + 3 * i), false);
    peer->hull.recalcLocalAabb();
    peer->hull.setMargin(0);
    peer->body = std::make_unique<btRigidBody>(
        btRigidBody::btRigidBodyConstructionInfo(0, &peer->still, &peer->hull));
    peer->body->setFriction(1);
    peer->world.addRigidBody(peer->body.get());
}

/* What is not Bullet's default makes contact as hard as it can be (kKHR; 0.1), and distances to the
 * body exact enough: they are read off cells of 0.05 m. With those of 0.25 m, the default, nodes
 * sink 6 cm into a ball of 30 cm. */
static void add_sheet(peer_bullet *peer, const peer_bullet_scene *scene)
{
    btSoftBodyWorldInfo &info = peer->world.getWorldInfo();
    info.air_density = info.water_density = 0;
    info.m_gravity = vector_of(scene->gravity);
    info.m_sparsesdf.Initialize();
    info.m_sparsesdf.setDefaultVoxelsz(btScalar(0.05));
    info.m_sparsesdf.Reset(); /* or else the size is not taken */
    std::vector<btVector3> x(scene->nodes);
    std::vector<btScalar> mass(scene->nodes);
    for (size_t i = 0; i < scene->nodes; i++) {
        x[i] = vector_of(scene->x + 3 * i);
        mass[i] = btScalar(scene->mass[i]);
    }
    peer->sheet = std::make_unique<btSoftBody>(&info, int(scene->nodes), x.data(), mass.data());
    btSoftBody &sheet = *peer->sheet;
    sheet.m_materials[0]->m_kLST = 1;
    for (size_t e = 0; e < scene->edges; e++)
        sheet.appendLink(int(scene->edge[2 * e]), int(scene->edge[2 * e + 1]));
    for (size_t t = 0; t < scene->triangles; t++)
        sheet.appendFace(int(scene->triangle[3 * t]), int(scene->triangle[3 * t + 1]),
                         int(scene->triangle[3 * t + 2]));
    sheet.m_cfg.piterations = scene->iterations;
    sheet.m_cfg.kDF = btScalar(scene->friction);
    sheet.m_cfg.kKHR = 1;
    sheet.getCollisionShape()->setMargin(btScalar(scene->margin));
    peer->world.addSoftBody(&sheet);
}

peer_bullet *peer_bullet_create(const peer_bullet_scene *scene)
try {
    auto peer = std::make_unique<peer_bullet>();
    peer->damping = scene->damping;
    peer->world.setGravity(vector_of(scene->gravity));
    add_body(peer.get(), scene);
    add_sheet(peer.get(), scene);
    return peer.release();
} catch (const std::bad_alloc &) {
    return nullptr;
}

void peer_bullet_destroy(peer_bullet *peer)
{
    if (!peer)
        return;
    peer->world.removeSoftBody(peer->sheet.get());
    peer->world.removeRigidBody(peer->body.get());
    delete peer;
}

/* kDP is the part of the velocity that a step takes. */
void peer_bullet_step(peer_bullet *peer, double h)
{
    const double part = peer->damping * h;
    peer->sheet->m_cfg.kDP = btScalar(part < 1.0 ? part : 1.0);
    peer->world.stepSimulation(btScalar(h), 0);
}

void peer_bullet_positions(const peer_bullet *peer, double *x)
{
    for (int i = 0; i < peer->sheet->m_nodes.size(); i++)
        for (int axis = 0; axis < 3; axis++)
            x[3 * i + axis] = peer->sheet->m_nodes[i].m_x[axis];
}
