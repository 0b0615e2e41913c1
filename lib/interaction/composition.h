/* What an interaction consists of, so that a solver of another library or program can simulate it.
 * An interaction that provides this has one const table. */
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
    bool bodies; /* rigid bodies touch each other, and bodies and obstacles with a prescribed
                    motion */
    bool nodes;  /* nodes touch rigid bodies and obstacles */
    /* The same for every pair; NAN: from the two bodies, sqrt(mu mu') and max(e, e'). */
    double friction, restitution;
    double rest_speed; /* m/s: slower impacts do not bounce */
    double thickness;  /* m: a node closer than this touches */
} trama_contact_law;

typedef enum trama_joint_kind {
    TRAMA_JOINT_BALL,     /* one point */
    TRAMA_JOINT_HINGE,    /* one point and one axis */
    TRAMA_JOINT_DISTANCE, /* the distance of two points */
    TRAMA_JOINT_KINDS
} trama_joint_kind;

/* Two ends that are held together. */
typedef struct trama_joint_part {
    trama_joint_kind kind;
    const trama_surface *of[2]; /* the object of each end's body; NULL: the world */
    size_t body[2];             /* in its object */
    double at[2][3];            /* positions of the ends, in the world, m */
    double axis[3];             /* unit, in the world */
    double length;              /* m */
} trama_joint_part;

typedef struct trama_interaction_composition {
    trama_contact_law (*contact)(const void *interaction); /* NULL: it is not a contact */
    size_t (*joints)(const void *interaction);             /* NULL: it has none */
    /* At time t and coordinates q of the whole system. */
    trama_joint_part (*joint)(const void *interaction, size_t index, double t, const double *q);
} trama_interaction_composition;

#ifdef __cplusplus
}
#endif

#endif
