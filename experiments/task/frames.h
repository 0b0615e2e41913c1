/* Frames: positions of all nodes at some iterations, kept in memory until a case is written. */
#ifndef TASK_FRAMES_H
#define TASK_FRAMES_H

#include "results/columns/columns.h"
#include "system.h"

typedef struct task_film { /* of an object */
    size_t nodes;          /* of its scene, or points of its outline; 0: it is in no frame */
    bool outlined;
    double *axis[3]; /* capacity x nodes each, m */
} task_film;

typedef struct task_frames {
    size_t count, capacity, objects;
    int64_t *iteration;
    double *time;           /* s */
    double low[3], high[3]; /* the box of all nodes at the start, m */
    task_film *film;
} task_frames;

/* Room for `capacity` frames of every object with nodes and, beside such an object, of every
 * obstacle that has an outline. The system is at its initial state. Free in any case. */
trama_status task_frames_create(task_frames *frames, const trama_system *system, size_t capacity,
                                trama_error *error);
/* Keeps the system's state as a frame; room is a precondition. */
void task_frames_keep(task_frames *frames, const trama_system *system);
/* Adds /frames, and how nodes are joined. An only object without a name has /frames/x, y, z,
 * /config/points and triangles; an object with a name has all of that below /frames/NAME. */
void task_frames_add(const task_frames *frames, const trama_system *system, bundle *results);
void task_frames_free(task_frames *frames);

#endif
