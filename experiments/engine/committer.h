/* Commits the files of small cases together. To commit one file costs more than such a case takes,
 * and about as much as to commit a thousand. */
#ifndef ENGINE_COMMITTER_H
#define ENGINE_COMMITTER_H

#include "engine/engine.h"
#include "engine/execute.h"

typedef struct committer_entry {
    const engine_job *job;
    execute_ending ending;
    double seconds;
} committer_entry;

typedef struct committer {
    const engine_options *options;
    committer_entry *entry;
    const char **path; /* of each; work space */
    size_t count;
    double due;  /* s: when the first has waited long enough */
    double cost; /* s: how long the last ones took */
    bool failed; /* some could not be committed */
} committer;

/* False without memory; committer_end then too. */
bool committer_begin(committer *s, const engine_options *options);
void committer_end(committer *s);

/* Tells options->ended of a case whose file stands. */
void committer_tell(const engine_options *options, const engine_job *job,
                    const execute_ending *ending, double seconds);

/* Takes a case whose file waits; commits all if there is no room for more. */
void committer_add(committer *s, const engine_job *job, const execute_ending *ending,
                   double seconds);

/* Commits the files and reports each. If one cannot be committed, it says why (if `aloud`). */
void committer_commit(committer *s, bool aloud);

/* The shorter of `seconds` (negative: no limit) and the time until it should commit. */
double committer_until(const committer *s, double seconds);

#endif
