/* Runs gnuplot. Its exit code is no proof: it is 0 even if a font is missing or a file is cut. */
#ifndef ANALYSIS_PLOT_GNUPLOT_H
#define ANALYSIS_PLOT_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>

/* Runs `script` in `folder`, without a shell. True only if gnuplot ends well, says nothing on its
 * standard error, and leaves a whole <name>.svg and <name>.pdf. Otherwise `message` is one line. */
bool gnuplot_run(const char *folder, const char *name, char *message, size_t size);

#endif
