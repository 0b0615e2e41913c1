/* Commits the files of small cases together. Committing one file takes longer than such a case, and
 * about as long as committing a thousand. */
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

/* Calls options->ended for a case whose file is complete. */
void committer_tell(const engine_options *options, const engine_job *job,
                    const execute_ending *ending, double seconds);

/* Adds a case whose file is to be committed; commits all when there is no more room. */
void committer_add(committer *s, const engine_job *job, const execute_ending *ending,
                   double seconds);

/* Commits the files and reports each. If one cannot be committed, prints the reason (if
 * `aloud`). */
void committer_commit(committer *s, bool aloud);

/* The smaller of `seconds` (negative: no limit) and the time until the next commit. */
double committer_until(const committer *s, double seconds);

#endif
