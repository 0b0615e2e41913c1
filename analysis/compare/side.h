/* One side of a comparison: all cases of a results folder, of its rounds, or of a baseline file.
 * Cases with equal configuration form a group. */
#ifndef ANALYSIS_COMPARE_SIDE_H
#define ANALYSIS_COMPARE_SIDE_H

#include "analysis/read/study.h"

/* The cases of one identity: several if a folder holds rounds. */
typedef struct side_group {
    const char
        *key; /* the digest of its configuration; for a case of an earlier program, its identity */
    const study_case **item; /* in order of their files */
    size_t count;
    const study *study; /* that of the first of them */
} side_group;

typedef struct side {
    study *part;
    size_t parts;
    side_group *group; /* in order of key */
    size_t groups;
    const study_case **items; /* storage of the groups' items */
} side;

/* `path`: a results folder, possibly with folders round-* of the same program, or a file of
 * baseline.h. Returns OUTCOME_OK, OUTCOME_USAGE if there are no results, OUTCOME_IO after lines on
 * `err`. Free it in any case. */
int side_read(const char *path, side *s, FILE *err);
void side_free(side *s);

/* "limits S1 rk4 (3f2a9c01)": experiment, labels, integrator, the start of the identity. */
void side_name(const study_case *c, char *text, size_t size);

#endif
