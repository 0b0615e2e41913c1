/* Contact of triangle meshes with themselves and each other, for a method that takes the pairs into
 * its own iterations (integrator/elemental_pairs.h) and holds them apart there. An interaction that
 * lends its pairs has one const table. */
#ifndef TRAMA_INTERACTION_PAIRING_H
#define TRAMA_INTERACTION_PAIRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Two points of the mesh that meet: of a vertex and a face, or of two edges. The vector from the
 * second to the first is sum weight[i] x[vertex[i]]; the weights of the first sum to 1, those of
 * the second to -1. */
typedef struct trama_mesh_contact {
    uint32_t vertex[4];
    double weight[4];
    double normal[3]; /* unit, from the second to the first */
    double distance;  /* m, of the two points at the start of the step */
    double when;      /* 0 to 1, the part of the step before they meet; 0 of a proximity */
    uint64_t key;     /* of the pair, the same from step to step */
    bool edges;       /* two edges; else vertex[0] and the face of the others */
    bool undecided;   /* detection reached its limit of work, and takes them to meet */
} trama_mesh_contact;

/* What holds of each pair. */
typedef struct trama_pairing_law {
    double thickness; /* m: nearer than this, two repel */
    double stiffness; /* N/m: the force over the overlap */
    double friction;  /* mu of Coulomb's law */
    bool edge_ends;   /* edges repel where an end of one is nearest, too */
    const char *lost; /* what it was asked for, and what the method does not do; NULL: nothing */
} trama_pairing_law;

struct trama_moment;

typedef struct trama_pairing {
    trama_pairing_law (*law)(const void *interaction);
    /* How many vertices the mesh has. *at: of each three numbers, where its components are in the
     * velocities of the system; TRAMA_NONE: its motion is prescribed. */
    size_t (*vertices)(const void *interaction, const size_t **at);
    /* From now on the method holds apart what is near, or does so no more: the interaction then has
     * no repulsion of its own. */
    void (*hold)(void *interaction, bool held);
    /* All pairs that may come nearer than `reach` (m) on straight ways from one state to the other,
     * with the closest points at the first, sorted by key; they stand until the next call. Returns
     * trama_step_status: refused if they are crowded. */
    int (*find)(void *interaction, const struct trama_moment *from, const struct trama_moment *to,
                double reach, const trama_mesh_contact **pair, size_t *count);
    /* So many pairs have a force at the end of the step. */
    void (*tell)(void *interaction, long pairs);
} trama_pairing;

#ifdef __cplusplus
}
#endif

#endif
