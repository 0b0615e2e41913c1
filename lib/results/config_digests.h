/* Digests of a case's configuration, to compare cases without its texts. They are single values,
 * and so are in the index. */
#ifndef RESULTS_CONFIG_DIGESTS_H
#define RESULTS_CONFIG_DIGESTS_H

#include "results/layout.h"

/* SHA-256 of lines of /config/resolved ("model.zeta = 0x1.9p+6"): of all except the experiment's
 * name, labels, task and bounds; or of the bounds only. */
typedef enum config_part { CONFIG_SYSTEM, CONFIG_BOUNDS, CONFIG_PARTS } config_part;
void config_part_digest(const char *resolved, config_part part, char digest[RECORD_SEAL + 1]);

/* Adds /config/system and /config/bounds of the /config/resolved of a bundle, and as
 * /config/sources the digest of its files and assumptions. */
void config_digests_put(bundle *b);

#endif
