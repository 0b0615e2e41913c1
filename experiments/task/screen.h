/* Frames at a screen's own times, apart from steps: Mueller 2010, section 3.3.1.5, Quadro 22. The
 * time from one frame to the next goes to an accumulator; as many whole steps as it holds are made
 * before the frame is shown, and what is left stays for the next. A frame shows the state after the
 * last of them, less than a step late: nothing is interpolated. */
#ifndef TASK_SCREEN_H
#define TASK_SCREEN_H

#include "core/archive.h"
#include "results/columns/columns.h"

#include <stdbool.h>

typedef struct task_screen {
    double interval, step; /* s: from frame to frame, and of the run */
    double left;           /* s: in the accumulator */
    long steps;            /* that the next frame waits for, from the one before it */
    long due;              /* iteration whose state it shows */
    long frames, repeated; /* shown so far; that showed the state of the frame before */
    long most;             /* steps from one frame to the next */
    double late;           /* s: that a frame's state was behind its time, at most */
} task_screen;

/* The first frame shows the start. */
task_screen task_screen_of(double interval, double step);
/* Frames of as many steps, at most: the last state is shown until the next step would be due. */
double task_screen_frames(double interval, double step, long horizon);
/* Whether the next frame shows the state after `iteration`: then it is shown, and the one after it
 * is the next. To be asked until it says no. */
bool task_screen_shows(task_screen *screen, long iteration);
void task_screen_state(task_screen *screen, trama_archive *archive);
void task_screen_add(const task_screen *screen, bundle *results);

#endif
