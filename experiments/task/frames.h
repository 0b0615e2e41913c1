/* Frames: positions of all nodes at some iterations; for nodes of a scene also speed, strain and
 * whether they are held. Kept in memory or in the case's journal until the case is written. */
#ifndef TASK_FRAMES_H
#define TASK_FRAMES_H

#include "results/columns/columns.h"
#include "system.h"
#include "task/journal.h"

/* Series of a node in a frame. Outlines and displays have positions only. */
enum {
    TASK_FILM_AXES = 3,
    TASK_FILM_SPEED = 3,
    TASK_FILM_STRAIN,
    TASK_FILM_HELD,
    TASK_FILM_SERIES
};

typedef struct task_film { /* of an object */
    size_t nodes;          /* of its scene, or points of its outline or display; 0: not in frames */
    size_t series;         /* per node: TASK_FILM_AXES or TASK_FILM_SERIES */
    bool outlined, displayed;
    double
        *value[TASK_FILM_SERIES]; /* frames x nodes each: x, y, z (m), speed (m/s), strain, held */
    size_t begin;                 /* with a journal: offset of its x in a record, doubles */
} task_film;

typedef struct task_frames {
    size_t count;
    size_t capacity; /* frames in memory: all, or with a journal one */
    size_t objects;
    int64_t *iteration;
    double *time;           /* s */
    double low[3], high[3]; /* the box of all nodes and displays at the start, m */
    task_film *film;
    task_journal *journal; /* that frames go to; NULL: none */
    double *points;        /* work space: x, y, z of the points of the largest display */
    double *record;        /* a frame for the journal: iteration, time, then the series of each
                              film */
    size_t record_size;    /* doubles */
} task_frames;

/* Whether the system has more to show than obstacles: nodes, or bodies with a display. */
bool task_frames_possible(const trama_system *system);

/* Bytes of `count` frames. The system is at its initial state. */
double task_frames_bytes(const trama_system *system, size_t count);

/* Allocates `count` frames of every object with nodes or a display and, if there is one, of every
 * obstacle with an outline. They are kept in memory or, if the journal (may be NULL) streams, in
 * the journal. The system is at its initial state. Free in any case. */
trama_status task_frames_create(task_frames *frames, const trama_system *system, size_t count,
                                task_journal *journal, trama_error *error);
/* The state for checkpoints: all that later frames depend on. */
void task_frames_state(task_frames *frames, trama_archive *archive);
/* Keeps the system's state as a frame; room is a precondition. */
void task_frames_keep(task_frames *frames, const trama_system *system);
/* Adds /frames, and the connectivity of the nodes. A single object without a name has /frames/x, y,
 * z, speed, strain, held, /config/points and triangles; an object with a name has all of these
 * below /frames/NAME. */
void task_frames_add(const task_frames *frames, const trama_system *system, bundle *results);
void task_frames_free(task_frames *frames);

#endif
