/* Contact of triangle meshes with themselves and each other, for a method that keeps the pairs
 * apart within its own iterations (integrator/elemental_pairs.h). An interaction that provides its
 * pairs has one const table. */
#ifndef TRAMA_INTERACTION_PAIRING_H
#define TRAMA_INTERACTION_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A contact of two points of the mesh: of a vertex and a face, or of two edges. The vector from the
 * second to the first is sum weight[i] x[vertex[i]]; the weights of the first sum to 1, those of
 * the second to -1. */
typedef struct trama_mesh_contact {
    uint32_t vertex[4];
    double weight[4];
    double normal[3]; /* unit, from the second to the first */
    double distance;  /* m, of the two points at the start of the step */
    double when;      /* 0 to 1, time of contact within the step; 0 for a proximity */
    uint64_t key;     /* of the pair, the same from step to step */
    bool edges;       /* two edges; else vertex[0] and the face of the others */
    bool undecided;   /* detection reached its limit of work, and treats them as in contact */
} trama_mesh_contact;

/* The contact law of each pair. */
typedef struct trama_pairing_law {
    double thickness; /* m: nearer than this, two repel */
    double stiffness; /* N/m: force divided by overlap */
    double friction;  /* mu of Coulomb's law */
    bool edge_ends;   /* edges also repel where an end of one is nearest */
    const char *lost; /* settings of the interaction that the method ignores; NULL: none */
} trama_pairing_law;

struct trama_moment;

typedef struct trama_pairing {
    trama_pairing_law (*law)(const void *interaction);
    /* Number of vertices of the mesh. *at: for each vertex three indices of its components in the
     * velocities of the system; TRAMA_NONE: its motion is prescribed. */
    size_t (*vertices)(const void *interaction, const size_t **at);
    /* Tells the interaction whether the method keeps near pairs apart from now on; if it does, the
     * interaction itself does not repel. */
    void (*hold)(void *interaction, bool held);
    /* Finds all pairs that may come nearer than `reach` (m) on straight paths from one state to the
     * other, with the closest points at the first, sorted by key; valid until the next call.
     * Returns trama_step_status: refused if there are too many. */
    int (*find)(void *interaction, const struct trama_moment *from, const struct trama_moment *to,
                double reach, const trama_mesh_contact **pair, size_t *count);
    /* Reports the number of pairs with a force at the end of the step. */
    void (*tell)(void *interaction, long pairs);
} trama_pairing;

#ifdef __cplusplus
}
#endif

#endif
