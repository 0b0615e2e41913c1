/* Records of contacts of rigid bodies that begin and end (for interaction/ only). A response
 * reports each pair that touches in a step, in the order of pairs, and then the end of the step. */
#ifndef TRAMA_INTERACTION_CONTACT_EVENTS_H
#define TRAMA_INTERACTION_CONTACT_EVENTS_H

#include "interaction/rigid_pairs.h"

/* A pair that touches. */
typedef struct trama_touching {
    uint32_t body[2];
    double at[3];   /* m: the mean of its points */
    double impulse; /* N s: along the normals in this step */
} trama_touching;

typedef struct trama_touching_list {
    trama_touching *pair;
    size_t count, capacity;
} trama_touching_list;

typedef struct trama_contact_events {
    struct trama_noted *item; /* all so far */
    size_t count, capacity;
    size_t last_step;              /* where the events of the last step begin */
    trama_touching_list now, last; /* of this step, and of the one before */
    long steps;
    bool no_memory; /* an event is missing: the run must end */
} trama_contact_events;

void trama_contact_events_touch(trama_contact_events *events, const trama_touching *pair);
/* Reports a pair by its manifold at the step's start. */
void trama_contact_events_touch_pair(trama_contact_events *events, const trama_rigid_pairs *pairs,
                                     const trama_rigid_pair *pair, double impulse,
                                     const trama_moment *end);
/* Adds to the impulse of a contact that began in the last step, if this pair's did. */
void trama_contact_events_add(trama_contact_events *events, const uint32_t body[2], double impulse);
/* Compares the reported pairs with those of the last step, which ended before t, s. */
void trama_contact_events_step(trama_contact_events *events, double t);
void trama_contact_events_restart(trama_contact_events *events);
void trama_contact_events_state(trama_contact_events *events, trama_archive *archive);
void trama_contact_events_free(trama_contact_events *events);
/* As `events` and `event` of trama_interaction_type, for a response whose pairs have events. */
size_t trama_contact_events_count(const void *interaction);
void trama_contact_events_at(const void *interaction, size_t i, trama_contact_event *event);

#endif
