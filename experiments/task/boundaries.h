/* Triangles of obstacles as used by contact, once per case. */
#ifndef TASK_BOUNDARIES_H
#define TASK_BOUNDARIES_H

#include "results/bundle.h"
#include "system.h"

/* Adds the boundary of each obstacle that is a mesh below /frames/OBJECT, with the vertices of the
 * first frame of `results`; nothing if there is no frame. */
void task_boundaries_add(const trama_system *system, bundle *results);

#endif
