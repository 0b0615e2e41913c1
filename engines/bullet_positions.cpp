/* Bullet's soft bodies by positions, in btSoftRigidDynamicsWorld: a link is held at its length by
 * sweeps, whatever its stiffness, and so is what nodes touch. Source: Bullet 3, btSoftBody. */
#include "engines/bullet.hpp"

#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>

namespace bullet
{

namespace
{

struct positions : world {
    positions(const trama_problem *of, const options *set);
    ~positions() override;
    void step(double h, trama_state *state) override;
    void make_body(const options *set);
    void make_contact();
    void tell(trama_state *state) const;

    const trama_problem *problem;
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btSoftRigidDynamicsWorld bullet{&dispatcher, &broadphase, &solver, &configuration};
    std::unique_ptr<btSoftBody> body;
    filter who;
    owner nodes{};
    solids own;
    double time = 0;
};

positions::positions(const trama_problem *of, const options *set) : problem(of), own(of)
{
    btSoftBodyWorldInfo &info = bullet.getWorldInfo();
    bullet.setGravity(vector_of(problem->gravity));
    info.m_gravity = vector_of(problem->gravity);
    info.air_density = info.water_density = 0;
    info.m_sparsesdf.Initialize();
    info.m_sparsesdf.setDefaultVoxelsz(btScalar(set->cell));
    info.m_sparsesdf.Reset(); /* or else the size is not taken */
    make_body(set);
    make_contact();
    bullet.addSoftBody(body.get());
}

positions::~positions()
{
    bullet.removeSoftBody(body.get());
    own.remove_from(bullet);
}

/* A mass of 0 is that of a node that nothing moves. Links are as hard as they can be. */
void positions::make_body(const options *set)
{
    const trama_problem *p = problem;
    std::vector<btVector3> x(p->nodes);
    std::vector<btScalar> mass(p->nodes);
    for (size_t i = 0; i < p->nodes; i++) {
        x[i] = vector_of(p->position + 3 * i);
        mass[i] = p->held[3 * i] != 0.0 ? btScalar(0) : btScalar(p->mass[i]);
    }
    body =
        std::make_unique<btSoftBody>(&bullet.getWorldInfo(), int(p->nodes), x.data(), mass.data());
    body->m_materials[0]->m_kLST = 1;
    for (size_t i = 0; i < p->nodes; i++)
        body->m_nodes[int(i)].m_v = vector_of(p->velocity + 3 * i);
    for (size_t i = 0; i < p->springs; i++) {
        body->appendLink(int(p->spring[i].node[0]), int(p->spring[i].node[1]));
        btSoftBody::Link &link = body->m_links[body->m_links.size() - 1];
        link.m_rl = btScalar(p->spring[i].rest);
        link.m_c1 = link.m_rl * link.m_rl;
    }
    body->m_bUpdateRtCst = false; /* or else lengths at rest are those of the start */
    body->updateLinkConstants();
    body->m_cfg.piterations = int(set->position_iterations);
    body->setActivationState(DISABLE_DEACTIVATION);
}

/* Contact as hard as it can be: kKHR is 0.1 by default. */
void positions::make_contact()
{
    if (!problem->has[TRAMA_HAS_NODE_CONTACT])
        return;
    const trama_contact_law &law = problem->contact[0].law;
    for (size_t i = 0; i < problem->faces; i++)
        body->appendFace(int(problem->face[i][0]), int(problem->face[i][1]),
                         int(problem->face[i][2]));
    body->m_cfg.kDF = btScalar(law.friction);
    body->m_cfg.kKHR = 1;
    body->getCollisionShape()->setMargin(btScalar(law.thickness));
    nodes = {problem, nullptr};
    body->setUserPointer(&nodes);
    bullet.getPairCache()->setOverlapFilterCallback(&who);
    own.add_to(bullet);
}

void positions::tell(trama_state *state) const
{
    for (size_t i = 0; i < problem->nodes; i++)
        for (int axis = 0; axis < 3; axis++) {
            const btSoftBody::Node &node = body->m_nodes[int(i)];
            state->position[3 * i + size_t(axis)] = node.m_x[axis];
            state->velocity[3 * i + size_t(axis)] =
                problem->held[3 * i] != 0.0 ? 0.0 : node.m_v[axis];
        }
}

void positions::step(double h, trama_state *state)
{
    for (size_t i = 0; i < problem->nodes; i++)
        body->m_nodes[int(i)].m_v *= btScalar(1.0 - h * problem->drag[i] / problem->mass[i]);
    own.lead(time, h);
    bullet.stepSimulation(btScalar(h), 0, btScalar(h));
    state->time = time += h;
    tell(state);
}

} // namespace

std::unique_ptr<world> make_positions(const trama_problem *problem, const options *set)
{
    return std::make_unique<positions>(problem, set);
}

} // namespace bullet
