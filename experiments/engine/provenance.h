/* Provenance: what a results file records of the program, the machine and the run. */
#ifndef ENGINE_PROVENANCE_H
#define ENGINE_PROVENANCE_H

#include "plan/plan.h"
#include "results/columns/columns.h"

#include <stdio.h>

/* Adds the columns below /run. `pinned` is the processor that the case is pinned to, or -1. */
void provenance_add(const plan_case *c, bundle *results, int pinned);

/* Adds the provenance of an imported case: the program that wrote the file, and no machine. */
void provenance_add_import(bundle *results);

/* Reads the facts about the machine that take time to find, so that processes forked later need
 * not. */
void provenance_ask_machine(void);

/* The build that runs a case: version, commit, compiler, flags, and the plugins of its model and
 * integrator, with the hash of their files. Results of another build are stale. */
void provenance_build(const plan_case *c, char *text, size_t size);
enum { PROVENANCE_BUILD_MAX = 2048 }; /* bytes that it takes */

/* The file of the BLAS in use, or "unknown". */
void provenance_blas(char *text, size_t size);

/* "0.2.0" */
const char *provenance_version(void);

/* `trama --version`: program, commit, compiler, flags, libraries. */
void provenance_print(FILE *out);

/* `trama doctor`: processor, caches, memory, governor, load. */
void provenance_print_machine(FILE *out);

#endif
