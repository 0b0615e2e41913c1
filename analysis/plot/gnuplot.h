/* Runs gnuplot. Its exit code is not reliable: it is 0 even if a font is missing or a file is
 * truncated. */
#ifndef ANALYSIS_PLOT_GNUPLOT_H
#define ANALYSIS_PLOT_GNUPLOT_H

#include <stddef.h>

typedef enum gnuplot_result { GNUPLOT_DREW, GNUPLOT_FAILED, GNUPLOT_LATE } gnuplot_result;

/* Runs <name>.gp in `folder` (analysis/plot/work.h), which is removed if this process is killed
 * meanwhile. Success means exit code 0, empty standard error, and complete <name>.svg and
 * <name>.pdf. Otherwise `message` is one line. Late: it was killed after `seconds`. */
gnuplot_result gnuplot_run(const char *folder, const char *name, double seconds, char *message,
                           size_t size);

#endif
