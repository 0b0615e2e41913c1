/* The layout of a case: the contents of its file apart from the values. */
#include "results/layout.h"

#include "results/internal.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>

/* The groups of a case, of the frames their times alone; ends with NULL. */
typedef struct case_groups {
    const char *path[10];
} case_groups;

static case_groups groups_of_case(void)
{
    return (case_groups){{group_case, group_labels, group_swept, group_config, group_result,
                          group_quantity, group_timing, group_run, column_frames_time.path}};
}

record_status record_read_case(const char *path, bundle *b, record_error *error)
{
    const case_groups groups = groups_of_case();
    return record_read(path, groups.path, b, error);
}

bool record_is_of_case(const char *path)
{
    const case_groups groups = groups_of_case();
    for (const char *const *group = groups.path; *group; group++)
        if (bundle_below(path, *group))
            return true;
    return false;
}

bool record_is_single(const bundle_column *column)
{
    return column->rows == 1 && column->columns == 1 && !column->stream.read &&
           (column->type != BUNDLE_TEXT ||
            (column->text && strlen(column->text[0]) <= RECORD_TEXT_MOST));
}

static void hash_text(SHA2_CTX *hash, const char *text)
{
    SHA256Update(hash, (const uint8_t *)text, strlen(text) + 1);
}

bool record_layout(const bundle *b, char layout[RECORD_LAYOUT + 1])
{
    static const char *const form[] = {
        [BUNDLE_REAL] = "r", [BUNDLE_INTEGER] = "i", [BUNDLE_TEXT] = "t"};
    const bundle_column **column = bundle_in_order(b);
    char digest[65];
    SHA2_CTX hash;
    SHA256Init(&hash);
    for (size_t i = 0; column && i < b->count; i++) {
        if (!record_is_of_case(column[i]->path))
            continue;
        hash_text(&hash, column[i]->path);
        hash_text(&hash, form[column[i]->type]);
        hash_text(&hash, record_is_single(column[i]) ? "1" : "-");
        hash_text(&hash, column[i]->single ? "1" : "-");
        hash_text(&hash, column[i]->boolean ? "b" : "-");
        hash_text(&hash, column[i]->unit);
        hash_text(&hash, column[i]->summary);
    }
    SHA256End(&hash, digest);
    memcpy(layout, digest, RECORD_LAYOUT);
    layout[RECORD_LAYOUT] = '\0';
    free(column);
    return column != NULL;
}
