/* A sheet of Bullet's soft body (btSoftBody, bulletphysics.org) on a convex body that does not
 * move, to compare with, where its package (libbullet-dev) and a C++ compiler are installed: the
 * build then defines BENCHMARK_BULLET. Bullet keeps positions, in single precision in Debian's
 * package, and moves them until links have their lengths: `iterations` times a step, however stiff.
 */
#ifndef BENCHMARK_PEER_BULLET_H
#define BENCHMARK_PEER_BULLET_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer_bullet_scene {
    size_t nodes, edges, triangles, corners;
    const double *x;        /* of the nodes, m, 3 each, one after another; so are all below */
    const double *mass;     /* of each node, kg */
    const size_t *edge;     /* links, 2 nodes each */
    const size_t *triangle; /* 3 nodes each */
    const double *corner;   /* of the convex body, m, 3 each */
    double gravity[3];      /* m/s^2 */
    double friction;        /* of the pair */
    double margin;          /* thickness of the sheet, m */
    double damping;         /* rate at which velocities decay, 1/s */
    int iterations;
} peer_bullet_scene;

typedef struct peer_bullet peer_bullet;

peer_bullet *peer_bullet_create(const peer_bullet_scene *scene); /* NULL: no memory */
void peer_bullet_destroy(peer_bullet *peer);                     /* accepts NULL */
/* One step of h, s. */
void peer_bullet_step(peer_bullet *peer, double h);
/* Positions of the nodes, as in the scene. */
void peer_bullet_positions(const peer_bullet *peer, double *x);

#ifdef __cplusplus
}
#endif

#endif
