/* What the files of ODE's solver share. Within engines/. */
#ifndef ENGINES_ODE_H
#define ENGINES_ODE_H

#include "solver/solver.h"

#include <ode/ode.h>

/* A geometry is of a solid, or of a node. */
typedef struct ode_owner {
    const trama_problem_solid *solid; /* NULL: a node */
    size_t object;
} ode_owner;

typedef struct ode_world {
    struct ode_world *next; /* of those that cannot be destroyed */
    const trama_problem *problem;
    dWorldID world;
    dSpaceID space;
    dJointGroupID touching; /* contacts of the step */
    dBodyID *node;          /* NULL: a node that is held */
    dJointID *spring;       /* NULL: between two held nodes */
    dBodyID *body, *obstacle;
    ode_owner *owner; /* of nodes, bodies, obstacles */
    struct ode_surface {
        dTriMeshDataID mesh;
        double *point, *plane;  /* of triangles: normal and distance */
        unsigned int *triangle; /* three corners each */
        unsigned int *polygon;  /* 3, then three corners each */
    } * surface;                /* of each shape */
    double h, time;             /* h: springs are made for it */
    bool is_dense;              /* dWorldStep */
    bool is_lost;               /* ODE met an error: it can make no more steps */
} ode_world;

/* Bodies, obstacles and joints. False without memory. */
bool ode_make_solids(ode_world *w);
/* Balls around nodes that touch. */
void ode_make_node_balls(ode_world *w);
void ode_free_solids(ode_world *w);
/* Before a step: contacts, drag. */
void ode_touch(ode_world *w);
void ode_drag_bodies(ode_world *w);
void ode_tell_bodies(const ode_world *w, trama_state *state);

#endif
