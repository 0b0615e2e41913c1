/* Shared by the files that parse the study block. For this folder only. */
#ifndef STUDY_PARTS_H
#define STUDY_PARTS_H

#include "study/block.h"

/* A block that is being parsed. */
typedef struct study_reader {
    config_store *store;
    study_block *block;
    config_error *error;
    bool stored; /* from a study.h5, possibly written by an earlier version */
} study_reader;

/* As study_block_parse, for such a block. */
bool study_block_parse_stored(config_store *store, const config_node *study, study_block *block,
                              config_error *error);

/* False and one line unless `node` is a mapping whose keys are among the `count` known. */
bool study_part_keys(const study_reader *in, const config_node *node, const char *what,
                     const char *const *known, size_t count);

/* The text of a key, "" if it is missing. */
bool study_part_text(const study_reader *in, const config_node *mapping, const char *key,
                     const char **text);

/* False and one line, which names the factors, unless the scalar is a factor's name. */
bool study_part_factor(const study_reader *in, const config_node *name);

/* False and one line at `node` if it has more than `most` items. */
bool study_part_count(const study_reader *in, const config_node *node, const char *what,
                      size_t most);

/* `count` zeroed items of `size` bytes in *array, at least one; false and one line without memory.
 */
bool study_part_room(const study_reader *in, const config_node *node, void *array, size_t count,
                     size_t size);

/* Each reads a key of the block with value `node` (NULL: missing). */
bool study_read_factors(const study_reader *in, const config_node *node);
bool study_read_variants(const study_reader *in, const config_node *node);
bool study_read_design(const study_reader *in, const config_node *node);
bool study_read_published(const study_reader *in, const config_node *node);
bool study_read_reference(const study_reader *in, const config_node *node);
bool study_read_panels(const study_reader *in, const config_node *node);
bool study_read_listings(const study_reader *in, const config_node *node);
bool study_read_figures(const study_reader *in, const config_node *node);

void study_listing_free(study_listing *listing);

#endif
