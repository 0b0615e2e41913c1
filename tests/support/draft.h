/* The draft of a scene that a test changes before it is made. Include after cmocka.h. */
#ifndef SUPPORT_DRAFT_H
#define SUPPORT_DRAFT_H

#include "scene/scene.h"

enum { DRAFT_PARTS = 3 };

/* A 5 x 4 grid in the plane xz with the pins and forces that a test turns on. */
typedef struct draft {
    trama_scene_spec spec;
    trama_pin pins[DRAFT_PARTS];
    trama_point_force forces[DRAFT_PARTS];
    trama_force listed[DRAFT_PARTS]; /* the same, as the scene has them */
} draft;

void draft_begin(draft *d);
trama_scene *draft_make(const draft *d);

trama_activity *draft_activity(const trama_scene *scene);
extern const double draft_nodes[60]; /* where nodes are does not matter to plain pins */

#endif
