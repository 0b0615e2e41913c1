/* Running gnuplot, whose exit code lies: 0 after a font that is not there, 0 after half a file. */
#ifndef ANALYSIS_PLOT_GNUPLOT_H
#define ANALYSIS_PLOT_GNUPLOT_H

#include <stdbool.h>
#include <stddef.h>

/* Runs `script` in `folder`, without a shell. True only if gnuplot ends well, says nothing on its
 * standard error, and leaves a whole <name>.svg and <name>.pdf. Otherwise `message` is one line. */
bool gnuplot_run(const char *folder, const char *name, char *message, size_t size);

#endif
