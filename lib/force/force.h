/* An external force: it acts on nodes of an object, and one const table describes it. The system
 * adds it to the acceleration of any model that gives its measure of load (model.h,
 * inverse_measure). Models and methods do not know it. To add a kind: write its file, export its
 * table, name it in forces.def.
 *
 * Gravity, damping and the drag of a fluid act on every node: they are loads (scene/loads.h),
 * computed in the kernels. */
#ifndef TRAMA_FORCE_FORCE_H
#define TRAMA_FORCE_FORCE_H

#include "core/field.h"
#include "core/registry.h"
#include "core/status.h"
#include "core/target.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The nodes that it acts on, k[0]..k[1] x l[0]..l[1], inclusive; negative indices count from the
 * end; `skip` nodes are left out after each one. */
typedef struct trama_force_target {
    long k[2], l[2], skip[2];
    trama_interval interval;
} trama_force_target;

/* The nodes of an object, for a force that depends on several positions. */
typedef struct trama_force_nodes {
    size_t count;    /* N */
    long columns;    /* of its grid: node [k, l] is k columns + l */
    const double *q; /* positions, 3 N */
} trama_force_nodes;

typedef struct trama_force_type {
    const char *name;        /* as the configuration says it */
    const char *summary;     /* one line */
    const char *reference;   /* paper, equations */
    unsigned version;        /* part of a case's identity: raise it when results may change a bit */
    trama_fields parameters; /* of a struct whose first member is a trama_force_target */
    bool constant; /* depends on neither position nor velocity, so its tangent is 0. Others have no
                      tangent (system_tangent.h refuses them), only finite differences */

    /* Optional: multiplies the force by a factor. */
    void (*scale)(void *parameters, double factor);
    bool newtons; /* forces are in N on a node, whatever the model's measure of load is */
    /* Optional: an error message for the parameters, with nodes counted from 0; NULL: none. */
    const char *(*check)(const void *parameters);

    /* The force f on a node at r (m) with velocity v (m/s) at time t (s), per measure of load
     * (Cosserat: N/m^2; particles: N). Pure: equal arguments give equal bits. */
    void (*at)(const void *parameters, double t, const double r[3], const double v[3], double f[3]);
    /* Optional: U of f = -dU/dr, per measure of load, for the record of energies. */
    double (*potential)(const void *parameters, double t, const double r[3]);
    /* In place of `at`, for a force in newtons on nodes of a grid: adds the forces on all nodes to
     * f (3 N). */
    void (*among)(const void *parameters, const trama_force_nodes *nodes, double *f);
} trama_force_type;

/* A force of a scene. `parameters` is the struct of the type's table. */
typedef struct trama_force {
    const trama_force_type *type;
    void *parameters;
} trama_force;

/* A constant force, the same on every node: the type of an entry that names none. */
typedef struct trama_point_force {
    trama_force_target on;
    double force[3];
} trama_point_force;
extern const trama_force_type trama_force_point;

/* What a force acts on. */
static inline trama_force_target *trama_force_target_of(const trama_force *force)
{
    return (trama_force_target *)force->parameters; /* C++ needs the cast */
}

/* The registry, in the order of forces.def. */
extern const trama_registry trama_force_registry;
size_t trama_force_count(void);
const trama_force_type *trama_force_at(size_t index);
const trama_force_type *trama_force_find(const char *name); /* or NULL */

#ifdef __cplusplus
}
#endif

#endif
