/* Points near surfaces: the vertices of each object of an interaction against the surfaces of the
 * others, found by trees of triangles. */
#ifndef TRAMA_INTERACTION_PAIRS_H
#define TRAMA_INTERACTION_PAIRS_H

#include "interaction/feet.h"
#include "interaction/interaction.h"

/* A vertex and the point of another surface nearest to it. */
typedef struct trama_contact {
    trama_spot vertex;
    trama_foot foot;
    double gap;   /* distance minus thickness, m */
    uint64_t key; /* identifies vertex and surface; ascending in the list */
    bool struck;  /* for use by the owner */
    double impact;
} trama_contact;

typedef struct trama_pairs {
    size_t surfaces;
    const trama_surface *surface[TRAMA_AMONG_MAX];
    trama_feet feet[TRAMA_AMONG_MAX]; /* of each sheet */
    double thickness;                 /* m: distance at which a vertex touches */
    size_t count, capacity;
    trama_contact *contact; /* those within reach */
} trama_pairs;

/* Makes a zeroed interaction of `size` bytes that begins with its pairs, with room for every vertex
 * against every other surface. TRAMA_BAD_INPUT with path "among" if there is no surface or no
 * vertex to touch. *interaction is set, or NULL without memory; destroy it in any case. */
trama_status trama_pairs_create(const trama_surface *const *among, size_t count, double thickness,
                                size_t size, void **interaction, trama_error *error);
/* As trama_interaction_type's `destroy`. */
void trama_pairs_destroy(void *interaction);
/* As its `check`: TRAMA_BAD_INPUT, path "among", if a vertex is inside a surface by more than
 * rounding. */
trama_status trama_pairs_check(void *interaction, const trama_moment *start, trama_error *error);
/* Values of its `observed` quantities, from contacts within `reach`, m. */
void trama_pairs_observe(trama_pairs *pairs, double t, const double *q, double reach,
                         double *value);
#define TRAMA_PAIRS_OBSERVED                                                                       \
    {"contacts", "1", "points that touch"},                                                        \
    {                                                                                              \
        "penetration", "m", "largest depth of a point in a surface"                                \
    }

/* Lists the contacts at (t, q) whose gap is at most `reach`, m. */
void trama_pairs_find(trama_pairs *pairs, double t, const double *q, double reach);
/* Sets the sheets' positions to q; trama_pairs_find does this itself. */
void trama_pairs_place(trama_pairs *pairs, const double *q);
/* Updates foot and gap of a contact for another moment. The sheets must have been placed at q. */
void trama_contact_update(trama_contact *contact, const trama_pairs *pairs, double t,
                          const double *q);
/* Largest velocity of a vertex, or of an obstacle at one, m/s. */
double trama_pairs_speed(const trama_pairs *pairs, double t, const double *q, const double *v);

/* A contact force acts at the vertex. A triangle at some distance carries it by a lever, as a rigid
 * plate would, so that action and reaction lie on one line and give no torque. q is the state in
 * which the contact was found or updated. */

/* Velocity of the vertex relative to the plate at the vertex, m/s. */
void trama_contact_slip(const trama_contact *contact, double t, const double *q, const double *v,
                        double slip[3]);
/* Adds a force (N) on the vertex, and its reaction, to f (nv of the whole system). */
void trama_contact_push(const trama_contact *contact, const double *q, const double force[3],
                        double *f);
/* Adds to a row the slip along `direction`; h as in trama_spot_row. */
void trama_contact_row(const trama_contact *contact, double t, double h, const double *q,
                       const double direction[3], trama_row *row);

/* Two unit vectors across a unit normal, determined by the normal. */
void trama_tangents_of(const double normal[3], double first[3], double second[3]);

#endif
