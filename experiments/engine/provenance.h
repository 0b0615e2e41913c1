/* What a results file must say of the program, the machine and the run. */
#ifndef ENGINE_PROVENANCE_H
#define ENGINE_PROVENANCE_H

#include "record/bundle.h"

#include <stdio.h>

/* Adds the columns below /run. `pinned` is the processor that the case is pinned to, or -1. */
void provenance_add(bundle *results, int pinned);

/* Identity of this build: version, commit, compiler, flags. Results of another build are stale. */
const char *provenance_build(void);

/* `trama --version`: program, commit, compiler, flags, libraries. */
void provenance_print(FILE *out);

/* Decides how denormals are treated, once, at start: kept, as IEEE 754 says (MXCSR without FTZ,
 * DAZ). */
void provenance_settle_numbers(void);

#endif
