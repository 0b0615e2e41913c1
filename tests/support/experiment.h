/* Small experiments for the tests of the runner, and what stands of their results. The files are in
 * the test's own folder (support/folder.h). */
#ifndef SUPPORT_EXPERIMENT_H
#define SUPPORT_EXPERIMENT_H

#include "results/columns/columns.h"
#include "results/record.h"

#include <stddef.h>

/* A 6 x 6 cloth that hangs from two corners, one case; three integrators on a spring, three cases.
 */
extern const char experiment_cloth[];
extern const char experiment_spring[];

/* Writes `text` to a file, with the first `from` replaced by `to` (which must be there), pair by
 * pair up to NULL; pairs may be NULL. */
void experiment_write(const char *file, const char *text, const char *const *pairs);

/* "from", "to", ... for experiment_write. */
#define EDITS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* The names in a folder that end with `suffix` (hidden ones too), and those in its folders of cases
 * ("0a/0a...h5"), sorted, and how many: name[i] is valid until the next call. No folder: none. */
typedef struct experiment_names {
    size_t count;
    char name[64][80];
} experiment_names;
const experiment_names *experiment_list(const char *folder, const char *suffix);

/* Waits until there are at least `count` of them. */
void experiment_await(const char *folder, const char *suffix, size_t count);

/* "<id> <digest of /result>" of every case in the folder, a line each, in order of id; to be freed.
 */
char *experiment_digests(const char *folder);

/* A whole results file, which must be readable; to be freed with bundle_free. */
bundle experiment_read(const char *path);

/* The values of a results file that tests ask for; the text is valid until the next call. */
const char *experiment_text(const char *path, const results_column *column);
double experiment_real(const char *path, const results_column *column);

/* True if there is something by that name. */
int experiment_stands(const char *path);

#endif
