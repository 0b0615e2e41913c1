/* Laws of configs/laws, for tests that run them. */
#ifndef SUPPORT_LAWS_H
#define SUPPORT_LAWS_H

#include "support/experiment.h"

#define LAWS TRAMA_SOURCE_DIR "/configs/laws/"

/* The text of a law by its name, "spring"; to be freed. */
char *law_text(const char *name);

/* The results of the one case of a law that `only` keeps, its text edited as experiment_write does;
 * to be freed with bundle_free. */
bundle law_run(const char *name, const char *only, const char *const *edits);

/* What the header of a file says of how the law is broken, and where that is seen. */
typedef struct law_seen {
    char law[64], only[256], from[128], to[128];
    char step[32]; /* s; "": all that the file's search tries */
} law_seen;
law_seen law_seen_of(const char *path);

#endif
