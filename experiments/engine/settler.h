/* The files of small cases that have ended wait here, to get their names together: to settle a file
 * costs more than such a case, and much the same for one as for a thousand. */
#ifndef ENGINE_SETTLER_H
#define ENGINE_SETTLER_H

#include "engine/engine.h"
#include "engine/execute.h"

typedef struct settler_entry {
    const engine_job *job;
    execute_ending ending;
    double seconds;
} settler_entry;

typedef struct settler {
    const engine_options *options;
    settler_entry *entry;
    const char **path; /* of each; work space */
    size_t count;
    double due;  /* s: when the first has waited long enough */
    double cost; /* s: how long the last ones took */
    bool failed; /* some could not be settled */
} settler;

/* False without memory; settler_end then too. */
bool settler_begin(settler *s, const engine_options *options);
void settler_end(settler *s);

/* Tells options->ended of a case whose file stands. */
void settler_tell(const engine_options *options, const engine_job *job,
                  const execute_ending *ending, double seconds);

/* Takes a case whose file waits; settles all if there is no room for more. */
void settler_add(settler *s, const engine_job *job, const execute_ending *ending, double seconds);

/* Gives the files their names and tells of each; says (if `aloud`) why one cannot stand. */
void settler_settle(settler *s, bool aloud);

/* The shorter of `seconds` (negative: no limit) and the time until it should settle. */
double settler_until(const settler *s, double seconds);

#endif
