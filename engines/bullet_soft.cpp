/* Bullet's world of deformable bodies: a node is a node of one soft body, a spring a link of its
 * mass-spring force, explicit and symplectic. A body has one stiffness for its links, and another
 * for those that are called bending: so two in all. Nodes touch rigid obstacles. Source: Bullet 3,
 * btDeformableMultiBodyDynamicsWorld, btDeformableMassSpringForce. */
#include "engines/bullet.hpp"

#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableGravityForce.h>
#include <BulletSoftBody/btDeformableMassSpringForce.h>
#include <BulletSoftBody/btDeformableMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>

namespace bullet
{

namespace
{

/* What links of a body can have. */
struct constants {
    double stiffness[2] = {0, 0}, damping = 0;
    size_t stiffnesses = 0;
    const char *beyond = nullptr; /* what of the springs no body has */
};

bool add_stiffness(constants &found, double stiffness)
{
    for (size_t i = 0; i < found.stiffnesses; i++)
        if (found.stiffness[i] == stiffness)
            return true;
    if (found.stiffnesses == 2)
        return false;
    found.stiffness[found.stiffnesses++] = stiffness;
    return true;
}

constants constants_of(const trama_problem *p)
{
    constants found;
    for (size_t i = 0; i < p->springs; i++) {
        if (!add_stiffness(found, p->spring[i].stiffness))
            found.beyond = "springs of more than two stiffnesses";
        if (i > 0 && p->spring[i].damping != found.damping)
            found.beyond = "dampers of more than one constant";
        found.damping = p->spring[i].damping;
    }
    return found;
}

struct soft : world {
    soft(const trama_problem *of, const options *set);
    ~soft() override;
    void step(double h, trama_state *state) override;
    void make_body();
    void make_springs();
    void make_contact(double cell);
    void add_far_node();
    void drag(double h);
    void tell(trama_state *state) const;

    const trama_problem *problem;
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btDeformableBodySolver bodies;
    btDeformableMultiBodyConstraintSolver solver;
    std::unique_ptr<btDeformableMultiBodyDynamicsWorld> bullet;
    std::unique_ptr<btSoftBody> body;
    std::unique_ptr<btDeformableMassSpringForce> springs;
    std::unique_ptr<btDeformableGravityForce> gravity;
    filter who;
    owner nodes{};
    solids own;
    double time = 0;
};

soft::soft(const trama_problem *of, const options *set) : problem(of), own(of)
{
    solver.setDeformableSolver(&bodies);
    bullet = std::make_unique<btDeformableMultiBodyDynamicsWorld>(&dispatcher, &broadphase, &solver,
                                                                  &configuration, &bodies);
    bullet->setGravity(vector_of(problem->gravity));
    bullet->getWorldInfo().m_gravity = vector_of(problem->gravity);
    bullet->getWorldInfo().air_density = bullet->getWorldInfo().water_density = 0;
    bullet->setImplicit(false);
    bullet->setLineSearch(false);
    set_contact(bullet->getSolverInfo(), problem, set);
    bullet->getSolverInfo().m_deformable_erp = btScalar(set->deformable_erp);
    bullet->getSolverInfo().m_deformable_cfm = btScalar(set->deformable_cfm);
    bullet->getSolverInfo().m_deformable_maxErrorReduction = btScalar(set->deformable_correction);
    make_body();
    make_contact(set->cell);
    make_springs();
}

soft::~soft()
{
    bullet->removeSoftBody(body.get());
    own.remove_from(*bullet);
}

/* A mass of 0 is that of a node that nothing moves. */
void soft::make_body()
{
    const trama_problem *p = problem;
    std::vector<btVector3> x(p->nodes);
    std::vector<btScalar> mass(p->nodes);
    for (size_t i = 0; i < p->nodes; i++) {
        x[i] = vector_of(p->position + 3 * i);
        mass[i] = p->held[3 * i] != 0.0 ? btScalar(0) : btScalar(p->mass[i]);
    }
    body =
        std::make_unique<btSoftBody>(&bullet->getWorldInfo(), int(p->nodes), x.data(), mass.data());
    for (size_t i = 0; i < p->nodes; i++)
        body->m_nodes[int(i)].m_v = vector_of(p->velocity + 3 * i);
    body->m_cfg.collisions = 0;
    body->setActivationState(DISABLE_DEACTIVATION);
    body->m_sleepingThreshold = 0;
}

/* Distances to a solid are read off cells of this size, m. The friction of a pair is the product of
 * the two; that of solids is 1. */
void soft::make_contact(double cell)
{
    if (!problem->has[TRAMA_HAS_NODE_CONTACT])
        return;
    const trama_contact_law &law = problem->contact[0].law;
    btSparseSdf<3> &cells = bullet->getWorldInfo().m_sparsesdf;
    cells.setDefaultVoxelsz(btScalar(cell));
    cells.Reset(); /* or else the size is not taken */
    for (size_t i = 0; i < problem->faces; i++)
        body->appendFace(int(problem->face[i][0]), int(problem->face[i][1]),
                         int(problem->face[i][2]));
    body->m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDN;
    body->m_cfg.kDF = btScalar(law.friction);
    body->getCollisionShape()->setMargin(btScalar(law.thickness));
    add_far_node();
    nodes = {problem, nullptr};
    body->setUserPointer(&nodes);
    bullet->getPairCache()->setOverlapFilterCallback(&who);
    own.add_to(*bullet);
}

/* Bullet lets no node go further in a step than the box around all of them is long: one that does
 * not move makes that long. */
void soft::add_far_node()
{
    const btVector3 far = btVector3(1, 1, 1) * btScalar(1e6);
    body->appendNode(vector_of(problem->position) + far, 0);
}

void soft::make_springs()
{
    const trama_problem *p = problem;
    const constants found = constants_of(p);
    for (size_t i = 0; i < p->springs; i++) {
        const trama_spring &s = p->spring[i];
        body->appendLink(int(s.node[0]), int(s.node[1]));
        btSoftBody::Link &link = body->m_links[body->m_links.size() - 1];
        link.m_rl = btScalar(s.rest);
        link.m_bbending = found.stiffnesses == 2 && s.stiffness == found.stiffness[1];
    }
    body->m_bUpdateRtCst = false; /* or else lengths at rest are those of the start */
    springs = std::make_unique<btDeformableMassSpringForce>(
        btScalar(found.stiffness[0]), btScalar(found.damping), true,
        btScalar(found.stiffnesses == 2 ? found.stiffness[1] : -1.0));
    gravity = std::make_unique<btDeformableGravityForce>(vector_of(p->gravity));
    bullet->addSoftBody(body.get());
    bullet->addForce(body.get(), springs.get());
    bullet->addForce(body.get(), gravity.get());
}

/* To the velocities: forces that are given to nodes of a deformable body stay on them. */
void soft::drag(double h)
{
    for (size_t i = 0; i < problem->nodes; i++)
        body->m_nodes[int(i)].m_v *= btScalar(1.0 - h * problem->drag[i] / problem->mass[i]);
}

void soft::tell(trama_state *state) const
{
    for (size_t i = 0; i < problem->nodes; i++)
        for (int axis = 0; axis < 3; axis++) {
            const btSoftBody::Node &node = body->m_nodes[int(i)];
            state->position[3 * i + size_t(axis)] = node.m_x[axis];
            state->velocity[3 * i + size_t(axis)] =
                problem->held[3 * i] != 0.0 ? 0.0 : node.m_v[axis];
        }
}

void soft::step(double h, trama_state *state)
{
    drag(h);
    own.lead(time, h);
    bullet->stepSimulation(btScalar(h), 0, btScalar(h));
    state->time = time += h;
    tell(state);
}

} // namespace

const char *beyond_soft(const trama_problem *problem)
{
    return constants_of(problem).beyond;
}

std::unique_ptr<world> make_soft(const trama_problem *problem, const options *set)
{
    return std::make_unique<soft>(problem, set);
}

} // namespace bullet
