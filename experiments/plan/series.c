/* Ranges and samples, as lists of numbers. */
#include "plan/series.h"

#include "config/expression_functions.h"
#include "core/field.h"
#include "core/fnv.h"
#include "core/numbers.h"
#include "core/random.h"
#include "plan/sweep.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANGE, UNIFORM, LATIN_HYPERCUBE, NORMAL };
enum { LINEAR, LOG };

typedef struct rule {
    double from, to, mean, deviation;
    long count, seed;
    int sample, spacing;
    bool whole;
} rule;

static const char *const samples[] = {"none", "uniform", "latin_hypercube", "normal", NULL};
static const char *const spacings[] = {"linear", "log", NULL};

static const trama_field table[] = {
    {TRAMA_CHOICE_OF(rule, sample, samples), .fallback = {RANGE},
     .summary = "how values are drawn at random; none: they are equally spaced"},
    {TRAMA_FIELD_OF(rule, from), .unit = "", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "the first value, or the low end"},
    {TRAMA_FIELD_OF(rule, to), .unit = "", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "the last value, or the high end"},
    {TRAMA_FIELD_OF(rule, mean), .unit = "", .minimum = -DBL_MAX, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "of a normal sample"},
    {TRAMA_FIELD_OF(rule, deviation), .unit = "", .minimum = 0.0, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "of a normal sample: its standard deviation"},
    {TRAMA_FIELD_OF(rule, count), .unit = "", .required = true, .minimum = 1,
     .maximum = SWEEP_CASES_MAX, .summary = "number of values"},
    {TRAMA_FIELD_OF(rule, seed), .unit = "", .minimum = 0, .maximum = 1e15,
     .summary = "of a sample"},
    {TRAMA_CHOICE_OF(rule, spacing, spacings), .fallback = {LINEAR},
     .summary = "whether values, or their logarithms, are spread evenly"},
    {TRAMA_FIELD_OF(rule, whole),
     .summary = "values are rounded to whole numbers, and duplicates are dropped"},
};
static const trama_fields fields = TRAMA_FIELDS(table, rule);

/* ---- Reading. */

static bool check_ends(const config_node *node, const rule *r, config_error *error)
{
    if (isnan(r->from) || isnan(r->to))
        return config_fail(error, node, "a range or sample needs `from` and `to`");
    if (config_get(node, "mean") || config_get(node, "deviation"))
        return config_fail(error, node,
                           "`mean` and `deviation` are for a normal sample; allowed: from, to");
    if (r->spacing == LOG && !(r->from > 0.0 && r->to > 0.0))
        return config_fail(error, node, "spacing log from %g to %g; allowed: ends that are above 0",
                           r->from, r->to);
    if (r->sample == RANGE && config_get(node, "seed"))
        return config_fail(error, config_get(node, "seed"),
                           "a range has no seed; allowed: `sample: uniform` or latin_hypercube");
    if (r->sample == RANGE && r->count == 1 && r->from != r->to)
        return config_fail(error, config_get(node, "count"),
                           "one value from %g to %g; allowed: 2 or more", r->from, r->to);
    return true;
}

static bool check_normal(const config_node *node, const rule *r, config_error *error)
{
    if (isnan(r->mean) || isnan(r->deviation))
        return config_fail(error, node, "a normal sample needs `mean` and `deviation`");
    if (config_get(node, "from") || config_get(node, "to") || config_get(node, "spacing"))
        return config_fail(error, node,
                           "a normal sample has no ends and no spacing; allowed: mean, deviation, "
                           "count, seed");
    return true;
}

static bool read_rule(const config_node *node, rule *r, config_error *error)
{
    return config_fields(node, fields, NULL, r, error) &&
           (r->sample == NORMAL ? check_normal : check_ends)(node, r, error);
}

/* ---- Values. */

/* The value at a part of the way, 0 to 1, from one end to the other. */
static double at_part(const rule *r, double part)
{
    if (part == 0.0 || r->from == r->to)
        return r->from;
    if (part == 1.0)
        return r->to;
    const double value = r->spacing == LOG ? r->from * pow(r->to / r->from, part)
                                           : r->from + part * (r->to - r->from);
    return expression_rounded(value);
}

/* Uniform on [0, 1). */
static double drawn(trama_random *random)
{
    return 0.5 * (trama_random_signed(random) + 1.0);
}

/* Box and Muller 1958. */
static double normal(const rule *r, trama_random *random)
{
    const double one = 1.0 - drawn(random), other = drawn(random);
    const double deviate = sqrt(-2.0 * log(one)) * cos(2.0 * 3.14159265358979323846 * other);
    return expression_rounded(r->mean + r->deviation * deviate);
}

/* The numbers from 0 to count - 1 in an order at random (Fisher and Yates). */
static void shuffle(size_t *order, size_t count, trama_random *random)
{
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    for (size_t i = count; i > 1; i--) {
        const size_t j = (size_t)(trama_random_bits(random) % i), kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

/* One stream of random numbers for each path: FNV-1a of it, from the seed. */
static trama_random stream_of(const rule *r, const char *path)
{
    return (trama_random){trama_fnv(TRAMA_FNV_BEGIN ^ (uint64_t)r->seed, path, strlen(path))};
}

static double value_at(const rule *r, size_t i, const size_t *order, trama_random *random)
{
    const double count = (double)r->count;
    if (r->sample == NORMAL)
        return normal(r, random);
    if (r->sample == UNIFORM)
        return at_part(r, drawn(random));
    if (r->sample == LATIN_HYPERCUBE)
        return at_part(r, ((double)order[i] + drawn(random)) / count);
    return at_part(r, r->count > 1 ? (double)i / (count - 1.0) : 0.0);
}

/* Takes off what stands before it already. */
static void drop_equal(config_node *list)
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        size_t k = 0;
        while (k < kept && strcmp(list->item[k]->text, list->item[i]->text) != 0)
            k++;
        if (k == kept)
            list->item[kept++] = list->item[i];
    }
    list->count = kept;
}

config_node *series_expand(config_store *store, const config_node *path, const config_node *given,
                           config_error *error)
{
    rule r;
    if (!read_rule(given, &r, error))
        return NULL;
    const size_t count = (size_t)r.count;
    config_node *list = config_list(store, given, count);
    size_t *order = calloc(count, sizeof *order);
    trama_random random = stream_of(&r, path->text);
    bool made = list && order;
    if (made)
        shuffle(order, count, &random);
    for (size_t i = 0; made && i < count; i++) {
        const double value = value_at(&r, i, order, &random);
        list->item[i] = config_computed(store, r.whole ? round(value) : value, 15, given);
        made = list->item[i] != NULL;
    }
    free(order);
    if (made && r.whole)
        drop_equal(list);
    if (!made)
        config_fail_memory(error, given);
    return made ? list : NULL;
}
