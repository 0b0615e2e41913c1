/* The study block as study.h5 keeps it: YAML. */
#include "study/parts.h"

#include <string.h>

#include "results/text_buffer.h"

/* A copy of a published table's mapping whose file is named without its folders, if those are the
 * machine's; else the mapping itself. NULL without memory. */
static config_node *without_folders(config_store *store, const config_node *entry)
{
    const config_node *file = config_get(entry, "table");
    if (!file || file->kind != CONFIG_SCALAR || file->text[0] != '/')
        return (config_node *)entry;
    config_node *name = config_scalar(store, strrchr(file->text, '/') + 1, file);
    for (size_t i = 0; name && i < entry->count; i++)
        if (entry->item[i] == file)
            return config_with_item(store, entry, i, name);
    return NULL;
}

static const config_node *portable(config_store *store, const config_node *study)
{
    const config_node *tables = config_get(study, "published");
    config_node *list = tables ? config_list(store, tables, tables->count) : NULL;
    bool made = list != NULL;
    for (size_t i = 0; made && i < tables->count; i++)
        made = (list->item[i] = without_folders(store, tables->item[i])) != NULL;
    for (size_t i = 0; made && i < study->count; i++)
        if (study->item[i] == tables)
            return config_with_item(store, study, i, list);
    return tables ? NULL : study;
}

char *study_block_text(const config_node *study)
{
    text_buffer text;
    size_t size;
    config_store *store = config_store_create();
    const config_node *written = store ? portable(store, study) : NULL;
    char *made = NULL;
    if (written) {
        if (text_begin(&text))
            config_write(written, text.stream);
        made = text_take(&text, &size);
    }
    config_store_destroy(store);
    return made;
}

bool study_block_read(config_store *store, const char *name, const char *text, study_block *block,
                      config_error *error)
{
    const config_node beginning = {.file = name, .line = 1, .column = 1};
    config_node *study;
    *block = study_block_none;
    if (strlen(text) > STUDY_BYTES_MAX)
        return config_fail(error, &beginning, "too large; allowed: %d bytes", STUDY_BYTES_MAX);
    return config_read(store, name, text, &study, error) &&
           study_block_parse_stored(store, study, block, error);
}
