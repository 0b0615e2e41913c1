/* The temporary folder of a figure, .figure-XXXXXX next to the figures, so that a failed or killed
 * drawing leaves no partial figure; it is removed afterwards. */
#ifndef ANALYSIS_PLOT_WORK_H
#define ANALYSIS_PLOT_WORK_H

#include <stdbool.h>

typedef struct work {
    char *path;
    int held; /* the folder, open and locked while in use */
} work;

/* Makes one in a folder of figures; false with errno. End it in any case. */
bool work_begin(work *w, const char *plots);
/* Removes it with the files in it. */
void work_end(work *w);

/* The same for a folder by name, made by another process. */
void work_remove(const char *path);

/* Removes folders of killed processes, which are not locked. */
void work_remove_abandoned(const char *plots);

#endif
