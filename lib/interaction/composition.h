/* What an interaction is made of, for whoever simulates the same in another way: a solver of
 * another library or of another program. An interaction that says it has one const table. */
#ifndef TRAMA_INTERACTION_COMPOSITION_H
#define TRAMA_INTERACTION_COMPOSITION_H

#include "surface/surface.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Contact among the interaction's objects: Coulomb's friction, Newton's restitution. */
typedef struct trama_contact_law {
    bool bodies; /* rigid bodies touch each other and what has a prescribed motion */
    bool nodes;  /* nodes touch rigid bodies and obstacles */
    /* Of every pair; NAN: of the bodies' own, sqrt(mu mu') and max(e, e'). */
    double friction, restitution;
    double rest_speed; /* m/s: what is slower does not bounce */
    double thickness;  /* m: how near a node touches */
} trama_contact_law;

typedef enum trama_joint_kind {
    TRAMA_JOINT_BALL,     /* one place */
    TRAMA_JOINT_HINGE,    /* one place and one axis */
    TRAMA_JOINT_DISTANCE, /* a distance of two places */
    TRAMA_JOINT_KINDS
} trama_joint_kind;

/* Two ends that are held together. */
typedef struct trama_joint_part {
    trama_joint_kind kind;
    const trama_surface *of[2]; /* the object of each end's body; NULL: the world */
    size_t body[2];             /* in its object */
    double at[2][3];            /* where the ends are, in the world, m */
    double axis[3];             /* unit, in the world */
    double length;              /* m */
} trama_joint_part;

typedef struct trama_interaction_composition {
    trama_contact_law (*contact)(const void *interaction); /* NULL: it is none */
    size_t (*joints)(const void *interaction);             /* NULL: there is none */
    /* At time t and coordinates q of the whole system. */
    trama_joint_part (*joint)(const void *interaction, size_t index, double t, const double *q);
} trama_interaction_composition;

#ifdef __cplusplus
}
#endif

#endif
