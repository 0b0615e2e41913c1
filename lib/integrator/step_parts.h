/* The parts of a step: for step.c, step_memory.c and step_books.c alone. */
#ifndef TRAMA_INTEGRATOR_STEP_PARTS_H
#define TRAMA_INTEGRATOR_STEP_PARTS_H

#include "integrator/step.h"

struct trama_step {
    double *block;
    double *q_before, *v_before, *q_drifted; /* nq, nv, nq */
    double *u, *u_found, *v_found;           /* nv each: MOVE's velocity; as a stage found them */
    double *v_from;                          /* nv: where a stage's mean velocity begins */
    double *v_method;                        /* nv: v as the method left it, before MOVE */
    double *pushed;                          /* nv: the velocity of PUSH; NULL if nothing pushes */
    double *impulse;    /* trama_padded(nv) an interaction: MOVE's, N s; NULL if one acts alone */
    double *dissipated; /* J, an interaction */
    double friction;    /* J: of that, by rows of friction */
    double *rubbed;     /* nv: what those of MOVE gave, N s, as far as nothing took it back */
    bool *left;         /* an interaction: the method does what its rows would */
    double *kept;  /* as `impulse`, and a stage's as many: of all stages, for readers; or NULL */
    double kept_h; /* s: of that step */
    size_t stride; /* of it from one interaction to the next */
    trama_rows rows;
    trama_touched touched;
    trama_archive snapshot; /* of the current part */
    trama_archive first;    /* of a step that was refused once */
    size_t acting_count;
    bool refusable;
    long unsolved;     /* solves that did not come below the tolerance within the sweeps */
    size_t refuser;    /* interaction that refused the last step */
    size_t filterer;   /* that changed a velocity last in this stage, */
    bool filtered;     /* if any did */
    bool lags;         /* MOVE corrected u by what END knows nothing of: a filter, or compliance, */
    size_t lagging;    /* of this interaction */
    double mean_share; /* then: 1 if the method moves by the mean velocity, 0 if by the last */
};

/* ---- step_books.c */

/* At the beginning of a step. */
void trama_step_begin_books(trama_step *step, const trama_system *system);
/* After a stage: books what each interaction took out of the kinetic energy. */
void trama_step_book(trama_step *step, const trama_system *system);
/* After a stage, where impulses are kept: adds those of each interaction. */
void trama_step_keep(trama_step *step, const trama_system *system);
/* After MOVE has corrected u, and before the method's velocity takes the correction: sets lags,
 * lagging and mean_share. */
void trama_step_find_lag(trama_step *step, const trama_system *system);
/* After END, if it lags: corrects the books by what the method's impulse did along u. */
void trama_step_book_lag(trama_step *step, const trama_system *system);

#endif
