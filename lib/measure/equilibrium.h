/* Equilibrium: "when the displacement of all its points between two subsequent iterations is
 * negligible" (thesis, section 3.4.1, which prints no threshold). Several criteria and thresholds
 * are watched at once.
 *
 * A criterion is reached at the iteration after the last that violated it, once it has been
 * satisfied for `window` iterations in a row and the run has continued to `confirm` times that
 * iteration; it is withdrawn if it is violated later. The confirmation is needed since a compressed
 * sheet lies still for a while before it buckles. A criterion must have been violated once, since a
 * cloth that starts from rest moves little in its first iterations. None is satisfied while a body
 * has still to appear or to vanish. measure/push.h tests whether the state is stable. */
#ifndef TRAMA_MEASURE_EQUILIBRIUM_H
#define TRAMA_MEASURE_EQUILIBRIUM_H

#include "measure/geometry.h"
#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_equilibrium_spec {
    trama_reals displacement;      /* m per iteration, any node */
    trama_reals displacement_rate; /* m/s, any node */
    trama_reals kinetic;           /* J */
    long window;                   /* iterations */
    long confirm;                  /* the run goes on to this multiple of the iteration reached */
    double push;   /* m: random push of every coordinate that tests whether the state is stable; 0:
                      none */
    long level[4]; /* k1, l1, k2, l2: two nodes (negative from the end) whose heights become level:
                      the flag's lower edge (thesis, S4); all 0: not watched */
    double level_band;      /* m: drop of the edge before it can count as level again */
    double level_tolerance; /* m: within which it counts as level */
} trama_equilibrium_spec;
extern const trama_fields trama_equilibrium_fields;

typedef struct trama_criterion {
    const char *name; /* displacement, displacement_rate, kinetic, level */
    const char *unit;
    double threshold;
    bool event;          /* level: only the first time counts */
    long reached;        /* iteration; -1: not (yet), or withdrawn */
    double time;         /* s, of that iteration; NAN */
    long first;          /* first iteration of the first quiet window; -1: none yet */
    double out_of_plane; /* m: of the shape at that iteration (measure/folds.h); NAN without
                            nodes */
    long last;           /* the last iteration that did not satisfy it */
    /* state of the detector */
    bool armed; /* it has been violated once */
} trama_criterion;

enum { TRAMA_CRITERIA_MAX = 3 * TRAMA_LIST_MAX + 1 };

typedef struct trama_equilibrium {
    const trama_equilibrium_spec *spec;
    size_t level_node[2];
    size_t count;
    trama_criterion criterion[TRAMA_CRITERIA_MAX];
} trama_equilibrium;

/* Errors: TRAMA_BAD_INPUT for level nodes outside the grid, or level without gravity. */
trama_status trama_equilibrium_begin(trama_equilibrium *equilibrium,
                                     const trama_equilibrium_spec *spec, const trama_scene *scene,
                                     trama_error *error);

/* After an iteration of size h whose largest displacement was `displacement` (m). True while all
 * criteria are reached (never, if there are none). */
bool trama_equilibrium_update(trama_equilibrium *equilibrium, const trama_system *system, double h,
                              double displacement);

/* Archives everything that later updates depend on. */
void trama_equilibrium_state(trama_equilibrium *equilibrium, trama_archive *archive);

#ifdef __cplusplus
}
#endif

#endif
