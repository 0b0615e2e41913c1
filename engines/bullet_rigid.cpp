/* Bullet's world of rigid bodies: btDiscreteDynamicsWorld, sequential impulses. */
#include "engines/bullet.hpp"

namespace bullet
{

namespace
{

struct rigid : world {
    rigid(const trama_problem *problem, const options *set) : own(problem)
    {
        bullet.setGravity(vector_of(problem->gravity));
        set_contact(bullet.getSolverInfo(), problem, set);
        bullet.getPairCache()->setOverlapFilterCallback(&who);
        own.add_to(bullet);
    }
    ~rigid() override
    {
        own.remove_from(bullet);
    }
    void step(double h, trama_state *state) override
    {
        own.lead(time, h);
        bullet.stepSimulation(btScalar(h), 0, btScalar(h));
        state->time = time += h;
        own.tell(state);
    }

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld bullet{&dispatcher, &broadphase, &solver, &configuration};
    filter who;
    solids own;
    double time = 0;
};

} // namespace

std::unique_ptr<world> make_rigid(const trama_problem *problem, const options *set)
{
    return std::make_unique<rigid>(problem, set);
}

} // namespace bullet
