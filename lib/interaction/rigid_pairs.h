/* Contacts of rigid bodies: pairs of near bodies with a manifold each (lib/rigid/contact.h), kept
 * from step to step, so that each point has a number that identifies its impulse. */
#ifndef TRAMA_INTERACTION_RIGID_PAIRS_H
#define TRAMA_INTERACTION_RIGID_PAIRS_H

#include "collision/broad.h"
#include "interaction/interaction.h"
#include "rigid/contact.h"
#include "surface/bodies.h"

/* A point of a manifold in a step. */
typedef struct trama_rigid_point {
    double arm[2][3];   /* vectors from the bodies' centres of mass to it at the step's start, m,
                           world */
    double gap;         /* at the start, m */
    uint32_t slot;      /* 0 to 3: the point's number in its pair, from step to step */
    double impulse;     /* for the owner: kept from step to step, N s */
    double found[2][3]; /* impulses of MOVE and END along the normal and both tangents, N s */
    double carried[3];  /* for the owner: of the whole step, along the same, N s */
} trama_rigid_point;

/* Two near bodies. The data read by each pass over all pairs are small and contiguous; the points,
 * which half of the pairs of a pile do not have, are stored separately. */
typedef struct trama_rigid_pair {
    uint32_t body[2]; /* numbers in the list of all; first < second */
    uint32_t count;   /* number of points; 0: the next two are unused */
    trama_manifold *manifold;
    trama_rigid_point *point; /* as the manifold's */
    trama_mpr_memory memory;
    double friction, restitution;
    double reach;           /* m: largest gap for which all points are listed */
    trama_pair_place place; /* for the owner: its place in the rows of MOVE */
} trama_rigid_pair;

/* Storage of the points of a pair, with room for all; in a list the points follow those of the
 * manifold that there are. */
typedef struct trama_rigid_touch {
    trama_manifold manifold;
    trama_rigid_point point[TRAMA_MANIFOLD_POINTS];
} trama_rigid_touch;

typedef struct trama_rigid_list {
    trama_rigid_pair *pair;
    size_t count, capacity;
    unsigned char *room; /* points of pairs that have any, one pair after the other */
    size_t used, room_size;
} trama_rigid_list;

/* Position and orientation of a body. */
typedef struct trama_rigid_frame {
    trama_pose shape, axes; /* pose of its shape; of its centre and principal axes */
} trama_rigid_frame;

typedef struct trama_rigid_pairs trama_rigid_pairs;

/* Fills a pair's manifold, point numbers and warm start for bodies at these poses, using those of
 * the last step (NULL: the pair is new), with at least the points whose gap is up to `reach`, m.
 * There is room for all points; the caller sets the pair's count. */
typedef void trama_rigid_detect(const trama_rigid_pairs *pairs, const trama_rigid_pair *last,
                                const trama_pose poses[2], double reach, trama_rigid_pair *pair);

/* Data of a body for its contacts; small, since every near pair reads two. */
typedef struct trama_rigid_matter {
    double friction, restitution;
    long group;
    bool is_free, is_there;
} trama_rigid_matter;

struct trama_rigid_pairs {
    trama_rigid_detect *detect; /* by default a whole manifold at once */
    size_t bodies;
    trama_body *body;
    trama_convex *shape;
    double *radius; /* of each shape's ball, m */
    double *thin;   /* half the smallest width of each along the axes of its shape, m */
    bool *is_free;
    trama_rigid_matter *matter;
    size_t *components;       /* index of each one's first component in v; TRAMA_NO_COMPONENTS:
                                 prescribed */
    double *way;              /* of each body: its motion in the step, or half the reach, m */
    trama_rigid_frame *frame; /* of each body, at the last search */
    bool framed;              /* frames of static bodies are set */
    bool lives;               /* bodies appear or vanish: each search updates `is_there` */
    /* Pose of each body at the last search for its contacts, and whether it has moved since:
     * contacts of two bodies that have moved less than 1e-4 of the smallest radius keep their
     * points, with recomputed gaps. */
    bool reuses;
    trama_pose *anchor;
    bool *moved;
    trama_broad *broad;
    bool arrives;              /* open contacts are computed for the moment when they close */
    bool every;                /* all pairs are tested, without a broad phase */
    double least;              /* the least radius of a free body, m */
    trama_rigid_list now, old; /* of the current step, and of the last completed one; sorted */
    bool ended;                /* false: END had no impulse in the last step, and all are 0 */
    double depth;              /* m: largest depth of a point of `now`; 0: none is deep */
    size_t threads;            /* that may share a search */
    bool no_memory;
    bool *was;     /* bodies that existed in the last step */
    long arrivals; /* steps that began with a body that had appeared inside another */
    struct trama_contact_events *events; /* contact_events.h; NULL: not recorded */
};

/* ---- Lists (rigid_list.c). */

/* The next free place of the list, with room for points; NULL without memory. take adds it to the
 * list. The pointer is valid until the next call. */
trama_rigid_pair *trama_rigid_list_next(trama_rigid_list *list);
trama_rigid_pair *trama_rigid_list_take(trama_rigid_list *list);
/* Adds a pair with copies of its points; NULL without memory. The pointer is valid until the next
 * is added. */
trama_rigid_pair *trama_rigid_list_add(trama_rigid_list *list, const trama_rigid_pair *found);
/* Room in an empty list for as many pairs, all of which may have points; false without memory. */
bool trama_rigid_list_reserve(trama_rigid_list *list, size_t count);
/* Copies the points that a pair of a list keeps. */
void trama_rigid_touch_copy(const trama_rigid_pair *pair, trama_manifold *manifold,
                            trama_rigid_point *point);
void trama_rigid_list_clear(trama_rigid_list *list);
void trama_rigid_list_free(trama_rigid_list *list);

/* ---- All pairs. */

/* The broad phases as a choice of a Field table, and its fallback. */
extern const char *const trama_rigid_broad_phases[4];
enum { TRAMA_RIGID_ALL_PAIRS, TRAMA_RIGID_SWEEP, TRAMA_RIGID_TREE };

/* Makes a zeroed interaction of `size` bytes that begins with its pairs. TRAMA_BAD_INPUT with path
 * "among[i]" if an object has no rigid bodies, or "among" if no body is free. *interaction is set,
 * or NULL without memory; destroy it in any case. */
trama_status trama_rigid_pairs_create(const trama_surface *const *among, size_t count,
                                      int broad_phase, size_t size, void **interaction,
                                      trama_error *error);
void trama_rigid_pairs_destroy(void *interaction);
/* As trama_interaction_type's `check`: TRAMA_BAD_INPUT, path "among", if two bodies overlap by more
 * than 1e-6 of the smaller one. */
trama_status trama_rigid_pairs_check(void *interaction, const trama_moment *start,
                                     trama_error *error);

/* Finds the manifolds at (t, q) of all pairs whose gap is at most `reach`, m, plus a share of their
 * size; point numbers continue those of the last step. False without memory; sets no_memory. */
bool trama_rigid_pairs_find(trama_rigid_pairs *pairs, double t, const double *q, double reach);
/* The same for bodies that will move by h u: the reach of a pair is the sum of both motions. Rows
 * may stop a body in the step or turn it round, so the rate at which two approach at its start says
 * too little: a body that a heavy one throws back meets the one that follows it. A body that rows
 * make faster than it was is not covered. Two bodies that move by more than the thickness of either
 * are swept along their paths: if they meet in the step, their contact is that at the meeting, with
 * the gap that remains until then. With `arrives` all separate pairs are swept. */
bool trama_rigid_pairs_find_moving(trama_rigid_pairs *pairs, double t, double h, const double *q,
                                   const double *u);
/* Frames of all bodies at (t, q). */
void trama_rigid_pairs_frames(const trama_rigid_pairs *pairs, double t, const double *q,
                              trama_rigid_frame *frame);
/* Fills the rows of a pair that has points, at frames of all bodies, with the impulses of `stage`
 * in the last step; gaps and targets are 0. h: as in trama_body_row. */
void trama_rigid_pair_rows(const trama_rigid_pairs *pairs, trama_rigid_pair *pair,
                           trama_stage stage, const trama_rigid_frame *frame, double t, double h,
                           const double *q, trama_rows_pair *rows);
/* The rate of separation of a point so filled, along its normal, m/s. */
double trama_rigid_point_rate(const trama_rows_pair *rows, uint32_t point, const double *u);
/* Call when the step is accepted: its pairs become those of the last step. */
void trama_rigid_pairs_keep(trama_rigid_pairs *pairs);
void trama_rigid_pairs_restart(void *interaction);
void trama_rigid_pairs_state(void *interaction, trama_archive *archive);

/* ---- Bodies that appear inside others (rigid_arrivals.c). */

/* Overlap that counts as such, over the smaller body's radius. */
#define TRAMA_RIGID_OVERLAP 1e-6
void trama_rigid_arrivals_restart(trama_rigid_pairs *pairs);
void trama_rigid_arrivals_note(trama_rigid_pairs *pairs); /* of the step that is sure */
void trama_rigid_arrivals_state(trama_rigid_pairs *pairs, trama_archive *archive);
trama_remark trama_rigid_arrivals_remark(const void *interaction); /* as the type's `remark` */

/* Largest velocity of a point of a body, m/s. */
double trama_rigid_pairs_speed(const trama_rigid_pairs *pairs, double t, const double *q,
                               const double *v);
/* The same of one body. */
double trama_rigid_body_speed(const trama_rigid_pairs *pairs, size_t i, double t, const double *q,
                              const double *v);
/* End of a point's arm on side 0 or 1 at (t, q). */
void trama_rigid_point_at(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair,
                          const trama_rigid_point *point, int side, double t, const double *q,
                          double x[3]);
/* Adds the rate of separation along `direction` to a row, with the bodies at (t, q). */
void trama_rigid_point_row(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair,
                           const trama_rigid_point *point, double t, double h, const double *q,
                           const double direction[3], trama_row *row);
/* As trama_interaction_type's `carriers` and `carried`: points of the last step, by `carried`. */
size_t trama_rigid_pairs_carriers(const void *interaction);
void trama_rigid_pairs_carried(const void *interaction, size_t index, trama_carried *carried);
/* As trama_interaction_type's `observe`: number of touching points, and the largest depth, m. */
void trama_rigid_pairs_observe(void *interaction, double t, const double *q, const double *v,
                               double *value);
/* Members of trama_interaction_type shared by all responses. */
#define TRAMA_RIGID_RESPONSE                                                                       \
    .least = 1, .most = TRAMA_AMONG_MAX, .order_limit = 1, .follows_lifetimes = true,              \
    .observe = trama_rigid_pairs_observe,                                                          \
    .observed = {                                                                                  \
        {"contacts", "1", "points of contact within reach"},                                       \
        {"penetration", "m", "largest depth of a point of contact"},                               \
    }

#endif
