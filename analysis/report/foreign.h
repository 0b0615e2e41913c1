/* Solvers of other libraries and programs, and plugins, used by cases: as options of the command
 * that runs the cases again, and as a table. */
#ifndef ANALYSIS_REPORT_FOREIGN_H
#define ANALYSIS_REPORT_FOREIGN_H

#include "analysis/report/report.h"

/* Whether a path is below a folder, as both are written. */
bool foreign_is_below(const char *path, const char *folder);

/* Options for the cases of a folder, with placeholders. False without memory. */
bool foreign_write_options(const study *s, const char *folder, FILE *out);

/* The table, if there are any. */
void foreign_write(report *r, FILE *out);

/* Whether another library or program made the steps of a case. */
bool foreign_has_engine(const study *s);

#endif
