/* What the files of Bullet's solver share. Within engines/. */
#ifndef ENGINES_BULLET_HPP
#define ENGINES_BULLET_HPP

#include "solver/solver.h"

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

namespace bullet
{

enum { DEFORMABLE, POSITIONS };

/* Their defaults are those of Bullet's own structs, but for the cell's. */
struct options {
    long iterations, position_iterations;
    int soft_bodies;
    double erp, deformable_erp, deformable_cfm, deformable_correction, residual, cell;
    bool split_impulse;
};

/* One of Bullet's worlds. */
struct world {
    virtual ~world() = default;
    virtual void step(double h, trama_state *state) = 0;
};

std::unique_ptr<world> make_soft(const trama_problem *problem, const options *set);
std::unique_ptr<world> make_positions(const trama_problem *problem, const options *set);
std::unique_ptr<world> make_rigid(const trama_problem *problem, const options *set);
/* What of the springs no soft body has; NULL: nothing. */
const char *beyond_soft(const trama_problem *problem);

inline btVector3 vector_of(const double *x)
{
    return {btScalar(x[0]), btScalar(x[1]), btScalar(x[2])};
}

/* Options of contact of rigid bodies, and how pairs mix. */
void set_contact(btContactSolverInfo &to, const trama_problem *problem, const options *set);

/* What a collision object of Bullet's stands for. */
struct owner {
    const trama_problem *problem;
    const trama_problem_solid *solid; /* NULL: nodes */
};

/* Bodies, then obstacles, in the problem's order. */
class solids
{
  public:
    explicit solids(const trama_problem *of);
    void add_to(btDiscreteDynamicsWorld &world);
    void remove_from(btDiscreteDynamicsWorld &world);
    /* Obstacles that move are where they are told at time t, on their way from t - h. */
    void lead(double t, double h);
    void tell(trama_state *state) const;

  private:
    void make_shape(const trama_problem_shape &shape);
    void make_body(const trama_problem_solid &solid);
    void make_joint(const trama_problem_joint &joint);
    btRigidBody *body_of(const trama_problem_end &end);

    const trama_problem *problem;
    std::vector<owner> owners;
    std::vector<std::unique_ptr<btTriangleMesh>> meshes;
    std::vector<std::unique_ptr<btCollisionShape>> shapes, placed;
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    std::vector<std::unique_ptr<btTypedConstraint>> joints;
};

/* Which solids touch. */
struct filter : btOverlapFilterCallback {
    bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override;
};

} // namespace bullet

#endif
