/* Parts that several keys of a study block share: keys, texts, names. */
#include "study/parts.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"

static const char *joined(const char *const *name, size_t count, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", name[i]);
    return text;
}

bool study_part_keys(const study_reader *in, const config_node *node, const char *what,
                     const char *const *known, size_t count)
{
    char keys[256];
    if (node->kind != CONFIG_MAPPING)
        return config_fail(in->error, node, "%s is a mapping; its keys: %s", what,
                           joined(known, count, keys, sizeof keys));
    for (size_t i = 0; i < node->count; i++) {
        size_t n = 0;
        while (n < count && strcmp(node->key[i]->text, known[n]) != 0)
            n++;
        if (n == count)
            return config_unknown(in->error, "key", node->key[i], known, count);
    }
    return true;
}

bool study_part_text(const study_reader *in, const config_node *mapping, const char *key,
                     const char **text)
{
    const config_node *node = config_get(mapping, key);
    *text = "";
    return !node || config_text(node, text, in->error);
}

bool study_part_factor(const study_reader *in, const config_node *name)
{
    const study_block *block = in->block;
    const char *known[STUDY_FACTORS_MAX];
    if (name->kind != CONFIG_SCALAR)
        return config_fail(in->error, name, "a factor is named by a text");
    if (study_block_factor(block, name->text) < block->factor_count)
        return true;
    for (size_t i = 0; i < block->factor_count; i++)
        known[i] = block->factor[i].name;
    if (block->factor_count == 0)
        return config_fail(in->error, name,
                           "unknown factor '%s'; the study names none: factors: "
                           "{NAME: PATH}",
                           name->text);
    return config_unknown(in->error, "factor", name, known, block->factor_count);
}

bool study_part_count(const study_reader *in, const config_node *node, const char *what,
                      size_t most)
{
    return node->count <= most ||
           config_fail(in->error, node, "%zu %s; allowed: at most %zu", node->count, what, most);
}

bool study_part_room(const study_reader *in, const config_node *node, void *array, size_t count,
                     size_t size)
{
    void *made = calloc(count + 1, size);
    memcpy(array, &made, sizeof made);
    return made || config_fail_memory(in->error, node);
}

/* ---- Names. */

bool study_is_name(const char *text)
{
    return trama_is_name(text, 64, "_") && !(text[0] >= '0' && text[0] <= '9');
}

static bool is_among(const char *text, const char *const *taken, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcasecmp(text, taken[i]) == 0)
            return true;
    return false;
}

/* article.tex, beside the tables, includes them all. */
bool study_names_table(const char *text)
{
#define TABLE(name) #name,
    static const char *const taken[] = {
#include "study/tables.def"
        "article"};
#undef TABLE
    return is_among(text, taken, sizeof taken / sizeof *taken);
}

bool study_names_plot(const char *text)
{
#define PLOT(name) #name,
    static const char *const taken[] = {
#include "study/plots.def"
    };
#undef PLOT
    return is_among(text, taken, sizeof taken / sizeof *taken);
}

/* The last two are words of conditions, and columns of a listing. */
bool study_is_section(const char *name)
{
    static const char *const sections[] = {"model",        "scene",   "objects",    "environment",
                                           "interactions", "contact", "integrator", "bounds",
                                           "task",         "labels"};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (strcmp(sections[i], name) == 0)
            return true;
    return false;
}

bool study_is_of_every_case(const char *text)
{
    static const char *const names[] = {"experiment", "task",   "model",
                                        "method",     "status", "answer"};
    char section[32];
    const size_t length = strcspn(text, ".[");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0)
            return true;
    if (text[length] == '\0' || length >= sizeof section || strpbrk(text, " `*/+()<>=!"))
        return false;
    memcpy(section, text, length);
    section[length] = '\0';
    return study_is_section(section);
}
