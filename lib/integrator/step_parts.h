/* The parts of a step, for step.c, step_memory.c and step_books.c only. */
#ifndef TRAMA_INTEGRATOR_STEP_PARTS_H
#define TRAMA_INTEGRATOR_STEP_PARTS_H

#include "integrator/step.h"

struct trama_step {
    double *block;
    double *q_before, *v_before, *q_drifted; /* nq, nv, nq */
    double *u, *u_found, *v_found;           /* nv each: MOVE's velocity; values at the begin of a
                                                stage */
    double *v_from;                          /* nv: start of a stage's mean velocity */
    double *v_method;                        /* nv: v after the method, before MOVE */
    double *pushed;                          /* nv: the velocity of PUSH; NULL without such
                                                interactions */
    double *impulse;    /* trama_padded(nv) per interaction: MOVE's, N s; NULL with a single
                           interaction */
    double *dissipated; /* J, per interaction */
    double friction;    /* J: the part by rows of friction */
    double *rubbed;     /* nv: impulses of friction in MOVE, N s, as far as not taken back */
    bool *left;         /* per interaction: the method replaces its rows */
    double *kept;       /* as `impulse`, but of all stages, for readers; or NULL */
    double kept_h;      /* s: length of that step */
    size_t stride;      /* numbers from one interaction to the next */
    trama_rows rows;
    trama_touched touched;
    trama_archive snapshot; /* of the current part */
    trama_archive first;    /* of a step that has been refused */
    size_t acting_count;
    bool refusable;
    long unsolved;     /* solves that did not meet the tolerance */
    size_t refuser;    /* interaction that refused the last step */
    size_t filterer;   /* interaction that last changed a velocity in this stage, */
    bool filtered;     /* if one did */
    bool lags;         /* MOVE corrected u in a way that END does not: by a filter or compliance, */
    size_t lagging;    /* of this interaction */
    double mean_share; /* in that case: 1 if the method moves by the mean velocity, 0 if by the
                          last */
};

/* ---- step_books.c */

/* At the beginning of a step. */
void trama_step_begin_books(trama_step *step, const trama_system *system);
/* After a stage: records the kinetic energy dissipated by each interaction. */
void trama_step_book(trama_step *step, const trama_system *system);
/* After a stage, if impulses are stored: adds those of each interaction. */
void trama_step_keep(trama_step *step, const trama_system *system);
/* After MOVE has corrected u, before the method's velocity is corrected: sets lags, lagging and
 * mean_share. */
void trama_step_find_lag(trama_step *step, const trama_system *system);
/* After END, if `lags`: corrects the energies by the work of the method's impulse along u. */
void trama_step_book_lag(trama_step *step, const trama_system *system);

#endif
