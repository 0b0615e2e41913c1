/* A study as one file for archiving: results, their configurations and published tables, checksums,
 * and metadata for data repositories (RO-Crate 1.1, CITATION.cff). It is assembled in a folder
 * first, then packed by tar. */
#ifndef ANALYSIS_ARCHIVE_ARCHIVE_H
#define ANALYSIS_ARCHIVE_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "analysis/read/study.h"

/* Files of an archive, by name in it. */
typedef struct archive_members {
    char **name;   /* in order */
    char **digest; /* SHA-256, in hex */
    size_t count;
    size_t results; /* number of results files, below results/; they come first */
    long long bytes;
    bool no_memory;
} archive_members;

/* Adds every file *.h5 below `folder` as results/..., without journals, tables and plots. False
 * after a line on `err`. */
bool archive_add_results(archive_members *m, const char *folder, FILE *err);
/* Adds a file of the folder `stage`. */
bool archive_add_staged(archive_members *m, const char *stage, const char *name, FILE *err);
void archive_members_free(archive_members *m);

/* Writes the configuration files of the cases below <stage>/configuration, in the same relative
 * places, and adds them. `first` gets the names of those to pass to `trama run`, one per line. */
bool archive_configurations(const study *s, const char *stage, archive_members *m, FILE *first,
                            FILE *err);

/* README.md, CITATION.cff, ro-crate-metadata.json and SHA256SUMS. */
void archive_readme(const study *s, const char *first, FILE *out);
void archive_citation(const study *s, FILE *out);
void archive_crate(const study *s, const archive_members *m, FILE *out);
void archive_sums(const archive_members *m, FILE *out);

#endif
