/* The reader of study blocks gives a block of any text, or says in one line why not; and what it
 * has read it writes so that it reads the same again. */
#include "fuzz.h"

#include "study/block.h"

#include <stdlib.h>
#include <string.h>

static void read_again(config_store *store, const char *text)
{
    config_error error = {0};
    config_node *study, *again;
    study_block block = study_block_none;
    if (!config_read(store, "study", text, &study, &error))
        abort();
    char *first = study_block_text(study);
    if (!first || !config_read(store, "again", first, &again, &error))
        abort();
    char *second = study_block_text(again);
    if (!second || strcmp(first, second) != 0 ||
        (strlen(first) <= STUDY_BYTES_MAX &&
         !study_block_read(store, "again", first, &block, &error)))
        abort();
    study_block_free(&block);
    free(first);
    free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    config_error error = {0};
    study_block block = study_block_none;
    char *text = malloc(size + 1);
    config_store *store = config_store_create();
    if (text && store) {
        memcpy(text, data, size);
        text[size] = '\0';
        if (study_block_read(store, "study", text, &block, &error))
            read_again(store, text);
        else
            fuzz_expect_line(error.text);
    }
    study_block_free(&block);
    config_store_destroy(store);
    free(text);
    return 0;
}
