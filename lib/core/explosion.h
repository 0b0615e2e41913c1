/* Criterion for a motion that has exploded: a node moves in one iteration by more than
 * TRAMA_EXPLOSION times the explained displacement, in m,
 *
 *     1 + extent + (speed + acceleration t) h
 *
 * the size of the scene at its start, and how far the largest starting speed and the largest
 * constant acceleration (gravity, forces) carry a node during the iteration of size h that ends at
 * time t. So a fall may last as long as it likes, a bullet may be as fast as it starts, and where
 * the origin is does not matter. The metre stands for what the scene does not state, such as
 * springs that launch a single point: 1e6 m in an iteration of a second is beyond any of them, and
 * in shorter ones it is faster than light. An instability multiplies motions by a factor in each
 * iteration, so it passes any such bound within some iterations, long before numbers overflow. */
#ifndef TRAMA_CORE_EXPLOSION_H
#define TRAMA_CORE_EXPLOSION_H

#define TRAMA_EXPLOSION 1e6

/* The explained displacement in one iteration, m. extent (m), speed (m/s), acceleration (m/s^2), h
 * and t (s); 0 where unknown. */
static inline double trama_explained(double extent, double speed, double acceleration, double t,
                                     double h)
{
    return 1.0 + extent + (speed + acceleration * t) * h;
}

#endif
