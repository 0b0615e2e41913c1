/* A baseline as one text file for version control: the identity and the exact results of every
 * case. A changed result is a changed line; it does not depend on the layout of results files. The
 * last line is the checksum of the lines before it. */
#ifndef ANALYSIS_COMPARE_BASELINE_H
#define ANALYSIS_COMPARE_BASELINE_H

#include "analysis/read/study.h"

#define BASELINE_FIRST_LINE "trama baseline 2"
#define BASELINE_LAST_LINE "sha256 "

/* Writes the cases of a study, in order of experiment and identity. */
bool baseline_write(const study *s, FILE *out);

/* Reads such a file; false after one line `file:line: what` on `err`. */
bool baseline_read(const char *path, study *s, FILE *err);

#endif
