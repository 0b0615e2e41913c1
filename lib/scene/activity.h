/* Within scene/: the pins, stops and forces of a run. Four files share this: activity.c (creation,
 * what begins and ends), forces.c (the forces on nodes), hold.c (which coordinates are held),
 * prescribed_motion.c (the velocities of held coordinates that do not move uniformly). */
#ifndef TRAMA_SCENE_ACTIVITY_H
#define TRAMA_SCENE_ACTIVITY_H

#include "scene/scene.h"

#include <stdbool.h>

/* A pin during a run. */
typedef struct trama_pin_state {
    bool in_force;  /* at the last update */
    double begin;   /* start time of the hold, s */
    double *anchor; /* positions of its nodes then, 3 each; NULL if no motion needs them */
    size_t slot;    /* of its first coordinate in the list, if in force; the others follow */
} trama_pin_state;

/* A stop during a run: for each of its nodes, whether it has stopped, and where. */
typedef struct trama_stop_state {
    bool in_force;
    bool *stopped;
    double *place; /* 3 each */
    size_t slot;
} trama_stop_state;

/* One flag says whether any of a block of coordinates is held: a flag per coordinate would cost a
 * step of a large sheet too much bandwidth. */
enum { HELD_LOT = 64 };

struct trama_activity {
    const trama_scene_spec *spec;
    size_t nodes;
    bool begun;                   /* the list has been made */
    double time;                  /* of the last update, s */
    bool *force_in_force;         /* at the last update */
    trama_pin_state *pin_state;   /* a pin */
    trama_stop_state *stop_state; /* a stop */
    bool *is_held;                /* 3 N: in the list */
    bool *any_held;               /* of HELD_LOT coordinates each */
    size_t *coordinate;           /* storage of `held` */
    double *velocity;
    trama_held held;
    trama_loads loads;
    const double *mass; /* 3 N; NULL: unknown, and no force is in newtons */
    double *force;      /* 3 N, N: of forces among nodes; NULL: there is none */
};

/* Number of nodes of k, l and skip. */
static inline size_t trama_activity_nodes(const long k[2], const long l[2], const long skip[2])
{
    return (size_t)trama_target_count(k, skip[0]) * (size_t)trama_target_count(l, skip[1]);
}

/* The index of the node k, l. */
static inline size_t trama_activity_node(const trama_activity *activity, long k, long l)
{
    return (size_t)(k * activity->spec->grid.points[1] + l);
}

/* The positions of node `node`, from an array of 3 N. */
static inline void trama_activity_position(const trama_activity *activity, const double *q,
                                           size_t node, double position[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        position[axis] = q[axis * activity->nodes + node];
}

/* prescribed_motion.c: true if the pin's velocity changes from iteration to iteration. */
bool trama_activity_follows(const trama_pin *pin);

/* interval.c: true if the interval includes the iteration, which starts at t. */
bool trama_interval_holds(const trama_interval *interval, double t, long iteration);

/* forces.c: finds the forces that act in the iteration, which starts at t. */
void trama_activity_update_forces(trama_activity *activity, double t, long iteration);

/* hold.c: lists the coordinates held at t, in the iteration, with the nodes at q. The list is
 * rebuilt if a pin or a stop has begun or ended, or a stop has caught a node. */
void trama_activity_hold(trama_activity *activity, double t, long iteration, const double *q);
/* hold.c: releases the nodes of all stops. */
void trama_activity_let_go(trama_activity *activity);

/* prescribed_motion.c: the velocities, for a step of h, of held coordinates that do not move
 * uniformly. */
void trama_activity_prescribe(trama_activity *activity, double t, double h, const double *q);

#endif
