/* Shared by responses to collisions: a contact mesh, impact zones, the treatment and the record of
 * steps with unresolved collisions. A response is a struct that begins with a trama_collision and
 * uses the functions below; its own part is a filter. For interaction/ only. */
#ifndef TRAMA_INTERACTION_COLLISION_H
#define TRAMA_INTERACTION_COLLISION_H

#include "interaction/impact_zone.h"

typedef enum trama_on_unresolved {
    TRAMA_UNRESOLVED_RECORD, /* counts it and continues */
    TRAMA_UNRESOLVED_HALVE,  /* repeats the step in two halves */
    TRAMA_UNRESOLVED_REFUSE, /* ends the run */
} trama_on_unresolved;

typedef struct trama_collision_options {
    double tolerance; /* m, of rounding */
    long rounds;      /* of impulses, before zones */
    long zone_rounds;
    int zones;         /* trama_zone_motion */
    int on_unresolved; /* trama_on_unresolved */
} trama_collision_options;

extern const char *const trama_zone_motions[], *const trama_on_unresolved_names[];

/* The rows of a Field table for a member `options`, with the defaults of three. */
#define TRAMA_COLLISION_FIELDS(type, options, rounds_default, zones_default, unresolved_default)   \
    {TRAMA_FIELD_AS("tolerance", type, options.tolerance),                                         \
     .unit = "m",                                                                                  \
     .minimum = 1e-15,                                                                             \
     .maximum = 1.0,                                                                               \
     .fallback = {1e-6},                                                                           \
     .summary = "two that come nearer collide: margin for rounding (Campos, 6.1)"},                \
        {TRAMA_FIELD_AS("rounds", type, options.rounds), .unit = "1", .maximum = 1000,             \
         .fallback = {rounds_default},                                                             \
         .summary = "of impulses in a step, before zones (assumed)"},                              \
        {TRAMA_FIELD_AS("zone_rounds", type, options.zone_rounds), .unit = "1", .maximum = 1e6,    \
         .fallback = {200}, .summary = "of growing zones in a step, at most (assumed)"},           \
        {TRAMA_FIELD_AS("zones", type, options.zones), .unit = "", .choices = trama_zone_motions,  \
         .fallback = {zones_default},                                                              \
         .summary = "motion of an impact zone: published (Provot 1997), or corrected (Bridson et " \
                    "al. 2002: inertia, exact rotation)"},                                         \
    {                                                                                              \
        TRAMA_FIELD_AS("on_unresolved", type, options.on_unresolved),                              \
            .unit = "", .choices = trama_on_unresolved_names, .fallback = {unresolved_default},    \
            .summary = "of a step in which features still meet: record, halve, or refuse"          \
    }

typedef struct trama_collision {
    trama_contact_mesh *mesh;
    trama_impact_zones *zones;
    trama_mesh_contacts near, hits;
    trama_collision_options options;
    double thickness; /* m, for the check of the start; 0: none */
    bool first;       /* no filter of this step's MOVE has run yet */
    bool gave_up;     /* this step is accepted with its unresolved collisions, which were
                         recorded */
    bool refusing;    /* the run must end */
    bool apart;       /* the method keeps near pairs apart: no repulsion is needed (pairing.h) */
    /* Of the last step: */
    long contacts;   /* pairs that got an impulse */
    long unresolved; /* pairs that still collide at its end */
    long in_plane;   /* responses at an edge whose triangles lie in one plane */
    /* So far: */
    long unresolved_steps, in_plane_steps;
    double lost, gained; /* J: by impact, friction and zones; by springs and elastic impact */
    double momentum[3];  /* kg m/s, error of momentum by its impulses and zones */
    bool held;           /* some coordinate is held or prescribed, and takes momentum */
} trama_collision;

/* Makes a zeroed response of `size` bytes, with its mesh and zones. Errors: as
 * trama_contact_mesh_create. *interaction is set, or NULL without memory; destroy it in any
 * case. */
trama_status trama_collision_create(const trama_surface *const *among, size_t count,
                                    const trama_collision_options *options, size_t size,
                                    void **interaction, trama_error *error);

/* The same for a response that also moves rigid bodies; it must act only by trama_contact_mesh_push
 * and corrected zones. The function above refuses rigid bodies, with path "among[i]". */
trama_status trama_collision_create_of_bodies(const trama_surface *const *among, size_t count,
                                              const trama_collision_options *options, size_t size,
                                              void **interaction, trama_error *error);

/* Ends a filter at MOVE: zones resolve the remaining collisions, u is written back, and unresolved
 * ones are treated according to the options. */
trama_step_status trama_collision_finish(trama_collision *collision, double *u,
                                         trama_touched *touched);
/* Records the energy that an impulse took out, J; negative if it added energy. */
void trama_collision_book(trama_collision *collision, double lost);

/* Functions of trama_pairing. */
size_t trama_collision_vertices(const void *interaction, const size_t **at);
void trama_collision_hold(void *interaction, bool held);
int trama_collision_find(void *interaction, const trama_moment *from, const trama_moment *to,
                         double reach, const trama_mesh_contact **pair, size_t *count);
void trama_collision_tell(void *interaction, long pairs);

/* The functions of trama_interaction_type. check: TRAMA_BAD_INPUT, path "among", if at the start a
 * triangle has no area, an edge passes through a triangle, features touch, or a vertex is inside a
 * closed obstacle; path "thickness" or "tolerance" if that is not below half of each side and below
 * each height of the triangles of surfaces that may touch themselves. */
void trama_collision_destroy(void *interaction);
trama_status trama_collision_check(void *interaction, const trama_moment *start,
                                   trama_error *error);
trama_step_status trama_collision_begin(void *interaction, const trama_moment *now, double h);
void trama_collision_advance(void *interaction, const trama_moment *end, double h);
void trama_collision_restart(void *interaction);
void trama_collision_state(void *interaction, trama_archive *archive);
void trama_collision_observe(void *interaction, double t, const double *q, const double *v,
                             double *value);
double trama_collision_searched(void *interaction, double (*clock)(void));
trama_remark trama_collision_remark(const void *interaction); /* about responses in a plane */
#define TRAMA_COLLISION_FUNCTIONS                                                                  \
    .destroy = trama_collision_destroy, .check = trama_collision_check,                            \
    .begin = trama_collision_begin, .advance = trama_collision_advance,                            \
    .restart = trama_collision_restart, .state = trama_collision_state,                            \
    .observe = trama_collision_observe, .searched = trama_collision_searched,                      \
    .remark = trama_collision_remark, .keeps_apart = true
#define TRAMA_COLLISION_OBSERVED                                                                   \
    {"contacts", "1", "pairs that got an impulse in the last step"},                               \
        {"unresolved", "1", "pairs that still met at the end of the last step"},                   \
        {"unresolved_steps", "1", "steps so far in which a pair still met"},                       \
        {"crossings", "1", "edges that pass through a triangle"},                                  \
        {"deepest", "m", "how far the nearer end of such an edge is behind the triangle's plane"}, \
        {"impact_lost", "J",                                                                       \
         "kinetic energy that impacts, friction and zones took out of the moving velocities"},     \
        {"impact_gained", "J", "kinetic energy that springs and elastic impacts put in"},          \
    {                                                                                              \
        "momentum_error", "kg m/s",                                                                \
            "momentum that impulses and zones made of nothing so far, its magnitude; not a "       \
            "number: something is held or prescribed, and takes momentum"                          \
    }

#endif
