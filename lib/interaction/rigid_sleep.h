/* Sleep of rigid bodies: connected bodies that have all been slow for long enough are held at rest
 * until something wakes them. */
#ifndef TRAMA_INTERACTION_RIGID_SLEEP_H
#define TRAMA_INTERACTION_RIGID_SLEEP_H

#include "interaction/rigid_pairs.h"

#define TRAMA_AWAKE UINT32_MAX

typedef struct trama_rigid_sleep {
    double after;      /* s of rest; 0: nothing sleeps */
    double speed;      /* m/s: bodies below it count as at rest */
    size_t count;      /* of sleepers */
    double *rested;    /* s, of each body */
    uint32_t *group;   /* of each sleeping body: the first body that fell asleep with it */
    double (*seen)[6]; /* velocity proposed by the method then: a change of it shows a force */
    double *u;         /* nv: proposed velocities, 0 for sleepers */
    size_t nv;
    uint32_t *parent; /* of each body, while islands are found */
    bool *stirred;    /* of each root: its island may not sleep */
} trama_rigid_sleep;

/* nv: components of the whole system. False without memory. */
bool trama_rigid_sleep_create(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs);
void trama_rigid_sleep_destroy(trama_rigid_sleep *sleep);
void trama_rigid_sleep_restart(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs);
void trama_rigid_sleep_state(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs,
                             trama_archive *archive);

bool trama_rigid_sleeps(const trama_rigid_sleep *sleep, size_t body);
/* True if neither body of a pair can move now. */
bool trama_rigid_pair_sleeps(const trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs,
                             const trama_rigid_pair *pair);
/* Wakes bodies whose proposed velocity differs from that when they fell asleep. Returns the
 * proposed velocities, with 0 for sleepers. */
const double *trama_rigid_sleep_begin(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs,
                                      const double *u);
/* Wakes bodies that an awake body would touch within the step, with all that fell asleep with them;
 * u is that of trama_rigid_sleep_begin, and gets their proposed velocities back. */
void trama_rigid_sleep_touched(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs, double t,
                               double h, const double *q, const double *proposed);
/* Holds sleepers in a stage. */
void trama_rigid_sleep_hold(const trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs,
                            trama_rows *rows);
/* At the end of a step, before its pairs are kept: updates the times of rest and puts bodies to
 * sleep. */
void trama_rigid_sleep_advance(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs, double t,
                               double h, const double *q, const double *v);

#endif
