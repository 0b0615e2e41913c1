/* Triangles of obstacles as contact has them, once a case. */
#ifndef TASK_BOUNDARIES_H
#define TASK_BOUNDARIES_H

#include "results/bundle.h"
#include "system.h"

/* Adds the boundary of each obstacle that is a mesh below /frames/OBJECT, with its vertices as they
 * are in the first frame of `results`; nothing where that has none. */
void task_boundaries_add(const trama_system *system, bundle *results);

#endif
