/* Contacts of rigid bodies: pairs of bodies that are near, a manifold each (lib/rigid/contact.h),
 * kept from step to step, so that each point has a number by which its impulse is found again. */
#ifndef TRAMA_INTERACTION_RIGID_PAIRS_H
#define TRAMA_INTERACTION_RIGID_PAIRS_H

#include "collision/broad.h"
#include "interaction/interaction.h"
#include "rigid/contact.h"
#include "surface/bodies.h"

/* A point of a manifold in a step. */
typedef struct trama_rigid_point {
    double arm[2][3];   /* from the bodies' centres of mass to it at the step's start, m, world */
    double gap;         /* at the start, m */
    uint32_t slot;      /* 0 to 3: the point's number in its pair, from step to step */
    double impulse;     /* for the owner: kept from step to step, N s */
    double found[2][3]; /* what MOVE and END found along the normal and both tangents, N s */
    double carried[3];  /* for the owner: of the whole step, along the same, N s */
} trama_rigid_point;

/* Two bodies that are near. What each pass over all pairs looks at is small and lies together;
 * the points, of which half of the pairs of a pile have none, lie apart. */
typedef struct trama_rigid_pair {
    uint32_t body[2]; /* of the list of all; first < second */
    uint32_t count;   /* points; 0: there is neither of the next two */
    trama_manifold *manifold;
    trama_rigid_point *point; /* as the manifold's */
    trama_mpr_memory memory;
    double friction, restitution;
    double reach;           /* m: all points with a gap up to this are here */
    trama_pair_place place; /* for the owner: in the rows of MOVE */
} trama_rigid_pair;

/* Where the points of a pair are kept. */
typedef struct trama_rigid_touch {
    trama_manifold manifold;
    trama_rigid_point point[TRAMA_MANIFOLD_POINTS];
} trama_rigid_touch;

typedef struct trama_rigid_list {
    trama_rigid_pair *pair;
    size_t count, capacity;
    trama_rigid_touch *touch; /* of pairs that have points, in the same order */
    size_t touches, touch_capacity;
} trama_rigid_list;

/* Where a body is. */
typedef struct trama_rigid_frame {
    trama_pose shape, axes; /* of its shape, and of its centre and principal axes */
} trama_rigid_frame;

typedef struct trama_rigid_pairs trama_rigid_pairs;

/* Fills a pair's manifold, point numbers and warm start, of bodies at these poses, from those of
 * the last step (NULL: the pair is new) and with points of a gap up to `reach` at least, m. There
 * is room for all points; the pair's count is set afterwards. */
typedef void trama_rigid_detect(const trama_rigid_pairs *pairs, const trama_rigid_pair *last,
                                const trama_pose poses[2], double reach, trama_rigid_pair *pair);

/* What contacts of a body have of it. */
typedef struct trama_rigid_matter {
    double friction, restitution;
} trama_rigid_matter;

struct trama_rigid_pairs {
    trama_rigid_detect *detect; /* by default a whole manifold at once */
    size_t bodies;
    trama_body *body;
    double *radius; /* of each shape's ball, m */
    double *thin;   /* half the least width of each along the axes of its shape, m */
    bool *is_free;
    trama_rigid_matter *matter;
    size_t *components;       /* where those of each begin in v; TRAMA_NO_COMPONENTS: prescribed */
    double *way;              /* of each: half the reach of its contacts, m */
    trama_rigid_frame *frame; /* of each, at the moment of the last search */
    bool framed;              /* those of static bodies are there */
    /* Where each was when its contacts were last searched for, and whether it has left: contacts of
     * two bodies that have moved less than 1e-4 of the least radius since keep their points, of
     * which the gaps are recomputed. */
    bool reuses;
    trama_pose *anchor;
    bool *moved;
    trama_broad *broad;
    bool arrives; /* contacts that are open are those of the moment at which they close */
    bool every;   /* each pair is asked, whatever their boxes: there is no broad phase */
    double least; /* the least radius of a free body, m */
    trama_rigid_list now, old; /* of the current step, and of the last that was made; in order */
    bool ended;                /* false: END has found no impulse in the last step, and all are 0 */
    double depth;              /* m: the largest of a point of `now`; 0: none is deep */
    size_t threads;            /* that may share a search */
    bool no_memory;
    struct trama_contact_events *events; /* contact_events.h; NULL: the response tells none */
};

/* ---- Lists (rigid_list.c). */

/* Adds a pair, with copies of its points; NULL without memory. Where it lies holds until the next
 * is added. */
trama_rigid_pair *trama_rigid_list_add(trama_rigid_list *list, const trama_rigid_pair *found);
/* Room in an empty list for as many pairs, all of which may have points; false without memory. */
bool trama_rigid_list_reserve(trama_rigid_list *list, size_t count);
/* Copies the points that a pair has. */
void trama_rigid_touch_copy(const trama_rigid_pair *pair, trama_rigid_touch *touch);
void trama_rigid_list_clear(trama_rigid_list *list);
void trama_rigid_list_free(trama_rigid_list *list);

/* ---- All pairs. */

/* The broad phases as a choice of a Field table, and its fallback. */
extern const char *const trama_rigid_broad_phases[4];
enum { TRAMA_RIGID_ALL_PAIRS, TRAMA_RIGID_SWEEP, TRAMA_RIGID_TREE };

/* An interaction of zeros, of `size` bytes, that begins with its pairs. TRAMA_BAD_INPUT with path
 * "among[i]" if an object has no rigid bodies, or "among" if no body is free. *interaction is made,
 * or NULL without memory; destroy it in any case. */
trama_status trama_rigid_pairs_create(const trama_surface *const *among, size_t count,
                                      int broad_phase, size_t size, void **interaction,
                                      trama_error *error);
void trama_rigid_pairs_destroy(void *interaction);
/* As trama_interaction_type's `check`: TRAMA_BAD_INPUT, path "among", if two bodies overlap by more
 * than 1e-6 of the smaller one. */
trama_status trama_rigid_pairs_check(void *interaction, const trama_moment *start,
                                     trama_error *error);

/* Finds the manifolds at (t, q) of all pairs whose gap is at most `reach`, m, and a share of their
 * size; numbers go on from the last step. False without memory, and no_memory is set. */
bool trama_rigid_pairs_find(trama_rigid_pairs *pairs, double t, const double *q, double reach);
/* The same, of bodies that are about to move by h u: a pair reaches twice as far as both move. Two
 * that move further than either is thick are swept along their way: if they meet in the step, their
 * contact is that of the moment at which they do, with the gap that is left until then. With
 * `arrives` so are all that are apart. */
bool trama_rigid_pairs_find_moving(trama_rigid_pairs *pairs, double t, double h, const double *q,
                                   const double *u);
/* Where all bodies are at (t, q). */
void trama_rigid_pairs_frames(const trama_rigid_pairs *pairs, double t, const double *q,
                              trama_rigid_frame *frame);
/* Fills what rows need of a pair that has points at frames of all bodies, with the impulses that
 * `stage` found in the last step; gaps and targets are 0. h: as trama_body_row. */
void trama_rigid_pair_rows(const trama_rigid_pairs *pairs, trama_rigid_pair *pair,
                           trama_stage stage, const trama_rigid_frame *frame, double t, double h,
                           const double *q, trama_rows_pair *rows);
/* The rate of separation of a point that was so filled, along its normal, m/s. */
double trama_rigid_point_rate(const trama_rows_pair *rows, uint32_t point, const double *u);
/* The step at hand is sure: its pairs are the last step's. */
void trama_rigid_pairs_keep(trama_rigid_pairs *pairs);
void trama_rigid_pairs_restart(void *interaction);
void trama_rigid_pairs_state(void *interaction, trama_archive *archive);

/* Largest velocity of a point of a body, m/s. */
double trama_rigid_pairs_speed(const trama_rigid_pairs *pairs, double t, const double *q,
                               const double *v);
/* The same of one body. */
double trama_rigid_body_speed(const trama_rigid_pairs *pairs, size_t i, double t, const double *q,
                              const double *v);
/* Where a point's arm on side 0 or 1 ends at (t, q). */
void trama_rigid_point_at(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair,
                          const trama_rigid_point *point, int side, double t, const double *q,
                          double x[3]);
/* Adds the rate of separation along `direction` to a row, of the bodies as they are at (t, q). */
void trama_rigid_point_row(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair,
                           const trama_rigid_point *point, double t, double h, const double *q,
                           const double direction[3], trama_row *row);
/* As trama_interaction_type's `carriers` and `carried`: points of the last step, by `carried`. */
size_t trama_rigid_pairs_carriers(const void *interaction);
void trama_rigid_pairs_carried(const void *interaction, size_t index, trama_carried *carried);
/* As trama_interaction_type's `observe`: points that touch, and the largest depth, m. */
void trama_rigid_pairs_observe(void *interaction, double t, const double *q, const double *v,
                               double *value);
/* What all responses have in their trama_interaction_type. */
#define TRAMA_RIGID_RESPONSE                                                                       \
    .least = 1, .most = TRAMA_AMONG_MAX, .order_limit = 1, .observe = trama_rigid_pairs_observe,   \
    .observed = {                                                                                  \
        {"contacts", "1", "points of contact within reach"},                                       \
        {"penetration", "m", "largest depth of a point of contact"},                               \
    }

#endif
