/* The list of all quantities, by name; and units with prefixes. */
#include "quantities/quantity.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include "core/numbers.h"

const quantity_entry quantity_list[] = {
#define QUANTITY(name, unit, of, series, end, observed, summary)                                   \
    {{"/quantity/" #name, COLUMN_REAL, unit, summary, COLUMN_SCALAR, true, false},                 \
     of,                                                                                           \
     series,                                                                                       \
     end,                                                                                          \
     observed},
#include "quantities/quantities.def"
    {{.path = NULL}, .of = NULL}};

static const results_column *const columns[] = {
#define ENTRY(name, path, type, unit, shape, summary, kind) &column_##name,
#include "results/columns/sets.def"
};
enum {
    COLUMNS = sizeof columns / sizeof columns[0],
    LISTED = sizeof quantity_list / sizeof quantity_list[0] - 1,
    ALL = COLUMNS + LISTED
};

/* Of their paths, in the same order: most names are told by their lengths. */
static const unsigned char length[ALL] = {
#define ENTRY(name, path, type, unit, shape, summary, kind) sizeof path - 1,
#include "results/columns/sets.def"
#define QUANTITY(name, unit, of, series, end, observed, summary) sizeof "/quantity/" #name - 1,
#include "quantities/quantities.def"
};

/* Columns first, then those that are derived; NULL past the last. */
static const results_column *at(size_t i)
{
    if (i < COLUMNS)
        return columns[i];
    return i < ALL ? &quantity_list[i - COLUMNS].column : NULL;
}

const char *quantity_name(const results_column *quantity)
{
    const char *name = group_rest(group_result, quantity->path);
    return name ? name : group_rest(group_quantity, quantity->path);
}

static bool is_quantity(const results_column *c)
{
    const bool is_number =
        c->type == COLUMN_REAL || c->type == COLUMN_INTEGER || c->type == COLUMN_BOOLEAN;
    return is_number && c->shape == COLUMN_SCALAR && c->unit && !c->family && quantity_name(c);
}

/* Whether the path ends in the name, which is cheap to see, and has no longer one. */
static bool is_named(size_t i, const char *name, size_t of_name)
{
    const char *path = at(i)->path;
    if (memcmp(path + length[i] - of_name, name, of_name) != 0)
        return false;
    const char *own = quantity_name(at(i));
    return own && strcmp(own, name) == 0;
}

/* The place of the first quantity of that name in a group, whose name is `group` bytes long with
 * both its bars: a search by the length of the path. ALL if there is none. */
static size_t find_below(size_t group, const char *name)
{
    const size_t of_name = strlen(name), bytes = group + of_name;
    const unsigned char *next = bytes <= UCHAR_MAX ? length : NULL;
    while (next && (next = memchr(next, (int)bytes, (size_t)(length + ALL - next)))) {
        const size_t i = (size_t)(next++ - length);
        if (is_named(i, name, of_name) && is_quantity(at(i)))
            return i;
    }
    return ALL;
}

const results_column *quantity_find(const char *name)
{
    const size_t result = find_below(sizeof "/result/" - 1, name);
    const size_t quantity = find_below(sizeof "/quantity/" - 1, name);
    return at(result < quantity ? result : quantity);
}

/* Tasks may have columns of the same path: the first of them counts. */
size_t quantity_names(const char *name[QUANTITIES_MAX])
{
    const results_column *c;
    size_t count = 0;
    for (size_t i = 0; (c = at(i)) != NULL && count < QUANTITIES_MAX; i++)
        if (is_quantity(c) && quantity_find(quantity_name(c)) == c)
            name[count++] = quantity_name(c);
    return count;
}

/* \u00b5 is the micro sign, \u03bc the Greek letter. */
static const struct {
    const char *text;
    double factor;
} prefixes[] = {{"", 1.0},   {"n", 1e-9}, {"u", 1e-6}, {"\u00b5", 1e-6}, {"\u03bc", 1e-6},
                {"m", 1e-3}, {"c", 1e-2}, {"k", 1e3},  {"M", 1e6}};
enum { PREFIXES = sizeof prefixes / sizeof prefixes[0] };

double unit_factor(const char *from, const char *to)
{
    for (size_t i = 0; i < PREFIXES; i++)
        for (size_t j = 0; j < PREFIXES; j++) {
            const size_t p = strlen(prefixes[i].text), q = strlen(prefixes[j].text);
            const bool begin =
                strncmp(from, prefixes[i].text, p) == 0 && strncmp(to, prefixes[j].text, q) == 0;
            if (begin && from[p] != '\0' && strcmp(from + p, to + q) == 0)
                return prefixes[i].factor / prefixes[j].factor;
        }
    return TRAMA_NAN;
}
