/* The folder in which a figure is made, .figure-XXXXXX beside the figures: what fails or is killed
 * on the way leaves no half figure, and its folder goes. */
#ifndef ANALYSIS_PLOT_WORK_H
#define ANALYSIS_PLOT_WORK_H

#include <stdbool.h>

typedef struct work {
    char *path;
    int held; /* the folder, open and locked: it is somebody's */
} work;

/* Makes one in a folder of figures; false with errno. End it in any case. */
bool work_begin(work *w, const char *plots);
/* Removes it with the files in it. */
void work_end(work *w);

/* The same of the folder that is named so, whoever made it: for another process. */
void work_remove(const char *path);

/* Removes those of which nobody is at work in: what made them was killed. */
void work_remove_abandoned(const char *plots);

#endif
