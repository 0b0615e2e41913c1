/* The known name nearest to one that is mistyped or abbreviated. */
#include "core/field.h"

#include <ctype.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 128, PART_LEAST = 3 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Insertions, deletions and replacements that make `a` of `b` (Levenshtein 1966), one row at a
 * time; b is shorter than NAME_MAX_LENGTH. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t row[NAME_MAX_LENGTH];
    const size_t length = strlen(b);
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            const size_t replaced = diagonal + (a[i] != b[j]);
            diagonal = row[j + 1];
            row[j + 1] = least(replaced, 1 + least(row[j], row[j + 1]));
        }
    }
    return row[length];
}

/* A typing fault leaves most of a name: at most a third of it changed (two letters in a short one),
 * and never all of it. */
static bool near_enough(size_t distance, size_t longer)
{
    const size_t limit = longer / 3 > 2 ? longer / 3 : 2;
    return distance <= limit && distance < longer;
}

/* Whether it begins a word of the other: "euler" of "symplectic_euler". */
static bool begins_word(const char *name, const char *of)
{
    const size_t length = strlen(name);
    for (const char *at = strstr(of, name); length >= PART_LEAST && at; at = strstr(at + 1, name))
        if (at == of || !isalnum((unsigned char)at[-1]))
            return true;
    return false;
}

static const char *first_with(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (begins_word(name, names[i]))
            return names[i];
    return NULL;
}

const char *trama_nearest(const char *name, const char *const *names, size_t count)
{
    const char *nearest = NULL;
    size_t nearest_distance = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(names[i]), given = strlen(name);
        if (length >= NAME_MAX_LENGTH)
            continue;
        const size_t distance = edit_distance(name, names[i]);
        if (!near_enough(distance, length > given ? length : given))
            continue;
        if (!nearest || distance < nearest_distance) {
            nearest = names[i];
            nearest_distance = distance;
        }
    }
    return nearest ? nearest : first_with(name, names, count);
}
