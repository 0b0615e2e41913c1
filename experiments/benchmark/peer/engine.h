/* Engines of rigid bodies, ours and its peers, as a benchmark asks them: each one const table. A
 * peer is there where its package is installed (Bullet: libbullet-dev, in its libraries of double
 * precision; ODE: libode-dev; MuJoCo: libmujoco-dev); the build then defines BENCHMARK_BULLET,
 * BENCHMARK_ODE, BENCHMARK_MUJOCO. */
#ifndef BENCHMARK_PEER_ENGINE_H
#define BENCHMARK_PEER_ENGINE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer_box {
    double side[3];        /* m */
    double mass;           /* kg; 0: it does not move */
    double position[3];    /* m */
    double orientation[4]; /* w, x, y, z */
} peer_box;

typedef struct peer_scene {
    size_t count;
    const peer_box *box;
    double gravity;  /* m/s^2, along -y */
    double friction; /* of every pair */
    double h;        /* s */
    long iterations; /* of the solver in a step; 0: what the engine has as its default */
} peer_scene;

typedef struct peer_state {
    double position[3], orientation[4]; /* as above */
    double velocity[3], spin[3];        /* m/s, rad/s, of the world */
} peer_state;

typedef struct peer_engine {
    const char *name;
    void *(*open)(const peer_scene *scene); /* NULL: it cannot; without sleeping, one thread */
    void (*step)(void *engine);
    long (*contacts)(void *engine);                 /* points of the last step */
    void (*state)(void *engine, peer_state *state); /* of each box */
    void (*close)(void *engine);
} peer_engine;

extern const peer_engine peer_trama, peer_bullet, peer_ode, peer_mujoco;

#ifdef __cplusplus
}
#endif

#endif
