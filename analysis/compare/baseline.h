/* A baseline as one text file, to be kept under version control: of every case what identifies it,
 * and its results, each number exactly. A change of results reads as a change of lines, and a
 * change of the layout of results files does not touch it. The last line has the checksum of all
 * before it. */
#ifndef ANALYSIS_COMPARE_BASELINE_H
#define ANALYSIS_COMPARE_BASELINE_H

#include "analysis/read/study.h"

#define BASELINE_FIRST_LINE "trama baseline 2"
#define BASELINE_LAST_LINE "sha256 "

/* Writes the cases of a study, in order of experiment and identity. */
bool baseline_write(const study *s, FILE *out);

/* Reads what baseline_write wrote; false after one line `file:line: what` on `err`. */
bool baseline_read(const char *path, study *s, FILE *err);

#endif
