/* Runs gnuplot. Its exit code is no proof: it is 0 even if a font is missing or a file is cut. */
#ifndef ANALYSIS_PLOT_GNUPLOT_H
#define ANALYSIS_PLOT_GNUPLOT_H

#include <stddef.h>

typedef enum gnuplot_result { GNUPLOT_DREW, GNUPLOT_FAILED, GNUPLOT_LATE } gnuplot_result;

/* Runs <name>.gp in `folder` (analysis/plot/work.h), which goes if this process is killed
 * meanwhile. It drew only if it ends well, says nothing on its standard error, and leaves a whole
 * <name>.svg and <name>.pdf. Otherwise `message` is one line. Late: it was killed after `seconds`.
 */
gnuplot_result gnuplot_run(const char *folder, const char *name, double seconds, char *message,
                           size_t size);

#endif
