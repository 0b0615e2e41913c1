/* Digests of a case's configuration. */
#include "results/config_digests.h"

#include <sha2.h>
#include <string.h>

static bool begins(const char *line, const char *prefix)
{
    return strncmp(line, prefix, strlen(prefix)) == 0;
}

static bool is_of(const char *line, config_part part)
{
    if (part == CONFIG_BOUNDS)
        return begins(line, "bounds.");
    return !begins(line, "experiment = ") && !begins(line, "labels.") && !begins(line, "task.") &&
           !begins(line, "bounds.");
}

void config_part_digest(const char *resolved, config_part part, char digest[RECORD_SEAL + 1])
{
    SHA2_CTX hash;
    SHA256Init(&hash);
    for (const char *line = resolved; *line;) {
        const size_t length = strcspn(line, "\n");
        if (length > 0 && is_of(line, part)) {
            SHA256Update(&hash, (const uint8_t *)line, length);
            SHA256Update(&hash, (const uint8_t *)"\n", 1);
        }
        line += length + (line[length] == '\n');
    }
    SHA256End(&hash, digest);
}

/* Each text with its end, each column with its number of texts. */
static void hash_texts(SHA2_CTX *hash, const bundle_column *column)
{
    const uint64_t rows = column ? column->rows : 0;
    SHA256Update(hash, (const uint8_t *)&rows, sizeof rows);
    for (size_t i = 0; i < rows; i++)
        SHA256Update(hash, (const uint8_t *)column->text[i], strlen(column->text[i]) + 1);
}

void config_digests_put(bundle *b)
{
    static const results_column *const told[] = {&column_config_file_name, &column_config_file_text,
                                                 &column_config_assumed_path,
                                                 &column_config_assumed_reason};
    static const results_column *const part[CONFIG_PARTS] = {
        [CONFIG_SYSTEM] = &column_config_system, [CONFIG_BOUNDS] = &column_config_bounds};
    char digest[RECORD_SEAL + 1];
    SHA2_CTX hash;
    SHA256Init(&hash);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        hash_texts(&hash, bundle_get(b, told[i]));
    SHA256End(&hash, digest);
    bundle_put_text(b, &column_config_sources, digest);
    for (int i = 0; i < CONFIG_PARTS; i++) {
        config_part_digest(bundle_get_text(b, &column_config_resolved), (config_part)i, digest);
        bundle_put_text(b, part[i], digest);
    }
}
