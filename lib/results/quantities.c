#include "results/quantities.h"

#include <stdbool.h>
#include <string.h>

#include "core/numbers.h"

/* No file has these: the path gives the name alone. */
#define RESULT(name)
#define DERIVED(name, unit, summary)                                                               \
    static const results_column derived_##name = {"/derived/" #name, COLUMN_REAL, unit, summary,   \
                                                  COLUMN_SCALAR,     true,        false};
#include "results/quantities.def"
#undef RESULT
#undef DERIVED

static const results_column *const quantities[] = {
#define RESULT(name) &column_##name,
#define DERIVED(name, unit, summary) &derived_##name,
#include "results/quantities.def"
#undef RESULT
#undef DERIVED
};

size_t quantity_count(void)
{
    return sizeof quantities / sizeof *quantities;
}

const results_column *quantity_at(size_t index)
{
    return quantities[index];
}

const results_column *quantity_find(const char *name)
{
    for (size_t i = 0; i < quantity_count(); i++)
        if (strcmp(column_name(quantities[i]), name) == 0)
            return quantities[i];
    return NULL;
}

static const struct {
    const char *text;
    double factor;
} prefixes[] = {{"", 1.0},   {"n", 1e-9}, {"u", 1e-6}, {"m", 1e-3},
                {"c", 1e-2}, {"k", 1e3},  {"M", 1e6}};
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
