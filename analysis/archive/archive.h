/* A study as one file that outlives its project: results, the configurations and tables that they
 * were made from, checksums, and metadata that data repositories read (RO-Crate 1.1, CITATION.cff).
 * What it holds is laid out in a folder first, and packed by tar. */
#ifndef ANALYSIS_ARCHIVE_ARCHIVE_H
#define ANALYSIS_ARCHIVE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "analysis/read/study.h"

/* Files of an archive, by their names in it. */
typedef struct archive_members {
    char **name;   /* in order */
    char **digest; /* SHA-256, in hex */
    size_t count;
    size_t results; /* of these, the first are results files, below results/ */
    long long bytes;
    bool no_memory;
} archive_members;

/* Adds every file *.h5 below `folder` as results/...; its journals and what was made of them are
 * left out. False after a line on `err`. */
bool archive_add_results(archive_members *m, const char *folder, FILE *err);
/* Adds a file that stands in the folder `stage`. */
bool archive_add_staged(archive_members *m, const char *stage, const char *name, FILE *err);
void archive_members_free(archive_members *m);

/* Writes the files that the cases were read from below <stage>/configuration, in the places that
 * they had to each other, and adds them. `first`: the names of those that a run is given, a line
 * each. */
bool archive_configurations(const study *s, const char *stage, archive_members *m, FILE *first,
                            FILE *err);

/* README.md, CITATION.cff, ro-crate-metadata.json and SHA256SUMS. */
void archive_readme(const study *s, const char *first, FILE *out);
void archive_citation(const study *s, FILE *out);
void archive_crate(const study *s, const archive_members *m, FILE *out);
void archive_sums(const archive_members *m, FILE *out);

#endif
