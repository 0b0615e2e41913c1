#include "results/columns/columns.h"

#include <stdio.h>
#include <string.h>

#define ENTRY(name, path, type, unit, shape, summary, kind)                                        \
    const results_column column_##name = {path,           COLUMN_##type, unit,       summary,      \
                                          COLUMN_##shape, (kind) > 0,    (kind) == 2};
#include "results/columns/sets.def"

#define SET_BEGIN(name, title) static const results_column *const of_##name[] = {
#define SET_END                                                                                    \
    NULL                                                                                           \
    }                                                                                              \
    ;
#define ENTRY(name, ...) &column_##name,
#define ALSO(name) &column_##name,
#include "results/columns/sets.def"

#define SET_BEGIN(name, title) static const char *const shared_by_##name[] = {
#define SET_END                                                                                    \
    NULL                                                                                           \
    }                                                                                              \
    ;
#define SHARES(set) #set,
#include "results/columns/sets.def"

const column_set column_sets[] = {
#define SET_BEGIN(name, title) {#name, title, of_##name, shared_by_##name},
#define SET_END
#include "results/columns/sets.def"
};
const size_t column_set_count = sizeof column_sets / sizeof column_sets[0];

#define GROUP(name, path, summary) const char group_##name[] = path;
#include "results/columns/groups.def"
#undef GROUP

/* Most groups differ in their first letters, for which no call is made. */
static bool begins_otherwise(const char *group, const char *path)
{
    return group[0] && (group[0] != path[0] || (group[1] && group[1] != path[1]));
}

const char *group_rest(const char *group, const char *path)
{
    if (begins_otherwise(group, path))
        return NULL;
    const size_t length = strlen(group);
    return strncmp(path, group, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

const column_set *column_set_find(const char *name)
{
    for (size_t i = 0; i < column_set_count; i++)
        if (strcmp(column_sets[i].name, name) == 0)
            return &column_sets[i];
    return NULL;
}

/* --- families --- */

/* A path before its <...> and after it; of a column that is no family `after` is NULL. */
typedef struct halves {
    size_t before;
    const char *after;
} halves;

static halves split(const results_column *column)
{
    if (!column->family)
        return (halves){strlen(column->path), NULL};
    const size_t before = strcspn(column->path, "<");
    return (halves){before, strchr(column->path + before, '>') + 1};
}

const results_column *column_described(const results_column *family, const char *name,
                                       const char *unit, const char *summary, column_member *m)
{
    const halves at = split(family);
    const char *after = at.after ? at.after : "";
    if (*name == '\0' && *after == '/')
        after++;
    const int length =
        snprintf(m->path, sizeof m->path, "%.*s%s%s", (int)at.before, family->path, name, after);
    m->column = *family;
    m->column.path = m->path;
    m->column.unit = unit;
    m->column.summary = summary;
    m->column.family = false;
    return length > 0 && (size_t)length < sizeof m->path ? &m->column : NULL;
}

const results_column *column_named(const results_column *family, const char *name, column_member *m)
{
    return column_described(family, name, family->unit, family->summary, m);
}

bool column_takes(const results_column *family, const char *path, char *name, size_t size)
{
    const halves at = split(family);
    const size_t length = strlen(path), last = at.after ? strlen(at.after) : 0;
    if (!at.after || length < at.before + last || strncmp(path, family->path, at.before) != 0 ||
        strcmp(path + length - last, at.after) != 0)
        return false;
    const size_t room = length - at.before - last;
    const bool is_part = last == 0 || !memchr(path + at.before, '/', room);
    const int printed = snprintf(name, size, "%.*s", (int)room, path + at.before);
    return room > 0 && is_part && printed > 0 && (size_t)printed < size;
}

size_t column_says(const results_column *column, const char *path)
{
    column_member m;
    char name[sizeof m.path];
    const halves at = split(column);
    if (strcmp(column->path, path) == 0)
        return strlen(path) + 1;
    if (!at.after)
        return 0;
    if (strcmp(column_named(column, "", &m)->path, path) == 0)
        return strlen(path);
    return column_takes(column, path, name, sizeof name) ? at.before + strlen(at.after) : 0;
}

/* --- earlier names --- */

static const struct {
    const char *before, *now;
} aliases[] = {
#define ALIAS(before, now) {before, now},
#include "results/columns/aliases.def"
#undef ALIAS
};

const char *column_current(const char *path, column_path *text)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++) {
        const char *rest = group_rest(aliases[i].before, path);
        if (strcmp(path, aliases[i].before) == 0)
            return aliases[i].now;
        if (rest && snprintf(text->text, sizeof text->text, "%s/%s", aliases[i].now, rest) <
                        (int)sizeof text->text)
            return text->text;
    }
    return path;
}

const char *column_name(const results_column *column)
{
    return strrchr(column->path, '/') + 1;
}
