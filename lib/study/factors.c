/* `factors`, `variants` and `design` of a study block. */
#include "study/parts.h"

#include <stdio.h>
#include <string.h>

/* In conditions a factor stands beside the sections of the case, and beside these words. */
static bool is_taken(const char *name)
{
    static const char *const words[] = {"and", "or", "not", "status", "count"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return study_is_section(name);
}

/* A bare name that is no section is that of a label. */
static bool read_path(const study_reader *in, const config_node *given, const char **path)
{
    char label[300];
    if (!config_text(given, path, in->error))
        return false;
    if (strpbrk(*path, ".[") || is_taken(*path))
        return true;
    snprintf(label, sizeof label, "labels.%.250s", *path);
    const config_node *made = config_scalar(in->store, label, given);
    *path = made ? made->text : "";
    return made || config_fail_memory(in->error, given);
}

bool study_read_factors(const study_reader *in, const config_node *node)
{
    study_block *block = in->block;
    if (!node)
        return true;
    if (node->kind != CONFIG_MAPPING)
        return config_fail(in->error, node,
                           "factors is a mapping from names to paths of the case, as "
                           "in {method: integrator.name}");
    if (!study_part_count(in, node, "factors", STUDY_FACTORS_MAX) ||
        !study_part_room(in, node, &block->factor, node->count, sizeof *block->factor))
        return false;
    for (size_t i = 0; i < node->count; i++) {
        study_factor *factor = &block->factor[i];
        factor->name = node->key[i]->text;
        if (!study_is_name(factor->name) || is_taken(factor->name))
            return config_fail(
                in->error, node->key[i],
                "'%s' cannot name a factor; allowed: 1 to 64 letters, digits and _, "
                "the first no digit, and no section of the case, not status or count",
                factor->name);
        if (!read_path(in, node->item[i], &factor->path))
            return false;
        block->factor_count++;
    }
    return true;
}

static size_t count_variants(const config_node *node)
{
    size_t count = 0;
    for (size_t i = 0; i < node->count; i++)
        count += node->item[i]->count;
    return count;
}

bool study_read_variants(const study_reader *in, const config_node *node)
{
    study_block *block = in->block;
    if (!node)
        return true;
    if (node->kind != CONFIG_MAPPING)
        return config_fail(in->error, node,
                           "variants is a mapping from published values to lists of "
                           "the cases' values that stand for them");
    if (!study_part_room(in, node, &block->variant, count_variants(node), sizeof *block->variant))
        return false;
    for (size_t i = 0; i < node->count; i++) {
        const config_node *values = node->item[i];
        if (values->kind != CONFIG_SEQUENCE || values->count == 0)
            return config_fail(in->error, values,
                               "variants of '%s': allowed: a list of one value or "
                               "more",
                               node->key[i]->text);
        for (size_t k = 0; k < values->count; k++) {
            study_variant *v = &block->variant[block->variant_count];
            v->published = node->key[i]->text;
            if (!config_text(values->item[k], &v->value, in->error))
                return false;
            block->variant_count++;
        }
    }
    return true;
}

static bool read_role(const study_reader *in, const config_node *node, const char *key,
                      const char **factor)
{
    const config_node *name = config_get(node, key);
    return study_part_text(in, node, key, factor) && (!name || study_part_factor(in, name));
}

bool study_read_design(const study_reader *in, const config_node *node)
{
    static const char *const keys[] = {"varied", "by", "unvaried", "member", "size", "refined"};
    study_design *d = &in->block->design;
    if (!node)
        return true;
    if (!study_part_keys(in, node, "design", keys, 6) ||
        !read_role(in, node, "varied", &d->varied) || !read_role(in, node, "by", &d->by) ||
        !study_part_text(in, node, "unvaried", &d->unvaried) ||
        !read_role(in, node, "member", &d->member) || !read_role(in, node, "size", &d->size) ||
        !read_role(in, node, "refined", &d->refined))
        return false;
    if (!*d->varied && (*d->by || *d->unvaried))
        return config_fail(in->error, node, "the design has `by` or `unvaried` and no `varied`");
    if ((*d->varied != '\0') + (*d->member != '\0') + (*d->size != '\0') + (*d->refined != '\0') !=
        1)
        return config_fail(in->error, node,
                           "a design is one of: {varied: FACTOR, by: FACTOR, "
                           "unvaried: VALUE}, {member: FACTOR}, {size: FACTOR}, {refined: FACTOR}");
    return true;
}
