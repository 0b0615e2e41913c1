/* Memory that runs out at the N-th allocation of the program's own code. Programs that are linked
 * with --wrap (tests/CMakeLists.txt) have it; what HDF5, libfyaml, GSL and the C library allocate
 * inside is not touched. */
#ifndef SUPPORT_SCARCITY_H
#define SUPPORT_SCARCITY_H

#include <stdbool.h>

/* From now on allocations are counted, and number `at` (from 1; 0: none) fails; with `all_after`
 * every one from it on. */
void scarcity_begin(long at, bool all_after);

/* How many there were since; none fails any more. */
long scarcity_end(void);

/* Blocks that the program's own code has allocated and not freed, since it started. */
long scarcity_live(void);

#endif
