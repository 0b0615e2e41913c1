/* Paired runs: two builds of the program that take turns. In a round each build runs the same
 * configurations once, both at the same time. Their cases that measure time work one sample at a
 * time, of one build or the other, in a random order. A build without turns runs completely before
 * or after the other. */
#ifndef ENGINE_PAIRED_RUNS_H
#define ENGINE_PAIRED_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAIRED_RUNS_BASELINE, PAIRED_RUNS_NEW, PAIRED_RUNS_SIDES };

typedef struct paired_runs {
    const char *program[PAIRED_RUNS_SIDES]; /* paths of executables */
    char *const *files;                     /* configurations */
    size_t file_count;
    const char *only;   /* an expression: which cases; NULL: all */
    const char *folder; /* results go to <folder>/baseline and /new, round-001 and so on below */
    size_t count;       /* rounds; 0: once, one after the other, as nothing is timed: into
                           <folder>/baseline and /new themselves */
    uint64_t seed;      /* of the orders */
    bool quiet;
} paired_runs;

/* Returns the program's exit code: 0, also if cases broke off, which is recorded in their files; 2
 * if a program refused the configurations; 4 if one failed or is missing; 130 interrupted. One line
 * on stderr. */
int paired_runs_run(const paired_runs *r);

/* --- in the program that is run --- */

/* The channel on which it requests its turns, or 0. */
int paired_runs_line(void);

/* Ends the present turn, if there is one, and waits for the next; false if the rounds were
 * abandoned. A byte each way: builds of different versions must understand one another. */
bool paired_runs_ask(int channel);

#endif
